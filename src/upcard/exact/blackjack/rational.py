"""The value of a strategy as an exact fraction: the same sums as the kernel's, derived independently in integers."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from upcard.exact.blackjack.blackjack_kernel import INITIAL, BlackjackKernel, HandStart, hand_start
from upcard.exact.blackjack.dealer import DealerTree
from upcard.exact.blackjack.program_constants import MOST_DRAWN
from upcard.exact.blackjack.solve import Decision, Solution, left_after
from upcard.exact.blackjack.splits import mean_value, split_hands
from upcard.exact.shoe import falling_factorial
from upcard.payoffs.hands import VALUES, ValueCounts, counted, with_card
from upcard.payoffs.plays import HAND_PLAYS
from upcard.payoffs.settlement import NOT_BUST
from upcard.rules.apply import DOUBLES, SPLITS
from upcard.rules.blackjack import most_splits
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total

Advance = Callable[[int, int], None]  # how many showings are done, of how many


def value_of(kernel: BlackjackKernel, solution: Solution, advance: Advance = lambda _, __: None) -> Fraction:
    """Return the player's value for one unit wagered; a dealer's blackjack takes the original wager only."""
    value = Fraction(0)
    for showing, decisions in enumerate(solution.decisions):
        advance(showing, len(solution.decisions))
        solver = _FractionSolver(
            kernel, showing, {key: policies[showing] for key, policies in solution.policies.items()}
        )
        value += solver.chance(kernel.cards, solver.tree.shown) * sum(map(solver.worth, decisions), Fraction(0))
    return value


def dealer_probabilities(kernel: BlackjackKernel, showing: int) -> list[Fraction]:
    """Return the probability of each kind of completed dealer's hand, knowing only what the dealer shows."""
    tree = kernel.dealer.trees[showing]
    left = left_after(kernel.cards, tree.shown)
    ways: dict[tuple[int, int], int] = defaultdict(int)  # by kind and cards drawn
    weights = [1] * MOST_DRAWN
    for depth, value, copy, kind, orderings in tree.nodes:
        weights[depth] = weights[depth - 1] * max(left[value] - copy, 0)
        if orderings and weights[depth]:
            ways[kind, depth] += weights[depth] * orderings
    chances = [Fraction(number == tree.root) for number in range(len(kernel.dealer.kinds))]
    for (kind, depth), count in ways.items():
        chances[kind] += Fraction(count, falling_factorial(sum(left), depth))
    return chances


