"""Random sessions at every shipped table: the books balance, replay gives what is stored, no hidden card is written."""

from pathlib import Path

import pytest

from tests.pit.casino import PATRONS, SHIPPED, SUPERVISOR, Casino, casino, check, pit_table
from upcard.game import commands as do
from upcard.pit import commands as pc
from upcard.rules.wager import Point

ROUNDS = 8


def leave(house: Casino, table: str = "T1") -> None:
    """Void what stands on the layout, and have everybody cash out."""
    state = pit_table(house.ledger.states, table).state
    if state.moved:
        house.at(table, do.VoidRound(SUPERVISOR, "end of the test"), SUPERVISOR)
    for seat, patron in enumerate(PATRONS, 1):
        if pit_table(house.ledger.states, table).state.seat(seat) is None:
            house.done(f"patron {patron}", pc.CashOut(patron, table, seat))


@pytest.mark.parametrize("file", SHIPPED)
def test_a_session_at_every_shipped_table_keeps_every_chip_accounted_for(file: str, folder: Path) -> None:
    with casino(folder, seed=file) as house:
        house.open(file=file)
        house.seat()
        house.play(rounds=ROUNDS)
        for _ in range(3):
            house.step()
        leave(house)
        sums = check(house)
        patrons = sum(amount for account, amount in sums.items() if account.startswith(("wallet", "stack", "wager")))
        licensee = sum(
            amount for account, amount in sums.items() if not account.startswith(("wallet", "stack", "wager"))
        )
        assert patrons == -licensee
        assert patrons > 0


@pytest.mark.asked("GLI-19 4.16", "13:69E-1.28P(e)")
@pytest.mark.parametrize("file", ["blackjack-hole-card-up", "free-bet", "multiple-action", "progressive"])
def test_a_round_voided_anywhere_returns_every_chip(file: str, folder: Path) -> None:
    with casino(folder, seed=5) as house:
        house.open(file=file)
        house.seat()
        house.play(rounds=2)
        for commands in range(1, 14):
            if not pit_table(house.ledger.states).state.moved:
                before = {**pit_table(house.ledger.states).balances}
            for _ in range(commands):
                house.step()
                if not pit_table(house.ledger.states).state.moved:
                    before = {**pit_table(house.ledger.states).balances}
            if pit_table(house.ledger.states).state.moved:
                house.at("T1", do.VoidRound(SUPERVISOR, "misdeal"), SUPERVISOR)
                after = pit_table(house.ledger.states)
                assert dict(after.balances) == before
                assert after.state.point is Point.BEFORE_FIRST_CARD
        check(house)
