"""What must be true of a document of any table: a sample is tried in make test, every table in make test-paper."""

import re
from collections.abc import Iterator
from contextlib import chdir
from tempfile import TemporaryDirectory

from PIL import Image

from tests.paper.documents import document, fonts_of, pages_of, pdf_of, pictures_of, squeezed, text_of
from upcard.api.days import asked
from upcard.drawing.postings import written_pays
from upcard.money import format_money
from upcard.paper.document_head import document_head, table_fingerprint
from upcard.paper.typst_document import PaperFormat, _compiled, typeset
from upcard.table import TableConfig, load, requirements_of
from upcard.table.requirements.layout import required_inscriptions

INK = 105  # luminance of letters; frames and tints are lighter


def compiles_the_same_twice_with_fonts_embedded(kind: str, name: str) -> None:
    pdf = pdf_of(kind, name)
    with TemporaryDirectory() as another, chdir(another):
        assert _compiled(document(kind, name), PaperFormat.PDF, 144) == (pdf,)  # raises where a standard is not kept
    fonts = fonts_of(pdf)
    assert fonts
    assert [font for font, embedded in fonts if not embedded] == []
    assert [font for font, _ in fonts if not re.search("SourceSansPro|LibertinusSerif|DejaVuSansMono", font)] == []


def every_page_has_the_fingerprint(kind: str, name: str) -> None:
    table = asked(load(name))
    assert [page for page in pages_of(pdf_of(kind, name)) if table_fingerprint(table) not in page] == []


def posted_odds(table: TableConfig) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every odd that is paid, from the offers that settle; outcomes that pay alike may share a line."""
    for offer in table.offers:
        for outcome, paid in offer.pays.items():
            group = [label for label, outcomes in offer.wager.groups.items() if outcome in outcomes]
            yield (outcome.label, *group), written_pays(paid)
        for outcome, paid in (offer.rider.pays if offer.rider else {}).items():
            yield (outcome.label,), written_pays(paid)


def says_every_odd(kind: str, name: str) -> None:
    text = _plain(text_of(kind, name))
    missing = [
        (labels, paid)
        for labels, paid in posted_odds(asked(load(name)))
        if not any(squeezed(label + paid) in text for label in labels)
    ]
    assert missing == []


def _plain(text: str) -> str:
    """Return a text without the dots between words and values."""
    return re.sub(r"\.{3,}", "", text)


def says_every_inscription(kind: str, name: str) -> None:
    text = text_of(kind, name)
    literal = [each.value.text for _, each in required_inscriptions(asked(load(name))) if each.value.otherwise is None]
    assert [each for each in literal if squeezed(each).lower() not in text.lower()] == []


def says_every_limit(kind: str, name: str) -> None:
    table, text = asked(load(name)), _plain(text_of(kind, name))
    amounts = [
        table.minimum,
        table.maximum,
        *(each for offer in table.offers for each in (offer.minimum, offer.maximum)),
    ]
    assert [each for each in amounts if each is not None and format_money(each) not in text] == []


def lists_every_requirement(name: str) -> None:
    text = text_of("filing", name)
    table = asked(load(name))
    for each in requirements_of(table):
        cite = squeezed(str(each.cite.as_of(table.law)))
        assert cite in text, each.what


def has_no_ink_outside(kind: str, name: str) -> None:
    """Check on the drawn pages that no letter leaves its frame or the margins of its page."""
    for page in pictures_of(kind, name):
        width, height = page.size
        if kind == "sign":
            left = right = 13
            top, bottom = 13, 34  # under the frame stands one line, of the size of a fingerprint
        else:
            left, right, top, bottom = 32, 32, 24, 24
        for box in ((0, 0, left, height - bottom), (width - right, 0, width, height - bottom), (0, 0, width, top)):
            assert _darkest(page.crop(box)) > INK, (kind, name, box)


def _darkest(picture: Image.Image) -> int:
    darkest, _ = picture.getextrema()
    assert isinstance(darkest, int)
    return darkest


def is_marked_unlawful(kind: str, file: str) -> None:
    table = asked(load(file))
    pages = pages_of(typeset(document(kind, file))[0])
    assert [page for page in pages if "Notlawfulasconfigured" not in page] == []
    violations = document_head(table, "").violations
    assert violations
    assert [each for each in violations if squeezed(each) not in "".join(pages)] == []
