"""Many at once: threads and several servers on one database change nothing about the rules."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.service.making import PASSWORD, QUICK, WRONG, World, kinds
from tests.store.cluster import Cluster
from tests.store.making import Place
from upcard.errors import StoreError
from upcard.service.accounts import find_person
from upcard.service.password_changes import make_link, use_link
from upcard.service.people import open_people
from upcard.service.person_events import PersonEventKind
from upcard.service.person_values import PeopleResult, PersonStatus
from upcard.service.secret_text import Secret
from upcard.service.sessions import open_sessions


def at_once(count: int, work: Callable[[int], PeopleResult[object]]) -> list[PeopleResult[object]]:
    """Do something in several threads that begin together."""
    barrier = Barrier(count)

    def begin(number: int) -> PeopleResult[object]:
        barrier.wait(30)
        return work(number)

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(begin, range(count)))


@pytest.mark.asked("13:69O-1.4(e)")
def test_log_ons_at_once_leave_one_session(world: World) -> None:
    world.person()
    browsers = [world.browser() for _ in range(8)]
    results = at_once(8, lambda number: world.try_log_on(browser=browsers[number]))
    tokens = [result.value.token for result in results if result.value is not None]  # type: ignore[attr-defined]  # LoggedOn
    assert len(tokens) == 8
    alive = [pair for pair in zip(tokens, browsers, strict=True) if world.check(*pair) is not None]
    assert len(alive) == 1
    assert len(open_sessions(world.people)) == 1
    ends = [event for result in results for event in result.events if event.kind is PersonEventKind.SESSION_ENDED]
    assert len(ends) == 7


@pytest.mark.asked("13:69O-1.4(i)")
def test_failures_at_once_lock_the_account_at_the_third_and_once(world: World) -> None:
    world.person()
    results = at_once(8, lambda _: world.try_log_on(password=WRONG))
    happened = [kind for result in results for kind in kinds(result)]
    assert happened.count(PersonEventKind.LOCKED) == 1
    assert happened.count(PersonEventKind.LOG_ON_FAILED) == 8
    details = [event.detail for result in results for event in result.events]
    assert (details.count("password"), details.count("locked")) == (3, 5)
    person = find_person(world.people, "anna")
    assert person is not None
    assert person.status is PersonStatus.LOCKED


def test_a_link_used_at_once_sets_one_password(world: World) -> None:
    world.person()
    link = make_link(world.people, "anna", by="root").value
    assert link is not None
    passwords = [Secret(f"password number {number}") for number in range(6)]
    results = at_once(6, lambda number: use_link(world.people, link, new=passwords[number]))
    (winner,) = [number for number, result in enumerate(results) if result.value is not None]
    assert world.try_log_on(password=passwords[winner]).value is not None


@pytest.mark.asked("13:69O-1.4(i)")
def test_two_servers_on_one_database_count_together(server: Cluster) -> None:
    with World.at(Place(server.new_schema())) as first:
        first.person()
        people = open_people(first.place.url, first.states, clock=first.clock, hashing=QUICK)
        second = World(people, first.states, first.clock, first.place)
        try:
            worlds = (first, second)
            results = at_once(6, lambda number: worlds[number % 2].try_log_on(password=WRONG))
            happened = [kind for result in results for kind in kinds(result)]
            assert happened.count(PersonEventKind.LOCKED) == 1
            assert second.try_log_on(password=PASSWORD).value is None
        finally:
            second.people.close()


def test_a_second_server_on_one_file_is_refused(world: World) -> None:
    if world.place.is_sqlite:
        with pytest.raises(StoreError, match=r"the list of people .* is open in another server \(process \d+\)"):
            open_people(world.place.url, world.states, hashing=QUICK)
    else:
        open_people(world.place.url, world.states, hashing=QUICK).close()
