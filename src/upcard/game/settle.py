"""Settle the blackjack wager by the branches of its rules, and insurance."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from upcard.game import events as ev
from upcard.game.state import Hand, Seat, TableState
from upcard.law import Cite, cite
from upcard.money import Cents, winnings
from upcard.rules import blackjack
from upcard.rules.apply import BUTTONS, settlement_branch
from upcard.rules.base import INSURANCE_ODDS
from upcard.rules.blackjack import Branch
from upcard.rules.enums import HandOutcome
from upcard.rules.fact_type import Result
from upcard.rules.wager import Demand, Order

PAID_AT_ONCE = cite("13:69F-2.7(a)")


def in_order(seats: tuple[Seat, ...], order: Order) -> Iterable[Seat]:
    """Return the seats in the order of settlement; seat 1 is at the dealer's left."""
    return seats if order is Order.FROM_DEALERS_LEFT else reversed(seats)


def is_live(hand: Hand, spot: int) -> bool:
    """Whether a hand has an unsettled wager on a spot."""
    return spot < len(hand.live) and hand.live[spot]


def _chips_on(hand: Hand, spot: int) -> tuple[Cents, Cents]:
    """Return the chips wagered and the chips added on a spot of a hand."""
    return hand.chips[spot], hand.added[spot] if hand.added else Cents(0)


