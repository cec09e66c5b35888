"""The state of a table between two events: plain values, which only `evolve` replaces."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from upcard.cards import Card
from upcard.game.chip_ledger import ChipEvent
from upcard.law import Cite
from upcard.money import Cents
from upcard.rules import blackjack
from upcard.rules.apply import is_checked
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import HandKind, Play
from upcard.rules.fact_type import Fact, Result, Split, Stream
from upcard.rules.facts import HandTotal, Total
from upcard.rules.hand import HandEnded, HandInPlay, can_be_blackjack
from upcard.rules.wager import Demand, Game, Outcome, Point, Rider, Wager
from upcard.table import Offer, TableConfig

SOFT_17 = ("dealer_soft_17",)
DEALER = 0  # the seat number of the dealer's own hand


class Hand(NamedTuple):
    """One hand of a seat."""

    cards: tuple[Card, ...] = ()
    total: Total = Total(0)
    chips: tuple[Cents, ...] = ()  # the wager on this hand by spot; zero on a hand made by a free split
    added: tuple[Cents, ...] = ()  # chips added by doubling down, by spot
    buttons: tuple[Play, ...] = ()  # free buttons beside the hand
    kind: HandKind = HandKind.INITIAL
    doubled: Play | None = None
    surrendered: bool = False
    ended: bool = False  # no more decisions
    live: tuple[bool, ...] = ()  # by spot: not settled yet

    @property
    def as_ended(self) -> HandEnded:
        """Return the hand as it is settled."""
        return HandEnded(self.total, len(self.cards), self.kind, self.doubled, self.surrendered)

    @property
    def blackjack(self) -> bool:
        """Whether the hand is an ace and a ten-value card as the initial two cards."""
        return len(self.cards) == 2 and self.as_ended.blackjack


class Placed(NamedTuple):
    """An optional wager on the layout."""

    wager: str
    amount: Cents
    choice: int | None = None
    live: bool = True
    results: tuple[Result, ...] = ()  # of past rounds, for a wager that sees them
    stood: bool = False  # made in an earlier round that did not decide it
    validated: bool = False
    shown: Cents | None = None  # by the display
    held: bool = False  # the cards stay until the documents are complete
    verified: bool = False
    under: bool = False  # the player's cards lie under it
    coupon: Cents = Cents(0)  # how much of the amount is a match play coupon
    not_from_rack: bool = False  # a supervisor said that it is not paid out of the table inventory

    @property
    def chips(self) -> Cents:
        """Return how much of the amount is chips."""
        return Cents(self.amount - self.coupon)


class Seat(NamedTuple):
    """A seat with a wager; one patron may play several."""  # 13:69F-2.14(a)

    number: int
    chips: tuple[Cents, ...] = ()  # the blackjack wager by spot
    placed: tuple[Placed, ...] = ()
    insurance: tuple[Cents, ...] = ()
    hands: tuple[Hand, ...] = ()
    dealt: tuple[Card, ...] = ()  # in the order dealt to the box, split or not (reading 24)
    net: Cents = Cents(0)  # of the blackjack wager in this round, for the wagers that see its result


class Dealer(NamedTuple):
    """The dealer's hand."""

    cards: tuple[Card, ...] = ()
    total: Total = Total(0)
    hole_hidden: bool = False
    number: int = 1  # of the dealer's hands on this upcard

    @property
    def shown(self) -> tuple[Card, ...]:
        """Return the cards that lie face up."""
        return self.cards[:1] if self.hole_hidden else self.cards

    @property
    def hand(self) -> HandTotal:
        """Return the hand as players' hands are settled against it."""
        return HandTotal(self.total, len(self.cards))

    @property
    def blackjack(self) -> bool:
        """Whether the dealer's first two cards make a blackjack."""
        return len(self.cards) == 2 and self.hand.blackjack


class MeterState(NamedTuple):
    """The amounts on the meter and the reset meter of a wager."""

    amount: Cents = Cents(0)
    reset: Cents = Cents(0)
    registered: int = 0  # wagers since the table was opened

    def funded(self, amount: Cents, from_reset_meter: Cents) -> "MeterState":
        """Return the meters after the licensee adds an amount, and moves another from the reset meter."""
        whole = Cents(self.amount + amount + from_reset_meter)
        return self._replace(amount=whole, reset=Cents(self.reset - from_reset_meter))


