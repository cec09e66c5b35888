"""Play in the terminal: wager, decide, and see why each chip moved."""

import os
from pathlib import Path
from random import Random, SystemRandom

from upcard.cli.deal import print_readings, print_results
from upcard.cli.render import styled
from upcard.errors import Misuse
from upcard.game import Refused, Table, at, play, procedure, settle_optional
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import next_formality
from upcard.game.commands import Command
from upcard.game.narrate import faces, text
from upcard.game.refuse_wagers import is_barred_by_wins
from upcard.game.report import results
from upcard.game.shoe import new_shoe
from upcard.game.state import Seat
from upcard.game.transcript import transcript
from upcard.game.view import plays
from upcard.money import Cents, dollars, show
from upcard.rules.enums import Play
from upcard.rules.wager import Point
from upcard.table import Offer, TableConfig

KEYS = {
    "d": Play.DRAW,
    "s": Play.STAND,
    "x": Play.DOUBLE_DOWN,
    "p": Play.SPLIT_PAIR,
    "r": Play.SURRENDER,
    "fx": Play.FREE_DOUBLE_DOWN,
    "fp": Play.FREE_SPLIT,
}
HELP = "  ".join(f"{key} {play.value}" for key, play in KEYS.items()) + "  ? help  q leave"


class Leave(Exception):
    """Raised when the player leaves the table."""


def _ask(prompt: str) -> str:
    """Return the player's answer; raise Leave at the end of the input."""
    try:
        answer = input(prompt).strip()
    except (EOFError, RuntimeError):  # the latter where standard input is closed
        raise Leave from None
    if answer.lower() in ("q", "quit", "leave"):
        raise Leave
    return answer


def play_in_terminal(config: TableConfig, *, seed: int | None, seats: int, transcript: str | None) -> int:
    """Play rounds until the player leaves."""
    if not 1 <= seats <= config.seats:
        raise Misuse(f"this table has seats 1 to {config.seats}")
    if transcript is not None and (not transcript or Path(transcript).resolve() == Path(config.file).resolve()):
        raise Misuse("--transcript: give a new file for the rounds, not the table file")
    session = _Session(config, Random(seed) if seed is not None else SystemRandom(), seats, transcript)
    try:
        session.do(do.OpenTable())
        print(f"{config.licensee or 'upcard'}, table {config.table}: {config.game.means}.")
        print(f"{HELP}\n")
        while True:
            session.round()
    except Refused as refused:
        raise Misuse(f"the table may not be dealt: {refused}") from None
    except (Leave, KeyboardInterrupt):
        unsettled = " The wagers of the round in play are not counted." if session.is_wagered() else ""
        print(f"\nYou leave with {session.total()}.{unsettled}")
        return 0


