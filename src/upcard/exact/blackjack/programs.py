"""The dynamic programs of the blackjack wager, run compiled or in NumPy; buffers in, buffers out.

What a program takes is described once, in `programs.h`: `compiled_programs` and `numpy_programs` have functions of
those names and parameters. Here results get their buffers and their types. Bytes and arrays of doubles come from the
standard library, so that the compiled programs run without NumPy.

In all of them `shoe` is the cards by value, including the dealer's on the table, and `categories` is the number of
kinds of dealer's hands.
"""

import os
import warnings
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from upcard.errors import MissingKernelsWarning, Misuse
from upcard.exact.blackjack.program_constants import (
    MOST_CATEGORIES,
    MOST_ENDS,
    MOST_HANDS,
    NO_ROOM,
    PAIR_CLASSES,
    PLAYS,
    SPLIT_PARTS,
    VALUES,
    WORTH_PARTS,
)
from upcard.exact.blackjack.structures import (
    DealerTable,
    EndedHands,
    Integers,
    NetTable,
    Numbers,
    PlayerTable,
    SplitHands,
    zeros,
)
from upcard.payoffs.hands import all_hands

KERNEL_VARIABLE = "UPCARD_KERNEL"
KERNELS = ("auto", "numpy")  # what it may say
MOST_SETS = 1 << 17  # of cards, for which the dealer's hand is completed
MOST_ENDED = 8192  # room for the hands that one policy ends with


class HandSets(NamedTuple):
    """Sets of cards for which the dealer's hand is completed: those of all hands first, in their order."""

    cards: bytes  # of each set, by value
    number: Integers  # how the programs find the set of a hand with more cards of a value out


class Worth(NamedTuple):
    """The value of a play in units of the initial wager: the parts without and with a dealer's blackjack."""

    clear: float  # where the dealer has none
    blackjack: float  # where the dealer has one, as if it showed before any hand bust
    settled: float  # where the dealer has one, with busts collected before it shows

    @property
    def value(self) -> float:
        """Return the value by the usual convention: the dealer's blackjack shows before any bust."""
        return self.clear + self.blackjack


@dataclass(frozen=True, kw_only=True)
class PlayValues:
    """The value of every play of every hand against one showing of the dealer, and the play chosen."""

    values: Numbers  # by hand and play; NOT_ALLOWED also where the shoe does not hold the hand
    worths: Numbers  # by hand of at most two cards, play and part
    initial: int  # the number of the first hand of two cards
    plays: bytes  # the play chosen, by hand

    def value(self, hand: int, play: int) -> float:
        """Return the value of a play of any hand by the usual convention."""
        return self.values[hand * PLAYS + play]

    def of(self, hand: int, play: int) -> Worth:
        """Return the worth of a play of a hand of at most two cards."""
        at = ((hand - self.initial) * PLAYS + play) * WORTH_PARTS
        return Worth(*self.worths[at : at + WORTH_PARTS])


class SplitKind(NamedTuple):
    """A kind of hands of a split pair; ends from MOST_ENDS on have a second card of the pair's value."""

    hands: EndedHands
    net: Numbers  # of each end and kind of dealer's hand: what the hand wins beyond a bust
    places: Sequence[range]  # of each class of two second cards: the numbers of cards out that need a product


class PairSums(NamedTuple):
    """The mean products of two hands, and their joint distribution by symbols."""

    products: list[Numbers]  # of each kind of hands with the first: by number of cards out and class, 0 if not needed
    joint: Numbers  # of the last kind and the first


class SeveralSums(NamedTuple):
    """The joint distribution of several hands by symbols, and the number of steps to draw a hand more."""

    joint: Numbers
    steps: int


def numpy_is_chosen() -> bool:
    """Whether UPCARD_KERNEL asks for NumPy even where compiled kernels are installed."""
    kernel = os.environ.get(KERNEL_VARIABLE, "auto")
    if kernel not in KERNELS:
        raise Misuse(f"{KERNEL_VARIABLE}={kernel}: no such kernel; choose one of {', '.join(KERNELS)}")
    return kernel == "numpy"


@cache
def backend() -> Any:  # Any: a module with the functions of programs.h, which checks what it takes
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


@cache
def _links() -> tuple[Integers, Integers]:
    """Return the hands that each hand can draw to, and the hand of each single card: the same at every table."""
    hands = all_hands()
    assert len(hands.counts) <= MOST_HANDS
    children = array("h", [child for row in hands.children for child in row])
    return children, array("h", [hands.of(value) for value in range(1, VALUES + 1)])


