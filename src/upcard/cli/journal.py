"""upcard journal: create and maintain the journal of a casino, and export what others verify."""

import json
from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upcard.cli.output_files import STANDARD_OUTPUT, require_output, write_whole_file
from upcard.cli.render import print_json
from upcard.cli.shared_arguments import A_DATABASE
from upcard.cli.stores import folder, installed, public_keys, reading, shoe_keys
from upcard.english import key_words
from upcard.errors import Misuse

if TYPE_CHECKING:
    from upcard.pit.projections.storage import ProjectionStorage
    from upcard.pit.reports.report import DayReport
    from upcard.store.database import DatabaseJournal

EMPTY_ANSWER: dict[str, object] = {"journal": None}
Answer = tuple[dict[str, Any], str]  # as JSON, and in words


ABOUT = """\
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


SHOE_KEYS = "folder of shoe keys, to open shoes that are not disclosed"

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


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard journal."""
    actions = verb.add_subparsers(dest="action", metavar="ACTION", required=True)
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
    action.add_argument("--keys", metavar="FOLDER", help=SHOE_KEYS)
    action.add_argument("-o", "--output", metavar="FILE", help="write to a new file (print)")


def run(arguments: Namespace) -> int:
    """Carry out a subcommand, and print what was done."""
    with installed():
        answer, words = _ACTIONS[arguments.action](arguments)
    if arguments.json:
        print_json(answer)
    else:
        print(words, end="" if words.endswith("\n") else "\n")
    return 0 if answer.get("reconciles", True) else 1


def _create(arguments: Namespace) -> Answer:
    from upcard.store.opening import create_journal

    create_journal(arguments.database)
    with reading(arguments.database) as journal:
        info = journal.info
    answer = {"journal": info.identity, "place": info.place, "revision": info.revision}
    return answer, f"{info.place}: created empty journal {info.identity}"


def _upgrade(arguments: Namespace) -> Answer:
    from upcard.store.opening import upgrade_journal

    changed = upgrade_journal(arguments.database)
    with reading(arguments.database) as journal:
        info = journal.info
    words = "upgraded to table revision" if changed else "nothing to do: already at table revision"
    answer = {"journal": info.identity, "upgraded": changed, "revision": info.revision}
    return answer, f"{info.place}: {words} {info.revision}"


def _info(arguments: Namespace) -> Answer:
    with reading(arguments.database) as journal:
        info, streams, head = journal.info, journal.heads(), journal.head()
        last = journal.row(head.position)
    answer = {
        "journal": info.identity,
        "place": info.place,
        "database": info.backend,
        "created": info.created,
        "revision": info.revision,
        "rows": head.position,
        "streams": len(streams),
        "last_time": None if last is None else last.time,
        "last_engine": None if last is None else last.engine,
        "head": head.hash,
    }
    lines = [f"{key_words(name):<12}{'none' if value is None else value}" for name, value in answer.items()]
    return answer, "\n".join(lines)


def _keys(arguments: Namespace) -> Answer:
    from upcard.pit.shoe_keys import generate_shoe_key, read_shoe_keys
    from upcard.store.checkpoints import origin_of
    from upcard.store.clock import system_random
    from upcard.store.disk import SystemDisk
    from upcard.store.keys import generate_key, verifying_keys

    place = Path(arguments.folder)
    with reading(arguments.database) as journal:
        info = journal.info
    there = {"checkpoints": len(verifying_keys(place)), "shoes": len(read_shoe_keys(place).keys)}
    if arguments.rotate is None:
        kinds = [kind for kind, count in there.items() if not count]
        if not kinds:
            raise Misuse(f"{place} already has keys: nothing was changed; --rotate adds a new key")
    else:
        kinds = list(there) if arguments.rotate == "both" else [arguments.rotate]
    answer: dict[str, Any] = {"journal": info.identity, "folder": str(place)}
    if "checkpoints" in kinds:
        answer["checkpoints"] = str(
            generate_key(place, origin_of(info), disk=SystemDisk(), random=system_random).verifying
        )
    if "shoes" in kinds:
        answer["shoes"] = generate_shoe_key(place, disk=SystemDisk(), random=system_random).identifier
    lines = [f"{place}: new key that {_USES[kind]}: {answer[kind]}" for kind in kinds]
    return answer, "\n".join(lines)


_USES = {"checkpoints": "signs checkpoints", "shoes": "seals shoes"}


def _checkpoint(arguments: Namespace) -> Answer:
    from upcard.store.checkpoints import CheckpointWriter, checkpoint_files, origin_of, read_checkpoint
    from upcard.store.keys import signing_keys

    place = Path(arguments.checkpoints)
    with reading(arguments.database) as journal:
        keys = signing_keys(folder(arguments.keys, "--keys"))
        if not keys:
            raise Misuse(f"--keys: {arguments.keys} has no secret checkpoint key: create one with upcard journal keys")
        if any(key.name != origin_of(journal.info) for key in keys):
            raise Misuse(f"--keys: the keys in {arguments.keys} belong to another journal")
        files = checkpoint_files(place)
        # A new key signs beside the last one once: that ties it to what was signed before.
        is_new = bool(files) and not read_checkpoint(files[-1]).note.signers([keys[-1].verifying])
        kept = CheckpointWriter(journal, place, keys[-2:] if is_new else keys[-1:]).update(now=True)
        assert kept is not None
        answer = {"journal": journal.info.identity, "file": str(kept.path), "rows": kept.head.size}
    return {**answer, "root": kept.head.root.hex()}, f"{kept.path}: {kept.head.size:,} rows signed"


