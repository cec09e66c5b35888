"""The in-between wager: the rank of the upcard against those of the player's first two cards."""

from upcard.cards import Rank
from upcard.law import cite
from upcard.rules.bound import AtLeast
from upcard.rules.facts import FIRST_RANK, SECOND_RANK, UPCARD_RANK
from upcard.rules.option import BettingArea, Doubt, StatedUnder, Statement, by
from upcard.rules.wager import (
    LOSE,
    Limits,
    Medium,
    Need,
    Order,
    Outcome,
    PayTables,
    Person,
    Point,
    Settled,
    Wager,
    pay_table,
)

LAW = cite("13:69F-2.26")

TRIPLE_MATCH = Outcome("Triple match")
ONE_CARD = Outcome("One card spread")
TWO_CARD = Outcome("Two card spread")
THREE_CARD = Outcome("Three card spread")
ALL_OTHER = Outcome("All other spreads")
SPREADS = (TRIPLE_MATCH, ONE_CARD, TWO_CARD, THREE_CARD, ALL_OTHER)


def resolve(first: Rank, second: Rank, upcard: Rank) -> Outcome:
    """Return the spread that the upcard falls in; ace is the highest rank."""  # (b)
    if first == second == upcard:  # (f)1, reading 12
        return TRIPLE_MATCH
    low, high = sorted((first, second))
    if not low < upcard < high:  # (a)
        return LOSE
    between = high - low - 1
    return {1: ONE_CARD, 2: TWO_CARD, 3: THREE_CARD}.get(between, ALL_OTHER)  # (f)2, (f)3, (f)4, (f)5


IN_BETWEEN = Wager(
    name="in-between",
    cite=LAW,
    needs=LAW.sub("(d)").says(Need.BLACKJACK_WAGER),
    placed=LAW.sub("(d)").says(Point.BEFORE_FIRST_CARD),
    limits=LAW.sub("(d)").says(Limits()),
    media=LAW.sub("(d)").says(frozenset({Medium.CHIPS, Medium.PLAQUES, Medium.COUPON})),
    spoken=LAW.sub("(d)").says(frozenset({Person.DEALER, Person.SUPERVISOR})),  # reading 46
    decks=cite("13:69F-2.2(a)2").says(AtLeast(2)),
    sees=(FIRST_RANK, SECOND_RANK, UPCARD_RANK),  # (c)
    outcomes=(*SPREADS, LOSE),
    resolve=resolve,
    pay_tables=LAW.sub("(f)").says(  # readings 13, 15, 45
        PayTables(
            tables={
                "A": pay_table(SPREADS, 30, 12, 6, 4, 1),
                "B": pay_table(SPREADS, 30, 10, 6, 4, 1),
                "C": pay_table(SPREADS, 30, 10, 5, 3, 1),
                "D": pay_table(SPREADS, 40, 10, 5, 3, 1),
            },
            posted=True,
        )
    ),
    settled=LAW.sub("(e)").says(  # readings 16, 17
        Settled(collect=Point.AFTER_SECOND_CARDS, pay=Point.AFTER_SECOND_CARDS, order=Order.FROM_DEALERS_RIGHT)
    ),
    no_more_bets=LAW.sub("(e)"),
    excludes=by(
        LAW.sub("(g)"), "2.18", "2.19", "2.20", "2.22", "2.23", "2.24", "2.25", "2.31", "2.32"
    ),  # readings 3, 4, 6
    doubts=(Doubt(partner=cite("13:69F-2.6A"), cite=LAW.sub("(e)"), reading=11),),
    foresees=(LAW.sub("(e)").says(cite("13:69F-2.6(k)")),),
    statements=(
        cite("13:69E-1.10(r)").says(
            Statement(
                name="in-between sign",
                what="approval of the in-between sign",
                under=StatedUnder.APPROVALS,
            )
        ),
    ),
    areas=(cite("13:69E-1.10(r)").says(BettingArea(name="in-between")),),
    sign=cite("13:69E-1.10(r)").says(("the payout odds", "the card rankings: 2 to 10, jack, queen, king, ace")),
)
