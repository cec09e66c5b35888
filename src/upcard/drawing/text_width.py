"""How wide a text is at most, so that none leaves its box, whichever common font a reader has.

The widths are, character by character, the greatest of those fonts: DejaVu, Liberation (as wide as Times and Arial),
Georgia and Palatino. A text is therefore as wide as computed here, or narrower.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache

# dashes, quotation marks, money, fractions, letters that are no letter with an accent, suits, marks
_OTHERS = (
    "\u2013\u2014\u2019\u2018\u201c\u201d\u2026\u00b7\u00d7\u00a2\u00a3\u20ac\u00a5\u00a7\u00b0\u00bd"
    "\u00bc\u00df\u00e6\u00f8\u0153\u00c6\u00d8\u0152\u0142\u0141\u2022\u2660\u2665\u2666\u2663\u00ae\u2122\u00a9"
)
_CHARACTERS = "".join(map(chr, range(32, 127))) + _OTHERS
_KERNING = 1.012  # pairs of letters that some fonts set apart, and advances rounded to pixels
_UNKNOWN = 1300  # of a character in no table; such a text is also drawn with its length stated
_SERIF = """
    318 402 460 838 637 951 891 275 391 391 500 838 318 375 318 337 637 637 637 637 637 637 637 637 637 637
    337 337 838 838 838 537 1000 778 735 766 802 730 694 799 873 396 520 748 665 1024 875 820 673 820 753 686
    667 843 723 1028 723 723 695 391 337 391 838 500 500 597 641 561 641 592 371 641 645 320 311 606 320 949
    645 603 641 641 479 514 402 645 565 856 564 565 527 637 337 637 838 500 1000 334 334 512 512 1000 318 838
    637 637 637 637 500 500 970 970 668 940 603 989 1001 820 1138 325 669 590 897 897 897 897 1000 1000 1000
"""
_SERIF_BOLD = """
    349 439 556 838 696 1000 903 307 474 474 523 838 349 420 349 366 696 696 696 696 696 696 696 696 696 696
    370 370 838 838 838 586 1000 800 846 796 868 763 710 855 945 468 600 870 704 1107 915 872 752 872 832 723
    745 873 776 1124 776 723 730 474 366 474 838 500 500 648 700 609 700 637 431 700 728 380 362 693 380 1059
    728 667 700 700 527 563 462 728 582 861 597 582 568 644 364 644 838 500 1000 349 349 576 576 1000 349 838
    696 696 696 696 523 500 1043 1043 760 976 667 1028 1035 872 1181 385 710 640 897 897 897 897 1000 1000
    1000
"""
_SANS = """
    318 401 460 838 637 951 780 275 391 391 500 838 318 361 318 337 637 637 637 637 637 637 637 637 637 637
    337 337 838 838 838 557 1016 685 687 723 771 667 611 778 752 295 500 667 558 863 749 788 667 788 723 667
    611 732 685 989 686 667 686 391 337 391 838 557 500 613 635 550 635 616 353 635 634 278 278 580 278 975
    634 612 635 635 412 521 393 634 592 818 592 592 525 637 337 637 838 557 1000 318 318 519 519 1000 318 838
    637 637 637 637 557 500 970 970 630 982 612 1023 1000 788 1070 285 563 590 897 897 897 897 1000 1000 1000
"""
_SANS_BOLD = """
    349 457 521 838 696 1002 873 307 458 458 523 838 380 416 380 366 696 696 696 696 696 696 696 696 696 696
    400 400 838 838 838 611 1000 774 763 734 831 684 684 821 837 373 557 775 638 996 837 851 733 851 771 721
    683 813 774 1104 771 725 726 458 366 458 838 557 500 675 716 593 716 679 436 716 712 343 343 666 343 1042
    712 688 716 716 494 596 479 712 652 924 646 652 583 712 366 712 838 557 1000 380 380 658 658 1000 380 838
    696 696 696 696 557 500 1036 1036 720 1048 688 1095 1085 851 1167 372 643 640 897 897 897 897 1000 1000
    1000
"""


class Face(Enum):
    """The four faces in which texts are drawn."""

    SERIF = "serif"
    SERIF_BOLD = "serif bold"
    SANS = "sans"
    SANS_BOLD = "sans bold"


_WIDTHS: Mapping[Face, Mapping[str, int]] = {
    face: dict(zip(_CHARACTERS, map(int, table.split()), strict=True))
    for face, table in zip(Face, (_SERIF, _SERIF_BOLD, _SANS, _SANS_BOLD), strict=True)
}


@cache
def _thousandths(text: str, face: Face) -> int:
    return sum(_WIDTHS[face].get(sign, _UNKNOWN) for sign in _plain(text))


def _plain(text: str) -> str:
    """Return a text without its accents, which take no room of their own."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


def is_known(text: str) -> bool:
    """Whether the width of every character of a text is known."""
    return all(sign in _WIDTHS[Face.SERIF] for sign in _plain(text))


def text_width(text: str, face: Face, size: float, spacing: float = 0) -> float:
    """Return the greatest width that a text has in a size; spacing is that between letters, in parts of the size.

    >>> round(text_width("Insurance pays 2 to 1", Face.SERIF, 10))
    111
    """
    return size * (_KERNING * _thousandths(text, face) / 1000 + spacing * len(text))


def fitted(text: str, face: Face, size: float, room: float, spacing: float = 0) -> float:
    """Return the size, or the greatest smaller one, in which a text is no wider than the room."""
    width = text_width(text, face, size, spacing)
    return size if width <= room else size * room / width


def wrapped(text: str, face: Face, size: float, room: float) -> tuple[str, ...]:
    """Return a text in lines no wider than the room, unless a single word is."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", face, size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def line_breaks(text: str, most: int) -> Iterator[tuple[str, ...]]:
    """Yield every way to write a text in at most so many lines, broken at blanks and after hyphens."""
    yield (text,)
    if most > 1:
        for place in [match.end() for match in re.finditer(r"\s|(?<=\w-)(?=\w)", text)]:
            for rest in line_breaks(text[place:], most - 1):
                yield text[:place].rstrip(), *rest


@dataclass(frozen=True, kw_only=True)
class FittedLines:
    """Lines of one size, and the room that they take."""

    lines: tuple[str, ...]
    size: float
    face: Face

    @property
    def width(self) -> float:
        """Return the greatest width of a line."""
        return max(text_width(line, self.face, self.size) for line in self.lines)


def best_lines(text: str, face: Face, size: float, room: tuple[float, float], pitch: float, most: int) -> FittedLines:
    """Return a text in at most so many lines, as large as a room's width and height allow, up to a size."""
    words = text.split()
    if len(words) > 12:  # too many ways to break it: try some widths
        tries = {wrapped(text, face, 1, text_width(text, face, 1) * part / 100) for part in range(20, 101, 4)}
        choices = [lines for lines in sorted(tries) if len(lines) <= most] or [(text,)]
    else:
        choices = list(line_breaks(" ".join(words), most))

    def largest(lines: tuple[str, ...]) -> float:
        widest = max(lines, key=lambda line: text_width(line, face, 1))
        return min(fitted(widest, face, size, room[0]), room[1] / (1 + pitch * (len(lines) - 1)))

    lines = max(choices, key=lambda lines: (round(largest(lines), 6), -len(lines)))
    return FittedLines(lines=lines, size=largest(lines), face=face)
