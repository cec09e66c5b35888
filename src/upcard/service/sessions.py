"""Sign in and out, and check who sent a request."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from upcard.game.roles import CLOCK, SYSTEM, Role
from upcard.pit.play_restrictions import TIME_IS_UP, time_left
from upcard.pit.state import Account
from upcard.pit.streams import moment_of, significant, wallet_of
from upcard.service.people import People
from upcard.service.people_database import Query
from upcard.service.people_rows import (
    SecretsRow,
    SessionRow,
    add_session,
    count_unknown,
    end_session,
    forget_old,
    open_session_rows,
    open_session_rows_of,
    read_secrets,
    read_session,
    save_secrets,
    stamp_session,
)
from upcard.service.person_events import PersonEvent, PersonEventKind
from upcard.service.person_outbox import noted
from upcard.service.person_values import (
    LoggedOn,
    PeopleProblem,
    PeopleResult,
    PersonSession,
    ProblemKind,
    read_name,
)
from upcard.service.secret_text import Secret, digest, is_token, new_secret
from upcard.store.clock import time_text


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


# 13:69O-1.2(b): shown at log-on and at log-off; the number is New Jersey's.
HELPLINE = "If you or someone you know has a gambling problem and wants help, call 1-800-GAMBLER."
# One text for every cause: it does not reveal whether the name exists, is locked or is closed.
REFUSED = (
    "the name or password is wrong, or the account is locked: {failures} failed attempts in a row lock a patron's "
    "account for {minutes} minutes, or until an administrator unlocks it"
)
LOG_ON_FIRST = PeopleProblem(ProblemKind.NOT_LOGGED_ON, "sign in first")


def log_on(
    people: People, *, name: str, password: Secret, terminal: Secret, address: str = ""
) -> PeopleResult[LoggedOn]:
    """Sign a person in at a terminal, which is a browser with all its tabs; a session elsewhere ends."""
    if not is_token(terminal):
        return PeopleResult(
            problems=(PeopleProblem(ProblemKind.INVALID, "the browser sent no terminal cookie: reload the page"),)
        )
    known = read_name(name)
    stored = stored_password(people, known)
    # The work is the same whether there is such a name or not, and no database waits for it.
    is_right = people.hashing.verifies(stored or people.nobody, password) and stored is not None
    renewed = stored
    if is_right and stored is not None and people.hashing.is_outdated(stored):
        renewed = people.hashing.hash(password, people.random)
    with people.database.writing() as query:
        now, account = people.now(), people.account(known)
        if known is None or account is None:
            count_unknown(query)
            return noted(people, query, _refused(people, (_failure(now, "", address, "unknown"),)))
        row, events = unlocked_by_time(people, read_secrets(query, known), now)
        # A password that was changed meanwhile is compared next time.
        if row.locked is not None or not is_right or row.password != stored:
            row, failures = failed(people, row, now=now, address=address)
            save_secrets(query, row)
            return noted(people, query, _refused(people, (*events, *failures)))
        if (kept_out := _kept_out(people, row.name, now)) is not None:
            save_secrets(query, row)
            detail, problem = kept_out
            failure = _failure(now, row.name, address, detail)
            return noted(people, query, PeopleResult(problems=(problem,), events=(*events, failure)))
        result = begin_session(people, query, replace(row, password=renewed), account, now=now, terminal=terminal)
        assert result.value is not None
        event = PersonEvent(kind=PersonEventKind.LOGGED_ON, time=now, person=row.name, by=row.name, address=address)
        return noted(people, query, PeopleResult(value=result.value, events=(*events, *result.events, event)))


def _refused(people: People, events: tuple[PersonEvent, ...]) -> PeopleResult[LoggedOn]:
    minutes = round(people.rules.locked.total_seconds() / 60)
    message = REFUSED.format(failures=people.rules.failures, minutes=minutes)
    return PeopleResult(problems=(PeopleProblem(ProblemKind.NOT_LOGGED_ON, message),), events=events)


def stored_password(people: People, name: str | None) -> str | None:
    """Return the hash of a person's password; None if there is none, or no open account of this name."""
    if name is None or people.account(name) is None:
        return None
    with people.database.reading() as query:
        return read_secrets(query, name).password


