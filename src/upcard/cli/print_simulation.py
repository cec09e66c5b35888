"""How a simulation is printed on a terminal."""

import sys
from collections.abc import Iterable, Iterator

from upcard.analysis.report import show_cents
from upcard.analysis.simulation_report import (
    ComparedWagerReport,
    MissingCovarianceReport,
    SeatCovarianceReport,
    SessionsReport,
    SimulatedMeterReport,
    SimulatedWagerReport,
    SimulationReport,
    StepReport,
)
from upcard.analysis.strategies import CHART, MIMIC, NEVER_BUST, OPTIMUM
from upcard.cli.render import styled, wrap
from upcard.money import show

SUSPICIOUS = 4.5  # standard errors
PLAY_WORDS = {  # by name of the strategy; another name is that of a file
    OPTIMUM: "optimal play",
    CHART: "played by the chart",
    MIMIC: "played as the dealer plays",
    NEVER_BUST: "never-bust play",
}


def print_simulation(report: SimulationReport, *, requested: int, seconds: float, details: bool) -> None:
    """Print the simulated wagers beside the exact ones; `requested` is how many rounds were asked for."""
    seats = "1 seat" if report.seats == 1 else f"{report.seats} seats"
    shoe = "a fresh shoe for every round" if report.fresh else f"cutting card at {report.cutting_card}"
    if report.shuffled_early:
        shoe += f" (but no round begins after {report.shuffled_early} of the cards: too few would be left)"
    changed = f" with {', '.join(report.set_)}" if report.set_ else ""
    heading = f"{report.file}{changed}: {report.table}, {report.game}, {report.decks} decks"
    print(styled(wrap(heading, indent="  ", first=""), "bold"))
    print(f"  {seats}, {shoe}, {PLAY_WORDS.get(report.strategy, f'played by {report.strategy}')}")
    stopped = "" if report.complete else f" of {requested:,}; stopped"
    took = f" in {seconds:.1f} s" if sys.stdout.isatty() else ""  # a file keeps what is the same every time
    print(f"  {report.rounds:,} rounds{stopped}{took}, seed {report.seed}\n")
    _print_table(report)
    for wager in report.wagers:
        if wager.exact_missing:
            print(wrap(f"{wager.key} has no exact value: {wager.exact_missing}", indent="    ", first="  "))
    for wager in report.wagers:
        if wager.meter:
            _print_meter(wager.wager, wager.meter)
    if report.sessions is not None:
        _print_sessions(report.sessions)
    if details:
        _print_details(report)
    if not report.fresh and any(isinstance(wager, ComparedWagerReport) for wager in report.wagers):
        gain = ", and by the gain of the count where the amount follows it" if report.steps else ""
        text = (
            "exact is the mean from a fresh shoe; simulated differs from it by the error and by the effect of the"
            f" cutting card, which --fresh leaves out{gain}"
        )
        print()
        print(wrap(text))


def _print_table(report: SimulationReport) -> None:
    width = max(len(wager.key) for wager in report.wagers)
    print(f"  {'':{width}}  {'exact':>11}  {'simulated':>11}  {'error':>9}  {'z':>6}")
    for wager in report.wagers:
        exact, z = "-", None
        if isinstance(wager, ComparedWagerReport):
            exact, z = f"{wager.exact:+.5%}", wager.z
        line = f"  {wager.key:{width}}  {exact:>11}  {wager.mean:>+11.5%}  {wager.standard_error:>9.5%}"
        far = z is not None and abs(z) > SUSPICIOUS and report.fresh
        z_text = f"{'-' if z is None else f'{z:+.2f}':>6}"
        print(f"{line}  {styled(z_text, 'red') if far else z_text}")


def _print_meter(wager: str, meter: SimulatedMeterReport) -> None:
    print(
        f"\n  the meter was won {meter.won:,} time{'' if meter.won == 1 else 's'},"
        f" {show_cents(meter.mean_when_won)} on average;"
        f" mean of {wager} with the meter as it ran: {meter.mean_as_it_ran:+.4%}"
    )


