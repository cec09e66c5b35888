"""The first start: a one-time link for the administrator, and demo patrons with play money."""

from dataclasses import dataclass

from upcard.service.accounts import create_person, find_person
from upcard.service.password_changes import make_link
from upcard.service.people import People
from upcard.service.people_rows import active_with
from upcard.service.person_events import PersonEvent
from upcard.service.person_values import SYSTEM, PeopleResult, PersonRole
from upcard.service.secret_text import Secret, new_secret

FIRST_ADMINISTRATOR = "administrator"
DEMO_NAMES = ("ada", "ben", "cleo", "dan", "eve")


def first_start(people: People, *, name: str = FIRST_ADMINISTRATOR) -> PeopleResult[Secret]:
    """Return a one-time link for the first administrator; no value if an administrator already has a password.

    There is no password to begin with. A start before the link was used makes a new link, and the old one is
    worth nothing.
    """
    with people.database.reading() as query:
        rows = active_with(query, PersonRole.ADMINISTRATOR)
    if any(row.password is not None for row in rows):
        return PeopleResult()
    waiting = [row.name for row in rows]
    made: tuple[PersonEvent, ...] = ()
    if not waiting:
        created = create_person(people, name=name, roles={PersonRole.ADMINISTRATOR}, by=SYSTEM)
        if created.value is None:
            return PeopleResult(problems=created.problems)
        waiting, made = [created.value.name], created.events
    link = make_link(people, waiting[0], by=SYSTEM)
    return PeopleResult(value=link.value, problems=link.problems, events=(*made, *link.events))


@dataclass(frozen=True)
class DemoPatron:
    """A demo patron; the password is shown once, at the start that created it."""

    name: str
    password: Secret


def create_demo_patrons(people: People, names: tuple[str, ...] = DEMO_NAMES) -> PeopleResult[tuple[DemoPatron, ...]]:
    """Create demo patrons with random passwords and play money, for the names that are free."""
    made: list[DemoPatron] = []
    events: list[PersonEvent] = []
    for name in names:
        if find_person(people, name) is not None:
            continue
        password = new_secret(people.random)
        result = create_person(people, name=name, roles={PersonRole.PATRON}, by=SYSTEM, password=password, demo=True)
        if result.value is None:
            return PeopleResult(value=tuple(made), problems=result.problems, events=tuple(events))
        made.append(DemoPatron(result.value.name, password))
        events += result.events
    return PeopleResult(value=tuple(made), events=tuple(events))
