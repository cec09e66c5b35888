"""The ledger: keys, batches, failures, and several servers on one journal."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Thread

import apsw
import pytest

from tests.acting import acting
from tests.pit.books import all_balances, check_books, wallet_balance
from tests.pit.casino import (
    ADMINISTRATOR,
    DEALER,
    KEYS,
    RICH,
    SUPERVISOR,
    Casino,
    casino,
    check,
    patron_account,
    pit_table,
    wager,
)
from tests.store.faulty_disk import VFS, Faults
from tests.store.faulty_disk import faults as faults
from tests.store.making import Place
from upcard.game.roles import Role
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.actors import Actor
from upcard.pit.json_codec import read_stored
from upcard.pit.ledger import NOT_STORED, AlreadyDone, Declined, Done, Ledger, Request, Ticket, Unavailable
from upcard.pit.state import GroupState
from upcard.store.disk import SystemDisk
from upcard.store.journal import Appended, AppendResult, KeyReused, all_rows
from upcard.store.opening import create_journal, open_journal
from upcard.store.rows import NewRow
from upcard.store.verify import verify_journal

ANN = "patron Ann"


def deposit(amount: int, key: str = "k", patron: str = "Ann") -> Request:
    return Request(acting(f"supervisor {patron}"), key, pc.Deposit(patron, Cents(amount), "bank"))


@pytest.fixture
def house(folder: Path) -> Iterator[Casino]:
    with casino(folder) as opened:
        opened.open()
        yield opened
        check(opened)
        assert verify_journal(opened.journal).problems == ()


def test_a_command_sent_again_gets_its_first_answer_whatever_has_happened_since(house: Casino) -> None:
    withdraw = Request(acting(ANN), "w", pc.Withdraw("Ann", RICH, "cage"))
    (first,) = house.ledger.execute([withdraw])
    assert isinstance(first, Done)
    (again,) = house.ledger.execute([withdraw])  # the wallet is empty now
    assert again == AlreadyDone(first.row)
    (other,) = house.ledger.execute([replace(withdraw, command=pc.Withdraw("Ann", Cents(1), "cage"))])
    assert other == KeyReused(first.row)
    restarted = Ledger(house.journal, KEYS)
    restarted._keys.clear()  # a key so old that only the journal knows it
    assert restarted.execute([withdraw]) == (AlreadyDone(first.row),)
    assert dict(restarted.states) == dict(house.ledger.states)


def test_an_old_key_is_found_also_where_the_command_would_be_allowed_again(house: Casino) -> None:
    (first,) = house.ledger.execute([deposit(5, "d")])
    assert isinstance(first, Done)
    restarted = Ledger(house.journal, KEYS)
    restarted._keys.clear()
    answers = restarted.execute([deposit(1, "e"), deposit(5, "d"), deposit(2, "f")])
    assert [type(answer) for answer in answers] == [Done, AlreadyDone, Done]
    restarted._keys.clear()
    assert restarted.execute([deposit(7, "d")]) == (KeyReused(first.row),)
    house.ledger.reopen(house.journal)  # it has not seen those rows
    assert wallet_balance(house.ledger.states, "Ann") == RICH + 8


def test_what_the_server_drew_is_no_part_of_the_command(house: Casino) -> None:
    seal = Request(acting(DEALER), "seal", pc.SealShoe("T1"))
    (first,) = house.ledger.execute([seal])
    assert isinstance(first, Done)
    assert read_stored(first.row.command).drawn is not None
    assert house.ledger.execute([seal]) == (AlreadyDone(first.row),)
    restarted = Ledger(house.journal, KEYS)
    restarted._keys.clear()
    assert restarted.execute([seal]) == (AlreadyDone(first.row),)


def test_a_drawn_cut_that_is_sent_again_keeps_its_position(house: Casino) -> None:
    house.done(DEALER, pc.SealShoe("T1"))
    cut = Request(acting(DEALER), "cut", pc.CutShoe("T1", 0, None))
    first, twice = house.ledger.execute([cut, cut])  # in one commit
    assert isinstance(first, Done)
    assert twice == AlreadyDone(first.row)
    drawn = read_stored(first.row.command).drawn
    assert isinstance(drawn, pc.DrawnCut)
    restarted = Ledger(house.journal, KEYS)
    restarted._keys.clear()
    for ledger in (house.ledger, restarted):
        assert ledger.execute([cut]) == (AlreadyDone(first.row),)
        shoe = pit_table(ledger.states).shoe
        assert shoe is not None
        assert shoe.cut == drawn.position
    (stated,) = house.ledger.execute([replace(cut, command=pc.CutShoe("T1", 0, drawn.position))])
    assert stated == KeyReused(first.row)


def test_a_command_twice_in_one_batch_is_done_once(house: Casino) -> None:
    answers = house.ledger.execute([deposit(5), deposit(5), deposit(6)])
    assert isinstance(answers[0], Done)
    assert answers[1] == AlreadyDone(answers[0].row)
    assert answers[2] == KeyReused(None)
    assert wallet_balance(house.ledger.states, "Ann") == RICH + 5


def test_keys_belong_to_their_actors(house: Casino) -> None:
    house.done(ADMINISTRATOR, patron_account("Ann B"))
    keys = [deposit(5, "B k"), deposit(5, "B/k"), deposit(5, "k", "Ann B"), deposit(5, "k")]
    assert [type(answer) for answer in house.ledger.execute(keys)] == [Done, Done, Done, Done]


@pytest.mark.parametrize(("length", "taken"), [(0, False), (1, True), (100, True), (101, False)])
def test_a_key_has_one_to_a_hundred_characters(house: Casino, length: int, *, taken: bool) -> None:
    (answer,) = house.ledger.execute([deposit(5, "k" * length)])
    assert isinstance(answer, Done) is taken


def test_requests_without_form_are_refused_with_every_reason(house: Casino) -> None:
    (answer,) = house.ledger.execute([Request(Actor(Role.PATRON, "Lear/Cordelia"), "a\nb", patron_account("Lear"))])
    assert isinstance(answer, Declined)
    assert len(answer.refusals) == 2


def test_a_batch_builds_on_itself_and_is_one_commit(house: Casino) -> None:
    requests = [
        house.request(ADMINISTRATOR, patron_account("Eve")),
        house.request("patron Eve", pc.Withdraw("Eve", Cents(1), "cage")),  # refused: nothing is there yet
        house.request(SUPERVISOR, pc.Deposit("Eve", Cents(10_000), "bank")),
        house.request("patron Eve", pc.BuyIn("Eve", "T1", 4, Cents(10_000))),
        house.request("patron Eve", pc.AtTable("T1", wager(4, 10_000))),
    ]
    answers = house.ledger.execute(requests)
    assert [type(answer) for answer in answers] == [Done, Declined, Done, Done, Done]
    assert all_balances(house.ledger.states)["wager T1/4/blackjack"] == 10_000


def test_nobody_sees_a_state_that_is_not_on_the_disk(house: Casino) -> None:
    ticket = house.ledger.decide(deposit(5))
    assert isinstance(ticket, Ticket)
    assert ticket.answer is None
    assert wallet_balance(house.ledger.states, "Ann") == RICH
    assert house.ledger.decide(deposit(5)) is ticket
    (answered,) = house.ledger.commit()
    assert answered is ticket
    assert isinstance(ticket.answer, Done)
    assert wallet_balance(house.ledger.states, "Ann") == RICH + 5
    assert house.ledger.commit() == ()


def test_a_ledger_goes_on_from_the_states_of_another(house: Casino) -> None:
    house.seat()
    house.play(rounds=1)
    start = house.ledger.start
    house.play(rounds=1)
    later = Ledger(house.journal, KEYS, start=start)
    assert dict(later.states) == dict(house.ledger.states)
    assert start.position < later.start.position == house.journal.head().position


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the exception goes through C
@pytest.mark.parametrize("call", ["write", "sync"])
def test_after_a_failed_commit_everybody_hears_of_it_and_nothing_is_left_of_it(
    folder: Path, faults: Faults, call: str
) -> None:
    place = folder / "journal.db"
    create_journal(place)
    house = Casino(open_journal(place, disk=SystemDisk(vfs=VFS)))
    house.open()
    before = dict(house.ledger.states)
    faults.failing = {call: apsw.IOError}
    first, second = house.ledger.decide(deposit(5, "a")), house.ledger.decide(deposit(7, "b"))
    answered = house.ledger.commit()
    assert answered == (first, second)
    assert all(isinstance(ticket.answer, Unavailable) for ticket in answered)
    assert dict(house.ledger.states) == before
    assert isinstance(house.ledger.decide(deposit(9, "c")), Unavailable)
    faults.failing = {}
    journal = open_journal(place)
    house.ledger.reopen(journal)
    answers = house.ledger.execute([deposit(5, "a"), deposit(7, "b")])  # sent again under the same keys
    assert all(isinstance(answer, Done | AlreadyDone) for answer in answers)
    assert wallet_balance(house.ledger.states, "Ann") == RICH + 12
    check_books(all_rows(journal), house.ledger.states, house.ledger.shoes)
    journal.close()


def test_a_stopped_journal_makes_commands_unavailable(house: Casino) -> None:
    class Interrupted(BaseException):
        pass

    def interrupted(_: object) -> None:
        raise Interrupted

    ticket = house.ledger.decide(deposit(5))
    append, house.journal.append = house.journal.append, interrupted  # type: ignore[method-assign,assignment]
    with pytest.raises(Interrupted):
        house.ledger.commit()
    assert isinstance(ticket, Ticket)
    assert ticket.answer == Unavailable(NOT_STORED, "Interrupted")
    house.journal.append = append  # type: ignore[method-assign]
    house.ledger.reopen(house.journal)


def test_a_row_that_cannot_be_read_stops_the_ledger(folder: Path) -> None:
    with casino(folder) as house:
        house.open()
        foreign_row_comes_first(house)


def foreign_row_comes_first(house: Casino) -> None:
    ticket = house.ledger.decide(deposit(5))
    version = house.journal.heads()["wallet Ann"]
    foreign = NewRow(
        expected=(("wallet Ann", version),),
        time="2026-07-01T12:00:00.000000Z",
        actor="system",
        key="another program",
        command='{"command":"Steal","schema":7}',
        events='[{"event":"Stolen","schema":7}]',
        engine="9.9",
        schema=7,
    )
    assert isinstance(house.journal.append([foreign])[0], Appended)
    assert house.ledger.commit() == (ticket,)
    assert isinstance(ticket, Ticket)
    assert isinstance(ticket.answer, Unavailable)
    assert "is not a row of a pit" in ticket.answer.problem
    assert isinstance(house.ledger.decide(deposit(6)), Unavailable)


def test_commands_decided_while_a_commit_returns_are_not_decided_twice(house: Casino) -> None:
    append, later = house.journal.append, []

    def slowly(batch: Sequence[NewRow]) -> tuple[AppendResult, ...]:
        results = append(batch)
        house.journal.append = append  # type: ignore[method-assign]
        later.append(house.ledger.decide(deposit(6, "b")))
        assert isinstance(house.ledger.decide(deposit(0, "c")), Declined)  # reads the rows of the batch
        later.append(house.ledger.decide(deposit(7, "d")))
        return results

    house.journal.append = slowly  # type: ignore[method-assign]
    house.ledger.execute([deposit(5, "a")])
    assert house.ledger.commit() == tuple(later)
    assert [ticket.attempts for ticket in later if isinstance(ticket, Ticket)] == [1, 1]
    assert wallet_balance(house.ledger.states, "Ann") == RICH + 18


@pytest.fixture
def servers(place: Place) -> Iterator[tuple[Casino, Casino]]:
    """Two ledgers that know nothing of each other, on one journal."""
    with place.new_journal() as first:
        if place.is_sqlite:
            yield Casino(first, seed=1), Casino(first, seed=2)  # a file has one writer: two ledgers share it
        else:
            with place.journal() as second:
                yield Casino(first, seed=1), Casino(second, seed=2)


def same_books(one: Casino, other: Casino) -> None:
    for house in (one, other):
        house.ledger.reopen(house.journal)
        check(house)
    assert dict(one.ledger.states) == dict(other.ledger.states)
    assert verify_journal(one.journal).problems == ()


def test_what_another_server_did_is_seen_before_a_command_is_refused(servers: tuple[Casino, Casino]) -> None:
    one, other = servers
    one.open()
    assert isinstance(other.ledger.execute([deposit(5)])[0], Done)  # wallet and house were opened by the first
    one.done(ANN, pc.Withdraw("Ann", Cents(RICH + 5), "cage"))
    same_books(one, other)


def test_a_command_that_another_server_got_ahead_of_is_decided_again(servers: tuple[Casino, Casino]) -> None:
    one, other = servers
    one.open()
    other.ledger.reopen(other.journal)
    withdraw = [house.ledger.decide(house.request(ANN, pc.Withdraw("Ann", RICH, "cage"))) for house in servers]
    behind = other.ledger.decide(other.request("patron Bob", pc.Withdraw("Bob", RICH, "cage")))
    one.ledger.commit()
    answered = other.ledger.commit()
    first, second = withdraw
    assert isinstance(first, Ticket)
    assert isinstance(second, Ticket)
    assert isinstance(behind, Ticket)
    assert isinstance(first.answer, Done)
    assert isinstance(second.answer, Declined)
    assert str(second.answer.refusals[0]) == (
        "the wallet of Ann holds $0.00: deposit at least $10,000,000.00 more, or choose less"
    )
    assert isinstance(behind.answer, Done)
    assert set(answered) == {second, behind}
    same_books(one, other)


def test_rows_that_are_read_before_they_are_answered_count_once(servers: tuple[Casino, Casino]) -> None:
    """While an append returns, another server goes on with the stream, and a refusal has the first one catch up."""
    one, other = servers
    one.open()
    other.ledger.reopen(other.journal)
    append = one.journal.append

    def slowly(batch: Sequence[NewRow]) -> tuple[AppendResult, ...]:
        results = append(batch)
        one.journal.append = append  # type: ignore[method-assign]
        other.done(SUPERVISOR, pc.Deposit("Ann", Cents(7), "bank"))
        refused = one.ledger.decide(one.request(SUPERVISOR, pc.Deposit("Ann", Cents(0), "bank")))
        assert isinstance(refused, Declined)
        return results

    one.journal.append = slowly  # type: ignore[method-assign]
    assert isinstance(one.ledger.execute([deposit(5)])[0], Done)
    assert wallet_balance(one.ledger.states, "Ann") == RICH + 12
    one.done(ANN, pc.Withdraw("Ann", Cents(RICH + 12), "cage"))
    same_books(one, other)


def test_what_was_decided_on_a_command_that_another_server_got_ahead_of_is_decided_again(
    servers: tuple[Casino, Casino],
) -> None:
    one, other = servers
    one.open()
    other.ledger.reopen(other.journal)
    other.ledger.decide(other.request(ANN, pc.Withdraw("Ann", Cents(RICH - 5), "cage")))
    last = other.ledger.decide(other.request(ANN, pc.Withdraw("Ann", Cents(5), "cage")))
    one.done(ANN, pc.Withdraw("Ann", Cents(RICH - 1), "cage"))  # takes the version that the first would have had
    while other.ledger.commit():
        pass
    assert isinstance(last, Ticket)
    assert isinstance(last.answer, Declined)
    same_books(one, other)
    assert wallet_balance(one.ledger.states, "Ann") == 1


def test_the_same_key_at_two_servers_is_done_once(servers: tuple[Casino, Casino]) -> None:
    one, other = servers
    one.open()
    other.ledger.reopen(other.journal)
    seal = Request(acting(DEALER), "seal", pc.SealShoe("T1"))  # each draws a shoe of its own
    tickets = [house.ledger.decide(seal) for house in servers]
    for house in servers:
        house.ledger.commit()
    first, second = (ticket.answer for ticket in tickets if isinstance(ticket, Ticket))
    assert isinstance(first, Done)
    assert second == AlreadyDone(first.row)
    same_books(one, other)


def first_call(house: Casino, name: str, do: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have something happen just before a journal is called for the first time from now on."""
    call = getattr(house.journal, name)

    def calling(*arguments: object) -> object:
        monkeypatch.setattr(house.journal, name, call)
        do()
        return call(*arguments)

    monkeypatch.setattr(house.journal, name, calling)


