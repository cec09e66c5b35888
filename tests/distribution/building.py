"""Build archives and wheels from a copy of the tree, and install them into environments of their own."""

import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

from tests.command import ROOT

UV = Path(sys.executable).parent / "uv"
SOURCES = (
    *(
        "pyproject.toml",
        "setup.py",
        "build_kernels.py",
        "MANIFEST.in",
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "CITATION.cff",
    ),
    *("ARCHITECTURE.md", "CONTRIBUTING.md", "docs", "src"),
)
SMOKE = ROOT / "tests" / "distribution" / "smoke.py"


def run(*command: str | Path, **environment: str) -> str:
    """Return what a command prints; it must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, **environment})
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


def copied(folder: Path) -> Path:
    """Return a copy of what is built from, compiled kernels included, so that a build changes nothing of ours."""
    for name in SOURCES:
        copy: Any = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    return folder


def build(kind: str, source: Path, out: Path, **environment: str) -> Path:
    """Build an archive ("sdist") or a wheel ("wheel") with the build back end of this environment."""
    run(
        *(UV, "build", f"--{kind}", "--offline", "--no-cache", "--no-build-isolation"),
        *("--python", sys.executable, "--out-dir", out, source),
        **environment,
    )
    (made,) = out.glob("*.tar.gz" if kind == "sdist" else "*.whl")
    return made


def environment(folder: Path, wheel: Path, *, lock: Path | None = None) -> Path:
    """Return the Python of a new environment with a wheel: its dependencies from a lock file, or those at hand."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    if lock is None:
        (packages,) = (folder / "lib").glob("python*/site-packages")
        here = Path(sys.prefix) / packages.relative_to(folder)
        (packages / "at_hand.pth").write_text(f"{here}\n")  # the .pth files of that folder are not read
    else:
        run(UV, "pip", "install", "--python", python, "--require-hashes", "-r", lock)
    run(UV, "pip", "install", "--python", python, "--offline", "--no-cache", "--no-deps", wheel)
    return python


def plain_environment(folder: Path, wheel: Path) -> Path:
    """Return the Python of a new environment with a wheel and, of the packages at hand, those it cannot do without."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    (packages,) = (folder / "lib").glob("python*/site-packages")
    here = Path(sys.prefix) / packages.relative_to(folder)
    required, found = ["upcard"], set[str]()
    while required:
        package = metadata.distribution(required.pop())
        for line in package.requires or ():
            name = re.split(r"[^\w.-]", line)[0]
            if ";" not in line and name not in found:
                found.add(name)
                required.append(name)
    for name in found:
        for file in metadata.files(name) or ():
            top = file.parts[0]
            if top != ".." and not (packages / top).exists():
                (packages / top).symlink_to(here / top)
    run(UV, "pip", "install", "--python", folder / "bin" / "python", "--offline", "--no-cache", "--no-deps", wheel)
    return folder / "bin" / "python"


def resolved_environment(folder: Path, requirement: str) -> Path:
    """Return the Python of a new environment with a wheel and what it requires, in the versions of the lock file."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    run(UV, "pip", "install", "--python", python, "--constraint", ROOT / "requirements" / "dev.lock", requirement)
    return python


def smoke(python: Path, folder: Path) -> str:
    """Run every verb in an empty folder, with nothing on PATH but the environment itself."""
    folder.mkdir()
    command = ("env", "-i", f"PATH={python.parent}", f"HOME={folder.parent}", python, "-I", SMOKE, folder)
    return run(*command)
