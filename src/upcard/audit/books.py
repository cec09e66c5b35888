"""The balances of all accounts, rebuilt from what the commands moved."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from upcard.money import format_money
from upcard.pit.accounts import HOUSE, Entry, PitAccount, coupons_issued
from upcard.pit.state import GroupState, StreamState, WalletState

Balances = Counter[PitAccount]


class RebuiltBooks:
    """The balance of every account, from a row on: what each command moved is added.

    After a row that came out differently they no longer follow from the commands, and are taken from the states.
    """

    def __init__(self) -> None:
        self._balances: Balances | None = Balances()

    def begin(self, states: Mapping[str, StreamState]) -> None:
        """Begin with the balances that states hold."""
        self._balances = held(states)

    def add(self, moved: Iterable[Entry]) -> None:
        """Book what a command moved."""
        if self._balances is not None:
            for account, amount in moved:
                self._balances[account] += amount

    def give_up(self) -> None:
        """Stop following: a row moved something other than its command did."""
        self._balances = None

    def balances(self, states: Mapping[str, StreamState]) -> Balances:
        """Return the balances, those of the states where they could not be followed."""
        return held(states) if self._balances is None else self._balances

    def problems(self, states: Mapping[str, StreamState]) -> Iterator[str]:
        """Yield what does not balance: accounts below zero, and those that differ from the states."""
        moved, kept = self.balances(states), held(states)
        for account in sorted(moved.keys() | kept.keys(), key=str):
            if moved[account] != kept[account]:
                due = format_money(moved[account])
                yield f"{account} holds {format_money(kept[account])}, but its movements add up to {due}"
            if kept[account] < 0 and not account.may_be_negative:
                yield f"{account} is {format_money(-kept[account])} below zero"


def held(states: Mapping[str, StreamState]) -> Balances:
    """Return the balances in the states; of the house, the negative sum of all other money and of all coupons."""
    balances = Balances()
    for state in states.values():
        if isinstance(state, GroupState | WalletState):
            balances.update(state.balances)
        for table in state.tables.values() if isinstance(state, GroupState) else ():
            balances.update(table.balances)
    of_house = Balances()
    for account, amount in balances.items():
        of_house[coupons_issued(account.value) if account.value else HOUSE] -= amount
    balances.update(of_house)
    return balances
