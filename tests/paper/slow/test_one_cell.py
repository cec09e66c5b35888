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


def leaves(value: Any, path: str = "") -> dict[str, Any]:
    """Return every value of a JSON by its path."""
    if isinstance(value, dict):
        parts = {f"{path}.{key}": each for key, each in value.items()}
    elif isinstance(value, list):
        parts = {f"{path}[{place}]": each for place, each in enumerate(value)}
    else:
        return {path: value}
    return {deeper: leaf for at, part in parts.items() for deeper, leaf in leaves(part, at).items()}


def test_the_par_sheet_changes_in_that_wager_and_in_the_hold_that_has_it(copy: Path) -> None:
    before, after = (answered(source, "par", *TABLE) for source in (ROOT / "src", copy))
    keys = [wager["key"] for wager in before["wagers"]]
    place = keys.index("buster")
    held = [hold["wager"] for hold in before["play"]["holds"]].index("buster")
    allowed = (f".wagers[{place}].", f".play.holds[{held}].", ".play.win", ".play.hold.", ".fingerprint")
    one, other = leaves(before), leaves(after)
    changed = {path for path in one.keys() | other.keys() if one.get(path) != other.get(path)}
    assert {path for path in changed if not path.startswith(allowed)} == set()
    assert {each for each in allowed if not any(path.startswith(each) for path in changed)} == set()
    lines = {line["outcome"]: line["pays"] for line in after["wagers"][place]["price"]["outcomes"]}
    assert lines["3 cards"] == "3 to 1"
    assert len([path for path in changed if path.endswith(".pays")]) == 1


def test_the_pages_of_other_wagers_stay_as_they_are(copy: Path, tmp_path: Path) -> None:
    texts = []
    for source in (ROOT / "src", copy):
        file = tmp_path / f"{source.parent.name}.pdf"
        run(source, "par", *TABLE, "-o", str(file))
        pages = [re.sub(r"fingerprint[0-9a-f]{64}", "", page) for page in pages_of(file.read_bytes())]
        texts.append(pages)
    before, after = texts
    changed = [page for page, other in zip(before, after, strict=True) if page != other]
    assert all(re.search("Summary|Buster,paytableA|Topawards|Expectedholdforstatedplay", page) for page in changed)
    assert len(changed) < len(before) / 2
