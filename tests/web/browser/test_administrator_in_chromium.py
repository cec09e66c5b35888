"""The administrator of a new house in Chromium: from the printed link to a supervisor who opens a table."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.pit.casino import table_text
from tests.web.browser.accessibility import violations
from tests.web.browser.player import watched
from tests.web.browser.served import serving

WORDS = "a password of five words"


def set_password(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_label("New password").fill(WORDS)
    page.get_by_label("The same again").fill(WORDS)
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_role("status")).to_have_text("Your password is set. Sign in with it.")


def sign_in(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Name", exact=True).fill(name)
    page.get_by_label("Password").fill(WORDS)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_the_administrator_gets_in_by_the_printed_link_and_opens_the_house(browser: Browser, folder: Path) -> None:
    """After signing in, the lobby said "not allowed" and led back to itself."""
    with serving(folder, demo=False) as served:
        assert served.first.link is not None
        page = watched(browser.new_context(reduced_motion="reduce").new_page())
        set_password(page, f"{served.address}/link/{served.first.link.reveal()}")
        sign_in(page, "administrator")
        page.wait_for_url("**/house")
        expect(page.get_by_text("The house is not open yet")).to_be_visible()
        page.get_by_role("textbox", name="Licensee", exact=True).fill("Boardwalk Casino")
        page.get_by_role("button", name="Open the house").click()
        expect(page.get_by_role("status")).to_have_text("The house is open.")
        people = page.get_by_role("region", name="Accounts")
        page.get_by_role("textbox", name="Name", exact=True).fill("sue")
        page.get_by_role("combobox", name="Role", exact=True).select_option("supervisor")
        page.get_by_role("button", name="Create account").click()
        expect(people.get_by_role("row", name=re.compile("sue supervisor active"))).to_be_visible()
        page.get_by_role("combobox", name="For", exact=True).select_option("sue")
        page.get_by_role("button", name="Make a one-time link").click()
        link = page.locator("#one-time-link").inner_text()
        page.get_by_role("textbox", name="Name in the pit", exact=True).fill("BJ-7")
        page.get_by_role("textbox", name="Table file", exact=True).fill(table_text())
        page.get_by_role("button", name="Install").click()
        expect(page.get_by_role("heading", name="BJ-1 (BJ-7): a supervisor fills its rack")).to_be_visible()
        assert violations(page) == []

        other = watched(browser.new_context(reduced_motion="reduce").new_page())
        set_password(other, link)
        sign_in(other, "sue")
        other.wait_for_url("**/lobby")
        expect(other.get_by_text("with a link that administrator made")).to_be_visible()
        other.get_by_role("link", name="House").click()
        other.get_by_role("textbox", name="Whenever it holds less than", exact=True).fill("50,000")
        other.get_by_role("textbox", name="fill it up to", exact=True).fill("$100,000")
        other.get_by_role("button", name=re.compile("^Instruct")).click()
        expect(other.get_by_role("status").filter(has_text="standing instruction")).to_be_visible()
        other.reload()
        expect(other.get_by_role("heading", name="BJ-1 (BJ-7): open")).to_be_visible()
        page.get_by_role("link", name="House").click()
        page.goto(f"{served.address}/lobby")
        expect(page.get_by_role("heading", name="Not allowed")).to_be_visible()
        page.get_by_role("link", name="Go to the house").click()
        page.wait_for_url("**/house")
