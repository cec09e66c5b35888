"""A cluster of machines: the same counts as one core, also when a worker is lost on the way."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.command import ROOT
from tests.command import upcard as command
from upcard.errors import UpcardError
from upcard.results.simulation import simulate
from upcard.table import load

ENVIRONMENT = {**os.environ, "DASK_DISTRIBUTED__DASHBOARD__LINK": "", "PYTHONWARNINGS": "ignore"}


@dataclass
class Cluster:
    """A scheduler and its workers, each a process of its own."""

    address: str
    workers: list[subprocess.Popen[bytes]]


def _python(code: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


SCHEDULER = """
import asyncio
from distributed import Scheduler
async def main():
    async with Scheduler(port=0, host="127.0.0.1", dashboard=False, scheduler_file={file!r}) as one:
        await one.finished()
asyncio.run(main())
"""
WORKER = """
import asyncio
from distributed import Worker
async def main():
    async with Worker({address!r}, nthreads=1, dashboard=False, local_directory={folder!r}) as one:
        await one.finished()
asyncio.run(main())
"""


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    file = folder / "scheduler.json"
    running = [_python(SCHEDULER.format(file=str(file)))]
    try:
        for _ in range(300):
            if file.exists() and file.stat().st_size:
                break
            time.sleep(0.1)
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        made = [_python(WORKER.format(address=address, folder=str(folder))) for _ in range(workers)]
        running += made
        if workers:
            _wait(address, workers)
        yield Cluster(address, made)
    finally:
        for one in reversed(running):
            one.kill()
            one.wait()


def _wait(address: str, workers: int) -> None:
    code = f"from distributed import Client; Client({address!r}).wait_for_workers({workers}, timeout=60)"
    subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, check=True, timeout=90, capture_output=True)


def test_a_cluster_counts_what_one_core_counts(tmp_path: Path) -> None:
    table = load("tables/buster.toml")
    alone = simulate(table, rounds=9_000_000, seed=31, workers=1)
    with cluster(tmp_path, workers=2) as running:
        together = simulate(table, rounds=9_000_000, seed=31, cluster=running.address)
        printed = command(
            "simulate", "tables/buster.toml", "--rounds", "9e6", "--seed", "31", "--cluster", running.address, "--json"
        )
    assert together.results == alone.results
    assert printed.code == 0, printed.err
    counts = [wager["outcomes"] for wager in json.loads(printed.out)["wagers"]]
    assert [sum(line["count"] for line in one) for one in counts] == [one.made for one in alone.results]


def test_a_cluster_without_workers_is_refused(tmp_path: Path) -> None:
    with cluster(tmp_path, workers=0) as running:
        done = command("simulate", "tables/buster.toml", "--rounds", "1000", "--cluster", running.address)
    assert done.code == 2
    assert "has no worker" in done.err


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UpcardError, match=r"--cluster needs the package distributed: pip install .*\[all\]"):
        simulate(load("tables/buster.toml"), rounds=1000, cluster="tcp://127.0.0.1:9")
