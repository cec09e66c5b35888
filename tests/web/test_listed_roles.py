"""The journal is the source of roles: a list of people that was edited is reported, and gives nobody a right."""

import json
from pathlib import Path

import pytest

from tests.command import within
from tests.service.making import PASSWORD
from tests.service.simulated import SimulatedLoop, simulate
from tests.store.making import Place
from tests.web.asgi import Client
from tests.web.restores import house_at, journal_of
from tests.web.whole import Whole, furnish
from upcard.service.accounts import close_account, create_person
from upcard.service.person_values import PersonRole
from upcard.web.app import create_app

EDITS = {
    "a role more": (
        "UPDATE people_persons SET roles = 'administrator dealer' WHERE name = 'the-dealer'",
        "the-dealer has the roles administrator dealer in the list of people, but the roles dealer in the journal",
    ),
    "an account more": (
        "INSERT INTO people_persons SELECT 'zoe', 'administrator', status, until, password, failures, locked, demo, "
        "created, logged_on FROM people_persons WHERE name = 'the-dealer'",
        "zoe is in the list of people (administrator), but the journal does not know this account",
    ),
    "a closed account opened": (
        "UPDATE people_persons SET status = 'active', roles = 'administrator', "
        "password = (SELECT password FROM people_persons WHERE name = 'the-dealer') WHERE name = 'max'",
        "max has the roles administrator in the list of people, but no roles: it is closed in the journal",
    ),
}


def people_of(folder: Path, place: Place) -> Place:
    return Place(str(folder / "data" / "people.db")) if place.is_sqlite else place


def begun(folder: Path, place: Place) -> None:
    """Make a house with people of every role, and one whose account was closed."""

    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, place, loop)
        await house.start()
        await furnish(Whole(house, create_app(house), loop), ())
        made = create_person(house.people, name="max", roles={PersonRole.DEALER}, by="system", password=PASSWORD)
        closed = close_account(house.people, "max", by="root")
        await house.duties.record((*made.events, *closed.events))
        await house.close()

    simulate(main)


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_list_of_people_is_reported_and_gives_nobody_a_role(folder: Path, place: Place, edit: str) -> None:
    begun(folder, place)
    statement, expected = EDITS[edit]
    name = expected.partition(" ")[0]

    async def again(loop: SimulatedLoop) -> tuple[str, ...]:
        house = house_at(folder, place, loop, 2)
        first = await house.start()
        client = Client(create_app(house))
        assert (await client.log_on(name, PASSWORD.reveal())).status == 200
        assert (await client.get("/api/v1/people")).status == 403
        own = Client(create_app(house))
        assert (await own.log_on("the-administrator", PASSWORD.reveal())).status == 200
        assert (await own.get("/api/v1/people")).status == 200
        await house.close()
        return first.disagreements

    assert simulate(lambda loop: fine(folder, place, loop)) == ()
    people_of(folder, place).change(statement)
    assert simulate(again) == (expected,)
    journal, people = journal_of(folder, place).url, people_of(folder, place).url
    done = within("audit", journal, "--people", people, "--json")
    answer = json.loads(done.out)
    assert (done.code, [problem["message"] for problem in answer["problems"]]) == (1, [expected])
    assert within("audit", journal, "-q").code == 0


async def fine(folder: Path, place: Place, loop: SimulatedLoop) -> tuple[str, ...]:
    house = house_at(folder, place, loop, 3)
    first = await house.start()
    await house.close()
    return first.disagreements


def test_an_account_that_was_taken_out_of_the_list_is_reported(folder: Path, place: Place) -> None:
    begun(folder, place)
    people_of(folder, place).change("DELETE FROM people_persons WHERE name = 'the-auditor'")
    missing = "the-auditor is not in the list of people, but is in the journal (auditor)"
    assert simulate(lambda loop: fine(folder, place, loop)) == (missing,)


def test_a_role_that_is_edited_while_the_server_runs_does_not_count(folder: Path, place: Place) -> None:
    begun(folder, place)

    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, place, loop, 4)
        await house.start()
        people_of(folder, place).change(EDITS["a role more"][0])
        client = Client(create_app(house))
        assert (await client.log_on("the-dealer", PASSWORD.reveal())).status == 200
        assert (await client.get("/api/v1/people")).status == 403
        assert (await client.get("/api/v1/session")).json()["roles"] == ["dealer"]
        await house.close()

    simulate(main)


def test_an_audit_says_that_the_list_of_people_is_not_covered(folder: Path) -> None:
    place = Place("")
    begun(folder, place)
    journal, people = journal_of(folder, place).url, people_of(folder, place).url
    said = json.loads(within("audit", journal, "--json").out)["not_looked_at"]
    assert "the list of people (people.db): roles, passwords, sessions and locks" in said
    assert simulate(lambda loop: fine(folder, place, loop)) == ()  # writes what the journal did not have yet
    done = within("audit", journal, "--people", people, "--json")
    assert done.code == 0
    said = json.loads(done.out)["not_looked_at"]
    assert "the list of people: its roles were compared; passwords, sessions and locks are not in the journal" in said
