"""Every option a licensee may offer, found in the files of this package: adding a file adds its wagers."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from upcard.english import sentence
from upcard.law import Edition
from upcard.rules.option import Option
from upcard.rules.wager import Game, Wager


def _declared() -> Iterator[Option]:
    for module in iter_modules(__path__):
        declared = vars(import_module(f"{__name__}.{module.name}"))
        yield from (value for value in declared.values() if isinstance(value, Option))


OPTIONS: tuple[Option, ...] = tuple(sorted(_declared(), key=lambda option: option.cite))
ALL: tuple[Wager, ...] = tuple(option for option in OPTIONS if isinstance(option, Wager))
GAMES: tuple[Game, ...] = tuple(option for option in OPTIONS if isinstance(option, Game))


_DISPLAY_NAMES = {wager.name: wager.display_name for wager in ALL}


def display_name(wager: str) -> str:
    """Return the name of a wager within a sentence; those of the base game are written as they are named.

    >>> display_name("push 22"), display_name("insurance")
    ('Push 22', 'insurance')
    """
    return _DISPLAY_NAMES.get(wager, wager)


def heading(wager: str) -> str:
    """Return the name of a wager where nothing stands before it.

    >>> heading("match-the-dealer"), heading("blackjack")
    ('Match-the-dealer', 'Blackjack')
    """
    return sentence(display_name(wager))


def as_of(edition: Edition) -> tuple[Wager, ...]:
    """Return the wagers that are part of an edition of the code."""
    return tuple(wager for wager in ALL if wager.cite.stands_in(edition))
