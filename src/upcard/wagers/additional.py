"""The three additional wagers of one dollar: over or under 13, same suit, sevens."""

from collections.abc import Callable

from upcard.cards import Card, Rank
from upcard.law import Cite, Cited, Unknown, cite
from upcard.money import Cents, Odds
from upcard.rules.bound import AtLeast, Bound
from upcard.rules.fact_type import Fact
from upcard.rules.facts import FIRST_CARD, INITIAL_POINTS_ACE_ONE, SECOND_CARD, SuitsOfRank, suits_of
from upcard.rules.option import BettingArea, by
from upcard.rules.wager import (
    LOSE,
    Limits,
    Need,
    Order,
    Outcome,
    PayTable,
    Point,
    Settled,
    Wager,
    pay_table,
)

LAW = cite("13:69F-2.17")
ADDITIONAL_WAGERS = ("13:69F-2.17(a)1", "13:69F-2.17(a)2", "13:69F-2.17(a)3")

OVER = Outcome("Over 13")
UNDER = Outcome("Under 13")
SUITED = Outcome("Same suit")
SUITED_KING_QUEEN = Outcome("King and queen of the same suit")
ONE_SEVEN = Outcome("One 7")
TWO_SEVENS = Outcome("Two 7s")
TWO_SUITED_SEVENS = Outcome("Two 7s of the same suit")
THREE_SEVENS = Outcome("Three 7s")
THREE_SUITED_SEVENS = Outcome("Three 7s of the same suit")
SEVEN_LINES = (THREE_SUITED_SEVENS, THREE_SEVENS, TWO_SUITED_SEVENS, TWO_SEVENS, ONE_SEVEN)


def resolve_over(points: int) -> Outcome:
    """Return a win above 13 with ace as one; exactly 13 loses."""
    return OVER if points > 13 else LOSE  # (b)1, (c)


def resolve_under(points: int) -> Outcome:
    """Return a win below 13 with ace as one; exactly 13 loses."""
    return UNDER if points < 13 else LOSE  # (b)2, (c)


def resolve_same_suit(first: Card, second: Card) -> Outcome:
    """Return a win if the first two cards are of one suit."""
    if first.suit is not second.suit:  # (b)3
        return LOSE
    return SUITED_KING_QUEEN if {first.rank, second.rank} == {Rank.KING, Rank.QUEEN} else SUITED


def resolve_sevens(sevens: SuitsOfRank) -> Outcome:
    """Return a win if at least one of the first three cards is a 7; more sevens may be posted at better odds."""
    suited = len(set(sevens.suits)) == 1  # (b)4
    return {
        0: LOSE,
        1: ONE_SEVEN,
        2: TWO_SUITED_SEVENS if suited else TWO_SEVENS,
        3: THREE_SUITED_SEVENS if suited else THREE_SEVENS,
    }[len(sevens.suits)]


def _additional(
    name: str,
    kind: Cite,
    sees: tuple[Fact, ...],
    wins: tuple[Outcome, ...],
    resolve: Callable[..., Outcome],
    *,
    settled: Point = Point.AFTER_SECOND_CARDS,
    decks: Cited[Bound] | None = None,
    house_pay_tables: dict[str, PayTable],
    groups: dict[str, tuple[Outcome, ...]] | None = None,
) -> Wager:
    others = tuple(other for other in ADDITIONAL_WAGERS if other != str(kind))
    return Wager(
        name=name,
        cite=kind,
        needs=LAW.sub("(b)").says(Need.BLACKJACK_WAGER),
        placed=LAW.sub("(b)").says(Point.BEFORE_FIRST_CARD),
        limits=LAW.sub("(a)").says(Limits(posted=False, exactly=(Cents(100),))),
        media=Unknown("with what the wager may be made", LAW.sub("(b)")),
        spoken=Unknown("whether a spoken wager is accepted", LAW.sub("(b)")),
        decks=decks,
        sees=sees,
        outcomes=(*wins, LOSE),
        resolve=resolve,
        groups=groups or {},
        pay_tables=Unknown(f"the odds of the {name} wager", LAW.sub("(e)")),
        house_pay_tables=house_pay_tables,
        settled=LAW.sub("(d)").says(
            Settled(collect=settled, pay=settled, order=Order.FROM_DEALERS_RIGHT)
        ),  # reading 52
        paid=LAW.sub("(e)"),
        ended_after_notice=LAW.sub("(a)"),
        excludes={**by(LAW.sub("(a)"), "2.19"), **by(LAW.sub("(a)"), *others)},  # readings 19, 51
        areas=(cite("13:69E-1.10(g)").says(BettingArea(name=name)),),
        sign=cite("13:69E-1.10(g)").says(("the payout odds",)),
    )


OVER_13 = _additional(
    "over 13",
    LAW.sub("(a)1"),
    (INITIAL_POINTS_ACE_ONE,),
    (OVER,),
    resolve_over,
    house_pay_tables={"house": pay_table((OVER,), 1)},
)
UNDER_13 = _additional(
    "under 13",
    LAW.sub("(a)1"),
    (INITIAL_POINTS_ACE_ONE,),
    (UNDER,),
    resolve_under,
    house_pay_tables={"house": pay_table((UNDER,), 1)},
)
SAME_SUIT = _additional(
    "same suit",
    LAW.sub("(a)2"),
    (FIRST_CARD, SECOND_CARD),
    (SUITED_KING_QUEEN, SUITED),
    resolve_same_suit,
    groups={SUITED.label: (SUITED_KING_QUEEN, SUITED)},
    house_pay_tables={
        "house one deck": pay_table((SUITED_KING_QUEEN, SUITED), 10, 3),
        "house shoe": {SUITED_KING_QUEEN: Odds(25), SUITED: Odds(5, 2)},
    },
)
SEVENS = _additional(
    "sevens",
    LAW.sub("(a)3"),
    (suits_of(Rank.SEVEN, among=3),),
    SEVEN_LINES,
    resolve_sevens,
    groups={"At least one 7": SEVEN_LINES},
    settled=Point.AFTER_DECISIONS,  # reading 18
    decks=cite("13:69F-2.2(a)3").says(AtLeast(4)),
    house_pay_tables={},
)
