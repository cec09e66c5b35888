"""upcard check: may this table be opened, and if not, by which paragraph?"""

from collections import Counter
from typing import Any

import click

from upcard.cli.render import JSON, paragraph, print_json
from upcard.table import BadConfig, Finding, TableConfig, Verdict, check, is_lawful, load, not_stated

_COLORS = {Verdict.VIOLATES: "red", Verdict.LIKELY: "yellow", Verdict.NOT_VERIFIABLE: "cyan"}


@click.command("check")
@click.argument("tables", nargs=-1, required=True, type=click.Path(allow_dash=True), metavar="TABLE.toml...")
@JSON
@click.pass_context
def command(ctx: click.Context, tables: tuple[str, ...], as_json: bool) -> None:
    """Check table files against the rules, and name the paragraph of every finding.

    A finding "violates" a paragraph whose text is held, is "likely" where the rule is known from a sibling section,
    another place or by inference, and is "not verifiable" where the text is not held. Exit code 0: no table violates;
    1: some table violates; 2: some file cannot be read. "-" reads standard input.
    """
    answers, worst = [], 0
    for file in tables:
        try:
            table = load(file)
        except BadConfig as bad:
            worst = 2
            answers.append(_bad_json(file, bad))
            if not as_json:
                click.echo(str(bad), err=True)
            continue
        findings = check(table)
        worst = max(worst, 0 if is_lawful(findings) else 1)
        answers.append(_json(table, findings))
        if not as_json:
            _print(table, findings)
    if as_json:
        print_json(answers[0] if len(answers) == 1 else answers)
    ctx.exit(worst)


def _print(table: TableConfig, findings: tuple[Finding, ...]) -> None:
    lawful = is_lawful(findings)
    verdict = "may be opened" if lawful else "may not be opened as configured"
    counts = Counter(finding.verdict for finding in findings)
    summary = ", ".join(f"{counts[one]} {one.value}" for one in Verdict if counts[one]) or "no findings"
    name = click.style(f"{table.file}: {table.table} {verdict}", fg="green" if lawful else "red", bold=True)
    click.echo(f"{name} under {table.law.value} ({summary})")
    for finding in findings:
        mark = click.style(f"{finding.verdict.value:<15}", fg=_COLORS[finding.verdict])
        reading = f", reading {finding.reading}" if finding.reading else ""
        text = paragraph(f"{finding.message} [{finding.cite}{reading}]", indent=" " * 27, first="")
        click.echo(f"  line {finding.line:<4} {mark}{text}")
    if missing := not_stated(table):
        click.echo(f"  not stated in the file, so not checked: {', '.join(missing)}")


def _json(table: TableConfig, findings: tuple[Finding, ...]) -> dict[str, Any]:
    return {
        "file": table.file,
        "table": table.table,
        "law": table.law.value,
        "lawful": is_lawful(findings),
        "findings": [
            {
                "verdict": finding.verdict.value,
                "cite": str(finding.cite),
                "message": finding.message,
                "line": finding.line,
                "reading": finding.reading,
            }
            for finding in findings
        ],
        "not_stated": list(not_stated(table)),
    }


def _bad_json(file: str, bad: BadConfig) -> dict[str, Any]:
    problems = [{"line": one.line, "key": one.key, "message": one.message} for one in bad.problems]
    return {"file": file, "lawful": False, "findings": [], "problems": problems}