def _export(arguments: Namespace) -> Answer:
    from upcard.audit.lines import export_lines
    from upcard.cli.arguments import progress_bar

    with reading(arguments.database) as journal, progress_bar() as progress:
        header = export_lines(journal, Path(arguments.file), progress)
    answer = {"journal": header.identity, "file": arguments.file, "rows": header.rows, "head": header.head}
    return answer, f"{arguments.file}: {header.rows:,} rows of journal {header.identity}"


def _import(arguments: Namespace) -> Answer:
    from upcard.audit.lines import import_lines
    from upcard.cli.arguments import progress_bar

    with progress_bar() as progress:
        header = import_lines(Path(arguments.file), arguments.database, progress)
    with reading(arguments.database) as journal:
        place = journal.info.place
    answer = {"journal": header.identity, "place": place, "rows": header.rows, "head": header.head}
    return answer, f"{place}: {header.rows:,} rows of journal {header.identity}, all verified"


def _round(arguments: Namespace) -> Answer:
    from upcard.audit.rounds import export_round

    output = None if arguments.output is None else Path(arguments.output)
    table_file = Path(f"{arguments.table}.toml" if output is None else f"{output.stem}.table.toml")
    with reading(arguments.database) as journal:
        exported = export_round(
            journal, arguments.table, arguments.round, shoe_keys(arguments.keys), file=table_file.name
        )
        identity = journal.info.identity
    rows = {"first": exported.first_row, "last": exported.last_row}
    answer = {"journal": identity, "round": exported.text, "table": exported.table, "rows": rows}
    if output is None:
        return answer, exported.text
    _write({output.with_name(table_file.name): exported.table, output: exported.text})
    return answer, f"{output}: round {arguments.round} of table {arguments.table}, with its table file {table_file}"


def _shoe(arguments: Namespace) -> Answer:
    from upcard.audit.shoe_exports import shoe_json

    with reading(arguments.database) as journal:
        text = shoe_json(journal, arguments.table, arguments.number, shoe_keys(arguments.keys))
    if arguments.output is None:
        return json.loads(text), text
    _write({Path(arguments.output): f"{text}\n"})
    return json.loads(text), f"{arguments.output}: shoe {arguments.number} of table {arguments.table}"


def _write(files: dict[Path, str]) -> None:
    """Write new files; write none if one of them exists."""
    from upcard.store.disk import PUBLIC, SystemDisk

    for path in files:
        if path.exists():
            raise Misuse(f"{path} already exists: nothing was changed")
    for path, text in files.items():
        try:
            SystemDisk().write_new(path, text.encode(), mode=PUBLIC)
        except OSError as error:
            raise Misuse(f"cannot write {path}: {error.strerror}") from error


def _backup(arguments: Namespace) -> Answer:
    from upcard.store.backup import back_up
    from upcard.store.postgresql import is_url

    if is_url(arguments.database):
        raise Misuse("back up a PostgreSQL journal with pg_dump: see docs/journal.md")
    info, verified = back_up(Path(arguments.database), Path(arguments.file))
    answer = {"journal": info.identity, "file": arguments.file, "rows": verified.rows, "root": verified.root.hex()}
    return answer, f"{arguments.file}: {verified.rows:,} rows of journal {info.identity}, verified"


def _restore(arguments: Namespace) -> Answer:
    from upcard.audit.proof import prove
    from upcard.game.roles import Role
    from upcard.pit import commands as pc
    from upcard.pit import events as pv
    from upcard.pit.actors import Actor
    from upcard.pit.ledger import Declined, Done, Ledger, Request
    from upcard.pit.shoe_keys import ShoeKeys
    from upcard.store.opening import open_journal
    from upcard.store.proved import Contradiction

    checkpoints = None if arguments.checkpoints is None else folder(arguments.checkpoints, "--checkpoints")
    keys = public_keys(arguments.keys)
    if checkpoints is not None and not keys:
        raise Misuse("--checkpoints: give the folder of their public keys, key-NUMBER.public, with --keys")
    with closing(open_journal(arguments.database)) as journal:
        try:
            proved = prove(journal, checkpoints, keys)
        except Contradiction as contradiction:
            raise Misuse(f"{contradiction}; nothing was recorded: restore another copy") from contradiction
        rows, signed = proved.chain.head.position, max((each.head.size for each in proved.lost), default=0)
        command = pc.RestoreJournal(rows, signed, arguments.reason)
        request = Request(Actor(Role.ADMINISTRATOR, arguments.by), f"restore {rows}", command)
        (done,) = Ledger(journal, ShoeKeys(())).execute([request])
        info = journal.info
    if isinstance(done, Declined):
        raise Misuse("; ".join(refusal.message for refusal in done.refusals))
    if not isinstance(done, Done):
        raise Misuse("the restore was not recorded: another program is writing to the journal; stop the server first")
    shoes = [{"table": each.table, "number": each.number} for each in done.events if isinstance(each, pv.ShoeRetired)]
    lost = [rows + 1, signed] if signed > rows else None
    answer = {"journal": info.identity, "place": info.place, "row": done.row.position, "rows": rows, "lost": lost}
    named = ", ".join(f"shoe {each['number']} of table {each['table']}" for each in shoes) or "none was open"
    words = [f"{info.place}: restore of a copy of {rows:,} rows recorded as row {done.row.position}"]
    if lost is not None:
        words.append(f"rows {lost[0]:,} to {lost[1]:,}, signed before, are lost")
    words.append(f"shoes out of play: {named}")
    return {**answer, "shoes": shoes}, "\n".join(words)


