"""upcard.LiveTable: a table to play at, command by command, which can be saved and resumed at any moment."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any, NamedTuple

from upcard.api.table import Table, config_of
from upcard.errors import Misuse
from upcard.game import Refusal, TableState, at, procedure
from upcard.game import commands as do
from upcard.game import play as carry_out
from upcard.game import refusals as reasons_against
from upcard.game.awaited import Waiting, drawn_display, waiting_for
from upcard.game.commands import Command
from upcard.game.confirmation import Confirmation
from upcard.game.events import BLACKJACK, Event
from upcard.game.json_codec import CLASSES, VERSION, read_command, read_event, read_state, to_json
from upcard.game.json_shapes import BadJson, in_words, problems_below, wrong
from upcard.game.narrate import text
from upcard.game.roles import Role
from upcard.game.round_report import results
from upcard.game.shoe import new_shoe
from upcard.game.view import VIEWS, view
from upcard.game.written_round import read_confirmations
from upcard.money import Cents
from upcard.results.amounts import MoneyGiven, read_money
from upcard.results.arguments import Arguments, BadArguments, CardsGiven
from upcard.results.rulings import RuledSeat, ruled_seat
from upcard.rules.enums import Play
from upcard.rules.play_names import play_named
from upcard.table import TableConfig, plain_name

SAVED_VERSION = 1


class SavedTable(NamedTuple):
    """What is saved of a table."""

    state: TableState
    events: tuple[Event, ...] = ()  # since the last round ended
    last_round: tuple[Event, ...] = ()  # of the last round that ended


_LISTS = ("events", "last_round")
_KEYS = {VERSION, "state", *_LISTS}


def saved_text(table: SavedTable) -> str:
    """Return a table as JSON text."""
    lists = {name: [to_json(event) for event in getattr(table, name)] for name in _LISTS}
    return json.dumps({VERSION: SAVED_VERSION, "state": to_json(table.state), **lists})


def read_saved(text: str | bytes) -> SavedTable:
    """Read a table that `saved_text` wrote; raise BadJson with everything that is wrong."""
    saved = _parsed(text)
    number = saved.get(VERSION)
    if type(number) is not int or not 1 <= number <= SAVED_VERSION:
        newer = type(number) is int and number > SAVED_VERSION
        hint = "it was saved by a newer upcard" if newer else "it is no table that LiveTable.save wrote"
        raise wrong(f"must be {SAVED_VERSION}, not {in_words(number)}: {hint}", VERSION)
    if saved.keys() != _KEYS or not all(type(saved[name]) is list for name in _LISTS):
        raise wrong(f"must be an object with the keys {', '.join(sorted(_KEYS))}, events in lists")
    problems = problems_below("state", read_state, saved["state"])
    for name in _LISTS:
        for place, event in enumerate(saved[name]):
            below = problems_below(place, read_event, event)
            problems += [problem._replace(path=(name, *problem.path)) for problem in below]
    if problems:
        raise BadJson(problems)
    return SavedTable(read_state(saved["state"]), *(tuple(map(read_event, saved[name])) for name in _LISTS))


def _parsed(text: str | bytes) -> dict[str, Any]:
    try:
        saved = json.loads(text)
    except RecursionError:
        raise wrong("is no JSON: it is nested too deeply") from None
    except ValueError as why:
        raise wrong(f"is no JSON: {why}") from None
    if type(saved) is not dict:
        raise wrong(f"must be an object, not {in_words(saved)}")
    return saved


AmountsGiven = MoneyGiven | Iterable[MoneyGiven]  # one for each spot of the blackjack wager
CommandGiven = Command | Mapping[str, Any]  # a value, or its JSON
MOST_SEATS = 1000  # a seat that a table does not have is refused by its paragraph; this is no number of a seat at all


@dataclass(frozen=True)
class PlayOption:
    """A play of the hand whose turn it is: whether the rules allow it, and if not, why not.

    >>> option = LiveTable(Table(decks=6)).plays()[0]
    >>> option.play.value, option.allowed, len(option.refusals) > 0
    ('draw', False, True)
    """

    play: Play
    allowed: bool
    refusals: tuple[Refusal, ...]


class LiveTable:
    """A table to play at. It changes with each command, and only by a command that the rules allow.

    >>> table = LiveTable(Table(decks=6, minimum="10.00", maximum="500.00"))
    >>> _ = table.open_table()
    >>> _ = table.shuffle("Th 9s 8d 7c Tc")
    >>> _ = table.place_wager(1, "blackjack", "10.00")
    >>> _ = table.close_betting()
    >>> table.waiting_for.kind, table.waiting_for.seat
    (<WaitsFor.DECISION: 'decision'>, 1)
    >>> events = table.decide(1, "stand")
    >>> [table.narrate(event) for event in events if type(event).__name__ == "WagerPaid"]
    ['seat 1: blackjack, win: pays $10.00, $10.00 returned']
    >>> table.results()[0].net
    Money('10.00')
    """

    def __init__(self, table: Table | TableConfig, *, random: Random | None = None) -> None:
        """Set up a table, not yet open; `random` shuffles, cuts and draws what a display shows."""
        config = _config(table)
        config.require_one_game()
        self._now = SavedTable(at(config))
        self._random = _random(random)

    @classmethod
    def resume(cls, text: str | bytes, *, random: Random | None = None) -> "LiveTable":
        """Return the table that `save` wrote, as it was; raise BadJson with everything that is wrong.

        >>> LiveTable.resume(LiveTable(Table(decks=6)).save())
        <LiveTable table: round 1, waiting for opening>
        """
        if not isinstance(text, str | bytes):
            raise BadArguments((f"text: must be the text that LiveTable.save wrote, not {type(text).__name__}",))
        table = object.__new__(cls)
        table._now, table._random = read_saved(text), _random(random)
        return table

    def save(self) -> str:
        """Return the table as JSON text, from which `resume` goes on, in another process too.

        The source of random numbers is not part of it.
        """
        return saved_text(self._now)

    @property
    def state(self) -> TableState:
        """Return the state of the table: a value, which does not change."""
        return self._now.state

    @property
    def waiting_for(self) -> Waiting:
        """Return what the table waits for now, and from whom."""
        return waiting_for(self.state)

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the events since the last round ended: those of the round in progress."""
        return self._now.events

    @property
    def last_round(self) -> tuple[Event, ...]:
        """Return the events of the last round that ended; none before the first one has."""
        return self._now.last_round

    def results(self) -> tuple[RuledSeat, ...]:
        """Return what each seat won or lost in the last round that ended, wager by wager."""
        return tuple(ruled_seat(seat) for seat in results(self.last_round))

    def view(self, role: str | Role, seat: int | None = None) -> dict[str, Any]:
        """Return what a person may see of the table, as JSON: no hidden card, and not the order of the shoe.

        >>> sorted(LiveTable(Table(decks=6)).view("patron", seat=1))[:4]
        ['dealer', 'insurance_offered', 'meters', 'open']
        """
        arguments = Arguments()
        role = arguments.one_of("role", role.value if isinstance(role, Role) else role, [each.value for each in VIEWS])
        number = arguments.whole_or_none("seat", seat, 0, MOST_SEATS)
        arguments.done()
        return view(self.state, Role(role), number)

    @staticmethod
    def narrate(event: Event) -> str:
        """Return what happened in words; nothing for an event that only moves the round on."""
        return text(event)

    def refusals(self, command: CommandGiven) -> tuple[Refusal, ...]:
        """Return every reason why a command is not allowed now; none if it is. Nothing is done."""
        return reasons_against(self.state, _command(command))

    def do(self, command: CommandGiven) -> tuple[Event, ...]:
        """Carry out a command, a value or its JSON, and return what happened; raise Refused if it is not allowed.

        >>> table = LiveTable(Table(decks=6, minimum="10.00", maximum="500.00"))
        >>> table.do({"schema": 1, "command": "OpenTable"})
        (TableOpened(cite=Cite(section='13:69F-2.3', path='(a)')),)
        """
        before = self.state
        state, events = carry_out(before, _command(command))
        happened = (*self.events, *events)
        over = state.round > before.round
        self._now = SavedTable(state, () if over else happened, happened if over else self.last_round)
        return events

    def plays(self, seat: int | None = None) -> tuple[PlayOption, ...]:
        """Return every play, and whether the hand whose turn it is has it; for another seat, why it has not."""
        number = self._seat_in_turn() if seat is None else self._seat(seat)
        commands = [do.Decide(number, play) for play in Play]
        refused = [(command.play, self.refusals(command)) for command in commands]
        return tuple(PlayOption(play, not refusals, refusals) for play, refusals in refused)

    def _seat_in_turn(self) -> int:
        if turn := procedure.turn(self.state):
            return turn[0].number
        return next((seat.number for seat in procedure.may_surrender_early(self.state)), 0)

    def open_table(self) -> tuple[Event, ...]:
        """Open the table for play."""
        return self.do(do.OpenTable())

    def close_table(self) -> tuple[Event, ...]:
        """Close the table between rounds."""
        return self.do(do.CloseTable())

    def shuffle(self, cards: CardsGiven | None = None) -> tuple[Event, ...]:
        """Shuffle all cards, cut them, place the cutting card and burn a card; or put these cards in this order."""
        if cards is None:
            return self.do(new_shoe(self.state, self._random))
        arguments = Arguments()
        order = arguments.cards("cards", cards)
        arguments.done()
        return self.do(do.ShuffleShoe(order))

    def place_wager(
        self,
        seat: int,
        wager: str,
        amount: AmountsGiven,
        choice: int | None = None,
        *,
        coupon: MoneyGiven | None = None,
        spoken: str | Mapping[str, str] | None = None,
    ) -> tuple[Event, ...]:
        """Make a wager; for several spots of the blackjack wager, `amount` is a list.

        `coupon` is the stated value of a match play coupon wagered with the chips, or alone with an amount of "0.00".
        `spoken` says who confirmed a spoken wager with cash: "dealer", "dealer and supervisor", or their names.

        >>> import upcard
        >>> table = LiveTable(upcard.load("free-bet"))
        >>> _ = table.open_table()
        >>> _ = table.place_wager(1, "blackjack", "10.00")
        >>> [table.narrate(event) for event in table.place_wager(1, "push 22", "5.00", coupon="5.00")]
        ['seat 1 wagers $5.00 and a coupon of $5.00: Push 22']
        """
        arguments = _CommandArguments(self.state)
        number, name, amounts = arguments.seat(seat), arguments.wager(wager), arguments.amounts(amount)
        chosen = arguments.whole_or_none("choice", choice, 0, MOST_SEATS)
        value, confirmed = arguments.money("coupon", coupon) or Cents(0), arguments.confirmations(spoken)
        arguments.done()
        return self.do(do.PlaceWager(number, name, amounts, chosen, coupon=value, spoken=confirmed))

    def withdraw_wager(self, seat: int, wager: str, choice: int | None = None) -> tuple[Event, ...]:
        """Take a wager back before the first card."""
        arguments = _CommandArguments(self.state)
        number, name = arguments.seat(seat), arguments.wager(wager)
        chosen = arguments.whole_or_none("choice", choice, 0, MOST_SEATS)
        arguments.done()
        return self.do(do.WithdrawWager(number, name, chosen))

    def close_betting(self) -> tuple[Event, ...]:
        """Announce "no more bets" and deal."""
        return self.do(do.CloseBetting())

    def insure(self, seat: int, amount: AmountsGiven) -> tuple[Event, ...]:
        """Make an insurance wager; for several spots, `amount` is a list, with "0.00" for none."""
        arguments = _CommandArguments(self.state)
        number, amounts = arguments.seat(seat), arguments.amounts(amount)
        arguments.done()
        return self.do(do.Insure(number, amounts))

    def take_even_money(self, seat: int) -> tuple[Event, ...]:
        """Be paid 1 to 1 for a blackjack at once."""
        return self.do(do.TakeEvenMoney(self._seat(seat)))

    def close_insurance(self) -> tuple[Event, ...]:
        """Accept no more insurance."""
        return self.do(do.CloseInsurance())

    def close_surrender(self) -> tuple[Event, ...]:
        """Accept no more early surrender."""
        return self.do(do.CloseSurrender())

    def decide(self, seat: int, play: str | Play, amount: AmountsGiven | None = None) -> tuple[Event, ...]:
        """Play the hand whose turn it is, in the rule's words or the floor's; `amount` only to double down for less."""
        arguments = _CommandArguments(self.state)
        number, chosen = arguments.seat(seat), arguments.play(play)
        amounts = None if amount is None else arguments.amounts(amount)
        arguments.done()
        return self.do(do.Decide(number, chosen, amounts))

    def validate_payout(self, seat: int, wager: str, *, not_from_rack: bool = False) -> tuple[Event, ...]:
        """Validate a payout, as a supervisor, where the rules require it; say if it is not paid from the rack."""
        arguments = _CommandArguments(self.state)
        number, name = arguments.seat(seat), arguments.wager(wager)
        elsewhere = arguments.flag("not_from_rack", not_from_rack)
        arguments.done()
        return self.do(do.ValidatePayout(number, name, elsewhere))

    def complete_documents(self, seat: int, wager: str) -> tuple[Event, ...]:
        """Complete the documents of a payout that does not come from the table inventory."""
        return self.do(do.CompleteDocuments(*self._seat_and_wager(seat, wager)))

    def press_button(self, seat: int, wager: str, shown: MoneyGiven | None = None) -> tuple[Event, ...]:
        """Press the bonus button; the display shows this amount, or one drawn with the probabilities posted."""
        arguments = _CommandArguments(self.state)
        number, name = arguments.seat(seat), arguments.wager(wager)
        amount = arguments.money("shown", shown)
        arguments.done()
        pressed = do.PressButton(number, name, Cents(0) if amount is None else amount)
        winner = self.state.seat(number)
        waits = self.waiting_for
        if amount is None and winner is not None and (waits.seat, waits.wager) == (number, name):
            pressed = do.PressButton(number, name, drawn_display(self.state, winner, name, self._random))
        return self.do(pressed)

    def void_round(self, by: str, reason: str) -> tuple[Event, ...]:
        """Void the round in progress, at any point of it: every wager is returned, and every payment undone.

        `by` says who decided so. The cards dealt are gone; wagers that stood from an earlier round stand as they did.

        >>> table = LiveTable(Table(decks=6, minimum="10.00", maximum="500.00"))
        >>> _ = table.open_table()
        >>> _ = table.place_wager(1, "blackjack", "10.00")
        >>> [table.narrate(event) for event in table.void_round("Ann Lee, supervisor", "fire alarm")]
        ['the round is void by order of Ann Lee, supervisor: fire alarm; every wager is returned']
        >>> table.results()[0].net
        Money('0.00')
        """
        arguments = Arguments()
        command = do.VoidRound(arguments.text("by", by), arguments.text("reason", reason))
        arguments.done()
        return self.do(command)

    def _seat(self, seat: int) -> int:
        arguments = _CommandArguments(self.state)
        number = arguments.seat(seat)
        arguments.done()
        return number

    def _seat_and_wager(self, seat: int, wager: str) -> tuple[int, str]:
        arguments = _CommandArguments(self.state)
        given = arguments.seat(seat), arguments.wager(wager)
        arguments.done()
        return given

    def __repr__(self) -> str:
        state = self.state
        return f"<LiveTable {state.felt.config.table}: round {state.round}, waiting for {self.waiting_for.kind}>"


