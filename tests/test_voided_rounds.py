"""A round that is voided: every chip goes back, wherever the round was, and the next one is played as usual."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

import upcard
from tests.dealing import opened, wagered
from tests.random_rounds import next_command, replayed, steps
from tests.tables import offer, read, text
from tests.test_golden import ROUNDS
from tests.test_shipped_tables import LAWFUL
from upcard.cards import cards
from upcard.errors import Misuse
from upcard.game import Refused, TableState, at, play, refusals, ruling
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import WaitsFor, waiting_for
from upcard.game.bankroll import Bankroll
from upcard.game.chip_ledger import ChipEvent, balances
from upcard.game.json_codec import read_event, read_state, to_json
from upcard.game.json_shapes import BadJson
from upcard.game.narrate import text as in_words
from upcard.game.roles import Role
from upcard.game.round_report import results
from upcard.game.state import Dealer, MeterState
from upcard.game.transcript import transcript
from upcard.game.view import event_view, view
from upcard.game.written_round import load_round
from upcard.law import Edition
from upcard.money import Cents
from upcard.rules.enums import Play
from upcard.rules.wager import Point
from upcard.table import load

VOID = do.VoidRound("Ann Lee, supervisor", "a card was exposed")
RANDOM_ROUNDS = 12
NEXT_ROUND = 0.05  # how often the round after a voided one is played too


def through_text(value: Any) -> Any:
    return json.loads(json.dumps(to_json(value)))


def is_wagered(table: TableState) -> bool:
    """Whether chips of this round are on the layout."""
    return any(seat.chips or any(not placed.stood for placed in seat.placed) for seat in table.seats)


def voided(start: TableState, happened: list[ev.Event], now: TableState) -> TableState:
    """Void a round and return the table, all of it as it was when the round began, but for the cards dealt."""
    after, events = play(now, VOID)
    (event,) = events
    assert not any(balances([*happened, event]).values())
    assert after == now._replace(
        seats=start.seats,
        standing=start.seats,
        meters=start.meters,
        wins=start.wins,
        dealer=Dealer(),
        point=Point.BEFORE_FIRST_CARD,
        announced=None,
        round=start.round + 1,
        moved=(),
    )
    assert all(
        seat.net == wager.net == wager.paid == 0 for seat in results([*happened, event]) for wager in seat.wagers
    )
    assert read_event(through_text(event)) == event
    assert read_state(through_text(now)) == now
    assert replayed(now, events) == after
    assert waiting_for(after).kind in (WaitsFor.WAGERS, WaitsFor.SHUFFLE)
    assert refusals(after, VOID)
    return after


def boundaries(played: Iterable[tuple[TableState, do.Command, tuple[ev.Event, ...], TableState]]) -> Iterator[Any]:
    """Yield the table at each command's end, with the one that its round began with and what has happened since."""
    start, happened = None, list[ev.Event]()
    for before, command, events, after in played:
        happened += events
        if start is None or isinstance(command, do.OpenTable) or after.round > before.round:
            start, happened = after, []
        yield start, happened, after


@pytest.mark.cite("13:69F-2.15(a)")
@pytest.mark.parametrize("file", LAWFUL, ids=lambda file: file.stem)
def test_a_round_is_voided_wherever_it_is(file: Path) -> None:
    # reading 69
    random = Random(f"void {file.stem}")
    for start, happened, now in boundaries(steps(load(file), random, RANDOM_ROUNDS)):
        if not is_wagered(now):
            assert refusals(now, VOID)
            continue
        table = voided(start, happened, now)
        if random.random() < NEXT_ROUND:
            number = table.round
            while table.round == number:
                table, _ = play(table, next_command(table, random))


