"""A sample of random and damaged input: no traceback, no hang, no exit code but 0, 1, 2 and 130."""

from pathlib import Path

import pytest

from tests.fuzz.inputs import Input
from tests.fuzz.running import fault_of, faults

INPUTS = 60


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize("seed", range(4))
def test_random_input_is_answered_or_refused(seed: int, tmp_path: Path) -> None:
    wrong = faults(seed, INPUTS, tmp_path)
    assert not wrong, "\n\n".join(wrong)


def test_the_suite_notices_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from upcard.cli import check

    def broken(_: object) -> int:
        raise KeyError("decks")

    monkeypatch.setattr(check, "run", broken)
    assert "KeyError" in (fault_of(Input(("check", "x.toml")), tmp_path) or "")
    monkeypatch.setattr(check, "run", lambda _: 3)
    assert fault_of(Input(("check", "x.toml")), tmp_path) == "exit code 3"
