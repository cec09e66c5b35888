"""Rights: one table, complete, tried in full; a route without a right cannot be."""

import ast
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from tests.command import ROOT
from tests.service.checklist import ASKED
from tests.service.making import START
from upcard.game.commands import Command
from upcard.pit.actors import ActorRole, is_name
from upcard.pit.permissions import MAY
from upcard.service.person_values import CLOCK, SYSTEM, PersonRole, PersonSession, ProblemKind, read_name
from upcard.service.rights import BY_NAME, Method, Routes, UndeclaredRight, matrix, may_without_person, right_problems
from upcard.service.rights_table import DUTIES_OF_TWO, NOT_ONESELF, RIGHTS, SECOND_PERSONS, SERVER_ONLY, Whose

NAMES = sorted(BY_NAME)


def session(*roles: PersonRole, name: str = "anna") -> PersonSession:
    return PersonSession(
        person=name,
        roles=frozenset(roles),
        demo=False,
        created=START,
        seen=START,
        expires=START + timedelta(hours=12),
    )


def test_every_right_stands_once() -> None:
    assert len(RIGHTS) == len(BY_NAME)


def test_every_command_of_a_round_has_a_right_or_is_the_servers_alone() -> None:
    commands = {command.__name__ for command in get_args(Command)}
    assert commands - set(BY_NAME) == SERVER_ONLY
    assert SERVER_ONLY & set(BY_NAME) == set()


def test_every_command_of_the_pit_has_a_right_for_no_more_actors_than_the_pit_takes() -> None:
    for command, takes in MAY.items():
        right = BY_NAME[command.__name__]
        assert {*right.whose, *right.machines} <= {role.value for role in takes}, command.__name__
    assert {role.value for role in ActorRole} == {*PersonRole, CLOCK, SYSTEM}


@pytest.mark.parametrize("name", ["anna", "a2", "x" * 40, "anna.b-2_c"])
def test_the_name_of_a_person_is_one_of_an_actor(name: str) -> None:
    assert read_name(name) == name
    assert is_name(name)


def test_every_right_has_somebody() -> None:
    assert [right.name for right in RIGHTS if not (right.whose or right.machines or right.is_public)] == []


@pytest.mark.parametrize("role", PersonRole)
@pytest.mark.parametrize("name", NAMES)
def test_the_answer_for_every_role_and_right_is_that_of_the_table(name: str, role: PersonRole) -> None:
    right, person = BY_NAME[name], session(role)
    for owner, first in product((None, "anna", "ben"), repeat=2):
        allowed = right_problems(person, name, owner=owner, first=first) == ()
        whose = right.whose.get(role)
        expected = right.is_public or whose is Whose.ANY or (whose is Whose.OWN and owner == "anna")
        if name in NOT_ONESELF:
            expected = expected and owner == "ben"
        if name in SECOND_PERSONS:
            expected = expected and first == "ben"
        assert allowed is expected, (owner, first)


@pytest.mark.parametrize("name", NAMES)
def test_who_is_not_logged_on_has_public_rights_only(name: str) -> None:
    problems = right_problems(None, name, owner="anna", first="ben")
    assert (problems == ()) is (name in {"LogOn", "UseLink", "ViewFiles", "ViewHealth"})
    assert all(problem.kind is ProblemKind.NOT_LOGGED_ON for problem in problems)


@pytest.mark.parametrize("name", [*sorted(SERVER_ONLY), "Undeclared", ""])
@pytest.mark.parametrize("role", PersonRole)
def test_what_is_not_in_the_table_is_for_nobody(name: str, role: PersonRole) -> None:
    (problem,) = right_problems(session(role), name, owner="anna")
    assert problem.kind is ProblemKind.NOT_ALLOWED
    assert not may_without_person(CLOCK, name)
    assert not may_without_person(SYSTEM, name)


def test_several_roles_have_the_rights_of_each() -> None:
    both = session(PersonRole.DEALER, PersonRole.SUPERVISOR)
    assert right_problems(both, "CloseBetting") == ()
    assert right_problems(both, "FillRack") == ()
    (problem,) = right_problems(both, "BuyIn", owner="anna")
    assert problem.message == "BuyIn is for patron; you are dealer, supervisor"


def test_a_right_for_everybody_is_not_narrowed_by_a_role_that_has_it_for_oneself() -> None:
    # Such a person cannot be made; the table of rights does not rely on it.
    both = session(PersonRole.PATRON, PersonRole.SUPERVISOR)
    assert right_problems(both, "Withdraw", owner="ben") == ()
    assert right_problems(session(PersonRole.PATRON), "Withdraw", owner="ben") != ()


