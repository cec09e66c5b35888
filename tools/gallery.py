"""The gallery: pictures of what upcard prints, drawn by `make docs`, and the page that shows them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from upcard.api.table import table_of
from upcard.drawing.felt_plan import plan_felt
from upcard.drawing.palette import Theme
from upcard.paper.felt_document import felt_document, plan_document
from upcard.paper.filing import file_digest, filing, filing_document
from upcard.paper.par_build import StatedPlay, par_sheet
from upcard.paper.par_pages import par_document
from upcard.paper.sign_document import SignSize, sign_document
from upcard.paper.signs import notices, signs
from upcard.paper.typst_document import PaperDocument, PaperFormat, typeset
from upcard.table import TableConfig, load
from upcard.table.comparison import compare

FOLDER = "docs/gallery"
UNLAWFUL = "tables/unlawful/buster-stands.toml"
CHANGE = ("minimum=25.00", "splits=3", 'notices=[{name = "splits", given = 2026-11-01}]')

DAY = "2026-11-18"


@dataclass(frozen=True, kw_only=True)
class GalleryPicture:
    """A page of a document as a small picture, with the command that prints the document."""

    name: str
    title: str
    words: str
    command: str
    document: Callable[[], PaperDocument]
    pixels_per_inch: float
    page: int = 1

    @property
    def file(self) -> str:
        """Return the path of the picture."""
        return f"{FOLDER}/{self.name}.png"

    def drawn(self) -> bytes:
        """Return the picture."""
        return typeset(self.document(), PaperFormat.PNG, pixels_per_inch=self.pixels_per_inch)[self.page - 1]


def _load(name: str, changes: Iterable[str] = ()) -> TableConfig:
    return load(name, [*changes, f"date={DAY}"])


def _notices() -> PaperDocument:
    table = _load("blackjack", CHANGE)
    return sign_document(table, notices(compare(_load("blackjack"), table)), SignSize.RAIL)


@cache
def _par() -> PaperDocument:
    table = _load("buster")
    return par_document(table, par_sheet(table_of(table), StatedPlay(), lambda *_: None))


PICTURES = (
    GalleryPicture(
        name="felt",
        title="The felt",
        words="At full scale, from the definitions alone: every betting area, inscription, payout and limit.",
        command="upcard layout seven-seats --date 2026-11-18 -o felt.pdf",
        document=lambda: felt_document(plan_felt(_load("seven-seats"))),
        pixels_per_inch=11.5,
    ),
    GalleryPicture(
        name="felt-dark",
        title="Another game, another felt",
        words="Free Bet Blackjack with Push 22 on blue felt, dark theme.",
        command="upcard layout free-bet --date 2026-11-18 --theme dark --set layout.felt=blue -o felt.pdf",
        document=lambda: felt_document(plan_felt(_load("free-bet", ["layout.felt=blue"])), Theme.DARK),
        pixels_per_inch=11.5,
    ),
    GalleryPicture(
        name="plan",
        title="The plan for the manufacturer",
        words="Outlines with dimensions; the next pages list every area, inscription and color.",
        command="upcard layout seven-seats --date 2026-11-18 --plan -o plan.pdf",
        document=lambda: plan_document(plan_felt(_load("seven-seats"))),
        pixels_per_inch=60,
    ),
    GalleryPicture(
        name="sign",
        title="A sign for the table",
        words="Payout odds, rankings, limits, and the paragraphs that require the sign.",
        command="upcard sign in-between --date 2026-11-18 --wager in-between -o sign.pdf",
        document=lambda: sign_document(table := _load("in-between"), [each for each in signs(table) if each.wager]),
        pixels_per_inch=84,
    ),
    GalleryPicture(
        name="rail",
        title="Signs for the rail",
        words="Four to a sheet, to cut out. If we do not hold the required wording, the sign says how it is known.",
        command="upcard sign buster --date 2026-11-18 --size rail -o rail.pdf",
        document=lambda: sign_document(table := _load("buster"), signs(table), SignSize.RAIL),
        pixels_per_inch=72,
    ),
    GalleryPicture(
        name="notices",
        title="Notices of a change",
        words="One dated notice for each change that needs one (13:69F-8.3).",
        command="upcard sign NEW.toml --date 2026-11-18 --before blackjack --size rail -o notices.pdf",
        document=_notices,
        pixels_per_inch=72,
    ),
    GalleryPicture(
        name="filing",
        title="The filing report",
        words="Checks passed, findings, Readings, what the file does not state, and a signature block.",
        command="upcard check buster --date 2026-11-18 --report filing.pdf",
        document=lambda: filing_document(filing(_load("buster"), file_digest("buster"))),
        pixels_per_inch=80,
    ),
    GalleryPicture(
        name="par",
        title="The PAR sheet",
        words="Every wager with its outcomes, exact next to simulated figures, and its return bounds.",
        command="upcard par buster --date 2026-11-18 -o par.pdf",
        document=_par,
        pixels_per_inch=72,
        page=4,
    ),
    GalleryPicture(
        name="par-best-play",
        title="The best play in the PAR sheet",
        words="The chart behind the figures, and the hands whose cards call for a different play.",
        command="upcard par buster --date 2026-11-18 -o par.pdf",
        document=_par,
        pixels_per_inch=72,
        page=7,
    ),
    GalleryPicture(
        name="unlawful",
        title="A table that may not be opened",
        words="The warning runs from corner to corner of every page, and the findings are listed.",
        command=f"upcard check {UNLAWFUL} --report filing.pdf",
        document=lambda: filing_document(filing(load(UNLAWFUL), file_digest(UNLAWFUL))),
        pixels_per_inch=60,
    ),
)


def document() -> str:
    """Return the page of the gallery."""
    lines = [
        "# Gallery",
        "",
        "What upcard prints. `make docs` draws these pictures from the shipped tables. Every PDF conforms to PDF/UA-1",
        "and PDF/A-2a, embeds its fonts, and has the same bytes each time. The file name extension selects PDF, PNG or",
        "SVG.",
    ]
    for picture in PICTURES:
        name = picture.file.removeprefix("docs/")
        lines += ["", f"## {picture.title}", "", picture.words, "", f"    {picture.command}", ""]
        lines.append(f"![{picture.title}: {picture.words}]({name})")
    return "\n".join(lines) + "\n"
