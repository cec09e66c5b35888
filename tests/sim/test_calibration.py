"""Errors are right: a sample of the calibration that `make test-statistics` does of every wager."""

from dataclasses import fields
from pathlib import Path

import pytest

from tests.sim.calibration import FEWEST, Setting, far_off, program_of
from upcard.sim.program import Program
from upcard.table import load

SAMPLE = [
    ("sevens", Setting(1)),  # by round its error would be 1.5 times too wide
    ("over-under-13", Setting(7)),
    ("in-between", Setting(2, by_count=True)),
    ("streak", Setting(7, fresh=True)),  # by seat its error would be 1.5 times too small
]


@pytest.mark.parametrize(("name", "setting"), SAMPLE, ids=str)
def test_means_lie_as_far_apart_as_their_errors_say(name: str, setting: Setting, tmp_path: Path) -> None:
    program = program_of(load(f"tables/{name}.toml"), setting, tmp_path)
    assert not far_off(program, FEWEST)


def test_errors_by_round_would_be_noticed(tmp_path: Path) -> None:
    """The control: rounds with a cutting card taken for rounds of fresh shoes."""
    program = program_of(load("tables/sevens.toml"), Setting(1), tmp_path)
    by_round = ByRound(**{field.name: getattr(program, field.name) for field in fields(Program)})
    assert "sevens" in dict(far_off(by_round, FEWEST))


class ByRound(Program):
    """A program whose errors are taken by round."""

    @property
    def counted(self) -> bool:
        """Whether totals of a shoe are needed: here they never are."""
        return False
