"""The table to play at: driven by what it waits for, saved and resumed at every step, never by a rule of its own."""

import doctest
import json
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random, SystemRandom
from types import ModuleType
from typing import Any

import pytest

import upcard
from tests.killed_table import killed, uninterrupted
from tests.random_rounds import next_command, replayed
from tests.tables import offer, read, text
from tests.test_shipped_tables import LAWFUL
from upcard import BadArguments, BadJson, LiveTable, Refused, Table, cents
from upcard.api import live_table
from upcard.game import at, json_codec, json_schema
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import Waiting, WaitsFor, drawn_display
from upcard.game.chip_ledger import balances
from upcard.game.commands import Command
from upcard.game.json_codec import CLASSES, to_json
from upcard.game.refuse import MAIN_WAGER
from upcard.game.settle import display_amounts
from upcard.game.state import Placed, Seat
from upcard.game.view import VIEWS, plays, view
from upcard.money import Cents, plain_money
from upcard.rules.enums import Play
from upcard.table import load

EXPECTED: dict[type, tuple[WaitsFor, ...]] = {
    do.OpenTable: (WaitsFor.OPENING,),
    do.CloseTable: (WaitsFor.WAGERS, WaitsFor.SHUFFLE),
    do.ShuffleShoe: (WaitsFor.SHUFFLE,),
    do.PlaceWager: (WaitsFor.WAGERS,),
    do.WithdrawWager: (WaitsFor.WAGERS,),
    do.CloseBetting: (WaitsFor.WAGERS,),
    do.Insure: (WaitsFor.INSURANCE,),
    do.TakeEvenMoney: (WaitsFor.INSURANCE,),
    do.CloseInsurance: (WaitsFor.INSURANCE,),
    do.Decide: (WaitsFor.DECISION, WaitsFor.EARLY_SURRENDER),
    do.CloseSurrender: (WaitsFor.EARLY_SURRENDER,),
    do.ValidatePayout: (WaitsFor.VALIDATION,),
    do.PressButton: (WaitsFor.BUTTON,),
    do.CompleteDocuments: (WaitsFor.DOCUMENTS,),
    do.VoidRound: tuple(each for each in WaitsFor if each is not WaitsFor.OPENING),
}
METHODS: dict[type, str] = {do.ShuffleShoe: "shuffle"}


def method_of(kind: type) -> str:
    return METHODS.get(kind, re.sub(r"(?<=.)(?=[A-Z])", "_", kind.__name__).lower())


def by_method(table: LiveTable, command: Command) -> tuple[ev.Event, ...]:
    """Carry out a command by the method named for it, with money as text."""
    if isinstance(command, do.ShuffleShoe):
        return table.do(command)
    values: dict[str, Any] = {}
    for name in command.__slots__:
        value = getattr(command, name)
        if name == "amounts":
            values["amount"] = None if value is None else [plain_money(amount) for amount in value]
        elif name != "made_earlier":
            values[name] = (
                cents(value) if name in ("shown", "coupon") else value.value if isinstance(value, Play) else value
            )
    happened: tuple[ev.Event, ...] = getattr(table, method_of(type(command)))(**values)
    return happened


def played(table: LiveTable, random: Random, rounds: int) -> Iterator[tuple[Command, tuple[ev.Event, ...]]]:
    """Play random rounds by the methods; yield each command and what happened."""
    last = table.state.round + rounds
    while table.state.round < last:
        command = next_command(table.state, random)
        assert table.waiting_for.kind in EXPECTED[type(command)]
        yield command, by_method(table, command)


def live(*wagers: dict[str, Any], **keys: Any) -> LiveTable:
    """Return an open table."""
    table = LiveTable(read(text(*wagers, **keys)), random=Random(1))
    table.open_table()
    return table


def test_every_command_has_a_method() -> None:
    assert set(EXPECTED) == set(CLASSES["command"])
    assert [kind for kind in CLASSES["command"] if not hasattr(LiveTable, method_of(kind))] == []


@pytest.mark.parametrize("file", LAWFUL, ids=lambda file: file.stem)
def test_a_table_is_played_by_what_it_waits_for_and_resumed_at_every_step(file: Path) -> None:
    random = Random(f"live {file.stem}")
    table = LiveTable(upcard.load(file), random=random)
    start, happened = table.state, list[ev.Event]()
    for command, events in played(table, random, 5):
        happened += events
        again = LiveTable.resume(table.save(), random=random)
        assert (again.state, again.events, again.last_round) == (table.state, table.events, table.last_round)
        assert again.waiting_for == table.waiting_for
        assert type(command).__name__ == to_json(command)["command"]
        allowed = [option.play for option in table.plays() if option.allowed]
        assert allowed == (
            [Play.SURRENDER] if table.waiting_for.kind is WaitsFor.EARLY_SURRENDER else [*plays(table.state)]
        )
    assert replayed(start, happened) == table.state
    moved = balances(table.last_round)
    for seat in table.results():
        assert seat.net.cents == sum(amount for account, amount in moved.items() if account.seat == seat.number)


