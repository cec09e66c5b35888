"""A rule of the base game is added as CONTRIBUTING says, in two files, and every verb follows."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import upcard
from tests.command import ROOT

SOURCE = Path(upcard.__file__).parent
KEY = "dealer_wins_ties_at_17"
TABLE = """
licensee = "x"
decks = 2
minimum = "5.00"
maximum = "500.00"
"""
ROUND = """
table = "{table}"
shoe = "Th 9c 7h 8c"
[[seat]]
number = 1
wagers = {{ blackjack = "10.00" }}
decisions = ["stand"]
"""
LAW = "Equal totals push, and so do two blackjacks."


def added() -> tuple[str, str]:
    """Return the two pieces of code that CONTRIBUTING shows."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split("## How to add a rule of the base game")[1].split("\n## ")[0]
    field, branch = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    return field, branch


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the package and add the rule to its two files."""
    folder = tmp_path_factory.mktemp("added")
    shutil.copytree(SOURCE, folder / "upcard", ignore=shutil.ignore_patterns("__pycache__"))
    field, branch = added()
    rule, law = folder / "upcard/rules/blackjack.py", folder / "upcard/law/text/2.3.toml"
    code = rule.read_text(encoding="utf-8")
    code = code.replace("    # What the game adds;", f"    {field.strip()}\n    # What the game adds;")
    code = code.replace('    Branch("equal",', f'    {branch.strip()},\n    Branch("equal",')
    rule.write_text(code, encoding="utf-8")
    text = law.read_text(encoding="utf-8")
    assert LAW in text
    law.write_text(text.replace(LAW, f"{LAW} A table elsewhere may have the dealer win ties at 17."), encoding="utf-8")
    for name, more in (("plain", ""), ("added", f"{KEY} = true\n")):
        (folder / f"{name}.toml").write_text(TABLE + more, encoding="utf-8")
        (folder / f"{name}-round.toml").write_text(ROUND.format(table=f"{name}.toml"), encoding="utf-8")
    return folder


def answer(place: Path, *arguments: str) -> Any:
    """Run a verb of the copy."""
    command = [sys.executable, "-m", "upcard", *arguments, "--json"]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def test_check_reports_it_by_its_paragraph(place: Path) -> None:
    def weighty(name: str) -> list[Any]:
        return [one for one in answer(place, "check", name)["findings"] if one["kind"] != "not stated"]

    assert weighty("plain.toml") == []
    (finding,) = weighty("added.toml")
    assert (finding["cite"], finding["verdict"], finding["line"]) == ("13:69F-2.3(c)", "likely", 6)
    assert finding["message"] == f"Equal totals push; {KEY} is true: set it to false"


def test_deal_settles_by_it(place: Path) -> None:
    def net(name: str, cards: str) -> str:
        file = place / f"{name}-{cards.replace(' ', '')}.toml"
        file.write_text(ROUND.format(table=f"{name}.toml").replace("Th 9c 7h 8c", cards), encoding="utf-8")
        (seat,) = answer(place, "deal", "--round", file.name)["seats"]
        return str(seat["net"])

    assert (net("plain", "Th 9c 7h 8c"), net("added", "Th 9c 7h 8c")) == ("0.00", "-10.00")
    assert (net("plain", "Th 9c 8h 9d"), net("added", "Th 9c 8h 9d")) == ("0.00", "0.00")  # a tie at 18


def test_price_strategy_and_simulate_follow_it_and_agree(place: Path) -> None:
    def value(name: str) -> float:
        priced = answer(place, "price", f"{name}.toml", "--no-cache")["wagers"]
        return float(priced[0]["value"]["composition_dependent"])

    def of_17(name: str) -> float:
        return float(answer(place, "strategy", f"{name}.toml", "--no-cache")["values"]["hard 17"]["7"]["stand"])

    assert -0.03 < value("added") - value("plain") < -0.01
    assert -0.5 < of_17("added") - of_17("plain") < -0.3  # the dealer has 17 with a seven up more often than not
    asked = ("simulate", "added.toml", "--rounds", "3e6", "--seed", "5", "--fresh")
    simulated = answer(place, *asked)["wagers"][0]
    assert abs(simulated["z"]) < 4.5
    assert abs(simulated["mean"] - value("added")) < 0.004
