"""The streak wager: two to five rounds won in a row."""

from upcard.law import Unknown, cite
from upcard.rules.facts import chosen, wins_in_a_row
from upcard.rules.option import by
from upcard.rules.wager import LOSE, STANDS, Demand, Order, Outcome, Point, Settled, Wager, pay_table
from upcard.wagers._analog import as_in_the_sections_held

LAW = cite("13:69F-2.22")

STREAKS = tuple(Outcome(f"{wins} wins in a row", also=(str(wins),)) for wins in (2, 3, 4, 5))
STREAK_LENGTH = chosen("length of the streak wagered on", 2, 3, 4, 5)
WINS = wins_in_a_row(5)


def resolve(length: int, wins: int | None) -> Outcome:
    """Return a win once the rounds won in a row reach the length wagered on; a lost round loses the wager."""
    if wins is None:  # (e), (g)
        return LOSE
    return STREAKS[length - 2] if wins == length else STANDS  # (a), (d), (f)


STREAK = Wager(
    name="streak",
    cite=LAW,
    **as_in_the_sections_held("streak", LAW.sub("(b)")),
    sees=(STREAK_LENGTH, WINS),
    outcomes=(*STREAKS, LOSE, STANDS),
    resolve=resolve,
    pay_tables=Unknown("the odds of the streak wager", LAW.sub("(h)")),  # reading 53
    house_pay_tables={"house": pay_table(STREAKS, 3, 7, 17, 37)},
    settled=LAW.sub("(d)").says(
        Settled(
            collect=Point.BLACKJACK_WAGER_SETTLED,
            pay=Point.BLACKJACK_WAGER_SETTLED,
            order=Order.FROM_DEALERS_RIGHT,
        )
    ),
    collected=LAW.sub("(e)"),
    left=LAW.sub("(f)"),
    demands=(LAW.sub("(c)").says(Demand.STANDS_UNTIL_DECIDED),),
    excludes=by(LAW.sub("(l)"), "2.18", "2.19", "2.20", "2.24", "2.25", "2.26", "2.31", "2.32"),
)
