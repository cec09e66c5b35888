"""A casino that one integer decides: tables, people, a disk that fails and servers that are killed.

`python -m tests.pit.simulate` runs many, `--seed` one again.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random

from tests.acting import acting
from tests.pit.casino import ADMINISTRATOR, COMPLIANCE, KEYS, SHIPPED, SUPERVISOR, accepting, patron_account, table_text
from tests.pit.simulated_machine import BusyJournal, Machine, sqlite_machine
from tests.pit.simulated_people import Order, People
from tests.pit.simulation_watch import Client, Watch, must
from upcard.errors import StoreError
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.draws import KeyedShoes
from upcard.pit.ledger import AlreadyDone, Answer, Declined, Done, Ledger, Request, Ticket, Unavailable
from upcard.pit.streams import group_of
from upcard.store.clock import Clock

HOUR = 60  # rounds at a table
PATRONS = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Zoë")
MOST_STEPS = 600  # for a round at every table
MOST_COMMITS = 100
MachineOf = Callable[[str, Random, Clock], AbstractContextManager[Machine]]


class SimulatedClock:
    """A clock that goes on by itself, and is set back now and then."""

    def __init__(self) -> None:
        self.now = datetime(2026, 7, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the time, a moment later each time."""
        self.now += timedelta(milliseconds=20)
        return self.now


@dataclass(frozen=True)
class Outcome:
    """What was simulated: the same seed gives the same one."""

    rounds: int
    rows: int
    head: str  # the hash of the last row
    happened: tuple[tuple[str, int], ...]

    @property
    def table_hours(self) -> float:
        """Hours of play at one table."""
        return self.rounds / HOUR


