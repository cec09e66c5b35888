"""The closed list of facts that wagers see."""

from typing import NamedTuple

from upcard.cards import Card, Rank, Suit
from upcard.rules.fact_type import Fact, Result, Split, Stream


class Total(NamedTuple):
    """A point total; soft while an ace counts eleven, hard otherwise."""  # 13:69F-2.1(j), 13:69F-2.1(f)

    points: int
    soft: bool = False

    def plus(self, card: Card) -> "Total":
        """Return the total with a card: an ace counts eleven unless the total would exceed 21."""  # 13:69F-2.2(b)3i
        if self.points > 21:  # a bust hand draws no more
            return self
        points = self.points + card.value
        if card.value == 1 and points <= 11:
            return Total(points + 10, soft=True)
        if points > 21 and self.soft:
            return Total(points - 10)
        return Total(points, self.soft)

    @property
    def bust(self) -> bool:
        """Whether the total exceeds 21."""
        return self.points > 21


class HandTotal(NamedTuple):
    """A point total and the number of cards that made it, counted to two."""

    total: Total = Total(0)
    cards: int = 0

    def plus(self, card: Card) -> "HandTotal":
        """Return the hand with a card added."""
        return HandTotal(self.total.plus(card), min(self.cards + 1, 3))

    @property
    def blackjack(self) -> bool:
        """Whether the hand is an ace and a ten-value card as its only two cards."""
        return self.cards == 2 and self.total.points == 21  # 13:69F-2.1(b)


class LeadingAces(NamedTuple):
    """The aces that a box began with, before any other card."""

    aces: int = 0
    suits: frozenset[Suit] = frozenset()
    suited_at_three: bool = False  # whether the first three aces were of one suit
    ended: bool = False

    def plus(self, card: Card) -> "LeadingAces":
        """Return the run after a card: an ace continues it, any other card ends it."""
        if self.ended or card.rank is not Rank.ACE:
            return self._replace(ended=True)
        suits = self.suits | {card.suit}
        suited = len(suits) == 1 if self.aces == 2 else self.suited_at_three
        return LeadingAces(self.aces + 1, suits, suited)


class SuitsOfRank(NamedTuple):
    """The suits of the cards of one rank among the first cards of a box."""

    cards: int = 0
    suits: tuple[Suit, ...] = ()


def _take(_: object, symbol: object) -> object:
    return symbol


def _blackjack_in(stream: Stream, name: str) -> Fact:
    return Fact(name=name, stream=stream, start=HandTotal(), step=HandTotal.plus)


FIRST_RANK = Fact(name="rank of the first card", stream=Stream.FIRST, start=None, step=lambda _, card: card.rank)
SECOND_RANK = Fact(name="rank of the second card", stream=Stream.SECOND, start=None, step=lambda _, card: card.rank)
UPCARD_RANK = Fact(name="rank of the upcard", stream=Stream.UPCARD, start=None, step=lambda _, card: card.rank)
FIRST_CARD = Fact(name="first card", stream=Stream.FIRST, start=None, step=_take)
SECOND_CARD = Fact(name="second card", stream=Stream.SECOND, start=None, step=_take)
UPCARD = Fact(name="upcard", stream=Stream.UPCARD, start=None, step=_take)
INITIAL_POINTS_ACE_ONE = Fact(  # 13:69F-2.2(b)3ii
    name="points of the initial two cards, ace as one",
    stream=Stream.INITIAL,
    start=0,
    step=lambda points, card: points + card.value,
)
INITIAL_HAND = _blackjack_in(Stream.INITIAL, "the initial two cards")
BOX_ACES = Fact(name="aces the box began with", stream=Stream.BOX, start=LeadingAces(), step=LeadingAces.plus)
PLAYER_TOTAL = Fact(name="player's point total", stream=Stream.PLAYER, start=Total(0), step=Total.plus)
PLAYER_CARDS = Fact(
    name="cards in the player's hand, counted to eight",
    stream=Stream.PLAYER,
    start=0,
    step=lambda count, _: min(count + 1, 8),
)
PLAYER_SUITS = Fact(
    name="suits in the player's hand",
    stream=Stream.PLAYER,
    start=frozenset[Suit](),
    step=lambda suits, card: suits | {card.suit},
)
BOX_SPLITS = Fact(
    name="splits of the box, counted to seven",
    stream=Stream.SPLITS,
    start=0,
    step=lambda count, _: min(count + 1, 7),
    symbols=tuple(Split),
)
DEALER_FIRST_TWO = Fact(
    name="dealer's first two cards",
    stream=Stream.DEALER_INITIAL,
    start=(),
    step=lambda cards, card: (*cards, card),
)
DEALER_INITIAL_HAND = _blackjack_in(Stream.DEALER_INITIAL, "dealer's initial hand")
DEALER_TOTAL = Fact(name="dealer's point total", stream=Stream.DEALER, start=Total(0), step=Total.plus)
DEALER_HAND = _blackjack_in(Stream.DEALER, "dealer's hand")
DEALER_CARDS = Fact(
    name="cards in the dealer's hand, counted to eight",
    stream=Stream.DEALER,
    start=0,
    step=lambda count, _: min(count + 1, 8),
)
DEALER_SUITS = Fact(
    name="suits in the dealer's hand",
    stream=Stream.DEALER,
    start=frozenset[Suit](),
    step=lambda suits, card: suits | {card.suit},
)


def suits_of(rank: Rank, among: int) -> Fact:
    """Return a fact: the cards of one rank among the first cards dealt to a box."""

    def step(state: SuitsOfRank, card: Card) -> SuitsOfRank:
        if state.cards == among:
            return state
        suits = (*state.suits, card.suit) if card.rank is rank else state.suits
        return SuitsOfRank(state.cards + 1, tuple(sorted(suits, key=lambda suit: suit.value)))

    name = f"cards of rank {int(rank)} among the first {among}"
    return Fact(name=name, stream=Stream.BOX, start=SuitsOfRank(), step=step)


def wins_in_a_row(most: int) -> Fact:
    """Return a fact: consecutive wins up to a number; None after a loss, for good; a push changes nothing."""

    def step(wins: int | None, result: Result) -> int | None:
        if wins is None or result is Result.LOSS:
            return None
        return wins if result is Result.PUSH else min(wins + 1, most)

    return Fact(name="consecutive wins", stream=Stream.RESULTS, start=0, step=step, symbols=tuple(Result))


def chosen(name: str, *choices: int) -> Fact:
    """Return a fact: which of several wagers the player chose."""
    return Fact(name=name, stream=Stream.CHOICE, start=None, step=_take, symbols=choices)
