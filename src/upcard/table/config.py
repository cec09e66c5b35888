"""A licensee's table as its file describes it."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any

from upcard.english import either
from upcard.errors import Misuse, UpcardError
from upcard.law import CODE, Cite, Edition, OnDay, Standing, Unknown, edition_on, newest_text, paragraph_on, stands_on
from upcard.law.code import Amendment
from upcard.law.dates import amendments_on, standing_on
from upcard.law.folder import LawFolder
from upcard.money import Cents, format_money
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import DealtFrom
from upcard.rules.option import Option
from upcard.rules.rule_fields import stated
from upcard.rules.wager import Confirmed, Game, PayTable, Wager
from upcard.table.layout_measures import LayoutMeasures
from upcard.table.line_numbers import Path, nearest

MOST_DECKS = 8
MOST_SEATS_STATED = 12
RULES = stated(BlackjackRules)


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Something in a file that cannot be read.

    >>> import upcard
    >>> try:
    ...     upcard.loads("decks = 0")
    ... except BadConfig as bad:
    ...     print(bad.problems[0].line, bad.problems[0].key)
    1 decks
    """

    file: str
    line: int  # 0: in no file
    key: str | None
    message: str

    def __str__(self) -> str:
        key = f"{self.key}: " if self.key else ""
        line = f":{self.line}" if self.line else ""
        return f"{self.file}{line}: {key}{self.message}"


