"""Pictures of the pit in the browser for the documents: real pages in Chromium, with cards that are always the same."""

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, expect
from tests.command import ROOT
from tests.web.browser.player import Player
from tests.web.browser.scenes import PATIENT, SCENES
from tests.web.browser.served import chromium, dealt, serving

from tools.gallery import FOLDER

CHROMIUM = Path("/usr/bin/chromium")
COLORS = 256  # of a picture: as small as can be without bands in the felt
SAME = 0.002  # the part of the pixels that may differ, such as by a font: then the picture stays as it is
DIFFERS = 24  # of 255, from which a pixel differs
STILL = """() => {
  const still = (selector, change) => {
    for (const each of document.querySelectorAll(selector)) {
      const copy = each.cloneNode(true);
      copy.removeAttribute("id");
      change(copy);
      each.replaceWith(copy);
    }
  };
  still("#session-clock", (clock) => { clock.textContent = "0:12:04"; });
  still("#clock", (clock) => {
    clock.querySelector("#clock-words").textContent = "21 s";
    const bar = clock.querySelector("progress");
    bar.value = 0.84 * bar.max;
  });
}"""
PRICED = 6  # tables of the lobby that are in the picture
PATIENCE = 180_000  # milliseconds


@dataclass(frozen=True)
class Screenshot:
    """A picture of a scene: its size and theme."""

    name: str
    scene: str
    size: tuple[int, int] = (1280, 880)
    theme: str = "light"

    @property
    def file(self) -> str:
        """Return the path of the picture."""
        return f"{FOLDER}/{self.name}.png"


SCREENSHOTS = (
    Screenshot("pit-table", "table-free-bet"),
    Screenshot("pit-seven-seats", "table-seven", theme="dark"),
    Screenshot("pit-lobby", "lobby", (1280, 1090)),
    Screenshot("pit-settled", "table-buster"),
    Screenshot("pit-phone", "table-turn", (390, 844)),
    Screenshot("pit-phone-dark", "table-betting", (390, 844), "dark"),
)


def photographs() -> Iterator[tuple[Screenshot, bytes]]:
    """Yield every picture, as PNG."""
    with chromium() as browser:
        for picture in SCREENSHOTS:
            yield picture, _photograph(browser, picture)


def _photograph(browser: Browser, picture: Screenshot) -> bytes:
    scene = next(scene for scene in SCENES if scene.name == picture.scene)
    width, height = picture.size
    is_lobby = scene.name == "lobby"
    with (
        TemporaryDirectory() as folder,
        serving(
            Path(folder), random=dealt(scene.decks, scene.cards), pace=PATIENT, with_prices=scene.name == "lobby"
        ) as served,
    ):
        player = Player.enter(browser, served, viewport={"width": width, "height": height}, color_scheme=picture.theme)
        scene.reach(player)
        if is_lobby:
            for table in player.page.get_by_role("main").get_by_role("listitem").all()[:PRICED]:
                expect(table).not_to_contain_text("computing", timeout=PATIENCE)
        shot = _still(player.page)
        player.page.context.close()
    return _small(shot)


def _still(page: Page) -> bytes:
    """Return the page as it is, with clocks that do not run."""
    page.evaluate("document.activeElement?.blur()")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(300)
    page.evaluate(STILL)
    return page.screenshot()


def _small(shot: bytes) -> bytes:
    content = io.BytesIO()
    picture = Image.open(io.BytesIO(shot)).convert("RGB")
    picture.quantize(COLORS, dither=Image.Dither.NONE).save(content, "PNG", optimize=True)
    return content.getvalue()


def is_same(former: bytes, newer: bytes) -> bool:
    """Whether two pictures look the same."""
    one, other = (Image.open(io.BytesIO(each)).convert("L") for each in (former, newer))
    if one.size != other.size:
        return False
    different = sum(ImageChops.difference(one, other).histogram()[DIFFERS:])
    return different <= SAME * one.width * one.height


def main() -> None:
    """Write each picture that looks different from the one that is there."""
    if not CHROMIUM.exists():
        print("Chromium is not installed (apt-get install chromium): the pictures of pages stay as they are")
        sys.exit(0)
    for picture, content in photographs():
        file = ROOT / picture.file
        if not file.exists() or not is_same(file.read_bytes(), content):
            file.write_bytes(content)
            print(f"{picture.file} is written")


if __name__ == "__main__":
    main()
