"""Facts that no wager of the rules sees yet: the player's completed hand, splits, the dealer's first two cards."""

import json
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests import new_wagers as new
from tests.exact.given import soft_17_rules
from tests.exact.rounds import brute, never, small_shoe
from tests.sim.engine import compare, simulated
from tests.sim.making import quotas, same, states
from tests.sim.ways import WAYS
from tests.tables import read, text, toml
from tests.test_registry import SOURCE
from upcard.cards import cards
from upcard.cli.print_simulation import print_simulation
from upcard.errors import Misuse
from upcard.exact.distribution import distribution
from upcard.exact.shoe import Shoe
from upcard.game import TableState, play
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.state import Felt
from upcard.law import Cited
from upcard.money import Cents
from upcard.results.prices import price
from upcard.results.simulated_table import simulated_table
from upcard.results.simulation import simulate, simulation_program
from upcard.results.simulation_request import SimulationRequest
from upcard.rules.enums import Play
from upcard.rules.facts import (
    BOX_ACES,
    BOX_SPLITS,
    DEALER_FIRST_TWO,
    DEALER_INITIAL_HAND,
    DEALER_TOTAL,
    FIRST_RANK,
    PLAYER_TOTAL,
    UPCARD_RANK,
)
from upcard.rules.wager import LOSE, Demand, Outcome, PayTable, Point, Wager
from upcard.sim.compiled_kernel import CompiledKernel
from upcard.sim.numpy_kernel import NumpyKernel
from upcard.table import Offer, Posted, TableConfig, load
from upcard.wagers.additional import SEVENS
from upcard.wagers.buster import BUSTER

LIMITS = {"minimum": "1.00", "maximum": "100.00"}
NEW_LAW = """
section = "13:69F-2.99"
title = "New wagers"
since = "buster"
standing = "text held"
source = ["public page"]
about = "Wagers on completed hands, splits and the dealer's first two cards."
[[paragraph]]
number = "(a)"
rule = "They may be offered."
"""
HOLE_CARDS = ("after players", "down, card reader", "up")
SETTLES = (ev.WagerPaid, ev.WagerCollected, ev.WagerReturned)
DRAW, STAND, SPLIT, DOUBLE = Play.DRAW, Play.STAND, Play.SPLIT_PAIR, Play.DOUBLE_DOWN


def offered(*wagers: Wager, **keys: Any) -> TableConfig:
    """Offer wagers at a lawful table, each at its only odds."""
    return offering(read(text(**keys)), *wagers)


def offering(table: TableConfig, *wagers: Wager) -> TableConfig:
    return replace(table, offers=tuple(map(offer_of, wagers)), options=(*table.options, *wagers))


def offer_of(wager: Wager) -> Offer:
    pays: PayTable = dict.fromkeys(wager.wins, new.TEN_TO_ONE)
    if isinstance(wager.pay_tables, Cited):
        pays = next(iter(wager.pay_tables.value.tables.values()))
    exactly = wager.limits.value.exactly
    return Offer(
        wager=wager,
        posted=Posted(pays=pays),
        minimum=None if exactly else Cents(100),
        maximum=None if exactly else Cents(10_000),
    )


# By hand


def dealt(wager: Wager, shoe: str, *plays: Play, **keys: Any) -> tuple[str, str]:
    """Deal a round to one seat; return the wager's outcome and the cards that the dealer took."""
    table = TableState(Felt(offered(wager, **keys)), open=True)
    table, _ = play(table, do.ShuffleShoe(cards(shoe)))
    table, _ = play(table, do.PlaceWager(1, ev.BLACKJACK, (Cents(1000),)))
    table, _ = play(table, do.PlaceWager(1, wager.name, (Cents(100),)))
    table, happened = play(table, do.CloseBetting())
    waiting = list(plays)
    while table.point is not Point.BEFORE_FIRST_CARD:
        table, more = play(table, _next(table, waiting))
        happened = (*happened, *more)
    assert not waiting
    (outcome,) = (one.outcome for one in happened if isinstance(one, SETTLES) and one.wager == wager.name)
    taken = [one.card for one in happened if isinstance(one, ev.CardDealt) and one.seat == 0]
    assert table.next_card == len(table.shoe), "every card was dealt"
    return outcome, " ".join(map(str, taken))


