"""Posted odds against the pay tables of the law, line by line."""

from collections.abc import Iterator
from fractions import Fraction

from upcard.law import Cited, Standing, Unknown
from upcard.money import Fixed, Odds, Pays
from upcard.rules.bound import either
from upcard.rules.wager import PayTable, PayTables
from upcard.table.checks.offered import title
from upcard.table.config import Offer, Posted, TableConfig
from upcard.table.findings import Check, Finding, finding
from upcard.table.line_numbers import Path


def paid_at_least(table: TableConfig) -> Iterator[Finding]:
    """Report posted odds that reach no pay table of the law, or that no text held can check."""  # reading 45
    for offer in table.offers:
        if isinstance(offer.wager.pay_tables, Unknown):
            yield from _unverifiable(table, offer, offer.wager.pay_tables)
        else:
            yield from _judged(table, offer.posted, offer.wager.pay_tables, title(offer.wager), (*offer.at, "pays"))
        if offer.wager.rider and offer.rider:
            rider = offer.wager.rider
            where = (*offer.at, rider.key)
            yield from _judged(table, offer.rider, rider.pay_tables, f"the {rider.name}", where)


def _unverifiable(table: TableConfig, offer: Offer, unknown: Unknown) -> Iterator[Finding]:
    wager = offer.wager
    if wager.displayed:
        if offer.settings[wager.displayed] is not None:
            yield _not_held(table, unknown, wager.displayed, *offer.at)
        return
    missing = [outcome.label for outcome in wager.wins if outcome not in offer.posted.pays]
    if missing and isinstance(wager.sign, Cited):
        lines = f" for {_listed(missing)}" if offer.posted.pays else ""
        message = f"{title(wager)}: no odds are posted{lines}; add them to pays"
        yield finding(table, wager.sign.cite, message, *offer.at, "pays")
    if offer.posted.pays:
        yield _not_held(table, unknown, "pay_table" if offer.posted.pay_table else "pays", *offer.at)


def _not_held(table: TableConfig, unknown: Unknown, key: str, *at: str | int) -> Finding:
    message = f"the text that states {unknown.what} is not held, so what is posted cannot be checked"
    return finding(table, unknown.cite, message, *at, key, standing=Standing.UNKNOWN)


def _judged(table: TableConfig, posted: Posted, law: Cited[PayTables], name: str, at: Path) -> Iterator[Finding]:
    if posted.pay_table in law.value.tables:
        return
    if not posted.pays:
        if law.value.floors:
            choices = either(law.value.tables)
            message = f"{name} has no posted pay table: choose {choices}, or post odds that are no lower"
            yield finding(table, law.cite, message, *at)
        return
    short = {label: _short(posted.pays, lawful, law.value) for label, lawful in law.value.tables.items()}
    if all(short.values()):
        label = min(short, key=lambda label: (len(short[label]), _shortfall(posted.pays, law.value.tables[label])))
        word = "less than" if law.value.floors else "other than"
        count = "the pay table" if len(short) == 1 else f"every pay table; the nearest is {label}"
        where = next((path for path in _line_paths(at, law.value.tables[label], posted) if path in table.lines), at)
        yield finding(table, law.cite, f"{name} pays {word} {count}: {'; '.join(short[label])}", *where)


def _short(posted: PayTable, lawful: PayTable, law: PayTables) -> list[str]:
    """Return the lines that fall short of a pay table, or that differ from it where it is no floor."""
    return [
        f"{outcome} pays {posted.get(outcome, 'nothing')}, the pay table {due}"
        for outcome, due in lawful.items()
        if not _reaches(posted.get(outcome), due, floors=law.floors)
    ]


def _line_paths(at: Path, lawful: PayTable, posted: Posted) -> Iterator[Path]:
    """Yield the paths in the file under which the lines that fall short may be."""
    for line, due in lawful.items():
        if not _reaches(posted.pays.get(line), due, floors=True):
            yield from ((*at, word) for word in (line.label, *line.also))


def _shortfall(posted: PayTable, lawful: PayTable) -> Fraction:
    """Return how far posted lines fall short of a pay table."""
    return sum((max(_worth(due) - _worth(posted.get(line)), Fraction(0)) for line, due in lawful.items()), Fraction(0))


def _worth(pays: Pays | None) -> Fraction:
    match pays:
        case Odds():
            return pays.ratio
        case Fixed():
            return Fraction(pays.amount)
        case _:
            return Fraction(0)


def _reaches(paid: Pays | None, due: Pays, *, floors: bool) -> bool:
    if type(paid) is not type(due):  # an amount cannot be compared with odds
        return False
    match paid, due:
        case Odds(), Odds():
            return paid.ratio >= due.ratio if floors else paid.ratio == due.ratio
        case Fixed(), Fixed():
            return paid.amount >= due.amount if floors else paid.amount == due.amount
        case _:
            return paid == due


def _listed(labels: list[str]) -> str:
    return ", ".join(f'"{label}"' for label in labels)


CHECKS: tuple[Check, ...] = (paid_at_least,)
