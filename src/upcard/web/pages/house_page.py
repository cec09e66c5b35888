"""The house: what is left to do until a patron can play, and the forms of those who do it."""

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import TypeAdapter, ValidationError

from upcard.game import commands as do
from upcard.game.roles import PERSON_ROLES
from upcard.law.folder import law_file_words
from upcard.money import Cents
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit.compliance import clearance_of, finding_id, fingerprint_of
from upcard.pit.state import PitTable, StandingFills
from upcard.pit.streams import house as house_of
from upcard.service.accounts import PAGE, list_people
from upcard.service.casino_service import CasinoService
from upcard.service.password_changes import make_link
from upcard.table import Finding, Status
from upcard.web.answers import people_answer, row_answer
from upcard.web.auth import Visitor, right_problems, visitor
from upcard.web.bodies import PersonBody, StaffCommand
from upcard.web.pages.forms import WRITE_AMOUNT, form_amount, sent_form
from upcard.web.pages.frame import Frame
from upcard.web.problems import of_validation, refused
from upcard.web.routes import Method, Routes
from upcard.web.staff_routes import made_account

# The commands of the page's forms, in the order in which a new house needs them.
OF_PIT = ("OpenHouse", "InstallTable", "AcceptFindings", "FillRack", "InstructFills")
AT_TABLE: Mapping[str, type[do.OpenTable | do.CloseTable]] = {"OpenTable": do.OpenTable, "CloseTable": do.CloseTable}
OF_PEOPLE = ("MakeAccount", "MakeLink")
COMMANDS = (*OF_PEOPLE, *OF_PIT, *AT_TABLE)
_AMOUNTS = frozenset({"amount", "below", "up_to"})
DONE = {
    "OpenHouse": "The house is open.",
    "MakeAccount": "The account is created. Make a one-time link, so that its owner can set a password.",
    "InstallTable": "The table is installed.",
    "AcceptFindings": "The findings are accepted.",
    "FillRack": "The rack is filled.",
    "InstructFills": "The standing instruction is recorded.",
    "OpenTable": "The table is open.",
    "CloseTable": "The table is closed.",
}
_PIT: TypeAdapter[Any] = TypeAdapter(StaffCommand)


def declare(declared: Routes) -> None:
    """Declare the routes."""
    declared.declare(Method.GET, "/house", "ViewHouse")
    declared.declare(Method.POST, "/house", *COMMANDS)


class HouseTable(NamedTuple):
    """A table as those who run the house see it."""

    name: str
    sign: str
    is_open: bool
    is_unlawful: bool
    rack: Cents
    fills: StandingFills | None
    violations: tuple[Finding, ...]  # for which it may not be opened
    open: tuple[tuple[str, Finding], ...]  # findings to be accepted, by their ids
    law: str  # on which law folder this rests, in words; on the texts held alone: empty

    @property
    def next_step(self) -> str:
        """What has to be done before the table is open."""
        if self.is_open:
            return "open"
        if self.is_unlawful:
            return "unlawful: an administrator replaces its file"
        if self.open:
            return "not shown to be lawful: compliance accepts its findings"
        return "closed" if self.rack else "a supervisor fills its rack"


def house_tables(house: CasinoService) -> tuple[HouseTable, ...]:
    """Return every table, with what stands against opening it today."""
    return tuple(_table(house, name, house.floor.group(name).tables[name]) for name in house.floor.tables)


def _table(house: CasinoService, name: str, table: PitTable) -> HouseTable:
    cleared = clearance_of(name, table, house.today)
    unlawful = cleared.status is Status.UNLAWFUL
    return HouseTable(
        name=name,
        sign=table.state.felt.config.table,
        is_open=table.state.open,
        is_unlawful=unlawful,
        rack=Cents(table.balances.get(accounts.rack(name), 0)),
        fills=table.fills,
        violations=tuple(each for each in cleared.findings if unlawful and each not in cleared.open),
        open=tuple((finding_id(each), each) for each in cleared.open),
        law=_law_words(table, house_of(house.floor.states).law),
    )


