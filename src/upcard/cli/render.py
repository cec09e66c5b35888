"""What the verbs share: JSON, CSV, wrapped text, color, and messages of misuse."""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from upcard.errors import UpcardError
from upcard.table import BadConfig, Problem

MISUSE = 2  # exit code
NARROWEST, WIDEST = 80, 120  # columns: a narrower terminal breaks lines itself; longer lines are hard to read

_CODES = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "blue": "34", "magenta": "35", "cyan": "36"}


def width() -> int:
    """Return how many columns a line may have: those of the terminal or of COLUMNS, at least 80."""
    return min(max(shutil.get_terminal_size((NARROWEST, 24)).columns, NARROWEST), WIDEST)


def print_json(value: Mapping[str, Any]) -> None:
    """Print an object as JSON for other programs."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def print_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows as CSV under a header; what is not known is an empty field."""
    from upcard.csv_lines import write_csv  # only where it is asked for, as it takes time to import

    write_csv(sys.stdout, chain([header], rows))


def fail(wrong: UpcardError, empty_answer: Mapping[str, Any], *, as_json: bool, usage: str = "") -> int:
    """Print what is wrong with the input, as JSON beside the keys of the verb's answer too; return the exit code."""
    if as_json:
        print_json({**empty_answer, "problems": problems_json(wrong)})
    if sys.stderr is not None:
        print(wrong if isinstance(wrong, BadConfig) else f"upcard: {wrong}", file=sys.stderr)
        print(usage, file=sys.stderr, end="\n" if usage else "")
    return MISUSE


def problems_json(wrong: UpcardError) -> list[dict[str, Any]]:
    """Return everything that is wrong with the input as JSON values."""
    if isinstance(wrong, BadConfig):
        return [problem_json(problem) for problem in wrong.problems]
    return [{"message": message} for message in str(wrong).split("\n")]


def problem_json(problem: Problem) -> dict[str, Any]:
    """Return a problem of a file as JSON values."""
    return {"file": problem.file, "line": problem.line or None, "key": problem.key, "message": problem.message}


def styled(text: str, *styles: str) -> str:
    """Return a text in color, if a terminal shows it that knows colors, and NO_COLOR is not set."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if not styles or plain or not sys.stdout.isatty():
        return text
    return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"


def wrap(text: str, indent: str = "  ", first: str | None = None) -> str:
    """Return a text wrapped to the width of the terminal."""
    return textwrap.fill(
        text,
        width(),
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
