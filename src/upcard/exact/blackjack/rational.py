"""The value of a strategy as an exact fraction: the same sums as the kernel's, in whole numbers, by another hand."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from upcard.exact.blackjack._kernel import lib
from upcard.exact.blackjack.dealer import DealerTree
from upcard.exact.blackjack.kernel import INITIAL, Begun, BlackjackKernel, begun
from upcard.exact.blackjack.solve import Decision, Solution, left_after
from upcard.exact.blackjack.splits import parts, weighed
from upcard.exact.shoe import falling_factorial
from upcard.payoffs.hands import VALUES, ValueCounts, counted, with_card
from upcard.payoffs.plays import ALONE
from upcard.payoffs.settlement import NOT_BUST
from upcard.rules.apply import DOUBLES, SPLITS
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total

MOST_DRAWN: int = lib.MOST_DRAWN
Advance = Callable[[int, int], None]  # how many showings are done, of how many


def value_of(kernel: BlackjackKernel, played: Solution, advance: Advance = lambda _, __: None) -> Fraction:
    """Give the player's value for one unit wagered, a dealer's blackjack taking the original wager only."""
    value = Fraction(0)
    for shown, decisions in enumerate(played.decisions):
        advance(shown, len(played.decisions))
        side = _Side(kernel, shown, {key: policies[shown] for key, policies in played.policies.items()})
        value += side.chance(kernel.cards, side.tree.shown) * sum(map(side.worth, decisions), Fraction(0))
    return value


def dealer_chances(kernel: BlackjackKernel, shown: int) -> list[Fraction]:
    """Give the chance of each kind of completed dealer's hand, nothing known but what the dealer shows."""
    tree = kernel.dealer.trees[shown]
    left = left_after(kernel.cards, tree.shown)
    ways: dict[tuple[int, int], int] = defaultdict(int)  # by kind and cards drawn
    weights = [1] * MOST_DRAWN
    for depth, value, copy, kind, orderings in tree.nodes:
        weights[depth] = weights[depth - 1] * max(left[value] - copy, 0)
        if orderings and weights[depth]:
            ways[kind, depth] += weights[depth] * orderings
    found = [Fraction(number == tree.root) for number in range(len(kernel.dealer.kinds))]
    for (kind, depth), many in ways.items():
        found[kind] += Fraction(many, falling_factorial(sum(left), depth))
    return found


