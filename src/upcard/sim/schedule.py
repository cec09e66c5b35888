"""Schedules: what is wagered by a count of the cards seen, read from a file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import MAX_EMAX, Context, Decimal
from fractions import Fraction
from functools import cached_property
from math import ceil, gcd, lcm
from pathlib import Path
from typing import Any

from upcard.cards import DECK, Card, Rank
from upcard.errors import Misuse
from upcard.money import Cents, parse_money, plain_money
from upcard.rules.enums import WagerName
from upcard.table.keys import Keys, keys_of
from upcard.table.value_readers import flag, money, shown

CARDS_A_DECK = len(DECK)
RANKS = {"A": Rank.ACE, "J": Rank.JACK, "Q": Rank.QUEEN, "K": Rank.KING} | {
    str(rank): Rank(rank) for rank in range(2, 11)
}
TRUE, RUNNING = "true", "running"  # counts: divided by the decks left, or as it runs
MOST_DIGITS = 30
EXACT = Context(prec=10_000, Emin=-MAX_EMAX, Emax=MAX_EMAX)  # longer than any line of a file
EMPTY = "a schedule needs [tags] and at least one [[step]]"
MAIN, INSURANCE = WagerName.BLACKJACK.value, WagerName.INSURANCE.value


@dataclass(frozen=True, kw_only=True)
class Step:
    """What is wagered from a count on: amounts by wager, and whether insurance is taken."""

    since: Fraction | None  # None: from the lowest count on
    amounts: Mapping[str, Cents]
    insures: bool = False


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """A linear count of the cards, and the steps of what is wagered by it."""

    name: str
    tags: Mapping[Card, Fraction]
    true: bool  # divided by the decks left; else the running count
    steps: tuple[Step, ...]

    @cached_property
    def _scale(self) -> Fraction:
        """Return by how much tags are multiplied to be whole, and as small as they can be."""
        whole = lcm(*(tag.denominator for tag in self.tags.values()))
        return Fraction(whole, gcd(*(int(tag * whole) for tag in self.tags.values())) or 1)

    @cached_property
    def whole_tags(self) -> Mapping[Card, int]:
        """Return the tags as whole numbers."""
        return {card: int(tag * self._scale) for card, tag in self.tags.items()}

    def bounds(self, left: int) -> tuple[int, ...]:
        """Return the least whole count of each step but the first, by the number of cards left."""
        cards = Fraction(left, CARDS_A_DECK) if self.true else 1
        return tuple(ceil(step.since * cards * self._scale) for step in self.steps if step.since is not None)


def flat_schedule(amounts: Mapping[str, Cents], *, insures: bool = False) -> Schedule:
    """Return the schedule of a player who wagers the same in every round."""
    nothing = dict.fromkeys(DECK, Fraction(0))
    return Schedule(name="flat", tags=nothing, true=False, steps=(Step(since=None, amounts=amounts, insures=insures),))


def read_schedule(path: str, usual: Mapping[str, Cents]) -> Schedule:
    """Read a schedule; raise BadConfig with every problem; `usual`: what is wagered where a step does not say."""
    keys, lines = keys_of(path, EMPTY)
    name = keys.take("name", str, Path(path).stem)
    count = keys.take("count", _count, TRUE)
    tags, steps = keys.take("tags", _any, None), keys.take("step", _any, None)
    if not isinstance(tags, dict):
        keys.problem("is missing: give a number for each rank that counts, such as 5 = 1 under [tags]", "tags")
    if not isinstance(steps, list) or not steps:
        keys.problem("is missing: write at least one [[step]]", "step")
    keys.report_unknown_keys()
    schedule = Schedule(
        name=name,
        tags=_tags(Keys(tags, ("tags",), keys.problems)) if isinstance(tags, dict) else {},
        true=count == TRUE,
        steps=tuple(_steps(keys, steps, usual)) if isinstance(steps, list) else (),
    )
    keys.raise_problems(path, lines)
    return schedule


def _any(value: Any) -> Any:
    return value


def _count(value: Any) -> Any:
    if value not in (TRUE, RUNNING):
        raise Misuse(f'"{value}" is neither "{TRUE}" nor "{RUNNING}"')
    return value


def _number(value: Any) -> Fraction:
    """Read a number exactly as it is written."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
        raise Misuse(f"{shown(value)} is not a number")
    if value and Decimal(value).adjusted() >= MOST_DIGITS:
        raise Misuse(f"number too large: the limit is {MOST_DIGITS} digits before the decimal point")
    exponent = Decimal(value).normalize(EXACT).as_tuple().exponent
    if isinstance(exponent, int) and exponent < -MOST_DIGITS:
        raise Misuse(f"number too fine: the limit is {MOST_DIGITS} digits after the decimal point")
    return Fraction(value)


def _tags(keys: Keys) -> dict[Card, Fraction]:
    """Return the tag of every card; jacks, queens and kings count as tens where they have none of their own."""
    by_rank: dict[Rank, Fraction] = {}
    for key in keys.raw:
        tag = keys.take(key, _number, Fraction(0))
        if key.upper() in RANKS:
            by_rank[RANKS[key.upper()]] = tag
        else:
            keys.problem("is no rank: write A, 2 to 10, J, Q or K", key)
    for rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
        by_rank.setdefault(rank, by_rank.get(Rank.TEN, Fraction(0)))
    return {card: by_rank.get(card.rank, Fraction(0)) for card in DECK}


def _steps(keys: Keys, steps: list[Any], usual: Mapping[str, Cents]) -> Iterator[Step]:
    """Yield the steps of a schedule; note a problem where one does not begin above the step before."""
    last: Fraction | None = None
    for index, raw in enumerate(steps):
        if not isinstance(raw, dict):
            keys.problem("is not a step: write it as [[step]]", "step", index)
            continue
        step = Keys(raw, ("step", index), keys.problems)
        since = step.take("from", _number, None)
        if ("from" in raw) != (index > 0):
            step.problem('the first step has no "from", every other one has')
        elif since is not None and last is not None and since <= last:
            step.problem(f"steps go up; {since} is not above {last}", "from")
        last = last if since is None else since
        yield Step(since=since, amounts=_amounts(step, usual), insures=step.take(INSURANCE, flag, False))


def _amounts(step: Keys, usual: Mapping[str, Cents]) -> dict[str, Cents]:
    amounts = dict(usual)
    for name in step.raw:
        if name in ("from", INSURANCE):
            continue
        if name in usual:
            amounts[name] = step.take(name, _dollars, usual[name])
        else:
            step.problem(f"this wager is not made here; those made are {', '.join(usual)}", name)
    if not amounts[MAIN]:
        step.problem("must be more than zero: a player at the table makes the blackjack wager in every round", MAIN)
    return amounts


def _dollars(value: Any) -> Cents:
    """Read an amount in dollars: in quotes, or a number as it is written."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return money(value)
    exact = _number(value)
    if (100 * exact).denominator > 1:
        raise Misuse(f"{shown(value)} is not an amount of money: the smallest unit is one cent")
    cents = int(100 * exact)
    return parse_money(plain_money(cents))
