"""A simulation as arrays: the definitions of a table, with a strategy and wagers, and nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.errors import Misuse
from upcard.game.procedure import CARDS_PER_BOX
from upcard.game.shoe import BURNED_CARDS, cutting_card_position
from upcard.game.state import Felt
from upcard.payoffs.hands import VALUES
from upcard.payoffs.settlement_probe import SettlementProbe
from upcard.rules.enums import HoleCard
from upcard.rules.wager import Demand
from upcard.sim.card_classes import CardClasses
from upcard.sim.kernel_constants import LOSS, PUSH, WIN
from upcard.sim.line_payoffs import Columns, CountedCells, Value, columns_of, line_payoffs
from upcard.sim.look_ahead import LookAhead
from upcard.sim.outcome_tables import OutcomeTables
from upcard.sim.plan import Arrays, KernelPlan
from upcard.sim.schedule import Schedule
from upcard.sim.settlement_table import NOT_KNOWN, SettlementTable
from upcard.sim.strategy_automaton import StrategyTables
from upcard.sim.streaks import Streaks
from upcard.sim.wager_lines import WagerLine
from upcard.table import TableConfig

HOLES = tuple(HoleCard)  # as kernel.h numbers them
MOST_CENTS = 1 << 40  # of one payoff: sums of squares of the totals of shoes then fit 128 bits
MOST_COUNT = (1 << 31) - 2  # of all cards of a shoe
CARDS_AHEAD = 7  # for each box and the dealer; more are dealt if needed. The first looks of one seat see ten cards.


@dataclass(frozen=True, kw_only=True)
class Session:
    """How many rounds a player stays, and with how much; without a bankroll the player is never ruined."""

    rounds: int
    bankroll: int  # cents
    bin: int  # cents: the width of a bin of results
    bins: int = 8192


@dataclass(frozen=True, eq=False, kw_only=True)
class Program:
    """Everything a kernel reads, as arrays and whole numbers, and how to read what it counts."""

    table: TableConfig
    lines: tuple[WagerLine, ...]
    card_classes: CardClasses
    strategy: StrategyTables
    outcome_tables: OutcomeTables
    settlement: SettlementTable
    look_ahead: LookAhead | None
    seats: int
    fresh: bool
    spots: int
    insurances: int
    complete: NDArray[np.uint8]
    blackjack: NDArray[np.uint8]
    splits: int
    schedule: Schedule
    streaks: Streaks | None
    session: Session | None

    @cached_property
    def probe(self) -> SettlementProbe:
        """Return a probe of the engine, to ask about insurance."""
        return SettlementProbe(Felt(self.table))

    @cached_property
    def cards(self) -> int:
        """Return how many cards the shoe holds."""
        return int(self.card_classes.shoe(self.table.decks).sum())

    @cached_property
    def burned(self) -> int:
        """Return how many cards are burned; none of a shoe that is shuffled for every round."""
        return 0 if self.fresh else BURNED_CARDS

    @cached_property
    def limit(self) -> int:
        """Return the place before which a round begins: the cutting card is not out, and enough cards are left."""
        if self.fresh:
            return self.burned + 1
        cutting_card = cutting_card_position(self.table, self.cards)
        return max(cutting_card if self.shuffled_early is None else self.shuffled_early, self.burned) + 1

    @cached_property
    def shuffled_early(self) -> int | None:
        """Return the cards after which no round begins, if that is before the cutting card: too few would be left."""
        enough = self.cards - CARDS_PER_BOX * (self.seats + 1)
        early = not self.fresh and enough < cutting_card_position(self.table, self.cards)
        return max(enough, self.burned) if early else None

    @cached_property
    def dealt_ahead(self) -> int:
        """Return how many cards are dealt beyond the last that may begin a round."""
        return CARDS_AHEAD * (self.seats + 1) - 2

    @cached_property
    def nets(self) -> NDArray[np.int64]:
        """Return the net results that a cell counts for each spot, in parts of a unit."""
        return np.array(self.settlement.sums(self.splits), np.int64)

    @cached_property
    def net_code(self) -> NDArray[np.uint8]:
        """Return the number of each net result, by how far it is above the lowest."""
        assert len(self.nets) <= 256
        codes = np.zeros(self.nets[-1] - self.nets[0] + 1, np.uint8)
        codes[self.nets - self.nets[0]] = range(len(self.nets))
        return codes

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Return the shape of a cell: opening, box, dealer's hand, then net result and insurance for each spot."""
        counts = len(self.outcome_tables.opening_need), self.outcome_tables.boxes, self.outcome_tables.dealers
        return (*counts, *(len(self.nets), self.insurances) * self.spots)

    @cached_property
    def cells(self) -> int:
        """Return how many cells there are."""
        return int(np.prod(self.shape))

    @cached_property
    def completes(self) -> bool:
        """Whether a wager that is made has the dealer complete the hand."""
        return dealer_completes(self.lines)

    @cached_property
    def meter(self) -> NDArray[np.uint8] | None:
        """Return whether a meter is won, by opening and box; None if it never is."""
        won = np.zeros(self.shape[:2], np.uint8)
        for line, outcome in zip(self.lines, self.outcome_tables.outcomes, strict=True):
            for paid in line.from_meter:
                won |= (outcome == line.outcomes.index(paid)).any(axis=2)
        return won if won.any() else None

    @cached_property
    def look_ahead_cells(self) -> NDArray[np.int64]:
        """Return the cell of each opening, end and dealer's hands counted by look-ahead; -1: none."""
        assert self.look_ahead is not None
        openings, boxes, dealers = self.shape[:3]
        hands = 1 << self.look_ahead.dealer_bits
        codes = np.indices((hands,) * self.spots).reshape(self.spots, -1)
        cells = np.full((openings, len(self.look_ahead.ends), codes.shape[1]), -1, np.int64)
        known = (codes < dealers).all(axis=0)
        first = np.arange(openings)[:, None] * boxes * dealers
        for number, (end, box) in enumerate(self.look_ahead.ends):
            cell, there = first + box * dealers + codes[0, known], np.ones(known.sum(), bool)
            for spot in range(self.spots):
                net = self.settlement.net[end].astype(np.int64)[codes[spot, known]]
                net_code = self.net_code[np.where(net == NOT_KNOWN, 0, net - self.nets[0])]
                cell, there = (cell * len(self.nets) + net_code) * self.insurances, there & (net != NOT_KNOWN)
            cells[:, number, known] = np.where(there, cell, -1)
        return cells

    def by_counter(self, by_cell: NDArray[Any]) -> NDArray[Any]:
        """Return values by step and cell as values by counter: of each step those of look-ahead, then the cells."""
        by_step = by_cell.reshape(self.steps, self.cells, *by_cell.shape[1:])
        if self.look_ahead is not None:
            cells = self.look_ahead_cells.reshape(-1)
            ahead = by_step[:, cells]
            ahead[:, cells < 0] = 0
            by_step = np.concatenate([ahead, by_step], axis=1)
        return by_step.reshape(-1, *by_cell.shape[1:])

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Return the payoff of every wager in each cell, by step of the schedule."""
        insured = self.insurances > 1
        cells = CountedCells(
            shape=self.shape,
            spots=self.spots,
            schedule=self.schedule,
            nets=self.nets,
            parts=self.settlement.parts,
            insurance=(self._insurance(blackjack=False), self._insurance(blackjack=True)) if insured else None,
        )
        return tuple(line_payoffs(cells, self.lines, self.outcome_tables.outcomes))

    def _insurance(self, *, blackjack: bool) -> float:
        return float(self.probe.insurance(blackjack=blackjack))

    @cached_property
    def cents(self) -> NDArray[np.int64]:
        """Return the payoff of each wager in cents, by step and cell."""
        means = [np.rint(np.broadcast_to(value.mean, (self.steps, *self.shape))) for value in self.values]
        if any(float(np.abs(mean).max(initial=0)) >= MOST_CENTS for mean in means):
            raise Misuse(f"a payoff of ${MOST_CENTS // 100:,} or more cannot be simulated: wager less")
        return np.stack(means, axis=-1).reshape(self.steps * self.cells, -1).astype(np.int64)

    @cached_property
    def columns(self) -> Columns:
        """Return what is summed up over the rounds of a shoe."""
        return columns_of(self.values, self.cents, (self.steps, *self.shape))

    @cached_property
    def steps(self) -> int:
        """Return how many steps the schedule has."""
        return len(self.schedule.steps)

    @cached_property
    def counted(self) -> bool:
        """Whether totals of a shoe are needed: its rounds are not independent, nor are the seats of a round."""
        return self.seats > 1 or not self.fresh

    @cached_property
    def results(self) -> NDArray[np.uint8]:
        """Return whether a cell is a round won, lost or pushed, over all spots."""
        net = np.zeros(self.shape, np.int64)
        for spot in range(self.spots):
            net += self.nets.reshape([-1 if axis == 3 + 2 * spot else 1 for axis in range(len(self.shape))])
        return np.where(net > 0, WIN, np.where(net < 0, LOSS, PUSH)).astype(np.uint8)

    @cached_property
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Return every array of the program by its name in the kernel."""
        arrays = self._base_arrays() | self._schedule_arrays() | self._money_arrays() | self._look_ahead_arrays()
        return {name: np.ascontiguousarray(array) for name, array in arrays.items()}

    def _base_arrays(self) -> Arrays:
        """Return the arrays that every simulation has."""
        return {
            "shoe": self.card_classes.shoe(self.table.decks),
            "value": self.card_classes.values,
            "uneven": np.array([0, *((1 << 16) % left for left in range(1, self.cards + 1))], np.uint16),
            "complete": self.complete,
            "blackjack": self.blackjack,
            "net_code": self.net_code,
            "insurable": np.array([self.probe.offers_insurance(up + 1) for up in range(VALUES)], np.uint8),
            **self.outcome_tables.arrays,
            **self.strategy.arrays,
            **self.settlement.arrays,
        }

    def _schedule_arrays(self) -> Arrays:
        """Return the arrays of what is wagered by a count of the cards, of the meter and of streaks."""
        arrays: Arrays = {"insured": np.array([step.insures for step in self.schedule.steps], np.uint8)}
        if self.steps > 1:
            tags = self.schedule.whole_tags
            most = sum(abs(tag) for tag in tags.values()) * self.table.decks
            if most > MOST_COUNT:
                raise Misuse(
                    "schedule: the tags are too fine to be counted exactly: as whole numbers those of a shoe add up to"
                    f" more than {MOST_COUNT:,}; give them fewer digits"
                )
            arrays["tag"] = np.array([tags[card] for card in self.card_classes.cards], np.int32)
            bounds = [self.schedule.bounds(self.cards - place) for place in range(self.cards + 1)]
            arrays["bound"] = np.array(
                [[min(max(bound, -most), most + 1) for bound in row] for row in bounds], np.int32
            )
        if self.meter is not None:
            by_cell = np.broadcast_to(
                self.meter[(None, ..., *[None] * (len(self.shape) - 2))], (self.steps, *self.shape)
            )
            arrays["meter_won"] = self.by_counter(by_cell.reshape(-1))
            on_meter = [line.name for line in self.lines if line.from_meter]
            made = [any(step.amounts[name] > 0 for name in on_meter) for step in self.schedule.steps]
            arrays["on_meter"] = np.array(made, np.uint8)
        if self.streaks is not None:
            arrays |= {"run_step": self.streaks.step, "run_live": self.streaks.live}
            arrays |= {
                "run_money": self.streaks.money,
                "result": self.by_counter(np.tile(self.results.reshape(-1), self.steps)),
            }
        return arrays

    def _money_arrays(self) -> Arrays:
        """Return the arrays of money, for totals of shoes and for sessions."""
        arrays: Arrays = {}
        if self.counted:
            arrays["worth"] = self.by_counter(self.columns.worth)
            arrays["wagered"] = np.array(self.columns.wagered, np.int32)
        if self.session is not None:
            arrays["money"] = self.by_counter(self.cents.sum(axis=1, dtype=np.int64))
        return arrays

    def holds_products(self, line: int) -> bool:
        """Whether the products of what two seats win with a wager, summed over the longest shoe, fit 64 bits."""
        most = int(np.abs(self.columns.worth[:, line]).max(initial=0))
        rounds = self.cards // (2 * (self.seats + 1)) + 1
        return most**2 * rounds * self.seats * (self.seats - 1) // 2 < 1 << 63

    def _look_ahead_arrays(self) -> Arrays:
        return {} if self.look_ahead is None else self.look_ahead.arrays

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Return every number of the program by its name in the kernel."""
        return self._shoe_numbers() | self._cell_numbers() | self._optional_numbers()

    def _shoe_numbers(self) -> dict[str, int]:
        """Return the numbers of cards, seats and play."""
        return {
            "classes": len(self.card_classes),
            "cards": self.cards,
            "burned": self.burned,
            "limit": self.limit,
            "ahead": self.dealt_ahead,
            "seats": self.seats,
            "spots": self.spots,
            "hole": HOLES.index(self.table.rules.hole_card),
            "most_splits": self.splits,
            "insures": int(self.insurances > 1),
            "bust_takes_insurance": int(self.probe.bust_takes_insurance),
            "showings": self.strategy.showings,
            "box_seen": int(self.outcome_tables.boxes > 1),
            "box_symbols": self.outcome_tables.box.steps.shape[1],
            "completes": int(self.completes),
        }

    def _cell_numbers(self) -> dict[str, int]:
        """Return the numbers of cells and of what is wagered."""
        openings, boxes, dealers, nets = self.shape[:4]
        return {
            "openings": openings,
            "boxes": boxes,
            "dealers": dealers,
            "nets": nets,
            "lowest_net": int(self.nets[0]),
            "insurances": self.insurances,
            "cells": self.cells,
            "ends": self.settlement.ends,
            "levels": self.steps,
            "ids": self.cells + (self.look_ahead_cells.size if self.look_ahead else 0),
            "fast_cells": self.look_ahead_cells.size if self.look_ahead else 0,
            "fresh": int(self.fresh),
            "lines": len(self.values) if self.counted else 0,
            "columns": len(self.columns.parts) if self.counted else 0,
        }

    @property
    def _is_opening_seen(self) -> bool:
        """Whether the kernel looks openings up: they differ, or each needs a card of the dealer."""
        return self.shape[0] > 1 or (self.look_ahead is not None and self.look_ahead.cell_need is not None)

    def _optional_numbers(self) -> dict[str, int]:
        """Return the numbers of streaks, sessions and look-ahead, where there are any."""
        numbers: dict[str, int] = {}
        if self.meter is not None and self.look_ahead is not None:
            by_step = self.arrays["meter_won"].reshape(self.steps, -1)
            numbers["meter_ahead"] = int(by_step[:, : self.look_ahead_cells.size].any())
        if self.streaks is not None:
            numbers |= {"run_states": len(self.streaks.states)}
        if self.session is not None:
            numbers |= {
                "session": self.session.rounds,
                "bankroll": self.session.bankroll,
                "bin": self.session.bin,
                "bins": self.session.bins,
            }
        if self.look_ahead is not None:
            numbers |= {
                "fast": 1,
                "opening_seen": int(self._is_opening_seen),
                "opening_by_likeness": int(self._is_opening_seen and self.look_ahead.by_likeness),
                "opening_cells": self.look_ahead.cells,
                "hiddens": len(self.look_ahead.hidden_steps),
                "dealer_bits": self.look_ahead.dealer_bits,
                "dealer_shift": self.look_ahead.dealer_shift,
            }
        return numbers

    @cached_property
    def plan(self) -> KernelPlan:
        """Return what a kernel reads, and no more."""
        return KernelPlan(
            self.numbers,
            self.arrays,
            self.look_ahead_cells.reshape(-1) if self.look_ahead else None,
            self.streaks.meanings if self.streaks else None,
        )


def dealer_completes(lines: Sequence[WagerLine]) -> bool:
    """Whether a line has the dealer complete the hand."""
    return any(line.demands(Demand.DEALER_COMPLETES) for line in lines)
