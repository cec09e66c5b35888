"""A player's bankroll: the chips in hand, and those on the layout, by the ledger of the rounds played."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from upcard.game import events as ev
from upcard.game.chip_accounts import Account
from upcard.game.chip_ledger import balances
from upcard.money import Cents

PATRON, WAGER = "patron", "wager"  # the accounts that hold a player's chips


@dataclass(frozen=True, kw_only=True)
class Bankroll:
    """The chips of a player who plays one seat or several."""

    initial: Cents
    moved: Mapping[Account, int] = field(default_factory=dict)  # balances of the accounts since the player sat down

    @property
    def chips(self) -> Cents:
        """Return the chips in hand."""
        return Cents(self.initial + sum(amount for account, amount in self.moved.items() if account.kind == PATRON))

    @property
    def net(self) -> Cents:
        """Return what the player has won or lost, the chips on the layout counted as lost."""
        return Cents(self.chips - self.initial)

    @property
    def on_layout(self) -> tuple[tuple[Account, Cents], ...]:
        """Return the chips on the layout, by seat and wager."""
        wagers = ((account, Cents(amount)) for account, amount in self.moved.items() if account.kind == WAGER)
        return tuple(sorted((account, amount) for account, amount in wagers if amount))

    def after(self, events: Iterable[ev.Event]) -> "Bankroll":
        """Return the bankroll after events."""
        moved = Counter(self.moved)
        moved.update(balances(events))
        return replace(self, moved=moved)


def outlay(events: Iterable[ev.Event]) -> Cents:
    """Return the chips that players put on the layout by events."""
    placed = (each for each in events if isinstance(each, ev.WagerPlaced | ev.InsurancePlaced | ev.PlayMade))
    return Cents(sum(sum(each.amounts) for each in placed))
