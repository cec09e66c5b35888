"""What a round has settled, as its page lists it: every wager with outcome, amount and paragraph."""

from collections.abc import Iterable
from dataclasses import dataclass

from upcard.drawing.result_tags import ResultTag, WagerPlace
from upcard.drawing.round_parts import LostHands
from upcard.english import sentence
from upcard.game import events as ev
from upcard.game.state import TableState
from upcard.money import Cents, format_money
from upcard.rules.play_names import label
from upcard.service.moments import TableMoment
from upcard.wagers import heading


@dataclass(frozen=True)
class SettledRow:
    """A wager that was collected, paid or returned: outcome, amount and paragraph."""

    place: WagerPlace
    wager: str
    outcome: str
    amount: str
    sign: str  # won, lost, or push
    cite: str

    @property
    def seat(self) -> int:
        """The seat."""
        return self.place.seat

    @property
    def tag(self) -> ResultTag:
        """The row as a tag on the felt."""
        return ResultTag(self.place, self.outcome, self.amount, self.sign)


def settled(moments: Iterable[TableMoment]) -> tuple[SettledRow, ...]:
    """Return what moments of a round have settled, in their order."""
    return tuple(
        SettledRow(*what, str(moment.event.cite.as_of(moment.after.felt.config.law)))
        for moment in moments
        if (what := _result(moment)) is not None
    )


def lost_hands(moments: Iterable[TableMoment]) -> LostHands:
    """Return the hands all of whose blackjack wagers were collected."""
    events = [moment.event for moment in moments]
    settlements = [each for each in events if isinstance(each, ev.WagerCollected | ev.WagerPaid | ev.WagerReturned)]
    hands = {(each.seat, each.hand): True for each in settlements if each.wager == ev.BLACKJACK}
    for each in settlements:
        if each.wager == ev.BLACKJACK:
            hands[each.seat, each.hand] &= isinstance(each, ev.WagerCollected)
    return frozenset(hand for hand, is_lost in hands.items() if is_lost)


def _result(moment: TableMoment) -> tuple[WagerPlace, str, str, str, str] | None:
    match moment.event:
        case ev.WagerPaid() as event:
            return _place(event), _name(event), event.outcome, _gain(event.won), "won"
        case ev.WagerCollected() as event:
            return _place(event), _name(event), event.outcome, _loss(event, moment.after), "lost"
        case ev.WagerReturned() as event:
            return _place(event), _name(event), event.outcome, "\N{PLUS-MINUS SIGN}$0.00", "push"
        case ev.BonusPaid() as event:
            return WagerPlace(event.seat, event.bonus), heading(event.bonus), event.outcome, _gain(event.won), "won"
        case ev.ButtonCollected(won=won) as event if won:
            place = WagerPlace(event.seat, ev.BLACKJACK, hand=event.hand)
            return place, f"{sentence(label(event.play))} button", "win", _gain(won), "won"
        case ev.WagerLeft() as event:
            place = WagerPlace(event.seat, event.wager, choice=event.choice)
            return place, heading(event.wager), f"stays after a {event.counted}", "", "push"
    return None


def _gain(won: Cents) -> str:
    """Return what a wager won; nothing where it was a hand with a button, and no chips."""
    return format_money(won, signed=True) if won else ""


def _loss(event: ev.WagerCollected, after: TableState) -> str:
    """Return what a wager lost: its chips, the chip that the acceptor took before, or a coupon."""
    seat = after.seat(event.seat)
    same = (event.wager, event.choice)
    taken = [placed.chips for placed in (seat.placed if seat else ()) if (placed.wager, placed.choice) == same]
    lost = event.amount or sum(taken)
    if lost:
        return format_money(-lost)
    return f"coupon of {format_money(event.coupon)}" if event.coupon else ""


def _place(event: ev.WagerPaid | ev.WagerCollected | ev.WagerReturned) -> WagerPlace:
    return WagerPlace(event.seat, event.wager, event.spot, event.hand, event.choice)


def _name(event: ev.WagerPaid | ev.WagerCollected | ev.WagerReturned) -> str:
    hand = f", hand {event.hand + 1}" if event.hand else ""
    spot = f" {event.spot + 1}" if event.spot else ""
    choice = f" on {event.choice}" if event.choice is not None else ""
    return f"{heading(event.wager)}{spot}{choice}{hand}"
