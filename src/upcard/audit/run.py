"""Audit a journal in one pass: hash chain, replay of every command, shoes, checkpoints, books."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from upcard.audit.projections import ProjectionAudit
from upcard.audit.proof import RowProof
from upcard.audit.report import MOST_LISTED, AuditReport, NamedChange, ProblemList
from upcard.audit.rows import NewerRow, RowAuditor
from upcard.audit.shoes import AuditedShoes
from upcard.errors import Misuse
from upcard.money import format_money
from upcard.pit.accounts import HOUSE, Entry, PitAccount, coupons_issued
from upcard.pit.decide import Decided
from upcard.pit.shoe_keys import ShoeKeys
from upcard.pit.state import GroupState, StreamState, WalletState
from upcard.pit.streams import house
from upcard.store.clock import time_text
from upcard.store.journal import Journal, all_rows
from upcard.store.rows import JournalRow
from upcard.store.signed_note import VerifyingKey
from upcard.store.verify import JournalProblem, kept_checkpoints, stream_problems

Balances = Counter[PitAccount]


class RebuiltBooks:
    """The balance of every account, from a row on: what each command moved is added.

    After a row that came out differently they no longer follow from the commands, and are taken from the states.
    """

    def __init__(self) -> None:
        self._balances: Balances | None = Balances()

    def begin(self, states: Mapping[str, StreamState]) -> None:
        """Begin with the balances that states hold."""
        self._balances = held(states)

    def add(self, moved: Iterable[Entry]) -> None:
        """Book what a command moved."""
        if self._balances is not None:
            for account, amount in moved:
                self._balances[account] += amount

    def give_up(self) -> None:
        """Stop following: a row moved something other than its command did."""
        self._balances = None

    def balances(self, states: Mapping[str, StreamState]) -> Balances:
        """Return the balances, those of the states where they could not be followed."""
        return held(states) if self._balances is None else self._balances

    def problems(self, states: Mapping[str, StreamState]) -> Iterator[str]:
        """Yield what does not balance: accounts below zero, and those that differ from the states."""
        moved, kept = self.balances(states), held(states)
        for account in sorted(moved.keys() | kept.keys(), key=str):
            if moved[account] != kept[account]:
                due = format_money(moved[account])
                yield f"{account} holds {format_money(kept[account])}, but its movements add up to {due}"
            if kept[account] < 0 and not account.may_be_negative:
                yield f"{account} is {format_money(-kept[account])} below zero"


def held(states: Mapping[str, StreamState]) -> Balances:
    """Return the balances in the states; of the house, the negative sum of all other money and of all coupons."""
    balances = Balances()
    for state in states.values():
        if isinstance(state, GroupState | WalletState):
            balances.update(state.balances)
        for table in state.tables.values() if isinstance(state, GroupState) else ():
            balances.update(table.balances)
    of_house = Balances()
    for account, amount in balances.items():
        of_house[coupons_issued(account.value) if account.value else HOUSE] -= amount
    balances.update(of_house)
    return balances


Progress = Callable[[str, int, int], None]
_ROUND_OVER, _ROUND_VOIDED = '"event":"CardsPickedUp"', '"event":"RoundVoided"'
_SHOE_RETIRED = '"event":"ShoeRetired"'
_SHOE_SEALED, _SHOE_ABANDONED = '"event":"ShoeSealed"', '"event":"ShoeAbandoned"'


NO_KEYS = ShoeKeys(())


@dataclass(frozen=True, kw_only=True)
class AuditOptions:
    """What an audit can use, and the row from which it replays."""

    shoe_keys: ShoeKeys = NO_KEYS
    public_keys: tuple[VerifyingKey, ...] = ()
    checkpoints: Path | None = None
    since: int = 1
    database: str | None = None  # where the projections are to be looked for


@dataclass
class _Counts:
    decided: int = 0
    rounds: int = 0
    voided: int = 0
    shoes: int = 0
    abandoned: int = 0  # shoes that were never disclosed
    retired: int = 0  # by a restore

    def add(self, events: str) -> None:
        """Count what the events of a row say has happened."""
        self.rounds += events.count(_ROUND_OVER)
        self.voided += events.count(_ROUND_VOIDED)
        self.shoes += events.count(_SHOE_SEALED)
        self.abandoned += events.count(_SHOE_ABANDONED)
        self.retired += events.count(_SHOE_RETIRED)


class Audit:
    """An audit in progress: rows are added in their order."""

    def __init__(self, journal: Journal, options: AuditOptions) -> None:
        self._journal, self._options = journal, options
        kept, unreadable = kept_checkpoints(options.checkpoints) if options.checkpoints else ([], [])
        self._projections = ProjectionAudit(options.database)
        self._stated = journal.heads()  # read before the end is: rows that come later have no part in it
        self.end = journal.head().position
        self.problems = ProblemList()
        self._proof = RowProof(journal.info, kept, options.public_keys)
        self._checkpoints = len(kept)
        self._list([*unreadable, *self._proof.problems])
        self._shoes = AuditedShoes(journal, options.shoe_keys, end=self.end)
        self._rows = RowAuditor(self._shoes)
        self._books = RebuiltBooks()
        self._changes: list[NamedChange] = []
        self._change_count = 0
        self._counts = _Counts()

    def _list(self, problems: Iterable[JournalProblem]) -> None:
        for problem in problems:
            self.problems.add(problem)

    def rows(self) -> Iterator[tuple[JournalRow, ...]]:
        """Yield the rows to add, a page at a time."""
        after = 0
        while rows := self._journal.read(after=after):
            after = rows[-1].position
            yield tuple(row for row in rows if row.position <= self.end)
            if after >= self.end:
                return

    def add(self, row: JournalRow) -> None:
        """Check the next row."""
        self._list(self._proof.check(row))
        self._counts.add(row.events)
        if row.position < self._options.since:
            problems = self._rows.fold(row)
            self._projections.add(row, None)
        else:
            if row.position == self._options.since > 1:
                self._books.begin(self._rows.deciding.states)
            problems = self._decide(row)
        if problems:
            self._list(JournalProblem(row.position, problem) for problem in problems)

    def _decide(self, row: JournalRow) -> tuple[str, ...]:
        try:
            decided, problems, change = self._rows.add(row)
        except NewerRow as newer:
            if not self.problems:
                raise
            decided, problems, change = None, (str(newer), *self._rows.fold(row)), None  # perhaps it was changed
        self._counts.decided += 1
        self._note(decided, problems, change)
        as_decided = decided is not None and not problems and change is None
        self._projections.add(row, decided.events if decided is not None and as_decided else None)
        return problems

    def _note(self, decided: Decided | None, problems: tuple[str, ...], change: NamedChange | None) -> None:
        if change is not None:
            self._change_count += 1
            self._changes = [*self._changes, change][:MOST_LISTED]
        if decided is None or problems or change is not None:
            self._books.give_up()
        else:
            self._books.add(decided.moved)

    def close(self) -> None:
        """Close what was opened for the audit."""
        self._projections.close()

    def finish(self, seconds: float) -> AuditReport:
        """Check what only shows at the end, and report."""
        self._shoes.finish()
        for position, texts in self._shoes.problems.items():
            self._list(JournalProblem(position, text) for text in texts)
        self._list(self._proof.end())
        self._list(stream_problems(self._proof.chain.versions, self._stated))
        states = self._rows.deciding.states
        for text in self._books.problems(states):
            self.problems.add(JournalProblem(None, f"the books do not balance: {text}"))
        for text in self._projections.problems(_named(self._books.balances(states)), self.end):
            self.problems.add(JournalProblem(None, text))
        return self._report(seconds)

    def _report(self, seconds: float) -> AuditReport:
        states, counts, info = self._rows.deciding.states, self._counts, self._journal.info
        balances = self._books.balances(states)
        return AuditReport(
            identity=info.identity,
            place=info.place,
            rows=self._proof.chain.tree.size,
            decided=counts.decided,
            since=self._options.since,
            rounds=counts.rounds,
            voided=counts.voided,
            tables=len(house(states).tables),
            wallets=sum(isinstance(state, WalletState) and state.open for state in states.values()),
            shoes_verified=self._shoes.verified,
            shoes_sealed=counts.shoes - self._shoes.verified,
            shoes_abandoned=counts.abandoned,
            shoes_retired=counts.retired,
            checkpoints=self._checkpoints,
            unsigned=None if self._options.checkpoints is None else self._proof.unsigned,
            restores=tuple(map(str, self._proof.restores)),
            head=self._proof.chain.head.hash,
            root=self._proof.chain.tree.root.hex(),
            seconds=seconds,
            problems=tuple(self.problems.first),
            problem_count=self.problems.count,
            known_changes=tuple(self._changes),
            known_change_count=self._change_count,
            not_looked_at=tuple(self._not_looked_at()),
            balances={account: amount for account, amount in sorted(_named(balances).items()) if amount},
        )

    def _unsigned(self) -> Iterator[str]:
        """Say what no signed checkpoint proves."""
        if not self._checkpoints:
            yield "the folder of checkpoints is empty: a journal cut short or rewritten would not be detected"
        if self._proof.missing is not None:
            yield f"{self._proof.missing}: it is empty or shorter than before, or another folder"
        if self._checkpoints and self._proof.unsigned:
            first = self._proof.chain.tree.size - self._proof.unsigned + 1
            follow = f"{_count(self._proof.unsigned, 'row')} from row {first:,} on"
            yield f"{follow}, after the last signed checkpoint: they could be cut or rewritten undetected"

    def _not_looked_at(self) -> Iterator[str]:
        options = self._options
        if options.since > 1:
            last = min(options.since - 1, self.end)
            yield f"rows 1 to {last} were checked for their chain only; their commands were not replayed"
        if options.checkpoints is None:
            yield "no checkpoints were given: a journal cut short or completely rewritten would not be detected"
        else:
            yield from self._unsigned()
        if options.database is not None:
            yield from self._projections.not_looked_at(self.end)
        if sealed := self._counts.shoes - self._shoes.verified:
            shoes = _count(sealed, "sealed shoe")
            yield f"{shoes}, neither disclosed nor opened with a key: replayed on the cards shown"
        yield "the list of people (people.db): passwords, sessions and locks"
        if self._counts.abandoned:
            yield f"{_count(self._counts.abandoned, 'abandoned shoe')}, taken out of play without being disclosed"


def _named(balances: Mapping[PitAccount, int]) -> dict[str, int]:
    """Return balances by the texts of their accounts."""
    return {str(account): amount for account, amount in balances.items()}


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"


def audit_journal(journal: Journal, options: AuditOptions, progress: Progress = lambda *_: None) -> AuditReport:
    """Audit a journal; memory use does not grow with its rows."""
    if options.checkpoints is not None and not options.public_keys:
        raise Misuse("verifying checkpoints needs their public keys: give the folder that has them")
    start = time.monotonic()
    audit = Audit(journal, options)
    if options.since > audit.end + 1:
        raise Misuse(f"the journal ends at row {audit.end}: there is no row {options.since} to start from")
    try:
        for rows in audit.rows():
            for row in rows:
                audit.add(row)
            done = min(rows[-1].position, audit.end) if rows else audit.end
            progress("replaying every command", done, audit.end)
        return audit.finish(time.monotonic() - start)
    finally:
        audit.close()


_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_POSITION = re.compile(r"[0-9]{1,15}")


def first_row(journal: Journal, text: str) -> int:
    """Return the first row to decide: that of a position, or the first at or after a time or the beginning of a day.

    Where the clock was set back, rows before it that are late enough count too. Raise Misuse if the text is none of
    these, or there is no such row.
    """
    if _POSITION.fullmatch(text):
        position = int(text)
        if not 1 <= position <= journal.head().position:
            raise Misuse(f"--since: the journal has rows 1 to {journal.head().position}, not {position}")
        return position
    start = time_text(_time(journal, text))
    for row in all_rows(journal):
        if row.time >= start:
            return row.position
    raise Misuse(f"--since: no row was written at or after {start}")


def _time(journal: Journal, text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text)
        if _DAY.fullmatch(text):
            return _gaming_day(journal, time)
    except (ValueError, OverflowError):
        raise Misuse(
            f"--since: {text[:40]!r} is not a position, time or day; write 1200, 2026-07-01T18:30:00Z or 2026-07-01"
        ) from None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def _gaming_day(journal: Journal, day: datetime) -> datetime:
    """Return when a gaming day begins by the house's hour and time zone; midnight in UTC where no house is open."""
    for row in journal.read("house", limit=1):
        command = json.loads(row.command)
        zone, begins = command.get("time_zone"), str(command.get("gaming_day_begins"))
        hour, _, minute = begins.partition(":")
        return (day + timedelta(hours=int(hour), minutes=int(minute))).replace(tzinfo=ZoneInfo(str(zone)))
    return day.replace(tzinfo=UTC)
