"""upcard.cite: a paragraph in our words, how it is known, and the code and tests that cite it."""

import datetime
import re
from collections.abc import Sequence
from typing import Any

from upcard.errors import Misuse
from upcard.law import (
    READINGS,
    Cite,
    Edition,
    Effect,
    Reading,
    Source,
    SourceKind,
    Standing,
    UnknownCite,
    edition_on,
    in_edition,
    paragraph_on,
    rule_in,
    rule_on,
    stands_on,
)
from upcard.law import cite as cite_law
from upcard.law.citation import is_within, parse
from upcard.law.citing_code import citing_code, citing_tests
from upcard.law.folder import code_in_force, law_folder_in_force
from upcard.law.search import SearchHit, plain_words
from upcard.law.search import search as search_law
from upcard.results.arguments import Arguments, BadArguments
from upcard.results.rows import Kind, ListedData, RowSet
from upcard.table.value_readers import day as read_day


class CitedParagraph:
    """A paragraph of the regulation in our words; `str` is its number.

    >>> paragraph = cite("13:69F-2.26")
    >>> str(paragraph), paragraph.standing, len(paragraph.paragraphs) > 5
    ('13:69F-2.26', 'text held', True)
    """

    def __init__(self, citation: Cite) -> None:
        self._citation = citation

    @property
    def number(self) -> str:
        """Return the number under which it was cited."""
        return str(self._citation)

    @property
    def rule(self) -> str:
        """Return what the paragraph says, in our words."""
        return self._citation.rule

    @property
    def title(self) -> str:
        """Return the title of its section."""
        return self._citation.paragraph.title

    @property
    def standing(self) -> str:
        """Return how the paragraph is known, such as "text held"."""
        return self._citation.standing.value

    @property
    def current(self) -> str:
        """Return its number in the current edition."""
        return self._citation.paragraph.number

    @property
    def former(self) -> str | None:
        """Return its number in the former edition; None if it had none."""
        return self._citation.paragraph.former

    @property
    def readings(self) -> tuple[int, ...]:
        """Return the numbers of the Readings that bear on it."""
        return tuple(readings_on(self._citation))

    @property
    def paragraphs(self) -> tuple["CitedParagraph", ...]:
        """Return the paragraphs below it."""
        return tuple(CitedParagraph(below) for below in paragraphs_below(self._citation))

    def on(self, day: datetime.date | str) -> dict[str, Any]:
        """Return whether it was in effect on a day, with its number and text then, as `upcard cite --date` does."""
        try:
            return paragraph_on_json(self._citation, read_day(day))
        except Misuse as wrong:
            raise BadArguments((f"day: {wrong}",)) from None

    def to_dict(self) -> dict[str, Any]:
        """Return the paragraph as `upcard cite --json` writes it."""
        return paragraph_json(self._citation)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CitedParagraph) and self._citation == other._citation

    def __hash__(self) -> int:
        return hash(self._citation)

    def __str__(self) -> str:
        return self.number

    def __repr__(self) -> str:
        rule = self.rule if len(self.rule) < 80 else f"{self.rule[:77]}…"
        return f"<{self.number}, {self.standing}: {rule}>"


def cite(number: str) -> CitedParagraph:
    """Return a paragraph of the regulation by its number, current or former.

    >>> cite("13:69F-2.26(a)").former
    '19:47-2.26(a)'
    """
    if not isinstance(number, str):
        raise BadArguments((f"number: must be text, the number of a paragraph, not {number!r}",))
    try:
        return CitedParagraph(cite_law(number, code_in_force()))
    except UnknownCite as unknown:
        raise UnknownCite(f"{unknown}{near_numbers([number])}") from None


class SearchResults(ListedData[CitedParagraph | int]):
    """Paragraphs and the numbers of Readings that have the words of a search, the best match first.

    >>> [str(each) for each in search("free", "bet", "buttons")][0]
    '13:69F-2.31'
    """

    def __init__(self, words: Sequence[str], hits: Sequence[SearchHit]) -> None:
        super().__init__(
            hit.subject.number if isinstance(hit.subject, Reading) else CitedParagraph(hit.subject) for hit in hits
        )
        self._words, self._hits = tuple(words), tuple(hits)

    def to_dict(self) -> dict[str, Any]:
        """Return the results as `upcard cite --search --json` writes them."""
        return {"search": list(self._words), "results": [hit_json(hit) for hit in self._hits]}

    def _row_set(self) -> RowSet:
        columns: dict[str, Kind] = {"cite": str, "former": str, "reading": int, "title": str, "rule": str}
        columns |= {"standing": str, "law_file": str, "score": int}
        return RowSet(columns=columns, values=[[hit_json(hit)[name] for name in columns] for hit in self._hits])

    def __repr__(self) -> str:
        return f"<{len(self)} with {' '.join(self._words)!r}>"


