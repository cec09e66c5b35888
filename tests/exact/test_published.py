"""Published figures beside ours: those that agree, to the digits printed, and those that do not, with both values.

What each source says of its rules and method, and why a figure differs, is in docs/mathematics.md. The sheet of
the in-between wager's owner is tested in test_known_figures.py.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from math import comb
from typing import NamedTuple, cast

import pytest

from tests.command import ROOT
from tests.exact.given import case, soft_17_rules
from tests.exact.test_known_figures import digits, tables
from upcard.exact.blackjack.solve import Decision
from upcard.exact.distribution import distribution, distribution_over_rounds
from upcard.exact.observed_facts import Distribution
from upcard.exact.price import price
from upcard.exact.shoe import Shoe
from upcard.money import Odds, odds
from upcard.payoffs.hands import NO_COUNTS
from upcard.results.blackjack import BlackjackPrice
from upcard.results.prices import insurance
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import BlackjackPays, HoleCard, Play, Soft17, Surrender
from upcard.rules.wager import LOSE, Outcome, PayTable, Wager, pay_table
from upcard.wagers import ALL
from upcard.wagers.additional import OVER_13, SAME_SUIT, SEVENS, THREE_SEVENS, THREE_SUITED_SEVENS, UNDER_13
from upcard.wagers.additional import SUITED as EASY
from upcard.wagers.additional import SUITED_KING_QUEEN as ROYAL
from upcard.wagers.buster import BUSTER, FIVE, FOUR, SEVEN, SIX, THREE
from upcard.wagers.in_between import IN_BETWEEN
from upcard.wagers.match_the_dealer import MATCH_THE_DEALER, MATCHES
from upcard.wagers.optional_bonus import OPTIONAL_BONUS, POKER_HANDS
from upcard.wagers.push_22 import PUSH_22, TWENTY_TWOS
from upcard.wagers.streak import STREAK
from upcard.wagers.twenty_point_bonus import TWENTIES, TWENTY_POINT_BONUS

Value = Fraction | float


class Figure(NamedTuple):
    """A figure as printed, and how we find it; where ours differs, it stands beside."""

    what: str
    printed: str
    ours: Callable[[], Value]
    differs: str | None = None


def as_printed(value: Value, printed: str) -> str:
    """Write a value with as many digits as a figure is printed with."""
    decimals = len(printed.partition("e")[0].partition(".")[2])
    if "e" in printed:
        return f"{float(value):.{decimals}e}"
    return digits(Fraction(value), decimals)


# The blackjack wager. A game is written as: decks, soft 17, hands at most, and options.

MILLION = 1_000_000  # decks: what is printed for an endless shoe is the same to six decimals


class Paid(Enum):
    """The odds of a blackjack that figures are published for, also those that no table of ours pays."""

    TWO_TO_ONE = "2 to 1"
    THREE_TO_TWO = "3 to 2"
    SIX_TO_FIVE = "6 to 5"
    EVEN_MONEY = "1 to 1"

    @property
    def odds(self) -> Odds:
        return odds(self.value)


PAYS = {"6:5": Paid.SIX_TO_FIVE, "1:1": Paid.EVEN_MONEY, "2:1": Paid.TWO_TO_ONE}


@cache
def blackjack(game: str, removed: int = 0) -> BlackjackPrice:
    decks, soft_17, hands, *others = game.split()
    shoe = [4 * int(decks)] * 9 + [16 * int(decks)]
    if removed:
        shoe[removed - 1] -= 1
    rules = BlackjackRules(
        dealer_soft_17=Soft17.DRAW if soft_17 == "H17" else Soft17.STAND,
        hole_card=HoleCard.DOWN,
        blackjack_pays=cast(BlackjackPays, next((PAYS[word] for word in others if word in PAYS), Paid.THREE_TO_TWO)),
        surrender=Surrender.LATE if "LS" in others else Surrender.NONE,
        splits=int(hands) - 1,
        resplit_aces="RSA" in others,
    )
    if "free" in others:
        rules = replace(
            rules,
            doubles_free_on=frozenset({9, 10, 11}),
            free_on_any_number="any" in others,
            free_split_except=frozenset({4, 10} if "not-4s" in others else {10}),
            dealer_pushes_on=22,
        )
    return BlackjackPrice(decks=int(decks), rules=rules, shoe=tuple(shoe))


def composed(game: str) -> float:
    return -100 * blackjack(game).published_value


def by_total(game: str) -> float:
    return -100 * blackjack(game).total.value


def value(game: str) -> float:
    return blackjack(game).published_value


def showing(game: str, upcard: int) -> float:
    return blackjack(game).composition.by_showing[upcard - 1]


def difference(game: str, other: str) -> float:
    return composed(other) - composed(game)


def variance(game: str) -> float:
    return blackjack(game).variance


def net(game: str, units: str) -> float:
    return blackjack(game).nets[Fraction(units)]


def removal(game: str, card: int) -> float:
    """Return by how much, in percent, the player's value rises when a card is out of the shoe."""
    return 100 * (blackjack(game, removed=card).value - blackjack(game).published_value)


