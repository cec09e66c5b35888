"""The value of a strategy as an exact fraction: the same sums as the kernel's, in whole numbers, by another hand."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from upcard.exact.blackjack._kernel import lib
from upcard.exact.blackjack.dealer import DealerTree
from upcard.exact.blackjack.hands import PLAYS, Counts, added, counted
from upcard.exact.blackjack.kernel import PAID, Kernel, Kind
from upcard.exact.blackjack.rules import VALUES
from upcard.exact.blackjack.solve import SPLITS, Decision, Solution
from upcard.exact.blackjack.splits import parts, weighed
from upcard.exact.shoe import falling
from upcard.rules.blackjack import Play
from upcard.rules.fact import Result

MOST_DRAWN: int = lib.MOST_DRAWN
Advance = Callable[[int, int], None]  # how many showings are done, of how many


def value_of(kernel: Kernel, played: Solution, advance: Advance = lambda _, __: None) -> Fraction:
    """Give the player's value for one unit wagered, a dealer's blackjack taking the original wager only."""
    value = Fraction(0)
    for shown, decisions in enumerate(played.decisions):
        advance(shown, len(played.decisions))
        side = _Side(kernel, shown, {kind: policies[shown] for kind, policies in played.policies.items()})
        value += side.chance(kernel.rules.shoe, side.tree.shown) * sum(map(side.worth, decisions), Fraction(0))
    return value


def dealer_chances(kernel: Kernel, shown: int) -> list[Fraction]:
    """Give the chance of each kind of completed dealer's hand, nothing known but what the dealer shows."""
    tree = kernel.dealer.trees[shown]
    left = _less(kernel.rules.shoe, counted(tree.shown))
    ways: dict[tuple[int, int], int] = defaultdict(int)  # by kind and cards drawn
    weights = [1] * MOST_DRAWN
    for depth, value, copy, kind, orderings in tree.nodes:
        weights[depth] = weights[depth - 1] * max(left[value] - copy, 0)
        if orderings and weights[depth]:
            ways[kind, depth] += weights[depth] * orderings
    found = [Fraction(number == tree.root) for number in range(len(kernel.dealer.kinds))]
    for (kind, depth), many in ways.items():
        found[kind] += Fraction(many, falling(sum(left), depth))
    return found


