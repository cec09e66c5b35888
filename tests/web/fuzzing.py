"""Requests of every kind that the document of the interface describes, and of every kind that it does not."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, Case, GenerationMode, Response
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.result import Ok

from tests.service.simulated import SimulatedLoop
from tests.web.asgi import Reply
from tests.web.whole import PATRONS, STAFF, Whole, furnish, opened
from upcard.game.roles import CLOCK
from upcard.service.accounts import unlock

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
WHO = ("", PATRONS[0], *STAFF)
TABLE = "blackjack"
BASE = "http://127.0.0.1"


@dataclass
class Fuzzing:
    """A service that answers one request after the other."""

    runner: asyncio.Runner
    whole: Whole
    answered: Counter[int]

    def operations(self) -> Iterator[APIOperation[Any, Any, Any, Any]]:
        schema = schemathesis.openapi.from_dict(self.whole.app.openapi())
        for result in schema.get_all_operations():
            assert isinstance(result, Ok), result
            yield result.ok()

    def send(self, case: Case[Any], who: str, *, with_token: bool) -> Response:
        """Send a request in the browser of a person, with the token of its page and about a table that there is."""
        if with_token and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = TABLE
        prepared = requests.Request(**case.as_transport_kwargs(base_url=BASE)).prepare()
        reply = self.runner.run(self._answer(prepared, who, with_token=with_token))
        self.answered[reply.status] += 1
        return _as_response(prepared, reply)

    async def _answer(self, prepared: requests.PreparedRequest, who: str, *, with_token: bool) -> Reply:
        client = await self.whole.logged_on(who) if who else self.whole.client()
        if (await client.get("/api/v1/session")).json()["person"] != (who or None):  # has logged off, or was locked
            self.whole.clients.pop(who)
            unlock(self.whole.house.people, who, by=CLOCK)
            client = await self.whole.logged_on(who)
        headers = {name.lower(): _text(value) for name, value in prepared.headers.items() if name.lower() != "cookie"}
        if with_token:
            headers["x-csrf-token"] = client.csrf or (await client.get("/api/v1/session")).json()["csrf"]
        assert prepared.url is not None
        path = prepared.url.removeprefix(BASE)
        body = prepared.body.encode() if isinstance(prepared.body, str) else prepared.body or b""
        assert isinstance(body, bytes)
        words = {name.replace("-", "_"): value for name, value in headers.items()}
        if prepared.method == "GET":
            return await client.listen(path, 0.5, **words)
        return await client.request(str(prepared.method), path, body, **words)


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _as_response(prepared: requests.PreparedRequest, reply: Reply) -> Response:
    headers: dict[str, list[str]] = {}
    for name, value in reply.headers:
        headers.setdefault(name.decode(), []).append(value.decode())
    return Response(reply.status, headers, reply.body, prepared, elapsed=0.0, verify=False)


@contextmanager
def fuzzing(folder: Path) -> Iterator[Fuzzing]:
    """A service with people and a table, to send requests to."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, SimulatedLoop)
        whole = runner.run(opened(folder / "data", loop))
        runner.run(furnish(whole, [TABLE]))
        try:
            yield Fuzzing(runner, whole, Counter())
        finally:
            runner.run(whole.house.close())


def fuzz(folder: Path, examples: int, *, search: bool) -> Counter[int]:
    """Send requests to every operation; a failure names the request. Return how often each status was answered."""
    with fuzzing(folder) as service:
        for operation in service.operations():
            fuzz_operation(service, operation, examples=examples, search=search)
        return service.answered


def fuzz_operation(
    service: Fuzzing, operation: APIOperation[Any, Any, Any, Any], *, examples: int, search: bool
) -> None:
    """Send requests to an operation: as documented, and not as documented."""
    for mode in GenerationMode:
        _fuzz_mode(service, operation, mode, examples, search=search)


def _fuzz_mode(
    service: Fuzzing, operation: APIOperation[Any, Any, Any, Any], mode: GenerationMode, examples: int, *, search: bool
) -> None:
    @settings(
        max_examples=examples,
        derandomize=not search,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @given(case=operation.as_strategy(generation_mode=mode), who=st.sampled_from(WHO), with_token=st.booleans())
    def check(case: Case[Any], who: str, *, with_token: bool) -> None:
        response = service.send(case, who, with_token=with_token)
        case.validate_response(response, checks=CHECKS)

    with suppress(Unsatisfiable):  # nothing about the operation can be wrong
        check()
