"""The table of a program: built from keywords, varied by with_, always what its keys say."""

import copy
import dataclasses
import pickle
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import upcard
from tests import tables as written_tables
from tests.command import ROOT
from upcard.rules.rule_fields import written
from upcard.table import known_keys
from upcard.table.config import RULES
from upcard.wagers import GAMES

FILES = sorted((ROOT / "tables").rglob("*.toml"))
IN_BETWEEN = {"name": "in-between", "pay_table": "B"}
TABLE = upcard.Table(decks=6, minimum="10.00", maximum="500.00", wagers=[{"name": "in-between", "pay_table": "B"}])


def problems(wrong: pytest.ExceptionInfo[upcard.BadConfig]) -> dict[str | None, str]:
    return {problem.key: problem.message for problem in wrong.value.problems}


def test_the_keys_are_those_of_the_file() -> None:
    known = {key.partition(".") for key in known_keys()}
    of_table = {key for key, dot, _ in known if not dot} | {key for key, _, _ in known if key != "wager"}
    of_wagers = {rest.rpartition(".")[2] for key, _, rest in known if key == "wager"}
    assert set(upcard.TableKeys.__annotations__) == of_table | {"wagers"}
    assert set(upcard.WagerKeys.__annotations__) == of_wagers | {"name"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_shipped_table_is_the_same_from_its_keys_its_text_and_a_pickle(file: Path) -> None:
    table = upcard.load(file)
    content = table.to_dict()
    wagers = content.pop("wager", [])
    assert upcard.loads(table.to_toml()) == table
    assert upcard.loads(table.to_toml()).to_dict() == table.to_dict()
    assert upcard.Table(**content, wagers=wagers) == table
    for other in (pickle.loads(pickle.dumps(table)), copy.copy(table), copy.deepcopy(table)):
        assert other == table
        assert hash(other) == hash(table)
        assert upcard.check(other).to_dict() == upcard.check(table).to_dict()  # lines of the file included


def test_a_table_named_after_its_file_keeps_its_name_as_text(tmp_path: Path) -> None:
    (tmp_path / "main-floor.toml").write_text("decks = 6\n", encoding="utf-8")
    table = upcard.load(tmp_path / "main-floor.toml")
    assert table.table == "main-floor"
    assert upcard.loads(table.to_toml()) == table
    assert upcard.Table(decks=6).to_toml() == "decks = 6\n"


def test_tables_that_differ_are_unequal() -> None:
    assert TABLE.with_(dealer_soft_17="draw") != TABLE
    assert TABLE.with_(minimum="15.00") != TABLE
    assert TABLE.with_({"wager.in-between.pay_table": "A"}) != TABLE
    assert cast(object, "table") != TABLE
    assert len({TABLE, copy.copy(TABLE), TABLE.with_(decks=8)}) == 2


ADOPTED = {"rule": "2.30", "register": "48 N.J.R. 1(a)", "number": "R.2016 d.1", "date": date(2016, 9, 19)}
NOTICE = {"name": "hole card", "given": date(2016, 1, 20), "posted": "table sign", "by": "J. Smith"}
CHANGES: dict[str, st.SearchStrategy[Any]] = {
    "decks": st.integers(1, 8),
    "appearance": st.dictionaries(st.sampled_from(["alike decks", "opaque cutting cards"]), st.booleans()),
    "approvals": st.dictionaries(st.sampled_from(["in-between sign", "meter amounts"]), st.booleans()),
    "seats": st.integers(1, 7),
    **{key: st.sampled_from([written(value) for value in rule.values]) for key, rule in RULES.items()},
    "minimum": st.sampled_from(["5.00", "10.00"]),
    "maximum": st.sampled_from(["100.00", "500.00"]),
    "cutting_card": st.sampled_from(["70%", "2/3", Decimal("0.8"), 2 / 3, Fraction(5, 7), 50]),
    "cutting_cards": st.integers(0, 2),
    "licensee": st.text("abcé \"'\\", min_size=1).filter(str.strip),
    "table": st.text("abcé \"'\\", min_size=1).filter(str.strip),
    "law": st.sampled_from(["13:69F", "19:47"]),
    "date": st.dates(date(1990, 1, 1), date(2030, 12, 31)),
    "game": st.sampled_from(["blackjack", "free bet", ["blackjack", "free bet"]]),
    "dealt_from": st.sampled_from(["shoe", "hand"]),
    "notices": st.lists(st.sampled_from(["splits", "surrender", NOTICE]), max_size=2),
    "authorities": st.sampled_from([[], [ADOPTED]]),
    "inscriptions": st.lists(st.text("abc", min_size=1), max_size=2),
    "equipment": st.lists(st.text("abc", min_size=1), max_size=2),
    "betting_areas": st.just({}),
    "signs": st.just({}),
    "layout": st.sampled_from([{"width": "80 in"}, {"felt": "blue"}, {}]),
    "house": st.sampled_from([{"progressive_chip": "returned"}, {"insurance_of_a_busted_hand": "stays"}, {}]),
    "wagers": st.lists(st.sampled_from(["buster", "sevens", IN_BETWEEN]), max_size=2, unique_by=str),
}
OF_SOME_GAMES = {setting.key for game in GAMES for setting in game.settings}


def test_every_key_is_changed() -> None:
    assert set(CHANGES) == set(upcard.TableKeys.__annotations__) - OF_SOME_GAMES


def built(**keys: Any) -> upcard.Table | dict[str, str]:
    try:
        return upcard.Table(**keys)
    except upcard.BadConfig as bad:
        return {problem.key or "": problem.message for problem in bad.problems}


def of_file(keys: dict[str, Any]) -> upcard.Table | dict[str, str]:
    """Read a file with these keys, written by hand."""
    stated = {key: str(value) if isinstance(value, Fraction) else value for key, value in keys.items()}
    wagers = [{"name": wager} if isinstance(wager, str) else wager for wager in stated.pop("wagers", [])]
    empty = dict.fromkeys(written_tables.LAWFUL)  # nothing that is not given
    try:
        return upcard.loads(written_tables.text(*wagers, **{**empty, **stated}))
    except upcard.BadConfig as bad:
        return {problem.key or "": problem.message for problem in bad.problems}


@given(st.data())
def test_any_change_gives_the_table_that_a_file_with_those_values_gives(data: st.DataObject) -> None:
    chosen = data.draw(st.sets(st.sampled_from(sorted(CHANGES)), max_size=6))
    changes = {key: data.draw(CHANGES[key]) for key in sorted(chosen)}
    keys = {"decks": 6, "wagers": ["sevens"], **changes}
    from_file, from_keywords = of_file(keys), built(**keys)
    if isinstance(from_file, dict) or isinstance(from_keywords, dict):
        assert isinstance(from_file, dict)
        assert isinstance(from_keywords, dict)
        assert set(from_file) == set(from_keywords)
        return
    assert from_keywords == from_file
    assert upcard.Table(decks=6, wagers=["sevens"]).with_(changes) == from_file
    assert dict(from_keywords) == dict(from_file)
    assert upcard.loads(from_keywords.to_toml()) == from_file


def test_with_reads_everything_again() -> None:
    table = upcard.load(ROOT / "tables" / "in-between.toml")
    varied = table.with_({"wager.in-between.pay_table": "A"}, decks=8, dealer_soft_17="draw")
    assert (varied.decks, varied["dealer_soft_17"]) == (8, "draw")
    assert upcard.price(varied)["in-between"].pay_table == "A"
    assert (table.decks, table["dealer_soft_17"]) == (6, "stand")
    assert varied.name.endswith("in-between.toml with wager.in-between.pay_table=A, decks=8, dealer_soft_17=draw")
    assert varied.with_(decks=6, dealer_soft_17="stand") == table.with_({"wager.in-between.pay_table": "A"})


def test_a_table_does_not_change() -> None:
    with pytest.raises(TypeError):
        dataclasses.replace(TABLE, decks=8)  # type: ignore[type-var]  # what an analyst tries first
    with pytest.raises(AttributeError, match=r"with_\(decks=…\)"):
        TABLE.decks = 8  # type: ignore[misc]  # likewise
    with pytest.raises(AttributeError):
        TABLE.extra = 8
    with pytest.raises(AttributeError, match="does not change"):
        del TABLE._config
    assert TABLE.decks == 6


def test_values_are_read_by_key() -> None:
    assert (TABLE["minimum"], TABLE.maximum) == (upcard.cents(1000), upcard.cents(50000))
    assert TABLE["wagers"] == TABLE.wagers == ("in-between",)
    assert (TABLE["cutting_card"], TABLE["surrender"], TABLE["charlie"]) == (Fraction(3, 4), False, None)
    assert "decks" in TABLE
    assert "free_double" not in TABLE
    assert "free_double" in TABLE.with_(game="free bet")
    assert dict(TABLE)["blackjack_pays"] == "3 to 2"
    for key in ("free_double", "deks", "wager"):
        with pytest.raises(KeyError, match=key):
            TABLE[key]


def test_everything_wrong_with_keywords_is_reported_at_once() -> None:
    untyped: dict[str, Any] = {"deks": 6, "seats": "six", "minimum": 10, "surrender": 1, "house": []}
    with pytest.raises(upcard.BadConfig) as wrong:
        upcard.Table(cutting_card=Fraction(4, 3), **untyped)
    named = problems(wrong)
    assert set(named) == {"decks", "deks", "seats", "minimum", "cutting_card", "surrender", "house"}
    assert "did you mean decks" in named["deks"]
    assert named["minimum"].endswith('such as "10.00", Decimal("10.00") or upcard.cents(1000), not 10')
    assert not any(problem.line for problem in wrong.value.problems)
    assert str(wrong.value).startswith("table: ")


@pytest.mark.parametrize("amount", [10, 10.0, True, None, Decimal("NaN"), Decimal("1.005"), "10.0", b"10.00"])
def test_only_money_is_money(amount: Any) -> None:
    for keys in ({"minimum": amount}, {"wagers": [{"name": "sevens", "maximum": amount}]}):
        with pytest.raises(upcard.BadConfig) as wrong:
            upcard.Table(decks=6, **cast(Any, keys))
        assert len(wrong.value.problems) == 1
        assert "money" in wrong.value.problems[0].message


def test_money_is_given_as_text_decimal_or_cents() -> None:
    for amount in ("10.00", Decimal(10), Decimal("10.0"), upcard.cents(1000)):
        assert upcard.Table(decks=6, minimum=amount) == upcard.Table(decks=6, minimum="10.00")


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"wagers": "buster"}, "a list of names, or of mappings"),
        ({"wagers": {"name": "buster"}}, "a list of names, or of mappings"),
        ({"wager": [{"name": "buster"}]}, "give the wagers as a list"),
        ({"resplit_aces": 1}, "True or False, not 1"),
        ({"table": 5}, "must be text, not 5"),
        ({"house": {1: 2}}, "unknown key"),
        ({"decks": object}, "not <class 'object'>"),
    ],
)
def test_problems_are_in_the_words_of_python(keys: dict[str, Any], words: str) -> None:
    with pytest.raises(upcard.BadConfig) as wrong:
        upcard.Table(**cast(Any, {"decks": 6, **keys}))
    assert words in str(wrong.value)
    assert "[[" not in str(wrong.value)
    assert "quotes" not in str(wrong.value)


