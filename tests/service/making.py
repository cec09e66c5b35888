"""Lists of people for tests, with the accounts of a journal: quick hashes, a clock that the test sets."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import get_args

from tests.acting import acting
from tests.pit.casino import KEYS
from tests.store.making import Place
from upcard.game.roles import Role
from upcard.pit import commands as pc
from upcard.pit.actors import Actor, read_actor
from upcard.pit.context import Context
from upcard.pit.decide import Decided, decide
from upcard.pit.draws import KeyedShoes
from upcard.pit.ledger import Answer, Done, Unavailable
from upcard.pit.streams import States
from upcard.service.accounts import AccountCommand, end_after
from upcard.service.casino_service import CasinoService
from upcard.service.password_changes import set_first_password
from upcard.service.passwords import Hashing
from upcard.service.people import People, create_people, open_people
from upcard.service.person_events import PersonEvent, PersonEventKind
from upcard.service.person_values import LoggedOn, PeopleResult, PersonSession
from upcard.service.secret_text import Secret, new_secret
from upcard.service.sessions import check_session, log_on
from upcard.store.clock import system_random, time_text

START = datetime(2026, 7, 1, 12, tzinfo=UTC)
QUICK = Hashing(memory=8, passes=1)
PASSWORD = Secret("Seven of clubs!")
WRONG = Secret("Eight of clubs!")
MICROSECOND = timedelta(microseconds=1)
ACCOUNT_COMMANDS = get_args(AccountCommand)


class SetClock:
    """A clock that stands until a test sets it."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time

    def advance(self, by: timedelta) -> None:
        self.time += by


async def make_person(
    house: CasinoService, name: str, *roles: Role, password: Secret | None = PASSWORD, demo: bool = False
) -> None:
    """Make a person with the password of the tests in a house."""
    answer = await house.send(acting("system"), f"account {name}", pc.MakeAccount(name, roles, demo))
    assert isinstance(answer, Done), answer
    if password is not None:
        assert set_first_password(house.people, name, password)


def kinds(result: PeopleResult[object]) -> list[PersonEventKind]:
    """Return what the events of a result say has happened."""
    return [event.kind for event in result.events]


def details(events: tuple[PersonEvent, ...]) -> list[str]:
    return [event.detail for event in events]


def messages(result: PeopleResult[object]) -> list[str]:
    return [problem.message for problem in result.problems]


@dataclass
class World:
    """An open list of people, the states of the journal, their clock, and browsers."""

    people: People
    states: States
    clock: SetClock
    place: Place

    @classmethod
    @contextmanager
    def at(cls, place: Place) -> Iterator["World"]:
        create_people(place.url, clock=lambda: START)
        clock = SetClock()
        states = States()
        people = open_people(place.url, states, clock=clock, hashing=QUICK)
        world = cls(people, states, clock, place)
        world.change("administrator root", pc.OpenHouse("Boardwalk Demo Casino"))
        try:
            yield world
        finally:
            people.close()

    def change(self, actor: str, command: pc.PitCommand) -> tuple[PersonEvent, ...]:
        """Have a command decided, as the service does; return what happens to sessions because of it."""
        self.decide(actor, command)
        by = actor.partition(" ")[2]
        return end_after(self.people, command, by=by) if isinstance(command, ACCOUNT_COMMANDS) else ()

    def decide(self, actor: str, command: pc.PitCommand) -> None:
        """Have a command decided on the journal."""
        who = read_actor(actor)
        assert who is not None
        context = Context(self.states, who, KeyedShoes(KEYS, "journal"), time_text(self.clock()))
        decided = decide(context, command)
        assert isinstance(decided, Decided), decided
        self.states.update(zip(decided.streams, decided.after, strict=True))

    async def send(self, actor: Actor, key: str, command: pc.PitCommand) -> Answer:  # noqa: ARG002  # as the service does
        """Have a command decided; one that is refused changes nothing."""
        with suppress(AssertionError):
            self.change(str(actor), command)
        return Unavailable("nobody asks for the answer")

    def person(self, name: str = "anna", *roles: Role, password: Secret | None = PASSWORD) -> None:
        """Make a person with the password of the tests."""
        self.change("system", pc.MakeAccount(name, roles or (Role.PATRON,)))
        if password is not None:
            assert set_first_password(self.people, name, password)

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
