"""Fold an event into the state of a table: the only place where state changes."""

from collections.abc import Callable
from typing import Any

from upcard.game import events as ev
from upcard.game.chip_ledger import ChipEvent
from upcard.game.state import DEALER, Dealer, Hand, MeterState, Placed, Seat, TableState
from upcard.game.voiding import Moved, meters_before, recorded, without
from upcard.money import Cents
from upcard.rules.apply import DOUBLES, SPLITS, is_over
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total
from upcard.rules.wager import Point


def evolve(event: ev.Event, table: TableState) -> TableState:
    """Return the table after an event."""
    handler = _HANDLERS.get(type(event))
    return handler(event, table) if handler else table


def _with_seat(table: TableState, seat: Seat, moved: Moved) -> TableState:
    """Return the table with a seat added, or put in the place of the one of its number."""
    seats = [other for other in table.seats if other.number != seat.number]
    seats.append(seat)
    seats.sort()
    return table._replace(seats=tuple(seats), moved=moved)


def _change_seat(
    table: TableState, number: int, change: Callable[[Seat], Seat], moved_by: ChipEvent | None = None
) -> TableState:
    """Return the table with a seat changed; `moved_by`: the event by which its chips moved, if they did."""
    seats = tuple([change(seat) if seat.number == number else seat for seat in table.seats])
    if moved_by is None:
        return table._replace(seats=seats)
    return table._replace(seats=seats, moved=recorded(table, moved_by))


def _with_hand(seat: Seat, index: int, hand: Hand, **change: Any) -> Seat:
    return seat._replace(hands=(*seat.hands[:index], hand, *seat.hands[index + 1 :]), **change)


def _change_wager(seat: Seat, wager: str, choice: int | None, **change: Any) -> Seat:
    wagers = [
        placed._replace(**change) if placed.live and placed.wager == wager and placed.choice == choice else placed
        for placed in seat.placed
    ]
    return seat._replace(placed=tuple(wagers))


def _table_opened(_: ev.TableOpened, table: TableState) -> TableState:
    return table._replace(open=True)


def _table_closed(_: ev.TableClosed, table: TableState) -> TableState:
    return table._replace(open=False)


def _with_meter(table: TableState, wager: str, meter: MeterState, moved: Moved) -> TableState:
    return table._replace(meters=tuple({**dict(table.meters), wager: meter}.items()), moved=moved)


def _meter_funded(event: ev.MeterFunded, table: TableState) -> TableState:
    meter = table.meter(event.wager)
    funded = meter.funded(event.amount, event.from_reset_meter)
    opening = table.point is Point.BEFORE_FIRST_CARD  # the table, not a round
    return _with_meter(table, event.wager, funded, table.moved if opening else recorded(table, event))


def _shoe_shuffled(event: ev.ShoeShuffled, table: TableState) -> TableState:
    return table._replace(shoe=event.cards, next_card=0, cutting_card=len(event.cards))


def _shoe_cut(event: ev.ShoeCut, table: TableState) -> TableState:
    return table._replace(shoe=table.shoe[event.position :] + table.shoe[: event.position])


def _cutting_card_placed(event: ev.CuttingCardPlaced, table: TableState) -> TableState:
    return table._replace(cutting_card=event.behind)


def _cards_burned(event: ev.CardsBurned, table: TableState) -> TableState:
    return table._replace(next_card=table.next_card + event.count)


def _wager_placed(event: ev.WagerPlaced, table: TableState) -> TableState:
    seat = table.seat(event.seat) or Seat(event.seat)
    if event.wager == ev.BLACKJACK:
        seat = seat._replace(chips=event.amounts)
    else:
        (chips,) = event.amounts
        placed = Placed(event.wager, Cents(chips + event.coupon), event.choice, coupon=event.coupon)
        seat = seat._replace(placed=(*seat.placed, placed))
    return _with_seat(table, seat, recorded(table, event))


def _wager_withdrawn(event: ev.WagerWithdrawn, table: TableState) -> TableState:
    seat = table.seat(event.seat)
    assert seat is not None
    if event.wager == ev.BLACKJACK:
        seat = seat._replace(chips=())
    else:
        others = [other for other in seat.placed if (other.wager, other.choice) != (event.wager, event.choice)]
        seat = seat._replace(placed=tuple(others))
    moved = without(table, event)
    if not seat.chips and not seat.placed:
        return table._replace(seats=tuple(other for other in table.seats if other.number != event.seat), moved=moved)
    return _with_seat(table, seat, moved)


