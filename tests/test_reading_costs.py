"""What other readings cost, as `docs/readings.md` says it: each figure is computed here."""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.command import ROOT
from upcard.cards import Card, Rank
from upcard.exact.blackjack.nets import SplitOnce
from upcard.law import READINGS
from upcard.money import Odds
from upcard.payoffs.settlement import payoffs_of
from upcard.results.blackjack import BlackjackPrice, _analysed
from upcard.results.prices import InsurancePrice, Prices, WagerPrice, price
from upcard.rules import blackjack as rules
from upcard.rules import switches
from upcard.rules.apply import SPLITS
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import Play
from upcard.rules.fact_type import Fact, Result
from upcard.rules.facts import BOX_ACES, FIRST_CARD, SECOND_CARD, HandTotal, LeadingAces
from upcard.rules.hand import HAND_LOST, HandEnded
from upcard.rules.switches import Switch
from upcard.rules.wager import LOSE, Outcome
from upcard.table import described
from upcard.table.config import Posted, TableConfig
from upcard.table.readings import BEARS_ON
from upcard.wagers.progressive import FOUR_OF_ONE_COLOR, PROGRESSIVE, TWO, TWO_SUITED

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


def of_progressive(sees: tuple[Fact, ...], resolve: Callable[..., Outcome]) -> tuple[float, float]:
    """Return what the progressive wager costs at the shipped table, and where it is decided otherwise."""
    table = shipped("progressive")
    (offer,) = table.offers
    otherwise = replace(table, offers=(replace(offer, wager=replace(PROGRESSIVE, sees=sees, resolve=resolve)),))
    return 100 * float(progressive(table).house_advantage), 100 * float(progressive(otherwise).house_advantage)


def of_split_aces() -> tuple[float, float]:
    def resolve(first: Card, second: Card) -> Outcome:
        if not first.rank is second.rank is Rank.ACE:
            return LOSE
        return TWO_SUITED if first.suit is second.suit else TWO

    return of_progressive((FIRST_CARD, SECOND_CARD), resolve)


def of_mixed_aces() -> tuple[float, float]:
    def resolve(began: LeadingAces) -> Outcome:
        won = PROGRESSIVE.resolve(began)
        return LOSE if began.aces >= 4 and won is not FOUR_OF_ONE_COLOR else won

    return of_progressive((BOX_ACES,), resolve)


def of_every_line() -> tuple[float, float]:
    table = shipped("free-bet")
    (offer,) = table.offers
    paid = Fraction(0)
    added = {}
    for line, pays in reversed(list(offer.posted.pays.items())):  # each 22 is one of every line below its own
        assert isinstance(pays, Odds)
        paid += pays.ratio
        added[line] = Odds(paid.numerator, paid.denominator)
    otherwise = replace(table, offers=(replace(offer, posted=Posted(pays=added)),))
    (ours,), (other,) = (price(each).of("push 22") for each in (table, otherwise))
    return 100 * float(ours.house_advantage), 100 * float(other.house_advantage)


def of_tied_free_doubles() -> tuple[float, float]:
    def is_tied(_: BlackjackRules, hand: HandEnded, dealer: HandTotal) -> bool:
        return hand.doubled is Play.FREE_DOUBLE_DOWN and hand.total.points == dealer.total.points

    table = shipped("free-bet")
    ours, branches = blackjack(table), rules.SETTLEMENT
    place = next(place for place, branch in enumerate(branches) if branch.name == "equal")
    lost = rules.Branch("free double down, equal", rules.LOST, is_tied, HAND_LOST)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "SETTLEMENT", (*branches[:place], lost, *branches[place:]))
        for cached in (payoffs_of, _analysed):
            cached.cache_clear()
        other = blackjack(table)
    for cached in (payoffs_of, _analysed):
        cached.cache_clear()
    return ours, other


COSTS: dict[int, Callable[[], tuple[float, ...]]] = {
    23: of_insurance,
    24: of_split_aces,
    25: of_mixed_aces,
    26: of_chip,
    41: of_blackjacks,
    43: of_every_line,
    60: of_tied_free_doubles,
    61: of_busts,
    62: of_surrender,
    66: of_fixed_lines,
    67: of_streaks,
}


@pytest.mark.parametrize("number", COSTS)
def test_each_figure_of_another_reading_is_what_is_computed(number: int) -> None:
    # readings 23, 24, 25, 26, 41, 43, 60, 61, 62, 66, 67
    said = " ".join(str(other.costs) for other in READINGS[number].alternatives)
    for percent in COSTS[number]():
        places = 2 if abs(percent) > 85 else 4
        assert f" {abs(percent):.{places}f}" in said, percent


def test_every_switch_is_named_by_the_verbs_where_it_moves_money() -> None:
    assert {switch.key for switch in BEARS_ON} == {one.switch for one in READINGS.values() if one.switch}
    assert {one.number for one in READINGS.values() if one.switch} <= set(COSTS)
    assert Path(ROOT / "docs/readings.md").exists()
