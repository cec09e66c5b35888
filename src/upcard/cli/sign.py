"""upcard sign: what must be posted at a table, and the notices of a change, in print."""

from argparse import Namespace
from typing import Any

from upcard.api.days import load_asked
from upcard.cli.paper_files import SUFFIXES, require_document_file, warn_of_status, write_document
from upcard.cli.render import print_json, styled, wrap
from upcard.errors import Misuse
from upcard.paper.document_head import table_fingerprint
from upcard.paper.sign_document import SignSize, sign_document
from upcard.paper.signs import PrintedSign, notices, signs
from upcard.table import TableConfig, check, plain_name, status_of
from upcard.table.comparison import compare

EMPTY_ANSWER: dict[str, object] = {"signs": [], "written": []}
COLUMN = 40  # of the values, where signs are printed as text


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
