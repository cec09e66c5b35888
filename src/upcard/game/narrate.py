"""Events in words, as a pit supervisor would say them."""

from collections.abc import Callable, Iterable
from typing import Any

from upcard.cards import Card, Suit
from upcard.english import listed
from upcard.game import events as ev
from upcard.game.confirmation import in_words
from upcard.game.state import DEALER, Dealer
from upcard.law import Standing
from upcard.money import Cents, format_money
from upcard.rules.apply import SPLITS
from upcard.rules.enums import HandOutcome
from upcard.rules.facts import HandTotal, Total
from upcard.rules.hand import MOST_POINTS
from upcard.rules.option import EquipmentKind
from upcard.rules.play_names import label
from upcard.wagers import GAMES, display_name

# What the equipment of a game calls them.
_TOKENS = [each.value.name for game in GAMES for each in game.equipment if each.value.kind is EquipmentKind.TOKENS]
_FREE_BUTTON = _TOKENS[0].removesuffix("s")
COUPONS = 71  # the Reading on how a match play coupon is paid
_ORDINALS = {2: "second", 3: "third"}
_SUIT_SIGNS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


def text(event: ev.Event) -> str:
    """Return what happened in words; nothing for an event that only moves the round on."""
    describe = _DESCRIBED.get(type(event))
    return describe(event) if describe else _FIXED[type(event)]


def face(card: Card) -> str:
    """Return a card with the sign of its suit: A♥, 10♠."""
    rank = str(card)[0]
    return ("10" if rank == "T" else rank) + _SUIT_SIGNS[card.suit]


def faces(cards: Iterable[Card]) -> str:
    """Return cards with the signs of their suits, in a row."""
    return " ".join(map(face, cards))


def total_words(cards: Iterable[Card], *, is_blackjack: bool = False) -> str:
    """Return what the cards of a hand come to, in words: soft 17, 21, blackjack; an ace alone is an ace.

    >>> from upcard.cards import cards
    >>> total_words(cards("As 6d")), total_words(cards("As")), total_words(cards("As Kd"), is_blackjack=True)
    ('soft 17', 'ace', 'blackjack')
    """
    total, cards = Total(0), tuple(cards)
    for card in cards:
        total = total.plus(card)
    if is_blackjack:
        return HandOutcome.BLACKJACK.value
    if len(cards) == 1 and total.soft:
        return "ace"
    return f"{'soft ' if total.soft and total.points < MOST_POINTS else ''}{total.points}"


def dealers_total(dealer: Dealer) -> str:
    """Return what the dealer's cards that lie face up come to, in words."""
    total = Total(0)
    for each in dealer.shown:
        total = total.plus(each)
    return total_words(dealer.shown, is_blackjack=HandTotal(total, len(dealer.shown)).blackjack)


def _seat(seat: int, hand: int = 0) -> str:
    return f"seat {seat}" + (f", hand {hand + 1}" if hand else "")


def _sum(amounts: tuple[Cents, ...]) -> str:
    return " + ".join(format_money(amount) for amount in amounts)


def _wager(wager: str, choice: int | None) -> str:
    return f"{display_name(wager)} on {choice}" if choice is not None else display_name(wager)


def _meter_funded(event: ev.MeterFunded) -> str:
    moved = f", and {format_money(event.from_reset_meter)} from its reset meter" if event.from_reset_meter else ""
    return f"the licensee puts {format_money(event.amount)} on the {display_name(event.wager)} meter{moved}"


def _shoe_cut(event: ev.ShoeCut) -> str:
    who = _seat(event.seat) if event.seat else "the dealer"
    return f"{who} cuts after the first {event.position} cards"


def _cutting_card_placed(event: ev.CuttingCardPlaced) -> str:
    return f"the cutting card is placed after {event.behind} cards"


def _cards_burned(event: ev.CardsBurned) -> str:
    return f"{event.count} card{'s are' if event.count > 1 else ' is'} burned"


def _with_coupon(event: ev.WagerPlaced | ev.WagerWithdrawn) -> str:
    """Return the chips of a wager and its coupon, in words."""
    chips = _sum(event.amounts) if any(event.amounts) or not event.coupon else ""
    coupon = f"a coupon of {format_money(event.coupon)}" if event.coupon else ""
    return listed(filter(None, (chips, coupon)))


def _wager_placed(event: ev.WagerPlaced) -> str:
    spoken = "" if event.spoken is None else f", spoken with cash and confirmed by {in_words(event.spoken)}"
    return f"{_seat(event.seat)} wagers {_with_coupon(event)}: {_wager(event.wager, event.choice)}{spoken}"


def _wager_withdrawn(event: ev.WagerWithdrawn) -> str:
    return f"{_seat(event.seat)} takes back {_with_coupon(event)}: {display_name(event.wager)}"


