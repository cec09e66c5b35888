"""How the kernel looks up the opening of a box from its first card, the upcard and its second card."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from upcard.sim.kernel_constants import FEW_CLASSES, LIKENESS_BITS, MOST_CLASSES, SUITS, TENS, TENS_FROM
from upcard.sim.outcome_tables import numbered


@dataclass(frozen=True, eq=False)
class OpeningTables:
    """The opening by how alike its cards are if that is enough; else by three classes, or by two and then the third."""

    two: NDArray[np.uint32]  # [first and upcard]: where the row of their kind begins
    codes: NDArray[np.uint16]  # of the opening, as the kernel looks up its cells
    by_likeness: bool = False


def opening_tables(opening: NDArray[np.uint16], classes: int) -> OpeningTables:
    """Return how the kernel looks up an opening; `opening`: by the classes of first card, upcard and second card."""
    kinds, rows = numbered([row.tobytes() for row in opening.reshape(-1, classes)])
    two = (kinds * classes).astype(np.uint32)
    if classes <= FEW_CLASSES:
        return OpeningTables(two, opening)
    by_likeness = _codes_by_likeness(opening, classes) if classes == MOST_CLASSES else None
    if by_likeness is not None:
        return OpeningTables(two[:1], by_likeness, by_likeness=True)
    return OpeningTables(two, np.array([np.frombuffer(row, np.uint16) for row in rows], np.uint16))


def _codes_by_likeness(opening: NDArray[np.uint16], classes: int) -> NDArray[np.uint16] | None:
    """Return the opening by how alike the upcard is to the first and to the second card; None if more decides it."""
    numbers = np.arange(classes)
    ranks = np.where(numbers >= TENS_FROM, numbers % SUITS | TENS, numbers // SUITS)
    alike = (ranks[:, None] == ranks).astype(np.intp) + (numbers[:, None] == numbers)
    index = alike[:, :, None] << LIKENESS_BITS | alike
    codes = np.zeros(1 << 2 * LIKENESS_BITS, np.uint16)
    codes[index] = opening
    return codes if (codes[index] == opening).all() else None
