"""Reports: frozen values whose fields are the keys of their JSON, and that are read back from it as they were."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, NamedTuple, NewType, Self, Union, get_args, get_origin, get_type_hints

from upcard.money import Cents, plain_money, read_plain_money

MeanCents = NewType("MeanCents", float)  # an amount that need not be whole cents; written to the cent
ReportProgress = Callable[[str, int, int], None]  # takes the name of a step, the parts done, and all its parts


class ReportKey(NamedTuple):
    """A JSON key of a report: the field behind it, the type of its values, and whether it may be left out."""

    name: str
    field: str
    kind: Any
    optional: bool


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Report:
    """A report whose fields are JSON keys, in that order, each written by its type.

    A field with a default is left out where it is None; `from_` is the key "from", which is no Python name.
    """

    # Written once here, not by dataclass for every report: that would take a tenth of the start of `upcard price`.
    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    __hash__ = None  # type: ignore[assignment]  # reports hold lists and dictionaries

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def to_dict(self) -> dict[str, object]:
        """Return the report as JSON values."""
        values = ((key, getattr(self, key.field)) for key in _keys(type(self)))
        return {key.name: _write(key.kind, value) for key, value in values if not key.optional or value is not None}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the report that `to_dict` wrote; raise KeyError, TypeError or ValueError if it did not."""
        present = (key for key in _keys(cls) if not key.optional or key.name in values)
        return cls(**{key.field: _read(key.kind, values[key.name]) for key in present})


_KEYS: dict[type[Report], tuple[ReportKey, ...]] = {}


def _keys(report: type[Report]) -> tuple[ReportKey, ...]:
    """Return the keys of a class of reports, found once."""
    if report not in _KEYS:
        kinds = get_type_hints(report)
        _KEYS[report] = tuple(
            ReportKey(each.name.rstrip("_"), each.name, kinds[each.name], each.default is None)
            for each in fields(report)
        )
    return _KEYS[report]


def _write(kind: Any, value: Any) -> object:
    if isinstance(value, Report):
        return value.to_dict()
    kind = _member(kind, value, _is_of)
    if kind is Cents:
        return plain_money(value)
    if kind is MeanCents:
        return plain_money(round(value))
    if isinstance(value, tuple):
        item = get_args(kind)[0]
        return [_write(item, each) for each in value]
    if isinstance(value, Mapping):
        name, item = get_args(kind)
        return {_write(name, key): _write(item, each) for key, each in value.items()}
    if isinstance(value, Enum):
        return value.value
    return str(value) if isinstance(value, Fraction) else value


def _read(kind: Any, value: Any) -> Any:
    kind = _member(kind, value, _is_written)
    if kind is Cents:
        return read_plain_money(value)
    if kind is MeanCents:
        return MeanCents(100 * float(value))
    if get_origin(kind) is tuple:
        item = get_args(kind)[0]
        return tuple(_read(item, each) for each in value)
    if get_origin(kind) is Mapping:
        name, item = get_args(kind)
        return {_read(name, key): _read(item, each) for key, each in value.items()}
    if issubclass(kind, Report):
        return kind.from_dict(value)
    return kind(value) if issubclass(kind, Enum | Fraction) else value


def _member(kind: Any, value: Any, belongs: Callable[[Any, Any], bool]) -> Any:
    """Return the member of a union to which a value belongs; a type that is no union as it is."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    for member in get_args(kind):
        if belongs(member, value):
            return member
    raise TypeError(f"a {type(value).__name__} is none of {kind}")


def _is_of(kind: Any, value: Any) -> bool:
    """Whether a value of a report is of this type."""
    shape = get_origin(kind) or getattr(kind, "__supertype__", kind)
    return isinstance(value, int | float) if shape is float else isinstance(value, shape)


def _is_written(kind: Any, value: Any) -> bool:
    """Whether a JSON value is what a value of this type was written as."""
    shape = get_origin(kind) or kind
    if isinstance(value, list):
        return shape is tuple
    if isinstance(value, dict):
        return shape is Mapping or (isinstance(shape, type) and issubclass(shape, Report) and _fits(shape, value))
    return (shape is NoneType) == (value is None) and shape not in (tuple, Mapping)


def _fits(report: type[Report], names: Iterable[str]) -> bool:
    """Whether these are the keys of this report."""
    keys = _keys(report)
    return {key.name for key in keys if not key.optional} <= set(names) <= {key.name for key in keys}


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Number(Report):
    """A number as a decimal, and as a fraction if it is exact; or with a bound of its error."""

    fraction: Fraction | None
    decimal: float
    error: float | None = None  # None: no more than that of double precision


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Percentage(Report):
    """A share in percent, and as a fraction if it is exact."""

    fraction: Fraction | None
    percent: float


def number(value: Fraction, *, exact: bool = True) -> Number:
    """Return a number; without its fraction if it was computed in double precision."""
    return Number(fraction=value if exact else None, decimal=float(value))


def percentage(value: Fraction, *, exact: bool = True) -> Percentage:
    """Return a share in percent; without its fraction if it was computed in double precision."""
    return Percentage(fraction=value if exact else None, percent=float(100 * value))
