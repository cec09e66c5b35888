"""The Push 22 wager: the dealer ends on 22, paid by the suits of the hand."""

from upcard.cards import BLACK, RED, Suit
from upcard.law import cite
from upcard.money import Odds
from upcard.rules import step
from upcard.rules.bound import one_of
from upcard.rules.facts import DEALER_SUITS, DEALER_TOTAL, Total
from upcard.rules.option import Doubt, requires
from upcard.rules.switches import BLACKJACKS_BEFORE_SECOND_CARD
from upcard.rules.wager import (
    LOSE,
    Demand,
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
from upcard.wagers import free_bet
from upcard.wagers._busts import collected_at_once

LAW = cite("13:69F-2.32")

SUITED = Outcome("Same suited 22", also=("Dealer Same Suited-22",))
COLORED = Outcome("Same colored 22", also=("Dealer Same Colored-22",))
OTHER = Outcome("Any other combination of 22", also=("Dealer Any Other Combination of-22", "Any other 22"))
TWENTY_TWOS = (SUITED, COLORED, OTHER)


def resolve(total: Total, suits: frozenset[Suit]) -> Outcome:
    """Return a win if the dealer's final total is 22; all cards of the hand count for suit and color."""
    if total.points != 22:  # (f), 13:69F-2.1(i)
        return LOSE
    if len(suits) == 1:  # (j), reading 43
        return SUITED
    return COLORED if suits <= BLACK or suits <= RED else OTHER


PUSH_22 = Wager(
    name="push 22",
    written="Push 22",
    cite=LAW,
    needs=LAW.sub("(c)").says(Need.BLACKJACK_WAGER),  # 13:69F-2.3(g)
    placed=LAW.sub("(c)").says(Point.BEFORE_FIRST_CARD),
    limits=LAW.sub("(c)").says(Limits()),
    media=LAW.sub("(c)").says(frozenset({Medium.CHIPS, Medium.PLAQUES, Medium.COUPON})),
    spoken=LAW.sub("(c)").says(frozenset({Person.DEALER})),  # reading 46
    sees=(DEALER_TOTAL, DEALER_SUITS),  # (b)
    outcomes=(*TWENTY_TWOS, LOSE),
    resolve=resolve,
    groups={"Dealer 22": TWENTY_TWOS, "Any 22": TWENTY_TWOS},
    pay_tables=LAW.sub("(j)").says(  # reading 45
        PayTables(
            tables={
                "1": pay_table(TWENTY_TWOS, 50, 20, 8),
                "2": pay_table(TWENTY_TWOS, 50, 20, 7),
                "3": dict.fromkeys(TWENTY_TWOS, Odds(11)),
            },
            posted=True,
        )
    ),
    settled=LAW.sub("(g)").says(  # (i), 13:69F-2.6(m); reading 52
        Settled(collect=Point.AFTER_ALL_OTHER_WAGERS, pay=Point.AFTER_ALL_OTHER_WAGERS, order=Order.FROM_DEALERS_RIGHT)
    ),
    no_more_bets=LAW.sub("(d)"),
    collected=LAW.sub("(f)"),
    paid=LAW.sub("(f)"),
    demands=(
        LAW.sub("(e)").says(Demand.CARDS_UNDER_AFTER_BLACKJACK),  # reading 41
        LAW.sub("(f)").says(Demand.CARDS_UNDER_AFTER_BUST),
        LAW.sub("(f)").says(Demand.DEALER_COMPLETES),  # reading 42
        LAW.sub("(h)1").says(Demand.HAND_AND_WAGER_VERIFIED),
        LAW.sub("(h)2").says(Demand.AMOUNT_ANNOUNCED),  # reading 44
    ),
    steps=(LAW.sub("(i)").says(step.PICKED_UP),),
    requires=(
        requires(LAW.sub("(a)"), "game", one_of(free_bet.FREE_BET.name), "Push 22 is offered at a free bet table only"),
        collected_at_once(LAW.sub("(f)")),
    ),
    switches=(cite("13:69F-2.6(m)").says(BLACKJACKS_BEFORE_SECOND_CARD),),  # (e), reading 41
    doubts=(Doubt(partner=cite("13:69F-2.6A"), cite=LAW.sub("(d)"), reading=65),),
    areas=free_bet.FREE_BET.areas,
    sign=free_bet.FREE_BET.signs["push 22"],
)
