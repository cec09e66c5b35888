"""Classes of cards: cards that nothing at the table distinguishes are one class, dealt by its count."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from upcard.cards import DECK, Card
from upcard.exact.classes import CLASSES_BY_VALUE, Classes, alike, common_refinement, distinguished_classes, members
from upcard.rules.fact_type import Fact


@dataclass(frozen=True, eq=False)
class CardClasses:
    """Classes of cards in the order of their values; aces are value 0, ten-values 9."""

    classes: Classes

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Return one card of each class, to represent it."""
        return members(self.classes)

    @cached_property
    def values(self) -> NDArray[np.uint8]:
        """Return the value of each class, counted from 0."""
        return np.array([card.value - 1 for card in self.cards], np.uint8)

    @cached_property
    def class_of(self) -> dict[Card, int]:
        """Return the class of each card."""
        return {DECK[place]: number for number, places in enumerate(self.classes) for place in places}

    def shoe(self, decks: int) -> NDArray[np.uint16]:
        """Return how many cards of each class a shoe holds."""
        return np.array([decks * len(places) for places in self.classes], np.uint16)

    def __len__(self) -> int:
        return len(self.classes)


def card_classes_of(facts: Iterable[Fact], *, tags: Iterable[dict[Card, int]] = ()) -> CardClasses:
    """Return the classes that keep values, and all that a fact or a count of cards distinguishes, apart."""
    by_tag = [alike(tag_of.__getitem__) for tag_of in tags]
    return _by_value(common_refinement(CLASSES_BY_VALUE, distinguished_classes(facts), *by_tag))


def every_card() -> CardClasses:
    """Return 52 classes, one for each card of a deck."""
    return _by_value(alike(lambda card: card))


def _by_value(classes: Classes) -> CardClasses:
    return CardClasses(tuple(sorted(classes, key=lambda places: (DECK[places[0]].value, places))))
