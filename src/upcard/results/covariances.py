"""How the wagers of a seat, and those of two seats, vary together: exactly from a fresh shoe, and as simulated."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, sqrt
from typing import NamedTuple

from upcard.cards import Card, Rank
from upcard.errors import Misuse, NoExactCovarianceError, NoExactPriceError
from upcard.exact.blackjack.blackjack_covariances import FIRST_CARDS, SideWagerCovariance
from upcard.exact.blackjack.completed_hand import observed_outcomes
from upcard.exact.blackjack.solve import Solution
from upcard.exact.classes import distinguished_classes
from upcard.exact.distribution import observed_distribution
from upcard.exact.observed_facts import Distribution, ObservedFacts, observe
from upcard.exact.shoe import Shoe
from upcard.exact.two_wagers import observe_both
from upcard.results.blackjack import BlackjackPrice, analyse
from upcard.results.function_strategy import StrategyFunction
from upcard.results.prices import insured_upcards, is_insurance_taken_by_bust
from upcard.results.statistics import WagerStatistics, of_few
from upcard.results.strategies import solved
from upcard.rules.apply import is_insured
from upcard.rules.base import INSURANCE_ODDS
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.fact_type import Fact, Stream
from upcard.rules.facts import HandTotal
from upcard.rules.wager import LOSE, PUSH, Outcome
from upcard.sim.line_payoffs import EVERY_ROUND, standing_meter
from upcard.sim.program import Program
from upcard.sim.schedule import INSURANCE, MAIN
from upcard.sim.tally import Tally
from upcard.sim.wager_lines import WagerLine
from upcard.table import TableConfig
from upcard.wagers import display_name

Nets = Mapping[Outcome, Fraction]
NOT_INSURED = HandTotal(cards=2)  # no blackjack, whatever the second card is
DEALER_BLACKJACK = Outcome("dealer blackjack")


def _takes_long(observed: ObservedFacts) -> bool:
    """Whether the cards of the box are seen by suit beside those of the dealer's completed hand."""
    if not observed.box or all(fact.stream is not Stream.DEALER for fact in observed.dealer):
        return False
    return len(distinguished_classes((*observed.box, *observed.dealer))) > len(Rank)


@dataclass(frozen=True, kw_only=True, eq=False)
class SeatWager:
    """A wager of a seat as covariances need it: what it sees, and what each outcome wins in units of the wager."""

    key: str
    name: str
    spot: int = 0
    observed: ObservedFacts | None = None  # None: the blackjack wager
    net: Nets = field(default_factory=dict)  # the mean; none of the blackjack wager
    square: Nets = field(default_factory=dict)  # the mean square


class MissingCovariance(NamedTuple):
    """Two wagers whose exact covariance is not known, and why."""

    wagers: tuple[str, str]
    why: str


class ExactBetweenSeats(NamedTuple):
    """The exact covariances of each wager of two seats, by its key; for the others, why they are not known."""

    known: Mapping[str, float]
    missing: Mapping[str, str]


class ExactMatrix(NamedTuple):
    """The exact covariances of the wagers of a seat, by their keys; for the others, why they are not known."""

    known: Mapping[tuple[str, str], float]  # in either order
    missing: tuple[MissingCovariance, ...]


def blackjack_wager(key: str, *, spot: int) -> SeatWager:
    """Return the blackjack wager on a dealer's hand."""
    return SeatWager(key=key, name=MAIN, spot=spot)


def insurance_wager(key: str, rules: BlackjackRules) -> SeatWager:
    """Return insurance, which wins and loses nothing where it is not offered."""
    won = {DEALER_BLACKJACK: INSURANCE_ODDS.value.ratio, LOSE: Fraction(-1), PUSH: Fraction(0)}
    squares = {outcome: net**2 for outcome, net in won.items()}
    return SeatWager(key=key, name=INSURANCE, observed=_insurance_facts(rules), net=won, square=squares)


@lru_cache(maxsize=32)
def _insurance_facts(rules: BlackjackRules) -> ObservedFacts:
    """Return what insurance sees: whether it is offered against the upcard, and whether the dealer has a blackjack."""

    def step(seen: tuple[HandTotal, bool], card: Card) -> tuple[HandTotal, bool]:
        hand, offered = seen
        insured = offered if hand.cards else is_insured(rules, card)
        return (hand.plus(card) if insured else NOT_INSURED), insured

    def resolve(seen: tuple[HandTotal, bool]) -> Outcome:
        hand, insured = seen
        return PUSH if not insured else DEALER_BLACKJACK if hand.blackjack else LOSE

    fact = Fact(name="what insurance sees", stream=Stream.DEALER_INITIAL, start=(HandTotal(), False), step=step)
    return ObservedFacts(
        outcomes=(DEALER_BLACKJACK, LOSE, PUSH), box=(), dealer=(fact,), sets=(), hand=(), results=(), resolve=resolve
    )


