"""Meters over rounds: how a meter grows with every wager, and what it pays when it is won."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from upcard.exact.price import Growth, read_growth
from upcard.game.procedure import meter_growth
from upcard.game.state import MeterState
from upcard.money import Cents, MeterShare
from upcard.sim.wager_lines import WagerLine


@dataclass(frozen=True, kw_only=True)
class RunningMeter:
    """The amounts on the meters of a wager, and what was paid from them."""

    registered: int = 0  # wagers
    standing: int = 0  # cents
    reset: int = 0  # on the reset meter
    wins: int = 0
    winners: int = 0  # players who shared them
    paid: int = 0
    squares: int = 0  # of what each winner was paid
    win_squares: int = 0  # of what was paid each time


def line_of(lines: Iterable[WagerLine]) -> WagerLine | None:
    """Return the line whose meter is followed; None if there is none, or if fixed payouts are taken from it."""
    return next((line for line in lines if line.from_meter and not line.drains_meter), None)


def opened(line: WagerLine) -> RunningMeter:
    """Return the meter of a line as it is opened."""
    return RunningMeter(standing=_growth(line).initial)


def _growth(line: WagerLine) -> Growth:
    grows = read_growth(line.offer.wager, line.offer.settings)
    assert grows is not None
    return grows


def registered(meter: RunningMeter, line: WagerLine, many: int) -> RunningMeter:
    """Return the meters after `many` more wagers."""
    grows, before = _growth(line), meter.registered
    return replace(
        meter,
        registered=before + many,
        standing=meter.standing + meter_growth(grows.rate * line.amount, before, many),
        reset=meter.reset + meter_growth(grows.reset_meter_rate * line.amount, before, many),
    )


def won(meter: RunningMeter, line: WagerLine, winners: int) -> RunningMeter:
    """Return the meters after players won in one round: paid, and begun again."""
    pays = line.pays[line.from_meter[0]]
    assert isinstance(pays, MeterShare)
    shares = pays.among(winners, Cents(meter.standing))
    whole, squares = sum(shares), sum(share**2 for share in shares)
    left = MeterState(Cents(meter.standing - whole), Cents(meter.reset))
    again = left.funded(_growth(line).reset, left.reset)
    return replace(
        meter,
        standing=int(again.amount),
        reset=int(again.reset),
        wins=meter.wins + 1,
        winners=meter.winners + winners,
        paid=meter.paid + whole,
        squares=meter.squares + squares,
        win_squares=meter.win_squares + whole**2,
    )


def followed(
    meter: RunningMeter, line: WagerLine, wins: Iterable[tuple[int, int]], rounds: int, seats: int
) -> RunningMeter:
    """Return the meters after rounds with the wager; `wins`: such rounds before each win, and how many won it."""
    begun = meter.registered
    for before, winners in wins:
        meter = registered(meter, line, begun + (before + 1) * seats - meter.registered)
        meter = won(meter, line, winners)
    return registered(meter, line, begun + rounds * seats - meter.registered)
