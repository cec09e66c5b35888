"""What every page has: its policy, its files, a way on from every error, forms that cannot be forged."""

import gzip
import re
from pathlib import Path

import pytest

from tests.web.browsing import Site, visit
from tests.web.pages.paging import Pages, text_of
from upcard.web.pages.frame import POLICY


@pytest.mark.asked("13:69O-1.2(b)")
def test_a_page_names_its_policy_and_loads_nothing_from_elsewhere(folder: Path) -> None:
    async def main(site: Site) -> None:
        for pages, path in ((Pages.of(site), "/sign-in"), (await Pages.of(site).as_demo(), "/lobby")):
            page = await pages.get(path)
            assert (page.status_code, page.headers["content-security-policy"]) == (200, POLICY)
            assert page.headers["cache-control"] == "no-store"
            assert not re.search(r"<style|<script(?! src=)|\son\w+=|\sstyle=", page.text)
            for address in re.findall(r'(?:src|href|action)="([^"]*)"', page.text):
                assert address.startswith(("/", "#")), address
            assert "1-800-GAMBLER" in text_of(page.text)

    visit(folder, main)


def test_files_are_kept_for_ever_under_their_digest(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages = Pages.of(site)
        addresses = set(re.findall(r'"(/static/[^"#]+)', (await pages.get("/sign-in")).text))
        assert len(addresses) >= 5
        for address in addresses:
            file = await pages.client.get(address, headers={"Accept-Encoding": "gzip"})
            assert file.status_code == 200
            assert "immutable" in file.headers["cache-control"]
            assert file.headers["content-encoding"] == "gzip"
            plain = await pages.client.get(address, headers={"Accept-Encoding": "identity"})
            assert plain.content == file.content
            assert len(gzip.compress(plain.content)) < 40_000
        other = re.sub(r"/static/\w+/", "/static/0000000000000000/", addresses.pop())
        assert (await pages.get(other)).status_code == 404

    visit(folder, main)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/nowhere", "Page not found"),
        ("/static/0/site.css", "reload the page"),
        ("/demo/old", "This link has expired"),
    ],
)
def test_an_error_is_a_sentence_and_a_way_on(folder: Path, path: str, words: str) -> None:
    async def main(site: Site) -> None:
        for who, way_on in ((Pages.of(site), "/sign-in"), (await Pages.of(site).as_demo(), "/lobby")):
            page = await who.get(path)
            assert page.status_code == 404
            assert words in text_of(page.text)
            assert f'href="{way_on}">Go to the' in page.text

    visit(folder, main)


def test_a_program_that_asks_for_no_page_gets_problem_details(folder: Path) -> None:
    async def main(site: Site) -> None:
        answer = await Pages.of(site).client.get("/nowhere", headers={"Accept": "*/*"})
        assert answer.headers["content-type"] == "application/problem+json"

    visit(folder, main)


def test_a_page_that_breaks_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("not for the eyes of a patron")

    async def main(site: Site) -> None:
        pages = await Pages.of(site).as_demo()
        monkeypatch.setattr("upcard.web.pages.lobby.lobby_table", broken)
        page = await pages.get("/lobby")
        assert page.status_code == 500
        assert "Something went wrong" in text_of(page.text)
        assert "eyes of a patron" not in page.text

    visit(folder, main)


def test_a_form_needs_the_token_of_its_page_and_cookies(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages = await Pages.of(site).as_demo()
        forged = await pages.client.post("/sign-out", data={"csrf": "forged"})
        assert forged.status_code == 403
        assert "This form has expired" in text_of(forged.text)
        as_json = await pages.client.post("/sign-out", json={"csrf": await pages.token("/lobby")})
        assert as_json.status_code == 415
        many = await pages.client.post("/sign-out", data={f"f{number}": "" for number in range(41)})
        assert many.status_code == 400
        pages.client.cookies.clear()
        without = await pages.client.post("/sign-out", data={"csrf": "any"})
        assert "allow cookies for this site" in text_of(without.text)
        assert without.status_code == 403

    visit(folder, main)


def test_the_chosen_theme_is_in_the_first_byte_of_the_page(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages = Pages.of(site)
        assert "data-theme" not in (await pages.get("/sign-in")).text
        for cookie, shown in (("dark", 'data-theme="dark"'), ('"><script>', '<html lang="en">')):
            pages.client.cookies.set("upcard_theme", cookie)
            assert shown in (await pages.get("/sign-in")).text

    visit(folder, main)
