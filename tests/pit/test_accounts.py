"""Accounts in the journal: made, given roles, suspended, closed; the only source of who may do what."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pit.casino import ADMINISTRATOR, COMPLIANCE, RICH, SUPERVISOR, Casino, casino, check, patron_account
from upcard.game.roles import PERSON_ROLES, Role
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.account_commands import role_reasons
from upcard.pit.streams import account_of, wallet_balance, wallet_of

ANN, ROOT = "patron Ann", "administrator root"
TIME = "2026-07-01T12:00:00.000000Z"


@pytest.fixture
def floor(folder: Path) -> Iterator[Casino]:
    with casino(folder) as built:
        built.open()
        yield built
        check(built)


def staff(floor: Casino, name: str, *roles: Role, has_password: bool = True) -> None:
    """Make an account whose owner has set a password with a link."""
    floor.done(ADMINISTRATOR, pc.MakeAccount(name, roles))
    for kind in ("LinkMade", "RecoveryUsed") if has_password else ():
        floor.done("system", pc.RecordPerson(kind, name, "root", "", "", TIME))


def roles(floor: Casino, name: str) -> frozenset[Role] | None:
    account = account_of(floor.ledger.states, name)
    return None if account is None else account.roles


@pytest.mark.asked("13:69O-1.8(c)")
def test_an_account_is_made_and_the_row_says_when_what_and_who(floor: Casino) -> None:
    done = floor.done(ROOT, pc.MakeAccount("Dora", (Role.SUPERVISOR, Role.DEALER)))
    assert done.events == (pv.AccountMade("Dora", (Role.DEALER, Role.SUPERVISOR), False),)
    assert done.row.actor == ROOT
    account = account_of(floor.ledger.states, "Dora")
    assert account is not None
    assert account.roles == frozenset({Role.DEALER, Role.SUPERVISOR})
    assert account.made == done.row.time
    assert not wallet_of(floor.ledger.states, "Dora").open
    assert floor.done(ROOT, patron_account("Eve")).events == (
        pv.AccountMade("Eve", (Role.PATRON,), False),
        pv.WalletOpened("Eve"),
    )


def test_everything_wrong_with_a_new_account_is_said_at_once(floor: Casino) -> None:
    command = pc.MakeAccount("a/b", (Role.PATRON, Role.AUDITOR, Role.SYSTEM))
    assert floor.refused(ROOT, command) == [
        "the name of a person must have 1 to 60 printable characters, no slash, and no space at either end",
        "the role auditor cannot be combined with another role",
        "the role patron cannot be combined with another role",
        "system is not the role of a person",
    ]


def test_a_name_is_used_once_also_after_its_account_was_closed(floor: Casino) -> None:
    taken = ["the name is taken, or was used before: choose another"]
    assert floor.refused(ROOT, patron_account("Ann")) == taken
    floor.done(ANN, pc.CloseAccount("Ann"))
    assert floor.refused(ROOT, patron_account("Ann")) == taken


def test_roles_are_granted_and_removed(floor: Casino) -> None:
    staff(floor, "dora", Role.DEALER)
    floor.done(ROOT, pc.GrantRole("dora", Role.COMPLIANCE))
    assert roles(floor, "dora") == frozenset({Role.DEALER, Role.COMPLIANCE})
    assert floor.done(ROOT, pc.RemoveRole("dora", Role.DEALER)).events == (pv.RolesChanged("dora", (Role.COMPLIANCE,)),)
    assert floor.refused(ROOT, pc.RemoveRole("dora", Role.COMPLIANCE)) == ["a person must have at least one role"]
    assert floor.refused(ROOT, pc.GrantRole("dora", Role.PATRON)) == [
        "the role patron cannot be combined with another role"
    ]
    assert floor.refused(ROOT, pc.GrantRole("dora", Role.COMPLIANCE)) == [
        "the person already has exactly these roles: compliance"
    ]
    assert floor.refused(ROOT, pc.GrantRole("nobody", Role.DEALER)) == ["there is no account with this name"]
    assert floor.refused(ROOT, pc.GrantRole("root", Role.DEALER))[0] == "GrantRole: someone else must do this for you"


@pytest.mark.parametrize("role", PERSON_ROLES)
def test_patrons_and_auditors_have_no_other_role(role: Role) -> None:
    assert list(role_reasons([role])) == []
    for other in {*PERSON_ROLES} - {role}:
        are_together = not {role, other} & {Role.PATRON, Role.AUDITOR}
        assert (not list(role_reasons([role, other]))) is are_together


def test_the_last_administrator_stays(floor: Casino) -> None:
    staff(floor, "root", Role.ADMINISTRATOR, Role.COMPLIANCE)
    staff(floor, "waiting", Role.ADMINISTRATOR, has_password=False)  # cannot log on yet
    last = ["this is the last administrator: appoint another one first"]
    assert floor.refused(ADMINISTRATOR, pc.CloseAccount("root")) == last
    assert floor.refused(COMPLIANCE, pc.Suspend("root")) == last
    assert floor.refused(ADMINISTRATOR, pc.RemoveRole("root", Role.ADMINISTRATOR)) == last
    floor.done(ADMINISTRATOR, pc.CloseAccount("waiting"))
    staff(floor, "second", Role.ADMINISTRATOR)
    floor.done(COMPLIANCE, pc.Suspend("second", 1))  # nor can this one
    assert floor.refused(ADMINISTRATOR, pc.RemoveRole("root", Role.ADMINISTRATOR)) == last
    floor.done(ADMINISTRATOR, pc.CloseAccount("second"))
    staff(floor, "third", Role.ADMINISTRATOR)
    floor.done(ADMINISTRATOR, pc.RemoveRole("root", Role.ADMINISTRATOR))
    assert floor.refused(ADMINISTRATOR, pc.CloseAccount("third")) == last


@pytest.mark.asked("13:69O-1.8(c)")
def test_an_account_is_closed_in_one_row_with_its_coupons_and_money(floor: Casino) -> None:
    floor.done(SUPERVISOR, pc.IssueCoupons("Ann", Cents(5_00), 2, "mailing"))
    floor.done(ANN, pc.BuyIn("Ann", "T1", 2, Cents(100)))
    assert floor.refused(ANN, pc.CloseAccount("Ann")) == ["leave seat 2 of table T1 first"]
    floor.done(ANN, pc.CashOut("Ann", "T1", 2))
    assert floor.done(ANN, pc.CloseAccount("Ann")).events == (
        pv.CouponsCancelled("Ann", Cents(5_00), 2, "account closed"),
        pv.Withdrawn("Ann", RICH, "account closed"),
        pv.WalletClosed("Ann"),
        pv.AccountClosed("Ann"),
    )
    assert (roles(floor, "Ann"), wallet_balance(floor.ledger.states, "Ann")) == (frozenset(), 0)
    assert floor.refused(ADMINISTRATOR, pc.CloseAccount("Ann")) == ["there is no account with this name"]
    assert floor.refused(SUPERVISOR, pc.Deposit("Ann", Cents(1), "x")) == ["Ann has no open wallet: open one first"]


@pytest.mark.asked("13:69O-1.4(j)")
def test_a_suspension_of_staff_is_made_longer_and_never_shorter(floor: Casino) -> None:
    staff(floor, "dora", Role.DEALER)
    floor.done(COMPLIANCE, pc.Suspend("dora", 5))
    longer = ["dora is suspended for at least that long already"]
    assert floor.refused(COMPLIANCE, pc.Suspend("dora", 4)) == longer
    floor.done(COMPLIANCE, pc.Suspend("dora", 6))
    assert floor.refused(COMPLIANCE, pc.Reinstate("dora"))
    floor.done(COMPLIANCE, pc.Suspend("dora"))
    assert floor.refused(COMPLIANCE, pc.Suspend("dora", 999)) == longer
    assert floor.refused(COMPLIANCE, pc.Exclude("dora", 1)) == ["dora has no open wallet: open one first"]
    floor.done(COMPLIANCE, pc.Reinstate("dora"))
    assert floor.refused(COMPLIANCE, pc.Reinstate("dora")) == ["dora is neither suspended nor excluded"]


@pytest.mark.parametrize(("amount", "is_taken"), [(10_000_00, True), (10_000_01, False)])
def test_play_money_is_for_demo_patrons_and_not_much_at_a_time(floor: Casino, amount: int, is_taken: bool) -> None:
    floor.done("system", pc.MakeAccount("ada", (Role.PATRON,), demo=True))
    command = pc.DepositPlayMoney("ada", Cents(amount))
    if is_taken:
        assert floor.done("patron ada", command).events == (pv.Deposited("ada", Cents(amount), "play money"),)
    else:
        (reason,) = floor.refused("patron ada", command)
        assert "of play money can be added at a time" in reason
    assert floor.refused(ANN, pc.DepositPlayMoney("Ann", Cents(1))) == [
        "deposit money at the cashier: only play money can be added here"
    ]


@pytest.mark.parametrize("count", [10**9, 0, -(10**9)])
def test_a_length_beyond_all_time_is_refused(floor: Casino, count: int) -> None:
    assert floor.refused(COMPLIANCE, pc.Suspend("Ann", count)) == ["a suspension must last 1 to 3650 days"]
    assert floor.refused(COMPLIANCE, pc.Exclude("Ann", count)) == ["an exclusion must last 1 to 50 years, or for life"]
