"""The progressive wager: one dollar on the aces that a box begins with, for the meter or a fixed amount."""

from fractions import Fraction

from upcard.cards import BLACK, RED
from upcard.law import cite
from upcard.money import Cents, MeterShare
from upcard.rules import step
from upcard.rules.bound import AtLeast
from upcard.rules.facts import BOX_ACES, LeadingAces
from upcard.rules.option import (
    AreaKind,
    BettingArea,
    Doubt,
    Equipment,
    EquipmentKind,
    Kind,
    Requires,
    Setting,
    StatedUnder,
    Statement,
)
from upcard.rules.wager import (
    LOSE,
    Demand,
    Limits,
    Medium,
    Meter,
    Need,
    Order,
    Outcome,
    PayTables,
    Point,
    Settled,
    Wager,
    fixed_table,
)

LAW = cite("13:69F-2.19")
RATE = LAW.sub("(i)")
ONE_DOLLAR, FIVE_THOUSAND = Cents(100), Cents(500_000)

FOUR_OF_ONE_COLOR = Outcome("Four black or four red aces in the first four cards", also=("Four aces of one color",))
THREE_SUITED = Outcome("Three aces of the same suit in the first three cards", also=("Three aces of one suit",))
THREE = Outcome("Any three aces in the first three cards", also=("Any three aces",))
TWO_SUITED = Outcome("Two aces in the same suit in the first two cards", also=("Two aces of one suit",))
TWO = Outcome("Any two aces in the first two cards", also=("Any two aces",))


def resolve(began: LeadingAces) -> Outcome:
    """Return the highest line that the box's first cards reach."""  # (c), (e); readings 24, 25
    if began.aces >= 4 and (began.suits <= BLACK or began.suits <= RED):  # (c)1
        return FOUR_OF_ONE_COLOR
    if began.aces >= 3:
        return THREE_SUITED if began.suited_at_three else THREE  # (c)2, (c)3
    if began.aces == 2:
        return TWO_SUITED if len(began.suits) == 1 else TWO  # (c)4, (c)5
    return LOSE


PROGRESSIVE = Wager(
    name="progressive",
    cite=LAW,
    needs=LAW.sub("(f)").says(Need.BLACKJACK_WAGER),
    placed=LAW.sub("(b)").says(Point.BEFORE_FIRST_CARD),
    limits=LAW.sub("(a)").says(Limits(posted=False, exactly=(ONE_DOLLAR,))),
    media=LAW.sub("(b)").says(frozenset({Medium.ONE_DOLLAR_CHIP})),
    spoken=LAW.sub("(b)").says(frozenset()),
    decks=cite("13:69F-2.2(a)3").says(AtLeast(4)),
    sees=(BOX_ACES,),  # (d)
    outcomes=(FOUR_OF_ONE_COLOR, THREE_SUITED, THREE, TWO_SUITED, TWO, LOSE),
    resolve=resolve,
    pay_tables=LAW.sub("(c)").says(  # reading 26
        PayTables(
            tables={
                "progressive": {
                    FOUR_OF_ONE_COLOR: MeterShare(Fraction(1)),  # (h); readings 27, 28, 55
                    **fixed_table((THREE_SUITED, THREE, TWO_SUITED, TWO), 2500, 250, 100, 25),
                }
            },
            floors=False,
        )
    ),
    settled=LAW.sub("(h)").says(  # readings 52, 64
        Settled(
            collect=Point.BLACKJACK_WAGER_SETTLED,
            pay=Point.BLACKJACK_WAGER_SETTLED,
            order=Order.FROM_DEALERS_RIGHT,
            with_blackjack_wager=True,
        )
    ),
    no_more_bets=LAW.sub("(b)"),
    demands=(
        LAW.sub("(b)").says(Demand.CHIPS_EQUAL_LIGHTS),
        LAW.sub("(g)1").says(Demand.HAND_VERIFIED),
        LAW.sub("(g)2").says(Demand.LIGHT_VERIFIED),
        LAW.sub("(g)3").says(Demand.SUPERVISOR_VALIDATES),
        LAW.sub("(h)").says(Demand.CARDS_HELD_FOR_DOCUMENTS),
    ),
    steps=(
        LAW.sub("(b)").says(step.LIGHT),  # reading 79
        LAW.sub("(b)").says(step.REGISTERED),
    ),
    doubts=tuple(  # lawful on the text, but no text speaks of it
        Doubt(partner=cite(partner), cite=LAW, reading=9) for partner in ("2.23", "2.30", "2.31", "2.32")
    ),
    requires=(
        RATE.says(
            Requires(
                keys=("initial",),
                bound=AtLeast(FIVE_THOUSAND),
                because="the initial amount on the progressive meter is no less than $5,000.00",
            )
        ),
        RATE.says(
            Requires(
                keys=("reset",),
                bound=AtLeast(FIVE_THOUSAND),
                because="the reset amount that the licensee funds is no less than $5,000.00",
            )
        ),
        RATE.says(
            Requires(
                keys=("rate", "reset_rate"),
                bound=AtLeast(Fraction(7, 10)),
                because="the rate of progression, with the reset meter's if there is one, is no less than 70%",
            )
        ),
    ),
    settings=(
        Setting(
            key="initial",
            kind=Kind.MONEY,
            means="what the licensee puts on the progressive meter at first",
            missing=RATE.says("the initial amount on the progressive meter is not stated"),
        ),
        Setting(
            key="reset",
            kind=Kind.MONEY,
            means="what the licensee puts on the meter after it is won",
            missing=RATE.says("the reset amount is not stated"),
        ),
        Setting(
            key="rate",
            kind=Kind.SHARE,
            means="share of each wager added to the progressive meter",
            missing=RATE.says("the rate of progression is not stated"),
        ),
        Setting(
            key="reset_rate",
            kind=Kind.SHARE,
            means="share of each wager added to the reset meter",
            default=Fraction(0),
        ),
    ),
    meter=RATE.says(Meter(begins="initial", begins_again="reset", grows="rate", reset_meter_grows="reset_rate")),
    equipment=(  # 13:69E-1.10(j)
        LAW.sub("(b)").says(Equipment(name="chip acceptors", kind=EquipmentKind.AT_SEATS)),
        LAW.sub("(b)").says(Equipment(name="acceptor lights", kind=EquipmentKind.AT_SEATS)),
        LAW.sub("(b)").says(Equipment(name="progressive meter", kind=EquipmentKind.METER, shows="initial")),
    ),
    equipment_if={"reset_rate": LAW.sub("(b)").says(Equipment(name="reset meter", kind=EquipmentKind.METER))},
    statements=(
        RATE.says(  # 13:69D-1.39B(b)
            Statement(
                name="meter amounts",
                what="approval of the initial and reset amounts of the meter",
                under=StatedUnder.APPROVALS,
            )
        ),
        LAW.sub("(g)3").says(
            Statement(
                name="validation of progressive payouts",
                what="approval of the controls for validating progressive payouts",
                under=StatedUnder.APPROVALS,
            )
        ),
    ),
    areas=(LAW.sub("(b)").says(BettingArea(name="progressive", kind=AreaKind.CHIP_ACCEPTOR)),),
    sign=cite("13:69E-1.10(g)").says(("the payouts",)),
)
