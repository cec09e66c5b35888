"""Plays and nets as tables: those of the engine, and of the rules in words."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from tests.exact import blackjack_in_words as words
from tests.exact.blackjack_in_words import BUST, CHARLIE, Finished, Made
from tests.exact.given import NO_HOLE_CARD, READER, UP
from tests.tables import read, text
from upcard.cards import Card
from upcard.game import TableState, refusals
from upcard.game import commands as do
from upcard.game.state import Dealer, Felt, Hand, Seat
from upcard.payoffs.hands import CARD_OF_VALUE, all_hands, total_of, values_of
from upcard.payoffs.plays import HAND_PLAYS
from upcard.payoffs.settlement import payoffs_of
from upcard.payoffs.settlement_probe import NO_CENTS, UNIT, SettlementProbe
from upcard.rules import facts
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import BlackjackPays, DealerBlackjackTakes, DoubleOn, HandKind, Play, Soft17, Surrender
from upcard.rules.facts import Total
from upcard.rules.hand import HandEnded
from upcard.rules.wager import Point
from upcard.table import TableConfig

FREE = {"game": "free bet", "free_double": "two cards", "dealer_soft_17": "draw", "splits": 3}
ANY_NUMBER = FREE | {"free_double": "any number of cards"}
ALL_WAGERS = DealerBlackjackTakes.ALL_WAGERS
TABLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {  # the file, and rules that it does not state
    "New Jersey": ({}, {}),
    "card reader": ({}, {"hole_card": READER}),
    "hole card up": ({}, {"hole_card": UP}),
    "6 to 5, draw to soft 17": ({}, {"blackjack_pays": BlackjackPays.SIX_TO_FIVE, "dealer_soft_17": Soft17.DRAW}),
    "surrender": ({}, {"surrender": Surrender.LATE}),
    "surrender, card reader": ({}, {"surrender": Surrender.LATE, "hole_card": READER}),
    "three splits, of aces too": ({}, {"splits": 3, "resplit_aces": True}),
    "free bet": (FREE, {}),
    "free bet, any number of cards": (ANY_NUMBER, {}),
    "no double after a split": ({}, {"double_after_split": False}),
    "double on 9 to 11": ({}, {"double_on": DoubleOn.HARD_9_TO_11}),
    "double on 10 or 11": ({}, {"double_on": DoubleOn.HARD_10_TO_11}),
    "all wagers": ({}, {"dealer_blackjack_takes": ALL_WAGERS}),
    "early surrender": ({}, {"surrender": Surrender.EARLY}),
    "early surrender, card reader": ({}, {"surrender": Surrender.EARLY, "hole_card": READER}),
    "early surrender, hole card up": ({}, {"surrender": Surrender.EARLY, "hole_card": UP}),
    "early surrender, not against an ace": ({}, {"surrender": Surrender.EARLY_NOT_AGAINST_ACE}),
    "early surrender, not against an ace, card reader": (
        {},
        {"surrender": Surrender.EARLY_NOT_AGAINST_ACE, "hole_card": READER},
    ),
    "five-card charlie": ({}, {"charlie": 5}),
    "six-card charlie": ({}, {"charlie": 6}),
    "seven-card charlie": ({}, {"charlie": 7}),
    "free bet, all wagers, five-card charlie, early surrender": (
        ANY_NUMBER,
        {"dealer_blackjack_takes": ALL_WAGERS, "charlie": 5, "surrender": Surrender.EARLY},
    ),
    "free bet, double on 9 to 11 but not after a split": (
        FREE,
        {"double_on": DoubleOn.HARD_9_TO_11, "double_after_split": False},
    ),
}
SETTLED = (  # in ways of their own; all others are compared in tests/exact/slow
    "New Jersey",
    "card reader",
    "6 to 5, draw to soft 17",
    "surrender",
    "free bet",
    "all wagers",
    "early surrender",
    "five-card charlie",
    "free bet, all wagers, five-card charlie, early surrender",
)
every_table = pytest.mark.parametrize("name", TABLES)


@cache
def table_of(name: str) -> TableConfig:
    keys, rules = TABLES[name]
    table = read(text(**keys))
    return replace(table, rules=replace(table.rules, **rules))


@cache
def felt_of(name: str) -> Felt:
    return Felt(table_of(name))


# Nets

TOTALS = (*(Total(points) for points in (12, 16, 17, 20, 21, 22)), Total(18, soft=True), Total(21, soft=True))


def ends(rules: BlackjackRules) -> Iterator[HandEnded]:
    """List ends of every kind of hand: at each total and each number of cards that may matter."""
    hands = all_hands()
    held = set(zip(hands.totals, hands.lengths, strict=True))
    numbers = (2, 3) if rules.charlie is None else (2, 3, rules.charlie - 1, rules.charlie, rules.charlie + 1)
    for kind, total, cards in product(payoffs_of(rules).kinds, TOTALS, numbers):
        if (total, cards) in held or (total.bust and cards > 2):
            for way in payoffs_of(rules).ways:
                if way is None or cards > 2:
                    yield HandEnded(total, cards, kind, way)


def dealers(rules: BlackjackRules) -> dict[tuple[Card, ...], facts.HandTotal]:
    """Return a dealer's hand of each distinct kind, and both orders of a blackjack."""
    found: dict[facts.HandTotal, tuple[Card, ...]] = {}
    edge: list[tuple[int, ...]] = [(value,) for value in range(10, 0, -1)]
    for values in edge:  # grows
        total = words.total_of(tuple(sorted(values)))
        if len(values) > 1 and words.dealer_stands(rules, total):
            found.setdefault(facts.HandTotal(Total(*total), min(len(values), 3)), cards_of(values))
        elif len(values) < 4:
            edge += ((*values, value) for value in range(1, 11))
    return {cards: hand for hand, cards in found.items()} | {
        cards_of((1, 10)): facts.HandTotal(Total(21, soft=True), 2)
    }