def _lights_verified(event: ev.LightsVerified) -> str:
    one = len(event.seats) == 1
    count = "one chip equals one light" if one else f"{len(event.seats)} chips equal {len(event.seats)} lights"
    seats = f"seat{'' if one else 's'} {', '.join(map(str, event.seats))}"
    return f"{display_name(event.wager)}, {seats}: the dealer verifies that {count}"


def _wagers_registered(event: ev.WagersRegistered) -> str:
    reset = f", {format_money(event.to_reset_meter)} to its reset meter" if event.to_reset_meter else ""
    to_meter = f"{format_money(event.to_meter)} to the meter{reset}"
    return f"{display_name(event.wager)}: {format_money(event.amount)} registered, {to_meter}"


def _card_dealt(event: ev.CardDealt) -> str:
    card = "a card face down" if event.face_down else face(event.card)
    return f"the dealer takes {card}" if event.seat == DEALER else f"{_seat(event.seat, event.hand)} gets {card}"


def _total_announced(event: ev.TotalAnnounced) -> str:
    total = f"{'soft ' if event.soft else ''}{event.points}"
    return f"{_seat(event.seat, event.hand)}: the dealer announces {total}"


def _insurance_placed(event: ev.InsurancePlaced) -> str:
    return f"{_seat(event.seat)} takes insurance for {_sum(event.amounts)}"


def _card_reader_used(event: ev.CardReaderUsed) -> str:
    return f"the card reader shows {'a blackjack' if event.blackjack else 'no blackjack'}"


def _hole_card_turned(event: ev.HoleCardTurned) -> str:
    return f"the dealer turns over the hole card: {face(event.card)}"


def _play_made(event: ev.PlayMade) -> str:
    added = f", adding {_sum(event.amounts)}" if event.amounts else ""
    return f"{_seat(event.seat, event.hand)}: {label(event.play)}{added}"


def _bust_left(event: ev.BustLeft) -> str:
    return f"{_seat(event.seat, event.hand)}: bust; the wager waits for the dealer's second card"


def _wager_moved(event: ev.WagerMoved) -> str:
    return f"{_seat(event.seat, event.hand)}: the dealer moves the wager beside the first hand"


def _button_placed(event: ev.ButtonPlaced) -> str:
    beside = "hand" if event.play in SPLITS else "wager"
    button = f"a {_FREE_BUTTON} worth {format_money(event.worth)}"
    return f"{_seat(event.seat, event.hand)}: the dealer puts {button} beside the {beside}"


def _button_collected(event: ev.ButtonCollected) -> str:
    paid = f"pays {format_money(event.won)} and is" if event.won else "is"
    return f"{_seat(event.seat, event.hand)}: the {label(event.play)} button {paid} collected"


def _cards_put_under_wager(event: ev.CardsPutUnderWager) -> str:
    return f"{_seat(event.seat)}: the cards lie face up under the {display_name(event.wager)} wager"


def _outcome(event: ev.WagerCollected | ev.WagerPaid | ev.WagerReturned) -> str:
    spot = f", wager {event.spot + 1}" if event.spot else ""
    return f"{_seat(event.seat, event.hand)}{spot}: {_wager(event.wager, event.choice)}, {event.outcome}"


def _no_chips(event: ev.WagerCollected | ev.WagerPaid | ev.WagerReturned) -> str:
    """Return why no chips move for a wager of nothing: a free split hand has a button, a registered chip is gone."""
    if event.coupon:
        return "no chips"
    return "no chips on this hand" if event.wager == ev.BLACKJACK else "the chip is in the acceptor"


def _wager_collected(event: ev.WagerCollected) -> str:
    collected = f"{format_money(event.amount)} collected" if event.amount else _no_chips(event)
    returned = f", {format_money(event.returned)} returned" if event.returned else ""
    return f"{_outcome(event)}: {collected}{returned}{_coupon_taken(event)}"


def _coupon_taken(event: ev.WagerCollected | ev.WagerPaid) -> str:
    return f", the coupon of {format_money(event.coupon)} taken (reading {COUPONS})" if event.coupon else ""


def _wager_paid(event: ev.WagerPaid) -> str:
    if not event.amount and not event.kept and not event.coupon:
        return f"{_outcome(event)}: {_no_chips(event)}"
    part = f", {format_money(event.off_meter)} of it" if event.off_meter < event.won else ""
    meter = f"{part} from the meter" if event.off_meter or event.from_meter else ""
    rack = ", not from the rack" if event.not_from_rack else ""
    if event.kept:
        chips = ", the chip is in the acceptor"
    else:
        chips = f", {format_money(event.amount)} returned" if event.amount else ""
    return f"{_outcome(event)}: pays {format_money(event.won)}{meter}{rack}{chips}{_coupon_taken(event)}"


