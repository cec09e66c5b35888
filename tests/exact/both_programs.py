"""The compiled programs and those in NumPy run side by side: every answer is compared, the compiled one returned."""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from upcard.exact.blackjack import compiled_programs, numpy_programs
from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.exact.blackjack.programs import Programs
from upcard.payoffs.hands import VALUES

CLOSE = 1e-12  # relative to the greatest number of an answer
MAKE_HANDLES = ("dealer_tree", "hand_kind", "player_hands")
PROGRAMS = [name for name in vars(Programs) if not name.startswith("_")]


class Handles(NamedTuple):
    """What both make of a table for their own use."""

    compiled: Any
    numpy: Any


def _argument(value: Any, place: int) -> Any:
    """Return an argument as one of both takes it."""
    match value:
        case Handles():
            return value[place]
        case list():
            return [_argument(each, place) for each in value]
        case _:
            return value


def _listed(hands: EndedHands) -> list[tuple[bytes, int, float]]:
    cards = (hands.cards[at : at + VALUES] for at in range(0, len(hands.cards), VALUES))
    return sorted(zip(cards, hands.end, hands.orderings, strict=True))


def check(name: str, compiled: Any, other: Any) -> None:
    """Compare two answers."""
    if compiled is None or isinstance(compiled, bytes | int):
        assert compiled == other, name
    elif isinstance(compiled, EndedHands):
        assert _listed(compiled) == _listed(other), name
    elif isinstance(compiled, tuple | list) and not all(isinstance(each, float) for each in compiled):
        for one, second in zip(compiled, other, strict=True):
            check(name, one, second)
    else:
        numbers: list[NDArray[np.float64]] = [np.atleast_1d(np.array(answer)) for answer in (compiled, other)]
        assert numbers[0].shape == numbers[1].shape, name
        scale = np.abs(numbers[0]).max(initial=0)
        assert np.abs(numbers[0] - numbers[1]).max(initial=0) <= CLOSE * scale, name


class BothPrograms:
    """The programs, run both ways; `calls`: how often each was run."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        def run(*arguments: Any) -> Any:
            self.calls[name] += 1
            compiled, other = (
                getattr(programs, name)(*(_argument(argument, place) for argument in arguments))
                for place, programs in enumerate((compiled_programs, numpy_programs))
            )
            if name in MAKE_HANDLES:
                return Handles(compiled, other)
            if name == "hand_sets":  # NumPy needs those of the hands alone, and takes the others too
                assert compiled.cards.startswith(other.cards)
            elif name == "dealer_chances":
                check(name, *_of_possible_sets(arguments, compiled, other))
            else:
                check(name, compiled, other)
            return compiled

        return run


def _of_possible_sets(arguments: tuple[Any, ...], *answers: Any) -> list[NDArray[np.float64]]:
    """Return the probabilities where the shoe holds the cards that are out; others stand for nothing."""
    tree, _, shoe, sets = arguments
    out = np.frombuffer(sets, np.uint8).reshape(-1, VALUES)
    possible = (out + tree.numpy.shown <= np.array(shoe)).all(1)
    return [np.array(answer).reshape(len(out), -1)[possible] for answer in answers]