def _multiple(chips: Cents, times: Fraction) -> Cents:
    """Return chips multiplied by a ratio, rounded to whole cents in the player's favor (reading 54)."""
    return Cents(-(-chips * times.numerator // times.denominator))


def _settle_spot(table: TableState, seat: Seat, index: int, spot: int, branch: Branch, source: Cite) -> ev.Event:
    """Return the event that settles a hand on a spot: collected, paid or returned, as its branch of settlement says."""
    settlement = branch.settlement(table.felt.rules)
    wagered, added = _chips_on(seat.hands[index], spot)
    amount, outcome = Cents(wagered + added), settlement.outcome.value
    net = Cents(_multiple(wagered, settlement.wagered) + _multiple(added, settlement.added))
    if settlement.wagered > 0:
        return ev.WagerPaid(source, seat.number, ev.BLACKJACK, outcome, amount, net, index, spot)
    if settlement.wagered < 0:
        back = Cents(amount + net)
        return ev.WagerCollected(source, seat.number, ev.BLACKJACK, outcome, Cents(-net), index, spot, returned=back)
    return ev.WagerReturned(source, seat.number, ev.BLACKJACK, outcome, amount, index, spot)


def _settlement_cite(table: TableState, hand: Hand, spot: int, branch: Branch) -> Cite:
    """Return the paragraph of a settlement: that of its branch, unless the game has its own."""
    game = table.felt.game
    outcome, hands = branch.settlement(table.felt.rules).outcome, game.dealer_hands
    if hand.surrendered:
        return game.surrendered or (branch.cite if table.may_be_blackjack else blackjack.SURRENDERED_AT_ONCE)
    if outcome is HandOutcome.BLACKJACK:
        return game.blackjack_paid or branch.cite
    if hands and outcome is HandOutcome.BUST:
        return hands.bust
    if hands and outcome in (HandOutcome.WIN, HandOutcome.LOSE):
        return hands.settled[spot]
    return branch.cite


def at_once(table: TableState, seat: Seat, index: int) -> Iterator[ev.Event]:
    """Settle a hand on every spot if no card of the dealer can change its result."""
    hand, rules = seat.hands[index], table.felt.rules
    branch = settlement_branch(rules, hand.as_ended)
    if branch is None and (hand.surrendered or hand.total.bust) and _can_no_blackjack_come(table):
        branch = settlement_branch(rules, hand.as_ended, table.dealer.hand)
    if branch is None:
        return
    for spot, live in enumerate(hand.live):
        if live:
            yield _settle_spot(table, seat, index, spot, branch, _settlement_cite(table, hand, spot, branch))
    settlement = branch.settlement(rules)
    yield from _settle_buttons(table, seat, index, settlement.result)
    if settlement.outcome is HandOutcome.BUST:
        yield from _collect_insurance_of_bust(table, seat)
        yield from under_wagers(table, seat, Demand.CARDS_UNDER_AFTER_BUST)
    elif not hand.surrendered:
        yield from under_wagers(table, seat, Demand.CARDS_UNDER_AFTER_BLACKJACK)


def _can_no_blackjack_come(table: TableState) -> bool:
    """Whether no dealer's blackjack can come any more: it would take all of a surrender, or return what was added."""
    return not table.may_be_blackjack or len(table.dealer.cards) > 1


def _collect_insurance_of_bust(table: TableState, seat: Seat) -> Iterator[ev.Event]:
    """Collect insurance with the last hand of a player whose hands all bust, if the licensee so chooses."""
    source = table.felt.game.insurance_of_bust(table.felt.config.house)
    if source is None or not all(hand.total.bust for hand in seat.hands):
        return
    for spot, amount in enumerate(seat.insurance):
        if amount:
            yield ev.WagerCollected(source, seat.number, ev.INSURANCE, HandOutcome.BUST.value, amount, 0, spot)


def _settle_buttons(table: TableState, seat: Seat, index: int, result: Result) -> Iterator[ev.Event]:
    """Collect the free buttons beside a hand, and pay those that win."""
    for play in seat.hands[index].buttons:
        worth = Cents(BUTTONS[play] * seat.chips[0])
        won = worth if result is Result.WIN else Cents(0)
        source = table.felt.game.button_fates[play, result]
        yield ev.ButtonCollected(source, seat.number, index, play, worth, won)


def under_wagers(table: TableState, seat: Seat, demand: Demand) -> Iterator[ev.Event]:
    """Put the cards of a settled hand under the seat's live wagers that ask for it."""
    for placed in seat.placed:
        source = table.felt.demands[placed.wager].get(demand)
        if placed.live and not placed.under and source is not None:
            yield ev.CardsPutUnderWager(source, seat.number, placed.wager)


def player_blackjacks(table: TableState, *, checked: bool, spot: int | None = None) -> Iterator[ev.Event]:
    """Pay the players' blackjacks once no dealer's blackjack can make them a push: on one spot, or on all."""
    source = table.felt.game.blackjack_paid or (blackjack.BLACKJACK_PAID if checked else PAID_AT_ONCE)
    awarded = table.felt.game.blackjacks_at_once
    if awarded and table.may_be_blackjack and blackjack.awards_at_once(table.felt.rules):
        source = awarded.cite
    for seat in in_order(table.seats, Order.FROM_DEALERS_RIGHT):
        if seat.hands and seat.hands[0].blackjack and any(seat.hands[0].live):
            for place, live in enumerate(seat.hands[0].live):
                if live and spot in (None, place):
                    yield _pay_blackjack(table, seat, place, source)
            yield from under_wagers(table, seat, Demand.CARDS_UNDER_AFTER_BLACKJACK)


def _pay_blackjack(table: TableState, seat: Seat, spot: int, source: Cite) -> ev.Event:
    branch = settlement_branch(table.felt.rules, seat.hands[0].as_ended, table.dealer.hand)
    assert branch is not None
    return _settle_spot(table, seat, 0, spot, branch, source)


def settle_insurance(table: TableState, *, dealer_blackjack: bool) -> Iterator[ev.Event]:
    """Settle insurance on the dealer's hand in play, by its second card, apart from everything else."""
    # 13:69F-2.8(b)
    spot = table.spot
    hands = table.felt.game.dealer_hands
    source = hands.insured if hands else INSURANCE_ODDS.cite
    paid = table.felt.game.insurance_paid or source
    for seat in in_order(table.seats, Order.FROM_DEALERS_RIGHT):
        amount = seat.insurance[spot] if spot < len(seat.insurance) else 0
        if amount and dealer_blackjack:
            won = winnings(Cents(amount), INSURANCE_ODDS.value)
            yield ev.WagerPaid(
                paid, seat.number, ev.INSURANCE, HandOutcome.DEALER_BLACKJACK.value, Cents(amount), won, 0, spot
            )
        elif amount:
            yield ev.WagerCollected(source, seat.number, ev.INSURANCE, "no dealer blackjack", Cents(amount), 0, spot)


def blackjack_wagers(table: TableState) -> Iterator[ev.Event]:
    """Settle the blackjack wagers that the dealer's hand in play decides."""
    spot = table.spot
    for seat in in_order(table.seats, Order.FROM_DEALERS_RIGHT):
        live = [index for index, hand in enumerate(seat.hands) if is_live(hand, spot)]
        for index in live:
            yield from _settle_against_dealer(table, seat, index, spot)
        if live and table.felt.with_blackjack_wager:
            return  # other wagers of this seat come before the next seat


def _settle_against_dealer(table: TableState, seat: Seat, index: int, spot: int) -> Iterator[ev.Event]:
    hand, rules = seat.hands[index], table.felt.rules
    branch = settlement_branch(rules, hand.as_ended, table.dealer.hand)
    assert branch is not None
    yield _settle_spot(table, seat, index, spot, branch, _settlement_cite(table, hand, spot, branch))
    yield from _settle_buttons(table, seat, index, branch.settlement(rules).result)
