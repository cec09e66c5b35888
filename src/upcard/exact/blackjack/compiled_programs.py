"""The compiled dynamic programs (see `programs`): buffers wrapped as the C functions of `kernel.h` take them."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from upcard.exact.blackjack._kernel import ffi, lib
from upcard.exact.blackjack.buffers import Numbers, zeros
from upcard.exact.blackjack.compiled_structures import Structure, byte_array, double_array, ended_structure
from upcard.exact.blackjack.compiled_structures import dealer_tree as dealer_tree
from upcard.exact.blackjack.compiled_structures import hand_kind as hand_kind
from upcard.exact.blackjack.compiled_structures import hand_sets as hand_sets
from upcard.exact.blackjack.compiled_structures import player_hands as player_hands
from upcard.exact.blackjack.compiled_structures import require_memory as require_memory
from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.exact.blackjack.programs import (
    MOST_ENDS,
    PAIR_CLASSES,
    SPLIT_PARTS,
    WORTH_PARTS,
    HandSets,
    PairSums,
    PlayNumbers,
    SeveralSums,
    SplitKind,
)
from upcard.payoffs.hands import VALUES
from upcard.payoffs.plays import HAND_PLAYS

MOST_ENDED = 8192  # room for the hands that one policy ends with
NO_ROOM = 1  # what is returned if hands can hold too many sets of cards


def dealer_chances(tree: Structure, categories: int, shoe: Numbers, sets: bytes) -> Numbers:
    """Return the probability of each category of the dealer's hand, for each set of removed cards."""
    count = len(sets) // VALUES
    chances = zeros(count * categories)
    lib.dealer_pass(tree.pointer, categories, double_array(shoe), count, byte_array(sets), double_array(chances))
    return chances


def play_values(
    tree: Structure,
    player: Structure,
    shoe: Numbers,
    kind: Structure,
    masks: bytes,
    chances: Numbers,
    policy: bytes | None,
) -> PlayNumbers:
    """Value every play of every hand, played on by the policy, or by the best play where there is none."""
    values, best = zeros(len(masks) * len(HAND_PLAYS)), bytearray(len(masks))
    worths = zeros(player.size * len(HAND_PLAYS) * WORTH_PARTS)
    lib.play_pass(
        tree.pointer,
        player.pointer,
        double_array(shoe),
        kind.pointer,
        byte_array(masks),
        double_array(chances),
        ffi.NULL if policy is None else byte_array(policy),
        double_array(values),
        double_array(worths),
        byte_array(best),
    )
    return PlayNumbers(values, worths, bytes(best))


def allowed_plays(masks: bytes, first: bytes, second: bytes) -> bytes:
    """Return the first of two plays that each hand has; it stands if it has neither."""
    policy = bytearray(len(masks))
    lib.allow_pass(len(masks), byte_array(masks), byte_array(first), byte_array(second), byte_array(policy))
    return bytes(policy)


def chosen_plays(masks: bytes, values: Numbers) -> bytes:
    """Return the best among the plays of every hand, by values computed before."""
    best = bytearray(len(masks))
    lib.choose_pass(len(masks), byte_array(masks), double_array(values), byte_array(best))
    return bytes(best)


def reached(tree: Structure, player: Structure, shoe: Numbers, policy: bytes, start: Numbers) -> Numbers:
    """Return the probability of reaching every hand by a policy from starting hands."""
    reach = start[:]
    lib.reach_pass(tree.pointer, player.pointer, double_array(shoe), byte_array(policy), double_array(reach))
    return reach


def class_sums(classes: bytes, count: int, reach: Numbers, values: Numbers) -> Numbers:
    """Return values summed over the hands of each class, weighted by their reach; the last column is the weight."""
    sums = zeros(count * (len(HAND_PLAYS) + 1))
    lib.class_pass(len(classes), byte_array(classes), double_array(reach), double_array(values), double_array(sums))
    return sums


