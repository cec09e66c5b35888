"""The dynamic programs of the blackjack wager: the compiled ones, or the same in NumPy; buffers in, buffers out.

Bytes and arrays of doubles come from the standard library, so that the compiled programs run without NumPy.
"""

import os
import warnings
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol

from upcard.errors import MissingKernelsWarning, Misuse
from upcard.exact.blackjack.buffers import Numbers
from upcard.exact.blackjack.dealer import DealerTree
from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.payoffs.hands import PlayerHands

WORTH_PARTS = 3  # of a worth: without a dealer's blackjack, with one, with one as settled
SPLIT_PARTS = 2 * WORTH_PARTS  # a worth by second card: of another value, of the pair's value
NOT_ALLOWED = -9  # the value of a play that a hand does not have
MOST_ENDS = 32
MOST_DRAWN = 24  # cards of the dealer's, less one
MOST_SEVERAL = 4  # how many hands are drawn together at most
MOST_DEGREE = 12  # how many cards held by both sides are counted at most
UNUSED = 255  # the net result of no symbol
PAIR_CLASSES = 4  # of two hands: whether the second card of either is of the pair's value
KERNEL_VARIABLE = "UPCARD_KERNEL"
KERNELS = ("auto", "numpy")  # what it may say
SHOES_AT_ONCE = 4  # shoes for which groups of hands are summed at once
SHARED = 3  # how many cards that two groups share are counted; odd, so that no probability is too great

Handle = Any  # what the programs make of a table for their own use


class HandTables(NamedTuple):
    """The hands of a player, the end of each, and the kinds of dealer's hands."""

    hands: PlayerHands
    end: bytes  # of each way of doubling down and hand
    bust: bytes  # of each way of doubling down: the end of a bust
    categories: int  # how many kinds of dealer's hands there are
    blackjack: int  # which of them is a blackjack


class HandSets(NamedTuple):
    """Sets of cards for which the dealer's hand is completed: those of all hands first, in their order."""

    cards: bytes  # of each set, by value
    number: Handle  # how the programs find the set of a hand with more cards of a value out


class PlayNumbers(NamedTuple):
    """The values of plays by hand and play, their worths for hands of at most two cards, and the play of each hand."""

    values: Numbers
    worths: Numbers
    plays: bytes


class SplitKind(NamedTuple):
    """A kind of hands of a split pair; ends from MOST_ENDS on have a second card of the pair's value."""

    hands: EndedHands
    net: Numbers  # of each end and kind of dealer's hand: what the hand wins beyond a bust
    places: Sequence[
        range
    ]  # of each class of two second cards: of the numbers of cards out for which products are needed


class PairSums(NamedTuple):
    """The mean products of two hands, and their joint distribution by symbols."""

    products: list[Numbers]  # of each kind of hands with the first: by number of cards out and class, 0 if not needed
    joint: Numbers  # of the last kind and the first


class SeveralSums(NamedTuple):
    """The joint distribution of several hands by symbols, and the number of steps to draw a hand more."""

    joint: Numbers
    steps: int


