"""What splitting a pair is worth: the second cards of all hands first, then each hand by itself.

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


class Part(NamedTuple):
    """One hand of a split box, and what is known of the second cards."""

    original: bool  # it bears the original wager
    other: bool  # its own second card is of another value; otherwise it may be any
    same: int  # how many of the other hands' second cards are of the pair's value
    others: int  # how many are of another


@lru_cache(maxsize=64)
def parts(most_hands: int, again: bool) -> tuple[tuple[Part, int], ...]:
    """List the hands that come of splitting a pair, over all ways the second cards may fall, each with its number.

    >>> parts(2, again=False)
    ((Part(original=True, other=False, same=0, others=0), 1), (Part(original=False, other=False, same=0, others=0), 1))
    """
    return tuple(Counter(_fallen((True, False), 2, most_hands if again else 2, 0, ())).items())


def _fallen(
    waiting: tuple[bool, ...], hands: int, most_hands: int, same: int, filled: tuple[tuple[bool, bool], ...]
) -> Iterator[Part]:
    """Let the second cards fall, hand by hand; a hand is known by whether it bears the original wager."""
    if not waiting:
        others = sum(other for _, other in filled)
        yield from (Part(original, other, same, others - other) for original, other in filled)
        return
    original, *rest = waiting
    if hands == most_hands:
        yield from _fallen(tuple(rest), hands, most_hands, same, (*filled, (original, False)))
        return
    yield from _fallen((original, False, *rest), hands + 1, most_hands, same + 1, filled)
    yield from _fallen(tuple(rest), hands, most_hands, same, (*filled, (original, True)))


@lru_cache(maxsize=64)
def most_removed(most_hands: int, again: bool) -> int:
    """Give up to how many cards of the pair's value out of the shoe a hand's value is needed for."""
    return max((2 + part.same + part.others for part, _ in parts(most_hands, again)), default=2)


def weights(part: Part, chance: Callable[[int], Number]) -> dict[int, Number]:
    """Return the weights of a hand's value with 2, 3, … cards of the pair's value out, as the second cards fall so.

    `chance(removed)` is that of one more card of the pair's value when so many are out.
    """
    whole = type(chance(2))(1)
    for removed in range(2, 2 + part.same):
        whole = whole * chance(removed)
    found = {2 + part.same: whole}
    for _ in range(part.others):
        # A card of another value: any card, less one of the same.
        following = dict(found)
        for removed, weight in found.items():
            less = weight * chance(removed)
            following[removed + 1] = following[removed + 1] - less if removed + 1 in following else -less
        found = following
    return found


def weighed(part: Part, chance: Callable[[int], Number], value: Callable[[int, bool], Number]) -> Number:
    """Return what a hand is worth over the ways in which the second cards fall as described.

    `value(removed, other)` is what it is worth with so many cards of the pair's value out, over all second cards of its
    own or only over those of another value.
    """
    terms = [weight * value(removed, part.other) for removed, weight in weights(part, chance).items()]
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total
