"""Simulations for the tests: programs of table files, streams and quotas."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.tables import read, text
from upcard.results.simulation import simulation_program
from upcard.results.simulation_request import SimulationRequest
from upcard.sim import streams
from upcard.sim.kernel_constants import LANES, STREAMS
from upcard.sim.program import Program
from upcard.sim.tally import Tally
from upcard.table import load

__all__ = ["LANES", "STREAMS", "TAGS", "lawful", "quotas", "same", "shipped", "states"]

TAGS = """
[tags]
2 = 1
3 = 1
4 = 1
5 = 1
6 = 1
10 = -1
A = -1
"""  # Hi-Lo


def shipped(name: str, *changes: str, **request: Any) -> Program:
    """Return the program of a table that comes with upcard, with other values for some of its keys."""
    return simulation_program(load(f"tables/{name}.toml", changes), SimulationRequest(**request))


def lawful(*wagers: dict[str, Any], keys: Mapping[str, Any], **request: Any) -> Program:
    """Return the program of the lawful table with other wagers and keys."""
    return simulation_program(read(text(*wagers, **keys)), SimulationRequest(**request))


def quotas(rounds: int, blocks: int = 1) -> NDArray[np.int64]:
    """Return quotas by which every lane plays as many rounds."""
    return np.full((blocks, LANES), rounds, np.int64)


def states(blocks: int = 1, seed: int = 1) -> NDArray[np.uint32]:
    """Return the states of the streams of blocks."""
    return streams.states(seed, 0, blocks * STREAMS)


def same(one: Tally, other: Tally) -> bool:
    """Whether two kernels counted the same; how many rounds they played card by card may differ."""
    return _counted(one) == _counted(other)


def _counted(tally: Tally) -> dict[str, Any]:
    counts = {**vars(tally), "walked": 0}
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in counts.items()}
