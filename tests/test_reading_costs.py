"""What other readings cost, as `docs/readings.md` says it: each figure is computed here."""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.command import ROOT
from upcard.analysis.blackjack import BlackjackPrice
from upcard.analysis.pricing import InsurancePrice, Prices, WagerPrice, price
from upcard.exact.blackjack.nets import SplitOnce
from upcard.law import READINGS
from upcard.rules import switches
from upcard.rules.apply import SPLITS
from upcard.rules.fact_type import Result
from upcard.rules.switches import Switch
from upcard.table import described
from upcard.table.config import TableConfig
from upcard.table.money_readings import BEARS_ON

NO_HOLE_CARD: dict[str, Any] = {"hole_card": "after players"}
TO_ONE = 3  # what a streak wager on two wins pays at the shipped table


def shipped(name: str, switch: Switch | None = None, *, other: bool = False, **keys: Any) -> TableConfig:
    """Return a shipped table with some keys changed, on one side of a switch."""
    content = tomllib.loads((ROOT / f"tables/{name}.toml").read_text(encoding="utf-8"), parse_float=Decimal)
    house = {switch.key: switch.other if other else switch.default} if switch else {}
    return described(name, {**content, **keys, **({"house": house} if house else {})})


def blackjack(table: TableConfig) -> float:
    return 100 * float(price(table).blackjack.house_advantage)


def insurance(prices: Prices) -> float:
    priced = prices["insurance"]
    assert isinstance(priced, InsurancePrice)
    return 100 * float(priced.house_advantage)


def progressive(table: TableConfig) -> WagerPrice:
    (priced,) = price(table).of("progressive")
    return priced


def long_run(table: TableConfig) -> float:
    priced = progressive(table)
    assert priced.meter is not None
    assert priced.growth is not None
    return 100 * float(priced.meter.long_run(priced.growth))


def of_insurance() -> tuple[float, float]:
    one, other = (shipped("multiple-action", switches.INSURANCE_OF_A_BUST, other=side) for side in (False, True))
    return insurance(price(one)), insurance(price(other))


def of_chip() -> tuple[float, float]:
    one, other = (shipped("progressive", switches.REGISTERED_CHIP, other=side) for side in (False, True))
    return 100 * float(progressive(one).house_advantage), 100 * float(progressive(other).house_advantage)


def of_blackjacks() -> tuple[float, float]:
    switch = switches.BLACKJACKS_BEFORE_SECOND_CARD
    waits, at_once = (shipped("free-bet", switch, other=side, **NO_HOLE_CARD) for side in (False, True))
    assert blackjack(waits) == pytest.approx(blackjack(shipped("free-bet")), abs=1e-9)  # as with a card reader
    return blackjack(at_once), blackjack(waits)


def of_busts() -> tuple[float, float, float]:
    one, other = (shipped("blackjack", switches.ADDED_WAGERS_OF_A_BUST, other=side) for side in (False, True))
    return blackjack(one), blackjack(other), blackjack(one) - 100 * second_wagers(price(one).blackjack)


def second_wagers(priced: BlackjackPrice) -> float:
    """Return how often only the added hand of a pair split once busts, and the dealer has a blackjack."""
    kernel, played, chance = priced.kernel, priced.composition, 0.0
    blackjack, bust = kernel.payoffs.blackjack, {kernel.payoffs.bust(doubled) for doubled in kernel.payoffs.ways}
    for showing, decisions in enumerate(played.decisions):
        for decision in [each for each in decisions if each.play in SPLITS]:
            joint = SplitOnce(kernel, showing, played, decision).joint()
            added = sum(part[blackjack] for (one, two), part in joint.items() if two in bust and one not in bust)
            chance += played.chances[showing] * decision.chance * added
    return chance


def of_surrender() -> tuple[float, float]:
    half = shipped("free-bet", **NO_HOLE_CARD, surrender=True)
    return blackjack(half), blackjack(replace(half, rules=replace(half.rules, surrender_takes_half=False)))


def of_fixed_lines() -> tuple[float, float]:
    one, other = (shipped("progressive", switches.FIXED_METER_LINES, other=side) for side in (False, True))
    assert progressive(one).house_advantage == progressive(other).house_advantage
    return long_run(one), long_run(other)


def of_streaks() -> tuple[float, float]:
    prices = price(shipped("streak"))
    results = prices.blackjack.results(prices.played)
    wins = results[Result.WIN] / (results[Result.WIN] + results[Result.LOSS])
    (before,) = (each for each in prices.of("streak") if each.choice == 2)
    return 100 * float(before.house_advantage), 100 * float(1 - (TO_ONE + 1) * wins)


COSTS: dict[int, Callable[[], tuple[float, ...]]] = {
    23: of_insurance,
    26: of_chip,
    41: of_blackjacks,
    61: of_busts,
    62: of_surrender,
    66: of_fixed_lines,
    67: of_streaks,
}


@pytest.mark.parametrize("number", COSTS)
def test_each_figure_of_another_reading_is_what_is_computed(number: int) -> None:
    # readings 23, 26, 41, 61, 62, 66, 67
    said = " ".join(str(other.costs) for other in READINGS[number].alternatives)
    for percent in COSTS[number]():
        places = 2 if abs(percent) > 85 else 4
        assert f" {abs(percent):.{places}f}" in said, percent


def test_every_switch_is_named_by_the_verbs_where_it_moves_money() -> None:
    assert {switch.key for switch in BEARS_ON} == {one.switch for one in READINGS.values() if one.switch}
    assert {one.number for one in READINGS.values() if one.switch} <= set(COSTS)
    assert Path(ROOT / "docs/readings.md").exists()
