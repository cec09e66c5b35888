"""Kernels: whichever plays, and however it looks ahead, the counts of a seed are the same."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.sim.making import LANES, TAGS, lawful, quotas, same, shipped, states
from upcard.money import Cents
from upcard.results.simulation_request import SimulationRequest
from upcard.sim.compiled_kernel import CompiledKernel, has_avx2
from upcard.sim.numpy_kernel import NumpyKernel
from upcard.sim.program import Program
from upcard.sim.run import kernel_of

TABLES = sorted(path.stem for path in Path("tables").glob("*.toml"))
SCHEDULE = f"""
count = "true"
{TAGS}
[[step]]
[[step]]
from = 1
blackjack = "30.00"
[[step]]
from = 2.5
blackjack = "100.00"
insurance = true
"""
VARIANTS: dict[str, dict[str, Any]] = {
    "one seat": {},
    "as the dealer": {"strategy": "mimic"},
    "fresh shoes": {"fresh": True},
    "three seats": {"seats": 3},
    "seven seats": {"seats": 7, "beyond_limits": True},
    "insured": {"insurance": True},
    "sessions": {"session": 25, "bankroll": Cents(10_000)},
    "six seats from fresh shoes": {"seats": 6, "fresh": True},
}
LONG_RUNS: list[tuple[str, dict[str, Any]]] = [
    ("blackjack", {}),
    ("blackjack-resplit", {"fresh": True}),
    ("streak", {"fresh": True, "session": 25, "bankroll": Cents(10_000)}),
    ("progressive", {"seats": 2}),
]


def without_look_ahead(program: Program) -> Program:
    return replace(program, look_ahead=None)


def check_kernels(program: Program) -> None:
    """Play the same rounds with every kernel, looking ahead and not."""
    many, seeds = quotas(150, blocks=2), states(2, seed=5)
    compiled = CompiledKernel(program.plan).play(seeds, many)
    assert compiled.rounds == many.sum()
    assert compiled.cells.sum() == many.sum() * program.seats
    assert same(CompiledKernel(program.plan, portable=True).play(seeds, many), compiled)
    assert same(NumpyKernel(program.plan).play(seeds, many), compiled)
    assert same(CompiledKernel(without_look_ahead(program).plan).play(seeds, many), compiled)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("table", TABLES)
def test_every_kernel_counts_the_same(table: str, variant: str) -> None:
    check_kernels(shipped(table, **VARIANTS[variant]))


@pytest.mark.parametrize(("splits", "free_splits"), [(1, 3), (3, 1), (2, 7)])
def test_every_kernel_counts_the_same_where_free_splits_have_a_limit_of_their_own(
    splits: int, free_splits: int
) -> None:
    check_kernels(shipped("free-bet", f"splits={splits}", f"free_splits={free_splits}", seats=2))


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize(
    "table", ["blackjack", "blackjack-resplit", "free-bet", "in-between", "multiple-action", "progressive", "streak"]
)
def test_every_kernel_counts_the_same_by_a_schedule(table: str, seats: int, tmp_path: Path) -> None:
    file = tmp_path / "schedule.toml"
    file.write_text(SCHEDULE, encoding="utf-8")
    program = shipped(table, schedule=str(file), seats=seats, session=20, bankroll=Cents(50_000))
    many, seeds = quotas(400), states()
    compiled = CompiledKernel(program.plan).play(seeds, many)
    assert (compiled.cells.sum(axis=1) > 0).all()  # every step was wagered
    for other in (
        CompiledKernel(program.plan, portable=True),
        NumpyKernel(program.plan),
        CompiledKernel(without_look_ahead(program).plan),
    ):
        assert same(other.play(seeds, many), compiled)


TENS_APART = "10 = -3\nQ = -2\nK = -4\n"  # as many classes of cards as ranks
STEPS = (
    "[[step]]\n[[step]]\nfrom = {}\nblackjack = '20.00'\n[[step]]\nfrom = {}\nblackjack = '50.00'\ninsurance = true\n"
)
COUNTS = {  # tags, and where steps begin: in one table or, by their size, not; tags of a byte, and greater ones
    "few counts": (f"[tags]\n5 = 6\n6 = 6\n{TENS_APART}", (-2, 3)),
    "many counts": ("[tags]\n2 = 0.731\n5 = 1.337\n10 = -1.019\n", (-0.37, 0.61)),
    "great tags": ("count = 'running'\n[tags]\n2 = 301\n5 = 500\n10 = -200\n", (-100, 101)),
    "greatest tags": ("[tags]\n2 = 1000000\n3 = 1\n10 = -900001\n", (-1, 20_000)),
}


@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.parametrize(("table", "seats"), [("blackjack", 1), ("match-the-dealer", 1), ("free-bet", 3)])
def test_every_kernel_counts_the_same_by_any_tags(table: str, seats: int, counts: str, tmp_path: Path) -> None:
    file = tmp_path / "schedule.toml"
    tags, since = COUNTS[counts]
    file.write_text(tags + STEPS.format(*since), encoding="utf-8")
    program = shipped(table, schedule=str(file), seats=seats)
    many, seeds = quotas(150), states()
    compiled = CompiledKernel(program.plan).play(seeds, many)
    assert (compiled.cells.sum(axis=1) > 0).all()  # every step was wagered
    assert same(CompiledKernel(program.plan, portable=True).play(seeds, many), compiled)
    assert same(NumpyKernel(program.plan).play(seeds, many), compiled)


def test_lanes_of_unlike_length_and_none_are_played_to_the_round() -> None:
    program = shipped("buster")
    many = np.arange(2 * LANES, dtype=np.int64).reshape(2, LANES) * 7
    seeds = states(2)
    compiled = CompiledKernel(program.plan).play(seeds, many)
    assert compiled.rounds == many.sum()
    assert same(NumpyKernel(program.plan).play(seeds, many), compiled)


@pytest.mark.parametrize(("table", "request_"), LONG_RUNS)
def test_the_numpy_kernel_counts_a_long_run_the_same(table: str, request_: dict[str, Any]) -> None:
    """So many shoes that some need more cards than are dealt ahead, and the shoes after them are dealt again."""
    program = shipped(table, **request_)
    many, seeds = np.arange(1, 3 * LANES + 1, dtype=np.int64).reshape(3, LANES) * 150, states(3)
    assert same(NumpyKernel(program.plan).play(seeds, many), CompiledKernel(program.plan).play(seeds, many))


def test_looking_ahead_tells_a_long_run_as_walking_does() -> None:
    for table in ("blackjack", "blackjack-resplit", "free-bet", "progressive", "sevens", "match-the-dealer"):
        program = shipped(table)
        assert program.look_ahead is not None
        many, seeds = quotas(20_000), states(seed=9)
        assert same(
            CompiledKernel(program.plan).play(seeds, many),
            CompiledKernel(without_look_ahead(program).plan).play(seeds, many),
        )


def test_one_deck_and_seven_seats_may_run_out_of_cards_and_void_the_round() -> None:
    program = lawful(keys={"decks": 1, "splits": 3}, seats=7, strategy="chart", beyond_limits=True)
    many, seeds = quotas(400), states()
    compiled = CompiledKernel(program.plan).play(seeds, many)
    assert compiled.rounds == many.sum()
    assert same(NumpyKernel(program.plan).play(seeds, many), compiled)


@pytest.mark.parametrize("table", ["in-between", "streak"])
def test_every_kernel_voids_the_same_rounds_that_begin_too_late_in_the_shoe(table: str) -> None:
    plan = without_look_ahead(shipped(table, seats=2)).plan
    plan = replace(plan, numbers={**plan.numbers, "limit": plan.numbers["cards"] - 2})
    many, seeds = quotas(400, blocks=2), states(2)
    compiled = CompiledKernel(plan).play(seeds, many)
    assert compiled.out_of_cards > 0
    assert same(NumpyKernel(plan).play(seeds, many), compiled)


def test_the_kernel_asked_for_is_the_one_made() -> None:
    plan = shipped("blackjack").plan
    assert isinstance(kernel_of(plan, "numpy"), NumpyKernel)
    assert isinstance(kernel_of(plan, "portable"), CompiledKernel)
    assert isinstance(kernel_of(plan, "auto"), CompiledKernel)
    if has_avx2():
        assert isinstance(kernel_of(plan, "avx2"), CompiledKernel)


def test_a_program_knows_its_own_question() -> None:
    plain = shipped("blackjack").plan.digest
    assert shipped("blackjack").plan.digest == plain
    unlike = [shipped("blackjack", seats=2), shipped("blackjack", fresh=True), shipped("blackjack", strategy="chart")]
    assert len({plain, *(program.plan.digest for program in unlike)}) == 4
    assert SimulationRequest() == SimulationRequest()
