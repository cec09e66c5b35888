"""ARCHITECTURE.md is true: its drawing is the contract of the layers, and the modules it names exist."""

import re
import tomllib

from tests.command import ROOT

TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


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
