"""Every closed value of the table file is written once, in its enum or in the declaration that it names."""

import ast
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pytest

import upcard
from upcard.law import Edition
from upcard.rules.enums import DealtFrom, WagerName, Word
from upcard.rules.rule_fields import written
from upcard.rules.wager import Confirmed
from upcard.table.config import RULES
from upcard.wagers import GAMES, OPTIONS

SOURCE = Path(upcard.__file__).parent

CLOSED = {
    *(written(value) for rule in RULES.values() for value in rule.values),
    *(one.value for words in (DealtFrom, Edition, Confirmed, WagerName) for one in words),
    *(written(choice) for option in OPTIONS for setting in option.settings for choice in setting.choices),
    *(game.name for game in GAMES),
}
WORDS = {word for word in CLOSED if isinstance(word, str)}
KEYS = {"shoe", "hand", "dealer", "insurance", "blackjack"}  # names too: of JSON, of arrays, of a written round


def is_enum(node: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id.endswith(("Enum", Word.__name__)) for base in node.bases)


def is_key(parent: ast.AST, child: ast.AST) -> bool:
    """Whether a string names something: a key of a dictionary, an index, or the first of several arguments."""
    if isinstance(parent, ast.Dict):
        return child in parent.keys
    if isinstance(parent, ast.Compare):
        return isinstance(parent.ops[0], ast.In | ast.NotIn)
    return isinstance(parent, ast.Subscript | ast.Call)


def strings(node: ast.AST) -> Iterator[ast.Constant]:
    """Yield every string of a syntax tree outside enums, docstrings and the names by which options are declared."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef) and is_enum(child):
            continue
        if isinstance(child, ast.keyword) and child.arg == "name":
            continue
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        is_word = isinstance(child, ast.Constant) and child.value in WORDS
        if isinstance(child, ast.Constant) and is_word and not (child.value in KEYS and is_key(node, child)):
            yield child
        yield from strings(child)


def found(text: str) -> list[tuple[int, object]]:
    return [(one.lineno, one.value) for one in strings(ast.parse(text))]


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_closed_word_of_the_table_file_is_a_bare_string(path: Path) -> None:
    assert found(path.read_text(encoding="utf-8")) == []


def test_the_words_are_those_of_the_file() -> None:
    assert {"after players", "draw", "6 to 5", "early", "hard 9 to 11", "all wagers", "hand", "dealer"} <= WORDS
    assert {"free bet", "any number of cards", "13:69F", "insurance"} <= WORDS


@pytest.mark.parametrize(
    "text",
    [
        'if table.hole_card == "up": pass',
        'if wager == "insurance": pass',
        'def f(game: str = "free bet"): ...',
        '{"draw": 1}',
        'f(key="stand")',
    ],
)
def test_a_bare_word_would_be_found(text: str) -> None:
    assert len(found(text)) == 1


def test_an_enum_may_write_its_words() -> None:
    assert found('class Soft17(Enum):\n    DRAW = "draw"') == []
    assert issubclass(DealtFrom, Enum)
