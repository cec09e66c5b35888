"""The commands that the documents show, with what they print."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.command import ROOT

DOCUMENTS = (
    "CONTRIBUTING.md",
    "docs/tables.md",
    "docs/written-round.md",
    "docs/simulation.md",
    "docs/python.md",
    "docs/comparison.md",
    "docs/desk.md",
)
# Their commands are run one after the other in an empty folder.
GUIDES = ("README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "guides").glob("*.md")))
CONSOLE = re.compile(r"```console\n\$ (.+?)\n(.*?)```", re.DOTALL)
NAMED_FILE = re.compile(r"```toml\n(# ([\w-]+\.toml)\n.*?)```", re.DOTALL)


def examples() -> Iterator[tuple[str, str, str]]:
    """Yield each example: the document, the command, and what it prints according to the document."""
    for name in DOCUMENTS:
        for command, printed in CONSOLE.findall((ROOT / name).read_text(encoding="utf-8")):
            yield name, command, printed


def run(command: str, folder: Path = ROOT) -> str:
    """Return what a command prints."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    environment["COLUMNS"] = "80"
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, env=environment)
    return done.stdout + done.stderr


def with_examples(document: str) -> str:
    """Return the text of a document with what its commands print now."""
    return CONSOLE.sub(lambda example: f"```console\n$ {example[1]}\n{run(example[1])}```", document)


def with_session(guide: str) -> str:
    """Return the text of a guide with what its commands print, one after the other in an empty folder.

    A block of TOML whose first line names a file, such as `# round.toml`, is written to that file before.
    """
    with TemporaryDirectory() as folder:
        shell = partial(run, folder=Path(folder))
        for content, name in NAMED_FILE.findall(guide):
            (Path(folder) / name).write_text(content, encoding="utf-8")
        return CONSOLE.sub(lambda example: f"```console\n$ {example[1]}\n{shell(example[1])}```", guide)
