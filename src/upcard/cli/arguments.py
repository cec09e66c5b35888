"""What the verbs of analysis share: how a question is read from the command line, answered, kept, and waited for."""

import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from upcard.analysis.cache import Answer, kept
from upcard.cards import Card, cards
from upcard.errors import Misuse
from upcard.money import Cents, dollars
from upcard.table import TableConfig
from upcard.table.config import MOST_DECKS

Advance = Callable[[str, int, int], None]
PATIENCE = 1.0  # seconds before a bar is shown


def is_file(what: str) -> bool:
    """Tell whether a word names a table file rather than a wager."""
    try:
        return what == "-" or what.endswith(".toml") or "/" in what or Path(what).exists()
    except OSError:  # no file can have such a name
        return False


def decks_asked(text: str | None, default: range) -> range:
    """Read how many decks are asked about: a number, or a range."""
    if text is None:
        return default
    found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", text.strip(), re.ASCII)
    if found is None:
        raise Misuse(f'--decks: "{text}" is neither a number of decks nor a range such as "1-8"')
    first, last = int(found[1]), int(found[2] or found[1])
    if not 1 <= first <= last <= MOST_DECKS:
        raise Misuse(f"--decks: a shoe holds 1 to {MOST_DECKS} decks, not {text}")
    return range(first, last + 1)


def amount_asked(text: str | None, option: str, *, least: int = 1) -> Cents | None:
    """Read an amount of money asked about."""
    if text is None:
        return None
    try:
        amount = dollars(text)
    except Misuse as wrong:
        raise Misuse(f"{option}: {wrong}") from None
    if amount < least:
        raise Misuse(f"{option}: must be more than zero")
    return amount


def removed_asked(text: str) -> tuple[Card, ...]:
    """Read the cards known to be gone."""
    try:
        return cards(text.replace(",", " "))
    except Misuse as wrong:
        raise Misuse(f"--removed: {wrong}") from None


def question(verb: str, table: TableConfig, **asked: Any) -> Mapping[str, Any]:
    """Put a question into words by which its answer is kept: all that the table says, but not on which line."""
    said = {one.name: _said(getattr(table, one.name)) for one in fields(table) if one.name not in ("lines", "options")}
    return {"verb": verb, "table": said, **asked}


def _said(value: Any) -> str:
    name = getattr(value, "name", None)
    if isinstance(value, tuple):
        return str([_said(one) for one in value])
    if hasattr(value, "wager"):  # an offer: the wager by its name, and all that is posted
        posted = {one.name: _said(getattr(value, one.name)) for one in fields(value) if one.name not in ("wager", "at")}
        return f"{value.wager.name}: {posted}"
    return str(name) if isinstance(name, str) else repr(value)


def answered(asked: Mapping[str, Any], find: Callable[[Advance], Answer], *, keep: bool) -> Answer:
    """Answer a question from disk, or find the answer; a bar shows how far it is when that takes long."""

    def found() -> Answer:
        with bar() as advance:
            return find(advance)

    return kept(asked, found) if keep else found()


@contextmanager
def bar() -> Iterator[Advance]:
    """Show on the terminal how far the work is, once it takes longer than a second."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda *_: None
        return
    began, shown = time.monotonic(), None

    def advance(what: str, done: int, of: int) -> None:
        nonlocal shown
        if shown is None and time.monotonic() - began > PATIENCE:
            shown = _rich_bar()
            shown.start()
        if shown is not None:
            shown.update(shown.task_ids[0], description=what, completed=done, total=of)

    try:
        yield advance
    finally:
        if shown is not None:
            shown.stop()


def _rich_bar() -> Any:
    from rich.console import Console  # only where work takes long: it is slow to import
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    made = Progress(*columns, console=Console(stderr=True), transient=True)
    made.add_task("")
    return made
