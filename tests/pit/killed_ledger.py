"""A server of a pit that is killed at random moments, and clients who send again what had no answer.

`python -m tests.pit.killed_ledger JOURNAL SEED KILLS` is a program of its own, without threads, so that it may fork:
each server is a process that takes requests as lines of JSON from a pipe, commits many together, and answers once they
are on the disk.
"""

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import IO

from tests.acting import acting
from tests.pit.books import check_books, wallet_balance
from tests.pit.casino import (
    ADMINISTRATOR,
    COMPLIANCE,
    KEYS,
    RICH,
    SUPERVISOR,
    accepting,
    patron_account,
    table_text,
)
from upcard.game import commands as do
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.draws import KeyedShoes
from upcard.pit.json_codec import command_text, read_stored
from upcard.pit.ledger import AlreadyDone, Done, Ledger, Request
from upcard.store.clock import system_clock
from upcard.store.journal import all_rows
from upcard.store.opening import create_journal, open_journal
from upcard.store.verify import verify_journal

PATRONS = ("Ann", "Bob", "Cleo", "Zoë")  # at seats 1 to 4
WINDOW = 24  # requests in flight
GROUP = 8  # of which so many are committed together at most
SILENT = 5  # every so many lives, a server dies between a commit and its answers


def serve(place: Path, requests: int, answers: int, silent_after: int | None) -> None:
    """Answer requests until there are no more, or die between a commit and its answers."""
    ledger, rest, commits = Ledger(open_journal(place), KEYS), b"", 0
    while chunk := os.read(requests, 65536):
        *lines, rest = (rest + chunk).split(b"\n")
        for first in range(0, len(lines), GROUP):
            asked = [json.loads(line) for line in lines[first : first + GROUP]]
            results = ledger.execute([_request(each) for each in asked])
            commits += 1
            if commits == silent_after:
                os.kill(os.getpid(), signal.SIGKILL)
            said = [
                [
                    each["key"],
                    type(answer).__name__,
                    answer.row.position if isinstance(answer, Done | AlreadyDone) else 0,
                ]
                for each, answer in zip(asked, results, strict=True)
            ]
            os.write(answers, "".join(json.dumps(each) + "\n" for each in said).encode())


def _request(line: dict[str, str]) -> Request:
    return Request(acting(line["actor"]), line["key"], read_stored(line["command"]).command)


def opening() -> Iterator[tuple[str, pc.PitCommand]]:
    """Yield what must be there before anything can be done in any order."""
    yield ADMINISTRATOR, pc.OpenHouse("Boardwalk Demo Casino")
    yield ADMINISTRATOR, pc.InstallTable("T1", table_text())
    yield from ((COMPLIANCE, command) for command in accepting("T1", table_text(), system_clock().date()))
    yield SUPERVISOR, pc.FillRack("T1", RICH)
    yield SUPERVISOR, pc.AtTable("T1", do.OpenTable())
    for patron in PATRONS:
        yield ADMINISTRATOR, patron_account(patron)
        yield SUPERVISOR, pc.Deposit(patron, RICH, "bank")


def order(random: Random) -> tuple[str, pc.PitCommand]:
    """Return what somebody asks for, which is allowed whatever the others do."""
    seat, amount = random.randint(1, len(PATRONS)), Cents(random.randint(1, 10_000))
    patron = PATRONS[seat - 1]
    commands: list[tuple[str, pc.PitCommand]] = [
        (SUPERVISOR, pc.Deposit(patron, amount, "bank")),
        (f"patron {patron}", pc.Withdraw(patron, amount, "cage")),
        (f"patron {patron}", pc.BuyIn(patron, "T1", seat, amount)),
        (SUPERVISOR, pc.FillRack("T1", amount)),
        (SUPERVISOR, pc.ProposeAdjustment("house", f"wallet {patron}", amount, "paid too little")),
    ]
    return random.choice(commands)


@dataclass
class Server:
    """A process that serves, and both ends of it."""

    process: int
    requests: IO[str]
    answers: IO[str]

    def send(self, request: Request) -> None:
        line = {"actor": str(request.actor), "key": request.key, "command": command_text(request.command, None)}
        self.requests.write(json.dumps(line) + "\n")
        self.requests.flush()

    def end(self) -> None:
        self.requests.close()
        self.answers.close()
        os.waitpid(self.process, 0)


