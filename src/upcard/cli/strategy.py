"""upcard strategy: the best play of a table."""

import re
from argparse import Namespace
from collections.abc import Iterable, Mapping
from typing import Any

from upcard.analysis.best_play import strategy
from upcard.analysis.pricing import price
from upcard.cli.arguments import Advance, answered, decks_asked, question, removed_asked
from upcard.cli.print_prices import heading
from upcard.cli.render import misuse, paragraph, print_json, problem_json, styled
from upcard.errors import Misuse
from upcard.rules.apply import DOUBLES
from upcard.rules.enums import Play
from upcard.table import BadConfig, load

Said = dict[str, Any]
SIGNS = {
    Play.STAND.value: ("S", "red"),
    Play.DRAW.value: ("d", "green"),
    Play.DOUBLE_DOWN.value: ("D", "blue"),
    Play.SPLIT_PAIR.value: ("P", "yellow"),
    Play.SURRENDER.value: ("R", "magenta"),
    Play.FREE_DOUBLE_DOWN.value: ("FD", "cyan"),
    Play.FREE_SPLIT.value: ("FP", "cyan"),
}
FIRST_ONLY = tuple(play.value for play in (*DOUBLES, Play.SURRENDER))  # plays of the first two cards
SCREEN = 10  # columns of a chart


def run(asked: Namespace) -> int:
    """Show the chart, a hand, or the exceptions."""
    try:
        hand = None if asked.hand is None else _hand(asked.hand)
        answer = _found(asked)
        if hand is not None and hand not in answer["compositions"]:
            raise Misuse(f'--hand: there is nothing to decide with "{asked.hand}"')
        if asked.json:
            print_json(answer)
            return 0
        if hand is not None:
            _print_hand(answer, hand)
            return 0
    except BadConfig as bad:
        if asked.json:
            print_json({"chart": {}, "values": {}, "problems": [problem_json(one) for one in bad.problems]})
        return misuse(str(bad))
    except Misuse as wrong:
        if asked.json:
            print_json({"chart": {}, "values": {}, "problems": [{"message": str(wrong)}]})
        return misuse(str(wrong))
    if asked.exceptions:
        _print_exceptions(answer)
    else:
        _print_charts(answer)
    return 0


def _found(asked: Namespace) -> Said:
    table = load(asked.table)
    decks = decks_asked(asked.decks, range(table.decks, table.decks + 1))
    if len(decks) > 1:
        raise Misuse("--decks: one number of decks has one strategy")
    removed = removed_asked(asked.removed)
    priced = price(table, decks=decks[0], removed=removed)

    def find(advance: Advance) -> Said:
        advance("analysing the blackjack wager", 0, 1)
        return strategy(priced.blackjack, table, removed)

    said = question("strategy", table, decks=decks[0], removed=sorted(map(str, removed)))
    return answered(said, find, keep=not asked.no_cache)


def _print_charts(answer: Said) -> None:
    value = answer["value"]
    print(styled(heading(answer), "bold"))
    print(
        f"  played by the chart {value['total_dependent']:+.10f}, by every card {value['composition_dependent']:+.10f}"
    )
    _print_chart(answer["chart"], answer["otherwise"], answer["upcards"])
    if free := answer.get("chart_of_free_hands"):
        print("\nA hand made by a free split, which risks nothing:")
        _print_chart(free, answer["otherwise_of_free_hands"], answer["upcards"])
    used = {play for row in answer["chart"].values() for play in row.values()}
    print("\n" + ", ".join(f"{styled(sign, color)} {play}" for play, (sign, color) in SIGNS.items() if play in used))
    print("a small letter after it: what to do with more than two cards, or where that play is not allowed")
    if many := len(answer["exceptions"]):
        hands = "hand is" if many == 1 else "hands are"
        print(f"{many} {hands} best played otherwise for the cards held: --exceptions lists them")
    print(paragraph(f"convention: {answer['convention']}", indent="  ", first=""))


def _print_chart(chart: Mapping[str, Said], otherwise: Mapping[str, Said], upcards: list[str]) -> None:
    ordered = [*(up for up in upcards if up != "A"), *(up for up in upcards if up == "A")]
    for first in range(0, len(ordered), SCREEN):
        columns = ordered[first : first + SCREEN]
        print()
        print(" " * 9 + " ".join(f"{up:>5}" for up in columns))
        for hand, row in chart.items():
            cells = (_cell(row.get(up), otherwise.get(hand, {}).get(up)) for up in columns)
            print(f"{hand:<9}" + " ".join(cells))


def _cell(play: str | None, later: str | None) -> str:
    if play is None:
        return " " * 5
    sign, color = SIGNS[play]
    more = SIGNS[later][0].lower() if later and later != play and play in FIRST_ONLY else ""
    return " " * (5 - len(sign + more)) + styled(sign, color) + more


def _print_hand(answer: Said, hand: str) -> None:
    by_upcard = answer["compositions"][hand]
    plays = list(dict.fromkeys(play for values in by_upcard.values() for play in values))
    known = ", if the dealer has no blackjack" if answer["given_no_dealer_blackjack"] else ""
    print(styled(f"{hand}: what each play is worth, for one unit of the initial wager{known}", "bold"))
    print(" " * 8 + " ".join(f"{play:>17}" for play in plays))
    for upcard, values in by_upcard.items():
        best = max(values.values())
        cells = (_value(values.get(play), best) for play in plays)
        print(f"  {upcard:<6}" + " ".join(cells))


def _value(value: float | None, best: float) -> str:
    if value is None:
        return " " * 17
    text = f"{value:+17.12f}"
    return styled(text, "bold", "green") if value == best else text


def _hand(text: str) -> str:
    """Read two values: 10-6, A7, 8,8, T 6.

    >>> _hand("6-10"), _hand("kA"), _hand("7 A")
    ('6-10', 'A-10', 'A-7')
    """
    found = re.findall(r"10|[2-9ATJQK]", text.upper())
    if len(found) != 2 or re.sub(r"10|[2-9ATJQK]|[-, ]", "", text.upper()):
        raise Misuse(f'--hand: "{text}" is not two cards; write them by value, such as 10-6, A-7 or 8-8')
    values = sorted(1 if sign == "A" else 10 if sign in "TJQK10" else int(sign) for sign in found)
    return "-".join("A" if value == 1 else str(value) for value in values)


def _print_exceptions(answer: Said) -> None:
    groups: dict[tuple[str, str, str, str], list[str]] = {}
    for one in answer["exceptions"]:
        groups.setdefault((one["total"], one["upcard"], one["play"], one["chart"]), []).append(one["hand"])
    if not groups:
        print("every hand is best played as the chart says")
    for (total, upcard, play, charted), hands in groups.items():
        print(styled(f"{total} against {upcard}: {play}, where the chart says {charted} ({len(hands)})", "bold"))
        print(paragraph("  ".join(_in_order(hands)), indent="    "))


def _in_order(hands: Iterable[str]) -> list[str]:
    return sorted(hands, key=lambda hand: (hand.count("-"), hand))
