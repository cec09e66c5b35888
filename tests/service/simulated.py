"""A clock that jumps: an event loop in which nothing waits, and time passes as fast as work is done."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

Value = TypeVar("Value")
BEGINNING = datetime(2026, 7, 1, 12, tzinfo=UTC)


class Deadlock(AssertionError):
    """Everybody waits for somebody else."""


class JumpingSelector(selectors.SelectSelector):
    """Waits for nothing: whoever would wait lets the time jump."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise Deadlock
            self.now += max(0.0, timeout)
        return ready


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop on simulated time."""

    def __init__(self) -> None:
        self.jumping = JumpingSelector()
        super().__init__(self.jumping)
        self.set_back = timedelta()

    def time(self) -> float:
        return self.jumping.now

    def run_in_executor(
        self,
        executor: object,  # noqa: ARG002  # there are no threads in a simulation
        func: Callable[..., Value],
        *args: object,
    ) -> "asyncio.Future[Value]":
        """Run what blocks at once."""
        future: asyncio.Future[Value] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def clock(self) -> datetime:
        return BEGINNING + timedelta(seconds=self.jumping.now) - self.set_back


async def at_once(work: Callable[[], Value]) -> Value:
    """Run what blocks in the loop itself, after the others have had their turn."""
    await asyncio.sleep(0.001)
    return work()


def simulate(main: Callable[[SimulatedLoop], Coroutine[Any, Any, Value]]) -> Value:
    """Run something in simulated time, and check that nothing is left over."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, SimulatedLoop)
        problems: list[dict[str, Any]] = []
        loop.set_exception_handler(lambda _, context: problems.append(context))
        value = runner.run(main(loop))
    assert problems == []
    return value
