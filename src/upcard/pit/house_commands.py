"""Decide commands about the house, wallets, racks, drop boxes and adjustments."""

import re
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from upcard.errors import Misuse
from upcard.game.roles import SYSTEM, Role
from upcard.money import LARGEST, Cents, format_money
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.accounts import PitAccount, known_account, read_account
from upcard.pit.actors import NAME_RULE, Actor, is_name
from upcard.pit.compliance import checked, fingerprint_of
from upcard.pit.context import Context
from upcard.pit.evolve import config_of, law_of
from upcard.pit.limits import LimitKind
from upcard.pit.play_restrictions import barred_reasons
from upcard.pit.protection import money_reasons
from upcard.pit.refusal import Reason, Step
from upcard.pit.state import Adjustment, GroupState, PitTable
from upcard.pit.streams import (
    UnknownTable,
    account_of,
    coupons_held,
    group_stream,
    house,
    significant,
    stream_of_account,
    wallet_of,
)
from upcard.table import BadConfig, TableConfig

LONGEST_TEXT = 500
LONGEST_FILE = 100_000
MOST_COUPONS = 1000  # in one command
MOST_PLAY_MONEY = Cents(10_000_00)
PLAY_MONEY = "play money"
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
_ADJUSTABLE = ("house", "wallet", "stack", "rack", "drop", "variance")
_PATRONS = ("wallet", "stack")


def amount_reasons(amount: Cents, *, least: int = 1) -> Iterator[Reason]:
    """Yield why an amount cannot be moved."""
    if not least <= amount <= LARGEST:
        yield (
            None,
            f"the amount must be from {format_money(least)} to {format_money(LARGEST)}, not {format_money(amount)}",
        )


def text_reasons(what: str, text: str, longest: int = LONGEST_TEXT) -> Iterator[Reason]:
    """Yield why a text cannot be recorded."""
    if not text.strip() or len(text) > longest or not text.isprintable():
        yield None, f"write the {what}: 1 to {longest} printable characters"


def name_reasons(what: str, name: str) -> Iterator[Reason]:
    """Yield why a name cannot be given."""
    if not is_name(name):
        yield None, f"the name of a {what} {NAME_RULE}"


def house_is_open(context: Context) -> Iterator[Reason]:
    """Yield that the books have not been begun."""
    if not house(context.states).open:
        yield None, "the house is not open: open it first"


def open_house(context: Context, command: pc.OpenHouse) -> Iterator[Step]:
    """Open the books."""
    if house(context.states).open:
        yield None, "the house is already open"
    yield from text_reasons("licensee's name", command.licensee)
    if not _CLOCK.fullmatch(command.gaming_day_begins):
        yield None, 'write the start of the gaming day as a time such as "06:00"'
    if not _is_time_zone(command.time_zone):
        yield None, 'write the time zone as a name such as "America/New_York"'
    yield pv.HouseOpened(command.licensee, command.gaming_day_begins, command.time_zone, command.demonstration)


def _is_time_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (OSError, ValueError, KeyError):  # unknown, or no name of a file
        return False
    return True


def install_table(context: Context, command: pc.InstallTable) -> Iterator[Step]:
    """Install a table on the floor, or replace its file while it is closed."""
    group = command.group or command.table
    linked = command.group is not None
    yield from house_is_open(context)
    yield from name_reasons("table", command.table)
    if linked:
        yield from name_reasons("group", group)
    yield from _place_on_floor(context, command.table, group, linked=linked)
    if len(command.text) > LONGEST_FILE:
        yield None, f"the table file is too long: the limit is {LONGEST_FILE} characters"
        return
    try:
        law = house(context.states).law
        config = config_of(command.table, command.text, law)
        config.require_one_game()
    except BadConfig as bad:
        yield from ((None, f"the table file cannot be read: {problem}") for problem in bad.problems)
    except Misuse as misuse:
        yield None, str(misuse)
    else:
        yield from _fits_group(context, command.table, group_stream(group, linked=linked), config)
        former = context.table(command.table) if command.table in house(context.states).tables else None
        if law != ("" if former is None else former.law):
            yield pv.TableLawStated(command.table, law, fingerprint_of(law))
        yield pv.TableInstalled(command.table, group, linked, command.text)
        acceptances = {} if former is None else former.acceptances
        yield from checked(command.table, command.text, acceptances, context.moment.calendar_day, law)


