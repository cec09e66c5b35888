"""Prices and strategies as plain values that other programs may rely on."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from upcard.analysis.blackjack import BlackjackPrice
from upcard.analysis.pricing import BLACKJACK, INSURANCE, InsurancePrice, Prices, WagerPrice
from upcard.exact.blackjack.multiple import dealers_hands
from upcard.exact.blackjack.rational import dealer_chances, value_of
from upcard.exact.price import Price
from upcard.money import Cents, show
from upcard.rules.base import INSURANCE_ODDS
from upcard.rules.enums import BlackjackPays

Said = dict[str, Any]
Advance = Callable[[str, int, int], None]  # what is done, how far, of how much

EVEN_MONEY_AT = BlackjackPays.THREE_TO_TWO  # where a blackjack pays this, even money equals full insurance
FREE_AMOUNTS = tuple(Cents(100 * dollars) for dollars in (5, 10, 25, 50, 100))


@dataclass(frozen=True, kw_only=True)
class Hourly:
    """How many rounds an hour, and how much is wagered in each."""

    rounds: int = 60
    amount: Cents | None = None


def fraction(value: Fraction, *, exact: bool = True) -> Said:
    """Give a number as a fraction and as a decimal; no fraction if it was found in double precision."""
    return {"fraction": str(value) if exact else None, "decimal": float(value)}


def share(value: Fraction, *, exact: bool = True) -> Said:
    """Give a share as a fraction and as a percentage."""
    return {"fraction": str(value) if exact else None, "percent": float(100 * value)}


def cents(value: Fraction | float) -> str:
    """Write an amount rounded to the cent."""
    return show(Cents(round(value)))


def prices(
    priced: Prices,
    hourly: Hourly,
    *,
    rational: bool = False,
    joint: bool = False,
    advance: Advance = lambda *_: None,
) -> Said:
    """Report the price of every wager of a table."""
    table = priced.table
    names = list(priced)
    wagers: list[Said] = []
    for done, name in enumerate(names):
        advance(f"pricing {name}", done, len(names))
        if name == BLACKJACK:
            wagers.append(blackjack(priced, hourly, rational=rational, joint=joint, advance=advance))
        elif name == INSURANCE:
            one = priced[name]
            assert isinstance(one, InsurancePrice)
            wagers.append(
                insurance(one, even_money=table.rules.blackjack_pays if table.game.dealer_hands is None else None)
            )
        else:
            wagers += [optional(one, hourly) for one in priced.of(name)]
    return {
        "file": table.file,
        "table": table.table,
        "law": table.law.value,
        "game": table.game.name,
        "decks": priced.decks,
        "removed": [str(card) for card in priced.asked.removed],
        "wagers": wagers,
    }


def optional(one: WagerPrice, hourly: Hourly) -> Said:
    """Report an optional wager."""
    exact = one.exact
    said: Said = {
        "wager": one.wager.name,
        "decks": one.decks,
        "pay_table": one.pay_table,
        "house_advantage": share(one.house_advantage, exact=exact),
        "hit_frequency": fraction(one.hit_frequency, exact=exact),
        "variance": fraction(one.variance, exact=exact),
        "standard_deviation": sqrt(one.variance),
        "outcomes": [
            {
                "outcome": line.outcome.label,
                "pays": None if line.pays is None else str(line.pays),
                "probability": fraction(line.probability, exact=exact),
            }
            for line in one.price.outcomes
        ],
        "per_hour": _per_hour(one.price, hourly, one.amount),
    }
    if one.choice is not None:
        said["choice"] = one.choice
    if one.wager.sees_results:
        said["mean_rounds"] = fraction(one.price.rounds, exact=exact)
    if one.convention:
        said["convention"] = one.convention
    if one.meter:
        said["meter"] = _meter(one)
    if one.rider:
        said["rider"] = _rider(one)
    return said


def _per_hour(price: Price, hourly: Hourly, amount: Cents | None) -> Said | None:
    wagered = amount or hourly.amount
    if wagered is None:
        return None
    hour = price.per_hour(hourly.rounds, wagered)
    return {
        "rounds": hourly.rounds,
        "amount": show(wagered),
        "loss": cents(hour.loss),
        "standard_deviation": cents(sqrt(hour.variance)),
    }


def _meter(one: WagerPrice) -> Said:
    meter, grows = one.meter, one.growth
    assert meter is not None
    said: Said = {
        "at": None if one.standing_meter is None else show(one.standing_meter),
        "house_advantage_when_empty": share(meter.empty),
        "house_advantage_less_for_each_dollar": share(meter.share * 100 / meter.amount),
        "break_even": cents(meter.break_even),
        "mean_rounds_between_jackpots": fraction(meter.mean_rounds),
    }
    if grows:
        said |= {
            "rate": str(grows.rate + grows.reset_meter_rate),
            "mean_when_first_won": cents(meter.first_won(grows)),
            "mean_when_won": cents(meter.mean_won(grows)),
            "house_advantage_in_the_long_run": share(meter.long_run(grows)),
        }
    return said


def _rider(one: WagerPrice) -> Said:
    rider, declared = one.rider, one.wager.rider
    assert rider is not None
    assert declared is not None
    return {
        "name": declared.name,
        "least_wager": show(rider.least),
        "value": {"fraction": str(rider.mean / 100), "dollars": float(rider.mean / 100)},
        "outcomes": [
            {
                "outcome": line.outcome.label,
                "pays": None if line.pays is None else str(line.pays),
                "probability": fraction(line.probability),
            }
            for line in rider.outcomes
        ],
        "by_wager": [
            {"amount": show(amount), "house_advantage": share(rider.house_advantage(one.price, amount))}
            for amount in FREE_AMOUNTS
        ],
    }


def insurance(one: InsurancePrice, even_money: BlackjackPays | None) -> Said:
    """Report insurance, and even money where it is offered as the choice of a player who holds a blackjack."""
    loses = 1 - one.blackjack
    said: Said = {
        "wager": INSURANCE,
        "decks": one.decks,
        "pay_table": None,
        "house_advantage": share(one.house_advantage),
        "hit_frequency": fraction(one.blackjack),
        "variance": fraction(one.variance),
        "standard_deviation": sqrt(one.variance),
        "outcomes": [
            {
                "outcome": "dealer blackjack",
                "pays": str(INSURANCE_ODDS.value),
                "probability": fraction(one.blackjack),
            },
            {"outcome": "no dealer blackjack", "pays": None, "probability": fraction(loses)},
        ],
        "convention": "the upcard is an ace; nothing else is known of the shoe",
    }
    if even_money is EVEN_MONEY_AT:  # reading 59
        refused = EVEN_MONEY_AT.odds.ratio * (1 - one.holding_blackjack)
        said["even_money"] = {"taken": fraction(Fraction(1)), "refused": fraction(refused)}
    return said


def blackjack(priced: Prices, hourly: Hourly, *, rational: bool, joint: bool, advance: Advance) -> Said:
    """Report the blackjack wager."""
    one = priced.blackjack
    variance = one.variance
    value: Said = {"composition_dependent": one.value, "total_dependent": one.total.value}
    if not one.kernel.known_first:  # the house advantage and all that follows is as settled
        value["composition_dependent_as_settled"] = one.as_settled
        value["total_dependent_as_settled"] = one.total.value - one.total.busts_before_blackjack
    if rational:
        exact = value_of(one.kernel, one.composition, lambda done, all_: advance("in fractions", done, all_))
        value["composition_dependent_fraction"] = str(exact)
    won = sum(chance for net, chance in one.nets.items() if net > 0)
    said: Said = {
        "wager": BLACKJACK,
        "decks": one.decks,
        "pay_table": None,
        "pays": priced.table.rules.blackjack_pays.value,
        "house_advantage": share(one.house_advantage, exact=False),
        "value": value,
        "convention": one.convention,
        "hit_frequency": {"fraction": None, "decimal": won},
        "variance": {"fraction": None, "decimal": variance},
        "standard_deviation": sqrt(variance),
        "outcomes": [
            {"outcome": net_words(net), "pays": None, "probability": {"fraction": None, "decimal": chance}}
            for net, chance in one.nets.items()
        ],
        "by_upcard": {
            words(tree.shown): part
            for tree, part in zip(one.kernel.dealer.trees, one.composition.by_showing, strict=True)
        },
        "dealer": dealer(one),
        "per_hour": _blackjack_per_hour(one, hourly, priced.table.minimum),
    }
    if joint:
        said["dealers_hands"] = _together(one, advance)
    return said


def _blackjack_per_hour(one: BlackjackPrice, hourly: Hourly, minimum: Cents | None) -> Said | None:
    amount = hourly.amount or minimum
    if amount is None:
        return None
    return {
        "rounds": hourly.rounds,
        "amount": show(amount),
        "loss": cents(-one.as_settled * amount * hourly.rounds),
        "standard_deviation": cents(sqrt(one.variance * hourly.rounds) * amount),
    }


def net_words(net: Fraction) -> str:
    """Write a net result in units of the initial wager.

    >>> net_words(Fraction(3, 2)), net_words(Fraction(-2)), net_words(Fraction(0))
    ('wins 1.5', 'loses 2', 'even')
    """
    if not net:
        return "even"
    return f"{'wins' if net > 0 else 'loses'} {float(abs(net)):g}"


def words(shown: Iterable[int]) -> str:
    """Write the dealer's cards on the table: A, 2, …, 10.

    >>> words((1,)), words((10, 6))
    ('A', '10-6')
    """
    return "-".join("A" if value == 1 else str(value) for value in shown)


def dealer(one: BlackjackPrice) -> Said:
    """Report how the dealer's hand is completed from each upcard, as fractions."""
    kinds, trees = one.kernel.dealer.kinds, one.kernel.dealer.trees
    return {
        words(tree.shown): {
            kind.label: fraction(chance)
            for kind, chance in zip(kinds, dealer_chances(one.kernel, number), strict=True)
            if chance
        }
        for number, tree in enumerate(trees)
        if one.composition.chances[number]
    }


