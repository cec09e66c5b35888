"""Signing in and out in a browser."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.acting import acting
from tests.service.making import PASSWORD, make_person
from tests.web.browsing import Site, visit
from tests.web.pages.paging import KEY, Pages, text_of
from upcard.game.roles import Role
from upcard.pit import commands as pc
from upcard.pit.ledger import Done
from upcard.service.accounts import find_person
from upcard.service.person_values import PersonStatus
from upcard.service.secret_text import Secret, new_secret
from upcard.service.sessions import demo_people, log_on_demo
from upcard.web.pages.frame import PREVIOUS, moment


@pytest.mark.asked("13:69O-1.2(b)", "GLI-19 4.9.1")
def test_a_patron_signs_in_with_a_password_and_out_again(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages, patron = Pages.of(site), site.first.patrons[0]
        first = await pages.get("/")
        assert (first.status_code, first.headers["location"]) == (303, "/sign-in")
        wrong = await pages.send("/sign-in", name=patron.name, password="wrong")
        assert wrong.status_code == 401
        assert "The name or password is wrong" in text_of(wrong.text)
        right = await pages.send("/sign-in", name=patron.name, password=patron.password.reveal())
        assert (right.status_code, right.headers["location"]) == (303, "/lobby")
        page = (await pages.get("/lobby")).text
        lobby = text_of(page)
        assert "$10,000.00" in lobby
        assert '<span class="badge">play money</span>' in page
        assert "1-800-GAMBLER" in lobby
        out = await pages.send("/sign-out", of="/lobby")
        assert out.headers["location"] == "/signed-out"
        assert "1-800-GAMBLER" in text_of((await pages.get("/signed-out")).text)
        assert (await pages.get("/lobby")).headers["location"] == "/sign-in?then=/lobby"

    visit(folder, main)


@pytest.mark.asked("GLI-19 4.9.1")
def test_a_patron_who_plays_with_money_has_no_badge_of_play_money(folder: Path) -> None:
    async def main(site: Site) -> None:
        await make_person(site.house, "zoe", Role.PATRON)
        pages = Pages.of(site)
        await pages.send("/sign-in", name="zoe", password=PASSWORD.reveal())
        page = (await pages.get("/lobby")).text
        assert "zoe" in text_of(page)
        assert "play money" not in text_of(page)

    visit(folder, main)


@pytest.mark.asked("13:69O-1.2(b)", "13:69O-1.2(c)")
def test_the_page_after_signing_in_shows_the_previous_log_on_once(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages, words = Pages.of(site), "You last signed in on"
        await make_person(site.house, "zoe", Role.PATRON)
        for then, is_first in (("/lobby", True), ("/tables/blackjack", False)):
            person = find_person(site.house.people, "zoe")
            assert person is not None
            signed_in = await pages.send("/sign-in", name="zoe", password=PASSWORD.reveal(), then=then)
            assert signed_in.headers["location"] == then
            first, second = [text_of((await pages.get(then)).text) for _ in range(2)]
            assert (words in first, words in second) == (not is_first, False)
            if person.logged_on is not None:
                assert f"{words} {moment(person.logged_on)}." in first
            assert "1-800-GAMBLER" in first
            out = await pages.send("/sign-out", of="/lobby")
            assert "1-800-GAMBLER" in text_of((await pages.get(out.headers["location"])).text)

    visit(folder, main)


@pytest.mark.parametrize("text", ["first", "", "yesterday", "0001-01-01T00:00:00+23:59"])
def test_a_cookie_that_holds_no_time_is_no_previous_log_on(folder: Path, text: str) -> None:
    async def main(site: Site) -> None:
        pages = await Pages.of(site).as_demo()
        page = await pages.client.get("/lobby", headers={"Cookie": _cookies(pages) + f"; {PREVIOUS}={text}"})
        assert (page.status_code, "You last signed in" in page.text) == (200, False)

    visit(folder, main)


def _cookies(pages: Pages) -> str:
    return "; ".join(f"{each.name}={each.value}" for each in pages.client.cookies.jar if each.name != PREVIOUS)


def test_the_demonstration_needs_the_printed_key_and_no_typing(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages = Pages.of(site)
        assert "No password needed" not in (await pages.get("/sign-in")).text
        assert (await pages.send("/demo", person="ada")).status_code == 403
        await pages.get(f"/demo/{KEY.reveal()}")
        page = text_of((await pages.get("/sign-in")).text)
        assert all(name in page for name in ("Ada", "Eve", "Sam supervisor"))
        assert (await pages.send("/demo", person="sam")).headers["location"] == "/lobby"
        assert "Wallet" not in text_of((await pages.get("/lobby")).text)

    visit(folder, main)


@pytest.mark.parametrize("name", ["administrator", "nobody", "zoe", ""])
def test_nobody_else_signs_in_without_a_password(folder: Path, name: str) -> None:
    async def main(site: Site) -> None:
        await make_person(site.house, "zoe", Role.PATRON, password=None)
        pages = Pages.of(site)
        await pages.get(f"/demo/{KEY.reveal()}")
        answer = await pages.send("/demo", person=name)
        assert answer.status_code == 403
        assert "choose another" in text_of(answer.text)
        assert log_on_demo(site.house.people, name="ada", terminal=Secret("")).value is None

    visit(folder, main)


def test_a_browser_that_keeps_no_cookies_says_so_when_the_printed_link_is_opened(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages = Pages.of(site)
        led = (await pages.get(f"/demo/{KEY.reveal()}")).headers["location"]
        assert "is not keeping cookies" not in (await pages.get(led)).text
        assert "No password needed" in (await pages.get(led)).text
        pages.client.cookies.clear()
        assert "Your browser is not keeping cookies: allow cookies for this site" in text_of(
            (await pages.get(led)).text
        )
        assert "is not keeping cookies" not in (await pages.get("/sign-in")).text

    visit(folder, main)


def test_whoever_is_led_to_the_sign_in_page_comes_back(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages = Pages.of(site)
        await pages.get(f"/demo/{KEY.reveal()}")
        assert 'name="then" value="/tables/free-bet"' in (await pages.get("/sign-in?then=/tables/free-bet")).text
        assert 'name="then" value=""' in (await pages.get("/sign-in?then=//elsewhere.example")).text
        answer = await pages.send("/demo", person="ada", then="//elsewhere.example")
        assert answer.headers["location"] == "/lobby"

    visit(folder, main)


def test_a_session_that_has_ended_says_why(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages = await Pages.of(site).as_demo()
        await Pages.of(site).as_demo()  # ada, in another browser
        led = await pages.get("/lobby")
        assert led.headers["location"] == "/sign-in?then=/lobby"
        assert "sign in again" in text_of((await pages.get("/sign-in")).text)

    visit(folder, main)


def test_a_part_of_a_page_leads_the_whole_page_to_the_sign_in(folder: Path) -> None:
    async def main(site: Site) -> None:
        answer = await Pages.of(site).client.get("/lobby", headers={"HX-Request": "true"})
        assert (answer.status_code, answer.headers["hx-redirect"]) == (401, "/sign-in")

    visit(folder, main)


def test_a_demo_person_whose_suspension_is_over_signs_in_again(folder: Path) -> None:
    async def main(site: Site) -> None:
        people = site.house.people
        until = people.now() + timedelta(days=3, seconds=1)
        assert isinstance(await site.house.change_account(acting("patron ada"), "pause", pc.Suspend("ada", 3)), Done)
        assert "ada" not in {person.name for person in demo_people(people)}
        later = replace(people, clock=lambda: until)
        assert "ada" in {person.name for person in demo_people(later)}
        assert log_on_demo(later, name="ada", terminal=new_secret(people.random)).value is not None
        person = find_person(later, "ada")
        assert person is not None
        assert person.status is PersonStatus.ACTIVE

    visit(folder, main)
