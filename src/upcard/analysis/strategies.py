"""Strategies of a simulation: the optimum, the chart, the dealer's own, never to bust, or a chart from a file."""

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from upcard.analysis.blackjack import BlackjackPrice
from upcard.analysis.wording import card_words
from upcard.errors import Misuse
from upcard.exact.blackjack.chart import charted_as
from upcard.exact.blackjack.kernel import INITIAL, HandStart
from upcard.exact.blackjack.solve import Decision, Solution, policy_keys, solution
from upcard.payoffs.hands import VALUES, PlayerHands
from upcard.payoffs.plays import HAND_PLAYS
from upcard.rules.apply import SPLITS
from upcard.rules.blackjack import dealer_stands
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total
from upcard.rules.hand import MOST_POINTS
from upcard.sim.strategy_automaton import Strategy

OPTIMUM, CHART, MIMIC, NEVER_BUST = NAMES = ("optimum", "chart", "mimic", "never-bust")
PAID, FREE = HandKind.INITIAL, HandKind.ADDED_FREE  # hands with chips on them, and without

Plays = Callable[[Total, int, int], Play]  # by total, number of cards and showing
Pairs = Callable[[int, int], Play | None]  # the first play, by value and showing; None: by total
KeptPairs = Callable[[HandKind, int, int], Play | None]  # of a pair that is not split; None: by total


def solved(blackjack: BlackjackPrice, name: str) -> Solution:
    """Return the exact solution of a strategy; a name that is none of ours is that of a file."""
    if name == OPTIMUM:
        return blackjack.composition
    if name == CHART:
        return blackjack.total
    if name == MIMIC:
        return _mimic(blackjack)
    if name == NEVER_BUST:
        return _never_bust(blackjack)
    return _from_file(blackjack, name)


def strategy(blackjack: BlackjackPrice, name: str) -> Strategy:
    """Return a strategy as the simulator takes it; a file is read again each time."""
    return _strategy(blackjack, name) if name in NAMES else _strategy.__wrapped__(blackjack, name)


@lru_cache(maxsize=16)
def _strategy(blackjack: BlackjackPrice, name: str) -> Strategy:
    solution = solved(blackjack, name)
    initial = {(hand.hand, hand.shown): hand.play for side in solution.decisions for hand in side if hand.play}
    return Strategy(name=name, initial=initial, policies=solution.policies)


def _mimic(blackjack: BlackjackPrice) -> Solution:
    """Draw and stand as the dealer does, and never double or split."""

    def play(total: Total, *_: int) -> Play:
        return Play.STAND if dealer_stands(blackjack.rules, total) else Play.DRAW

    return _by_totals(blackjack, {PAID: play, FREE: play}, lambda *_: None)


def _never_bust(blackjack: BlackjackPrice) -> Solution:
    """Play by the chart, but never take a card that could bust the hand."""
    rows = blackjack.chart.rows

    def plays(kind: HandKind) -> Plays:
        def play(total: Total, cards: int, shown: int) -> Play:
            if not total.soft and total.points + VALUES > MOST_POINTS:
                return Play.STAND
            cell = rows[kind if kind in rows else PAID][shown].totals[total]
            return HAND_PLAYS[cell.two if cards == 2 else cell.more]

        return play

    initial = blackjack.chart.initial

    def pairs(value: int, shown: int) -> Play | None:
        play = initial.get(((value, value), blackjack.kernel.dealer.trees[shown].shown))
        return play if play in SPLITS else None

    return _by_totals(blackjack, {PAID: plays(PAID), FREE: plays(FREE)}, pairs)


