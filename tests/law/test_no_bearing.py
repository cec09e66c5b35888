"""13:69F-2.19(d), 2.26(c), 2.32(b): a wager that does not affect any other, dealt with it and without it."""

from random import Random

import pytest

from tests.tables import offer, read, text
from tests.test_round_properties import GAMES, _keys, lawful_wagers
from upcard.cards import DECK, Card
from upcard.game import TableState, at, play, procedure
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import next_formality
from upcard.game.round_report import SettledWager, results
from upcard.game.settle import display_amounts
from upcard.game.view import plays
from upcard.money import Cents
from upcard.rules.enums import Play
from upcard.rules.wager import Point

WAGERS = ("progressive", "in-between", "push 22")
CASES = [
    (wager, game)
    for wager in WAGERS
    for game in range(len(GAMES))
    if any(wager in names for names in lawful_wagers(game))
]
ROUNDS = 150


def tables(wager: str, game: int) -> list[tuple[tuple[str, ...], TableState]]:
    """Open a table for each lawful set of wagers with the wager, in each way of dealing the hole card."""
    opened = []
    for names in lawful_wagers(game):
        for hole_card in ("after players", "down, card reader"):
            more = {"hole_card": hole_card, "surrender": True, "notices": ["hole card", "surrender", "free double"]}
            if wager in names:
                offers = [offer(name) | ({"free_bonus": "B3"} if name == "buster" else {}) for name in names]
                table = at(read(text(*offers, **{**_keys(game, names), **more})))
                opened.append((names, play(table, do.OpenTable())[0]))
    return opened


def wagers(table: TableState, random: Random) -> list[do.PlaceWager]:
    """Make every wager offered at a few seats."""
    least, _ = table.felt.spots
    made = []
    for number in sorted(random.sample(range(1, 7), random.randint(1, 3))):
        made.append(do.PlaceWager(number, ev.BLACKJACK, (Cents(random.choice([1000, 2500])),) * least))
        for name, offered in table.felt.offers.items():
            amount = (offered.wager.limits.value.exactly or (Cents(500), Cents(1000)))[0]
            made.append(do.PlaceWager(number, name, (amount,), random.choice(offered.wager.choices or (None,))))
    return made


def command(table: TableState, seed: int) -> do.Command:
    """Return what is done next: the same whenever the same cards lie before the same seat."""
    if procedure.is_insurance_offered(table):
        waiting = [seat for seat in table.seats if not seat.insurance and any(seat.hands[0].live)]
        insured = [seat for seat in waiting if Random(f"{seed} {seat.number}").random() < 0.5]
        if not insured:
            return do.CloseInsurance()
        return do.Insure(insured[0].number, tuple(Cents(chips // 2) for chips in insured[0].chips))
    if (turn := procedure.turn(table)) is not None:
        seat, index = turn
        hand = seat.hands[index]
        rare = [allowed for allowed in plays(table) if allowed not in (Play.DRAW, Play.STAND)]
        random = Random(f"{seed} {seat.number} {index} {hand.cards}")
        return do.Decide(seat.number, random.choice(rare if rare and random.random() < 0.4 else plays(table)))
    waits_for = next_formality(table, lambda seat, name: display_amounts(table, seat, name)[0][0])
    assert waits_for is not None
    return waits_for


def others(table: TableState, made: list[do.PlaceWager], wager: str, seed: int) -> dict[int, list[SettledWager]]:
    """Play a round and return how all wagers but one ended, by seat."""
    history: list[ev.Event] = []
    commands: list[do.Command] = [*made, do.CloseBetting()]
    for placed in commands:
        table, events = play(table, placed)
        history += events
    while table.point is not Point.BEFORE_FIRST_CARD:
        table, events = play(table, command(table, seed))
        history += events
    return {seat.number: [settled for settled in seat.wagers if settled.wager != wager] for seat in results(history)}


def shoe(table: TableState, random: Random) -> tuple[Card, ...]:
    """Shuffle a shoe, now and then with aces and tens in front."""
    cards = list(DECK) * table.felt.config.decks
    random.shuffle(cards)
    if random.random() < 0.3:
        cards.sort(key=lambda card: card.value in (1, 10) and random.random() < 0.2, reverse=True)
    return tuple(cards[:150])


@pytest.mark.cite("13:69F-2.19(d)", "13:69F-2.26(c)", "13:69F-2.32(b)")
@pytest.mark.parametrize(("wager", "game"), CASES)
def test_every_other_wager_comes_out_the_same_with_the_wager_and_without_it(wager: str, game: int) -> None:
    random = Random(f"{wager} {game}")
    opened, ends = tables(wager, game), set[str]()
    for number in range(ROUNDS):
        names, table = opened[number % len(opened)]
        table, _ = play(table, do.ShuffleShoe(shoe(table, random)))
        made, seed = wagers(table, random), random.randrange(10**9)
        whole = others(table, made, wager, seed)
        assert whole == others(table, [placed for placed in made if placed.wager != wager], wager, seed), (names, seed)
        ends |= {settled.outcome for wagers_of_seat in whole.values() for settled in wagers_of_seat}
    assert {"win", "lose", "bust", "push", "blackjack"} <= ends
