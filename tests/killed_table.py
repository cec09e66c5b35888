"""The embedded program, killed at random moments and started again until it is done."""

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.command import ROOT

ROUNDS = 5


def command(file: Path, seed: int, table: str) -> list[str]:
    return [sys.executable, "-m", "tests.embedded_table", f"tables/{table}.toml", str(file), str(seed), str(ROUNDS)]


def uninterrupted(folder: Path, seed: int, table: str) -> Any:
    """Return what the program prints at last, and after how many commands."""
    whole = command(folder / f"whole-{seed}.json", seed, table)
    lines = subprocess.run(whole, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return json.loads(lines[-1]), len(lines) - 1


def killed(folder: Path, seed: int, table: str, commands: int) -> tuple[Any, int]:
    """Kill the program at random moments; return what it prints when it is done, and how often it was killed."""
    random, kills = Random(seed), 0
    while True:
        life = subprocess.Popen(
            command(folder / f"killed-{seed}.json", seed, table), cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert life.stdout is not None
        with life:
            lines = [life.stdout.readline() for _ in range(random.randint(1, commands))]
            if lines[-1].startswith("saved"):  # still playing
                time.sleep(random.random() / 500)  # somewhere within the next command, or while it is saved
                life.kill()
                kills += 1
            rest = [line for line in (*lines, *life.stdout) if line.endswith("\n")]
        if rest and rest[-1].startswith("{"):
            return json.loads(rest[-1]), kills
