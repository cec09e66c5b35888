"""Counts of rounds in NumPy: cells, totals of shoes, meters, wagers on results of rounds, and sessions."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from upcard.sim.kernel_constants import RESULTS
from upcard.sim.line_payoffs import EVERY_ROUND
from upcard.sim.plan import KernelPlan
from upcard.sim.tally import Tally, count_streaks, empty_tally

Ints = NDArray[np.intp]
Flags = NDArray[np.bool_]
Money = NDArray[np.int64]
NEVER = 1 << 62  # of a lane that does not stop
MOST_EXACT = 1 << 62  # sums of products below this fit 64 bits


@dataclass
class RoundsPlayed:
    """Rounds: lane and shoe, the number among the lane's rounds, step of the schedule, cards taken, cells by seat."""

    lane: Ints
    shoe: Ints
    number: Ints
    level: Ints
    taken: Ints
    cells: Ints

    @staticmethod
    def joined(parts: "Sequence[RoundsPlayed]") -> "RoundsPlayed":
        """Return all rounds of several parts."""
        names = [field.name for field in fields(RoundsPlayed)]
        return RoundsPlayed(*(np.concatenate([getattr(part, name) for part in parts], axis=-1) for name in names))

    def only(self, which: Flags) -> "RoundsPlayed":
        """Return some of the rounds."""
        return self if which.all() else RoundsPlayed(*(part[..., which] for part in vars(self).values()))

    def in_order(self, lanes: int) -> Ints:
        """Return which round each lane plays first, second and so on; -1: none."""
        order = np.full((int(self.number.max(initial=-1)) + 1, lanes), -1)
        order[self.number, self.lane] = np.arange(len(self.lane))
        return order


def _some(there: Flags) -> Ints | slice:
    """Return lanes that are there as an index; all of them are faster as a slice."""
    return slice(None) if there.all() else np.flatnonzero(there)


class ResultWagers:
    """The wagers on results of rounds that stand in each lane, and how often each of their steps was made."""

    def __init__(self, plan: KernelPlan, lanes: int) -> None:
        self.arrays, self.states = plan.arrays, plan.numbers["run_states"]
        self.waiting, self.state = np.zeros(lanes, np.bool_), np.zeros((plan.numbers["seats"], lanes), np.intp)
        self.steps = np.zeros((lanes, 2 * self.states * RESULTS), np.int64)

    def copied(self) -> "ResultWagers":
        """Return a copy, to be stepped by itself."""
        copy = object.__new__(ResultWagers)
        for name, part in vars(self).items():
            setattr(copy, name, part.copy() if isinstance(part, np.ndarray) else part)
        return copy

    def follow(self, rounds: RoundsPlayed, ids: Ints, left: Money) -> tuple[Money, Money]:
        """Step through rounds; return after how many each lane stops, and the money won by seat and round."""
        played, money = np.zeros_like(left), np.zeros(ids.shape, np.int64)
        results = self.arrays["result"][ids].astype(np.intp)
        for number, row in enumerate(rounds.in_order(len(left))):
            makes = left > number
            lanes = np.flatnonzero((row >= 0) & (makes | self.waiting))
            which, ending = row[lanes], ~makes[lanes]
            step = (ending * self.states + self.state[:, lanes]) * RESULTS + results[:, which]
            np.add.at(self.steps, (np.broadcast_to(lanes, step.shape), step), 1)
            self.state[:, lanes] = self.arrays["run_step"][step]
            self.waiting[lanes] = (self.arrays["run_live"][self.state[:, lanes]] > 0).any(axis=0)
            money[:, which] = self.arrays["run_money"][np.where(ending, 0, step)]
            played[lanes] += 1
        return np.where((left > played) | self.waiting, NEVER, played), money