def _kept_out(people: People, name: str, now: datetime) -> tuple[str, PeopleProblem] | None:
    """Return why a person with the right password may not sign in now, in a word and in a sentence."""
    bar = people.bar(name)
    if bar is not None:
        end = f"until {bar.until[:16].replace('T', ' ')} UTC" if bar.until and not bar.is_exclusion else "indefinitely"
        message = f"your account is suspended {end}. {HELPLINE}"
        return "suspended", PeopleProblem(ProblemKind.NOT_NOW, message)
    if time_left(wallet_of(people.states, name), moment_of(people.states, time_text(now))) == 0:
        return "time", PeopleProblem(ProblemKind.NOT_NOW, TIME_IS_UP)
    return None


def _failure(now: datetime, person: str, address: str, detail: str) -> PersonEvent:
    return PersonEvent(
        kind=PersonEventKind.LOG_ON_FAILED, time=now, person=person, by=person, detail=detail, address=address
    )


def unlocked_by_time(people: People, row: SecretsRow, now: datetime) -> tuple[SecretsRow, tuple[PersonEvent, ...]]:
    """Lift a lock whose time is over."""
    if row.locked is None or now < row.locked + people.rules.locked:
        return row, ()
    event = PersonEvent(kind=PersonEventKind.UNLOCKED, time=now, person=row.name, by=CLOCK)
    return replace(row, locked=None, failures=0), (event,)


def failed(
    people: People, row: SecretsRow, *, now: datetime, address: str
) -> tuple[SecretsRow, tuple[PersonEvent, ...]]:
    """Count a failure; the third in a row locks the account of a patron (13:69O-1.4(i)).

    That of staff is not locked, or any stranger could lock out the house: attempts are limited by name and address.
    """
    if row.locked is not None:
        return row, (_failure(now, row.name, address, "locked"),)
    row = replace(row, failures=row.failures + 1)
    events = [_failure(now, row.name, address, "password")]
    account = people.account(row.name)
    if row.failures >= people.rules.failures and account is not None and Role.PATRON in account.roles:
        row = replace(row, locked=now)
        lock = PersonEvent(kind=PersonEventKind.LOCKED, time=now, person=row.name, by=row.name, address=address)
        events.append(lock)
    return row, tuple(events)


def begin_session(
    people: People,
    query: Query,
    row: SecretsRow,
    account: Account,
    *,
    now: datetime,
    terminal: Secret,
    why: SessionEnd | None = None,
) -> PeopleResult[LoggedOn]:
    """Start the only session of a person and of a terminal, with a new token; all others of both end.

    `why` is the reason they end, if it is not a sign-in.
    """
    place, token = digest(terminal), new_secret(people.random)
    events = []
    for other in open_session_rows_of(query, person=row.name, terminal=place):
        overdue = end_of(people, other, now, terminal=other.terminal)
        end = overdue or why or _replaced(other, person=row.name, terminal=place)
        events.append(ended(query, other, now=now, why=end, by=CLOCK if overdue else row.name))
    forget_old(query, now - people.rules.kept)
    session = SessionRow(
        digest=digest(token),
        person=row.name,
        terminal=place,
        created=now,
        seen=now,
        expires=now + people.rules.longest,
        why=None,
    )
    save_secrets(query, replace(row, failures=0, logged_on=now if why is None else row.logged_on))
    add_session(query, session)
    value = LoggedOn(session=shown_session(session, account), token=token, previous=row.logged_on, helpline=HELPLINE)
    return PeopleResult(value=value, events=tuple(events))


def _replaced(other: SessionRow, *, person: str, terminal: str) -> SessionEnd:
    if other.terminal != terminal:
        return SessionEnd.OTHER_BROWSER
    return SessionEnd.AGAIN if other.person == person else SessionEnd.OTHER_PERSON


