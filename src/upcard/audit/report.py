"""The result of an audit: the first bad row and why, and what was checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from upcard.store.verify import JournalProblem

MOST_LISTED = 100  # problems, and known changes: the others are counted


@dataclass
class ProblemList:
    """Problems in row order, those without a row last; only the first ones are kept, but all are counted."""

    first: list[JournalProblem] = field(default_factory=list)
    count: int = 0

    def add(self, problem: JournalProblem) -> None:
        """Add a problem."""
        self.count += 1
        self.first.append(problem)
        self.first.sort(key=lambda one: (one.position is None, one.position or 0))  # stable
        del self.first[MOST_LISTED:]

    def __bool__(self) -> bool:
        return self.count > 0


@dataclass(frozen=True, slots=True)
class NamedChange:
    """A row that a known change explains: it was right when it was written."""

    position: int
    engine: str
    text: str

    def __str__(self) -> str:
        return f"row {self.position}, written by upcard {self.engine}: {self.text}"


@dataclass(frozen=True, kw_only=True)
class AuditReport:
    """The result of an audit."""

    identity: str
    place: str
    rows: int
    decided: int
    since: int  # the first row that was decided again
    rounds: int
    voided: int
    tables: int
    wallets: int
    shoes_verified: int
    shoes_sealed: int
    shoes_abandoned: int
    shoes_retired: int
    checkpoints: int
    unsigned: int | None  # rows after the last checkpoint that agrees with them; None where none were given
    restores: tuple[str, ...]  # each with its row, who recorded it, and what was lost
    head: str  # hash of the last row
    root: str  # of the tree of all rows, in hexadecimal
    seconds: float
    problems: tuple[JournalProblem, ...]
    problem_count: int
    known_changes: tuple[NamedChange, ...]
    known_change_count: int
    not_looked_at: tuple[str, ...]
    balances: Mapping[str, int]  # of every account that holds something, in cents

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return self.problem_count == 0

    @property
    def rate(self) -> float:
        """Commands decided in a second."""
        return self.decided / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "sound": self.sound,
            "journal": self.identity,
            "place": self.place,
            "rows": self.rows,
            "decided": self.decided,
            "since": self.since,
            "rounds": self.rounds,
            "voided": self.voided,
            "tables": self.tables,
            "wallets": self.wallets,
            "shoes": {
                "verified": self.shoes_verified,
                "sealed": self.shoes_sealed,
                "abandoned": self.shoes_abandoned,
                "retired": self.shoes_retired,
            },
            "checkpoints": self.checkpoints,
            "unsigned_rows": self.unsigned,
            "restores": list(self.restores),
            "head": self.head,
            "root": self.root,
            "seconds": round(self.seconds, 3),
            "commands_per_second": round(self.rate),
            "problems": [{"row": each.position, "message": each.text} for each in self.problems],
            "problem_count": self.problem_count,
            "known_changes": [
                {"row": each.position, "engine": each.engine, "message": each.text} for each in self.known_changes
            ],
            "known_change_count": self.known_change_count,
            "not_looked_at": list(self.not_looked_at),
        }
