"""Betting areas, signs, inscriptions and equipment."""

import re
from collections.abc import Iterator

from upcard.law import Cited
from upcard.rules import base
from upcard.rules.enums import Soft17
from upcard.rules.option import Inscription
from upcard.table.checks.offered import title
from upcard.table.config import Offer, TableConfig
from upcard.table.findings import Check, Finding, finding


def licensee_named(table: TableConfig) -> Iterator[Finding]:
    """Report a layout without the licensee's name."""
    if table.licensee is None:
        yield finding(
            table, base.LICENSEE_NAMED, "the layout must bear the name of the licensee: add licensee", "licensee"
        )


def betting_areas(table: TableConfig) -> Iterator[Finding]:
    """Report a wager without a betting area at each seat."""
    for offer in table.offers:
        areas = table.seats * offer.betting_area if isinstance(offer.betting_area, bool) else offer.betting_area
        for area in offer.wager.areas:
            if areas < table.seats:
                message = f"{title(offer.wager)} needs a betting area at each of the {table.seats} seats; "
                message += f"it has {areas}"
                yield finding(table, area.cite, message, *offer.at, "betting_area")


def signs(table: TableConfig) -> Iterator[Finding]:
    """Report a wager whose odds are neither on the layout nor on a sign."""
    for offer in table.offers:
        if not offer.sign:
            for sign in _due_signs(offer):
                message = f"the layout or a sign must state {' and '.join(sign.value)} for {title(offer.wager)}"
                yield finding(table, sign.cite, message, *offer.at, "sign")


def _due_signs(offer: Offer) -> Iterator[Cited[tuple[str, ...]]]:
    if isinstance(offer.wager.sign, Cited):
        yield offer.wager.sign
    if offer.wager.rider and offer.rider:
        yield offer.wager.rider.sign


def inscriptions(table: TableConfig) -> Iterator[Finding]:
    """Report inscriptions that are missing, not literal, or replaced by another; nothing where none are stated."""
    if table.inscriptions is None:
        return
    literal = [inscription for option in table.options for inscription in option.inscriptions]
    replaced = {inscription.value.replaces: inscription for inscription in literal if inscription.value.replaces}
    for inscription in literal:
        if inscription.value.text not in table.inscriptions:
            yield _missing(table, inscription)
    present = {text.lower() for text in table.inscriptions}
    for inscription in (base.blackjack_pays(table.rules.blackjack_pays), base.INSURANCE_PAYS):
        if inscription.value.text.lower() not in present:
            yield _missing(table, inscription)
    stands = base.STANDS_ON_SOFT_17
    says_stand = stands.value.text.lower() in present
    if says_stand and stands.cite in replaced:
        instead = replaced[stands.cite]
        message = f'"{instead.value.text}" replaces "{stands.value.text}", which is still inscribed: remove it'
        yield finding(table, instead.cite, message, "inscriptions")
    elif says_stand and table.rules.dealer_soft_17 is Soft17.DRAW:
        message = f'the dealer draws to soft 17, but "{stands.value.text}" is inscribed'
        yield finding(table, stands.cite, message, "inscriptions")
    elif not says_stand and table.rules.dealer_soft_17 is Soft17.STAND and stands.cite not in replaced:
        yield _missing(table, stands)


def contradicted(table: TableConfig) -> Iterator[Finding]:
    """Report inscriptions that contradict the table, or that state odds with "for"."""
    pays = base.blackjack_pays(table.rules.blackjack_pays)
    literal = [inscription.value for option in table.options for inscription in option.inscriptions]
    draws = any(inscription.replaces == base.DRAWING_RULE for inscription in literal)
    for text in table.inscriptions or ():
        plain = _plain(text)
        if plain.startswith("blackjack pays ") and plain != _plain(pays.value.text):
            message = f'"{text}" is inscribed, but a blackjack pays {table.rules.blackjack_pays.value}'
            yield finding(table, pays.cite, message, "inscriptions")
        if "soft 17" in plain and table.rules.dealer_soft_17 is Soft17.STAND and not draws:
            message = f'"{text}" is inscribed, but the dealer stands on soft 17'
            yield finding(table, base.DRAWING_RULE, message, "inscriptions")
        if re.search(r"\d+ for \d+", plain):
            message = f'"{text}" states odds with "for": state them with "to"'
            yield finding(table, base.ODDS_WITH_TO, message, "inscriptions")


def _plain(text: str) -> str:
    """Return an inscription without the marks and spaces in which printers differ."""
    return " ".join(text.lower().replace("\u2019", "'").split()).rstrip(".")


def _missing(table: TableConfig, required: Cited[Inscription]) -> Finding:
    inscription = required.value
    message = f'the layout must bear the inscription "{inscription.text}"'
    if near := [text for text in table.inscriptions or () if _plain(text) == _plain(inscription.text)]:
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
        if item.value not in listed:
            yield finding(table, item.cite, f'a table needs the equipment "{item.value}"', "equipment")
    for option in table.options:
        for item in option.equipment:
            if item.value not in listed:
                message = f'{title(option)} needs the equipment "{item.value}"'
                yield finding(table, item.cite, message, "equipment")


CHECKS: tuple[Check, ...] = (licensee_named, betting_areas, signs, inscriptions, contradicted, equipment)
