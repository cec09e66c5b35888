"""Errors are right: every wager of every shipped table, fresh and with a cutting card, at 1, 2 and 7 seats."""

from pathlib import Path

import pytest

from tests.sim.calibration import SETTINGS, Setting, far_off, program_of, rounds_of
from upcard.table import load

TABLES = sorted(path.stem for path in Path("tables").glob("*.toml"))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("name", TABLES)
def test_means_lie_as_far_apart_as_their_errors_say(name: str, setting: Setting, tmp_path: Path) -> None:
    table = load(f"tables/{name}.toml")
    assert not far_off(program_of(table, setting, tmp_path), rounds_of(table, setting))
