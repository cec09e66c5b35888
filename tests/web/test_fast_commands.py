"""Commands around the framework are answered as by the framework, byte for byte, whatever they are like."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.web.browsing import TABLE, Site, visit
from upcard.web import fast_commands
from upcard.web.app import create_app

PATH = f"/api/v1/tables/{TABLE}/commands"
BUY_IN = {"command": "BuyIn", "seat": 1, "amount": "100.00"}
JSON = "application/json"
REQUESTS: list[tuple[str, dict[str, str], bytes]] = [  # path, other headers, body
    (PATH, {}, json.dumps(BUY_IN).encode()),
    (PATH, {}, json.dumps(BUY_IN | {"amount": "100.01"}).encode()),  # another body under the same key
    (PATH, {}, json.dumps(BUY_IN | {"seat": "1"}).encode()),
    (PATH, {}, json.dumps(BUY_IN | {"card": "Ah"}).encode()),
    (PATH, {}, json.dumps({"command": "Decide", "seat": 1, "play": "stand"}).encode()),
    (PATH, {}, json.dumps({"command": "ShuffleShoe"}).encode()),
    (PATH, {}, b"{"),
    (PATH, {}, b""),
    (PATH, {}, b'{"command": "BuyIn", "command": "OpenTable"}'),
    (PATH, {}, b"\xff"),
    (PATH, {}, b"[" * 7 + b"]" * 7),
    (PATH, {"Content-Type": "text/plain"}, json.dumps(BUY_IN).encode()),
    (PATH, {"Content-Type": "application/json; charset=utf-8"}, json.dumps(BUY_IN).encode()),
    (PATH, {"Idempotency-Key": ""}, json.dumps(BUY_IN).encode()),
    (PATH, {"Idempotency-Key": "k" * 101}, json.dumps(BUY_IN).encode()),
    (PATH, {"X-CSRF-Token": "forged"}, json.dumps(BUY_IN).encode()),
    (PATH, {"X-CSRF-Token": "x" * 501}, json.dumps(BUY_IN).encode()),
    (PATH + "?a=b", {}, json.dumps(BUY_IN).encode()),
    ("/api/v1/tables/none/commands", {}, json.dumps(BUY_IN).encode()),
    (f"/api/v1/tables/{'x' * 61}/commands", {}, json.dumps(BUY_IN).encode()),
    ("/api/v1/tables//commands", {}, json.dumps(BUY_IN).encode()),
    ("/api/v1/tables/a/b/commands", {}, json.dumps(BUY_IN).encode()),
]


def test_an_answer_does_not_depend_on_the_path_taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(site: Site) -> None:
        browser = await site.logged_on()
        while not site.house.floor.group(TABLE).at(TABLE).open:
            await browser.client.get("/healthz")
        taken: list[object] = []
        true_command = fast_commands._command

        def counted(message: Any) -> object | None:
            taken.append(true_command(message))
            return taken[-1]

        monkeypatch.setattr(fast_commands, "_command", counted)
        for number, (path, more, body) in enumerate(REQUESTS):
            key = "the same" if number < 2 else f"key {number}"
            headers = {"X-CSRF-Token": browser.csrf, "Idempotency-Key": key, "Content-Type": JSON} | more
            answers = []
            for is_direct in (True, False):
                monkeypatch.setattr(fast_commands, "_headers", DIRECT if is_direct else lambda _: None)
                answer = await browser.client.post(path, content=body, headers=headers)
                kept = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
                answers.append((answer.status_code, kept, answer.content))
            assert answers[0] == answers[1], (path, more, body)
        assert sum(command is not None for command in taken) >= 5

    visit(folder, main)


DIRECT = fast_commands._headers


def test_the_route_is_counted_by_its_name(folder: Path) -> None:
    async def main(site: Site) -> None:
        assert any(getattr(route, "path", "") == fast_commands.ROUTE for route in create_app(site.house).routes)
        browser = await site.logged_on()
        await browser.at_table("Decide", seat=1, play="stand")
        assert f'route="{fast_commands.ROUTE}",status="409"' in site.house.metrics.text().decode()

    visit(folder, main)
