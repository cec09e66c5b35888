"""Reading a journal again: what is not as its commands say is found, and memory does not grow."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.pit.casino import Casino, casino
from upcard.pit.draws import KeyedShoes
from upcard.pit.replay import BadRow, Folding, Redeciding
from upcard.pit.shoe_keys import MasterKey, ShoeKeys
from upcard.store.journal import all_rows
from upcard.store.rows import JournalRow, canonical


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, list[JournalRow]]]:
    """The rows of a session with payouts, a hole card and several shoes."""
    with casino(tmp_path_factory.mktemp("played")) as house:
        house.open(file="free-bet")
        house.seat()
        house.play(rounds=6)
        house.new_shoe()
        house.play(rounds=2)
        yield house, list(all_rows(house.journal))


def deciding(house: Casino) -> Redeciding:
    return Redeciding(house.ledger.shoes)


def row_with(rows: list[JournalRow], event: str) -> JournalRow:
    return next(row for row in rows if f'"event":"{event}"' in row.events)


def changed_event(row: JournalRow, event: str, **changes: object) -> JournalRow:
    events = json.loads(row.events)
    value = next(each for each in events if each["event"] == event)
    value.update(changes)
    return replace(row, events=canonical(events))


@pytest.mark.parametrize(
    ("event", "changes"),
    [
        ("WagerPaid", {"won": "9999.00"}),
        ("WagerCollected", {"amount": "0.01"}),
        ("BoughtIn", {"amount": "1000000.00"}),
        ("CardDealt", {"card": "2c"}),
        ("ShoeSealed", {"root": "00" * 32}),
        ("TotalAnnounced", {"points": 33}),
        ("Deposited", {"reference": "another bank"}),
    ],
)
def test_a_changed_event_is_found(
    played: tuple[Casino, list[JournalRow]], event: str, changes: dict[str, object]
) -> None:
    house, rows = played
    row = row_with(rows, event)
    again = deciding(house)
    for each in rows[: row.position - 1]:
        assert again.add(each).problems == ()
    result = again.add(changed_event(row, event, **changes))
    assert result.problems[0] == "its events are not those of its command"
    assert result.events == row.events  # as they come out now


def test_a_command_that_the_rules_refuse_is_found_and_the_rest_goes_on(
    played: tuple[Casino, list[JournalRow]],
) -> None:
    house, rows = played
    again = deciding(house)
    forged = replace(rows[2], actor="patron Bob")
    results = [again.add(forged if row is rows[2] else row) for row in rows]
    assert [result.row.position for result in results if result.problems] == [3]
    (problem,) = results[2].problems
    assert problem == "its command would be refused now: Deposit is for supervisor, system; you are patron"
    assert dict(again.states) == dict(house.ledger.states)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"command": "[]"}, "its command cannot be read: $: must be an object, not a list"),
        ({"command": '{"command":"Steal","schema":1}'}, "its command cannot be read: $.command: must be the name"),
        ({"actor": "nobody"}, "'nobody' is not an actor"),
        ({"streams": (("house", 3),)}, "its streams are not those of its command: wallet Ann"),
    ],
)
def test_a_row_that_is_none_of_a_pit_is_found(
    played: tuple[Casino, list[JournalRow]], changes: dict[str, str], problem: str
) -> None:
    house, rows = played
    again = deciding(house)
    for row in rows[:2]:
        again.add(row)
    assert again.add(replace(rows[2], **changes)).problems[0].startswith(problem)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "events",
    ["5", '[{"event":"BoughtIn"}]', '["x"]', '[{"event":"CardDealt","card":"sealed","schema":1}]'],
)
def test_events_that_cannot_be_folded_name_their_row(played: tuple[Casino, list[JournalRow]], events: str) -> None:
    house, rows = played
    folding = Folding(house.ledger.shoes)
    row = row_with(rows, "CardDealt")
    for each in rows[: row.position - 1]:
        folding.add(each)
    with pytest.raises(BadRow, match=f"row {row.position} is not a row of a pit"):
        folding.add(replace(row, events=events))


def test_a_row_is_folded_once(played: tuple[Casino, list[JournalRow]]) -> None:
    house, rows = played
    folding = Folding(house.ledger.shoes)
    for row in rows:
        assert folding.add(row) == tuple(stream for stream, _ in row.streams)
        assert folding.add(row) == ()
    assert dict(folding.states) == dict(house.ledger.states)


def test_without_the_key_the_rows_of_a_shoe_cannot_be_decided_again(
    played: tuple[Casino, list[JournalRow]],
) -> None:
    house, rows = played
    blind = Redeciding(KeyedShoes(ShoeKeys((MasterKey(bytes(32)),)), house.journal.info.identity))
    first = next(result for result in map(blind.add, rows) if result.problems)
    assert '"command":"CutShoe"' in first.row.command
    assert "which is missing" in first.problems[0]


def test_the_states_do_not_grow_with_the_rows(tmp_path: Path) -> None:
    with casino(tmp_path) as house:
        house.open()
        house.seat()
        sizes = []
        for _ in range(3):
            house.play(rounds=8)
            sizes.append(len(repr(house.ledger.start.states)))
        assert max(sizes) < 1.05 * min(sizes)


def changed_at_random(row: JournalRow, random: Random) -> JournalRow:
    """Return a row with one value of its events changed, left out or put twice."""
    events = json.loads(row.events)
    event = random.choice(events)
    key = random.choice(sorted(event))
    match random.randrange(4):
        case 0:
            del event[key]
        case 1:
            event[key] = random.choice([None, 0, -1, 7, "", "2c", "sealed", "1.00", [], {}, True])
        case 2:
            events.remove(event)
        case 3:
            events.insert(random.randrange(len(events) + 1), event)
    return replace(row, events=canonical(events))


def test_whatever_is_changed_in_a_row_is_found_and_the_rest_is_still_read(
    played: tuple[Casino, list[JournalRow]],
) -> None:
    house, rows = played
    random = Random(4)
    for _ in range(25):
        row = random.choice(rows)
        forged = changed_at_random(row, random)
        again = deciding(house)
        results = [again.add(forged if each is row else each) for each in rows]
        assert len(results) == len(rows)
        first = next((result.row.position for result in results if result.problems), None)
        assert first == (row.position if forged.events != row.events else None)
