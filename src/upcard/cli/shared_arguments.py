"""Arguments that verbs share; nothing of the core is imported here, so that help comes at once."""

from argparse import ArgumentParser

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
