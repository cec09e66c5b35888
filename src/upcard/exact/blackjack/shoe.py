"""The cards from which a table's blackjack wager is dealt, by value."""

from collections.abc import Iterable

from upcard.cards import Card
from upcard.errors import Misuse
from upcard.exact.shoe import Shoe
from upcard.table import TableConfig

MOST_SPLITS = 7
MOST_POINTS_OF_A_HAND = 31  # aces as one: a hand of 21 that draws a ten

Values = tuple[int, ...]  # cards left by value, aces first


def shoe_of(table: TableConfig, *, decks: int | None = None, removed: Iterable[Card] = ()) -> Values:
    """Return the cards left by value; refuse a table that is not analyzed, or a shoe that may run out in a round."""
    rules = table.rules
    if rules.splits > MOST_SPLITS:
        raise Misuse(f"a pair split {rules.splits} times is not analysed; the rules allow at most 3 [13:69F-2.11(e)]")
    shoe = Shoe.fresh(table.decks if decks is None else decks).without(removed).values
    points = sum((value + 1) * count for value, count in enumerate(shoe))
    if points < MOST_POINTS_OF_A_HAND * (rules.splits + 1 + rules.dealer_hands):
        raise Misuse(f"a round may run out of cards with the {sum(shoe)} that are left: its price is not known")
    return shoe