def decision(priced: BlackjackPrice, hand: str, upcard: int) -> Decision:
    low, high = sorted(1 if card == "A" else int(card) for card in hand.split(","))
    return next(one for one in priced.composition.decisions[upcard - 1] if one.hand == (low, high))


def hand_value(game: str, hand: str, upcard: int, play: Play, *, checked: bool = True) -> float:
    """Return the value of a play; `checked`: the dealer is known to have no blackjack."""
    one = decision(blackjack(game), hand, upcard)
    risk = one.dealer_blackjack
    return (one.values[play] + risk) / (1 - risk) if checked else one.values[play]


def dealers(game: str, upcard: int, ends: str) -> float:
    kernel = blackjack(game).kernel
    kinds = [kind.label for kind in kernel.dealer.kinds]
    return kernel.chances(upcard - 1, [NO_COUNTS])[0][kinds.index(ends)]


@cache
def tiny_shoe() -> Decision:
    given = case(0, 4, 4, 2, 0, 0, 2, 0, 0, 7, hole_card=HoleCard.DOWN, splits=3)
    return decision(BlackjackPrice(decks=1, rules=given.rules, shoe=given.shoe), "2,2", 7)


def in_the_tiny_shoe(play: Play) -> float:
    return 100 * tiny_shoe().values[play]


def streak(game: str, length: int) -> Fraction:
    results = blackjack(game).results(blackjack(game).composition)
    chances, rounds = distribution_over_rounds(STREAK, results, choice=length)
    return 100 * price(STREAK, chances, STREAK.house_pay_tables["house"], rounds=rounds).house_advantage


# E. Farmer's combinatorial analyser, composition-dependent (CDZ-), cut to fifteen decimals
FARMER = {
    "1 S17 2": "0.001531199957941",
    "1 S17 4": "0.001819343061484",
    "6 S17 2": "-0.004568862972934",
    "6 S17 4": "-0.004028702361154",
    "8 S17 4": "-0.004305806289704",
}
FARMER_BY_UPCARD = {2: "0.0926750583652", 6: "0.2357540766275", 10: "-0.1731388061804", 1: "-0.3416528476696"}

# the same program on a shoe of 4 twos, 4 threes, 2 fours, 2 sevens and 7 tens: 2-2 against a 7, in percent;
# blackjackinfo.com/community/threads/software-update-with-new-split-evs.22710/page-5
TINY_SHOE = {
    Play.STAND: "-61.639194139",
    Play.DRAW: "-13.266733267",
    Play.DOUBLE_DOWN: "-123.278388278",
    Play.SPLIT_PAIR: "-76.210220335",
}

# H. Hoppe, Blackjack Notebook, github.com/hhoppe/blackjack, blackjack.py: "prob", by total, in percent
HOPPE_BY_DECKS = {  # 2, 4, 6 and 8 decks
    "H17 4": "0.392 0.562 0.618 0.646",
    "S17 4": "0.193 0.353 0.406 0.432",
    "H17 4 LS": "0.328 0.480 0.530 0.555",
    "S17 4 LS": "0.144 0.287 0.333 0.357",
}
HOPPE = {
    "6 S17 2": "0.460",
    "6 S17 4 LS RSA": "0.264",
    "8 S17 4 LS RSA": "0.286",
    "8 H17 4 LS RSA": "0.485",
    f"{MILLION} H17 4": "0.731",
    f"{MILLION} S17 4 LS": "0.426",
    f"{MILLION} H17 4 LS": "0.629",
    "1 H17 4": "0.044",
    "1 S17 4": "-0.144",
    "1 H17 4 LS": "0.013",
    "1 S17 4 LS": "-0.161",
    "1 S17 2 LS 6:5": "1.263",
}
# Wikipedia, as printed in that notebook: by total, with a cutting card
WIKIPEDIA = {1: ("0.17", "0.04"), 2: ("0.46", "0.39"), 4: ("0.60", "0.56"), 6: ("0.64", "0.62"), 8: ("0.66", "0.65")}

