"""The Readings that may have moved money in a round: those of its table whose case came up."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from upcard.game import events as ev
from upcard.game.state import DEALER
from upcard.rules import switches
from upcard.rules.apply import UNITS
from upcard.rules.enums import HandOutcome
from upcard.rules.facts import HandTotal, Total
from upcard.rules.hand import can_be_blackjack
from upcard.rules.switches import Switch
from upcard.table import ReadingFollowed, TableConfig, readings_followed

Events = Sequence[ev.Event]


def _bust_seats(events: Events) -> set[int]:
    """Return the seats at which a hand bust, settled at once or not."""
    bust = HandOutcome.BUST.value
    collected = {event.seat for event in events if isinstance(event, ev.WagerCollected) and event.outcome == bust}
    return collected | {event.seat for event in events if isinstance(event, ev.BustLeft)}


def _insured_bust(events: Events) -> bool:
    insured = {event.seat for event in events if isinstance(event, ev.InsurancePlaced)}
    return bool(insured & _bust_seats(events))


def _chip_of_winner_registered(events: Events) -> bool:
    return any(isinstance(event, ev.WagerPaid) and event.kept for event in events)


def _fixed_meter_line_paid(events: Events) -> bool:
    return any(isinstance(event, ev.WagerPaid) and event.kept and not event.from_meter for event in events)


def _may_dealer_have_blackjack(events: Events) -> bool:
    upcards = [event.card for event in events if isinstance(event, ev.CardDealt) and event.seat == DEALER]
    return bool(upcards) and can_be_blackjack(upcards[0])


def _blackjack_dealt(events: Events) -> bool:
    """Whether a player was dealt a blackjack while the dealer could have one."""
    totals: dict[int, HandTotal] = {}
    for event in events:
        if isinstance(event, ev.CardDealt) and event.seat != DEALER:
            had = totals.get(event.seat, HandTotal(Total(0), 0))
            if had.cards < 2:
                totals[event.seat] = HandTotal(had.total.plus(event.card), had.cards + 1)
    return _may_dealer_have_blackjack(events) and any(total.blackjack for total in totals.values())


def _bust_with_added_wagers(events: Events) -> bool:
    added = {event.seat for event in events if isinstance(event, ev.PlayMade) and event.play in UNITS}
    return _may_dealer_have_blackjack(events) and bool(added & _bust_seats(events))


def _choice_paid(events: Events) -> bool:
    return any(isinstance(event, ev.WagerPaid) and event.choice is not None for event in events)


CAME_UP: Mapping[Switch, Callable[[Events], bool]] = {
    switches.INSURANCE_OF_A_BUST: _insured_bust,
    switches.REGISTERED_CHIP: _chip_of_winner_registered,
    switches.BLACKJACKS_BEFORE_SECOND_CARD: _blackjack_dealt,
    switches.ADDED_WAGERS_OF_A_BUST: _bust_with_added_wagers,
    switches.FIXED_METER_LINES: _fixed_meter_line_paid,
    switches.WAGERS_AFTER_A_WIN: _choice_paid,
}


def readings_used(table: TableConfig, events: Iterable[ev.Event]) -> tuple[ReadingFollowed, ...]:
    """Return the Readings of a table that may have moved money in a round."""
    happened = tuple(events)
    came_up = {switch.key for switch, case in CAME_UP.items() if case(happened)}
    return tuple(one for one in readings_followed(table) if one.switch in came_up)
