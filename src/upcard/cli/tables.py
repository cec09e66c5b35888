"""upcard tables: the tables that come with upcard."""

from argparse import ArgumentParser, Namespace
from typing import Any

from upcard.cli.render import print_csv, print_json, styled, wrap
from upcard.cli.shared_arguments import add_csv
from upcard.errors import Misuse
from upcard.table import ShippedTable, load, shipped_table, shipped_tables

EMPTY_ANSWER: dict[str, object] = {"tables": []}


ABOUT = """\
With a name: print that table file, to begin a table of your own with.

  upcard tables                                  name, game, wagers and what each is for
  upcard tables blackjack > mine.toml            a copy, to be changed
  upcard check blackjack-resplit                 the table itself, by its name"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard tables."""
    verb.add_argument("name", nargs="?", metavar="TABLE", help="print this table file (list all)")
    add_csv(verb)


def run(arguments: Namespace) -> int:
    """List the tables, or print the file of one."""
    chosen = shipped_tables() if arguments.name is None else (_named(arguments.name),)
    if arguments.json:
        print_json({"tables": [{**_described(table), "toml": _text(table)} for table in chosen]})
    elif arguments.csv:
        print_csv(("name", "game", "wagers", "description"), (_row(table) for table in chosen))
    elif arguments.name is None:
        for table in chosen:
            _print(table)
    else:
        print(_text(chosen[0]), end="")
    return 0


def _named(name: str) -> ShippedTable:
    table = shipped_table(name)
    if table is None:
        known = ", ".join(each.name for each in shipped_tables())
        raise Misuse(f"there is no table {name[:60]!r}; known: {known}")
    return table


def _text(table: ShippedTable) -> str:
    return table.path.read_text(encoding="utf-8")


def _described(table: ShippedTable) -> dict[str, Any]:
    """Return what a table is for, as JSON values; the description is the first line of its file."""
    config = load(table.name)
    return {
        "name": table.name,
        "game": config.game.name,
        "wagers": [offer.wager.name for offer in config.offers],
        "description": _text(table).partition("\n")[0].removeprefix("# "),
    }


def _row(table: ShippedTable) -> tuple[object, ...]:
    described = _described(table)
    return described["name"], described["game"], ", ".join(described["wagers"]), described["description"]


def _print(table: ShippedTable) -> None:
    name, game, wagers, description = _row(table)
    offered = f"{game}; {wagers}" if wagers else game
    print(f"{styled(str(name), 'bold')}  ({offered})")
    print(wrap(str(description), indent="    ", first="  "))
