"""Wagers: what they see, how they resolve, when they settle, what they pay."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from functools import cached_property
from typing import Any

from upcard.english import either
from upcard.errors import Misuse
from upcard.law import Cite, Cited, Unknown
from upcard.money import Cents, Fixed, MeterShare, Odds, Pays
from upcard.rules import step
from upcard.rules.enums import Play
from upcard.rules.fact_type import Fact, Result, Stream
from upcard.rules.option import Option
from upcard.rules.step import ProcedureStep
from upcard.rules.switches import FIXED_METER_LINES, INSURANCE_OF_A_BUST, REGISTERED_CHIP, House, Switch


class Point(IntEnum):
    """The moments of a round, in order."""

    BEFORE_FIRST_CARD = auto()  # 13:69F-2.3(d): no wager is made later
    NO_MORE_BETS = auto()
    AFTER_SECOND_CARDS = auto()
    INSURANCE = auto()
    EARLY_SURRENDER = auto()
    CARD_READER = auto()
    PLAYER_BLACKJACKS = auto()
    DECISIONS = auto()
    AFTER_DECISIONS = auto()
    DEALER_COMPLETED = auto()
    BLACKJACK_WAGER_SETTLED = auto()
    AFTER_ALL_OTHER_WAGERS = auto()
    PICK_UP = auto()

    @property
    def words(self) -> str:
        """Return what happens at the point."""
        return _POINTS[self]


_POINTS = {
    Point.BEFORE_FIRST_CARD: "wagers are made, and may still be taken back",
    Point.NO_MORE_BETS: 'after "no more bets", chips in acceptors are registered on meters, and the cards are dealt',
    Point.AFTER_SECOND_CARDS: "every player has two cards and the dealer the upcard",
    Point.INSURANCE: "insurance and even money are offered if the upcard is an ace",
    Point.EARLY_SURRENDER: "hands are given up before the dealer looks for a blackjack, where a table allows it",
    Point.CARD_READER: "a hole card dealt face down is checked for a blackjack if the upcard is an ace or worth ten",
    Point.PLAYER_BLACKJACKS: "players' blackjacks are paid if the dealer can have none",
    Point.DECISIONS: "the players play their hands, from the dealer's left",
    Point.AFTER_DECISIONS: "every player has finished; the dealer's hand is dealt as far as any wager needs it",
    Point.DEALER_COMPLETED: "the dealer's hand is complete; blackjack wagers are settled, then the wagers named here",
    Point.BLACKJACK_WAGER_SETTLED: "all blackjack wagers are settled, on every hand of the dealer",
    Point.AFTER_ALL_OTHER_WAGERS: "all other wagers are collected and paid",
    Point.PICK_UP: "the cards are picked up",
}


class Order(Enum):
    """The direction in which wagers are settled around the table."""

    FROM_DEALERS_LEFT = "from the dealer's left, clockwise"
    FROM_DEALERS_RIGHT = "from the dealer's right, counterclockwise"


class Need(Enum):
    """What a player must have done before making the wager."""

    BLACKJACK_WAGER = "a blackjack wager in the same box"  # 13:69F-2.3(a)


class Demand(Enum):
    """What a wager requires of the procedure of a round."""

    DEALER_COMPLETES = "the dealer completes the hand while this wager lives"
    CARDS_UNDER_AFTER_BLACKJACK = "a paid blackjack stays face up under this wager until it is settled"
    CARDS_UNDER_AFTER_BUST = "a busted hand stays face up under this wager until it is settled"
    CARDS_UNDER_WHEN_WON = "the winner's cards are put under this wager until it is paid"
    SECOND_CARD_DEALT = "the dealer's second card is dealt while this wager lives, if it can make a blackjack"
    SECOND_CARD_ALWAYS_DEALT = "the dealer's second card is dealt and shown while this wager lives"
    CHIPS_EQUAL_LIGHTS = "the dealer verifies that chips and lights are equal"
    SUPERVISOR_VALIDATES = "a supervisor validates the payout"
    CARDS_HELD_FOR_DOCUMENTS = "the cards are held until the documents of a payout not from the rack are complete"
    PLAYER_PRESSES_BUTTON = "the winner presses the button once and is paid the amount displayed"
    HAND_VERIFIED = "the dealer verifies the winning hand"
    HAND_AND_WAGER_VERIFIED = "the dealer verifies the winning hand and the wager"
    LIGHT_VERIFIED = "the dealer verifies the light of the wager"
    AMOUNT_ANNOUNCED = "the amount won is announced to the player"
    STANDS_UNTIL_DECIDED = "an undecided wager stands for the next round"

    @property
    def step(self) -> ProcedureStep:
        """Return the step of the procedure that it asks for."""
        return _STEPS[self]


_STEPS = {
    Demand.DEALER_COMPLETES: step.DEALER_COMPLETES,
    Demand.CARDS_UNDER_AFTER_BLACKJACK: step.CARDS_UNDER_WAGER,
    Demand.CARDS_UNDER_AFTER_BUST: step.CARDS_UNDER_WAGER,
    Demand.CARDS_UNDER_WHEN_WON: step.CARDS_UNDER_WAGER,
    Demand.SECOND_CARD_DEALT: step.SECOND_CARD,
    Demand.SECOND_CARD_ALWAYS_DEALT: step.SECOND_CARD,
    Demand.CHIPS_EQUAL_LIGHTS: step.CHIPS_EQUAL_LIGHTS,
    Demand.SUPERVISOR_VALIDATES: step.VALIDATED,
    Demand.CARDS_HELD_FOR_DOCUMENTS: step.CARDS_HELD,
    Demand.PLAYER_PRESSES_BUTTON: step.BUTTON_PRESSED,
    Demand.HAND_VERIFIED: step.VERIFIED,
    Demand.HAND_AND_WAGER_VERIFIED: step.VERIFIED,
    Demand.LIGHT_VERIFIED: step.LIGHT_VERIFIED,
    Demand.AMOUNT_ANNOUNCED: step.ANNOUNCED,
    Demand.STANDS_UNTIL_DECIDED: step.LEFT_STANDING,
}


# By each of these the dealer has two cards whenever the wager is settled.
HAVE_TWO_CARDS_DEALT = frozenset({Demand.DEALER_COMPLETES, Demand.SECOND_CARD_ALWAYS_DEALT})


class Medium(Enum):
    """What a wager may be made with."""

    CHIPS = "gaming chips"
    PLAQUES = "plaques"
    COUPON = "match play coupon"
    ONE_DOLLAR_CHIP = "one one-dollar chip"


class Person(Enum):
    """Who confirms a spoken wager made with cash."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"


