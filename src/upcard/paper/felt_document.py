"""The felt in print: at full scale on one page, and as a plan with its measures for the manufacturer."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from upcard.drawing.areas import Area
from upcard.drawing.felt import felt_svg
from upcard.drawing.felt_plan import FeltPlan
from upcard.drawing.labels import ArcLabel
from upcard.drawing.palette import FONTS, Theme, colors
from upcard.drawing.plan_view import length_words, numbered_areas, plan_box, plan_svg
from upcard.english import format_number
from upcard.paper.document_head import document_head
from upcard.paper.typst_document import SANS, SERIF, PaperDocument
from upcard.table.layout_measures import MEASURES, LayoutMeasures

PRINTED_COLORS = ("felt", "felt-edge", "felt-print", "line", "gold", "text")


def felt_document(plan: FeltPlan, theme: Theme = Theme.LIGHT) -> PaperDocument:
    """Return the felt at full scale: a millimeter of paper for each millimeter of the table."""
    _, _, width, height = plan.view_box
    table, layout = plan.table, plan.table.layout
    by_role = colors(theme, layout.felt)
    return PaperDocument(
        template="felt.typ",
        head=document_head(table, "Layout"),
        content={
            "width": width,
            "height": height,
            "room": by_role["room"],
            "text": by_role["rail" if theme is Theme.LIGHT else "text"],
            "description": f"The felt of table {table.table}, {table.seats} seats: areas, inscriptions and signs",
            "scale": f"full scale; felt {length_words(layout.width)} wide, {length_words(layout.depth)} deep",
        },
        pictures={"felt": with_own_fonts(felt_svg(plan, theme, variables=False))},
    )


def with_own_fonts(svg: str) -> str:
    """Return a drawing in the fonts of the documents, which are as wide as any that texts were measured for."""
    return svg.replace(FONTS["serif"], f"'{SERIF}'").replace(FONTS["sans"], f"'{SANS}'")


def plan_document(plan: FeltPlan) -> PaperDocument:
    """Return the plan of a felt: its drawing with measures, then every measure, area, inscription and color."""
    table = plan.table
    _, _, width, height = plan_box(plan)
    by_role = colors(Theme.LIGHT, table.layout.felt)
    return PaperDocument(
        template="plan.typ",
        head=document_head(table, "Plan of the layout"),
        content={
            "width": width,
            "height": height,
            "description": f"Plan of the felt of table {table.table} with its measures, which are listed after it",
            "measures": [*_measures(table.layout)],
            "areas": [_area_row(place, area) for place, area in numbered_areas(plan)],
            "center": length_words(plan.rim.center),
            "inscriptions": [_arc_row(label) for label in plan.arcs],
            "colors": [[role, by_role[role]] for role in PRINTED_COLORS],
        },
        pictures={"plan": with_own_fonts(plan_svg(plan, with_warning=False))},
    )


def _measures(layout: LayoutMeasures) -> Iterator[list[str]]:
    for each in fields(layout):
        if each.name in MEASURES:
            yield [each.name, MEASURES[each.name].means, length_words(getattr(layout, each.name))]


def _area_row(place: int, area: Area) -> list[str]:
    words = f"{area.label} {area.choice or ''}".strip() if area.label else area.name
    numbers = (area.x, area.y, area.width, area.height, area.angle)
    seat = "" if area.seat is None else str(area.seat)
    return [str(place), area.use.value, words, seat, *(format_number(value, 1) for value in numbers)]


def _arc_row(label: ArcLabel) -> list[Any]:
    return [label.text, f"{label.radius:.1f}", f"{label.size:.1f}"]
