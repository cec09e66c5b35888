"""A table that is not shown to be lawful, over HTTP: refused, accepted finding by finding, closed when that ends."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.law_folders import ADOPTED, law_folder
from tests.web.asgi import Reply
from tests.web.whole import Whole, use
from upcard.table.law_folder import read_law_folder

PIT = "/api/v1/pit/commands"
COMPLIANCE, SUPERVISOR = "the-compliance", "the-supervisor"
BARE = 'table = "T1"\ndecks = 6\nseats = 6\nminimum = "10.00"\nmaximum = "500.00"\n'  # states nothing of its layout
ENDED = 'table = "T1"\ndecks = 6\ngame = "free bet"\nminimum = "10.00"\nmaximum = "500.00"\ndealer_soft_17 = "draw"\n'
TABLE = "T1"


async def sent(whole: Whole, who: str, command: str, **fields: Any) -> Reply:
    return await (await whole.logged_on(who)).post(PIT, {"command": command, "table": TABLE, **fields})


async def install(whole: Whole, text: str) -> None:
    assert (await sent(whole, "the-administrator", "InstallTable", text=text)).status == 200
    assert (await sent(whole, SUPERVISOR, "FillRack", amount="100000.00")).status == 200


async def opening(whole: Whole) -> Reply:
    return await (await whole.logged_on(SUPERVISOR)).command(TABLE, "OpenTable")


async def state(whole: Whole, who: str = COMPLIANCE) -> dict[str, Any]:
    tables: list[dict[str, Any]] = (await (await whole.logged_on(who)).get("/api/v1/pit")).json()["tables"]
    return next(each for each in tables if each["table"] == TABLE)


async def accept(whole: Whole, ids: list[str], until: str | None) -> None:
    fields = {"findings": ids, "reason": "reviewed with counsel", "until": until}
    assert (await sent(whole, COMPLIANCE, "AcceptFindings", **fields)).status == 200


def is_open(whole: Whole) -> bool:
    return whole.house.floor.group(TABLE).at(TABLE).open


@pytest.mark.parametrize("text", [BARE, ENDED], ids=["not stated", "ended in 2016"])
def test_such_a_table_opens_only_when_every_finding_is_accepted(folder: Path, text: str) -> None:
    async def main(whole: Whole) -> None:
        await install(whole, text)
        before = await state(whole)
        ids = [each["id"] for each in before["findings"]]
        assert (before["status"], before["may_open"], before["acceptances"]) == ("not shown", False, [])
        assert len(set(ids)) == len(ids) >= 2
        refused = await opening(whole)
        assert refused.status == 409
        assert len(refused.json()["refusals"]) == len(ids)
        await accept(whole, ids[1:], None)
        assert len((await opening(whole)).json()["refusals"]) == 1
        day = str(whole.house.today)
        await accept(whole, ids[:1], day)
        await asyncio.sleep(1)  # the service opens a table that has never been open
        assert is_open(whole)
        after = await state(whole, SUPERVISOR)
        assert after["may_open"] is True
        assert after["findings"] == []
        assert after["acceptances"][1] == {
            "number": 2,
            "state": "in force",
            "findings": ids[:1],
            "reason": "reviewed with counsel",
            "day": day,
            "until": day,
            "by": "compliance the-compliance",
            "withdrawn": None,
        }
        await asyncio.sleep(25 * 3600)  # the day is over, and with it the second acceptance
        whole.clients.clear()  # every session is over too
        assert not is_open(whole)
        assert [each["state"] for each in (await state(whole))["acceptances"]] == ["in force", "ended"]
        assert len((await opening(whole)).json()["refusals"]) == 1

    use(folder, main)


@pytest.mark.cite("13:69E-1.10(aa)1v")
def test_a_table_without_the_inscription_on_free_doubles_opens_by_no_acceptance(folder: Path) -> None:
    text = ENDED.replace('dealer_soft_17 = "draw"', 'dealer_soft_17 = "draw"\nfree_double = "any number of cards"')
    inscriptions = 'notices = ["free double"]\ninscriptions = ["Blackjack pays 3 to 2"]\n'

    async def main(whole: Whole) -> None:
        await install(whole, text + inscriptions)
        shown = await state(whole)
        assert (shown["status"], shown["may_open"]) == ("unlawful", False)
        await accept(whole, [each["id"] for each in shown["findings"]], None)
        refused = await opening(whole)
        assert refused.status == 409
        assert "13:69E-1.10(aa)1v" in {each["cite"] for each in refused.json()["refusals"]}

    law = read_law_folder(law_folder(folder, ADOPTED.replace('keeps = ["buster"]', 'keeps = ["free bet"]')))
    use(folder, main, law=law)
