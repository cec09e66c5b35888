"""Review the payouts of a round: what was done against what was due, who is over or short, what was out of order."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from upcard.game import events as ev
from upcard.game.round_report import SettledWager, results
from upcard.law import READINGS, Cite, cite
from upcard.money import Cents, format_money
from upcard.rules.wager import Point
from upcard.table import Offer, TableConfig
from upcard.wagers import display_name

MAIN_WAGERS_SETTLED = cite("13:69F-2.3(e)")
NOTHING = Cents(0)
NO_TEXT_ON_ORDER = 52  # the Reading on directions, and on which of two comes first
_SETTLEMENTS = (ev.WagerCollected, ev.WagerPaid, ev.WagerReturned)
Settlement = ev.WagerCollected | ev.WagerPaid | ev.WagerReturned


class Part(NamedTuple):
    """A wager of a seat, or a part of it: one spot, one choice, one hand; None: not named."""

    seat: int
    wager: str
    spot: int | None = None
    choice: int | None = None
    hand: int | None = None

    @property
    def words(self) -> str:
        """Return the part in words, counted from one."""
        spot = f" {self.spot + 1}" if self.spot else ""
        choice = f" on {self.choice}" if self.choice is not None else ""
        hand = f", hand {self.hand + 1}" if self.hand else ""
        return f"seat {self.seat}: {display_name(self.wager)}{spot}{choice}{hand}"


@dataclass(frozen=True, kw_only=True)
class ReportedPayout:
    """What was paid for a wager besides its chips, and collected from it, as written."""

    part: Part
    paid: Cents
    collected: Cents


@dataclass(frozen=True, kw_only=True)
class Difference:
    """A wager for which more or less was paid or collected than was due."""

    part: Part
    done: tuple[Cents, Cents]  # paid, collected
    due: tuple[Cents, Cents]
    cite: Cite

    @property
    def over(self) -> Cents:
        """Return by how much the patron is over; negative: short."""
        return Cents((self.done[0] - self.done[1]) - (self.due[0] - self.due[1]))

    @property
    def message(self) -> str:
        """Return what was done and what was due, in words."""
        compared = zip(("paid", "collected"), self.done, self.due, strict=True)
        parts = [
            f"{word} {format_money(did)} where {format_money(due)} was due" for word, did, due in compared if did != due
        ]
        return f"{self.part.words}: {', and '.join(parts)}; {over_or_short(self.over)}"


def over_or_short(over: int) -> str:
    """Return in words by how much a patron is over or short."""
    if not over:
        return "neither over nor short overall"
    return f"{'over' if over > 0 else 'short'} by {format_money(abs(over))}"


@dataclass(frozen=True, kw_only=True)
class OutOfOrder:
    """A wager settled before another that comes first; without another, one for which nothing was due."""

    done: Part
    first: Part | None
    cite: Cite
    reading: int | None = None

    @property
    def message(self) -> str:
        """Return what was out of order, in words."""
        if self.first is None:
            return f"{self.done.words} was settled, though no chips of it move in this round"
        return f"{self.done.words} was settled before {self.first.words}, which comes first"


@dataclass(frozen=True, kw_only=True)
class PayoutReview:
    """What was done in a round held against what was due."""

    differences: tuple[Difference, ...]
    out_of_order: tuple[OutOfOrder, ...]
    not_written: tuple[Part, ...]  # wagers with something due of which nothing is written down

    @property
    def as_done(self) -> bool:
        """Whether everything written down was done as due."""
        return not self.differences and not self.out_of_order

    @property
    def over(self) -> Mapping[int, Cents]:
        """Return by how much each seat with a difference is over; negative: short."""
        seats = sorted({each.part.seat for each in self.differences})
        return {seat: Cents(sum(each.over for each in self.differences if each.part.seat == seat)) for seat in seats}


def compared(
    table: TableConfig, events: Iterable[ev.Event], done: tuple[ReportedPayout, ...], order: tuple[Part, ...]
) -> PayoutReview | None:
    """Hold what is written down against the events of a round; None if nothing is."""
    if not done and not order:
        return None
    happened = tuple(events)
    due = {
        (seat.number, wager.wager, wager.spot, wager.choice): wager
        for seat in results(happened)
        for wager in seat.wagers
    }
    rows = [(Part(seat, name, spot, choice), wager) for (seat, name, spot, choice), wager in due.items()]
    return PayoutReview(
        differences=tuple(_differences(happened, rows, done)),
        out_of_order=tuple(_out_of_order(table, happened, order)),
        not_written=tuple(_not_written(rows, done)) if done else (),
    )


def _is_of(row: Part, written: Part) -> bool:
    """Whether a row of the results is what a written part names, or within it."""
    return row[:2] == written[:2] and all(
        named in (None, has) for named, has in ((written.spot, row.spot), (written.choice, row.choice))
    )


def _differences(
    events: tuple[ev.Event, ...], rows: list[tuple[Part, SettledWager]], done: tuple[ReportedPayout, ...]
) -> Iterator[Difference]:
    for written in done:
        wagers = [wager for row, wager in rows if _is_of(row, written.part)]
        due = Cents(sum(each.paid for each in wagers)), Cents(sum(each.collected for each in wagers))
        if due != (written.paid, written.collected):
            source = _settled_by(events, written.part)
            yield Difference(part=written.part, done=(written.paid, written.collected), due=due, cite=source)


def _settled_by(events: tuple[ev.Event, ...], part: Part) -> Cite:
    """Return the paragraph by which a wager was last settled; by which it was made, if it was not settled."""
    of_wager = [event for event in events if (getattr(event, "seat", 0), _name(event)) == part[:2]]
    settled = [event.cite for event in of_wager if isinstance(event, _SETTLEMENTS) and _is_of(_part(event), part)]
    return settled[-1] if settled else of_wager[-1].cite


def _name(event: ev.Event) -> str:
    return ev.INSURANCE if isinstance(event, ev.InsurancePlaced) else getattr(event, "wager", "")


def _not_written(rows: list[tuple[Part, SettledWager]], done: tuple[ReportedPayout, ...]) -> Iterator[Part]:
    for row, wager in rows:
        if (wager.paid or wager.collected) and not any(_is_of(row, each.part) for each in done):
            yield row


class _Settled(NamedTuple):
    """A settlement that moves chips, and the point of the round at which it comes."""

    part: Part
    point: Point
    cite: Cite


def _part(event: Settlement) -> Part:
    return Part(event.seat, event.wager, event.spot, event.choice, event.hand)


def settlements(events: Iterable[ev.Event]) -> tuple[Part, ...]:
    """Return the wagers whose chips move in a round, hand by hand, in the order in which they are due."""
    return tuple(each.part for each in _settled(events))


def _settled(events: Iterable[ev.Event]) -> list[_Settled]:
    """Return the settlements that move chips, a coupon or a button, in the order of the events."""
    settled: dict[Part, _Settled] = {}
    moved: set[Part] = set()
    point = Point.NO_MORE_BETS
    for event in events:
        if isinstance(event, ev.PointReached):
            point = event.point
        elif isinstance(event, _SETTLEMENTS):
            part = _part(event)
            settled[part] = _Settled(part, point, event.cite)
            if event.amount or event.coupon or getattr(event, "won", NOTHING) or getattr(event, "returned", NOTHING):
                moved.add(part)
        elif isinstance(event, ev.ButtonCollected):
            moved.add(Part(event.seat, ev.BLACKJACK, 0, None, event.hand))
    return [each for part, each in settled.items() if part in moved]


def _out_of_order(table: TableConfig, events: tuple[ev.Event, ...], order: tuple[Part, ...]) -> Iterator[OutOfOrder]:
    due = _settled(events)
    places = [(part, _place(part, due)) for part in order]
    for part, place in places:
        if place is None:
            yield OutOfOrder(done=part, first=None, cite=_settled_by(events, part))
    done = list(dict.fromkeys(place for _, place in places if place is not None))
    offers = {offer.wager.name: offer for offer in table.offers}
    for early, first in _inversions(done):
        source, number = _order_law(table, offers, due[first], due[early])
        yield OutOfOrder(done=_shown(due, early), first=_shown(due, first), cite=source, reading=number)


def _shown(due: list[_Settled], place: int) -> Part:
    """Return a settlement as it is named: with its hand only where the seat has several."""
    part = due[place].part
    hands = {each.part.hand for each in due if each.part[:2] == part[:2]}
    return part if len(hands) > 1 else part._replace(hand=None)


def _place(part: Part, due: list[_Settled]) -> int | None:
    """Return the place of a written part among the settlements: of several hands the last, if none is named."""
    spot = part.spot or 0
    of_part = [
        place
        for place, each in enumerate(due)
        if each.part[:2] == part[:2]
        and each.part.spot == spot
        and part.choice in (None, each.part.choice)
        and part.hand in (None, each.part.hand)
    ]
    return of_part[-1] if of_part else None


def _inversions(done: list[int]) -> Iterator[tuple[int, int]]:
    """Yield, for each place that breaks the order, which place came too early before which other.

    As few places as possible are named: those outside a longest part of the list that is in order.
    """
    kept = _longest_increasing(done)
    for at, place in enumerate(done):
        if at in kept:
            continue
        later = [done[other] for other in kept if other > at and done[other] < place]
        if later:
            yield place, max(later)
        else:
            yield min(done[other] for other in kept if other < at and done[other] > place), place


def _longest_increasing(values: list[int]) -> set[int]:
    """Return the positions of a longest increasing part of distinct values."""
    runs: list[list[int]] = []  # for each position, a longest one that ends there
    for at, value in enumerate(values):
        runs.append([*_longest([run for run in runs if values[run[-1]] < value]), at])
    return set(_longest(runs))


def _longest(runs: list[list[int]]) -> list[int]:
    return max(runs, key=len, default=[])


def _order_law(
    table: TableConfig, offers: Mapping[str, Offer], first: _Settled, second: _Settled
) -> tuple[Cite, int | None]:
    """Return the paragraph by which a settlement comes before another, and the Reading where no text says so."""
    one, other = (offers.get(each.part.wager) for each in (first, second))
    if first.point is second.point and one is None and other is None:
        hands = table.game.dealer_hands
        source = hands.settled[first.part.spot or 0] if hands else MAIN_WAGERS_SETTLED
    elif one is not None and (other is None or first.point < second.point or one is other):
        source = one.wager.settled.cite
    else:
        source = other.wager.settled.cite if other is not None else first.cite
    silent = first.point is second.point and (source in READINGS[NO_TEXT_ON_ORDER].where or one is not other)
    if other is not None and other.wager.settled.value.with_blackjack_wager and first.part.seat == second.part.seat:
        silent = silent and one is not None  # its section puts it after the player's own blackjack wager
    return source.as_of(table.law), NO_TEXT_ON_ORDER if silent else None
