"""Rounds dealt by the engine, each from a fresh shoe, played as the analysis plays: net results agree with exact."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import cycle
from math import sqrt
from typing import Any

import pytest

from tests.chances import FAR, is_likely
from tests.tables import read, text
from upcard.cards import DECK, Card
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel, hand_start, shoe_of
from upcard.exact.blackjack.multiple import wager_moments
from upcard.exact.blackjack.nets import nets
from upcard.exact.blackjack.solve import Decision, best
from upcard.game import TableState, at, play, procedure
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.round_report import results
from upcard.game.state import Seat
from upcard.money import Cents
from upcard.payoffs.plays import HAND_PLAYS
from upcard.rules.apply import SPLITS
from upcard.rules.enums import HoleCard, Play
from upcard.rules.wager import Point
from upcard.table import Status, check, status_of

AMOUNT = Cents(1000)
MOST_CARDS = 60  # of a fresh shoe are put in order; no round needs more

SINGLE: dict[str, dict[str, Any]] = {
    "blackjack": {},
    "card reader, surrender, four hands": {
        "hole_card": "down, card reader",
        "surrender": True,
        "splits": 3,
        "notices": ["hole card", "surrender", "splits"],
    },
    "hole card up": {"hole_card": "up", "notices": ["hole card up"]},
    "free bet": {
        "game": "free bet",
        "free_double": "two cards",
        "dealer_soft_17": "draw",
        "splits": 3,
        "notices": ["splits"],
    },
    "free bet, any number of cards": {
        "game": "free bet",
        "free_double": "any number of cards",
        "dealer_soft_17": "draw",
        "splits": 3,
        "hole_card": "down, card reader",
        "notices": ["free double", "hole card", "splits"],
    },
}
MULTIPLE = {"game": "multiple action", "multiple_action_wagers": 3, "multiple_action_required": 2}


class Player:
    """A table played by the best play of every composition."""

    def __init__(self, keys: Mapping[str, Any]) -> None:
        self.config = read(text(**keys))
        assert status_of(check(self.config)) is not Status.UNLAWFUL
        self.rules = self.config.rules
        self.kernel = BlackjackKernel(self.rules, shoe_of(self.config))
        self.found = best(self.kernel)
        self.nets = nets(self.kernel, self.found).chances
        self.value = self.found.value - self.found.busts_before_blackjack
        self.showings = {tree.shown: number for number, tree in enumerate(self.kernel.dealer.trees)}
        self.first = {(one.shown, one.hand): one for decisions in self.found.decisions for one in decisions}
        self.open, _ = play(at(self.config), do.OpenTable())

    @property
    def variance(self) -> float:
        """Return the exact variance of a wager."""
        mean = sum(float(net) * chance for net, chance in self.nets.items())
        return sum(float(net) ** 2 * chance for net, chance in self.nets.items()) - mean * mean

    def decides(self, table: TableState, seat: Seat, index: int) -> Play:
        """Play the hand in turn."""
        hand = seat.hands[index]
        values = tuple(sorted(card.value for card in hand.cards))
        shown = tuple(sorted(card.value for card in table.dealer.shown))
        if not hand.kind.from_split and len(values) == 2:
            chosen = self.first[shown, (values[0], values[1])].play
            assert chosen is not None
            return chosen
        if hand.kind.from_split and len(values) == 2 and values[0] == values[1]:
            again = self.first[shown, (values[0], values[1])].play
            assert again is not None
            in_order = tuple(card.value for card in hand.cards)
            allows = self.kernel.plays.allows
            if again in SPLITS and allows(again, in_order, shown[0], splits=len(seat.hands) - 1, from_split=True):
                return again
        policy = self.found.policies[hand_start(hand.kind, hand.cards[0].value)][self.showings[shown]]
        return HAND_PLAYS[policy[self.kernel.hands.of(*values)]]

    def net_results(self, shoe: tuple[Card, ...], wagers: int = 1) -> tuple[float, ...]:
        """Deal a round from a shoe; return the net result of each blackjack wager, in units of it."""
        table, _ = play(self.open, do.ShuffleShoe(shoe))
        happened: list[ev.Event] = []
        commands: list[do.Command] = [do.PlaceWager(1, ev.BLACKJACK, (AMOUNT,) * wagers), do.CloseBetting()]
        while commands or table.point is not Point.BEFORE_FIRST_CARD:
            table, events = play(table, commands.pop(0) if commands else self._command(table))
            happened += events
        (seat,) = results(happened)
        by_spot = {one.spot: one.net / AMOUNT for one in seat.wagers}
        return tuple(by_spot[spot] for spot in range(wagers))

    def _command(self, table: TableState) -> do.Command:
        if procedure.is_insurance_offered(table):
            return do.CloseInsurance()
        found = procedure.turn(table)
        assert found is not None
        seat, index = found
        return do.Decide(seat.number, self.decides(table, seat, index))

    def splits(self) -> list[Decision]:
        """Return the hands that are split."""
        return [one for one in self.first.values() if one.play in SPLITS]

    def shoe(self, shuffler: random.Random) -> tuple[Card, ...]:
        """Shuffle a fresh shoe."""
        return tuple(shuffler.sample(DECK * self.config.decks, MOST_CARDS))

    def shoe_for(self, one: Decision, shuffler: random.Random) -> tuple[Card, ...]:
        """Shuffle a fresh shoe so that this hand comes against this showing."""
        first, second = one.hand
        cards = list(DECK * self.config.decks)
        dealt = []
        for value in (first, one.shown[0], second, *one.shown[1:]):
            card = shuffler.choice([card for card in cards if card.value == value])
            cards.remove(card)
            dealt.append(card)
        return (*dealt, *shuffler.sample(cards, MOST_CARDS))


@cache
def player_of(name: str) -> Player:
    """Analyse a table, once."""
    return Player(SINGLE[name])


@dataclass(frozen=True)
class Sample:
    """Numbers whose mean is known exactly."""

    mean: float
    error: float

    @classmethod
    def of(cls, numbers: Iterable[float]) -> "Sample":
        """Take numbers."""
        found = list(numbers)
        mean = sum(found) / len(found)
        return cls(mean, sqrt(sum((one - mean) ** 2 for one in found)) / len(found))

    def agrees(self, exact: float) -> bool:
        """Whether the mean is within 4.5 standard errors of the exact one."""
        return abs(self.mean - exact) <= FAR * self.error


def come_as_often(counts: Counter[Fraction], chances: Mapping[Fraction, float]) -> bool:
    """Whether every net result is as frequent as expected."""
    rounds = counts.total()
    return all(is_likely(counts[net], rounds, min(max(chances.get(net, 0.0), 0.0), 1.0)) for net in {*counts, *chances})


def check_rounds(name: str, rounds: int) -> None:
    """Play rounds at a table; their mean and every net result must agree with the analysis."""
    player, shuffler = player_of(name), random.Random(name)
    brought = [player.net_results(player.shoe(shuffler))[0] for _ in range(rounds)]
    assert Sample.of(brought).agrees(player.value), name
    counts = Counter(Fraction(net) for net in brought)
    assert set(counts) <= set(player.nets)
    assert come_as_often(counts, player.nets)


def check_splits(name: str, rounds: int) -> None:
    """Play hands that are split, each as often as any other."""
    player, shuffler = player_of(name), random.Random(name)
    hands = player.splits()
    shuffler.shuffle(hands)
    more = [
        player.net_results(player.shoe_for(one, shuffler))[0] - (one.value - one.busts_before_blackjack)
        for _, one in zip(range(rounds), cycle(hands), strict=False)
    ]
    assert len(hands) > 20
    assert Sample.of(more).agrees(0.0), name


def check_several_wagers(rounds: int) -> None:
    """Play three wagers against three dealer's hands."""
    player, shuffler = Player(MULTIPLE), random.Random("multiple action")
    brought = [player.net_results(player.shoe(shuffler), wagers=3) for _ in range(rounds)]
    for spot in range(3):
        of_spot = [net[spot] for net in brought]
        assert Sample.of(of_spot).agrees(player.value), spot
        assert come_as_often(Counter(map(Fraction, of_spot)), player.nets), spot
    exact = wager_moments(player.kernel, player.found, variance=player.variance, mean=player.value)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        products = ((net[one] - player.value) * (net[other] - player.value) for net in brought)
        assert Sample.of(products).agrees(exact.covariance), (one, other)


