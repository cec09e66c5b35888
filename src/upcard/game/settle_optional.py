"""Settle optional wagers: all of them by one loop, at the points and in the order that their sections name."""

from collections.abc import Iterator
from fractions import Fraction

from upcard.game import events as ev
from upcard.game.settle import in_order
from upcard.game.state import Placed, Seat, TableState, resolve
from upcard.law import Cite, Cited
from upcard.money import Cents, Displayed, Fixed, MeterShare, Odds, Pays, winnings
from upcard.rules.fact_type import Result
from upcard.rules.wager import LOSE, PUSH, STANDS, Demand, Outcome, Point, Wager, is_given_back, takes_from_meter

Wagers = list[tuple[Seat, Placed]]


def _live_wagers(table: TableState, wager: Wager) -> Iterator[tuple[Seat, Placed]]:
    """Yield each unsettled wager of a kind with its seat, in the order of settlement."""
    for seat in in_order(table.seats, wager.settled.value.order):
        for placed in seat.placed:
            if placed.live and placed.wager == wager.name:
                yield seat, placed


def _round_result(seat: Seat) -> Result:
    """Return how the round ended for the seat, all its hands together."""
    if seat.net > 0:
        return Result.WIN
    return Result.LOSS if seat.net < 0 else Result.PUSH


def _with_results(table: TableState, wager: Wager, seat: Seat, placed: Placed) -> Placed:
    """Return a wager with the results that it sees, if any: those of its seat so far, and this round's."""
    if wager.sees_results:
        before = table.wins_of(seat.number)
        return placed._replace(results=(*(Result.WIN,) * before, _round_result(seat)))
    return placed


def outcome_of(table: TableState, seat: Seat, placed: Placed) -> Outcome:
    """Return the outcome that an optional wager has as the round is now."""
    wager = table.felt.offers[placed.wager].wager
    return resolve(wager, seat, _with_results(table, wager, seat, placed), table.dealer)


def due_with_blackjack_wager(table: TableState) -> Wagers:
    """Return the next wager that is settled with its player's blackjack wager, if one is due now.

    The winners of a meter are settled together, with the last of their blackjack wagers, once no other player can win
    a share of it.
    """  # reading 64
    for name in table.felt.with_blackjack_wager:
        wagers = list(_live_wagers(table, table.felt.offers[name].wager))
        winners = _meter_winners(table, name, wagers)
        settled = [(seat, placed) for seat, placed in wagers if _is_blackjack_wager_settled(seat)]
        for pair in settled:
            if pair not in winners:
                return [pair]
        if winners and table.point > Point.DECISIONS and all(pair in settled for pair in winners):
            return winners
    return []


def _is_blackjack_wager_settled(seat: Seat) -> bool:
    return bool(seat.hands) and not any(any(hand.live) for hand in seat.hands)


def optional_wagers(table: TableState) -> Iterator[ev.Event]:
    """Collect and pay every optional wager that the rules settle at this point of the round."""
    for name in table.felt.due[table.point]:
        yield from settle_now(table, list(_live_wagers(table, table.felt.offers[name].wager)))


def settle_now(table: TableState, wagers: Wagers) -> Iterator[ev.Event]:
    """Collect and pay wagers of one kind, as far as their outcomes are settled now."""
    if not wagers:
        return
    name = wagers[0][1].wager
    shares = _meter_shares(table, name, wagers)
    for seat, placed in wagers:
        yield from _settle_optional(table, seat, placed, shares)
    if shares:
        yield from _fund_again(table, table.felt.offers[name].wager)


def _collects(table: TableState, wager: Wager) -> bool:
    """Whether losing wagers of a kind are collected now."""
    return wager.settled.value.with_blackjack_wager or wager.settled.value.collect is table.point


def _pays(table: TableState, wager: Wager) -> bool:
    """Whether winning wagers of a kind are paid now."""
    return wager.settled.value.with_blackjack_wager or wager.settled.value.pay is table.point


