"""The alphabet of a simulation: cards that nothing at the table tells apart are one letter, dealt by its count."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from upcard.cards import DECK, Card
from upcard.exact.classes import CLASSES_BY_VALUE, Classes, alike, in_common, members, told_apart
from upcard.rules.fact_type import Fact


@dataclass(frozen=True, eq=False)
class Alphabet:
    """Classes of cards in the order of their values; aces are value 0, ten-values 9."""

    classes: Classes

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Give one card of each class, to stand for it."""
        return members(self.classes)

    @cached_property
    def values(self) -> NDArray[np.uint8]:
        """Give the value of each class, counted from 0."""
        return np.array([card.value - 1 for card in self.cards], np.uint8)

    @cached_property
    def letter(self) -> dict[Card, int]:
        """Give the class of each card."""
        return {DECK[place]: number for number, places in enumerate(self.classes) for place in places}

    def shoe(self, decks: int) -> NDArray[np.uint16]:
        """Count the cards of each class in a shoe."""
        return np.array([decks * len(places) for places in self.classes], np.uint16)

    def __len__(self) -> int:
        return len(self.classes)


def alphabet_of(facts: Iterable[Fact], *, tags: Iterable[dict[Card, int]] = ()) -> Alphabet:
    """Divide the deck by value, and as far as any fact or count of cards does."""
    counted = [alike(one.__getitem__) for one in tags]
    return _sorted(in_common(CLASSES_BY_VALUE, told_apart(facts), *counted))


def every_card() -> Alphabet:
    """Tell all 52 cards apart."""
    return _sorted(alike(lambda card: card))


def _sorted(classes: Classes) -> Alphabet:
    return Alphabet(tuple(sorted(classes, key=lambda places: (DECK[places[0]].value, places))))
