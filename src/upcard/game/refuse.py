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
from upcard.game import procedure, settle
from upcard.game.state import Hand, Placed, Seat, Table
from upcard.law import Cite, cite
from upcard.money import Cents, show
from upcard.rules import base, blackjack
from upcard.rules.apply import why_not
from upcard.rules.enums import BlackjackPays, HandOutcome, HoleCard, Play
from upcard.rules.wager import Demand, Point, Wager
from upcard.table import Verdict, check
from upcard.wagers import ALL

NO_WAGER_LATER = cite("13:69F-2.3(d)")
MAIN_WAGER = cite("13:69F-2.3(a)")
SHUFFLE = cite("13:69F-2.5(a)")
CUTTING = cite("13:69F-2.5(d)")
CUT_PLACE = cite("13:69F-2.5(c)")
WHO_CUTS = cite("13:69F-2.5(e)")
LEAST_CUT = 10  # 13:69F-2.5(c)
INSURING = cite("13:69F-2.9(a)")
INSURED_AT_MOST = cite("13:69F-2.9(b)")
EVEN_MONEY = cite("13:69F-2.7(c)")

Reason = tuple[Cite, str]


@dataclass(frozen=True)
class Refusal:
    """A command that the rules do not allow now, and the paragraph that says so."""

    cite: Cite
    message: str

    def __str__(self) -> str:
        return f"{self.message} [{self.cite}]"


class Refused(UpcardError):
    """A command was refused, for every reason listed."""

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        super().__init__("; ".join(map(str, refusals)))
        self.refusals = refusals


def too_few_cards(table: Table, source: Cite, seat: int) -> Refused:
    """Return the refusal of a round whose shoe has no card left, by the paragraph that calls for one."""
    whom = f"seat {seat}" if seat else "the dealer"
    message = f"the shoe has too few cards to finish the round: none is left for {whom}"
    return Refused((Refusal(source.as_of(table.felt.config.law), message),))


def refusals(table: Table, command: do.Command) -> tuple[Refusal, ...]:
    """Return every reason why a command is not allowed now; none if it is."""
    reasons = _REASONS[type(command)](table, command)
    edition = table.felt.config.law
    return tuple(dict.fromkeys(Refusal(source.as_of(edition), message) for source, message in reasons))


def _open_table(table: Table, _: do.OpenTable) -> Iterator[Reason]:
    if table.open:
        yield MAIN_WAGER, "the table is already open"
    for finding in check(table.felt.config):
        if finding.verdict is Verdict.VIOLATES and not finding.elsewhere:
            yield finding.cite, f"the table may not be opened: {finding.message}"
    for offer in table.felt.config.offers:
        if missing := [outcome.label for outcome in offer.wager.wins if outcome not in offer.pays]:
            source = offer.wager.pay_tables.cite
            yield source, f"the {offer.wager.name} wager cannot be dealt: the table posts no payout for {missing[0]}"


def _between_rounds(table: Table) -> Iterator[Reason]:
    if table.point is not Point.BEFORE_FIRST_CARD:
        yield NO_WAGER_LATER, "a round is in progress: wait until it ends"


def _close_table(table: Table, _: do.CloseTable) -> Iterator[Reason]:
    if not table.open:
        yield MAIN_WAGER, "the table is already closed"
    yield from _between_rounds(table)
    if any(seat.chips or seat.placed for seat in table.seats):
        yield NO_WAGER_LATER, "wagers are on the layout: take them down or play the round first"


def _shuffle_shoe(table: Table, command: do.ShuffleShoe) -> Iterator[Reason]:
    yield from _between_rounds(table)
    decks = table.felt.config.decks
    surplus = [card for card, count in Counter(command.cards).items() if count > decks]
    if surplus:
        listed = " ".join(str(card) for card in sorted(surplus, key=str))
        yield base.DECKS.cite, f"{decks} deck{'s' * (decks > 1)} cannot hold more than {decks} of {listed}"
    if command.cut is not None:
        yield from _cut(table, command, command.cut)
    if command.cutting_card is not None and not _may_cutting_card_lie(command.cutting_card, command):
        message = "the cutting card must lie behind the burned cards and in front of at least a quarter of the stack"
        yield CUTTING, message
    if not 0 <= command.burn <= len(command.cards):
        yield SHUFFLE, f"cannot burn {command.burn} of {len(command.cards)} cards"