class Confirmed(Enum):
    """Who confirms spoken wagers at a table."""

    BY_DEALER = Person.DEALER.value
    BY_DEALER_AND_SUPERVISOR = "dealer and supervisor"

    @property
    def persons(self) -> frozenset[Person]:
        """Return who confirms."""
        return frozenset({Person.DEALER} if self is Confirmed.BY_DEALER else Person)


@dataclass(frozen=True)
class Outcome:
    """A way a wager can end, in the rule's words, with other words accepted for it in a table file."""

    label: str
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.label


LOSE = Outcome("lose")
PUSH = Outcome("push")
STANDS = Outcome("stands")  # not decided yet: the wager is there in the next round


@dataclass(frozen=True, kw_only=True)
class Settled:
    """When losers are collected, when winners are paid, and in which direction.

    Wagers settled at the same point are settled in the order of their sections, whatever the order in a table file.
    """

    collect: Point
    pay: Point
    order: Order
    with_blackjack_wager: bool = False  # each after its player's own blackjack wagers; the points say by when


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What the rules say of a wager's amount."""

    posted: bool = True  # the licensee posts a minimum and a maximum
    exactly: tuple[Cents, ...] = ()  # these amounts and no other
    least: Cents | None = None
    within_blackjack_wager: bool = False  # may not exceed the player's blackjack wager


@dataclass(frozen=True, kw_only=True)
class Meter:
    """The settings of a wager that say how its meter begins, begins again, and grows beside a reset meter."""

    begins: str
    begins_again: str
    grows: str
    reset_meter_grows: str


PayTable = Mapping[Outcome, Pays]


@dataclass(frozen=True, kw_only=True)
class PayTables:
    """Pay tables by name; as floors the posted odds may be better, otherwise they are fixed."""

    tables: Mapping[str, PayTable]
    floors: bool = True
    posted: bool = False  # the one chosen is posted by 13:69F-8.3(b), before it is used


@dataclass(frozen=True, kw_only=True)
class Rider:
    """A fixed amount paid in addition to a wager that meets its conditions; costs the player nothing."""

    name: str
    cite: Cite
    key: str  # of the table file
    condition: str  # in the words of a sign, besides the least amount
    least: Cited[Cents]  # the wager must be at least this
    sees: tuple[Fact, ...]
    outcomes: tuple[Outcome, ...]
    resolve: Callable[..., Outcome]
    pay_tables: Cited[PayTables]
    sign: Cited[tuple[str, ...]]

    @property
    def display_name(self) -> str:
        """Return the name as a sentence writes it."""
        return self.name


