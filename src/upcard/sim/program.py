"""A simulation as arrays: what the definitions say of a table, with a strategy and wagers, and nothing beside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.errors import Misuse
from upcard.game.procedure import CARDS_A_BOX
from upcard.game.shoe import BURNED, cutting_place
from upcard.game.state import Felt
from upcard.payoffs.engine import COMPLETED, Engine
from upcard.payoffs.hands import VALUES
from upcard.payoffs.settlement import Payoffs
from upcard.rules.enums import HoleCard
from upcard.rules.fact_type import Stream
from upcard.rules.wager import Demand
from upcard.sim.card_classes import Alphabet
from upcard.sim.dealer_automaton import dealers_hand, is_complete
from upcard.sim.line_payoffs import Value, values_of
from upcard.sim.look_ahead import Ahead, look_ahead
from upcard.sim.outcome_tables import DEALER_STREAMS, Told, first_two_alike, told
from upcard.sim.plan import KernelPlan
from upcard.sim.schedule import Schedule
from upcard.sim.settlement_table import NOT_KNOWN, Settling, settling
from upcard.sim.strategy_automaton import Boxes, Shown, Strategy, boxes
from upcard.sim.streaks import WAYS, Past
from upcard.sim.wager_lines import WagerLine, sees
from upcard.table import TableConfig

MOST_CELLS = 1 << 24
HOLES = tuple(HoleCard)  # as kernel.h numbers them
CARDS_AHEAD = 7  # for each box and the dealer; more are dealt if asked for. The first looks of one seat see ten cards.


@dataclass(frozen=True, kw_only=True)
class Session:
    """How long a player stays, and with how much; nothing to lose means that the player is never ruined."""

    rounds: int
    bankroll: int  # cents
    bin: int  # cents: results are counted by so much
    bins: int = 8192


@dataclass(frozen=True, eq=False, kw_only=True)
class Program:
    """Everything a kernel reads, as arrays and whole numbers, and how to read what it counts."""

    table: TableConfig
    lines: tuple[WagerLine, ...]
    alphabet: Alphabet
    boxes: Boxes
    told: Told
    settling: Settling
    ahead: Ahead | None
    seats: int
    fresh: bool
    spots: int
    insurances: int
    complete: NDArray[np.uint8]
    blackjack: NDArray[np.uint8]
    splits: int
    schedule: Schedule
    past: Past | None
    session: Session | None

    @cached_property
    def engine(self) -> Engine:
        """Return the engine, to ask it what the arrays say."""
        return Engine(Felt(self.table))

    @cached_property
    def cards(self) -> int:
        """Give how many cards the shoe holds."""
        return int(self.alphabet.shoe(self.table.decks).sum())

    @cached_property
    def burned(self) -> int:
        """Give how many cards are burned; none of a shoe that is shuffled for every round."""
        return 0 if self.fresh else BURNED

    @cached_property
    def limit(self) -> int:
        """Give the place before which a round begins: the cutting card is not out, and enough cards are left."""
        if self.fresh:
            return self.burned + 1
        enough = self.cards - CARDS_A_BOX * (self.seats + 1)
        return max(min(cutting_place(self.table, self.cards), enough), self.burned) + 1

    @cached_property
    def ahead_by(self) -> int:
        """Give how many cards are dealt beyond the last that may begin a round."""
        return CARDS_AHEAD * (self.seats + 1) - 2

    @cached_property
    def nets(self) -> NDArray[np.int64]:
        """Give the net results that a spot's part of a cell counts, in parts of a unit."""
        return np.array(self.settling.sums(self.splits), np.int64)

    @cached_property
    def net_code(self) -> NDArray[np.uint8]:
        """Number the net results, by how far each is from the least."""
        assert len(self.nets) <= 256
        found = np.zeros(self.nets[-1] - self.nets[0] + 1, np.uint8)
        found[self.nets - self.nets[0]] = range(len(self.nets))
        return found

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Give the shape of a cell: opening, box, dealer's hand, then net result and insurance for each spot."""
        counts = len(self.told.opening_need), self.told.boxes, self.told.dealers
        return (*counts, *(len(self.nets), self.insurances) * self.spots)

    @cached_property
    def cells(self) -> int:
        """Give how many cells there are."""
        return int(np.prod(self.shape))

    @cached_property
    def completes(self) -> bool:
        """Tell whether a wager that is made has the dealer complete the hand."""
        return any(line.demands(Demand.DEALER_COMPLETES) for line in self.lines)

    @cached_property
    def meter(self) -> NDArray[np.uint8] | None:
        """Tell for each opening and box whether a meter is won."""
        found = np.zeros(self.shape[:2], np.uint8)
        for line, outcome in zip(self.lines, self.told.outcomes, strict=True):
            for paid in line.from_meter:
                found |= (outcome == line.outcomes.index(paid)).any(axis=2)
        return found if found.any() else None

    @property
    def wins_meter_ahead(self) -> bool:
        """Tell whether looking ahead could tell a meter won, which must be told with its round: by walking only."""
        return (
            self.meter is not None
            and self.ahead is not None
            and bool(self.meter[:, [box for _, box in self.ahead.ends]].any())
        )

    @cached_property
    def ahead_cells(self) -> NDArray[np.int64]:
        """Give the cell of each opening, end and dealer's hand that is told ahead; -1: none."""
        assert self.ahead is not None
        openings, _, dealers = self.shape[:3]
        found = np.full((openings, len(self.ahead.ends), 1 << self.ahead.dealer_bits), -1, np.int64)
        for number, (end, box) in enumerate(self.ahead.ends):
            net = self.settling.net[end].astype(np.int64)
            for opening in range(openings):
                code = (opening * self.told.boxes + box) * dealers + np.arange(dealers)
                counted = self.net_code[np.where(net == NOT_KNOWN, 0, net - self.nets[0])]
                cell = (code * self.shape[3] + counted) * self.insurances
                found[opening, number, :dealers] = np.where(net == NOT_KNOWN, -1, cell)
        return found

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Give what every wager brings in each cell, by step of the schedule."""
        return tuple(values_of(self))

    @cached_property
    def worth(self) -> NDArray[np.int32]:
        """Give the cents that each wager brings, by step and cell."""
        found = [np.rint(np.broadcast_to(value.mean, (self.steps, *self.shape))) for value in self.values]
        return np.stack(found, axis=-1).reshape(self.steps * self.cells, -1).astype(np.int32)

    @cached_property
    def steps(self) -> int:
        """Give how many steps the schedule has."""
        return len(self.schedule.steps)

    @cached_property
    def counted(self) -> bool:
        """Tell whether totals of a round over the seats are needed: wagers of one round are not independent."""
        return self.seats > 1

    @cached_property
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Give every array of the program by its name in the kernel."""
        said = self.told
        found: dict[str, NDArray[Any]] = {
            "shoe": self.alphabet.shoe(self.table.decks),
            "value": self.alphabet.values,
            "uneven": np.array([0, *((1 << 16) % left for left in range(1, self.cards + 1))], np.uint16),
            "opening": said.opening,
            "opening_need": said.opening_need,
            "showing": self.boxes.showing,
            "first": self.boxes.first,
            "draw_step": self.boxes.draw,
            "again": self.boxes.again,
            "added": self.boxes.added,
            "box": said.box.steps,
            "box_code": said.box_code,
            "dealer_step": said.dealer.steps,
            "complete": self.complete,
            "dealer_code": said.dealer_code,
            "blackjack": self.blackjack,
            "need": self.settling.need,
            "bust": self.settling.bust,
            "net": self.settling.net,
            "net_code": self.net_code,
            "insurable": np.array([self.engine.offers_insurance(up + 1) for up in range(VALUES)], np.uint8),
        }
        found["insured"] = np.array([step.insures for step in self.schedule.steps], np.uint8)
        if self.steps > 1:
            tags = self.schedule.whole_tags
            found["tag"] = np.array([tags[card] for card in self.alphabet.cards], np.int32)
            found["threshold"] = np.array(self.schedule.thresholds, np.int64)
        if self.meter is not None:
            found["meter"] = self.meter
        if self.past is not None:
            found |= {"result_step": self.past.steps, "result_way": self.past.ways}
        if self.counted:
            found["worth"] = self.worth
        if self.session is not None:
            found["money"] = self.worth.sum(axis=1, dtype=np.int64)
            if self.past is not None:
                found["result_money"] = self._result_money
        if self.ahead is not None:
            if self.counted:
                cells = self.ahead_cells.reshape(-1)
                found["fast_worth"] = np.where(cells[:, None] < 0, 0, self.worth[cells])
            found |= {
                "start": self.ahead.start,
                "pairs": self.ahead.pairs,
                "triples": self.ahead.triples,
                "opening_two": self.ahead.opening_two,
                "opening_third": self.ahead.opening_third,
                "opening_cell": self.ahead.opening_cell,
                "splits": self.ahead.splits,
                "split_kind": self.ahead.split_kinds,
                "ahead_end": np.array([end for end, _ in self.ahead.ends], np.uint8),
            }
        return {name: np.ascontiguousarray(array) for name, array in found.items()}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Give every number of the program by its name in the kernel."""
        openings, many_boxes, dealers, nets = self.shape[:4]
        found = {
            "classes": len(self.alphabet),
            "cards": self.cards,
            "burned": self.burned,
            "limit": self.limit,
            "ahead": self.ahead_by,
            "seats": self.seats,
            "spots": self.spots,
            "hole": HOLES.index(self.table.rules.hole_card),
            "most_splits": self.splits,
            "insures": int(self.insurances > 1),
            "bust_takes_insurance": int(self.engine.bust_takes_insurance),
            "openings": openings,
            "boxes": many_boxes,
            "dealers": dealers,
            "nets": nets,
            "lowest_net": int(self.nets[0]),
            "insurances": self.insurances,
            "cells": self.cells,
            "showings": self.boxes.showings,
            "ends": self.settling.ends,
            "box_seen": int(self.told.boxes > 1),
            "box_symbols": self.told.box.steps.shape[1],
            "completes": int(self.completes),
            "levels": self.steps,
            "per_card": self.schedule.per_card,
            "per_deck": self.schedule.per_deck,
            "lines": len(self.values) if self.counted else 0,
        }
        if self.past is not None:
            found |= {
                "result_lines": len(self.past.lines),
                "result_states": len(self.past.steps),
                "most_wins": self.past.most_wins,
            }
        if self.session is not None:
            found |= {
                "session": self.session.rounds,
                "bankroll": self.session.bankroll,
                "bin": self.session.bin,
                "bins": self.session.bins,
            }
        if self.ahead is not None:
            found |= {
                "fast": 1,
                "plain": int(self.seats == 1),
                "opening_seen": int(openings > 1),
                "opening_cells": len(self.ahead.ends) << self.ahead.dealer_bits,
                "dealer_bits": self.ahead.dealer_bits,
            }
        return found

    @property
    def _result_money(self) -> NDArray[np.int64]:
        assert self.past is not None
        found = np.zeros((len(self.past.lines), WAYS), np.int64)
        for number, line in enumerate(self.past.lines):
            for way, outcome in enumerate(line.outcomes):
                found[number, way] = round(line.net(outcome, line.amount))
        return found

    @cached_property
    def plan(self) -> KernelPlan:
        """Give what a kernel reads, and no more."""
        return KernelPlan(self.numbers, self.arrays, self.ahead_cells.reshape(-1) if self.ahead else None)


def said_facts(lines: Sequence[WagerLine], *streams: Stream) -> tuple[Any, ...]:
    """Give the facts that lines see of some streams, each once."""
    return tuple(dict.fromkeys(fact for line in lines for fact in sees(line, *streams)))


def program(
    table: TableConfig,
    payoffs: Payoffs,
    strategy: Strategy,
    showings: tuple[Shown, ...],
    lines: tuple[WagerLine, ...],
    alphabet: Alphabet,
    *,
    schedule: Schedule,
    seen_results: Past | None = None,
    session: Session | None = None,
    seats: int = 1,
    fresh: bool = False,
    looks_ahead: bool = True,
) -> Program:
    """Make the arrays of a simulation."""
    felt, rules = Felt(table), table.rules
    offered = any(Engine(felt).offers_insurance(up + 1) for up in range(VALUES))
    insured = offered and any(step.insures for step in schedule.steps)
    drawn = said_facts(lines, *DEALER_STREAMS)
    try:
        dealer = dealers_hand(rules, drawn, alphabet.cards, first_two_alike(lines, drawn, alphabet))
        complete = [is_complete(rules, state[0]) for state in dealer.states]
        settled_as = [
            1 + payoffs.dealer(state[0]) if done else 0 for state, done in zip(dealer.states, complete, strict=True)
        ]
        codes = told(lines, alphabet, dealer, drawn, settled_as)
    except OverflowError:
        raise Misuse("these wagers together see too much to be simulated at once; make fewer of them") from None
    made = boxes(payoffs, strategy, showings)
    shown = [dealer.states[state][0] if complete[state] else None for state in codes.shown]
    settled = settling(felt, payoffs, shown)
    done = np.array(complete, np.uint8)
    hole = HOLES.index(rules.hole_card)
    waits = np.maximum(settled.need, codes.opening_need.max())
    if any(line.demands(Demand.DEALER_COMPLETES) for line in lines):
        waits = np.full_like(settled.need, COMPLETED)
    followed = len(schedule.steps) > 1 or seen_results is not None or session is not None
    one_need = codes.opening_need.min() == codes.opening_need.max()  # whatever the opening
    may_look = looks_ahead and felt.spots[1] == 1 and one_need and not (insured or followed)
    blackjack = np.array([state[0].blackjack for state in dealer.states], np.uint8)
    ahead = None
    if may_look:
        need = waits[: 2 * settled.ends]
        ahead = look_ahead(made, codes, alphabet, complete=done, blackjack=blackjack, need=need, hole=hole)
    found = Program(
        table=table,
        lines=lines,
        alphabet=alphabet,
        boxes=made,
        told=codes,
        settling=settled,
        ahead=ahead,
        seats=seats,
        fresh=fresh,
        spots=felt.spots[1],
        insurances=3 if insured else 1,
        complete=done,
        blackjack=blackjack,
        splits=rules.splits,
        schedule=schedule,
        past=seen_results,
        session=session,
    )
    if found.wins_meter_ahead:
        found = replace(found, ahead=None)
    if found.steps * found.cells > MOST_CELLS:
        raise Misuse("these wagers together have too many outcomes to be followed at once; make fewer of them")
    return found
