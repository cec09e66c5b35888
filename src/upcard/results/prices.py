"""Prices: what every wager of a table costs the player, how it is computed, and how it is reported.

First the values that an answer consists of; then the prices as the exact mathematics has them, found when they are
read; then how the ones are made of the others.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from upcard.cards import Card
from upcard.english import counted, format_percent
from upcard.errors import Misuse, UpcardError
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
from upcard.exact.blackjack.completed_hand import outcomes
from upcard.exact.blackjack.multiple import dealers_hands
from upcard.exact.blackjack.nets import NetResults, busts_against_blackjack
from upcard.exact.blackjack.rational import value_of
from upcard.exact.blackjack.solve import Solution
from upcard.exact.distribution import distribution, distribution_over_rounds
from upcard.exact.observed_facts import HAND_STREAMS, Distribution
from upcard.exact.price import (
    Growth,
    MeterPrice,
    Price,
    PriceLine,
    RiderPrice,
    meter_price,
    read_growth,
    rider_price,
)
from upcard.exact.price import price as price_of
from upcard.exact.several_rounds import Duration
from upcard.exact.shoe import Shoe
from upcard.law import in_edition
from upcard.money import Cents, MeterShare
from upcard.payoffs.hands import CARD_OF_VALUE
from upcard.payoffs.plays import ACE_VALUE
from upcard.results.amounts import Money, MoneyGiven
from upcard.results.arguments import Arguments, BadArguments
from upcard.results.blackjack import BlackjackPrice, analyse
from upcard.results.law_basis import SideTaken, sides_taken
from upcard.results.result import (
    Approximate,
    Dollars,
    Number,
    Progress,
    Result,
    Share,
    error_of,
    is_exact,
    keyed,
)
from upcard.results.rows import NamedData, RowSet, TabularData, columns_of, part, row_set
from upcard.results.wording import card_words, key_of, net_words
from upcard.rules.apply import equals_full_insurance, is_insured
from upcard.rules.base import INSURANCE_ODDS
from upcard.rules.blackjack import BlackjackRules, awards_at_once
from upcard.rules.enums import BlackjackPays, WagerName
from upcard.rules.fact_type import Stream
from upcard.rules.hand import blackjack_with
from upcard.rules.switches import WAGERS_AFTER_A_WIN
from upcard.rules.wager import PayTable, Rider, Wager
from upcard.table import Offer, Posted, TableConfig, pay_tables

if TYPE_CHECKING:
    from upcard.plots.plot import Plot

MOST_ROUNDS_AN_HOUR = 10_000
BUY_IN_WAGERS = 20  # of a buy-in that is not stated: $100 for wagers of $5
BONUS_AMOUNTS = tuple(Money(100 * dollars) for dollars in (5, 10, 25, 50, 100))
BLACKJACK, INSURANCE = WagerName.BLACKJACK.value, WagerName.INSURANCE.value


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PricedOutcome(Result):
    """An outcome of a wager: what it pays, and its probability.

    >>> import upcard
    >>> outcome = upcard.price(upcard.Table(decks=6))["insurance"].outcomes[0]
    >>> outcome.pays, outcome.probability
    ('2 to 1', Fraction(96, 311))
    """

    outcome: str
    pays: str | None  # None: nothing
    probability: Number
    contribution: Share | None = None  # to the player's mean net result of one unit

    @property
    def exact(self) -> bool:
        """Whether the probability is exact, not computed in double precision."""
        return is_exact(self.probability)

    @property
    def error(self) -> float | None:
        """Return a bound of the probability's error, besides that of double precision."""
        return error_of(self.probability)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class HourlyCost(Result):
    """What an hour of a wager costs the player on average, and how far an hour strays from that.

    >>> import upcard
    >>> table = upcard.Table(decks=6, minimum="10.00")
    >>> upcard.price(table, rounds_an_hour=80)["blackjack"].per_hour.amount
    Money('10.00')
    """

    rounds: int
    amount: Money  # of all wagers of a round
    loss: Money
    standard_deviation: Money | None  # None: how several wagers vary together is not known
    wagers: tuple[Money, ...] | None = None  # where several must be made


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PricedMeter(Result):
    """What a wager paid from a meter costs with the amount on the meter, and in the long run where that is known."""

    at: Money | None
    house_advantage_when_empty: Share
    house_advantage_less_for_each_dollar: Share
    break_even: Money
    mean_rounds_between_jackpots: Number | None  # this and what follows: None where cards are removed
    rate: Fraction | None = None
    mean_when_first_won: Money | None
    mean_when_won: Money | None
    house_advantage_in_the_long_run: Share | None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class AdvantageAtAmount(Result):
    """The house advantage of a wager of an amount."""

    amount: Money
    house_advantage: Share


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PricedRider(Result):
    """A bonus that comes with a wager of at least some amount, and the house advantage with it."""

    name: str
    least_wager: Money
    value: Dollars
    outcomes: tuple[PricedOutcome, ...]
    by_wager: tuple[AdvantageAtAmount, ...]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class EvenMoney(Result):
    """What even money is worth to a player with a blackjack, taken and refused."""

    taken: Number
    refused: Number


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class BlackjackValue(Result):
    """What one unit of the blackjack wager returns to the player, by how it is played and settled."""

    composition_dependent: float
    total_dependent: float
    composition_dependent_as_settled: float | None = None
    total_dependent_as_settled: float | None = None
    composition_dependent_fraction: Fraction | None = None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class DealersHands(Result):
    """Wagers of one box on several dealer's hands with one upcard, and the joint distribution of those hands."""

    value_of_each_wager: float
    variance_of_one: float
    covariance_of_two: float
    correlation_of_two: float
    variance_of_two: float
    variance_of_three: float
    covariance_error: float  # a bound, besides the error of double precision
    convention: str
    two_hands: Mapping[str, Mapping[str, float]]
    three_hands: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PricedWager(Result):
    """The price of one wager; every figure is a fraction, an exact one where `exact` says so.

    >>> import upcard
    >>> insurance = upcard.price(upcard.Table(decks=6))["insurance"]
    >>> insurance.house_advantage, insurance.exact
    (Fraction(23, 311), True)
    """

    wager: str
    decks: int
    pay_table: str | None
    pays: str | None = None  # what a blackjack pays, of the blackjack wager
    house_advantage: Share  # the player's mean loss for one unit wagered
    returns: BlackjackValue | None = keyed("value")  # of the blackjack wager, by how it is played and settled
    hit_frequency: Number
    variance: Number
    standard_deviation: float
    outcomes: tuple[PricedOutcome, ...]
    by_upcard: Mapping[str, float] | None = None  # the value of the blackjack wager
    dealer: Mapping[str, Mapping[str, Number]] | None = None  # the distribution of the dealer's hand, by upcard
    per_hour: HourlyCost | None
    dealers_hands: DealersHands | None = None  # of a game with several, where `joint` asked for them
    choice: int | None = None  # where the player has one in making the wager
    mean_rounds: Number | None = None  # until the wager is decided, where it may stand over several
    convention: str | None = None  # under which the figures hold
    meter: PricedMeter | None = None
    rider: PricedRider | None = None
    even_money: EvenMoney | None = None  # of insurance, where a player with a blackjack may choose it

    @property
    def key(self) -> str:
        """Return the name of the wager, with its choice if it has one."""
        return key_of(self.wager, choice=self.choice)

    @property
    def value(self) -> Fraction:
        """Return the player's mean net result for one unit wagered: the opposite of the house advantage."""
        return -self.house_advantage

    @property
    def exact(self) -> bool:
        """Whether the figures are exact, not computed in double precision."""
        return is_exact(self.house_advantage)

    @property
    def published_value(self) -> float | None:
        """Return the value of the blackjack wager by the convention of published analyses."""
        return self.returns.composition_dependent if self.returns else None

    @property
    def published_fraction(self) -> Fraction | None:
        """Return the same as a fraction, where `rational` computed it."""
        return self.returns.composition_dependent_fraction if self.returns else None

    @property
    def has_meter(self) -> bool:
        """Whether the wager is paid from a meter, which `plot` shows."""
        return self.meter is not None

    def plot(self) -> "Plot":
        """Return the player's advantage by the amount on the meter as a plot; for a wager that is paid from one.

        >>> import upcard
        >>> upcard.price(upcard.load("progressive"))["progressive"].plot()
        <plot: Player's advantage by the meter: progressive>
        """
        if self.meter is None:
            raise BadArguments((f"the {self.wager} wager is not paid from a meter: there is nothing to plot",))
        from upcard.results.plots import meter_plot  # only where a plot is asked for

        return meter_plot(self.meter, wager=self.key)

    def __repr__(self) -> str:
        decks = counted(self.decks, "deck")
        table = f", pay table {self.pay_table}" if self.pay_table else ""
        return f"<{self.key} at {decks}{table}: house advantage {format_percent(self.house_advantage, 5)}>"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PricedByName(PricedWager):
    """The price of an optional wager by its name alone, not at a table."""

    note: str | None = None  # why its number of decks is not lawful
    assumes: str | None  # the rules of the table that it depends on


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PriceReport(Result):
    """The prices of the wagers of a table, or of wagers by name: those are at no table."""

    file: str | None = None
    set_: tuple[str, ...] = ()  # values that differ from those of the file
    table: str | None = None
    law: str | None = None
    law_file: str | None = None  # the fingerprint of the licensee's law folder
    game: str | None = None
    decks: int | tuple[int, ...]
    removed: tuple[str, ...]
    wagers: tuple[PricedByName | PricedWager, ...]
    readings: tuple[SideTaken, ...] = ()


