"""upcard strategy: the best play of a table."""

import re
from argparse import Namespace
from collections.abc import Iterable

from upcard.analysis.best_play import ChartRows, StrategyReport, strategy_report
from upcard.analysis.pricing import price
from upcard.analysis.report import ReportProgress
from upcard.analysis.wording import card_words
from upcard.cli.arguments import answer, read_decks, read_removed, table_question
from upcard.cli.print_prices import heading
from upcard.cli.render import print_json, styled, wrap
from upcard.errors import Misuse
from upcard.rules.apply import DOUBLES
from upcard.rules.enums import Play
from upcard.table import load

SIGNS = {
    Play.STAND: ("S", "red"),
    Play.DRAW: ("d", "green"),
    Play.DOUBLE_DOWN: ("D", "blue"),
    Play.SPLIT_PAIR: ("P", "yellow"),
    Play.SURRENDER: ("R", "magenta"),
    Play.FREE_DOUBLE_DOWN: ("FD", "cyan"),
    Play.FREE_SPLIT: ("FP", "cyan"),
}
FIRST_ONLY = (*DOUBLES, Play.SURRENDER)  # plays of the first two cards
COLUMNS = 10  # of a chart, side by side

EMPTY_ANSWER: dict[str, object] = {"chart": {}, "values": {}}


def run(arguments: Namespace) -> int:
    """Show the chart, a hand, or the exceptions."""
    hand = None if arguments.hand is None else _hand(arguments.hand)
    report = _report(arguments)
    if hand is not None and hand not in report.compositions:
        raise Misuse(f'--hand: there is nothing to decide with "{arguments.hand}"')
    if arguments.json:
        print_json(report.to_dict())
    elif hand is not None:
        _print_hand(report, hand)
    elif arguments.exceptions:
        _print_exceptions(report)
    else:
        _print_charts(report)
    return 0


def _report(arguments: Namespace) -> StrategyReport:
    table = load(arguments.table, arguments.changes)
    decks = read_decks(arguments.decks, range(table.decks, table.decks + 1))
    if len(decks) > 1:
        raise Misuse("--decks: one number of decks has one strategy: give a number, not a range")
    removed = read_removed(arguments.removed)
    prices = price(table, decks=decks[0], removed=removed)

    def find(progress: ReportProgress) -> StrategyReport:
        progress("analyzing the blackjack wager", 0, 1)
        return strategy_report(prices.blackjack, table, removed)

    question = table_question("strategy", table, decks=decks[0], removed=sorted(map(str, removed)))
    return answer(question, StrategyReport, find, keep=not arguments.no_cache)


def _print_charts(report: StrategyReport) -> None:
    value = report.value
    print(styled(wrap(heading(report), indent="  ", first=""), "bold"))
    print(f"  played by the chart {value.total_dependent:+.10f}, by every card {value.composition_dependent:+.10f}")
    _print_chart(report.chart, report.otherwise, report.upcards)
    if report.chart_of_free_hands and report.otherwise_of_free_hands is not None:
        print("\nA hand made by a free split, which risks nothing:")
        _print_chart(report.chart_of_free_hands, report.otherwise_of_free_hands, report.upcards)
    plays = {play for row in report.chart.values() for play in row.values()}
    signs = ((play, sign, color) for play, (sign, color) in SIGNS.items() if play in plays)
    print("\n" + ", ".join(f"{styled(sign, color)} {play.value}" for play, sign, color in signs))
    print("a small letter after it: what to do with more than two cards, or where that play is not allowed")
    if many := len(report.exceptions):
        hands = "hand is" if many == 1 else "hands are"
        print(f"{many} {hands} best played otherwise for the cards held: --exceptions lists them")
    print(wrap(f"convention: {report.convention}", indent="  ", first=""))


def _print_chart(chart: ChartRows, otherwise: ChartRows, upcards: Iterable[str]) -> None:
    ordered = sorted(upcards, key=lambda upcard: upcard == "A")
    for first in range(0, len(ordered), COLUMNS):
        columns = ordered[first : first + COLUMNS]
        print()
        print(" " * 9 + " ".join(f"{upcard:>5}" for upcard in columns))
        for hand, row in chart.items():
            cells = (_cell(row.get(upcard), otherwise.get(hand, {}).get(upcard)) for upcard in columns)
            print(f"{hand:<9}" + " ".join(cells))


def _cell(play: Play | None, later: Play | None) -> str:
    if play is None:
        return " " * 5
    sign, color = SIGNS[play]
    more = SIGNS[later][0].lower() if later and later != play and play in FIRST_ONLY else ""
    return " " * (5 - len(sign + more)) + styled(sign, color) + more


def _print_hand(report: StrategyReport, hand: str) -> None:
    by_upcard = report.compositions[hand]
    plays = list(dict.fromkeys(play for values in by_upcard.values() for play in values))
    known = ", if the dealer has no blackjack" if report.given_no_dealer_blackjack else ""
    print(styled(f"{hand}: what each play is worth, for one unit of the initial wager{known}", "bold"))
    print(" " * 8 + " ".join(f"{play.value:>17}" for play in plays))
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
    signs = re.findall(r"10|[2-9ATJQK]", text.upper())
    if len(signs) != 2 or re.sub(r"10|[2-9ATJQK]|[-, ]", "", text.upper()):
        raise Misuse(f'--hand: "{text}" is not two cards; write them by value, such as 10-6, A-7 or 8-8')
    return card_words(sorted(1 if sign == "A" else 10 if sign in "TJQK10" else int(sign) for sign in signs))


def _print_exceptions(report: StrategyReport) -> None:
    groups: dict[tuple[str, str, Play, Play], list[str]] = {}
    for each in report.exceptions:
        groups.setdefault((each.total, each.upcard, each.play, each.chart), []).append(each.hand)
    if not groups:
        print("every hand is best played as the chart says")
    for (total, upcard, play, charted), hands in groups.items():
        title = f"{total} against {upcard}: {play.value}, where the chart says {charted.value} ({len(hands)})"
        print(styled(title, "bold"))
        print(wrap("  ".join(_in_order(hands)), indent="    "))


def _in_order(hands: Iterable[str]) -> list[str]:
    return sorted(hands, key=lambda hand: (hand.count("-"), hand))
