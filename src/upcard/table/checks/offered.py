"""What may be offered together at one table, and what each option requires of the table."""

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
from upcard.table.findings import Check, Finding, FindingKind, finding
from upcard.table.line_numbers import Path
from upcard.table.money_readings import BEARS_ON


def title(option: Option) -> str:
    """Return an option as the subject of a sentence."""
    return f"the {option.name} wager" if isinstance(option, Wager) else option.name


def place(table: TableConfig, option: Option) -> Path:
    """Return the path in the file that chose the option."""
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
            message = f"{title(option)} is not in the {table.law.value} edition; it took effect on {since.effective}"
            yield finding(table, option.cite, message, *place(table, option))


def enough_decks(table: TableConfig) -> Iterator[Finding]:
    """Report a number of decks that an option does not allow."""
    for option in table.options:
        if option.decks and not option.decks.value.admits(table.decks):
            message = f"{title(option)} requires {option.decks.value.says()} decks; the table uses {table.decks}"
            yield finding(table, option.decks.cite, message + _never(table, option), "decks")


def _never(table: TableConfig, option: Option) -> str:
    """Return a clause with the options that no number of decks satisfies together with this one."""
    never = [other for other in table.options if not _some_decks(option, other)]
    names = ", ".join(title(other) for other in sorted(never, key=lambda other: other.cite))
    return f"; no number of decks is allowed both for it and for {names}" if names else ""


def _some_decks(*options: Option) -> bool:
    bounds = [option.decks.value for option in options if option.decks]
    return any(all(bound.admits(decks) for bound in bounds) for decks in range(1, MOST_DECKS + 1))


def excluded_together(table: TableConfig) -> Iterator[Finding]:
    """Report two options that the rules keep apart, by each paragraph that says so."""  # reading 8
    for one, other in permutations(table.options, 2):
        for partner, source in one.excludes.items():
            if partner.covers(other.cite) and other.cite.stands_in(table.law) and one.cite.stands_in(table.law):
                message = f"{title(one)} and {title(other)} may not be offered at one table: remove one of them"
                yield finding(table, source, message, *place(table, one))


def doubtful_together(table: TableConfig) -> Iterator[Finding]:
    """Report two options about which, together, the text leaves a doubt."""
    for one, other in permutations(table.options, 2):
        for doubt in one.doubts:
            if doubt.partner.covers(other.cite) and other.cite.stands_in(table.law) and one.cite.stands_in(table.law):
                message = f"the rules do not say how {title(one)} and {title(other)} are offered together"
                where = place(table, one)
                yield finding(table, doubt.cite, message, *where, reading=doubt.reading)


def required(table: TableConfig) -> Iterator[Finding]:
    """Report a setting of the table that an option does not allow."""
    for option in table.options:
        if not option.cite.stands_in(table.law):
            continue
        offer = next((offer for offer in table.offers if offer.wager is option), None)
        for requirement in option.requires:
            yield from _unmet(table, option, offer, requirement)


def _unmet(table: TableConfig, option: Option, offer: Offer | None, requirement: Cited[Requires]) -> Iterator[Finding]:
    need = requirement.value
    if not table.has(need.when):
        return
    values = {key: _value(table, offer, key) for key in need.keys}
    key, first = need.keys[0], values[need.keys[0]]
    if first is None:
        return
    stated = {key: value for key, value in values.items() if value is not None}
    value = first if len(values) == 1 else sum(stated.values(), Fraction(0))
    admitted = any(map(need.bound.admits, [game.name for game in table.games] if key == "game" else [value]))
    if admitted and (need.not_above is None or value <= _value(table, offer, need.not_above)):
        return
    state = f"{' and '.join(stated)} {'are' if len(stated) > 1 else 'is'} {_written(value, offer, key)}"
    if admitted:
        state += f", more than {need.not_above}"
    elif isinstance(need.bound, OneOf):
        state += _set_to(need.bound)
    at = (*offer.at, key) if offer and key in offer.settings else (key,)
    where = at if at in table.lines else place(table, option)
    elsewhere = key in RULES and not RULES[key].is_lawful(value)
    message = f"{need.because}; {state}"
    yield finding(table, requirement.cite, message, *where, reading=need.reading, elsewhere=elsewhere)


