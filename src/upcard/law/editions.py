"""Texts in an edition of the code: the numbers of paragraphs and the agency that a text names."""

import re

from upcard.law.code import CODE, Edition, Paragraph

_FORMER_CHAPTERS = {"D": "19:45", "E": "19:46", "F": Edition.FORMER.value}
_PATH = r"(?:\([a-z]{1,2}\)(?:\d+)?(?:[ivx]+\b)?)?"
_FULL = re.compile(rf"13:69([DEF])-(\d+\.\d+[A-Z]?)({_PATH})")
_SHORT = re.compile(rf"(?<![\w:.$-])([28]\.\d+[A-Z]?)({_PATH})")


def in_edition(text: str, edition: Edition) -> str:
    """Return a text that names paragraphs by their current numbers with those of the edition.

    A paragraph that the edition does not have keeps its number.

    >>> in_edition("paid by 13:69F-2.26(f)1", Edition.FORMER)
    'paid by 19:47-2.26(g)1'
    """
    if edition is Edition.CURRENT:
        return text
    text = _SHORT.sub(lambda number: number[1] + _former_path(f"13:69F-{number[1]}", number[2]), text)
    return _FULL.sub(_former_number, text)


def rule_in(paragraph: Paragraph, edition: Edition) -> str:
    """Return the rule of a paragraph as that edition has it."""
    if edition is Edition.CURRENT:
        return paragraph.rule
    rule = re.sub(r"\bDivision\b", "Commission", paragraph.former_rule or paragraph.rule)
    return in_edition(rule, edition)


def _former_path(section: str, path: str) -> str:
    paragraph = CODE.by_number.get(section + path)
    return path if paragraph is None or paragraph.former_path is None else paragraph.former_path


def _former_number(number: re.Match[str]) -> str:
    section = CODE.by_number.get(f"13:69{number[1]}-{number[2]}")
    if section is not None and section.former is None:
        return number[0]
    paragraph = CODE.by_number.get(number[0])
    if paragraph is not None and paragraph.former is None:
        return number[0]
    path = _former_path(f"13:69{number[1]}-{number[2]}", number[3])
    return f"{_FORMER_CHAPTERS[number[1]]}-{number[2]}{path}"
