"""Every public name has a docstring, types and an example."""

import doctest
import inspect
import pydoc
import re
from typing import Any

import pytest
from tools.python_guide import GUIDE
from tools.reference_page import classes, document, function_of, functions, members, public

import upcard

GUIDE_CODE = "".join(example.source for example in doctest.DocTestParser().get_examples(GUIDE.read_text("utf-8")))
MEMBERS = [(name, member) for name, kind in classes().items() for member in members(kind)]


def docstring(value: Any) -> str:
    """Return a docstring that somebody wrote: not that of a base, nor one that a decorator made."""
    text = vars(value).get("__doc__") if isinstance(value, type) else value.__doc__
    return "" if text is None or text.startswith(f"{value.__name__}(") else str(text)


def untyped(function: Any) -> list[str]:
    """Return the parameters without a type, and "return" if what it returns has none."""
    signature = inspect.signature(function)
    parameters = [each for each in signature.parameters.values() if each.name not in ("self", "cls")]
    missing = [each.name for each in parameters if each.annotation is inspect.Parameter.empty]
    return missing + ["return"] * (signature.return_annotation is inspect.Signature.empty)


def has_example(name: str, value: Any) -> bool:
    return ">>> " in docstring(value) or bool(re.search(rf"\bupcard\.{name}\b", GUIDE_CODE))


@pytest.mark.parametrize("name", public())
def test_a_public_name_has_a_docstring_types_and_an_example(name: str) -> None:
    value = public()[name]
    assert docstring(value)
    assert has_example(name, value)
    assert not callable(value) or isinstance(value, type) or untyped(value) == []


@pytest.mark.parametrize(("name", "member"), MEMBERS, ids=[f"{name}.{member}" for name, member in MEMBERS])
def test_a_public_method_or_property_has_a_docstring_and_types(name: str, member: str) -> None:
    function = function_of(members(classes()[name])[member])
    assert docstring(function)
    assert untyped(function) == []


def test_the_searches_find_what_is_missing() -> None:
    def bare(argument, *others, keyword=1):  # type: ignore[no-untyped-def]  # that is the point
        return argument, others, keyword

    assert untyped(bare) == ["argument", "others", "keyword", "return"]
    assert not docstring(bare)
    assert not has_example("bare", bare)
    assert not docstring(type("Derived", (upcard.Table,), {}))


def test_the_reference_and_help_have_every_public_name() -> None:
    page, shown = document(), pydoc.plain(pydoc.render_doc(upcard))
    for name in (*functions(), *classes()):
        assert re.search(rf"^### `{name}[`(]", page, re.MULTILINE), name
    for name, member in MEMBERS:
        assert member in page, f"{name}.{member}"
    for name in classes():
        assert re.search(rf"^    class {name}[(:]", shown, re.MULTILINE), name
    for name in functions():
        assert re.search(rf"^    {name}\(", shown, re.MULTILINE), name
    assert set(dir(upcard)) == set(upcard.__all__)