def optional_wager(key: str, line: WagerLine) -> SeatWager:
    """Return an optional wager or its rider, with what stands on its meter when the table is opened."""
    amount, meter = line.amount, standing_meter(line)
    return SeatWager(
        key=key,
        name=line.name,
        observed=observe(line.resolver, line.choice),
        net={outcome: line.net(outcome, amount, meter) / amount for outcome in line.outcomes},
        square={outcome: line.square(outcome, amount, meter) / amount**2 for outcome in line.outcomes},
    )


def exact_covariances(exact: "ExactCovariances", wagers: Sequence[SeatWager]) -> ExactMatrix:
    """Return the exact covariances of the wagers of a seat, where they are known."""
    known: dict[tuple[str, str], float] = {}
    missing = []
    for one, other in (*((wager, wager) for wager in wagers), *combinations(wagers, 2)):
        try:
            known[one.key, other.key] = known[other.key, one.key] = exact.covariance(one, other)
        except Misuse as unknown:
            missing.append(MissingCovariance((one.key, other.key), _why(unknown)))
    return ExactMatrix(known, tuple(missing))


def exact_between_seats(exact: "ExactCovariances", wagers: Sequence[SeatWager]) -> ExactBetweenSeats:
    """Return the exact covariance of each wager of two seats, where it is known."""
    known, missing = {}, {}
    for wager in wagers:
        try:
            known[wager.key] = exact.between_seats(wager)
        except Misuse as unknown:
            missing[wager.key] = _why(unknown)
    return ExactBetweenSeats(known, missing)


def _why(unknown: Misuse) -> str:
    if isinstance(unknown, NoExactCovarianceError | NoExactPriceError):
        return f"the {unknown.wager} wager {unknown.why}"
    return str(unknown)


@dataclass(frozen=True, kw_only=True, eq=False)
class ExactCovariances:
    """The exact covariances at a table whose blackjack wager is played by a strategy, and has this variance."""

    table: TableConfig
    strategy: str | StrategyFunction
    variance: float

    @cached_property
    def _blackjack(self) -> BlackjackPrice:
        return analyse(self.table)

    @cached_property
    def _solution(self) -> Solution:
        return solved(self._blackjack, self.strategy)

    @cached_property
    def _shoe(self) -> Shoe:
        return Shoe.fresh(self.table.decks)

    @cached_property
    def _mean(self) -> float:
        """Return the mean net result of the blackjack wager, as settled."""
        return self._solution.value - self._solution.busts_before_blackjack

    @cached_property
    def _beside(self) -> SideWagerCovariance:
        return SideWagerCovariance(kernel=self._blackjack.kernel, solution=self._solution, shoe=self._shoe)

    @cached_property
    def _distributions(self) -> dict[ObservedFacts, Distribution]:
        return {}

    @cached_property
    def _between_blackjack(self) -> float:
        if self._solution is self._blackjack.composition:
            return self._blackjack.between_seats
        return self._blackjack.between_seats_of(self._solution)

    def between_seats(self, wager: SeatWager) -> float:
        """Return the covariance of one wager of two seats of a round; raise Misuse if it is not known."""
        if wager.observed is None:
            return self._between_blackjack
        self._check(wager)
        if wager.observed.box or wager.observed.hand:
            raise NoExactCovarianceError(display_name(wager.name), "sees the cards of two boxes")
        # Both seats have the same outcome: what it pays is the same too, but for a display that each seat has drawn.
        chances = self._chances(wager.observed, display_name(wager.name))
        square = sum(chance * wager.net[outcome] ** 2 for outcome, chance in chances.items() if chance)
        return float(square - self._mean_of(wager) ** 2)

    def covariance(self, one: SeatWager, other: SeatWager) -> float:
        """Return the covariance of two wagers of a seat; raise Misuse if it is not known."""
        if one.observed is None and other.observed is None:
            return self._of_blackjack(one, other)
        if one.observed is None:
            return self._beside_blackjack(other)
        if other.observed is None:
            return self._beside_blackjack(one)
        self._check(one)
        self._check(other)
        if one is other:
            chances = self._chances(one.observed, one.name)
            square = sum(chance * one.square[outcome] for outcome, chance in chances.items() if chance)
            return float(square - self._mean_of(one) ** 2)
        both = observe_both(one.observed, other.observed)
        if _takes_long(both.observed):
            why = f"and the {other.name} wager see suits of the box and the dealer's whole hand: too much to count here"
            raise NoExactCovarianceError(display_name(one.name), why)
        chances = self._chances(both.observed, one.name)
        product = sum(
            chances[outcome] * one.net[first] * other.net[second]
            for outcome, (first, second) in zip(both.observed.outcomes, both.pairs, strict=True)
            if chances[outcome]
        )
        return float(product - self._mean_of(one) * self._mean_of(other))

    def _of_blackjack(self, one: SeatWager, other: SeatWager) -> float:
        """Return the variance of the blackjack wager, or the covariance of two of them on two dealer's hands."""
        if one.spot == other.spot:
            return self.variance
        if self._solution is not self._blackjack.composition:
            why = "on several dealer's hands is computed for optimal play only"
            raise NoExactCovarianceError(display_name(one.name), why)
        return self._blackjack.together.covariance

    def _beside_blackjack(self, other: SeatWager) -> float:
        self._check(other)
        assert other.observed is not None
        streams = {fact.stream for fact in other.observed.dealers}
        if self.table.rules.dealer_hands > 1 and not streams <= set(FIRST_CARDS):
            raise NoExactCovarianceError(display_name(other.name), "sees one of several dealer's hands")
        if other.name == INSURANCE:
            upcards = dict(insured_upcards(self.table.rules, self._shoe))
            product = self._beside.insurance(
                dict.fromkeys(upcards, float(INSURANCE_ODDS.value.ratio)), lost=float(other.net[LOSE])
            )
        else:
            worth = {outcome: float(net) for outcome, net in other.net.items()}
            product = self._beside.mean_product(other.observed, other.name, worth.__getitem__)
        return product - self._mean * float(self._mean_of(other))

    def _check(self, wager: SeatWager) -> None:
        assert wager.observed is not None
        if wager.observed.results:
            raise NoExactCovarianceError(display_name(wager.name), "stands over several rounds")
        if wager.name == INSURANCE and is_insurance_taken_by_bust(self.table):
            raise NoExactCovarianceError(display_name(wager.name), "is lost to a bust of every hand")

    def _mean_of(self, wager: SeatWager) -> Fraction:
        assert wager.observed is not None
        chances = self._chances(wager.observed, display_name(wager.name))
        return sum((chance * wager.net[outcome] for outcome, chance in chances.items() if chance), Fraction(0))

    def _chances(self, observed: ObservedFacts, name: str) -> Distribution:
        """Return the probabilities of outcomes, found once."""
        if observed not in self._distributions:
            self._distributions[observed] = self._find(observed, name)
        return self._distributions[observed]

    def _find(self, observed: ObservedFacts, name: str) -> Distribution:
        if observed.hand:
            return observed_outcomes(observed, name, self._blackjack.kernel, self._solution)
        rules = self.table.rules
        if any(fact.stream is Stream.BOX for fact in observed.box):
            goes = self._blackjack.goes(self._solution)
            return observed_distribution(observed, name, self._shoe, rules=rules, goes=goes)
        return observed_distribution(observed, name, self._shoe, rules=rules)


