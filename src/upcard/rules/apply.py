"""Apply the rules of the base game to a hand: why it does not have a play, and what becomes of it."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from upcard.cards import Card, Rank
from upcard.rules import blackjack
from upcard.rules.blackjack import BlackjackRules, Branch, Reason
from upcard.rules.enums import BlackjackPays, HandKind, HoleCard, Play
from upcard.rules.fact_type import Result
from upcard.rules.facts import HandTotal
from upcard.rules.hand import HandEnded, HandInPlay, Refusal, can_be_blackjack

_NOT_DEALT = HandTotal()
UNITS = {Play.DOUBLE_DOWN: 1, Play.SPLIT_PAIR: 1}  # initial wagers that a play adds in chips
BUTTONS = {Play.FREE_DOUBLE_DOWN: 1, Play.FREE_SPLIT: 1}  # initial wagers that its button is worth
SPLITS = {Play.SPLIT_PAIR: HandKind.ADDED, Play.FREE_SPLIT: HandKind.ADDED_FREE}  # and the hand that each adds
_DECISIONS = tuple(play for play in Play if play is not Play.STAND)
DOUBLES = (Play.DOUBLE_DOWN, Play.FREE_DOUBLE_DOWN)
FIRST_ONLY = (*DOUBLES, Play.SURRENDER)  # plays of the first two cards


def is_checked(rules: BlackjackRules, upcard: Card) -> bool:
    """Whether the dealer looks for a blackjack before the players decide."""  # 13:69F-2.6(j)
    return rules.hole_card is HoleCard.DOWN and can_be_blackjack(upcard)


def is_insured(rules: BlackjackRules, upcard: Card) -> bool:
    """Whether insurance is offered: the upcard is an ace and the second card is not seen."""  # reading 56
    return upcard.rank is Rank.ACE and rules.hole_card is not HoleCard.UP


def equals_full_insurance(rules: BlackjackRules) -> bool:
    """Whether even money is worth what full insurance is: for one wager whose blackjack pays 3 to 2."""  # reading 59
    return rules.blackjack_pays is BlackjackPays.THREE_TO_TWO and rules.dealer_hands == 1


def reasons_hand_is_over(rules: BlackjackRules, hand: HandInPlay) -> Iterator[Refusal]:
    """Yield every reason why a hand is played no further; none if it goes on."""
    for reason in blackjack.HAND_OVER:
        if reason.applies(rules, hand):
            yield reason.refusal(rules, hand)
    if branch := settlement_branch(rules, hand.as_ended):
        yield (
            branch.cite,
            f"a hand of {len(hand.cards)} cards and {hand.total.points} points is settled, and draws no more",
        )


def why_not(play: Play, rules: BlackjackRules, hand: HandInPlay) -> Iterator[Refusal]:
    """Yield every reason why the rules do not allow a play now; none if they do."""
    if play is not Play.STAND:
        yield from reasons_hand_is_over(rules, hand)
    for reason in blackjack.REASONS[play]:
        if reason.applies(rules, hand):
            yield reason.refusal(rules, hand)


def is_ended(rules: BlackjackRules, hand: HandInPlay) -> bool:
    """Whether a hand is played no further, or settled at once."""
    return _applies(blackjack.HAND_OVER, rules, hand) or settlement_branch(rules, hand.as_ended) is not None


def _applies(reasons: tuple[Reason, ...], rules: BlackjackRules, hand: HandInPlay) -> bool:
    for reason in reasons:  # noqa: SIM110  # called for every card dealt: a loop takes half the time of any()
        if reason.applies(rules, hand):
            return True
    return False


def may(play: Play, rules: BlackjackRules, hand: HandInPlay) -> bool:
    """Whether the rules allow a play now."""
    return bool(allowed((play,), rules, hand))


def allowed(plays: Iterable[Play], rules: BlackjackRules, hand: HandInPlay) -> tuple[Play, ...]:
    """Return which of some plays the rules allow a hand now, initial or split."""
    ended = is_ended(rules, hand)
    return tuple(
        [
            play
            for play in plays
            if not (ended and play is not Play.STAND) and not _applies(blackjack.REASONS[play], rules, hand)
        ]
    )


def is_over(rules: BlackjackRules, hand: HandInPlay) -> bool:
    """Whether nothing is left to decide: the hand has no play but to stand."""
    if is_ended(rules, hand):
        return True
    for play in _DECISIONS:  # noqa: SIM110  # called for every card dealt, like _applies
        if not _applies(blackjack.REASONS[play], rules, hand):
            return False
    return True


def settlement_branch(rules: BlackjackRules, hand: HandEnded, dealer: HandTotal | None = None) -> Branch | None:
    """Return the branch that settles a hand; without a dealer's hand, the one that settles it at once, if any."""
    against = _NOT_DEALT if dealer is None else dealer
    for branch in blackjack.SETTLEMENT:
        if dealer is None and not branch.at_once:
            return None  # those that settle at once come first
        if branch.applies(rules, hand, against):
            return branch
    return None


def net(rules: BlackjackRules, hand: HandEnded, branch: Branch) -> Fraction:
    """Return what a hand wins or loses by a branch of settlement, in units of the initial wager."""
    settlement, free = branch.settlement(rules), hand.kind is HandKind.ADDED_FREE
    buttons = sum(BUTTONS[play] for play in (Play.FREE_SPLIT if free else None, hand.doubled) if play in BUTTONS)
    added = sum(UNITS[play] for play in (hand.doubled,) if play in UNITS)
    won = buttons if settlement.result is Result.WIN else 0
    return settlement.wagered * (not free) + settlement.added * added + won
