"""The joint distribution of facts about the player's completed hand and the splits of a box, played by a strategy.

The hand is the first of its box. Its cards are dealt before those of any other hand, so it is followed card by card:
all orders of one composition are equally probable, and for each composition the orders are counted by the states of
the facts that they lead to. Second cards of other hands, by which the box may be split again, are any cards of the
shoe that is left, whatever is drawn between them, since players decide without knowing them. All are fractions.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import product
from math import perm, prod
from typing import NamedTuple

from upcard.english import listed
from upcard.errors import Misuse, NoExactPriceError
from upcard.exact.blackjack.blackjack_kernel import INITIAL, BlackjackKernel, hand_start
from upcard.exact.blackjack.solve import Solution
from upcard.exact.classes import CLASSES_BY_VALUE, common_refinement, distinguished_classes
from upcard.exact.deal_graph import FactStates
from upcard.exact.observed_facts import HAND_STREAMS, Distribution, ObservedFacts, observe
from upcard.payoffs.hands import CARD_OF_VALUE, VALUES, ValueCounts, counted, with_card
from upcard.payoffs.plays import HAND_PLAYS, Plays
from upcard.rules.apply import SPLITS, is_checked
from upcard.rules.enums import HandKind, Play
from upcard.rules.fact_type import Fact, Split, Stream
from upcard.rules.hand import MOST_POINTS
from upcard.rules.wager import Rider, Wager

SUPPORTED_STREAMS = (*HAND_STREAMS, Stream.FIRST, Stream.SECOND, Stream.INITIAL, Stream.UPCARD)
MOST_CARDS = MOST_POINTS + 2  # more than a hand can hold of one value


class Pair(NamedTuple):
    """A pair that is split: its value, the play, the upcard, and how often its first hand was split."""

    value: int
    play: Play
    upcard: int
    splits: int


class DealtCards(NamedTuple):
    """Rounds counted together: the states of the facts, the number of cards out of the shoe, the pair split."""

    states: FactStates
    cards: int
    pair: Pair | None = None
    left: int = 0  # cards of the pair's value left in the shoe


def outcomes(
    wager: Wager | Rider, kernel: BlackjackKernel, solution: Solution, *, choice: int | None = None
) -> Distribution:
    """Return the probability of each outcome of a wager on the completed hand or the splits of a box."""
    return observed_outcomes(observe(wager, choice), wager.display_name, kernel, solution)


def observed_outcomes(observed: ObservedFacts, name: str, kernel: BlackjackKernel, solution: Solution) -> Distribution:
    """Return the probability of each outcome of facts that observe the completed hand or the splits of a box."""
    facts = (*observed.box, *observed.dealers, *observed.hand, *observed.results)
    if others := [fact.stream.value[0] for fact in facts if fact.stream not in SUPPORTED_STREAMS]:
        seen = listed(f"the {other}" for other in dict.fromkeys(others))
        raise NoExactPriceError(
            name,
            f"sees {seen} besides the player's completed hand: their joint distribution cannot be computed",
        )
    for fact in facts:
        if len(common_refinement(CLASSES_BY_VALUE, distinguished_classes([fact]))) > VALUES:
            raise NoExactPriceError(
                name, f"sees the {fact.name}: completed hands are computed by the values of their cards only"
            )
    chances = dict.fromkeys(observed.outcomes, Fraction(0))
    for states, chance in distribution(kernel, solution, facts).items():
        chances[observed.resolve(*states)] += chance
    if sum(chances.values()) != 1:
        raise Misuse(f"a shoe of {sum(kernel.cards)} cards may run out before the {name} wager is decided")
    return chances


def distribution(kernel: BlackjackKernel, solution: Solution, facts: tuple[Fact, ...]) -> dict[FactStates, Fraction]:
    """Return the joint distribution of facts that see values of cards only, of the supported streams."""
    size = sum(kernel.cards)
    ways: dict[DealtCards, int] = defaultdict(int)
    for showing in range(len(solution.decisions)):
        _Showing(kernel, solution, showing, facts, ways).play()
    chances: dict[FactStates, Fraction] = defaultdict(Fraction)
    for dealt, count in ways.items():
        if count:
            chance = Fraction(count, perm(size, dealt.cards))
            for states, part in _with_splits(kernel.plays, facts, dealt, size - dealt.cards):
                chances[states] += chance * part
    return chances


def _with_splits(
    plays: Plays, facts: tuple[Fact, ...], dealt: DealtCards, left: int
) -> Iterator[tuple[FactStates, Fraction]]:
    """Yield the states of the facts after the splits of the box, for each number of splits with its probability."""
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
    """Return the distribution of the number of splits, with `waiting` hands that have no second card yet.

    `left` cards are in the shoe, `same` of them of the pair's value.
    """
    both, made = (pair.value, pair.value), pair.splits
    if not waiting or not plays.allows(pair.play, both, pair.upcard, splits=made, from_split=True):
        return {made: Fraction(1)}
    chances: dict[int, Fraction] = defaultdict(Fraction)
    again = Fraction(same, left) if left else Fraction(0)
    if again:
        for splits, chance in _splits(plays, pair._replace(splits=made + 1), waiting + 1, same - 1, left - 1).items():
            chances[splits] += again * chance
    if left > same:
        for splits, chance in _splits(plays, pair, waiting - 1, same, left - 1).items():
            chances[splits] += (1 - again) * chance
    return chances


class _OtherCards:
    """The cards on the table besides a first hand: the dealer's, and those of other hands of a pair that was split."""

    def __init__(self, shoe: ValueCounts, shown: tuple[int, ...], pair: Pair | None = None) -> None:
        self.pair = pair
        self.out = counted((*shown, *([pair.value] * pair.splits if pair else ())))
        self.cards = sum(self.out)
        self.left = tuple(count - out for count, out in zip(shoe, self.out, strict=True))
        # By value and number of cards in the hand: the ways to deal these cards and those out, in one order.
        self.ways = [
            [perm(count, out + more) for more in range(MOST_CARDS)] for count, out in zip(shoe, self.out, strict=True)
        ]


