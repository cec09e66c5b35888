"""The comparisons of the rules: at least, at most, one of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from upcard.english import either

# Any: a bound compares whatever its key holds: a count, cents, a share or a word.
Show = Callable[[Any], str]


@dataclass(frozen=True)
class AtLeast:
    """Admit a value that is no less than the least."""

    least: Any

    def admits(self, value: Any) -> bool:
        """Whether the value is no less than the least."""
        return bool(value >= self.least)

    def says(self, show: Show = str) -> str:
        """Return the bound in words."""
        return f"at least {show(self.least)}"


@dataclass(frozen=True)
class AtMost:
    """Admit a value that does not exceed the most."""

    most: Any

    def admits(self, value: Any) -> bool:
        """Whether the value does not exceed the most."""
        return bool(value <= self.most)

    def says(self, show: Show = str) -> str:
        """Return the bound in words."""
        return f"at most {show(self.most)}"


@dataclass(frozen=True)
class OneOf:
    """Admit only the values named."""

    values: tuple[Any, ...]

    def admits(self, value: Any) -> bool:
        """Whether the value is one of those named."""
        return value in self.values

    def says(self, show: Show = str) -> str:
        """Return the bound in words."""
        return either(show(value) for value in self.values)


Bound = AtLeast | AtMost | OneOf


def one_of(*values: Any) -> OneOf:
    """Return a bound that admits only these values."""
    return OneOf(values)
