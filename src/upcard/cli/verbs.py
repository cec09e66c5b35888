"""The verbs, and the parser of the command line.

A verb's arguments and help stand in its own module, which is imported only when the verb is named.
"""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Collection
from importlib import import_module
from typing import NoReturn

from upcard import __version__
from upcard.errors import Misuse

_ABOUT = """New Jersey casino blackjack, from the regulation to the felt.

Every verb takes --json. Exit code 0: done; 1: findings that violate the rules, or a round that they do not
allow or that was not done as due; 2: misuse or unreadable input; 130: interrupted. TABLE.toml is a path, or the name
of a table that comes with upcard: a word with a slash, or that ends in .toml, is a path; any other is a name first.

  upcard check TABLE.toml        may this table be opened?
  upcard price TABLE.toml        what does every wager cost?
  upcard tables                  the tables that come with upcard
  upcard VERB --help             all that a verb can do, with examples"""

VERBS = {
    "check": "Check table files against the rules, and name the paragraph of every finding.",
    "needs": "List everything that a table must have, and whether its file states it.",
    "diff": "Compare two tables, or one table under two editions or on two days.",
    "cite": "Show paragraphs of the rules in our words, such as 13:69F-2.11(e), 2.11, E-1.10(b), 19:47-2.2(a).",
    "wagers": "List every wager, game and way of dealing.",
    "tables": "List the tables that come with upcard; every verb takes their names in place of a file.",
    "new": "Write a commented table file for a game and wagers that violates nothing, every key explained in a line.",
    "deal": "Rule on a written round, or play in the terminal.",
    "price": "Price the wagers of a table exactly: house advantage, hit frequency, variance,"
    " every outcome's probability.",
    "strategy": "Show the best play of a table: the chart by total, the value of every play,"
    " the exceptions to the chart.",
    "simulate": "Simulate every wager of a table, and compare the results with the exact figures.",
    "audit": "Audit a journal: replay every command, and verify the hash chain, checkpoints, shoes and balances.",
    "journal": "Create and maintain the journal of a casino, and export what others verify.",
    "layout": "Draw the felt of a table: positions, betting areas, inscriptions, posted odds, limits, equipment.",
    "sign": "Print what must be posted at a table: odds and rankings of each wager, limits, options in force, notices.",
    "par": "Make the PAR sheet of a table: PDF, XLSX and JSON from one source, for a laboratory or a submission.",
    "plot": "Plot a table: prices by decks, results of sessions, a meter, the best play, or the hold of a day.",
    "serve": "Serve tables to people over HTTP; docs/operations.md says what you can rely on.",
    "completion": "Print the script by which a shell completes upcard's arguments.",
}


class WrongArguments(Misuse):
    """A command line that cannot be parsed."""

    def __init__(self, message: str, usage: str) -> None:
        super().__init__(message)
        self.usage = usage


class VerbParser(ArgumentParser):
    """A parser that raises what is wrong, so that it is reported like every other misuse."""

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong, with the usage of the verb."""
        raise WrongArguments(message, self.format_usage().rstrip())


def parser(words: Collection[str] = tuple(VERBS)) -> ArgumentParser:
    """Return the parser of the command line; of a verb that is not among the words it knows no arguments.

    A shell completes an argument by its metavar (cli/completion.py).
    """
    top = VerbParser("upcard", description=_ABOUT, formatter_class=RawDescriptionHelpFormatter)
    top.add_argument("--version", action="version", version=f"upcard {__version__}")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, short in VERBS.items():
        verb = verbs.add_parser(name, help=short, formatter_class=RawDescriptionHelpFormatter)
        if name in words:
            module = import_module(f"upcard.cli.{name}")
            verb.description = f"{short}\n\n{module.ABOUT}"
            verb.add_argument("--json", action="store_true", help="print the result as JSON")
            module.add_arguments(verb)
    return top
