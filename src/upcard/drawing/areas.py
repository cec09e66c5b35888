"""The areas of a layout: where each is, how it is turned, and whether two of them overlap."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import cos, hypot, pi, radians, sin
from typing import Any

Corner = tuple[float, float]

INCH = 25.4


class AreaUse(Enum):
    """What an area of the layout is for."""

    WAGER = "wager"
    CHIP_ACCEPTOR = "chip acceptor"
    MARKER = "marker"
    CAPTION = "caption"
    CARDS = "cards"
    DEALERS_CARDS = "dealer's cards"
    DEALERS_AREA = "dealer's area"
    EQUIPMENT = "equipment"
    INVENTORY = "table inventory"
    SHOE = "shoe"
    SIGN = "sign"
    NAME = "name of the licensee"


@dataclass(frozen=True, kw_only=True)
class Area:
    """An area in millimeters from the middle of the dealer's side: its center, size and turn; seats count from 1."""

    use: AreaUse
    name: str
    x: float
    y: float
    width: float
    height: float
    label: str = ""
    angle: float = 0  # in degrees, clockwise
    is_round: bool = False
    seat: int | None = None
    choice: int | None = None  # of a wager that has several
    spot: int | None = None  # of several blackjack wagers, counted from 1

    @property
    def corners(self) -> tuple[Corner, ...]:
        """Return the corners of the area, or points around a round one."""
        if self.is_round:
            turns = [2 * pi * step / 16 for step in range(16)]
            around = [(self.width / 2 * cos(turn), self.height / 2 * sin(turn)) for turn in turns]
        else:
            half_width, half_height = self.width / 2, self.height / 2
            around = [(x * half_width, y * half_height) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return tuple(turned_corner(corner, self.angle, (self.x, self.y)) for corner in around)

    def strip(self, middle: float, height: float, width: float = 1) -> "Area":
        """Return a box across the area; the middle, from that of the area, and the size are parts of the area's."""
        x, y = turned_corner((0, middle * self.height), self.angle, (self.x, self.y))
        return replace(self, x=x, y=y, width=width * self.width, height=height * self.height, is_round=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the area as JSON values."""
        optional = {"seat": self.seat, "choice": self.choice, "spot": self.spot}
        return {
            "use": self.use.value,
            "name": self.name,
            "label": self.label,
            **{key: value for key, value in optional.items() if value is not None},
            "shape": "round" if self.is_round else "box",
            **{key: round(getattr(self, key), 2) for key in ("x", "y", "width", "height", "angle")},
        }


def turned_corner(corner: Corner, degrees: float, center: Corner) -> Corner:
    """Return a point given from a center, turned clockwise around it."""
    (x, y), turn = corner, radians(degrees)
    return center[0] + x * cos(turn) - y * sin(turn), center[1] + x * sin(turn) + y * cos(turn)


def overlap(one: Area, other: Area, tolerance: float = 0.01) -> bool:
    """Whether two areas share more than their edges."""
    if one.is_round and other.is_round and one.width == one.height and other.width == other.height:
        return hypot(one.x - other.x, one.y - other.y) < (one.width + other.width) / 2 - tolerance
    shapes = one.corners, other.corners
    return all(
        _spread(shapes[0], axis)[1] - tolerance > _spread(shapes[1], axis)[0]
        and _spread(shapes[1], axis)[1] - tolerance > _spread(shapes[0], axis)[0]
        for shape in shapes
        for axis in _axes(shape)
    )


def _axes(corners: Sequence[Corner]) -> Iterator[Corner]:
    """Yield the directions in which two convex shapes can be apart: those at right angles to a side."""
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = hypot(x2 - x1, y2 - y1)
        yield (y2 - y1) / length, (x1 - x2) / length


def _spread(corners: Sequence[Corner], axis: Corner) -> tuple[float, float]:
    along = [x * axis[0] + y * axis[1] for x, y in corners]
    return min(along), max(along)


def contains(area: Area, point: Corner, tolerance: float = 0.01) -> bool:
    """Whether a point lies in an area."""
    x, y = turned_corner((point[0] - area.x, point[1] - area.y), -area.angle, (0, 0))
    half_width, half_height = area.width / 2 + tolerance, area.height / 2 + tolerance
    if area.is_round:
        return (x / half_width) ** 2 + (y / half_height) ** 2 <= 1
    return abs(x) <= half_width and abs(y) <= half_height