PLAYED_STREAMS = frozenset({Stream.RESULTS, Stream.BOX, *HAND_STREAMS})  # they depend on how a box is played


@dataclass(frozen=True, kw_only=True)
class WagerPrice:
    """An optional wager as a table offers it; every figure is an exact fraction unless it says otherwise."""

    wager: Wager
    decks: int
    pay_table: str | None
    price: Price
    choice: int | None = None
    amount: Cents | None = None
    meter: MeterPrice | None = None
    growth: Growth | None = None
    standing_meter: Cents | None = None
    rider: RiderPrice | None = None
    fresh: bool = True  # false: some cards are removed from the shoe
    exact: bool = True  # false: it rests on probabilities computed in double precision
    convention: str | None = None

    @property
    def house_advantage(self) -> Fraction:
        """Return what the player loses on average for one unit wagered."""
        return self.price.house_advantage

    @property
    def hit_frequency(self) -> Fraction:
        """Return the probability of being paid."""
        return self.price.hit_frequency

    @property
    def variance(self) -> Fraction:
        """Return the variance of the net result of one unit wagered."""
        return self.price.variance


@dataclass(frozen=True, kw_only=True)
class InsurancePrice:
    """The insurance wager, made when the upcard is an ace: the tens among the cards that the player does not see."""

    decks: int
    blackjack: Fraction  # probability of a dealer's blackjack, nothing known but the upcard
    holding_blackjack: Fraction  # the same for a player who holds a blackjack
    busts: Fraction | None = None  # probability that a bust has taken it before a blackjack; None: a bust does not

    def taken_by_bust(self, kernel: BlackjackKernel, played: Solution) -> "InsurancePrice":
        """Return the price where a player loses insurance once every hand has bust, playing by a strategy."""
        (ace,) = (showing for showing in range(len(played.chances)) if kernel.upcard(showing) == ACE_VALUE)
        return replace(self, busts=Fraction(busts_against_blackjack(kernel, played, ace)))

    @property
    def paid(self) -> Fraction:
        """Return the probability that insurance is paid."""
        return self.blackjack - (self.busts or 0)

    @property
    def house_advantage(self) -> Fraction:
        """Return what the player loses on average for one unit of insurance."""
        return 1 - self.paid * (INSURANCE_ODDS.value.ratio + 1)

    @property
    def variance(self) -> Fraction:
        """Return the variance of the net result of one unit of insurance."""
        return self.paid * (1 - self.paid) * (INSURANCE_ODDS.value.ratio + 1) ** 2


