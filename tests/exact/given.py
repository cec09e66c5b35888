"""Cases for the tests of the exact mathematics: rules with a shoe."""

from typing import Any, NamedTuple

from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import HoleCard, Soft17

NO_HOLE_CARD, READER, UP = HoleCard.AFTER_PLAYERS, HoleCard.DOWN, HoleCard.UP
FREE_BET: dict[str, Any] = {
    "doubles_free_on": frozenset({9, 10, 11}),
    "free_split_except": frozenset({10}),
    "dealer_pushes_on": 22,
    "dealer_soft_17": Soft17.DRAW,
}


class Case(NamedTuple):
    """Rules and a shoe: how many cards it holds of each value, aces first."""

    rules: BlackjackRules
    shoe: tuple[int, ...]


def case(*shoe: int, **rules: Any) -> Case:
    """Return a shoe with New Jersey's rules, except for those stated."""
    return Case(BlackjackRules(**rules), shoe)


def fresh(decks: int) -> tuple[int, ...]:
    """Return the cards of so many decks by value."""
    return (*[4 * decks] * 9, 16 * decks)


def soft_17_rules(*, draws: bool) -> BlackjackRules:
    """Return rules whose dealer draws to a soft 17, or stands on it."""
    return BlackjackRules(dealer_soft_17=Soft17.DRAW if draws else Soft17.STAND)
