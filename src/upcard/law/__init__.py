"""The law: every paragraph held, in our own words, with its standing, source, order of effect and former number."""

from upcard.law.citation import Cite, Cited, Unknown, UnknownCite, cite
from upcard.law.code import CODE, Edition, Paragraph, Standing
from upcard.law.editions import in_edition, rule_in
from upcard.law.readings import READINGS, Alternative, Reading, ReadingKind, reading

__all__ = [
    "CODE",
    "READINGS",
    "Alternative",
    "Cite",
    "Cited",
    "Edition",
    "Paragraph",
    "Reading",
    "ReadingKind",
    "Standing",
    "Unknown",
    "UnknownCite",
    "cite",
    "in_edition",
    "reading",
    "rule_in",
]
