"""Changes of a table, `--set PATH=VALUE`: the table is the one that the file would describe, or nothing is answered."""

import json
from pathlib import Path

import pytest

from tests.command import misused, within
from tests.command import upcard as command
from tests.tables import text
from upcard.errors import Misuse
from upcard.rules.enums import Soft17
from upcard.table import load
from upcard.table.changes import read_change

FREE_BET, BUSTER = "tables/free-bet.toml", "tables/buster.toml"


@pytest.mark.parametrize(
    ("written", "path", "value"),
    [
        ("dealer_soft_17=draw", ("dealer_soft_17",), "draw"),
        ("decks=8", ("decks",), 8),
        ("surrender = true", ("surrender",), True),
        ('minimum="25.00"', ("minimum",), "25.00"),
        ("wager.buster.pay_table=C", ("wager", "buster", "pay_table"), "C"),
        ('wager."push 22".pays."Any 22"=11 to 1', ("wager", "push 22", "pays", "Any 22"), "11 to 1"),
        ("wager.push 22.maximum=50.00", ("wager", "push 22", "maximum"), None),
        ("notices=[]", ("notices",), []),
        ("table==", ("table",), "="),
        ("decks=6\nseats = 3", ("decks",), "6\nseats = 3"),  # one value, not a second key
    ],
)
def test_a_change_is_a_path_of_keys_and_a_value(written: str, path: tuple[str, ...], value: object) -> None:
    change = read_change(written)
    assert change.path == path
    assert value is None or change.value == value


@pytest.mark.parametrize("written", ["decks", "=6", "decks.=6", "", ".decks=6", '"decks=6'])
def test_a_change_without_a_key_or_a_value_is_refused(written: str) -> None:
    with pytest.raises(Misuse, match="write a key and its value"):
        read_change(written)


def test_a_changed_table_is_the_one_whose_file_states_it(tmp_path: Path) -> None:
    file = tmp_path / "stated.toml"
    file.write_text(text({"name": "buster", "pay_table": "C"}, decks=8), encoding="utf-8")
    other = tmp_path / "other.toml"
    other.write_text(text({"name": "buster", "pay_table": "A"}, decks=6), encoding="utf-8")
    stated, changed = load(file), load(other, ["decks=8", "wager.buster.pay_table=C"])
    assert (changed.decks, changed.offers) == (stated.decks, stated.offers)
    assert changed.rules == stated.rules


def test_a_number_is_taken_as_text_where_the_file_has_text() -> None:
    table = load(BUSTER, ["minimum=25.00", "table=101", "dealer_soft_17=stand"])
    assert (table.minimum, table.table, table.rules.dealer_soft_17) == (2500, "101", Soft17.STAND)
    assert table.changes == ("minimum=25.00", "table=101", "dealer_soft_17=stand")


def test_names_of_wagers_are_matched_without_regard_to_case() -> None:
    assert load(FREE_BET, ["wager.Push 22.pay_table=1"]).offers[0].posted.pay_table == "1"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("colour=red", "unknown key"),
        ("decks=9", "from 1 to 8, not 9"),
        ("blackjack_pay=6 to 5", "did you mean blackjack_pays?"),
        ("wager.streak.minimum=1.00", 'offers no wager "streak"; it offers buster'),
        ("wager.buster=3", "name a key of the wager too"),
        ("wager.buster.pay_table=Z", "pay_table=Z: must be"),
        ("decks.a=3", "decks has no keys of its own"),
    ],
)
def test_a_change_that_cannot_be_made_is_named_and_nothing_is_answered(change: str, words: str) -> None:
    for verb in ("check", "price", "strategy", "simulate", "deal"):
        error = misused(verb, BUSTER, "--set", change)
        assert f"--set {change}" in error
        assert words in error


def test_every_change_that_is_wrong_is_named_at_once() -> None:
    error = misused("check", BUSTER, "--set", "decks=9", "--set", "colour=red")
    assert "decks=9" in error
    assert "colour=red" in error


def test_a_change_changes_what_every_verb_answers() -> None:
    draw, stand = (
        json.loads(within("price", BUSTER, "--set", f"dealer_soft_17={play}", "--json").out)["wagers"][0]
        for play in ("draw", "stand")
    )
    assert draw["house_advantage"] != stand["house_advantage"]
    checked = json.loads(within("check", "tables/in-between.toml", "--set", "decks=1", "--json").out)
    assert checked["set"] == ["decks=1"]
    assert not checked["lawful"]


def test_output_says_how_the_table_differs_from_its_file() -> None:
    for verb in ("check", "price", "strategy"):
        done = within(verb, "tables/blackjack.toml", "--set", "dealer_soft_17=draw")
        assert "tables/blackjack.toml with dealer_soft_17=draw" in " ".join(done.out.split())


def test_a_table_of_standard_input_can_be_changed() -> None:
    done = command("check", "-", "--set", "decks=8", given=b"decks = 6\n")
    assert "- with decks=8" in done.out