class _Side:
    """One showing of the dealer; every number is a fraction."""

    def __init__(self, kernel: Kernel, shown: int, policies: dict[Kind, bytes]) -> None:
        self.kernel, self.rules, self.policies = kernel, kernel.rules, policies
        self.tree: DealerTree = kernel.dealer.trees[shown]
        self.left = _less(self.rules.shoe, counted(self.tree.shown))
        self.standing = cache(self._standing)
        self.hand = cache(self._hand)

    @staticmethod
    def chance(left: Counts, values: tuple[int, ...]) -> Fraction:
        """Give the chance that the next cards are these, in whatever order."""
        ways = 1
        for value, count in enumerate(counted(values)):
            ways *= falling(left[value], count)
        orders = 2 if len(set(values)) == 2 else 1
        return Fraction(orders * ways, falling(sum(left), len(values)))

    def worth(self, one: Decision) -> Fraction:
        """Give what an initial hand adds to the value: its chance times what it is worth as played."""
        chance, cards = self.chance(self.left, one.hand), counted(one.hand)
        if one.play is None:
            if self.kernel.hands.totals[self.kernel.hands.of(*one.hand)].points == 21:
                return chance * self.rules.blackjack_pays * (1 - self._blackjack(cards))
            return -chance
        risk = self._blackjack(cards)
        if one.play in SPLITS:
            value = self._split(one.hand[0], one.play)
        elif one.play is Play.SURRENDER:
            value = Fraction(-1, 2) * (1 - risk)
        else:
            value = self._play(self.kernel.hands.of(*one.hand), cards, PLAYS.index(one.play), PAID)
        return chance * (value - risk)

    def _blackjack(self, out: Counts) -> Fraction:
        """Give the chance of a dealer's blackjack when these cards are out."""
        if self.tree.root is not None and self.kernel.dealer.kinds[self.tree.root].blackjack:
            return Fraction(1)
        if self.tree.blackjack_with is None:
            return Fraction(0)
        left = _less(self.left, out)
        return Fraction(left[self.tree.blackjack_with], sum(left))

    def _standing(self, out: Counts, points: int) -> tuple[Fraction, Fraction]:
        """Give the chances to win and to lose with so many points, dealer's blackjacks left out."""
        left, kinds = _less(self.left, out), self.kernel.dealer.kinds
        ways = [{Result.WIN: 0, Result.LOSS: 0, Result.PUSH: 0} for _ in range(MOST_DRAWN)]  # by cards drawn
        if self.tree.root is not None:
            ways[0][kinds[self.tree.root].against[points]] += not kinds[self.tree.root].blackjack
        weights = [1] * MOST_DRAWN
        for depth, value, copy, kind, orderings in self.tree.nodes:
            weight = weights[depth] = weights[depth - 1] * max(left[value] - copy, 0)
            if orderings and weight and not kinds[kind].blackjack:
                ways[depth][kinds[kind].against[points]] += weight * orderings
        cards = sum(left)
        win, lose = (
            sum(
                (Fraction(of[result], falling(cards, drawn)) for drawn, of in enumerate(ways) if of[result]),
                Fraction(0),
            )
            for result in (Result.WIN, Result.LOSS)
        )
        return win, lose

    def _hand(self, number: int, out: Counts, kind: Kind) -> Fraction:
        """Play a hand by the policy, dealer's blackjacks left out."""
        return self._play(number, out, self.policies[kind][number], kind)

    def _play(self, number: int, out: Counts, play: int, kind: Kind) -> Fraction:
        wins, loses = kind.wins, kind.loses
        if PLAYS[play] is Play.STAND:
            win, lose = self.standing(out, self.kernel.hands.totals[number].points)
            return wins * win - loses * lose
        doubled = PLAYS[play] is not Play.DRAW
        wins, loses = wins + doubled, loses + (PLAYS[play] is Play.DOUBLE_DOWN)
        left, value = _less(self.left, out), Fraction(0)
        for drawn, child in enumerate(self.kernel.hands.children[number]):
            if not left[drawn]:
                continue
            more = added(out, drawn)
            if child < 0:
                worth = -loses * (1 - self._blackjack(more))
            elif doubled:
                win, lose = self.standing(more, self.kernel.hands.totals[child].points)
                worth = wins * win - loses * lose
            else:
                worth = self.hand(child, more, kind)
            value += Fraction(left[drawn], sum(left)) * worth
        return value

    def _split(self, value: int, play: Play) -> Fraction:
        """Give what splitting a pair is worth."""
        rules, hands = self.rules, self.kernel.hands
        again = self.kernel.allows(play, (value, value), splits=1, from_split=True)
        one_card = not self.kernel.allows(Play.DRAW, (value, value), from_split=True)
        single = hands.of(value)

        def chance(removed: int) -> Fraction:
            return Fraction(max(self.left[value - 1] - removed, 0), sum(self.left) - removed)

        @cache
        def begun(removed: int, other: bool, kind: Kind) -> Fraction:
            out = counted((value,) * removed)
            left, worth = _less(self.left, out), Fraction(0)
            for second in range(VALUES):
                if left[second] <= 0 or (other and second == value - 1):
                    continue
                child, more = hands.children[single][second], added(out, second)
                played = (
                    self._play(child, more, PLAYS.index(Play.STAND), kind) if one_card else self.hand(child, more, kind)
                )
                worth += Fraction(left[second], sum(left)) * played
            return worth

        def of(kind: Kind) -> Callable[[int, bool], Fraction]:
            return lambda removed, other: (
                begun(removed, other, kind) if self.left[value - 1] >= removed else Fraction(0)
            )

        return sum(
            (
                many * weighed(part, chance, of(PAID if part.original else SPLITS[play]))
                for part, many in parts(rules.splits + 1, again)
            ),
            Fraction(0),
        )


def _less(counts: Counts, gone: Counts) -> Counts:
    return tuple(count - less for count, less in zip(counts, gone, strict=True))