def state_law_folder(context: Context, command: pc.StateLawFolder) -> Iterator[Step]:
    """State by what a law folder says tables are installed from now on."""
    yield from house_is_open(context)
    try:
        folder = law_of(command.content)
    except BadConfig as bad:
        yield from ((None, f"the law folder cannot be read: {problem}") for problem in bad.problems)
        return
    content = "" if folder is None else folder.content
    if content == house(context.states).law:
        yield None, "tables are already installed by this law folder"
    yield pv.LawFolderStated(content, fingerprint_of(content))


def _place_on_floor(context: Context, table: str, group: str, *, linked: bool) -> Iterator[Reason]:
    tables = house(context.states).tables
    stream = group_stream(group, linked=linked)
    if tables.get(table, stream) != stream:
        yield None, f"table {table} is already installed in another group: a table cannot change groups"
    if linked and (group in tables or group == table):
        yield None, f"{group} is the name of a table: choose another name for the group"
    if group_stream(table, linked=True) in tables.values():
        yield None, f"{table} is the name of a group: choose another name for the table"


def _fits_group(context: Context, name: str, stream: str, config: TableConfig) -> Iterator[Reason]:
    group = context.states[stream]
    assert isinstance(group, GroupState)
    former = group.tables.get(name)
    if former is not None and former.state.open:
        yield None, f"table {name} is open: close it before replacing its file"
    if former is not None and any(seat > config.seats for seat in former.holders):
        yield None, f"a seat above {config.seats} at table {name} is taken: its patron must cash out first"
    meters = _meters(config)
    linked = {other: _meters(table.state.felt.config) for other, table in group.tables.items() if other != name}
    for wager, settings in meters.items():
        if differing := [other for other, offered in linked.items() if offered.get(wager, settings) != settings]:
            yield None, f"linked tables share a meter: the {wager} wager must be as table {differing[0]} offers it"
    for wager, _ in group.meters:
        if not any(wager in offered for offered in (meters, *linked.values())):
            yield None, f"the {wager} meter holds an amount: at least one table of the group must offer that wager"


def _meters(config: TableConfig) -> dict[str, object]:
    """Return the wagers with a meter, and what linked tables must have in common."""
    return {
        offer.wager.name: (offer.settings, offer.posted, offer.sizes)
        for offer in config.offers
        if offer.wager.meter is not None
    }


def wallet_is_open(context: Context, patron: str) -> Iterator[Reason]:
    """Yield why a wallet cannot be used."""
    if not wallet_of(context.states, patron).open:
        yield None, f"{patron} has no open wallet: open one first"


def deposit(context: Context, command: pc.Deposit) -> Iterator[Step]:
    """Put money into a wallet."""
    yield from wallet_is_open(context, command.patron)
    yield from amount_reasons(command.amount)
    yield from text_reasons("deposit reference", command.reference)
    yield from barred_reasons(context.states, command.patron, context.time)
    yield from money_reasons(context, command.patron, LimitKind.DEPOSIT, command.amount)
    yield pv.Deposited(command.patron, command.amount, command.reference)


def deposit_play_money(context: Context, command: pc.DepositPlayMoney) -> Iterator[Step]:
    """Put play money into a wallet: only a demo patron's, and never much at a time."""
    account = account_of(context.states, command.patron)
    if account is None or not account.demo:
        yield None, "deposit money at the cashier: only play money can be added here"
    if command.amount > MOST_PLAY_MONEY:
        yield None, f"at most {format_money(MOST_PLAY_MONEY)} of play money can be added at a time"
    yield from deposit(context, pc.Deposit(command.patron, command.amount, PLAY_MONEY))