class Simulation:
    """A casino in a machine, and everything that happens in it."""

    def __init__(self, seed: int, machine: Machine, clock: SimulatedClock) -> None:
        self.machine, self.clock = machine, clock
        self.random = Random(f"casino {seed}")
        self._bytes = Random(f"bytes {seed}").randbytes
        files = [SHIPPED[(seed * 3 + number) % len(SHIPPED)] for number in range(self.random.randint(1, 3))]
        self.floor: dict[str, tuple[str, str | None]] = {
            f"T{number}": (file, None) for number, file in enumerate(files)
        }
        if self.random.random() < 0.5:
            self.floor |= dict.fromkeys(("N1", "N2"), ("progressive", "north"))
        self.people = People(PATRONS, tuple(self.floor), Random(f"people {seed}"))
        self.happened: Counter[str] = Counter()
        self.client = Client()
        self.history: list[Request] = []
        self.unanswered: list[Request] = []
        self._tickets: list[tuple[Request, Ticket | Answer]] = []
        self._journals: list[BusyJournal] = []
        self._ledgers: list[Ledger] = []
        self._committing: Ledger | None = None
        self._servers = 2 if seed % 3 == 0 else 1
        self._is_busy = self._is_quiet = self._lost = False
        self._faults = 0  # before the last step
        self._start()
        self.watch = Watch(KeyedShoes(KEYS, self._journals[0].info.identity), self.client)

    # The servers

    def _start(self) -> None:
        """Start every server on the journal, from states kept elsewhere or from its first row."""
        self._open()
        start = self.watch.start if hasattr(self, "watch") and self.random.random() < 0.7 else None
        self._ledgers = [
            Ledger(journal, KEYS, clock=self.clock, random=self._bytes, start=start) for journal in self._journals
        ]
        self.happened["server started"] += 1

    def _open(self) -> None:
        """Open the journal, which may fail as often as there are faults."""
        while True:
            faults = self.machine.faults.total()
            try:
                drivers = self.machine.open(self._servers)
                break
            except StoreError as error:
                must(self.machine.faults.total() > faults, f"the journal cannot be opened: {error}")
                self.happened["opening failed"] += 1
                self.machine.recover()
        self._journals = [BusyJournal(driver, self._meanwhile, self._is_answer_lost) for driver in drivers]

    def _restart(self, *, killed: bool = False) -> None:
        """Go on after a failure: with the same servers, or with new ones that know nothing of what waited."""
        for ledger in self._ledgers:
            self.watch.compare(ledger, self.watch.deciding.states)
        self._abandon()
        forgotten = self.machine.recover()
        if not self._is_quiet and self.random.random() < 0.2:
            self.machine.arm()  # the next opening fails
        if forgotten or killed or self.random.random() < 0.5:
            self._start()
        else:
            self._open()
            for ledger, journal in zip(self._ledgers, self._journals, strict=True):
                ledger.reopen(journal)
            self.happened["journal opened again"] += 1

    def _abandon(self) -> None:
        for journal in self._journals:
            journal.abandon("killed")

    def _meanwhile(self) -> None:
        """Do something while a server waits for its disk: more commands arrive, another server commits."""
        if self._is_busy or self._is_quiet or self.random.random() < 0.8:
            return
        self._is_busy = True
        self.clock.now += timedelta(seconds=30)
        self.happened["slow commit"] += 1
        for request in self._retries():
            self._decide(request)
        for ledger in self._ledgers:
            if ledger is not self._committing and self.random.random() < 0.5:
                self._commit_at(ledger)
        self._is_busy = False

    def _is_answer_lost(self) -> bool:
        lost = not self._is_quiet and self.random.random() < 0.005
        self._lost = self._lost or lost
        self.happened["answer lost"] += lost
        return lost

    # The clients

    def _request(self, order: Order) -> Request:
        request = Request(acting(order[0]), f"{len(self.history)}", order[1])
        self.history.append(request)
        self.client.send(request)
        return request

    def _retries(self) -> list[Request]:
        """Return what clients send again: what had no answer, and what had one."""
        again = [request for request in self.unanswered if self._is_quiet or self.random.random() < 0.7]
        if self.history and not self._is_quiet and self.random.random() < 0.1:
            again.append(self.random.choice(self.history))
            self.happened["sent again"] += 1
        if self.history and not self._is_quiet and self.random.random() < 0.01:
            request = self.random.choice(self.history)
            if not self.client.is_open(request):  # the key of a command that was refused is free
                again.append(replace(request, command=pc.Deposit("Ann", Cents(1), "forged")))
                self.happened["key of another command"] += 1
        return again

    def _decide(self, request: Request) -> None:
        ledger = self.random.choice(self._ledgers)
        outcome = ledger.decide(request)
        self._tickets.append((request, outcome))
        if isinstance(outcome, Declined):
            self._check_refusal(request, outcome)

    def _check_refusal(self, request: Request, refusal: Declined) -> None:
        """A command that stands in the journal is not refused."""
        if self.client.is_own(request):
            done = any(journal.has_key(f"{request.actor}/{request.key}") for journal in self._journals)
            reasons = [str(each) for each in refusal.refusals]
            must(not done, f"{request} was done, and is now refused: {reasons}")

    def step(self, orders: list[Order]) -> None:
        """Send commands and commit them together; then everything must be as it should be."""
        batch = [*(self._request(order) for order in orders), *self._retries()]
        if self.random.random() < 0.1:
            self.random.shuffle(batch)
            self.happened["reordered"] += 1
        for request in batch:
            self._decide(request)
            if self.random.random() < 0.02:
                self._decide(request)
        if self._is_killed():
            self.unanswered = [*{id(each): each for each in (*self.unanswered, *batch)}.values()]
            self._tickets = []
            self._restart(killed=True)
        else:
            self._commit()
            if self._hear():
                self._restart()
        self._follow()

    def _follow(self) -> None:
        """Look at the journal and at the ledgers; a connection may be cut that nobody has used since."""
        try:
            changed = self.watch.follow(self._journals[0])
        except StoreError as error:
            must(self._is_faulty(), f"the journal cannot be read: {error}")
            self._restart()
            changed = self.watch.follow(self._journals[0])
        for ledger in self._ledgers:
            self.watch.compare(ledger, changed)
        self._lost, self._faults = False, self.machine.faults.total()

    def _is_faulty(self) -> bool:
        """Whether something has gone wrong since the last step."""
        return self._lost or self.machine.faults.total() > self._faults

    def _is_killed(self) -> bool:
        killed = not self._is_quiet and self.random.random() < 0.005
        self.happened["killed"] += killed
        return killed

    def _commit(self) -> None:
        for _ in range(MOST_COMMITS):
            for ledger in self.random.sample(self._ledgers, len(self._ledgers)):
                self._committing = ledger
                self._commit_at(ledger)
            if all(not isinstance(ticket, Ticket) or ticket.answer is not None for _, ticket in self._tickets):
                return
        must(False, "a command waits for ever")

    def _commit_at(self, ledger: Ledger) -> None:
        for ticket in ledger.commit():
            if isinstance(ticket.answer, Declined):
                self._check_refusal(ticket.request, ticket.answer)

    def _hear(self) -> bool:
        """Give every client its answer; whether a server is out of order."""
        answered = [(request, _answer_of(ticket)) for request, ticket in self._tickets]
        twice = {id(ticket) for _, ticket in self._tickets if isinstance(ticket, Ticket)}
        answers: list[tuple[Request, Answer]] = []
        for (request, answer), (_, ticket) in zip(answered, self._tickets, strict=True):
            repeated = isinstance(ticket, Ticket) and id(ticket) not in twice
            twice.discard(id(ticket))
            answers.append((request, AlreadyDone(answer.row) if repeated and isinstance(answer, Done) else answer))
        self._tickets = []
        open_still: dict[int, Request] = {id(request): request for request in self.unanswered}
        for request, answer in sorted(answers, key=lambda each: not isinstance(each[1], Done)):
            self.happened[type(answer).__name__] += 1
            if self.client.hear(request, answer, faulty=self._is_faulty()):
                open_still[id(request)] = request
            else:
                open_still.pop(id(request), None)
        self.unanswered = [request for request in open_still.values() if self.client.is_open(request)]
        return any(isinstance(answer, Unavailable) for _, answer in answers)

    # The hours

    def must_do(self, order: Order) -> None:
        """Have a command carried out, however often it takes."""
        self.step([order])
        key = f"{order[0]}/{len(self.history) - 1}"
        for _ in range(MOST_STEPS):
            if key in self.client.done:
                return
            self.step([])
        must(False, f"{order} is never done")

    def open_house(self) -> None:
        """Open the house, wallets and tables."""
        self.must_do((ADMINISTRATOR, pc.OpenHouse("Boardwalk Demo Casino")))
        for patron in PATRONS:
            self.must_do((ADMINISTRATOR, patron_account(patron)))
        for name, (file, group) in self.floor.items():
            self.must_do((ADMINISTRATOR, pc.InstallTable(name, table_text(file), group)))
            for command in accepting(name, table_text(file), self.clock.now.date()):
                self.must_do((COMPLIANCE, command))
            self.must_do((SUPERVISOR, pc.FillRack(name, Cents(self.random.choice((500_000, 50_000_000))))))

    def minute(self) -> None:
        """Play a round at every table."""
        rounds = {name: self._round(name) for name in self.floor}
        for _ in range(MOST_STEPS):
            playing = [name for name, before in rounds.items() if self._round(name) == before]
            if not playing:
                return
            self._something_happens()
            orders: list[Order] = []
            for name in playing:
                orders += self.people.at_table(self.watch.deciding.states, name) if self.random.random() < 0.9 else []
            if self.random.random() < 0.03:
                orders.append(self.people.elsewhere(self.watch.deciding.states))
            self.step(orders)
        must(False, f"no round ends at {playing}")

    def _something_happens(self) -> None:
        self.clock.now += timedelta(seconds=self.random.random())
        if self.random.random() < 0.005:
            self.clock.now -= timedelta(minutes=self.random.randint(1, 90))
            self.happened["clock set back"] += 1
        if self.random.random() < 0.01:
            self.machine.arm()
        if self.random.random() < 0.005:
            must(self.machine.refuses_another(), "a second writer was let in")
            self.happened["second writer refused"] += 1

    def _round(self, name: str) -> int:
        return group_of(self.watch.deciding.states, name).tables[name].state.round

    def run(self, minutes: int) -> Outcome:
        """Play for some minutes, let everything be answered at last, and compare all of it."""
        self.open_house()
        for minute in range(minutes):
            self.clock.now = max(self.clock.now, datetime(2026, 7, 1, 13, tzinfo=UTC) + timedelta(minutes=minute))
            self.minute()
            if minute % 20 == 19:
                self._replay()
        self._is_quiet = True
        self.machine.recover()
        self._restart()
        while self.unanswered:
            self.step([])
        self._replay()
        self.watch.settle()
        self._abandon()
        head, rounds = self.watch.chain.head, minutes * len(self.floor)
        happened = self.happened + self.machine.faults
        return Outcome(rounds, head.position, head.hash, tuple(sorted(happened.items())))

    def _replay(self) -> None:
        for ledger, journal in zip(self._ledgers, self._journals, strict=True):
            ledger.reopen(journal)
        self.watch.replay(self._journals[0], self._ledgers)


def _answer_of(ticket: Ticket | Answer) -> Answer:
    if isinstance(ticket, Ticket):
        assert ticket.answer is not None
        return ticket.answer
    return ticket


def simulate(seed: int, minutes: int = HOUR, machine_of: MachineOf = sqlite_machine) -> Outcome:
    """Simulate a casino; an AssertionError says what went wrong, and its note which seed."""
    clock = SimulatedClock()
    try:
        with machine_of(str(seed), Random(f"machine {seed}"), clock) as machine:
            return Simulation(seed, machine, clock).run(minutes)
    except Exception as error:
        error.add_note(f"Repeat it: python -m tests.pit.simulate --seed {seed} --minutes {minutes}")
        raise