def _set_to(bound: OneOf) -> str:
    return ": remove it" if bound.values == (None,) else f": set it to {bound.says(_word)}"


def _value(table: TableConfig, offer: Offer | None, key: str) -> Any:
    return offer.settings[key] if offer and key in offer.settings else table.value(key)


def _written(value: Any, offer: Offer | None, key: str) -> str:
    if isinstance(value, Fraction):
        return percent(value)
    kinds = {setting.key: setting.kind for setting in offer.wager.settings} if offer else {}
    return f"${show(value)}" if kinds.get(key) is Kind.MONEY else _word(value)


def _word(value: Any) -> str:
    """Return a value as the table file writes it."""
    word = written(value)
    return str(word).lower() if isinstance(word, bool) else str(word)


def elsewhere(table: TableConfig) -> Iterator[Finding]:
    """Report a rule of the base game that other places have and the regulation does not allow."""
    for key, rule in RULES.items():
        value = getattr(table.rules, key)
        for law in rule.laws:
            if not law.bound.value.admits(value):
                advice = _set_to(law.bound.value) if isinstance(law.bound.value, OneOf) else ""
                message = f"{law.because}; {key} is {_word(value)}{advice}"
                yield finding(table, law.bound.cite, message, key, elsewhere=True)


def stated(table: TableConfig) -> Iterator[Finding]:
    """Report a setting that an option needs and the file does not state."""
    of_games = [(setting, table.settings, ("game",)) for game in table.games for setting in game.settings]
    of_wagers = [(setting, offer.settings, offer.at) for offer in table.offers for setting in offer.wager.settings]
    for setting, values, at in (*of_games, *of_wagers):
        if setting.missing and values[setting.key] is None:
            message = f"{setting.missing.value}: state it under {setting.key}, as {setting.kind.value}"
            yield finding(table, setting.missing.cite, message, *at, elsewhere=setting.otherwise is not None)


def unsettled(table: TableConfig) -> Iterator[Finding]:
    """Report an option that no text held settles, unless another option requires or foresees it."""
    for option in table.options:
        if option.unknown and not any(_provides_for(other, option) for other in table.options):
            message = f"it is not known {option.unknown.what}"
            where = place(table, option)
            yield finding(table, option.unknown.cite, message, *where, standing=Standing.UNKNOWN)


def _provides_for(other: Option, option: Option) -> bool:
    if any(partner.value.covers(option.cite) for partner in other.foresees):
        return True
    key, *values = option.chosen_by or ("",)
    needs = [requirement.value for requirement in other.requires if requirement.value.reading is None]
    return any(need.keys == (key,) and any(need.bound.admits(value) for value in values) for need in needs)


def noticed(table: TableConfig) -> Iterator[Finding]:
    """Report an option for which no notice has been given."""
    for option in table.options:
        for notice in option.notices:
            if not is_noticed(table, notice.value):
                words = notice.value.words[0]
                message = f'{title(option)} may be offered only after notice: add "{words}" to notices'
                yield finding(table, notice.cite, message, "notices" if table.notices else place(table, option)[0])


def is_noticed(table: TableConfig, notice: Notice) -> bool:
    """Whether the file lists a notice, by any of its words."""
    return any(notice.is_named(word) for word in table.notices)


def without_effect(table: TableConfig) -> Iterator[Finding]:
    """Remark on a licensee's switch that nothing at the table depends on."""
    for switch, bears in BEARS_ON.items():
        if ("house", switch.key) in table.lines and not bears(table):
            source = switch.reading.where[0]
            message = f"the switch {switch.key} has no effect at this table: remove it"
            yield finding(table, source, message, "house", switch.key, kind=FindingKind.REMARK)


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
    without_effect,
)