# Wizard of Odds, Appendix 9, the whole game (addresses below); its splits are approximate
WIZARD_GAMES = {
    "1 S17 4": ("0.001839", "0.001819"),
    "1 H17 4": ("-0.000072", "-0.000087"),
    "2 H17 4": ("-0.003797", "-0.003804"),
    "5 S17 4": ("-0.003804", "-0.003807"),
    "5 H17 4": ("-0.005918", "-0.005921"),
}
# The same, hands against an ace: stand, draw, double down. The dealer has looked for a blackjack.
WIZARD_HANDS = {
    # wizardofodds.com/games/blackjack/appendix/9/1ds17r4/
    "1 S17 4": """
        2,A -0.661732 -0.067808 -0.593281   3,A -0.661047 -0.100568 -0.595803   3,2 -0.659375 -0.291565 -1.318751
        4,A -0.658818 -0.153931 -0.619882   4,2 -0.658712 -0.334901 -1.295655   4,3 -0.657967 -0.345048 -1.126423
        5,A -0.659151 -0.206061 -0.656070   5,2 -0.657529 -0.331115 -1.125237   5,3 -0.656761 -0.217133 -0.793964
        5,4 -0.654533 -0.070215 -0.395771   6,A -0.482815 -0.199899 -0.527213   6,2 -0.639160 -0.225772 -0.799095
        6,3 -0.638344 -0.078495 -0.401329   6,4 -0.636118 0.081506 0.048615     6,5 -0.634013 0.172946 0.240259
        7,A -0.101015 -0.108386 -0.357778""",
    # photoeditorx.com/games/blackjack/appendix/9/1dh17r4/ (a copy)
    "1 H17 4": """
        2,A -0.589084 -0.107929 -0.552040   3,A -0.587263 -0.139124 -0.548792   3,2 -0.584988 -0.322592 -1.169976
        4,A -0.585081 -0.188317 -0.569570   4,2 -0.583756 -0.362658 -1.157797   4,3 -0.582464 -0.375417 -1.067304
        5,A -0.587177 -0.242243 -0.607984   5,2 -0.585491 -0.364580 -1.073457   5,3 -0.583566 -0.278288 -0.813846
        5,4 -0.581270 -0.121173 -0.419143   6,A -0.507702 -0.229134 -0.529713   6,2 -0.579622 -0.277945 -0.817393
        6,3 -0.577735 -0.124512 -0.422809   6,4 -0.575556 0.045103 0.030867     6,5 -0.575374 0.143003 0.234296
        7,A -0.223909 -0.173175 -0.414678""",
    # nilapub.com/games/blackjack/appendix/9/2dh17r4/ (a copy)
    "2 H17 4": """
        2,A -0.594150 -0.103429 -0.571816   3,A -0.593169 -0.137018 -0.570172   3,2 -0.592126 -0.320313 -1.184253
        4,A -0.592080 -0.178451 -0.580261   4,2 -0.591222 -0.351868 -1.171187   4,3 -0.590338 -0.362212 -1.077576
        5,A -0.592718 -0.221872 -0.598489   5,2 -0.591782 -0.357274 -1.080590   5,3 -0.590764 -0.271027 -0.823487
        5,4 -0.589636 -0.124218 -0.438228   6,A -0.511565 -0.224617 -0.541393   6,2 -0.589526 -0.270784 -0.826132
        6,3 -0.588515 -0.125084 -0.441418   6,4 -0.587412 0.038312 -0.003909    6,5 -0.587564 0.121079 0.166650
        7,A -0.224703 -0.165428 -0.416886""",
    # photoeditorx.com/games/blackjack/appendix/9/5ds17r4/ (a copy)
    "5 S17 4": """
        2,A -0.666073 -0.059817 -0.618525   3,A -0.665793 -0.095965 -0.618937   3,2 -0.665509 -0.281526 -1.331019
        4,A -0.665445 -0.135136 -0.623588   4,2 -0.665203 -0.310164 -1.302806   4,3 -0.664918 -0.316950 -1.129202
        5,A -0.665147 -0.173598 -0.630252   5,2 -0.664859 -0.314450 -1.129089   5,3 -0.664573 -0.200797 -0.807170
        5,4 -0.664220 -0.066434 -0.425176   6,A -0.478961 -0.183653 -0.535696   6,2 -0.661865 -0.202601 -0.808633
        6,3 -0.661578 -0.068441 -0.427025   6,4 -0.661223 0.081318 -0.002174    6,5 -0.660850 0.148532 0.133896""",
    # mycraftingplace.com/games/blackjack/appendix/9/5dh17r4/ (a copy)
    "5 H17 4": """
        2,A -0.596923 -0.100728 -0.583036   3,A -0.596513 -0.135366 -0.582372   3,2 -0.596108 -0.318051 -1.192217
        4,A -0.596074 -0.172663 -0.586334   4,2 -0.595694 -0.345069 -1.179218   4,3 -0.595297 -0.354238 -1.084254
        5,A -0.596253 -0.210407 -0.593427   5,2 -0.595862 -0.352377 -1.085452   5,3 -0.595445 -0.266380 -0.829741
        5,4 -0.594999 -0.124184 -0.450266   6,A -0.513982 -0.221727 -0.547853   6,2 -0.595097 -0.266379 -0.830971
        6,3 -0.594680 -0.124665 -0.451804   6,4 -0.594238 0.034973 -0.023611    6,5 -0.594346 0.109880 0.128187
        7,A -0.225295 -0.160941 -0.417747   7,2 -0.593988 -0.127340 -0.453585""",
}
# Without a hole card: stand and draw; what the double loses to a blackjack is another rule there.
WIZARD_NO_HOLE_CARD = {
    # ourgyn.com/games/blackjack/appendix/9/euro-6dh17r4/ (a copy)
    "6 H17 4": """
        2,A -0.722356 -0.379910   3,A -0.722119 -0.403855   3,2 -0.721887 -0.529734   4,A -0.721866 -0.429265
        4,2 -0.721646 -0.548031   4,3 -0.721415 -0.554273   5,A -0.721965 -0.454867   5,2 -0.721740 -0.553211
        5,3 -0.721499 -0.493960   5,4 -0.721243 -0.396287   6,A -0.665166 -0.463296   6,2 -0.721308 -0.493965
        6,3 -0.721068 -0.396571   6,4 -0.720814 -0.286818   6,5 -0.720879 -0.235772   7,A -0.466029 -0.421285""",
    # photoeditorx.com/games/blackjack/appendix/9/euro-8dh17r4/ (a copy)
    "8 H17 4": """
        2,A -0.722307 -0.378980   3,A -0.722128 -0.403033   3,2 -0.721955 -0.528987   4,A -0.721938 -0.428099
        4,2 -0.721771 -0.546899   4,3 -0.721595 -0.553054   5,A -0.722008 -0.453214   5,2 -0.721838 -0.552263
        5,3 -0.721657 -0.492985   5,4 -0.721465 -0.395636   6,A -0.665036 -0.462428   6,2 -0.721522 -0.492995
        6,3 -0.721341 -0.395857   6,4 -0.721150 -0.286345   6,5 -0.721201 -0.235977   7,A -0.465508 -0.420237""",
}
LAST_DIGIT = {  # where the last digit printed is one off
    ("1 H17 4", "6,3", Play.STAND): "-0.577736",
    ("2 H17 4", "4,3", Play.DOUBLE_DOWN): "-1.077577",
    ("2 H17 4", "5,2", Play.DOUBLE_DOWN): "-1.080591",
    ("5 H17 4", "3,2", Play.STAND): "-0.596109",
    ("5 H17 4", "6,3", Play.STAND): "-0.594681",
}
PLAYS = (Play.STAND, Play.DRAW, Play.DOUBLE_DOWN, Play.SPLIT_PAIR)

