"""The line of each key of a TOML text, so that a finding can name it.

The text has been read by tomllib before, so it is valid: this scanner only finds keys and checks nothing.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

Path = tuple[str | int, ...]

_BLANK = " \t"
_LONG_QUOTES = ('"""', "'''")


@dataclass
class _Scanner:
    text: str
    at: int = 0
    lines: dict[Path, int] = field(default_factory=dict)
    counted_to: int = 0
    line: int = 1

    def here(self) -> int:
        """Return the line that the cursor is on."""
        self.line += self.text.count("\n", self.counted_to, self.at)
        self.counted_to = self.at
        return self.line

    def ended(self) -> bool:
        return self.at >= len(self.text)

    def looking_at(self, what: str) -> bool:
        return self.text.startswith(what, self.at)

    def skip(self, also: str = "") -> None:
        """Skip blanks; where newlines are allowed, comments too."""
        while not self.ended():
            if self.text[self.at] in _BLANK + also:
                self.at += 1
            elif also and self.looking_at("#"):
                self.to_line_end()
            else:
                return

    def to_line_end(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def key(self) -> tuple[str, ...]:
        """Read a dotted key."""
        parts: list[str] = []
        while True:
            self.skip()
            parts.append(self.key_part())
            self.skip()
            if not self.looking_at("."):
                return tuple(parts)
            self.at += 1

    def key_part(self) -> str:
        start = self.at
        if self.text[self.at] in "\"'":
            self.string()
            return str(tomllib.loads(f"k = {self.text[start : self.at]}")["k"])
        while not self.ended() and (self.text[self.at].isalnum() or self.text[self.at] in "_-"):
            self.at += 1
        return self.text[start : self.at]

    def string(self) -> None:
        quote = self.text[self.at]
        close = quote * 3 if self.text.startswith(_LONG_QUOTES, self.at) else quote
        self.at += len(close)
        while not self.looking_at(close):
            self.at += 2 if quote == '"' and self.looking_at("\\") else 1
        self.at += len(close)
        while len(close) == 3 and self.looking_at(quote):  # up to two quotes may stand before the closing three
            self.at += 1

    def value(self, path: Path) -> None:
        """Skip a value, noting the keys inside it."""
        self.lines.setdefault(path, self.here())
        mark = self.text[self.at]
        if mark in "\"'":
            self.string()
        elif mark == "[":
            self.array(path)
        elif mark == "{":
            self.inline_table(path)
        else:
            while not self.ended() and self.text[self.at] not in ",]}#\n":
                self.at += 1

    def array(self, path: Path) -> None:
        self.at += 1
        index = 0
        while True:
            self.skip(also="\r\n,")
            if self.looking_at("]"):
                self.at += 1
                return
            self.value((*path, index))
            index += 1

    def inline_table(self, path: Path) -> None:
        self.at += 1
        while True:
            self.skip(also="\r\n,")
            if self.looking_at("}"):
                self.at += 1
                return
            self.pair(path)

    def pair(self, path: Path) -> None:
        line = self.here()
        key = self.key()
        for depth in range(1, len(key) + 1):
            self.lines.setdefault((*path, *key[:depth]), line)
        self.at += 1  # the equals sign
        self.skip()
        self.value((*path, *key))

    def header(self, counts: dict[Path, int]) -> Path:
        """Read [table] or [[array of tables]]; return the path that the keys below it belong to."""
        line, many = self.here(), self.looking_at("[[")
        self.at += 2 if many else 1
        key = self.key()
        self.at += 2 if many else 1
        path: Path = ()
        for part in key[:-1]:
            path = (*path, part)
            if path in counts:
                path = (*path, counts[path] - 1)
        path = (*path, key[-1])
        self.lines.setdefault(path, line)
        if many:
            counts[path] = counts.get(path, 0) + 1
            path = (*path, counts[path] - 1)
            self.lines[path] = line
        return path


def lines_of_keys(text: str) -> Mapping[Path, int]:
    """Return the line of every key, table and array item of a valid TOML text."""
    scanner = _Scanner(text)
    counts: dict[Path, int] = {}
    path: Path = ()
    while True:
        scanner.skip(also="\r\n")
        if scanner.ended():
            return scanner.lines
        if scanner.looking_at("["):
            path = scanner.header(counts)
        else:
            scanner.pair(path)


def nearest(lines: Mapping[Path, int], at: Path) -> int:
    """Return the line of a key, or of the nearest enclosing key that is in the file."""
    return next((lines[at[:end]] for end in range(len(at), 0, -1) if at[:end] in lines), 1)