def start(place: Path, silent_after: int | None = None) -> Server:
    """Start a server on a journal; `silent_after`: it dies after so many commits, before it answers the last."""
    (taking, asking), (hearing, saying) = os.pipe(), os.pipe()
    process = os.fork()
    if process == 0:
        os.close(asking)
        os.close(hearing)
        try:
            serve(place, taking, saying, silent_after)
        finally:
            os._exit(0)
    os.close(taking)
    os.close(saying)
    return Server(process, os.fdopen(asking, "w", encoding="utf-8"), os.fdopen(hearing, "r", encoding="utf-8"))


@dataclass
class Killing:
    """The clients of a server, over many lives of it."""

    place: Path
    random: Random
    kills: int = 0
    repeated: int = 0  # requests that had been done when the server was killed, and were sent again
    requests: dict[str, Request] = field(default_factory=dict)
    unanswered: dict[str, Request] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)  # the position of each row

    def open_house(self) -> None:
        """Open the house before the first server is killed."""
        create_journal(self.place)
        with closing(open_journal(self.place)) as journal:
            ledger = Ledger(journal, KEYS)
            for each in opening():
                request = self._request(*each)
                (answer,) = ledger.execute([request])
                assert isinstance(answer, Done), answer
                self._hear(request.key, "Done", answer.row.position)

    def life(self, answers: int) -> None:
        """Run a server until it has given so many answers, and kill it a moment later."""
        server = self._start()
        for _ in range(answers):
            self._fill(server)
            self._hear_line(server.answers.readline())
        time.sleep(self.random.random() * 0.003)  # anywhere in the commit that is under way
        os.kill(server.process, signal.SIGKILL)
        self._bury(server)

    def silent_life(self, commits: int) -> None:
        """Run a server that dies after so many commits, before it answers the last, however busy the machine is."""
        server = self._start(commits)
        self._fill(server)
        self._bury(server)

    def _fill(self, server: Server) -> None:
        while len(self.unanswered) < WINDOW:
            server.send(self._request(*order(self.random)))

    def _bury(self, server: Server) -> None:
        """Take what a killed server had still answered."""
        for line in server.answers:
            if line.endswith("\n"):
                self._hear_line(line)
        self.kills += 1
        server.end()

    def last_life(self) -> None:
        """Run a server until everything has its answer."""
        server = self._start()
        while self.unanswered:
            self._hear_line(server.answers.readline())
        server.end()

    def _start(self, silent_after: int | None = None) -> Server:
        server = start(self.place, silent_after)
        for request in self.random.sample(list(self.unanswered.values()), len(self.unanswered)):
            server.send(request)
        return server

    def _request(self, actor: str, command: pc.PitCommand) -> Request:
        request = Request(acting(actor), str(len(self.requests)), command)
        self.requests[request.key] = self.unanswered[request.key] = request
        return request

    def _hear_line(self, line: str) -> None:
        assert line, "the server ended by itself"
        self._hear(*json.loads(line))

    def _hear(self, key: str, answer: str, position: int) -> None:
        assert answer in ("Done", "AlreadyDone"), (self.requests[key], answer)
        assert self.acknowledged.setdefault(key, position) == position
        self.repeated += answer == "AlreadyDone"
        self.unanswered.pop(key, None)

    def check(self) -> None:
        """Look for every acknowledged command in the journal, once, and decide all of it again."""
        with closing(open_journal(self.place, read_only=True)) as journal:
            assert verify_journal(journal).problems == ()
            positions = {row.key.partition("/")[2]: row.position for row in all_rows(journal)}
            assert positions == self.acknowledged
            assert set(positions) == set(self.requests)
            assert journal.head().position == len(positions), "a command was done twice"
            ledger = Ledger(journal, KEYS)
            check_books(all_rows(journal), ledger.states, KeyedShoes(KEYS, journal.info.identity))
            for patron, amount in self._wallets().items():
                assert wallet_balance(ledger.states, patron) == amount, patron

    def _wallets(self) -> Counter[str]:
        """Add up what was asked for."""
        sums: Counter[str] = Counter()
        for request in self.requests.values():
            match request.command:
                case pc.Deposit(patron, amount):
                    sums[patron] += amount
                case pc.Withdraw(patron, amount) | pc.BuyIn(patron, amount=amount):
                    sums[patron] -= amount
        return sums


def main(place: Path, seed: int, kills: int) -> None:
    """Kill the servers of one journal, and check what is left."""
    killing = Killing(place, Random(seed))
    killing.open_house()
    while killing.kills < kills:
        if killing.kills % SILENT == SILENT - 1:
            killing.silent_life(killing.random.randint(1, WINDOW // GROUP))
        else:
            killing.life(killing.random.randint(1, 40))
    killing.last_life()
    killing.check()
    print(json.dumps({"kills": kills, "commands": len(killing.requests), "repeated": killing.repeated}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
