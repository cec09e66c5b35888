"""Fold an event into the state of a table: the only place where state changes."""

from collections.abc import Callable
from typing import Any

from upcard.game import events as ev
from upcard.game.state import DEALER, Dealer, Hand, MeterState, Placed, Seat, Table
from upcard.money import Cents
from upcard.rules.apply import DOUBLES, SPLITS, is_over
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total
from upcard.rules.wager import Point


def evolve(event: ev.Event, table: Table) -> Table:
    """Give the table after an event."""
    change = _CHANGES.get(type(event))
    return change(event, table) if change else table


def _seated(table: Table, seat: Seat) -> Table:
    """Put a seat in the place of the one of its number, or take it in."""
    others = [one for one in table.seats if one.number != seat.number]
    others.append(seat)
    others.sort()
    return table._replace(seats=tuple(others))


def _swap(table: Table, number: int, change: Callable[[Seat], Seat]) -> Table:
    return table._replace(seats=tuple([change(seat) if seat.number == number else seat for seat in table.seats]))


def _with_hand(seat: Seat, index: int, hand: Hand, **change: Any) -> Seat:
    return seat._replace(hands=(*seat.hands[:index], hand, *seat.hands[index + 1 :]), **change)


def _with_placed(seat: Seat, wager: str, choice: int | None, **change: Any) -> Seat:
    return seat._replace(
        placed=tuple(
            [
                one._replace(**change) if one.wager == wager and one.choice == choice and one.live else one
                for one in seat.placed
            ]
        )
    )


def _opened(_: ev.TableOpened, table: Table) -> Table:
    return table._replace(open=True)


def _closed(_: ev.TableClosed, table: Table) -> Table:
    return table._replace(open=False)


def _metered(table: Table, wager: str, meter: MeterState) -> Table:
    return table._replace(meters=tuple({**dict(table.meters), wager: meter}.items()))


def _funded(event: ev.MeterFunded, table: Table) -> Table:
    meter = table.meter(event.wager)
    return _metered(table, event.wager, meter.funded(event.amount, event.from_reset_meter))


def _shuffled(event: ev.ShoeShuffled, table: Table) -> Table:
    return table._replace(shoe=event.cards, next_card=0, cutting_card=len(event.cards))


def _cut(event: ev.ShoeCut, table: Table) -> Table:
    return table._replace(shoe=table.shoe[event.position :] + table.shoe[: event.position])


def _cutting_card(event: ev.CuttingCardPlaced, table: Table) -> Table:
    return table._replace(cutting_card=event.behind)


def _burned(event: ev.CardsBurned, table: Table) -> Table:
    return table._replace(next_card=table.next_card + event.count)


def _placed(event: ev.WagerPlaced, table: Table) -> Table:
    seat = table.seat(event.seat) or Seat(event.seat)
    if event.wager == ev.BLACKJACK:
        return _seated(table, seat._replace(chips=event.amounts))
    (amount,) = event.amounts
    return _seated(table, seat._replace(placed=(*seat.placed, Placed(event.wager, amount, event.choice))))


def _withdrawn(event: ev.WagerWithdrawn, table: Table) -> Table:
    seat = table.seat(event.seat)
    assert seat is not None
    if event.wager == ev.BLACKJACK:
        seat = seat._replace(chips=())
    else:
        kept = [one for one in seat.placed if (one.wager, one.choice) != (event.wager, event.choice)]
        seat = seat._replace(placed=tuple(kept))
    if not seat.chips and not seat.placed:
        return table._replace(seats=tuple(one for one in table.seats if one.number != event.seat))
    return _seated(table, seat)


def _betting_closed(_: ev.BettingClosed, table: Table) -> Table:
    seats = [
        seat._replace(hands=(Hand(chips=seat.chips, live=(True,) * len(seat.chips)),)) if seat.chips else seat
        for seat in table.seats
    ]
    return table._replace(point=Point.NO_MORE_BETS, seats=tuple(seats))


def _registered(event: ev.WagersRegistered, table: Table) -> Table:
    meter = table.meter(event.wager)
    meter = MeterState(
        Cents(meter.amount + event.to_meter),
        Cents(meter.reset + event.to_reset_meter),
        meter.registered + len(event.seats),
    )
    return _metered(table, event.wager, meter)


def _dealt(event: ev.CardDealt, table: Table) -> Table:
    following = table.next_card + 1
    card = event.card
    if event.seat == DEALER:
        dealer = table.dealer
        dealer = dealer._replace(
            cards=(*dealer.cards, card),
            total=dealer.total.plus(card),
            hole_hidden=dealer.hole_hidden or event.face_down,
        )
        return table._replace(dealer=dealer, next_card=following)

    seat = table.seat(event.seat)
    assert seat is not None
    hand = seat.hands[event.hand]
    hand = hand._replace(cards=(*hand.cards, card), total=hand.total.plus(card))
    # 13:69F-2.10(a): a hand that is doubled down gets one card and no more
    if hand.doubled is not None or (len(hand.cards) > 1 and is_over(table.felt.rules, table.in_play(seat, hand))):
        hand = hand._replace(ended=True)
    seat = _with_hand(seat, event.hand, hand, dealt=(*seat.dealt, card))
    seats = tuple([seat if one.number == event.seat else one for one in table.seats])
    return table._replace(seats=seats, next_card=following)


