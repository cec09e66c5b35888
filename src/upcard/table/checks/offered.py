"""What may stand together at one table, and what each option asks of the table."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

from upcard.law import Cited, Standing
from upcard.money import percent, show
from upcard.rules.bound import OneOf
from upcard.rules.option import Kind, Notice, Option, Requires
from upcard.rules.rule_fields import written
from upcard.rules.wager import Game, Wager
from upcard.table.config import MOST_DECKS, RULES, Offer, TableConfig
from upcard.table.findings import Check, Finding, finding
from upcard.table.line_numbers import Path


def title(option: Option) -> str:
    """Write an option as the subject of a sentence."""
    return f"the {option.name} wager" if isinstance(option, Wager) else option.name


def place(table: TableConfig, option: Option) -> Path:
    """Give the path in the file that chose the option."""
    for offer in table.offers:
        if offer.wager is option:
            return (*offer.at, "name")
    if isinstance(option, Game):
        return ("game",)
    return (option.chosen_by[0],) if option.chosen_by else ()


def in_force(table: TableConfig) -> Iterator[Finding]:
    """Report an option that came into the code after the table's edition of it."""
    for option in table.options:
        if not option.cite.stands_in(table.law):
            since = option.cite.paragraph.since
            message = f"{title(option)} is not in the {table.law.value} edition; it came on {since.effective}"
            yield finding(table, option.cite, message, *place(table, option))


def enough_decks(table: TableConfig) -> Iterator[Finding]:
    """Report a number of decks that an option does not allow."""
    for option in table.options:
        if option.decks and not option.decks.value.admits(table.decks):
            message = f"{title(option)} asks for {option.decks.value.says()} decks; the table uses {table.decks}"
            yield finding(table, option.decks.cite, message + _never(table, option), "decks")


def _never(table: TableConfig, option: Option) -> str:
    """Say beside which other options no number of decks will do."""
    never = [other for other in table.options if not _some_decks(option, other)]
    names = ", ".join(title(other) for other in sorted(never, key=lambda other: other.cite))
    return f", and no number of decks will do beside {names}" if names else ""


def _some_decks(*options: Option) -> bool:
    bounds = [option.decks.value for option in options if option.decks]
    return any(all(bound.admits(decks) for bound in bounds) for decks in range(1, MOST_DECKS + 1))


def excluded_together(table: TableConfig) -> Iterator[Finding]:
    """Report two options that the rules keep apart, by each paragraph that says so."""  # reading 8
    for one, other in permutations(table.options, 2):
        for partner, source in one.excludes.items():
            if partner.covers(other.cite) and other.cite.stands_in(table.law) and one.cite.stands_in(table.law):
                message = f"{title(one)} and {title(other)} may not be offered at one table"
                yield finding(table, source, message, *place(table, one))


def doubtful_together(table: TableConfig) -> Iterator[Finding]:
    """Report two options about whose meeting the text leaves a doubt."""
    for one, other in permutations(table.options, 2):
        for doubt in one.doubts:
            if doubt.partner.covers(other.cite) and other.cite.stands_in(table.law) and one.cite.stands_in(table.law):
                message = f"the rules do not say how {title(one)} goes together with {title(other)}"
                where = place(table, one)
                yield finding(table, doubt.cite, message, *where, reading=doubt.reading)


def required(table: TableConfig) -> Iterator[Finding]:
    """Report a setting of the table that an option does not allow."""
    for option in table.options:
        if not option.cite.stands_in(table.law):
            continue
        offer = next((offer for offer in table.offers if offer.wager is option), None)
        for said in option.requires:
            yield from _unmet(table, option, offer, said)


