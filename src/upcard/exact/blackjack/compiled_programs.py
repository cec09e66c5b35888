"""The compiled dynamic programs (see `programs`): buffers wrapped as the C functions of `kernel.h` take them."""

from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from upcard.exact.blackjack._kernel import ffi, lib
from upcard.exact.blackjack.buffers import Numbers, numbers, zeros
from upcard.exact.blackjack.dealer import DealerTree
from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.exact.blackjack.programs import (
    MOST_ENDS,
    PAIR_CLASSES,
    SPLIT_PARTS,
    WORTH_PARTS,
    HandPair,
    HandSets,
    HandTables,
    PairSums,
    PlayNumbers,
    SeveralSums,
)
from upcard.payoffs.hands import VALUES, all_hands, counted
from upcard.payoffs.plays import HAND_PLAYS

MOST_SETS = 1 << 17
MOST_ENDED = 8192  # room for the hands that one policy ends with
NO_ROOM = 1  # what is returned if hands can hold too many sets of cards


class Structure(NamedTuple):
    """A structure of C, what it points to, and the numbers that callers need of it."""

    pointer: Any  # Any: the objects of cffi have no types
    kept: Any
    size: int = 0


def _bytes(buffer: bytes | bytearray) -> Any:
    return ffi.from_buffer("uint8_t[]", buffer)


def _doubles(buffer: Numbers) -> Any:
    return ffi.from_buffer("double[]", buffer)


def _check(failed: int) -> None:
    if failed:
        raise MemoryError


def _check_tree(tree: DealerTree) -> None:
    assert len(tree.nodes) <= lib.MOST_NODES
    assert max((node.depth for node in tree.nodes), default=0) < lib.MOST_DRAWN


def dealer_tree(tree: DealerTree, orderings: Sequence[float] | None = None) -> Structure:
    """Return a dealer's tree, with other numbers of orders if they are given."""
    _check_tree(tree)
    columns = list(zip(*tree.nodes, strict=True)) or [()] * 5
    depth, value, copy, category = (_bytes(bytes(column)) for column in columns[:4])
    fields = {
        "nodes": len(tree.nodes),
        "depth": depth,
        "value": value,
        "copy": copy,
        "category": category,
        "orderings": _doubles(numbers(columns[4] if orderings is None else orderings)),
        "root": -1 if tree.root is None else tree.root,
        "blackjack_with": -1 if tree.blackjack_with is None else tree.blackjack_with,
        "shown": _bytes(bytes(counted(tree.shown))),
    }
    return Structure(ffi.new("dealer_tree *", fields), fields)


@cache
def _hand_arrays() -> dict[str, Any]:
    """Return the hands as arrays of C; they are the same at every table."""
    hands = all_hands()
    assert len(hands.counts) <= lib.MOST_HANDS
    return {
        "count": _bytes(hands.packed),
        "child": ffi.from_buffer("int16_t[]", array("h", [child for row in hands.children for child in row])),
        "single": ffi.from_buffer("int16_t[]", array("h", [hands.of(value) for value in range(1, VALUES + 1)])),
    }


def player_hands(tables: HandTables) -> Structure:
    """Return the hands of a player."""
    assert tables.categories <= lib.MOST_CATEGORIES
    hands = tables.hands
    fields = {
        "hands": len(hands.counts),
        "initial": hands.initial,
        **_hand_arrays(),
        "end": _bytes(tables.end),
        "bust": _bytes(tables.bust),
        "categories": tables.categories,
        "blackjack": tables.blackjack,
    }
    return Structure(ffi.new("player_hands *", fields), fields, len(hands.counts) - hands.initial)


def hand_kind(net: Numbers, settled: Numbers) -> Structure:
    """Return the net results of a kind of hand: by end and category, and by end against a blackjack, as settled."""
    fields = {"net": _doubles(net), "settled": _doubles(settled)}
    return Structure(ffi.new("hand_kind *", fields), fields)


@lru_cache(maxsize=8)
def hand_sets(more: int) -> HandSets:
    """Return the sets of all hands, alone and with up to so many more cards of a value that they hold."""
    hands = all_hands()
    fields = {"hands": len(hands.counts), "count": _hand_arrays()["count"]}
    cards, number = bytearray(MOST_SETS * VALUES), ffi.new("int32_t[]", more * VALUES * len(hands.counts))
    size = lib.set_pass(ffi.new("player_hands *", fields), more, MOST_SETS, _bytes(cards), number)
    if size < 0:
        raise MemoryError
    return HandSets(bytes(cards[: size * VALUES]), number)


