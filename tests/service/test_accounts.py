"""Accounts as administrators see them, and what a change in the journal does to sessions and secrets."""

from datetime import timedelta

import pytest

from tests.service.making import PASSWORD, START, World, messages
from upcard.game.roles import Role
from upcard.pit import commands as pc
from upcard.service.accounts import find_person, list_people
from upcard.service.password_changes import make_link, use_link
from upcard.service.person_values import PersonStatus, read_name
from upcard.service.secret_text import Secret

ROOT = "administrator root"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("a", None),
        ("ab", "ab"),
        ("x" * 40, "x" * 40),
        ("x" * 41, None),
        ("  Anna.B-2_c ", "anna.b-2_c"),
        ("-anna", None),
        ("anna b", None),
        ("a/b", None),
        ("\u0430nna", None),  # with a Cyrillic letter
        ("anna\n", "anna"),
        ("an\x00na", None),
        ("İanna", None),
        ("system", None),
        ("Clock", None),
        ("", None),
    ],
)
def test_which_names_there_are(written: str, name: str | None) -> None:
    assert read_name(written) == name


@pytest.mark.asked("13:69O-1.8(c)")
def test_a_closed_account_is_closed_for_good(world: World) -> None:
    world.person()
    link = make_link(world.people, "anna", by="root").value
    assert link is not None
    session = world.log_on()
    ended = world.change(ROOT, pc.CloseAccount("anna"))
    assert [(event.person, event.by, event.detail) for event in ended] == [("anna", "root", "closed")]
    person = find_person(world.people, "anna")
    assert person is not None
    assert (person.status, person.has_password) == (PersonStatus.CLOSED, False)
    assert world.why(*session) == "your account was closed: sign in again"
    assert world.try_log_on().value is None
    assert use_link(world.people, link, new=Secret("another password")).value is None
    assert messages(make_link(world.people, "anna", by="root")) == ["there is no account with this name"]


@pytest.mark.parametrize(
    ("command", "status", "until"),
    [
        (pc.Suspend("anna", 3), PersonStatus.SUSPENDED, START + timedelta(days=3)),
        (pc.Suspend("anna"), PersonStatus.SUSPENDED, None),
        (pc.Exclude("anna", 1), PersonStatus.SUSPENDED, None),
        (pc.CloseAccount("anna"), PersonStatus.CLOSED, None),
    ],
)
def test_the_journal_alone_keeps_somebody_out_when_a_crash_came_before_the_session_ended(
    world: World, command: pc.PitCommand, status: PersonStatus, until: object
) -> None:
    world.person()
    session = world.log_on()
    world.decide("compliance cora" if not isinstance(command, pc.CloseAccount) else ROOT, command)
    person = find_person(world.people, "anna")
    assert person is not None
    assert (person.status, person.until) == (status, until)
    assert world.check(*session) is None
    assert world.try_log_on().value is None


def test_what_is_written_into_the_list_of_people_gives_nobody_an_account(world: World) -> None:
    world.person("anna")
    with world.people.database.writing() as query:
        query("INSERT INTO people_secrets SELECT 'zoe', password, 0, NULL, NULL FROM people_secrets")
    assert world.try_log_on("anna", PASSWORD).value is not None
    assert world.try_log_on("zoe", PASSWORD).value is None
    assert find_person(world.people, "zoe") is None
    assert [person.name for person in list_people(world.people)] == ["anna"]


def test_the_list_is_in_pages_in_the_order_of_names(world: World) -> None:
    for name in ("cleo", "anna", "ben"):
        world.person(name, Role.DEALER)
    assert [person.name for person in list_people(world.people, limit=2)] == ["anna", "ben"]
    assert [person.name for person in list_people(world.people, after="ben")] == ["cleo"]
    assert find_person(world.people, "nobody") is None
