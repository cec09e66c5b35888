"""The code held: sections and paragraphs in our own words, read from text/, with their standing and numbers."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import Enum
from functools import cached_property
from typing import Any

from upcard.law.files import law_files

TEMPORARY_DAYS = 270  # at most: N.J.A.C. 13:69-1.3(g)

_PATH = re.compile(r"\([a-z]{1,2}\)(?:\d+)?(?:[ivx]+)?")


class Edition(Enum):
    """A state of the code: the old one before free bet, and the current one."""

    FORMER = "19:47"
    CURRENT = "13:69F"


class Standing(Enum):
    """How a paragraph is known."""

    HELD = "text held"
    REPORTED = "reported"  # by somebody who read it; its own words are not held
    SIBLING = "sibling"
    ANALOG = "analog"
    INFERRED = "inferred"
    UNKNOWN = "unknown"


class SourceKind(Enum):
    """What a source is."""

    TEXT = "text"
    REPORT = "report"
    ANALOG = "analog"
    OURS = "ours"


@dataclass(frozen=True, kw_only=True)
class Source:
    """Something that a paragraph is known from, and where it stands."""

    name: str
    kind: SourceKind
    edition: Edition | None  # by whose numbers a text must be looked up, if only by those
    where: str
    not_held: str | None  # what else would help to find it


@dataclass(frozen=True, kw_only=True)
class LawOrder:
    """A rulemaking, numbered in the order of effect."""

    rank: int
    name: str
    effective: str  # in words
    edition: Edition
    first_day: date | None  # None: not held
    known_by: date | None  # where it is not: from when it is certain to have been in effect
    temporary: bool
    kept_by: date | None  # the day of a later text that shows that a temporary one was kept
    did: str
    number: str | None  # such as R.1996 d.315; None: not held
    register: tuple[str, ...]  # where it stands in the New Jersey Register, as far as is held

    @property
    def last_day(self) -> date | None:
        """Return the day on which a temporary rulemaking ends at the latest, unless it is kept."""
        if not self.temporary or self.first_day is None:
            return None
        return self.first_day + timedelta(days=TEMPORARY_DAYS - 1)

    @property
    def where(self) -> str:
        """Return its number, and where it stands in the New Jersey Register, or that this is not held."""
        parts = (*([self.number] if self.number else []), *self.register)
        return ", ".join(parts) if self.register else f"{', '.join((*parts, ''))}register and page not held"


class Became(Enum):
    """What became of a paragraph, by a licensee's law file."""

    KEPT = "kept"
    CHANGED = "changed"
    ADDED = "added"
    ENDED = "ended"


@dataclass(frozen=True, kw_only=True)
class Amendment:
    """What became of a paragraph on a day, by a licensee's law file."""

    became: Became
    by: LawOrder
    day: date
    rule: str | None = None  # what it says from then on, where it was changed or added
    standing: Standing | None = None  # None: as before
    source: tuple[Source, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)  # odds and amounts, as the file has them


@dataclass(frozen=True, kw_only=True)
class Letter:
    """The text of a paragraph in a licensee's law file, and how the licensee knows it."""

    text: str
    source: tuple[Source, ...]


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """One paragraph (or, with an empty path, one section) in our words."""

    section: str
    path: str
    former_section: str | None
    former_path: str | None
    rule: str
    formerly_also: Mapping[str, str]  # former paragraphs that are part of this one now, with their rule
    former_rule: str | None  # where the former edition differed in more than numbers, which stay current ones here
    title: str
    standing: Standing
    former_standing: Standing
    source: tuple[Source, ...]
    unchanged_by: Source | None  # a text of the current edition that says that the former one still stands
    since: LawOrder
    began: LawOrder | None  # by which its earlier form came, if it had another
    readings: tuple[int, ...]
    normative: bool
    not_modelled: str | None
    letter: Letter | None = None  # by a licensee's law file, as are
    amendments: tuple[Amendment, ...] = ()  # in the order of their days

    @property
    def number(self) -> str:
        """Return the current number."""
        return self.section + self.path

    @property
    def former(self) -> str | None:
        """Return the number in the former edition; None if the paragraph was not in it."""
        if self.former_section is None or self.former_path is None:
            return None
        return self.former_section + self.former_path

    @property
    def amended_rule(self) -> str | None:
        """Return what it says now by a licensee's law file; None if that does not change it."""
        return next((each.rule for each in reversed(self.amendments) if each.rule is not None), None)

    @property
    def only_held_formerly(self) -> bool:
        """Whether its text is held under its former number only, and no later text says that it still stands."""
        texts = [source for source in self.source if source.kind is SourceKind.TEXT]
        formerly = all(source.edition is Edition.FORMER for source in texts)
        return self.standing is Standing.HELD and bool(texts) and formerly and self.unchanged_by is None


