"""A hand in play, a hand that has ended, and what becomes of it."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from upcard.cards import DECK, Card, Rank
from upcard.law import Cite
from upcard.rules.enums import HandKind, HandOutcome, Play
from upcard.rules.fact_type import Result
from upcard.rules.facts import HandTotal, Total

Rules = TypeVar("Rules")  # the rules that the hand is played by

MOST_POINTS = 21

Refusal = tuple[Cite, str]  # a paragraph, and why it forbids a play


class HandInPlay(NamedTuple):
    """A hand as its player sees it."""

    cards: tuple[Card, ...]
    total: Total
    upcard: Card
    splits: int = 0  # how often its box has been split
    from_split: bool = False
    checked: bool = False  # the dealer has looked for a blackjack, and has none

    @property
    def as_ended(self) -> "HandEnded":
        """Return the hand as it is settled if it ends now."""
        return HandEnded(self.total, len(self.cards), HandKind.SPLIT if self.from_split else HandKind.INITIAL)

    @property
    def is_pair(self) -> bool:
        """Whether the hand is two cards of one value; a king and a ten are."""  # 13:69F-2.11(a)
        return len(self.cards) == 2 and self.cards[0].value == self.cards[1].value

    @property
    def words(self) -> str:
        """Return the cards as they are written: 8h 8c."""
        return " ".join(map(str, self.cards))

    @property
    def of_split_aces(self) -> bool:
        """Whether the hand was begun by splitting aces."""
        return self.from_split and self.cards[0].rank is Rank.ACE


class HandEnded(NamedTuple):
    """A hand that is played no further, as it is settled."""

    total: Total
    cards: int  # how many
    kind: HandKind = HandKind.INITIAL
    doubled: Play | None = None
    surrendered: bool = False

    @property
    def blackjack(self) -> bool:
        """Whether the hand is an ace and a ten-value card as the initial two cards."""  # 13:69F-2.1(b)
        return self.cards == 2 and self.total.points == MOST_POINTS and self.kind is HandKind.INITIAL


_BLACKJACK = frozenset({1, 10})


def can_be_blackjack(upcard: Card) -> bool:
    """Whether the upcard can be part of a dealer's blackjack."""  # 13:69F-2.1(b)
    return upcard.value in _BLACKJACK


def blackjack_with(upcard: Card) -> Card | None:
    """Return a card that makes a blackjack with an upcard; None if none does."""
    if not can_be_blackjack(upcard):
        return None
    return next(card for card in DECK if {card.value, upcard.value} == _BLACKJACK)


def times_words(count: int) -> str:
    """Return how often, in words: once, 3 times."""
    return "once" if count == 1 else f"{count} times"


def total_words(total: Total) -> str:
    """Return a total in words: hard 16, soft 18."""
    return f"{'soft' if total.soft else 'hard'} {total.points}"


class Settlement(NamedTuple):
    """What becomes of a hand: each chip wins or loses so many times itself; a button is paid only for a win."""

    outcome: HandOutcome
    result: Result
    wagered: Fraction  # for each chip of the wager
    added: Fraction  # for each chip added by doubling down


HAND_WON = Settlement(HandOutcome.WIN, Result.WIN, Fraction(1), Fraction(1))
HAND_LOST = Settlement(HandOutcome.LOSE, Result.LOSS, Fraction(-1), Fraction(-1))
HAND_PUSHED = Settlement(HandOutcome.PUSH, Result.PUSH, Fraction(0), Fraction(0))


@dataclass(frozen=True)
class PlayReason(Generic[Rules]):
    """Why a hand does not have a play: a name, the paragraph, when it applies, and what it says."""

    name: str
    cite: Cite | Callable[[Rules, HandInPlay], Cite]
    applies: Callable[[Rules, HandInPlay], bool]
    says: Callable[[Rules, HandInPlay], str]

    def refusal(self, rules: Rules, hand: HandInPlay) -> Refusal:
        """Return the paragraph and the message."""
        return self.cite if isinstance(self.cite, Cite) else self.cite(rules, hand), self.says(rules, hand)


@dataclass(frozen=True, eq=False)
class SettlementBranch(Generic[Rules]):
    """A case of settlement: a name, the paragraph, when it applies, and what becomes of the hand."""

    name: str
    cite: Cite
    applies: Callable[[Rules, HandEnded, HandTotal], bool]
    settles: Settlement | Callable[[Rules], Settlement]
    at_once: bool = False  # whatever the dealer has

    def settlement(self, rules: Rules) -> Settlement:
        """Return what becomes of the hand."""
        return self.settles if isinstance(self.settles, Settlement) else self.settles(rules)