def test_a_patron_acts_at_the_own_seat_only() -> None:
    patron = session(PersonRole.PATRON)
    assert right_problems(patron, "PlaceWager", owner="anna") == ()
    (problem,) = right_problems(patron, "PlaceWager", owner="ben")
    assert problem.message == "PlaceWager: you may do this only for yourself"
    at_table = [right for right in RIGHTS if right.whose.get(PersonRole.PATRON) is Whose.ANY]
    assert [right.name for right in at_table] == ["ViewTable", "ViewRulings"]


@pytest.mark.asked("GLI-19 A.3.6")
def test_an_adjustment_takes_two_persons() -> None:
    (duty,) = DUTIES_OF_TWO
    assert (duty.first, duty.second) == ("ProposeAdjustment", ("ApproveAdjustment",))
    supervisor = session(PersonRole.SUPERVISOR)
    assert right_problems(supervisor, duty.first) == ()
    assert right_problems(supervisor, "ApproveAdjustment", first="ben") == ()
    (problem,) = right_problems(supervisor, "ApproveAdjustment", first="anna")
    assert problem.message == "ApproveAdjustment: a second person must do this, not the first one"
    assert right_problems(session(PersonRole.SUPERVISOR, PersonRole.COMPLIANCE), "ApproveAdjustment", first="anna")
    assert {duty.first, *duty.second} <= set(BY_NAME)


def test_nobody_changes_the_own_roles() -> None:
    root = session(PersonRole.ADMINISTRATOR, name="root")
    (problem,) = right_problems(root, "GrantRole", owner="root")
    assert problem.message == "GrantRole: someone else must do this for you"
    assert set(BY_NAME) >= NOT_ONESELF


def test_auditors_change_nothing_but_their_own_session() -> None:
    held = {right.name for right in RIGHTS if PersonRole.AUDITOR in right.whose and not right.name.startswith("View")}
    assert held == {"LogOff", "ChangePassword"}


def test_administrators_touch_no_money_and_no_cards() -> None:
    held = {right.name for right in RIGHTS if PersonRole.ADMINISTRATOR in right.whose}
    money = {"Deposit", "Withdraw", "FillRack", "CreditRack", "CountRack", "CountDrop", "BuyIn", "CashOut"}
    assert not held & {*money, "ProposeAdjustment", "ApproveAdjustment", "SealShoe", "ViewTable"}


def test_the_service_itself_has_few_rights() -> None:
    assert may_without_person(CLOCK, "Decide")
    assert not may_without_person(CLOCK, "PlaceWager")
    assert not may_without_person(SYSTEM, "ApproveAdjustment")
    assert not may_without_person("anna", "Decide")
    assert {machine for right in RIGHTS for machine in right.machines} == {CLOCK, SYSTEM}


def test_a_route_without_a_declared_right_cannot_be() -> None:
    routes = Routes()
    with pytest.raises(UndeclaredRight, match="POST /x needs a right from the table of rights"):
        routes.declare(Method.POST, "/x")
    with pytest.raises(UndeclaredRight, match="names rights that are not in the table of rights: Cheat, ShuffleShoe"):
        routes.declare(Method.POST, "/x", "PlaceWager", "Cheat", "ShuffleShoe")
    assert list(routes) == []
    route = routes.declare(Method.POST, "/x", "PlaceWager", "FillRack")
    assert route.roles == {PersonRole.PATRON, PersonRole.SUPERVISOR}
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
    assert {line.count("|") for line in lines} == {len(PersonRole) + 4}
    assert "| `PlaceWager` |  |  |  |  | own |  |  | `POST /tables/{table}/wagers` |" in lines
    assert "| `ShuffleShoe` |  |  |  |  |  |  | the server alone |  |" in lines
    assert {line.count("|") for line in matrix().splitlines()} == {len(PersonRole) + 3}


def marked_lines() -> set[str]:
    """Return the lines of the checklist that tests are marked with."""
    lines = set()
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    for text in texts:
        for node in ast.walk(ast.parse(text)) if ".asked(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "asked":
                lines |= {str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)}
    return lines


def test_every_mark_names_a_line_of_the_checklist() -> None:
    marked = marked_lines()
    assert marked - set(ASKED) == set()
    assert marked >= {"13:69O-1.2(b)", "13:69O-1.2(c)", "13:69O-1.4(e)", "13:69O-1.4(i)", "13:69O-1.8(c)"}


def test_the_service_has_no_password_of_its_own() -> None:
    folder = Path(ROOT / "src" / "upcard" / "service")
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Secret":
                assert not isinstance(node.args[0], ast.Constant), f"{path.name}:{node.lineno}"
