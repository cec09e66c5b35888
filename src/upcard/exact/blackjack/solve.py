"""The blackjack wager played by a strategy: the value of every decision and of the wager, without replacement."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from upcard.exact.blackjack.blackjack_kernel import INITIAL, POLICIES, BlackjackKernel, HandStart, hand_start
from upcard.exact.blackjack.program_constants import SPLIT_PARTS
from upcard.exact.blackjack.programs import PlayValues, Worth
from upcard.exact.blackjack.splits import most_removed, weighted_hands
from upcard.payoffs.hands import VALUES
from upcard.payoffs.plays import HAND_PLAYS
from upcard.rules.apply import SPLITS
from upcard.rules.blackjack import most_splits
from upcard.rules.enums import HandKind, Play
from upcard.threads import on_all_cores

# Which of several plays of equal value is chosen, the same as in policies.
PREFERENCE = {
    play: -place for place, play in enumerate((*HAND_PLAYS, *(play for play in Play if play not in HAND_PLAYS)))
}
WORTH_NOTHING = Worth(0.0, 0.0, 0.0)

Policies = Mapping[HandStart, tuple[bytes, ...]]  # for each start of a hand and each showing: the play of every hand
Choose = Callable[[int, tuple["Decision", ...]], tuple["Decision", ...]]  # sets the first plays against a showing


@dataclass(frozen=True, kw_only=True)
class Decision:
    """An initial hand against a showing of the dealer: the worth of each play in units of the initial wager."""

    hand: tuple[int, int]
    shown: tuple[int, ...]
    chance: float  # of the hand, given what the dealer shows
    dealer_blackjack: float  # the probability of it, as far as the player can know
    worth: Mapping[Play, Worth]  # empty: nothing to decide
    play: Play | None
    nothing_to_decide: Worth  # the worth of the hand where there is nothing to decide

    @cached_property
    def values(self) -> Mapping[Play, float]:
        """Return the value of each play by the usual convention: the dealer's blackjack shows before any bust."""
        return {play: worth.value for play, worth in self.worth.items()}

    @property
    def as_played(self) -> Worth:
        """Return the worth of the hand as played."""
        return self.worth[self.play] if self.play else self.nothing_to_decide

    @property
    def value(self) -> float:
        """Return the value of the hand as played, by the usual convention."""
        return self.as_played.value

    @property
    def busts_before_blackjack(self) -> float:
        """Return the additional loss by busting before a dealer's blackjack shows."""  # 13:69F-2.11(d), reading 61
        return self.as_played.blackjack - self.as_played.settled


@dataclass(frozen=True, kw_only=True)
class Solution:
    """A strategy evaluated: the value of the wager, of each showing and of each decision."""

    decisions: tuple[tuple[Decision, ...], ...]  # by showing
    chances: tuple[float, ...]  # of each showing
    policies: Policies

    @cached_property
    def by_showing(self) -> tuple[float, ...]:
        """Return the player's value for each showing of the dealer."""
        return tuple(sum(hand.chance * hand.value for hand in decisions) for decisions in self.decisions)

    @cached_property
    def value(self) -> float:
        """Return the player's value for one unit wagered."""
        return sum(chance * value for chance, value in zip(self.chances, self.by_showing, strict=True))

    @cached_property
    def busts_before_blackjack(self) -> float:
        """Return the additional loss, for one unit wagered, by busting before a dealer's blackjack shows."""
        return sum(
            chance * hand.chance * hand.busts_before_blackjack
            for chance, decisions in zip(self.chances, self.decisions, strict=True)
            for hand in decisions
        )


def best(kernel: BlackjackKernel) -> Solution:
    """Return the optimal play of every composition of cards, the same before and after a split."""
    return solution(kernel, {}, unchanged_plays)


