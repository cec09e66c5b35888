"""Memory of a service that runs for long."""

import os
from pathlib import Path

import pytest

from upcard.service.casino_service import release_memory

BLOCKS, SIZE = 40_000, 2_000


def resident() -> int:
    """Return the bytes of memory in use."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not release_memory(), reason="the library of C of this system keeps what was freed")
def test_memory_that_was_freed_between_blocks_in_use_is_given_back() -> None:
    blocks = [bytearray(SIZE) for _ in range(BLOCKS)]
    kept = blocks[::40]  # somewhere in every page or two
    del blocks
    before = resident()
    assert release_memory()
    assert resident() < before - BLOCKS * SIZE // 3
    assert len(kept) == BLOCKS // 40
