"""Completion in real shells, and the manual page."""

import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command import ROOT, within
from upcard.cli.verbs import parser
from upcard.table import known_keys

PATH = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("completion")
    for shell in ("bash", "zsh", "fish"):
        (folder / f"_upcard.{shell}").write_text(within("completion", shell).out)
    shutil.copy(folder / "_upcard.zsh", folder / "_upcard")
    return folder


def bash(scripts: Path, line: str) -> list[str]:
    words = line.split(" ")
    quoted = " ".join(f"'{word}'" for word in words)
    script = (
        f"source {scripts}/_upcard.bash; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1};"
        " _shtab_upcard; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    return _run("bash", "-c", script)


def fish(scripts: Path, line: str) -> list[str]:
    lines = _run("fish", "--no-config", "-c", f"source {scripts}/_upcard.fish; complete -C '{line}'")
    return [word.split("\t")[0] for word in lines]


def _run(*command: str) -> list[str]:
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env={"PATH": PATH, "TERM": "xterm"}, timeout=60
    )
    return done.stdout.split("\n")


CASES = [
    ("upcard wa", "wagers"),
    ("upcard wagers bu", "buster"),
    ("upcard wagers push", "push-22"),
    ("upcard price bus", "buster"),
    ("upcard price tables/bus", "tables/buster.toml"),
    ("upcard price free-b", "free-bet-push-22-closed"),
    ("upcard check free-b", "free-bet"),
    ("upcard needs free-b", "free-bet"),
    ("upcard diff free-b", "free-bet"),
    ("upcard new --wager bu", "buster"),
    ("upcard new --game mul", "multiple-action"),
    ("upcard new --law 19", "19:47"),
    ("upcard simulate multiple", "multiple-action"),
    ("upcard deal seven-", "seven-seats"),
    ("upcard tables seven-", "seven-seats"),
    ("upcard check tables/bus", "tables/buster.toml"),
    ("upcard simulate x --strategy mi", "mimic"),
    ("upcard check x --set dealer_s", "dealer_soft_17="),
    ("upcard price x --sweep wager.bus", "wager.buster.pay_table="),
    ("upcard cite 2.2", "2.26"),
]


def help_texts() -> Iterator[tuple[str, str]]:
    """Yield the help of the program and of every verb."""
    top = parser()
    yield "upcard", top.format_help()
    for action in top._actions:
        if isinstance(action, _SubParsersAction):
            for name, verb in action.choices.items():
                assert isinstance(verb, ArgumentParser)
                yield name, verb.format_help()


@pytest.mark.parametrize(("line", "word"), CASES)
@pytest.mark.parametrize("shell", [bash, fish])
def test_a_shell_completes_verbs_tables_wagers_strategies_paragraphs_and_keys(
    scripts: Path, shell: object, line: str, word: str
) -> None:
    assert word in shell(scripts, line)  # type: ignore[operator]  # one of the functions above


def test_bash_quotes_the_letter_of_a_paragraph(scripts: Path) -> None:
    assert "2.26\\(d\\)" in bash(scripts, "upcard cite 2.26")


def test_zsh_reads_the_script_and_its_functions_complete(scripts: Path) -> None:
    stub = "compadd() { shift; print -l -- $@ }"  # zsh asks compadd for words in an editor only
    done = _run(
        "zsh",
        "-f",
        "-c",
        f"source <(sed '/^_shtab_upcard \"/,$d' {scripts}/_upcard); {stub}; _upcard_wager; _upcard_paragraph",
    )
    assert {"buster", "push-22", "2.26(d)"} <= set(done)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_accepts_the_script(scripts: Path, shell: str) -> None:
    done = subprocess.run([shell, "-n", str(scripts / f"_upcard.{shell}")], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_keys_that_are_completed_are_keys_of_a_table() -> None:
    keys = known_keys()
    assert {"decks", "free_double", "house.progressive_chip", "wager.buster.free_bonus"} <= set(keys)
    for key in ("decks", "seats", "minimum"):
        assert "unknown key" not in within("check", "tables/blackjack.toml", "--set", f"{key}=?").err


def test_every_help_text_has_examples() -> None:
    for verb, text in help_texts():
        assert f"\n  upcard {verb if verb != 'upcard' else 'check'} " in text or verb == "completion", verb


def test_the_manual_page_shows_every_verb_and_option() -> None:
    page = (ROOT / "docs" / "upcard.1").read_text(encoding="utf-8")
    text = " ".join(re.sub(r"\\f[A-Z]|\\", "", page).split())
    for words in ("upcard check", "upcard simulate", "--sweep KEY=VALUES", "--set PATH=VALUE", "130: interrupted"):
        assert words in text
