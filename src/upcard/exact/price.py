"""The price of a wager from the distribution of its outcomes: house advantage, hit frequency and variance."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from upcard.english import either
from upcard.errors import Misuse
from upcard.exact.observed_facts import Distribution
from upcard.exact.several_rounds import Duration
from upcard.money import Cents, Displayed, Fixed, MeterShare, Odds, Pays, format_money
from upcard.rules.wager import LOSE, PUSH, STANDS, Outcome, PayTable, Rider, Wager, is_given_back, takes_from_meter

NO_CHOICES: Mapping[str, str] = MappingProxyType({})

Amounts = tuple[tuple[Fraction, Fraction], ...]  # the amounts that can be won, each with its probability


@dataclass(frozen=True, kw_only=True)
class PriceLine:
    """An outcome, what it pays, and its probability; a lost wager and one given back are paid nothing."""

    outcome: Outcome
    pays: Pays | None
    probability: Fraction
    net: Fraction | None = None  # mean net result of one unit wagered


@dataclass(frozen=True, kw_only=True)
class Hour:
    """The cost to the player of one wager in each round of an hour, in cents, and its variance in squared cents."""

    loss: Fraction
    variance: Fraction


@dataclass(frozen=True, kw_only=True)
class Price:
    """The exact price of a wager at posted odds."""

    outcomes: tuple[PriceLine, ...]
    house_advantage: Fraction  # the player's mean loss for one unit wagered
    hit_frequency: Fraction  # the probability of being paid
    variance: Fraction  # of the net result of one unit wagered
    rounds: Fraction  # the mean number of rounds until the wager is decided
    variance_per_round: Fraction  # in the long run, with one unit wagered again each time it is decided
    nets: Mapping[Fraction, Fraction]  # the probability of each net result of one unit wagered

    def per_hour(self, rounds: int | Fraction, amount: Cents) -> Hour:
        """Return the cost of an hour of play, where the amount is wagered again each time it is decided."""
        loss = rounds / self.rounds * amount * self.house_advantage
        return Hour(loss=loss, variance=rounds * amount**2 * self.variance_per_round)


def price(
    wager: Wager,
    chances: Distribution,
    pays: PayTable,
    *,
    amount: Cents | None = None,
    meter: Cents | None = None,
    house: Mapping[str, str] = NO_CHOICES,
    rounds: Duration | None = None,
) -> Price:
    """Return the price of a wager from the probabilities of its outcomes, the posted payoffs and the house's choices.

    `amount` is needed where the wager may be of several amounts and not all payoffs are odds; `meter`, in cents, where
    it is paid from a meter; `rounds` where it stands over several. Fractions of a cent are not rounded.
    """
    wagered = _amount(wager, amount)
    mean = square = hit = with_rounds = Fraction(0)  # the last: of the net result times the number of rounds
    lines = []
    by_net: dict[Fraction, Fraction] = {}
    for outcome, probability in chances.items():
        payoff = _posted(wager, outcome, pays)
        nets = _nets(outcome, payoff, wagered, meter, given_back=is_given_back(wager, house))
        of_line = sum((net * chance for net, chance in nets), Fraction(0))
        lines.append(PriceLine(outcome=outcome, pays=payoff, probability=probability, net=of_line))
        if payoff is not None:
            hit += probability
        for net, chance in nets:
            by_net[net] = by_net.get(net, Fraction(0)) + probability * chance
            mean += probability * chance * net
            with_rounds += (rounds.by_outcome[outcome] if rounds else probability) * chance * net
            square += probability * chance * net**2
    lasts, lasts_square = (rounds.mean, rounds.square) if rounds else (Fraction(1), Fraction(1))
    rate = mean / lasts  # what a round of the wager wins on average
    return Price(
        outcomes=tuple(lines),
        house_advantage=-mean,
        hit_frequency=hit,
        variance=square - mean**2,
        rounds=lasts,
        variance_per_round=(square - 2 * rate * with_rounds + rate**2 * lasts_square) / lasts,
        nets=by_net,
    )


def _amount(wager: Wager, amount: Cents | None) -> Cents | None:
    """Return the amount of the wager, or the only lawful one; None if it may be of several amounts."""
    exactly = wager.limits.value.exactly
    if amount is None:
        return exactly[0] if len(exactly) == 1 else None
    if exactly and amount not in exactly:
        listed = either(map(format_money, exactly))
        raise Misuse(f"the {wager.display_name} wager may not be {format_money(amount)}; it must be {listed}")
    if amount <= 0:
        raise Misuse(f"the {wager.display_name} wager may not be {format_money(amount)}; it must be more than $0.00")
    return amount


def _posted(wager: Wager, outcome: Outcome, pays: PayTable) -> Pays | None:
    """Return the posted payoff of an outcome; None for a lost wager or one given back."""
    if outcome in (LOSE, PUSH, STANDS):
        return None
    if outcome not in pays:
        raise Misuse(f'the {wager.display_name} wager has no posted payoff for the outcome "{outcome}"')
    return pays[outcome]


def _nets(
    outcome: Outcome, pays: Pays | None, amount: Cents | None, meter: Cents | None, *, given_back: bool
) -> Amounts:
    """Return the possible net results of an outcome for one unit wagered, each with its probability."""
    if pays is None:
        return ((Fraction(-1 if outcome is LOSE else 0), Fraction(1)),)
    if isinstance(pays, Odds):
        won: Amounts = ((pays.ratio, Fraction(1)),)
    elif amount is None:
        raise Misuse(f'"{outcome}" pays {pays}: pricing it needs the amount of the wager')
    else:
        won = tuple((cents / amount, chance) for cents, chance in paid(outcome, pays, amount, meter))
    return won if given_back else tuple((units - 1, chance) for units, chance in won)


def paid(outcome: Outcome, pays: Pays, amount: Cents, meter: Cents | None) -> Amounts:
    """Return the possible payments in cents, each with its probability."""
    match pays:
        case Odds():
            return ((amount * pays.ratio, Fraction(1)),)
        case Fixed():
            return ((Fraction(pays.amount), Fraction(1)),)
        case MeterShare():
            if meter is None:
                raise Misuse(f'"{outcome}" pays {pays}: pricing it needs the amount on the meter')
            return ((pays.share * meter, Fraction(1)),)
        case Displayed():
            if amount not in pays.amounts:
                raise Misuse(f"the display lists no payoff for a wager of {format_money(amount)}")
            return tuple((Fraction(cents), chance) for cents, chance in pays.amounts[amount])


@dataclass(frozen=True, kw_only=True)
class Growth:
    """The initial and the reset amount of a meter, and how it grows."""

    initial: Cents
    reset: Cents
    rate: Fraction
    reset_meter_rate: Fraction = Fraction(0)  # to the reset meter, which is added to the meter after it is won


def read_growth(wager: Wager, settings: Mapping[str, Any]) -> Growth | None:
    """Read a meter's growth from the settings of an offer; None if the wager has no meter or a setting is missing."""
    if wager.meter is None:
        return None
    keys = wager.meter.value
    required: list[Any] = [settings.get(key) for key in (keys.begins, keys.begins_again, keys.grows)]
    if None in required:
        return None
    initial, reset, rate = required
    return Growth(
        initial=initial, reset=reset, rate=rate, reset_meter_rate=settings.get(keys.reset_meter_grows) or Fraction(0)
    )