def _print_sessions(sessions: SessionsReport) -> None:
    print(f"\n  {sessions.sessions:,} sessions of {sessions.rounds:,} rounds:")
    print(f"    mean {show_cents(sessions.mean)}, standard deviation {show_cents(sessions.standard_deviation)}")
    if sessions.bankroll is not None:
        print(f"    {sessions.risk_of_ruin:.3%} lost a bankroll of {show_cents(sessions.bankroll)}")
    if sessions.meter is not None:
        print(f"    the meter is won at ${show(sessions.meter)}, its opening amount, in every session")
    if sessions.quantiles:
        print("    " + ", ".join(f"{share}: {show_cents(result)}" for share, result in sessions.quantiles.items()))


def _print_details(report: SimulationReport) -> None:
    for wager in report.wagers:
        _print_outcomes(wager)
    _print_covariances(report)
    if report.between_seats:
        _print_between_seats(report.between_seats)
    if report.steps:
        _print_steps(report.steps)


def _print_covariances(report: SimulationReport) -> None:
    """Print the covariances of the wagers of a seat, those simulated and, where they are known, the exact ones."""
    covariance = report.covariance
    if len(covariance.wagers) == 1:
        return
    print("\n  covariance of the wagers of a seat, in units of each")
    for name, row in zip(covariance.wagers, covariance.matrix, strict=True):
        print(f"    {name:28} " + " ".join(f"{cell:>12.6f}" for cell in row))
    if covariance.exact is None:
        return
    print("  the same, exact from a fresh shoe")
    for name, exact in zip(covariance.wagers, covariance.exact, strict=True):
        print(f"    {name:28} " + " ".join(f"{'-' if cell is None else f'{cell:.6f}':>12}" for cell in exact))
    for pairs, why in _by_reason(covariance.exact_missing or ()):
        print(wrap(f"{pairs}: no exact covariance, for {why}", indent="      ", first="    "))


def _by_reason(missing: Iterable[MissingCovarianceReport]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of wagers that have no exact covariance for one reason, and the reason."""
    pairs: dict[str, list[str]] = {}
    for each in missing:
        pairs.setdefault(each.why, []).append(" with ".join(dict.fromkeys(each.wagers)))
    yield from (("; ".join(wagers), why) for why, wagers in pairs.items())


def _print_between_seats(between: tuple[SeatCovarianceReport, ...]) -> None:
    print("\n  covariance of the wagers of two seats of a round, in units of each")
    print(f"    {'':28} {'exact':>12} {'simulated':>12} {'error':>12} {'z':>6} {'correlation':>12}")
    for wager in between:
        exact, error, z, correlation = (
            "-" if number is None else f"{number:{style}}"
            for number, style in (
                (wager.exact, ".6f"),
                (wager.standard_error, ".6f"),
                (wager.z, "+.2f"),
                (wager.correlation, ".6f"),
            )
        )
        print(f"    {wager.wager:28} {exact:>12} {wager.covariance:>12.6f} {error:>12} {z:>6} {correlation:>12}")
    for wager in between:
        if wager.exact_missing:
            print(wrap(f"{wager.wager}: no exact covariance, for {wager.exact_missing}", indent="      ", first="    "))


def _print_steps(steps: tuple[StepReport, ...]) -> None:
    print("\n  steps of the schedule")
    rounds = sum(step.rounds for step in steps)
    for step in steps:
        since = "below" if step.from_ is None else f"from {step.from_:g}"
        amounts = ", ".join(f"{name} {show(amount)}" for name, amount in step.amounts.items())
        print(f"    {since:>10}  {step.rounds / max(rounds, 1):>8.3%}  {amounts}")


def _print_outcomes(wager: SimulatedWagerReport) -> None:
    exact = "" if wager.exact_variance is None else f" (exact from a fresh shoe: {wager.exact_variance:.6f})"
    print(f"\n  {wager.key}: variance {wager.variance:.6f}{exact}, {wager.made:,} made")
    for outcome in wager.outcomes:
        share = outcome.count / wager.made if wager.made else 0.0
        print(f"    {outcome.outcome:32} {outcome.count:>16,}  {share:>10.6%}  {outcome.net:>+10.4f}")