def _may_cutting_card_lie(cutting_card: int, command: do.ShuffleShoe) -> bool:
    in_front = Fraction(cutting_card, max(1, len(command.cards)))
    return command.burn <= cutting_card and base.IN_FRONT_OF_CUTTING_CARD.value.admits(in_front)


def _cut(table: Table, command: do.ShuffleShoe, cut: do.Cut) -> Iterator[Reason]:
    if not LEAST_CUT <= cut.position <= len(command.cards) - LEAST_CUT:
        yield CUT_PLACE, f"the cut must be at least {LEAST_CUT} cards from either end"
    # 13:69F-2.5(e)1: whoever came first cuts a new game; 13:69F-2.5(f): a player who declines passes the cut on
    due = table.cut_by
    if due is not None and cut.seat != due and due not in cut.declined:
        yield WHO_CUTS, f"the cut must be offered to seat {due} first"


def _place_wager(table: Table, command: do.PlaceWager) -> Iterator[Reason]:
    config = table.felt.config
    if not table.open:
        yield MAIN_WAGER, "the table is closed"
    if table.point is not Point.BEFORE_FIRST_CARD:
        yield NO_WAGER_LATER, f"the {command.wager} wager must be made before the first card is dealt"
    if not 1 <= command.seat <= config.seats:
        yield MAIN_WAGER, f"there is no seat {command.seat}: the table has seats 1 to {config.seats}"
        return
    if command.wager == ev.BLACKJACK:
        yield from _place_blackjack_wager(table, command)
    elif command.wager not in table.felt.offers:
        source = next((wager.cite for wager in ALL if wager.name == command.wager), MAIN_WAGER)
        yield source if source.path else source.sub("(a)"), f"this table does not offer the {command.wager} wager"
    else:
        yield from _place_optional_wager(table, command)


def _place_blackjack_wager(table: Table, command: do.PlaceWager) -> Iterator[Reason]:
    config = table.felt.config
    seat = table.seat(command.seat)
    if seat is not None and seat.chips:
        yield MAIN_WAGER, f"seat {command.seat} already has a blackjack wager"
    least, most = table.felt.spots
    if not least <= len(command.amounts) <= most:
        count = str(least) if least == most else f"{least} to {most}"
        required = "one blackjack wager" if most == 1 else f"{count} blackjack wagers"
        hands = config.game.dealer_hands
        message = f"seat {command.seat} must make {required}, not {len(command.amounts)}"
        yield hands.wagered if hands else MAIN_WAGER, message
    for spot, amount in enumerate(command.amounts):
        minimum, maximum = config.spot_limits(spot)
        which = f"blackjack wager {spot + 1}" if config.stated_spot_limits else "the blackjack wager"
        if amount < (minimum or Cents(1)):
            yield base.LIMITS_POSTED, f"{which} must be at least ${show(minimum or Cents(1))}, not ${show(amount)}"
        elif maximum and amount > maximum:
            yield base.LIMITS_POSTED, f"{which} may be at most ${show(maximum)}, not ${show(amount)}"


def _place_optional_wager(table: Table, command: do.PlaceWager) -> Iterator[Reason]:
    offer = table.felt.offers[command.wager]
    wager, seat = offer.wager, table.seat(command.seat)
    if seat is None or not seat.chips:
        yield wager.needs.cite, f"the {wager.name} wager needs {wager.needs.value.value} first"
    if seat is not None and any(_is_same(placed, command) for placed in seat.placed):
        yield wager.placed.cite, f"seat {command.seat} already has that {wager.name} wager"
    if len(command.amounts) != 1:
        yield wager.limits.cite, f"the {wager.name} wager must be one amount, not {len(command.amounts)}"
        return
    if command.choice not in (wager.choices or (None,)):
        yield wager.placed.cite, _no_such_choice(wager, command.choice)
    elif wins := wager.decided_by(table.wins_of(command.seat), command.choice):
        won = f"seat {command.seat} has already won {wins} in a row"
        yield wager.settled.cite, f"{won}, which decides that {wager.name} wager"
    yield from _within_limits(table, command, seat)


