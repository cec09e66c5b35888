"""Random rounds dealt by the engine, and what they brought by its events, beside the second settlement of each."""

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any

from tests.second_settlement import (
    BLACKJACK,
    FREE_BONUS,
    INSURANCE,
    PROGRESSIVE,
    STREAK,
    Box,
    Decision,
    Line,
    NotAsDealt,
    Options,
    Round,
    options,
    settle,
)
from tests.second_wagers import SHARED, progressive_pays
from tests.tables import read
from upcard.cards import DECK, RED, Card, Rank, Suit
from upcard.game import Refused, TableState, at, play, procedure
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import next_formality
from upcard.game.view import plays
from upcard.money import Cents
from upcard.rules.enums import Play

Settlement = Callable[[Round, Options], dict[Line, int]]
Wanted = Callable[[Card], bool]

AMOUNTS = (2500, 2501, 5000)
SIDE_AMOUNTS = (500, 501, 777, 1000)
CARDS_FOR_A_SEAT = 17  # of the decks: fewer seats are dealt from one deck
LONGEST_STREAK = 5


@dataclass
class Meter:
    """What stands on the progressive meter, reckoned from the table's file."""

    initial: int
    reset: int
    rate: Fraction
    reset_rate: Fraction
    wagered: int = 0
    counted: tuple[int, int] = (0, 0)  # what the rates have added to meter and reset meter, of all wagers
    standing: int = 0
    set_aside: int = 0

    def register(self, amount: int) -> None:
        """Add the wagers of a round, at the exact rates over all wagers, rounded up (reading 58)."""
        self.wagered += amount
        counted = ceil(self.wagered * self.rate), ceil(self.wagered * self.reset_rate)
        self.standing += counted[0] - self.counted[0]
        self.set_aside += counted[1] - self.counted[1]
        self.counted = counted

    def won(self) -> None:
        """Begin again with the reset amount and what the reset meter held."""
        self.standing, self.set_aside = self.reset + self.set_aside, 0


def meter_of(table: Mapping[str, Any]) -> Meter | None:
    """Read the meter from a table's file."""
    for offer in table.get("wager", []):
        if offer["name"] == PROGRESSIVE:
            initial, reset = (int(Fraction(offer[key]) * 100) for key in ("initial", "reset"))
            rate, reset_rate = (Fraction(offer.get(key, "0%").rstrip("%")) / 100 for key in ("rate", "reset_rate"))
            return Meter(initial, reset, rate, reset_rate, standing=initial)
    return None


def loaded_shoe(shuffler: random.Random, decks: int, boxes: int) -> tuple[Card, ...]:
    """Shuffle the decks; often with cards in front that make rare hands frequent."""
    cards = list(DECK * decks)
    shuffler.shuffle(cards)
    ranks = shuffler.sample(list(Rank), shuffler.randint(1, 5))
    count = shuffler.choice((8, 20, 60))
    kinds: tuple[list[Wanted], ...] = (
        [],
        [lambda card: card.rank in ranks] * count,
        [lambda card: card.rank in (*ranks[:2], Rank.ACE, Rank.TWO)] * count,  # long dealer's hands
        [lambda card: card.rank == Rank.ACE or card.rank in ranks[:1]] * count,  # blackjacks, split aces
        [lambda card: card.rank in (Rank.QUEEN, Rank.ACE, Rank.SEVEN)] * count,
        [lambda card: card.suit in RED and card.rank in ranks] * count,
        [lambda card: card.suit == Suit.HEARTS] * count,
        [lambda card: card.rank == Rank.ACE and card.suit in RED] * 16,
        [*[_is_ace] * boxes, _is_two, *[_is_ten] * boxes, *[_is_two] * shuffler.randint(4, 6), _is_ten],  # Free Bonus
        [*[_is_heart_queen] * boxes, _is_ace, *[_is_heart_queen] * boxes, *[_is_ten] * 4],
    )
    front = []
    for wanted in shuffler.choice(kinds):
        place = next((place for place, card in enumerate(cards) if wanted(card)), None)
        if place is not None:
            front.append(cards.pop(place))
    return (*front, *cards)


def _is_ace(card: Card) -> bool:
    return card.rank == Rank.ACE


def _is_ten(card: Card) -> bool:
    return Rank.TEN <= card.rank <= Rank.KING


def _is_two(card: Card) -> bool:
    return card.rank == Rank.TWO


def _is_heart_queen(card: Card) -> bool:
    return card == Card(Rank.QUEEN, Suit.HEARTS)


