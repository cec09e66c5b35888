"""Random rounds at any table: whatever it waits for, one of the commands that it allows."""

from collections.abc import Iterable, Iterator
from random import Random

from upcard.game import TableState, at, evolve, play, procedure, refusals
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import next_formality
from upcard.game.commands import Command
from upcard.game.settle import display_amounts
from upcard.game.shoe import new_shoe
from upcard.game.state import Seat
from upcard.game.view import plays
from upcard.money import Cents
from upcard.rules.enums import Play
from upcard.rules.wager import Point
from upcard.table import TableConfig

SEATS = (1, 2, 3)
COMMON = (Play.DRAW, Play.STAND)
Step = tuple[TableState, Command, tuple[ev.Event, ...], TableState]  # before, command, events, after


def next_command(table: TableState, random: Random, seats: tuple[int, ...] = SEATS) -> Command:
    """Return a command that the table allows now; wagers are made at some seats."""
    if not table.open:
        return do.OpenTable()
    if table.point is Point.BEFORE_FIRST_CARD:
        return _between_rounds(table, random, seats)
    if procedure.is_insurance_offered(table):
        return _insurance(table, random)
    if table.point is Point.EARLY_SURRENDER:
        seat = random.choice(procedure.may_surrender_early(table)).number
        return do.CloseSurrender() if random.random() < 0.5 else do.Decide(seat, Play.SURRENDER)
    if turn := procedure.turn(table):
        return _decision(table, turn[0], random)
    command = next_formality(table, lambda seat, name: random.choice(display_amounts(table, seat, name))[0])
    assert command is not None, table.point
    return command


def steps(config: TableConfig, random: Random, rounds: int) -> Iterator[Step]:
    """Play random rounds; yield each command with the table before and after it."""
    table = at(config)
    while table.round <= rounds:
        command = next_command(table, random)
        after, events = play(table, command)
        yield table, command, events, after
        table = after


def replayed(table: TableState, events: Iterable[ev.Event]) -> TableState:
    """Return the table after events."""
    for event in events:
        table = evolve(event, table)
    return table


def _allowed(table: TableState, commands: list[Command]) -> list[Command]:
    return [command for command in commands if not refusals(table, command)]


def _between_rounds(table: TableState, random: Random, seats: tuple[int, ...]) -> Command:
    if procedure.must_shuffle(table):
        return new_shoe(table, random)
    if random.random() < 0.3 and (closing := _allowed(table, [do.CloseBetting()])):
        return closing[0]
    if random.random() < 0.05 and (undone := _allowed(table, [do.CloseTable(), *_withdrawals(table)])):
        return random.choice(undone)
    wagers = _allowed(table, _wagers(table, random, seats))
    return random.choice(wagers) if wagers else do.CloseBetting()


def _withdrawals(table: TableState) -> list[Command]:
    blackjack = [do.WithdrawWager(seat.number, ev.BLACKJACK) for seat in table.seats]
    optional = [do.WithdrawWager(seat.number, each.wager, each.choice) for seat in table.seats for each in seat.placed]
    return [*blackjack, *optional]


def _wagers(table: TableState, random: Random, seats: tuple[int, ...]) -> list[Command]:
    least, most = table.felt.spots
    minimum = table.felt.config.least_blackjack_wager or Cents(1000)
    spots = [Cents(minimum + random.choice([0, 0, 1, 1500])) for _ in range(random.randint(least, most))]
    commands: list[Command] = [do.PlaceWager(seat, ev.BLACKJACK, tuple(spots)) for seat in seats]
    standing = [seat.number for seat in table.seats if not seat.chips]  # a wager left needs a blackjack wager
    commands += [do.PlaceWager(seat, ev.BLACKJACK, tuple(spots)) for seat in standing]
    for name, offer in table.felt.offers.items():
        amount = random.choice(offer.sizes or (offer.minimum or Cents(100), Cents((offer.minimum or 100) + 101)))
        choices = offer.wager.choices or (None,)
        commands += [do.PlaceWager(seat, name, (amount,), random.choice(choices)) for seat in seats]
    return commands


def _insurance(table: TableState, random: Random) -> Command:
    commands: list[Command] = []
    for seat in table.seats:
        commands.append(do.TakeEvenMoney(seat.number))
        commands.append(do.Insure(seat.number, tuple(Cents(chips // random.choice([2, 3])) for chips in seat.chips)))
    return random.choice([*_allowed(table, commands), do.CloseInsurance()])


def _decision(table: TableState, seat: Seat, random: Random) -> Command:
    allowed = plays(table)
    rare = [each for each in allowed if each not in COMMON]
    chosen = random.choice(rare) if rare and random.random() < 0.6 else random.choice(allowed)
    if chosen is Play.DOUBLE_DOWN and random.random() < 0.2:
        return do.Decide(seat.number, chosen, tuple(Cents(max(1, chips // 2)) for chips in seat.chips))
    return do.Decide(seat.number, chosen)
