"""Decide commands at a table: seats, rounds of play, shoes."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from upcard.cards import DECK
from upcard.game import Refused, TableState, play, refusals
from upcard.game import commands as do
from upcard.game.awaited import WaitsFor, waiting_for
from upcard.game.confirmation import Confirmation, by, in_words
from upcard.game.refuse import must_confirm
from upcard.game.roles import Role
from upcard.game.settle import awaited
from upcard.game.shoe import BURNED_CARDS, cutting_card_position
from upcard.game.state import Felt
from upcard.money import Cents, format_money
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.accounts import Entry, PitAccount, Shortage, entries, move
from upcard.pit.compliance import checked, clearance_of
from upcard.pit.context import CannotOpenShoe, Context
from upcard.pit.house_commands import amount_reasons, text_reasons, wallet_is_open
from upcard.pit.limits import LimitKind
from upcard.pit.play_restrictions import play_reasons
from upcard.pit.protection import churning_reasons, money_reasons
from upcard.pit.refusal import Reason, Step, shortage_reason, split
from upcard.pit.rights import SEAT_ACTIONS, not_held
from upcard.pit.shoes import ShoeContents
from upcard.pit.state import PitTable, ShoeStage, ShoeState, SpokenWager
from upcard.pit.streams import group_of, wallet_of
from upcard.rules.wager import Demand, Person, Point
from upcard.wagers import display_name


def buy_in(context: Context, command: pc.BuyIn) -> Iterator[Step]:
    """Buy chips at a seat, and take the seat if it is free."""
    table = context.table(command.table)
    seats = table.state.felt.config.seats
    if not table.state.open:
        yield None, f"table {command.table} is closed"
    if not 1 <= command.seat <= seats:
        yield None, f"there is no seat {command.seat}: the table has seats 1 to {seats}"
    yield from amount_reasons(command.amount)
    yield from wallet_is_open(context, command.patron)
    yield from play_reasons(context.states, command.patron, context.time)
    yield from money_reasons(context, command.patron, LimitKind.SPEND, command.amount)
    yield from churning_reasons(context, command.patron)
    holder = table.holders.get(command.seat)
    if holder is None:
        yield pv.SeatTaken(command.table, command.seat, command.patron)
    elif holder != command.patron:
        yield None, f"seat {command.seat} is taken by another patron"
    yield pv.BoughtIn(command.patron, command.table, command.seat, command.amount)


def cash_out(context: Context, command: pc.CashOut) -> Iterator[Step]:
    """Leave a seat that has no chips on the layout."""
    table = context.table(command.table)
    if table.holders.get(command.seat) != command.patron:
        yield None, f"{command.patron} does not have seat {command.seat}"
    if table.state.seat(command.seat) is not None:
        yield None, f"seat {command.seat} has wagers on the layout: take them down, or wait until they are settled"
    yield from _returned(command.table, (each for each in table.spoken if each.seat == command.seat))
    chips = context.balance(command.table, accounts.stack(command.table, command.seat))
    rounds = table.state.round - table.taken_in.get(command.seat, table.state.round)
    yield pv.CashedOut(command.patron, command.table, command.seat, chips, rounds)
    yield pv.SeatLeft(command.table, command.seat, command.patron)


# What ends the time in which a spoken wager can be confirmed.
_ENDS_BETTING = (do.CloseBetting, do.CloseTable, do.VoidRound)
_WITHOUT_CARDS = (do.WithdrawWager, do.CloseTable, do.VoidRound)  # what can be done when nobody knows the cards


class Round(NamedTuple):
    """The result of an action in a round: the engine's state, the events, and every amount moved."""

    state: TableState
    events: list[pv.AnyEvent]
    moved: list[Entry]


