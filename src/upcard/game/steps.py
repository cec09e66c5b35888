"""Steps of the procedure in a written round: what is stated of each, which paragraph asks for it, what follows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from upcard.game import events as ev
from upcard.game.narrate import text
from upcard.law import Cite, Cited
from upcard.rules import step
from upcard.rules.step import Follows, ProcedureStep
from upcard.rules.wager import Demand
from upcard.table import TableConfig, Verdict, verdict_of
from upcard.wagers.base_game import PROCEDURE

_SETTLEMENTS: tuple[type, ...] = (ev.WagerCollected, ev.WagerPaid, ev.WagerReturned, ev.WagerLeft)

# What somebody at the table does, and no card or chip shows: in a ruling each is due unless something is stated of it.
_ACTS: dict[type, ProcedureStep] = {
    ev.LightsVerified: step.CHIPS_EQUAL_LIGHTS,
    ev.BettingClosed: step.NO_MORE_BETS,
    ev.WagersRegistered: step.REGISTERED,
    ev.TotalAnnounced: step.TOTAL_ANNOUNCED,
    ev.WagerMoved: step.WAGER_MOVED,
    ev.ButtonPlaced: step.FREE_BUTTON_PUT,
    ev.CardsPutUnderWager: step.CARDS_UNDER_WAGER,
    ev.PayoutValidated: step.VALIDATED,
    ev.DocumentsCompleted: step.CARDS_HELD,
    ev.WinnersButtonPlaced: step.BUTTON_PUT,
    ev.ButtonPressed: step.BUTTON_PRESSED,
    ev.DealerCardsCollected: step.DEALERS_CARDS_TAKEN,
    ev.UpcardMoved: step.UPCARD_MOVED,
    ev.CardsPickedUp: step.PICKED_UP,
}
# The decisions that are written show that totals were announced, and a finished round that its cards are gone.
_SHOWN = (step.TOTAL_ANNOUNCED, step.PICKED_UP)
_VERIFICATIONS = {demand.value: demand.step for demand in Demand}

# Events without which a step was not called for.
_OCCASIONS: dict[ProcedureStep, tuple[type, ...]] = {
    **{each: (kind,) for kind, each in _ACTS.items()},
    step.BUTTON_PRESSED: (ev.WinVerified, ev.ButtonPressed),
    step.SETTLED_IN_TIME: _SETTLEMENTS,
    step.FREE_BUTTON_TAKEN: (ev.ButtonCollected,),
    step.LEFT_STANDING: (ev.WagerLeft,),
    step.READER_USED: (ev.CardReaderUsed,),
    **dict.fromkeys((step.VERIFIED, step.LIGHT_VERIFIED, step.ANNOUNCED), (ev.WinVerified,)),
}


class Declared(NamedTuple):
    """A step that a table's law asks for: by which paragraph, and for which wager; None: for the game."""

    step: ProcedureStep
    cite: Cite
    wager: str | None


@dataclass(frozen=True, kw_only=True)
class StatedStep:
    """What a written round states of a step: that it was done or not, at a seat and for a wager, or at the table."""

    step: ProcedureStep
    done: bool
    seat: int | None = None
    wager: str | None = None  # `blackjack` for the steps of the game


