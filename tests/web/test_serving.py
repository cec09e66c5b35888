"""`upcard serve` as a process: an address, streams, what is taken, a kill, Ctrl-C."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.browsing import TABLE

Server = subprocess.Popen[str]


@contextmanager
def server(folder: Path, *words: str, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """A server in a process that ends with the block, however that ends: a failed test waits for nothing."""
    command = [sys.executable, "-m", "upcard", "serve", "--data", str(folder / "data"), *words]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: Server) -> str:
    """The next line that a server prints."""
    assert process.stdout is not None
    return process.stdout.readline()


def wait_for(path: Path, process: Server) -> None:
    """Wait until a server, which runs, has made a file."""
    end = time.monotonic() + 60
    while not path.exists():
        assert process.poll() is None
        assert time.monotonic() < end, f"{path.name} was not made"
        time.sleep(0.005)


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[tuple[Server, dict[str, Any]]]:
    with server(folder, "--json", *words) as process:
        yield process, json.loads(said(process))


def test_a_test_that_fails_waits_for_no_server(folder: Path) -> None:
    started: list[Server] = []

    def failing() -> None:
        with server(folder, "--no-demo", "--port", "0") as process:
            started.append(process)
            wait_for(folder / "data" / "journal.db", process)
            raise AssertionError("as a test fails")

    with pytest.raises(AssertionError, match="as a test fails"):
        failing()
    assert [process.returncode for process in started] == [-signal.SIGKILL]


def stopped(process: Server) -> tuple[int, str]:
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    return process.returncode, errors


def logged_on(site: dict[str, Any], name: str, password: str) -> httpx.Client:
    client = httpx.Client(base_url=site["address"])
    csrf = client.get("/api/v1/session").json()["csrf"]
    answer = client.post("/api/v1/session", json={"name": name, "password": password}, headers={"X-CSRF-Token": csrf})
    assert answer.status_code == 200, answer.text
    client.headers["X-CSRF-Token"] = answer.json()["csrf"]
    return client


def first_event(client: httpx.Client, last: str | None = None) -> tuple[int, dict[str, Any]]:
    headers = {} if last is None else {"Last-Event-ID": last}
    with client.stream("GET", f"/api/v1/tables/{TABLE}/events", headers=headers, timeout=20) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        fields: dict[str, str] = {}
        for line in stream.iter_lines():
            name, _, value = line.partition(": ")
            fields[name] = value
            if name == "data":
                return int(fields["id"]), json.loads(value)
    raise AssertionError("the stream has ended")


def buy_in(client: httpx.Client, key: str) -> httpx.Response:
    body = {"command": "BuyIn", "seat": 1, "amount": "100.00"}
    return client.post(f"/api/v1/tables/{TABLE}/commands", json=body, headers={"Idempotency-Key": key})


def check_taken(folder: Path, site: dict[str, Any]) -> None:
    """A second server with the same port, or on the same folder, ends with one line."""
    port = site["address"].rsplit(":", 1)[1]
    cases = ((folder / "other", port, "cannot listen on"), (folder / "data", "0", "is open in another server"))
    for data, number, words in cases:
        command = [sys.executable, "-m", "upcard", "serve", "--no-demo", "--data", str(data), "--port", number]
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        (line,) = done.stderr.splitlines()
        assert words in line


def test_a_server_streams_is_killed_and_goes_on(folder: Path) -> None:
    with serving(folder, "--port", "0") as (process, site):
        name, password = next(iter(site["patrons"].items()))
        client = logged_on(site, name, password)
        before, view = first_event(client)
        assert (view["id"], view["table"], view["your_seats"]) == (before, TABLE, [])
        bought = buy_in(client, "seat")
        assert bought.status_code == 200
        after, view = first_event(client, str(before))
        assert after > before
        assert view["your_seats"] == [1]
        check_taken(folder, site)
        process.kill()
        process.wait()
    with serving(folder, "--port", "0") as (process, site):
        assert site["patrons"] == {}
        client = logged_on(site, name, password)
        assert buy_in(client, "seat").content == bought.content  # the first answer, after the crash
        again, view = first_event(client, str(before))
        assert again >= after
        assert view["your_seats"] == [1]
        code, errors = stopped(process)
    assert (code, errors) == (0, "")


def test_for_a_browser_a_line_leads_to_the_sign_in_another_the_administrator_and_a_taken_port_to_the_next(
    folder: Path,
) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with server(folder, "--browser", "--port", str(port), environment=environment) as process:
            line, way_in = said(process), said(process)
            address = re.search(r"http://127\.0\.0\.1:(\d+)/demo/\S+", line)
            assert address is not None, line
            assert int(address[1]) > port
            with httpx.Client(headers={"Accept": "text/html"}, follow_redirects=True) as client:
                assert "No password needed" in client.get(address[0]).text
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    # For the administrator, while nobody has set that password.
    link = rf"http://127\.0\.0\.1:{address[1]}/link/\S+\n"
    assert re.fullmatch(rf"administrator: set a password within 24 hours at {link}", way_in)
    assert out == "upcard: stopped; rounds in play continue at the next start\n"
    assert errors == f"upcard: port {port} is in use; using another one\n"


def test_an_address_of_version_6_is_listened_on_and_shown_as_a_browser_takes_it(folder: Path) -> None:
    with serving(folder, "--no-demo", "--host", "::1", "--port", "0") as (process, site):
        assert re.fullmatch(r"http://\[::1\]:\d+", site["address"])
        assert httpx.get(site["address"] + "/healthz").status_code == 200
        assert stopped(process) == (0, "")


def test_open_streams_do_not_hold_up_a_stop(folder: Path) -> None:
    with serving(folder, "--port", "0") as (process, site):
        client = logged_on(site, *next(iter(site["patrons"].items())))
        paths = ("/lobby/events", f"/tables/{TABLE}/stream", f"/api/v1/tables/{TABLE}/events")
        with ExitStack() as stack:
            for path in paths:
                stream = stack.enter_context(client.stream("GET", path, timeout=20))
                assert stream.status_code == 200
                assert next(stream.iter_raw())
            assert stopped(process) == (0, "")  # none of them was cut off


def test_the_link_that_a_browser_is_started_with_works_once(folder: Path) -> None:
    seen, browser = folder / "arguments", folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.new && mv {seen}.new {seen}\n', encoding="utf-8")
    browser.chmod(0o700)
    environment = {**os.environ, "DISPLAY": ":0", "BROWSER": str(browser)}
    with server(folder, "--browser", environment=environment) as process:
        printed = re.search(r"http://\S+/demo/\S+", said(process))
        assert printed is not None
        wait_for(seen, process)
        given = seen.read_text(encoding="utf-8").strip()
        assert given != printed[0]
        for link, status in ((given, 200), (given, 404), (printed[0], 200), (printed[0], 200)):
            with httpx.Client(headers={"Accept": "text/html"}, follow_redirects=True) as client:
                page = client.get(link)
                assert (page.status_code, "No password needed" in page.text) == (status, status == 200)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)


def test_a_stop_right_after_the_start_writes_a_checkpoint(folder: Path) -> None:
    data = folder / "data"
    for number in (signal.SIGTERM, signal.SIGINT):
        for path in sorted(data.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        with server(folder, "--port", "0") as process:
            wait_for(data / "journal.db", process)
            process.send_signal(number)
            out, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, "")
        assert out.endswith("upcard: stopped; rounds in play continue at the next start\n")
        assert list((data / "checkpoints").glob("*.checkpoint"))
