"""upcard cite: a paragraph in our words, how it is known, and the code and tests that cite it."""

import re
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from upcard.cli.render import print_json, styled, wrap
from upcard.errors import Misuse
from upcard.law import (
    CODE,
    READINGS,
    Alternative,
    Cite,
    Edition,
    Paragraph,
    Reading,
    UnknownCite,
    cite,
    in_edition,
    rule_in,
)
from upcard.law.citation import is_within, parse
from upcard.law.citing_code import citing_code, citing_tests

EMPTY_ANSWER: dict[str, object] = {}


def run(request: Namespace) -> int:
    """Show each paragraph or Reading of the request."""
    words = _joined(request.numbers)
    if not words:
        raise Misuse("name a paragraph, such as 13:69F-2.11(e)")
    try:
        subjects = [_find(word) for word in words]
    except UnknownCite as unknown:
        raise Misuse(f"{unknown}{_near(words)}") from None
    if request.json:
        answers = [_reading_json(subject) if isinstance(subject, Reading) else _json(subject) for subject in subjects]
        print_json(answers[0] if len(answers) == 1 else {"citations": answers})
        return 0
    for subject in subjects:
        if isinstance(subject, Reading):
            _print_reading(subject)
        else:
            _print(subject, with_tests=request.tests)
    return 0


def _joined(words: Sequence[str]) -> list[str]:
    """Join "reading" and "N.J.A.C." with the word that follows, as people write them."""
    return re.findall(r"(?i:(?:reading:?|N\.J\.A\.C\.) ?)?\S+", " ".join(words))


def _find(word: str) -> Cite | Reading:
    if number := re.fullmatch(r"reading:? ?(\d{1,4})", word, re.IGNORECASE):
        if int(number[1]) not in READINGS:
            raise UnknownCite(f"there is no reading {number[1]}; they are numbered 1 to {max(READINGS)}")
        return READINGS[int(number[1])]
    return cite(word)


def _print_reading(reading: Reading) -> None:
    print(styled(f"reading {reading.number}", "bold"))
    for part in _parts(reading):
        print(wrap(part, indent="    ", first="  "))
    print(wrap(f"on: {', '.join(map(str, reading.where))}", "    ", "  "))
    print(f"  standing: {reading.standing.value}")
    if reading.switch:
        choices = " or ".join(f'"{choice}"' for choice in reading.choices)
        print(wrap(f"a table may choose otherwise: house = {{ {reading.switch} = {choices} }}", "    ", "  "))


def _alternative(alternative: Alternative) -> str:
    return f"{alternative.choice} {alternative.costs}" if alternative.costs else alternative.choice


def _reading_text(number: int, edition: Edition) -> str:
    """Return a Reading as it stands below a paragraph of an edition."""
    return in_edition(" ".join(_parts(READINGS[number])), edition)


def _parts(reading: Reading) -> list[str]:
    """Return the parts of a Reading, each with what it is."""
    letter = [f"The letter: {reading.letter}"] if reading.letter else []
    others = [f"Otherwise: {_alternative(alternative)}" for alternative in reading.alternatives]
    return [*letter, f"The question: {reading.problem}", f"Our Reading: {reading.choice}", *others]


def _alternatives_json(reading: Reading, edition: Edition) -> list[dict[str, Any]]:
    return [
        {
            "choice": in_edition(alternative.choice, edition),
            "costs": None if alternative.costs is None else in_edition(alternative.costs, edition),
        }
        for alternative in reading.alternatives
    ]


def _reading_json(reading: Reading) -> dict[str, Any]:
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


def _near(numbers: Sequence[str]) -> str:
    """Return a hint: the paragraphs of the section in the request, or the sections held if there is no such section."""
    for number in numbers:
        section = number.split("(")[0].strip()
        try:
            below = _below(cite(section))
        except UnknownCite:
            continue
        if below and section != number:
            return f"; {section} has {', '.join(child.path for child in below)}"
    if any(number.lower().startswith("reading") for number in numbers):
        return ""
    sections = sorted(Cite(law.section) for law in CODE.paragraphs if not law.path)
    return f"; sections held: {', '.join(map(str, sections))}"


def _below(citation: Cite) -> list[Cite]:
    """Return the paragraphs below a citation, by their numbers in its edition."""
    numbers = [parse(number) for number in CODE.by_number]
    same = (cited for cited in numbers if cited.section == citation.section and cited.path != citation.path)
    return sorted(cited for cited in same if is_within(cited.path, citation.path))


def _is_former(citation: Cite) -> bool:
    return citation.edition is Edition.FORMER


def _readings(citation: Cite) -> list[int]:
    """Return the Readings of a paragraph that bear on the edition of a citation."""
    paragraph = citation.paragraph
    about = {number for number, one in READINGS.items() if any(cited.paragraph is paragraph for cited in one.where)}
    return [number for number in sorted({*paragraph.readings, *about}) if READINGS[number].stands_in(citation.edition)]


def _print(citation: Cite, *, with_tests: bool) -> None:
    law = citation.paragraph
    print(styled(f"{citation}  {law.title}", "bold"))
    print(wrap(citation.rule))
    if citation.path in law.formerly_also and _is_former(citation):
        print(wrap(f"Now part of {law.number}: {law.rule}"))
    elif law.former_rule and law.path:
        if _is_former(citation):
            print(wrap(f"Now, as {law.number}: {law.rule}"))
        else:
            print(wrap(f"Formerly, as {law.former}: {rule_in(law, Edition.FORMER)}"))
    print(wrap(f"standing: {citation.standing.value} ({', '.join(law.source)})", "    ", "  "))
    print(wrap(f"current number: {law.number}; former number: {law.former or 'none'}", "    ", "  "))
    print(wrap(f"in effect: {law.since.effective}, rulemaking {law.since.rank} ({law.since.name})", "    ", "  "))
    for number in _readings(citation):
        print(wrap(f"reading {number}: {_reading_text(number, citation.edition)}", indent="    ", first="  "))
    print(wrap(f"cited by code: {', '.join(citing_code(law)) or law.not_modelled or 'nothing'}", "    ", "  "))
    if with_tests:
        print(wrap(f"cited by tests: {_tests(law)}", "    ", "  "))
    for child in _below(citation):
        print(wrap(f"{child.path} {child.rule} ({child.standing.value})", indent="    ", first="  "))


def _tests(law: Paragraph) -> str:
    tests = citing_tests(law)
    if tests is None:
        return "not listed here; tests are listed in a source tree of upcard only"
    return ", ".join(tests) or "nothing"


def _json(citation: Cite) -> dict[str, Any]:
    law = citation.paragraph
    tests, edition = citing_tests(law), citation.edition
    return {
        "cite": str(citation),
        "current": law.number,
        "former": law.former,
        "title": law.title,
        "rule": citation.rule,
        "current_rule": law.rule,
        "former_rule": rule_in(law, Edition.FORMER) if law.former_rule else None,
        "standing": citation.standing.value,
        "source": list(law.source),
        "effective": {"order": law.since.rank, "rulemaking": law.since.name, "date": law.since.effective},
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
            for number in _readings(citation)
        ],
        "code": list(citing_code(law)),
        "tests": tests if tests is None else list(tests),
        "paragraphs": [{"cite": str(child), "rule": child.rule} for child in _below(citation)],
    }
