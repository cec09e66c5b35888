"""Arguments that verbs share."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from upcard.errors import Misuse

A_DATABASE = "SQLite file or PostgreSQL URL"
A_TABLE = "a table file, or the name of a table that comes with upcard"


def add_date(verb: ArgumentParser) -> None:
    """Add --date, the day whose law a verb asks about."""
    verb.add_argument(
        "--date",
        metavar="DAY",
        help="the law of this day, such as 2016-01-11, today, or newest: the day of the newest text held"
        " (date in the table file, or today)",
    )


def add_set(verb: ArgumentParser) -> None:
    """Add --set, by which a verb varies its table."""
    verb.add_argument(
        "--set",
        dest="changes",
        action="append",
        default=[],
        metavar="PATH=VALUE",
        help='another value for a key of the table file, such as "dealer_soft_17=draw" or "wager.buster.pay_table=C";'
        " once for each",
    )


LAW_VARIABLE = "UPCARD_LAW"
A_LAW_FOLDER = f"the licensee's law folder (that of {LAW_VARIABLE})"


def add_law(verb: ArgumentParser) -> None:
    """Add --law, by which a verb answers by a licensee's law folder."""
    verb.add_argument("--law", dest="law_folder", metavar="FOLDER", help=A_LAW_FOLDER)


def add_law_or_edition(verb: ArgumentParser, about: str) -> None:
    """Add --law for a verb that takes an edition too; `take_law_folder` tells them apart."""
    verb.set_defaults(law_folder=None)
    verb.add_argument(
        "--law", action="append", default=[], metavar="EDITION|FOLDER", help=f"{about}; or {A_LAW_FOLDER}"
    )


def take_law_folder(parsed: Namespace) -> str | None:
    """Return the law folder that a command line names; of what --law states beside it, leave the editions."""
    if isinstance(stated := getattr(parsed, "law", None), list):
        parsed.law = [each for each in stated if not _is_folder(each)]
        parsed.law_folder = next(filter(_is_folder, reversed(stated)), None)
    if not hasattr(parsed, "law_folder"):
        return None
    if parsed.law_folder == "":  # of a script whose variable is empty; without the folder the answer would be another
        raise Misuse("--law: name a law folder, or leave it out")
    return parsed.law_folder or os.environ.get(LAW_VARIABLE) or None


def _is_folder(word: str) -> bool:
    return "/" in word or os.sep in word or Path(word).is_dir()


def last_of(values: Sequence[str]) -> str | None:
    """Return the last value of an option that may be repeated, for a verb that takes one."""
    return values[-1] if values else None


def add_csv(verb: ArgumentParser) -> None:
    """Add --csv."""
    verb.add_argument("--csv", action="store_true", help="print the numbers as CSV")


def add_removed(verb: ArgumentParser) -> None:
    """Add --removed, the cards that are out of the shoe."""
    verb.add_argument("--removed", default="", metavar="CARDS", help='cards that are out of the shoe, such as "Ah 5c"')


def add_no_cache(verb: ArgumentParser) -> None:
    """Add --no-cache, by which a verb neither reads nor keeps answers."""
    verb.add_argument("--no-cache", action="store_true", help="neither read nor keep answers on disk")
