"""What the verbs share: JSON, wrapped text, color, and messages of misuse."""

import json
import os
import sys
import textwrap
from typing import Any

from upcard.table import Problem, ReadingFollowed

WIDTH = 110

_CODES = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "blue": "34", "magenta": "35", "cyan": "36"}


def print_json(value: Any) -> None:
    """Print a value as JSON for other programs."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def problem_json(problem: Problem) -> dict[str, Any]:
    """Return a problem of a file as JSON values."""
    return {"file": problem.file, "line": problem.line, "key": problem.key, "message": problem.message}


def reading_json(followed: ReadingFollowed) -> dict[str, Any]:
    """Return a Reading that moves money at a table as JSON values."""
    return {
        "reading": followed.reading.number,
        "switch": followed.switch,
        "chosen": followed.chosen,
        "others": list(followed.others),
    }


def misuse(message: str) -> int:
    """Print what is wrong with the arguments, and return the exit code of misuse."""
    if sys.stderr is not None:
        print(f"upcard: {message}", file=sys.stderr)
    return 2


def styled(text: str, *styles: str) -> str:
    """Return a text in color if a terminal shows it and NO_COLOR is not set."""
    if not styles or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"


def wrap(text: str, indent: str = "  ", first: str | None = None) -> str:
    """Return a text wrapped to the width of a page."""
    return textwrap.fill(
        text, WIDTH, initial_indent=indent if first is None else first, subsequent_indent=indent, break_on_hyphens=False
    )
