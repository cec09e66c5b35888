"""How a simulation is printed."""

import sys

from upcard.analysis.simulation import Simulation
from upcard.analysis.simulation_report import show_cents
from upcard.analysis.statistics import SessionResult, WagerStatistics
from upcard.cli.render import paragraph, styled
from upcard.money import percent, show

SUSPICIOUS = 4.5  # standard errors


def print_simulation(found: Simulation, seconds: float, *, details: bool) -> None:
    """Print exact against simulated, and what else was asked for."""
    table, asked = found.table, found.asked
    seats = "1 seat" if asked.seats == 1 else f"{asked.seats} seats"
    shoe = "a fresh shoe for every round" if asked.fresh else f"cutting card at {percent(table.cutting_card)}"
    print(styled(f"{table.file}: {table.table}, {table.game.name}, {table.decks} decks", "bold"))
    print(f"  {seats}, {shoe}, played by {asked.strategy}")
    stopped = "" if found.done else f" of {asked.rounds:,}; stopped"
    took = f" in {seconds:.1f} s" if sys.stdout.isatty() else ""  # a file keeps what is the same every time
    print(f"  {found.rounds:,} rounds{stopped}{took}, seed {found.seed}\n")
    _print_table(found)
    for one in found.results:
        if one.meter:
            print(
                f"\n  the meter was won {one.meter.won:,} times, {show_cents(one.meter.mean_when_won)} on the average;"
                f" as it ran {one.wager} brought {one.meter.mean:+.4%}"
            )
    if found.session is not None:
        _print_sessions(found.session)
    if details:
        _print_details(found)
    if not asked.fresh and found.exact:
        print()
        print(
            paragraph(
                "exact is that of a fresh shoe; what departs from it here is the error and the effect of the cutting"
                " card, which --fresh leaves out"
            )
        )


def _print_table(found: Simulation) -> None:
    wide = max(len(one.key) for one in found.results)
    print(f"  {'':{wide}}  {'exact':>11}  {'simulated':>11}  {'error':>9}  {'z':>6}")
    for one in found.results:
        exact = found.exact.get(one.key)
        z = found.z(one.key)
        shown = f"{exact:+.5%}" if exact is not None else "-"
        line = f"  {one.key:{wide}}  {shown:>11}  {one.mean:>+11.5%}  {one.standard_error:>9.5%}"
        told = f"{z:+.2f}" if z is not None else "-"
        far = z is not None and abs(z) > SUSPICIOUS and found.asked.fresh
        print(f"{line}  {styled(f'{told:>6}', 'red') if far else f'{told:>6}'}")


def _print_sessions(session: SessionResult) -> None:
    print(f"\n  {session.sessions:,} sessions of {session.rounds:,} rounds:")
    print(f"    mean {show_cents(session.mean)}, standard deviation {show_cents(session.standard_deviation)}")
    if session.bankroll:
        print(f"    {session.risk_of_ruin:.3%} lost a bankroll of {show_cents(session.bankroll)}")
    if session.quantiles:
        print("    " + ", ".join(f"{share:.0%}: {show_cents(result)}" for share, result in session.quantiles))


def _print_details(found: Simulation) -> None:
    for one in found.results:
        _print_outcomes(one)
    names, matrix = found.covariances
    if len(names) > 1:
        print("\n  covariance of the wagers of a seat, in units of each")
        for name, row in zip(names, matrix, strict=True):
            print(f"    {name:28} " + " ".join(f"{cell:>12.6f}" for cell in row))
    if len(found.program.schedule.steps) > 1:
        print("\n  steps of the schedule")
        counts = found.progress.tally.cells.sum(axis=1)
        for step, count in zip(found.program.schedule.steps, counts, strict=True):
            since = "below" if step.since is None else f"from {float(step.since):g}"
            amounts = ", ".join(f"{name} {show(amount)}" for name, amount in step.amounts.items())
            print(f"    {since:>10}  {count / max(counts.sum(), 1):>8.3%}  {amounts}")


def _print_outcomes(one: WagerStatistics) -> None:
    print(f"\n  {one.key}: variance {one.variance:.6f}, {one.made:,} made")
    for outcome in one.outcomes:
        share = outcome.count / one.made if one.made else 0.0
        print(f"    {outcome.outcome:32} {outcome.count:>16,}  {share:>10.6%}  {outcome.net:>+10.4f}")