@dataclass(frozen=True, kw_only=True)
class SeatCovariance:
    """The covariance of one wager of two seats, in units of what it wagered on average."""

    key: str
    wager: str
    covariance: float
    standard_error: float | None  # None: the amount follows the count
    correlation: float | None


def seat_covariances(
    program: Program, tally: Tally, wagers: Sequence[WagerStatistics], variances: Sequence[float]
) -> Iterator[SeatCovariance]:
    """Yield the covariance of each wager of two seats, if its products can be held.

    `variances`: those of the wagers of a seat in a round.
    """
    for line, (wager, variance) in enumerate(zip(wagers, variances, strict=False)):  # streaks come after the lines
        if line < len(tally.between) and wager.made and program.holds_products(line):
            yield _of_line(program, tally, line, wager, variance)


def _of_line(program: Program, tally: Tally, line: int, wager: WagerStatistics, variance: float) -> SeatCovariance:
    products, squares, with_rounds, with_won = tally.between[line]
    part, rounds, seats = program.columns.parts[line], tally.rounds, program.seats
    unit = (wager.wagered / wager.made / part) ** 2 * comb(seats, 2) * rounds  # of a sum of products, over all rounds
    mean = wager.mean * wager.wagered / (part * seats * rounds)  # of a seat in a round, in parts
    a_round = products / rounds - comb(seats, 2) * mean**2
    error = None
    if program.columns.wagered[line] == EVERY_ROUND:
        # The products about the mean: each less (seats - 1) x mean x what all seats won.
        won2, won_rounds, rounds2 = tally.moments[line]
        less = (seats - 1) * mean
        rest = products / rounds - less * seats * mean
        spread = squares + less**2 * won2 + rest**2 * rounds2
        spread += 2 * (less * rest * won_rounds - less * with_won - rest * with_rounds)
        error = sqrt(max(of_few(spread, tally.moment_shoes), 0.0)) / unit
    covariance = a_round * rounds / unit
    return SeatCovariance(
        key=wager.key,
        wager=wager.wager,
        covariance=covariance,
        standard_error=error,
        correlation=covariance / variance if variance > 0 else None,
    )
