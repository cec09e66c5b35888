"""The arguments and the help of upcard audit and upcard journal; nothing of the core is imported here."""

from argparse import SUPPRESS, ArgumentParser, RawDescriptionHelpFormatter, _SubParsersAction

A_DATABASE = "a SQLite file, or the URL of a PostgreSQL database"
_SHOE_KEYS = "keys of shoes, to open those that are not disclosed"

AUDIT = """Audit a journal: decide every command again, and verify chain, checkpoints, shoes and balances.

DATABASE is a SQLite file or a URL, postgresql://user@host/database. Every event must come out again byte for byte,
every dealt card must be the one that was sealed, and the signed checkpoints must fit; the first row that is wrong is
named, with the reason. A shoe in play is sealed: without its key its rounds are decided on the cards shown.
Exit code 0: sound; 1: something is wrong; 2: misuse, or the journal cannot be read.

  upcard audit casino.db                                          all that the journal itself can show
  upcard audit casino.db --keys keys --checkpoints /mnt/witness   with the checkpoints that were kept elsewhere
  upcard audit casino.db --since 2026-07-01                       decide again what that gaming day began, and the rest
  upcard audit postgresql://auditor@host/casino --json            for another program"""

JOURNAL = """Create and keep the journal of a casino, and take out what others verify.

DATABASE is a SQLite file or a URL, postgresql://user@host/database. docs/journal.md describes rows, keys, checkpoints,
backup and restore. Exit code 0: done; 2: misuse, or something is in the way, and nothing was changed.

  upcard journal create casino.db                            an empty journal
  upcard journal keys casino.db keys                         keys that sign checkpoints and seal shoes
  upcard journal checkpoint casino.db --keys keys --checkpoints /mnt/witness
  upcard journal export casino.db casino.jsonl.gz            every row as a line of JSON
  upcard journal round casino.db BJ-101 17 -o round.toml     a round, for upcard deal --round
  upcard journal shoe casino.db BJ-101 3 -o shoe.json        a shoe, for docs/verify_shoe.py
  upcard journal backup casino.db /mnt/copies/casino.db      a verified copy, while a server writes
  upcard journal report casino.db 2026-07-01                 win, drop and hold of a gaming day"""

_CREATE = """Create an empty journal where there is none yet.

  upcard journal create casino.db
  upcard journal create postgresql://owner@host/casino"""

_UPGRADE = """Upgrade the tables of an older journal in one transaction; its rows stay as they are.

  upcard journal upgrade casino.db"""

_INFO = """Show what a journal says of itself: identity, revision of its tables, rows, streams, the last hash.

  upcard journal info casino.db --json"""

_KEYS = """Generate the keys of a journal in a folder outside the database: one signs checkpoints, one seals shoes.

With --rotate a new key follows the last one. The next checkpoint is signed with both; old public keys and, until the
shoes that they sealed are disclosed, old shoe keys are kept.

  upcard journal keys casino.db keys                         both keys, where there are none
  upcard journal keys casino.db keys --rotate checkpoints    another key for checkpoints"""

_CHECKPOINT = """Sign the rows so far and write the checkpoint to a second place, which belongs on another machine.

  upcard journal checkpoint casino.db --keys keys --checkpoints /mnt/witness"""

_EXPORT = """Write a journal as JSON lines: the first says which journal it is, each other is a row.

A name that ends in .gz is compressed. The chain of hashes is verified on the way.

  upcard journal export casino.db casino.jsonl.gz"""

_IMPORT = """Make a new journal of JSON lines: the same identity, the same rows, the same hashes.

Every row is verified before anything is written.

  upcard journal import casino.jsonl.gz copy.db"""

_ROUND = """Write a finished round as upcard deal --round reads it, which settles it identically.

With -o the file of the table is written beside it: round.table.toml for round.toml. A voided round was not settled,
and is refused.

  upcard journal round casino.db BJ-101 17 -o round.toml
  upcard deal --round round.toml                             what was collected and paid, and why"""

_SHOE = """Write a shoe as docs/verify_shoe.py reads it: what is public of it now.

Proofs of the cards dealt need its disclosure or its key.

  upcard journal shoe casino.db BJ-101 3 -o shoe.json
  python docs/verify_shoe.py shoe.json ROOT                  ROOT: as you noted it before the cut"""

_BACKUP = """Copy a journal file while a server writes it; the copy is verified before it gets its name.

For PostgreSQL use pg_dump (docs/journal.md).

  upcard journal backup casino.db /mnt/copies/casino-2026-07-01.db"""

_PROJECTIONS = """Follow a journal with its projections: balances, movements by gaming day, an index of rounds.

They are what reports read. Beside a journal file they have a file of their own, DATABASE.projections; they can be
deleted at any time, and are built again.

  upcard journal projections casino.db                       take up the new rows
  upcard journal projections casino.db --rebuild             drop them, and build them from the first row"""