class _Session:
    def __init__(self, config: TableConfig, random: Random, seats: int, file: str | None) -> None:
        self.table: Table = at(config)
        self.config, self.random, self.seats, self.file = config, random, seats, file
        self.net = 0
        self.amounts: dict[tuple[int, str, int | None], str] = {}
        self.events: list[ev.Event] = []

    def do(self, command: Command, *, show_events: bool = True) -> None:
        self.table, events = play(self.table, command)
        self.events += events
        for event in events:
            if show_events and (line := text(event)):
                print(f"  {line}  {styled(f'[{event.cite.as_of(self.config.law)}]', 'cyan')}")

    def is_wagered(self) -> bool:
        return any(seat.chips for seat in self.table.seats)

    def total(self) -> str:
        return f"{'-' if self.net < 0 else '+'}${show(Cents(abs(self.net)))}"

    def round(self) -> None:
        """Wager, deal, decide, settle."""
        print(styled(f"Round {self.table.round}", "bold") + f"  ({self.total()} so far)")
        self.events.clear()
        before = self.table
        self._wager()
        if procedure.must_shuffle(self.table):
            placed = [event for event in self.events if isinstance(event, ev.WagerPlaced)]
            self.do(new_shoe(self.table, self.random))
            self.events[:] = placed
        while not self._try(do.CloseBetting(), show_events=True):
            self._wager()
        while self.table.point is not Point.BEFORE_FIRST_CARD:
            self._go_on()
        seats = results(self.events)
        print_results(seats)
        print_readings(self.config, self.events)
        self.net += sum(seat.net for seat in seats)
        self._write(before)
        print()

    def _write(self, before: Table) -> None:
        if self.file is None:
            return
        file = Path(self.file)
        if before.round > 1:
            file = file.with_name(f"{file.stem}-{before.round}{file.suffix}")
        try:
            table = os.path.relpath(self.config.file, file.parent)
            file.write_text(transcript(before, self.events, table), encoding="utf-8")
            print(f"written to {file}")
        except OSError as wrong:
            print(f"{file} cannot be written: {wrong.strerror}")

    def _wager(self) -> None:
        while True:
            for seat in range(1, self.seats + 1):
                self._wager_at(seat)
            if any(seat.chips for seat in self.table.seats):
                return
            print("  A round needs a blackjack wager.")

    def _wager_at(self, seat: int) -> None:
        self._blackjack(seat)
        placed = self.table.seat(seat)
        if placed is None or not placed.chips:
            return
        for offer in self.config.offers:
            for choice in offer.wager.choices or (None,):
                if not any((wager.wager, wager.choice) == (offer.wager.name, choice) for wager in placed.placed):
                    self._offer(seat, offer, choice)

    def _blackjack(self, seat: int) -> None:
        placed = self.table.seat(seat)
        while placed is None or not placed.chips:
            amounts = self._spots(seat)
            if not amounts or self._try(do.PlaceWager(seat, ev.BLACKJACK, amounts)):
                return

    def _spots(self, seat: int) -> tuple[Cents, ...]:
        _, most = self.table.felt.spots
        amounts: list[Cents] = []
        for spot in range(most):
            which = f"blackjack {spot + 1} of {most}" if most > 1 else ev.BLACKJACK
            least, _ = self.config.spot_limits(spot)
            amount = self._amount(f"  seat {seat}, {which}", (seat, which, None), least or Cents(100))
            if amount is None:
                break
            amounts.append(amount)
        return tuple(amounts)

    def _offer(self, seat: int, offer: Offer, choice: int | None) -> None:
        name = offer.wager.name
        label = f"{name} on {choice}" if choice is not None else name
        if is_barred_by_wins(self.table, seat, offer.wager):
            return
        if offer.wager.decided_by(self.table.wins_of(seat), choice):
            return  # won already
        while (amount := self._amount(f"  seat {seat}, {label}", (seat, name, choice))) is not None:
            if self._try(do.PlaceWager(seat, name, (amount,), choice)):
                return

    def _amount(self, prompt: str, key: tuple[int, str, int | None], least: Cents | None = None) -> Cents | None:
        """Ask for an amount: an empty answer repeats the last one, 0 makes no wager."""
        while True:
            last = self.amounts.get(key, show(least) if least else "0")
            answer = _ask(f"{prompt} [{last}]: ") or last
            try:
                amount = dollars(answer.removeprefix("$"))
            except Misuse as wrong:
                print(f"  {wrong}")
                continue
            self.amounts[key] = answer
            return amount or None

    def _try(self, command: Command, *, show_events: bool = False) -> bool:
        try:
            self.do(command, show_events=show_events)
        except Refused as refused:
            print(f"  {refused}")
            return False
        return True

    def _go_on(self) -> None:
        """Ask whoever the table waits for."""
        if procedure.is_insurance_offered(self.table):
            self._insurance()
        elif self.table.point is Point.EARLY_SURRENDER:
            self._early_surrender()
        elif turn := procedure.turn(self.table):
            self._decide(turn[0].number, turn[1])
        elif command := next_formality(self.table, self._press):
            self.do(command)

    def _press(self, seat: Seat, name: str) -> Cents:
        """Ask the winner to press the button, and draw the amount that the display shows."""
        _ask(f"  seat {seat.number}, press the {name} button (Enter): ")
        amounts, chances = zip(*settle_optional.display_amounts(self.table, seat, name), strict=True)
        return Cents(self.random.choices(amounts, [float(chance) for chance in chances])[0])

    def _insurance(self) -> None:
        for seat in self.table.seats:
            if not seat.hands or not any(seat.hands[0].live):
                continue
            even = " (e: even money)" if seat.hands[0].blackjack else ""
            while answer := _ask(f"  seat {seat.number}, insure? amount or Enter for none{even}: "):
                if self._insured(seat, answer):
                    break
        self.do(do.CloseInsurance())

    def _early_surrender(self) -> None:
        """Ask each player whether to give up the hand before the dealer looks for a blackjack."""
        for seat in procedure.may_surrender_early(self.table):
            shown, upcard = faces(seat.hands[0].cards), faces(self.table.dealer.shown)
            if _ask(f"  seat {seat.number}: {shown} against {upcard}, surrender? r or Enter for no: ").lower() == "r":
                self._try(do.Decide(seat.number, Play.SURRENDER), show_events=True)
        if self.table.point is Point.EARLY_SURRENDER:
            self.do(do.CloseSurrender())

    def _insured(self, seat: Seat, answer: str) -> bool:
        if answer == "e":
            return self._try(do.TakeEvenMoney(seat.number))
        try:
            return self._try(do.Insure(seat.number, (dollars(answer),) * len(seat.chips)))
        except Misuse as wrong:
            print(f"  {wrong}")
            return False

    def _decide(self, number: int, hand: int) -> None:
        seat = self.table.seat(number)
        assert seat is not None
        shown = faces(seat.hands[hand].cards)
        upcard = faces(self.table.dealer.shown)
        may = plays(self.table)
        keys = "  ".join(f"{key} {play.value}" for key, play in KEYS.items() if play in may)
        total = seat.hands[hand].total
        points = f"{'soft ' if total.soft else ''}{total.points}"
        answer = _ask(f"  seat {number}: {shown} ({points}) against {upcard}   {keys}: ")
        decision = KEYS.get(answer.lower()) or next((play for play in Play if play.value == answer.lower()), None)
        if decision is None:
            print(f"  {HELP}")
            return
        try:
            self.do(do.Decide(number, decision))
        except Refused as refused:
            print(f"  {refused}")
