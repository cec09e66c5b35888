"""The guide to Python, and the notebook made from it: every example runs and prints what is shown."""

import doctest
import subprocess
import sys

import pytest
from tools.python_guide import GUIDE

from tests.command import ROOT

SAMPLE = 4  # cells; make test-notebook runs all


def test_the_examples_of_the_guide_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(GUIDE), module_relative=False)
    assert tried > 50
    assert not failed


def test_a_sample_of_the_notebook_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.run_notebook", str(SAMPLE)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"{SAMPLE} cells run\n"