@dataclass(frozen=True, kw_only=True)
class Wager(Option):
    """An optional wager, complete: declared once, read by everything."""

    needs: Cited[Need]
    placed: Cited[Point]
    limits: Cited[Limits]
    media: Cited[frozenset[Medium]] | Unknown
    spoken: Cited[frozenset[Person]] | Unknown  # who confirms; an empty set: not accepted
    sees: tuple[Fact, ...]
    outcomes: tuple[Outcome, ...]
    resolve: Callable[..., Outcome]
    groups: Mapping[str, tuple[Outcome, ...]] = field(default_factory=dict)  # one word for several outcomes
    pay_tables: Cited[PayTables] | Unknown
    house_pay_tables: Mapping[str, PayTable] = field(default_factory=dict)  # usual in the trade, not law
    displayed: str | None = None  # the setting that says what a display shows
    switches: tuple[Cited[Switch], ...] = ()  # of the licensee, whose default the wager turns to the other side
    settled: Cited[Settled]
    no_more_bets: Cite | None = None  # where the section itself has the dealer announce "no more bets"
    collected: Cite | None = None  # where another paragraph than that of `settled` says it
    collected_by_blackjack: Cite | None = None  # where a dealer's blackjack loses by a paragraph of its own
    paid: Cite | None = None
    left: Cite | None = None  # undecided, for the next round
    demands: tuple[Cited[Demand], ...] = ()
    sign: Cited[tuple[str, ...]] | Unknown
    rider: Rider | None = None
    meter: Cited[Meter] | None = None

    def __post_init__(self) -> None:
        facts = (*self.sees, *(self.rider.sees if self.rider else ()))
        demands = {demand.value for demand in self.demands}
        if any(fact.stream is Stream.DEALER_INITIAL for fact in facts) and not demands & HAVE_TWO_CARDS_DEALT:
            raise Misuse(
                f"the {self.display_name} wager sees the dealer's first two cards: it must demand that they are dealt"
                f" ({either(demand.name for demand in Demand if demand in HAVE_TWO_CARDS_DEALT)})"
            )

    @property
    def procedure(self) -> tuple[Cited[ProcedureStep], ...]:
        """Return every step of the procedure that the wager declares, in the order of a round."""
        spoken = (
            () if isinstance(self.spoken, Unknown) or not self.spoken.value else (step.CONFIRMED, step.CASH_CHANGED)
        )
        return (
            self.placed.cite.says(step.MADE_IN_TIME),
            *(self.spoken.cite.says(each) for each in spoken),
            *((self.no_more_bets.says(step.NO_MORE_BETS),) if self.no_more_bets else ()),
            *self.steps,
            self.settled.cite.says(step.SETTLED_IN_TIME),
            *(demand.cite.says(demand.value.step) for demand in self.demands),
        )

    @cached_property
    def choices(self) -> tuple[int, ...]:
        """Return the choices that a player has in making the wager; empty if there is none."""
        choice_facts = [fact for fact in self.sees if fact.stream is Stream.CHOICE]
        return tuple(symbol for fact in choice_facts for symbol in fact.symbols if isinstance(symbol, int))

    @cached_property
    def sees_results(self) -> bool:
        """Whether the wager sees the results of rounds."""
        return any(fact.stream is Stream.RESULTS for fact in self.sees)

    @cached_property
    def longest_run(self) -> int:
        """Return how many rounds won in a row the wager follows; 0 if it sees no results."""
        return max((_run(fact) for fact in self.sees if fact.stream is Stream.RESULTS), default=0)

    def decided_by(self, wins: int, choice: int | None) -> int | None:
        """Return which of so many wins in a row decided the wager; None if it is open, as one that sees cards is."""
        if not all(fact.stream in (Stream.RESULTS, Stream.CHOICE) for fact in self.sees):
            return None
        for count in range(1, min(wins, self.longest_run) + 1):
            flows = {Stream.RESULTS: (Result.WIN,) * count, Stream.CHOICE: (choice,)}
            if self.resolve(*(fact.of(flows[fact.stream]) for fact in self.sees)) is not STANDS:
                return count
        return None

    @cached_property
    def wins(self) -> tuple[Outcome, ...]:
        """Return the outcomes that are paid."""
        return tuple(outcome for outcome in self.outcomes if outcome not in (LOSE, PUSH, STANDS))


def _run(fact: Fact) -> int:
    """Return after how many wins in a row a fact reaches no new state."""
    states = [fact.start]
    while (after := fact.step(states[-1], Result.WIN)) not in states:
        states.append(after)
    return len(states) - 1


def is_given_back(wager: Wager, house: House) -> bool:
    """Whether a paid wager is also returned; one registered on a meter is not (readings 26, 57)."""
    return wager.meter is None or REGISTERED_CHIP.is_other(house)


def takes_from_meter(wager: Wager, pays: Pays, house: House) -> bool:
    """Whether a payout is taken from the wager's meter: a share of it is, any other if the licensee so chooses."""
    # reading 66
    return isinstance(pays, MeterShare) or (wager.meter is not None and FIXED_METER_LINES.is_other(house))


