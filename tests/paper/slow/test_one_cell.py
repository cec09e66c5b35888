"""One cell of a pay table, changed in a copy of the definitions, changes all that is printed, priced and paid of it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.command import ROOT
from tests.paper.documents import pages_of

CELL = '"A": pay_table(BUSTS, 250, 50, 15, 4, 2, 2)'  # Buster, pay table A: 3 cards pay 2 to 1
CHANGED = '"A": pay_table(BUSTS, 250, 50, 15, 4, 2, 3)'
TABLE = ("seven-seats", "--set", "wager.buster.pay_table=A")
ROUND = """
table = "buster"
shoe = "Th Ts 9d 6c Kh"
[[seat]]
number = 1
wagers = { blackjack = "10.00", buster = "1.00" }
decisions = ["stand"]
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy") / "src"
    shutil.copytree(ROOT / "src", folder, ignore=shutil.ignore_patterns("__pycache__"))
    definition = folder / "upcard/wagers/buster.py"
    text = definition.read_text()
    assert text.count(CELL) == 1
    definition.write_text(text.replace(CELL, CHANGED))
    return folder


def run(source: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "upcard", *arguments],
        cwd=source.parent,
        env={**os.environ, "PYTHONPATH": str(source), "UPCARD_CACHE": ""},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def answered(source: Path, *arguments: str) -> Any:
    return json.loads(run(source, *arguments, "--json"))


def text_of(source: Path, folder: Path, verb: str, *more: str) -> str:
    """Return the text of a document without its fingerprint and the dots between words and values."""
    file = folder / f"{source.parent.name}.pdf"
    run(source, verb, *TABLE, *more, str(file))
    text = "".join(pages_of(file.read_bytes()))
    return re.sub(r"fingerprint[0-9a-f]{64}|\.{3,}", "", text)


@pytest.mark.parametrize(
    "verb", [("layout", "-o"), ("sign", "-o"), ("sign", "--size", "rail", "-o"), ("check", "--report")]
)
def test_felt_sign_and_filing_change_in_that_cell_and_nowhere_else(
    verb: tuple[str, ...], copy: Path, tmp_path: Path
) -> None:
    before, after = (text_of(source, tmp_path, *verb) for source in (ROOT / "src", copy))
    assert before.count("3cards2to1") == 1
    assert before.replace("3cards2to1", "3cards3to1") == after


def test_the_fingerprint_changes(copy: Path) -> None:
    before, after = (answered(source, "sign", *TABLE)["fingerprint"] for source in (ROOT / "src", copy))
    assert before != after


def test_the_price_of_that_wager_changes_and_of_no_other(copy: Path) -> None:
    before, after = (answered(source, "price", *TABLE)["wagers"] for source in (ROOT / "src", copy))
    changed = [one["wager"] for one, other in zip(before, after, strict=True) if one != other]
    assert changed == ["buster"]


def test_a_round_is_settled_by_the_changed_cell(copy: Path, tmp_path: Path) -> None:
    (tmp_path / "round.toml").write_text(ROUND)
    rulings = [answered(source, "deal", "--round", str(tmp_path / "round.toml")) for source in (ROOT / "src", copy)]
    nets = [{each["wager"]: each["net"] for each in ruling["seats"][0]["wagers"]} for ruling in rulings]
    assert nets == [{"blackjack": "10.00", "buster": "2.00"}, {"blackjack": "10.00", "buster": "3.00"}]
