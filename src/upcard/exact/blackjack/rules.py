"""The rules of a table that bear on the value of its blackjack wager."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from upcard.cards import Card, Rank, Suit
from upcard.errors import Misuse
from upcard.exact.shoe import Shoe
from upcard.money import odds
from upcard.rules.blackjack import Play, Situation, why_not
from upcard.rules.facts import Total
from upcard.table import TableConfig

VALUES = 10  # a hand's value is 1 (ace) to 10; arrays count them from 0
MOST_SPLITS = 7
MOST_POINTS_OF_A_HAND = 31  # aces as one: a hand of 21 that draws a ten
CARDS = tuple(  # one for each value
    Card(Rank.ACE if value == 1 else Rank(value), Suit.SPADES) for value in range(1, VALUES + 1)
)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """All that decides the value of the blackjack wager and its best play."""

    shoe: tuple[int, ...]  # cards left by value, aces first
    draws_to_soft_17: bool = False
    hole_card: str = "after players"
    blackjack_pays: Fraction = Fraction(3, 2)
    surrender: bool = False
    splits: int = 1
    resplit_aces: bool = False
    doubles_free_on: frozenset[int] = frozenset()
    free_on_any_number: bool = False
    free_split_except: frozenset[int] | None = None
    pushes_on: int | None = None

    @property
    def late(self) -> bool:
        """Tell whether a dealer's blackjack shows only after the players' decisions."""
        return self.hole_card == "after players"

    @property
    def sees_hole_card(self) -> bool:
        """Tell whether the players see both cards of the dealer."""
        return self.hole_card == "up"

    def allows(self, play: Play, values: tuple[int, ...], *, splits: int = 0, from_split: bool = False) -> bool:
        """Tell whether the rules allow a play of a hand, by the values of its cards in the order dealt."""
        cards = tuple(CARDS[value - 1] for value in values)
        total = Total(0)
        for card in cards:
            total = total.plus(card)
        now = Situation(
            cards,
            total,
            splits,
            from_split,
            self.splits,
            self.resplit_aces,
            self.surrender,
            self.doubles_free_on,
            self.free_on_any_number,
            self.free_split_except,
        )
        return not any(why_not(play, now))


def rules_of(table: TableConfig, *, decks: int | None = None, removed: Iterable[Card] = ()) -> Rules:
    """Take from a table what bears on its blackjack wager; each wager of several is one like any other."""
    game = table.game
    if table.splits > MOST_SPLITS:
        raise Misuse(f"a pair split {table.splits} times is not analysed; the rules allow at most 3 [13:69F-2.11(e)]")
    shoe = Shoe.fresh(table.decks if decks is None else decks).without(removed).values
    dealers = len(game.dealer_hands.settled) if game.dealer_hands else 1
    points = sum((value + 1) * count for value, count in enumerate(shoe))
    if points < MOST_POINTS_OF_A_HAND * (table.splits + 1 + dealers):
        raise Misuse(f"a round may run out of cards with the {sum(shoe)} that are left: its price is not known")
    return Rules(
        shoe=shoe,
        draws_to_soft_17=table.dealer_soft_17 == "draw",
        hole_card=table.hole_card,
        blackjack_pays=odds(table.blackjack_pays).ratio,
        surrender=table.surrender and game.dealer_hands is None,  # reading 63
        splits=table.splits,
        resplit_aces=table.resplit_aces,
        doubles_free_on=game.doubles_free_on.value if game.doubles_free_on else frozenset(),
        free_on_any_number=table.free_on_any_number,
        free_split_except=game.free_split_except.value if game.free_split_except else None,
        pushes_on=game.dealer_pushes_on.value if game.dealer_pushes_on else None,
    )