class _Showing:
    """The first hands of boxes against one showing of the dealer; `ways` counts the ways to deal them."""

    def __init__(
        self,
        kernel: BlackjackKernel,
        solution: Solution,
        showing: int,
        facts: tuple[Fact, ...],
        ways: dict[DealtCards, int],
    ) -> None:
        self.cards, self.hands, self.allows = kernel.cards, kernel.hands, kernel.plays.allows
        self.facts, self.ways = facts, ways
        self.shown = kernel.dealer.trees[showing].shown
        self.first = {decision.hand: decision.play for decision in solution.decisions[showing]}
        self.policies = {key: policies[showing] for key, policies in solution.policies.items()}
        self.upcard, needed = kernel.upcard(showing), kernel.dealer.trees[showing].blackjack_with
        # With a hole card of this value the dealer's blackjack ends the round before any hand is played.
        checked = is_checked(kernel.rules, CARD_OF_VALUE[self.upcard - 1])
        self.hole_value = needed + 1 if needed is not None and checked else None
        self.after_card = cache(self._after_card)

    def play(self) -> None:
        """Play every initial hand to its end."""
        in_play = _HandsInPlay()
        others = _OtherCards(self.cards, self.shown)
        upcards = dict.fromkeys((self.shown, self.shown[::-1]))  # either of two cards that are face up is the upcard
        for first, second in product(range(1, VALUES + 1), repeat=2):
            hand = (min(first, second), max(first, second))
            if hand not in self.first:
                continue
            play = self.first[hand]
            for upcard, *_ in upcards:
                states = self._initial(first, second, upcard)
                if self.hole_value:
                    self._dealers_blackjack(counted(hand), states, others)
                if play in SPLITS:
                    self._split(first, play, self._initial(first, second, upcard, split=True))
                elif play is None or play is Play.SURRENDER:
                    self._end(counted(hand), states, 1, others)
                else:
                    self._make_play(play, self.hands.of(*hand), states, 1, in_play, others)
        self._play_on(in_play, others, self.policies[INITIAL])

    def _initial(self, first: int, second: int, upcard: int, *, split: bool = False) -> FactStates:
        """Return the states of the facts after the initial deal; those of a split hand are after its first card."""
        cards = {
            Stream.FIRST: (first,),
            Stream.SECOND: (second,),
            Stream.INITIAL: (first, second),
            Stream.UPCARD: (upcard,),
            Stream.PLAYER: (first,) if split else (first, second),
            Stream.SPLITS: (),
        }
        return tuple(fact.of(tuple(CARD_OF_VALUE[value - 1] for value in cards[fact.stream])) for fact in self.facts)

    def _after_card(self, states: FactStates, value: int) -> FactStates:
        """Return the states after a card is drawn to the hand, its value counted from 0."""
        return tuple(
            fact.step(state, CARD_OF_VALUE[value]) if fact.stream is Stream.PLAYER else state
            for fact, state in zip(self.facts, states, strict=True)
        )

    def _split(self, value: int, play: Play, states: FactStates) -> None:
        """Deal the second card to the first hand of a split pair, and split it again while that is allowed."""
        splits, again = 0, True
        while again:
            splits, again = splits + 1, False
            in_play, others = (
                _HandsInPlay(),
                _OtherCards(self.cards, self.shown, Pair(value, play, self.upcard, splits)),
            )
            for second in range(1, VALUES + 1):
                after, hand = self.after_card(states, second - 1), self.hands.of(value, second)
                pair = second == value
                if pair and self.allows(play, (value, value), self.upcard, splits=splits, from_split=True):
                    again = True
                else:
                    in_play.add(hand, after, 1)
            self._play_on(in_play, others, self.policies[hand_start(HandKind.SPLIT, value)])

    def _play_on(self, in_play: "_HandsInPlay", others: _OtherCards, policy: bytes) -> None:
        """Play hands on by a policy."""
        for hand, states, orders in in_play.shortest_first():
            self._make_play(HAND_PLAYS[policy[hand]], hand, states, orders, in_play, others)

    def _make_play(
        self, play: Play, hand: int, states: FactStates, orders: int, in_play: "_HandsInPlay", others: _OtherCards
    ) -> None:
        """Make a play of a hand: it stays in play with one card more, or it has ended."""
        counts = self.hands.counts[hand]
        if play is Play.STAND:
            self._end(counts, states, orders, others)
            return
        for value, child in enumerate(self.hands.children[hand]):
            if counts[value] >= others.left[value]:
                continue  # no such card is left
            if play is Play.DRAW and child >= 0:
                in_play.add(child, self.after_card(states, value), orders)
            else:
                self._end(with_card(counts, value), self.after_card(states, value), orders, others)

    def _end(self, counts: ValueCounts, states: FactStates, orders: int, others: _OtherCards) -> None:
        """Count the ways to deal a completed hand; where a card reader is used, the dealer has no blackjack."""
        ways = orders * prod([of_value[count] for of_value, count in zip(others.ways, counts, strict=True)])
        if not ways:
            return
        pair, cards = others.pair, others.cards + sum(counts)
        same = others.left[pair.value - 1] - counts[pair.value - 1] if pair else 0
        self.ways[DealtCards(states, cards, pair, same)] += ways
        if self.hole_value:
            left = same - (pair is not None and pair.value == self.hole_value)
            hole_cards = others.left[self.hole_value - 1] - counts[self.hole_value - 1]
            self.ways[DealtCards(states, cards + 1, pair, left)] -= ways * hole_cards

    def _dealers_blackjack(self, counts: ValueCounts, states: FactStates, others: _OtherCards) -> None:
        """Count the ways in which a dealer's blackjack ends the round with two cards in the box."""
        assert self.hole_value is not None
        ways = prod([of_value[count] for of_value, count in zip(others.ways, counts, strict=True)])
        hole_cards = others.left[self.hole_value - 1] - counts[self.hole_value - 1]
        self.ways[DealtCards(states, others.cards + sum(counts) + 1)] += ways * hole_cards


class _HandsInPlay:
    """Hands still in play, by number: the number of orders of their cards that lead the facts to each state."""

    def __init__(self) -> None:
        self.orders: dict[int, dict[FactStates, int]] = {}
        self.waiting: list[int] = []

    def add(self, hand: int, states: FactStates, orders: int) -> None:
        """Add orders of a hand."""
        if hand not in self.orders:
            self.orders[hand] = {}
            heappush(self.waiting, -hand)  # longer hands have lower numbers
        self.orders[hand][states] = self.orders[hand].get(states, 0) + orders

    def shortest_first(self) -> Iterator[tuple[int, FactStates, int]]:
        """Yield and remove every hand, each before those that it can draw to."""
        while self.waiting:
            hand = -heappop(self.waiting)
            for states, orders in self.orders.pop(hand).items():
                yield hand, states, orders
