"""Keys and names in requests about accounts: a key taken, a retry, a name in capitals, a journal that is away."""

import asyncio
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.service.making import PASSWORD
from tests.web.asgi import Client
from tests.web.browsing import TABLE
from tests.web.whole import MONEY, Whole, use
from upcard.errors import StoreError
from upcard.pit import accounts
from upcard.pit.ledger import KEY_TAKEN, NOT_STORED
from upcard.pit.state import WalletState
from upcard.pit.streams import wallet_of
from upcard.service import accounts as service_accounts
from upcard.service.accounts import find_person
from upcard.service.data_folder import DataFolder
from upcard.service.logs import LogFormat, LogLevel, open_log
from upcard.service.person_values import PersonStatus

OWN, PEOPLE = "/api/v1/account/commands", "/api/v1/people"
LIMIT = {"command": "SetLimit", "limit": "deposit", "period": "day", "amount": "100.00"}
FAILS = "the list of people cannot be written"


def wallet(whole: Whole, name: str) -> WalletState:
    return wallet_of(whole.house.floor.states, name)


def held(whole: Whole, name: str) -> int:
    return wallet(whole, name).balances.get(accounts.wallet(name), 0)


def status(whole: Whole, name: str) -> PersonStatus:
    person = find_person(whole.house.people, name)
    assert person is not None
    return person.status


async def about(client: Client, name: str, key: str | None = None, **body: object) -> tuple[int, Any]:
    reply = await client.post(f"{PEOPLE}/{name}/commands", body, key=key)
    return reply.status, reply.json()


@contextmanager
def journal_away(whole: Whole) -> Iterator[None]:
    """The journal stops, and cannot be opened again."""
    with patch.object(DataFolder, "reopen_journal", side_effect=StoreError("the disk is away")):
        whole.house.writer._mend_soon()
        yield


