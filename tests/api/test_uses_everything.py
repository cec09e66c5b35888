"""The typed program runs, names everything that is public, and both type checkers pass it."""

import re
from pathlib import Path

from tools.reference_page import classes, functions, members

import upcard
from tests.api import uses_everything
from tests.command import ROOT

SOURCE = Path(uses_everything.__file__).read_text(encoding="utf-8")


def test_it_runs(tmp_path: Path) -> None:
    assert uses_everything.main(ROOT / "tables", tmp_path) == (upcard.__version__, "10.00")


def test_it_uses_every_public_name() -> None:
    assert [name for name in functions() if f"upcard.{name}(" not in SOURCE] == []
    program = SOURCE.partition("\n)\n")[2]  # after the imports
    assert [name for name in classes() if not re.search(rf"\b{name}\b", program)] == []
    public = {name for kind in classes().values() for name in members(kind)}
    assert [name for name in sorted(public) if not re.search(rf"\.{name}\b", program)] == []
