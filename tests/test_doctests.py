"""The examples in docstrings run, module by module."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import upcard
from tests.command import ROOT

SOURCE = Path(upcard.__file__).parent
WITH_EXAMPLES = sorted(path for path in SOURCE.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_modules_have_examples() -> None:
    assert len(WITH_EXAMPLES) > 20


@pytest.mark.parametrize("name", [name_of(path) for path in WITH_EXAMPLES])
def test_the_examples_of_a_module_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testmod(import_module(name))
    assert tried
    assert not failed
