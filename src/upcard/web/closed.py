"""What is answered while the journal cannot be proved: why, in plain words; nothing of the house is served."""

from collections.abc import Callable
from functools import cached_property
from http import HTTPStatus

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from upcard import __version__
from upcard.service.sessions import HELPLINE
from upcard.store.proved import Contradiction
from upcard.web.limits import App, Message, Receive, Send
from upcard.web.pages.error_pages import wants_page
from upcard.web.pages.frame import POLICY, TEMPLATES
from upcard.web.pages.static_files import StaticFiles, file_response
from upcard.web.problems import RequestRefused, answer, refused

OPEN_PATHS = ("/healthz", "/metrics")  # what an operator still needs
STATIC = "/static/"
RETRY = 60  # seconds
NO_MONEY = "no money moves until an operator has put the journal in order and started the server again"


def not_ready(contradiction: Contradiction) -> RequestRefused:
    """Return the problem for every request to a house that cannot be proved."""
    return refused(HTTPStatus.SERVICE_UNAVAILABLE, f"{contradiction}; {NO_MONEY}", retry=RETRY)


class ClosedHouse:
    """Answers every request to a house that cannot be proved; other requests pass on to the application."""

    def __init__(self, app: App | None, contradiction: Callable[[], Contradiction | None]) -> None:
        self._app, self._contradiction = app, contradiction

    @cached_property
    def _files(self) -> StaticFiles:
        return StaticFiles()

    @cached_property
    def _templates(self) -> Environment:
        made = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
        made.globals.update(static=self._files.address, helpline=HELPLINE, version=__version__)
        return made

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        contradiction = self._contradiction()
        is_open = scope["type"] != "http" or scope["path"] in OPEN_PATHS
        if self._app is not None and (contradiction is None or is_open):
            await self._app(scope, receive, send)
        elif contradiction is not None and scope["type"] == "http":
            await self._response(Request(scope), contradiction)(scope, receive, send)

    def _response(self, request: Request, contradiction: Contradiction) -> Response:
        path: str = request.url.path
        if path == "/healthz":
            return JSONResponse({"status": "alive"})
        if path.startswith(STATIC):
            file = self._files.at(*path.removeprefix(STATIC).partition("/")[::2])
            if file is not None:
                return file_response(file, request)
        problem = not_ready(contradiction)
        if not wants_page(request) or path == "/readyz":
            return answer(problem)
        text = self._templates.get_template("closed.html").render(reason=str(contradiction))
        headers = {"Content-Security-Policy": POLICY, "Retry-After": str(RETRY)}
        return HTMLResponse(text, HTTPStatus.SERVICE_UNAVAILABLE.value, headers)
