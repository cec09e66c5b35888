"""The blackjack wager of a table: its value, its best play, and the distribution of its results."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial

from upcard.cards import Card
from upcard.exact.blackjack.blackjack_covariances import mean_product_of_seats
from upcard.exact.blackjack.blackjack_kernel import INITIAL, BlackjackKernel, Values, shoe_of
from upcard.exact.blackjack.chart import Chart, Departure, by_total, departures
from upcard.exact.blackjack.multiple import WagerMoments, wager_moments
from upcard.exact.blackjack.nets import NetResults, nets
from upcard.exact.blackjack.rational import dealer_probabilities
from upcard.exact.blackjack.solve import Solution, best
from upcard.exact.drawn_cards import DrawsAnother, Shown
from upcard.payoffs.hands import counted
from upcard.payoffs.plays import HAND_PLAYS
from upcard.rules.apply import DOUBLES, SPLITS
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import DealerBlackjackTakes, Play
from upcard.rules.fact_type import Result
from upcard.table import TableConfig
from upcard.threads import on_all_cores

COMPOSITION = "each hand is played best for its own cards, the same before and after a split (CDZ-)"
TOTAL = (
    "each hand is played by its pair or by its total, with one choice to stand or draw for two cards and more, the same"
    " before and after a split"
)
CARDS = "cards are drawn without replacement from the shoe; ten-values are alike; pairs are split again where allowed"
ORIGINAL = "a dealer's blackjack takes only the original wager"
ALL_WAGERS = "a dealer's blackjack takes every wager of doubled and split hands too"
LATE = (
    "as settled here what a bust took by splitting or doubling stays lost when the dealer's blackjack shows after all"
    " play [13:69F-2.11(d); reading 61 where there is one dealer's hand], which costs the player a little more"
)
NETS = "net results and variance are exact"
SPLIT_PAIRS = (
    "the variance is exact; so are net results without ±; of the others, ± is a proven bound of the error, which is"
    " that of boxes with three hands of a split pair or more"
)


@dataclass(frozen=True, kw_only=True, eq=False)
class BlackjackPrice:
    """The blackjack wager of a table, in units of the initial wager."""

    decks: int
    rules: BlackjackRules
    shoe: Values

    @cached_property
    def kernel(self) -> BlackjackKernel:
        """Return the compiled programs for the rules and the shoe."""
        return BlackjackKernel(self.rules, self.shoe)

    @cached_property
    def composition(self) -> Solution:
        """Return the solution with the best play of every composition."""
        return best(self.kernel)

    @cached_property
    def _by_total(self) -> tuple[Chart, Solution]:
        return by_total(self.kernel, self.composition)

    @property
    def chart(self) -> Chart:
        """Return the best chart by total."""
        return self._by_total[0]

    @property
    def total(self) -> Solution:
        """Return the solution with the play of the chart."""
        return self._by_total[1]

    @property
    def value(self) -> float:
        """Return the mean net result of one unit wagered with the best play, as the table settles it."""
        return self.published_value - self.composition.busts_before_blackjack

    @property
    def published_value(self) -> float:
        """Return the value by the convention of published analyses: a dealer's blackjack takes one wager of a box.

        Where the blackjack shows after all play, a split hand that has bust stays lost besides [reading 61], which
        `value` takes into account.
        """
        return self.composition.value

    @property
    def house_advantage(self) -> Fraction:
        """Return what the player loses on average for one unit wagered: the opposite of the value."""
        return -Fraction(self.value)

    @cached_property
    def net_results(self) -> NetResults:
        """Return the distribution of a round's net result, for all hands of the box together, with its errors."""
        return nets(self.kernel, self.composition)

    @cached_property
    def dealer_chances(self) -> tuple[tuple[Fraction, ...], ...]:
        """Return the exact probability of each kind of completed dealer's hand, by showing; none if it cannot be."""
        return tuple(
            tuple(dealer_probabilities(self.kernel, place)) if chance else ()
            for place, chance in enumerate(self.composition.chances)
        )

    def compute(self, beside: Iterable[Callable[[], object]] = ()) -> None:
        """Find the net results, the chart by total and what else is asked for at the same time, on all cores."""
        if self.composition.decisions:  # which both need
            names = ("chart", "net_results", "dealer_chances")
            figures: list[Callable[[], object]] = [partial(getattr, self, name) for name in names]
            on_all_cores(lambda find: find(), [*figures, *beside])

    @property
    def nets(self) -> Mapping[Fraction, float]:
        """Return the probability of each net result of a round, for all hands of the box together."""
        return self.net_results.chances

    @property
    def variance(self) -> float:
        """Return the variance of the net result of one unit."""
        return self.net_results.variance

    def results(self, played: Solution) -> Mapping[Result, Fraction]:
        """Return the probabilities to win, lose and push a round by a strategy; they sum to one exactly."""
        chances = self.nets_of(played).chances
        won = Fraction(sum(chance for net, chance in chances.items() if net > 0))
        lost = Fraction(sum(chance for net, chance in chances.items() if net < 0))
        return {Result.WIN: won, Result.LOSS: lost, Result.PUSH: 1 - won - lost}

    def nets_of(self, played: Solution) -> NetResults:
        """Return the distribution of a round's net result by a strategy, for all hands of the box together."""
        return self.net_results if played is self.composition else nets(self.kernel, played)

    @cached_property
    def departures(self) -> tuple[Departure, ...]:
        """Return the hands whose best play is not that of the chart by total."""
        return tuple(departures(self.kernel, self.composition, self.chart))

    @cached_property
    def together(self) -> WagerMoments:
        """Return the covariance of two wagers of a round on two dealer's hands."""
        return wager_moments(self.kernel, self.composition, variance=self.variance, mean=self.value)

    @cached_property
    def between_seats(self) -> float:
        """Return the covariance of the wagers of two seats of a round."""
        return self.between_seats_of(self.composition)

    def between_seats_of(self, played: Solution) -> float:
        """Return the covariance of the wagers of two seats of a round that play by a strategy."""
        mean = played.value - played.busts_before_blackjack
        return mean_product_of_seats(self.kernel, played) - mean**2

    @property
    def convention(self) -> str:
        """Return the conventions under which the figures hold."""
        original = self.rules.dealer_blackjack_takes is DealerBlackjackTakes.ORIGINAL_WAGER
        conventions = [
            f"composition-dependent: {COMPOSITION}",
            f"total-dependent: {TOTAL}",
            CARDS,
            *([ORIGINAL] if original else [ALL_WAGERS]),
            *([LATE] if original and not self.kernel.blackjack_ends_first and not self.kernel.rules.busts_wait else []),
            NETS if self.net_results.exact else SPLIT_PAIRS,
        ]
        return "; ".join(conventions)

    def goes(self, played: Solution) -> DrawsAnother:
        """Return whether a box receives another card by a strategy."""
        decisions = (decision for side in played.decisions for decision in side)
        first = {(decision.hand, decision.shown): decision.play for decision in decisions}
        showings = (tree.shown for tree in self.kernel.dealer.trees)
        policies = dict(zip(showings, played.policies[INITIAL], strict=True))
        hands = self.kernel.hands

        def goes(values: tuple[int, ...], shown: Shown, blackjack: bool) -> bool:
            if blackjack and self.kernel.blackjack_ends_first:
                return False  # 13:69F-2.6(j): the round is over
            low, high = sorted(values[:2])
            play = first.get(((low, high), shown))
            if play in SPLITS:
                return True  # both hands get a second card
            if len(values) == 2 or play is not Play.DRAW:
                return len(values) == 2 and (play is Play.DRAW or play in DOUBLES)
            number = hands.at.get(counted(values))
            return number is not None and HAND_PLAYS[policies[shown][number]] is not Play.STAND

        return goes


def analyse(table: TableConfig, *, decks: int | None = None, removed: Iterable[Card] = ()) -> BlackjackPrice:
    """Return the analysis of a table's blackjack wager; each figure is computed when it is first read."""
    table.require_one_game()
    shoe = shoe_of(table, decks=decks, removed=removed)
    return _analysed(table.decks if decks is None else decks, table.rules, shoe)


@lru_cache(maxsize=16)
def _analysed(decks: int, rules: BlackjackRules, shoe: Values) -> BlackjackPrice:
    return BlackjackPrice(decks=decks, rules=rules, shoe=shoe)
