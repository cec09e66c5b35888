"""A box as a sum of terms: cards that are drawn in one order, and what they win against each kind of dealer's hand.

A mean is linear in the hands of a box, so one hand is enough at a time. A hand that does not bust is a term with its
own cards; a bust is the whole less all others, so the initial cards are a term with what a bust loses, and every other
end adds what it wins more. A card that is not of a split pair's value is any card less one of that value (see
`splits`), so all patterns of second cards are terms too, some of them negative. No probability stands in a term: the
mean of a box is the sum over its terms of the number times the probability that these cards are drawn, whatever else is
drawn with them. That is what makes two boxes, or a box and a wager on the dealer's hand, computable together.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import comb
from typing import NamedTuple

from upcard.exact.blackjack.blackjack_kernel import BUST_END, INITIAL, BlackjackKernel, hand_start
from upcard.exact.blackjack.solve import Decision, Solution
from upcard.exact.blackjack.splits import split_hands
from upcard.exact.blackjack.structures import EndedHands, numbers
from upcard.payoffs.hands import NO_COUNTS, VALUES, ValueCounts, counted
from upcard.rules.apply import SPLITS
from upcard.rules.blackjack import most_splits
from upcard.rules.enums import HandKind, Play

NetRow = tuple[int, ...]  # by kind of dealer's hand: what is won, in parts of a unit
PackedCards = int  # cards by value, a byte each, so that adding two of them adds their cards


class Boxes:
    """The boxes of a strategy against one showing of the dealer, as terms that the kernel draws like hands."""

    def __init__(self, kernel: BlackjackKernel, showing: int, solution: Solution) -> None:
        self.kernel, self.showing, self.solution = kernel, showing, solution
        self._rows: dict[NetRow, int] = {}

    @property
    def rows(self) -> tuple[NetRow, ...]:
        """Return what the terms win, by the end of a hand that stands for it."""
        return tuple(self._rows)

    def terms(self, decisions: Iterable[Decision] | None = None) -> EndedHands:
        """Return the terms of all initial hands, or of some, as hands that have ended: the end is a row."""
        terms = _Terms(self.kernel, self.showing, self.solution)
        terms.add(self.solution.decisions[self.showing] if decisions is None else decisions)
        listed = [
            (cards, number, self._rows.setdefault(row, len(self._rows)))
            for row, numbers in terms.numbers.items()
            if any(row)
            for cards, number in numbers.items()
            if number
        ]
        return EndedHands(
            count=b"".join(cards.to_bytes(VALUES, "little") for cards, _, _ in listed),
            orderings=numbers(number for _, number, _ in listed),
            end=bytes(row for _, _, row in listed),
        )


class _Terms:
    """Terms in the making: the number of each row and set of cards."""

    def __init__(self, kernel: BlackjackKernel, showing: int, solution: Solution) -> None:
        self.kernel, self.showing = kernel, showing
        self.policies = {key: policies[showing] for key, policies in solution.policies.items()}
        self.numbers: dict[NetRow, dict[PackedCards, float]] = defaultdict(lambda: defaultdict(float))

    def add(self, decisions: Iterable[Decision]) -> None:
        """Add the boxes of initial hands."""
        kernel, playing = self.kernel, []
        for decision in decisions:
            if decision.play in SPLITS:
                self._split(decision)
            elif decision.play is None or decision.play is Play.SURRENDER:
                self._add(counted(decision.hand), _orders(decision), _as_dealt(kernel, self.showing, decision))
            else:
                playing.append(decision)
        bust = tuple(kernel.nets(BUST_END, HandKind.INITIAL))
        for decision in playing:
            self._add(counted(decision.hand), _orders(decision), bust)
        start = {kernel.hands.of(*decision.hand): _orders(decision) for decision in playing}
        ended = kernel.ended(self.policies[INITIAL], start, NO_COUNTS)
        self._add_ended(ended, {0: 1.0}, HandKind.INITIAL)

    def _add(self, counts: ValueCounts, number: float, row: NetRow) -> None:
        self.numbers[row][_packed(counts)] += number

    def _add_ended(self, ended: EndedHands, beside: Mapping[PackedCards, float], kind: HandKind) -> None:
        """Add what hands that have ended win more than a bust, with other cards beside them."""
        bust = self.kernel.nets(BUST_END, kind)
        rows = {
            end: tuple(net - lost for net, lost in zip(self.kernel.nets(end, kind), bust, strict=True))
            for end in ended.ends
        }
        for cards, orders, end in _listed(ended):
            to = self.numbers[rows[end]]
            for others, number in beside.items():
                to[cards + others] += number * orders

    def _split(self, decision: Decision) -> None:
        """Add the hands of a pair that is split, over all patterns of their second cards."""
        kernel, value, hands = self.kernel, decision.hand[0], self.kernel.hands
        assert decision.play is not None
        again = kernel.plays.allows(
            decision.play, decision.hand, kernel.upcard(self.showing), splits=1, from_split=True
        )
        children = dict(enumerate(hands.children[hands.of(value)], start=1))
        like = {children.pop(value): 1}
        unlike = dict.fromkeys(children.values(), 1)
        for original, kind in ((True, HandKind.SPLIT), (False, SPLITS[decision.play])):
            patterns = _patterns(most_splits(kernel.rules, decision.play, value) + 1, again=again, original=original)
            bust, policy = tuple(kernel.nets(BUST_END, kind)), self.policies[hand_start(kind, value)]
            for out, number in patterns.whole.items():
                self._add(counted((value,) * out), number, bust)
            for start, number_of in ((unlike, patterns.unlike), (like, patterns.like)):
                beside = {_packed(counted((value,) * out)): number for out, number in number_of.items()}
                self._add_ended(kernel.ended(policy, start, counted((value,))), beside, kind)


class _Patterns(NamedTuple):
    """The numbers of the terms of split hands, by how many cards of the pair's value are out."""

    unlike: Mapping[int, float]  # the second card is of another value
    like: Mapping[int, float]  # it is of the pair's value
    whole: Mapping[int, float]  # with any second card that the pattern allows


