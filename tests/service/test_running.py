"""Tables that run by themselves, in simulated time, on a real journal."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.pit.books import wallet_balance
from tests.pit.casino import KEYS, SHIPPED, STAKE, SUPERVISOR, wager
from tests.random_rounds import steps
from tests.service.playing import Service, play_at_random
from tests.service.simulated import SimulatedLoop, simulate
from upcard.game import commands as do
from upcard.game import refusals
from upcard.game.awaited import WaitsFor, waiting_for
from upcard.game.state import TableState
from upcard.money import Cents
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit.draws import KeyedShoes
from upcard.pit.ledger import AlreadyDone, Declined, Done
from upcard.pit.state import GroupState, PitTable, ShoeStage, ShoeState
from upcard.rules.enums import Play
from upcard.rules.wager import Demand
from upcard.service.floor import Floor
from upcard.service.next_step import CLOCK, next_step
from upcard.service.pace import Pace
from upcard.service.timing import Timing, awaited_at
from upcard.store.clock import read_time
from upcard.store.journal import all_rows
from upcard.store.rows import JournalRow
from upcard.table import load, shipped_tables

TABLE = "blackjack"
PACE = Pace()
DUTIES = {Demand.SUPERVISOR_VALIDATES: WaitsFor.VALIDATION, Demand.PLAYER_PRESSES_BUTTON: WaitsFor.BUTTON}
LEAST_ROUNDS, MOST_ROUNDS = 8, 1000


def command_of(row: JournalRow) -> str:
    command = json.loads(row.command)
    return str(command.get("action", command)["command"])


def rows_named(service: Service, name: str) -> list[JournalRow]:
    return [row for row in all_rows(service.journal) if command_of(row) == name]


def run(folder: Path, play: Callable[[Service], Coroutine[Any, Any, None]]) -> None:
    """Open a table with Ann at seat 1 and a shoe in play, let somebody play, and check the books."""

    async def main(loop: SimulatedLoop) -> None:
        service = Service(folder / "journal.db", loop)
        service.start()
        await service.install(TABLE)
        await service.seat("Ann", TABLE, 1)
        await play(service)
        await service.close()
        service.check()

    simulate(main)


async def shoe_in_play(service: Service) -> None:
    await service.until(lambda: service.floor.group(TABLE).at(TABLE).next_card > 0)


async def bet(service: Service, patron: str = "Ann", seat: int = 1) -> Done:
    return await service.done(f"patron {patron}", pc.AtTable(TABLE, wager(seat)))


def kind(service: Service) -> WaitsFor:
    return waiting_for(service.floor.group(TABLE).at(TABLE)).kind


def test_a_table_runs_a_round_by_itself(folder: Path) -> None:
    async def play(service: Service) -> None:
        await shoe_in_play(service)
        await bet(service)
        await service.until(lambda: service.round(TABLE) == 2)
        by_itself = [(row.actor, command_of(row)) for row in all_rows(service.journal) if " " not in row.actor]
        assert by_itself[:4] == [
            ("system", "OpenTable"),
            ("system", "SealShoe"),
            ("clock", "CutShoe"),
            ("clock", "CloseBetting"),
        ]
        assert {name for _, name in by_itself[4:]} <= {"Decide", "CloseInsurance"}

    run(folder, play)


@pytest.mark.cite("13:69F-2.5(e)", "13:69F-2.5(f)")
def test_the_cut_is_offered_and_the_dealer_cuts_when_the_time_is_over(folder: Path) -> None:
    async def play(service: Service) -> None:
        await shoe_in_play(service)
        sealed, cut = rows_named(service, "SealShoe")[0], rows_named(service, "CutShoe")[0]
        assert read_time(cut.time) - read_time(sealed.time) >= PACE.cut
        assert read_time(cut.time) - read_time(sealed.time) < PACE.cut + timedelta(seconds=1)

    run(folder, play)


@pytest.mark.cite("13:69F-2.5(c)", "13:69F-2.5(f)")
def test_the_automatic_cut_is_not_always_in_the_middle(folder: Path) -> None:
    async def play(service: Service) -> None:
        shoes = 40
        for number in range(1, shoes + 1):
            await shoe_in_play(service)
            await service.done(SUPERVISOR, pc.DiscloseShoe(TABLE, number))
        rows = rows_named(service, "CutShoe")
        cuts = [event["position"] for row in rows for event in json.loads(row.events) if event["event"] == "ShoeCut"]
        assert len(cuts) == shoes
        assert {row.actor for row in rows} == {"clock"}
        assert all(10 <= cut <= 312 - 10 for cut in cuts)
        assert len(set(cuts)) > 30
        assert min(cuts) < 60
        assert max(cuts) > 250

    run(folder, play)


@pytest.mark.cite("13:69F-2.5(e)")
def test_a_patron_cuts_within_the_time(folder: Path) -> None:
    async def play(service: Service) -> None:
        await service.until(lambda: service.floor.group(TABLE).tables[TABLE].shoe is not None)
        await service.done("patron Ann", pc.CutShoe(TABLE, 1, 100))
        await asyncio.sleep(60)
        assert [row.actor for row in rows_named(service, "CutShoe")] == ["patron Ann"]
        shoe = service.floor.group(TABLE).tables[TABLE].shoe
        assert shoe is not None
        assert shoe.cut == 100

    run(folder, play)


def test_ten_buy_ins_and_cash_outs_do_not_empty_a_rack_that_is_filled_on_standing_instruction(folder: Path) -> None:
    async def play(service: Service) -> None:
        rack, low, full = accounts.rack(TABLE), Cents(5_000_000), Cents(10_000_000)
        await service.done(SUPERVISOR, pc.InstructFills(TABLE, low, full))
        held = service.floor.group(TABLE).tables[TABLE].balances[rack]
        await service.done(SUPERVISOR, pc.CreditRack(TABLE, Cents(held - low)))
        churning = [await _bought_and_cashed_out(service) for _ in range(10)]
        assert churning == 5 * [True] + 5 * [False]
        await asyncio.sleep(1)
        assert service.floor.group(TABLE).tables[TABLE].balances[rack] >= low
        filled = [row.actor for row in rows_named(service, "FillRack")]
        assert filled.count("system") >= 1

    run(folder, play)


async def _bought_and_cashed_out(service: Service) -> bool:
    """Buy chips for $10,000 at a seat and cash them out again; return whether they were sold."""
    bought = await service.ask("patron Ann", pc.BuyIn("Ann", TABLE, 5, Cents(1_000_000)))
    if isinstance(bought, Done):
        await service.done("patron Ann", pc.CashOut("Ann", TABLE, 5))
    return isinstance(bought, Done)


def test_betting_ends_early_once_everybody_has_wagered(folder: Path) -> None:
    async def play(service: Service) -> None:
        await service.seat("Bob", TABLE, 2)
        await shoe_in_play(service)
        await asyncio.sleep(60)
        first = await bet(service)
        await asyncio.sleep(5)
        second = await bet(service, "Bob", 2)
        await service.until(lambda: service.floor.group(TABLE).at(TABLE).dealer.cards != ())
        (closed,) = rows_named(service, "CloseBetting")
        waited = read_time(closed.time) - read_time(second.row.time)
        assert PACE.betting_early <= waited < PACE.betting_early + timedelta(seconds=1)
        assert read_time(closed.time) - read_time(first.row.time) < PACE.betting

    run(folder, play)


def test_a_turn_begins_when_its_cards_lie_and_is_not_made_longer_by_others(folder: Path) -> None:
    async def play(service: Service) -> None:
        await shoe_in_play(service)
        await bet(service)
        await service.until(lambda: kind(service) is WaitsFor.DECISION or service.round(TABLE) > 1)
        while kind(service) is not WaitsFor.DECISION:  # a blackjack: the next round
            await bet(service)
            await service.until(lambda: kind(service) is WaitsFor.DECISION or kind(service) is WaitsFor.WAGERS)
        dealt = [row for row in all_rows(service.journal) if "CardDealt" in row.events][-1]
        cards = dealt.events.count('"CardDealt"')
        await asyncio.sleep(5)
        await service.seat("Bob", TABLE, 2)  # another row of the same table
        decided = len(rows_named(service, "Decide"))
        await service.until(lambda: len(rows_named(service, "Decide")) > decided)
        row = rows_named(service, "Decide")[-1]
        waited = read_time(row.time) - read_time(dealt.time)
        wanted = PACE.turn + cards * PACE.card
        assert row.actor == "clock"
        assert json.loads(row.command)["action"]["play"] == Play.STAND.value
        assert wanted <= waited < wanted + timedelta(seconds=1)

    run(folder, play)


def test_a_patron_who_misses_betting_periods_gives_the_seat_up(folder: Path) -> None:
    async def play(service: Service) -> None:
        await service.seat("Bob", TABLE, 2)
        await shoe_in_play(service)
        for _ in range(PACE.missed_periods):
            assert service.floor.group(TABLE).tables[TABLE].holders == {1: "Ann", 2: "Bob"}
            number = service.round(TABLE)
            await bet(service)
            await service.until(lambda: service.round(TABLE) > number)  # noqa: B023  # awaited at once
        await service.until(lambda: service.loop.clock() > service.floor.timing(TABLE).ready)  # the last card lies
        await asyncio.sleep(1)
        assert service.floor.group(TABLE).tables[TABLE].holders == {1: "Ann"}
        (left,) = rows_named(service, "CashOut")
        assert left.actor == "clock"

    run(folder, play)


def test_a_patron_who_does_nothing_gives_the_seat_up_with_all_chips(folder: Path) -> None:
    async def play(service: Service) -> None:
        before = wallet_balance(service.floor.states, "Ann")
        await asyncio.sleep(PACE.seat_hold.total_seconds() - 5)
        assert service.floor.group(TABLE).tables[TABLE].holders == {1: "Ann"}
        await asyncio.sleep(10)
        assert service.floor.group(TABLE).tables[TABLE].holders == {}
        assert wallet_balance(service.floor.states, "Ann") == before + STAKE

    run(folder, play)


@pytest.mark.cite("13:69F-2.22(b)", "13:69F-2.22(c)")
def test_a_streak_wager_left_by_a_patron_who_does_not_wager_again_does_not_stop_the_table(folder: Path) -> None:
    """By reading 70 the others are dealt to, and the wager goes back to its patron, who then gives the seat up."""

    async def main(loop: SimulatedLoop) -> None:
        service = Service(folder / "journal.db", loop)
        service.start()
        await service.install("streak")
        await service.seat("Ann", "streak", 1)
        await service.seat("Bob", "streak", 2)

        def state() -> TableState:
            return service.floor.group("streak").at("streak")

        await service.until(lambda: state().next_card > 0)
        while not (left := state().seat(1)) or not any(placed.stood for placed in left.placed):
            await service.done("patron Ann", pc.AtTable("streak", wager(1)))
            if state().wins_of(1) == 0:
                await service.done("patron Ann", pc.AtTable("streak", do.PlaceWager(1, "streak", (Cents(500),), 5)))
            await next_round(service, "streak")
        for _ in range(PACE.missed_periods + 1):
            await service.done("patron Bob", pc.AtTable("streak", wager(2)))
            await next_round(service, "streak")
        assert service.floor.group("streak").tables["streak"].holders == {2: "Bob"}
        (back,), (left_seat,) = rows_named(service, "WithdrawWager"), rows_named(service, "CashOut")
        assert [(row.actor, json.loads(row.events)[0]["event"]) for row in (back, left_seat)] == [
            ("clock", "WagerWithdrawn"),
            ("clock", "CashedOut"),
        ]
        assert json.loads(back.events)[0]["wager"] == "streak"
        await service.close()
        service.check()

    simulate(main)


async def next_round(service: Service, table: str) -> None:
    number = service.round(table)
    await service.until(
        lambda: (
            service.round(table) > number and waiting_for(service.floor.group(table).at(table)).kind is WaitsFor.WAGERS
        )
    )


def test_closing_finishes_the_round_gives_everything_back_and_closes(folder: Path) -> None:
    async def play(service: Service) -> None:
        await shoe_in_play(service)
        await bet(service)
        await service.until(lambda: service.floor.group(TABLE).at(TABLE).dealer.cards != ())
        service.floor.set_pace(TABLE, replace(PACE, is_closing=True))
        await service.until(lambda: not service.floor.group(TABLE).at(TABLE).open)
        await asyncio.sleep(10)
        table = service.floor.group(TABLE).tables[TABLE]
        assert table.holders == {}
        assert table.state.round == 2
        assert table.shoe is not None
        assert table.shoe.stage is ShoeStage.DISCLOSED

    run(folder, play)


def test_wagers_before_the_first_card_are_given_back_at_a_table_that_closes(folder: Path) -> None:
    async def play(service: Service) -> None:
        await shoe_in_play(service)
        await bet(service)
        service.floor.set_pace(TABLE, replace(PACE, is_closing=True))
        await service.until(lambda: not service.floor.group(TABLE).at(TABLE).open)
        await asyncio.sleep(10)
        assert service.round(TABLE) == 1
        assert [row.actor for row in rows_named(service, "WithdrawWager")] == ["clock"]

    run(folder, play)


@pytest.mark.parametrize("is_played", [True, False])
def test_a_table_that_a_supervisor_has_closed_stays_closed(folder: Path, *, is_played: bool) -> None:
    async def play(service: Service) -> None:
        if is_played:
            await shoe_in_play(service)
        else:
            await service.until(lambda: service.floor.group(TABLE).at(TABLE).open)
        await service.done(SUPERVISOR, pc.AtTable(TABLE, do.CloseTable()))
        await asyncio.sleep(3600)
        assert not service.floor.group(TABLE).at(TABLE).open

    run(folder, play)


def test_a_clock_that_is_set_back_makes_nobody_wait_longer(folder: Path) -> None:
    async def play(service: Service) -> None:
        await shoe_in_play(service)
        await bet(service)
        service.loop.set_back = timedelta(hours=3)
        begun = service.loop.time()
        await service.until(lambda: service.round(TABLE) == 2)
        assert service.loop.time() - begun < 240

    run(folder, play)


def test_what_a_table_does_by_itself_is_allowed_and_never_a_supervisors_duty() -> None:
    """At every state of random rounds at every shipped table, until it has waited for all that its wagers demand."""
    time = datetime(2026, 7, 1, tzinfo=UTC)
    seen: set[WaitsFor] = set()
    for name in (table.name for table in shipped_tables()):
        config = load(name)
        demands = {demand.value for offer in config.offers for demand in offer.wager.demands}
        due = {DUTIES[demand] for demand in demands if demand in DUTIES}
        for state, _, _, _ in steps(config, Random(name), rounds=MOST_ROUNDS):
            shoe = ShoeState(1, "", "", "", ShoeStage.LIVE) if state.shoe else None
            table = PitTable(state, {1: "Ann", 2: "Bob", 3: "Cleo"}, {}, shoe)
            timing = Timing(awaited_at(table, state), time, time, time, time)
            step = next_step(GroupState(name, {name: table}, state.meters), name, timing, PACE)
            seen.add(waiting_for(state).kind)
            if waiting_for(state).kind in (WaitsFor.VALIDATION, WaitsFor.DOCUMENTS):
                assert step is None
            elif waiting_for(state).kind is WaitsFor.BUTTON:  # reading 75
                assert step is not None
                assert (step.actor, step.at - time) == (CLOCK, PACE.turn)
                assert isinstance(step.command, pc.PressBonusButton)
            elif step is not None and isinstance(step.command, pc.AtTable):
                assert refusals(state, step.command.action) == ()
            due.discard(waiting_for(state).kind)
            if state.round > LEAST_ROUNDS and not due:
                break
    assert seen >= set(WaitsFor) - {WaitsFor.EARLY_SURRENDER, WaitsFor.DOCUMENTS}


def refolded(service: Service) -> Floor:
    floor = Floor(KeyedShoes(KEYS, service.journal.info.identity), {}, service.pace)
    floor.fold(list(all_rows(service.journal)))
    return floor


@pytest.mark.asked("13:69O-1.5(a)", "GLI-19 4.3.5")
@pytest.mark.parametrize("group", [SHIPPED[start::4] for start in range(4)], ids=lambda group: f"{group[0]}…")
def test_tables_are_played_through_crashes(folder: Path, group: list[str]) -> None:
    """All memory is lost at random moments; the journal leads to the same next step, and the books balance."""
    crashes = 2

    async def main(loop: SimulatedLoop) -> None:
        loop.jumping.now = times[-1]
        service = Service(folder / "journal.db", loop, seed=f"{group[0]} {len(times)}", pace=quick)
        service.start()
        if len(times) == 1:
            await service.install(*group)
            for table in group:
                for seat in (1, 2):
                    await service.seat(f"{table} {seat}", table, seat)
        players = [asyncio.ensure_future(play_at_random(service, table, 3.0)) for table in group]
        await asyncio.sleep(service.random.uniform(12, 25))
        again = refolded(service)
        for table in group:
            assert again.timing(table) == service.floor.timing(table)
            assert again.next_step(table) == service.floor.next_step(table)
        for player in players:
            player.cancel()
        times.append(loop.time())
        if len(times) <= crashes:
            service.crash()
        else:
            await service.close()
            service.check()
            played.extend(service.round(table) - 1 for table in group)

    times, quick = [0.0], replace(PACE, betting=timedelta(seconds=6), turn=timedelta(seconds=4))
    played: list[int] = []
    for _ in range(crashes + 1):
        simulate(main)
    assert sum(played) > len(group)


def test_time_in_which_the_tables_did_not_run_takes_nothing_from_a_turn_or_a_seat(folder: Path) -> None:
    async def play(service: Service) -> None:
        await shoe_in_play(service)
        await bet(service)
        floor, last = service.floor, service.floor.timing(TABLE).last
        before = floor.next_step(TABLE)
        assert before is not None
        hour = last + timedelta(hours=1)
        again = refolded(service)
        again.resume(hour)
        after = again.next_step(TABLE)
        assert after is not None
        assert after.command == before.command
        assert after.at - hour <= PACE.betting
        assert after.at - hour >= min(before.at - last, PACE.betting_early)
        assert again.timing(TABLE).active == {1: hour}
        again.resume(last - timedelta(hours=1))  # a clock that was set back
        assert again.next_step(TABLE) == before

    run(folder, play)


def test_a_step_is_made_once_by_two_servers(folder: Path) -> None:
    async def play(service: Service) -> None:
        await shoe_in_play(service)
        await bet(service)
        step, version = service.floor.next_step(TABLE), service.floor.version(TABLE)
        assert step is not None
        request = step.request(TABLE, version)
        first, second = await asyncio.gather(service.writer.send(request), service.writer.send(request))
        assert isinstance(first, Done)
        assert second == AlreadyDone(first.row)
        assert await service.writer.send(request) == AlreadyDone(first.row)

    run(folder, play)


def test_a_step_is_not_made_at_a_table_that_has_moved_on(folder: Path) -> None:
    async def play(service: Service) -> None:
        await service.seat("Bob", TABLE, 2)
        await shoe_in_play(service)
        await bet(service)
        step, version = service.floor.next_step(TABLE), service.floor.version(TABLE)
        assert step is not None
        placed, late = await asyncio.gather(
            service.ask("patron Bob", pc.AtTable(TABLE, wager(2))), service.writer.send(step.request(TABLE, version))
        )
        assert isinstance(placed, Done)
        assert isinstance(late, Declined)

    run(folder, play)