@dataclass(frozen=True, kw_only=True)
class DealerHands:
    """The paragraphs of a game in which one upcard begins several dealer's hands."""

    wagered: Cite
    added: Cite  # by doubling down or splitting, for each wager
    insured: Cite
    bust: Cite
    all_bust: Cite
    settled: tuple[Cite, ...]  # hand by hand
    next_hand: tuple[Cite, ...]  # from each hand to the one after it
    moved: tuple[Cite, ...]  # the upcard, to the area of each hand after the first
    ended: Cite

    @property
    def procedure(self) -> tuple[Cited[ProcedureStep], ...]:
        """Return the steps of the procedure from hand to hand."""
        return (
            *(source.says(step.SETTLED_IN_TIME) for source in self.settled),
            *(source.says(step.DEALERS_CARDS_TAKEN) for source in self.next_hand),
            *(source.says(step.UPCARD_MOVED) for source in self.moved),
            *(source.says(step.PICKED_UP) for source in (self.ended, self.all_bust)),
        )


@dataclass(frozen=True, kw_only=True)
class DealerArea:
    """An area of the layout before the dealer, one for the table."""

    name: str
    when: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # only where each key has one of these values


@dataclass(frozen=True, kw_only=True)
class Game(Option):
    """A game of blackjack: the main wager and how it is played against the dealer."""

    means: str
    spots: tuple[str, str] | None = None  # the settings that say how many wagers a player must and may make
    spot_limits: str | None = None  # the setting that states the limits of each of these wagers
    dealer_areas: tuple[Cited[DealerArea], ...] = ()
    signs: Mapping[str, Cited[tuple[str, ...]]] = field(default_factory=dict)  # by name: what each must state
    dealer_pushes_on: Cited[int] | None = None  # a bust total of the dealer that is a push
    doubles_free_on: Cited[frozenset[int]] | None = None  # hard totals on which a double down is free
    free_on_any_number: tuple[str, Any] | None = None  # setting and value by which any number of cards counts
    free_split_except: Cited[frozenset[int]] | None = None  # values whose pairs are not split free
    splits_free: str | None = None  # the setting that says how many times the others may be split
    button_fates: Mapping[tuple[Play, Result], Cite] = field(default_factory=dict)  # what becomes of a free button
    dealer_hands: DealerHands | None = None
    surrendered: Cite | None = None  # where the game itself allows surrender: after the dealer's check, for half
    blackjack_paid: Cite | None = None  # where the game itself says what a blackjack pays
    insurance_paid: Cite | None = None  # and what insurance pays
    blackjacks_at_once: Cited[Switch] | None = None  # by which blackjacks are paid before the dealer's second card

    @property
    def procedure(self) -> tuple[Cited[ProcedureStep], ...]:
        """Return every step of the procedure that the game declares."""
        taken = (source.says(step.FREE_BUTTON_TAKEN) for source in self.button_fates.values())
        return (*self.steps, *(self.dealer_hands.procedure if self.dealer_hands else ()), *taken)

    def rules(self, settings: Mapping[str, Any], house: House) -> dict[str, Any]:
        """Return what the game adds to the rules of the base game, by the name of each rule."""
        any_number = self.free_on_any_number
        return {
            "dealer_hands": len(self.dealer_hands.settled) if self.dealer_hands else 1,
            "dealer_pushes_on": self.dealer_pushes_on.value if self.dealer_pushes_on else None,
            "doubles_free_on": self.doubles_free_on.value if self.doubles_free_on else frozenset(),
            "free_on_any_number": any_number is not None and settings[any_number[0]] == any_number[1],
            "free_split_except": self.free_split_except.value if self.free_split_except else None,
            "splits_free": settings[self.splits_free] if self.splits_free else None,
            "blackjacks_at_once": self.blackjacks_at_once is not None and self.blackjacks_at_once.value.is_other(house),
            "surrender_takes_half": self.surrendered is not None,
        }

    def insurance_of_bust(self, house: House) -> Cite | None:
        """Return the paragraph by which a player whose every hand busts loses insurance; None if none does."""
        # reading 23
        return None if self.dealer_hands is None or INSURANCE_OF_A_BUST.is_other(house) else self.dealer_hands.bust


def pay_table(outcomes: tuple[Outcome, ...], *to_one: int) -> PayTable:
    """Return a pay table of odds "to 1", line by line."""
    return {outcome: Odds(pays) for outcome, pays in zip(outcomes, to_one, strict=True)}


def fixed_table(outcomes: tuple[Outcome, ...], *amounts: int) -> PayTable:
    """Return a pay table of fixed amounts in whole dollars, line by line."""
    return {outcome: Fixed(Cents(100 * amount)) for outcome, amount in zip(outcomes, amounts, strict=True)}
