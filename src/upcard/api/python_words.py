"""Problems of what a program gives, in the words of Python where a file's reader has those of a file."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from upcard.table import BadConfig, Problem

GIVEN_BY = "with_"
_WORDS = {
    'money in quotes, such as "10.00"': 'money such as "10.00", Decimal("10.00") or upcard.cents(1000)',
    " in quotes": "",
    "true or false": "True or False",
    "not true": "not True",
    "not false": "not False",
    'a table of keys, such as { "…" = "…" }': 'a mapping, such as {"…": "…"}',
    "not a table of keys": "not a mapping",
    "a list of tables: begin each wager with [[wager]]": "a list of names, or of mappings of keys",
    ", written as [[seat]]": ', in a list under "seat"',
    "such as decks = 6": "such as decks=6",
    ", wager, house": ", wagers, house",  # of the keys that are known
}
_CHANGE = re.compile(rf"^{GIVEN_BY} (?:(wager)(?==))?([^=]*=.*?)(?=$|: )", re.DOTALL)


@contextmanager
def in_words_of_python(*, lines: bool = False) -> Iterator[None]:
    """Raise BadConfig with its problems in the words of Python; `lines`: those of a file are among them."""
    try:
        yield
    except BadConfig as bad:
        raise BadConfig(tuple(_in_python(problem, lines=lines) for problem in bad.problems)) from None


def _in_python(problem: Problem, *, lines: bool) -> Problem:
    message = problem.message
    for word, of_python in _WORDS.items():
        message = message.replace(word, of_python)
    return replace(problem, file=change_in_python(problem.file), message=message, line=problem.line if lines else 0)


def change_in_python(message: str) -> str:
    """Return a message about a change of a table as a call of the method.

    >>> change_in_python("with_ decks=0: no")
    'with_(decks=0): no'
    """
    return _CHANGE.sub(lambda change: f"{GIVEN_BY}({'wagers' if change[1] else ''}{change[2]})", message)