def unchanged_plays(_: int, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """Return the decisions unchanged: their play is the one of greatest value."""
    return decisions


def solution(kernel: BlackjackKernel, policies: Policies, choose: Choose) -> Solution:
    """Return a strategy evaluated; where there is no policy, the optimal play of every composition."""
    # The kernel releases the GIL. First plays are chosen afterwards, one showing after another.
    against = on_all_cores(
        lambda showing: _against(kernel, showing, {key: plays[showing] for key, plays in policies.items()}),
        range(len(kernel.dealer.trees)),
    )
    return Solution(
        decisions=tuple(choose(showing, each.decisions) for showing, each in enumerate(against)),
        chances=tuple(each.chance for each in against),
        policies={key: tuple(each.policies[key] for each in against) for key in policy_keys(kernel)},
    )


class _Against(NamedTuple):
    """A strategy evaluated against one showing of the dealer."""

    decisions: tuple[Decision, ...]
    chance: float
    policies: Mapping[HandStart, bytes]


def _against(kernel: BlackjackKernel, showing: int, fixed: Mapping[HandStart, bytes]) -> _Against:
    keys = policy_keys(kernel)
    valued = {key: kernel.value(showing, key, fixed.get(key)) for key in keys if key in VALUED_STARTS}
    policies = {key: fixed.get(key) or _best(kernel, showing, key, valued) for key in keys}
    chance = chance_of(kernel.cards, kernel.dealer.trees[showing].shown)
    decisions = ShowingSolver(kernel, showing, valued[INITIAL], policies).decisions() if chance else ()
    return _Against(tuple(decisions), chance, policies)


VALUED_STARTS = (
    INITIAL,
    HandStart(HandKind.ADDED_FREE),
)  # starts whose plays are valued; others use these values


def policy_keys(kernel: BlackjackKernel) -> tuple[HandStart, ...]:
    """Return the starts of hands that a table has policies for."""
    return tuple(key for key in POLICIES if key.kind in kernel.payoffs.kinds)


def _best(kernel: BlackjackKernel, showing: int, key: HandStart, valued: Mapping[HandStart, PlayValues]) -> bytes:
    """Return the best play of every hand: that of an initial hand, unless the hand does not have that play."""
    if key in valued:
        return valued[key].plays
    like = HandStart(key.kind) if HandStart(key.kind) in valued else INITIAL
    if kernel.masks(showing, key) == kernel.masks(showing, like):
        return valued[like].plays
    return kernel.chosen(showing, key, valued[like])


def chance_of(shoe: tuple[int, ...], values: tuple[int, ...]) -> float:
    """Return the probability that the next cards are these, in any order."""
    left, chance = list(shoe), 1.0
    for value in values:
        chance *= left[value - 1] / sum(left) if left[value - 1] > 0 else 0
        left[value - 1] -= 1
    return chance * (2 if len(set(values)) == 2 else 1)


class ShowingSolver:
    """The decisions against one showing of the dealer."""

    def __init__(
        self, kernel: BlackjackKernel, showing: int, valued: PlayValues, policies: Mapping[HandStart, bytes]
    ) -> None:
        self.kernel, self.showing, self.valued, self.policies = kernel, showing, valued, policies
        self.tree, self.upcard = kernel.dealer.trees[showing], kernel.upcard(showing)
        self.left = left_after(kernel.cards, self.tree.shown)
        self.hands_of_pairs: dict[tuple[int, int], dict[HandKind, list[float]]] = {}
        self.is_blackjack = self.tree.root is not None and kernel.dealer.kinds[self.tree.root].blackjack

    def decisions(self) -> Iterator[Decision]:
        """Yield every initial hand with the worth of its plays, and the play of greatest value."""
        for low in range(1, VALUES + 1):
            for high in range(low, VALUES + 1):
                if chance := chance_of(self.left, (low, high)):
                    yield self._decision((low, high), chance)

    def _decision(self, hand: tuple[int, int], chance: float) -> Decision:
        """Choose the best play of an initial hand, with the value of every play it has."""
        kernel, risk, number = self.kernel, self.dealer_blackjack(hand), self.kernel.hands.of(*hand)
        plays = () if self.is_blackjack else kernel.plays.first(hand, self.upcard)
        taken = (
            risk * float(kernel.blackjack_takes[kernel.hands.totals[number]]) if kernel.blackjack_ends_first else None
        )
        worth = {play: self._worth(play, hand, number, risk, taken) for play in plays}
        return Decision(
            hand=hand,
            shown=self.tree.shown,
            chance=chance,
            dealer_blackjack=risk,
            worth=worth,
            play=max(worth, key=lambda play: (worth[play].value, PREFERENCE[play])) if worth else None,
            nothing_to_decide=WORTH_NOTHING if worth else self._worth(Play.STAND, hand, number, risk, taken),
        )

    def _surrendered(self, risk: float) -> Worth:
        """Return the worth of a surrendered hand, which may depend on a dealer's blackjack only."""
        clear, taken = self.kernel.surrendered
        return Worth((1 - risk) * float(clear), risk * float(taken), risk * float(taken))

    def _worth(self, play: Play, hand: tuple[int, int], number: int, risk: float, taken: float | None) -> Worth:
        """Return the worth of a play; `taken`: the part of a dealer's blackjack that ends the round before the play."""
        if play is Play.SURRENDER:
            worth = self._surrendered(risk)
        elif play in SPLITS:
            worth = self.split(hand[0], play)
        else:
            worth = self.valued.of(number, HAND_PLAYS.index(play))
        if taken is None or (play is Play.SURRENDER and self.is_early(hand)):
            return worth
        return Worth(worth.clear, taken, taken)

    def is_early(self, hand: tuple[int, int]) -> bool:
        """Whether a hand is surrendered before the dealer checks for a blackjack."""
        return self.kernel.plays.is_early(hand, self.upcard)

    def dealer_blackjack(self, hand: tuple[int, ...]) -> float:
        """Return the probability of a dealer's blackjack when the hand is out of the shoe."""
        if self.is_blackjack:
            return 1.0
        if self.tree.blackjack_with is None:
            return 0.0
        needed = self.tree.blackjack_with
        return (self.left[needed] - hand.count(needed + 1)) / (sum(self.left) - len(hand))

    def split(self, value: int, play: Play) -> Worth:
        """Return the worth of splitting a pair, over all its hands."""
        most_hands, again = most_splits(self.kernel.rules, play, value) + 1, self.may_split_again(value, play)
        clear = blackjack = settled = 0.0
        played = self._played(value, SPLITS[play], most_removed(most_hands, again))
        for original, other, removed, weight in weighted_hands(most_hands, again, self.left[value - 1], sum(self.left)):
            at, numbers = SPLIT_PARTS * (removed - 2), played[HandKind.SPLIT if original else SPLITS[play]]
            one, two, three, *like = numbers[at : at + SPLIT_PARTS]
            if not other:
                one, two, three = one + like[0], two + like[1], three + like[2]
            clear, blackjack, settled = clear + weight * one, blackjack + weight * two, settled + weight * three
        return Worth(clear, blackjack, settled)

    def may_split_again(self, value: int, play: Play) -> bool:
        """Whether a split hand that again forms a pair of this value may be split again."""
        return self.kernel.plays.allows(play, (value, value), self.upcard, splits=1, from_split=True)

    def _played(self, value: int, added: HandKind, most: int) -> dict[HandKind, list[float]]:
        """Return the worths of the hands of a split pair, by kind; kinds with the same policy are played at once."""
        played = self.hands_of_pairs.setdefault((value, most), {})
        missing: dict[bytes, list[HandKind]] = {}
        for kind in (HandKind.SPLIT, added):
            if kind not in played:
                missing.setdefault(self.policies[hand_start(kind, value)], []).append(kind)
        for policy, kinds in missing.items():
            played |= self.kernel.split(self.showing, kinds, policy, value, most)
        return played


def left_after(shoe: tuple[int, ...], values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards left by value when cards of these values are out."""
    return tuple(count - values.count(value + 1) for value, count in enumerate(shoe))
