"""The base game and its ways of dealing, paying and drawing that a table file may choose."""

from upcard.law import Cited, Edition, Unknown, cite
from upcard.rules import step
from upcard.rules.bound import one_of
from upcard.rules.enums import BlackjackPays, DealtFrom, HoleCard, Soft17, Surrender, WagerName
from upcard.rules.option import Equipment, EquipmentKind, Notice, Option, by
from upcard.rules.step import ProcedureStep
from upcard.rules.wager import Game

DEALING = cite("13:69F-2.6")
HAND = cite("13:69F-2.6A")

# The procedure of every game, whatever is offered besides.
PROCEDURE: tuple[Cited[ProcedureStep], ...] = (
    cite("13:69F-2.5(a)").says(step.SHUFFLED),
    cite("13:69F-2.5(b)").says(step.CUT),
    cite("13:69F-2.5(d)").says(step.CUTTING_CARD_PLACED),
    cite("13:69F-2.3(a)").says(step.MADE_IN_TIME),
    cite("13:69F-2.3(d)").says(step.NO_MORE_BETS),
    DEALING.sub("(f)").says(step.TOTAL_ANNOUNCED),
    cite("13:69F-2.11(c)").says(step.TOTAL_ANNOUNCED),
    DEALING.sub("(h)").says(step.SECOND_CARD),
    cite("13:69F-2.3(e)").says(step.SETTLED_IN_TIME),
    DEALING.sub("(i)").says(step.PICKED_UP),
)

BLACKJACK_GAME = Game(
    name=WagerName.BLACKJACK.value,
    cite=cite("13:69F-2.3"),
    means="one wager on one hand against the dealer's hand",
)

# Without either of these two the dealer's second card is dealt after the players' decisions, 13:69F-2.6(h).
HOLE_CARD_DOWN = Option(
    name="hole card face down with a card reader",
    cite=DEALING.sub("(j)"),
    chosen_by=("hole_card", HoleCard.DOWN),
    equipment=(cite("13:69E-1.10(f)").says(Equipment(name="card reader", kind=EquipmentKind.READER)),),
    steps=(DEALING.sub("(j)").says(step.READER_USED),),
)

HOLE_CARD_UP = Option(
    name="hole card face up",
    cite=DEALING.sub("(k)"),
    chosen_by=("hole_card", HoleCard.UP),
    excludes=by(DEALING.sub("(k)"), "2.19", "2.31"),
    notices=(
        DEALING.sub("(k)").says(Notice(words=("hole card", "hole card up", "hole card face up", HoleCard.UP.value))),
    ),
    unknown=Unknown(
        "by which special rules a round with the hole card face up is played, such as what a blackjack pays then",
        DEALING.sub("(k)1"),  # reading 56
    ),
)

FROM_THE_HAND = Option(
    name="dealing from the hand",
    cite=HAND,  # 13:69F-2.6A(a)
    chosen_by=("dealt_from", DealtFrom.HAND),
    decks=cite("13:69F-2.2(a)1").says(one_of(1, 2)),  # reading 20
    foresees=(cite("13:69F-2.2(a)").says(cite("13:69F-2.7(a)")),),
    second_cutting_card=frozenset({Edition.CURRENT}),  # 13:69F-2.2(a)
    equipment=(cite("13:69F-2.2(c)").says(Equipment(name="automated shuffler", kind=EquipmentKind.SHUFFLER)),),
)

SIX_TO_FIVE = Option(
    name="blackjack paying 6 to 5",
    cite=cite("13:69F-2.7(a)"),
    chosen_by=("blackjack_pays", BlackjackPays.SIX_TO_FIVE),
    second_cutting_card=frozenset({Edition.FORMER}),  # 19:47-2.2(a)
    unknown=Unknown("whether 6 to 5 may be paid at a game dealt from a shoe", cite("13:69F-2.7(a)")),
)

SURRENDER = Option(
    name="surrender",
    cite=cite("13:69F-2.8(a)"),  # at a free bet table by 13:69F-2.8(a)3
    chosen_by=("surrender", Surrender.LATE, Surrender.EARLY, Surrender.EARLY_NOT_AGAINST_ACE),
    notices=(cite("13:69F-2.8(c)").says(Notice(words=("surrender",))),),
    ended_after_notice=cite("13:69F-2.8(c)"),
)

DRAW_TO_SOFT_17 = Option(
    name="drawing to soft 17",
    cite=cite("13:69F-2.12(b)"),
    chosen_by=("dealer_soft_17", Soft17.DRAW),
    unknown=Unknown(
        "whether a licensee may have the dealer draw to soft 17 where no wager or game demands it",
        cite("13:69F-2.12(b)"),
    ),
)
