"""The games of a patron, each card by card, and the shoes that anybody can verify."""

import json
from collections.abc import Iterator
from http import HTTPStatus
from typing import Annotated

from fastapi import FastAPI, Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup

from upcard.audit.patron_games import GameDetail, find_game, last_games
from upcard.audit.shoe_exports import shoe_json
from upcard.drawing.sprites import definitions_of
from upcard.errors import UpcardError
from upcard.game.json_codec import read_event
from upcard.game.view import event_view
from upcard.law import Edition
from upcard.web.answers import from_archive
from upcard.web.auth import visitor
from upcard.web.live_views import TableName, require_table
from upcard.web.pages.frame import Frame
from upcard.web.problems import refused
from upcard.web.routes import Method, Routes

Number = Annotated[int, Path(ge=1, le=2**30)]
Seat = Annotated[int | None, Query(ge=1, le=99)]
SHOWN = 30  # games on a page


def declare(declared: Routes) -> None:
    """Declare the routes."""
    declared.declare(Method.GET, "/history", "ViewLastGames")
    declared.declare(Method.GET, "/history/{table}/{number}", "ViewLastGames")
    declared.declare(Method.GET, "/shoes/{table}", "ViewTable")
    declared.declare(Method.GET, "/shoes/{table}/{number}", "ViewTable")
    declared.declare(Method.GET, "/shoes/{table}/{number}/export", "ViewTable")


def add(app: FastAPI, frame: Frame) -> None:
    """Add the pages."""
    _add_games(app, frame)
    _add_shoes(app, frame)


def _add_games(app: FastAPI, frame: Frame) -> None:
    house = frame.house

    @app.get("/history", include_in_schema=False)
    async def history(request: Request) -> Response:
        """Show the last games."""
        who = await visitor(house, request)
        name = who.person().person
        who.actor("ViewLastGames", owner=name)
        written = request.query_params.get("before", "")
        before = int(written) if written.isdecimal() and len(written) < 16 else None
        games = await from_archive(
            house, lambda journal, storage: last_games(journal, storage, name, before=before, limit=SHOWN)
        )
        older = games[-1].last_row if len(games) >= SHOWN else None
        return frame.page(request, who, "history.html", games=games, older=older)

    @app.get("/history/{table}/{number}", include_in_schema=False)
    async def game(table: TableName, number: Number, request: Request, seat: Seat = None) -> Response:
        """Show a game card by card."""
        who = await visitor(house, request)
        name = who.person().person
        who.actor("ViewLastGames", owner=name)
        detail = await from_archive(
            house, lambda journal, storage: find_game(journal, storage, name, table, number, seat)
        )
        if detail is None:
            raise refused(HTTPStatus.NOT_FOUND, f"you did not play in round {number} at table {table}")
        law = house.floor.group(table).at(table).felt.config.law
        events, symbols = list(_narrated(detail, law)), _symbols(detail)
        return frame.page(request, who, "game.html", game=detail.game, detail=detail, events=events, symbols=symbols)


def _narrated(detail: GameDetail, law: Edition) -> Iterator[dict[str, str]]:
    """Yield the events of a game in words, each with its paragraph; one that carries a hidden card has no words."""
    for value in detail.events:
        try:
            event = read_event({key: each for key, each in value.items() if key != "time"})
        except UpcardError:
            continue
        shown = event_view(event, law)
        if shown["text"]:
            yield shown


def _symbols(detail: GameDetail) -> Markup:
    """Return the definitions of the cards that a game shows."""
    hands = (detail.dealer, *(hand for hands in detail.hands.values() for hand in hands))
    names = {"uc-back" if card == "hidden" else f"uc-{card}" for hand in hands for card in hand}
    return Markup(definitions_of("".join(f'href="#{name}"' for name in sorted(names))))


def _add_shoes(app: FastAPI, frame: Frame) -> None:
    house = frame.house

    async def text_of(request: Request, table: str, number: int) -> str:
        (await visitor(house, request)).actor("ViewTable")
        require_table(house, table)
        keys = house.folder.shoe_keys()
        return await from_archive(house, lambda journal, _: shoe_json(journal, table, number, keys))

    @app.get("/shoes/{table}", include_in_schema=False)
    async def last_shoe(table: TableName, request: Request) -> Response:
        """Redirect to the last shoe of a table."""
        (await visitor(house, request)).actor("ViewTable")
        require_table(house, table)
        shoe = house.floor.group(table).tables[table].shoe
        if shoe is None:
            raise refused(HTTPStatus.NOT_FOUND, "this table has no shoe yet: one is sealed when someone sits down")
        return RedirectResponse(f"/shoes/{table}/{shoe.number}", HTTPStatus.SEE_OTHER.value)

    @app.get("/shoes/{table}/{number}", include_in_schema=False)
    async def shoe(table: TableName, number: Number, request: Request) -> Response:
        """Show what is public of a shoe, and how to verify it."""
        content = json.loads(await text_of(request, table, number))
        who = await visitor(house, request)
        last = house.floor.group(table).tables[table].shoe
        return frame.page(
            request, who, "shoe.html", shoe=content, table=table, last=number if last is None else last.number
        )

    @app.get("/shoes/{table}/{number}/export", include_in_schema=False)
    async def export(table: TableName, number: Number, request: Request) -> Response:
        """Return a shoe as the file that verifiers read."""
        text = await text_of(request, table, number)
        headers = {"Content-Disposition": f'attachment; filename="shoe-{number}.json"'}
        return Response(text, media_type="application/json", headers=headers)
