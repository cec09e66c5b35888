"""Draw what stands on the dealer's side: the table inventory, the shoe, racks, boxes and devices."""

from typing import NamedTuple

from upcard.drawing.areas import INCH, Area
from upcard.drawing.chips import BUTTON, DENOMINATIONS
from upcard.drawing.svg import element, number, use
from upcard.rules.option import EquipmentKind
from upcard.table.layout_measures import LayoutMeasures

# Tubes of the table inventory from the middle to the sides: the chips used most are nearest to the dealer.
_TUBES = ("$1", "$5", "$5", "$25", "$25", "$100", "$500", "$1K")
_BY_LABEL = {chip.label: chip for chip in DENOMINATIONS}


class _PartOfShoe(NamedTuple):
    """A part of the shoe, in parts of its width and height."""

    top: float
    width: float
    height: float


SHOE_CARDS, SHOE_MOUTH = _PartOfShoe(0.1, 0.62, 0.45), _PartOfShoe(0.8, 0.62, 0.17)


def _rect(class_: str, x: float, y: float, width: float, height: float, rounding: float = 0) -> str:
    return element("rect", class_=class_, x=x, y=y, width=width, height=height, rx=rounding or None)


def _plate(area: Area, class_: str = "uf-device", rounding: float = 0.3 * INCH) -> str:
    return _rect(class_, area.x - area.width / 2, area.y - area.height / 2, area.width, area.height, rounding)


def inventory(area: Area, chip: float) -> str:
    """Return the table inventory: tubes of chips seen from above, as many as it has room for."""
    pitch = chip + 3
    count = int((area.width - 0.5 * INCH) / pitch)
    top, height = area.y - area.height / 2 + 0.35 * INCH, area.height - 0.7 * INCH
    drawn = [_plate(area)]
    for place in range(count):
        offset = place - (count - 1) / 2
        x = area.x + pitch * offset
        tube = _BY_LABEL[_TUBES[min(int(abs(offset)), len(_TUBES) - 1)]]
        ends = f"M{number(x)} {number(top)}v{number(height)}"
        drawn.append(element("path", d=ends, stroke=tube.color, stroke_width=chip * 0.94, stroke_dasharray="3 .5"))
        for shift in (-0.27, 0.27):
            stripe = f"M{number(x + shift * chip)} {number(top)}v{number(height)}"
            drawn.append(element("path", d=stripe, stroke=tube.spots, stroke_width=chip * 0.09, stroke_dasharray="3 4"))
    return "".join(drawn)


def shoe(area: Area) -> str:
    """Return the shoe: an inclined box with a card at its mouth, which points to the middle of the table."""
    left, top = area.x - area.width / 2, area.y - area.height / 2
    width, height = area.width, area.height
    mouth = height * 0.16
    card = width * SHOE_CARDS.width
    layer = SHOE_CARDS.height / 9
    return (
        _rect("uf-device", left, top, width, height - mouth, 0.35 * INCH)
        + _rect("uf-glass", left + width * 0.12, top + height * 0.07, width * 0.76, height * 0.56, 0.2 * INCH)
        + "".join(
            _rect(
                "uf-cards-edge",
                left + (width - card) / 2,
                top + height * (SHOE_CARDS.top + layer * step),
                card,
                height * layer,
            )
            for step in range(9)
        )
        + _rect(
            "uf-cards-edge",
            left + (width - card) / 2,
            top + height * SHOE_MOUTH.top,
            card,
            height * SHOE_MOUTH.height,
            0.12 * INCH,
        )
        + _rect("uf-device-part", left + width * 0.08, top + height * 0.68, width * 0.84, height * 0.15, 0.15 * INCH)
    )


def dealers_cards(area: Area, measures: LayoutMeasures) -> str:
    """Return the places of the dealer's first two cards."""
    width, height = float(measures.card_width), float(measures.card_height)
    return "".join(
        _rect(
            "uf-card-place",
            area.x + side * (width / 2 + 0.2 * INCH) - width / 2,
            area.y - height / 2,
            width,
            height,
            0.17 * INCH,
        )
        for side in (-1, 1)
    )


def equipment(area: Area, kind: EquipmentKind) -> str:
    """Return a piece of equipment by its kind; its name is written by the plan."""
    drawing = {
        EquipmentKind.BOX: _box,
        EquipmentKind.RACK: _rack,
        EquipmentKind.READER: _reader,
        EquipmentKind.SHUFFLER: _shuffler,
        EquipmentKind.BUTTON: _button,
        EquipmentKind.DISPLAY: _device,
        EquipmentKind.METER: _device,
        EquipmentKind.TOKENS: _tokens,
    }[kind]
    return drawing(area)


def _box(area: Area) -> str:
    """Return the slot of a box under the table."""
    width, height = area.width * 0.62, area.height * 0.66
    left, top = area.x - width / 2, area.y - area.height / 2
    return _rect("uf-plate", left, top, width, height, 0.2 * INCH) + _rect(
        "uf-slot", area.x - width * 0.12, top + height * 0.12, width * 0.24, height * 0.76, width * 0.12
    )


def _rack(area: Area) -> str:
    """Return a rack of clear plastic with some cards in it."""
    left, top = area.x - area.width / 2, area.y - area.height / 2
    cards = "".join(
        _rect(
            "uf-cards-edge", left + area.width * 0.16, top + area.height * (0.1 + 0.045 * step), area.width * 0.68, 3.4
        )
        for step in range(10)
    )
    return (
        _plate(area, "uf-device")
        + cards
        + _rect("uf-glass", left + area.width * 0.1, top + area.height * 0.06, area.width * 0.8, area.height * 0.58, 5)
    )


def _reader(area: Area) -> str:
    """Return a card reader: a slot for the corner of a card, and a lens."""
    width = area.width * 0.62
    return (
        _plate(area)
        + _rect("uf-slot", area.x - width / 2, area.y - area.height * 0.3, width, area.height * 0.3, 5)
        + element("circle", class_="uf-device-part", cx=area.x, cy=area.y - area.height * 0.15, r=area.height * 0.07)
    )


def _shuffler(area: Area) -> str:
    """Return a shuffler: a machine with a well for cards."""
    width = area.width * 0.6
    return (
        _plate(area)
        + _rect("uf-slot", area.x - width / 2, area.y - area.height * 0.38, width, area.height * 0.5, 6)
        + _rect("uf-cards-edge", area.x - width * 0.42, area.y - area.height * 0.34, width * 0.84, area.height * 0.4, 4)
    )


def _button(area: Area) -> str:
    return element("circle", class_="uf-plate", cx=area.x, cy=area.y, r=area.width / 2 - 1) + element(
        "circle", class_="uf-dome", cx=area.x, cy=area.y, r=area.width * 0.42
    )


def screen(area: Area) -> str:
    """Return the screen of a meter or a display, without what it shows."""
    height = area.height * 0.52
    return _rect("uf-screen", area.x - area.width * 0.46, area.y - area.height * 0.1, area.width * 0.92, height, 4)


def _device(area: Area) -> str:
    return _plate(area) + screen(area)


def _tokens(area: Area) -> str:
    """Return a tray with tokens."""
    size = area.height * 0.58
    count = 5
    pitch = (area.width - size - 0.5 * INCH) / (count - 1)
    return _plate(area) + "".join(
        use(
            BUTTON,
            area.x - pitch * (count - 1) / 2 + pitch * place - size / 2,
            area.y - area.height * 0.43,
            width=size,
            height=size,
        )
        for place in range(count)
    )
