"""Whatever is falsified in a journal, an audit finds it and names the row; 100 of each in `make test-faults`."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.audit.tampering import NO_KEYS, TAMPERS, Original, missed, original, swapped_live_card
from tests.pit.casino import KEYS
from tests.store import cluster


@pytest.fixture(scope="module")
def source() -> Iterator[Original]:
    with TemporaryDirectory(dir=cluster.memory()) as name:
        yield original(Path(name))


@pytest.mark.parametrize("keys", [KEYS, NO_KEYS], ids=["with the keys", "without keys"])
def test_the_original_is_sound(source: Original, folder: Path, keys: object) -> None:
    assert source.copy(folder).first_problem(keys=keys, checkpoints=True) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("name", TAMPERS)
def test_what_is_falsified_is_found_at_its_row(source: Original, folder: Path, name: str) -> None:
    seed = list(TAMPERS).index(name)  # an odd one has the keys
    assert missed(source, folder, name, seed) is None


def test_a_card_of_a_live_shoe_is_found_with_the_key(source: Original, folder: Path) -> None:
    """Without it only what contradicts the cards shown is found: a 7 of another suit decides the same."""
    for seed in range(2):
        copy = source.copy(folder)
        position = swapped_live_card(copy, Random(seed))
        problem = copy.first_problem(keys=KEYS)
        assert problem is not None
        assert problem.position == position
