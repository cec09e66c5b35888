"""upcard new: a commented table file for a game and wagers, lawful as it stands."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from upcard.api.new_table import edition_given, made_on
from upcard.cli.render import print_json, wrap
from upcard.cli.shared_arguments import add_law_or_edition, last_of
from upcard.errors import Misuse
from upcard.results.findings import reported
from upcard.table.new_table import UnlawfulTable

EMPTY_ANSWER: dict[str, object] = {"file": None, "text": None, "findings": []}


ABOUT = """\
A file that exists is never overwritten. Where the law's odds are not held, those of the trade are posted, which check
calls "not verifiable"; so it does where the text of a rule has ended. The first lines of the file say so.
Exit code 0: done; 1: the game and the wagers may not be offered together, by the paragraphs printed; 2: misuse.

  upcard new                                     print a plain table
  upcard new --wager WAGER --wager WAGER -o mine.toml      write a table with two wagers
  upcard new --game GAME                         a table of another game
  upcard new --wager WAGER --date 2005-01-01     under the law of that day"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard new."""
    verb.add_argument("--game", metavar="GAME", help="the game (blackjack)")
    verb.add_argument(
        "--wager", action="append", default=[], metavar="WAGER", help="offer this wager; once for each (none)"
    )
    add_law_or_edition(verb, "edition of the rules, 13:69F or 19:47 (that of the day)")
    verb.add_argument(
        "--date", metavar="DAY", help="state this day in the file, such as 2016-01-11 (today, not stated)"
    )
    verb.add_argument("-o", "--output", metavar="FILE", help="write the table to this new file (print it)")


def run(arguments: Namespace) -> int:
    """Write or print a new table file; a combination that is not lawful is refused with the paragraphs."""
    try:
        made = made_on(arguments.game, arguments.wager, edition_given(last_of(arguments.law)), arguments.date)
    except UnlawfulTable as unlawful:
        if arguments.json:
            print_json({**EMPTY_ANSWER, "findings": [reported(one).to_dict() for one in unlawful.findings]})
        elif sys.stderr is not None:
            print("upcard: no lawful table has these together:", file=sys.stderr)
            for one in unlawful.findings:
                print(wrap(str(one), indent="    ", first="  "), file=sys.stderr)
        return 1
    if arguments.output is not None:
        _write(arguments.output, made.text)
    if arguments.json:
        findings = [reported(one).to_dict() for one in made.findings]
        print_json({"file": arguments.output, "text": made.text, "findings": findings})
    elif arguments.output is None:
        print(made.text, end="")
    else:
        print(f"{arguments.output} is written")
    return 0


def _write(name: str, text: str) -> None:
    """Write a new file, whole or not at all; one that exists is never overwritten."""
    path = Path(name)
    try:
        with path.open("xb") as file:
            try:
                file.write(text.encode())
                file.flush()
            except OSError:
                path.unlink(missing_ok=True)
                raise
    except FileExistsError:
        raise Misuse(f"{name} exists and is not overwritten: name another file, or remove it") from None
    except (OSError, ValueError) as wrong:
        raise Misuse(f"{name} cannot be written: {getattr(wrong, 'strerror', None) or wrong}") from None
