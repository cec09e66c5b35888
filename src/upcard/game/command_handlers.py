"""Carry out commands: the events of each, when nothing refuses it."""

from collections.abc import Callable, Iterator
from typing import Any

from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game import procedure, settle
from upcard.game.refuse import (
    CUT_PLACE,
    CUTTING,
    EVEN_MONEY,
    INSURING,
    MAIN_WAGER,
    NO_WAGER_LATER,
    SHUFFLE,
    Refused,
    on_layout,
    refusals,
    too_few_cards,
)
from upcard.game.shoe import OutOfCards, UndealtCards
from upcard.game.state import Felt, Seat, TableState
from upcard.game.voiding import voided
from upcard.law import Cite, cite
from upcard.money import Cents
from upcard.rules import blackjack
from upcard.rules.apply import BUTTONS, DOUBLES, SPLITS, UNITS, settlement_branch
from upcard.rules.enums import HandOutcome, Play
from upcard.rules.wager import Demand
from upcard.table import TableConfig

BURNING = cite("13:69F-2.6(c)")


def at(config: TableConfig) -> TableState:
    """Return the table of a configuration, not yet open."""
    return TableState(Felt(config))


def play(table: TableState, command: do.Command) -> tuple[TableState, tuple[ev.Event, ...]]:
    """Carry out a command and continue until a person must decide; return the table and the events.

    Raise Refused if the command is not allowed.
    """
    if reasons := refusals(table, command):
        raise Refused(reasons)
    happened: list[ev.Event] = []
    try:
        after = procedure.proceed(procedure.apply(table, _HANDLERS[type(command)](table, command), happened), happened)
    except OutOfCards as out:
        raise too_few_cards(table, out.source, out.seat, tuple(happened)) from None
    return after, tuple(happened)


def opened_for_ruling(table: TableState) -> TableState:
    """Return a table opened whatever `check` finds: a ruling is on its round, and says the findings."""
    return procedure.apply(table, _open_table(table, do.OpenTable()), [])


def decide(table: TableState, command: do.Command) -> tuple[ev.Event, ...]:
    """Return the events of a command; raise Refused if it is not allowed."""
    return play(table, command)[1]


def _open_table(table: TableState, _: do.OpenTable) -> Iterator[ev.Event]:
    yield ev.TableOpened(MAIN_WAGER)
    for name, offer in table.felt.offers.items():
        meter = offer.wager.meter
        if meter is not None and name not in dict(table.meters):
            yield ev.MeterFunded(meter.cite, name, offer.settings[meter.value.begins] or Cents(0), Cents(0))


def _close_table(_: TableState, __: do.CloseTable) -> Iterator[ev.Event]:
    yield ev.TableClosed(MAIN_WAGER)


def _shuffle_shoe(_: TableState, command: do.ShuffleShoe) -> Iterator[ev.Event]:
    yield ev.ShoeShuffled(SHUFFLE, command.cards)
    if command.cut is not None:  # 13:69F-2.5(b)
        yield ev.ShoeCut(CUT_PLACE, command.cut.seat, command.cut.position)
    if command.cutting_card is not None:
        yield ev.CuttingCardPlaced(CUTTING, command.cutting_card)
    if command.burn:
        yield ev.CardsBurned(BURNING, command.burn)


def _place_wager(table: TableState, command: do.PlaceWager) -> Iterator[ev.Event]:
    offer = table.felt.offers.get(command.wager)
    hands = table.felt.game.dealer_hands
    source = offer.wager.placed.cite if offer else hands.wagered if hands else MAIN_WAGER
    name, amounts, choice = command.wager, command.amounts, command.choice
    yield ev.WagerPlaced(source, command.seat, name, amounts, choice, command.coupon, command.spoken)


def _withdraw_wager(table: TableState, command: do.WithdrawWager) -> Iterator[ev.Event]:
    amounts, coupon = on_layout(table, command)
    yield ev.WagerWithdrawn(NO_WAGER_LATER, command.seat, command.wager, amounts, command.choice, coupon)


def _close_betting(table: TableState, _: do.CloseBetting) -> Iterator[ev.Event]:
    """Verify chips and lights, then announce "no more bets": by the section of a wager, in play before offered."""
    in_play = [wager for wager in table.felt.by_section if procedure.seats_with(table, wager.name)]
    for wager in in_play:
        if source := table.felt.demands[wager.name].get(Demand.CHIPS_EQUAL_LIGHTS):
            yield ev.LightsVerified(source, wager.name, procedure.seats_with(table, wager.name))
    orders = [wager.no_more_bets for wager in (*in_play, *table.felt.by_section) if wager.no_more_bets]
    yield ev.BettingClosed(orders[0] if orders else NO_WAGER_LATER)


def _insure(_: TableState, command: do.Insure) -> Iterator[ev.Event]:
    yield ev.InsurancePlaced(INSURING, command.seat, command.amounts)