@dataclass(frozen=True, kw_only=True)
class MeterPrice:
    """The price of a wager paid from a meter, for any meter and in the long run, with one seat in each round."""

    amount: Cents
    empty: Fraction  # the house advantage with nothing on the meter
    probability: Fraction  # of being paid from the meter
    share: Fraction  # the mean share of the meter paid in each round
    fixed: Fraction = Fraction(0)  # the mean cents of other payouts taken in each round from a meter that bears them

    def at(self, meter: Cents) -> Fraction:
        """Return the house advantage with an amount on the meter."""
        return self.empty - self.share * meter / self.amount

    @property
    def break_even(self) -> Fraction:
        """Return the cents on the meter at which nobody has an advantage."""
        return self.empty * self.amount / self.share

    @property
    def mean_rounds(self) -> Fraction:
        """Return the mean number of rounds until the meter is won."""
        return 1 / self.probability

    def has_mean(self, growth: Growth) -> bool:
        """Whether a mean of the meter is known: not if other payouts take more from it than it grows by.

        Such a meter runs out, and the licensee pays what it lacks. One that grows may run out too, seldom and by
        little, which the means do not count.
        """
        return not self.fixed or growth.rate * self.amount > self.fixed

    def first_won(self, growth: Growth) -> Fraction:
        """Return the mean of the meter, in cents, when it is first won: its initial amount and its growth."""
        return growth.initial + (growth.rate * self.amount - self.fixed) * self.mean_rounds

    def mean_won(self, growth: Growth) -> Fraction:
        """Return the mean of the meter, in cents, when it is won, in the long run.

        Each payment equals what is added to the meter between two payments: the reset amount, and both rates of
        (amount of the wager) x (mean rounds), less fixed payouts taken from the meter. Where the whole meter is paid,
        that is the amount on it.
        """
        grown = (growth.rate + growth.reset_meter_rate) * self.amount - self.fixed
        inflow = growth.reset + grown * self.mean_rounds
        return inflow * self.probability / self.share

    def long_run(self, growth: Growth) -> Fraction:
        """Return the house advantage in the long run, with the licensee's reset amounts counted as paid out.

        All that is added to the meter is eventually won, so the player's return for one unit wagered is that of the
        other lines plus (probability of the meter) x (mean meter when won) / (amount of the wager), which is
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
    """Return the price of a wager that is paid from a meter."""
    wagered = _amount(wager, amount)
    shares = {outcome: payoff.share for outcome, payoff in pays.items() if isinstance(payoff, MeterShare)}
    probability = sum((chances.get(outcome, Fraction(0)) for outcome in shares), Fraction(0))
    if wagered is None or not probability:
        raise Misuse(f"the {wager.display_name} wager is not of one fixed amount that a meter can pay")
    fixed = [
        chances.get(outcome, Fraction(0)) * part * cents
        for outcome, payoff in pays.items()
        if outcome not in shares and takes_from_meter(wager, payoff, house)
        for cents, part in paid(outcome, payoff, wagered, None)
    ]
    return MeterPrice(
        amount=wagered,
        empty=price(wager, chances, pays, amount=amount, meter=Cents(0), house=house).house_advantage,
        probability=probability,
        share=sum((chances.get(outcome, Fraction(0)) * share for outcome, share in shares.items()), Fraction(0)),
        fixed=sum(fixed, Fraction(0)),
    )


@dataclass(frozen=True, kw_only=True)
class RiderPrice:
    """What a rider adds to the player's return: fixed amounts, for any wager of at least a certain amount."""

    outcomes: tuple[PriceLine, ...]
    least: Cents
    mean: Fraction  # cents, on a wager of at least that amount

    def value(self, amount: Cents) -> Fraction:
        """Return the mean number of cents that the rider adds to a wager of an amount."""
        return self.mean if amount >= self.least else Fraction(0)

    def house_advantage(self, price: Price, amount: Cents) -> Fraction:
        """Return the house advantage of a wager of an amount with its rider."""
        return price.house_advantage - self.value(amount) / amount


def rider_price(rider: Rider, chances: Distribution, pays: PayTable) -> RiderPrice:
    """Return the price of a rider at posted amounts."""
    lines = tuple(
        PriceLine(outcome=outcome, pays=pays.get(outcome), probability=chance) for outcome, chance in chances.items()
    )
    mean = sum((line.probability * line.pays.amount for line in lines if isinstance(line.pays, Fixed)), Fraction(0))
    return RiderPrice(outcomes=lines, least=rider.least.value, mean=mean)
