"""Random streams: xoshiro128++ jumped ahead from one seed, each stream 2**64 numbers long, so that no two overlap.

The generator is linear over the field of two elements but for its output: a step ahead is multiplication by x modulo
the characteristic polynomial of the step, and the state of stream s is the seed's state multiplied by x**(s * 2**64).
Polynomials and states are whole numbers here, one bit for each coefficient or bit of state. Both constants below are
derived from `step` in tests/sim/test_streams.py.
"""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

BITS = 128
WORD = 32
MASK = (1 << WORD) - 1
WORDS = BITS // WORD

CHARACTERISTIC = 0x1_00FC65A2_006254B1_1B489DB6_DE18FC01  # of the step
JUMP = (
    0x77F2DB5B_6FA035C3_F542D2D3_8764000B  # x**(2**64), as Blackman and Vigna publish it: from one stream to the next
)


def step(state: int) -> int:
    """Return the state of xoshiro128 after one step (D. Blackman, S. Vigna, 2018)."""
    a, b, c, d = (state >> WORD * word & MASK for word in range(WORDS))
    shifted = b << 9 & MASK
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11 | d >> WORD - 11) & MASK
    return a | b << WORD | c << 2 * WORD | d << 3 * WORD


def times(a: int, b: int) -> int:
    """Return the product of two polynomials modulo the characteristic one."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a >> BITS:
            a ^= CHARACTERISTIC
        b >>= 1
    return product


Bytes = tuple[tuple[int, ...], ...]  # for each byte of a number: what each of its 256 values maps to


def _by_bytes(images: list[int]) -> Bytes:
    """Return a linear map as tables by the bytes of its argument, from the images of single bits."""
    tables = []
    for first in range(0, BITS, 8):
        table = [0]
        for image in images[first : first + 8]:
            table += [entry ^ image for entry in table]
        tables.append(tuple(table))
    return tuple(tables)


def _mapped(tables: Bytes, number: int) -> int:
    image = 0
    for table, byte in zip(tables, number.to_bytes(BITS // 8, "little"), strict=True):
        image ^= table[byte]
    return image


@cache
def _jump_tables() -> Bytes:
    return _by_bytes([times(JUMP, 1 << bit) for bit in range(BITS)])


@lru_cache(maxsize=8)
def _seed_tables(seed: int) -> Bytes:
    """Return the map from a polynomial to the seed's state multiplied by it."""
    words = np.random.SeedSequence(seed).generate_state(WORDS, np.uint32)
    state = sum(int(word) << WORD * place for place, word in enumerate(words)) or 1
    images = []
    for _ in range(BITS):
        images.append(state)
        state = step(state)
    return _by_bytes(images)


@cache
def _jumps_by_power(power: int) -> int:
    """Return the polynomial of 2**power jumps."""
    half = _jumps_by_power(power - 1) if power else 0
    return times(half, half) if power else JUMP


def jumps(count: int) -> int:
    """Return the polynomial of a number of jumps."""
    product = 1
    for bit in range(count.bit_length()):
        if count >> bit & 1:
            product = times(product, _jumps_by_power(bit))
    return product


def states(seed: int, first: int, count: int) -> NDArray[np.uint32]:
    """Return the states of consecutive streams of a seed: one row of four words for each."""
    polynomial, by_seed, by_jump = jumps(first), _seed_tables(seed), _jump_tables() if count > 1 else ()
    words = bytearray()
    for _ in range(count):
        words += _mapped(by_seed, polynomial).to_bytes(BITS // 8, "little")
        polynomial = _mapped(by_jump, polynomial) if count > 1 else 0
    return np.frombuffer(bytes(words), "<u4").reshape(count, WORDS).astype(np.uint32)
