"""Fold an event into the state of a stream: the only place where the state of the pit changes."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from upcard.game import at
from upcard.game import events as ev
from upcard.game import evolve as evolve_engine
from upcard.game.awaited import question
from upcard.game.state import Dealer, TableState
from upcard.law.folder import LawFolder, in_force
from upcard.pit import events as pv
from upcard.pit import limits
from upcard.pit.accounts import OF_PATRONS, Entry, PitAccount
from upcard.pit.limits import Moment
from upcard.pit.protection import protected
from upcard.pit.state import (
    Acceptance,
    Account,
    Adjustment,
    Balances,
    GroupState,
    HouseState,
    PasswordLink,
    PitTable,
    ShoeStage,
    ShoeState,
    SignificantState,
    SpokenWager,
    StandingFills,
    StreamState,
    WalletState,
)
from upcard.pit.streams import group_stream, wallet_stream
from upcard.table import TableConfig, loads
from upcard.table.law_folder import law_folder_of

_IN_GROUP = frozenset({"meter", "reserve"})


def evolve(
    stream: str, state: StreamState, event: pv.AnyEvent, table: str, moved: Iterable[Entry], moment: Moment
) -> StreamState:
    """Return the state of a stream after an event at a table, which moved amounts between accounts at a moment."""
    if isinstance(state, GroupState):
        return booked(evolve_group(state, event, table), moved)
    if isinstance(state, WalletState):
        return _wallet(stream, protected(state, event, moment), event, moved)
    return _significant(state, event, moment) if isinstance(state, SignificantState) else _house(state, event)


def with_entry(entries: Mapping[Any, Any], key: object, value: object) -> dict[Any, Any]:
    """Return a mapping with a value put under a key."""
    return {**entries, key: value}


def _without(entries: Mapping[Any, Any], key: object) -> dict[Any, Any]:
    return {each: value for each, value in entries.items() if each != key}


def _house(state: HouseState, event: pv.AnyEvent) -> HouseState:
    match event:
        case pv.HouseOpened():
            return state._replace(
                licensee=event.licensee,
                gaming_day_begins=event.gaming_day_begins,
                time_zone=event.time_zone,
                demonstration=event.demonstration,
            )
        case pv.LawFolderStated():
            return state._replace(law=event.content)
        case pv.TableInstalled():
            stream = group_stream(event.group, linked=event.linked)
            return state._replace(tables=with_entry(state.tables, event.table, stream))
        case pv.AdjustmentProposed():
            waiting = Adjustment(event.from_account, event.to_account, event.amount, event.by)
            adjustments = with_entry(state.adjustments, event.number, waiting)
            return state._replace(adjustments=adjustments, last_adjustment=event.number)
        case pv.AdjustmentApproved() | pv.AdjustmentRejected():
            return state._replace(adjustments=_without(state.adjustments, event.number))
        case pv.LargeWinSet():
            return state._replace(large_win=event.amount)
    return state


def _significant(state: SignificantState, event: pv.AnyEvent, moment: Moment) -> SignificantState:
    match event:
        case pv.SoftwareInstalled():
            return state._replace(version=event.version, fingerprint=event.fingerprint, changed="")
        case pv.SoftwareVerified():
            return state._replace(changed="")
        case pv.SoftwareChanged():
            return state._replace(changed=event.fingerprint)
        case pv.SoftwareAccepted():
            return state._replace(fingerprint=event.fingerprint, changed="")
        case pv.AccountMade():
            made = Account(frozenset(event.roles), event.demo, moment.time)
            return state._replace(accounts=with_entry(state.accounts, event.person, made))
        case pv.RolesChanged() | pv.AccountClosed():
            roles = frozenset(event.roles if isinstance(event, pv.RolesChanged) else ())
            account = state.accounts[event.person]._replace(roles=roles)
            return state._replace(accounts=with_entry(state.accounts, event.person, account))
        case pv.CheckpointRecorded():
            return state._replace(signed=event.rows)
        case pv.JournalRestored():
            return state._replace(signed=0)
        case pv.PersonRecorded():
            return _with_password(state, event, moment)
    return state


def _with_password(state: SignificantState, event: pv.PersonRecorded, moment: Moment) -> SignificantState:
    """Keep who made the link by which the password of a person can be set, or was set last."""
    person = event.person
    match event.kind:
        case limits.LINK_MADE:
            made = PasswordLink(event.by, event.happened, moment.day.isoformat())
            return state._replace(links=with_entry(state.links, person, made))
        case limits.LINK_USED if person in state.links:
            used = PasswordLink(state.links[person].by, event.happened, moment.day.isoformat())
            linked = with_entry(state.linked, person, used)
            return state._replace(links=_without(state.links, person), linked=linked, own=state.own - {person})
        case limits.PASSWORD_CHANGED:
            return state._replace(links=_without(state.links, person), own=state.own | {person})
    return state


def _wallet(stream: str, state: WalletState, event: pv.AnyEvent, moved: Iterable[Entry]) -> WalletState:
    match event:
        case pv.WalletOpened():
            return state._replace(open=True)
        case pv.WalletClosed():
            return state._replace(open=False)
        case pv.SeatTaken():
            return state._replace(seats=state.seats | {(event.table, event.seat)})
        case pv.SeatLeft():
            return state._replace(seats=state.seats - {(event.table, event.seat)})
    own = [entry for entry in moved if is_in_wallet(entry.account, stream)]
    return state._replace(balances=_added(state.balances, own)) if own else state


def is_in_wallet(account: PitAccount, stream: str) -> bool:
    """Whether the stream of a wallet holds an account: its money, or its patron's coupons."""
    return account.kind in OF_PATRONS and wallet_stream(account.owner) == stream


