"""The page of a table: the felt with what lies on it, one stream of what happens, buttons that send commands."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Annotated, Any

from fastapi import FastAPI, Header, Query, Request, Response
from fastapi.responses import HTMLResponse, StreamingResponse

from upcard.drawing.chips import DENOMINATIONS, Denomination
from upcard.drawing.sprites import sprite_sheet
from upcard.game.awaited import WaitsFor
from upcard.game.roles import Role
from upcard.money import Cents
from upcard.service.hub import Look
from upcard.table import TableConfig
from upcard.web.auth import visitor
from upcard.web.live_views import CHECK, OpenStreams, TableName, look_at, watched
from upcard.web.pages.coach import advice, question_of
from upcard.web.pages.frame import Frame
from upcard.web.pages.settled_wagers import settled
from upcard.web.pages.table_documents import documents_for
from upcard.web.pages.table_moments import MomentParts, announced, felt_of, hand_parts, last_round_parts
from upcard.web.pages.table_view import Onlooker, ShownTable, shown_table
from upcard.web.routes import Method, Routes

BUY_IN = Cents(500_00)  # what the page proposes: settable in its form
MOST_CHIPS = 6  # kinds of chips in the tray
COACH = ThreadPoolExecutor(1, thread_name_prefix="upcard-coach")  # the kernel computes without the interpreter's lock
_TIMED = (WaitsFor.DECISION, WaitsFor.INSURANCE, WaitsFor.EARLY_SURRENDER, WaitsFor.BUTTON)


def declare(declared: Routes) -> None:
    """Declare the routes."""
    declared.declare(Method.GET, "/tables/{table}", "ViewTable")
    declared.declare(Method.GET, "/tables/{table}/stream", "ViewTable")
    declared.declare(Method.GET, "/tables/{table}/coach", "ViewTable")


def add(app: FastAPI, frame: Frame) -> None:
    """Add the page and its stream."""
    pages = TablePages(frame)
    streams: OpenStreams = app.state.streams

    @app.get("/tables/{table}", include_in_schema=False)
    async def table_page(table: TableName, request: Request) -> Response:
        """Show a table."""
        who = await visitor(frame.house, request)
        who.actor("ViewTable")
        look = look_at(frame.house, who.person(), table)
        session = who.person()
        documents = documents_for(session)
        return frame.page(request, who, "table.html", documents=documents, **pages.whole(look, session.person))

    @app.get("/tables/{table}/coach", include_in_schema=False)
    async def coach(table: TableName, request: Request) -> Response:
        """Show the best play and what the others cost, only to the seat whose turn it is."""
        who = await visitor(frame.house, request)
        who.actor("ViewTable")
        text = await pages.coach(look_at(frame.house, who.person(), table))
        return HTMLResponse(text, headers={"Cache-Control": "no-store"})

    @app.get("/tables/{table}/stream", include_in_schema=False)
    async def stream(
        table: TableName,
        request: Request,
        after: Annotated[int, Query(ge=0)] = 0,
        last: Annotated[str, Header(alias="Last-Event-ID", max_length=20)] = "",
    ) -> Response:
        """Stream what changes on the page of a table."""
        who = await visitor(frame.house, request)
        who.actor("ViewTable")
        session = who.person()
        look_at(frame.house, session, table)
        streams.require_room(session.person)
        begin = int(last) if last.isascii() and last.isdigit() else after
        versions = frame.house.hub.versions(table, after=begin, wait=CHECK)

        async def lines() -> AsyncIterator[str]:
            version = begin
            with streams.opened(session.person):
                yield f"retry: {int(1000 * RETRY.total_seconds())}\n\n"
                async for changed in watched(frame.house, request, versions):
                    if changed is None:
                        yield ": ping\n\n"
                        continue
                    now = frame.house.floor.version(table)  # it may have changed since, and the message shows that
                    if now != version:
                        text = pages.message(look_at(frame.house, session, table), session.person, version)
                        version = now
                        yield f"id: {version}\ndata: {text}\n\n"

        return StreamingResponse(lines(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


RETRY = timedelta(seconds=0.5)


class TablePages:
    """Makes the page of a table, and the parts of it that change."""

    def __init__(self, frame: Frame) -> None:
        self._frame, self._house = frame, frame.house
        self._moments = MomentParts(frame.templates)

    def whole(self, look: Look, person: str) -> dict[str, Any]:
        """Return what the template of the whole page takes."""
        config = self._house.floor.group(look.table).at(look.table).felt.config
        pace = self._house.floor.pace(look.table)
        return {
            **self.live(look, person),
            "config": config,
            "felt": felt_of(config).svg,
            "sprites": sprite_sheet(with_style=False),
            "announcements": announced(self._house.floor.moments(look.table).of_last_round()),
            "card_time": int(1000 * pace.card.total_seconds()),
        }

    def live(self, look: Look, person: str) -> dict[str, Any]:
        """Return what the template of the changing part takes."""
        group, floor = self._house.floor.group(look.table), self._house.floor
        state, moments = group.at(look.table), floor.moments(look.table).of_last_round()
        purse = self._frame.purse_of(person) if look.role is Role.PATRON else None
        shown = shown_table(
            group.tables[look.table],
            state,
            look.table,
            floor.version(look.table),
            Onlooker(look.role, look.seats),
            pace=floor.pace(look.table),
            missed=floor.timing(look.table).missed,
            coupons=purse.coupons if purse else (),
            waiting=floor.waiting(look.table),
        )
        return {
            "table": shown,
            "view_box": " ".join(f"{value:.1f}" for value in felt_of(state.felt.config).plan.view_box),
            "felt_parts": last_round_parts(state, moments),
            "hand_parts": hand_parts(self._frame.templates, state),
            "settled": settled(moments),
            "clock": self._clock(look, shown),
            "purse": purse,
            "tray": tray(state.felt.config),
            "buy_in": BUY_IN,
            "person": person,
        }

    def message(self, look: Look, person: str, after: int) -> str:
        """Return a stream message in one line: what has happened since a version, and the table after it."""
        moments = self._house.floor.moments(look.table).after(after)
        shown = self._moments.shown(look.table, moments)
        text = self._frame.part("table/message.html", moments=shown, **self.live(look, person))
        return " ".join(text.splitlines())

    async def coach(self, look: Look) -> str:
        """Return the coach's advice for the hand whose turn it is; computed away from the event loop."""
        floor = self._house.floor
        state, moments = floor.group(look.table).at(look.table), floor.moments(look.table)
        questions = (question_of(state, seat, moments.seen_from(seat)) for seat in look.seats)
        question = next((each for each in questions if each is not None), None)
        given = None if question is None else await asyncio.get_running_loop().run_in_executor(COACH, advice, question)
        return self._frame.part("table/coach.html", advice=given)

    def _clock(self, look: Look, shown: ShownTable) -> tuple[int, int] | None:
        """Return the milliseconds left to act, and the total once the last card has been dealt."""
        floor = self._house.floor
        step, timing = floor.next_step(look.table), floor.timing(look.table)
        waiting = floor.waiting(look.table)
        has_wagers = waiting.kind is WaitsFor.WAGERS
        if step is None or not (waiting.kind in _TIMED or shown.cut is not None or has_wagers):
            return None
        left = (step.at - self._house.settings.clock()).total_seconds()
        whole = max((step.at - (timing.last if has_wagers else timing.ready)).total_seconds(), 0.001)
        return (int(1000 * max(left, 0)), int(1000 * whole)) if left <= MOST_CLOCK.total_seconds() else None


MOST_CLOCK = timedelta(minutes=2)  # a longer wait, such as for a seat to be given up, is not shown as a clock


def tray(config: TableConfig) -> tuple[Denomination, ...]:
    """Return the chip values to wager with: from the smallest that a wager of the table takes."""
    least = min([config.least_blackjack_wager or Cents(100), *(offer.minimum or Cents(100) for offer in config.offers)])
    rising = [chip for chip in reversed(DENOMINATIONS) if chip.value >= min(least, Cents(100))]
    return tuple(rising[:MOST_CHIPS])