# Hands against an upcard: stand, draw, double down (Wizard of Odds' hand calculator, as printed in Hoppe's notebook)
CALCULATED_HANDS = [
    ("6 H17 4", "7,8", 10, "-0.536220 -0.499763 -0.999525"),
    ("2 H17 4", "2,10", 4, "-0.206125 -0.204205 -0.408411"),
    ("1 H17 4", "2,6", 6, "-0.108450 0.119677 0.111237"),
    ("1 S17 4", "6,10", 10, "-0.542952 -0.506929 -1.013858"),
    ("1 S17 4", "7,7", 10, "-0.509739 -0.514818 -1.034724"),
    ("1 H17 4", "9,9", 1, "-0.186130 -0.637010 -1.274020"),
    # Wizard of Odds, Appendix 1, endless shoe: godofgambling.com/game/bjapx1.shtml (a copy)
    (f"{MILLION} S17 4", "8,8", 10, "-0.5404 -0.5398 -1.0797 -0.4807"),
    # Wizard of Odds, newsletter of July 11, 2019, endless shoe: sonofdave.com/newsletter/july-11-2019/ (a copy)
    (f"{MILLION} H17 4", "2,10", 4, "-0.205850 -0.213839"),
    (f"{MILLION} H17 4 free", "2,10", 4, "-0.301161 -0.279823"),
]
# Pairs of one deck, H17, split: bjstrat.net, as printed in Hoppe's notebook; where ours differs, it stands beside
SPLITS = [
    *(("A,A", 10, "0.1943", None), ("2,2", 10, "-0.4664", None), ("3,3", 10, "-0.5056", "-0.5058")),
    *(("4,4", 10, "-0.5867", None), ("5,5", 10, "-0.7234", "-0.7236"), ("6,6", 10, "-0.6593", "-0.6601")),
    *(("7,7", 10, "-0.6198", "-0.6225"), ("8,8", 10, "-0.4469", None), ("9,9", 10, "-0.2719", "-0.2720")),
    *(("10,10", 10, "-0.3153", "-0.3164"), ("9,9", 1, "-0.1839", None), ("10,10", 4, "0.2242", None)),
    *(("10,10", 6, "0.3515", None), ("10,10", 9, "-0.2558", None), ("10,10", 1, "-0.4958", None)),
    *(("10,10", 2, "0.04463", "0.03277"), ("3,3", 1, "-0.5368", "-0.5372"), ("4,4", 1, "-0.6086", "-0.6107")),
    *(("4,4", 7, "-0.1785", "-0.1829"), ("6,6", 1, "-0.6793", "-0.6821")),
    # the same by Wizard of Odds' hand calculator
    *(("A,A", 10, "0.194251", None), ("9,9", 1, "-0.189759", "-0.183940"), ("10,10", 10, "-0.262691", "-0.316428")),
]