def _is_same(placed: Placed, command: do.PlaceWager | do.WithdrawWager) -> bool:
    return placed.wager == command.wager and placed.choice == command.choice


def _no_such_choice(wager: Wager, choice: int | None) -> str:
    if not wager.choices:
        return f"the {wager.name} wager has no choices"
    lack = "needs a choice" if choice is None else f"has no choice {choice}"
    return f"the {wager.name} wager {lack}; choices: {', '.join(map(str, wager.choices))}"


def _within_limits(table: Table, command: do.PlaceWager, seat: Seat | None) -> Iterator[Reason]:
    offer = table.felt.offers[command.wager]
    wager, (amount,) = offer.wager, command.amounts
    limits, source = wager.limits.value, wager.limits.cite
    if limits.exactly:
        if amount not in offer.sizes:
            yield source, offer.wrong_size(amount)
        return
    least = max(offer.minimum or Cents(1), limits.least or Cents(1))
    if amount < least:
        yield source, f"the {wager.name} wager must be at least ${show(least)}, not ${show(amount)}"
    if offer.maximum is not None and amount > offer.maximum:
        yield source, f"the {wager.name} wager may be at most ${show(offer.maximum)}, not ${show(amount)}"
    if limits.within_blackjack_wager and seat is not None and seat.chips and amount > min(seat.chips):
        most = f"the blackjack wager of ${show(min(seat.chips))}"
        yield source, f"the {wager.name} wager may not exceed {most}, not ${show(amount)}"


def on_layout(table: Table, command: do.WithdrawWager) -> tuple[Cents, ...]:
    """Return the chips of a wager on the layout; none if there is no such wager."""
    seat = table.seat(command.seat)
    if seat is None:
        return ()
    if command.wager == ev.BLACKJACK:
        return seat.chips
    return tuple(placed.amount for placed in seat.placed if _is_same(placed, command))


def _withdraw_wager(table: Table, command: do.WithdrawWager) -> Iterator[Reason]:
    if table.point is not Point.BEFORE_FIRST_CARD:
        yield NO_WAGER_LATER, "no wager may be taken back once the first card is dealt"
    seat = table.seat(command.seat)
    if not on_layout(table, command):
        yield MAIN_WAGER, f"seat {command.seat} has no {command.wager} wager"
    elif seat is not None and command.wager == ev.BLACKJACK and any(not placed.stood for placed in seat.placed):
        yield MAIN_WAGER, f"seat {command.seat} must take back the wagers that need the blackjack wager first"
    elif source := _standing_cite(table, command, seat):
        yield source, f"the {command.wager} wager stands from an earlier round until it is decided"


def _standing_cite(table: Table, command: do.WithdrawWager, seat: Seat | None) -> Cite | None:
    """Return the paragraph by which a wager stands from an earlier round; None if it may be taken back."""
    if not any(placed.stood and _is_same(placed, command) for placed in (seat.placed if seat else ())):
        return None
    return table.felt.demands[command.wager].get(Demand.STANDS_UNTIL_DECIDED)


def _close_betting(table: Table, _: do.CloseBetting) -> Iterator[Reason]:
    if not table.open:
        yield MAIN_WAGER, "the table is closed"
    yield from _between_rounds(table)
    if not any(seat.chips for seat in table.seats):
        yield MAIN_WAGER, "no blackjack wager has been made"
    if procedure.must_shuffle(table):
        yield SHUFFLE, "the cards must be shuffled before the next round"
    for seat in table.seats:
        standing = [placed.wager for placed in seat.placed]
        if standing and not seat.chips:
            offer = table.felt.offers[standing[0]]
            yield offer.wager.needs.cite, f"seat {seat.number}: the {standing[0]} wager needs a blackjack wager"


def _insurance_offered(table: Table, number: int, source: Cite) -> Iterator[Reason]:
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


