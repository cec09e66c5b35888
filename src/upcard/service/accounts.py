"""Accounts: create, unlock, suspend, close; grant and remove roles; list people."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime

from upcard.service.passwords import password_problems
from upcard.service.people import People
from upcard.service.people_database import Query
from upcard.service.people_rows import (
    PersonRow,
    active_with,
    add_person,
    read_people,
    read_person,
    roles_text,
    save_person,
    shown,
    use_links,
)
from upcard.service.person_events import PersonEvent, PersonEventKind
from upcard.service.person_outbox import noted
from upcard.service.person_values import (
    NAME_RULE,
    PeopleProblem,
    PeopleResult,
    PersonAccount,
    PersonRole,
    PersonStatus,
    ProblemKind,
    read_name,
)
from upcard.service.secret_text import Secret
from upcard.service.session_ends import SessionEnd, ended_all

PAGE = 100
NO_ACCOUNT = "there is no account with this name"
# A role that excludes every other: nobody plays where they work, and nobody audits their own work.
ALONE = frozenset({PersonRole.PATRON, PersonRole.AUDITOR})


def role_problems(roles: Iterable[PersonRole]) -> tuple[PeopleProblem, ...]:
    """Return why a person cannot have these roles."""
    held = frozenset(roles)
    if not held:
        return (PeopleProblem(ProblemKind.INVALID, "a person must have at least one role"),)
    return tuple(
        PeopleProblem(ProblemKind.INVALID, f"the role {role} cannot be combined with another role")
        for role in sorted(held & ALONE)
        if len(held) > 1
    )


def create_person(
    people: People,
    *,
    name: str,
    roles: Iterable[PersonRole],
    by: str,
    password: Secret | None = None,
    demo: bool = False,
) -> PeopleResult[PersonAccount]:
    """Create an account; without a password, its person needs a link to set one."""
    known, held = read_name(name), frozenset(roles)
    problems = [*role_problems(held)]
    if known is None:
        problems.insert(0, PeopleProblem(ProblemKind.INVALID, NAME_RULE))
    if password is not None:
        problems += password_problems(password, name=known or "")
    # The hash takes long, and no database waits for it.
    hashed = people.hashing.hash(password, people.random) if password is not None and not problems else None
    with people.database.writing() as query:
        if known is not None and read_person(query, known) is not None:
            problems.append(PeopleProblem(ProblemKind.NOT_NOW, "the name is taken, or was used before: choose another"))
        if problems or known is None:
            return PeopleResult(problems=tuple(problems))
        row = PersonRow(
            name=known,
            roles=held,
            status=PersonStatus.ACTIVE,
            until=None,
            password=hashed,
            failures=0,
            locked=None,
            demo=demo,
            created=people.now(),
            logged_on=None,
        )
        add_person(query, row)
        event = _event(PersonEventKind.ACCOUNT_MADE, row.created, row, by, roles_text(held))
        return noted(people, query, PeopleResult(value=shown(people, row), events=(event,)))


def _event(kind: PersonEventKind, now: datetime, row: PersonRow, by: str, detail: str = "") -> PersonEvent:
    return PersonEvent(kind=kind, time=now, person=row.name, by=by, detail=detail)


Changed = PeopleResult[PersonRow]
Change = Callable[[Query, PersonRow, datetime], Changed]


def _change(people: People, name: str, change: Change) -> PeopleResult[PersonAccount]:
    """Change an account that is not closed, in one transaction."""
    with people.database.writing() as query:
        row = read_person(query, read_name(name))
        if row is None or row.status is PersonStatus.CLOSED:
            return PeopleResult(problems=(PeopleProblem(ProblemKind.NOT_FOUND, NO_ACCOUNT),))
        changed = change(query, row, people.now())
        if changed.value is None:
            return PeopleResult(problems=changed.problems)
        save_person(query, changed.value)
        return noted(people, query, PeopleResult(value=shown(people, changed.value), events=changed.events))


def _refused(message: str, kind: ProblemKind = ProblemKind.NOT_NOW) -> Changed:
    return PeopleResult(problems=(PeopleProblem(kind, message),))


def unlock(people: People, name: str, *, by: str) -> PeopleResult[PersonAccount]:
    """Unlock an account that failed sign-ins have locked."""

    def change(_: Query, row: PersonRow, now: datetime) -> Changed:
        if row.locked is None:
            return _refused("the account is not locked")
        event = _event(PersonEventKind.UNLOCKED, now, row, by)
        return PeopleResult(value=replace(row, locked=None, failures=0), events=(event,))

    return _change(people, name, change)


def grant_role(people: People, name: str, role: PersonRole, *, by: str) -> PeopleResult[PersonAccount]:
    """Grant a role to a person; the person's session ends."""
    return _set_roles(people, name, lambda roles: roles | {role}, by=by)


