"""Signs printed on the felt: a heading, lines with what each pays, and notes, in columns beside the dealer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from upcard.drawing.areas import INCH, Area, AreaUse
from upcard.drawing.labels import Label, face_of
from upcard.drawing.postings import PostedSign
from upcard.drawing.text_width import fitted, text_width, wrapped
from upcard.errors import Misuse

HEADING, LINE, NOTE = 1.15 * INCH, 0.8 * INCH, 0.64 * INCH
PADDING, BETWEEN = 0.55 * INCH, 0.45 * INCH
PITCH = 1.32
_HEADING, _ITEM, _VALUE, _NOTE = map(face_of, ("uf-heading", "uf-item", "uf-value", "uf-note"))
SCALES = tuple(step / 40 for step in range(40, 3, -1))


@dataclass(frozen=True, kw_only=True)
class Column:
    """A part of the felt in which signs stand one under another."""

    left: float
    top: float
    width: float
    height: float

    def halves(self) -> tuple["Column", "Column"]:
        """Return the column as two narrower ones."""
        width = (self.width - BETWEEN) / 2
        return replace(self, width=width), replace(self, left=self.left + width + BETWEEN, width=width)


@dataclass(frozen=True, kw_only=True)
class Panel:
    """A sign at its place: its frame, its texts, and the dotted lines between them."""

    area: Area
    labels: tuple[Label, ...]
    leaders: tuple[tuple[float, float, float], ...]  # from x to x, at a height
    rule: tuple[float, float, float]  # under the heading


def panels(postings: Sequence[PostedSign], columns: Sequence[Column]) -> tuple[Panel, ...]:
    """Return the signs, all in one size, the largest that these columns, or twice as many narrower ones, hold."""
    narrow = [half for column in columns for half in column.halves()]
    for scale in SCALES:
        for chosen in (columns, narrow):
            if (placed := _placed_signs(postings, chosen, scale)) is not None:
                return placed
    raise Misuse(f"{len(postings)} signs are too many for one layout: offer fewer wagers")


def _placed_signs(postings: Sequence[PostedSign], columns: Sequence[Column], scale: float) -> tuple[Panel, ...] | None:
    """Return the signs, each in the column that has most room left, the last one first; None if one has no room."""
    used = [0.0] * len(columns)
    placed = []
    for posting in postings:
        column = min(range(len(columns)), key=lambda place: (used[place], -place))
        panel = _Writer(posting, columns[column], used[column], scale).panel()
        used[column] += panel.area.height + BETWEEN * scale
        if used[column] - BETWEEN * scale > columns[column].height:
            return None
        placed.append(panel)
    return tuple(placed)


class _Writer:
    """Write one sign at a scale."""

    def __init__(self, posting: PostedSign, column: Column, used: float, scale: float) -> None:
        self.posting, self.column, self.scale = posting, column, scale
        self.top = column.top + used
        self.left, self.right = column.left + PADDING * scale, column.left + column.width - PADDING * scale
        self.room = self.right - self.left

    def panel(self) -> Panel:
        """Return the sign."""
        labels: list[Label] = []
        leaders: list[tuple[float, float, float]] = []
        size = fitted(self.posting.heading, _HEADING, HEADING * self.scale, self.room)
        y = self.top + PADDING * self.scale + HEADING * self.scale * 0.8
        middle = (self.left + self.right) / 2
        labels.append(Label(text=self.posting.heading, x=middle, y=y, size=size, class_="uf-heading"))
        y += 0.42 * INCH * self.scale
        rule = (self.left, self.right, y)
        y += 0.2 * INCH * self.scale
        for words, value in self.posting.lines:
            y = self.line(words, value, y, labels, leaders)
        for note in self.posting.notes:
            y = self.note(note, y, labels)
        bottom = y + PADDING * self.scale * 0.8
        area = Area(
            use=AreaUse.SIGN,
            name=self.posting.heading,
            label=self.posting.heading,
            x=self.column.left + self.column.width / 2,
            y=(self.top + bottom) / 2,
            width=self.column.width,
            height=bottom - self.top,
        )
        inside = tuple(replace(label, inside=area) for label in labels)
        return Panel(area=area, labels=inside, leaders=tuple(leaders), rule=rule)

    def line(
        self, words: str, value: str, y: float, labels: list[Label], leaders: list[tuple[float, float, float]]
    ) -> float:
        """Write a line with its value at the right; return the height below it."""
        size = LINE * self.scale
        beside = self.room - text_width(words, _ITEM, size) - 0.5 * INCH * self.scale
        value_size = fitted(value, _VALUE, size, max(self.room * 0.6, beside))
        value_width = text_width(value, _VALUE, value_size)
        room = self.room - value_width - 0.5 * INCH * self.scale
        lines = wrapped(words, _ITEM, size, room)
        widest = max(lines, key=lambda line: text_width(line, _ITEM, size))
        line_size = fitted(widest, _ITEM, size, room)
        for place, line in enumerate(lines):
            y += size * (1.08 if place else PITCH)
            labels.append(Label(text=line, x=self.left, y=y, size=line_size, class_="uf-item", anchor="start"))
        end = self.left + text_width(lines[-1], _ITEM, line_size) + 0.2 * INCH * self.scale
        start = self.right - value_width - 0.2 * INCH * self.scale
        if start - end > 0.4 * INCH * self.scale:
            leaders.append((end, start, y - 0.06 * INCH * self.scale))
        labels.append(Label(text=value, x=self.right, y=y, size=value_size, class_="uf-value", anchor="end"))
        return y

    def note(self, note: str, y: float, labels: list[Label]) -> float:
        """Write a note under the lines; return the height below it."""
        size = NOTE * self.scale
        y += 0.12 * INCH * self.scale
        for line in wrapped(note, _NOTE, size, self.room):
            y += size * PITCH
            fitting = fitted(line, _NOTE, size, self.room)
            labels.append(Label(text=line, x=self.left, y=y, size=fitting, class_="uf-note", anchor="start"))
        return y


def placard(posting: PostedSign, area: Area) -> Panel:
    """Return the sign of the table: each line with its value under it, in the middle."""
    left, right = area.x - area.width / 2 + PADDING / 2, area.x + area.width / 2 - PADDING / 2
    rows = 1.3 * HEADING + sum(1.35 * NOTE + 1.25 * LINE for _ in posting.lines) + 0.5 * INCH
    scale = min(1.0, area.height / rows)

    def label(text: str, y: float, size: float, class_: str) -> Label:
        fitting = fitted(text, face_of(class_), size * scale, right - left)
        return Label(text=text, x=area.x, y=y, size=fitting, class_=class_, inside=area)

    y = area.y - area.height / 2 + (area.height - rows * scale) / 2 + HEADING * scale
    labels = [label(posting.heading, y, HEADING, "uf-heading")]
    y += 0.3 * HEADING * scale
    rule = (left, right, y)
    for words, value in posting.lines:
        y += 1.35 * NOTE * scale
        labels.append(label(words, y, NOTE, "uf-note"))
        y += 1.25 * LINE * scale
        labels.append(label(value, y, LINE * 1.1, "uf-value"))
    return Panel(area=area, labels=tuple(labels), leaders=(), rule=rule)
