"""The compiled dynamic programs: functions with the names and parameters of `programs.h`, taking objects of Python.

cffi knows the types that the header declares, and every argument is turned into the type found there: bytes and arrays
into arrays of C, an object into a structure with its attributes as fields, a list into an array of structures.
"""

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from upcard.exact.blackjack._programs import ffi, lib

# Any: the objects of cffi have no types.
FORMATS = {"double": "d", "uint8_t": "B", "int16_t": "h", "int32_t": "i", "int64_t": "q"}  # of the items of a buffer

_structures: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()  # of each object, so that one list of hands is one list
_fields: WeakKeyDictionary[Any, list[Any]] = WeakKeyDictionary()  # of each structure: what it points to


def _buffer(kind: Any) -> Callable[[Any], Any]:
    """Return what turns a buffer into an array of C, or None into no array."""
    name, code = f"{kind.item.cname}[]", FORMATS[kind.item.cname]

    def convert(value: Any) -> Any:
        if value is None:
            return ffi.NULL
        if memoryview(value).format != code:
            raise TypeError(f"not a buffer of {kind.item.cname}: {value!r}")
        return ffi.from_buffer(name, value)

    return convert


def _structure(kind: Any) -> Callable[[Any], Any]:
    """Return what turns an object into a structure, or a list of objects into an array of structures."""
    fields = [(name, _converter(field.type)) for name, field in kind.item.fields]

    def filled(value: Any) -> dict[str, Any]:
        return {name: convert(getattr(value, name)) for name, convert in fields}

    def convert(value: Any) -> Any:
        if isinstance(value, list):
            every = [filled(one) for one in value]
            made = ffi.new(f"{kind.item.cname}[]", every)
            _fields[made] = every
            return made
        if value not in _structures:
            of_value = filled(value)
            made = ffi.new(kind, of_value)
            _fields[made] = [of_value]
            _structures[value] = made
        return _structures[value]

    return convert


def _pointers(kind: Any) -> Callable[[Any], Any]:
    """Return what turns a sequence of objects into an array of pointers to structures."""
    convert, name = _structure(kind.item), f"{kind.item.cname}[]"
    return lambda values: ffi.new(name, [convert(value) for value in values])


def _converter(kind: Any) -> Callable[[Any], Any]:
    """Return what turns an argument, or an attribute of one, into a type of C."""
    if kind.kind != "pointer":
        return lambda value: value
    make = {"struct": _structure, "pointer": _pointers}.get(kind.item.kind, _buffer)
    return make(kind)


class Program:
    """A compiled program."""

    def __init__(self, name: str) -> None:
        self.run = getattr(lib, name)
        self.converters = [_converter(kind) for kind in ffi.typeof(self.run).args]

    def __call__(self, *arguments: Any) -> Any:
        """Run the program; raise MemoryError if it had no room."""
        taken = [convert(value) for convert, value in zip(self.converters, arguments, strict=True)]
        result = self.run(*taken)
        if result is not None and result < 0:
            raise MemoryError
        return result


def __getattr__(name: str) -> Program:
    if name not in dir(lib):
        raise AttributeError(name)
    program = globals()[name] = Program(name)
    return program
