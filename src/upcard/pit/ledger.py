"""The ledger of a pit: decides commands on what the journal holds, and appends them, many in one commit.

Every command has an idempotency key of its actor. A command sent again is answered by its first row, whatever has
happened since. States that are read are those of rows on the disk; those that commands are decided on may run ahead of
it by the commands that wait for the next commit, and are dropped when it fails.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from types import MappingProxyType

from upcard import __version__
from upcard.errors import StoreError
from upcard.game.awaited import Question, question
from upcard.game.roles import Role
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.actors import Actor
from upcard.pit.context import Context
from upcard.pit.decide import Decided, decide
from upcard.pit.draws import KeyedShoes, drawn_for
from upcard.pit.json_codec import command_text, events_text, is_same_command, schema
from upcard.pit.play_restrictions import round_reasons
from upcard.pit.refusal import PitRefusal
from upcard.pit.replay import BadRow, Folding, Start
from upcard.pit.shoe_keys import ShoeKeys
from upcard.pit.state import StreamState
from upcard.pit.streams import States, UnknownTable, group_of
from upcard.store.clock import Clock, Random, system_clock, system_random, time_text
from upcard.store.journal import Appended, AppendResult, Duplicate, Journal, KeyReused, Malformed, all_rows
from upcard.store.rows import JournalRow, NewRow

LONGEST_KEY = 100
KEPT_KEYS = 10_000  # of the last commands; a repeat of an older one is answered from the journal
KEY_TAKEN = "this idempotency key was already used for another command: use a new key"
NOT_STORED = "the database is not available right now: try again later, with the same key if you sent one"
CHANGED = PitRefusal(None, "the table has changed since then: check it and try again")
MOST_ATTEMPTS = 20  # at a command that others keep getting ahead of


@dataclass(frozen=True, slots=True)
class Request:
    """A command, its actor, and the actor's idempotency key.

    With a version it is carried out only while its main stream has that version: what happens by itself when a time
    has run out must not be done at a table that has moved on. With a question it is carried out only while its table
    still asks that: a decision must not be taken for cards that the person had not seen.
    """

    actor: Actor
    key: str
    command: pc.PitCommand
    version: int | None = None
    answers: Question | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The command was carried out; its row is on the disk."""

    row: JournalRow
    events: tuple[pv.AnyEvent, ...]


@dataclass(frozen=True, slots=True)
class AlreadyDone:
    """The same command was carried out under this key before: this is its row."""

    row: JournalRow


@dataclass(frozen=True, slots=True)
class Declined:
    """The command is refused, for every reason listed; nothing was written."""

    refusals: tuple[PitRefusal, ...]


@dataclass(frozen=True, slots=True)
class Unavailable:
    """The command was not acknowledged: send it again later with the same key.

    The reason is for anybody; the problem may name files and hosts, and is for a log.
    """

    reason: str
    problem: str = ""


Answer = Done | AlreadyDone | Declined | KeyReused | Unavailable


class Ticket:
    """A command waiting for a commit; `answer` is None until then."""

    __slots__ = ("answer", "attempts", "decided", "request", "row")

    def __init__(self, request: Request, row: NewRow, decided: Decided) -> None:
        self.request, self.row, self.decided = request, row, decided
        self.answer: Answer | None = None
        self.attempts = 1


@dataclass(frozen=True, slots=True)
class NeedsLookup:
    """A command that only the journal can answer: it is refused, or was done before."""

    request: Request
    key: str


class PendingStates:
    """The states that the next command is decided on: those on the disk, and after them the waiting commands."""

    def __init__(self, folding: Folding) -> None:
        self._folding = folding
        self.reset()

    def reset(self) -> None:
        """Drop the waiting commands."""
        self.states, self.versions = States(self._folding.states), dict(self._folding.versions)

    def refresh(self, streams: frozenset[str]) -> None:
        """Take streams as they are on the disk."""
        for stream in streams:
            self.states[stream], self.versions[stream] = self._folding.states[stream], self._folding.versions[stream]

    def advance(self, row: NewRow, decided: Decided) -> None:
        """Add a waiting command."""
        self.states.update(zip(decided.streams, decided.after, strict=True))
        self.versions.update(row.streams)