class Prices(Mapping[str, "WagerPrice | BlackjackPrice | InsurancePrice"]):
    """The wagers of a table by name, each priced when it is read."""

    def __init__(self, table: TableConfig, request: "PriceRequest") -> None:
        table.require_one_game()
        self.table, self.request = table, request
        self.decks = table.decks if request.decks is None else request.decks
        self.shoe = Shoe.fresh(self.decks).without(request.removed)
        self._distributions: dict[tuple[str, int | None], Chances] = {}
        insured = (INSURANCE,) if any(insured_upcards(table.rules, self.shoe)) else ()
        self._names = (BLACKJACK, *insured, *(offer.wager.name for offer in table.offers))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, name: str) -> "WagerPrice | BlackjackPrice | InsurancePrice":
        if name == BLACKJACK:
            return self.blackjack
        if name == INSURANCE and name in self._names:
            price = insurance(self.decks, self.shoe, self.table.rules)
            if not is_insurance_taken_by_bust(self.table):
                return price
            return price.taken_by_bust(self.blackjack.kernel, self.blackjack.composition)
        return self.of(name)[0]

    def __repr__(self) -> str:
        return f"<prices of {', '.join(self._names)} at {self.table.table}>"

    @cached_property
    def blackjack(self) -> BlackjackPrice:
        """Return the analysis of the blackjack wager."""
        return analyse(self.table, decks=self.decks, removed=self.request.removed)

    @property
    def played(self) -> Solution:
        """Return how the blackjack wager is played, for wagers that depend on it."""
        return self.request.played or self.blackjack.composition

    def of(self, name: str) -> tuple[WagerPrice, ...]:
        """Return the price of an optional wager, one for each choice that a player has in making it."""
        for offer in self.table.offers:
            if offer.wager.name == name:
                return tuple(self._priced(offer, choice) for choice in offer.wager.choices or (None,))
        raise KeyError(name)

    def _priced(self, offer: Offer, choice: int | None) -> WagerPrice:
        wager, pays = offer.wager, offer.pays
        _all_posted(wager, pays)
        chances = self._chances(wager, choice)
        amount, grows = self._amount(offer), read_growth(wager, offer.settings)
        on_meter = self.request.meter if self.request.meter is not None else grows.initial if grows else None
        rider = None
        if wager.rider and offer.rider:
            rider = rider_price(wager.rider, self._of_rider(wager.rider), offer.rider.pays)
        return WagerPrice(
            wager=wager,
            decks=self.decks,
            # The only pay table of a wager may have its name, which says nothing more.
            pay_table=None if offer.posted.pay_table == wager.name else offer.posted.pay_table,
            price=price_of(
                wager, chances.of, pays, amount=amount, meter=on_meter, house=self.table.house, rounds=chances.rounds
            ),
            choice=choice,
            amount=amount,
            meter=self._meter(offer, chances.of, amount),
            growth=grows,
            standing_meter=on_meter if wager.meter else None,
            rider=rider,
            fresh=not self.request.removed,
            exact=not wager.sees_results,
            convention=chances.convention,
        )

    def posted(self, name: str, pay_table: str) -> tuple[WagerPrice, ...]:
        """Return the price of an optional wager as if one of its pay tables were posted."""
        (offer,) = (offer for offer in self.table.offers if offer.wager.name == name)
        posted = replace(offer, posted=Posted(pay_table=pay_table, pays=pay_tables(offer.wager)[pay_table]))
        return tuple(self._priced(posted, choice) for choice in offer.wager.choices or (None,))

    def beside_blackjack(self, names: Collection[str]) -> Iterator[Callable[[], None]]:
        """Yield functions that find the probabilities of wagers which do not depend on how blackjack is played.

        Where they cannot be found, reading the price says why.
        """

        def find(wager: Wager, choice: int | None) -> None:
            with suppress(UpcardError):
                self._chances(wager, choice)

        for offer in self.table.offers:
            wager = offer.wager
            if wager.name in names and PLAYED_STREAMS.isdisjoint(fact.stream for fact in wager.sees):
                yield from (partial(find, wager, choice) for choice in wager.choices or (None,))

    def _chances(self, wager: Wager, choice: int | None) -> "Chances":
        """Return the probabilities of a wager's outcomes, found once for all pay tables."""
        if (wager.name, choice) not in self._distributions:
            self._distributions[wager.name, choice] = self._find(wager, choice)
        return self._distributions[wager.name, choice]

    def _find(self, wager: Wager, choice: int | None) -> "Chances":
        if wager.sees_results:
            of, rounds = distribution_over_rounds(wager, self.blackjack.results(self.played), choice=choice)
            convention = in_edition(self.blackjack.convention, self.table.law)
            accepted = f"; {AFTER_WINS}" if WAGERS_AFTER_A_WIN.is_other(self.table.house) else ""
            return Chances(of, rounds, f"{INDEPENDENT_ROUNDS}{accepted}; {convention}")
        if any(fact.stream in HAND_STREAMS for fact in wager.sees):
            return Chances(self._of_hand(wager, choice), convention=COMPLETED)
        if any(fact.stream is Stream.BOX for fact in wager.sees):
            goes = self.blackjack.goes(self.played)
            of = distribution(wager, self.shoe, rules=self.table.rules, choice=choice, goes=goes)
            return Chances(of, convention=PLAYED)
        return Chances(distribution(wager, self.shoe, rules=self.table.rules, choice=choice))

    def _of_hand(self, wager: Wager | Rider, choice: int | None = None) -> Distribution:
        return outcomes(wager, self.blackjack.kernel, self.played, choice=choice)

    def _of_rider(self, rider: Rider) -> Distribution:
        if any(fact.stream in HAND_STREAMS for fact in rider.sees):
            return self._of_hand(rider)
        return distribution(rider, self.shoe, rules=self.table.rules)

    def _meter(self, offer: Offer, chances: Distribution, amount: Cents | None) -> MeterPrice | None:
        """Return the price of the meter, if there is one and it can be won from this shoe."""
        from_meter = [outcome for outcome, pays in offer.pays.items() if isinstance(pays, MeterShare)]
        if not any(chances.get(outcome) for outcome in from_meter):
            return None
        return meter_price(offer.wager, chances, offer.pays, amount=amount, house=self.table.house)

    def _amount(self, offer: Offer) -> Cents | None:
        """Return the requested amount if the wager may be made with it; else its least."""
        limits = offer.wager.limits.value
        if limits.exactly and not offer.sizes:
            raise Misuse(offer.no_size)
        if self.request.amount is not None and (not limits.exactly or self.request.amount in offer.sizes):
            return self.request.amount
        return offer.least


