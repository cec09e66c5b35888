"""Sources of random bytes, shoes and labels for tests."""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count

from upcard.pit.shoe_keys import ShoeLabel
from upcard.pit.shoes import CommittedShoe, commit, draw_contents
from upcard.store.clock import Random

LABEL = ShoeLabel("0f8c3a", "BJ-101", 3)


def stream(name: str) -> Random:
    """Return a source whose bytes are the same each time, and look random."""
    numbers = count()
    return lambda size: hashlib.shake_256(f"{name} {next(numbers)}".encode()).digest(size)


def bytes_of(content: bytes) -> Random:
    """Return a source of these bytes, in pieces of any size; zeros fill the last piece up, then it ends."""
    pieces = [content]

    def take(size: int) -> bytes:
        if not pieces[0]:
            raise EOFError
        taken, pieces[0] = pieces[0][:size], pieces[0][size:]
        return taken.ljust(size, b"\0")

    return take


@cache
def shoe(name: str, decks: int = 6) -> CommittedShoe:
    return commit(draw_contents(decks, stream(name)))


def flipped(text: str, bit: int) -> str:
    """Change one bit of a hexadecimal text."""
    content = bytearray.fromhex(text)
    content[bit // 8 % len(content)] ^= 1 << bit % 8
    return content.hex()


def chi_square(counts: Iterable[Iterable[int]], expected: float) -> float:
    return sum((one - expected) ** 2 / expected for row in counts for one in row)


def all_pairs_of_bytes() -> Iterator[bytes]:
    """Yield every two bytes once."""
    return (number.to_bytes(2) for number in range(2**16))