def _betting_closed(_: ev.BettingClosed, table: TableState) -> TableState:
    seats = [
        seat._replace(hands=(Hand(chips=seat.chips, live=(True,) * len(seat.chips)),)) if seat.chips else seat
        for seat in table.seats
    ]
    return table._replace(point=Point.NO_MORE_BETS, seats=tuple(seats))


def _wagers_registered(event: ev.WagersRegistered, table: TableState) -> TableState:
    meter = table.meter(event.wager)
    meter = MeterState(
        Cents(meter.amount + event.to_meter),
        Cents(meter.reset + event.to_reset_meter),
        meter.registered + len(event.seats),
    )
    return _with_meter(table, event.wager, meter, recorded(table, event))


def _card_dealt(event: ev.CardDealt, table: TableState) -> TableState:
    next_card = table.next_card + 1
    card = event.card
    if event.seat == DEALER:
        dealer = table.dealer
        dealer = dealer._replace(
            cards=(*dealer.cards, card),
            total=dealer.total.plus(card),
            hole_hidden=dealer.hole_hidden or event.face_down,
        )
        return table._replace(dealer=dealer, next_card=next_card)

    seat = table.seat(event.seat)
    assert seat is not None
    hand = seat.hands[event.hand]
    hand = hand._replace(cards=(*hand.cards, card), total=hand.total.plus(card))
    # 13:69F-2.10(a): a hand that is doubled down gets one card and no more
    if hand.doubled is not None or (len(hand.cards) > 1 and is_over(table.felt.rules, table.in_play(seat, hand))):
        hand = hand._replace(ended=True)
    seat = _with_hand(seat, event.hand, hand, dealt=(*seat.dealt, card))
    seats = tuple([seat if other.number == event.seat else other for other in table.seats])
    return table._replace(seats=seats, next_card=next_card)


def _cutting_card_reached(event: ev.CuttingCardReached, table: TableState) -> TableState:
    return table._replace(cut_by=_next_to_cut(event.seat, table))


def _next_to_cut(seat: int, table: TableState) -> int:
    """Return the seat offered the next cut: where the cutting card came out, or else farthest to the dealer's right."""
    # 13:69F-2.5(e)2, 13:69F-2.5(e)3
    return seat or max((other.number for other in table.seats), default=0)


def _point_reached(event: ev.PointReached, table: TableState) -> TableState:
    return table._replace(point=event.point)


def _total_announced(event: ev.TotalAnnounced, table: TableState) -> TableState:
    seat = table.seat(event.seat)
    return table._replace(announced=(event.seat, event.hand, len(seat.dealt) if seat else 0))


def _insurance_placed(event: ev.InsurancePlaced, table: TableState) -> TableState:
    return _change_seat(table, event.seat, lambda seat: seat._replace(insurance=event.amounts), event)


def _insurance_closed(_: ev.InsuranceClosed, table: TableState) -> TableState:
    return table._replace(point=Point.EARLY_SURRENDER if table.offers_early_surrender else Point.CARD_READER)


def _surrender_closed(_: ev.SurrenderClosed, table: TableState) -> TableState:
    return table._replace(point=Point.CARD_READER)


def _hole_card_turned(_: ev.HoleCardTurned, table: TableState) -> TableState:
    return table._replace(dealer=table.dealer._replace(hole_hidden=False))


def _play_made(event: ev.PlayMade, table: TableState) -> TableState:
    def change(seat: Seat) -> Seat:
        hand = seat.hands[event.hand]
        if event.play is Play.STAND:
            return _with_hand(seat, event.hand, hand._replace(ended=True))
        if event.play is Play.SURRENDER:
            return _with_hand(seat, event.hand, hand._replace(ended=True, surrendered=True))
        if event.play in DOUBLES:
            return _with_hand(seat, event.hand, hand._replace(added=event.amounts, doubled=event.play))
        if event.play in SPLITS:
            return _split_pair(seat, event)
        return seat

    return _change_seat(table, event.seat, change, event if event.amounts else None)


