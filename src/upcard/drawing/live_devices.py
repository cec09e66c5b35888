"""What the devices of a table show during play: meters, displays, lit buttons, the cutting card in the shoe."""

from collections.abc import Iterator

from upcard.drawing.areas import INCH, Area, AreaUse
from upcard.drawing.dealers_side import equipment_of
from upcard.drawing.felt_plan import FeltPlan
from upcard.drawing.fixtures import SHOE_CARDS, SHOE_MOUTH, screen
from upcard.drawing.labels import lines_in
from upcard.drawing.svg import element
from upcard.game import settle
from upcard.game.state import TableState
from upcard.money import Cents, format_money
from upcard.rules.option import Equipment, EquipmentKind
from upcard.rules.wager import Demand, Wager
from upcard.table import TableConfig


def live_devices(plan: FeltPlan, state: TableState) -> Iterator[str]:
    """Yield what has changed on the devices since the table was opened."""
    items = {item.name: item for item in equipment_of(plan.table)}
    for area in plan.areas:
        match area.use:
            case AreaUse.SHOE if state.shoe:
                yield _cutting_card(area, state)
            case AreaUse.EQUIPMENT:
                yield from _device(plan.table, area, items[area.name], state)


def _device(table: TableConfig, area: Area, item: Equipment, state: TableState) -> Iterator[str]:
    wager = next((offer.wager for offer in table.offers if item in _equipment(offer.wager)), None)
    if wager is None:
        return
    if item.kind is EquipmentKind.BUTTON:
        if any(of == wager.name and what is Demand.PLAYER_PRESSES_BUTTON for _, of, what in settle.awaited(state)):
            yield element("circle", class_="tp-lit", cx=area.x, cy=area.y, r=area.width * 0.47)
    elif (amount := _amount(item, wager, state)) is not None:
        words = lines_in(area.strip(0.16, 0.5), format_money(amount), 1.1 * INCH, "uf-screen-text", most=1)
        yield screen(area) + "".join(label.svg() for label in words)


def _equipment(wager: Wager) -> tuple[Equipment, ...]:
    return tuple(item.value for item in (*wager.equipment, *wager.equipment_if.values()))


def _amount(item: Equipment, wager: Wager, state: TableState) -> Cents | None:
    """Return what a meter or a display shows; None if nothing has been shown yet."""
    if item.kind is EquipmentKind.METER:
        meter = dict(state.meters).get(wager.name)
        return None if meter is None else meter.amount if item.shows else meter.reset
    if item.kind is EquipmentKind.DISPLAY:
        placed = (placed for seat in state.seats for placed in seat.placed if placed.wager == wager.name)
        return next((each.shown for each in placed if each.shown is not None), None)
    return None


def _cutting_card(area: Area, state: TableState) -> str:
    """Return the cutting card: its edge among the cards in the shoe, or at the mouth once it has come out."""
    left, top = area.x - area.width / 2, area.y - area.height / 2
    width = area.width * SHOE_CARDS.width
    if state.cutting_card_reached:
        y, height = top + area.height * SHOE_MOUTH.top, area.height * SHOE_MOUTH.height
    else:
        whole = area.height * SHOE_CARDS.height
        before = (state.cutting_card - state.next_card) / len(state.shoe)
        height = 7.0
        y = top + area.height * SHOE_CARDS.top + (whole - height) * (1 - before)
    x = left + (area.width - width) / 2
    return element("rect", class_="uc-cutting", x=x, y=y, width=width, height=height, rx=2)