def withdraw(context: Context, command: pc.Withdraw) -> Iterator[Step]:
    """Take money out of a wallet."""
    yield from wallet_is_open(context, command.patron)
    yield from amount_reasons(command.amount)
    yield from text_reasons("withdrawal reference", command.reference)
    yield pv.Withdrawn(command.patron, command.amount, command.reference)


def issue_coupons(context: Context, command: pc.IssueCoupons) -> Iterator[Step]:
    """Give a patron match play coupons."""
    yield from wallet_is_open(context, command.patron)
    yield from _coupons(command)
    yield from text_reasons("reference of the coupons", command.reference)
    yield from barred_reasons(context.states, command.patron, context.time)
    yield pv.CouponsIssued(command.patron, command.value, command.count, command.reference)


def cancel_coupons(context: Context, command: pc.CancelCoupons) -> Iterator[Step]:
    """Cancel match play coupons that a patron holds; those on a layout are not held."""
    yield from _coupons(command)
    yield from text_reasons("reason", command.reason)
    held = dict(coupons_held(context.states, command.patron)).get(command.value, 0)
    if command.count > held:
        coupons = f"{held or 'no'} match play coupon{'' if held == 1 else 's'} of {format_money(command.value)}"
        yield None, f"{command.patron} holds {coupons}, not {command.count}"
    yield pv.CouponsCancelled(command.patron, command.value, command.count, command.reason)


def _coupons(command: pc.IssueCoupons | pc.CancelCoupons) -> Iterator[Reason]:
    yield from amount_reasons(command.value)
    if not 1 <= command.count <= MOST_COUPONS:
        yield None, f"the number of coupons must be from 1 to {MOST_COUPONS}, not {command.count}"


def fill_rack(context: Context, command: pc.FillRack) -> Iterator[Step]:
    """Fill a rack; the service does so only as the standing instruction says."""
    yield from amount_reasons(command.amount)
    due = standing_fill(command.table, context.table(command.table))
    if context.actor.role is Role.SYSTEM and command.amount != due:
        yield None, f"no standing instruction says to fill table {command.table} by {format_money(command.amount)} now"
    yield pv.RackFilled(command.table, command.amount)


def standing_fill(name: str, table: PitTable) -> Cents | None:
    """Return by how much the standing instruction says to fill a rack now; None if not at all."""
    held = table.balances.get(accounts.rack(name), 0)
    return Cents(table.fills.up_to - held) if table.fills is not None and held < table.fills.below else None


def instruct_fills(context: Context, command: pc.InstructFills) -> Iterator[Step]:
    """Give, change or withdraw the standing instruction to fill a rack."""
    if not context.actor.name:
        yield None, "a person must give a standing instruction: the actor needs a name"
    if command.below or command.up_to:
        yield from amount_reasons(command.below)
        yield from amount_reasons(command.up_to)
        if command.up_to < command.below:
            yield None, f"fill up to at least {format_money(command.below)}, below which the table inventory is filled"
    elif context.table(command.table).fills is None:
        yield None, f"table {command.table} has no standing instruction to withdraw"
    yield pv.FillsInstructed(command.table, command.below, command.up_to, str(context.actor))


def credit_rack(_: Context, command: pc.CreditRack) -> Iterator[Step]:
    """Take chips from a rack."""
    yield from amount_reasons(command.amount)
    yield pv.RackCredited(command.table, command.amount)


def count_rack(context: Context, command: pc.CountRack) -> Iterator[Step]:
    """Count a rack."""
    booked = context.balance(command.table, accounts.rack(command.table))
    yield from _count(command, booked)
    yield pv.RackCounted(command.table, command.counted, booked, command.reason)


def count_drop(context: Context, command: pc.CountDrop) -> Iterator[Step]:
    """Empty and count a drop box."""
    booked = context.balance(command.table, accounts.drop(command.table))
    yield from _count(command, booked)
    yield pv.DropCounted(command.table, command.counted, booked, command.reason)


