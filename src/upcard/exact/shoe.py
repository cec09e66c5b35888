"""Shoes for exact arithmetic: how many of each card are left of the decks in use."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import perm

from upcard.cards import DECK, Card
from upcard.errors import Misuse
from upcard.table.config import MOST_DECKS


def falling(count: int, cards: int) -> int:
    """Give in how many orders so many cards may be dealt of a count: a falling factorial.

    >>> falling(52, 2), falling(1, 2)
    (2652, 0)
    """
    return perm(count, cards)


@dataclass(frozen=True, kw_only=True)
class Shoe:
    """The cards from which a round is dealt, by count; in which order they lie is not known."""

    counts: tuple[int, ...]  # aligned with the deck

    def __post_init__(self) -> None:
        if len(self.counts) != len(DECK) or min(self.counts) < 0:
            raise Misuse(f"a shoe is {len(DECK)} counts of cards, none below zero")

    @classmethod
    def fresh(cls, decks: int) -> "Shoe":
        """Give all cards of so many decks."""
        if isinstance(decks, bool) or not isinstance(decks, int) or not 1 <= decks <= MOST_DECKS:
            raise Misuse(f"a shoe holds 1 to {MOST_DECKS} decks, not {decks}")
        return cls(counts=(decks,) * len(DECK))

    def without(self, cards: Iterable[Card]) -> "Shoe":
        """Take cards out, for each time one is named."""
        taken = Counter(cards)
        held = dict(zip(DECK, self.counts, strict=True))
        for card, count in taken.items():
            if count > held[card]:
                raise Misuse(f"{_times(count)} {card} cannot be taken out of a shoe that holds {held[card]} of it")
        return Shoe(counts=tuple(held[card] - taken[card] for card in DECK))

    @cached_property
    def size(self) -> int:
        """Give how many cards there are."""
        return sum(self.counts)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Count the cards by value: aces first, those worth ten last."""
        counts = [0] * 10
        for card, count in zip(DECK, self.counts, strict=True):
            counts[card.value - 1] += count
        return tuple(counts)


def _times(count: int) -> str:
    return "one" if count == 1 else str(count)
