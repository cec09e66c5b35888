"""upcard strategy: the best play of a table."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from upcard.cli.arguments import answer, read_decks, read_removed, table_question
from upcard.cli.play_letters import sign
from upcard.cli.print_prices import heading, print_law_file
from upcard.cli.render import print_csv, print_json, styled, width, wrap
from upcard.cli.shared_arguments import A_TABLE, add_csv, add_law, add_no_cache, add_removed, add_set
from upcard.english import format_number
from upcard.errors import Misuse
from upcard.payoffs.hands import total_of
from upcard.results.best_play import BestPlay, ChartRows, best_play
from upcard.results.prices import price
from upcard.results.result import Progress
from upcard.results.wording import card_words
from upcard.rules.apply import FIRST_ONLY
from upcard.rules.enums import Play
from upcard.rules.hand import MOST_POINTS
from upcard.rules.play_names import LETTERS, label
from upcard.table import load

COLUMNS = 10  # of a chart, side by side
NAME_COLUMNS, VALUE_COLUMNS = 7, 18  # of a hand's values
CARD_SIGNS = re.compile(r"10|[2-9ATJQK]")

EMPTY_ANSWER: dict[str, object] = {"chart": {}, "values": {}}


ABOUT = """\
  upcard strategy TABLE.toml                     the chart
  upcard strategy TABLE.toml --hand 10-6         what every play of a hand is worth, against every upcard
  upcard strategy TABLE.toml --hand 2-3-4-7      the same for a hand of more cards
  upcard strategy TABLE.toml --exceptions        the hands whose cards call for a different play than the chart"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard strategy."""
    verb.add_argument("table", metavar="TABLE.toml", help=A_TABLE)
    verb.add_argument("--decks", metavar="N", help="number of decks, 1 to 8 (that of the table)")
    verb.add_argument("--hand", metavar="CARDS", help="show the values of one hand, such as 10-6, A-7 or 2-3-4-7")
    verb.add_argument(
        "--exceptions", action="store_true", help="list the hands whose cards call for a different play than the chart"
    )
    add_csv(verb)
    add_law(verb)
    add_set(verb)
    add_removed(verb)
    add_no_cache(verb)


def run(arguments: Namespace) -> int:
    """Show the chart, a hand, or the exceptions."""
    hand = None if arguments.hand is None else _hand(arguments.hand)
    if hand is not None and arguments.exceptions:
        raise Misuse("--hand and --exceptions: give one of them")
    report = _report(arguments, hand)
    if arguments.json:
        print_json(report.to_dict())
    elif arguments.csv:
        print_csv(*_rows(report, hand, exceptions=arguments.exceptions))
    elif hand is not None:
        _print_hand(report, card_words(hand))
    elif arguments.exceptions:
        _print_exceptions(report)
    else:
        _print_charts(report)
    if not (arguments.json or arguments.csv):
        print_law_file(report.law_file)
    return 0


def _rows(
    report: BestPlay, hand: tuple[int, ...] | None, *, exceptions: bool
) -> tuple[Sequence[str], Iterator[Sequence[object]]]:
    """Return the header and the rows of CSV: values of every play, or the exceptions to the chart."""
    if exceptions:
        header = ("player_hand", "total", "upcard", "play", "chart")
        return header, (
            (each.hand, each.total, each.upcard, each.play.value, each.chart.value) for each in report.exceptions
        )
    if hand is not None:
        words = card_words(hand)
        values = report.compositions[words]
        return ("player_hand", "upcard", "play", "value"), (
            (words, upcard, play.value, value) for upcard, plays in values.items() for play, value in plays.items()
        )
    rows = report._row_set()
    return tuple(rows.columns), iter(rows.values)


def _report(arguments: Namespace, hand: tuple[int, ...] | None) -> BestPlay:
    """Return the report of the table; with the values of the hand, if one is given."""
    table = load(arguments.table, arguments.changes)
    decks = read_decks(arguments.decks, range(table.decks, table.decks + 1))
    if len(decks) > 1:
        raise Misuse("--decks: one number of decks has one strategy: give a number, not a range")
    removed = read_removed(arguments.removed)
    prices = price(table, decks=decks[0], removed=removed)

    def find(progress: Progress) -> BestPlay:
        progress("analyzing the blackjack wager", 0, 1)
        return best_play(prices.blackjack, table, removed)

    if hand is not None:
        _require_in_shoe(hand, prices.blackjack.shoe)
        _require_decision(hand)
    question = table_question("strategy", table, decks=decks[0], removed=sorted(map(str, removed)))
    report = answer(question, BestPlay, find, keep=not arguments.no_cache)
    if hand is None:
        return report
    words = card_words(hand)
    if len(hand) > 2:
        values = replace(report, _solved=prices.blackjack).values_by_upcard(hand)
        report = replace(report, compositions={**report.compositions, **({words: values} if values else {})})
    if words not in report.compositions:
        raise Misuse(f"--hand: {words}: the rules of this table leave nothing to decide with these cards")
    return report


def _require_in_shoe(hand: tuple[int, ...], shoe: tuple[int, ...]) -> None:
    """Raise Misuse if the shoe does not hold the cards of a hand."""
    for value in sorted(set(hand)):
        if hand.count(value) > (held := shoe[value - 1]):
            card = card_words((value,))
            raise Misuse(
                f"--hand: {card_words(hand)}: the shoe holds {held} cards of value {card}, not {hand.count(value)}"
            )


