"""Simulations for the tests: a table file made ready for a kernel."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

import upcard
from tests.tables import read, text
from upcard.analysis.simulation import SimulationRequest, made
from upcard.sim import streams
from upcard.sim.program import Program
from upcard.sim.tally import Tally

LANES, STREAMS = 16, 8
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


def shipped(name: str, **asked: Any) -> Program:
    """Make the program of a table that comes with upcard."""
    return made(upcard.load(f"tables/{name}.toml"), SimulationRequest(**asked))


def lawful(*wagers: dict[str, Any], keys: Mapping[str, Any], **asked: Any) -> Program:
    """Make the program of a table that is the lawful one but for its wagers and some keys."""
    return made(read(text(*wagers, **keys)), SimulationRequest(**asked))


def quotas(rounds: int, blocks: int = 1) -> NDArray[np.int64]:
    """Let every lane play as many rounds."""
    return np.full((blocks, LANES), rounds, np.int64)


def states(blocks: int = 1, seed: int = 1) -> NDArray[np.uint32]:
    """Give the streams of blocks."""
    return streams.states(seed, 0, blocks * STREAMS)


def same(one: Tally, other: Tally) -> bool:
    """Tell whether two kernels counted the same; how they went about it may differ."""
    return _counted(one) == _counted(other)


def _counted(tally: Tally) -> dict[str, Any]:
    said = {**vars(tally), "walked": 0}
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in said.items()}
