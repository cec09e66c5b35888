"""The whole service in one event loop: house, people of every role, application; time and chance are simulated."""

import os
from collections.abc import Callable, Collection, Coroutine, Iterable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from unittest.mock import patch

from fastapi import FastAPI
from structlog.typing import FilteringBoundLogger

from tests.acting import acting
from tests.pit.casino import RICH, accepting, table_text
from tests.service.making import PASSWORD, QUICK, make_person
from tests.service.simulated import SimulatedLoop, at_once, simulate
from tests.web.asgi import Client
from upcard.game.roles import PERSON_ROLES, Role
from upcard.law.folder import LawFolder
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.ledger import Done
from upcard.service.casino_service import CasinoService, ServiceSettings
from upcard.service.login_service import LoginLimits, LoginService
from upcard.service.logs import silent_log
from upcard.service.pace import Pace
from upcard.service.rate_limit import Limit
from upcard.store.disk import Disk, SystemDisk
from upcard.web.app import create_app
from upcard.web.document_question import DocumentQuestion
from upcard.web.document_worker import document_file

Value = TypeVar("Value")
PAPER_CACHE = TemporaryDirectory()
PATRONS = ("ann", "bob", "cleo")
STAFF = {f"the-{role.value}": role for role in PERSON_ROLES if role is not Role.PATRON}
MONEY = Cents(10**7)
QUICKLY = Pace(betting=timedelta(seconds=5), turn=timedelta(seconds=4), cut=timedelta(seconds=2))
OPEN_LOGIN = LoginLimits(waiting=1000, name=Limit(10**6, 60), address=Limit(10**6, 60))


class AtOnce(Executor):
    """Runs what blocks at once, in the thread that asks."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **words: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **words))
        except BaseException as error:
            future.set_exception(error)
        return future


@dataclass
class Whole:
    """A service that runs, and the browsers of its people."""

    house: CasinoService
    app: FastAPI
    loop: SimulatedLoop
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self) -> Client:
        return Client(self.app)

    async def logged_on(self, name: str) -> Client:
        """A browser in which a person is logged on; the same one each time."""
        if name not in self.clients:
            client = self.client()
            reply = await client.log_on(name, PASSWORD.reveal())
            assert reply.status == 200, reply
            self.clients[name] = client
        return self.clients[name]


async def opened(
    folder: Path,
    loop: SimulatedLoop,
    *,
    seed: object = 1,
    pace: Pace = QUICKLY,
    disk: Disk | None = None,
    log: FilteringBoundLogger | None = None,
    law: LawFolder | None = None,
) -> Whole:
    """Open a house in a folder, and start it."""
    random = Random(f"bytes {seed}").randbytes
    settings = ServiceSettings(
        folder=folder,
        pace=pace,
        law=law,
        demo=False,
        hashing=QUICK,
        clock=loop.clock,
        random=random,
        disk=disk or SystemDisk(),
        log=log or silent_log(),
    )
    house = CasinoService(settings, at_once)
    house.login.close()
    house.login = LoginService(house.people, OPEN_LOGIN, monotonic=loop.time, threads=AtOnce())
    await house.start()
    app = create_app(house)
    app.state.documents.make = made_at_once
    return Whole(house, app, loop)


@cache
def made_once(question: DocumentQuestion) -> bytes:
    """Make a document: it follows from its question alone, which no card is part of."""
    with patch.dict(os.environ, {"UPCARD_CACHE": PAPER_CACHE.name}):  # one PAR sheet for both of its formats
        return document_file(question)


async def made_at_once(question: DocumentQuestion) -> bytes:
    """Make a document in this process, where time does not pass."""
    return made_once(question)


async def furnish(
    whole: Whole, files: Iterable[str], *, patrons: tuple[str, ...] = PATRONS, demo: Collection[str] = ()
) -> None:
    """Make people of every role, and tables of files of their names with filled racks; `demo` have play money."""
    house = whole.house
    await done(house, "administrator the-administrator", pc.OpenHouse("Boardwalk Demo Casino"))
    for name, role in (*dict.fromkeys(patrons, Role.PATRON).items(), *STAFF.items()):
        await make_person(house, name, role, demo=name in demo)
    for file in files:
        await done(house, "administrator the-administrator", pc.InstallTable(file, table_text(file)))
        for command in accepting(file, table_text(file), house.settings.clock().date()):
            await done(house, "compliance the-compliance", command)
        await done(house, "supervisor the-supervisor", pc.FillRack(file, RICH))
    for name in patrons:
        await done(house, "system", pc.Deposit(name, MONEY, "bank"))


async def done(house: CasinoService, actor: str, command: pc.PitCommand) -> None:
    answer = await house.send(acting(actor), f"furnish {command}"[:90], command)
    assert isinstance(answer, Done), (command, answer)


def use(
    folder: Path,
    main: Callable[[Whole], Coroutine[Any, Any, Value]],
    *,
    files: Iterable[str] = ("blackjack",),
    demo: Collection[str] = (),
    law: LawFolder | None = None,
) -> Value:
    """Use a new service with tables and people; it is closed in order."""

    async def run(loop: SimulatedLoop) -> Value:
        whole = await opened(folder / "data", loop, law=law)
        try:
            await furnish(whole, files, demo=demo)
            return await main(whole)
        finally:
            await whole.house.close()

    return simulate(run)
