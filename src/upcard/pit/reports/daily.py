"""The reports of a gaming day, from the projections of a journal."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from sqlalchemy import Connection, func, select

from upcard import __version__
from upcard.errors import Misuse, StoreError
from upcard.game.chip_ledger import CHIP_EVENTS
from upcard.money import Cents, format_money
from upcard.pit import accounts
from upcard.pit.accounts import PitAccount, known_account
from upcard.pit.evolve import config_of
from upcard.pit.projections import tables
from upcard.pit.projections.books import Books, Note, StatisticsKey, WagerSums
from upcard.pit.projections.storage import ProjectionStorage
from upcard.pit.reports.report import (
    COUNT,
    SHARE,
    TEXT,
    Cell,
    DayReport,
    ReconciliationLine,
    ReportColumn,
    ReportSection,
)
from upcard.results.blackjack import BlackjackPrice
from upcard.results.cache import cached
from upcard.results.prices import InsurancePrice, price
from upcard.results.result import Result
from upcard.results.wording import key_of
from upcard.store.clock import Clock, system_clock, time_text
from upcard.store.journal import JournalInfo
from upcard.table import TableConfig

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


Z95, Z99 = 1.959964, 2.575829  # of the normal distribution


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class UnitPrice(Result):
    """One unit of a wager: its house advantage, its variance, and its covariance with that of another seat."""

    advantage: Fraction
    variance: float
    between_seats: float  # where it is not known, the variance: a band that is wide enough


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class UnitPrices(Result):
    """The price of a unit of each wager of a table, by its key."""

    units: Mapping[str, UnitPrice]


@dataclass(frozen=True)
class Expectation:
    """What the licensee was expected to win, in cents, and its standard deviation."""

    win: Fraction
    deviation: float

    def band(self, z: float) -> tuple[int, int]:
        """Return the least and the most that chance explains."""
        return round(self.win - z * self.deviation), round(self.win + z * self.deviation)


def expectation(unit: UnitPrice, sums: WagerSums) -> Expectation:
    """Return the expectation of wagers: those of one round vary together, those of two rounds do not."""
    together = sums.by_round - sums.squares
    variance = unit.variance * sums.squares + unit.between_seats * together
    return Expectation(unit.advantage * sums.amount, sqrt(max(variance, 0.0)))


@lru_cache(maxsize=256)
def unit_prices(table: str, text: str, law: str) -> Mapping[str, UnitPrice]:
    """Return the price of a unit of each wager of a table file by a law folder, as far as there are exact prices."""
    what = {"unit prices": text, **({"law": law} if law else {})}
    # Kept on disk: how the seats of some games vary together takes many seconds.
    return cached(what, UnitPrices, lambda: _computed(config_of(table, text, law))).units


def _computed(config: TableConfig) -> UnitPrices:
    units: dict[str, UnitPrice] = {}
    optional = {offer.wager.name for offer in config.offers}
    for name in price(config):
        try:
            units |= _optional(config, name) if name in optional else {name: _base(config, name)}
        except Misuse:
            continue
    return UnitPrices(units=units)


def _optional(config: TableConfig, name: str) -> dict[str, UnitPrice]:
    units = {}
    for each in price(config).of(name):
        advantage, variance = each.house_advantage, float(each.variance)
        if each.meter is not None and each.growth is not None:
            advantage = each.meter.long_run(each.growth)
        key = key_of(name, choice=each.choice)
        units[key] = UnitPrice(advantage=advantage, variance=variance, between_seats=variance)
    return units


def _base(config: TableConfig, name: str) -> UnitPrice:
    """Return the price of the blackjack wager, or of insurance, which two seats win or lose together."""
    priced = price(config)[name]
    if isinstance(priced, BlackjackPrice):
        # Wagers of one box on several dealer's hands vary together more than those of two boxes.
        most = max(priced.between_seats, priced.together.covariance) if config.spots[1] > 1 else priced.between_seats
        return UnitPrice(advantage=priced.house_advantage, variance=priced.variance, between_seats=most)
    assert isinstance(priced, InsurancePrice)
    variance = float(priced.variance)
    return UnitPrice(advantage=priced.house_advantage, variance=variance, between_seats=variance)


_TABLE = ReportColumn("Table", "table", TEXT)
_BAND = "Bands assume best-strategy play and allow for the seats of a round winning or losing together."


def win_report(sums: DaySums) -> tuple[tuple[ReportSection, ...], tuple[ReconciliationLine, ...]]:
    """Return win, drop and hold by table and by wager, each wager with its exact expectation."""
    lines = [_table_line(sums, table) for table in sums.tables]
    columns = (
        _TABLE,
        ReportColumn("Rounds", "rounds", COUNT),
        ReportColumn("Opening rack", "opening"),
        ReportColumn("Fills", "fills"),
        ReportColumn("Credits", "credits"),
        ReportColumn("Drop", "drop"),
        ReportColumn("Counted, adjusted", "adjusted"),
        ReportColumn("Closing rack", "closing"),
        ReportColumn("Win", "win"),
        ReportColumn("Hold", "hold", SHARE),
    )
    racks = ReportSection("Win and drop by table", "tables", columns, tuple(lines))
    return (racks, _wagers(sums)), tuple(win_reconciliation(sums))


def _table_line(sums: DaySums, table: str) -> tuple[Cell, ...]:
    rack, drop = sums.by_cause(accounts.rack(table)), sums.by_cause(accounts.drop(table))
    fills = rack["RackFilled"] + rack["RackAdvanced"]
    dropped = drop["BoughtIn"] + drop["CashChanged"]
    adjusted = rack["RackCounted"] + rack["AdjustmentApproved"]
    win = _rack_win(rack)
    hold = win / dropped if dropped else None
    account = accounts.rack(table)
    counted = (sums.rounds.get(table, 0), sums.opened_with(account), fills, -rack["RackCredited"], dropped, adjusted)
    return (table, *counted, sums.closed_with(account), win, hold)


def _rack_win(rack: Mapping[str, int]) -> int:
    return sum(amount for cause, amount in rack.items() if cause in ROUND_CAUSES)


def _wagers(sums: DaySums) -> ReportSection:
    columns = (
        _TABLE,
        ReportColumn("Wager", "wager", TEXT),
        ReportColumn("Made", "made", COUNT),
        ReportColumn("Amount", "amount"),
        ReportColumn("Win", "win"),
        ReportColumn("Win / amount", "share", SHARE),
        ReportColumn("Expected win", "expected"),
        ReportColumn("95% from", "low_95"),
        ReportColumn("95% to", "high_95"),
        ReportColumn("99% from", "low_99"),
        ReportColumn("99% to", "high_99"),
        ReportColumn("Investigate", "look_into", TEXT),
    )
    lines = tuple(_wager_line(sums, key, each) for key, each in sorted(sums.statistics.items()))
    return ReportSection("Win by wager, against expectation", "wagers", columns, lines, _BAND if lines else "")


def _wager_line(sums: DaySums, key: StatisticsKey, each: WagerSums) -> tuple[Cell, ...]:
    win = -each.net
    share = win / each.amount if each.amount else None
    unit = unit_prices(key.table, *sums.texts[key.table, key.file]).get(key.wager)
    first = (key.table, key.wager, each.made, each.amount, win, share)
    if unit is None:
        return (*first, *[None] * 5, "no exact price")
    return (*first, *_expected(expectation(unit, each), win))


def _expected(expected: Expectation, win: int) -> tuple[Cell, ...]:
    low95, high95 = expected.band(Z95)
    low99, high99 = expected.band(Z99)
    outside = "outside 99%" if not low99 <= win <= high99 else "outside 95%" if not low95 <= win <= high95 else "no"
    return (round(expected.win), low95, high95, low99, high99, outside)


def win_reconciliation(sums: DaySums) -> Iterable[ReconciliationLine]:
    """Yield what must agree: all amounts, each rack, and patrons' chips with what their wagers won."""
    yield ReconciliationLine(
        what="all amounts moved add up to zero", one=Cents(sum(each.amount for each in sums.moved)), other=Cents(0)
    )
    for table in sums.tables:
        _, _, *parts_of_rack, _ = _table_line(sums, table)
        opening, fills, credited, drop, adjusted, closing, win = (int(value or 0) for value in parts_of_rack)
        yield ReconciliationLine(
            what=f"table {table}: opening rack, fills, credits, drop and win add up to the closing rack",
            one=Cents(opening + fills - credited - drop + adjusted + win),
            other=Cents(closing),
        )
        chips = sum(
            each.amount for each in sums.moved if each.cause in ROUND_CAUSES and _is_patrons(each.account, table)
        )
        decided = sum(each.net for key, each in sums.statistics.items() if key.table == table)
        yield ReconciliationLine(
            what=f"table {table}: change in patrons' chips equals what their wagers won, excluding rounds in progress",
            one=Cents(chips),
            other=Cents(decided),
        )