def test_a_table_waits_for_the_supervisor_and_the_cage() -> None:
    table = LiveTable(upcard.load("tables/progressive.toml"))
    table.open_table()
    table.shuffle("As 5c Ac As Ac Tc 6c")
    table.place_wager(1, "blackjack", "10.00")
    table.place_wager(1, "progressive", "1.00")
    table.close_betting()
    while table.waiting_for.kind == "decision":
        table.decide(1, "hit" if len(table.state.seats[0].dealt) < 4 else "stand")
    assert table.waiting_for == Waiting(WaitsFor.VALIDATION, 1, wager="progressive")
    assert table.refusals(do.CompleteDocuments(1, "progressive"))
    table.validate_payout(1, "progressive")
    assert table.waiting_for == Waiting(WaitsFor.DOCUMENTS, 1, wager="progressive")
    table.complete_documents(1, "Progressive")
    assert table.waiting_for.kind == "shuffle"
    assert table.results()[0].wagers[1].net > cents(400_000)


def test_a_coupon_a_spoken_wager_and_a_payout_not_from_the_rack_have_arguments() -> None:
    table = LiveTable(upcard.load("free-bet"))
    table.open_table()
    table.place_wager(1, "blackjack", "25.00")
    (placed,) = table.place_wager(1, "push 22", "5.00", coupon="10.00", spoken={"dealer": "J. Smith"})
    assert table.narrate(placed).endswith(
        "wagers $5.00 and a coupon of $10.00: Push 22, spoken with cash and confirmed by the dealer (J. Smith)"
    )
    for wrong, problem in (({"coupon": 5.0}, "coupon: must be"), ({"spoken": "the boss"}, "spoken: must be who")):
        with pytest.raises(BadArguments, match=problem):
            table.place_wager(2, "push 22", "5.00", **wrong)
    with pytest.raises(BadArguments, match="not_from_rack"):
        table.validate_payout(1, "push 22", not_from_rack="yes")  # type: ignore[arg-type]  # wrong on purpose
    progressive = LiveTable(upcard.load("progressive"))
    progressive.open_table()
    progressive.shuffle("Ah 9c Ad 8c Tc")
    for wager, amount in (("blackjack", "10.00"), ("progressive", "1.00")):
        progressive.place_wager(1, wager, amount)
    progressive.close_betting()
    progressive.decide(1, "stand")
    progressive.validate_payout(1, "progressive", not_from_rack=True)
    assert progressive.waiting_for == Waiting(WaitsFor.DOCUMENTS, 1, wager="progressive")


def test_a_table_waits_for_the_button_and_draws_what_the_display_shows() -> None:
    table = LiveTable(upcard.load("tables/blackjack-bonus.toml"), random=Random(5))
    table.open_table()
    table.shuffle("Ah 9s Ks 8c 7d 5h")
    table.place_wager(1, "blackjack", "10.00")
    table.place_wager(1, "blackjack bonus", "1.00")
    table.close_betting()
    assert table.waiting_for == Waiting(WaitsFor.BUTTON, 1, wager="blackjack bonus")
    for wrong in ((1, "buster"), (2, "blackjack bonus")):
        with pytest.raises(Refused, match="that waits for the button"):
            table.press_button(*wrong)
    with pytest.raises(Refused, match=r"the display cannot show \$7.00"):
        table.press_button(1, "blackjack bonus", "7.00")
    events = table.press_button(1, "blackjack_bonus")
    (pressed,) = [event for event in events if isinstance(event, ev.ButtonPressed)]
    assert pressed.shown in (500, 2000, 50000)


def test_a_table_waits_for_insurance_and_early_surrender() -> None:
    table = elsewhere(read(text(surrender="early", hole_card="down, card reader")))
    table.shuffle("Th 9c Ah 6s 7c 8d 5h 6d 2c 3c")
    table.place_wager(1, "blackjack", "10.00")
    table.place_wager(3, "blackjack", "10.00")
    table.close_betting()
    assert table.waiting_for == Waiting(WaitsFor.INSURANCE, seats=(1, 3))
    table.insure(3, "5.00")
    assert table.waiting_for == Waiting(WaitsFor.INSURANCE, seats=(1,))
    table.close_insurance()
    assert table.waiting_for == Waiting(WaitsFor.EARLY_SURRENDER, seats=(1, 3))
    assert [option.play for option in table.plays() if option.allowed] == [Play.SURRENDER]
    table.decide(3, "surrender")
    assert table.waiting_for == Waiting(WaitsFor.EARLY_SURRENDER, seats=(1,))
    table.close_surrender()
    assert table.waiting_for == Waiting(WaitsFor.DECISION, 1, 1)


