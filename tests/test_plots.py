"""Plots: the figures of a result, drawn with the same bytes each time, and small in the terminal."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

import upcard
from tests.command import misused, within
from upcard.plots.plot import Plot

TABLE = upcard.load("in-between")


def plots() -> dict[str, Plot]:
    """Return a plot of each kind."""
    six = upcard.Table(decks=6, minimum="10.00")
    keys = {"wager.in-between.pay_table": "AB", "decks": (2, 6, 8)}
    return {
        "price": upcard.sweep(TABLE, keys, only=["in-between"]).plot(),
        "session": upcard.simulate(six, rounds=200_000, session=100, bankroll="200.00").plot(),
        "meter": upcard.price(upcard.load("progressive"))["progressive"].plot(),
        "strategy": upcard.strategy(six).plot(),
        "hold": upcard.price(TABLE).plot(),
    }


@pytest.fixture(scope="module")
def every_plot() -> dict[str, Plot]:
    return plots()


def test_prices_by_decks_are_the_prices(every_plot: dict[str, Plot]) -> None:
    plot = every_plot["price"]
    assert [series.name for series in plot.series] == ["in-between, pay table A", "in-between, pay table B"]
    for series, table in zip(plot.series, "AB", strict=True):
        assert series.x == (2, 6, 8)
        for decks, advantage in zip(series.x, series.y, strict=True):
            table_of_decks = TABLE.with_({"wager.in-between.pay_table": table}, decks=int(decks))
            exact = upcard.price(table_of_decks)["in-between"].house_advantage
            assert advantage == float(100 * exact)


def test_a_meter_breaks_even_where_the_line_crosses_zero(every_plot: dict[str, Plot]) -> None:
    plot = every_plot["meter"]
    (line,) = plot.series
    slope = (line.y[1] - line.y[0]) / (line.x[1] - line.x[0])
    even, stated, _ = plot.marks
    assert line.y[0] + slope * even.at == pytest.approx(0, abs=1e-6)
    priced = upcard.price(upcard.load("progressive"))["progressive"]
    assert line.y[0] + slope * stated.at == pytest.approx(-100 * float(priced.house_advantage))


def test_sessions_add_up_and_their_bands_lie_within_each_other(every_plot: dict[str, Plot]) -> None:
    plot = every_plot["session"]
    (bars,) = plot.series
    assert sum(bars.y) == pytest.approx(100)
    inner, outer = plot.bands
    assert outer.low <= inner.low < plot.marks[0].at < inner.high <= outer.high
    assert "lose the bankroll of $200.00" in plot.alt


def test_the_hold_of_a_day_has_the_mean_of_its_wagers(every_plot: dict[str, Plot]) -> None:
    plot = every_plot["hold"]
    prices = upcard.price(TABLE)
    hours = [prices[key].per_hour for key in ("blackjack", "in-between")]
    losses = [hour.loss.cents for hour in hours if hour]
    assert plot.marks[0].at == pytest.approx(100 * sum(losses) / 20_000)  # $200 an hour
    assert sum(plot.series[0].y) == pytest.approx(100, abs=0.01)
    middle = (plot.bands[0].low + plot.bands[0].high) / 2
    assert middle == pytest.approx(plot.marks[0].at)


def test_players_who_share_the_dealers_hand_widen_a_day() -> None:
    prices = upcard.price(upcard.Table(decks=1, minimum="10.00"))
    one, five = prices.plot(), prices.plot(players=5)
    width = [plot.bands[0].high - plot.bands[0].low for plot in (one, five)]
    assert width[0] / 5**0.5 < width[1] < width[0]


def test_a_chart_has_the_letters_of_the_best_play(every_plot: dict[str, Plot]) -> None:
    cells = every_plot["strategy"].cells
    assert cells is not None
    row = cells.rows.index("hard 16")
    assert cells.signs[row][cells.columns.index("10")] == "H"
    assert cells.signs[row][cells.columns.index("6")] == "S"
    assert cells.columns[-1] == "A"


@pytest.mark.parametrize("kind", ["price", "session", "meter", "strategy", "hold"])
def test_a_plot_is_drawn_twice_with_the_same_bytes_and_says_what_it_shows(
    kind: str, every_plot: dict[str, Plot]
) -> None:
    plot = every_plot[kind]
    svg = plot.svg()
    assert svg == plot.svg()
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert plot.alt in (root.get("aria-label") or "")
    words = " ".join(text for text in root.itertext())
    assert plot.title in words
    assert plot.x_label in words
    for series in plot.series:
        assert len(plot.series) == 1 or series.name in words
    pdf = plot.data(".pdf")
    assert pdf == plot.data(".pdf")
    information = PdfReader(BytesIO(pdf)).metadata
    assert information is not None
    assert information.title == plot.title
    assert information.subject == plot.alt
    assert information.creation_date is None


@pytest.mark.parametrize("kind", ["price", "session", "meter", "strategy", "hold"])
def test_a_plot_in_the_terminal_fits_80_columns(kind: str, every_plot: dict[str, Plot]) -> None:
    text = every_plot[kind].text()
    assert max(map(len, text.splitlines())) <= 80
    assert text.startswith(every_plot[kind].title)
    assert len(text.splitlines()) < 45


def test_the_command_draws_in_the_terminal_into_a_file_and_as_json(tmp_path: Path) -> None:
    shown = within("plot", "meter", "progressive")
    assert shown.code == 0
    assert "break-even at $213,603.77" in shown.out
    assert within("plot", "meter", "progressive", "-o", "meter.svg", cwd=tmp_path).code == 0
    assert "break-even" in (tmp_path / "meter.svg").read_text()
    answer = json.loads(within("plot", "price", "in-between", "--json").out)
    assert len(answer["series"][0]["x"]) == 8
    assert within("plot", "hold", "blackjack").code == 0


def test_what_cannot_be_plotted_is_named(tmp_path: Path) -> None:
    assert "paid from a meter" in misused("plot", "meter", "blackjack")
    assert "--wager: lucky is no wager of this table" in misused("plot", "price", "buster", "--wager", "lucky")
    assert "ends so" in misused("plot", "meter", "progressive", "-o", "meter.png")
    assert "no-such" in misused("plot", "price", "in-between", "--wager", "no-such")
    assert "--session" in misused("plot", "session", "blackjack", "--session", "0")
    assert "hours" in misused("plot", "hold", "blackjack", "--hours", "25")
    with pytest.raises(upcard.BadArguments, match="session="):
        upcard.simulate(upcard.Table(decks=6, minimum="10.00"), rounds=1000).plot()
    with pytest.raises(upcard.BadArguments, match="meter"):
        upcard.price(TABLE)["in-between"].plot()
    with pytest.raises(upcard.Misuse, match=r"\.svg or \.pdf"):
        upcard.price(TABLE).plot().save(tmp_path / "plot.png")


def test_matplotlib_is_loaded_only_when_a_plot_is_drawn() -> None:
    code = (
        "import sys, upcard; upcard.price(upcard.load('in-between')).plot().text(); print('matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
