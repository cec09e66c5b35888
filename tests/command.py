"""Run the command as a user does, in a process of its own."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

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
