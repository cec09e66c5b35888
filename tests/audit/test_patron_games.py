"""The last games of a patron: what was wagered in all, several seats of one person, and the shoe of each round."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.pit.casino import SHIPPED, Casino, casino, wager
from upcard.audit import patron_games
from upcard.audit.patron_games import find_game, last_games, result_since
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.money import Cents, plain_money
from upcard.pit import commands as pc
from upcard.pit.projections import tables
from upcard.pit.projections.books import events_of
from upcard.pit.projections.projector import Projector
from upcard.pit.projections.storage import ProjectionStorage, stored
from upcard.store.journal import all_rows


@contextmanager
def projected(house: Casino, folder: Path) -> Iterator[ProjectionStorage]:
    storage = ProjectionStorage(folder / "journal.db")
    try:
        Projector(house.journal, storage).update()
        yield storage
    finally:
        storage.close()


def put_on_layout(house: Casino) -> Counter[int]:
    """The chips that each seat put on the layout in all rounds that have ended, less those taken back."""
    sums, waiting = Counter[int](), Counter[int]()
    for row in all_rows(house.journal):
        for event in events_of(row):
            if isinstance(event, ev.WagerPlaced | ev.InsurancePlaced | ev.PlayMade):
                waiting[event.seat] += sum(event.amounts)
            elif isinstance(event, ev.WagerWithdrawn):
                waiting[event.seat] -= sum(event.amounts)
            elif isinstance(event, ev.CardsPickedUp):
                sums, waiting = sums + waiting, Counter()
    return sums


@pytest.mark.parametrize("file", SHIPPED)
def test_what_was_wagered_includes_doubles_splits_and_insurance(folder: Path, file: str) -> None:
    with casino(folder) as house:
        house.open("T1", file=file)
        house.seat()
        house.new_shoe(position=20)
        house.play(rounds=8)
        with projected(house, folder) as storage, storage.reading() as connection:
            kept = Counter[int]()
            for line in stored(connection, tables.SEATS):
                kept[line.seat] += line.amount
        assert kept == put_on_layout(house)


def two_seats(house: Casino, rounds: int) -> None:
    """Ann plays rounds at seats 1 and 2; two of them are at a second shoe."""
    house.open("T1")
    for seat in (1, 2):
        house.done("patron Ann", pc.BuyIn("Ann", "T1", seat, Cents(100_000)))
    for number in range(rounds):
        if number in (0, rounds - 2):
            house.new_shoe()
        house.at("T1", wager(1, 1000), "patron Ann")
        house.at("T1", wager(2, 2000), "patron Ann")
        house.at("T1", do.CloseBetting())
        house.play(rounds=1)


def test_all_seats_of_a_round_are_on_one_page_and_each_opens_by_itself(folder: Path) -> None:
    with casino(folder) as house:
        two_seats(house, 4)
        with projected(house, folder) as storage:
            games = last_games(house.journal, storage, "Ann", limit=1)
            assert [(game.round, game.seat) for game in games] == [(4, 1), (4, 2)]
            older = last_games(house.journal, storage, "Ann", before=games[-1].last_row, limit=3)
            assert [(game.round, game.seat) for game in older] == [(3, 1), (3, 2), (2, 1), (2, 2)]
            assert [game.shoe for game in (*games, *older)] == [2, 2, 2, 2, 1, 1]
            for seat in (1, 2):
                detail = find_game(house.journal, storage, "Ann", "T1", 4, seat)
                assert detail is not None
                assert detail.game == games[seat - 1]
                assert {event["seat"] for event in detail.choices} == {seat}
            assert find_game(house.journal, storage, "Ann", "T1", 4, 3) is None
            lowest = find_game(house.journal, storage, "Ann", "T1", 4)
            assert lowest is not None
            assert lowest.game.seat == 1


def test_the_result_since_a_time_has_every_seat_of_every_round(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patron_games, "MOST", 3)  # games in one query: a round is cut in two
    with casino(folder) as house:
        two_seats(house, 6)
        with projected(house, folder) as storage:
            with storage.reading() as connection:
                lines = list(stored(connection, tables.SEATS))
            assert len(lines) == 12
            since = result_since(house.journal, storage, "Ann", "")
            assert plain_money(since) == plain_money(sum(line.net for line in lines))
