"""The blackjack wager: how a hand stands against the dealer's, and what may be done with it."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from upcard.cards import DECK, Card, Rank
from upcard.law import Cite, cite
from upcard.rules.fact import Result
from upcard.rules.facts import Total

WON = cite("13:69F-2.3(b)")
LOST = cite("13:69F-2.3(c)")
DOUBLING = cite("13:69F-2.10(a)")
FREE_DOUBLING = cite("13:69F-2.10(e)")
FREE_DOUBLING_ANY_NUMBER = cite("13:69F-2.10(f)")
SPLITTING = cite("13:69F-2.11(a)")
SPLIT_ONCE = cite("13:69F-2.11(c)1")
SPLIT_ACES = cite("13:69F-2.11(c)2")
RESPLITTING = cite("13:69F-2.11(e)")
FREE_SPLITTING = cite("13:69F-2.11(g)")
SURRENDERING = cite("13:69F-2.8(a)")
SURRENDER_OFFERED = cite("13:69F-2.8(c)")
DRAWING = cite("13:69F-2.12(a)")


class Play(Enum):
    """What a player may do with a hand, in the rule's words."""

    DRAW = "draw"
    STAND = "stand"
    DOUBLE_DOWN = "double down"
    SPLIT_PAIR = "split pair"
    SURRENDER = "surrender"
    FREE_DOUBLE_DOWN = "free double down"  # 13:69F-2.1(d)
    FREE_SPLIT = "free split"  # 13:69F-2.1(e)


class Situation(NamedTuple):
    """All that decides which plays a hand has."""

    cards: tuple[Card, ...]
    total: Total
    splits: int  # how often this box has split so far
    from_split: bool
    most_splits: int
    resplit_aces: bool
    surrender: bool
    doubles_free_on: frozenset[int] = frozenset()  # hard totals on which a double down is free
    free_on_any_number: bool = False
    free_split_except: frozenset[int] | None = None  # values whose pairs are not split free; None: no free splits

    @property
    def is_pair(self) -> bool:
        """Tell whether the hand is two cards of one value; a king and a ten are."""  # 13:69F-2.11(a)
        return len(self.cards) == 2 and self.cards[0].value == self.cards[1].value

    @property
    def of_split_aces(self) -> bool:
        """Tell whether the hand was begun by splitting aces."""
        return self.from_split and self.cards[0].rank is Rank.ACE


def stands(total: Total, *, draws_to_soft_17: bool) -> bool:
    """Tell whether the dealer's hand is complete."""  # 13:69F-2.12(b), 13:69F-2.12(f)
    return total.points > 17 or (total.points == 17 and not (total.soft and draws_to_soft_17))


def result(
    player: Total, dealer: Total, *, player_blackjack: bool, dealer_blackjack: bool, pushes_on: int | None
) -> Result:
    """Compare a player's hand that has not bust with the dealer's completed hand."""  # 13:69F-2.3(b), 13:69F-2.3(c)
    if player_blackjack or dealer_blackjack:
        if player_blackjack and dealer_blackjack:
            return Result.PUSH
        return Result.WIN if player_blackjack else Result.LOSS
    if dealer.bust:
        return Result.PUSH if dealer.points == pushes_on else Result.WIN
    if player.points == dealer.points:
        return Result.PUSH
    return Result.WIN if player.points > dealer.points else Result.LOSS


def blackjack_with(upcard: Card) -> Card | None:
    """Give a card that makes a blackjack with an upcard; none if none does."""  # 13:69F-2.1(b)
    if upcard.value not in (1, 10):
        return None
    return next(card for card in DECK if {card.value, upcard.value} == {1, 10})


Refusal = tuple[Cite, str]


def why_not(play: Play, hand: Situation) -> Iterator[Refusal]:
    """Give every reason why the rules do not allow a play now; none if they do."""
    match play:
        case Play.DOUBLE_DOWN:
            yield from _doubling(hand)
        case Play.FREE_DOUBLE_DOWN:
            yield from _free_doubling(hand)
        case Play.SPLIT_PAIR:
            yield from _splitting(hand)
        case Play.FREE_SPLIT:
            yield from _free_splitting(hand)
        case Play.SURRENDER:
            yield from _surrendering(hand)
        case Play.DRAW:
            if hand.of_split_aces:
                yield SPLIT_ACES, "split aces get one card each and no more"
        case Play.STAND:
            return


def _doubling(hand: Situation) -> Iterator[Refusal]:
    if len(hand.cards) != 2:
        yield DOUBLING, f"a double down is made on the first two cards of a hand; this hand has {len(hand.cards)}"
    if hand.of_split_aces:
        yield SPLIT_ACES, "split aces get one card each and no more"


def _free_doubling(hand: Situation) -> Iterator[Refusal]:
    if not hand.doubles_free_on:
        yield FREE_DOUBLING, "free double downs are made at a table that offers them; this one does not"
        return
    if len(hand.cards) != 2 and not hand.free_on_any_number:
        yield FREE_DOUBLING, f"a free double down is made on two cards; this hand has {len(hand.cards)}"
    if hand.total.soft or hand.total.points not in hand.doubles_free_on:
        free = ", ".join(str(points) for points in sorted(hand.doubles_free_on))
        total = f"{'soft' if hand.total.soft else 'hard'} {hand.total.points}"
        yield FREE_DOUBLING, f"a free double down is made on a hard {free}; this hand is {total}"
    if hand.of_split_aces:
        yield SPLIT_ACES, "split aces get one card each and no more"


def _splitting(hand: Situation, limit: Cite = RESPLITTING) -> Iterator[Refusal]:
    if not hand.is_pair:
        shown = " ".join(map(str, hand.cards))
        yield SPLITTING, f"a pair is two cards of one value as the first two of a hand; this hand is {shown}"
    if hand.splits >= hand.most_splits:
        times = "once" if hand.most_splits == 1 else f"{hand.most_splits} times"
        source = SPLIT_ONCE if hand.most_splits == 1 and limit is RESPLITTING else limit
        yield source, f"at this table a pair is split {times} at most"
    elif hand.of_split_aces and not hand.resplit_aces:
        yield limit, "at this table split aces are not split again"


def _free_splitting(hand: Situation) -> Iterator[Refusal]:
    if hand.free_split_except is None:
        yield FREE_SPLITTING, "free splits are made at a table that offers them; this one does not"
        return
    yield from _splitting(hand, FREE_SPLITTING)
    if hand.is_pair and hand.cards[0].value in hand.free_split_except:
        yield FREE_SPLITTING, "a pair of ten-value cards is not split free; it may be split with a wager"


def _surrendering(hand: Situation) -> Iterator[Refusal]:
    if not hand.surrender:
        yield SURRENDER_OFFERED, "surrender is not offered at this table"
    if len(hand.cards) != 2 or hand.from_split:
        yield SURRENDERING, "only the first two cards may be surrendered, before any other decision"
