"""Meters: random rounds through the dealing engine and through the simulator, compared to the cent."""

from collections.abc import Iterator
from math import ceil
from random import Random
from typing import NamedTuple

import pytest

from tests.dealing import wagered
from tests.tables import offer, read, text
from upcard.cards import BLACK, DECK, RED, Card, Rank, cards
from upcard.game import TableState, at, play, procedure
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import next_formality
from upcard.game.state import MeterState
from upcard.money import Cents, MeterShare
from upcard.rules.enums import Play
from upcard.rules.wager import Point
from upcard.sim import meters
from upcard.sim.wager_lines import WagerLine, wager_lines

SEATS, DECKS, ROUNDS = 7, 8, 200
INITIAL, RESET = Cents(500_001), Cents(500_003)
REST = {"Three aces of one suit": "2500.00", "Any three aces": "250.00"} | {
    "Two aces of one suit": "100.00",
    "Any two aces": "25.00",
}
RATES = [("70%", "0%"), ("60.5%", "9.7%"), ("33.333%", "50.01%"), ("0%", "70%"), ("100%", "0.7%")]
SHARES = ["100%", "50%", "33.3%"]  # the first is the law's


class Dealt(NamedTuple):
    """What a round of the engine shows: who registered a wager, what each winner of the meter got, the meters after."""

    registered: int
    paid: tuple[int, ...]
    meter: MeterState


class Aces:
    """The aces of a shoe, taken by color."""

    def __init__(self, random: Random) -> None:
        aces = [card for card in DECK for _ in range(DECKS) if card.rank is Rank.ACE]
        random.shuffle(aces)
        self.left = [[card for card in aces if card.suit in color] for color in (BLACK, RED)]

    def take(self, many: int) -> list[Card]:
        """Take aces of one color."""
        color = next(aces for aces in self.left if len(aces) >= many)
        taken, color[:] = color[:many], color[many:]
        return taken


def opened(rates: tuple[str, str], share: str) -> tuple[TableState, WagerLine]:
    """Open a table whose meter begins with odd cents; return it with the simulator's line of the wager."""
    keys = {"initial": "5000.01", "reset": "5000.03", "rate": rates[0], "reset_rate": rates[1]}
    pays = {} if share == "100%" else {"pays": {"Four aces of one color": share, **REST}}
    config = read(text(offer("progressive", **keys, **pays), seats=SEATS, decks=DECKS))
    (line,) = wager_lines(config, None, {})
    if pays:  # no lawful share, but the reckoning is that of any
        return at(config)._replace(open=True, meters=(("progressive", MeterState(INITIAL)),)), line
    return play(at(config), do.OpenTable())[0], line


def dealt(
    table: TableState, winners: list[int], registers: list[int], boxes: list[int], random: Random
) -> tuple[Dealt, TableState]:
    """Deal a round in which some seats win the meter with four aces; the others have two aces or none."""
    aces, hands = Aces(random), dict[int, list[Card]]()
    for number in boxes:
        few = 4 if number in winners else 2 if random.random() < 0.2 else 0
        hands[number] = aces.take(few) if few else list(cards("Th 9c"))
    drawn = [card for hand in hands.values() for card in hand[2:]]
    first, second = ([hand[place] for hand in hands.values()] for place in (0, 1))
    shoe = [*first, *cards("9d"), *second, *drawn, *cards("Tc")]
    wanted: list[do.Command] = [do.ShuffleShoe(tuple(shoe))]
    for number in boxes:
        wanted.append(wagered(number))
        if number in registers:
            wanted.append(do.PlaceWager(number, "progressive", (Cents(100),)))
    happened = list[ev.Event]()
    for command in (*wanted, do.CloseBetting()):
        table, events = play(table, command)
        happened += events
    while table.point is not Point.BEFORE_FIRST_CARD:
        table, events = play(table, following(table, hands))
        happened += events
    found = Dealt(
        registered=sum(len(event.seats) for event in happened if isinstance(event, ev.WagersRegistered)),
        paid=tuple(event.won for event in happened if isinstance(event, ev.WagerPaid) and event.from_meter),
        meter=table.meter("progressive"),
    )
    return found, table


