"""No word of a page leaves its margins or lies on another word, as poppler finds them on the drawn page."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from tests.drawing.felts import LAWFUL
from tests.paper.documents import PAR, pdf_of

KINDS = (
    "sign",
    "rail sign",
    "filing",
    PAR,
)  # the texts of felts and plans are turned: tests/drawing/slow measures them
MARGIN = 12.0  # points
TOUCHING = 0.8  # points by which the boxes of neighbors may overlap
LINES = 0.45  # of the height of the lower word: lines of one text come closer than this


class DrawnWord(NamedTuple):
    """A word with the corners of its box, in points from the left and the top of its page."""

    left: float
    top: float
    right: float
    bottom: float
    text: str


class DrawnPage(NamedTuple):
    """A page and its words."""

    width: float
    height: float
    words: list[DrawnWord]


def drawn_pages(pdf: bytes) -> Iterator[DrawnPage]:
    program = shutil.which("pdftotext")
    assert program, "poppler is not installed: apt-get install poppler-utils"
    done = subprocess.run([program, "-bbox", "-", "-"], input=pdf, capture_output=True, check=True)
    text = re.sub(r"<!DOCTYPE[^>]*>| xmlns=\"[^\"]*\"|[\x00-\x08\x0b\x0c\x0e-\x1f]", "", done.stdout.decode())
    for page in ET.fromstring(text).iter("page"):
        words = [_drawn(word) for word in page.iter("word")]
        yield DrawnPage(float(page.attrib["width"]), float(page.attrib["height"]), sorted(words))


def _drawn(word: ET.Element) -> DrawnWord:
    left, top, right, bottom = (float(word.attrib[each]) for each in ("xMin", "yMin", "xMax", "yMax"))
    return DrawnWord(left, top, right, bottom, word.text or "")


def collisions(words: list[DrawnWord]) -> Iterator[tuple[str, str]]:
    for place, one in enumerate(words):
        for other in words[place + 1 :]:
            if other.left >= one.right - TOUCHING:
                break
            common = min(one.bottom, other.bottom) - max(one.top, other.top)
            if common > LINES * min(one.bottom - one.top, other.bottom - other.top):
                yield one.text, other.text


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [*LAWFUL, "longest"])
def test_every_word_is_on_its_page_and_on_no_other_word(kind: str, name: str) -> None:
    for page in drawn_pages(pdf_of(kind, name)):
        assert page.words
        outside = [
            word.text
            for word in page.words
            if min(word.left, page.width - word.right) < MARGIN or word.top < 0 or word.bottom > page.height
        ]
        assert outside == []
        assert list(collisions(page.words)) == []


def test_a_word_that_lies_on_another_is_found() -> None:
    one, over, beside = DrawnWord(0, 0, 10, 5, "a"), DrawnWord(8, 1, 20, 6, "b"), DrawnWord(21, 0, 30, 5, "c")
    assert list(collisions([one, over, beside])) == [("a", "b")]
