"""upcard cite: a paragraph in our words, how it is known, and what cites it."""

import re
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from upcard.cli.render import misuse, paragraph, print_json, styled
from upcard.law import CODE, READINGS, Cite, Paragraph, Reading, UnknownCite, cite
from upcard.law.citing_code import cited_by


def run(asked: Namespace) -> int:
    """Show each paragraph or Reading asked for."""
    words = _joined(asked.numbers)
    if not words:
        return misuse("name a paragraph, such as 13:69F-2.11(e)")
    try:
        found = [_find(word) for word in words]
    except UnknownCite as unknown:
        return misuse(f"{unknown}{_near(words)}")
    if asked.json:
        answers = [_reading_json(one) if isinstance(one, Reading) else _json(one) for one in found]
        print_json(answers[0] if len(answers) == 1 else answers)
        return 0
    for one in found:
        if isinstance(one, Reading):
            _print_reading(one)
        else:
            _print(one)
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


def _print_reading(one: Reading) -> None:
    print(styled(f"reading {one.number}", "bold"))
    print(paragraph(one.problem))
    print(paragraph(one.choice))
    print(f"  on: {', '.join(map(str, one.where))}")
    print(f"  standing: {one.standing.value}")
    if one.switch:
        print(f"  a table may say otherwise: house = {{ {one.switch} = {' or '.join(map(repr, one.choices))} }}")


def _reading_json(one: Reading) -> dict[str, Any]:
    return {
        "reading": one.number,
        "where": [str(cited) for cited in one.where],
        "problem": one.problem,
        "choice": one.choice,
        "standing": one.standing.value,
        "switch": one.switch,
        "choices": list(one.choices),
    }


def _near(numbers: Sequence[str]) -> str:
    """Name the paragraphs of the section asked for, if there is such a section."""
    for number in numbers:
        section = number.split("(")[0].strip()
        try:
            below = _below(cite(section))
        except UnknownCite:
            continue
        if below and section != number:
            return f"; {section} has {', '.join(_in_edition(cite(section), one)[0] for one in below)}"
    if any(number.startswith("reading") for number in numbers):
        return ""
    return "; sections held: " + ", ".join(str(one) for one in sorted(map(_own_cite, CODE.paragraphs)) if not one.path)


def _own_cite(one: Paragraph) -> Cite:
    return Cite(one.section, one.path)


def _below(asked: Cite) -> list[Paragraph]:
    own = asked.paragraph
    below = [one for one in CODE.paragraphs if one is not own and asked.covers(Cite(one.section, one.path))]
    return [one for one in below if not _is_former(asked) or one.former]


def _is_former(asked: Cite) -> bool:
    return asked.section == asked.paragraph.former_section


def _in_edition(asked: Cite, one: Paragraph) -> tuple[str, str]:
    """Give the path and the rule of a paragraph in the edition that was asked for."""
    if _is_former(asked):
        return one.former_path or "", one.former_rule or one.rule
    return one.path, one.rule


def _print(asked: Cite) -> None:
    one = asked.paragraph
    print(styled(f"{asked}  {one.title}", "bold"))
    if asked.path in one.formerly_also and asked.section == one.former_section:
        print(paragraph(one.formerly_also[asked.path]))
        print(paragraph(f"Now part of {one.number}: {one.rule}"))
    elif one.former_rule and str(asked) == one.former:
        print(paragraph(one.former_rule))
        print(paragraph(f"Now, as {one.number}: {one.rule}"))
    else:
        print(paragraph(one.rule))
        if one.former_rule:
            print(paragraph(f"Formerly, as {one.former}: {one.former_rule}"))
    print(f"  standing: {one.standing.value} ({', '.join(one.source)})")
    print(f"  current number: {one.number}; former number: {one.former or 'none'}")
    print(f"  in effect: {one.since.effective}, rulemaking {one.since.rank} ({one.since.name})")
    for number in one.readings:
        reading = READINGS[number]
        print(paragraph(f"reading {number}: {reading.problem} {reading.choice}", indent="    ", first="  "))
    code, tests = cited_by(one)
    print(paragraph(f"cited by code: {', '.join(code) or one.not_modelled or 'nothing'}", "    ", "  "))
    print(paragraph(f"cited by tests: {', '.join(tests) or 'nothing'}", "    ", "  "))
    for child in _below(asked):
        path, rule = _in_edition(asked, child)
        print(paragraph(f"{path} {rule} ({child.standing.value})", indent="    ", first="  "))


def _json(asked: Cite) -> dict[str, Any]:
    one = asked.paragraph
    code, tests = cited_by(one)
    return {
        "cite": str(asked),
        "current": one.number,
        "former": one.former,
        "title": one.title,
        "rule": one.rule,
        "former_rule": one.former_rule,
        "standing": one.standing.value,
        "source": list(one.source),
        "effective": {"order": one.since.rank, "rulemaking": one.since.name, "date": one.since.effective},
        "normative": one.normative,
        "not_modelled": one.not_modelled,
        "readings": [
            {"number": number, "problem": READINGS[number].problem, "choice": READINGS[number].choice}
            for number in one.readings
        ],
        "code": list(code),
        "tests": list(tests),
        "paragraphs": [
            {"cite": asked.section + path, "rule": rule}
            for path, rule in (_in_edition(asked, child) for child in _below(asked))
        ],
    }
