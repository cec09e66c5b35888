"""Run the command as a user does, in a process of its own; or quickly, within the test's."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from upcard.cli import main

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


def upcard(*arguments: str, cwd: Path = ROOT, given: bytes | None = None) -> Done:
    done = subprocess.run(
        [sys.executable, "-m", "upcard", *arguments], cwd=cwd, capture_output=True, input=given, timeout=60
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def within(*arguments: str, cwd: Path = ROOT, given: bytes = b"") -> Done:
    out, err = io.StringIO(), io.StringIO()
    with chdir(cwd), reads(given), redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
        main(list(arguments))
    assert isinstance(left.value.code, int)
    return Done(left.value.code, out.getvalue(), err.getvalue())


@contextmanager
def reads(given: bytes) -> Iterator[None]:
    """Have the command read these bytes as its standard input."""
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def misused(*arguments: str) -> str:
    done = within(*arguments)
    assert done.code == 2, done
    assert done.out == ""
    in_json = within(*arguments, "--json")
    assert in_json.code == 2
    assert json.loads(in_json.out)["problems"]  # other programs learn of them too
    return done.err