def elsewhere(config: Any) -> LiveTable:
    """Return an open table whose rules are not those of New Jersey, which no one may open there."""
    table = LiveTable(config)
    saved = json.loads(table.save())
    saved["state"]["open"] = True
    return LiveTable.resume(json.dumps(saved))


WRONG_AMOUNTS: tuple[Any, ...] = (10, 10.0, True, None, -1, "-5.00", "1.005", b"1", {"a": 1}, cents(-1))
WRONG_AMOUNTS += (Decimal("NaN"), Decimal("0.001"), Decimal(-5), "1e3", "", "10.00 ")


def test_money_is_text_decimal_or_cents_and_nothing_else() -> None:
    table = live()
    for amount in ("10.00", Decimal(10), cents(1000), ["10.00"], (cents(1000),)):
        assert table.place_wager(1, "Blackjack", amount) == (
            ev.WagerPlaced(MAIN_WAGER, 1, "blackjack", (Cents(1000),)),
        )
        table.withdraw_wager(1, "blackjack")
    for wrong in WRONG_AMOUNTS:
        before = table.state
        with pytest.raises(BadArguments, match=r"^amount: "):
            table.place_wager(1, "blackjack", wrong)
        assert table.state == before
    with pytest.raises(BadArguments) as caught:
        table.place_wager("1", 7, ["5.00", 5], 2.5)  # type: ignore[arg-type, list-item]
    assert [problem.partition(":")[0] for problem in caught.value.problems] == ["seat", "wager", "amount 2", "choice"]


def test_a_list_of_amounts_is_for_the_spots_of_multiple_action() -> None:
    table = LiveTable(upcard.load("tables/multiple-action.toml"))
    table.open_table()
    (placed,) = table.place_wager(2, "blackjack", ["10.00", Decimal("20"), cents(1500)])
    assert isinstance(placed, ev.WagerPlaced)
    assert placed.amounts == (1000, 2000, 1500)


def test_a_refusal_changes_nothing_and_names_its_paragraph() -> None:
    table = live()
    before = table.state
    command = do.PlaceWager(9, "lottery", (Cents(1),))
    reasons = table.refusals(command)
    assert reasons
    assert table.refusals(to_json(command)) == reasons
    with pytest.raises(Refused) as caught:
        table.do(command)
    assert caught.value.refusals == reasons
    assert table.state == before
    assert table.events == (ev.TableOpened(MAIN_WAGER),)


@pytest.mark.parametrize(
    ("words", "play"),
    [("hit", Play.DRAW), ("Stay", Play.STAND), ("double", Play.DOUBLE_DOWN), ("split", Play.SPLIT_PAIR),
     ("draw", Play.DRAW), ("double down", Play.DOUBLE_DOWN), (Play.STAND, Play.STAND)],
)  # fmt: skip
def test_plays_are_in_the_words_of_the_rule_or_of_the_floor(words: str | Play, play: Play) -> None:
    table = live()
    table.shuffle("8h 9s 8d 2c 3c 4h 5h 6h Td Tc")
    table.place_wager(1, "blackjack", "10.00")
    table.close_betting()
    (made,) = [event for event in table.decide(1, words) if isinstance(event, ev.PlayMade)]
    assert made.play is play


def test_a_play_that_is_not_allowed_says_why() -> None:
    table = live()
    table.shuffle("8h 9s 9d 2c 9c 4h 5h")
    assert all("no hand is waiting" in option.refusals[0].message for option in table.plays())
    table.place_wager(1, "blackjack", "10.00")
    table.close_betting()
    options = {option.play: option for option in table.plays()}
    assert list(options) == list(Play)
    assert {play for play, option in options.items() if option.allowed} == {Play.DRAW, Play.STAND, Play.DOUBLE_DOWN}
    assert all(option.allowed is not bool(option.refusals) for option in options.values())
    assert "13:69F-2.11" in str(options[Play.SPLIT_PAIR].refusals[0].cite)
    assert all("it is the turn of seat 1" in option.refusals[0].message for option in table.plays(seat=2))
    with pytest.raises(BadArguments, match="play: must be one of draw, stand"):
        table.decide(1, "wait")
    table.decide(1, "double", "4.00")
    assert table.results()[0].wagers[0].amount == cents(1000)


