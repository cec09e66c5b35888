"""Irregularities of a round, of which no text is held: what was written down, and the nearest paragraphs."""

from collections.abc import Iterable
from dataclasses import dataclass

from upcard.game import events as ev
from upcard.game.narrate import text
from upcard.game.voiding import IRREGULARITIES
from upcard.law import Cite, Edition

NO_TEXT_HELD = "no text held"
VOIDING = 69  # the Reading on rounds that are voided


@dataclass(frozen=True, kw_only=True)
class Irregularity:
    """Something that went wrong in the deal, as written: what, at which seat, at which card."""

    what: str
    seat: int | None = None  # 0: the dealer
    card: int | None = None  # counted from one, in the order dealt


@dataclass(frozen=True, kw_only=True)
class IrregularityAnswer:
    """The answer to an irregularity: no text is held, and these paragraphs are the nearest."""

    irregularity: Irregularity
    at: str  # what happened there, in words
    nearest: tuple[Cite, ...]

    @property
    def message(self) -> str:
        """Return the irregularity, where it happened, and the answer, in words."""
        seat, card = self.irregularity.seat, self.irregularity.card
        where = [] if seat is None else [f"seat {seat}" if seat else "the dealer"]
        where += [] if card is None else [f"card {card}{f' ({self.at})' if self.at else ''}"]
        at = f", {', '.join(where)}" if where else ""
        nearest = " and ".join(map(str, self.nearest))
        rest = f"; nearest: {nearest}; on voiding the round see reading {VOIDING}"
        return f"{self.irregularity.what}{at}: {NO_TEXT_HELD}{rest}"


def answers(
    irregularities: Iterable[Irregularity], events: Iterable[ev.Event], edition: Edition
) -> tuple[IrregularityAnswer, ...]:
    """Return the answer to each irregularity: the section thought to govern it, and by what the card was dealt."""
    dealt = [event for event in events if isinstance(event, ev.CardDealt)]
    return tuple(_answer(each, dealt, edition) for each in irregularities)


def _answer(irregularity: Irregularity, dealt: list[ev.CardDealt], edition: Edition) -> IrregularityAnswer:
    place = (irregularity.card or 0) - 1
    event = dealt[place] if 0 <= place < len(dealt) else None
    nearest = (IRREGULARITIES, event.cite) if event else (IRREGULARITIES,)
    return IrregularityAnswer(
        irregularity=irregularity,
        at=text(event) if event else "",
        nearest=tuple(each.as_of(edition) for each in nearest),
    )
