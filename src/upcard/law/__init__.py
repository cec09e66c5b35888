"""The law: every paragraph held, in our own words, with its standing, source, order of effect and former number."""

from upcard.law.citation import Cite, Cited, Unknown, UnknownCite, cite
from upcard.law.code import CODE, Edition, Paragraph, Source, SourceKind, Standing
from upcard.law.dates import (
    Effect,
    OnDay,
    TextForm,
    current_edition_on,
    edition_on,
    life_of,
    life_words,
    newest_text,
    paragraph_on,
    rule_on,
    stands_on,
)
from upcard.law.editions import in_edition, rule_in
from upcard.law.readings import READINGS, Alternative, Reading, ReadingKind, reading

__all__ = [
    "CODE",
    "READINGS",
    "Alternative",
    "Cite",
    "Cited",
    "Edition",
    "Effect",
    "OnDay",
    "Paragraph",
    "Reading",
    "ReadingKind",
    "Source",
    "SourceKind",
    "Standing",
    "TextForm",
    "Unknown",
    "UnknownCite",
    "cite",
    "current_edition_on",
    "edition_on",
    "in_edition",
    "life_of",
    "life_words",
    "newest_text",
    "paragraph_on",
    "reading",
    "rule_in",
    "rule_on",
    "stands_on",
]
