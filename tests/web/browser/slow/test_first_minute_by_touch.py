"""The first minute on a small screen, by touch."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.web.browser.test_first_minute import MOST_INPUTS, play_first_minute


def test_from_the_printed_address_to_a_settled_round_by_touch(browser: Browser, tmp_path: Path) -> None:
    assert play_first_minute(browser, tmp_path, "tap") <= MOST_INPUTS
