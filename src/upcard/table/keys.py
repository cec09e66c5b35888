"""The keys of a TOML file, taken one by one with their lines; every problem is noted, not only the first."""

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path as FilePath
from typing import Any, TypeVar

from upcard.errors import Misuse
from upcard.law import Edition, in_edition
from upcard.table import value_readers
from upcard.table.changes import WAGER, Change, change_at
from upcard.table.config import BadConfig, Problem
from upcard.table.line_numbers import Path, lines_of_keys, nearest
from upcard.table.notation import FILE, notation

LARGEST_FILE = 1 << 20
LONGEST_LINE = 5000  # keys of thousands of parts would keep the parser busy for minutes

T = TypeVar("T")
D = TypeVar("D")


def close_to(word: str, words: Iterable[str]) -> list[str]:
    """Return the word that was probably meant, if any."""
    from difflib import get_close_matches  # only where something is wrong: it is slow to import

    return get_close_matches(word, list(words), n=1, cutoff=0.75)


class Keys:
    """The keys of one table of the file, taken one by one; whatever is left over is unknown."""

    def __init__(self, raw: Mapping[str, Any], at: Path, problems: list[tuple[Path, str]]) -> None:
        self.raw, self.at, self.problems = raw, at, problems
        self.known: dict[str, None] = {}

    def take(self, key: str, read: value_readers.Read[T], default: D) -> T | D:
        """Read the value of a key; note a problem and go on with the default if it cannot be read."""
        self.known[key] = None
        if key not in self.raw:
            return default
        try:
            return read(self.raw[key])
        except Misuse as wrong:
            self.problem(str(wrong), key)
            return default

    def problem(self, message: str, *path: str | int) -> None:
        """Note what is wrong with a key."""
        self.problems.append(((*self.at, *path), message))

    def report_unknown_keys(self) -> None:
        """Report every unknown key: one that is in the file and was never taken."""
        for key in self.raw:
            if key not in self.known:
                known = [self._called(each) for each in self.known]
                meant = close_to(key, known)
                hint = f"; did you mean {meant[0]}?" if meant else f"; known here: {', '.join(known)}"
                self.problem(f"unknown key{hint}", key)

    def _called(self, key: str) -> str:
        return notation().wager_list if not self.at and key == WAGER else key

    def raise_problems(
        self,
        name: str,
        lines: Mapping[Path, int],
        edition: Edition = Edition.CURRENT,
        changes: Mapping[Path, Change] | None = None,
    ) -> None:
        """Raise BadConfig with every problem noted, in the order of their lines; first those of changes."""

        def problem(at: Path, why: str) -> Problem:
            message = in_edition(why, edition)
            if (change := change_at(at, changes or {})) is not None:
                return Problem(file=printable(change.as_given), line=0, key=None, message=message)
            line = nearest(lines, at) if lines or notation() is FILE else 0  # a program has no lines
            return Problem(file=name, line=line, key=_key(at), message=message)

        if self.problems:
            problems = [problem(at, why) for at, why in self.problems]
            raise BadConfig(tuple(sorted(problems, key=lambda problem: problem.line)))


def keys_of(name: str, when_empty: str) -> tuple[Keys, Mapping[Path, int]]:
    """Read a TOML file with the line of every key; raise BadConfig if it is not TOML."""
    return keys_in(name, text_of(name, when_empty))


def keys_in(name: str, text: str) -> tuple[Keys, Mapping[Path, int]]:
    """Read a TOML text with the line of every key; raise BadConfig if it is not TOML."""
    if long := next((number for number, line in enumerate(text.splitlines(), 1) if len(line) > LONGEST_LINE), 0):
        message = f"line too long: the limit is {LONGEST_LINE} characters"
        raise BadConfig((Problem(file=name, line=long, key=None, message=message),))
    try:
        return Keys(tomllib.loads(text, parse_float=Decimal), (), []), lines_of_keys(text)
    except RecursionError:
        raise BadConfig((Problem(file=name, line=1, key=None, message="is nested too deeply"),)) from None
    except ValueError as wrong:
        raise BadConfig((_malformed(name, text, str(wrong)),)) from None


def path_exists(name: str) -> bool:
    """Whether there is a file of a name; "-" is standard input."""
    try:
        return name == "-" or FilePath(name).exists()
    except (OSError, ValueError):  # no file can have such a name
        return False


def text_of(name: str, when_empty: str, *, largest: int = LARGEST_FILE) -> str:
    """Read the text of a file within limits of size and kind; raise BadConfig if it is none."""

    def bad(message: str, line: int = 1) -> BadConfig:
        return BadConfig((Problem(file=name, line=line, key=None, message=message),))

    try:
        if name == "-":
            if sys.stdin is None:
                raise bad("cannot be read: standard input is closed")
            data = sys.stdin.buffer.read(largest + 1)
        elif FilePath(name).is_fifo() and not name.startswith(("/dev/", "/proc/")):
            raise bad("cannot be read: it is a pipe; name a file, or - for standard input")
        else:
            with FilePath(name).open("rb") as stream:
                data = stream.read(largest + 1)
    except (OSError, ValueError) as wrong:
        raise bad(f"cannot be read: {getattr(wrong, 'strerror', None) or wrong}") from None
    if len(data) > largest:
        raise bad(f"is too large: the limit is {largest >> 20} MiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise bad("is not UTF-8 text: save the file as UTF-8", line=data.count(b"\n", 0, wrong.start) + 1) from None
    if not text.strip():
        raise bad(f"is empty: {when_empty}")
    return text


def _malformed(name: str, text: str, message: str) -> Problem:
    at = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", message)
    line = int(at[1]) if at and at[1] else text.rstrip().count("\n") + 1 if at else 1
    if digits := re.search(r"\d{1000}", text):
        line = text.count("\n", 0, digits.start()) + 1
        message = f"number too large: the limit is {sys.get_int_max_str_digits()} digits"
    if message.startswith("Cannot overwrite a value"):
        message = f"the key is stated twice{at[0] if at else ''}"
    return Problem(file=name, line=line, key=None, message=f"not TOML: {message}")


def _key(at: Path) -> str:
    """Return a path in words, items counted from one: wager 2, pays."""
    words = [f" {part + 1}" if isinstance(part, int) else f", {printable(part)}" for part in at]
    return "".join(words).removeprefix(", ")


def printable(text: str) -> str:
    """Return a text of a file shortened, with control characters escaped, so that it is safe to print."""
    safe = "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in text[:80])
    return safe if len(text) <= 80 else f"{safe}…"