class Chances(NamedTuple):
    """The probabilities of a wager's outcomes, the number of rounds until it is decided, and the convention."""

    of: Distribution
    rounds: Duration | None = None
    convention: str | None = None


INDEPENDENT_ROUNDS = (
    "the wager is made before the first round that it sees; rounds are independent, each from the same shoe"
)
AFTER_WINS = (
    "at this table it may also be made after wins in a row, which count for it (reading 67): that is not priced"
)
PLAYED = "the box draws a third and a fourth card by the best play of the blackjack wager"
COMPLETED = "the box is played by the best play of the blackjack wager for every composition of a hand's cards"


@dataclass(frozen=True, kw_only=True)
class PriceRequest:
    """What to price at a table, beside what its file says."""

    decks: int | None = None
    removed: tuple[Card, ...] = ()
    amount: Cents | None = None
    meter: Cents | None = None
    played: Solution | None = None  # None: the best play of every composition


def _all_posted(wager: Wager, pays: PayTable) -> None:
    if missing := [outcome.label for outcome in wager.wins if outcome not in pays]:
        raise Misuse(
            f"the {wager.display_name} wager: nothing is posted for {', '.join(missing)}; its price is not known"
        )


def insured_upcards(rules: BlackjackRules, shoe: Shoe) -> Iterator[tuple[int, int]]:
    """Yield each value of an upcard against which insurance is offered, and that of the card it is lost to."""
    for card, count in zip(CARD_OF_VALUE, shoe.values, strict=True):
        other = blackjack_with(card)
        if count and other is not None and is_insured(rules, card):
            yield card.value, other.value


