"""The service over HTTP: log-on, commands with keys, refusals, limits."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

from tests.web.browsing import TABLE, Site, visit
from upcard.pit import accounts
from upcard.pit.streams import wallet_of
from upcard.web.app import create_app, routes
from upcard.web.limits import DEEPEST, LARGEST_BODY

BUY_IN: dict[str, Any] = {"seat": 1, "amount": "500.00"}


def test_every_route_has_its_rights(folder: Path) -> None:
    async def main(site: Site) -> None:
        served = {
            (method, route.path)
            for route in create_app(site.house).routes
            if isinstance(route, APIRoute)
            for method in route.methods or ()
        }
        assert routes().undeclared(served) == ()
        assert {(route.method.value, route.path) for route in routes()} == served

    visit(folder, main)


def test_health_and_readiness(folder: Path) -> None:
    async def main(site: Site) -> None:
        browser = site.browser()
        assert (await browser.client.get("/healthz")).json() == {"status": "alive"}
        ready = await browser.client.get("/readyz")
        assert (ready.status_code, ready.json()["status"]) == (200, "ready")
        await site.house.runner.close()
        await site.house.writer.close()
        stopping = await browser.client.get("/readyz")
        assert (stopping.status_code, stopping.headers["retry-after"]) == (503, "1")

    visit(folder, main)


def test_log_on_shows_the_helpline_and_needs_the_token_of_the_page(folder: Path) -> None:
    async def main(site: Site) -> None:
        browser, patron = site.browser(), site.first.patrons[0]
        body = {"name": patron.name, "password": patron.password.reveal()}
        assert (await browser.post("/api/v1/session", body)).status_code == 403  # no cookie, no token
        session = await browser.load()
        assert (session["person"], "1-800-GAMBLER" in session["helpline"]) == (None, True)
        token, browser.csrf = browser.csrf, "forged"
        assert (await browser.post("/api/v1/session", body)).status_code == 403
        browser.csrf = token
        wrong = await browser.post("/api/v1/session", body | {"password": "wrong"})
        assert (wrong.status_code, wrong.headers["content-type"]) == (401, "application/problem+json")
        right = await browser.post("/api/v1/session", body)
        assert right.json()["person"] == patron.name
        for cookie in right.headers.get_list("set-cookie"):
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
        browser.csrf = right.json()["csrf"]
        assert (await browser.client.get("/api/v1/tables")).status_code == 200
        ended = await browser.post("/api/v1/session/end", {})
        assert "1-800-GAMBLER" in ended.json()["helpline"]
        assert (await browser.client.get("/api/v1/tables")).status_code == 401

    visit(folder, main)


@pytest.mark.parametrize("path", ["/api/v1/tables", f"/api/v1/tables/{TABLE}", "/api/v1/wallet"])
def test_nobody_looks_without_a_session(folder: Path, path: str) -> None:
    async def main(site: Site) -> None:
        assert (await site.browser().client.get(path)).status_code == 401

    visit(folder, main)


def test_the_same_key_gives_the_same_answer_and_another_body_is_refused(folder: Path) -> None:
    async def main(site: Site) -> None:
        browser = await site.logged_on()
        answers = await asyncio.gather(*(browser.at_table("BuyIn", key="once", **BUY_IN) for _ in range(100)))
        assert {(answer.status_code, answer.content) for answer in answers} == {(200, answers[0].content)}
        assert (await browser.at_table("BuyIn", key="once", **BUY_IN)).content == answers[0].content
        name = site.first.patrons[0].name
        assert wallet_of(site.house.floor.states, name).balances == {accounts.wallet(name): 9_500_00}
        other = await browser.at_table("BuyIn", key="once", seat=1, amount="500.01")
        assert (other.status_code, other.json()["status"]) == (422, 422)
        seen = (await browser.client.get(f"/api/v1/tables/{TABLE}")).json()
        assert seen["your_seats"] == [1]
        assert seen["places"][0] == {"seat": 1, "taken": True, "chips": "500.00"}

    visit(folder, main)


def test_a_refusal_names_every_reason_and_its_paragraph(folder: Path) -> None:
    async def main(site: Site) -> None:
        browser = await site.logged_on()
        await browser.at_table("BuyIn", **BUY_IN)
        answer = await browser.at_table("Decide", seat=1, play="stand")
        assert answer.status_code == 409
        (refusal,) = answer.json()["refusals"]
        assert (refusal["message"], refusal["cite"]) == ("no hand is waiting for a decision", "13:69F-2.6(f)")

    visit(folder, main)


def test_a_patron_cannot_act_for_anothers_seat_or_as_a_supervisor(folder: Path) -> None:
    async def main(site: Site) -> None:
        first, second = await site.logged_on(0), await site.logged_on(1)
        await first.at_table("BuyIn", **BUY_IN)
        wager: dict[str, Any] = {"seat": 1, "wager": "blackjack", "amounts": ["10.00"]}
        answer = await second.at_table("PlaceWager", **wager)
        assert (answer.status_code, answer.json()["detail"]) == (409, "seat 1 is taken by another patron")
        assert (await second.at_table("VoidRound", reason="mine")).status_code == 403
        assert (await first.at_table("PlaceWager", **wager)).status_code == 200

    visit(folder, main)


@pytest.mark.parametrize(
    "field", [{"patron": "ben"}, {"actor": "supervisor x"}, {"time": "2026"}, {"cards": "Ah"}, {"shown": "5.00"}]
)
def test_a_body_carries_nothing_but_its_fields(folder: Path, field: dict[str, Any]) -> None:
    async def main(site: Site) -> None:
        browser = await site.logged_on()
        answer = await browser.at_table("BuyIn", **BUY_IN, **field)
        assert answer.status_code == 422
        assert next(iter(field)) in answer.json()["detail"]

    visit(folder, main)


@pytest.mark.parametrize("command", ["ShuffleShoe", "PressButton", "Deposit", "AtTable"])
def test_what_only_the_server_does_cannot_be_asked_for(folder: Path, command: str) -> None:
    async def main(site: Site) -> None:
        browser = await site.logged_on()
        assert (await browser.at_table(command, seat=1)).status_code == 422

    visit(folder, main)


def test_large_and_deep_bodies_are_refused_below_at_and_above_the_limit(folder: Path) -> None:
    async def main(site: Site) -> None:
        client, path = site.browser().client, f"/api/v1/tables/{TABLE}/commands"
        for size, status in ((LARGEST_BODY - 1, 422), (LARGEST_BODY, 422), (LARGEST_BODY + 1, 413)):
            body = b'"' + b"x" * (size - 2) + b'"'
            assert (await client.post(path, content=body)).status_code == status
        for deep, status in ((DEEPEST, 422), (DEEPEST + 1, 400), (8000, 400)):
            answer = await client.post(path, content=b"[" * deep + b"]" * deep)
            assert answer.status_code == status
            assert answer.headers["content-type"] == "application/problem+json"

    visit(folder, main)


def test_a_body_that_is_no_text_is_refused_with_what_to_send(folder: Path) -> None:
    async def main(site: Site) -> None:
        client = site.browser().client
        answer = await client.post("/api/v1/session", content=b"\xff", headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["detail"]) == (
            400,
            "the request body cannot be read: send UTF-8 text of the type in its Content-Type header",
        )

    visit(folder, main)


def test_every_answer_has_security_headers(folder: Path) -> None:
    async def main(site: Site) -> None:
        client = site.browser().client
        for path in ("/healthz", "/nowhere", "/api/v1/tables"):
            headers = (await client.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["cache-control"] == "no-store"
            assert "default-src 'none'" in headers["content-security-policy"]

    visit(folder, main)


def test_an_unknown_table_is_not_found(folder: Path) -> None:
    async def main(site: Site) -> None:
        browser = await site.logged_on()
        for path in ("/api/v1/tables/none", "/api/v1/tables/none/events", "/nowhere"):
            answer = await browser.client.get(path)
            assert (answer.status_code, answer.json()["title"]) == (404, "Not Found")

    visit(folder, main)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'{"command":"BuyIn","seat":1,"amount":"10.00","amount":"1000.00"}', 'the key "amount" twice'),
        (b'{"command":"Deposit","seat":1,"amount":"10.00","command":"BuyIn"}', 'the key "command" twice'),
        ('{"command":"BuyIn","seat":1,"amount":"10.00"}'.encode("utf-16"), "send UTF-8 text"),
        ('{"command":"BuyIn","seat":1,"amount":"10.00"}'.encode("utf-32-le"), "send UTF-8 text"),
        ('{"command":"BuyIn","seat":1,"amount":"10.00","\xe9":1}'.encode("latin-1"), "send UTF-8 text"),
    ],
)
def test_a_body_in_another_encoding_or_with_a_key_twice_does_nothing(folder: Path, body: bytes, why: str) -> None:
    async def main(site: Site) -> None:
        patron = await site.logged_on()
        headers = {"X-CSRF-Token": patron.csrf, "Content-Type": "application/json"}
        path = f"/api/v1/tables/{TABLE}/commands"
        for number, more in enumerate(({}, {"X-More": "1"})):
            key = {"Idempotency-Key": f"k{number}"}
            answer = await patron.client.post(path, content=body, headers=headers | more | key)
            assert answer.status_code == 400, answer.text
            assert why in answer.json()["detail"]
        assert (await patron.client.get("/api/v1/wallet")).json()["seats"] == []

    visit(folder, main)


def test_only_an_answer_by_tls_says_that_there_is_no_other_way_in(folder: Path) -> None:
    async def main(site: Site) -> None:
        for scheme, told in (("https", "max-age=31536000"), ("http", None)):
            transport = httpx.ASGITransport(create_app(site.house))
            async with httpx.AsyncClient(transport=transport, base_url=f"{scheme}://127.0.0.1") as client:
                for path in ("/healthz", "/sign-in", "/nowhere"):
                    answer = await client.get(path)
                    assert answer.headers.get("strict-transport-security") == told, path

    visit(folder, main)
