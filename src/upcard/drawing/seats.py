"""Place the areas of every player position: the box, a spot for each wager, acceptors, markers, room for cards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import asin, degrees, radians, tan
from typing import Any

from upcard.drawing.areas import INCH, Area, AreaUse
from upcard.drawing.postings import area_of
from upcard.drawing.svg import around
from upcard.errors import Misuse
from upcard.rules import base
from upcard.rules.enums import WagerName
from upcard.rules.option import AreaKind
from upcard.table import TableConfig
from upcard.table.layout_measures import LayoutMeasures
from upcard.wagers import heading

EDGE = 1.6 * INCH  # between the players' edge and the boxes
GAP = 0.42 * INCH  # between areas of a seat
BETWEEN_SEATS = 0.22 * INCH  # from an area to the line between two seats
DEALERS_SIDE = 12.0 * INCH  # no area of a seat reaches farther toward the dealer's side
SEATS_TO_INSURANCE = 16.3 * INCH  # the band that the seats take, from the players' edge
WIDEST_ANGLE, WIDEST_PITCH = 72, 36
SIDES = (1, -1)  # right of the box, left of it
MOST_IN_A_ROW = 3
SCALES = tuple(step / 20 for step in range(20, 10, -1))


@dataclass(frozen=True, kw_only=True)
class _Unit:
    """What one wager needs at a seat: a spot, a spot for each choice, or an acceptor."""

    name: str
    label: str
    use: AreaUse
    choices: tuple[int, ...] = ()
    has_marker: bool = False


@dataclass(frozen=True, kw_only=True)
class Rim:
    """The players' side of the table: a part of a circle."""

    center: float  # the height of its center, from the dealer's side
    radius: float
    half_width: float

    @classmethod
    def of(cls, measures: LayoutMeasures) -> "Rim":
        """Return the rim of a table of these measures."""
        radius = float(measures.radius)
        return cls(center=float(measures.depth) - radius, radius=radius, half_width=float(measures.width) / 2)

    @property
    def half_angle(self) -> float:
        """Return the angle at which the round side meets the straight ones."""
        return degrees(asin(min(1, self.half_width / self.radius)))

    def holds(self, point: tuple[float, float], margin: float) -> bool:
        """Whether a point lies on the felt, at least a margin away from its edge."""
        x, y = point
        inside = x**2 + (y - self.center) ** 2 <= (self.radius - margin) ** 2 or y < self.center
        return abs(x) <= self.half_width - margin and y >= margin and inside


def seat_areas(table: TableConfig) -> tuple[Area, ...]:
    """Return the areas of every seat, as large and as far apart as the table has room for."""
    if not base.SEATS.value.admits(table.seats):
        most = base.SEATS.value.says()
        raise Misuse(f"{table.file}: a layout has {most} player positions, not {table.seats} [{base.SEATS.cite}]")
    units = tuple(_units(table))
    for scale in SCALES:
        for angle in range(WIDEST_ANGLE, 20, -4):
            if (areas := _placed(table, units, scale, angle)) is not None:
                return areas
    raise Misuse(
        f"{table.file}: the betting areas of {table.seats} seats do not fit on this felt: make width, depth or radius"
        " larger under [layout], or box_width, box_height and spot smaller"
    )


def _units(table: TableConfig) -> Iterator[_Unit]:
    offered = {offer.wager.name for offer in table.offers}
    for offer in table.offers:
        wager, area = offer.wager, area_of(offer.wager)
        is_acceptor = area.kind is AreaKind.CHIP_ACCEPTOR
        yield _Unit(
            name=wager.name,
            label=area.label,
            use=AreaUse.CHIP_ACCEPTOR if is_acceptor else AreaUse.WAGER,
            choices=wager.choices,
            has_marker=wager.sees_results,
        )
    for declared in table.game.areas:
        if declared.value.kind is AreaKind.SPOT and declared.value.name not in offered:
            yield _Unit(
                name=declared.value.name, label=declared.value.label or heading(declared.value.name), use=AreaUse.WAGER
            )


