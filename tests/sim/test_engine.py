"""One shoe through the dealing engine and through the simulator: the same rounds, card for card and wager for wager."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.command import ROOT
from tests.sim.engine import Engine, OfSeat, SeatTally, Simulator, compare, difference, shuffled, simulated
from tests.sim.making import LANES, quotas, states
from tests.sim.ways import WAYS
from tests.tables import offer, read, text
from upcard.cards import DECK, Card, cards
from upcard.game import events as ev
from upcard.rules.enums import HoleCard
from upcard.sim.compiled_kernel import CompiledKernel, dealt_shoes
from upcard.sim.line_payoffs import EVERY_ROUND
from upcard.sim.plan import KernelPlan
from upcard.sim.program import Program
from upcard.sim.strategy_automaton import Strategy
from upcard.sim.tally import Tally
from upcard.table import TableConfig, load

ROUNDS = 200
TABLES = {path.stem: path for path in sorted((Path(__file__).parents[2] / "tables").glob("*.toml"))}
COUNTS = {card: Fraction(1 if card.rank <= 6 else 0 if card.rank < 10 else -1) for card in DECK}


@cache
def loaded(name: str) -> TableConfig:
    return load(TABLES[name])


@cache
def ready(name: str, way: str) -> tuple[Program, Strategy]:
    """Return the program of a table for three insured seats; it differs in nothing else for another number of seats."""
    table = loaded(name)
    strategy = WAYS[way](table, random.Random(name))
    return simulated(table, strategy, seats=3, insures=table.rules.hole_card is not HoleCard.UP), strategy


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize(("name", "way"), [*((name, "wild play") for name in TABLES), ("multiple-action", "best play")])
def test_every_table_that_comes_with_upcard_is_simulated_as_it_is_dealt(name: str, way: str, seats: int) -> None:
    made, strategy = ready(name, way)
    if seats == 1:
        made = replace(made, seats=1, insurances=1)
    compare(made, strategy, random.Random(f"{name} {way} {seats}"), ROUNDS)


ELSEWHERE: dict[str, dict[str, Any]] = {
    "no double after a split": {"double_after_split": False},
    "double on hard 9 to 11": {"double_on": "hard 9 to 11"},
    "double on hard 10 to 11": {"double_on": "hard 10 to 11"},
    "blackjack takes all": {"dealer_blackjack_takes": "all wagers"},
    "early surrender": {"surrender": "early"},
    "early surrender, not against an ace": {"surrender": "early, not against an ace"},
    "five-card charlie": {"charlie": 5},
    "six-card charlie": {"charlie": 6, "double_after_split": False, "dealer_blackjack_takes": "all wagers"},
    "seven-card charlie": {"charlie": 7, "surrender": "early", "double_on": "hard 9 to 11"},
}
GAMES_DEALT: tuple[dict[str, Any], ...] = (
    {"hole_card": "after players"},
    {"hole_card": "down, card reader"},
    {"hole_card": "up"},
    {"game": "free bet", "dealer_soft_17": "draw", "free_double": "any number of cards"},
    {"game": "free bet", "dealer_soft_17": "draw", "hole_card": "down, card reader"},
    {"game": "multiple action", "splits": 1},
)


def compare_elsewhere(keys: dict[str, Any], dealt_as: dict[str, Any], way: str, rounds: int) -> None:
    """Deal a table with rules of other places through engine and simulator, looking ahead or not by lot."""
    buster = [] if dealt_as.get("game") else [offer("buster")]
    table = read(text(*buster, decks=1, **{"splits": 3, **dealt_as, **keys}))
    shuffler = random.Random(f"{keys} {dealt_as}")
    strategy = WAYS[way](table, shuffler)
    made = simulated(table, strategy, seats=1 + shuffler.randrange(2), looks_ahead=bool(shuffler.randrange(2)))
    compare(made, strategy, shuffler, rounds)


@pytest.mark.parametrize("number", range(len(ELSEWHERE)), ids=list(ELSEWHERE))
def test_rules_of_other_places_are_simulated_as_they_are_dealt(number: int) -> None:
    """Each rule with one way of dealing, in turn; make test-kernel tries all together."""
    keys, dealt_as = list(ELSEWHERE.values())[number], GAMES_DEALT[number % len(GAMES_DEALT)]
    compare_elsewhere(keys, dealt_as, "wild play", ROUNDS)


WAIT = {"added_wagers_of_a_bust": "wait for the dealer's second card"}
FREE_BET: dict[str, Any] = {"game": "free bet", "dealer_soft_17": "draw"}
SWITCHED: dict[str, dict[str, Any]] = {
    "busts wait": {"house": WAIT},
    "busts wait, five-card charlie": {"house": WAIT, "charlie": 5},
    "busts wait, free bet": {"house": WAIT, **FREE_BET},
    "blackjacks at once": {"house": {"free_bet_blackjacks": "at once"}, **FREE_BET, "surrender": True},
    "a bust leaves insurance": {
        "house": {"insurance_of_a_busted_hand": "stays"},
        "game": "multiple action",
        "splits": 1,
    },
}


@pytest.mark.parametrize("keys", list(SWITCHED.values()), ids=list(SWITCHED))
def test_the_licensees_switches_are_simulated_as_they_are_dealt(keys: dict[str, Any]) -> None:
    # readings 23, 41, 61, 62
    compare_elsewhere(keys, keys, "wild play", ROUNDS)


@pytest.mark.parametrize("name", ["blackjack-resplit", "multiple-action", "free-bet"])
def test_rounds_from_fresh_shoes_are_simulated_as_they_are_dealt(name: str) -> None:
    made, strategy = ready(name, "wild play")
    compare(replace(made, seats=2, fresh=True), strategy, random.Random(name), ROUNDS)


def test_it_makes_no_difference_when_every_card_is_a_class() -> None:
    table, shuffler = loaded("progressive"), random.Random(1)
    strategy = WAYS["wild play"](table, shuffler)
    compare(simulated(table, strategy, all_cards=True), strategy, shuffler, ROUNDS)


def test_a_shoe_that_is_too_small_for_its_seats_is_dealt_as_long_as_it_lasts() -> None:
    plain, shuffler = loaded("blackjack"), random.Random(1)
    table = replace(plain, decks=1, seats=12, rules=replace(plain.rules, splits=3))
    strategy = WAYS["wild play"](table, shuffler)
    made = simulated(table, strategy, seats=12)
    engine, simulator = Engine(made, strategy), Simulator(made)
    lasted = []
    for _ in range(60):
        shoe = shuffled(made, shuffler)
        rounds = engine.shoe(shoe)
        assert rounds == simulator.shoe(shoe)
        lasted.append(len(rounds))
    assert set(lasted) == {0, 1}  # some run out of cards within their only round


def test_insurance_that_a_bust_takes_needs_no_dealers_card() -> None:
    """Reading 23, insurance collected: where every insured box is bust, no dealer's hand decides anything."""
    table = load(ROOT / "tables" / "multiple-action.toml")
    strategy, shuffler = WAYS["best play"](table, random.Random(1)), random.Random(1)
    made = simulated(table, strategy, insures=True, fresh=True)
    shoe = cards("Th Ac 6s Td 5h 5d 5c")  # sixteen against an ace draws a ten
    assert difference(Engine(made, strategy).shoe(shoe), Simulator(made).shoe(shoe), shoe) is None
    compare(replace(made, fresh=False, seats=2), strategy, shuffler, ROUNDS)
    wild = WAYS["wild play"](table, shuffler)  # which splits and busts often
    compare(simulated(table, wild, insures=True, seats=2), wild, shuffler, 4 * ROUNDS)


