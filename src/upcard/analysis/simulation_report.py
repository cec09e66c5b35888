"""A simulation as plain values, for other programs and for the terminal."""

from math import sqrt
from typing import Any

from upcard.analysis.simulation import Simulation
from upcard.analysis.statistics import SessionResult, WagerStatistics
from upcard.money import percent, show

Said = dict[str, Any]


def simulated(one: Simulation) -> Said:
    """Report a simulation."""
    tally, program = one.progress.tally, one.program
    said: Said = {
        "file": one.table.file,
        "table": one.table.table,
        "game": one.table.game.name,
        "decks": one.table.decks,
        "rounds": one.rounds,
        "complete": one.done,
        "seed": one.seed,
        "seats": one.asked.seats,
        "strategy": one.asked.strategy,
        "schedule": program.schedule.name,
        "shoe": "fresh for every round" if one.asked.fresh else "dealt to the cutting card",
        "cutting_card": None if one.asked.fresh else percent(one.table.cutting_card),
        "shoes": tally.shoes,
        "cards": tally.cards,
        "out_of_cards": tally.out_of_cards,
        "wagers": [_wager(one, result) for result in one.results],
        "covariance": _covariance(one),
    }
    if len(program.schedule.steps) > 1:
        said["steps"] = _steps(one)
    if one.session is not None:
        said["sessions"] = _session(one.session)
    return said


def _wager(one: Simulation, result: WagerStatistics) -> Said:
    said: Said = {
        "wager": result.wager,
        "amount": show(result.amount),
        "made": result.made,
        "mean": result.mean,
        "standard_error": result.standard_error,
        "variance": result.variance,
        "outcomes": [
            {"outcome": outcome.outcome, "count": outcome.count, "net": outcome.net} for outcome in result.outcomes
        ],
    }
    if result.choice is not None:
        said["choice"] = result.choice
    if result.wager in {line.name for line in (one.program.past.lines if one.program.past else ())}:
        said["mean_rounds"] = result.rounds
    if result.rider:
        said["rider"] = result.rider
    if result.spot:
        said["dealers_hand"] = result.spot + 1
    if result.meter:
        said["meter"] = {
            "won": result.meter.won,
            "mean_when_won": show_cents(result.meter.mean_when_won),
            "mean_as_it_ran": result.meter.mean,
            "standing": show_cents(result.meter.standing),
        }
    if result.key in one.exact:
        exact = one.exact[result.key]
        said |= {"exact": exact, "z": one.z(result.key)}
        if not one.asked.fresh:
            said["cutting_card_effect"] = {"difference": result.mean - exact, "standard_error": result.standard_error}
    return said


def show_cents(cents: float) -> str:
    """Write an amount of cents that need not be whole as dollars."""
    return f"{cents / 100:.2f}"


def _covariance(one: Simulation) -> Said:
    names, matrix = one.covariances
    return {
        "wagers": list(names),
        "matrix": [[float(cell) for cell in row] for row in matrix],
        "correlation": [
            [_correlation(matrix[a, b], matrix[a, a], matrix[b, b]) for b in range(len(names))]
            for a in range(len(names))
        ],
    }


def _correlation(both: float, one: float, other: float) -> float | None:
    return float(both / sqrt(one * other)) if one > 0 and other > 0 else None


def _steps(one: Simulation) -> list[Said]:
    """Report how often each step of the schedule was wagered."""
    seats = one.asked.seats
    counts = one.progress.tally.cells.sum(axis=1)
    return [
        {
            "from": None if step.since is None else float(step.since),
            "amounts": {name: show(amount) for name, amount in step.amounts.items()},
            "insurance": step.insures,
            "rounds": int(count) // seats,
        }
        for step, count in zip(one.program.schedule.steps, counts, strict=True)
    ]


def _session(session: SessionResult) -> Said:
    return {
        "rounds": session.rounds,
        "sessions": session.sessions,
        "mean": show_cents(session.mean),
        "standard_deviation": show_cents(session.standard_deviation),
        "bankroll": show_cents(session.bankroll) if session.bankroll else None,
        "ruined": session.ruined if session.bankroll else None,
        "risk_of_ruin": session.risk_of_ruin if session.bankroll else None,
        "quantiles": {f"{share:.0%}": show_cents(result) for share, result in session.quantiles},
        "histogram": [{"from": show_cents(edge), "sessions": count} for edge, count in session.histogram],
    }
