"""Live views: one rendering shared, ids that go on from the last, the newest for the slow."""

import asyncio
import gc
import json
from collections.abc import AsyncGenerator
from pathlib import Path

from tests.pit.casino import wager
from tests.service.playing import Service, play_at_random
from tests.service.simulated import SimulatedLoop, simulate
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.roles import Role
from upcard.game.view import view
from upcard.pit import commands as pc
from upcard.service.hub import Hub, Look, Rendering

TABLE = "blackjack"


async def seated(folder: Path, loop: SimulatedLoop) -> tuple[Service, Hub]:
    service = Service(folder / "journal.db", loop)
    hub = Hub(service.floor)
    service.start()
    await service.install(TABLE)
    await service.seat("Ann", TABLE, 1)
    await service.until(lambda: service.floor.group(TABLE).at(TABLE).next_card > 0)
    return service, hub


def test_a_view_is_rendered_once_for_everybody_who_sees_the_same(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        service, hub = await seated(folder, loop)
        first = hub.rendering(Look(TABLE, Role.PATRON))
        assert hub.rendering(Look(TABLE, Role.PATRON)) is first
        assert hub.rendering(Look(TABLE, Role.PATRON, (1,))) is not first
        await service.done("patron Ann", pc.AtTable(TABLE, wager(1)))
        later = hub.rendering(Look(TABLE, Role.PATRON))
        assert later.id == first.id + 1 == service.floor.version(TABLE)
        await service.close()

    simulate(main)


def test_a_patron_does_not_see_who_else_sits_there(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        service, hub = await seated(folder, loop)
        own, other, staff = (
            json.loads(hub.rendering(look).text)
            for look in (Look(TABLE, Role.PATRON, (1,)), Look(TABLE, Role.PATRON), Look(TABLE, Role.SUPERVISOR))
        )
        assert (own["your_seats"], other["your_seats"]) == ([1], [])
        assert other["places"][0] == {"seat": 1, "taken": True, "chips": "100000.00"}
        assert staff["places"][0]["patron"] == "Ann"
        await service.close()

    simulate(main)


def test_a_slow_listener_skips_to_the_newest_view(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        service, hub = await seated(folder, loop)
        watching = hub.watch(TABLE, Role.PATRON, "Ann")
        first = await anext(watching)
        assert first is not None
        assert (await asyncio.wait_for(anext(watching), 20)) is None  # nothing new: a sign of life
        for amount in (1000, 2000, 3000):
            await service.done("patron Ann", pc.AtTable(TABLE, wager(1, amount)))
            if amount < 3000:
                await service.done("patron Ann", pc.AtTable(TABLE, do.WithdrawWager(1, ev.BLACKJACK)))
        newest = await anext(watching)
        assert newest is not None
        assert newest.id == first.id + 5 == service.floor.version(TABLE)
        await watching.aclose()
        assert hub.listeners == 0
        await service.close()

    simulate(main)


def test_whoever_comes_back_gets_the_view_only_if_it_is_new(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        service, hub = await seated(folder, loop)
        now = service.floor.version(TABLE)

        async def first(after: int | None) -> Rendering | None:
            watching = hub.watch(TABLE, Role.PATRON, after=after)
            return await anext(watching)

        assert await first(now) is None
        for after in (None, now - 1, now + 5, 0):
            shown = await first(after)
            assert shown is not None
            assert shown.id == now
        await service.close()

    simulate(main)


def test_what_is_shared_changes_nothing_of_what_each_sees(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        service, hub = await seated(folder, loop)
        playing = asyncio.create_task(play_at_random(service, TABLE))
        plays, version = 0, 0
        while plays < 20:
            await asyncio.sleep(0.25)
            if service.floor.version(TABLE) == version:
                continue
            version, state = service.floor.version(TABLE), service.floor.group(TABLE).at(TABLE)
            for look, seat in ((Look(TABLE, Role.PATRON, (1,)), 1), (Look(TABLE, Role.PATRON), None)):
                shown = json.loads(hub.rendering(look).text)
                assert shown["game"] == json.loads(json.dumps(view(state, Role.PATRON, seat)))
                plays += bool(shown["game"]["plays"])
            assert json.loads(hub.rendering(Look(TABLE, Role.DEALER)).text)["game"] == view(state, Role.DEALER)
        playing.cancel()
        await service.close()

    simulate(main)


def test_listeners_that_come_and_go_leave_nothing_behind(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        service, hub = await seated(folder, loop)

        async def come_and_go(count: int) -> None:
            for number in range(count):
                watching = hub.watch(TABLE, Role.PATRON, f"guest {number}", wait=0.01)
                assert await anext(watching) is not None
                assert await anext(watching) is None
                assert isinstance(watching, AsyncGenerator)
                await watching.aclose()

        await come_and_go(50)
        gc.collect()
        before = len(gc.get_objects())
        await come_and_go(500)
        gc.collect()
        assert len(gc.get_objects()) - before < 100
        assert (hub.listeners, len(hub._changed), len(hub._kept)) == (0, 1, 1)
        for _ in range(3):
            await service.done("patron Ann", pc.AtTable(TABLE, wager(1)))
            hub.rendering(Look(TABLE, Role.PATRON))
            await service.done("patron Ann", pc.AtTable(TABLE, do.WithdrawWager(1, "blackjack")))
            hub.rendering(Look(TABLE, Role.PATRON, (1,)))
        assert [len(kept.renderings) for kept in hub._kept.values()] == [1]
        await service.close()

    simulate(main)
