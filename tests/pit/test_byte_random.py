"""Random numbers from bytes: every value exactly as likely as any other, and every byte used once."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import pytest

from tests.pit.making import all_pairs_of_bytes, bytes_of, stream
from upcard.game.shoe import cut_position, shuffled
from upcard.pit.byte_random import ByteRandom, random_bytes
from upcard.store.clock import Random

PAIRS = b"".join(all_pairs_of_bytes())


def drawn(content: bytes, draw: Callable[[ByteRandom], int]) -> Counter[int]:
    """Count what is drawn until the bytes are used up."""
    random, counts = ByteRandom(bytes_of(content)), Counter[int]()
    with suppress(EOFError):
        for _ in range(len(content) + 1):
            counts[draw(random)] += 1
        raise AssertionError("bytes were used twice")
    return counts


@pytest.mark.parametrize("bits", [1, 5, 8])
def test_all_values_of_a_byte_give_each_number_of_bits_equally_often(bits: int) -> None:
    counts = drawn(bytes(range(256)) * 2, lambda random: random.getrandbits(bits))
    assert counts == dict.fromkeys(range(2**bits), 2 * 256 // 2**bits)


def test_all_values_of_two_bytes_give_each_place_in_a_shoe_equally_often() -> None:
    assert drawn(PAIRS, lambda random: random.randrange(312)) == dict.fromkeys(range(312), 2**16 // 512)


def test_all_values_of_two_bytes_give_each_lawful_cut_equally_often() -> None:
    assert drawn(PAIRS, lambda random: cut_position(312, random)) == dict.fromkeys(range(10, 303), 2**16 // 512)


def test_a_remainder_would_favor_some_places() -> None:
    counts = drawn(PAIRS, lambda random: random.getrandbits(16) % 312)
    assert set(counts.values()) == {210, 211}


def test_every_byte_is_used_once_and_in_order() -> None:
    content = stream("bytes")(1024)
    random = ByteRandom(bytes_of(content))
    taken = [random.getrandbits(8 * size).to_bytes(size) for size in (1, 2, 5, 1, 500, 3, 512)]
    assert b"".join(taken) == content


def test_numbers_below_one() -> None:
    assert ByteRandom(bytes_of(b"\0" * 512)).random() == 0.0
    assert ByteRandom(bytes_of(b"\xff" * 512)).random() == 1.0 - 2.0**-53


def returning_others(difference: int) -> Random:
    """Return a source that returns another number of bytes."""
    return lambda size: b"x" * (size + difference)


def test_a_source_that_returns_fewer_bytes_is_refused() -> None:
    for difference in (-32, -1, 1):
        with pytest.raises(ValueError, match=f"returned {32 + difference} of 32"):
            random_bytes(returning_others(difference), 32)
    with pytest.raises(ValueError, match="returned 31 of 32"):
        ByteRandom(returning_others(-1)).randrange(312)


@pytest.mark.parametrize("byte", [b"\0", b"\x80", b"\xff"])
def test_a_source_that_is_stuck_is_refused(byte: bytes) -> None:
    with pytest.raises(ValueError, match="repeats itself"):
        shuffled(6, ByteRandom(lambda size: byte * size))


def test_it_cannot_be_copied_so_that_no_bytes_are_used_twice() -> None:
    for copied in (copy.copy, copy.deepcopy, pickle.dumps, ByteRandom.getstate):
        with pytest.raises(NotImplementedError, match="no state"):
            copied(ByteRandom(stream("one")))
    with pytest.raises(NotImplementedError, match="no state"):
        ByteRandom(stream("one")).setstate(())


def test_a_seed_changes_nothing() -> None:
    random, other = ByteRandom(stream("one")), ByteRandom(stream("one"))
    random.seed(7)
    assert random.sample(range(312), 312) == other.sample(range(312), 312)
