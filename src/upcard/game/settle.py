"""Collect and pay: one way for the blackjack wager, one loop for all optional wagers there will ever be."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from upcard.game import events as ev
from upcard.game.state import Hand, Placed, Seat, Table, resolve
from upcard.law import Cite, Said, cite, reading
from upcard.money import Cents, Displayed, Fixed, MeterShare, Odds, Pays, winnings
from upcard.rules import blackjack
from upcard.rules.base import INSURANCE_ODDS
from upcard.rules.fact import Result
from upcard.rules.wager import LOSE, PUSH, STANDS, Demand, Order, Outcome, Wager, is_given_back

PUSHED = cite("13:69F-2.1(h)")
PAID_AT_ONCE = cite("13:69F-2.7(a)")
PAID_AFTER_CHECK = cite("13:69F-2.7(b)")
DEALER_BLACKJACK_AFTER_DOUBLE = cite("13:69F-2.10(b)")
DEALER_BLACKJACK_AFTER_SPLIT = cite("13:69F-2.11(d)")
SURRENDERED_AT_ONCE = cite("13:69F-2.8(a)1")
SURRENDERED_LATER = cite("13:69F-2.8(a)2")

INSURANCE_SWITCH, INSURANCE_COLLECTED = reading(23).switch or "", reading(23).choices[1]


def in_order(seats: tuple[Seat, ...], order: Order) -> Iterable[Seat]:
    """Give the seats in the direction of settlement; seat 1 is at the dealer's left."""
    return seats if order is Order.FROM_DEALERS_LEFT else reversed(seats)


def _live(table: Table, wager: Wager) -> Iterator[tuple[Seat, Placed]]:
    """Give each wager of a kind that is not settled yet, in the order in which it is."""
    for seat in in_order(table.seats, wager.settled.value.order):
        for placed in seat.placed:
            if placed.live and placed.wager == wager.name:
                yield seat, placed


def is_live(hand: Hand, spot: int) -> bool:
    """Tell whether a hand still has an unsettled wager on a spot."""
    return spot < len(hand.live) and hand.live[spot]


def _on(hand: Hand, spot: int) -> tuple[Cents, Cents]:
    """Give the chips wagered and the chips added on a spot."""
    return hand.chips[spot], hand.added[spot] if hand.added else Cents(0)


def bust(table: Table, seat: Seat, index: int) -> Iterator[ev.Event]:
    """Collect every wager of a hand that exceeds 21, at once."""
    hand = seat.hands[index]
    hands = table.felt.game.dealer_hands
    source = hands.bust if hands else blackjack.LOST
    for spot, live in enumerate(hand.live):
        if live:
            wagered, added = _on(hand, spot)
            amount = Cents(wagered + added)
            yield ev.WagerCollected(source, seat.number, ev.BLACKJACK, "bust", amount, index, spot)
    yield from _buttons(table, seat, index, Result.LOSS)
    if hands and table.felt.config.house.get(INSURANCE_SWITCH) == INSURANCE_COLLECTED:  # reading 23
        for spot, amount in enumerate(seat.insurance):
            if amount:
                yield ev.WagerCollected(hands.bust, seat.number, ev.INSURANCE, "bust", amount, 0, spot)
    yield from under_wagers(table, seat, Demand.CARDS_UNDER_AFTER_BUST)


def _buttons(table: Table, seat: Seat, index: int, result: Result) -> Iterator[ev.Event]:
    """Give each free button beside a hand its fate."""
    worth = seat.chips[0]
    for play in seat.hands[index].buttons:
        won = worth if result is Result.WIN else Cents(0)
        source = table.felt.game.button_fates[play, result]
        yield ev.ButtonCollected(source, seat.number, index, play, worth, won)


def under_wagers(table: Table, seat: Seat, demand: Demand) -> Iterator[ev.Event]:
    """Put the cards of a hand that is out under the wagers that still need them."""
    for placed in seat.placed:
        source = table.felt.demands[placed.wager].get(demand)
        if placed.live and not placed.under and source is not None:
            yield ev.CardsPutUnderWager(source, seat.number, placed.wager)


