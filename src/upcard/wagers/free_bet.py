"""Free bet: double downs and splits that cost the player nothing; a dealer's 22 pushes."""

from enum import Enum

from upcard.law import cite
from upcard.rules import step
from upcard.rules.bound import one_of
from upcard.rules.enums import BlackjackPays, HoleCard, Play, Soft17, Surrender
from upcard.rules.fact_type import Result
from upcard.rules.option import (
    BettingArea,
    Doubt,
    Equipment,
    EquipmentKind,
    Inscription,
    Kind,
    Notice,
    Option,
    OtherWording,
    Setting,
    StatedUnder,
    Statement,
    requires,
)
from upcard.rules.switches import BLACKJACKS_BEFORE_SECOND_CARD
from upcard.rules.wager import Game

LAW = cite("13:69F-2.31")
LAYOUT = cite("13:69E-1.10(aa)")
CHECKED = cite("13:69F-2.8(a)3")
AWARDED = cite("13:69F-2.32(e)")
NO_HOLE_CARD = {"hole_card": (HoleCard.AFTER_PLAYERS,)}


class FreeDouble(Enum):
    """On how many cards a free double down may be made."""

    TWO_CARDS = "two cards"
    ANY_NUMBER = "any number of cards"


FREE_BET = Game(
    name="free bet",
    cite=LAW,
    means="free double downs and free splits; the dealer draws to soft 17 and pushes with 22",
    dealer_pushes_on=cite("13:69F-2.12(f)").says(22),  # reading 34
    doubles_free_on=cite("13:69F-2.10(e)").says(frozenset({9, 10, 11})),
    free_on_any_number=("free_double", FreeDouble.ANY_NUMBER),
    surrendered=CHECKED,  # reading 62
    blackjack_paid=cite("13:69F-2.7(d)"),
    insurance_paid=cite("13:69F-2.7(d)"),
    blackjacks_at_once=AWARDED.says(BLACKJACKS_BEFORE_SECOND_CARD),  # reading 41
    button_fates={  # (a): the button risks none of the player's chips
        (Play.FREE_DOUBLE_DOWN, Result.WIN): LAW.sub("(b)1"),
        (Play.FREE_DOUBLE_DOWN, Result.LOSS): LAW.sub("(b)2"),  # reading 35
        (Play.FREE_DOUBLE_DOWN, Result.PUSH): LAW.sub("(b)3"),
        (Play.FREE_SPLIT, Result.WIN): LAW.sub("(c)1"),  # 13:69F-2.11(g)1
        (Play.FREE_SPLIT, Result.LOSS): LAW.sub("(c)2"),
        (Play.FREE_SPLIT, Result.PUSH): LAW.sub("(c)3"),  # reading 36
    },
    free_split_except=cite("13:69F-2.11(g)").says(frozenset({10})),
    splits_free="free_splits",  # reading 73
    steps=(
        AWARDED.says(step.BLACKJACKS_FIRST),
        cite("13:69F-2.10(e)").says(step.FREE_BUTTON_PUT),
        cite("13:69F-2.11(g)").says(step.FREE_BUTTON_PUT),
        cite("13:69F-2.11(g)").says(step.WAGER_MOVED),
    ),
    requires=(
        requires(
            cite("13:69F-2.12(f)"),
            "dealer_soft_17",
            one_of(Soft17.DRAW),
            "the dealer draws to soft 17 at a free bet table",
        ),
        requires(
            cite("13:69F-2.7(d)"),
            "blackjack_pays",
            one_of(BlackjackPays.THREE_TO_TWO),
            "a blackjack pays 3 to 2 at a free bet table",
        ),
        requires(
            cite("13:69F-2.8(a)3"),
            "surrender",
            one_of(Surrender.NONE, Surrender.LATE),
            "a hand is surrendered at a free bet table once the dealer has checked for blackjack",
        ),
        requires(
            AWARDED,
            "hole_card",
            one_of(HoleCard.DOWN),
            "all blackjacks are paid at a free bet table before any further card is dealt, which needs a hole card",
            reading=41,
            when=NO_HOLE_CARD,
        ),
        requires(
            CHECKED,
            "hole_card",
            one_of(HoleCard.DOWN),
            "the dealer checks for blackjack at a free bet table before the decisions, which needs a hole card",
            reading=62,
            when={**NO_HOLE_CARD, "surrender": (Surrender.NONE,)},
        ),
        requires(
            CHECKED,
            "hole_card",
            one_of(HoleCard.DOWN),
            "surrender is likely unlawful at a free bet table without a hole card, "
            "as the dealer has not checked for blackjack by then",
            reading=62,
            when={**NO_HOLE_CARD, "surrender": tuple(each for each in Surrender if each is not Surrender.NONE)},
        ),
    ),
    doubts=(
        Doubt(partner=cite("13:69F-2.6A"), cite=cite("13:69F-2.10(e)"), reading=65),
        Doubt(partner=cite("13:69F-2.6A"), cite=cite("13:69F-2.11(g)"), reading=65),
    ),
    settings=(
        Setting(
            key="free_double",
            kind=Kind.WORD,
            means="on which hard 9, 10 or 11 a free double down is offered",  # (b), (c), 13:69F-2.3(f)
            default=FreeDouble.TWO_CARDS,
            choices=tuple(FreeDouble),
        ),
        Setting(
            key="free_splits",
            kind=Kind.COUNT,
            means="how many times a pair may be split free; without the key, as many as splits",
            cite=cite("13:69F-2.11(g)"),
            default_of="splits",
        ),
    ),
    inscriptions=(
        LAYOUT.sub("1iii").says(Inscription(text="Dealer Must Hit Soft 17 and Will Push with a Total of 22")),
        LAYOUT.sub("1iv").says(Inscription(text="Free Splits On All Pairs, Except 10-Value Cards")),
        LAYOUT.sub("1v").says(
            Inscription(
                text="Free Doubles on Hard 9, 10 & 11 (First Two Cards Only)",
                otherwise=OtherWording(subject="free double", when=("free_double", FreeDouble.ANY_NUMBER), reading=39),
            )
        ),
    ),
    equipment=(LAYOUT.sub("2i").says(Equipment(name="free bet buttons", kind=EquipmentKind.TOKENS)),),
    statements=(
        LAYOUT.sub("2i").says(
            Statement(
                name="name or logo on free bet buttons",
                what="name or logo of the licensee on the free bet buttons",
                under=StatedUnder.APPEARANCE,
            )
        ),
    ),
    areas=(LAYOUT.sub("1i").says(BettingArea(name="push 22")),),  # reading 40
    signs={"push 22": LAYOUT.sub("1ii").says(("the payout odds", "the hand rankings"))},
)

FREE_DOUBLE_ON_ANY_NUMBER = Option(
    name="free double down on any number of cards",
    cite=cite("13:69F-2.10(f)"),
    chosen_by=("free_double", FreeDouble.ANY_NUMBER),
    notices=(
        cite("13:69F-2.10(f)").says(
            Notice(words=("free double", Play.FREE_DOUBLE_DOWN.value, FreeDouble.ANY_NUMBER.value))
        ),
    ),
)
