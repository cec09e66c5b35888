"""upcard sign: what must be posted at a table, and the notices of a change, in print."""

from argparse import ArgumentParser, Namespace
from typing import Any

from upcard.api.days import load_asked
from upcard.cli.paper_files import SUFFIXES, require_document_file, warn_of_status, write_document
from upcard.cli.render import print_json, styled, wrap
from upcard.cli.shared_arguments import A_TABLE, add_date, add_law, add_set
from upcard.errors import Misuse
from upcard.paper.document_head import table_fingerprint
from upcard.paper.sign_document import SignSize, sign_document
from upcard.paper.signs import PrintedSign, notices, signs
from upcard.table import TableConfig, check, plain_name, status_of
from upcard.table.comparison import compare

EMPTY_ANSWER: dict[str, object] = {"signs": [], "written": []}
COLUMN = 40  # of the values, where signs are printed as text


ABOUT = """\
Each sign comes from the definitions that deal and settle. A sign whose wording no text held gives says so.
With --before the notices are printed that the change from another table needs (13:69F-8.3), with their dates.
Exit code 0: printed; 1: printed, but the table violates a rule, and each page says so; 2: misuse, or a file cannot be
read or written.

  upcard sign TABLE.toml -o sign.pdf             every sign, a page each, for the table
  upcard sign TABLE.toml --size rail -o rail.pdf      smaller ones for the rail, several on a sheet to be cut
  upcard sign TABLE.toml --wager NAME -o sign.png          one sign as a picture
  upcard sign NEW.toml --before OLD.toml -o notices.pdf    the notices of a change
  upcard sign TABLE.toml --json                  what the signs say, for another program"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard sign."""
    verb.add_argument("table", metavar="TABLE.toml", help=A_TABLE)
    where = "write the signs to this file, which ends in .pdf, .png or .svg (print them as text)"
    verb.add_argument("-o", "--output", metavar="FILE", help=where)
    sizes = "for the table, a page each; or for the rail, several on a sheet (table)"
    verb.add_argument("--size", choices=("table", "rail"), default="table", help=sizes)
    verb.add_argument(
        "--wager",
        action="append",
        default=[],
        metavar="WAGER",
        help="only the sign of this wager; once for each (all)",
    )
    verb.add_argument("--before", metavar="TABLE.toml", help="print the notices that the change from this table needs")
    add_date(verb)
    add_law(verb)
    add_set(verb)


def run(arguments: Namespace) -> int:
    """Print the signs of a table, or the notices that a change needs."""
    if arguments.output is not None:
        require_document_file(arguments.output, "sign", *SUFFIXES)
    table = load_asked(arguments.table, arguments.changes, arguments.date)
    table.require_one_game()
    printed = _chosen(table, arguments)
    written: list[dict[str, Any]] = []
    if arguments.output is not None:
        written = write_document(arguments.output, sign_document(table, printed, SignSize(arguments.size)))
    status = status_of(check(table))
    if arguments.json:
        law_file = table.law_folder.fingerprint if table.law_folder else None
        answer = {"table": table.table, "law_file": law_file, "status": status.value, "lawful": status.lawful}
        made = {"signs": [sign.to_dict() for sign in printed], "written": written}
        print_json({**answer, **made, "fingerprint": table_fingerprint(table)})
    elif arguments.output is None:
        for sign in printed:
            _print(sign)
        if table.law_folder is not None:
            print(wrap(f"posted {table.law_folder.words}", first=""))
    return warn_of_status(status, table.name, "sign")


def _chosen(table: TableConfig, arguments: Namespace) -> tuple[PrintedSign, ...]:
    if arguments.before is None:
        return _of_wagers(table, arguments.wager) if arguments.wager else signs(table)
    if arguments.wager:
        raise Misuse("--before prints notices, --wager the signs of wagers: give one of them")
    needed = notices(compare(load_asked(arguments.before, (), None), table))
    if not needed:
        raise Misuse(f"no notice is needed for the change from {arguments.before} to {table.name}")
    return needed


def _of_wagers(table: TableConfig, names: list[str]) -> tuple[PrintedSign, ...]:
    offered = [offer.wager.name for offer in table.offers]
    by_plain_name = {plain_name(name): name for name in offered}
    for name in names:
        if plain_name(name) not in by_plain_name:
            offers = f"it offers {', '.join(offered)}" if offered else "it offers none"
            raise Misuse(f'--wager: the table offers no wager "{name}"; {offers}')
    chosen = {by_plain_name[plain_name(name)] for name in names}
    return tuple(sign for sign in signs(table) if sign.wager in chosen)


def _print(sign: PrintedSign) -> None:
    print(styled(f"{sign.posting.heading} ({sign.kind})", "bold"))
    for text in sign.texts:
        print(wrap(text))
    for words, value in sign.posting.lines:
        print(f"  {words:<{COLUMN}}{value or '_' * 20}")
    for note in sign.posting.notes:
        print(wrap(note))
    if sign.cites:
        print(wrap(f"[{', '.join(sign.cites)}]"))