def _wager_returned(event: ev.WagerReturned) -> str:
    coupon = f", the coupon of {format_money(event.coupon)} returned (reading {COUPONS})" if event.coupon else ""
    return (
        f"{_outcome(event)}: {f'{format_money(event.amount)} returned' if event.amount else _no_chips(event)}{coupon}"
    )


def _wager_left(event: ev.WagerLeft) -> str:
    wager = _wager(event.wager, event.choice)
    return f"{_seat(event.seat)}: {wager} stays for the next round after a {event.counted}"


def _bonus_paid(event: ev.BonusPaid) -> str:
    return f"{_seat(event.seat)}: {event.bonus}, {event.outcome}: pays {format_money(event.won)}"


def _win_verified(event: ev.WinVerified) -> str:
    step = event.verification if event.won is None else f"the dealer announces {format_money(event.won)}"
    return f"{_seat(event.seat)}: {display_name(event.wager)}, {event.outcome}: {step}"


def _payout_validated(event: ev.PayoutValidated) -> str:
    rack = ", which is not made from the rack" if event.not_from_rack else ""
    return f"{_seat(event.seat)}: the supervisor validates the {display_name(event.wager)} payout{rack}"


def _documents_completed(event: ev.DocumentsCompleted) -> str:
    return f"{_seat(event.seat)}: the documents of the {display_name(event.wager)} payout are complete"


def _winners_button_placed(event: ev.WinnersButtonPlaced) -> str:
    return f"the dealer puts the {display_name(event.wager)} button in front of {_seat(event.seat)}"


def _button_pressed(event: ev.ButtonPressed) -> str:
    shown = f"the display shows {format_money(event.shown)}"
    return f"{_seat(event.seat)} presses the {display_name(event.wager)} button: {shown}"


def _dealer_cards_collected(event: ev.DealerCardsCollected) -> str:
    return f"the dealer discards all cards but the upcard, which begins hand {event.next_hand}"


def _upcard_moved(event: ev.UpcardMoved) -> str:
    return f"the dealer moves the upcard to the area of the {_ORDINALS[event.next_hand]} hand"


def _betting_closed(event: ev.BettingClosed) -> str:
    inferred = " (inferred)" if event.cite.standing is Standing.INFERRED else ""
    return f'the dealer announces "No more bets"{inferred}'


def _round_voided(event: ev.RoundVoided) -> str:
    return f"the round is void by order of {event.by}: {event.reason}; every wager is returned"


_FIXED: dict[type, str] = {
    ev.TableOpened: "the table is opened",
    ev.TableClosed: "the table is closed",
    ev.ShoeShuffled: "the cards are shuffled",
    ev.CuttingCardReached: "the cutting card comes out: the cards are shuffled after this round",
    ev.PointReached: "",
    ev.InsuranceClosed: "insurance is closed",
    ev.SurrenderClosed: "surrender is closed",
    ev.CardsPickedUp: "the cards are picked up",
}

# Any: each function takes its own kind of event, found by its type.
_DESCRIBED: dict[type, Callable[[Any], str]] = {
    ev.MeterFunded: _meter_funded,
    ev.ShoeCut: _shoe_cut,
    ev.CuttingCardPlaced: _cutting_card_placed,
    ev.CardsBurned: _cards_burned,
    ev.WagerPlaced: _wager_placed,
    ev.WagerWithdrawn: _wager_withdrawn,
    ev.LightsVerified: _lights_verified,
    ev.BettingClosed: _betting_closed,
    ev.WagersRegistered: _wagers_registered,
    ev.CardDealt: _card_dealt,
    ev.TotalAnnounced: _total_announced,
    ev.InsurancePlaced: _insurance_placed,
    ev.CardReaderUsed: _card_reader_used,
    ev.HoleCardTurned: _hole_card_turned,
    ev.PlayMade: _play_made,
    ev.BustLeft: _bust_left,
    ev.WagerMoved: _wager_moved,
    ev.ButtonPlaced: _button_placed,
    ev.ButtonCollected: _button_collected,
    ev.CardsPutUnderWager: _cards_put_under_wager,
    ev.WagerCollected: _wager_collected,
    ev.WagerPaid: _wager_paid,
    ev.WagerReturned: _wager_returned,
    ev.WagerLeft: _wager_left,
    ev.BonusPaid: _bonus_paid,
    ev.WinVerified: _win_verified,
    ev.PayoutValidated: _payout_validated,
    ev.DocumentsCompleted: _documents_completed,
    ev.WinnersButtonPlaced: _winners_button_placed,
    ev.ButtonPressed: _button_pressed,
    ev.DealerCardsCollected: _dealer_cards_collected,
    ev.UpcardMoved: _upcard_moved,
    ev.RoundVoided: _round_voided,
}
