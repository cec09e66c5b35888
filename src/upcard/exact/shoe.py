"""Shoes for exact arithmetic: how many of each card are left."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import perm

from upcard.cards import DECK, Card
from upcard.errors import Misuse
from upcard.table.config import MOST_DECKS


def falling_factorial(count: int, cards: int) -> int:
    """Return the number of ways to deal `cards` cards in order out of `count`.

    >>> falling_factorial(52, 2), falling_factorial(1, 2)
    (2652, 0)
    """
    return perm(count, cards)


@dataclass(frozen=True, kw_only=True)
class Shoe:
    """The cards from which a round is dealt, by count; their order is random."""

    counts: tuple[int, ...]  # aligned with the deck

    def __post_init__(self) -> None:
        if len(self.counts) != len(DECK) or min(self.counts) < 0:
            raise Misuse(f"a shoe needs {len(DECK)} counts of cards, none of them negative")

    @classmethod
    def fresh(cls, decks: int) -> "Shoe":
        """Return a shoe of all cards of a number of decks."""
        if isinstance(decks, bool) or not isinstance(decks, int) or not 1 <= decks <= MOST_DECKS:
            raise Misuse(f"a shoe holds 1 to {MOST_DECKS} decks, not {decks}")
        return cls(counts=(decks,) * len(DECK))

    def without(self, cards: Iterable[Card]) -> "Shoe":
        """Return the shoe less these cards; a card listed twice is taken out twice."""
        taken = Counter(cards)
        counts = dict(zip(DECK, self.counts, strict=True))
        for card, count in taken.items():
            if count > counts[card]:
                raise Misuse(f"{_times(count)} {card} cannot be taken out of a shoe that holds {counts[card]} of it")
        return Shoe(counts=tuple(counts[card] - taken[card] for card in DECK))

    @cached_property
    def size(self) -> int:
        """Return the number of cards."""
        return sum(self.counts)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Return the number of cards of each value: aces first, cards worth ten last."""
        counts = [0] * 10
        for card, count in zip(DECK, self.counts, strict=True):
            counts[card.value - 1] += count
        return tuple(counts)


def _times(count: int) -> str:
    return "one" if count == 1 else str(count)
