"""Facts that gather a set: the hands whose set lies within another are those dealt from fewer cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from upcard.cards import DECK, Card
from upcard.exact.classes import counted
from upcard.exact.hands import CountedHands, End
from upcard.rules.fact_type import Fact

Sets = tuple[frozenset[Any], ...]  # Any: the members of a set are what the fact says; one set for each fact


@dataclass(frozen=True, kw_only=True)
class Lattice:
    """All that facts may have gathered of one card or more, smaller sets before larger."""

    facts: tuple[Fact, ...]

    def _added(self, card: Card) -> Sets:
        return tuple(fact.step(fact.start, card) for fact in self.facts)

    @cached_property
    def sets(self) -> tuple[Sets, ...]:
        """Find every union of what single cards add."""
        singles = dict.fromkeys(map(self._added, DECK))
        found, edge = dict(singles), list(singles)
        while edge:
            grown = [tuple(a | b for a, b in zip(one, other, strict=True)) for one in edge for other in singles]
            edge = [sets for sets in dict.fromkeys(grown) if sets not in found]
            found.update(dict.fromkeys(edge))
        return tuple(sorted(found, key=lambda sets: sum(map(len, sets))))

    @cached_property
    def below(self) -> tuple[tuple[int, ...], ...]:
        """Give for each place the places of the sets that lie within its own."""
        return tuple(
            tuple(place for place, inner in enumerate(self.sets[:at]) if _within(inner, outer))
            for at, outer in enumerate(self.sets)
        )

    @cached_property
    def allowed(self) -> tuple[tuple[bool, ...], ...]:
        """Give for each place which cards of the deck add nothing outside its sets."""
        return tuple(tuple(_within(self._added(card), outer) for card in DECK) for outer in self.sets)

    def count(self, hands: CountedHands[End], cards: Sequence[int]) -> Iterator[tuple[int, End, int, int]]:
        """Count the ways to deal hands of each end and length that gather exactly the sets of each place."""
        known: dict[tuple[int, ...], list[int]] = {}
        exactly: list[list[int]] = []
        for place, allowed in enumerate(self.allowed):
            fewer = tuple(counted(hands.classes, [count * may for count, may in zip(cards, allowed, strict=True)]))
            if fewer not in known:
                known[fewer] = [ways for _, _, ways in hands.count(fewer)]
            inner = [exactly[below] for below in self.below[place]]
            exactly.append([ways - sum(less) for ways, *less in zip(known[fewer], *inner, strict=True)])
            for (end, length, *_), ways in zip(hands.ends, exactly[place], strict=True):
                yield place, end, length, ways


def _within(inner: Sets, outer: Sets) -> bool:
    return all(one <= other for one, other in zip(inner, outer, strict=True))
