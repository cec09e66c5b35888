"""Decide commands about accounts: made, given roles, suspended, excluded, reinstated, closed."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta

from upcard.game.roles import MACHINES, Role
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.context import Context
from upcard.pit.house_commands import amount_reasons, house_is_open, name_reasons, wallet_is_open
from upcard.pit.limits import LimitKey, LimitKind, LimitPeriod, PatronLimit
from upcard.pit.play_restrictions import bar_of
from upcard.pit.protection import MINUTE
from upcard.pit.refusal import Reason, Step
from upcard.pit.state import Bar, StreamState
from upcard.pit.streams import account_of, coupons_held, significant, wallet_balance, wallet_of
from upcard.store.clock import read_time, time_text

NO_ACCOUNT = "there is no account with this name"
TAKEN = "the name is taken, or was used before: choose another"
LAST = "this is the last administrator: appoint another one first"
CLOSING = "account closed"
# A role that excludes every other: nobody plays where they work, and nobody audits their own work.
ALONE = frozenset({Role.PATRON, Role.AUDITOR})
DAY, YEAR = timedelta(days=1), timedelta(days=366)  # at least a year, whichever year it is
SHORTEST_SUSPENSION = 3  # days, 13:69O-1.4(j), of a patron's own
MOST_DAYS, MOST_YEARS = 3650, 50


def role_reasons(roles: Iterable[Role]) -> Iterator[Reason]:
    """Yield why a person cannot have these roles."""
    held = frozenset(roles)
    if not held:
        yield None, "a person must have at least one role"
    for role in sorted(held & ALONE):
        if len(held) > 1:
            yield None, f"the role {role} cannot be combined with another role"
    for role in sorted(held & {*MACHINES}):
        yield None, f"{role} is not the role of a person"


def make_account(context: Context, command: pc.MakeAccount) -> Iterator[Step]:
    """Make an account, and the wallet of a patron."""
    yield from name_reasons("person", command.person)
    yield from role_reasons(command.roles)
    if account_of(context.states, command.person) is not None:
        yield None, TAKEN
    yield pv.AccountMade(command.person, tuple(sorted(set(command.roles))), command.demo)
    if Role.PATRON in command.roles:
        yield from house_is_open(context)
        yield pv.WalletOpened(command.person)


def grant_role(context: Context, command: pc.GrantRole) -> Iterator[Step]:
    """Give a person one more role."""
    yield from _with_roles(context, command.person, _roles(context, command.person) | {command.role})


def remove_role(context: Context, command: pc.RemoveRole) -> Iterator[Step]:
    """Take a role from a person."""
    if command.role is Role.ADMINISTRATOR:
        yield from _last_administrator(context.states, command.person)
    yield from _with_roles(context, command.person, _roles(context, command.person) - {command.role})


def _with_roles(context: Context, person: str, roles: frozenset[Role]) -> Iterator[Step]:
    held = _roles(context, person)
    if not held:
        yield None, NO_ACCOUNT
    elif roles == held:
        yield None, f"the person already has exactly these roles: {' '.join(sorted(roles))}"
    else:
        yield from role_reasons(roles)
    yield pv.RolesChanged(person, tuple(sorted(roles)))


def _roles(context: Context, person: str) -> frozenset[Role]:
    account = account_of(context.states, person)
    return frozenset() if account is None else account.roles


def _last_administrator(states: Mapping[str, StreamState], person: str) -> Iterator[Reason]:
    """Yield that no other administrator could sign in: with a password, and not suspended."""
    known = significant(states)
    able = {
        name
        for name, account in known.accounts.items()
        if Role.ADMINISTRATOR in account.roles
        and (name in known.linked or name in known.own)
        and wallet_of(states, name).bar is None
    }
    account = known.accounts.get(person)
    if account is not None and Role.ADMINISTRATOR in account.roles and not able - {person}:
        yield None, LAST


def close_account(context: Context, command: pc.CloseAccount) -> Iterator[Step]:
    """Close an account for good; every seat must be left."""
    states, person = context.states, command.person
    yield from _account_is_open(context, person)
    yield from _last_administrator(states, person)
    wallet = wallet_of(states, person)
    if wallet.seats:
        places = ", ".join(f"seat {seat} of table {table}" for table, seat in sorted(wallet.seats))
        yield None, f"leave {places} first"
    if wallet.open:
        for value, count in coupons_held(states, person):
            yield pv.CouponsCancelled(person, value, count, CLOSING)
        if held := wallet_balance(states, person):
            yield pv.Withdrawn(person, held, CLOSING)
        yield pv.WalletClosed(person)
    yield pv.AccountClosed(person)


def _account_is_open(context: Context, person: str) -> Iterator[Reason]:
    if not _roles(context, person):
        yield None, NO_ACCOUNT


def suspend(context: Context, command: pc.Suspend) -> Iterator[Step]:
    """Suspend a person; at a patron's own request, for at least 72 hours."""
    yield from _account_is_open(context, command.person)
    yield from _last_administrator(context.states, command.person)
    if command.days is not None and not 1 <= command.days <= MOST_DAYS:
        yield None, f"a suspension must last 1 to {MOST_DAYS} days"
    if context.actor.role is Role.PATRON:
        if command.days is None:
            yield None, "say for how many days your account is to be suspended"
        elif command.days < SHORTEST_SUSPENSION:
            yield None, "a suspension must last at least 72 hours"
    until = "" if command.days is None else _end(context, min(max(command.days, 0), MOST_DAYS) * DAY)
    yield from _lasts_longer(context, command.person, Bar(False, until))
    yield pv.PersonSuspended(command.person, until)


def exclude(context: Context, command: pc.Exclude) -> Iterator[Step]:
    """Exclude a patron for at least a year."""
    yield from wallet_is_open(context, command.person)
    if command.years is not None and not 1 <= command.years <= MOST_YEARS:
        yield None, f"an exclusion must last 1 to {MOST_YEARS} years, or for life"
    until = "" if command.years is None else _end(context, min(max(command.years, 0), MOST_YEARS) * YEAR)
    yield from _lasts_longer(context, command.person, Bar(True, until))
    yield pv.PersonExcluded(command.person, until)


def _end(context: Context, length: timedelta) -> str:
    return time_text(read_time(context.time) + length)


def _lasts_longer(context: Context, person: str, bar: Bar) -> Iterator[Reason]:
    """Yield that a person is already barred for at least that long: a bar is never shortened."""
    before = bar_of(context.states, person, context.time)
    if before is None or (bar.is_exclusion and not before.is_exclusion):
        return
    is_weaker = before.is_exclusion and not bar.is_exclusion
    if is_weaker or not before.until or (bar.until and bar.until <= before.until):
        yield None, f"{person} is {'excluded' if before.is_exclusion else 'suspended'} for at least that long already"


def reinstate(context: Context, command: pc.Reinstate) -> Iterator[Step]:
    """Let a person play again: never before the time that was set, and never after an exclusion for life."""
    yield from _account_is_open(context, command.person)
    bar = wallet_of(context.states, command.person).bar
    if bar is None:
        yield None, f"{command.person} is neither suspended nor excluded"
    elif bar.until and context.time < bar.until:
        yield None, f"{command.person} is barred from play until {bar.until}, and that cannot be shortened"
    elif bar.is_exclusion and not bar.until:
        yield None, f"{command.person} is excluded for life"
    yield pv.PersonReinstated(command.person)


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