# Effects of removal in percent, 2 to ten and ace: wizardofodds.com/ask-the-wizard/294/
REMOVED = {
    "6 S17 4 LS RSA": "0.070 0.084 0.114 0.146 0.079 0.041 -0.010 -0.041 -0.092 -0.101",
    "6 H17 4 LS RSA": "0.072 0.089 0.122 0.148 0.085 0.038 -0.012 -0.046 -0.098 -0.091",
}

# How the dealer ends, one deck, soft 17 stands: 17 to 21, bust: wizardofodds.com/games/blackjack/appendix/2b/
DEALER = {
    1: "0.126128 0.131003 0.129486 0.131553 0.0515646 0.11654",
    2: "0.138976 0.131762 0.131815 0.123948 0.120526 0.352973",
    3: "0.130313 0.130946 0.123761 0.123345 0.116047 0.375588",
    4: "0.130973 0.114163 0.120679 0.116286 0.115096 0.402803",
    5: "0.119687 0.123483 0.116909 0.104694 0.106321 0.428905",
    6: "0.166948 0.106454 0.107192 0.100705 0.0978785 0.420823",
    7: "0.372345 0.138583 0.0773344 0.0788967 0.072987 0.259854",
    8: "0.130857 0.362989 0.129445 0.0682898 0.0697914 0.238627",
}

# Simulations with a cutting card by Wizard of Odds: wizardofodds.com/games/blackjack/appendix/4/ (variance),
# wizardofodds.com/games/blackjack/side-bets/streak/ (net results)
VARIANCES = {
    "6 S17 4 LS RSA": ("1.303", "1.305"),
    "6 H17 4 LS RSA": ("1.312", "1.314"),
    "6 H17 4": ("1.346", "1.347"),
    "2 H17 4": ("1.341", "1.350"),
}
NETS = {
    "3/2": ("0.045264", "0.045323"),
    "1": ("0.323348", "0.326633"),
    "2": ("0.061343", "0.058589"),
    "0": ("0.087793", "0.087248"),
    "-1": ("0.431246", "0.434408"),
    "-2": ("0.04481", "0.04194"),
}
# blackjackhero.com/blog/a-new-blackjack-variation-streak/
STREAKS = {2: ("9.7", "9.6"), 3: ("14.3", "14.1"), 4: ("8.4", "8.2"), 5: ("8.2", "7.8")}


def rows(text: str) -> Iterator[tuple[str, list[str]]]:
    """Read hands, each with its figures."""
    found: list[tuple[str, list[str]]] = []
    for word in text.split():
        if "," in word:
            found.append((word, []))
        else:
            found[-1][1].append(word)
    return iter(found)


def hands() -> Iterator[Figure]:
    for checked, pages in ((True, WIZARD_HANDS), (False, WIZARD_NO_HOLE_CARD)):
        for game, text in pages.items():
            for hand, figures in rows(text):
                for play, printed in zip(PLAYS, figures, strict=False):
                    ours = partial(hand_value, game, hand, 1, play, checked=checked)
                    differs = LAST_DIGIT.get((game, hand, play))
                    yield Figure(f"{game}: {play.value} {hand} against 1", printed, ours, differs)
    for game, hand, upcard, text in CALCULATED_HANDS:
        for play, printed in zip(PLAYS, text.split(), strict=False):
            yield Figure(
                f"{game}: {play.value} {hand} against {upcard}", printed, partial(hand_value, game, hand, upcard, play)
            )
    for hand, upcard, printed, differs in SPLITS:
        ours = partial(hand_value, "1 H17 4", hand, upcard, Play.SPLIT_PAIR)
        yield Figure(f"one deck: split {hand} against {upcard}", printed, ours, differs)


