"""The Buster wager: the dealer's completed hand busts, paid by its number of cards; with the Free Bonus."""

from upcard.law import Unknown, cite
from upcard.money import Cents
from upcard.rules.bound import one_of
from upcard.rules.enums import Soft17
from upcard.rules.facts import DEALER_CARDS, DEALER_TOTAL, INITIAL_HAND, HandTotal, Total
from upcard.rules.option import BettingArea, Doubt, Inscription, requires
from upcard.rules.wager import (
    LOSE,
    Demand,
    Limits,
    Need,
    Order,
    Outcome,
    PayTables,
    Point,
    Rider,
    Settled,
    Wager,
    fixed_table,
    pay_table,
)
from upcard.wagers._busts import collected_at_once

LAW = cite("13:69F-2.30")
LAYOUT = cite("13:69E-1.10(x)")

EIGHT, SEVEN, SIX, FIVE, FOUR, THREE = BUSTS = (
    Outcome("8 or more cards", also=("8 or more",)),
    *(Outcome(f"{count} cards", also=(str(count),)) for count in (7, 6, 5, 4, 3)),
)
BY_CARDS = {8: EIGHT, 7: SEVEN, 6: SIX, 5: FIVE, 4: FOUR, 3: THREE}


def resolve(total: Total, cards: int) -> Outcome:
    """Return a win by number of cards if the dealer's completed hand exceeds 21."""
    if not total.bust:  # (a), (d)1, (d)2: a blackjack is 21; reading 33
        return LOSE
    return BY_CARDS.get(cards, LOSE)  # (e); two cards cannot bust


def resolve_free_bonus(hand: HandTotal, total: Total, cards: int) -> Outcome:
    """Return a win if the player has a blackjack and the dealer busts with at least seven cards."""
    if not hand.blackjack or not total.bust:  # (h)i
        return LOSE
    return {8: EIGHT, 7: SEVEN}.get(cards, LOSE)  # (h)iii


FREE_BONUS = Rider(
    name="Free Bonus",
    cite=LAW.sub("(h)"),
    key="free_bonus",
    condition="the player has a blackjack and the dealer busts with at least seven cards",
    least=LAW.sub("(h)ii").says(Cents(500)),
    sees=(INITIAL_HAND, DEALER_TOTAL, DEALER_CARDS),
    outcomes=(EIGHT, SEVEN, LOSE),
    resolve=resolve_free_bonus,
    pay_tables=LAW.sub("(i)").says(  # reading 32
        PayTables(
            tables={
                "B1": fixed_table((EIGHT, SEVEN), 8000, 1000),
                "B3": fixed_table((EIGHT, SEVEN), 5000, 1000),
            },
        )
    ),
    sign=LAYOUT.sub("4").says(("the amounts by number of cards", "the conditions of the Free Bonus")),
)

BUSTER = Wager(
    name="buster",
    cite=LAW,
    needs=LAW.sub("(b)").says(Need.BLACKJACK_WAGER),
    placed=LAW.sub("(b)").says(Point.BEFORE_FIRST_CARD),
    limits=LAW.sub("(c)").says(Limits(posted=False, least=Cents(100), within_blackjack_wager=True)),
    media=Unknown("with what the wager may be made besides chips", LAW.sub("(b)")),
    spoken=Unknown("whether a spoken wager is accepted", LAW.sub("(b)")),
    sees=(DEALER_TOTAL, DEALER_CARDS),
    outcomes=(*BUSTS, LOSE),
    resolve=resolve,
    pay_tables=LAW.sub("(g)").says(  # reading 45
        PayTables(
            tables={
                "A": pay_table(BUSTS, 250, 50, 15, 4, 2, 2),
                "B": pay_table(BUSTS, 200, 50, 15, 4, 2, 2),
                "C": pay_table(BUSTS, 250, 50, 12, 4, 2, 2),
                "D": pay_table(BUSTS, 200, 50, 12, 4, 2, 2),
                "E": pay_table(BUSTS, 250, 50, 12, 3, 2, 2),
                "F": pay_table(BUSTS, 250, 50, 20, 8, 2, 1),
            },
        )
    ),
    settled=LAW.sub("(e)").says(  # reading 52
        Settled(collect=Point.DEALER_COMPLETED, pay=Point.DEALER_COMPLETED, order=Order.FROM_DEALERS_RIGHT)
    ),
    collected=LAW.sub("(d)2"),
    collected_by_blackjack=LAW.sub("(d)1"),  # reading 33
    demands=(
        LAW.sub("(f)1").says(Demand.CARDS_UNDER_AFTER_BLACKJACK),  # reading 31
        LAW.sub("(f)2").says(Demand.CARDS_UNDER_AFTER_BUST),
        LAW.sub("(f)3").says(Demand.DEALER_COMPLETES),
    ),
    requires=(
        requires(  # (f)3i, (f)3ii, (f)3iii; reading 10
            LAW.sub("(f)3ii"),
            "dealer_soft_17",
            one_of(Soft17.DRAW),
            "the dealer draws to soft 17 where Buster is offered",
        ),
        collected_at_once(LAW.sub("(f)2")),
    ),
    doubts=(Doubt(partner=cite("13:69F-2.18"), cite=LAW.sub("(d)"), reading=10),),
    foresees=(LAW.sub("(f)").says(cite("13:69F-2.6A")),),  # reading 30
    rider=FREE_BONUS,
    inscriptions=(
        LAYOUT.sub("1").says(Inscription(text="Dealer Must Draw to Soft 17", replaces=cite("13:69E-1.10(c)2"))),
    ),
    areas=(LAYOUT.sub("2").says(BettingArea(name="buster")),),
    sign=LAYOUT.sub("3").says(("the payout odds by number of cards when the dealer busts",)),
)