@pytest.mark.asked("13:69O-1.8(c)")
def test_two_patrons_who_close_their_accounts_with_the_same_key_are_both_paid_out(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        for name in ("ann", "bob"):
            client = await whole.logged_on(name)
            reply = await client.post(OWN, {"command": "CloseAccount", "confirm": name}, key="1")
            assert (reply.status, reply.json()["status"]) == (200, "closed")
            assert (wallet(whole, name).open, held(whole, name), status(whole, name)) == (False, 0, PersonStatus.CLOSED)

    use(folder, main)


def test_an_account_is_closed_with_the_longest_key(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await whole.logged_on("ann")
        assert (await client.post(OWN, {"command": "CloseAccount", "confirm": "ann"}, key="k" * 100)).status == 200
        assert not wallet(whole, "ann").open

    use(folder, main)


@pytest.mark.parametrize("where", ["erase_secrets", "revoke"])
def test_a_closing_after_which_the_list_of_people_failed_is_completed_by_its_retry(folder: Path, where: str) -> None:
    async def main(whole: Whole) -> None:
        staff = await whole.logged_on("the-administrator")
        body = {"command": "CloseAccount", "confirm": "ann"}
        with patch.object(service_accounts, where, side_effect=StoreError(FAILS)):
            assert (await about(staff, "ann", "1", **body))[0] == 200
        assert (wallet(whole, "ann").open, held(whole, "ann"), status(whole, "ann")) == (False, 0, PersonStatus.CLOSED)
        for _ in range(2):
            answered = await about(staff, "ann", "1", **body)
            assert (answered[0], answered[1]["status"]) == (200, "closed")
        person = find_person(whole.house.people, "ann")
        assert person is not None
        assert not person.has_password

    use(folder, main)


@pytest.mark.asked("13:69O-1.3(p)", "13:69O-1.4(j)")
@pytest.mark.parametrize("body", [{"command": "Exclude", "years": 1}, {"command": "Suspend", "days": 3}])
def test_an_exclusion_under_the_key_of_a_limit_is_refused_and_locks_nobody_out(
    folder: Path, body: dict[str, object]
) -> None:
    async def main(whole: Whole) -> None:
        client = await whole.logged_on("ann")
        assert (await client.post("/api/v1/account/limits", LIMIT, key="k")).status == 200
        reply = await client.post(OWN, {**body, "confirm": "ann"}, key="k")
        assert (reply.status, reply.json()["detail"]) == (422, KEY_TAKEN)
        assert (wallet(whole, "ann").bar, status(whole, "ann")) == (None, PersonStatus.ACTIVE)
        assert (await client.post(OWN, {**body, "confirm": "ann"}, key="another")).status == 200
        assert wallet(whole, "ann").bar is not None

    use(folder, main)


@pytest.mark.asked("13:69O-1.3(p)", "13:69O-1.4(j)")
@pytest.mark.parametrize("body", [{"command": "Exclude", "years": 1}, {"command": "Suspend", "days": 3}])
def test_a_patron_is_suspended_by_the_journal_alone_where_the_list_of_people_cannot_be_written(
    folder: Path, body: dict[str, object]
) -> None:
    async def main(whole: Whole) -> None:
        client = await whole.logged_on("ann")
        with patch.object(service_accounts, "revoke", side_effect=StoreError(FAILS)):
            reply = await client.post(OWN, {**body, "confirm": "ann"}, key="k")
        first = wallet(whole, "ann").bar
        assert first is not None
        assert (reply.status, reply.json()["status"]) == (200, "suspended")
        assert reply.json()["until"] == (first.until if body["command"] == "Suspend" else None)
        assert status(whole, "ann") is PersonStatus.SUSPENDED
        assert (await client.get("/api/v1/account")).status == 401  # the session has ended all the same
        assert (await client.log_on("ann", PASSWORD.reveal())).status == 409

    use(folder, main)


@pytest.mark.parametrize("days", [10, None])
def test_a_retry_of_staff_gets_the_first_answer_and_undoes_nothing(folder: Path, days: int | None) -> None:
    async def main(whole: Whole) -> None:
        staff = await whole.logged_on("the-compliance")
        body = {"command": "Suspend", "days": days, "confirm": "ann"}
        first = await about(staff, "ann", "s", **body)
        await asyncio.sleep(3)
        assert first[0] == 200
        assert await about(staff, "ann", "s", **body) == first
        assert (await about(staff, "bob", "s", **(body | {"confirm": "bob"})))[0] == 422
        await asyncio.sleep(11 * 86400)
        assert (await staff.log_on("the-compliance", PASSWORD.reveal())).status == 200
        reinstated = await about(staff, "ann", "r", command="Reinstate")
        assert (reinstated[0], status(whole, "ann")) == (200, PersonStatus.ACTIVE)
        assert await about(staff, "ann", "r", command="Reinstate") == reinstated
        assert await about(staff, "ann", "s", **body) == first
        assert (wallet(whole, "ann").bar, status(whole, "ann")) == (None, PersonStatus.ACTIVE)
        assert (await about(staff, "ann", "t", **body))[0] == 200
        assert (await about(staff, "ann", "r", command="Reinstate"))[1]["status"] == "active"  # the first answer
        assert status(whole, "ann") is PersonStatus.SUSPENDED

    use(folder, main)


def test_a_suspension_that_the_journal_cannot_take_now_asks_to_be_sent_again(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await whole.logged_on("ann")
        with journal_away(whole):
            reply = await client.post(OWN, {"command": "Suspend", "days": 3, "confirm": "ann"}, key="k")
        assert (reply.status, reply.header("retry-after")) == (503, "1")
        assert status(whole, "ann") is PersonStatus.ACTIVE

    use(folder, main)


def test_nobody_changes_the_own_roles_by_writing_the_own_name_in_capitals(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await whole.logged_on("the-administrator")
        for name in ("the-administrator", "THE-ADMINISTRATOR", "The-Administrator "):
            assert (await about(client, name, command="GrantRole", role="supervisor"))[0] == 403
        assert (await about(client, "no name", command="GrantRole", role="supervisor"))[0] == 404
        person = find_person(whole.house.people, "the-administrator")
        assert person is not None
        assert person.roles == {"administrator"}

    use(folder, main)


@pytest.mark.asked("13:69O-1.3(p)", "13:69O-1.8(c)")
def test_a_patron_excluded_for_life_is_not_reinstated_by_a_name_in_capitals(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        staff = await whole.logged_on("the-compliance")
        code, body = await about(staff, "ANN", command="Exclude", years=None, confirm="Ann")
        assert (code, body["person"], body["status"]) == (200, "ann", "suspended")
        for name in ("ann", "ANN"):
            assert (await about(staff, name, command="Reinstate"))[0] == 409
        assert (wallet(whole, "ann").bar is not None, status(whole, "ann")) == (True, PersonStatus.SUSPENDED)
        root = await whole.logged_on("the-administrator")
        assert (await about(root, "BOB", command="CloseAccount", confirm="BOB"))[0] == 200
        assert (wallet(whole, "bob").open, held(whole, "bob")) == (False, 0)
        own = await whole.logged_on("cleo")
        lines = [(await own.get(f"{PEOPLE}/{name}/statement")).json() for name in ("cleo", "Cleo")]
        assert lines[0] == lines[1] != []
        assert (await own.get(f"{PEOPLE}/ANN/games")).status == 403

    use(folder, main)


@pytest.mark.asked("13:69O-1.8(c)")
def test_a_patron_is_made_once_with_a_wallet_when_the_journal_is_back(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        root = await whole.logged_on("the-administrator")
        body = {"name": "Zoe", "roles": ["patron"]}
        with journal_away(whole):
            await asyncio.sleep(0.1)
            assert (await root.post(PEOPLE, body)).status == 503
        await asyncio.sleep(60)
        assert not wallet(whole, "zoe").open
        assert find_person(whole.house.people, "zoe") is None
        reply = await root.post(PEOPLE, body)
        assert (reply.status, reply.json()["name"]) == (200, "zoe")
        assert wallet(whole, "zoe").open
        again = await root.post(PEOPLE, body)
        assert (again.status, again.json()["detail"]) == (
            409, "the name is taken, or was used before: choose another",
        )  # fmt: skip
        assert held(whole, "ann") == MONEY

    use(folder, main)


def test_why_the_journal_cannot_be_written_is_in_the_log_and_not_in_the_answer(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        house, client, written = whole.house, await whole.logged_on("ann"), io.StringIO()
        house.settings = replace(house.settings, log=open_log(LogFormat.JSON, LogLevel.ERROR, stream=written))
        house.journal.close()
        body = {"command": "BuyIn", "seat": 1, "amount": "100.00"}
        reply = await client.post(f"/api/v1/tables/{TABLE}/commands", body, key="k")
        assert (reply.status, reply.json()["detail"]) == (503, NOT_STORED)
        assert "the journal has stopped" in written.getvalue()  # which names the file, or the host, where one is known

    use(folder, main)
