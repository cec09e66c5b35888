"""Why sessions end, and ending them."""

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum

from upcard.service.people_database import Query
from upcard.service.people_rows import SessionRow, end_session, open_session_rows_of
from upcard.service.person_events import PersonEvent, PersonEventKind
from upcard.service.person_values import SYSTEM


class SessionEnd(StrEnum):
    """Why a session ended, in the words that its person reads."""

    LOG_OFF = "you signed out"
    AGAIN = "you signed in again on this browser"
    OTHER_BROWSER = "someone signed in with your name in another browser"
    OTHER_PERSON = "someone else signed in on this browser"
    REVOKED = "an administrator ended your session"
    EXPIRED = "your session reached its time limit"
    IDLE = "your session was inactive for too long"
    PASSWORD = "your password was changed"
    ROLES = "your roles were changed"
    SUSPENDED = "your account was suspended"
    CLOSED = "your account was closed"
    LOCKED = "the old password was entered incorrectly too many times"
    STOLEN = "your session was used in another browser"
    CLOCK = "the server's clock was set back"
    TIME = "your time limit is used up"


def ended(query: Query, row: SessionRow, *, now: datetime, why: SessionEnd, by: str) -> PersonEvent:
    """End an open session; the event says why."""
    end_session(query, row, now, why.name.lower())
    return PersonEvent(kind=PersonEventKind.SESSION_ENDED, time=now, person=row.person, by=by, detail=why.name.lower())


def ended_all(query: Query, person: str, *, now: datetime, why: SessionEnd, by: str) -> Iterator[PersonEvent]:
    """End every open session of a person."""
    for row in open_session_rows_of(query, person=person):
        yield ended(query, row, now=now, why=why, by=by)


def unrecorded_end(person: str, now: datetime) -> PersonEvent:
    """Return the end of a session that nobody knows the time of."""
    return PersonEvent(
        kind=PersonEventKind.SESSION_ENDED, time=now, person=person, by=SYSTEM, detail="ended unrecorded"
    )


def words(why: str) -> str:
    """Return the sentence for a reason as the database stores it."""
    return SessionEnd[why.upper()].value