def player_table(*, end: bytes, bust: bytes, categories: int, blackjack: int) -> PlayerTable:
    """Return the hands of a player with their ends: `end` by way of doubling down and hand, `bust` by way."""
    assert categories <= MOST_CATEGORIES
    hands, (child, single) = all_hands(), _links()
    return PlayerTable(
        hands=len(hands.counts),
        initial=hands.initial,
        count=hands.packed,
        child=child,
        single=single,
        end=end,
        bust=bust,
        categories=categories,
        blackjack=blackjack,
    )


def hand_sets(more: int) -> HandSets:
    """Return the sets of cards of all hands, and those with up to `more` cards of a value added, where needed."""
    return _hand_sets(backend(), more)


@lru_cache(maxsize=8)
def _hand_sets(programs: Any, more: int) -> HandSets:
    hands = all_hands()
    cards, number = bytearray(MOST_SETS * VALUES), array("i", [0]) * (more * VALUES * len(hands.counts))
    size = programs.set_pass(len(hands.counts), hands.packed, more, MOST_SETS, cards, number)
    return HandSets(bytes(cards[: size * VALUES]), number)


def dealer_chances(tree: DealerTable, categories: int, shoe: Numbers, sets: bytes) -> Numbers:
    """Return the probability of each category of the dealer's hand, for each set of removed cards."""
    count = len(sets) // VALUES
    chances = zeros(count * categories)
    backend().dealer_pass(tree, categories, shoe, count, sets, chances)
    return chances


def play_values(
    tree: DealerTable,
    player: PlayerTable,
    shoe: Numbers,
    kind: NetTable,
    masks: bytes,
    chances: Numbers,
    policy: bytes | None,
) -> PlayValues:
    """Value every play of every hand, played on by the policy, or by the best play where there is none."""
    values, best = zeros(player.hands * PLAYS), bytearray(player.hands)
    worths = zeros((player.hands - player.initial) * PLAYS * WORTH_PARTS)
    backend().play_pass(tree, player, shoe, kind, masks, chances, policy, values, worths, best)
    return PlayValues(values=values, worths=worths, initial=player.initial, plays=bytes(best))


def allowed_plays(masks: bytes, first: bytes, second: bytes) -> bytes:
    """Return the first of two plays that each hand has; it stands if it has neither."""
    policy = bytearray(len(masks))
    backend().allow_pass(len(masks), masks, first, second, policy)
    return bytes(policy)


def chosen_plays(masks: bytes, values: Numbers) -> bytes:
    """Return the best among the plays of every hand, by values computed before."""
    best = bytearray(len(masks))
    backend().choose_pass(len(masks), masks, values, best)
    return bytes(best)


def reached(tree: DealerTable, player: PlayerTable, shoe: Numbers, policy: bytes, start: Numbers) -> Numbers:
    """Return the probability of reaching every hand by a policy from starting hands."""
    reach = start[:]
    backend().reach_pass(tree, player, shoe, policy, reach)
    return reach


def class_sums(classes: bytes, count: int, reach: Numbers, values: Numbers) -> Numbers:
    """Return values summed over the hands of each class, weighted by their reach; the last column is the weight."""
    sums = zeros(count * (PLAYS + 1))
    backend().class_pass(len(classes), classes, reach, values, sums)
    return sums


def split_worths(
    tree: DealerTable,
    player: PlayerTable,
    shoe: Numbers,
    sets: HandSets,
    chances: Numbers,
    kinds: Sequence[NetTable],
    policy: bytes,
    value: int,
    most_removed: int,
) -> Numbers:
    """Return the worth of hands that began with one card of a split pair, by kind and number of cards out.

    `chances`: of the dealer's hand for each of the sets of cards.
    """
    out = zeros(SPLIT_PARTS * (most_removed - 1) * len(kinds))
    backend().split_pass(tree, player, shoe, sets.number, chances, len(kinds), kinds, policy, value, most_removed, out)
    return out


