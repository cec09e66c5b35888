"""The session of a player in the terminal: rounds of wagers and decisions, and what is left of a bankroll."""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from upcard.cli.answers import Answers, Leave
from upcard.cli.event_lines import game_line, print_readings, print_results
from upcard.cli.play_letters import in_rows, legend, play_of
from upcard.cli.render import styled, wrap
from upcard.cli.transcript_files import table_reference, write_new_file
from upcard.cli.wager_answers import WagerAnswer, chips_answer, wager_answer
from upcard.errors import Misuse
from upcard.game import Refused, TableState, at, play, procedure
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import drawn_display, next_formality
from upcard.game.bankroll import Bankroll, outlay
from upcard.game.commands import Command
from upcard.game.narrate import faces
from upcard.game.refuse import is_barred_by_wins, refusals
from upcard.game.shoe import new_shoe
from upcard.game.state import Seat
from upcard.game.transcript import stands_at, transcript
from upcard.game.view import plays
from upcard.money import Cents, format_money, parse_money, plain_money
from upcard.payoffs.hands import VALUES
from upcard.payoffs.plays import Plays
from upcard.rules.apply import UNITS
from upcard.rules.enums import Play
from upcard.rules.play_names import LETTERS, label
from upcard.rules.wager import Point
from upcard.table import Offer, TableConfig
from upcard.wagers import display_name

NOTHING, DOLLAR = Cents(0), Cents(100)
FOR_LESS = re.compile(r"(.*?)(?: +(?:for +)?\$?(\d[\d.]*))?")
NO, YES = ("", "n", "no"), ("y", "yes")
OTHER_KEYS = ("? help", "Q leave")

AmountKey = tuple[int, str, int | None]  # seat, wager and choice


class GameOver(Leave):
    """Raised when the bankroll does not cover another round."""


class TranscriptNotWritten(Leave):
    """Raised when a transcript cannot be written."""


def usual_wager(config: TableConfig, spot: int) -> Cents:
    """Return the least blackjack wager of a spot; a dollar where none is posted."""
    return config.spot_limits(spot)[0] or DOLLAR


def least_round(config: TableConfig) -> Cents:
    """Return the least that a player must wager in a round."""
    return Cents(sum(config.spot_limits(spot)[0] or Cents(1) for spot in range(config.spots[0])))


def keys_at(config: TableConfig) -> list[str]:
    """Return the keys of a table: the plays that some initial hand has, and those that every game has."""
    values, of = range(1, VALUES + 1), Plays(config.rules)
    some = {play for low in values for high in values for up in values for play in of.first((low, high), up)}
    return [*legend(some - {Play.SURRENDER} if config.game.dealer_hands else some), *OTHER_KEYS]  # reading 63


@dataclass(frozen=True, kw_only=True)
class _Progress:
    """How far the game has come: one value, so that it is never changed by half."""

    table: TableState
    bankroll: Bankroll
    events: tuple[ev.Event, ...] = ()  # of this round