def _split_pair(seat: Seat, event: ev.PlayMade) -> Seat:
    """Return the seat with a pair split: the first hand keeps its chips, the second gets the chips added."""
    hand = seat.hands[event.hand]
    first_card, second_card = hand.cards
    no_points = Total(0)
    kind = HandKind.SPLIT if hand.kind is HandKind.INITIAL else hand.kind
    first = hand._replace(cards=(first_card,), total=no_points.plus(first_card), kind=kind, ended=False)
    second = Hand(
        cards=(second_card,),
        total=no_points.plus(second_card),
        chips=event.amounts or tuple([Cents(0)] * len(hand.chips)),
        kind=SPLITS[event.play],
        live=(True,) * len(hand.chips),
    )
    hands = (*seat.hands[: event.hand], first, second, *seat.hands[event.hand + 1 :])
    return seat._replace(hands=hands)


def _button_placed(event: ev.ButtonPlaced, table: TableState) -> TableState:
    def change(seat: Seat) -> Seat:
        hand = seat.hands[event.hand]
        return _with_hand(seat, event.hand, hand._replace(buttons=(*hand.buttons, event.play)))

    return _change_seat(table, event.seat, change, event)


def _button_collected(event: ev.ButtonCollected, table: TableState) -> TableState:
    def change(seat: Seat) -> Seat:
        hand = seat.hands[event.hand]
        buttons = list(hand.buttons)
        buttons.remove(event.play)
        return _with_hand(seat, event.hand, hand._replace(buttons=tuple(buttons)), net=Cents(seat.net + event.won))

    return _change_seat(table, event.seat, change, event)


def _settle(table: TableState, event: ev.WagerCollected | ev.WagerPaid | ev.WagerReturned, net: int) -> TableState:
    def change(seat: Seat) -> Seat:
        if event.wager == ev.BLACKJACK:
            hand = seat.hands[event.hand]
            live = tuple([is_live and spot != event.spot for spot, is_live in enumerate(hand.live)])
            hand = hand._replace(live=live, ended=True)
            return _with_hand(seat, event.hand, hand, net=Cents(seat.net + net))
        if event.wager == ev.INSURANCE:
            insurance = [Cents(0) if spot == event.spot else chips for spot, chips in enumerate(seat.insurance)]
            return seat._replace(insurance=tuple(insurance))
        return _change_wager(seat, event.wager, event.choice, live=False)

    return _change_seat(table, event.seat, change, event)


def _wager_collected(event: ev.WagerCollected, table: TableState) -> TableState:
    return _settle(table, event, -event.amount)


def _wager_paid(event: ev.WagerPaid, table: TableState) -> TableState:
    table = _settle(table, event, event.won)
    if event.from_meter or event.not_from_rack:  # reading 72
        table = _change_seat(table, event.seat, lambda seat: _with_cards_held(seat, event.wager, held=True))
    if event.off_meter:
        meter = table.meter(event.wager)
        paid = meter._replace(amount=Cents(meter.amount - event.off_meter))
        table = _with_meter(table, event.wager, paid, table.moved)
    return table


def _wager_returned(event: ev.WagerReturned, table: TableState) -> TableState:
    return _settle(table, event, 0)


def _wager_left(event: ev.WagerLeft, table: TableState) -> TableState:
    return _change_seat(table, event.seat, lambda seat: _change_wager(seat, event.wager, event.choice, stood=True))


def _bonus_paid(event: ev.BonusPaid, table: TableState) -> TableState:
    return table._replace(moved=recorded(table, event))


def _payout_validated(event: ev.PayoutValidated, table: TableState) -> TableState:
    change = {"validated": True, "not_from_rack": event.not_from_rack}
    return _change_seat(table, event.seat, lambda seat: _change_wager(seat, event.wager, None, **change))


def _win_verified(event: ev.WinVerified, table: TableState) -> TableState:
    return _change_seat(table, event.seat, lambda seat: _change_wager(seat, event.wager, event.choice, verified=True))


def _cards_put_under_wager(event: ev.CardsPutUnderWager, table: TableState) -> TableState:
    return _change_seat(table, event.seat, lambda seat: _change_wager(seat, event.wager, None, under=True))


def _button_pressed(event: ev.ButtonPressed, table: TableState) -> TableState:
    return _change_seat(table, event.seat, lambda seat: _change_wager(seat, event.wager, None, shown=event.shown))