def is_insurance_taken_by_bust(table: TableConfig) -> bool:
    """Whether a player whose every hand busts loses insurance too."""  # reading 23
    return table.game.insurance_of_bust(table.house) is not None


def insurance(decks: int, shoe: Shoe, rules: BlackjackRules) -> InsurancePrice:
    """Return the price of insurance from a shoe."""
    upcards = list(insured_upcards(rules, shoe))
    if not upcards or shoe.size < 4:
        raise Misuse("insurance is never offered: the shoe holds no ace, or too few cards")
    whole = sum(shoe.values[upcard - 1] for upcard, _ in upcards)

    def chance(held: int, out: int) -> Fraction:
        """Return the probability of a dealer's blackjack with so many of the cards that make one, and of all, out."""
        cards = [(shoe.values[upcard - 1], max(shoe.values[other - 1] - held, 0)) for upcard, other in upcards]
        return sum((Fraction(count * left, whole * (shoe.size - out)) for count, left in cards), Fraction(0))

    return InsurancePrice(decks=decks, blackjack=chance(0, 1), holding_blackjack=chance(1, 3))


def price(
    table: TableConfig,
    *,
    decks: int | None = None,
    removed: tuple[Card, ...] = (),
    amount: Cents | None = None,
    meter: Cents | None = None,
    played: Solution | None = None,
) -> Prices:
    """Return the prices of a table's wagers by name, each computed when it is read.

    `played` is how the blackjack wager is played, for optional wagers that depend on it; else by its best play.
    """
    return Prices(table, PriceRequest(decks=decks, removed=removed, amount=amount, meter=meter, played=played))


COVARIANCE = "all hands are drawn without replacement, the two hands of a split pair and every dealer's hand too"


@dataclass(frozen=True, kw_only=True)
class Hourly:
    """How many rounds an hour, and how much is wagered in each."""

    rounds: int = 60
    amount: Cents | None = None


def no_progress(_: str, __: int, ___: int) -> None:
    """Report progress to nobody."""


def price_report(
    prices: Prices,
    hourly: Hourly,
    *,
    rational: bool = False,
    joint: bool = False,
    progress: Progress = no_progress,
    only: tuple[str, ...] | None = None,
) -> PriceReport:
    """Price every wager of a table, or only those named."""
    table = prices.table
    wagers: list[PricedWager] = []
    for done, name in enumerate(names := tuple(prices) if only is None else only):
        progress(f"pricing {name}", done, len(names))
        if name == BLACKJACK:
            prices.blackjack.compute(beside=prices.beside_blackjack(names))
        wagers += priced_wagers(prices, name, hourly, rational=rational, joint=joint, progress=progress)
    return PriceReport(
        file=table.file,
        set_=table.changes,
        table=table.table,
        law=table.law.value,
        law_file=table.law_folder.fingerprint if table.law_folder else None,
        game=table.game.name,
        decks=prices.decks,
        removed=tuple(str(card) for card in prices.request.removed),
        wagers=tuple(wagers),
        readings=sides_taken(table),
    )


def priced_wagers(
    prices: Prices, name: str, hourly: Hourly, *, rational: bool, joint: bool, progress: Progress = no_progress
) -> Sequence[PricedWager]:
    """Price a wager of a table, once for each choice that a player has in making it."""
    if name == BLACKJACK:
        return (_blackjack(prices, hourly, rational=rational, joint=joint, progress=progress),)
    if name == INSURANCE:
        insurance, rules = prices[name], prices.table.rules
        assert isinstance(insurance, InsurancePrice)
        equals = equals_full_insurance(rules) and not awards_at_once(rules)
        return (_insurance(insurance, rules.blackjack_pays if equals else None),)
    return tuple(optional_wager(wager, hourly) for wager in prices.of(name))


def optional_wager(wager: WagerPrice, hourly: Hourly) -> PricedWager:
    """Return the price of an optional wager."""

    def found(value: Fraction) -> Fraction:
        return value if wager.exact else Approximate(value)

    return PricedWager(
        wager=wager.wager.name,
        decks=wager.decks,
        pay_table=wager.pay_table,
        house_advantage=found(wager.house_advantage),
        hit_frequency=found(wager.hit_frequency),
        variance=found(wager.variance),
        standard_deviation=sqrt(wager.variance),
        outcomes=_outcomes(wager.price.outcomes, found),
        per_hour=_hour(wager.price, hourly, wager.amount),
        choice=wager.choice,
        mean_rounds=found(wager.price.rounds) if wager.wager.sees_results else None,
        convention=wager.convention or None,
        meter=_meter(wager) if wager.meter else None,
        rider=_rider(wager) if wager.rider else None,
    )


