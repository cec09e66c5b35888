"""A requirement: one thing that a table must have, by which paragraph, and whether its file states it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from upcard.law import Cite, Cited, Standing
from upcard.rules.option import Option
from upcard.rules.rule_fields import written
from upcard.rules.wager import Game, Wager
from upcard.table.amended_values import amended_bound
from upcard.table.config import TableConfig
from upcard.table.findings import Finding, FindingKind, finding
from upcard.table.line_numbers import Path


class RequirementKind(Enum):
    """What a requirement is about, in the order of a list.

    >>> [kind.value for kind in RequirementKind][:3]
    ['cards', 'rule', 'betting area']
    """

    CARDS = "cards"
    RULE = "rule"
    AREA = "betting area"
    INSCRIPTION = "inscription"
    SIGN = "sign"
    EQUIPMENT = "equipment"
    APPEARANCE = "appearance"
    APPROVAL = "approval"
    NOTICE = "notice"
    POSTING = "posting"
    LIMIT = "limit"


class StatedAs(Enum):
    """Whether a file states what is required.

    >>> [state.value for state in StatedAs]
    ['stated', 'not stated', 'stated differently']
    """

    STATED = "stated"
    NOT_STATED = "not stated"
    DIFFERENTLY = "stated differently"


class Breach(NamedTuple):
    """What `check` reports where a requirement is not met, or cannot be checked."""

    message: str
    at: Path
    cite: Cite | None = None  # where another paragraph than that of the requirement says it
    reading: int | None = None
    kind: FindingKind | None = None
    standing: Standing | None = None
    elsewhere: bool = False
    unstated: str | None = None  # what the file does not state, where nothing else is wrong


def not_stated(what: str, at: Path, cite: Cite, verb: str = "is") -> Breach:
    """Return the remark on something that the file does not state, so that it cannot be checked."""
    message = f"the {what} {verb} not stated, so not checked"
    return Breach(message, at, cite=cite, kind=FindingKind.NOT_STATED, unstated=what)


@dataclass(frozen=True, kw_only=True)
class Requirement:
    """Something that a table must have; `check` and `needs` both read it."""

    kind: RequirementKind
    cite: Cite
    what: str
    option: Option | None = None  # what it is for; None: for every table
    state: StatedAs
    states: str | None = None  # what the file states, where that says more than the requirement
    says: tuple[str, ...] = ()  # what a sign must say
    text: str | None = None  # the literal text of an inscription
    at: Path  # where the file states it
    remedy: Any = None  # a value that meets it there; in a list, the item that is missing
    reading: int | None = None
    breaches: tuple[Breach, ...] = ()

    def findings(self, table: TableConfig) -> Iterator[Finding]:
        """Yield what is to be reported of it."""
        for breach in self.breaches:
            yield finding(
                table,
                breach.cite or self.cite,
                breach.message,
                *breach.at,
                standing=breach.standing,
                reading=breach.reading,
                kind=breach.kind,
                elsewhere=breach.elsewhere,
            )


T = TypeVar("T")
Requirements = Callable[[TableConfig], Iterator[Requirement]]


def title(option: Option) -> str:
    """Return an option as the subject of a sentence."""
    return f"the {option.display_name} wager" if isinstance(option, Wager) else option.display_name


def place(table: TableConfig, option: Option) -> Path:
    """Return the path in the file that chose the option."""
    for offer in table.offers:
        if offer.wager is option:
            return (*offer.at, "name")
    if isinstance(option, Game):
        return ("game",)
    return (option.chosen_by[0],) if option.chosen_by else ()


def standing_options(table: TableConfig) -> list[Option]:
    """Return the options of the table that are part of its law on its day."""
    return [option for option in table.options if table.stands(option.cite)]


def required_by(table: TableConfig, option: Option) -> tuple[Cite, ...]:
    """Return the paragraphs by which other options of the table require or allow the value that chooses an option."""
    if option.chosen_by is None:
        return ()
    key = option.chosen_by[0]
    return tuple(
        required.cite
        for other in table.options
        for required in other.requires
        if required.value.keys == (key,)
        and required.value.reading is None
        and required.value.bound.admits(table.value(key))
    )


def state_of(table: TableConfig, at: Path, *, met: bool) -> StatedAs:
    """Return whether the file states a value that meets a requirement, at a path; a default states nothing."""
    here: Any = table.content
    for part in at:
        if isinstance(here, dict) and part not in here:
            return StatedAs.NOT_STATED if met else StatedAs.DIFFERENTLY
        here = here[part]
    return StatedAs.STATED if met else StatedAs.DIFFERENTLY


def bound_of(table: TableConfig, said: Cited[T]) -> Cited[T]:
    """Return a bound of every table, as the licensee's law folder has it on the table's day if there is one."""
    return amended_bound(table.law_folder, said, table.law, table.date)


def word_of(value: Any) -> str:
    """Return a value as the table file writes it."""
    word = written(value)
    return str(word).lower() if isinstance(word, bool) else str(word)