def shown_session(session: SessionRow, account: Account) -> PersonSession:
    """Return a session as the caller sees it, with the roles that the journal says."""
    return PersonSession(
        person=session.person,
        roles=account.roles,
        demo=account.demo,
        created=session.created,
        seen=session.seen,
        expires=session.expires,
    )


def check_session(people: People, token: Secret, terminal: Secret) -> PeopleResult[PersonSession]:
    """Return who sent a request; if the session has ended, say why, but only with both its token and terminal."""
    if not (is_token(token) and is_token(terminal)):
        return PeopleResult(problems=(LOG_ON_FIRST,))
    with people.database.reading() as query:
        session = read_session(query, token)
    if session is None:
        return PeopleResult(problems=(LOG_ON_FIRST,))
    now, account = people.now(), people.account(session.person)
    is_open = session.why is None and end_of(people, session, now, terminal=digest(terminal)) is None
    if is_open and account is not None and now - session.seen < people.rules.stamp:
        return PeopleResult(value=shown_session(session, account))
    return _stamped_or_ended(people, token, digest(terminal))


def end_of(people: People, session: SessionRow, now: datetime, *, terminal: str) -> SessionEnd | None:
    """Return why an open session must end now, or None."""
    if people.account(session.person) is None:
        return SessionEnd.CLOSED
    if people.bar(session.person) is not None:
        return SessionEnd.SUSPENDED
    if session.terminal != terminal:
        return SessionEnd.STOLEN
    if now < session.seen - people.rules.slack:  # how long it has lasted is not known
        return SessionEnd.CLOCK
    if now >= session.expires:
        return SessionEnd.EXPIRED
    return SessionEnd.IDLE if now - session.seen >= people.rules.idle else None


def _stamped_or_ended(people: People, token: Secret, terminal: str) -> PeopleResult[PersonSession]:
    """Record that a session is in use, or end it if its time is over and say why."""
    with people.database.noting() as query:
        session, now = read_session(query, token), people.now()
        if session is None:
            return PeopleResult(problems=(LOG_ON_FIRST,))
        end, account = end_of(people, session, now, terminal=terminal), people.account(session.person)
        if session.why is None and end is None and account is not None:
            session = session._replace(seen=max(now, session.seen))
            stamp_session(query, session)
            return PeopleResult(value=shown_session(session, account))
    return _ended(people, token, terminal, end)


def _ended(people: People, token: Secret, terminal: str, end: SessionEnd | None) -> PeopleResult[PersonSession]:
    """End a session whose time is over, and say why; it may have ended before."""
    events: tuple[PersonEvent, ...] = ()
    with people.database.writing() as query:
        session, now = read_session(query, token), people.now()
        if session is None:
            return PeopleResult(problems=(LOG_ON_FIRST,))
        why = session.why
        if why is None:
            assert end is not None
            events, why = (ended(query, session, now=now, why=end, by=CLOCK),), end.name
        problem = PeopleProblem(ProblemKind.NOT_LOGGED_ON, f"{words(why)}: sign in again")
        if session.terminal != terminal:
            problem = LOG_ON_FIRST  # give no reason to someone with a stolen token
        return noted(people, query, PeopleResult(problems=(problem,), events=events))


def log_off(people: People, token: Secret, terminal: Secret) -> PeopleResult[str]:
    """Sign out; the value is the helpline, which must be shown (13:69O-1.2(b))."""
    result = check_session(people, token, terminal)
    if result.value is None:
        return PeopleResult(problems=result.problems, events=result.events)
    with people.database.writing() as query:
        session, now, name = read_session(query, token), people.now(), result.value.person
        if session is None or session.why is not None:  # another request was quicker
            return PeopleResult(value=HELPLINE)
        ended(query, session, now=now, why=SessionEnd.LOG_OFF, by=name)
        event = PersonEvent(kind=PersonEventKind.LOGGED_OFF, time=now, person=name, by=name)
        return noted(people, query, PeopleResult(value=HELPLINE, events=(event,)))