def _is_patrons(account: PitAccount, table: str) -> bool:
    return account.kind in ("stack", "wager") and account.owner == table


def meter_report(sums: DaySums) -> tuple[tuple[ReportSection, ...], tuple[ReconciliationLine, ...]]:
    """Return what stood on each meter, how it grew, and what was paid from it."""
    columns = (
        ReportColumn("Meter", "meter", TEXT),
        ReportColumn("Opening", "opening"),
        ReportColumn("Funded", "funded"),
        ReportColumn("Growth", "growth"),
        ReportColumn("Paid", "paid"),
        ReportColumn("Other", "other"),
        ReportColumn("Closing", "closing"),
    )
    lines, checks = [], []
    for account in (*sums.accounts("meter"), *sums.accounts("reserve")):
        by_cause = sums.by_cause(account)
        named = [by_cause.pop(cause, 0) for cause in ("MeterFunded", "WagersRegistered", "WagerPaid")]
        opening, closing, other = sums.opened_with(account), sums.closed_with(account), sum(by_cause.values())
        lines.append((str(account), opening, named[0], named[1], -named[2], other, closing))
        added = Cents(opening + sum(named) + other)
        checks.append(ReconciliationLine(what=str(account), one=added, other=Cents(closing)))
    return (ReportSection("Meters and their reserves", "meters", columns, tuple(lines)),), tuple(checks)


