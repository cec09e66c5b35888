"""The player's completed hand and the splits of a box, played by a strategy: how facts about them are distributed.

The hand is the first of its box. Its cards are dealt before those of any other hand, so it is followed card by card:
all orders of one composition are equally probable, and for each composition the orders are counted by the states of
the facts that they lead to. Second cards of other hands, by which the box may be split again, are cards of the shoe
that is left, whatever is drawn between them, since nobody chooses them by what they are. Every chance is a fraction.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import product
from math import perm, prod
from typing import NamedTuple

from upcard.errors import Misuse
from upcard.exact.blackjack.kernel import INITIAL, BlackjackKernel, begun
from upcard.exact.blackjack.solve import Solution
from upcard.exact.classes import CLASSES_BY_VALUE, in_common, told_apart
from upcard.exact.deal_graph import FactStates
from upcard.exact.observed_facts import HAND_STREAMS, Distribution, observe
from upcard.payoffs.hands import CARDS, VALUES, ValueCounts, counted, with_card
from upcard.payoffs.plays import ALONE, Plays
from upcard.rules.apply import SPLITS
from upcard.rules.blackjack import is_checked
from upcard.rules.enums import HandKind, Play
from upcard.rules.fact_type import Fact, Split, Stream
from upcard.rules.hand import MOST_POINTS
from upcard.rules.wager import Rider, Wager

FOLLOWED = (*HAND_STREAMS, Stream.FIRST, Stream.SECOND, Stream.INITIAL, Stream.UPCARD)
MOST_CARDS = MOST_POINTS + 2  # numbers of cards of one value in a hand
SIMULATE = "run `upcard simulate` to estimate it"


class Pair(NamedTuple):
    """A pair that is split: its value, by which play, against which upcard, and how often its first hand was."""

    value: int
    play: Play
    upcard: int
    splits: int


class Dealt(NamedTuple):
    """Rounds that are alike: the states of the facts, the cards out of the shoe, the pair split, how many are left."""

    states: FactStates
    cards: int
    pair: Pair | None = None
    left: int = 0  # of the pair's value


def outcomes(
    wager: Wager | Rider, kernel: BlackjackKernel, played: Solution, *, choice: int | None = None
) -> Distribution:
    """Return the probability of each outcome of a wager on the completed hand or the splits of a box."""
    seen = observe(wager, choice)
    facts = (*seen.box, *seen.dealers, *seen.hand, *seen.results)
    if others := [fact.stream.value[0] for fact in facts if fact.stream not in FOLLOWED]:
        raise Misuse(
            f"the {wager.name} wager sees the {' and the '.join(dict.fromkeys(others))} besides what the player's hand"
            f" comes to: their joint distribution is not computed; {SIMULATE}"
        )
    for fact in facts:
        if len(in_common(CLASSES_BY_VALUE, told_apart([fact]))) > VALUES:
            raise Misuse(
                f"the {wager.name} wager sees the {fact.name}: completed hands are followed by the values of their"
                f" cards only; {SIMULATE}"
            )
    chances = dict.fromkeys(seen.outcomes, Fraction(0))
    for states, chance in distribution(kernel, played, facts).items():
        chances[seen.resolve(*states)] += chance
    if sum(chances.values()) != 1:
        raise Misuse(f"a shoe of {sum(kernel.cards)} cards may run out before the {wager.name} wager is decided")
    return chances


def distribution(kernel: BlackjackKernel, played: Solution, facts: tuple[Fact, ...]) -> dict[FactStates, Fraction]:
    """Return the joint distribution of facts that see values of cards, of the streams that are followed."""
    size = sum(kernel.cards)
    ways: dict[Dealt, int] = defaultdict(int)
    for shown in range(len(played.decisions)):
        _Showing(kernel, played, shown, facts, ways).play()
    found: dict[FactStates, Fraction] = defaultdict(Fraction)
    for dealt, many in ways.items():
        if many:
            chance = Fraction(many, perm(size, dealt.cards))
            for states, part in _with_splits(kernel.plays, facts, dealt, size - dealt.cards):
                found[states] += chance * part
    return found


def _with_splits(
    plays: Plays, facts: tuple[Fact, ...], dealt: Dealt, left: int
) -> Iterator[tuple[FactStates, Fraction]]:
    """Let the facts see how often the box is split, each number with its probability."""
    if dealt.pair is None or all(fact.stream is not Stream.SPLITS for fact in facts):
        yield dealt.states, Fraction(1)
        return
    for splits, chance in _splits(plays, dealt.pair, dealt.pair.splits, dealt.left, left).items():
        yield (
            tuple(
                fact.of((Split.MADE,) * splits) if fact.stream is Stream.SPLITS else state
                for fact, state in zip(facts, dealt.states, strict=True)
            ),
            chance,
        )


@lru_cache(maxsize=65_536)
def _splits(plays: Plays, pair: Pair, waiting: int, same: int, left: int) -> dict[int, Fraction]:
    """Return the distribution of the number of splits, with so many hands that wait for their second card.

    So many cards are `left` in the shoe, and so many of them are of the `same` value as the pair.
    """
    both, made = (pair.value, pair.value), pair.splits
    if not waiting or not plays.allows(pair.play, both, pair.upcard, splits=made, from_split=True):
        return {made: Fraction(1)}
    found: dict[int, Fraction] = defaultdict(Fraction)
    again = Fraction(same, left) if left else Fraction(0)
    if again:
        for splits, chance in _splits(plays, pair._replace(splits=made + 1), waiting + 1, same - 1, left - 1).items():
            found[splits] += again * chance
    if left > same:
        for splits, chance in _splits(plays, pair, waiting - 1, same, left - 1).items():
            found[splits] += (1 - again) * chance
    return found


class _Around:
    """What lies around a first hand: what the dealer shows, and the cards of other hands of a pair that was split."""

    def __init__(self, shoe: ValueCounts, shown: tuple[int, ...], pair: Pair | None = None) -> None:
        self.pair = pair
        self.out = counted((*shown, *([pair.value] * pair.splits if pair else ())))
        self.cards = sum(self.out)
        self.left = tuple(had - gone for had, gone in zip(shoe, self.out, strict=True))
        # By value and number of cards in the hand: in how many ways the cards of that value are dealt in one order.
        self.ways = [
            [perm(had, gone + more) for more in range(MOST_CARDS)] for had, gone in zip(shoe, self.out, strict=True)
        ]


class _Showing:
    """The first hands of boxes against one showing of the dealer; `ways` counts how they may be dealt."""

    def __init__(
        self, kernel: BlackjackKernel, played: Solution, shown: int, facts: tuple[Fact, ...], ways: dict[Dealt, int]
    ) -> None:
        self.cards, self.hands, self.allows = kernel.cards, kernel.hands, kernel.plays.allows
        self.facts, self.ways = facts, ways
        self.shown = kernel.dealer.trees[shown].shown
        self.first = {one.hand: one.play for one in played.decisions[shown]}
        self.policies = {key: policies[shown] for key, policies in played.policies.items()}
        self.upcard, beside = kernel.showing(shown), kernel.dealer.trees[shown].blackjack_with
        # With a card of this value the dealer's blackjack ends the round before any hand is played.
        self.beside = 1 + beside if beside is not None and is_checked(kernel.rules, CARDS[self.upcard - 1]) else None
        self.drawn = cache(self._drawn)

    def play(self) -> None:
        """Play every initial hand to its end."""
        held = _Held()
        around = _Around(self.cards, self.shown)
        upcards = dict.fromkeys((self.shown, self.shown[::-1]))  # either of two cards that are seen is the upcard
        for one, two in product(range(1, VALUES + 1), repeat=2):
            hand = (min(one, two), max(one, two))
            if hand not in self.first:
                continue
            play = self.first[hand]
            for upcard, *_ in upcards:
                states = self._initial(one, two, upcard)
                if self.beside:
                    self._dealers_blackjack(counted(hand), states, around)
                if play in SPLITS:
                    self._split(one, play, self._initial(one, two, upcard, split=True))
                elif play is None or play is Play.SURRENDER:
                    self._end(counted(hand), states, 1, around)
                else:
                    self._by(play, self.hands.of(*hand), states, 1, held, around)
        self._on(held, around, self.policies[INITIAL])

    def _initial(self, one: int, two: int, upcard: int, *, split: bool = False) -> FactStates:
        """Return the states of the facts after the initial deal; those of a split hand are after its first card."""
        cards = {
            Stream.FIRST: (one,),
            Stream.SECOND: (two,),
            Stream.INITIAL: (one, two),
            Stream.UPCARD: (upcard,),
            Stream.PLAYER: (one,) if split else (one, two),
            Stream.SPLITS: (),
        }
        return tuple(fact.of(tuple(CARDS[value - 1] for value in cards[fact.stream])) for fact in self.facts)

    def _drawn(self, states: FactStates, value: int) -> FactStates:
        """Let the completed hand see a card, its value counted from 0."""
        return tuple(
            fact.step(state, CARDS[value]) if fact.stream is Stream.PLAYER else state
            for fact, state in zip(self.facts, states, strict=True)
        )

    def _split(self, value: int, play: Play, states: FactStates) -> None:
        """Deal the second card to the first hand of a split pair, and split it again while it may be."""
        splits, again = 0, True
        while again:
            splits, again = splits + 1, False
            held, around = _Held(), _Around(self.cards, self.shown, Pair(value, play, self.upcard, splits))
            for second in range(1, VALUES + 1):
                after, hand = self.drawn(states, second - 1), self.hands.of(value, second)
                pair = second == value
                if pair and self.allows(play, (value, value), self.upcard, splits=splits, from_split=True):
                    again = True
                else:
                    held.add(hand, after, 1)
            self._on(held, around, self.policies[begun(HandKind.SPLIT, value)])

    def _on(self, held: "_Held", around: _Around, policy: bytes) -> None:
        """Play hands on by a policy."""
        for hand, states, orders in held.shortest_first():
            self._by(ALONE[policy[hand]], hand, states, orders, held, around)

    def _by(self, play: Play, hand: int, states: FactStates, orders: int, held: "_Held", around: _Around) -> None:
        """Play a hand: it is held with one card more, or it has ended."""
        counts = self.hands.counts[hand]
        if play is Play.STAND:
            self._end(counts, states, orders, around)
            return
        for value, child in enumerate(self.hands.children[hand]):
            if counts[value] >= around.left[value]:
                continue  # no such card is left
            if play is Play.DRAW and child >= 0:
                held.add(child, self.drawn(states, value), orders)
            else:
                self._end(with_card(counts, value), self.drawn(states, value), orders, around)

    def _end(self, counts: ValueCounts, states: FactStates, orders: int, around: _Around) -> None:
        """Count the ways to deal a completed hand; where a card reader is used, the dealer has no blackjack."""
        ways = orders * prod([of_value[many] for of_value, many in zip(around.ways, counts, strict=True)])
        if not ways:
            return
        pair, cards = around.pair, around.cards + sum(counts)
        same = around.left[pair.value - 1] - counts[pair.value - 1] if pair else 0
        self.ways[Dealt(states, cards, pair, same)] += ways
        if self.beside:
            less = same - (pair is not None and pair.value == self.beside)
            beside = around.left[self.beside - 1] - counts[self.beside - 1]
            self.ways[Dealt(states, cards + 1, pair, less)] -= ways * beside

    def _dealers_blackjack(self, counts: ValueCounts, states: FactStates, around: _Around) -> None:
        """Count the ways in which a dealer's blackjack ends the round with two cards in the box."""
        assert self.beside is not None
        ways = prod([of_value[many] for of_value, many in zip(around.ways, counts, strict=True)])
        beside = around.left[self.beside - 1] - counts[self.beside - 1]
        self.ways[Dealt(states, around.cards + sum(counts) + 1)] += ways * beside


class _Held:
    """Hands that are played on, by number: in how many orders of their cards the facts have come to each state."""

    def __init__(self) -> None:
        self.orders: dict[int, dict[FactStates, int]] = {}
        self.waiting: list[int] = []

    def add(self, hand: int, states: FactStates, orders: int) -> None:
        """Hold a hand in so many more orders."""
        if hand not in self.orders:
            self.orders[hand] = {}
            heappush(self.waiting, -hand)  # longer hands have lower numbers
        self.orders[hand][states] = self.orders[hand].get(states, 0) + orders

    def shortest_first(self) -> Iterator[tuple[int, FactStates, int]]:
        """Take every hand out, shorter ones before those that they may become."""
        while self.waiting:
            hand = -heappop(self.waiting)
            for states, orders in self.orders.pop(hand).items():
                yield hand, states, orders
