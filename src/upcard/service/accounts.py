"""Accounts as administrators see them, from the journal and the list of people; and what follows when one changes."""

from dataclasses import dataclass

from upcard.pit import commands as pc
from upcard.pit.streams import account_of, significant
from upcard.service.password_changes import erase_secrets
from upcard.service.people import People
from upcard.service.people_rows import SecretsRow, read_secrets, save_secrets
from upcard.service.person_events import PersonEvent, PersonEventKind
from upcard.service.person_outbox import noted
from upcard.service.person_values import (
    PeopleProblem,
    PeopleResult,
    PersonAccount,
    PersonStatus,
    ProblemKind,
    read_name,
)
from upcard.service.sessions import SessionEnd, revoke
from upcard.store.clock import read_time

PAGE = 100
AccountCommand = (
    pc.MakeAccount | pc.GrantRole | pc.RemoveRole | pc.CloseAccount | pc.Suspend | pc.Exclude | pc.Reinstate
)


@dataclass(frozen=True, slots=True)
class Unlock:
    """Unlock an account that failed sign-ins have locked."""

    person: str


@dataclass(frozen=True, slots=True)
class MakeLink:
    """Create a one-time link for the person to set a password."""

    person: str


@dataclass(frozen=True, slots=True)
class RevokeSession:
    """End the person's session."""

    person: str


PeopleCommand = Unlock | MakeLink | RevokeSession  # what concerns the list of people alone
_ENDS: dict[type, SessionEnd] = {
    pc.GrantRole: SessionEnd.ROLES,
    pc.RemoveRole: SessionEnd.ROLES,
    pc.Suspend: SessionEnd.SUSPENDED,
    pc.Exclude: SessionEnd.SUSPENDED,
    pc.CloseAccount: SessionEnd.CLOSED,
}


def end_after(people: People, command: AccountCommand, *, by: str) -> tuple[PersonEvent, ...]:
    """End the sessions that a change of an account in the journal ends, and erase the secrets of one that was closed.

    Whoever is suspended or closed has no session any more, even if a crash comes before this.
    """
    if isinstance(command, pc.CloseAccount):
        erase_secrets(people, command.person)
    why = _ENDS.get(type(command))
    return () if why is None else revoke(people, command.person, by=by, why=why).events


def unlock(people: People, name: str, *, by: str) -> PeopleResult[PersonAccount]:
    """Unlock an account that failed sign-ins have locked."""
    with people.database.writing() as query:
        row = read_secrets(query, name)
        if row.locked is None:
            return PeopleResult(problems=(PeopleProblem(ProblemKind.NOT_NOW, "the account is not locked"),))
        save_secrets(query, SecretsRow(name=row.name, password=row.password, logged_on=row.logged_on))
        event = PersonEvent(kind=PersonEventKind.UNLOCKED, time=people.now(), person=name, by=by)
        return noted(people, query, PeopleResult(value=find_person(people, name), events=(event,)))


def find_person(people: People, name: str) -> PersonAccount | None:
    """Return the person with a name, even if the account was closed."""
    known = read_name(name)
    if known is None or account_of(people.states, known) is None:
        return None
    with people.database.reading() as query:
        row = read_secrets(query, known)
    return _shown(people, row)


def list_people(people: People, *, after: str = "", limit: int = PAGE) -> tuple[PersonAccount, ...]:
    """Return the next people after a name, sorted by name."""
    names = sorted(name for name in significant(people.states).accounts if name > after)[:limit]
    with people.database.reading() as query:
        rows = [read_secrets(query, name) for name in names]
    return tuple(_shown(people, row) for row in rows)


def _shown(people: People, row: SecretsRow) -> PersonAccount:
    """Return a person without what must not be shown."""
    account, bar = significant(people.states).accounts[row.name], people.bar(row.name)
    status, until = PersonStatus.ACTIVE, None
    if not account.roles:
        status = PersonStatus.CLOSED
    elif bar is not None:
        status = PersonStatus.SUSPENDED
        until = read_time(bar.until) if bar.until and not bar.is_exclusion else None
    elif row.locked is not None:
        status, until = PersonStatus.LOCKED, row.locked + people.rules.locked
    return PersonAccount(
        name=row.name,
        roles=account.roles,
        status=status,
        until=until,
        has_password=row.password is not None,
        demo=account.demo,
        created=read_time(account.made),
        logged_on=row.logged_on,
    )