def player_blackjacks(table: Table, *, checked: bool, spot: int | None = None) -> Iterator[ev.Event]:
    """Pay the players' blackjacks that no dealer's blackjack can touch, on all spots or on the one decided now."""
    source = table.felt.game.blackjack_paid or (PAID_AFTER_CHECK if checked else PAID_AT_ONCE)
    for seat in in_order(table.seats, Order.FROM_DEALERS_RIGHT):
        if seat.hands and seat.hands[0].blackjack and any(seat.hands[0].live):
            for one, live in enumerate(seat.hands[0].live):
                if live and spot in (None, one):
                    yield _paid_blackjack(table, seat, one, source)
            yield from under_wagers(table, seat, Demand.CARDS_UNDER_AFTER_BLACKJACK)


def _paid_blackjack(table: Table, seat: Seat, spot: int, source: Cite) -> ev.Event:
    amount = seat.hands[0].chips[spot]
    won = winnings(amount, table.felt.blackjack_odds)
    return ev.WagerPaid(source, seat.number, ev.BLACKJACK, "blackjack", amount, won, 0, spot)


def insurance(table: Table, *, dealer_blackjack: bool) -> Iterator[ev.Event]:
    """Settle insurance on the dealer's hand in play, by its second card, apart from everything else."""
    # 13:69F-2.8(b)
    spot = table.spot
    hands = table.felt.game.dealer_hands
    source = hands.insured if hands else INSURANCE_ODDS.cite
    for seat in in_order(table.seats, Order.FROM_DEALERS_RIGHT):
        amount = seat.insurance[spot] if spot < len(seat.insurance) else 0
        if amount and dealer_blackjack:
            won = winnings(Cents(amount), INSURANCE_ODDS.value)
            yield ev.WagerPaid(source, seat.number, ev.INSURANCE, "dealer blackjack", Cents(amount), won, 0, spot)
        elif amount:
            yield ev.WagerCollected(source, seat.number, ev.INSURANCE, "no dealer blackjack", Cents(amount), 0, spot)


