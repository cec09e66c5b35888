"""Sign in and out, and check who sent a request."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from upcard.service.people import People
from upcard.service.people_database import Query
from upcard.service.people_rows import (
    PersonRow,
    SessionRow,
    add_session,
    count_unknown,
    forget_old,
    open_session_rows,
    open_session_rows_of,
    read_person,
    read_session,
    read_session_and_person,
    save_person,
    stamp_session,
)
from upcard.service.person_events import PersonEvent, PersonEventKind
from upcard.service.person_outbox import noted
from upcard.service.person_values import (
    CLOCK,
    LoggedOn,
    PeopleProblem,
    PeopleResult,
    PersonRole,
    PersonSession,
    PersonStatus,
    ProblemKind,
    read_name,
)
from upcard.service.secret_text import Secret, digest, is_token, new_secret
from upcard.service.session_ends import SessionEnd, ended, ended_all, unrecorded_end, words

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
    with people.database.reading() as query:
        row = read_person(query, known)
    stored = row.password if row is not None else None
    # The work is the same whether there is such a name or not, and no database waits for it.
    is_right = people.hashing.verifies(stored or people.nobody, password) and stored is not None
    renewed = stored
    if is_right and stored is not None and people.hashing.is_outdated(stored):
        renewed = people.hashing.hash(password, people.random)
    with people.database.writing() as query:
        now, row = people.now(), read_person(query, known)
        if row is None or row.status is PersonStatus.CLOSED:
            count_unknown(query)
            return noted(people, query, _refused(people, (_failure(now, "", address, "unknown"),)))
        row, events = opened_by_time(people, row, now)
        # A password that was changed meanwhile is compared next time.
        if row.locked is not None or not is_right or row.password != stored:
            row, failures = failed(people, row, now=now, address=address)
            save_person(query, row)
            return noted(people, query, _refused(people, (*events, *failures)))
        if row.status is PersonStatus.SUSPENDED:
            save_person(query, row)
            failure = _failure(now, row.name, address, "suspended")
            return noted(people, query, PeopleResult(problems=(_suspended(row),), events=(*events, failure)))
        result = begin_session(people, query, replace(row, password=renewed), now=now, terminal=terminal)
        assert result.value is not None
        event = PersonEvent(kind=PersonEventKind.LOGGED_ON, time=now, person=row.name, by=row.name, address=address)
        return noted(people, query, PeopleResult(value=result.value, events=(*events, *result.events, event)))


def _refused(people: People, events: tuple[PersonEvent, ...]) -> PeopleResult[LoggedOn]:
    minutes = round(people.rules.locked.total_seconds() / 60)
    message = REFUSED.format(failures=people.rules.failures, minutes=minutes)
    return PeopleResult(problems=(PeopleProblem(ProblemKind.NOT_LOGGED_ON, message),), events=events)


def _suspended(row: PersonRow) -> PeopleProblem:
    end = f"until {row.until:%Y-%m-%d %H:%M} UTC" if row.until is not None else "indefinitely"
    return PeopleProblem(ProblemKind.NOT_NOW, f"your account is suspended {end}. {HELPLINE}")


def _failure(now: datetime, person: str, address: str, detail: str) -> PersonEvent:
    return PersonEvent(
        kind=PersonEventKind.LOG_ON_FAILED, time=now, person=person, by=person, detail=detail, address=address
    )


def opened_by_time(people: People, row: PersonRow, now: datetime) -> tuple[PersonRow, tuple[PersonEvent, ...]]:
    """Lift a lock and end a suspension whose time is over."""
    events = []
    if row.locked is not None and now >= row.locked + people.rules.locked:
        row = replace(row, locked=None, failures=0)
        events.append(PersonEvent(kind=PersonEventKind.UNLOCKED, time=now, person=row.name, by=CLOCK))
    if row.status is PersonStatus.SUSPENDED and row.until is not None and now >= row.until:
        row = replace(row, status=PersonStatus.ACTIVE, until=None)
        events.append(PersonEvent(kind=PersonEventKind.REINSTATED, time=now, person=row.name, by=CLOCK))
    return row, tuple(events)


def failed(people: People, row: PersonRow, *, now: datetime, address: str) -> tuple[PersonRow, tuple[PersonEvent, ...]]:
    """Count a failure; the third in a row locks the account of a patron (13:69O-1.4(i)).

    That of staff is not locked, or any stranger could lock out the house: attempts are limited by name and address.
    """
    if row.locked is not None:
        return row, (_failure(now, row.name, address, "locked"),)
    row = replace(row, failures=row.failures + 1)
    events = [_failure(now, row.name, address, "password")]
    if row.failures >= people.rules.failures and PersonRole.PATRON in row.roles:
        row = replace(row, locked=now)
        lock = PersonEvent(kind=PersonEventKind.LOCKED, time=now, person=row.name, by=row.name, address=address)
        events.append(lock)
    return row, tuple(events)


def begin_session(
    people: People,
    query: Query,
    row: PersonRow,
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
    add_session(query, session)
    save_person(query, replace(row, failures=0, logged_on=now if why is None else row.logged_on))
    value = LoggedOn(session=shown_session(session, row), token=token, previous=row.logged_on, helpline=HELPLINE)
    return PeopleResult(value=value, events=tuple(events))


def _replaced(other: SessionRow, *, person: str, terminal: str) -> SessionEnd:
    if other.terminal != terminal:
        return SessionEnd.OTHER_BROWSER
    return SessionEnd.AGAIN if other.person == person else SessionEnd.OTHER_PERSON


def shown_session(session: SessionRow, row: PersonRow) -> PersonSession:
    """Return a session as the caller sees it."""
    return PersonSession(
        person=row.name,
        roles=row.roles,
        demo=row.demo,
        created=session.created,
        seen=session.seen,
        expires=session.expires,
    )


def check_session(people: People, token: Secret, terminal: Secret) -> PeopleResult[PersonSession]:
    """Return who sent a request; if the session has ended, say why, but only with both its token and terminal."""
    if not (is_token(token) and is_token(terminal)):
        return PeopleResult(problems=(LOG_ON_FIRST,))
    with people.database.reading() as query:
        both = read_session_and_person(query, token)
    if both is None:
        return PeopleResult(problems=(LOG_ON_FIRST,))
    (session, row), now = both, people.now()
    is_open = session.why is None and end_of(people, session, now, terminal=digest(terminal)) is None
    if is_open and now - session.seen < people.rules.stamp:
        return PeopleResult(value=shown_session(session, row))
    return _stamped_or_ended(people, token, digest(terminal))


def end_of(people: People, session: SessionRow, now: datetime, *, terminal: str) -> SessionEnd | None:
    """Return why an open session must end now, or None."""
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
        both, now = read_session_and_person(query, token), people.now()
        if both is None:
            return PeopleResult(problems=(LOG_ON_FIRST,))
        session, row = both
        end = end_of(people, session, now, terminal=terminal)
        if session.why is None and end is None:
            session = session._replace(seen=max(now, session.seen))
            stamp_session(query, session)
            return PeopleResult(value=shown_session(session, row))
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
        pairs = [(session, read_person(query, session.person)) for session in rows]
    return tuple(shown_session(session, row) for session, row in pairs if row is not None)


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
