"""Prices in rows: sweeps over the keys of a table, several numbers of decks, CSV, a pay table with one other line."""

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.command import misused, within
from upcard.results import parallel
from upcard.results.blackjack import analyse
from upcard.results.prices import PriceReport
from upcard.results.sweep import read_sweep
from upcard.table import load

BUSTER = "tables/buster.toml"


@pytest.fixture(autouse=True)
def no_answers_of_other_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))


def rows(*arguments: str) -> list[dict[str, str]]:
    done = within("price", *arguments, "--csv")
    assert done.code == 0, done.err
    return list(csv.DictReader(io.StringIO(done.out)))


def priced(*arguments: str) -> Any:
    done = within("price", *arguments, "--json")
    assert done.code == 0, done.err
    return json.loads(done.out)


def test_a_sweep_prices_every_combination_of_the_values() -> None:
    answer = priced(BUSTER, "--sweep", "decks=6,8", "--sweep", "dealer_soft_17=stand,draw")
    assert answer["sweep"] == {"decks": ["6", "8"], "dealer_soft_17": ["stand", "draw"]}
    buster = {
        (wager["set"]["decks"], wager["set"]["dealer_soft_17"]): wager
        for wager in answer["wagers"]
        if wager["wager"] == "buster"
    }
    assert len(buster) == 4
    for (decks, soft_17), wager in buster.items():
        alone = priced(BUSTER, "--set", f"decks={decks}", "--set", f"dealer_soft_17={soft_17}")
        (same,) = (each for each in alone["wagers"] if each["wager"] == "buster")
        assert {**same, "set": wager["set"]} == wager


def test_a_sweep_is_printed_as_a_table_and_as_csv() -> None:
    arguments = (BUSTER, "--sweep", "decks=6,8", "--sweep", "surrender=true,false")
    lines = within("price", *arguments).out.splitlines()
    assert lines[1].split() == ["decks", "surrender", "blackjack", "insurance", "buster"]
    assert [line.split()[:2] for line in lines[2:]] == [["6", "true"], ["6", "false"], ["8", "true"], ["8", "false"]]
    table = rows(*arguments)
    assert len(table) == 12
    assert [f"{float(row['house_advantage_percent']):.5f}" for row in table if row["wager"] == "buster"] == [
        line.split()[4] for line in lines[2:]
    ]


def test_40_variants_are_compared_in_one_command() -> None:
    arguments = ("decks=1-5", "dealer_soft_17=stand,draw", "surrender=true,false", "blackjack_pays=3 to 2,6 to 5")
    swept = [argument for each in arguments for argument in ("--sweep", each)]
    table = [row for row in rows("tables/blackjack.toml", *swept) if row["wager"] == "blackjack"]
    assert len(table) == 40
    assert len({row["house_advantage_percent"] for row in table}) == 40


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("decks=1-8", tuple("12345678")),
        ("decks=1,6-8", tuple("1678")),
        ("dealer_soft_17=stand,draw", ("stand", "draw")),
        ('surrender="early, not against an ace",false', ('"early, not against an ace"', "false")),
        ("notices=[],['splits']", ("[]", "['splits']")),
        ("minimum=5.00, 10.00", ("5.00", "10.00")),
        ("blackjack_pays=3 to 2", ("3 to 2",)),
    ],
)
def test_values_of_a_sweep_stand_between_commas_or_are_a_range(text: str, values: tuple[str, ...]) -> None:
    assert read_sweep(text).values == values


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((BUSTER, "--sweep", "decks"), "is not a key with values"),
        ((BUSTER, "--sweep", "decks="), "is not a key with values"),
        ((BUSTER, "--sweep", "=1"), "is not a key with values"),
        ((BUSTER, "--sweep", "decks=8-6"), "a range goes up, as in 6-8"),
        ((BUSTER, "--sweep", "decks=6,9"), "--set decks=9: must be a whole number from 1 to 8"),
        ((BUSTER, "--sweep", "colour=red,blue"), "--set colour=blue: unknown key"),
        ((BUSTER, "--sweep", "decks=1-8", "--sweep", "decks=6"), "decks is swept twice"),
        ((BUSTER, "--sweep", "cutting_cards=0-9999", "--sweep", "decks=1-8"), "80,000 variants are too many"),
        ((BUSTER, "--sweep", "decks=1-8", "--all"), "leave out --all"),
        (("buster", "--sweep", "decks=1-8"), "give a table file"),
        (("buster", "--set", "decks=8"), "--set changes a table file"),
        (("buster", "--decks", "6,,8"), "neither a number of decks nor several"),
        (("buster", "--decks", "6,6"), "given twice"),
        (("buster", "--decks", "0"), "1 to 8 decks"),
    ],
    ids=str,
)
def test_a_sweep_that_cannot_be_priced_is_refused_at_once(arguments: tuple[str, ...], words: str) -> None:
    assert words in misused("price", *arguments)