_REPORT = """Print the reports of a gaming day: win, drop and hold beside what was expected; meters; patrons; variances.

New rows are taken into the projections first. A day without activity has its reports too. Exit code 1: a report does
not reconcile.

  upcard journal report casino.db 2026-07-01
  upcard journal report casino.db 2026-07-01 --kind patrons --csv
  upcard journal report casino.db 2026-07-01 -o day.pdf      for print, with its reconciliation
  upcard journal report casino.db 2026-07-01 -o day.xlsx     a workbook, whose sums are formulas"""


_PATRON = """Write what a journal holds of a patron in a period: rows of the wallet and of the rounds played.

A name that ends in .csv gets the statement of the wallet; any other gets rows as lines of JSON. Other patrons at the
same table are named in the rows of a round. New rows are taken into the projections first.

  upcard journal patron casino.db ann ann.jsonl --from 2026-07-01 --to 2026-07-31
  upcard journal patron casino.db ann ann.csv --from 2026-07-01 --to 2026-07-31"""


def add_audit(audit: ArgumentParser) -> None:
    """Add the arguments of upcard audit."""
    audit.add_argument("database", metavar="DATABASE", help=A_DATABASE)
    audit.add_argument("--keys", metavar="FOLDER", help="keys of shoes, and public keys of checkpoints")
    audit.add_argument("--checkpoints", metavar="FOLDER", help="the checkpoints that were kept in a second place")
    since = "decide rows from here on: a position, a time in UTC, or the beginning of a gaming day (1)"
    audit.add_argument("--since", metavar="POSITION|TIME|DATE", help=since)
    audit.add_argument("-q", "--quiet", action="store_true", help="print only whether it is sound, and if not, why")


def add_journal(journal: ArgumentParser) -> None:
    """Add the sub-commands."""
    actions = journal.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, about in (("create", _CREATE), ("upgrade", _UPGRADE), ("info", _INFO)):
        _with_database(_action(actions, name, about))
    keys = _with_database(_action(actions, "keys", _KEYS))
    keys.add_argument("folder", metavar="FOLDER", help="where the keys are")
    keys.add_argument("--rotate", choices=("checkpoints", "shoes", "both"), help="add a new key after the last one")
    checkpoint = _with_database(_action(actions, "checkpoint", _CHECKPOINT))
    checkpoint.add_argument("--keys", metavar="FOLDER", required=True, help="secret keys of checkpoints")
    checkpoint.add_argument("--checkpoints", metavar="FOLDER", required=True, help="the second place")
    export = _with_database(_action(actions, "export", _EXPORT))
    export.add_argument("file", metavar="FILE", help="a new file, such as casino.jsonl.gz")
    importing = _action(actions, "import", _IMPORT)
    importing.add_argument("file", metavar="FILE", help="a file that export wrote")
    _with_database(importing)
    written = _with_database(_action(actions, "round", _ROUND))
    _add_place(written, "round", "ROUND")
    shoe = _with_database(_action(actions, "shoe", _SHOE))
    _add_place(shoe, "number", "NUMBER")
    backup = _with_database(_action(actions, "backup", _BACKUP))
    backup.add_argument("file", metavar="FILE", help="a new file")
    projections = _with_database(_action(actions, "projections", _PROJECTIONS))
    projections.add_argument("--rebuild", action="store_true", help="drop them first")
    report = _with_database(_action(actions, "report", _REPORT))
    report.add_argument("day", metavar="DAY", help="a gaming day, such as 2026-07-01")
    report.add_argument("--kind", choices=("win", "meters", "patrons", "variances"), help="one report (all)")
    report.add_argument("--csv", action="store_true", help="print the lines as CSV")
    report.add_argument("-o", "--output", default="-", metavar="FILE", help="write a .pdf, .xlsx, .csv or .json file")
    patron = _with_database(_action(actions, "patron", _PATRON))
    patron.add_argument("name", metavar="NAME", help="the patron, as the wallet is called")
    patron.add_argument("file", metavar="FILE", help="a new file, such as ann.jsonl or ann.csv")
    patron.add_argument("--from", dest="first", required=True, metavar="DAY", help="the first gaming day")
    patron.add_argument("--to", dest="last", required=True, metavar="DAY", help="the last gaming day")


def _action(actions: "_SubParsersAction[ArgumentParser]", name: str, about: str) -> ArgumentParser:
    short = about.split("\n")[0]
    added = actions.add_parser(name, help=short, description=about, formatter_class=RawDescriptionHelpFormatter)
    added.add_argument("--json", action="store_true", default=SUPPRESS, help="print the result as JSON")
    return added


def _with_database(action: ArgumentParser) -> ArgumentParser:
    action.add_argument("database", metavar="DATABASE", help=A_DATABASE)
    return action


def _add_place(action: ArgumentParser, name: str, metavar: str) -> None:
    action.add_argument("table", metavar="NAME", help="the table, as it was installed")
    action.add_argument(name, type=int, metavar=metavar, help="its number at the table, from 1")
    action.add_argument("--keys", metavar="FOLDER", help=_SHOE_KEYS)
    action.add_argument("-o", "--output", metavar="FILE", help="write a new file (print)")
