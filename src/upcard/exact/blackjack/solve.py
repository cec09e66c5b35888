"""The blackjack wager played by a strategy: the value of every decision and of the whole, without replacement."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from upcard.exact.blackjack.hands import PLAYS
from upcard.exact.blackjack.kernel import FREE, PAID, PARTS, Kernel, Kind, Valued
from upcard.exact.blackjack.rules import VALUES, Rules
from upcard.exact.blackjack.splits import Part, most_removed, parts, weighed
from upcard.rules.blackjack import Play

HALF = 0.5  # 13:69F-2.8(a)1
SPLITS = {Play.SPLIT_PAIR: PAID, Play.FREE_SPLIT: FREE}  # and the kind of hand that each adds

Policies = Mapping[Kind, tuple[bytes, ...]]  # for each kind of hand and showing: the play of every hand
Choose = Callable[[int, tuple["Decision", ...]], tuple["Decision", ...]]  # the first plays against a showing


Wanted = Callable[[Part, list[float]], float]


def worth(_: Part, numbers: list[float]) -> float:
    """Take what a hand is worth, dealer's blackjacks left out."""
    return numbers[0]


def lost_by_busting(part: Part, numbers: list[float]) -> float:
    """Take what a hand loses by busting when the dealer has a blackjack, beyond the original wager."""
    _, bust, busts = numbers
    return bust - (busts if part.original else 0)  # 13:69F-2.11(d), reading 61


@dataclass(frozen=True, kw_only=True)
class Decision:
    """An initial hand against a showing of the dealer: what each play is worth in units of the initial wager."""

    hand: tuple[int, int]
    shown: tuple[int, ...]
    chance: float  # of the hand, given what the dealer shows
    dealer_blackjack: float  # chance that the dealer has it, as far as the player can know
    values: Mapping[Play, float]  # a dealer's blackjack takes the original wager; empty: nothing to decide
    play: Play | None
    settled: float = 0.0  # what the hand is worth where there is nothing to decide
    busts_before_blackjack: float = 0.0  # lost by busting before a dealer's blackjack shows, beyond the original wager

    @property
    def value(self) -> float:
        """Give what the hand is worth as played."""
        return self.values[self.play] if self.play else self.settled


@dataclass(frozen=True, kw_only=True)
class Solution:
    """A strategy carried through: what the wager is worth, by showing and decision by decision."""

    decisions: tuple[tuple[Decision, ...], ...]  # by showing
    chances: tuple[float, ...]  # of each showing
    policies: Policies

    @cached_property
    def by_showing(self) -> tuple[float, ...]:
        """Give the player's value for each showing of the dealer."""
        return tuple(sum(one.chance * one.value for one in decisions) for decisions in self.decisions)

    @cached_property
    def value(self) -> float:
        """Give the player's value for one unit wagered."""
        return sum(chance * value for chance, value in zip(self.chances, self.by_showing, strict=True))

    @cached_property
    def busts_before_blackjack(self) -> float:
        """Give what is lost besides, for one unit wagered, by busting before a dealer's blackjack shows."""
        return sum(
            chance * one.chance * one.busts_before_blackjack
            for chance, decisions in zip(self.chances, self.decisions, strict=True)
            for one in decisions
        )


def kinds(rules: Rules) -> tuple[Kind, ...]:
    """Give the kinds of hands that a table's rules can bring about."""
    return (PAID,) if rules.free_split_except is None else (PAID, FREE)


def best(kernel: Kernel) -> Solution:
    """Play every composition of cards as well as can be, the same before and after a split."""
    return solution(kernel, {kind: (None,) * len(kernel.dealer.trees) for kind in kinds(kernel.rules)}, as_valued)


