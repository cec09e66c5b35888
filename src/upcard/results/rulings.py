"""Rulings: what should have been collected and paid in a round, and why; or why the rules do not allow it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from upcard.cards import Card
from upcard.game import Refusal
from upcard.game.events import Event
from upcard.game.irregularities import IrregularityAnswer
from upcard.game.payout_review import Difference, OutOfOrder, Part
from upcard.game.readings_used import readings_used
from upcard.game.round_report import DealerResult, HouseTotal, SeatResult, dealer_results, house_total, results
from upcard.game.ruling import Ruling
from upcard.game.steps import StepRuling
from upcard.game.view import event_view
from upcard.law import Cite, Edition
from upcard.results.amounts import Money
from upcard.results.findings import ReportedFinding, reported
from upcard.results.law_basis import SideTaken, side_of
from upcard.results.result import Result, inline, inline_or_none, not_written, renamed
from upcard.results.rows import Column, RowSet, TabularData, columns_of, part, row_set
from upcard.table import Finding, TableConfig


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuledWager(Result):
    """How a wager of a seat ended: what was collected from it and paid for it.

    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}}
    >>> import upcard
    >>> table = upcard.Table(decks=6, minimum="10.00", maximum="500.00")
    >>> ruling = upcard.deal(table, {"shoe": "Ah 9s Kh", "seat": [seat]})
    >>> ruling.seats[0].wagers[0].outcome
    'blackjack'
    """

    wager: str
    amount: Money
    outcome: str
    collected: Money
    paid: Money
    net: Money
    spot: int
    choice: int | None
    coupon: Money


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuledSeat(Result):
    """What a seat won or lost in a round, wager by wager.

    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}}
    >>> import upcard
    >>> table = upcard.Table(decks=6, minimum="10.00", maximum="500.00")
    >>> ruling = upcard.deal(table, {"shoe": "Ah 9s Kh", "seat": [seat]})
    >>> ruling.seats[0].net
    Money('15.00')
    """

    number: int
    net: Money
    wagers: tuple[RuledWager, ...]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuledHouse(Result):
    """What the house collects and pays in a round, and what it wins.

    >>> import upcard
    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}}
    >>> upcard.deal(upcard.load("blackjack"), {"shoe": "Ah 9s Kh", "seat": [seat]}).house.net
    Money('-15.00')
    """

    collected: Money
    paid: Money
    net: Money


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuledDealer(Result):
    """A hand of the dealer at the end of a round.

    >>> import upcard
    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}, "decisions": ["stay"]}
    >>> upcard.deal(upcard.load("blackjack"), {"shoe": "Th 9s Kh Tc", "seat": [seat]}).dealer[0].points
    19
    """

    cards: tuple[Card, ...]
    points: int
    soft: bool
    blackjack: bool


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuledDifference(Result):
    """A wager for which more or less was paid or collected than was due.

    >>> import upcard
    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}, "paid": {"blackjack": "20.00"}}
    >>> print(upcard.deal(upcard.load("blackjack"), {"shoe": "Ah 9s Kh", "seat": [seat]}).differences[0].message)
    seat 1: blackjack: paid $20.00 where $15.00 was due; over by $5.00
    """

    seat: int
    wager: str
    spot: int | None
    choice: int | None
    paid: Money
    collected: Money
    due_paid: Money
    due_collected: Money
    over: Money  # of the patron; negative: short
    cite: str
    message: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuledOrder(Result):
    """A wager that was settled before another that comes first.

    >>> import upcard
    >>> seats = [{"number": number, "wagers": {"blackjack": "10.00"}, "decisions": ["stand"]} for number in (1, 2)]
    >>> written = {"shoe": "Th Tc 9s Kh Kc Td", "seat": seats, "order": ["1 blackjack", "2 blackjack"]}
    >>> print(upcard.deal(upcard.load("blackjack"), written).out_of_order[0].message)
    seat 1: blackjack was settled before seat 2: blackjack, which comes first
    """

    cite: str
    reading: int | None
    standing: str  # how the paragraph is known
    message: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuledIrregularity(Result):
    """An irregularity: whether a text is held on it, with its paragraphs or the nearest ones.

    >>> import upcard
    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}}
    >>> written = {"shoe": "Ah 9s Kh", "seat": [seat], "irregularities": [{"what": "exposed card", "card": 2}]}
    >>> upcard.deal(upcard.load("blackjack"), written).irregularities[0].nearest
    ('13:69F-2.15(a)', '13:69F-2.6(e)')
    """

    what: str
    seat: int | None
    card: int | None
    answer: str
    nearest: tuple[str, ...]
    message: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuledStep(Result):
    """A step of the procedure of which something is stated: its paragraph, and what follows if it was not done.

    >>> import upcard
    >>> wagers = {"blackjack": "25.00", "progressive": "1.00"}
    >>> seat = {"number": 1, "wagers": wagers, "decisions": ["stand"], "not_done": {"progressive": ["light"]}}
    >>> step = upcard.deal(upcard.load("progressive"), {"shoe": "Ah 6c Ad 9h Tc", "seat": [seat]}).procedure[0]
    >>> step.cite, step.also, step.follows
    ('13:69F-2.19(b)', ('13:69F-2.19(g)2',), 'no wager')
    """

    step: str
    wager: str | None  # None: a step of every game
    seat: int | None  # None: stated for the table
    done: bool
    called_for: bool  # whether the round gave occasion for it
    cite: str
    also: tuple[str, ...]  # paragraphs on what could not be done for want of it
    verdict: str | None  # of a step not done
    reading: int | None
    follows: str | None
    message: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuledEvent(Result):
    """What happens in a round, in words; of a step also its name, and whether it is stated to have been done."""

    event: Mapping[str, Any] = inline()  # as everybody may see it
    text: str
    step: str | None
    done: bool | None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuledRefusal(Result):
    """Why the rules do not allow a round as it is written."""

    cite: Cite
    message: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class NotCompared(Result):
    """A part of a round of which nothing is written down."""

    seat: int
    wager: str
    spot: int | None
    choice: int | None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RefusedRound(Result):
    """A round that the rules do not allow."""

    refusals: tuple[RuledRefusal, ...]
    procedure: tuple[RuledStep, ...] | None = None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SettledRound(Result):
    """A round that the rules allow: what everybody won or lost, and what was not done as due."""

    seats: tuple[RuledSeat, ...]
    house: RuledHouse
    dealer: tuple[RuledDealer, ...]
    cards_left: tuple[Card, ...]
    readings: tuple[SideTaken, ...]
    unfinished: str | None  # where a round that was left stands
    table_violates: bool
    procedure: tuple[RuledStep, ...]
    as_done: bool | None
    differences: tuple[RuledDifference, ...]
    out_of_order: tuple[RuledOrder, ...]
    not_written: tuple[NotCompared, ...]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RoundRuling(Result, TabularData):
    """The ruling on a round: its events with their paragraphs and what each seat won, or why it is refused.

    >>> import upcard
    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}}
    >>> table = upcard.Table(decks=6, minimum="10.00", maximum="500.00")
    >>> ruling = upcard.deal(table, {"shoe": "Ah 9s Kh", "seat": [seat]})
    >>> ruling.lines()[-2]
    'seat 1: blackjack, blackjack: pays $15.00, $10.00 returned [13:69F-2.7(a)]'
    """

    law_file: str | None  # the fingerprint of the licensee's law folder
    told: tuple[RuledEvent, ...] = renamed("events")  # the events that have words
    found: tuple[ReportedFinding, ...] = renamed("warnings")  # about the table, which does not stop a ruling
    irregularities: tuple[RuledIrregularity, ...]  # each with its paragraphs or the nearest ones
    refused: RefusedRound | None = inline_or_none()
    settled: SettledRound | None = inline_or_none()
    _table: TableConfig = not_written()
    _ruling: Ruling = not_written()

    @property
    def events(self) -> tuple[Event, ...]:
        """Return everything that happens in the round, in order; if it is refused, up to the refusal."""
        return self._ruling.events

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Return every reason why the rules do not allow the round as written."""
        return self._ruling.refusals

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """Return the findings about the table, which do not stop a ruling."""
        return self._ruling.warnings

    @property
    def cards_left(self) -> tuple[Card, ...]:
        """Return the cards written that were not dealt."""
        return self._ruling.cards_left

    @property
    def seats(self) -> tuple[RuledSeat, ...]:
        """Return what each seat won or lost; nothing if the round is refused."""
        return self.settled.seats if self.settled else ()

    @property
    def house(self) -> RuledHouse | None:
        """Return what the house collects, pays and wins; None if the round is refused."""
        return self.settled.house if self.settled else None

    @property
    def dealer(self) -> tuple[RuledDealer, ...]:
        """Return the dealer's hands with their totals."""
        return tuple(map(ruled_dealer, dealer_results(self.events)))

    @property
    def as_done(self) -> bool | None:
        """Whether all that is written down was done as due; None if nothing is, or the round is refused."""
        return self._ruling.as_done

    @property
    def differences(self) -> tuple[RuledDifference, ...]:
        """Return the wagers for which more or less was paid or collected than was due."""
        return self.settled.differences if self.settled else ()

    @property
    def out_of_order(self) -> tuple[RuledOrder, ...]:
        """Return what was settled out of order."""
        return self.settled.out_of_order if self.settled else ()

    @property
    def procedure(self) -> tuple[RuledStep, ...]:
        """Return the steps of the procedure of which something is stated, each with its paragraph and what follows."""
        return tuple(map(ruled_step, self._ruling.procedure))

    @property
    def table_violates(self) -> bool:
        """Whether the round was played at a table that breaks a paragraph of which the text is held (reading 76)."""
        return self._ruling.table_violates

    def lines(self) -> list[str]:
        """Return the round in words, each event with its paragraph."""
        law = self._table.law
        return [f"{words} [{event.cite.as_of(law)}]" for event, words in self._ruling.lines if words]

    def _row_set(self) -> RowSet:
        rows = [(seat, wager) for seat in self.seats for wager in seat.wagers]
        return row_set({**part(0, {"seat": Column(int, lambda seat: seat.number)}), **part(1, _OF_WAGER)}, rows)

    def __repr__(self) -> str:
        if self.refusals:
            return f"<refused: {'; '.join(map(str, self.refusals))}>"
        seats = ", ".join(f"seat {seat.number} {'+' if seat.net.cents > 0 else ''}{seat.net}" for seat in self.seats)
        return f"<round at {self._table.table}: {seats}>"


