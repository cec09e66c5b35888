"""Betting areas, signs, inscriptions and equipment."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from upcard.law import Cite, Cited
from upcard.rules import base
from upcard.rules.enums import Soft17
from upcard.rules.option import AreaKind, Equipment, Inscription, Option
from upcard.table.checks.offered import title
from upcard.table.config import Offer, TableConfig, number_of_areas
from upcard.table.findings import Check, Finding, FindingKind, finding
from upcard.table.line_numbers import Path


def licensee_named(table: TableConfig) -> Iterator[Finding]:
    """Report a layout without the licensee's name."""
    if table.licensee is None:
        yield finding(
            table, base.LICENSEE_NAMED, "the layout must bear the name of the licensee: add licensee", "licensee"
        )


class Due(NamedTuple):
    """An area or a sign that the rules require, and what the file states of it."""

    cite: Cite
    what: str  # in the words of what is not stated
    missing: str  # in those of what is missing
    stated: bool | int | None
    least: int  # as many as there must be
    at: Path


def due_areas(table: TableConfig) -> Iterator[Due]:
    """Yield the betting areas that wagers and games require; a game's area for a wager is that wager's own."""
    offered = {offer.wager.name for offer in table.offers}
    each_seat = f"at each of the {table.seats} seats; it has"
    for offer in table.offers:
        name = title(offer.wager)
        stated, at = _stated(offer, "betting_area", offer.betting_area, table.betting_areas)
        for area in offer.wager.areas:
            if area.value.kind is AreaKind.CHIP_ACCEPTOR:  # equipment, and checked as such
                continue
            missing = f"{name} needs a betting area {each_seat}"
            yield Due(area.cite, f"betting area of {name}", missing, stated, table.seats, at)
    for game in table.games:
        for area in game.areas:
            name = area.value.name
            if name not in offered:
                missing = f"{title(game)} needs a betting area for {name} {each_seat}"
                stated, at = table.betting_areas.get(name), ("betting_areas", name)
                yield Due(area.cite, f"betting area for {name}", missing, stated, table.seats, at)
        for one in game.dealer_areas:
            if table.has(one.value.when):
                name = one.value.name
                missing = f"{title(game)} needs an area for the {name}; it has"
                at = ("betting_areas", name)
                yield Due(one.cite, f"area for the {name}", missing, table.betting_areas.get(name), 1, at)


def due_signs(table: TableConfig) -> Iterator[Due]:
    """Yield the signs that wagers and games require, one for each paragraph."""
    offered = {offer.wager.name for offer in table.offers}
    for offer in table.offers:
        stated, at = _stated(offer, "sign", offer.sign, table.signs)
        for subject, sign in _signs_of(offer):
            missing = f"the layout or a sign must state {' and '.join(sign.value)} for {title(offer.wager)}"
            yield Due(sign.cite, f"sign of {subject}", missing, stated, 1, at)
    for game in table.games:
        for name, sign in game.signs.items():
            if name not in offered:
                words = " and ".join(sign.value)
                missing = f"at a {title(game)} table the layout or a sign must state {words}: {name}"
                yield Due(sign.cite, f"sign for {name}", missing, table.signs.get(name), 1, ("signs", name))


def _stated(
    offer: Offer, key: str, own: bool | int | None, of_games: Mapping[str, bool | int]
) -> tuple[bool | int | None, Path]:
    """Return what the file states under a key of a wager, or else of its game, and where."""
    name = offer.wager.name
    if own is None and name in of_games:
        return of_games[name], (f"{key}s", name)
    return own, (*offer.at, key)


def _signs_of(offer: Offer) -> Iterator[tuple[str, Cited[tuple[str, ...]]]]:
    if isinstance(offer.wager.sign, Cited):
        yield title(offer.wager), offer.wager.sign
    if offer.wager.rider and offer.rider:
        yield f"the {offer.wager.rider.name}", offer.wager.rider.sign


def betting_areas(table: TableConfig) -> Iterator[Finding]:
    """Report a wager or a game without its betting areas."""
    for due in due_areas(table):
        if due.stated is not None and (areas := number_of_areas(due.stated, due.least)) < due.least:
            yield finding(table, due.cite, f"{due.missing} {areas}", *due.at)


def signs(table: TableConfig) -> Iterator[Finding]:
    """Report a wager or a game for which neither the layout nor a sign states what it must."""
    for due in due_signs(table):
        if due.stated is False:
            yield finding(table, due.cite, due.missing, *due.at)


class Unstated(NamedTuple):
    """Something that the rules require and the file does not state."""

    cite: Cite
    what: str
    at: Path
    verb: str = "is"


def unstated(table: TableConfig) -> Iterator[Unstated]:
    """Yield what the rules require and the file does not state."""
    if table.inscriptions is None:
        yield Unstated(base.INSCRIBED, "inscriptions", ("inscriptions",), "are")
    if table.equipment is None:
        yield Unstated(base.EQUIPMENT[0].cite, "equipment", ("equipment",))
    for due in (*due_areas(table), *due_signs(table)):
        if due.stated is None and due.cite.stands_in(table.law):
            yield Unstated(due.cite, due.what, due.at)


