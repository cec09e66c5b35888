"""The cards left in the shoe, dealt one after another within one step of a round."""

from upcard.game import events as ev
from upcard.game.state import TableState
from upcard.law import Cite


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
