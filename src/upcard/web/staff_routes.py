"""Routes of staff: people, racks and adjustments, significant events, the software."""

import asyncio
from datetime import date
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response

from upcard.money import plain_money
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit.actors import Actor
from upcard.pit.compliance import clearance_of, finding_id, fingerprint_of, state_of
from upcard.pit.rights import proposer
from upcard.pit.state import PitTable
from upcard.pit.streams import house as house_of
from upcard.pit.streams import significant
from upcard.service.accounts import MakeLink, RevokeSession, Unlock, find_person, list_people, unlock
from upcard.service.archive import significant_events
from upcard.service.casino_service import CasinoService
from upcard.service.password_changes import make_link
from upcard.service.person_values import NAME_RULE, PersonAccount, PersonStatus, read_name
from upcard.service.sessions import revoke, revoke_all
from upcard.store.clock import time_text
from upcard.web.account_routes import changed_account, leaving
from upcard.web.answers import REFUSING, Key, PersonName, Token, from_archive, people_answer, row_answer
from upcard.web.auth import changing_visitor, visitor
from upcard.web.bodies import (
    ABOUT_PERSON,
    ABOUT_SOFTWARE,
    BY_STAFF,
    LeavingBody,
    PersonBody,
    PersonCommand,
    SoftwareCommand,
    StaffCommand,
)
from upcard.web.problems import refused
from upcard.web.routes import Method, Routes


def declare_staff(routes: Routes) -> None:
    """Declare the routes with their rights."""
    routes.declare(Method.GET, "/api/v1/people", "ViewPeople")
    routes.declare(Method.POST, "/api/v1/people", "MakeAccount")
    routes.declare(Method.POST, "/api/v1/people/{name}/commands", *ABOUT_PERSON.rights)
    routes.declare(Method.POST, "/api/v1/sessions/end", "RevokeAllSessions")
    routes.declare(Method.GET, "/api/v1/pit", "ViewPit")
    routes.declare(Method.POST, "/api/v1/pit/commands", *BY_STAFF.rights)
    routes.declare(Method.GET, "/api/v1/significant-events", "ViewSignificantEvents")
    routes.declare(Method.GET, "/api/v1/software", "ViewSoftware")
    routes.declare(Method.POST, "/api/v1/software/commands", *ABOUT_SOFTWARE.rights)


def add_staff(app: FastAPI, house: CasinoService) -> None:
    """Add the routes."""
    _add_people(app, house)
    _add_person_commands(app, house)
    _add_pit(app, house)
    _add_duties(app, house)


def _person_json(person: PersonAccount) -> dict[str, Any]:
    return {
        "name": person.name,
        "roles": sorted(person.roles),
        "status": person.status.value,
        "until": None if person.until is None else time_text(person.until),
        "has_password": person.has_password,
        "demo": person.demo,
        "created": time_text(person.created),
        "logged_on": None if person.logged_on is None else time_text(person.logged_on),
    }


def _add_people(app: FastAPI, house: CasinoService) -> None:
    @app.get("/api/v1/people", responses=REFUSING)
    async def people(
        request: Request, after: Annotated[str, Query(max_length=60, description="only names after this one")] = ""
    ) -> list[dict[str, Any]]:
        """List people by name; pass the last name as `after` to get the next page."""
        (await visitor(house, request)).actor("ViewPeople")
        return [_person_json(each) for each in await asyncio.to_thread(list_people, house.people, after=after)]

    @app.post("/api/v1/people", responses=REFUSING)
    async def create(body: PersonBody, token: Token, request: Request) -> dict[str, Any]:
        """Create an account; its person sets a password with a link. A patron gets a wallet."""
        who = await changing_visitor(house, request, token)
        return _person_json(await made_account(house, who.actor("MakeAccount"), body))

    @app.post("/api/v1/sessions/end", responses=REFUSING)
    async def end_all(token: Token, request: Request) -> dict[str, int]:
        """End every session, including your own."""
        who = await changing_visitor(house, request, token)
        who.actor("RevokeAllSessions")
        ended = await asyncio.to_thread(revoke_all, house.people, by=who.person().person)
        return {"ended": await people_answer(house, ended)}


def _add_person_commands(app: FastAPI, house: CasinoService) -> None:
    @app.post("/api/v1/people/{name}/commands", responses=REFUSING)
    async def command(
        name: PersonName, body: PersonCommand, key: Key, token: Token, request: Request
    ) -> dict[str, Any]:
        """Send a command about a person's account."""
        who = await changing_visitor(house, request, token)
        actor, by, people = who.actor(body.right, owner=name), who.person().person, house.people
        if isinstance(body, LeavingBody):
            return await leaving(house, actor, key, name, body)
        match command := body.about(name):
            case MakeLink():
                link = await people_answer(house, await asyncio.to_thread(make_link, people, name, by=by))
                return {"person": name, "link": link.reveal()}
            case RevokeSession():
                return {"ended": await people_answer(house, await asyncio.to_thread(revoke, people, name, by=by))}
            case Unlock():
                return _person_json(await people_answer(house, await asyncio.to_thread(unlock, people, name, by=by)))
        await changed_account(house, actor, key, command)
        shown = _person_json(await _known(house, name))
        is_reinstated = isinstance(command, pc.Reinstate)  # the first answer, whatever has happened since
        return shown | {"status": PersonStatus.ACTIVE.value, "until": None} if is_reinstated else shown


