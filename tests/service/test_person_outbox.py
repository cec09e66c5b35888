"""Events of people survive a crash: kept with the change that they tell of, journaled once, then forgotten."""

import asyncio
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

from tests.service.making import PASSWORD, QUICK, World
from tests.service.simulated import SimulatedLoop, simulate
from tests.service.test_casino_service import crash, house_at
from upcard.errors import StoreError
from upcard.pit import commands as pc
from upcard.pit.json_codec import read_stored
from upcard.pit.streams import wallet_of
from upcard.service.casino_service import CasinoService
from upcard.service.data_folder import DataFolder
from upcard.service.password_changes import make_link
from upcard.service.person_events import PersonEvent, PersonEventKind
from upcard.service.person_outbox import forget_events, kept_events, noted
from upcard.service.person_values import PeopleResult
from upcard.service.secret_text import Secret, new_secret
from upcard.service.sessions import log_off, log_on, revoke
from upcard.store.clock import system_random, time_text
from upcard.store.journal import all_rows


def test_events_are_kept_in_their_order_until_they_are_forgotten(world: World) -> None:
    world.person("zoe")
    link = make_link(world.people, "zoe", by="root")
    wrong = world.try_log_on("zoe", Secret("wrong"))
    first, second = world.try_log_on("zoe"), world.try_log_on("zoe")
    events = [event for result in (link, wrong, first, second) for event in result.events]
    assert [event.kind.value for event in events] == [
        "LinkMade", "LogOnFailed", "LoggedOn", "SessionEnded", "LoggedOn",
    ]  # fmt: skip
    assert list(kept_events(world.people)) == events
    assert len({event.key for event in events}) == 5
    forget_events(world.people, [event.key for event in events[:3]])
    assert list(kept_events(world.people)) == events[3:]
    ended = revoke(world.people, "zoe", by="root")
    assert list(kept_events(world.people)) == [*events[3:], *ended.events]
    forget_events(world.people, [event.key for event in kept_events(world.people)])
    assert kept_events(world.people) == ()


def test_a_change_that_fails_leaves_no_event(world: World) -> None:
    world.person("zoe")
    before = kept_events(world.people)
    event = PersonEvent(kind=PersonEventKind.UNLOCKED, time=world.clock(), person="zoe", by="root")
    with suppress(StoreError), world.people.database.writing() as query:
        noted(world.people, query, PeopleResult[str](events=(event,)))
        query("INSERT INTO people_secrets (name) VALUES ('half')")
    assert kept_events(world.people) == before


def recorded(house: CasinoService) -> list[pc.RecordPerson]:
    commands = [read_stored(row.command).command for row in all_rows(house.journal)]
    return [command for command in commands if isinstance(command, pc.RecordPerson) and command.person == "ada"]


async def ada(house: CasinoService) -> tuple[Secret, Secret]:
    """Log Ada on; return token and terminal."""
    terminal = new_secret(system_random)
    result = log_on(house.people, name="ada", password=PASSWORD, terminal=terminal)
    await house.jobs.record(result.events)
    assert result.value is not None
    return result.value.token, terminal


async def opened(folder: Path, loop: SimulatedLoop) -> CasinoService:
    """A house in which Ada has the password of the tests."""
    house = house_at(folder, loop)
    await house.start()
    with house.people.database.writing() as query:
        query("UPDATE people_secrets SET password = ?", QUICK.hash(PASSWORD, system_random))
    return house


def test_a_session_that_ended_in_a_crash_uses_up_no_time_of_its_patron_after_the_next_start(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = await opened(folder, loop)
        token, terminal = await ada(house)
        assert wallet_of(house.floor.states, "ada").logged_on
        await asyncio.sleep(60)
        ended = loop.clock()
        log_off(house.people, token, terminal)
        crash(house)  # before the journal has it
        await asyncio.sleep(60)
        again = house_at(folder, loop, 2)
        assert wallet_of(again.floor.states, "ada").logged_on
        await again.start()
        assert wallet_of(again.floor.states, "ada").logged_on == ""
        *_, on, off = recorded(again)
        assert (on.kind, off.kind, off.happened) == (
            "LoggedOn", "LoggedOff", time_text(ended),
        )  # fmt: skip
        await asyncio.sleep(10)
        assert kept_events(again.people) == ()
        await again.close()

    simulate(main)


def test_an_event_that_is_in_the_journal_is_not_journaled_again_after_a_crash(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = await opened(folder, loop)
        await asyncio.sleep(10)
        await ada(house)
        assert [event.kind.value for event in kept_events(house.people)] == ["LoggedOn"]
        before = recorded(house)
        crash(house)
        again = house_at(folder, loop, 2)
        await again.start()
        assert recorded(again) == before
        assert wallet_of(again.floor.states, "ada").logged_on  # the session is still open
        await asyncio.sleep(10)
        assert kept_events(again.people) == ()
        await again.close()

    simulate(main)


def test_events_follow_in_their_order_when_the_journal_could_not_be_written(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = await opened(folder, loop)
        await asyncio.sleep(10)
        before = len(recorded(house))
        with patch.object(DataFolder, "reopen_journal", side_effect=StoreError("the disk is away")):
            house.writer._mend_soon()
            await ada(house)
            await house.jobs.record(revoke(house.people, "ada", by="cora").events)
            assert len(recorded(house)) == before
        await asyncio.sleep(60)
        kinds = [command.kind for command in recorded(house)[before:]]
        assert kinds == ["LoggedOn", "SessionEnded"]
        assert kept_events(house.people) == ()
        await house.close()

    simulate(main)


def test_a_session_that_only_the_journal_believes_open_is_ended_at_the_next_start(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = await opened(folder, loop)
        await ada(house)
        with house.people.database.writing() as query:  # as an older copy of the list has it
            query("UPDATE people_sessions SET ended = created, why = 'log_off'")
            query("DELETE FROM people_events")
        crash(house)
        again = house_at(folder, loop, 2)
        await again.start()
        assert wallet_of(again.floor.states, "ada").logged_on == ""
        end = recorded(again)[-1]
        assert (end.kind, end.by, end.detail) == ("SessionEnded", "system", "ended unrecorded")
        await again.close()
        third = house_at(folder, loop, 3)
        count = len(recorded(third))
        await third.start()
        assert len(recorded(third)) == count
        await third.close()

    simulate(main)
