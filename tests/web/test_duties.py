"""Player protection and duties over HTTP, in simulated time: limits, exclusion, last games, events, software."""

import asyncio
import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.acting import acting
from tests.service.making import PASSWORD
from tests.web.asgi import Client
from tests.web.playing import RandomPlay
from tests.web.whole import Whole, use
from upcard.audit.run import AuditOptions, audit_journal
from upcard.game.awaited import WaitsFor, waiting_for
from upcard.game.state import TableState
from upcard.pit import commands as pc
from upcard.pit.ledger import Done
from upcard.pit.play_restrictions import STOPPED
from upcard.pit.shoe_keys import read_shoe_keys
from upcard.pit.streams import wallet_of
from upcard.service.background_jobs import SOFTWARE, fingerprint
from upcard.store.journal import all_rows
from upcard.store.opening import open_journal

TABLE, IDLE, EMPTY = "blackjack", "buster", "streak"
LIMITS, ACCOUNT = "/api/v1/account/limits", "/api/v1/account/commands"
DAY = {"command": "SetLimit", "period": "day"}


async def ann(whole: Whole) -> Client:
    return await whole.logged_on("ann")


async def wager(client: Client, amount: str = "10.00") -> int:
    return (await client.command(TABLE, "PlaceWager", seat=1, wager="blackjack", amounts=[amount])).status


async def play(whole: Whole, rounds: int) -> None:
    """Let Ann and Bob play at random until some rounds are over."""
    random_play = RandomPlay(whole, TABLE, Random(5))
    await random_play.sit()
    while random_play.state.round <= rounds:
        await random_play.step()


async def events(whole: Whole, **asked: str) -> list[dict[str, Any]]:
    client = await whole.logged_on("the-compliance")
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    reply = await client.get(f"/api/v1/significant-events?{query}")
    assert reply.status == 200, reply
    listed: list[dict[str, Any]] = reply.json()
    return listed


def audited(whole: Whole) -> tuple[Any, ...]:
    """Decide every command of the journal again; return what is wrong."""
    folder = whole.house.folder
    with closing(open_journal(folder.journal, read_only=True)) as journal:
        return audit_journal(journal, AuditOptions(shoe_keys=read_shoe_keys(folder.keys))).problems


