"""What the page of a table shows one person: a pure function of the table's state, its seats and who looks."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from upcard.english import either, sentence
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game import procedure, refusals, settle
from upcard.game.awaited import Waiting, WaitsFor, waiting_for
from upcard.game.narrate import dealers_total, face, faces, total_words
from upcard.game.refuse import About, Refusal, accepts_coupons, accepts_spoken, must_confirm
from upcard.game.roles import Role
from upcard.game.shoe import LEAST_CUT
from upcard.game.state import Hand, Seat, TableState
from upcard.money import Cents, format_money, plain_money
from upcard.pit import accounts
from upcard.pit.state import NOTHING, PitTable, ShoeStage, SpokenWager
from upcard.rules.enums import Play
from upcard.rules.play_names import LETTERS, label
from upcard.rules.wager import Demand, Person, Point, Wager
from upcard.service.pace import Pace
from upcard.wagers import display_name, heading

_FORMALITIES = {
    WaitsFor.BUTTON: "Seat {seat}: press the {wager} button.",
    WaitsFor.VALIDATION: "A supervisor is validating the {wager} payout at seat {seat}.",
    WaitsFor.DOCUMENTS: "Documents for the {wager} payout at seat {seat} are being completed.",
}


def phase(table: PitTable, state: TableState, waiting: Waiting, own: tuple[int, ...], *, is_patron: bool) -> str:
    """Return what the table is waiting for, in a sentence."""
    match waiting.kind:
        case WaitsFor.OPENING:
            return "The table is closed."
        case WaitsFor.SHUFFLE | WaitsFor.WAGERS:
            return _between_rounds(table, state, waiting, own, is_patron=is_patron)
        case WaitsFor.INSURANCE:
            return f"The dealer shows {face(state.upcard)}: insurance?"
        case WaitsFor.EARLY_SURRENDER:
            return "Surrender before the dealer checks for blackjack?"
        case WaitsFor.DECISION:
            return _decision(state, waiting, own)
        case formality:
            assert waiting.wager is not None
            return _FORMALITIES[formality].format(seat=waiting.seat, wager=display_name(waiting.wager))


def _between_rounds(
    table: PitTable, state: TableState, waiting: Waiting, own: tuple[int, ...], *, is_patron: bool
) -> str:
    if not table.holders:
        return "The table is empty: take a seat." if is_patron else "The table is empty."
    if waiting.kind is WaitsFor.SHUFFLE:
        return _shuffle(table, state, own)
    made = any(seat.chips for seat in state.seats)
    if made:
        return "Last call for wagers before the cards are dealt."
    return "Make your wagers." if own else "Waiting for wagers."


def _shuffle(table: PitTable, state: TableState, own: tuple[int, ...]) -> str:
    if table.shoe is None or table.shoe.stage is not ShoeStage.SEALED:
        return "The cards are being shuffled."
    due = state.cut_by
    if due in own or (due is None and own):
        return "The cards are shuffled: your turn to cut."
    return "The cards are shuffled: waiting for the cut."


def _decision(state: TableState, waiting: Waiting, own: tuple[int, ...]) -> str:
    assert waiting.seat is not None
    assert waiting.hand is not None
    seat = state.seat(waiting.seat)
    assert seat is not None
    hand = seat.hands[waiting.hand - 1]
    which = f", hand {waiting.hand}" if len(seat.hands) > 1 else ""
    whose = "Your turn" if waiting.seat in own else "Seat"
    upcards = " ".join(face(card) for card in state.dealer.shown)
    number = f", seat {waiting.seat}" if waiting.seat in own else f" {waiting.seat}"
    return f"{whose}{number}{which}: {total_words(hand.cards)} against {upcards}."


_OFFERED_FREE = {
    Play.FREE_DOUBLE_DOWN: lambda rules: bool(rules.doubles_free_on),
    Play.FREE_SPLIT: lambda rules: rules.free_split_except is not None,
}


@dataclass(frozen=True)
class OfferedCommand:
    """A button: what it says, the command that it sends, and why it is gray, if it is."""

    label: str
    command: str  # JSON of the body
    refusals: tuple[Refusal, ...] = ()
    key: str = ""  # on the keyboard
    play: str = ""  # in the rule's words, where it is a play


@dataclass(frozen=True)
class ShownArea:
    """A betting area of one's own seat: the amount there, the amounts allowed, and why none is, if so."""

    seat: int
    wager: str
    label: str
    spot: int  # of several blackjack wagers, counted from 0
    choice: int | None
    amount: Cents  # on the layout
    least: Cents
    most: Cents | None
    sizes: tuple[Cents, ...]  # the only ones allowed; empty: any
    refusals: tuple[Refusal, ...]
    stands: bool  # from an earlier round: nobody may move it
    coupon: Cents  # of the amount

    @property
    def limits(self) -> str:
        """The posted limits in words."""
        if self.sizes:
            return either(map(format_money, self.sizes))
        most = "" if self.most is None else f" to {format_money(self.most)}"
        return f"{format_money(self.least)}{most}"