def patron_report(sums: DaySums) -> tuple[tuple[ReportSection, ...], tuple[ReconciliationLine, ...]]:
    """Return the account of each patron: wallet, transfers to and from games, funds on games, win or loss."""
    columns = (
        ReportColumn("Patron", "patron", TEXT),
        ReportColumn("Opening", "opening"),
        ReportColumn("Deposits", "deposits"),
        ReportColumn("Withdrawals", "withdrawals"),
        ReportColumn("To games", "to_games"),
        ReportColumn("From games", "from_games"),
        ReportColumn("Adjustments", "adjustments"),
        ReportColumn("Closing", "closing"),
        ReportColumn("Cash changed at tables", "cash"),
        ReportColumn("Funds on games, opening", "on_games_opening"),
        ReportColumn("Funds on games, closing", "on_games_closing"),
        ReportColumn("Won or lost", "won"),
    )
    lines, checks = [], []
    for account in sums.accounts("wallet"):
        line, check = _patron_line(sums, account, account.owner)
        lines.append(line)
        checks.append(check)
    return (ReportSection("Patron accounts", "patrons", columns, tuple(lines)),), tuple(checks)


def _patron_line(sums: DaySums, account: PitAccount, patron: str) -> tuple[tuple[Cell, ...], ReconciliationLine]:
    by_cause = sums.by_cause(account)
    opening, closing = sums.opened_with(account), sums.closed_with(account)
    on_games = sum(amount for (_, holder), amount in sums.opening.items() if holder == patron)
    at_seats = [each for each in sums.moved if each.patron == patron]
    won = sum(each.amount for each in at_seats if each.cause in ROUND_CAUSES)
    on_games_closing = on_games + sum(each.amount for each in at_seats)
    cash = sum(each.amount for each in at_seats if each.cause == "CashChanged")
    names = ("Deposited", "Withdrawn", "BoughtIn", "CashedOut", "AdjustmentApproved")
    deposits, withdrawals, bought, cashed, adjusted = (by_cause[name] for name in names)
    line = (
        patron,
        opening,
        deposits,
        -withdrawals,
        -bought,
        cashed,
        adjusted,
        closing,
        cash,
        on_games,
        on_games_closing,
        won,
    )
    total = opening + on_games + deposits + withdrawals + cash + adjusted + won
    other = sum(each.amount for each in at_seats if each.cause == "AdjustmentApproved")
    check = ReconciliationLine(
        what=f"{patron}: wallet and funds on games",
        one=Cents(total + other),
        other=Cents(closing + on_games_closing),
    )
    return line, check


def variance_report(sums: DaySums) -> tuple[tuple[ReportSection, ...], tuple[ReconciliationLine, ...]]:
    """Return variances, adjustments and voided rounds, with reasons and people."""
    columns = (
        ReportColumn("Row", "row", COUNT),
        ReportColumn("Table", "table", TEXT),
        ReportColumn("What", "what", TEXT),
        ReportColumn("Amount", "amount"),
        ReportColumn("Reason", "reason", TEXT),
        ReportColumn("By", "by", TEXT),
    )
    lines = tuple((each.position, each.table, each.kind, each.amount, each.reason, each.persons) for each in sums.notes)
    counted = sum(each.amount for each in sums.notes if each.kind in ("rack", "drop"))
    missing = sum(sum(sums.by_cause(account).values()) for account in sums.accounts("variance"))
    check = ReconciliationLine(
        what="count differences match the movements on variance accounts",
        one=Cents(-counted),
        other=Cents(missing),
    )
    return (ReportSection("Variances, adjustments and voided rounds", "variances", columns, lines),), (check,)


