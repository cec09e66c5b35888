"""Limits on every request before anything reads it (size, nesting, time), and headers on every answer."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Container, MutableMapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from upcard.web.problems import UNREADABLE, answer, refused

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]
LARGEST_BODY = 16 * 1024
DEEPEST = 8
LARGEST_HEAD = 64 * 1024  # bytes of a request before its body
SLOWEST_BODY = 10.0  # seconds
HEADERS = (
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)
ONLY_TLS = (b"strict-transport-security", b"max-age=31536000")  # for a year


def missing_headers(scope: Message, names: Container[bytes]) -> list[tuple[bytes, bytes]]:
    """Return the headers of every answer, except those that it has; one by TLS says that there is no other way in."""
    headers = (*HEADERS, ONLY_TLS) if scope.get("scheme") == "https" else HEADERS
    return [pair for pair in headers if pair[0] not in names]


LARGE_HEAD = refused(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, f"the request headers are too large: the limit is {LARGEST_HEAD} bytes"
)


class RequestLimits:
    """Reads the whole body of a request, within limits, and adds security headers to its answer."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *missing_headers(scope, names)]
            await send(message)

        if size_of_head(scope) > LARGEST_HEAD:
            await answer(LARGE_HEAD)(scope, receive, send_guarded)
            return
        try:
            async with asyncio.timeout(SLOWEST_BODY):
                body = await _body(receive)
        except TimeoutError:
            problem = refused(
                HTTPStatus.REQUEST_TIMEOUT, f"the request body took longer than {SLOWEST_BODY:.0f} seconds to arrive"
            )
            await answer(problem)(scope, receive, send_guarded)
            return
        if body is None:
            problem = refused(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the request body is too large: the limit is {LARGEST_BODY} bytes"
            )
            await answer(problem)(scope, receive, send_guarded)
        elif body.count(b"[") + body.count(b"{") > DEEPEST and depth(body) > DEEPEST:
            problem = refused(HTTPStatus.BAD_REQUEST, f"the JSON is nested too deeply: the limit is {DEEPEST} levels")
            await answer(problem)(scope, receive, send_guarded)
        elif (why := unread(body)) is not None:
            await answer(refused(HTTPStatus.BAD_REQUEST, why))(scope, receive, send_guarded)
        else:
            await self._app(scope, _replayed(body, receive), send_guarded)


def size_of_head(scope: Message) -> int:
    """Return how many bytes a request has before its body, without the words of its first line."""
    fields = sum([len(name) + len(value) + 4 for name, value in scope["headers"]])
    return fields + len(scope.get("raw_path") or b"") + len(scope.get("query_string", b""))


def unread(body: bytes) -> str | None:
    """Return why a body is not read: another encoding, or JSON that says two things under one name.

    >>> unread(b'{"amount": "1.00", "amount": "9.00"}')
    'the JSON has the key "amount" twice: send it once'
    """
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return UNREADABLE
    if "\0" in text:  # as UTF-16 and UTF-32 have it, which a reader of JSON would guess
        return UNREADABLE
    if text.lstrip()[:1] not in ("{", "["):
        return None
    twice: list[str] = []

    def note(pairs: list[tuple[str, object]]) -> None:
        twice.extend(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)

    with suppress(ValueError):  # whoever reads it says what is wrong
        json.loads(text, object_pairs_hook=note)
    return f"the JSON has the key {json.dumps(twice[0])} twice: send it once" if twice else None


async def _body(receive: Receive) -> bytes | None:
    """Read a body; None if it is too large."""
    parts: bytes = b""
    while True:
        message = await receive()
        parts += message.get("body", b"")
        if len(parts) > LARGEST_BODY:
            return None
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return parts


def _replayed(body: bytes, receive: Receive) -> Receive:
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def depth(body: bytes) -> int:
    """Return how deep JSON is nested, without reading it.

    >>> depth(b'{"a": [1, "]]]{{{"]}')
    2
    """
    deepest = now = 0
    in_text = escaped = False
    for byte in body:
        if in_text:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                in_text = False
        elif byte == 0x22:
            in_text = True
        elif byte in b"[{":
            now += 1
            deepest = max(deepest, now)
        elif byte in b"]}":
            now -= 1
    return deepest
