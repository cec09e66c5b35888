"""A patron's account: money, limits, taking a break, the wallet statement, the password."""

from datetime import date, timedelta
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import TypeAdapter, ValidationError

from upcard.audit.patron_export import StatementLine, period_of, statement
from upcard.game.roles import Role
from upcard.money import parse_money
from upcard.pit import commands as pc
from upcard.pit.actors import Actor
from upcard.pit.streams import moment_of, wallet_of
from upcard.service.casino_service import CasinoService
from upcard.service.secret_text import Secret
from upcard.store.clock import time_text
from upcard.store.journal import Journal
from upcard.web.account_routes import account_json, deposit_play_money, leaving
from upcard.web.answers import from_archive, people_answer, row_answer
from upcard.web.auth import SESSION, Visitor, address_of, set_cookie, visitor
from upcard.web.bodies import LeavingCommand, LimitCommand, PlayMoneyBody
from upcard.web.pages.forms import WRITE_AMOUNT, form_amount, sent_form
from upcard.web.pages.frame import Frame
from upcard.web.problems import RequestRefused, refused
from upcard.web.routes import Method, Routes

DONE = {
    "limit": "Your limit is set. A lower limit applies now; confirm a higher one after the current period ends.",
    "money": "Your wallet is updated.",
    "password": "Your password is changed. You have been signed out of other browsers.",
}
STATEMENT_DAYS = timedelta(days=31)
SHOWN = 50  # lines of the statement
_LIMIT: TypeAdapter[Any] = TypeAdapter(LimitCommand)
_LEAVING: TypeAdapter[Any] = TypeAdapter(LeavingCommand)


def declare(declared: Routes) -> None:
    """Declare the routes."""
    declared.declare(Method.GET, "/account", "ViewAccount")
    declared.declare(Method.POST, "/account/limits", "SetLimit", "SetTimeLimit")
    declared.declare(Method.POST, "/account/deposit", "DepositPlayMoney")
    declared.declare(Method.POST, "/account/withdraw", "Withdraw")
    declared.declare(Method.POST, "/account/pause", "Suspend")
    declared.declare(Method.POST, "/account/password", "ChangePassword")


def add(app: FastAPI, frame: Frame) -> None:
    """Add the page and its forms."""
    _add_page(app, frame)
    _add_money(app, frame)
    _add_protection(app, frame)


def _lines(house: CasinoService, journal: Journal, name: str) -> list[StatementLine]:
    day: date = moment_of(house.floor.states, time_text(house.settings.clock())).day
    return list(statement(journal, name, period_of(journal, day - STATEMENT_DAYS, day)))[: -SHOWN - 1 : -1]


def _back(done: str) -> Response:
    return RedirectResponse(f"/account?done={done}", HTTPStatus.SEE_OTHER.value)


def _add_page(app: FastAPI, frame: Frame) -> None:
    house = frame.house

    @app.get("/account", include_in_schema=False)
    async def account(request: Request) -> Response:
        """Show the account."""
        who = await visitor(house, request)
        session = who.person()
        who.actor("ViewAccount", owner=session.person)
        shown = await account_json(house, session)
        lines = await from_archive(house, lambda journal, _: _lines(house, journal, session.person))
        seats = sorted(wallet_of(house.floor.states, session.person).seats)
        done = DONE.get(request.query_params.get("done", ""))
        return frame.page(
            request, who, "account.html", account=shown, lines=lines, seats=seats, done=done, key=frame.key()
        )


async def _form(frame: Frame, request: Request, right: str) -> tuple[Visitor, Actor, dict[str, str]]:
    """Return who sent a form about their own account, the actor, and the fields."""
    who, fields = await sent_form(frame.house, request)
    return who, who.actor(right, owner=who.person().person), dict(fields)


def _invalid(what: str) -> Exception:
    return refused(HTTPStatus.UNPROCESSABLE_ENTITY, what)


def _add_money(app: FastAPI, frame: Frame) -> None:
    house = frame.house

    @app.post("/account/deposit", include_in_schema=False)
    async def deposit(request: Request) -> Response:
        """Put play money into the wallet."""
        who, _, fields = await _form(frame, request, "DepositPlayMoney")
        await deposit_play_money(house, who, _key(fields), _read_amount(fields))
        return _back("money")

    @app.post("/account/withdraw", include_in_schema=False)
    async def withdraw(request: Request) -> Response:
        """Take money out of the wallet."""
        who, actor, fields = await _form(frame, request, "Withdraw")
        name, amount = who.person().person, _read_amount(fields)
        row_answer(await house.send(actor, _key(fields), pc.Withdraw(name, amount, "requested in the browser")))
        return _back("money")


def _key(fields: dict[str, str]) -> str:
    return f"form {fields.get('key', '')[:40]}"


def _read_amount(fields: dict[str, str]) -> Any:
    try:
        return parse_money(PlayMoneyBody(amount=form_amount(fields.get("amount", ""))).amount)
    except ValidationError as error:
        raise _invalid(WRITE_AMOUNT) from error


def _add_protection(app: FastAPI, frame: Frame) -> None:
    house = frame.house

    @app.post("/account/limits", include_in_schema=False)
    async def limit(request: Request) -> Response:
        """Set a limit."""
        kind = (await sent_form(house, request))[1].get("limit", "")
        right = "SetTimeLimit" if kind == "time" else "SetLimit"
        who, actor, fields = await _form(frame, request, right)
        value, period = fields.get("amount", "").strip(), fields.get("period", "")
        values: dict[str, Any] = {"command": right, "period": period}
        if kind == "time":
            values["minutes"] = int(value) if value.isdecimal() and len(value) < 7 else (value or None)
        else:
            values |= {"limit": kind, "amount": form_amount(value) if value else None}
        try:
            body = _LIMIT.validate_python(values)
        except ValidationError as error:
            raise _invalid(
                "enter the limit as dollars, such as 100, or as whole minutes; leave it blank for no limit"
            ) from error
        row_answer(await house.send(actor, _key(fields), body.for_pit(patron=who.person().person)))
        return _back("limit")

    @app.post("/account/pause", include_in_schema=False)
    async def pause(request: Request) -> Response:
        """Suspend one's own account for some days, which ends the session."""
        who, actor, fields = await _form(frame, request, "Suspend")
        days = fields.get("days", "")
        try:
            number = int(days) if days.isdecimal() and len(days) < 6 else None
            sent = {"command": "Suspend", "days": number, "confirm": fields.get("confirm", "")}
            body = _LEAVING.validate_python(sent)
        except ValidationError as error:
            raise _invalid("choose the number of days, and type your name to confirm") from error
        if number is None:
            raise _invalid("choose the number of days, and type your name to confirm")
        await leaving(house, actor, _key(fields), who.person().person, body)
        return RedirectResponse("/signed-out", HTTPStatus.SEE_OTHER.value)

    @app.post("/account/password", include_in_schema=False)
    async def password(request: Request) -> Response:
        """Change the password."""
        who, _, fields = await _form(frame, request, "ChangePassword")
        old, new = (Secret(fields.get(name, "")[:1000]) for name in ("old", "new"))
        result = await house.login.change_password(
            who.token, who.terminal, old=old, new=new, address=address_of(request)
        )
        try:
            changed = await people_answer(house, result)
        except RequestRefused as error:  # a wrong password here does not mean that nobody is signed in
            raise RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, error.refusals) from error
        is_patron = Role.PATRON in changed.session.roles
        response = _back("password") if is_patron else RedirectResponse("/password?done", HTTPStatus.SEE_OTHER.value)
        set_cookie(response, SESSION, changed.token.reveal(), request)
        return response
