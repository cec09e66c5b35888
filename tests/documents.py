"""Documents made from the definitions."""

from collections.abc import Iterator

from upcard.law import READINGS
from upcard.money import show
from upcard.rules.wager import Point, Wager
from upcard.wagers import ALL, GAMES


def how_a_round_is_dealt() -> str:
    """Write the points of a round, what is settled at each, and what each wager asks of the procedure."""
    lines = [
        "# How a round is dealt",
        "",
        "Made from the definitions by `tests/test_documents.py`. Seats are numbered from the dealer's left; cards go",
        "round from there. Each paragraph can be shown with `upcard cite`.",
        "",
        "## The points of a round",
        "",
        "| | point | what happens | collected | paid |",
        "|---|---|---|---|---|",
        *(_point(point) for point in Point),
        "",
        "Without a hole card (13:69F-2.6(h)) the dealer's second card comes after the players' decisions; a later",
        "dealer's blackjack then takes the original wager only. With a hole card face down (13:69F-2.6(j)) the card",
        "reader tells of a blackjack before the decisions; face up (13:69F-2.6(k)) everyone sees it, and no",
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
    for said in wager.demands:
        yield f"- {said.value.value} [{said.cite}]"
    if wager.rider:
        rider = wager.rider
        least = show(rider.least.value)
        yield f"- {rider.name}: a fixed amount in addition, for a wager of at least ${least} [{rider.cite}]"
    yield ""


def _when(point: Point) -> str:
    return f"at point {int(point)}, {point.name.lower().replace('_', ' ')}"
