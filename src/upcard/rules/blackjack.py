"""The rules of the base game: what a table may choose, which plays a hand has, how a hand is settled.

Everything that deals, settles, prices or simulates the blackjack wager reads them here. To add a rule, add a field to
`BlackjackRules`, and let a reason in `REASONS` or a branch in `SETTLEMENT` read it.
"""

from dataclasses import dataclass
from fractions import Fraction

from upcard.cards import Rank
from upcard.law import Cite, cite
from upcard.rules.bound import one_of
from upcard.rules.enums import (
    BlackjackPays,
    DealerBlackjackTakes,
    DoubleOn,
    HandOutcome,
    HoleCard,
    Play,
    Soft17,
    Surrender,
)
from upcard.rules.fact_type import Result
from upcard.rules.facts import Total
from upcard.rules.hand import (
    HAND_LOST,
    HAND_PUSHED,
    HAND_WON,
    MOST_POINTS,
    HandEnded,
    HandInPlay,
    PlayReason,
    Settlement,
    SettlementBranch,
    times_words,
    total_words,
)
from upcard.rules.rule_fields import Law, rule

WON = cite("13:69F-2.3(b)")
LOST = cite("13:69F-2.3(c)")
PUSHED = cite("13:69F-2.1(h)")
BLACKJACK_PAID = cite("13:69F-2.7(b)")
DOUBLING = cite("13:69F-2.10(a)")
DOUBLED_AGAINST_BLACKJACK = cite("13:69F-2.10(b)")
FREE_DOUBLING = cite("13:69F-2.10(e)")
FREE_DOUBLING_ANY_NUMBER = cite("13:69F-2.10(f)")
SPLITTING = cite("13:69F-2.11(a)")
PLAYED_AFTER_SPLIT = cite("13:69F-2.11(c)")
SPLIT_ONCE = cite("13:69F-2.11(c)1")
SPLIT_ACES = cite("13:69F-2.11(c)2")
SPLIT_AGAINST_BLACKJACK = cite("13:69F-2.11(d)")
RESPLITTING = cite("13:69F-2.11(e)")
FREE_SPLITTING = cite("13:69F-2.11(g)")
SURRENDERING = cite("13:69F-2.8(a)")
SURRENDERED_AT_ONCE = cite("13:69F-2.8(a)1")
SURRENDERED_LATER = cite("13:69F-2.8(a)2")
SURRENDERED_AFTER_CHECK = cite("13:69F-2.8(a)3")
SURRENDER_OFFERED = cite("13:69F-2.8(c)")
DEALERS_SECOND_CARD = cite("13:69F-2.6(h)")
BLACKJACK_ODDS = cite("13:69F-2.7(a)")
DRAWING = cite("13:69F-2.12(a)")
DEALER_DRAWS = cite("13:69F-2.12(b)")
DEALER_22 = cite("13:69F-2.12(f)")

MOST_SPLITS_STATED = 100