@dataclass(frozen=True)
class ShownHand:
    """A hand in words and as cards."""

    name: str
    cards: tuple[str, ...]  # their notation, for the symbols
    face_down: int
    words: str
    total: str
    is_turn: bool = False
    chips: str = ""
    buttons: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownSeat:
    """A seat, as everybody sees it."""

    number: int
    is_taken: bool
    is_own: bool
    chips: Cents
    hands: tuple[ShownHand, ...]


@dataclass(frozen=True)
class Duty:
    """What a supervisor must do at the table before the round can continue."""

    words: str
    offered: OfferedCommand


@dataclass(frozen=True)
class HeldCoupons:
    """The match play coupons that a patron holds, in words, and the wagers that one can be placed on."""

    words: str
    offered: tuple[OfferedCommand, ...]


@dataclass(frozen=True)
class ShownSpoken:
    """A spoken wager that waits for confirmations, and what the viewer may do about it."""

    words: str
    offered: tuple[OfferedCommand, ...]


@dataclass(frozen=True)
class SpokenForm:
    """What a spoken wager can be confirmed for: seats, and wagers with their choices."""

    role: str  # in which the viewer confirms
    seats: tuple[int, ...]
    wagers: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True)
class CutOffer:
    """The cut, offered to a seat of one's own: how many cards may lie in front of it."""

    seat: int
    least: int
    most: int


@dataclass(frozen=True)
class ShownTable:
    """A table for one person."""

    name: str
    version: int
    role: Role
    is_open: bool
    round: int
    point: str
    phase: str  # what the table waits for, in a sentence
    is_own_turn: bool
    seats: tuple[ShownSeat, ...]
    own: tuple[int, ...]
    dealer: ShownHand
    takes_wagers: bool
    areas: tuple[ShownArea, ...]
    withdrawals: tuple[OfferedCommand, ...]
    plays: tuple[OfferedCommand, ...]
    offers: tuple[OfferedCommand, ...]  # insurance, even money, the bonus button
    cut: CutOffer | None
    duties: tuple[Duty, ...]
    coupons: HeldCoupons | None
    spoken: tuple[ShownSpoken, ...]
    spoken_form: SpokenForm | None
    meters: Mapping[str, str]
    hand_seat: int | None  # whose hand the plays are for
    kept_periods: int  # betting periods for which a seat without a wager is kept
    kept_minutes: int  # for which it is kept while its patron does nothing
    deal: OfferedCommand | None  # ends the betting, as far as the person is concerned
    warnings: tuple[str, ...]  # of seats that are about to be given up

    @property
    def is_watching(self) -> bool:
        """Whether the person holds no seat here."""
        return self.role is Role.PATRON and not self.own


@dataclass(frozen=True)
class Onlooker:
    """The viewer of a table: the role and the seats held there."""

    role: Role
    seats: tuple[int, ...] = ()