def _reached(event: ev.CuttingCardReached, table: Table) -> Table:
    return table._replace(cut_by=_who_cuts(event.seat, table))


def _who_cuts(seat: int, table: Table) -> int:
    """Name who cuts next: the player on whose box the cutting card came, or the one at the dealer's far right."""
    # 13:69F-2.5(e)2, 13:69F-2.5(e)3
    return seat or max((one.number for one in table.seats), default=0)


def _moved(event: ev.PointReached, table: Table) -> Table:
    return table._replace(point=event.point)


def _announced(event: ev.TotalAnnounced, table: Table) -> Table:
    seat = table.seat(event.seat)
    return table._replace(announced=(event.seat, event.hand, len(seat.dealt) if seat else 0))


def _insured(event: ev.InsurancePlaced, table: Table) -> Table:
    return _swap(table, event.seat, lambda seat: seat._replace(insurance=event.amounts))


def _insurance_closed(_: ev.InsuranceClosed, table: Table) -> Table:
    return table._replace(point=Point.EARLY_SURRENDER if table.offers_early_surrender else Point.CARD_READER)


def _surrender_closed(_: ev.SurrenderClosed, table: Table) -> Table:
    return table._replace(point=Point.CARD_READER)


def _turned(_: ev.HoleCardTurned, table: Table) -> Table:
    return table._replace(dealer=table.dealer._replace(hole_hidden=False))


def _played(event: ev.PlayMade, table: Table) -> Table:
    def change(seat: Seat) -> Seat:
        hand = seat.hands[event.hand]
        if event.play is Play.STAND:
            return _with_hand(seat, event.hand, hand._replace(ended=True))
        if event.play is Play.SURRENDER:
            return _with_hand(seat, event.hand, hand._replace(ended=True, surrendered=True))
        if event.play in DOUBLES:
            return _with_hand(seat, event.hand, hand._replace(added=event.amounts, doubled=event.play))
        if event.play in SPLITS:
            return _split(seat, event)
        return seat

    return _swap(table, event.seat, change)


def _split(seat: Seat, event: ev.PlayMade) -> Seat:
    """Part a pair: the first hand keeps what lies on it, the second gets the chips added."""
    hand = seat.hands[event.hand]
    first, second = hand.cards
    none = Total(0)
    kind = HandKind.SPLIT if hand.kind is HandKind.INITIAL else hand.kind
    kept = hand._replace(cards=(first,), total=none.plus(first), kind=kind, ended=False)
    new = Hand(
        cards=(second,),
        total=none.plus(second),
        chips=event.amounts or tuple([Cents(0)] * len(hand.chips)),
        kind=SPLITS[event.play],
        live=(True,) * len(hand.chips),
    )
    hands = (*seat.hands[: event.hand], kept, new, *seat.hands[event.hand + 1 :])
    return seat._replace(hands=hands)


def _button(event: ev.ButtonPlaced, table: Table) -> Table:
    def change(seat: Seat) -> Seat:
        hand = seat.hands[event.hand]
        return _with_hand(seat, event.hand, hand._replace(buttons=(*hand.buttons, event.play)))

    return _swap(table, event.seat, change)


def _button_gone(event: ev.ButtonCollected, table: Table) -> Table:
    def change(seat: Seat) -> Seat:
        hand = seat.hands[event.hand]
        left = list(hand.buttons)
        left.remove(event.play)
        return _with_hand(seat, event.hand, hand._replace(buttons=tuple(left)), net=Cents(seat.net + event.won))

    return _swap(table, event.seat, change)


def _settled(table: Table, event: ev.WagerCollected | ev.WagerPaid | ev.WagerReturned, net: int) -> Table:
    def change(seat: Seat) -> Seat:
        if event.wager == ev.BLACKJACK:
            hand = seat.hands[event.hand]
            live = tuple([was and spot != event.spot for spot, was in enumerate(hand.live)])
            hand = hand._replace(live=live, ended=True)
            return _with_hand(seat, event.hand, hand, net=Cents(seat.net + net))
        if event.wager == ev.INSURANCE:
            left = [Cents(0) if spot == event.spot else chips for spot, chips in enumerate(seat.insurance)]
            return seat._replace(insurance=tuple(left))
        return _with_placed(seat, event.wager, event.choice, live=False)

    return _swap(table, event.seat, change)