@dataclass(frozen=True, kw_only=True)
class BlackjackRules:
    """The rules of the base game at one table."""

    hole_card: HoleCard = rule(HoleCard.AFTER_PLAYERS, DEALERS_SECOND_CARD, "when the dealer's second card is dealt")
    dealer_soft_17: Soft17 = rule(Soft17.STAND, DEALER_DRAWS, "what the dealer does with a soft 17")
    blackjack_pays: BlackjackPays = rule(BlackjackPays.THREE_TO_TWO, BLACKJACK_ODDS, "what a blackjack pays")
    surrender: Surrender = rule(
        Surrender.NONE,
        SURRENDERING,
        "whether a hand may be given up for half its wager; early: half is lost whatever the dealer has",
        laws=(
            Law(
                bound=SURRENDERED_LATER.says(one_of(Surrender.NONE, Surrender.LATE)),
                because="a dealer's blackjack takes the whole of a surrendered wager",
            ),
        ),
    )
    splits: int = rule(1, SPLITTING, "how many times a pair may be split", values=range(MOST_SPLITS_STATED + 1))
    resplit_aces: bool = rule(False, RESPLITTING, "whether split aces may be split again")
    double_after_split: bool = rule(
        True,
        PLAYED_AFTER_SPLIT,
        "whether a split hand may be doubled down with a wager",
        laws=(Law(bound=PLAYED_AFTER_SPLIT.says(one_of(True)), because="a split hand may be doubled down"),),
    )
    double_on: DoubleOn = rule(
        DoubleOn.ANY_TWO_CARDS,
        DOUBLING,
        "the hands on which a paid double down may be made, after a split too",
        laws=(
            Law(
                bound=DOUBLING.says(one_of(DoubleOn.ANY_TWO_CARDS)),
                because="a double down may be made on any first two cards",
            ),
        ),
    )
    dealer_blackjack_takes: DealerBlackjackTakes = rule(
        DealerBlackjackTakes.ORIGINAL_WAGER,
        SPLIT_AGAINST_BLACKJACK,
        "what a dealer's blackjack that shows after the decisions takes of doubled and split hands",
        laws=(
            Law(
                bound=SPLIT_AGAINST_BLACKJACK.says(one_of(DealerBlackjackTakes.ORIGINAL_WAGER)),
                because="after a split a dealer's blackjack takes the original wager only",
            ),
            Law(
                bound=DOUBLED_AGAINST_BLACKJACK.says(one_of(DealerBlackjackTakes.ORIGINAL_WAGER)),
                because="after a double down a dealer's blackjack takes the original wager only",
            ),
        ),
    )
    charlie: int | None = rule(
        None,
        WON,
        "with how many cards a hand that has not bust is paid even money at once, split hands too",
        values=(5, 6, 7),
        laws=(Law(bound=WON.says(one_of(None)), because="a hand wins by its total, whatever the number of its cards"),),
    )
    # What the game adds; a table file does not state these.
    dealer_hands: int = 1  # on one upcard
    dealer_pushes_on: int | None = None  # a bust total of the dealer that is a push
    doubles_free_on: frozenset[int] = frozenset()  # hard totals on which a double down is free
    free_on_any_number: bool = False
    free_split_except: frozenset[int] | None = None  # values whose pairs are not split free; None: no free splits
    splits_free: int | None = None  # how many times the other pairs may be split; None: as many as `splits`
    blackjacks_at_once: bool = False  # where no hole card is dealt, whatever the upcard
    surrender_takes_half: bool = False  # whatever the dealer has
    # What a licensee's switch says.
    busts_wait: bool = False  # added wagers of a bust, for a dealer's blackjack

    @property
    def cards_that_matter(self) -> int:
        """Return up to how many cards of a hand the rules distinguish; hands of more are alike."""
        return max(3, self.charlie or 0)

    @property
    def most_splits(self) -> int:
        """Return how many times a pair of any value may be split."""
        return self.splits if self.free_split_except is None else max(self.splits, self.splits_free or 0)


Reason = PlayReason[BlackjackRules]
Branch = SettlementBranch[BlackjackRules]


def dealer_stands(rules: BlackjackRules, total: Total) -> bool:
    """Whether the dealer draws no more: 17 or over, unless a soft 17 is drawn to."""  # 13:69F-2.12(b), 13:69F-2.12(f)
    return total.points > 17 or (total.points == 17 and not (total.soft and rules.dealer_soft_17 is Soft17.DRAW))


def awards_at_once(rules: BlackjackRules) -> bool:
    """Whether players' blackjacks are paid before the dealer's second card, against any upcard."""  # reading 41
    return rules.blackjacks_at_once and not rules.hole_card.dealt_first


def busts_may_wait(rules: BlackjackRules) -> bool:
    """Whether a blackjack of the dealer's only hand may show after a bust, and would return the wagers added to it."""
    original_only = rules.dealer_blackjack_takes is DealerBlackjackTakes.ORIGINAL_WAGER
    return original_only and rules.dealer_hands == 1 and not rules.hole_card.dealt_first


def most_splits(rules: BlackjackRules, play: Play, value: int) -> int:
    """Return how many times a pair of a value may be split by a play, free or with a wager."""  # reading 73
    if rules.splits_free is None or rules.free_split_except is None or value in rules.free_split_except:
        return rules.splits
    return rules.splits_free if play is Play.FREE_SPLIT else min(rules.splits, rules.splits_free)


def _waits(rules: BlackjackRules, hand: HandEnded) -> bool:
    """Whether a bust is collected only once the dealer has no blackjack, as wagers were added."""  # reading 61
    return rules.busts_wait and busts_may_wait(rules) and (not hand.kind.original or hand.doubled is Play.DOUBLE_DOWN)


# A hand that is over has no play but to stand; so has one that is settled at once.
HAND_OVER: tuple[Reason, ...] = (
    Reason(
        "21 or more",
        DRAWING,
        lambda _, hand: hand.total.points >= MOST_POINTS,
        lambda _, hand: f"the hand has {hand.total.points} points",
    ),
)
_ACES = Reason(
    "split aces",
    SPLIT_ACES,
    lambda _, hand: hand.of_split_aces,
    lambda _, __: "split aces get one card each and no more",
)


def _pair(rules: BlackjackRules) -> str:
    return "a pair" if rules.splits_free in (None, rules.splits) else "a pair of this value"


