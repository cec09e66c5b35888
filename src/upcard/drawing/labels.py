"""Texts of a drawing: each with its place, size and room, so that a test can see that none leaves its box."""

from dataclasses import dataclass
from math import radians

from upcard.drawing.areas import Area, Corner, turned_corner
from upcard.drawing.felt_style import TEXTS
from upcard.drawing.svg import arc, element, escaped, turned
from upcard.drawing.text_width import Face, best_lines, fitted, is_known, text_width

ASCENT, DESCENT = 0.75, 0.25  # of a line, in parts of its size
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def face_of(class_: str) -> Face:
    """Return the face in which a class of text is drawn."""
    return TEXTS[class_][0]


@dataclass(frozen=True, kw_only=True)
class Label:
    """A line of text: where it begins, ends or has its middle, and how it is turned."""

    text: str
    x: float
    y: float  # of the base line
    size: float
    class_: str
    anchor: str = "middle"
    angle: float = 0  # around a point of its own
    around: Corner | None = None
    spacing: float = 0  # between letters, in parts of the size
    inside: Area | None = None

    @property
    def width(self) -> float:
        """Return the greatest width that the text has."""
        return text_width(self.text, face_of(self.class_), self.size, self.spacing)

    @property
    def corners(self) -> tuple[Corner, ...]:
        """Return the corners of the box around the text."""
        left = self.x - _ANCHORS[self.anchor] * self.width
        right, top, bottom = left + self.width, self.y - ASCENT * self.size, self.y + DESCENT * self.size
        center = self.around or (self.x, self.y)
        box = ((left, top), (right, top), (right, bottom), (left, bottom))
        return tuple(turned_corner((x - center[0], y - center[1]), self.angle, center) for x, y in box)

    def svg(self) -> str:
        """Return the text as an element; one whose letters may be wider than thought states its length."""
        center = self.around or (self.x, self.y)
        return element(
            "text",
            escaped(self.text),
            class_=self.class_,
            x=self.x,
            y=self.y,
            font_size=self.size,
            text_anchor=None if self.anchor == "start" else self.anchor,
            letter_spacing=self.spacing * self.size or None,
            transform=turned(self.angle, *center),
            **stated_length(self.text, self.width),
        )


@dataclass(frozen=True, kw_only=True)
class ArcLabel:
    """A line of text along the lower side of a circle; upright letters, read from the players' side."""

    name: str
    text: str
    center: Corner
    radius: float
    size: float
    class_: str
    spacing: float
    half_angle: float  # of the room that it has

    @property
    def width(self) -> float:
        """Return the greatest length that the text has along the circle."""
        return text_width(self.text, face_of(self.class_), self.size, self.spacing)

    def svg(self) -> str:
        """Return the circle and the text on it."""
        path = element("path", id=self.name, class_="uf-arc", d=arc(*self.center, self.radius, self.half_angle))
        on_path = element("textPath", escaped(self.text), href=f"#{self.name}", startOffset="50%")
        return path + element(
            "text",
            on_path,
            class_=self.class_,
            font_size=self.size,
            text_anchor="middle",
            letter_spacing=self.spacing * self.size or None,
            **stated_length(self.text, self.width),
        )


def stated_length(text: str, width: float) -> dict[str, str | float | None]:
    """Return the attributes by which a text with characters of unknown width is drawn no wider than computed."""
    return {} if is_known(text) else {"textLength": width, "lengthAdjust": "spacingAndGlyphs"}


def lines_in(
    area: Area,
    text: str,
    size: float,
    class_: str,
    *,
    most: int = 3,
    pitch: float = 1.15,
    part: float = 0.9,
) -> list[Label]:
    """Return a text in the middle of an area, in as many lines as make it largest; part is the part that it fills."""
    room = _largest_room(area, part)
    best = max(
        (best_lines(text, face_of(class_), size, (width, height), pitch, most) for width, height in room),
        key=lambda lines: round(lines.size, 6),
    )
    first = area.y - best.size * pitch * (len(best.lines) - 1) / 2 + best.size * (ASCENT - DESCENT) / 2
    return [
        Label(
            text=line,
            x=area.x,
            y=first + place * best.size * pitch,
            size=best.size,
            class_=class_,
            angle=area.angle,
            around=(area.x, area.y),
            inside=area,
        )
        for place, line in enumerate(best.lines)
    ]


def _largest_room(area: Area, part: float) -> list[tuple[float, float]]:
    """Return the widths and heights of boxes in an area: one in a box, several in a circle."""
    if not area.is_round:
        return [(area.width * part, area.height * part)]
    size = area.width * part
    return [(size * (1 - height**2) ** 0.5, size * height) for height in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7)]


def arc_size(text: str, class_: str, size: float, spacing: float, radius: float, half_angle: float) -> float:
    """Return the size, or the greatest smaller one, in which a text fits along a part of a circle."""
    room = 2 * radius * radians(half_angle)
    return fitted(text, face_of(class_), size, room * 0.98, spacing)
