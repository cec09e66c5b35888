"""Error responses: problem details (RFC 9457), with every refusal and its paragraph."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.exceptions import HTTPException

from upcard.pit.ledger import NOT_STORED
from upcard.pit.refusal import PitRefusal
from upcard.service.person_values import PeopleProblem, ProblemKind

TYPE = "application/problem+json"
UNREADABLE = "the request body cannot be read: send UTF-8 text of the type in its Content-Type header"
# What the framework itself refuses. A 400 has only one cause left once the request itself could be read.
_BY_FRAMEWORK = {
    HTTPStatus.BAD_REQUEST: UNREADABLE,
    HTTPStatus.NOT_FOUND: "the address may be mistyped, or the page no longer exists",
    HTTPStatus.METHOD_NOT_ALLOWED: "this address does not accept this kind of request",
}
STATUSES = {
    ProblemKind.INVALID: HTTPStatus.UNPROCESSABLE_ENTITY,
    ProblemKind.NOT_FOUND: HTTPStatus.NOT_FOUND,
    ProblemKind.NOT_NOW: HTTPStatus.CONFLICT,
    ProblemKind.NOT_LOGGED_ON: HTTPStatus.UNAUTHORIZED,
    ProblemKind.NOT_ALLOWED: HTTPStatus.FORBIDDEN,
    ProblemKind.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    ProblemKind.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}


class RefusalBody(BaseModel):
    """A reason, with the paragraph it rests on, if any."""

    message: str
    cite: str | None = None


class ProblemBody(BaseModel):
    """Problem details (RFC 9457): a title, the status, and every reason."""

    model_config = ConfigDict(extra="forbid")
    title: str
    status: int
    detail: str
    refusals: list[RefusalBody]


class RequestRefused(Exception):
    """Raised to answer a request with a problem."""

    def __init__(self, status: HTTPStatus, refusals: Sequence[RefusalBody], *, retry: int | None = None) -> None:
        super().__init__(status)
        self.status, self.refusals, self.retry = status, tuple(refusals), retry


def refused(status: HTTPStatus, message: str, *, retry: int | None = None) -> RequestRefused:
    """Return a problem with one reason."""
    return RequestRefused(status, [RefusalBody(message=message)], retry=retry)


def of_people(problems: Sequence[PeopleProblem]) -> RequestRefused:
    """Return the problem for a refused operation on people."""
    status = STATUSES[problems[0].kind]
    retry = problems[0].wait if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE) else None
    return RequestRefused(status, [RefusalBody(message=problem.message) for problem in problems], retry=retry)


def of_pit(refusals: Sequence[PitRefusal]) -> RequestRefused:
    """Return the problem for a command that the pit or the rules refuse."""
    shown = [RefusalBody(message=each.message, cite=str(each.cite) if each.cite else None) for each in refusals]
    return RequestRefused(HTTPStatus.CONFLICT, shown)


def of_store() -> RequestRefused:
    """Return the problem for an unavailable database: nothing was done, and trying again may help."""
    return refused(HTTPStatus.SERVICE_UNAVAILABLE, NOT_STORED, retry=1)


def of_validation(error: RequestValidationError | ValidationError) -> RequestRefused:
    """Return the problem for a request with invalid fields."""
    places = ((".".join(map(str, each["loc"])), each["msg"]) for each in error.errors())
    return RequestRefused(
        HTTPStatus.UNPROCESSABLE_ENTITY, [RefusalBody(message=f"{at}: {what}") for at, what in places]
    )


def of_http(error: HTTPException) -> RequestRefused:
    """Return the problem for a request that the framework itself refuses."""
    status = HTTPStatus(error.status_code)
    return refused(status, _BY_FRAMEWORK.get(status) or status.description or status.phrase)


def answer(problem: RequestRefused) -> JSONResponse:
    """Return a problem as a response."""
    body = ProblemBody(
        title=problem.status.phrase,
        status=problem.status.value,
        detail="; ".join(each.message for each in problem.refusals),
        refusals=list(problem.refusals),
    )
    headers = {} if problem.retry is None else {"Retry-After": str(problem.retry)}
    return JSONResponse(body.model_dump(), problem.status.value, headers, media_type=TYPE)


def documented(*statuses: HTTPStatus) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of error responses."""
    content = {TYPE: {"schema": ProblemBody.model_json_schema(ref_template="#/components/schemas/{model}")}}
    return {status.value: {"description": status.phrase, "content": content} for status in statuses}