def shown_table(
    table: PitTable,
    state: TableState,
    name: str,
    version: int,
    looks: Onlooker,
    *,
    pace: Pace,
    missed: Mapping[int, int] = NOTHING,
    coupons: tuple[tuple[Cents, int], ...] = (),
    waiting: Waiting | None = None,
) -> ShownTable:
    """Return what the page of a table shows a person; it never depends on a face-down card.

    `missed` says how many betting periods each seat has missed. `coupons` are the match play coupons that the person
    holds: each stated value, and how many of it. Pass what the table waits for where it is known.
    """
    waiting = waiting or waiting_for(state)
    own = looks.seats
    asked = tuple(seat for seat in own if seat in waiting.seats and not table.is_ready(seat))
    takes_wagers = state.open and state.point is Point.BEFORE_FIRST_CARD
    return ShownTable(
        name=name,
        version=version,
        role=looks.role,
        is_open=state.open,
        round=state.round,
        point=state.point.name,
        phase=phase(table, state, waiting, own, is_patron=looks.role is Role.PATRON),
        is_own_turn=waiting.seat in own or bool(asked),
        seats=tuple(shown_seat(table, state, name, number, own) for number in _numbers(state)),
        own=own,
        dealer=shown_dealer(state),
        takes_wagers=takes_wagers,
        areas=tuple(area for seat in own for area in _areas(state, seat)),
        withdrawals=tuple(each for seat in own for each in _withdrawals(state, seat)),
        plays=tuple(_plays(state, own, asked)),
        offers=(*_offers(state, waiting, asked), *_buttons(waiting, own)),
        cut=_cut(table, state, own),
        duties=tuple(_duties(state)) if looks.role is Role.SUPERVISOR else (),
        coupons=_coupons(state, own, coupons) if coupons else None,
        spoken=tuple(_spoken(each, state, looks.role) for each in table.spoken),
        spoken_form=_spoken_form(state, looks.role) if takes_wagers else None,
        meters={heading(wager): format_money(meter.amount) for wager, meter in state.meters},
        hand_seat=_deciding(state, own, asked),
        kept_periods=pace.missed_periods,
        kept_minutes=round(pace.seat_hold / timedelta(minutes=1)),
        deal=_deal(table, own) if takes_wagers else None,
        warnings=tuple(_warnings(own, missed, pace.missed_periods)),
    )


def _numbers(state: TableState) -> range:
    return range(1, state.felt.config.seats + 1)


def body(command: str, **fields: object) -> str:
    """Return the JSON of a command's body; fields that are None are left out."""
    return json.dumps({"command": command, **{key: value for key, value in fields.items() if value is not None}})


def shown_seat(table: PitTable, state: TableState, name: str, number: int, own: tuple[int, ...]) -> ShownSeat:
    """Return a seat as everybody sees it, its hands in words; `own` are the viewer's seats."""
    seat, turn = state.seat(number), procedure.turn(state)
    hands = () if seat is None else seat.hands
    chips = Cents(table.balances.get(accounts.stack(name, number), 0))
    at = turn[1] if turn is not None and turn[0].number == number else None
    shown = tuple(_hand(seat, place, is_turn=place == at) for place in range(len(hands)) if seat is not None)
    return ShownSeat(number, number in table.holders, number in own, chips, shown)


def _hand(seat: Seat, place: int, *, is_turn: bool) -> ShownHand:
    hand: Hand = seat.hands[place]
    name = f"Seat {seat.number}" + (f", hand {place + 1}" if len(seat.hands) > 1 else "")
    amounts = [chips + more for chips, more in zip(hand.chips, hand.added or (0,) * len(hand.chips), strict=True)]
    return ShownHand(
        name=name,
        cards=tuple(map(str, hand.cards)),
        face_down=0,
        words=faces(hand.cards),
        total=total_words(hand.cards, is_blackjack=hand.blackjack),
        is_turn=is_turn,
        chips=" + ".join(format_money(amount) for amount in amounts if amount),
        buttons=tuple(map(label, hand.buttons)),
    )