def search(*words: str, date: datetime.date | str | None = None) -> SearchResults:
    """Find the paragraphs and Readings that have all the words, in both editions, the best match first.

    `date` leaves out what was not yet in effect on that day.

    >>> search("surrender", "notice")[0]
    <13:69F-2.8(c), sibling: Surrender is the licensee's option. To begin or end it at a table, notice is …>
    """
    arguments = Arguments()
    given = [arguments.text("word", word) for word in words]
    day = arguments.read(lambda: None if date is None else read_day(date), None)
    hits: tuple[SearchHit, ...] = ()
    if not arguments.problems:
        hits = arguments.read(lambda: search_hits(given, day), hits)
    arguments.done()
    return SearchResults(given, hits)


def search_hits(words: Sequence[str], day: datetime.date | None = None) -> tuple[SearchHit, ...]:
    """Return the paragraphs and Readings with words, on a day those that stood; raise Misuse if there is no word."""
    if not any(plain_words(word) for word in words):
        raise Misuse("--search: use words of letters or digits")
    hits = search_law(words, code_in_force())
    return hits if day is None else tuple(hit for hit in hits if _stood(hit.subject, day))


def _stood(subject: Cite | Reading, day: datetime.date) -> bool:
    if isinstance(subject, Reading):
        return any(_stood(cited, day) for cited in subject.where)
    return stands_on(subject, edition_on(day), day)


def hit_json(hit: SearchHit) -> dict[str, Any]:
    """Return a result of a search as JSON values; those of a Reading have its number, those of a paragraph a cite."""
    subject = hit.subject
    if isinstance(subject, Reading):
        return {
            "cite": None,
            "former": None,
            "reading": subject.number,
            "where": [str(cited) for cited in subject.where],
            "title": None,
            "rule": f"{subject.problem} {subject.choice}",
            "former_rule": None,
            "standing": subject.standing.value,
            "law_file": None,
            "score": hit.score,
        }
    law, folder = subject.paragraph, law_folder_in_force()
    return {
        "cite": law.number,
        "former": law.former,
        "reading": None,
        "where": [],
        "title": law.title,
        "rule": law.amended_rule or law.rule,
        "former_rule": rule_in(law, Edition.FORMER) if law.former_rule and law.path else None,
        "standing": law.standing.value,
        "law_file": None if folder is None or not law.amendments else folder.fingerprint,
        "score": hit.score,
    }


def find_cited(word: str) -> Cite | Reading:
    """Return the paragraph of a number, or a Reading; raise UnknownCite if there is none."""
    if number := re.fullmatch(r"reading:? ?(\d{1,4})", word, re.IGNORECASE):
        if int(number[1]) not in READINGS:
            raise UnknownCite(f"there is no reading {number[1]}; they are numbered 1 to {max(READINGS)}")
        return READINGS[int(number[1])]
    return cite_law(word, code_in_force())


def near_numbers(numbers: Sequence[str]) -> str:
    """Return a hint: the paragraphs of the section in the request, or the sections held if there is no such section."""
    for number in numbers:
        section = number.split("(")[0].strip()
        try:
            below = paragraphs_below(cite_law(section, code_in_force()))
        except UnknownCite:
            continue
        if below and section != number:
            return f"; {section} has {', '.join(child.path for child in below)}"
    if any(number.lower().startswith("reading") for number in numbers):
        return ""
    sections = sorted(Cite(law.section) for law in code_in_force().paragraphs if not law.path)
    return f"; sections held: {', '.join(map(str, sections))}"


def paragraphs_below(citation: Cite) -> list[Cite]:
    """Return the paragraphs below a citation, by their numbers in its edition."""
    numbers = [parse(number).within(citation.code) for number in citation.code.by_number]
    same = (cited for cited in numbers if cited.section == citation.section and cited.path != citation.path)
    return sorted(cited for cited in same if is_within(cited.path, citation.path))


def readings_on(citation: Cite) -> list[int]:
    """Return the Readings of a paragraph that bear on the edition of a citation."""
    paragraph = citation.paragraph
    own = paragraph.number
    about = {number for number, one in READINGS.items() if any(cited.paragraph.number == own for cited in one.where)}
    return [number for number in sorted({*paragraph.readings, *about}) if READINGS[number].stands_in(citation.edition)]


