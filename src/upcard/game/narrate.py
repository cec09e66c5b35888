"""Events in words that a pit supervisor would use."""

from collections.abc import Iterable

from upcard.cards import Card, Suit
from upcard.game import events as ev
from upcard.game.state import DEALER
from upcard.money import Cents, show

_FACES = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


def face(card: Card) -> str:
    """Write a card with its suit's sign: A♥, 10♠."""
    rank = str(card)[0]
    return ("10" if rank == "T" else rank) + _FACES[card.suit]


def faces(cards: Iterable[Card]) -> str:
    """Write cards one after another."""
    return " ".join(map(face, cards))


def dollars(amount: int) -> str:
    """Write an amount with its sign of currency."""
    return f"-${show(Cents(-amount))}" if amount < 0 else f"${show(Cents(amount))}"


def _whose(seat: int, hand: int = 0) -> str:
    return f"seat {seat}" + (f", hand {hand + 1}" if hand else "")


def _listed(amounts: tuple[Cents, ...]) -> str:
    return " + ".join(dollars(amount) for amount in amounts)


def _spot(event: ev.WagerCollected | ev.WagerPaid | ev.WagerReturned) -> str:
    chosen = f" on {event.choice}" if event.choice is not None else ""
    spot = f", wager {event.spot + 1}" if event.spot else ""
    return f"{_whose(event.seat, event.hand)}{spot}: {event.wager}{chosen}"


def _dealt(event: ev.CardDealt) -> str:
    shown = "a card face down" if event.face_down else face(event.card)
    return f"the dealer takes {shown}" if event.seat == DEALER else f"{_whose(event.seat, event.hand)} gets {shown}"


def _settled(event: ev.WagerCollected | ev.WagerPaid | ev.WagerReturned) -> str:
    start = f"{_spot(event)}, {event.outcome}:"
    if isinstance(event, ev.WagerReturned):
        return f"{start} {dollars(event.amount)} given back" if event.amount else f"{start} no chips lie on this hand"
    if isinstance(event, ev.WagerCollected):
        back = f", {dollars(event.returned)} given back" if event.returned else ""
        if not event.amount:
            gone = "no chips lie on this hand" if event.wager == ev.BLACKJACK else "the chip is in the acceptor"
            return f"{start} {gone}{back}"
        return f"{start} {dollars(event.amount)} collected{back}"
    meter = " from the meter" if event.from_meter else ""
    chip = "the chip is kept" if event.kept else f"{dollars(event.amount)} given back"
    return f"{start} pays {dollars(event.won)}{meter}, {chip}"


def _played(event: ev.PlayMade) -> str:
    added = f", adding {_listed(event.amounts)}" if event.amounts else ""
    return f"{_whose(event.seat, event.hand)}: {event.play.value}{added}"


def _met(event: ev.WagersRegistered | ev.MeterFunded) -> str:
    if isinstance(event, ev.MeterFunded):
        moved = f", and {dollars(event.from_reset_meter)} from its reset meter" if event.from_reset_meter else ""
        return f"the licensee puts {dollars(event.amount)} on the {event.wager} meter{moved}"
    one = len(event.seats) == 1
    count = "one chip equals one light" if one else f"{len(event.seats)} chips equal {len(event.seats)} lights"
    reset = f", {dollars(event.to_reset_meter)} to its reset meter" if event.to_reset_meter else ""
    where = f"{event.wager}, seat{'' if one else 's'} {_numbers(event.seats)}"
    return f"{where}: {count}; {dollars(event.to_meter)} goes to the meter{reset}"


def _numbers(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats))


def text(event: ev.Event) -> str:  # noqa: C901  # one line for each kind of event
    """Say what happened; nothing for an event that only moves the round on."""
    match event:
        case ev.WagerPlaced():
            chosen = f" on {event.choice}" if event.choice is not None else ""
            return f"{_whose(event.seat)} wagers {_listed(event.amounts)}: {event.wager}{chosen}"
        case ev.WagerWithdrawn():
            return f"{_whose(event.seat)} takes back {_listed(event.amounts)}: {event.wager}"
        case ev.CardDealt():
            return _dealt(event)
        case ev.TotalAnnounced():
            total = f"{'soft ' if event.soft else ''}{event.points}"
            return f"{_whose(event.seat, event.hand)}: the dealer announces {total}"
        case ev.InsurancePlaced():
            return f"{_whose(event.seat)} insures for {_listed(event.amounts)}"
        case ev.CardReaderUsed():
            return f"the card reader shows {'a blackjack' if event.blackjack else 'no blackjack'}"
        case ev.HoleCardTurned():
            return f"the dealer turns {face(event.card)}"
        case ev.PlayMade():
            return _played(event)
        case ev.ButtonPlaced():
            kind = event.play.value
            return f"{_whose(event.seat, event.hand)}: a button worth {dollars(event.worth)} for the {kind}"
        case ev.ButtonCollected():
            paid = f"pays {dollars(event.won)} and is" if event.won else "is"
            return f"{_whose(event.seat, event.hand)}: the {event.play.value} button {paid} collected"
        case ev.CardsPutUnderWager():
            return f"{_whose(event.seat)}: the cards lie face up under the {event.wager} wager"
        case ev.WagerCollected() | ev.WagerPaid() | ev.WagerReturned():
            return _settled(event)
        case ev.WagerLeft():
            chosen = f" on {event.choice}" if event.choice is not None else ""
            return f"{_whose(event.seat)}: {event.wager}{chosen} stands for the next round after a {event.counted}"
        case ev.BonusPaid():
            return f"{_whose(event.seat)}: {event.bonus}, {event.outcome}: pays {dollars(event.won)}"
        case ev.WinVerified():
            what = event.verification if event.won is None else f"the dealer announces {dollars(event.won)}"
            return f"{_whose(event.seat)}: {event.wager}, {event.outcome}: {what}"
        case ev.PayoutValidated():
            return f"{_whose(event.seat)}: the supervisor validates the {event.wager} pay-out"
        case ev.DocumentsCompleted():
            return f"{_whose(event.seat)}: the documents of the {event.wager} pay-out are complete"
        case ev.ButtonPressed():
            return f"{_whose(event.seat)} presses the {event.wager} button: {dollars(event.shown)}"
        case ev.WagersRegistered() | ev.MeterFunded():
            return _met(event)
        case ev.ShoeCut():
            who = f"seat {event.seat}" if event.seat else "the dealer"
            return f"{who} cuts the cards behind the first {event.position}"
        case ev.CuttingCardPlaced():
            return f"the cutting card is put behind {event.behind} cards"
        case ev.CardsBurned():
            return f"{event.count} card{'s are' if event.count > 1 else ' is'} burned"
        case ev.DealerCardsCollected():
            return f"the dealer discards all cards but the upcard, which begins hand {event.next_hand}"
        case ev.PointReached():
            return ""
        case _:
            return _PLAIN[type(event)]


_PLAIN: dict[type, str] = {
    ev.TableOpened: "the table is opened",
    ev.TableClosed: "the table is closed",
    ev.ShoeShuffled: "the cards are shuffled",
    ev.BettingClosed: 'the dealer announces "No more bets"',
    ev.CuttingCardReached: "the cutting card comes out: the cards are shuffled after this round",
    ev.InsuranceClosed: "insurance is closed",
    ev.SurrenderClosed: "surrender is closed",
    ev.CardsPickedUp: "the cards are picked up",
}
