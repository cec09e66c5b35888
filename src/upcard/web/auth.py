"""Who sent a request: the session and browser cookies, and the CSRF token."""

from dataclasses import dataclass, replace
from http import HTTPStatus

from fastapi import Request, Response

from upcard.game.roles import Role
from upcard.pit.actors import Actor
from upcard.pit.rights import RIGHTS, refusals
from upcard.service.casino_service import CasinoService
from upcard.service.person_values import PeopleProblem, PersonSession, ProblemKind
from upcard.service.secret_text import Secret, csrf_token, is_csrf_token, new_secret
from upcard.web.problems import of_people, refused
from upcard.web.traffic import SESSION_COOKIE, note_actor

SESSION, TERMINAL, CSRF = SESSION_COOKIE, "upcard_terminal", "X-CSRF-Token"
A_YEAR = 365 * 24 * 3600


def right_problems(
    session: PersonSession | None, name: str, *, owner: str | None = None, first: str | None = None
) -> tuple[PeopleProblem, ...]:
    """Return why a visitor may not do something, by the table of rights; empty if the visitor may."""
    if name in RIGHTS and RIGHTS[name].is_public:
        return ()
    if session is None:
        return (PeopleProblem(ProblemKind.NOT_LOGGED_ON, "sign in first"),)
    reasons = refusals(session.roles, session.person, name, owner=owner, first=first)
    return tuple(PeopleProblem(ProblemKind.NOT_ALLOWED, reason) for reason in reasons)


@dataclass(frozen=True)
class Visitor:
    """The browser of a request, and who is signed in there."""

    token: Secret
    terminal: Secret
    session: PersonSession | None

    @property
    def csrf(self) -> str:
        """The token that a request to change something must carry; empty if the browser has no cookie yet."""
        secret = self.token if self.session is not None else self.terminal
        return csrf_token(secret).reveal() if secret.reveal() else ""

    @classmethod
    def nobody(cls) -> "Visitor":
        """Return an unknown browser."""
        return cls(Secret(""), Secret(""), None)

    def actor(self, right: str, owner: str | None = None, first: str | None = None, role: str | None = None) -> Actor:
        """Return the actor for a right; raise if the person lacks it. `first` did the first half of a duty of two.

        With a role, the person acts in that one.
        """
        session = self.session
        if session is not None and role is not None:
            session = replace(session, roles=session.roles & {Role(role)})
        if problems := right_problems(session, right, owner=owner, first=first):
            raise of_people(problems)
        assert session is not None
        own = next(own for own in sorted(session.roles) if own in RIGHTS[right].whose)
        return Actor(own, session.person)

    def person(self) -> PersonSession:
        """Return who is signed in; raise if nobody is."""
        if self.session is None:
            raise refused(HTTPStatus.UNAUTHORIZED, "sign in first")
        return self.session


def address_of(request: Request) -> str:
    """Return the network address of a browser."""
    return request.client.host if request.client is not None else ""


async def visitor(house: CasinoService, request: Request) -> Visitor:
    """Return who sent a request."""
    token, terminal = (Secret(request.cookies.get(name, "")) for name in (SESSION, TERMINAL))
    session = await house.sessions.check(token, terminal)
    if session is not None:
        note_actor(request, session.person)
    return Visitor(token, terminal, session)


async def changing_visitor(house: CasinoService, request: Request, csrf: str) -> Visitor:
    """Return who sent a request that changes something; raise if it may be forged."""
    who = await visitor(house, request)
    secret = who.token if who.session is not None else who.terminal
    if not secret.reveal() or not is_csrf_token(secret, Secret(csrf)):
        raise refused(HTTPStatus.FORBIDDEN, f"the header {CSRF} is missing or wrong: get a new token from the session")
    return who


def set_cookie(response: Response, name: str, value: str, request: Request, *, age: int | None = None) -> None:
    """Set a cookie that scripts and other sites cannot use."""
    is_tls = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=age, path="/", secure=is_tls, httponly=True, samesite="strict")


def terminal_of(house: CasinoService, who: Visitor, response: Response, request: Request) -> Visitor:
    """Return a visitor whose browser has a terminal cookie; set a new one if it has none."""
    if who.terminal.reveal():
        return who
    terminal = new_secret(house.settings.random)
    set_cookie(response, TERMINAL, terminal.reveal(), request, age=A_YEAR)
    return Visitor(who.token, terminal, who.session)
