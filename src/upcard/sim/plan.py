"""A plan: the numbers and arrays that a kernel reads, in a form that can be sent to another machine."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]  # by their names in the kernel


@dataclass(frozen=True, eq=False)
class KernelPlan:
    """Numbers and arrays by their names in the kernel, and the cell of each count made by look-ahead."""

    numbers: Mapping[str, int]
    arrays: Mapping[str, NDArray[Any]]
    look_ahead_cells: NDArray[np.int64] | None  # -1: none

    def number(self, name: str) -> int:
        """Return a number by its name; 0 if the plan has none."""
        return self.numbers.get(name, 0)

    def cells_of(self, counts: NDArray[np.uint32]) -> NDArray[np.int64]:
        """Return the counts made by look-ahead, added up by cell."""
        assert self.look_ahead_cells is not None
        there = self.look_ahead_cells >= 0
        summed = np.bincount(self.look_ahead_cells[there], counts[there], self.numbers["cells"])
        return summed.astype(np.int64)  # sums of whole numbers this small are exact

    @cached_property
    def digest(self) -> str:
        """Return a fingerprint of all that decides the counts."""
        fingerprint = hashlib.sha256(repr(sorted(self.numbers.items())).encode())
        for name, array in sorted(self.arrays.items()):
            fingerprint.update(f"{name} {array.dtype} {array.shape}".encode())
            fingerprint.update(array.tobytes())
        return fingerprint.hexdigest()
