"""`upcard serve`: serve tables to people over HTTP."""

import json
import os
import sys
import threading
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from upcard.cli.shared_arguments import add_law
from upcard.errors import MissingPackage
from upcard.law.folder import in_force, law_folder_in_force

EMPTY_ANSWER: dict[str, Any] = {"address": None}


ABOUT = """\
The first start creates a data folder with a journal, keys, and a one-time link for the administrator to set a password.
Without --no-demo this new house is a demonstration: it has the tables that come with upcard and patrons with play
money. No other house ever gets any of that. The server accepts connections from this machine only. To change that with
--host, use a certificate, or put a TLS proxy in front and name it with --proxy. Ctrl-C stops it; rounds in play
continue at the next start, or end before the stop with --finish-rounds. With --law, tables are installed and checked by
the licensee's law folder, which the journal keeps; a table installed before stays checked as it was until it is
installed again.
Exit code 0: stopped; 2: misuse, data folder in use, or address in use.

  upcard serve                                   folder ~/.local/share/upcard, http://127.0.0.1:8021
  upcard serve --browser                         the same, and open it in the browser, as make run does
  upcard serve --data FOLDER --port 8080         another folder and port
  upcard serve --database postgresql://HOST/DB   journal and people in PostgreSQL; keys stay in the folder
  upcard serve --host 0.0.0.0 --certificate chain.pem --key key.pem   TLS, reachable from other machines
  upcard serve --log-level info --log-format json   log each request as a line of JSON on standard error"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard serve."""
    verb.add_argument("--data", metavar="FOLDER", help="data folder (~/.local/share/upcard)")
    verb.add_argument("--database", metavar="URL", help="keep journal and people in this PostgreSQL database (files)")
    verb.add_argument("--host", default="127.0.0.1", metavar="HOST", help="listen on this address (127.0.0.1)")
    verb.add_argument(
        "--port", type=int, default=8021, metavar="PORT", help="listen on this port; 0 for any free port (8021)"
    )
    add_law(verb)
    verb.add_argument(
        "--browser",
        action="store_true",
        help="open the tables in the browser; if the port is in use, try the next one",
    )
    verb.add_argument("--no-demo", action="store_true", help="a new house is empty: no demo tables, no demo patrons")
    verb.add_argument("--certificate", metavar="FILE", help="serve TLS with this certificate and its chain (PEM)")
    verb.add_argument("--key", metavar="FILE", help="key of the certificate, if in a separate file (PEM)")
    verb.add_argument(
        "--proxy", action="append", metavar="ADDRESS", help="trust forwarded headers from this proxy; repeatable"
    )
    verb.add_argument(
        "--rate",
        type=int,
        default=20,
        metavar="N",
        help="requests per second per person; bursts of five times as many (20)",
    )
    verb.add_argument("--connections", type=int, default=2000, metavar="N", help="limit on open connections (2000)")
    verb.add_argument(
        "--finish-rounds",
        type=int,
        default=0,
        metavar="SECONDS",
        help="when stopping, wait this long for rounds in play to end (0: leave them for the next start)",
    )
    verb.add_argument("--metrics-token", metavar="FILE", help="file with a token that gives access to the metrics")
    verb.add_argument(
        "--log-format", choices=["json", "console"], help="format of log lines (console on a terminal, else json)"
    )
    verb.add_argument(
        "--log-level",
        choices=["debug", "info", "warning", "error"],
        default="warning",
        help="lowest level logged; info includes every request (warning)",
    )