@dataclass(frozen=True, kw_only=True)
class StepRuling:
    """What a ruling says of a step that is stated: its paragraph, whether the round called for it, what follows."""

    declared: Declared
    done: bool
    seat: int | None
    called_for: bool
    also: tuple[Cite, ...] = ()  # paragraphs on a step that could not be done for want of this one

    @property
    def is_breach(self) -> bool:
        """Whether the step was called for and not done."""
        return self.called_for and not self.done

    @property
    def verdict(self) -> Verdict:
        """Return what leaving the step amounts to, by how its paragraph is known."""
        return verdict_of(self.declared.cite.standing)

    @property
    def is_text_held(self) -> bool:
        """Whether anything is known of the paragraph's text."""
        return self.verdict is not Verdict.NOT_VERIFIABLE

    @property
    def reading(self) -> int | None:
        """Return the Reading by which something follows; None where the paragraph says so, or no text is held."""
        return self.declared.step.reading if self.is_breach and self.is_text_held else None

    @property
    def follows(self) -> Follows | None:
        """Return what follows for the wagers; None where the step was done or not called for."""
        return self.declared.step.follows if self.is_breach else None

    @property
    def message(self) -> str:
        """Return what is ruled, in words."""
        which, where = self.declared.step, self._where
        if self.done:
            return f"{where}{which.name}: done"
        if not self.called_for:
            return f"{where}{which.failure}: this round does not call for it"
        follows = which.follows.words
        if not self.is_text_held:
            rest = follows if which.follows is Follows.NO_WAGER else "the wagers are settled as due"
            follows = f"no text held, though this paragraph is thought to govern it; {rest}"
        return f"{where}{which.failure}: {follows}"

    @property
    def cites(self) -> str:
        """Return the paragraphs and the Reading, in words."""
        paragraphs = ", ".join(map(str, (self.declared.cite, *self.also)))
        return f"{paragraphs}, reading {self.reading}" if self.reading else paragraphs

    @property
    def _where(self) -> str:
        parts = [f"seat {self.seat}"] if self.seat is not None else []
        return ": ".join([*parts, *([self.declared.wager] if self.declared.wager else []), ""])


def declared_steps(table: TableConfig) -> tuple[Declared, ...]:
    """Return every step that the law of a table asks for: those of each wager offered, of its game, of every game."""
    wagers = {offer.wager.name: offer.wager for offer in table.offers}
    of_wagers = [Declared(each.value, each.cite, name) for name, wager in wagers.items() for each in wager.procedure]
    others = [option for option in table.options if option.name not in wagers]
    of_game = [*(each for option in others for each in option.procedure), *PROCEDURE]
    return tuple(_once([*of_wagers, *_without_wager(of_game)], table))


def _without_wager(cited: Iterable[Cited[ProcedureStep]]) -> Iterator[Declared]:
    for each in cited:
        yield Declared(each.value, each.cite, None)


def _once(steps: Iterable[Declared], table: TableConfig) -> Iterator[Declared]:
    """Yield each step once, as far as its paragraph is part of the table's edition."""
    for each in dict.fromkeys(steps):
        if each.cite.stands_in(table.law):
            yield each


def steps_called(words: str, steps: Iterable[Declared]) -> tuple[Declared, ...]:
    """Return the declared steps that words name, by the name of the step or of its failure."""
    plain = " ".join(words.casefold().split())
    return tuple(each for each in steps if each.step.is_called(plain))


def without_wager(table: TableConfig, stated: Iterable[StatedStep], seat: int, wager: str) -> Declared | None:
    """Return the step for want of which a seat's wager does not count; None if it counts."""
    of_wager = [each for each in declared_steps(table) if (each.wager or ev.BLACKJACK) == wager]
    for one in stated:
        if not one.done and one.step.follows is Follows.NO_WAGER and _is_about(one, seat, wager):
            for each in of_wager:
                if each.step == one.step:
                    return each
    return None


def _is_about(stated: StatedStep, seat: int, wager: str) -> bool:
    return stated.seat in (None, seat) and stated.wager in (None, wager)


def rulings(
    table: TableConfig, stated: Iterable[StatedStep], events: Sequence[ev.Event], *, refused: bool
) -> tuple[StepRuling, ...]:
    """Rule on each step that is stated: by every paragraph of the table that asks for it."""
    declared = declared_steps(table)
    found = [each for one in dict.fromkeys(stated) for each in _rulings_on(one, declared, events, refused=refused)]
    return tuple(
        StepRuling(
            declared=each.declared._replace(cite=each.declared.cite.as_of(table.law)),
            done=each.done,
            seat=each.seat,
            called_for=each.called_for,
            also=tuple(cite.as_of(table.law) for cite in each.also),
        )
        for each in found
    )


