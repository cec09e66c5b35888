"""The plays that the rules allow every hand: initial hands and split hands, against every upcard."""

from functools import cache
from typing import Any

from upcard.payoffs.hands import CARD_OF_VALUE, all_hands, hand_classes, total_of, values_of
from upcard.rules.apply import allowed, is_checked, may
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import Play
from upcard.rules.hand import HandInPlay

# The plays of a single hand, in the order in which arrays and the kernel number them.
HAND_PLAYS = (Play.STAND, Play.DRAW, Play.DOUBLE_DOWN, Play.FREE_DOUBLE_DOWN)
PLAY_BITS = {play: 1 << bit for bit, play in enumerate(HAND_PLAYS)}
ONLY_STAND = PLAY_BITS[Play.STAND]  # the mask of a hand that has no other play
DEALERS_SIDE = ("upcard", "checked")
ACE_VALUE = 1


class WatchedHand(HandInPlay):
    """A hand that records whether a rule looked at the dealer's side; if none did, the upcard does not matter."""

    looked_at_dealer = False

    def __getattribute__(self, name: str) -> Any:
        if name in DEALERS_SIDE:
            self.looked_at_dealer = True
        return super().__getattribute__(name)


class Plays:
    """The plays of hands at a table, by the values of their cards in the order dealt."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules = rules
        self.allows = cache(self._allows)
        self.first = cache(self._first)
        self.masks = cache(self._masks)
        self._hand_of_each_class = cache(self._representatives)
        self._first_plays: dict[tuple[int, int], tuple[Play, ...]] = {}  # those that do not depend on the upcard
        self._tables: dict[tuple[bool, bool], bytes] = {}  # masks that do not depend on the upcard

    def _allows(
        self, play: Play, values: tuple[int, ...], upcard: int, *, splits: int = 0, from_split: bool = False
    ) -> bool:
        """Whether the rules allow a play of a hand, after the dealer has checked for a blackjack where that is done."""
        return may(play, self.rules, self._hand(values, upcard, splits=splits, from_split=from_split))

    def _first(self, values: tuple[int, int], upcard: int) -> tuple[Play, ...]:
        """Return the plays that an initial hand may choose from; none where there is nothing to decide."""
        if values in self._first_plays:
            return self._first_plays[values]
        hand = WatchedHand(*self._hand(values, upcard))
        plays = allowed(Play, self.rules, hand)
        if self.is_early(values, upcard):
            plays = tuple(play for play in Play if play in plays or play is Play.SURRENDER)
        plays = plays if plays != (Play.STAND,) else ()
        if not hand.looked_at_dealer:
            self._first_plays[values] = plays
        return plays

    def is_early(self, values: tuple[int, int], upcard: int) -> bool:
        """Whether a hand may be surrendered only before the dealer checks for a blackjack."""
        hand = self._hand(values, upcard)
        before = hand._replace(checked=False)
        return hand.checked and not may(Play.SURRENDER, self.rules, hand) and may(Play.SURRENDER, self.rules, before)

    def _hand(self, values: tuple[int, ...], upcard: int, *, splits: int = 0, from_split: bool = False) -> HandInPlay:
        cards = tuple([CARD_OF_VALUE[value - 1] for value in values])
        checked = is_checked(self.rules, CARD_OF_VALUE[upcard - 1])
        return HandInPlay(cards, total_of(values), CARD_OF_VALUE[upcard - 1], splits, from_split, checked)

    def _masks(self, upcard: int, *, from_split: bool = False, aces: bool = False) -> bytes:
        """Return the plays of every hand but splits and surrender, one bit each.

        Hands of one total and number of cards have the same plays. `aces`: they began with one of two split aces.
        """
        key = from_split, aces
        if key in self._tables:
            return self._tables[key]
        card, table, looked_at_dealer = CARD_OF_VALUE[upcard - 1], bytearray(256), False
        checked = is_checked(self.rules, card)
        for number, representative in enumerate(self._hand_of_each_class(from_split, aces)):
            hand = WatchedHand(*representative._replace(upcard=card, checked=checked))
            table[number] = sum([PLAY_BITS[play] for play in allowed(HAND_PLAYS, self.rules, hand)])
            looked_at_dealer = looked_at_dealer or hand.looked_at_dealer
        masks = hand_classes(self.rules.cards_that_matter)[0].translate(table)
        if not looked_at_dealer:
            self._tables[key] = masks
        return masks

    def _representatives(self, from_split: bool, aces: bool) -> tuple[HandInPlay, ...]:
        """Return a hand for each total and number of cards, against any upcard."""
        hands, representatives = all_hands(), []
        for first in hand_classes(self.rules.cards_that_matter)[1]:
            values = values_of(hands.counts[first])[::-1]
            first_card = (ACE_VALUE if aces else max(values[0], ACE_VALUE + 1),) if from_split else values[:1]
            cards = tuple(CARD_OF_VALUE[value - 1] for value in (*first_card, *values[1:]))
            representatives.append(
                HandInPlay(cards, hands.totals[first], CARD_OF_VALUE[0], int(from_split), from_split)
            )
        return tuple(representatives)
