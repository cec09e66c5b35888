"""Every hand a player can hold without busting, as counts of values; longest first, so draws lead to earlier ones."""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from upcard.cards import Card, Rank, Suit
from upcard.rules.facts import Total

ValueCounts = tuple[int, ...]  # how many cards of each value, aces first

VALUES = 10  # the number of card values: 1 (ace) to 10; arrays number them from 0
CARD_OF_VALUE = tuple(  # one card of each value
    Card(Rank.ACE if value == 1 else Rank(value), Suit.SPADES) for value in range(1, VALUES + 1)
)
NO_COUNTS: ValueCounts = (0,) * VALUES


@dataclass(frozen=True, kw_only=True)
class PlayerHands:
    """The hands, numbered, and the number of each."""

    counts: tuple[ValueCounts, ...]
    totals: tuple[Total, ...]
    children: tuple[tuple[int, ...], ...]  # by value drawn; -1: bust
    at: dict[ValueCounts, int]

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Return the number of cards of each hand."""
        return tuple(map(sum, self.counts))

    @cached_property
    def packed(self) -> bytes:
        """Return the cards of all hands by value, one hand after another."""
        return b"".join(map(bytes, self.counts))

    @cached_property
    def initial(self) -> int:
        """Return the number of the first hand of two cards; those after it have two or one."""
        return self.lengths.index(2)

    def of(self, *values: int) -> int:
        """Return the number of the hand of these values, 1 to 10."""
        return self.at[counted(values)]


@lru_cache(maxsize=4096)
def counted(values: tuple[int, ...]) -> ValueCounts:
    """Return the number of cards of each value.

    >>> counted((1, 10, 10))
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    """
    return tuple(values.count(value) for value in range(1, VALUES + 1))


def values_of(counts: ValueCounts) -> tuple[int, ...]:
    """Return the values of a hand's cards, lowest first."""
    return tuple(value + 1 for value, count in enumerate(counts) for _ in range(count))


def with_card(counts: ValueCounts, value: int) -> ValueCounts:
    """Return the counts with one more card, its value counted from 0."""
    return (*counts[:value], counts[value] + 1, *counts[value + 1 :])


@cache
def totals_after(total: Total) -> tuple[Total, ...]:
    """Return the total after drawing a card of each value."""
    return tuple(total.plus(card) for card in CARD_OF_VALUE)


def total_of(values: tuple[int, ...]) -> Total:
    """Return the total of cards of these values."""
    total = Total(0)
    for value in values:
        total = totals_after(total)[value - 1]
    return total


# While hands are enumerated, the counts of a hand are the bytes of one integer: to draw a card is to add to it.
_PACKED = tuple(1 << 8 * value for value in range(VALUES))


@cache
def _draws_without_bust(total: Total) -> tuple[tuple[int, Total], ...]:
    """Return the cards, packed, that do not bust a hand of a total, and the total after each."""
    return tuple((card, after) for card, after in zip(_PACKED, totals_after(total), strict=True) if not after.bust)


@lru_cache(maxsize=1)
def all_hands() -> PlayerHands:
    """Return every hand of at least one card whose total does not exceed 21."""
    lengths: list[dict[int, Total]] = []
    edge = {0: Total(0)}
    while edge:
        edge = {hand + card: after for hand, total in edge.items() for card, after in _draws_without_bust(total)}
        lengths.append(edge)
    totals = {hand: total for length in reversed(lengths) for hand, total in length.items()}
    counts = tuple([tuple(hand.to_bytes(VALUES, "little")) for hand in totals])
    number_of = {hand: number for number, hand in enumerate(totals)}
    return PlayerHands(
        counts=counts,
        totals=tuple(totals.values()),
        children=tuple([tuple([number_of.get(hand + card, -1) for card in _PACKED]) for hand in totals]),
        at={hand: number for number, hand in enumerate(counts)},
    )


@lru_cache(maxsize=8)
def hand_classes(most: int) -> tuple[bytes, tuple[int, ...]]:
    """Return the class of each hand, by total and number of cards up to `most`, and the first hand of each class."""
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