def _added(balances: Balances, moved: Iterable[Entry]) -> Balances:
    """Return balances after entries; an account that holds nothing is not kept."""
    sums = dict(balances)
    for account, amount in moved:
        total = sums.get(account, 0) + amount
        if total:
            sums[account] = total
        else:
            sums.pop(account, None)
    return sums


def booked(group: GroupState, moved: Iterable[Entry]) -> GroupState:
    """Return a group after entries; those of accounts elsewhere are left out."""
    by_table: dict[str, list[Entry]] = {}
    meters: list[Entry] = []
    for entry in moved:
        place = entry.account
        if place.kind in _IN_GROUP:
            meters.append(entry)
        elif place.owner in group.tables and place.kind not in OF_PATRONS:
            by_table.setdefault(place.owner, []).append(entry)
    for name, own in by_table.items():
        table = group.tables[name]
        group = with_table(group, name, table._replace(balances=_added(table.balances, own)))
    return group._replace(balances=_added(group.balances, meters)) if meters else group


def with_table(group: GroupState, name: str, table: PitTable) -> GroupState:
    """Return a group with a table added, or in the place of the one of its name."""
    return group._replace(tables={**group.tables, name: table})


def with_state(group: GroupState, name: str, state: TableState) -> GroupState:
    """Return a group after a round went on at a table: the meters are those that the engine left."""
    return with_table(group, name, group.tables[name]._replace(state=state))._replace(meters=state.meters)


def evolve_group(group: GroupState, event: pv.AnyEvent, table: str) -> GroupState:
    """Return a group after an event at a table, but for the balances."""
    match event:
        case pv.TableLawStated():
            return group._replace(laws=with_entry(group.laws, event.table, event.content))
        case pv.TableInstalled():
            return _installed(group, event)
        case pv.FindingsAccepted():
            accepted = Acceptance(event.file, event.findings, event.reason, event.day, event.until, event.by)
            return _with_acceptance(group, event.table, event.number, accepted)
        case pv.AcceptanceWithdrawn():
            former = group.tables[event.table].acceptances[event.number]
            return _with_acceptance(group, event.table, event.number, former._replace(withdrawn=event.reason))
        case pv.SeatTaken() | pv.SeatLeft() | pv.ReadyDeclared() | pv.FillsInstructed():
            return with_table(group, event.table, _held(group.tables[event.table], event))
        case pv.SpokenWagerConfirmed() | pv.SpokenWagerReturned() | pv.CashChanged():
            return with_table(group, event.table, _with_spoken(group.tables[event.table], event))
        case pv.ShoeSealed() | pv.ShoeRetired() | pv.ShoeDisclosed() | pv.ShoeAbandoned():
            # A restore retires the shoes of several groups in one row.
            return _with_shoe(group, event) if event.table in group.tables else group
    if type(event) in pv.PIT_EVENTS:
        return group
    return _at_table(group, event, table)  # type: ignore[arg-type]  # the others are the engine's


def _held(table: PitTable, event: pv.SeatTaken | pv.SeatLeft | pv.ReadyDeclared | pv.FillsInstructed) -> PitTable:
    """Return a table whose seats or rack are held otherwise: taken, left, ready; another standing instruction."""
    match event:
        case pv.FillsInstructed():
            return table._replace(fills=StandingFills(event.below, event.up_to) if event.up_to else None)
        case pv.ReadyDeclared():
            return table._replace(ready=with_entry(table.ready, event.seat, question(table.state)))
        case pv.SeatLeft():
            return table._replace(
                holders=_without(table.holders, event.seat),
                taken_in=_without(table.taken_in, event.seat),
                ready=_without(table.ready, event.seat),
            )
    return table._replace(
        holders=with_entry(table.holders, event.seat, event.patron),
        taken_in=with_entry(table.taken_in, event.seat, table.state.round),
    )