def not_stated(table: TableConfig) -> Iterator[Finding]:
    """Report what the rules require and the file does not state, so that it cannot be checked."""
    for missing in unstated(table):
        message = f"the {missing.what} {missing.verb} not stated, so not checked"
        yield finding(table, missing.cite, message, *missing.at, kind=FindingKind.NOT_STATED)


def options_in_force(table: TableConfig) -> list[Option]:
    """Return the options of the table that are part of its edition."""
    return [option for option in table.options if option.cite.stands_in(table.law)]


def _literal(table: TableConfig) -> list[Cited[Inscription]]:
    """Return the inscriptions that options require word for word, capitals included."""
    return [inscription for option in options_in_force(table) for inscription in option.inscriptions]


def required_inscriptions(table: TableConfig) -> tuple[Cited[Inscription], ...]:
    """Return every inscription that the layout of a table must bear: of its options, then of every table."""
    literal = _literal(table)
    replaced = {inscription.value.replaces for inscription in literal}
    draws = table.rules.dealer_soft_17 is Soft17.DRAW or base.DRAWING_RULE in replaced
    return (
        *literal,
        base.blackjack_pays(table.rules.blackjack_pays),
        base.INSURANCE_PAYS,
        *(() if draws else (base.STANDS_ON_SOFT_17,)),
    )


def inscriptions(table: TableConfig) -> Iterator[Finding]:
    """Report inscriptions that are missing, not literal, or replaced by another; nothing where none are stated."""
    if table.inscriptions is None:
        return
    literal = _literal(table)
    present = {text.lower() for text in table.inscriptions}
    for inscription in required_inscriptions(table):
        is_there = (
            inscription.value.text in table.inscriptions
            if inscription in literal
            else inscription.value.text.lower() in present
        )
        if not is_there:
            yield _missing(table, inscription)
    replaced = {inscription.value.replaces: inscription for inscription in literal if inscription.value.replaces}
    stands = base.STANDS_ON_SOFT_17
    says_stand = stands.value.text.lower() in present
    if says_stand and stands.cite in replaced:
        instead = replaced[stands.cite]
        message = f'"{instead.value.text}" replaces "{stands.value.text}", which is still inscribed: remove it'
        yield finding(table, instead.cite, message, "inscriptions")
    elif says_stand and table.rules.dealer_soft_17 is Soft17.DRAW:
        message = f'the dealer draws to soft 17, but "{stands.value.text}" is inscribed'
        yield finding(table, stands.cite, message, "inscriptions")


def contradicted(table: TableConfig) -> Iterator[Finding]:
    """Report inscriptions that contradict the table, or that state odds with "for"."""
    pays = base.blackjack_pays(table.rules.blackjack_pays)
    draws = any(inscription.value.replaces == base.DRAWING_RULE for inscription in _literal(table))
    for text in table.inscriptions or ():
        plain = plain_inscription(text)
        if plain.startswith("blackjack pays ") and plain != plain_inscription(pays.value.text):
            message = f'"{text}" is inscribed, but a blackjack pays {table.rules.blackjack_pays.value}'
            yield finding(table, pays.cite, message, "inscriptions")
        if "soft 17" in plain and table.rules.dealer_soft_17 is Soft17.STAND and not draws:
            message = f'"{text}" is inscribed, but the dealer stands on soft 17'
            yield finding(table, base.DRAWING_RULE, message, "inscriptions")
        if re.search(r"\d+ for \d+", plain):
            message = f'"{text}" states odds with "for": state them with "to"'
            yield finding(table, base.ODDS_WITH_TO, message, "inscriptions")


def plain_inscription(text: str) -> str:
    """Return an inscription without the marks and spaces in which printers differ."""
    return " ".join(text.lower().replace("\u2019", "'").split()).rstrip(".")


def _missing(table: TableConfig, required: Cited[Inscription]) -> Finding:
    inscription = required.value
    message = f'the layout must bear the inscription "{inscription.text}"'
    if near := [
        text for text in table.inscriptions or () if plain_inscription(text) == plain_inscription(inscription.text)
    ]:
        message += f' word for word; it bears "{near[0]}"'
    if inscription.unless and table.value(inscription.unless[0]) == inscription.unless[1]:
        return finding(table, required.cite, message, "inscriptions", reading=39)
    return finding(table, required.cite, message, "inscriptions")


def equipment(table: TableConfig) -> Iterator[Finding]:
    """Report equipment that an option needs and the file does not list; nothing where none is stated."""
    if table.equipment is None:
        return
    listed = {item.lower() for item in table.equipment}
    for item in base.EQUIPMENT:
        if item.value.name not in listed:
            yield finding(table, item.cite, f'a table needs the equipment "{item.value.name}"', "equipment")
    for option in options_in_force(table):
        for item in equipment_of(table, option):
            if item.value.name not in listed:
                message = f'{title(option)} needs the equipment "{item.value.name}"'
                yield finding(table, item.cite, message, "equipment")


def equipment_of(table: TableConfig, option: Option) -> Iterator[Cited[Equipment]]:
    """Yield the equipment that an option of the table requires, by its settings too."""
    yield from option.equipment
    settings = next((offer.settings for offer in table.offers if offer.wager is option), table.settings)
    yield from (item for key, item in option.equipment_if.items() if settings[key])


CHECKS: tuple[Check, ...] = (licensee_named, betting_areas, signs, not_stated, inscriptions, contradicted, equipment)
