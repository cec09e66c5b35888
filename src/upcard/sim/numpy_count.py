"""Counts of rounds in NumPy: cells, totals over seats, meters, wagers on results of rounds, and sessions."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from upcard.sim.kernel_constants import LOSS, PUSH, STANDING, WAYS, WIN
from upcard.sim.numpy_random import Ints
from upcard.sim.numpy_rounds import Flags
from upcard.sim.plan import KernelPlan
from upcard.sim.tally import Tally, empty_tally, lane_moments

Money = NDArray[np.int64]
NEVER = 1 << 62  # of a lane that does not stop


@dataclass
class RoundsPlayed:
    """Rounds: the lane of each, its number among the lane's, step of the schedule, cards taken, and results by seat."""

    lane: Ints
    number: Ints
    level: Ints
    taken: Ints
    meters: Ints
    cells: Ints
    nets: Ints

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
    """The wagers on results of rounds that stand in each lane, and those decided."""

    def __init__(self, plan: KernelPlan, lanes: int) -> None:
        self.plan, lines, seats = plan, plan.number("result_lines"), plan.number("seats")
        self.waiting, self.decided = np.zeros(lanes, np.bool_), np.zeros((lanes, lines, WAYS), np.int64)
        self.lasted, self.wins = np.zeros(lines, np.int64), np.zeros((seats, lanes), np.intp)
        self.live = np.zeros((lines, seats, lanes), np.bool_)
        self.state, self.lasts = np.zeros((2, lines, seats, lanes), np.intp)

    def copied(self) -> "ResultWagers":
        """Return a copy, to be stepped by itself."""
        copy = ResultWagers(self.plan, len(self.waiting))
        for name, part in vars(self).items():
            setattr(copy, name, part.copy() if isinstance(part, np.ndarray) else part)
        return copy

    def follow(self, rounds: RoundsPlayed, left: Money) -> tuple[Money, Money]:
        """Step through rounds; return after how many each lane stops, and the money won by seat and round."""
        played, decided = np.zeros_like(left), [np.zeros((6, 0), np.intp)]
        results = np.where(rounds.nets > 0, WIN, np.where(rounds.nets < 0, LOSS, PUSH))
        for number, row in enumerate(rounds.in_order(len(left))):
            makes = left > number
            lanes = _some((row >= 0) & (makes | self.waiting))
            decided.append(self._step(lanes, results[:, row[lanes]], makes[lanes], row))
            played[lanes] += 1
        line, seat, lane, way, lasted, which = np.concatenate(decided, axis=1)
        money = np.zeros(rounds.nets.shape, np.int64)
        np.add.at(money, (seat, which), self.plan.arrays["result_money"][line, way])
        np.add.at(self.decided, (lane, line, way), 1)
        np.add.at(self.lasted, line, lasted)
        return np.where((left > played) | self.waiting, NEVER, played), money

    def _step(self, lanes: Ints | slice, result: Ints, makes: Flags, row: Ints) -> Ints:
        """Step the wagers of some lanes by a round, and make them anew before a first win; return those decided.

        The rows of what is returned: line, seat, lane, way, rounds that the wager lasted, and the round.
        """
        arrays, wins, standing = self.plan.arrays, self.wins[:, lanes], self.live[..., lanes]
        live = standing | (wins == 0) & makes
        lasts = self.lasts[..., lanes] * standing + live
        state = arrays["result_step"][self.state[..., lanes] * standing, result]
        way = arrays["result_way"][np.arange(len(live))[:, None, None], state]
        decided = live & (way != STANDING)
        live &= ~decided
        self.live[..., lanes], self.lasts[..., lanes], self.state[..., lanes] = live, lasts, state
        self.waiting[lanes] = live.any(axis=(0, 1))
        more = np.where(wins + 1 < self.plan.numbers["most_wins"], wins + 1, 0)
        self.wins[:, lanes] = np.where(result == WIN, more, np.where(result == LOSS, 0, wins))
        line, seat, lane = np.nonzero(decided)
        lane = np.arange(len(row))[lanes][lane]
        return np.stack((line, seat, lane, way[decided], lasts[decided], row[lane]))


