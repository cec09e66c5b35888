"""Signing in and out: with name and password, or in the demo by choosing a person."""

import asyncio
from collections.abc import Sequence
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from upcard.game.roles import Role
from upcard.service.password_changes import BAD_LINK, link_owner
from upcard.service.person_values import LoggedOn, PeopleProblem, PeopleResult, ProblemKind
from upcard.service.secret_text import Secret
from upcard.service.sessions import DemoPerson, check_session, demo_people, log_off, log_on_demo
from upcard.web.auth import SESSION, TERMINAL, Visitor, address_of, set_cookie, visitor
from upcard.web.pages.forms import own_path, sent_form
from upcard.web.pages.frame import PREVIOUS, Frame, home_of, landing
from upcard.web.problems import STATUSES, of_people, refused
from upcard.web.routes import Method, Routes

DEMO = "upcard_demo"  # the cookie that holds the key of the demonstration
LINK = "link"  # of the demonstration: it has just set that cookie
PASSWORD = "password"  # it has just been set
PASSWORD_SET = "Your password is set. Sign in with it."
DIFFERENT = "the two passwords differ: type the same one twice"
KEEPS_NO_COOKIE = "your browser is not keeping cookies: allow cookies for this site, then open the server's link again"
LONGEST_LINK = 500
OLD_KEY = "this link has expired: use the one the server printed when it last started"


def declare(declared: Routes) -> None:
    """Declare the routes."""
    declared.declare(Method.GET, "/", "LogOn")
    declared.declare(Method.GET, "/sign-in", "LogOn")
    declared.declare(Method.POST, "/sign-in", "LogOn")
    declared.declare(Method.GET, "/demo/{key}", "LogOn")
    declared.declare(Method.POST, "/demo", "LogOn")
    declared.declare(Method.GET, "/link/{link}", "UseLink")
    declared.declare(Method.POST, "/link", "UseLink")
    declared.declare(Method.GET, "/password", "ChangePassword")
    declared.declare(Method.POST, "/sign-out", "LogOff")
    declared.declare(Method.GET, "/signed-out", "LogOn")


def add(app: FastAPI, frame: Frame) -> None:
    """Add the pages."""
    _add_sign_in(app, frame)
    _add_demo(app, frame)
    _add_link(app, frame)
    _add_sign_out(app, frame)


def _go(path: str) -> RedirectResponse:
    return RedirectResponse(path, HTTPStatus.SEE_OTHER.value)


def _has_key(frame: Frame, key: str) -> bool:
    return frame.house.serves_demonstration and frame.demo is not None and frame.demo == Secret(key)


async def _people(frame: Frame, request: Request) -> tuple[DemoPerson, ...]:
    """Return the people a browser may sign in as without a password: none, unless it has the key."""
    if not _has_key(frame, request.cookies.get(DEMO, "")):
        return ()
    people = await asyncio.to_thread(demo_people, frame.house.people)
    return tuple(sorted(people, key=lambda person: (Role.PATRON not in person.roles, person.name)))


async def _ended(frame: Frame, request: Request) -> str:
    """Return why the last session in this browser has ended, if it has."""
    token, terminal = (Secret(request.cookies.get(name, "")) for name in (SESSION, TERMINAL))
    if not token.reveal():
        return ""
    problems = (await asyncio.to_thread(check_session, frame.house.people, token, terminal)).problems
    return problems[0].message if problems else ""


async def _sign_in_page(
    frame: Frame,
    request: Request,
    who: Visitor,
    *,
    status: HTTPStatus = HTTPStatus.OK,
    problems: Sequence[str] = (),
    done: str = "",
) -> Response:
    then = own_path(request.query_params.get("then", ""), "")
    ended = "" if problems or done else await _ended(frame, request)
    people = await _people(frame, request)
    return frame.page(
        request,
        who,
        "sign_in.html",
        status=status.value,
        problems=problems,
        ended=ended,
        done=done,
        people=people,
        then=then,
    )


def _signed_in(request: Request, logged_on: LoggedOn, then: str) -> Response:
    response = _go(landing(then, logged_on.session))
    set_cookie(response, SESSION, logged_on.token.reveal(), request)
    previous = logged_on.previous
    set_cookie(response, PREVIOUS, "first" if previous is None else previous.isoformat(), request, age=60)
    return response


