"""Reports of a gaming day: they reconcile to the cent, exist without activity, and stand beside what was expected."""

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import cast

import pytest

import upcard
from tests.pit.casino import DEALER, RICH, SHIPPED, STAKE, SUPERVISOR, Casino, casino, pit_table
from tests.pit.projections.test_projections import play_a_day, projected
from tests.random_rounds import next_command
from upcard.game import commands as do
from upcard.money import Cents, plain_money
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit.projections.books import WagerSums
from upcard.pit.projections.gaming_day import GamingDays
from upcard.pit.projections.projector import Projector
from upcard.pit.projections.storage import ProjectionStorage
from upcard.pit.reports import daily
from upcard.pit.reports.daily import (
    REPORTS,
    UnitPrice,
    coupon_report,
    day_report,
    day_sums,
    expectation,
    meter_report,
    patron_report,
    variance_report,
    win_reconciliation,
)
from upcard.pit.reports.report import DayReport

DAY = date(2026, 7, 1)
BANDS = ("low_99", "low_95", "expected", "high_95", "high_99")


def reports(house: Casino, storage: ProjectionStorage, day: date = DAY) -> dict[str, DayReport]:
    Projector(house.journal, storage).update()
    return {name: day_report(name, day, storage, house.journal.info) for name in REPORTS}


@contextmanager
def day(folder: Path, *, rounds: int = 3, file: str = "blackjack") -> Iterator[tuple[Casino, ProjectionStorage]]:
    with casino(folder) as house, projected(folder / "journal.db") as storage:
        play_a_day(house, rounds=rounds, file=file)
        yield house, storage


def test_coupons_reconcile_and_are_no_money_of_a_patron(folder: Path) -> None:
    with casino(folder) as house, projected(folder / "journal.db") as storage:
        house.open(file="in-between-posted")
        house.new_shoe()
        house.done("patron Ann", pc.BuyIn("Ann", "T1", 1, Cents(50_000)))
        house.at("T1", do.PlaceWager(1, "blackjack", (Cents(1000),)), "patron Ann")
        house.done(SUPERVISOR, pc.IssueCoupons("Ann", Cents(700), 4, "new members"))
        house.done(SUPERVISOR, pc.IssueCoupons("Bob", Cents(1000), 2, "new members"))
        house.done(SUPERVISOR, pc.CancelCoupons("Ann", Cents(700), 1, "expired"))
        house.at("T1", do.PlaceWager(1, "in-between", (Cents(500),), coupon=Cents(700)), "patron Ann")
        house.at("T1", do.CloseBetting())
        while pit_table(house.ledger.states).state.round == 1:
            house.at("T1", cast(pc.TableAction, next_command(pit_table(house.ledger.states).state, house.random)))
        Projector(house.journal, storage).update()
        with storage.reading() as connection:
            sums = day_sums(connection, DAY.isoformat())
        lines = [*win_reconciliation(sums), *patron_report(sums)[1], *coupon_report(sums)[1]]
        assert [line for line in lines if line.one != line.other] == []
        named = {key.wager: each for key, each in sums.statistics.items()}
        assert named["in-between, with a coupon"].amount == 1200
        report = reports(house, storage)["win"].to_text()
        assert "no exact price" in report
        assert sums.closed_with(accounts.coupons_used("T1", Cents(700))) == 700
        coupons = reports(house, storage)["coupons"].to_dict()
        assert [list(each.values()) for each in coupons["coupons"]] == [
            ["7.00", 0, 4, 1, 1, 0, 1, 0, 2, "14.00"],
            ["10.00", 0, 2, 0, 0, 0, 0, 0, 2, "20.00"],
        ]
        assert coupons["holders"] == [
            {"patron": "Ann", "value": "7.00", "coupons": 2},
            {"patron": "Bob", "value": "10.00", "coupons": 2},
        ]


def test_the_cash_of_a_spoken_wager_is_drop_and_reconciles(folder: Path) -> None:
    with casino(folder) as house, projected(folder / "journal.db") as storage:
        house.open(file="in-between-posted")
        house.new_shoe()
        house.done("patron Ann", pc.BuyIn("Ann", "T1", 1, Cents(50_000)))
        house.at("T1", do.PlaceWager(1, "blackjack", (Cents(1000),)), "patron Ann")
        for actor in (DEALER, SUPERVISOR):
            house.done(actor, pc.ConfirmSpokenWager("T1", 1, "in-between", Cents(500)))
        house.at("T1", do.CloseBetting())
        while pit_table(house.ledger.states).state.round == 1:
            house.at("T1", cast(pc.TableAction, next_command(pit_table(house.ledger.states).state, house.random)))
        Projector(house.journal, storage).update()
        made = reports(house, storage)
        (table,) = made["win"].to_dict()["tables"]
        assert table["drop"] == "505.00"
        (ann,) = [each for each in made["patrons"].to_dict()["patrons"] if each["patron"] == "Ann"]
        assert (ann["to_games"], ann["cash"]) == ("500.00", "5.00")
        assert [line for each in made.values() for line in each.reconciliation if not line.agrees] == []