@pytest.mark.parametrize("way", ["best play", "wild play"])
@pytest.mark.parametrize("insures", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        "multiple-action-insurance-stays",  # reading 23
        "free-bet-after-players",  # reading 41
        "free-bet-blackjacks-wait",
        "free-bet-after-players-surrender",  # reading 62
        "added-wagers-wait",  # reading 61
    ],
)
def test_the_other_side_of_a_switch_is_simulated_as_it_is_dealt(name: str, insures: bool, way: str) -> None:
    table = load(ROOT / "tests" / "golden" / "tables" / f"{name}.toml")
    shuffler = random.Random(f"{name} {insures} {way}")
    strategy = WAYS[way](table, shuffler)
    for seats in (1, 3):
        compare(simulated(table, strategy, insures=insures, seats=seats), strategy, shuffler, ROUNDS)


def test_no_insurance_is_made_where_the_hole_card_lies_face_up() -> None:  # reading 56
    made, strategy = ready("blackjack-hole-card-up", "wild play")
    insured = simulated(made.table, strategy, insures=True)
    compare(insured, strategy, random.Random(1), ROUNDS)


# What the kernel counts


class Lane:
    """The shoes of one lane of the kernel, for the engine; any card of a class stands for it."""

    def __init__(self, made: Program, class_shoes: NDArray[np.uint8]) -> None:
        self.made, self.class_shoes = made, class_shoes  # [shoe, place]

    def shoe(self, number: int) -> tuple[Card, ...]:
        """Return a shoe: the cards as the kernel deals them, and behind them those that no round may reach."""
        classes = self.made.card_classes.classes
        left = {
            letter: [DECK[place] for place in places] * self.made.table.decks for letter, places in enumerate(classes)
        }
        front = [left[letter].pop() for letter in self.class_shoes[number].tolist()]
        return (*front, *(card for kept in left.values() for card in kept))

    def play(self, engine: Engine, rounds: int) -> Iterator[tuple[int, tuple[OfSeat, ...]]]:
        """Yield the shoe and the seats of rounds; then play as many more as wagers over several rounds wait for."""
        shoes = 0
        for played in count():
            if played >= rounds and not engine.lasts:
                return
            if not engine.table.shoe or engine.must_shuffle():
                engine.shuffle(self.shoe(shoes))
                shoes += 1
            engine.makes = played < rounds
            seats = engine.round()
            assert engine.table.next_card <= self.class_shoes.shape[1], "the kernel deals more, and another next shoe"
            if engine.makes:
                yield shoes, seats


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("blackjack-resplit", 1),
        ("free-bet", 1),
        ("in-between", 1),
        ("seven-seats", 2),
        ("streak", 2),
    ],
)
def test_what_is_counted_over_many_shoes_is_what_the_engine_deals(name: str, seats: int) -> None:
    table, rounds = loaded(name), 100 if seats == 1 else 80  # enough of them for looking ahead
    strategy = WAYS["best play"](table, random.Random(name))
    made = simulated(table, strategy, seats=seats, looks_ahead=True)
    tally = CompiledKernel(made.plan).play(states(), quotas(rounds))
    class_shoes = dealt_shoes(made.plan, states(), 12, made.limit - 1 + made.dealt_ahead, portable=False)
    engine, counts = Engine(made, strategy), Counter[OfSeat]()
    totals, played = Counter[tuple[int, int, int]](), Counter[tuple[int, int]]()  # by lane and shoe, and by wager
    products = Counter[tuple[int, int, int]]()  # of every two seats of a round
    opened = engine.table
    for lane in range(LANES):
        engine.table = opened
        for shoe, of_seats in Lane(made, class_shoes[:, lane]).play(engine, rounds):
            counts.update(of_seats)
            played[lane, shoe] += 1
            for value in range(len(tally.moments)):
                won = [net_of(one, value) for one in of_seats]
                totals[lane, shoe, value] += sum(won)
                products[lane, shoe, value] += sum(one * other for one, other in combinations(won, 2))
    assert tally.rounds == LANES * rounds
    assert (tally.walked < tally.rounds) == (made.look_ahead is not None)
    assert counts == counted(made, tally)
    assert tally.moment_shoes == len(played)
    assert set(made.columns.wagered) == {EVERY_ROUND}
    for value, (squares, with_wagers, wagers) in enumerate(tally.moments):
        part = made.columns.parts[value]
        of_shoes = [(totals[lane, shoe, value], many) for (lane, shoe), many in played.items()]
        assert squares * part**2 == sum(net**2 for net, _ in of_shoes)
        assert with_wagers * part == sum(net * many for net, many in of_shoes)
        assert wagers == sum(many**2 for _, many in of_shoes)
    assert len(tally.between) == (len(tally.moments) if seats > 1 else 0)
    for value, between in enumerate(tally.between):
        part = made.columns.parts[value]
        of_pairs = [
            (products[lane, shoe, value], totals[lane, shoe, value], many) for (lane, shoe), many in played.items()
        ]
        assert [between[0] * part**2, between[1] * part**4, between[2] * part**2, between[3] * part**3] == [
            sum(of_pair * factor for of_pair, factor in pairs)
            for pairs in (
                [(of_pair, 1) for of_pair, _, _ in of_pairs],
                [(of_pair, of_pair) for of_pair, _, _ in of_pairs],
                [(of_pair, many) for of_pair, _, many in of_pairs],
                [(of_pair, net) for of_pair, net, _ in of_pairs],
            )
        ]
    for number, line in enumerate(engine.over_rounds):
        ends = [engine.decided[(line.name, line.choice), outcome.label] for outcome in line.outcomes]
        assert sum(ends)
        assert ends == tally.decided[number, : len(ends)].tolist()
        assert engine.lasted[line.name, line.choice] == tally.lasted[number]