def angles(seats: int, widest: float) -> tuple[float, ...]:
    """Return where the seats are, the first at the dealer's left, which is the right side of the drawing."""
    pitch = _pitch(seats, widest)
    return tuple(pitch * ((seats - 1) / 2 - place) for place in range(seats))


def _pitch(seats: int, widest: float) -> float:
    return min(WIDEST_PITCH, 2 * widest / max(seats - 1, 1))


def _placed(table: TableConfig, units: tuple[_Unit, ...], scale: float, widest: float) -> tuple[Area, ...] | None:
    """Return all areas at a scale and angle; None if some do not fit."""
    rim = Rim.of(table.layout)
    slope = tan(radians(_pitch(table.seats, widest) / 2))
    local = _Seat(table, rim, slope, scale).areas(units)
    if local is None:
        return None
    areas = tuple(
        _turned(area, rim, angle, number)
        for number, angle in enumerate(angles(table.seats, widest), 1)
        for area in local
    )
    corners = (corner for area in areas for corner in area.corners)
    fits = all(rim.holds(corner, 0.3 * INCH) and corner[1] >= DEALERS_SIDE for corner in corners)
    return areas if fits else None


def _turned(area: Area, rim: Rim, angle: float, seat: int) -> Area:
    """Return an area of the seat at the middle, whose y is a distance from the rim's center, at another angle."""
    x, y = around(0, rim.center, area.y, angle)
    across_x, across_y = around(0, 0, area.x, angle + 90)
    return replace(area, x=x + across_x, y=y + across_y, angle=-angle, seat=seat)