def _rulings_on(
    stated: StatedStep, declared: tuple[Declared, ...], events: Sequence[ev.Event], *, refused: bool
) -> Iterator[StepRuling]:
    asked = [each for each in declared if each.step == stated.step and _may_mean(stated, each)]
    by_call = [(each, _is_called_for(each, stated.seat, events)) for each in asked]
    if any(called for _, called in by_call):
        by_call = [pair for pair in by_call if pair[1]]  # the paragraphs that did not come up say nothing
    for each, called in by_call:
        also = [other.cite for other in declared if other.step == each.step.prevents and other.wager == each.wager]
        yield StepRuling(
            declared=each, done=stated.done, seat=stated.seat, called_for=called or refused, also=tuple(also)
        )


def _may_mean(stated: StatedStep, declared: Declared) -> bool:
    return stated.wager is None or stated.wager == (declared.wager or ev.BLACKJACK)


def _is_called_for(declared: Declared, seat: int | None, events: Sequence[ev.Event]) -> bool:
    """Whether a round calls for a step: the wager is made, and an event shows the step where events can."""
    kinds = _OCCASIONS.get(declared.step)
    wager = declared.wager
    if wager and not any(isinstance(each, ev.WagerPlaced) and _is_of(each, seat, wager) for each in events):
        return False
    if kinds is None:
        return True
    return any(isinstance(each, kinds) and _shows(each, declared, seat) for each in events)


def _shows(event: ev.Event, declared: Declared, seat: int | None) -> bool:
    """Whether an event shows that a step was called for."""
    if declared.step is step.SETTLED_IN_TIME:
        return _is_of(event, seat, declared.wager or ev.BLACKJACK)
    if isinstance(event, ev.WinVerified) and declared.step not in (
        step.BUTTON_PRESSED,
        _VERIFICATIONS[event.verification],
    ):
        return False
    has_wager = declared.wager is not None
    by_cite = isinstance(event, ev.CardsPutUnderWager) or not has_wager
    return _is_of(event, seat, declared.wager) and (not by_cite or event.cite == declared.cite)


def _is_of(event: ev.Event, seat: int | None, wager: str | None) -> bool:
    """Whether an event is of a seat and a wager, as far as it names them."""
    seats = _seats(event)
    return (seat is None or not seats or seat in seats) and getattr(event, "wager", wager) in (wager, None)


def _seats(event: ev.Event) -> tuple[int, ...]:
    if isinstance(event, ev.LightsVerified | ev.WagersRegistered):
        return event.seats
    seat: int | None = getattr(event, "seat", None)
    return () if seat is None else (seat,)


class Act(NamedTuple):
    """What an event of a ruling is besides chips and cards: a step, stated as done or not; None: nothing is stated."""

    step: ProcedureStep
    done: bool | None


def act_of(event: ev.Event, stated: Iterable[StatedStep]) -> Act | None:
    """Return the step that an event of a ruling is, with what is stated of it; None for cards, wagers and chips."""
    which = _VERIFICATIONS[event.verification] if isinstance(event, ev.WinVerified) else _ACTS.get(type(event))
    if which is None:
        return None
    said = [one.done for one in stated if one.step == which and _is_stated_of(one, event)]
    if not said and which in _SHOWN:
        return None
    return Act(which, all(said) if said else None)


def _is_stated_of(stated: StatedStep, event: ev.Event) -> bool:
    wager = getattr(event, "wager", None)
    return (stated.seat is None or not (seats := _seats(event)) or stated.seat in seats) and (
        stated.wager is None or wager in (None, stated.wager)
    )


_BEFORE = {None: "due: ", True: "", False: "not done: "}


def ruled_text(event: ev.Event, act: Act | None) -> str:
    """Return an event of a ruling in words: what nobody stated is due, and what was not done is not said to be."""
    words = text(event)
    return f"{_BEFORE[act.done]}{words}" if act and words else words
