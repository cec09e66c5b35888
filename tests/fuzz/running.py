"""Run an input within the test's process, and say what is wrong with how the command answered."""

import io
import json
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from types import FrameType

from tests.fuzz.inputs import Input, Maker
from upcard.cli import main

CODES = (0, 1, 2, 130)
SECONDS = 60  # of processor time, after which an input hangs
WALL = 15 * 60  # seconds after which an input that does nothing hangs, however busy the machine is
LIBRARY_WORDS = (
    "Traceback",
    "allow_pickle",
    "set_int_max_str_digits",
    "numpy.",
    "NoneType",
    "KeyError",
    "object at 0x",
)


class Hangs(BaseException):
    """Raised when an input takes too long; no program catches it."""


@contextmanager
def limited() -> Iterator[None]:
    """Raise Hangs after too much time."""

    def expired(_: int, frame: FrameType | None) -> None:
        raise Hangs("".join(traceback.format_stack(frame)[-5:]))

    before = {each: signal.signal(each, expired) for each in (signal.SIGPROF, signal.SIGALRM)}
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    signal.alarm(WALL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        for each, handler in before.items():
            signal.signal(each, handler)


class TypedInput(io.TextIOWrapper):
    """Standard input with what was typed."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8", errors="replace")


def fault_of(made: Input, folder: Path) -> str | None:
    """Run an input; return what is wrong with the answer, if anything is."""
    out, err = io.StringIO(), io.StringIO()
    typed, sys.stdin = sys.stdin, TypedInput(made.typed)
    code: object = None
    try:
        with chdir(folder), redirect_stdout(out), redirect_stderr(err), limited():
            main(list(made.arguments))
    except SystemExit as left:
        code = left.code
    except Hangs as hanging:
        return f"hangs: {hanging}"
    except BaseException:
        return traceback.format_exc()
    finally:
        sys.stdin = typed
    return _wrong(made, code, out.getvalue(), err.getvalue())


def _wrong(made: Input, code: object, out: str, err: str) -> str | None:
    if code not in CODES:
        return f"exit code {code}"
    if leaked := [word for word in LIBRARY_WORDS if word in out + err]:
        return f"prints {leaked[0]}: {(out + err)[-500:]}"
    if code == 2 and not err.strip():
        return "exit code 2 without a message"
    if "--json" in made.arguments and code in (0, 1) and out:
        if made.arguments[0] == "deal" and "--round" not in made.arguments:
            return "a game in the terminal with --json"
        try:
            answer = json.loads(out)
        except ValueError:
            return f"not JSON: {out[:300]}"
        if not isinstance(answer, dict):
            return "JSON that is no object"
    return None


def faults(seed: int, inputs: int, folder: Path) -> list[str]:
    """Run so many inputs of a seed; return every fault with its input."""
    maker = Maker(seed, folder)
    wrong = []
    for number in range(inputs):
        made = maker.next()
        if fault := fault_of(made, folder):
            wrong.append(f"seed {seed}, input {number}: upcard {' '.join(map(repr, made.arguments))[:600]}\n{fault}")
    return wrong
