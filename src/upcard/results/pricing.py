"""The price of every wager of a table."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import NamedTuple

from upcard.cards import Card
from upcard.errors import Misuse, UpcardError
from upcard.exact.blackjack.completed_hand import outcomes
from upcard.exact.blackjack.kernel import BlackjackKernel
from upcard.exact.blackjack.nets import busts_against_blackjack
from upcard.exact.blackjack.solve import Solution
from upcard.exact.distribution import distribution, distribution_over_rounds
from upcard.exact.observed_facts import HAND_STREAMS, Distribution
from upcard.exact.price import Growth, MeterPrice, Price, RiderPrice, meter_price, read_growth, rider_price
from upcard.exact.price import price as price_of
from upcard.exact.several_rounds import Duration
from upcard.exact.shoe import Shoe
from upcard.law import in_edition
from upcard.money import Cents, MeterShare
from upcard.payoffs.hands import CARD_OF_VALUE
from upcard.payoffs.plays import ACE_VALUE
from upcard.results.blackjack import BlackjackPrice, analyse
from upcard.rules.apply import is_insured
from upcard.rules.base import INSURANCE_ODDS
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import WagerName
from upcard.rules.fact_type import Stream
from upcard.rules.hand import blackjack_with
from upcard.rules.switches import WAGERS_AFTER_A_WIN
from upcard.rules.wager import PayTable, Rider, Wager
from upcard.table import Offer, Posted, TableConfig, pay_tables

PLAYED_STREAMS = frozenset({Stream.RESULTS, Stream.BOX, *HAND_STREAMS})  # they depend on how a box is played
BLACKJACK, INSURANCE = WagerName.BLACKJACK.value, WagerName.INSURANCE.value


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
        raise Misuse(f"the {wager.name} wager: nothing is posted for {', '.join(missing)}; its price is not known")


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
