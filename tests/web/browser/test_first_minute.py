"""The first minute: from the address that `upcard serve --browser` prints to a settled round in eight inputs."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.browser.player import watched

PRINTED = re.compile(r"upcard: play at (\S+) \(play money, no password; press Ctrl-C to stop\)")
STOPPED = "upcard: stopped; rounds in play continue at the next start\n"
MOST_INPUTS = 8
LONGEST = 90_000  # milliseconds


@contextmanager
def printed_address(folder: Path) -> Iterator[str]:
    """What `make run` runs, on a machine without a display; the address that it prints first."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "upcard", "serve", "--browser", "--port", "0", "--data", str(folder / "data")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        try:
            line = PRINTED.fullmatch(process.stdout.readline().rstrip())
            assert line is not None
            assert "/link/" in process.stdout.readline()  # the administrator's way in
            yield line[1]
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=20) == (STOPPED, "")  # with --port 0 no port is "in use"
        finally:
            process.kill()


class Inputs:
    """Counts what a person does with the mouse or on a screen."""

    def __init__(self, page: Page, kind: str) -> None:
        self.page, self.kind, self.count = page, kind, 0

    def __call__(self, what: Locator) -> None:
        expect(what).to_be_visible(timeout=LONGEST)
        what.click() if self.kind == "click" else what.tap()
        self.count += 1

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(name))


def play_first_minute(browser: Browser, folder: Path, kind: str) -> int:
    """Play the first round, with the mouse or on a small screen; return how many inputs that took."""
    with printed_address(folder) as address:
        size = {"width": 1280, "height": 900} if kind == "click" else {"width": 390, "height": 800}
        page = watched(browser.new_context(has_touch=kind == "tap", viewport=size).new_page())  # type: ignore[arg-type]
        do = Inputs(page, kind)
        page.goto(address)
        do(do.button("^Ada"))
        do(page.get_by_role("link", name=re.compile("^Sit down at BJ-1, ")))
        do(do.button("^Take seat 1"))
        do(do.button("^Cut$"))
        do(do.button("^Seat 1, Blackjack:"))
        do(do.button(r"^Place \$"))
        settled, stand = page.get_by_role("region", name="Settled"), do.button("^Stand")
        expect(settled.or_(stand).first).to_be_visible(timeout=LONGEST)
        if not settled.is_visible():  # a blackjack needs no decision
            do(stand)
        expect(settled).to_be_visible(timeout=LONGEST)
        expect(settled.get_by_role("cell", name=re.compile("^13:69F-2")).first).to_be_visible()
        return do.count


def test_from_the_printed_address_to_a_settled_round_with_its_paragraph(browser: Browser, tmp_path: Path) -> None:
    assert play_first_minute(browser, tmp_path, "click") <= MOST_INPUTS
