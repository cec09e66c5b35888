"""Results in rows: dictionaries, CSV, HTML, data frames, and the streams and arrays that data frames read."""

import io
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, make_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from html import escape
from importlib import import_module
from pathlib import Path
from types import NoneType
from typing import Any, Generic, TypeVar, get_args, get_type_hints, overload

from upcard.cards import Card
from upcard.csv_lines import write_csv
from upcard.english import with_minus
from upcard.errors import MissingPackage
from upcard.law import Cite
from upcard.results.amounts import Money
from upcard.results.result import MeanCents, Result, is_exact, keys_of, members_of, plain_mean, shape_of

Item = TypeVar("Item", covariant=True)
Value = str | int | float | bool | None
Kind = type[str] | type[int] | type[float] | type[bool]


@dataclass(frozen=True, kw_only=True)
class RowSet:
    """Rows of plain values under named columns, each column of one kind; what is not known is None."""

    columns: Mapping[str, Kind]
    values: Sequence[Sequence[Value]]

    def by_column(self) -> dict[str, list[Value]]:
        """Return the values of each column."""
        return {name: [row[place] for row in self.values] for place, name in enumerate(self.columns)}


class TabularData(ABC):
    """A result that can be read in rows.

    `rows()` returns dictionaries, `to_csv()` text, `to_pandas()` and `to_polars()` data frames. pandas, polars, pyarrow
    and DuckDB also take the result itself.
    """

    @abstractmethod
    def _row_set(self) -> RowSet:
        """Return the rows."""

    def rows(self) -> list[dict[str, Value]]:
        """Return the result in rows, each a dictionary with the same keys."""
        row_set = self._row_set()
        return [dict(zip(row_set.columns, row, strict=True)) for row in row_set.values]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows())

    def to_pandas(self) -> Any:
        """Return the rows as a pandas.DataFrame whose columns have the same types whatever is in them.

        >>> from upcard import Table, price
        >>> price(Table(decks=6)).to_pandas()["wager"].tolist()
        ['blackjack', 'insurance']
        """
        pandas, row_set = _library("pandas", "to_pandas()"), self._row_set()
        kinds = {str: "str", int: "Int64", float: "float64", bool: "boolean"}
        columns = row_set.by_column()
        return pandas.DataFrame(
            {name: pandas.Series(columns[name], dtype=kinds[kind]) for name, kind in row_set.columns.items()}
        )

    def to_polars(self) -> Any:
        """Return the rows as a polars.DataFrame.

        >>> from upcard import Table, price
        >>> price(Table(decks=6)).to_polars()["wager"].to_list()
        ['blackjack', 'insurance']
        """
        return _polars(_library("polars", "to_polars()"), self._row_set())

    def to_csv(self, file: str | Path | None = None) -> str:
        """Return the rows as CSV under a header, and write them to a file if one is given."""
        row_set, text = self._row_set(), io.StringIO()
        write_csv(text, [row_set.columns, *row_set.values])
        if file is not None:
            Path(file).write_text(text.getvalue(), encoding="utf-8")
        return text.getvalue()

    def _repr_html_(self) -> str:
        row_set = self._row_set()
        return table_html(repr(self), list(row_set.columns), row_set.values)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the rows as an Arrow stream (the PyCapsule interface), by whichever Arrow library is installed."""
        row_set = self._row_set()
        for library, frame in _FRAMES.items():
            try:
                module = import_module(library)
            except ImportError:
                continue
            return frame(module, row_set).__arrow_c_stream__(requested_schema)
        raise MissingPackage("an Arrow stream", "pyarrow")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the rows as an array of dataclasses, which is how pandas.DataFrame(result) reads them."""
        import numpy as np

        row_set = self._row_set()
        kind = _row_class(row_set.columns)
        array = np.empty(len(row_set.values), object)
        for place, values in enumerate(row_set.values):
            array[place] = kind(*values)
        return array


