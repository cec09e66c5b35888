"""The commands that the documents show, with what they print."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.command import ROOT

DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/tables.md",
    "docs/written-round.md",
    "docs/simulation.md",
    "docs/python.md",
    "docs/comparison.md",
)
CONSOLE = re.compile(r"```console\n\$ (.+?)\n(.*?)```", re.DOTALL)


def examples() -> Iterator[tuple[str, str, str]]:
    """Yield each example: the document, the command, and what it prints according to the document."""
    for name in DOCUMENTS:
        for command, printed in CONSOLE.findall((ROOT / name).read_text(encoding="utf-8")):
            yield name, command, printed


def run(command: str) -> str:
    """Return what a command prints."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    return done.stdout + done.stderr


def with_examples(document: str) -> str:
    """Return the text of a document with what its commands print now."""
    return CONSOLE.sub(lambda example: f"```console\n$ {example[1]}\n{run(example[1])}```", document)