class LaneCounts:
    """The lanes of one call: rounds to play, wagers that wait, sessions, and the tally."""

    def __init__(self, plan: KernelPlan, quotas: Money) -> None:
        self.numbers, self.arrays, self.tally = plan.numbers, plan.arrays, empty_tally(plan)
        self.left, self.done, self.metered = quotas.copy(), np.zeros_like(quotas), np.zeros_like(quotas)
        self.wagers = ResultWagers(plan, len(quotas)) if plan.number("result_lines") else None
        self.session, self.money = plan.number("session"), np.zeros((plan.numbers["seats"], len(quotas)), np.int64)
        self.meter_wins: list[tuple[int, int, int]] = []  # lane, rounds with the wager before, winners

    @property
    def goes_on(self) -> Flags:
        """Whether each lane goes on."""
        return (self.left > 0) if self.wagers is None else (self.left > 0) | self.wagers.waiting

    def stop(self, rounds: RoundsPlayed) -> Money:
        """Return after how many of these rounds each lane stops."""
        return self.left if self.wagers is None else self.wagers.copied().follow(rounds, self.left)[0]

    def add(self, rounds: RoundsPlayed) -> Money:
        """Count the rounds of lanes until they stop; return after how many of these rounds each does."""
        stop, won = self.left.copy(), None
        if self.wagers is not None:
            stop, won = self.wagers.follow(rounds, self.left)
        self.tally.cards += int(rounds.taken[rounds.number < stop[rounds.lane]].sum())
        counted = rounds.number < self.left[rounds.lane]
        rounds, won = rounds.only(counted), None if won is None else won[:, counted]
        self._count(rounds, won)
        many = np.bincount(rounds.lane, minlength=len(self.left))
        self.left -= many
        self.done += many
        return stop

    def _count(self, rounds: RoundsPlayed, won: Money | None) -> None:
        """Count rounds; `won`: the money of wagers on results, by seat and round."""
        tally, cells = self.tally, rounds.level * self.numbers["cells"] + rounds.cells
        np.add.at(tally.cells.reshape(-1), cells.reshape(-1), 1)
        tally.rounds += len(rounds.lane)
        if tally.square:
            totals = self.arrays["worth"][cells].sum(axis=0, dtype=np.int64)
            squares = [_sum_of_squares(of_line) for of_line in totals.T]
            tally.square = [before + square for before, square in zip(tally.square, squares, strict=True)]
        self._count_meters(rounds)
        if self.session:
            self._count_sessions(rounds, self.arrays["money"][cells] + (0 if won is None else won))

    def _count_meters(self, rounds: RoundsPlayed) -> None:
        """Count the rounds with a wager on the meter, and record those that won it."""
        made = np.zeros((int(rounds.number.max(initial=-1)) + 1, len(self.left)), np.int64)
        on_meter = self.arrays["on_meter"][rounds.level] > 0 if "on_meter" in self.arrays else True
        made[rounds.number, rounds.lane] = on_meter
        before = self.metered + made.cumsum(axis=0) - made
        for win in np.flatnonzero(on_meter & (rounds.meters > 0)).tolist():
            lane = int(rounds.lane[win])
            self.meter_wins.append((lane, int(before[rounds.number[win], lane]), int(rounds.meters[win])))
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
        tally.session_squares += _sum_of_squares(ends)

    def total(self) -> Tally:
        """Return the tally of all lanes."""
        tally, before = self.tally, self.metered.cumsum() - self.metered
        if self.wagers is not None:
            tally.decided, tally.lasted = self.wagers.decided.sum(axis=0), self.wagers.lasted
            tally.lane_moments = lane_moments(self.wagers.decided, self.arrays["result_money"])
        tally.metered = int(self.metered.sum())
        tally.meter_wins = sorted((int(before[lane]) + made, seats) for lane, made, seats in self.meter_wins)
        return tally


def _sum_of_squares(totals: Money) -> int:
    """Return the sum of squares of whole numbers, however large."""
    values, counts = np.unique(totals, return_counts=True)
    return sum(value * value * count for value, count in zip(values.tolist(), counts.tolist(), strict=True))
