"""The coach: the best play of a hand and what every other play costs, from the cards that its seat has seen."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from upcard.cards import Card
from upcard.errors import Misuse
from upcard.game import procedure
from upcard.game.state import TableState
from upcard.game.view import plays
from upcard.money import Cents
from upcard.results.best_play import play_values_by_hand, play_values_of_cards
from upcard.results.blackjack import analyse
from upcard.results.wording import card_words, upcard_words
from upcard.rules.enums import Play
from upcard.rules.play_names import LETTERS, label
from upcard.table import TableConfig

NO_VALUE = "the coach has no exact values for this hand"


class CoachQuestion(NamedTuple):
    """A hand to decide: its cards, those that the dealer shows, the other cards seen, and what is wagered."""

    config: TableConfig
    hand: tuple[Card, ...]
    shown: tuple[Card, ...]
    removed: tuple[Card, ...]
    wager: Cents  # the initial one: the unit of the values
    allowed: tuple[Play, ...]
    is_split: bool


class PlayCost(NamedTuple):
    """A play, what it is worth for one unit, and what it costs against the best one, in money."""

    play: Play
    letter: str
    words: str
    value: float
    cost: float  # cents

    @property
    def is_best(self) -> bool:
        """Whether no play is better."""
        return self.cost <= 0


class Advice(NamedTuple):
    """What the coach says: every play with its cost, the best first; or why it says nothing."""

    costs: tuple[PlayCost, ...]
    seen: int  # cards that were taken out of the shoe, those of the hand and the dealer's included
    is_split: bool
    problem: str = ""


def question_of(state: TableState, seat: int, seen: tuple[Card, ...]) -> CoachQuestion | None:
    """Return what a seat has to decide, from the cards that it has seen; None if it is not its turn."""
    turn = procedure.turn(state)
    if turn is None or turn[0].number != seat:
        return None
    hand, shown = turn[0].hands[turn[1]], state.dealer.shown
    others = Counter(seen) - Counter(hand.cards) - Counter(shown)
    return CoachQuestion(
        config=state.felt.config,
        hand=hand.cards,
        shown=shown,
        removed=tuple(others.elements()),
        wager=Cents(sum(turn[0].chips)),
        allowed=plays(state),
        is_split=len(turn[0].hands) > 1,
    )


def advice(question: CoachQuestion) -> Advice:
    """Return the best play and what the others cost; takes some hundredths of a second of processor time."""
    seen = len(question.removed) + len(question.hand) + len(question.shown)
    try:
        values = _values(question)
    except (KeyError, Misuse):
        values = {}
    worth = {play: values[play] for play in question.allowed if play in values}
    if not worth:
        return Advice((), seen, question.is_split, NO_VALUE)
    best = max(worth.values())
    costs = (
        PlayCost(play, LETTERS[play], label(play), value, (best - value) * question.wager)
        for play, value in worth.items()
    )
    return Advice(tuple(sorted(costs, key=lambda each: each.cost)), seen, question.is_split)


def _values(question: CoachQuestion) -> Mapping[Play, float]:
    price = analyse(question.config, removed=question.removed)
    hand = tuple(sorted(card.value for card in question.hand))
    upcard = upcard_words(card.value for card in question.shown)
    if len(hand) == 2:
        return play_values_by_hand(price)[card_words(hand)][upcard]
    return play_values_of_cards(price, hand)[upcard]