def test_every_written_round_is_voided_wherever_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Void at each command of the golden rounds, which win meters, press buttons and split pairs."""
    played: list[tuple[TableState, do.Command, tuple[ev.Event, ...], TableState]] = []
    waited: set[WaitsFor] = set()
    undone: set[type] = set()

    def recorded(table: TableState, command: do.Command) -> tuple[TableState, tuple[ev.Event, ...]]:
        after, events = play(table, command)
        played.append((table, command, events, after))
        return after, events

    monkeypatch.setattr(ruling, "play", recorded)
    for file in ROUNDS:
        played.clear()
        ruling.rule(load_round(file))
        for start, happened, now in boundaries(played):
            if is_wagered(now):
                voided(start, happened, now)
                waited.add(waiting_for(now).kind)
                undone |= {type(event) for event in happened}
    assert waited == set(WaitsFor) - {WaitsFor.OPENING, WaitsFor.SHUFFLE}
    assert undone >= set(get_args(ChipEvent)) - {ev.WagerWithdrawn}


def after_commands(table: TableState, *commands: do.Command) -> TableState:
    for command in commands:
        table, _ = play(table, command)
    return table


def one_wager() -> TableState:
    return opened(text(), "Th 7s Ts Tc", wagered(1))


def reasons(table: TableState, command: do.Command = VOID) -> list[str]:
    return [str(refusal) for refusal in refusals(table, command)]


NOTHING = "there is nothing to void: no wager of this round is on the layout [13:69F-2.15(a)]"
CLOSED = "the table is closed [13:69F-2.3(a)]"


def test_there_must_be_a_wager_to_void() -> None:
    assert reasons(at(read(text()))) == [CLOSED, NOTHING]
    assert reasons(opened(text(), "Th 7s Ts Tc")) == [NOTHING]
    assert reasons(one_wager()) == []
    assert reasons(after_commands(one_wager(), do.WithdrawWager(1, ev.BLACKJACK))) == [NOTHING]
    assert reasons(after_commands(one_wager(), VOID)) == [NOTHING]


@pytest.mark.parametrize("name", ["by", "reason"])
@pytest.mark.parametrize(
    ("words", "lawful"),
    [
        ("", False),
        ("   ", False),
        ("x", True),
        ("x" * 199, True),
        ("x" * 200, True),
        ("x" * 201, False),
        ("two\nlines", False),
        ("\u202eright to left", False),
        ("\ud800", False),
        ("Zoë ♥", True),
    ],
)
def test_who_voids_a_round_and_why_is_said_in_printable_characters(name: str, words: str, lawful: bool) -> None:
    given = {"by": "Ann Lee", "reason": "fire alarm", name: words}
    message = f"{name} must be 1 to 200 printable characters, not all of them blank [13:69F-2.15(a)]"
    assert reasons(one_wager(), do.VoidRound(**given)) == ([] if lawful else [message])


def test_every_reason_is_given_at_once() -> None:
    assert len(reasons(at(read(text())), do.VoidRound("", ""))) == 4
    with pytest.raises(Refused):
        play(opened(text()), VOID)


SHOE = do.ShuffleShoe(cards("Th 7s Ts Tc"))  # the player wins with 20 against 17
STAND = do.Decide(1, Play.STAND)


def after_a_win() -> TableState:
    """Return a table with a wager on a streak of two wins, after the first."""
    table = opened(text(offer("streak")), "", wagered(1), do.PlaceWager(1, "streak", (Cents(500),), 2))
    return after_commands(table, SHOE, do.CloseBetting(), STAND)


def test_a_wager_that_stood_stands_as_it_did() -> None:
    won = after_a_win()
    assert (won.wins, [placed.stood for placed in won.seats[0].placed]) == (((1, 1),), [True])
    assert reasons(won) == [NOTHING]
    table = after_commands(won, SHOE, wagered(1), do.CloseBetting(), VOID)
    assert (table.seats, table.wins, table.round) == (won.seats, won.wins, 3)
    table = after_commands(table, SHOE, wagered(1), do.CloseBetting())
    _, events = play(table, STAND)
    assert [event.won for event in events if isinstance(event, ev.WagerPaid) and event.wager == "streak"] == [1500]


def test_a_meter_shared_with_other_tables_keeps_what_they_put_on_it() -> None:
    table = opened(
        text(offer("progressive")), "Th 7s Ts Tc", wagered(1), do.PlaceWager(1, "progressive", (Cents(100),))
    )
    before = table.meter("progressive")
    table = after_commands(table, do.CloseBetting())
    ours = table.meter("progressive")
    assert (ours.amount - before.amount, ours.registered) == (70, 1)
    others = MeterState(Cents(ours.amount + 140), ours.reset, ours.registered + 2)
    table = after_commands(table._replace(meters=(("progressive", others),)), VOID)
    assert table.meter("progressive") == MeterState(Cents(before.amount + 140), before.reset, 2)


def test_the_voided_round_says_by_whom_and_why_and_no_hidden_card() -> None:
    table = opened(text(hole_card="down, card reader"), "Th 7s Ts Tc", wagered(1))
    table = after_commands(table, do.CloseBetting())
    after, (event,) = play(table, VOID)
    words = "the round is void by order of Ann Lee, supervisor: a card was exposed; every wager is returned"
    assert in_words(event) == words
    assert event_view(event, Edition.CURRENT) == {"event": "RoundVoided", "cite": "13:69F-2.15(a)", "text": words}
    assert view(after, Role.PATRON, 1)["dealer"] == {"cards": [], "face_down": 0}


def test_a_bankroll_has_its_chips_back() -> None:
    start = opened(text(), "6h 5s 5d 2c 9s Th")
    table, bankroll = start, Bankroll(initial=Cents(10_000))
    for command in (wagered(1), do.CloseBetting(), do.Decide(1, Play.DRAW), VOID):
        table, events = play(table, command)
        bankroll = bankroll.after(events)
    assert (bankroll.chips, bankroll.on_layout) == (10_000, ())


def test_a_voided_round_cannot_be_ruled_on() -> None:
    start = opened(text(), "Th 7s Ts Tc")
    table, placed = play(start, wagered(1))
    _, events = play(table, VOID)
    with pytest.raises(Misuse, match="a voided round cannot be written as a round to rule on"):
        transcript(start, [*placed, *events], "table.toml")


def test_a_live_table_voids_its_round() -> None:
    table = upcard.LiveTable(read(text()))
    table.open_table()
    with pytest.raises(upcard.Refused, match="there is nothing to void"):
        table.void_round("Ann", "error")
    table.place_wager(1, "blackjack", "10.00")
    with pytest.raises(upcard.BadArguments, match="by: must be text"):
        table.void_round(3, "error")  # type: ignore[arg-type]
    table.void_round(by="Ann", reason="error")
    assert (table.waiting_for.kind, table.events, str(table.results()[0].net)) == (WaitsFor.SHUFFLE, (), "0.00")
    assert [wager.outcome for wager in table.results()[0].wagers] == ["void"]
    assert upcard.LiveTable.resume(table.save()).last_round == table.last_round


@pytest.mark.parametrize(
    ("moved", "problem"),
    [
        (3, r"\$\.moved: must be a list"),
        ([3], r'\$\.moved\[0\]: must be an object whose key "event" is one of WagerPlaced, '),
        ([{"event": "CardsPickedUp", "cite": "13:69F-2.6(i)"}], r"\$\.moved\[0\]: must be an object whose key"),
        ([{"event": []}], r"\$\.moved\[0\]: must be an object whose key"),
        ([{"event": "WagerPlaced"}], r"\$\.moved\[0\]\.amounts: is missing"),
    ],
)
def test_what_moved_chips_is_read_strictly(moved: Any, problem: str) -> None:
    with pytest.raises(BadJson, match=problem):
        read_state({**through_text(one_wager()), "moved": moved})
