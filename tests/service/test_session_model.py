"""The life of sessions against a model of a few lines: whatever people and the clock do, in any order."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tests.service.making import MICROSECOND, PASSWORD, START, WRONG, World
from upcard.service.accounts import unlock
from upcard.service.password_changes import set_first_password
from upcard.service.person_values import PeopleRules
from upcard.service.secret_text import Secret
from upcard.service.sessions import check_session, end_overdue, log_off, open_sessions, revoke

RULES = PeopleRules()
NAMES, BROWSERS = ("anna", "ben"), 3
STEPS = (
    MICROSECOND,
    RULES.stamp,
    RULES.idle - MICROSECOND,
    RULES.idle,
    RULES.locked,
    RULES.longest,
    -RULES.slack,
    -timedelta(minutes=5),
)


@dataclass
class Modelled:
    """A session as it should be."""

    token: Secret
    name: str
    browser: int
    begun: datetime
    seen: datetime
    is_open: bool = True

    def is_over(self, now: datetime) -> bool:
        idle, back = now - self.seen >= RULES.idle, now < self.seen - RULES.slack
        return idle or back or now >= self.begun + RULES.longest


class SessionLives(RuleBasedStateMachine):
    """People log on, work, leave and guess; the clock goes on and is set back."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        with world.people.database.writing() as query:
            query("DELETE FROM people_sessions")
            query("DELETE FROM people_secrets")
        world.clock.time = START
        for name in NAMES:
            if world.people.account(name) is None:
                world.person(name)
            else:
                set_first_password(world.people, name, PASSWORD)
        self.browsers = [world.browser() for _ in range(BROWSERS)]
        self.sessions: list[Modelled] = []
        self.failures = dict.fromkeys(NAMES, 0)
        self.locked: dict[str, datetime | None] = dict.fromkeys(NAMES)

    @property
    def now(self) -> datetime:
        return self.world.clock.time

    def has_opened(self, name: str) -> bool:
        """Open the lock of the model if its time is over; whether there is none now."""
        since = self.locked[name]
        if since is not None and self.now >= since + RULES.locked:
            self.locked[name], self.failures[name] = None, 0
        return self.locked[name] is None

    @rule(name=st.sampled_from(NAMES), browser=st.integers(0, BROWSERS - 1))
    def log_on(self, name: str, browser: int) -> None:
        result = self.world.try_log_on(name, browser=self.browsers[browser])
        assert (result.value is not None) is self.has_opened(name)
        if result.value is not None:
            self.failures[name] = 0
            for session in self.sessions:
                if session.name == name or session.browser == browser:
                    session.is_open = False
            self.sessions.append(Modelled(result.value.token, name, browser, self.now, self.now))

    @rule(name=st.sampled_from(NAMES))
    def guess(self, name: str) -> None:
        assert self.world.try_log_on(name, WRONG).value is None
        if self.has_opened(name):
            self.failures[name] += 1
            if self.failures[name] == RULES.failures:
                self.locked[name] = self.now

    @rule(name=st.sampled_from(NAMES))
    def unlock(self, name: str) -> None:
        result = unlock(self.world.people, name, by="root")
        assert (result.value is not None) is (self.locked[name] is not None)
        if result.value is not None:
            self.locked[name], self.failures[name] = None, 0

    @rule(data=st.data(), browser=st.integers(0, BROWSERS - 1))
    def use(self, data: st.DataObject, browser: int) -> None:
        if self.sessions:
            session = data.draw(st.sampled_from(self.sessions[-4:]))
            result = check_session(self.world.people, session.token, self.browsers[browser])
            is_right = session.is_open and browser == session.browser and not session.is_over(self.now)
            assert (result.value is not None) is is_right
            assert len(result.events) == (session.is_open and not is_right)  # it ends once
            session.is_open = is_right
            if is_right and self.now - session.seen >= RULES.stamp:
                session.seen = self.now

    @rule(data=st.data())
    def log_off(self, data: st.DataObject) -> None:
        if self.sessions:
            session = data.draw(st.sampled_from(self.sessions[-4:]))
            result = log_off(self.world.people, session.token, self.browsers[session.browser])
            assert (result.value is not None) is (session.is_open and not session.is_over(self.now))
            session.is_open = False

    @rule(name=st.sampled_from(NAMES))
    def revoke(self, name: str) -> None:
        mine = [session for session in self.sessions if session.name == name and session.is_open]
        assert revoke(self.world.people, name, by="root").value == len(mine)
        for session in mine:
            session.is_open = False

    @rule()
    def end_overdue(self) -> None:
        overdue = [session for session in self.sessions if session.is_open and session.is_over(self.now)]
        assert end_overdue(self.world.people).value == len(overdue)
        for session in overdue:
            session.is_open = False

    @rule(step=st.sampled_from(STEPS))
    def clock(self, step: timedelta) -> None:
        self.world.clock.advance(step)

    @rule()
    def right_password_of_nobody(self) -> None:
        assert self.world.try_log_on("nobody", PASSWORD).value is None

    @invariant()
    def the_open_sessions_are_those_of_the_model(self) -> None:
        alive = sorted(one.name for one in self.sessions if one.is_open and not one.is_over(self.now))
        assert [session.person for session in open_sessions(self.world.people)] == alive
        assert len(alive) == len(set(alive))


@pytest.mark.asked("13:69O-1.4(f)", "13:69O-1.4(e)", "13:69O-1.4(i)")
def test_sessions_live_as_the_model_says(world: World) -> None:
    class Here(SessionLives):
        def __init__(self) -> None:
            super().__init__(world)

    examples = 60 if world.place.is_sqlite else 10
    run_state_machine_as_test(Here, settings=settings(max_examples=examples, stateful_step_count=30))
