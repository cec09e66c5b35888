"""Strategies of a simulation: the optimum, the chart, the dealer's own, never to bust, a file or a function."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from typing import Any

from upcard.errors import Misuse
from upcard.exact.blackjack.blackjack_kernel import INITIAL, HandStart
from upcard.exact.blackjack.chart import TOTALS, charted_as
from upcard.exact.blackjack.solve import Decision, Solution, policy_keys, solution
from upcard.payoffs.hands import VALUES, PlayerHands, all_hands
from upcard.payoffs.plays import HAND_PLAYS, PLAY_BITS
from upcard.results.blackjack import BlackjackPrice
from upcard.results.function_strategy import FunctionStrategy, StrategyFunction, strategy_name
from upcard.results.wording import card_words
from upcard.rules.apply import SPLITS
from upcard.rules.blackjack import dealer_stands
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total
from upcard.rules.hand import MOST_POINTS
from upcard.sim.strategy_automaton import Strategy
from upcard.table import BadConfig, Problem
from upcard.table.keys import keys_of, path_exists, printable, text_of
from upcard.table.notation import argument
from upcard.table.value_readers import shown as as_shown

OPTIMUM, CHART, MIMIC, NEVER_BUST = NAMES = ("optimum", "chart", "mimic", "never-bust")

NumberedPlays = Mapping[int, Play | None]  # by the number of the hand
PLAY_NUMBERS: Mapping[Play | None, int] = {play: number for number, play in enumerate(HAND_PLAYS)}
# By total, number of cards (more than two are alike) and showing: the play, and what is done where it is not possible.
Plays = Callable[[Total, int, int], tuple[Play, Play]]
Pairs = Callable[[int, int], Play | None]  # the first play, by value and showing; None: by total
# The same of a pair that is not split; None: by total.
KeptPairs = Callable[[HandKind, int, int], tuple[Play | None, Play | None]]


def solved(blackjack: BlackjackPrice, name: str | StrategyFunction) -> Solution:
    """Return the exact solution of a strategy; a name that is none of ours is that of a file."""
    if not isinstance(name, str):
        return _from_function(blackjack, name)
    if name == OPTIMUM:
        return blackjack.composition
    if name == CHART:
        return blackjack.total
    if name == MIMIC:
        return _mimic(blackjack)
    if name == NEVER_BUST:
        return _never_bust(blackjack)
    return _from_file(blackjack, name)


def strategy(blackjack: BlackjackPrice, name: str | StrategyFunction) -> Strategy:
    """Return a strategy as the simulator takes it; a file is read again each time, and a function called."""
    return _strategy(blackjack, name) if name in NAMES else _strategy.__wrapped__(blackjack, name)


@lru_cache(maxsize=16)
def _strategy(blackjack: BlackjackPrice, name: str | StrategyFunction) -> Strategy:
    solution = solved(blackjack, name)
    initial = {(hand.hand, hand.shown): hand.play for side in solution.decisions for hand in side if hand.play}
    return Strategy(name=strategy_name(name), initial=initial, policies=solution.policies)


def _mimic(blackjack: BlackjackPrice) -> Solution:
    """Draw and stand as the dealer does, and never double or split."""

    def play(total: Total, *_: int) -> tuple[Play, Play]:
        play = Play.STAND if dealer_stands(blackjack.rules, total) else Play.DRAW
        return play, play

    return _by_totals(blackjack, {PAID: play, FREE: play}, lambda *_: None)


def _never_bust(blackjack: BlackjackPrice) -> Solution:
    """Play by the chart, but never take a card that could bust the hand."""

    def plays(kind: HandKind) -> Plays:
        def play(total: Total, cards: int, shown: int) -> tuple[Play, Play]:
            if not total.soft and total.points + VALUES > MOST_POINTS:
                return Play.STAND, Play.STAND
            ours = _charted(blackjack, kind, total, shown)
            return ours[cards > 2], ours[True]

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
    kept_pairs: KeptPairs = lambda *_: (None, None),
) -> Solution:
    """Return the solution of plays by total and by pair.

    Where a play is not possible, the other one is taken; else a draw, else a stand.
    """
    kernel, hands = blackjack.kernel, blackjack.kernel.hands
    policies: dict[HandStart, tuple[bytes, ...]] = {}
    for key in policy_keys(kernel):
        kind, by_showing = charted_as(key), []
        for shown in range(len(kernel.dealer.trees)):
            policy = bytes([HAND_PLAYS.index(Play.DRAW)]) * len(hands.totals)
            for choices in reversed((*_pair_policies(kept_pairs, kind, shown), *_policies(hands, plays[kind], shown))):
                first = bytearray(policy)
                for number, play in choices.items():
                    first[number] = PLAY_NUMBERS[play]
                policy = kernel.allowed(shown, key, bytes(first), policy)
            by_showing.append(policy)
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
        play, _ = plays[PAID](hands.totals[number], 2, shown)
        if play is Play.SURRENDER and play in hand.values:
            return play
        return HAND_PLAYS[policies[INITIAL][shown][number]]

    return solution(kernel, policies, choose)


def _policies(hands: PlayerHands, plays: Plays, shown: int) -> tuple[NumberedPlays, NumberedPlays]:
    """Return the play of every hand by its total, and what it does where that is not possible."""
    known = cache(lambda total, cards: plays(total, cards, shown))
    lengths = enumerate(zip(hands.totals, hands.lengths, strict=True))
    return _of_hands({number: known(total, min(cards, 3)) for number, (total, cards) in lengths if cards > 1})


def _pair_policies(kept_pairs: KeptPairs, kind: HandKind, shown: int) -> tuple[NumberedPlays, NumberedPlays]:
    """Return the play of every pair that is not split, and what it does where that is not possible."""
    values = range(1, VALUES + 1)
    return _of_hands({all_hands().of(value, value): kept_pairs(kind, value, shown) for value in values})


def _of_hands(plays: Mapping[int, tuple[Play | None, Play | None]]) -> tuple[NumberedPlays, NumberedPlays]:
    """Return the first plays and the other ones, without those that are no plays of a single hand."""
    first = {number: play for number, (play, _) in plays.items() if play in HAND_PLAYS}
    second = {number: other for number, (_, other) in plays.items() if other in HAND_PLAYS}
    return first, second


def _from_file(blackjack: BlackjackPrice, path: str) -> Solution:
    """Return the solution of a chart from a file; hands that it leaves out are played by our own chart."""
    if not path_exists(path):
        raise Misuse(
            f"{argument('strategy')}: {path}: there is no such file; give a file, or one of {', '.join(NAMES)}"
        )
    charts = read_chart(blackjack, path)
    showings = [card_words(tree.shown) for tree in blackjack.kernel.dealer.trees]

    def plays(kind: HandKind) -> Plays:
        def play(total: Total, cards: int, shown: int) -> tuple[Play, Play]:
            first, other = charts[kind].plays(row_of(total), showings[shown])
            ours = _charted(blackjack, kind, total, shown)
            return first or ours[cards > 2 and not other], other or ours[True]

        return play

    def pairs(value: int, shown: int) -> Play | None:
        first, _ = charts[PAID].plays(row_of_pair(value), showings[shown])
        if first:
            return first
        play = blackjack.chart.initial.get(((value, value), blackjack.kernel.dealer.trees[shown].shown))
        return play if play in SPLITS else None

    def kept_pairs(kind: HandKind, value: int, shown: int) -> tuple[Play | None, Play | None]:
        return charts[kind].plays(row_of_pair(value), showings[shown])

    return _by_totals(blackjack, {PAID: plays(PAID), FREE: plays(FREE)}, pairs, kept_pairs)


def _from_function(blackjack: BlackjackPrice, function: StrategyFunction) -> Solution:
    """Return the solution of a strategy written as a function."""
    chart = FunctionStrategy(blackjack, function)
    plays: Mapping[HandKind, Plays] = {kind: partial(chart.by_total, kind) for kind in (PAID, FREE)}
    solution = _by_totals(blackjack, plays, chart.of_pair, chart.of_kept_pair)
    chart.done()
    return solution


def _charted(blackjack: BlackjackPrice, kind: HandKind, total: Total, shown: int) -> tuple[Play, Play]:
    """Return the plays of our own chart, of two cards and of more, for a hand that the file leaves out."""
    rows = blackjack.chart.rows
    cell = rows[kind if kind in rows else PAID][shown].totals.get(total)
    return (Play.DRAW, Play.DRAW) if cell is None else (HAND_PLAYS[cell.two], HAND_PLAYS[cell.more])


PAID, FREE = HandKind.INITIAL, HandKind.ADDED_FREE  # hands with chips on them, and without
LARGEST_CHART = 1 << 24  # that of a table with the hole card face up is more than 1 MiB, with the value of every play
EMPTY = 'a chart has "chart": hand, then upcard, then play'
KEYS = {PAID: ("chart", "otherwise"), FREE: ("chart_of_free_hands", "otherwise_of_free_hands")}
ALWAYS = (Play.STAND.value, Play.DRAW.value)  # possible with every hand that has a choice
WORDS = tuple(play.value for play in Play)

Rows = Mapping[str, Mapping[str, str]]  # by hand and upcard


@dataclass(frozen=True, kw_only=True)
class ChartOfHands:
    """The first play of every hand that a file states, and what is played where that is not possible."""

    first: Rows
    otherwise: Rows

    def plays(self, row: str, up: str) -> tuple[Play | None, Play | None]:
        """Return the first play and the other one; None where the file states none."""
        words = (rows.get(row, {}).get(up) for rows in (self.first, self.otherwise))
        first, other = (Play(word) if word else None for word in words)
        return first, other


def read_chart(blackjack: BlackjackPrice, path: str) -> Mapping[HandKind, ChartOfHands]:
    """Read a chart as `upcard strategy --json` writes one; raise Misuse with every play that is not possible."""
    document = _document(path)
    stated = {key: document.get(key, {}) for keys in KEYS.values() for key in keys}
    for key, rows in stated.items():
        if rows is None:  # our JSON may say so
            stated[key] = {}
        elif not isinstance(rows, dict):
            raise Misuse(f"{path}: {key}: not a chart: write it as hand, then upcard, then play")
    if "chart" not in document:
        raise Misuse(
            f'{path}: not a chart: it must have "chart", and may have "otherwise": hand, then upcard, then play'
        )
    wrong = [problem for kind, keys in KEYS.items() for problem in _problems(blackjack, kind, stated, keys)]
    if wrong:
        raise Misuse("\n".join(f"{path}: {problem}" for problem in wrong))
    paid, free = (ChartOfHands(first=stated[first], otherwise=stated[other]) for first, other in KEYS.values())
    return {PAID: paid, FREE: ChartOfHands(first=free.first or paid.first, otherwise=free.otherwise or paid.otherwise)}


def _document(path: str) -> Mapping[str, Any]:
    if not path.endswith(".json"):
        return keys_of(path, EMPTY)[0].raw
    text = text_of(path, EMPTY, largest=LARGEST_CHART)

    def bad(message: str, line: int = 1) -> BadConfig:
        return BadConfig((Problem(file=path, line=line, key=None, message=message),))

    try:
        document = json.loads(text)
    except RecursionError:
        raise bad("is nested too deeply") from None
    except json.JSONDecodeError as wrong:
        raise bad(f"not JSON: {wrong.msg} (column {wrong.colno})", wrong.lineno) from None
    except ValueError:  # the only other one
        raise bad(f"number too large: the limit is {sys.get_int_max_str_digits()} digits") from None
    if not isinstance(document, dict):
        raise Misuse(f"{path}: not a chart: a chart is written by hand, then upcard, then play")
    return document


def _problems(
    blackjack: BlackjackPrice, kind: HandKind, stated: Mapping[str, Any], keys: tuple[str, str]
) -> Iterator[str]:
    """Yield every row, upcard and play that does not exist, and every play that the rules do not allow."""
    showings = {card_words(tree.shown): number for number, tree in enumerate(blackjack.kernel.dealer.trees)}
    for key in keys:
        for row, cells in stated[key].items():
            hand, is_row = _hands_of(row)
            if not is_row or not isinstance(cells, Mapping) or (hand is None and key == "chart"):
                yield f'{key}: "{printable(row)}" is not a hand: write hard 5 to 20, soft 13 to 20, or pair A to 10'
                continue
            for up, word in cells.items():
                if up not in showings:
                    yield f'{key}: {row}: "{printable(up)}" is not an upcard: write A, or 2 to 10'
                elif not isinstance(word, str) or word not in WORDS:
                    known = ", ".join(WORDS)
                    yield f"{key}: {row} against {up}: {as_shown(word)} is not a play: write one of {known}"
                elif key == "chart":
                    assert hand is not None
                    if Play(word) not in (Play.STAND, *blackjack.kernel.plays.first(hand, _upcard(up))):
                        yield f"{key}: {row} against {up}: {word} is not allowed at this table with {card_words(hand)}"
                elif why := _why_never(
                    blackjack, kind, row, showings[up], Play(word), _before(stated, keys, key, row, up)
                ):
                    yield f"{key}: {row} against {up}: {word} {why}"


def _upcard(showing: str) -> int:
    upcard = showing.partition("-")[0]
    return 1 if upcard == "A" else int(upcard)


def _before(stated: Mapping[str, Any], keys: tuple[str, str], key: str, row: str, up: str) -> str | None:
    """Return the play that is made before another one, where that is possible; None for a first play."""
    first = stated[keys[0]].get(row) if key == keys[1] else None
    return first.get(up) if isinstance(first, Mapping) else None


def _why_never(
    blackjack: BlackjackPrice, kind: HandKind, row: str, showing: int, play: Play, before: str | None
) -> str | None:
    """Return why a play is never made, of a hand that is not split, after a first play that is not possible."""
    masks = [
        blackjack.kernel.masks(showing, key)[number]
        for key in policy_keys(blackjack.kernel)
        if charted_as(key) is kind
        for number in _numbers_of_rows()[row]
    ]
    bit = PLAY_BITS.get(play, 0)
    if not any(mask & bit for mask in masks):
        return "is not possible at this table with such a hand"
    if before in ALWAYS and before != play.value:
        return f"is never played: {before}, the first play, is always possible"
    return None


@cache
def _numbers_of_rows() -> Mapping[str, list[int]]:
    """Return the numbers of the hands of each row: those of its total, or a pair."""
    hands, rows = all_hands(), dict[str, list[int]]()
    for number, (total, cards) in enumerate(zip(hands.totals, hands.lengths, strict=True)):
        if cards > 1:
            rows.setdefault(row_of(total), []).append(number)
    return rows | {row_of_pair(value): [hands.of(value, value)] for value in range(1, VALUES + 1)}


def row_of(total: Total) -> str:
    """Return the name of the row of a total."""
    return f"{'soft' if total.soft else 'hard'} {total.points}"


def row_of_pair(value: int) -> str:
    """Return the name of the row of a pair."""
    return f"pair {card_words((value,))}"


def _hands_of(row: str) -> tuple[tuple[int, int] | None, bool]:
    """Return the values of two cards of a row, if two can make it, and whether there is such a row."""
    for value in range(1, VALUES + 1):
        if row == row_of_pair(value):
            return (value, value), True
    for total in TOTALS:
        if row == row_of(total):
            low, high = (1, total.points - 11) if total.soft else _two_cards(total.points)
            return ((low, high) if max(low, high) <= VALUES else None), True
    return None, False


def _two_cards(points: int) -> tuple[int, int]:
    """Return the values of two cards that make a hard total."""
    low = max(2, points - VALUES)
    return low, points - low
