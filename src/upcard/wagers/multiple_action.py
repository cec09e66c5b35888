"""Multiple action: one player's hand against two or three dealer's hands on the same upcard."""

from upcard.law import cite
from upcard.rules.bound import AtMost, one_of
from upcard.rules.enums import HoleCard, Surrender
from upcard.rules.option import AreaKind, BettingArea, Doubt, Kind, Requires, Setting, by, requires
from upcard.rules.wager import DealerArea, DealerHands, Game

LAW = cite("13:69F-2.18")

MULTIPLE_ACTION = Game(
    name="multiple action",
    cite=LAW,
    means="two or three wagers on one hand against two or three dealer's hands formed with the same upcard",
    dealer_hands=DealerHands(
        wagered=LAW.sub("(b)"),
        added=LAW.sub("(c)"),
        insured=LAW.sub("(d)"),
        bust=LAW.sub("(f)"),
        all_bust=LAW.sub("(f)1"),
        settled=(LAW.sub("(f)"), LAW.sub("(h)"), LAW.sub("(i)")),
        next_hand=(LAW.sub("(f)2"), LAW.sub("(h)")),
        moved=(LAW.sub("(g)"), LAW.sub("(h)")),
        ended=LAW.sub("(j)"),
    ),
    spots=("multiple_action_required", "multiple_action_wagers"),
    spot_limits="multiple_action_limits",
    ended_after_notice=LAW.sub("(a)"),
    excludes=by(LAW.sub("(a)"), "2.19", "2.20", "2.22", "2.23", "2.24", "2.25", "2.26", "2.31", "2.32"),  # reading 8
    doubts=(Doubt(partner=cite("13:69F-2.6A"), cite=LAW.sub("(c)"), reading=49),),
    requires=(
        requires(  # reading 50
            LAW.sub("(e)"),
            "hole_card",
            one_of(HoleCard.AFTER_PLAYERS),
            "multiple action deals the dealer's second card after all decisions",
        ),
        requires(
            LAW.sub("(c)"),
            "surrender",
            one_of(Surrender.NONE),
            "the decisions that multiple action names do not include surrender, which is refused",
            reading=63,
        ),
        requires(cite("13:69F-2.11(e)"), "splits", AtMost(1), "a pair may not be split again in multiple action"),
        requires(
            LAW.sub("(a)"),
            "multiple_action_wagers",
            one_of(2, 3),
            "a player makes two or three wagers",
        ),
        LAW.sub("(b)").says(
            Requires(
                keys=("multiple_action_required",),
                bound=one_of(2, 3),
                because="each player must make two wagers, or three if the licensee requires it",
                not_above="multiple_action_wagers",
            )
        ),
    ),
    settings=(
        Setting(
            key="multiple_action_wagers",
            kind=Kind.COUNT,
            means="how many wagers a player may make",
            default=3,
        ),
        Setting(
            key="multiple_action_required",
            kind=Kind.COUNT,
            means="how many wagers a player must make (posted)",
            missing=LAW.sub("(b)").says("the minimum number of wagers is not posted"),
            otherwise=2,
        ),
        Setting(
            key="multiple_action_limits",
            kind=Kind.LIMITS,
            means="minimum and maximum of each wager, where they differ from those of the table (posted)",
        ),
    ),
    areas=(LAW.sub("(b)").says(BettingArea(name="each wager", label="Wager", kind=AreaKind.EACH_BLACKJACK_WAGER)),),
    dealer_areas=(
        LAW.sub("(g)").says(DealerArea(name="dealer's second hand")),
        LAW.sub("(h)").says(DealerArea(name="dealer's third hand", when={"multiple_action_wagers": (3,)})),
    ),
    signs={"wagers and limits": LAW.sub("(b)").says(("the minimum number of wagers", "the limits of each wager"))},
)
