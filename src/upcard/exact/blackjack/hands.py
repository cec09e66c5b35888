"""Every hand a player can hold without busting, as counts of values: longest first, so that what is drawn is known."""

from dataclasses import dataclass
from functools import cache, lru_cache

from upcard.exact.blackjack.rules import CARDS, VALUES, Rules
from upcard.rules.blackjack import Play, stands
from upcard.rules.facts import Total

Counts = tuple[int, ...]

MOST_POINTS = 21

PLAYS = (Play.STAND, Play.DRAW, Play.DOUBLE_DOWN, Play.FREE_DOUBLE_DOWN)  # as the kernel numbers them


@dataclass(frozen=True, kw_only=True)
class Hands:
    """The hands, and where each stands among them."""

    counts: tuple[Counts, ...]
    totals: tuple[Total, ...]
    children: tuple[tuple[int, ...], ...]  # by value drawn; -1: bust
    at: dict[Counts, int]

    def of(self, *values: int) -> int:
        """Give the number of the hand of these values, 1 to 10."""
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
    """Give the counts with one more card, its value counted from 0."""
    return (*counts[:value], counts[value] + 1, *counts[value + 1 :])


NO_CARDS: Counts = (0,) * VALUES


@cache
def drawing(total: Total, draws_to_soft_17: bool | None = None) -> tuple[Total, ...] | None:
    """Give the totals that each value drawn leads to; none where the dealer, if it is the dealer's hand, stands."""
    if draws_to_soft_17 is not None and stands(total, draws_to_soft_17=draws_to_soft_17):
        return None
    return tuple(total.plus(card) for card in CARDS)


@lru_cache(maxsize=1)
def all_hands() -> Hands:
    """Find every hand of at least one card whose total does not exceed 21."""
    found: list[dict[Counts, Total]] = []
    edge = {NO_CARDS: Total(0)}
    drawn: dict[Counts, tuple[Counts | None, ...]] = {}
    while edge:
        fresh: dict[Counts, Total] = {}
        for held, total in edge.items():
            totals = [(added(held, value), after) for value, after in enumerate(drawing(total) or ())]
            fresh.update((more, after) for more, after in totals if not after.bust)
            drawn[held] = tuple(None if after.bust else more for more, after in totals)
        found.append(fresh)
        edge = fresh
    ordered = [item for length in reversed(found) for item in length.items()]
    at = {held: number for number, (held, _) in enumerate(ordered)}
    return Hands(
        counts=tuple(held for held, _ in ordered),
        totals=tuple(total for _, total in ordered),
        children=tuple(tuple(-1 if more is None else at[more] for more in drawn[held]) for held, _ in ordered),
        at=at,
    )


def plays_of(rules: Rules) -> bytes:
    """Give the plays that the rules allow with each hand, one bit each; splitting and surrender aside."""
    hands = all_hands()
    by_kind: dict[tuple[Total, int], int] = {}
    allowed = bytearray()
    for counts, total in zip(hands.counts, hands.totals, strict=True):
        cards = min(sum(counts), 3)
        kind = total, cards
        if kind not in by_kind:
            values = values_of(counts)
            plays = (Play.DRAW,) if cards == 1 else PLAYS
            if total.points == MOST_POINTS:  # 13:69F-2.12(a): a hand of 21 is played no further
                plays = (Play.STAND,)
            by_kind[kind] = sum(rules.allows(play, values) << PLAYS.index(play) for play in plays)
        allowed.append(by_kind[kind])
    return bytes(allowed)
