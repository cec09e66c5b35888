"""The reference of the public names, made from their docstrings and signatures."""

import ast
import dataclasses
import inspect
import re
import textwrap
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from types import FunctionType
from typing import Any, is_typeddict

import upcard
from upcard.results.rows import TabularData

PLAIN = {"__arrow_c_stream__"}  # not named as if it were private
ALIASES = {
    "MoneyGiven": 'an amount: `"10.00"`, a `Decimal` or `Money`',
    "AmountsGiven": "an amount, or one for each spot",
    "CardsGiven": '`"Ah Ts"`, a `Card`, or several',
    "ShareGiven": 'a share of the whole: `0.75`, `"75%"`, a `Decimal` or `Fraction`',
    "CommandGiven": "a command of the engine, or its JSON ([schema](schema/command.json))",
    "StrategyFunction": "a function that takes a `HandToPlay` and returns one of its plays",
    "Number": "a `Fraction`; one that was computed in double precision is an `Approximate`, which is a `Fraction` too",
    "Share": "the same, of the whole; its JSON has it in percent",
    "Dollars": "the same, in dollars",
    "Value": "`str`, `int`, `float`, `bool` or `None`",
    "Words": "by hand, then upcard: a play in the rule's words",
}


def public() -> dict[str, Any]:
    """Return every public name with its value, but the version."""
    return {name: getattr(upcard, name) for name in upcard.__all__ if name != "__version__"}


def functions() -> dict[str, FunctionType]:
    """Return the public functions."""
    return {name: value for name, value in public().items() if isinstance(value, FunctionType)}


def classes() -> dict[str, type]:
    """Return the public classes."""
    return {name: value for name, value in public().items() if isinstance(value, type)}


def members(kind: type) -> dict[str, Any]:
    """Return the public methods and properties of a class, with those of the classes of ours that it stands on."""
    public_members: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("upcard"):
            public_members |= {name: value for name, value in vars(base).items() if _is_member(name, value)}
    return public_members


def _is_member(name: str, value: Any) -> bool:
    kinds = (FunctionType, property, cached_property, classmethod, staticmethod)
    return isinstance(value, kinds) and (name in PLAIN or not name.startswith("_"))


def function_of(member: Any) -> FunctionType:
    """Return the function behind a method or property."""
    if isinstance(member, property):
        member = member.fget
    elif isinstance(member, cached_property):
        member = member.func
    function = getattr(member, "__func__", member)
    assert isinstance(function, FunctionType)
    return function


def document() -> str:
    """Return the page."""
    lines = [
        "# Reference",
        "",
        "Generated from the code by `make docs`. [python.md](python.md) shows how it is used.",
        "",
    ]
    lines += [
        "Types that arguments and results may have:",
        "",
        *(f"- `{name}`: {means}" for name, means in ALIASES.items()),
        "",
    ]
    lines += ["## Functions", ""]
    for name, function in functions().items():
        lines += [f"### `{name}`", "", "```python", _call(name, function, most=100), "```", "", *_words(function), ""]
    lines += ["## Results in rows", "", *_words(TabularData), "", *_class(TabularData, shown=True), "## Classes", ""]
    for name, kind in classes().items():
        lines += [f"### `{name}`", "", *_words(kind), "", *_class(kind)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _class(kind: type, *, shown: bool = False) -> Iterator[str]:
    own = {name: member for name, member in members(kind).items() if shown or not _is_of_rows(kind, name)}
    rows = [*_fields(kind), *(_member(name, member) for name, member in own.items())]
    if rows:
        yield from (*rows, "")
    if issubclass(kind, TabularData) and not shown:
        yield "In rows, as every `TabularData`."
        yield ""


def _is_of_rows(kind: type, name: str) -> bool:
    return issubclass(kind, TabularData) and name in vars(TabularData)


def _member(name: str, member: Any) -> str:
    function = function_of(member)
    is_value = isinstance(member, property | cached_property)
    title = f"{name}: {_returns(function)}" if is_value else _call(name, function)
    (words, *_) = (inspect.getdoc(function) or "").split("\n")
    return f"- `{title}`: {words}"


def _fields(kind: type) -> Iterator[str]:
    """Yield the fields of a record with what a comment says of each, the words of an enum, the keys of a mapping."""
    if issubclass(kind, Enum):
        yield from (f'- `{each.name}`: "{each.value}"' for each in kind)
        return
    if not (dataclasses.is_dataclass(kind) or is_typeddict(kind) or hasattr(kind, "_fields")):
        return
    source = textwrap.dedent(inspect.getsource(kind))
    (node,) = ast.parse(source).body
    assert isinstance(node, ast.ClassDef)
    lines = source.splitlines()
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and each.target.id[0] != "_":
            comment = lines[(each.end_lineno or each.lineno) - 1].partition("  # ")[2]
            yield f"- `{each.target.id}: {ast.unparse(each.annotation)}`" + (f": {comment}" if comment else "")


def _definition(function: FunctionType) -> ast.FunctionDef:
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(node, ast.FunctionDef)
    return node


def _call(name: str, function: FunctionType, most: int = 1000) -> str:
    """Return the signature of a function on a line, or with a line for each argument if that is too long."""
    node, parameters = _definition(function), inspect.signature(function).parameters
    for place, (argument, default) in enumerate(zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)):
        if isinstance(default, ast.Name):  # the value that it stands for
            node.args.kw_defaults[place] = ast.Constant(parameters[argument.arg].default)
    for arguments in (node.args.posonlyargs, node.args.args):
        arguments[:] = [argument for argument in arguments if argument.arg not in ("self", "cls")]
    parts = re.sub(r"(?<=[\w\])])=(?=[\w'(\"])", " = ", ast.unparse(node.args)).removeprefix("/, ")
    call = f"{name}({parts}) -> {_returns(function)}"
    if len(call) <= most:
        return call
    lines = "".join(f"    {part},\n" for part in re.split(r", (?![^\[]*\])", parts))
    return f"{name}(\n{lines}) -> {_returns(function)}"


def _returns(function: FunctionType) -> str:
    node = _definition(function)
    return ast.unparse(node.returns).strip("'") if node.returns else ""


def _words(value: Any) -> Iterator[str]:
    """Yield a docstring: its paragraphs, and its examples as code."""
    paragraphs = (inspect.getdoc(value) or "").split("\n\n")
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield ""
        yield f"```python\n{paragraph}\n```" if paragraph.startswith(">>> ") else paragraph