def at_table(context: Context, command: pc.AtTable) -> Round | list[Reason]:
    """Carry out an action in a round of play."""
    table, action = context.table(command.table), command.action
    reasons: list[Reason] = []
    if isinstance(action, SEAT_ACTIONS):
        reasons += not_held(context.actor, table, action.seat)
    if isinstance(action, do.PlaceWager):
        reasons += _made_with(action)
    if isinstance(action, do.VoidRound) and context.actor.role is Role.SYSTEM and not _is_retired(table):
        reasons.append((None, "the system voids only a round whose shoe was retired by a restore: a supervisor must"))
    if isinstance(action, do.VoidRound) and action.by != str(context.actor):
        reasons.append((None, f"the round must be voided in the name of {context.actor}, not of someone else"))
    besides: list[pv.AnyEvent] = []
    if isinstance(action, do.CloseTable):
        locked, besides = split(_disclosing(context, command.table, table))
        reasons += locked
    if isinstance(action, do.OpenTable):
        kept_closed, besides = split(_checking(context, command.table, table))
        reasons += kept_closed
    returned = tuple(_returned(command.table, table.spoken)) if isinstance(action, _ENDS_BETTING) else ()
    outcome = carried_out(context, command.table, action, reasons, before=returned)
    if isinstance(outcome, Round):
        outcome.events.extend(besides)
    return outcome


def _is_retired(table: PitTable) -> bool:
    return table.shoe is not None and table.shoe.retired and not table.shoe.is_over


def _checking(context: Context, name: str, table: PitTable) -> Iterator[Step]:
    """Check a table that is to be opened, for the day of the command."""
    day = context.moment.calendar_day
    yield from clearance_of(name, table, day).reasons
    yield from checked(name, table.file, table.acceptances, day, table.law)


def _made_with(action: do.PlaceWager) -> Iterator[Reason]:
    """Yield why a wager is not made this way in a pit."""
    if action.made_earlier:
        yield None, "a wager must be made now: only a written round can begin with earlier wagers"
    if action.spoken is not None:
        yield None, "a spoken wager is made by those who must confirm it, each for themselves: confirm it instead"


def _returned(name: str, spoken: Iterable[SpokenWager]) -> Iterator[pv.SpokenWagerReturned]:
    """Yield the return of spoken wagers that not all who must have confirmed."""
    for each in spoken:
        yield pv.SpokenWagerReturned(name, each.seat, each.wager, each.choice, each.amount)


_CONFIRMS = {Role.DEALER: Person.DEALER, Role.SUPERVISOR: Person.SUPERVISOR}


def confirm_spoken_wager(context: Context, command: pc.ConfirmSpokenWager) -> Round | list[Reason]:
    """Confirm a spoken wager; the last who must confirm it has the cash changed into chips, and the wager made.

    The dealer is a person, who has heard the wager and has the cash in hand: software confirms nothing.
    """  # reading 77
    table, actor = context.table(command.table), context.actor
    if actor.role not in _CONFIRMS:
        return []  # not permitted
    waiting = table.spoken_for(command.seat, command.wager, command.choice)
    former = () if waiting is None else waiting.confirmations
    own = Confirmation(_CONFIRMS[actor.role], actor.name)
    given = (*former, own)
    offer = table.state.felt.offers.get(command.wager)
    needed = frozenset[Person]() if offer is None else must_confirm(offer)
    missing = by(*needed - {each.person for each in given})
    reasons = [*_cash_reasons(context, command), *_not_twice(table, command, own)]
    confirmed = pv.SpokenWagerConfirmed(command.table, command.seat, command.wager, command.choice, command.amount, own)
    changed = pv.CashChanged(
        table.holders.get(command.seat, ""),
        command.table,
        command.seat,
        command.wager,
        command.choice,
        command.amount,
    )
    # What would be refused at the last confirmation is refused at the first one.
    everyone = tuple(sorted((*given, *missing), key=lambda each: list(Person).index(each.person)))
    made = do.PlaceWager(command.seat, command.wager, (command.amount,), command.choice, spoken=everyone)
    outcome = carried_out(context, command.table, made, reasons, before=(confirmed, changed))
    if missing and isinstance(outcome, Round):
        return Round(group_of(context.states, command.table).at(command.table), [confirmed], [])
    return outcome


