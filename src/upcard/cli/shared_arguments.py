"""Arguments that verbs share; nothing of the core is imported here, so that help comes at once."""

from argparse import ArgumentParser

A_TABLE = "a table file, or the name of a table that comes with upcard"


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
