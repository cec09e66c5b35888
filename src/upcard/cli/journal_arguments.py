"""The arguments and the help of upcard audit and upcard journal; nothing of the core is imported here."""

from argparse import SUPPRESS, ArgumentParser, RawDescriptionHelpFormatter, _SubParsersAction

A_DATABASE = "SQLite file or PostgreSQL URL"
_SHOE_KEYS = "folder of shoe keys, to open shoes that are not disclosed"

AUDIT = """Audit a journal: replay every command, and verify the hash chain, checkpoints, shoes and balances.

DATABASE is a SQLite file or a URL, postgresql://user@host/database. Replay must produce every event byte for byte,
every dealt card must be the one that was sealed, and the signed checkpoints must match. The first bad row is reported
with the reason. A shoe in play is sealed: without its key, its rounds are replayed on the cards shown.
Exit code 0: sound; 1: something is wrong; 2: misuse, or the journal cannot be read.

  upcard audit casino.db                                          everything the journal itself can prove
  upcard audit casino.db --keys keys --checkpoints /mnt/witness   also against checkpoints kept elsewhere
  upcard audit casino.db --since 2026-07-01                       replay from the start of that gaming day
  upcard audit postgresql://auditor@host/casino --json            for another program"""

JOURNAL = """Create and maintain the journal of a casino, and export what others verify.

DATABASE is a SQLite file or a URL, postgresql://user@host/database. docs/journal.md describes rows, keys, checkpoints,
backup and restore. Exit code 0: done; 2: misuse, or it could not be done; nothing was changed.

  upcard journal create casino.db                            an empty journal
  upcard journal keys casino.db keys                         keys that sign checkpoints and seal shoes
  upcard journal checkpoint casino.db --keys keys --checkpoints /mnt/witness
  upcard journal export casino.db casino.jsonl.gz            every row, as JSON lines
  upcard journal round casino.db BJ-101 17 -o round.toml     a round, for upcard deal --round
  upcard journal shoe casino.db BJ-101 3 -o shoe.json        a shoe, for docs/verify_shoe.py
  upcard journal backup casino.db /mnt/copies/casino.db      a verified copy, even while a server runs
  upcard journal restore casino.db --by jo --reason "…"      record that this is a restored copy
  upcard journal report casino.db 2026-07-01                 win, drop and hold for a gaming day"""

_CREATE = """Create an empty journal.

  upcard journal create casino.db
  upcard journal create postgresql://owner@host/casino"""

_UPGRADE = """Upgrade the tables of an older journal in one transaction; its rows do not change.

  upcard journal upgrade casino.db"""

_INFO = """Show basic facts about a journal: identity, table revision, rows, streams, last hash.

  upcard journal info casino.db --json"""

_KEYS = """Generate the keys of a journal in a folder outside the database: one signs checkpoints, one seals shoes.

--rotate adds a new key after the last one, and the next checkpoint is signed with both. Keep old public keys; keep old
shoe keys until the shoes they sealed are disclosed.

  upcard journal keys casino.db keys                         both keys, if there are none
  upcard journal keys casino.db keys --rotate checkpoints    a new checkpoint key"""

_CHECKPOINT = """Sign the rows so far and write the checkpoint to a second place, best on another machine.

  upcard journal checkpoint casino.db --keys keys --checkpoints /mnt/witness"""

_EXPORT = """Export a journal as JSON lines: the first line identifies the journal, every other line is a row.

A file name ending in .gz is compressed. The hash chain is verified during the export.

  upcard journal export casino.db casino.jsonl.gz"""

_IMPORT = """Create a new journal from JSON lines: same identity, same rows, same hashes.

Every row is verified before anything is written.

  upcard journal import casino.jsonl.gz copy.db"""

_ROUND = """Export a finished round for upcard deal --round, which settles it identically.

With -o the table file is written next to it: round.table.toml for round.toml. A voided round was not settled, so it
cannot be exported.

  upcard journal round casino.db BJ-101 17 -o round.toml
  upcard deal --round round.toml                             what was collected and paid, and why"""

_SHOE = """Export the public data of a shoe for docs/verify_shoe.py.

Proofs of dealt cards require that the shoe is disclosed, or its key.

  upcard journal shoe casino.db BJ-101 3 -o shoe.json
  python docs/verify_shoe.py shoe.json ROOT                  ROOT: the commitment you noted before the cut"""

_BACKUP = """Back up a journal file, even while a server writes to it; the copy is verified before it appears.

For PostgreSQL, use pg_dump (docs/journal.md).

  upcard journal backup casino.db /mnt/copies/casino-2026-07-01.db"""

_RESTORE = """Record that a journal was restored from a copy, and take every open shoe out of play.

Run it after every restore, before the server starts. The copy is verified first. Cards dealt after the copy was made
may have been seen, so they are not dealt again: the server voids the rounds in play, gives every chip back, and
discloses the shoes. With --checkpoints, the record says which signed rows are lost.

  upcard journal restore casino.db --by jo --reason "the disk failed" --keys keys --checkpoints checkpoints"""

_PROJECTIONS = """Update the projections of a journal: balances, movements by gaming day, an index of rounds.

Reports read projections. For a journal file they are stored next to it in DATABASE.projections. They can be deleted at
any time; they are rebuilt when needed.

  upcard journal projections casino.db                       add the new rows
  upcard journal projections casino.db --rebuild             drop them and rebuild them from the first row"""

