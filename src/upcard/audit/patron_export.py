"""What a journal has about one patron in a period, for the patron and for a regulator (13:69O-1.8(a), (b))."""

import io
import json
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from datetime import date
from itertools import chain
from typing import Any

from sqlalchemy import select

from upcard.audit.lines import row_line
from upcard.audit.patron_games import round_rows
from upcard.csv_lines import write_csv
from upcard.errors import Misuse
from upcard.money import format_money, plain_money, read_plain_money
from upcard.pit import accounts
from upcard.pit.accounts import PitAccount, entries
from upcard.pit.events import AdjustmentApproved, CashChanged
from upcard.pit.json_codec import read_event
from upcard.pit.projections import tables
from upcard.pit.projections.gaming_day import UNOPENED, GamingDays
from upcard.pit.projections.storage import ProjectionStorage
from upcard.pit.streams import HOUSE, wallet_stream
from upcard.store.clock import time_text
from upcard.store.journal import Journal, all_rows
from upcard.store.rows import JournalRow

_SILENT = frozenset({"SeatTaken", "SeatLeft"})


@dataclass(frozen=True)
class Period:
    """From the beginning of a gaming day to the end of another, as rows write times."""

    begin: str
    end: str

    def has(self, row: JournalRow) -> bool:
        """Whether a row lies in the period."""
        return self.begin <= row.time < self.end


def period_of(journal: Journal, first: date, last: date) -> Period:
    """Return the period of gaming days, both included; raise Misuse if the last is before the first."""
    if last < first:
        raise Misuse(f"the last day, {last}, is before the first day, {first}")
    days = _calendar(journal)
    return Period(time_text(days.period(first)[0]), time_text(days.period(last)[1]))


def _calendar(journal: Journal) -> GamingDays:
    """Return when gaming days begin: the house was opened in its first row."""
    for row in journal.read(HOUSE, limit=1):
        opened = json.loads(row.events)[0]
        return GamingDays(opened["gaming_day_begins"], opened["time_zone"])
    return UNOPENED


@dataclass(frozen=True, kw_only=True)
class StatementLine:
    """A line of the statement of a wallet; amounts as dollars and cents."""

    position: int
    time: str
    what: str
    table: str
    reference: str
    amount: str  # negative: out of the wallet
    balance: str  # of the wallet after it
    by: str


def statement(journal: Journal, patron: str, period: Period) -> Iterator[StatementLine]:
    """Yield what has happened to a patron's wallet in a period."""
    account, balance = accounts.wallet(patron), 0
    for row in all_rows(journal, wallet_stream(patron)):
        for value in json.loads(row.events):
            if not _is_about(value, patron):
                continue
            moved = _moved(value, account)
            balance += moved
            if period.has(row):
                yield StatementLine(
                    position=row.position,
                    time=row.time,
                    what=value["event"],
                    table=value.get("table", ""),
                    reference=_reference(value),
                    amount=plain_money(moved),
                    balance=plain_money(balance),
                    by=row.actor,
                )


def _is_about(value: dict[str, Any], patron: str) -> bool:
    """Whether a statement lists an event: a row in which a coupon was placed or returned has others of its table."""
    if value["event"] == AdjustmentApproved.__name__:
        return True
    return value.get("patron") == patron and value["event"] not in _SILENT


def _moved(value: dict[str, Any], account: PitAccount) -> int:
    return sum(amount for each, amount in entries(read_event(value), "", "", {}) if each == account)


def _reference(value: dict[str, Any]) -> str:
    known = (value.get(name) for name in ("reference", "limit", "period", "until", "begins", "reason"))
    coupons = f"{value['count']} of {_shown(value['value'])}" if "count" in value else ""
    cash = f"{_shown(value['amount'])} in cash" if value["event"] == CashChanged.__name__ else ""
    return ", ".join(str(each) for each in (coupons, cash, *known) if each)


def statement_csv(lines: Iterator[StatementLine]) -> str:
    """Return a statement as CSV."""
    out = io.StringIO()
    names = [field.name for field in fields(StatementLine)]
    write_csv(out, chain([names], (astuple(line) for line in lines)))
    return out.getvalue()


def patron_rows(journal: Journal, storage: ProjectionStorage, patron: str, period: Period) -> Iterator[JournalRow]:
    """Yield every row about a patron in a period, in order: of the wallet, and of the rounds that the patron played."""
    rows = {row.position: row for row in all_rows(journal, wallet_stream(patron)) if period.has(row)}
    rounds, seats = tables.ROUNDS.c, tables.SEATS.c
    query = (
        select(rounds.table, rounds.first, rounds.last)
        .join_from(tables.SEATS, tables.ROUNDS, (seats.table == rounds.table) & (seats.round == rounds.round))
        .where(seats.patron == patron)
        .distinct()
    )
    with storage.reading() as connection:
        played = connection.execute(query).all()
    for table, first, last in played:
        begin = journal.row(first)
        if begin is not None and begin.time < period.end:
            rows.update((row.position, row) for row in round_rows(journal, table, first, last) if period.has(row))
    return (rows[position] for position in sorted(rows))


def patron_lines(journal: Journal, storage: ProjectionStorage, patron: str, period: Period) -> Iterator[str]:
    """Yield the rows about a patron as lines of JSON, as an export of the whole journal has them."""
    return map(row_line, patron_rows(journal, storage, patron, period))


def _shown(amount: str) -> str:
    return format_money(read_plain_money(amount))
