"""Limits, suspension and exclusion: decided on the journal alone, and decided again the same by an audit."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.pit.casino import ADMINISTRATOR, COMPLIANCE, SUPERVISOR, Casino, casino, check, wager
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.ledger import Done
from upcard.pit.limits import LimitKind, LimitPeriod, time_used
from upcard.pit.play_restrictions import time_left
from upcard.pit.streams import house, moment_of, significant, wallet_of
from upcard.store.clock import time_text

ANN = "patron Ann"

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
DEPOSIT, SPEND = LimitKind.DEPOSIT, LimitKind.SPEND


@pytest.fixture
def floor(folder: Path) -> Iterator[Casino]:
    """An open table on Wednesday 1 July 2026, 08:00 in Atlantic City; everything is decided again the same."""
    with casino(folder) as built:
        built.open()
        yield built
        check(built)


def limit(floor: Casino, kind: LimitKind, amount: int | None, period: LimitPeriod = LimitPeriod.DAY) -> Done:
    return floor.done(ANN, pc.SetLimit("Ann", kind, period, None if amount is None else Cents(amount)))


def deposit(amount: int) -> pc.Deposit:
    return pc.Deposit("Ann", Cents(amount), "bank")


def buy_in(amount: int) -> pc.BuyIn:
    return pc.BuyIn("Ann", "T1", 1, Cents(amount))


def session(floor: Casino, kind: str, person: str = "Ann") -> None:
    floor.done("system", pc.RecordPerson(kind, person, person, "", "", time_text(floor.clock())))


@pytest.mark.asked("13:69O-1.4(n)")
@pytest.mark.parametrize(("amount", "refused"), [(9_99, False), (10_00, False), (10_01, True)])
def test_a_deposit_up_to_the_limit_is_taken_and_one_above_is_refused(floor: Casino, amount: int, refused: bool) -> None:
    floor.wait(DAY)  # what was deposited the day before does not count
    limit(floor, DEPOSIT, 10_00)
    if refused:
        limited = "your deposit limit is $10.00 a day, and $0.00 of it is used"
        assert floor.refused(SUPERVISOR, deposit(amount)) == [f"{limited}: $10.00 is left until the next day begins"]
    else:
        floor.done(SUPERVISOR, deposit(amount))


@pytest.mark.asked("13:69O-1.4(n)")
def test_what_was_deposited_before_the_limit_was_set_counts(floor: Casino) -> None:
    limit(floor, DEPOSIT, 10_00)
    (reason,) = floor.refused(SUPERVISOR, deposit(1))
    assert reason.endswith("$0.00 is left until the next day begins")


@pytest.mark.asked("13:69O-1.4(n)")
def test_a_tighter_limit_holds_at_once_and_a_looser_one_after_the_period_when_it_is_confirmed(floor: Casino) -> None:
    floor.wait(DAY)
    assert '"begins":""' in limit(floor, DEPOSIT, 10_00).row.events
    assert '"begins":""' in limit(floor, DEPOSIT, 5_00).row.events
    assert floor.refused(SUPERVISOR, deposit(5_01))
    assert '"begins":"2026-07-03"' in limit(floor, DEPOSIT, 20_00).row.events
    assert floor.refused(SUPERVISOR, deposit(5_01))
    floor.wait(DAY)
    assert floor.refused(SUPERVISOR, deposit(5_01))  # not confirmed
    assert '"begins":"2026-07-04"' in limit(floor, DEPOSIT, 20_01).row.events  # more than was asked for
    floor.wait(DAY)
    assert '"begins":""' in limit(floor, DEPOSIT, 20_00).row.events
    floor.done(SUPERVISOR, deposit(20_00))
    assert '"begins":"2026-07-05"' in limit(floor, DEPOSIT, None).row.events
    assert floor.refused(SUPERVISOR, deposit(1))
    floor.wait(DAY)
    limit(floor, DEPOSIT, None)
    floor.done(SUPERVISOR, deposit(10_000_00))


@pytest.mark.parametrize(
    ("period", "begins"),
    [(LimitPeriod.DAY, "2026-07-02"), (LimitPeriod.WEEK, "2026-07-06"), (LimitPeriod.MONTH, "2026-08-01")],
)
def test_a_week_begins_on_monday_and_a_month_on_its_first_day(floor: Casino, period: LimitPeriod, begins: str) -> None:
    limit(floor, SPEND, 1, period)
    assert f'"begins":"{begins}"' in limit(floor, SPEND, 2, period).row.events


@pytest.mark.asked("13:69O-1.4(n)", "13:69O-1.4(h)")
def test_spent_is_what_was_changed_into_chips_less_what_was_changed_back(floor: Casino) -> None:
    limit(floor, SPEND, 100_00)
    floor.done(ANN, buy_in(60_00))
    (reason,) = floor.refused(ANN, buy_in(40_01))
    assert reason.startswith("your spend limit is $100.00 a day, and $60.00 of it is used")
    floor.done(ANN, buy_in(40_00))
    floor.done(ANN, pc.CashOut("Ann", "T1", 1))
    floor.done(ANN, buy_in(100_00))
    floor.done("supervisor Sam", pc.ProposeAdjustment("house", "stack T1/1", Cents(500_00), "as if won"))
    floor.done(COMPLIANCE, pc.ApproveAdjustment(1))
    floor.done(ANN, pc.CashOut("Ann", "T1", 1))
    assert floor.refused(ANN, buy_in(100_01))  # winnings make no room
    floor.done(ANN, buy_in(100_00))


def test_a_clock_that_is_set_back_begins_no_period_again(floor: Casino) -> None:
    floor.wait(DAY)
    limit(floor, DEPOSIT, 10_00)
    floor.done(SUPERVISOR, deposit(10_00))
    floor.wait(-DAY)
    assert floor.refused(SUPERVISOR, deposit(1))
    floor.wait(2 * DAY)
    floor.done(SUPERVISOR, deposit(1))


@pytest.mark.asked("13:69O-1.4(n)")
def test_the_time_of_play_runs_from_log_on_to_log_off(floor: Casino) -> None:
    floor.done(ANN, pc.SetTimeLimit("Ann", LimitPeriod.DAY, 60))
    session(floor, "LoggedOn")
    floor.wait(30 * timedelta(minutes=1))
    session(floor, "LoggedOff")
    floor.wait(HOUR)  # not logged on
    session(floor, "LoggedOn")
    floor.wait(29 * timedelta(minutes=1))
    state, moment = wallet_of(floor.ledger.states, "Ann"), moment_of(floor.ledger.states, time_text(floor.clock()))
    left = time_left(state, moment)
    assert left is not None
    assert 50 < left < 60
    assert time_used(state.sums, state.logged_on, LimitPeriod.WEEK, moment) == 3600 - left
    floor.done(ANN, buy_in(1_00))
    floor.wait(timedelta(minutes=1))
    assert floor.refused(ANN, buy_in(1_00)) == [
        "your time limit is used up: you can play again when the next period begins"
    ]
    floor.done(ANN, pc.CashOut("Ann", "T1", 1))  # leaving is always possible
    floor.wait(DAY)
    session(floor, "LoggedOff")  # the part of the session before the gaming day began does not count
    session(floor, "LoggedOn")
    assert floor.refused(ANN, buy_in(1_00))  # 4 hours since 06:00
    session(floor, "SessionEnded")
    floor.wait(DAY)
    floor.done(ANN, buy_in(1_00))


@pytest.mark.parametrize("minutes", [0, 24 * 60 + 1])
def test_a_limit_of_time_has_minutes_of_its_period(floor: Casino, minutes: int) -> None:
    assert floor.refused(ANN, pc.SetTimeLimit("Ann", LimitPeriod.DAY, minutes)) == [
        "a time limit must be 1 to 1440 minutes a day"
    ]
    assert floor.refused(ANN, pc.SetLimit("Ann", LimitKind.TIME, LimitPeriod.DAY, Cents(1))) == [
        "set a time limit in minutes, not in dollars"
    ]


@pytest.mark.asked("13:69O-1.4(j)", "13:69O-1.4(k)")
def test_a_patron_suspends_the_own_account_for_72_hours_at_least(floor: Casino) -> None:
    assert floor.refused(ANN, pc.Suspend("Ann", 2)) == ["a suspension must last at least 72 hours"]
    assert floor.refused(ANN, pc.Suspend("Ann")) != []
    assert floor.refused("patron Bob", pc.Suspend("Ann", 4)) != []
    (suspended,) = floor.done(ANN, pc.Suspend("Ann", 3)).events
    assert isinstance(suspended, pv.PersonSuspended)
    for actor, command in ((SUPERVISOR, deposit(1)), (ANN, buy_in(1))):
        (reason,) = floor.refused(actor, command)
        assert reason.startswith("Ann is suspended until 2026-07-04")
    assert floor.refused(COMPLIANCE, pc.Reinstate("Ann")) == [
        f"Ann is barred from play until {suspended.until}, and that cannot be shortened"
    ]
    assert floor.refused(COMPLIANCE, pc.Suspend("Ann", 2)) == ["Ann is suspended for at least that long already"]
    floor.done(ANN, pc.Withdraw("Ann", Cents(1_00), "bank"))  # the money stays the patron's
    floor.wait(72 * HOUR - timedelta(minutes=1))
    assert floor.refused(ANN, buy_in(1_00))
    floor.wait(timedelta(minutes=1))
    floor.done(ANN, buy_in(1_00))  # over by itself


@pytest.mark.asked("13:69O-1.3(p)")
def test_an_exclusion_lasts_a_year_at_least_and_ends_by_reinstatement_alone(floor: Casino) -> None:
    assert floor.refused(ANN, pc.Exclude("Ann", 0)) == ["an exclusion must last 1 to 50 years, or for life"]
    floor.done(ANN, pc.Suspend("Ann", 800))
    floor.done(ANN, pc.Exclude("Ann", 1))
    assert floor.refused(ANN, pc.Suspend("Ann", 900)) == ["Ann is excluded for at least that long already"]
    floor.wait(365 * DAY)
    assert floor.refused(COMPLIANCE, pc.Reinstate("Ann"))
    floor.wait(2 * DAY)
    (reason,) = floor.refused(ANN, buy_in(1))
    assert reason.startswith("Ann is excluded until at least 2027-07-02")
    floor.done(COMPLIANCE, pc.Reinstate("Ann"))
    floor.done(ANN, buy_in(1_00))
    floor.done(ANN, pc.Exclude("Ann"))
    assert floor.refused(COMPLIANCE, pc.Reinstate("Ann")) == ["Ann is excluded for life"]
    assert floor.refused(ANN, buy_in(1)) == ["Ann is excluded for life"]


@pytest.mark.asked("13:69O-1.4(k)")
@pytest.mark.parametrize("bar", [pc.Suspend("Ann", 3), pc.Exclude("Ann", 1)])
def test_a_patron_with_chips_who_may_not_play_makes_no_wager_and_leaves(
    floor: Casino, bar: pc.Suspend | pc.Exclude
) -> None:
    floor.done(ANN, buy_in(100_00))
    floor.new_shoe()
    floor.done(ANN, bar)
    for command in (pc.AtTable("T1", wager(1)), pc.CutShoe("T1", 1, 20)):
        assert any(reason.startswith("Ann is ") for reason in floor.refused(ANN, command))
    floor.done(ANN, pc.CashOut("Ann", "T1", 1))


@pytest.mark.asked("13:69O-1.5(b)", "13:69O-1.8(e)")
def test_changed_software_of_the_same_version_stops_play_until_it_is_accepted(floor: Casino) -> None:
    one, other = "1" * 64, "2" * 64

    def events(fingerprint: str, version: str = "0.1.0") -> str:
        return floor.done("system", pc.RecordSoftware(version, fingerprint)).row.events

    assert "SoftwareInstalled" in events(one)
    assert "SoftwareVerified" in events(one)
    assert not significant(floor.ledger.states).stops_play
    assert "SoftwareChanged" in events(other)
    assert significant(floor.ledger.states).stops_play
    assert floor.refused(COMPLIANCE, pc.AcceptSoftware(one, "a fix")) != []
    assert floor.refused("compliance", pc.AcceptSoftware(other, "a fix")) != []
    floor.done(COMPLIANCE, pc.AcceptSoftware(other, "a fix, signed off by the laboratory"))
    assert floor.refused(COMPLIANCE, pc.AcceptSoftware(other, "a fix"))
    assert "SoftwareVerified" in events(other)
    assert "SoftwareChanged" in events(one)
    assert "SoftwareVerified" in events(other)  # put back
    assert not significant(floor.ledger.states).stops_play
    assert '"former":"0.1.0"' in events(one, "0.2.0")


def test_what_counts_as_a_large_win_is_set_by_compliance(floor: Casino) -> None:
    assert house(floor.ledger.states).large_win == 10_000_00
    floor.done(COMPLIANCE, pc.SetLargeWin(Cents(500_00)))
    assert house(floor.ledger.states).large_win == 500_00
    assert floor.refused(ADMINISTRATOR, pc.SetLargeWin(Cents(1)))


def test_a_person_without_a_wallet_is_recorded_too(floor: Casino) -> None:
    session(floor, "LoggedOn", "cora")
    session(floor, "LogOnFailed", "")
    assert floor.refused("system", pc.RecordPerson("LoggedOn", "x" * 201, "", "", "", "now")) == [
        "what is recorded about a person must have at most 200 printable characters",
        "the time of an event must be in UTC with microseconds",
    ]
