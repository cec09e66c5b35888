"""20,000 random and damaged inputs: no traceback, no hang, no exit code but 0, 1, 2 and 130."""

from pathlib import Path

import pytest

from tests.fuzz.running import faults

SEEDS, INPUTS = range(1000, 1100), 200


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.mark.parametrize("seed", SEEDS)
def test_random_input_is_answered_or_refused(seed: int, tmp_path: Path) -> None:
    wrong = faults(seed, INPUTS, tmp_path)
    assert not wrong, "\n\n".join(wrong)
