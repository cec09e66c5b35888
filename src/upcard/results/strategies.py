"""Strategies of a simulation: the optimum, the chart, the dealer's own, never to bust, a file or a function."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache, partial

from upcard.errors import Misuse
from upcard.exact.blackjack.chart import charted_as
from upcard.exact.blackjack.kernel import INITIAL, HandStart
from upcard.exact.blackjack.solve import Decision, Solution, policy_keys, solution
from upcard.payoffs.hands import VALUES, PlayerHands, all_hands
from upcard.payoffs.plays import HAND_PLAYS
from upcard.results.blackjack import BlackjackPrice
from upcard.results.chart_file import FREE, PAID, read_chart, row_of, row_of_pair
from upcard.results.function_strategy import FunctionStrategy, StrategyFunction, strategy_name
from upcard.results.wording import card_words
from upcard.rules.apply import SPLITS
from upcard.rules.blackjack import dealer_stands
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total
from upcard.rules.hand import MOST_POINTS
from upcard.sim.strategy_automaton import Strategy
from upcard.table.keys import path_exists
from upcard.table.notation import argument

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
