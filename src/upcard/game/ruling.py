"""Rule on a written round: deal the cards it lists, decide as it says, settle every wager."""

from collections.abc import Iterator
from dataclasses import dataclass

from upcard.cards import Card
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game import procedure, settle
from upcard.game.awaited import formality
from upcard.game.command_handlers import at, play
from upcard.game.event_handlers import evolve
from upcard.game.refuse import MAIN_WAGER, Refusal, Refused
from upcard.game.state import MeterState, Seat, Table
from upcard.game.written_round import FIRST_OPEN, WrittenRound
from upcard.law import Cite
from upcard.money import Cents
from upcard.rules import blackjack
from upcard.rules.apply import SPLITS, over, why_not
from upcard.rules.enums import Play
from upcard.rules.wager import Demand, Point


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """What should have happened: the events and the cards left over, or why the round could not be as written."""

    events: tuple[ev.Event, ...] = ()
    cards_left: tuple[Card, ...] = ()
    refusals: tuple[Refusal, ...] = ()


def rule(written: WrittenRound) -> Ruling:
    """Rule on a written round: deal it, decide as it says, settle every wager."""
    scribe = _Scribe(written)
    try:
        scribe.run()
    except Refused as refused:
        return Ruling(refusals=refused.refusals)
    table = scribe.table
    return Ruling(events=tuple(scribe.events), cards_left=table.shoe[table.next_card :])


