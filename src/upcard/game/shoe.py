"""Shoes: every card of the decks in use, shuffled and cut, with the cutting card placed; and the cards left in one."""

from fractions import Fraction
from math import floor
from random import Random

from upcard.cards import DECK, Card
from upcard.game import events as ev
from upcard.game.commands import Cut, ShuffleShoe
from upcard.game.state import TableState
from upcard.law import Cite
from upcard.table import TableConfig

BURNED_CARDS = 1  # cards
LEAST_CUT = 10  # 13:69F-2.5(c)


def shuffled(decks: int, random: Random) -> tuple[Card, ...]:
    """Return all cards of the decks in a random order."""
    cards = list(DECK) * decks
    random.shuffle(cards)
    return tuple(cards)


def new_shoe(table: TableState, random: Random) -> ShuffleShoe:
    """Return the command for a new shoe: shuffled, cut at random by whoever is due, a card burned."""  # 13:69F-2.5(d)
    config = table.felt.config
    cards = shuffled(config.decks, random)
    cut = Cut(table.cut_by or 0, cut_position(len(cards), random))
    return ShuffleShoe(cards, cut, cutting_card_position(config, len(cards)), burn=BURNED_CARDS)


def cut_position(cards: int, random: Random) -> int:
    """Return how many cards lie in front of a cut: any number that the law allows, each as likely as any other."""
    return random.randint(LEAST_CUT, cards - LEAST_CUT)  # 13:69F-2.5(c)


def cutting_card_position(config: TableConfig, cards: int) -> int:
    """Return how many cards lie in front of the cutting card: the whole number nearest to the share.

    The three quarters that the law allows are a whole number of cards of any shoe, so rounding never exceeds them.
    """
    return max(1, floor(cards * config.cutting_card + Fraction(1, 2)))


class OutOfCards(Exception):
    """The shoe ran out during a round, when a paragraph called for a card."""

    def __init__(self, source: Cite, seat: int) -> None:
        super().__init__()
        self.source, self.seat = source, seat


class UndealtCards:
    """The undealt cards of a table's shoe."""

    def __init__(self, table: TableState) -> None:
        self.cards, self.next_card = table.shoe, table.next_card

    def deal(self, source: Cite, seat: int, hand: int = 0, *, face_down: bool = False) -> ev.CardDealt:
        """Return the event of the next card dealt; raise OutOfCards if there is none."""
        if self.next_card >= len(self.cards):
            raise OutOfCards(source, seat)
        card = self.cards[self.next_card]
        self.next_card += 1
        return ev.CardDealt(source, seat, hand, card, face_down)
