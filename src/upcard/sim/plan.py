"""A plan: the numbers and arrays that a kernel reads, in a form that can be sent to another machine."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.sim.streaks import StepMeanings

Arrays = dict[str, NDArray[Any]]  # by their names in the kernel


@dataclass(frozen=True, eq=False)
class KernelPlan:
    """Numbers and arrays by their names in the kernel, the cell of each counter of look-ahead, wagers on streaks."""

    numbers: Mapping[str, int]
    arrays: Mapping[str, NDArray[Any]]
    look_ahead_cells: NDArray[np.int64] | None  # -1: none
    streaks: StepMeanings | None = None

    def number(self, name: str) -> int:
        """Return a number by its name; 0 if the plan has none."""
        return self.numbers.get(name, 0)

    def cells_of(self, counts: NDArray[np.uint32]) -> NDArray[np.int64]:
        """Return the counters of all steps added up by step and cell."""
        by_step = counts.reshape(self.numbers["levels"], self.numbers["ids"]).astype(np.int64)
        cells: NDArray[np.int64] = by_step[:, self.numbers["fast_cells"] :]
        if self.look_ahead_cells is None:
            return cells
        there = np.flatnonzero(self.look_ahead_cells >= 0)
        for step, ahead in zip(cells, by_step, strict=True):
            np.add.at(step, self.look_ahead_cells[there], ahead[there])
        return cells

    @cached_property
    def digest(self) -> str:
        """Return a fingerprint of all that decides the counts."""
        fingerprint = hashlib.sha256(repr(sorted(self.numbers.items())).encode())
        for name, array in sorted(self.arrays.items()):
            fingerprint.update(f"{name} {array.dtype} {array.shape}".encode())
            fingerprint.update(array.tobytes())
        return fingerprint.hexdigest()
