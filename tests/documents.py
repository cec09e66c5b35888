"""Documents generated from the definitions."""

from collections.abc import Iterator
from typing import Any

from upcard.law import READINGS
from upcard.money import show
from upcard.rules.rule_fields import Stated, written
from upcard.rules.wager import Point, Wager
from upcard.table.config import RULES
from upcard.wagers import ALL, GAMES


def how_a_round_is_dealt() -> str:
    """Return the document of a round: its points, what each settles, and what each wager asks of the procedure."""
    lines = [
        "# How a round is dealt",
        "",
        "Generated from the definitions by `tests/test_documents.py`. Seats are numbered from the dealer's left, and",
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
        "## The games",
        "",
        *(f"- **{game.name}** [{game.cite}]: {game.means}." for game in GAMES),
        "",
        "## The wagers",
        "",
    ]
    for wager in ALL:
        lines += list(_wager(wager))
    lines += ["## The Readings", "", "Where the text is misprinted, silent or ambiguous, and what we chose.", ""]
    for number, reading in sorted(READINGS.items()):
        where = ", ".join(map(str, reading.where))
        lines.append(f"{number}. {reading.problem} *{reading.choice}* [{where}]")
    return "\n".join(lines) + "\n"


def _point(point: Point) -> str:
    collected = ", ".join(wager.name for wager in ALL if wager.settled.value.collect is point)
    paid = ", ".join(wager.name for wager in ALL if wager.settled.value.pay is point)
    name = point.name.lower().replace("_", " ")
    return f"| {int(point)} | {name} | {point.words} | {collected} | {paid} |"


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
        least = show(rider.least.value)
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
    return "\n".join([f"{before}<!-- rules -->", *rows, f"<!-- end of rules -->\n{after}"])


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