def _outcomes(
    lines: Iterable[PriceLine], found: Callable[[Fraction], Fraction] = lambda value: value
) -> tuple[PricedOutcome, ...]:
    return tuple(
        PricedOutcome(
            outcome=line.outcome.label,
            pays=None if line.pays is None else str(line.pays),
            probability=found(line.probability),
            contribution=None if line.net is None else found(line.net * line.probability),
        )
        for line in lines
    )


def _money(amount: Fraction | float) -> Money:
    return Money(round(amount))


def _hour(price: Price, hourly: Hourly, amount: Cents | None) -> HourlyCost | None:
    wagered = amount or hourly.amount
    if wagered is None:
        return None
    hour = price.per_hour(hourly.rounds, wagered)
    return HourlyCost(
        rounds=hourly.rounds,
        amount=Money(wagered),
        loss=_money(hour.loss),
        standard_deviation=_money(sqrt(hour.variance)),
    )


def _meter(wager: WagerPrice) -> PricedMeter:
    meter, growth = wager.meter, wager.growth
    assert meter is not None
    # With cards removed one round is dealt, not those of the long run; a meter that runs dry has no mean.
    long_run = growth if growth and wager.fresh and meter.has_mean(growth) else None
    return PricedMeter(
        at=None if wager.standing_meter is None else Money(wager.standing_meter),
        house_advantage_when_empty=meter.empty,
        house_advantage_less_for_each_dollar=meter.share * 100 / meter.amount,
        break_even=_money(meter.break_even),
        mean_rounds_between_jackpots=meter.mean_rounds if wager.fresh else None,
        rate=growth.rate + growth.reset_meter_rate if growth else None,
        mean_when_first_won=_money(meter.first_won(long_run)) if long_run else None,
        mean_when_won=_money(meter.mean_won(long_run)) if long_run else None,
        house_advantage_in_the_long_run=meter.long_run(long_run) if long_run else None,
    )


def _rider(wager: WagerPrice) -> PricedRider:
    rider, declared = wager.rider, wager.wager.rider
    assert rider is not None
    assert declared is not None
    return PricedRider(
        name=declared.name,
        least_wager=Money(rider.least),
        value=rider.mean / 100,
        outcomes=_outcomes(rider.outcomes),
        by_wager=tuple(
            AdvantageAtAmount(amount=amount, house_advantage=rider.house_advantage(wager.price, Cents(amount.cents)))
            for amount in BONUS_AMOUNTS
        ),
    )


def _insurance(insurance: InsurancePrice, blackjack_pays: BlackjackPays | None) -> PricedWager:
    """Return the price of insurance, and of even money where a player with a blackjack may choose it."""

    def found(value: Fraction) -> Fraction:
        return value if insurance.busts is None else Approximate(value)

    even_money = None
    if blackjack_pays is not None:
        refused = blackjack_pays.odds.ratio * (1 - insurance.holding_blackjack)
        even_money = EvenMoney(taken=Fraction(1), refused=refused)
    outcomes = [
        PricedOutcome(
            outcome="dealer blackjack",
            pays=str(INSURANCE_ODDS.value),
            probability=found(insurance.paid),
            contribution=found(insurance.paid * INSURANCE_ODDS.value.ratio),
        ),
        PricedOutcome(
            outcome="no dealer blackjack",
            pays=None,
            probability=1 - insurance.blackjack,
            contribution=insurance.blackjack - 1,
        ),
    ]
    convention = "the upcard is an ace; nothing else is known of the shoe"
    if insurance.busts is not None:  # reading 23
        outcomes.insert(
            1,
            PricedOutcome(
                outcome="bust before a dealer blackjack",
                pays=None,
                probability=Approximate(insurance.busts),
                contribution=Approximate(-insurance.busts),
            ),
        )
        convention += "; the hand is played by the best play of the blackjack wager, and a pair is split once at most"
    return PricedWager(
        wager=INSURANCE,
        decks=insurance.decks,
        pay_table=None,
        house_advantage=found(insurance.house_advantage),
        hit_frequency=found(insurance.paid),
        variance=found(insurance.variance),
        standard_deviation=sqrt(insurance.variance),
        outcomes=tuple(outcomes),
        per_hour=None,  # it is not made in every round
        convention=convention,
        even_money=even_money,
    )


