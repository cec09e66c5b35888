"""What the rules say of every blackjack table, whatever it offers."""

from fractions import Fraction

from upcard.law import Cited, Edition, cite
from upcard.money import Odds
from upcard.rules.bound import AtLeast, AtMost, Bound
from upcard.rules.enums import BlackjackPays
from upcard.rules.option import Equipment, EquipmentKind, Inscription, Notice, StatedUnder, Statement

DECKS: Cited[Bound] = cite("13:69F-2.2(a)").says(AtLeast(1))
CUTTING_CARDS = cite("13:69F-2.2(a)")  # one, and a second where an option requires it
IN_FRONT_OF_CUTTING_CARD: Cited[Bound] = cite("13:69F-2.5(d)").says(AtMost(Fraction(3, 4)))
SEATS: Cited[Bound] = cite("13:69E-1.10(a)").says(AtMost(7))
INSCRIBED = cite("13:69E-1.10(c)")
LICENSEE_NAMED = cite("13:69E-1.10(b)")
EQUIPMENT = (
    cite("13:69E-1.10(d)").says(Equipment(name="drop box", kind=EquipmentKind.BOX)),
    cite("13:69E-1.10(d)").says(Equipment(name="tip box", kind=EquipmentKind.BOX)),
    cite("13:69E-1.10(e)").says(Equipment(name="discard rack", kind=EquipmentKind.RACK)),
)
ALIKE_DECKS = CUTTING_CARDS.says(  # where there is more than one
    Statement(name="alike decks", what="identical appearance of all decks", under=StatedUnder.APPEARANCE)
)
STATEMENTS = (
    ALIKE_DECKS,
    CUTTING_CARDS.says(
        Statement(
            name="opaque cutting cards",
            what="opacity and one color of the cutting cards, unlike the backs and edges of the cards",
            under=StatedUnder.APPEARANCE,
        )
    ),
    CUTTING_CARDS.says(
        Statement(
            name="color of the cutting cards",
            what="approval of the color of the cutting cards",
            under=StatedUnder.APPROVALS,
            editions=frozenset({Edition.FORMER}),
        )
    ),
)
LIMITS_POSTED = cite("13:69F-8.3(a)")
WAGER_LIMITS_POSTED = cite("13:69F-8.3(b)")

MAY_SPLIT: Cited[Bound] = cite("13:69F-2.11(a)").says(AtLeast(1))
SPLITS_NOTICE = cite("13:69F-2.11(e)").says(Notice(words=("splits", "split", "splitting")))  # reading 48
NOTICE_GIVEN = cite("13:69F-8.3(c)")
NOTICE_PERIOD = cite("13:69F-8.3(d)")  # not held
UNNOTICED_SPLITS = 1  # 13:69F-2.11(c)1


MAY_SPLIT_FREE: Cited[Bound] = cite("13:69F-2.11(g)").says(AtLeast(1))  # reading 74: without notice
FREE_SPLITS_CAPPED = 37  # the Reading that applies the cap of 13:69F-2.11(e) to them


def most_splits(seats: int) -> Cited[Bound]:
    """Return how often a pair may be split: three times with at most six boxes, twice with more."""
    return cite("13:69F-2.11(e)").says(AtMost(3 if seats <= 6 else 2))


ODDS_WITH_TO = cite("13:69E-1.10(h)")
DRAWING_RULE = cite("13:69E-1.10(c)2")
STANDS_ON_SOFT_17 = DRAWING_RULE.says(Inscription(text="Dealer Must Draw to 16 and Stand on All 17's"))
INSURANCE_ODDS = cite("13:69F-2.9(c)").says(Odds(2))
INSURANCE_PAYS = cite("13:69E-1.10(c)3").says(Inscription(text="Insurance pays 2 to 1"))


def blackjack_pays(odds: BlackjackPays) -> Cited[Inscription]:
    """Return the inscription that states what a blackjack pays."""
    return cite("13:69E-1.10(c)1").says(Inscription(text=f"Blackjack pays {odds.value}"))
