"""Demo people: they play with play money, and sign in without a password where a page offers it."""

from typing import NamedTuple

from upcard.service.accounts import create_person
from upcard.service.people import People
from upcard.service.people_rows import PersonRow, people_of_demo, read_person
from upcard.service.person_events import PersonEvent, PersonEventKind
from upcard.service.person_outbox import noted
from upcard.service.person_values import (
    SYSTEM,
    LoggedOn,
    PeopleProblem,
    PeopleResult,
    PersonAccount,
    PersonRole,
    PersonStatus,
    ProblemKind,
)
from upcard.service.secret_text import Secret, is_token
from upcard.service.sessions import begin_session, opened_by_time

DEMO_SUPERVISOR = "sam"
NOT_DEMO = "this demo person cannot sign in now: choose another, or sign in with a password"


class DemoPerson(NamedTuple):
    """A demo person."""

    name: str
    roles: frozenset[PersonRole]


def demo_people(people: People) -> tuple[DemoPerson, ...]:
    """Return the demo people who may sign in, sorted by name."""
    with people.database.reading() as query:
        now = people.now()
        rows = [opened_by_time(people, row, now)[0] for row in people_of_demo(query)]
    return tuple(DemoPerson(row.name, row.roles) for row in rows if _may(row))


def create_demo_supervisor(people: People) -> PeopleResult[PersonAccount]:
    """Create a supervisor without a password, who validates payouts at the demo tables."""
    return create_person(people, name=DEMO_SUPERVISOR, roles={PersonRole.SUPERVISOR}, by=SYSTEM, demo=True)  # or exists


def _may(row: PersonRow) -> bool:
    return row.demo and row.status is PersonStatus.ACTIVE and row.locked is None


def log_on_demo(people: People, *, name: str, terminal: Secret, address: str = "") -> PeopleResult[LoggedOn]:
    """Sign a demo person in without a password; anyone else is refused."""
    refusal = PeopleResult[LoggedOn](problems=(PeopleProblem(ProblemKind.NOT_ALLOWED, NOT_DEMO),))
    if not is_token(terminal):
        return refusal
    with people.database.writing() as query:
        now, row = people.now(), read_person(query, name)
        if row is None:
            return refusal
        row, opened = opened_by_time(people, row, now)
        if not _may(row):
            return refusal
        result = begin_session(people, query, row, now=now, terminal=terminal)
        event = PersonEvent(
            kind=PersonEventKind.LOGGED_ON,
            time=now,
            person=row.name,
            by=row.name,
            detail="demonstration",
            address=address,
        )
        return noted(people, query, PeopleResult(value=result.value, events=(*opened, *result.events, event)))
