"""`upcard serve`: run tables for people over HTTP."""

import json
import os
from argparse import Namespace
from pathlib import Path
from typing import Any

from upcard.errors import Misuse

EMPTY_ANSWER: dict[str, Any] = {"address": None}


def run(arguments: Namespace) -> int:
    """Serve until Ctrl-C; the address is printed, and at the first start what is shown only once."""
    try:
        from upcard.service.house import FirstStart, HouseSettings
        from upcard.web.serving import Address, serve
    except ImportError as error:
        raise Misuse(
            f"serving needs packages that are not installed ({error.name}): pip install upcard[serve]"
        ) from error
    folder = Path(arguments.data) if arguments.data else default_folder()
    settings = HouseSettings(folder=folder, database=arguments.database, demo=not arguments.no_demo)

    def started(address: str, first: FirstStart) -> None:
        passwords = {patron.name: patron.password.reveal() for patron in first.patrons}
        link = None if first.link is None else first.link.reveal()
        if arguments.json:
            print(json.dumps({"address": address, "link": link, "patrons": passwords}), flush=True)
            return
        print(f"upcard serves {folder} on {address}; Ctrl-C stops it", flush=True)
        if link is not None:
            print(f"the administrator sets a password once, within 24 hours, by the link {link}", flush=True)
        for name, password in passwords.items():
            print(f"patron {name} plays with play money; password, shown only now: {password}", flush=True)

    serve(settings, Address(arguments.host, arguments.port), started)
    if not arguments.json:
        print("upcard: stopped; rounds in play go on at the next start", flush=True)
    return 0


def default_folder() -> Path:
    """Return the folder of data of this user."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "upcard"