def _cash_reasons(context: Context, command: pc.ConfirmSpokenWager) -> Iterator[Reason]:
    """Yield why a patron's cash cannot be changed into chips at a seat: as for a buy-in."""
    table = context.table(command.table)
    yield from not_held(context.actor, table, command.seat)
    if not context.actor.name:
        yield None, "a confirmation must be signed: the actor needs a name"
    yield from amount_reasons(command.amount)
    holder = table.holders.get(command.seat)
    if holder is not None:
        yield from play_reasons(context.states, holder, context.time)
        yield from money_reasons(context, holder, LimitKind.SPEND, command.amount)
    rack = accounts.rack(command.table)
    held = context.balance(command.table, rack)
    if held < command.amount:
        yield shortage_reason(Shortage(rack, held, Cents(command.amount - held)), context.actor)


def _not_twice(table: PitTable, command: pc.ConfirmSpokenWager, own: Confirmation) -> Iterator[Reason]:
    """Yield why a confirmation does not fit the earlier ones: another amount, or by the same person."""
    waiting = table.spoken_for(command.seat, command.wager, command.choice)
    if waiting is None:
        return
    config = table.state.felt.config
    source = table.state.felt.offers[command.wager].wager.spoken.cite.as_of(config.law)
    for each in waiting.confirmations:
        if each.name == own.name and each.person is not own.person:  # twice as the same person, the engine refuses
            yield source, f"{own.name} has confirmed this spoken wager as {each.person.value}: another person must"
    if waiting.amount != command.amount:
        who, amounts = in_words(waiting.confirmations), (format_money(waiting.amount), format_money(command.amount))
        yield source, f"{who} confirmed a spoken wager of {amounts[0]}, not {amounts[1]}"


def return_spoken_wager(context: Context, command: pc.ReturnSpokenWager) -> Iterator[Step]:
    """Return the cash of a spoken wager that is not yet made."""
    waiting = context.table(command.table).spoken_for(command.seat, command.wager, command.choice)
    if waiting is None:
        yield (
            None,
            f"seat {command.seat} has no spoken {display_name(command.wager)} wager that waits for a confirmation",
        )
        return
    yield from _returned(command.table, (waiting,))


def declare_ready(context: Context, command: pc.DeclareReady) -> Iterator[Step]:
    """Want nothing more of what the table offers now; when everybody does, it goes on at once."""
    table, seat = context.table(command.table), command.seat
    yield from not_held(context.actor, table, seat)
    waiting = waiting_for(table.state)
    if waiting.kind in (WaitsFor.SHUFFLE, WaitsFor.WAGERS):
        own = (each for each in table.state.seats if table.holders.get(each.number) == table.holders.get(seat))
        if not any(each.chips for each in own):
            yield None, "make a wager first: cards are dealt only to a seat with a blackjack wager"
    elif seat not in waiting.seats:
        yield None, f"seat {seat} is offered nothing that could be declined now"
    if table.is_ready(seat):
        yield None, f"seat {seat} has already said that it wants nothing more"
    yield pv.ReadyDeclared(command.table, seat)


def press_bonus_button(context: Context, command: pc.PressBonusButton) -> Round | list[Reason]:
    """Press the bonus button; the display shows what the server drew."""
    reasons = list(not_held(context.actor, context.table(command.table), command.seat))
    state = group_of(context.states, command.table).at(command.table)
    drawn = context.drawn
    if not isinstance(drawn, pc.ShownAmount):
        drawn = pc.ShownAmount(Cents(0))
    action = do.PressButton(command.seat, command.wager, drawn.shown)
    if not is_awaited_button(state, command):
        return [*reasons, *((refusal.cite, refusal.message) for refusal in refusals(state, action)[:1])]
    return carried_out(context, command.table, action, reasons)


def is_awaited_button(state: TableState, command: pc.PressBonusButton) -> bool:
    """Whether a table waits for this press of the bonus button next."""
    waiting = [(seat, wager) for seat, wager, demand in awaited(state) if demand is Demand.PLAYER_PRESSES_BUTTON]
    return waiting[:1] == [(command.seat, command.wager)]


