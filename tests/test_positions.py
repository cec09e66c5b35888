"""The line of every key, for every way of writing it."""

import tomllib
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.tables import toml
from upcard.table.line_numbers import Path, lines_of_keys

WRITTEN = '''\
# a comment with [brackets] and = signs
a = 1
"b c" = "text # no comment" # a comment
'd"e' = \'\'\'
many
lines'\'\'\'
f.g . h = """
x = 1
[no table]
\\""" """
i = [
  # in between
  1, { j = [2], "k" = "]" },
  """three
""", 4,
]
[t]
u = { v.w = 1, x = {} }
[[wager]]
name = 1
[[wager]]
name = 2
[wager.pays]
one = 1
[[wager.sub]]
z = 2099-01-01T00:00:00Z
'''


def test_every_key_stands_on_its_line() -> None:
    lines = lines_of_keys(WRITTEN)
    assert {path: line for path, line in lines.items() if path[0] in ("a", "b c", 'd"e', "f")} == {
        ("a",): 2,
        ("b c",): 3,
        ('d"e',): 4,
        ("f",): 7,
        ("f", "g"): 7,
        ("f", "g", "h"): 7,
    }
    assert lines["i", 1, "j"] == 13
    assert (lines["i", 2], lines["i", 3]) == (14, 15)
    assert (lines["t",], lines["t", "u", "v", "w"], lines["t", "u", "x"]) == (17, 18, 18)
    assert (lines["wager", 0, "name"], lines["wager", 1], lines["wager", 1, "name"]) == (20, 21, 22)
    assert (lines["wager", 1, "pays", "one"], lines["wager", 1, "sub", 0, "z"]) == (24, 26)


def paths(value: Any, at: Path = ()) -> Iterator[Path]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*at, key)
        yield from paths(item, (*at, key))


VALUES = st.recursive(
    st.booleans() | st.integers() | st.text(st.characters(codec="utf-8"), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=6), VALUES, max_size=5))
def test_exactly_the_keys_that_tomllib_reads_are_found_each_on_its_own_line(document: dict[str, Any]) -> None:
    written = "".join(f"{toml(key)} = {toml(value)}\n" for key, value in document.items())
    lines = lines_of_keys(written)
    assert set(lines) == set(paths(tomllib.loads(written)))
    assert [lines[key,] for key in document] == list(range(1, len(document) + 1))
