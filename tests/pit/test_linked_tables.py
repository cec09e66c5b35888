"""Linked tables share their meters in one stream."""

import json
from pathlib import Path

import pytest

from tests.pit.casino import ADMINISTRATOR, RICH, STAKE, SUPERVISOR, Casino, casino, check, pit_table, table_text, wager
from upcard.game import commands as do
from upcard.game.state import MeterState
from upcard.money import Cents
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit.state import GroupState
from upcard.store.journal import all_rows


def linked(house: Casino) -> None:
    house.open("T1", "T2", file="progressive", group="north")
    house.seat("T1")
    house.seat("T2")


def test_linked_tables_share_one_meter_exactly(folder: Path) -> None:
    with casino(folder, seed=3) as house:
        linked(house)
        house.install("T3", file="progressive")
        for _ in range(6):
            house.play("T1", rounds=1)
            house.play("T2", rounds=1)
        group = house.ledger.states["tables north"]
        assert isinstance(group, GroupState)
        registered = [
            event
            for row in all_rows(house.journal)
            for event in json.loads(row.events)
            if event["event"] == "WagersRegistered"
        ]
        assert {json.loads(row.command)["table"] for row in all_rows(house.journal, "tables north")} == {"T1", "T2"}
        (_, meter) = dict(group.meters).popitem()
        assert meter.registered == sum(len(event["seats"]) for event in registered) > 0
        assert meter.amount > 500_000
        alone = house.ledger.states["table T3"]
        assert isinstance(alone, GroupState)
        assert dict(alone.meters) == {"progressive": MeterState(Cents(500_000), Cents(0), 0)}
        check(house)


def test_linked_tables_must_offer_the_same_meter(folder: Path) -> None:
    with casino(folder) as house:
        linked(house)
        text = table_text("progressive")
        other = text.replace('rate = "60%"', 'rate = "61%"')
        assert other != text
        (reason,) = house.refused(ADMINISTRATOR, pc.InstallTable("T3", other, "north"))
        assert reason == "linked tables share a meter: the progressive wager must be as table T1 offers it"
        house.done(ADMINISTRATOR, pc.InstallTable("T3", table_text(), "north"))  # without the wager


def test_a_meter_with_money_on_it_stays_on_offer(folder: Path) -> None:
    with casino(folder) as house:
        house.open(file="progressive")
        house.at("T1", do.CloseTable())
        (reason,) = house.refused(ADMINISTRATOR, pc.InstallTable("T1", table_text()))
        assert reason == "the progressive meter holds an amount: at least one table of the group must offer that wager"


def test_voiding_a_round_takes_back_only_what_it_put_on_the_shared_meter(folder: Path) -> None:
    with casino(folder) as house:
        linked(house)
        for table in ("T1", "T2"):
            house.new_shoe(table)
            house.at(table, wager(1))
            house.at(table, do.PlaceWager(1, "progressive", (Cents(100),)))
        before = meters(house)
        house.at("T1", do.CloseBetting())
        one = meters(house)
        house.at("T2", do.CloseBetting())
        both = meters(house)
        assert (before[2], one[2], both[2]) == (0, 1, 2)
        for table in ("T1", "T2"):
            if pit_table(house.ledger.states, table).state.moved:
                house.at(table, do.VoidRound(SUPERVISOR, "misdeal"), SUPERVISOR)
        assert meters(house) == before
        check(house)


def meters(house: Casino) -> MeterState:
    group = house.ledger.states["tables north"]
    assert isinstance(group, GroupState)
    (meter,) = dict(group.meters).values()
    return meter


@pytest.mark.cite("13:69F-2.19(h)")
def test_the_licensee_funds_the_meter_and_the_rack_gets_the_chips(folder: Path) -> None:
    with casino(folder) as house:
        linked(house)
        assert pit_table(house.ledger.states, "T1").balances[accounts.rack("T1")] == RICH - 3 * STAKE
        house.new_shoe("T1")
        house.at("T1", wager(1))
        house.at("T1", do.PlaceWager(1, "progressive", (Cents(100),)))
        before = check(house)
        house.at("T1", do.CloseBetting())
        assert pit_table(house.ledger.states, "T1").state.round == 1  # not settled yet: only the chip was collected
        after = check(house)
        assert after["rack T1"] == before["rack T1"] + 100
        assert after["meter north/progressive"] == before["meter north/progressive"] + 60
        assert after["reserve north/progressive"] == before["reserve north/progressive"] + 10
        assert after["house"] == before["house"] - 70