class _Seat:
    """The areas of the seat at the middle: x to the right, y the distance from the center of the rim."""

    def __init__(self, table: TableConfig, rim: Rim, slope: float, scale: float) -> None:
        self.table, self.rim, self.slope, self.scale = table, rim, slope, scale
        self.measures = table.layout
        self.spot = max(float(self.measures.spot) * scale, float(self.measures.chip) * 1.04)
        self.done: list[Area] = []
        self.free_sides = list(SIDES)

    def room(self, radius: float) -> float:
        """Return how wide a row may be whose inner edge is at a radius."""
        return 2 * (radius * self.slope - BETWEEN_SEATS)

    def areas(self, units: tuple[_Unit, ...]) -> list[Area] | None:
        """Return the areas of a seat; None if they do not fit."""
        inner = self.boxes()
        rest = self.beside(units, inner)
        for row in self.rows(rest, inner):
            inner = self.row(row, inner)
        self.cards(inner)
        limit = self.rim.radius - SEATS_TO_INSURANCE
        fits = all(
            abs(x) <= y * self.slope - BETWEEN_SEATS + 0.01 and y >= limit
            for area in self.done
            for x, y in area.corners
        )
        return self.done if fits else None

    def boxes(self) -> float:
        """Place what takes the blackjack wagers; return the radius of the inner edge."""
        spots = self.table.spots[1]
        name = WagerName.BLACKJACK.value
        outer = self.rim.radius - EDGE
        if spots == 1:
            width, height = float(self.measures.box_width), float(self.measures.box_height)
            self.add(AreaUse.WAGER, name, 0, outer - height / 2, width, height)
            return outer - height
        own = [area.value for area in self.table.game.areas if area.value.kind is AreaKind.EACH_BLACKJACK_WAGER]
        label = own[0].label if own else ""
        size = min(float(self.measures.box_width) * 0.85, self.across(spots, outer))
        for spot in range(1, spots + 1):
            x = (size + GAP) * (spot - (spots + 1) / 2)
            words = f"{label} {spot}"
            self.add(AreaUse.WAGER, name, x, outer - size / 2, size, size, label=words, is_round=True, spot=spot)
        self.free_sides = []
        return outer - size

    def across(self, count: int, outer: float) -> float:
        """Return the greatest diameter of so many spots in a row whose outer edge is at a radius."""
        return (2 * (outer * self.slope - BETWEEN_SEATS) - (count - 1) * GAP) / (count + 2 * self.slope)

    def beside(self, units: tuple[_Unit, ...], inner: float) -> list[_Unit]:
        """Place beside the box acceptors, and single spots that a row has no room for; return the other units."""
        acceptors = [unit for unit in units if unit.use is AreaUse.CHIP_ACCEPTOR]
        singles = [unit for unit in units if unit not in acceptors and not unit.choices]
        in_row = self.row_holds(inner)
        moved = [*acceptors, *singles[in_row:]][: len(self.free_sides)]
        for unit, side in zip(moved, self.free_sides, strict=False):
            middle = (inner + self.rim.radius - EDGE) / 2
            x = side * (float(self.measures.box_width) / 2 + GAP + self.spot / 2)
            is_round = unit.use is not AreaUse.CHIP_ACCEPTOR
            self.add(unit.use, unit.name, x, middle, self.spot, self.spot, label=unit.label, is_round=is_round)
        return [unit for unit in units if unit not in moved]

    def row_holds(self, inner: float) -> int:
        """Return how many spots a row in front of the boxes holds."""
        room = self.room(inner - GAP - self.spot)
        return min(MOST_IN_A_ROW, int((room + GAP) / (self.spot + GAP)))

    def rows(self, units: list[_Unit], inner: float) -> list[list[_Unit]]:
        """Return the units of each row: one that has choices stands alone."""
        rows: list[list[_Unit]] = []
        most = max(self.row_holds(inner), 1)
        for unit in units:
            if not unit.choices and rows and not rows[-1][0].choices and len(rows[-1]) < most:
                rows[-1].append(unit)
            else:
                rows.append([unit])
        return rows

    def row(self, units: list[_Unit], inner: float) -> float:
        """Place a row of spots; return the radius of its inner edge."""
        if units[0].choices:
            return self.row_of_choices(units[0], inner)
        for place, unit in enumerate(units):
            x = (self.spot + GAP) * (place - (len(units) - 1) / 2)
            y = inner - GAP - self.spot / 2
            is_round = unit.use is not AreaUse.CHIP_ACCEPTOR
            self.add(unit.use, unit.name, x, y, self.spot, self.spot, label=unit.label, is_round=is_round)
        return inner - GAP - self.spot

    def row_of_choices(self, unit: _Unit, inner: float) -> float:
        """Place a spot for each choice of a wager, with places for a marker and a caption."""
        count = len(unit.choices)
        size = min(self.spot, self.across(count, inner - GAP))
        least = float(self.measures.chip) * 1.04
        size = max(size, least)
        marker = 0.62 * INCH * self.scale
        y = inner - GAP - size / 2
        for place, choice in enumerate(unit.choices):
            x = (size + GAP) * (place - (count - 1) / 2)
            self.add(unit.use, unit.name, x, y, size, size, label=str(choice), is_round=True, choice=choice)
            if unit.has_marker:
                far = y - size / 2 - marker * 0.75
                self.add(AreaUse.MARKER, unit.name, x, far, marker, marker, is_round=True, choice=choice)
        edge = y - size / 2 - (marker * 1.4 if unit.has_marker else marker * 0.2)
        caption = 0.8 * INCH * self.scale
        width = count * (size + GAP) - GAP
        wide = min(width, self.room(edge - caption))
        self.add(AreaUse.CAPTION, unit.name, 0, edge - caption / 2, wide, caption, label=unit.label)
        return edge - caption

    def cards(self, inner: float) -> None:
        """Leave room for the cards of the hand."""
        height = float(self.measures.card_height)
        far = inner - GAP * 0.8 - height
        width = min(self.room(far), 2.6 * float(self.measures.card_width))
        self.add(AreaUse.CARDS, "cards", 0, far + height / 2, width, height)

    def add(self, use: AreaUse, name: str, x: float, y: float, width: float, height: float, **more: Any) -> None:
        """Place an area of the seat."""
        self.done.append(Area(use=use, name=name, x=x, y=y, width=width, height=height, **more))
