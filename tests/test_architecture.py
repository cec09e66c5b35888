"""ARCHITECTURE.md is true: its drawing is the contract of the layers, its journeys are those really made."""

import os
import re
import subprocess
import sys
import tomllib
from functools import cache

import pytest

from tests.command import ROOT

TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
COMMANDS = {
    "check": ["check", "tables/in-between.toml"],
    "deal": ["deal", "tables/buster.toml", "--round", "tests/golden/buster-player-blackjack.toml"],
    "price": ["price", "tables/in-between.toml"],
    "simulate": ["simulate", "tables/in-between.toml", "--rounds", "20000", "--workers", "1"],
}


def journey(verb: str) -> list[str]:
    (line,) = re.findall(rf"- \*\*{verb}\*\*: (.*?)(?=\n- |\n\n)", TEXT, re.DOTALL)
    return re.findall(r"`([^`]+)`", line)


@cache
def passed(verb: str) -> tuple[str, ...]:
    """Trace a verb in a process of its own: nothing is cached there."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.tracing_modules", *COMMANDS[verb]],
        cwd=ROOT,
        env={**os.environ, "UPCARD_CACHE": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(done.stdout.split())


@pytest.mark.parametrize("verb", COMMANDS)
def test_a_journey_passes_the_modules_named_in_their_order(verb: str) -> None:
    named, modules = journey(verb), passed(verb)
    assert [module for module in named if module not in modules] == []
    assert [module for module in modules if module in named] == named


@pytest.mark.parametrize("verb", COMMANDS)
def test_a_journey_names_a_module_of_every_package_passed(verb: str) -> None:
    packages = {module.split("/")[0] for module in passed(verb) if "/" in module}
    vocabulary = {"rules", "law", "wagers"}  # the words in which every layer speaks
    assert packages - vocabulary <= {module.split("/")[0] for module in journey(verb)}


def test_the_drawing_is_the_contract_of_the_layers() -> None:
    (drawing,) = re.findall(r"```\n(cli .*?)```", TEXT, re.DOTALL)
    drawn = [re.split(" {2,}", line)[0] for line in drawing.strip().split("\n")]
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = [contract["layers"] for contract in contracts if "layers" in contract]
    assert drawn == layers


def test_every_module_named_exists() -> None:
    for name in re.findall(r"`([a-z_/*]+(?:\.[a-z]+)?)`", TEXT):
        if "/" in name and not name.startswith(("tests/", "docs/")):
            assert list((ROOT / "src" / "upcard").glob(name.rstrip("/"))), name
