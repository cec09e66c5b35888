"""How keys and values are written by whoever states a table or a round: in a file, or in a program."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Notation:
    """What messages call the values and keys that they ask for."""

    text: str
    money: str
    flags: tuple[str, str]  # false and true
    mapping: str
    mapping_example: str
    wager_list: str  # the key
    list_of_wagers: str
    seats: str
    decks: str


FILE = Notation(
    text="text in quotes",
    money='money in quotes, such as "10.00"',
    flags=("false", "true"),
    mapping="a table of keys",
    mapping_example='{ "…" = "…" }',
    wager_list="wager",
    list_of_wagers="a list of tables: begin each wager with [[wager]]",
    seats="written as [[seat]]",
    decks="decks = 6",
)
PYTHON = Notation(
    text="text",
    money='money such as "10.00", Decimal("10.00") or upcard.cents(1000)',
    flags=("False", "True"),
    mapping="a mapping",
    mapping_example='{"…": "…"}',
    wager_list="wagers",
    list_of_wagers="a list of names, or of mappings of keys",
    seats='in a list under "seat"',
    decks="decks=6",
)
_in_use = ContextVar("_in_use", default=FILE)


def notation() -> Notation:
    """Return the notation in use."""
    return _in_use.get()


def argument(name: str, *, python: str | None = None) -> str:
    """Return what an argument is called: an option of the command line, or a keyword of a program.

    >>> argument("beyond_limits")
    '--beyond-limits'
    """
    return (python or name) if notation() is PYTHON else f"--{name.replace('_', '-')}"


@contextmanager
def in_python() -> Iterator[None]:
    """Read what a program states meanwhile."""
    before = _in_use.set(PYTHON)
    try:
        yield
    finally:
        _in_use.reset(before)