def whole_games() -> Iterator[Figure]:
    for game, printed in FARMER.items():
        yield Figure(f"{game}: value", printed, partial(value, game))
    for upcard, printed in FARMER_BY_UPCARD.items():
        yield Figure(f"value against {upcard}", printed, partial(showing, "6 S17 4", upcard))
    for play, printed in TINY_SHOE.items():
        yield Figure(f"a tiny shoe: {play.value}", printed, partial(in_the_tiny_shoe, play))
    for game, text in HOPPE_BY_DECKS.items():
        for decks, printed in zip((2, 4, 6, 8), text.split(), strict=True):
            yield Figure(f"{decks} {game}: by total", printed, partial(by_total, f"{decks} {game}"))
    for game, printed in HOPPE.items():
        yield Figure(f"{game}: by total", printed, partial(by_total, game))
    for decks, (printed, exact) in WIKIPEDIA.items():
        yield Figure(f"{decks} decks with a cutting card", printed, partial(by_total, f"{decks} H17 4"), exact)
    for game, (printed, exact) in WIZARD_GAMES.items():
        yield Figure(f"{game}: Appendix 9", printed, partial(value, game), exact)
    # Wizard of Odds, Appendix 1: godofgambling.com/game/bjapx1.shtml (a copy); by total and by composition are the same
    yield Figure("endless shoe", "0.511734", partial(composed, f"{MILLION} S17 4"), "0.511733")
    # bjstrat.net, as printed in Hoppe's notebook, cut to ten decimals
    yield Figure("8 H17 4 LS: bjstrat", "0.5530080611", partial(composed, "8 H17 4 LS"), "0.5530018812")


def effects() -> Iterator[Figure]:
    # thecolorofblackjack.com/solution_one.html, one deck
    for pays, printed in (("1:1", "-2.32"), ("2:1", "2.32"), ("6:5", "-1.39")):
        ours = partial(difference, f"1 S17 4 {pays}", "1 S17 4")
        yield Figure(f"a blackjack pays {pays}", printed, ours)
    # bjinsider.com/newsletter_123_answer.shtml
    yield Figure("6 S17 4: by total", "0.41", partial(by_total, "6 S17 4"))
    for game, text in REMOVED.items():
        for card, printed in zip((*range(2, 11), 1), text.split(), strict=True):
            yield Figure(f"{game}: a card of value {card} removed", printed, partial(removal, game, card))
    for upcard, text in DEALER.items():
        for ends, printed in zip(("17", "18", "19", "20", "21", "bust"), text.split(), strict=True):
            yield Figure(f"upcard {upcard}, dealer ends: {ends}", printed, partial(dealers, "1 S17 4", upcard, ends))
    yield Figure("upcard 1, blackjack", "0.313726", partial(dealers, "1 S17 4", 1, "blackjack"), "0.313725")
    for game, (printed, exact) in VARIANCES.items():
        yield Figure(f"{game}: variance", printed, partial(variance, game), exact)
    for units, (printed, exact) in NETS.items():
        yield Figure(f"net result {units}", printed, partial(net, "6 S17 4", units), exact)
    for length, (printed, exact) in STREAKS.items():
        yield Figure(f"streak of {length}", printed, partial(streak, "6 S17 4", length), exact)


def free_bet() -> Iterator[Figure]:
    # Wizard of Odds, by simulation (with a cutting card)
    yield Figure("free bet, aces split again", "1.04", partial(composed, "6 H17 4 RSA free"), "1.01")
    yield Figure("free bet, aces split once: more by", "0.08", partial(difference, "6 H17 4 RSA free", "6 H17 4 free"))
    # discountgambling.net/2012/06/22/free-bet-blackjack-golden-nugget-lv/, rules also at
    # liveabout.com/how-to-play-free-bet-blackjack-537102
    yield Figure("free bet, first table", "0.625", partial(composed, "6 H17 5 RSA free any not-4s"), "0.622")


# Optional wagers.


WAGERS = {wager.name: wager for wager in ALL}


@cache
def _chances(name: str, decks: int, soft_17: str) -> Distribution:
    return distribution(WAGERS[name], Shoe.fresh(decks), rules=soft_17_rules(draws=soft_17 == "H17"))


def chances(wager: Wager, decks: int, soft_17: str = "H17") -> Distribution:
    return _chances(wager.name, decks, soft_17)


def chance(wager: Wager, decks: int, outcome: Outcome, soft_17: str = "H17") -> Fraction:
    return chances(wager, decks, soft_17)[outcome]


def winning(wager: Wager, decks: int, soft_17: str = "H17") -> Fraction:
    return 1 - chances(wager, decks, soft_17)[LOSE]


def advantage(wager: Wager, decks: int, pays: PayTable) -> Fraction:
    return price(wager, chances(wager, decks), pays).house_advantage


def hands_of_three(*outcomes: Outcome) -> Fraction:
    return comb(6 * 52, 3) * sum((chance(OPTIONAL_BONUS, 6, outcome) for outcome in outcomes), Fraction(0))


def percent(of: Callable[[], Fraction]) -> Callable[[], Fraction]:
    return lambda: 100 * of()