class LaneCounts:
    """The lanes of one call: rounds to play, wagers that wait, sessions, and the tally."""

    def __init__(self, plan: KernelPlan, quotas: Money) -> None:
        self.plan, self.numbers, self.arrays, self.tally = plan, plan.numbers, plan.arrays, empty_tally(plan)
        self.left, self.done, self.metered = quotas.copy(), np.zeros_like(quotas), np.zeros_like(quotas)
        self.wagers = ResultWagers(plan, len(quotas)) if plan.streaks else None
        self.session, self.money = plan.number("session"), np.zeros((plan.numbers["seats"], len(quotas)), np.int64)
        self.meter_wins: list[tuple[int, int, int]] = []  # lane, rounds with the wager before, winners

    @property
    def goes_on(self) -> Flags:
        """Whether each lane goes on."""
        return (self.left > 0) if self.wagers is None else (self.left > 0) | self.wagers.waiting

    def stop(self, rounds: RoundsPlayed) -> Money:
        """Return after how many of these rounds each lane stops."""
        return (
            self.left if self.wagers is None else self.wagers.copied().follow(rounds, self._ids(rounds), self.left)[0]
        )

    def add(self, rounds: RoundsPlayed) -> Money:
        """Count the rounds of lanes until they stop; return after how many of these rounds each does."""
        stop, won = self.left.copy(), None
        if self.wagers is not None:
            stop, won = self.wagers.follow(rounds, self._ids(rounds), self.left)
        self.tally.cards += int(rounds.taken[rounds.number < stop[rounds.lane]].sum())
        counted = rounds.number < self.left[rounds.lane]
        rounds, won = rounds.only(counted), None if won is None else won[:, counted]
        self._count(rounds, won)
        many = np.bincount(rounds.lane, minlength=len(self.left))
        self.left -= many
        self.done += many
        return stop

    def _ids(self, rounds: RoundsPlayed) -> Ints:
        """Return the counter of what each seat had in each round."""
        return rounds.level * self.numbers["ids"] + self.numbers["fast_cells"] + rounds.cells

    def _count(self, rounds: RoundsPlayed, won: Money | None) -> None:
        """Count rounds; `won`: the money of wagers on results, by seat and round."""
        tally, ids = self.tally, self._ids(rounds)
        np.add.at(tally.cells.reshape(-1), (rounds.level * self.numbers["cells"] + rounds.cells).reshape(-1), 1)
        tally.rounds += len(rounds.lane)
        if tally.moments:
            self._count_shoes(rounds, ids)
        if "meter_won" in self.arrays:
            self._count_meters(rounds, self.arrays["meter_won"][ids].sum(axis=0, dtype=np.int64))
        if self.session:
            money: Money = self.arrays["money"][ids]
            self._count_sessions(rounds, money if won is None else money + won)

    def _count_shoes(self, rounds: RoundsPlayed, ids: Ints) -> None:
        """Add the squares and products of the totals of shoes."""
        shoes, of_round = np.unique(rounds.shoe, return_inverse=True)
        totals = np.zeros((len(shoes), self.numbers["columns"]), np.int64)
        np.add.at(totals, of_round, self.arrays["worth"][ids].sum(axis=0, dtype=np.int64))
        many = np.bincount(of_round, minlength=len(shoes))
        for line, moments in enumerate(self.tally.moments):
            column = int(self.arrays["wagered"][line])
            won, wagered = totals[:, line], many if column == EVERY_ROUND else totals[:, column]
            for place, pair in enumerate(((won, won), (won, wagered), (wagered, wagered))):
                moments[place] += _sum_of_products(*pair)
        for line, products in enumerate(self.tally.between):
            seats = self.arrays["worth"][ids, line].astype(np.int64)
            between = np.zeros(len(shoes), np.int64)
            np.add.at(between, of_round, (seats * (seats.cumsum(axis=0) - seats)).sum(axis=0))
            for place, other in enumerate((np.ones_like(between), between, many, totals[:, line])):
                products[place] += _sum_of_products(between, other)
        self.tally.moment_shoes += len(shoes)

    def _count_meters(self, rounds: RoundsPlayed, winners: Money) -> None:
        """Count the rounds with a wager on the meter, and record those that won it."""
        made = np.zeros((int(rounds.number.max(initial=-1)) + 1, len(self.left)), np.int64)
        on_meter = self.arrays["on_meter"][rounds.level] > 0
        made[rounds.number, rounds.lane] = on_meter
        before = self.metered + made.cumsum(axis=0) - made
        for win in np.flatnonzero(on_meter & (winners > 0)).tolist():
            lane = int(rounds.lane[win])
            self.meter_wins.append((lane, int(before[rounds.number[win], lane]), int(winners[win])))
        self.metered += made.sum(axis=0)

    def _count_sessions(self, rounds: RoundsPlayed, money: Money) -> None:
        """Add to the money of players who are not ruined, and end the sessions that are over."""
        bankroll, ended = self.numbers["bankroll"], []
        for number, row in enumerate(rounds.in_order(len(self.left)), 1):
            lanes = _some(row >= 0)
            results, won = self.money[:, lanes], money[:, row[lanes]]
            results = results + (np.where(results <= -bankroll, 0, won) if bankroll else won)
            over = (self.done[lanes] + number) % self.session == 0
            if over.any():
                ended.append(results[:, over].reshape(-1))
                results[:, over] = 0
            self.money[:, lanes] = results
        if ended:
            self._end_sessions(np.concatenate(ended))

    def _end_sessions(self, ends: Money) -> None:
        """Count the results of sessions."""
        tally, bins, bankroll = self.tally, self.numbers["bins"], self.numbers["bankroll"]
        bin_of = ends // self.numbers["bin"] + bins // 2
        np.add.at(tally.sessions, np.clip(bin_of + 1, 0, bins + 1), 1)
        tally.session_count += len(ends)
        tally.ruined += int(((bankroll > 0) & (ends <= -bankroll)).sum())
        tally.session_sum += int(ends.sum())
        tally.session_squares += _sum_of_products(ends, ends)

    def total(self) -> Tally:
        """Return the tally of all lanes."""
        tally, before = self.tally, self.metered.cumsum() - self.metered
        if self.wagers is not None and self.plan.streaks is not None:
            count_streaks(tally, self.plan.streaks, self.wagers.steps)
        tally.metered = int(self.metered.sum())
        tally.meter_wins = sorted((int(before[lane]) + made, seats) for lane, made, seats in self.meter_wins)
        return tally


def _sum_of_products(one: Money, other: Money) -> int:
    """Return the sum of products of whole numbers, however large."""
    if float(np.abs(one).max(initial=0)) * float(np.abs(other).max(initial=0)) * len(one) < MOST_EXACT:
        return int(one @ other)
    return sum(a * b for a, b in zip(one.tolist(), other.tolist(), strict=True))
