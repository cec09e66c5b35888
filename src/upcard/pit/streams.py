"""The streams of the journal: the house, each patron's wallet, each table or group of linked tables."""

from collections.abc import Iterator, Mapping

from upcard.errors import UpcardError
from upcard.game.roles import Role
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.accounts import OF_HOUSE, OF_PATRONS, PitAccount, known_account, wallet
from upcard.pit.limits import Moment
from upcard.pit.projections.gaming_day import UNOPENED, GamingDays
from upcard.pit.state import Account, GroupState, HouseState, SignificantState, StreamState, WalletState

HOUSE, SIGNIFICANT = "house", "significant events"
_WALLET, _ALONE, _LINKED = "wallet ", "table ", "tables "


class UnknownTable(UpcardError):
    """A command about a table that is not on the floor."""

    def __init__(self, table: str) -> None:
        super().__init__(f"there is no table {table} on the floor: install it first")


def wallet_stream(patron: str) -> str:
    """Return the stream of a patron's wallet."""
    return _WALLET + patron


def group_stream(name: str, *, linked: bool) -> str:
    """Return the stream of a single table, or of a group of linked tables."""
    return (_LINKED if linked else _ALONE) + name


def empty(stream: str) -> StreamState:
    """Return the state of a stream without rows."""
    if stream == HOUSE:
        return HouseState()
    if stream == SIGNIFICANT:
        return SignificantState()
    return WalletState() if stream.startswith(_WALLET) else GroupState()


class States(dict[str, StreamState]):
    """The state of every stream; one without rows is empty."""

    def __missing__(self, stream: str) -> StreamState:
        return empty(stream)


def house(states: Mapping[str, StreamState]) -> HouseState:
    """Return the state of the house."""
    state = states[HOUSE]
    assert isinstance(state, HouseState)
    return state


def moment_of(states: Mapping[str, StreamState], time: str) -> Moment:
    """Return a time with the licensee's calendar, which does not change once the house is open."""
    known = house(states)
    return Moment(time, GamingDays(known.gaming_day_begins, known.time_zone) if known.open else UNOPENED)


def significant(states: Mapping[str, StreamState]) -> SignificantState:
    """Return the state of the significant events."""
    state = states[SIGNIFICANT]
    assert isinstance(state, SignificantState)
    return state


def account_of(states: Mapping[str, StreamState], person: str) -> Account | None:
    """Return the account of a person, even if it was closed; None if there was never one of this name."""
    return significant(states).accounts.get(person)


def wallet_of(states: Mapping[str, StreamState], patron: str) -> WalletState:
    """Return the state of a wallet."""
    state = states[wallet_stream(patron)]
    assert isinstance(state, WalletState)
    return state