@lru_cache(maxsize=64)
def _patterns(most_hands: int, *, again: bool, original: bool) -> _Patterns:
    """Return the numbers of the terms of the hands that have the original wager, or of those that have not."""
    unlike, like, whole = (defaultdict[int, float](float) for _ in _Patterns._fields)
    for hand, count in split_hands(most_hands, again):
        if hand.original is not original:
            continue
        for same in range(hand.others + 1):
            # A card of another value: any card, less one of the same.
            out, number = 2 + hand.same + same, count * comb(hand.others, same) * (-1) ** same
            unlike[out] += number
            whole[out] += number
            if hand.other:
                whole[out + 1] -= number
            else:
                like[out] += number
    return _Patterns(unlike, like, whole)


def _as_dealt(kernel: BlackjackKernel, showing: int, decision: Decision) -> NetRow:
    """Return what a hand wins that is surrendered, or has nothing to decide: a blackjack, or the dealer's shows."""
    total, blackjack = kernel.hands.totals[kernel.hands.of(*decision.hand)], kernel.payoffs.blackjack
    if decision.play is Play.SURRENDER:
        clear, taken = kernel.surrendered
        row = [clear] * len(kernel.dealer.kinds)
        row[blackjack] = taken
        early = kernel.plays.is_early(decision.hand, kernel.upcard(showing))
    else:
        row, early = list(kernel.payoffs.nets[HandKind.INITIAL][kernel.payoffs.end(total, 2)]), False
    if kernel.blackjack_ends_first and not early:
        row[blackjack] = kernel.blackjack_takes[total]
    return tuple(map(kernel.payoffs.in_parts, row))


def _orders(decision: Decision) -> int:
    low, high = decision.hand
    return 1 + (low != high)


def _packed(counts: ValueCounts) -> PackedCards:
    return int.from_bytes(bytes(counts), "little")


def _listed(ended: EndedHands) -> Iterator[tuple[PackedCards, float, int]]:
    """Yield the cards, orders and end of each hand."""
    for at, (orders, end) in enumerate(zip(ended.orderings, ended.end, strict=True)):
        yield int.from_bytes(ended.count[at * VALUES : (at + 1) * VALUES], "little"), orders, end
