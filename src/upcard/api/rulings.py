"""upcard.deal: what should have been collected and paid in a round, and why."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upcard.api.python_words import in_words_of_python
from upcard.api.ruled_parts import (
    RuledDealer,
    RuledDifference,
    RuledHouse,
    RuledIrregularity,
    RuledOrder,
    RuledStep,
    dealer_json,
    done_json,
    house_json,
    irregularity_json,
    ruled_dealer,
    ruled_difference,
    ruled_house,
    ruled_irregularity,
    ruled_order,
    ruled_step,
    step_json,
)
from upcard.api.table import Table, config_of
from upcard.api.table_keys import round_value
from upcard.cards import Card
from upcard.game import Refusal
from upcard.game.events import Event
from upcard.game.readings_used import readings_used
from upcard.game.round_report import SeatResult, dealer_results, house_total, results
from upcard.game.ruling import Ruling, rule
from upcard.game.view import event_view
from upcard.game.written_round import WrittenRound, described_round, load_round, loads_round
from upcard.money import plain_money
from upcard.results.amounts import Money
from upcard.results.arguments import BadArguments
from upcard.results.findings import reported
from upcard.results.law_basis import side_of
from upcard.results.rows import Kind, RowSet, TabularData
from upcard.table import Finding, TableConfig


@dataclass(frozen=True, kw_only=True)
class RuledWager:
    """How a wager of a seat ended: what was collected from it and paid for it.

    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}}
    >>> ruling = deal(Table(decks=6, minimum="10.00", maximum="500.00"), {"shoe": "Ah 9s Kh", "seat": [seat]})
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


@dataclass(frozen=True, kw_only=True)
class RuledSeat:
    """What a seat won or lost in a round, wager by wager.

    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}}
    >>> ruling = deal(Table(decks=6, minimum="10.00", maximum="500.00"), {"shoe": "Ah 9s Kh", "seat": [seat]})
    >>> ruling.seats[0].net
    Money('15.00')
    """

    number: int
    net: Money
    wagers: tuple[RuledWager, ...]


class RoundRuling(TabularData):
    """The ruling on a round: its events with their paragraphs and what each seat won, or why it is refused.

    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}}
    >>> ruling = deal(Table(decks=6, minimum="10.00", maximum="500.00"), {"shoe": "Ah 9s Kh", "seat": [seat]})
    >>> ruling.lines()[-2]
    'seat 1: blackjack, blackjack: pays $15.00, $10.00 returned [13:69F-2.7(a)]'
    """

    def __init__(self, table: TableConfig, ruling: Ruling) -> None:
        self._table, self._ruling = table, ruling

    @property
    def events(self) -> tuple[Event, ...]:
        """Return everything that happens in the round, in order; if it is refused, up to the refusal."""
        return self._ruling.events

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Return every reason why the rules do not allow the round as written."""
        return self._ruling.refusals

    @property
    def cards_left(self) -> tuple[Card, ...]:
        """Return the cards written that were not dealt."""
        return self._ruling.cards_left

    @property
    def seats(self) -> tuple[RuledSeat, ...]:
        """Return what each seat won or lost; nothing if the round is refused."""
        return () if self.refusals else tuple(ruled_seat(seat) for seat in results(self.events))

    @property
    def house(self) -> RuledHouse | None:
        """Return what the house collects, pays and wins; None if the round is refused."""
        return None if self.refusals else ruled_house(house_total(results(self.events)))

    @property
    def dealer(self) -> tuple[RuledDealer, ...]:
        """Return the dealer's hands with their totals."""
        return tuple(ruled_dealer(hand) for hand in dealer_results(self.events))

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """Return the findings about the table, which do not stop a ruling."""
        return self._ruling.warnings

    @property
    def as_done(self) -> bool | None:
        """Whether all that is written down was done as due; None if nothing is, or the round is refused."""
        return self._ruling.as_done

    @property
    def differences(self) -> tuple[RuledDifference, ...]:
        """Return the wagers for which more or less was paid or collected than was due."""
        done = self._ruling.done.differences if self._ruling.done else ()
        return tuple(ruled_difference(each, self._table.law) for each in done)

    @property
    def out_of_order(self) -> tuple[RuledOrder, ...]:
        """Return what was settled out of order."""
        return tuple(map(ruled_order, self._ruling.done.out_of_order if self._ruling.done else ()))

    @property
    def irregularities(self) -> tuple[RuledIrregularity, ...]:
        """Return the irregularities written down, each with its paragraphs or the nearest ones."""
        return tuple(map(ruled_irregularity, self._ruling.irregularities))

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
        return list(self._lines())

    def _lines(self) -> Iterator[str]:
        for event, words in self._ruling.lines:
            if words:
                yield f"{words} [{event.cite.as_of(self._table.law)}]"

    def to_dict(self) -> dict[str, Any]:
        """Return the ruling as `upcard deal --round --json` writes it."""
        return ruling_json(self._ruling, self._table)

    def _row_set(self) -> RowSet:
        columns: dict[str, Kind] = {"seat": int, "wager": str, "spot": int, "choice": int, "outcome": str}
        columns |= dict.fromkeys(("amount", "collected", "paid", "net"), str)
        rows = [
            (seat.number, each.wager, each.spot, each.choice, each.outcome, *map(str, _amounts(each)))
            for seat in self.seats
            for each in seat.wagers
        ]
        return RowSet(columns=columns, values=rows)

    def __repr__(self) -> str:
        if self.refusals:
            return f"<refused: {'; '.join(map(str, self.refusals))}>"
        seats = ", ".join(f"seat {seat.number} {'+' if seat.net.cents > 0 else ''}{seat.net}" for seat in self.seats)
        return f"<round at {self._table.table}: {seats}>"