@pytest.mark.asked("13:69O-1.4(n)")
def test_a_patron_sets_limits_and_sees_what_is_used(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await ann(whole)
        assert (await client.post(LIMITS, {**DAY, "limit": "spend", "amount": "100.00"})).status == 200
        assert (await client.command(TABLE, "BuyIn", seat=1, amount="100.00")).status == 200
        refusal = await client.command(TABLE, "BuyIn", seat=1, amount="0.01")
        assert refusal.status == 409
        assert "your spend limit is $100.00 a day" in refusal.json()["detail"]
        assert (await client.post(LIMITS, {**DAY, "limit": "spend", "amount": None})).status == 200
        account = (await client.get("/api/v1/account")).json()
        assert account["used"]["spend"] == {"day": "100.00", "week": "100.00", "month": "100.00"}
        assert account["limits"] == [
            {"limit": "spend", "period": "day", "amount": "100.00", "waiting": {"amount": None, "from": "2026-07-02"}}
        ]
        assert account["result_since_log_on"] == "0.00"
        assert (await client.command(TABLE, "BuyIn", seat=1, amount="0.01")).status == 409
        assert [each["detail"] for each in await events(whole, topic="protection")] == [
            "spend, day: $100.00", "spend, day: none, to be confirmed from 2026-07-02 on",
        ]  # fmt: skip
        assert audited(whole) == ()

    use(folder, main)


@pytest.mark.asked("13:69O-1.4(n)", "13:69O-1.2(c)")
def test_a_session_ends_when_its_time_is_used_up_and_begins_again_the_next_day(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await ann(whole)
        limit = {"command": "SetTimeLimit", "period": "day", "minutes": 10}
        assert (await client.post(LIMITS, limit)).status == 200
        assert (await client.command(TABLE, "BuyIn", seat=1, amount="100.00")).status == 200
        await asyncio.sleep(500)
        account = (await client.get("/api/v1/account")).json()
        assert 495 <= account["seconds_played"]["day"] <= 505
        assert account["seconds_left"] == 600 - account["seconds_played"]["day"]
        await asyncio.sleep(106)
        refusal = await client.get("/api/v1/account")
        assert refusal.status == 401
        reply = await client.log_on("ann", PASSWORD.reveal())
        assert (reply.status, "is used up" in reply.json()["detail"]) == (409, True)
        ends = await events(whole, kind="SessionEnded")
        assert [(each["about"], each["detail"], each["by"]) for each in ends] == [("ann", "time", "clock")]
        failed = await events(whole, kind="LogOnFailed")
        assert [(each["about"], each["detail"].partition(",")[0]) for each in failed] == [("ann", "time")]
        await asyncio.sleep(86_400)
        assert wallet_of(whole.house.floor.states, "ann").seats == frozenset()  # given up, as when nobody is there
        again = await client.log_on("ann", PASSWORD.reveal())
        assert (again.status, again.json()["previous_log_on"] is not None) == (200, True)

    use(folder, main)


@pytest.mark.asked("13:69O-1.3(p)", "13:69O-1.4(j)")
def test_exclusion_returns_a_wager_before_the_first_card_and_gives_up_the_seat(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await ann(whole)
        before = wallet_of(whole.house.floor.states, "ann").balances
        assert (await client.command(TABLE, "BuyIn", seat=1, amount="100.00")).status == 200
        assert await wager(client) == 200
        wrong = await client.post(ACCOUNT, {"command": "Exclude", "years": 1, "confirm": "bob"})
        assert (wrong.status, wrong.json()["detail"]) == (422, "type the name of the account, ann, to confirm")
        short = await client.post(ACCOUNT, {"command": "Suspend", "days": 2, "confirm": "ann"})
        assert (short.status, short.json()["detail"]) == (409, "a suspension must last at least 72 hours")
        excluded = await client.post(ACCOUNT, {"command": "Exclude", "years": 1, "confirm": "Ann"})
        assert (excluded.status, excluded.json()["status"]) == (200, "suspended")
        assert "1-800-GAMBLER" in excluded.json()["helpline"]
        assert (await client.get("/api/v1/account")).status == 401
        await asyncio.sleep(1)
        state = wallet_of(whole.house.floor.states, "ann")
        assert (state.seats, state.balances) == (frozenset(), before)
        reply = await client.log_on("ann", PASSWORD.reveal())
        assert (reply.status, "suspended" in reply.json()["detail"]) == (409, True)
        staff = await whole.logged_on("the-compliance")
        early = await staff.post("/api/v1/people/ann/commands", {"command": "Reinstate"})
        assert "cannot be shortened" in early.json()["detail"]
        cashier = await whole.logged_on("the-supervisor")
        paid = {"command": "Withdraw", "patron": "ann", "amount": "100000.00", "reference": "excluded"}
        assert (await cashier.post("/api/v1/pit/commands", paid)).status == 200
        assert audited(whole) == ()

    use(folder, main)


@pytest.mark.asked("13:69O-1.3(p)", "GLI-19 4.3.5")
def test_a_round_in_play_is_finished_for_a_patron_who_was_suspended(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await ann(whole)
        await client.command(TABLE, "BuyIn", seat=1, amount="100.00")

        def waits() -> WaitsFor:
            return waiting_for(whole.house.floor.group(TABLE).at(TABLE)).kind

        while waits() is not WaitsFor.DECISION:
            await wager(client)
            await asyncio.sleep(0.5)
        first = whole.house.floor.group(TABLE).at(TABLE).round
        suspended = await client.post(ACCOUNT, {"command": "Suspend", "days": 3, "confirm": "ann"})
        assert suspended.status == 200, suspended
        until = whole.loop.time()
        while wallet_of(whole.house.floor.states, "ann").seats:
            await asyncio.sleep(0.5)
        assert whole.loop.time() - until < 20  # nobody waits for the turn of someone who may not play
        assert whole.house.floor.group(TABLE).at(TABLE).round == first + 1
        assert (await events(whole, kind="PersonSuspended"))[0]["by"] == "patron ann"
        assert audited(whole) == ()

    use(folder, main)


@pytest.mark.asked("13:69O-1.4(k)")
@pytest.mark.parametrize("is_exclusion", [False, True])
def test_a_suspended_patron_with_chips_at_a_seat_makes_no_wager(folder: Path, is_exclusion: bool) -> None:
    async def main(whole: Whole) -> None:
        client, house = await ann(whole), whole.house
        assert (await client.command(TABLE, "BuyIn", seat=1, amount="100.00")).status == 200
        while waiting_for(house.floor.group(TABLE).at(TABLE)).kind is not WaitsFor.WAGERS:
            await asyncio.sleep(0.5)
        assert await wager(client) == 200
        # The list of people does not know it yet: the journal alone ends the session.
        barred = pc.Exclude("ann", 2) if is_exclusion else pc.Suspend("ann", 400)
        assert isinstance(await house.send(acting("compliance the-compliance"), "bar", barred), Done)
        assert wallet_of(house.floor.states, "ann").seats == {(TABLE, 1)}
        refusal = await client.command(TABLE, "PlaceWager", seat=1, wager="blackjack", amounts=["10.00"])
        assert refusal.status == 403
        assert (await client.get("/api/v1/account")).status == 401
        await asyncio.sleep(5)
        assert wallet_of(house.floor.states, "ann").seats == frozenset()
        assert audited(whole) == ()

    use(folder, main)


@pytest.mark.asked("GLI-19 4.11.1")
def test_a_table_settles_alike_whoever_of_its_patrons_plays_with_play_money(folder: Path) -> None:
    async def main(whole: Whole) -> list[str]:
        await play(whole, 12)
        clients = [await whole.logged_on(name) for name in ("ann", "bob")]
        sessions = [(await client.get("/api/v1/session")).json()["demo"] for client in clients]
        assert sessions == [name in demo for name in ("ann", "bob")]
        for path in ("/api/v1/tables", f"/tables/{TABLE}/sign.pdf"):
            one, other = [await client.get(path) for client in clients]
            assert (one.status, one.body) == (200, other.body)
        with closing(open_journal(whole.house.folder.journal, read_only=True)) as journal:
            return [row.events for row in all_rows(journal) if f"table {TABLE}" in dict(row.streams)]

    settled = []
    for number, demo in enumerate((frozenset[str](), {"ann"}, {"bob"})):
        settled.append(use(folder / str(number), main, demo=demo))
    assert '"event":"WagerPaid"' in "".join(settled[0])
    assert settled[0] == settled[1] == settled[2]


@pytest.mark.asked("58 Pa. 810a.11")
def test_the_last_games_are_recalled_card_by_card(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        await play(whole, 4)
        client = await ann(whole)
        games = (await client.get("/api/v1/people/ann/games")).json()
        assert games
        assert [game["round"] for game in games] == sorted((game["round"] for game in games), reverse=True)
        for game in games:
            detail = (await client.get(f"/api/v1/people/ann/games/{TABLE}/{game['round']}")).json()
            assert detail["game"] == game
            assert detail["dealer"]
            assert {event["seat"] for event in (*detail["choices"], *detail["settled"])} == {1}
            assert {"WagerPlaced"} <= {event["event"] for event in detail["choices"]}
            assert detail["phases"]
            assert "patron" not in json.dumps(detail["events"])
            shown = [card for seat in detail["hands"].values() for hand in seat for card in hand]
            dealt = [event for event in detail["events"] if event["event"] == "CardDealt"]
            assert len(shown) + len(detail["dealer"]) == len(dealt)
        account = (await client.get("/api/v1/account")).json()
        assert account["result_since_log_on"] == f"{sum(float(game['won']) for game in games):.2f}"
        older = (await client.get(f"/api/v1/people/ann/games?before={games[0]['last_row']}")).json()
        assert older == games[1:]
        assert (await client.get("/api/v1/people/bob/games")).status == 403
        assert (await client.get(f"/api/v1/people/ann/games/{TABLE}/999")).status == 404

    use(folder, main)


@pytest.mark.asked("13:69O-1.8(a)", "13:69O-1.8(b)", "13:69O-1.9(d)")
def test_what_the_journal_has_of_a_patron_is_exported_by_period(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        await play(whole, 2)
        auditor = await whole.logged_on("the-auditor")
        lines = (await auditor.get("/api/v1/people/ann/export")).body.decode().splitlines()
        rows = [json.loads(line) for line in lines]
        assert [row["position"] for row in rows] == sorted({row["position"] for row in rows})
        names = {event["event"] for row in rows for event in row["events"]}
        assert names >= {"Deposited", "BoughtIn", "CardDealt", "WagerPlaced", "PersonRecorded"}
        assert not [row for row in rows if "wallet cleo" in dict(row["streams"])]
        csv = (await auditor.get("/api/v1/people/ann/export?form=csv")).body.decode().splitlines()
        assert csv[0] == "position,time,what,table,reference,amount,balance,by"
        statement = (await auditor.get("/api/v1/people/ann/statement")).json()
        assert len(csv) == 1 + len(statement)
        assert statement[1]["what"] == "Deposited"
        assert statement[1]["balance"] == "100000.00"
        nothing = await auditor.get("/api/v1/people/ann/statement?first=2025-01-01&last=2025-12-31")
        assert nothing.json() == []
        wrong = await auditor.get("/api/v1/people/ann/statement?first=2026-01-02&last=2026-01-01")
        assert (wrong.status, "is before the first" in wrong.json()["detail"]) == (422, True)
        assert (await (await ann(whole)).get("/api/v1/people/ann/export")).status == 403

    use(folder, main)


@pytest.mark.asked("13:69O-1.5(b)", "13:69O-1.5(c)", "13:69O-1.5(d)", "13:69O-1.8(e)")
def test_changed_software_stops_play_until_it_is_accepted(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        house, client = whole.house, await ann(whole)
        compliance = await whole.logged_on("the-compliance")
        check = {"command": "RecordSoftware"}
        assert (await compliance.post("/api/v1/software/commands", check)).status == 200
        assert (await client.command(TABLE, "BuyIn", seat=1, amount="100.00")).status == 200
        house.jobs._tools = replace(house.jobs._tools, fingerprint=lambda: "f" * 64)
        await asyncio.sleep(SOFTWARE.total_seconds() + 10)
        assert (await compliance.log_on("the-compliance", PASSWORD.reveal())).status == 200
        software = (await compliance.get("/api/v1/software")).json()
        assert (software["stops_play"], software["changed"]) == (True, "f" * 64)
        await client.log_on("ann", PASSWORD.reveal())
        refusal = await client.command(TABLE, "BuyIn", seat=1, amount="100.00")
        assert (refusal.status, refusal.json()["detail"]) == (409, STOPPED)
        accepted = {"command": "AcceptSoftware", "fingerprint": "f" * 64, "reason": "a repair by the laboratory"}
        assert (await compliance.post("/api/v1/software/commands", accepted)).status == 200
        assert (await client.command(TABLE, "BuyIn", seat=1, amount="100.00")).status == 200
        said = [(each["kind"], each["by"], each["time"][:10]) for each in await events(whole, topic="software")]
        assert said == [
            ("SoftwareInstalled", "compliance the-compliance", "2026-07-01"),
            ("SoftwareChanged", "system", "2026-07-02"),
            ("SoftwareAccepted", "compliance the-compliance", "2026-07-02"),
        ]

    use(folder, main)


@pytest.mark.asked("13:69O-1.5(d)", "GLI-19 4.3.5")
def test_software_that_fails_its_check_stops_wagers_shoes_and_betting_and_lets_a_round_end(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        house, client = whole.house, await ann(whole)
        compliance = await whole.logged_on("the-compliance")

        async def check(found: str) -> None:
            house.jobs._tools = replace(house.jobs._tools, fingerprint=lambda: found)
            reply = await compliance.post("/api/v1/software/commands", {"command": "RecordSoftware"})
            assert reply.status == 200

        def at(table: str) -> TableState:
            return house.floor.group(table).at(table)

        def rows() -> list[str]:
            with closing(open_journal(house.folder.journal, read_only=True)) as journal:
                return [row.command for row in all_rows(journal)]

        await check("1" * 64)
        for table in (TABLE, IDLE, EMPTY):
            await client.command(table, "BuyIn", seat=1, amount="100.00")
        while waiting_for(at(TABLE)).kind is not WaitsFor.DECISION:
            await wager(client)
            await asyncio.sleep(0.5)
        while {waiting_for(at(table)).kind for table in (IDLE, EMPTY)} != {WaitsFor.WAGERS}:
            await asyncio.sleep(0.5)
        placed = await client.command(IDLE, "PlaceWager", seat=1, wager="blackjack", amounts=["10.00"])
        assert placed.status == 200
        playing, betting = at(TABLE).round, at(IDLE).round
        await check("f" * 64)
        before = len(rows())
        over = pc.DiscloseShoe(EMPTY, 1)  # the table needs another one
        assert isinstance(await house.send(acting("supervisor the-supervisor"), "over", over), Done)
        await asyncio.sleep(120)
        assert (at(TABLE).round, waiting_for(at(TABLE)).kind) == (playing + 1, WaitsFor.WAGERS)  # it was finished
        assert (at(IDLE).round, waiting_for(at(IDLE)).kind) == (betting, WaitsFor.WAGERS)
        refusal = await client.command(TABLE, "PlaceWager", seat=1, wager="blackjack", amounts=["10.00"])
        assert (refusal.status, refusal.json()["detail"]) == (409, STOPPED)
        done = "".join(rows()[before:])
        assert "CloseBetting" not in done
        assert "SealShoe" not in done
        await check("1" * 64)  # the files are as they were
        await asyncio.sleep(30)
        after = "".join(rows()[before:])
        assert "CloseBetting" in after
        assert "SealShoe" in after
        assert audited(whole) == ()

    use(folder, main, files=(TABLE, IDLE, EMPTY))


def test_the_fingerprint_changes_with_any_file_and_name_but_not_with_what_python_makes(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("1")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c.toml").write_text("2")
    first = fingerprint(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("3")
    assert fingerprint(tmp_path) == first
    (tmp_path / "a.py").write_text("4")
    changed = fingerprint(tmp_path)
    (tmp_path / "a.py").rename(tmp_path / "d.py")
    assert len({first, changed, fingerprint(tmp_path)}) == 3


@pytest.mark.asked("GLI-19 2.8.8", "13:69O-1.8(c)", "13:69O-1.4(i)")
def test_people_are_administered_and_it_is_on_record(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        root = await whole.logged_on("the-administrator")
        made = await root.post("/api/v1/people", {"name": "Zoe", "roles": ["patron"]})
        assert (made.status, made.json()["has_password"]) == (200, False)
        assert wallet_of(whole.house.floor.states, "zoe").open
        link = (await root.post("/api/v1/people/zoe/commands", {"command": "MakeLink"})).json()["link"]
        zoe = whole.client()
        zoe.csrf = (await zoe.get("/api/v1/session")).json()["csrf"]
        assert (await zoe.post("/api/v1/links", {"link": link, "password": "Nine of diamonds"})).status == 200
        for _ in range(3):
            assert (await zoe.log_on("zoe", "wrong")).status == 401
        assert (await root.post("/api/v1/people/zoe/commands", {"command": "Unlock"})).status == 200
        assert (await zoe.log_on("zoe", "Nine of diamonds")).status == 200
        changed = await zoe.post("/api/v1/account/password", {"old": "Nine of diamonds", "new": "Ten of diamonds!"})
        assert changed.status == 200
        zoe.csrf = (await zoe.get("/api/v1/session")).json()["csrf"]
        real = await zoe.post("/api/v1/wallet/deposits", {"amount": "10.00"})
        assert (real.status, "at the cashier" in real.json()["detail"]) == (409, True)
        closed = await zoe.post(ACCOUNT, {"command": "CloseAccount", "confirm": "zoe"})
        assert (closed.status, closed.json()["status"]) == (200, "closed")
        listed = (await root.get("/api/v1/people")).json()
        assert {person["name"]: person["status"] for person in listed}["zoe"] == "closed"
        kinds = [each["kind"] for each in await events(whole) if each["about"] == "zoe"]
        assert kinds == [
            "AccountMade", "WalletOpened", "LinkMade", "RecoveryUsed", "LogOnFailed", "LogOnFailed", "LogOnFailed",
            "PersonLocked", "PersonUnlocked", "LoggedOn", "PasswordChanged", "SessionEnded", "LoggedOn",
            "WalletClosed", "AccountClosed", "SessionEnded",
        ]  # fmt: skip
        assert await events(whole, day="2026-06-30") == []
        assert (await root.get("/api/v1/significant-events")).status == 403
        ended = await root.post("/api/v1/sessions/end", {})
        assert (ended.status, ended.json()["ended"] >= 1) == (200, True)

    use(folder, main)


@pytest.mark.asked("GLI-19 A.3.6")
def test_the_pit_is_kept_by_staff_and_an_adjustment_takes_two(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        supervisor, compliance = await whole.logged_on("the-supervisor"), await whole.logged_on("the-compliance")

        async def pit(client: Client, command: str, **fields: object) -> int:
            return (await client.post("/api/v1/pit/commands", {"command": command, **fields})).status

        assert await pit(supervisor, "FillRack", table=TABLE, amount="100.00") == 200
        assert await pit(supervisor, "CountRack", table=TABLE, counted="5.00") == 409  # no reason
        assert await pit(supervisor, "CountDrop", table=TABLE, counted="0.00") == 200
        assert await pit(supervisor, "Deposit", patron="ann", amount="5.00", reference="cash") == 200
        moved = {"from_account": "house", "to_account": "wallet ann", "amount": "5.00", "reason": "paid short"}
        assert await pit(supervisor, "ProposeAdjustment", **moved) == 200
        assert await pit(supervisor, "ApproveAdjustment", number=1) == 403
        between = {**moved, "from_account": "wallet bob"}
        assert await pit(supervisor, "ProposeAdjustment", **between) == 409  # never between two patrons
        waiting = (await compliance.get("/api/v1/pit")).json()["adjustments"]
        assert [(each["number"], each["amount"], each["by"]) for each in waiting] == [
            (1, "5.00", "supervisor the-supervisor")
        ]
        assert await pit(compliance, "ApproveAdjustment", number=1) == 200
        assert await pit(compliance, "SetLargeWin", amount="500.00") == 200
        assert await pit(await whole.logged_on("the-administrator"), "FillRack", table=TABLE, amount="1.00") == 403
        assert [each["kind"] for each in await events(whole, topic="adjustment")] == [
            "AdjustmentProposed", "AdjustmentApproved",
        ]  # fmt: skip

    use(folder, main)


def test_a_key_of_before_gives_the_same_answer_while_software_stops_play(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        house, client = whole.house, await ann(whole)
        compliance = await whole.logged_on("the-compliance")
        check = {"command": "RecordSoftware"}
        await compliance.post("/api/v1/software/commands", check)
        path, body = f"/api/v1/tables/{TABLE}/commands", {"command": "BuyIn", "seat": 1, "amount": "100.00"}
        first = await client.post(path, body, key="seat")
        assert first.status == 200
        house.jobs._tools = replace(house.jobs._tools, fingerprint=lambda: "f" * 64)
        await compliance.post("/api/v1/software/commands", check)
        again = await client.post(path, body, key="seat")
        assert (again.status, again.body) == (200, first.body)
        other = await client.post(path, {**body, "amount": "200.00"}, key="seat")
        assert other.status == 422
        assert (await client.post(path, body, key="new")).json()["detail"] == STOPPED

    use(folder, main)
