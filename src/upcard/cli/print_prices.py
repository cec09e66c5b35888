"""How prices are printed on a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import log10
from typing import TYPE_CHECKING

from upcard.cli.render import styled, width, wrap
from upcard.english import counted, format_number, format_percent, with_minus
from upcard.law.folder import law_file_words
from upcard.money import format_money
from upcard.results.amounts import Money
from upcard.results.prices import (
    BlackjackValue,
    DealersHands,
    PricedByName,
    PricedMeter,
    PricedOutcome,
    PricedRider,
    PricedWager,
    PriceReport,
)
from upcard.results.result import error_of
from upcard.table.config import file_with_changes
from upcard.table.shipped import is_path
from upcard.wagers import display_name

if TYPE_CHECKING:  # their modules are not needed to price a table
    from upcard.results.best_play import BestPlay
    from upcard.results.sweep import SweepReport

LABEL_WIDTH, SHORTEST_LABEL, SHORTEST_PAYS = 44, 20, 12
BEST_PLAY = "the best play for the cards held, by the convention of published analyses"
AS_SETTLED = "that play as settled here: a bust stays lost when a dealer's blackjack shows after it"
OPPOSITE = "the house advantage is its opposite"
DECIMALS = 9  # of a probability


def print_prices(report: PriceReport) -> None:
    """Print every wager with its outcomes."""
    if report.table is not None:
        print(styled(wrap(heading(report), indent="  ", first=""), "bold"))
    elif report.removed:
        print(styled(f"without {' '.join(report.removed)}", "bold"))
    for number, wager in enumerate(report.wagers):
        if number or report.table is not None:
            print()
        for line in _lines(wager):
            print(line)
    print_law_file(report.law_file)
    for number, reading in enumerate(report.readings):
        line = reading.words
        print("\n" * (not number) + wrap(line, indent="  ", first=""))


def print_law_file(fingerprint: str | None) -> None:
    """Print on which law folder of the licensee an answer rests, if it rests on one."""
    if fingerprint is not None:
        print("\n" + wrap(f"odds and amounts of the law {law_file_words(fingerprint)}", indent="  ", first=""))


def heading(report: "PriceReport | BestPlay") -> str:
    """Return the table, its game and its cards in one line."""
    decks = report.decks
    many = counted(decks, "deck") if isinstance(decks, int) else f"{decks[0]} to {decks[-1]} decks"
    gone = f", without {' '.join(report.removed)}" if report.removed else ""
    name = file_with_changes(report.file, report.set_)
    # A word may name a wager too, which is priced without a table.
    what = name if is_path(report.file or "") else f"table {name}"
    return f"{what}: {report.table}, {report.game}, {many}{gone}"


def _lines(wager: PricedWager) -> Iterator[str]:
    advantage = wager.house_advantage
    exact = with_minus(str(advantage)) if wager.exact else ""
    side = "player's" if advantage < 0 else "house"
    percent = styled(format_percent(abs(advantage), 5), "green")
    yield from _with_fraction(f"{styled(_name(wager), 'bold')}: {side} advantage {percent}", exact)
    if isinstance(wager, PricedByName) and wager.note:
        yield wrap(f"not a lawful number of decks: {wager.note}", indent="    ")
    paid = (
        f"paid {_paid(wager.hit_frequency)} of the time, standard deviation"
        f" {wager.standard_deviation:.5f}{_rounds(wager)}"
    )
    yield wrap(paid, indent="    ", first="  ")
    if wager.returns is not None:
        yield from _blackjack(wager, wager.returns)
    else:
        yield from _outcomes(wager.outcomes)
    yield from _hour(wager)
    yield from _extras(wager)
    if isinstance(wager, PricedByName) and wager.assumes:
        yield wrap(f"assumed: {wager.assumes}", indent="    ", first="  ")
    if wager.convention:
        yield wrap(f"convention: {wager.convention}", indent="    ", first="  ")


def _name(wager: PricedWager) -> str:
    words = [f"{display_name(wager.wager)} wager" if isinstance(wager, PricedByName) else wager.wager]
    if wager.choice is not None:
        words.append(str(wager.choice))
    if wager.pay_table:
        words.append(f"({wager.pay_table})")
    return f"{' '.join(words)}, {counted(wager.decks, 'deck')}"


def _rounds(wager: PricedWager) -> str:
    if wager.mean_rounds is None:
        return ""
    return f", decided in {float(wager.mean_rounds):.3f} rounds on average"


def _outcomes(outcomes: Sequence[PricedOutcome]) -> Iterator[str]:
    pays_width = max(SHORTEST_PAYS, *(len(line.pays or "") for line in outcomes))
    room = width() - pays_width - DECIMALS - 9
    label_width = min(max(SHORTEST_LABEL, *(len(line.outcome) for line in outcomes)), room)
    for line in outcomes:
        probability = line.probability
        places = _places(probability, DECIMALS)
        bound = "" if places == DECIMALS else f"{'':{DECIMALS - places}}  ± {with_minus(f'{line.error:.0e}')}"
        label = line.outcome
        if len(label) > label_width:
            yield f"    {label}"
            label = ""
        text = f"    {label:<{label_width}} {line.pays or '':>{pays_width}}  {float(probability):.{places}f}{bound}"
        yield from _with_fraction(text, str(probability) if line.exact else "")


def _with_fraction(text: str, fraction: str) -> Iterator[str]:
    """Yield a line with its exact value, which goes below where the line is too long for both."""
    if not fraction:
        yield text
    elif len(text) + len(fraction) + 4 <= width():
        yield f"{text}  = {fraction}"
    else:
        yield text
        yield wrap(f"= {fraction}", indent="          ", first="        ")


def _places(number: Fraction, most: int) -> int:
    """Return how many decimals of a number its error leaves standing, at most so many."""
    error = error_of(number)
    return most if error is None else max(0, min(most, int(-log10(2 * error))))


def _paid(number: Fraction) -> str:
    places = max(0, _places(number, 6) - 2)
    return format_percent(number, places)


def _blackjack(wager: PricedWager, value: BlackjackValue) -> Iterator[str]:
    late = value.composition_dependent_as_settled is not None
    first = BEST_PLAY if late else f"{BEST_PLAY}; {OPPOSITE}"
    yield "  player's value for one unit of the initial wager:"
    for label, number, meaning in (
        ("composition-dependent", value.composition_dependent, first),
        ("total-dependent", value.total_dependent, "the best play by total alone: the chart"),
        ("composition-dependent, as settled", value.composition_dependent_as_settled, f"{AS_SETTLED}; {OPPOSITE}"),
        ("total-dependent, as settled", value.total_dependent_as_settled, "the chart, settled in the same way"),
    ):
        if number is not None:
            yield f"    {label:<{LABEL_WIDTH}} {format_number(number, 12, signed=True)}"
            yield wrap(meaning, indent="      ")
    if value.composition_dependent_fraction is not None:
        yield f"    exactly {with_minus(str(value.composition_dependent_fraction))}"
    if wager.by_upcard and len(wager.by_upcard) <= 10:
        yield "  by upcard:"
        for upcard, part in wager.by_upcard.items():
            yield f"    {upcard:<{LABEL_WIDTH}} {format_number(part, 12, signed=True)}"
    yield "  net result of a round:"
    yield from _outcomes(wager.outcomes)


def _dollars(amount: Money) -> str:
    return format_money(amount.cents)


def _hour(wager: PricedWager) -> Iterator[str]:
    if not wager.per_hour:
        return
    hour = wager.per_hour
    result = f"wins {_dollars(-hour.loss)}" if hour.loss < Money(0) else f"loses {_dollars(hour.loss)}"
    wagered = " + ".join(_dollars(amount) for amount in hour.wagers or (hour.amount,))
    deviation = "not known" if hour.standard_deviation is None else _dollars(hour.standard_deviation)
    text = f"{hour.rounds} rounds an hour at {wagered}: {result} on average, standard deviation {deviation}"
    yield wrap(text, indent="    ", first="  ")


def _extras(wager: PricedWager) -> Iterator[str]:
    if wager.meter:
        yield from _meter(wager.meter)
    if wager.rider:
        yield from _rider(wager.rider)
    if wager.even_money:
        refused = float(wager.even_money.refused)
        yield f"  with a blackjack: even money is worth 1, refusing it {format_number(refused, 6)} on average"
    if wager.dealers_hands:
        yield from _dealers_hands(wager.dealers_hands)


def _rider(rider: PricedRider) -> Iterator[str]:
    worth = format_money(100 * rider.value, places=6)
    yield f"  {rider.name}: worth {worth} on a wager of {_dollars(rider.least_wager)} or more"
    yield from _outcomes(rider.outcomes)
    by_wager = ", ".join(f"{_dollars(row.amount)} {format_percent(row.house_advantage, 4)}" for row in rider.by_wager)
    yield wrap(f"house advantage with it: {by_wager}", indent="      ", first="    ")


def _dealers_hands(hands: DealersHands) -> Iterator[str]:
    text = (
        f"wagers on two dealer's hands: covariance {format_number(hands.covariance_of_two, 6)}, correlation"
        f" {format_number(hands.correlation_of_two, 6)}; variance of the sum of two {hands.variance_of_two:.5f},"
        f" of three {hands.variance_of_three:.5f}"
    )
    yield wrap(text, indent="    ", first="  ")
    for upcard, joint in hands.two_hands.items():
        yield f"  two dealer's hands on {upcard}:"
        yield from (f"    {kinds:<{LABEL_WIDTH}} {probability:.9f}" for kinds, probability in joint.items())


def _meter(meter: PricedMeter) -> Iterator[str]:
    if meter.at is not None:
        less = format_number(100 * meter.house_advantage_less_for_each_dollar, 6)
        yield wrap(
            f"with {_dollars(meter.at)} on the meter; {less} points less for each dollar more",
            "    ",
            "  ",
        )
    empty = format_percent(meter.house_advantage_when_empty, 4)
    yield f"  nothing on the meter: {empty}; break-even at {_dollars(meter.break_even)}"
    if meter.mean_rounds_between_jackpots is None:
        text = "the long run is not given: its rounds are not dealt from a shoe without the removed cards"
        yield wrap(text, indent="    ", first="  ")
        return
    yield f"  won once in {float(meter.mean_rounds_between_jackpots):.1f} rounds on average"
    if meter.mean_when_won is None or meter.mean_when_first_won is None:
        return
    assert meter.house_advantage_in_the_long_run is not None
    text = (
        f"won at {_dollars(meter.mean_when_first_won)} the first time and {_dollars(meter.mean_when_won)} later on"
        f" average; house advantage in the long run {format_percent(meter.house_advantage_in_the_long_run, 4)}"
    )
    yield wrap(text, indent="    ", first="  ")


def print_columns(first: Mapping[str, Sequence[str]], rest: Mapping[str, Sequence[str]]) -> None:
    """Print columns under their heads, the first ones again where the rest do not fit beside them in one line."""
    widths = {head: max(5, len(head), *map(len, cells)) + 2 for head, cells in (*first.items(), *rest.items())}
    room = width() - sum(widths[head] for head in first)
    parts: list[list[str]] = [[]]
    for head in rest:
        if parts[-1] and sum(widths[other] for other in (*parts[-1], head)) > room:
            parts.append([])
        parts[-1].append(head)
    for number, part in enumerate(parts):
        columns = {**first, **{head: rest[head] for head in part}}
        print("\n" * (number > 0) + "".join(f"{head:>{widths[head]}}" for head in columns))
        for row in zip(*columns.values(), strict=True):
            print("".join(f"{cell:>{widths[head]}}" for head, cell in zip(columns, row, strict=True)))


def print_sweep(report: "SweepReport") -> None:
    """Print a row for each variant: its values, and the house advantage of each wager."""
    variants = list({id(variant): variant for variant, _ in report.rows}.values())
    rest: dict[str, dict[int, str]] = {}
    for variant, wager in report.rows:
        column = rest.setdefault(_column(wager), {})
        column[id(variant)] = format_number(100 * wager.house_advantage, 5)
    head = f"{file_with_changes(report.file, report.set_)}: house advantage in %"
    print(styled(wrap(head, indent="  ", first=""), "bold"))
    print_columns(
        {swept.key: [variant[swept.key] for variant in variants] for swept in report.sweeps},
        {head: [column.get(id(variant), "-") for variant in variants] for head, column in rest.items()},
    )
    print_law_file(report.law_file)


def _column(wager: PricedWager) -> str:
    """Return a wager's name with its choice."""
    choice = wager.choice
    return wager.wager if choice is None else f"{wager.wager} {choice}"


def print_grid(report: PriceReport) -> None:
    """Print house advantages as a grid of decks and pay tables, wager by wager."""
    grids: dict[str, dict[str, dict[int, str]]] = {}
    for wager in report.wagers:
        column = grids.setdefault(_column(wager), {}).setdefault(wager.pay_table or "posted", {})
        column[wager.decks] = format_number(100 * wager.house_advantage, 4)
    for name, columns in grids.items():
        print(f"{styled(name, 'bold')}: house advantage in %")
        rows = sorted({number for column in columns.values() for number in column})
        cells = {pay_table: [column[decks] for decks in rows] for pay_table, column in columns.items()}
        print_columns({"decks": [str(decks) for decks in rows]}, cells)
        print()
    print_law_file(report.law_file)
