"""Names: each class once in the package, and no module hidden behind another name of its package."""

import ast
import sys
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import upcard

SOURCE = Path(upcard.__file__).parent


def classes() -> dict[str, list[str]]:
    homes = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(str(path.relative_to(SOURCE)))
    return homes


def test_no_class_name_stands_twice() -> None:
    assert {name: homes for name, homes in classes().items() if len(homes) > 1} == {}


VERBS = {"upcard": {"wagers"}}  # a verb, whatever is imported; its package is reached by `from upcard.wagers import`
PACKAGES = [SOURCE, *(path.parent for path in sorted(SOURCE.glob("*/**/__init__.py")))]


def bound(folder: Path, package: str) -> set[str]:
    """Return the names that a package binds, but for its own modules."""
    names: set[str] = set()
    for node in ast.walk(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and node.module != package):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda folder: folder.name)
def test_no_module_is_shadowed_by_another_name_of_its_package(folder: Path) -> None:
    modules = {module.name for module in iter_modules([str(folder)])}
    package = import_module(".".join(folder.relative_to(SOURCE.parent).parts))
    verbs = VERBS.get(package.__name__, set())
    assert bound(folder, package.__name__) & modules == verbs
    for name in modules - {"__main__"} - verbs:
        assert getattr(package, name, None) is sys.modules.get(f"{package.__name__}.{name}")


def test_a_verb_is_no_module_whatever_is_imported() -> None:
    import_module("upcard.wagers")
    assert callable(upcard.wagers)
    assert upcard.wagers is import_module("upcard.api.registry").wagers
