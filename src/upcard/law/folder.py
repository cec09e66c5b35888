"""A licensee's law folder: texts to show beside our words, and amendments, laid over the code held."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from hashlib import sha256
from typing import Any

from upcard.law.citation import is_within
from upcard.law.code import CODE, Amendment, Became, Code, LawOrder, Letter, Paragraph, Source, Standing

SHOWN_DIGITS = 16  # of a fingerprint, in words


@dataclass(frozen=True)
class LawFolder:
    r"""The law in force for a licensee: the code held, as the licensee's law folder amends it.

    Two folders are equal if they say the same. The fingerprint is that of what they say, with the SHA-256 of each
    text in place of it, so that comments, the order of keys and the names of files do not count.

    >>> import upcard
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> order = '[[order]]\nname = "kept"\nfrom = 2016-09-26\ndid = "x"\nnumber = "R.1"\nkeeps = ["buster"]'
    >>> with TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "orders.toml").write_text(order)
    ...     with upcard.law_folder(folder) as law:
    ...         print(len(law.fingerprint), upcard.cite("2.30").on("2026-11-18")["effect"])
    64 in effect
    """

    content: str  # what the files say, as JSON, without the texts themselves
    code: Code = field(compare=False, repr=False)
    folder: str | None = field(default=None, compare=False, repr=False)  # from which it was read

    @cached_property
    def fingerprint(self) -> str:
        """Return the SHA-256 of what the folder says."""
        return sha256(self.content.encode()).hexdigest()

    @property
    def words(self) -> str:
        """Return on what an answer rests, in words."""
        return law_file_words(self.fingerprint)


def law_file_words(fingerprint: str) -> str:
    """Return on what an answer rests, in words.

    >>> law_file_words("0123456789abcdef0123")
    "by the licensee's law file, fingerprint 0123456789abcdef"
    """
    return f"by the licensee's law file, fingerprint {fingerprint[:SHOWN_DIGITS]}"


_IN_FORCE: ContextVar[LawFolder | None] = ContextVar("law_folder", default=None)


def law_folder_in_force() -> LawFolder | None:
    """Return the folder that tables read here rest on; None where none is in force."""
    return _IN_FORCE.get()


def code_in_force() -> Code:
    """Return the code as the folder in force amends it."""
    folder = _IN_FORCE.get()
    return CODE if folder is None else folder.code


@contextmanager
def in_force(folder: LawFolder | None) -> Iterator[LawFolder | None]:
    """Read tables, and cite the law, by a licensee's law folder within a `with` block; None: by none."""
    token = _IN_FORCE.set(folder)
    try:
        yield folder
    finally:
        _IN_FORCE.reset(token)


@dataclass(frozen=True, kw_only=True)
class AmendedParagraph:
    """A row of a law folder: what it says of one paragraph, or of a section."""

    section: str
    path: str
    title: str
    amendment: Amendment | None
    letter: Letter | None
    standing: Standing | None


def canonical(content: Mapping[str, Any]) -> str:
    """Return what the files of a folder say as text that does not depend on how they are written."""
    return json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))


def amended_code(
    orders: Iterable[LawOrder],
    sources: Iterable[Source],
    keeps: Mapping[str, LawOrder],
    rows: Iterable[AmendedParagraph],
) -> Code:
    """Return the code held with what a folder says laid over it; `keeps` are the rulemakings held that it keeps."""
    given = tuple(rows)
    paragraphs = [_amended(each, keeps, given) for each in (*CODE.paragraphs, *_added(given))]
    return Code(tuple(paragraphs), (*CODE.orders, *orders), (*CODE.sources, *sources))


def _added(rows: tuple[AmendedParagraph, ...]) -> Iterator[Paragraph]:
    sections = {each.section for each in CODE.paragraphs}
    for row in rows:
        if row.amendment is not None and row.amendment.became is Became.ADDED:
            yield _new(row, row.amendment)
            if row.path and row.section not in sections:  # every section has a row of its own
                sections.add(row.section)
                yield _new(replace(row, path=""), replace(row.amendment, rule=row.title))


def _new(row: AmendedParagraph, amendment: Amendment) -> Paragraph:
    standing = amendment.standing or Standing.HELD
    return Paragraph(
        section=row.section,
        path=row.path,
        former_section=None,
        former_path=None,
        rule=amendment.rule or "",
        formerly_also={},
        former_rule=None,
        title=row.title,
        standing=standing,
        former_standing=standing,
        source=amendment.source,
        unchanged_by=None,
        since=amendment.by,
        began=None,
        readings=(),
        normative=bool(row.path),
        not_modelled="it is the licensee's law file that states it",
    )


def _amended(paragraph: Paragraph, keeps: Mapping[str, LawOrder], rows: tuple[AmendedParagraph, ...]) -> Paragraph:
    """Return a paragraph with what the folder says of it, of a paragraph above it and of its rulemaking.

    Of two amendments on one day the one that is stated nearer to the paragraph comes last and decides.
    """
    amendments: list[tuple[date, int, Amendment]] = []
    if kept := keeps.get(paragraph.since.name):
        assert kept.first_day is not None
        amendments.append((kept.first_day, -1, Amendment(became=Became.KEPT, by=kept, day=kept.first_day)))
    standing, letter = paragraph.standing, None
    for row in rows:
        is_own = row.section == paragraph.section and row.path == paragraph.path
        is_below = row.section == paragraph.section and is_within(paragraph.path, row.path)
        if is_own:
            letter = row.letter or letter
            standing = row.standing if row.amendment is None and row.standing else standing
        if row.amendment is None or not (is_own or is_below):
            continue
        if is_own or row.amendment.became in (Became.KEPT, Became.ENDED):
            amendments.append((row.amendment.day, len(row.path), row.amendment))
        elif _adopted_again(row, row.amendment, rows):
            again = replace(row.amendment, became=Became.KEPT, rule=None, values={})
            amendments.append((row.amendment.day, len(row.path), again))
    if not amendments and letter is None and standing is paragraph.standing:
        return paragraph
    in_order = sorted(amendments, key=lambda each: each[:2])
    return replace(paragraph, standing=standing, letter=letter, amendments=tuple(each for *_, each in in_order))


def _adopted_again(row: AmendedParagraph, amendment: Amendment, rows: tuple[AmendedParagraph, ...]) -> bool:
    """Whether an amendment is of a paragraph that had ended, with the paragraphs below it."""
    own = (each.amendment for each in rows if (each.section, each.path) == (row.section, row.path))
    before = [each for each in own if each is not None and each.day < amendment.day]
    return bool(before) and max(before, key=lambda each: each.day).became is Became.ENDED