def _collected(event: ev.WagerCollected, table: Table) -> Table:
    return _settled(table, event, -event.amount)


def _paid(event: ev.WagerPaid, table: Table) -> Table:
    table = _settled(table, event, event.won)
    if event.from_meter:
        table = _swap(table, event.seat, lambda seat: _holding(seat, event.wager, held=True))
        meter = table.meter(event.wager)
        table = _metered(table, event.wager, meter._replace(amount=Cents(meter.amount - event.won)))
    return table


def _returned(event: ev.WagerReturned, table: Table) -> Table:
    return _settled(table, event, 0)


def _left(event: ev.WagerLeft, table: Table) -> Table:
    return _swap(table, event.seat, lambda seat: _with_placed(seat, event.wager, event.choice, stood=True))


def _validated(event: ev.PayoutValidated, table: Table) -> Table:
    return _swap(table, event.seat, lambda seat: _with_placed(seat, event.wager, None, validated=True))


def _verified(event: ev.WinVerified, table: Table) -> Table:
    return _swap(table, event.seat, lambda seat: _with_placed(seat, event.wager, event.choice, verified=True))


def _under(event: ev.CardsPutUnderWager, table: Table) -> Table:
    return _swap(table, event.seat, lambda seat: _with_placed(seat, event.wager, None, under=True))


def _pressed(event: ev.ButtonPressed, table: Table) -> Table:
    return _swap(table, event.seat, lambda seat: _with_placed(seat, event.wager, None, shown=event.shown))


def _documented(event: ev.DocumentsCompleted, table: Table) -> Table:
    return _swap(table, event.seat, lambda seat: _holding(seat, event.wager, held=False))


def _holding(seat: Seat, wager: str, *, held: bool) -> Seat:
    placed = [one._replace(held=held) if one.wager == wager else one for one in seat.placed]
    return seat._replace(placed=tuple(placed))


def _next_dealer_hand(event: ev.DealerCardsCollected, table: Table) -> Table:
    upcard = table.upcard
    dealer = Dealer(cards=(upcard,), total=Dealer().total.plus(upcard), number=event.next_hand)
    return table._replace(dealer=dealer, point=Point.AFTER_DECISIONS)


def _picked_up(_: ev.CardsPickedUp, table: Table) -> Table:
    """Clear the layout; only wagers that stand for the next round stay."""
    stay = []
    for seat in table.seats:
        standing = tuple(one for one in seat.placed if one.live)
        if standing:
            stay.append(Seat(seat.number, placed=standing))
    return table._replace(
        wins=_wins(table),
        seats=tuple(stay),
        dealer=Dealer(),
        point=Point.BEFORE_FIRST_CARD,
        announced=None,
        round=table.round + 1,
    )


def _wins(table: Table) -> tuple[tuple[int, int], ...]:
    """Count the rounds that each position has won in a row; a push changes nothing, the longest run ends the count."""
    longest = max((offer.wager.longest_run for offer in table.felt.offers.values()), default=0)
    wins = dict(table.wins)
    for seat in table.seats:
        if seat.hands and seat.net:
            wins[seat.number] = wins.get(seat.number, 0) + 1 if seat.net > 0 else 0
    return tuple((number, count) for number, count in wins.items() if 0 < count < longest)


# Any: each change takes its own kind of event, found by its type.
_CHANGES: dict[type, Callable[[Any, Table], Table]] = {
    ev.TableOpened: _opened,
    ev.TableClosed: _closed,
    ev.MeterFunded: _funded,
    ev.ShoeShuffled: _shuffled,
    ev.CardsBurned: _burned,
    ev.WagerPlaced: _placed,
    ev.WagerWithdrawn: _withdrawn,
    ev.BettingClosed: _betting_closed,
    ev.WagersRegistered: _registered,
    ev.CardDealt: _dealt,
    ev.ShoeCut: _cut,
    ev.CuttingCardPlaced: _cutting_card,
    ev.CuttingCardReached: _reached,
    ev.PointReached: _moved,
    ev.TotalAnnounced: _announced,
    ev.InsurancePlaced: _insured,
    ev.InsuranceClosed: _insurance_closed,
    ev.SurrenderClosed: _surrender_closed,
    ev.HoleCardTurned: _turned,
    ev.PlayMade: _played,
    ev.ButtonPlaced: _button,
    ev.ButtonCollected: _button_gone,
    ev.WagerCollected: _collected,
    ev.WagerPaid: _paid,
    ev.WagerReturned: _returned,
    ev.WagerLeft: _left,
    ev.WinVerified: _verified,
    ev.CardsPutUnderWager: _under,
    ev.PayoutValidated: _validated,
    ev.ButtonPressed: _pressed,
    ev.DocumentsCompleted: _documented,
    ev.DealerCardsCollected: _next_dealer_hand,
    ev.CardsPickedUp: _picked_up,
}