class ListedData(TabularData, Generic[Item]):
    """A result that is a list of items; no Sequence, since data frames would read those item by item."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._items = tuple(items)

    def _listed(self) -> tuple[Item, ...]:
        return self._items

    def __len__(self) -> int:
        return len(self._listed())

    def __iter__(self) -> Iterator[Item]:
        return iter(self._listed())

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, place: int | slice) -> Item | tuple[Item, ...]:
        return self._listed()[place]


class NamedData(TabularData, Generic[Item]):
    """A result that is a set of items by name; no Mapping, since data frames would read those name by name."""

    @abstractmethod
    def __getitem__(self, key: str) -> Item: ...

    @abstractmethod
    def keys(self) -> tuple[str, ...]:
        """Return the names."""

    def values(self) -> tuple[Item, ...]:
        """Return the items, in the order of their names."""
        return tuple(self[key] for key in self.keys())

    def items(self) -> tuple[tuple[str, Item], ...]:
        """Return each name with its item."""
        return tuple((key, self[key]) for key in self.keys())

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __contains__(self, key: object) -> bool:
        return key in self.keys()


def _library(name: str, wanted_by: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise ImportError(f"{wanted_by} needs {name}: pip install {name}") from None


def _row_class(columns: Iterable[str]) -> Callable[..., Any]:
    """Return a dataclass with a field for each column; make_dataclass itself takes only the names of variables."""
    names = list(columns)
    kind = make_dataclass("Row", [f"_{place}" for place in range(len(names))])

    def row(*values: Value) -> Any:
        made = kind(*values)
        vars(made).update(zip(names, values, strict=True))
        return made

    for field, name in zip(fields(kind), names, strict=True):
        field.name = name
    return row


def _pyarrow(pyarrow: Any, row_set: RowSet) -> Any:
    kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in row_set.columns.items()])
    return pyarrow.table(row_set.by_column(), schema=schema)


def _polars(polars: Any, row_set: RowSet) -> Any:
    kinds = {str: polars.String, int: polars.Int64, float: polars.Float64, bool: polars.Boolean}
    return polars.DataFrame(row_set.by_column(), schema={name: kinds[kind] for name, kind in row_set.columns.items()})


def _nanoarrow(nanoarrow: Any, row_set: RowSet) -> Any:
    kinds = {str: nanoarrow.string(), int: nanoarrow.int64(), float: nanoarrow.float64(), bool: nanoarrow.bool_()}
    columns = row_set.by_column()
    arrays = [nanoarrow.c_array(columns[name], kinds[kind]) for name, kind in row_set.columns.items()]
    schema = nanoarrow.struct({name: kinds[kind] for name, kind in row_set.columns.items()})
    return nanoarrow.c_array_stream(
        nanoarrow.c_array_from_buffers(schema, len(row_set.values), [None], children=arrays)
    )


_FRAMES: dict[str, Callable[[Any, RowSet], Any]] = {
    "nanoarrow": _nanoarrow,
    "pyarrow": _pyarrow,
    "polars": _polars,
}


def table_html(caption: str, header: Iterable[str], rows: Iterable[Sequence[object]]) -> str:
    """Return an HTML table, as notebooks show results."""
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "".join(f"<tr>{''.join(f'<td>{escape(_shown(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _shown(cell: object) -> str:
    return "" if cell is None else with_minus(f"{cell:.10g}") if isinstance(cell, float) else str(cell)


@dataclass(frozen=True)
class Column:
    """A column of rows: the kind of its values, and how a row's item has one."""

    kind: Kind
    cell: Callable[[Any], Value]


Columns = Mapping[str, Column]


def columns_of(kind: type[Result], *, first: Iterable[str] = (), also: Iterable[str] = ()) -> Columns:
    """Return a column for every plain field of a class of results, three for a fraction.

    What is itself a result, or holds some, has attributes and rows of its own.  `first` are the fields that stand
    first; `also` are properties that have a column too.
    """
    columns: dict[str, Column] = {}
    keys = {key.field: key for key in keys_of(kind)}
    for name in dict.fromkeys((*first, *keys)):
        if keys[name].is_inline:
            (part,) = (each for each in members_of(keys[name].kind) if each is not NoneType)
            for column, of_part in columns_of(part).items() if isinstance(part, type) else ():
                columns[column] = Column(of_part.kind, _inner(name, of_part))
        else:
            columns |= _columns(keys[name].name, name, keys[name].kind)
    for name in also:
        columns |= _columns(name, name, get_type_hints(getattr(kind, name).fget, include_extras=True)["return"])
    return columns


def _inner(name: str, column: Column) -> Callable[[Any], Value]:
    def cell(item: Any) -> Value:
        part = getattr(item, name)
        return None if part is None else column.cell(part)

    return cell


def _columns(name: str, field: str, kind: Any) -> dict[str, Column]:
    """Return the columns of a field; none where its values are not plain."""
    members = [each for each in members_of(kind) if each is not NoneType]
    shape = shape_of(members[0])
    if len(members) > 1 or not _is_plain(members[0]):
        return {name: Column(str, _texts(field))} if all(map(_is_plain, members)) else {}
    if shape is Fraction:
        terms = {f"{name}_{term}": Column(str, _term(field, term)) for term in ("numerator", "denominator")}
        return {name: Column(float, lambda item: _or_none(float, getattr(item, field))), **terms}
    if members[0] is MeanCents:
        return {name: Column(str, lambda item: _or_none(plain_mean, getattr(item, field)))}
    if shape in (str, int, float, bool):
        return {name: Column(shape, lambda item: getattr(item, field))}
    return {name: Column(str, _texts(field))}


def _texts(field: str) -> Callable[[Any], Value]:
    return lambda item: _or_none(_text, getattr(item, field))


def _is_plain(kind: Any) -> bool:
    """Whether values of a type stand in one cell: numbers and texts, or lists of them."""
    shape = shape_of(kind)
    if shape in (tuple, frozenset):
        return _is_text(shape_of(get_args(kind)[0]))
    return kind is Any or shape is Fraction or _is_text(shape)


def _is_text(shape: Any) -> bool:
    return isinstance(shape, type) and issubclass(shape, str | int | float | Enum | Money | date | Cite | Card)


def _text(value: Any) -> str:
    if isinstance(value, tuple | frozenset) and not isinstance(value, Card):
        return "; ".join(map(_text, value))
    return str(value.value if isinstance(value, Enum) else value)


def _or_none(read: Callable[[Any], Value], value: Any) -> Value:
    return None if value is None else read(value)


def _term(field: str, term: str) -> Callable[[Any], Value]:
    """Return how to read a term of a fraction; there is none where it was computed in double precision."""

    def cell(item: Any) -> Value:
        value = getattr(item, field)
        return str(getattr(value, term)) if value is not None and is_exact(value) else None

    return cell


def part(place: int, columns: Columns) -> Columns:
    """Return the columns of one of the parts of which rows consist."""

    def of_part(column: Column) -> Column:
        return Column(column.kind, lambda row: column.cell(row[place]))

    return {name: of_part(column) for name, column in columns.items()}


def row_set(columns: Columns, items: Iterable[Any]) -> RowSet:
    """Return a row for each item."""
    return RowSet(
        columns={name: column.kind for name, column in columns.items()},
        values=[[column.cell(item) for column in columns.values()] for item in items],
    )
