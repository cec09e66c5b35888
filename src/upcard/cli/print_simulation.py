"""How a simulation is printed on a terminal."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

from upcard.cli.print_prices import print_law_file
from upcard.cli.render import styled, width, wrap
from upcard.english import counted, format_number, format_percent, with_minus
from upcard.money import format_money
from upcard.results.confidence import FEWEST, LEVELS, IntervalMethod
from upcard.results.result import MeanCents
from upcard.results.simulated_table import (
    CovarianceOfSeats,
    MissingCovariance,
    SimulatedMeter,
    SimulatedOutcome,
    SimulatedSessions,
    SimulatedStep,
    SimulatedTable,
    SimulatedWager,
)
from upcard.results.strategies import CHART, MIMIC, NEVER_BUST, OPTIMUM
from upcard.table.config import file_with_changes

SUSPICIOUS = 4.5  # standard errors
TOO_RARE = "†"  # after an interval that is not normal
EXACT_WORDS = (
    "exact interval (Clopper-Pearson): some outcome was seen too rarely, or never, for a normal one;"
    " it holds at least as often as stated"
)
PLAY_WORDS = {  # by name of the strategy; another name is that of a file
    OPTIMUM: "optimal play",
    CHART: "played by the chart",
    MIMIC: "played as the dealer plays",
    NEVER_BUST: "never-bust play",
}


def print_simulation(report: SimulatedTable, *, requested: int, seconds: float, details: bool) -> None:
    """Print the simulated wagers beside the exact ones; `requested` is how many rounds were asked for."""
    _print_heading(report, requested, seconds)
    _print_table(report)
    _print_intervals(report)
    for wager in report.in_order:
        if wager.exact_missing:
            print(wrap(f"{wager.key} has no exact value: {wager.exact_missing}", indent="    ", first="  "))
    for wager in report.in_order:
        if wager.meter:
            _print_meter(wager.wager, wager.meter)
    if report.steps:
        _print_steps(report.steps)
    if report.sessions is not None:
        _print_sessions(report.sessions)
    if details:
        _print_details(report)
    _print_difference(report)
    print_law_file(report.law_file)


def _print_heading(report: SimulatedTable, requested: int, seconds: float) -> None:
    """Print the table, how it is played, how many rounds were, and what is beyond the table's limits."""
    seats = counted(report.seats, "seat")
    shoe = "a fresh shoe for every round" if report.fresh else f"cutting card at {report.cutting_card}"
    if report.shuffled_early:
        shoe += f" (but no round begins after {report.shuffled_early} of the cards: too few would be left)"
    name = file_with_changes(report.file, report.set_)
    heading = f"{name}: {report.table}, {report.game}, {counted(report.decks, 'deck')}"
    print(styled(wrap(heading, indent="  ", first=""), "bold"))
    print(wrap(f"{seats}, {shoe}, {PLAY_WORDS.get(report.strategy, f'played by {report.strategy}')}"))
    stopped = "" if report.complete else f" of {requested:,}; stopped"
    took = f" in {seconds:.1f} s" if sys.stdout.isatty() else ""  # a file keeps what is the same every time
    print(f"  {counted(report.rounds, 'round')}{stopped}{took}, seed {report.seed}")
    if report.until is not None:
        reached = "reached" if report.until.reached else "not reached"
        print(f"  standard error of at most {100 * report.until.error:.6g}% of the blackjack wager: {reached}")
    for exceeded in report.beyond_limits:
        print(wrap(f"beyond the limits of the table: {exceeded}", indent="    ", first="  "))
    print()


def _print_difference(report: SimulatedTable) -> None:
    """Print by what the simulated means differ from the exact ones: a count's gain is no effect of the cutting card."""
    compared = {wager.key: wager.compared for wager in report.in_order if wager.compared}
    if report.fresh or not compared:
        return
    text = "exact is the mean from a fresh shoe"
    if any(exact.cutting_card_effect for exact in compared.values()):
        text += (
            "; simulated differs from it by the error and by the effect of the cutting card, which --fresh leaves out"
        )
    if followed := [key for key, exact in compared.items() if exact.follows_count]:
        text += f"; where the amount follows the count ({', '.join(followed)}), simulated has the gain of the count too"
    print()
    print(wrap(text))


