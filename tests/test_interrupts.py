"""Ctrl-C at any moment of a simulation: no traceback, exit code 130, and what there is."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command import ROOT, Done
from upcard.results import simulation
from upcard.results.simulation_request import SimulationRequest
from upcard.sim.checkpoint import Checkpoint, read_checkpoint
from upcard.sim.run import Progress
from upcard.table import load

TABLE = "tables/in-between.toml"
INTERRUPTED = 130


def interrupted(after: float, *arguments: str) -> Done:
    command = [sys.executable, "-m", "upcard", "simulate", TABLE, *arguments]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(after)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    return Done(running.returncode, out.decode(), err.decode())


@pytest.mark.parametrize("after", [0.5, 0.8, 1.2, 1.8, 3.0])
def test_ctrl_c_leaves_without_a_traceback_however_early(after: float, tmp_path: Path) -> None:
    done = interrupted(after, "--rounds", "1e13", "--json", "--checkpoint", str(tmp_path / "run"))
    assert done.err == ""
    assert done.code == INTERRUPTED
    if done.out:
        report = json.loads(done.out)
        assert report["complete"] is False
        assert sum(line["count"] for line in report["wagers"][0]["outcomes"]) == report["rounds"]
    assert {path.name for path in tmp_path.iterdir()} <= {"run"}


IMPORTING = """
import os, signal, sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
sys.argv[1:] = ["simulate", {table!r}, "--rounds", "1000"]
from upcard.__main__ import main
main()
"""


@pytest.mark.parametrize("module", ["upcard.cli", "argparse", "upcard.cli.simulate", "numpy", "upcard.sim.tally"])
def test_ctrl_c_during_an_import_leaves_without_a_traceback(module: str) -> None:
    code = IMPORTING.format(module=module, table=TABLE)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "")


BUILDING = """
import os, signal, sys
from upcard.results import simulation
build = simulation.build_program
def interrupt(*arguments, **named):
    os.kill(os.getpid(), signal.SIGINT)
    return build(*arguments, **named)
simulation.build_program = interrupt
from upcard.cli import main
sys.argv[1:] = {arguments!r}
main()
"""


def test_ctrl_c_while_tables_are_built_leaves_without_a_traceback(tmp_path: Path) -> None:
    arguments = ["simulate", TABLE, "--rounds", "5000000", "--checkpoint", str(tmp_path / "run")]
    code = BUILDING.format(arguments=arguments)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_while_numpy_plays_does_not_wait_for_its_rounds() -> None:
    """A chunk of four million rounds takes NumPy ten seconds or more."""
    command = [sys.executable, "-m", "upcard", "simulate", TABLE, "--rounds", "1e13", "--kernel", "numpy"]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stderr is not None
    assert b"more than a hundred times slower" in running.stderr.readline()
    time.sleep(3)
    start = time.monotonic()
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (INTERRUPTED, b"")
    assert time.monotonic() - start < 8


WRITING = """
import os, signal, sys, threading
from pathlib import Path
from upcard.sim import checkpoint
written = checkpoint.written
def interrupt(*arguments):
    os.kill(os.getpid(), signal.SIGINT)
    return written(*arguments)
checkpoint.written = interrupt
from upcard.cli import main
sys.argv[1:] = {arguments!r}
main()
"""
PRINTING = """
import os, signal, sys
from upcard.cli import simulate
printed = simulate.print_simulation
def interrupt(*arguments, **named):
    printed(*arguments, **named)
    os.kill(os.getpid(), signal.SIGINT)
simulate.print_simulation = interrupt
from upcard.cli import main
sys.argv[1:] = {arguments!r}
main()
"""
REPORTING = """
import os, signal, sys
from upcard.results import simulation
variances = simulation.exact_variances
def interrupt(*arguments):
    os.kill(os.getpid(), signal.SIGINT)
    return variances(*arguments)
simulation.exact_variances = interrupt
from upcard.cli import main
sys.argv[1:] = {arguments!r}
main()
"""


@pytest.mark.parametrize("code", [WRITING, PRINTING, REPORTING], ids=["writing", "printing", "reporting"])
def test_ctrl_c_while_the_last_things_are_done_keeps_and_prints_every_round(code: str, tmp_path: Path) -> None:
    path = tmp_path / "run"
    arguments = ["simulate", TABLE, "--rounds", "5000000", "--details", "--checkpoint", str(path)]
    done = subprocess.run(
        [sys.executable, "-c", code.format(arguments=arguments)], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    assert done.returncode == INTERRUPTED
    rounds = read_checkpoint(path)[1].tally.rounds
    assert f"{rounds:,} rounds" in done.stdout
    assert "in-between" in done.stdout
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_while_a_chunk_is_counted_loses_no_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, plus = load(TABLE), Progress.__init__

    def interrupt(self: Progress, **parts: int) -> None:
        if parts["chunks"] == 2:
            raise KeyboardInterrupt
        plus(self, **parts)  # type: ignore[arg-type]  # whatever it is given

    monkeypatch.setattr(Progress, "__init__", interrupt)
    found = simulation.run(
        table, SimulationRequest(rounds=10**8), checkpoint=Checkpoint(path=tmp_path / "run"), workers=1
    )
    assert found.interrupted
    assert found.rounds == found.progress.tally.cells.sum() == 1 << 22
    monkeypatch.undo()
    assert read_checkpoint(tmp_path / "run")[1].tally.rounds == 1 << 22
