"""Refusals: every reason why a command is not allowed now, each with its paragraph.

Each command has a function of its name, which yields the reasons against it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

from upcard.english import either
from upcard.errors import UpcardError
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game import procedure, settle
from upcard.game.dealers_hand import HOLE_CARD_DOWN_LAW
from upcard.game.shoe import LEAST_CUT
from upcard.game.state import Hand, Placed, Seat, TableState
from upcard.game.voiding import IRREGULARITIES
from upcard.law import Cite, Edition, Unknown, cite, in_edition
from upcard.money import Cents, format_money
from upcard.rules import base, blackjack
from upcard.rules.apply import equals_full_insurance, why_not
from upcard.rules.enums import HandOutcome, HoleCard, Play, Surrender
from upcard.rules.switches import WAGERS_AFTER_A_WIN
from upcard.rules.wager import Confirmed, Demand, Medium, Person, Point, Wager
from upcard.table import Offer, Verdict, check
from upcard.table.requirement import bound_of
from upcard.wagers import ALL, display_name

MAIN_WAGER = cite("13:69F-2.3(a)")
NO_WAGER_LATER = cite("13:69F-2.3(d)")
SHUFFLE = cite("13:69F-2.5(a)")
CUTTING = cite("13:69F-2.5(d)")
CUT_PLACE = cite("13:69F-2.5(c)")
WHO_CUTS = cite("13:69F-2.5(e)")
INSURING = cite("13:69F-2.9(a)")
INSURED_AT_MOST = cite("13:69F-2.9(b)")
EVEN_MONEY = cite("13:69F-2.7(c)")
LONGEST_NAME, LONGEST_TEXT = 100, 200  # characters


class About(Enum):
    """What a refusal is about, for those who must tell it apart from others."""

    OTHER = "something else"
    SEAT = "a seat, which the message names"
    WAGER_NEEDED = "another wager, which must be made first"


Reason = tuple[Cite, str] | tuple[Cite, str, About]


@dataclass(frozen=True)
class Refusal:
    """A command that the rules do not allow now, and the paragraph that says so.

    >>> import upcard
    >>> table = upcard.LiveTable(upcard.Table(decks=6, minimum="10.00", maximum="500.00"))
    >>> print(table.refusals({"schema": 1, "command": "CloseBetting"})[0])
    the table is closed [13:69F-2.3(a)]
    """

    cite: Cite
    message: str
    about: About = field(default=About.OTHER, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.message} [{self.cite}]"


def refusal_in(edition: Edition, source: Cite, message: str, about: About = About.OTHER) -> Refusal:
    """Return a refusal with the numbers of an edition."""
    return Refusal(source.as_of(edition), in_edition(message, edition), about)


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
    return tuple(dict.fromkeys(refusal_in(edition, *reason) for reason in reasons))


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
        yield WHO_CUTS, f"the cut must be offered to seat {due} first", About.SEAT


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
        yield source, f"seat {number} has no blackjack wager", About.SEAT
    elif not any(seat.hands[0].live):
        yield source, f"the blackjack wager of seat {number} is already settled", About.SEAT


def _insure(table: TableState, command: do.Insure) -> Iterator[Reason]:
    yield from _insurance_offered(table, command.seat, INSURING)
    seat = table.seat(command.seat)
    if seat is None or not seat.hands:
        return
    if any(seat.insurance):
        yield INSURING, f"seat {command.seat} is already insured", About.SEAT
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
        yield EVEN_MONEY, f"seat {command.seat} has no blackjack", About.SEAT
    if any(seat.insurance):
        yield EVEN_MONEY, f"seat {command.seat} is already insured", About.SEAT
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
        yield procedure.ANNOUNCED, f"it is the turn of seat {seat.number}, not of seat {command.seat}", About.SEAT
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
    if (seat, wager, demand) not in settle.awaited(table):
        yield source, f"seat {seat} has no {wager} wager that waits for {_WAITS_FOR[demand]}", About.SEAT


_WAITS_FOR = {
    Demand.SUPERVISOR_VALIDATES: "a supervisor",
    Demand.PLAYER_PRESSES_BUTTON: "the button",
    Demand.CARDS_HELD_FOR_DOCUMENTS: "documents",
}


def _validate_payout(table: TableState, command: do.ValidatePayout) -> Iterator[Reason]:
    yield from _awaited(table, command.seat, command.wager, Demand.SUPERVISOR_VALIDATES)
    if command.not_from_rack and Demand.CARDS_HELD_FOR_DOCUMENTS not in table.felt.demands.get(command.wager, {}):
        yield MAIN_WAGER, f"no text is held by which the {display_name(command.wager)} payout is not made from the rack"


def _press_button(table: TableState, command: do.PressButton) -> Iterator[Reason]:
    yield from _awaited(table, command.seat, command.wager, Demand.PLAYER_PRESSES_BUTTON)
    offer = table.felt.offers.get(command.wager)
    seat = table.seat(command.seat)
    if offer is None or offer.wager.displayed is None or seat is None:
        return
    winners = [number for number, _, demand in settle.awaited(table) if demand is Demand.PLAYER_PRESSES_BUTTON]
    if winners and winners[0] != command.seat:
        yield offer.wager.settled.cite, f"the button is at seat {winners[0]}, not at seat {command.seat}", About.SEAT
    if command.shown not in [amount for amount, _ in settle.display_amounts(table, seat, command.wager)]:
        yield offer.wager.pay_tables.cite, f"the display cannot show {format_money(command.shown)} for this wager"


def _complete_documents(table: TableState, command: do.CompleteDocuments) -> Iterator[Reason]:
    yield from _awaited(table, command.seat, command.wager, Demand.CARDS_HELD_FOR_DOCUMENTS)


def void_round(table: TableState, command: do.VoidRound) -> Iterator[Reason]:
    """Yield every reason why the round may not be voided."""
    if not table.open:
        yield MAIN_WAGER, "the table is closed"
    if not any(isinstance(event, ev.WagerPlaced) for event in table.moved):
        yield IRREGULARITIES, "there is nothing to void: no wager of this round is on the layout"
    for name, text in (("by", command.by), ("reason", command.reason)):
        if not text.strip() or not text.isprintable() or len(text) > LONGEST_TEXT:
            yield IRREGULARITIES, f"{name} must be 1 to {LONGEST_TEXT} printable characters, not all of them blank"


def place_wager(table: TableState, command: do.PlaceWager) -> Iterator[Reason]:
    """Yield every reason why a wager may not be made now."""
    config = table.felt.config
    if not table.open:
        yield MAIN_WAGER, "the table is closed"
    if table.point is not Point.BEFORE_FIRST_CARD:
        yield NO_WAGER_LATER, f"the {display_name(command.wager)} wager must be made before the first card is dealt"
    if not 1 <= command.seat <= config.seats:
        yield MAIN_WAGER, f"there is no seat {command.seat}: the table has seats 1 to {config.seats}", About.SEAT
        return
    if command.wager == ev.BLACKJACK:
        yield from _place_blackjack_wager(table, command)
        yield from blackjack_wager_made_with(command, MAIN_WAGER)
    elif command.wager not in table.felt.offers:
        source = next((wager.cite for wager in ALL if wager.name == command.wager), MAIN_WAGER)
        yield (
            source if source.path else source.sub("(a)"),
            f"this table does not offer the {display_name(command.wager)} wager",
        )
    else:
        yield from _place_optional_wager(table, command)


def _place_blackjack_wager(table: TableState, command: do.PlaceWager) -> Iterator[Reason]:
    config = table.felt.config
    seat = table.seat(command.seat)
    if seat is not None and seat.chips:
        yield MAIN_WAGER, f"seat {command.seat} already has a blackjack wager", About.SEAT
    least, most = table.felt.spots
    if not least <= len(command.amounts) <= most:
        count = str(least) if least == most else f"{least} to {most}"
        required = "one blackjack wager" if most == 1 else f"{count} blackjack wagers"
        hands = config.game.dealer_hands
        message = f"seat {command.seat} must make {required}, not {len(command.amounts)}"
        yield hands.wagered if hands else MAIN_WAGER, message, About.SEAT
    for spot, amount in enumerate(command.amounts):
        minimum, maximum = config.spot_limits(spot)
        which = f"blackjack wager {spot + 1}" if config.stated_spot_limits else "the blackjack wager"
        if amount < (minimum or Cents(1)):
            yield (
                base.LIMITS_POSTED,
                f"{which} must be at least {format_money(minimum or Cents(1))}, not {format_money(amount)}",
            )
        elif maximum and amount > maximum:
            yield base.LIMITS_POSTED, f"{which} may be at most {format_money(maximum)}, not {format_money(amount)}"


def _place_optional_wager(table: TableState, command: do.PlaceWager) -> Iterator[Reason]:
    offer = table.felt.offers[command.wager]
    wager, seat = offer.wager, table.seat(command.seat)
    if seat is None or not seat.chips:
        yield (
            wager.needs.cite,
            f"the {wager.display_name} wager needs {wager.needs.value.value} first",
            About.WAGER_NEEDED,
        )
    if seat is not None and any(_is_same(placed, command) for placed in seat.placed):
        yield wager.placed.cite, f"seat {command.seat} already has that {wager.display_name} wager", About.SEAT
    if len(command.amounts) != 1:
        yield wager.limits.cite, f"the {wager.display_name} wager must be one amount, not {len(command.amounts)}"
        return
    if command.choice not in (wager.choices or (None,)):
        yield wager.placed.cite, _no_such_choice(wager, command.choice)
    elif wins := wager.decided_by(table.wins_of(command.seat), command.choice):
        won = f"seat {command.seat} has already won {wins} in a row"
        yield wager.settled.cite, f"{won}, which decides that {wager.display_name} wager", About.SEAT
    elif not command.made_earlier and is_barred_by_wins(table, command.seat, wager):
        yield (
            wager.placed.cite,
            f"no {wager.display_name} wager is made at a seat with wins in a row, such as {command.seat}",
            About.SEAT,
        )
    yield from made_with(offer, command)
    yield from _within_limits(table, command, seat)
    yield from without_payout(offer)


def without_payout(offer: Offer) -> Iterator[Reason]:
    """Yield why a wager cannot be dealt at all: the table posts nothing for one of its wins."""
    if missing := [outcome.label for outcome in offer.wager.wins if outcome not in offer.pays]:
        source = offer.wager.pay_tables.cite
        yield (
            source,
            f"the {offer.wager.display_name} wager cannot be dealt: the table posts no payout for {missing[0]}",
        )


def is_barred_by_wins(table: TableState, seat: int, wager: Wager) -> bool:
    """Whether a wager on streaks may not be made now because its seat has wins in a row."""  # reading 67
    allowed = WAGERS_AFTER_A_WIN.is_other(table.felt.config.house)
    return wager.sees_results and not allowed and table.wins_of(seat) > 0


def _is_same(placed: Placed, command: do.PlaceWager | do.WithdrawWager) -> bool:
    return placed.wager == command.wager and placed.choice == command.choice


def _no_such_choice(wager: Wager, choice: int | None) -> str:
    if not wager.choices:
        return f"the {wager.display_name} wager has no choices"
    lack = "needs a choice" if choice is None else f"has no choice {choice}"
    return f"the {wager.display_name} wager {lack}; choices: {', '.join(map(str, wager.choices))}"


def _within_limits(table: TableState, command: do.PlaceWager, seat: Seat | None) -> Iterator[Reason]:
    offer = table.felt.offers[command.wager]
    wager, amount = offer.wager, Cents(sum(command.amounts) + command.coupon)  # reading 71
    limits, source = wager.limits.value, wager.limits.cite
    if limits.exactly:
        if amount not in offer.sizes:
            yield source, offer.wrong_size(amount)
        return
    least = offer.least or Cents(1)
    if amount < least:
        yield (
            source,
            f"the {wager.display_name} wager must be at least {format_money(least)}, not {format_money(amount)}",
        )
    if offer.maximum is not None and amount > offer.maximum:
        yield (
            source,
            f"the {wager.display_name} wager may be at most {format_money(offer.maximum)}, not {format_money(amount)}",
        )
    if limits.within_blackjack_wager and seat is not None and seat.chips and amount > seat.chips[0]:  # reading 68
        most = f"the {'first ' * (len(seat.chips) > 1)}blackjack wager of {format_money(seat.chips[0])}"
        yield source, f"the {wager.display_name} wager may not exceed {most}, not {format_money(amount)}"


def on_layout(table: TableState, command: do.WithdrawWager) -> tuple[tuple[Cents, ...], Cents]:
    """Return the chips of a wager on the layout and its coupon; no amount of chips if there is no such wager."""
    seat = table.seat(command.seat)
    if seat is None:
        return (), Cents(0)
    if command.wager == ev.BLACKJACK:
        return seat.chips, Cents(0)
    wagers = [placed for placed in seat.placed if _is_same(placed, command)]
    return tuple(placed.chips for placed in wagers), Cents(sum(placed.coupon for placed in wagers))


def withdraw_wager(table: TableState, command: do.WithdrawWager) -> Iterator[Reason]:
    """Yield every reason why a wager may not be taken back now."""
    if table.point is not Point.BEFORE_FIRST_CARD:
        yield NO_WAGER_LATER, "no wager may be taken back once the first card is dealt"
    seat = table.seat(command.seat)
    if not on_layout(table, command)[0]:
        yield MAIN_WAGER, f"seat {command.seat} has no {display_name(command.wager)} wager", About.SEAT
    elif seat is not None and command.wager == ev.BLACKJACK and any(not placed.stood for placed in seat.placed):
        yield (
            MAIN_WAGER,
            f"seat {command.seat} must take back the wagers that need the blackjack wager first",
            About.SEAT,
        )
    elif source := _standing_cite(table, command, seat):
        yield source, f"the {display_name(command.wager)} wager stands from an earlier round until it is decided"


def _standing_cite(table: TableState, command: do.WithdrawWager, seat: Seat | None) -> Cite | None:
    """Return the paragraph by which a wager stands from an earlier round; None if it may be taken back."""
    if seat is None or not seat.chips:  # reading 70
        return None
    if not any(placed.stood and _is_same(placed, command) for placed in seat.placed):
        return None
    return table.felt.demands[command.wager].get(Demand.STANDS_UNTIL_DECIDED)


def blackjack_wager_made_with(command: do.PlaceWager, source: Cite) -> Iterator[Reason]:
    """Yield why a blackjack wager may not be made with a coupon, nor be recorded as spoken."""
    if command.coupon:
        yield source, "no text is held by which a blackjack wager may be made with a match play coupon"
    if command.spoken is not None:
        spoken = "no text is held by which a blackjack wager may be spoken"
        yield source, f"{spoken}: record it as made with chips once the cash is changed"


def made_with(offer: Offer, command: do.PlaceWager) -> Iterator[Reason]:
    """Yield why an optional wager may not be made with this coupon, or be spoken with these confirmations."""
    if command.coupon:
        yield from _with_coupon(offer, command)
    if command.spoken is not None:
        yield from _spoken(offer, command)


def _with_coupon(offer: Offer, command: do.PlaceWager) -> Iterator[Reason]:
    wager, media = offer.wager, offer.wager.media
    for what, amount in (("chips", command.amounts[0]), ("coupon", command.coupon)):
        if amount < 0:
            yield (
                wager.limits.cite,
                f"the {what} of the {wager.display_name} wager must be at least $0.00, not {format_money(amount)}",
            )
    if not isinstance(media, Unknown) and Medium.COUPON not in media.value:
        accepted = either(medium.value for medium in Medium if medium in media.value)
        yield media.cite, f"the {wager.display_name} wager is made with {accepted}, not with a match play coupon"
    elif not offer.coupons:
        yield (
            media.cite,
            f"the table accepts no match play coupon for the {wager.display_name} wager: its file has coupons = false",
        )


def accepts_coupons(offer: Offer) -> bool:
    """Whether a table accepts match play coupons for a wager, and its section does not say otherwise."""
    media = offer.wager.media
    return offer.coupons and (isinstance(media, Unknown) or Medium.COUPON in media.value)


def accepts_spoken(offer: Offer) -> bool:
    """Whether a table accepts a spoken wager, and its section does not say otherwise."""
    spoken = offer.wager.spoken
    return bool(offer.spoken_wagers) and (isinstance(spoken, Unknown) or bool(spoken.value))


def must_confirm(offer: Offer) -> frozenset[Person]:
    """Return who must confirm a spoken wager: by its section and by what the table states; at least the dealer."""
    spoken, stated = offer.wager.spoken, offer.spoken_wagers
    by_rule = frozenset[Person]() if isinstance(spoken, Unknown) else spoken.value
    by_table = stated.persons if isinstance(stated, Confirmed) else frozenset[Person]()
    return by_rule | by_table or frozenset({Person.DEALER})


def _spoken(offer: Offer, command: do.PlaceWager) -> Iterator[Reason]:
    wager, spoken, confirmations = offer.wager, offer.wager.spoken, command.spoken or ()
    needed = must_confirm(offer) - {each.person for each in confirmations}
    missing = [person.value for person in Person if person in needed]
    if not isinstance(spoken, Unknown) and not spoken.value:
        yield spoken.cite, f"a spoken {wager.display_name} wager is not accepted"
    elif not offer.spoken_wagers:
        yield spoken.cite, f"the table accepts no spoken {wager.display_name} wager: its file has spoken_wagers = false"
    elif missing:
        also = "also " if confirmations else ""
        who = " and the ".join(missing)
        yield (
            spoken.cite,
            f"a spoken {wager.display_name} wager must {also}be confirmed by the {who} before the first card",
        )
    if not any(command.amounts):
        yield spoken.cite, f"a spoken {wager.display_name} wager comes with cash: state its amount"
    if len({each.person for each in confirmations}) < len(confirmations):
        yield spoken.cite, "each person confirms a spoken wager once"
    for each in confirmations:
        if len(each.name) > LONGEST_NAME or not each.name.isprintable():
            yield spoken.cite, f"the name of who confirmed must be at most {LONGEST_NAME} printable characters"


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