def dealer_chances(tree: Structure, categories: int, shoe: Numbers, sets: bytes) -> Numbers:
    """Return the probability of each category of the dealer's hand, for each set of removed cards."""
    count = len(sets) // VALUES
    chances = zeros(count * categories)
    lib.dealer_pass(tree.pointer, categories, _doubles(shoe), count, _bytes(sets), _doubles(chances))
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
        _doubles(shoe),
        kind.pointer,
        _bytes(masks),
        _doubles(chances),
        ffi.NULL if policy is None else _bytes(policy),
        _doubles(values),
        _doubles(worths),
        _bytes(best),
    )
    return PlayNumbers(values, worths, bytes(best))


def allowed_plays(masks: bytes, first: bytes, second: bytes) -> bytes:
    """Return the first of two plays that each hand has; it stands if it has neither."""
    policy = bytearray(len(masks))
    lib.allow_pass(len(masks), _bytes(masks), _bytes(first), _bytes(second), _bytes(policy))
    return bytes(policy)


def chosen_plays(masks: bytes, values: Numbers) -> bytes:
    """Return the best among the plays of every hand, by values computed before."""
    best = bytearray(len(masks))
    lib.choose_pass(len(masks), _bytes(masks), _doubles(values), _bytes(best))
    return bytes(best)


def reached(tree: Structure, player: Structure, shoe: Numbers, policy: bytes, start: Numbers) -> Numbers:
    """Return the probability of reaching every hand by a policy from starting hands."""
    reach = start[:]
    lib.reach_pass(tree.pointer, player.pointer, _doubles(shoe), _bytes(policy), _doubles(reach))
    return reach


def class_sums(classes: bytes, count: int, reach: Numbers, values: Numbers) -> Numbers:
    """Return values summed over the hands of each class, weighted by their reach; the last column is the weight."""
    sums = zeros(count * (len(HAND_PLAYS) + 1))
    lib.class_pass(len(classes), _bytes(classes), _doubles(reach), _doubles(values), _doubles(sums))
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
        _doubles(shoe),
        sets.number,
        _doubles(chances),
        len(kinds),
        pointers,
        _bytes(policy),
        value,
        most_removed,
        _doubles(out),
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
    joint, listed = zeros(len(removed) * player.pointer.categories * symbols), _hands(ended)
    lib.single_pass(
        tree.pointer,
        player.pointer,
        _doubles(shoe),
        value,
        removed.start,
        len(removed),
        sets.number,
        _doubles(chances),
        listed.pointer,
        symbols,
        _bytes(symbol),
        _doubles(joint),
    )
    return joint


def ended(player: Structure, policy: bytes, start: Numbers, out_before: bytes, busts: bool) -> EndedHands:
    """Return the hands in which a policy ends, from starting hands that can be dealt in so many orders."""
    count, orderings, end = bytearray(MOST_ENDED * VALUES), zeros(MOST_ENDED), bytearray(MOST_ENDED)
    fields = {"capacity": MOST_ENDED, "count": _bytes(count), "orderings": _doubles(orderings), "end": _bytes(end)}
    filled = ffi.new("ended_hands *", fields)
    _check(lib.end_pass(player.pointer, _bytes(policy), _doubles(start), _bytes(out_before), busts, filled))
    size = filled.size
    return EndedHands(bytes(count[: size * VALUES]), orderings[:size], bytes(end[:size]))


def _hands(hands: EndedHands) -> Structure:
    fields = {
        "size": hands.size,
        "capacity": hands.size,
        "count": _bytes(hands.cards),
        "orderings": _doubles(hands.orderings),
        "end": _bytes(hands.end),
    }
    return Structure(ffi.new("ended_hands *", fields), fields)


def _both(first: EndedHands, second: EndedHands) -> tuple[Structure, Structure]:
    """Return two lists of hands, which are one if they are the same."""
    one = _hands(first)
    return one, one if second is first else _hands(second)


def two_hands(tree: Structure, categories: int, shoe: Numbers, first: EndedHands, second: EndedHands) -> Numbers:
    """Return the probability of each end of the first hand, end of the second and category; MOST_ENDS ends each."""
    chances, (one, other) = zeros(MOST_ENDS * MOST_ENDS * categories), _both(first, second)
    _check(lib.two_hands_pass(tree.pointer, categories, _doubles(shoe), one.pointer, other.pointer, _doubles(chances)))
    return chances


