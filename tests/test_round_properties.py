"""Random tables, seats, wagers and commands: what must hold whatever is played."""

import random
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.tables import NEEDS, OFFERS, offer, read, text
from upcard.cards import DECK
from upcard.game import Refused, TableState, at, chip_ledger, commands, decide, evolve, play, procedure, refusals
from upcard.game import events as ev
from upcard.game.awaited import next_formality
from upcard.game.commands import Command
from upcard.game.narrate import text as in_words
from upcard.game.round_report import results
from upcard.game.shoe import new_shoe
from upcard.game.view import VIEWS, plays, view
from upcard.money import Cents
from upcard.rules.enums import Play
from upcard.rules.wager import Point
from upcard.table import Finding, Status, TableConfig, check, status_of

GAMES: tuple[dict[str, Any], ...] = (
    {},
    {"game": "multiple action"},
    {"game": "free bet", "dealer_soft_17": "draw"},
    {"game": "free bet", "dealer_soft_17": "draw", "free_double": "any number of cards", "notices": ["free double"]},
)
HOLE_CARDS = ("after players", "down, card reader", "up")


@cache
def lawful_wagers(game: int) -> tuple[tuple[str, ...], ...]:
    """Return the sets of up to three wagers that may stand together at a table of a game."""
    sets: list[tuple[str, ...]] = [()]
    for count in (1, 2, 3):
        for names in combinations(OFFERS, count):
            if (
                all(part in sets for part in combinations(names, count - 1))
                and status_of(_findings(game, names)) is not Status.UNLAWFUL
            ):
                sets.append(names)
    return tuple(sets)


def _keys(game: int, names: tuple[str, ...]) -> dict[str, Any]:
    keys = dict(GAMES[game])
    for name in names:
        keys |= {key: value for key, value in NEEDS.get(name, {}).items() if key != "game"}
    return keys


def _findings(game: int, names: tuple[str, ...]) -> tuple[Finding, ...]:
    return check(read(text(*(offer(name) for name in names), **_keys(game, names))))


@st.composite
def configs(draw: st.DrawFn) -> TableConfig:
    """Draw a lawful table."""
    game = draw(st.sampled_from(range(len(GAMES))))
    names = draw(st.sampled_from(lawful_wagers(game)))
    keys = _keys(game, names)
    plain, multiple = game == 0, "multiple action" in keys.values()
    keys["hole_card"] = draw(st.sampled_from(HOLE_CARDS[: 1 if multiple else 3 if plain else 2]))
    if keys["hole_card"] == "up" and "progressive" in names:
        keys["hole_card"] = "down, card reader"
    keys["surrender"] = draw(st.booleans())
    keys["splits"] = 1 if multiple else draw(st.integers(1, 3))
    keys["resplit_aces"] = keys["splits"] > 1 and draw(st.booleans())
    keys["blackjack_pays"] = draw(st.sampled_from(["3 to 2", "6 to 5"])) if plain else "3 to 2"
    keys["notices"] = ["splits", "hole card", "surrender", "free double"]
    wagers = [offer(name) | ({"free_bonus": "B1"} if name == "buster" else {}) for name in names]
    config = read(text(*wagers, **keys, decks=draw(st.sampled_from([6, 8]))))
    assert status_of(check(config)) is not Status.UNLAWFUL
    return config


AMOUNTS = st.sampled_from([Cents(amount) for amount in (100, 500, 1000, 1001, 1501, 2500)])


def hidden_swapped(table: TableState) -> TableState:
    """Return a table that differs only in what nobody may see: the hole card and the cards to come."""
    dealer = table.dealer
    if dealer.hole_hidden:
        first, second = dealer.cards
        other = next(card for card in DECK if card.value != second.value)
        dealer = dealer._replace(cards=(first, other), total=dealer.total.__class__(0).plus(first).plus(other))
    coming = table.shoe[table.next_card :]
    return table._replace(dealer=dealer, shoe=table.shoe[: table.next_card] + coming[::-1])


