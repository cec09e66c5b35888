"""Somebody in Chromium, who uses the keyboard alone, and finds things by their roles and names alone."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.web.browser.served import KEY, Served
from upcard.english import sentence

PATIENCE = 15_000  # milliseconds
expect.set_options(timeout=PATIENCE)
MOST_STEPS = 400  # of the Tab key until something must have the focus
PARAGRAPH = re.compile(r"\s+\d+:\d+\w*-\S+$")
LOG = "What the dealer says and does"
NETWORK = ("Failed to load resource", "htmx: htmx:")  # refused or broken requests, which tests ask for
PROBLEMS: list[str] = []  # errors of scripts, violations of the policy; every test ends with none
WATCH = """addEventListener("securitypolicyviolation", (event) => console.error(
  `content security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`))"""
WAY = """each => {
  const active = document.activeElement;
  if (active === each) return "there";
  if (active === document.body || active === null) return "Tab";
  return active.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}"""


def watched(page: Page) -> Page:
    """Return a page whose problems are noted."""

    def note(line: ConsoleMessage) -> None:
        if line.type in ("error", "warning") and not line.text.startswith(NETWORK):
            PROBLEMS.append(line.text)

    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: PROBLEMS.append(str(error)))
    page.on("console", note)
    page.add_init_script(WATCH)
    return page


@dataclass
class Player:
    """A person with a page."""

    page: Page
    served: Served
    address: str

    @classmethod
    def enter(
        cls, browser: Browser, served: Served, person: str = "Ada", *, address: str | None = None, **context: Any
    ) -> "Player":
        page = watched(browser.new_context(**{"reduced_motion": "reduce", **context}).new_page())
        player = cls(page, served, address or served.address)
        page.goto(f"{player.address}/demo/{KEY.reveal()}")
        player.press(page.get_by_role("button", name=re.compile(f"^{person}")))
        page.wait_for_url("**/lobby")
        return player

    def reach(self, what: Locator) -> None:
        """Move the focus to something by the Tab key."""
        expect(what).to_be_visible()
        for _ in range(MOST_STEPS):
            way = what.evaluate(WAY)
            if way == "there":
                return
            self.page.keyboard.press(way)
        raise AssertionError(f"the Tab key does not lead to {what}")

    def press(self, what: Locator, key: str = "Enter") -> None:
        """Move the focus to something, and press a key there."""
        self.reach(what)
        self.page.keyboard.press(key)

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def area(self, wager: str, seat: int = 1) -> Locator:
        return self.button(re.compile(rf"^Seat {seat}, {re.escape(sentence(wager))}:"))

    def hand(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=name, exact=True)

    def go_to(self, table: str) -> None:
        self.page.goto(f"{self.address}/tables/{table}")

    def sit(self, seat: int = 1) -> None:
        self.press(self.button(f"Take seat {seat}"))
        expect(self.button(f"Leave seat {seat}")).to_be_visible()

    def cut(self) -> None:
        self.press(self.button("Cut", exact=True))
        expect(self.button("Cut", exact=True)).to_have_count(0)

    def bet(self, *wagers: str, seat: int = 1) -> None:
        for wager in wagers:
            self.press(self.area(wager, seat))
        place = self.button(re.compile(r"^Place \$"))
        expect(place).not_to_have_attribute("aria-disabled", "true")
        self.press(place)

    def begin(self, table: str, *wagers: str) -> None:
        """Sit down at a table, cut, and make wagers."""
        self.go_to(table)
        self.sit()
        self.cut()
        self.bet(*(wagers or ("blackjack",)))

    def play(self, key: str, play: str) -> None:
        """Decide by a letter, once the play is offered."""
        self.offered(play)
        self.key(key)

    def offered(self, play: str) -> None:
        """Wait until a play is offered."""
        button = self.button(re.compile(f"^{play}"))
        expect(button).to_be_visible()
        expect(button).not_to_have_attribute("aria-disabled", "true")

    @property
    def phase(self) -> Locator:
        return self.page.get_by_role("region", name="Table status").get_by_role("paragraph").first

    def announced(self) -> list[str]:
        """What the live region has said, without the paragraphs."""
        lines = self.page.get_by_role("log", name=LOG).get_by_role("listitem").all_text_contents()
        return [PARAGRAPH.sub("", line.strip()) for line in lines]

    def heard_all_of(self, table: str) -> bool:
        """Whether the live region has said what the engine narrates of the last round: all, in order, once."""
        narrated = self.served.narration(table)
        return self.announced()[-len(narrated) :] == narrated

    def settled(self) -> str:
        expect(self.page.get_by_role("region", name="Settled")).to_be_visible()
        return self.page.get_by_role("region", name="Settled").inner_text()

    def wait_until_over(self) -> None:
        """Wait until the round has been settled and cleared."""
        expect(self.page.get_by_role("log").get_by_text("the cards are picked up").last).to_be_attached()
        expect(self.phase).to_have_text(re.compile("wagers|shuffled"))
