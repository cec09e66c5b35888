"""Slow operations for an event loop: hashes in a few threads, behind limits per address, and per name at an address."""

import asyncio
import math
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from upcard.service.password_changes import change_password, use_link
from upcard.service.people import People
from upcard.service.person_values import LoggedOn, PeopleProblem, PeopleResult, ProblemKind, read_name
from upcard.service.rate_limit import Limit, MonotonicClock, RateLimit, address_key
from upcard.service.secret_text import Secret, digest
from upcard.service.sessions import log_on

Value = TypeVar("Value")
NAME_LIMIT, ADDRESS_LIMIT = Limit(10, 300), Limit(30, 60)


@dataclass(frozen=True, kw_only=True)
class LoginLimits:
    """How many hashes may run at a time, may wait, and are allowed per name at an address, and per address.

    A stranger who tries a name elsewhere uses up nobody else's attempts: that would lock its owner out.
    """

    threads: int = 2
    waiting: int = 20
    name: Limit = NAME_LIMIT
    address: Limit = ADDRESS_LIMIT


_LIMITS = LoginLimits()


class LoginService:
    """Signs people in and changes passwords without blocking the event loop."""

    def __init__(
        self,
        people: People,
        limits: LoginLimits = _LIMITS,
        *,
        monotonic: MonotonicClock = time.monotonic,
        threads: Executor | None = None,
    ) -> None:
        self._people, self._most = people, limits.threads + limits.waiting
        self._names, self._addresses = RateLimit(limits.name, monotonic), RateLimit(limits.address, monotonic)
        self._threads = threads or ThreadPoolExecutor(limits.threads, thread_name_prefix="upcard-hash")
        self._under_way: set[object] = set()

    async def log_on(self, *, name: str, password: Secret, terminal: Secret, address: str) -> PeopleResult[LoggedOn]:
        """Sign a person in; see `sessions.log_on`."""
        return await self._run(
            lambda: log_on(self._people, name=name, password=password, terminal=terminal, address=address),
            key=f"{read_name(name) or ''} {address_key(address)}",
            address=address,
        )

    async def change_password(
        self, token: Secret, terminal: Secret, *, old: Secret, new: Secret, address: str
    ) -> PeopleResult[LoggedOn]:
        """Change a password; see `password_changes.change_password`."""
        return await self._run(
            lambda: change_password(self._people, token, terminal, old=old, new=new, address=address),
            key=f"session {digest(token)}",
            address=address,
        )

    async def use_link(self, link: Secret, *, new: Secret, address: str) -> PeopleResult[str]:
        """Set a password with a one-time link; see `password_changes.use_link`."""
        return await self._run(
            lambda: use_link(self._people, link, new=new, address=address),
            key=f"link {digest(link)}",
            address=address,
        )

    async def _run(self, work: Callable[[], PeopleResult[Value]], *, key: str, address: str) -> PeopleResult[Value]:
        wait = max(self._names.wait(key), self._addresses.wait(address_key(address)))
        if wait:
            return _too_many(math.ceil(wait))
        if len(self._under_way) >= self._most:
            return _too_many(1)
        future = self._threads.submit(work)
        # A client that goes away leaves a thread at work: it counts until it is done.
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Finish what is in progress, and stop the threads."""
        self._threads.shutdown()


def _too_many(seconds: int) -> PeopleResult[Value]:
    message = f"too many attempts: try again in {seconds} {'second' if seconds == 1 else 'seconds'}"
    return PeopleResult(problems=(PeopleProblem(ProblemKind.TOO_MANY, message, seconds),))
