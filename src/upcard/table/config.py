"""A licensee's table as its file describes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from upcard.errors import UpcardError
from upcard.law import Edition, Unknown
from upcard.money import Cents
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import DealtFrom
from upcard.rules.option import Option
from upcard.rules.rule_fields import stated
from upcard.rules.wager import Confirmed, Game, PayTable, Wager
from upcard.table.line_numbers import Path, nearest

MOST_DECKS = 8
MOST_SEATS_STATED = 12
RULES = stated(BlackjackRules)


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Something in a file that cannot be read."""

    file: str
    line: int
    key: str | None
    message: str

    def __str__(self) -> str:
        key = f"{self.key}: " if self.key else ""
        return f"{self.file}:{self.line}: {key}{self.message}"


class BadConfig(UpcardError):
    """A file that cannot be read, with everything that is wrong in it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True, kw_only=True)
class Posted:
    """What a licensee posts for a wager or its rider: a pay table by name, or odds of its own."""

    pay_table: str | None = None
    pays: PayTable = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A wager as offered at a table."""

    wager: Wager
    posted: Posted = Posted()
    rider: Posted | None = None
    minimum: Cents | None = None
    maximum: Cents | None = None
    spoken_wagers: bool | Confirmed = False  # true: confirmed as the rule requires; or who confirms
    coupons: bool = False
    betting_area: bool | int = True  # true: at each seat; or at how many
    sign: bool = True
    settings: Mapping[str, Any] = field(default_factory=dict)
    at: Path = ()

    @cached_property
    def pays(self) -> PayTable:
        """Return what each winning outcome pays: as posted, as displayed, or as the law fixes it."""
        if self.wager.displayed:
            display = self.settings[self.wager.displayed]
            return dict.fromkeys(self.wager.wins, display) if display else {}
        law = self.wager.pay_tables
        if self.posted.pays or isinstance(law, Unknown) or law.value.floors:
            return self.posted.pays
        return next(iter(law.value.tables.values()))


@dataclass(frozen=True, kw_only=True)
class TableConfig:
    """A table: its game, cards, limits and everything offered at it."""

    file: str
    table: str
    licensee: str | None
    law: Edition
    game: Game
    decks: int
    seats: int
    dealt_from: DealtFrom
    rules: BlackjackRules
    minimum: Cents | None
    maximum: Cents | None
    cutting_card: Fraction
    cutting_cards: int | None
    notices: tuple[str, ...]
    inscriptions: tuple[str, ...] | None  # None: not stated
    equipment: tuple[str, ...] | None
    house: Mapping[str, str]
    settings: Mapping[str, Any]  # what the game adds
    options: tuple[Option, ...]  # everything chosen: game, ways of dealing and paying, wagers
    offers: tuple[Offer, ...]
    lines: Mapping[Path, int] = field(repr=False, default_factory=dict)

    def value(self, key: str) -> Any:
        """Return the table's value under a key of its file, the rules and the game included."""
        if key == "game":
            return self.game.name
        if key in self.settings:
            return self.settings[key]
        return getattr(self.rules if key in RULES else self, key, None)

    def line(self, *path: str | int) -> int:
        """Return the line of a key, or of the nearest enclosing key that is in the file."""
        return nearest(self.lines, path)
