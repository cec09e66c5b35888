"""Every hand a player can hold without busting, as counts of values: longest first, so that what is drawn is known."""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from upcard.cards import Card, Rank, Suit
from upcard.rules.facts import Total

Counts = tuple[int, ...]

VALUES = 10  # a card's value is 1 (ace) to 10; arrays count them from 0
CARDS = tuple(  # one for each value
    Card(Rank.ACE if value == 1 else Rank(value), Suit.SPADES) for value in range(1, VALUES + 1)
)
NO_CARDS: Counts = (0,) * VALUES


@dataclass(frozen=True, kw_only=True)
class PlayerHands:
    """The hands, and the place of each among them."""

    counts: tuple[Counts, ...]
    totals: tuple[Total, ...]
    children: tuple[tuple[int, ...], ...]  # by value drawn; -1: bust
    at: dict[Counts, int]

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Return the number of cards of each hand."""
        return tuple(map(sum, self.counts))

    @cached_property
    def initial(self) -> int:
        """Return the number of the first hand of two cards; those after it have two or one."""
        return self.lengths.index(2)

    def of(self, *values: int) -> int:
        """Return the number of the hand of these values, 1 to 10."""
        return self.at[counted(values)]


@lru_cache(maxsize=4096)
def counted(values: tuple[int, ...]) -> Counts:
    """Count cards by value.

    >>> counted((1, 10, 10))
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    """
    return tuple(values.count(value) for value in range(1, VALUES + 1))


def values_of(counts: Counts) -> tuple[int, ...]:
    """List the values of a hand, lowest first."""
    return tuple(value + 1 for value, count in enumerate(counts) for _ in range(count))


def added(counts: Counts, value: int) -> Counts:
    """Return the counts with one more card, its value counted from 0."""
    return (*counts[:value], counts[value] + 1, *counts[value + 1 :])


@cache
def drawn(total: Total) -> tuple[Total, ...]:
    """Return the totals that each value drawn leads to."""
    return tuple(total.plus(card) for card in CARDS)


def total_of(values: tuple[int, ...]) -> Total:
    """Return the total of cards by their values."""
    total = Total(0)
    for value in values:
        total = drawn(total)[value - 1]
    return total


# While they are found, the counts of a hand are the bytes of one number: to draw a card is to add to it.
_PACKED = tuple(1 << 8 * value for value in range(VALUES))


@cache
def _kept(total: Total) -> tuple[tuple[int, Total], ...]:
    """Return what each value adds that does not bust a hand, and the total that it leads to."""
    return tuple((one, after) for one, after in zip(_PACKED, drawn(total), strict=True) if not after.bust)


@lru_cache(maxsize=1)
def all_hands() -> PlayerHands:
    """Find every hand of at least one card whose total does not exceed 21."""
    lengths: list[dict[int, Total]] = []
    edge = {0: Total(0)}
    while edge:
        edge = {held + one: after for held, total in edge.items() for one, after in _kept(total)}
        lengths.append(edge)
    totals = {held: total for length in reversed(lengths) for held, total in length.items()}
    counts = tuple([tuple(held.to_bytes(VALUES, "little")) for held in totals])
    place = {held: number for number, held in enumerate(totals)}
    return PlayerHands(
        counts=counts,
        totals=tuple(totals.values()),
        children=tuple([tuple([place.get(held + one, -1) for one in _PACKED]) for held in totals]),
        at={held: number for number, held in enumerate(counts)},
    )


@lru_cache(maxsize=8)
def alike(most: int) -> tuple[bytes, tuple[int, ...]]:
    """Return a class for each hand, by total and number of cards counted to `most`, and a hand of each class."""
    hands = all_hands()
    numbers: dict[tuple[Total, int], int] = {}
    firsts: list[int] = []
    classes = bytearray()
    for hand, (total, length) in enumerate(zip(hands.totals, hands.lengths, strict=True)):
        key = total, min(length, most)
        if key not in numbers:
            numbers[key] = len(firsts)
            firsts.append(hand)
        classes.append(numbers[key])
    return bytes(classes), tuple(firsts)
