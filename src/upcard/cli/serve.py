"""`upcard serve`: serve tables to people over HTTP."""

import json
import os
import sys
import threading
from argparse import Namespace
from pathlib import Path
from typing import Any

from upcard.errors import MissingPackage
from upcard.law.folder import in_force, law_folder_in_force

EMPTY_ANSWER: dict[str, Any] = {"address": None}


def run(arguments: Namespace) -> int:
    """Serve until Ctrl-C; print the address, and at the first start the passwords and link that are shown only once."""
    try:
        from upcard.cli.serve_front import front_of, log_of
        from upcard.service.house import FirstStart, HouseSettings
        from upcard.service.secret_text import Secret
        from upcard.web.serving import Address, serve
    except ImportError as error:
        raise MissingPackage("serving", error.name) from error
    folder = Path(arguments.data) if arguments.data else default_folder()
    front, log = front_of(arguments), log_of(arguments)
    law = law_folder_in_force()
    settings = HouseSettings(folder=folder, database=arguments.database, law=law, demo=not arguments.no_demo, log=log)

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
    if not address.endswith(f":{port}"):
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