def _with_spoken(table: PitTable, event: pv.SpokenWagerConfirmed | pv.SpokenWagerReturned | pv.CashChanged) -> PitTable:
    """Return a table with another confirmation of a spoken wager; without the wager once it is returned or made."""
    known = table.spoken_for(event.seat, event.wager, event.choice)
    others = tuple(each for each in table.spoken if each is not known)
    if not isinstance(event, pv.SpokenWagerConfirmed):
        return table._replace(spoken=others)
    former = () if known is None else known.confirmations
    spoken = SpokenWager(event.seat, event.wager, event.choice, event.amount, (*former, event.confirmation))
    return table._replace(spoken=(*others, spoken))


def _with_acceptance(group: GroupState, name: str, number: int, acceptance: Acceptance) -> GroupState:
    table = group.tables[name]
    return with_table(group, name, table._replace(acceptances=with_entry(table.acceptances, number, acceptance)))


def _at_table(group: GroupState, event: ev.Event, name: str) -> GroupState:
    if isinstance(event, ev.ShoeShuffled | ev.ShoeCut):
        group = with_table(group, name, with_shoe_played(group.tables[name], event))
    state = evolve_engine(event, group.at(name))
    if isinstance(event, ev.HoleCardTurned):
        state = _with_hole_card(state, event)
    return with_state(group, name, state)


def _with_hole_card(state: TableState, event: ev.HoleCardTurned) -> TableState:
    """Put the hole card in its place, in case it was dealt from a shoe whose order is not known here."""
    if state.dealer.cards[1] == event.card:
        return state
    upcard = state.upcard
    total = Dealer().total.plus(upcard).plus(event.card)
    return state._replace(dealer=state.dealer._replace(cards=(upcard, event.card), total=total))


def blinded(group: GroupState, name: str) -> GroupState:
    """Return a group in which nobody knows the order of the shoe that was put into play at a table."""
    table = group.tables[name]
    assert table.shoe is not None
    return with_table(group, name, table._replace(shoe=table.shoe._replace(stage=ShoeStage.BLIND)))


def with_shoe_played(table: PitTable, event: ev.ShoeShuffled | ev.ShoeCut) -> PitTable:
    """Return a table whose sealed shoe was put into play, or cut."""
    shoe = table.shoe
    assert shoe is not None
    if isinstance(event, ev.ShoeCut):
        return table._replace(shoe=shoe._replace(cut=event.position))
    return table._replace(shoe=shoe._replace(stage=ShoeStage.LIVE))


ShoeEvent = pv.ShoeSealed | pv.ShoeRetired | pv.ShoeDisclosed | pv.ShoeAbandoned


def _with_shoe(group: GroupState, event: ShoeEvent) -> GroupState:
    """Return a group whose table has another shoe, or one that is now out of play."""
    table = group.tables[event.table]
    match event:
        case pv.ShoeSealed():
            sealed = ShoeState(event.number, event.root, event.sealed, event.key)
            return with_table(group, event.table, table._replace(shoe=sealed))
        case pv.ShoeRetired():
            assert table.shoe is not None
            return with_table(group, event.table, table._replace(shoe=table.shoe._replace(retired=True)))
        case pv.ShoeDisclosed():
            return _without_shoe(group, event.table, ShoeStage.DISCLOSED)
        case pv.ShoeAbandoned():
            return _without_shoe(group, event.table, ShoeStage.ABANDONED)


def _without_shoe(group: GroupState, name: str, stage: ShoeStage) -> GroupState:
    """Remove the shoe: the engine requires a shuffle before it deals again."""
    table = group.tables[name]
    assert table.shoe is not None
    state = table.state._replace(shoe=(), next_card=0, cutting_card=0)
    return with_table(group, name, table._replace(state=state, shoe=table.shoe._replace(stage=stage)))


@lru_cache(maxsize=16)
def law_of(content: str) -> LawFolder | None:
    """Return the law folder that says this; None where nothing is said. Raise BadConfig if it cannot be read."""
    return law_folder_of(content) if content else None


@lru_cache(maxsize=256)
def config_of(table: str, text: str, law: str = "") -> TableConfig:
    """Read the file of a table by what a law folder says; raise BadConfig with everything that is wrong in it."""
    with in_force(law_of(law)):
        return loads(text, name=table)


def _installed(group: GroupState, event: pv.TableInstalled) -> GroupState:
    """Put a table on the floor; a table with a new file keeps its chips, its seats and the number of its rounds."""
    law = group.laws.get(event.table, "")
    installed = at(config_of(event.table, event.text, law))
    former = group.tables.get(event.table, PitTable(installed))
    state = installed._replace(round=former.state.round, cut_by=former.state.cut_by)
    table = former._replace(state=state, file=event.text, law=law)
    return with_table(group._replace(name=event.group), event.table, table)