def _blackjack(prices: Prices, hourly: Hourly, *, rational: bool, joint: bool, progress: Progress) -> PricedWager:
    """Return the price of the blackjack wager."""
    blackjack = prices.blackjack
    trees = blackjack.kernel.dealer.trees
    return PricedWager(
        wager=BLACKJACK,
        decks=blackjack.decks,
        pay_table=None,
        pays=prices.table.rules.blackjack_pays.value,
        house_advantage=Approximate(blackjack.house_advantage),
        returns=blackjack_value(blackjack, rational=rational, progress=progress),
        hit_frequency=_hits(blackjack.net_results),
        variance=Approximate(blackjack.variance),
        standard_deviation=sqrt(blackjack.variance),
        outcomes=tuple(
            PricedOutcome(
                outcome=net_words(net),
                pays=None,
                probability=Approximate(chance, blackjack.net_results.errors[net]),
                contribution=Approximate(net * Fraction(chance)),
            )
            for net, chance in blackjack.nets.items()
        ),
        by_upcard={
            card_words(tree.shown): value for tree, value in zip(trees, blackjack.composition.by_showing, strict=True)
        },
        dealer=_dealer(blackjack),
        per_hour=_blackjack_hour(blackjack, hourly, prices.table),
        dealers_hands=_dealers_hands(blackjack, progress) if joint else None,
        convention=in_edition(blackjack.convention, prices.table.law),
    )


def _hits(results: NetResults) -> Fraction:
    """Return the probability to win a round."""
    wins = [net for net in results.chances if net > 0]
    return Approximate(sum(results.chances[net] for net in wins), sum(results.errors[net] for net in wins))


def blackjack_value(
    blackjack: BlackjackPrice, *, rational: bool = False, progress: Progress = no_progress
) -> BlackjackValue:
    """Return the value of one unit; the house advantage and all that follows from it is as settled."""
    total, late = blackjack.total, not blackjack.kernel.blackjack_ends_first
    fraction = None
    if rational:
        kernel, composition = blackjack.kernel, blackjack.composition
        fraction = value_of(kernel, composition, lambda done, of: progress("in fractions", done, of))
    return BlackjackValue(
        composition_dependent=blackjack.published_value,
        total_dependent=total.value,
        composition_dependent_as_settled=blackjack.value if late else None,
        total_dependent_as_settled=total.value - total.busts_before_blackjack if late else None,
        composition_dependent_fraction=fraction,
    )


def _blackjack_hour(blackjack: BlackjackPrice, hourly: Hourly, table: TableConfig) -> HourlyCost | None:
    """Return the cost of an hour of the blackjack wagers that a player must make."""
    wagers = table.required_blackjack_wagers
    if hourly.amount is not None:
        wagers = (hourly.amount,) * table.spots[0]
    if wagers is None:
        return None
    variance = _variance(blackjack, wagers)
    return HourlyCost(
        rounds=hourly.rounds,
        amount=Money(sum(wagers)),
        loss=_money(-blackjack.value * sum(wagers) * hourly.rounds),
        standard_deviation=None if variance is None else _money(sqrt(variance * hourly.rounds)),
        wagers=tuple(map(Money, wagers)) if len(wagers) > 1 else None,
    )


def _variance(blackjack: BlackjackPrice, wagers: tuple[Cents, ...]) -> float | None:
    """Return the variance of the blackjack wagers of a round; None if how they vary together is not known."""
    if len(wagers) == 1:
        return blackjack.variance * wagers[0] ** 2
    try:
        return blackjack.together.variance_of_amounts(wagers)
    except Misuse:  # rules with which several dealer's hands are not analyzed
        return None


def _dealer(blackjack: BlackjackPrice) -> Mapping[str, Mapping[str, Fraction]]:
    """Return the exact distribution of the dealer's completed hand, by upcard."""
    kinds, trees = blackjack.kernel.dealer.kinds, blackjack.kernel.dealer.trees
    return {
        card_words(tree.shown): {
            kind.label: chance for kind, chance in zip(kinds, blackjack.dealer_chances[place], strict=True) if chance
        }
        for place, tree in enumerate(trees)
        if blackjack.composition.chances[place]
    }


def _dealers_hands(blackjack: BlackjackPrice, progress: Progress) -> DealersHands:
    progress("wagers on several dealer's hands", 0, 1)
    pair = blackjack.together
    return DealersHands(
        value_of_each_wager=blackjack.value,
        variance_of_one=pair.variance,
        covariance_of_two=pair.covariance,
        correlation_of_two=pair.correlation,
        variance_of_two=pair.variance_of(2),
        variance_of_three=pair.variance_of(3),
        covariance_error=pair.error,
        convention=COVARIANCE,
        two_hands=_joint(blackjack, 2, progress),
        three_hands=_joint(blackjack, 3, progress),
    )


def _joint(blackjack: BlackjackPrice, hands: int, progress: Progress) -> Mapping[str, Mapping[str, float]]:
    """Return the joint distribution of several dealer's hands, by upcard."""
    kinds, trees = blackjack.kernel.dealer.kinds, blackjack.kernel.dealer.trees
    by_upcard = {}
    for place, tree in enumerate(trees):
        progress(f"{hands} dealer's hands", place, len(trees))
        if blackjack.composition.chances[place]:
            by_upcard[card_words(tree.shown)] = {
                " / ".join(kinds[kind].label for kind in joint): chance
                for joint, chance in dealers_hands(blackjack.kernel, place, hands).items()
            }
    return by_upcard


MOST_HOURS, MOST_PLAYERS = 24, 7  # of a day, at a table
NAMED = ("wager", "choice", "decks", "pay_table")  # which wager it is
WAGER_COLUMNS = columns_of(PricedWager, first=NAMED, also=("published_value",))