def push_22() -> Iterator[Figure]:
    # wizardofodds.com/games/blackjack/push-22/
    drawn = "0.073362 0.073470 0.073504 0.073520 0.073530 0.073536 0.073541 0.073544"
    lost = "0.119658 0.118357 0.117954 0.117757 0.117642 0.117565 0.117511 0.117471"
    stood = "0.073630 0.073168 0.073020 0.072947 0.072903 0.072874 0.072853 0.072838"
    exact = "0.072401 0.072519 0.072555 0.072573 0.072584 0.072591 0.072596 0.072599"
    for decks, (published, cost) in enumerate(zip(drawn.split(), lost.split(), strict=True), start=1):
        yield Figure(f"push 22, {decks} decks", published, partial(winning, PUSH_22, decks))
        yield Figure(f"push 22, {decks} decks, 11 to 1", cost, partial(advantage, PUSH_22, decks, tables(PUSH_22)["3"]))
    for decks, (published, ours) in enumerate(zip(stood.split(), exact.split(), strict=True), start=1):
        yield Figure(f"push 22, {decks} decks, S17", published, partial(winning, PUSH_22, decks, "S17"), ours)
    # discountgambling.net
    for outcome, published in zip(TWENTY_TWOS, ("0.003327", "0.011659", "0.058551"), strict=True):
        yield Figure(f"push 22, {outcome.label}", published, partial(chance, PUSH_22, 6, outcome))
    yield Figure("push 22, table 1", "5.854", percent(partial(advantage, PUSH_22, 6, tables(PUSH_22)["1"])))


def buster() -> Iterator[Figure]:
    # discountgambling.net/tag/sycuan/
    printed = "1.73032e-01 8.93918e-02 2.04726e-02 2.63760e-03 2.14444e-04"
    for outcome, published in zip((THREE, FOUR, FIVE, SIX, SEVEN), printed.split(), strict=True):
        yield Figure(f"buster, {outcome.label}", published, partial(chance, BUSTER, 6, outcome))
    yield Figure("buster, no bust", "0.714240", partial(chance, BUSTER, 6, LOSE))
    table_c = partial(advantage, BUSTER, 6, tables(BUSTER)["C"])
    yield Figure("buster, table C, eight cards paid", "0.062247", table_c, "0.062143")
    yield Figure("buster, table C", "6.21", percent(table_c))  # Wizard of Odds


def first_cards() -> Iterator[Figure]:
    # Wizard of Odds, Royal Match: riasaccanucarbul.netlify.app/blackjack-royal-match-side-bet (a copy)
    shoe, one_deck = (SAME_SUIT.house_pay_tables[name] for name in ("house shoe", "house one deck"))
    first = "0.108597 0.083271 0.070792 0.066658 0.064597"
    second = "0.037707 0.008215 -0.006317 -0.011130 -0.013531"
    for decks, one, other in zip((1, 2, 4, 6, 8), first.split(), second.split(), strict=True):
        yield Figure(f"same suit, {decks} decks, 5 to 2", one, partial(advantage, SAME_SUIT, decks, shoe))
        yield Figure(f"same suit, {decks} decks, 3 to 1", other, partial(advantage, SAME_SUIT, decks, one_deck))
    yield Figure("same suit", "0.244620", partial(chance, SAME_SUIT, 6, EASY))
    yield Figure("king and queen of the same suit", "0.002968", partial(chance, SAME_SUIT, 6, ROYAL))
    # bettingcenter.net/royal-match-blackjack-side-bet.html
    four_to_one = partial(advantage, SAME_SUIT, 1, pay_table((ROYAL, EASY), 10, 4))
    yield Figure("same suit, one deck, 4 to 1", "3.77", percent(four_to_one), "-19.46")
    # Wizard of Odds, Over/Under 13: promecedrovinduo.netlify.app/over-under-13-blackjack-odds (a copy)
    even = UNDER_13.house_pay_tables["house"]
    for decks, published, cost in ((1, "44.95", "10.11"), (2, "44.96", "10.08"), (6, "44.97", None)):
        yield Figure(f"under 13, {decks} decks", published, percent(partial(winning, UNDER_13, decks)))
        if cost:
            yield Figure(f"under 13, {decks} decks, costs", cost, percent(partial(advantage, UNDER_13, decks, even)))
    yield Figure("under 13, 4 decks", "44.97", percent(partial(winning, UNDER_13, 4)), "44.96")
    yield Figure("under 13, 4 decks, costs", "10.07", percent(partial(advantage, UNDER_13, 4, even)))
    # gamblingteachers.com/blackjack-side-bets.html
    even = OVER_13.house_pay_tables["house"]
    yield Figure("over 13", "6.6", percent(partial(advantage, OVER_13, 6, even)))
    # Wizard of Odds, Super Sevens: user-casino.com/games/blackjack/side-bets/super-sevens/ (a copy)
    yield Figure("three sevens of the same suit", "0.000016", partial(chance, SEVENS, 6, THREE_SUITED_SEVENS))
    yield Figure("three sevens", "0.000388", partial(chance, SEVENS, 6, THREE_SEVENS))