def coupons_held(states: Mapping[str, StreamState], patron: str) -> tuple[tuple[Cents, int], ...]:
    """Return the match play coupons that a patron holds: each stated value, rising, and how many of it."""
    balances = wallet_of(states, patron).balances
    held = ((account.value, amount) for account, amount in balances.items() if account.kind == "coupons of")
    return tuple(sorted((value, amount // value) for value, amount in held))


def wallet_balance(states: Mapping[str, StreamState], patron: str) -> Cents:
    """Return what a wallet holds."""
    return Cents(wallet_of(states, patron).balances.get(wallet(patron), 0))


def group_of(states: Mapping[str, StreamState], table: str) -> GroupState:
    """Return the state of the stream that a table belongs to; raise UnknownTable if there is none."""
    state = states[stream_of_table(states, table)]
    assert isinstance(state, GroupState)
    return state


def stream_of_table(states: Mapping[str, StreamState], table: str) -> str:
    """Return the stream that a table belongs to; raise UnknownTable if there is none."""
    stream = house(states).tables.get(table)
    if stream is None:
        raise UnknownTable(table)
    return stream


def streams_of(command: pc.PitCommand, states: Mapping[str, StreamState]) -> tuple[str, ...]:
    """Return the streams that a command reads and changes, the main one first; raise UnknownTable."""
    match command:
        case pc.OpenHouse() | pc.StateLawFolder() | pc.RejectAdjustment() | pc.SetLargeWin():
            return (HOUSE,)
        case pc.InstallTable():
            own = group_stream(command.group or command.table, linked=command.group is not None)
            return (HOUSE, own)
        case (
            pc.Deposit()
            | pc.DepositPlayMoney()
            | pc.Withdraw()
            | pc.IssueCoupons()
            | pc.CancelCoupons()
            | pc.SetLimit()
            | pc.SetTimeLimit()
        ):
            return (wallet_stream(command.patron),)
        case pc.MakeAccount() | pc.GrantRole() | pc.RemoveRole() | pc.CloseAccount() | pc.RecordPerson():
            return _of_person(command, states)
        case pc.Suspend() | pc.Exclude() | pc.Reinstate():
            return (SIGNIFICANT, wallet_stream(command.person))
        case pc.RecordSoftware() | pc.AcceptSoftware() | pc.RecordCheckpoint():
            return (SIGNIFICANT,)
        case pc.BuyIn() | pc.CashOut():
            return (stream_of_table(states, command.table), wallet_stream(command.patron))
        case pc.ConfirmSpokenWager():  # its cash counts toward the limits of the patron
            holder = group_of(states, command.table).tables[command.table].holders.get(command.seat)
            own = stream_of_table(states, command.table)
            return (own,) if holder is None else (own, wallet_stream(holder))
        case pc.ProposeAdjustment() | pc.ApproveAdjustment() | pc.RestoreJournal():
            return _of_several(command, states)
        case _:
            return (stream_of_table(states, command.table),)


def _of_person(
    command: pc.MakeAccount | pc.GrantRole | pc.RemoveRole | pc.CloseAccount | pc.RecordPerson,
    states: Mapping[str, StreamState],
) -> tuple[str, ...]:
    """Return the stream of accounts, and that of a patron's wallet: the time of play is that of sessions."""
    is_new = isinstance(command, pc.MakeAccount) and Role.PATRON in command.roles
    has_wallet = is_new or wallet_of(states, command.person).open
    return (SIGNIFICANT, wallet_stream(command.person)) if has_wallet else (SIGNIFICANT,)


def open_shoes(states: Mapping[str, StreamState]) -> Iterator[tuple[str, int]]:
    """Yield each table whose last shoe is not out of play, with the number of that shoe."""
    for table in sorted(house(states).tables):
        shoe = group_of(states, table).tables[table].shoe
        if shoe is not None and not shoe.is_over and not shoe.retired:
            yield table, shoe.number


def _of_several(
    command: pc.ProposeAdjustment | pc.ApproveAdjustment | pc.RestoreJournal, states: Mapping[str, StreamState]
) -> tuple[str, ...]:
    """Return the streams of a restore, or of an adjustment: who set the password of its person may stand against it."""
    if isinstance(command, pc.RestoreJournal):
        return (SIGNIFICANT, *dict.fromkeys(stream_of_table(states, table) for table, _ in open_shoes(states)))
    waiting = house(states).adjustments
    adjustment = waiting.get(command.number) if isinstance(command, pc.ApproveAdjustment) else None
    if adjustment is None:
        return (HOUSE, SIGNIFICANT)
    accounts = (known_account(adjustment.from_account), known_account(adjustment.to_account))
    own = {stream for account in accounts if (stream := stream_of_account(account, states)) is not None}
    return (HOUSE, SIGNIFICANT, *sorted(own))


def stream_of_account(account: PitAccount, states: Mapping[str, StreamState]) -> str | None:
    """Return the stream whose state holds the balance of an account; None for an account of the house as a whole."""
    if account.kind in OF_HOUSE:
        return None
    if account.kind in OF_PATRONS:
        return wallet_stream(account.owner)
    return stream_of_table(states, account.owner)
