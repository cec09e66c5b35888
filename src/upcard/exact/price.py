"""What a wager costs: its house advantage, how often it is paid and how much it varies, from one distribution."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from upcard.errors import Misuse
from upcard.exact.observed_facts import Distribution
from upcard.money import Cents, Displayed, Fixed, MeterShare, Odds, Pays, show
from upcard.rules.wager import LOSE, PUSH, STANDS, Outcome, PayTable, Rider, Wager, is_given_back

NO_CHOICES: Mapping[str, str] = MappingProxyType({})

Amounts = tuple[tuple[Fraction, Fraction], ...]  # what may be won, each with its probability


@dataclass(frozen=True, kw_only=True)
class PriceLine:
    """An outcome, what it pays, and its probability; a lost wager and one given back are paid nothing."""

    outcome: Outcome
    pays: Pays | None
    probability: Fraction


@dataclass(frozen=True, kw_only=True)
class Hour:
    """What an hour of one wager in each round costs the player, in cents and squared cents."""

    loss: Fraction
    variance: Fraction


@dataclass(frozen=True, kw_only=True)
class Price:
    """The exact price of a wager at posted odds."""

    outcomes: tuple[PriceLine, ...]
    house_advantage: Fraction  # what the player loses on the average for one unit wagered
    hit_frequency: Fraction  # the probability of being paid
    variance: Fraction  # of what one unit wagered brings
    rounds: Fraction  # in how many rounds the wager is decided on the average

    def per_hour(self, rounds: int | Fraction, amount: Cents) -> Hour:
        """Give what so many rounds cost with an amount wagered anew as soon as it is decided."""
        wagers = rounds / self.rounds
        return Hour(loss=wagers * amount * self.house_advantage, variance=wagers * amount**2 * self.variance)


def price(
    wager: Wager,
    chances: Distribution,
    pays: PayTable,
    *,
    amount: Cents | None = None,
    meter: Cents | None = None,
    house: Mapping[str, str] = NO_CHOICES,
    rounds: Fraction = Fraction(1),
) -> Price:
    """Price a wager: from the chances of its outcomes, what is posted for them, and what the house chose.

    The amount of the wager is needed where more than one may be made and not all that is posted are odds; what stands
    on a meter, in cents, where it is paid from. Parts of a cent are not rounded.
    """
    made = _amount(wager, amount)
    mean = square = hit = Fraction(0)
    lines = []
    for outcome, probability in chances.items():
        paid = _posted(wager, outcome, pays)
        lines.append(PriceLine(outcome=outcome, pays=paid, probability=probability))
        if paid is not None:
            hit += probability
        for net, chance in _nets(outcome, paid, made, meter, given_back=is_given_back(wager, house)):
            mean += probability * chance * net
            square += probability * chance * net**2
    return Price(
        outcomes=tuple(lines), house_advantage=-mean, hit_frequency=hit, variance=square - mean**2, rounds=rounds
    )


def _amount(wager: Wager, amount: Cents | None) -> Cents | None:
    exactly = wager.limits.value.exactly
    if amount is None:
        return exactly[0] if len(exactly) == 1 else None
    if exactly and amount not in exactly:
        listed = " or ".join(f"${show(one)}" for one in exactly)
        raise Misuse(f"the {wager.name} wager is {listed}, not ${show(amount)}")
    if amount <= 0:
        raise Misuse(f"the {wager.name} wager must be more than ${show(amount)}")
    return amount


def _posted(wager: Wager, outcome: Outcome, pays: PayTable) -> Pays | None:
    """Give what is posted for an outcome; nothing is for a lost wager or one given back."""
    if outcome in (LOSE, PUSH, STANDS):
        return None
    if outcome not in pays:
        raise Misuse(f'nothing is posted for the outcome "{outcome}" of the {wager.name} wager')
    return pays[outcome]


def _nets(
    outcome: Outcome, pays: Pays | None, amount: Cents | None, meter: Cents | None, *, given_back: bool
) -> Amounts:
    """Give what an outcome brings the player for one unit wagered, each amount with its probability."""
    if pays is None:
        return ((Fraction(-1 if outcome is LOSE else 0), Fraction(1)),)
    if isinstance(pays, Odds):
        won: Amounts = ((pays.ratio, Fraction(1)),)
    elif amount is None:
        raise Misuse(f'"{outcome}" pays {pays}: the amount of the wager is needed to price it')
    else:
        won = tuple((cents / amount, chance) for cents, chance in paid(outcome, pays, amount, meter))
    return won if given_back else tuple((units - 1, chance) for units, chance in won)


def paid(outcome: Outcome, pays: Pays, amount: Cents, meter: Cents | None) -> Amounts:
    """Give what is paid in cents, each amount with its probability."""
    match pays:
        case Odds():
            return ((amount * pays.ratio, Fraction(1)),)
        case Fixed():
            return ((Fraction(pays.amount), Fraction(1)),)
        case MeterShare():
            if meter is None:
                raise Misuse(f'"{outcome}" pays {pays}: what stands on the meter is needed to price it')
            return ((pays.share * meter, Fraction(1)),)
        case Displayed():
            if amount not in pays.amounts:
                raise Misuse(f"the display says nothing of a wager of ${show(amount)}")
            return tuple((Fraction(shown), chance) for shown, chance in pays.amounts[amount])


@dataclass(frozen=True, kw_only=True)
class Growth:
    """How a meter begins, begins again and grows."""

    initial: Cents
    reset: Cents
    rate: Fraction
    reset_meter_rate: Fraction = Fraction(0)  # to the reset meter, which is put on the meter after it is won


def growth(wager: Wager, settings: Mapping[str, Any]) -> Growth | None:
    """Read how a wager's meter grows from what its offer says; nothing if it has none, or if anything is not stated."""
    if wager.meter is None:
        return None
    keys = wager.meter.value
    said: list[Any] = [settings.get(key) for key in (keys.begins, keys.begins_again, keys.grows)]
    if None in said:
        return None
    initial, reset, rate = said
    return Growth(
        initial=initial, reset=reset, rate=rate, reset_meter_rate=settings.get(keys.reset_meter_grows) or Fraction(0)
    )


