"""From a new house to an open table in a browser: the administrator's password, the licensee, people, a table."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.pit.casino import table_text
from tests.service.making import PASSWORD, QUICK, make_person
from tests.service.simulated import SimulatedLoop, at_once, simulate
from tests.web.asgi import Client
from tests.web.pages.paging import text_of
from tests.web.whole import AtOnce, furnish, opened
from upcard.game.roles import PERSON_ROLES, Role
from upcard.money import Cents
from upcard.pit import accounts
from upcard.pit.streams import house as house_of
from upcard.pit.streams import significant
from upcard.service.casino_service import CasinoService, ServiceSettings
from upcard.service.login_service import LoginService
from upcard.web.app import create_app

WORDS = PASSWORD.reveal()


class Person:
    """Somebody with a browser, who fills in forms."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def page(self, path: str) -> str:
        reply = await self.client.get(path)
        assert reply.status == 200, reply
        return self._read(reply.body.decode())

    def _read(self, page: str) -> str:
        found = re.search(r'<meta name="csrf" content="([^"]+)"', page)
        assert found is not None
        self.client.csrf = found[1]
        return page

    async def send(self, path: str, **fields: str) -> tuple[int, str]:
        """Send a form; return the status, and where it leads or the page."""
        reply = await self.client.submit(path, **fields)
        if reply.status == 303:
            return 303, reply.header("location") or ""
        return reply.status, self._read(reply.body.decode())

    async def sign_in(self, name: str, then: str = "") -> str:
        await self.page("/sign-in")
        status, place = await self.send("/sign-in", name=name, password=WORDS, then=then)
        assert status == 303, text_of(place)
        return place

    async def use_link(self, path: str) -> None:
        assert "Set a password" in await self.page(path)
        secret = path.removeprefix("/link/")
        assert await self.send("/link", link=secret, password=WORDS, again=WORDS) == (303, "/sign-in?by=password")
        assert "Your password is set. Sign in with it." in await self.page("/sign-in?by=password")

    async def command(self, command: str, **fields: str) -> None:
        await self.page("/house")
        status, place = await self.send("/house", command=command, key=f"{command}{fields}", **fields)
        assert (status, place) == (303, f"/house?done={command}"), text_of(place)


def new_house(folder: Path, main: Callable[[CasinoService, Callable[[], Person], str], Awaitable[None]]) -> None:
    """Use a house that nobody has opened yet, with the path of the administrator's link."""

    async def run(loop: SimulatedLoop) -> None:
        settings = ServiceSettings(folder=folder / "data", hashing=QUICK, clock=loop.clock, demo=False)
        house = CasinoService(settings, at_once)
        house.login.close()
        house.login = LoginService(house.people, threads=AtOnce(), monotonic=loop.time)
        first = await house.start()
        assert first.link is not None
        app = create_app(house)
        try:
            await main(house, lambda: Person(Client(app)), f"/link/{first.link.reveal()}")
        finally:
            await house.close()

    simulate(run)


def test_an_administrator_opens_a_new_house_from_the_printed_link_to_an_open_table(folder: Path) -> None:
    async def main(house: CasinoService, person: Callable[[], Person], link: str) -> None:
        root = person()
        await root.use_link(link)
        assert await root.sign_in("administrator") == "/house"
        assert "The house is not open yet" in await root.page("/house")
        await root.command("OpenHouse", licensee="Boardwalk", gaming_day_begins="05:00", time_zone="America/New_York")
        known = house_of(house.floor.states)
        assert (known.licensee, known.gaming_day_begins, known.demonstration) == ("Boardwalk", "05:00", False)
        assert significant(house.floor.states).version != ""  # the software that keeps the books is on record
        staff = {}
        for name in ("sue", "cora"):
            role = "supervisor" if name == "sue" else "compliance"
            await root.command("MakeAccount", name=name, role=role)
            status, page = await root.send("/house", command="MakeLink", name=name)
            found = re.search(r'<code id="one-time-link">http://127.0.0.1(/link/[^<]+)</code>', page)
            assert (status, found is not None) == (200, True)
            assert found is not None
            staff[name] = person()
            await staff[name].use_link(found[1])
            assert await staff[name].sign_in(name) == "/lobby"
            shown = text_of(await staff[name].page("/lobby"))
            assert "with a link that administrator made" in shown
        await root.command("InstallTable", table="BJ-7", text=table_text("buster").replace("\n", "\r\n"))
        assert "compliance accepts its findings" in await staff["sue"].page("/house")
        page = await staff["cora"].page("/house")
        found = re.search(r'name="findings" value="([^"]+)"', page)
        assert found is not None
        await staff["cora"].command("AcceptFindings", table="BJ-7", findings=found[1], reason="reviewed", until="")
        assert not house.floor.group("BJ-7").at("BJ-7").open  # its rack is empty
        await staff["sue"].command("InstructFills", table="BJ-7", below="$50,000", up_to="100000")
        await house._run(lambda: None)
        while not house.floor.group("BJ-7").at("BJ-7").open:
            await house._run(lambda: None)
        assert house.floor.group("BJ-7").tables["BJ-7"].balances[accounts.rack("BJ-7")] == Cents(100_000_00)
        assert ": open" in await staff["sue"].page("/house")
        await staff["sue"].command("CloseTable", table="BJ-7")
        await staff["sue"].command("FillRack", table="BJ-7", amount="250.50")
        assert house.floor.group("BJ-7").tables["BJ-7"].balances[accounts.rack("BJ-7")] == Cents(100_250_50)

    new_house(folder, main)