@dataclass
class Dealer:
    """A table at which random rounds are dealt, and what stands there from earlier rounds."""

    written: Mapping[str, Any]
    table: TableState
    shuffler: random.Random
    rules: Options
    meter: Meter | None
    events: list[ev.Event] = field(default_factory=list)
    even_money: set[int] = field(default_factory=set)
    decisions: list[tuple[int, Decision]] = field(default_factory=list)
    standing: dict[Line, int] = field(default_factory=dict)  # streak wagers left from earlier rounds
    wins: Counter[int] = field(default_factory=Counter)

    @classmethod
    def open(cls, text: str, seed: object) -> "Dealer":
        """Open a table given by the text of its file."""
        written = tomllib.loads(text)
        table, _ = play(at(read(text)), do.OpenTable())
        return cls(written, table, random.Random(str(seed)), options(written), meter_of(written))

    def try_to(self, command: do.Command) -> bool:
        """Carry out a command, if the engine allows it."""
        try:
            self.table, happened = play(self.table, command)
        except Refused:
            return False
        self.events += happened
        return True

    def deal(self) -> None:
        """Deal one round with random wagers and decisions."""
        self.events, self.even_money, self.decisions = [], set(), []
        before = self.table.round
        at_most = min(self.written["seats"], 52 * self.written["decks"] // CARDS_FOR_A_SEAT)
        drawn = self.shuffler.sample(range(1, self.written["seats"] + 1), self.shuffler.randint(1, at_most))
        seats = sorted({*drawn, *(line.seat for line in self.standing)})
        assert self.try_to(do.ShuffleShoe(loaded_shoe(self.shuffler, self.written["decks"], len(seats))))
        self.wager(seats)
        self.try_to(do.CloseBetting())
        while self.table.round == before:
            self.go_on()

    def wager(self, seats: Sequence[int]) -> None:
        """Make wagers at these seats."""
        least, most = self.table.felt.spots
        for seat in seats:
            spots = [Cents(self.shuffler.choice(AMOUNTS)) for _ in range(self.shuffler.randint(least, most))]
            self.try_to(do.PlaceWager(seat, BLACKJACK, tuple(spots)))
            for offer in self.written.get("wager", []):
                if self.shuffler.random() < 0.8:
                    self.wager_on(seat, offer["name"])

    def wager_on(self, seat: int, name: str) -> None:
        """Make an optional wager of the first amount that the engine accepts."""
        amounts = (self.shuffler.choice(SIDE_AMOUNTS), self.shuffler.choice((100, 500)), 100)
        for choice in self.shuffler.sample((2, 3, 4, 5), 2) if name == STREAK else (None,):
            for amount in amounts:
                if self.try_to(do.PlaceWager(seat, name, (Cents(amount),), choice)):
                    break

    def go_on(self) -> None:
        """Return the engine whatever it waits for."""
        turn = procedure.turn(self.table)
        if procedure.is_insurance_offered(self.table):
            self.insure()
        elif turn is not None:
            self.decide(turn[0].number, turn[0].chips)
        else:
            shown = self.shuffler.sample(self.displays, len(self.displays))
            assert any(self.finish(Cents(amount)) for amount in shown)

    def finish(self, shown: Cents) -> bool:
        """Do a formality of the dealer's; a display that is asked for shows this amount."""
        command = next_formality(self.table, lambda _, __: shown)
        assert command is not None
        return self.try_to(command)

    @cached_property
    def displays(self) -> tuple[int, ...]:
        """Return every amount that the blackjack bonus display may show."""
        found = [offer["display"] for offer in self.written.get("wager", []) if "display" in offer]
        lists = [rows for one in found for rows in (one.values() if isinstance(one, dict) else [one])]
        return tuple(int(Fraction(amount) * 100) for rows in lists for amount, _ in rows) or (0,)

    def insure(self) -> None:
        """Take even money or insurance at some seats."""
        for seat in self.table.seats:
            if self.shuffler.random() < 0.4 and self.try_to(do.TakeEvenMoney(seat.number)):
                self.even_money.add(seat.number)
            elif self.shuffler.random() < 0.6:
                amounts = tuple(Cents(self.shuffler.choice((0, one // 4, one // 2))) for one in seat.chips)
                self.try_to(do.Insure(seat.number, amounts))
        self.try_to(do.CloseInsurance())

    def decide(self, seat: int, chips: Sequence[int]) -> None:
        """Play a hand by lot, the rarer plays often."""
        allowed = plays(self.table)
        rare = [one for one in allowed if one not in (Play.DRAW, Play.STAND)]
        chosen = self.shuffler.choice(rare if rare and self.shuffler.random() < 0.6 else allowed)
        less = tuple(Cents(self.shuffler.choice((one, one // 2 + 1))) for one in chips)
        amounts = less if chosen is Play.DOUBLE_DOWN and self.shuffler.random() < 0.5 else None
        assert self.try_to(do.Decide(seat, chosen, amounts))
        self.decisions.append((seat, Decision(chosen.value, amounts)))

    def round(self) -> Round:
        """Read the round from its events."""
        boxes = {}
        for seat in sorted({event.seat for event in self.of(ev.CardDealt) if event.seat}):
            mine = {Line(*line): amount for line, amount in placed(self.events).items() if line.seat == seat}
            left = {line: amount for line, amount in self.standing.items() if line.seat == seat}
            optional = {line: amount for line, amount in {**left, **mine}.items() if line.wager != BLACKJACK}
            spots = sorted(line.place for line in mine if line.wager == BLACKJACK)
            boxes[seat] = Box(
                amounts=tuple(mine[Line(seat, BLACKJACK, spot)] for spot in spots),
                cards=tuple(event.card for event in self.of(ev.CardDealt) if event.seat == seat),
                decisions=tuple(decision for number, decision in self.decisions if number == seat),
                insurance=next((event.amounts for event in self.of(ev.InsurancePlaced) if event.seat == seat), ()),
                even_money=seat in self.even_money,
                optional={(line.wager, line.place): amount for line, amount in optional.items()},
                wins_in_a_row=self.wins[seat],
                displayed=next((event.shown for event in self.of(ev.ButtonPressed) if event.seat == seat), 0),
            )
        dealer = tuple(event.card for event in self.of(ev.CardDealt) if not event.seat)
        return Round(boxes=boxes, dealer=dealer, meter=self._meter(boxes))

    def _meter(self, boxes: Mapping[int, Box]) -> int:
        if self.meter is None:
            return 0
        self.meter.register(sum(box.optional.get((PROGRESSIVE, 0), 0) for box in boxes.values()))
        return self.meter.standing

    def of(self, kind: type[Any]) -> Iterator[Any]:
        """Return the round's events of a kind."""
        return (event for event in self.events if isinstance(event, kind))

    def close(self, round_: Round, nets: Mapping[Line, int]) -> None:
        """Keep what the next round starts from: markers, standing streak wagers, the meter."""
        for seat, box in round_.boxes.items():
            net = nets.get(Line(seat, BLACKJACK), 0)
            self.wins[seat] = (self.wins[seat] + 1) if net > 0 else 0 if net < 0 else self.wins[seat]
            if self.wins[seat] == LONGEST_STREAK:
                self.wins[seat] = 0
            for (name, place), amount in box.optional.items():
                line = Line(seat, name, place)
                self.standing.pop(line, None)
                if line not in nets:
                    self.standing[line] = amount
        made = [box for box in round_.boxes.values() if (PROGRESSIVE, 0) in box.optional]
        if self.meter and any(progressive_pays(box.cards) == SHARED for box in made):
            self.meter.won()


def placed(events: Sequence[ev.Event]) -> dict[Line, int]:
    """Return the wagers made before the first card."""
    made = {}
    for event in events:
        if isinstance(event, ev.WagerPlaced):
            for spot, amount in enumerate(event.amounts):
                made[Line(event.seat, event.wager, event.choice or spot)] = int(amount)
    return made


def brought(events: Sequence[ev.Event], standing: Mapping[Line, int]) -> dict[Line, int]:
    """Return, by the engine's events, what came to the player less what the player put down, for wagers settled."""
    put, back = Counter(dict(standing)) + Counter(placed(events)), Counter[Line]()
    accounted, settled = Counter[Line](), set()
    for event in events:
        match event:
            case ev.InsurancePlaced():
                put.update({Line(event.seat, INSURANCE, spot): amount for spot, amount in enumerate(event.amounts)})
            case ev.PlayMade():
                put.update({Line(event.seat, BLACKJACK, spot): amount for spot, amount in enumerate(event.amounts)})
            case ev.ButtonCollected():
                back[Line(event.seat, BLACKJACK)] += event.won
            case ev.BonusPaid():
                line = Line(event.seat, event.bonus if event.bonus == FREE_BONUS else event.wager)
                back[line] += event.won
                settled.add(line)
            case ev.WagerCollected() | ev.WagerPaid() | ev.WagerReturned():
                line = Line(event.seat, event.wager, event.choice or event.spot)
                settled.add(line)
                accounted[line] += event.amount
                if isinstance(event, ev.WagerCollected):
                    accounted[line] += event.returned
                    back[line] += event.returned
                elif isinstance(event, ev.WagerPaid):
                    back[line] += event.won + (0 if event.kept else event.amount)
                else:
                    back[line] += event.amount
            case _:
                pass
    chips = {line for line in settled if line.wager not in (PROGRESSIVE, FREE_BONUS)}  # its chip went to the meter
    wrong = {line: (put[line], accounted[line]) for line in chips if put[line] != accounted[line]}
    assert not wrong, f"chips put down and chips collected or given back differ: {wrong}"
    return {line: back[line] - put[line] for line in settled}


def difference(dealer: Dealer, settlement: Settlement = settle) -> str:
    """Deal a round and say where engine and settlement differ; nothing where they agree."""
    dealer.deal()
    round_ = dealer.round()
    engine = brought(dealer.events, dealer.standing)
    try:
        mine = settlement(round_, dealer.rules)
    except NotAsDealt as why:
        return f"{why}: {round_}"
    dealer.close(round_, mine)
    if mine == engine:
        return ""
    both = {
        line: (mine.get(line), engine.get(line))
        for line in sorted({*mine, *engine})
        if mine.get(line) != engine.get(line)
    }
    return f"settlement and engine: {both}, {dealer.rules}, {round_}"
