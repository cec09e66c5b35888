"""The lobby: every table with its game, wagers, limits, meters, free seats and exact house advantage, live."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse, StreamingResponse

from upcard.game.roles import Role
from upcard.pit import commands as pc
from upcard.pit.state import GroupState
from upcard.web.answers import row_answer
from upcard.web.auth import Visitor, visitor
from upcard.web.live_views import CHECK, EARLY, PING, OpenStreams, StreamSession
from upcard.web.pages.duties import DUTY_COMMANDS, duties
from upcard.web.pages.forms import own_path, sent_form
from upcard.web.pages.frame import Frame
from upcard.web.pages.lobby_tables import LobbyTable, lobby_table
from upcard.web.problems import refused
from upcard.web.routes import Method, Routes

APART = 0.5  # seconds between two messages: a lobby need not show every card


def declare(declared: Routes) -> None:
    """Declare the routes."""
    declared.declare(Method.GET, "/lobby", "ViewTable")
    declared.declare(Method.GET, "/lobby/events", "ViewTable")
    declared.declare(Method.POST, "/duties", *DUTY_COMMANDS)


class LobbyWatch:
    """Wakes all lobby streams together shortly after a change, so that the change is rendered only once."""

    def __init__(self, frame: Frame) -> None:
        self._frame, self._event = frame, asyncio.Event()
        self._is_due = False
        self._kept: dict[str, tuple[GroupState, object, LobbyTable]] = {}  # by table, with what it was described from
        frame.house.floor.on_change(lambda _: self._change())
        frame.prices.on_change(self._change)
        frame.house.hub.on_close(self._wake)

    def tables(self) -> tuple[LobbyTable, ...]:
        """Return the tables as they are now."""
        return tuple(map(self._table, self._frame.house.floor.tables))

    def _table(self, name: str) -> LobbyTable:
        house, prices = self._frame.house, self._frame.prices
        group, priced, kept = house.floor.group(name), prices.of(name), self._kept.get(name)
        if kept is None or kept[0] is not group or kept[1] is not priced:
            kept = self._kept[name] = group, priced, lobby_table(house, prices, name)
        return kept[2]

    def _change(self) -> None:
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(APART, self._wake)

    def _wake(self) -> None:
        self._is_due = False
        event, self._event = self._event, asyncio.Event()
        event.set()

    def next_change(self) -> asyncio.Event:
        """Return an event that is set at the next change."""
        return self._event


def add(app: FastAPI, frame: Frame) -> None:
    """Add the page, its stream, and the forms of a supervisor."""
    watch = LobbyWatch(frame)
    _add_lobby(app, frame, watch)
    _add_stream(app, frame, watch)
    _add_duties(app, frame)


def _shown(frame: Frame, watch: LobbyWatch, who: Visitor) -> dict[str, Any]:
    session = who.session
    is_supervisor = session is not None and Role.SUPERVISOR in session.roles
    return {
        "tables": watch.tables(),
        "duties": duties(frame.house) if is_supervisor else None,
        "purse": frame.purse(who),
    }


def _add_lobby(app: FastAPI, frame: Frame, watch: LobbyWatch) -> None:
    @app.get("/lobby", include_in_schema=False)
    async def lobby(request: Request) -> Response:
        """Show the tables."""
        who = await visitor(frame.house, request)
        who.actor("ViewTable")
        return frame.page(request, who, "lobby.html", then="/lobby", key=frame.key(), **_shown(frame, watch, who))


def _add_stream(app: FastAPI, frame: Frame, watch: LobbyWatch) -> None:
    streams: OpenStreams = app.state.streams

    async def messages(request: Request, who: Visitor) -> AsyncIterator[str]:
        clock, session = asyncio.get_running_loop().time, StreamSession(frame.house, request)
        before, spoken = _shown(frame, watch, who), clock()
        with streams.opened(who.person().person):
            yield ": open\n\n"
            while not (frame.house.hub.is_closed or await session.has_ended()):
                changed = watch.next_change()
                now = _shown(frame, watch, who)
                if now != before:
                    yield _message(frame, before, now, who.csrf)
                    before, spoken = now, clock()
                elif clock() - spoken >= PING - EARLY:
                    yield ": ping\n\n"
                    spoken = clock()
                with suppress(TimeoutError):
                    async with asyncio.timeout(CHECK):
                        await changed.wait()

    @app.get("/lobby/events", include_in_schema=False)
    async def events(request: Request) -> Response:
        """Stream what has changed in the lobby, as parts of its page."""
        who = await visitor(frame.house, request)
        who.actor("ViewTable")
        streams.require_room(who.person().person)
        return StreamingResponse(messages(request, who), media_type="text/event-stream")


def _message(frame: Frame, before: dict[str, Any], now: dict[str, Any], csrf: str) -> str:
    """Return the parts that differ as an event; each replaces the part of its name."""
    known = {table.name: table for table in before["tables"]}
    parts = [
        frame.part("lobby_live.html", table=table, swap=True)
        for table in now["tables"]
        if table.name in known and table != known[table.name]
    ]
    if now["purse"] != before["purse"]:
        parts.append(frame.part("purse.html", purse=now["purse"], swap=True))
    if now["duties"] != before["duties"]:
        values = {"duties": now["duties"], "csrf": csrf, "key": frame.key(), "then": "/lobby"}
        parts.append(frame.part("duties.html", swap=True, **values))
    text = "\n".join(parts)
    return "".join(f"data: {line}\n" for line in text.splitlines() if line.strip()) + "\n"


def duty_key(fields: Mapping[str, str]) -> str:
    """Return the key of a duty: a page has one for all its duties, and two of them are two commands."""
    duty = "/".join(fields.get(name, "") for name in ("command", "table", "seat", "wager"))
    return f"duty {fields.get('key', '')[:40]} {sha256(duty.encode()).hexdigest()[:32]}"


def _add_duties(app: FastAPI, frame: Frame) -> None:
    @app.post("/duties", include_in_schema=False)
    async def duty(request: Request) -> Response:
        """Carry out a supervisor's pending duty."""
        who, fields = await sent_form(frame.house, request)
        right, table = fields.get("command", ""), fields.get("table", "")
        command = DUTY_COMMANDS.get(right)
        seat, wager = fields.get("seat", ""), fields.get("wager", "")
        if command is None or table not in frame.house.floor.tables or not seat.isdecimal() or len(seat) > 2:
            raise refused(HTTPStatus.NOT_FOUND, "this payout is no longer pending: reload the page")
        actor = who.actor(right)
        sent = pc.AtTable(table, command(int(seat), wager))
        row_answer(await frame.house.send(actor, duty_key(fields), sent))
        return RedirectResponse(own_path(fields.get("then", ""), "/lobby"), HTTPStatus.SEE_OTHER.value)