class Playing(RuleBasedStateMachine):
    """A table at which anything is tried."""

    table: TableState
    events: list[ev.Event]

    @initialize(config=configs(), seed=st.integers(0, 10**6))
    def open(self, config: TableConfig, seed: int) -> None:
        self.start = at(config)
        self.table, self.events, self.random = self.start, [], random.Random(seed)
        self.counted = 0
        self.do(commands.OpenTable())
        self.shuffle()

    def shuffle(self) -> None:
        self.do(new_shoe(self.table, self.random))

    def do(self, command: Command) -> None:
        """Carry out a command if nothing refuses it; check that a refusal names its paragraph and changes nothing."""
        before = self.table
        reasons = refusals(before, command)
        if reasons:
            assert all(refusal.message and refusal.cite.paragraph for refusal in reasons)
            with pytest.raises(Refused):
                play(before, command)
            return
        self.table, events = play(before, command)
        assert decide(before, command) == events
        self.events += events
        for event in events:
            assert sum(amount for _, amount in chip_ledger.postings(event)) == 0
            assert isinstance(in_words(event), str)
            assert event.cite.paragraph
        if self.table.round > before.round:
            self.round_over()

    def round_over(self) -> None:
        """Check a round that ended: the report agrees with the ledger, and nothing is left on the layout."""
        for account, balance in chip_ledger.balances(self.events).items():
            if account.kind == "wager" and account.wager in (ev.BLACKJACK, ev.INSURANCE):
                assert balance == 0
            if account.kind == "buttons":
                assert balance == 0
        this_round = self.events[self.counted :]
        self.counted = len(self.events)
        moved = chip_ledger.balances(this_round)
        for seat in results(this_round):
            mine = sum(amount for account, amount in moved.items() if account.seat == seat.number)
            assert seat.net == mine, "the net reported is what the patron received, or still has on the layout"
        if self.table.cutting_card_reached:
            self.shuffle()

    @rule(seat=st.integers(1, 3), amounts=st.lists(AMOUNTS, min_size=1, max_size=3), data=st.data())
    @precondition(lambda self: self.table.point is Point.BEFORE_FIRST_CARD)
    def wager(self, seat: int, amounts: list[Cents], data: st.DataObject) -> None:
        least, most = self.table.felt.spots
        spots = (amounts * 3)[: data.draw(st.integers(least, most))]
        self.do(commands.PlaceWager(seat, ev.BLACKJACK, tuple(max(amount, Cents(1000)) for amount in spots)))
        for name, offered in self.table.felt.offers.items():
            exactly = offered.wager.limits.value.exactly
            amount = data.draw(st.sampled_from(exactly) if exactly else AMOUNTS)
            choice = data.draw(st.sampled_from([2, 3, 4, 5])) if offered.wager.name == "streak" else None
            self.do(commands.PlaceWager(seat, name, (amount,), choice))

    @rule(seat=st.integers(1, 3), data=st.data())
    @precondition(lambda self: self.table.point is Point.BEFORE_FIRST_CARD and self.table.seats)
    def withdraw(self, seat: int, data: st.DataObject) -> None:
        names = [ev.BLACKJACK, *self.table.felt.offers]
        self.do(commands.WithdrawWager(seat, data.draw(st.sampled_from(names))))

    @rule()
    @precondition(lambda self: self.table.point is Point.BEFORE_FIRST_CARD and self.table.seats)
    def deal(self) -> None:
        self.do(commands.CloseBetting())

    @rule(data=st.data())
    @precondition(lambda self: procedure.is_insurance_offered(self.table))
    def insure(self, data: st.DataObject) -> None:
        for seat in self.table.seats:
            choice = data.draw(st.sampled_from(["none", "half", "even money", "too much"]))
            if choice == "even money":
                self.do(commands.TakeEvenMoney(seat.number))
            elif choice != "none":
                part = 2 if choice == "half" else 1
                self.do(commands.Insure(seat.number, tuple(Cents(chips // part) for chips in seat.chips)))
        self.do(commands.CloseInsurance())

    @rule(data=st.data())
    @precondition(lambda self: procedure.turn(self.table) is not None)
    def decide(self, data: st.DataObject) -> None:
        turn = procedure.turn(self.table)
        assert turn is not None
        allowed = plays(self.table)
        chosen = data.draw(st.sampled_from(allowed))
        assert not refusals(self.table, commands.Decide(turn[0].number, chosen))
        self.do(commands.Decide(turn[0].number, chosen))

    @rule(seat=st.integers(0, 8), play=st.sampled_from(Play))
    def try_any_play(self, seat: int, play: Play) -> None:
        allowed = play in plays(self.table)
        turn = procedure.turn(self.table)
        mine = turn is not None and turn[0].number == seat
        assert bool(refusals(self.table, commands.Decide(seat, play))) is not (allowed and mine)

    @rule(
        command=st.one_of(
            st.builds(
                commands.PlaceWager,
                st.integers(-1, 9),
                st.sampled_from(["blackjack", "x", *OFFERS]),
                st.just((Cents(1000),)),
            ),
            st.builds(commands.Insure, st.integers(0, 8), st.just((Cents(1),))),
            st.builds(commands.TakeEvenMoney, st.integers(0, 8)),
            st.builds(commands.ValidatePayout, st.integers(0, 8), st.sampled_from(["x", *OFFERS])),
            st.builds(commands.CompleteDocuments, st.integers(0, 8), st.sampled_from(["x", *OFFERS])),
            st.builds(commands.PressButton, st.integers(0, 8), st.sampled_from(["x", *OFFERS]), st.just(Cents(500))),
            st.builds(commands.CloseInsurance),
            st.builds(commands.OpenTable),
        )
    )
    def try_anything(self, command: Command) -> None:
        before = self.table
        if refusals(before, command):
            self.do(command)
            assert self.table == before

    @rule()
    @precondition(lambda self: self.table.point > Point.DEALER_COMPLETED)
    def formalities(self) -> None:
        if command := next_formality(self.table, lambda _, __: Cents(500)):
            self.do(command)

    @invariant()
    def replay_equals_state(self) -> None:
        table = self.start
        for event in self.events:
            table = evolve(event, table)
        assert table == self.table

    @invariant()
    def chips_on_the_layout_are_those_of_the_ledger(self) -> None:
        balances = chip_ledger.balances(self.events)
        assert sum(balances.values()) == 0
        expected: Counter[chip_ledger.Account] = Counter()
        table = self.table
        for seat in table.seats:
            chips = sum(
                amount + (hand.added[spot] if hand.added else 0)
                for hand in seat.hands
                for spot, amount in enumerate(hand.chips)
                if hand.live[spot]
            )
            expected[chip_ledger.wager(seat.number, ev.BLACKJACK)] += chips if seat.hands else sum(seat.chips)
            expected[chip_ledger.wager(seat.number, ev.INSURANCE)] += sum(seat.insurance)
            for placed in seat.placed:
                registered = table.felt.offers[placed.wager].wager.meter and table.point is not Point.BEFORE_FIRST_CARD
                if placed.live and not registered:
                    expected[chip_ledger.wager(seat.number, placed.wager)] += placed.amount
            buttons = sum(len(hand.buttons) for hand in seat.hands)
            expected[chip_ledger.Account("buttons", seat.number)] += buttons * (seat.chips[0] if seat.chips else 0)
        for name, meter in table.meters:
            expected[chip_ledger.Account("meter", wager=name)] += meter.amount
            expected[chip_ledger.Account("reset meter", wager=name)] += meter.reset
        kinds = ("wager", "buttons", "meter", "reset meter")
        lying = {account: amount for account, amount in balances.items() if account.kind in kinds and amount}
        assert lying == {account: amount for account, amount in expected.items() if amount}

    @invariant()
    def no_view_shows_what_is_hidden(self) -> None:
        other = hidden_swapped(self.table)
        for role in VIEWS:
            assert view(self.table, role, seat=1) == view(other, role, seat=1)
        for play_ in Play:
            command = commands.Decide(1, play_)
            assert refusals(self.table, command) == refusals(other, command)


Playing.TestCase.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)
TestPlaying = Playing.TestCase