def following(table: TableState, hands: dict[int, list[Card]]) -> do.Command:
    """Return what is done next: a seat draws to its aces and stands."""
    if (turn := procedure.turn(table)) is not None:
        seat, index = turn
        draws = len(seat.hands[index].cards) < len(hands[seat.number])
        return do.Decide(seat.number, Play.DRAW if draws else Play.STAND)
    command = next_formality(table, lambda *_: Cents(0))
    assert command is not None
    return command


def rounds(table: TableState, random: Random, seats: int | None = None) -> Iterator[Dealt]:
    """Deal rounds; every fourth or so is won by one or several. With a number of seats, that many register in each."""
    for _ in range(ROUNDS):
        boxes = sorted(random.sample(range(1, SEATS + 1), seats or random.randint(1, SEATS)))
        registers = boxes if seats else sorted(random.sample(boxes, random.randint(0, len(boxes))))
        many = random.randint(1, len(registers)) if registers and random.random() < 0.3 else 0
        found, table = dealt(table, random.sample(registers, many), registers, boxes, random)
        assert found.registered == len(registers)
        assert len(found.paid) == many
        yield found


@pytest.mark.cite("13:69F-2.19(h)", "13:69F-2.19(i)")
@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("rates", RATES, ids=" and ".join)
def test_the_meter_is_shared_and_funded_again_alike_by_engine_and_simulator(rates: tuple[str, str], share: str) -> None:
    table, line = opened(rates, share)
    meter, shared = meters.opened(line), set[int]()
    pays, settings = line.pays[line.from_meter[0]], line.offer.settings
    assert isinstance(pays, MeterShare)
    for found in rounds(table, Random(f"{rates} {share}")):
        if found.registered:
            meter = meters.registered(meter, line, found.registered)
        if found.paid:
            before = meter
            meter = meters.won(meter, line, len(found.paid))
            assert meter.paid - before.paid == sum(found.paid) == before.standing * pays.share // 1
            assert meter.squares - before.squares == sum(one**2 for one in found.paid)
            assert list(found.paid) == sorted(found.paid, reverse=True)  # reading 55: odd cents to those paid first
            assert max(found.paid) - min(found.paid) <= 1
            shared.add(len(found.paid))
        assert (meter.standing, meter.reset, meter.registered) == found.meter
        grown = sum(ceil(settings[key] * 100 * meter.registered) for key in ("rate", "reset_rate"))  # reading 58
        assert meter.standing + meter.reset + meter.paid == INITIAL + meter.wins * RESET + grown
    assert shared >= {1, 2, 3}


@pytest.mark.cite("13:69F-2.19(h)", "13:69F-2.19(i)")
@pytest.mark.parametrize("seats", [1, 3, SEATS])
@pytest.mark.parametrize("rates", RATES, ids=" and ".join)
def test_a_meter_followed_through_chunks_of_rounds_stands_where_the_engine_leaves_it(
    rates: tuple[str, str], seats: int
) -> None:
    table, line = opened(rates, "100%")
    random = Random(f"{rates} {seats}")
    played = list(rounds(table, random, seats))
    meter, start = meters.opened(line), 0
    while start < len(played):
        chunk = played[start : start + random.randint(1, 25)]
        wins = [(place, len(found.paid)) for place, found in enumerate(chunk) if found.paid]
        meter = meters.followed(meter, line, wins, rounds=len(chunk), seats=seats)
        assert (meter.standing, meter.reset, meter.registered) == chunk[-1].meter
        start += len(chunk)
    every = [found.paid for found in played if found.paid]
    assert (meter.wins, meter.winners) == (len(every), sum(map(len, every)))
    assert meter.paid == sum(map(sum, every))
    assert meter.squares == sum(one**2 for paid in every for one in paid)
    assert meter.wins > ROUNDS // 6
