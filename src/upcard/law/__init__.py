"""The law: every paragraph held, in our own words, with its standing, source, order of effect and former number."""

from upcard.law.citation import Cite, Cited, Unknown, UnknownCite, cite
from upcard.law.code import CODE, Edition, Paragraph, Standing
from upcard.law.readings import READINGS, Reading, reading

__all__ = [
    "CODE",
    "READINGS",
    "Cite",
    "Cited",
    "Edition",
    "Paragraph",
    "Reading",
    "Standing",
    "Unknown",
    "UnknownCite",
    "cite",
    "reading",
]
