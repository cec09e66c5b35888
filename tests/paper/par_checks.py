"""What every PAR sheet is held against: its text has every figure, and those are the prices."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from io import BytesIO
from typing import Any

from pypdf import PdfReader

from upcard.api.days import asked
from upcard.api.mathematics import price
from upcard.api.table import Table, config_of
from upcard.english import MINUS
from upcard.paper.figures import NONE
from upcard.paper.par_build import StatedPlay, par_sheet
from upcard.paper.par_pages import par_sections
from upcard.paper.par_sheet import ParSheet
from upcard.paper.sections import TableBlock
from upcard.results.prices import BLACKJACK


@cache
def sheet_of(table: Table, play: StatedPlay | None = None) -> ParSheet:
    return par_sheet(table, play or StatedPlay(), lambda *_: None)


def text_of(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]


def squeezed(text: str) -> str:
    """Return a text without the blanks and the ends of lines, which a narrow column puts anywhere."""
    return re.sub(r"[\s\u200b]+", "", text)


def require_figures(pages: list[str], table: Table) -> None:
    """Fail unless every figure of `upcard price --json` stands in the text, with the digits printed."""
    text = squeezed("".join(pages))
    for wager in price(table).to_dict()["wagers"]:
        for figure in _figures(wager):
            assert squeezed(figure) in text, f"{wager['wager']}: {figure}"
        for row in _rows(wager):
            assert squeezed(row) in text, f"{wager['wager']}: {row}"


def _figures(wager: dict[str, Any]) -> list[str]:
    advantage = wager["house_advantage"]
    figures = [
        _percent(advantage["percent"]),
        _percent(100 * wager["hit_frequency"]["decimal"]),
        f"{wager['variance']['decimal']:,.6f}",
        f"{wager['standard_deviation']:.5f}",
        *(each["fraction"] for each in (advantage, wager["hit_frequency"], wager["variance"]) if each["fraction"]),
    ]
    for line in wager["outcomes"]:
        chance = line["probability"]["decimal"]
        figures.append(line["outcome"])
        figures.append(line["probability"]["fraction"] or _decimal(chance))
        figures.append(_one_in(Fraction(line["probability"]["fraction"] or chance)))
        if line["pays"]:
            figures.append(line["pays"])
        if line["contribution"]:
            figures.append(_percent(line["contribution"]["percent"]))
    return [figure.replace("-", MINUS) if re.fullmatch(r"-[\d./%]+", figure) else figure for figure in figures]


def _rows(wager: dict[str, Any]) -> Iterator[str]:
    """Yield the line of each outcome as it is printed, from its name to its contribution."""
    is_exact = any(line["probability"]["fraction"] for line in wager["outcomes"])
    for line in wager["outcomes"]:
        probability = line["probability"]
        chance = Fraction(probability["fraction"] or probability["decimal"])
        error = f"±{probability['error']:.0e}" if probability.get("error") else ""
        yield "".join(
            (
                line["outcome"],
                "" if wager["wager"] == BLACKJACK else line["pays"] or NONE,
                (probability["fraction"] or NONE) if is_exact else "",
                _decimal(probability["decimal"]) + error,
                _one_in(chance) if chance else NONE,
                _percent(line["contribution"]["percent"]).replace("-", MINUS) if line["contribution"] else NONE,
            )
        )


def rows_fill_their_columns(sheet: ParSheet) -> None:
    """Fail unless every row of every table of a sheet has a cell for each column."""
    for section in par_sections(sheet):
        for block in section.blocks:
            if isinstance(block, TableBlock):
                wrong = [row for row in block.rows if len(row) != len(block.columns)]
                assert wrong == [], section.title


def _percent(value: float) -> str:
    return f"{value:.5f}%"


def _decimal(chance: float) -> str:
    return f"{chance:.9f}" if chance == 0 or chance >= 1e-4 else f"{chance:.5e}".replace("-", MINUS)


def _one_in(chance: Fraction) -> str:
    number = float(1 / chance)
    return f"{number:,.4f}" if number < 1000 else f"{number:,.1f}"


def document_of(table: Table) -> bytes:
    from upcard.paper.verify_file import par_file

    return par_file(asked(config_of(table)), sheet_of(table), ".pdf")
