"""What README.md has its reader run after an installation: every command, section by section, in one empty folder."""

import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.command import ROOT

BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
NAMED_FILE = re.compile(r"# ([\w-]+\.toml)\n")
IN_A_CLONE = ("make ", "python3 -m pip install ")  # the README says of these that they need a clone
EXTRA = "upcard[all]"


@dataclass(frozen=True, kw_only=True)
class ReadmeStep:
    """A file to write, a command to run, or Python examples."""

    section: str
    kind: str  # file, command, python
    text: str
    name: str = ""  # of the file
    printed: str | None = None  # None: the README does not show it
    needs_extra: bool = False  # the section says that it needs the extra


def readme_steps() -> Iterator[ReadmeStep]:
    """Yield the steps in the order of the README."""
    for part in re.split(r"^## ", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        section = part.partition("\n")[0]
        for language, body in BLOCK.findall(part):
            yield from _steps(section, language, body, needs_extra=EXTRA in part)
        for command in re.findall(r"`(upcard [a-z]+ [a-z][^`]*)`", BLOCK.sub("", part)):
            text = " ".join(command.split())
            yield ReadmeStep(section=section, kind="command", text=text, needs_extra=EXTRA in part)


def _steps(section: str, language: str, body: str, *, needs_extra: bool) -> Iterator[ReadmeStep]:
    if language == "console":
        command, _, printed = body.removeprefix("$ ").partition("\n")
        yield ReadmeStep(section=section, kind="command", text=command, printed=printed, needs_extra=needs_extra)
    elif language == "python":
        yield ReadmeStep(section=section, kind="python", text=body)
    elif language == "toml":
        named = NAMED_FILE.match(body)
        assert named, f"README.md, {section}: the first line of the TOML block names no file"
        yield ReadmeStep(section=section, kind="file", name=named[1], text=body)
    else:
        assert language == "sh", f"README.md, {section}: nothing runs {language}"
        for command in body.replace("\\\n", "").splitlines():
            if not command.startswith(IN_A_CLONE):
                yield ReadmeStep(section=section, kind="command", text=command, needs_extra=needs_extra)


def run_readme(steps: Iterable[ReadmeStep], bin_folder: Path, folder: Path, *, is_plain: bool) -> list[str]:
    """Run steps in a folder with an installation of upcard; return the commands refused for want of a package.

    Every other command must print what the README shows, or else succeed.
    """
    refused: list[str] = []
    for step in steps:
        where = f"README.md, {step.section}: {step.text}"
        if step.kind == "file":
            (folder / step.name).write_text(step.text, encoding="utf-8")
            continue
        if step.kind == "python":
            (folder / "examples.txt").write_text(step.text, encoding="utf-8")
            done = _run(f"{bin_folder}/python -m doctest examples.txt", bin_folder, folder)
            assert (done.returncode, done.stdout) == (0, ""), (where, done.stdout, done.stderr)
            continue
        done = _run(step.text, bin_folder, folder)
        if is_plain and step.needs_extra and done.returncode == 2:
            if refused and "No such file" in done.stderr:  # what a refused command would have written
                continue
            assert re.search(r"needs the package \w+: pip install '.+\[all\]'\n$", done.stderr), (where, done.stderr)
            refused.append(step.text)
        elif step.printed is not None:
            assert done.stdout + done.stderr == step.printed, where
        else:
            assert done.returncode == 0, (where, done.stdout, done.stderr)
    return refused


def _run(command: str, bin_folder: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": f"{bin_folder}:/usr/bin:/bin", "HOME": str(folder.parent), "COLUMNS": "80"}
    environment |= {name: os.environ[name] for name in ("LANG", "LC_ALL") if name in os.environ}
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=900,
    )