class _CommandArguments(Arguments):
    """The arguments of a command, every problem at once."""

    def __init__(self, state: TableState) -> None:
        super().__init__()
        self.state = state

    def seat(self, value: Any) -> int:
        """Read the number of a seat; whether the table has it is a matter of the rules."""
        return self.whole("seat", value, 0, MOST_SEATS)

    def wager(self, value: Any) -> str:
        """Read the name of a wager, in any case of letters; whether it is offered is a matter of the rules."""
        name = self.text("wager", value)
        names = {plain_name(each): each for each in (BLACKJACK, *self.state.felt.offers)}
        return names.get(plain_name(name), name)

    def amounts(self, value: Any) -> tuple[Cents, ...]:
        """Read an amount, or a list of them."""
        several = isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)
        given = enumerate(value, 1) if several else [(0, value)]
        return tuple(self._amount(f"amount {place}" if place else "amount", each) for place, each in given)

    def _amount(self, name: str, value: Any) -> Cents:
        return self.read(lambda: read_money(value, name), Cents(0))

    def confirmations(self, value: Any) -> tuple[Confirmation, ...] | None:
        """Read who confirmed a spoken wager; None: it was not spoken."""
        if value is None:
            return None
        try:
            return read_confirmations(dict(value) if isinstance(value, Mapping) else value)
        except Misuse as wrong:
            self.problems.append(f"spoken: {wrong}")
            return None

    def play(self, value: Any) -> Play:
        """Read a play."""
        named = value if isinstance(value, Play) else play_named(value) if isinstance(value, str) else None
        if named is None:
            words = ", ".join(play.value for play in Play)
            self.problems.append(f"play: must be one of {words}, not {value!r}")
        return named or Play.STAND


def _config(table: Table | TableConfig) -> TableConfig:
    return table if isinstance(table, TableConfig) else config_of(table)


def _random(given: Any) -> Random:
    if given is None:
        return SystemRandom()
    if not isinstance(given, Random):
        raise BadArguments((f"random: must be a random.Random, such as random.Random(7), not {type(given).__name__}",))
    return given


def _command(given: Any) -> Command:
    """Read a command, a value or its JSON; the fields of both are checked alike, so that no float is ever settled."""
    if isinstance(given, Mapping):
        return read_command(given)
    if not isinstance(given, CLASSES["command"]):
        raise BadArguments((f"command: must be a command or its JSON, not {type(given).__name__}",))
    try:
        written = to_json(given)  # type: ignore[arg-type]  # one of those classes
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadArguments((f"command: some field has a value of another type: {given!r}"[:200],)) from None
    return read_command(written)
