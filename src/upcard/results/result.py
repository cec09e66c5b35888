"""Results: frozen values whose fields are the keys of their JSON; they are kept on disk and read back as they were.

Every answer is one of them: computed once, returned by the Python API, printed, typeset and served.  Its figures are
fractions and its amounts money; decimals, percentages and texts are made of them only where they are written.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import singledispatch
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, NewType, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from upcard.cards import Card
from upcard.law import Cite
from upcard.money import plain_money, read_plain_money
from upcard.results.amounts import Money

AnyResult = TypeVar("AnyResult", bound="Result")
Progress = Callable[[str, int, int], None]  # takes the name of a step, the parts done, and all its parts


class Approximate(Fraction):
    """A number that was computed in double precision; `error` is a bound of any other error.

    >>> import upcard
    >>> advantage = upcard.price(upcard.Table(decks=6))["blackjack"].house_advantage
    >>> isinstance(advantage, Approximate), round(float(advantage), 6)
    (True, 0.004631)
    """

    __slots__ = ("error",)
    error: float | None

    def __new__(cls, value: Fraction | float, error: float | None = None) -> Self:
        """Return a number, with the bound of its error if it has one."""
        self = super().__new__(cls, value)
        self.error = error or None
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Approximate, (Fraction(self), self.error)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self


def is_exact(number: Fraction) -> bool:
    """Whether a number is exact, not computed in double precision."""
    return not isinstance(number, Approximate)


def exact_or_none(number: Fraction) -> Fraction | None:
    """Return a number that is exact; None for one that was computed in double precision."""
    return number if is_exact(number) else None


def like(value: Fraction, known: Fraction) -> Fraction:
    """Return a number that is exact if what it was computed from is."""
    return Fraction(value) if is_exact(known) else Approximate(value)


def error_of(number: Fraction) -> float | None:
    """Return the bound of a number's error; None if there is no more than that of double precision."""
    return number.error if isinstance(number, Approximate) else None


class Unit(NamedTuple):
    """How the JSON of a fraction names its decimal, and how many of these are one."""

    name: str
    times: int = 1


# Fractions; their JSON is an object with the fraction, if it is exact, and the decimal.
Number = Annotated[Fraction, Unit("decimal")]
Share = Annotated[Fraction, Unit("percent", 100)]
Dollars = Annotated[Fraction, Unit("dollars")]
MeanCents = NewType("MeanCents", float)  # an amount that need not be whole cents; written to the cent


def plain_mean(amount: float) -> str:
    """Write an amount that need not be whole cents, to the cent."""
    return plain_money(round(amount))


class Key(NamedTuple):
    """A key of the JSON of a result: the field behind it, the type of its values, and how it is written."""

    name: str
    field: str
    kind: Any
    is_optional: bool  # left out where it is None
    is_inline: bool  # its own keys are written in its place


def keyed(key: str) -> Any:
    """Return a field that is None by default, and whose key in JSON is another word than its name."""
    return field(default=None, metadata={"key": key})


def renamed(key: str) -> Any:
    """Return a field whose key in JSON is another word than its name."""
    return field(metadata={"key": key})


def inline() -> Any:
    """Return a field whose keys stand among those of the result that it is part of."""
    return field(metadata={"inline": True})


def inline_or_none() -> Any:
    """Return a field whose keys stand among those of the result that it is part of, if it is not None."""
    return field(default=None, metadata={"inline": True})