def _settle_optional(table: TableState, seat: Seat, placed: Placed, shares: dict[int, Cents]) -> Iterator[ev.Event]:
    """Collect, pay or return an optional wager, or leave it, if its outcome is settled at this point."""
    wager = table.felt.offers[placed.wager].wager
    source = wager.settled.cite
    outcome = outcome_of(table, seat, placed)
    label, number, name, choice = outcome.label, seat.number, placed.wager, placed.choice
    collecting, paying = _collects(table, wager), _pays(table, wager)
    if outcome is LOSE:
        if collecting:
            amount = Cents(0) if wager.meter else placed.chips  # a registered chip is gone already
            collected_by, coupon = _collecting_cite(table, wager), placed.coupon
            yield ev.WagerCollected(collected_by, number, name, label, amount, choice=choice, coupon=coupon)
    elif outcome is STANDS:
        if collecting:
            yield ev.WagerLeft(wager.left or source, number, name, label, choice, _round_result(seat).value)
    elif outcome is PUSH:
        if paying:
            coupon = placed.coupon
            yield ev.WagerReturned(source, number, name, label, placed.chips, choice=choice, coupon=coupon)
    elif paying:
        yield from _pay(table, seat, placed, outcome, shares)
    elif collecting and (under := table.felt.demands[name].get(Demand.CARDS_UNDER_WHEN_WON)):
        yield ev.CardsPutUnderWager(under, number, name)


def _collecting_cite(table: TableState, wager: Wager) -> Cite:
    """Return the paragraph by which a losing wager is collected."""
    if wager.collected_by_blackjack and table.dealer.blackjack:
        return wager.collected_by_blackjack
    return wager.collected or wager.settled.cite


_VERIFICATIONS = (Demand.HAND_VERIFIED, Demand.HAND_AND_WAGER_VERIFIED, Demand.LIGHT_VERIFIED, Demand.AMOUNT_ANNOUNCED)


_FORMALITIES = frozenset({*_VERIFICATIONS, Demand.SUPERVISOR_VALIDATES, Demand.PLAYER_PRESSES_BUTTON})


def verifications(table: TableState) -> Iterator[ev.Event]:
    """Verify each winner about to be paid, and announce what it pays, as its section asks."""
    for wager, seat, placed in _to_be_paid(table):
        demands = [demand for demand in wager.demands if demand.value in _VERIFICATIONS]
        if demands and not placed.verified:
            yield from _verify(table, seat, placed, outcome_of(table, seat, placed), demands)


def _to_be_paid(table: TableState) -> Iterator[tuple[Wager, Seat, Placed]]:
    """Yield each winning wager that is to be paid next, and that a formality precedes."""
    if table.felt.with_blackjack_wager and (due := due_with_blackjack_wager(table)):
        wagers = due
    else:
        due_here = [name for name in table.felt.due[table.point] if table.felt.demands[name].keys() & _FORMALITIES]
        names = [name for name in due_here if _pays(table, table.felt.offers[name].wager)]
        wagers = [pair for name in names for pair in _live_wagers(table, table.felt.offers[name].wager)]
    for seat, placed in wagers:
        wager = table.felt.offers[placed.wager].wager
        if outcome_of(table, seat, placed) in wager.wins:
            yield wager, seat, placed


def _verify(
    table: TableState, seat: Seat, placed: Placed, outcome: Outcome, demands: list[Cited[Demand]]
) -> Iterator[ev.Event]:
    for demand in demands:
        announced = None
        if demand.value is Demand.AMOUNT_ANNOUNCED:  # reading 44
            announced = _amount_won(placed, table.felt.offers[placed.wager].pays[outcome], Cents(0))
        label, verification = outcome.label, demand.value.value
        yield ev.WinVerified(demand.cite, seat.number, placed.wager, label, verification, announced, placed.choice)


def _pay(
    table: TableState, seat: Seat, placed: Placed, outcome: Outcome, shares: dict[int, Cents]
) -> Iterator[ev.Event]:
    offer, house = table.felt.offers[placed.wager], table.felt.config.house
    wager, number = offer.wager, seat.number
    pays = offer.pays[outcome]
    kept = wager.meter is not None
    won = _amount_won(placed, pays, shares.get(number, Cents(0)))
    yield ev.WagerPaid(
        wager.paid or wager.settled.cite,
        number,
        wager.name,
        outcome.label,
        Cents(0) if kept else placed.chips,
        won,
        choice=placed.choice,
        from_meter=isinstance(pays, MeterShare),
        kept=kept,
        off_meter=min(won, table.meter(wager.name).amount) if takes_from_meter(wager, pays, house) else Cents(0),
        coupon=placed.coupon,
        not_from_rack=placed.not_from_rack,
    )
    if kept and is_given_back(wager, house):
        yield ev.BonusPaid(wager.settled.cite, number, wager.name, "chip returned", outcome.label, placed.amount)
    yield from _pay_rider(table, seat, placed)


