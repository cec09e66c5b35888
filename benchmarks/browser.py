"""What a browser waits for: news of a commit, pages, the first visit, the coach; in Chromium, on loopback.

`python benchmarks/browser.py ROW …` runs some rows: news, pages, visit, coach.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import httpx
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.page_walk import STILL
from tests.web.browser.player import Player
from tests.web.browser.served import KEY, QUICK_PACE, Served, chromium, serving

from upcard.service.casino_service import demo_tables

ROWS = ("news", "pages", "visit", "coach")
COMMITS, APART, NEWS_P99 = 600, 0.04, 50.0  # seconds apart; milliseconds
VIEWS, PAGE_P99 = 200, 20.0
VISIT = 150_000  # bytes
ROUNDS, COACH_WORST = 12, 1000.0
LISTEN = """() => {
  window.heard = [];
  document.getElementById("live").addEventListener("htmx:sse:before:message",
    (event) => window.heard.push([Number(event.detail.message.id), performance.timeOrigin + performance.now()]));
}"""
PAGES = (
    "/lobby",
    "/account",
    "/history",
    "/rulings",
    "/shoes/blackjack/1",
    "/tables/blackjack",
    "/tables/multiple-action",
)


def quantile(values: list[float], share: float) -> float:
    """Return the value below which a share of all lie."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def report(name: str, values: list[float], limit: float, unit: str = "ms") -> None:
    """Print a row."""
    p99 = quantile(values, 0.99)
    words = "met" if p99 < limit else "NOT MET"
    print(f"{name}: {len(values)} times, p50 {statistics.median(values):.1f} {unit},", end=" ")
    print(f"p99 {p99:.1f} {unit}, worst {max(values):.1f} {unit}; under {limit:.0f} {unit}: {words}", flush=True)


class Patron:
    """A patron without a page, who sends commands."""

    def __init__(self, served: Served, person: str) -> None:
        self.client = httpx.Client(base_url=served.address, headers={"Accept": "text/html"}, follow_redirects=True)
        self.client.get(f"/demo/{KEY.reveal()}")
        self.client.post("/demo", data={"csrf": self._token(), "person": person})
        self.csrf = self._token()
        self.sent = 0

    def _token(self) -> str:
        csrf: str = self.client.get("/api/v1/session").json()["csrf"]
        return csrf

    def send(self, table: str, **body: Any) -> None:
        """Send a command to a table; it must be taken."""
        self.sent += 1
        headers = {"X-CSRF-Token": self.csrf, "Idempotency-Key": f"bench {self.sent} {time.time()}"}
        answer = self.client.post(f"/api/v1/tables/{table}/commands", json=body, headers=headers)
        assert answer.status_code == 200, answer.text


def news(browser: Browser, folder: Path) -> None:
    """Measure from a commit to the message event in the browser of somebody else at the table."""
    committed: dict[int, float] = {}
    with serving(folder, pace=STILL) as served:
        ben = Player.enter(browser, served, "Ben")
        ben.go_to("blackjack")
        ben.sit(2)
        ben.cut()
        ada = Patron(served, "ada")
        ada.send("blackjack", command="BuyIn", seat=1, amount="500.00")
        ben.page.wait_for_timeout(500)
        ben.page.evaluate(LISTEN)
        floor = served.house.floor
        floor.on_change(lambda _: committed.setdefault(floor.version("blackjack"), 1000 * time.time()))
        for number in range(COMMITS):
            if number % 2:
                ada.send("blackjack", command="WithdrawWager", seat=1, wager="blackjack")
            else:
                ada.send("blackjack", command="PlaceWager", seat=1, wager="blackjack", amounts=["10.00"])
            time.sleep(APART)
        ben.page.wait_for_timeout(500)
        heard = ben.page.evaluate("window.heard")
    spans = [at - committed[version] for version, at in heard if version in committed]
    assert len(spans) > COMMITS / 2
    report("commit to message event", spans, NEWS_P99)


