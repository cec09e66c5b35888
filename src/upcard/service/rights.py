"""Who may do what: one table of commands and views by role, and the routes that it allows."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from upcard.errors import UpcardError
from upcard.service.person_values import PeopleProblem, PersonRole, PersonSession, ProblemKind
from upcard.service.rights_table import (
    NOT_ONESELF,
    RIGHTS,
    SECOND_PERSONS,
    SERVER_ONLY,
    Right,
    Whose,
)

BY_NAME: Mapping[str, Right] = {right.name: right for right in RIGHTS}


def right_problems(
    session: PersonSession | None, name: str, *, owner: str | None = None, first: str | None = None
) -> tuple[PeopleProblem, ...]:
    """Return why a person may not do something; empty if the person may.

    `owner` is the person whose seat, wallet or account it concerns; `first` did the first half of a two-person duty.
    If one of them matters and is not given, the person may not.
    """
    right = BY_NAME.get(name)
    if right is None:
        return (_forbidden(f"no role may do this: {name}"),)
    if right.is_public:
        return ()
    if session is None:
        return (PeopleProblem(ProblemKind.NOT_LOGGED_ON, "sign in first"),)
    whose = [right.whose[role] for role in session.roles if role in right.whose]
    if not whose:
        held = ", ".join(sorted(session.roles))
        return (_forbidden(f"{name} is for {right.holders}; you are {held}"),)
    problems = []
    if Whose.ANY not in whose and owner != session.person:
        problems.append(_forbidden(f"{name}: you may do this only for yourself"))
    if name in NOT_ONESELF and owner in (None, session.person):
        problems.append(_forbidden(f"{name}: someone else must do this for you"))
    if name in SECOND_PERSONS and first in (None, session.person):
        problems.append(_forbidden(f"{name}: a second person must do this, not the first one"))
    return tuple(problems)


def may_without_person(machine: str, name: str) -> bool:
    """Whether the service may do something without a person: by its clock, at startup, or as housekeeping."""
    return name in BY_NAME and machine in BY_NAME[name].machines


def _forbidden(message: str) -> PeopleProblem:
    return PeopleProblem(ProblemKind.NOT_ALLOWED, message)


class Method(StrEnum):
    """The HTTP methods of routes: one that changes nothing, and one for commands."""

    GET = "GET"
    POST = "POST"


@dataclass(frozen=True)
class Route:
    """A route, and the rights to use it; one of them is enough."""

    method: Method
    path: str
    rights: tuple[str, ...]

    @property
    def roles(self) -> frozenset[PersonRole]:
        """Return the roles that may use the route for something."""
        return frozenset(role for name in self.rights for role in BY_NAME[name].whose)


class UndeclaredRight(UpcardError):
    """A route with no right, an unknown right, or a path that is already declared."""


class Routes:
    """The routes of a service: what is not declared here does not exist.

    >>> routes = Routes()
    >>> routes.declare(Method.POST, "/tables/{table}/wagers", "PlaceWager", "WithdrawWager").roles
    frozenset({<PersonRole.PATRON: 'patron'>})
    """

    def __init__(self) -> None:
        self._routes: dict[tuple[str, str], Route] = {}

    def declare(self, method: Method, path: str, *rights: str) -> Route:
        """Add a route for rights of the table; raise UndeclaredRight if they are not in it."""
        if not rights:
            raise UndeclaredRight(f"{method} {path} needs a right from the table of rights")
        if unknown := [name for name in rights if name not in BY_NAME]:
            raise UndeclaredRight(
                f"{method} {path} names rights that are not in the table of rights: {', '.join(unknown)}"
            )
        if (method.value, path) in self._routes:
            raise UndeclaredRight(f"{method} {path} is already declared")
        route = self._routes[method.value, path] = Route(method, path, rights)
        return route

    def __iter__(self) -> Iterator[Route]:
        return iter(sorted(self._routes.values(), key=lambda route: (route.path, route.method)))

    def undeclared(self, served: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """Return the served methods and paths without a declared right; there must be none."""
        return tuple(sorted(set(served) - set(self._routes)))

    def route(self, method: str, path: str) -> Route | None:
        """Return the route of a method and a path, as it was declared."""
        return self._routes.get((method, path))


def matrix(routes: Iterable[Route] = ()) -> str:
    """Return the table of rights as a document shows it, a line each, with the routes that use it."""
    where: dict[str, list[str]] = {}
    for route in routes:
        for name in route.rights:
            where.setdefault(name, []).append(f"`{route.method} {route.path}`")
    rows = [["right", *PersonRole, "without a person", "routes"], ["---"] * (len(PersonRole) + 3)]
    rows += [[f"`{right.name}`", *_holders(right), ", ".join(where.get(right.name, ()))] for right in RIGHTS]
    rows += [[f"`{name}`", *[""] * len(PersonRole), "the server alone", ""] for name in sorted(SERVER_ONLY)]
    kept = len(rows[0]) if where else -1
    return "".join(_line(row[:kept]) for row in rows)


def _holders(right: Right) -> list[str]:
    if right.is_public:
        return [*["yes"] * len(PersonRole), "anybody"]
    cells = [right.whose[role].value if role in right.whose else "" for role in PersonRole]
    return [*cells, ", ".join(sorted(right.machines))]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
