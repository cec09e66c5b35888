"""Arguments of the public functions: checked as strictly as the command line's, every problem at once."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from upcard.cards import Card, cards
from upcard.errors import Misuse, UpcardError
from upcard.money import Cents, share
from upcard.results.amounts import MoneyGiven, read_money
from upcard.table.notation import in_python

T = TypeVar("T")
CardsGiven = str | Card | Iterable[str | Card]  # "Ah Ts", or a list of such
ShareGiven = str | float | Decimal | Fraction


class BadArguments(UpcardError, ValueError):
    """Arguments that cannot be used; `problems` lists everything that is wrong with them.

    >>> import upcard
    >>> try:
    ...     upcard.price(upcard.Table(decks=6), decks=9, amount=10)
    ... except BadArguments as bad:
    ...     print(len(bad.problems), bad.problems[0])
    2 decks: must be a whole number from 1 to 8, not 9
    """

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class Arguments:
    """The arguments of one call, read one by one; `done` raises BadArguments with everything that is wrong."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def read(self, read: Callable[[], T], instead: T) -> T:
        """Return what a reader returns; note its problem and return the other value if it raises Misuse."""
        try:
            with in_python():
                return read()
        except Misuse as wrong:
            self.problems += str(wrong).split("\n")
            return instead

    def done(self) -> None:
        """Raise BadArguments if anything is wrong."""
        if self.problems:
            raise BadArguments(self.problems)

    def whole(self, name: str, value: Any, least: int, most: int) -> int:
        """Read a whole number within bounds."""
        if type(value) is int and least <= value <= most:
            return value
        self.problems.append(f"{name}: must be a whole number from {least:,} to {most:,}, not {short(value)}")
        return least

    def whole_or_none(self, name: str, value: Any, least: int, most: int) -> int | None:
        """Read a whole number within bounds, or None."""
        return None if value is None else self.whole(name, value, least, most)

    def flag(self, name: str, value: Any) -> bool:
        """Read True or False."""
        if not isinstance(value, bool):
            self.problems.append(f"{name}: must be True or False, not {short(value)}")
        return value is True

    def money(self, name: str, value: MoneyGiven | None, *, least: int = 0) -> Cents | None:
        """Read an amount of money, or None."""
        return None if value is None else self.read(lambda: read_money(value, name, least=least), Cents(least))

    def cards(self, name: str, value: CardsGiven) -> tuple[Card, ...]:
        """Read cards, as text or one by one."""
        return self.read(lambda: read_cards(value, name), ())

    def share(self, name: str, value: ShareGiven | None) -> Fraction | None:
        """Read a share of the whole, such as 0.75 or "75%"; or None."""
        return None if value is None else self.read(lambda: read_share(value, name), Fraction(1))

    def text(self, name: str, value: Any) -> str:
        """Read text."""
        if not isinstance(value, str):
            self.problems.append(f"{name}: must be text, not {short(value)}")
        return str(value)

    def file(self, name: str, value: Any) -> str:
        """Read the name of a file, as text or Path."""
        if not isinstance(value, str | Path):
            self.problems.append(f"{name}: must be text or a Path, not {short(value)}")
        return str(value)

    def texts(self, name: str, value: Any) -> tuple[str, ...] | None:
        """Read texts, one or several; or None."""
        if value is None:
            return None
        given = (value,) if isinstance(value, str) or not isinstance(value, Iterable) else tuple(value)
        return tuple(self.text(name, each) for each in given)

    def one_of(self, name: str, value: Any, choices: Iterable[str]) -> str:
        """Read one of a few words."""
        words = tuple(choices)
        if value not in words:
            self.problems.append(f"{name}: must be one of {', '.join(map(repr, words))}, not {short(value)}")
        return str(value)


def read_cards(value: Any, name: str) -> tuple[Card, ...]:
    """Read cards, as text or one by one; raise Misuse that names the argument."""
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise Misuse(f'{name}: must be cards such as "Ah Ts", not {short(value)}')
    given = [value] if isinstance(value, str | Card) else list(value)
    drawn: list[Card] = []
    for item in given:
        if isinstance(item, Card):
            drawn.append(item)
        elif isinstance(item, str):
            try:
                drawn += cards(item.replace(",", " "))
            except Misuse as wrong:
                raise Misuse(f"{name}: {wrong}") from None
        else:
            raise Misuse(f'{name}: must be cards such as "Ah Ts", not {short(item)}')
    return tuple(drawn)


def read_share(value: Any, name: str) -> Fraction:
    """Read a share of the whole; raise Misuse that names the argument."""
    if isinstance(value, Fraction) and 0 <= value <= 1:
        return value
    if isinstance(value, float):
        value = repr(value)
    if type(value) is int or isinstance(value, Decimal):
        value = str(value)
    if not isinstance(value, str):
        raise Misuse(f'{name}: must be a share such as 0.75 or "75%", not {short(value)}')
    try:
        return share(value.strip())
    except Misuse as wrong:
        raise Misuse(f"{name}: {wrong}") from None


def short(value: object) -> str:
    """Return a value as a message shows it."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
