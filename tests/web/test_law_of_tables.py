"""The licensee's law folder in the service: over HTTP, from one start to the next, and in an audit without it."""

import asyncio
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from tests.law_folders import ADOPTED, DEARER, ODDS, law_folder
from tests.pit.casino import table_text
from tests.service.simulated import SimulatedLoop, simulate
from tests.web.test_serving import serving, stopped
from tests.web.whole import Whole, furnish, opened
from upcard.audit.run import AuditOptions, audit_journal
from upcard.law.folder import LawFolder
from upcard.store.opening import open_journal
from upcard.table.law_folder import read_law_folder

PIT = "/api/v1/pit"
BUSTER = "buster"  # no text held says whether its temporary rule is in force


async def command(whole: Whole, who: str, name: str, **fields: Any) -> int:
    reply = await (await whole.logged_on(who)).post(f"{PIT}/commands", {"command": name, "table": BUSTER, **fields})
    return reply.status


async def state(whole: Whole) -> dict[str, Any]:
    shown = (await (await whole.logged_on("the-supervisor")).get(PIT)).json()
    (table,) = shown["tables"]
    return {"stated": shown["law_file"], **{each: table[each] for each in ("law_file", "status", "may_open", "open")}}


async def installed(whole: Whole) -> None:
    assert await command(whole, "the-administrator", "InstallTable", text=table_text(BUSTER)) == 200
    assert await command(whole, "the-supervisor", "FillRack", amount="100000.00") == 200


async def turned(whole: Whole, action: str) -> int:
    return (await (await whole.logged_on("the-supervisor")).command(BUSTER, action)).status


async def page(whole: Whole) -> str:
    return (await (await whole.logged_on("the-supervisor")).get("/house")).body.decode()


def run(folder: Path, law: LawFolder | None, later: LawFolder | None) -> list[dict[str, Any]]:
    """Install and open a table by one law, start again by another, and install it again; return what was shown."""

    async def main(loop: SimulatedLoop) -> list[dict[str, Any]]:
        first = await opened(folder / "data", loop, law=law)
        await furnish(first, ())
        await installed(first)
        await asyncio.sleep(1)  # the service opens a table that has never been open
        shown = [await state(first) | {"page": await page(first)}]
        query = "/api/v1/significant-events?topic=compliance"
        kinds = [each["kind"] for each in (await (await first.logged_on("the-compliance")).get(query)).json()]
        assert kinds == ([] if law is None else ["LawFolderStated", "TableLawStated"])
        await first.house.close()
        second = await opened(folder / "data", loop, law=later, seed=2)
        for name in ("the-supervisor", "the-administrator"):
            (await second.logged_on(name)).keys = count(1000)
        shown += [await state(second) | {"page": await page(second)}]
        assert await turned(second, "CloseTable") == 200
        shown += [{"again": await turned(second, "OpenTable")}]
        assert await turned(second, "CloseTable") == 200
        await installed(second)
        shown += [await state(second) | {"answer": await turned(second, "OpenTable")}]
        await second.house.close()
        return shown

    return simulate(main)


def audited(folder: Path) -> None:
    with closing(open_journal(str(folder / "data" / "journal.db"), read_only=True)) as journal:
        assert audit_journal(journal, AuditOptions()).problems == ()


def test_a_table_that_the_law_folder_supports_opens_without_an_acceptance_and_stays_judged_by_it(folder: Path) -> None:
    law = read_law_folder(law_folder(folder, ADOPTED))
    mark = law.fingerprint
    first, second, again, third = run(folder, law, None)
    assert (first["law_file"], first["stated"], first["status"], first["open"]) == (mark, mark, "lawful", True)
    assert f"fingerprint {mark[:16]}" in first["page"]
    assert "until its file is installed again" not in first["page"]
    # Without the folder: what was installed by it stays checked by it, and this is said.
    assert (second["law_file"], second["stated"], second["open"]) == (mark, None, True)
    assert "until its file is installed again" in second["page"]
    assert again["again"] == 200
    # Installed again, it rests on the texts held alone.
    assert (third["law_file"], third["status"], third["may_open"], third["answer"]) == (None, "not shown", False, 409)
    audited(folder)  # the folder is not at hand


def test_a_table_that_the_law_folder_forbids_is_not_opened(folder: Path) -> None:
    law = read_law_folder(law_folder(folder, ADOPTED + ODDS, buster=DEARER))

    async def main(loop: SimulatedLoop) -> tuple[dict[str, Any], int]:
        whole = await opened(folder / "data", loop, law=law)
        await furnish(whole, ())
        await installed(whole)
        shown = await state(whole), await turned(whole, "OpenTable")
        await whole.house.close()
        return shown

    shown, answer = simulate(main)
    assert (shown["status"], shown["may_open"], answer) == ("unlawful", False, 409)
    audited(folder)


def test_a_demonstration_is_installed_by_the_folder_and_a_start_without_it_names_its_tables(folder: Path) -> None:
    place = law_folder(folder, ADOPTED)
    words = ("--port", "0")
    with serving(folder, *words, "--law", str(place)) as (process, site):
        assert (site["law_file"], site["other_law"]) == (read_law_folder(place).fingerprint, [])
        stopped(process)
    with serving(folder, *words) as (process, site):
        assert site["law_file"] is None
        assert {BUSTER, "blackjack"} <= set(site["other_law"])
        _, errors = stopped(process)
    assert "checked by another law folder, or by none, until installed again: " in errors
    assert all(name in errors for name in site["other_law"])
    audited(folder)
