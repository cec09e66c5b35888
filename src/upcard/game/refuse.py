"""Refusals: every reason why a command is not allowed now, each with its paragraph.

Each command has a function of its name, which yields the reasons against it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from upcard.errors import UpcardError
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game import procedure, settle_optional
from upcard.game.dealers_hand import HOLE_CARD_DOWN_LAW
from upcard.game.refuse_media import Reason
from upcard.game.refuse_wagers import (
    MAIN_WAGER,
    NO_WAGER_LATER,
    place_wager,
    withdraw_wager,
    without_payout,
)
from upcard.game.state import Hand, Seat, TableState
from upcard.game.voiding import void_round
from upcard.law import Cite, Edition, cite, in_edition
from upcard.money import format_money
from upcard.rules import base, blackjack
from upcard.rules.apply import equals_full_insurance, why_not
from upcard.rules.enums import HandOutcome, HoleCard, Play, Surrender
from upcard.rules.wager import Demand, Point
from upcard.table import Verdict, check
from upcard.table.requirement import bound_of

SHUFFLE = cite("13:69F-2.5(a)")
CUTTING = cite("13:69F-2.5(d)")
CUT_PLACE = cite("13:69F-2.5(c)")
WHO_CUTS = cite("13:69F-2.5(e)")
LEAST_CUT = 10  # 13:69F-2.5(c)
INSURING = cite("13:69F-2.9(a)")
INSURED_AT_MOST = cite("13:69F-2.9(b)")
EVEN_MONEY = cite("13:69F-2.7(c)")


@dataclass(frozen=True)
class Refusal:
    """A command that the rules do not allow now, and the paragraph that says so.

    >>> import upcard
    >>> table = upcard.LiveTable(upcard.Table(decks=6, minimum="10.00", maximum="500.00"))
    >>> print(table.refusals({"schema": 3, "command": "CloseBetting"})[0])
    the table is closed [13:69F-2.3(a)]
    """

    cite: Cite
    message: str

    def __str__(self) -> str:
        return f"{self.message} [{self.cite}]"


def refusal_in(edition: Edition, source: Cite, message: str) -> Refusal:
    """Return a refusal with the numbers of an edition."""
    return Refusal(source.as_of(edition), in_edition(message, edition))


class Refused(UpcardError):
    """A command was refused, for every reason listed."""

    def __init__(self, refusals: tuple[Refusal, ...], happened: tuple[ev.Event, ...] = ()) -> None:
        super().__init__("; ".join(map(str, refusals)))
        self.refusals = refusals
        self.happened = happened  # by the command, until it could not go on


def too_few_cards(table: TableState, source: Cite, seat: int, happened: tuple[ev.Event, ...]) -> Refused:
    """Return the refusal of a round whose shoe has no card left, by the paragraph that calls for one."""
    whom = f"seat {seat}" if seat else "the dealer"
    message = f"the shoe has too few cards to finish the round: none is left for {whom}"
    return Refused((refusal_in(table.felt.config.law, source, message),), happened)


def refusals(table: TableState, command: do.Command) -> tuple[Refusal, ...]:
    """Return every reason why a command is not allowed now; none if it is."""
    reasons = _REASONS[type(command)](table, command)
    edition = table.felt.config.law
    return tuple(dict.fromkeys(refusal_in(edition, source, message) for source, message in reasons))


def _open_table(table: TableState, _: do.OpenTable) -> Iterator[Reason]:
    if table.open:
        yield MAIN_WAGER, "the table is already open"
    for finding in check(table.felt.config):
        if finding.verdict is Verdict.VIOLATES and not finding.elsewhere:
            yield finding.cite, f"the table may not be opened: {finding.message}"
    for offer in table.felt.config.offers:
        yield from without_payout(offer)


def _between_rounds(table: TableState) -> Iterator[Reason]:
    if table.point is not Point.BEFORE_FIRST_CARD:
        yield NO_WAGER_LATER, "a round is in progress: wait until it ends"


def _close_table(table: TableState, _: do.CloseTable) -> Iterator[Reason]:
    if not table.open:
        yield MAIN_WAGER, "the table is already closed"
    yield from _between_rounds(table)
    if any(seat.chips or seat.placed for seat in table.seats):
        yield NO_WAGER_LATER, "wagers are on the layout: take them down or play the round first"


def _shuffle_shoe(table: TableState, command: do.ShuffleShoe) -> Iterator[Reason]:
    yield from _between_rounds(table)
    decks = table.felt.config.decks
    surplus = [card for card, count in Counter(command.cards).items() if count > decks]
    if surplus:
        listed = " ".join(str(card) for card in sorted(surplus, key=str))
        yield base.DECKS.cite, f"{decks} deck{'s' * (decks > 1)} cannot hold more than {decks} of {listed}"
    if command.cut is not None:
        yield from _cut(table, command, command.cut)
    if command.cutting_card is not None and not _may_cutting_card_lie(table, command.cutting_card, command):
        message = "the cutting card must lie behind the burned cards and in front of at least a quarter of the stack"
        yield CUTTING, message
    if not 0 <= command.burn <= len(command.cards):
        yield SHUFFLE, f"cannot burn {command.burn} of {len(command.cards)} cards"


def _may_cutting_card_lie(table: TableState, cutting_card: int, command: do.ShuffleShoe) -> bool:
    in_front = Fraction(cutting_card, max(1, len(command.cards)))
    most = bound_of(table.felt.config, base.IN_FRONT_OF_CUTTING_CARD)
    return command.burn <= cutting_card and most.value.admits(in_front)


def _cut(table: TableState, command: do.ShuffleShoe, cut: do.Cut) -> Iterator[Reason]:
    if not LEAST_CUT <= cut.position <= len(command.cards) - LEAST_CUT:
        yield CUT_PLACE, f"the cut must be at least {LEAST_CUT} cards from either end"
    # 13:69F-2.5(e)1: whoever came first cuts a new game; 13:69F-2.5(f): a player who declines passes the cut on
    due = table.cut_by
    if due is not None and cut.seat != due and due not in cut.declined:
        yield WHO_CUTS, f"the cut must be offered to seat {due} first"


def _close_betting(table: TableState, _: do.CloseBetting) -> Iterator[Reason]:
    if not table.open:
        yield MAIN_WAGER, "the table is closed"
    yield from _between_rounds(table)
    if not any(seat.chips for seat in table.seats):
        yield MAIN_WAGER, "no blackjack wager has been made"
    if procedure.must_shuffle(table):
        yield SHUFFLE, "the cards must be shuffled before the next round"


def _insurance_offered(table: TableState, number: int, source: Cite) -> Iterator[Reason]:
    if not procedure.is_insurance_offered(table):
        if table.felt.rules.hole_card is HoleCard.UP:  # reading 56
            yield procedure.HOLE_CARD_UP_LAW, "insurance is not offered where the hole card is dealt face up"
        else:
            offer = ev.INSURANCE if source is INSURING else HandOutcome.EVEN_MONEY.value
            yield source, f"{offer} is offered only after the second cards are dealt, when the upcard is an ace"
        return
    seat = table.seat(number)
    if seat is None or not seat.hands:
        yield source, f"seat {number} has no blackjack wager"
    elif not any(seat.hands[0].live):
        yield source, f"the blackjack wager of seat {number} is already settled"


def _insure(table: TableState, command: do.Insure) -> Iterator[Reason]:
    yield from _insurance_offered(table, command.seat, INSURING)
    seat = table.seat(command.seat)
    if seat is None or not seat.hands:
        return
    if any(seat.insurance):
        yield INSURING, f"seat {command.seat} is already insured"
    if len(command.amounts) != len(seat.chips) or not any(command.amounts):
        hands = table.felt.game.dealer_hands
        several = f"{len(seat.chips)} amounts, one for each blackjack wager, not all zero"
        needed = several if len(seat.chips) > 1 else "one amount above zero"
        yield hands.insured if hands else INSURED_AT_MOST, f"insurance needs {needed}"
        return
    for amount, chips in zip(command.amounts, seat.chips, strict=True):
        if not 0 <= amount <= chips // 2:
            most = format_money(chips // 2)
            yield INSURED_AT_MOST, f"insurance may be at most half the wager, {most}, not {format_money(amount)}"


def _take_even_money(table: TableState, command: do.TakeEvenMoney) -> Iterator[Reason]:
    yield from _insurance_offered(table, command.seat, EVEN_MONEY)
    seat = table.seat(command.seat)
    if seat is None or not seat.hands:
        return
    if not seat.hands[0].blackjack:
        yield EVEN_MONEY, f"seat {command.seat} has no blackjack"
    if any(seat.insurance):
        yield EVEN_MONEY, f"seat {command.seat} is already insured"
    if not equals_full_insurance(table.felt.rules):
        yield EVEN_MONEY, "even money is offered only for a single wager, and only where a blackjack pays 3 to 2"
    if blackjack.awards_at_once(table.felt.rules):
        yield EVEN_MONEY, "even money is not offered where every blackjack is paid before the dealer's second card"


def _close_insurance(table: TableState, _: do.CloseInsurance) -> Iterator[Reason]:
    if not procedure.is_insurance_offered(table):
        yield INSURING, "insurance is not being offered"


def _close_surrender(table: TableState, _: do.CloseSurrender) -> Iterator[Reason]:
    if table.point is not Point.EARLY_SURRENDER:
        yield blackjack.SURRENDERING, "early surrender is not being offered"


def _decide(table: TableState, command: do.Decide) -> Iterator[Reason]:
    turn = procedure.hand_to_decide(table, command.seat)
    if turn is None:
        yield procedure.ANNOUNCED, "no hand is waiting for a decision"
        return
    if table.point is Point.EARLY_SURRENDER and command.play is not Play.SURRENDER:
        yield HOLE_CARD_DOWN_LAW, "the dealer looks for a blackjack before any hand is played"
    seat, index = turn
    if seat.number != command.seat:
        yield procedure.ANNOUNCED, f"it is the turn of seat {seat.number}, not of seat {command.seat}"
        return
    hand = seat.hands[index]
    hands = table.felt.game.dealer_hands
    if hands and command.play is Play.SURRENDER and table.felt.rules.surrender is not Surrender.NONE:  # reading 63
        yield hands.added, f"the decisions of {table.felt.game.name} do not include surrender"
    else:
        yield from why_not(command.play, table.felt.rules, table.in_play(seat, hand))
    if command.amounts is not None:
        yield from _double_down_for_less(command, seat, hand)


def _double_down_for_less(command: do.Decide, seat: Seat, hand: Hand) -> Iterator[Reason]:
    if command.play is not Play.DOUBLE_DOWN:
        yield blackjack.DOUBLING, "only a double down may be made for less"
    elif len(command.amounts or ()) != len(hand.chips):
        yield blackjack.DOUBLING, f"a double down must add one amount for each of the {len(hand.chips)} wagers"
    else:
        for amount, chips in zip(command.amounts or (), seat.chips, strict=True):
            if not 0 < amount <= chips:
                yield (
                    blackjack.DOUBLING,
                    f"a double down may add at most {format_money(chips)}, not {format_money(amount)}",
                )


def _awaited(table: TableState, seat: int, wager: str, demand: Demand) -> Iterator[Reason]:
    source = table.felt.demands.get(wager, {}).get(demand, MAIN_WAGER)
    if (seat, wager, demand) not in settle_optional.awaited(table):
        yield source, f"seat {seat} has no {wager} wager that waits for {_WAITS_FOR[demand]}"


_WAITS_FOR = {
    Demand.SUPERVISOR_VALIDATES: "a supervisor",
    Demand.PLAYER_PRESSES_BUTTON: "the button",
    Demand.CARDS_HELD_FOR_DOCUMENTS: "documents",
}


def _validate_payout(table: TableState, command: do.ValidatePayout) -> Iterator[Reason]:
    yield from _awaited(table, command.seat, command.wager, Demand.SUPERVISOR_VALIDATES)
    if command.not_from_rack and Demand.CARDS_HELD_FOR_DOCUMENTS not in table.felt.demands.get(command.wager, {}):
        yield MAIN_WAGER, f"no text is held by which the {command.wager} payout is not made from the rack"


def _press_button(table: TableState, command: do.PressButton) -> Iterator[Reason]:
    yield from _awaited(table, command.seat, command.wager, Demand.PLAYER_PRESSES_BUTTON)
    offer = table.felt.offers.get(command.wager)
    seat = table.seat(command.seat)
    if offer is None or offer.wager.displayed is None or seat is None:
        return
    winners = [number for number, _, demand in settle_optional.awaited(table) if demand is Demand.PLAYER_PRESSES_BUTTON]
    if winners and winners[0] != command.seat:
        yield offer.wager.settled.cite, f"the button is at seat {winners[0]}, not at seat {command.seat}"
    if command.shown not in [amount for amount, _ in settle_optional.display_amounts(table, seat, command.wager)]:
        yield offer.wager.pay_tables.cite, f"the display cannot show {format_money(command.shown)} for this wager"


def _complete_documents(table: TableState, command: do.CompleteDocuments) -> Iterator[Reason]:
    yield from _awaited(table, command.seat, command.wager, Demand.CARDS_HELD_FOR_DOCUMENTS)


# Any: each function takes its own kind of command, found by its type.
_REASONS: dict[type, Callable[[TableState, Any], Iterator[Reason]]] = {
    do.OpenTable: _open_table,
    do.CloseTable: _close_table,
    do.ShuffleShoe: _shuffle_shoe,
    do.PlaceWager: place_wager,
    do.WithdrawWager: withdraw_wager,
    do.CloseBetting: _close_betting,
    do.Insure: _insure,
    do.TakeEvenMoney: _take_even_money,
    do.CloseInsurance: _close_insurance,
    do.CloseSurrender: _close_surrender,
    do.Decide: _decide,
    do.ValidatePayout: _validate_payout,
    do.CompleteDocuments: _complete_documents,
    do.PressButton: _press_button,
    do.VoidRound: void_round,
}
