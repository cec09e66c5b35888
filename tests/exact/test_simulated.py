"""Rounds dealt by the engine, each from a fresh shoe: their outcomes and net results agree with exact figures."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from tests.chances import FAR, is_likely
from tests.exact.given import soft_17_rules
from tests.tables import NEEDS, OFFERS, offer, read, text
from upcard.cards import DECK
from upcard.exact.distribution import distribution, distribution_over_rounds
from upcard.exact.drawn_cards import Shown
from upcard.exact.price import price
from upcard.exact.shoe import Shoe
from upcard.game import TableState, at, play, procedure
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import next_formality
from upcard.game.round_report import results
from upcard.money import Cents
from upcard.rules.enums import Play
from upcard.rules.fact_type import Result
from upcard.rules.facts import DEALER_HAND, INITIAL_HAND, HandTotal, Total
from upcard.rules.wager import STANDS, Outcome, Point, Wager
from upcard.table import Status, TableConfig, check, status_of
from upcard.wagers import ALL

DECKS = 6
AMOUNT = Cents(1000)
ROUNDS = 1200  # at each table
STANDING = 400  # wagers that stand over several rounds, of each length
SHOWN = Cents(500)

WAGERS = {wager.name: wager for wager in ALL}
COUNTING = [wager for wager in ALL if wager.sees_results]


def table_of(names: tuple[str, ...]) -> TableConfig:
    keys: dict[str, Any] = {"hole_card": "down, card reader", "decks": DECKS, "notices": ["hole card"]}
    for name in names:
        keys |= NEEDS.get(name, {})
    display = {"display": [["5.00", "1"]]}
    offers = [offer(name, **(display if WAGERS[name].displayed else {})) for name in names]
    return read(text(*offers, **keys))


def tables() -> list[tuple[str, ...]]:
    """Put the wagers at as few tables as the law allows."""
    found: list[tuple[str, ...]] = []
    for name in OFFERS:
        if WAGERS[name] in COUNTING:
            continue
        for place, names in enumerate(found):
            if status_of(check(table_of((*names, name)))) is not Status.UNLAWFUL:
                found[place] = (*names, name)
                break
        else:
            found.append((name,))
    return found


Decision = Callable[[Total], Play]


def drawing(total: Total) -> Play:
    """Draw below 17."""
    return Play.DRAW if total.points < 17 else Play.STAND


def gets_card(values: tuple[int, ...], shown: Shown, blackjack: bool) -> bool:
    """Whether drawing below 17 deals a box another card, where a dealer's blackjack ends the round first."""
    total = Total(0)
    for value in values:
        total = total.plus(next(card for card in DECK if card.value == value))
    return bool(shown) and not blackjack and drawing(total) is Play.DRAW


def one_round(
    table: TableState, wagers: list[do.PlaceWager], decision: Decision, shuffler: random.Random
) -> tuple[TableState, list[ev.Event]]:
    """Deal one round from a fresh shoe; only as many of its cards as any round needs are put in order."""
    table, _ = play(table, do.ShuffleShoe(tuple(shuffler.sample(DECK * DECKS, 40))))
    happened: list[ev.Event] = []
    commands: list[do.Command] = [*wagers, do.CloseBetting()]
    while commands or table.point is not Point.BEFORE_FIRST_CARD:
        command = commands.pop(0) if commands else next_formality(table, lambda _, __: SHOWN) or turn(table, decision)
        table, events = play(table, command)
        happened += events
    return table, happened


def turn(table: TableState, decision: Decision) -> do.Command:
    if procedure.is_insurance_offered(table):
        return do.CloseInsurance()
    found = procedure.turn(table)
    assert found is not None
    seat, hand = found
    return do.Decide(seat.number, decision(seat.hands[hand].total))


def agrees(counts: Counter[Outcome], chances: dict[Outcome, Fraction]) -> None:
    """Check that each outcome came as often as it should, rare ones too."""
    assert set(counts) <= set(chances)
    for outcome, chance in chances.items():
        assert is_likely(counts[outcome], counts.total(), float(chance)), outcome


