"""Random values of any type of the engine, with a value in every field, those with a default too."""

from dataclasses import is_dataclass
from enum import Enum
from random import Random
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from upcard.cards import DECK, Card
from upcard.law import CODE, Cite
from upcard.money import Cents

CITES = tuple(Cite(each.section, each.path) for each in CODE.paragraphs)
FORMER = tuple(Cite(each.former_section, each.former_path or "") for each in CODE.paragraphs if each.former_section)
NUMBERS = (0, 1, -1, 2, 7, 312, 2**31, -(2**63))
TEXTS = ("", "blackjack", "match-the-dealer", 'a "quote"', "\\ \n\t\x00", "é ♥ 𝄞", "x" * 300)
AMOUNTS = (0, 1, 99, 100, 1050, 10**11, 10**16, -1, -99, -100, -123456)


def value_of(kind: Any, random: Random) -> Any:
    """Return a random value of a type."""
    if kind in _PLAIN:
        return random.choice(_PLAIN[kind])
    if isinstance(kind, type) and issubclass(kind, Enum):
        return random.choice(list(kind))
    if isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields")):
        return kind(**{name: value_of(hint, random) for name, hint in get_type_hints(kind).items()})
    inner = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return value_of(random.choice(inner), random)
    if inner[1:] == (...,):
        return tuple(value_of(inner[0], random) for _ in range(random.choice([0, 1, 3])))
    return tuple(value_of(each, random) for each in inner)


_PLAIN: dict[Any, tuple[Any, ...]] = {
    NoneType: (None,),
    bool: (False, True),
    int: NUMBERS,
    str: TEXTS,
    Cents: AMOUNTS,
    Card: DECK,
    Cite: CITES + FORMER,
}