def test_a_command_that_another_server_did_is_not_refused_because_it_is_done(
    servers: tuple[Casino, Casino], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = servers
    one.open()
    one.done(ANN, pc.Withdraw("Ann", RICH, "cage"))
    other.ledger.reopen(other.journal)
    again = Request(acting(ANN), "again", pc.Withdraw("Ann", Cents(5), "cage"))  # there is nothing to withdraw yet
    first_call(one, "head", lambda: other.ledger.execute([deposit(5), again]), monkeypatch)
    (answer,) = one.ledger.execute([again])
    assert isinstance(answer, AlreadyDone)
    same_books(one, other)


def test_a_command_decided_again_is_not_refused_because_another_server_did_it(
    servers: tuple[Casino, Casino], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = servers
    one.open()
    other.ledger.reopen(other.journal)
    opening = Request(acting(ADMINISTRATOR), "open", patron_account("Eve"))
    waiting = one.ledger.decide(deposit(5))
    late: list[object] = []

    def meanwhile() -> None:
        late.append(one.ledger.decide(opening))
        other.ledger.execute([deposit(7, "other"), opening])  # the deposit gets ahead of the one that waits

    first_call(one, "append", meanwhile, monkeypatch)
    while one.ledger.commit():
        pass
    assert isinstance(waiting, Ticket)
    assert isinstance(waiting.answer, Done)
    (ticket,) = late
    assert isinstance(ticket, Ticket)
    assert isinstance(ticket.answer, AlreadyDone)
    same_books(one, other)


def test_linked_tables_bet_at_two_servers_at_the_same_time(servers: tuple[Casino, Casino]) -> None:
    one, other = servers
    one.open("T1", "T2", file="progressive", group="north")
    one.seat("T1")
    one.seat("T2")
    other.ledger.reopen(other.journal)
    failures: list[BaseException] = []

    def play(house: Casino, table: str) -> None:
        try:
            house.play(table, rounds=3)
        except BaseException as error:
            failures.append(error)

    threads = [Thread(target=play, args=pair) for pair in ((one, "T1"), (other, "T2"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    same_books(one, other)
    group = one.ledger.states["tables north"]
    assert isinstance(group, GroupState)
    assert [table.state.round for table in group.tables.values()] == [4, 4]


def test_threads_share_a_ledger_one_of_which_commits(house: Casino) -> None:
    done: list[Ticket] = []
    amounts = range(1, 151)

    def commit() -> None:
        while len(done) < len(amounts):
            done.extend(house.ledger.commit())

    thread = Thread(target=commit)
    thread.start()
    tickets = [house.ledger.decide(deposit(amount, f"k{amount}")) for amount in amounts]
    thread.join()
    assert set(done) == set(tickets)
    assert wallet_balance(house.ledger.states, "Ann") == RICH + sum(amounts)
