"""The match-the-dealer wager: the player's first two cards against the upcard, rank by rank."""

from upcard.cards import Card
from upcard.law import Unknown, cite
from upcard.rules.bound import one_of
from upcard.rules.facts import FIRST_CARD, SECOND_CARD, UPCARD
from upcard.rules.option import by
from upcard.rules.wager import LOSE, Order, Outcome, PayTable, Point, Settled, Wager, pay_table
from upcard.wagers._analog import as_in_the_sections_held

LAW = cite("13:69F-2.23")

ONE = Outcome("One match")
ONE_SUITED = Outcome("One suited match")
TWO = Outcome("Two matches")
ONE_OF_EACH = Outcome("One match and one suited match")
TWO_SUITED = Outcome("Two suited matches")
MATCHES = (TWO_SUITED, ONE_OF_EACH, TWO, ONE_SUITED, ONE)
BY_COUNT = {(1, 0): ONE, (0, 1): ONE_SUITED, (2, 0): TWO, (1, 1): ONE_OF_EACH, (0, 2): TWO_SUITED}


def resolve(first: Card, second: Card, upcard: Card) -> Outcome:
    """Return the outcome by how many of the two cards match the upcard, and how many of those in suit."""
    first_matches, second_matches = first.rank is upcard.rank, second.rank is upcard.rank  # (a), (c)
    if not first_matches and not second_matches:
        return LOSE
    suited = (first_matches and first.suit is upcard.suit) + (second_matches and second.suit is upcard.suit)
    return BY_COUNT[first_matches + second_matches - suited, suited]  # (c)1, (c)2, (d)


def _adding_up(unsuited: int, suited: int) -> PayTable:
    return pay_table(MATCHES, 2 * suited, unsuited + suited, 2 * unsuited, suited, unsuited)


MATCH_THE_DEALER = Wager(
    name="match-the-dealer",
    cite=LAW,
    **as_in_the_sections_held("match-the-dealer", LAW.sub("(b)")),
    decks=cite("13:69F-2.2(a)4").says(one_of(6, 8)),  # reading 20
    sees=(FIRST_CARD, SECOND_CARD, UPCARD),
    outcomes=(*MATCHES, LOSE),
    resolve=resolve,
    pay_tables=Unknown("the odds of the match-the-dealer wager", LAW.sub("(f)")),  # reading 53
    house_pay_tables={"house six decks": _adding_up(4, 11)},
    settled=LAW.sub("(e)").says(
        Settled(collect=Point.AFTER_SECOND_CARDS, pay=Point.AFTER_SECOND_CARDS, order=Order.FROM_DEALERS_RIGHT)
    ),
    excludes=by(LAW.sub("(g)"), "2.25", "2.26", "2.31", "2.32"),  # reading 8
)
