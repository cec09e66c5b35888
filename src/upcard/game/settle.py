"""Settle wagers: the blackjack wager by the branches of its rules, all optional wagers by one loop."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from upcard.game import events as ev
from upcard.game.state import Hand, Placed, Seat, Table, resolve
from upcard.law import Cite, Cited, cite, reading
from upcard.money import Cents, Displayed, Fixed, MeterShare, Odds, Pays, winnings
from upcard.rules import blackjack
from upcard.rules.apply import BUTTONS, settlement_branch
from upcard.rules.base import INSURANCE_ODDS
from upcard.rules.blackjack import Branch
from upcard.rules.enums import HandOutcome
from upcard.rules.fact_type import Result
from upcard.rules.hand import blackjack_with
from upcard.rules.wager import LOSE, PUSH, STANDS, Demand, Order, Outcome, Wager, is_given_back

PAID_AT_ONCE = cite("13:69F-2.7(a)")

INSURANCE_SWITCH, INSURANCE_COLLECTED = reading(23).switch or "", reading(23).choices[1]


def in_order(seats: tuple[Seat, ...], order: Order) -> Iterable[Seat]:
    """Return the seats in the order of settlement; seat 1 is at the dealer's left."""
    return seats if order is Order.FROM_DEALERS_LEFT else reversed(seats)


def _live_wagers(table: Table, wager: Wager) -> Iterator[tuple[Seat, Placed]]:
    """Yield each unsettled wager of a kind with its seat, in the order of settlement."""
    for seat in in_order(table.seats, wager.settled.value.order):
        for placed in seat.placed:
            if placed.live and placed.wager == wager.name:
                yield seat, placed


def is_live(hand: Hand, spot: int) -> bool:
    """Whether a hand has an unsettled wager on a spot."""
    return spot < len(hand.live) and hand.live[spot]


def _chips_on(hand: Hand, spot: int) -> tuple[Cents, Cents]:
    """Return the chips wagered and the chips added on a spot of a hand."""
    return hand.chips[spot], hand.added[spot] if hand.added else Cents(0)