def _law_words(table: PitTable, stated: str) -> str:
    """Return on which law folder the check of a table rests, and that another one has been stated since."""
    words = f"Checked {law_file_words(fingerprint_of(table.law))}." if table.law else ""
    if table.law == stated:
        return words
    since = law_file_words(fingerprint_of(stated)) if stated else "without a law file"
    again = f"The service runs {since} now: until its file is installed again, the table stays checked as before."
    return f"{words} {again}".strip()


def add(app: FastAPI, frame: Frame) -> None:
    """Add the page and its forms."""

    async def page(request: Request, who: Visitor, **values: object) -> Response:
        house, session = frame.house, who.person()
        may = {name for name in (*COMMANDS, "ViewPeople", "ViewPit") if not right_problems(session, name, owner="")}
        after = request.query_params.get("after", "")[:60]
        people = await asyncio.to_thread(list_people, house.people, after=after) if "ViewPeople" in may else ()
        shown: dict[str, Any] = {
            "licensee": house_of(house.floor.states),
            "tables": house_tables(house),
            "people": people,
        }
        more = {
            "roles": PERSON_ROLES,
            "may": may,
            "key": frame.key(),
            "full_page": PAGE,
            "link": None,
            "done": None,
        }
        return frame.page(request, who, "house.html", **{**shown, **more, **values})

    @app.get("/house", include_in_schema=False)
    async def house(request: Request) -> Response:
        """Show the licensee, the people and the tables, each to those who work with them."""
        who = await visitor(frame.house, request)
        who.actor("ViewHouse")
        return await page(request, who, done=DONE.get(request.query_params.get("done", "")))

    @app.post("/house", include_in_schema=False)
    async def command(request: Request) -> Response:
        """Carry out a command of one of the forms."""
        who, fields = await sent_form(frame.house, request)
        right, name = fields.get("command", ""), fields.get("name", "")
        if right not in COMMANDS:
            raise refused(HTTPStatus.NOT_FOUND, "this page has no such form: reload it")
        actor = who.actor(right, owner=name)
        if right == "MakeLink":
            made = await asyncio.to_thread(make_link, frame.house.people, name, by=who.person().person)
            link = await people_answer(frame.house, made)
            return await page(request, who, link=f"{request.base_url}link/{link.reveal()}", owner=name)
        if right == "MakeAccount":
            body = {"name": fields.get("name", ""), "roles": [fields.get("role", "")]}
            await made_account(frame.house, actor, _read(TypeAdapter(PersonBody), body))
        else:
            key = f"form {fields.get('key', '')[:40]} {right} {fields.get('table', '')[:60]}"
            row_answer(await frame.house.send_for_staff(actor, key, _pit_command(frame.house, right, fields)))
        return RedirectResponse(f"/house?done={right}", HTTPStatus.SEE_OTHER.value)


def _pit_command(house: CasinoService, right: str, fields: Mapping[str, str]) -> pc.PitCommand:
    """Read the command of a form as the API reads its body."""
    if right in AT_TABLE:
        table = fields.get("table", "")
        if table not in house.floor.tables:
            raise refused(HTTPStatus.NOT_FOUND, f"there is no table {table[:60]!r} on the floor")
        return pc.AtTable(table, AT_TABLE[right]())
    sent = {name: value for name, value in fields.items() if name not in ("csrf", "key")}
    if "text" in sent:
        sent["text"] = sent["text"].replace("\r\n", "\n")  # as the file has it
    values: dict[str, Any] = {name: form_amount(value) if name in _AMOUNTS else value for name, value in sent.items()}
    if right == "AcceptFindings":
        values |= {"findings": sent.get("findings", "").split(), "until": sent.get("until") or None}
    command: pc.PitCommand = _read(_PIT, values).for_pit()
    return command


def _read(adapter: TypeAdapter[Any], values: dict[str, Any]) -> Any:
    try:
        return adapter.validate_python(values)
    except ValidationError as error:
        if any(each["loc"][-1] in _AMOUNTS for each in error.errors()):
            raise refused(HTTPStatus.UNPROCESSABLE_ENTITY, WRITE_AMOUNT) from error
        raise of_validation(error) from error
