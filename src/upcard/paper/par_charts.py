"""The charts of a PAR sheet: the best play of every hand against every upcard, and the exceptions."""

from collections.abc import Iterator

from upcard.english import sentence
from upcard.paper.par_sheet import ParStrategy
from upcard.paper.sections import ChartsBlock, PlayChart, SheetBlock, SheetColumn, SheetSection, TableBlock
from upcard.results.best_play import ChartRows
from upcard.rules.apply import FIRST_ONLY
from upcard.rules.enums import Play
from upcard.rules.play_names import LETTERS, label

# Distinct in print and by those who do not see all colors; each cell has its letter too.
PLAY_COLORS = {
    Play.DRAW: "#fbf3df",
    Play.STAND: "#cfd8e6",
    Play.DOUBLE_DOWN: "#f2c879",
    Play.SPLIT_PAIR: "#a9d5c4",
    Play.SURRENDER: "#e3b7c9",
    Play.FREE_DOUBLE_DOWN: "#e8b04e",
    Play.FREE_SPLIT: "#7fbfa7",
}
MOST_COLUMNS = 20  # upcards side by side
FAMILIES = ("hard", "soft", "pair")


def chart_section(strategy: ParStrategy) -> SheetSection:
    """Return the charts of the best play by total, and the exceptions to them."""
    blocks: list[SheetBlock] = list(_charts(strategy.chart, strategy.otherwise, strategy.upcards, ""))
    if strategy.chart_of_free_hands and strategy.otherwise_of_free_hands is not None:
        free = ", made by a free split"
        blocks += _charts(strategy.chart_of_free_hands, strategy.otherwise_of_free_hands, strategy.upcards, free)
    if strategy.exceptions:
        blocks.append(_exceptions(strategy))
    return SheetSection(title="Best play", blocks=tuple(blocks), new_page=True)


def _charts(chart: ChartRows, otherwise: ChartRows, upcards: tuple[str, ...], what: str) -> Iterator[ChartsBlock]:
    ordered = sorted(upcards, key=lambda upcard: upcard == "A")
    plays = {play for row in (*chart.values(), *otherwise.values()) for play in row.values()}
    legend = ", ".join(f"{letter} {label(play)}" for play, letter in LETTERS.items() if play in plays)
    note = f"{legend}; a small letter after it: with more than two cards, or where that play is not allowed."
    for first in range(0, len(ordered), MOST_COLUMNS):
        columns = tuple(ordered[first : first + MOST_COLUMNS])
        families = [
            PlayChart(
                title=f"{sentence(family)}{what}",
                upcards=columns,
                rows=tuple(_row(hand, chart, otherwise, columns) for hand in hands),
                colors={LETTERS[play]: color for play, color in PLAY_COLORS.items()},
            )
            for family in FAMILIES
            if (hands := [hand for hand in chart if hand.startswith(family)])
        ]
        if len(columns) > 10:
            for each in families:
                yield ChartsBlock(charts=(each,), note=note if each is families[-1] else "")
        else:
            yield ChartsBlock(charts=tuple(families), note=note)


def _row(hand: str, chart: ChartRows, otherwise: ChartRows, columns: tuple[str, ...]) -> tuple[str, ...]:
    cells = (_sign(chart[hand].get(upcard), otherwise.get(hand, {}).get(upcard)) for upcard in columns)
    return (hand.partition(" ")[2], *cells)


def _sign(play: Play | None, later: Play | None) -> str:
    if play is None:
        return ""
    return LETTERS[play] + (LETTERS[later].lower() if later and later != play and play in FIRST_ONLY else "")


def _exceptions(strategy: ParStrategy) -> TableBlock:
    """Return the hands whose cards call for another play than the chart, by total and upcard."""
    by_play: dict[tuple[str, str, Play, Play], list[str]] = {}
    for each in strategy.exceptions:
        by_play.setdefault((each.total, each.upcard, each.play, each.chart), []).append(each.hand)
    columns = (
        SheetColumn("Total", "left"),
        SheetColumn("Against", "left"),
        SheetColumn("Best play", "left"),
        SheetColumn("Chart", "left"),
        SheetColumn("Cards", "left", 1),
    )
    rows = tuple(
        (total, upcard, label(play), label(chart), ", ".join(hands))
        for (total, upcard, play, chart), hands in by_play.items()
    )
    many = len(strategy.exceptions)
    title = f"Hands whose cards call for another play than the chart: {many}"
    return TableBlock(title=title, columns=columns, rows=rows)
