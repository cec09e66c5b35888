"""The rules of the blackjack wager in words, for the brute force: which plays a hand has, and its net result.

No code of the package is used here: `BlackjackRules` only says which options are on.
"""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import BlackjackPays, DealerBlackjackTakes, DoubleOn, HoleCard, Play, Soft17, Surrender

Values = tuple[int, ...]  # of cards, lowest first

BUST, CHARLIE = 0, 99  # instead of points
PAYS = {BlackjackPays.THREE_TO_TWO: Fraction(3, 2), BlackjackPays.SIX_TO_FIVE: Fraction(6, 5)}
DOUBLED_ON = {DoubleOn.HARD_9_TO_11: (9, 10, 11), DoubleOn.HARD_10_TO_11: (10, 11)}


class Total(NamedTuple):
    """The points of a hand; soft while an ace counts eleven."""

    points: int
    soft: bool = False

    @property
    def bust(self) -> bool:
        return self.points > 21


@cache
def total_of(values: Values) -> Total:
    """Add up a hand: one ace counts eleven if the hand stays within 21."""
    points = sum(values)
    return Total(points + 10, soft=True) if 1 in values and points <= 11 else Total(points)


def is_blackjack(values: Values) -> bool:
    """Whether two cards are an ace and one worth ten."""
    return values in ((1, 10), (10, 1))


class Begun(NamedTuple):
    """A hand in play."""

    cards: Values
    original: bool = True  # it bears the original wager
    free: bool = False  # no chips of the player are on it
    from_split: bool = False
    of_aces: bool = False  # it began with one of two split aces


class Finished(NamedTuple):
    """A hand that is played out."""

    original: bool
    points: int
    wins: int
    loses: int


class Made(NamedTuple):
    """A dealer's completed hand."""

    total: Total
    blackjack: bool


def dealer_stands(rules: BlackjackRules, total: Total) -> bool:
    """Whether the dealer draws no more: with a hard 17 or more, or a soft 18 or more; a soft 17 is the house's."""
    if total.points == 17 and total.soft:
        return rules.dealer_soft_17 is Soft17.STAND
    return total.points >= 17


def may(play: Play, rules: BlackjackRules, hand: Begun, shown: Values, *, hands: int = 1) -> bool:
    """Whether a hand has a play; `hands`: how many its box has."""
    total, two = total_of(hand.cards), len(hand.cards) == 2
    if play is Play.STAND:
        return True
    if total.points >= 21 or _is_charlie(rules, hand.cards):  # played no further
        return False
    match play:
        case Play.DRAW:
            return not hand.of_aces
        case Play.DOUBLE_DOWN:
            return two and not hand.of_aces and _may_double(rules, total, from_split=hand.from_split)
        case Play.FREE_DOUBLE_DOWN:
            free = not total.soft and total.points in rules.doubles_free_on
            return free and (two or rules.free_on_any_number) and not hand.of_aces
        case Play.SPLIT_PAIR:
            return _may_split(rules, hand, hands, _limits(rules, hand)[0])
        case Play.FREE_SPLIT:
            kept = rules.free_split_except
            return (
                kept is not None
                and hand.cards[0] not in kept
                and _may_split(rules, hand, hands, _limits(rules, hand)[1])
            )
        case Play.SURRENDER:
            return two and not hand.from_split and _may_surrender(rules, shown)


def _may_double(rules: BlackjackRules, total: Total, *, from_split: bool) -> bool:
    """Whether two cards may be doubled down with chips."""
    if from_split and not rules.double_after_split:
        return False
    on = DOUBLED_ON.get(rules.double_on)
    return on is None or (total.points in on and not total.soft)


def _limits(rules: BlackjackRules, hand: Begun) -> tuple[int, int]:
    """Return how often a hand may be split with a wager, and free; a pair that is not split free knows one limit."""
    kept = rules.free_split_except
    if rules.splits_free is None or kept is None or hand.cards[0] in kept:
        return rules.splits, rules.splits
    return min(rules.splits, rules.splits_free), rules.splits_free


def _may_split(rules: BlackjackRules, hand: Begun, hands: int, limit: int) -> bool:
    """Whether a hand is a pair that may be split; so often that a box has one hand more than splits."""
    pair = len(hand.cards) == 2 and hand.cards[0] == hand.cards[1]
    return pair and hands <= limit and (rules.resplit_aces or not hand.of_aces)


def _may_surrender(rules: BlackjackRules, shown: Values) -> bool:
    if rules.surrender is Surrender.NONE:
        return False
    return rules.surrender is not Surrender.EARLY_NOT_AGAINST_ACE or shown[0] != 1


def _is_charlie(rules: BlackjackRules, cards: Values) -> bool:
    return rules.charlie is not None and len(cards) >= rules.charlie


def is_known_first(rules: BlackjackRules) -> bool:
    """Whether a dealer's blackjack ends the round before anyone plays."""
    return rules.hole_card is not HoleCard.AFTER_PLAYERS


def finished(rules: BlackjackRules, hand: Begun, play: Play = Play.STAND) -> Finished:
    """End a hand, with what was added by a double down; a free button wins like a chip and is never lost."""
    total = total_of(hand.cards)
    doubled, paid = play in (Play.DOUBLE_DOWN, Play.FREE_DOUBLE_DOWN), play is Play.DOUBLE_DOWN
    points = max(total.points, 16)  # no dealer's hand stands below 17: all lower points are one
    if total.bust:
        points = BUST
    elif _is_charlie(rules, hand.cards):
        points = CHARLIE
    return Finished(hand.original, points, 1 + doubled, (not hand.free) + paid)


def net_results(rules: BlackjackRules, hand: Finished, dealer: Made, *, busts_first: bool) -> int:
    """Return what a hand wins or loses; `busts_first`: it is collected before a dealer's blackjack shows."""
    if dealer.blackjack:
        return _against_blackjack(rules, hand, busts_first=busts_first)
    if hand.points == BUST:
        return -hand.loses
    if hand.points == CHARLIE:
        return hand.wins
    if dealer.total.points == rules.dealer_pushes_on or hand.points == dealer.total.points:
        return 0
    return hand.wins if dealer.total.bust or hand.points > dealer.total.points else -hand.loses


def _against_blackjack(rules: BlackjackRules, hand: Finished, *, busts_first: bool) -> int:
    original = -int(hand.original)
    if is_known_first(rules):  # nothing was doubled or split, and no hand had a third card
        return original
    if hand.points == CHARLIE:  # paid at once
        return hand.wins
    takes_all = rules.dealer_blackjack_takes is DealerBlackjackTakes.ALL_WAGERS
    collected = busts_first and hand.points == BUST and not rules.busts_wait
    return -hand.loses if takes_all or collected else original


def dealt_blackjack_brings(rules: BlackjackRules, dealer: Made) -> Fraction:
    """Return what a player's blackjack wins."""
    return Fraction(0) if dealer.blackjack else PAYS[rules.blackjack_pays]


def surrender_brings(rules: BlackjackRules, dealer: Made) -> Fraction:
    """Return what a surrendered hand loses: half; to a dealer's blackjack all, unless it was given up early."""
    return Fraction(-1) if dealer.blackjack and rules.surrender is Surrender.LATE else Fraction(-1, 2)