def as_valued(_: int, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """Leave the play that is worth most."""
    return decisions


def solution(kernel: Kernel, policies: Mapping[Kind, Sequence[bytes | None]], choose: Choose) -> Solution:
    """Carry a strategy through; where there is no policy, the best for every composition."""
    found: dict[Kind, list[bytes]] = {kind: [] for kind in policies}
    decisions, chances = [], []
    for shown, tree in enumerate(kernel.dealer.trees):
        valued = {kind: kernel.value(shown, kind, policies[kind][shown]) for kind in policies}
        for kind, one in valued.items():
            found[kind].append(one.plays)
        side = Side(kernel, shown, valued)
        chance = chance_of(kernel.rules.shoe, tree.shown)
        chances.append(chance)
        chosen = choose(shown, tuple(side.decisions())) if chance else ()
        decisions.append(tuple(side.with_busts(one) for one in chosen))
    return Solution(
        decisions=tuple(decisions),
        chances=tuple(chances),
        policies={kind: tuple(plays) for kind, plays in found.items()},
    )


def chance_of(shoe: tuple[int, ...], values: tuple[int, ...]) -> float:
    """Give the chance that the next cards are these, in whatever order."""
    left, chance = list(shoe), 1.0
    for value in values:
        chance *= left[value - 1] / sum(left) if left[value - 1] > 0 else 0
        left[value - 1] -= 1
    return chance * (2 if len(set(values)) == 2 else 1)


class Side:
    """The decisions against one showing of the dealer."""

    def __init__(self, kernel: Kernel, shown: int, valued: Mapping[Kind, Valued]) -> None:
        self.kernel, self.shown, self.valued, self.rules = kernel, shown, valued, kernel.rules
        self.tree = kernel.dealer.trees[shown]
        left = list(self.rules.shoe)
        for value in self.tree.shown:
            left[value - 1] -= 1
        self.left = tuple(left)
        self.hands_of_pairs: dict[tuple[int, Kind, int], list[float]] = {}
        self.is_blackjack = self.tree.root is not None and kernel.dealer.kinds[self.tree.root].blackjack

    def decisions(self) -> Iterator[Decision]:
        """Value every initial hand, and choose the play that is worth most."""
        for low in range(1, VALUES + 1):
            for high in range(low, VALUES + 1):
                if chance := chance_of(self.left, (low, high)):
                    yield self._decision((low, high), chance)

    def _decision(self, hand: tuple[int, int], chance: float) -> Decision:
        risk = self.dealer_blackjack(hand)
        blackjack = self.kernel.hands.totals[self.kernel.hands.of(*hand)].points == 21
        values: dict[Play, float] = {}
        settled = 0.0
        if blackjack:
            settled = (1 - risk) * float(self.rules.blackjack_pays)
        elif self.is_blackjack:
            settled = -1.0
        else:
            values = {play: value - risk for play, value in self._plays(hand, risk)}
        return Decision(
            hand=hand,
            shown=self.tree.shown,
            chance=chance,
            dealer_blackjack=risk,
            values=values,
            play=max(values, key=lambda play: values[play], default=None),
            settled=settled,
        )

    def with_busts(self, one: Decision) -> Decision:
        """Add what is lost by busting before a dealer's blackjack shows, beyond the original wager."""
        if not self.rules.late or self.tree.blackjack_with is None:
            return one
        if one.play in SPLITS:
            return replace(one, busts_before_blackjack=self.split(one.hand[0], one.play, lost_by_busting))
        if one.play is Play.DOUBLE_DOWN:
            return replace(one, busts_before_blackjack=self._doubled_busts(one.hand))
        return one

    def _doubled_busts(self, hand: tuple[int, int]) -> float:
        """Give the chance that a doubled hand busts and the dealer has a blackjack."""
        left = [n - hand.count(value + 1) for value, n in enumerate(self.left)]
        children = self.kernel.hands.children[self.kernel.hands.of(*hand)]
        return sum(
            left[value] / sum(left) * self.dealer_blackjack((*hand, value + 1))
            for value, child in enumerate(children)
            if child < 0 and left[value]
        )

    def dealer_blackjack(self, hand: tuple[int, ...]) -> float:
        """Give the chance of a dealer's blackjack when the hand is out of the shoe."""
        if self.is_blackjack:
            return 1.0
        if self.tree.blackjack_with is None:
            return 0.0
        wanted = self.tree.blackjack_with
        return (self.left[wanted] - hand.count(wanted + 1)) / (sum(self.left) - len(hand))

    def _plays(self, hand: tuple[int, int], risk: float) -> Iterator[tuple[Play, float]]:
        """Value every play the rules allow, but for what a dealer's blackjack takes of the original wager."""
        number, valued = self.kernel.hands.of(*hand), self.valued[PAID]
        for play in self.kernel.first_plays(hand):
            if play in SPLITS:
                yield play, self.split(hand[0], play, worth)
            elif play is Play.SURRENDER:
                yield play, -HALF * (1 - risk)  # 13:69F-2.8(b)
            else:
                yield play, valued.of(number, PLAYS.index(play))

    def split(self, value: int, play: Play, wanted: Wanted) -> float:
        """Give what is wanted of splitting a pair, over all its hands."""
        most_hands, added = self.rules.splits + 1, SPLITS[play]
        again = self.kernel.allows(play, (value, value), splits=1, from_split=True)
        chance = chance_of_another(self.left[value - 1], sum(self.left))

        def of_part(part: Part) -> float:
            numbers = self._played(value, PAID if part.original else added, most_removed(most_hands, again))

            def of(removed: int, other: bool) -> float:
                at = 2 * PARTS * (removed - 2)
                second_other, second_same = numbers[at : at + PARTS], numbers[at + PARTS : at + 2 * PARTS]
                return wanted(part, second_other) + (0 if other else wanted(part, second_same))

            return weighed(part, chance, of)

        return sum(many * of_part(part) for part, many in parts(most_hands, again))

    def _played(self, value: int, kind: Kind, most: int) -> list[float]:
        if (value, kind, most) not in self.hands_of_pairs:
            one_card = not self.kernel.allows(Play.DRAW, (value, value), from_split=True)
            played = self.kernel.split(self.shown, kind, self.valued[kind].plays, value, one_card, most)
            self.hands_of_pairs[value, kind, most] = played
        return self.hands_of_pairs[value, kind, most]


def chance_of_another(cards: int, all_cards: int) -> Callable[[int], float]:
    """Give the chance that the next card is of a value, by how many of that value are out already."""
    return lambda removed: max(cards - removed, 0) / (all_cards - removed)
