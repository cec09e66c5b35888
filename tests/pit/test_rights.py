"""Rights: one table, complete, and what the pit decides by it."""

from itertools import product
from typing import get_args

import pytest

from tests.pit.casino import (
    KEYS,
    TIME,
    wager,
)
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.roles import CLOCK, PERSON_ROLES, SYSTEM, Role
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.actors import Actor, read_actor
from upcard.pit.context import Context
from upcard.pit.decide import Undecided, decide
from upcard.pit.draws import KeyedShoes
from upcard.pit.limits import LimitKind, LimitPeriod
from upcard.pit.rights import DUTIES_OF_TWO, NOT_ONESELF, RIGHTS, SERVER_ONLY, Whose, refusals, right_name
from upcard.pit.state import Adjustment, HouseState
from upcard.pit.streams import HOUSE, States
from upcard.rules.enums import Play

COMMANDS: list[pc.PitCommand] = [
    pc.OpenHouse("C"),
    pc.InstallTable("T1", ""),
    pc.StateLawFolder(""),
    pc.AcceptFindings("T1", ("0" * 16,), "x"),
    pc.WithdrawAcceptance("T1", 1, "x"),
    pc.MakeAccount("Ann", (Role.DEALER,)),
    pc.GrantRole("Ann", Role.DEALER),
    pc.RemoveRole("Ann", Role.DEALER),
    pc.CloseAccount("Ann"),
    pc.DepositPlayMoney("Ann", Cents(1)),
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
    kinds = {kind.__name__ for kind in (*get_args(pc.PitCommand), *get_args(pc.TableAction)) if kind is not pc.AtTable}
    assert {right_name(command) for command in COMMANDS} == kinds


def test_every_command_of_a_round_has_a_right_or_is_the_servers_alone() -> None:
    commands = {command.__name__ for command in get_args(do.Command)}
    assert commands - set(RIGHTS) == SERVER_ONLY
    assert SERVER_ONLY & set(RIGHTS) == set()


@pytest.mark.parametrize("command", COMMANDS, ids=right_name)
def test_what_the_pit_decides_for_every_role_is_what_the_table_says(command: pc.PitCommand) -> None:
    """Ann commands, and where it is about somebody, about herself; another proposed the adjustment."""
    name = right_name(command)
    house = HouseState("C", "06:00", "UTC", adjustments={1: Adjustment("house", "rack T1", Cents(1), "supervisor Sam")})
    for role in Role:
        states = States({HOUSE: house})
        outcome = decide(Context(states, Actor(role, "Ann"), KeyedShoes(KEYS, "journal"), TIME), command)
        messages = [refusal.message for refusal in outcome.refusals] if isinstance(outcome, Undecided) else []
        by_table = [message for message in messages if message.startswith((f"{name} is for ", f"{name}: "))]
        assert by_table == list(refusals([role], "Ann", name, owner="Ann", first="Sam"))
        assert (by_table == []) is (role in RIGHTS[name].whose and name not in NOT_ONESELF)


@pytest.mark.parametrize("command", COMMANDS, ids=right_name)
def test_the_pit_takes_what_is_ones_own_from_nobody_else(command: pc.PitCommand) -> None:
    name = right_name(command)
    for role in Role:
        outcome = decide(Context(States(), Actor(role, "Bob"), KeyedShoes(KEYS, "journal"), TIME), command)
        messages = [refusal.message for refusal in outcome.refusals] if isinstance(outcome, Undecided) else []
        is_about_ann = "Ann" in (getattr(command, "patron", None), getattr(command, "person", None))
        refused = f"{name}: you may do this only for yourself" in messages
        assert refused is (is_about_ann and RIGHTS[name].whose.get(role) is Whose.OWN)


@pytest.mark.parametrize("role", PERSON_ROLES)
@pytest.mark.parametrize("name", sorted(RIGHTS))
def test_the_answer_for_every_role_and_right_is_that_of_the_table(name: str, role: Role) -> None:
    right = RIGHTS[name]
    for owner, first in product((None, "anna", "ben"), repeat=2):
        allowed = not list(refusals([role], "anna", name, owner=owner, first=first))
        whose = right.whose.get(role)
        expected = right.is_public or whose is Whose.ANY or (whose is Whose.OWN and owner == "anna")
        if name in NOT_ONESELF:
            expected = expected and owner == "ben"
        if name in DUTIES_OF_TWO:
            expected = expected and first == "ben"
        assert allowed is expected, (owner, first)


@pytest.mark.parametrize("name", [*sorted(SERVER_ONLY), "Undeclared", ""])
@pytest.mark.parametrize("role", Role)
def test_what_is_not_in_the_table_is_for_nobody(name: str, role: Role) -> None:
    assert list(refusals([role], "anna", name, owner="anna")) == [f"no role may do this: {name}"]


def test_every_right_has_somebody() -> None:
    assert [right.name for right in RIGHTS.values() if not (right.whose or right.is_public)] == []


def test_several_roles_have_the_rights_of_each() -> None:
    both = [Role.DEALER, Role.SUPERVISOR]
    assert list(refusals(both, "anna", "CloseBetting")) == []
    assert list(refusals(both, "anna", "FillRack")) == []
    assert list(refusals(both, "anna", "BuyIn", owner="anna")) == ["BuyIn is for patron; you are dealer, supervisor"]


def test_a_right_for_everybody_is_not_narrowed_by_a_role_that_has_it_for_oneself() -> None:
    # Such a person cannot be made; the table of rights does not rely on it.
    assert list(refusals([Role.PATRON, Role.SUPERVISOR], "anna", "Withdraw", owner="ben")) == []
    assert list(refusals([Role.PATRON], "anna", "Withdraw", owner="ben")) != []


def test_a_patron_acts_at_the_own_seat_only() -> None:
    assert list(refusals([Role.PATRON], "anna", "PlaceWager", owner="anna")) == []
    own = ["PlaceWager: you may do this only for yourself"]
    assert list(refusals([Role.PATRON], "anna", "PlaceWager", owner="ben")) == own
    at_table = [right.name for right in RIGHTS.values() if right.whose.get(Role.PATRON) is Whose.ANY]
    assert at_table == ["ViewTable", "ViewRulings"]


@pytest.mark.asked("GLI-19 A.3.6")
def test_an_adjustment_takes_two_persons() -> None:
    assert DUTIES_OF_TWO == {"ApproveAdjustment": "ProposeAdjustment"}
    assert list(refusals([Role.SUPERVISOR], "anna", "ProposeAdjustment")) == []
    assert list(refusals([Role.SUPERVISOR], "anna", "ApproveAdjustment", first="ben")) == []
    second = ["ApproveAdjustment: a second person must do this, not the first one"]
    assert list(refusals([Role.SUPERVISOR], "anna", "ApproveAdjustment", first="anna")) == second
    assert list(refusals([Role.SUPERVISOR, Role.COMPLIANCE], "anna", "ApproveAdjustment", first="anna")) == second


def test_nobody_changes_the_own_roles() -> None:
    own = ["GrantRole: someone else must do this for you"]
    assert list(refusals([Role.ADMINISTRATOR], "root", "GrantRole", owner="root")) == own
    assert set(RIGHTS) >= NOT_ONESELF


def test_auditors_change_nothing_but_their_own_session() -> None:
    held = {name for name, right in RIGHTS.items() if Role.AUDITOR in right.whose and not name.startswith("View")}
    assert held == {"LogOff", "ChangePassword"}


def test_administrators_touch_no_money_and_no_cards() -> None:
    held = {name for name, right in RIGHTS.items() if Role.ADMINISTRATOR in right.whose}
    money = {"Deposit", "Withdraw", "FillRack", "CreditRack", "CountRack", "CountDrop", "BuyIn", "CashOut"}
    assert not held & {*money, "ProposeAdjustment", "ApproveAdjustment", "SealShoe", "ViewTable"}


def test_the_service_itself_has_few_rights() -> None:
    assert CLOCK in RIGHTS["Decide"].whose
    assert CLOCK not in RIGHTS["PlaceWager"].whose
    assert SYSTEM not in RIGHTS["ApproveAdjustment"].whose


def test_actors_are_a_role_and_a_name() -> None:
    assert read_actor("dealer") == Actor(Role.DEALER)
    assert read_actor("dealer Dee Doe") == Actor(Role.DEALER, "Dee Doe")
    for text in ("", "patron", "patron ", "Patron Ann", "dealer  x", "dealer x/y", "surveillance Sid"):
        assert read_actor(text) is None, text
