"""Playing cards: ranks, suits, the deck, and the notation "Ah", "Ts"."""

from enum import Enum, IntEnum
from typing import NamedTuple

from upcard.errors import Misuse


class Rank(IntEnum):
    """The thirteen ranks; where ranks are compared, ace is the highest."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14


class Suit(Enum):
    """The four suits; clubs and spades are black, diamonds and hearts red."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


BLACK = frozenset({Suit.CLUBS, Suit.SPADES})
RED = frozenset({Suit.DIAMONDS, Suit.HEARTS})

_RANK_SIGNS = dict(zip("23456789TJQKA", Rank, strict=True))
_SIGN_OF_RANK = {rank: sign for sign, rank in _RANK_SIGNS.items()}
_SUIT_SIGNS = {suit.value: suit for suit in Suit}
# Ace counts one here; whether it counts eleven is a matter of the hand (rules.facts.Total).
# 13:69F-2.2(b)1, 13:69F-2.2(b)2
_VALUES = {rank: 1 if rank is Rank.ACE else min(int(rank), 10) for rank in Rank}


class Card(NamedTuple):
    """One playing card.

    >>> str(Card.of("As")), Card.of("As").value
    ('As', 1)
    """

    rank: Rank
    suit: Suit

    @classmethod
    def of(cls, text: str) -> "Card":
        """Return the card that a text names.

        >>> str(Card.of("10h")), Card.of("Ts").value
        ('Th', 10)
        """
        return card(text)

    @property
    def value(self) -> int:
        """Return the points of the card, an ace as one (13:69F-2.2(b))."""
        return _VALUES[self.rank]

    def __str__(self) -> str:
        return _SIGN_OF_RANK[self.rank] + self.suit.value


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)


def card(text: str) -> Card:
    """Read one card.

    >>> card("Th"), str(card("10h"))
    (Card(rank=<Rank.TEN: 10>, suit=<Suit.HEARTS: 'h'>), 'Th')
    """
    rank, suit = text[:-1].upper(), text[-1:].lower()
    rank = "T" if rank == "10" else rank
    if rank not in _RANK_SIGNS or suit not in _SUIT_SIGNS:
        raise Misuse(f"'{text}' is not a card: write rank (2-9, T, J, Q, K, A) and suit (c, d, h, s), such as Ah or Ts")
    return Card(_RANK_SIGNS[rank], _SUIT_SIGNS[suit])


def cards(text: str) -> tuple[Card, ...]:
    """Read cards written one after another, such as "9h 6s Tc"."""
    return tuple(card(word) for word in text.split())