def run(arguments: Namespace) -> int:
    """Serve until Ctrl-C; print the address, and at the first start the passwords and link that are shown only once."""
    try:
        from upcard.cli.serve_front import front_of, log_of
        from upcard.service.casino_service import FirstStart, ServiceSettings
        from upcard.service.secret_text import Secret
        from upcard.web.serving import Address, serve
    except ImportError as error:
        raise MissingPackage("serving", error.name) from error
    folder = Path(arguments.data) if arguments.data else default_folder()
    front, log = front_of(arguments), log_of(arguments)
    law = law_folder_in_force()
    settings = ServiceSettings(folder=folder, database=arguments.database, law=law, demo=not arguments.no_demo, log=log)

    def started(address: str, key: Secret | None, first: FirstStart) -> None:
        demo = None if key is None else f"{address}/demo/{key.reveal()}"
        passwords = {patron.name: patron.password.reveal() for patron in first.patrons}
        once = None if first.once is None else f"{address}/demo/{first.once.reveal()}"
        link = None if first.link is None else f"{address}/link/{first.link.reveal()}"
        if arguments.json:
            shown: dict[str, Any] = {"address": address, "demo": demo, "link": link, "patrons": passwords}
            shown |= {"law_file": None if law is None else law.fingerprint, "other_law": first.other_law}
            shown |= {"not_ready": first.not_ready} if first.not_ready else {}
            print(json.dumps(shown), flush=True)
        elif first.not_ready:
            _print_not_ready(folder, address, first.not_ready)
        elif arguments.browser:
            _in_browser(address, demo, link, once, port=arguments.port)
        else:
            _print_start(folder, address, demo, link, passwords)
        if law is not None and not arguments.json:
            print(f"tables are installed {law.words}", flush=True)
        if first.other_law:
            names = ", ".join(first.other_law)
            text = f"checked by another law folder, or by none, until installed again: {names}"
            print(f"upcard: {text}", file=sys.stderr, flush=True)

    with in_force(None):  # the tables alone rest on the folder, each on the one that the journal has for it
        serve(settings, Address(arguments.host, arguments.port), started, front, is_any_port=arguments.browser)
    if not arguments.json:
        print("upcard: stopped; rounds in play continue at the next start", flush=True)
    return 0


def _print_not_ready(folder: Path, address: str, why: str) -> None:
    print(f"upcard serves {folder} on {address}, but is not ready: {why}", flush=True)
    print("no money moves; what to do: docs/operations.md, section If the journal cannot be proved", flush=True)


def _print_start(folder: Path, address: str, demo: str | None, link: str | None, passwords: dict[str, str]) -> None:
    print(f"upcard serves {folder} on {address}; press Ctrl-C to stop", flush=True)
    _print_link(link)
    if demo is not None:
        print(f"sign in without a password, with play money: {demo}", flush=True)
    for name, password in passwords.items():
        print(f"patron {name}: play money, password (shown only once): {password}", flush=True)


def _print_link(link: str | None) -> None:
    """Print how the administrator gets in, as long as no administrator has a password."""
    if link is not None:
        print(f"administrator: set a password within 24 hours at {link}", flush=True)


def _in_browser(address: str, demo: str | None, link: str | None, once: str | None, *, port: int) -> None:
    """Print where to play and how the administrator gets in, and open the address if there is a browser.

    The browser gets an address that works once: other users of the machine can read the arguments of a process.
    """
    if port and not address.endswith(f":{port}"):
        print(f"upcard: port {port} is in use; using another one", file=sys.stderr, flush=True)
    place = demo or address
    how = "sign in with name and password" if demo is None else "play money, no password"
    print(f"upcard: {'open' if demo is None else 'play at'} {place} ({how}; press Ctrl-C to stop)", flush=True)
    _print_link(link)
    if has_display():
        threading.Thread(target=_open, args=(once or place,), daemon=True).start()


def has_display() -> bool:
    """Whether there is a display for a browser; a text browser would take over the terminal."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) or sys.platform == "darwin"


def _open(place: str) -> None:
    import webbrowser  # looks for browsers when it is imported

    if not webbrowser.open(place):
        print("upcard: no browser found; open the address yourself", file=sys.stderr, flush=True)


def default_folder() -> Path:
    """Return this user's data folder."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "upcard"
