"""Sessions: log-on, lock, expiry, one terminal; tokens that are forged, old, replayed, revoked or stolen."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.service.making import MICROSECOND, PASSWORD, QUICK, START, WRONG, World, details, kinds, messages
from upcard.game.roles import Role
from upcard.pit import commands as pc
from upcard.service.accounts import find_person, unlock
from upcard.service.passwords import Hashing
from upcard.service.people_rows import read_secrets
from upcard.service.person_events import PersonEventKind
from upcard.service.person_values import PeopleRules, PersonStatus, ProblemKind
from upcard.service.secret_text import Secret, csrf_token, digest, is_csrf_token
from upcard.service.sessions import HELPLINE, check_session, end_overdue, log_off, open_sessions, revoke, revoke_all

RULES = PeopleRules()


@pytest.mark.asked("13:69O-1.2(b)", "13:69O-1.2(c)", "13:69O-1.4(f)")
def test_a_log_on_shows_the_helpline_and_the_previous_log_on(world: World) -> None:
    world.person()
    first = world.try_log_on().value
    assert first is not None
    assert (first.previous, first.helpline) == (None, HELPLINE)
    assert "1-800-GAMBLER" in HELPLINE
    world.clock.advance(timedelta(hours=3))
    second = world.try_log_on(" Anna ").value
    assert second is not None
    assert second.previous == START
    assert second.session.person == "anna"
    assert second.session.roles == {Role.PATRON}


@pytest.mark.asked("13:69O-1.2(b)")
def test_a_log_off_shows_the_helpline_and_its_token_is_worth_nothing_after_it(world: World) -> None:
    world.person()
    token, terminal = world.log_on()
    result = log_off(world.people, token, terminal)
    assert result.value == HELPLINE
    assert kinds(result) == [PersonEventKind.LOGGED_OFF]
    assert world.why(token, terminal) == "you signed out: sign in again"
    assert messages(log_off(world.people, token, terminal)) == ["you signed out: sign in again"]


@pytest.mark.asked("GLI-19 2.8.8")
def test_every_cause_of_a_failed_log_on_gives_the_same_answer(world: World) -> None:
    for name in ("anna", "locked", "closed"):
        world.person(name)
    world.person("waiting", Role.DEALER, password=None)
    for _ in range(3):
        world.try_log_on("locked", WRONG)
    world.change("administrator root", pc.CloseAccount("closed"))
    tries = {
        "wrong password": world.try_log_on("anna", WRONG),
        "unknown": world.try_log_on("nobody"),
        "no name at all": world.try_log_on("Seven of clubs!"),
        "locked, with the right password": world.try_log_on("locked"),
        "closed, with the right password": world.try_log_on("closed"),
        "without a password": world.try_log_on("waiting", Secret("")),
        "too long": world.try_log_on("anna", Secret("x" * 100_000)),
        "half a character": world.try_log_on("anna", Secret("\ud800" * 12)),
    }
    answers = {cause: (result.value, result.problems) for cause, result in tries.items()}
    assert len(set(answers.values())) == 1, answers
    (problem,) = tries["unknown"].problems
    assert problem.kind is ProblemKind.NOT_LOGGED_ON
    for result in tries.values():
        assert PersonEventKind.LOG_ON_FAILED in kinds(result)
    # What was typed as a name may be a password: it is not written down.
    assert [event.person for event in tries["no name at all"].events] == [""]


def test_an_unknown_name_takes_the_work_of_a_known_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.person()
    verified: list[str] = []
    whole = Hashing.verifies

    def counted(self: Hashing, stored: str, password: Secret) -> bool:
        verified.append(stored.rsplit("$", 2)[0])
        return whole(self, stored, password)

    monkeypatch.setattr(Hashing, "verifies", counted)
    for name in ("anna", "nobody", "no name at all"):
        world.try_log_on(name, WRONG)
    world.people.database.close()
    assert len(verified) == 3
    assert len(set(verified)) == 1  # the same algorithm and figures


@pytest.mark.asked("13:69O-1.4(i)", "GLI-19 2.8.8")
def test_the_third_failure_in_a_row_locks_the_account_and_two_do_not(world: World) -> None:
    world.person()
    for _ in range(2):
        assert kinds(world.try_log_on(password=WRONG)) == [PersonEventKind.LOG_ON_FAILED]
    assert world.try_log_on().value is not None
    for expected in ([], [], [PersonEventKind.LOCKED]):  # a success has begun the count again
        assert kinds(world.try_log_on(password=WRONG)) == [PersonEventKind.LOG_ON_FAILED, *expected]
    refused = world.try_log_on()
    assert refused.value is None
    assert details(refused.events) == ["locked"]
    person = find_person(world.people, "anna")
    assert person is not None
    assert (person.status, person.until) == (PersonStatus.LOCKED, START + RULES.locked)


@pytest.mark.asked("13:69O-1.4(i)")
def test_a_lock_opens_when_its_time_is_over_and_not_before(world: World) -> None:
    world.person()
    for _ in range(3):
        world.try_log_on(password=WRONG)
    world.clock.time = START + RULES.locked - MICROSECOND
    assert world.try_log_on().value is None
    world.clock.time = START + RULES.locked
    result = world.try_log_on()
    assert result.value is not None
    assert kinds(result) == [PersonEventKind.UNLOCKED, PersonEventKind.LOGGED_ON]
    assert result.events[0].by == "clock"


def test_attempts_at_a_locked_account_do_not_make_the_lock_longer(world: World) -> None:
    world.person()
    for _ in range(10):
        world.try_log_on(password=WRONG)
        world.clock.advance(timedelta(minutes=1))
    world.clock.time = START + timedelta(minutes=2) + RULES.locked
    assert world.try_log_on().value is not None


def test_an_administrator_unlocks_an_account(world: World) -> None:
    world.person()
    for _ in range(3):
        world.try_log_on(password=WRONG)
    result = unlock(world.people, "anna", by="root")
    assert result.value is not None
    assert result.value.status is PersonStatus.ACTIVE
    assert [(event.kind, event.by) for event in result.events] == [(PersonEventKind.UNLOCKED, "root")]
    assert world.try_log_on().value is not None
    assert messages(unlock(world.people, "anna", by="root")) == ["the account is not locked"]


def test_failures_elsewhere_do_not_end_the_session_of_whoever_is_logged_on(world: World) -> None:
    world.person()
    token, terminal = world.log_on()
    for _ in range(3):
        world.try_log_on(password=WRONG)
    assert world.check(token, terminal) is not None


def test_a_forged_token_is_no_session(world: World) -> None:
    world.person()
    token, terminal = world.log_on()
    text = token.reveal()
    forged = ["", "x", text[:-1], text + "A", text.swapcase(), digest(token), "x" * 10_000, "\ud800", "' OR 1=1 --"]
    for attempt in forged:
        assert world.why(Secret(attempt), terminal) == "sign in first"
    assert world.check(token, terminal) is not None


def test_the_database_holds_no_token(world: World) -> None:
    world.person()
    token, terminal = world.log_on()
    with world.people.database.reading() as query:
        lines = query("SELECT digest, terminal FROM people_sessions")
        person = read_secrets(query, "anna")
    assert lines == [(digest(token), digest(terminal))]
    assert person is not None
    assert person.password is not None
    assert person.password.startswith("$argon2id$")


def test_a_session_ends_when_it_has_been_idle_and_not_before(world: World) -> None:
    world.person()
    token, terminal = world.log_on()
    world.clock.time = START + RULES.idle - MICROSECOND
    assert world.check(token, terminal) is not None  # this is a use too
    world.clock.time += RULES.idle - MICROSECOND
    assert world.check(token, terminal) is not None
    world.clock.time += RULES.idle
    result = check_session(world.people, token, terminal)
    assert messages(result) == ["your session was inactive for too long: sign in again"]
    assert details(result.events) == ["idle"]
    assert check_session(world.people, token, terminal).events == ()  # it has ended once


def test_a_session_ends_at_its_longest_time_however_much_it_is_used(world: World) -> None:
    world.person()
    token, terminal = world.log_on()
    end = START + RULES.longest
    while world.clock.time + timedelta(minutes=20) < end:
        world.clock.advance(timedelta(minutes=20))
        assert world.check(token, terminal) is not None
    world.clock.time = end - MICROSECOND
    assert world.check(token, terminal) is not None
    world.clock.time = end
    assert world.why(token, terminal) == "your session reached its time limit: sign in again"


def test_the_last_use_is_written_at_most_once_in_a_while(world: World) -> None:
    world.person()
    token, terminal = world.log_on()
    world.clock.time = START + RULES.stamp - MICROSECOND
    session = world.check(token, terminal)
    assert session is not None
    assert session.seen == START
    world.clock.time = START + RULES.stamp
    session = world.check(token, terminal)
    assert session is not None
    assert session.seen == world.clock.time
    assert [open_.seen for open_ in open_sessions(world.people)] == [world.clock.time]


def test_overdue_sessions_are_ended_without_a_request(world: World) -> None:
    for name in ("anna", "ben"):
        world.person(name)
    world.log_on("anna")
    world.clock.advance(RULES.idle)
    ben = world.log_on("ben")
    assert [session.person for session in open_sessions(world.people)] == ["ben"]
    result = end_overdue(world.people)
    assert [(event.person, event.detail, event.by) for event in result.events] == [("anna", "idle", "clock")]
    assert result.value == 1
    assert world.check(*ben) is not None


def test_the_clock_set_back_a_little_ends_no_session(world: World) -> None:
    world.person()
    token, terminal = world.log_on()
    world.clock.time = START - RULES.slack
    assert world.check(token, terminal) is not None


@pytest.mark.asked("GLI-19 2.8.8")
def test_the_clock_set_back_ends_sessions_rather_than_to_make_them_longer(world: World) -> None:
    world.person()
    token, terminal = world.log_on()
    world.clock.time = START - RULES.slack - MICROSECOND
    result = check_session(world.people, token, terminal)
    assert messages(result) == ["the server's clock was set back: sign in again"]
    assert details(result.events) == ["clock"]
    world.clock.time = START
    assert world.check(token, terminal) is None


def test_the_clock_set_back_opens_no_lock(world: World) -> None:
    world.person()
    for _ in range(3):
        world.try_log_on(password=WRONG)
    world.clock.time = START - timedelta(days=365)
    assert world.try_log_on().value is None


@pytest.mark.asked("13:69O-1.4(e)")
def test_a_log_on_in_another_browser_ends_the_first_session(world: World) -> None:
    world.person()
    first = world.log_on()
    result = world.try_log_on()
    assert kinds(result) == [PersonEventKind.SESSION_ENDED, PersonEventKind.LOGGED_ON]
    assert result.events[0].detail == "other_browser"
    assert world.why(*first) == "someone signed in with your name in another browser: sign in again"
    assert len(open_sessions(world.people)) == 1


@pytest.mark.asked("13:69O-1.4(e)")
def test_the_tabs_of_a_browser_share_a_session_and_a_new_log_on_changes_its_token(world: World) -> None:
    world.person()
    browser = world.browser()
    first, _ = world.log_on(browser=browser)
    assert world.check(first, browser) is not None
    assert world.check(first, browser) is not None  # another tab
    second, _ = world.log_on(browser=browser)
    assert first != second  # a token that somebody has planted is worth nothing
    assert world.why(first, browser) == "you signed in again on this browser: sign in again"
    assert world.check(second, browser) is not None


def test_another_person_in_the_same_browser_ends_the_session_of_the_first(world: World) -> None:
    world.person("anna")
    world.person("ben")
    browser = world.browser()
    anna, _ = world.log_on("anna", browser)
    world.log_on("ben", browser)
    assert world.why(anna, browser) == "someone else signed in on this browser: sign in again"


@pytest.mark.asked("13:69O-1.4(e)")
def test_a_stolen_token_ends_the_session_and_gives_no_reason_to_the_thief(world: World) -> None:
    world.person()
    token, terminal = world.log_on()
    thief = check_session(world.people, token, world.browser())
    assert messages(thief) == ["sign in first"]
    assert details(thief.events) == ["stolen"]
    assert world.why(token, terminal) == "your session was used in another browser: sign in again"


def test_a_log_on_without_a_terminal_is_refused(world: World) -> None:
    world.person()
    assert messages(world.try_log_on(browser=Secret(""))) == ["the browser sent no terminal cookie: reload the page"]


def test_a_session_is_revoked_and_so_are_all(world: World) -> None:
    sessions = {}
    for name in ("anna", "ben", "cleo"):
        world.person(name)
        sessions[name] = world.log_on(name)
    one = revoke(world.people, "Anna", by="root")
    assert (one.value, [event.by for event in one.events]) == (1, ["root"])
    assert world.why(*sessions["anna"]) == "an administrator ended your session: sign in again"
    assert world.check(*sessions["ben"]) is not None
    assert revoke(world.people, "nobody", by="root").value == 0
    assert revoke(world.people, "", by="root").value == 0
    assert revoke_all(world.people, by="root").value == 2
    assert open_sessions(world.people) == ()


def test_roles_are_those_of_the_moment_and_a_change_of_them_ends_the_session(world: World) -> None:
    world.person("dora", Role.DEALER)
    session = world.log_on("dora")
    ended = world.change("administrator root", pc.GrantRole("dora", Role.SUPERVISOR))
    assert [(event.by, event.detail) for event in ended] == [("root", "roles")]
    assert world.why(*session) == "your roles were changed: sign in again"
    again = world.check(*world.log_on("dora"))
    assert again is not None
    assert again.roles == {Role.DEALER, Role.SUPERVISOR}


@pytest.mark.asked("13:69O-1.4(j)")
def test_a_suspended_person_is_shown_until_when_and_the_helpline(world: World) -> None:
    world.person()
    session = world.log_on()
    until = START + timedelta(hours=72)
    world.change("patron anna", pc.Suspend("anna", 3))
    assert world.why(*session) == "your account was suspended: sign in again"
    world.clock.time = until - MICROSECOND
    assert messages(world.try_log_on()) == [f"your account is suspended until 2026-07-04 12:00 UTC. {HELPLINE}"]
    assert "suspended" not in messages(world.try_log_on(password=WRONG))[0]
    world.clock.time = until
    result = world.try_log_on()
    assert kinds(result) == [PersonEventKind.LOGGED_ON]


def test_a_password_of_a_suspended_account_cannot_be_guessed_without_end(world: World) -> None:
    world.person()
    world.change("compliance cora", pc.Suspend("anna"))
    for _ in range(3):
        world.try_log_on(password=WRONG)
    assert "suspended" not in messages(world.try_log_on())[0]


def test_a_hash_of_older_figures_is_renewed_at_log_on(world: World) -> None:
    world.person()
    dearer = replace(world.people, hashing=replace(QUICK, passes=2))
    older, world.people = world.people, dearer

    def stored() -> str:
        with older.database.reading() as query:
            row = read_secrets(query, "anna")
        assert row.password is not None
        return row.password

    before = stored()
    world.try_log_on(password=WRONG)
    assert stored() == before
    world.log_on()
    assert "t=2" in stored()
    assert QUICK.verifies(stored(), PASSWORD)
    after = stored()
    world.log_on()
    assert stored() == after


def test_sessions_that_ended_long_ago_are_forgotten(world: World) -> None:
    world.person()
    old = world.log_on()
    log_off(world.people, *old)
    world.clock.time = START + RULES.kept
    world.log_on()
    assert world.why(*old) == "you signed out: sign in again"
    world.clock.time += MICROSECOND
    world.log_on()
    assert world.why(*old) == "sign in first"


def test_a_form_carries_the_token_of_its_session_and_no_other(world: World) -> None:
    world.person()
    token, terminal = world.log_on()
    other, _ = world.log_on(browser=terminal)
    good = csrf_token(token)
    assert is_csrf_token(token, good)
    assert is_csrf_token(token, Secret(good.reveal()))
    for forged in (csrf_token(other), csrf_token(terminal), token, Secret(""), Secret(good.reveal()[:-1]), Secret("é")):
        assert not is_csrf_token(token, forged)
    assert token.reveal() not in good.reveal()
