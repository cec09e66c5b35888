"""Runs: rounds divided into blocks and chunks by the seed alone, so that any machine counts the same."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from upcard.errors import Misuse
from upcard.exact.blackjack.programs import numpy_is_chosen
from upcard.sim import meters
from upcard.sim.kernel_constants import LANES, STREAMS
from upcard.sim.meters import RunningMeter
from upcard.sim.plan import KernelPlan
from upcard.sim.tally import Tally, empty_tally
from upcard.sim.wager_lines import WagerLine

LANE_ROUNDS = 1 << 15
CHUNK = 8  # blocks played and counted together
KERNELS = ("auto", "avx2", "portable", "numpy")


class SimulationKernel(Protocol):
    """A kernel: plays blocks of rounds and counts them."""

    def states(self, seed: int, first: int, count: int) -> NDArray[np.uint32]:
        """Return the states of consecutive streams of a seed."""

    def play(self, states: NDArray[np.uint32], quotas: NDArray[np.int64]) -> Tally:
        """Play blocks of sixteen lanes; return their tally."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Job:
    """A simulation to be played: its plan, seed, number of rounds and kernel."""

    plan: KernelPlan
    seed: int
    rounds: int
    kernel: str = "auto"

    @property
    def lane_rounds(self) -> int:
        """Return how many rounds a lane of a whole block plays: whole sessions where there are any."""
        session = self.plan.number("session") or 1
        return -(-LANE_ROUNDS // session) * session

    @property
    def chunk_rounds(self) -> int:
        """Return how many rounds a whole chunk has."""
        return self.lane_rounds * LANES * CHUNK

    @property
    def chunks(self) -> int:
        """Return how many chunks there are."""
        return -(-self.rounds // self.chunk_rounds)

    def before(self, chunk: int) -> int:
        """Return how many rounds are played before a chunk."""
        return min(self.rounds, chunk * self.chunk_rounds)

    def quotas(self, chunk: int) -> NDArray[np.int64]:
        """Return how many rounds each lane of each block of a chunk plays."""
        whole = self.lane_rounds * LANES
        first, quotas = chunk * CHUNK, []
        for block in range(first, first + CHUNK):
            left = self.rounds - block * whole
            if left > 0:
                quotas.append(self._lanes(min(left, whole)))
        return np.array(quotas, np.int64).reshape(-1, LANES)

    def _lanes(self, rounds: int) -> list[int]:
        """Return the rounds of a block divided among its lanes, session by session."""
        session = self.plan.number("session") or 1
        sessions, rest = divmod(rounds, session)
        each, more = divmod(sessions, LANES)
        lanes = [(each + (lane < more)) * session for lane in range(LANES)]
        lanes[-1] += rest
        return lanes


@dataclass(frozen=True, eq=False, kw_only=True)
class Progress:
    """The tally of the chunks played so far, and the meter after them."""

    chunks: int
    tally: Tally
    meter: RunningMeter | None = None
    whole: "Progress | None" = None  # before a last chunk that is not whole, so that more rounds can follow


@dataclass(frozen=True)
class _PlanKey:
    """A plan compared by its digest alone."""

    digest: str
    plan: KernelPlan = field(compare=False)


@lru_cache(maxsize=4)
def _kernel(key: _PlanKey, kernel: str) -> SimulationKernel:
    return kernel_of(key.plan, kernel)


def kernel_of(plan: KernelPlan, kernel: str = "auto") -> SimulationKernel:
    """Return a kernel by name; "auto" is the fastest there is."""
    if kernel not in KERNELS:
        raise Misuse(f"{kernel}: no such kernel; choose one of {', '.join(KERNELS)}")
    if kernel == "auto" and numpy_is_chosen():
        kernel = "numpy"
    if kernel != "numpy":
        try:
            from upcard.sim.compiled_kernel import CompiledKernel, has_avx2
        except ImportError:
            if kernel != "auto":
                raise Misuse(
                    f"the {kernel} kernel is not compiled here: install upcard again with a C compiler, or choose numpy"
                ) from None
        else:
            if kernel == "avx2" and not has_avx2():
                raise Misuse("the avx2 kernel cannot run here: this machine has no AVX2; choose auto or portable")
            return CompiledKernel(plan, portable=kernel == "portable")
    from upcard.sim.numpy_kernel import NumpyKernel

    return NumpyKernel(plan)


def is_compiled() -> bool:
    """Whether the compiled kernel is installed."""
    try:
        import_module("upcard.sim._kernel")
    except ImportError:
        return False
    return True


def play_chunk(job: Job, chunk: int) -> Tally:
    """Play one chunk; return its tally."""
    kernel = _kernel(_PlanKey(job.plan.digest, job.plan), job.kernel)
    quotas = job.quotas(chunk)
    return kernel.play(kernel.states(job.seed, chunk * CHUNK * STREAMS, len(quotas) * STREAMS), quotas)


Submit = Callable[[Job, int], "Future[Tally]"]


@contextmanager
def threads(workers: int) -> Iterator[Submit]:
    """Yield how to submit a chunk to threads of this machine; the kernel releases the lock of the interpreter."""
    pool = ThreadPoolExecutor(workers)
    try:
        yield lambda job, chunk: pool.submit(play_chunk, job, chunk)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def first_progress(job: Job, line: WagerLine | None) -> Progress:
    """Return the progress before the first chunk: an empty tally, and the meter as it is opened."""
    return Progress(chunks=0, tally=empty_tally(job.plan), meter=meters.opened(line) if line else None)


def play_chunks(job: Job, line: WagerLine | None, since: Progress, submit: Submit, ahead: int) -> Iterator[Progress]:
    """Yield the progress after each chunk left to play, in order; up to `ahead` chunks are submitted at once."""
    waiting: list[Future[Tally]] = []
    following = since.chunks
    seats = job.plan.numbers["seats"]
    try:
        while waiting or following < job.chunks:
            while len(waiting) < ahead and following < job.chunks:
                waiting.append(submit(job, following))
                following += 1
            tally = waiting[0].result()
            meter = since.meter
            if meter and line:
                meter = meters.followed(meter, line, tally.meter_wins, tally.metered, seats)
            whole = since if job.before(since.chunks + 1) % job.chunk_rounds else None
            # One assignment: an interrupt leaves the progress before it or after it, never in between.
            since = Progress(chunks=since.chunks + 1, tally=since.tally.plus(tally), meter=meter, whole=whole)
            del waiting[0]
            yield since
    finally:
        for future in waiting:
            future.cancel()
