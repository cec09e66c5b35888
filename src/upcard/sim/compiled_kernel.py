"""The compiled kernel: takes a plan as a C structure, returns its counts as arrays."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.sim import streams
from upcard.sim._kernel import ffi, lib
from upcard.sim.kernel_constants import BETWEEN, LANES, MOMENTS, RESULTS
from upcard.sim.plan import KernelPlan
from upcard.sim.tally import Tally, count_streaks, empty_tally

MOST_METER_WINS = 1 << 16
MOST_TRACED = 1 << 12


@dataclass
class KernelProgram:
    """A plan as the kernel reads it; keeps alive what it points to."""

    structure: Any
    kept: list[Any] = field(default_factory=list)


def kernel_program(plan: KernelPlan) -> KernelProgram:
    """Return a plan as a C structure; raise TypeError if an array is not of the type of its field."""
    program = KernelProgram(ffi.new("struct program *"))
    kinds = {name: member.type for name, member in ffi.typeof("struct program").fields}
    for name, number in plan.numbers.items():
        setattr(program.structure, name, number)
    for name, array in plan.arrays.items():
        setattr(program.structure, name, _pointer(program.kept, array, kinds[name]))
    return program


def _pointer(kept: list[Any], array: NDArray[Any], kind: Any) -> Any:
    """Return an array as a pointer of C; raise TypeError if its numbers are not of the type that kernel.h declares."""
    if array.dtype != kind.item.cname.removesuffix("_t"):
        raise TypeError(f"an array of {array.dtype} is not one of {kind.item.cname}")
    pointer = ffi.from_buffer(array)
    kept += [array, pointer]
    return ffi.cast(kind, pointer)


def _signed(number: int) -> int:
    """Return a number of 128 bits with its sign."""
    return number - (number >> 127 << 128)


def has_avx2() -> bool:
    """Whether this machine has AVX2."""
    return bool(lib.has_avx2())


class CompiledKernel:
    """The compiled kernel: with AVX2 where the machine has it, or the portable one."""

    def __init__(self, plan: KernelPlan, *, portable: bool = False) -> None:
        self.plan, self.program = plan, kernel_program(plan)
        self.play_blocks = lib.play_portable if portable or not has_avx2() else lib.play_avx2

    def states(self, seed: int, first: int, count: int) -> NDArray[np.uint32]:
        """Return the states of consecutive streams of a seed, as `streams.states` does but faster."""
        states = np.zeros((count, streams.WORDS), np.uint32)
        states[0] = streams.states(seed, first, 1)[0]
        words = [streams.JUMP >> streams.WORD * word & streams.MASK for word in range(streams.WORDS)]
        lib.following_states(ffi.new("uint32_t[]", words), count, ffi.cast("uint32_t *", ffi.from_buffer(states)))
        return states

    def play(self, states: NDArray[np.uint32], quotas: NDArray[np.int64]) -> Tally:
        """Play blocks of sixteen lanes from the states of their streams; `quotas`: how many rounds each lane plays."""
        plan, tally, kept = self.plan, empty_tally(self.plan), list[Any]()
        filled = ffi.new("struct tally *")
        wins = ffi.new("struct meter_win[]", MOST_METER_WINS if "meter_won" in plan.arrays else 1)
        filled.wins, filled.most_wins = wins, len(wins)
        counts = np.zeros(plan.numbers["levels"] * plan.numbers["ids"], np.uint32)
        steps = np.zeros((quotas.size, 2 * plan.number("run_states") * RESULTS), np.int64)
        metered = np.zeros(quotas.size, np.int64)
        filled.counts = _pointer(kept, counts, ffi.typeof("uint32_t *"))
        for name, array in (("sessions", tally.sessions), ("run_steps", steps), ("metered", metered)):
            setattr(filled, name, _pointer(kept, array, ffi.typeof("int64_t *")))
        rounds = self.play_blocks(
            self.program.structure,
            _pointer(kept, np.ascontiguousarray(states), ffi.typeof("uint32_t *")),
            _pointer(kept, np.ascontiguousarray(quotas), ffi.typeof("int64_t *")),
            len(quotas),
            filled,
        )
        if rounds < 0:
            raise MemoryError
        if filled.won > len(wins):
            raise OverflowError("the meter is won too often to record every win")
        tally.cells = plan.cells_of(counts)
        self._read_counts(filled, tally)
        if plan.streaks is not None:
            count_streaks(tally, plan.streaks, steps)
        before = metered.cumsum() - metered
        tally.metered = int(metered.sum())
        tally.meter_wins = sorted(
            (int(before[win.block * LANES + win.lane]) + win.round, win.seats) for win in wins[0 : filled.won]
        )
        return tally

    def _read_counts(self, filled: Any, tally: Tally) -> None:
        for line, moments in enumerate(tally.moments):
            for place in range(MOMENTS):
                at = line * MOMENTS + place
                moments[place] = _signed((filled.moment_high[at] << 64) + filled.moment_low[at])
        for line, products in enumerate(tally.between):
            for place in range(BETWEEN):
                at = line * BETWEEN + place
                products[place] = _signed((filled.between_high[at] << 64) + filled.between_low[at])
        tally.moment_shoes = filled.moment_shoes
        for name in ("rounds", "shoes", "cards", "walked", "out_of_cards", "session_count", "ruined", "session_sum"):
            setattr(tally, name, getattr(filled, name))
        tally.session_squares = (filled.session_squares_high << 64) + filled.session_squares_low

    def follow(self, classes: NDArray[np.uint8], step: int = 0) -> list[tuple[int, int, tuple[int, ...]]]:
        """Return the rounds of a given shoe of classes: where each begins and ends, and the cell of each seat."""
        trace = ffi.new("struct trace[]", MOST_TRACED)
        pointer = ffi.cast("uint8_t *", ffi.from_buffer(classes))
        rounds = lib.follow(self.program.structure, pointer, len(classes), MOST_TRACED, step, trace)
        seats = self.plan.numbers["seats"]
        return [(entry.start, entry.end, tuple(entry.cell[seat] for seat in range(seats))) for entry in trace[0:rounds]]


def dealt_shoes(
    plan: KernelPlan, states: NDArray[np.uint32], shoes: int, cards: int, *, portable: bool
) -> NDArray[np.uint8]:
    """Return shoes dealt to sixteen lanes from the streams of one block: classes by shoe, lane and place."""
    classes = np.zeros((shoes, LANES, cards), np.uint8)
    program, kept = kernel_program(plan), list[Any]()
    deal = lib.deal_portable if portable or not has_avx2() else lib.deal_avx2
    deal(
        program.structure,
        _pointer(kept, np.ascontiguousarray(states), ffi.typeof("uint32_t *")),
        shoes,
        cards,
        _pointer(kept, classes, ffi.typeof("uint8_t *")),
    )
    return classes
