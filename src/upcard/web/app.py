"""The routes: each has its rights in the table of rights, and its answers are documented."""

import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import FastAPI, Header, Request, Response
from fastapi.responses import StreamingResponse

from upcard import __version__
from upcard.money import plain_money
from upcard.pit.streams import wallet_balance, wallet_of
from upcard.service.casino_service import CasinoService
from upcard.service.metrics import TYPE as METRICS_TYPE
from upcard.service.secret_text import Secret
from upcard.service.sessions import HELPLINE, log_off
from upcard.web.account_routes import add_account, coupons_json, declare_account
from upcard.web.answers import REFUSING, Key, Token, people_answer, row_answer
from upcard.web.auth import SESSION, Visitor, address_of, changing_visitor, set_cookie, terminal_of, visitor
from upcard.web.bodies import AT_TABLE, OWN_WALLET, LinkUseBody, LogOnBody, TableCommand, WalletCommand
from upcard.web.closed import ClosedHouse
from upcard.web.fast_commands import FastCommands
from upcard.web.limits import RequestLimits
from upcard.web.live_views import OpenStreams, TableName, look_at, require_table, views, watched
from upcard.web.pages import add_pages, declare_pages
from upcard.web.problems import documented, refused
from upcard.web.routes import Method, Routes
from upcard.web.staff_routes import add_staff, declare_staff
from upcard.web.traffic import Traffic, TrafficLimits

DOCUMENT = "/api/v1/openapi.json"


def routes() -> Routes:
    """Return the routes with their rights: what is not declared here is not served."""
    declared = Routes()
    declared.declare(Method.GET, "/healthz", "ViewHealth")
    declared.declare(Method.GET, "/readyz", "ViewHealth")
    declared.declare(Method.GET, "/metrics", "ViewMetrics")
    declared.declare(Method.GET, "/api/v1/session", "LogOn")
    declared.declare(Method.POST, "/api/v1/session", "LogOn")
    declared.declare(Method.POST, "/api/v1/session/end", "LogOff")
    declared.declare(Method.POST, "/api/v1/links", "UseLink")
    declared.declare(Method.GET, "/api/v1/tables", "ViewTable")
    declared.declare(Method.GET, "/api/v1/tables/{table}", "ViewTable")
    declared.declare(Method.GET, "/api/v1/tables/{table}/events", "ViewTable")
    declared.declare(Method.POST, "/api/v1/tables/{table}/commands", *AT_TABLE.rights)
    declared.declare(Method.GET, "/api/v1/wallet", "ViewWallet")
    declared.declare(Method.POST, "/api/v1/wallet/commands", *OWN_WALLET.rights)
    declare_account(declared)
    declare_staff(declared)
    declare_pages(declared)
    return declared


