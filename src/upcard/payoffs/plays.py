"""The plays that the rules allow every hand: initial hands and split hands, against every upcard."""

from functools import cache

from upcard.payoffs.hands import CARDS, alike, all_hands, total_of, values_of
from upcard.rules.apply import is_over, may
from upcard.rules.blackjack import BlackjackRules, is_checked
from upcard.rules.facts import Total
from upcard.rules.hand import HandInPlay
from upcard.rules.words import Play

ALONE = (Play.STAND, Play.DRAW, Play.DOUBLE_DOWN, Play.FREE_DOUBLE_DOWN)  # within one hand, as arrays number them
STANDS = 1 << ALONE.index(Play.STAND)  # the mask of a hand that is over
ACE = 1


class Plays:
    """The plays of hands at a table, by the values of their cards in the order dealt."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules = rules
        self.allows = cache(self._allows)
        self.first = cache(self._first)
        self.masks = cache(self._masks)

    def _allows(
        self, play: Play, values: tuple[int, ...], upcard: int, *, splits: int = 0, from_split: bool = False
    ) -> bool:
        """Whether the rules allow a play of a hand, once the dealer has looked for a blackjack where that is done."""
        return may(play, self.rules, self._hand(values, upcard, splits=splits, from_split=from_split))

    def _first(self, values: tuple[int, int], upcard: int) -> tuple[Play, ...]:
        """Return the first plays of an initial hand; none where there is nothing to decide."""
        if is_over(self.rules, self._hand(values, upcard)._replace(checked=False)):
            return ()
        early = self.is_early(values, upcard)
        return tuple(play for play in Play if self.allows(play, values, upcard) or (early and play is Play.SURRENDER))

    def is_early(self, values: tuple[int, int], upcard: int) -> bool:
        """Whether a hand is given up before the dealer looks for a blackjack."""
        hand = self._hand(values, upcard)
        return hand.checked and may(Play.SURRENDER, self.rules, hand._replace(checked=False))

    def _hand(
        self,
        values: tuple[int, ...],
        upcard: int,
        *,
        total: Total | None = None,
        splits: int = 0,
        from_split: bool = False,
    ) -> HandInPlay:
        cards = tuple([CARDS[value - 1] for value in values])
        checked = is_checked(self.rules, CARDS[upcard - 1])
        return HandInPlay(cards, total or total_of(values), CARDS[upcard - 1], splits, from_split, checked=checked)

    def _masks(self, upcard: int, *, from_split: bool = False, aces: bool = False) -> bytes:
        """Return the plays of every hand within itself, one bit each.

        Hands of one total and number of cards are alike; `aces`: they began with one of two split aces.
        """
        hands = all_hands()
        classes, firsts = alike(self.rules.cards_that_matter)
        table = bytearray(256)
        for number, first in enumerate(firsts):
            values = values_of(hands.counts[first])[::-1]
            began = (ACE if aces else max(values[0], ACE + 1),) if from_split else values[:1]
            hand = self._hand(
                (*began, *values[1:]),
                upcard,
                total=hands.totals[first],
                splits=int(from_split),
                from_split=from_split,
            )
            table[number] = sum(may(play, self.rules, hand) << bit for bit, play in enumerate(ALONE))
        return classes.translate(table)