def shown_dealer(state: TableState) -> ShownHand:
    """Return the dealer's hand: the cards that lie face up, and how many do not."""
    dealer = state.dealer
    shown = dealer.shown
    down = len(dealer.cards) - len(shown)
    number = f", hand {dealer.number}" if state.felt.game.dealer_hands is not None else ""
    words = faces(shown) + (" and a card face down" if down else "")
    return ShownHand(f"Dealer{number}", tuple(map(str, shown)), down, words, dealers_total(dealer) if shown else "")


def _areas(state: TableState, number: int) -> Iterator[ShownArea]:
    """Yield the betting areas of a seat: one for each blackjack wager, optional wager and choice."""
    config, seat = state.felt.config, state.seat(number)
    spots = state.felt.spots[1]
    for spot in range(spots):
        least, most = config.spot_limits(spot)
        amount = seat.chips[spot] if seat is not None and spot < len(seat.chips) else Cents(0)
        least = least or Cents(1)
        words = f"{heading(ev.BLACKJACK)} {spot + 1}" if spots > 1 else heading(ev.BLACKJACK)
        command = do.PlaceWager(number, ev.BLACKJACK, (least,) * state.felt.spots[0])
        refused = () if amount else refusals(state, command)
        yield ShownArea(
            number, ev.BLACKJACK, words, spot, None, amount, least, most, (), refused, stands=False, coupon=Cents(0)
        )
    for offer in config.offers:
        for choice in offer.wager.choices or (None,):
            yield _optional(state, number, offer.wager, choice)


def _optional(state: TableState, number: int, wager: Wager, choice: int | None) -> ShownArea:
    offer, seat = state.felt.offers[wager.name], state.seat(number)
    same = [placed for placed in (seat.placed if seat else ()) if (placed.wager, placed.choice) == (wager.name, choice)]
    limits = wager.limits.value
    sizes = offer.sizes if limits.exactly else ()
    least = offer.least or Cents(1)
    words = wager.heading if choice is None else f"{wager.heading} on {choice}"
    stands = bool(same) and bool(refusals(state, do.WithdrawWager(number, wager.name, choice)))
    refused = () if same else _lasting(state, do.PlaceWager(number, wager.name, (least,), choice))
    amount = same[0].amount if same else Cents(0)
    coupon = same[0].coupon if same else Cents(0)
    return ShownArea(
        number, wager.name, words, 0, choice, amount, least, offer.maximum, sizes, refused, stands=stands, coupon=coupon
    )


def _lasting(state: TableState, command: do.PlaceWager) -> tuple[Refusal, ...]:
    """Return why a wager may not be made, apart from the blackjack wager it is placed together with."""
    seat = state.seat(command.seat)
    has_wager = seat is not None and bool(seat.chips)
    refused = refusals(state, command)
    return tuple(each for each in refused if has_wager or each.about is not About.WAGER_NEEDED)


def _withdrawals(state: TableState, number: int) -> Iterator[OfferedCommand]:
    """Yield the commands that take the wagers of a seat back, in an order in which they are allowed."""
    seat = state.seat(number)
    if seat is None or state.point is not Point.BEFORE_FIRST_CARD:
        return
    for placed in seat.placed:
        if not refusals(state, do.WithdrawWager(number, placed.wager, placed.choice)):
            words = body("WithdrawWager", seat=number, wager=placed.wager, choice=placed.choice)
            yield OfferedCommand(f"Take back {display_name(placed.wager)}", words)
    if seat.chips:
        yield OfferedCommand("Take back the wager", body("WithdrawWager", seat=number, wager=ev.BLACKJACK))


def _deal(table: PitTable, own: tuple[int, ...]) -> OfferedCommand | None:
    """Return what ends the betting for a person, unless they have said so."""
    if not own or any(table.is_ready(seat) for seat in own):
        return None
    return OfferedCommand("Deal", body("DeclareReady", seat=own[0]), key="D")