def _by_totals(
    blackjack: BlackjackPrice,
    plays: Mapping[HandKind, Plays],
    pairs: Pairs,
    kept_pairs: KeptPairs = lambda *_: None,
) -> Solution:
    """Return the solution of plays by total and by pair.

    Where a play is not allowed, that of more cards is taken, if it is to stand or draw; else a draw, else a stand.
    """
    kernel, hands = blackjack.kernel, blackjack.kernel.hands
    policies: dict[HandStart, tuple[bytes, ...]] = {}
    for key in policy_keys(kernel):
        kind, by_showing = charted_as(key), []
        for shown in range(len(kernel.dealer.trees)):
            policy, second = _policies(hands, plays[kind], shown)
            for value in range(1, VALUES + 1):
                if (kept := kept_pairs(kind, value, shown)) is not None:
                    policy[hands.of(value, value)] = HAND_PLAYS.index(kept)
            by_showing.append(kernel.allowed(shown, key, bytes(policy), bytes(second)))
        policies[key] = tuple(by_showing)

    def choose(shown: int, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
        return tuple(replace(hand, play=_first(hand, shown)) for hand in decisions)

    def _first(hand: Decision, shown: int) -> Play | None:
        if not hand.values:
            return None
        low, high = hand.hand
        first = pairs(low, shown) if low == high else None
        if first is not None and first in hand.values:
            return first
        number = hands.of(low, high)
        play = plays[PAID](hands.totals[number], 2, shown)
        if play is Play.SURRENDER and play in hand.values:
            return play
        return HAND_PLAYS[policies[INITIAL][shown][number]]

    return solution(kernel, policies, choose)


def _policies(hands: PlayerHands, plays: Plays, shown: int) -> tuple[bytearray, bytearray]:
    """Return the play of every hand by its total, and what it does where that is not allowed."""
    numbers: dict[tuple[Total, int], tuple[int, int]] = {}
    policy, second = bytearray(), bytearray()
    for total, cards in zip(hands.totals, hands.lengths, strict=True):
        at = total, min(cards, 3)
        if at not in numbers:
            numbers[at] = _two_plays(plays, *at, shown)
        policy.append(numbers[at][0])
        second.append(numbers[at][1])
    return policy, second


def _two_plays(plays: Plays, total: Total, cards: int, shown: int) -> tuple[int, int]:
    """Return the numbers of a hand's play, and of what it does where that is not allowed."""
    if cards == 1:
        return HAND_PLAYS.index(Play.DRAW), HAND_PLAYS.index(Play.DRAW)
    more = plays(total, 3, shown)
    second = more if more in (Play.STAND, Play.DRAW) else Play.DRAW
    play = plays(total, cards, shown)
    return HAND_PLAYS.index(play if play in HAND_PLAYS else second), HAND_PLAYS.index(second)


def _two_cards(points: int) -> tuple[int, int]:
    """Return the values of two cards that make a hard total."""
    low = max(2, points - VALUES)
    return low, points - low


def _from_file(blackjack: BlackjackPrice, path: str) -> Solution:
    """Return the solution of a chart from a file, as `upcard strategy --json` writes one."""
    document = _read(path)
    chart, otherwise = document.get("chart"), document.get("otherwise", {})
    if not isinstance(chart, dict) or not isinstance(otherwise, dict):
        raise Misuse(
            f'{path}: not a chart: it must have "chart", and may have "otherwise": hand, then upcard, then play'
        )
    wrong = [
        *_problems(blackjack, chart, "chart", first=True),
        *_problems(blackjack, otherwise, "otherwise", first=False),
    ]
    if wrong:
        raise Misuse("\n".join(f"{path}: {problem}" for problem in wrong))
    free_chart = document.get("chart_of_free_hands") or chart
    free_otherwise = document.get("otherwise_of_free_hands") or otherwise
    trees = blackjack.kernel.dealer.trees

    def plays(first: Mapping[str, Any], more: Mapping[str, Any]) -> Plays:
        def play(total: Total, cards: int, shown: int) -> Play:
            row, up = f"{'soft' if total.soft else 'hard'} {total.points}", card_words(trees[shown].shown)
            tables = (first, more) if cards == 2 else (more, first)
            word = next((table[row][up] for table in tables if up in table.get(row, {})), None)
            return Play(word) if word else _charted(blackjack, total, cards, shown)

        return play

    def pairs(value: int, shown: int) -> Play | None:
        row, up = f"pair {card_words((value,))}", trees[shown].shown
        if word := chart.get(row, {}).get(card_words(up)):
            return Play(word)
        play = blackjack.chart.initial.get(((value, value), up))
        return play if play in SPLITS else None

    def kept_pairs(kind: HandKind, value: int, shown: int) -> Play | None:
        row, up = f"pair {card_words((value,))}", card_words(trees[shown].shown)
        tables = (free_chart, free_otherwise) if kind is FREE else (chart, otherwise)
        words = (table.get(row, {}).get(up) for table in tables)
        return next((Play(word) for word in words if word and Play(word) in HAND_PLAYS), None)

    by_kind = {PAID: plays(chart, otherwise), FREE: plays(free_chart, free_otherwise)}
    return _by_totals(blackjack, by_kind, pairs, kept_pairs)


def _charted(blackjack: BlackjackPrice, total: Total, cards: int, shown: int) -> Play:
    """Return the play of our own chart, for a hand that the file leaves out."""
    cell = blackjack.chart.rows[PAID][shown].totals.get(total)
    return Play.DRAW if cell is None else HAND_PLAYS[cell.two if cards == 2 else cell.more]


def _read(path: str) -> dict[str, Any]:
    try:
        text = Path(path).read_text(encoding="utf-8")
        document = json.loads(text) if path.endswith(".json") else tomllib.loads(text)
    except OSError as wrong:
        names = ", ".join(NAMES)
        raise Misuse(f"--strategy: {path}: {wrong.strerror or wrong}; give a file, or one of {names}") from None
    except (UnicodeDecodeError, ValueError, RecursionError) as wrong:
        raise Misuse(f"{path}: {wrong}") from None
    if not isinstance(document, dict):
        raise Misuse(f"{path}: not a chart: a chart is written by hand, then upcard, then play")
    return document


def _problems(blackjack: BlackjackPrice, chart: Mapping[str, Any], where: str, *, first: bool) -> Iterator[str]:
    """Yield every row, upcard and play that does not exist, and every play that the rules do not allow."""
    shown = {card_words(tree.shown): tree.shown[0] for tree in blackjack.kernel.dealer.trees}
    for row, cells in chart.items():
        hand = _hand_of(row)
        if hand is None or not isinstance(cells, Mapping):
            yield f'{where}: "{row}" is not a hand: write hard 5 to 20, soft 13 to 20, or pair A to 10'
            continue
        for up, word in cells.items():
            if up not in shown:
                yield f'{where}: {row}: "{up}" is not an upcard: write A, or 2 to 10'
            elif word not in {play.value for play in Play}:
                known = ", ".join(play.value for play in Play)
                yield f'{where}: {row} against {up}: "{word}" is not a play: write one of {known}'
            elif first and Play(word) not in (Play.STAND, *blackjack.kernel.plays.first(hand, shown[up])):
                yield f"{where}: {row} against {up}: {word} is not allowed at this table with {card_words(hand)}"


def _hand_of(row: str) -> tuple[int, int] | None:
    kind, _, rank = row.partition(" ")
    if kind == "pair" and (rank == "A" or rank.isdecimal()):
        value = 1 if rank == "A" else int(rank)
        return (value, value) if 1 <= value <= VALUES else None
    if kind not in ("hard", "soft") or not rank.isdecimal() or not 4 <= int(rank) <= MOST_POINTS:
        return None
    total = Total(int(rank), soft=kind == "soft")
    if total.soft and total.points < 12:
        return None
    low, high = (1, total.points - 11) if total.soft else _two_cards(total.points)
    return (low, high) if high <= VALUES else None
