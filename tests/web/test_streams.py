"""Streams of a table last as long as the session they were opened with, and not longer."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from tests.acting import acting
from tests.web.asgi import Client
from tests.web.whole import Whole, use
from upcard.pit import commands as pc
from upcard.pit.ledger import Done
from upcard.service.sessions import revoke
from upcard.web import auth, live_views
from upcard.web.live_views import CHECK, PING

TABLE = "blackjack"
STREAMS = (f"/api/v1/tables/{TABLE}/events", f"/tables/{TABLE}/stream", "/lobby/events")
WAGER: dict[str, Any] = {"seat": 1, "wager": "blackjack"}


async def keep_busy(client: Client) -> None:
    """Change the table every second: place a wager, withdraw it."""
    assert (await client.command(TABLE, "BuyIn", seat=1, amount="100.00")).status == 200
    while True:
        await client.command(TABLE, "PlaceWager", **WAGER, amounts=["10.00"])
        await asyncio.sleep(1)
        await client.command(TABLE, "WithdrawWager", **WAGER)
        await asyncio.sleep(1)


@pytest.mark.asked("13:69O-1.4(e)")
@pytest.mark.parametrize("path", STREAMS)
@pytest.mark.parametrize("end", ["revoked", "suspended", "another browser", "log-off"])
@pytest.mark.parametrize("is_busy", [True, False])
def test_a_stream_ends_with_its_session(folder: Path, path: str, end: str, *, is_busy: bool) -> None:
    async def main(whole: Whole) -> None:
        busy = asyncio.ensure_future(keep_busy(await whole.logged_on("bob"))) if is_busy else None
        watcher = await whole.logged_on("ann")
        listening = watcher.begin(path)
        await asyncio.sleep(60)
        assert not listening.app.done()
        assert whole.app.state.streams.count("ann") == 1
        people = whole.house.people
        match end:
            case "revoked":
                assert revoke(people, "ann", by="the-administrator").value == 1
            case "suspended":
                answer = await whole.house.change_account(acting("compliance the-compliance"), "s", pc.Suspend("ann"))
                assert isinstance(answer, Done)
            case "another browser":
                whole.clients.pop("ann")
                await whole.logged_on("ann")
            case "log-off":
                assert (await watcher.post("/api/v1/session/end", {})).status == 200
        await asyncio.wait([listening.app], timeout=2 * CHECK)
        assert listening.app.done()
        assert whole.app.state.streams.count("ann") == 0
        if busy is not None:
            busy.cancel()
        assert listening.exchange.reply.status == 200

    use(folder, main)


@pytest.mark.parametrize("path", STREAMS)
def test_a_stream_at_a_quiet_table_gives_a_sign_of_life(folder: Path, path: str) -> None:
    async def main(whole: Whole) -> None:
        listening = (await whole.logged_on("ann")).begin(path)
        await asyncio.sleep(4 * PING + 1)
        parts = listening.exchange.parts
        assert parts.count(b": ping\n\n") == 4
        await listening.go()

    use(folder, main)


def test_what_happens_while_the_session_is_looked_up_is_in_one_message(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(whole: Whole) -> None:
        ann, bob = await whole.logged_on("ann"), await whole.logged_on("bob")
        assert (await bob.command(TABLE, "BuyIn", seat=1, amount="100.00")).status == 200
        await asyncio.sleep(30)
        version, visitor, meanwhile = whole.house.floor.version(TABLE), auth.visitor, [True]

        async def looked_up(*of: Any) -> Any:
            if meanwhile and meanwhile.pop():
                assert (await bob.command(TABLE, "WithdrawWager", **WAGER)).status == 200
            return await visitor(*of)

        listening = ann.begin(f"/tables/{TABLE}/stream?after={version}")
        await asyncio.sleep(CHECK - 0.1)
        monkeypatch.setattr(live_views, "visitor", looked_up)
        assert (await bob.command(TABLE, "PlaceWager", **WAGER, amounts=["10.00"])).status == 200
        await asyncio.sleep(0.5)
        text = (await listening.go()).body.decode()
        messages = re.findall(r"id: (\d+)\ndata: (.*)", text)
        kinds = [(int(number), re.findall(r'data-kind="(\w+)"', content)) for number, content in messages]
        assert kinds == [(version + 2, ["WagerPlaced", "WagerWithdrawn"])]

    use(folder, main)