class _Side:
    """One showing of the dealer; every number is a fraction."""

    def __init__(self, kernel: BlackjackKernel, shown: int, policies: dict[Begun, bytes]) -> None:
        self.kernel, self.payoffs, self.policies = kernel, kernel.payoffs, policies
        self.tree: DealerTree = kernel.dealer.trees[shown]
        self.upcard = kernel.showing(shown)
        self.left = left_after(kernel.cards, self.tree.shown)
        self.ended, self.nets = cache(self._ended), cache(self._nets)
        self.hand = cache(self._hand)

    @staticmethod
    def chance(left: ValueCounts, values: tuple[int, ...]) -> Fraction:
        """Give the chance that the next cards are these, in whatever order."""
        ways = 1
        for value, count in enumerate(counted(values)):
            ways *= falling_factorial(left[value], count)
        orders = 2 if len(set(values)) == 2 else 1
        return Fraction(orders * ways, falling_factorial(sum(left), len(values)))

    def worth(self, one: Decision) -> Fraction:
        """Return what an initial hand adds to the value: its chance times what it is worth as played."""
        chance, cards = self.chance(self.left, one.hand), counted(one.hand)
        number = self.kernel.hands.of(*one.hand)
        total, risk = self.kernel.hands.totals[number], self._blackjack(cards)
        if one.play in SPLITS:
            value = self._split(one.hand[0], one.play)
        elif one.play is Play.SURRENDER:
            clear, taken = self.kernel.surrendered
            value = clear * (1 - risk)
            if self.kernel.plays.is_early(one.hand, self.upcard) or not self.kernel.known_first:
                return chance * (value + risk * taken)
        else:
            value = self._play(number, cards, ALONE.index(one.play or Play.STAND), INITIAL)
        if self.kernel.known_first:
            value += risk * self.kernel.blackjack_takes[total]
        return chance * value

    def _blackjack(self, out: ValueCounts) -> Fraction:
        """Give the chance of a dealer's blackjack when these cards are out."""
        if self.tree.root is not None and self.kernel.dealer.kinds[self.tree.root].blackjack:
            return Fraction(1)
        if self.tree.blackjack_with is None:
            return Fraction(0)
        left = left_after_counts(self.left, out)
        return Fraction(left[self.tree.blackjack_with], sum(left))

    def _nets(self, end: int, kind: HandKind, way: Play | None) -> tuple[int, ...]:
        """Return what an end wins or loses, in parts; a dealer's blackjack shows before any bust, or ends the round."""
        nets, blackjack = list(self.payoffs.nets[kind][end]), self.payoffs.blackjack
        if end == self.payoffs.bust(way):
            nets[blackjack] = self.payoffs.nets[kind][self.payoffs.end(NOT_BUST, 3, way)][blackjack]
        if self.kernel.known_first:
            nets[blackjack] = Fraction(0)
        return tuple(map(self.payoffs.in_parts, nets))

    def _ended(self, out: ValueCounts, end: int, kind: HandKind, way: Play | None) -> Fraction:
        """Return the value of a hand that came to an end, over all hands of the dealer."""
        left, nets = left_after_counts(self.left, out), self.nets(end, kind, way)
        sums = [0] * MOST_DRAWN  # by cards drawn
        if self.tree.root is not None:
            sums[0] += nets[self.tree.root]
        weights = [1] * MOST_DRAWN
        for depth, value, copy, category, orderings in self.tree.nodes:
            weight = weights[depth] = weights[depth - 1] * max(left[value] - copy, 0)
            if orderings and weight:
                sums[depth] += weight * orderings * nets[category]
        cards = sum(left)
        terms = (
            Fraction(of, self.payoffs.parts * falling_factorial(cards, drawn)) for drawn, of in enumerate(sums) if of
        )
        return sum(terms, Fraction(0))

    def _busted(self, out: ValueCounts, kind: HandKind, way: Play | None) -> Fraction:
        """Return the value of a hand that busts: only a blackjack makes a difference to it."""
        nets, blackjack = self.nets(self.payoffs.bust(way), kind, way), self.payoffs.blackjack
        clear = next(net for place, net in enumerate(nets) if place != blackjack)
        risk = self._blackjack(out)
        return (clear * (1 - risk) + nets[blackjack] * risk) / self.payoffs.parts

    def _hand(self, number: int, out: ValueCounts, key: Begun, kind: HandKind) -> Fraction:
        """Play a hand by the policy."""
        return self._play(number, out, self.policies[key][number], key, kind)

    def _play(
        self, number: int, out: ValueCounts, play: int, key: Begun, kind: HandKind = HandKind.INITIAL
    ) -> Fraction:
        hands, chosen = self.kernel.hands, ALONE[play]
        if chosen is Play.STAND:
            return self.ended(out, self._end(hands.totals[number], hands.lengths[number], None), kind, None)
        way = chosen if chosen in DOUBLES else None
        left, value = left_after_counts(self.left, out), Fraction(0)
        for drawn, child in enumerate(hands.children[number]):
            if not left[drawn]:
                continue
            more = with_card(out, drawn)
            if child < 0:
                worth = self._busted(more, kind, way)
            elif way:
                end = self._end(hands.totals[child], hands.lengths[child], way)
                worth = self.ended(more, end, kind, way)
            else:
                worth = self.hand(child, more, key, kind)
            value += Fraction(left[drawn], sum(left)) * worth
        return value

    def _end(self, total: Total, cards: int, way: Play | None) -> int:
        return self.payoffs.end(total, cards, way)

    def _split(self, value: int, play: Play) -> Fraction:
        """Return what splitting a pair is worth."""
        hands = self.kernel.hands
        again = self.kernel.plays.allows(play, (value, value), self.upcard, splits=1, from_split=True)
        single = hands.of(value)

        def chance(removed: int) -> Fraction:
            return Fraction(max(self.left[value - 1] - removed, 0), sum(self.left) - removed)

        @cache
        def played(removed: int, other: bool, kind: HandKind) -> Fraction:
            out = counted((value,) * removed)
            left, worth = left_after_counts(self.left, out), Fraction(0)
            for second in range(VALUES):
                if left[second] <= 0 or (other and second == value - 1):
                    continue
                child = self.hand(hands.children[single][second], with_card(out, second), begun(kind, value), kind)
                worth += Fraction(left[second], sum(left)) * child
            return worth

        def of(kind: HandKind) -> Callable[[int, bool], Fraction]:
            return lambda removed, other: (
                played(removed, other, kind) if self.left[value - 1] >= removed else Fraction(0)
            )

        return sum(
            (
                many * weighed(part, chance, of(HandKind.SPLIT if part.original else SPLITS[play]))
                for part, many in parts(self.kernel.rules.splits + 1, again)
            ),
            Fraction(0),
        )


def left_after_counts(counts: ValueCounts, gone: ValueCounts) -> ValueCounts:
    """Return the cards left when some are out, both counted by value."""
    return tuple(count - less for count, less in zip(counts, gone, strict=True))
