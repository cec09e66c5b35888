"""What refuses a command: every reason at once, each with its paragraph."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from upcard.errors import UpcardError
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game import procedure, settle
from upcard.game.state import Hand, Seat, Table
from upcard.law import Cite, cite
from upcard.money import Cents, show
from upcard.rules import base, blackjack
from upcard.rules.apply import why_not
from upcard.rules.enums import BlackjackPays, HandOutcome, HoleCard, Play
from upcard.rules.wager import Demand, Point
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
    """Say every reason why a command was refused."""

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        super().__init__("; ".join(map(str, refusals)))
        self.refusals = refusals


def too_few_cards(table: Table, source: Cite, seat: int) -> Refused:
    """Say for whom the shoe had no card left, and by which paragraph it was due."""
    whom = f"seat {seat}" if seat else "the dealer"
    message = f"the shoe has too few cards to finish the round: none is left for {whom}"
    return Refused((Refusal(source.as_of(table.felt.config.law), message),))


def refusals(table: Table, command: do.Command) -> tuple[Refusal, ...]:
    """Give every reason why a command is not allowed now; none if it is."""
    reasons = _REFUSALS[type(command)](table, command)
    edition = table.felt.config.law
    return tuple(dict.fromkeys(Refusal(source.as_of(edition), message) for source, message in reasons))


def _opening(table: Table, _: do.OpenTable) -> Iterator[Reason]:
    if table.open:
        yield MAIN_WAGER, "the table is open already"
    for finding in check(table.felt.config):
        if finding.verdict is Verdict.VIOLATES and not finding.elsewhere:
            yield finding.cite, f"the table may not be opened: {finding.message}"
    for offer in table.felt.config.offers:
        if missing := [outcome.label for outcome in offer.wager.wins if outcome not in offer.pays]:
            source = offer.wager.pay_tables.cite
            yield source, f"the {offer.wager.name} wager cannot be dealt: nothing is posted for {missing[0]}"


def _between_rounds(table: Table) -> Iterator[Reason]:
    if table.point is not Point.BEFORE_FIRST_CARD:
        yield NO_WAGER_LATER, "a round is being played"


def _closing(table: Table, _: do.CloseTable) -> Iterator[Reason]:
    if not table.open:
        yield MAIN_WAGER, "the table is closed already"
    yield from _between_rounds(table)
    if any(seat.chips or seat.placed for seat in table.seats):
        yield NO_WAGER_LATER, "wagers are on the layout"


def _shuffling(table: Table, command: do.ShuffleShoe) -> Iterator[Reason]:
    yield from _between_rounds(table)
    decks = table.felt.config.decks
    many = [card for card, count in Counter(command.cards).items() if count > decks]
    if many:
        listed = " ".join(str(card) for card in sorted(many, key=str))
        yield base.DECKS.cite, f"{decks} deck{'s' * (decks > 1)} cannot hold more than {decks} of {listed}"
    if command.cut is not None:
        yield from _cutting(table, command, command.cut)
    if command.cutting_card is not None and not _may_lie(command.cutting_card, command):
        message = "the cutting card lies behind the burned cards, and at least a quarter of the stack lies behind it"
        yield CUTTING, message
    if not 0 <= command.burn <= len(command.cards):
        yield SHUFFLE, f"{command.burn} cards cannot be burned of {len(command.cards)}"


def _may_lie(cutting_card: int, command: do.ShuffleShoe) -> bool:
    in_front = Fraction(cutting_card, max(1, len(command.cards)))
    return command.burn <= cutting_card and base.IN_FRONT_OF_CUTTING_CARD.value.admits(in_front)


def _cutting(table: Table, command: do.ShuffleShoe, cut: do.Cut) -> Iterator[Reason]:
    if not LEAST_CUT <= cut.position <= len(command.cards) - LEAST_CUT:
        yield CUT_PLACE, f"the cut is made at least {LEAST_CUT} cards from either end"
    # 13:69F-2.5(e)1: a new game is cut by whoever came first; 13:69F-2.5(f): one who declines passes the cut on
    due = table.cut_by
    if due is not None and cut.seat != due and due not in cut.declined:
        yield WHO_CUTS, f"the cut is offered to seat {due} first"


def _placing(table: Table, command: do.PlaceWager) -> Iterator[Reason]:
    config = table.felt.config
    if not table.open:
        yield MAIN_WAGER, "the table is closed"
    if table.point is not Point.BEFORE_FIRST_CARD:
        yield NO_WAGER_LATER, f"the {command.wager} wager is made before the first card is dealt"
    if not 1 <= command.seat <= config.seats:
        yield MAIN_WAGER, f"the table has seats 1 to {config.seats}, no seat {command.seat}"
        return
    if command.wager == ev.BLACKJACK:
        yield from _placing_blackjack(table, command)
    elif command.wager not in table.felt.offers:
        known = [wager.cite for wager in ALL if wager.name == command.wager]
        source = known[0] if known else MAIN_WAGER
        yield source if source.path else source.sub("(a)"), f"this table does not offer the {command.wager} wager"
    else:
        yield from _placing_optional(table, command)


def _placing_blackjack(table: Table, command: do.PlaceWager) -> Iterator[Reason]:
    config = table.felt.config
    seat = table.seat(command.seat)
    if seat is not None and seat.chips:
        yield MAIN_WAGER, f"seat {command.seat} has a blackjack wager already"
    least, most = table.felt.spots
    if not least <= len(command.amounts) <= most:
        asked = "one blackjack wager is" if most == 1 else f"{least} to {most} blackjack wagers are"
        hands = config.game.dealer_hands
        yield hands.wagered if hands else MAIN_WAGER, f"{asked} made here, not {len(command.amounts)}"
    for amount in command.amounts:
        if not (config.minimum or 1) <= amount <= (config.maximum or amount):
            limits = f"${show(config.minimum or Cents(1))} to ${show(config.maximum or amount)}"
            yield base.LIMITS_POSTED, f"the posted limits are {limits}; the wager is ${show(amount)}"


def _placing_optional(table: Table, command: do.PlaceWager) -> Iterator[Reason]:
    offer = table.felt.offers[command.wager]
    wager, seat = offer.wager, table.seat(command.seat)
    if seat is None or not seat.chips:
        yield wager.needs.cite, f"the {wager.name} wager needs {wager.needs.value.value} first"
    if seat is not None and any((one.wager, one.choice) == (wager.name, command.choice) for one in seat.placed):
        yield wager.placed.cite, f"seat {command.seat} has that {wager.name} wager already"
    if len(command.amounts) != 1:
        yield wager.limits.cite, f"the {wager.name} wager is one amount"
        return
    if command.choice not in (wager.choices or (None,)):
        yield wager.placed.cite, f"the {wager.name} wager does not have the choice {command.choice}"
    elif wins := wager.decided_by(table.wins_of(command.seat), command.choice):
        yield wager.settled.cite, f"seat {command.seat} has won {wins} in a row already"
    yield from _within_limits(table, command, seat)


def _within_limits(table: Table, command: do.PlaceWager, seat: Seat | None) -> Iterator[Reason]:
    offer = table.felt.offers[command.wager]
    wager, (amount,) = offer.wager, command.amounts
    limits, source = wager.limits.value, wager.limits.cite
    if limits.exactly and amount not in limits.exactly:
        allowed = " or ".join(f"${show(one)}" for one in limits.exactly)
        yield source, f"the {wager.name} wager is exactly {allowed}, not ${show(amount)}"
    least = max(offer.minimum or Cents(1), limits.least or Cents(1))
    if not limits.exactly and amount < least:
        yield source, f"the {wager.name} wager is at least ${show(least)}, not ${show(amount)}"
    if offer.maximum is not None and amount > offer.maximum:
        yield source, f"the {wager.name} wager is at most ${show(offer.maximum)}, not ${show(amount)}"
    if limits.within_blackjack_wager and seat is not None and seat.chips and amount > min(seat.chips):
        yield source, f"the {wager.name} wager may not exceed the blackjack wager of ${show(min(seat.chips))}"


def on_layout(table: Table, command: do.WithdrawWager) -> tuple[Cents, ...]:
    """Give the chips of a wager that lie on the layout."""
    seat = table.seat(command.seat)
    if seat is None:
        return ()
    if command.wager == ev.BLACKJACK:
        return seat.chips
    found = [one.amount for one in seat.placed if (one.wager, one.choice) == (command.wager, command.choice)]
    return tuple(found)


def _withdrawing(table: Table, command: do.WithdrawWager) -> Iterator[Reason]:
    if table.point is not Point.BEFORE_FIRST_CARD:
        yield NO_WAGER_LATER, "no wager is taken back once the first card is dealt"
    seat = table.seat(command.seat)
    if not on_layout(table, command):
        yield MAIN_WAGER, f"seat {command.seat} has no {command.wager} wager"
    elif seat is not None and command.wager == ev.BLACKJACK and any(not one.stood for one in seat.placed):
        yield MAIN_WAGER, "the wagers that need the blackjack wager are taken back first"
    elif source := _standing(table, command, seat):
        yield source, f"the {command.wager} wager that has begun stands till it is decided"


def _standing(table: Table, command: do.WithdrawWager, seat: Seat | None) -> Cite | None:
    """Return the paragraph by which a wager left from an earlier round stays; None if it may be taken back."""
    mine = [one for one in (seat.placed if seat else ()) if (one.wager, one.choice) == (command.wager, command.choice)]
    if not any(one.stood for one in mine):
        return None
    return table.felt.demands[command.wager].get(Demand.STANDS_TILL_DECIDED)


def _closing_bets(table: Table, _: do.CloseBetting) -> Iterator[Reason]:
    if not table.open:
        yield MAIN_WAGER, "the table is closed"
    yield from _between_rounds(table)
    if not any(seat.chips for seat in table.seats):
        yield MAIN_WAGER, "no blackjack wager has been made"
    if procedure.must_shuffle(table):
        yield SHUFFLE, "the cards are shuffled before the next round"
    for seat in table.seats:
        standing = [one.wager for one in seat.placed]
        if standing and not seat.chips:
            offer = table.felt.offers[standing[0]]
            yield offer.wager.needs.cite, f"seat {seat.number}: the {standing[0]} wager needs a blackjack wager"


def _insurable(table: Table, number: int, source: Cite) -> Iterator[Reason]:
    if not procedure.is_insurance_offered(table):
        if table.felt.rules.hole_card is HoleCard.UP:  # reading 56
            yield procedure.HOLE_CARD_UP, "no insurance is offered where the hole card lies face up"
        else:
            what = ev.INSURANCE if source is INSURING else HandOutcome.EVEN_MONEY.value
            yield source, f"{what} is offered after the second cards, when the upcard is an ace"
        return
    seat = table.seat(number)
    if seat is None or not seat.hands:
        yield source, f"seat {number} has no blackjack wager"
    elif not any(seat.hands[0].live):
        yield source, f"the blackjack wager of seat {number} is settled"


def _insuring(table: Table, command: do.Insure) -> Iterator[Reason]:
    yield from _insurable(table, command.seat, INSURING)
    seat = table.seat(command.seat)
    if seat is None or not seat.hands:
        return
    if any(seat.insurance):
        yield INSURING, f"seat {command.seat} is insured already"
    if len(command.amounts) != len(seat.chips) or not any(command.amounts):
        hands = table.felt.game.dealer_hands
        message = f"insurance is one amount for each blackjack wager, {len(seat.chips)} here, and not nothing"
        yield hands.insured if hands else INSURED_AT_MOST, message
        return
    for amount, chips in zip(command.amounts, seat.chips, strict=True):
        if not 0 <= amount <= chips // 2:
            most = show(Cents(chips // 2))
            yield INSURED_AT_MOST, f"insurance is at most half the wager, ${most}, not ${show(amount)}"


def _even_money(table: Table, command: do.TakeEvenMoney) -> Iterator[Reason]:
    yield from _insurable(table, command.seat, EVEN_MONEY)
    seat = table.seat(command.seat)
    if seat is None or not seat.hands:
        return
    if not seat.hands[0].blackjack:
        yield EVEN_MONEY, f"seat {command.seat} has no blackjack"
    if any(seat.insurance):
        yield EVEN_MONEY, f"seat {command.seat} is insured already"
    if table.felt.rules.blackjack_pays is not BlackjackPays.THREE_TO_TWO or len(seat.chips) > 1:  # reading 59
        yield EVEN_MONEY, "even money is offered for one wager where a blackjack pays 3 to 2"


def _closing_insurance(table: Table, _: do.CloseInsurance) -> Iterator[Reason]:
    if not procedure.is_insurance_offered(table):
        yield INSURING, "no insurance is being offered"


def _closing_surrender(table: Table, _: do.CloseSurrender) -> Iterator[Reason]:
    if table.point is not Point.EARLY_SURRENDER:
        yield blackjack.SURRENDERING, "no early surrender is being offered"


def _deciding(table: Table, command: do.Decide) -> Iterator[Reason]:
    found = procedure.hand_to_decide(table, command.seat)
    if found is None:
        yield procedure.ANNOUNCED, "no hand is waiting for a decision"
        return
    if table.point is Point.EARLY_SURRENDER and command.play is not Play.SURRENDER:
        yield procedure.HOLE_CARD_DOWN, "the dealer looks for a blackjack before any hand is played"
    seat, index = found
    if seat.number != command.seat:
        yield procedure.ANNOUNCED, f"it is the turn of seat {seat.number}, not of seat {command.seat}"
        return
    hand = seat.hands[index]
    yield from why_not(command.play, table.felt.rules, table.in_play(seat, hand))
    if command.amounts is not None:
        yield from _for_less(command, seat, hand)


def _for_less(command: do.Decide, seat: Seat, hand: Hand) -> Iterator[Reason]:
    if command.play is not Play.DOUBLE_DOWN:
        yield blackjack.DOUBLING, "only a double down may be made for less"
    elif len(command.amounts or ()) != len(hand.chips):
        yield blackjack.DOUBLING, f"a double down adds one amount for each of the {len(hand.chips)} wagers"
    else:
        for amount, chips in zip(command.amounts or (), seat.chips, strict=True):
            if not 0 < amount <= chips:
                yield blackjack.DOUBLING, f"a double down adds at most the wager of ${show(chips)}, not ${show(amount)}"


def _awaited(table: Table, seat: int, wager: str, demand: Demand) -> Iterator[Reason]:
    waiting = settle.awaited(table)
    offer = table.felt.offers.get(wager)
    source = table.felt.demands[wager].get(demand, MAIN_WAGER) if offer else MAIN_WAGER
    if (seat, wager, demand) not in waiting:
        yield source, f"seat {seat} has no {wager} wager that waits for this"


def _validating(table: Table, command: do.ValidatePayout) -> Iterator[Reason]:
    yield from _awaited(table, command.seat, command.wager, Demand.SUPERVISOR_VALIDATES)


def _pressing(table: Table, command: do.PressButton) -> Iterator[Reason]:
    yield from _awaited(table, command.seat, command.wager, Demand.PLAYER_PRESSES_BUTTON)
    offer = table.felt.offers.get(command.wager)
    seat = table.seat(command.seat)
    if offer is None or offer.wager.displayed is None or seat is None:
        return
    waiting = [one for one in settle.awaited(table) if one[2] is Demand.PLAYER_PRESSES_BUTTON]
    if waiting and waiting[0][0] != command.seat:
        yield offer.wager.settled.cite, f"the button stands before seat {waiting[0][0]}, not before seat {command.seat}"
    if command.shown not in [amount for amount, _ in settle.display(table, seat, command.wager)]:
        yield offer.wager.pay_tables.cite, f"the display does not show ${show(command.shown)} for this wager"


def _documenting(table: Table, command: do.CompleteDocuments) -> Iterator[Reason]:
    yield from _awaited(table, command.seat, command.wager, Demand.CARDS_HELD_FOR_DOCUMENTS)


# Any: each takes its own kind of command, found by its type.
_REFUSALS: dict[type, Callable[[Table, Any], Iterator[Reason]]] = {
    do.OpenTable: _opening,
    do.CloseTable: _closing,
    do.ShuffleShoe: _shuffling,
    do.PlaceWager: _placing,
    do.WithdrawWager: _withdrawing,
    do.CloseBetting: _closing_bets,
    do.Insure: _insuring,
    do.TakeEvenMoney: _even_money,
    do.CloseInsurance: _closing_insurance,
    do.CloseSurrender: _closing_surrender,
    do.Decide: _deciding,
    do.ValidatePayout: _validating,
    do.CompleteDocuments: _documenting,
    do.PressButton: _pressing,
}