def _splitting(play: Play) -> tuple[Reason, ...]:
    free = play is Play.FREE_SPLIT

    def offered(rules: BlackjackRules) -> bool:
        return not free or rules.free_split_except is not None

    def most(rules: BlackjackRules, hand: HandInPlay) -> int:
        return most_splits(rules, play, hand.cards[0].value)

    def limit(rules: BlackjackRules, hand: HandInPlay) -> Cite:
        """Return the paragraph of the limit: the licensee's own for free splits, else that of wagers."""
        if free or most(rules, hand) < rules.splits:
            return FREE_SPLITTING
        return SPLIT_ONCE if rules.splits == 1 else RESPLITTING

    return (
        Reason(
            "no pair",
            SPLITTING,
            lambda rules, hand: offered(rules) and not hand.is_pair,
            lambda _, hand: f"a pair is two cards of one value as the first two of a hand; this hand is {hand.words}",
        ),
        Reason(
            "most splits",
            limit,
            lambda rules, hand: offered(rules) and hand.splits >= most(rules, hand),
            lambda rules, hand: f"at this table {_pair(rules)} is split {times_words(most(rules, hand))} at most",
        ),
        Reason(
            "aces again",
            FREE_SPLITTING if free else RESPLITTING,
            lambda rules, hand: (
                offered(rules) and hand.of_split_aces and hand.splits < most(rules, hand) and not rules.resplit_aces
            ),
            lambda _, __: "at this table split aces are not split again",
        ),
    )


def _is_against_ace(rules: BlackjackRules, hand: HandInPlay) -> bool:
    return rules.surrender is Surrender.EARLY_NOT_AGAINST_ACE and hand.upcard.rank is Rank.ACE


# Which plays a hand has, split hands included: a play is allowed unless one of its reasons applies.
REASONS: dict[Play, tuple[Reason, ...]] = {
    Play.STAND: (),
    Play.DRAW: (_ACES,),
    Play.DOUBLE_DOWN: (
        Reason(
            "first two cards",
            DOUBLING,
            lambda _, hand: len(hand.cards) != 2,
            lambda _, hand: f"a double down is made on the first two cards of a hand; this hand has {len(hand.cards)}",
        ),
        _ACES,
        Reason(
            "after a split",
            PLAYED_AFTER_SPLIT,
            lambda rules, hand: hand.from_split and not rules.double_after_split,
            lambda _, __: "at this table a split hand is not doubled down with a wager",
        ),
        Reason(
            "total",
            DOUBLING,
            lambda rules, hand: not rules.double_on.admits(hand.total),
            lambda rules, hand: (
                f"at this table a paid double down is made on {rules.double_on.value};"
                f" this hand is {total_words(hand.total)}"
            ),
        ),
    ),
    Play.FREE_DOUBLE_DOWN: (
        Reason(
            "not offered",
            FREE_DOUBLING,
            lambda rules, _: not rules.doubles_free_on,
            lambda _, __: "free double downs are made at a table that offers them; this one does not",
        ),
        Reason(
            "first two cards",
            FREE_DOUBLING,
            lambda rules, hand: bool(rules.doubles_free_on) and len(hand.cards) != 2 and not rules.free_on_any_number,
            lambda _, hand: f"a free double down is made on two cards; this hand has {len(hand.cards)}",
        ),
        Reason(
            "total",
            FREE_DOUBLING,
            lambda rules, hand: (
                bool(rules.doubles_free_on) and (hand.total.soft or hand.total.points not in rules.doubles_free_on)
            ),
            lambda rules, hand: (
                "a free double down is made on a hard "
                + f"{', '.join(map(str, sorted(rules.doubles_free_on)))}; this hand is {total_words(hand.total)}"
            ),
        ),
        _ACES,
    ),
    Play.SPLIT_PAIR: _splitting(Play.SPLIT_PAIR),
    Play.FREE_SPLIT: (
        Reason(
            "not offered",
            FREE_SPLITTING,
            lambda rules, _: rules.free_split_except is None,
            lambda _, __: "free splits are made at a table that offers them; this one does not",
        ),
        *_splitting(Play.FREE_SPLIT),
        Reason(
            "ten-value cards",
            FREE_SPLITTING,
            lambda rules, hand: hand.is_pair and hand.cards[0].value in (rules.free_split_except or ()),
            lambda _, __: "a pair of ten-value cards is not split free; it may be split with a wager",
        ),
    ),
    Play.SURRENDER: (
        Reason(
            "not offered",
            SURRENDER_OFFERED,
            lambda rules, _: rules.surrender is Surrender.NONE or rules.dealer_hands > 1,  # reading 63
            lambda _, __: "surrender is not offered at this table",
        ),
        Reason(
            "first decision",
            SURRENDERING,
            lambda _, hand: len(hand.cards) != 2 or hand.from_split,
            lambda _, __: "only the first two cards may be surrendered, before any other decision",
        ),
        Reason(
            "against an ace",
            SURRENDERING,
            lambda rules, hand: _is_against_ace(rules, hand),
            lambda _, __: "at this table no hand is surrendered against an ace",
        ),
        Reason(
            "after the check",
            SURRENDERING,
            lambda rules, hand: rules.surrender.early and hand.checked and not _is_against_ace(rules, hand),
            lambda _, __: "at this table a hand is surrendered before the dealer looks for a blackjack",
        ),
    ),
}