class Programs(Protocol):
    """The programs; `shoe`: the cards by value, the dealer's on the table among them, `categories`: kinds of hands."""

    def dealer_tree(self, tree: DealerTree, orderings: Sequence[float] | None = None) -> Handle:
        """Return a dealer's tree, with other numbers of orders if they are given."""

    def player_hands(self, tables: HandTables) -> Handle:
        """Return the hands of a player."""

    def hand_kind(self, net: Numbers, settled: Numbers) -> Handle:
        """Return the net results of a kind of hand: by end and category, and by end against a blackjack, as settled."""

    def hand_sets(self, more: int) -> HandSets:
        """Return the sets of cards of all hands, and those with up to so many more cards of a value, where needed."""

    def dealer_chances(self, tree: Handle, categories: int, shoe: Numbers, sets: bytes) -> Numbers:
        """Return the probability of each category of the dealer's hand, for each set of removed cards."""

    def play_values(
        self,
        tree: Handle,
        player: Handle,
        shoe: Numbers,
        kind: Handle,
        masks: bytes,
        chances: Numbers,
        policy: bytes | None,
    ) -> PlayNumbers:
        """Value every play of every hand, played on by the policy, or by the best play where there is none."""

    def allowed_plays(self, masks: bytes, first: bytes, second: bytes) -> bytes:
        """Return the first of two plays that each hand has; it stands if it has neither."""

    def chosen_plays(self, masks: bytes, values: Numbers) -> bytes:
        """Return the best among the plays of every hand, by values computed before."""

    def reached(self, tree: Handle, player: Handle, shoe: Numbers, policy: bytes, start: Numbers) -> Numbers:
        """Return the probability of reaching every hand by a policy from starting hands."""

    def class_sums(self, classes: bytes, count: int, reach: Numbers, values: Numbers) -> Numbers:
        """Return values summed over the hands of each class, weighted by their reach; the last column is the weight."""

    def split_worths(
        self,
        tree: Handle,
        player: Handle,
        shoe: Numbers,
        sets: HandSets,
        chances: Numbers,
        kinds: Sequence[Handle],
        policy: bytes,
        value: int,
        most_removed: int,
    ) -> Numbers:
        """Return the worth of hands that began with one card of a split pair, by kind and number of cards out.

        `chances`: of the dealer's hand for each of the sets of cards.
        """

    def single_hand(
        self,
        tree: Handle,
        player: Handle,
        shoe: Numbers,
        sets: HandSets,
        chances: Numbers,
        value: int,
        removed: range,
        ended: EndedHands,
        symbols: int,
        symbol: bytes,
    ) -> Numbers:
        """Return the joint distribution of a hand's symbol and the dealer's hand, by number of cards of a value out.

        The hand began with one card of that value; `chances` as for split_worths.
        """

    def ended(self, player: Handle, policy: bytes, start: Numbers, out_before: bytes, busts: bool) -> EndedHands:
        """Return the hands in which a policy ends, from starting hands that can be dealt in so many orders."""

    def two_hands(self, tree: Handle, categories: int, shoe: Numbers, first: EndedHands, second: EndedHands) -> Numbers:
        """Return the probability of each end of the first hand, end of the second and category; MOST_ENDS ends each."""

    def joint_ends(
        self, tree: Handle, categories: int, shoe: Numbers, ends: int, first: EndedHands, second: EndedHands
    ) -> Numbers:
        """Return the same for a first hand that has so many ends."""

    def several_hands(
        self,
        tree: Handle,
        categories: int,
        shoes: Numbers,
        hands: Sequence[EndedHands],
        symbols: int,
        symbol: bytes,
    ) -> SeveralSums | None:
        """Draw hands together from each of the shoes: by shoe, category and symbols; None if that takes too much.

        `symbol`: what an end stands for against a category.
        """

    def pair_sums(
        self,
        tree: Handle,
        categories: int,
        shoe: Numbers,
        value: int,
        removed: int,
        kinds: Sequence[SplitKind],
        symbols: int,
        symbol: bytes,
    ) -> PairSums:
        """Draw pairs of hands together, one of the first kind among them, 2 and more cards of a value being out.

        The joint distribution is that with two cards out and both second cards of other values.
        """

    def net_sums(
        self, categories: int, hands: int, symbols: int, joint: Numbers, net: bytes, bust: bytes, powers: int
    ) -> Numbers:
        """Return polynomials whose powers are net results, by shoe and category, from joint distributions of symbols.

        `net`: by hand, category and symbol, UNUSED where a hand cannot have the symbol; `bust`: by hand and category.
        """

    def crossed_mean(
        self, categories: int, shoe: Numbers, hands: EndedHands, dealers: EndedHands, win: Numbers, degree: int
    ) -> tuple[float, float]:
        """Return the mean product of two sides, each a hand against a dealer's hand, and a bound of its error.

        `win`: by end, category and side. Fewer than `degree` cards held by both sides are counted.
        """

    def bounds(
        self,
        shoe: Numbers,
        scale: Numbers,
        weight: Numbers,
        hands: Sequence[EndedHands],
        power: bytes,
        span: int,
        kinds: int,
        dealers: EndedHands,
        patterns: Sequence[tuple[int, ...]],
    ) -> Numbers:
        """Return the probability of each power of boxes of hands that share no card, by pattern; never too great.

        `hands`: of each type; `power`: by type, kind of dealer's hand and end, or UNUSED; `span`: the greatest of them;
        `patterns`: the types of the hands of each box. `scale` and `weight` are those of the rule of lengths.
        """

    def mean_product(self, tree: Handle, categories: int, shoe: Numbers, hands: EndedHands, net: Numbers) -> float:
        """Return the mean product of what two boxes of these terms win, `net` being what each end wins."""


def numpy_is_chosen() -> bool:
    """Whether UPCARD_KERNEL asks for NumPy even where compiled kernels are installed."""
    kernel = os.environ.get(KERNEL_VARIABLE, "auto")
    if kernel not in KERNELS:
        raise Misuse(f"{KERNEL_VARIABLE}={kernel}: no such kernel; choose one of {', '.join(KERNELS)}")
    return kernel == "numpy"


@cache
def programs() -> Programs:
    """Return the compiled programs where they are installed, unless NumPy is chosen; warn where they are missing."""
    if not numpy_is_chosen():
        try:
            from upcard.exact.blackjack import compiled_programs
        except ImportError:
            warnings.warn(
                "compiled kernels not installed; exact analysis uses NumPy and is slower",
                MissingKernelsWarning,
                stacklevel=2,
            )
        else:
            return compiled_programs
    from upcard.exact.blackjack import numpy_programs

    return numpy_programs
