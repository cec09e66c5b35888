"""Power losses by the thousand: no acknowledged row is lost, none is stored twice, and the chain verifies."""

import pytest

from tests.store.sqlite_losses import lose_power
from upcard.store import sqlite


@pytest.mark.parametrize("seed", range(100, 120))
def test_sqlite_loses_no_acknowledged_row(seed: int) -> None:
    report = lose_power(seed, 600)
    assert report.losses == 600
    assert report.problems == []
    assert set(report.kinds) == {"kept", "dropped"}


@pytest.mark.parametrize("setting", ["NORMAL", "OFF"])
@pytest.mark.parametrize("seed", range(100, 104))
def test_the_same_losses_are_noticed_when_commits_are_not_forced(
    seed: int, setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "SYNCHRONOUS", setting)
    problems = lose_power(seed, 600).problems
    assert len(problems) >= 20
    assert any("were acknowledged" in problem for problem in problems)
