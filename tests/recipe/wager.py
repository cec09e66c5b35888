"""The matched aces wager: the player's first two cards are aces."""

from upcard.cards import Card, Rank, Suit
from upcard.law import Unknown, cite
from upcard.rules.facts import FIRST_CARD, SECOND_CARD
from upcard.rules.option import BettingArea, by
from upcard.rules.wager import LOSE, Limits, Need, Order, Outcome, PayTables, Point, Settled, Wager, pay_table

LAW = cite("13:69F-2.33")

SPADES = Outcome("Two aces of spades")
ACES = Outcome("Any other two aces")
WINS = (SPADES, ACES)


def resolve(first: Card, second: Card) -> Outcome:
    """Return what two aces are paid for."""
    if first.rank is not Rank.ACE or second.rank is not Rank.ACE:  # (a)
        return LOSE
    return SPADES if first.suit is second.suit is Suit.SPADES else ACES  # (d)


MATCHED_ACES = Wager(
    name="matched aces",
    cite=LAW,
    needs=LAW.sub("(b)").says(Need.BLACKJACK_WAGER),
    placed=LAW.sub("(b)").says(Point.BEFORE_FIRST_CARD),
    limits=LAW.sub("(b)").says(Limits()),
    media=Unknown("with what the wager may be made", LAW.sub("(b)")),
    spoken=Unknown("whether a spoken wager is accepted", LAW.sub("(b)")),
    sees=(FIRST_CARD, SECOND_CARD),
    outcomes=(*WINS, LOSE),
    resolve=resolve,
    pay_tables=LAW.sub("(d)").says(PayTables(tables={"A": pay_table(WINS, 1000, 100)})),
    settled=LAW.sub("(c)").says(
        Settled(collect=Point.AFTER_SECOND_CARDS, pay=Point.AFTER_SECOND_CARDS, order=Order.FROM_DEALERS_RIGHT)
    ),
    excludes=by(LAW.sub("(e)"), "2.26"),
    areas=(LAW.sub("(b)").says(BettingArea(name="matched aces")),),
    sign=LAW.sub("(d)").says(("the payout odds",)),
)
