"""A plan: the numbers and arrays that a kernel reads, with nothing that could not be sent to another machine."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class KernelPlan:
    """Numbers and arrays by their names in the kernel, and the cell of each count that is told ahead."""

    numbers: Mapping[str, int]
    arrays: Mapping[str, NDArray[Any]]
    ahead_cells: NDArray[np.int64] | None  # -1: none

    def number(self, name: str) -> int:
        """Give a number; those that a plan does not have are nothing."""
        return self.numbers.get(name, 0)

    def from_ahead(self, counts: NDArray[np.uint32]) -> NDArray[np.int64]:
        """Put what was counted by looking ahead into cells."""
        assert self.ahead_cells is not None
        there = self.ahead_cells >= 0
        summed = np.bincount(self.ahead_cells[there], counts[there], self.numbers["cells"])
        return summed.astype(np.int64)  # sums of whole numbers this small are exact

    @cached_property
    def digest(self) -> str:
        """Give a fingerprint of all that decides what is counted."""
        found = hashlib.sha256(repr(sorted(self.numbers.items())).encode())
        for name, array in sorted(self.arrays.items()):
            found.update(f"{name} {array.dtype} {array.shape}".encode())
            found.update(array.tobytes())
        return found.hexdigest()