_REPORT = """Print the reports of a gaming day: win, drop and hold against expectation; meters; patrons; variances.

New rows are added to the projections first. A day without activity has reports too. Exit code 1: a report does not
reconcile.

  upcard journal report casino.db 2026-07-01
  upcard journal report casino.db 2026-07-01 --kind patrons --csv
  upcard journal report casino.db 2026-07-01 -o day.pdf      for printing, with its reconciliation
  upcard journal report casino.db 2026-07-01 -o day.xlsx     a workbook with formulas for the totals"""


_PATRON = """Export what a journal has about a patron in a period: rows of the wallet and of the rounds played.

A file name ending in .csv gets the wallet statement; any other gets rows as JSON lines. Rows of a round also name the
other patrons at the table. New rows are added to the projections first.

  upcard journal patron casino.db ann ann.jsonl --from 2026-07-01 --to 2026-07-31
  upcard journal patron casino.db ann ann.csv --from 2026-07-01 --to 2026-07-31"""


def add_audit(audit: ArgumentParser) -> None:
    """Add the arguments of upcard audit."""
    audit.add_argument("database", metavar="DATABASE", help=A_DATABASE)
    audit.add_argument("--keys", metavar="FOLDER", help="folder of shoe keys and public checkpoint keys")
    audit.add_argument("--checkpoints", metavar="FOLDER", help="folder of checkpoints kept in a second place")
    since = "replay from here on: a row position, a time in UTC, or a gaming day (1)"
    audit.add_argument("--since", metavar="POSITION|TIME|DATE", help=since)
    audit.add_argument(
        "-q", "--quiet", action="store_true", help="print only whether the journal is sound, and if not, why"
    )


def add_journal(journal: ArgumentParser) -> None:
    """Add the subcommands."""
    actions = journal.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, about in (("create", _CREATE), ("upgrade", _UPGRADE), ("info", _INFO)):
        _with_database(_action(actions, name, about))
    keys = _with_database(_action(actions, "keys", _KEYS))
    keys.add_argument("folder", metavar="FOLDER", help="folder of the keys")
    keys.add_argument("--rotate", choices=("checkpoints", "shoes", "both"), help="add a new key after the last one")
    checkpoint = _with_database(_action(actions, "checkpoint", _CHECKPOINT))
    checkpoint.add_argument("--keys", metavar="FOLDER", required=True, help="folder of secret checkpoint keys")
    checkpoint.add_argument("--checkpoints", metavar="FOLDER", required=True, help="folder in the second place")
    export = _with_database(_action(actions, "export", _EXPORT))
    export.add_argument("file", metavar="FILE", help="new file, such as casino.jsonl.gz")
    importing = _action(actions, "import", _IMPORT)
    importing.add_argument("file", metavar="FILE", help="file written by export")
    _with_database(importing)
    written = _with_database(_action(actions, "round", _ROUND))
    _add_place(written, "round", "ROUND")
    shoe = _with_database(_action(actions, "shoe", _SHOE))
    _add_place(shoe, "number", "NUMBER")
    backup = _with_database(_action(actions, "backup", _BACKUP))
    backup.add_argument("file", metavar="FILE", help="new file")
    restore = _with_database(_action(actions, "restore", _RESTORE))
    restore.add_argument("--by", metavar="NAME", required=True, help="who restored it")
    restore.add_argument("--reason", metavar="TEXT", required=True, help="why")
    restore.add_argument("--keys", metavar="FOLDER", help="folder of public checkpoint keys")
    restore.add_argument("--checkpoints", metavar="FOLDER", help="folder of checkpoints of the journal before")
    projections = _with_database(_action(actions, "projections", _PROJECTIONS))
    projections.add_argument("--rebuild", action="store_true", help="drop and rebuild them")
    report = _with_database(_action(actions, "report", _REPORT))
    report.add_argument("day", metavar="DAY", help="gaming day, such as 2026-07-01")
    report.add_argument(
        "--kind", choices=("win", "meters", "patrons", "coupons", "variances"), help="print only this report (all)"
    )
    report.add_argument("--csv", action="store_true", help="print the lines as CSV")
    report.add_argument("-o", "--output", default="-", metavar="FILE", help="write a .pdf, .xlsx, .csv or .json file")
    patron = _with_database(_action(actions, "patron", _PATRON))
    patron.add_argument("name", metavar="NAME", help="name of the patron")
    patron.add_argument("file", metavar="FILE", help="new file, such as ann.jsonl or ann.csv")
    patron.add_argument("--from", dest="first", required=True, metavar="DAY", help="first gaming day")
    patron.add_argument("--to", dest="last", required=True, metavar="DAY", help="last gaming day")


def _action(actions: "_SubParsersAction[ArgumentParser]", name: str, about: str) -> ArgumentParser:
    short = about.split("\n")[0]
    added = actions.add_parser(name, help=short, description=about, formatter_class=RawDescriptionHelpFormatter)
    added.add_argument("--json", action="store_true", default=SUPPRESS, help="print the result as JSON")
    return added


def _with_database(action: ArgumentParser) -> ArgumentParser:
    action.add_argument("database", metavar="DATABASE", help=A_DATABASE)
    return action


def _add_place(action: ArgumentParser, name: str, metavar: str) -> None:
    action.add_argument("table", metavar="NAME", help="name of the table")
    action.add_argument(name, type=int, metavar=metavar, help="its number at the table, starting at 1")
    action.add_argument("--keys", metavar="FOLDER", help=_SHOE_KEYS)
    action.add_argument("-o", "--output", metavar="FILE", help="write to a new file (print)")
