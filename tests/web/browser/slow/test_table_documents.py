"""The documents of a table in real Chromium: the menu by keyboard, narrow and wide, and a PDF in its own tab."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.web.browser.player import Player
from tests.web.browser.served import serving
from upcard.web.pages.table_documents import DOCUMENTS


@pytest.mark.parametrize("width", [320, 1280])
def test_a_supervisor_opens_every_document_by_keyboard(browser: Browser, tmp_path: Path, width: int) -> None:
    with serving(tmp_path) as served:
        sam = Player.enter(browser, served, "Sam", viewport=ViewportSize(width=width, height=800))
        sam.page.goto(f"{served.address}/tables/in-between")
        menu = sam.page.locator(".tp-documents")
        sam.press(menu.locator("summary"))
        links = menu.get_by_role("link")
        expect(links).to_have_text([each.title for each in DOCUMENTS])
        box = menu.locator(".tp-menu").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert sam.page.evaluate("document.documentElement.scrollWidth") <= width
        for place, document in enumerate(DOCUMENTS):
            address = links.nth(place).get_attribute("href")
            answer = sam.page.request.get(f"{served.address}{address}")
            assert (answer.status, answer.headers["content-type"]) == (200, document.kind), answer.text()
        with sam.page.context.expect_page() as opened:
            sam.press(links.first)
        assert opened.value.url.endswith("/tables/in-between/sign.pdf")
