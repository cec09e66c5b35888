"""The results of a round: what each seat won or lost, wager by wager; the totals of the house and the dealer."""

from collections.abc import Iterable
from dataclasses import dataclass

from upcard.cards import Card
from upcard.game import events as ev
from upcard.money import Cents
from upcard.rules.facts import DEALER_TOTAL, HandTotal, Total

NOTHING = Cents(0)
VOID = "void"  # the outcome of a wager in a round that was voided


@dataclass(frozen=True, kw_only=True)
class SettledWager:
    """How one wager of a seat ended, and what the patron won or lost on it."""

    wager: str
    amount: Cents
    outcome: str
    net: Cents
    collected: Cents = NOTHING
    paid: Cents = NOTHING  # besides the chips given back
    spot: int = 0
    choice: int | None = None
    coupon: Cents = NOTHING  # how much of the amount was a match play coupon
    added: Cents = NOTHING  # by doubling down and splitting


@dataclass(frozen=True, kw_only=True)
class SeatResult:
    """What a seat won or lost in a round."""

    number: int
    net: Cents
    wagers: tuple[SettledWager, ...]

    @property
    def wagered(self) -> Cents:
        """Return the chips that the patron put at risk: every wager with what was added to it, without coupons."""
        return Cents(sum(wager.amount - wager.coupon + wager.added for wager in self.wagers))


class _Row:
    """The sums of a wager while its events are added up."""

    def __init__(self, amount: int, coupon: Cents = NOTHING) -> None:
        self.amount, self.coupon = amount, coupon
        self.net, self.collected, self.added, self.outcomes = 0, 0, 0, list[str]()


Key = tuple[int, str, int, int | None]  # seat, wager, spot, choice


def results(events: Iterable[ev.Event]) -> tuple[SeatResult, ...]:
    """Return what each seat won or lost in a round, from its events."""
    rows: dict[Key, _Row] = {}
    for event in events:
        _add(rows, event)
    seats = sorted({key[0] for key in rows})
    return tuple(_seat_result(number, {key: row for key, row in rows.items() if key[0] == number}) for number in seats)


def _add_wager(
    rows: dict[Key, _Row], event: ev.WagerPlaced | ev.WagerWithdrawn | ev.InsurancePlaced | ev.PlayMade
) -> None:
    for spot, amount in enumerate(event.amounts):
        if isinstance(event, ev.WagerPlaced):
            rows[event.seat, event.wager, spot, event.choice] = _Row(amount + event.coupon, event.coupon)
        elif isinstance(event, ev.WagerWithdrawn):
            rows.pop((event.seat, event.wager, spot, event.choice), None)
        elif isinstance(event, ev.PlayMade):
            rows[event.seat, ev.BLACKJACK, spot, None].added += amount
        elif amount:
            rows[event.seat, ev.INSURANCE, spot, None] = _Row(amount)


def _add(rows: dict[Key, _Row], event: ev.Event) -> None:
    match event:
        case ev.WagerPlaced() | ev.WagerWithdrawn() | ev.InsurancePlaced() | ev.PlayMade():
            _add_wager(rows, event)
        case ev.WagersRegistered():
            for seat in event.seats:  # the chip stays in the acceptor, whatever the outcome
                row = rows[seat, event.wager, 0, None]
                row.net -= row.amount
                row.collected += row.amount
        case ev.ButtonCollected():
            rows[event.seat, ev.BLACKJACK, 0, None].net += event.won
        case ev.BonusPaid():
            row = next(row for key, row in rows.items() if key[:2] == (event.seat, event.wager))
            row.net += event.won
            row.outcomes.append(event.bonus)
        case ev.WagerCollected() | ev.WagerPaid() | ev.WagerReturned() | ev.WagerLeft():
            _add_settlement(rows, event)
        case ev.RoundVoided():
            for row in rows.values():
                row.net, row.collected, row.outcomes = 0, 0, [VOID]
        case _:
            pass


def _add_settlement(
    rows: dict[Key, _Row], event: ev.WagerCollected | ev.WagerPaid | ev.WagerReturned | ev.WagerLeft
) -> None:
    spot = 0 if isinstance(event, ev.WagerLeft) else event.spot
    row = rows.setdefault((event.seat, event.wager, spot, event.choice), _Row(0))
    row.outcomes.append(event.outcome)
    if isinstance(event, ev.WagerPaid):
        row.net += event.won
    elif isinstance(event, ev.WagerCollected):
        row.net -= event.amount
        row.collected += event.amount


def _seat_result(number: int, rows: dict[Key, _Row]) -> SeatResult:
    wagers = tuple(
        SettledWager(
            wager=wager,
            amount=Cents(row.amount),
            outcome=", ".join(row.outcomes) or "not settled",
            net=Cents(row.net),
            collected=Cents(row.collected),
            paid=Cents(row.net + row.collected),
            spot=spot,
            choice=choice,
            coupon=row.coupon,
            added=Cents(row.added),
        )
        for (_, wager, spot, choice), row in rows.items()
    )
    return SeatResult(number=number, net=Cents(sum(wager.net for wager in wagers)), wagers=wagers)


@dataclass(frozen=True, kw_only=True)
class HouseTotal:
    """What the house collected and paid in a round, at all seats together."""

    collected: Cents
    paid: Cents

    @property
    def net(self) -> Cents:
        """Return what the house won; negative: what it lost."""
        return Cents(self.collected - self.paid)


def house_total(seats: Iterable[SeatResult]) -> HouseTotal:
    """Return the totals of the house from the results of the seats."""
    wagers = [wager for seat in seats for wager in seat.wagers]
    return HouseTotal(
        collected=Cents(sum(wager.collected for wager in wagers)), paid=Cents(sum(wager.paid for wager in wagers))
    )


@dataclass(frozen=True, kw_only=True)
class DealerResult:
    """A hand of the dealer as it was when the round ended: its cards, and their total."""

    cards: tuple[Card, ...]
    total: Total

    @property
    def blackjack(self) -> bool:
        """Whether the hand is a blackjack."""
        return HandTotal(self.total, len(self.cards)).blackjack


def dealer_results(events: Iterable[ev.Event]) -> tuple[DealerResult, ...]:
    """Return each hand of the dealer in a round; a card that was never turned over is not part of it."""
    hands: list[list[Card]] = []
    hidden = False
    for event in events:
        match event:
            case ev.CardDealt(seat=0):
                hands = hands or [[]]
                hands[-1].append(event.card)
                hidden = hidden or event.face_down
            case ev.HoleCardTurned():
                hidden = False
            case ev.DealerCardsCollected():
                hands.append(hands[-1][:1])
            case _:
                pass
    shown = [tuple(hand[:1] if hidden else hand) for hand in hands]
    return tuple(DealerResult(cards=hand, total=DEALER_TOTAL.of(hand)) for hand in shown)
