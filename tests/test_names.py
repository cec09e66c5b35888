"""Names: each class once in the package."""

import ast
from collections import defaultdict
from pathlib import Path

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
