"""The routes: each has its rights in the table of rights, and what it answers is documented."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import FastAPI, Header, Path, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.exceptions import HTTPException

from upcard import __version__
from upcard.game.awaited import waiting_for
from upcard.game.view import Role
from upcard.money import Cents, dollars, show
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit.ledger import KEY_TAKEN, LONGEST_KEY, AlreadyDone, Answer, Declined, Done, Unavailable
from upcard.pit.streams import wallet_of
from upcard.service.house import House
from upcard.service.hub import Look
from upcard.service.person_values import PersonRole, PersonSession
from upcard.service.rights import Method, Routes
from upcard.service.secret_text import Secret
from upcard.service.sessions import HELPLINE, log_off
from upcard.web.command_models import TABLE_COMMANDS, CommandOrigin, LinkUseBody, LogOnBody, TableCommand, WithdrawBody
from upcard.web.doors import CSRF, SESSION, Visitor, changing_visitor, set_cookie, terminal_of, visitor
from upcard.web.limits import RequestLimits
from upcard.web.problems import RefusalBody, RequestRefused, answer, documented, of_people, of_pit, refused

DOCUMENT = "/api/v1/openapi.json"
STREAMS = 8  # that a person may have open at a time
PING = 15.0  # seconds
TableName = Annotated[str, Path(max_length=60)]
Key = Annotated[str, Header(alias="Idempotency-Key", min_length=1, max_length=LONGEST_KEY)]
Token = Annotated[str, Header(alias=CSRF, max_length=500)]
_REFUSING = documented(
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.REQUEST_TIMEOUT,
    HTTPStatus.CONFLICT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.SERVICE_UNAVAILABLE,
)
_ROLES = {
    PersonRole.PATRON: Role.PATRON,
    PersonRole.DEALER: Role.DEALER,
    PersonRole.SUPERVISOR: Role.SUPERVISOR,
    PersonRole.AUDITOR: Role.SURVEILLANCE,
    PersonRole.COMPLIANCE: Role.SURVEILLANCE,
}


def routes() -> Routes:
    """Return the routes with their rights: what is not declared here is not served."""
    declared = Routes()
    declared.declare(Method.GET, "/healthz", "ViewHealth")
    declared.declare(Method.GET, "/readyz", "ViewHealth")
    declared.declare(Method.GET, "/api/v1/session", "LogOn")
    declared.declare(Method.POST, "/api/v1/session", "LogOn")
    declared.declare(Method.POST, "/api/v1/session/end", "LogOff")
    declared.declare(Method.POST, "/api/v1/links", "UseLink")
    declared.declare(Method.GET, "/api/v1/tables", "ViewTable")
    declared.declare(Method.GET, "/api/v1/tables/{table}", "ViewTable")
    declared.declare(Method.GET, "/api/v1/tables/{table}/events", "ViewTable")
    declared.declare(Method.POST, "/api/v1/tables/{table}/commands", *TABLE_COMMANDS)
    declared.declare(Method.GET, "/api/v1/wallet", "ViewWallet")
    declared.declare(Method.POST, "/api/v1/wallet/commands", "Withdraw")
    return declared


def create_app(house: House) -> FastAPI:
    """Return the application of a house that is open."""
    app = FastAPI(
        title="upcard", version=__version__, openapi_url="/api/v1/openapi.json", docs_url=None, redoc_url=None
    )
    app.add_middleware(RequestLimits)
    app.add_exception_handler(RequestRefused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    _add_health(app, house)
    _add_sessions(app, house)
    _add_tables(app, house)
    _add_streams(app, house)
    _add_table_commands(app, house)
    _add_wallet(app, house)
    return app


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestRefused)
    return answer(error)


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    places = ((".".join(map(str, each["loc"])), each["msg"]) for each in error.errors())
    return answer(
        RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, [RefusalBody(message=f"{at}: {what}") for at, what in places])
    )


async def _http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    return answer(refused(status, status.description or status.phrase))


def _add_health(app: FastAPI, house: House) -> None:
    @app.get("/healthz")
    async def healthz() -> dict[str, str]:
        """Say that the process answers."""
        return {"status": "alive"}

    @app.get("/readyz", responses=documented(HTTPStatus.SERVICE_UNAVAILABLE))
    async def readyz() -> dict[str, Any]:
        """Say whether commands are taken."""
        if not house.writer.is_ready:
            raise refused(HTTPStatus.SERVICE_UNAVAILABLE, "the journal is not open for writing", retry=1)
        return {"status": "ready", "tables": len(house.floor.tables)}


def _session_json(who: Visitor) -> dict[str, Any]:
    session = who.session
    return {
        "csrf": who.csrf,
        "person": None if session is None else session.person,
        "roles": [] if session is None else sorted(session.roles),
        "demo": session is not None and session.demo,
        "helpline": HELPLINE,
    }


def _add_sessions(app: FastAPI, house: House) -> None:
    @app.get("/api/v1/session", responses=_REFUSING)
    async def session(request: Request, response: Response) -> dict[str, Any]:
        """Return who is logged on, and the token that requests which change something must carry."""
        return _session_json(terminal_of(house, await visitor(house, request), response, request))

    @app.post("/api/v1/session", responses=_REFUSING)
    async def log_on(body: LogOnBody, token: Token, request: Request, response: Response) -> dict[str, Any]:
        """Log on; a session in another browser ends."""
        who = await changing_visitor(house, request, token)
        address = request.client.host if request.client is not None else ""
        result = await house.door.log_on(
            name=body.name, password=Secret(body.password), terminal=who.terminal, address=address
        )
        if result.value is None:
            raise of_people(result.problems)
        set_cookie(response, SESSION, result.value.token.reveal(), request)
        shown = _session_json(Visitor(result.value.token, who.terminal, result.value.session))
        previous = result.value.previous
        return shown | {"previous_log_on": None if previous is None else previous.isoformat()}

    @app.post("/api/v1/session/end", responses=_REFUSING)
    async def end(token: Token, request: Request, response: Response) -> dict[str, str]:
        """Log off."""
        who = await changing_visitor(house, request, token)
        who.person()
        await asyncio.to_thread(log_off, house.people, who.token, who.terminal)
        response.delete_cookie(SESSION, path="/")
        return {"helpline": HELPLINE}

    @app.post("/api/v1/links", responses=_REFUSING)
    async def use_link(body: LinkUseBody, token: Token, request: Request) -> dict[str, str]:
        """Set a password by a one-time link."""
        await changing_visitor(house, request, token)
        address = request.client.host if request.client is not None else ""
        result = await house.door.use_link(Secret(body.link), new=Secret(body.password), address=address)
        if result.value is None:
            raise of_people(result.problems)
        return {"person": result.value}


def _look(house: House, session: PersonSession, table: str) -> Look:
    """Return how a person looks at a table: by role, and a patron by the seats held there."""
    if table not in house.floor.tables:
        raise refused(HTTPStatus.NOT_FOUND, "there is no such table")
    role = next(_ROLES[role] for role in sorted(session.roles) if role in _ROLES)
    seats = house.hub.seats_of(table, session.person) if role is Role.PATRON else ()
    return Look(table, role, seats)


def _row_answer(result: Answer) -> JSONResponse:
    """Return the answer to a command: the same for the same key, whenever it is asked."""
    match result:
        case Done(row=row) | AlreadyDone(row=row):
            return JSONResponse({"position": row.position, "id": row.streams[0][1], "time": row.time})
        case Declined(refusals=refusals) if [each.message for each in refusals] == [KEY_TAKEN]:
            raise refused(HTTPStatus.UNPROCESSABLE_ENTITY, KEY_TAKEN)
        case Declined(refusals=refusals):
            raise of_pit(refusals)
        case Unavailable(reason=reason):
            raise refused(HTTPStatus.SERVICE_UNAVAILABLE, reason, retry=1)
    raise refused(HTTPStatus.UNPROCESSABLE_ENTITY, KEY_TAKEN)


def _add_tables(app: FastAPI, house: House) -> None:
    @app.get("/api/v1/tables", responses=_REFUSING)
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
                    "waits_for": waiting_for(state).kind.value,
                }
            )
        return listed

    @app.get("/api/v1/tables/{table}", responses=_REFUSING)
    async def table_view(table: TableName, request: Request) -> Response:
        """Return what you may see of a table."""
        who = await visitor(house, request)
        who.actor("ViewTable")
        rendering = house.hub.rendering(_look(house, who.person(), table))
        return Response(rendering.text, media_type="application/json", headers={"ETag": f'"{rendering.id}"'})


def _add_streams(app: FastAPI, house: House) -> None:
    open_streams: Counter[str] = Counter()

    @app.get("/api/v1/tables/{table}/events", responses=_REFUSING, response_class=StreamingResponse)
    async def events(
        table: TableName,
        request: Request,
        last: Annotated[str, Header(alias="Last-Event-ID", max_length=20)] = "",
    ) -> Response:
        """Stream what you may see of a table, whenever it changes; with the last id, only what is newer."""
        who = await visitor(house, request)
        who.actor("ViewTable")
        session = who.person()
        look = _look(house, session, table)
        if open_streams[session.person] >= STREAMS:
            raise refused(HTTPStatus.TOO_MANY_REQUESTS, f"a person has at most {STREAMS} streams open", retry=5)
        patron = session.person if look.role is Role.PATRON else None
        after = int(last) if last.isascii() and last.isdigit() else None

        async def lines() -> AsyncIterator[str]:
            open_streams[session.person] += 1
            try:
                async for shown in house.hub.watch(table, look.role, patron, after=after, wait=PING):
                    if shown is not None:
                        yield f"id: {shown.id}\nevent: table\ndata: {shown.text}\n\n"
                        continue
                    if (await visitor(house, request)).session is None:  # has ended meanwhile
                        return
                    yield ": ping\n\n"
            finally:
                open_streams[session.person] -= 1

        return StreamingResponse(lines(), media_type="text/event-stream")


def _add_table_commands(app: FastAPI, house: House) -> None:
    @app.post("/api/v1/tables/{table}/commands", responses=_REFUSING)
    async def command(table: TableName, body: TableCommand, key: Key, token: Token, request: Request) -> Response:
        """Do something at a table; the same key gives the same answer."""
        who = await changing_visitor(house, request, token)
        session = who.person()
        actor = who.actor(body.command, owner=session.person)
        if table not in house.floor.tables:
            raise refused(HTTPStatus.NOT_FOUND, "there is no such table")
        return _row_answer(await house.send(actor, key, body.for_pit(CommandOrigin(table, actor, session.person))))


def _add_wallet(app: FastAPI, house: House) -> None:
    @app.get("/api/v1/wallet", responses=_REFUSING)
    async def wallet(request: Request) -> dict[str, Any]:
        """Return your wallet."""
        who = await visitor(house, request)
        name = who.person().person
        who.actor("ViewWallet", owner=name)
        state = wallet_of(house.floor.states, name)
        held = sorted(state.seats)
        return {
            "open": state.open,
            "balance": show(Cents(state.balances.get(accounts.wallet(name), 0))),
            "seats": [{"table": table, "seat": seat} for table, seat in held],
        }

    @app.post("/api/v1/wallet/commands", responses=_REFUSING)
    async def command(body: WithdrawBody, key: Key, token: Token, request: Request) -> Response:
        """Take money out of your wallet; the same key gives the same answer."""
        who = await changing_visitor(house, request, token)
        name = who.person().person
        actor = who.actor(body.command, owner=name)
        return _row_answer(await house.send(actor, key, pc.Withdraw(name, dollars(body.amount), body.reference)))
