"""Opening a table: refused while unlawful, and while a finding that leaves it open is not accepted on that day."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.pit.casino import ADMINISTRATOR, COMPLIANCE, KEYS, SUPERVISOR, Casino, casino, check, table_text
from upcard.game import commands as do
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.compliance import AcceptanceState, doubts_on, state_of
from upcard.pit.draws import KeyedShoes
from upcard.pit.replay import redecide
from upcard.pit.streams import group_of, moment_of
from upcard.store.clock import time_text
from upcard.store.journal import all_rows
from upcard.table import Status

OPEN = do.OpenTable()
BARE = 'table = "T1"\ndecks = 6\nseats = 6\nminimum = "10.00"\nmaximum = "500.00"\n'  # states nothing of its layout
FREE_BET = table_text("free-bet")  # its temporary rules ended in 2016


@pytest.fixture
def house(folder: Path) -> Iterator[Casino]:
    """A house without tables, on 1 July 2026; everything is decided again the same."""
    with casino(folder) as built:
        built.done(ADMINISTRATOR, pc.OpenHouse("Boardwalk Demo Casino"))
        yield built
        check(built)


def today(house: Casino) -> str:
    return moment_of(house.ledger.states, time_text(house._time)).calendar_day.isoformat()


def doubts(house: Casino, table: str = "T1") -> list[str]:
    at = group_of(house.ledger.states, table).tables[table]
    return list(doubts_on(table, at.file, moment_of(house.ledger.states, time_text(house._time)).calendar_day))


def install(house: Casino, text: str, table: str = "T1") -> None:
    house.done(ADMINISTRATOR, pc.InstallTable(table, text))


def refused(house: Casino, table: str = "T1") -> list[str]:
    return house.refused(SUPERVISOR, pc.AtTable(table, OPEN))


def accept(house: Casino, *findings: str, until: str = "", table: str = "T1") -> None:
    house.done(COMPLIANCE, pc.AcceptFindings(table, findings, "reviewed with counsel", until))


@pytest.mark.parametrize("text", [BARE, FREE_BET], ids=["not stated", "ended in 2016"])
def test_a_table_that_is_not_shown_to_be_lawful_opens_only_when_every_finding_is_accepted(
    house: Casino, text: str
) -> None:
    install(house, text)
    found = doubts(house)
    assert len(found) >= 2
    assert len(refused(house)) == len(found)  # all at once
    assert all("or let compliance accept this [13:69" in reason for reason in refused(house))
    accept(house, *found[1:])
    assert len(refused(house)) == 1
    accept(house, found[0])
    opened = house.at("T1", OPEN)
    (noted,) = [event for event in opened.events if isinstance(event, pv.TableChecked)]
    assert (noted.day, noted.status, noted.acceptances) == ("2026-07-01", Status.NOT_SHOWN, (1, 2))


def test_a_lawful_table_opens_without_an_acceptance(house: Casino) -> None:
    install(house, table_text())
    (noted,) = [event for event in house.at("T1", OPEN).events if isinstance(event, pv.TableChecked)]
    assert (noted.status, noted.acceptances) == (Status.LAWFUL, ())


ELSEWHERE = "double_after_split = false\n" + table_text()


@pytest.mark.parametrize(
    "text",
    [ELSEWHERE, table_text("in-between-19-47"), table_text("unlawful/one-deck-in-between")],
    ids=["a rule of other places", "a former edition", "too few decks"],
)
def test_an_unlawful_table_is_not_opened_whatever_compliance_accepts(house: Casino, text: str) -> None:
    install(house, text)
    house.accept("T1")
    assert any(reason.startswith("the table may not be opened: ") for reason in refused(house))


def test_an_acceptance_ends_after_its_last_day(house: Casino) -> None:
    install(house, FREE_BET)
    accept(house, *doubts(house), until="2026-07-02")
    house.at("T1", OPEN)
    house.at("T1", do.CloseTable())
    house.wait(timedelta(hours=39))  # until 2 July, 23:00 in Atlantic City
    assert today(house) == "2026-07-02"
    house.at("T1", OPEN)
    house.at("T1", do.CloseTable())
    house.wait(timedelta(hours=2))
    assert today(house) == "2026-07-03"
    assert len(refused(house)) == len(doubts(house))
    accept(house, *doubts(house))
    house.at("T1", OPEN)


def test_a_withdrawn_acceptance_no_longer_counts(house: Casino) -> None:
    install(house, FREE_BET)
    accept(house, *doubts(house))
    house.done(COMPLIANCE, pc.WithdrawAcceptance("T1", 1, "counsel disagrees"))
    assert refused(house)
    again = pc.WithdrawAcceptance("T1", 1, "counsel disagrees")
    assert house.refused(COMPLIANCE, again) == ["acceptance 1 of table T1 is already withdrawn"]
    assert house.refused(COMPLIANCE, pc.WithdrawAcceptance("T1", 2, "x")) == ["table T1 has no acceptance 2"]


def test_an_acceptance_is_of_one_table_and_one_file(house: Casino) -> None:
    install(house, FREE_BET)
    install(house, FREE_BET, "T2")
    accept(house, *doubts(house))
    assert refused(house, "T2")
    install(house, FREE_BET.replace("seats    = 6", "seats    = 5"))
    assert refused(house)
    table = group_of(house.ledger.states, "T1").tables["T1"]
    day = moment_of(house.ledger.states, time_text(house._time)).calendar_day
    assert state_of(table.acceptances[1], table.file, day) is AcceptanceState.OTHER_FILE
    install(house, FREE_BET)  # the file that was accepted
    house.at("T1", OPEN)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (pc.AcceptFindings("T1", ("0" * 16,), "why"), "'0000000000000000' is not a finding about table T1"),
        (pc.AcceptFindings("T1", (), "why"), "name the findings to accept by their ids"),
        (pc.AcceptFindings("T1", ("0" * 16,), ""), "write the reason"),
        (pc.AcceptFindings("T1", ("0" * 16,), "why", "2026-06-30"), "the last day, 2026-06-30, is over"),
        (pc.AcceptFindings("T1", ("0" * 16,), "why", "30 June"), "write the last day as a date"),
        (pc.AcceptFindings("T9", ("0" * 16,), "why"), "there is no table T9 on the floor"),
    ],
)
def test_an_acceptance_names_findings_of_today_a_reason_and_a_day_to_come(
    house: Casino, command: pc.AcceptFindings, reason: str
) -> None:
    install(house, FREE_BET)
    assert any(each.startswith(reason) for each in house.refused(COMPLIANCE, command))


def test_only_a_person_of_compliance_accepts(house: Casino) -> None:
    install(house, FREE_BET)
    command = pc.AcceptFindings("T1", tuple(doubts(house)), "why")
    for actor in ("patron Ann", "dealer Dee", "supervisor Sam", "administrator Ada", "system", "clock"):
        assert any(" is for " in reason for reason in house.refused(actor, command))
    assert house.refused("compliance", command) == ["a person must accept findings: the actor needs a name"]


def test_a_finding_is_recorded_in_the_words_of_its_day(house: Casino) -> None:
    install(house, FREE_BET)
    accept(house, *doubts(house), until="2026-12-31")
    recorded = group_of(house.ledger.states, "T1").tables["T1"].acceptances[1]
    assert (recorded.day, recorded.until, recorded.by) == ("2026-07-01", "2026-12-31", COMPLIANCE)
    assert recorded.reason == "reviewed with counsel"
    assert {finding.cite for finding in recorded.findings} == {"13:69F-2.31", "13:69F-2.32"}
    assert all("2026-07-01" in finding.text and finding.mark == "not verifiable" for finding in recorded.findings)


def test_the_day_of_opening_counts_and_not_the_day_that_the_file_names(house: Casino) -> None:
    install(house, "date = 2016-02-01\n" + FREE_BET)  # on that day nothing is open
    assert len(refused(house)) == 2
    assert all("2026-07-01" in reason for reason in refused(house))


def test_an_audit_years_later_decides_acceptance_and_opening_the_same(house: Casino) -> None:
    install(house, FREE_BET)
    accept(house, *doubts(house), until="2026-07-01")
    house.at("T1", OPEN)
    shoes = KeyedShoes(KEYS, house.journal.info.identity)
    assert [each.problems for each in redecide(all_rows(house.journal), shoes)] == [()] * house.journal.head().position
