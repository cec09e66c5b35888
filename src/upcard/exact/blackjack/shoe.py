"""The shoe of a table's blackjack wager, as cards by value."""

from collections.abc import Iterable

from upcard.cards import Card
from upcard.errors import Misuse
from upcard.exact.shoe import Shoe
from upcard.law import in_edition
from upcard.table import TableConfig

MOST_SPLITS = 7
MOST_POINTS_OF_A_HAND = 31  # aces as one: a hand of 21 that draws a ten

Values = tuple[int, ...]  # cards left by value, aces first


def shoe_of(table: TableConfig, *, decks: int | None = None, removed: Iterable[Card] = ()) -> Values:
    """Return the cards left by value; raise Misuse for a table that cannot be analyzed or a shoe that may run out."""
    rules = table.rules
    if rules.most_splits > MOST_SPLITS:
        message = (
            f"a pair split {rules.most_splits} times cannot be analyzed; the rules allow at most 3 [13:69F-2.11(e)]"
        )
        raise Misuse(in_edition(message, table.law))
    shoe = Shoe.fresh(table.decks if decks is None else decks).without(removed).values
    points = sum((value + 1) * count for value, count in enumerate(shoe))
    if points < MOST_POINTS_OF_A_HAND * (rules.most_splits + 1 + rules.dealer_hands):
        raise Misuse(f"a round may run out of cards with only {sum(shoe)} left; remove fewer cards or add decks")
    return shoe
