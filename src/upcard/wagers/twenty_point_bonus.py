"""The 20 point bonus wager: the player's first two cards total 20."""

from upcard.cards import Card, Rank, Suit
from upcard.law import Unknown, cite
from upcard.rules.bound import AtLeast
from upcard.rules.facts import DEALER_HAND, FIRST_CARD, SECOND_CARD, HandTotal, Total
from upcard.rules.option import by
from upcard.rules.wager import LOSE, Demand, Order, Outcome, Point, Settled, Wager, pay_table
from upcard.wagers._analog import as_in_the_sections_held

LAW = cite("13:69F-2.24")

ANY = Outcome("Any 20")
SUITED = Outcome("Suited 20")
MATCHED = Outcome("Matched 20")
QUEENS_OF_HEARTS = Outcome("Pair of queens of hearts")
QUEENS_AND_BLACKJACK = Outcome("Pair of queens of hearts with a dealer blackjack")
TWENTIES = (QUEENS_AND_BLACKJACK, QUEENS_OF_HEARTS, MATCHED, SUITED, ANY)
QUEEN_OF_HEARTS = Card(Rank.QUEEN, Suit.HEARTS)


def resolve(first: Card, second: Card, dealer: HandTotal) -> Outcome:
    """Return the highest line that two cards totaling 20 reach; a soft 20 counts."""
    if Total(0).plus(first).plus(second).points != 20:  # (a), (c)
        return LOSE
    if first == second == QUEEN_OF_HEARTS:
        return QUEENS_AND_BLACKJACK if dealer.blackjack else QUEENS_OF_HEARTS  # (c)5, (c)4
    if first == second:
        return MATCHED  # (c)3
    return SUITED if first.suit is second.suit else ANY  # (c)2, (c)1


TWENTY_POINT_BONUS = Wager(
    name="20 point bonus",
    cite=LAW,
    **as_in_the_sections_held("20 point bonus", LAW.sub("(b)")),
    decks=cite("13:69F-2.2(a)2").says(AtLeast(2)),
    sees=(FIRST_CARD, SECOND_CARD, DEALER_HAND),
    outcomes=(*TWENTIES, LOSE),
    resolve=resolve,
    pay_tables=Unknown("the lines and odds of the 20 point bonus wager", LAW.sub("(e)")),  # reading 53
    house_pay_tables={
        "house 1000-125": pay_table(TWENTIES, 1000, 125, 19, 9, 4),
        "house 1000-200": pay_table(TWENTIES, 1000, 200, 25, 10, 4),
    },
    settled=LAW.sub("(d)").says(
        Settled(collect=Point.AFTER_SECOND_CARDS, pay=Point.DEALER_COMPLETED, order=Order.FROM_DEALERS_RIGHT)
    ),
    demands=(LAW.sub("(d)").says(Demand.SECOND_CARD_DEALT),),
    excludes=by(LAW.sub("(i)"), "2.18", "2.19", "2.20", "2.22", "2.25", "2.26", "2.31", "2.32"),  # reading 4
)
