"""Refusals of wagers: every reason why a wager may not be made, or not be taken back, each with its paragraph."""

from collections.abc import Iterator

from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.refuse_media import Reason, blackjack_wager_made_with, made_with
from upcard.game.state import Placed, Seat, TableState
from upcard.law import Cite, cite
from upcard.money import Cents, format_money
from upcard.rules import base
from upcard.rules.switches import WAGERS_AFTER_A_WIN
from upcard.rules.wager import Demand, Point, Wager
from upcard.table import Offer
from upcard.wagers import ALL

NO_WAGER_LATER = cite("13:69F-2.3(d)")
MAIN_WAGER = cite("13:69F-2.3(a)")


def place_wager(table: TableState, command: do.PlaceWager) -> Iterator[Reason]:
    """Yield every reason why a wager may not be made now."""
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
        yield from blackjack_wager_made_with(command, MAIN_WAGER)
    elif command.wager not in table.felt.offers:
        source = next((wager.cite for wager in ALL if wager.name == command.wager), MAIN_WAGER)
        yield source if source.path else source.sub("(a)"), f"this table does not offer the {command.wager} wager"
    else:
        yield from _place_optional_wager(table, command)


def _place_blackjack_wager(table: TableState, command: do.PlaceWager) -> Iterator[Reason]:
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
    elif not command.made_earlier and is_barred_by_wins(table, command.seat, wager):
        yield wager.placed.cite, f"no {wager.name} wager is made at a seat with wins in a row, such as {command.seat}"
    yield from made_with(offer, command)
    yield from _within_limits(table, command, seat)
    yield from without_payout(offer)


def without_payout(offer: Offer) -> Iterator[Reason]:
    """Yield why a wager cannot be dealt at all: the table posts nothing for one of its wins."""
    if missing := [outcome.label for outcome in offer.wager.wins if outcome not in offer.pays]:
        source = offer.wager.pay_tables.cite
        yield source, f"the {offer.wager.name} wager cannot be dealt: the table posts no payout for {missing[0]}"


def is_barred_by_wins(table: TableState, seat: int, wager: Wager) -> bool:
    """Whether a wager on streaks may not be made now because its seat has wins in a row."""  # reading 67
    allowed = WAGERS_AFTER_A_WIN.is_other(table.felt.config.house)
    return wager.sees_results and not allowed and table.wins_of(seat) > 0


def _is_same(placed: Placed, command: do.PlaceWager | do.WithdrawWager) -> bool:
    return placed.wager == command.wager and placed.choice == command.choice


def _no_such_choice(wager: Wager, choice: int | None) -> str:
    if not wager.choices:
        return f"the {wager.name} wager has no choices"
    lack = "needs a choice" if choice is None else f"has no choice {choice}"
    return f"the {wager.name} wager {lack}; choices: {', '.join(map(str, wager.choices))}"


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
        yield source, f"the {wager.name} wager must be at least {format_money(least)}, not {format_money(amount)}"
    if offer.maximum is not None and amount > offer.maximum:
        yield source, f"the {wager.name} wager may be at most {format_money(offer.maximum)}, not {format_money(amount)}"
    if limits.within_blackjack_wager and seat is not None and seat.chips and amount > seat.chips[0]:  # reading 68
        most = f"the {'first ' * (len(seat.chips) > 1)}blackjack wager of {format_money(seat.chips[0])}"
        yield source, f"the {wager.name} wager may not exceed {most}, not {format_money(amount)}"


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
        yield MAIN_WAGER, f"seat {command.seat} has no {command.wager} wager"
    elif seat is not None and command.wager == ev.BLACKJACK and any(not placed.stood for placed in seat.placed):
        yield MAIN_WAGER, f"seat {command.seat} must take back the wagers that need the blackjack wager first"
    elif source := _standing_cite(table, command, seat):
        yield source, f"the {command.wager} wager stands from an earlier round until it is decided"


def _standing_cite(table: TableState, command: do.WithdrawWager, seat: Seat | None) -> Cite | None:
    """Return the paragraph by which a wager stands from an earlier round; None if it may be taken back."""
    if seat is None or not seat.chips:  # reading 70
        return None
    if not any(placed.stood and _is_same(placed, command) for placed in seat.placed):
        return None
    return table.felt.demands[command.wager].get(Demand.STANDS_UNTIL_DECIDED)