_OF_WAGER = columns_of(RuledWager, first=("wager", "spot", "choice", "outcome"))


def ruled_round(ruling: Ruling, table: TableConfig) -> RoundRuling:
    """Return the ruling on a round as an answer."""
    return RoundRuling(
        law_file=table.law_folder.fingerprint if table.law_folder else None,
        told=tuple(_told(ruling, table)),
        found=tuple(map(reported, ruling.warnings)),
        irregularities=tuple(map(ruled_irregularity, ruling.irregularities)),
        refused=_refused(ruling) if ruling.refusals else None,
        settled=None if ruling.refusals else _settled(ruling, table),
        _table=table,
        _ruling=ruling,
    )


def _told(ruling: Ruling, table: TableConfig) -> Iterator[RuledEvent]:
    for (event, words), act in zip(ruling.lines, ruling.acts, strict=True):
        if words:
            step, done = (act.step.name, act.done) if act else (None, None)
            yield RuledEvent(event=event_view(event, table.law), text=words, step=step, done=done)


def _refused(ruling: Ruling) -> RefusedRound:
    return RefusedRound(
        refusals=tuple(RuledRefusal(cite=refusal.cite, message=refusal.message) for refusal in ruling.refusals),
        procedure=tuple(map(ruled_step, ruling.procedure)) or None,
    )


