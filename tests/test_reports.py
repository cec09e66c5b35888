"""Reports: what is kept or sent as JSON is read back as it was, and prints the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import within
from upcard.exact.blackjack.solve import Solution
from upcard.money import Cents
from upcard.results.best_play import best_play
from upcard.results.blackjack import analyse
from upcard.results.prices import Hourly, Prices, price, price_report
from upcard.results.result import Result, json_of, restored, stored
from upcard.results.simulated_table import simulated_table
from upcard.results.simulation import simulate
from upcard.table import TableConfig, load

TABLES = ["blackjack", "buster", "free-bet", "multiple-action", "progressive", "streak"]
QUESTIONS = [
    ("price", "tables/progressive.toml"),
    ("price", "tables/buster.toml", "--decks", "6-7"),
    ("price", "tables/multiple-action.toml", "--joint"),
    ("price", "in-between", "--decks", "1-2", "--removed", "Ah"),
    ("price", "streak", "--all", "--decks", "6"),
    ("strategy", "tables/free-bet.toml"),
    ("strategy", "tables/blackjack.toml", "--hand", "10-6"),
    ("strategy", "tables/blackjack.toml", "--exceptions"),
]


def through_text(values: object) -> Any:
    return json.loads(json.dumps(values))


def assert_read_back(report: Result) -> None:
    again = restored(type(report), through_text(stored(report)))
    assert again == report
    assert json_of(again) == json_of(report)


@pytest.mark.parametrize("name", TABLES)
def test_a_price_report_is_read_back_as_it_was(name: str) -> None:
    prices = price(load(f"tables/{name}.toml"))
    report = price_report(prices, Hourly(), joint=name == "multiple-action")
    assert_read_back(report)


@pytest.mark.parametrize("name", TABLES)
def test_a_strategy_report_is_read_back_as_it_was(name: str) -> None:
    table = load(f"tables/{name}.toml")
    report = best_play(analyse(table), table)
    assert_read_back(report)


@pytest.mark.parametrize("name", TABLES)
def test_a_simulation_report_is_read_back_as_it_was(name: str) -> None:
    simulation = simulate(load(f"tables/{name}.toml"), rounds=20_000, session=50, bankroll=None)
    report = simulated_table(simulation)
    assert_read_back(report)


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
@pytest.mark.parametrize("json_", [(), ("--json",)], ids=["text", "json"])
def test_an_answer_from_disk_is_the_same_as_a_fresh_one(
    question: tuple[str, ...], json_: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    first = within(*question, *json_)
    assert list(tmp_path.glob("*.json"))
    assert first == within(*question, *json_) == within(*question, *json_, "--no-cache")


@pytest.mark.parametrize("text", ["{}", "[]", "3", '{"wagers": 3}', '{"decks": null, "removed": [], "wagers": []}'])
def test_a_damaged_answer_on_disk_is_found_again(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    first = within("price", "in-between")
    (kept,) = tmp_path.glob("*.json")
    whole = kept.read_text(encoding="utf-8")
    kept.write_text(text, encoding="utf-8")
    assert within("price", "in-between") == first
    assert kept.read_text(encoding="utf-8") == whole


def test_each_amount_is_priced_once_for_the_exact_means(monkeypatch: pytest.MonkeyPatch) -> None:
    amounts: list[Cents] = []

    def counting(table: TableConfig, *, amount: Cents, played: Solution) -> Prices:
        amounts.append(amount)
        return price(table, amount=amount, played=played)

    monkeypatch.setattr("upcard.results.exact_comparison.price", counting)
    simulation = simulate(load("tables/streak.toml"), rounds=1000)
    wagers = [wager for wager in simulation.results if wager.wager != "blackjack"]
    assert set(simulation.exact) == {wager.key for wager in simulation.results}
    assert len(wagers) > len(amounts)
    assert sorted(amounts) == sorted({wager.amount for wager in wagers})