def _print_table(report: SimulatedTable) -> None:
    longest = max(len(wager.key) for wager in report.in_order)
    print(f"  {'':{longest}}  {'exact':>11}  {'simulated':>11}  {'error':>9}  {'z':>6}")
    for wager in report.in_order:
        exact, z = "-" if wager.exact is None else format_percent(wager.exact, 5, signed=True), wager.z
        mean = "never made" if wager.mean is None else format_percent(wager.mean, 5, signed=True)
        error = "-" if wager.standard_error is None else format_percent(wager.standard_error, 5)
        far = z is not None and abs(z) > SUSPICIOUS and report.fresh
        z_text = f"{'-' if z is None else format_number(z, 2, signed=True):>6}"
        line = f"  {wager.key:{longest}}  {exact:>11}  {mean:>11}  {error:>9}"
        print(f"{line}  {styled(z_text, 'red') if far else z_text}")


def _print_intervals(report: SimulatedTable) -> None:
    """Print the intervals of every mean that has an error, with as many digits as fit the line."""
    is_some_exact = any(wager.interval_method is IntervalMethod.EXACT for wager in report.in_order)
    blank = "  " if is_some_exact else ""
    known = [
        (wager.key, wager.intervals, f" {TOO_RARE}" if wager.interval_method is IntervalMethod.EXACT else blank)
        for wager in report.in_order
        if wager.intervals
    ]
    if not known:
        return
    for digits in (5, 4, 3, 2):
        rows = [
            (key, *(_interval(bounds, digits) + mark for bounds in intervals.values()))
            for key, intervals, mark in known
        ]
        rows.insert(0, ("", *(f"{level}% interval{blank}" for level in LEVELS)))
        key_width, *columns = (max(map(len, column)) for column in zip(*rows, strict=True))
        if 2 + key_width + sum(2 + column for column in columns) <= width():
            break
    print()
    for key, *cells in rows:
        padded = (f"  {cell:>{column}}" for cell, column in zip(cells, columns, strict=True))
        print(f"  {key:{key_width}}" + "".join(padded).rstrip())
    if is_some_exact:
        print(wrap(f"{TOO_RARE} {EXACT_WORDS}", indent="    ", first="  "))


def _interval(bounds: Sequence[float], digits: int = 5) -> str:
    low, high = bounds
    return f"{format_number(100 * low, digits, signed=True)} to {format_percent(high, digits, signed=True)}"


def _share_interval(bounds: Sequence[float], digits: int) -> str:
    low, high = bounds
    return f"{format_number(100 * low, digits)} to {format_percent(high, digits)}"


def _cents_interval(intervals: Mapping[str, tuple[MeanCents, ...]] | None) -> str:
    """Return the intervals of a mean in dollars, in words; nothing where they are not known."""
    words = (
        f"{level}%: {format_money(low)} to {format_money(high)}" for level, (low, high) in (intervals or {}).items()
    )
    return f" ({'; '.join(words)})" if intervals else ""


def _print_meter(wager: str, meter: SimulatedMeter) -> None:
    print()
    if meter.mean_when_won is None:
        won = "the meter was never won"
    else:
        times = counted(meter.won, "time")
        mean = f"{format_money(meter.mean_when_won)} on average{_cents_interval(meter.intervals_when_won)}"
        won = f"the meter was won {times}, {mean}"
    if meter.won < FEWEST:
        won += f" (too rarely for an interval: fewer than {FEWEST} times)"
    ran = f"mean of {wager} with the meter as it ran: {format_percent(meter.mean_as_it_ran, 4, signed=True)}"
    levels = (meter.intervals_as_it_ran or {}).items()
    if words := "; ".join(f"{level}%: {_interval(bounds)}" for level, bounds in levels):
        ran += f" ({words})"
    print(wrap(f"{won}; {ran}"))


