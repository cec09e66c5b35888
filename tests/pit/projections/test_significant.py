"""Significant events: each kind that rules ask for is found in the journal, with day, time, person and amount."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.pit.casino import ADMINISTRATOR, COMPLIANCE, SUPERVISOR, Casino, casino, table_text, wager
from upcard.game import commands as do
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.limits import LimitKind, LimitPeriod
from upcard.pit.projections.books import Books, Page, SeatEntry
from upcard.pit.projections.significant import SignificantEntry, Topic
from upcard.store.clock import time_text
from upcard.store.journal import all_rows


def page_of(house: Casino) -> Page:
    books, page = Books(), Page()
    for row in all_rows(house.journal):
        books.add(row, page)
        books = Books(books.state)  # as if it were read again
        for earlier in all_rows(house.journal):
            if earlier.position <= row.position:
                books.recall(earlier)
    return page


def of(page: Page, topic: Topic) -> list[SignificantEntry]:
    return [entry for entry in page.significant if entry.topic == topic]


@pytest.mark.asked("GLI-19 2.8.8", "13:69O-1.8(c)", "13:69O-1.8(e)", "13:69O-1.8(f)")
def test_every_kind_of_significant_event_is_found(folder: Path) -> None:
    with casino(folder) as house:
        house.open()
        house.seat()
        house.new_shoe()
        failed = pc.RecordPerson("LogOnFailed", "Ann", "Ann", "password", "192.0.2.7", time_text(house.clock()))
        house.done("system", failed)
        house.done("system", pc.RecordPerson("AccountMade", "zoe", "root", "patron", "", time_text(house.clock())))
        house.done("patron Ann", pc.SetLimit("Ann", LimitKind.DEPOSIT, LimitPeriod.WEEK, Cents(5_00)))
        house.done("patron Ann", pc.SetTimeLimit("Ann", LimitPeriod.DAY, 90))
        house.done(SUPERVISOR, pc.CountDrop("T1", Cents(5_00), "a note was stuck"))
        house.done(SUPERVISOR, pc.ProposeAdjustment("house", "wallet Ann", Cents(5_00), "paid twice"))
        house.done("system", pc.RecordSoftware("0.1.0", "1" * 64))
        house.at("T1", wager(1))
        house.at("T1", do.VoidRound(SUPERVISOR, "a card was exposed"), SUPERVISOR)
        house.wait(-timedelta(minutes=5))
        house.at("T1", do.CloseTable(), SUPERVISOR)
        house.done(ADMINISTRATOR, pc.InstallTable("P1", table_text("progressive")))
        house.done(SUPERVISOR, pc.FillRack("P1", Cents(10_000_00)))
        house.accept("P1")
        house.at("P1", do.OpenTable())
        house.done(COMPLIANCE, pc.SetLargeWin(Cents(1_00)))
        page = page_of(house)
    assert [(each.kind, each.about, each.detail, each.by) for each in of(page, Topic.LOG_ON)] == [
        ("LogOnFailed", "Ann", "password, 192.0.2.7", "Ann")
    ]
    assert ("AccountMade", "zoe", "root") in {(each.kind, each.about, each.by) for each in of(page, Topic.ACCOUNT)}
    assert [each.detail for each in of(page, Topic.PROTECTION)] == ["deposit, week: $5.00", "time, day: 90 minutes"]
    assert [(each.kind, each.detail) for each in of(page, Topic.OVERRIDE)] == [("RoundVoided", "a card was exposed")]
    assert [each.kind for each in of(page, Topic.ADJUSTMENT)] == ["DropCounted", "AdjustmentProposed"]
    assert [(each.time[11:16], each.kind, each.about, each.by) for each in of(page, Topic.AVAILABILITY)] == [
        ("12:00", "TableOpened", "T1", SUPERVISOR),
        ("11:55", "TableClosed", "T1", SUPERVISOR),
        ("11:55", "TableOpened", "P1", SUPERVISOR),
    ]
    assert [each.kind for each in of(page, Topic.CONFIGURATION)] == [
        "HouseOpened", "TableInstalled", "TableInstalled", "LargeWinSet",
    ]  # fmt: skip
    assert [(each.time[11:16], *each[5:9]) for each in of(page, Topic.SOFTWARE)] == [
        ("12:00", "SoftwareInstalled", "0.1.0", "system", "1" * 64)
    ]
    assert [each.kind for each in of(page, Topic.METER)] == ["MeterFunded"]
    (back,) = of(page, Topic.CLOCK)
    assert back.detail.startswith("the row before it: 2026-07-01T12:")
    assert {each.day for each in page.significant} == {"2026-07-01"}


@pytest.mark.asked("GLI-19 2.8.8")
@pytest.mark.parametrize(("threshold", "is_large"), [(-1, True), (0, True), (1, False)])
def test_a_win_of_the_threshold_or_more_is_large(folder: Path, threshold: int, is_large: bool) -> None:
    with casino(folder, seed=7) as house:
        house.open()
        house.seat()
        house.play(rounds=3)
        won = max(page_of(house).seats, key=lambda seat: seat.net)
    assert won.net > 0
    with casino(folder, seed=7, name="again.db") as house:
        house.open()
        house.seat()
        house.done(COMPLIANCE, pc.SetLargeWin(Cents(won.net + threshold)))
        house.play(rounds=3)
        found = of(page_of(house), Topic.LARGE_WIN)
    assert ((won.patron, won.net) in [(each.about, each.amount) for each in found]) is is_large


@pytest.mark.asked("58 Pa. 810a.11")
def test_a_round_has_the_chips_of_each_seat_before_and_after_it(folder: Path) -> None:
    with casino(folder, seed=3) as house:
        house.open()
        house.seat()
        house.play(rounds=4)
        seats = page_of(house).seats
    assert seats
    last: dict[int, SeatEntry] = {}
    for seat in seats:
        assert seat.after - seat.before == seat.net
        if seat.seat in last:
            assert seat.before == last[seat.seat].after
        last[seat.seat] = seat