def coupon_report(sums: DaySums) -> tuple[tuple[ReportSection, ...], tuple[ReconciliationLine, ...]]:
    """Return how many match play coupons of each value were issued, placed, redeemed, and are outstanding."""
    columns = (
        ReportColumn("Stated value", "value"),
        ReportColumn("Opening", "opening", COUNT),
        ReportColumn("Issued", "issued", COUNT),
        ReportColumn("Cancelled", "cancelled", COUNT),
        ReportColumn("Placed", "placed", COUNT),
        ReportColumn("Returned", "returned", COUNT),
        ReportColumn("Redeemed", "redeemed", COUNT),
        ReportColumn("On layouts", "on_layouts", COUNT),
        ReportColumn("Outstanding", "outstanding", COUNT),
        ReportColumn("Outstanding value", "outstanding_value"),
    )
    lines, checks = [], []
    for value in sorted({account.value for account in sums.accounts("coupons issued")}):
        line, check = _coupon_line(sums, value)
        lines.append(line)
        checks.append(check)
    of_patrons = (
        ReportColumn("Patron", "patron", TEXT),
        ReportColumn("Stated value", "value"),
        ReportColumn("Coupons", "coupons", COUNT),
    )
    held = tuple(
        (account.owner, account.value, count)
        for account in sums.accounts("coupons of")
        if (count := sums.closed_with(account) // account.value)
    )
    sections = (
        ReportSection("Match play coupons by stated value", "coupons", columns, tuple(lines)),
        ReportSection("Coupons that patrons hold", "holders", of_patrons, held),
    )
    return sections, tuple(checks)


def _coupon_line(sums: DaySums, value: Cents) -> tuple[tuple[Cell, ...], ReconciliationLine]:
    """Return the line of a stated value, in coupons, and what must agree: those outstanding."""

    def of_kind(kind: str) -> list[PitAccount]:
        return [account for account in sums.accounts(kind) if account.value == value]

    def count(kind: str, balance: Callable[[PitAccount], int]) -> int:
        return sum(balance(account) for account in of_kind(kind)) // value

    causes: Counter[str] = Counter()
    for account in of_kind("coupons of"):
        causes.update(sums.by_cause(account))
    opening = count("coupons of", sums.opened_with) + count("coupon", sums.opened_with)
    on_layouts = count("coupon", sums.closed_with)
    outstanding = count("coupons of", sums.closed_with) + on_layouts
    redeemed = count("coupons used", sums.closed_with) - count("coupons used", sums.opened_with)
    issued, cancelled, placed = causes["CouponsIssued"], -causes["CouponsCancelled"], -causes["WagerPlaced"]
    returned = sum(causes.values()) - issued + cancelled + placed
    moved = [amount // value for amount in (issued, cancelled, placed, returned)]
    line = (value, opening, *moved, redeemed, on_layouts, outstanding, outstanding * value)
    check = ReconciliationLine(
        what=f"coupons of {format_money(value)}: opening, issued, cancelled and redeemed add up to those outstanding",
        one=Cents((opening + moved[0] - moved[1] - redeemed) * value),
        other=Cents(outstanding * value),
    )
    return line, check


Made = tuple[tuple[ReportSection, ...], tuple[ReconciliationLine, ...]]
REPORTS: Mapping[str, tuple[str, Callable[[DaySums], Made]]] = {
    "win": ("Daily win, drop and hold", win_report),
    "meters": ("Meters", meter_report),
    "patrons": ("Patron account summary", patron_report),
    "coupons": ("Match play coupons", coupon_report),
    "variances": ("Variances", variance_report),
}


def day_report(
    name: str, day: date, storage: ProjectionStorage, info: JournalInfo, *, clock: Clock = system_clock
) -> DayReport:
    """Return a report of a gaming day; there is one for every day, even without activity."""
    progress = storage.progress()
    if progress is None:
        raise StoreError(f"there are no projections at {storage.shown_place}: build them first")
    books = Books(progress.state)
    title, make = REPORTS[name]
    with storage.reading() as connection:
        sections, reconciliation = make(day_sums(connection, day.isoformat()))
    begins, ends = books.days.period(day)
    return DayReport(
        title=title,
        licensee=books.licensee,
        day=day.isoformat(),
        period=(time_text(begins), time_text(ends)),
        made=time_text(clock()),
        version=__version__,
        journal=info.identity,
        position=progress.position,
        filters=(),
        sections=sections,
        reconciliation=reconciliation,
    )
