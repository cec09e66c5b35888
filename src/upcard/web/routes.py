"""The routes of the service: each names the rights of the table that it takes, and the document that lists them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from upcard.errors import UpcardError
from upcard.game.roles import MACHINES, PERSON_ROLES, Role
from upcard.pit.rights import RIGHTS, SERVER_ONLY, Right


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
    def roles(self) -> frozenset[Role]:
        """Return the roles that may use the route for something."""
        return frozenset(role for name in self.rights for role in RIGHTS[name].whose if role in PERSON_ROLES)


class UndeclaredRight(UpcardError):
    """A route with no right, an unknown right, or a path that is already declared."""


class Routes:
    """The routes of a service: what is not declared here does not exist.

    >>> routes = Routes()
    >>> routes.declare(Method.POST, "/tables/{table}/wagers", "PlaceWager", "WithdrawWager").roles
    frozenset({<Role.PATRON: 'patron'>})
    """

    def __init__(self) -> None:
        self._routes: dict[tuple[str, str], Route] = {}

    def declare(self, method: Method, path: str, *rights: str) -> Route:
        """Add a route for rights of the table; raise UndeclaredRight if they are not in it."""
        if not rights:
            raise UndeclaredRight(f"{method} {path} needs a right from the table of rights")
        if unknown := [name for name in rights if name not in RIGHTS]:
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
    rows = [["right", *PERSON_ROLES, "without a person", "routes"], ["---"] * (len(PERSON_ROLES) + 3)]
    rows += [[f"`{right.name}`", *_holders(right), ", ".join(where.get(right.name, ()))] for right in RIGHTS.values()]
    rows += [[f"`{name}`", *[""] * len(PERSON_ROLES), "the server alone", ""] for name in sorted(SERVER_ONLY)]
    kept = len(rows[0]) if where else -1
    return "".join(_line(row[:kept]) for row in rows)


def _holders(right: Right) -> list[str]:
    if right.is_public:
        return [*["yes"] * len(PERSON_ROLES), "anybody"]
    cells = [right.whose[role].value if role in right.whose else "" for role in PERSON_ROLES]
    return [*cells, ", ".join(sorted(machine for machine in MACHINES if machine in right.whose))]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
