"""The report of prices: every wager with its outcomes, what an hour of it costs, and what it is worth with a meter."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from upcard.money import Cents
from upcard.results.report import Number, Percentage, Report


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class OutcomeReport(Report):
    """An outcome, what it pays, and its probability."""

    outcome: str
    pays: str | None
    probability: Number
    contribution: Percentage | None = None  # to the player's mean net result of a wager


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class HourReport(Report):
    """What an hour of a wager costs the player; where several must be made, of all of them together."""

    rounds: int
    amount: Cents  # of all wagers of a round
    loss: Cents
    standard_deviation: Cents | None  # None: how the wagers vary together is not known
    wagers: tuple[Cents, ...] | None = None  # where there are several


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class MeterReport(Report):
    """What a wager paid from a meter costs with the amount on the meter, and in the long run where that is known."""

    at: Cents | None
    house_advantage_when_empty: Percentage
    house_advantage_less_for_each_dollar: Percentage
    break_even: Cents
    mean_rounds_between_jackpots: Number | None  # this and what follows: None where cards are removed
    rate: Fraction | None = None
    mean_when_first_won: Cents | None
    mean_when_won: Cents | None
    house_advantage_in_the_long_run: Percentage | None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class DollarValue(Report):
    """An exact value in dollars."""

    fraction: Fraction
    dollars: float


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class AdvantageAtAmount(Report):
    """The house advantage of a wager of an amount."""

    amount: Cents
    house_advantage: Percentage


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RiderReport(Report):
    """A bonus that comes with a wager of at least some amount, and the house advantage with it."""

    name: str
    least_wager: Cents
    value: DollarValue
    outcomes: tuple[OutcomeReport, ...]
    by_wager: tuple[AdvantageAtAmount, ...]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class OptionalWagerReport(Report):
    """An optional wager at its posted odds."""

    wager: str
    decks: int
    pay_table: str | None
    house_advantage: Percentage
    hit_frequency: Number
    variance: Number
    standard_deviation: float
    outcomes: tuple[OutcomeReport, ...]
    per_hour: HourReport | None
    choice: int | None = None
    mean_rounds: Number | None = None
    convention: str | None = None
    meter: MeterReport | None = None
    rider: RiderReport | None = None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class NamedWagerReport(OptionalWagerReport):
    """An optional wager priced by its name alone: why its number of decks is not lawful, and the rules assumed."""

    note: str | None = None
    assumes: str | None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class EvenMoneyReport(Report):
    """What even money is worth to a player with a blackjack, taken and refused."""

    taken: Number
    refused: Number


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class InsuranceReport(Report):
    """The insurance wager."""

    wager: str
    decks: int
    pay_table: str | None
    house_advantage: Percentage
    hit_frequency: Number
    variance: Number
    standard_deviation: float
    outcomes: tuple[OutcomeReport, ...]
    convention: str
    even_money: EvenMoneyReport | None = None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class BlackjackValue(Report):
    """What one unit of the blackjack wager returns to the player, by how it is played and settled."""

    composition_dependent: float
    total_dependent: float
    composition_dependent_as_settled: float | None = None
    total_dependent_as_settled: float | None = None
    composition_dependent_fraction: Fraction | None = None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class DealersHandsReport(Report):
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
class BlackjackReport(Report):
    """The blackjack wager with the best play."""

    wager: str
    decks: int
    pay_table: str | None
    pays: str
    house_advantage: Percentage
    value: BlackjackValue
    convention: str
    hit_frequency: Number
    variance: Number
    standard_deviation: float
    outcomes: tuple[OutcomeReport, ...]
    by_upcard: Mapping[str, float]
    dealer: Mapping[str, Mapping[str, Number]]
    per_hour: HourReport | None
    dealers_hands: DealersHandsReport | None = None


WagerReport = BlackjackReport | InsuranceReport | NamedWagerReport | OptionalWagerReport


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ReadingReport(Report):
    """A Reading that moves money at a table, the side that the table takes, and the others."""

    reading: int
    switch: str
    chosen: str
    others: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PriceReport(Report):
    """The wagers of a table, or wagers by name: those are at no table."""

    file: str | None = None
    set_: tuple[str, ...] = ()  # values that differ from those of the file
    table: str | None = None
    law: str | None = None
    law_file: str | None = None  # the fingerprint of the licensee's law folder
    game: str | None = None
    decks: int | tuple[int, ...]
    removed: tuple[str, ...]
    wagers: tuple[WagerReport, ...]
    readings: tuple[ReadingReport, ...] = ()
