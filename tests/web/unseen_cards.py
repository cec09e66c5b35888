"""Tables as they might be as well: the same in all that anybody has seen, with other cards where nobody has looked."""

from random import Random

from upcard.cards import Card
from upcard.game.shoe import BURNED_CARDS
from upcard.game.state import Dealer, TableState
from upcard.rules.wager import Point


def hole_place(state: TableState) -> int | None:
    """Return where in the shoe the card was that lies face down; None where none does."""
    if not state.dealer.hole_hidden:
        return None
    hole = state.dealer.cards[1]
    return max(at for at in range(state.next_card) if state.shoe[at] == hole)


def unseen_places(state: TableState) -> list[int]:
    """Return the places of the shoe whose cards nobody has seen: burned, face down, not dealt."""
    hole = hole_place(state)
    burned = range(min(BURNED_CARDS, len(state.shoe)))
    return sorted({*burned, *range(state.next_card, len(state.shoe)), *(() if hole is None else (hole,))})


def with_hole(dealer: Dealer, hole: Card) -> Dealer:
    """Return a dealer's hand with another card face down."""
    upcard = dealer.cards[0]
    return dealer._replace(cards=(upcard, hole), total=Dealer().total.plus(upcard).plus(hole))


def is_possible(state: TableState, hole: Card) -> bool:
    """Whether a card may lie face down for all that everybody knows: the dealer may have looked for a blackjack."""
    looked = state.point > Point.CARD_READER
    return not looked or with_hole(state.dealer, hole).blackjack == state.dealer.blackjack


def twin(state: TableState, random: Random) -> TableState:
    """Return a table that nobody can tell from another one, with all unseen cards in another order."""
    places, shoe = unseen_places(state), list(state.shoe)
    hole = hole_place(state)
    while True:
        cards = [state.shoe[place] for place in places]
        random.shuffle(cards)
        for place, card in zip(places, cards, strict=True):
            shoe[place] = card
        if hole is None:
            return state._replace(shoe=tuple(shoe))
        if is_possible(state, shoe[hole]):
            return state._replace(shoe=tuple(shoe), dealer=with_hole(state.dealer, shoe[hole]))
