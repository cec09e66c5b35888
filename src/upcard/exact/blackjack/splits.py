"""The value of splitting a pair: first the second cards of all hands, then each hand by itself.

Cards are exchangeable, so the second cards may be thought of as dealt before any hand is played; a hand's value then
depends on the other hands only by how many of their second cards are of the pair's value. That a card is *not* of that
value is the whole less the part where it is: E[x, not v] = E[x] - P(v) E[x given v]. So all that is needed is a hand's
value with 2, 3, … cards of the pair's value out of the shoe.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

Number = TypeVar("Number", float, Fraction)


class SplitHand(NamedTuple):
    """One hand of a split pair, and which second cards the hands have."""

    original: bool  # it has the original wager
    other: bool  # its own second card is not of the pair's value; otherwise it may be any card
    same: int  # how many of the other hands' second cards are of the pair's value
    others: int  # how many are of another value


@lru_cache(maxsize=64)
def split_hands(most_hands: int, again: bool) -> tuple[tuple[SplitHand, int], ...]:
    """Return the hands that result from splitting a pair, over all patterns of second cards, and the number of each.

    >>> split_hands(2, again=False)[0]
    (SplitHand(original=True, other=False, same=0, others=0), 1)
    """
    return tuple(Counter(_deal_second_cards((True, False), 2, most_hands if again else 2, 0, ())).items())


def _deal_second_cards(
    waiting: tuple[bool, ...], hands: int, most_hands: int, same: int, filled: tuple[tuple[bool, bool], ...]
) -> Iterator[SplitHand]:
    """Yield the hands of every pattern of second cards, dealt hand by hand; `waiting`: which has the original wager."""
    if not waiting:
        others = sum(other for _, other in filled)
        yield from (SplitHand(original, other, same, others - other) for original, other in filled)
        return
    original, *rest = waiting
    if hands == most_hands:
        yield from _deal_second_cards(tuple(rest), hands, most_hands, same, (*filled, (original, False)))
        return
    yield from _deal_second_cards((original, False, *rest), hands + 1, most_hands, same + 1, filled)
    yield from _deal_second_cards(tuple(rest), hands, most_hands, same, (*filled, (original, True)))


@lru_cache(maxsize=64)
def most_removed(most_hands: int, again: bool) -> int:
    """Return the greatest number of cards of the pair's value out of the shoe for which a hand's value is needed."""
    return max((2 + hand.same + hand.others for hand, _ in split_hands(most_hands, again)), default=2)


def weights(hand: SplitHand, chance: Callable[[int], Number]) -> dict[int, Number]:
    """Return the weights of a hand's value with 2, 3, … cards of the pair's value out, for its pattern of second cards.

    `chance(removed)` is the probability of another card of the pair's value when `removed` of them are out.
    """
    whole = type(chance(2))(1)
    for removed in range(2, 2 + hand.same):
        whole = whole * chance(removed)
    weight_of = {2 + hand.same: whole}
    for _ in range(hand.others):
        # A card of another value: any card, less one of the same.
        following = dict(weight_of)
        for removed, weight in weight_of.items():
            less = weight * chance(removed)
            following[removed + 1] = following[removed + 1] - less if removed + 1 in following else -less
        weight_of = following
    return weight_of


class WeightedHand(NamedTuple):
    """A hand of a split pair with a number of cards of the pair's value out, and the weight of its value there."""

    original: bool
    other: bool
    removed: int
    weight: float


@lru_cache(maxsize=1024)
def weighted_hands(most_hands: int, again: bool, cards: int, all_cards: int) -> tuple[WeightedHand, ...]:
    """Return the terms whose sum is the value of splitting a pair; the shoe holds `cards` cards of its value."""
    chance = probability_of_another(cards, all_cards)
    return tuple(
        WeightedHand(hand.original, hand.other, removed, count * weight)
        for hand, count in split_hands(most_hands, again)
        for removed, weight in weights(hand, chance).items()
    )


def probability_of_another(cards: int, all_cards: int) -> Callable[[int], float]:
    """Return the probability that the next card is of a value, as a function of how many of that value are out."""
    return lambda removed: max(cards - removed, 0) / (all_cards - removed)


def mean_value(hand: SplitHand, chance: Callable[[int], Number], value: Callable[[int, bool], Number]) -> Number:
    """Return the value of a hand times the probability of its pattern of second cards.

    `value(removed, other)` is its value when `removed` cards of the pair's value are out, over all its second cards or
    only over those of another value.
    """
    terms = [weight * value(removed, hand.other) for removed, weight in weights(hand, chance).items()]
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total
