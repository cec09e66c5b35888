"""Answers that say no: problem details (RFC 9457), with every refusal and its paragraph."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict

from upcard.pit.refusal import PitRefusal
from upcard.service.person_values import PeopleProblem, ProblemKind

TYPE = "application/problem+json"
STATUSES = {
    ProblemKind.INVALID: HTTPStatus.UNPROCESSABLE_ENTITY,
    ProblemKind.NOT_FOUND: HTTPStatus.NOT_FOUND,
    ProblemKind.NOT_NOW: HTTPStatus.CONFLICT,
    ProblemKind.NOT_LOGGED_ON: HTTPStatus.UNAUTHORIZED,
    ProblemKind.NOT_ALLOWED: HTTPStatus.FORBIDDEN,
    ProblemKind.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
}


class Refusal(BaseModel):
    """A reason, with the paragraph where one says so."""

    message: str
    cite: str | None = None


class Problem(BaseModel):
    """Problem details."""

    model_config = ConfigDict(extra="forbid")
    title: str
    status: int
    detail: str
    refusals: list[Refusal]


class Refused(Exception):
    """Raised where a request is answered by a problem."""

    def __init__(self, status: HTTPStatus, refusals: Sequence[Refusal], *, retry: int | None = None) -> None:
        super().__init__(status)
        self.status, self.refusals, self.retry = status, tuple(refusals), retry


def refused(status: HTTPStatus, message: str, *, retry: int | None = None) -> Refused:
    """Return the problem of one reason."""
    return Refused(status, [Refusal(message=message)], retry=retry)


def of_people(problems: Sequence[PeopleProblem]) -> Refused:
    """Return the problem of an operation on people."""
    status = STATUSES[problems[0].kind]
    retry = 1 if status is HTTPStatus.TOO_MANY_REQUESTS else None
    return Refused(status, [Refusal(message=problem.message) for problem in problems], retry=retry)


def of_pit(refusals: Sequence[PitRefusal]) -> Refused:
    """Return the problem of a command that the pit or the rules refuse."""
    shown = [Refusal(message=each.message, cite=str(each.cite) if each.cite else None) for each in refusals]
    return Refused(HTTPStatus.CONFLICT, shown)


def answer(problem: Refused) -> JSONResponse:
    """Return the answer of a problem."""
    body = Problem(
        title=problem.status.phrase,
        status=problem.status.value,
        detail="; ".join(each.message for each in problem.refusals),
        refusals=list(problem.refusals),
    )
    headers = {} if problem.retry is None else {"Retry-After": str(problem.retry)}
    return JSONResponse(body.model_dump(), problem.status.value, headers, media_type=TYPE)


def documented(*statuses: HTTPStatus) -> dict[int | str, dict[str, Any]]:
    """Return what the OpenAPI document says of answers that say no."""
    content = {TYPE: {"schema": Problem.model_json_schema(ref_template="#/components/schemas/{model}")}}
    return {status.value: {"description": status.phrase, "content": content} for status in statuses}
