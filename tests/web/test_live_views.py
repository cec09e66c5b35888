"""How a person of several roles looks at a table."""

from pathlib import Path

import pytest

from tests.service.making import make_person
from tests.web.whole import Whole, use
from upcard.game.roles import Role
from upcard.service.sessions import open_sessions
from upcard.web.live_views import look_at


@pytest.mark.parametrize(
    ("roles", "role"),
    [
        ({"dealer", "supervisor"}, Role.SUPERVISOR),
        ({"administrator", "compliance", "supervisor"}, Role.SUPERVISOR),
        ({"compliance", "dealer"}, Role.COMPLIANCE),
        ({"administrator", "dealer"}, Role.DEALER),
    ],
)
def test_a_dealer_who_is_also_a_supervisor_is_offered_the_duties_of_a_supervisor(
    folder: Path, roles: set[str], role: Role
) -> None:
    async def main(whole: Whole) -> None:
        await make_person(whole.house, "kim", *map(Role, roles))
        client = await whole.logged_on("kim")
        assert (await client.get("/api/v1/session")).json()["person"] == "kim"
        (session,) = (each for each in open_sessions(whole.house.people) if each.person == "kim")
        assert look_at(whole.house, session, "blackjack").role is role

    use(folder, main)