def _insure(table: Table, command: do.Insure) -> Iterator[Reason]:
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
            most = show(Cents(chips // 2))
            yield INSURED_AT_MOST, f"insurance may be at most half the wager, ${most}, not ${show(amount)}"


def _take_even_money(table: Table, command: do.TakeEvenMoney) -> Iterator[Reason]:
    yield from _insurance_offered(table, command.seat, EVEN_MONEY)
    seat = table.seat(command.seat)
    if seat is None or not seat.hands:
        return
    if not seat.hands[0].blackjack:
        yield EVEN_MONEY, f"seat {command.seat} has no blackjack"
    if any(seat.insurance):
        yield EVEN_MONEY, f"seat {command.seat} is already insured"
    if table.felt.rules.blackjack_pays is not BlackjackPays.THREE_TO_TWO or len(seat.chips) > 1:  # reading 59
        yield EVEN_MONEY, "even money is offered only for a single wager, and only where a blackjack pays 3 to 2"


def _close_insurance(table: Table, _: do.CloseInsurance) -> Iterator[Reason]:
    if not procedure.is_insurance_offered(table):
        yield INSURING, "insurance is not being offered"


def _close_surrender(table: Table, _: do.CloseSurrender) -> Iterator[Reason]:
    if table.point is not Point.EARLY_SURRENDER:
        yield blackjack.SURRENDERING, "early surrender is not being offered"


def _decide(table: Table, command: do.Decide) -> Iterator[Reason]:
    turn = procedure.hand_to_decide(table, command.seat)
    if turn is None:
        yield procedure.ANNOUNCED, "no hand is waiting for a decision"
        return
    if table.point is Point.EARLY_SURRENDER and command.play is not Play.SURRENDER:
        yield procedure.HOLE_CARD_DOWN_LAW, "the dealer looks for a blackjack before any hand is played"
    seat, index = turn
    if seat.number != command.seat:
        yield procedure.ANNOUNCED, f"it is the turn of seat {seat.number}, not of seat {command.seat}"
        return
    hand = seat.hands[index]
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
                yield blackjack.DOUBLING, f"a double down may add at most ${show(chips)}, not ${show(amount)}"


def _awaited(table: Table, seat: int, wager: str, demand: Demand) -> Iterator[Reason]:
    source = table.felt.demands.get(wager, {}).get(demand, MAIN_WAGER)
    if (seat, wager, demand) not in settle.awaited(table):
        yield source, f"seat {seat} has no {wager} wager that waits for {_WAITS_FOR[demand]}"


_WAITS_FOR = {
    Demand.SUPERVISOR_VALIDATES: "a supervisor",
    Demand.PLAYER_PRESSES_BUTTON: "the button",
    Demand.CARDS_HELD_FOR_DOCUMENTS: "documents",
}


def _validate_payout(table: Table, command: do.ValidatePayout) -> Iterator[Reason]:
    yield from _awaited(table, command.seat, command.wager, Demand.SUPERVISOR_VALIDATES)


def _press_button(table: Table, command: do.PressButton) -> Iterator[Reason]:
    yield from _awaited(table, command.seat, command.wager, Demand.PLAYER_PRESSES_BUTTON)
    offer = table.felt.offers.get(command.wager)
    seat = table.seat(command.seat)
    if offer is None or offer.wager.displayed is None or seat is None:
        return
    winners = [number for number, _, demand in settle.awaited(table) if demand is Demand.PLAYER_PRESSES_BUTTON]
    if winners and winners[0] != command.seat:
        yield offer.wager.settled.cite, f"the button is at seat {winners[0]}, not at seat {command.seat}"
    if command.shown not in [amount for amount, _ in settle.display_amounts(table, seat, command.wager)]:
        yield offer.wager.pay_tables.cite, f"the display cannot show ${show(command.shown)} for this wager"


def _complete_documents(table: Table, command: do.CompleteDocuments) -> Iterator[Reason]:
    yield from _awaited(table, command.seat, command.wager, Demand.CARDS_HELD_FOR_DOCUMENTS)


# Any: each function takes its own kind of command, found by its type.
_REASONS: dict[type, Callable[[Table, Any], Iterator[Reason]]] = {
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
}