def _warnings(own: tuple[int, ...], missed: Mapping[int, int], kept: int) -> Iterator[str]:
    for seat in own:
        if count := missed.get(seat, 0):
            periods = "a betting period" if count == 1 else f"{count} betting periods in a row"
            end = "the next one" if kept - count == 1 else f"{kept - count} more"
            yield f"Seat {seat} has sat out {periods}: it is given up after {end} without a wager."


def _deciding(state: TableState, own: tuple[int, ...], asked: tuple[int, ...]) -> int | None:
    """Return the seat of one's own that may decide now: whose turn it is, or the next that may surrender early."""
    turn = procedure.turn(state)
    if turn is not None:
        return turn[0].number if turn[0].number in own else None
    early = {seat.number for seat in procedure.may_surrender_early(state)}
    return next((number for number in asked if number in early), None)


def _plays(state: TableState, own: tuple[int, ...], asked: tuple[int, ...]) -> Iterator[OfferedCommand]:
    """Yield every play of the game with its letter; one that is not allowed now has its reasons."""
    number = _deciding(state, own, asked)
    if number is None:
        return
    for play, letter in LETTERS.items():
        is_offered = _OFFERED_FREE.get(play)
        if is_offered is None or is_offered(state.felt.rules):
            reasons = refusals(state, do.Decide(number, play))
            words = body("Decide", seat=number, play=play.value)
            yield OfferedCommand(sentence(label(play)), words, reasons, letter, play.value)


def _offers(state: TableState, waiting: Waiting, asked: tuple[int, ...]) -> Iterator[OfferedCommand]:
    """Yield what the seats that have not answered are offered besides plays; the letters are those of the first one."""
    for number in asked:
        declined = body("DeclareReady", seat=number)
        is_first = number == asked[0]
        if waiting.kind is WaitsFor.INSURANCE:
            yield from _insurance(state, number, is_first=is_first)
            yield OfferedCommand(f"No insurance, seat {number}", declined, key="N" if is_first else "")
        elif waiting.kind is WaitsFor.EARLY_SURRENDER:
            yield OfferedCommand(f"Do not surrender, seat {number}", declined, key="N" if is_first else "")


