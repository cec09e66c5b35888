"""Decide a command of the pit: the events and what the streams become, or every reason why not."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from upcard.money import Cents
from upcard.pit import account_commands, house_commands, record_commands, table_commands
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.accounts import Entry, PitAccount, Shortage, entries
from upcard.pit.context import Context
from upcard.pit.evolve import booked, evolve, evolve_group, with_state
from upcard.pit.refusal import PitRefusal, Reason, Step, shortage_reason, split
from upcard.pit.rights import not_permitted
from upcard.pit.state import GroupState, HouseState, SignificantState, StreamState
from upcard.pit.streams import UnknownTable, group_of, stream_of_account, streams_of, wallet_stream
from upcard.pit.table_commands import Round


class Decided(NamedTuple):
    """A command that is carried out: the streams with their states after it, the events, the amounts moved."""

    command: pc.PitCommand
    streams: tuple[str, ...]
    after: tuple[StreamState, ...]
    events: tuple[pv.AnyEvent, ...]
    moved: tuple[Entry, ...]

    @property
    def table(self) -> str:
        """The table that the command names; empty if it names none."""
        return str(getattr(self.command, "table", ""))


class Undecided(NamedTuple):
    """A command that is refused, for every reason listed."""

    refusals: tuple[PitRefusal, ...]


def decide(context: Context, command: pc.PitCommand) -> Decided | Undecided:
    """Decide a command; pure: the same states, actor and draws give the same events."""
    reasons = list(not_permitted(context.states, context.actor, command))
    try:
        streams = streams_of(command, context.states)
        handler = _ROUNDS.get(type(command))
        outcome = _in_round(context, command, streams, handler) if handler else _elsewhere(context, command, streams)
    except UnknownTable as unknown:
        outcome = [(None, str(unknown))]
    if isinstance(outcome, Decided) and not reasons:
        if sum([amount for _, amount in outcome.moved]) != 0:
            raise AssertionError(f"the entries of a command do not sum to zero: {outcome.moved}")
        return outcome
    reasons += outcome if isinstance(outcome, list) else []
    return Undecided(tuple(dict.fromkeys(PitRefusal(source, message) for source, message in reasons)))


# Any: each handler takes its own kind of command, found by its type.
def _in_round(
    context: Context, command: Any, streams: tuple[str, ...], handler: Callable[[Context, Any], Round | list[Reason]]
) -> Decided | list[Reason]:
    """Decide a command in a round of play, for which the engine already has the new state."""
    result = handler(context, command)
    if not isinstance(result, Round):
        return result
    before = group_of(context.states, command.table)
    group = with_state(before, command.table, result.state)
    for event in result.events:
        if type(event) in pv.PIT_EVENTS:
            group = evolve_group(group, event, command.table)
    main, *named = streams
    wallets = tuple(dict.fromkeys((*named, *_wallets_of_coupons(result.moved))))
    after = (booked(group, result.moved), *(_wallet_after(context, each, before, result, command) for each in wallets))
    return Decided(command, (main, *wallets), after, tuple(result.events), tuple(result.moved))


def _wallets_of_coupons(moved: Iterable[Entry]) -> Iterator[str]:
    """Yield the streams of the patrons whose match play coupons were placed or returned."""
    for account, _ in moved:
        if account.kind == "coupons of":
            yield wallet_stream(account.owner)


def _wallet_after(context: Context, stream: str, before: GroupState, result: Round, command: Any) -> StreamState:
    """Return a wallet after the events of a round."""
    state, holders = context.states[stream], before.tables[command.table].holders
    for event in result.events:
        moved = entries(event, command.table, before.name, holders)
        state = evolve(stream, state, event, command.table, moved, context.moment)
    return state


def _elsewhere(context: Context, command: Any, streams: tuple[str, ...]) -> Decided | list[Reason]:
    """Decide any other command: fold its events into its streams, and look for accounts that would go below zero."""
    reasons, events = split(_HANDLERS[type(command)](context, command))
    if reasons:
        return reasons
    table = getattr(command, "table", "")
    after = {stream: context.states[stream] for stream in streams}
    everything: list[Entry] = []
    moment = context.moment
    for event in events:
        moved = entries(event, table, _group_name(after), {})
        everything += moved
        after = {stream: evolve(stream, state, event, table, moved, moment) for stream, state in after.items()}
        reasons += [shortage_reason(shortage, context.actor) for shortage in _shortages(context, after, moved)]
    return reasons or Decided(command, streams, tuple(after.values()), tuple(events), tuple(everything))


def _group_name(states: dict[str, StreamState]) -> str:
    return next((state.name for state in states.values() if isinstance(state, GroupState)), "")


def _shortages(context: Context, after: dict[str, StreamState], moved: tuple[Entry, ...]) -> Iterator[Shortage]:
    for account, amount in moved:
        if amount < 0 and not account.may_be_negative:
            left = balance(after[stream_of_account(account, context.states) or ""], account)
            if left < 0:
                yield Shortage(account, Cents(left - amount), Cents(-left))


def balance(state: StreamState, account: PitAccount) -> int:
    """Return the balance of an account that a stream holds."""
    if isinstance(state, HouseState | SignificantState):
        return 0
    if isinstance(state, GroupState) and account.owner in state.tables:
        return state.tables[account.owner].balances.get(account, 0)
    return state.balances.get(account, 0)


_ROUNDS: dict[type, Callable[[Context, Any], Round | list[Reason]]] = {
    pc.AtTable: table_commands.at_table,
    pc.PressBonusButton: table_commands.press_bonus_button,
    pc.ConfirmSpokenWager: table_commands.confirm_spoken_wager,
}
_HANDLERS: dict[type, Callable[[Context, Any], Iterator[Step]]] = {
    pc.OpenHouse: house_commands.open_house,
    pc.InstallTable: house_commands.install_table,
    pc.StateLawFolder: house_commands.state_law_folder,
    pc.AcceptFindings: record_commands.accept_findings,
    pc.WithdrawAcceptance: record_commands.withdraw_acceptance,
    pc.MakeAccount: account_commands.make_account,
    pc.GrantRole: account_commands.grant_role,
    pc.RemoveRole: account_commands.remove_role,
    pc.CloseAccount: account_commands.close_account,
    pc.Deposit: house_commands.deposit,
    pc.DepositPlayMoney: house_commands.deposit_play_money,
    pc.Withdraw: house_commands.withdraw,
    pc.SetLimit: account_commands.set_limit,
    pc.SetTimeLimit: account_commands.set_time_limit,
    pc.Suspend: account_commands.suspend,
    pc.Exclude: account_commands.exclude,
    pc.Reinstate: account_commands.reinstate,
    pc.RecordPerson: record_commands.record_person,
    pc.RecordSoftware: record_commands.record_software,
    pc.AcceptSoftware: record_commands.accept_software,
    pc.RecordCheckpoint: record_commands.record_checkpoint,
    pc.RestoreJournal: record_commands.restore_journal,
    pc.SetLargeWin: record_commands.set_large_win,
    pc.FillRack: house_commands.fill_rack,
    pc.InstructFills: house_commands.instruct_fills,
    pc.CreditRack: house_commands.credit_rack,
    pc.CountRack: house_commands.count_rack,
    pc.CountDrop: house_commands.count_drop,
    pc.ProposeAdjustment: house_commands.propose_adjustment,
    pc.ApproveAdjustment: house_commands.approve_adjustment,
    pc.RejectAdjustment: house_commands.reject_adjustment,
    pc.BuyIn: table_commands.buy_in,
    pc.CashOut: table_commands.cash_out,
    pc.IssueCoupons: house_commands.issue_coupons,
    pc.CancelCoupons: house_commands.cancel_coupons,
    pc.ReturnSpokenWager: table_commands.return_spoken_wager,
    pc.DeclareReady: table_commands.declare_ready,
    pc.SealShoe: table_commands.seal_shoe,
    pc.CutShoe: table_commands.cut_shoe,
    pc.DiscloseShoe: table_commands.disclose_shoe,
    pc.AbandonShoe: table_commands.abandon_shoe,
}
