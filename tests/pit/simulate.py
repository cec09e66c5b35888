"""Simulate casinos until enough hours were played at their tables: `make test-simulation`; one again with --seed."""

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

import psycopg

from tests.pit.simulated_machine import PostgresqlMachine, postgresql_machine
from tests.pit.simulation import HOUR, Outcome, simulate
from tests.store import cluster
from upcard.store.clock import Clock
from upcard.threads import cores

ON_SERVER = 10  # every tenth casino has its journal in PostgreSQL


@contextmanager
def schema_machine(server: str, name: str, random: Random, clock: Clock) -> Iterator[PostgresqlMachine]:
    """A machine in a schema of its own on a server."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS casino_{name} CASCADE")
        connection.execute(f"CREATE SCHEMA casino_{name}")
        url = f"{server}&options=-csearch_path%3Dcasino_{name}"
        with postgresql_machine(url, random, clock) as machine:
            yield machine
        connection.execute(f"DROP SCHEMA casino_{name} CASCADE")


def is_on_server(seed: int) -> bool:
    """Whether the journal of a casino is in PostgreSQL."""
    return seed % ON_SERVER == 0


def one(seed: int, minutes: int, server: str | None) -> Outcome | str:
    """Simulate one casino; what went wrong as text."""
    sys.unraisablehook = lambda _: None  # the exceptions of a simulated disk go through C
    try:
        if server is not None and is_on_server(seed):
            return simulate(seed, minutes, partial(schema_machine, server))
        return simulate(seed, minutes)
    except Exception:
        return traceback.format_exc()


def many(options: argparse.Namespace, server: str | None) -> int:
    """Simulate casinos in several processes; print the first failure with its seed."""
    start, rounds, rows, happened = time.monotonic(), 0, 0, Counter[str]()
    seeds, waiting = count(options.first), dict[Future[Outcome | str], int]()
    with ProcessPoolExecutor(options.processes) as pool:
        while rounds < options.table_hours * HOUR:
            while len(waiting) < 2 * options.processes:
                seed = next(seeds)
                waiting[pool.submit(one, seed, options.minutes, server)] = seed
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                seed, outcome = waiting.pop(future), future.result()
                if isinstance(outcome, str):
                    print(f"seed {seed} failed\n{outcome}", file=sys.stderr)
                    pool.shutdown(cancel_futures=True)
                    return 1
                rounds, rows = rounds + outcome.rounds, rows + outcome.rows
                happened.update(dict(outcome.happened))
        pool.shutdown(cancel_futures=True)
    passed = (time.monotonic() - start) / 60
    hours = rounds / HOUR
    print(f"{hours:,.0f} table-hours, {rows:,} rows in {passed:.1f} minutes: {hours / passed:.0f} a minute")
    print(", ".join(f"{name} {number:,}" for name, number in sorted(happened.items())))
    return 0


def repeated(seed: int, minutes: int, server: str | None) -> int:
    """Simulate one casino and say how it ended."""
    outcome = one(seed, minutes, server)
    if isinstance(outcome, str):
        print(f"seed {seed} failed\n{outcome}", file=sys.stderr)
        return 1
    print(f"seed {seed}: {outcome.rounds} rounds, {outcome.rows} rows, head {outcome.head}")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run what the command line asks for; the exit code says whether everything held."""
    parser = argparse.ArgumentParser(prog="python -m tests.pit.simulate", description=__doc__)
    parser.add_argument("--table-hours", type=float, default=1000, help="hours of play at one table, 60 rounds each")
    parser.add_argument("--minutes", type=int, default=HOUR, help="rounds at each table of a casino")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--seed", type=int, help="this casino only")
    parser.add_argument("--processes", type=int, default=cores())
    options = parser.parse_args(arguments)
    with ExitStack() as stack:
        server = None
        if options.seed is None or is_on_server(options.seed):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            server = stack.enter_context(cluster.running(cluster.template(folder))).url()
        if options.seed is not None:
            return repeated(options.seed, options.minutes, server)
        return many(options, server)


if __name__ == "__main__":
    sys.exit(main())