class GameSession:
    """A player at a table."""

    def __init__(self, config: TableConfig, random: Random, seats: int, file: str | None, bankroll: Bankroll) -> None:
        self.config, self.random, self.seats, self.file = config, random, seats, file
        self.answers = Answers()
        self.now = _Progress(table=at(config), bankroll=bankroll)
        self.before = self.now.table  # before this round's wagers
        self.amounts: dict[AmountKey, Cents] = {}  # of the last round

    @property
    def table(self) -> TableState:
        """Return the table as it is now."""
        return self.now.table

    @property
    def chips(self) -> Cents:
        """Return the chips in hand."""
        return self.now.bankroll.chips

    def do(self, command: Command, *, show_events: bool = True) -> None:
        """Carry out a command; raise Refused or Misuse if the rules or the bankroll do not allow it."""
        table, events = play(self.table, command)
        if (needed := outlay(events)) > self.chips:
            raise Misuse(_uncovered(command, needed, self.chips))
        self.now = _Progress(table=table, bankroll=self.now.bankroll.after(events), events=(*self.now.events, *events))
        for event in events:
            if show_events and (line := game_line(event, self.config.law)):
                print(line)

    def round(self) -> None:
        """Wager, deal, decide, settle."""
        bankroll = self.now.bankroll
        if bankroll.chips < least_round(self.config):
            raise GameOver
        title = styled(f"Round {self.table.round}", "bold")
        print(f"{title}  bankroll {format_money(bankroll.chips)} ({format_money(bankroll.net, signed=True)} so far)")
        self.now, self.before = replace(self.now, events=()), self.table
        self._wager()
        if procedure.must_shuffle(self.table):
            self.do(new_shoe(self.table, self.random))
        while not self._try(do.CloseBetting(), show_events=True):
            self._wager()
        while self.table.point is not Point.BEFORE_FIRST_CARD:
            self._go_on()
        print_results(self.now.events)
        print_readings(self.config, self.now.events)
        self._write()
        print()

    def leave(self, left: BaseException) -> int:
        """Take back what may be taken back, count the rest as lost, and return the exit code."""
        self.answers.interrupted = False
        code = 1 if isinstance(left, TranscriptNotWritten) else 0
        if isinstance(left, GameOver):
            chips, least = format_money(self.chips), format_money(least_round(self.config))
            print(f"Your bankroll of {chips} does not cover the least wager of {least}: the game is over.")
        if self.table.point is Point.BEFORE_FIRST_CARD:
            self._take_back()
        else:
            try:
                self._write()
            except TranscriptNotWritten:
                code = 1
        bankroll = self.now.bankroll
        for account, amount in bankroll.on_layout:
            what = f"its {display_name(account.wager)} wager of {format_money(amount)}"
            print(f"Seat {account.seat} leaves {what}, which counts as lost.")
        net = format_money(bankroll.net, signed=True)
        print(f"You leave with {format_money(bankroll.chips)} of {format_money(bankroll.initial)}: {net}.")
        return code

    def _take_back(self) -> None:
        """Take back the wagers of a round whose first card is not dealt; those of earlier rounds last."""  # reading 70
        for seat in self.table.seats:
            made = [(placed.wager, placed.choice) for placed in seat.placed if not placed.stood]
            made += [(ev.BLACKJACK, None)] if seat.chips else []
            made += [(placed.wager, placed.choice) for placed in seat.placed if placed.stood]
            for wager, choice in made:
                self.do(do.WithdrawWager(seat.number, wager, choice))

    def _write(self) -> None:
        """Write the round, or as much of it as was played; print it if that cannot be done."""
        if self.file is None:
            return
        table = table_reference(self.config.file, Path(self.file).parent)
        written = transcript(self.before, self.now.events, table, unfinished=stands_at(self.table))
        try:
            print(f"written to {write_new_file(self.file, self.before.round, written)}")
        except (OSError, UnicodeError) as wrong:
            print(f"\n{written}", flush=True)
            why = getattr(wrong, "strerror", None) or wrong
            print(f"upcard: --transcript: {self.file}: {why}; the round is on standard output", file=sys.stderr)
            raise TranscriptNotWritten from None

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
            if not amounts or self._try(do.PlaceWager(seat, ev.BLACKJACK, tuple(amounts.values()))):
                self.amounts |= amounts
                return

    def _spots(self, seat: int) -> dict[AmountKey, Cents]:
        _, most = self.table.felt.spots
        amounts: dict[AmountKey, Cents] = {}
        for spot in range(most):
            which = f"blackjack {spot + 1} of {most}" if most > 1 else ev.BLACKJACK
            key = (seat, which, None)
            answer = self._ask(f"  seat {seat}, {which}", key, chips_answer, usual_wager(self.config, spot))
            if answer.is_none:
                break
            amounts[key] = answer.chips
        return amounts

    def _offer(self, seat: int, offer: Offer, choice: int | None) -> None:
        name = offer.wager.name
        label = f"{name} on {choice}" if choice is not None else name
        if is_barred_by_wins(self.table, seat, offer.wager):
            return
        if offer.wager.decided_by(self.table.wins_of(seat), choice):
            return  # won already
        key = (seat, name, choice)
        while True:
            answer = self._ask(f"  seat {seat}, {label}", key, lambda words: wager_answer(words, offer))
            wager = do.PlaceWager(seat, name, (answer.chips,), choice, coupon=answer.coupon, spoken=answer.spoken)
            if answer.is_none or self._try(wager):
                self.amounts[key] = answer.chips
                return

    def _ask(
        self, prompt: str, key: AmountKey, read: Callable[[str], WagerAnswer], least: Cents = NOTHING
    ) -> WagerAnswer:
        """Ask for a wager: an empty answer repeats the last chips that the bankroll covers, 0 makes no wager."""
        usual = next((each for each in (self.amounts.get(key, least), least) if each <= self.chips), Cents(0))
        while True:
            answer = self.answers.ask(f"{prompt} [{plain_money(usual)}]: ")
            try:
                return read(answer) if answer else WagerAnswer(usual)
            except Misuse as wrong:
                print(wrap(str(wrong)))

    def _try(self, command: Command, *, show_events: bool = False) -> bool:
        try:
            self.do(command, show_events=show_events)
        except (Refused, Misuse) as refused:
            print(wrap(str(refused)))
            return False
        return True

    def _go_on(self) -> None:
        """Ask whoever the table waits for."""
        if procedure.is_insurance_offered(self.table):
            self._insurance()
        elif self.table.point is Point.EARLY_SURRENDER:
            self._early_surrender()
        elif turn := procedure.turn(self.table):
            self._decide(*turn)
        elif command := next_formality(self.table, self._press):
            self.do(command)

    def _press(self, seat: Seat, name: str) -> Cents:
        """Ask the winner to press the button, and draw the amount that the display shows."""
        self.answers.ask(f"  seat {seat.number}, press the {name} button (Enter): ")
        return drawn_display(self.table, seat, name, self.random)

    def _insurance(self) -> None:
        for seat in self.table.seats:
            if not seat.hands or not any(seat.hands[0].live):
                continue
            even = "" if refusals(self.table, do.TakeEvenMoney(seat.number)) else " (E even money)"
            while (
                answer := self.answers.ask(f"  seat {seat.number}, insure? amount or Enter for none{even}: ")
            ) not in NO:
                if self._insured(seat, answer):
                    break
        self.do(do.CloseInsurance())

    def _early_surrender(self) -> None:
        """Ask each player whether to give up the hand before the dealer looks for a blackjack."""
        for seat in procedure.may_surrender_early(self.table):
            shown, upcard = faces(seat.hands[0].cards), faces(self.table.dealer.shown)
            question = f"  seat {seat.number}: {shown} against {upcard}, surrender? R or Enter for no: "
            while (answer := self.answers.ask(question).casefold()) not in NO:
                if answer in YES or play_of(answer) is Play.SURRENDER:
                    self._try(do.Decide(seat.number, Play.SURRENDER), show_events=True)
                    break
        if self.table.point is Point.EARLY_SURRENDER:
            self.do(do.CloseSurrender())

    def _insured(self, seat: Seat, answer: str) -> bool:
        if answer.casefold() in ("e", "even money"):
            return self._try(do.TakeEvenMoney(seat.number))
        try:
            return self._try(do.Insure(seat.number, (parse_money(answer.removeprefix("$")),) * len(seat.chips)))
        except Misuse as wrong:
            print(wrap(str(wrong)))
            return False

    def _decide(self, seat: Seat, index: int) -> None:
        """Ask for a play of the hand whose turn it is, offering those that the rules and the bankroll allow."""
        hand = seat.hands[index]
        which = f", hand {index + 1}" if len(seat.hands) > 1 else ""
        points = f"{'soft ' if hand.total.soft else ''}{hand.total.points}"
        against = faces(self.table.dealer.shown)
        print(wrap(f"seat {seat.number}{which}: {faces(hand.cards)} ({points}) against {against}"))
        *rows, prompt = in_rows(self._choices(seat), indent="  ").split("\n")
        print("".join(f"{row}\n" for row in rows), end="")
        answer = self.answers.ask(f"{prompt}: ")
        words, amount = FOR_LESS.fullmatch(answer).groups()  # type: ignore[union-attr]  # any line matches
        decision = play_of(words)
        if decision is None:
            print(in_rows(keys_at(self.config), indent="  "))
            return
        try:
            amounts = None if amount is None else (parse_money(amount),) * len(seat.chips)
        except Misuse as wrong:
            print(wrap(str(wrong)))
            return
        self._try(do.Decide(seat.number, decision, amounts), show_events=True)

    def _choices(self, seat: Seat) -> list[str]:
        """Return the plays of the hand whose turn it is, each with its letter, as far as the bankroll covers them."""
        legal, whole = plays(self.table), sum(seat.chips)
        covered = [play for play in legal if play not in UNITS or whole <= self.chips]
        choices = legend(covered)
        if Play.DOUBLE_DOWN in legal and Play.DOUBLE_DOWN not in covered and self.chips >= len(seat.chips):
            most = plain_money(self.chips // len(seat.chips))
            choices.append(f"{LETTERS[Play.DOUBLE_DOWN]} {most} double down for less")
        return choices


def _uncovered(command: Command, needed: Cents, chips: Cents) -> str:
    """Return why the bankroll does not allow a command."""
    match command:
        case do.PlaceWager(wager=name):
            what = f"the {display_name(name)} wager of {format_money(needed)}"
        case do.Decide(play=decision):
            what = f"the {format_money(needed)} that a {label(decision)} adds"
        case _:
            what = f"insurance of {format_money(needed)}"
    return f"your bankroll of {format_money(chips)} does not cover {what}"