async def made_account(house: CasinoService, actor: Actor, body: PersonBody) -> PersonAccount:
    """Make an account; raise if it is refused."""
    name = read_name(body.name)
    if name is None:
        raise refused(HTTPStatus.UNPROCESSABLE_ENTITY, NAME_RULE)
    key = f"account {house.settings.random(12).hex()}"
    await changed_account(house, actor, key, pc.MakeAccount(name, tuple(body.roles)))
    return await _known(house, name)


async def _known(house: CasinoService, name: str) -> PersonAccount:
    person = await asyncio.to_thread(find_person, house.people, name)
    assert person is not None  # a name that has an account keeps it
    return person


def _add_pit(app: FastAPI, house: CasinoService) -> None:
    @app.get("/api/v1/pit", responses=REFUSING)
    async def pit(request: Request) -> dict[str, Any]:
        """Return the tables with their racks and drop boxes, what keeps them closed, and the pending adjustments."""
        (await visitor(house, request)).actor("ViewPit")
        known = house_of(house.floor.states)
        tables = {name: house.floor.group(name).tables[name] for name in house.floor.tables}
        cleared = {name: clearance_of(name, each, house.today) for name, each in tables.items()}
        return {
            "licensee": known.licensee,
            "large_win": plain_money(known.large_win),
            "law_file": fingerprint_of(known.law) or None,
            "tables": [
                {
                    "table": name,
                    "open": table.state.open,
                    "status": cleared[name].status.value,
                    "law_file": fingerprint_of(table.law) or None,
                    "may_open": cleared[name].may_open,
                    "findings": [
                        {"id": finding_id(each), "mark": each.mark, "message": each.message, "cite": str(each.cite)}
                        for each in cleared[name].open
                    ],
                    "acceptances": _acceptances_json(table, house.today),
                    "rack": plain_money(table.balances.get(accounts.rack(name), 0)),
                    "drop": plain_money(table.balances.get(accounts.drop(name), 0)),
                    "seats": [{"seat": seat, "patron": patron} for seat, patron in sorted(table.holders.items())],
                }
                for name, table in tables.items()
            ],
            "adjustments": [
                {"number": number, **each._asdict(), "amount": plain_money(each.amount)}
                for number, each in sorted(known.adjustments.items())
            ],
        }

    @app.post("/api/v1/pit/commands", responses=REFUSING)
    async def command(body: StaffCommand, key: Key, token: Token, request: Request) -> Response:
        """Send a staff command to the pit; the same idempotency key returns the same answer."""
        who = await changing_visitor(house, request, token)
        command = body.for_pit()
        # It takes two; an adjustment that is not there, the pit refuses.
        first = proposer(house.floor.states, command.number) if isinstance(command, pc.ApproveAdjustment) else None
        actor = who.actor(body.right, owner=getattr(command, "patron", None), first=first)
        return row_answer(await house.send_for_staff(actor, key, command))


def _acceptances_json(table: PitTable, day: date) -> list[dict[str, Any]]:
    return [
        {
            "number": number,
            "state": state_of(each, table.file, day, table.law).value,
            "findings": [finding.id for finding in each.findings],
            "reason": each.reason,
            "day": each.day,
            "until": each.until or None,
            "by": each.by,
            "withdrawn": each.withdrawn or None,
        }
        for number, each in sorted(table.acceptances.items())
    ]


def _add_duties(app: FastAPI, house: CasinoService) -> None:
    @app.get("/api/v1/significant-events", responses=REFUSING)
    async def events(
        request: Request,
        day: Annotated[date | None, Query(description="gaming day")] = None,
        topic: Annotated[str, Query(max_length=60)] = "",
        kind: Annotated[str, Query(max_length=60)] = "",
        after: Annotated[int, Query(ge=0, le=2**60, description="only events after this journal row")] = 0,
    ) -> list[dict[str, Any]]:
        """Return significant events by day, topic and kind; pass the last row as `after` to get the next page."""
        (await visitor(house, request)).actor("ViewSignificantEvents")
        on = "" if day is None else day.isoformat()
        return await from_archive(
            house, lambda _, storage: significant_events(storage, day=on, topic=topic, kind=kind, after=after)
        )

    @app.get("/api/v1/software", responses=REFUSING)
    async def software(request: Request) -> dict[str, Any]:
        """Return the recorded version and fingerprint of the software, and a differing one found since."""
        (await visitor(house, request)).actor("ViewSoftware")
        state = significant(house.floor.states)
        software = {"version": state.version, "fingerprint": state.fingerprint, "changed": state.changed}
        return {**software, "stops_play": state.stops_play}

    @app.post("/api/v1/software/commands", responses=REFUSING)
    async def command(body: SoftwareCommand, key: Key, token: Token, request: Request) -> Response:
        """Compare the software with the recorded version, or accept changed software."""
        who = await changing_visitor(house, request, token)
        actor = who.actor(body.right)
        if body.of is pc.AcceptSoftware:
            return row_answer(await house.send(actor, key, body.for_pit()))
        answer = await house.jobs.check_software(actor)
        if answer is None:
            raise refused(HTTPStatus.CONFLICT, "the house is not open: open it first")
        return row_answer(answer)
