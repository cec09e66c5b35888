"""What is refused, and why, says nothing about cards that nobody has seen."""

from pathlib import Path
from random import Random

import pytest

from tests.pit.casino import PATRONS, SUPERVISOR, TIME, Casino, casino, pit_table, wager
from upcard.game import commands as do
from upcard.pit import commands as pc
from upcard.pit.accounts import rack
from upcard.pit.actors import read_actor
from upcard.pit.context import Context
from upcard.pit.decide import Decided, Undecided, decide
from upcard.pit.events import RackAdvanced
from upcard.pit.evolve import with_table
from upcard.pit.refusal import PitRefusal
from upcard.pit.streams import States, group_of
from upcard.rules.enums import Play

Try = tuple[str, pc.PitCommand]


def commands(house: Casino) -> list[Try]:
    """Return what people might try now, allowed or not."""
    everything: list[Try] = []
    for seat, patron in enumerate(PATRONS, 1):
        actions: list[pc.TableAction] = [do.TakeEvenMoney(seat), wager(seat, 10**9)]
        actions += [do.Decide(seat, play) for play in Play]
        everything += [(f"patron {patron}", pc.AtTable("T1", action)) for action in actions]
    everything += [("dealer Dee", pc.AtTable("T1", do.CloseInsurance())), (SUPERVISOR, pc.DiscloseShoe("T1", 1))]
    everything += [(SUPERVISOR, pc.AtTable("T1", do.VoidRound(SUPERVISOR, "misdeal")))]
    return everything + [(str(request.actor), request.command) for request in house.next_requests("T1")]


def outcomes(house: Casino, tried: list[Try], random: Random) -> list[Decided | Undecided]:
    """Decide each command with an empty rack, and the cards that are not dealt yet in another order."""
    states = States(house.ledger.states)
    group = group_of(states, "T1")
    table = group.tables["T1"]
    undealt = list(table.state.shoe[table.state.next_card :])
    random.shuffle(undealt)
    state = table.state._replace(shoe=(*table.state.shoe[: table.state.next_card], *undealt))
    balances = {account: amount for account, amount in table.balances.items() if account != rack("T1")}
    states["table T1"] = with_table(group, "T1", table._replace(state=state, balances=balances))
    actors = [read_actor(name) for name, _ in tried]
    return [
        decide(Context(states, actor, house.ledger.shoes, TIME), command)
        for actor, (_, command) in zip(actors, tried, strict=True)
        if actor is not None
    ]


def refusals(decided: list[Decided | Undecided]) -> list[tuple[PitRefusal, ...] | None]:
    return [outcome.refusals if isinstance(outcome, Undecided) else None for outcome in decided]


@pytest.mark.parametrize("file", ["blackjack", "free-bet", "multiple-action"])
def test_refusals_are_the_same_whatever_the_undealt_cards_are(file: str, folder: Path) -> None:
    """Also when the rack is empty, and a payout needs chips that are not there."""
    with casino(folder, seed=2) as house:
        house.open(file=file)
        house.seat()
        random, advanced = Random(8), 0
        for _ in range(40):
            house.step()
            if pit_table(house.ledger.states).state.dealer.cards:
                tried = commands(house)
                first, second = (outcomes(house, tried, random) for _ in range(2))
                assert refusals(first) == refusals(second)
                events = [event for outcome in first if isinstance(outcome, Decided) for event in outcome.events]
                advanced += any(isinstance(event, RackAdvanced) for event in events)
        assert advanced > 3