def _insurance(state: TableState, number: int, *, is_first: bool) -> Iterator[OfferedCommand]:
    seat = state.seat(number)
    assert seat is not None
    amounts = tuple(Cents(chips // 2) for chips in seat.chips)
    yield OfferedCommand(
        f"Insurance for {format_money(sum(amounts))}, seat {number}",
        body("Insure", seat=number, amounts=[plain_money(amount) for amount in amounts]),
        key="I" if is_first else "",
    )
    if not refusals(state, do.TakeEvenMoney(number)):
        yield OfferedCommand(
            f"Even money, seat {number}", body("TakeEvenMoney", seat=number), key="E" if is_first else ""
        )


def _buttons(waiting: Waiting, own: tuple[int, ...]) -> Iterator[OfferedCommand]:
    if waiting.kind is WaitsFor.BUTTON and waiting.wager is not None and waiting.seat in own:
        words = f"Press the {display_name(waiting.wager)} button"
        yield OfferedCommand(words, body("PressBonusButton", seat=waiting.seat, wager=waiting.wager), key="B")


def _cut(table: PitTable, state: TableState, own: tuple[int, ...]) -> CutOffer | None:
    if table.shoe is None or table.shoe.stage is not ShoeStage.SEALED:
        return None
    due = state.cut_by
    seat = due if due in own else next(iter(own), None) if due is None else None
    if seat is None:
        return None
    return CutOffer(seat, LEAST_CUT, 52 * state.felt.config.decks - LEAST_CUT)


def _duties(state: TableState) -> Iterator[Duty]:
    """Yield what waits for a supervisor."""
    for number, wager, demand in settle.awaited(state):
        if demand is Demand.SUPERVISOR_VALIDATES:
            offered = OfferedCommand(f"Validate the {wager} payout", body("ValidatePayout", seat=number, wager=wager))
            yield Duty(f"Seat {number}: the {wager} payout is waiting for your validation.", offered)
        elif demand is Demand.CARDS_HELD_FOR_DOCUMENTS:
            offered = OfferedCommand(
                f"Complete the {wager} documents", body("CompleteDocuments", seat=number, wager=wager)
            )
            yield Duty(f"Seat {number}: the cards are held until the {wager} documents are complete.", offered)


def _coupons(state: TableState, own: tuple[int, ...], held: tuple[tuple[Cents, int], ...]) -> HeldCoupons:
    """Return how many coupons a patron holds, and every wager of the own seats that one can be placed on."""
    numbers = ", ".join(f"{count} of {format_money(value)}" for value, count in held)
    offered = tuple(
        _with_coupon(state, number, offer.wager.name, choice, value)
        for number in own
        for offer in state.felt.config.offers
        if accepts_coupons(offer)
        for choice in offer.wager.choices or (None,)
        for value, _ in held
    )
    taken = "" if offered or not own else " This table takes none."
    return HeldCoupons(f"You hold match play coupons: {numbers}.{taken}", offered)


def _with_coupon(state: TableState, number: int, wager: str, choice: int | None, value: Cents) -> OfferedCommand:
    reasons = refusals(state, do.PlaceWager(number, wager, (Cents(0),), choice, coupon=value))
    words = f"Coupon of {format_money(value)} on {_named(wager, choice)}, seat {number}"
    fields = {
        "seat": number,
        "wager": wager,
        "choice": choice,
        "amounts": [plain_money(0)],
        "coupon": plain_money(value),
    }
    return OfferedCommand(words, body("PlaceWager", **fields), reasons)


def _named(wager: str, choice: int | None) -> str:
    return wager if choice is None else f"{wager} {choice}"


_CONFIRMS = {Role.DEALER: Person.DEALER, Role.SUPERVISOR: Person.SUPERVISOR}


def _spoken(spoken: SpokenWager, state: TableState, role: Role) -> ShownSpoken:
    """Return a spoken wager in words; a dealer or supervisor may confirm or return it."""
    given = {each.person for each in spoken.confirmations}
    missing = must_confirm(state.felt.offers[spoken.wager]) - given
    confirmed, waits = (
        " and the ".join(person.value for person in Person if person in which) for which in (given, missing)
    )
    name = _named(spoken.wager, spoken.choice)
    words = (
        f"Seat {spoken.seat}: spoken {name} wager of {format_money(spoken.amount)} in cash, confirmed by the"
        f" {confirmed}, waits for the {waits}."
    )
    if role not in _CONFIRMS:
        return ShownSpoken(words, ())
    same: dict[str, object] = {"seat": spoken.seat, "wager": spoken.wager, "choice": spoken.choice}
    which = f"the spoken {name} wager of seat {spoken.seat}"
    confirm = body("ConfirmSpokenWager", **same, amount=plain_money(spoken.amount), role=role.value)
    offered = [OfferedCommand(f"Confirm {which}", confirm)] if _CONFIRMS[role] in missing else []
    return ShownSpoken(words, (*offered, OfferedCommand(f"Return {which}", body("ReturnSpokenWager", **same))))


def _spoken_form(state: TableState, role: Role) -> SpokenForm | None:
    """Return what a dealer or supervisor may confirm a spoken wager for: it comes with a blackjack wager."""
    seats = tuple(seat.number for seat in state.seats if seat.chips)
    wagers = tuple(
        (offer.wager.name, choice)
        for offer in state.felt.config.offers
        if accepts_spoken(offer)
        for choice in offer.wager.choices or (None,)
    )
    return SpokenForm(role.value, seats, wagers) if role in _CONFIRMS and seats and wagers else None