def cards_of(values: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(CARD_OF_VALUE[value - 1] for value in values)


def check_nets(name: str, *, every_dealer: bool) -> None:
    """Compare what ends are paid with the engine, against every dealer's hand or against one of each class."""
    rules = table_of(name).rules
    payoffs, probe, against = payoffs_of(rules), SettlementProbe(felt_of(name)), dealers(rules)
    numbers = {payoffs.dealer(hand): cards for cards, hand in against.items()}
    assert set(numbers) == set(range(len(payoffs.dealers)))
    for end in ends(rules):
        nets = payoffs.nets[end.kind][payoffs.end(end.total, end.cards, end.doubled)]
        for cards, hand in against.items():
            if every_dealer or cards == numbers[payoffs.dealer(hand)]:
                assert nets[payoffs.dealer(hand)] == probe.net(end, cards), (end, cards)


@pytest.mark.parametrize("name", SETTLED)
def test_every_end_of_a_hand_is_paid_as_the_engine_pays_it(name: str) -> None:
    check_nets(name, every_dealer=False)


@every_table
def test_a_surrendered_hand_is_paid_as_the_engine_pays_it(name: str) -> None:
    rules = table_of(name).rules
    payoffs, probe = payoffs_of(rules), SettlementProbe(felt_of(name))
    assert (payoffs.surrendered is None) == (rules.surrender is Surrender.NONE)
    if payoffs.surrendered is not None:
        nets = payoffs.nets[HandKind.INITIAL][payoffs.surrendered]
        for points, (cards, hand) in product((12, 16, 20), dealers(rules).items()):
            brought = nets[payoffs.dealer(hand)]
            assert brought == probe.net(HandEnded(Total(points), 2, surrendered=True), cards)
            assert brought == words.surrender_brings(rules, Made(words.Total(*hand.total), hand.blackjack))


@every_table
def test_every_end_of_a_hand_is_paid_as_the_rules_say_in_words(name: str) -> None:
    rules = table_of(name).rules
    payoffs = payoffs_of(rules)
    for end, hand in product(ends(rules), dealers(rules).values()):
        if hand.blackjack and rules.hole_card is not NO_HOLE_CARD and (end.kind.from_split or end.cards > 2):
            continue  # the round is over before such a hand is played
        net = payoffs.nets[end.kind][payoffs.end(end.total, end.cards, end.doubled)][payoffs.dealer(hand)]
        made = Made(words.Total(*hand.total), hand.blackjack)
        if end.kind is HandKind.INITIAL and end.cards == 2 and end.total.points == 21:
            assert net == words.dealt_blackjack_brings(rules, made)
        else:
            assert net == words.net_results(rules, finished(rules, end), made, busts_first=True), (end, hand)


def finished(rules: BlackjackRules, end: HandEnded) -> Finished:
    """Return an end as brute force has it."""
    free, paid = end.kind is HandKind.ADDED_FREE, end.doubled is Play.DOUBLE_DOWN
    points = end.total.points
    if points > 21:
        points = BUST
    elif rules.charlie is not None and end.cards >= rules.charlie:
        points = CHARLIE
    return Finished(end.kind.original, points, 1 + (end.doubled is not None), (not free) + paid)


# Plays

LONG_HANDS = 60  # of three cards and more, drawn at random


@cache
def hands() -> tuple[tuple[tuple[int, ...], int], ...]:
    """List every hand of two cards and some of more, their values highest first, each with upcards."""
    found = [values_of(counts)[::-1] for counts in all_hands().counts]
    more = random.Random("hands").sample([values for values in found if len(values) > 2], LONG_HANDS)
    two = [values for values in found if len(values) == 2]
    return (*product(two, (1, 6, 10)), *((values, 1 + at % 10) for at, values in enumerate(more)))


def put(
    name: str, values: tuple[int, ...], upcard: int, *, splits: int = 0, kind: HandKind = HandKind.INITIAL
) -> TableState:
    """Put a hand on a table where it is its turn; its box has been split so many times."""
    felt = felt_of(name)
    free = kind is HandKind.ADDED_FREE
    cards = cards_of(values)
    hand = Hand(cards, total_of(values), chips=(UNIT,), kind=kind, live=(True,))
    hand = hand._replace(chips=(NO_CENTS,), buttons=(Play.FREE_SPLIT,)) if free else hand
    before = Hand(cards_of((10, 10)), Total(20), (UNIT,), kind=HandKind.SPLIT, ended=True, live=(True,))
    shown = cards_of((upcard, 7)) if felt.rules.hole_card is not NO_HOLE_CARD else cards_of((upcard,))
    dealer = Dealer(shown, total_of(tuple(card.value for card in shown)), hole_hidden=felt.rules.hole_card is READER)
    seat = Seat(1, chips=(UNIT,), hands=(*(before,) * splits, hand), dealt=cards)
    return TableState(
        felt, open=True, point=Point.DECISIONS, shoe=CARD_OF_VALUE * 3, cutting_card=99, seats=(seat,), dealer=dealer
    )


def allowed(table: TableState) -> set[Play]:
    """Return the plays that the engine does not refuse; a hand that could only stand is not asked."""
    return {play for play in Play if not refusals(table, do.Decide(1, play))} or {Play.STAND}


def begun(values: tuple[int, ...]) -> Iterator[tuple[HandKind, tuple[int, ...]]]:
    """List how a hand may have begun: dealt, or with a card of a split pair, an ace or not, paid or free."""
    yield HandKind.INITIAL, values
    for kind in (HandKind.SPLIT, HandKind.ADDED_FREE):
        if values[0] > 1:
            yield kind, values
        if values[-1] == 1:
            yield kind, (1, *values[:-1])


@every_table
def test_the_plays_within_a_hand_are_those_that_the_engine_does_not_refuse(name: str) -> None:
    plays, numbers = payoffs_of(table_of(name).rules).plays, all_hands()
    for values, upcard in hands():
        for kind, cards in begun(values):
            if kind in payoffs_of(table_of(name).rules).kinds:
                mask = plays.masks(upcard, from_split=kind.from_split, aces=kind.from_split and cards[0] == 1)
                bits = mask[numbers.of(*cards)]
                engine = allowed(put(name, cards, upcard, splits=int(kind.from_split), kind=kind))
                found = {play for bit, play in enumerate(HAND_PLAYS) if bits >> bit & 1}
                assert found == engine & set(HAND_PLAYS), (kind, cards, upcard)


@every_table
def test_every_play_that_the_tables_allow_is_one_that_the_engine_does_not_refuse(name: str) -> None:
    plays = payoffs_of(table_of(name).rules).plays
    for (values, upcard), splits in product(hands(), (0, 1, 3)):
        if len(values) > 2 and splits > 1:
            continue
        for cards in (values, values[::-1]) if values[-1] == 1 else (values,):
            kind = HandKind.SPLIT if splits else HandKind.INITIAL
            engine = allowed(put(name, cards, upcard, splits=splits, kind=kind))
            found = {play for play in Play if plays.allows(play, cards, upcard, splits=splits, from_split=splits > 0)}
            assert found == engine, (cards, upcard, splits)


@every_table
def test_the_first_plays_of_a_hand_are_those_that_the_engine_asks_for_before_and_after_the_dealer_looks(
    name: str,
) -> None:
    plays = payoffs_of(table_of(name).rules).plays
    for values, upcard in hands():
        if len(values) != 2:
            continue
        table = put(name, values, upcard)
        engine = allowed(table)
        early = table._replace(point=Point.EARLY_SURRENDER)
        if early.offers_early_surrender and not refusals(early, do.Decide(1, Play.SURRENDER)):
            engine.add(Play.SURRENDER)
            assert plays.is_early((values[0], values[1]), upcard)
        found = plays.first((values[0], values[1]), upcard)
        assert set(found) == (engine if engine != {Play.STAND} else set()), (values, upcard)
