"""The enums of the base game: each value that a table file or a round may name, declared once."""

from enum import Enum

from upcard.money import Odds, odds
from upcard.rules.facts import Total


class Word(Enum):
    """An enum hashed by identity, because its members are looked up for every card dealt and every hand valued."""

    __hash__ = object.__hash__


class WagerName(Word):
    """The wagers of the base game."""

    BLACKJACK = "blackjack"
    INSURANCE = "insurance"


class DealtFrom(Word):
    """What the cards are dealt from."""

    SHOE = "shoe"
    HAND = "hand"  # 13:69F-2.6A(a)


class HoleCard(Word):
    """When the dealer's second card is dealt, and which way up."""

    AFTER_PLAYERS = "after players"  # 13:69F-2.6(h)
    DOWN = "down, card reader"  # 13:69F-2.6(j)
    UP = "up"  # 13:69F-2.6(k)

    @property
    def dealt_first(self) -> bool:
        """Whether the card is out before the players decide, so that a dealer's blackjack ends the round."""
        return self is not HoleCard.AFTER_PLAYERS


class Soft17(Word):
    """What the dealer does with a soft 17."""

    STAND = "stand"
    DRAW = "draw"


class BlackjackPays(Word):
    """The odds that a blackjack pays."""

    THREE_TO_TWO = "3 to 2"
    SIX_TO_FIVE = "6 to 5"

    @property
    def odds(self) -> Odds:
        """Return the odds."""
        return odds(self.value)


class Surrender(Word):
    """Whether a hand may be given up for half its wager, and when."""

    NONE = False
    LATE = True  # a dealer's blackjack takes the whole wager
    EARLY = "early"
    EARLY_NOT_AGAINST_ACE = "early, not against an ace"

    @property
    def early(self) -> bool:
        """Whether half is lost whatever the dealer has."""
        return self in (Surrender.EARLY, Surrender.EARLY_NOT_AGAINST_ACE)


class DoubleOn(Word):
    """The hands on which a paid double down may be made."""

    ANY_TWO_CARDS = "any two cards"
    HARD_9_TO_11 = "hard 9 to 11"
    HARD_10_TO_11 = "hard 10 to 11"

    def admits(self, total: Total) -> bool:
        """Whether a hand of this total is among them."""
        least = {DoubleOn.HARD_9_TO_11: 9, DoubleOn.HARD_10_TO_11: 10}.get(self)
        return least is None or (not total.soft and least <= total.points <= 11)


class DealerBlackjackTakes(Word):
    """What a dealer's blackjack that shows after the players' decisions takes of doubled and split hands."""

    ORIGINAL_WAGER = "original wager"
    ALL_WAGERS = "all wagers"


class Play(Word):
    """What a player may do with a hand, in the rule's words.

    >>> Play("double down")
    <Play.DOUBLE_DOWN: 'double down'>
    """

    DRAW = "draw"
    STAND = "stand"
    DOUBLE_DOWN = "double down"
    SPLIT_PAIR = "split pair"
    SURRENDER = "surrender"
    FREE_DOUBLE_DOWN = "free double down"  # 13:69F-2.1(d)
    FREE_SPLIT = "free split"  # 13:69F-2.1(e)


class HandKind(Word):
    """Where a hand of a box comes from, which decides what lies on it."""

    INITIAL = "the hand dealt"
    SPLIT = "the first hand of a split pair, which keeps the original wager"
    ADDED = "a hand added by a split, with a wager of its own"
    ADDED_FREE = "a hand added by a free split, with a button instead of chips"

    @property
    def from_split(self) -> bool:
        """Whether the hand comes from a split pair."""
        return self is not HandKind.INITIAL

    @property
    def original(self) -> bool:
        """Whether the hand has the original wager on it."""
        return self in (HandKind.INITIAL, HandKind.SPLIT)


class HandOutcome(Word):
    """How the blackjack wager on a hand ends."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    BUST = "bust"
    BLACKJACK = "blackjack"
    DEALER_BLACKJACK = "dealer blackjack"
    SURRENDER = "surrender"
    CHARLIE = "charlie"
    EVEN_MONEY = "even money"
