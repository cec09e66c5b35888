"""Texts in an edition of the code: the numbers of paragraphs and the agency that a text names."""

import re

from upcard.law.code import CODE, Edition, Paragraph

_FORMER_CHAPTERS = {"13:69D-": "19:45-", "13:69E-": "19:46-", "13:69F-": "19:47-"}
_NUMBER = re.compile(r"(?<![\w:.$-])(13:69[DEF]-)?(\d+\.\d+[A-Z]?(?:\([a-z]{1,2}\)(?:\d+)?(?:[ivx]+\b)?)?)")


def in_edition(text: str, edition: Edition) -> str:
    """Return a text that names paragraphs by their current numbers with those of the edition.

    A paragraph that the edition does not have keeps its number.

    >>> in_edition("paid by 13:69F-2.26(f)1", Edition.FORMER)
    'paid by 19:47-2.26(g)1'
    """
    return text if edition is Edition.CURRENT else _NUMBER.sub(_former_number, text)


def _former_number(number: re.Match[str]) -> str:
    """Return a number of the current edition, with or without its chapter, as the former edition has it."""
    chapter, rest = number[1] or "", number[2]
    paragraph = CODE.by_number.get((chapter or "13:69F-") + rest)
    if paragraph is None:  # a misprint, quoted by a Reading
        return _FORMER_CHAPTERS.get(chapter, "") + rest
    if paragraph.former is None:
        return number[0]
    return paragraph.former if chapter else paragraph.former.split("-", 1)[1]


def rule_in(paragraph: Paragraph, edition: Edition) -> str:
    """Return the rule of a paragraph as that edition has it."""
    if edition is Edition.CURRENT:
        return paragraph.rule
    rule = re.sub(r"\bDivision\b", "Commission", paragraph.former_rule or paragraph.rule)
    return in_edition(rule, edition)
