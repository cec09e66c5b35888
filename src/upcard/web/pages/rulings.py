"""Rule on a round: what should have been collected and paid, by which paragraph; the link holds the whole round."""

import asyncio
import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from upcard.errors import UpcardError
from upcard.game.ruling import PLAYED_AT_SUCH_A_TABLE, rule
from upcard.game.written_round import loads_round
from upcard.results.rulings import ruled_round
from upcard.service.casino_service import CasinoService
from upcard.table import BadConfig
from upcard.table.config import TableConfig
from upcard.web.auth import visitor
from upcard.web.pages.forms import sent_form
from upcard.web.pages.frame import Frame
from upcard.web.routes import Method, Routes

LONGEST = 8000  # characters of a written round
LONGEST_LINK = 6000  # characters of it in a link
EXAMPLE = """shoe = "9h 6s 9d 2c Th Kc"   # in the order dealt

[[seat]]
number = 1
wagers = { blackjack = "10.00" }
decisions = ["draw", "stand"]
"""


def declare(declared: Routes) -> None:
    """Declare the routes."""
    declared.declare(Method.GET, "/rulings", "ViewRulings")
    declared.declare(Method.POST, "/rulings", "ViewRulings")


def packed(text: str) -> str:
    """Return a text as a link carries it.

    >>> unpacked(packed("shoe = 'Ah'"))
    "shoe = 'Ah'"
    """
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"=").decode("ascii")


def unpacked(word: str) -> str | None:
    """Return the text of a link; None if it is damaged or too long.

    >>> unpacked("no such round"), unpacked(packed("x" * (LONGEST + 1)))
    (None, None)
    """
    if len(word) > LONGEST_LINK or not word.isascii():
        return None
    try:
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(urlsafe_b64decode(word + "=" * (-len(word) % 4)), LONGEST + 1)
        text = content.decode()
    except (binascii.Error, zlib.error, ValueError):
        return None
    return text if unpacking.eof and len(text) <= LONGEST else None


def ruled(table: TableConfig, text: str) -> tuple[dict[str, Any] | None, tuple[str, ...]]:
    """Return the ruling on a written round, or everything that is wrong in its text."""
    try:
        return ruled_round(rule(loads_round(table, text)), table).to_dict(), ()
    except BadConfig as error:
        return None, tuple(f"line {each.line}: {_after_file(each.key, each.message)}" for each in error.problems)
    except UpcardError as error:
        return None, (str(error),)


def _after_file(key: str | None, message: str) -> str:
    return f"{key} {message}" if key else message


def _config(house: CasinoService, name: str) -> TableConfig | None:
    return house.floor.group(name).tables[name].state.felt.config if name in house.floor.tables else None


def add(app: FastAPI, frame: Frame) -> None:
    """Add the page."""

    @app.get("/rulings", include_in_schema=False)
    async def ruling_page(request: Request) -> Response:
        """Show the form, and the ruling on the round in the link."""
        who = await visitor(frame.house, request)
        who.actor("ViewRulings")
        name, word = request.query_params.get("table", ""), request.query_params.get("round")
        text = EXAMPLE if word is None else unpacked(word)
        problems: tuple[str, ...] = ()
        ruling, config = None, _config(frame.house, name)
        if text is None:
            problems = (f"the link is damaged, or its round has over {LONGEST} characters: enter the round again",)
        elif word is not None and config is None:
            problems = ("choose a table",)
        elif word is not None and config is not None:
            ruling, problems = await asyncio.to_thread(ruled, config, text)
        values = {"tables": _tables(frame.house), "chosen": name, "text": text or "", "config": config}
        status = HTTPStatus.UNPROCESSABLE_ENTITY if problems else HTTPStatus.OK
        return frame.page(
            request,
            who,
            "rulings.html",
            status=status.value,
            problems=problems,
            ruling=ruling,
            settled_by=PLAYED_AT_SUCH_A_TABLE,
            longest=LONGEST,
            **values,
        )

    @app.post("/rulings", include_in_schema=False)
    async def enter(request: Request) -> Response:
        """Redirect to the link of the round that was entered."""
        who, fields = await sent_form(frame.house, request)
        who.actor("ViewRulings")
        text = fields.get("round", "").replace("\r\n", "\n")
        query = urlencode({"table": fields.get("table", "")[:60], "round": packed(text)})
        return RedirectResponse(f"/rulings?{query}", HTTPStatus.SEE_OTHER.value)


def _tables(house: CasinoService) -> tuple[tuple[str, str], ...]:
    """Return the tables to choose from, with their display names."""
    configs = ((name, house.floor.group(name).tables[name].state.felt.config) for name in house.floor.tables)
    return tuple(
        (name, f"{config.table}: {', '.join((config.game.display_name, *_wagers(config)))}") for name, config in configs
    )


def _wagers(config: TableConfig) -> tuple[str, ...]:
    return tuple(offer.wager.display_name for offer in config.offers)
