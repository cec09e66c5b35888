"""The guide to Python, and the notebook made from it: every example runs and prints what is shown."""

import ast
import doctest
import subprocess
import sys

import pytest

from tests.command import ROOT
from tests.python_guide import GUIDE, PROGRAM

MOST_LINES = 40
SAMPLE = 4  # cells; make test-notebook runs all


def test_the_examples_of_the_guide_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(GUIDE), module_relative=False)
    assert tried > 50
    assert not failed


def test_the_engine_is_embedded_in_forty_lines() -> None:
    tree = ast.parse(PROGRAM.read_text(encoding="utf-8"))
    parts = [node for node in tree.body if not (isinstance(node, ast.FunctionDef) and node.name == "write")]
    for node in parts:
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
            del node.body[0]
    code = [ast.unparse(node) for node in parts if not isinstance(node, ast.Expr)]
    assert len("\n".join(code).splitlines()) <= MOST_LINES


def test_a_sample_of_the_notebook_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.run_notebook", str(SAMPLE)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"{SAMPLE} cells run\n"