def _next(table: TableState, waiting: list[Play]) -> do.Command:
    return do.CloseInsurance() if table.point is Point.INSURANCE else do.Decide(1, waiting.pop(0))


LATE, READER, UP = ({"hole_card": hole} for hole in HOLE_CARDS)
RESPLIT = {"splits": 3, "resplit_aces": True}


@pytest.mark.parametrize(
    ("shoe", "plays", "keys", "outcome"),
    [
        ("2h 9c 3h 4d 5s 7h Td", (DRAW, DRAW, DRAW), LATE, new.LONG_21),
        ("2h 9c 3h 9d 7h Td", (DRAW, DRAW), LATE, new.SHORT_21),
        ("Ah 9c Kh", (), LATE, LOSE),  # 21 in two cards
        ("Th 9c 6h 6d", (DRAW,), LATE, new.BUST_22),
        ("Th 9c 6h 7d", (DRAW,), LATE, LOSE),
        ("Th 9c 6h Td", (STAND,), LATE, LOSE),
        ("5h 9c 6h Td Tc", (DOUBLE,), LATE, new.SHORT_21),
        ("5h Ac 6h Td Kc", (DRAW,), LATE, new.SHORT_21),  # the dealer's blackjack shows later
        ("5h Ac 6h Kc", (), READER, LOSE),  # the dealer's blackjack ends the round
        ("5h Ac 6h 9c Td", (DRAW,), READER, new.SHORT_21),
        ("5h Tc 6h Ac", (), UP, LOSE),
        ("Th 9c 6h", (Play.SURRENDER,), {"surrender": True}, LOSE),
        ("8h 9c 8d 3c Td Ts Tc", (SPLIT, DRAW, STAND), LATE, new.SHORT_21),
        ("8h 9c 8d Ts 3c Td Tc", (SPLIT, STAND, DRAW), LATE, LOSE),  # 21 on the other hand
        ("8h 9c 8d 4c Td 4s Th", (SPLIT, DRAW, DRAW), LATE, new.BUST_22),  # both hands bust
        ("8h 9c 8d 8s 5c 8c Td Ts Tc", (SPLIT, SPLIT, DRAW, STAND, STAND), RESPLIT, new.SHORT_21),
        (
            "8h 9c 8d 8s 8c 2h 3h 4h 4d Ts Td Th Tc",
            (SPLIT, SPLIT, SPLIT, DRAW, DRAW, DRAW, STAND, STAND, STAND),
            RESPLIT,
            new.LONG_21,
        ),
        ("Ah 9c Ad Ts Kd Tc", (SPLIT,), LATE, LOSE),
        ("Ah 9c Ad As Tc Ts Kd Td", (SPLIT, SPLIT), RESPLIT, LOSE),
    ],
)
def test_a_wager_sees_the_players_completed_hand(
    shoe: str, plays: tuple[Play, ...], keys: dict[str, Any], outcome: Outcome
) -> None:
    assert dealt(new.LONG_HAND, shoe, *plays, **keys)[0] == outcome.label


@pytest.mark.parametrize(
    ("shoe", "plays", "outcome"),
    [
        ("8h 9c 8d Tc", (STAND,), LOSE),
        ("8h 9c 8d Ts Td Tc", (SPLIT, STAND, STAND), new.ONCE),
        ("8h 9c 8d 8s Th Ts Td Tc", (SPLIT, SPLIT, STAND, STAND, STAND), new.TWICE),
        ("8h 9c 8d Th 8s Ts Td Tc", (SPLIT, STAND, SPLIT, STAND, STAND), new.TWICE),  # the other hand
        ("8h 9c 8d 8s Th 8c Ts Td Ts Tc", (SPLIT, SPLIT, STAND, SPLIT, STAND, STAND, STAND), new.THRICE),
        ("Ah 9c Ad Th As Tc Ts Kc", (SPLIT, SPLIT), new.TWICE),
        ("8h 9c 8d 8s 4h Td 5s Ts 6d Th", (SPLIT, SPLIT, DRAW, DRAW, DRAW), new.TWICE),  # all three hands bust
    ],
)
def test_a_wager_sees_how_often_the_box_was_split(shoe: str, plays: tuple[Play, ...], outcome: Outcome) -> None:
    assert dealt(new.SPLIT_PAIRS, shoe, *plays, **RESPLIT)[0] == outcome.label


