"""Irregularities of a round: what was written down, whether a text is held on it, and the nearest paragraphs."""

from collections.abc import Iterable
from dataclasses import dataclass

from upcard.english import listed
from upcard.game import events as ev
from upcard.game.narrate import text
from upcard.game.steps import Declared, steps_called
from upcard.game.voiding import IRREGULARITIES
from upcard.law import Cite, Edition, Standing
from upcard.rules.wager import Person

NO_TEXT_HELD = "no text held"
TEXT_HELD = "text held"
NOT_RECOGNIZED = "not recognized"
# Irregularities of the deal: the section thought to govern them, 13:69F-2.15, is not held.
OF_THE_DEAL = (
    "misdeal",
    "exposed card",
    "card out of turn",
    "card dealt in error",
    "card to the wrong hand",
    "card to the wrong seat",
    "card dealt to an empty box",
    "extra card",
    "too many cards",
    "too few cards",
    "missing card",
    "missing hole card",
    "card face up in the shoe",
    "card left in the shoe",
    "damaged card",
    "incomplete deck",
    "shoe empty",
    "card reader defective",
    "shuffler defective",
)
VOIDING = 69  # the Reading on rounds that are voided


@dataclass(frozen=True, kw_only=True)
class Irregularity:
    """Something that went wrong in the deal, as written: what, at which seat, at which card."""

    what: str
    seat: int | None = None  # 0: the dealer
    card: int | None = None  # counted from one, in the order dealt


@dataclass(frozen=True, kw_only=True)
class IrregularityAnswer:
    """The answer to an irregularity: whether a text is held on it, and the paragraphs, or the nearest ones."""

    irregularity: Irregularity
    at: str  # what happened there, in words
    answer: str
    nearest: tuple[Cite, ...]
    near_steps: tuple[str, ...] = ()  # steps that share a word with what is not recognized

    @property
    def message(self) -> str:
        """Return the irregularity, where it happened, and the answer, in words."""
        seat, card = self.irregularity.seat, self.irregularity.card
        where = [] if seat is None else [f"seat {seat}" if seat else "the dealer"]
        where += [] if card is None else [f"card {card}{f' ({self.at})' if self.at else ''}"]
        at = f", {', '.join(where)}" if where else ""
        return f"{self.irregularity.what}{at}: {self.answer}{self._rest}"

    @property
    def _rest(self) -> str:
        nearest = listed(map(str, self.nearest))
        if self.answer == TEXT_HELD:
            return f": {nearest}; see the procedure"
        if self.answer == NO_TEXT_HELD:
            return f"; nearest: {nearest}; on voiding the round see reading {VOIDING}"
        near = f"; near it: {', '.join(self.near_steps)} [{nearest}]" if self.near_steps else ""
        return f" as a step of the procedure or an irregularity of the deal, so nothing is ruled on it{near}"


def answers(
    irregularities: Iterable[Irregularity],
    events: Iterable[ev.Event],
    edition: Edition,
    declared: tuple[Declared, ...],
) -> tuple[IrregularityAnswer, ...]:
    """Return the answer to each irregularity: its paragraphs, or the section thought to govern it."""
    dealt = [event for event in events if isinstance(event, ev.CardDealt)]
    return tuple(_answer(each, dealt, edition, declared) for each in irregularities)


def _answer(
    irregularity: Irregularity, dealt: list[ev.CardDealt], edition: Edition, declared: tuple[Declared, ...]
) -> IrregularityAnswer:
    place = (irregularity.card or 0) - 1
    event = dealt[place] if 0 <= place < len(dealt) else None
    called = steps_called(irregularity.what, declared)
    near = _near(irregularity.what, declared)
    if called:
        answer, nearest, near = TEXT_HELD, tuple(each.cite for each in called), ()
        if all(each.standing is Standing.UNKNOWN for each in nearest):
            answer = NO_TEXT_HELD
    elif " ".join(irregularity.what.casefold().split()) in OF_THE_DEAL:
        answer, nearest, near = NO_TEXT_HELD, (IRREGULARITIES, *([event.cite] if event else [])), ()
    else:
        answer, nearest = NOT_RECOGNIZED, tuple(each.cite for each in near)
    return IrregularityAnswer(
        irregularity=irregularity,
        at=text(event) if event else "",
        answer=answer,
        nearest=tuple(dict.fromkeys(each.as_of(edition) for each in nearest)),
        near_steps=tuple(dict.fromkeys(each.step.name for each in near)),
    )


def _near(what: str, declared: tuple[Declared, ...]) -> tuple[Declared, ...]:
    """Return the steps that share a word of some length with what is written."""
    words = _long_words(what)
    return tuple(each for each in declared if words & _long_words(f"{each.step.name} {each.step.failure}"))


def _long_words(text: str) -> set[str]:
    letters = "".join(letter if letter.isalpha() else " " for letter in text.casefold())
    return {word.removesuffix("s") for word in letters.split() if len(word) > 4} - _COMMON


_COMMON = {*(person.value for person in Person), "wager", "player", "first", "before", "after", "further", "done"}
