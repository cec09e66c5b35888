"""The last games of a patron, and one of them event by event: from the index of rounds and the rows it points to."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Select, select

from upcard.game.json_codec import UPCASTS
from upcard.game.state import DEALER
from upcard.money import plain_money
from upcard.pit import events as pv
from upcard.pit.projections import tables
from upcard.pit.projections.books import table_of
from upcard.pit.projections.storage import ProjectionStorage
from upcard.rules.apply import SPLITS
from upcard.rules.enums import Play
from upcard.store.journal import Journal, all_rows
from upcard.store.rows import JournalRow

MOST = 100  # games in one answer
_OF_PIT = frozenset(each.__name__ for each in pv.PIT_EVENTS)
_CHOICES = frozenset({"WagerPlaced", "WagerWithdrawn", "InsurancePlaced", "PlayMade", "ButtonPressed"})
_SETTLED = frozenset({"WagerCollected", "WagerPaid", "WagerReturned", "WagerLeft", "BonusPaid"})


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """A round that a patron has played; amounts as dollars and cents."""

    table: str
    round: int
    seat: int
    day: str
    began: str
    ended: str
    wagered: str
    won: str  # negative: lost
    balance_before: str  # chips in front of the seat
    balance_after: str
    voided: bool
    shoe: int  # the number of the shoe that the round was dealt from
    first_row: int
    last_row: int
    net: int  # won, in cents


@dataclass(frozen=True, kw_only=True)
class GameDetail:
    """A round event by event: its phases, the choices of a seat, and what lay on the table at its end."""

    game: GameRecord
    dealer: tuple[str, ...]  # cards; one that was never shown: "hidden"
    hands: dict[int, tuple[tuple[str, ...], ...]]  # the cards of each hand of each seat
    phases: tuple[str, ...]
    choices: tuple[dict[str, Any], ...]  # of the patron's seat
    settled: tuple[dict[str, Any], ...]
    events: tuple[dict[str, Any], ...]  # all that everybody saw, each with the time of its row

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return asdict(self)


def last_games(
    journal: Journal, storage: ProjectionStorage, patron: str, *, before: int | None = None, limit: int = 20
) -> tuple[GameRecord, ...]:
    """Return the last games of a patron, newest first, or those before a row; all seats of a round stay together."""
    rounds, seats = tables.ROUNDS.c, tables.SEATS.c
    query = _games(patron).order_by(rounds.last.desc(), seats.seat)
    if before is not None:
        query = query.where(rounds.last < before)
    with storage.reading() as connection:
        lines = list(connection.execute(query.limit(min(limit, MOST))))
        if lines:
            same = (rounds.last == lines[-1].last, seats.seat > lines[-1].seat)
            lines += connection.execute(_games(patron).where(*same).order_by(seats.seat))
    return tuple(_record(journal, line) for line in lines)


def result_since(journal: Journal, storage: ProjectionStorage, patron: str, time: str) -> int:
    """Return what a patron has won, in cents, in the rounds that ended since a time; negative: lost."""
    won, before = 0, None
    while games := last_games(journal, storage, patron, before=before, limit=MOST):
        for game in games:
            if game.ended < time:
                return won
            won += game.net
        before = games[-1].last_row
    return won


def _games(patron: str) -> Select[Any]:
    rounds, seats = tables.ROUNDS.c, tables.SEATS.c
    same = (seats.table == rounds.table) & (seats.round == rounds.round)
    columns = (rounds.day, rounds.first, rounds.last, rounds.shoe, rounds.voided)
    return select(tables.SEATS, *columns).join_from(tables.SEATS, tables.ROUNDS, same).where(seats.patron == patron)


def _record(journal: Journal, line: Any) -> GameRecord:
    began, ended = journal.row(line.first), journal.row(line.last)
    assert began is not None
    assert ended is not None
    return GameRecord(
        table=line.table,
        round=line.round,
        seat=line.seat,
        day=line.day,
        began=began.time,
        ended=ended.time,
        wagered=plain_money(line.amount),
        won=plain_money(line.net),
        balance_before=plain_money(line.before),
        balance_after=plain_money(line.after),
        voided=line.voided,
        shoe=line.shoe,
        first_row=line.first,
        last_row=line.last,
        net=line.net,
    )


def find_game(
    journal: Journal, storage: ProjectionStorage, patron: str, table: str, number: int, seat: int | None = None
) -> GameDetail | None:
    """Return a game in full, at a seat or at the first one of the patron in that round; None if there is none."""
    seats = tables.SEATS.c
    query = _games(patron).where(seats.table == table, seats.round == number).order_by(seats.seat)
    if seat is not None:
        query = query.where(seats.seat == seat)
    with storage.reading() as connection:
        line = connection.execute(query).first()
    return None if line is None else _detail(journal, _record(journal, line))


def round_rows(journal: Journal, table: str, first: int, last: int) -> Iterator[JournalRow]:
    """Yield the rows of a round at a table."""
    begin = journal.row(first)
    assert begin is not None
    stream, version = begin.streams[0]
    for row in all_rows(journal, stream, after=version - 1):
        if row.position > last:
            return
        if table_of(row) == table:
            yield row


def _detail(journal: Journal, game: GameRecord) -> GameDetail:
    events = [
        {**_current(value), "time": row.time}
        for row in round_rows(journal, game.table, game.first_row, game.last_row)
        for value in json.loads(row.events)
        if value["event"] not in _OF_PIT  # they name other patrons
    ]
    own = [event for event in events if event.get("seat") == game.seat]
    dealer, hands = _display(events)
    return GameDetail(
        game=game,
        dealer=dealer,
        hands=hands,
        phases=tuple(event["point"] for event in events if event["event"] == "PointReached"),
        choices=tuple(event for event in own if event["event"] in _CHOICES),
        settled=tuple(event for event in own if event["event"] in _SETTLED),
        events=tuple(events),
    )


def _current(value: dict[str, Any]) -> dict[str, Any]:
    """Return an event as it is written today; hidden cards stay sealed."""
    for upcast in UPCASTS["event"][value["schema"] - 1 :]:
        value = upcast(value)
    return value


def _display(events: list[dict[str, Any]]) -> tuple[tuple[str, ...], dict[int, tuple[tuple[str, ...], ...]]]:
    """Return the dealer's cards and those of every hand as they lay at the end."""
    dealer: list[str] = []
    hands: dict[int, list[list[str]]] = {}
    for event in events:
        match event["event"]:
            case "CardDealt" if event["seat"] == DEALER:
                dealer.append("hidden" if event["face_down"] else event["card"])
            case "CardDealt":
                hands.setdefault(event["seat"], [[]])[event["hand"]].append(event["card"])
            case "HoleCardTurned":
                dealer = [event["card"] if card == "hidden" else card for card in dealer]
            case "PlayMade" if Play(event["play"]) in SPLITS:
                own, hand = hands[event["seat"]], event["hand"]
                own[hand : hand + 1] = [[card] for card in own[hand]]
    return tuple(dealer), {seat: tuple(tuple(cards) for cards in own) for seat, own in hands.items()}