def split_worths(
    tree: Structure,
    player: Structure,
    shoe: Numbers,
    sets: HandSets,
    chances: Numbers,
    kinds: Sequence[Structure],
    policy: bytes,
    value: int,
    most_removed: int,
) -> Numbers:
    """Return the worth of hands that began with one card of a split pair, by kind and number of cards out."""
    out = zeros(SPLIT_PARTS * (most_removed - 1) * len(kinds))
    pointers = ffi.new("hand_kind *[]", [kind.pointer for kind in kinds])
    lib.split_pass(
        tree.pointer,
        player.pointer,
        double_array(shoe),
        sets.number,
        double_array(chances),
        len(kinds),
        pointers,
        byte_array(policy),
        value,
        most_removed,
        double_array(out),
    )
    return out


def single_hand(
    tree: Structure,
    player: Structure,
    shoe: Numbers,
    sets: HandSets,
    chances: Numbers,
    value: int,
    removed: range,
    ended: EndedHands,
    symbols: int,
    symbol: bytes,
) -> Numbers:
    """Return the joint distribution of a hand's symbol and the dealer's hand, by number of cards of a value out."""
    joint, listed = zeros(len(removed) * player.pointer.categories * symbols), ended_structure(ended)
    lib.single_pass(
        tree.pointer,
        player.pointer,
        double_array(shoe),
        value,
        removed.start,
        len(removed),
        sets.number,
        double_array(chances),
        listed.pointer,
        symbols,
        byte_array(symbol),
        double_array(joint),
    )
    return joint


def ended(player: Structure, policy: bytes, start: Numbers, out_before: bytes, busts: bool) -> EndedHands:
    """Return the hands in which a policy ends, from starting hands that can be dealt in so many orders."""
    count, orderings, end = bytearray(MOST_ENDED * VALUES), zeros(MOST_ENDED), bytearray(MOST_ENDED)
    fields = {
        "capacity": MOST_ENDED,
        "count": byte_array(count),
        "orderings": double_array(orderings),
        "end": byte_array(end),
    }
    filled = ffi.new("ended_hands *", fields)
    require_memory(
        lib.end_pass(player.pointer, byte_array(policy), double_array(start), byte_array(out_before), busts, filled)
    )
    size = filled.size
    return EndedHands(bytes(count[: size * VALUES]), orderings[:size], bytes(end[:size]))


def _both(first: EndedHands, second: EndedHands) -> tuple[Structure, Structure]:
    """Return two lists of hands, which are one if they are the same."""
    one = ended_structure(first)
    return one, one if second is first else ended_structure(second)


def two_hands(tree: Structure, categories: int, shoe: Numbers, first: EndedHands, second: EndedHands) -> Numbers:
    """Return the probability of each end of the first hand, end of the second and category; MOST_ENDS ends each."""
    chances, (one, other) = zeros(MOST_ENDS * MOST_ENDS * categories), _both(first, second)
    require_memory(
        lib.two_hands_pass(
            tree.pointer, categories, double_array(shoe), one.pointer, other.pointer, double_array(chances)
        )
    )
    return chances


def joint_ends(
    tree: Structure, categories: int, shoe: Numbers, ends: int, first: EndedHands, second: EndedHands
) -> Numbers:
    """Return the same for a first hand that has so many ends."""
    chances, (one, other) = zeros(ends * MOST_ENDS * categories), _both(first, second)
    require_memory(
        lib.joint_pass(tree.pointer, categories, double_array(shoe), one.pointer, other.pointer, double_array(chances))
    )
    return chances


def several_hands(
    tree: Structure, categories: int, shoes: Numbers, hands: Sequence[EndedHands], symbols: int, symbol: bytes
) -> SeveralSums | None:
    """Draw hands together from each of the shoes: by shoe, category and symbols; None if that takes too much."""
    count, steps = len(shoes) // VALUES, ffi.new("int64_t *")
    joint = zeros(categories * symbols ** len(hands) * count)
    lists = {id(each): ended_structure(each) for each in hands}
    failed = lib.several_pass(
        tree.pointer,
        categories,
        count,
        double_array(shoes),
        len(hands),
        ffi.new("ended_hands *[]", [lists[id(each)].pointer for each in hands]),
        symbols,
        byte_array(symbol),
        steps,
        double_array(joint),
    )
    if failed == NO_ROOM:
        return None
    require_memory(failed)
    return SeveralSums(joint, int(steps[0]))