def open_sessions(people: People) -> tuple[PersonSession, ...]:
    """Return who is signed in, sorted by name."""
    with people.database.reading() as query:
        now = people.now()
        rows = [row for row in open_session_rows(query) if end_of(people, row, now, terminal=row.terminal) is None]
    pairs = [(row, people.account(row.person)) for row in rows]
    return tuple(shown_session(row, account) for row, account in pairs if account is not None)


def end_overdue(people: People) -> PeopleResult[int]:
    """End the sessions whose time is over and whose person has not come back; the value is their number."""
    with people.database.writing() as query:
        now = people.now()
        overdue = [(row, end_of(people, row, now, terminal=row.terminal)) for row in open_session_rows(query)]
        events = tuple(ended(query, row, now=now, why=why, by=CLOCK) for row, why in overdue if why is not None)
        return noted(people, query, PeopleResult(value=len(events), events=events))


def end_unrecorded(people: People, names: Iterable[str]) -> PeopleResult[int]:
    """Return the end of sessions that have ended without a word in the journal: of persons who have none open."""
    with people.database.writing() as query:
        now, online = people.now(), {row.person for row in open_session_rows(query)}
        events = tuple(unrecorded_end(name, now) for name in names if name not in online)
        return noted(people, query, PeopleResult(value=len(events), events=events))


def revoke(people: People, name: str, *, by: str, why: SessionEnd = SessionEnd.REVOKED) -> PeopleResult[int]:
    """End a person's sessions; the value is their number."""
    with people.database.writing() as query:
        events = tuple(ended_all(query, read_name(name) or "", now=people.now(), why=why, by=by))
        return noted(people, query, PeopleResult(value=len(events), events=events))


def revoke_all(people: People, *, by: str) -> PeopleResult[int]:
    """End every session; the value is their number."""
    with people.database.writing() as query:
        now = people.now()
        rows = open_session_rows(query)
        events = tuple(ended(query, row, now=now, why=SessionEnd.REVOKED, by=by) for row in rows)
        return noted(people, query, PeopleResult(value=len(events), events=events))


NOT_DEMO = "this demo person cannot sign in now: choose another, or sign in with a password"


class DemoPerson(NamedTuple):
    """A demo person."""

    name: str
    roles: frozenset[Role]


def demo_people(people: People) -> tuple[DemoPerson, ...]:
    """Return the demo people who may sign in, sorted by name."""
    accounts = significant(people.states).accounts
    demo = sorted(name for name, account in accounts.items() if account.demo)
    with people.database.reading() as query:
        rows = [unlocked_by_time(people, read_secrets(query, name), people.now())[0] for name in demo]
    return tuple(DemoPerson(row.name, accounts[row.name].roles) for row in rows if _may(people, row))


def _may(people: People, row: SecretsRow) -> bool:
    account = people.account(row.name)
    return account is not None and account.demo and row.locked is None and people.bar(row.name) is None


def log_on_demo(people: People, *, name: str, terminal: Secret, address: str = "") -> PeopleResult[LoggedOn]:
    """Sign a demo person in without a password; anyone else is refused."""
    refusal = PeopleResult[LoggedOn](problems=(PeopleProblem(ProblemKind.NOT_ALLOWED, NOT_DEMO),))
    account = people.account(name)
    if account is None or not is_token(terminal):
        return refusal
    with people.database.writing() as query:
        now = people.now()
        row, opened = unlocked_by_time(people, read_secrets(query, name), now)
        if not _may(people, row):
            return refusal
        result = begin_session(people, query, row, account, now=now, terminal=terminal)
        event = PersonEvent(
            kind=PersonEventKind.LOGGED_ON,
            time=now,
            person=row.name,
            by=row.name,
            detail="demonstration",
            address=address,
        )
        return noted(people, query, PeopleResult(value=result.value, events=(*opened, *result.events, event)))