def remove_role(people: People, name: str, role: PersonRole, *, by: str) -> PeopleResult[PersonAccount]:
    """Remove a role from a person; the person's session ends."""
    return _set_roles(people, name, lambda roles: roles - {role}, by=by)


def _set_roles(
    people: People, name: str, chosen: Callable[[frozenset[PersonRole]], frozenset[PersonRole]], *, by: str
) -> PeopleResult[PersonAccount]:
    def change(query: Query, row: PersonRow, now: datetime) -> Changed:
        roles = chosen(row.roles)
        if roles == row.roles:
            return _refused(f"the person already has exactly these roles: {roles_text(roles)}")
        if problems := role_problems(roles):
            return PeopleResult(problems=problems)
        if PersonRole.ADMINISTRATOR not in roles and _is_last_administrator(query, row):
            return _refused(LAST)
        event = _event(PersonEventKind.ROLES_CHANGED, now, row, by, roles_text(roles))
        ends = ended_all(query, row.name, now=now, why=SessionEnd.ROLES, by=by)
        return PeopleResult(value=replace(row, roles=roles), events=(event, *ends))

    return _change(people, name, change)


LAST = "this is the last administrator: appoint another one first"


def _is_last_administrator(query: Query, row: PersonRow) -> bool:
    """Whether no other administrator could sign in."""
    others = [other for other in active_with(query, PersonRole.ADMINISTRATOR) if other.name != row.name]
    return PersonRole.ADMINISTRATOR in row.roles and all(other.password is None for other in others)


def suspend(people: People, name: str, *, by: str, until: datetime | None = None) -> PeopleResult[PersonAccount]:
    """Suspend an account until a time, or indefinitely; a suspension can be extended, never shortened."""
    until = until.astimezone(UTC) if until is not None else None

    def change(query: Query, row: PersonRow, now: datetime) -> Changed:
        if until is not None and until <= now:
            return _refused("the end of a suspension must be in the future", ProblemKind.INVALID)
        if row.status is PersonStatus.SUSPENDED and (row.until is None or (until is not None and until <= row.until)):
            return _refused("the account is already suspended for at least that long")
        if _is_last_administrator(query, row):
            return _refused(LAST)
        event = _event(PersonEventKind.SUSPENDED, now, row, by, "" if until is None else f"{until:%Y-%m-%d %H:%M} UTC")
        ends = ended_all(query, row.name, now=now, why=SessionEnd.SUSPENDED, by=by)
        suspended = replace(row, status=PersonStatus.SUSPENDED, until=until)
        return PeopleResult(value=suspended, events=(event, *ends))

    return _change(people, name, change)


def reinstate(people: People, name: str, *, by: str) -> PeopleResult[PersonAccount]:
    """End an indefinite suspension, or one whose time is over."""

    def change(_: Query, row: PersonRow, now: datetime) -> Changed:
        if row.status is not PersonStatus.SUSPENDED:
            return _refused("the account is not suspended")
        if row.until is not None and now < row.until:
            return _refused(f"the suspension lasts until {row.until:%Y-%m-%d %H:%M} UTC and cannot be shortened")
        event = _event(PersonEventKind.REINSTATED, now, row, by)
        return PeopleResult(value=replace(row, status=PersonStatus.ACTIVE, until=None), events=(event,))

    return _change(people, name, change)


def close_account(people: People, name: str, *, by: str) -> PeopleResult[PersonAccount]:
    """Close an account permanently: its session ends, password and links become invalid, the name stays taken."""

    def change(query: Query, row: PersonRow, now: datetime) -> Changed:
        if _is_last_administrator(query, row):
            return _refused(LAST)
        use_links(query, row.name, now)
        event = _event(PersonEventKind.ACCOUNT_CLOSED, now, row, by)
        ends = ended_all(query, row.name, now=now, why=SessionEnd.CLOSED, by=by)
        closed = replace(row, status=PersonStatus.CLOSED, until=None, password=None, locked=None, failures=0)
        return PeopleResult(value=closed, events=(event, *ends))

    return _change(people, name, change)


def find_person(people: People, name: str) -> PersonAccount | None:
    """Return the person with a name."""
    with people.database.reading() as query:
        row = read_person(query, read_name(name))
    return shown(people, row) if row is not None else None


def list_people(people: People, *, after: str = "", limit: int = PAGE) -> tuple[PersonAccount, ...]:
    """Return the next people after a name, sorted by name."""
    with people.database.reading() as query:
        rows = read_people(query, after=after, limit=limit)
    return tuple(shown(people, row) for row in rows)
