"""Hashes for an event loop: in a few threads, behind limits, with a bounded number that wait."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from tests.service.making import PASSWORD, WRONG, World, messages
from tests.store.making import Place
from upcard.game.roles import Role
from upcard.service.login_service import LoginLimits, LoginService
from upcard.service.password_changes import make_link
from upcard.service.passwords import Hashing
from upcard.service.person_values import LoggedOn, PeopleResult, ProblemKind
from upcard.service.rate_limit import Limit, RateLimit, address_key
from upcard.service.secret_text import Secret

NEW = Secret("Nine of diamonds")
MANY = Limit(1000, 1)


class Seconds:
    """A clock that stands until a test sets it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def files(folder: Path) -> Iterator[World]:
    with World.at(Place(str(folder / "people.db"))) as world:
        world.person()
        yield world


@contextmanager
def door(world: World, limits: LoginLimits, seconds: Seconds) -> Iterator[LoginService]:
    keeper = LoginService(world.people, limits, monotonic=seconds)
    try:
        yield keeper
    finally:
        keeper.close()


def test_a_limit_lets_so_many_through_and_then_one_at_a_time() -> None:
    clock = Seconds()
    limit = RateLimit(Limit(3, 30), clock)
    assert [limit.wait("anna") for _ in range(4)] == [0, 0, 0, 10]
    assert limit.wait("ben") == 0
    clock.now = 9.5
    assert limit.wait("anna") == pytest.approx(0.5)
    clock.now = 10
    assert limit.wait("anna") == 0
    assert limit.wait("anna") == pytest.approx(10)
    clock.now = 1_000_000
    assert [limit.wait("anna") for _ in range(4)] == [0, 0, 0, 10]  # no more than so many are saved up


def test_a_limit_keeps_a_bounded_number_of_keys_and_forgets_the_quietest() -> None:
    limit = RateLimit(Limit(1, 60), Seconds(), most_keys=100)
    assert limit.wait("loud") == 0
    for number in range(1000):
        assert limit.wait(f"name {number}") == 0
        assert limit.wait("loud") > 0
    assert len(limit._buckets) == 100


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("x" * 1000, "x" * 100),
    ],
)
def test_what_is_counted_for_an_address(address: str, key: str) -> None:
    assert address_key(address) == key


def log_on(
    keeper: LoginService, world: World, name: str, address: str, password: Secret = PASSWORD
) -> asyncio.Task[PeopleResult[LoggedOn]]:
    return asyncio.ensure_future(keeper.log_on(name=name, password=password, terminal=world.browser(), address=address))


def test_a_name_at_an_address_and_an_address_are_limited_each(files: World) -> None:
    seconds = Seconds()

    async def tries(keeper: LoginService) -> None:
        by_name = [await log_on(keeper, files, " Anna", "192.0.2.7") for _ in range(4)]
        assert [len(result.problems) for result in by_name] == [0, 0, 0, 1]
        assert (await log_on(keeper, files, "anna", "192.0.2.8")).value is not None  # elsewhere the name is not limited
        assert messages(by_name[3]) == ["too many attempts: try again in 20 seconds"]
        assert by_name[3].problems[0].kind is ProblemKind.TOO_MANY
        by_address = [await log_on(keeper, files, f"nobody{number}", "2001:db8::1") for number in range(6)]
        assert [result.problems[0].kind for result in by_address] == [
            *[ProblemKind.NOT_LOGGED_ON] * 5,
            ProblemKind.TOO_MANY,
        ]
        assert (await log_on(keeper, files, "nobody9", "2001:db8::2")).problems[0].kind is ProblemKind.TOO_MANY
        seconds.now = 20
        assert (await log_on(keeper, files, "anna", "192.0.2.7")).value is not None

    with door(files, LoginLimits(name=Limit(3, 60), address=Limit(5, 60)), seconds) as keeper:
        asyncio.run(tries(keeper))


def test_links_and_changes_of_passwords_pass_the_same_door(files: World) -> None:
    link = make_link(files.people, "anna", by="root").value
    assert link is not None

    async def tries(keeper: LoginService) -> None:
        assert (await keeper.use_link(link, new=NEW, address="192.0.2.7")).value == "anna"
        terminal = files.browser()
        on = await keeper.log_on(name="anna", password=NEW, terminal=terminal, address="192.0.2.7")
        assert on.value is not None
        changed = await keeper.change_password(on.value.token, terminal, old=NEW, new=PASSWORD, address="192.0.2.7")
        assert changed.value is not None
        refused = await keeper.use_link(link, new=NEW, address="192.0.2.7")
        assert refused.problems[0].kind is ProblemKind.TOO_MANY

    with door(files, LoginLimits(address=Limit(3, 60)), Seconds()) as keeper:
        asyncio.run(tries(keeper))


def test_hashes_run_in_few_threads_and_few_wait_while_the_loop_goes_on(
    files: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, begun = Event(), []
    whole = Hashing.verifies

    def slow(self: Hashing, stored: str, password: Secret) -> bool:
        begun.append(stored)
        assert go_on.wait(30)
        return whole(self, stored, password)

    monkeypatch.setattr(Hashing, "verifies", slow)

    async def tries(keeper: LoginService) -> None:
        tasks = [log_on(keeper, files, f"nobody{number}", "") for number in range(8)]
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        # Two are computed, three wait, and the others are refused at once.
        assert [messages(task.result()) for task in done] == [["too many attempts: try again in 1 second"]] * 3
        async with asyncio.timeout(30):
            while len(begun) < 2:
                await asyncio.sleep(0)
        running, waiting = tasks[0], tasks[4]
        for task in (running, waiting):
            task.cancel()
        await asyncio.sleep(0)
        # A client that has gone leaves its place in the queue, but a hash under way still counts.
        more = [log_on(keeper, files, f"other{number}", "") for number in range(3)]
        await asyncio.sleep(0)
        assert [task.done() for task in more] == [False, True, True]
        go_on.set()
        results = await asyncio.gather(*tasks[1:4], more[0])
        assert [result.problems[0].kind for result in results] == [ProblemKind.NOT_LOGGED_ON] * 4
        assert len(begun) == 5

    with door(files, LoginLimits(threads=2, waiting=3, name=MANY, address=MANY), Seconds()) as keeper:
        asyncio.run(tries(keeper))


def test_a_stranger_cannot_lock_the_administrator_out_by_failing_again_and_again(files: World) -> None:
    files.person("root", Role.ADMINISTRATOR)

    async def tries(keeper: LoginService) -> None:
        for number in range(40):
            failed = await log_on(keeper, files, "root", f"192.0.2.{number % 4}", WRONG)
            assert failed.value is None
        assert (await log_on(keeper, files, "root", "198.51.100.1")).value is not None
        limited = await log_on(keeper, files, "root", "192.0.2.1")
        assert limited.problems[0].kind is ProblemKind.TOO_MANY  # where it was tried, nobody goes on guessing

    with door(files, LoginLimits(), Seconds()) as keeper:
        asyncio.run(tries(keeper))


@pytest.mark.asked("13:69O-1.4(i)")
def test_the_lock_holds_behind_the_door_too(files: World) -> None:
    async def tries(keeper: LoginService) -> None:
        await asyncio.gather(*(log_on(keeper, files, "anna", "", WRONG) for _ in range(5)))
        assert (await log_on(keeper, files, "anna", "")).value is None

    with door(files, LoginLimits(name=MANY, address=MANY), Seconds()) as keeper:
        asyncio.run(tries(keeper))
