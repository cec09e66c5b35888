"""Passwords: which are accepted, changes, one-time links, the first start."""

import ast
import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from itsdangerous import URLSafeSerializer

from tests.command import ROOT
from tests.service.making import MICROSECOND, PASSWORD, QUICK, START, WRONG, World, kinds, messages
from upcard.game.roles import Role
from upcard.service.accounts import find_person
from upcard.service.first_start import DEMO_NAMES, first_link, make_demo_people
from upcard.service.password_changes import change_password, link_owner, make_link, use_link
from upcard.service.passwords import Hashing, common, password_problems
from upcard.service.person_events import PersonEventKind
from upcard.service.person_values import PeopleResult, PeopleRules
from upcard.service.secret_text import Secret
from upcard.store.clock import system_random

NEW = Secret("Nine of diamonds")
BAD_LINK = "this link is invalid, used or expired: ask an administrator for a new one"
RULES = PeopleRules()


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("x" * 11, ["too short"]),
        ("kkkkkkkkkkkq", []),
        ("é" * 11 + "x", []),
        ("e\u0301" * 11, ["too short"]),  # eleven letters, each written as two characters
        ("y" * 200, []),
        ("y" * 201, ["too long"]),
        ("12 spaces   ", []),
        ("PassWord1234", ["too common"]),
        ("administrator", ["too common", "same as the name"]),
        ("ADMINISTRATOR", ["too common", "same as the name"]),
        ("\ud800" * 12, ["an invalid character"]),
        ("\x00" * 12, []),
    ],
)
def test_which_passwords_are_accepted(password: str, words: list[str]) -> None:
    problems = password_problems(Secret(password), name="administrator")
    assert len(problems) == len(words)
    assert all(word in problem.message for word, problem in zip(words, problems, strict=True))


def test_the_list_of_common_passwords_has_only_what_the_length_lets_through() -> None:
    assert len(common()) > 150
    assert {word for word in common() if len(word) < 12 or word != word.casefold()} == set()


def test_a_hash_knows_the_same_password_written_in_two_ways_and_no_other() -> None:
    stored = QUICK.hash(Secret("café society 21"), system_random)
    assert QUICK.verifies(stored, Secret("cafe\u0301 society 21"))
    for other in ("cafe society 21", "Café society 21", "café society 21 ", "café society 21\x00", ""):
        assert not QUICK.verifies(stored, Secret(other))
    assert stored != QUICK.hash(Secret("café society 21"), system_random)
    assert not QUICK.verifies("no hash", PASSWORD)


def test_the_figures_of_a_service_are_dear() -> None:
    stored = Hashing().hash(PASSWORD, system_random)
    assert stored.startswith("$argon2id$v=19$m=65536,t=3,p=1$")


def test_a_password_is_changed_by_whoever_knows_the_old_one(world: World) -> None:
    world.person()
    token, terminal = world.log_on()
    link = make_link(world.people, "anna", by="root").value
    assert link is not None
    world.clock.advance(timedelta(minutes=1))
    result = change_password(world.people, token, terminal, old=PASSWORD, new=NEW)
    begun = [PersonEventKind.PASSWORD_CHANGED, PersonEventKind.SESSION_ENDED, PersonEventKind.LOGGED_ON]
    assert kinds(result) == begun
    assert result.value is not None
    assert world.why(token, terminal) == "your password was changed: sign in again"
    assert world.check(result.value.token, terminal) is not None
    assert link_owner(world.people, link) is None  # whoever else had a link
    assert world.try_log_on().value is None
    logged_on = world.try_log_on(password=NEW).value
    assert logged_on is not None
    assert logged_on.previous == START  # the change was no log-on


def test_everything_wrong_with_a_change_is_said_at_once_and_nothing_changes(world: World) -> None:
    world.person()
    session = world.log_on()
    result = change_password(world.people, *session, old=WRONG, new=Secret("short"))
    assert messages(result) == ["the old password is wrong", "the password is too short: use at least 12 characters"]
    same = change_password(world.people, *session, old=PASSWORD, new=PASSWORD)
    assert messages(same) == ["the new password is the same as the old one: choose another"]
    assert world.check(*session) is not None
    assert world.try_log_on().value is not None


@pytest.mark.asked("13:69O-1.4(i)")
def test_the_old_password_cannot_be_guessed_in_a_session(world: World) -> None:
    world.person()
    session = world.log_on()
    for _ in range(2):
        assert world.check(*session) is not None
        change_password(world.people, *session, old=WRONG, new=NEW)
    result = change_password(world.people, *session, old=WRONG, new=NEW)
    assert kinds(result) == [
        PersonEventKind.LOG_ON_FAILED,
        PersonEventKind.LOCKED,
        PersonEventKind.SESSION_ENDED,
    ]
    assert world.why(*session) == "the old password was entered incorrectly too many times: sign in again"
    assert messages(change_password(world.people, *session, old=PASSWORD, new=NEW)) == [world.why(*session)]


