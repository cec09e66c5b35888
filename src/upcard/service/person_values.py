"""What the operations on people take and return: roles, persons, sessions, problems, results."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Generic, TypeVar

from upcard.game.roles import MACHINES, Role
from upcard.service.person_events import PersonEvent
from upcard.service.secret_text import Secret


class PersonStatus(StrEnum):
    """Whether a person may sign in."""

    ACTIVE = "active"
    LOCKED = "locked"
    SUSPENDED = "suspended"
    CLOSED = "closed"


@dataclass(frozen=True, kw_only=True)
class PersonAccount:
    """A person as administrators see one; the password is not part of it."""

    name: str
    roles: frozenset[Role]
    status: PersonStatus
    until: datetime | None  # the end of the lock or of the suspension
    has_password: bool
    demo: bool  # plays with play money
    created: datetime
    logged_on: datetime | None


@dataclass(frozen=True, kw_only=True)
class PersonSession:
    """A person who is signed in, with the roles held right now."""

    person: str
    roles: frozenset[Role]
    demo: bool
    created: datetime
    seen: datetime
    expires: datetime


@dataclass(frozen=True, kw_only=True)
class LoggedOn:
    """What a sign-in returns: the token for the cookie, and what the person must be shown."""

    session: PersonSession
    token: Secret
    previous: datetime | None  # log-on of this person; None at the first
    helpline: str


class ProblemKind(StrEnum):
    """Why an operation was refused, as a category that maps to an HTTP status."""

    INVALID = "invalid"  # what was written
    NOT_FOUND = "not found"
    NOT_NOW = "not now"  # the state of the person does not allow it
    NOT_LOGGED_ON = "not logged on"
    NOT_ALLOWED = "not allowed"  # the person lacks the right
    TOO_MANY = "too many"  # attempts
    UNAVAILABLE = "unavailable"  # the journal cannot be written at this moment


@dataclass(frozen=True)
class PeopleProblem:
    """Why an operation was refused, in plain words."""

    kind: ProblemKind
    message: str
    wait: int = 1  # seconds until it makes sense to try again, where that helps

    def __str__(self) -> str:
        return self.message


Value_co = TypeVar("Value_co", covariant=True)


@dataclass(frozen=True, kw_only=True)
class PeopleResult(Generic[Value_co]):
    """The result of an operation: its value, or every reason against it; in both cases the events to journal."""

    value: Value_co | None = None
    problems: tuple[PeopleProblem, ...] = ()
    events: tuple[PersonEvent, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PeopleRules:
    """The times and numbers that a licensee may set."""

    idle: timedelta = timedelta(minutes=30)  # without a request, a session ends
    longest: timedelta = timedelta(hours=12)  # a session lasts
    stamp: timedelta = timedelta(seconds=30)  # the last use of a session is written at most this often
    slack: timedelta = timedelta(seconds=60)  # the clock may be set back without ending sessions
    failures: int = 3  # in a row lock an account
    locked: timedelta = timedelta(minutes=30)  # then it unlocks automatically
    link: timedelta = timedelta(hours=24)  # a one-time link can be used
    kept: timedelta = timedelta(days=30)  # sessions and links that have ended


SHORTEST_NAME, LONGEST_NAME = 2, 40
_NAME = re.compile(rf"[a-z0-9][a-z0-9._-]{{{SHORTEST_NAME - 1},{LONGEST_NAME - 1}}}")
NAME_RULE = (
    f"a name must have {SHORTEST_NAME} to {LONGEST_NAME} characters (letters a to z, digits, dots, hyphens and "
    "underscores) and begin with a letter or a digit"
)


def read_name(written: str) -> str | None:
    """Read a name as a person types it, in any case of letters; None if it cannot be one.

    Names that look alike are the same name: there cannot be both Anna and anna, nor letters of another alphabet.

    >>> read_name(" Anna.B "), read_name("Zoë"), read_name("clock")
    ('anna.b', None, None)
    """
    name = written.strip().lower() if written.isascii() else ""
    return name if _NAME.fullmatch(name) and name not in MACHINES else None