def _amounts(wager: RuledWager) -> tuple[Money, ...]:
    return wager.amount, wager.collected, wager.paid, wager.net


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


def ruling_json(ruling: Ruling, table: TableConfig) -> dict[str, Any]:
    """Return a ruling as JSON values."""
    answer = {
        "law_file": table.law_folder.fingerprint if table.law_folder else None,
        "events": list(_events_json(ruling, table)),
        "warnings": [reported(finding).to_dict() for finding in ruling.warnings],
        "irregularities": [irregularity_json(each) for each in ruling.irregularities],
    }
    if ruling.refusals:
        refusals = [{"cite": str(refusal.cite), "message": refusal.message} for refusal in ruling.refusals]
        procedure = {"procedure": [step_json(each) for each in ruling.procedure]} if ruling.procedure else {}
        return {**answer, "refusals": refusals, **procedure}
    seats = results(ruling.events)
    return {
        **answer,
        "seats": [_seat_json(seat) for seat in seats],
        "house": house_json(house_total(seats)),
        "dealer": [dealer_json(hand) for hand in dealer_results(ruling.events)],
        "cards_left": [str(card) for card in ruling.cards_left],
        "readings": [side_of(used).to_dict() for used in readings_used(table, ruling.events)],
        "unfinished": ruling.unfinished,
        "table_violates": ruling.table_violates,
        "procedure": [step_json(each) for each in ruling.procedure],
        "as_done": ruling.as_done,
        **done_json(ruling.done, table.law),
    }


def _events_json(ruling: Ruling, table: TableConfig) -> Iterator[dict[str, Any]]:
    """Yield each event that has words; of a step also its name, and whether it is stated to have been done."""
    for (event, words), act in zip(ruling.lines, ruling.acts, strict=True):
        if words:
            step, done = (act.step.name, act.done) if act else (None, None)
            yield {**event_view(event, table.law), "text": words, "step": step, "done": done}


def _seat_json(seat: SeatResult) -> dict[str, Any]:
    return {
        "number": seat.number,
        "net": plain_money(seat.net),
        "wagers": [
            {
                "wager": wager.wager,
                "amount": plain_money(wager.amount),
                "outcome": wager.outcome,
                "collected": plain_money(wager.collected),
                "paid": plain_money(wager.paid),
                "net": plain_money(wager.net),
                "spot": wager.spot + 1,
                "choice": wager.choice,
                "coupon": plain_money(wager.coupon),
            }
            for wager in seat.wagers
        ],
    }


def deal(table: Table, round: str | Path | Mapping[str, Any]) -> RoundRuling:  # noqa: A002  # the regulation's word
    """Rule on a round: deal the cards it lists, decide as it says, and settle every wager.

    `round` has the keys of a written round, or is its file or its text. Raises BadConfig if it cannot be read; a
    round that the rules do not allow comes back with its refusals.

    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}, "decisions": ["double down"]}
    >>> table = Table(decks=6, minimum="10.00", maximum="500.00")
    >>> deal(table, {"shoe": "6h 9s 5d Tc 8c", "seat": [seat]})
    <round at table: seat 1 +20.00>
    """
    config = config_of(table)
    config.require_one_game()
    written = _written(config, round)
    return RoundRuling(config, rule(written))


def _written(table: TableConfig, given: object) -> WrittenRound:
    if isinstance(given, Mapping):
        with in_words_of_python():
            return described_round(table, round_value(given))
    if isinstance(given, str) and ("\n" in given or "=" in given):
        return loads_round(table, given)
    if isinstance(given, str | Path):
        return load_round(given, table)
    kind = type(given).__name__
    raise BadArguments((f"round: must be a written round as a file, its text or a mapping, not {kind}",))
