"""Routes of a person's own account: clock and limits of the session, suspension, password, statement, last games."""

import json
from dataclasses import asdict
from datetime import date, timedelta
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import FastAPI, Path, Query, Request, Response

from upcard.audit.patron_export import Period, patron_lines, period_of, statement, statement_csv
from upcard.audit.patron_games import find_game, last_games, result_since
from upcard.money import Cents, parse_money, plain_money
from upcard.pit import commands as pc
from upcard.pit.account_commands import NO_ACCOUNT
from upcard.pit.actors import Actor
from upcard.pit.ledger import AlreadyDone, Declined, Done
from upcard.pit.limits import LimitKind, LimitPeriod, time_used, total
from upcard.pit.play_restrictions import time_left
from upcard.pit.streams import coupons_held, moment_of, wallet_of
from upcard.service.accounts import AccountCommand
from upcard.service.casino_service import CasinoService
from upcard.service.person_values import PersonSession, PersonStatus
from upcard.service.secret_text import Secret
from upcard.service.sessions import HELPLINE
from upcard.store.clock import time_text
from upcard.store.journal import Journal
from upcard.store.rows import JournalRow
from upcard.web.answers import REFUSING, Key, PersonName, Token, from_archive, people_answer, row_answer
from upcard.web.auth import SESSION, Visitor, address_of, changing_visitor, set_cookie, visitor
from upcard.web.bodies import (
    OWN_ACCOUNT,
    OWN_LIMITS,
    LeavingBody,
    LeavingCommand,
    LimitCommand,
    PasswordBody,
    PlayMoneyBody,
)
from upcard.web.live_views import TableName
from upcard.web.problems import refused
from upcard.web.routes import Method, Routes

LINES, CSV = "application/jsonl", "text/csv"
_EXPORTED: dict[int | str, dict[str, Any]] = {
    HTTPStatus.OK.value: {
        "description": "JSON lines, or CSV",
        "content": {kind: {"schema": {"type": "string"}} for kind in (LINES, CSV)},
    }
}


def declare_account(routes: Routes) -> None:
    """Declare the routes with their rights."""
    routes.declare(Method.GET, "/api/v1/account", "ViewWallet")
    routes.declare(Method.POST, "/api/v1/account/limits", *OWN_LIMITS.rights)
    routes.declare(Method.POST, "/api/v1/account/commands", *OWN_ACCOUNT.rights)
    routes.declare(Method.POST, "/api/v1/account/password", "ChangePassword")
    routes.declare(Method.POST, "/api/v1/wallet/deposits", "DepositPlayMoney")
    routes.declare(Method.GET, "/api/v1/people/{name}/statement", "ViewWallet")
    routes.declare(Method.GET, "/api/v1/people/{name}/games", "ViewLastGames")
    routes.declare(Method.GET, "/api/v1/people/{name}/games/{table}/{round}", "ViewLastGames")
    routes.declare(Method.GET, "/api/v1/people/{name}/export", "ViewJournal")


def add_account(app: FastAPI, house: CasinoService) -> None:
    """Add the routes."""
    _add_own(app, house)
    _add_limits(app, house)
    _add_past(app, house)


async def account_json(house: CasinoService, session: PersonSession) -> dict[str, Any]:
    """Return what a patron must be able to see: time played, result, limits (13:69O-1.4(n))."""
    name, states = session.person, house.floor.states
    now = house.settings.clock()
    state, moment = wallet_of(states, name), moment_of(states, time_text(now))
    since = state.logged_on or time_text(session.created)
    result = await from_archive(house, lambda journal, storage: result_since(journal, storage, name, since))
    limits = [
        {
            "limit": kind.value,
            "period": period.value,
            "amount": _amount(kind, limit.amount),
            "waiting": {"amount": _amount(kind, limit.requested), "from": limit.begins} if limit.begins else None,
        }
        for (kind, period), limit in sorted(state.limits.items())
    ]
    used = {
        kind.value: {period.value: _amount(kind, total(state.sums, (kind, period), moment)) for period in LimitPeriod}
        for kind in (LimitKind.DEPOSIT, LimitKind.SPEND)
    }
    played = {period.value: time_used(state.sums, state.logged_on, period, moment) for period in LimitPeriod}
    return {
        "person": name,
        "demo": session.demo,
        "helpline": HELPLINE,
        "time": time_text(now),
        "logged_on": time_text(session.created),
        "seconds_played": played,
        "seconds_left": time_left(state, moment),
        "result_since_log_on": plain_money(result),
        "coupons": coupons_json(house, name),
        "used": used,
        "limits": limits,
    }


