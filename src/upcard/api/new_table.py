"""upcard.new: a commented table file for a game and wagers, lawful as it stands."""

import datetime

from upcard.api.arguments import Arguments
from upcard.api.registry import edition_named
from upcard.errors import Misuse
from upcard.law import Edition
from upcard.table.new_table import NewTable, new_table
from upcard.table.value_readers import day


def edition_given(name: str | None) -> Edition | None:
    """Return the edition of a name, or None; raise Misuse if there is none."""
    return None if name is None else edition_named(name, "--law")


def new(*wagers: str, game: str | None = None, law: str | None = None, date: datetime.date | str | None = None) -> str:
    """Return the text of a commented table file for a game and wagers, lawful as it stands.

    Raises UnlawfulTable with the paragraphs that forbid the combination.

    >>> import upcard
    >>> table = upcard.loads(new("in-between", "buster"))
    >>> upcard.check(table).lawful, upcard.needs(table).complete
    (True, True)
    """
    arguments = Arguments()
    names = [arguments.text("wager", name) for name in wagers]
    edition = arguments.read(lambda: edition_given(law), None)
    on = arguments.read(lambda: None if date is None else _day(date), None)
    made: NewTable | None = None
    if not arguments.problems:
        made = arguments.read(lambda: new_table(game, names, law=edition, day=on), None)
    arguments.done()
    assert made is not None
    return made.text


def _day(value: datetime.date | str) -> datetime.date:
    try:
        return day(value)
    except Misuse as wrong:
        raise Misuse(f"--date: {wrong}") from None