@pytest.mark.parametrize("file", SHIPPED)
def test_reports_reconcile_at_every_shipped_table(folder: Path, file: str) -> None:
    with day(folder, file=file) as (house, storage):
        house.done(SUPERVISOR, pc.CountRack("T1", Cents(10**9), "a chip was found"))
        Projector(house.journal, storage).update()
        with storage.reading() as connection:
            sums = day_sums(connection, DAY.isoformat())
        made = (win_reconciliation(sums), meter_report(sums)[1], patron_report(sums)[1], variance_report(sums)[1])
        lines = [line for part in made for line in part]
        assert len(lines) >= 7
        assert [line for line in lines if not line.agrees] == []


def test_win_is_what_the_patrons_lost_and_what_moved_in_the_rack(folder: Path) -> None:
    with day(folder, rounds=8) as (house, storage):
        made = reports(house, storage)
        (table,) = made["win"].to_dict()["tables"]
        won = sum(Fraction(line["won"]) for line in made["patrons"].to_dict()["patrons"])
        assert Fraction(table["win"]) == -won != 0
        assert Fraction(table["closing"]) == Fraction(table["opening"]) + Fraction(table["fills"]) - Fraction(
            table["drop"]
        ) + Fraction(table["win"])
        assert table["drop"] == "300000.00"
        for wager in made["win"].to_dict()["wagers"]:
            assert [Fraction(wager[key]) for key in BANDS] == sorted(Fraction(wager[key]) for key in BANDS)


@pytest.mark.asked("13:69O-1.9(b)")
def test_a_day_without_activity_has_every_report(folder: Path) -> None:
    with day(folder) as (house, storage):
        for name, report in reports(house, storage, DAY + timedelta(days=1)).items():
            assert report.reconciles
            if name != "patrons":
                assert "No Activity" in report.to_text()
        closing = reports(house, storage)["win"].to_dict()["tables"][0]["closing"]
        assert reports(house, storage, DAY + timedelta(days=1))["win"].to_dict()["tables"][0]["opening"] == closing
    with casino(folder, name="empty.db") as house, projected(folder / "empty.db") as storage:
        house.done("administrator Ada", pc.OpenHouse("Boardwalk Demo Casino"))
        assert all("No Activity" in report.to_text() for report in reports(house, storage).values())


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("2026-07-02T05:59:59.999999-04:00", date(2026, 7, 1)),
        ("2026-07-02T06:00:00-04:00", date(2026, 7, 2)),
        ("2026-07-02T06:00:00.000001-04:00", date(2026, 7, 2)),
        ("2026-11-01T05:59:59-05:00", date(2026, 10, 31)),  # clocks go back in the night
        ("2026-11-01T06:00:00-05:00", date(2026, 11, 1)),
    ],
)
def test_a_gaming_day_begins_when_the_licensee_says(moment: str, expected: date) -> None:
    assert GamingDays("06:00", "America/New_York").day_of(datetime.fromisoformat(moment)) == expected


def test_a_round_belongs_to_the_day_on_which_it_began(folder: Path) -> None:
    with day(folder, rounds=1) as (house, storage):
        house.step()  # a wager before the gaming day ends
        house._time = datetime(2026, 7, 2, 15, tzinfo=UTC)
        house.play(rounds=1)
        first, second = reports(house, storage)["win"], reports(house, storage, DAY + timedelta(days=1))["win"]
        assert first.to_dict()["tables"][0]["rounds"] == 2
        assert second.to_dict()["tables"][0]["rounds"] == 0
        assert first.reconciles
        assert second.reconciles


def test_a_clock_set_back_moves_nothing_to_an_earlier_day(folder: Path) -> None:
    with day(folder, rounds=1) as (house, storage):
        before = reports(house, storage)["win"].to_dict()["tables"]
        house._time = datetime(2026, 7, 2, 15, tzinfo=UTC)
        house.play(rounds=1)
        house._time = datetime(2026, 7, 1, 15, tzinfo=UTC)
        house.play(rounds=2)
        assert reports(house, storage)["win"].to_dict()["tables"] == before
        assert reports(house, storage, DAY + timedelta(days=1))["win"].to_dict()["tables"][0]["rounds"] == 3


@pytest.mark.asked("13:69O-1.9(f)")
def test_variances_and_voided_rounds_are_named_with_reason_and_person(folder: Path) -> None:
    with day(folder) as (house, storage):
        house.step()
        house.at("T1", do.VoidRound(SUPERVISOR, "a card was exposed"), SUPERVISOR)
        house.done(SUPERVISOR, pc.CountDrop("T1", Cents(29_999_900), "a bill was torn"))
        report = reports(house, storage)["variances"]
        lines = [(line["what"], line["amount"], line["reason"], line["by"]) for line in report.to_dict()["variances"]]
        assert lines == [
            ("round voided", "0.00", "a card was exposed", SUPERVISOR),
            ("drop", "-1.00", "a bill was torn", SUPERVISOR),
        ]
        assert report.reconciles