def surrendered(table: Table, seat: Seat, index: int, spot: int) -> ev.Event:
    """Collect half of a surrendered wager and give the rest back."""  # reading 54
    wagered, _ = _on(seat.hands[index], spot)
    taken = Cents(wagered // 2)
    rest = Cents(wagered - taken)
    source = _surrender_cite(table)
    return ev.WagerCollected(source, seat.number, ev.BLACKJACK, "surrender", taken, index, spot, returned=rest)


def _surrender_cite(table: Table) -> Cite:
    return table.felt.game.surrendered or (SURRENDERED_LATER if table.may_be_blackjack else SURRENDERED_AT_ONCE)


def blackjack_wagers(table: Table) -> Iterator[ev.Event]:
    """Settle the blackjack wagers that the dealer's hand in play decides."""
    spot = table.spot
    for seat in in_order(table.seats, Order.FROM_DEALERS_RIGHT):
        for index, hand in enumerate(seat.hands):
            if is_live(hand, spot):
                yield from _against_dealer(table, seat, index, spot)


def _against_dealer(table: Table, seat: Seat, index: int, spot: int) -> Iterator[ev.Event]:
    hand, dealer = seat.hands[index], table.dealer
    if hand.surrendered and not dealer.blackjack:
        yield surrendered(table, seat, index, spot)
        return
    outcome = blackjack.result(
        hand.total,
        dealer.total,
        player_blackjack=hand.blackjack,
        dealer_blackjack=dealer.blackjack,
        pushes_on=table.felt.pushes_on,
    )
    if outcome is Result.WIN and hand.blackjack:
        yield _paid_blackjack(table, seat, spot, table.felt.game.blackjack_paid or PAID_AFTER_CHECK)
    elif dealer.blackjack and outcome is Result.LOSS:
        yield from _to_dealer_blackjack(table, seat, index, spot)
    else:
        yield from _settled(table, seat, index, spot, outcome)
    yield from _buttons(table, seat, index, outcome)


def _settled(table: Table, seat: Seat, index: int, spot: int, outcome: Result) -> Iterator[ev.Event]:
    wagered, added = _on(seat.hands[index], spot)
    amount = Cents(wagered + added)
    hands = table.felt.game.dealer_hands
    number = seat.number
    if outcome is Result.WIN:
        source = hands.settled[spot] if hands else blackjack.WON
        yield ev.WagerPaid(source, number, ev.BLACKJACK, "win", amount, amount, index, spot)
    elif outcome is Result.LOSS:
        source = hands.settled[spot] if hands else blackjack.LOST
        yield ev.WagerCollected(source, number, ev.BLACKJACK, "lose", amount, index, spot)
    else:
        said = table.felt.game.dealer_pushes_on
        source = said.cite if said and table.dealer.total.points == said.value else PUSHED
        if seat.hands[index].blackjack:
            source = PAID_AFTER_CHECK
        yield ev.WagerReturned(source, number, ev.BLACKJACK, "push", amount, index, spot)


def _to_dealer_blackjack(table: Table, seat: Seat, index: int, spot: int) -> Iterator[ev.Event]:
    """Collect the original wager only; what was added by doubling or splitting goes back."""
    hand = seat.hands[index]
    wagered, added = _on(hand, spot)
    number = seat.number
    if index:
        amount = Cents(wagered + added)
        source = DEALER_BLACKJACK_AFTER_SPLIT
        yield ev.WagerReturned(source, number, ev.BLACKJACK, "dealer blackjack", amount, index, spot)
        return
    source = blackjack.LOST
    if hand.surrendered:
        source = _surrender_cite(table)
    elif added:
        source = DEALER_BLACKJACK_AFTER_DOUBLE
    elif hand.from_split:
        source = DEALER_BLACKJACK_AFTER_SPLIT
    yield ev.WagerCollected(source, number, ev.BLACKJACK, "dealer blackjack", wagered, index, spot, returned=added)


def _counted(seat: Seat) -> Result:
    """Give how the round came out for the seat, all its hands together."""
    if seat.net > 0:
        return Result.WIN
    return Result.LOSS if seat.net < 0 else Result.PUSH


def _as_of_now(table: Table, wager: Wager, seat: Seat, placed: Placed) -> Placed:
    """Let a wager that sees results see those of its position and this round's."""
    if wager.sees_results:
        before = table.wins_of(seat.number)
        return placed._replace(results=(*(Result.WIN,) * before, _counted(seat)))
    return placed


def outcome_of(table: Table, seat: Seat, placed: Placed) -> Outcome:
    """Name the outcome of an optional wager as the round stands."""
    wager = table.felt.offers[placed.wager].wager
    return resolve(wager, seat, _as_of_now(table, wager, seat, placed), table.dealer)


def optional_wagers(table: Table) -> Iterator[ev.Event]:
    """Collect and pay every optional wager that the rules settle at this point of the round."""
    for name in table.felt.due[table.point]:
        wager = table.felt.offers[name].wager
        shared = _meter_shares(table, name)
        for seat, placed in _live(table, wager):
            yield from _one(table, seat, placed, shared)
        if shared:
            yield from fund_again(table, wager)


def _one(table: Table, seat: Seat, placed: Placed, shared: dict[int, Cents]) -> Iterator[ev.Event]:
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
            yield ev.WagerLeft(wager.left or source, number, name, label, choice, _counted(seat).value)
    elif outcome is PUSH:
        if paying:
            yield ev.WagerReturned(source, number, name, label, placed.amount, choice=choice)
    elif paying:
        yield from _pay(table, seat, placed, outcome, shared)
    elif collecting and (under := table.felt.demands[name].get(Demand.CARDS_UNDER_WHEN_WON)):
        yield ev.CardsPutUnderWager(under, number, name)


_VERIFYING = (Demand.HAND_VERIFIED, Demand.HAND_AND_WAGER_VERIFIED, Demand.LIGHT_VERIFIED, Demand.AMOUNT_ANNOUNCED)


def verifications(table: Table) -> Iterator[ev.Event]:
    """Verify each winner that is about to be paid, as its section asks, and announce what it pays."""
    for name in table.felt.due[table.point]:
        wager = table.felt.offers[name].wager
        asked = [said for said in wager.demands if said.value in _VERIFYING]
        if not asked or wager.settled.value.pay is not table.point:
            continue
        for seat, placed in _live(table, wager):
            outcome = outcome_of(table, seat, placed)
            if outcome in wager.wins and not placed.verified:
                yield from _verified(table, seat, placed, outcome, asked)


def _verified(
    table: Table, seat: Seat, placed: Placed, outcome: Outcome, asked: list[Said[Demand]]
) -> Iterator[ev.Event]:
    for said in asked:
        announced = None
        if said.value is Demand.AMOUNT_ANNOUNCED:  # reading 44
            announced = _amount(placed, table.felt.offers[placed.wager].pays[outcome], Cents(0))
        label, what = outcome.label, said.value.value
        yield ev.WinVerified(said.cite, seat.number, placed.wager, label, what, announced, placed.choice)


def _pay(table: Table, seat: Seat, placed: Placed, outcome: Outcome, shared: dict[int, Cents]) -> Iterator[ev.Event]:
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
        _amount(placed, pays, shared.get(number, Cents(0))),
        choice=placed.choice,
        from_meter=isinstance(pays, MeterShare),
        kept=kept,
    )
    if kept and is_given_back(wager, table.felt.config.house):
        yield ev.BonusPaid(wager.settled.cite, number, wager.name, "chip returned", outcome.label, placed.amount)
    yield from _bonus(table, seat, placed)


