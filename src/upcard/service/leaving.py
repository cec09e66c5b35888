"""Suspend, exclude, reinstate a patron and close an account: first in the journal, then in the list of people.

The same key gives the first answer, and completes what a stop between the two has left.
"""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256

from upcard.pit import commands as pc
from upcard.pit.json_codec import read_stored
from upcard.pit.ledger import KEY_TAKEN, AlreadyDone, Answer, Declined, Unavailable
from upcard.pit.state import Bar
from upcard.pit.streams import coupons_held, wallet_balance, wallet_of
from upcard.service.accounts import NO_ACCOUNT, close_account, find_person, reinstate, suspend
from upcard.service.house import House
from upcard.service.person_values import (
    SYSTEM,
    PeopleProblem,
    PeopleResult,
    PersonAccount,
    PersonStatus,
    ProblemKind,
)
from upcard.store.clock import read_time, time_text
from upcard.store.journal import KeyReused
from upcard.store.rows import JournalRow

CLOSING = "account closed"
WAITING = "a command under this key is being committed: send this again under the same key"
AN_HOUR = timedelta(hours=1)  # so that days are whole ones when the command is decided


async def suspend_account(
    house: House, actor: str, key: str, name: str, length: timedelta | None
) -> PeopleResult[PersonAccount]:
    """Suspend a person; a patron also in the journal, where money and seats are."""
    barred = await _barred(house, actor, key, pc.Suspend(name, _end(house, length)), length)
    if barred.problems:
        return PeopleResult(problems=barred.problems)
    return await _locked_out(house, actor, name, barred, read_time(barred.bar.until) if barred.bar.until else None)


async def exclude_account(
    house: House, actor: str, key: str, name: str, length: timedelta | None
) -> PeopleResult[PersonAccount]:
    """Exclude a patron; only reinstatement opens the account again."""
    if not wallet_of(house.floor.states, name).open:
        return _refused(f"{name} has no wallet: only a patron can be excluded")
    barred = await _barred(house, actor, key, pc.Exclude(name, _end(house, length)), length)
    if barred.problems:
        return PeopleResult(problems=barred.problems)
    result = await _locked_out(house, actor, name, barred, None)
    if result.value is not None:
        return result
    return await _account(house, name)  # already suspended indefinitely


async def reinstate_account(house: House, actor: str, key: str, name: str) -> PeopleResult[PersonAccount]:
    """End a suspension or an exclusion that may be ended now."""
    wallet, is_again = wallet_of(house.floor.states, name), False
    if wallet.open:
        answer = await house.send(actor, key, pc.Reinstate(name))
        is_again = isinstance(answer, AlreadyDone)
        is_barred_here = wallet.bar is not None or not isinstance(answer, Declined)  # or in the list of people alone
        if is_barred_here and (problems := _problems(answer)):
            return PeopleResult(problems=problems)
    if is_again and wallet_of(house.floor.states, name).bar is not None:  # barred again since
        return await _account(house, name, status=PersonStatus.ACTIVE)
    result = await asyncio.to_thread(reinstate, house.people, name, by=_name(actor))
    return await _account(house, name) if is_again and result.value is None else result


async def close_person(house: House, actor: str, key: str, name: str) -> PeopleResult[PersonAccount]:
    """Close an account: a patron's coupons are cancelled and the wallet paid out first; every seat must be left."""
    wallet = wallet_of(house.floor.states, name)
    if wallet.seats:
        places = ", ".join(f"seat {seat} of table {table}" for table, seat in sorted(wallet.seats))
        return _refused(f"leave {places} first")
    held = wallet_balance(house.floor.states, name)
    coupons = coupons_held(house.floor.states, name)
    steps: list[tuple[bool, str, pc.PitCommand]] = [
        *((True, f"coupons {value}", pc.CancelCoupons(name, value, count, CLOSING)) for value, count in coupons),
        (bool(held), f"pay {held}", pc.Withdraw(name, held, CLOSING)),
        (wallet.open, "close", pc.CloseWallet(name)),
    ]
    for is_needed, what, command in steps:
        own_key = f"{what} {name} {sha256(key.encode()).hexdigest()[:32]}"  # `system` closes accounts of everybody
        if is_needed and (problems := _problems(await house.send(SYSTEM, own_key, command))):
            return PeopleResult(problems=problems)
    person = await asyncio.to_thread(find_person, house.people, name)
    if person is not None and person.status is PersonStatus.CLOSED:
        return PeopleResult(value=person)
    return await asyncio.to_thread(close_account, house.people, name, by=_name(actor))


