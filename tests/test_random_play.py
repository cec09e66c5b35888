"""Thousands of random rounds at every game and every set of wagers, under the same invariants."""

import random
from typing import Any

import pytest

from tests.tables import offer, read, text
from tests.test_round_properties import GAMES, Playing, _keys, lawful_wagers
from upcard.game import commands, events, procedure
from upcard.game.view import plays
from upcard.money import Cents
from upcard.rules.enums import Play
from upcard.rules.wager import Point

HOLE_CARDS = {0: ("after players", "down, card reader", "up"), 1: ("after players",)}
CASES = [(game, hole_card) for game in range(len(GAMES)) for hole_card in HOLE_CARDS.get(game, HOLE_CARDS[0][:2])]
ROUNDS = 6


def config_of(game: int, hole_card: str, names: tuple[str, ...]) -> Any:
    more = {"splits": 1 if game == 1 else 3, "resplit_aces": game != 1, "surrender": True, "hole_card": hole_card}
    notices = ["splits", "hole card", "surrender", "free double"]
    wagers = [offer(name) | ({"free_bonus": "B3"} if name == "buster" else {}) for name in names]
    return read(text(*wagers, **{**_keys(game, names), **more, "notices": notices}))


def wager(machine: Playing, random: random.Random) -> None:
    least, most = machine.table.felt.spots
    for seat in random.sample(range(1, 7), random.randint(1, 3)):
        spots = tuple(Cents(random.choice([1000, 1001, 2500])) for _ in range(random.randint(least, most)))
        machine.do(commands.PlaceWager(seat, events.BLACKJACK, spots))
        for name, offered in machine.table.felt.offers.items():
            amounts = offered.wager.limits.value.exactly or (Cents(500), Cents(501), Cents(1000))
            choice = random.choice([2, 3, 4, 5]) if name == "streak" else None
            machine.do(commands.PlaceWager(seat, name, (random.choice(amounts),), choice))
    for seat_left in machine.table.seats:  # a wager left from an earlier round needs a blackjack wager again
        if not seat_left.chips:
            machine.do(commands.PlaceWager(seat_left.number, events.BLACKJACK, (Cents(1000),) * least))


def insure(machine: Playing, random: random.Random) -> None:
    for seat in machine.table.seats:
        if random.random() < 0.5:
            machine.do(commands.TakeEvenMoney(seat.number))
        else:
            machine.do(commands.Insure(seat.number, tuple(Cents(chips // 2) for chips in seat.chips)))
    machine.do(commands.CloseInsurance())


def continue_round(machine: Playing, random: random.Random) -> None:
    turn = procedure.turn(machine.table)
    if procedure.is_insurance_offered(machine.table):
        insure(machine, random)
    elif turn is not None:
        allowed = plays(machine.table)
        rare = [play for play in allowed if play not in (Play.DRAW, Play.STAND)]
        chosen = random.choice(rare) if rare and random.random() < 0.6 else random.choice(allowed)
        machine.do(commands.Decide(turn[0].number, chosen))
    else:
        machine.formalities()


@pytest.mark.parametrize(("game", "hole_card"), CASES)
def test_random_rounds_keep_every_chip_accounted_for(game: int, hole_card: str) -> None:
    shuffler = random.Random(f"{game} {hole_card}")
    sets = [names for names in lawful_wagers(game) if not (hole_card == "up" and "progressive" in names)]
    for names in sets:
        machine = Playing()
        machine.open(config=config_of(game, hole_card, names), seed=shuffler.randrange(10**6))
        while machine.table.round <= ROUNDS:
            if machine.table.point is Point.BEFORE_FIRST_CARD:
                wager(machine, shuffler)
                machine.do(commands.CloseBetting())
            else:
                continue_round(machine, shuffler)
            machine.chips_on_the_layout_are_those_of_the_ledger()
            machine.no_view_shows_what_is_hidden()
        machine.replay_equals_state()