def twenties() -> Iterator[Figure]:
    # wizardofodds.com/games/blackjack/side-bets/lucky-ladies
    printed = "0.000015 0.000295 0.004638 0.020777 0.080139"
    for outcome, published in zip(TWENTIES, printed.split(), strict=True):
        yield Figure(f"20 point bonus, {outcome.label}", published, partial(chance, TWENTY_POINT_BONUS, 6, outcome))
    low, high = TWENTY_POINT_BONUS.house_pay_tables.values()
    yield Figure("20 point bonus, 125", "0.247089", partial(advantage, TWENTY_POINT_BONUS, 6, low))
    # casinocitytimes.com/john-grochowski/article/wild-new-side-bets-at-blackjack-61575
    for pays, decks, published in ((low, 8, "24.05"), (low, 1, "38.16"), (high, 8, "16.73"), (high, 1, "36.05")):
        ours = percent(partial(advantage, TWENTY_POINT_BONUS, decks, pays))
        yield Figure(f"20 point bonus, {decks} decks, {published}", published, ours)


def with_the_upcard() -> Iterator[Figure]:
    # wizardofodds.com/games/blackjack/side-bets/match-the-dealer/
    wager = MATCH_THE_DEALER
    for decks, printed in (
        (2, "0.000000 0.001142 0.002856 0.018275 0.109652"),
        (4, "0.000141 0.001688 0.003096 0.027016 0.108062"),
    ):
        for outcome, published in zip(MATCHES, printed.split(), strict=True):
            yield Figure(
                f"match-the-dealer, {decks} decks, {outcome.label}", published, partial(chance, wager, decks, outcome)
            )
    pays = pay_table(MATCHES, 38, 23, 8, 19, 4)
    yield Figure("match-the-dealer, 2 decks", "0.033124", partial(advantage, wager, 2, pays))
    # 21+3: hands counted at acculucky.netlify.app/wizard-of-odds-blackjack-rules.html
    straight_flush, threes, straight, flush = POKER_HANDS
    yield Figure("21+3, three of a kind", "26312", partial(hands_of_three, threes))
    yield Figure("21+3, straight", "155520", partial(hands_of_three, straight))
    yield Figure("21+3, flush", "303264", partial(hands_of_three, straight_flush, flush))
    # E. Jacobson: houseofcardsradio.bravesites.com/entries/general/beating-the-21-3-blackjack-side-bet-by-…
    nine = partial(advantage, OPTIONAL_BONUS, 6, OPTIONAL_BONUS.house_pay_tables["house"])
    yield Figure("21+3", "3.2386", percent(nine))
    # Wizard of Odds, In BETween: nilapub.com/games/blackjack/side-bets/in-between/ (a copy), table B
    # 888casino.com/blog/side-bets/card-counting-the-in-between-blackjack-side-bet, table A
    for table, decks, published in (("B", 1, "10.4615"), ("B", 2, "7.7582"), ("A", 2, "5.696"), ("A", 6, "3.396")):
        ours = percent(partial(advantage, IN_BETWEEN, decks, tables(IN_BETWEEN)[table]))
        yield Figure(f"in-between, {table}, {decks} decks", published, ours)


def insured() -> Iterator[Figure]:
    # online.casinocity.com/article/are-there-conditions-under-which-insurance-is-a-good-bet-48592
    yield Figure("insurance", "7.7", lambda: 100 * insurance(8, Shoe.fresh(8), BlackjackRules()).house_advantage, "7.5")


FIGURES = [
    *whole_games(),
    *hands(),
    *effects(),
    *free_bet(),
    *push_22(),
    *buster(),
    *first_cards(),
    *twenties(),
    *with_the_upcard(),
    *insured(),
]
AGREEING = [figure for figure in FIGURES if figure.differs is None]
DIFFERING = [figure for figure in FIGURES if figure.differs is not None]


@pytest.mark.parametrize("figure", AGREEING, ids=lambda figure: figure.what)
def test_a_published_figure_is_ours_to_the_digits_printed(figure: Figure) -> None:
    assert as_printed(figure.ours(), figure.printed) == figure.printed


@pytest.mark.parametrize("figure", DIFFERING, ids=lambda figure: figure.what)
def test_a_published_figure_that_differs_stands_beside_ours(figure: Figure) -> None:
    assert as_printed(figure.ours(), figure.printed) == figure.differs != figure.printed


def test_the_document_says_how_many_agree() -> None:
    document = (ROOT / "docs" / "mathematics.md").read_text(encoding="utf-8")
    assert f"{len(AGREEING)} agree" in document
    assert f"{len(DIFFERING)} do not" in document