def _take_even_money(table: TableState, command: do.TakeEvenMoney) -> Iterator[ev.Event]:
    seat = table.seat(command.seat)
    assert seat is not None
    (amount,) = seat.chips
    yield ev.WagerPaid(EVEN_MONEY, command.seat, ev.BLACKJACK, HandOutcome.EVEN_MONEY.value, amount, amount)
    yield from settle.under_wagers(table, seat, Demand.CARDS_UNDER_AFTER_BLACKJACK)


def _close_insurance(_: TableState, __: do.CloseInsurance) -> Iterator[ev.Event]:
    yield ev.InsuranceClosed(INSURING)


def _close_surrender(_: TableState, __: do.CloseSurrender) -> Iterator[ev.Event]:
    yield ev.SurrenderClosed(blackjack.SURRENDERING)


def _decide(table: TableState, command: do.Decide) -> Iterator[ev.Event]:
    turn = procedure.hand_to_decide(table, command.seat)
    assert turn is not None
    seat, index = turn
    number, play, source = seat.number, command.play, _play_cite(table, seat, index, command.play)
    amounts = tuple(Cents(UNITS[play] * chips) for chips in seat.chips) if play in UNITS else ()
    yield ev.PlayMade(source, number, index, play, command.amounts or amounts)
    if play in BUTTONS:
        by, button_hand = _PLAY_CITES[play], index + 1 if play in SPLITS else index
        if play in SPLITS and len(seat.hands) == 1:
            yield ev.WagerMoved(by, number, index)
        yield ev.ButtonPlaced(by, number, button_hand, play, Cents(BUTTONS[play] * seat.chips[0]))
    if play is Play.DRAW or play in DOUBLES:
        dealt = UndealtCards(table).deal(procedure.DRAWN, number, index)
        yield dealt
        hand = seat.hands[index]._replace(doubled=play if play in DOUBLES else None)
        hand = hand._replace(cards=(*hand.cards, dealt.card), total=hand.total.plus(dealt.card))
        if hand.total.bust and table.may_be_blackjack and settlement_branch(table.felt.rules, hand.as_ended) is None:
            yield ev.BustLeft(blackjack.SPLIT_AGAINST_BLACKJACK, number, index)  # reading 61


def _validate_payout(table: TableState, command: do.ValidatePayout) -> Iterator[ev.Event]:
    source = table.felt.demands[command.wager][Demand.SUPERVISOR_VALIDATES]
    yield ev.PayoutValidated(source, command.seat, command.wager, command.not_from_rack)


def _press_button(table: TableState, command: do.PressButton) -> Iterator[ev.Event]:
    source = table.felt.demands[command.wager][Demand.PLAYER_PRESSES_BUTTON]
    yield ev.WinnersButtonPlaced(source, command.seat, command.wager)
    yield ev.ButtonPressed(source, command.seat, command.wager, command.shown)


def _complete_documents(table: TableState, command: do.CompleteDocuments) -> Iterator[ev.Event]:
    source = table.felt.demands[command.wager][Demand.CARDS_HELD_FOR_DOCUMENTS]
    yield ev.DocumentsCompleted(source, command.seat, command.wager)


def _void_round(table: TableState, command: do.VoidRound) -> Iterator[ev.Event]:
    yield voided(table, command)


def _play_cite(table: TableState, seat: Seat, index: int, play: Play) -> Cite:
    """Return the paragraph by which a play is made."""
    hands = table.felt.game.dealer_hands
    if hands and play in (Play.DOUBLE_DOWN, Play.SPLIT_PAIR):
        return hands.added
    if play is Play.FREE_DOUBLE_DOWN and len(seat.hands[index].cards) > 2:
        return blackjack.FREE_DOUBLING_ANY_NUMBER
    if play is Play.SPLIT_PAIR and len(seat.hands) > 1:
        return blackjack.RESPLITTING
    if play is Play.SURRENDER:
        return table.felt.game.surrendered or blackjack.SURRENDERING
    return _PLAY_CITES[play]


_PLAY_CITES = {
    Play.DRAW: blackjack.DRAWING,
    Play.STAND: blackjack.DRAWING,
    Play.DOUBLE_DOWN: blackjack.DOUBLING,
    Play.FREE_DOUBLE_DOWN: blackjack.FREE_DOUBLING,
    Play.SPLIT_PAIR: blackjack.SPLITTING,
    Play.FREE_SPLIT: blackjack.FREE_SPLITTING,
}

# Any: each handler takes its own kind of command, found by its type.
_HANDLERS: dict[type, Callable[[TableState, Any], Iterator[ev.Event]]] = {
    do.OpenTable: _open_table,
    do.CloseTable: _close_table,
    do.ShuffleShoe: _shuffle_shoe,
    do.PlaceWager: _place_wager,
    do.WithdrawWager: _withdraw_wager,
    do.CloseBetting: _close_betting,
    do.Insure: _insure,
    do.TakeEvenMoney: _take_even_money,
    do.CloseInsurance: _close_insurance,
    do.CloseSurrender: _close_surrender,
    do.Decide: _decide,
    do.ValidatePayout: _validate_payout,
    do.CompleteDocuments: _complete_documents,
    do.PressButton: _press_button,
    do.VoidRound: _void_round,
}