@dataclass(frozen=True)
class Felt:
    """A table's configuration, prepared for dealing."""

    config: TableConfig

    @cached_property
    def offers(self) -> Mapping[str, Offer]:
        """Return the offers by the name of their wager."""
        return {offer.wager.name: offer for offer in self.config.offers}

    @cached_property
    def game(self) -> Game:
        """Return the game that the table deals."""
        return self.config.game

    @cached_property
    def rules(self) -> BlackjackRules:
        """Return the rules of the base game."""
        return self.config.rules

    @cached_property
    def spots(self) -> tuple[int, int]:
        """Return how many blackjack wagers a player must make at a seat, and how many a player may."""
        return self.config.spots

    @cached_property
    def demands(self) -> Mapping[str, Mapping[Demand, Cite]]:
        """Return what each wager asks of the procedure, with the paragraph."""
        return {
            name: {demand.value: demand.cite for demand in reversed(offer.wager.demands)}
            for name, offer in self.offers.items()
        }

    @cached_property
    def due(self) -> Mapping[Point, tuple[str, ...]]:
        """Return the wagers that are collected or paid at each point, in the order of their sections."""
        return {
            point: tuple(
                wager.name
                for wager in self.by_section
                if point in (wager.settled.value.collect, wager.settled.value.pay)
                and not wager.settled.value.with_blackjack_wager
            )
            for point in Point
        }

    @cached_property
    def with_blackjack_wager(self) -> tuple[str, ...]:
        """Return the wagers that are settled with each player's blackjack wager."""
        return tuple(wager.name for wager in self.by_section if wager.settled.value.with_blackjack_wager)

    @cached_property
    def by_section(self) -> tuple[Wager, ...]:
        """Return the wagers offered, in the order of their sections."""
        return tuple(sorted((offer.wager for offer in self.config.offers), key=lambda wager: wager.cite))

    @cached_property
    def drawing(self) -> Cite:
        """Return the paragraph of the rule by which this table's dealer draws."""
        own = [need.cite for need in self.game.requires if need.value.keys == SOFT_17]
        return own[0] if own else blackjack.DEALER_DRAWS

    def rate(self, wager: Wager) -> tuple[Fraction, Fraction]:
        """Return the shares of a wager that go to its meter and to its reset meter."""
        assert wager.meter is not None
        settings = self.offers[wager.name].settings
        keys = wager.meter.value
        return settings[keys.grows] or Fraction(0), settings[keys.reset_meter_grows] or Fraction(0)


class TableState(NamedTuple):
    """A table between two events."""

    felt: Felt
    open: bool = False
    point: Point = Point.BEFORE_FIRST_CARD
    shoe: tuple[Card, ...] = ()
    next_card: int = 0
    cutting_card: int = 0
    cut_by: int | None = None  # who is offered the cut of the next shoe; None: whoever came first
    seats: tuple[Seat, ...] = ()  # occupied, in the order of their numbers
    dealer: Dealer = Dealer()
    meters: tuple[tuple[str, MeterState], ...] = ()
    wins: tuple[tuple[int, int], ...] = ()  # rounds won in a row, by seat number
    announced: tuple[int, int, int] | None = None  # seat, hand and cards dealt to the seat when a total was announced
    round: int = 1
    standing: tuple[Seat, ...] = ()  # as they were when the round began: wagers left from earlier rounds
    moved: tuple[ChipEvent, ...] = ()  # what moved chips in this round

    def seat(self, number: int) -> Seat | None:
        """Return the seat of a number; None if it is not in play."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        return None

    def wins_of(self, number: int) -> int:
        """Return how many rounds a seat has won in a row."""
        return dict(self.wins).get(number, 0)

    def meter(self, wager: str) -> MeterState:
        """Return the meters of a wager."""
        return dict(self.meters).get(wager, MeterState())

    @property
    def cutting_card_reached(self) -> bool:
        """Whether the cutting card has come out."""
        return self.next_card > self.cutting_card

    @property
    def upcard(self) -> Card:
        """Return the dealer's first card."""
        return self.dealer.cards[0]

    @property
    def may_be_blackjack(self) -> bool:
        """Whether the upcard can be part of a dealer's blackjack."""
        return can_be_blackjack(self.upcard)

    def in_play(self, seat: Seat, hand: Hand) -> HandInPlay:
        """Return a hand as its player sees it."""
        shown = self.dealer.shown
        upcard = shown[0] if len(shown) == 1 else min(shown, key=lambda card: card.value)  # of two, the lower
        checked = is_checked(self.felt.rules, self.upcard) and self.point >= Point.PLAYER_BLACKJACKS
        return HandInPlay(hand.cards, hand.total, upcard, len(seat.hands) - 1, hand.kind.from_split, checked)

    @property
    def offers_early_surrender(self) -> bool:
        """Whether hands may be surrendered before the dealer looks for a blackjack."""
        return self.felt.rules.surrender.early and self.may_be_blackjack and self.dealer.hole_hidden

    @property
    def spot(self) -> int:
        """Return the spot whose wagers the dealer's hand in play decides."""
        return self.dealer.number - 1


def read(fact: Fact, seat: Seat, placed: Placed, dealer: Dealer) -> object:
    """Return the state of a fact that a wager sees, as the round is now."""
    symbols: tuple[object, ...]
    match fact.stream:
        case Stream.FIRST | Stream.INITIAL | Stream.BOX:
            symbols = seat.dealt
        case Stream.SECOND:
            symbols = seat.dealt[1:]
        case Stream.PLAYER:
            symbols = seat.hands[0].cards if seat.hands else ()
        case Stream.SPLITS:
            symbols = (Split.MADE,) * (len(seat.hands) - 1)
        case Stream.UPCARD | Stream.DEALER_INITIAL | Stream.DEALER:
            symbols = dealer.shown
        case Stream.RESULTS:
            symbols = placed.results
        case Stream.CHOICE:
            symbols = (placed.choice,)
    return fact.of(symbols[: fact.stream.longest or None])


def resolve(wager: Wager | Rider, seat: Seat, placed: Placed, dealer: Dealer) -> Outcome:
    """Return the outcome that a wager has as the round is now."""
    return wager.resolve(*(read(fact, seat, placed, dealer) for fact in wager.sees))
