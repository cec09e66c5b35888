"""The guide to opening a house, from an empty folder to a settled round, in a house that is not a demonstration."""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

from tests.command import ROOT
from tests.store.conftest import initdb, place, server
from tests.store.making import Place
from upcard.pit.json_codec import read_stored
from upcard.store.journal import all_rows
from upcard.store.opening import open_journal
from upcard.store.postgresql import is_url

__all__ = ["initdb", "place", "server"]
GUIDE = ROOT / "docs" / "guides" / "open-house.md"
BLOCK = re.compile(r"```bash\n(.*?)```|```console\n\$ (.+?)\n.*?```", re.DOTALL)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def script(place: str) -> str:
    """Return all commands of the guide, in their order, on a free port; with a URL, in that database."""
    port, commands = free_port(), [bash or f"{console}\n" for bash, console in BLOCK.findall(GUIDE.read_text("utf-8"))]
    text = "".join(commands).replace("8021", str(port)).replace("--data house", f"--data house --port {port}")
    if is_url(place):
        text = text.replace("--data house", f"--data house --database {place!r}")
        text = text.replace("house/journal.db", repr(place))
    return f"set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n{text}"


def test_the_guide_leads_from_an_empty_folder_to_a_settled_round_in_a_house_that_is_no_demo(
    place: Place, folder: Path
) -> None:
    empty = folder / "empty"
    empty.mkdir()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script(place.url)],
        cwd=empty,
        env={**os.environ, "PATH": path, "PYTHONUNBUFFERED": "1"},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert ": sound\n" in done.stdout, done.stdout
    journal = open_journal(place.url if is_url(place.url) else str(empty / "house" / "journal.db"), read_only=True)
    rows = [(row.actor, read_stored(row.command).command, json.loads(row.events)) for row in all_rows(journal)]
    journal.close()
    events = [event for _, _, happened in rows for event in happened]
    (opened,) = [event for event in events if event["event"] == "HouseOpened"]
    assert (opened["licensee"], opened["demonstration"]) == ("Boardwalk Casino", False)
    names = {event["event"] for event in events}
    assert {"FindingsAccepted", "RackFilled", "FillsInstructed", "TableOpened", "CashedOut"} <= names
    assert {event["table"] for event in events if event["event"] == "TableInstalled"} == {"BJ-101"}
    assert {event["person"] for event in events if event["event"] == "PersonRecorded"} == {
        "administrator",
        "cora",
        "sam",
        "pat",
    }
