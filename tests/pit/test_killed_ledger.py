"""A sample of the kills of `make test-faults`, and whether they notice an answer that comes too early."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def kill(folder: Path, seed: int, kills: int) -> dict[str, int]:
    """Kill the servers of a new journal; return what happened."""
    command = [sys.executable, "-m", "tests.pit.killed_ledger", str(folder / "journal.db"), str(seed), str(kills)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"{' '.join(command[1:])}\n{done.stderr}")
    report: dict[str, int] = json.loads(done.stdout)
    assert report["kills"] == kills
    assert report["commands"] > kills
    return report


def test_what_a_killed_server_has_answered_is_done_once(folder: Path) -> None:
    report = kill(folder, 1, 10)
    assert report["repeated"] > 0  # some were done, and their answer was lost with the server
