"""The lines of a simulation: every wager made, its rider and its choices, each with what it pays."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from upcard.errors import Misuse
from upcard.exact.price import Amounts, paid
from upcard.money import Cents, MeterShare, Pays
from upcard.rules.fact_type import Fact, Stream
from upcard.rules.wager import LOSE, PUSH, STANDS, Demand, Outcome, Rider, Wager, is_given_back, takes_from_meter
from upcard.table import Offer, TableConfig

NOTHING = Cents(0)


@dataclass(frozen=True, kw_only=True, eq=False)
class WagerLine:
    """A wager as it is made round after round, or the rider of one."""

    offer: Offer
    amount: Cents
    choice: int | None = None
    rider: Rider | None = None
    kept: bool = False  # a paid wager is not given back
    drains_meter: bool = False  # payouts other than its shares are taken from the meter

    @cached_property
    def resolver(self) -> Wager | Rider:
        """Return the wager or rider that resolves the outcome."""
        return self.rider or self.offer.wager

    @property
    def name(self) -> str:
        """Return the name of the wager."""
        return self.offer.wager.name

    @property
    def sees(self) -> tuple[Fact, ...]:
        """Return the facts that the outcome is resolved from."""
        return self.resolver.sees

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Return every outcome."""
        return self.resolver.outcomes

    def demands(self, demand: Demand) -> bool:
        """Whether the wager makes a demand of the procedure."""
        return any(cited.value is demand for cited in self.offer.wager.demands)

    @cached_property
    def pays(self) -> dict[Outcome, Pays]:
        """Return what each paid outcome pays."""
        posted = self.offer.rider.pays if self.rider and self.offer.rider else {} if self.rider else self.offer.pays
        return {outcome: posted[outcome] for outcome in self.outcomes if outcome in posted}

    @cached_property
    def from_meter(self) -> tuple[Outcome, ...]:
        """Return the outcomes paid from a meter."""
        return tuple(outcome for outcome, pays in self.pays.items() if isinstance(pays, MeterShare))

    def is_made(self, amount: Cents) -> bool:
        """Whether a wager of an amount is made, and can win this."""
        return amount > 0 and (self.rider is None or amount >= self.rider.least.value)

    def net_results(self, outcome: Outcome, amount: Cents, meter: Cents = NOTHING) -> Amounts:
        """Return the possible net results of an outcome, in cents, each with its probability."""
        if not self.is_made(amount):
            return ((Fraction(0), Fraction(1)),)
        lost = Fraction(0) if self.rider else Fraction(-amount)
        if outcome is LOSE:
            return ((lost, Fraction(1)),)
        if outcome in (PUSH, STANDS):
            return ((Fraction(0), Fraction(1)),)
        kept = lost if self.kept else Fraction(0)
        return tuple((kept + won, probability) for won, probability in paid(outcome, self.pays[outcome], amount, meter))

    def net(self, outcome: Outcome, amount: Cents, meter: Cents = NOTHING) -> Fraction:
        """Return the mean net result of an outcome, in cents."""
        return sum((probability * net for net, probability in self.net_results(outcome, amount, meter)), Fraction(0))

    def square(self, outcome: Outcome, amount: Cents, meter: Cents = NOTHING) -> Fraction:
        """Return the mean square of the net result of an outcome."""
        return sum((probability * net**2 for net, probability in self.net_results(outcome, amount, meter)), Fraction(0))


def wager_lines(table: TableConfig, wagers: Iterable[str] | None, amounts: dict[str, Cents]) -> tuple[WagerLine, ...]:
    """Return the lines of the wagers made at a table: all that are offered, or those named."""
    offered = {offer.wager.name: offer for offer in table.offers}
    names = list(offered) if wagers is None else list(dict.fromkeys(wagers))
    if unknown := [name for name in names if name not in offered]:
        known = ", ".join(offered) or "no optional wager"
        raise Misuse(f"the table does not offer {', '.join(unknown)}; it offers {known}")
    return tuple(line for name in names for line in _lines_of(offered[name], table, amounts.get(name)))


def _lines_of(offer: Offer, table: TableConfig, amount: Cents | None) -> Iterator[WagerLine]:
    wager = offer.wager
    least = amount_of(offer, amount)
    kept = not is_given_back(wager, table.house)
    others = (pays for pays in offer.pays.values() if not isinstance(pays, MeterShare))
    drains = any(takes_from_meter(wager, pays, table.house) for pays in others)
    if missing := [outcome.label for outcome in wager.wins if outcome not in offer.pays]:
        raise Misuse(
            f"the {wager.display_name} wager cannot be simulated: no odds are posted for {', '.join(missing)};"
            " post them in the table file"
        )
    for choice in wager.choices or (None,):
        yield WagerLine(offer=offer, amount=least, choice=choice, kept=kept, drains_meter=drains)
    if wager.rider and offer.rider:
        yield WagerLine(offer=offer, amount=least, rider=wager.rider)


def amount_of(offer: Offer, requested: Cents | None) -> Cents:
    """Return the amount of a wager: the one requested, or the least allowed; raise Misuse if no payoff is known."""
    limits = offer.wager.limits.value
    if limits.exactly and not offer.sizes:
        raise Misuse(offer.no_size)
    if requested is not None:
        require_payoff(offer, requested)
        return requested
    return offer.least or Cents(100)


def require_payoff(offer: Offer, amount: Cents) -> None:
    """Raise Misuse if a display does not say what an amount can win."""
    display = offer.settings[offer.wager.displayed] if offer.wager.displayed else None
    if amount and display is not None and amount not in display.amounts:
        raise Misuse(offer.wrong_size(amount))


def sees(line: WagerLine, *streams: Stream) -> tuple[Fact, ...]:
    """Return the facts that a line sees of some streams."""
    return tuple(fact for fact in line.sees if fact.stream in streams)


def facts_of(lines: Iterable[WagerLine], *streams: Stream) -> tuple[Fact, ...]:
    """Return the facts that lines see of some streams, each once."""
    return tuple(dict.fromkeys(fact for line in lines for fact in sees(line, *streams)))