def single_hand(
    tree: DealerTable,
    player: PlayerTable,
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
    shoes = len(removed)
    joint = zeros(shoes * player.categories * symbols)
    backend().single_pass(
        tree, player, shoe, value, removed.start, shoes, sets.number, chances, ended, symbols, symbol, joint
    )
    return joint


def ended_hands(player: PlayerTable, policy: bytes, start: Numbers, out_before: bytes, *, busts: bool) -> EndedHands:
    """Return the hands in which a policy ends; `start` is the number of orders in which each hand can begin."""
    count, orderings, end = bytearray(MOST_ENDED * VALUES), zeros(MOST_ENDED), bytearray(MOST_ENDED)
    size = backend().end_pass(player, policy, start, out_before, busts, MOST_ENDED, count, orderings, end)
    return EndedHands(count=bytes(count[: size * VALUES]), orderings=orderings[:size], end=bytes(end[:size]))


def two_hands(tree: DealerTable, categories: int, shoe: Numbers, first: EndedHands, second: EndedHands) -> Numbers:
    """Return the probability of each end of the first hand, end of the second and category; MOST_ENDS ends each."""
    chances = zeros(MOST_ENDS * MOST_ENDS * categories)
    backend().two_hands_pass(tree, categories, shoe, first, second, chances)
    return chances


def joint_ends(
    tree: DealerTable, categories: int, shoe: Numbers, ends: int, first: EndedHands, second: EndedHands
) -> Numbers:
    """Return the same as two_hands for a first hand whose ends are numbered up to `ends`."""
    chances = zeros(ends * MOST_ENDS * categories)
    backend().joint_pass(tree, categories, shoe, first, second, chances)
    return chances


def several_hands(
    tree: DealerTable, categories: int, shoes: Numbers, hands: Sequence[EndedHands], symbols: int, symbol: bytes
) -> SeveralSums | None:
    """Draw hands together from each of the shoes: by shoe, category and symbols; None if that takes too much.

    `symbol`: what an end stands for against a category.
    """
    count, steps = len(shoes) // VALUES, array("q", [0])
    joint = zeros(categories * symbols ** len(hands) * count)
    failed = backend().several_pass(tree, categories, count, shoes, len(hands), hands, symbols, symbol, steps, joint)
    return None if failed == NO_ROOM else SeveralSums(joint, steps[0])


def pair_sums(
    tree: DealerTable,
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
    sums = PairSums([zeros(removed * PAIR_CLASSES) for _ in kinds], zeros(categories * symbols**2))
    split = [
        SplitHands(
            hands=kind.hands,
            net=kind.net,
            wanted=bytes(end for places in kind.places for end in (places.start, places.stop)),
            product=product,
        )
        for kind, product in zip(kinds, sums.products, strict=True)
    ]
    backend().pairs_pass(tree, categories, shoe, value, removed, len(split), split, symbols, symbol, sums.joint)
    return sums


def net_sums(
    categories: int, hands: int, symbols: int, joint: Numbers, net: bytes, bust: bytes, powers: int
) -> Numbers:
    """Return polynomials whose powers are net results, by shoe and category, from joint distributions of symbols.

    `net`: by hand, category and symbol, UNUSED where a hand cannot have the symbol; `bust`: by hand and category.
    """
    shoes = len(joint) // (categories * symbols**hands)
    out = zeros(shoes * categories * powers)
    backend().net_pass(categories, shoes, hands, symbols, joint, net, bust, powers, out)
    return out


def opposing_mean(
    categories: int, shoe: Numbers, hands: EndedHands, dealers: EndedHands, win: Numbers, degree: int
) -> tuple[float, float]:
    """Return the mean product of two sides, each a hand against a dealer's hand, and a bound of its error.

    `win`: by end, category and side. Fewer than `degree` cards held by both sides are counted.
    """
    mean = zeros(2)
    backend().opposing_pass(categories, shoe, hands, dealers, win, degree, mean)
    return mean[0], mean[1]


def bounds(
    shoe: Numbers,
    scale: Numbers,
    weight: Numbers,
    hands: Sequence[EndedHands],
    power: bytes,
    span: int,
    kinds: int,
    dealers: EndedHands,
    patterns: Sequence[Sequence[int]],
) -> Numbers:
    """Return the probability of each power of boxes of hands that share no card, by pattern; never too great.

    `hands`: of each type; `power`: by type, kind of dealer's hand and end, or UNUSED; `span`: the greatest of them;
    `patterns`: the types of the hands of each box. `scale` and `weight` are those of the rule of lengths.
    """
    size, types = len(patterns[0]), bytes(one for pattern in patterns for one in pattern)
    chances = zeros(len(patterns) * (size * span + 1))
    backend().bounds_pass(
        shoe, scale, weight, len(hands), hands, power, span, kinds, dealers, size, len(patterns), types, chances
    )
    return chances


def mean_product(tree: DealerTable, categories: int, shoe: Numbers, hands: EndedHands, net: Numbers) -> float:
    """Return the mean product of what two boxes of these terms win, `net` being what each end wins."""
    product = zeros(1)
    backend().product_pass(tree, categories, shoe, hands, net, product)
    return product[0]
