"""What the projections say of a gaming day: balances before and after it, and what moved between."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from upcard.game.chip_ledger import CHIP_EVENTS
from upcard.pit.accounts import PitAccount, known_account
from upcard.pit.projections import tables
from upcard.pit.projections.books import Note, StatisticsKey, WagerSums

ROUND_CAUSES = frozenset({*(each.__name__ for each in CHIP_EVENTS), "RoundVoided"})


@dataclass(frozen=True)
class Moved:
    """An amount moved on a day."""

    account: PitAccount
    patron: str
    cause: str
    amount: int


@dataclass(frozen=True)
class DaySums:
    """A gaming day: the balances that it began with, by account and by patron at a seat, and what moved."""

    opening: Mapping[tuple[PitAccount, str], int]
    moved: tuple[Moved, ...]
    statistics: Mapping[StatisticsKey, WagerSums]
    texts: Mapping[tuple[str, int], tuple[str, str]]  # of table files and their law folders, by table and position
    notes: tuple[Note, ...]
    tables: tuple[str, ...]  # on the floor by the end of the day
    rounds: Mapping[str, int]  # ended, by table

    def opened_with(self, account: PitAccount) -> int:
        """Return the balance of an account at the beginning of the day."""
        return sum(amount for (each, _), amount in self.opening.items() if each == account)

    def closed_with(self, account: PitAccount) -> int:
        """Return the balance of an account at the end of the day."""
        return self.opened_with(account) + sum(each.amount for each in self.moved if each.account == account)

    def by_cause(self, account: PitAccount) -> Counter[str]:
        """Return what moved on an account, by cause."""
        sums: Counter[str] = Counter()
        for each in self.moved:
            if each.account == account:
                sums[each.cause] += each.amount
        return sums

    def accounts(self, kind: str) -> tuple[PitAccount, ...]:
        """Return the accounts of a kind that exist by the end of the day."""
        known = {account for account, _ in self.opening} | {each.account for each in self.moved}
        return tuple(sorted((account for account in known if account.kind == kind), key=str))


def day_sums(connection: Connection, day: str) -> DaySums:
    """Read a gaming day; one without activity still has balances."""
    movements, notes, rounds = tables.MOVEMENTS.c, tables.NOTES.c, tables.ROUNDS.c
    before = select(movements.account, movements.patron, func.sum(movements.amount)).where(movements.day < day)
    opening = {
        (known_account(account), patron): int(amount)
        for account, patron, amount in connection.execute(before.group_by(movements.account, movements.patron))
    }
    columns = (movements.account, movements.patron, movements.cause, movements.amount)
    of_day = connection.execute(select(*columns).where(movements.day == day))
    moved = tuple(Moved(known_account(account), *line) for account, *line in of_day)
    decided = {
        StatisticsKey(*line[:4]): WagerSums(*map(int, line[4:]))
        for line in connection.execute(select(tables.STATISTICS).where(tables.STATISTICS.c.day == day))
    }
    files = connection.execute(select(tables.FILES))
    texts = {(table, position): (text, law) for table, position, _, text, law in files}
    ended = select(rounds.table, func.count()).where(rounds.day == day, rounds.voided.is_(False))
    counts = {table: int(count) for table, count in connection.execute(ended.group_by(rounds.table))}
    noted = connection.execute(select(tables.NOTES).where(notes.day == day).order_by(notes.position))
    return DaySums(opening, moved, decided, texts, tuple(map(_note, noted)), _tables(opening, moved), counts)


def _note(line: object) -> Note:
    values = dict(line._mapping)  # type: ignore[attr-defined]  # a line of a query
    return Note(**values)


def _tables(opening: Iterable[tuple[PitAccount, str]], moved: Iterable[Moved]) -> tuple[str, ...]:
    accounts = {account for account, _ in opening} | {each.account for each in moved}
    return tuple(sorted({account.owner for account in accounts if account.kind == "rack"}))
