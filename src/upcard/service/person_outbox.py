"""Events of people that the journal may not have yet: kept with the change that they tell of, deleted after it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from upcard.service.people import People
from upcard.service.people_database import Query
from upcard.service.person_events import PersonEvent, PersonEventKind
from upcard.service.person_values import PeopleResult
from upcard.store.clock import read_time, time_text

Value = TypeVar("Value")
_INSERT = (
    "INSERT INTO people_events (number, key, kind, time, person, author, detail, address) "
    "SELECT COALESCE(MAX(number), 0) + 1, ?, ?, ?, ?, ?, ?, ? FROM people_events"
)
_READ = "SELECT key, kind, time, person, author, detail, address FROM people_events ORDER BY number"
_DELETE = "DELETE FROM people_events WHERE key = ?"


def noted(people: People, query: Query, result: PeopleResult[Value]) -> PeopleResult[Value]:
    """Keep the events of a change, in its transaction; each gets the key under which it is journaled."""
    events = tuple(replace(event, key=people.random(12).hex()) for event in result.events)
    for event in events:
        texts = (event.person, event.by, event.detail, event.address)
        query(_INSERT, event.key, event.kind.value, time_text(event.time), *texts)
    return replace(result, events=events)


def kept_events(people: People) -> tuple[PersonEvent, ...]:
    """Return the events that were not forgotten, in their order."""
    with people.database.reading() as query:
        lines = [tuple(map(str, line)) for line in query(_READ)]
    return tuple(
        PersonEvent(
            kind=PersonEventKind(kind),
            time=read_time(time),
            person=person,
            by=by,
            detail=detail,
            address=address,
            key=key,
        )
        for key, kind, time, person, by, detail, address in lines
    )


def forget_events(people: People, keys: Iterable[str]) -> None:
    """Delete events that are in the journal."""
    with people.database.noting() as query:
        for key in keys:
            query(_DELETE, key)