def test_the_par_figures_of_a_wager_are_csv_in_one_command() -> None:
    table = rows("buster", "--pay-table", "C", "--decks", "6,8")
    assert {row["decks"] for row in table} == {"6", "8"}
    for decks in ("6", "8"):
        lines = [row for row in table if row["decks"] == decks]
        assert sum(Fraction(row["probability_fraction"]) for row in lines) == 1
        returned = sum(float(row["contribution_percent"]) for row in lines)
        assert -returned == pytest.approx(float(lines[0]["house_advantage_percent"]), abs=1e-12)
        assert {row["pay_table"] for row in lines} == {"C"}
    assert float(table[0]["house_advantage_percent"]) == pytest.approx(6.21425, abs=1e-5)


@pytest.mark.parametrize("name", sorted(path.stem for path in Path("tables").glob("*.toml")))
def test_contributions_of_outcomes_sum_to_the_value(name: str) -> None:
    for wager in priced(f"tables/{name}.toml")["wagers"]:
        returned = sum(line["contribution"]["percent"] for line in wager["outcomes"])
        assert -returned == pytest.approx(wager["house_advantage"]["percent"], abs=1e-9), wager["wager"]


def test_a_grid_is_csv_with_a_row_for_each_pay_table_and_number_of_decks() -> None:
    table = rows("in-between", "--all")
    assert [(row["decks"], row["pay_table"]) for row in table[:5]] == [*((str(1), name) for name in "ABCD"), ("2", "A")]
    assert len(table) == 32


def test_one_line_of_a_pay_table_may_pay_something_else() -> None:
    lines = {row["outcome"]: row["pays"] for row in rows("buster", "--pay-table", "c", "--pays", "7 CARDS=60 to 1")}
    posted = {row["outcome"]: row["pays"] for row in rows("buster", "--pay-table", "C")}
    assert lines == {**posted, "7 cards": "60 to 1"}
    assert "there is no line" in misused("price", "buster", "--pay-table", "C", "--pays", "9 cards=60 to 1")


def test_pay_tables_are_matched_without_regard_to_case() -> None:
    assert rows("in-between", "--pay-table", "b") == rows("In_Between", "--pay-table", "B")


def test_json_and_csv_together_are_refused() -> None:
    assert "not both" in within("price", "buster", "--csv", "--json").err


def test_work_on_all_cores_gives_what_one_gives() -> None:
    def find(decks: int) -> PriceReport:
        return PriceReport(decks=decks, removed=(), wagers=())

    one = list(parallel.in_parallel(find, range(1, 9), workers=1))
    assert list(parallel.in_parallel(find, range(1, 9), workers=3)) == one


def test_the_value_in_python_is_the_opposite_of_the_house_advantage() -> None:
    late = analyse(load("tables/blackjack.toml"))
    first = analyse(load("tables/blackjack.toml", ["hole_card=down, card reader"]))
    for price in (late, first):
        assert price.house_advantage == -Fraction(price.value)
    assert late.published_value == pytest.approx(first.published_value, abs=1e-14)
    assert late.value < late.published_value
    assert first.value == first.published_value


def test_each_value_of_a_game_says_what_it_means() -> None:
    text = " ".join(within("price", "tables/blackjack.toml").out.split())
    for words in ("best play for the cards held", "best play by total alone", "as settled here", "settled in the same"):
        assert words in text
    assert text.count("the house advantage is its opposite") == 1


def table_of(*arguments: str) -> list[dict[str, str]]:
    done = within(*arguments, "--csv")
    assert done.code == 0, done.err
    return list(csv.DictReader(io.StringIO(done.out)))


def test_a_strategy_is_csv_with_the_value_of_every_play() -> None:
    report = json.loads(within("strategy", "tables/blackjack.toml", "--json").out)
    table = table_of("strategy", "tables/blackjack.toml")
    values = {(row["player_hand"], row["upcard"], row["play"]): float(row["value"]) for row in table if row["play"]}
    assert values["hard 16", "10", "draw"] == report["values"]["hard 16"]["10"]["draw"]
    assert {(row["player_hand"], row["upcard"]): row["chart"] for row in table}["hard 16", "10"] == report["chart"][
        "hard 16"
    ]["10"]
    of_hand = table_of("strategy", "tables/blackjack.toml", "--hand", "10-6")
    assert {row["play"] for row in of_hand} >= {"stand", "draw"}
    assert len(table_of("strategy", "tables/blackjack.toml", "--exceptions")) == len(report["exceptions"])


def test_pay_tables_are_csv_with_a_row_for_each_line() -> None:
    table = table_of("wagers", "in-between", "match-the-dealer")
    assert {(row["wager"], row["held"]) for row in table} == {("in-between", "True"), ("match-the-dealer", "False")}
    assert next(row["pays"] for row in table if row["pay_table"] == "D") == "40 to 1"