class TablePrices(NamedData[PricedWager]):
    """The wagers of a table by name, each priced when it is first read.

    A wager that is made with a choice has a key for each, with the choice after the name.

    >>> import upcard
    >>> list(upcard.price(upcard.Table(decks=6, wagers=[{"name": "streak", "pay_table": "house"}])))
    ['blackjack', 'insurance', 'streak 2', 'streak 3', 'streak 4', 'streak 5']
    """

    def __init__(self, prices: Prices, hourly: Hourly, *, rational: bool, joint: bool) -> None:
        self._prices, self._hourly, self._rational, self._joint = prices, hourly, rational, joint
        self._known: dict[str, PricedWager] = {}
        choices = {offer.wager.name: offer.wager.choices or (None,) for offer in prices.table.offers}
        self._wager_of = {key_of(name, choice=choice): name for name in prices for choice in choices.get(name, (None,))}

    def keys(self) -> tuple[str, ...]:
        """Return the names of the wagers."""
        return tuple(self._wager_of)

    def __getitem__(self, key: str) -> PricedWager:
        if key not in self._wager_of:
            raise KeyError(f"{key!r} is not priced here; wagers: {', '.join(self._wager_of)}")
        if key not in self._known:
            for wager in self._priced(self._wager_of[key]):
                self._known[wager.key] = wager
        return self._known[key]

    def _priced(self, name: str) -> Sequence[PricedWager]:
        try:
            return priced_wagers(self._prices, name, self._hourly, rational=self._rational, joint=self._joint)
        except Misuse as wrong:
            raise BadArguments((str(wrong),)) from None

    @cached_property
    def outcomes(self) -> "OutcomeRows":
        """Return a row for each outcome of each wager."""
        return OutcomeRows(self.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the prices as `upcard price --json` writes them."""
        return price_report(self._prices, self._hourly, rational=self._rational, joint=self._joint).to_dict()

    def plot(self, *, hours: int = 8, players: int = 1, buy_in: MoneyGiven | None = None) -> "Plot":
        """Return the distribution of a day's hold as a plot; each player makes every wager in each round.

        `buy_in` is what each player buys in for in an hour: twenty blackjack wagers unless it is given.

        >>> import upcard
        >>> upcard.price(upcard.Table(decks=6, minimum="10.00")).plot(players=5)
        <plot: Hold of a day: table>
        """
        from upcard.results.plots import HoldPlan, HourlyWin, drawn_from, hold_plot  # only where it is asked for

        arguments = Arguments()
        day = arguments.whole("hours", hours, 1, MOST_HOURS)
        seats = arguments.whole("players", players, 1, MOST_PLAYERS)
        bought = arguments.money("buy_in", buy_in, least=1)
        arguments.done()
        wins, amount = [], 0
        for wager in self.values():
            hour = wager.per_hour
            if wager.wager == INSURANCE:
                continue
            if hour is None or hour.standard_deviation is None:
                problem = f"{wager.key}: how much is wagered, or how it varies, is not known: give amount to price()"
                raise BadArguments((problem,))
            amount = amount or hour.amount.cents
            mean, deviation = float(hour.loss.cents), float(hour.standard_deviation.cents)
            alike = self._correlation(wager) if seats > 1 else 0.0
            wins.append(HourlyWin(mean=mean, deviation=deviation, correlation=alike))
        bought_in = Cents(BUY_IN_WAGERS * amount) if bought is None else bought
        plan = HoldPlan(rounds=self._hourly.rounds, hours=day, players=seats, buy_in=bought_in)
        return drawn_from(lambda: hold_plot(wins, plan, table=self._prices.table.table))

    def _correlation(self, wager: PricedWager) -> float:
        """Return the correlation of a wager of two players of a round: of an optional one the greatest there is."""
        blackjack = self._prices.blackjack
        return blackjack.between_seats / blackjack.variance if wager.wager == BLACKJACK else 1.0

    def _row_set(self) -> RowSet:
        return row_set(WAGER_COLUMNS, self.values())

    def __repr__(self) -> str:
        return f"<prices of {', '.join(self)} at {self._prices.table.table}>"


class OutcomeRows(TabularData):
    """The outcomes of priced wagers, in rows.

    >>> import upcard
    >>> upcard.price(upcard.Table(decks=6)).outcomes.rows()[-1]["outcome"]
    'no dealer blackjack'
    """

    def __init__(self, wagers: tuple[PricedWager, ...]) -> None:
        self._wagers = wagers

    def _row_set(self) -> RowSet:
        named = {name: WAGER_COLUMNS[name] for name in NAMED}
        rows = [(wager, outcome) for wager in self._wagers for outcome in wager.outcomes]
        return row_set({**part(0, named), **part(1, columns_of(PricedOutcome))}, rows)

    def __repr__(self) -> str:
        return f"<outcomes of {', '.join(wager.key for wager in self._wagers)}>"
