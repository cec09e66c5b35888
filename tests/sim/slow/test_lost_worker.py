"""A worker of a cluster that is lost on the way: what it had is played again, and counted once."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.command import ROOT
from tests.sim.test_cluster import ENVIRONMENT, cluster
from upcard.results.simulation import simulate
from upcard.table import load

ROUNDS = 400_000_000
WORK = 1.0  # seconds of a worker's processor after which it is in the middle of its part


def processor_seconds(process: subprocess.Popen[bytes]) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_lost_worker_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    arguments = ("simulate", "tables/streak.toml", "--rounds", str(ROUNDS), "--seed", "32", "--seats", "3", "--json")
    with cluster(tmp_path, workers=2) as running:
        idle = processor_seconds(running.workers[0])
        started = subprocess.Popen(
            [sys.executable, "-m", "upcard", *arguments, "--cluster", running.address],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        while processor_seconds(running.workers[0]) < idle + WORK:
            assert started.poll() is None, "it was done before a worker could be lost"
            time.sleep(0.05)
        running.workers[0].send_signal(signal.SIGKILL)
        out, err = started.communicate(timeout=300)
    assert started.returncode == 0, err.decode()
    alone = simulate(load("tables/streak.toml"), rounds=ROUNDS, seed=32, seats=3)
    found = json.loads(out)
    assert found["rounds"] == ROUNDS
    counts = [[line["count"] for line in wager["outcomes"]] for wager in found["wagers"]]
    assert counts == [[outcome.count for outcome in one.outcomes] for one in alone.results]
