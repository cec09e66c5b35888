"""Every command of README.md in an empty folder, with a wheel installed: the plain install, and upcard[all]."""

from pathlib import Path

import pytest

from tests.command import ROOT
from tests.distribution.building import build, copied, resolved_environment
from tests.distribution.readme import readme_steps, run_readme


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel with compiled kernels, built from the source archive."""
    archive = build("sdist", copied(tmp_path_factory.mktemp("source")), tmp_path_factory.mktemp("archive"))
    return build("wheel", archive, tmp_path_factory.mktemp("wheel"), UPCARD_PURE="")


def test_every_command_of_the_readme_runs_with_all_extras(wheel: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    python = resolved_environment(tmp_path / "venv", f"{wheel}[all]")
    assert run_readme(readme_steps(), python.parent, tmp_path / "empty", is_plain=False) == []


def test_the_plain_install_runs_the_rest_and_says_how_to_install_what_is_missing(wheel: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    python = resolved_environment(tmp_path / "venv", str(wheel))
    refused = run_readme(readme_steps(), python.parent, tmp_path / "empty", is_plain=True)
    assert {"par", "sign", "journal", "audit"} <= {command.split()[1] for command in refused}
    assert (ROOT / "README.md").read_text(encoding="utf-8").count("upcard[all]") > 3
