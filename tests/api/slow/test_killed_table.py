"""Two hundred games of an embedded program, each killed at random moments: `make test-faults`."""

from pathlib import Path

import pytest

from tests.killed_table import killed, uninterrupted

TABLES = ("blackjack", "blackjack-resplit", "free-bet", "blackjack-hole-card-up")


@pytest.mark.parametrize("seed", range(1000, 1200))
def test_a_program_that_is_killed_ends_as_if_it_had_not_been(seed: int, tmp_path: Path) -> None:
    table = TABLES[seed % len(TABLES)]
    whole, commands = uninterrupted(tmp_path, seed, table)
    ended, kills = killed(tmp_path, seed, table, commands)
    assert ended == whole
    assert kills
