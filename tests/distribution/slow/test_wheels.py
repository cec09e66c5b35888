"""Both wheels, each in an environment that holds nothing else: every verb runs, and no compiler is needed."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import ROOT
from tests.distribution.building import build, copied, environment, smoke
from tests.distribution.smoke import KERNELS

LOCK = ROOT / "requirements" / "run.lock"
PURE = {"compiled": "", "pure": "1"}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", copied(tmp_path_factory.mktemp("source")), tmp_path_factory.mktemp("archive"))


@pytest.fixture(scope="module")
def wheels(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {
        name: build("wheel", archive, tmp_path_factory.mktemp(name), UPCARD_PURE=pure) for name, pure in PURE.items()
    }


def answered(wheel: Path, folder: Path) -> dict[str, Any]:
    """Install a wheel with the locked dependencies, and run every verb."""
    python = environment(folder / "venv", wheel, lock=LOCK)
    answer: dict[str, Any] = json.loads(smoke(python, folder / "empty"))
    return answer


@pytest.fixture(scope="module")
def compiled(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return answered(wheels["compiled"], tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module")
def pure(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return answered(wheels["pure"], tmp_path_factory.mktemp("installed"))


def test_the_wheel_with_kernels_serves_every_python_from_3_11(wheels: dict[str, Path]) -> None:
    assert "-cp311-abi3-linux_" in wheels["compiled"].name
    assert wheels["pure"].name.endswith("-py3-none-any.whl")


def test_every_verb_runs_from_the_wheel_with_kernels(compiled: dict[str, Any]) -> None:
    assert tuple(compiled["kernels"]) == KERNELS


def test_every_verb_runs_from_the_wheel_without_kernels_and_simulations_agree(
    compiled: dict[str, Any], pure: dict[str, Any]
) -> None:
    assert pure["kernels"] == []
    assert pure["agreed"] == compiled["agreed"]