def counted(made: Program, tally: Tally, step: int = 0) -> Counter[OfSeat]:
    """Return the counts of a tally in words; cells of the same words are one."""
    simulator, counts = Simulator(made), Counter[OfSeat]()
    for cell in np.flatnonzero(tally.cells[step]).tolist():
        counts[simulator.of_cell(cell)] += int(tally.cells[step, cell])
    return counts


class Counting(Engine):
    """The engine, with a player who counts the cards that are seen and takes insurance by the true count."""

    def __init__(self, made: Program, strategy: Strategy) -> None:
        super().__init__(made, strategy)
        self.running, self.steps = Fraction(0), (Counter[OfSeat](), Counter[OfSeat]())
        self.handlers |= {ev.CardDealt: Counting.dealt, ev.HoleCardTurned: Counting.turned}

    def dealt(self, _: list[SeatTally], event: ev.CardDealt) -> None:
        if not event.face_down:
            self.running += COUNTS[event.card]

    def turned(self, _: list[SeatTally], event: ev.HoleCardTurned) -> None:
        self.running += COUNTS[event.card]

    def shuffle(self, cards: tuple[Card, ...]) -> None:
        super().shuffle(cards)
        self.running = Fraction(0)

    def round(self) -> tuple[OfSeat, ...]:
        left = Fraction(self.program.cards - self.table.next_card, len(DECK))
        self.insures = self.running / left >= 1
        seats = super().round()
        self.steps[self.insures].update(seats)
        return seats


