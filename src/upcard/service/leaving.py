"""Suspend, exclude, reinstate a patron and close an account: first in the journal, then in the list of people."""

import asyncio
from datetime import datetime

from upcard.money import Cents
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit.ledger import Answer, Declined, Unavailable
from upcard.pit.refusal import PitRefusal
from upcard.pit.streams import wallet_of
from upcard.service.accounts import close_account, find_person, reinstate, suspend
from upcard.service.house import House
from upcard.service.person_values import SYSTEM, PeopleProblem, PeopleResult, PersonAccount, ProblemKind
from upcard.store.clock import time_text

CLOSING = "account closed"


async def suspend_account(
    house: House, actor: str, key: str, name: str, until: datetime | None
) -> PeopleResult[PersonAccount]:
    """Suspend a person; a patron also in the journal, where money and seats are."""
    text = "" if until is None else time_text(until)
    if problems := await _journaled(house, actor, key, name, pc.Suspend(name, text)):
        return PeopleResult(problems=problems)
    by = actor.partition(" ")[2]
    return await asyncio.to_thread(suspend, house.people, name, by=by, until=until)


async def exclude_account(
    house: House, actor: str, key: str, name: str, until: datetime | None
) -> PeopleResult[PersonAccount]:
    """Exclude a patron; only reinstatement opens the account again."""
    text = "" if until is None else time_text(until)
    if not wallet_of(house.floor.states, name).open:
        return _refused(f"{name} has no wallet: only a patron can be excluded")
    if problems := await _journaled(house, actor, key, name, pc.Exclude(name, text)):
        return PeopleResult(problems=problems)
    result = await asyncio.to_thread(suspend, house.people, name, by=actor.partition(" ")[2])
    if result.value is not None:
        return result
    person = await asyncio.to_thread(find_person, house.people, name)  # already suspended indefinitely
    return PeopleResult(value=person, events=result.events)


async def reinstate_account(house: House, actor: str, key: str, name: str) -> PeopleResult[PersonAccount]:
    """End a suspension or an exclusion that may be ended now."""
    if wallet_of(house.floor.states, name).bar is not None and (
        problems := await _journaled(house, actor, key, name, pc.Reinstate(name))
    ):
        return PeopleResult(problems=problems)
    return await asyncio.to_thread(reinstate, house.people, name, by=actor.partition(" ")[2])


async def close_person(house: House, actor: str, key: str, name: str) -> PeopleResult[PersonAccount]:
    """Close an account: a patron's wallet is paid out first; the patron must have left every seat."""
    wallet = wallet_of(house.floor.states, name)
    if wallet.seats:
        places = ", ".join(f"seat {seat} of table {table}" for table, seat in sorted(wallet.seats))
        return _refused(f"leave {places} first")
    held = Cents(wallet.balances.get(accounts.wallet(name), 0))
    if held and (problems := await _journaled(house, SYSTEM, f"{key} pay", name, pc.Withdraw(name, held, CLOSING))):
        return PeopleResult(problems=problems)
    if wallet.open and (problems := await _journaled(house, SYSTEM, f"{key} close", name, pc.CloseWallet(name))):
        return PeopleResult(problems=problems)
    return await asyncio.to_thread(close_account, house.people, name, by=actor.partition(" ")[2])


async def _journaled(
    house: House, actor: str, key: str, name: str, command: pc.PitCommand
) -> tuple[PeopleProblem, ...]:
    """Journal a command about a patron; return why it was refused. Others have no wallet."""
    if not wallet_of(house.floor.states, name).open:
        return ()
    answer: Answer = await house.send(actor, key, command)
    match answer:
        case Declined(refusals=refusals):
            return tuple(_problem(refusal) for refusal in refusals)
        case Unavailable(reason=reason):
            return (PeopleProblem(ProblemKind.TOO_MANY, reason),)
    return ()


def _problem(refusal: PitRefusal) -> PeopleProblem:
    return PeopleProblem(ProblemKind.NOT_NOW, str(refusal))


def _refused(message: str) -> PeopleResult[PersonAccount]:
    return PeopleResult(problems=(PeopleProblem(ProblemKind.NOT_NOW, message),))
