"""What the people of a simulated casino do next, by chance: patrons, dealers, supervisors and the cage."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from tests.pit.casino import ADMINISTRATOR, DEALER, SUPERVISOR, patron_account, who_may
from tests.random_rounds import next_command
from upcard.game import commands as do
from upcard.money import Cents
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit.state import PitTable, StreamState
from upcard.pit.streams import group_of, house, wallet_of
from upcard.rules.wager import Point

SEATS = (1, 2, 3)
SECOND = "compliance Chris"  # approves what a supervisor proposes
LOW = 30_000  # chips with which a patron does not go on
Order = tuple[str, pc.PitCommand]


@dataclass(frozen=True)
class People:
    """Those who play and work at some tables."""

    patrons: tuple[str, ...]
    tables: tuple[str, ...]
    random: Random

    def at_table(self, states: Mapping[str, StreamState], name: str) -> list[Order]:
        """Return what happens next at a table."""
        group = group_of(states, name)
        table, state = group.tables[name], group.at(name)
        if not state.open:
            return [(SUPERVISOR, pc.AtTable(name, do.OpenTable()))]
        if state.moved and self.random.random() < 0.003:
            return [(SUPERVISOR, pc.AtTable(name, do.VoidRound(SUPERVISOR, "misdeal")))]
        if state.point is Point.BEFORE_FIRST_CARD:
            if seating := self._seating(states, name, table):
                return seating
            if self.random.random() < 0.02:
                return [self._supervised(name, table)]
        action = next_command(state, self.random, tuple(sorted(table.holders)))
        return self._commanded(name, table, action)

    def _seating(self, states: Mapping[str, StreamState], name: str, table: PitTable) -> list[Order]:
        """Return who sits down, buys more chips, or leaves."""
        free = [seat for seat in SEATS if seat not in table.holders]
        if free and (not table.holders or self.random.random() < 0.05):
            return self._buying(states, self.random.choice(self.patrons), name, self.random.choice(free))
        for seat, patron in table.holders.items():
            if table.balances.get(accounts.stack(name, seat), 0) < LOW and table.state.seat(seat) is None:
                return self._buying(states, patron, name, seat)
        if self.random.random() < 0.01:
            seat, patron = self.random.choice(sorted(table.holders.items()))
            return [(self.random.choice((f"patron {patron}", "clock")), pc.CashOut(patron, name, seat))]
        return []

    def _buying(self, states: Mapping[str, StreamState], patron: str, table: str, seat: int) -> list[Order]:
        """Return a buy-in, and before it what it lacks: a wallet, money, chips in the rack."""
        amount = self.random.choice((50_000, 100_000, 250_000))
        actor, more = f"patron {patron}", Cents(amount + self.random.randrange(0, 50_000, 100))
        wallet, chips = wallet_of(states, patron), group_of(states, table).tables[table].balances
        orders: list[Order] = []
        if not wallet.open:
            orders.append((ADMINISTRATOR, patron_account(patron)))
        if wallet.balances.get(accounts.wallet(patron), 0) < amount:
            orders.append((SUPERVISOR, pc.Deposit(patron, more, "bank")))
        if chips.get(accounts.rack(table), 0) < amount:
            orders.append((SUPERVISOR, pc.FillRack(table, more)))
        return [*orders, (actor, pc.BuyIn(patron, table, seat, Cents(amount)))]

    def _supervised(self, name: str, table: PitTable) -> Order:
        """Return what a supervisor does between two wagers."""
        rack = table.balances.get(accounts.rack(name), 0)
        drop = table.balances.get(accounts.drop(name), 0)
        missing = self.random.choice((0, 0, 0, 100, -2500))
        reason = "counted twice" if missing else ""
        shoe = 0 if table.shoe is None else table.shoe.number
        commands: list[pc.PitCommand] = [
            pc.FillRack(name, Cents(self.random.randrange(100, 2_000_000, 100))),
            pc.CreditRack(name, Cents(max(1, rack // self.random.choice((1, 2, 3))))),
            pc.CountRack(name, Cents(max(0, rack - missing)), reason),
            pc.CountDrop(name, Cents(max(0, drop - missing)), reason),
            pc.DiscloseShoe(name, shoe),
            pc.AbandonShoe(name, shoe, "its key is lost"),  # which is not true
            pc.AtTable(name, do.CloseTable()),
        ]
        return SUPERVISOR, self.random.choice(commands)

    def _commanded(self, name: str, table: PitTable, action: do.Command) -> list[Order]:
        """Return who commands an action of the engine, and how a pit is asked for it."""
        if isinstance(action, do.ShuffleShoe):
            return list(self._new_shoe(name, table))
        if isinstance(action, do.PressButton):
            return [(f"patron {table.holders[action.seat]}", pc.PressBonusButton(name, action.seat, action.wager))]
        return [(who_may(table, action), pc.AtTable(name, action))]

    def _new_shoe(self, name: str, table: PitTable) -> Iterator[Order]:
        waits = table.shoe is not None and not table.shoe.is_over and not table.state.shoe
        if table.shoe is not None and not table.shoe.is_over and not waits:
            yield SUPERVISOR, pc.DiscloseShoe(name, table.shoe.number)
        if not waits:
            yield DEALER, pc.SealShoe(name)
        cards = 52 * table.state.felt.config.decks
        declined = (table.state.cut_by,) if table.state.cut_by else ()
        yield DEALER, pc.CutShoe(name, 0, self.random.choice((None, self.random.randint(10, cards - 10))), declined)

    def elsewhere(self, states: Mapping[str, StreamState]) -> Order:
        """Return what happens away from the tables."""
        patron = self.random.choice(self.patrons)
        held = wallet_of(states, patron).balances.get(accounts.wallet(patron), 0)
        amount = Cents(self.random.randrange(100, 100_000, 100))
        waiting = sorted(house(states).adjustments)
        table = self.random.choice(self.tables)
        orders: list[Order] = [
            (SUPERVISOR, pc.Deposit(patron, amount, "bank")),
            (f"patron {patron}", pc.Withdraw(patron, Cents(max(1, held // 3)), "cage")),
            (ADMINISTRATOR, patron_account(patron)),
            (SUPERVISOR, pc.ProposeAdjustment(f"wallet {patron}", f"rack {table}", amount, "paid too much")),
            (SUPERVISOR, pc.ProposeAdjustment("house", f"stack {table}/1", amount, "paid too little")),
        ]
        if waiting:
            number = self.random.choice(waiting)
            orders += [(SECOND, pc.ApproveAdjustment(number))] * 3
            orders += [(SECOND, pc.RejectAdjustment(number, "no error")), (SUPERVISOR, pc.ApproveAdjustment(number))]
        return self.random.choice(orders)
