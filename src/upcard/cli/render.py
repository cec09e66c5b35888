"""What the verbs share: JSON, wrapped text, colour, and how a misuse is told."""

import json
import os
import sys
import textwrap
from typing import Any

from upcard.table import Problem

WIDTH = 110

_CODES = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "blue": "34", "magenta": "35", "cyan": "36"}


def print_json(value: Any) -> None:
    """Print a value as JSON for other programs."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def problem_json(problem: Problem) -> dict[str, Any]:
    """Give a problem of a file for other programs."""
    return {"file": problem.file, "line": problem.line, "key": problem.key, "message": problem.message}


def misuse(message: str) -> int:
    """Tell what was wrong with the call, and give the exit code for it."""
    if sys.stderr is not None:
        print(f"upcard: {message}", file=sys.stderr)
    return 2


def styled(text: str, *styles: str) -> str:
    """Color a text where a terminal shows it and NO_COLOR does not forbid it."""
    if not styles or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"


def paragraph(text: str, indent: str = "  ", first: str | None = None) -> str:
    """Wrap a text to the width of a page."""
    return textwrap.fill(
        text, WIDTH, initial_indent=indent if first is None else first, subsequent_indent=indent, break_on_hyphens=False
    )
