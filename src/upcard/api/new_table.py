"""upcard.new: a commented table file for a game and wagers, lawful as it stands."""

import datetime
from collections.abc import Sequence

from upcard.api import days
from upcard.api.days import read_day
from upcard.api.registry import edition_named
from upcard.law import Edition
from upcard.results.arguments import Arguments
from upcard.table.new_table import NewTable, new_table
from upcard.table.notation import argument


def edition_given(name: str | None) -> Edition | None:
    """Return the edition of a name, or None; raise Misuse if there is none."""
    return None if name is None else edition_named(name, argument("law"))


def new(*wagers: str, game: str | None = None, law: str | None = None, date: datetime.date | str | None = None) -> str:
    """Return the text of a commented table file for a game and wagers, with everything stated that it needs.

    It violates nothing on its date, which the file states, or today; what is not known of its law, it says.
    Raises UnlawfulTable with the paragraphs that forbid the combination.

    >>> import upcard
    >>> table = upcard.loads(new("in-between"))
    >>> upcard.check(table).lawful, upcard.needs(table).complete
    (True, True)
    """
    arguments = Arguments()
    names = [arguments.text("wager", name) for name in wagers]
    edition = arguments.read(lambda: edition_given(law), None)
    arguments.read(lambda: None if date is None else read_day(date), None)
    made: NewTable | None = None
    if not arguments.problems:
        made = arguments.read(lambda: made_on(game, names, edition, date), None)
    arguments.done()
    assert made is not None
    return made.text


def made_on(game: str | None, wagers: Sequence[str], law: Edition | None, date: datetime.date | str | None) -> NewTable:
    """Return a new table under the law of a day, which its file states; without one that of today, which it does not.

    A file without a date is asked about on whatever day it is read.
    """
    stated = None if date is None else read_day(date, law or Edition.CURRENT)
    return new_table(game, wagers, law=law, date=stated, today=days.today())