def _print_sessions(sessions: SimulatedSessions) -> None:
    if sessions.mean is None or sessions.standard_deviation is None:
        print(f"\n  sessions of {counted(sessions.rounds, 'round')}: no session was completed")
        return
    print(f"\n  {counted(sessions.sessions, 'session')} of {counted(sessions.rounds, 'round')}:")
    mean = f"mean {format_money(sessions.mean)}{_cents_interval(sessions.intervals)}"
    print(wrap(f"{mean}, standard deviation {format_money(sessions.standard_deviation)}", indent="    "))
    if sessions.bankroll is not None and sessions.risk_of_ruin is not None:
        ruin = f"{format_percent(sessions.risk_of_ruin, 3)} lost a bankroll of {format_money(sessions.bankroll)}"
        levels = (sessions.risk_of_ruin_intervals or {}).items()
        if words := "; ".join(f"{level}%: {_share_interval(bounds, 3)}" for level, bounds in levels):
            method = ", exact (Clopper-Pearson)" * (sessions.risk_of_ruin_method is IntervalMethod.EXACT)
            ruin += f" ({words}{method})"
        print(wrap(ruin, indent="    "))
    if sessions.meter is not None:
        print(f"    the meter is won at {format_money(sessions.meter.cents)}, its opening amount, in every session")
    results = (
        f"{share}: {'beyond the bins' if result is None else format_money(result)}"
        for share, result in sessions.quantiles.items()
    )
    binned = f"quantiles, as the least result of bins {format_money(sessions.bin_width)} wide: "
    print(wrap(binned + ", ".join(results), indent="    "))


def _print_details(report: SimulatedTable) -> None:
    for wager in report.in_order:
        _print_outcomes(wager)
    _print_covariances(report)
    if report.between_seats:
        _print_between_seats(report.between_seats)


def _print_covariances(report: SimulatedTable) -> None:
    """Print the covariances of the wagers of a seat, those simulated and, where they are known, the exact ones."""
    covariance = report.covariance
    if len(covariance.wagers) == 1:
        return
    print("\n  covariance of the wagers of a seat, in units of each; exact from a fresh shoe")
    names = covariance.wagers
    rows = []
    for one, other in combinations_with_replacement(range(len(names)), 2):
        exact, simulated = covariance.exact[one][other] if covariance.exact else None, covariance.matrix[one][other]
        label = names[one] if one == other else f"{names[one]} with {names[other]}"
        rows.append((label, *("-" if figure is None else format_number(figure, 6) for figure in (exact, simulated))))
    _print_rows(("", "exact", "simulated"), rows)
    for pairs, why in _by_reason(covariance.exact_missing or ()):
        print(wrap(f"{pairs}: no exact covariance, for {why}", indent="      ", first="    "))


