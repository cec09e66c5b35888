"""Refusals as pages: a plain sentence and a link for browsers, JSON for programs."""

from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException

from upcard.errors import StoreError
from upcard.web.doors import Visitor, visitor
from upcard.web.pages.frame import Frame
from upcard.web.problems import RequestRefused, of_http, of_store, of_validation, refused
from upcard.web.problems import answer as as_json


class ErrorHeading(NamedTuple):
    """The heading of an error page, and the link on it."""

    title: str
    path: str
    label: str


_LOBBY = "/lobby", "Go to the lobby"
_HEADINGS = {
    HTTPStatus.FORBIDDEN: ErrorHeading("Not allowed", *_LOBBY),
    HTTPStatus.NOT_FOUND: ErrorHeading("Page not found", *_LOBBY),
    HTTPStatus.CONFLICT: ErrorHeading("Not possible right now", *_LOBBY),
    HTTPStatus.UNPROCESSABLE_ENTITY: ErrorHeading("Please check the form", *_LOBBY),
    HTTPStatus.TOO_MANY_REQUESTS: ErrorHeading("Too many requests", *_LOBBY),
    HTTPStatus.SERVICE_UNAVAILABLE: ErrorHeading("The pit is not taking commands right now", *_LOBBY),
    HTTPStatus.INTERNAL_SERVER_ERROR: ErrorHeading("Something went wrong", *_LOBBY),
}
_OTHER = ErrorHeading("This request cannot be processed", *_LOBBY)
BROKEN = "this page could not be displayed; nothing you did before is lost: continue from the lobby"


def wants_page(request: Request) -> bool:
    """Whether a browser requests a page, rather than a program JSON."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def add_error_pages(app: FastAPI, frame: Frame) -> None:
    """Answer refusals with pages for browsers, and with problem details for programs."""

    async def refused_page(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestRefused)
        return await _answer(frame, request, error)

    async def invalid_page(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return await _answer(frame, request, of_validation(error))

    async def http_page(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return await _answer(frame, request, of_http(error))

    async def broken_page(request: Request, _: Exception) -> Response:
        return await _answer(frame, request, refused(HTTPStatus.INTERNAL_SERVER_ERROR, BROKEN))

    async def store_page(request: Request, _: Exception) -> Response:
        return await _answer(frame, request, of_store())

    app.add_exception_handler(RequestRefused, refused_page)
    app.add_exception_handler(StoreError, store_page)
    app.add_exception_handler(RequestValidationError, invalid_page)
    app.add_exception_handler(HTTPException, http_page)
    app.add_exception_handler(Exception, broken_page)


async def _answer(frame: Frame, request: Request, problem: RequestRefused) -> Response:
    if not wants_page(request):
        return as_json(problem)
    if problem.status is HTTPStatus.UNAUTHORIZED:
        return _sign_in(request)
    try:
        who = await visitor(frame.house, request)
    except Exception:  # the list of people cannot be read: the page is for nobody
        who = Visitor.nobody()
    heading = _HEADINGS.get(problem.status, _OTHER)
    if request.url.path.startswith("/account/"):
        heading = heading._replace(path="/account", label="Back to your account")
    response = frame.page(
        request,
        who,
        "error.html",
        status=problem.status.value,
        title=heading.title,
        refusals=problem.refusals,
        link=heading,
    )
    if problem.retry is not None:
        response.headers["Retry-After"] = str(problem.retry)
    return response


def _sign_in(request: Request) -> Response:
    """Redirect to the sign-in page, and back from there; a part of a page redirects its whole page."""
    back = request.url.path if request.method == "GET" else "/lobby"
    if request.headers.get("hx-request") == "true":
        return Response(status_code=HTTPStatus.UNAUTHORIZED.value, headers={"HX-Redirect": "/sign-in"})
    return RedirectResponse(f"/sign-in?then={quote(back)}", HTTPStatus.SEE_OTHER.value)