@pytest.mark.parametrize(
    ("shoe", "plays", "keys", "outcome", "dealer"),
    [
        ("Th 9c 6h 8d 9d", (DRAW,), LATE, new.PAIR, "9c 9d"),  # the player bust: no third card
        ("Th 9c 6h 8d 9c", (DRAW,), LATE, new.SAME_CARD, "9c 9c"),
        ("Ah 9c Kh 5c", (), LATE, new.SUITED, "9c 5c"),  # a paid blackjack
        ("Ah Tc Kh Ad", (), LATE, LOSE, "Tc Ad"),
        ("Th 6c Th 9d 2d", (STAND,), LATE, LOSE, "6c 9d 2d"),
        ("Th 9c 6h 9d 8d", (DRAW,), READER, new.PAIR, "9c 9d"),  # the hole card is turned
        ("Th Ac 6h Kc", (), READER, new.SUITED, "Ac Kc"),
        ("Th 9c 6h 9d 8d", (DRAW,), UP, new.PAIR, "9c 9d"),
        ("Th 9c 6h 2c", (Play.SURRENDER,), {"surrender": True}, new.SUITED, "9c 2c"),
    ],
)
def test_a_wager_sees_the_dealers_first_two_cards_and_no_more(
    shoe: str, plays: tuple[Play, ...], keys: dict[str, Any], outcome: Outcome, dealer: str
) -> None:
    assert dealt(new.DEALERS_PAIR, shoe, *plays, **keys) == (outcome.label, dealer)


def test_the_second_card_is_dealt_only_while_the_wager_lives() -> None:
    assert dealt(new.ACES, "Th 9c 6h 8d", DRAW) == (LOSE.label, "9c")
    assert dealt(new.ACES, "Ah 9c Kh Ac") == (new.TWO_ACES.label, "9c Ac")
    assert dealt(new.ACES, "Ah 9c Kh 5c") == (new.ONE_ACE.label, "9c 5c")


def test_without_such_a_wager_the_second_card_is_dealt_as_far_as_it_is_needed() -> None:
    assert dealt(new.LONG_HAND, "Th 9c 6h 8d", DRAW) == (LOSE.label, "9c")


def test_a_wager_on_the_dealers_first_two_cards_must_have_them_dealt() -> None:
    with pytest.raises(Misuse, match="must demand that they are dealt"):
        replace(new.DEALERS_PAIR, demands=())
    replace(new.DEALERS_PAIR, demands=(new.LAW.says(Demand.DEALER_COMPLETES),))


def test_facts_find_their_states() -> None:
    assert len(BOX_SPLITS.states) == 8
    assert len(DEALER_FIRST_TWO.completed) == 52 * 52
    assert PLAYER_TOTAL.of(cards("Ah 6d Tc 5s")).points == 22


# Through the simulator


SETS: dict[str, tuple[Wager, ...]] = {
    **{wager.name: (wager,) for wager in new.ALL},
    "priced": (new.LONG_HAND, new.SPLIT_PAIRS, new.DEALERS_PAIR, new.AGAINST_ACE, new.ACES),
    "beside others": (new.LONG_HAND, new.DEALERS_PAIR, SEVENS, BUSTER),
}


@cache
def table_with(game: str, names: str) -> TableConfig:
    """Offer wagers at a table with a way of dealing the hole card, or at a table that comes with upcard."""
    if game in HOLE_CARDS:
        return offered(*SETS[names], hole_card=game, splits=3, resplit_aces=True, surrender=True)
    return offering(load(f"tables/{game}.toml"), *SETS[names])


DEALT = [  # the first of each way of dealing here, the others by make test-kernel
    *((game, wager.name) for game in HOLE_CARDS for wager in new.ALL),
    ("after players", "beside others"),
    ("down, card reader", "beside others"),
    ("free-bet", "priced"),
    ("blackjack", "priced"),
    ("multiple-action", "long hand"),
]
COUNTED: list[tuple[str, str, dict[str, Any]]] = [
    *((game, wager.name, {}) for game in HOLE_CARDS for wager in new.ALL),
    *((game, "priced", {"seats": 3}) for game in (*HOLE_CARDS, "free-bet")),
    *((game, "dealer's pair", {"seats": 3}) for game in HOLE_CARDS),
    ("after players", "beside others", {}),
    ("down, card reader", "beside others", {}),
    ("down, card reader", "priced", {"strategy": "mimic"}),
    ("after players", "priced", {"insurance": True}),
    ("up", "priced", {"session": 25}),
]
SAMPLE = [("after players", "priced"), ("down, card reader", "beside others"), ("up", "priced"), ("free-bet", "priced")]


