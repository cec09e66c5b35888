"""What the rules and the options require of the keys of a table, and the keys that they require to be stated."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from upcard.english import format_percent, listed
from upcard.law import Cited
from upcard.money import format_money, plain_money
from upcard.rules import base
from upcard.rules.bound import AtLeast, AtMost, Bound, OneOf
from upcard.rules.option import Kind, Option, Requires, Setting
from upcard.rules.rule_fields import written
from upcard.table.config import RULES, Offer, TableConfig
from upcard.table.line_numbers import Path
from upcard.table.requirement import (
    Breach,
    Requirement,
    RequirementKind,
    Requirements,
    StatedAs,
    bound_of,
    place,
    standing_options,
    state_of,
    title,
    word_of,
)

# What a new table states where no rule says what; the licensee decides.
EXAMPLES: dict[Kind, Any] = {Kind.DISPLAY: [["5.00", "0.9"], ["100.00", "0.1"]]}


def of_options(table: TableConfig) -> Iterator[Requirement]:
    """Yield the settings of the table that its options require."""
    for option in standing_options(table):
        offer = next((offer for offer in table.offers if offer.wager is option), None)
        for required in option.requires:
            if table.has(required.value.when):
                yield from _required(table, option, offer, required)


def _required(
    table: TableConfig, option: Option, offer: Offer | None, requirement: Cited[Requires]
) -> Iterator[Requirement]:
    need = requirement.value
    values = {key: _value(table, offer, key) for key in need.keys}
    key, first = need.keys[0], values[need.keys[0]]
    if first is None:
        return
    stated = {key: value for key, value in values.items() if value is not None}
    value = first if len(values) == 1 else sum(stated.values(), Fraction(0))
    admitted = any(map(need.bound.admits, [game.name for game in table.games] if key == "game" else [value]))
    met = admitted and (need.not_above is None or value <= _value(table, offer, need.not_above))
    at: Path = (*offer.at, key) if offer and key in offer.settings else ("house", key) if key in table.house else (key,)
    breach = Breach(
        f"{need.because}; {_state(need, stated, _written(value, offer, key), admitted=admitted)}",
        _where(table, option, at),
        reading=need.reading,
        elsewhere=key in RULES and not RULES[key].is_lawful(value),
    )
    yield Requirement(
        kind=RequirementKind.RULE,
        cite=requirement.cite,
        what=need.because,
        option=option,
        state=state_of(table, at, met=met),
        states=f"{listed(stated)} {'are' if len(stated) > 1 else 'is'} {_written(value, offer, key)}",
        at=at,
        remedy=file_value(first if met and len(values) == 1 else nearest_value(need.bound), _kind(offer, key)),
        reading=need.reading,
        breaches=() if met else (breach,),
    )


def _where(table: TableConfig, option: Option, at: Path) -> Path:
    """Return the line of a key that is in the file, or else that of the option."""
    at = at[1:] if at[0] == "house" else at
    return at if at in table.lines else place(table, option)


def _state(need: Requires, stated: dict[str, Any], value: str, *, admitted: bool) -> str:
    state = f"{listed(stated)} {'are' if len(stated) > 1 else 'is'} {value}"
    if admitted:
        return f"{state}, more than {need.not_above}"
    return state + set_to(need.bound) if isinstance(need.bound, OneOf) else state


def set_to(bound: OneOf) -> str:
    """Return what to do about a value that is none of those allowed."""
    return ": remove it" if bound.values == (None,) else f": set it to {bound.says(word_of)}"


def _value(table: TableConfig, offer: Offer | None, key: str) -> Any:
    return offer.settings[key] if offer and key in offer.settings else table.value(key)


def _kind(offer: Offer | None, key: str) -> Kind | None:
    return next((setting.kind for setting in offer.wager.settings if setting.key == key), None) if offer else None


def _written(value: Any, offer: Offer | None, key: str) -> str:
    if isinstance(value, Fraction):
        return format_percent(value)
    return f"{format_money(value)}" if _kind(offer, key) is Kind.MONEY else word_of(value)


def nearest_value(bound: Bound) -> Any:
    """Return the value by which a bound is just met."""
    match bound:
        case AtLeast():
            return bound.least
        case AtMost():
            return bound.most
        case OneOf():
            return bound.values[0]


def file_value(value: Any, kind: Kind | None) -> Any:
    """Return the value of a setting as a table file has it."""
    if kind is Kind.MONEY:
        return plain_money(value)
    return format_percent(value) if kind is Kind.SHARE else written(value)


def splits(table: TableConfig) -> Iterator[Requirement]:
    """Yield how often a pair may be split: at least once, and not more often than the boxes allow."""
    yield from _splits(table, "splits", base.MAY_SPLIT, "split", table.rules.splits, None)
    if key := table.game.splits_free:
        yield from _splits(table, key, base.MAY_SPLIT_FREE, "split free", table.settings[key], base.FREE_SPLITS_CAPPED)


def _splits(
    table: TableConfig, key: str, may: Cited[Bound], verb: str, number: int, reading: int | None
) -> Iterator[Requirement]:
    may, most = bound_of(table, may), bound_of(table, base.most_splits(table.seats))
    once = f"a pair may be {verb} at least once"
    again = f"a pair may be {verb} {most.value.says()} times at a table of {table.seats} boxes"
    rows: list[tuple[Cited[Bound], str, str, int | None]] = [(may, once, f"{once}: set {key} to 1 or more", None)]
    if not _has_bound_of_its_own(table, key):
        rows.append((most, again, f"{again}; {key} is {number}", reading))
    line = key if key in table.content else "splits"  # from which it takes its default
    for bound, what, wrong, rests_on in rows:
        met = bound.value.admits(number)
        yield Requirement(
            kind=RequirementKind.RULE,
            cite=bound.cite,
            what=what,
            option=table.game if key in table.settings else None,
            state=state_of(table, (key,), met=met),
            states=f"{key} is {number}",
            at=(key,),
            remedy=1,
            reading=rests_on,
            breaches=() if met else (Breach(wrong, (line,), reading=rests_on),),
        )


def _has_bound_of_its_own(table: TableConfig, key: str) -> bool:
    """Whether an option of the table bounds a key more closely than the rule for every table does."""
    return any(key in required.value.keys for option in standing_options(table) for required in option.requires)


def settings(table: TableConfig) -> Iterator[Requirement]:
    """Yield the settings that an option needs stated."""
    of_games = [(game, setting, table.settings, ("game",), ()) for game in table.games for setting in game.settings]
    of_wagers = [
        (offer.wager, setting, offer.settings, offer.at, offer.at)
        for offer in table.offers
        for setting in offer.wager.settings
    ]
    for option, setting, values, line, above in (*of_games, *of_wagers):
        if setting.missing:
            yield _setting(option, setting, values[setting.key], line, (*above, setting.key))


def _setting(option: Option, setting: Setting, value: Any, line: Path, at: Path) -> Requirement:
    assert setting.missing is not None
    message = f"{setting.missing.value}: state it under {setting.key}, as {setting.kind.value}"
    is_stated = value is not None
    return Requirement(
        kind=RequirementKind.POSTING,
        cite=setting.missing.cite,
        what=f"{title(option)}: {setting.means}",
        option=option,
        state=StatedAs.STATED if is_stated else StatedAs.NOT_STATED,
        at=at,
        remedy=_least_setting(option, setting),
        breaches=() if is_stated else (Breach(message, line, elsewhere=setting.otherwise is not None),),
    )


def _least_setting(option: Option, setting: Setting) -> Any:
    """Return the least value that an option requires of a setting; or what holds where it is missing, or an example."""
    for required in option.requires:
        if required.value.keys[0] == setting.key:
            return file_value(nearest_value(required.value.bound), setting.kind)
    return EXAMPLES.get(setting.kind, setting.otherwise)


REQUIREMENTS: tuple[Requirements, ...] = (of_options, splits, settings)
