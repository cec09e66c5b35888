"""The server of `make bench-load`: a real one in a process of its own, with 20 tables and 100 patrons logged on.

It prints its address and the cookies of the patrons; then, for each line read, what it has used since the last.
"""

import asyncio
import json
import os
import resource
import signal
import sys
import threading
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path
from types import FrameType

from upcard.game.roles import Role
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.actors import BY_SYSTEM, Actor
from upcard.pit.ledger import Done
from upcard.service.casino_service import CasinoService, FirstStart, OneThread, ServiceSettings
from upcard.service.pace import Pace
from upcard.service.password_changes import set_first_password
from upcard.service.passwords import Hashing
from upcard.service.rate_limit import Limit
from upcard.service.secret_text import Secret, csrf_token, new_secret
from upcard.service.sessions import log_on
from upcard.store.clock import system_random
from upcard.table.shipped import shipped_tables
from upcard.web.serving import Address, Front, serve
from upcard.web.traffic import TrafficLimits

TABLES, SEATS = 20, 5
NOW, LONG = timedelta(0), timedelta(hours=10)
PACE = Pace(
    card=NOW,
    pause=NOW,
    cut=NOW,
    betting=LONG,
    betting_early=NOW,
    insurance=NOW,
    surrender=NOW,
    turn=LONG,
    missed_periods=10**6,
    seat_hold=LONG,
)
UNLIMITED = TrafficLimits(session=Limit(10**6, 1.0), address=Limit(10**6, 1.0), connections=5000)
PASSWORD = Secret("the same for everybody here")
MONEY, STACK, RACK = Cents(10**9), Cents(10**8), Cents(10**9)
SAMPLE = 0.002  # seconds
KINDS = (
    ("upcard/pit/json_codec", "JSON of rows"),
    ("upcard/game/json", "JSON of rows"),
    ("upcard/store/", "commit"),
    ("upcard/service/hub", "push"),
    ("upcard/game/view", "push"),
    ("upcard/service/next_step", "steps of the clock"),
    ("upcard/service/timing", "steps of the clock"),
    ("upcard/service/floor", "steps of the clock"),
    ("upcard/service/runner", "steps of the clock"),
    ("upcard/pit/", "decide"),
    ("upcard/game/", "decide"),
    ("upcard/rules/", "decide"),
    ("pydantic", "HTTP"),
    ("fastapi", "HTTP"),
    ("starlette", "HTTP"),
    ("uvicorn/protocols", "HTTP"),
    ("upcard/web/serving", "event loop"),
    ("upcard/web/", "HTTP"),
    ("upcard/service/writer", "hand over to the writer"),
    ("upcard/service/casino_service", "hand over to the writer"),
    ("upcard/service/", "people and sessions"),
)


def table_name(number: int) -> str:
    """Return the name of a table."""
    return f"table-{number:02}"


def patron_name(number: int) -> str:
    """Return the name of a patron."""
    return f"patron-{number:03}"


def settings_of(folder: Path) -> ServiceSettings:
    """Return a service whose tables wait for nobody but the patrons."""
    return ServiceSettings(folder=folder, pace=PACE, demo=False, hashing=Hashing(memory=8, passes=1))


async def send(house: CasinoService, actor: Actor, command: pc.PitCommand) -> None:
    """Send a command that must be done."""
    answer = await house.send(actor, repr(command)[:90], command)
    assert isinstance(answer, Done), (command, answer)


async def furnish(folder: Path, tables: int, seats: int) -> None:
    """Make tables with full racks, and patrons who have money and sit there."""
    text = next(each.path.read_text(encoding="utf-8") for each in shipped_tables() if each.name == "blackjack")
    house = CasinoService(settings_of(folder), OneThread())
    await house.start()
    try:
        await send(house, Actor(Role.ADMINISTRATOR, "bench"), pc.OpenHouse("Load"))
        for number in range(tables):
            await send(house, Actor(Role.ADMINISTRATOR, "bench"), pc.InstallTable(table_name(number), text))
            await send(house, Actor(Role.SUPERVISOR, "bench"), pc.FillRack(table_name(number), RACK))
        while not all(house.floor.group(table_name(n)).at(table_name(n)).open for n in range(tables)):
            await asyncio.sleep(0.01)
        for number in range(tables * seats):
            name = patron_name(number)
            await send(house, BY_SYSTEM, pc.MakeAccount(name, (Role.PATRON,), demo=True))
            assert set_first_password(house.people, name, PASSWORD)
            await send(house, BY_SYSTEM, pc.Deposit(name, MONEY, "play money"))
            buy_in = pc.BuyIn(name, table_name(number // seats), number % seats + 1, STACK)
            await send(house, Actor(Role.PATRON, name), buy_in)
    finally:
        await house.close()


def sessions(folder: Path) -> list[dict[str, str]]:
    """Log every patron on, and return their cookies and tokens."""
    house = CasinoService(settings_of(folder), OneThread())
    made = []
    for number in range(TABLES * SEATS):
        terminal = new_secret(system_random)
        result = log_on(house.people, name=patron_name(number), password=PASSWORD, terminal=terminal)
        assert result.value is not None, result.problems
        token = result.value.token
        cookie = f"upcard_session={token.reveal()}; upcard_terminal={terminal.reveal()}"
        made.append({"cookie": cookie, "csrf": csrf_token(token).reveal()})
    asyncio.run(house.close())
    return made


class Sampler:
    """Looks, every few milliseconds of processor time, at what the event loop is doing."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()

    def start(self) -> None:
        """Begin to look; in the main thread."""
        signal.signal(signal.SIGPROF, self._look)
        signal.setitimer(signal.ITIMER_PROF, SAMPLE, SAMPLE)

    def _look(self, _: int, frame: FrameType | None) -> None:
        while frame is not None:
            name = frame.f_code.co_filename
            for part, kind in KINDS:
                if part in name:
                    self.kinds[kind] += 1
                    return
            frame = frame.f_back
        self.kinds["event loop"] += 1


def used() -> dict[str, float]:
    """Return the processor time of the process and of its writer, and its memory."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    writer = 0.0
    for thread in threading.enumerate():
        if thread.name.startswith("upcard-writer") and thread.ident is not None:
            writer += time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return {
        "user": usage.ru_utime,
        "system": usage.ru_stime,
        "writer": writer,
        "memory": pages * os.sysconf("SC_PAGE_SIZE") / 2**20,
    }


def report(sampler: Sampler) -> None:
    """For each line read, print what was used since the line before."""
    before = used()
    for _ in sys.stdin:
        now, kinds = used(), dict(sampler.kinds)
        sampler.kinds.clear()
        spent = {name: now[name] - before[name] for name in ("user", "system", "writer")}
        print(json.dumps({**spent, "memory": now["memory"], "kinds": kinds}), flush=True)
        before = now


def main() -> None:
    """Serve a folder that is made for it."""
    folder = Path(sys.argv[1])
    asyncio.run(furnish(folder, TABLES, SEATS))
    cookies = sessions(folder)
    sampler = Sampler()

    def started(address: str, _: Secret | None, __: FirstStart) -> None:
        print(json.dumps({"address": address, "patrons": cookies}), flush=True)
        sampler.start()
        threading.Thread(target=report, args=(sampler,), daemon=True).start()

    serve(settings_of(folder), Address("127.0.0.1", 0), started, Front(limits=UNLIMITED))
    signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    main()