class Ledger:
    """Decides and records the commands of a pit. Threads may share it.

    `execute` does both at once. A service decides in one thread and commits in another: `decide_in_memory` answers at
    once, returns a ticket, or a question that `look_up` answers in the other thread; `commit` appends everything that
    waits, and returns the tickets answered by it.
    """

    def __init__(
        self,
        journal: Journal,
        keys: ShoeKeys,
        *,
        clock: Clock = system_clock,
        random: Random = system_random,
        start: Start | None = None,
    ) -> None:
        """Read the journal, from its beginning or from states kept elsewhere."""
        self._journal = journal
        self.shoes = KeyedShoes(keys, journal.info.identity)
        self._clock, self._random = clock, random
        self._guard, self._committing = Lock(), Lock()
        self._folding = Folding(self.shoes, start)  # what is on the disk
        self._pending = PendingStates(self._folding)
        self._waiting: list[Ticket] = []
        self._by_key: dict[str, Ticket] = {}  # of tickets without an answer
        self._keys: OrderedDict[str, int] = OrderedDict()  # positions of the last rows
        self._stopped: str | None = None
        self._catch_up()

    @property
    def states(self) -> Mapping[str, StreamState]:
        """The states of the streams, as the rows on the disk have them; one without rows is empty.

        To look a stream up in; `start` is a copy that can be gone through while commands are committed.
        """
        return MappingProxyType(self._folding.states)

    @property
    def start(self) -> Start:
        """The states with their versions, from which another ledger can continue."""
        with self._guard:
            folding = self._folding
            return Start(States(folding.states), dict(folding.versions), folding.position)

    @property
    def stopped(self) -> str | None:
        """Why a commit has failed; None while the journal can be written. `reopen` is what helps."""
        return self._stopped

    def rows_after(self, position: int) -> tuple[JournalRow, ...]:
        """Return the rows on the disk after a position."""
        return tuple(all_rows(self._journal, after=position))

    def execute(self, requests: Sequence[Request]) -> tuple[Answer, ...]:
        """Decide commands in their order and commit them together; an answer for each."""
        tickets = [self.decide(request) for request in requests]
        while any(isinstance(ticket, Ticket) and ticket.answer is None for ticket in tickets):
            self.commit()
        first: dict[int, int] = {}
        places = [first.setdefault(id(ticket), place) for place, ticket in enumerate(tickets)]
        return tuple(_answer(ticket, again=places[place] != place) for place, ticket in enumerate(tickets))

    def decide(self, request: Request) -> Ticket | Answer:
        """Decide a command on everything decided before it; a ticket waits for the next commit."""
        decided = self.decide_in_memory(request)
        return self.look_up(decided) if isinstance(decided, NeedsLookup) else decided

    def decide_in_memory(self, request: Request) -> Ticket | Answer | NeedsLookup:
        """Decide a command without reading the journal, which is busy while a commit is made durable."""
        with self._guard:
            try:
                return self._decide(request)
            except (StoreError, BadRow) as error:
                return Unavailable(NOT_STORED, str(error))

    def commit(self) -> tuple[Ticket, ...]:
        """Append every waiting command, and return the tickets answered by it; blocks until it is durable.

        Those that another server got ahead of are decided again, and wait for the next commit.
        """
        with self._committing:
            with self._guard:
                batch, self._waiting = self._waiting, []
            if not batch:
                return ()
            try:
                results = self._journal.append([ticket.row for ticket in batch])
            except BaseException as error:
                with self._guard:
                    failed = self._fail([*batch, *self._waiting], str(error) or type(error).__name__)
                if isinstance(error, StoreError):
                    return failed
                raise
            with self._guard:
                everybody = [*batch, *self._waiting]
                try:
                    return self._conclude(batch, results)
                except (StoreError, BadRow) as error:  # what is on the disk cannot be read
                    return self._fail(everybody, str(error))

    def reopen(self, journal: Journal) -> None:
        """Continue with a journal that was reopened after it had stopped: read what is on the disk."""
        with self._committing, self._guard:
            self._journal, self._stopped = journal, None
            self._catch_up()

    def _decide(self, request: Request) -> Ticket | Answer | NeedsLookup:
        if self._stopped is not None:
            return Unavailable(NOT_STORED, self._stopped)
        if not (request.actor.is_complete and _is_key(request.key)):
            return Declined(tuple(_bad_request(request)))
        key = f"{request.actor}/{request.key}"  # names have no slash: nobody can use up a key of another
        outcome = None if key in self._keys else self._waiting_or_new(request, key)
        # It was done under this key, or may have been, here or elsewhere; or another server has changed the states.
        return outcome if isinstance(outcome, Ticket) else NeedsLookup(request, key)

    def look_up(self, needed: NeedsLookup) -> Ticket | Answer:
        """Answer a command from the journal, or decide it on all rows that are there."""
        request, key = needed.request, needed.key
        with self._guard:
            if self._stopped is not None:
                return Unavailable(NOT_STORED, self._stopped)
            try:
                if self._journal.head().position > self._folding.position:
                    self._pending.refresh(self._catch_up())
                row = self._journal.by_key(key)
                return _repeated(row, request.command) if row else self._waiting_or_new(request, key)
            except (StoreError, BadRow) as error:
                return Unavailable(NOT_STORED, str(error))

    def _waiting_or_new(self, request: Request, key: str) -> Ticket | Declined | KeyReused:
        """Return the ticket of a command that waits already, or decide it."""
        if (waiting := self._by_key.get(key)) is not None:
            same = waiting.request.command == request.command
            return waiting if same else KeyReused(None)
        outcome = self._outcome(request, key)
        return self._queue(outcome) if isinstance(outcome, Ticket) else outcome

    def _refused(self, outcome: Declined, request: Request, key: str) -> Answer:
        """Return a refusal, unless the command was done before the states that it rests on, here or elsewhere."""
        row = self._journal.by_key(key)
        return outcome if row is None else _repeated(row, request.command)

    def _queue(self, ticket: Ticket) -> Ticket:
        self._pending.advance(ticket.row, ticket.decided)
        self._waiting.append(ticket)
        self._by_key[ticket.row.key] = ticket
        return ticket

    def _outcome(self, request: Request, key: str) -> Ticket | Declined:
        """Decide a command on the pending states."""
        states, time = self._pending.states, time_text(self._clock())
        if reasons := tuple(round_reasons(states, request.actor, request.command, time)):
            return Declined(tuple(PitRefusal(source, message) for source, message in reasons))
        try:
            drawn = drawn_for(request.command, states, self.shoes, self._random)
        except (UnknownTable, StoreError) as error:
            return Declined((PitRefusal(None, str(error)),))
        if request.answers is not None and not _is_still_asked(states, request):
            return Declined((CHANGED,))
        outcome = decide(Context(states, request.actor, self.shoes, time, drawn), request.command)
        if not isinstance(outcome, Decided):
            return Declined(outcome.refusals)
        if request.version is not None and self._pending.versions.get(outcome.streams[0], 0) != request.version:
            return Declined((CHANGED,))
        row = NewRow(
            expected=tuple((stream, self._pending.versions.get(stream, 0)) for stream in outcome.streams),
            time=time,
            actor=str(request.actor),
            key=key,
            command=command_text(request.command, drawn),
            events=events_text(outcome.events),
            engine=__version__,
            schema=schema(),
        )
        return Ticket(request, row, outcome)

    def _catch_up(self) -> frozenset[str]:
        """Fold the rows that are new on the disk; return the streams that others have changed."""
        changed: set[str] = set()
        for row in all_rows(self._journal, after=self._folding.position):
            streams = self._folding.add(row)
            self._keep_key(row)
            if row.key not in self._by_key:
                changed.update(streams)
        if not self._by_key:
            self._pending.reset()
        return frozenset(changed)

    def _keep_key(self, row: JournalRow) -> None:
        self._keys[row.key] = row.position
        if len(self._keys) > KEPT_KEYS:
            self._keys.popitem(last=False)

    def _fail(self, tickets: list[Ticket], reason: str) -> tuple[Ticket, ...]:
        """Answer all waiting tickets; what was decided on rows that may not be on the disk is discarded."""
        self._stopped = reason
        for ticket in tickets:
            ticket.answer = ticket.answer or Unavailable(NOT_STORED, reason)
        self._waiting = []
        self._by_key.clear()
        return tuple(tickets)

    def _conclude(self, batch: list[Ticket], results: Sequence[AppendResult]) -> tuple[Ticket, ...]:
        """Answer the tickets of a batch; if some rows were not appended, decide again what was built on them."""
        for ticket, result in zip(batch, results, strict=True):
            match result:
                case Appended(row):
                    self._record(ticket, row)
                case Duplicate(JournalRow() as row) | KeyReused(JournalRow() as row):
                    ticket.answer = _repeated(row, ticket.request.command)
                case Malformed(problems):
                    ticket.answer = Declined(tuple(PitRefusal(None, problem) for problem in problems))
        if not all(isinstance(result, Appended) for result in results):
            batch = [*batch, *self._waiting]
            self._decide_again(batch)
        for ticket in batch:
            if ticket.answer is not None:
                self._by_key.pop(ticket.row.key, None)
        return tuple(ticket for ticket in batch if ticket.answer is not None)

    def _record(self, ticket: Ticket, row: JournalRow) -> None:
        """Take the row of a ticket into the states on the disk, unless catching up has done so."""
        folding = self._folding
        for (stream, version), state in zip(row.streams, ticket.decided.after, strict=True):
            if version == folding.versions.get(stream, 0) + 1:
                folding.states[stream], folding.versions[stream] = state, version
        if row.position == folding.position + 1:
            folding.position = row.position
        self._keep_key(row)
        ticket.answer = Done(row, ticket.decided.events)

    def _decide_again(self, tickets: list[Ticket]) -> None:
        """Decide again everything without an answer, in order, on what is on the disk."""
        self._waiting = []
        self._by_key.clear()
        self._catch_up()
        for ticket in tickets:
            if ticket.answer is None:
                ticket.answer = self._second_answer(ticket)

    def _second_answer(self, ticket: Ticket) -> Answer | None:
        """Decide a ticket again; None if it waits for the next commit."""
        ticket.attempts += 1
        if ticket.attempts > MOST_ATTEMPTS:
            return Unavailable("other servers keep changing the same tables: try again")
        outcome = self._outcome(ticket.request, ticket.row.key)
        if isinstance(outcome, Declined):
            return self._refused(outcome, ticket.request, ticket.row.key)
        ticket.row, ticket.decided = outcome.row, outcome.decided
        self._queue(ticket)
        return None


def _is_still_asked(states: Mapping[str, StreamState], request: Request) -> bool:
    table = getattr(request.command, "table", "")
    return question(group_of(states, table).at(table)) == request.answers


def _is_key(key: str) -> bool:
    return 0 < len(key) <= LONGEST_KEY and key.isprintable()


def _bad_request(request: Request) -> list[PitRefusal]:
    problems = []
    if not request.actor.is_complete:
        roles = ", ".join(Role)
        problems.append(f'an actor must be a role and a name, such as "patron Zoë"; the roles are {roles}')
    if not _is_key(request.key):
        problems.append(f"the idempotency key must have 1 to {LONGEST_KEY} printable characters")
    return [PitRefusal(None, problem) for problem in problems]


def _repeated(row: JournalRow, command: pc.PitCommand) -> AlreadyDone | KeyReused:
    return AlreadyDone(row) if is_same_command(row.command, command) else KeyReused(row)


def _answer(ticket: Ticket | Answer, *, again: bool) -> Answer:
    if not isinstance(ticket, Ticket):
        return ticket
    assert ticket.answer is not None
    return AlreadyDone(ticket.answer.row) if again and isinstance(ticket.answer, Done) else ticket.answer
