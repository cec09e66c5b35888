"""Without compiled kernels every verb works, and says once that it is slower."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.command import ROOT, Done, upcard
from upcard.errors import Misuse
from upcard.exact.blackjack.programs import numpy_is_chosen

CLOSE = 1e-12
MISSING = "upcard: compiled kernels not installed; exact analysis uses NumPy and is slower\n"
COMPILED = ("upcard.exact.blackjack._programs", "upcard.sim._kernel", "cffi", "_cffi_backend")
PURE = f"import sys; sys.modules.update(dict.fromkeys({COMPILED}))\nfrom upcard.cli import main\nmain()"


def pure(*arguments: str, **environment: str) -> Done:
    """Run the command where nothing compiled can be imported."""
    done = subprocess.run(
        [sys.executable, "-c", PURE, *arguments],
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        env={**os.environ, "UPCARD_CACHE": "", **environment},
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def check_same(one: Any, other: Any, place: str = "") -> None:
    """Compare two answers of a verb; numbers may differ by rounding."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), place
        for key, value in one.items():
            check_same(value, other[key], f"{place}.{key}")
    elif isinstance(one, list):
        assert len(one) == len(other), place
        for at, (value, second) in enumerate(zip(one, other, strict=True)):
            check_same(value, second, f"{place}[{at}]")
    elif isinstance(one, float):
        assert other == pytest.approx(one, rel=CLOSE, abs=CLOSE), place
    else:
        assert one == other, place


@pytest.mark.parametrize(
    "arguments",
    [
        ("price", "tables/blackjack.toml"),
        ("price", "tables/blackjack.toml", "--decks", "1", "--removed", "Ah 5c 5d"),
        ("price", "tables/buster.toml"),
        ("price", "tables/progressive.toml"),
        ("strategy", "tables/seven-seats.toml"),
    ],
    ids=" ".join,
)
def test_answers_are_those_of_the_compiled_kernels(arguments: tuple[str, ...]) -> None:
    compiled, other = upcard(*arguments, "--json", "--no-cache"), pure(*arguments, "--json", "--no-cache")
    assert (compiled.code, other.code) == (0, 0)
    assert other.err == MISSING
    check_same(json.loads(compiled.out), json.loads(other.out))


def test_printed_prices_are_the_same_to_the_last_digit() -> None:
    arguments = ("price", "tables/blackjack.toml", "--no-cache")
    assert pure(*arguments, UPCARD_KERNEL="numpy").out == upcard(*arguments).out


def test_a_chosen_kernel_needs_no_warning() -> None:
    assert pure("price", "tables/blackjack.toml", UPCARD_KERNEL="numpy").err == ""


def test_several_processes_warn_once() -> None:
    done = pure("price", "tables/blackjack.toml", "--sweep", "decks=1-2", "--csv")
    assert (done.code, done.err) == (0, MISSING)


def test_the_simulator_warns_once_and_counts_the_same() -> None:
    arguments = ("simulate", "tables/blackjack.toml", "--rounds", "20000", "--seed", "1", "--json")
    done = pure(*arguments)
    assert done.code == 0
    assert done.err.count("upcard:") == 1
    compiled = json.loads(upcard(*arguments).out)
    without = json.loads(done.out)
    for report in (compiled, without):
        for key in ("seconds", "kernel", "rounds_per_second"):
            report.pop(key, None)
    check_same(compiled, without)


def test_verbs_that_compute_nothing_need_no_warning() -> None:
    assert pure("check", "tables/blackjack.toml").err == ""


def test_an_unknown_kernel_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_KERNEL", "gpu")
    with pytest.raises(Misuse, match="UPCARD_KERNEL=gpu: no such kernel; choose one of auto, numpy"):
        numpy_is_chosen()
