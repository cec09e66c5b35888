"""Lists of people for tests: quick hashes, a clock that the test sets."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tests.store.making import Place
from upcard.service.accounts import create_person
from upcard.service.passwords import Hashing
from upcard.service.people import People, create_people, open_people
from upcard.service.person_events import PersonEvent, PersonEventKind
from upcard.service.person_values import LoggedOn, PeopleResult, PersonRole, PersonSession
from upcard.service.secret_text import Secret, new_secret
from upcard.service.sessions import check_session, log_on
from upcard.store.clock import system_random

START = datetime(2026, 7, 1, 12, tzinfo=UTC)
QUICK = Hashing(memory=8, passes=1)
PASSWORD = Secret("Seven of clubs!")
WRONG = Secret("Eight of clubs!")
MICROSECOND = timedelta(microseconds=1)


class SetClock:
    """A clock that stands until a test sets it."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time

    def advance(self, by: timedelta) -> None:
        self.time += by


def kinds(result: PeopleResult[object]) -> list[PersonEventKind]:
    """Return what the events of a result say has happened."""
    return [event.kind for event in result.events]


def details(events: tuple[PersonEvent, ...]) -> list[str]:
    return [event.detail for event in events]


def messages(result: PeopleResult[object]) -> list[str]:
    return [problem.message for problem in result.problems]


@dataclass
class World:
    """An open list of people, its clock, and browsers."""

    people: People
    clock: SetClock
    place: Place

    @classmethod
    @contextmanager
    def at(cls, place: Place) -> Iterator["World"]:
        create_people(place.url, clock=lambda: START)
        clock = SetClock()
        people = open_people(place.url, clock=clock, hashing=QUICK)
        try:
            yield cls(people, clock, place)
        finally:
            people.close()

    def person(self, name: str = "anna", *roles: PersonRole) -> None:
        """Make a person with the password of the tests."""
        made = create_person(self.people, name=name, roles=roles or {PersonRole.PATRON}, by="system", password=PASSWORD)
        assert made.problems == ()

    def browser(self) -> Secret:
        return new_secret(system_random)

    def try_log_on(
        self, name: str = "anna", password: Secret = PASSWORD, browser: Secret | None = None
    ) -> PeopleResult[LoggedOn]:
        return log_on(
            self.people, name=name, password=password, terminal=browser or self.browser(), address="192.0.2.7"
        )

    def log_on(self, name: str = "anna", browser: Secret | None = None) -> tuple[Secret, Secret]:
        """Log a person on who must succeed; return token and terminal."""
        terminal = browser or self.browser()
        result = self.try_log_on(name, browser=terminal)
        assert result.value is not None, result.problems
        return result.value.token, terminal

    def check(self, token: Secret, terminal: Secret) -> PersonSession | None:
        return check_session(self.people, token, terminal).value

    def why(self, token: Secret, terminal: Secret) -> str:
        """Return why a session is refused."""
        result = check_session(self.people, token, terminal)
        assert result.value is None
        (problem,) = result.problems
        return problem.message
