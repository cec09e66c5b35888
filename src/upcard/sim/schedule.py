"""Schedules: what is wagered by a count of the cards seen, read from a file."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from pathlib import Path
from typing import Any

from upcard.cards import DECK, Card, Rank
from upcard.errors import Misuse
from upcard.money import Cents, dollars
from upcard.rules.enums import WagerName

CARDS_A_DECK = len(DECK)
RANKS = {"A": Rank.ACE, "J": Rank.JACK, "Q": Rank.QUEEN, "K": Rank.KING} | {
    str(rank): Rank(rank) for rank in range(2, 11)
}
MAIN, INSURANCE = WagerName.BLACKJACK.value, WagerName.INSURANCE.value


@dataclass(frozen=True, kw_only=True)
class Step:
    """What is wagered from a count on: amounts by wager, and whether insurance is taken."""

    since: Fraction | None  # None: from the lowest count on
    amounts: Mapping[str, Cents]
    insures: bool = False


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """A linear count of the cards and the steps of what is wagered by it."""

    name: str
    tags: Mapping[Card, Fraction]
    true: bool  # divided by the decks left; else the running count
    steps: tuple[Step, ...]

    @cached_property
    def _scale(self) -> tuple[int, int]:
        """Give by how much tags and thresholds are multiplied to be whole."""
        tags = lcm(*(tag.denominator for tag in self.tags.values()))
        steps = lcm(*(step.since.denominator for step in self.steps if step.since is not None))
        return tags, steps

    @cached_property
    def whole_tags(self) -> Mapping[Card, int]:
        """Give the tags as whole numbers."""
        return {card: int(tag * self._scale[0]) for card, tag in self.tags.items()}

    @property
    def thresholds(self) -> tuple[int, ...]:
        """Give the whole numbers that the count is compared with."""
        tags, steps = self._scale
        return tuple(int(step.since * tags * steps) for step in self.steps if step.since is not None)

    @property
    def per_deck(self) -> int:
        """Give what the running count is multiplied with before it is compared."""
        return self._scale[1] * (CARDS_A_DECK if self.true else 1)

    @property
    def per_card(self) -> int:
        """Give what each card left multiplies a threshold with; nothing for a running count."""
        return int(self.true)


def flat(amounts: Mapping[str, Cents], *, insures: bool = False) -> Schedule:
    """Wager the same in every round."""
    nothing = dict.fromkeys(DECK, Fraction(0))
    return Schedule(name="flat", tags=nothing, true=False, steps=(Step(since=None, amounts=amounts, insures=insures),))


def read_schedule(path: str, usual: Mapping[str, Cents]) -> Schedule:
    """Read a schedule; `usual`: what is wagered where a step does not say."""
    try:
        said = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as wrong:
        raise Misuse(f"{path}: {wrong.strerror or wrong}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        raise Misuse(f"{path}: {wrong}") from None
    if unknown := sorted(set(said) - {"name", "count", "tags", "step"}):
        raise Misuse(f"{path}: {unknown[0]}: no such key; a schedule has name, count, tags and [[step]]")
    count = said.get("count", "true")
    if count not in ("true", "running"):
        raise Misuse(f'{path}: count: "{count}" is neither "true" nor "running"')
    tags, steps = said.get("tags"), said.get("step")
    if not isinstance(tags, dict) or not isinstance(steps, list) or not steps:
        raise Misuse(f"{path}: a schedule needs [tags] and at least one [[step]]")
    return Schedule(
        name=str(said.get("name", Path(path).stem)),
        tags=dict(_tags(path, tags)),
        true=count == "true",
        steps=tuple(_steps(path, steps, usual)),
    )


def _tags(path: str, tags: Mapping[str, Any]) -> Iterator[tuple[Card, Fraction]]:
    found = {key: _number(f"{path}: tags: {key}", tag) for key, tag in tags.items()}
    if unknown := [key for key in found if key.upper() not in RANKS]:
        raise Misuse(f'{path}: tags: "{unknown[0]}" is no rank: write A, 2 to 10, J, Q or K')
    by_rank = {RANKS[key.upper()]: tag for key, tag in found.items()}
    for rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
        by_rank.setdefault(rank, by_rank.get(Rank.TEN, Fraction(0)))
    for card in DECK:
        yield card, by_rank.get(card.rank, Fraction(0))


def _number(where: str, value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Misuse(f"{where}: {value!r} is not a number")
    try:
        return Fraction(str(value)).limit_denominator(1000)
    except (ValueError, OverflowError):
        raise Misuse(f"{where}: {value!r} is not a number") from None


def _steps(path: str, steps: list[Any], usual: Mapping[str, Cents]) -> Iterator[Step]:
    last: Fraction | None = None
    for number, step in enumerate(steps, 1):
        where = f"{path}: step {number}"
        if not isinstance(step, dict):
            raise Misuse(f"{where}: write it as [[step]]")
        since = _number(f"{where}: from", step["from"]) if "from" in step else None
        if (since is None) != (number == 1):
            raise Misuse(f'{where}: the first step has no "from", every other one has')
        if since is not None and last is not None and since <= last:
            raise Misuse(f"{where}: steps go up; {since} is not above {last}")
        last = since
        yield Step(since=since, amounts=_amounts(where, step, usual), insures=bool(step.get(INSURANCE, False)))


def _amounts(where: str, step: Mapping[str, Any], usual: Mapping[str, Cents]) -> dict[str, Cents]:
    found = dict(usual)
    for name, amount in step.items():
        if name in ("from", INSURANCE):
            continue
        if name not in usual:
            raise Misuse(f"{where}: {name}: no wager that is made here; those are {', '.join(usual)}")
        try:
            found[name] = dollars(str(amount))
        except Misuse as wrong:
            raise Misuse(f"{where}: {name}: {wrong}") from None
    if not found[MAIN]:
        raise Misuse(f"{where}: {MAIN}: a player at the table makes the blackjack wager in every round")
    return found
