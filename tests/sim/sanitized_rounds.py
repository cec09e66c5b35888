"""Rounds of every shipped table through both compiled kernels, flat, by a schedule and fresh: run by test_sanitizers.

`python -m tests.sim.sanitized_rounds ROUNDS` fails if the two kernels differ; a sanitizer ends it at the first fault.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import upcard
from tests.sim.making import TAGS, same
from upcard.results.simulation import simulation_program
from upcard.results.simulation_request import SimulationRequest
from upcard.sim.run import Job, play_chunk
from upcard.table import load

SCHEDULE = f"""
name  = "Hi-Lo"
count = "true"
{TAGS}
[[step]]
blackjack = "10.00"
[[step]]
from = 2
blackjack = "100.00"
insurance = true
"""


def requests(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield how each table is simulated."""
    schedule = folder / "schedule.toml"
    schedule.write_text(SCHEDULE, encoding="utf-8")
    yield {}
    yield {"schedule": str(schedule)}
    yield {"fresh": True}
    yield {"seats": 2, "session": 50, "bankroll": 100_000}


def main() -> None:
    """Play the rounds; print how many."""
    rounds, played = int(sys.argv[1]), 0
    with TemporaryDirectory() as name:
        for request in requests(Path(name)):
            for path in sorted(Path("tables").glob("*.toml")):
                program = simulation_program(
                    load(path), SimulationRequest(strategy="chart", beyond_limits=True, **request)
                )
                job = Job(plan=program.plan, seed=1, rounds=rounds)
                fastest, portable = (play_chunk(replace(job, kernel=kernel), 0) for kernel in ("auto", "portable"))
                assert same(fastest, portable), (path, request)
                played += fastest.rounds + portable.rounds
    print(f"{upcard.__file__} {played}")


if __name__ == "__main__":
    main()
