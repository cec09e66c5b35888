"""upcard audit: replay every command of a journal, and verify its hash chain, checkpoints and shoes."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from upcard.cli.render import print_json, styled, wrap
from upcard.cli.shared_arguments import A_DATABASE
from upcard.cli.stores import folder, installed, public_keys, reading, shoe_keys
from upcard.errors import Misuse

if TYPE_CHECKING:
    from upcard.audit.report import AuditReport

EMPTY_ANSWER: dict[str, object] = {"sound": False}


ABOUT = """\
DATABASE is a SQLite file or a URL, postgresql://user@host/database. Replay must produce every event byte for byte,
every dealt card must be the one that was sealed, and the signed checkpoints must match. The first bad row is reported
with the reason. A shoe in play is sealed: without its key, its rounds are replayed on the cards shown.
Exit code 0: sound; 1: something is wrong; 2: misuse, or the journal cannot be read.

  upcard audit casino.db                                          everything the journal itself can prove
  upcard audit casino.db --keys keys --checkpoints /mnt/witness   also against checkpoints kept elsewhere
  upcard audit casino.db --since 2026-07-01                       replay from the start of that gaming day
  upcard audit postgresql://auditor@host/casino --json            for another program"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard audit."""
    verb.add_argument("database", metavar="DATABASE", help=A_DATABASE)
    verb.add_argument("--keys", metavar="FOLDER", help="folder of shoe keys and public checkpoint keys")
    verb.add_argument("--checkpoints", metavar="FOLDER", help="folder of checkpoints kept in a second place")
    since = "replay from here on: a row position, a time in UTC, or a gaming day (1)"
    verb.add_argument("--since", metavar="POSITION|TIME|DATE", help=since)
    verb.add_argument(
        "-q", "--quiet", action="store_true", help="print only whether the journal is sound, and if not, why"
    )


def run(arguments: Namespace) -> int:
    """Audit a journal and print what was found."""
    with installed():
        from upcard.audit.run import AuditOptions, audit_journal, first_row
        from upcard.cli.arguments import progress_bar

    checkpoints = None if arguments.checkpoints is None else folder(arguments.checkpoints, "--checkpoints")
    keys = public_keys(arguments.keys)
    if checkpoints is not None and not keys:
        raise Misuse("--checkpoints: give the folder of their public keys, key-NUMBER.public, with --keys")
    with reading(arguments.database) as journal, progress_bar() as progress:
        options = AuditOptions(
            shoe_keys=shoe_keys(arguments.keys),
            public_keys=keys,
            checkpoints=checkpoints,
            database=arguments.database,
            since=1 if arguments.since is None else first_row(journal, arguments.since),
        )
        report = audit_journal(journal, options, progress)
    if arguments.json:
        print_json(report.to_json())
    else:
        _print(report, quiet=arguments.quiet)
    return 0 if report.sound else 1


def _print(report: "AuditReport", *, quiet: bool) -> None:
    if report.sound:
        print(styled(f"{report.place}: sound", "bold", "green"))
    else:
        print(styled(f"{report.place}: not sound", "bold", "red"))
        print(wrap(str(report.problems[0]), indent="    ", first="  "))
        if report.problem_count > 1:
            others = f"{report.problem_count - 1:,} more; --json lists the first {len(report.problems)}"
            print(wrap(f"problems: {others}", indent="    ", first="  "))
    if quiet:
        return
    for name, text in _summary(report):
        print(wrap(f"{name:<14}{text}", indent=" " * 16, first="  "))
    for text in report.restores:
        print(wrap(f"restored      {text}", indent=" " * 16, first="  "))
    for change in report.known_changes:
        print(wrap(f"known change  {change}", indent=" " * 16, first="  "))
    for text in report.not_looked_at:
        print(wrap(f"not checked   {text}", indent=" " * 16, first="  "))


def _summary(report: "AuditReport") -> Iterator[tuple[str, str]]:
    yield "journal", report.identity
    yield "rows", f"{report.rows:,}, {report.decided:,} replayed"
    yield "rounds", f"{report.rounds:,} finished, {report.voided:,} voided"
    yield "tables", f"{report.tables:,}"
    yield "wallets", f"{report.wallets:,}"
    yield (
        "shoes",
        f"{report.shoes_verified:,} verified, {report.shoes_sealed:,} sealed; {report.shoes_abandoned:,} abandoned"
        + (f", {report.shoes_retired:,} retired" if report.shoes_retired else ""),
    )
    unsigned = "" if report.unsigned is None else f"; {report.unsigned:,} rows follow the last one"
    yield "checkpoints", f"{report.checkpoints:,}{unsigned}"
    yield "root", report.root
    yield "rate", f"{report.rate:,.0f} commands a second"
