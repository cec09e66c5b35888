"""Check one row after another: its form, its command decided again, its shoes."""

import json
from collections.abc import Iterator

from upcard import __version__
from upcard.audit.differences import differing, explanation, first_difference, version
from upcard.audit.report import NamedChange
from upcard.audit.shoes import AuditedShoes
from upcard.errors import StoreError, UpcardError
from upcard.pit.decide import Decided
from upcard.pit.json_codec import current_events, schema
from upcard.pit.replay import BadRow, Redecided, Redeciding, Start
from upcard.store.clock import read_time
from upcard.store.rows import JournalRow, canonical

# What a tampered row can make of the states that later commands are decided on.
_ODD_STATES = (UpcardError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


class NewerRow(StoreError):
    """A row that a newer release wrote in an unknown form."""


class RowAuditor:
    """Replays the commands of rows in order; after a difference it continues from the stored row."""

    def __init__(self, shoes: AuditedShoes, start: Start | None = None) -> None:
        self.deciding = Redeciding(shoes, start)
        self.shoes = shoes
        shoes.states = self.deciding.states

    def fold(self, row: JournalRow) -> tuple[str, ...]:
        """Apply a stored row without replaying it; return why that is not possible."""
        self.shoes.at(row)
        try:
            self.deciding.folding.add(row)
        except BadRow as bad:
            return (str(bad),)
        except _ODD_STATES as odd:
            return (f"its events cannot be applied: {_words(odd)}",)
        return ()

    def add(self, row: JournalRow) -> tuple[Decided | None, tuple[str, ...], NamedChange | None]:
        """Replay a row; return what was decided, what is wrong with the row, or the known change that explains it."""
        _refuse_newer(row)
        self.shoes.at(row)
        try:
            again = self.deciding.add(row)
        except _ODD_STATES as odd:
            return None, (f"its command cannot be replayed: {_words(odd)}", *self.fold(row)), None
        shoe_problems = self.shoes.problems.pop(row.position, []) if self.shoes.problems else []
        form = tuple(_form(row)) if row.schema == schema() else ()
        if not again.problems and not shoe_problems and not form:
            return again.decided, (), None
        if shoe_problems:  # the differences that follow from them say no more
            return None, (*form, *shoe_problems), None
        change, problems = _compared(again)
        return again.decided, (*form, *problems), change


def _words(error: Exception) -> str:
    return (str(error) or type(error).__name__).split("\n")[0]


def _refuse_newer(row: JournalRow) -> None:
    if row.schema > schema() or (row.engine != __version__ and version(row.engine) > version(__version__)):
        written = f"row {row.position} was written by upcard {row.engine}, schema {row.schema}"
        raise NewerRow(f"{written}; this is {__version__}, schema {schema()}: use a newer upcard")


def _form(row: JournalRow) -> Iterator[str]:
    """Yield what is wrong with the form of a row of this release, which its chain does not show."""
    if not row.key.startswith(f"{row.actor}/"):
        yield "its key does not belong to its actor"
    try:
        read_time(row.time)
    except ValueError:
        yield "its time is not in the form of a row"
    try:
        if canonical(json.loads(row.command)) != row.command:
            yield "its command is not in the form of a row"
    except ValueError:
        pass  # deciding it says so


def _compared(again: Redecided) -> tuple[NamedChange | None, tuple[str, ...]]:
    """Return the known change that explains why a row differs, or every problem in words."""
    row = again.row
    if again.events is None:
        return None, again.problems
    try:
        stored, decided = json.loads(current_events(row.events)), json.loads(again.events)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None, ("its events cannot be read",)
    if stored == decided:
        return None, again.problems or ("its events are not in the form of a row",)
    events_alone = len(again.problems) == 1
    change = explanation(differing(stored, decided), row.engine) if events_alone else None
    if change is not None:
        return NamedChange(row.position, row.engine, f"{change.because} [{change.cite}]"), ()
    return None, (f"its events are not those of its command: {first_difference(stored, decided)}", *again.problems[1:])
