"""upcard check: whether a table may be opened, and if not, by which paragraph."""

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from upcard.api.days import load_asked
from upcard.cli.output_files import write_whole_file
from upcard.cli.render import print_json, problems_json, styled, wrap
from upcard.cli.shared_arguments import A_TABLE, add_date, add_law, add_set
from upcard.errors import Misuse
from upcard.results.findings import Findings, findings_of, headline
from upcard.table import (
    BadConfig,
    FindingKind,
    Status,
    TableConfig,
    Verdict,
    worst_status,
)

_COLORS = {Verdict.VIOLATES: "red", Verdict.LIKELY: "yellow", Verdict.NOT_VERIFIABLE: "cyan"}

_HEADING_COLORS = {Status.LAWFUL: "green", Status.NOT_SHOWN: "yellow", Status.UNLAWFUL: "red"}

EMPTY_ANSWER: dict[str, object] = {"status": None, "lawful": False, "findings": []}
REPORT = "--report"


ABOUT = """\
A finding "violates" a paragraph whose text is held, is "likely" where the rule is known from a sibling section,
another jurisdiction or by inference, and is "not verifiable" where the text is not held.
What the rules require and the file does not state is "not stated". A table that violates nothing is lawful only if
nothing is likely, not verifiable or not stated; otherwise it is "not shown" to be lawful.
Exit code 0: no table violates; 1: some table violates, with --strict also if it is not shown; 2: some file cannot be
read.

  upcard check TABLE.toml                        may it be opened, and if not, by which paragraph?
  upcard check blackjack-resplit                 a table that comes with upcard
  upcard check tables/*.toml --json              every table of a folder, for another program
  upcard check TABLE.toml --set decks=8          the same table with eight decks
  upcard check TABLE.toml --date 2015-06-01      under the law of that day
  upcard check TABLE.toml --strict               for a script: code 0 only if the table is shown to be lawful
  upcard check tables/*.toml --law FOLDER        every table, by a law folder of the licensee
  upcard check TABLE.toml --report filing.pdf    a report to be filed: what passed too, the Readings, a place to sign

The law is that of the day given by --date, or by date in the file, or today. If the file does not state law, the
day chooses the edition. Where it is not known whether a paragraph was in effect, a
finding is "not verifiable". A law folder states what became of paragraphs since the texts held; UPCARD_LAW names one
for every verb (docs/guides/law-folder.md)."""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard check."""
    verb.add_argument("tables", nargs="+", metavar="TABLE.toml", help=f'{A_TABLE}; "-": standard input')
    verb.add_argument("--strict", action="store_true", help="exit code 1 also if a table is not shown to be lawful")
    verb.add_argument("--report", metavar="FILE", help="write a filing of one table to this file, .pdf or .html")
    add_date(verb)
    add_law(verb)
    add_set(verb)


def run(arguments: Namespace) -> int:
    """Check each table file, even if another cannot be read; with --report write the filing of one."""
    if arguments.report is not None:
        _require_report(arguments)
    answers, statuses, unreadable = [], [], False
    for file in arguments.tables:
        try:
            table = load_asked(file, arguments.changes, arguments.date)
        except BadConfig as bad:
            unreadable = True
            answers.append(_bad_json(file, bad))
            if sys.stderr is not None:
                print(bad, file=sys.stderr)
            continue
        found = findings_of(table)
        statuses.append(found.status)
        written = {} if arguments.report is None else _report(arguments.report, table)
        if arguments.json:
            answers.append({**found.to_dict(), **written})
        else:
            _print(table, found)
    worst = worst_status(statuses)
    if arguments.json:
        print_json(answers[0] if len(answers) == 1 else {**_together(worst, unreadable=unreadable), "files": answers})
    if unreadable:
        return 2
    return 1 if worst is Status.UNLAWFUL or (arguments.strict and worst is Status.NOT_SHOWN) else 0


def _together(worst: Status, *, unreadable: bool) -> dict[str, object]:
    """Return the worst status of several files; there is none where one cannot be read."""
    if unreadable:
        return {"status": None, "lawful": False}
    return {"status": worst.value, "lawful": worst.lawful}


def _require_report(arguments: Namespace) -> None:
    if len(arguments.tables) > 1:
        raise Misuse(f"{REPORT}: a report is of one table, and {len(arguments.tables)} are named: run check for each")
    from upcard.cli.paper_files import require_document_file

    require_document_file(arguments.report, "report", ".pdf", ".html", option=REPORT)


def _report(name: str, table: TableConfig) -> dict[str, Any]:
    """Write the filing of a table; return what was written."""
    from upcard.cli.paper_files import write_document, written_json  # only here: check is run often, and this is slow
    from upcard.paper.filing import file_digest, filing, filing_document
    from upcard.paper.filing_html import filing_html

    table.require_one_game()
    report = filing(table, file_digest(table.file))
    if name.lower().endswith(".pdf"):
        written = write_document(name, filing_document(report), option=REPORT)
    else:
        data = filing_html(report).encode()
        write_whole_file(name, data, option=REPORT)
        written = [written_json(name, data)]
    return {"written": written, "fingerprint": report.head.fingerprint}


def _print(table: TableConfig, found: Findings) -> None:
    color = _HEADING_COLORS[found.status]
    heading = f"{table.name}: {headline(table, found.findings)}"
    print(styled(wrap(heading, indent="  ", first=""), "bold", color))
    for finding in found:
        if finding.kind is FindingKind.NOT_STATED:
            continue
        mark = styled(f"{finding.mark:<15}", _COLORS[finding.verdict])
        text = wrap(finding.text, indent=" " * 27).lstrip()
        print(f"  line {finding.line:<4} {mark}{text}")
    for side in found.readings:
        print(wrap(side.words, indent="    ", first="  "))
    if missing := found.not_stated:
        print(wrap(f"not stated in the file, so not checked: {', '.join(missing)}", indent="    ", first="  "))
    if unknown := found.not_known:
        words = f"not asked for by any rule, perhaps misspelled: {', '.join(unknown)}"
        print(wrap(words, indent="    ", first="  "))


def _bad_json(file: str, bad: BadConfig) -> dict[str, Any]:
    return {"file": file, **EMPTY_ANSWER, "problems": problems_json(bad)}