def test_an_altered_amount_does_not_reconcile(folder: Path) -> None:
    from sqlalchemy import update

    from upcard.pit.projections import tables

    with day(folder) as (house, storage):
        assert reports(house, storage)["win"].reconciles
        columns = tables.MOVEMENTS.c
        with storage.writing() as connection:
            chosen = (columns.account == "rack T1", columns.cause == "WagerCollected")
            connection.execute(update(tables.MOVEMENTS).where(*chosen).values(amount=columns.amount + 1))
        report = reports(house, storage)["win"]
        assert not report.reconciles
        assert "DIFFERS" in report.to_text()


@pytest.mark.asked("COMAR 36.05.03.25")
def test_the_band_counts_that_seats_of_a_round_vary_together() -> None:
    unit = UnitPrice(advantage=Fraction(1, 100), variance=1.0, between_seats=0.5)
    one_seat = WagerSums(made=3, amount=300, squares=30_000, by_round=30_000)
    assert expectation(unit, one_seat).deviation == pytest.approx(sqrt(30_000))
    three_seats = one_seat._replace(by_round=90_000)
    assert expectation(unit, three_seats).deviation == pytest.approx(sqrt(30_000 + 0.5 * 60_000))
    assert expectation(unit, three_seats).win == 3


@pytest.mark.asked("COMAR 36.05.03.25")
@pytest.mark.parametrize(
    ("deviations", "look_into"),
    [(0, "no"), (1.95, "no"), (1.97, "outside 95%"), (2.57, "outside 95%"), (2.58, "outside 99%")],
)
@pytest.mark.parametrize("side", [-1, 1])
def test_a_win_outside_the_band_is_to_be_looked_into(deviations: float, look_into: str, side: int) -> None:
    unit = UnitPrice(advantage=Fraction(1, 100), variance=1.0, between_seats=0.0)
    expected = expectation(unit, WagerSums(made=1, amount=10**8, squares=10**12, by_round=10**12))
    win = round(expected.win + side * deviations * expected.deviation)
    assert daily._expected(expected, win)[-1] == look_into


@pytest.mark.asked("13:69O-1.9(c)", "13:69O-1.9(d)")
def test_csv_has_the_lines_of_the_report(folder: Path) -> None:
    with day(folder) as (house, storage):
        report = reports(house, storage)["patrons"]
        header, *lines = csv.reader(io.StringIO(report.to_csv()))
        assert header[:7] == ["section", "patron", "opening", "deposits", "withdrawals", "to_games", "from_games"]
        assert header[-3:] == ["on_games_opening", "on_games_closing", "won"]
        assert [line[1] for line in lines] == ["Ann", "Bob", "Cleo"]


@pytest.mark.asked("13:69O-1.9(d)")
def test_the_line_of_a_patron_has_the_amounts_of_the_day_to_the_cent(folder: Path) -> None:
    with day(folder) as (house, storage):
        house.done("patron Ann", pc.Withdraw("Ann", Cents(300_00), "cage"))
        house.done("patron Ann", pc.BuyIn("Ann", "T1", 1, Cents(50_00)))
        won = stack(house) - STAKE - 50_00  # no round is in progress: what the seat has beside what was brought
        assert won != 0
        house.wait(timedelta(days=1))
        house.done(SUPERVISOR, pc.Deposit("Ann", Cents(7_00), "bank 2"))
        before = stack(house)
        house.play(rounds=2)
        won_later = stack(house) - before
        left = stack(house)
        house.done("patron Ann", pc.CashOut("Ann", "T1", 1))
        closing = RICH - 300_00 - STAKE - 50_00
        first = [0, RICH, 300_00, STAKE + 50_00, 0, 0, closing, 0, 0, STAKE + 50_00 + won, won]
        second = [closing, 7_00, 0, 0, left, 0, closing + 7_00 + left, 0, before, 0, won_later]
        for on, expected in ((DAY, first), (DAY + timedelta(days=1), second)):
            line = next(csv_lines(reports(house, storage, on)["patrons"]))
            assert line == ["Ann", *(plain_money(amount) for amount in expected)]


def stack(house: Casino) -> int:
    """The chips of seat 1, by the state that commands are decided on."""
    return pit_table(house.ledger.states).balances[accounts.stack("T1", 1)]


def csv_lines(report: DayReport) -> Iterator[list[str]]:
    _, *lines = csv.reader(io.StringIO(report.to_csv()))
    return (line[1:] for line in lines)


@pytest.mark.asked("58 Pa. 811a.9")
def test_every_report_says_what_it_is_and_what_it_was_made_from(folder: Path) -> None:
    with day(folder) as (house, storage):
        for report in reports(house, storage).values():
            text = report.to_text()
            made = f"Made {report.made} by upcard {upcard.__version__} from journal {house.journal.info.identity}"
            assert text.startswith(f"{report.title} - Boardwalk Demo Casino\nGaming day {DAY}, ")
            assert f"{made}, up to row {house.journal.head().position}\nFilters: none\n" in text
            assert report.reconciliation or report.title in ("Meters", "Match play coupons")  # there are none
            assert all(line.what in text for line in report.reconciliation)
