"""Accounts: made, given roles, suspended, closed; the events that a journal keeps of it."""

from datetime import timedelta

import pytest

from tests.service.making import MICROSECOND, PASSWORD, START, World, details, kinds, messages
from upcard.service.accounts import (
    close_account,
    create_person,
    find_person,
    grant_role,
    list_people,
    reinstate,
    remove_role,
    role_problems,
    suspend,
)
from upcard.service.password_changes import make_link, use_link
from upcard.service.person_events import PersonEventKind
from upcard.service.person_values import NAME_RULE, PersonRole, PersonStatus, read_name
from upcard.service.secret_text import Secret


@pytest.mark.asked("13:69O-1.8(c)")
def test_an_account_is_made_and_the_event_says_when_what_and_who(world: World) -> None:
    result = create_person(
        world.people, name="Dora", roles=[PersonRole.SUPERVISOR, PersonRole.DEALER], by="root", password=PASSWORD
    )
    assert result.value == find_person(world.people, "dora")
    assert [event.as_json() for event in result.events] == [
        {
            "event": "AccountMade",
            "time": "2026-07-01T12:00:00.000000Z",
            "person": "dora",
            "by": "root",
            "detail": "dealer supervisor",
        }
    ]


def test_everything_wrong_with_a_new_account_is_said_at_once(world: World) -> None:
    result = create_person(
        world.people,
        name="Zoë",
        roles=[PersonRole.PATRON, PersonRole.AUDITOR, PersonRole.DEALER],
        by="root",
        password=Secret("short"),
    )
    assert messages(result) == [
        NAME_RULE,
        "the role auditor cannot be combined with another role",
        "the role patron cannot be combined with another role",
        "the password is too short: use at least 12 characters",
    ]
    assert list_people(world.people) == ()


def test_a_name_is_used_once_also_after_its_account_was_closed(world: World) -> None:
    world.person("anna")
    taken = ["the name is taken, or was used before: choose another"]
    assert messages(create_person(world.people, name="ANNA", roles={PersonRole.PATRON}, by="root")) == taken
    close_account(world.people, "anna", by="root")
    assert messages(create_person(world.people, name="anna", roles={PersonRole.PATRON}, by="root")) == taken


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


def test_roles_are_granted_and_removed(world: World) -> None:
    world.person("dora", PersonRole.DEALER)
    more = grant_role(world.people, "dora", PersonRole.COMPLIANCE, by="root")
    assert more.value is not None
    assert more.value.roles == {PersonRole.DEALER, PersonRole.COMPLIANCE}
    less = remove_role(world.people, "dora", PersonRole.DEALER, by="root")
    assert [(event.kind, event.by, event.detail) for event in less.events] == [
        (PersonEventKind.ROLES_CHANGED, "root", "compliance")
    ]
    assert messages(remove_role(world.people, "dora", PersonRole.COMPLIANCE, by="root")) == [
        "a person must have at least one role"
    ]
    assert messages(grant_role(world.people, "dora", PersonRole.PATRON, by="root")) == [
        "the role patron cannot be combined with another role"
    ]
    assert messages(grant_role(world.people, "dora", PersonRole.COMPLIANCE, by="root")) == [
        "the person already has exactly these roles: compliance"
    ]
    assert messages(grant_role(world.people, "nobody", PersonRole.DEALER, by="root")) == [
        "there is no account with this name"
    ]


@pytest.mark.parametrize("role", PersonRole)
def test_patrons_and_auditors_have_no_other_role(role: PersonRole) -> None:
    assert role_problems([role]) == ()
    for other in {*PersonRole} - {role}:
        are_together = not {role, other} & {PersonRole.PATRON, PersonRole.AUDITOR}
        assert (role_problems([role, other]) == ()) is are_together


def test_the_last_administrator_stays(world: World) -> None:
    world.person("root", PersonRole.ADMINISTRATOR, PersonRole.COMPLIANCE)
    create_person(world.people, name="waiting", roles={PersonRole.ADMINISTRATOR}, by="root")  # cannot log on yet
    last = ["this is the last administrator: appoint another one first"]
    assert messages(close_account(world.people, "root", by="root")) == last
    assert messages(suspend(world.people, "root", by="root")) == last
    assert messages(remove_role(world.people, "root", PersonRole.ADMINISTRATOR, by="root")) == last
    assert close_account(world.people, "waiting", by="root").value is not None
    world.person("second", PersonRole.ADMINISTRATOR)
    assert remove_role(world.people, "root", PersonRole.ADMINISTRATOR, by="second").value is not None
    assert messages(close_account(world.people, "second", by="second")) == last


@pytest.mark.asked("13:69O-1.8(c)")
def test_a_closed_account_is_closed_for_good(world: World) -> None:
    world.person()
    link = make_link(world.people, "anna", by="root").value
    assert link is not None
    session = world.log_on()
    result = close_account(world.people, "anna", by="root")
    assert kinds(result) == [PersonEventKind.ACCOUNT_CLOSED, PersonEventKind.SESSION_ENDED]
    assert result.value is not None
    assert (result.value.status, result.value.has_password) == (PersonStatus.CLOSED, False)
    assert world.why(*session) == "your account was closed: sign in again"
    assert world.try_log_on().value is None
    assert use_link(world.people, link, new=Secret("another password")).value is None
    assert messages(make_link(world.people, "anna", by="root")) == ["there is no account with this name"]
    assert messages(close_account(world.people, "anna", by="root")) == ["there is no account with this name"]


@pytest.mark.asked("13:69O-1.4(j)")
def test_a_suspension_is_made_longer_and_never_shorter(world: World) -> None:
    world.person()
    until = START + timedelta(hours=72)
    assert messages(suspend(world.people, "anna", by="anna", until=START)) == [
        "the end of a suspension must be in the future"
    ]
    assert details(suspend(world.people, "anna", by="anna", until=until).events) == ["2026-07-04 12:00 UTC"]
    longer = ["the account is already suspended for at least that long"]
    assert messages(suspend(world.people, "anna", by="anna", until=until)) == longer
    assert suspend(world.people, "anna", by="anna", until=until + MICROSECOND).value is not None
    world.clock.time = until
    assert messages(reinstate(world.people, "anna", by="cora")) == [
        "the suspension lasts until 2026-07-04 12:00 UTC and cannot be shortened"
    ]
    assert suspend(world.people, "anna", by="anna").value is not None
    assert messages(suspend(world.people, "anna", by="anna", until=until + timedelta(days=999))) == longer
    result = reinstate(world.people, "anna", by="cora")
    assert kinds(result) == [PersonEventKind.REINSTATED]
    assert messages(reinstate(world.people, "anna", by="cora")) == ["the account is not suspended"]
    assert world.try_log_on().value is not None


def test_the_list_is_in_pages_in_the_order_of_names(world: World) -> None:
    for name in ("cleo", "anna", "ben"):
        world.person(name)
    assert [person.name for person in list_people(world.people, limit=2)] == ["anna", "ben"]
    assert [person.name for person in list_people(world.people, after="ben")] == ["cleo"]
    assert find_person(world.people, "nobody") is None