@dataclass(frozen=True, kw_only=True)
class MeterPrice:
    """The price of a wager paid from a meter, as the meter stands and in the long run, for one seat in each round."""

    amount: Cents
    empty: Fraction  # the house advantage with nothing on the meter
    probability: Fraction  # of being paid from the meter
    share: Fraction  # of the meter, paid on the average in each round

    def at(self, meter: Cents) -> Fraction:
        """Give the house advantage with so much on the meter."""
        return self.empty - self.share * meter / self.amount

    @property
    def break_even(self) -> Fraction:
        """Give the cents on the meter at which nobody has an advantage."""
        return self.empty * self.amount / self.share

    @property
    def mean_rounds(self) -> Fraction:
        """Give how many rounds pass on the average until the meter is won."""
        return 1 / self.probability

    def first_won(self, growth: Growth) -> Fraction:
        """Give the cents on the meter on the average when it is first won: what it began with and what it grew."""
        return growth.initial + growth.rate * self.amount * self.mean_rounds

    def mean_won(self, growth: Growth) -> Fraction:
        """Give the cents on the meter on the average when it is won, in the long run.

        What is paid each time is what comes to the meter between two times: the reset amount, and both rates of
        (amount of the wager) x (mean rounds). Where the whole meter is paid that is what stood on it.
        """
        comes = growth.reset + (growth.rate + growth.reset_meter_rate) * self.amount * self.mean_rounds
        return comes * self.probability / self.share

    def long_run(self, growth: Growth) -> Fraction:
        """Give the house advantage in the long run, the licensee's reset amounts counted as what they are: paid out.

        All that comes to the meter is won some day, so the player's return for one unit wagered is that of the other
        lines, and (probability of the meter) x (mean meter when won) / (amount of the wager), which is
        (probability of the meter) x (reset amount) / (amount of the wager) + rate + rate of the reset meter.
        """
        return self.empty - self.share * self.mean_won(growth) / self.amount


def meter_price(
    wager: Wager,
    chances: Distribution,
    pays: PayTable,
    *,
    amount: Cents | None = None,
    house: Mapping[str, str] = NO_CHOICES,
) -> MeterPrice:
    """Price a wager that is paid from a meter."""
    made = _amount(wager, amount)
    shares = {outcome: paid.share for outcome, paid in pays.items() if isinstance(paid, MeterShare)}
    probability = sum((chances.get(outcome, Fraction(0)) for outcome in shares), Fraction(0))
    if made is None or not probability:
        raise Misuse(f"the {wager.name} wager is not one amount that may be paid from a meter")
    return MeterPrice(
        amount=made,
        empty=price(wager, chances, pays, amount=amount, meter=Cents(0), house=house).house_advantage,
        probability=probability,
        share=sum((chances.get(outcome, Fraction(0)) * share for outcome, share in shares.items()), Fraction(0)),
    )


@dataclass(frozen=True, kw_only=True)
class RiderPrice:
    """What a rider adds to the player's return: fixed amounts, whatever was wagered, above a least amount."""

    outcomes: tuple[PriceLine, ...]
    least: Cents
    mean: Fraction  # cents, on a wager that meets the least amount

    def value(self, amount: Cents) -> Fraction:
        """Give the cents that the rider adds on the average to a wager of an amount."""
        return self.mean if amount >= self.least else Fraction(0)

    def house_advantage(self, price: Price, amount: Cents) -> Fraction:
        """Give the house advantage of a wager of an amount with its rider."""
        return price.house_advantage - self.value(amount) / amount


def rider_price(rider: Rider, chances: Distribution, pays: PayTable) -> RiderPrice:
    """Price a rider at posted amounts."""
    lines = tuple(
        PriceLine(outcome=outcome, pays=pays.get(outcome), probability=chance) for outcome, chance in chances.items()
    )
    mean = sum((line.probability * line.pays.amount for line in lines if isinstance(line.pays, Fixed)), Fraction(0))
    return RiderPrice(outcomes=lines, least=rider.least.value, mean=mean)
