"""Wagers for the tests, on a completed hand, on splits and on the dealer's first two cards."""

from collections.abc import Callable

from upcard.cards import Card, Rank
from upcard.law import Unknown, cite
from upcard.money import Odds
from upcard.rules.fact_type import Fact, Stream
from upcard.rules.facts import (
    BOX_SPLITS,
    DEALER_FIRST_TWO,
    DEALER_TOTAL,
    FIRST_RANK,
    PLAYER_CARDS,
    PLAYER_SUITS,
    PLAYER_TOTAL,
    Total,
)
from upcard.rules.wager import (
    LOSE,
    PUSH,
    Demand,
    Limits,
    Need,
    Order,
    Outcome,
    PayTables,
    Point,
    Settled,
    Wager,
    pay_table,
)

LAW = cite("13:69F-2.25")
TEN_TO_ONE = Odds(10)
UPCARD_IS_ACE = Fact(
    name="upcard is an ace", stream=Stream.UPCARD, start=None, step=lambda _, card: card.rank is Rank.ACE
)

LONG_21 = Outcome("21 in five or more cards")
SHORT_21 = Outcome("21 in three or four cards")
BUST_22 = Outcome("Bust with 22")
THRICE = Outcome("Split three times")
TWICE = Outcome("Split twice")
ONCE = Outcome("Split once")
SAME_CARD = Outcome("Pair of one suit")
PAIR = Outcome("Pair")
SUITED = Outcome("Suited")
SPLIT_21 = Outcome("21 after a split against an ace")
UNSPLIT_21 = Outcome("21 against an ace")
FLUSH = Outcome("Three or more cards of one suit")
ONE_ACE = Outcome("Ace")
TWO_ACES = Outcome("Ace, and an ace as the dealer's second card")
HIGHER = Outcome("Higher than the dealer")


def long_hand(total: Total, cards: int) -> Outcome:
    """Name what the player's completed hand is paid for."""
    if total.points == 22:
        return BUST_22
    if total.points != 21 or cards < 3:
        return LOSE
    return LONG_21 if cards >= 5 else SHORT_21


def splits(made: int) -> Outcome:
    """Name how often the box was split."""
    return {0: LOSE, 1: ONCE, 2: TWICE}.get(made, THRICE)


def dealers_pair(cards: tuple[Card, Card]) -> Outcome:
    """Name what the dealer's first two cards are paid for."""
    upcard, second = cards
    if upcard.rank is second.rank:
        return SAME_CARD if upcard.suit is second.suit else PAIR
    return SUITED if upcard.suit is second.suit else LOSE


def against_ace(ace: bool, total: Total, made: int) -> Outcome:
    """Name a 21 against an ace, split or not."""
    if not ace or total.points != 21:
        return LOSE
    return SPLIT_21 if made else UNSPLIT_21


def flush(cards: int, suits: frozenset[object]) -> Outcome:
    """Name a completed hand of one suit."""
    return FLUSH if cards >= 3 and len(suits) == 1 else LOSE


def higher(player: Total, dealer: Total) -> Outcome:
    """Compare the player's first hand with the dealer's."""
    if player.bust:
        return LOSE
    if dealer.bust or player.points > dealer.points:
        return HIGHER
    return PUSH if player.points == dealer.points else LOSE


def aces(first: Rank, dealer: tuple[Card, ...]) -> Outcome:
    """Lose at once without an ace; with one, an ace as the dealer's second card pays more."""
    if first is not Rank.ACE:
        return LOSE
    return TWO_ACES if len(dealer) == 2 and dealer[1].rank is Rank.ACE else ONE_ACE


def _wager(
    name: str,
    sees: tuple[Fact, ...],
    wins: tuple[Outcome, ...],
    resolve: Callable[..., Outcome],
    odds: tuple[int, ...],
    *demands: Demand,
    point: Point = Point.DEALER_COMPLETED,
    collected: Point | None = None,
    push: tuple[Outcome, ...] = (),
) -> Wager:
    return Wager(
        name=name,
        cite=LAW,
        needs=LAW.says(Need.BLACKJACK_WAGER),
        placed=LAW.says(Point.BEFORE_FIRST_CARD),
        limits=LAW.says(Limits()),
        media=Unknown("with what the wager may be made", LAW),
        spoken=Unknown("whether a spoken wager is accepted", LAW),
        sees=sees,
        outcomes=(*wins, *push, LOSE),
        resolve=resolve,
        pay_tables=LAW.says(PayTables(tables={"only": pay_table(wins, *odds)})),
        settled=LAW.says(Settled(collect=collected or point, pay=point, order=Order.FROM_DEALERS_RIGHT)),
        demands=tuple(LAW.says(demand) for demand in demands),
        sign=Unknown("the sign", LAW),
    )


LONG_HAND = _wager(
    "long hand",
    (PLAYER_TOTAL, PLAYER_CARDS),
    (LONG_21, SHORT_21, BUST_22),
    long_hand,
    (20, 5, 8),
    point=Point.AFTER_DECISIONS,
)
SPLIT_PAIRS = _wager("split pairs", (BOX_SPLITS,), (THRICE, TWICE, ONCE), splits, (500, 100, 30))
DEALERS_PAIR = _wager(
    "dealer's pair",
    (DEALER_FIRST_TWO,),
    (SAME_CARD, PAIR, SUITED),
    dealers_pair,
    (20, 8, 1),
    Demand.SECOND_CARD_ALWAYS_DEALT,
)
AGAINST_ACE = _wager(
    "21 against ace", (UPCARD_IS_ACE, PLAYER_TOTAL, BOX_SPLITS), (SPLIT_21, UNSPLIT_21), against_ace, (300, 40)
)
FLUSH_HAND = _wager("flush hand", (PLAYER_CARDS, PLAYER_SUITS), (FLUSH,), flush, (15,))
HIGHER_HAND = _wager(
    "higher hand", (PLAYER_TOTAL, DEALER_TOTAL), (HIGHER,), higher, (1,), Demand.DEALER_COMPLETES, push=(PUSH,)
)
ACES = _wager(
    "aces",
    (FIRST_RANK, DEALER_FIRST_TWO),
    (TWO_ACES, ONE_ACE),
    aces,
    (50, 5),
    Demand.SECOND_CARD_ALWAYS_DEALT,
    collected=Point.AFTER_SECOND_CARDS,
)
ALL = (LONG_HAND, SPLIT_PAIRS, DEALERS_PAIR, AGAINST_ACE, FLUSH_HAND, HIGHER_HAND, ACES)