def _unmet(table: TableConfig, option: Option, offer: Offer | None, said: Cited[Requires]) -> Iterator[Finding]:
    need = said.value
    found = [_value(table, offer, key) for key in need.keys]
    if found[0] is None:
        return
    value = found[0] if len(found) == 1 else sum((one for one in found if one is not None), Fraction(0))
    met = need.bound.admits(value)
    if met and need.not_above is not None:
        met = value <= _value(table, offer, need.not_above)
    if not met:
        at = (*offer.at, need.keys[0]) if offer and need.keys[0] in offer.settings else (need.keys[0],)
        keys = " and ".join(key for key, one in zip(need.keys, found, strict=True) if one is not None)
        instead = f", not {need.bound.says(_word)}" if isinstance(need.bound, OneOf) else ""
        if need.bound.admits(value):
            instead = f", more than {need.not_above}"
        message = f"{need.because}; {keys} {'are' if ' ' in keys else 'is'} {_written(value, offer, need.keys[0])}"
        where = at if at in table.lines else place(table, option)
        elsewhere = need.keys[0] in RULES and not RULES[need.keys[0]].is_lawful(value)
        yield finding(table, said.cite, message + instead, *where, elsewhere=elsewhere)


def _value(table: TableConfig, offer: Offer | None, key: str) -> Any:
    return offer.settings[key] if offer and key in offer.settings else table.value(key)


def _written(value: Any, offer: Offer | None, key: str) -> str:
    if isinstance(value, Fraction):
        return percent(value)
    kinds = {setting.key: setting.kind for setting in offer.wager.settings} if offer else {}
    return f"${show(value)}" if kinds.get(key) is Kind.MONEY else _word(value)


def _word(value: Any) -> str:
    """Write a value as the table file does."""
    word = written(value)
    return str(word).lower() if isinstance(word, bool) else str(word)


def elsewhere(table: TableConfig) -> Iterator[Finding]:
    """Report a rule of the base game that other places have and the regulation does not."""
    for key, rule in RULES.items():
        value = getattr(table.rules, key)
        for law in rule.laws:
            if not law.bound.value.admits(value):
                message = f"{law.because}; {key} is {_word(value)}"
                yield finding(table, law.bound.cite, message, key, elsewhere=True)


def stated(table: TableConfig) -> Iterator[Finding]:
    """Report what an option needs to be told and the file does not say."""
    for offer in table.offers:
        for setting in offer.wager.settings:
            if setting.missing and offer.settings[setting.key] is None:
                message = f"{setting.missing.value}: say it as {setting.key}, {setting.kind.value}"
                yield finding(table, setting.missing.cite, message, *offer.at)


def unsettled(table: TableConfig) -> Iterator[Finding]:
    """Report an option that no text held settles, unless another option requires or foresees it."""
    for option in table.options:
        if option.unknown and not any(_provides_for(other, option) for other in table.options):
            message = f"it is not known {option.unknown.what}"
            where = place(table, option)
            yield finding(table, option.unknown.cite, message, *where, standing=Standing.UNKNOWN)


def _provides_for(other: Option, option: Option) -> bool:
    if any(said.value.covers(option.cite) for said in other.foresees):
        return True
    key, *values = option.chosen_by or ("",)
    return any(
        said.value.keys == (key,) and any(said.value.bound.admits(value) for value in values) for said in other.requires
    )


def noticed(table: TableConfig) -> Iterator[Finding]:
    """Report an option for which no notice has been given."""
    for option in table.options:
        for said in option.notices:
            if not given(table, said.value):
                words = said.value.words[0]
                message = f'{title(option)} is offered after notice only; notices does not name "{words}"'
                yield finding(table, said.cite, message, "notices" if table.notices else place(table, option)[0])


def given(table: TableConfig, notice: Notice) -> bool:
    """Tell whether the file says that a notice has been given, by any of its words."""
    return any(notice.is_named(said) for said in table.notices)


CHECKS: tuple[Check, ...] = (
    in_force,
    enough_decks,
    excluded_together,
    doubtful_together,
    required,
    elsewhere,
    stated,
    unsettled,
    noticed,
)
