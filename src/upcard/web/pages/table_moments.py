"""What happened at a table as parts of a page: for each event its words, its paragraph, and what it changed."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from jinja2 import Environment

from upcard.drawing.felt import felt_svg
from upcard.drawing.felt_plan import FeltPlan, plan_felt
from upcard.drawing.result_tags import result_tags
from upcard.drawing.round_parts import LostHands, round_parts
from upcard.game import events as ev
from upcard.game import procedure
from upcard.game.narrate import text
from upcard.game.state import TableState
from upcard.pit.state import PitTable
from upcard.rules.wager import Point
from upcard.service.moments import TableMoment
from upcard.table import TableConfig
from upcard.web.pages.settled_wagers import SettledRow, lost_hands, settled
from upcard.web.pages.table_view import shown_dealer, shown_seat

HAND = "table/hand.html"


class ShownMoment(NamedTuple):
    """An event as a page shows it."""

    kind: str
    seat: int | None
    text: str
    cite: str
    result: SettledRow | None
    felt: str  # the groups over the felt that it changed
    hands: str  # the hands in words and large cards that it changed


class DrawnFelt(NamedTuple):
    """The felt of a table: its plan and its drawing."""

    config: TableConfig
    plan: FeltPlan
    svg: str


_FELTS: dict[int, DrawnFelt] = {}  # by the identity of the configuration, which cannot be hashed
MOST_FELTS = 256


def felt_of(config: TableConfig) -> DrawnFelt:
    """Return the felt of a table, drawn once."""
    kept = _FELTS.get(id(config))
    if kept is None or kept.config is not config:
        if len(_FELTS) >= MOST_FELTS:
            _FELTS.clear()
        plan = plan_felt(config)
        kept = _FELTS[id(config)] = DrawnFelt(config, plan, felt_svg(plan, with_style=False))
    return kept


def felt_parts(state: TableState, lost: LostHands = frozenset()) -> Mapping[str, str]:
    """Return what lies on the felt of a table, by the identifiers of the groups."""
    return round_parts(felt_of(state.felt.config).plan, state, lost)


def last_round_parts(state: TableState, moments: tuple[TableMoment, ...]) -> Mapping[str, str]:
    """Return what lies on the felt; after a round, until the next wager, its cards and what each wager won or lost."""
    end = next((at for at, moment in enumerate(moments) if isinstance(moment.event, ev.CardsPickedUp)), 0)
    later = moments[end + 1 :]
    is_next = any(seat.chips for seat in state.seats) or any(isinstance(each.event, ev.ShoeShuffled) for each in later)
    if not end or is_next or state.point is not Point.BEFORE_FIRST_CARD:
        return felt_parts(state)
    last = moments[end - 1].after._replace(wins=state.wins, meters=state.meters)
    tags = result_tags(felt_of(state.felt.config).plan, (row.tag for row in settled(moments)))
    return {**felt_parts(last, lost_hands(moments)), "felt-tags": tags}


def hand_parts(templates: Environment, state: TableState) -> Mapping[str, str]:
    """Return the hands of a table in words and as large cards, by the identifiers of their elements."""
    template = templates.get_template(HAND)
    numbers = range(1, state.felt.config.seats + 1)
    empty = PitTable(state)
    seats = {f"hand-seat-{n}": shown_seat(empty, state, "", n, ()).hands for n in numbers}
    hands = {"hand-dealer": (shown_dealer(state),) if state.dealer.cards else (), **seats}
    return {name: template.render(id=name, hands=shown) for name, shown in hands.items()}


class MomentParts:
    """Renders each moment once for all viewers, since it shows only what everybody sees."""

    def __init__(self, templates: Environment) -> None:
        self._templates = templates
        self._kept: dict[str, tuple[int, tuple[ShownMoment, ...]]] = {}

    def shown(self, table: str, moments: tuple[TableMoment, ...]) -> tuple[ShownMoment, ...]:
        """Return moments as a page shows them; those of the newest version are kept."""
        if not moments:
            return ()
        versions = {moment.version for moment in moments}
        if len(versions) > 1:
            return tuple(self._shown(moments))
        (version,) = versions
        kept = self._kept.get(table)
        if kept is None or kept[0] != version:
            kept = self._kept[table] = version, tuple(self._shown(moments))
        return kept[1]

    def _shown(self, moments: tuple[TableMoment, ...]) -> Iterator[ShownMoment]:
        before: TableState | None = None
        felt: Mapping[str, str] = {}
        hands: Mapping[str, str] = {}
        for moment in moments:
            event, state = moment.event, moment.after
            felt_before, hands_before = felt, hands
            if before is None or _looks(before) != _looks(state):
                hands = hand_parts(self._templates, state)
                if not isinstance(event, ev.CardsPickedUp):  # they stay in sight until the next wagers
                    felt = felt_parts(state)
            before = state
            yield ShownMoment(
                kind=type(event).__name__,
                seat=getattr(event, "seat", None),
                text=text(event),
                cite=str(event.cite.as_of(state.felt.config.law)),
                result=next(iter(settled((moment,))), None),
                felt="".join(part for name, part in felt.items() if felt_before.get(name) != part),
                hands="".join(part for name, part in hands.items() if hands_before.get(name) != part),
            )


def _looks(state: TableState) -> object:
    """Return what decides how a table looks."""
    turn = procedure.turn(state)
    devices = state.meters, state.next_card, state.cutting_card, state.point
    return state.seats, state.dealer, state.wins, devices, None if turn is None else (turn[0].number, turn[1])


def announced(moments: tuple[TableMoment, ...]) -> list[tuple[str, str]]:
    """Return the announcements of moments: words and paragraph; events that only move the round on have none."""
    return [
        (words, str(moment.event.cite.as_of(moment.after.felt.config.law)))
        for moment in moments
        if (words := text(moment.event))
    ]
