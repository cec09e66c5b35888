"""What must hold after every step of a simulated casino: somebody who reads the journal, and believes nothing else."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tests.pit.books import all_balances, check_group, check_hidden
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit.context import ShoeOpener
from upcard.pit.json_codec import is_same_command, read_stored
from upcard.pit.ledger import AlreadyDone, Answer, Done, Ledger, Request, Unavailable
from upcard.pit.replay import Folding, Redeciding, Start
from upcard.pit.state import Adjustment, GroupState, StreamState
from upcard.pit.streams import States, house
from upcard.store.journal import Journal, KeyReused, all_rows
from upcard.store.rows import JournalRow
from upcard.store.verify import ChainChecker, verify_journal


def must(holds: object, what: object) -> None:
    """Raise an AssertionError with what went wrong, unless something holds."""
    if not holds:
        raise AssertionError(what)


class Client:
    """Remembers what was sent, and what it was answered."""

    def __init__(self) -> None:
        self.sent: dict[str, Request] = {}  # by the key of the row
        self.done: dict[str, JournalRow] = {}  # acknowledged

    def send(self, request: Request) -> None:
        self.sent[f"{request.actor}/{request.key}"] = request

    def is_own(self, request: Request) -> bool:
        """Whether a request has the command that its key was first used for."""
        return self.sent[f"{request.actor}/{request.key}"] == request

    def is_open(self, request: Request) -> bool:
        """Whether a request has never been acknowledged."""
        return f"{request.actor}/{request.key}" not in self.done

    def hear(self, request: Request, answer: Answer, *, faulty: bool) -> bool:
        """Check an answer; whether the request must be sent again."""
        key = f"{request.actor}/{request.key}"
        is_own, before = self.is_own(request), self.done.get(key)
        match answer:
            case Done(row):
                must(is_own, f"{request} was done under the key of another command")
                must(before is None, f"{request} was done twice: {before} and {row}")
                self.done[key] = row
            case AlreadyDone(row):
                must(is_own, f"{request} was taken for another command")
                must(before in (None, row), f"{request} was done by {before} first, and now by {row}")
                self.done[key] = row
            case KeyReused(row):
                must(not is_own, f"{request} has its own key")
            case Unavailable(problem=reason):
                must(faulty, f"{request} is unavailable, and nothing was wrong: {reason}")
                return True
        return False


class Watch:
    """Follows the journal of a casino: decides every row again, adds up every account, and compares the ledgers."""

    def __init__(self, shoes: ShoeOpener, client: Client) -> None:
        self._shoes, self._client = shoes, client
        self.deciding, self.chain = Redeciding(shoes), ChainChecker()
        self.sums: Counter[accounts.PitAccount] = Counter()
        self.wallets: Counter[str] = Counter()  # by what was asked for, without the entries of the books
        self.rows: dict[str, JournalRow] = {}  # by key

    @property
    def start(self) -> Start:
        """The states so far, for a ledger to go on from."""
        folding = self.deciding.folding
        return Start(States(folding.states), dict(folding.versions), folding.position)

    def follow(self, journal: Journal) -> set[str]:
        """Check the rows that are new; return the streams that they have changed."""
        last = self.chain.head
        if last.position:
            row = journal.row(last.position)
            must(row is not None and row.hash == last.hash, f"row {last.position} was acknowledged, and is lost: {row}")
        changed, touched = set[str](), {accounts.HOUSE}
        for row in all_rows(journal, after=last.position):
            touched.update(self._check(row))
            changed.update(stream for stream, _ in row.streams)
        self._check_streams({stream: self.deciding.states[stream] for stream in changed}, touched - {accounts.HOUSE})
        return changed

    def compare(self, ledger: Ledger, streams: Iterable[str]) -> None:
        """Compare the states that a ledger shows with those of the journal, where it has read as far."""
        seen, there = ledger.start.versions, self.deciding.folding.versions
        for stream in streams:
            same = ledger.states[stream] == self.deciding.states[stream]
            must(same or seen.get(stream) != there.get(stream), f"a ledger shows another state of {stream}")

    def _check(self, row: JournalRow) -> set[accounts.PitAccount]:
        """Check one row; return the accounts that it touches."""
        must(not (wrong := self.chain.check(row)), wrong)
        must(row.key not in self.rows, f"the command of row {row.position} was done twice")
        self.rows[row.key] = row
        request = self._client.sent.get(row.key)
        must(
            request is not None and str(request.actor) == row.actor,
            f"nobody has sent the command of row {row.position}",
        )
        assert request is not None
        must(is_same_command(row.command, request.command), f"row {row.position} has another command than was sent")
        self._expect_wallets(row)
        again = self.deciding.add(row)
        must(not again.problems, f"row {row.position}, decided again: {again.problems}")
        assert again.decided is not None
        must(sum(amount for _, amount in again.decided.moved) == 0, f"row {row.position} makes or loses money")
        for account, amount in again.decided.moved:
            self.sums[account] += amount
            must(self.sums[account] >= 0 or account.may_be_negative, f"row {row.position} takes {account} below zero")
        check_hidden(row)
        return {account for account, _ in again.decided.moved}

    def _expect_wallets(self, row: JournalRow) -> None:
        """Add up what the commands say about wallets, before the row is decided again."""
        command = read_stored(row.command).command
        match command:
            case pc.Deposit():
                self.wallets[command.patron] += command.amount
            case pc.Withdraw() | pc.BuyIn():
                self.wallets[command.patron] -= command.amount
            case pc.CashOut():
                chips = self.sums[accounts.stack(command.table, command.seat)]
                self.wallets[command.patron] += chips
            case pc.ApproveAdjustment():
                self._expect_adjustment(house(self.deciding.states).adjustments[command.number])

    def _expect_adjustment(self, adjustment: Adjustment) -> None:
        for account, amount in (
            (adjustment.from_account, -adjustment.amount),
            (adjustment.to_account, adjustment.amount),
        ):
            if account.startswith("wallet "):
                self.wallets[account.removeprefix("wallet ")] += amount

    def _check_streams(self, states: Mapping[str, StreamState], touched: Iterable[accounts.PitAccount]) -> None:
        """Compare what streams hold with the sums of the entries, and with what lies on the layouts."""
        held = all_balances(states)
        for account in touched:
            amount = held.get(str(account), 0)
            must(self.sums[account] == amount, f"{account} holds {amount}, its entries say {self.sums[account]}")
            if account.kind == "wallet":
                must(self.wallets[account.owner] == amount, f"{account} holds {amount}")
        for state in states.values():
            if isinstance(state, GroupState):
                check_group(state)

    def replay(self, journal: Journal, ledgers: Sequence[Ledger]) -> None:
        """Read the whole journal again, without anything remembered: the chain, the index, and every state."""
        verified = verify_journal(journal)
        must(not verified.problems, verified.problems)
        folding = Folding(self._shoes)
        for row in all_rows(journal):
            folding.add(row)
        states: Mapping[str, StreamState] = self.deciding.states
        must(dict(folding.states) == dict(states), "the stored events lead to other states than the commands")
        for ledger in ledgers:
            must(dict(ledger.states) == dict(states), "a ledger shows other states than the journal")
        books = {str(account): amount for account, amount in self.sums.items() if amount and account != accounts.HOUSE}
        must(all_balances(states) == books, "the balances are not the sums of the entries")
        must(sum(self.sums.values()) == 0, "chips were made or lost")

    def settle(self) -> None:
        """Compare everything that was acknowledged with what is in the journal."""
        for key, row in self._client.done.items():
            must(self.rows.get(key) == row, f"row {row.position} was acknowledged, and is not in the journal")
        must(set(self.rows) == set(self._client.done), "a command is in the journal, and was never acknowledged")
        must(all(json.loads(row.events) for row in self.rows.values()), "a row without events")