def _count(command: pc.CountRack | pc.CountDrop, booked: Cents) -> Iterator[Reason]:
    yield from amount_reasons(command.counted, least=0)
    if command.reason or command.counted != booked:
        difference = f"for counting {format_money(command.counted)} where the books say {format_money(booked)}"
        yield from text_reasons(f"reason {difference}", command.reason)


def propose_adjustment(context: Context, command: pc.ProposeAdjustment) -> Iterator[Step]:
    """Propose to move an amount because of an error."""
    yield from house_is_open(context)
    yield from _signed(context.actor)
    yield from _own_password_reasons(context)
    yield from amount_reasons(command.amount)
    yield from text_reasons("reason for the adjustment", command.reason)
    known = [read_account(command.from_account), read_account(command.to_account)]
    for account, each in zip((command.from_account, command.to_account), known, strict=True):
        yield from _adjustable(context, account, each)
    if command.from_account == command.to_account:
        yield None, "an adjustment must move an amount from one account to another"
    if all(each is not None and each.kind in _PATRONS for each in known):
        yield None, "an adjustment must be between the licensee and one patron, not between two patron accounts"
    number = house(context.states).last_adjustment + 1
    yield pv.AdjustmentProposed(
        number, command.from_account, command.to_account, command.amount, command.reason, str(context.actor)
    )


def _adjustable(context: Context, text: str, known: PitAccount | None) -> Iterator[Reason]:
    if known is None or known.kind not in _ADJUSTABLE:
        kinds = ", ".join(_ADJUSTABLE)
        yield None, f"{text[:80]!r} is not an account that can be adjusted; its first word must be one of {kinds}"
        return
    try:
        stream_of_account(known, context.states)
    except UnknownTable as unknown:
        yield None, str(unknown)


def _signed(actor: Actor) -> Iterator[Reason]:
    if not actor.name:
        yield None, "an adjustment must be signed: the actor needs a name"


def _own_password_reasons(context: Context) -> Iterator[Reason]:
    """Yield that an account is not surely its owner's today: its password was set with a link of somebody else."""
    name = context.actor.name
    linked = significant(context.states).linked.get(name)
    if linked is not None and linked.by not in (name, SYSTEM) and linked.day == context.moment.day.isoformat():
        yield (
            None,
            f"the password of {name} was set today with a link made by {linked.by}: an adjustment takes two people,"
            f" and {name} can take part in one from the next gaming day on",
        )


def _waiting(context: Context, number: int) -> Adjustment | None:
    return house(context.states).adjustments.get(number)


def _not_waiting(number: int) -> Reason:
    return None, f"there is no pending adjustment {number}"


def approve_adjustment(context: Context, command: pc.ApproveAdjustment) -> Iterator[Step]:
    """Approve an adjustment as a second person."""
    yield from _signed(context.actor)
    yield from _own_password_reasons(context)
    waiting = _waiting(context, command.number)
    if waiting is None:
        yield _not_waiting(command.number)
        return
    for text in (waiting.from_account, waiting.to_account):
        yield from _exists(context, known_account(text))
    yield pv.AdjustmentApproved(
        command.number, waiting.from_account, waiting.to_account, waiting.amount, str(context.actor)
    )


def _exists(context: Context, account: PitAccount) -> Iterator[Reason]:
    if account.kind == "wallet":
        yield from wallet_is_open(context, account.owner)
    if account.kind == "stack" and account.seat not in context.table(account.owner).holders:
        yield None, f"seat {account.seat} at table {account.owner} is not taken"


def reject_adjustment(context: Context, command: pc.RejectAdjustment) -> Iterator[Step]:
    """Reject an adjustment."""
    yield from _signed(context.actor)
    yield from text_reasons("reason", command.reason)
    if _waiting(context, command.number) is None:
        yield _not_waiting(command.number)
    yield pv.AdjustmentRejected(command.number, command.reason, str(context.actor))
