"""The lobby: every table with its game, wagers, limits, meters, free seats and exact house advantage, live."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from http import HTTPStatus
from typing import Any, NamedTuple

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse, StreamingResponse

from upcard.english import either, listed, sentence
from upcard.game import commands as do
from upcard.game.awaited import WaitsFor, waiting_for
from upcard.game.roles import Role
from upcard.game.settle import awaited
from upcard.game.state import TableState
from upcard.law import Edition
from upcard.money import Cents, format_money
from upcard.pit import commands as pc
from upcard.pit.state import GroupState
from upcard.rules.enums import DealtFrom, HoleCard, Surrender, WagerName
from upcard.rules.wager import Demand
from upcard.service.casino_service import CasinoService
from upcard.table import TableConfig
from upcard.table.config import Offer
from upcard.web.answers import row_answer
from upcard.web.auth import Visitor, visitor
from upcard.web.live_views import CHECK, EARLY, PING, OpenStreams, StreamSession
from upcard.web.pages.forms import own_path, sent_form
from upcard.web.pages.frame import Frame
from upcard.web.pages.price_list import PriceList
from upcard.web.price_values import LobbyPrice, shown_advantage
from upcard.web.problems import refused
from upcard.web.routes import Method, Routes

COMPUTING, UNPRICED = "computing …", "not priced"


class LobbyWager(NamedTuple):
    """A wager as a table offers it."""

    name: str
    limits: str
    advantage: str
    meter: Cents | None  # what its meter shows


class LobbyTable(NamedTuple):
    """A table in the lobby."""

    name: str
    sign: str  # the name on the table's own sign
    game: str
    felt: str  # its color
    rules: tuple[str, ...]
    wagers: tuple[LobbyWager, ...]
    seats: int
    free: int
    open: bool
    status: str

    @property
    def title(self) -> str:
        """Return the game, and the optional wagers by which people choose a table."""
        optional = [wager.name for wager in self.wagers[1:]]
        return sentence(listed((self.game, *optional[:2])))


def lobby_table(house: CasinoService, prices: PriceList, name: str) -> LobbyTable:
    """Return a table as everybody sees it."""
    group = house.floor.group(name)
    state = group.at(name)
    config, meters, priced = state.felt.config, dict(state.meters), prices.of(name)
    base = limits(config.least_blackjack_wager, config.most_blackjack_wager)
    offers = (
        LobbyWager(
            offer.wager.display_name,
            offer_limits(offer),
            advantage(priced, offer.wager.name),
            meters[offer.wager.name].amount if offer.wager.name in meters else None,
        )
        for offer in config.offers
    )
    return LobbyTable(
        name=name,
        sign=config.table,
        game=config.game.display_name,
        felt=config.layout.felt.value,
        rules=rule_words(config),
        wagers=(
            LobbyWager(WagerName.BLACKJACK.value, base, advantage(priced, WagerName.BLACKJACK.value), None),
            *offers,
        ),
        seats=config.seats,
        free=config.seats - len(group.tables[name].holders),
        open=state.open,
        status=_status(state, has_players=bool(group.tables[name].holders)),
    )


def _status(state: TableState, *, has_players: bool) -> str:
    """Return what happens at a table."""
    if not state.open:
        return "closed"
    kind = waiting_for(state).kind
    if not has_players and kind in (WaitsFor.SHUFFLE, WaitsFor.WAGERS):
        return "waiting for players"
    return {WaitsFor.SHUFFLE: "shuffling", WaitsFor.WAGERS: "taking wagers"}.get(kind, "round in play")


def advantage(prices: tuple[LobbyPrice, ...] | None, wager: str) -> str:
    """Return the house advantage of a wager as the lobby shows it."""
    return COMPUTING if prices is None else shown_advantage(prices, wager) or UNPRICED


def limits(minimum: Cents | None, maximum: Cents | None) -> str:
    """Return posted limits in words.

    >>> limits(Cents(1000), Cents(100000)), limits(None, Cents(2500)), limits(None, None)
    ('$10.00 to $1,000.00', 'up to $25.00', 'no posted limits')
    """
    if minimum is not None and maximum is not None:
        return format_money(minimum) if minimum == maximum else f"{format_money(minimum)} to {format_money(maximum)}"
    if minimum is not None:
        return f"from {format_money(minimum)}"
    return "no posted limits" if maximum is None else f"up to {format_money(maximum)}"


def offer_limits(offer: Offer) -> str:
    """Return the amounts that can be wagered."""
    if offer.sizes:
        return either(map(format_money, offer.sizes))
    return limits(offer.minimum, offer.maximum)


def rule_words(config: TableConfig) -> tuple[str, ...]:
    """Return the rules that players ask about first."""
    rules = config.rules
    special = (
        (config.dealt_from is not DealtFrom.SHOE, f"dealt from the {config.dealt_from.value}"),
        (rules.hole_card is not HoleCard.AFTER_PLAYERS, f"hole card {rules.hole_card.value}"),
        (rules.surrender is not Surrender.NONE, "surrender"),
        (rules.splits > 1, f"{rules.splits} splits"),
        (rules.splits_free not in (None, rules.splits), f"free splits: {rules.splits_free}"),
        (config.law is not Edition.CURRENT, f"rules of {config.law.value}"),
    )
    return (
        "1 deck" if config.decks == 1 else f"{config.decks} decks",
        f"blackjack pays {rules.blackjack_pays.value}",
        f"dealer {rules.dealer_soft_17.value}s on soft 17",
        *(words for is_so, words in special if is_so),
    )


DUTY_COMMANDS: Mapping[str, Callable[[int, str], do.ValidatePayout | do.CompleteDocuments]] = {
    "ValidatePayout": do.ValidatePayout,
    "CompleteDocuments": do.CompleteDocuments,
}
_WORDS = {
    Demand.SUPERVISOR_VALIDATES: ("ValidatePayout", "Validate", "payout is waiting for your validation"),
    Demand.CARDS_HELD_FOR_DOCUMENTS: ("CompleteDocuments", "Complete", "payout is waiting for its documents"),
}


class SupervisorDuty(NamedTuple):
    """What a table needs from a supervisor."""

    table: str
    sign: str
    seat: int
    wager: str
    command: str
    label: str
    words: str


def duties(house: CasinoService) -> tuple[SupervisorDuty, ...]:
    """Return everything waiting for a supervisor, table by table."""
    return tuple(
        SupervisorDuty(name, state.felt.config.table, seat, wager, *_WORDS[demand])
        for name in house.floor.tables
        for state in (house.floor.group(name).at(name),)
        for seat, wager, demand in awaited(state)
        if demand in _WORDS
    )


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
