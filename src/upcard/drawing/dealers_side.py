"""Place what is on the dealer's side: table inventory, shoe, discard rack, boxes, devices, the dealer's cards."""

from collections.abc import Iterator

from upcard.drawing.areas import INCH, Area, AreaUse
from upcard.drawing.panels import Column
from upcard.english import sentence
from upcard.rules.enums import DealtFrom
from upcard.rules.option import Equipment, EquipmentKind
from upcard.table import TableConfig
from upcard.table.requirements.layout import required_equipment

INVENTORY = (0.0, 0.9, 19.0, 4.4)  # x of the middle, y of the top, width, height, in inches
BOX_OFFSET, BOX_SIZE = 11.0, (2.3, 4.4)
DEVICES_TOP, DEVICES_HEIGHT = 5.95, 2.35
DEVICE_WIDTHS = {
    EquipmentKind.METER: 8.6,
    EquipmentKind.DISPLAY: 8.6,
    EquipmentKind.TOKENS: 5.6,
    EquipmentKind.BUTTON: DEVICES_HEIGHT,
}
CARDS_TOP = 8.95
OUTER = 6.2  # width of the outermost columns, for shoe and discard rack
COLUMN_TOP, COLUMN_BOTTOM = 0.9, 11.4
BESIDE_DEALER = 12.5  # where the signs begin


def equipment_of(table: TableConfig) -> tuple[Equipment, ...]:
    """Return all equipment that the rules require of a table, each once."""
    return tuple(dict.fromkeys(item.value for _, item in required_equipment(table)))


def sign_columns(table: TableConfig) -> tuple[Column, Column]:
    """Return the parts of the felt at the left and the right of the dealer in which signs stand."""
    half = float(table.layout.width) / 2
    left, width = BESIDE_DEALER * INCH, half - (BESIDE_DEALER + OUTER + 1.6) * INCH
    top, height = COLUMN_TOP * INCH, (COLUMN_BOTTOM - COLUMN_TOP) * INCH
    return (
        Column(left=-left - width, top=top, width=width, height=height),
        Column(left=left, top=top, width=width, height=height),
    )


def placard_area(table: TableConfig) -> Area:
    """Return the place of the sign with the limits, at the dealer's right."""
    x = float(table.layout.width) / 2 / INCH - OUTER / 2 - 0.9
    return _area(AreaUse.SIGN, "limits", -x, 5.9, OUTER, COLUMN_BOTTOM - 5.9, label=table.table)


def dealers_side(table: TableConfig) -> tuple[Area, ...]:
    """Return the areas of the dealer's side."""
    equipment = equipment_of(table)
    inventory = _area(AreaUse.INVENTORY, "table inventory", *INVENTORY)
    return (
        inventory,
        *_boxes(equipment),
        *_outer_columns(table, equipment),
        *_devices(equipment),
        *_dealers_row(table, equipment),
    )


def _area(use: AreaUse, name: str, x: float, top: float, width: float, height: float, label: str = "") -> Area:
    """Return an area given in inches, by the middle of its upper side."""
    return Area(
        use=use,
        name=name,
        label=label or sentence(name),
        x=x * INCH,
        y=(top + height / 2) * INCH,
        width=width * INCH,
        height=height * INCH,
    )


def _of_kind(equipment: tuple[Equipment, ...], *kinds: EquipmentKind) -> list[Equipment]:
    return [item for item in equipment if item.kind in kinds]


def _boxes(equipment: tuple[Equipment, ...]) -> Iterator[Area]:
    """Yield the slots of the boxes, on opposite sides of the dealer."""
    for place, item in enumerate(_of_kind(equipment, EquipmentKind.BOX)):
        x = (-1 if place % 2 == 0 else 1) * BOX_OFFSET
        yield _area(AreaUse.EQUIPMENT, item.name, x, INVENTORY[1], *BOX_SIZE)


def _outer_columns(table: TableConfig, equipment: tuple[Equipment, ...]) -> Iterator[Area]:
    """Yield the shoe at the dealer's left and the racks at the right; the drawing is seen from the players."""
    x = float(table.layout.width) / 2 / INCH - OUTER / 2 - 0.9
    for item in _of_kind(equipment, EquipmentKind.RACK):
        yield _area(AreaUse.EQUIPMENT, item.name, -x, COLUMN_TOP, OUTER * 0.8, 4.6)
    top = COLUMN_TOP
    if table.dealt_from is DealtFrom.SHOE:
        yield _area(AreaUse.SHOE, "shoe", x, top, OUTER * 0.86, 9.2)
        top += 9.6
    for item in _of_kind(equipment, EquipmentKind.SHUFFLER):
        yield _area(AreaUse.EQUIPMENT, item.name, x, top, OUTER * 0.9, 5.6)


def _devices(equipment: tuple[Equipment, ...]) -> Iterator[Area]:
    """Yield the devices in a row under the table inventory."""
    items = _of_kind(equipment, *DEVICE_WIDTHS)
    gap = 0.5
    total = sum(DEVICE_WIDTHS[item.kind] for item in items) + gap * (len(items) - 1)
    narrower = min(1.0, 2 * (BESIDE_DEALER - 0.5) / total) if items else 1.0
    x = -total * narrower / 2
    for item in items:
        width = DEVICE_WIDTHS[item.kind] * narrower
        yield _area(AreaUse.EQUIPMENT, item.name, x + width / 2, DEVICES_TOP, width, DEVICES_HEIGHT)
        x += width + gap * narrower


def _dealers_row(table: TableConfig, equipment: tuple[Equipment, ...]) -> Iterator[Area]:
    """Yield the dealer's cards in the middle, and areas and readers beside them, alternately right and left."""
    width, height = float(table.layout.card_width) / INCH, float(table.layout.card_height) / INCH
    own = 2 * width + 0.9
    yield _area(AreaUse.DEALERS_CARDS, "dealer's hand", 0, CARDS_TOP, own, height + 0.3)
    areas = [one.value for game in table.games for one in game.dealer_areas if table.has(one.value.when)]
    readers = _of_kind(equipment, EquipmentKind.READER)
    items = [(AreaUse.DEALERS_AREA, area.name, 6.9) for area in areas]
    items += [(AreaUse.EQUIPMENT, item.name, 3.4) for item in readers]
    ends = {1: own / 2 + 0.6, -1: own / 2 + 0.6}
    for place, (use, name, wide) in enumerate(items):
        side = 1 if place % 2 == 0 else -1
        yield _area(use, name, side * (ends[side] + wide / 2), CARDS_TOP, wide, height + 0.3)
        ends[side] += wide + 0.5
