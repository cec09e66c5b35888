"""Documents of sections: texts, facts, tables of text and charts, as the template that prints them reads them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

SECTIONS_TEMPLATE = "sections.typ"
TOO_RARE = "†"  # after a figure that is not to be relied on


@dataclass(frozen=True)
class SheetColumn:
    """A column of a printed table: its title, where its texts stand, and its share of the width (0: as it needs)."""

    title: str
    align: str = "right"
    width: float = 0


@dataclass(frozen=True, kw_only=True)
class TextBlock:
    """A paragraph."""

    text: str
    kind: str = "text"


@dataclass(frozen=True, kw_only=True)
class ListBlock:
    """A list of texts."""

    items: tuple[str, ...]
    kind: str = "list"


@dataclass(frozen=True, kw_only=True)
class FactsBlock:
    """Names with their values, in some columns."""

    facts: tuple[tuple[str, str], ...]
    columns: int = 3
    kind: str = "facts"


@dataclass(frozen=True, kw_only=True)
class TableBlock:
    """A table of texts; the last row may be a total."""

    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    total: bool = False
    note: str = ""
    kind: str = "table"


@dataclass(frozen=True, kw_only=True)
class PlayChart:
    """A chart of plays: the letter of each hand against each upcard, on the color of the letter."""

    title: str
    upcards: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # the hand, then the letters
    colors: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class ChartsBlock:
    """Charts of plays side by side."""

    charts: tuple[PlayChart, ...]
    note: str = ""
    kind: str = "charts"


@dataclass(frozen=True, kw_only=True)
class PictureBlock:
    """A picture by its name among those of the document, and what it shows in words."""

    name: str
    alt: str
    note: str = ""
    kind: str = "picture"


SheetBlock = TextBlock | ListBlock | FactsBlock | TableBlock | ChartsBlock | PictureBlock


@dataclass(frozen=True, kw_only=True)
class SheetSection:
    """A section of a document."""

    title: str
    blocks: tuple[SheetBlock, ...]
    new_page: bool = False


def sections_content(sections: Sequence[SheetSection]) -> dict[str, Any]:
    """Return sections as the template reads them."""
    return {"sections": [asdict(section) for section in sections]}