def test_a_change_that_is_not_possible_is_named_as_it_was_written() -> None:
    with pytest.raises(upcard.BadConfig) as wrong:
        TABLE.with_({"wager.in-between.minimum": 1, "deks": 3}, decks=0)
    named = {problem.file for problem in wrong.value.problems}
    assert named == {"with_(wager.in-between.minimum=1)", "with_(decks=0)", "with_(deks=3)"}
    with pytest.raises(
        upcard.BadArguments, match=r'^with_\(wager.buster.pay_table=C\): the table offers no wager "buster"'
    ):
        TABLE.with_({"wager.buster.pay_table": "C"})
    for changes in ("decks=8", ["decks"], 8, {8: 8}):
        with pytest.raises(upcard.BadArguments, match=r"^with_: "):
            TABLE.with_(cast(Any, changes))


def test_a_problem_of_a_file_has_its_line() -> None:
    with pytest.raises(upcard.BadConfig, match=r"^table:2: seats: ") as wrong:
        upcard.loads("decks = 6\nseats = 0")
    assert [problem.line for problem in wrong.value.problems] == [2]
    with pytest.raises(upcard.BadConfig, match="cannot be read"):
        upcard.load(ROOT / "no-such-file.toml")


def test_a_table_is_shown_on_one_line_and_as_html() -> None:
    assert repr(TABLE) == "<Table table: blackjack, 6 decks, in-between>"
    assert repr(TABLE.with_(decks=1)) == "<Table table: blackjack, 1 deck, in-between>"
    named = TABLE.with_(table="<b>1 & 2</b>")
    assert "&lt;b&gt;1 &amp; 2&lt;/b&gt;" in named._repr_html_()
    assert "<b>" not in named._repr_html_()
