"""The lines of a simulation: every wager that is made, its riders, and its choices, each with what it pays."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from upcard.errors import Misuse
from upcard.exact.price import Amounts, paid
from upcard.money import Cents, MeterShare, Pays
from upcard.rules.fact_type import Fact, Stream
from upcard.rules.wager import LOSE, PUSH, STANDS, Demand, Outcome, Rider, Wager, is_given_back
from upcard.table import Offer, TableConfig

NOTHING = Cents(0)


@dataclass(frozen=True, kw_only=True, eq=False)
class WagerLine:
    """A wager as it is made round after round, or what a rider adds to it."""

    offer: Offer
    amount: Cents
    choice: int | None = None
    rider: Rider | None = None
    kept: bool = False  # a paid wager is not given back

    @cached_property
    def told(self) -> Wager | Rider:
        """Give what names the outcome."""
        return self.rider or self.offer.wager

    @property
    def name(self) -> str:
        """Give the wager's name."""
        return self.offer.wager.name

    @property
    def sees(self) -> tuple[Fact, ...]:
        """Give the facts that the outcome is told from."""
        return self.told.sees

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Give every outcome."""
        return self.told.outcomes

    def demands(self, demand: Demand) -> bool:
        """Tell whether the wager asks something of the procedure."""
        return any(said.value is demand for said in self.offer.wager.demands)

    @cached_property
    def pays(self) -> dict[Outcome, Pays]:
        """Give what each paid outcome pays."""
        posted = self.offer.rider.pays if self.rider and self.offer.rider else {} if self.rider else self.offer.pays
        return {outcome: posted[outcome] for outcome in self.outcomes if outcome in posted}

    @cached_property
    def from_meter(self) -> tuple[Outcome, ...]:
        """Give the outcomes paid from a meter."""
        return tuple(outcome for outcome, pays in self.pays.items() if isinstance(pays, MeterShare))

    def brings(self, outcome: Outcome, amount: Cents, meter: Cents = NOTHING) -> Amounts:
        """Give the cents that an outcome may bring a wager of an amount, each with its chance."""
        if not amount or (self.rider and amount < self.rider.least.value):
            return ((Fraction(0), Fraction(1)),)
        lost = Fraction(0) if self.rider else Fraction(-amount)
        if outcome is LOSE:
            return ((lost, Fraction(1)),)
        if outcome in (PUSH, STANDS):
            return ((Fraction(0), Fraction(1)),)
        taken = lost if self.kept else Fraction(0)
        return tuple((taken + won, chance) for won, chance in paid(outcome, self.pays[outcome], amount, meter))

    def net(self, outcome: Outcome, amount: Cents, meter: Cents = NOTHING) -> Fraction:
        """Give the cents that an outcome brings on the average."""
        return sum((chance * net for net, chance in self.brings(outcome, amount, meter)), Fraction(0))

    def square(self, outcome: Outcome, amount: Cents, meter: Cents = NOTHING) -> Fraction:
        """Give the square of what an outcome brings, on the average."""
        return sum((chance * net**2 for net, chance in self.brings(outcome, amount, meter)), Fraction(0))


def lines(table: TableConfig, made: Iterable[str] | None, amounts: dict[str, Cents]) -> tuple[WagerLine, ...]:
    """Give the lines of the wagers made at a table: all that are offered, or those named."""
    offered = {offer.wager.name: offer for offer in table.offers}
    names = list(offered) if made is None else list(dict.fromkeys(made))
    if unknown := [name for name in names if name not in offered]:
        known = ", ".join(offered) or "no optional wager"
        raise Misuse(f"no wager of this table: {', '.join(unknown)}; it offers {known}")
    return tuple(line for name in names for line in _of(offered[name], table, amounts.get(name)))


def _of(offer: Offer, table: TableConfig, amount: Cents | None) -> Iterator[WagerLine]:
    wager = offer.wager
    least = amount_of(offer, amount)
    kept = not is_given_back(wager, table.house)
    if missing := [outcome.label for outcome in wager.wins if outcome not in offer.pays]:
        raise Misuse(f"the {wager.name} wager: nothing is posted for {', '.join(missing)}; it cannot be simulated")
    for choice in wager.choices or (None,):
        yield WagerLine(offer=offer, amount=least, choice=choice, kept=kept)
    if wager.rider and offer.rider and least >= wager.rider.least.value:
        yield WagerLine(offer=offer, amount=least, rider=wager.rider)


def amount_of(offer: Offer, asked: Cents | None) -> Cents:
    """Give the amount asked for where the wager may be made with it, else its least."""
    limits = offer.wager.limits.value
    exactly = limits.exactly
    if offer.wager.displayed and (display := offer.settings[offer.wager.displayed]):
        exactly = tuple(display.amounts)
    if asked is not None:
        if exactly and asked not in exactly:
            said = " or ".join(f"{cents / 100:.2f}" for cents in exactly)
            raise Misuse(f"the {offer.wager.name} wager is made with {said}, not {asked / 100:.2f}")
        return asked
    if exactly:
        return exactly[0]
    ridden = offer.wager.rider.least.value if offer.wager.rider and offer.rider else Cents(0)
    return max(offer.minimum or limits.least or Cents(100), ridden)


def sees(line: WagerLine, *streams: Stream) -> tuple[Fact, ...]:
    """Give the facts that a line sees of some streams."""
    return tuple(fact for fact in line.sees if fact.stream in streams)
