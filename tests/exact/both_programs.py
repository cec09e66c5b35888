"""The compiled programs and those in NumPy run side by side: all that both write is compared, and what one answers."""

from array import array
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from upcard.exact.blackjack import compiled_programs, numpy_programs
from upcard.exact.blackjack.structures import Numbers, SplitHands
from upcard.payoffs.hands import VALUES

CLOSE = 1e-12  # relative to the greatest number of a buffer
PROGRAMS = numpy_programs.__all__


def _copied(value: Any) -> Any:
    """Return a copy of what a program may write to; all else is passed to both."""
    match value:
        case bytearray() | array():
            return value[:]
        case SplitHands():
            return replace(value, product=value.product[:])
        case list():
            return [_copied(each) for each in value]
        case _:
            return value


def _written(value: Any) -> list[Any]:
    """Return the buffers that a program may write to."""
    match value:
        case bytearray() | array():
            return [value]
        case SplitHands():
            return [value.product]
        case list():
            return [buffer for each in value for buffer in _written(each)]
        case _:
            return []


def check(name: str, compiled: Any, other: Any) -> None:
    """Compare two buffers."""
    one, second = np.array(compiled, float), np.array(other, float)
    assert one.shape == second.shape, name
    assert np.abs(one - second).max(initial=0) <= CLOSE * np.abs(one).max(initial=0), name


def _ended(arguments: tuple[Any, ...], size: int) -> list[tuple[bytes, int, float]]:
    """Return the hands that end_pass has listed, in an order of their own."""
    *_, count, orderings, end = arguments
    cards = (bytes(count[at * VALUES : (at + 1) * VALUES]) for at in range(size))
    return sorted(zip(cards, end, orderings, strict=False))


def _of_possible_sets(arguments: tuple[Any, ...], chances: Numbers) -> Any:
    """Return the probabilities where the shoe holds the cards that are out; others stand for nothing."""
    tree, _, shoe, sets, removed, _ = arguments
    out = np.frombuffer(removed, np.uint8).reshape(-1, VALUES)
    possible = (out + np.frombuffer(tree.shown, np.uint8) <= np.array(shoe)).all(1)
    return np.array(chances).reshape(sets, -1)[possible]


class BothPrograms:
    """The programs, run both ways; `calls`: how often each was run."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        def run(*arguments: Any) -> Any:
            self.calls[name] += 1
            others = tuple(map(_copied, arguments))
            answer = getattr(compiled_programs, name)(*arguments)
            other = getattr(numpy_programs, name)(*others)
            if name == "set_pass":  # NumPy needs those of the hands alone, and takes the others too
                hands, count, *_, listed, _ = arguments
                assert listed[: hands * VALUES] == count == others[4][: other * VALUES]
                return answer
            assert (answer or 0) == (other or 0), name
            if name == "end_pass":
                assert _ended(arguments, answer) == _ended(others, other)
            elif name == "dealer_pass":
                check(name, *(_of_possible_sets(arguments, each[-1]) for each in (arguments, others)))
            else:
                for one, second in zip(map(_written, arguments), map(_written, others), strict=True):
                    for buffer, copy in zip(one, second, strict=True):
                        check(name, buffer, copy)
            return answer

        return run
