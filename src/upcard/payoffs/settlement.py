"""The net result of each end of a hand against each dealer's hand, as tables in units of the initial wager."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm

from upcard.english import either
from upcard.payoffs.hands import VALUES, all_hands, hand_classes
from upcard.payoffs.plays import Plays
from upcard.rules.apply import DOUBLES, net, settlement_branch
from upcard.rules.blackjack import BlackjackRules, Branch, dealer_stands
from upcard.rules.enums import HandKind, HandOutcome, Play
from upcard.rules.facts import HandTotal, Total
from upcard.rules.hand import HandEnded

DOUBLINGS = (None, *DOUBLES)  # how a hand was doubled down before it ended, or None
Nets = tuple[Fraction, ...]  # by dealer's hand
BranchOfEnd = tuple[int, HandKind, Play | None]  # the identity of a branch, the kind of hand, how it was doubled down


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
        return either(map(str, sorted(points)))


class WatchedEnd(HandEnded):
    """An end that records whether a branch looked at the kind of hand; if none did, the kind does not matter."""

    looked_at_kind = False

    @property
    def kind(self) -> HandKind:
        """Return the kind of hand."""
        self.looked_at_kind = True
        return self[2]


class Payoffs:
    """The ends of hands and the dealer's hands at a table; those with the same net results share one number."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules, self.plays = rules, Plays(rules)
        self.kinds = tuple(kind for kind in HandKind if self._has(kind))
        free = rules.doubles_free_on
        self.ways = tuple(doubled for doubled in DOUBLINGS if free or doubled is not Play.FREE_DOUBLE_DOWN)
        self._net_of: dict[BranchOfEnd, Fraction] = {}
        self._branches: list[Branch] = []  # kept, so that each has its identity for good
        hands = tuple(_completed_hands(rules))
        every = {end: self._of_kinds(end, hands) for end in self._ends()}
        # Net results are compared by their numbers, for it takes long to compare fractions.
        number_of = {net: number for number, net in enumerate(dict.fromkeys(self._net_of.values()))}
        numbers = {key: number_of[net] for key, net in self._net_of.items()}
        numbered = {end: [[numbers[key] for key in row] for row in of_kind] for end, of_kind in every.items()}
        classes: dict[tuple[int, ...], list[int]] = {}
        for place, column in enumerate(zip(*(row for rows in numbered.values() for row in rows), strict=True)):
            classes.setdefault(column, []).append(place)
        firsts = [places[0] for places in classes.values()]
        self.dealers = tuple(DealersHands(hands=tuple(hands[place] for place in places)) for places in classes.values())
        self._dealer = {hand: number for number, dealers in enumerate(self.dealers) for hand in dealers.hands}
        rows: dict[tuple[bool, bool, tuple[tuple[int, ...], ...]], int] = {}
        self._end: dict[HandEnded, int] = {}
        for end, of_kind in numbered.items():
            row = tuple(tuple([nets[place] for place in firsts]) for nets in of_kind)
            # A bust by drawing has its own number, because its probability is what all other ends leave over.
            at_once = settlement_branch(rules, end) is not None
            self._end[end] = rows.setdefault((not rows, at_once, row), len(rows))
        nets = list(number_of)
        self.nets: dict[HandKind, tuple[Nets, ...]] = {
            kind: tuple(tuple(nets[number] for number in row[place]) for _, _, row in rows)
            for place, kind in enumerate(self.kinds)
        }
        self.ends: dict[int, HandEnded] = {number: end for end, number in reversed(self._end.items())}
        self.parts = lcm(*(net.denominator for net in nets))

    def in_parts(self, net: Fraction) -> int:
        """Return a net result in parts of a unit, a whole number."""
        return int(net * self.parts)

    def _has(self, kind: HandKind) -> bool:
        return kind is not HandKind.ADDED_FREE or self.rules.free_split_except is not None

    def _of_kinds(self, end: HandEnded, dealers: tuple[HandTotal, ...]) -> list[list[BranchOfEnd]]:
        """Return the branch that settles an end of each kind of hand against each dealer's hand."""
        rows: list[list[BranchOfEnd]] = [[] for _ in self.kinds]
        for dealer in dealers:
            watched = WatchedEnd(*end)
            branch = settlement_branch(self.rules, watched, dealer)
            for kind, row in zip(self.kinds, rows, strict=True):
                if watched.looked_at_kind:
                    branch = settlement_branch(self.rules, end._replace(kind=kind), dealer)
                row.append(self._key(end, kind, branch))
        return rows

    def _key(self, end: HandEnded, kind: HandKind, branch: Branch | None) -> BranchOfEnd:
        """Return what the net result of an end depends on, and note the result."""
        assert branch is not None, "every hand is settled against every dealer's hand"
        key = id(branch), kind, end.doubled
        if key not in self._net_of:
            self._net_of[key] = net(self.rules, end._replace(kind=kind), branch)
            self._branches.append(branch)
        return key

    def _ends(self) -> Iterator[HandEnded]:
        """Yield the ends that a hand can have by drawing or doubling down; the first is a bust by drawing."""
        hands, most = all_hands(), self.rules.cards_that_matter
        totals = {(hands.totals[first], min(hands.lengths[first], most)) for first in hand_classes(most)[1]}
        for doubled in self.ways:
            yield HandEnded(BUST_TOTAL, most, doubled=doubled)
        for total, cards in sorted(totals):
            if cards > 1:
                doublings = self.ways if cards > 2 else (None,)
                yield from (HandEnded(total, cards, doubled=doubled) for doubled in doublings)
        if any(Play.SURRENDER in self.plays.first(STIFF, upcard) for upcard in range(1, VALUES + 1)):
            yield SURRENDERED

    def end(self, total: Total, cards: int, doubled: Play | None = None) -> int:
        """Return the number of the end of a hand of any kind."""
        if total.bust:
            return self._end[HandEnded(BUST_TOTAL, self.rules.cards_that_matter, doubled=doubled)]
        return self._end[HandEnded(total, min(cards, self.rules.cards_that_matter), doubled=doubled)]

    @property
    def surrendered(self) -> int | None:
        """Return the number of the end of a surrendered hand; None where hands cannot be surrendered."""
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
        hands = tuple(dealers.hands[0] for dealers in self.dealers)
        return tuple(
            self._net_of[self._key(end, end.kind, settlement_branch(self.rules, end, dealer))] for dealer in hands
        )

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