def _amount(placed: Placed, pays: Pays, share: Cents) -> Cents:
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


def _bonus(table: Table, seat: Seat, placed: Placed) -> Iterator[ev.Event]:
    """Pay what a rider adds to a wager that meets its conditions."""
    offer = table.felt.offers[placed.wager]
    rider = offer.wager.rider
    if rider is None or offer.rider is None or placed.amount < rider.least.value:
        return
    outcome = resolve(rider, seat, placed, table.dealer)
    pays = offer.rider.pays.get(outcome)
    if isinstance(pays, Fixed):
        yield ev.BonusPaid(rider.cite, seat.number, placed.wager, rider.name, outcome.label, pays.amount)


def _meter_shares(table: Table, name: str) -> dict[int, Cents]:
    """Divide the meter among the seats that win it now."""
    wager = table.felt.offers[name].wager
    if wager.meter is None or wager.settled.value.pay is not table.point:
        return {}
    posted = table.felt.offers[name].pays
    winners = [
        (seat.number, pays)
        for seat, placed in _live(table, wager)
        if isinstance(pays := posted.get(outcome_of(table, seat, placed)), MeterShare)
    ]
    if not winners:
        return {}
    shares = winners[0][1].among(len(winners), table.meter(name).amount)
    return {number: share for (number, _), share in zip(winners, shares, strict=True)}


def fund_again(table: Table, wager: Wager) -> Iterator[ev.Event]:
    """Put the reset amount on a meter that was won."""
    assert wager.meter is not None
    amount = table.felt.offers[wager.name].settings[wager.meter.value.begins_again]
    yield ev.MeterFunded(wager.meter.cite, wager.name, amount or Cents(0), table.meter(wager.name).reset)


def awaited(table: Table) -> tuple[tuple[int, str, Demand], ...]:
    """Give whom the table waits for: winners who need a supervisor or the button now, then documents to complete."""
    waiting = []
    for name in table.felt.due[table.point]:
        wager, demands = table.felt.offers[name].wager, table.felt.demands[name]
        if wager.settled.value.pay is not table.point:
            continue
        for seat, placed in _live(table, wager):
            if outcome_of(table, seat, placed) not in wager.wins:
                continue
            if Demand.SUPERVISOR_VALIDATES in demands and not placed.validated:
                waiting.append((seat.number, name, Demand.SUPERVISOR_VALIDATES))
            elif Demand.PLAYER_PRESSES_BUTTON in demands and placed.shown is None:
                waiting.append((seat.number, name, Demand.PLAYER_PRESSES_BUTTON))
    held = [(seat.number, one.wager) for seat in table.seats for one in seat.placed if one.held]
    return (*waiting, *((number, name, Demand.CARDS_HELD_FOR_DOCUMENTS) for number, name in held))


def hangs_on_blackjack(table: Table, seat: Seat, placed: Placed) -> bool:
    """Tell whether a dealer's blackjack, still possible, would change the outcome of a wager."""
    wager, upcard = table.felt.offers[placed.wager].wager, table.upcard
    other = blackjack.blackjack_with(upcard)
    if other is None:
        return False
    made = table.dealer._replace(cards=(upcard, other), hole_hidden=False)
    return resolve(wager, seat, placed, made) is not resolve(wager, seat, placed, table.dealer)


def display(table: Table, seat: Seat, name: str) -> tuple[tuple[Cents, Fraction], ...]:
    """Give what the display may show for a seat's wager, each amount with its probability."""
    offer = table.felt.offers[name]
    shown = offer.settings.get(offer.wager.displayed or "")
    wagered = next((one.amount for one in seat.placed if one.wager == name), Cents(0))
    return shown.amounts.get(wagered, ()) if isinstance(shown, Displayed) else ()