@dataclass(frozen=True, kw_only=True)
class _Barred:
    """What keeps a patron from playing after a command; `is_again` where its key was answered before."""

    bar: Bar
    is_again: bool = False
    problems: tuple[PeopleProblem, ...] = ()


async def _barred(
    house: House, actor: str, key: str, command: pc.Suspend | pc.Exclude, length: timedelta | None
) -> _Barred:
    """Journal a suspension or an exclusion; a person without a wallet is not in the journal."""
    bar = Bar(isinstance(command, pc.Exclude), command.until)
    if not wallet_of(house.floor.states, command.patron).open:
        return _Barred(bar=bar)
    answer = await house.send(actor, key, command)
    match answer:
        case AlreadyDone(row=row) | KeyReused(row=JournalRow() as row):
            until = _first_end(row, command, length)
            if until is not None:
                return _Barred(bar=bar._replace(until=until), is_again=True)
        case KeyReused():
            return _Barred(bar=bar, problems=(PeopleProblem(ProblemKind.UNAVAILABLE, WAITING),))
    return _Barred(bar=bar, problems=_problems(answer))


def _first_end(row: JournalRow, command: pc.Suspend | pc.Exclude, length: timedelta | None) -> str | None:
    """Return the end that a command sent again has had since its row; None where the row has another command."""
    first = read_stored(row.command).command
    if not isinstance(first, type(command)) or first.patron != command.patron:
        return None
    if length is None or not first.until:
        return first.until if length is None and not first.until else None
    is_same = abs(read_time(first.until) - read_time(row.time) - length - AN_HOUR) < AN_HOUR
    return first.until if is_same else None


async def _locked_out(
    house: House, actor: str, name: str, barred: _Barred, until: datetime | None
) -> PeopleResult[PersonAccount]:
    """Suspend a person in the list of people too; a command sent again changes nothing that was done since."""
    if barred.is_again and wallet_of(house.floor.states, name).bar != barred.bar:
        return await _account(house, name, status=PersonStatus.SUSPENDED, until=until)
    result = await asyncio.to_thread(suspend, house.people, name, by=_name(actor), until=until)
    if barred.is_again and result.value is None:
        return await _account(house, name, status=PersonStatus.SUSPENDED, until=until)
    return result


async def _account(
    house: House, name: str, *, status: PersonStatus | None = None, until: datetime | None = None
) -> PeopleResult[PersonAccount]:
    """Return an account as it is, or as a command has left it."""
    person = await asyncio.to_thread(find_person, house.people, name)
    if person is None:
        return PeopleResult(problems=(PeopleProblem(ProblemKind.NOT_FOUND, NO_ACCOUNT),))
    return PeopleResult(value=person if status is None else replace(person, status=status, until=until))


def _end(house: House, length: timedelta | None) -> str:
    return "" if length is None else time_text(house.settings.clock() + length + AN_HOUR)


def _name(actor: str) -> str:
    return actor.partition(" ")[2]


def _problems(answer: Answer) -> tuple[PeopleProblem, ...]:
    """Return why a command was refused."""
    match answer:
        case Declined(refusals=refusals):
            return tuple(PeopleProblem(ProblemKind.NOT_NOW, str(refusal)) for refusal in refusals)
        case Unavailable(reason=reason):
            return (PeopleProblem(ProblemKind.UNAVAILABLE, reason),)
        case KeyReused():
            return (PeopleProblem(ProblemKind.INVALID, KEY_TAKEN),)
    return ()


def _refused(message: str) -> PeopleResult[PersonAccount]:
    return PeopleResult(problems=(PeopleProblem(ProblemKind.NOT_NOW, message),))