class _Scribe:
    """Carry out what a written round says, command by command."""

    def __init__(self, written: WrittenRound) -> None:
        self.written = written
        meters = {name: MeterState(amount) for name, amount in written.meters.items()}
        wins = tuple(item for by_seat in written.streaks.values() for item in by_seat.items())
        self.table: Table = at(written.table)._replace(meters=tuple(meters.items()), wins=wins)
        self.events: list[ev.Event] = []
        self.seats = {seat.number: seat for seat in written.seats}
        self.left = {seat.number: list(seat.decisions) for seat in written.seats}

    def do(self, command: do.Command) -> None:
        try:
            self.table, happened = play(self.table, command)
        except Refused as refused:
            raise _with_seat(refused, getattr(command, "seat", None)) from None
        self.events += happened

    def run(self) -> None:
        written = self.written
        self.do(do.OpenTable())
        self.do(do.ShuffleShoe(written.shoe))
        self.events.clear()
        begun = self.table
        self._wager()
        self.do(do.CloseBetting())
        self._insure()
        while self.table.point is not Point.BEFORE_FIRST_CARD:
            self._go_on()
        if any(self.left.values()):
            played = self._before_pick_up(begun)
            refused = [one for number, left in self.left.items() if left for one in self._unasked(played, number)]
            raise Refused(tuple(refused))

    def _before_pick_up(self, begun: Table) -> Table:
        """Give the table as it lay when every hand was played."""
        for event in self.events:
            if isinstance(event, ev.CardsPickedUp):
                break
            begun = evolve(event, begun)
        return begun

    def _unasked(self, played: Table, number: int) -> Iterator[Refusal]:
        """Say why a seat is not asked for a decision that is written."""
        seat, decision = played.seats[_index(played, number)], self.left[number][0][0]
        rules = played.felt.rules
        pairs = [one for one in seat.hands if played.in_play(seat, one).is_pair]
        hand = pairs[0] if pairs and decision in SPLITS else seat.hands[-1]
        shown = played.in_play(seat, hand)
        why = list(over(rules, shown))[:1] or list(why_not(decision, rules, shown))
        if hand.doubled and not any(over(rules, shown)):
            why = [(blackjack.DOUBLING, "a hand that is doubled down gets one card and no more")]
        if hand.blackjack or played.dealer.blackjack:
            why = [(procedure.ANNOUNCED, "a blackjack leaves nothing to decide")]
        for source, message in why or [(procedure.ANNOUNCED, "its hands are played")]:
            yield self._refusal(source, f'seat {number} has "{decision.value}" left, but is not asked again: {message}')

    def _refusal(self, source: Cite, message: str) -> Refusal:
        return Refusal(source.as_of(self.written.table.law), message)

    def _wager(self) -> None:
        """Make every wager; report all that are refused together."""
        refused: list[Refusal] = []
        for seat in self.written.seats:
            if not seat.blackjack and not seat.wagers:
                refused.append(self._refusal(MAIN_WAGER, f"seat {seat.number} has no blackjack wager"))
            wanted = [do.PlaceWager(seat.number, ev.BLACKJACK, seat.blackjack)] if seat.blackjack else []
            wanted += [
                do.PlaceWager(seat.number, name, (amount,), self._choice(seat.number, name, choice))
                for name, choice, amount in seat.wagers
            ]
            for command in wanted:
                try:
                    self.do(command)
                except Refused as why:
                    refused += why.refusals
        if refused:
            raise Refused(tuple(refused))

    def _choice(self, seat: int, name: str, choice: int | None) -> int | None:
        """Take the first choice that what the seat has won so far leaves open, where none is written."""
        if choice != FIRST_OPEN:
            return choice
        wager, before = self.table.felt.offers[name].wager, self.table.wins_of(seat)
        if not wager.sees_results:
            return choice
        return next((symbol for symbol in wager.choices if not wager.decided_by(before, symbol)), None)

    def _insure(self) -> None:
        for seat in self.written.seats:
            if seat.even_money:
                self.do(do.TakeEvenMoney(seat.number))
            if seat.insurance:
                self.do(do.Insure(seat.number, seat.insurance))
        if procedure.is_insurance_offered(self.table):
            self.do(do.CloseInsurance())

    def _go_on(self) -> None:
        """Do what the table waits for."""
        if self.table.point is Point.EARLY_SURRENDER:
            self._surrender_early()
            return
        if found := procedure.turn(self.table):
            self._decide(found[0].number, found[1])
            return
        if command := formality(self.table, self._displayed):
            self.do(command)

    def _surrender_early(self) -> None:
        """Surrender the hands whose next decision says so, and close surrender when there are no more."""
        for seat in procedure.may_surrender_early(self.table):
            if [play for play, _ in self.left[seat.number][:1]] == [Play.SURRENDER]:
                self._decide(seat.number, 0)
                return
        self.do(do.CloseSurrender())

    def _decide(self, number: int, hand: int) -> None:
        left = self.left[number]
        if not left:
            shown = " ".join(str(card) for card in self.table.seats[_index(self.table, number)].hands[hand].cards)
            message = f"seat {number} is asked for hand {hand + 1} ({shown}), but no decision is written for it"
            raise Refused((self._refusal(procedure.ANNOUNCED, message),))
        decision, amount = left.pop(0)
        spots = len(self.seats[number].blackjack)
        self.do(do.Decide(number, decision, (amount,) * spots if amount is not None else None))

    def _displayed(self, seat: Seat, name: str) -> Cents:
        """Give what the display showed: as written, or the only amount it can show."""
        said = self.seats[seat.number].displayed
        if said is not None:
            return said
        amounts = [amount for amount, _ in settle.display(self.table, seat, name)]
        if len(amounts) == 1:
            return amounts[0]
        source = self.table.felt.demands[name][Demand.PLAYER_PRESSES_BUTTON]
        wins = f"seat {seat.number} wins the {name} wager"
        raise Refused((self._refusal(source, f'{wins}: write what the display showed, such as displayed = "5.00"'),))


def _with_seat(refused: Refused, seat: int | None) -> Refused:
    """Name the seat in every reason that does not name one."""
    named = [
        Refusal(one.cite, one.message if seat is None or "seat" in one.message else f"seat {seat}: {one.message}")
        for one in refused.refusals
    ]
    return Refused(tuple(named))


def _index(table: Table, number: int) -> int:
    return [seat.number for seat in table.seats].index(number)
