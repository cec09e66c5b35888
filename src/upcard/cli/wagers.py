"""upcard wagers: the registry of everything a licensee may offer."""

from argparse import ArgumentParser, Namespace

from upcard.api.registry import (
    PAY_TABLE_COLUMNS,
    edition_named,
    excluded_by,
    made_with_json,
    option_json,
    options_named,
    options_of,
    pay_table_rows,
    requirement_words,
)
from upcard.cli.needs import need_words
from upcard.cli.render import print_csv, print_json, styled, wrap
from upcard.cli.shared_arguments import add_csv, add_law_or_edition, last_of
from upcard.english import key_words
from upcard.law import Cited, Edition
from upcard.law.folder import law_folder_in_force
from upcard.results.needs import needs_of_option
from upcard.rules.option import Option
from upcard.rules.wager import PayTable, Wager
from upcard.table.requirements.limits import limits_words

EMPTY_ANSWER: dict[str, object] = {"wagers": []}


ABOUT = """\
With each: its amounts, decks, exclusions and pay tables, and its standing.

  upcard wagers                                  all
  upcard wagers WAGER WAGER                      these two
  upcard wagers --law 19:47                      under the former edition"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard wagers."""
    verb.add_argument("names", nargs="*", metavar="WAGER", help="a wager, game or way of dealing (all)")
    add_csv(verb)
    add_law_or_edition(verb, "edition of the rules, 13:69F or 19:47 (13:69F)")


def run(arguments: Namespace) -> int:
    """List the options by name, or all."""
    edition = edition_named(last_of(arguments.law), "--law")
    options, folder = options_of(edition), law_folder_in_force()
    chosen = options_named(arguments.names, edition)
    if arguments.json:
        law_file = None if folder is None else folder.fingerprint
        print_json({"law_file": law_file, "wagers": [option_json(option, edition) for option in chosen]})
        return 0
    if arguments.csv:
        print_csv(PAY_TABLE_COLUMNS, pay_table_rows(chosen, edition))
        return 0
    for option in chosen:
        _print(option, edition, options)
    if folder is not None:
        print(wrap(f"odds and amounts of the law {folder.words}", first=""))
    return 0


def _lines(table: PayTable) -> str:
    return ", ".join(f"{outcome} {pays}" for outcome, pays in table.items())


def _print(option: Option, edition: Edition, options: list[Option]) -> None:
    number = option.cite.as_of(edition)
    print(f"{styled(option.name, 'bold')}  [{number}]  {number.standing.value}")
    if option.decks:
        print(wrap(f"decks: {option.decks.value.says()} [{option.decks.cite.as_of(edition)}]", "    ", "  "))
    if isinstance(option, Wager):
        limits = option.limits
        print(wrap(f"amount: {limits_words(limits.value)} [{limits.cite.as_of(edition)}]", "    ", "  "))
        for key, law in made_with_json(option, edition).items():
            print(wrap(f"{key_words(key)}: {law['rule']} [{law['cite']}]", "    ", "  "))
    if excluded := excluded_by(option, edition, options):
        words = ", ".join(f"{name} [{', '.join(sources)}]" for name, sources in excluded.items())
        print(wrap(f"not beside: {words}", indent="    ", first="  "))
    for required in option.requires:
        reading = required.value.reading
        word, rests = ("doubtful", f", reading {reading}") if reading else ("requires", "")
        text = f"{word}: {requirement_words(required, edition)} [{required.cite.as_of(edition)}{rests}]"
        print(wrap(text, indent="    ", first="  "))
    for need in needs_of_option(option, edition):
        print(wrap(f"needs: {need_words(need)}", "    ", "  "))
    if isinstance(option, Wager):
        _print_pays(option, edition)


def _print_pays(wager: Wager, edition: Edition) -> None:
    if isinstance(wager.pay_tables, Cited):
        law, word = wager.pay_tables, "at least" if wager.pay_tables.value.floors else "exactly"
        for name, table in law.value.tables.items():
            text = f"pay table {name} ({word}) [{law.cite.as_of(edition)}]: {_lines(table)}"
            print(wrap(text, indent="    ", first="  "))
    else:
        print(
            wrap(f"pay table: not held, {wager.pay_tables.what} [{wager.pay_tables.cite.as_of(edition)}]", "    ", "  ")
        )
    for name, table in wager.house_pay_tables.items():
        print(wrap(f'house pay table "{name}", not law: {_lines(table)}', indent="    ", first="  "))
    if wager.rider:
        rider = wager.rider
        for name, table in rider.pay_tables.value.tables.items():
            text = f"{rider.name} {name} (at least) [{rider.pay_tables.cite.as_of(edition)}]: {_lines(table)}"
            print(wrap(text, indent="    ", first="  "))