def carried_out(
    context: Context,
    name: str,
    action: do.Command,
    reasons: list[Reason],
    *,
    before: tuple[pv.AnyEvent, ...] = (),
) -> Round | list[Reason]:
    """Carry out an engine command with the chips at the table, unless there are already reasons against it.

    Events that come before it are booked first.
    """
    group = group_of(context.states, name)
    shoe = group.tables[name].shoe
    if shoe is not None and _is_retired(group.tables[name]) and not isinstance(action, _WITHOUT_CARDS):
        return [*reasons, (None, _retired_words(shoe))]
    if shoe is not None and shoe.stage is ShoeStage.BLIND and not isinstance(action, _WITHOUT_CARDS):
        what = "put its key into the key folder, or void the round and abandon the shoe"
        return [*reasons, (None, f"shoe {shoe.number} cannot be dealt: its order is not known here; {what}")]
    try:
        after, events = play(_asked_on(context, group.at(name), action), action)
    except Refused as refused:
        return [*reasons, *((refusal.cite, refusal.message) for refusal in refused.refusals)]
    if reasons:
        return reasons
    return _with_chips(context, name, after._replace(felt=group.at(name).felt), (*before, *events))


def _retired_words(shoe: ShoeState) -> str:
    return (
        f"shoe {shoe.number} is out of play because the journal was restored: its round is voided, and it is disclosed"
    )


def _asked_on(context: Context, state: TableState, action: do.Command) -> TableState:
    """Return the state of a table; one that is opened is asked about on the day of the command."""
    if not isinstance(action, do.OpenTable):
        return state
    return state._replace(felt=Felt(state.felt.config.on(context.moment.calendar_day)))


def _with_chips(context: Context, name: str, after: TableState, events: Iterable[pv.AnyEvent]) -> Round | list[Reason]:
    """Book every event against the chips at the table: no seat can wager what it does not have, nor a patron's coupon.

    A payout never fails for lack of chips, since a refusal would reveal something about unseen cards: the
    licensee advances what the rack lacks.
    """
    group = group_of(context.states, name)
    rack, balances, holders = accounts.rack(name), group.tables[name].balances, group.tables[name].holders
    held: dict[PitAccount, int] = {}  # the accounts that have changed
    result = Round(after, [], [])
    for event in events:
        if moved := entries(event, name, group.name, holders):
            paid = -sum([amount for account, amount in moved if account == rack])
            lacking = paid - held.get(rack, balances.get(rack, 0))
            if paid > 0 and lacking > 0:
                result.events.append(pv.RackAdvanced(name, Cents(lacking)))
                moved = (*move(lacking, accounts.HOUSE, rack), *moved)
            result.moved.extend(moved)
            for account, amount in moved:
                if account in held:
                    before = held[account]
                else:
                    before = balances.get(account) or group.balances.get(account) or _coupons(context, account)
                held[account] = before + amount
                if before + amount < 0 and account != rack and not account.may_be_negative:
                    return [shortage_reason(Shortage(account, Cents(before), Cents(-before - amount)), context.actor)]
        result.events.append(event)
    return result


def _coupons(context: Context, account: PitAccount) -> int:
    """Return what the account of a patron's coupons holds; nothing for any other account."""
    if account.kind != "coupons of":
        return 0
    return wallet_of(context.states, account.owner).balances.get(account, 0)


def _between_rounds(table: PitTable, name: str) -> Iterator[Reason]:
    if not table.state.open:
        yield None, f"table {name} is closed"
    if table.state.point is not Point.BEFORE_FIRST_CARD:
        yield None, "a round is in progress: wait until it ends"


def seal_shoe(context: Context, command: pc.SealShoe) -> Iterator[Step]:
    """Seal a new shoe, once the last one is disclosed."""
    table = context.table(command.table)
    yield from _between_rounds(table, command.table)
    if table.shoe is not None and not table.shoe.is_over:
        waits = table.shoe.stage is ShoeStage.SEALED
        yield None, f"shoe {table.shoe.number} {'is waiting for its cut' if waits else 'is in play'}: disclose it first"
    drawn, number = context.drawn, next_shoe(table)
    if not isinstance(drawn, pc.DrawnShoe):
        yield None, "the server has not drawn a shoe"
    else:
        if drawn.number != number:
            yield None, f"the next shoe of table {command.table} is number {number}, not {drawn.number}"
        yield pv.ShoeSealed(command.table, drawn.number, drawn.root, drawn.sealed, drawn.key)