def test_a_link_is_shown_to_whoever_it_belongs_to_until_they_change_the_password(folder: Path) -> None:
    async def main(house: CasinoService, person: Callable[[], Person], link: str) -> None:
        root, sue = person(), person()
        await root.use_link(link)
        await root.sign_in("administrator")
        await make_person(house, "sue", Role.SUPERVISOR)
        await sue.sign_in("sue")
        words = "administrator made a link that can set your password"
        assert words not in await sue.page("/house")
        await root.page("/house")
        await root.send("/house", command="MakeLink", name="sue")
        assert words in await sue.page("/house")
        await sue.page("/password")
        new = "Nine of diamonds"
        assert await sue.send("/account/password", old=WORDS, new=new) == (303, "/password?done")
        assert "Your password is changed" in await sue.page("/password?done")
        assert words not in await sue.page("/house")

    new_house(folder, main)


@pytest.mark.parametrize("then", ["", "/lobby", "/account", "//elsewhere.example"])
def test_each_role_lands_where_it_can_work(folder: Path, then: str) -> None:
    """An administrator was led to the lobby, which said "not allowed" and led back to itself."""

    async def run(loop: SimulatedLoop) -> None:
        whole = await opened(folder / "data", loop)
        await furnish(whole, ("blackjack",))
        homes = dict.fromkeys(PERSON_ROLES, "/lobby") | {Role.ADMINISTRATOR: "/house"}
        for role, home in homes.items():
            somebody = Person(whole.client())
            place = await somebody.sign_in("ann" if role is Role.PATRON else f"the-{role.value}", then)
            assert place == ("/account" if role is Role.PATRON and then == "/account" else home)
            await somebody.page(place)
            start = await somebody.client.get("/")
            assert start.header("location") == home
            refused = await somebody.client.get("/tables/nowhere")
            assert refused.status in (403, 404)
            assert f'class="button primary" href="{home}"' in refused.body.decode()
        await whole.house.close()

    simulate(run)


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"password": WORDS, "again": WORDS + "!"}, 422, "The two passwords differ"),
        ({"password": "short", "again": "short"}, 422, "12"),
        ({"link": "made-up", "password": WORDS, "again": WORDS}, 404, "invalid, used or expired"),
    ],
)
def test_a_password_that_cannot_be_set_says_why_and_the_link_still_works(
    folder: Path, fields: dict[str, str], status: int, words: str
) -> None:
    async def main(_: CasinoService, person: Callable[[], Person], link: str) -> None:
        root = person()
        await root.page(link)
        answer = await root.send("/link", **{"link": link.removeprefix("/link/"), **fields})
        assert answer[0] == status
        assert words in text_of(answer[1])
        await root.use_link(link)
        assert (await root.client.get(link)).status == 404  # it works once

    new_house(folder, main)


def test_a_form_of_the_house_that_cannot_be_read_says_why(folder: Path) -> None:
    async def main(house: CasinoService, person: Callable[[], Person], link: str) -> None:
        root = person()
        await root.use_link(link)
        await root.sign_in("administrator")
        await root.page("/house")
        for fields, status, words in (
            ({"command": "OpenHouse", "licensee": "B", "time_zone": "Mars"}, 409, "write the time zone"),
            ({"command": "InstallTable", "table": "BJ-1", "text": "decks = 6"}, 409, "the house is not open"),
            ({"command": "MakeAccount", "name": "x", "role": "dealer"}, 422, "a name must have"),
            ({"command": "MakeAccount", "name": "xenia", "role": "king"}, 422, "roles"),
            ({"command": "FillRack", "table": "BJ-1", "amount": "1"}, 403, "FillRack is for supervisor"),
            ({"command": "CloseAccount", "name": "ada"}, 404, "no such form"),
        ):
            answer = await root.send("/house", **fields)
            assert answer[0] == status, (fields, answer)
            assert words.lower() in text_of(answer[1]).lower()
            assert 'href="/house"' in answer[1]
        assert house.floor.tables == ()

    new_house(folder, main)
