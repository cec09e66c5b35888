"""upcard check: whether a table may be opened, and if not, by which paragraph."""

import sys
from argparse import Namespace
from typing import Any

from upcard.api.days import load_asked
from upcard.api.findings import findings_json, headline
from upcard.cli.output_files import write_whole_file
from upcard.cli.render import print_json, problems_json, styled, wrap
from upcard.errors import Misuse
from upcard.table import (
    BadConfig,
    Finding,
    FindingKind,
    Status,
    TableConfig,
    Verdict,
    check,
    not_stated,
    readings_followed,
    status_of,
    unrecognized_items,
    worst_status,
)

_COLORS = {Verdict.VIOLATES: "red", Verdict.LIKELY: "yellow", Verdict.NOT_VERIFIABLE: "cyan"}

_HEADING_COLORS = {Status.LAWFUL: "green", Status.NOT_SHOWN: "yellow", Status.UNLAWFUL: "red"}

EMPTY_ANSWER: dict[str, object] = {"status": None, "lawful": False, "findings": []}
REPORT = "--report"


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
        findings = check(table)
        statuses.append(status_of(findings))
        answers.append(findings_json(table, findings))
        if arguments.report is not None:
            answers[-1] |= _report(arguments.report, table)
        if not arguments.json:
            _print(table, findings)
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


def _print(table: TableConfig, findings: tuple[Finding, ...]) -> None:
    color = _HEADING_COLORS[status_of(findings)]
    heading = f"{table.name}: {headline(table, findings)}"
    print(styled(wrap(heading, indent="  ", first=""), "bold", color))
    for finding in findings:
        if finding.kind is FindingKind.NOT_STATED:
            continue
        mark = styled(f"{finding.mark:<15}", _COLORS[finding.verdict])
        text = wrap(finding.text, indent=" " * 27).lstrip()
        print(f"  line {finding.line:<4} {mark}{text}")
    for followed in readings_followed(table):
        print(wrap(str(followed), indent="    ", first="  "))
    if missing := not_stated(table):
        print(wrap(f"not stated in the file, so not checked: {', '.join(missing)}", indent="    ", first="  "))
    if unknown := unrecognized_items(table):
        words = f"not asked for by any rule, perhaps misspelled: {', '.join(unknown)}"
        print(wrap(words, indent="    ", first="  "))


def _bad_json(file: str, bad: BadConfig) -> dict[str, Any]:
    return {"file": file, **EMPTY_ANSWER, "problems": problems_json(bad)}