def not_written(default: Any = MISSING) -> Any:
    """Return a field that only the program itself uses: it is not an answer."""
    return field(default=default, metadata={"written": False}, compare=False)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Result:
    """A result whose fields are JSON keys, in that order, each written by its type.

    A field with a default is left out where it is None; `from_` is the key "from", which is no Python name.
    """

    # Written once here, not by dataclass for every result: that would take a tenth of the start of `upcard price`.
    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _values(self) == _values(other)

    def __hash__(self) -> int:
        return hash((type(self), _values(self)))

    def __repr__(self) -> str:
        names = [key.field for key in keys_of(type(self))]
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON values."""
        return json_of(self)


@singledispatch
def as_result(value: Any) -> Result:
    """Return a value of the rules or the engine as the result that it is in an answer."""
    raise TypeError(f"{type(value).__name__} is not part of any answer")


def json_of(result: Result) -> dict[str, Any]:
    """Return a result as JSON values."""
    return _written(result, JSON)


def stored(result: Result) -> dict[str, Any]:
    """Return a result as JSON values from which `restored` makes it again, every number as it is."""
    return _written(result, STORED)


def restored(kind: type[AnyResult], values: Mapping[str, Any]) -> AnyResult:
    """Return the result that `stored` wrote; raise KeyError, TypeError or ValueError if it did not."""
    found = {}
    for key in keys_of(kind):
        if key.is_inline:
            found[key.field] = next((_restored_part(part, values) for part in members_of(key.kind)), None)
        elif not key.is_optional or key.name in values:
            found[key.field] = _read(key.kind, values[key.name])
    return kind(**found)


def _restored_part(kind: Any, values: Mapping[str, Any]) -> Result | None:
    """Return a result whose keys stand among those of another; None if they do not."""
    return restored(kind, values) if kind is not NoneType and _names(kind)[0] <= values.keys() else None


_KEYS: dict[type[Result], tuple[Key, ...]] = {}


def keys_of(kind: type[Result]) -> tuple[Key, ...]:
    """Return the keys of a class of results, found once."""
    if kind not in _KEYS:
        kinds = get_type_hints(kind, include_extras=True)
        _KEYS[kind] = tuple(
            Key(
                each.metadata.get("key", each.name.rstrip("_")),
                each.name,
                kinds[each.name],
                each.default is None,
                each.metadata.get("inline", False),
            )
            for each in fields(kind)
            if each.metadata.get("written", True)
        )
    return _KEYS[kind]


def _values(result: Result) -> tuple[Any, ...]:
    return tuple(getattr(result, key.field) for key in keys_of(type(result)))


class Style(NamedTuple):
    """How numbers are written: for readers, or so that they can be read back as they are."""

    fraction: Callable[[Fraction, Unit | None], object]
    mean_cents: Callable[[float], object]


def _json_number(value: Fraction, unit: Unit | None) -> object:
    if unit is None:
        return str(value)
    fraction = str(value) if is_exact(value) else None
    written: dict[str, object] = {"fraction": fraction, unit.name: float(unit.times * value)}
    return written if error_of(value) is None else {**written, "error": error_of(value)}


def _stored_number(value: Fraction, _: Unit | None) -> object:
    """Return a number as text; a list with the bound of its error if it was computed in double precision."""
    return str(value) if is_exact(value) else [str(value), error_of(value)]


JSON = Style(_json_number, plain_mean)
STORED = Style(_stored_number, float)


def _written(result: Result, style: Style) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for key in keys_of(type(result)):
        value = getattr(result, key.field)
        if key.is_inline:
            written |= value if isinstance(value, Mapping) else {} if value is None else _written(value, style)
        elif value is not None or not key.is_optional:
            written[key.name] = _write(key.kind, value, style)
    return written


def _write(kind: Any, value: Any, style: Style) -> object:
    if value is None or isinstance(value, str | bool) or kind is Any:
        return value
    if isinstance(value, Money | Cite | Card):
        return str(value)
    if isinstance(value, Result):
        return _written(value, style)
    kind = _member(kind, value, _is_of)
    if kind is MeanCents:
        return style.mean_cents(value)
    if isinstance(value, Fraction):
        return style.fraction(value, unit_of(kind))
    if isinstance(value, tuple | frozenset):
        item = get_args(kind)[0]
        return [_write(item, each, style) for each in value]
    if isinstance(value, Mapping):
        name, item = get_args(kind)
        return {_write(name, key, style): _write(item, each, style) for key, each in value.items()}
    return _plain(value, style)


def _plain(value: Any, style: Style) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    return _written(as_result(value), style) if is_dataclass(value) else value


def _read(kind: Any, value: Any) -> Any:
    kind = _member(kind, value, _is_stored)
    shape = shape_of(kind)
    if kind is MeanCents:
        return MeanCents(float(value))
    if shape is Fraction:
        return Fraction(value) if isinstance(value, str) else Approximate(Fraction(value[0]), value[1])
    if shape is Money:
        return Money(read_plain_money(value))
    if shape is tuple:
        item = get_args(kind)[0]
        return tuple(_read(item, each) for each in value)
    if shape is Mapping:
        name, item = get_args(kind)
        return {_read(name, key): _read(item, each) for key, each in value.items()}
    if issubclass(shape, Result):
        return restored(shape, value)
    return shape(value) if issubclass(shape, Enum) else value


def unit_of(kind: Any) -> Unit | None:
    """Return the unit in which a fraction is written besides; None if it is written as a fraction alone."""
    return kind.__metadata__[0] if get_origin(kind) is Annotated else None


def shape_of(kind: Any) -> Any:
    """Return the class of the values of a type."""
    if get_origin(kind) is Annotated:
        return get_args(kind)[0]
    return get_origin(kind) or getattr(kind, "__supertype__", kind)


def members_of(kind: Any) -> tuple[Any, ...]:
    """Return the types of a union; a type that is not a union alone."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _member(kind: Any, value: Any, belongs: Callable[[Any, Any], bool]) -> Any:
    """Return the member of a union to which a value belongs; a type that is not a union as it is."""
    members = members_of(kind)
    if len(members) == 1:
        return kind
    for member in members:
        if belongs(member, value):
            return member
    raise TypeError(f"a {type(value).__name__} is not one of {kind}")


def _is_of(kind: Any, value: Any) -> bool:
    """Whether a value of a result is of this type."""
    shape = shape_of(kind)
    return isinstance(value, int | float) if shape is float else isinstance(value, shape)


def _is_stored(kind: Any, value: Any) -> bool:
    """Whether a JSON value is what a value of this type was stored as."""
    shape = shape_of(kind)
    if isinstance(value, list):
        return shape in (tuple, Fraction)
    if isinstance(value, dict):
        return shape is Mapping or (isinstance(shape, type) and issubclass(shape, Result) and _fits(shape, value))
    return (shape is NoneType) == (value is None) and shape not in (tuple, Mapping)


def _fits(kind: type[Result], names: Iterable[str]) -> bool:
    """Whether these are the keys of this result."""
    required, known = _names(kind)
    return required <= set(names) <= known


def _names(kind: type[Result]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys that a result always has, and all that it may have."""
    required, known = set[str](), set[str]()
    for key in keys_of(kind):
        parts = [_names(part) for part in members_of(key.kind) if part is not NoneType] if key.is_inline else []
        known |= {key.name} if not parts else {name for _, every in parts for name in every}
        if not key.is_optional:
            required |= {key.name} if not parts else {name for always, _ in parts for name in always}
    return frozenset(required), frozenset(known)
