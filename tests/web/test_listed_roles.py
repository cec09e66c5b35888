"""The journal is the source of accounts and roles: nothing written into the list of people gives anybody a right."""

from pathlib import Path

import pytest

from tests.acting import acting
from tests.service.making import PASSWORD, make_person
from tests.service.simulated import SimulatedLoop, simulate
from tests.store.making import Place
from tests.web.asgi import Client
from tests.web.restores import house_at
from tests.web.whole import Whole, furnish
from upcard.game.roles import Role
from upcard.pit import commands as pc
from upcard.pit.ledger import Done
from upcard.web.app import create_app

PUT = (
    "INSERT INTO people_secrets (name, password, failures, locked, logged_on) "
    "SELECT '{name}', password, 0, NULL, NULL FROM people_secrets WHERE name = 'the-dealer' "
    "ON CONFLICT (name) DO UPDATE SET password = excluded.password"
)
EDITS = {"an account more": "zoe", "a closed account opened": "max", "a suspended one opened": "kim"}


def people_of(folder: Path, place: Place) -> Place:
    return Place(str(folder / "data" / "people.db")) if place.is_sqlite else place


def begun(folder: Path, place: Place) -> None:
    """Make a house with people of every role, one whose account was closed, and one who is suspended."""

    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, place, loop)
        await house.start()
        await furnish(Whole(house, create_app(house), loop), ())
        for name in ("max", "kim"):
            await make_person(house, name, Role.ADMINISTRATOR)
        for name, role in (
            ("max", "LinkMade"),
            ("the-administrator", "LinkMade"),
            ("the-administrator", "RecoveryUsed"),
        ):
            record = pc.RecordPerson(role, name, "max", "", "", "2026-07-01T12:00:00.000000Z")
            assert isinstance(await house.send(acting("system"), f"{name} {role}", record), Done)
        closed = await house.change_account(acting("administrator the-administrator"), "c", pc.CloseAccount("max"))
        suspended = await house.change_account(acting("compliance the-compliance"), "s", pc.Suspend("kim"))
        assert isinstance(closed, Done)
        assert isinstance(suspended, Done)
        await house.close()

    simulate(main)


@pytest.mark.parametrize("edit", EDITS)
def test_a_password_written_into_the_list_of_people_lets_nobody_in_without_an_account(
    folder: Path, place: Place, edit: str
) -> None:
    begun(folder, place)
    people_of(folder, place).change(PUT.format(name=EDITS[edit]))

    async def again(loop: SimulatedLoop) -> None:
        house = house_at(folder, place, loop, 2)
        await house.start()
        client = Client(create_app(house))
        assert (await client.log_on(EDITS[edit], PASSWORD.reveal())).status in (401, 409)
        assert (await client.get("/api/v1/people")).status == 401
        own = Client(create_app(house))
        assert (await own.log_on("the-administrator", PASSWORD.reveal())).status == 200
        assert (await own.get("/api/v1/people")).status == 200
        await house.close()

    simulate(again)


def test_people_who_were_taken_out_of_the_list_keep_their_roles_and_need_a_new_link(folder: Path, place: Place) -> None:
    begun(folder, place)
    people_of(folder, place).change("DELETE FROM people_sessions")
    people_of(folder, place).change("DELETE FROM people_secrets WHERE name = 'the-auditor'")

    async def again(loop: SimulatedLoop) -> None:
        house = house_at(folder, place, loop, 2)
        await house.start()
        client = Client(create_app(house))
        assert (await client.log_on("the-auditor", PASSWORD.reveal())).status == 401
        root = Client(create_app(house))
        assert (await root.log_on("the-administrator", PASSWORD.reveal())).status == 200
        listed = {each["name"]: each for each in (await root.get("/api/v1/people")).json()}
        assert (listed["the-auditor"]["roles"], listed["the-auditor"]["has_password"]) == (["auditor"], False)
        made = await root.post("/api/v1/people/the-auditor/commands", {"command": "MakeLink"})
        assert made.status == 200
        await house.close()

    simulate(again)