@pytest.mark.parametrize("names", tables(), ids=", ".join)
def test_every_wager_comes_out_as_often_as_exactly_and_brings_what_is_priced(names: tuple[str, ...]) -> None:
    config = table_of(names)
    start, _ = play(at(config), do.OpenTable())
    offers = {one.wager.name: one for one in config.offers}
    amounts = {name: (one.wager.limits.value.exactly or (AMOUNT,))[0] for name, one in offers.items()}
    made = [do.PlaceWager(1, ev.BLACKJACK, (AMOUNT,))]
    made += [do.PlaceWager(1, name, (amount,)) for name, amount in amounts.items()]
    counts: dict[str, Counter[Outcome]] = {name: Counter() for name in names}
    labels = {name: {outcome.label: outcome for outcome in WAGERS[name].outcomes} for name in names}
    nets: dict[tuple[str, Outcome], set[int]] = {}
    shuffler = random.Random(" ".join(names))
    for _ in range(ROUNDS):
        _, happened = one_round(start, made, drawing, shuffler)
        (seat,) = results(happened)
        for one in seat.wagers:
            if one.wager in labels:
                outcome = labels[one.wager][one.outcome]
                counts[one.wager][outcome] += 1
                nets.setdefault((one.wager, outcome), set()).add(one.net)
    for name in names:
        agrees(counts[name], distribution(WAGERS[name], Shoe.fresh(DECKS), rules=config.rules, goes=gets_card))
    for (name, outcome), found in nets.items():
        amount, meter = amounts[name], Cents(500_070)  # the initial amount, and what this round's wager adds
        priced = price(WAGERS[name], {outcome: Fraction(1)}, offers[name].pays, amount=amount, meter=meter)
        assert found == {-amount * priced.house_advantage}


def test_every_wager_is_dealt_at_one_of_the_tables() -> None:
    dealt = [WAGERS[name] for names in tables() for name in names]
    assert [wager for wager in ALL if wager not in dealt] == COUNTING


def results_of_standing() -> dict[Result, Fraction]:
    """Work out exactly how rounds come out for a player who never draws: a wager like any other."""
    won, lost, pushed = (Outcome(result.value) for result in Result)

    def resolve(player: HandTotal, dealer: HandTotal) -> Outcome:
        if player.blackjack or dealer.blackjack:
            more = player.blackjack - dealer.blackjack
        else:
            more = 1 if dealer.total.bust else player.total.points - dealer.total.points
        return won if more > 0 else lost if more < 0 else pushed

    wager: Wager = replace(ALL[0], sees=(INITIAL_HAND, DEALER_HAND), outcomes=(won, lost, pushed), resolve=resolve)
    chances = distribution(wager, Shoe.fresh(DECKS), rules=soft_17_rules(draws=False))
    return dict(zip(Result, chances.values(), strict=True))


@pytest.mark.parametrize(("wager", "choice"), [(one, choice) for one in COUNTING for choice in one.choices])
def test_a_wager_over_several_rounds_is_decided_as_often_as_exactly(wager: Wager, choice: int) -> None:
    start, _ = play(at(table_of((wager.name,))), do.OpenTable())
    blackjack_wager = do.PlaceWager(1, ev.BLACKJACK, (AMOUNT,))
    labels = {outcome.label: outcome for outcome in wager.outcomes}
    shuffler = random.Random(choice)
    counts: Counter[Outcome] = Counter()
    lengths: list[int] = []
    for _ in range(STANDING):
        table, made, outcome = start, [blackjack_wager, do.PlaceWager(1, wager.name, (Cents(500),), choice)], STANDS
        rounds = 0
        while outcome is STANDS:
            table, happened = one_round(table, made, lambda _: Play.STAND, shuffler)
            (seat,) = results(happened)
            outcome = labels[next(one.outcome for one in seat.wagers if one.wager == wager.name)]
            made, rounds = [blackjack_wager], rounds + 1
        counts[outcome] += 1
        lengths.append(rounds)
    chances, until = distribution_over_rounds(wager, results_of_standing(), choice=choice)
    agrees(counts, chances)
    spread = sqrt(sum((length - until.mean) ** 2 for length in lengths) / STANDING)
    assert abs(sum(lengths) / STANDING - until.mean) <= FAR * spread / sqrt(STANDING)
