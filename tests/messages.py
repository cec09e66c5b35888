"""Every message of the program, found in its source, and the words that none of them uses."""

import ast
import re
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import upcard
from upcard.cli.verbs import parser

SOURCE = Path(upcard.__file__).parent
LEAST_WORDS = 3
SQL = re.compile(
    r"(SELECT|INSERT|CREATE|SET|COPY|WITH|UPDATE|DELETE) |.*\bNEW\."
)  # what a database reads, not a person
MARKUP = re.compile(r'.*(</?(g|path|circle)\b|\bstroke="|\bu[cf]-|\bserif\b)')  # what a browser draws by
# Phrases of a private dialect. Code and file names between backquotes are not looked at.
DIALECT = re.compile(
    r"\b(told|tells?|brings?|brought|anew|hangs? on|beyond all measure|by optimum|falls? together|give the chance)\b",
    re.IGNORECASE,
)


def dialect(text: str) -> list[str]:
    """Return the words of the dialect in a text."""
    return [match[0] for match in DIALECT.finditer(re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL))]


def _docstrings(tree: ast.AST) -> set[ast.AST]:
    return {
        node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    """Write a string as a message: what is filled in stands in braces."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    parts = [str(part.value) if isinstance(part, ast.Constant) else f"{{{_name(part)}}}" for part in node.values]
    return "".join(parts)


def _name(part: ast.expr) -> str:
    """Return the name of what is filled in: the last name that its expression has."""
    names = re.findall(r"[a-z_]{2,}", ast.unparse(part).split("!")[0])
    return names[-1] if names else "…"


def _strings(node: ast.AST, docstrings: set[ast.AST]) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.JoinedStr):
            yield _text(child)
            for part in child.values:
                if isinstance(part, ast.FormattedValue):
                    yield from _strings(part, docstrings)
        elif isinstance(child, ast.Constant) and isinstance(child.value, str) and child not in docstrings:
            yield child.value
        else:
            yield from _strings(child, docstrings)


def is_message(text: str) -> bool:
    """Whether a string is a message: some words of plain text."""
    words = re.findall(r"[A-Za-z][a-z']+", re.sub(r"\{[^}]*\}", "", text))
    return " " in text.strip() and len(words) >= LEAST_WORDS and not SQL.match(text) and not MARKUP.match(text)


def messages_of(path: Path) -> tuple[str, ...]:
    """Return the messages of a module in alphabetical order."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = (" ".join(text.split()) for text in _strings(tree, _docstrings(tree)))
    return tuple(sorted({text for text in texts if is_message(text)}, key=lambda text: (text.casefold(), text)))


@cache  # reading every module takes half a second, and a test for each module wants them
def all_messages() -> dict[str, tuple[str, ...]]:
    """Return the messages of every module that has some."""
    modules = {str(path.relative_to(SOURCE)): messages_of(path) for path in sorted(SOURCE.rglob("*.py"))}
    return {module: messages for module, messages in modules.items() if messages}


def document() -> str:
    """Write docs/messages.md."""
    lines = [
        "# Messages",
        "",
        "Every text of the program that a person reads: messages, findings, refusals, help. `make docs` collects them",
        "from the source; what is filled in stands in braces.",
    ]
    for module, messages in all_messages().items():
        lines += ["", f"## {module}", "", *(f"- {message}" for message in messages)]
    return "\n".join(lines) + "\n"


def help_texts() -> Iterator[tuple[str, str]]:
    """Yield the help of the program and of every verb."""
    top = parser()
    yield "upcard", top.format_help()
    for action in top._actions:
        if isinstance(action, _SubParsersAction):
            for name, verb in action.choices.items():
                assert isinstance(verb, ArgumentParser)
                yield name, verb.format_help()
