"""Rate and time limits for every request, which is also counted and logged."""

import asyncio
import math
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from fastapi import Request, Response
from starlette.requests import cookie_parser

from upcard.service.casino_service import CasinoService
from upcard.service.logs import error_fields
from upcard.service.metrics import UNROUTED
from upcard.service.rate_limit import Limit, RateLimit, address_key
from upcard.service.secret_text import Secret
from upcard.web.limits import App, Message, Receive, Send, missing_headers
from upcard.web.problems import RequestRefused, answer, refused

SESSION_COOKIE = "upcard_session"
ACTOR = "upcard.actor"  # where a request notes who sent it, for the log
GONE = 499  # in the log and in metrics: the client went away before there was an answer
REQUEST_ID = b"x-request-id"
_SESSIONS, _ADDRESSES = Limit(100, 5.0), Limit(200, 10.0)


@dataclass(frozen=True, kw_only=True)
class TrafficLimits:
    """How much a service takes: requests of a session and of an address, seconds, connections."""

    session: Limit = _SESSIONS  # of a person who is logged on
    address: Limit = _ADDRESSES  # of all others who share an address
    answer: float = 20.0  # seconds until an answer begins
    connections: int = 2000
    per_address: int = 200  # connections; loopback and named proxies are not limited
    first_request: float = 10.0  # seconds until the head of a request has arrived
    keep_alive: float = 30.0  # seconds between two requests of a connection
    unread: float = 30.0  # seconds for which a client may read nothing of what is sent to it


def note_actor(request: Request, person: str) -> None:
    """Note who sent a request, for the log."""
    request.scope[ACTOR] = person


class Traffic:
    """Limits rates and times, and counts and logs every request; without limits it only counts and logs."""

    def __init__(self, app: App, house: CasinoService, limits: TrafficLimits | None) -> None:
        self._app, self._house, self._limits = app, house, limits
        self._prefix, self._count = house.settings.random(4).hex(), 0
        self._sessions: RateLimit | None = None
        self._addresses: RateLimit | None = None

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._count += 1
        seen = SeenRequest(self._house, scope, f"{self._prefix}-{self._count}", send)
        try:
            if (problem := self._too_often(scope)) is not None:
                await seen.refuse(problem, receive)
            else:
                await self._within_time(scope, receive, seen)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            seen.error, seen.deadline = error, None
            if seen.status is not None:
                raise  # the answer has begun: the server cuts it off
            broken = scope["app"].exception_handlers[Exception]
            await seen.answer(await broken(Request(scope), error), receive)
        finally:
            seen.finish()

    async def _within_time(self, scope: dict[str, Any], receive: Receive, seen: "SeenRequest") -> None:
        seconds = None if self._limits is None else self._limits.answer
        try:
            async with asyncio.timeout(seconds) as seen.deadline:
                await self._app(scope, receive, seen.send)
        except TimeoutError:
            is_late = seen.deadline is not None and seen.deadline.expired()
            seen.deadline = None
            if not is_late:
                raise
            self._house.metrics.limited("answer time")
            late = f"no answer within {seconds:.0f} seconds: try again later; send a command with the same key"
            await seen.refuse(refused(HTTPStatus.SERVICE_UNAVAILABLE, late, retry=2), receive)

    def _too_often(self, scope: dict[str, Any]) -> RequestRefused | None:
        """Return the refusal of a request over the rate limit of its session or address."""
        if self._limits is None:
            return None
        if self._sessions is None or self._addresses is None:
            clock = asyncio.get_running_loop().time
            self._sessions = RateLimit(self._limits.session, clock)
            self._addresses = RateLimit(self._limits.address, clock)
        person = self._person(scope)
        if person is not None:
            limit, wait = "session rate", self._sessions.wait(person)
        else:
            client = scope.get("client")
            limit, wait = "address rate", self._addresses.wait(address_key(client[0] if client else ""))
        if not wait:
            return None
        self._house.metrics.limited(limit)
        seconds = math.ceil(wait)
        message = f"too many requests: try again in {seconds} {'second' if seconds == 1 else 'seconds'}"
        return refused(HTTPStatus.TOO_MANY_REQUESTS, message, retry=seconds)

    def _person(self, scope: dict[str, Any]) -> str | None:
        for name, value in scope["headers"]:
            if name == b"cookie":
                token = cookie_parser(value.decode("latin-1")).get(SESSION_COOKIE)
                return None if not token else self._house.sessions.holder(Secret(token))
        return None


class SeenRequest:
    """What is known of a request while it is answered."""

    def __init__(self, house: CasinoService, scope: dict[str, Any], number: str, send: Send) -> None:
        self._house, self._scope, self._number, self._send = house, scope, number, send
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()
        self._answered: float | None = None
        self.status: int | None = None
        self.deadline: asyncio.Timeout | None = None
        self.error: Exception | None = None

    async def send(self, message: Message) -> None:
        """Send a part of the answer; the first part stops the timeout."""
        if message["type"] == "http.response.start":
            self.status, self._answered = message["status"], self._loop.time()
            message["headers"] = [*message["headers"], (REQUEST_ID, self._number.encode())]
            if self.deadline is not None:
                self.deadline.reschedule(None)
        await self._send(message)

    async def refuse(self, problem: RequestRefused, receive: Receive) -> None:
        """Answer with a problem, unless the answer has begun."""
        if self.status is None:
            await self.answer(answer(problem), receive)

    async def answer(self, response: Response, receive: Receive) -> None:
        """Send an answer that the application has not made, with the headers of every answer."""
        names = dict(response.raw_headers)
        response.raw_headers.extend(missing_headers(self._scope, names))
        await response(self._scope, receive, self.send)

    def finish(self) -> None:
        """Count the request, and write a line about it."""
        now, status = self._loop.time(), self.status or GONE
        route = getattr(self._scope.get("route"), "path", UNROUTED)
        self._house.metrics.answered(self._scope["method"], route, status, (self._answered or now) - self._began)
        log = self._house.settings.log
        write = log.error if status >= HTTPStatus.INTERNAL_SERVER_ERROR else log.info
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            write = log.warning
        client = self._scope.get("client")
        write(
            "request",
            id=self._number,
            method=self._scope["method"],
            route=route,
            status=status,
            ms=round((now - self._began) * 1000, 1),
            actor=self._scope.get(ACTOR),
            address=client[0] if client else None,
            **({} if self.error is None else error_fields(self.error)),
        )
