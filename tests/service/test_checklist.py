"""Every line of the checklist has a test that stands on it, or a stated reason why not; no line has both."""

import ast

import pytest

from tests.command import ROOT
from tests.service.checklist import ASKED, NOT_DONE


def marked_lines() -> set[str]:
    """Return the lines of the checklist that tests are marked with."""
    lines = set()
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    for text in texts:
        for node in ast.walk(ast.parse(text)) if ".asked(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "asked":
                lines |= {str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)}
    return lines


@pytest.fixture(scope="module")
def marked() -> set[str]:
    return marked_lines()


@pytest.mark.parametrize("line", ASKED)
def test_a_line_has_a_test_or_a_reason(line: str, marked: set[str]) -> None:
    assert (line in marked) is not (line in NOT_DONE)


def test_marks_and_reasons_are_about_lines_of_the_checklist(marked: set[str]) -> None:
    assert marked | set(NOT_DONE) == set(ASKED)
    assert all(reason.strip() for reason in NOT_DONE.values())


def test_every_mark_names_a_line_of_the_checklist() -> None:
    marked = marked_lines()
    assert marked - set(ASKED) == set()
    assert marked >= {"13:69O-1.2(b)", "13:69O-1.2(c)", "13:69O-1.4(e)", "13:69O-1.4(i)", "13:69O-1.8(c)"}