def _require_decision(hand: tuple[int, ...]) -> None:
    """Raise Misuse if a hand has nothing to decide by its total."""
    total, words = total_of(hand), card_words(hand)
    if total.bust:
        raise Misuse(f"--hand: {words} is {total.points}, a bust: there is nothing to decide")
    if total.points == MOST_POINTS:
        name = "a blackjack" if len(hand) == 2 else total.points
        raise Misuse(f"--hand: {words} is {name}: there is nothing to decide")


def _print_charts(report: BestPlay) -> None:
    value = report.returns
    print(styled(wrap(heading(report), indent="  ", first=""), "bold"))
    by_chart = format_number(value.total_dependent, 10, signed=True)
    by_cards = format_number(value.composition_dependent, 10, signed=True)
    print(f"  played by the chart {by_chart}, by every card {by_cards}")
    _print_chart(report.first_plays, report.later_plays, report.upcards)
    if report.chart_of_free_hands and report.otherwise_of_free_hands is not None:
        print("\nA hand made by a free split, which risks nothing:")
        _print_chart(report.chart_of_free_hands, report.otherwise_of_free_hands, report.upcards)
    print("\n" + ", ".join(f"{sign(play)} {label(play)}" for play in LETTERS if play in _plays_shown(report)))
    small = "a small letter after it: what to do with more than two cards, or where that play is not allowed"
    print(wrap(small, first=""))
    if many := len(report.exceptions):
        hands = "hand is" if many == 1 else "hands are"
        listed = f"{many} {hands} best played otherwise for the cards held: --exceptions lists them"
        print(wrap(listed, first=""))
    print(wrap(f"convention: {report.convention}", indent="  ", first=""))


def _plays_shown(report: BestPlay) -> set[Play]:
    """Return the plays that stand in the charts, first or after another."""
    charts = [(report.first_plays, report.later_plays)]
    if report.chart_of_free_hands and report.otherwise_of_free_hands is not None:
        charts.append((report.chart_of_free_hands, report.otherwise_of_free_hands))
    cells = (
        (play, otherwise.get(hand, {}).get(upcard))
        for chart, otherwise in charts
        for hand, row in chart.items()
        for upcard, play in row.items()
    )
    return {play for first, later in cells for play in (first, _later(first, later)) if play}


def _later(play: Play, later: Play | None) -> Play | None:
    """Return the play that stands after another in a cell, if any."""
    return later if later != play and play in FIRST_ONLY else None


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
    second = _later(play, later)
    more = LETTERS[second].lower() if second else ""
    return " " * (4 - len(more)) + sign(play) + more


def _print_hand(report: BestPlay, hand: str) -> None:
    by_upcard = report.compositions[hand]
    plays = list(dict.fromkeys(play for values in by_upcard.values() for play in values))
    known = ", if the dealer has no blackjack" if report.given_no_dealer_blackjack else ""
    title = f"{hand}: what each play is worth, for one unit of the initial wager{known}"
    print(styled(wrap(title, first=""), "bold"))
    side_by_side = (width() - NAME_COLUMNS) // VALUE_COLUMNS
    for first in range(0, len(plays), side_by_side):
        columns = plays[first : first + side_by_side]
        print(" " * NAME_COLUMNS + "".join(f"{label(play):>{VALUE_COLUMNS}}" for play in columns))
        for upcard, values in by_upcard.items():
            best = max(values.values())
            print(f"  {upcard:<{NAME_COLUMNS - 2}}" + "".join(_value(values.get(play), best) for play in columns))


def _value(value: float | None, best: float) -> str:
    if value is None:
        return " " * VALUE_COLUMNS
    text = f"{format_number(value, 12, signed=True):>{VALUE_COLUMNS}}"
    return styled(text, "bold", "green") if value == best else text


def _hand(text: str) -> tuple[int, ...]:
    """Read the values of a hand's cards: 10-6, A7, 8,8, T 6, 2-3-4-7.

    >>> _hand("6-10"), _hand("kA"), _hand("7 4 a")
    ((6, 10), (1, 10), (1, 4, 7))
    """
    signs = CARD_SIGNS.findall(text.upper())
    if len(signs) < 2 or re.sub("[-, ]", "", CARD_SIGNS.sub("", text.upper())):
        raise Misuse(f'--hand: "{text}" is not a hand: write two cards or more by value, such as 10-6, A-7 or 2-3-4-7')
    return tuple(sorted(1 if sign == "A" else 10 if sign in "TJQK10" else int(sign) for sign in signs))


def _print_exceptions(report: BestPlay) -> None:
    groups: dict[tuple[str, str, Play, Play], list[str]] = {}
    for each in report.exceptions:
        groups.setdefault((each.total, each.upcard, each.play, each.chart), []).append(each.hand)
    if not groups:
        print("every hand is best played as the chart says")
    for (total, upcard, play, charted), hands in groups.items():
        title = f"{total} against {upcard}: {label(play)}, where the chart says {label(charted)} ({len(hands)})"
        print(styled(title, "bold"))
        print(wrap("  ".join(_in_order(hands)), indent="    "))


def _in_order(hands: Iterable[str]) -> list[str]:
    return sorted(hands, key=lambda hand: (hand.count("-"), hand))
