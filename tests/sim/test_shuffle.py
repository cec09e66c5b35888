"""The shuffle: every card is as likely at every place, and every pair of cards side by side."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.sim.making import lawful, shipped, states
from tests.tables import offer
from upcard.sim.compiled_kernel import dealt_shoes
from upcard.sim.program import Program

FAR = 4.5  # standard deviations of a chi-square from its mean


def chi_square(found: NDArray[np.float64], expected: NDArray[np.float64]) -> float:
    """Return by how many standard deviations a chi-square departs from its mean."""
    there = expected > 0
    assert not found[~there].any()
    value: float = float(((found[there] - expected[there]) ** 2 / expected[there]).sum())
    freedom = int(there.sum()) - 1
    deviation: float = (2 * freedom) ** 0.5
    return (value - freedom) / deviation


def shoes_of(program: Program, shoes: int, *, seed: int = 1) -> NDArray[np.uint8]:
    found = dealt_shoes(program.plan, states(seed=seed), shoes, program.cards, portable=False)
    return found.reshape(-1, program.cards)


PROGRAMS: dict[str, Callable[[], Program]] = {  # by how many classes of cards there are
    "10": lambda: lawful(keys={"decks": 1}),
    "13 ranks": lambda: lawful(offer("in-between"), keys={"decks": 2}),
    "13 with suits of aces": lambda: shipped("progressive"),
    "40": lambda: shipped("free-bet"),
    "52": lambda: shipped("optional-bonus"),
}


@pytest.mark.parametrize("many", PROGRAMS)
def test_a_shoe_holds_every_card_once(many: str) -> None:
    program = PROGRAMS[many]()
    shoes = shoes_of(program, 20)
    for shoe in shoes:
        assert np.array_equal(
            np.bincount(shoe, minlength=len(program.card_classes)), program.card_classes.shoe(program.table.decks)
        )


@pytest.mark.parametrize("many", PROGRAMS)
def test_every_class_is_as_likely_at_every_place(many: str) -> None:
    program = PROGRAMS[many]()
    shoes = shoes_of(program, 3000)
    classes = len(program.card_classes)
    share = program.card_classes.shoe(program.table.decks) / program.cards
    places = [*range(0, program.cards, max(1, program.cards // 25)), program.cards - 1]
    departures = [
        chi_square(np.bincount(shoes[:, place], minlength=classes).astype(float), share * len(shoes))
        for place in places
    ]
    assert max(map(abs, departures)) < FAR
    assert abs(np.mean(departures)) < FAR / len(departures) ** 0.5 * 2


@pytest.mark.parametrize("many", PROGRAMS)
@pytest.mark.parametrize("apart", [1, 2, 5])
def test_every_pair_of_classes_is_as_likely(many: str, apart: int) -> None:
    """Without replacement: a pair of one class is rarer than two draws with replacement would make it."""
    program = PROGRAMS[many]()
    shoes = shoes_of(program, 3000, seed=2)
    counts = program.card_classes.shoe(program.table.decks).astype(float)
    classes, cards = len(counts), program.cards
    expected = (np.outer(counts, counts) - np.diag(counts)) / (cards * (cards - 1)) * len(shoes)
    for place in (0, 3, cards // 2, cards - 1 - apart):
        joined = shoes[:, place].astype(int) * classes + shoes[:, place + apart]
        found = np.bincount(joined, minlength=classes**2).astype(float).reshape(classes, classes)
        assert abs(chi_square(found, expected)) < FAR


def test_a_biased_shuffle_would_be_found() -> None:
    """Indices by remainder favour the first cards: the same test rejects them."""
    counts = np.array([24.0] * 9 + [96.0])
    drawn = (np.random.default_rng(1).integers(0, 1024, 48_000) % 312).astype(int)
    classes = np.searchsorted(counts.cumsum(), drawn, side="right")
    found = np.bincount(classes, minlength=10).astype(float)
    assert abs(chi_square(found, counts / 312 * 48_000)) > FAR


def test_lanes_and_shoes_have_nothing_in_common() -> None:
    program = PROGRAMS["52"]()
    shoes = shoes_of(program, 50)
    assert len({shoe.tobytes() for shoe in shoes}) == len(shoes)
    centred = shoes - shoes.mean()
    correlation = np.corrcoef(centred) - np.eye(len(centred))
    assert np.abs(correlation).max() < 6 / program.cards**0.5


def test_both_builds_deal_the_same_cards() -> None:
    for make in PROGRAMS.values():
        program = make()
        fast, portable = (dealt_shoes(program.plan, states(), 4, program.cards, portable=one) for one in (False, True))
        assert np.array_equal(fast, portable)
