"""Free bet: double downs and splits that cost the player nothing; a dealer's 22 pushes."""

from upcard.law import cite
from upcard.rules.bound import one_of
from upcard.rules.option import Inscription, Kind, Notice, Option, Setting, requires
from upcard.rules.wager import Game

LAW = cite("13:69F-2.31")
LAYOUT = cite("13:69E-1.10(aa)")
TWO_CARDS, ANY_NUMBER = "two cards", "any number of cards"

FREE_BET = Game(
    name="free bet",
    cite=LAW,
    means="free double downs and free splits; the dealer draws to soft 17 and pushes with 22",
    chosen_by=("game", "free bet"),
    own_split_limit=cite("13:69F-2.11(g)"),  # reading 37
    requires=(
        requires(
            cite("13:69F-2.12(f)"), "dealer_soft_17", one_of("draw"), "the dealer draws to soft 17 at a free bet table"
        ),
        requires(
            cite("13:69F-2.7(d)"), "blackjack_pays", one_of("3 to 2"), "a blackjack pays 3 to 2 at a free bet table"
        ),
    ),
    settings=(
        Setting(
            key="free_double",
            kind=Kind.WORD,
            means="on which hard 9, 10 or 11 a free double down is offered",  # (b), (c), 13:69F-2.3(f)
            default=TWO_CARDS,
            choices=(TWO_CARDS, ANY_NUMBER),
        ),
    ),
    inscriptions=(
        LAYOUT.sub("1iii").says(Inscription(text="Dealer Must Hit Soft 17 and Will Push with a Total of 22")),
        LAYOUT.sub("1iv").says(Inscription(text="Free Splits On All Pairs, Except 10-Value Cards")),
        LAYOUT.sub("1v").says(
            Inscription(
                text="Free Doubles on Hard 9, 10 & 11 (First Two Cards Only)",
                unless=("free_double", ANY_NUMBER),  # reading 39
            )
        ),
    ),
    equipment=(LAYOUT.sub("2i").says("free bet buttons"),),
    areas=(LAYOUT.sub("1i").says("push 22"),),  # reading 40
)

FREE_DOUBLE_ON_ANY_NUMBER = Option(
    name="free double down on any number of cards",
    cite=cite("13:69F-2.10(f)"),
    chosen_by=("free_double", ANY_NUMBER),
    notices=(cite("13:69F-2.10(f)").says(Notice(words=("free double", "free double down", "any number of cards"))),),
)