def create_app(
    house: CasinoService,
    demo: Secret | None = None,
    *,
    once: Secret | None = None,
    limits: TrafficLimits | None = None,
    metrics_token: Secret | None = None,
) -> FastAPI:
    """Return the application of an open house; whoever presents the key `demo` needs no password there.

    The key `once` does the same, for the first who presents it: other users of a machine can read what a browser is
    started with.

    Without limits it takes requests at any rate.
    """
    app = FastAPI(
        title="upcard",
        version=__version__,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        # Nothing leaves the process but answers, logs and metrics, whatever the environment says.
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    app.add_middleware(FastCommands)
    app.add_middleware(ClosedHouse, contradiction=lambda: house.contradiction)
    app.state.streams = OpenStreams()
    app.add_middleware(RequestLimits)
    app.add_middleware(Traffic, house=house, limits=limits)
    _add_health(app, house)
    _add_metrics(app, house, metrics_token)
    _add_sessions(app, house)
    _add_tables(app, house)
    _add_streams(app, house)
    _add_table_commands(app, house)
    _add_wallet(app, house)
    add_account(app, house)
    add_staff(app, house)
    add_pages(app, house, demo, once)
    return app


def _add_health(app: FastAPI, house: CasinoService) -> None:
    @app.get("/healthz")
    async def healthz() -> dict[str, str]:
        """Liveness check: the process is running."""
        return {"status": "alive"}

    @app.get("/readyz", responses=documented(HTTPStatus.SERVICE_UNAVAILABLE))
    async def readyz() -> dict[str, Any]:
        """Readiness check: whether the server accepts commands."""
        if not house.is_ready:
            why = "the server is stopping" if house.runner.is_finishing else "the journal is not open for writing"
            raise refused(HTTPStatus.SERVICE_UNAVAILABLE, why, retry=1)
        return {"status": "ready", "tables": len(house.floor.tables)}


class OpenMetrics(Response):
    """A response in OpenMetrics format."""

    media_type = METRICS_TYPE


def _add_metrics(app: FastAPI, house: CasinoService, token: Secret | None) -> None:
    @app.get("/metrics", responses=REFUSING, response_class=OpenMetrics)
    async def metrics(
        request: Request, authorization: Annotated[str, Header(alias="Authorization", max_length=500)] = ""
    ) -> Response:
        """Return the service's metrics in OpenMetrics format."""
        if token is None or Secret(authorization.removeprefix("Bearer ")) != token:
            (await visitor(house, request)).actor("ViewMetrics")
        return OpenMetrics(house.metrics.text())


def _session_json(who: Visitor) -> dict[str, Any]:
    session = who.session
    return {
        "csrf": who.csrf,
        "person": None if session is None else session.person,
        "roles": [] if session is None else sorted(session.roles),
        "demo": session is not None and session.demo,
        "helpline": HELPLINE,
    }


def _add_sessions(app: FastAPI, house: CasinoService) -> None:
    @app.get("/api/v1/session", responses=REFUSING)
    async def session(request: Request, response: Response) -> dict[str, Any]:
        """Return who is signed in, and the CSRF token that every request that changes something must carry."""
        return _session_json(terminal_of(house, await visitor(house, request), response, request))

    @app.post("/api/v1/session", responses=REFUSING)
    async def log_on(body: LogOnBody, token: Token, request: Request, response: Response) -> dict[str, Any]:
        """Sign in; your session in any other browser ends."""
        who = await changing_visitor(house, request, token)
        result = await house.login.log_on(
            name=body.name, password=Secret(body.password), terminal=who.terminal, address=address_of(request)
        )
        logged_on = await people_answer(house, result)
        set_cookie(response, SESSION, logged_on.token.reveal(), request)
        shown = _session_json(Visitor(logged_on.token, who.terminal, logged_on.session))
        previous = logged_on.previous
        return shown | {"previous_log_on": None if previous is None else previous.isoformat()}

    @app.post("/api/v1/session/end", responses=REFUSING)
    async def end(token: Token, request: Request, response: Response) -> dict[str, str]:
        """Sign out."""
        who = await changing_visitor(house, request, token)
        who.person()
        result = await asyncio.to_thread(log_off, house.people, who.token, who.terminal)
        await house.jobs.record(result.events)
        response.delete_cookie(SESSION, path="/")
        return {"helpline": HELPLINE}

    @app.post("/api/v1/links", responses=REFUSING)
    async def use_link(body: LinkUseBody, token: Token, request: Request) -> dict[str, str]:
        """Set a password with a one-time link."""
        await changing_visitor(house, request, token)
        result = await house.login.use_link(Secret(body.link), new=Secret(body.password), address=address_of(request))
        return {"person": await people_answer(house, result)}


def _add_tables(app: FastAPI, house: CasinoService) -> None:
    @app.get("/api/v1/tables", responses=REFUSING)
    async def tables(request: Request) -> list[dict[str, Any]]:
        """List the tables."""
        who = await visitor(house, request)
        who.actor("ViewTable")
        listed = []
        for name in house.floor.tables:
            group = house.floor.group(name)
            state = group.at(name)
            config = state.felt.config
            listed.append(
                {
                    "table": name,
                    "open": state.open,
                    "game": config.game.name,
                    "seats": config.seats,
                    "taken": len(group.tables[name].holders),
                    "waits_for": house.floor.waiting(name).kind.value,
                }
            )
        return listed

    @app.get("/api/v1/tables/{table}", responses=REFUSING)
    async def table_view(table: TableName, request: Request) -> Response:
        """Return a table as you may see it."""
        who = await visitor(house, request)
        who.actor("ViewTable")
        rendering = house.hub.rendering(look_at(house, who.person(), table))
        return Response(rendering.text, media_type="application/json", headers={"ETag": f'"{rendering.id}"'})


def _add_streams(app: FastAPI, house: CasinoService) -> None:
    streams: OpenStreams = app.state.streams

    @app.get("/api/v1/tables/{table}/events", responses=REFUSING, response_class=StreamingResponse)
    async def events(
        table: TableName,
        request: Request,
        last: Annotated[str, Header(alias="Last-Event-ID", max_length=20)] = "",
    ) -> Response:
        """Stream a table as you may see it, each time it changes; with Last-Event-ID, only what is newer."""
        who = await visitor(house, request)
        who.actor("ViewTable")
        session = who.person()
        look = look_at(house, session, table)
        streams.require_room(session.person)
        after = int(last) if last.isascii() and last.isdigit() else None

        async def lines() -> AsyncIterator[str]:
            with streams.opened(session.person):
                async for shown in watched(house, request, views(house, look, session.person, after=after)):
                    if shown is None:
                        yield ": ping\n\n"
                    else:
                        yield f"id: {shown.id}\nevent: table\ndata: {shown.text}\n\n"

        return StreamingResponse(lines(), media_type="text/event-stream")


def _add_table_commands(app: FastAPI, house: CasinoService) -> None:
    @app.post("/api/v1/tables/{table}/commands", responses=REFUSING)
    async def command(table: TableName, body: TableCommand, key: Key, token: Token, request: Request) -> Response:
        """Send a command to a table; the same idempotency key returns the same answer."""
        who = await changing_visitor(house, request, token)
        session = who.person()
        actor = who.actor(body.right, owner=session.person, role=getattr(body, "role", None))
        require_table(house, table)
        sent = body.for_pit(table=table, patron=session.person, by=str(actor))
        return row_answer(await house.send(actor, key, sent, body.version))


def _add_wallet(app: FastAPI, house: CasinoService) -> None:
    @app.get("/api/v1/wallet", responses=REFUSING)
    async def wallet(request: Request) -> dict[str, Any]:
        """Return your wallet."""
        who = await visitor(house, request)
        name = who.person().person
        who.actor("ViewWallet", owner=name)
        state = wallet_of(house.floor.states, name)
        held = sorted(state.seats)
        return {
            "open": state.open,
            "balance": plain_money(wallet_balance(house.floor.states, name)),
            "coupons": coupons_json(house, name),
            "seats": [{"table": table, "seat": seat} for table, seat in held],
        }

    @app.post("/api/v1/wallet/commands", responses=REFUSING)
    async def command(body: WalletCommand, key: Key, token: Token, request: Request) -> Response:
        """Withdraw money from your wallet; the same idempotency key returns the same answer."""
        who = await changing_visitor(house, request, token)
        name = who.person().person
        actor = who.actor(body.right, owner=name)
        return row_answer(await house.send(actor, key, body.for_pit(patron=name)))
