"""upcard check: whether a table may be opened, and if not, by which paragraph."""

import sys
from argparse import Namespace
from collections import Counter
from typing import Any

from upcard.api.findings import findings_json
from upcard.cli.days import dated
from upcard.cli.render import print_json, problems_json, styled, wrap
from upcard.table import (
    BadConfig,
    Finding,
    FindingKind,
    TableConfig,
    Verdict,
    check,
    is_lawful,
    load,
    not_stated,
    readings_followed,
    unrecognized_items,
)
from upcard.table.findings import WITHOUT_WEIGHT

_COLORS = {Verdict.VIOLATES: "red", Verdict.LIKELY: "yellow", Verdict.NOT_VERIFIABLE: "cyan"}

EMPTY_ANSWER: dict[str, object] = {"lawful": False, "findings": []}


def run(arguments: Namespace) -> int:
    """Check each table file, even if another cannot be read."""
    answers, worst = [], 0
    changes = dated(arguments.changes, arguments.date)
    for file in arguments.tables:
        try:
            table = load(file, changes)
        except BadConfig as bad:
            worst = 2
            answers.append(_bad_json(file, bad))
            if sys.stderr is not None:
                print(bad, file=sys.stderr)
            continue
        findings = check(table)
        worst = max(worst, 0 if is_lawful(findings) else 1)
        answers.append(findings_json(table, findings))
        if not arguments.json:
            _print(table, findings)
    if arguments.json:
        print_json(answers[0] if len(answers) == 1 else {"lawful": not worst, "files": answers})
    return worst


def _print(table: TableConfig, findings: tuple[Finding, ...]) -> None:
    lawful = is_lawful(findings)
    likely = any(finding.verdict is Verdict.LIKELY for finding in findings)
    verdict = "may not be opened as configured" if not lawful else "may be opened"
    if lawful and likely:
        verdict = "violates no text that is held, but likely may not be opened as configured"
    color = "red" if not lawful else "yellow" if likely else "green"
    heading = f"{table.name}: {table.table} {verdict} under {table.under} ({_summary(findings)})"
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


def _summary(findings: tuple[Finding, ...]) -> str:
    """Return how many findings there are of each verdict, and apart from them what has no weight in law."""
    verdicts = Counter(finding.verdict for finding in findings if finding.kind not in WITHOUT_WEIGHT)
    kinds = Counter(finding.kind for finding in findings)
    words = {Verdict.VIOLATES: "violating", Verdict.LIKELY: "likely", Verdict.NOT_VERIFIABLE: "not verifiable"}
    counts = ", ".join(f"{verdicts[each]} {word}" for each, word in words.items() if verdicts[each])
    remarks = kinds[FindingKind.REMARK]
    others = [f"{remarks} remark{'s' * (remarks > 1)}"] if remarks else []
    if kinds[FindingKind.NOT_STATED]:
        others.append(f"{kinds[FindingKind.NOT_STATED]} not stated")
    return "; ".join(part for part in (counts or "no findings", ", ".join(others)) if part)


def _bad_json(file: str, bad: BadConfig) -> dict[str, Any]:
    return {"file": file, **EMPTY_ANSWER, "problems": problems_json(bad)}
