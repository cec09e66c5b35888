"""A sample of `make test-faults`: a server that is killed, has no room on its disk, or the wrong time."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def broken(folder: Path, seed: int, kills: int, *words: str) -> dict[str, int]:
    """Kill the server of a new folder so often; return what happened."""
    command = [sys.executable, "-m", "tests.web.killed_service", str(folder), str(seed), str(kills), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"{' '.join(command[1:])}\n{done.stderr}")
    report: dict[str, int] = json.loads(done.stdout)
    assert report["killed"] == kills
    assert report["commands"] > kills
    return report


@pytest.mark.asked("13:69O-1.5(a)")
def test_what_a_killed_server_has_answered_is_done_once_and_its_journal_is_sound(folder: Path) -> None:
    report = broken(folder, 1, 10)
    assert (report["full disk"], report["second server refused"], report["clock set back"]) == (1, 1, 1)
    assert report["sent again"] > 0
