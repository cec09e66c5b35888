"""Routes: each has a right of the table, and the document lists every right with the routes that use it."""

import pytest

from upcard.game.roles import PERSON_ROLES, Role
from upcard.pit.rights import RIGHTS, SERVER_ONLY
from upcard.service.person_values import ProblemKind
from upcard.web.auth import right_problems
from upcard.web.routes import Method, Routes, UndeclaredRight, matrix


@pytest.mark.parametrize("name", sorted(RIGHTS))
def test_who_is_not_logged_on_has_public_rights_only(name: str) -> None:
    problems = right_problems(None, name, owner="anna", first="ben")
    assert (problems == ()) is (name in {"LogOn", "UseLink", "ViewFiles", "ViewHealth"})
    assert all(problem.kind is ProblemKind.NOT_LOGGED_ON for problem in problems)


def test_a_route_without_a_declared_right_cannot_be() -> None:
    routes = Routes()
    with pytest.raises(UndeclaredRight, match="POST /x needs a right from the table of rights"):
        routes.declare(Method.POST, "/x")
    with pytest.raises(UndeclaredRight, match="names rights that are not in the table of rights: Cheat, ShuffleShoe"):
        routes.declare(Method.POST, "/x", "PlaceWager", "Cheat", "ShuffleShoe")
    assert list(routes) == []
    route = routes.declare(Method.POST, "/x", "PlaceWager", "FillRack")
    assert route.roles == {Role.PATRON, Role.SUPERVISOR}
    with pytest.raises(UndeclaredRight, match="POST /x is already declared"):
        routes.declare(Method.POST, "/x", "LogOn")
    routes.declare(Method.GET, "/x", "ViewTable")
    assert [one.method for one in routes] == [Method.GET, Method.POST]
    assert routes.route("POST", "/x") is route
    assert routes.route("DELETE", "/x") is None
    served = [("GET", "/x"), ("POST", "/x"), ("PUT", "/x"), ("GET", "/docs")]
    assert routes.undeclared(served) == (("GET", "/docs"), ("PUT", "/x"))


def test_the_matrix_has_every_right_and_the_routes_that_use_it() -> None:
    routes = Routes()
    routes.declare(Method.POST, "/tables/{table}/wagers", "PlaceWager")
    lines = matrix(routes).splitlines()
    assert len(lines) == 2 + len(RIGHTS) + len(SERVER_ONLY)
    assert {line.count("|") for line in lines} == {len(PERSON_ROLES) + 4}
    assert "| `PlaceWager` |  |  |  |  | own |  |  | `POST /tables/{table}/wagers` |" in lines
    assert "| `ShuffleShoe` |  |  |  |  |  |  | the server alone |  |" in lines
    assert {line.count("|") for line in matrix().splitlines()} == {len(PERSON_ROLES) + 3}