def paragraph_on_json(citation: Cite, day: datetime.date) -> dict[str, Any]:
    """Return a paragraph on a day as JSON values: whether it was in effect, its number and text then."""
    on = paragraph_on(citation.paragraph, day)
    return {
        "date": day.isoformat(),
        "effect": on.effect.value,
        "form": on.form.value if on.effect is Effect.IN_EFFECT else None,
        "why": on.why,
        "law": edition_on(day).value,
        "cite": str(citation.as_of(edition_on(day))),
        "rule": rule_on(citation, day) if on.effect is Effect.IN_EFFECT else None,
    }


def paragraph_json(citation: Cite) -> dict[str, Any]:
    """Return a paragraph as JSON values."""
    law = citation.paragraph
    tests, edition = citing_tests(law), citation.edition
    return {
        "cite": str(citation),
        "current": law.number,
        "former": law.former,
        "title": law.title,
        "rule": citation.rule,
        "current_rule": law.amended_rule or law.rule,
        "former_rule": rule_in(law, Edition.FORMER) if law.former_rule else None,
        "standing": citation.standing.value,
        "source": [source.name for source in law.source],
        "sources": [_source_json(citation, source) for source in law.source],
        "held_as": None if citation.held_as is None else str(citation.held_as),
        "unchanged_by": law.unchanged_by and _source_json(citation, law.unchanged_by),
        "effective": {
            "order": law.since.rank,
            "rulemaking": law.since.name,
            "date": law.since.effective,
            "number": law.since.number,
            "register": list(law.since.register),
        },
        "law_file": law_file_json(citation),
        "normative": law.normative,
        "not_modelled": law.not_modelled,
        "readings": [
            {
                "number": number,
                "letter": READINGS[number].letter and in_edition(READINGS[number].letter or "", edition),
                "problem": in_edition(READINGS[number].problem, edition),
                "choice": in_edition(READINGS[number].choice, edition),
                "alternatives": _alternatives_json(READINGS[number], edition),
            }
            for number in readings_on(citation)
        ],
        "code": list(citing_code(law)),
        "tests": tests if tests is None else list(tests),
        "paragraphs": [{"cite": str(child), "rule": child.rule} for child in paragraphs_below(citation)],
    }


def law_file_json(citation: Cite) -> dict[str, Any] | None:
    """Return what the licensee's law folder in force says of a paragraph as JSON values; None if it says nothing."""
    folder, law = law_folder_in_force(), citation.paragraph
    if folder is None or not (law.amendments or law.letter):
        return None
    letter = law.letter
    return {
        "fingerprint": folder.fingerprint,
        "amendments": [
            {
                "became": each.became.value,
                "date": each.day.isoformat(),
                "rulemaking": each.by.name,
                "where": each.by.where,
                "rule": each.rule,
                "standing": each.standing.value if each.standing else None,
                "sources": [_source_json(citation, source) for source in each.source],
                "values": _plain(each.values),
            }
            for each in law.amendments
        ],
        "letter": letter and letter.text,
        "letter_sources": [_source_json(citation, source) for source in letter.source] if letter else [],
    }


def _plain(value: Any) -> Any:
    """Return values of a law file as JSON has them; a decimal number as text."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value if isinstance(value, bool | int) else str(value)


def _source_json(citation: Cite, source: Source) -> dict[str, Any]:
    return {
        "source": source.name,
        "kind": source.kind.value,
        "number": None if (number := number_in(citation, source)) is None else str(number),
        "where": source.where,
        "not_held": source.not_held,
    }


def number_in(citation: Cite, source: Source) -> Cite | None:
    """Return the number under which a source has the text of a paragraph; None if it has not its text."""
    if source.kind is not SourceKind.TEXT or citation.standing is not Standing.HELD:
        return None
    return citation if source.edition is None else citation.as_of(source.edition)


def cited_reading_json(reading: Reading) -> dict[str, Any]:
    """Return a Reading as JSON values."""
    return {
        "reading": reading.number,
        "kind": reading.kind.value,
        "where": [str(cited) for cited in reading.where],
        "letter": reading.letter,
        "problem": reading.problem,
        "choice": reading.choice,
        "alternatives": _alternatives_json(reading, Edition.CURRENT),
        "standing": reading.standing.value,
        "switch": reading.switch,
        "choices": list(reading.choices),
    }


def _alternatives_json(reading: Reading, edition: Edition) -> list[dict[str, Any]]:
    return [
        {
            "choice": in_edition(alternative.choice, edition),
            "costs": None if alternative.costs is None else in_edition(alternative.costs, edition),
        }
        for alternative in reading.alternatives
    ]
