"""Settle the blackjack wager by the branches of its rules, insurance, and the optional wagers in their order."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from upcard.game import events as ev
from upcard.game.state import Hand, Placed, Seat, TableState, resolve
from upcard.law import Cite, Cited, cite
from upcard.money import Cents, Displayed, Fixed, MeterShare, Odds, Pays, winnings
from upcard.rules import blackjack
from upcard.rules.apply import BUTTONS, settlement_branch
from upcard.rules.base import INSURANCE_ODDS
from upcard.rules.blackjack import Branch
from upcard.rules.enums import HandOutcome
from upcard.rules.fact_type import Result
from upcard.rules.wager import LOSE, PUSH, STANDS, Demand, Order, Outcome, Point, Wager, is_given_back, takes_from_meter

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
