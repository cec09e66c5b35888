"""The net result of each end of a hand against each dealer's hand, as tables in units of the initial wager."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm

from upcard.payoffs.hands import VALUES, all_hands, hand_classes
from upcard.payoffs.plays import Plays
from upcard.rules.apply import DOUBLES, net, settlement_branch
from upcard.rules.blackjack import BlackjackRules, Branch, dealer_stands
from upcard.rules.enums import HandKind, HandOutcome, Play
from upcard.rules.facts import HandTotal, Total
from upcard.rules.hand import HandEnded

DOUBLINGS = (None, *DOUBLES)  # how a hand was doubled down before it ended, or None
Nets = tuple[Fraction, ...]  # by dealer's hand


@dataclass(frozen=True, kw_only=True)
class DealersHands:
    """Completed dealer's hands against which every player's hand has the same net result."""

    hands: tuple[HandTotal, ...]

    @property
    def blackjack(self) -> bool:
        """Whether they are blackjacks."""
        return self.hands[0].blackjack

    @property
    def label(self) -> str:
        """Return what reports call them."""
        points = {hand.total.points for hand in self.hands}
        if self.blackjack:
            return HandOutcome.BLACKJACK.value
        if all(hand.total.bust for hand in self.hands):
            return f"bust with {points.pop()}" if len(points) == 1 else "bust"
        return " or ".join(map(str, sorted(points)))


class Payoffs:
    """The ends of hands and the dealer's hands at a table; those with the same net results share one number."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules, self.plays = rules, Plays(rules)
        self.kinds = tuple(kind for kind in HandKind if self._has(kind))
        free = rules.doubles_free_on
        self.ways = tuple(doubled for doubled in DOUBLINGS if free or doubled is not Play.FREE_DOUBLE_DOWN)
        self._by_branch: dict[tuple[Branch, HandKind, Play | None], Fraction] = {}
        hands = tuple(_completed_hands(rules))
        every = {end: [self._against(end._replace(kind=kind), hands) for kind in self.kinds] for end in self._ends()}
        columns = list(zip(*(row for rows in every.values() for row in rows), strict=True))
        classes: dict[tuple[Fraction, ...], list[int]] = {}
        for place, column in enumerate(columns):
            classes.setdefault(column, []).append(place)
        firsts = [places[0] for places in classes.values()]
        self.dealers = tuple(DealersHands(hands=tuple(hands[place] for place in places)) for places in classes.values())
        self._dealer = {hand: number for number, dealers in enumerate(self.dealers) for hand in dealers.hands}
        rows: dict[tuple[bool, bool, tuple[Nets, ...]], int] = {}
        self._end: dict[HandEnded, int] = {}
        for end, of_kind in every.items():
            row = tuple(tuple(nets[place] for place in firsts) for nets in of_kind)
            # A bust by drawing has its own number, because its probability is what all other ends leave over.
            at_once = settlement_branch(rules, end) is not None
            self._end[end] = rows.setdefault((not rows, at_once, row), len(rows))
        self.nets = {kind: tuple(row[place] for _, _, row in rows) for place, kind in enumerate(self.kinds)}
        self.ends: dict[int, HandEnded] = {number: end for end, number in reversed(self._end.items())}
        self.parts = lcm(*(net.denominator for net in self._by_branch.values()))

    def in_parts(self, net: Fraction) -> int:
        """Return a net result in parts of a unit, a whole number."""
        return int(net * self.parts)

    def _has(self, kind: HandKind) -> bool:
        return kind is not HandKind.ADDED_FREE or self.rules.free_split_except is not None

    def _against(self, end: HandEnded, dealers: tuple[HandTotal, ...]) -> Nets:
        nets = []
        for dealer in dealers:
            branch = settlement_branch(self.rules, end, dealer)
            assert branch is not None, "every hand is settled against every dealer's hand"
            key = branch, end.kind, end.doubled
            if key not in self._by_branch:
                self._by_branch[key] = net(self.rules, end, branch)
            nets.append(self._by_branch[key])
        return tuple(nets)

    def _ends(self) -> Iterator[HandEnded]:
        """Yield the ends that a hand can have by drawing or doubling down; the first is a bust by drawing."""
        most = self.rules.cards_that_matter
        hands = all_hands()
        totals = {(total, min(sum(counts), most)) for counts, total in zip(hands.counts, hands.totals, strict=True)}
        for doubled in self.ways:
            yield HandEnded(BUST_TOTAL, most, doubled=doubled)
        for total, cards in sorted(totals):
            if cards > 1:
                doublings = self.ways if cards > 2 else (None,)
                yield from (HandEnded(total, cards, doubled=doubled) for doubled in doublings)
        if any(Play.SURRENDER in self.plays.first(STIFF, upcard) for upcard in range(1, VALUES + 1)):
            yield SURRENDERED

    def end(self, total: Total, cards: int, doubled: Play | None = None) -> int:
        """Return the number of the end of a hand, whatever kind of hand it is."""
        if total.bust:
            return self._end[HandEnded(BUST_TOTAL, self.rules.cards_that_matter, doubled=doubled)]
        return self._end[HandEnded(total, min(cards, self.rules.cards_that_matter), doubled=doubled)]

    @property
    def surrendered(self) -> int | None:
        """Return the number of the end of a surrendered hand, whatever its total; None if there is no surrender."""
        return self._end.get(SURRENDERED)

    def bust(self, doubled: Play | None = None) -> int:
        """Return the number of the end of a bust."""
        return self.end(BUST_TOTAL, self.rules.cards_that_matter, doubled)

    def ends_of_hands(self, doubled: Play | None = None) -> bytes:
        """Return the end of each hand that does not bust; 0, which is never read, for hands too short to end so."""
        hands, least = all_hands(), 2 if doubled is None else 3
        classes, firsts = hand_classes(self.rules.cards_that_matter)
        table = bytearray(256)
        for number, first in enumerate(firsts):
            if hands.lengths[first] >= least:
                table[number] = self.end(hands.totals[first], hands.lengths[first], doubled)
        return classes.translate(table)

    def dealer(self, hand: HandTotal) -> int:
        """Return the number of a completed dealer's hand."""
        return self._dealer[completed(hand)]

    @property
    def numbered_dealers(self) -> tuple[tuple[HandTotal, int], ...]:
        """Return every completed dealer's hand with its number."""
        return tuple(self._dealer.items())

    def of(self, end: HandEnded) -> Nets:
        """Return the net result of an end against each dealer's hand."""
        return self._against(end, tuple(dealers.hands[0] for dealers in self.dealers))

    @cached_property
    def blackjack(self) -> int:
        """Return the number of a dealer's blackjack."""
        return next(number for number, dealers in enumerate(self.dealers) if dealers.blackjack)


def completed(hand: HandTotal) -> HandTotal:
    """Return a dealer's hand as it is settled: a blackjack, or a total in any number of cards."""
    return hand if hand.blackjack else hand._replace(cards=MANY_CARDS)


NOT_BUST = Total(20)
STIFF = (6, 10)
SURRENDERED = HandEnded(NOT_BUST, 2, surrendered=True)
BUST_TOTAL = Total(22)  # a bust hand is settled the same with any number of points
MANY_CARDS = 3  # cards of a dealer's hand that is no blackjack


def _completed_hands(rules: BlackjackRules) -> Iterator[HandTotal]:
    """Yield the completed hands of a dealer; the number of cards matters only for a blackjack."""
    totals = [Total(points) for points in range(4, 27)] + [Total(points, soft=True) for points in range(12, 22)]
    yield from (HandTotal(total, MANY_CARDS) for total in totals if dealer_stands(rules, total))
    yield HandTotal(Total(21, soft=True), 2)


@lru_cache(maxsize=32)
def payoffs_of(rules: BlackjackRules) -> Payoffs:
    """Return the payoffs of a table's rules."""
    return Payoffs(rules)
