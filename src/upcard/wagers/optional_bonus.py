"""The optional bonus wager: of its section only the ban list is held; the game is a house game (reading 47)."""

from upcard.cards import Card, Rank
from upcard.law import Unknown, cite
from upcard.rules.bound import one_of
from upcard.rules.facts import FIRST_CARD, SECOND_CARD, UPCARD
from upcard.rules.option import by
from upcard.rules.wager import LOSE, Order, Outcome, Point, Settled, Wager, pay_table
from upcard.wagers._analog import as_in_the_sections_held

LAW = cite("13:69F-2.25")  # 13:69F-2.25(a)

STRAIGHT_FLUSH = Outcome("Straight flush")
THREE_OF_A_KIND = Outcome("Three of a kind")
STRAIGHT = Outcome("Straight")
FLUSH = Outcome("Flush")
POKER_HANDS = (STRAIGHT_FLUSH, THREE_OF_A_KIND, STRAIGHT, FLUSH)
ACE_LOW = [Rank.TWO, Rank.THREE, Rank.ACE]


def resolve(first: Card, second: Card, upcard: Card) -> Outcome:
    """Return the three-card poker hand of the player's first two cards and the upcard."""  # (c), reading 47
    low, middle, high = ranks = sorted((first.rank, second.rank, upcard.rank))
    flush = first.suit is second.suit is upcard.suit
    if low is high:
        return THREE_OF_A_KIND
    if high - middle == middle - low == 1 or ranks == ACE_LOW:
        return STRAIGHT_FLUSH if flush else STRAIGHT
    return FLUSH if flush else LOSE


OPTIONAL_BONUS = Wager(
    name="optional bonus",
    cite=LAW,
    **as_in_the_sections_held("optional bonus", LAW.sub("(b)")),
    decks=cite("13:69F-2.2(a)4").says(one_of(6, 8)),  # reading 20
    sees=(FIRST_CARD, SECOND_CARD, UPCARD),
    outcomes=(*POKER_HANDS, LOSE),
    resolve=resolve,
    groups={"Straight flush, three of a kind, straight or flush": POKER_HANDS, "Any": POKER_HANDS},
    pay_tables=Unknown("the game, lines and odds of the optional bonus wager", LAW.sub("(e)")),
    house_pay_tables={"house": pay_table(POKER_HANDS, 9, 9, 9, 9)},
    settled=LAW.sub("(d)").says(
        Settled(collect=Point.AFTER_SECOND_CARDS, pay=Point.AFTER_SECOND_CARDS, order=Order.FROM_DEALERS_RIGHT)
    ),
    excludes=by(LAW.sub("(h)"), "2.18", "2.19", "2.20", "2.22", "2.23", "2.24", "2.26", "2.31", "2.32"),  # reading 4
)
