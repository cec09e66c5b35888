"""The writer: many commands in one commit, one effect for a key, and what happens when the disk fails."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import apsw
import pytest

from tests.acting import acting
from tests.pit.books import wallet_balance
from tests.service.playing import Service
from tests.service.simulated import SimulatedLoop, simulate
from tests.store.faulty_disk import VFS, Faults
from tests.store.faulty_disk import faults as faults
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.ledger import AlreadyDone, Answer, Declined, Done, Request, Unavailable
from upcard.service.writer import STOPPING, Writer
from upcard.store.disk import SystemDisk
from upcard.store.journal import AppendResult, KeyReused, all_rows
from upcard.store.rows import NewRow


def deposit(amount: int, key: str) -> Request:
    return Request(acting("supervisor Sam"), key, pc.Deposit("Ann", Cents(amount), "bank"))


async def begun(folder: Path, loop: SimulatedLoop, disk: SystemDisk | None = None) -> Service:
    service = Service(folder / "journal.db", loop, disk=disk or SystemDisk())
    service.start()
    await service.install("blackjack")
    await service.seat("Ann", "blackjack", 1)
    return service


def test_everything_that_waits_is_committed_together(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        service = await begun(folder, loop)
        sizes: list[int] = []
        append = service.journal.append
        service.journal.append = lambda batch: sizes.append(len(batch)) or append(batch)  # type: ignore[func-returns-value,method-assign]
        answers = await asyncio.gather(*(service.writer.send(deposit(1, f"k{number}")) for number in range(50)))
        assert all(isinstance(answer, Done) for answer in answers)
        assert max(sizes) >= 50
        await service.close()
        service.check()

    simulate(main)


def test_a_key_sent_a_hundred_times_at_once_has_one_effect(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        service = await begun(folder, loop)
        before = wallet_balance(service.floor.states, "Ann")
        answers = await asyncio.gather(*(service.writer.send(deposit(5, "same")) for _ in range(100)))
        (done,) = [answer for answer in answers if isinstance(answer, Done)]
        assert [answer for answer in answers if answer != done] == [AlreadyDone(done.row)] * 99
        assert wallet_balance(service.floor.states, "Ann") == before + 5
        assert isinstance(await service.writer.send(deposit(6, "same")), KeyReused)
        await service.close()
        service.check()

    simulate(main)


def test_a_refusal_comes_at_once_with_its_reasons(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        service = await begun(folder, loop)
        answer = await service.ask("patron Ann", pc.BuyIn("Bob", "blackjack", 99, Cents(-1)))
        assert isinstance(answer, Declined)
        assert len(answer.refusals) >= 3
        await service.close()

    simulate(main)


def test_nobody_is_answered_before_the_loop_sees_the_row(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        service = await begun(folder, loop)
        answer = await service.writer.send(deposit(7, "seen"))
        assert isinstance(answer, Done)
        assert service.floor.position == answer.row.position
        assert dict(service.floor.states) == dict(service.ledger.states)
        await service.close()

    simulate(main)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the exception goes through C
@pytest.mark.parametrize("call", ["write", "sync"])
def test_a_failed_commit_is_answered_to_everybody_and_the_journal_is_read_from_the_disk(
    folder: Path, faults: Faults, call: str
) -> None:
    async def main(loop: SimulatedLoop) -> None:
        service = await begun(folder, loop, SystemDisk(vfs=VFS))
        await service.until(lambda: service.floor.group("blackjack").at("blackjack").next_card > 0)  # nothing waits
        before = wallet_balance(service.floor.states, "Ann")
        requests = [deposit(amount, f"k{amount}") for amount in (1, 2, 3)]
        faults.failing = {call: apsw.IOError}
        answers = await asyncio.gather(*map(service.writer.send, requests))
        assert all(isinstance(answer, Unavailable) for answer in answers)
        assert not service.writer.is_ready
        assert isinstance(await service.writer.send(deposit(9, "meanwhile")), Unavailable)
        faults.failing = {}
        await service.until(lambda: service.writer.is_ready)
        assert len(service.opened) > 1
        again: list[Answer] = await asyncio.gather(*map(service.writer.send, requests))
        assert all(isinstance(answer, Done | AlreadyDone) for answer in again)
        assert wallet_balance(service.floor.states, "Ann") == before + 6
        await service.close()
        service.check()

    simulate(main)


def test_closing_commits_what_waits_and_takes_nothing_more(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        service = await begun(folder, loop)
        sent = asyncio.ensure_future(service.writer.send(deposit(5, "last")))
        await asyncio.sleep(0)
        await service.runner.close()
        await service.writer.close()
        assert isinstance(await sent, Done)
        assert await service.writer.send(deposit(5, "late")) == Unavailable(STOPPING)
        service.journal.close()
        service.check()

    simulate(main)


def test_a_thread_commits_while_the_loop_decides(folder: Path) -> None:
    async def prepared(loop: SimulatedLoop) -> None:
        await (await begun(folder, loop)).close()

    simulate(prepared)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        service = Service(folder / "journal.db", SimulatedLoop(), seed="thread")
        with ThreadPoolExecutor(1) as thread:
            writer = Writer(
                service.ledger, service.reopen, lambda work: loop.run_in_executor(thread, work), service.floor
            )
            writer.start()
            answers = await asyncio.gather(*(writer.send(deposit(1, f"t{number}")) for number in range(200)))
            assert all(isinstance(answer, Done) for answer in answers)
            await writer.close()
        assert wallet_balance(service.floor.states, "Ann") >= 200
        assert len(list(all_rows(service.journal))) == service.floor.position
        service.loop.close()
        service.journal.close()
        service.check()

    asyncio.run(main())


def test_the_loop_goes_on_while_a_refusal_is_looked_up_behind_a_slow_commit(folder: Path) -> None:
    async def prepared(loop: SimulatedLoop) -> None:
        await (await begun(folder, loop)).close()

    simulate(prepared)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        service = Service(folder / "journal.db", SimulatedLoop(), seed="slow")
        append, is_durable = service.journal.append, Event()

        def slow(batch: Sequence[NewRow]) -> tuple[AppendResult, ...]:
            with service.journal._guard:  # as the database holds it while it forces a commit to the disk
                assert is_durable.wait(10), "the loop was held up"
                return append(batch)

        service.journal.append = slow  # type: ignore[method-assign]  # a slow disk
        with ThreadPoolExecutor(1) as thread:
            writer = Writer(
                service.ledger, service.reopen, lambda work: loop.run_in_executor(thread, work), service.floor
            )
            writer.start()
            done = asyncio.ensure_future(writer.send(deposit(1, "slow")))
            await asyncio.sleep(0.05)
            refused = asyncio.ensure_future(writer.send(deposit(-1, "refused")))
            repeated = asyncio.ensure_future(writer.send(deposit(1, "slow")))
            await asyncio.sleep(0.05)
            is_durable.set()
            assert isinstance(await done, Done)
            assert isinstance(await refused, Declined)
            assert isinstance(await repeated, AlreadyDone)
            await writer.close()
        service.loop.close()
        service.journal.close()

    asyncio.run(main())