def joint_ends(
    tree: Structure, categories: int, shoe: Numbers, ends: int, first: EndedHands, second: EndedHands
) -> Numbers:
    """Return the same for a first hand that has so many ends."""
    chances, (one, other) = zeros(ends * MOST_ENDS * categories), _both(first, second)
    _check(lib.joint_pass(tree.pointer, categories, _doubles(shoe), one.pointer, other.pointer, _doubles(chances)))
    return chances


def several_hands(
    tree: Structure, categories: int, shoes: Numbers, hands: Sequence[EndedHands], symbols: int, symbol: bytes
) -> SeveralSums | None:
    """Draw hands together from each of the shoes: by shoe, category and symbols; None if that takes too much."""
    count, steps = len(shoes) // VALUES, ffi.new("int64_t *")
    joint = zeros(categories * symbols ** len(hands) * count)
    lists = {id(each): _hands(each) for each in hands}
    failed = lib.several_pass(
        tree.pointer,
        categories,
        count,
        _doubles(shoes),
        len(hands),
        ffi.new("ended_hands *[]", [lists[id(each)].pointer for each in hands]),
        symbols,
        _bytes(symbol),
        steps,
        _doubles(joint),
    )
    if failed == NO_ROOM:
        return None
    _check(failed)
    return SeveralSums(joint, int(steps[0]))


def pair_sums(
    tree: Structure,
    categories: int,
    shoe: Numbers,
    value: int,
    removed: int,
    pairs: Sequence[HandPair],
    symbols: int,
    symbol: bytes,
) -> list[PairSums]:
    """Draw pairs of hands together, 2 and more cards of a value being out."""
    lists = {id(each): _hands(each) for pair in pairs for each in (pair.first, pair.second)}
    sums = [
        PairSums(zeros(removed * PAIR_CLASSES), zeros(categories * symbols**2) if pair.joint else None)
        for pair in pairs
    ]
    fields = [
        {
            "first": lists[id(pair.first)].pointer,
            "second": lists[id(pair.second)].pointer,
            "first_net": _doubles(pair.first_net),
            "second_net": _doubles(pair.second_net),
            "same": pair.same,
            "product": _doubles(to.product),
            "joint": ffi.NULL if to.joint is None else _doubles(to.joint),
        }
        for pair, to in zip(pairs, sums, strict=True)
    ]
    _check(
        lib.pairs_pass(
            tree.pointer,
            categories,
            _doubles(shoe),
            value,
            removed,
            len(pairs),
            ffi.new("hand_pair[]", fields),
            symbols,
            _bytes(symbol),
        )
    )
    return sums


def net_sums(
    categories: int, hands: int, symbols: int, joint: Numbers, net: bytes, bust: bytes, powers: int
) -> Numbers:
    """Return polynomials whose powers are net results, by shoe and category, from joint distributions of symbols."""
    shoes = len(joint) // (categories * symbols**hands)
    out = zeros(shoes * categories * powers)
    lib.net_pass(categories, shoes, hands, symbols, _doubles(joint), _bytes(net), _bytes(bust), powers, _doubles(out))
    return out


def crossed_mean(
    categories: int, shoe: Numbers, hands: EndedHands, dealers: EndedHands, win: Numbers, degree: int
) -> tuple[float, float]:
    """Return the mean product of two sides, each a hand against a dealer's hand, and a bound of its error."""
    result, one, other = zeros(2), _hands(hands), _hands(dealers)
    _check(
        lib.crossed_pass(
            categories, _doubles(shoe), one.pointer, other.pointer, _doubles(win), degree, _doubles(result)
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
    size, lists, of_dealer = len(patterns[0]), {id(each): _hands(each) for each in hands}, _hands(dealers)
    chances = zeros(len(patterns) * (size * span + 1))
    _check(
        lib.bounds_pass(
            _products(),
            _doubles(shoe),
            _doubles(scale),
            _doubles(weight),
            len(hands),
            ffi.new("ended_hands *[]", [lists[id(each)].pointer for each in hands]),
            _bytes(power),
            span,
            kinds,
            of_dealer.pointer,
            size,
            len(patterns),
            _bytes(bytes(one for pattern in patterns for one in pattern)),
            _doubles(chances),
        )
    )
    return chances


def mean_product(tree: Structure, categories: int, shoe: Numbers, hands: EndedHands, net: Numbers) -> float:
    """Return the mean product of what two boxes of these terms win, `net` being what each end wins."""
    product, terms = ffi.new("double *"), _hands(hands)
    _check(lib.product_pass(tree.pointer, categories, _doubles(shoe), terms.pointer, _doubles(net), product))
    return float(product[0])