def _print_rows(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under a header, each cell as wide as its column; a first cell too long for its line is above it."""
    first, *widths = (max(map(len, column)) for column in zip(header, *rows, strict=True))
    first = min(first, width() - 4 - sum(column + 2 for column in widths))
    for label, *cells in (header, *rows):
        if len(label) > first:
            print(f"    {label}")
        shown = label if len(label) <= first else ""
        padded = (f"  {cell:>{column}}" for cell, column in zip(cells, widths, strict=True))
        print(f"    {shown:{first}}" + "".join(padded))


def _by_reason(missing: Iterable[MissingCovariance]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of wagers that have no exact covariance for one reason, and the reason."""
    pairs: dict[str, list[str]] = {}
    for each in missing:
        pairs.setdefault(each.why, []).append(" with ".join(dict.fromkeys(each.wagers)))
    yield from (("; ".join(wagers), why) for why, wagers in pairs.items())


def _print_between_seats(between: tuple[CovarianceOfSeats, ...]) -> None:
    print("\n  covariance of the wagers of two seats of a round, in units of each")
    rows = []
    for wager in between:
        exact, error, z, correlation = (
            "-" if number is None else format_number(number, places, signed=signed)
            for number, places, signed in (
                (wager.exact, 6, False),
                (wager.standard_error, 6, False),
                (wager.z, 2, True),
                (wager.correlation, 6, False),
            )
        )
        rows.append((wager.wager, exact, format_number(wager.covariance, 6), error, z, correlation))
    _print_rows(("", "exact", "simulated", "error", "z", "correlation"), rows)
    for wager in between:
        if wager.exact_missing:
            print(wrap(f"{wager.wager}: no exact covariance, for {wager.exact_missing}", indent="      ", first="    "))


def _print_steps(steps: tuple[SimulatedStep, ...]) -> None:
    print(f"\n  {'steps':>12}  {'rounds':>9}  {'wagered':>20}  {'a round':>12}  amounts")
    rounds = sum(step.rounds for step in steps)
    for step in steps:
        since = "below" if step.from_ is None else f"from {with_minus(repr(step.from_))}".removesuffix(".0")
        amounts = ", ".join(f"{name} {format_money(amount.cents)}" for name, amount in step.amounts.items())
        mean = "-" if step.mean_wagered is None else format_money(step.mean_wagered)
        share = format_percent(step.rounds / rounds, 3) if rounds else "-"
        figures = f"  {since:>12}  {share:>9}  {format_money(step.wagered):>20}  {mean:>12}  "
        print(wrap(amounts, indent=" " * len(figures), first=figures))


def csv_rows(report: SimulatedTable) -> tuple[tuple[str, ...], Iterator[tuple[object, ...]]]:
    """Return the header and a row for every outcome, each with what is known of its wager."""
    bounds = [f"{end}_{level}" for level in LEVELS for end in ("low", "high")]
    counts = ("wager", "outcome", "count", "net", "share", "made", "mean", "standard_error")
    of_shares = (*(f"share_{end}" for end in bounds), "share_interval_method")
    header = (*counts, *bounds, "interval_method", *of_shares)

    def rows() -> Iterator[tuple[object, ...]]:
        for wager in report.in_order:
            for outcome in wager.outcomes:
                share = outcome.count / wager.made if wager.made else None
                counted = (wager.key, outcome.outcome, outcome.count, outcome.net, share)
                of_mean = (*_ends(wager.intervals), wager.interval_method)
                of_share = (*_ends(outcome.share_intervals), outcome.interval_method)
                yield (*counted, wager.made, wager.mean, wager.standard_error, *of_mean, *of_share)

    return header, rows()


def _ends(intervals: Mapping[str, Sequence[float]] | None) -> list[float | None]:
    if intervals is None:
        return [None] * (2 * len(LEVELS))
    return [end for bounds in intervals.values() for end in bounds]


def _print_outcomes(wager: SimulatedWager) -> None:
    if wager.variance is None:
        print(f"\n  {wager.key}: never made")
        return
    exact = "" if wager.exact_variance is None else f" (exact from a fresh shoe: {wager.exact_variance:.6f})"
    print()
    print(wrap(f"{wager.key}: variance {wager.variance:.6f}{exact}, {wager.made:,} made", indent="    ", first="  "))
    rows = [
        (
            each.outcome,
            f"{each.count:,}",
            format_percent(each.count / wager.made, 6),
            _rare_interval(each),
            format_number(each.net, 4, signed=True),
        )
        for each in wager.outcomes
    ]
    if not any(interval for *_, interval, _ in rows):
        _print_rows(("", "count", "share", "net"), [(*counted, net) for *counted, _, net in rows])
        return
    _print_rows(("", "count", "share", f"{LEVELS[0]}%, if rare {TOO_RARE}", "net"), rows)


def _rare_interval(outcome: SimulatedOutcome) -> str:
    """Return the exact interval of an outcome that was seen too rarely for a normal one."""
    if outcome.share_intervals is None or outcome.interval_method is IntervalMethod.NORMAL:
        return ""
    return f"{_share_interval(outcome.share_intervals[str(LEVELS[0])], 6)}"