def pages(browser: Browser, folder: Path) -> None:
    """Measure what the server takes for a page, from its request to its last byte."""
    spans: dict[str, list[float]] = defaultdict(list)
    spent: dict[str, list[float]] = defaultdict(list)

    def timed(app: Callable[..., Any]) -> Callable[..., Any]:
        async def call(scope: Any, receive: Any, send: Any) -> None:
            began, busy = time.perf_counter(), time.thread_time()
            await app(scope, receive, send)
            spans[scope["path"]].append(1000 * (time.perf_counter() - began))
            spent[scope["path"]].append(1000 * (time.thread_time() - busy))

        return call

    with serving(folder, pace=STILL, wrap=timed) as served:
        ben = Player.enter(browser, served, "Ben")
        ben.begin("blackjack")
        ben.play("s", "Stand") if not ben.page.get_by_role("region", name="Settled").is_visible() else None
        ben.page.goto("about:blank")
        ada = Patron(served, "ada")
        for path in PAGES:
            for _ in range(VIEWS):
                assert ada.client.get(path).status_code == 200, path
    for path in PAGES:
        report(f"page {path}", spans[path], PAGE_P99)
        report("  processor time of the event loop", spent[path], PAGE_P99)


def _received(page: Page) -> Callable[[], int]:
    """Count the bytes that a page receives, as they come over the line."""
    total, session = [0], page.context.new_cdp_session(page)

    def add(event: dict[str, Any]) -> None:
        total[0] += int(event["encodedDataLength"])

    session.send("Network.enable")
    session.on("Network.loadingFinished", add)
    return lambda: total[0]


def visit(browser: Browser, folder: Path) -> None:
    """Count the bytes of a first visit to each page, in a browser that has kept nothing."""
    sizes: dict[str, int] = {}
    with serving(folder, pace=STILL) as served:
        ada = Player.enter(browser, served)
        cookies = ada.page.context.cookies()
        for name in ("/lobby", *(f"/tables/{table}" for table, _ in demo_tables())):
            context = browser.new_context()
            context.add_cookies(cookies)  # type: ignore[arg-type]  # as it returned them
            page = context.new_page()
            received = _received(page)
            page.goto(f"{served.address}{name}")
            page.wait_for_timeout(300)
            sizes[name] = received()
            context.close()
    worst = max(sizes, key=lambda name: sizes[name])
    words = "met" if sizes[worst] <= VISIT else "NOT MET"
    print(f"first visit: {min(sizes.values()):,} to {sizes[worst]:,} bytes ({worst});", end=" ")
    print(f"at most {VISIT:,}: {words}", flush=True)


def coach(browser: Browser, folder: Path) -> None:
    """Measure from the question to the coach's answer, in the browser."""
    spans: list[float] = []
    with serving(folder, pace=replace(QUICK_PACE, insurance=QUICK_PACE.card)) as served:
        ada = Player.enter(browser, served)
        ada.go_to("blackjack")
        ada.press(ada.page.get_by_text("Settings"))
        ada.press(ada.page.get_by_role("checkbox", name="Coach: show the best play"), "Space")
        ada.page.on(
            "requestfinished",
            lambda request: spans.append(request.timing["responseEnd"]) if request.url.endswith("/coach") else None,
        )
        ada.sit()
        ada.cut()
        for _ in range(ROUNDS):
            ada.bet("blackjack")
            costs = ada.page.get_by_role("list", name="What each play costs")
            number = ada.phase.get_attribute("data-round")
            while ada.phase.get_attribute("data-round") == number:
                if costs.is_visible():
                    ada.key("s")
                ada.page.wait_for_timeout(50)
            expect(ada.area("blackjack")).to_be_visible()
    report("coach", spans, COACH_WORST)


def main() -> None:
    """Run the rows that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", default=ROWS, metavar="ROW", help=", ".join(ROWS))
    rows = parser.parse_args().rows
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    run: dict[str, Callable[[Browser, Path], None]] = {"news": news, "pages": pages, "visit": visit, "coach": coach}
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        for row in rows:
            (Path(folder) / row).mkdir()
            run[row](browser, Path(folder) / row)


if __name__ == "__main__":
    main()
