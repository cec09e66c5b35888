"""Rule on a written round: deal the cards it lists, decide as it says, settle every wager."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from upcard.cards import Card
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game import procedure, settle
from upcard.game.awaited import next_formality
from upcard.game.command_handlers import at, opened_for_ruling, play
from upcard.game.commands import PlaceWager
from upcard.game.event_handlers import evolve
from upcard.game.irregularities import NOT_RECOGNIZED, Irregularity, IrregularityAnswer, answers
from upcard.game.payout_review import PayoutReview, compared
from upcard.game.refuse import MAIN_WAGER, About, Refusal, Refused, refusal_in
from upcard.game.round_report import VOID
from upcard.game.state import MeterState, Seat, TableState
from upcard.game.steps import (
    Act,
    Declared,
    StatedStep,
    StepRuling,
    act_of,
    declared_steps,
    ruled_text,
    rulings,
    steps_called,
    without_wager,
)
from upcard.game.written_round import FIRST_OPEN, INSURANCE_OPEN, SURRENDER_OPEN, WrittenRound, WrittenSeat
from upcard.law import Cite
from upcard.money import Cents
from upcard.rules import blackjack, step
from upcard.rules.apply import SPLITS, reasons_hand_is_over, why_not
from upcard.rules.enums import Play
from upcard.rules.wager import Demand, Point
from upcard.table import Finding, Verdict, check

PLAYED_AT_SUCH_A_TABLE = 76  # the Reading on a round played at a table that violates the rules


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """What should have happened: the events and the cards left over, or why the rules do not allow the round.

    A refused round has the events up to its refusal.
    """

    events: tuple[ev.Event, ...] = ()
    cards_left: tuple[Card, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    unfinished: str | None = None  # where a round that was left stands: who did not decide what
    warnings: tuple[Finding, ...] = ()  # of the table, which do not stop a ruling
    done: PayoutReview | None = None  # None: nothing that was done is written down, or the round is refused
    irregularities: tuple[IrregularityAnswer, ...] = ()
    procedure: tuple[StepRuling, ...] = ()  # the steps of which something is stated
    acts: tuple[Act | None, ...] = ()  # for each event: the step it is, with what is stated of it

    @property
    def lines(self) -> tuple[tuple[ev.Event, str], ...]:
        """Return each event in words, which say of a step only what is stated of it."""
        return tuple((event, ruled_text(event, act)) for event, act in zip(self.events, self.acts, strict=True))

    @property
    def breaches(self) -> tuple[StepRuling, ...]:
        """Return the steps that the round called for and that were not done."""
        return tuple(each for each in self.procedure if each.is_breach)

    @property
    def as_done(self) -> bool | None:
        """Whether all that is written down was done as due; None if nothing is, or the round is refused."""
        if self.refusals or (self.done is None and not self.procedure):
            return None
        return not self.breaches and (self.done is None or self.done.as_done)

    @property
    def table_violates(self) -> bool:
        """Whether the round was played at a table that breaks a paragraph of which the text is held."""
        return any(finding.verdict is Verdict.VIOLATES for finding in self.warnings)

    @property
    def exit_code(self) -> int:
        """Return 0 only for a round at a table without violations, allowed and done as far as is written down.

        An irregularity of the deal, on which no text is held, changes nothing; one not recognized is no answer.
        """
        not_recognized = any(each.answer == NOT_RECOGNIZED for each in self.irregularities)
        otherwise = self.as_done is False or bool(self.breaches)
        return 1 if self.refusals or otherwise or self.table_violates or not_recognized else 0


class _LeftUnfinished(Exception):
    """Raised where a round that was left before its end stands."""


def rule(written: WrittenRound) -> Ruling:
    """Return the ruling on a written round: its events, or every reason why the rules do not allow it."""
    table, declared = written.table, declared_steps(written.table)
    stated = tuple(_stated(written, declared))
    replay = _Replay(written, stated)
    unfinished, refusals = None, tuple[Refusal, ...]()
    try:
        replay.run()
    except Refused as refused:
        replay.events += refused.happened
        refusals = refused.refusals
    except _LeftUnfinished as left:
        unfinished = str(left)
    events, shoe = tuple(replay.events), replay.table.shoe
    done = tuple(each for seat in written.seats for each in seat.done)
    return Ruling(
        events=events,
        cards_left=() if refusals else shoe[replay.table.next_card :],
        refusals=refusals,
        unfinished=unfinished,
        warnings=tuple(finding for finding in check(table) if _is_warning(finding)),
        done=None if refusals else compared(table, events, done, written.order),
        irregularities=answers(written.irregularities, events, table.law, declared),
        procedure=rulings(table, stated, events, refused=bool(refusals)),
        acts=tuple(act_of(event, (*stated, *_shown(written))) for event in events),
    )


def _stated(written: WrittenRound, declared: tuple[Declared, ...]) -> Iterator[StatedStep]:
    """Yield what a round states of the procedure, also where it is written as an irregularity."""
    yield from written.steps
    for seat in written.seats:
        yield from seat.steps
    for each in written.irregularities:
        yield from _as_steps(each, declared)


def _as_steps(irregularity: Irregularity, declared: tuple[Declared, ...]) -> Iterator[StatedStep]:
    for which in dict.fromkeys(each.step for each in steps_called(irregularity.what, declared)):
        yield StatedStep(step=which, done=False, seat=irregularity.seat or None)


def _shown(written: WrittenRound) -> Iterator[StatedStep]:
    """Yield the steps that other keys of a round show to have been done."""
    for seat in written.seats:
        if seat.displayed is not None:
            yield StatedStep(step=step.BUTTON_PRESSED, done=True, seat=seat.number)
        for name in seat.not_from_rack:
            yield StatedStep(step=step.VALIDATED, done=True, seat=seat.number, wager=name)


def _is_warning(finding: Finding) -> bool:
    """Whether a finding says that a table breaks the rules, or likely does."""
    return finding.verdict is not Verdict.NOT_VERIFIABLE


class _Replay:
    """A written round played command by command."""

    def __init__(self, written: WrittenRound, stated: tuple[StatedStep, ...] = ()) -> None:
        self.written, self.stated = written, stated
        meters = {name: MeterState(amount) for name, amount in written.meters.items()}
        wins = tuple(item for by_seat in written.streaks.values() for item in by_seat.items())
        self.table: TableState = opened_for_ruling(at(written.table)._replace(meters=tuple(meters.items()), wins=wins))
        self.events: list[ev.Event] = []
        self.seats = {seat.number: seat for seat in written.seats}
        self.decisions_left = {seat.number: list(seat.decisions) for seat in written.seats}
        self.not_from_rack = [(seat.number, name) for seat in written.seats for name in seat.not_from_rack]

    def do(self, command: do.Command) -> None:
        try:
            self.table, events = play(self.table, command)
        except Refused as refused:
            raise _with_seat(refused, getattr(command, "seat", None)) from None
        self.events += events

    def run(self) -> None:
        written = self.written
        self.do(do.ShuffleShoe(written.shoe))
        self.events.clear()
        before = self.table
        void = self._wager()
        self.do(do.CloseBetting())
        self._give_back(void)
        self._insure()
        while self.table.point is not Point.BEFORE_FIRST_CARD:
            self._continue()
        if any(self.decisions_left.values()):
            table = self._before_pick_up(before)
            self._forget_after_decisions()
            numbers = [number for number, decisions in self.decisions_left.items() if decisions]
            raise Refused(tuple(refusal for number in numbers for refusal in self._extra_decision(table, number)))
        if self.not_from_rack:
            raise Refused(tuple(self._nothing_paid(number, name) for number, name in self.not_from_rack))
        if written.unfinished:
            message = "the round is finished and waits for nothing: leave out unfinished"
            raise Refused((self._refusal(procedure.PICKED_UP, message),))

    def _nothing_paid(self, number: int, name: str) -> Refusal:
        source = self.table.felt.demands[name][Demand.CARDS_HELD_FOR_DOCUMENTS]
        return self._refusal(source, f"seat {number}: nothing is paid for the {name} wager, from the rack or elsewhere")

    def _before_pick_up(self, table: TableState) -> TableState:
        """Return the table as it was when every hand was played, from the one before the round."""
        for event in self.events:
            if isinstance(event, ev.CardsPickedUp):
                break
            table = evolve(event, table)
        return table

    def _forget_after_decisions(self) -> None:
        """Keep the events up to the end of the decisions, of which one too many is written."""
        ends = [
            place
            for place, event in enumerate(self.events)
            if isinstance(event, ev.PointReached) and event.point is Point.AFTER_DECISIONS
        ]
        del self.events[ends[0] :]

    def _extra_decision(self, table: TableState, number: int) -> Iterator[Refusal]:
        """Yield the reasons why a seat has no turn for a decision that is written."""
        seat, decision = table.seats[_index(table, number)], self.decisions_left[number][0][0]
        rules = table.felt.rules
        pairs = [hand for hand in seat.hands if table.in_play(seat, hand).is_pair]
        hand = pairs[0] if pairs and decision in SPLITS else seat.hands[-1]
        in_play = table.in_play(seat, hand)
        reasons = list(reasons_hand_is_over(rules, in_play))[:1] or list(why_not(decision, rules, in_play))
        if hand.doubled and not any(reasons_hand_is_over(rules, in_play)):
            reasons = [(blackjack.DOUBLING, "a hand that is doubled down gets one card and no more")]
        if hand.blackjack or table.dealer.blackjack:
            reasons = [(procedure.ANNOUNCED, "a blackjack leaves nothing to decide")]
        for source, message in reasons or [(procedure.ANNOUNCED, "its hands are finished")]:
            yield self._refusal(source, f'seat {number} has no turn left for "{decision.value}": {message}')

    def _refusal(self, source: Cite, message: str) -> Refusal:
        return refusal_in(self.written.table.law, source, message)

    def _wager(self) -> list[tuple[PlaceWager, Declared]]:
        """Make every wager that counts, and return the others; raise Refused with every reason against any of them."""
        refusals: list[Refusal] = []
        void: list[tuple[PlaceWager, Declared]] = []
        for seat in self.written.seats:
            if not seat.blackjack and not seat.wagers:
                refusals.append(self._refusal(MAIN_WAGER, f"seat {seat.number} has no blackjack wager"))
            for command in self._wagers_of(seat):
                if lacks := without_wager(self.written.table, self.stated, seat.number, command.wager):
                    void.append((command, lacks))
                    continue
                try:
                    self.do(command)
                except Refused as refused:
                    refusals += refused.refusals
        for command, lacks in void:
            if command.wager == ev.BLACKJACK:
                message = f"seat {command.seat}: {lacks.step.failure}, so the box has no wager and gets no cards"
                refusals.append(self._refusal(lacks.cite, message))
        if refusals:
            raise Refused(tuple(refusals))
        return void

    def _give_back(self, void: list[tuple[PlaceWager, Declared]]) -> None:
        """Give back the wagers that do not count: those made in time before the first card, the others after it."""
        for command, lacks in void:
            wager = self.table.felt.offers[command.wager].wager
            number, name, choice, coupon = command.seat, command.wager, command.choice, command.coupon
            placed = ev.WagerPlaced(wager.placed.cite, number, name, command.amounts, choice, coupon, command.spoken)
            amount = Cents(sum(command.amounts))
            returned = ev.WagerReturned(lacks.cite, number, name, VOID, amount, choice=choice, coupon=coupon)
            late = lacks.step is step.MADE_IN_TIME
            after: type = ev.CardDealt if late else ev.WagerPlaced
            places = [place for place, event in enumerate(self.events) if isinstance(event, after)]
            place = places[0 if late else -1] + 1
            self.events[place:place] = [placed, returned]

    def _wagers_of(self, seat: WrittenSeat) -> Iterator[PlaceWager]:
        """Yield the wagers of a seat: the blackjack wager first, since the others need it."""
        number, coupons, spoken = seat.number, seat.coupons, seat.spoken
        main, nothing = ev.BLACKJACK, Cents(0)
        if seat.blackjack:
            coupon = coupons.get((main, None), nothing)
            yield PlaceWager(number, main, seat.blackjack, coupon=coupon, spoken=spoken.get(main))
        for name, choice, amount in seat.wagers:
            coupon, chosen = coupons.get((name, choice), nothing), self._choice(number, name, choice)
            by = spoken.get(name)
            yield PlaceWager(number, name, (amount,), chosen, made_earlier=True, coupon=coupon, spoken=by)

    def _choice(self, seat: int, name: str, choice: int | None) -> int | None:
        """Return the choice written; if there is none, the first that the seat's wins so far leave open."""
        if choice != FIRST_OPEN:
            return choice
        wager, wins = self.table.felt.offers[name].wager, self.table.wins_of(seat)
        if not wager.sees_results:
            return choice
        return next((symbol for symbol in wager.choices if not wager.decided_by(wins, symbol)), None)

    def _insure(self) -> None:
        for seat in self.written.seats:
            if seat.even_money:
                self.do(do.TakeEvenMoney(seat.number))
            if seat.insurance:
                self.do(do.Insure(seat.number, seat.insurance))
        if procedure.is_insurance_offered(self.table):
            if self.written.unfinished == INSURANCE_OPEN:
                raise _LeftUnfinished("insurance is still open")
            self.do(do.CloseInsurance())

    def _continue(self) -> None:
        """Do what the table waits for."""
        if self.table.point is Point.EARLY_SURRENDER:
            self._surrender_early()
            return
        if turn := procedure.turn(self.table):
            self._decide(turn[0].number, turn[1])
            return
        if command := next_formality(self.table, self._displayed):
            if isinstance(command, do.ValidatePayout) and (command.seat, command.wager) in self.not_from_rack:
                self.not_from_rack.remove((command.seat, command.wager))
                command = replace(command, not_from_rack=True)
            self.do(command)

    def _surrender_early(self) -> None:
        """Surrender a hand whose next decision says so; if there is none, close surrender."""
        for seat in procedure.may_surrender_early(self.table):
            if [play for play, _ in self.decisions_left[seat.number][:1]] == [Play.SURRENDER]:
                self._decide(seat.number, 0)
                return
        if self.written.unfinished == SURRENDER_OPEN:
            raise _LeftUnfinished("surrender is still open")
        self.do(do.CloseSurrender())

    def _decide(self, number: int, hand: int) -> None:
        decisions = self.decisions_left[number]
        if not decisions:
            cards = " ".join(str(card) for card in self.table.seats[_index(self.table, number)].hands[hand].cards)
            if self.written.unfinished:
                raise _LeftUnfinished(f"seat {number}, hand {hand + 1} ({cards}) is still to decide")
            message = f"seat {number}, hand {hand + 1} ({cards}) needs another decision: add it to the seat's decisions"
            raise Refused((self._refusal(procedure.ANNOUNCED, message),))
        decision, amounts = decisions.pop(0)
        if amounts is not None and len(amounts) == 1:
            amounts *= len(self.seats[number].blackjack)
        self.do(do.Decide(number, decision, amounts))

    def _displayed(self, seat: Seat, name: str) -> Cents:
        """Return what the display showed: as written, or the only amount it can show."""
        displayed = self.seats[seat.number].displayed
        if displayed is not None:
            return displayed
        if self.written.unfinished or self._is_not_pressed(seat.number, name):
            raise _LeftUnfinished(f"seat {seat.number} is still to press the {name} button")
        amounts = [amount for amount, _ in settle.display_amounts(self.table, seat, name)]
        if len(amounts) == 1:
            return amounts[0]
        source = self.table.felt.demands[name][Demand.PLAYER_PRESSES_BUTTON]
        missing = f"seat {seat.number} wins the {name} wager, but displayed is missing"
        raise Refused((self._refusal(source, f'{missing}: write what the display showed, such as displayed = "5.00"'),))

    def _is_not_pressed(self, seat: int, name: str) -> bool:
        return any(
            not one.done and one.step is step.BUTTON_PRESSED and one.seat in (None, seat) and one.wager in (None, name)
            for one in self.stated
        )


def _with_seat(refused: Refused, seat: int | None) -> Refused:
    """Return the refusals with the seat added to every message that does not name one.

    A round that stops for lack of cards after the command stops for no fault of the seat.
    """
    prefix = "" if seat is None or refused.happened else f"seat {seat}: "
    return Refused(
        tuple(
            refusal if refusal.about is About.SEAT else replace(refusal, message=prefix + refusal.message)
            for refusal in refused.refusals
        ),
        refused.happened,
    )


def _index(table: TableState, number: int) -> int:
    return [seat.number for seat in table.seats].index(number)
