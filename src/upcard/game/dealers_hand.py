"""The dealer's hand after the players' decisions: dealt as far as any wager needs it."""

from collections.abc import Iterator
from typing import NamedTuple

from upcard.game import events as ev
from upcard.game import settle
from upcard.game.shoe import UndealtCards
from upcard.game.state import DEALER, Placed, Seat, TableState, resolve
from upcard.law import Cite, cite
from upcard.rules import blackjack
from upcard.rules.facts import HandTotal
from upcard.rules.hand import blackjack_with
from upcard.rules.wager import Demand

HOLE_CARD_DOWN_LAW = cite("13:69F-2.6(j)")
SEVENTEEN = 17  # soft, it is drawn to only where a wager or a game says so


class Needed(NamedTuple):
    """How far the dealer's hand is dealt, and by which paragraph the dealer draws."""

    second_card: bool
    drawing: Cite | None  # None: no wager needs the completed hand


def deal_dealers_hand(table: TableState) -> Iterator[ev.Event]:
    """Deal the dealer's second card and complete the hand, each if a wager needs it; settle what the second decides."""
    needed = _needed(table)
    if not needed.second_card:
        return
    dealer, shoe, drawing = table.dealer, UndealtCards(table), needed.drawing
    total = dealer.total
    if dealer.hole_hidden:
        yield ev.HoleCardTurned(HOLE_CARD_DOWN_LAW, dealer.cards[1])
    elif len(dealer.cards) == 1:
        dealt = shoe.deal(blackjack.DEALERS_SECOND_CARD, DEALER)
        yield dealt
        total = total.plus(dealt.card)
        has_blackjack = HandTotal(total, 2).blackjack
        yield from settle.settle_insurance(table, dealer_blackjack=has_blackjack)
        if not has_blackjack:  # reading 41: a blackjack is paid before the dealer draws
            yield from settle.player_blackjacks(table, checked=True, spot=table.spot)
    for_soft_17 = _demanded(table) if drawing == blackjack.DEALER_DRAWS else None
    while drawing is not None and not blackjack.dealer_stands(table.felt.rules, total):
        at_soft_17 = total.soft and total.points == SEVENTEEN
        dealt = shoe.deal((at_soft_17 and for_soft_17) or drawing, DEALER)
        yield dealt
        total = total.plus(dealt.card)


def _needed(table: TableState) -> Needed:
    """Return how far wagers need the dealer's hand.

    The dealer draws by the rule of drawing while a hand waits for it; by the section of an optional wager if only that
    needs the completed hand.
    """
    # 13:69F-2.12(c): once every player has exceeded 21 the dealer draws no more, unless a wager demands it
    hands = [hand for seat in table.seats for hand in seat.hands if settle.is_live(hand, table.spot)]
    if any(not (hand.blackjack or hand.surrendered or hand.total.bust) for hand in hands):
        return Needed(second_card=True, drawing=table.felt.drawing)
    if drawing := _demanded(table):
        return Needed(second_card=True, drawing=drawing)
    return Needed(second_card=bool(hands) or any(_needs_second_card(table, seat) for seat in table.seats), drawing=None)


def _demanded(table: TableState) -> Cite | None:
    """Return the paragraph by which a live wager has the dealer complete the hand; None if there is none."""
    live = {placed.wager for seat in table.seats for placed in seat.placed if placed.live}
    demands = [table.felt.demands[wager.name] for wager in table.felt.by_section if wager.name in live]
    return next((needs[Demand.DEALER_COMPLETES] for needs in demands if Demand.DEALER_COMPLETES in needs), None)


def _needs_second_card(table: TableState, seat: Seat) -> bool:
    """Whether a seat's insurance or an optional wager needs the dealer's second card."""
    if table.spot < len(seat.insurance) and seat.insurance[table.spot]:
        return True
    for placed in seat.placed:
        demands = table.felt.demands[placed.wager] if placed.live else {}
        if Demand.SECOND_CARD_ALWAYS_DEALT in demands:
            return True
        if Demand.SECOND_CARD_DEALT in demands and _depends_on_dealer_blackjack(table, seat, placed):
            return True
    return False


def _depends_on_dealer_blackjack(table: TableState, seat: Seat, placed: Placed) -> bool:
    """Whether a dealer's blackjack is possible and would change the outcome of a wager."""
    wager, upcard = table.felt.offers[placed.wager].wager, table.upcard
    second = blackjack_with(upcard)
    if second is None:
        return False
    with_blackjack = table.dealer._replace(cards=(upcard, second), hole_hidden=False)
    return resolve(wager, seat, placed, with_blackjack) is not resolve(wager, seat, placed, table.dealer)