def dealt_alike(game: str, names: str, rounds: int) -> None:
    """Deal rounds of a table through engine and simulator, card for card."""
    table, shuffler = table_with(game, names), random.Random(f"{game} {names}")
    strategy = WAYS["wild play"](table, shuffler)
    compare(simulated(table, strategy, seats=2, insures=game != "up"), strategy, shuffler, rounds)


def counted_alike(game: str, names: str, asked: dict[str, Any]) -> None:
    """Count rounds of a table by every kernel."""
    program = simulation_program(table_with(game, names), SimulationRequest(**asked))
    many, seeds = quotas(150, blocks=2), states(2, seed=7)
    compiled = CompiledKernel(program.plan).play(seeds, many)
    walked = replace(program, look_ahead=None).plan
    assert same(CompiledKernel(program.plan, portable=True).play(seeds, many), compiled)
    assert same(CompiledKernel(walked).play(seeds, many), compiled)
    assert same(NumpyKernel(program.plan).play(seeds, many), compiled)


@pytest.mark.parametrize(("game", "names"), [*SAMPLE[::3], ("multiple-action", "long hand")])
def test_the_simulator_plays_them_as_they_are_dealt(game: str, names: str) -> None:
    dealt_alike(game, names, 200)


@pytest.mark.parametrize(("game", "names"), [*SAMPLE[::2], ("after players", "dealer's pair")])
def test_every_kernel_counts_them_the_same(game: str, names: str) -> None:
    counted_alike(game, names, {"seats": 3} if names == "priced" else {})


# Priced


@pytest.mark.parametrize(
    "table",
    [
        table_with("down, card reader", "priced"),
    ],
    ids=["card reader"],
)
def test_the_price_agrees_with_the_simulation(table: TableConfig) -> None:
    priced_alike(table, 1_000_000)


def priced_alike(table: TableConfig, rounds: int) -> None:
    """Compare the price of each wager with its simulation."""
    found = simulate(table, rounds=rounds, seed=3, fresh=True, workers=1)
    assert {wager.name for wager in SETS["priced"]} <= set(found.exact)
    for wager in SETS["priced"]:
        z = found.z(wager.name)
        assert z is not None
        assert abs(z) < 4.5, f"{wager.name}: {z}"


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_the_dealers_first_two_cards_are_any_two_of_the_shoe(decks: int) -> None:
    chances = distribution(new.DEALERS_PAIR, Shoe.fresh(decks), rules=soft_17_rules(draws=False))
    cards_left = 52 * decks - 1
    assert chances == {
        new.SAME_CARD: Fraction(decks - 1, cards_left),
        new.PAIR: Fraction(3 * decks, cards_left),
        new.SUITED: Fraction(12 * decks, cards_left),
        LOSE: Fraction(36 * decks, cards_left),
    }


TOGETHER = replace(
    new.DEALERS_PAIR,
    sees=(FIRST_RANK, DEALER_INITIAL_HAND, DEALER_TOTAL, UPCARD_RANK),
    resolve=lambda first, two, total, up: (
        new.PAIR if two.blackjack and first is up else new.SUITED if total.points - two.total.points == 6 else LOSE
    ),
    outcomes=(new.PAIR, new.SUITED, LOSE),
)


@pytest.mark.parametrize("wager", [new.DEALERS_PAIR, TOGETHER], ids=["alone", "with other facts"])
def test_every_round_of_a_small_shoe_agrees(wager: Wager) -> None:
    shoe = small_shoe("Tc Tc Td 6c 6h 9s 9h Ah")
    exact = distribution(wager, shoe, rules=soft_17_rules(draws=True))
    assert all(exact.values())
    assert exact == brute(wager, shoe, rules=soft_17_rules(draws=True), goes=never)