@pytest.mark.cite("13:69F-2.12(a)")
@pytest.mark.parametrize("name", SINGLE)
def test_a_hand_of_21_is_played_no_further(name: str) -> None:
    player = player_of(name)
    played_on = {
        (shown, counts)
        for policies in player.found.policies.values()
        for shown, number in player.showings.items()
        for counts, total, code in zip(
            player.kernel.hands.counts, player.kernel.hands.totals, policies[number], strict=True
        )
        if total.points == 21 and HAND_PLAYS[code] is not Play.STAND
    }
    assert not played_on


def test_the_tables_differ_in_what_they_are_told_to() -> None:
    """Engine and analysis would agree on a rule that neither reads."""
    plays = {
        name: {one.play for one in player_of(name).first.values()}
        | {HAND_PLAYS[code] for policies in player_of(name).found.policies.values() for one in policies for code in one}
        for name in SINGLE
    }
    assert Play.SURRENDER in plays["card reader, surrender, four hands"]
    assert Play.SURRENDER not in plays["blackjack"]
    assert {Play.FREE_DOUBLE_DOWN, Play.FREE_SPLIT} <= plays["free bet"]
    assert {player_of(name).rules.splits for name in SINGLE} == {1, 3}
    assert {player_of(name).rules.hole_card for name in SINGLE} == set(HoleCard)
    assert len({player_of(name).value for name in SINGLE}) == len(SINGLE)


@pytest.mark.parametrize("name", SINGLE)
def test_rounds_bring_what_is_exact(name: str) -> None:
    check_rounds(name, 2500)


@pytest.mark.parametrize("name", SINGLE)
def test_split_pairs_bring_what_is_exact(name: str) -> None:
    check_splits(name, 800)


def test_three_wagers_bring_what_is_exact_and_vary_together_as_exactly() -> None:
    check_several_wagers(2500)
