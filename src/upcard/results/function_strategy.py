"""A strategy written as a function: asked once for every kind of hand, and checked as a chart is."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from upcard.errors import Misuse
from upcard.exact.blackjack.chart import charted_as
from upcard.exact.blackjack.solve import policy_keys
from upcard.payoffs.hands import all_hands, values_of
from upcard.payoffs.plays import HAND_PLAYS, PLAY_BITS
from upcard.results.blackjack import BlackjackPrice
from upcard.results.wording import card_words
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total
from upcard.rules.play_names import play_named

PAID, FREE = HandKind.INITIAL, HandKind.ADDED_FREE  # hands with chips on them, and without
ALONE = (Play.STAND, Play.DRAW)  # what is left where no other play is possible
MOST_PROBLEMS = 10  # named one by one


class HandToPlay(NamedTuple):
    """A hand whose player must decide, as a strategy sees it."""

    points: int
    soft: bool
    cards: int  # 2, or 3 for three and more
    pair: str | None  # "A" or "2" to "10": two cards of one value
    upcard: str  # "A" or "2" to "10"; both cards where the hole card is up
    free: bool  # made by a free split, without chips on it
    plays: tuple[str, ...]  # what the rules allow it, in their words


StrategyFunction = Callable[[HandToPlay], str]


def strategy_name(strategy: str | StrategyFunction) -> str:
    """Return the name of a strategy: its own, its file's or its function's."""
    return strategy if isinstance(strategy, str) else getattr(strategy, "__name__", type(strategy).__name__)


class FunctionStrategy:
    """The plays of a function: by total, by pair, and what is left where a play is not possible."""

    def __init__(self, blackjack: BlackjackPrice, function: StrategyFunction) -> None:
        self.blackjack, self.function = blackjack, function
        self.showings = [card_words(tree.shown) for tree in blackjack.kernel.dealer.trees]
        self.problems: list[str] = []

    def by_total(self, kind: HandKind, total: Total, cards: int, shown: int) -> tuple[Play, Play]:
        """Return the play of a total with so many cards, and what is played where that is not possible."""
        number = _hands_by_total().get((total, cards))
        if number is None:  # no hand has this total with so few cards
            return Play.DRAW, Play.DRAW
        plays = self._plays(kind, number, shown)
        if kind is not FREE and cards == 2 and self._may_surrender(number, shown):
            plays = (*plays, Play.SURRENDER)
        return self._ask_twice(kind, total, cards, None, shown, plays)

    def of_pair(self, value: int, shown: int) -> Play | None:
        """Return the first play of a pair that was dealt."""
        upcard = self.blackjack.kernel.upcard(shown)
        plays = self.blackjack.kernel.plays.first((value, value), upcard)
        if not plays:
            return None
        total = all_hands().totals[all_hands().of(value, value)]
        return self._ask(PAID, total, 2, value, shown, plays)

    def of_kept_pair(self, kind: HandKind, value: int, shown: int) -> tuple[Play | None, Play | None]:
        """Return the play of a pair that is not split, and what is played where that is not possible."""
        number = all_hands().of(value, value)
        plays = self._plays(kind, number, shown)
        return self._ask_twice(kind, all_hands().totals[number], 2, value, shown, plays)

    def done(self) -> None:
        """Raise Misuse if the function returned anything but a play that it was offered."""
        if self.problems:
            problems = list(dict.fromkeys(self.problems))
            more = len(problems) - MOST_PROBLEMS
            raise Misuse("\n".join(problems[:MOST_PROBLEMS] + ([f"… and {more} more"] if more > 0 else [])))

    def _plays(self, kind: HandKind, number: int, shown: int) -> tuple[Play, ...]:
        """Return the plays that hands of a kind have, but splits and surrender."""
        kernel = self.blackjack.kernel
        masks = [kernel.masks(shown, key)[number] for key in policy_keys(kernel) if charted_as(key) is kind]
        return tuple(play for play in HAND_PLAYS if any(mask & PLAY_BITS[play] for mask in masks))

    def _may_surrender(self, number: int, shown: int) -> bool:
        kernel = self.blackjack.kernel
        low, high = values_of(all_hands().counts[number])
        return Play.SURRENDER in kernel.plays.first((low, high), kernel.upcard(shown))

    def _ask_twice(
        self, kind: HandKind, total: Total, cards: int, pair: int | None, shown: int, plays: tuple[Play, ...]
    ) -> tuple[Play, Play]:
        """Return the play of a hand, and the one that it makes where it may only stand or draw."""
        if len(plays) < 2:
            return Play.STAND, Play.STAND
        first = self._ask(kind, total, cards, pair, shown, plays)
        return first, first if first in ALONE else self._ask(kind, total, cards, pair, shown, ALONE)

    def _ask(
        self, kind: HandKind, total: Total, cards: int, pair: int | None, shown: int, plays: tuple[Play, ...]
    ) -> Play:
        hand = HandToPlay(
            points=total.points,
            soft=total.soft,
            cards=cards,
            pair=None if pair is None else card_words((pair,)),
            upcard=self.showings[shown],
            free=kind is FREE,
            plays=tuple(play.value for play in plays),
        )
        word = self.function(hand)
        play = play_named(word) if isinstance(word, str) else None
        if play not in plays:
            of = f"pair {hand.pair}" if hand.pair else f"{'soft' if hand.soft else 'hard'} {hand.points}"
            self.problems.append(
                f"strategy: {of} against {hand.upcard}: it returned {word!r}, not one of {', '.join(hand.plays)}"
            )
            return Play.STAND
        return play


@cache
def _hands_by_total() -> Mapping[tuple[Total, int], int]:
    """Return the number of a hand of each total, of two cards that are no pair where there is one, and of more."""
    hands, numbers = all_hands(), dict[tuple[Total, int], int]()
    by_pair = sorted(range(len(hands.totals)), key=lambda number: max(hands.counts[number]) == hands.lengths[number])
    for number in by_pair:
        if hands.lengths[number] > 1:
            numbers.setdefault((hands.totals[number], min(hands.lengths[number], 3)), number)
    return numbers
