"""Checkpoints: extended to any number of rounds, refused where damaged, and used by one run at a time."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.command import ROOT, misused, within
from upcard.results import simulation
from upcard.results.simulation_request import SimulationRequest
from upcard.sim.checkpoint import Checkpoint, read_checkpoint
from upcard.sim.run import CHUNK, LANE_ROUNDS
from upcard.table import load

TABLE = "tables/progressive.toml"  # with a meter, which follows every round
CHUNK_ROUNDS = LANE_ROUNDS * 16 * CHUNK


def answer(*arguments: str) -> dict[str, Any]:
    done = within("simulate", *arguments, "--json")
    assert done.code == 0, done.err
    report: dict[str, Any] = json.loads(done.out)
    return report


@pytest.mark.parametrize(
    ("first", "more"),
    [
        (1000, (3000,)),
        (CHUNK_ROUNDS, (CHUNK_ROUNDS + 1,)),
        (CHUNK_ROUNDS + 100, (CHUNK_ROUNDS + 101, 2 * CHUNK_ROUNDS - 1, 3 * CHUNK_ROUNDS + 7)),
    ],
    ids=str,
)
@pytest.mark.parametrize("options", [(), ("--session", "100", "--bankroll", "500")], ids=["flat", "sessions"])
def test_a_finished_run_extended_to_more_rounds_counts_as_a_single_run(
    tmp_path: Path, first: int, more: tuple[int, ...], options: tuple[str, ...]
) -> None:
    kept = ("--checkpoint", str(tmp_path / "run"))
    answer(TABLE, "--rounds", str(first), *options, *kept)
    for rounds in more:
        extended = answer(TABLE, "--rounds", str(rounds), *options, *kept, "--resume")
        assert extended == answer(TABLE, "--rounds", str(rounds), *options)


def test_an_extended_run_has_every_count_of_a_single_run(tmp_path: Path) -> None:
    table, path = load("tables/streak.toml"), tmp_path / "run"
    for rounds, resume in ((CHUNK_ROUNDS + 5, False), (2 * CHUNK_ROUNDS + 9, True)):
        extended = simulation.run(
            table, SimulationRequest(rounds=rounds), checkpoint=Checkpoint(path=path, resume=resume)
        )
    single = simulation.run(table, SimulationRequest(rounds=2 * CHUNK_ROUNDS + 9))
    for name, count in vars(single.progress.tally).items():
        assert np.array_equal(count, getattr(extended.progress.tally, name)), name
    assert read_checkpoint(path)[1].tally.rounds == 2 * CHUNK_ROUNDS + 9


def flipped(content: bytes) -> bytes:
    return content[:-40] + bytes([content[-40] ^ 1]) + content[-39:]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda _: b"", "is empty"),
        (lambda content: content[: len(content) // 2], "is damaged"),
        (lambda content: content[:20], "is damaged"),
        (lambda content: content + b"x", "is damaged"),
        (flipped, "is damaged"),
        (lambda _: b"PK\x03\x04", "is not a checkpoint"),
        (lambda _: b"\x93NUMPY\x01\x00", "is not a checkpoint"),
        (lambda _: b"upcard", "is not a checkpoint"),
    ],
    ids=["empty", "half", "head", "longer", "bit", "zip", "array", "word"],
)
def test_a_damaged_checkpoint_is_named_in_one_line_and_left_as_it_is(tmp_path: Path, damage: Any, words: str) -> None:
    path = tmp_path / "run"
    arguments = (TABLE, "--rounds", "1000", "--checkpoint", str(path))
    answer(*arguments)
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    message = misused("simulate", *arguments, "--resume")
    assert message.startswith(f"upcard: --resume: {path} {words}")
    assert message.count("\n") == 1
    assert not any(word in message for word in ("pickle", "npz", "zip", "Traceback", "numpy", "magic"))
    assert path.read_bytes() == damaged
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("resume", [(), ("--resume",)], ids=["new", "resumed"])
def test_a_checkpoint_that_is_no_file_is_named_in_one_line(tmp_path: Path, resume: tuple[str, ...]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, words in ((tmp_path, "is a folder"), (pipe, "is a pipe"), (Path("/dev/null"), "is a device")):
        message = misused("simulate", TABLE, "--rounds", "1000", "--checkpoint", str(path), *resume)
        assert f"{path} {words}; name a file" in message
        assert message.count("\n") == 1
    assert "name" in misused("simulate", TABLE, "--rounds", "1000", "--checkpoint", f"{tmp_path}/{'x' * 300}", *resume)


def started(path: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "upcard", "simulate", TABLE, "--rounds", "1e13", "--checkpoint", str(path)]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(600):
        if path.exists():
            return running
        time.sleep(0.05)
    raise AssertionError("no checkpoint is written")


def test_two_runs_on_one_checkpoint_are_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "run"
    running = started(path)
    try:
        message = misused("simulate", TABLE, "--rounds", "1e13", "--checkpoint", str(path), "--resume")
        assert f"another run is using {path}" in message
        assert message.count("\n") == 1
        assert running.poll() is None
    finally:
        running.send_signal(signal.SIGKILL)  # its lock ends with it
        running.communicate(timeout=60)
    rounds = read_checkpoint(path)[1].tally.rounds
    assert rounds > 0
    assert answer(TABLE, "--rounds", str(rounds + 1), "--checkpoint", str(path), "--resume")["rounds"] == rounds + 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_checkpoint_in_a_folder_that_cannot_be_written_is_refused_before_any_round() -> None:
    message = misused("simulate", TABLE, "--rounds", "1000", "--checkpoint", "/proc/upcard-run")
    assert "/proc/upcard-run cannot be written" in message
    assert message.count("\n") == 1