def _together(one: BlackjackPrice, advance: Advance) -> Said:
    """Report how wagers on several dealer's hands with one upcard fall together."""
    advance("wagers on several dealer's hands", 0, 1)
    pair = one.together
    return {
        "value_of_each_wager": one.as_settled,
        "variance_of_one": pair.variance,
        "covariance_of_two": pair.covariance,
        "correlation_of_two": pair.correlation,
        "variance_of_two": pair.variance_of(2),
        "variance_of_three": pair.variance_of(3),
        "convention": "boxes of one hand are exact; the two hands of a split pair are taken as independent given the"
        " dealer's hands",
        "two_hands": _joint(one, 2, advance),
        "three_hands": _joint(one, 3, advance),
    }


def _joint(one: BlackjackPrice, hands: int, advance: Advance) -> Said:
    """Report how several dealer's hands on one upcard are completed together."""
    kinds, found = one.kernel.dealer.kinds, {}
    for number, tree in enumerate(one.kernel.dealer.trees):
        advance(f"{hands} dealer's hands", number, len(one.kernel.dealer.trees))
        if one.composition.chances[number]:
            found[words(tree.shown)] = {
                " / ".join(kinds[kind].label for kind in together): chance
                for together, chance in dealers_hands(one.kernel, number, hands).items()
            }
    return found