class _FractionSolver:
    """One showing of the dealer; every number is a fraction."""

    def __init__(self, kernel: BlackjackKernel, showing: int, policies: dict[HandStart, bytes]) -> None:
        self.kernel, self.payoffs, self.policies = kernel, kernel.payoffs, policies
        self.tree: DealerTree = kernel.dealer.trees[showing]
        self.upcard = kernel.upcard(showing)
        self.left = left_after(kernel.cards, self.tree.shown)
        self.ended, self.nets = cache(self._ended), cache(self._nets)
        self.hand = cache(self._hand)

    @staticmethod
    def chance(left: ValueCounts, values: tuple[int, ...]) -> Fraction:
        """Return the probability that the next cards are these, in any order."""
        ways = 1
        for value, count in enumerate(counted(values)):
            ways *= falling_factorial(left[value], count)
        orders = 2 if len(set(values)) == 2 else 1
        return Fraction(orders * ways, falling_factorial(sum(left), len(values)))

    def worth(self, decision: Decision) -> Fraction:
        """Return what an initial hand adds to the value: its probability times its value as played."""
        chance, cards = self.chance(self.left, decision.hand), counted(decision.hand)
        number = self.kernel.hands.of(*decision.hand)
        total, risk = self.kernel.hands.totals[number], self._blackjack(cards)
        if decision.play in SPLITS:
            value = self._split(decision.hand[0], decision.play)
        elif decision.play is Play.SURRENDER:
            clear, taken = self.kernel.surrendered
            value = clear * (1 - risk)
            if self.kernel.plays.is_early(decision.hand, self.upcard) or not self.kernel.blackjack_ends_first:
                return chance * (value + risk * taken)
        else:
            value = self._play(number, cards, HAND_PLAYS.index(decision.play or Play.STAND), INITIAL)
        if self.kernel.blackjack_ends_first:
            value += risk * self.kernel.blackjack_takes[total]
        return chance * value

    def _blackjack(self, out: ValueCounts) -> Fraction:
        """Return the probability of a dealer's blackjack when these cards are out."""
        if self.tree.root is not None and self.kernel.dealer.kinds[self.tree.root].blackjack:
            return Fraction(1)
        if self.tree.blackjack_with is None:
            return Fraction(0)
        left = left_after_counts(self.left, out)
        return Fraction(left[self.tree.blackjack_with], sum(left))

    def _nets(self, end: int, kind: HandKind, doubled: Play | None) -> tuple[int, ...]:
        """Return the net results of an end, in parts; a dealer's blackjack shows before any bust, or ends the round."""
        nets, blackjack = list(self.payoffs.nets[kind][end]), self.payoffs.blackjack
        if end == self.payoffs.bust(doubled):
            nets[blackjack] = self.payoffs.nets[kind][self.payoffs.end(NOT_BUST, 3, doubled)][blackjack]
        if self.kernel.blackjack_ends_first:
            nets[blackjack] = Fraction(0)
        return tuple(map(self.payoffs.in_parts, nets))

    def _ended(self, out: ValueCounts, end: int, kind: HandKind, doubled: Play | None) -> Fraction:
        """Return the value of a hand that has ended, over all hands of the dealer."""
        left, nets = left_after_counts(self.left, out), self.nets(end, kind, doubled)
        sums = [0] * MOST_DRAWN  # by cards drawn
        if self.tree.root is not None:
            sums[0] += nets[self.tree.root]
        weights = [1] * MOST_DRAWN
        for depth, value, copy, category, orderings in self.tree.nodes:
            weight = weights[depth] = weights[depth - 1] * max(left[value] - copy, 0)
            if orderings and weight:
                sums[depth] += weight * orderings * nets[category]
        cards = sum(left)
        parts = self.payoffs.parts
        terms = (Fraction(net, parts * falling_factorial(cards, drawn)) for drawn, net in enumerate(sums) if net)
        return sum(terms, Fraction(0))

    def _busted(self, out: ValueCounts, kind: HandKind, doubled: Play | None) -> Fraction:
        """Return the value of a hand that busts, which may depend on a dealer's blackjack only."""
        nets, blackjack = self.nets(self.payoffs.bust(doubled), kind, doubled), self.payoffs.blackjack
        clear = next(net for place, net in enumerate(nets) if place != blackjack)
        risk = self._blackjack(out)
        return (clear * (1 - risk) + nets[blackjack] * risk) / self.payoffs.parts

    def _hand(self, number: int, out: ValueCounts, key: HandStart, kind: HandKind) -> Fraction:
        """Return the value of a hand played by the policy."""
        return self._play(number, out, self.policies[key][number], key, kind)

    def _play(
        self, number: int, out: ValueCounts, play: int, key: HandStart, kind: HandKind = HandKind.INITIAL
    ) -> Fraction:
        hands, chosen = self.kernel.hands, HAND_PLAYS[play]
        if chosen is Play.STAND:
            return self.ended(out, self._end(hands.totals[number], hands.lengths[number], None), kind, None)
        doubled = chosen if chosen in DOUBLES else None
        left, value = left_after_counts(self.left, out), Fraction(0)
        for drawn, child in enumerate(hands.children[number]):
            if not left[drawn]:
                continue
            more = with_card(out, drawn)
            if child < 0:
                worth = self._busted(more, kind, doubled)
            elif doubled:
                end = self._end(hands.totals[child], hands.lengths[child], doubled)
                worth = self.ended(more, end, kind, doubled)
            else:
                worth = self.hand(child, more, key, kind)
            value += Fraction(left[drawn], sum(left)) * worth
        return value

    def _end(self, total: Total, cards: int, doubled: Play | None) -> int:
        return self.payoffs.end(total, cards, doubled)

    def _split(self, value: int, play: Play) -> Fraction:
        """Return the value of splitting a pair."""
        hands = self.kernel.hands
        again = self.kernel.plays.allows(play, (value, value), self.upcard, splits=1, from_split=True)
        single = hands.of(value)

        def chance(removed: int) -> Fraction:
            return Fraction(max(self.left[value - 1] - removed, 0), sum(self.left) - removed)

        @cache
        def value_of_hand(removed: int, other: bool, kind: HandKind) -> Fraction:
            out = counted((value,) * removed)
            left, worth = left_after_counts(self.left, out), Fraction(0)
            for second in range(VALUES):
                if left[second] <= 0 or (other and second == value - 1):
                    continue
                child = self.hand(hands.children[single][second], with_card(out, second), hand_start(kind, value), kind)
                worth += Fraction(left[second], sum(left)) * child
            return worth

        def value_by_removed(kind: HandKind) -> Callable[[int, bool], Fraction]:
            return lambda removed, other: (
                value_of_hand(removed, other, kind) if self.left[value - 1] >= removed else Fraction(0)
            )

        return sum(
            (
                count * mean_value(hand, chance, value_by_removed(HandKind.SPLIT if hand.original else SPLITS[play]))
                for hand, count in split_hands(most_splits(self.kernel.rules, play, value) + 1, again)
            ),
            Fraction(0),
        )


def left_after_counts(counts: ValueCounts, out: ValueCounts) -> ValueCounts:
    """Return the cards left when some are out, both by value."""
    return tuple(count - less for count, less in zip(counts, out, strict=True))
