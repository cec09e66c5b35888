"""Who may do what in the pit."""

import pytest

from tests.pit.casino import (
    KEYS,
    TIME,
    wager,
)
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.actors import Actor, ActorRole, read_actor
from upcard.pit.context import Context
from upcard.pit.decide import Undecided, decide
from upcard.pit.draws import KeyedShoes
from upcard.pit.limits import LimitKind, LimitPeriod
from upcard.pit.permissions import MAY, kind_of
from upcard.pit.streams import States
from upcard.rules.enums import Play

ROLES = [Actor(role, "Ann") for role in ActorRole]
COMMANDS: list[pc.PitCommand] = [
    pc.OpenHouse("C"),
    pc.InstallTable("T1", ""),
    pc.StateLawFolder(""),
    pc.AcceptFindings("T1", ("0" * 16,), "x"),
    pc.WithdrawAcceptance("T1", 1, "x"),
    pc.OpenWallet("Ann"),
    pc.CloseWallet("Ann"),
    pc.Deposit("Ann", Cents(1), "x"),
    pc.Withdraw("Ann", Cents(1), "x"),
    pc.SetLimit("Ann", LimitKind.SPEND, LimitPeriod.DAY, Cents(1)),
    pc.SetTimeLimit("Ann", LimitPeriod.DAY, 1),
    pc.Suspend("Ann"),
    pc.Exclude("Ann"),
    pc.Reinstate("Ann"),
    pc.RecordPerson("LoggedOn", "Ann", "Ann", "", "", TIME),
    pc.RecordSoftware("1", "0" * 64),
    pc.AcceptSoftware("0" * 64, "x"),
    pc.RecordCheckpoint(1, "0" * 64),
    pc.RestoreJournal(1, 1, "x"),
    pc.SetLargeWin(Cents(1)),
    pc.FillRack("T1", Cents(1)),
    pc.InstructFills("T1", Cents(1), Cents(2)),
    pc.CreditRack("T1", Cents(1)),
    pc.CountRack("T1", Cents(1)),
    pc.CountDrop("T1", Cents(1)),
    pc.ProposeAdjustment("house", "rack T1", Cents(1), "x"),
    pc.ApproveAdjustment(1),
    pc.RejectAdjustment(1, "x"),
    pc.BuyIn("Ann", "T1", 1, Cents(1)),
    pc.CashOut("Ann", "T1", 1),
    pc.IssueCoupons("Ann", Cents(1), 1, "x"),
    pc.CancelCoupons("Ann", Cents(1), 1, "x"),
    pc.ConfirmSpokenWager("T1", 1, "x", Cents(1)),
    pc.ReturnSpokenWager("T1", 1, "x"),
    pc.DeclareReady("T1", 1),
    pc.PressBonusButton("T1", 1, "x"),
    pc.SealShoe("T1"),
    pc.CutShoe("T1", 0, 20),
    pc.DiscloseShoe("T1", 1),
    pc.AbandonShoe("T1", 1, "x"),
    *(
        pc.AtTable("T1", action)
        for action in (
            do.OpenTable(),
            do.CloseTable(),
            wager(1),
            do.WithdrawWager(1, ev.BLACKJACK),
            do.CloseBetting(),
            do.Insure(1, (Cents(1),)),
            do.TakeEvenMoney(1),
            do.CloseInsurance(),
            do.CloseSurrender(),
            do.Decide(1, Play.STAND),
            do.ValidatePayout(1, "x"),
            do.CompleteDocuments(1, "x"),
            do.VoidRound("supervisor Ann", "x"),
        )
    ),
]


def test_there_is_a_command_of_every_kind() -> None:
    assert {kind_of(command) for command in COMMANDS} == MAY.keys()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: kind_of(command).__name__)
def test_every_role_is_refused_what_it_may_not_do(command: pc.PitCommand) -> None:
    for actor in ROLES:
        outcome = decide(Context(States(), actor, KeyedShoes(KEYS, "journal"), TIME), command)
        messages = [refusal.message for refusal in outcome.refusals] if isinstance(outcome, Undecided) else []
        refused = any(message.startswith(f"the role {actor.role} may not do this") for message in messages)
        assert refused is (actor.role not in MAY[kind_of(command)])


def test_an_auditor_may_do_nothing() -> None:
    assert not [kind for kind, roles in MAY.items() if ActorRole.AUDITOR in roles]


def test_actors_are_a_role_and_a_name() -> None:
    assert read_actor("dealer") == Actor(ActorRole.DEALER)
    assert read_actor("dealer Dee Doe") == Actor(ActorRole.DEALER, "Dee Doe")
    for text in ("", "patron", "patron ", "Patron Ann", "dealer  x", "dealer x/y", "surveillance Sid"):
        assert read_actor(text) is None, text
