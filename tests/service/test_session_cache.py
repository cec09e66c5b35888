"""Sessions in memory: no question to the database while nothing has changed, and none that has ended."""

import asyncio
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.service.making import QUICK
from upcard.game.roles import Role
from upcard.pit.state import Account, Bar, SignificantState, WalletState
from upcard.pit.streams import SIGNIFICANT, States, wallet_stream
from upcard.service.password_changes import set_first_password
from upcard.service.people import People, create_people, open_people
from upcard.service.people_database import PeopleDatabase, Query
from upcard.service.secret_text import Secret, new_secret
from upcard.service.session_cache import SessionCache
from upcard.service.sessions import log_off, log_on, revoke
from upcard.store.clock import system_random

PASSWORD = Secret("correct horse battery")
BEGINNING = datetime.fromisoformat("2026-07-01T12:00:00+00:00")


class Moving:
    """A clock that is set by hand."""

    now = BEGINNING

    def __call__(self) -> datetime:
        return self.now


def opened(folder: Path, clock: Moving) -> People:
    create_people(folder / "people.db")
    account = Account(frozenset({Role.PATRON}), demo=False, made="2026-07-01T12:00:00.000000Z")
    states = States({SIGNIFICANT: SignificantState(accounts={"ada": account, "ben": account})})
    people = open_people(folder / "people.db", states, hashing=QUICK, clock=clock)
    for name in ("ada", "ben"):
        assert set_first_password(people, name, PASSWORD)
    return people


def begun(people: People, name: str) -> tuple[Secret, Secret]:
    terminal = new_secret(system_random)
    result = log_on(people, name=name, password=PASSWORD, terminal=terminal)
    assert result.value is not None
    return result.value.token, terminal


@pytest.mark.asked("13:69O-1.4(f)")
def test_a_session_is_known_until_anything_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Moving()
    people = opened(folder, clock)
    token, terminal = begun(people, "ada")
    cache = SessionCache(people)
    asked: list[int] = []
    reading = type(people.database).reading

    def counted(database: PeopleDatabase) -> AbstractContextManager[Query]:
        asked.append(1)
        return reading(database)

    monkeypatch.setattr(type(people.database), "reading", counted)

    async def who(this: Secret = token, where: Secret = terminal) -> str | None:
        session = await cache.check(this, where)
        return None if session is None else session.person

    async def main() -> None:
        assert [await who() for _ in range(5)] == ["ada"] * 5
        assert len(asked) == 1
        clock.now += people.rules.stamp  # its use is noted, by one question and one change that is none
        assert [await who(), await who()] == ["ada", "ada"]
        assert len(asked) == 2
        begun(people, "ben")  # somebody logs on: everything is asked for again, once
        before = len(asked)
        assert [await who(), await who()] == ["ada", "ada"]
        assert len(asked) == before + 1
        assert await who(new_secret(system_random)) is None
        assert cache.holder(token) == "ada"
        revoke(people, "ada", by="boss")
        assert await who() is None

    asyncio.run(main())
    people.close()


@pytest.mark.parametrize("end", ["log off", "idle", "stolen", "clock", "suspended", "closed"])
def test_a_session_that_has_ended_is_not_known(folder: Path, end: str) -> None:
    clock = Moving()
    people = opened(folder, clock)
    token, terminal = begun(people, "ada")
    cache = SessionCache(people)

    async def main() -> None:
        assert await cache.check(token, terminal) is not None
        match end:
            case "log off":
                log_off(people, token, terminal)
            case "idle":
                clock.now += people.rules.idle
            case "stolen":
                assert await cache.check(token, new_secret(system_random)) is None
            case "suspended":  # in the journal; a crash came before the list of people was changed
                people.states[wallet_stream("ada")] = WalletState(open=True, bar=Bar(False, ""))  # type: ignore[index]  # set by hand
            case "closed":
                people.states[SIGNIFICANT] = SignificantState()  # type: ignore[index]  # set by hand
            case "clock":
                clock.now -= people.rules.slack + timedelta(seconds=1)
        assert await cache.check(token, terminal) is None

    asyncio.run(main())
    people.close()


def test_the_number_of_sessions_in_memory_is_limited(folder: Path) -> None:
    people = opened(folder, Moving())
    cache = SessionCache(people, most=1)

    async def main() -> None:
        for name in ("ada", "ben"):
            assert await cache.check(*begun(people, name)) is not None
        assert len(cache) == 1

    asyncio.run(main())
    people.close()
