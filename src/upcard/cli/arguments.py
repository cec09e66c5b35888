"""What the verbs of analysis share: reading arguments, answering from the cache, and a bar while work takes long."""

import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

from upcard.cards import Card, cards
from upcard.errors import Misuse
from upcard.money import Cents, parse_money
from upcard.results.cache import Kept, cached
from upcard.results.result import Progress
from upcard.table import TableConfig, is_path, plain_name, shipped_table
from upcard.table.config import MOST_DECKS
from upcard.table.keys import path_exists
from upcard.wagers import ALL

SECONDS_BEFORE_BAR = 1.0


def is_table(word: str) -> bool:
    """Whether a word means a table: a path; else no wager has the name, and a table or a file does."""
    if is_path(word):
        return True
    if any(plain_name(wager.name) == plain_name(word) for wager in ALL):
        return False
    return shipped_table(word) is not None or path_exists(word)


def read_decks(text: str | None, default: Sequence[int]) -> Sequence[int]:
    """Read --decks: numbers and ranges, such as 6, 6,8 or 1-8."""
    if text is None:
        return default
    decks: list[int] = []
    for part in text.split(","):
        numbers = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", part.strip(), re.ASCII)
        if numbers is None:
            raise Misuse(f'--decks: "{text}" is neither a number of decks nor several, such as "6,8" or "1-8"')
        first, last = int(numbers[1]), int(numbers[2] or numbers[1])
        if not 1 <= first <= last <= MOST_DECKS:
            raise Misuse(f"--decks: {text}: a shoe holds 1 to {MOST_DECKS} decks")
        decks += range(first, last + 1)
    if len(set(decks)) < len(decks):
        raise Misuse(f"--decks: {text}: a number of decks is given twice")
    return decks


def read_amount(text: str | None, option: str, *, least: int = 1) -> Cents | None:
    """Read an amount of money."""
    if text is None:
        return None
    try:
        amount = parse_money(text)
    except Misuse as wrong:
        raise Misuse(f"{option}: {wrong}") from None
    if amount < least:
        raise Misuse(f"{option}: must be more than zero")
    return amount


def read_removed(text: str) -> tuple[Card, ...]:
    """Read --removed: the cards known to be gone from the shoe."""
    try:
        return cards(text.replace(",", " "))
    except Misuse as wrong:
        raise Misuse(f"--removed: {wrong}") from None


def table_question(verb: str, table: TableConfig, **arguments: object) -> Mapping[str, object]:
    """Return the question by which an answer about a table is kept: all that its file says, but not on which line."""
    names = [field.name for field in fields(table) if field.name not in ("content", "lines", "options", "layout")]
    return {"verb": verb, "table": {name: _question_text(getattr(table, name)) for name in names}, **arguments}


def _question_text(value: Any) -> str:
    if isinstance(value, tuple):
        return str([_question_text(item) for item in value])
    if hasattr(value, "wager"):  # an offer: the wager by its name, and all that is posted
        names = [field.name for field in fields(value) if field.name not in ("wager", "at")]
        posted = {name: _question_text(getattr(value, name)) for name in names}
        return f"{value.wager.name}: {posted}"
    name = getattr(value, "name", None)
    return name if isinstance(name, str) else repr(value)


def answer(
    question: Mapping[str, object],
    kind: type[Kept],
    find: Callable[[Progress], Kept],
    *,
    keep: bool,
) -> Kept:
    """Return the answer kept for a question, or find it; a bar shows the progress if that takes long."""

    def find_with_bar() -> Kept:
        with progress_bar() as progress:
            return find(progress)

    return cached(question, kind, find_with_bar) if keep else find_with_bar()


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show progress on the terminal, once the work takes longer than a second."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda *_: None
        return
    start, bar = time.monotonic(), None

    def progress(step: str, done: int, of: int) -> None:
        nonlocal bar
        if bar is None and time.monotonic() - start > SECONDS_BEFORE_BAR:
            bar = _rich_bar()
            bar.start()
        if bar is not None:
            bar.update(bar.task_ids[0], description=step, completed=done, total=of)

    try:
        yield progress
    finally:
        if bar is not None:
            bar.stop()


def _rich_bar() -> Any:
    from rich.console import Console  # only where work takes long: it is slow to import
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.add_task("")
    return bar
