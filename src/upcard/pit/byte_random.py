"""Random numbers from injected random bytes, each value exactly as likely as any other."""

from random import Random as StandardRandom
from typing import NoReturn

from upcard.store.clock import Random

_BLOCK = 32  # bytes; a shoe takes several blocks


def random_bytes(source: Random, count: int) -> bytes:
    """Return exactly as many random bytes as requested: a source that returns fewer would weaken the result."""
    content = source(count)
    if len(content) != count:
        raise ValueError(f"the random source returned {len(content)} of {count}")
    return content


class ByteRandom(StandardRandom):
    """The standard library's random numbers, drawn from bytes that are used only once and never stretched.

    Whole numbers, choices and shuffles are drawn by rejection, as `random.Random` does it for any subclass with
    bits of its own: no value is favored, and every order of a shuffle has bytes that lead to it.
    """

    def __init__(self, source: Random) -> None:
        self._source = source
        self._block = self._left = b""
        super().__init__()

    def _take(self, count: int) -> bytes:
        while len(self._left) < count:
            block, self._block = self._block, random_bytes(self._source, _BLOCK)
            if block == self._block:  # rejection sampling would never end
                raise ValueError("the random source repeats itself")
            self._left += self._block
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    def getrandbits(self, k: int, /) -> int:
        """Return a whole number of k random bits."""
        count = (k + 7) // 8
        return int.from_bytes(self._take(count)) >> (8 * count - k)

    def random(self) -> float:
        """Return a number from 0 to below 1, of 53 random bits."""
        return self.getrandbits(53) * 2.0**-53

    def seed(self, *_: object, **__: object) -> None:
        """Do nothing: the bytes come from the source."""

    def getstate(self) -> NoReturn:
        """Refuse: the state is that of the source."""
        raise NotImplementedError("random bytes of a source have no state that can be kept")

    def setstate(self, state: tuple[object, ...]) -> NoReturn:
        """Refuse: the state is that of the source."""
        raise NotImplementedError("random bytes of a source have no state that can be kept")