@dataclass(frozen=True)
class Code:
    """The whole code, by current or former number."""

    paragraphs: tuple[Paragraph, ...]
    orders: tuple[LawOrder, ...]
    sources: tuple[Source, ...]

    @cached_property
    def by_number(self) -> Mapping[str, Paragraph]:
        """Return each paragraph by its current number and by its former one."""
        index = {}
        for paragraph in self.paragraphs:
            index.update({f"{paragraph.former_section}{path}": paragraph for path in paragraph.formerly_also})
        index.update({paragraph.former: paragraph for paragraph in self.paragraphs if paragraph.former is not None})
        index.update({paragraph.number: paragraph for paragraph in self.paragraphs})
        return index


def _paragraphs(
    section: Mapping[str, Any], orders: Mapping[str, LawOrder], sources: Mapping[str, Source]
) -> Iterator[Paragraph]:
    own = {"number": "", "rule": section["about"], "normative": False}
    if "about_before" in section:
        own["before"] = section["about_before"]
    for row in (own, *section.get("paragraph", ())):
        path = row["number"]
        if path and not _PATH.fullmatch(path):
            raise ValueError(f"{section['section']}: '{path}' is not the path of a paragraph")
        former_path = row.get("former", path)
        standing = row.get("standing", section["standing"])
        unchanged_by = row.get("unchanged_by", section.get("unchanged_by", "none"))
        yield Paragraph(
            section=section["section"],
            path=path,
            former_section=section.get("former"),
            former_path=None if former_path == "none" else former_path,
            rule=row["rule"],
            formerly_also=row.get("formerly_also", {}),
            former_rule=row.get("before"),
            title=section["title"],
            standing=Standing(standing),
            former_standing=Standing(row.get("before_standing", standing)),
            source=tuple(sources[name] for name in row.get("source", section["source"])),
            unchanged_by=None if unchanged_by == "none" else sources[unchanged_by],
            since=orders[row.get("since", section["since"])],
            began=orders[row.get("began", section["since"])] if "began" in row or "before" in row else None,
            readings=tuple(row.get("readings", ())),
            normative=row.get("normative", True),
            not_modelled=row.get("not_modelled"),
        )


def _day(row: Mapping[str, Any], key: str) -> date | None:
    return date.fromisoformat(row[key]) if key in row else None


def _read() -> Code:
    files = law_files()
    orders = {
        row["name"]: LawOrder(
            rank=rank,
            name=row["name"],
            effective=row.get("effective") or row["from"],
            edition=Edition(row["edition"]),
            first_day=_day(row, "from"),
            known_by=_day(row, "known_by"),
            temporary=row.get("temporary", False),
            kept_by=_day(row, "kept_by"),
            did=row["did"],
            number=row.get("number"),
            register=tuple(row.get("register", ())),
        )
        for rank, row in enumerate(files["orders.toml"]["order"], start=1)
    }
    sources = {
        row["name"]: Source(
            name=row["name"],
            kind=SourceKind(row["is"]),
            edition=Edition(row["edition"]) if "edition" in row else None,
            where=row["where"],
            not_held=row.get("not_held"),
        )
        for row in files["sources.toml"]["source"]
    }
    sections = [content for name, content in files.items() if name.startswith("text/")]
    paragraphs = tuple(paragraph for section in sections for paragraph in _paragraphs(section, orders, sources))
    return Code(paragraphs, tuple(orders.values()), tuple(sources.values()))


CODE = _read()
