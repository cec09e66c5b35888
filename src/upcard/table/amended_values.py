"""Odds and amounts that a licensee's law file changes: which of them our definitions take from which paragraph."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from functools import cache, lru_cache
from typing import Any, TypeVar

from upcard.errors import Misuse
from upcard.law import Cite, Cited, Edition, Unknown
from upcard.law.dates import amendments_on
from upcard.law.folder import LawFolder
from upcard.money import Cents, Fixed, Pays
from upcard.rules import base
from upcard.rules.bound import AtLeast, AtMost
from upcard.rules.option import Option
from upcard.rules.wager import Limits, Outcome, PayTable, PayTables, Rider, Wager
from upcard.table import value_readers
from upcard.table.keys import Keys
from upcard.wagers import OPTIONS

OptionT = TypeVar("OptionT", bound=Option)
T = TypeVar("T")

# Any: a definition states values of many types; those that can be amended are looked for by type.
BASE_BOUNDS = (
    base.DECKS,
    base.IN_FRONT_OF_CUTTING_CARD,
    base.MAY_SPLIT,
    base.MAY_SPLIT_FREE,
    base.most_splits(seats=6),
)


@dataclass(frozen=True, kw_only=True)
class _Lines:
    """The lines of a pay table: the outcomes that are paid, the words for several of them, and how they are paid."""

    owner: str
    wins: tuple[Outcome, ...]
    groups: Mapping[str, tuple[Outcome, ...]]
    read: value_readers.Read[Pays]


def _lines_of(owner: Wager | Rider) -> _Lines:
    if isinstance(owner, Wager):
        return _Lines(owner=owner.name, wins=owner.wins, groups=owner.groups, read=value_readers.pays)
    return _Lines(owner=owner.name, wins=rider_wins(owner), groups={}, read=rider_pays)


def rider_wins(rider: Rider) -> tuple[Outcome, ...]:
    """Return the outcomes for which a rider is paid."""
    tables = rider.pay_tables.value.tables.values()
    return tuple(dict.fromkeys(outcome for table in tables for outcome in table))


def rider_pays(value: Any) -> Fixed:
    """Read what a line of a rider pays: an amount of money."""
    return Fixed(value_readers.money(value))


@dataclass(frozen=True, kw_only=True)
class _Stated:
    """A value that a definition takes from a paragraph."""

    value: Any
    lines: _Lines | None  # where it is a pay table


def _stated(owner: Any) -> Iterator[tuple[Cite, _Stated]]:
    """Yield what a definition takes from paragraphs and can be amended."""
    for each in fields(owner):
        value = getattr(owner, each.name)
        if isinstance(value, Rider):
            yield from _stated(value)
        elif isinstance(value, Unknown) and each.name == "pay_tables":
            yield value.cite, _Stated(value=PayTables(tables={}), lines=_lines_of(owner))
        elif isinstance(value, Unknown) and each.name == UNSETTLED:
            yield value.cite, _Stated(value=value, lines=None)
        elif isinstance(value, Cited) and isinstance(value.value, PayTables):
            yield value.cite, _Stated(value=value.value, lines=_lines_of(owner))
        elif isinstance(value, Cited) and (each.name == "least" or isinstance(value.value, Limits | AtLeast | AtMost)):
            yield value.cite, _Stated(value=value.value, lines=None)


@cache
def _all_stated() -> Mapping[str, tuple[_Stated, ...]]:
    """Return what can be amended, by the number of its paragraph."""
    found: dict[str, tuple[_Stated, ...]] = {}
    bounds = ((bound.cite, _Stated(value=bound.value, lines=None)) for bound in BASE_BOUNDS)
    for cite, stated in (*bounds, *(each for option in OPTIONS for each in _stated(option))):
        found[str(cite)] = (*found.get(str(cite), ()), stated)
    return found


def read_values(keys: Keys, number: str) -> None:
    """Note every problem with the values that a law folder states for a paragraph."""
    stated = _all_stated().get(number, ())
    if not stated:
        amendable = ", ".join(sorted(_all_stated()))
        keys.problem(f"no definition takes odds or amounts from {number}; these can be amended: {amendable}")
        return
    for each in stated:
        _amended(each.value, keys, each.lines, number)
        if isinstance(each.value, PayTables) and not each.value.tables and "pay_tables" not in keys.raw:
            keys.problem("is missing: the code held has no pay tables for this paragraph", "pay_tables")
    keys.report_unknown_keys()
    owners = _owners(number)
    named = keys.raw.get("pay_tables")
    for name in named if len(owners) > 1 and isinstance(named, dict) else ():
        if name not in owners:
            keys.problem(f"is not a wager of {number}; state the pay tables of {', '.join(owners)}", "pay_tables", name)


@cache
def _owners(number: str) -> tuple[str, ...]:
    """Return the wagers whose pay tables a paragraph states."""
    return tuple(each.lines.owner for each in _all_stated().get(number, ()) if each.lines is not None)


def _amended(value: Any, keys: Keys, lines: _Lines | None, number: str = "") -> Any:
    """Return a value with what a law folder states in place of it; `number` is that of its paragraph."""
    match value:
        case PayTables():
            assert lines is not None
            tables = _tables(keys, lines, number) or value.tables
            return replace(value, tables=tables, floors=keys.take("floors", value_readers.flag, value.floors))
        case Limits():
            return _limits(keys, value)
        case AtLeast():
            return AtLeast(keys.take("at_least", _like(value.least), value.least))
        case Unknown():
            return None if keys.take("allowed", _settled, False) else value
        case AtMost():
            return AtMost(keys.take("at_most", _like(value.most), value.most))
        case _:
            return keys.take("least", value_readers.money, value)


def _settled(value: Any) -> bool:
    """Read that a paragraph allows what no text held settles."""
    if value is not True:
        raise Misuse(
            f"must be true, or left out where the paragraph does not allow it, not {value_readers.shown(value)}"
        )
    return True


def _like(value: Any) -> value_readers.Read[Any]:
    """Return the reader of a bound: a whole number, or a share."""
    return value_readers.count(0, 100) if isinstance(value, int) else value_readers.share


def _limits(keys: Keys, limits: Limits) -> Limits:
    return Limits(
        posted=keys.take("posted", value_readers.flag, limits.posted),
        exactly=keys.take("exactly", _amounts, limits.exactly),
        least=keys.take("least", value_readers.money, limits.least),
        within_blackjack_wager=keys.take("within_blackjack_wager", value_readers.flag, limits.within_blackjack_wager),
    )


def _amounts(value: Any) -> tuple[Cents, ...]:
    return tuple(value_readers.amount(each) for each in value_readers.texts(value))


def _tables(keys: Keys, lines: _Lines, number: str) -> Mapping[str, PayTable]:
    """Read pay tables by name, or by wager and name where a paragraph has several: each states every line."""
    tables: dict[str, PayTable] = {}
    inner = Keys(keys.take("pay_tables", value_readers.keyed, {}), (*keys.at, "pay_tables"), keys.problems)
    if len(_owners(number)) > 1:
        inner = Keys(inner.take(lines.owner, value_readers.keyed, {}), (*inner.at, lines.owner), keys.problems)
    for name in inner.raw:
        pays = read_pays(inner, name, lines.wins, lines.groups, lines.read)
        if missing := [f'"{outcome}"' for outcome in lines.wins if outcome not in pays]:
            inner.problem(f"pay table {name} states nothing for {', '.join(missing)}", name)
        tables[name] = {outcome: pays[outcome] for outcome in lines.wins if outcome in pays}
    return tables


def read_pays(
    keys: Keys,
    key: str,
    wins: tuple[Outcome, ...],
    groups: Mapping[str, tuple[Outcome, ...]],
    read: value_readers.Read[Pays],
) -> dict[Outcome, Pays]:
    """Read posted lines; a word for several outcomes gives way to one for a single outcome."""
    words: dict[str, tuple[Outcome, ...]] = {
        label.lower(): (outcome,) for outcome in wins for label in (outcome.label, *outcome.also)
    }
    words.update({label.lower(): outcomes for label, outcomes in groups.items()})
    lines = Keys(keys.take(key, value_readers.keyed, {}), (*keys.at, key), keys.problems)
    posted: dict[Outcome, Pays] = {}
    labels: list[str] = []
    for label in sorted(lines.raw, key=lambda label: -len(words.get(label.lower(), ()))):
        outcomes = words.get(label.lower())
        if outcomes is None:
            known = ", ".join(f'"{outcome.label}"' for outcome in wins)
            lines.problem(f"there is no such outcome; outcomes: {known}", label)
        elif (paid := lines.take(label, read, None)) is not None:
            if any(outcomes == words[other.lower()] for other in labels):
                lines.problem("is posted twice under different words: remove one of the lines", label)
            labels.append(label)
            posted.update(dict.fromkeys(outcomes, paid))
    return posted


def values_on(folder: LawFolder | None, cite: Cite, edition: Edition, day: date | None) -> Mapping[str, Any]:
    """Return the values that a law folder states for a paragraph on a day; the last that states a value counts."""
    if folder is None:
        return {}
    values: dict[str, Any] = {}
    for amendment in amendments_on(cite.within(folder.code).paragraph, edition, day):
        values.update(amendment.values)
    return values


def amended_bound(folder: LawFolder | None, said: Cited[T], edition: Edition, day: date | None) -> Cited[T]:
    """Return a bound of the base game as a law folder has it on a day."""
    values = values_on(folder, said.cite, edition, day)
    return said.cite.says(_amended(said.value, Keys(values, (), []), None)) if values else said


@lru_cache(maxsize=4096)
def _amended_option(place: int, folder: LawFolder, edition: Edition, day: date | None) -> Option:
    option: Option = _with_values(OPTIONS[place], folder, edition, day)
    return option


_PLACES = {id(option): place for place, option in enumerate(OPTIONS)}


def amended_option(option: OptionT, folder: LawFolder | None, edition: Edition, day: date | None) -> OptionT:
    """Return an option with the odds and amounts that a law folder states for it on a day; the same if none."""
    if folder is None:
        return option
    amended = _amended_option(_PLACES[id(option)], folder, edition, day)
    assert isinstance(amended, type(option))
    return amended


def _with_values(owner: Any, folder: LawFolder, edition: Edition, day: date | None) -> Any:
    """Return a definition with the values of a law folder; the same object where there are none."""
    changed: dict[str, Any] = {}
    for each in fields(owner):
        value = getattr(owner, each.name)
        if isinstance(value, Rider):
            new: Any = _with_values(value, folder, edition, day)
        elif isinstance(value, Cited | Unknown) and each.name in _AMENDABLE:
            new = _value_of(owner, each.name, value, folder, edition, day)
        else:
            continue
        if new is not value:
            changed[each.name] = new
    return replace(owner, **changed) if changed else owner


UNSETTLED = "unknown"  # the field of an option that no text held settles
_AMENDABLE = frozenset({"pay_tables", "limits", "least", "decks", UNSETTLED})


def _value_of(owner: Any, name: str, value: Any, folder: LawFolder, edition: Edition, day: date | None) -> Any:
    values = values_on(folder, value.cite, edition, day)
    if not values:
        return value
    if name == UNSETTLED:
        return _amended(value, Keys(values, (), []), None)
    stated = PayTables(tables={}) if isinstance(value, Unknown) else value.value
    lines = _lines_of(owner) if isinstance(stated, PayTables) else None
    amended = _amended(stated, Keys(values, (), []), lines, str(value.cite))
    return value if isinstance(amended, PayTables) and not amended.tables else value.cite.says(amended)
