"""upcard cite: a paragraph in our words, its standing, and what cites it."""

import re
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from upcard.cli.render import misuse, print_json, styled, wrap
from upcard.law import CODE, READINGS, Cite, Paragraph, Reading, UnknownCite, cite
from upcard.law.citing_code import cited_by


def run(arguments: Namespace) -> int:
    """Show paragraphs and Readings."""
    words = _joined(arguments.numbers)
    if not words:
        return misuse("no paragraph: give one, such as 13:69F-2.11(e)")
    try:
        citations = [_find(word) for word in words]
    except UnknownCite as unknown:
        return misuse(f"{unknown}{_near(words)}")
    if arguments.json:
        answers = [_reading_json(each) if isinstance(each, Reading) else _json(each) for each in citations]
        print_json(answers[0] if len(answers) == 1 else answers)
        return 0
    for each in citations:
        if isinstance(each, Reading):
            _print_reading(each)
        else:
            _print(each)
    return 0


def _joined(words: Sequence[str]) -> list[str]:
    """Join "reading" and "N.J.A.C." with the word that follows, as people write them."""
    return re.findall(r"(?:(?:reading|N\.J\.A\.C\.) ?)?\S+", " ".join(words))


def _find(word: str) -> Cite | Reading:
    if number := re.fullmatch(r"reading ?(\d{1,4})", word):
        if int(number[1]) not in READINGS:
            raise UnknownCite(f"there is no reading {number[1]}; they are numbered 1 to {max(READINGS)}")
        return READINGS[int(number[1])]
    return cite(word)


def _print_reading(reading: Reading) -> None:
    print(styled(f"reading {reading.number}", "bold"))
    print(wrap(reading.problem))
    print(wrap(reading.choice))
    print(f"  on: {', '.join(map(str, reading.where))}")
    print(f"  standing: {reading.standing.value}")
    if reading.switch:
        print(
            f"  a table may say otherwise: house = {{ {reading.switch} = {' or '.join(map(repr, reading.choices))} }}"
        )


def _reading_json(reading: Reading) -> dict[str, Any]:
    return {
        "reading": reading.number,
        "where": [str(cited) for cited in reading.where],
        "problem": reading.problem,
        "choice": reading.choice,
        "standing": reading.standing.value,
        "switch": reading.switch,
        "choices": list(reading.choices),
    }


def _near(numbers: Sequence[str]) -> str:
    """Return the paragraphs of the section, if there is such a section; else the sections."""
    for number in numbers:
        section = number.split("(")[0].strip()
        try:
            below = _below(cite(section))
        except UnknownCite:
            continue
        if below and section != number:
            return f"; {section} has {', '.join(_in_edition(cite(section), paragraph)[0] for paragraph in below)}"
    if any(number.startswith("reading") for number in numbers):
        return ""
    sections = (citation for citation in sorted(map(_own_cite, CODE.paragraphs)) if not citation.path)
    return f"; sections held: {', '.join(map(str, sections))}"


def _own_cite(paragraph: Paragraph) -> Cite:
    return Cite(paragraph.section, paragraph.path)


def _below(citation: Cite) -> list[Paragraph]:
    own = citation.paragraph
    others = (paragraph for paragraph in CODE.paragraphs if paragraph is not own)
    below = [paragraph for paragraph in others if citation.covers(_own_cite(paragraph))]
    return [paragraph for paragraph in below if not _is_former(citation) or paragraph.former]


def _is_former(citation: Cite) -> bool:
    return citation.section == citation.paragraph.former_section


def _in_edition(citation: Cite, paragraph: Paragraph) -> tuple[str, str]:
    """Return the path and the rule of a paragraph in the edition of the citation."""
    if _is_former(citation):
        return paragraph.former_path or "", paragraph.former_rule or paragraph.rule
    return paragraph.path, paragraph.rule


def _print(citation: Cite) -> None:
    paragraph = citation.paragraph
    print(styled(f"{citation}  {paragraph.title}", "bold"))
    if citation.path in paragraph.formerly_also and citation.section == paragraph.former_section:
        print(wrap(paragraph.formerly_also[citation.path]))
        print(wrap(f"Now part of {paragraph.number}: {paragraph.rule}"))
    elif paragraph.former_rule and str(citation) == paragraph.former:
        print(wrap(paragraph.former_rule))
        print(wrap(f"Now, as {paragraph.number}: {paragraph.rule}"))
    else:
        print(wrap(paragraph.rule))
        if paragraph.former_rule:
            print(wrap(f"Formerly, as {paragraph.former}: {paragraph.former_rule}"))
    print(f"  standing: {paragraph.standing.value} ({', '.join(paragraph.source)})")
    print(f"  current number: {paragraph.number}; former number: {paragraph.former or 'none'}")
    print(f"  in effect: {paragraph.since.effective}, rulemaking {paragraph.since.rank} ({paragraph.since.name})")
    for number in paragraph.readings:
        reading = READINGS[number]
        print(wrap(f"reading {number}: {reading.problem} {reading.choice}", indent="    ", first="  "))
    code, tests = cited_by(paragraph)
    print(wrap(f"cited by code: {', '.join(code) or paragraph.not_modelled or 'nothing'}", "    ", "  "))
    print(wrap(f"cited by tests: {', '.join(tests) or 'nothing'}", "    ", "  "))
    for child in _below(citation):
        path, rule = _in_edition(citation, child)
        print(wrap(f"{path} {rule} ({child.standing.value})", indent="    ", first="  "))


def _json(citation: Cite) -> dict[str, Any]:
    paragraph = citation.paragraph
    code, tests = cited_by(paragraph)
    return {
        "cite": str(citation),
        "current": paragraph.number,
        "former": paragraph.former,
        "title": paragraph.title,
        "rule": paragraph.rule,
        "former_rule": paragraph.former_rule,
        "standing": paragraph.standing.value,
        "source": list(paragraph.source),
        "effective": {
            "order": paragraph.since.rank,
            "rulemaking": paragraph.since.name,
            "date": paragraph.since.effective,
        },
        "normative": paragraph.normative,
        "not_modelled": paragraph.not_modelled,
        "readings": [
            {"number": number, "problem": READINGS[number].problem, "choice": READINGS[number].choice}
            for number in paragraph.readings
        ],
        "code": list(code),
        "tests": list(tests),
        "paragraphs": [
            {"cite": citation.section + path, "rule": rule}
            for path, rule in (_in_edition(citation, child) for child in _below(citation))
        ],
    }
