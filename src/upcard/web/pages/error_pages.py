"""Refusals as pages: a plain sentence and a link for browsers, JSON for programs."""

from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException

from upcard.errors import StoreError
from upcard.web.auth import Visitor, visitor
from upcard.web.pages.frame import Frame, home_of, pages_of
from upcard.web.problems import RequestRefused, of_http, of_store, of_validation, refused
from upcard.web.problems import answer as as_json


class NextPage(NamedTuple):
    """The link on an error page."""

    path: str
    label: str


_HEADINGS = {
    HTTPStatus.FORBIDDEN: "Not allowed",
    HTTPStatus.NOT_FOUND: "Page not found",
    HTTPStatus.CONFLICT: "Not possible right now",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Please check the form",
    HTTPStatus.TOO_MANY_REQUESTS: "Too many requests",
    HTTPStatus.SERVICE_UNAVAILABLE: "The pit is not taking commands right now",
    HTTPStatus.INTERNAL_SERVER_ERROR: "Something went wrong",
}
_OTHER = "This request cannot be processed"
_NEXT = {
    "/sign-in": NextPage("/sign-in", "Go to the sign-in page"),
    "/lobby": NextPage("/lobby", "Go to the lobby"),
    "/house": NextPage("/house", "Go to the house"),
    "/account": NextPage("/account", "Back to your account"),
}
BROKEN = "this page could not be displayed; nothing you did before is lost"


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
    own = "/" + request.url.path.split("/")[1]  # a refused form leads back to its page
    is_form = request.method == "POST" and own in ("/account", "/house") and own in pages_of(who.session)
    response = frame.page(
        request,
        who,
        "error.html",
        status=problem.status.value,
        title=_HEADINGS.get(problem.status, _OTHER),
        refusals=problem.refusals,
        link=_NEXT[own if is_form else home_of(who.session)],
    )
    if problem.retry is not None:
        response.headers["Retry-After"] = str(problem.retry)
    return response


def _sign_in(request: Request) -> Response:
    """Redirect to the sign-in page, and back from there; a part of a page redirects its whole page."""
    back = request.url.path if request.method == "GET" else "/"
    if request.headers.get("hx-request") == "true":
        return Response(status_code=HTTPStatus.UNAUTHORIZED.value, headers={"HX-Redirect": "/sign-in"})
    return RedirectResponse(f"/sign-in?then={quote(back)}", HTTPStatus.SEE_OTHER.value)
