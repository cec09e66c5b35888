"""Limits that a patron sets, of deposits, spending and time, by gaming day, week and month (13:69O-1.4(n)).

*Spent* is what a patron has put at risk: the money changed into chips in a period, less the chips changed back.
Winnings that are changed back make no room for more. *Time* runs from sign-in to sign-out.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from upcard.pit.projections.gaming_day import GamingDays
from upcard.store.clock import read_time

LOGGED_ON = "LoggedOn"
LINK_MADE, LINK_USED, PASSWORD_CHANGED = "LinkMade", "RecoveryUsed", "PasswordChanged"
SESSION_OVER = frozenset({"LoggedOff", "SessionEnded"})
_MONDAY_TO_MONDAY = timedelta(days=7)


class LimitKind(StrEnum):
    """What is limited."""

    DEPOSIT = "deposit"
    SPEND = "spend"
    TIME = "time"


class LimitPeriod(StrEnum):
    """The period a limit covers, in gaming days; a week begins on Monday, a month on its first day."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"

    def first(self, day: date) -> date:
        """Return the first gaming day of the period that a gaming day belongs to."""
        if self is LimitPeriod.WEEK:
            return day - timedelta(days=day.weekday())
        return day.replace(day=1) if self is LimitPeriod.MONTH else day

    def next(self, day: date) -> date:
        """Return the first gaming day of the next period."""
        if self is LimitPeriod.MONTH:
            return self.first(self.first(day) + timedelta(days=31))
        return self.first(day) + (_MONDAY_TO_MONDAY if self is LimitPeriod.WEEK else timedelta(days=1))


LimitKey = tuple[LimitKind, LimitPeriod]


class PeriodSum(NamedTuple):
    """The total since the first gaming day of a period: cents, or seconds of time."""

    since: str
    amount: int


Sums = Mapping[LimitKey, PeriodSum]
NO_SUMS: Sums = MappingProxyType({})


class PatronLimit(NamedTuple):
    """A limit in cents, or in seconds of time; None is no limit. A looser one that was asked for waits for its day."""

    amount: int | None = None
    requested: int | None = None
    begins: str = ""  # the first gaming day on which the patron can confirm what was asked for; nothing was: empty

    def is_looser(self, amount: int | None) -> bool:
        """Whether another amount would allow more."""
        return self.amount is not None and (amount is None or amount > self.amount)

    def is_confirmed(self, amount: int | None, day: date) -> bool:
        """Whether an amount requested now confirms one requested in an earlier period."""
        waited = self.begins != "" and day.isoformat() >= self.begins
        return waited and (self.requested is None or (amount is not None and amount <= self.requested))


@lru_cache(maxsize=1024)
def _day_of(time: str, days: GamingDays) -> date:
    return days.day_of(read_time(time))


@lru_cache(maxsize=1024)
def _date_of(time: str, days: GamingDays) -> date:
    return days.date_of(read_time(time))


class Moment(NamedTuple):
    """When a command is decided: the time of its row, and the licensee's calendar of gaming days."""

    time: str
    days: GamingDays

    @property
    def day(self) -> date:
        """The gaming day."""
        return _day_of(self.time, self.days)

    @property
    def calendar_day(self) -> date:
        """The day of the calendar, on which rules come into effect and end."""
        return _date_of(self.time, self.days)

    def begin(self, first: date) -> datetime:
        """Return when a gaming day begins."""
        return self.days.period(first)[0]


def total(sums: Sums, key: LimitKey, moment: Moment) -> int:
    """Return the total in the current period."""
    known = sums.get(key)
    return known.amount if known is not None and known.since >= key[1].first(moment.day).isoformat() else 0


def added(sums: Sums, kind: LimitKind, amount: int, moment: Moment) -> Sums:
    """Return the totals after an amount; chips changed back never make room for more than was put in."""
    return {**sums, **{key: _sum(sums, key, amount, moment) for key in _keys(kind)}}


def with_time(sums: Sums, since: str, moment: Moment) -> Sums:
    """Return the totals after a session that lasted from a time until now."""
    return {**sums, **{key: _sum(sums, key, _seconds(key, since, moment), moment) for key in _keys(LimitKind.TIME)}}


def time_used(sums: Sums, since: str, period: LimitPeriod, moment: Moment) -> int:
    """Return the seconds used in the current period; `since` is the sign-in of an open session, if any."""
    key = (LimitKind.TIME, period)
    return total(sums, key, moment) + (_seconds(key, since, moment) if since else 0)


def _keys(kind: LimitKind) -> Iterator[LimitKey]:
    return ((kind, period) for period in LimitPeriod)


def _seconds(key: LimitKey, since: str, moment: Moment) -> int:
    """Return how many seconds of a session fall in the current period; a clock set back subtracts nothing."""
    begin = max(read_time(since), moment.begin(key[1].first(moment.day)))
    return max(0, round((read_time(moment.time) - begin).total_seconds()))


def _sum(sums: Sums, key: LimitKey, amount: int, moment: Moment) -> PeriodSum:
    first, known = key[1].first(moment.day).isoformat(), sums.get(key)
    since = first if known is None else max(first, known.since)  # a clock set back begins no period again
    return PeriodSum(since, max(0, total(sums, key, moment) + amount))
