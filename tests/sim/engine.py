"""Shoes dealt twice, through the dealing engine and through the simulator's kernel, and reported in the same words."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from upcard.cards import DECK, Card
from upcard.exact.blackjack.blackjack_kernel import hand_start
from upcard.exact.blackjack.dealer import showings
from upcard.game import Refused, TableState, play, procedure
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import next_formality
from upcard.game.settle import display_amounts
from upcard.game.shoe import cutting_card_position
from upcard.game.state import Felt, Seat
from upcard.money import Cents
from upcard.payoffs.hands import all_hands
from upcard.payoffs.plays import HAND_PLAYS
from upcard.payoffs.settlement import payoffs_of
from upcard.rules.apply import SPLITS, may
from upcard.rules.enums import Play
from upcard.rules.fact_type import Stream
from upcard.rules.wager import LOSE, STANDS, Outcome, Point
from upcard.sim.build_program import build_program
from upcard.sim.card_classes import card_classes_of, every_card
from upcard.sim.compiled_kernel import CompiledKernel
from upcard.sim.kernel_constants import INSURANCE_LOST, INSURANCE_WON, NOT_INSURED
from upcard.sim.program import Program
from upcard.sim.schedule import MAIN, Schedule, Step, flat_schedule
from upcard.sim.strategy_automaton import Strategy
from upcard.sim.streaks import streaks_of
from upcard.sim.wager_lines import WagerLine, wager_lines
from upcard.table import TableConfig

UNIT = Cents(1000)  # its half, and what 3 to 2 and 6 to 5 pay for it, are whole cents
ENOUGH_CARDS = 150  # for a round from a fresh shoe
NOT_SETTLED, TOO_FEW = "not settled", "too few cards to finish the round"


class OfSeat(NamedTuple):
    """The results of a seat: net cents by spot, insurance, and the outcome and net cents of each optional wager."""

    nets: tuple[int, ...]
    insurance: tuple[int, ...]
    outcomes: tuple[str, ...]
    optional_nets: tuple[int | None, ...]  # None: a meter or a display decides the amount


class Round(NamedTuple):
    """A round of a shoe: the place of its first card, the place after its last, and every seat."""

    start: int
    end: int
    seats: tuple[OfSeat, ...]


def simulated(
    table: TableConfig,
    strategy: Strategy,
    *,
    seats: int = 1,
    insures: bool = False,
    fresh: bool = False,
    all_cards: bool = False,
    looks_ahead: bool = False,
    counts: dict[Card, Fraction] | None = None,
) -> Program:
    """Return the program of a table with every wager that it offers; with counts, insurance is taken by them."""
    every = wager_lines(table, None, {})
    of_one_round = tuple(line for line in every if not line.offer.wager.sees_results)
    facts = [fact for line in of_one_round for fact in line.sees if fact.stream is not Stream.CHOICE]
    amounts = {MAIN: unit_of(table), **{line.name: line.amount for line in every}}
    schedule = flat_schedule(amounts, insures=insures)
    if counts:
        steps = Step(since=None, amounts=amounts), Step(since=Fraction(1), amounts=amounts, insures=True)
        schedule = Schedule(name="insurance by count", tags=counts, true=True, steps=steps)
    return build_program(
        table,
        payoffs_of(table.rules),
        strategy,
        showings(table.rules),
        of_one_round,
        every_card() if all_cards else card_classes_of(facts, tags=[dict(schedule.whole_tags)]),
        schedule=schedule,
        streaks=streaks_of(every),
        seats=seats,
        fresh=fresh,
        looks_ahead=looks_ahead,
    )


def unit_of(table: TableConfig) -> Cents:
    """Return a blackjack wager within the limits."""
    return Cents(-(-(table.minimum or UNIT) // UNIT) * UNIT)


def certain(line: WagerLine, outcome: Outcome) -> int | None:
    """Return the net cents of an outcome; None where a meter, a display or part of a cent decides."""
    nets = line.net_results(outcome, line.amount)
    if outcome in line.from_meter or len(nets) > 1 or nets[0][0].denominator > 1:
        return None
    return int(nets[0][0])


@dataclass(eq=False)
class Simulator:
    """The kernel, its cells translated into words."""

    program: Program
    results: dict[int, OfSeat] = field(default_factory=dict)  # by cell

    @cached_property
    def compiled(self) -> CompiledKernel:
        """Return the kernel with the program."""
        return CompiledKernel(self.program.plan)

    def shoe(self, cards: tuple[Card, ...]) -> list[Round]:
        """Return the rounds of a shoe."""
        results, class_of = self.results, self.program.card_classes.class_of
        rounds = []
        for start, end, cells in self.compiled.follow(np.array([class_of[card] for card in cards], np.uint8)):
            for cell in cells:
                if cell not in results:
                    results[cell] = self.of_cell(cell)
            rounds.append(Round(start, end, tuple([results[cell] for cell in cells])))
        return rounds

    def of_cell(self, cell: int) -> OfSeat:
        """Return the results that a cell stands for; empty ones for a number that is no cell."""
        made = self.program
        if not 0 <= cell < made.cells:
            return OfSeat((), (), (), ())
        opening, box, dealer, *spots = (int(part) for part in np.unravel_index(cell, made.shape))
        unit, parts = unit_of(made.table), made.settlement.parts
        assert unit % parts == 0
        outcomes = [
            (line, line.outcomes[table[opening, box, dealer]])
            for line, table in zip(made.lines, made.outcome_tables.outcomes, strict=True)
        ]
        return OfSeat(
            nets=tuple(int(made.nets[net]) * (unit // parts) for net in spots[::2]),
            insurance=tuple(spots[1::2]),
            outcomes=tuple(outcome.label for _, outcome in outcomes),
            optional_nets=tuple(certain(line, outcome) for line, outcome in outcomes),
        )


@dataclass(eq=False, slots=True)
class SeatTally:
    """The results of a seat while the events of its round are read."""

    nets: list[int]
    insurance: list[int]
    outcomes: list[str]
    optional_nets: list[int]


NO_MORE_BETS, NO_MORE_INSURANCE = do.CloseBetting(), do.CloseInsurance()
Key = tuple[str, int | None]  # of an optional wager: its name and its choice


class Engine:
    """The dealing engine: open, with every wager of a program made at every seat, and played by a strategy."""

    def __init__(self, made: Program, strategy: Strategy) -> None:
        self.program, self.strategy, self.rules = made, strategy, made.table.rules
        self.unit, self.lines = unit_of(made.table), made.lines
        self.half = (Cents(self.unit // 2),) * made.spots
        self.showings = {one: number for number, one in enumerate(showings(self.rules))}
        self.numbers: dict[Key, int] = {}
        self.riders: dict[str, int] = {}
        for number, line in enumerate(self.lines):
            if line.rider:
                self.riders[line.name] = number
            else:
                self.numbers[line.name, line.choice] = number
        self.outcomes = [LOSE.label if line.rider else NOT_SETTLED for line in self.lines]
        self.uncertain = [{one.label for one in line.outcomes if certain(line, one) is None} for line in self.lines]
        # Wagers over several rounds: how long each lasts that is on the layout, and how those that were decided ended.
        self.over_rounds = made.streaks.lines if made.streaks else ()
        self.lasts: dict[tuple[int, Key], int] = {}
        self.decided: Counter[tuple[Key, str]] = Counter()
        self.lasted: Counter[Key] = Counter()
        self.makes = True  # new wagers over several rounds
        self.insures = made.insurances > 1
        self.handlers = dict(HANDLERS)
        self.table = TableState(Felt(made.table), open=True)
        self.layout = self._made()

    def _made(self) -> tuple[Seat, ...]:
        """Place the wagers of a round by command; return the layout from which every round begins."""
        table = self.table
        for number in range(1, self.program.seats + 1):
            table, _ = play(table, do.PlaceWager(number, ev.BLACKJACK, (self.unit,) * self.program.spots))
            for name, choice in self.numbers:
                amount = self.lines[self.numbers[name, choice]].amount
                table, _ = play(table, do.PlaceWager(number, name, (amount,), choice))
        return table.seats

    def shoe(self, cards: tuple[Card, ...]) -> list[Round]:
        """Return the rounds of a shoe, until it must be shuffled or runs out within a round."""
        made, rounds = self.program, list[Round]()
        self.shuffle(cards)
        while not self.must_shuffle() and not (made.fresh and rounds):
            start = self.table.next_card
            try:
                seats = self.round()
            except Refused as refused:
                if TOO_FEW not in str(refused):
                    raise
                break  # the round is void
            rounds.append(Round(start, self.table.next_card, seats))
        return rounds

    def shuffle(self, cards: tuple[Card, ...]) -> None:
        """Put cards into the shoe, with the cutting card and a burned card unless every round has a fresh shoe."""
        made = self.program
        cutting = cutting_card_position(made.table, made.cards)
        shuffled = do.ShuffleShoe(cards) if made.fresh else do.ShuffleShoe(cards, cutting_card=cutting, burn=1)
        self.table, _ = play(self.table, shuffled)

    def must_shuffle(self) -> bool:
        """Whether the shoe is shuffled before the next round, with wagers at all seats."""
        return procedure.must_shuffle(self.table._replace(seats=self.layout))

    def round(self) -> tuple[OfSeat, ...]:
        """Play one round, from the wagers to the cards picked up."""
        made = self.program
        seats = [
            SeatTally([0] * made.spots, [NOT_INSURED] * made.spots, list(self.outcomes), [0] * len(self.lines))
            for _ in range(made.seats)
        ]
        table, happened = play(self._wagered(), NO_MORE_BETS)
        while True:
            for event in happened:
                handle = self.handlers.get(type(event))
                if handle is not None:
                    handle(self, seats, event)
            if table.point is Point.BEFORE_FIRST_CARD:
                self.table = table
                return tuple([self._of_seat(seat) for seat in seats])
            table, happened = play(table, self._command(table))

    def _of_seat(self, seat: SeatTally) -> OfSeat:
        optional_nets = [
            None if outcome in uncertain else net
            for uncertain, outcome, net in zip(self.uncertain, seat.outcomes, seat.optional_nets, strict=True)
        ]
        return OfSeat(tuple(seat.nets), tuple(seat.insurance), tuple(seat.outcomes), tuple(optional_nets))

    def _wagered(self) -> TableState:
        """Put all wagers on the layout; those over several rounds stand, or are made by who has not won just now."""
        if not self.over_rounds:
            return self.table._replace(seats=self.layout)
        stand = {seat.number: seat.placed for seat in self.table.seats}
        seats = [seat._replace(placed=(*seat.placed, *stand.get(seat.number, ()))) for seat in self.layout]
        table = self.table._replace(seats=tuple(seats))
        for seat in table.seats:
            for line in self.over_rounds:
                key = seat.number, (line.name, line.choice)
                if key not in self.lasts and self.makes and not table.wins_of(seat.number):
                    table, _ = play(table, do.PlaceWager(seat.number, line.name, (line.amount,), line.choice))
                    self.lasts[key] = 0
        return table

    def _command(self, table: TableState) -> do.Command:
        """Return what is done next at the table."""
        if turn := procedure.turn(table):  # none where a payout of the round so far waits for somebody else
            seat, index = turn
            return do.Decide(seat.number, self._decided(table, seat, index))
        if table.point is Point.EARLY_SURRENDER:
            giving_up = [one.number for one in procedure.may_surrender_early(table) if self._gives_up(table, one)]
            return do.Decide(giving_up[0], Play.SURRENDER) if giving_up else do.CloseSurrender()
        if table.point is Point.INSURANCE:
            waiting = [seat.number for seat in table.seats if not seat.insurance]
            return do.Insure(waiting[0], self.half) if waiting and self.insures else NO_MORE_INSURANCE
        command = next_formality(table, lambda seat, name: display_amounts(table, seat, name)[0][0])
        assert command is not None
        return command

    def _gives_up(self, table: TableState, seat: Seat) -> bool:
        """Whether the strategy gives a hand up before the dealer looks for a blackjack."""
        low, high = sorted([card.value for card in seat.hands[0].cards])
        return self.strategy.initial.get(((low, high), (table.upcard.value,))) is Play.SURRENDER

    def _decided(self, table: TableState, seat: Seat, index: int) -> Play:
        """Play the hand in turn by the strategy; a pair of a split hand is split again where that is allowed."""
        hand = seat.hands[index]
        values = sorted([card.value for card in hand.cards])
        shown = tuple(sorted([card.value for card in table.dealer.shown]))
        if len(values) == 2:
            low, high = values
            first = self.strategy.initial.get(((low, high), shown))
            if not hand.kind.from_split:
                assert first is not None
                return first
            if first in SPLITS and may(first, self.rules, table.in_play(seat, hand)):
                return first
        policy = self.strategy.policies[hand_start(hand.kind, hand.cards[0].value)][self.showings[shown]]
        return HAND_PLAYS[policy[all_hands().of(*values)]]

    def _settled(self, seats: list[SeatTally], event: ev.WagerPaid | ev.WagerCollected | ev.WagerReturned) -> None:
        net = event.won if isinstance(event, ev.WagerPaid) else 0
        if isinstance(event, ev.WagerCollected):
            net = Cents(-event.amount)
        seat, key = seats[event.seat - 1], (event.wager, event.choice)
        if event.wager == ev.BLACKJACK:
            seat.nets[event.spot] += net
        elif event.wager == ev.INSURANCE:
            assert seat.insurance[event.spot] == NOT_INSURED
            assert net in (2 * self.half[0], -self.half[0])
            seat.insurance[event.spot] = INSURANCE_WON if net > 0 else INSURANCE_LOST
        elif (number := self.numbers.get(key)) is not None:
            assert seat.outcomes[number] == NOT_SETTLED
            seat.outcomes[number] = event.outcome
            seat.optional_nets[number] += net
        else:
            self.decided[key, event.outcome] += 1
            self.lasted[key] += self.lasts.pop((event.seat, key)) + 1

    def _left(self, _: list[SeatTally], event: ev.WagerLeft) -> None:
        assert event.outcome == STANDS.label
        self.lasts[event.seat, (event.wager, event.choice)] += 1

    def _button(self, seats: list[SeatTally], event: ev.ButtonCollected) -> None:
        seats[event.seat - 1].nets[0] += event.won

    def _bonus(self, seats: list[SeatTally], event: ev.BonusPaid) -> None:
        seat, number = seats[event.seat - 1], self.riders.get(event.wager)
        if number is None:  # a registered chip that is given back
            number = self.numbers[event.wager, None]
        else:
            seat.outcomes[number] = event.outcome
        seat.optional_nets[number] += event.won

    def _registered(self, seats: list[SeatTally], event: ev.WagersRegistered) -> None:
        for number in event.seats:  # the chip is gone, whatever comes
            seats[number - 1].optional_nets[self.numbers[event.wager, None]] -= event.amount // len(event.seats)


# Any: each takes its own kind of event, found by its type, and belongs to its own kind of engine.
HANDLERS: dict[type, Callable[[Any, list[SeatTally], Any], None]] = {
    ev.WagerPaid: Engine._settled,
    ev.WagerCollected: Engine._settled,
    ev.WagerReturned: Engine._settled,
    ev.WagerLeft: Engine._left,
    ev.ButtonCollected: Engine._button,
    ev.BonusPaid: Engine._bonus,
    ev.WagersRegistered: Engine._registered,
}


def difference(dealt: list[Round], followed: list[Round], cards: tuple[Card, ...]) -> str | None:
    """Return where engine and simulator first differ, with the cards of the round; None if they agree."""
    if dealt == followed:
        return None
    for number, (one, other) in enumerate(zip(dealt, followed, strict=False), 1):
        if one != other:
            shown = " ".join(map(str, cards[one.start : max(one.end, other.end)]))
            return f"round {number}: {shown}\nengine    {one}\nsimulator {other}"
    return f"the engine deals {len(dealt)} rounds of the shoe, the simulator {len(followed)}"


def shuffled(made: Program, shuffler: random.Random) -> tuple[Card, ...]:
    """Shuffle a shoe, or as much of a fresh one as any round may need."""
    cards = list(DECK) * made.table.decks
    if made.fresh and len(cards) > ENOUGH_CARDS:
        return tuple(shuffler.sample(cards, ENOUGH_CARDS))
    shuffler.shuffle(cards)
    return tuple(cards)


def compare(made: Program, strategy: Strategy, shuffler: random.Random, rounds: int) -> int:
    """Deal at least this many rounds through both and compare them; return how many there were."""
    engine, simulator, played = Engine(made, strategy), Simulator(made), 0
    while played < rounds:
        cards = shuffled(made, shuffler)
        dealt = engine.shoe(cards)
        assert dealt, "no round was dealt"
        different = difference(dealt, simulator.shoe(cards), cards)
        assert different is None, different
        played += len(dealt)
    return played
