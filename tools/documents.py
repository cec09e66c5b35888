"""Documents and indexes made from the definitions; `make docs` writes them."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from argparse_manpage.manpage import Manpage  # type: ignore[import-untyped]  # it has no types
from tests.command import ROOT

import upcard
from tools import gallery, python_guide, readings_page, reference_page, typed_keys
from tools.tracing import NO_CITATIONS, index
from upcard.cli.verbs import parser
from upcard.game.json_schema import KINDS, json_schema, schema_version, without_words
from upcard.law import CODE, READINGS, Paragraph
from upcard.law.citing_code import CODE_INDEX, TEST_INDEX
from upcard.law.code import LawOrder
from upcard.money import plain_money
from upcard.rules.rule_fields import Stated, written
from upcard.rules.wager import Point, Wager
from upcard.table.config import RULES
from upcard.table.layout_measures import MEASURES, FeltColor, LayoutMeasures
from upcard.wagers import ALL, GAMES, OPTIONS
from upcard.wagers.base_game import PROCEDURE
from upcard.web import routes

_READINGS = (
    "Where the text is misprinted, silent or ambiguous, and what we chose; [readings.md](readings.md) sets the letter\n"
    "beside it."
)


def round_of_play() -> str:
    """Return the document of a round: its points, what each settles, and what each wager asks of the procedure."""
    lines = [
        "# How a round is dealt",
        "",
        "Generated from the definitions by `make docs`. Seats are numbered from the dealer's left, and",
        "cards are dealt in that order. `upcard cite` prints each paragraph.",
        "",
        "## The points of a round",
        "",
        "| | point | what happens | collected | paid |",
        "|---|---|---|---|---|",
        *(_point(point) for point in Point),
        "",
        "Without a hole card (13:69F-2.6(h)) the dealer's second card comes after the players' decisions; a",
        "dealer's blackjack then collects the original wager only. With a hole card face down (13:69F-2.6(j)) the card",
        "reader shows a blackjack before the decisions; face up (13:69F-2.6(k)) everyone sees it, and no",
        "insurance is offered.",
        "",
        "At any point from the first wager until the cards are picked up, a named person may void the round for a",
        "stated reason: every wager is returned, and what was collected, paid or registered on a meter in the round is",
        "undone. A wager that stood from an earlier round stands as it did. The cards dealt are gone; the shoe goes on",
        "(Reading 69).",
        "",
        "## The games",
        "",
        *(f"- **{game.name}** [{game.cite}]: {game.means}." for game in GAMES),
        "",
        "## The wagers",
        "",
    ]
    for wager in ALL:
        lines += list(_wager(wager))
    lines += ["## The Readings", "", _READINGS, ""]
    for number, reading in sorted(READINGS.items()):
        where = ", ".join(map(str, reading.where))
        lines.append(f"{number}. {reading.problem} *{reading.choice}* [{where}]")
    return "\n".join(lines) + "\n"


def _point(point: Point) -> str:
    collected = ", ".join(_named(wager) for wager in ALL if wager.settled.value.collect is point)
    paid = ", ".join(_named(wager) for wager in ALL if wager.settled.value.pay is point)
    name = point.name.lower().replace("_", " ")
    return f"| {int(point)} | {name} | {point.words} | {collected} | {paid} |"


def _named(wager: Wager) -> str:
    """Return a wager's name, and that it is settled earlier where it goes with the player's blackjack wager."""
    if wager.settled.value.with_blackjack_wager:
        return f"{wager.name} (each before, with its player's blackjack wager)"
    return wager.name


def _wager(wager: Wager) -> Iterator[str]:
    due = wager.settled
    yield f"### {wager.name} [{wager.cite}]"
    yield ""
    yield f"- needs {wager.needs.value.value} [{wager.needs.cite}]"
    sees = ", ".join(fact.name for fact in wager.sees)
    yield f"- sees: {sees}"
    collected, paid = wager.collected or due.cite, wager.paid or due.cite
    yield f"- losers collected: {_when(due.value.collect)} [{collected}]"
    yield f"- winners paid: {_when(due.value.pay)} [{paid}], {due.value.order.value}"
    for demand in wager.demands:
        yield f"- {demand.value.value} [{demand.cite}]"
    if wager.rider:
        rider = wager.rider
        least = plain_money(rider.least.value)
        yield f"- {rider.name}: a fixed amount in addition, for a wager of at least ${least} [{rider.cite}]"
    yield ""


def _when(point: Point) -> str:
    return f"at point {int(point)}, {point.name.lower().replace('_', ' ')}"


def with_rules(document: str) -> str:
    """Return the document of the table file with the rules of the base game put between its marks."""
    before, rest = document.split("<!-- rules -->\n")
    _, after = rest.split("<!-- end of rules -->\n")
    rows = ["| key | values, default first | what it says | paragraph |", "|---|---|---|---|"]
    rows += [_rule(stated) for stated in RULES.values()]
    with_rows = "\n".join([f"{before}<!-- rules -->", *rows, f"<!-- end of rules -->\n{after}"])
    return _with_measures(with_rows)


def with_steps(document: str) -> str:
    """Return the document of the written round with the steps of the procedure put between its marks."""
    before, rest = document.split("<!-- steps -->\n")
    _, after = rest.split("<!-- end of steps -->\n")
    rows = ["| for | step | if it is left | paragraph | what follows |", "|---|---|---|---|---|"]
    for name, procedure in (("every game", PROCEDURE), *((option.name, option.procedure) for option in OPTIONS)):
        for which in dict.fromkeys(each.value for each in procedure):
            cites = ", ".join(str(each.cite) for each in procedure if each.value == which)
            rows.append(f"| {name} | {which.name} | {which.failure} | {cites} | {which.follows.value} |")
    return "\n".join([f"{before}<!-- steps -->", *rows, f"<!-- end of steps -->\n{after}"])


def _with_measures(document: str) -> str:
    """Return the document of the table file with the measures of the layout put between its marks."""
    before, rest = document.split("<!-- measures -->\n")
    _, after = rest.split("<!-- end of measures -->\n")
    rows = ["| key | default | from | to | what it is |", "|---|---|---|---|---|"]
    rows += [
        f'| `{key}` | `"{of.default}"` | `"{of.least}"` | `"{of.most}"` | {of.means} |' for key, of in MEASURES.items()
    ]
    colors = ", ".join(f'`"{color.value}"`' for color in FeltColor if color is not LayoutMeasures().felt)
    rows.append(f'| `felt` | `"{LayoutMeasures().felt.value}"` | | | color of the felt; or {colors} |')
    return "\n".join([f"{before}<!-- measures -->", *rows, f"<!-- end of measures -->\n{after}"])


def with_rights(document: str) -> str:
    """Return the document of operations with the table of rights put between its marks."""
    before, rest = document.split("<!-- rights -->\n")
    _, after = rest.split("<!-- end of rights -->\n")
    return f"{before}<!-- rights -->\n{routes.matrix()}<!-- end of rights -->\n{after}"


def _rule(stated: Stated) -> str:
    cites = dict.fromkeys(str(cite) for cite in (stated.cite, *(law.bound.cite for law in stated.laws)))
    return f"| `{stated.key}` | {_values(stated)} | {stated.means} | {', '.join(cites)} |"


def _values(stated: Stated) -> str:
    default = "none" if stated.default is None else _written(stated.default)
    if isinstance(stated.values, range):
        return f"{default}; {stated.values[0]} to {stated.values[-1]}"
    others = [value for value in stated.values if value != stated.default]
    here = [default, *(_written(value) for value in others if stated.is_lawful(value))]
    elsewhere = [_written(value) for value in others if not stated.is_lawful(value)]
    return ", ".join(here) + (f"; elsewhere {', '.join(elsewhere)}" if elsewhere else "")


def _written(value: Any) -> str:
    word = written(value)
    if isinstance(word, bool):
        return f"`{str(word).lower()}`"
    return f'`"{word}"`' if isinstance(word, str) else f"`{word}`"


def with_orders(document: str) -> str:
    """Return the document of the compliance desk with the rulemakings and the sources put between their marks."""
    before, rest = document.split("<!-- orders -->\n")
    _, after = rest.split("<!-- end of orders -->\n")
    rows = ["| rulemaking | took effect | known to be in effect | | where it stands |", "|---|---|---|---|---|"]
    rows += map(_order, CODE.orders)
    rows += ["", "| source | what it is | where it stands | not held |", "|---|---|---|---|"]
    rows += [f"| {one.name} | {one.kind.value} | {one.where} | {one.not_held or ''} |" for one in CODE.sources]
    return "\n".join([f"{before}<!-- orders -->", *rows, f"<!-- end of orders -->\n{after}"])


def _order(order: LawOrder) -> str:
    known = order.first_day or order.known_by
    until = f" until {order.last_day}" if order.last_day else ""
    kept = f", and again from {order.kept_by} on" if order.kept_by else ""
    words = f"from {known}{until}{kept}" if known else "not known"
    return f"| {order.name} | {order.effective} | {words} | {'temporary' if order.temporary else ''} | {order.where} |"


def traceability() -> str:
    """Write every paragraph with its standing and with the code and tests that cite it."""
    lines = [
        "# Traceability",
        "",
        "Generated by `make docs`: every paragraph held, how it is known, and what cites it.",
    ]
    section = ""
    for paragraph in CODE.paragraphs:
        if paragraph.section != section:
            section = paragraph.section
            lines += [
                "",
                f"## {section} {paragraph.title}",
                "",
                "| paragraph | standing | code | tests |",
                "|---|---|---|---|",
            ]
        if paragraph.path:
            lines.append(_row(paragraph))
    return "\n".join(lines) + "\n"


def _row(paragraph: Paragraph) -> str:
    citations = index().get(paragraph.number, NO_CITATIONS)
    number = f"{paragraph.path} (formerly {paragraph.former_path})" if _moved(paragraph) else paragraph.path
    why = paragraph.not_modelled or ("" if paragraph.normative else "not normative")
    code = "<br>".join(f"`{name}`" for name in citations["code"]) or why
    tests = "<br>".join(f"`{name.removeprefix('tests/').split('::')[0]}`" for name in _once(citations["tests"]))
    rounds = len(citations["rounds"])
    golden = f"{rounds} golden round{'s' * (rounds > 1)}" if rounds else ""
    return (
        f"| {number} | {paragraph.standing.value} | {code} | {'<br>'.join(part for part in (tests, golden) if part)} |"
    )


def _moved(paragraph: Paragraph) -> bool:
    return paragraph.former_path is not None and paragraph.former_path != paragraph.path


def _once(tests: list[str]) -> list[str]:
    return list({name.split("::")[0]: name for name in tests}.values())


def _code_index() -> str:
    code = {number: citations["code"] for number, citations in index().items() if citations["code"]}
    return json.dumps(code, indent=1) + "\n"


def _test_index() -> str:
    kinds = ("tests", "rounds")
    tests = {
        number: {kind: citations[kind] for kind in kinds}
        for number, citations in index().items()
        if any(citations[kind] for kind in kinds)
    }
    return json.dumps(tests, indent=1) + "\n"


def _path(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def man_page() -> str:
    """Return the manual page of the command; its date is that of no day, so that it changes only with the command."""
    page = Manpage(parser(), format="single-commands-section")
    page.date, page.source, page.manual = "", f"upcard {upcard.__version__}", "User Commands"
    page.description = "New Jersey casino blackjack, from the regulation to the felt"
    return str(page)


def _schema(kind: str, _: str) -> str:
    return json.dumps(json_schema(kind), indent=1, ensure_ascii=False) + "\n"


def shape_file(kind: str) -> str:
    """Return the file that keeps the shape of the version in use."""
    return f"tests/golden/schema/{kind}.{schema_version(kind)}.json"


def shape_text(kind: str) -> str:
    """Return the shape of a kind: its schema without words, a definition on each line."""
    shape = without_words(json_schema(kind))
    lines = [f"{json.dumps(name)}: {json.dumps(each)}" for name, each in shape.pop("$defs").items()]
    return "{" + json.dumps(shape)[1:-1] + ', "$defs": {\n' + ",\n".join(lines) + "\n}}\n"


def _first_shape(kind: str, current: str) -> str:
    return current or shape_text(kind)


# Each generated file, with what its content is to be, given what it is. The shape of a version is written once.
GENERATED: dict[str, Callable[[str], str]] = {
    "docs/desk.md": with_orders,
    "docs/gallery.md": lambda _: gallery.document(),
    "docs/operations.md": with_rights,
    "docs/python.md": python_guide.with_program,
    "docs/python.ipynb": lambda _: python_guide.notebook(),  # after the guide that it is made from
    "docs/readings.md": lambda _: readings_page.document(),
    "docs/reference.md": lambda _: reference_page.document(),
    "docs/round-of-play.md": lambda _: round_of_play(),
    "docs/tables.md": with_rules,
    "docs/traceability.md": lambda _: traceability(),
    "docs/upcard.1": lambda _: man_page(),
    "docs/written-round.md": with_steps,
    **{f"docs/schema/{kind}.json": partial(_schema, kind) for kind in KINDS},
    **{shape_file(kind): partial(_first_shape, kind) for kind in KINDS},
    typed_keys.MODULE: typed_keys.with_declared_keys,
    _path(CODE_INDEX): lambda _: _code_index(),
    _path(TEST_INDEX): lambda _: _test_index(),
}
