"""Random streams: xoshiro128++ jumped ahead from one seed, each stream 2**64 numbers long, so that no two overlap.

The generator is linear over two elements but for its output: a step ahead is multiplication by x modulo the
characteristic polynomial of the step, and the state of stream s is the seed's state multiplied by x**(s * 2**64).
Polynomials and states are whole numbers here, one bit for each coefficient or bit of state.
"""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

BITS = 128
WORD = 32
MASK = (1 << WORD) - 1
WORDS = BITS // WORD
LENGTH = 64  # a stream is 2**64 numbers long


def step(state: int) -> int:
    """Take one step of xoshiro128 (D. Blackman, S. Vigna, 2018)."""
    a, b, c, d = (state >> WORD * word & MASK for word in range(WORDS))
    shifted = b << 9 & MASK
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11 | d >> WORD - 11) & MASK
    return a | b << WORD | c << 2 * WORD | d << 3 * WORD


@cache
def characteristic() -> int:
    """Find the polynomial of the step from one bit of its states (Berlekamp and Massey)."""
    state, bits = 1, []
    for _ in range(2 * BITS):
        bits.append(state & 1)
        state = step(state)
    found, before, length, shift = 1, 1, 0, 1
    for place in range(len(bits)):
        if sum(bits[place - lag] for lag in range(length + 1) if found >> lag & 1) % 2 == 0:
            shift += 1
        elif 2 * length <= place:
            found, before = found ^ before << shift, found
            length, shift = place + 1 - length, 1
        else:
            found ^= before << shift
            shift += 1
    return sum((found >> lag & 1) << length - lag for lag in range(length + 1))


def times(one: int, other: int) -> int:
    """Multiply two polynomials modulo the characteristic one."""
    product = 0
    while other:
        if other & 1:
            product ^= one
        one <<= 1
        if one >> BITS:
            one ^= characteristic()
        other >>= 1
    return product


def power(polynomial: int, exponent: int) -> int:
    """Raise a polynomial to a power modulo the characteristic one."""
    result = 1
    while exponent:
        if exponent & 1:
            result = times(result, polynomial)
        polynomial = times(polynomial, polynomial)
        exponent >>= 1
    return result


@cache
def jump() -> int:
    """Give the polynomial by which a stream is followed by the next."""
    return power(0b10, 1 << LENGTH)


Bytes = tuple[tuple[int, ...], ...]  # for each byte of a number: what each of its 256 values maps to


def _by_bytes(images: list[int]) -> Bytes:
    """Tabulate a linear map by the bytes of its argument, from the images of single bits."""
    tables = []
    for first in range(0, BITS, 8):
        table = [0]
        for image in images[first : first + 8]:
            table += [entry ^ image for entry in table]
        tables.append(tuple(table))
    return tuple(tables)


def _mapped(tables: Bytes, number: int) -> int:
    found = 0
    for table, byte in zip(tables, number.to_bytes(BITS // 8, "little"), strict=True):
        found ^= table[byte]
    return found


@cache
def _jumping() -> Bytes:
    return _by_bytes([times(jump(), 1 << bit) for bit in range(BITS)])


@lru_cache(maxsize=8)
def _orbit(seed: int) -> Bytes:
    """Tabulate what a polynomial makes of the seed's state."""
    words = np.random.SeedSequence(seed).generate_state(WORDS, np.uint32)
    state = sum(int(word) << WORD * place for place, word in enumerate(words)) or 1
    images = []
    for _ in range(BITS):
        images.append(state)
        state = step(state)
    return _by_bytes(images)


@cache
def _doubled(times_over: int) -> int:
    """Give the polynomial of 2**n jumps."""
    half = _doubled(times_over - 1) if times_over else 0
    return times(half, half) if times_over else jump()


def jumps(many: int) -> int:
    """Give the polynomial of so many jumps."""
    found = 1
    for bit in range(many.bit_length()):
        if many >> bit & 1:
            found = times(found, _doubled(bit))
    return found


def states(seed: int, first: int, count: int) -> NDArray[np.uint32]:
    """Give the states of consecutive streams of a seed: one row of four words for each."""
    polynomial, orbit, jumping = jumps(first), _orbit(seed), _jumping() if count > 1 else ()
    found = bytearray()
    for _ in range(count):
        found += _mapped(orbit, polynomial).to_bytes(BITS // 8, "little")
        polynomial = _mapped(jumping, polynomial) if count > 1 else 0
    return np.frombuffer(bytes(found), "<u4").reshape(count, WORDS).astype(np.uint32)
