"""Rounds dealt card by card from small shoes, every one of them: the slow way to a distribution."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import perm

from upcard.cards import DECK, Card, cards
from upcard.exact.drawn_cards import DrawsAnother, Shown
from upcard.exact.shoe import Shoe
from upcard.rules.blackjack import BlackjackRules, dealer_stands
from upcard.rules.enums import HoleCard
from upcard.rules.fact_type import Fact, Stream
from upcard.rules.facts import HandTotal, Total
from upcard.rules.wager import Outcome, Rider, Wager

Round = tuple[tuple[Card, ...], tuple[Card, ...], int]  # the box, the dealer's hand, the ways to deal them


def small_shoe(text: str) -> Shoe:
    """Return a shoe of eight decks less all but a few cards."""
    kept = Counter(cards(text))
    return Shoe.fresh(8).without(card for card in DECK for _ in range(8 - kept[card]))


def never(values: tuple[int, ...], shown: Shown, blackjack: bool) -> bool:
    """Deal a box only its first two cards."""
    return not shown or (blackjack and not values)


def brute(wager: Wager | Rider, shoe: Shoe, *, rules: BlackjackRules, goes: DrawsAnother) -> dict[Outcome, Fraction]:
    """Deal every round, as the rules deal it, and add up the outcomes."""
    streams = {fact.stream for fact in wager.sees}
    left = {card: count for card, count in zip(DECK, shoe.counts, strict=True) if count}
    found: dict[Outcome, Fraction] = defaultdict(Fraction)
    ways: dict[tuple[Outcome, int], int] = defaultdict(int)
    table = _Dealing(left, rules, goes if Stream.BOX in streams else never, Stream.DEALER in streams)
    for box, dealer, count in table.rounds((), (), 1):
        outcome = wager.resolve(*(_read(fact, box, dealer) for fact in wager.sees))
        ways[outcome, len(box) + len(dealer)] += count
    for (outcome, length), count in ways.items():
        found[outcome] += Fraction(count, perm(shoe.size, length))
    assert sum(found.values()) == 1
    return dict(found)


def _read(fact: Fact, box: tuple[Card, ...], dealer: tuple[Card, ...]) -> object:
    symbols = {
        Stream.FIRST: box[:1],
        Stream.SECOND: box[1:2],
        Stream.INITIAL: box[:2],
        Stream.BOX: box[:4],
        Stream.UPCARD: dealer[:1],
        Stream.DEALER_INITIAL: dealer[:2],
        Stream.DEALER: dealer,
    }
    return fact.of(symbols[fact.stream])


class _Dealing:
    """One box and the dealer: first card, upcard, second card, the dealer's second, then all that are drawn."""

    def __init__(self, left: dict[Card, int], rules: BlackjackRules, goes: DrawsAnother, completes: bool) -> None:
        self.left, self.rules, self.goes, self.completes = left, rules, goes, completes

    def rounds(self, box: tuple[Card, ...], dealer: tuple[Card, ...], ways: int) -> Iterator[Round]:
        to_box = self._next_is_the_boxs(box, dealer)
        if to_box is None:
            yield box, dealer, ways
            return
        for card in list(self.left):
            if count := self.left[card]:
                self.left[card] -= 1
                if to_box:
                    yield from self.rounds((*box, card), dealer, ways * count)
                else:
                    yield from self.rounds(box, (*dealer, card), ways * count)
                self.left[card] += 1

    def _next_is_the_boxs(self, box: tuple[Card, ...], dealer: tuple[Card, ...]) -> bool | None:
        """Return whether the next card is the box's; None if the round is over."""
        if len(box) < 2 or len(dealer) < 2:
            return len(box) == len(dealer)
        hand, total = HandTotal(), Total(0)
        for card in dealer:
            hand, total = hand.plus(card), total.plus(card)
        values = tuple(card.value for card in box)
        if len(dealer) == 2 and len(box) < 4 and self.goes(values, self._shown(dealer), hand.blackjack):
            return True
        return False if self.completes and not dealer_stands(self.rules, total) else None

    def _shown(self, dealer: tuple[Card, ...]) -> Shown:
        both_up = self.rules.hole_card is HoleCard.UP
        return tuple(sorted(card.value for card in (dealer if both_up else dealer[:1])))
