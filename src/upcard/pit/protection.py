"""Patron protection: how limits, suspension and exclusion follow from events, and which amounts they refuse."""

from collections.abc import Iterator
from datetime import timedelta

from upcard.money import Cents, format_money
from upcard.pit import events as pv
from upcard.pit.context import Context
from upcard.pit.limits import (
    LOGGED_ON,
    SESSION_OVER,
    LimitKey,
    LimitKind,
    LimitPeriod,
    Moment,
    PatronLimit,
    added,
    total,
    with_time,
)
from upcard.pit.refusal import Reason
from upcard.pit.state import Bar, WalletState
from upcard.pit.streams import wallet_of
from upcard.store.clock import read_time

MINUTE = 60
MOST_UNPLAYED = 5  # times that chips can be bought and cashed out without a round being played, within a time
UNPLAYED = timedelta(minutes=10)


def protected(state: WalletState, event: pv.AnyEvent, moment: Moment) -> WalletState:
    """Return a wallet after an event, as far as it protects its patron."""
    match event:
        case pv.Deposited():
            return state._replace(sums=added(state.sums, LimitKind.DEPOSIT, event.amount, moment))
        case pv.BoughtIn() | pv.CashChanged():
            return state._replace(sums=added(state.sums, LimitKind.SPEND, event.amount, moment))
        case pv.CashedOut():
            unplayed = state.unplayed if event.rounds else (*state.unplayed, moment.time)[-MOST_UNPLAYED:]
            return state._replace(sums=added(state.sums, LimitKind.SPEND, -event.amount, moment), unplayed=unplayed)
        case pv.LimitSet():
            return _limited(state, (event.limit, event.period), event.amount, event.begins)
        case pv.TimeLimitSet():
            seconds = None if event.minutes is None else event.minutes * MINUTE
            return _limited(state, (LimitKind.TIME, event.period), seconds, event.begins)
        case pv.PersonSuspended() | pv.PersonExcluded():
            return state._replace(bar=Bar(isinstance(event, pv.PersonExcluded), event.until))
        case pv.PersonReinstated():
            return state._replace(bar=None)
        case pv.PersonRecorded() if event.kind == LOGGED_ON or event.kind in SESSION_OVER:
            return _session(state, event, moment)
    return state


def _limited(state: WalletState, key: LimitKey, amount: int | None, begins: str) -> WalletState:
    before = state.limits.get(key, PatronLimit())
    limit = PatronLimit(before.amount, amount, begins) if begins else PatronLimit(amount)
    return state._replace(limits={**state.limits, key: limit})


def _session(state: WalletState, event: pv.PersonRecorded, moment: Moment) -> WalletState:
    sums = with_time(state.sums, state.logged_on, moment) if state.logged_on else state.sums
    return state._replace(sums=sums, logged_on=moment.time if event.kind == LOGGED_ON else "")


def money_reasons(context: Context, patron: str, kind: LimitKind, amount: Cents) -> Iterator[Reason]:
    """Yield which limits of a patron an amount would exceed (13:69O-1.4(n))."""
    state, moment = wallet_of(context.states, patron), context.moment
    for period in LimitPeriod:
        limit = state.limits.get((kind, period), PatronLimit()).amount
        used = total(state.sums, (kind, period), moment)
        if limit is not None and used + amount > limit:
            left = format_money(max(0, limit - used))
            own = f"your {kind} limit is {format_money(limit)} a {period}, and {format_money(used)} of it is used"
            yield None, f"{own}: {left} is left until the next {period} begins"


def churning_reasons(context: Context, patron: str) -> Iterator[Reason]:
    """Yield that a patron has only bought chips and changed them back, and must wait before buying more."""
    times = wallet_of(context.states, patron).unplayed
    if len(times) == MOST_UNPLAYED:
        again = read_time(times[0]) + UNPLAYED
        if read_time(times[0]) <= read_time(context.time) < again:
            minutes = UNPLAYED // timedelta(minutes=1)
            often = f"{patron} has bought chips and cashed them out {MOST_UNPLAYED} times in {minutes} minutes"
            yield None, f"{often} without a round being played: buy in again after {again:%H:%M} UTC"
