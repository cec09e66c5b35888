"""The compiled kernel: a program handed over as a structure, what it counted taken back as arrays."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.sim import streams
from upcard.sim._kernel import ffi, lib
from upcard.sim.plan import KernelPlan
from upcard.sim.tally import Tally, nothing

LANES: int = lib.LANES
STREAMS: int = lib.STREAMS
MOST_METER_WINS = 1 << 16
MOST_TRACED = 1 << 12


@dataclass
class Given:
    """A program as the kernel reads it; keeps what it points to."""

    structure: Any
    kept: list[Any] = field(default_factory=list)


def given(plan: KernelPlan) -> Given:
    """Hand a program over."""
    found = Given(ffi.new("struct program *"))
    kinds = {name: one.type for name, one in ffi.typeof("struct program").fields}
    for name, number in plan.numbers.items():
        setattr(found.structure, name, number)
    for name, array in plan.arrays.items():
        setattr(found.structure, name, _pointer(found.kept, array, kinds[name]))
    return found


def _pointer(kept: list[Any], array: NDArray[Any], kind: Any) -> Any:
    pointer = ffi.from_buffer(array)
    kept += [array, pointer]
    return ffi.cast(kind, pointer)


def has_avx2() -> bool:
    """Tell whether this machine has vectors of 256 bits."""
    return bool(lib.has_avx2())


class Compiled:
    """The kernel for this machine, or the one for any machine."""

    def __init__(self, plan: KernelPlan, *, portable: bool = False) -> None:
        self.plan, self.given = plan, given(plan)
        self.play_blocks = lib.play_portable if portable or not has_avx2() else lib.play_avx2

    def states(self, seed: int, first: int, count: int) -> NDArray[np.uint32]:
        """Give the states of consecutive streams of a seed, as `streams` does and faster."""
        found = np.zeros((count, streams.WORDS), np.uint32)
        found[0] = streams.states(seed, first, 1)[0]
        words = [streams.JUMP >> streams.WORD * word & streams.MASK for word in range(streams.WORDS)]
        lib.following(ffi.new("uint32_t[]", words), count, ffi.cast("uint32_t *", ffi.from_buffer(found)))
        return found

    def play(self, states: NDArray[np.uint32], quotas: NDArray[np.int64]) -> Tally:
        """Play blocks of sixteen lanes: the states of their streams, and how many rounds each lane plays."""
        plan, tally = self.plan, nothing(self.plan)
        kept: list[Any] = []
        fast = np.zeros(1 if plan.ahead_cells is None else plan.ahead_cells.size, np.uint32)
        filled = ffi.new("struct tally *")
        wins = ffi.new("struct meter_win[]", MOST_METER_WINS if "meter" in plan.arrays else 1)
        filled.wins, filled.most_wins = wins, len(wins)
        for name, array in (("cells", tally.cells), ("decided", tally.decided), ("lasted", tally.lasted)):
            setattr(filled, name, _pointer(kept, array, ffi.typeof("int64_t *")))
        filled.sessions = _pointer(kept, tally.sessions, ffi.typeof("int64_t *"))
        filled.fast = _pointer(kept, fast, ffi.typeof("uint32_t *"))
        done = self.play_blocks(
            self.given.structure,
            _pointer(kept, np.ascontiguousarray(states), ffi.typeof("uint32_t *")),
            _pointer(kept, np.ascontiguousarray(quotas), ffi.typeof("int64_t *")),
            len(quotas),
            filled,
        )
        if done < 0:
            raise MemoryError
        if plan.ahead_cells is not None:
            tally.cells[0] += plan.from_ahead(fast)
        self._take(filled, tally)
        if filled.won > len(wins):
            raise OverflowError("the meter is won too often to be followed")
        before = quotas.reshape(-1).cumsum() - quotas.reshape(-1)
        found = [(int(before[one.block * LANES + one.lane]) + one.round, one.seats) for one in wins[0 : filled.won]]
        tally.meter_wins = sorted(found)
        return tally

    def _take(self, filled: Any, tally: Tally) -> None:
        tally.square = [filled.square[line] for line in range(len(tally.square))]
        for name in ("rounds", "shoes", "cards", "walked", "out_of_cards", "session_count", "ruined", "session_sum"):
            setattr(tally, name, getattr(filled, name))
        tally.session_squares = (filled.session_squares_high << 64) + filled.session_squares_low

    def follow(self, letters: NDArray[np.uint8], step: int = 0) -> list[tuple[int, int, tuple[int, ...]]]:
        """Follow the rounds of one shoe of classes: where each begins and ends, and the cell of each seat."""
        trace = ffi.new("struct trace[]", MOST_TRACED)
        pointer = ffi.cast("uint8_t *", ffi.from_buffer(letters))
        many = lib.follow(self.given.structure, pointer, len(letters), MOST_TRACED, step, trace)
        seats = self.plan.numbers["seats"]
        return [(one.start, one.end, tuple(one.cell[seat] for seat in range(seats))) for one in trace[0:many]]


def dealt(plan: KernelPlan, states: NDArray[np.uint32], shoes: int, cards: int, *, portable: bool) -> NDArray[np.uint8]:
    """Deal shoes of sixteen lanes from one block of streams: classes by shoe, lane and place."""
    found = np.zeros((shoes, LANES, cards), np.uint8)
    handed, kept = given(plan), list[Any]()
    deal = lib.deal_portable if portable or not has_avx2() else lib.deal_avx2
    deal(
        handed.structure,
        _pointer(kept, np.ascontiguousarray(states), ffi.typeof("uint32_t *")),
        shoes,
        cards,
        _pointer(kept, found, ffi.typeof("uint8_t *")),
    )
    return found
