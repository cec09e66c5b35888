"""Decks, cutting cards and seats, and the aces of a table with one split."""

from collections.abc import Iterator

from upcard.english import format_percent
from upcard.rules import base
from upcard.rules.blackjack import SPLIT_ONCE
from upcard.rules.bound import Bound
from upcard.rules.option import Option
from upcard.table.config import MOST_DECKS, TableConfig
from upcard.table.findings import Check, Finding, finding
from upcard.table.requirement import (
    Breach,
    Requirement,
    RequirementKind,
    Requirements,
    StatedAs,
    bound_of,
    not_stated,
    state_of,
    title,
)


def decks(table: TableConfig) -> Iterator[Requirement]:
    """Yield how many decks the rules and each option allow."""
    for option, bound in ((None, bound_of(table, base.DECKS)), *((option, option.decks) for option in table.options)):
        if bound is None:
            continue
        met = bound.value.admits(table.decks)
        breaches = () if met else (_wrong_decks(table, option, bound.value),)
        yield Requirement(
            kind=RequirementKind.CARDS,
            cite=bound.cite,
            what=f"{bound.value.says()} deck{'s' * (option is not None)}{f' for {title(option)}' if option else ''}",
            option=option,
            state=StatedAs.STATED if met else StatedAs.DIFFERENTLY,
            states=str(table.decks),
            at=("decks",),
            breaches=breaches,
        )


def _wrong_decks(table: TableConfig, option: Option | None, bound: Bound) -> Breach:
    subject = "a table" if option is None else title(option)
    message = f"{subject} requires {bound.says()} decks; the table uses {table.decks}"
    return Breach(message + (_never(table, option) if option else ""), ("decks",))


def _never(table: TableConfig, option: Option) -> str:
    """Return a clause with the options that no number of decks satisfies together with this one."""
    never = [other for other in table.options if not allowed_decks(option, other)]
    names = ", ".join(title(other) for other in sorted(never, key=lambda other: other.cite))
    return f"; no number of decks is allowed both for it and for {names}" if names else ""


def allowed_decks(*options: Option) -> list[int]:
    """Return the numbers of decks that several options allow together."""
    bounds = [option.decks.value for option in options if option.decks]
    return [decks for decks in range(1, MOST_DECKS + 1) if all(bound.admits(decks) for bound in bounds)]


def cutting_cards(table: TableConfig) -> Iterator[Requirement]:
    """Yield one cutting card, or two where an option requires a second."""
    options = [option for option in table.options if table.law in option.second_cutting_card]
    needed = 2 if options else 1
    why = f" for {options[0].name}" if options else ""
    met = table.cutting_cards in (None, needed)
    if table.cutting_cards is None:
        breaches: tuple[Breach, ...] = (not_stated("number of cutting cards", ("cutting_cards",), base.CUTTING_CARDS),)
    else:
        message = f"cutting_cards is {table.cutting_cards}: set it to {needed}{why}"
        breaches = () if met else (Breach(message, ("cutting_cards",)),)
    yield Requirement(
        kind=RequirementKind.CARDS,
        cite=base.CUTTING_CARDS,
        what=f"{needed} cutting card{'s' * (needed > 1)}{why}",
        option=options[0] if options else None,
        state=state_of(table, ("cutting_cards",), met=met),
        states=None if table.cutting_cards is None else str(table.cutting_cards),
        at=("cutting_cards",),
        remedy=needed,
        breaches=breaches,
    )


def penetration(table: TableConfig) -> Iterator[Requirement]:
    """Yield where the cutting card is put in: with at least a quarter of the cards behind it."""
    bound = bound_of(table, base.IN_FRONT_OF_CUTTING_CARD)
    met = bound.value.admits(table.cutting_card)
    most, stated = bound.value.says(format_percent), format_percent(table.cutting_card)
    message = f"{most} of the cards may lie in front of the cutting card; cutting_card is {stated}"
    yield Requirement(
        kind=RequirementKind.CARDS,
        cite=bound.cite,
        what=f"{most} of the cards in front of the cutting card",
        state=state_of(table, ("cutting_card",), met=met),
        states=stated,
        at=("cutting_card",),
        remedy="75%",
        breaches=() if met else (Breach(message, ("cutting_card",)),),
    )


def seats(table: TableConfig) -> Iterator[Requirement]:
    """Yield how many betting areas a table may have."""
    met = base.SEATS.value.admits(table.seats)
    words = f"{base.SEATS.value.says()} betting areas"
    yield Requirement(
        kind=RequirementKind.CARDS,
        cite=base.SEATS.cite,
        what=f"{words} for players",
        state=state_of(table, ("seats",), met=met),
        states=str(table.seats),
        at=("seats",),
        remedy=6,
        breaches=() if met else (Breach(f"a table has {words}; seats is {table.seats}", ("seats",)),),
    )


REQUIREMENTS: tuple[Requirements, ...] = (decks, cutting_cards, penetration, seats)


def resplit_aces(table: TableConfig) -> Iterator[Finding]:
    """Report aces that may be split again where no other pair may."""
    if table.rules.resplit_aces and table.rules.most_splits <= base.UNNOTICED_SPLITS:
        message = "aces cannot be split again where a pair may be split only once: set resplit_aces to false"
        yield finding(table, SPLIT_ONCE, message, "resplit_aces")


CHECKS: tuple[Check, ...] = (resplit_aces,)
