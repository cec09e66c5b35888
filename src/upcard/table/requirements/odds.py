"""Posted odds against the pay tables of the law."""

from collections.abc import Iterator
from fractions import Fraction

from upcard.english import either
from upcard.law import Cited, Standing, Unknown
from upcard.money import Fixed, Odds, Pays
from upcard.rules.option import Option
from upcard.rules.wager import PayTable, PayTables, Wager
from upcard.table.config import Offer, Posted, TableConfig
from upcard.table.line_numbers import Path
from upcard.table.requirement import Breach, Requirement, RequirementKind, Requirements, StatedAs, title

EXAMPLE = "1 to 1"  # what a new table posts where neither law nor trade has a pay table; the licensee decides


def pay_tables(table: TableConfig) -> Iterator[Requirement]:
    """Yield the pay table, or the odds, that must be posted for each wager and its rider."""  # reading 45
    for offer in table.offers:
        wager = offer.wager
        if isinstance(wager.pay_tables, Unknown):
            yield from _not_held(offer, wager.pay_tables)
        else:
            keys = ("pay_table", "pays")
            yield _chosen(table, wager, offer.posted, wager.pay_tables, title(wager), offer.at, keys)
        if wager.rider and offer.rider:
            rider = wager.rider
            keys = (rider.key, rider.key)
            yield _chosen(table, wager, offer.rider, rider.pay_tables, f"the {rider.name}", offer.at, keys)


def _not_held(offer: Offer, unknown: Unknown) -> Iterator[Requirement]:
    """Yield the odds of a wager whose pay table is not held: they must be posted, and cannot be checked."""
    wager = offer.wager
    if wager.displayed:
        if offer.settings[wager.displayed] is not None:
            yield _posting(wager, unknown, (_unverifiable(unknown, (*offer.at, wager.displayed)),), offer.at)
        return
    missing = [outcome.label for outcome in wager.wins if outcome not in offer.posted.pays]
    breaches = []
    if missing and isinstance(wager.sign, Cited):
        lines = f" for {_listed(missing)}" if offer.posted.pays else ""
        message = f"{title(wager)}: no odds are posted{lines}; add them to pays"
        breaches.append(Breach(message, (*offer.at, "pays"), cite=wager.sign.cite))
    if offer.posted.pays:
        breaches.append(_unverifiable(unknown, (*offer.at, "pay_table" if offer.posted.pay_table else "pays")))
    key = "pay_table" if wager.house_pay_tables and not offer.posted.pays else "pays"
    yield _posting(wager, unknown, tuple(breaches), (*offer.at, key), missing=bool(missing))


def _posting(
    wager: Wager, unknown: Unknown, breaches: tuple[Breach, ...], at: Path, *, missing: bool = False
) -> Requirement:
    return Requirement(
        kind=RequirementKind.POSTING,
        cite=unknown.cite,
        what=f"{unknown.what}; the text is not held",
        option=wager,
        state=StatedAs.NOT_STATED if missing else StatedAs.STATED,
        at=at,
        remedy=next(iter(wager.house_pay_tables), None) or {outcome.label: EXAMPLE for outcome in wager.wins},
        breaches=breaches,
    )


def _unverifiable(unknown: Unknown, at: Path) -> Breach:
    message = f"the text that states {unknown.what} is not held, so what is posted cannot be checked"
    return Breach(message, at, cite=unknown.cite, standing=Standing.UNKNOWN)


def _chosen(
    table: TableConfig,
    option: Option,
    posted: Posted,
    law: Cited[PayTables],
    name: str,
    above: Path,
    keys: tuple[str, str],
) -> Requirement:
    """Return the pay table that must be chosen, with what is wrong with what is posted."""
    of_table, of_lines = keys
    choices = either(law.value.tables)
    what = f"pay table {choices} of {name}, or odds no lower" if law.value.floors else f"the fixed payouts of {name}"
    breaches = tuple(_judged(table, posted, law, name, (*above, of_lines)))
    state = StatedAs.STATED
    if breaches:
        state = StatedAs.DIFFERENTLY if posted.pays else StatedAs.NOT_STATED
    by_name = f"pay table {posted.pay_table}" if posted.pay_table else None
    return Requirement(
        kind=RequirementKind.POSTING,
        cite=law.cite,
        what=what,
        option=option,
        state=state,
        states=by_name or ("odds of its own" if posted.pays else None),
        at=(*above, of_table),
        remedy=next(iter(law.value.tables)) if law.value.floors else None,
        breaches=breaches,
    )


def _judged(table: TableConfig, posted: Posted, law: Cited[PayTables], name: str, at: Path) -> Iterator[Breach]:
    if posted.pay_table in law.value.tables:
        return
    if not posted.pays:
        if law.value.floors:
            choices = either(law.value.tables)
            yield Breach(f"{name} has no posted pay table: choose {choices}, or post odds that are no lower", at)
        return
    short = {label: _short(posted.pays, lawful, law.value) for label, lawful in law.value.tables.items()}
    if all(short.values()):
        label = min(short, key=lambda label: (len(short[label]), _shortfall(posted.pays, law.value.tables[label])))
        word = "less than" if law.value.floors else "other than"
        count = "the pay table" if len(short) == 1 else f"every pay table; the nearest is {label}"
        where = next((path for path in _line_paths(at, law.value.tables[label], posted) if path in table.lines), at)
        yield Breach(f"{name} pays {word} {count}: {'; '.join(short[label])}", where)


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


REQUIREMENTS: tuple[Requirements, ...] = (pay_tables,)