@pytest.mark.asked("GLI-19 2.8.8")
def test_a_link_sets_a_password_once_opens_the_lock_and_ends_sessions(world: World) -> None:
    world.person()
    session = world.log_on()
    for _ in range(3):
        world.try_log_on(password=WRONG)
    made = make_link(world.people, "anna", by="root")
    assert [(event.kind, event.by) for event in made.events] == [(PersonEventKind.LINK_MADE, "root")]
    assert made.value is not None
    assert link_owner(world.people, made.value) == "anna"
    result = use_link(world.people, made.value, new=NEW, address="192.0.2.7")
    assert (result.value, kinds(result)) == (
        "anna",
        [PersonEventKind.RECOVERY_USED, PersonEventKind.SESSION_ENDED],
    )
    assert world.why(*session) == "your password was changed: sign in again"
    assert world.try_log_on(password=NEW).value is not None
    assert messages(use_link(world.people, made.value, new=PASSWORD)) == [BAD_LINK]
    assert world.try_log_on(password=PASSWORD).value is None


def test_a_link_ends_when_its_time_is_over_or_the_clock_was_set_back(world: World) -> None:
    world.person()
    link = make_link(world.people, "anna", by="root").value
    assert link is not None
    for time, owner in (
        (START - RULES.slack - MICROSECOND, None),
        (START - RULES.slack, "anna"),
        (START + RULES.link - MICROSECOND, "anna"),
        (START + RULES.link, None),
    ):
        world.clock.time = time
        assert link_owner(world.people, link) == owner
    assert messages(use_link(world.people, link, new=Secret("short"))) == [
        BAD_LINK,
        "the password is too short: use at least 12 characters",
    ]


def test_a_second_link_replaces_the_first(world: World) -> None:
    world.person()
    first, second = (make_link(world.people, "anna", by="root").value for _ in range(2))
    assert first is not None
    assert second is not None
    assert link_owner(world.people, first) is None
    assert link_owner(world.people, second) == "anna"


def test_a_forged_link_opens_nothing_even_with_the_key_and_the_database(world: World) -> None:
    world.person()
    link = make_link(world.people, "anna", by="root").value
    assert link is not None
    key = world.people.database.described["link_key"]
    with world.people.database.reading() as query:
        ((stored,),) = query("SELECT digest FROM people_links")
    signer = URLSafeSerializer(key, salt="upcard one-time link 1")
    forged = [
        link.reveal()[:-1],
        link.reveal() + "A",
        str(signer.dumps(stored)),
        str(signer.dumps(["anna"])),
        str(URLSafeSerializer("another key", salt="upcard one-time link 1").dumps("x")),
        "",
        "é",
        "x" * 1_000_000,
    ]
    for attempt in forged:
        assert messages(use_link(world.people, Secret(attempt), new=NEW)) == [BAD_LINK]
    assert link_owner(world.people, link) == "anna"


def test_the_first_start_makes_an_administrator_without_a_password(world: World) -> None:
    def start() -> PeopleResult[Secret]:
        return asyncio.run(first_link(world.people, world.send))

    result = start()
    assert kinds(result) == [PersonEventKind.LINK_MADE]
    assert result.value is not None
    person = find_person(world.people, "administrator")
    assert person is not None
    assert person.roles == {Role.ADMINISTRATOR}
    assert not person.has_password
    again = start()  # the server was started again before the link was used
    assert kinds(again) == [PersonEventKind.LINK_MADE]
    assert again.value is not None
    assert link_owner(world.people, result.value) is None
    assert use_link(world.people, again.value, new=NEW).value == "administrator"
    assert world.try_log_on("administrator", NEW).value is not None
    later = start()
    assert (later.value, later.problems, later.events) == (None, (), ())


@pytest.mark.asked("GLI-19 4.9.1")
def test_demo_patrons_are_marked_and_have_passwords_of_their_own(world: World) -> None:
    world.person("ben", Role.DEALER)
    made = asyncio.run(make_demo_people(world.people, world.send))
    assert [patron.name for patron in made] == [name for name in DEMO_NAMES if name != "ben"]
    assert len({patron.password.reveal() for patron in made}) == len(made)
    for patron in made:
        logged_on = world.try_log_on(patron.name, patron.password).value
        assert logged_on is not None
        assert logged_on.session.demo
        assert logged_on.session.roles == {Role.PATRON}
    assert asyncio.run(make_demo_people(world.people, world.send)) == ()


def test_the_service_has_no_password_of_its_own() -> None:
    folder = Path(ROOT / "src" / "upcard" / "service")
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Secret":
                assert not isinstance(node.args[0], ast.Constant), f"{path.name}:{node.lineno}"