def _settled(ruling: Ruling, table: TableConfig) -> SettledRound:
    seats, done = results(ruling.events), ruling.done
    return SettledRound(
        seats=tuple(map(ruled_seat, seats)),
        house=ruled_house(house_total(seats)),
        dealer=tuple(map(ruled_dealer, dealer_results(ruling.events))),
        cards_left=ruling.cards_left,
        readings=tuple(map(side_of, readings_used(table, ruling.events))),
        unfinished=ruling.unfinished,
        table_violates=ruling.table_violates,
        procedure=tuple(map(ruled_step, ruling.procedure)),
        as_done=ruling.as_done,
        differences=tuple(ruled_difference(each, table.law) for each in done.differences) if done else (),
        out_of_order=tuple(map(ruled_order, done.out_of_order)) if done else (),
        not_written=tuple(map(_not_compared, done.not_written)) if done else (),
    )


def _not_compared(written: Part) -> NotCompared:
    spot = None if written.spot is None else written.spot + 1
    return NotCompared(seat=written.seat, wager=written.wager, spot=spot, choice=written.choice)


def ruled_seat(seat: SeatResult) -> RuledSeat:
    """Return the result of a seat with its amounts as money."""
    return RuledSeat(
        number=seat.number,
        net=Money(seat.net),
        wagers=tuple(
            RuledWager(
                wager=wager.wager,
                amount=Money(wager.amount),
                outcome=wager.outcome,
                collected=Money(wager.collected),
                paid=Money(wager.paid),
                net=Money(wager.net),
                spot=wager.spot + 1,
                choice=wager.choice,
                coupon=Money(wager.coupon),
            )
            for wager in seat.wagers
        ),
    )


