"""A worker of a cluster that is lost on the way: what it had is played again, and counted once."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.command import ROOT
from tests.sim.test_cluster import ENVIRONMENT, cluster
from upcard.analysis.simulation import simulate
from upcard.table import load


def test_a_lost_worker_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    arguments = ("simulate", "tables/streak.toml", "--rounds", "40e6", "--seed", "32", "--seats", "3", "--json")
    with cluster(tmp_path, workers=2) as running:
        started = subprocess.Popen(
            [sys.executable, "-m", "upcard", *arguments, "--cluster", running.address],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        time.sleep(7)
        assert started.poll() is None, "it was done before a worker could be lost"
        running.workers[0].send_signal(signal.SIGKILL)
        out, err = started.communicate(timeout=300)
    assert started.returncode == 0, err.decode()
    alone = simulate(load("tables/streak.toml"), rounds=40_000_000, seed=32, seats=3)
    found = json.loads(out)
    assert found["rounds"] == 40_000_000
    counts = [[line["count"] for line in wager["outcomes"]] for wager in found["wagers"]]
    assert counts == [[outcome.count for outcome in one.outcomes] for one in alone.results]