_BUST = HAND_LOST._replace(outcome=HandOutcome.BUST)
_HALF_LOST = Settlement(HandOutcome.SURRENDER, Result.LOSS, Fraction(-1, 2), Fraction(0))
_ALL_LOST = HAND_LOST._replace(outcome=HandOutcome.DEALER_BLACKJACK)
_ORIGINAL_LOST = _ALL_LOST._replace(added=Fraction(0))


def _blackjack_paid(rules: BlackjackRules) -> Settlement:
    return Settlement(HandOutcome.BLACKJACK, Result.WIN, rules.blackjack_pays.odds.ratio, Fraction(0))


# The first branch that applies settles a hand; those that apply at once come before the dealer's cards.
SETTLEMENT: tuple[Branch, ...] = (
    Branch("bust", LOST, lambda rules, hand, _: hand.total.bust and not _waits(rules, hand), _BUST, at_once=True),
    Branch(
        "charlie",
        WON,
        lambda rules, hand, _: rules.charlie is not None and hand.cards >= rules.charlie and not hand.total.bust,
        HAND_WON._replace(outcome=HandOutcome.CHARLIE),
        at_once=True,
    ),
    Branch(
        "early surrender",
        SURRENDERING,
        lambda rules, hand, _: hand.surrendered and rules.surrender.early,
        _HALF_LOST,
        at_once=True,
    ),
    Branch(
        "surrender at half",
        SURRENDERED_AFTER_CHECK,
        lambda rules, hand, _: hand.surrendered and rules.surrender_takes_half,  # reading 62
        _HALF_LOST,
        at_once=True,
    ),
    Branch(
        "blackjack at once",
        BLACKJACK_ODDS,
        lambda rules, hand, _: hand.blackjack and awards_at_once(rules),
        _blackjack_paid,
        at_once=True,
    ),
    Branch(
        "surrender", SURRENDERED_LATER, lambda _, hand, dealer: hand.surrendered and not dealer.blackjack, _HALF_LOST
    ),
    Branch("surrender, dealer blackjack", SURRENDERED_LATER, lambda _, hand, __: hand.surrendered, _ALL_LOST),
    Branch("two blackjacks", BLACKJACK_PAID, lambda _, hand, dealer: hand.blackjack and dealer.blackjack, HAND_PUSHED),
    Branch("blackjack", BLACKJACK_PAID, lambda _, hand, __: hand.blackjack, _blackjack_paid),
    Branch(
        "dealer blackjack, all wagers",
        LOST,
        lambda rules, _, dealer: dealer.blackjack and rules.dealer_blackjack_takes is DealerBlackjackTakes.ALL_WAGERS,
        _ALL_LOST,
    ),
    Branch(
        "dealer blackjack, added hand",
        SPLIT_AGAINST_BLACKJACK,
        lambda _, hand, dealer: dealer.blackjack and not hand.kind.original,
        Settlement(HandOutcome.DEALER_BLACKJACK, Result.LOSS, Fraction(0), Fraction(0)),
    ),
    Branch(
        "dealer blackjack, doubled",
        DOUBLED_AGAINST_BLACKJACK,
        lambda _, hand, dealer: dealer.blackjack and hand.doubled is Play.DOUBLE_DOWN,
        _ORIGINAL_LOST,
    ),
    Branch(
        "dealer blackjack, split",
        SPLIT_AGAINST_BLACKJACK,
        lambda _, hand, dealer: dealer.blackjack and hand.kind.from_split,
        _ORIGINAL_LOST,
    ),
    Branch("dealer blackjack", LOST, lambda _, __, dealer: dealer.blackjack, _ORIGINAL_LOST),
    Branch("bust that waited", LOST, lambda _, hand, __: hand.total.bust, _BUST),
    Branch(  # a dealer's 22 is a push, in a game that says so
        "dealer's push", DEALER_22, lambda rules, _, dealer: dealer.total.points == rules.dealer_pushes_on, HAND_PUSHED
    ),
    Branch("dealer's bust", WON, lambda _, __, dealer: dealer.total.bust, HAND_WON),
    Branch("equal", PUSHED, lambda _, hand, dealer: hand.total.points == dealer.total.points, HAND_PUSHED),
    Branch("higher", WON, lambda _, hand, dealer: hand.total.points > dealer.total.points, HAND_WON),
    Branch("lower", LOST, lambda _, __, ___: True, HAND_LOST),
)