def test_a_command_value_is_checked_as_its_json_is() -> None:
    table = live()
    with pytest.raises(BadArguments, match="some field has a value of another type"):
        table.do(do.PlaceWager(1, "blackjack", (10.5,)))  # type: ignore[arg-type]
    with pytest.raises(BadJson, match=r"\$.seat: must be a whole number, not true"):
        table.do(do.PlaceWager(True, "blackjack", (Cents(1000),)))
    with pytest.raises(BadArguments, match="must be a command or its JSON, not str"):
        table.do("stand")  # type: ignore[arg-type]
    with pytest.raises(BadJson, match="must be the name of a command"):
        table.do({**to_json(do.CloseBetting()), "command": "TableClosed"})


def test_views_are_those_of_the_engine() -> None:
    table = live()
    table.shuffle()
    table.place_wager(1, "blackjack", "10.00")
    table.close_betting()
    for role in VIEWS:
        assert table.view(role.value, seat=1) == table.view(role, 1) == view(table.state, role, 1)
    with pytest.raises(BadArguments, match="role: must be one of 'patron', 'dealer'"):
        table.view("owner")


def test_cards_are_shuffled_by_the_source_given() -> None:
    first, second, third = (LiveTable(load("tables/blackjack.toml"), random=Random(seed)) for seed in (4, 4, 5))
    assert first.shuffle() == second.shuffle() != third.shuffle()
    assert isinstance(LiveTable(Table(decks=6))._random, SystemRandom)
    with pytest.raises(BadArguments, match=r"random: must be a random.Random, such as random.Random\(7\), not int"):
        LiveTable(Table(decks=6), random=7)  # type: ignore[arg-type]
    with pytest.raises(BadArguments, match="cards: 'Zz' is not a card"):
        first.shuffle("Ah Zz")


class Places(Random):
    """A source that draws each number below a bound in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.bound, self.next = 0, 0

    def randrange(self, start: int, *_: Any) -> int:
        self.bound, self.next = start, self.next + 1
        return self.next - 1


def test_a_display_shows_each_amount_with_exactly_its_probability() -> None:
    config = read(text(offer("blackjack bonus", display=[["5.00", "0.7"], ["20.00", "0.29"], ["500.00", "0.01"]])))
    seat = Seat(1, placed=(Placed("blackjack bonus", Cents(100)),))
    places, drawn = Places(), Counter[Cents]()
    drawn[drawn_display(at(config), seat, "blackjack bonus", places)] += 1
    while places.next < places.bound:
        drawn[drawn_display(at(config), seat, "blackjack bonus", places)] += 1
    posted = dict(display_amounts(at(config), seat, "blackjack bonus"))
    assert {amount: Fraction(count, places.bound) for amount, count in drawn.items()} == posted


@pytest.mark.parametrize(
    ("saved", "problem"),
    [
        ("", "$: is no JSON: "),
        ("[" * 100_000, "$: is no JSON: it is nested too deeply"),
        ("[]", "$: must be an object, not a list"),
        ("{}", "$.schema: must be 1, not null: it is no table that LiveTable.save wrote"),
        ('{"schema": 2}', "$.schema: must be 1, not 2: it was saved by a newer upcard"),
        ('{"schema": 1}', "$: must be an object with the keys events, last_round, schema, state"),
        ('{"schema": 1, "state": 3, "events": [], "last_round": [{}]}', "$.state: must be an object, not 3"),
    ],
)  # fmt: skip
def test_text_that_is_no_saved_table_is_refused(saved: str, problem: str) -> None:
    with pytest.raises(BadJson) as caught:
        LiveTable.resume(saved)
    assert str(caught.value).startswith(problem)
    with pytest.raises(BadArguments, match=r"text: must be the text that LiveTable.save wrote, not int"):
        LiveTable.resume(5)  # type: ignore[arg-type]


def test_every_half_written_file_is_refused() -> None:
    table = live()
    table.shuffle()
    whole = table.save()
    for length in range(0, len(whole), 97):
        with pytest.raises(BadJson):
            LiveTable.resume(whole[:length])


@pytest.mark.parametrize("module", [live_table, json_codec, json_schema])
def test_the_examples_of_the_module_are_true(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed


@pytest.mark.parametrize("seed", range(5))
def test_a_program_that_is_killed_ends_as_if_it_had_not_been(seed: int, tmp_path: Path) -> None:
    """A sample of what `make test-faults` tries two hundred times."""
    whole, commands = uninterrupted(tmp_path, seed, "blackjack")
    ended, kills = killed(tmp_path, seed, "blackjack", commands)
    assert ended == whole
    assert kills
