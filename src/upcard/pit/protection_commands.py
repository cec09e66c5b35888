"""Decide commands that protect a patron: limits, suspension, exclusion, reinstatement."""

from collections.abc import Iterator
from datetime import timedelta

from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.actors import ActorRole
from upcard.pit.context import Context
from upcard.pit.house_commands import amount_reasons, wallet_is_open
from upcard.pit.limits import LimitKey, LimitKind, LimitPeriod, PatronLimit
from upcard.pit.protection import MINUTE
from upcard.pit.refusal import Reason, Step
from upcard.pit.state import Bar
from upcard.pit.streams import wallet_of
from upcard.store.clock import read_time

SHORTEST_SUSPENSION = timedelta(hours=72)  # 13:69O-1.4(j), of a patron's own
SHORTEST_EXCLUSION = timedelta(days=365)
LONGEST_TIME = {LimitPeriod.DAY: 24 * 60, LimitPeriod.WEEK: 7 * 24 * 60, LimitPeriod.MONTH: 31 * 24 * 60}  # minutes


def set_limit(context: Context, command: pc.SetLimit) -> Iterator[Step]:
    """Set a money limit: a tighter one applies at once, a looser one when confirmed after the current period."""
    yield from wallet_is_open(context, command.patron)
    if command.limit is LimitKind.TIME:
        yield None, "set a time limit in minutes, not in dollars"
    if command.amount is not None:
        yield from amount_reasons(command.amount, least=0)
    begins = _begins(context, command.patron, (command.limit, command.period), command.amount)
    yield pv.LimitSet(command.patron, command.limit, command.period, command.amount, begins)


def set_time_limit(context: Context, command: pc.SetTimeLimit) -> Iterator[Step]:
    """Set a time limit: a tighter one applies at once, a looser one when confirmed after the current period."""
    yield from wallet_is_open(context, command.patron)
    longest = LONGEST_TIME[command.period]
    if command.minutes is not None and not 1 <= command.minutes <= longest:
        yield None, f"a time limit must be 1 to {longest} minutes a {command.period}"
    seconds = None if command.minutes is None else command.minutes * MINUTE
    begins = _begins(context, command.patron, (LimitKind.TIME, command.period), seconds)
    yield pv.TimeLimitSet(command.patron, command.period, command.minutes, begins)


def _begins(context: Context, patron: str, key: LimitKey, amount: int | None) -> str:
    """Return the first gaming day on which a looser limit can be confirmed; empty if the limit applies at once."""
    before, day = wallet_of(context.states, patron).limits.get(key, PatronLimit()), context.moment.day
    if not before.is_looser(amount) or before.is_confirmed(amount, day):
        return ""
    return key[1].next(day).isoformat()


def _until_reasons(context: Context, what: str, until: str, shortest: timedelta) -> Iterator[Reason]:
    try:
        end = read_time(until)
    except ValueError:
        yield None, f"write the end of {what} as a UTC time such as 2026-07-04T12:00:00.000000Z"
        return
    if end < read_time(context.time) + shortest:
        hours = round(shortest.total_seconds() / 3600)
        yield None, f"{what} must last at least {hours} hours" if hours else f"{what} must end in the future"


def _lasts_longer(context: Context, patron: str, bar: Bar) -> Iterator[Reason]:
    """Yield that a patron is already barred for at least that long: a bar is never shortened."""
    before = wallet_of(context.states, patron).bar
    if before is None or not before.holds(context.time) or (bar.is_exclusion and not before.is_exclusion):
        return
    is_weaker = before.is_exclusion and not bar.is_exclusion
    if is_weaker or not before.until or (bar.until and bar.until <= before.until):
        yield None, f"{patron} is {'excluded' if before.is_exclusion else 'suspended'} for at least that long already"


def suspend_patron(context: Context, command: pc.Suspend) -> Iterator[Step]:
    """Suspend a patron; at the patron's own request, for at least 72 hours."""
    yield from wallet_is_open(context, command.patron)
    is_own = context.actor.role is ActorRole.PATRON
    if command.until or is_own:
        shortest = SHORTEST_SUSPENSION if is_own else timedelta()
        yield from _until_reasons(context, "a suspension", command.until, shortest)
    yield from _lasts_longer(context, command.patron, Bar(False, command.until))
    yield pv.PatronSuspended(command.patron, command.until, str(context.actor))


def exclude_patron(context: Context, command: pc.Exclude) -> Iterator[Step]:
    """Exclude a patron for at least a year."""
    yield from wallet_is_open(context, command.patron)
    if command.until:
        yield from _until_reasons(context, "an exclusion", command.until, SHORTEST_EXCLUSION)
    yield from _lasts_longer(context, command.patron, Bar(True, command.until))
    yield pv.PatronExcluded(command.patron, command.until, str(context.actor))


def reinstate_patron(context: Context, command: pc.Reinstate) -> Iterator[Step]:
    """Let a patron play again: never before the time that was set, and never after an exclusion for life."""
    bar = wallet_of(context.states, command.patron).bar
    if bar is None:
        yield None, f"{command.patron} is neither suspended nor excluded"
    elif bar.until and context.time < bar.until:
        yield None, f"{command.patron} is barred from play until {bar.until}, and that cannot be shortened"
    elif bar.is_exclusion and not bar.until:
        yield None, f"{command.patron} is excluded for life"
    yield pv.PatronReinstated(command.patron, str(context.actor))
