"""Facts that gather a set: hands whose set lies within another are the hands dealt from that set's cards alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from upcard.cards import DECK, Card
from upcard.exact.classes import count_by_class
from upcard.exact.hands import CountedHands, End
from upcard.rules.fact_type import Fact

Sets = tuple[frozenset[Any], ...]  # Any: each fact has its own kind of members; one set for each fact


@dataclass(frozen=True, kw_only=True)
class Lattice:
    """All sets that facts can gather from one card or more, smaller sets first."""

    facts: tuple[Fact, ...]

    def _added(self, card: Card) -> Sets:
        return tuple(fact.step(fact.start, card) for fact in self.facts)

    @cached_property
    def sets(self) -> tuple[Sets, ...]:
        """Return every union of what single cards add."""
        singles = dict.fromkeys(map(self._added, DECK))
        unions, edge = dict(singles), list(singles)
        while edge:
            grown = [tuple(a | b for a, b in zip(sets, single, strict=True)) for sets in edge for single in singles]
            edge = [sets for sets in dict.fromkeys(grown) if sets not in unions]
            unions.update(dict.fromkeys(edge))
        return tuple(sorted(unions, key=lambda sets: sum(map(len, sets))))

    @cached_property
    def below(self) -> tuple[tuple[int, ...], ...]:
        """Return, for each place, the places of the sets that lie within its own."""
        return tuple(
            tuple(place for place, inner in enumerate(self.sets[:at]) if _is_within(inner, outer))
            for at, outer in enumerate(self.sets)
        )

    @cached_property
    def allowed(self) -> tuple[tuple[bool, ...], ...]:
        """Return, for each place, which cards of the deck add nothing outside its sets."""
        return tuple(tuple(_is_within(self._added(card), outer) for card in DECK) for outer in self.sets)

    def count(self, hands: CountedHands[End], cards: Sequence[int]) -> Iterator[tuple[int, End, int, int]]:
        """Yield each place, end and length, and the ways to deal hands that gather exactly the sets of that place."""
        ways_within: dict[tuple[int, ...], list[int]] = {}
        exactly: list[list[int]] = []
        for place, allowed in enumerate(self.allowed):
            kept = [count * may for count, may in zip(cards, allowed, strict=True)]
            fewer = tuple(count_by_class(hands.classes, kept))
            if fewer not in ways_within:
                ways_within[fewer] = [ways for _, _, ways in hands.count(fewer)]
            inner = [exactly[below] for below in self.below[place]]
            exactly.append([ways - sum(less) for ways, *less in zip(ways_within[fewer], *inner, strict=True)])
            for (end, length, *_), ways in zip(hands.ends, exactly[place], strict=True):
                yield place, end, length, ways


def _is_within(inner: Sets, outer: Sets) -> bool:
    return all(less <= more for less, more in zip(inner, outer, strict=True))
