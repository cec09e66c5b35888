"""How a rule of the base game is stated in a table file, and what the regulation says of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

from upcard.law import Cite, Cited
from upcard.rules.bound import Bound

_STATED = "stated"


@dataclass(frozen=True, kw_only=True)
class Law:
    """A bound that a paragraph sets on a rule, and the sentence with which a finding begins."""

    bound: Cited[Bound]
    because: str


@dataclass(frozen=True, kw_only=True)
class Stated:
    """A key of the table file: the values it may have, its default first, and what the regulation says of them."""

    key: str
    default: Any
    values: tuple[Any, ...] | range
    means: str
    cite: Cite
    laws: tuple[Law, ...]

    def is_lawful(self, value: Any) -> bool:
        """Whether no paragraph forbids a value."""
        return all(law.bound.value.admits(value) for law in self.laws)


# Any: a rule may be a flag, a number or an enum.
def rule(
    default: Any,
    cite: Cite,
    means: str,
    *,
    values: tuple[Any, ...] | range | None = None,
    laws: tuple[Law, ...] = (),
) -> Any:
    """Declare a rule that a table file may state under its own name, with the paragraph that governs it.

    Where there are no `values`, they are those of an enum, or true and false. `laws` say which of them are lawful.
    """
    possible = values if values is not None else tuple(type(default)) if isinstance(default, Enum) else (False, True)
    return field(default=default, metadata={_STATED: (possible, means, cite, laws)})


def stated(rules: type) -> Mapping[str, Stated]:
    """Return the rules of a dataclass that a table file may state, by their key."""
    keys = {}
    for declared in fields(rules):
        if _STATED in declared.metadata:
            possible, means, cite, laws = declared.metadata[_STATED]
            key, default = declared.name, declared.default
            keys[key] = Stated(key=key, default=default, values=possible, means=means, cite=cite, laws=laws)
    return keys


def written(value: Any) -> Any:
    """Return a value as a table file writes it."""
    return value.value if isinstance(value, Enum) else value
