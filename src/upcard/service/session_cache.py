"""Sessions cached in memory, so that checking who sent a request needs no database query each time.

A session is known as long as nothing has been changed in the list of people, or about the account in the journal. That
is certain only where no other server changes the list: on PostgreSQL the database is asked each time.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from upcard.service.people import People
from upcard.service.person_events import PersonEvent
from upcard.service.person_values import PersonSession
from upcard.service.secret_text import Secret, digest
from upcard.service.sessions import check_session

MOST = 10_000  # sessions
RecordEvents = Callable[[tuple[PersonEvent, ...]], Awaitable[None]]


class KnownSession(NamedTuple):
    """A session, the browser that it belongs to, and the number of changes to people when it was read."""

    session: PersonSession
    terminal: str
    changes: int


class SessionCache:
    """Checks sessions; used in the event loop."""

    def __init__(
        self,
        people: People,
        record: RecordEvents | None = None,
        *,
        most: int = MOST,
    ) -> None:
        """Check sessions of people; events from a check are passed to `record`."""
        self._people, self._record, self._most = people, record, most
        self._known: OrderedDict[str, KnownSession] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    async def check(self, token: Secret, terminal: Secret) -> PersonSession | None:
        """Return who sent a request; None if nobody is signed in."""
        if not token.reveal():
            return None
        key = digest(token)
        if (session := self._still_open(key, terminal)) is not None:
            return session
        changes = self._people.database.changes
        checked = await asyncio.to_thread(check_session, self._people, token, terminal)
        session = checked.value
        if self._record is not None and checked.events:
            await self._record(checked.events)
        if session is None:
            self._known.pop(key, None)
        else:
            self._keep(key, KnownSession(session, digest(terminal), changes))
        return session

    def holder(self, token: Secret) -> str | None:
        """Return whose session a token was when it was last checked: for limits, not for rights."""
        known = self._known.get(digest(token))
        return None if known is None else known.session.person

    def _still_open(self, key: str, terminal: Secret) -> PersonSession | None:
        """Return a session that needs no database query: nothing has changed, and its use need not be recorded yet."""
        known, people = self._known.get(key), self._people
        if known is None or people.database.is_shared or known.changes != people.database.changes:
            return None
        account = people.account(known.session.person)
        if account is None or account.roles != known.session.roles or people.bar(known.session.person) is not None:
            return None
        session, now, rules = known.session, people.now(), people.rules
        is_open = session.seen - rules.slack <= now < min(session.expires, session.seen + min(rules.stamp, rules.idle))
        return session if is_open and known.terminal == digest(terminal) else None

    def _keep(self, key: str, known: KnownSession) -> None:
        self._known[key] = known
        self._known.move_to_end(key)
        if len(self._known) > self._most:
            self._known.popitem(last=False)
