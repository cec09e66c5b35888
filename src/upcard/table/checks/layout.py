"""Inscriptions that contradict the table, or each other."""

import re
from collections.abc import Iterator

from upcard.rules import base
from upcard.rules.enums import Soft17
from upcard.table.config import TableConfig
from upcard.table.findings import Check, Finding, finding
from upcard.table.requirement import standing_options
from upcard.table.requirements.layout import plain_text


def replaced(table: TableConfig) -> Iterator[Finding]:
    """Report the inscription on all 17s where another replaces it, or where the dealer draws to soft 17."""
    stands = base.STANDS_ON_SOFT_17
    if stands.value.text.lower() not in {text.lower() for text in table.inscriptions or ()}:
        return
    literal = [inscription for option in standing_options(table) for inscription in option.inscriptions]
    instead = [inscription for inscription in literal if inscription.value.replaces == stands.cite]
    if instead:
        text = instead[-1].value.text
        message = f'"{text}" replaces "{stands.value.text}", which is still inscribed: remove it'
        yield finding(table, instead[-1].cite, message, "inscriptions")
    elif table.rules.dealer_soft_17 is Soft17.DRAW:
        message = f'the dealer draws to soft 17, but "{stands.value.text}" is inscribed'
        yield finding(table, stands.cite, message, "inscriptions")


def contradicted(table: TableConfig) -> Iterator[Finding]:
    """Report inscriptions that contradict the table, or that state odds with "for"."""
    pays = base.blackjack_pays(table.rules.blackjack_pays)
    literal = [inscription.value for option in standing_options(table) for inscription in option.inscriptions]
    draws = any(inscription.replaces == base.DRAWING_RULE for inscription in literal)
    for text in table.inscriptions or ():
        plain = plain_text(text)
        if plain.startswith("blackjack pays ") and plain != plain_text(pays.value.text):
            message = f'"{text}" is inscribed, but a blackjack pays {table.rules.blackjack_pays.value}'
            yield finding(table, pays.cite, message, "inscriptions")
        if "soft 17" in plain and table.rules.dealer_soft_17 is Soft17.STAND and not draws:
            message = f'"{text}" is inscribed, but the dealer stands on soft 17'
            yield finding(table, base.DRAWING_RULE, message, "inscriptions")
        if re.search(r"\d+ for \d+", plain):
            message = f'"{text}" states odds with "for": state them with "to"'
            yield finding(table, base.ODDS_WITH_TO, message, "inscriptions")


CHECKS: tuple[Check, ...] = (replaced, contradicted)
