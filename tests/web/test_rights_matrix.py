"""Every role, at every route, with every command that it takes: as the table of rights says, over HTTP."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.service.making import PASSWORD
from tests.web.asgi import Client, Reply
from tests.web.bodies import address, bodies
from tests.web.whole import STAFF, Whole, use
from upcard.game.roles import Role
from upcard.pit.json_codec import read_stored
from upcard.pit.rights import RIGHTS
from upcard.service.sessions import revoke
from upcard.store.journal import all_rows
from upcard.web.app import routes
from upcard.web.auth import SESSION
from upcard.web.routes import Method, Route

TABLE = "blackjack"
COMMANDS = f"/api/v1/tables/{TABLE}/commands"
PEOPLE: dict[str, Role | None] = {"": None, "ann": Role.PATRON, **STAFF}
DENIED = {401, 403}
FORM = {"table": TABLE, "seat": "1", "wager": "blackjack", "key": "x"}  # what the forms of pages ask for
SIGN_IN = {302, 303}  # a page sends who is not logged on to the page where one logs on


def asked(whole: Whole, route: Route) -> Iterator[tuple[tuple[str, ...], dict[str, Any] | None]]:
    """Yield what a route can be asked, with the rights of which one is needed."""
    if not is_documented(whole, route):  # a page, or a form of one
        for right in route.rights if route.method is Method.POST else ():
            yield (right,), {**FORM, "command": right}
        if route.method is Method.GET:
            yield route.rights, None
        return
    for command, body in bodies(whole.app.openapi(), route.method, route.path):
        yield ((command,) if command in route.rights else route.rights), body


def is_documented(whole: Whole, route: Route) -> bool:
    return route.path in whole.app.openapi()["paths"]


def may(role: Role | None, rights: tuple[str, ...]) -> bool:
    return any(RIGHTS[name].is_public or role in RIGHTS[name].whose for name in rights)


async def browser(whole: Whole, name: str) -> Client:
    """A new browser with a session of a person, or of nobody."""
    client = whole.client()
    if name:
        assert (await client.log_on(name, PASSWORD.reveal())).status == 200
    else:
        client.csrf = (await client.get("/api/v1/session")).json()["csrf"]
    return client


async def send(whole: Whole, client: Client, route: Route, body: dict[str, Any] | None) -> Reply:
    path = address(route.path)
    if route.method is Method.GET:
        return await client.listen(path, 0.1)
    if not is_documented(whole, route):
        return await client.submit(path, **(body or {}))
    return await client.post(path, body)


def test_every_role_at_every_route_with_every_command(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        tried = 0
        for route in routes():
            for rights, body in asked(whole, route):
                for name, role in PEOPLE.items():
                    reply = await send(whole, await browser(whole, name), route, body)
                    is_denied = reply.status in DENIED or (not name and reply.status in SIGN_IN)
                    if may(role, rights):
                        is_own_refusal = route.rights == ("LogOn",) or route.rights == ("UseLink",)
                        assert not is_denied or is_own_refusal, (route, body, name, reply)
                        # Nor does the pit, which is asked with the role of the actor, refuse it for the role.
                        assert not any(f"{right} is for ".encode() in reply.body for right in rights), (body, reply)
                    else:
                        assert is_denied, (route, body, name, reply)
                        assert (reply.status == 401) == (not name) or reply.status in SIGN_IN, (route, name, reply)
                    assert reply.status < 500, (route, body, name, reply)
                    tried += 1
        assert tried >= 7 * len(list(routes()))

    use(folder, main)


def test_what_is_denied_leaves_no_trace_in_the_journal(folder: Path) -> None:
    """And what is done is done by whoever holds the session, whatever the body."""

    async def main(whole: Whole) -> None:
        before = whole.house.floor.position
        for route in routes():
            if route.method is Method.GET:
                continue
            for rights, body in asked(whole, route):
                for name, role in PEOPLE.items():
                    if not may(role, rights):
                        await send(whole, await browser(whole, name), route, body)
        actors = {row.actor for row in all_rows(whole.house.journal, after=before)}
        assert actors <= {"clock", "system"}, actors

    use(folder, main)


def bought(whole: Whole) -> int:
    """Count the buy-ins in the journal."""
    return sum(type(read_stored(row.command).command).__name__ == "BuyIn" for row in all_rows(whole.house.journal))


BUY_IN: dict[str, Any] = {"seat": 1, "amount": "10.00"}


async def is_refused(whole: Whole, client: Client, *statuses: int) -> None:
    before = bought(whole)
    reply = await client.command(TABLE, "BuyIn", **BUY_IN)
    assert reply.status in statuses, reply
    assert reply.header("content-type") == "application/problem+json"
    assert bought(whole) == before
    assert (await client.get("/api/v1/wallet")).status == 401


def test_forged_sessions_are_refused(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        for token in ("x", "x" * 43, "'; drop table people; --", "ann", "\u00e9" * 20):
            client = await browser(whole, "ann")
            client.cookies[SESSION] = token
            await is_refused(whole, client, 403)

    use(folder, main)


def test_stolen_sessions_are_refused_and_end(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        victim, thief = await browser(whole, "ann"), await browser(whole, "bob")
        thief.cookies[SESSION], thief.csrf = victim.cookies[SESSION], victim.csrf
        await is_refused(whole, thief, 403)
        await is_refused(whole, victim, 403)  # whoever it was taken from logs on again, and the thief has nothing

    use(folder, main)


@pytest.mark.parametrize("minutes", [31, 13 * 60])
def test_idle_and_old_sessions_are_refused(folder: Path, minutes: int) -> None:
    async def main(whole: Whole) -> None:
        client = await browser(whole, "ann")
        assert (await client.command(TABLE, "BuyIn", **BUY_IN)).status == 200
        whole.loop.set_back = -timedelta(minutes=minutes)
        await is_refused(whole, client, 403)

    use(folder, main)


def test_revoked_and_replaced_sessions_are_refused(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await browser(whole, "ann")
        assert revoke(whole.house.people, "ann", by="the-administrator").value == 1
        await is_refused(whole, client, 403)
        first = await browser(whole, "ann")
        await browser(whole, "ann")  # another browser ends the first
        await is_refused(whole, first, 403)

    use(folder, main)


def test_a_session_is_not_replayed_after_its_end(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await browser(whole, "ann")
        kept = dict(client.cookies)
        assert (await client.post("/api/v1/session/end", {})).status == 200
        client.cookies = kept
        await is_refused(whole, client, 403)

    use(folder, main)


def test_a_request_without_the_token_of_its_page_is_refused(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client, other = await browser(whole, "ann"), await browser(whole, "bob")
        for token in ("", "x", other.csrf, client.csrf[:-1], client.csrf + "x"):
            before, right = bought(whole), client.csrf
            client.csrf = token
            for route in routes():
                if route.method is Method.POST:
                    for _, body in asked(whole, route):
                        reply = await send(whole, client, route, body)
                        assert reply.status in (403, 422), (route, token, reply)
            client.csrf = right
            assert bought(whole) == before
        assert (await client.command(TABLE, "BuyIn", **BUY_IN)).status == 200

    use(folder, main)


def test_nobody_acts_for_anothers_seat(folder: Path) -> None:
    """Every command with a seat, sent by a patron who does not hold it."""

    async def main(whole: Whole) -> None:
        holder, other = await browser(whole, "ann"), await browser(whole, "bob")
        assert (await holder.command(TABLE, "BuyIn", seat=1, amount="500.00")).status == 200
        (route,) = [each for each in routes() if each.path.endswith("{table}/commands")]
        for rights, body in asked(whole, route):
            if body is not None and "seat" in body and may(Role.PATRON, rights):
                reply = await other.post(COMMANDS, body)
                assert reply.status == 409, (body, reply)
                assert "seat 1" in reply.json()["detail"], (body, reply)
        assert "patron bob" not in {row.actor for row in all_rows(whole.house.journal)}

    use(folder, main)


BAD_BODIES = [
    b"",
    b"{",
    b"\xff\xfe",
    b"null",
    b"[]",
    b'"BuyIn"',
    b'{"command":"BuyIn","seat":1,"amount":1e400}',
    b'{"command":"BuyIn","seat":1e1,"amount":"10.00"}',
    b'{"command":"BuyIn","seat":"1","amount":"10.00"}',
    b'{"command":"BuyIn","seat":true,"amount":"10.00"}',
    b'{"command":"BuyIn","seat":1,"amount":"-10.00"}',
    b'{"command":"BuyIn","seat":1,"amount":"10.00\\u0000"}',
    b'{"command":"BuyIn","seat":1,"amount":"NaN"}',
    b'{"command":"BuyIn","seat":1,"amount":"\\ud800"}',
    b'{"command":"\\ud800"}',
    b'{"command":"PlaceWager","seat":1,"wager":"\\ud800","amounts":["10.00"]}',
    b'{"command":"PlaceWager","seat":1,"wager":"blackjack","amounts":[]}',
    b'{"command":"PlaceWager","seat":1,"wager":"blackjack","amounts":' + json.dumps(["1.00"] * 1000).encode() + b"}",
    b'{"command":"VoidRound","reason":"' + b"x" * 501 + b'"}',
    b"[" * 9 + b"]" * 9,
    b'{"a":' * 2000 + b"1" + b"}" * 2000,
    b"{" * 16_000,
    b" " * 16_385,
    b"x" * 1_000_000,
]


@pytest.mark.parametrize("body", BAD_BODIES, ids=range(len(BAD_BODIES)))
def test_malformed_oversized_and_deep_bodies_are_refused_at_every_route(folder: Path, body: bytes) -> None:
    async def main(whole: Whole) -> None:
        client = await browser(whole, "ann")
        before = whole.house.floor.position
        for route in routes():
            if route.method is not Method.POST:
                continue
            if is_documented(whole, route) and any(sample is not None for _, sample in asked(whole, route)):
                reply = await client.request(
                    "POST",
                    address(route.path),
                    body,
                    content_type="application/json",
                    x_csrf_token=client.csrf,
                    idempotency_key="bad",
                )
                assert reply.status in (400, 413, 415, 422), (route, reply)
                assert reply.header("content-type") == "application/problem+json"
                assert json.loads(reply.body)["status"] == reply.status
            elif not is_documented(whole, route):
                reply = await client.request(
                    "POST", address(route.path), body, content_type="application/x-www-form-urlencoded"
                )
                assert reply.status in (400, 403, 413), (route, reply)
        assert whole.house.floor.position == before

    use(folder, main)


@pytest.mark.parametrize("key", ["", "x" * 1000, "a\x00b", "caf\u00e9", "a\tb"])
def test_keys_that_no_row_can_have_are_refused(folder: Path, key: str) -> None:
    async def main(whole: Whole) -> None:
        client = await browser(whole, "ann")
        reply = await client.command(TABLE, "BuyIn", key=key, **BUY_IN)
        assert reply.status in (200, 409, 422), reply
        if reply.status == 200:  # the same key gives the same answer
            assert (await client.command(TABLE, "BuyIn", key=key, **BUY_IN)).body == reply.body

    use(folder, main)


def test_people_who_cannot_be_looked_up_are_answered_503_and_may_try_again(folder: Path) -> None:
    """A full disk, or a database that has gone: no route answers with an error of the server."""

    async def main(whole: Whole) -> None:
        client = await browser(whole, "ann")
        whole.house.people.database.close()
        for route in routes():
            for _, body in asked(whole, route):
                reply = await send(whole, client, route, body)
                assert reply.status < 500 or reply.status == 503, (route, reply)
                assert reply.status != 503 or reply.header("retry-after") == "1", (route, reply)
        assert (await client.get("/api/v1/wallet")).status == 503

    use(folder, main)