def _amount_won(placed: Placed, pays: Pays, share: Cents) -> Cents:
    match pays:
        case Odds():
            return winnings(placed.amount, pays)  # reading 71: a coupon wins as chips do
        case Fixed():
            return pays.amount
        case MeterShare():
            return share
        case Displayed():
            assert placed.shown is not None
            return placed.shown


def _pay_rider(table: TableState, seat: Seat, placed: Placed) -> Iterator[ev.Event]:
    """Pay the fixed amount that a rider adds to a wager, if the wager meets its conditions."""
    offer = table.felt.offers[placed.wager]
    rider = offer.wager.rider
    if rider is None or offer.rider is None or placed.amount < rider.least.value:
        return
    outcome = resolve(rider, seat, placed, table.dealer)
    pays = offer.rider.pays.get(outcome)
    if isinstance(pays, Fixed):
        yield ev.BonusPaid(rider.cite, seat.number, placed.wager, rider.name, outcome.label, pays.amount)


def _meter_winners(table: TableState, name: str, wagers: Wagers) -> Wagers:
    """Return which wagers win a share of their meter as the round is now."""
    offer = table.felt.offers[name]
    if offer.wager.meter is None:
        return []
    return [
        (seat, placed)
        for seat, placed in wagers
        if isinstance(offer.pays.get(outcome_of(table, seat, placed)), MeterShare)
    ]


def _meter_shares(table: TableState, name: str, wagers: Wagers) -> dict[int, Cents]:
    """Return the share of the meter for each seat that wins it now."""
    winners = _meter_winners(table, name, wagers)
    if not winners:
        return {}
    pays = table.felt.offers[name].pays[outcome_of(table, *winners[0])]
    assert isinstance(pays, MeterShare)
    shares = pays.among(len(winners), table.meter(name).amount)
    return {seat.number: share for (seat, _), share in zip(winners, shares, strict=True)}


def _fund_again(table: TableState, wager: Wager) -> Iterator[ev.Event]:
    """Put the reset amount on a meter that was won."""
    assert wager.meter is not None
    amount = table.felt.offers[wager.name].settings[wager.meter.value.begins_again]
    yield ev.MeterFunded(wager.meter.cite, wager.name, amount or Cents(0), table.meter(wager.name).reset)


Awaited = tuple[tuple[int, str, Demand], ...]  # by seat and wager


def awaited(table: TableState) -> Awaited:
    """Return what the table waits for: a supervisor or the button now, then documents."""
    held = [(seat.number, placed.wager) for seat in table.seats for placed in seat.placed if placed.held]
    documents = [(number, name, Demand.CARDS_HELD_FOR_DOCUMENTS) for number, name in held]
    return (*awaited_before_payment(table), *documents)


def awaited_before_payment(table: TableState) -> Awaited:
    """Return who must act before the next wagers are paid: a supervisor, or a winner at the button."""
    waiting = []
    for wager, seat, placed in _to_be_paid(table):
        demands = table.felt.demands[wager.name]
        if Demand.SUPERVISOR_VALIDATES in demands and not placed.validated:
            waiting.append((seat.number, wager.name, Demand.SUPERVISOR_VALIDATES))
        elif Demand.PLAYER_PRESSES_BUTTON in demands and placed.shown is None:
            waiting.append((seat.number, wager.name, Demand.PLAYER_PRESSES_BUTTON))
    return tuple(waiting)


def display_amounts(table: TableState, seat: Seat, name: str) -> tuple[tuple[Cents, Fraction], ...]:
    """Return the amounts that the display may show for a seat's wager, each with its probability."""
    offer = table.felt.offers[name]
    displayed = offer.settings.get(offer.wager.displayed or "")
    amount = next((placed.amount for placed in seat.placed if placed.wager == name), Cents(0))
    return displayed.amounts.get(amount, ()) if isinstance(displayed, Displayed) else ()
