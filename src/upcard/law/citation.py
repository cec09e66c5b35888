"""Citations: `cite("13:69F-2.26(e)")` resolves in the code as held or fails at import."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from upcard.errors import Misuse
from upcard.law.code import CODE, Edition, Paragraph, Standing

T = TypeVar("T")

_CHAPTERS = {letter: f"13:69{letter}" for letter in "EFD"}
_NUMBER = re.compile(r"(?:N\.?J\.?A\.?C\.?\s*)?(?:(?:(13:69[DEF]|19:4[567])|([DEF]))-)?(\d+\.\d+[A-Z]?)(.*)", re.DOTALL)
_WRITTEN_PATH = re.compile(r"(\([a-z]{1,2}\))(?:\((\d+)\)|(\d+))?(?:\(([ivx]+)\)|([ivx]+))?")


class UnknownCite(Misuse):
    """Say that a citation names no paragraph of the code as held."""


@dataclass(frozen=True)
class Cite:
    """A paragraph's number in one edition of the code; printable, ordered, resolved."""

    section: str
    path: str = ""

    @property
    def paragraph(self) -> Paragraph:
        """Give the paragraph cited."""
        return CODE.by_number[str(self)]

    @property
    def standing(self) -> Standing:
        """Tell how the paragraph is known, in the edition whose number this is."""
        paragraph = self.paragraph
        return paragraph.former_standing if self.section == paragraph.former_section else paragraph.standing

    @cached_property
    def number(self) -> str:
        """Give the section's number without its chapter, which both editions share."""
        return self.section.split("-", 1)[1]

    def sub(self, path: str) -> "Cite":
        """Cite a paragraph below this one."""
        return cite(f"{self}{path}")

    def says(self, value: T) -> "Cited[T]":
        """Attach this citation to a value that the paragraph states."""
        return Cited(value, self)

    def covers(self, other: "Cite") -> bool:
        """Tell whether the other citation is this paragraph or stands below it."""
        mine, its = self.paragraph, other.paragraph
        return mine.section == its.section and its.path.startswith(mine.path)

    def as_of(self, edition: Edition) -> "Cite":
        """Cite the same paragraph by the number it bears in that edition, or here if it stood in this one alone."""
        paragraph = self.paragraph
        if edition is Edition.FORMER and paragraph.former_section is not None and paragraph.former_path is not None:
            return Cite(paragraph.former_section, paragraph.former_path)
        return Cite(paragraph.section, paragraph.path)

    def stands_in(self, edition: Edition) -> bool:
        """Tell whether the paragraph was part of that edition."""
        return edition is Edition.CURRENT or self.paragraph.former is not None

    def __lt__(self, other: "Cite") -> bool:
        return self._key < other._key

    @cached_property
    def _key(self) -> tuple[object, ...]:
        chapter, number = self.section.split("-", 1)
        whole, part = number.split(".")
        letter = self.path[1 : self.path.index(")")] if self.path else ""
        rest = self.path[len(letter) + 2 :] if self.path else ""
        digits = re.match(r"\d*", rest)
        count = digits[0] if digits else ""
        return (chapter, int(whole), int(re.sub(r"\D", "", part)), part, len(letter), letter, int(count or 0), rest)

    def __str__(self) -> str:
        return self.section + self.path


@dataclass(frozen=True)
class Cited(Generic[T]):
    """A value with the paragraph that states it."""

    value: T
    cite: Cite


@dataclass(frozen=True)
class Unknown:
    """Something the code settles in text that nobody has found; never a guess."""

    what: str
    cite: Cite


def parse(text: str) -> Cite:
    """Read a citation as people write it: with or without N.J.A.C., chapter, and parentheses around numerals."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise UnknownCite(f"'{text}' is not a citation: write it as in 13:69F-2.26(e)")
    chapter = found[1] or _CHAPTERS.get(found[2] or "F", "")
    path = found[4].replace(" ", "")
    if not path:
        return Cite(f"{chapter}-{found[3]}")
    parts = _WRITTEN_PATH.fullmatch(path)
    if parts is None:
        raise UnknownCite(f"'{text}' is not a citation: after the section comes a paragraph such as (e) or (a)2")
    letter, *below = parts.groups()
    return Cite(f"{chapter}-{found[3]}", letter + "".join(part for part in below if part))


def cite(text: str) -> Cite:
    """Cite a paragraph; fail if the code as held does not contain it."""
    cited = parse(text)
    if str(cited) not in CODE.by_number:
        raise UnknownCite(f"{cited} is not a paragraph of the code as held")
    return cited
