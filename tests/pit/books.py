"""What must hold of every journal of a pit, whatever was commanded."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping

from upcard.game.state import TableState
from upcard.pit import accounts
from upcard.pit.accounts import PitAccount
from upcard.pit.context import ShoeOpener
from upcard.pit.json_codec import SEALED
from upcard.pit.replay import Folding, Redeciding
from upcard.pit.state import GroupState, StreamState, WalletState
from upcard.store.rows import JournalRow


def check_books(rows: Iterable[JournalRow], states: Mapping[str, StreamState], shoes: ShoeOpener) -> Counter[str]:
    """Decide and fold every row again; return the balances that its entries lead to."""
    deciding, folding = Redeciding(shoes), Folding(shoes)
    sums: Counter[PitAccount] = Counter()
    for row in rows:
        again = deciding.add(row)
        assert again.problems == ()
        assert again.events == row.events
        assert again.decided is not None
        for account, amount in again.decided.moved:
            sums[account] += amount
            assert sums[account] >= 0 or account.may_be_negative, (row.position, account)
        assert sum(sums.values()) == 0
        folding.add(row)
        for stream, _ in row.streams:
            assert folding.states[stream] == deciding.states[stream], (row.position, stream)
        check_hidden(row)
    assert dict(deciding.states) == dict(states)
    held = {account: amount for account, amount in sums.items() if amount and account.kind not in accounts.OF_HOUSE}
    assert all_balances(states) == {str(account): amount for account, amount in held.items()}
    for state in states.values():
        if isinstance(state, GroupState):
            check_group(state)
    return Counter({str(account): amount for account, amount in sums.items()})


def all_balances(states: Mapping[str, StreamState]) -> dict[str, int]:
    """Return every balance that the streams hold, by the text of its account."""
    balances: dict[PitAccount, int] = {}
    for state in states.values():
        if isinstance(state, GroupState | WalletState):
            balances |= state.balances
        if isinstance(state, GroupState):
            for table in state.tables.values():
                balances |= table.balances
    return {str(account): amount for account, amount in balances.items()}


def check_group(group: GroupState) -> None:
    """Compare the accounts of a group with what the engine says lies on its layouts and meters."""
    for name, meter in group.meters:
        assert group.balances.get(accounts.meter(group.name, name), 0) == meter.amount
        assert group.balances.get(accounts.reserve(group.name, name), 0) == meter.reset
    for name, table in group.tables.items():
        on_layout = {key: amount for key, amount in table.balances.items() if key.kind == "wager"}
        assert on_layout == _layout(name, group.at(name)), name


def _layout(name: str, state: TableState) -> dict[PitAccount, int]:
    """Return the chips on the layout by the engine's state: those of wagers that are not settled."""
    chips: Counter[PitAccount] = Counter()
    dealt = bool(state.dealer.cards)
    for seat in state.seats:
        if not seat.hands:
            chips[accounts.wager(name, seat.number, "blackjack")] += sum(seat.chips)
        for hand in seat.hands:
            added = hand.added or (0,) * len(hand.chips)
            for live, own, more in zip(hand.live, hand.chips, added, strict=True):
                chips[accounts.wager(name, seat.number, "blackjack")] += (own + more) * live
        chips[accounts.wager(name, seat.number, "insurance")] += sum(seat.insurance)
        for placed in seat.placed:
            registered = dealt and state.felt.offers[placed.wager].wager.meter is not None
            chips[accounts.wager(name, seat.number, placed.wager)] += placed.chips * placed.live * (not registered)
    return {account: amount for account, amount in chips.items() if amount}


def check_hidden(row: JournalRow) -> None:
    """Look for a card in a row that nobody may know yet."""
    for event in json.loads(row.events):
        assert event.get("cards", SEALED) == SEALED
        if event.get("face_down"):
            assert event["card"] == SEALED
    assert "order" not in json.loads(row.command)


def wallet_balance(states: Mapping[str, StreamState], patron: str) -> int:
    state = states[f"wallet {patron}"]
    assert isinstance(state, WalletState)
    return state.balances.get(accounts.wallet(patron), 0)