class BadConfig(UpcardError):
    """A file that cannot be read, with everything that is wrong in it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def number_of_areas(stated: bool | int, due: int) -> int:
    """Return how many areas a file states: as many as are due, none, or the number."""
    return due * stated if isinstance(stated, bool) else stated


@dataclass(frozen=True, kw_only=True)
class StatedRecord:
    """A notice or a sign as a file states it: by name alone, or with when, where and by whom."""

    name: str
    given: datetime.date | None = None
    posted: str | None = None  # where
    by: str | None = None

    @property
    def words(self) -> str:
        """Return when, where and by whom, as far as the file says."""
        parts = (("given", self.given), ("posted:", self.posted), ("by", self.by))
        return ", ".join(f"{word} {value}" for word, value in parts if value is not None)


@dataclass(frozen=True, kw_only=True)
class Authority:
    """What the licensee states about a rule whose held text has ended: by which rulemaking it is in force."""

    rule: Cite
    register: str  # where it stands
    number: str
    date: datetime.date
    at: Path

    @property
    def took_effect(self) -> datetime.date:
        """Return the day from which the rule is in effect, as far as it is held; it is not kept by anything before."""
        return self.rule.paragraph.since.first_day or datetime.date.min

    @property
    def words(self) -> str:
        """Return the statement in words."""
        return f"the licensee states that {self.rule} is in force by {self.number}, {self.register}, of {self.date}"


class LawChosenBy(Enum):
    """What chose the edition that a table is held against."""

    LAW = "law"
    DATE = "date"
    NEWEST = "newest"

    def words(self, edition: Edition, day: datetime.date | None) -> str:
        """Return the edition, and what chose it, in words."""
        on = f" on {day}" if day else ""
        return f"{edition.value}, the newest edition" if self is LawChosenBy.NEWEST else f"{edition.value}{on}"


def chosen_edition(stated: Edition | None, day: datetime.date | None) -> tuple[Edition, LawChosenBy]:
    """Return the edition for a table: the one stated, else that of its day, else the newest."""
    if stated is not None:
        return stated, LawChosenBy.LAW
    if day is not None:
        return edition_on(day), LawChosenBy.DATE
    return Edition.CURRENT, LawChosenBy.NEWEST


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
    betting_area: bool | int | None = None  # true: at each seat; or at how many; None: not stated
    sign: bool | StatedRecord | None = None
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

    @cached_property
    def sizes(self) -> tuple[Cents, ...]:
        """Return the amounts that can be wagered where the rule names exact ones, as displayed and posted."""
        display = self.settings[self.wager.displayed] if self.wager.displayed else None
        return tuple(
            size
            for size in self.wager.limits.value.exactly
            if (display is None or size in display.amounts)
            and (self.minimum is None or size >= self.minimum)
            and (self.maximum is None or size <= self.maximum)
        )

    @property
    def least(self) -> Cents | None:
        """Return the smallest amount that may be wagered; None where nothing sets it."""
        limits = self.wager.limits.value
        if limits.exactly:
            return min(self.sizes, default=None)
        return max((amount for amount in (self.minimum, limits.least) if amount is not None), default=None)

    @property
    def no_size(self) -> str:
        """Return what is wrong where no amount is left that can be wagered."""
        return f"the {self.wager.display_name} wager cannot be made: what is posted or displayed leaves no size for it"

    def wrong_size(self, amount: Cents) -> str:
        """Return what is wrong with an amount that is none of the sizes."""
        if not self.sizes:
            return self.no_size
        allowed = either(map(format_money, self.sizes))
        if amount in self.wager.limits.value.exactly:
            why = "the display and the posted limits of this table"
            return f"a {self.wager.display_name} wager of {format_money(amount)} is not offered: {why} leave {allowed}"
        return f"the {self.wager.display_name} wager must be exactly {allowed}, not {format_money(amount)}"


def file_with_changes(file: str | None, changes: Iterable[object]) -> str:
    """Return how a table is named: its file, and how it differs from it.

    >>> file_with_changes("main-floor.toml", ["decks=6", "splits=3"])
    'main-floor.toml with decks=6, splits=3'
    """
    changed = ", ".join(map(str, changes))
    return f"{file} with {changed}" if changed else str(file)


@dataclass(frozen=True, kw_only=True)
class TableConfig:
    """A table: its game, cards, limits and everything offered at it."""

    file: str
    table: str
    licensee: str | None
    law: Edition
    law_chosen_by: LawChosenBy = LawChosenBy.LAW
    date: datetime.date | None = None  # the day whose law is asked about
    games: tuple[Game, ...]  # one; a file may name several, which no paragraph allows
    decks: int
    seats: int
    dealt_from: DealtFrom
    rules: BlackjackRules
    minimum: Cents | None
    maximum: Cents | None
    cutting_card: Fraction
    cutting_cards: int | None
    notices: tuple[StatedRecord, ...]
    authorities: tuple[Authority, ...]
    inscriptions: tuple[str, ...] | None  # None: not stated
    equipment: tuple[str, ...] | None
    betting_areas: Mapping[str, bool | int]  # as stated for the areas that a game requires
    signs: Mapping[str, bool | StatedRecord]
    appearance: Mapping[str, bool | StatedRecord]  # of cards and equipment, by the names of statements
    approvals: Mapping[str, bool | StatedRecord]
    layout: LayoutMeasures
    house: Mapping[str, str]
    settings: Mapping[str, Any]  # what the games add
    options: tuple[Option, ...]  # everything chosen: game, ways of dealing and paying, wagers
    offers: tuple[Offer, ...]
    content: Mapping[str, Any] = field(repr=False, compare=False)  # the keys and values that all the rest is read from
    lines: Mapping[Path, int] = field(repr=False, compare=False, default_factory=dict)
    changes: tuple[str, ...] = ()  # values that differ from those of the file, as PATH=VALUE
    law_folder: LawFolder | None = field(default=None, repr=False)  # that of the licensee, on which answers rest

    @property
    def name(self) -> str:
        """Return the file, and how the table differs from it."""
        return file_with_changes(self.file, self.changes)

    @property
    def game(self) -> Game:
        """Return the game that is dealt: the first one named."""
        return self.games[0]

    @property
    def under(self) -> str:
        """Return the edition that the table is held against, with its day, or that it is the newest, in words."""
        words = self.law_chosen_by.words(self.law, self.date)
        return words if self.law_folder is None else f"{words}, {self.law_folder.words}"

    @property
    def newest_text(self) -> datetime.date:
        """Return the day of the newest dated text of the table's edition, those of a licensee's law folder included."""
        return newest_text(self.law, CODE if self.law_folder is None else self.law_folder.code)

    def by_its_law(self, cite: Cite) -> Cite:
        """Return a citation of the table's edition, looked up in the licensee's law folder if there is one."""
        return self._looked_up(cite).as_of(self.law)

    @property
    def day(self) -> datetime.date:
        """Return the day asked about; whoever asks about a table chooses one first."""
        assert self.date is not None, "a table without a date is asked about on a day: on(day)"
        return self.date

    def on(self, day: datetime.date) -> "TableConfig":
        """Return the table asked about on a day, whatever day its file states."""
        if self.date == day:
            return self
        if self.law_folder is not None:
            from upcard.table.file_reader import read_on  # which reads tables of this type

            return read_on(self, day)
        edition, chosen_by = chosen_edition(self.law if self.law_chosen_by is LawChosenBy.LAW else None, day)
        return replace(self, date=day, law=edition, law_chosen_by=chosen_by)

    def authority(self, cite: Cite) -> Authority | None:
        """Return what the licensee states of a paragraph whose text held has ended before the day asked about."""
        on = self.on_its_day(cite)
        if on is None or on.ended is None:
            return None
        stated = (each for each in self.authorities if each.took_effect <= each.date <= self.day)
        return next((each for each in stated if each.rule.covers(cite)), None)

    def stands(self, cite: Cite) -> bool:
        """Whether a paragraph is part of the table's law on its day, as far as is known."""
        return stands_on(self._looked_up(cite), self.law, self.date)

    def on_its_day(self, cite: Cite) -> OnDay | None:
        """Return a paragraph on the table's day; None if no day is asked about."""
        return None if self.date is None else paragraph_on(self._looked_up(cite).paragraph, self.date)

    def standing(self, cite: Cite) -> Standing:
        """Return how a paragraph is known, in the table's edition and on its day."""
        return standing_on(self.by_its_law(cite), self.date)

    def amended_by(self, cite: Cite) -> Amendment | None:
        """Return the last amendment of a paragraph by the licensee's law folder, on the table's day."""
        amended = amendments_on(self._looked_up(cite).paragraph, self.law, self.date)
        return amended[-1] if amended else None

    def _looked_up(self, cite: Cite) -> Cite:
        return cite if self.law_folder is None else cite.within(self.law_folder.code)

    def require_one_game(self) -> None:
        """Raise Misuse if the file names several games: such a table can be checked, and nothing else."""
        if len(self.games) > 1:
            names = ", ".join(game.name for game in self.games)
            raise Misuse(f"{self.file}: this table has several games ({names}): name one of them under game")

    @cached_property
    def spots(self) -> tuple[int, int]:
        """Return how many blackjack wagers a player must make on a hand, and how many a player may."""
        if self.game.spots is None:
            return 1, 1
        otherwise = {setting.key: setting.otherwise for setting in self.game.settings}
        required, most = (
            otherwise[key] if self.settings[key] is None else self.settings[key] for key in self.game.spots
        )
        return int(required), int(most)

    @property
    def stated_spot_limits(self) -> tuple[tuple[Cents, Cents], ...]:
        """Return the minimum and the maximum of each blackjack wager, where the file states them one by one."""
        return (self.settings[self.game.spot_limits] or ()) if self.game.spot_limits else ()

    def spot_limits(self, spot: int) -> tuple[Cents | None, Cents | None]:
        """Return the minimum and the maximum of a player's blackjack wager in a spot, counted from 0."""
        limits = self.stated_spot_limits
        return limits[spot] if spot < len(limits) else (self.minimum, self.maximum)

    @property
    def least_blackjack_wager(self) -> Cents | None:
        """Return the least amount that may be wagered in every spot; None if no minimum is posted."""
        minimums = [self.spot_limits(spot)[0] for spot in range(self.spots[1])]
        return max((minimum for minimum in minimums if minimum is not None), default=None)

    @property
    def most_blackjack_wager(self) -> Cents | None:
        """Return the greatest amount of the first blackjack wager; None if no maximum is posted."""  # reading 68
        return self.spot_limits(0)[1]

    @property
    def required_blackjack_wagers(self) -> tuple[Cents, ...] | None:
        """Return the least amounts of the blackjack wagers that a player must make; None if no minimum is posted."""
        minimums = [self.spot_limits(spot)[0] for spot in range(self.spots[0])]
        posted = tuple(minimum for minimum in minimums if minimum is not None)
        return posted if len(posted) == len(minimums) else None

    def value(self, key: str) -> Any:
        """Return the table's value under a key of its file, the rules and the game included."""
        if key == "game":
            return self.game.name
        if key in self.settings:
            return self.settings[key]
        if key in self.house:
            return self.house[key]
        return getattr(self.rules if key in RULES else self, key, None)

    def has(self, values: Mapping[str, tuple[Any, ...]]) -> bool:
        """Whether each key of the file, or its default, has one of the values given for it."""
        return all(self.value(key) in allowed for key, allowed in values.items())

    def line(self, *path: str | int) -> int:
        """Return the line of a key, or of the nearest enclosing key that is in the file."""
        return nearest(self.lines, path)