def _multiple(chips: Cents, times: Fraction) -> Cents:
    """Return chips multiplied by a ratio, rounded to whole cents in the player's favor (reading 54)."""
    return Cents(-(-chips * times.numerator // times.denominator))


def _settle_spot(table: Table, seat: Seat, index: int, spot: int, branch: Branch, source: Cite) -> ev.Event:
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


def _settlement_cite(table: Table, hand: Hand, spot: int, branch: Branch) -> Cite:
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


def at_once(table: Table, seat: Seat, index: int) -> Iterator[ev.Event]:
    """Settle a hand on every spot if no card of the dealer can change its result."""
    hand, rules = seat.hands[index], table.felt.rules
    branch = settlement_branch(rules, hand.as_ended)
    if branch is None and hand.surrendered and _may_settle_surrender(table):
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


def _may_settle_surrender(table: Table) -> bool:
    """Whether a surrendered wager may be settled: no dealer's blackjack can come that would collect all of it."""
    return not table.may_be_blackjack or len(table.dealer.cards) > 1


def _collect_insurance_of_bust(table: Table, seat: Seat) -> Iterator[ev.Event]:
    """Collect insurance with the last hand of a player whose hands all bust, if the licensee so chooses."""
    # reading 23
    hands = table.felt.game.dealer_hands
    if not all(hand.total.bust for hand in seat.hands):
        return
    if hands and table.felt.config.house.get(INSURANCE_SWITCH) == INSURANCE_COLLECTED:
        for spot, amount in enumerate(seat.insurance):
            if amount:
                outcome = HandOutcome.BUST.value
                yield ev.WagerCollected(hands.bust, seat.number, ev.INSURANCE, outcome, amount, 0, spot)


def _settle_buttons(table: Table, seat: Seat, index: int, result: Result) -> Iterator[ev.Event]:
    """Collect the free buttons beside a hand, and pay those that win."""
    for play in seat.hands[index].buttons:
        worth = Cents(BUTTONS[play] * seat.chips[0])
        won = worth if result is Result.WIN else Cents(0)
        source = table.felt.game.button_fates[play, result]
        yield ev.ButtonCollected(source, seat.number, index, play, worth, won)


def under_wagers(table: Table, seat: Seat, demand: Demand) -> Iterator[ev.Event]:
    """Put the cards of a settled hand under the seat's live wagers that ask for it."""
    for placed in seat.placed:
        source = table.felt.demands[placed.wager].get(demand)
        if placed.live and not placed.under and source is not None:
            yield ev.CardsPutUnderWager(source, seat.number, placed.wager)


def player_blackjacks(table: Table, *, checked: bool, spot: int | None = None) -> Iterator[ev.Event]:
    """Pay the players' blackjacks once no dealer's blackjack can make them a push: on one spot, or on all."""
    source = table.felt.game.blackjack_paid or (blackjack.BLACKJACK_PAID if checked else PAID_AT_ONCE)
    for seat in in_order(table.seats, Order.FROM_DEALERS_RIGHT):
        if seat.hands and seat.hands[0].blackjack and any(seat.hands[0].live):
            for place, live in enumerate(seat.hands[0].live):
                if live and spot in (None, place):
                    yield _pay_blackjack(table, seat, place, source)
            yield from under_wagers(table, seat, Demand.CARDS_UNDER_AFTER_BLACKJACK)


def _pay_blackjack(table: Table, seat: Seat, spot: int, source: Cite) -> ev.Event:
    branch = settlement_branch(table.felt.rules, seat.hands[0].as_ended, table.dealer.hand)
    assert branch is not None
    return _settle_spot(table, seat, 0, spot, branch, source)


def settle_insurance(table: Table, *, dealer_blackjack: bool) -> Iterator[ev.Event]:
    """Settle insurance on the dealer's hand in play, by its second card, apart from everything else."""
    # 13:69F-2.8(b)
    spot = table.spot
    hands = table.felt.game.dealer_hands
    source = hands.insured if hands else INSURANCE_ODDS.cite
    for seat in in_order(table.seats, Order.FROM_DEALERS_RIGHT):
        amount = seat.insurance[spot] if spot < len(seat.insurance) else 0
        if amount and dealer_blackjack:
            won = winnings(Cents(amount), INSURANCE_ODDS.value)
            yield ev.WagerPaid(
                source, seat.number, ev.INSURANCE, HandOutcome.DEALER_BLACKJACK.value, Cents(amount), won, 0, spot
            )
        elif amount:
            yield ev.WagerCollected(source, seat.number, ev.INSURANCE, "no dealer blackjack", Cents(amount), 0, spot)


def blackjack_wagers(table: Table) -> Iterator[ev.Event]:
    """Settle the blackjack wagers that the dealer's hand in play decides."""
    spot = table.spot
    for seat in in_order(table.seats, Order.FROM_DEALERS_RIGHT):
        for index, hand in enumerate(seat.hands):
            if is_live(hand, spot):
                yield from _settle_against_dealer(table, seat, index, spot)


def _settle_against_dealer(table: Table, seat: Seat, index: int, spot: int) -> Iterator[ev.Event]:
    hand, rules = seat.hands[index], table.felt.rules
    branch = settlement_branch(rules, hand.as_ended, table.dealer.hand)
    assert branch is not None
    yield _settle_spot(table, seat, index, spot, branch, _settlement_cite(table, hand, spot, branch))
    yield from _settle_buttons(table, seat, index, branch.settlement(rules).result)


def _round_result(seat: Seat) -> Result:
    """Return how the round ended for the seat, all its hands together."""
    if seat.net > 0:
        return Result.WIN
    return Result.LOSS if seat.net < 0 else Result.PUSH


def _with_results(table: Table, wager: Wager, seat: Seat, placed: Placed) -> Placed:
    """Return a wager with the results that it sees, if any: those of its seat so far, and this round's."""
    if wager.sees_results:
        before = table.wins_of(seat.number)
        return placed._replace(results=(*(Result.WIN,) * before, _round_result(seat)))
    return placed


def outcome_of(table: Table, seat: Seat, placed: Placed) -> Outcome:
    """Return the outcome that an optional wager has as the round is now."""
    wager = table.felt.offers[placed.wager].wager
    return resolve(wager, seat, _with_results(table, wager, seat, placed), table.dealer)


def optional_wagers(table: Table) -> Iterator[ev.Event]:
    """Collect and pay every optional wager that the rules settle at this point of the round."""
    for name in table.felt.due[table.point]:
        wager = table.felt.offers[name].wager
        shares = _meter_shares(table, name)
        for seat, placed in _live_wagers(table, wager):
            yield from _settle_optional(table, seat, placed, shares)
        if shares:
            yield from _fund_again(table, wager)


def _settle_optional(table: Table, seat: Seat, placed: Placed, shares: dict[int, Cents]) -> Iterator[ev.Event]:
    """Collect, pay or return an optional wager, or leave it, if its outcome is settled at this point."""
    wager = table.felt.offers[placed.wager].wager
    due, source = wager.settled.value, wager.settled.cite
    outcome = outcome_of(table, seat, placed)
    label, number, name, choice = outcome.label, seat.number, placed.wager, placed.choice
    collecting, paying = due.collect is table.point, due.pay is table.point
    if outcome is LOSE:
        if collecting:
            amount = Cents(0) if wager.meter else placed.amount  # a registered chip is gone already
            yield ev.WagerCollected(wager.collected or source, number, name, label, amount, choice=choice)
    elif outcome is STANDS:
        if collecting:
            yield ev.WagerLeft(wager.left or source, number, name, label, choice, _round_result(seat).value)
    elif outcome is PUSH:
        if paying:
            yield ev.WagerReturned(source, number, name, label, placed.amount, choice=choice)
    elif paying:
        yield from _pay(table, seat, placed, outcome, shares)
    elif collecting and (under := table.felt.demands[name].get(Demand.CARDS_UNDER_WHEN_WON)):
        yield ev.CardsPutUnderWager(under, number, name)


_VERIFICATIONS = (Demand.HAND_VERIFIED, Demand.HAND_AND_WAGER_VERIFIED, Demand.LIGHT_VERIFIED, Demand.AMOUNT_ANNOUNCED)


def verifications(table: Table) -> Iterator[ev.Event]:
    """Verify each winner about to be paid, and announce what it pays, as its section asks."""
    for name in table.felt.due[table.point]:
        wager = table.felt.offers[name].wager
        demands = [demand for demand in wager.demands if demand.value in _VERIFICATIONS]
        if not demands or wager.settled.value.pay is not table.point:
            continue
        for seat, placed in _live_wagers(table, wager):
            outcome = outcome_of(table, seat, placed)
            if outcome in wager.wins and not placed.verified:
                yield from _verify(table, seat, placed, outcome, demands)


def _verify(
    table: Table, seat: Seat, placed: Placed, outcome: Outcome, demands: list[Cited[Demand]]
) -> Iterator[ev.Event]:
    for demand in demands:
        announced = None
        if demand.value is Demand.AMOUNT_ANNOUNCED:  # reading 44
            announced = _amount_won(placed, table.felt.offers[placed.wager].pays[outcome], Cents(0))
        label, verification = outcome.label, demand.value.value
        yield ev.WinVerified(demand.cite, seat.number, placed.wager, label, verification, announced, placed.choice)


def _pay(table: Table, seat: Seat, placed: Placed, outcome: Outcome, shares: dict[int, Cents]) -> Iterator[ev.Event]:
    offer = table.felt.offers[placed.wager]
    wager, number = offer.wager, seat.number
    pays = offer.pays[outcome]
    kept = wager.meter is not None
    yield ev.WagerPaid(
        wager.paid or wager.settled.cite,
        number,
        wager.name,
        outcome.label,
        Cents(0) if kept else placed.amount,
        _amount_won(placed, pays, shares.get(number, Cents(0))),
        choice=placed.choice,
        from_meter=isinstance(pays, MeterShare),
        kept=kept,
    )
    if kept and is_given_back(wager, table.felt.config.house):
        yield ev.BonusPaid(wager.settled.cite, number, wager.name, "chip returned", outcome.label, placed.amount)
    yield from _pay_rider(table, seat, placed)


def _amount_won(placed: Placed, pays: Pays, share: Cents) -> Cents:
    match pays:
        case Odds():
            return winnings(placed.amount, pays)
        case Fixed():
            return pays.amount
        case MeterShare():
            return share
        case Displayed():
            assert placed.shown is not None
            return placed.shown


def _pay_rider(table: Table, seat: Seat, placed: Placed) -> Iterator[ev.Event]:
    """Pay the fixed amount that a rider adds to a wager, if the wager meets its conditions."""
    offer = table.felt.offers[placed.wager]
    rider = offer.wager.rider
    if rider is None or offer.rider is None or placed.amount < rider.least.value:
        return
    outcome = resolve(rider, seat, placed, table.dealer)
    pays = offer.rider.pays.get(outcome)
    if isinstance(pays, Fixed):
        yield ev.BonusPaid(rider.cite, seat.number, placed.wager, rider.name, outcome.label, pays.amount)


def _meter_shares(table: Table, name: str) -> dict[int, Cents]:
    """Return the share of the meter for each seat that wins it now."""
    wager = table.felt.offers[name].wager
    if wager.meter is None or wager.settled.value.pay is not table.point:
        return {}
    posted = table.felt.offers[name].pays
    winners = [
        (seat.number, pays)
        for seat, placed in _live_wagers(table, wager)
        if isinstance(pays := posted.get(outcome_of(table, seat, placed)), MeterShare)
    ]
    if not winners:
        return {}
    shares = winners[0][1].among(len(winners), table.meter(name).amount)
    return {number: share for (number, _), share in zip(winners, shares, strict=True)}


def _fund_again(table: Table, wager: Wager) -> Iterator[ev.Event]:
    """Put the reset amount on a meter that was won."""
    assert wager.meter is not None
    amount = table.felt.offers[wager.name].settings[wager.meter.value.begins_again]
    yield ev.MeterFunded(wager.meter.cite, wager.name, amount or Cents(0), table.meter(wager.name).reset)


def awaited(table: Table) -> tuple[tuple[int, str, Demand], ...]:
    """Return what the table waits for, by seat and wager: a supervisor or the button now, then documents."""
    waiting = []
    for name in table.felt.due[table.point]:
        wager, demands = table.felt.offers[name].wager, table.felt.demands[name]
        if wager.settled.value.pay is not table.point:
            continue
        for seat, placed in _live_wagers(table, wager):
            if outcome_of(table, seat, placed) not in wager.wins:
                continue
            if Demand.SUPERVISOR_VALIDATES in demands and not placed.validated:
                waiting.append((seat.number, name, Demand.SUPERVISOR_VALIDATES))
            elif Demand.PLAYER_PRESSES_BUTTON in demands and placed.shown is None:
                waiting.append((seat.number, name, Demand.PLAYER_PRESSES_BUTTON))
    held = [(seat.number, placed.wager) for seat in table.seats for placed in seat.placed if placed.held]
    return (*waiting, *((number, name, Demand.CARDS_HELD_FOR_DOCUMENTS) for number, name in held))


def depends_on_dealer_blackjack(table: Table, seat: Seat, placed: Placed) -> bool:
    """Whether a dealer's blackjack is possible and would change the outcome of a wager."""
    wager, upcard = table.felt.offers[placed.wager].wager, table.upcard
    second = blackjack_with(upcard)
    if second is None:
        return False
    with_blackjack = table.dealer._replace(cards=(upcard, second), hole_hidden=False)
    return resolve(wager, seat, placed, with_blackjack) is not resolve(wager, seat, placed, table.dealer)


def display_amounts(table: Table, seat: Seat, name: str) -> tuple[tuple[Cents, Fraction], ...]:
    """Return the amounts that the display may show for a seat's wager, each with its probability."""
    offer = table.felt.offers[name]
    displayed = offer.settings.get(offer.wager.displayed or "")
    amount = next((placed.amount for placed in seat.placed if placed.wager == name), Cents(0))
    return displayed.amounts.get(amount, ()) if isinstance(displayed, Displayed) else ()
