"""From prices to their report."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from upcard.errors import Misuse
from upcard.exact.blackjack.multiple import dealers_hands
from upcard.exact.blackjack.nets import NetResults
from upcard.exact.blackjack.rational import value_of
from upcard.exact.price import Price, PriceLine
from upcard.law import in_edition
from upcard.money import Cents
from upcard.results.blackjack import BlackjackPrice
from upcard.results.price_report import (
    AdvantageAtAmount,
    BlackjackReport,
    BlackjackValue,
    DealersHandsReport,
    DollarValue,
    EvenMoneyReport,
    HourReport,
    InsuranceReport,
    MeterReport,
    OptionalWagerReport,
    OutcomeReport,
    PriceReport,
    ReadingReport,
    RiderReport,
    WagerReport,
)
from upcard.results.pricing import BLACKJACK, INSURANCE, InsurancePrice, Prices, WagerPrice
from upcard.results.report import Number, ReportProgress, number, percentage
from upcard.results.wording import card_words, net_words
from upcard.rules.apply import equals_full_insurance
from upcard.rules.base import INSURANCE_ODDS
from upcard.rules.blackjack import awards_at_once
from upcard.rules.enums import BlackjackPays
from upcard.table import TableConfig, readings_followed

BONUS_AMOUNTS = tuple(Cents(100 * dollars) for dollars in (5, 10, 25, 50, 100))
MOST_ROUNDS_AN_HOUR = 10_000
BUY_IN_WAGERS = 20  # of a buy-in that is not stated: $100 for wagers of $5
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
    progress: ReportProgress = no_progress,
    only: tuple[str, ...] | None = None,
) -> PriceReport:
    """Report the price of every wager of a table, or only of those named."""
    table = prices.table
    wagers: list[WagerReport] = []
    for done, name in enumerate(names := tuple(prices) if only is None else only):
        progress(f"pricing {name}", done, len(names))
        if name == BLACKJACK:
            prices.blackjack.compute(beside=prices.beside_blackjack(names))
        wagers += wager_reports(prices, name, hourly, rational=rational, joint=joint, progress=progress)
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
        readings=tuple(
            ReadingReport(
                reading=followed.reading.number,
                switch=followed.switch,
                chosen=followed.chosen,
                others=followed.others,
            )
            for followed in readings_followed(table)
        ),
    )


def wager_reports(
    prices: Prices, name: str, hourly: Hourly, *, rational: bool, joint: bool, progress: ReportProgress
) -> Sequence[WagerReport]:
    """Report a wager of a table, once for each choice that a player has in making it."""
    if name == BLACKJACK:
        return (blackjack_report(prices, hourly, rational=rational, joint=joint, progress=progress),)
    if name == INSURANCE:
        insurance, rules = prices[name], prices.table.rules
        assert isinstance(insurance, InsurancePrice)
        equals = equals_full_insurance(rules) and not awards_at_once(rules)
        return (insurance_report(insurance, rules.blackjack_pays if equals else None),)
    return tuple(optional_wager_report(wager, hourly) for wager in prices.of(name))


def optional_wager_report(wager: WagerPrice, hourly: Hourly) -> OptionalWagerReport:
    """Report an optional wager."""
    exact = wager.exact
    return OptionalWagerReport(
        wager=wager.wager.name,
        decks=wager.decks,
        pay_table=wager.pay_table,
        house_advantage=percentage(wager.house_advantage, exact=exact),
        hit_frequency=number(wager.hit_frequency, exact=exact),
        variance=number(wager.variance, exact=exact),
        standard_deviation=sqrt(wager.variance),
        outcomes=_outcomes(wager.price.outcomes, exact=exact),
        per_hour=_hour(wager.price, hourly, wager.amount),
        choice=wager.choice,
        mean_rounds=number(wager.price.rounds, exact=exact) if wager.wager.sees_results else None,
        convention=wager.convention or None,
        meter=_meter(wager) if wager.meter else None,
        rider=_rider(wager) if wager.rider else None,
    )


def _outcomes(lines: Iterable[PriceLine], *, exact: bool) -> tuple[OutcomeReport, ...]:
    return tuple(
        OutcomeReport(
            outcome=line.outcome.label,
            pays=None if line.pays is None else str(line.pays),
            probability=number(line.probability, exact=exact),
            contribution=None if line.net is None else percentage(line.net * line.probability, exact=exact),
        )
        for line in lines
    )


def _cents(amount: Fraction | float) -> Cents:
    return Cents(round(amount))


def _hour(price: Price, hourly: Hourly, amount: Cents | None) -> HourReport | None:
    wagered = amount or hourly.amount
    if wagered is None:
        return None
    hour = price.per_hour(hourly.rounds, wagered)
    return HourReport(
        rounds=hourly.rounds,
        amount=wagered,
        loss=_cents(hour.loss),
        standard_deviation=_cents(sqrt(hour.variance)),
    )


def _meter(wager: WagerPrice) -> MeterReport:
    meter, growth = wager.meter, wager.growth
    assert meter is not None
    # With cards removed one round is dealt, not those of the long run; a meter that runs dry has no mean.
    long_run = growth if growth and wager.fresh and meter.has_mean(growth) else None
    return MeterReport(
        at=wager.standing_meter,
        house_advantage_when_empty=percentage(meter.empty),
        house_advantage_less_for_each_dollar=percentage(meter.share * 100 / meter.amount),
        break_even=_cents(meter.break_even),
        mean_rounds_between_jackpots=number(meter.mean_rounds) if wager.fresh else None,
        rate=growth.rate + growth.reset_meter_rate if growth else None,
        mean_when_first_won=_cents(meter.first_won(long_run)) if long_run else None,
        mean_when_won=_cents(meter.mean_won(long_run)) if long_run else None,
        house_advantage_in_the_long_run=percentage(meter.long_run(long_run)) if long_run else None,
    )


def _rider(wager: WagerPrice) -> RiderReport:
    rider, declared = wager.rider, wager.wager.rider
    assert rider is not None
    assert declared is not None
    return RiderReport(
        name=declared.name,
        least_wager=rider.least,
        value=DollarValue(fraction=rider.mean / 100, dollars=float(rider.mean / 100)),
        outcomes=_outcomes(rider.outcomes, exact=True),
        by_wager=tuple(
            AdvantageAtAmount(amount=amount, house_advantage=percentage(rider.house_advantage(wager.price, amount)))
            for amount in BONUS_AMOUNTS
        ),
    )


def insurance_report(insurance: InsurancePrice, blackjack_pays: BlackjackPays | None) -> InsuranceReport:
    """Report insurance, and even money where a player with a blackjack may choose it."""
    even_money = None
    if blackjack_pays is not None:
        refused = blackjack_pays.odds.ratio * (1 - insurance.holding_blackjack)
        even_money = EvenMoneyReport(taken=number(Fraction(1)), refused=number(refused))
    exact = insurance.busts is None
    won, lost = number(insurance.paid, exact=exact), number(1 - insurance.blackjack)
    outcomes = [
        OutcomeReport(
            outcome="dealer blackjack",
            pays=str(INSURANCE_ODDS.value),
            probability=won,
            contribution=percentage(insurance.paid * INSURANCE_ODDS.value.ratio, exact=exact),
        ),
        OutcomeReport(
            outcome="no dealer blackjack",
            pays=None,
            probability=lost,
            contribution=percentage(insurance.blackjack - 1),
        ),
    ]
    convention = "the upcard is an ace; nothing else is known of the shoe"
    if insurance.busts is not None:  # reading 23
        busts = number(insurance.busts, exact=False)
        lost_by_bust = percentage(-insurance.busts, exact=False)
        outcomes.insert(
            1,
            OutcomeReport(
                outcome="bust before a dealer blackjack", pays=None, probability=busts, contribution=lost_by_bust
            ),
        )
        convention += "; the hand is played by the best play of the blackjack wager, and a pair is split once at most"
    return InsuranceReport(
        wager=INSURANCE,
        decks=insurance.decks,
        pay_table=None,
        house_advantage=percentage(insurance.house_advantage, exact=exact),
        hit_frequency=won,
        variance=number(insurance.variance, exact=exact),
        standard_deviation=sqrt(insurance.variance),
        outcomes=tuple(outcomes),
        convention=convention,
        even_money=even_money,
    )


def blackjack_report(
    prices: Prices, hourly: Hourly, *, rational: bool, joint: bool, progress: ReportProgress
) -> BlackjackReport:
    """Report the blackjack wager."""
    blackjack = prices.blackjack
    trees = blackjack.kernel.dealer.trees
    return BlackjackReport(
        wager=BLACKJACK,
        decks=blackjack.decks,
        pay_table=None,
        pays=prices.table.rules.blackjack_pays.value,
        house_advantage=percentage(blackjack.house_advantage, exact=False),
        value=_value(blackjack, rational=rational, progress=progress),
        convention=in_edition(blackjack.convention, prices.table.law),
        hit_frequency=_double(*_hits(blackjack.net_results)),
        variance=_double(blackjack.variance),
        standard_deviation=sqrt(blackjack.variance),
        outcomes=tuple(
            OutcomeReport(
                outcome=net_words(net),
                pays=None,
                probability=_double(chance, blackjack.net_results.errors[net]),
                contribution=percentage(net * Fraction(chance), exact=False),
            )
            for net, chance in blackjack.nets.items()
        ),
        by_upcard={
            card_words(tree.shown): value for tree, value in zip(trees, blackjack.composition.by_showing, strict=True)
        },
        dealer=_dealer(blackjack),
        per_hour=_blackjack_hour(blackjack, hourly, prices.table),
        dealers_hands=_dealers_hands(blackjack, progress) if joint else None,
    )


def _double(value: float, error: float = 0.0) -> Number:
    """Return a number that was computed in double precision, with the bound of any other error."""
    return Number(fraction=None, decimal=value, error=error or None)


def _hits(results: NetResults) -> tuple[float, float]:
    """Return the probability to win a round, and the bound of its error."""
    wins = [net for net in results.chances if net > 0]
    return sum(results.chances[net] for net in wins), sum(results.errors[net] for net in wins)


def _value(blackjack: BlackjackPrice, *, rational: bool, progress: ReportProgress) -> BlackjackValue:
    """Report the value of one unit; the house advantage and all that follows from it is as settled."""
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


def _blackjack_hour(blackjack: BlackjackPrice, hourly: Hourly, table: TableConfig) -> HourReport | None:
    """Report an hour of the blackjack wagers that a player must make."""
    wagers = table.required_blackjack_wagers
    if hourly.amount is not None:
        wagers = (hourly.amount,) * table.spots[0]
    if wagers is None:
        return None
    variance = _variance(blackjack, wagers)
    return HourReport(
        rounds=hourly.rounds,
        amount=Cents(sum(wagers)),
        loss=_cents(-blackjack.value * sum(wagers) * hourly.rounds),
        standard_deviation=None if variance is None else _cents(sqrt(variance * hourly.rounds)),
        wagers=wagers if len(wagers) > 1 else None,
    )


def _variance(blackjack: BlackjackPrice, wagers: tuple[Cents, ...]) -> float | None:
    """Return the variance of the blackjack wagers of a round; None if how they vary together is not known."""
    if len(wagers) == 1:
        return blackjack.variance * wagers[0] ** 2
    try:
        return blackjack.together.variance_of_amounts(wagers)
    except Misuse:  # rules with which several dealer's hands are not analyzed
        return None


def _dealer(blackjack: BlackjackPrice) -> Mapping[str, Mapping[str, Number]]:
    """Return the exact distribution of the dealer's completed hand, by upcard."""
    kinds, trees = blackjack.kernel.dealer.kinds, blackjack.kernel.dealer.trees
    return {
        card_words(tree.shown): {
            kind.label: number(chance)
            for kind, chance in zip(kinds, blackjack.dealer_chances[place], strict=True)
            if chance
        }
        for place, tree in enumerate(trees)
        if blackjack.composition.chances[place]
    }


def _dealers_hands(blackjack: BlackjackPrice, progress: ReportProgress) -> DealersHandsReport:
    progress("wagers on several dealer's hands", 0, 1)
    pair = blackjack.together
    return DealersHandsReport(
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


def _joint(blackjack: BlackjackPrice, hands: int, progress: ReportProgress) -> Mapping[str, Mapping[str, float]]:
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