def _documents_completed(event: ev.DocumentsCompleted, table: TableState) -> TableState:
    return _change_seat(table, event.seat, lambda seat: _with_cards_held(seat, event.wager, held=False))


def _with_cards_held(seat: Seat, wager: str, *, held: bool) -> Seat:
    """Return the seat with its cards held for the documents of a wager, or no longer held."""
    wagers = [placed._replace(held=held) if placed.wager == wager else placed for placed in seat.placed]
    return seat._replace(placed=tuple(wagers))


def _dealer_cards_collected(event: ev.DealerCardsCollected, table: TableState) -> TableState:
    upcard = table.upcard
    dealer = Dealer(cards=(upcard,), total=Dealer().total.plus(upcard), number=event.next_hand)
    return table._replace(dealer=dealer, point=Point.AFTER_DECISIONS)


def _cards_picked_up(_: ev.CardsPickedUp, table: TableState) -> TableState:
    """Clear the layout; only wagers that stand for the next round stay."""
    seats = []
    for seat in table.seats:
        standing = tuple(placed for placed in seat.placed if placed.live)
        if standing:
            seats.append(Seat(seat.number, placed=standing))
    return _next_round(table._replace(wins=_wins_in_a_row(table)), tuple(seats))


def _next_round(table: TableState, seats: tuple[Seat, ...]) -> TableState:
    """Return the table that waits for the wagers of the next round, with the seats whose wagers stand."""
    return table._replace(
        seats=seats,
        dealer=Dealer(),
        point=Point.BEFORE_FIRST_CARD,
        announced=None,
        round=table.round + 1,
        standing=seats,
        moved=(),
    )


def _round_voided(event: ev.RoundVoided, table: TableState) -> TableState:
    """Put the table back to where the round began; the cards dealt are gone."""
    return _next_round(table._replace(meters=meters_before(event, table)), table.standing)


def _wins_in_a_row(table: TableState) -> tuple[tuple[int, int], ...]:
    """Return the rounds that each seat has won in a row; a push changes nothing, the longest run ends the count."""
    longest = max((offer.wager.longest_run for offer in table.felt.offers.values()), default=0)
    wins = dict(table.wins)
    for seat in table.seats:
        if seat.hands and seat.net:
            wins[seat.number] = wins.get(seat.number, 0) + 1 if seat.net > 0 else 0
    return tuple((number, count) for number, count in wins.items() if 0 < count < longest)


# Any: each handler takes its own kind of event, found by its type.
_HANDLERS: dict[type, Callable[[Any, TableState], TableState]] = {
    ev.TableOpened: _table_opened,
    ev.TableClosed: _table_closed,
    ev.MeterFunded: _meter_funded,
    ev.ShoeShuffled: _shoe_shuffled,
    ev.CardsBurned: _cards_burned,
    ev.WagerPlaced: _wager_placed,
    ev.WagerWithdrawn: _wager_withdrawn,
    ev.BettingClosed: _betting_closed,
    ev.WagersRegistered: _wagers_registered,
    ev.CardDealt: _card_dealt,
    ev.ShoeCut: _shoe_cut,
    ev.CuttingCardPlaced: _cutting_card_placed,
    ev.CuttingCardReached: _cutting_card_reached,
    ev.PointReached: _point_reached,
    ev.TotalAnnounced: _total_announced,
    ev.InsurancePlaced: _insurance_placed,
    ev.InsuranceClosed: _insurance_closed,
    ev.SurrenderClosed: _surrender_closed,
    ev.HoleCardTurned: _hole_card_turned,
    ev.PlayMade: _play_made,
    ev.ButtonPlaced: _button_placed,
    ev.ButtonCollected: _button_collected,
    ev.WagerCollected: _wager_collected,
    ev.WagerPaid: _wager_paid,
    ev.WagerReturned: _wager_returned,
    ev.WagerLeft: _wager_left,
    ev.BonusPaid: _bonus_paid,
    ev.WinVerified: _win_verified,
    ev.CardsPutUnderWager: _cards_put_under_wager,
    ev.PayoutValidated: _payout_validated,
    ev.ButtonPressed: _button_pressed,
    ev.DocumentsCompleted: _documents_completed,
    ev.DealerCardsCollected: _dealer_cards_collected,
    ev.CardsPickedUp: _cards_picked_up,
    ev.RoundVoided: _round_voided,
}