@pytest.mark.parametrize(
    ("wager", "why"),
    [
        (new.FLUSH_HAND, "by the values of their cards only; run `upcard simulate` to estimate it"),
        (new.HIGHER_HAND, "sees the dealer's completed hand besides .* run `upcard simulate` to estimate it"),
        (replace(new.LONG_HAND, sees=(PLAYER_TOTAL, BOX_ACES)), "first four cards dealt to the box besides"),
        (replace(new.DEALERS_PAIR, sees=(BOX_ACES, DEALER_FIRST_TWO)), "run `upcard simulate` to estimate it"),
    ],
)
def test_what_cannot_be_priced_exactly_is_refused(wager: Wager, why: str) -> None:
    with pytest.raises(Misuse, match=why) as refused:
        price(offered(wager))[wager.name]
    assert f"the {wager.name} wager" in str(refused.value)


def test_a_simulation_says_why_there_is_no_exact_value(capsys: pytest.CaptureFixture[str]) -> None:
    simulation = simulate(offered(new.FLUSH_HAND), rounds=1000, workers=1)
    name, why = new.FLUSH_HAND.name, "completed hands are computed by the values of their cards only"
    assert list(simulation.exact) == ["blackjack"]
    assert list(simulation.exact_missing) == [name]
    assert why in simulation.exact_missing[name]
    report = simulated_table(simulation)
    blackjack, flush = (wager.to_dict() for wager in report.in_order)
    assert "exact" not in flush
    assert flush["exact_missing"] == simulation.exact_missing[name]
    assert "exact_missing" not in blackjack
    print_simulation(report, requested=1000, seconds=0.0, details=False)
    assert f"{name} has no exact value: it sees the" in " ".join(capsys.readouterr().out.split())


def test_a_completed_hand_needs_a_strategy() -> None:
    with pytest.raises(Misuse, match="pricing it needs a strategy"):
        distribution(new.LONG_HAND, Shoe.fresh(6), rules=soft_17_rules(draws=False))


# One file


def test_such_wagers_are_added_by_one_file_and_its_law_text(tmp_path: Path) -> None:
    copy = tmp_path / "upcard"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    declared = Path(new.__file__).read_text(encoding="utf-8").replace("13:69F-2.25", "13:69F-2.99")
    (copy / "wagers" / "new_wagers.py").write_text(declared, encoding="utf-8")
    (copy / "law" / "text" / "2.99.toml").write_text(NEW_LAW, encoding="utf-8")
    (tmp_path / "table.toml").write_text(
        text(*({"name": wager.name, "pay_table": "only", **LIMITS} for wager in SETS["priced"])), encoding="utf-8"
    )
    wagered = toml({"blackjack": "10.00", **{wager.name: "1.00" for wager in SETS["priced"]}})
    (tmp_path / "round.toml").write_text(
        f"""
        table = "table.toml"
        shoe = "8h Ac 8d 3c Td 4s Ts Ad 8c"
        [[seat]]
        number = 1
        wagers = {wagered}
        decisions = ["split pair", "draw", "draw"]
        """,
        encoding="utf-8",
    )

    def upcard_(*arguments: str) -> Any:
        command = [sys.executable, "-m", "upcard", *arguments, "--json"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.stderr == ""
        return json.loads(done.stdout)

    assert upcard_("wagers", "long hand")["wagers"][0]["name"] == "long hand"
    (seat,) = upcard_("deal", "--round", "round.toml")["seats"]
    assert {one["wager"]: one["outcome"] for one in seat["wagers"] if one["wager"] != "blackjack"} == {
        "long hand": new.SHORT_21.label,
        "split pairs": new.ONCE.label,
        "dealer's pair": new.PAIR.label,
        "21 against ace": new.SPLIT_21.label,
        "aces": LOSE.label,
    }
    priced = {one["wager"]: one for one in upcard_("price", "table.toml")["wagers"]}
    counted = {one["wager"]: one for one in upcard_("simulate", "table.toml", "--rounds", "2e5", "--fresh")["wagers"]}
    for wager in SETS["priced"]:
        assert priced[wager.name]["house_advantage"]
        assert abs(counted[wager.name]["z"]) < 4.5


def test_what_is_dealt_for_a_wager_may_not_depend_on_the_box_in_a_simulation() -> None:
    seen = replace(new.HIGHER_HAND, demands=(new.LAW.says(Demand.SECOND_CARD_DEALT),))
    with pytest.raises(Misuse, match="cannot be simulated"):
        simulation_program(offered(seen), SimulationRequest())
