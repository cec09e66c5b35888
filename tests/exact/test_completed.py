"""Completed hands and splits, by the best play: every round of tiny shoes dealt in its real order, and sums."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from tests.exact import blackjack_in_words as words
from tests.exact.given import NO_HOLE_CARD, READER, UP, Case, case
from upcard.cards import Card
from upcard.exact.blackjack.blackjack_kernel import INITIAL, BlackjackKernel, hand_start
from upcard.exact.blackjack.completed_hand import distribution
from upcard.exact.blackjack.solve import Solution, best
from upcard.payoffs.hands import CARD_OF_VALUE, all_hands
from upcard.payoffs.plays import HAND_PLAYS
from upcard.rules.apply import SPLITS
from upcard.rules.enums import HandKind, HoleCard, Play, Soft17, Surrender
from upcard.rules.fact_type import Fact, Split, Stream
from upcard.rules.facts import BOX_SPLITS, PLAYER_CARDS, PLAYER_TOTAL

Left = tuple[int, ...]  # cards by value, aces first
Hands = tuple[tuple[int, ...], ...]  # of a box, by value

VALUES_IN_ORDER = Fact(
    name="first four values",
    stream=Stream.PLAYER,
    start=(),
    step=lambda values, card: (*values, card.value)[:4],
)
FIRST_VALUE, SECOND_VALUE, UPCARD_VALUE = (
    Fact(name=f"value: {stream.value[0]}", stream=stream, start=None, step=lambda _, card: card.value)
    for stream in (Stream.FIRST, Stream.SECOND, Stream.UPCARD)
)
INITIAL_VALUES = Fact(
    name="initial values", stream=Stream.INITIAL, start=(), step=lambda values, card: (*values, card.value)
)
FACTS = (
    PLAYER_TOTAL,
    PLAYER_CARDS,
    BOX_SPLITS,
    VALUES_IN_ORDER,
    FIRST_VALUE,
    SECOND_VALUE,
    UPCARD_VALUE,
    INITIAL_VALUES,
)


def shoe(**counts: int) -> Left:
    """Write a shoe by value: a2=3 are three twos."""
    return tuple(counts.get(f"a{value}", 0) for value in range(1, 11))


def drawn(left: Left) -> Iterator[tuple[int, Fraction, Left]]:
    assert any(left), "the shoe is too small"
    for at, count in enumerate(left):
        if count:
            yield at + 1, Fraction(count, sum(left)), (*left[:at], count - 1, *left[at + 1 :])


class Brute:
    """Rounds dealt card by card, every hand of a box after the one before it."""

    def __init__(self, given: Case) -> None:
        self.rules, self.shoe = given
        self.kernel = BlackjackKernel(*given)
        self.played: Solution = best(self.kernel)
        self.first = {(one.hand, one.shown): one.play for side in self.played.decisions for one in side}
        self.numbers = {tree.shown: number for number, tree in enumerate(self.kernel.dealer.trees)}

    def distribution(self) -> dict[tuple[object, ...], Fraction]:
        found: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)
        for one, up, two, hands, chance in self.rounds():
            cards = {
                Stream.FIRST: (one,),
                Stream.SECOND: (two,),
                Stream.INITIAL: (one, two),
                Stream.UPCARD: (up,),
                Stream.PLAYER: hands[0],
            }
            states = tuple(
                fact.of((Split.MADE,) * (len(hands) - 1))
                if fact.stream is Stream.SPLITS
                else fact.of(tuple(map(card_of, cards[fact.stream])))
                for fact in FACTS
            )
            found[states] += chance
        return found

    def rounds(self) -> Iterator[tuple[int, int, int, Hands, Fraction]]:
        for one, first, rest in drawn(self.shoe):
            for up, second, after in drawn(rest):
                for two, third, left in drawn(after):
                    for hands, chance in self.from_initial(one, up, two, left):
                        yield one, up, two, hands, first * second * third * chance

    def from_initial(self, one: int, up: int, two: int, left: Left) -> Iterator[tuple[Hands, Fraction]]:
        if self.rules.hole_card is NO_HOLE_CARD:
            yield from self.box((one, two), (up,), left)
            return
        for hole, chance, rest in drawn(left):
            if {up, hole} == {1, 10}:
                yield ((one, two),), chance
                continue
            shown = (min(up, hole), max(up, hole)) if self.rules.hole_card is UP else (up,)
            for hands, part in self.box((one, two), shown, rest):
                yield hands, chance * part

    def box(self, dealt: tuple[int, int], shown: tuple[int, ...], left: Left) -> Iterator[tuple[Hands, Fraction]]:
        play = self.first[(min(dealt), max(dealt)), shown]
        if play in SPLITS:
            yield from self.on(((dealt[0],), (dealt[1],)), 0, play, shown, left)
        else:
            yield from self.by(play, (dealt,), 0, None, shown, left)

    def on(
        self, hands: Hands, at: int, split: Play | None, shown: tuple[int, ...], left: Left
    ) -> Iterator[tuple[Hands, Fraction]]:
        """Play the hand in turn by the policy, or go on to the next."""
        if at == len(hands):
            yield hands, Fraction(1)
            return
        hand = hands[at]
        if len(hand) == 1:
            yield from self.by(Play.DRAW, hands, at, split, shown, left)
            return
        if split and len(hand) == 2:
            in_play = words.Begun(tuple(sorted(hand)), from_split=True, of_aces=hand[0] == 1)
            if words.may(split, self.rules, in_play, shown, hands=len(hands)):
                parted = (*hands[:at], hand[:1], hand[1:], *hands[at + 1 :])
                yield from self.on(parted, at, split, shown, left)
                return
            if not words.may(Play.DRAW, self.rules, in_play, shown):
                yield from self.on(hands, at + 1, split, shown, left)
                return
        key = hand_start(SPLITS[split] if at else HandKind.SPLIT, hand[0]) if split else INITIAL
        number = all_hands().at.get(tuple(hand.count(value) for value in range(1, 11)))
        play = Play.STAND if number is None else HAND_PLAYS[self.played.policies[key][self.numbers[shown]][number]]
        yield from self.by(play, hands, at, split, shown, left)

    def by(
        self,
        play: Play | None,
        hands: Hands,
        at: int,
        split: Play | None,
        shown: tuple[int, ...],
        left: Left,
    ) -> Iterator[tuple[Hands, Fraction]]:
        if play in (None, Play.STAND, Play.SURRENDER):
            yield from self.on(hands, at + 1, split, shown, left)
            return
        for value, chance, rest in drawn(left):
            more = (*hands[:at], (*hands[at], value), *hands[at + 1 :])
            following = at if play is Play.DRAW else at + 1
            for ended, part in self.on(more, following, split, shown, rest):
                yield ended, chance * part


def card_of(value: int) -> Card:
    return CARD_OF_VALUE[value - 1]


TINY = {
    "eights": case(*shoe(a8=6, a10=6, a3=4), splits=3),
    "low cards": case(*shoe(a2=5, a3=3, a10=9), splits=2, dealer_soft_17=Soft17.DRAW),
    "aces": case(*shoe(a1=6, a10=5, a9=3), splits=3, resplit_aces=True),
    "aces split once": case(*shoe(a1=5, a10=6, a9=4), splits=3),
    "tens": case(*shoe(a10=7, a1=2, a9=2), splits=2),
    "surrender": case(*shoe(a10=6, a6=4, a8=4), splits=1, surrender=Surrender.LATE),
    "free": case(
        *shoe(a8=5, a10=5, a3=4),
        splits=3,
        doubles_free_on=frozenset({9, 10, 11}),
        free_split_except=frozenset({10}),
        dealer_pushes_on=22,
    ),
    "no double after a split": case(*shoe(a8=6, a10=6, a3=4), splits=3, double_after_split=False),
    "five-card charlie": case(*shoe(a2=5, a3=3, a10=8), splits=1, charlie=5),
    "early surrender": case(*shoe(a10=6, a6=4, a1=3), splits=1, surrender=Surrender.EARLY),
}


@cache
def dealt(name: str, hole_card: HoleCard) -> Brute:
    return Brute(TINY[name]._replace(rules=replace(TINY[name].rules, hole_card=hole_card)))


@pytest.mark.parametrize("hole_card", [NO_HOLE_CARD, READER, UP])
@pytest.mark.parametrize("name", TINY)
def test_every_round_of_tiny_shoes_agrees(name: str, hole_card: HoleCard) -> None:
    brute = dealt(name, hole_card)
    exact = distribution(brute.kernel, brute.played, FACTS)
    assert sum(exact.values()) == 1
    assert {states: chance for states, chance in exact.items() if chance} == brute.distribution()


def test_the_tiny_shoes_try_every_number_of_splits_and_long_hands() -> None:
    reached = {states[1:3] for name in TINY for states in dealt(name, UP).distribution()}
    assert {splits for _, splits in reached} == {0, 1, 2, 3}
    assert {cards for cards, _ in reached} >= {2, 3, 4, 5}