def _projections(arguments: Namespace) -> Answer:
    with _projected(arguments.database, rebuild=arguments.rebuild) as (journal, storage):
        progress = storage.progress()
        rows = 0 if progress is None else progress.position
        answer = {"journal": journal.info.identity, "place": storage.shown_place, "rows": rows}
    return answer, f"{storage.shown_place}: projections of {rows:,} rows"


def _report(arguments: Namespace) -> Answer:
    from upcard.pit.reports.daily import REPORTS, day_report

    if arguments.csv and arguments.json:
        raise Misuse("give --csv or --json, not both")
    day = _day("DAY", arguments.day)
    require_output(arguments.output, "report", *_REPORT_FORMATS)
    names = [arguments.kind] if arguments.kind else list(REPORTS)
    with _projected(arguments.database) as (journal, storage):
        reports = {name: day_report(name, day, storage, journal.info) for name in names}
        identity = journal.info.identity
    answer = {
        "journal": identity,
        "reports": {name: report.to_dict() for name, report in reports.items()},
        "reconciles": all(report.reconciles for report in reports.values()),
    }
    if arguments.output != STANDARD_OUTPUT:
        suffix = Path(arguments.output).suffix.lower()
        write_whole_file(arguments.output, _report_file(tuple(reports.values()), answer, suffix))
        many = "1 report" if len(reports) == 1 else f"{len(reports)} reports"
        return {**answer, "file": arguments.output}, f"{arguments.output}: {many} of {day}"
    texts = [report.to_csv() if arguments.csv else report.to_text() for report in reports.values()]
    return answer, ("" if arguments.csv else "\n").join(texts)


def _patron(arguments: Namespace) -> Answer:
    from upcard.audit.patron_export import patron_lines, period_of, statement, statement_csv

    first, last = _day("--from", arguments.first), _day("--to", arguments.last)
    with _projected(arguments.database) as (journal, storage):
        period = period_of(journal, first, last)
        if arguments.file.endswith(".csv"):
            lines = statement_csv(statement(journal, arguments.name, period)).splitlines()
            count = len(lines) - 1
        else:
            lines = list(patron_lines(journal, storage, arguments.name, period))
            count = len(lines)
        identity = journal.info.identity
    _write({Path(arguments.file): "".join(f"{line}\n" for line in lines)})
    answer = {"journal": identity, "file": arguments.file, "patron": arguments.name, "lines": count}
    return answer, f"{arguments.file}: {count:,} lines about {arguments.name}, {first} to {last}"


def _day(option: str, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Misuse(f"{option}: must be a date such as 2026-07-01, not {text!r}") from None


_REPORT_FORMATS = (".pdf", ".xlsx", ".csv", ".json")


def _report_file(reports: "tuple[DayReport, ...]", answer: dict[str, Any], suffix: str) -> bytes:
    """Return reports as the bytes of a file in one of their formats."""
    if suffix == ".pdf":
        from upcard.paper.day_report_pages import day_reports_document
        from upcard.paper.typst_document import typeset

        return typeset(day_reports_document(reports))[0]
    if suffix == ".xlsx":
        from upcard.paper.day_report_workbook import day_reports_workbook

        return day_reports_workbook(reports)
    if suffix == ".csv":
        return "".join(report.to_csv() for report in reports).encode()
    return (json.dumps(answer, indent=2, ensure_ascii=False) + "\n").encode()


@contextmanager
def _projected(place: str, *, rebuild: bool = False) -> "Iterator[tuple[DatabaseJournal, ProjectionStorage]]":
    """Open a journal and its projections, updated to the last row."""
    from upcard.pit.projections.projector import Projector
    from upcard.pit.projections.storage import ProjectionStorage

    with reading(place) as journal, closing(ProjectionStorage(place)) as storage:
        projector = Projector(journal, storage)
        if rebuild:
            projector.rebuild()
        else:
            projector.update()
        yield journal, storage


_ACTIONS = {
    "create": _create,
    "upgrade": _upgrade,
    "info": _info,
    "keys": _keys,
    "checkpoint": _checkpoint,
    "export": _export,
    "import": _import,
    "round": _round,
    "shoe": _shoe,
    "backup": _backup,
    "restore": _restore,
    "projections": _projections,
    "report": _report,
    "patron": _patron,
}