def next_shoe(table: PitTable) -> int:
    """Return the number of the next shoe: 1, 2, 3, … without a gap."""
    return 1 if table.shoe is None else table.shoe.number + 1


def cut_shoe(context: Context, command: pc.CutShoe) -> Iterator[Step]:
    """Cut the sealed shoe and put it into play."""
    group = group_of(context.states, command.table)
    table, config = group.tables[command.table], group.tables[command.table].state.felt.config
    if command.seat:
        yield from not_held(context.actor, table, command.seat)
    if context.actor.role is Role.PATRON and (command.declined or not command.seat):
        yield None, "a patron can cut only for a seat; the dealer records who declined"
    position = _cut_position(context, command)
    if not isinstance(position, int):
        yield position
        return
    shoe = table.shoe
    if shoe is None or shoe.stage is not ShoeStage.SEALED:
        yield None, "no sealed shoe is waiting for a cut: seal one first"
        return
    if shoe.retired:
        yield None, _retired_words(shoe)
    opened = _opened(context, command.table, shoe)
    if not isinstance(opened, ShoeContents):
        yield opened
        return
    if Counter(opened.order) != Counter(DECK * config.decks):
        yield None, f"shoe {shoe.number} is not exactly {config.decks} complete decks: disclose it"
    cut = do.Cut(command.seat, position, command.declined)
    place = cutting_card_position(config, len(opened.order))
    shuffle = do.ShuffleShoe(opened.order, cut, place, burn=BURNED_CARDS)
    try:
        _, events = play(group.at(command.table), shuffle)
        yield from events
    except Refused as refused:
        yield from ((refusal.cite, refusal.message) for refusal in refused.refusals)


def _cut_position(context: Context, command: pc.CutShoe) -> int | Reason:
    """Return where a shoe is cut: as stated, or for the dealer as drawn."""
    if command.position is not None:
        return command.position
    if command.seat:
        return None, f"the cut of seat {command.seat} must state its position: only the dealer's is drawn"
    if not isinstance(context.drawn, pc.DrawnCut):
        return None, "the server has not drawn where the dealer cuts"
    return context.drawn.position


def _opened(context: Context, name: str, shoe: ShoeState) -> ShoeContents | Reason:
    try:
        return context.shoes.open(name, shoe).contents
    except CannotOpenShoe as locked:
        return None, str(locked)


def disclose_shoe(context: Context, command: pc.DiscloseShoe) -> Iterator[Step]:
    """Take a shoe out of play between rounds, and disclose it."""
    table = context.table(command.table)
    yield from _between_rounds(table, command.table)
    if not _has_shoe(table, command.number):
        yield _no_shoe(command)
        return
    yield from _disclosing(context, command.table, table)


def _has_shoe(table: PitTable, number: int) -> bool:
    return table.shoe is not None and table.shoe.number == number and not table.shoe.is_over


def _no_shoe(command: pc.DiscloseShoe | pc.AbandonShoe) -> Reason:
    return None, f"table {command.table} has no open shoe {command.number}"


def abandon_shoe(context: Context, command: pc.AbandonShoe) -> Iterator[Step]:
    """Take a shoe that cannot be disclosed, because nobody can open it, out of play."""
    table = context.table(command.table)
    yield from _between_rounds(table, command.table)
    yield from text_reasons("reason", command.reason)
    if table.shoe is None or not _has_shoe(table, command.number):
        yield _no_shoe(command)
    elif isinstance(_opened(context, command.table, table.shoe), ShoeContents):
        yield None, f"shoe {command.number} can be opened: disclose it instead"
    yield pv.ShoeAbandoned(command.table, command.number, command.reason)


def _disclosing(context: Context, name: str, table: PitTable) -> Iterator[Step]:
    if table.shoe is not None and not table.shoe.is_over:
        opened = _opened(context, name, table.shoe)
        if isinstance(opened, ShoeContents):
            yield pv.ShoeDisclosed(name, table.shoe.number, opened.order_text, opened.seed_text)
        else:
            yield opened
