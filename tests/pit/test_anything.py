"""Anybody commands anything, in any order, while rounds go on: the books balance, and replay gives what is stored."""

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.pit.books import all_balances
from tests.pit.casino import Casino, casino, check, pit_table
from tests.pit.commanding import ACTIONS, ACTORS, COMMANDS
from tests.store import cluster
from upcard.pit import commands as pc
from upcard.pit.accounts import known_account
from upcard.pit.ledger import AlreadyDone, Answer, Declined, Done, Request
from upcard.store.journal import KeyReused

FILES = ("blackjack", "progressive", "free-bet", "blackjack-bonus", "streak", "multiple-action")


class Anything(RuleBasedStateMachine):
    """A casino in which sensible commands and nonsense come together."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.casino: Casino | None = None
        self.answered: list[tuple[Request, Answer]] = []

    @initialize(file=st.sampled_from(FILES), seed=st.integers(0, 10**6))
    def open(self, file: str, seed: int) -> None:
        folder = Path(self.stack.enter_context(TemporaryDirectory(dir=cluster.memory())))
        self.house = self.stack.enter_context(casino(folder, seed=seed))
        self.house.open(file=file)
        self.house.seat()
        self.house.new_shoe()
        self.casino = self.house

    @rule(actor=ACTORS, command=COMMANDS)
    def command(self, actor: str, command: pc.PitCommand) -> None:
        self.send([self.house.request(actor, command)])

    @rule(actors=st.lists(ACTORS, min_size=2, max_size=4), command=COMMANDS, other=COMMANDS)
    def commands_in_one_batch(self, actors: list[str], command: pc.PitCommand, other: pc.PitCommand) -> None:
        self.send([self.house.request(actor, each) for actor in actors for each in (command, other)])

    @rule(count=st.integers(1, 12))
    def play(self, count: int) -> None:
        for _ in range(count):
            table = pit_table(self.house.ledger.states)
            if not table.state.open or any(table.holders.get(seat) is None for seat in (1, 2, 3)):
                return
            self.send(self.house.next_requests("T1"))

    @precondition(lambda self: self.answered)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        request, answer = data.draw(st.sampled_from(self.answered))
        (again,) = self.house.ledger.execute([request])
        if isinstance(answer, Done):
            assert again == AlreadyDone(answer.row)
        elif isinstance(answer, AlreadyDone | KeyReused):
            assert again == answer

    @precondition(lambda self: self.answered)
    @rule(data=st.data(), other=COMMANDS)
    def use_a_key_again(self, data: st.DataObject, other: pc.PitCommand) -> None:
        request, answer = data.draw(st.sampled_from(self.answered))
        if isinstance(answer, Done) and request.command != other:
            (again,) = self.house.ledger.execute([Request(request.actor, request.key, other)])
            assert again == KeyReused(answer.row)

    def send(self, requests: list[Request]) -> None:
        before = self.house.journal.head().position
        answers = self.house.ledger.execute(requests)
        self.answered += zip(requests, answers, strict=True)
        done = [answer for answer in answers if isinstance(answer, Done)]
        assert self.house.journal.head().position == before + len(done)
        for answer in answers:
            if isinstance(answer, Declined):
                assert answer.refusals
                assert all(refusal.message for refusal in answer.refusals)

    @invariant()
    def nothing_is_below_zero(self) -> None:
        if self.casino is not None:
            balances = all_balances(self.house.ledger.states)
            assert not [
                each for each, amount in balances.items() if amount < 0 and not known_account(each).may_be_negative
            ]

    def teardown(self) -> None:
        try:
            if self.casino is not None:
                check(self.house)
        finally:
            self.stack.close()


TestAnything = Anything.TestCase
TestAnything.settings = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
)


def test_the_commands_tried_are_of_every_kind() -> None:
    kinds: set[type] = set()

    @settings(max_examples=400, deadline=None, derandomize=True, database=None)
    @given(command=COMMANDS, action=ACTIONS)
    def gather(command: pc.PitCommand, action: pc.TableAction) -> None:
        kinds.update((type(command), type(action)))

    gather()
    assert kinds == {*get_args(pc.PitCommand), *get_args(pc.TableAction)}
