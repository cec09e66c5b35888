"""upcard.sweep: a table priced in every variant of some of its keys."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from upcard.api.table import Table, config_of, varied_table
from upcard.english import listed
from upcard.errors import Misuse
from upcard.plots.plot import Plot
from upcard.results.arguments import Arguments, BadArguments, short
from upcard.results.parallel import in_parallel
from upcard.results.plots import drawn_from, variants_plot
from upcard.results.prices import WAGER_COLUMNS, Hourly, PricedWager, PriceReport, price_report
from upcard.results.prices import price as price_wagers
from upcard.results.rows import Column, Kind, ListedData, RowSet, Value, part, row_set
from upcard.results.sweep import MOST_VARIANTS, swept_json
from upcard.table import BadConfig

MOST_WORKERS = 1_000


@dataclass(frozen=True, kw_only=True, repr=False)
class Variant:
    """A variant of a table, and its wagers priced, by name.

    >>> variant = sweep(Table(decks=6), decks=(6, 8), only=["insurance"])[1]
    >>> variant.values, variant.wagers["insurance"].house_advantage
    ({'decks': 8}, Fraction(31, 415))
    """

    table: Table
    values: Mapping[str, Any]  # of the keys that vary
    wagers: Mapping[str, PricedWager]

    def __repr__(self) -> str:
        return f"<{', '.join(f'{key}={value}' for key, value in self.values.items())}: {', '.join(self.wagers)}>"


class PriceSweep(ListedData[Variant]):
    """The variants of a table in order, each with its prices.

    >>> [variant.table.decks for variant in sweep(Table(decks=6), decks=(6, 8), only=["insurance"])]
    [6, 8]
    """

    def to_dict(self) -> dict[str, Any]:
        """Return the wagers of every variant, each as `upcard price --sweep --json` writes it."""
        return {
            "wagers": [
                swept_json(wager, variant.values) for variant in self._items for wager in variant.wagers.values()
            ]
        }

    def plot(self) -> Plot:
        """Return the house advantages of the variants as a plot: over the first key of numbers, such as decks.

        >>> sweep(Table(decks=6), decks=(6, 8), only=["insurance"]).plot()
        <plot: House advantage by decks: table>
        """
        rows = (
            (variant.values, key, float(100 * wager.house_advantage))
            for variant in self._items
            for key, wager in variant.wagers.items()
        )
        return drawn_from(lambda: variants_plot(rows, table=self._items[0].table.table if self._items else ""))

    def _row_set(self) -> RowSet:
        values = [variant.values for variant in self._items]
        keys = {key: _kind(each[key] for each in values) for key in (values[0] if values else ())}
        of_keys = {key: Column(kind, _value(key, kind)) for key, kind in keys.items()}
        rows = [(variant, wager) for variant in self._items for wager in variant.wagers.values()]
        return row_set({**part(0, of_keys), **part(1, WAGER_COLUMNS)}, rows)

    def __repr__(self) -> str:
        keys = ", ".join(self._items[0].values) if self._items else ""
        return f"<{len(self)} variant{'s' * (len(self) != 1)}{' by ' * bool(keys)}{keys}>"


def _value(key: str, kind: Kind) -> Callable[[Variant], Value]:
    return lambda variant: kind(variant.values[key])


def _kind(values: Iterable[Any]) -> Kind:
    kinds = {type(value) for value in values}
    return kinds.pop() if len(kinds) == 1 and kinds <= {str, int, float, bool} else str


def sweep(
    table: Table,
    keys: Mapping[str, Iterable[Any]] | None = None,
    /,
    *,
    only: Iterable[str] | None = None,
    workers: int | None = None,
    **more: Iterable[Any],
) -> PriceSweep:
    """Price a table in every combination of values of some keys, on all cores.

    Keys of a wager are given by their path, in a mapping; `only` names the wagers to price.

    >>> table = Table(decks=6, dealer_soft_17="draw", wagers=["buster"])
    >>> variants = sweep(table, {"wager.buster.pay_table": "ABC"}, decks=(6, 8), only=["buster"])
    >>> variants
    <6 variants by wager.buster.pay_table, decks>
    >>> f"{float(variants[4].wagers['buster'].house_advantage):.3%}"
    '6.214%'
    """
    arguments = Arguments()
    config_of(table)
    used = arguments.whole_or_none("workers", workers, 1, MOST_WORKERS)
    names = arguments.texts("only", only)
    if names == ():
        arguments.problems.append("only: names no wager: leave it out to price all")
    given = {**_mapping(arguments, keys), **more}
    combinations = _combinations(arguments, {key: _values(arguments, key, of_key) for key, of_key in given.items()})
    arguments.done()
    tables = _tables(table, combinations)
    _require_wagers(tables, names)

    def find(variant: Table) -> PriceReport:
        return price_report(price_wagers(config_of(variant)), Hourly(), only=names)

    try:
        reports = list(in_parallel(find, tables, workers=used))
    except Misuse as wrong:
        raise BadArguments((str(wrong),)) from None
    return PriceSweep(
        Variant(
            table=variant,
            values=combination,
            wagers={priced.key: priced for priced in report.wagers},
        )
        for variant, combination, report in zip(tables, combinations, reports, strict=True)
    )


def _mapping(arguments: Arguments, keys: Any) -> dict[str, Any]:
    if keys is not None and not isinstance(keys, Mapping):
        arguments.problems.append(
            f"keys: must be keys with their values, such as {{'decks': (6, 8)}}, not {short(keys)}"
        )
        return {}
    return {arguments.text("keys", key): given for key, given in (keys or {}).items()}


def _values(arguments: Arguments, key: str, given: Any) -> tuple[Any, ...]:
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        arguments.problems.append(f"{key}: must be values such as (6, 8), not {short(given)}")
        return ()
    values = tuple(given)
    if not values:
        arguments.problems.append(f"{key}: has no values")
    return values


def _combinations(arguments: Arguments, values: Mapping[str, tuple[Any, ...]]) -> list[dict[str, Any]]:
    number = 1
    for of_key in values.values():
        number *= len(of_key)
    if number > MOST_VARIANTS:
        arguments.problems.append(f"{number:,} variants are too many: the limit is {MOST_VARIANTS:,}")
        return []
    return [dict(zip(values, each, strict=True)) for each in product(*values.values())]


def _tables(table: Table, combinations: Iterable[Mapping[str, Any]]) -> list[Table]:
    """Return the table of each combination; raise BadConfig with the problems of all that cannot be read."""
    tables, problems = [], {}
    for combination in combinations:
        try:
            tables.append(varied_table(table, combination, sweep.__name__))
        except BadConfig as bad:
            problems.update(dict.fromkeys(bad.problems))
    if problems:
        raise BadConfig(tuple(problems))
    return tables


def _require_wagers(tables: Iterable[Table], names: tuple[str, ...] | None) -> None:
    for variant in tables:
        known = tuple(price_wagers(config_of(variant)))
        if missing := [repr(name) for name in names or () if name not in known]:
            raise BadArguments((f"only: {listed(missing)}: not priced here; wagers: {', '.join(known)}",))
