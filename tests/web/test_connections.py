"""Slow and half-open clients on raw sockets: they are cut off and hold nobody up; TLS; headers of proxies."""

import ctypes
import json
import re
import socket
import ssl
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.command import within
from tests.service.making import QUICK
from tests.web.test_serving import logged_on, serving, stopped
from upcard.service.casino_service import FirstStart, ServiceSettings
from upcard.service.rate_limit import Limit
from upcard.service.secret_text import Secret
from upcard.web import connections, live_views
from upcard.web.limits import LARGEST_HEAD
from upcard.web.serving import Address, Front, serve
from upcard.web.traffic import TrafficLimits

SO_ATTACH_FILTER = 26  # of Linux
TOKEN = "a token of metrics 1234567890"
HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"


@contextmanager
def in_thread(
    folder: Path, front: Front, monkeypatch: pytest.MonkeyPatch, first_start: list[FirstStart] | None = None
) -> Iterator[tuple[str, int]]:
    """A server in a thread, so that its limits can be small; signals cannot reach it there.

    With a list for what its first start shows, it has tables and patrons.
    """
    from upcard.web import serving as module

    servers = []

    class Stoppable(module._Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            servers.append(self)
            yield

    monkeypatch.setattr(module, "_Server", Stoppable)
    ready, place = threading.Event(), []

    def started(address: str, _: Secret | None, first: FirstStart) -> None:
        place.append(httpx.URL(address))
        if first_start is not None:
            first_start.append(first)
        ready.set()

    settings = ServiceSettings(folder=folder / "data", hashing=QUICK, demo=first_start is not None)
    thread = threading.Thread(target=serve, args=(settings, Address("127.0.0.1", 0), started, front))
    thread.start()
    assert ready.wait(20)
    try:
        yield place[0].host, place[0].port or 0
    finally:
        while not servers:
            time.sleep(0.01)
        servers[0].should_exit = True
        thread.join(20)
        assert not thread.is_alive()


def received(client: socket.socket) -> bytes:
    parts = []
    try:
        while part := client.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def healthy(place: tuple[str, int]) -> float:
    """How many seconds an answer takes on a connection of its own."""
    began = time.perf_counter()
    assert httpx.get(f"http://{place[0]}:{place[1]}/healthz").status_code == 200
    return time.perf_counter() - began


def test_half_open_clients_are_cut_off_and_hold_nobody_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SWEEP", 0.05)
    limits = TrafficLimits(first_request=0.4, keep_alive=0.4, unread=0.4)
    with in_thread(folder, Front(limits=limits), monkeypatch) as place:
        silent = [socket.create_connection(place, 10) for _ in range(30)]
        half = [socket.create_connection(place, 10) for _ in range(30)]
        for client in half:
            client.sendall(HEAD)  # and never the empty line
        assert healthy(place) < 2.0
        for client in (*silent, *half):
            assert received(client) == b""  # cut off
            client.close()
        again = socket.create_connection(place, 10)
        again.sendall(HEAD + b"\r\n")
        assert again.recv(65536).startswith(b"HTTP/1.1 200 OK")
        again.sendall(HEAD)  # half of a second request
        assert received(again) == b""
        again.close()
        endless = socket.create_connection(place, 10)
        endless.sendall(HEAD + b"X: " + b"x" * (LARGEST_HEAD + 100))
        answer = received(endless)
        assert answer == b"" or b" 431 " in answer or b" 400 " in answer
        endless.close()


def _keep_asking(client: socket.socket, request: bytes) -> None:
    for _ in range(2000):  # answers pile up until the server waits, and then cuts off
        client.sendall(request)
        time.sleep(0.005)


def test_a_client_that_reads_nothing_is_cut_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SWEEP", 0.05)
    limits = TrafficLimits(first_request=5.0, unread=0.4, address=Limit(100_000, 1.0))
    with in_thread(folder, Front(limits=limits), monkeypatch) as place:
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(10)
        client.connect(place)
        request = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            _keep_asking(client, request)
        client.close()
        assert healthy(place) < 2.0


def lose(client: socket.socket) -> None:
    """Let nothing reach a client any more, and no confirmation come from it: its cable is cut."""
    drop_everything = struct.pack("HBBI", 0x06, 0, 0, 0)  # one instruction for the kernel: keep 0 bytes
    code = ctypes.create_string_buffer(drop_everything)
    client.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HL", 1, ctypes.addressof(code)))


def listeners(place: tuple[str, int]) -> int:
    """Read how many streams are open."""
    text = httpx.get(f"http://{place[0]}:{place[1]}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    (line,) = [each for each in text.splitlines() if each.startswith("upcard_listeners ")]
    return round(float(line.split()[1]))


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no such limit")
def test_a_stream_whose_client_was_lost_is_ended(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a patron whose network fails again and again would soon have as many streams open as one may have."""
    monkeypatch.setattr(live_views, "CHECK", 0.05)
    monkeypatch.setattr(live_views, "PING", 0.1)
    first: list[FirstStart] = []
    front = Front(limits=TrafficLimits(unread=0.4), metrics_token=Secret(TOKEN))
    with in_thread(folder, front, monkeypatch, first) as place:
        patron = first[0].patrons[0]
        browser = logged_on({"address": f"http://{place[0]}:{place[1]}"}, patron.name, patron.password.reveal())
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        client = socket.create_connection(place, 10)
        head = f"GET /api/v1/tables/blackjack/events HTTP/1.1\r\nHost: x\r\nCookie: {cookies}\r\n\r\n"
        client.sendall(head.encode())
        assert client.recv(100).startswith(b"HTTP/1.1 200")
        assert listeners(place) == 1
        lose(client)
        until = time.monotonic() + 60
        while listeners(place) and time.monotonic() < until:
            time.sleep(0.1)
        assert listeners(place) == 0
        client.close()
        browser.close()


def test_connections_are_limited_with_a_problem_and_when_to_try_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_thread(folder, Front(limits=TrafficLimits(connections=3)), monkeypatch) as place:
        clients = [socket.create_connection(place, 10) for _ in range(3)]
        for client in clients:
            client.sendall(HEAD + b"\r\n")
            assert client.recv(65536).startswith(b"HTTP/1.1 200")
        fourth = socket.create_connection(place, 10)
        head, _, body = received(fourth).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json")
        assert b"retry-after: 5" in head
        assert json.loads(body)["status"] == 503
        clients[0].close()
        time.sleep(0.1)
        healthy(place)
        for client in (*clients, fourth):
            client.close()


def test_an_address_has_its_share_of_connections_but_a_proxy_is_not_limited() -> None:
    from upcard.service.metrics import ServiceMetrics

    guard = connections.ConnectionGuard(TrafficLimits(per_address=2), ServiceMetrics(), ["192.0.2.9"])
    made = [object() for _ in range(5)]
    enter, leave = guard.enter, guard.leave
    answers = [enter(each, "192.0.2.1") for each in made[:3]]  # type: ignore[arg-type]  # they are only counted
    assert [answer is None for answer in answers] == [True, True, False]
    assert "2 connections" in str(answers[2])
    leave(made[0], "192.0.2.1")  # type: ignore[arg-type]  # as above
    assert enter(made[2], "192.0.2.1") is None  # type: ignore[arg-type]  # as above
    for address in ("192.0.2.9", "127.0.0.1", "::1"):
        for each in (object(), object(), object()):
            assert enter(each, address) is None  # type: ignore[arg-type]  # as above


def certificate(folder: Path) -> Path:
    """A file with a certificate for 127.0.0.1 and its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    text = made.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = folder / "chain.pem"
    path.write_bytes(text)
    return path


def test_tls_logs_and_headers_of_a_proxy_that_was_not_named(folder: Path) -> None:
    pem = certificate(folder)
    words = ("--port", "0", "--no-demo", "--certificate", str(pem), "--log-level", "info", "--log-format", "json")
    with serving(folder, *words) as (process, site):
        url = site["address"].replace("127.0.0.1", "localhost")
        assert url.startswith("https://")
        context = ssl.create_default_context(cafile=str(pem))
        with httpx.Client(base_url=url, verify=context) as client:
            answer = client.get("/api/v1/session", headers={"X-Forwarded-For": "198.51.100.7"})
            assert "Secure" in answer.headers["set-cookie"]
            assert re.fullmatch(r"[0-9a-f]{8}-1", answer.headers["x-request-id"])
        code, errors = stopped(process)
    lines = [json.loads(line) for line in errors.splitlines()]
    assert code == 0
    assert [line["event"] for line in lines] == ["started", "request", "stopped"]
    assert lines[1]["address"] == "127.0.0.1"


def test_headers_of_a_named_proxy_are_believed(folder: Path) -> None:
    words = ("--port", "0", "--no-demo", "--proxy", "127.0.0.1", "--log-level", "info")
    with serving(folder, *words) as (process, site):
        headers = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https"}
        answer = httpx.get(site["address"] + "/api/v1/session", headers=headers)
        assert "Secure" in answer.headers["set-cookie"]
        _, errors = stopped(process)
    (request,) = [line for line in map(json.loads, errors.splitlines()) if line["event"] == "request"]
    assert request["address"] == "198.51.100.7"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--rate", "0"), "--rate 0 is too small: 1 or more"),
        (("--connections", "0"), "--connections 0 is too small: 1 or more"),
        (("--finish-rounds", "-1"), "--finish-rounds -1 is too small: 0 or more"),
        (("--key", "k.pem"), "--key needs --certificate"),
        (
            ("--database", "people"),
            "--database is not a PostgreSQL URL: write postgresql://HOST/DATABASE",
        ),
        (
            ("--port", "65536"),
            "cannot listen on 127.0.0.1:65536: a port must be a number from 0 to 65535; choose another",
        ),
        (("--port", "-1"), "cannot listen on 127.0.0.1:-1: a port must be a number from 0 to 65535; choose another"),
        (("--host", "nowhere.invalid"), "choose another with --host"),
        (("--host", "x" * 70), "choose another with --host"),
        (("--proxy", "example.com"), "--proxy example.com is not an address: write one such as 192.0.2.7"),
        (("--metrics-token", "missing"), "cannot read --metrics-token missing: No such file or directory"),
        (("--certificate", "missing.pem"), "cannot use the certificate missing.pem with its key: No such file"),
    ],
)
def test_arguments_that_cannot_be_used(folder: Path, words: tuple[str, str], message: str) -> None:
    done = within("serve", "--data", str(folder / "data"), "--port", "0", *words)
    assert done.code == 2
    assert message in done.err


def test_a_head_over_the_documented_limit_is_refused_also_when_it_arrives_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_thread(folder, Front(), monkeypatch) as place:
        for more, status in ((-1000, b"200"), (1000, b"431")):
            client = socket.create_connection(place, 10)
            client.sendall(HEAD + b"X: " + b"x" * (64 * 1024 + more) + b"\r\nConnection: close\r\n\r\n")
            assert received(client).startswith(b"HTTP/1.1 " + status)
            client.close()
