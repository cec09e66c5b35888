"""How a person of several roles looks at a table."""

from pathlib import Path

import pytest

from tests.service.making import PASSWORD
from tests.web.whole import Whole, use
from upcard.game.view import Role
from upcard.service.accounts import create_person
from upcard.service.person_values import PersonRole
from upcard.service.sessions import open_sessions
from upcard.web.looks import look_at


@pytest.mark.parametrize(
    ("roles", "role"),
    [
        ({"dealer", "supervisor"}, Role.SUPERVISOR),
        ({"administrator", "compliance", "supervisor"}, Role.SUPERVISOR),
        ({"compliance", "dealer"}, Role.SURVEILLANCE),
        ({"administrator", "dealer"}, Role.DEALER),
    ],
)
def test_a_dealer_who_is_also_a_supervisor_is_offered_the_duties_of_a_supervisor(
    folder: Path, roles: set[str], role: Role
) -> None:
    async def main(whole: Whole) -> None:
        made = create_person(
            whole.house.people, name="kim", roles=map(PersonRole, roles), by="system", password=PASSWORD
        )
        assert made.problems == ()
        client = await whole.logged_on("kim")
        assert (await client.get("/api/v1/session")).json()["person"] == "kim"
        (session,) = (each for each in open_sessions(whole.house.people) if each.person == "kim")
        assert look_at(whole.house, session, "blackjack").role is role

    use(folder, main)
