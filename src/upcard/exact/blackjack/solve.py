"""The blackjack wager played by a strategy: the value of every decision and of the whole, without replacement."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from upcard.exact.blackjack.kernel import INITIAL, PARTS, POLICIES, Begun, BlackjackKernel, Valued, Worth, begun
from upcard.exact.blackjack.splits import most_removed, parts, weights
from upcard.payoffs.hands import VALUES
from upcard.payoffs.plays import ALONE
from upcard.rules.apply import SPLITS
from upcard.rules.enums import HandKind, Play

# Among plays of one worth, as policies choose.
PREFERENCE = {play: -place for place, play in enumerate((*ALONE, *(play for play in Play if play not in ALONE)))}
NOTHING = Worth(0.0, 0.0, 0.0)

Policies = Mapping[Begun, tuple[bytes, ...]]  # for each way to begin and each showing: the play of every hand
Choose = Callable[[int, tuple["Decision", ...]], tuple["Decision", ...]]  # the first plays against a showing


@dataclass(frozen=True, kw_only=True)
class Decision:
    """An initial hand against a showing of the dealer: what each play is worth in units of the initial wager."""

    hand: tuple[int, int]
    shown: tuple[int, ...]
    chance: float  # of the hand, given what the dealer shows
    dealer_blackjack: float  # chance that the dealer has it, as far as the player can know
    worth: Mapping[Play, Worth]  # empty: nothing to decide
    play: Play | None
    nothing_to_decide: Worth  # what the hand is worth where there is nothing to decide

    @cached_property
    def values(self) -> Mapping[Play, float]:
        """Return what each play is worth by the usual convention: the dealer's blackjack shows first."""
        return {play: worth.value for play, worth in self.worth.items()}

    @property
    def as_played(self) -> Worth:
        """Return what the hand is worth as played."""
        return self.worth[self.play] if self.play else self.nothing_to_decide

    @property
    def value(self) -> float:
        """Return what the hand is worth as played, by the usual convention."""
        return self.as_played.value

    @property
    def busts_before_blackjack(self) -> float:
        """Return what is lost besides by busting before a dealer's blackjack shows."""  # 13:69F-2.11(d), reading 61
        return self.as_played.blackjack - self.as_played.settled


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


def best(kernel: BlackjackKernel) -> Solution:
    """Play every composition of cards as well as can be, the same before and after a split."""
    return solution(kernel, {}, as_valued)