@pytest.mark.parametrize("name", ["blackjack-resplit", "in-between"])
def test_what_is_counted_by_a_count_of_cards_is_what_the_engine_deals(name: str) -> None:
    table, rounds = loaded(name), 60
    strategy = WAYS["wild play"](table, random.Random(name))
    made = simulated(table, strategy, seats=2, counts=COUNTS)
    tally = CompiledKernel(made.plan).play(states(), quotas(rounds))
    class_shoes = dealt_shoes(made.plan, states(), 3, made.limit - 1 + made.dealt_ahead, portable=False)
    engine = Counting(made, strategy)
    for lane in range(LANES):
        engine.table = engine.table._replace(shoe=())
        for _ in Lane(made, class_shoes[:, lane]).play(engine, rounds):
            pass
    for step in range(2):
        assert engine.steps[step] == counted(made, tally, step)
    assert any(one.insurance != (0,) for one in engine.steps[1])


def net_of(seat: OfSeat, value: int) -> int:
    """Return the net result of a wager, numbered as the kernel counts them."""
    net = (seat.nets + seat.optional_nets)[value]
    assert net is not None
    return net


# The comparison itself


def broken(plan: KernelPlan, name: str, place: int) -> KernelPlan:
    """Change one entry of one array of a plan."""
    array = plan.arrays[name].copy()
    flat = array.reshape(-1)
    match name:
        case "net":
            flat[place] += 1
        case "need":
            flat[place] = (flat[place] + 1) % 3
        case "draw_step" | "dealer_step":  # as another card drawn
            row = array[place // array.shape[1]]
            flat[place] = row[(place + 1) % array.shape[1]]
        case _:
            flat[place] = (flat[place] + 1) % (int(flat.max()) + 1)
    return KernelPlan(plan.numbers, {**plan.arrays, name: array}, plan.look_ahead_cells)


@pytest.mark.parametrize("array", ["net", "need", "draw_step", "dealer_step", "dealer_code", "opening", "box_code"])
def test_a_single_wrong_entry_is_found(array: str) -> None:
    """Break entries of a plan, one at a time: rounds part, unless an entry is seldom met."""
    shuffler = random.Random(array)
    made, strategy = ready("sevens" if array == "box_code" else "in-between", "wild play")
    engine = Engine(made, strategy)
    shoes = [shuffled(made, shuffler) for _ in range(8)]
    rounds = [engine.shoe(shoe) for shoe in shoes]

    def parted(plan: KernelPlan) -> bool:
        simulator = Simulator(made)
        simulator.compiled = CompiledKernel(plan)
        return any(difference(one, simulator.shoe(shoe), shoe) for one, shoe in zip(rounds, shoes, strict=True))

    assert not parted(made.plan)
    places = shuffler.sample(range(made.plan.arrays[array].size), k=min(made.plan.arrays[array].size, 200))
    assert any(parted(broken(made.plan, array, place)) for place in places)


@pytest.mark.parametrize("number", ["limit", "burned"])
def test_a_shoe_that_begins_or_ends_elsewhere_is_found(number: str) -> None:
    shuffler = random.Random(number)
    made, strategy = ready("blackjack", "wild play")
    engine, simulator = Engine(made, strategy), Simulator(made)
    plan = made.plan
    simulator.compiled = CompiledKernel(
        KernelPlan({**plan.numbers, number: plan.numbers[number] + 1}, plan.arrays, None)
    )
    shoes = [shuffled(made, shuffler) for _ in range(30)]
    assert any(difference(engine.shoe(shoe), simulator.shoe(shoe), shoe) for shoe in shoes)
