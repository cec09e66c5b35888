"""Decks, cutting cards, seats and splits."""

from collections.abc import Iterator

from upcard.money import percent
from upcard.rules import base
from upcard.rules.blackjack import SPLIT_ONCE
from upcard.table.checks.offered import is_noticed
from upcard.table.config import TableConfig
from upcard.table.findings import Check, Finding, finding


def cutting_cards(table: TableConfig) -> Iterator[Finding]:
    """Report a number of cutting cards other than one, or two where an option requires a second."""
    options = [option.name for option in table.options if table.law in option.second_cutting_card]
    needed = 2 if options else 1
    if table.cutting_cards is not None and table.cutting_cards != needed:
        why = f" for {options[0]}" if options else ""
        message = f"cutting_cards is {table.cutting_cards}: set it to {needed}{why}"
        yield finding(table, base.CUTTING_CARDS, message, "cutting_cards")


def penetration(table: TableConfig) -> Iterator[Finding]:
    """Report a cutting card with less than a quarter of the cards behind it."""
    bound = base.IN_FRONT_OF_CUTTING_CARD
    if not bound.value.admits(table.cutting_card):
        message = f"{bound.value.says(percent)} of the cards may lie in front of the cutting card; cutting_card is "
        yield finding(table, bound.cite, message + percent(table.cutting_card), "cutting_card")


def seats(table: TableConfig) -> Iterator[Finding]:
    """Report more betting areas than a table has."""
    if not base.SEATS.value.admits(table.seats):
        message = f"a table has {base.SEATS.value.says()} betting areas; seats is {table.seats}"
        yield finding(table, base.SEATS.cite, message, "seats")


def splits(table: TableConfig) -> Iterator[Finding]:
    """Report more splits of a pair than the boxes allow, none at all, or more than one without notice."""
    if not base.MAY_SPLIT.value.admits(table.rules.splits):
        yield finding(
            table, base.MAY_SPLIT.cite, "a player may split a pair at least once: set splits to 1 or more", "splits"
        )
    own = table.game.free_split_except
    most = base.most_splits(table.seats)
    if not most.value.admits(table.rules.splits):
        message = f"a pair may be split {most.value.says()} times at a table of {table.seats} boxes; "
        message += f"splits is {table.rules.splits}"
        yield finding(table, most.cite, message, "splits", reading=37 if own else None)
    if table.rules.resplit_aces and table.rules.splits <= base.UNNOTICED_SPLITS:
        message = "aces cannot be split again where a pair may be split only once: set resplit_aces to false"
        yield finding(table, SPLIT_ONCE, message, "resplit_aces")
    notice = base.SPLITS_NOTICE
    if table.rules.splits > base.UNNOTICED_SPLITS and not is_noticed(table, notice.value):
        message = 'a pair may be split more than once only after notice: add "splits" to notices'
        yield finding(table, notice.cite, message, "splits")


CHECKS: tuple[Check, ...] = (cutting_cards, penetration, seats, splits)