def _add_sign_in(app: FastAPI, frame: Frame) -> None:
    @app.get("/", include_in_schema=False)
    async def start(request: Request) -> Response:
        """Redirect to the page where the person works, or to the sign-in page."""
        who = await visitor(frame.house, request)
        return _go(home_of(who.session))

    @app.get("/sign-in", include_in_schema=False)
    async def sign_in_page(request: Request) -> Response:
        """Show the form of name and password."""
        who = await visitor(frame.house, request)
        if who.session is not None:
            return _go(landing(request.query_params.get("then", ""), who.session))
        is_by_link = request.query_params.get("by") == LINK
        problems = [KEEPS_NO_COOKIE] if is_by_link and not request.cookies.get(DEMO) else []
        done = PASSWORD_SET if request.query_params.get("by") == PASSWORD else ""
        return await _sign_in_page(frame, request, who, problems=problems, done=done)

    @app.post("/sign-in", include_in_schema=False)
    async def sign_in(request: Request) -> Response:
        """Sign in."""
        who, fields = await sent_form(frame.house, request)
        name, password = fields.get("name", "")[:200], Secret(fields.get("password", "")[:1000])
        result: PeopleResult[LoggedOn] = await frame.house.login.log_on(
            name=name, password=password, terminal=who.terminal, address=address_of(request)
        )
        await frame.house.jobs.record(result.events)
        if result.value is None:
            problems = [problem.message for problem in result.problems]
            return await _sign_in_page(frame, request, who, status=STATUSES[result.problems[0].kind], problems=problems)
        return _signed_in(request, result.value, fields.get("then", ""))


def _add_demo(app: FastAPI, frame: Frame) -> None:
    @app.get("/demo/{key}", include_in_schema=False)
    async def demo_key(key: str, request: Request) -> Response:
        """Store the key that the server printed in a cookie, so that signing in needs no password."""
        if frame.demo is None or not (_has_key(frame, key) or frame.use_once(Secret(key))):
            raise refused(HTTPStatus.NOT_FOUND, OLD_KEY)
        response = _go(f"/sign-in?by={LINK}")
        set_cookie(response, DEMO, frame.demo.reveal(), request)
        return response

    @app.post("/demo", include_in_schema=False)
    async def demo(request: Request) -> Response:
        """Sign in as a demo person."""
        who, fields = await sent_form(frame.house, request)
        if not _has_key(frame, request.cookies.get(DEMO, "")):
            raise refused(HTTPStatus.FORBIDDEN, OLD_KEY)
        name, address = fields.get("person", ""), address_of(request)
        result = await asyncio.to_thread(
            lambda: log_on_demo(frame.house.people, name=name, terminal=who.terminal, address=address)
        )
        await frame.house.jobs.record(result.events)
        if result.value is None:
            problems = [problem.message for problem in result.problems]
            return await _sign_in_page(frame, request, who, status=HTTPStatus.FORBIDDEN, problems=problems)
        return _signed_in(request, result.value, fields.get("then", ""))


def _add_link(app: FastAPI, frame: Frame) -> None:
    async def page(request: Request, who: Visitor, link: Secret, problems: Sequence[PeopleProblem] = ()) -> Response:
        owner = await asyncio.to_thread(link_owner, frame.house.people, link)
        if owner is None:
            raise of_people([BAD_LINK])
        status = STATUSES[problems[0].kind].value if problems else HTTPStatus.OK.value
        shown = [problem.message for problem in problems]
        return frame.page(request, who, "link.html", status=status, owner=owner, secret=link.reveal(), problems=shown)

    @app.get("/link/{link}", include_in_schema=False)
    async def link_page(link: str, request: Request) -> Response:
        """Show the form in which the owner of a one-time link sets a password."""
        return await page(request, await visitor(frame.house, request), Secret(link[:LONGEST_LINK]))

    @app.post("/link", include_in_schema=False)
    async def use(request: Request) -> Response:
        """Set a password with a one-time link."""
        who, fields = await sent_form(frame.house, request)
        link, new = Secret(fields.get("link", "")[:LONGEST_LINK]), Secret(fields.get("password", "")[:1000])
        if new != Secret(fields.get("again", "")[:1000]):
            return await page(request, who, link, [PeopleProblem(ProblemKind.INVALID, DIFFERENT)])
        result = await frame.house.login.use_link(link, new=new, address=address_of(request))
        await frame.house.jobs.record(result.events)
        if result.value is None:
            return await page(request, who, link, result.problems)
        return _go(f"/sign-in?by={PASSWORD}")

    @app.get("/password", include_in_schema=False)
    async def password(request: Request) -> Response:
        """Show the form in which anyone who is signed in changes their password."""
        who = await visitor(frame.house, request)
        who.actor("ChangePassword", owner=who.person().person)
        return frame.page(request, who, "password.html", done="done" in request.query_params)


def _add_sign_out(app: FastAPI, frame: Frame) -> None:
    @app.post("/sign-out", include_in_schema=False)
    async def sign_out(request: Request) -> Response:
        """Sign out."""
        who, _ = await sent_form(frame.house, request)
        if who.session is not None:
            ended = await asyncio.to_thread(log_off, frame.house.people, who.token, who.terminal)
            await frame.house.jobs.record(ended.events)
        response = _go("/signed-out")
        response.delete_cookie(SESSION, path="/")
        return response

    @app.get("/signed-out", include_in_schema=False)
    async def signed_out(request: Request) -> Response:
        """Confirm the sign-out; the helpline is on every page."""
        return frame.page(request, await visitor(frame.house, request), "signed_out.html")