def coupons_json(house: CasinoService, name: str) -> list[dict[str, Any]]:
    """Return the match play coupons that a patron holds: each stated value, and how many of it."""
    return [{"value": plain_money(value), "count": count} for value, count in coupons_held(house.floor.states, name)]


def _amount(kind: LimitKind, amount: int | None) -> str | int | None:
    """Return an amount as the API writes it: dollars, or minutes."""
    if amount is None:
        return None
    return amount // 60 if kind is LimitKind.TIME else plain_money(amount)


def _add_own(app: FastAPI, house: CasinoService) -> None:
    @app.get("/api/v1/account", responses=REFUSING)
    async def account(request: Request) -> dict[str, Any]:
        """Return your session's clock, your result since sign-in, and your limits."""
        who = await visitor(house, request)
        session = who.person()
        who.actor("ViewWallet", owner=session.person)
        return await account_json(house, session)

    @app.post("/api/v1/account/password", responses=REFUSING)
    async def password(body: PasswordBody, token: Token, request: Request, response: Response) -> dict[str, Any]:
        """Change your password; your sessions in other browsers end."""
        who = await changing_visitor(house, request, token)
        who.actor("ChangePassword", owner=who.person().person)
        result = await house.login.change_password(
            who.token, who.terminal, old=Secret(body.old), new=Secret(body.new), address=address_of(request)
        )
        changed = await people_answer(house, result)
        set_cookie(response, SESSION, changed.token.reveal(), request)
        return {"person": changed.session.person}

    @app.post("/api/v1/wallet/deposits", responses=REFUSING)
    async def deposit(body: PlayMoneyBody, key: Key, token: Token, request: Request) -> Response:
        """Add play money to your wallet (demo patrons only)."""
        who = await changing_visitor(house, request, token)
        return await deposit_play_money(house, who, key, parse_money(body.amount))


async def deposit_play_money(house: CasinoService, who: Visitor, key: str, amount: Cents) -> Response:
    """Add play money to one's own wallet; other money is deposited at the cashier."""
    session = who.person()
    actor = who.actor("DepositPlayMoney", owner=session.person)
    return row_answer(await house.send(actor, key, pc.DepositPlayMoney(session.person, amount)))


def _add_limits(app: FastAPI, house: CasinoService) -> None:
    @app.post("/api/v1/account/limits", responses=REFUSING)
    async def limit(body: LimitCommand, key: Key, token: Token, request: Request) -> Response:
        """Set a limit. A tighter one applies at once; set a looser one again after the period to confirm it."""
        who = await changing_visitor(house, request, token)
        name = who.person().person
        actor = who.actor(body.right, owner=name)
        return row_answer(await house.send(actor, key, body.for_pit(patron=name)))

    @app.post("/api/v1/account/commands", responses=REFUSING)
    async def leave(body: LeavingCommand, key: Key, token: Token, request: Request) -> dict[str, Any]:
        """Suspend, exclude or close your own account; this signs you out."""
        who = await changing_visitor(house, request, token)
        name = who.person().person
        return await leaving(house, who.actor(body.right, owner=name), key, name, body)


async def leaving(house: CasinoService, actor: Actor, key: str, name: str, body: LeavingBody) -> dict[str, Any]:
    """Suspend, exclude or close an account, one's own or as staff; the same key gives the first answer."""
    if body.confirm.strip().lower() != name:
        raise refused(HTTPStatus.UNPROCESSABLE_ENTITY, f"type the name of the account, {name}, to confirm")
    command = body.about(name)
    assert isinstance(command, pc.Suspend | pc.Exclude | pc.CloseAccount)
    row = await changed_account(house, actor, key, command)
    status = PersonStatus.CLOSED if isinstance(command, pc.CloseAccount) else PersonStatus.SUSPENDED
    until = json.loads(row.events)[-1]["until"] if isinstance(command, pc.Suspend) else ""
    return {"person": name, "status": status.value, "until": until or None, "helpline": HELPLINE}


