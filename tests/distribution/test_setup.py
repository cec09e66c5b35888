"""`make run` and `make test` share one environment: set up with stand-ins for Python and uv that note what they do."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KERNEL_FILES = ("src/upcard/sim/kernel.c", "src/upcard/sim/kernel_constants.py")
PACKAGES, KERNELS = "uv pip install -r requirements/{}.lock", "uv pip install -e ."

PYTHON = r"""#!/bin/sh
# Stands in for Python, uv and upcard; `python -m venv` installs copies of it.
name=$(basename "$0")
case "$name $*" in
*" -m venv "*)
    rm -rf .venv
    mkdir -p .venv/bin
    for each in python uv upcard; do cp "$0" .venv/bin/$each; done
    ;;
"uv pip install "*" -e ."*) echo "uv pip install -e ." >>done.log ;;
"uv pip install "*) for last; do :; done; echo "uv pip install -r $last" >>done.log ;;
esac
"""


class Clone:
    """A clone of the repository with no environment yet."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.tools = folder / "clone", folder / "tools"
        for name in ("Makefile", "pyproject.toml", "setup.py", "build_kernels.py", "scripts/setup"):
            self._copy(name)
        for lock in (ROOT / "requirements").iterdir():
            self._copy(f"requirements/{lock.name}")
        for name in KERNEL_FILES:
            self._copy(name)
        self.tools.mkdir()
        for name in ("python3", "cc", "zsh", "fish", "chromium", "initdb", "upcard"):
            self._tool(name, PYTHON)
        self._tool("pg_config", f"#!/bin/sh\necho {self.tools}\n")
        self._tool("apt-get", "#!/bin/sh\nexit 1\n")
        (self.folder / "done.log").touch()

    def _copy(self, name: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, self.folder / name)

    def _tool(self, name: str, text: str) -> None:
        (self.tools / name).write_text(text)
        (self.tools / name).chmod(0o755)

    def make(self, target: str) -> list[str]:
        """Make a target, and return what was installed and compiled for it."""
        before = len(self.log())
        environment = {
            "PATH": f"{self.tools}{os.pathsep}{os.environ['PATH']}",
            "PYTHON": str(self.tools / "python3"),
            "HOME": str(self.folder),
        }
        run = subprocess.run(
            ["make", target], cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr
        return self.log()[before:]

    def log(self) -> list[str]:
        """Return everything that was installed and compiled so far."""
        return (self.folder / "done.log").read_text().splitlines()


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


RUN, DEV = PACKAGES.format("run"), PACKAGES.format("dev")


def test_make_run_after_make_test_installs_and_compiles_nothing(clone: Clone) -> None:
    assert clone.make(".venv/.dev") == [RUN, KERNELS, DEV]  # what every step of `make test` depends on
    assert clone.make("run") == []


def test_make_test_after_make_run_adds_only_what_tests_need(clone: Clone) -> None:
    assert clone.make("run") == [RUN, KERNELS]
    assert clone.make(".venv/.dev") == [DEV]
    assert clone.make(".venv/.dev") == clone.make("run") == []


@pytest.mark.parametrize("changed", KERNEL_FILES)
def test_a_changed_kernel_is_compiled_once(clone: Clone, changed: str) -> None:
    clone.make(".venv/.dev")
    future = (clone.folder / ".venv/.run").stat().st_mtime + 1
    os.utime(clone.folder / changed, (future, future))
    assert KERNELS in clone.make("run")
    os.utime(clone.folder / changed, (0, 0))
    assert clone.make(".venv/.dev") == []


def test_an_environment_of_another_folder_is_rebuilt(clone: Clone) -> None:
    clone.make(".venv/.dev")
    (clone.folder / ".venv/.here").write_text("/elsewhere\n")
    assert clone.make(".venv/.dev") == [RUN, KERNELS, DEV]
