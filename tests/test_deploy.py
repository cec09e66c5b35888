"""What is shipped for deployment: the unit and the build file name options, paths and files that exist."""

import configparser
import json
import re
import shlex
import shutil
import subprocess

import pytest

from tests.command import ROOT
from upcard.cli.verbs import parser

UNIT, BUILD = ROOT / "deploy" / "upcard.service", ROOT / "deploy" / "Containerfile"


def test_the_unit_starts_the_command_with_arguments_that_it_has() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]  # as its documentation says
    unit.read(UNIT, encoding="utf-8")
    service = unit["Service"]
    command = shlex.split(service["ExecStart"])
    assert command[:2] == ["/usr/bin/env", "upcard"]
    arguments = parser().parse_args(command[2:])
    assert arguments.data == f"/var/lib/{service['StateDirectory']}"
    assert arguments.finish_rounds < int(service["TimeoutStopSec"])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_takes_the_unit() -> None:
    done = subprocess.run(["systemd-analyze", "verify", str(UNIT)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_build_file_starts_the_command_and_copies_what_exists() -> None:
    text = re.sub(r"\\\n\s*", " ", BUILD.read_text(encoding="utf-8"))
    steps = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    known = {"FROM", "RUN", "COPY", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
    assert {name for name, _ in steps} <= known
    assert steps[0][0] == "FROM"
    by_name = dict(steps)
    arguments = parser().parse_args([*json.loads(by_name["ENTRYPOINT"]), *json.loads(by_name["CMD"])][1:])
    assert arguments.data == by_name["VOLUME"]
    assert str(arguments.port) == by_name["EXPOSE"]
    copied = [value.split()[0] for name, value in steps if name == "COPY"]
    assert copied == ["requirements/run.lock", "dist/*.whl"]
    assert (ROOT / copied[0]).is_file()
