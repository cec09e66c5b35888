"""Finding paragraphs and Readings by words, in both editions, the best first."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from upcard.law.citation import Cite
from upcard.law.code import CODE, Code, Edition, Paragraph
from upcard.law.editions import rule_in
from upcard.law.readings import READINGS, Reading

# Weights: a word in the title of a section; in a text; only as the start of a longer word, or in the title above.
IN_TITLE, IN_TEXT, NEAR = 8, 2, 1
MOST_COUNTED = 3  # times that a word of one text counts
_WORD = re.compile(r"[\w$]+(?:['\u2019.:-]\w+)*")


class SearchHit(NamedTuple):
    """A paragraph or a Reading with the words searched for; a higher score is a better match."""

    subject: Cite | Reading
    score: int


def plain_words(text: str) -> list[str]:
    """Return the words of a text as they are compared: in lower case, without the s of a plural.

    >>> plain_words("Free bets, 13:69F-2.31")
    ['free', 'bet', '13:69f-2.31']
    """
    return [_singular(word) for word in _WORD.findall(text.casefold())]


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def search(words: Iterable[str], code: Code = CODE) -> tuple[SearchHit, ...]:
    """Return the paragraphs and Readings that have all the words, the best match first."""
    searched = dict.fromkeys(word for text in words for word in plain_words(text))
    if not searched:
        return ()
    hits = [SearchHit(Cite(law.section, law.path, code), _paragraph_score(law, searched)) for law in code.paragraphs]
    hits += [SearchHit(reading, _reading_score(reading, searched)) for reading in READINGS.values()]
    return tuple(sorted((hit for hit in hits if hit.score), key=_place))


def _place(hit: SearchHit) -> tuple[object, ...]:
    """Return the place of a hit: by score, paragraphs before Readings, in the order of their numbers."""
    if isinstance(hit.subject, Cite):
        return -hit.score, 0, hit.subject
    return -hit.score, 1, hit.subject.number


def _paragraph_score(law: Paragraph, searched: Iterable[str]) -> int:
    former = rule_in(law, Edition.FORMER) if law.former else ""
    amended = [each.rule for each in law.amendments if each.rule is not None]
    texts = [plain_words(text) for text in (law.rule, former, *law.formerly_also.values(), *amended)]
    return _score(searched, plain_words(law.title), texts, of_section=not law.path)


def _reading_score(reading: Reading, searched: Iterable[str]) -> int:
    parts = [reading.letter or "", reading.problem, reading.choice, reading.switch or ""]
    return _score(searched, [], [plain_words(" ".join(parts))], of_section=False)


def _score(searched: Iterable[str], title: list[str], texts: list[list[str]], *, of_section: bool) -> int:
    """Return how well words match; nothing if one of them is missing, or if none is in the text itself."""
    total, in_text = 0, of_section
    for word in searched:
        times = max(min(text.count(word), MOST_COUNTED) for text in texts)
        starts = any(each.startswith(word) for text in texts for each in text)
        best = IN_TEXT * times + (IN_TITLE if of_section else NEAR) * (word in title) or NEAR * starts
        if not best:
            return 0
        total, in_text = total + best, in_text or starts
    return total if in_text else 0