def ruled_step(ruled: StepRuling) -> RuledStep:
    """Return what is ruled of a step."""
    return RuledStep(
        step=ruled.declared.step.name,
        wager=ruled.declared.wager,
        seat=ruled.seat,
        done=ruled.done,
        called_for=ruled.called_for,
        cite=str(ruled.declared.cite),
        also=tuple(map(str, ruled.also)),
        verdict=ruled.verdict.value if ruled.is_breach else None,
        reading=ruled.reading,
        follows=ruled.follows.value if ruled.follows else None,
        message=ruled.message,
    )


def ruled_house(total: HouseTotal) -> RuledHouse:
    """Return the totals of the house with its amounts as money."""
    return RuledHouse(collected=Money(total.collected), paid=Money(total.paid), net=Money(total.net))


def ruled_dealer(hand: DealerResult) -> RuledDealer:
    """Return a hand of the dealer with its total."""
    total = hand.total
    return RuledDealer(cards=hand.cards, points=total.points, soft=total.soft, blackjack=hand.blackjack)


def ruled_difference(difference: Difference, edition: Edition) -> RuledDifference:
    """Return a difference with its amounts as money."""
    part, (paid, collected), (due_paid, due_collected) = difference.part, difference.done, difference.due
    return RuledDifference(
        seat=part.seat,
        wager=part.wager,
        spot=None if part.spot is None else part.spot + 1,
        choice=part.choice,
        paid=Money(paid),
        collected=Money(collected),
        due_paid=Money(due_paid),
        due_collected=Money(due_collected),
        over=Money(difference.over),
        cite=str(difference.cite.as_of(edition)),
        message=difference.message,
    )


def ruled_order(misplaced: OutOfOrder) -> RuledOrder:
    """Return what was out of order, with its paragraph and how that is known."""
    cite = misplaced.cite
    return RuledOrder(
        cite=str(cite), reading=misplaced.reading, standing=cite.standing.value, message=misplaced.message
    )


def ruled_irregularity(answer: IrregularityAnswer) -> RuledIrregularity:
    """Return the answer to an irregularity."""
    written = answer.irregularity
    return RuledIrregularity(
        what=written.what,
        seat=written.seat,
        card=written.card,
        answer=answer.answer,
        nearest=tuple(map(str, answer.nearest)),
        message=answer.message,
    )