def pair_sums(
    tree: Structure,
    categories: int,
    shoe: Numbers,
    value: int,
    removed: int,
    kinds: Sequence[SplitKind],
    symbols: int,
    symbol: bytes,
) -> PairSums:
    """Draw pairs of hands together, one of the first kind among them, 2 and more cards of a value being out."""
    lists = [ended_structure(kind.hands) for kind in kinds]
    sums = PairSums([zeros(removed * PAIR_CLASSES) for _ in kinds], zeros(categories * symbols**2))
    fields = [
        {
            "hands": hands.pointer,
            "net": double_array(kind.net),
            "wanted": byte_array(bytes(end for places in kind.places for end in (places.start, places.stop))),
            "product": double_array(product),
        }
        for kind, hands, product in zip(kinds, lists, sums.products, strict=True)
    ]
    require_memory(
        lib.pairs_pass(
            tree.pointer,
            categories,
            double_array(shoe),
            value,
            removed,
            len(kinds),
            ffi.new("split_hands[]", fields),
            symbols,
            byte_array(symbol),
            double_array(sums.joint),
        )
    )
    return sums


def net_sums(
    categories: int, hands: int, symbols: int, joint: Numbers, net: bytes, bust: bytes, powers: int
) -> Numbers:
    """Return polynomials whose powers are net results, by shoe and category, from joint distributions of symbols."""
    shoes = len(joint) // (categories * symbols**hands)
    out = zeros(shoes * categories * powers)
    lib.net_pass(
        categories,
        shoes,
        hands,
        symbols,
        double_array(joint),
        byte_array(net),
        byte_array(bust),
        powers,
        double_array(out),
    )
    return out


def crossed_mean(
    categories: int, shoe: Numbers, hands: EndedHands, dealers: EndedHands, win: Numbers, degree: int
) -> tuple[float, float]:
    """Return the mean product of two sides, each a hand against a dealer's hand, and a bound of its error."""
    result, one, other = zeros(2), ended_structure(hands), ended_structure(dealers)
    require_memory(
        lib.crossed_pass(
            categories, double_array(shoe), one.pointer, other.pointer, double_array(win), degree, double_array(result)
        )
    )
    return result[0], result[1]


@cache
def _products() -> Any:
    """Return the products by which groups of hands are joined; they are the same for every shoe."""
    products = lib.new_disjoint()
    if products == ffi.NULL:
        raise MemoryError
    return ffi.gc(products, lib.free_disjoint)


def bounds(
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
    """Return the probability of each power of boxes of hands that share no card, by pattern; never too great."""
    size, lists, of_dealer = (
        len(patterns[0]),
        {id(each): ended_structure(each) for each in hands},
        ended_structure(dealers),
    )
    chances = zeros(len(patterns) * (size * span + 1))
    require_memory(
        lib.bounds_pass(
            _products(),
            double_array(shoe),
            double_array(scale),
            double_array(weight),
            len(hands),
            ffi.new("ended_hands *[]", [lists[id(each)].pointer for each in hands]),
            byte_array(power),
            span,
            kinds,
            of_dealer.pointer,
            size,
            len(patterns),
            byte_array(bytes(one for pattern in patterns for one in pattern)),
            double_array(chances),
        )
    )
    return chances


def mean_product(tree: Structure, categories: int, shoe: Numbers, hands: EndedHands, net: Numbers) -> float:
    """Return the mean product of what two boxes of these terms win, `net` being what each end wins."""
    product, terms = ffi.new("double *"), ended_structure(hands)
    require_memory(
        lib.product_pass(tree.pointer, categories, double_array(shoe), terms.pointer, double_array(net), product)
    )
    return float(product[0])
