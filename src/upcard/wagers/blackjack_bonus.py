"""The blackjack bonus wager: a blackjack in the first two cards wins the amount that a display shows."""

from upcard.law import Unknown, cite
from upcard.money import Cents
from upcard.rules import step
from upcard.rules.facts import INITIAL_HAND, HandTotal
from upcard.rules.option import BettingArea, Doubt, Equipment, EquipmentKind, Kind, Setting, by
from upcard.rules.wager import (
    LOSE,
    Demand,
    Limits,
    Medium,
    Need,
    Order,
    Outcome,
    Person,
    Point,
    Settled,
    Wager,
)

LAW = cite("13:69F-2.20")

PLAYER_BLACKJACK = Outcome("Blackjack")


def resolve(hand: HandTotal) -> Outcome:
    """Return a win if the player's first two cards are a blackjack, whatever the dealer has."""
    return PLAYER_BLACKJACK if hand.blackjack else LOSE  # (d)


BLACKJACK_BONUS = Wager(
    name="blackjack bonus",
    cite=LAW,
    needs=LAW.sub("(c)").says(Need.BLACKJACK_WAGER),
    placed=LAW.sub("(b)").says(Point.BEFORE_FIRST_CARD),
    limits=LAW.sub("(a)").says(Limits(posted=False, exactly=(Cents(100), Cents(500)))),
    media=LAW.sub("(b)").says(frozenset({Medium.CHIPS})),
    spoken=LAW.sub("(b)").says(frozenset({Person.DEALER, Person.SUPERVISOR})),  # reading 46
    sees=(INITIAL_HAND,),
    outcomes=(PLAYER_BLACKJACK, LOSE),
    resolve=resolve,
    pay_tables=Unknown("the amounts on the display and their probabilities", LAW.sub("(i)")),
    displayed="display",
    settled=LAW.sub("(e)1").says(  # readings 16, 29
        Settled(collect=Point.AFTER_SECOND_CARDS, pay=Point.AFTER_ALL_OTHER_WAGERS, order=Order.FROM_DEALERS_LEFT)
    ),
    no_more_bets=LAW.sub("(b)"),
    paid=LAW.sub("(f)"),
    demands=(
        LAW.sub("(e)2").says(Demand.CARDS_UNDER_WHEN_WON),
        LAW.sub("(f)").says(Demand.PLAYER_PRESSES_BUTTON),
        LAW.sub("(g)1").says(Demand.HAND_VERIFIED),
    ),
    steps=(LAW.sub("(f)").says(step.BUTTON_PUT),),
    excludes=by(LAW.sub("(l)"), "2.18", "2.19", "2.22", "2.24", "2.25", "2.26", "2.31", "2.32"),
    doubts=(Doubt(partner=cite("13:69F-2.6A"), cite=LAW.sub("(b)"), reading=65),),
    settings=(
        Setting(
            key="display",
            kind=Kind.DISPLAY,
            means="the amounts on the display, each with its probability",
            missing=LAW.sub("(i)").says("the amounts on the display and their probabilities are not stated"),
        ),
    ),
    equipment=(  # 13:69E-1.10(k)
        LAW.sub("(f)").says(Equipment(name="blackjack bonus button", kind=EquipmentKind.BUTTON)),
        LAW.sub("(f)").says(Equipment(name="blackjack bonus display", kind=EquipmentKind.DISPLAY)),
    ),
    areas=(LAW.sub("(b)").says(BettingArea(name="blackjack bonus")),),
    sign=Unknown("what a sign for the wager must say", cite("13:69E-1.10(k)")),
)
