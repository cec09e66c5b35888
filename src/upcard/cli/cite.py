"""upcard cite: a paragraph in our words, how it is known, and what cites it."""

from typing import Any

import click
from click.shell_completion import CompletionItem

from upcard.cli.render import JSON, paragraph, print_json
from upcard.law import CODE, READINGS, Cite, Paragraph, UnknownCite, cite
from upcard.law.cited import cited_by


def _numbers(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    return [CompletionItem(number) for number in CODE.by_number if number.startswith(incomplete)]


@click.command("cite")
@click.argument("numbers", nargs=-1, required=True, metavar="PARAGRAPH...", shell_complete=_numbers)
@JSON
def command(numbers: tuple[str, ...], as_json: bool) -> None:
    """Show paragraphs of the rules in our words: 13:69F-2.26(e), 2.26, E-1.10(x), 19:47-2.26(h).

    With each come its standing, its other number, when it took effect, the Readings that bear on it, and the code and
    tests that cite it. A section lists its paragraphs.
    """
    try:
        found = [cite("".join(number.split())) for number in numbers]
    except UnknownCite as unknown:
        raise click.UsageError(f"{unknown}{_near(numbers)}") from None
    if as_json:
        answers = [_json(one) for one in found]
        print_json(answers[0] if len(answers) == 1 else answers)
        return
    for one in found:
        _print(one)


def _near(numbers: tuple[str, ...]) -> str:
    """Name the paragraphs of the section asked for, if there is such a section."""
    for number in numbers:
        section = number.split("(")[0].strip()
        try:
            below = _below(cite(section))
        except UnknownCite:
            continue
        if below and section != number:
            return f"; {section} has {', '.join(one.path for one in below)}"
    return "; sections held: " + ", ".join(one.section for one in CODE.paragraphs if not one.path)


def _below(asked: Cite) -> list[Paragraph]:
    own = asked.paragraph
    return [one for one in CODE.paragraphs if one is not own and asked.covers(Cite(one.section, one.path))]


def _print(asked: Cite) -> None:
    one = asked.paragraph
    click.echo(click.style(f"{asked}  {one.title}", bold=True))
    click.echo(paragraph(one.rule))
    if one.former_rule:
        click.echo(paragraph(f"In {one.former}: {one.former_rule}"))
    click.echo(f"  standing: {one.standing.value} ({', '.join(one.source)})")
    click.echo(f"  current number: {one.number}; former number: {one.former or 'none'}")
    click.echo(f"  in effect: {one.since.effective}, rulemaking {one.since.rank} ({one.since.name})")
    for number in one.readings:
        reading = READINGS[number]
        click.echo(paragraph(f"reading {number}: {reading.problem} {reading.choice}", indent="    ", first="  "))
    code, tests = cited_by(one)
    click.echo(paragraph(f"cited by code: {', '.join(code) or one.not_modelled or 'nothing'}", "    ", "  "))
    click.echo(paragraph(f"cited by tests: {', '.join(tests) or 'nothing'}", "    ", "  "))
    for child in _below(asked):
        click.echo(paragraph(f"{child.path} {child.rule} ({child.standing.value})", indent="    ", first="  "))


def _json(asked: Cite) -> dict[str, Any]:
    one = asked.paragraph
    code, tests = cited_by(one)
    return {
        "cite": str(asked),
        "current": one.number,
        "former": one.former,
        "title": one.title,
        "rule": one.rule,
        "former_rule": one.former_rule,
        "standing": one.standing.value,
        "source": list(one.source),
        "effective": {"order": one.since.rank, "rulemaking": one.since.name, "date": one.since.effective},
        "normative": one.normative,
        "not_modelled": one.not_modelled,
        "readings": [
            {"number": number, "problem": READINGS[number].problem, "choice": READINGS[number].choice}
            for number in one.readings
        ],
        "code": list(code),
        "tests": list(tests),
        "paragraphs": [{"cite": child.number, "rule": child.rule} for child in _below(asked)],
    }
