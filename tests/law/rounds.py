"""Resolve a wager on the cards and results of a round."""

from typing import Any, NamedTuple

from tests.dealing import opened, ruled, seat, wagered
from tests.tables import NEEDS, offer, text
from upcard.cards import cards
from upcard.game import TableState, play, refusals
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.money import Cents
from upcard.rules.fact_type import Result, Split, Stream
from upcard.rules.wager import Outcome, Point, Wager


def outcome(
    wager: Wager,
    *,
    player: str = "",
    dealer: str = "",
    choice: int | None = None,
    results: tuple[Result, ...] = (),
    splits: int = 0,
) -> Outcome:
    """Return the outcome of a wager on the cards dealt to a box and to the dealer."""
    box, against = cards(player), cards(dealer)
    streams: dict[Stream, tuple[Any, ...]] = {
        Stream.FIRST: box,
        Stream.SECOND: box[1:],
        Stream.INITIAL: box,
        Stream.BOX: box,
        Stream.PLAYER: box,
        Stream.SPLITS: (Split.MADE,) * splits,
        Stream.UPCARD: against,
        Stream.DEALER_INITIAL: against,
        Stream.DEALER: against,
        Stream.RESULTS: results,
        Stream.CHOICE: (choice,),
    }
    facts = (fact.of(streams[fact.stream][: fact.stream.longest or None]) for fact in wager.sees)
    return wager.resolve(*facts)


Settlement = tuple[Point, str, int, str]  # when, paid or collected, at which seat, by which paragraph


class RefusedBy(NamedTuple):
    """The paragraphs by which an optional wager is refused."""

    alone: list[str]  # without a blackjack wager
    beside: list[str]  # with a blackjack wager, before the first card
    late: list[str]  # with a blackjack wager, after the first card


def refused_by(wager: Wager) -> RefusedBy:
    """Make a wager without a blackjack wager, beside one, and after the first card."""
    exactly = wager.limits.value.exactly
    command = do.PlaceWager(1, wager.name, (exactly[0] if exactly else Cents(500),), *wager.choices[:1])
    table_text = text(offer(wager.name), **NEEDS.get(wager.name, {}))

    def cites(table: TableState) -> list[str]:
        return [str(refusal.cite) for refusal in refusals(table, command)]

    empty = opened(table_text, "9h 6s 9d 5c 8h 7s 2c 3d 4h")
    beside, _ = play(empty, wagered(1))
    late, _ = play(beside, do.CloseBetting())
    return RefusedBy(cites(empty), cites(beside), cites(late))


def settlements(wager: Wager, made: Any, shoe: str, *seats: dict[str, Any], **more: Any) -> list[Settlement]:
    """Deal a round to three seats that make the wager and stand; return when and by which paragraph each is settled."""
    name, wagers = wager.name, {"blackjack": "10.00", wager.name: made}
    rows = [
        seat(number, wagers, **{"decisions": ["stand"], **own})
        for number, own in enumerate(seats or ({}, {}, {}), start=1)
    ]
    ruling = ruled(shoe, *rows, table=text(offer(name), **NEEDS.get(name, {})), **more)
    assert not ruling.refusals, ruling.refusals
    point, settled = Point.BEFORE_FIRST_CARD, list[Settlement]()
    for event in ruling.events:
        match event:
            case ev.PointReached():
                point = event.point
            case ev.WagerPaid() | ev.WagerCollected() if event.wager == name:
                fate = "paid" if isinstance(event, ev.WagerPaid) else "collected"
                settled.append((point, fate, event.seat, str(event.cite)))
    return settled
