"""The code and the tests that cite each paragraph, found in their sources."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from upcard.law import CODE, cite

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "upcard"
FULL = re.compile(r"\b(?:13:69[DEF]|19:4[567])-\d+\.\d+[A-Z]?(?:\([a-z]{1,2}\)\d*[ivx]*)?")
RELATIVE = re.compile(r"\([a-z]{1,2}\)\d*[ivx]*")


def cites_in_code(path: Path) -> Iterator[str]:
    """Yield the current number of every paragraph that a module cites, in a call, a text or a comment."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    names = _names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from (_current(number) for number in FULL.findall(_without_examples(node.value)))
        elif (number := _cited(node, names)) is not None:
            yield _current(number)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield from _in_comment(token.string, names.get("LAW"), path)


def _without_examples(text: str) -> str:
    """Return a docstring without its examples, which show citations and follow none."""
    return re.sub(r"^\s*>>> .*(?:\n.+)*", "", text, flags=re.MULTILINE)


def _in_comment(comment: str, law: str | None, file: Path) -> Iterator[str]:
    yield from (_current(number) for number in FULL.findall(comment))
    if re.match(r"# \([a-z]{1,2}\)", comment):
        assert law is not None, f"{file}: the comment '{comment}' cites a paragraph, but the module has no LAW"
        yield from (_current(law + path) for path in RELATIVE.findall(FULL.sub("", comment)))


def _names(tree: ast.Module) -> dict[str, str]:
    """Return the citations that a module has bound to names."""
    names: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Name):
            number = _cited(node.value, names)
            if number is not None:
                names[target.id] = number
    return names


def _cited(node: ast.AST, names: dict[str, str]) -> str | None:
    match node:
        case ast.Call(func=ast.Name(id="cite"), args=[ast.Constant(value=str(number))]):
            return number
        case ast.Call(func=ast.Attribute(value=base, attr="sub"), args=[ast.Constant(value=str(path))]):
            above = names.get(base.id) if isinstance(base, ast.Name) else _cited(base, names)
            return above + path if above is not None else None
        case _:
            return None


def _current(number: str) -> str:
    """Return the current number; fail on a citation that resolves nowhere."""
    return cite(number).paragraph.number


def cites_in_tests(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each paragraph that a test is marked with, and the test's name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    shared = [number for node in tree.body if isinstance(node, ast.Assign) for number in _marks([node.value])]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for number in (*shared, *_marks(node.decorator_list)):
                yield cite(number).paragraph.number, f"{path.relative_to(ROOT).as_posix()}::{node.name}"


def _marks(nodes: list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="cite"), args=arguments):
                for argument in arguments:
                    assert isinstance(argument, ast.Constant)
                    yield str(argument.value)


def cites_in_transcript(path: Path) -> Iterator[str]:
    """Yield each paragraph by which something happens in a golden transcript; findings about its table are none."""
    transcript = re.sub(r"\Afindings about the table.*\n(?:  .*\n)*", "", path.read_text(encoding="utf-8"))
    for number in re.findall(r"\[((?:13:69|19:4)[^\],]+)[^\]]*\]", transcript):
        yield _current(number)


NO_CITATIONS: dict[str, list[str]] = {"code": [], "tests": [], "rounds": []}


@cache
def index() -> dict[str, dict[str, list[str]]]:
    """Return for every paragraph cited the modules, the tests and the golden rounds that cite it."""
    rows: dict[str, dict[str, set[str]]] = {}

    def note(number: str, kind: str, name: str) -> None:
        rows.setdefault(number, {"code": set(), "tests": set(), "rounds": set()})[kind].add(name)

    for path in sorted(SOURCE.rglob("*.py")):
        for number in cites_in_code(path):
            note(number, "code", path.relative_to(SOURCE).as_posix())
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for number, test in cites_in_tests(path):
            note(number, "tests", test)
    for path in sorted((ROOT / "tests" / "golden").glob("*.txt")):
        for number in cites_in_transcript(path):
            note(number, "rounds", path.stem)
    order = [paragraph.number for paragraph in CODE.paragraphs]
    return {number: {kind: sorted(names) for kind, names in rows[number].items()} for number in order if number in rows}


def readings_in_tests() -> set[int]:
    """Return the Readings that a test or a golden round names."""
    named: set[int] = set()
    for path in [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tests" / "golden").glob("*.toml")]:
        for listed in re.findall(r"# .*?\breadings?:? ((?:\d+(?:, )?)+)", path.read_text(encoding="utf-8")):
            named |= {int(number) for number in re.findall(r"\d+", listed)}
    return named
