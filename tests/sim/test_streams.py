"""Random streams: their constants are derived, the period is proven, no two streams meet within 2**64 numbers."""

import numpy as np
import pytest

from tests.sim.making import shipped
from upcard.sim import streams
from upcard.sim.compiled_kernel import CompiledKernel

# 2**128 - 1 in prime factors: the Fermat numbers 2**(2**n) + 1 for n = 0 to 6.
FACTORS = (3, 5, 17, 257, 641, 65537, 274177, 6700417, 67280421310721)
PERIOD = 2**128 - 1


def characteristic() -> int:
    """Return the characteristic polynomial of the step, from one bit of its states (Berlekamp and Massey)."""
    state, bits = 1, []
    for _ in range(2 * streams.BITS):
        bits.append(state & 1)
        state = streams.step(state)
    polynomial, before, length, shift = 1, 1, 0, 1
    for place in range(len(bits)):
        if sum(bits[place - lag] for lag in range(length + 1) if polynomial >> lag & 1) % 2 == 0:
            shift += 1
        elif 2 * length <= place:
            polynomial, before = polynomial ^ before << shift, polynomial
            length, shift = place + 1 - length, 1
        else:
            polynomial ^= before << shift
            shift += 1
    return sum((polynomial >> lag & 1) << length - lag for lag in range(length + 1))


def power(polynomial: int, exponent: int) -> int:
    """Return a power of a polynomial modulo the characteristic one."""
    result = 1
    while exponent:
        if exponent & 1:
            result = streams.times(result, polynomial)
        polynomial = streams.times(polynomial, polynomial)
        exponent >>= 1
    return result


def as_number(state: np.ndarray) -> int:
    return sum(int(word) << 32 * place for place, word in enumerate(state))


def test_the_step_has_the_whole_period() -> None:
    left = PERIOD
    for prime in FACTORS:
        assert left % prime == 0
        left //= prime
    assert left == 1  # all factors are known
    assert power(0b10, PERIOD) == 1
    for prime in FACTORS:  # x has the order of the whole group: no state but zero comes again earlier
        assert power(0b10, PERIOD // prime) != 1


def test_the_characteristic_polynomial_follows_from_the_step() -> None:
    assert characteristic() == streams.CHARACTERISTIC
    assert streams.CHARACTERISTIC.bit_length() == streams.BITS + 1


def test_the_jump_follows_from_the_step_and_is_the_published_one() -> None:
    """Blackman and Vigna publish the polynomial of 2**64 steps of xoshiro128."""
    assert power(0b10, 2**64) == streams.JUMP
    published = (0x8764000B, 0xF542D2D3, 0x6FA035C3, 0x77F2DB5B)
    assert sum(word << 32 * place for place, word in enumerate(published)) == streams.JUMP


def test_a_polynomial_takes_as_many_steps_as_its_power_says() -> None:
    state = first = as_number(streams.states(7, 0, 1)[0])
    for _ in range(1000):
        state = streams.step(state)
    polynomial, jumped, at = power(0b10, 1000), 0, first
    for bit in range(streams.BITS):
        if polynomial >> bit & 1:
            jumped ^= at
        at = streams.step(at)
    assert jumped == state


def test_streams_are_the_same_wherever_one_begins_to_ask() -> None:
    together = streams.states(3, 0, 40)
    assert np.array_equal(streams.states(3, 17, 5), together[17:22])
    assert np.array_equal(streams.states(3, 39, 1), together[39:])
    far = streams.states(3, 2**40, 2)
    assert np.array_equal(streams.states(3, 2**40 + 1, 1)[0], far[1])


@pytest.mark.parametrize("seed", [0, 1, 2, 2**64 - 1])
def test_streams_of_a_seed_are_all_unlike(seed: int) -> None:
    found = streams.states(seed, 0, 4096)
    assert len({row.tobytes() for row in found}) == 4096
    assert found.any(axis=1).all()  # a state of zero would never move


@pytest.mark.parametrize("first", [0, 7, 12_345, 2**33])
def test_the_kernel_jumps_as_python_does(first: int) -> None:
    kernel = CompiledKernel(shipped("blackjack").plan)
    assert np.array_equal(kernel.states(5, first, 30), streams.states(5, first, 30))
    assert np.array_equal(kernel.states(5, first, 1), streams.states(5, first, 1))


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    rows = [row.tobytes() for seed in range(50) for row in streams.states(seed, 0, 32)]
    assert len(set(rows)) == len(rows)
