"""How far simulated covariances are from the exact ones, in standard errors."""

from collections.abc import Iterator
from math import sqrt

import numpy as np

from upcard.results.simulation import Simulation, simulate
from upcard.table import load

FAR = 4.5


def check_seats(name: str, seats: int, rounds: int) -> None:
    """Compare the covariance of the blackjack wagers of two seats, and of any wager that has an exact one."""
    table = load(f"tables/{name}.toml")
    found = simulate(table, rounds=rounds, seed=41, seats=seats, fresh=True, beyond_limits=True)
    exact = found.exact_between_seats
    assert exact is not None
    between = {each.key: each for each in found.between_seats}
    assert list(between) == [key for key in found.wagers if key in found.covariances[0]]
    assert set(between) == {*exact.known, *exact.missing}
    assert between["blackjack"].correlation is not None
    assert 0.3 < between["blackjack"].correlation < 0.55
    for key, covariance in exact.known.items():
        error = between[key].standard_error
        assert error
        assert abs(between[key].covariance - covariance) < FAR * error, (name, key)


def check_wagers(name: str, rounds: int) -> None:
    """Compare the covariances of the wagers of a seat."""
    table = load(f"tables/{name}.toml")
    found = simulate(table, rounds=rounds, seed=42, fresh=True, insurance=True)
    exact = found.exact_covariances
    assert exact is not None
    compared = list(_errors(found))
    names = found.covariances[0]
    assert len(exact.known) == len({(one, other) for pair in exact.known for one, other in (pair, pair[::-1])})
    assert len(exact.missing) + len({frozenset(pair) for pair in exact.known}) == len(names) * (len(names) + 1) // 2
    for (one, other), covariance, error in compared:
        if (one, other) in exact.known:
            assert abs(covariance - exact.known[one, other]) < FAR * error, (name, one, other)


def _errors(found: Simulation) -> Iterator[tuple[tuple[str, str], float, float]]:
    """Yield two wagers, their covariance and its standard error, from rounds that are independent."""
    program, cells = found.program, found.progress.tally.cells.reshape(-1).astype(np.float64)
    there = np.flatnonzero(cells)
    weights, shape = cells[there] / cells.sum(), (program.steps, *program.shape)
    units = []
    for value in program.values:
        mean, amount = (np.broadcast_to(part, shape).reshape(-1)[there] for part in (value.mean, value.amount))
        units.append(np.where(amount > 0, mean, 0.0) / amount.max())
        units[-1] -= units[-1] @ weights
    names, matrix = found.covariances
    for one in range(len(names)):
        for other in range(one):
            products = units[one] * units[other]
            spread = float((products - products @ weights) ** 2 @ weights)
            yield (names[one], names[other]), float(matrix[one, other]), sqrt(spread / cells.sum())
