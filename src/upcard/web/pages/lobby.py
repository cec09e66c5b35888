"""The lobby: every table with its game, wagers, limits, meters, free seats and exact house advantage, live."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse, StreamingResponse

from upcard.pit import commands as pc
from upcard.pit.ledger import Declined, Unavailable
from upcard.service.person_values import PersonRole
from upcard.service.rights import Method, Routes
from upcard.web.doors import Visitor, visitor
from upcard.web.pages.duties import DUTY_COMMANDS, duties
from upcard.web.pages.forms import own_path, sent_form
from upcard.web.pages.frame import Frame
from upcard.web.pages.lobby_tables import lobby_tables
from upcard.web.problems import of_pit, refused

STREAMS = 8  # that a person may have open at a time
PING = 15.0  # seconds
APART = 0.5  # seconds between two messages: a lobby need not show every card


def declare(declared: Routes) -> None:
    """Declare the routes."""
    declared.declare(Method.GET, "/lobby", "ViewTable")
    declared.declare(Method.GET, "/lobby/events", "ViewTable")
    declared.declare(Method.POST, "/duties", *DUTY_COMMANDS)


class LobbyWatch:
    """Wakes those who look at the lobby when anything has changed."""

    def __init__(self, frame: Frame) -> None:
        self._event = asyncio.Event()
        frame.house.floor.on_change(lambda _: self._wake())
        frame.prices.on_change(self._wake)

    def _wake(self) -> None:
        event, self._event = self._event, asyncio.Event()
        event.set()

    def next_change(self) -> asyncio.Event:
        """Return what is set when something changes after now."""
        return self._event


def add(app: FastAPI, frame: Frame) -> None:
    """Add the page, its stream, and the forms of a supervisor."""
    _add_lobby(app, frame)
    _add_stream(app, frame)
    _add_duties(app, frame)


def _shown(frame: Frame, who: Visitor) -> dict[str, Any]:
    session = who.session
    is_supervisor = session is not None and PersonRole.SUPERVISOR in session.roles
    return {
        "tables": lobby_tables(frame.house, frame.prices),
        "duties": duties(frame.house) if is_supervisor else None,
        "purse": frame.purse(who),
    }


def _add_lobby(app: FastAPI, frame: Frame) -> None:
    @app.get("/lobby", include_in_schema=False)
    async def lobby(request: Request) -> Response:
        """Show the tables."""
        who = await visitor(frame.house, request)
        who.actor("ViewTable")
        return frame.page(request, who, "lobby.html", then="/lobby", key=frame.key(), **_shown(frame, who))


def _add_stream(app: FastAPI, frame: Frame) -> None:
    watch, open_streams = LobbyWatch(frame), Counter[str]()

    async def messages(request: Request, who: Visitor) -> AsyncIterator[str]:
        before = _shown(frame, who)
        name, csrf = who.person().person, who.csrf
        open_streams[name] += 1
        try:
            yield ": open\n\n"
            while True:
                changed = watch.next_change()
                now = _shown(frame, who)
                if now != before:
                    yield _message(frame, before, now, csrf)
                    before = now
                    await asyncio.sleep(APART)
                    continue
                try:
                    async with asyncio.timeout(PING):
                        await changed.wait()
                except TimeoutError:
                    if (await visitor(frame.house, request)).session is None:  # has ended meanwhile
                        return
                    yield ": ping\n\n"
        finally:
            open_streams[name] -= 1

    @app.get("/lobby/events", include_in_schema=False)
    async def events(request: Request) -> Response:
        """Stream what has changed in the lobby, as parts of its page."""
        who = await visitor(frame.house, request)
        who.actor("ViewTable")
        if open_streams[who.person().person] >= STREAMS:
            raise refused(HTTPStatus.TOO_MANY_REQUESTS, f"a person has at most {STREAMS} streams open", retry=5)
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


def _add_duties(app: FastAPI, frame: Frame) -> None:
    @app.post("/duties", include_in_schema=False)
    async def duty(request: Request) -> Response:
        """Do what a table waits for, as a supervisor."""
        who, fields = await sent_form(frame.house, request)
        right, table = fields.get("command", ""), fields.get("table", "")
        command = DUTY_COMMANDS.get(right)
        seat, wager = fields.get("seat", ""), fields.get("wager", "")
        if command is None or table not in frame.house.floor.tables or not seat.isdecimal() or len(seat) > 2:
            raise refused(HTTPStatus.NOT_FOUND, "there is no such payout: load the page again")
        actor = who.actor(right)
        sent = pc.AtTable(table, command(int(seat), wager))
        result = await frame.house.send(actor, f"duty {fields.get('key', '')[:40]} {table} {seat} {wager[:60]}", sent)
        if isinstance(result, Declined):
            raise of_pit(result.refusals)
        if isinstance(result, Unavailable):
            raise refused(HTTPStatus.SERVICE_UNAVAILABLE, result.reason, retry=1)
        return RedirectResponse(own_path(fields.get("then", "")), HTTPStatus.SEE_OTHER.value)