def as_valued(_: int, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """Leave the play that is worth most."""
    return decisions


def solution(kernel: BlackjackKernel, policies: Policies, choose: Choose) -> Solution:
    """Carry a strategy through; where there is no policy, the best for every composition."""
    found: dict[Begun, list[bytes]] = {key: [] for key in policy_keys(kernel)}
    decisions, chances = [], []
    for shown, tree in enumerate(kernel.dealer.trees):
        given = {key: by_showing[shown] for key, by_showing in policies.items()}
        valued = {key: kernel.value(shown, key, given.get(key)) for key in found if key in VALUED}
        against = {key: given.get(key) or _best(kernel, shown, key, valued) for key in found}
        for key, policy in against.items():
            found[key].append(policy)
        side = Side(kernel, shown, valued[INITIAL], against)
        chance = chance_of(kernel.cards, tree.shown)
        chances.append(chance)
        decisions.append(choose(shown, tuple(side.decisions())) if chance else ())
    return Solution(
        decisions=tuple(decisions),
        chances=tuple(chances),
        policies={key: tuple(plays) for key, plays in found.items()},
    )


VALUED = (INITIAL, Begun(HandKind.ADDED_FREE))  # hands of which the plays are valued; others choose by these


def policy_keys(kernel: BlackjackKernel) -> tuple[Begun, ...]:
    """Return the ways in which a hand may begin at a table."""
    return tuple(key for key in POLICIES if key.kind in kernel.payoffs.kinds)


def _best(kernel: BlackjackKernel, shown: int, key: Begun, valued: Mapping[Begun, Valued]) -> bytes:
    """Return the best play of every hand: as before a split, unless the hand does not have that play."""
    if key in valued:
        return valued[key].plays
    like = Begun(key.kind) if Begun(key.kind) in valued else INITIAL
    if kernel.masks(shown, key) == kernel.masks(shown, like):
        return valued[like].plays
    return kernel.chosen(shown, key, valued[like])


def chance_of(shoe: tuple[int, ...], values: tuple[int, ...]) -> float:
    """Give the chance that the next cards are these, in whatever order."""
    left, chance = list(shoe), 1.0
    for value in values:
        chance *= left[value - 1] / sum(left) if left[value - 1] > 0 else 0
        left[value - 1] -= 1
    return chance * (2 if len(set(values)) == 2 else 1)


class Side:
    """The decisions against one showing of the dealer."""

    def __init__(self, kernel: BlackjackKernel, shown: int, valued: Valued, policies: Mapping[Begun, bytes]) -> None:
        self.kernel, self.shown, self.valued, self.policies = kernel, shown, valued, policies
        self.tree, self.upcard = kernel.dealer.trees[shown], kernel.showing(shown)
        self.left = left_after(kernel.cards, self.tree.shown)
        self.hands_of_pairs: dict[tuple[int, int], dict[HandKind, list[float]]] = {}
        self.is_blackjack = self.tree.root is not None and kernel.dealer.kinds[self.tree.root].blackjack

    def decisions(self) -> Iterator[Decision]:
        """Value every initial hand, and choose the play that is worth most."""
        for low in range(1, VALUES + 1):
            for high in range(low, VALUES + 1):
                if chance := chance_of(self.left, (low, high)):
                    yield self._decision((low, high), chance)

    def _decision(self, hand: tuple[int, int], chance: float) -> Decision:
        kernel, risk, number = self.kernel, self.dealer_blackjack(hand), self.kernel.hands.of(*hand)
        plays = () if self.is_blackjack else kernel.plays.first(hand, self.upcard)
        taken = risk * float(kernel.blackjack_takes[kernel.hands.totals[number]]) if kernel.known_first else None
        worth = {play: self._worth(play, hand, number, risk, taken) for play in plays}
        return Decision(
            hand=hand,
            shown=self.tree.shown,
            chance=chance,
            dealer_blackjack=risk,
            worth=worth,
            play=max(worth, key=lambda play: (worth[play].value, PREFERENCE[play])) if worth else None,
            nothing_to_decide=NOTHING if worth else self._worth(Play.STAND, hand, number, risk, taken),
        )

    def _surrendered(self, risk: float) -> Worth:
        """Value a surrendered hand: only a dealer's blackjack may make a difference to it."""
        clear, taken = self.kernel.surrendered
        return Worth((1 - risk) * float(clear), risk * float(taken), risk * float(taken))

    def _worth(self, play: Play, hand: tuple[int, int], number: int, risk: float, taken: float | None) -> Worth:
        """Value a play; `taken`: what a dealer's blackjack takes that ends the round before the play is made."""
        if play is Play.SURRENDER:
            worth = self._surrendered(risk)
        elif play in SPLITS:
            worth = self.split(hand[0], play)
        else:
            worth = self.valued.of(number, ALONE.index(play))
        if taken is None or (play is Play.SURRENDER and self.is_early(hand)):
            return worth
        return Worth(worth.clear, taken, taken)

    def is_early(self, hand: tuple[int, int]) -> bool:
        """Whether a hand is given up before the dealer looks for a blackjack."""
        return self.kernel.plays.is_early(hand, self.upcard)

    def dealer_blackjack(self, hand: tuple[int, ...]) -> float:
        """Return the chance of a dealer's blackjack when the hand is out of the shoe."""
        if self.is_blackjack:
            return 1.0
        if self.tree.blackjack_with is None:
            return 0.0
        wanted = self.tree.blackjack_with
        return (self.left[wanted] - hand.count(wanted + 1)) / (sum(self.left) - len(hand))

    def split(self, value: int, play: Play) -> Worth:
        """Return what splitting a pair is worth, over all its hands."""
        most_hands, again = self.kernel.rules.splits + 1, self.may_split_again(value, play)
        chance = chance_of_another(self.left[value - 1], sum(self.left))
        sums = [0.0] * PARTS
        played = self._played(value, SPLITS[play], most_removed(most_hands, again))
        for part, many in parts(most_hands, again):
            numbers = played[HandKind.SPLIT if part.original else SPLITS[play]]
            for removed, weight in weights(part, chance).items():
                at = 2 * PARTS * (removed - 2)
                for number in range(PARTS):
                    both = numbers[at + number] + (0.0 if part.other else numbers[at + PARTS + number])
                    sums[number] += many * weight * both
        return Worth(*sums)

    def may_split_again(self, value: int, play: Play) -> bool:
        """Whether a split pair of this value may be split again when it is made again."""
        return self.kernel.plays.allows(play, (value, value), self.upcard, splits=1, from_split=True)

    def _played(self, value: int, added: HandKind, most: int) -> dict[HandKind, list[float]]:
        """Play the first hand of a split pair and those added; hands that are played alike are played together."""
        played = self.hands_of_pairs.setdefault((value, most), {})
        missing: dict[bytes, list[HandKind]] = {}
        for kind in (HandKind.SPLIT, added):
            if kind not in played:
                missing.setdefault(self.policies[begun(kind, value)], []).append(kind)
        for policy, kinds in missing.items():
            played |= self.kernel.split(self.shown, kinds, policy, value, most)
        return played


def left_after(shoe: tuple[int, ...], values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards left by value when some are out."""
    return tuple(count - values.count(value + 1) for value, count in enumerate(shoe))


def chance_of_another(cards: int, all_cards: int) -> Callable[[int], float]:
    """Return the chance that the next card is of a value, by how many of that value are out already."""
    return lambda removed: max(cards - removed, 0) / (all_cards - removed)
