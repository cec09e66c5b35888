"""The player's answers: a prompt, a line, and the ways to leave the table."""

import os
import signal
import sys
from importlib import import_module
from types import FrameType
from typing import Self

LEAVING = ("q", "quit", "leave")
WAKE = 0.2  # seconds


class Leave(Exception):
    """Raised when the player leaves the table."""


class Answers:
    """Questions to the player.

    Ctrl-C at a question is the player leaving. Between two questions it waits for the next one, so that nothing is
    dealt or written by half; if it comes again, as where the output is stuck, it ends the program.
    """

    def __init__(self) -> None:
        self.asking = self.interrupted = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._note), signal.signal(signal.SIGALRM, lambda *_: None)
        edit_lines()
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before[0])
        signal.signal(signal.SIGALRM, self._before[1])

    def _note(self, _: int, __: FrameType | None) -> None:
        if self.asking or self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True

    def ask(self, prompt: str) -> str:
        """Return the player's answer; raise Leave at the end of the input, at Ctrl-C and where the player says so."""
        self.asking = True
        try:
            # Python sees a Ctrl-C that comes just before the read begins only when something else ends the read.
            signal.setitimer(signal.ITIMER_REAL, WAKE, WAKE)
            if self.interrupted:
                raise Leave
            answer = input(prompt).strip()
        except (EOFError, RuntimeError, UnicodeDecodeError, KeyboardInterrupt):  # RuntimeError: the input is closed
            print()
            raise Leave from None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.asking = False
        if answer.casefold() in LEAVING:
            raise Leave
        return answer


def edit_lines() -> None:
    """Let arrow keys edit a line and go back to earlier ones, where there is a terminal that can show it."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return
    try:
        readline = import_module("readline")  # input() uses it as soon as it is there
    except ImportError:  # a Python built without it
        return
    for setting in ("enable-bracketed-paste", "enable-meta-key"):  # both send escapes that change no line
        readline.parse_and_bind(f"set {setting} off")
