"""Citations: `cite("13:69F-2.26(e)")` resolves in the code held, or the import fails."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from upcard.errors import Misuse
from upcard.law.code import CODE, Code, Edition, Paragraph, Standing
from upcard.law.editions import in_edition, rule_in

T = TypeVar("T")

_CHAPTERS = {letter: f"13:69{letter}" for letter in "EFD"}
_NUMBER = re.compile(r"(?:N\.?J\.?A\.?C\.?\s*)?(?:(?:(13:69[DEF]|19:4[567])|([DEF]))-)?(\d+\.\d+[A-Z]?)(.*)", re.DOTALL)
_WRITTEN_PATH = re.compile(r"(\([a-z]{1,2}\))(?:\((\d+)\)|(\d+))?(?:\(([ivx]+)\)|([ivx]+))?")


class UnknownCite(Misuse):
    """A citation that names no paragraph held.

    >>> import upcard
    >>> try:
    ...     upcard.cite("13:69F-2.26(zz)")
    ... except UnknownCite as unknown:
    ...     print(str(unknown)[:60])
    13:69F-2.26(zz) is not a paragraph of the code held; 13:69F-
    """


@dataclass(frozen=True)
class Cite:
    """A paragraph's number in one edition of the code; printable, ordered, resolved."""

    section: str
    path: str = ""
    code: Code = field(default=CODE, repr=False, compare=False)  # in which it is looked up

    def within(self, code: Code) -> "Cite":
        """Return the same number looked up in another state of the code, such as that of a licensee's law file."""
        return self if code is self.code else Cite(self.section, self.path, code)

    def __reduce__(self) -> tuple[Callable[..., "Cite"], tuple[object, ...]]:
        own = () if self.code is CODE else (self.code,)
        return Cite, (self.section, self.path, *own)

    @property
    def paragraph(self) -> Paragraph:
        """Return the paragraph cited."""
        return self.code.by_number[str(self)]

    @property
    def standing(self) -> Standing:
        """Return how the paragraph is known, in the edition of this number."""
        paragraph = self.paragraph
        return paragraph.former_standing if self.edition is Edition.FORMER else paragraph.standing

    @property
    def edition(self) -> Edition:
        """Return the edition that has this number."""
        return Edition.FORMER if self.section == self.paragraph.former_section else Edition.CURRENT

    @property
    def held_as(self) -> "Cite | None":
        """Return the former number, where the text of a paragraph cited by its current one is held under it only."""
        is_current = self.edition is Edition.CURRENT
        return self.as_of(Edition.FORMER) if is_current and self.paragraph.only_held_formerly else None

    @property
    def rule(self) -> str:
        """Return what the paragraph says in the edition of this number."""
        paragraph = self.paragraph
        if self.edition is Edition.FORMER and self.path in paragraph.formerly_also:
            return in_edition(paragraph.formerly_also[self.path], Edition.FORMER)
        if self.edition is Edition.CURRENT and paragraph.amended_rule is not None:
            return paragraph.amended_rule
        return rule_in(paragraph, self.edition)

    @cached_property
    def number(self) -> str:
        """Return the section's number without its chapter; both editions share it."""
        return self.section.split("-", 1)[1]

    def sub(self, path: str) -> "Cite":
        """Return the citation of a paragraph below this one."""
        return cite(f"{self}{path}", self.code)

    def says(self, value: T) -> "Cited[T]":
        """Return a value that the paragraph states, with this citation."""
        return Cited(value, self)

    def covers(self, other: "Cite") -> bool:
        """Whether another citation is this paragraph or one below it."""
        above, below = self.paragraph, other.paragraph
        return above.section == below.section and is_within(below.path, above.path)

    def as_of(self, edition: Edition) -> "Cite":
        """Return the citation of the same paragraph in that edition; its current one if it is not in the former."""
        paragraph = self.paragraph
        if edition is Edition.FORMER and paragraph.former_section is not None and paragraph.former_path is not None:
            return Cite(paragraph.former_section, paragraph.former_path, self.code)
        return Cite(paragraph.section, paragraph.path, self.code)

    def stands_in(self, edition: Edition) -> bool:
        """Whether the paragraph is part of that edition."""
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
    """Something that the code states in text not held; never a guess."""

    what: str
    cite: Cite


def is_within(path: str, above: str) -> bool:
    """Whether a path is another one or leads to a paragraph below it; (l)3ii is not below (l)3i.

    >>> is_within("(l)3ii", "(l)3"), is_within("(l)3ii", "(l)3i")
    (True, False)
    """
    rest = path.removeprefix(above) if path.startswith(above) else None
    if not rest or not above:
        return rest is not None
    return not (above[-1].isdigit() and rest[0].isdigit()) and not (above[-1].isalpha() and rest[0].isalpha())


def parse(text: str) -> Cite:
    """Read a citation as people write it: with or without N.J.A.C., chapter, and parentheses around numerals."""
    number = _NUMBER.fullmatch(text.strip())
    if number is None:
        raise UnknownCite(f"'{text}' is not a citation: write it like 13:69F-2.26(e)")
    chapter = number[1] or _CHAPTERS.get(number[2] or "F", "")
    section, path = f"{chapter}-{number[3]}", number[4].replace(" ", "")
    if not path:
        return Cite(section)
    parts = _WRITTEN_PATH.fullmatch(path)
    if parts is None:
        raise UnknownCite(f"'{text}' is not a citation: after the section, write a paragraph such as (e) or (a)2")
    letter, *below = parts.groups()
    return Cite(section, letter + "".join(part for part in below if part))


def cite(text: str, code: Code = CODE) -> Cite:
    """Return the citation of a paragraph; raise UnknownCite if the paragraph is not held."""
    cited = parse(text)
    if str(cited) not in code.by_number:
        raise UnknownCite(f"{cited} is not a paragraph of the code held")
    return cited.within(code)
