"""What each wager of a round has won or lost, as a tag on its betting area."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from upcard.drawing.areas import Area, AreaUse
from upcard.drawing.felt_plan import FeltPlan
from upcard.drawing.svg import around, element, escaped, group
from upcard.drawing.text_width import Face, fitted, text_width

LARGE, SMALL, HEIGHT = 34.0, 24.0, 36.0  # of an amount, of an outcome, of a tag of one line
WIDEST = 190.0  # of a text
BETTING = (AreaUse.WAGER, AreaUse.CHIP_ACCEPTOR)


class WagerPlace(NamedTuple):
    """Where a wager lies: its seat and name, its spot and hand counted from 0, its choice."""

    seat: int
    wager: str
    spot: int = 0
    hand: int = 0
    choice: int | None = None


class ResultTag(NamedTuple):
    """What a wager has won or lost: its place, the outcome, the amount, and whether it is won, lost or a push."""

    place: WagerPlace
    outcome: str
    amount: str
    sign: str

    @property
    def short_amount(self) -> str:
        """The amount; nothing for a push."""
        return "" if self.sign == "push" else self.amount


def result_tags(plan: FeltPlan, tags: Iterable[ResultTag]) -> str:
    """Return the tags of a round as a group to be laid over the felt."""
    by_area: dict[tuple[float, float], list[ResultTag]] = {}
    for tag in tags:
        by_area.setdefault(_middle(plan, tag.place), []).append(tag)
    drawn = "".join("".join(_tags(x, y, here)) for (x, y), here in by_area.items())
    return group(drawn, id="felt-tags")


def _middle(plan: FeltPlan, place: WagerPlace) -> tuple[float, float]:
    """Return the middle of the area of a wager; without one it is paid beside the cards, as insurance is."""
    here = [area for area in plan.areas if area.seat == place.seat]
    for area in here:
        lies = area.name, area.choice, (area.spot or 1) - 1
        if area.use in BETTING and lies == (place.wager, place.choice, place.spot):
            return area.x, area.y
    cards: Area = next(area for area in here if area.use is AreaUse.CARDS)
    return around(0, plan.rim.center, sum(plan.band) / 2, -cards.angle)


def _tags(x: float, y: float, tags: list[ResultTag]) -> Iterator[str]:
    """Yield the tags of an area: one in two lines, several in a line each."""
    if len(tags) == 1:
        amount, outcome = tags[0].short_amount, tags[0].outcome
        yield _tag(x, y, tags[0].sign, ((amount, LARGE), (outcome, SMALL)) if amount else ((outcome, LARGE),))
        return
    for at, tag in enumerate(tags):
        words = f"{tag.short_amount} {tag.outcome}".strip()
        yield _tag(x, y + (at - (len(tags) - 1) / 2) * (HEIGHT + 3), tag.sign, ((words, SMALL + 2),))


def _tag(x: float, y: float, sign: str, lines: tuple[tuple[str, float], ...]) -> str:
    lines = tuple((words, fitted(words, Face.SANS_BOLD, size, WIDEST)) for words, size in lines)
    wide = max(text_width(words, Face.SANS_BOLD, size) for words, size in lines) + 18
    height = sum(size * 1.15 for _, size in lines) + 12
    top, drawn = y - height / 2 + 6, []
    for words, size in lines:
        top += size * 1.15
        drawn.append(element("text", escaped(words), x=x, y=top - size * 0.28, font_size=size))
    plate = element("rect", x=x - wide / 2, y=y - height / 2, width=wide, height=height, rx=min(height / 2, 16))
    return group(plate, *drawn, class_="tp-tag-on-felt", data_sign=sign)
