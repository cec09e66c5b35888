"""A sample of `make test-simulation`, whether a seed repeats it, and whether it notices bugs."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random

import pytest

from tests.pit.simulate import main
from tests.pit.simulated_machine import Machine, postgresql_machine
from tests.pit.simulation import simulate
from tests.store.cluster import Cluster
from upcard.pit import json_codec
from upcard.pit.ledger import Ledger, Ticket
from upcard.store import batch, sqlite
from upcard.store.clock import Clock
from upcard.store.database import DatabaseJournal

pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"  # the exceptions of a simulated disk go through C
)
SHORT = 10  # minutes
EVERYTHING = {
    *("Done", "AlreadyDone", "Declined", "KeyReused", "Unavailable"),
    *("power loss", "full disk", "failed fsync", "answer lost", "killed", "opening failed"),
    *("slow commit", "clock set back", "sent again", "key of another command", "reordered", "second writer refused"),
    *("server started", "journal opened again"),
}


def test_casinos_hold() -> None:
    happened: set[str] = set()
    for seed in range(1, 8):  # every third has two servers
        outcome = simulate(seed, 2 * SHORT)
        assert outcome.rows > outcome.rounds
        happened |= {name for name, number in outcome.happened if number}
    assert happened == EVERYTHING


def test_two_servers_on_postgresql_hold(server: Cluster) -> None:
    def machine(_: str, random: Random, clock: Clock) -> AbstractContextManager[Machine]:
        return postgresql_machine(server.new_schema(), random, clock)

    outcome = simulate(30, SHORT, machine)
    assert dict(outcome.happened)["Done"] >= outcome.rounds


def test_a_seed_decides_everything() -> None:
    assert simulate(5, SHORT) == simulate(5, SHORT)
    assert simulate(5, SHORT).head != simulate(6, SHORT).head


def kept_after_failure(patch: pytest.MonkeyPatch) -> None:
    """Show the states of commands whose commit failed."""
    fail = Ledger._fail

    def failing(self: Ledger, tickets: list[Ticket], reason: str) -> tuple[Ticket, ...]:
        for ticket in tickets:
            self._folding.states.update(zip(ticket.decided.streams, ticket.decided.after, strict=True))
        return fail(self, tickets, reason)

    patch.setattr(Ledger, "_fail", failing)


def no_lookup_of_keys(patch: pytest.MonkeyPatch) -> None:
    """Decide a command sent again as if it were new, and refuse it."""
    patch.setattr(Ledger, "_keep_key", lambda *_: None)
    patch.setattr(DatabaseJournal, "by_key", lambda *_: None)


def not_forced(patch: pytest.MonkeyPatch) -> None:
    """Acknowledge what is not on the disk."""
    patch.setattr(sqlite, "SYNCHRONOUS", "NORMAL")


def cards_shown(patch: pytest.MonkeyPatch) -> None:
    """Write cards into rows that nobody may know."""
    patch.setattr(json_codec, "SEALED", "Ah")


def built_on_nothing(patch: pytest.MonkeyPatch) -> None:
    """Append what was decided on a row that was not appended, if the version is there."""
    patch.setattr(batch, "_not_made", lambda *_: ())


BUGS = (kept_after_failure, no_lookup_of_keys, not_forced, cards_shown, built_on_nothing)


@pytest.mark.parametrize("plant", BUGS)
def test_a_planted_bug_is_noticed_and_its_seed_repeats_it(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    seed, failure = first_failure(range(1, 13))
    assert failure.__notes__ == [f"Repeat it: python -m tests.pit.simulate --seed {seed} --minutes {SHORT}"]
    with pytest.raises(AssertionError) as again:
        simulate(seed, SHORT)
    assert str(again.value) == str(failure)


def first_failure(seeds: range) -> tuple[int, AssertionError]:
    """Return the first seed that fails, and what the simulation says of it."""
    for seed in seeds:
        try:
            simulate(seed, SHORT)
        except AssertionError as failure:
            return seed, failure
    pytest.fail("nobody has noticed")


def test_the_command_line_repeats_a_seed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    hook = sys.unraisablehook
    try:
        assert main(["--seed", "4", "--minutes", "1"]) == 0
        assert capsys.readouterr().out.startswith("seed 4: ")
        no_lookup_of_keys(monkeypatch)
        assert main(["--seed", "4", "--minutes", "1"]) == 1
        printed = capsys.readouterr().err
    finally:
        sys.unraisablehook = hook
    assert printed.startswith("seed 4 failed\n")
    assert printed.endswith("Repeat it: python -m tests.pit.simulate --seed 4 --minutes 1\n\n")