async def changed_account(house: CasinoService, actor: Actor, key: str, command: AccountCommand) -> JournalRow:
    """Change an account, and return the row that did; raise if it is refused."""
    answer = await house.change_account(actor, key, command)
    is_about_nobody = not isinstance(command, pc.MakeAccount) and house.people.account(command.person) is None
    if isinstance(answer, Declined) and is_about_nobody:
        raise refused(HTTPStatus.NOT_FOUND, NO_ACCOUNT)
    row_answer(answer)
    assert isinstance(answer, Done | AlreadyDone)
    return answer.row


FirstDay = Annotated[date | None, Query(description="first gaming day; default: one month before the last")]
LastDay = Annotated[date | None, Query(description="last gaming day; default: today")]
A_MONTH = timedelta(days=31)


def _period(house: CasinoService, journal: Journal, first: date | None, last: date | None) -> Period:
    day = last or moment_of(house.floor.states, time_text(house.settings.clock())).day
    return period_of(journal, first or day - A_MONTH, day)


def _add_past(app: FastAPI, house: CasinoService) -> None:
    @app.get("/api/v1/people/{name}/statement", responses=REFUSING)
    async def own_statement(
        name: PersonName, request: Request, first: FirstDay = None, last: LastDay = None
    ) -> list[dict[str, Any]]:
        """Return the statement of a wallet, line by line."""
        (await visitor(house, request)).actor("ViewWallet", owner=name)
        lines = await from_archive(
            house, lambda journal, _: list(statement(journal, name, _period(house, journal, first, last)))
        )
        return [asdict(line) for line in lines]

    @app.get("/api/v1/people/{name}/games", responses=REFUSING)
    async def games(
        name: PersonName,
        request: Request,
        before: Annotated[int | None, Query(ge=1, le=2**60, description="only games before this journal row")] = None,
    ) -> list[dict[str, Any]]:
        """Return a patron's last games, newest first; pass the last row as `before` to get the next page."""
        (await visitor(house, request)).actor("ViewLastGames", owner=name)
        records = await from_archive(house, lambda journal, storage: last_games(journal, storage, name, before=before))
        return [asdict(record) for record in records]

    @app.get("/api/v1/people/{name}/games/{table}/{round}", responses=REFUSING)
    async def game(
        name: PersonName,
        table: TableName,
        number: Annotated[int, Path(alias="round", ge=1, le=2**30)],
        request: Request,
        seat: Annotated[int | None, Query(ge=1, le=99)] = None,
    ) -> dict[str, Any]:
        """Return one of a patron's games card by card, with its phases and choices; `seat` if there were several."""
        (await visitor(house, request)).actor("ViewLastGames", owner=name)
        detail = await from_archive(
            house, lambda journal, storage: find_game(journal, storage, name, table, number, seat)
        )
        if detail is None:
            raise refused(HTTPStatus.NOT_FOUND, f"{name} did not play in round {number} at table {table}")
        return detail.as_json()

    @app.get("/api/v1/people/{name}/export", responses=REFUSING | _EXPORTED, response_class=Response)
    async def export(
        name: PersonName,
        request: Request,
        first: FirstDay = None,
        last: LastDay = None,
        form: Annotated[str, Query(pattern="^(lines|csv)$")] = "lines",
    ) -> Response:
        """Export a patron's activity: journal rows as JSON lines, or the wallet statement as CSV."""
        (await visitor(house, request)).actor("ViewJournal", owner=name)
        if form == "csv":
            text = await from_archive(
                house, lambda journal, _: statement_csv(statement(journal, name, _period(house, journal, first, last)))
            )
            return Response(text, media_type=CSV)
        lines = await from_archive(
            house,
            lambda journal, storage: list(patron_lines(journal, storage, name, _period(house, journal, first, last))),
        )
        return Response("".join(f"{line}\n" for line in lines), media_type=LINES)
