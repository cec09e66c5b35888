"""Run every verb of an installed upcard, from an empty folder and with no compiler in reach: `python smoke.py FOLDER`.

It is run by the Python of the installation and imports nothing but the standard library and upcard.
"""

import json
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import upcard

COMPILERS = ("cc", "gcc", "clang", "tcc", "c99")
KERNELS = ("exact/blackjack/_programs.abi3.so", "sim/_kernel.abi3.so")
COMMAND = Path(sys.executable).parent / "upcard"
PACKAGE = Path(upcard.__file__).parent
ROUND = """table = "buster"
shoe  = "Ah 6c Kh Tc Kc"
[[seat]]
number = 1
wagers = { blackjack = "10.00", buster = "5.00" }
"""


def run(*arguments: str, given: str = "") -> str:
    """Return what the command prints; it must succeed, and warn of NumPy or an open question of law alone."""
    done = subprocess.run([COMMAND, *arguments], input=given, capture_output=True, text=True, timeout=600)
    warnings = [line for line in done.stderr.splitlines() if "NumPy" not in line and "not shown to be" not in line]
    assert (done.returncode, warnings) == (0, []), (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout


def installation() -> tuple[str, ...]:
    """Check what is installed; return the compiled kernels."""
    assert [name for name in COMPILERS if shutil.which(name)] == []
    assert PACKAGE.is_relative_to(sys.prefix)
    assert run("--version").split() == ["upcard", upcard.__version__] == ["upcard", metadata.version("upcard")]
    files = {str(file) for file in metadata.files("upcard") or ()}
    assert any(file.endswith("licenses/LICENSE") for file in files)
    assert "upcard/py.typed" in files
    assert (Path(sys.prefix) / "share" / "man" / "man1" / "upcard.1").exists()
    return tuple(name for name in KERNELS if (PACKAGE / name).exists())


def tables() -> None:
    """List the tables, check every one by its name, and one from its copy."""
    names = [table["name"] for table in json.loads(run("tables", "--json"))["tables"]]
    assert names == sorted(file.stem for file in (PACKAGE / "tables").glob("*.toml"))
    assert "free-bet" in names
    checked = json.loads(run("check", *names, "--json"))
    assert [file["file"] for file in checked["files"]] == names
    assert {file["status"] for file in checked["files"]} == {"lawful", "not shown"}
    Path("mine.toml").write_text(run("tables", "free-bet"), encoding="utf-8")
    assert "mine.toml: FB-1 is not shown to be lawful" in run("check", "mine.toml")


def desk() -> None:
    """Write a new table, list what it needs, compare it with another, and search the law."""
    assert run("new", "--wager", "in-between", "-o", "new.toml") == "new.toml is written\n"
    assert json.loads(run("needs", "new.toml", "--json"))["complete"] is True
    assert "wager.in-between: not stated" in run("diff", "blackjack", "new.toml")
    assert "13:69F-2.8(c)" in run("cite", "--search", "notice", "surrender")


def rules_and_rounds() -> None:
    """Cite, list wagers, rule on a round, play one, and complete."""
    assert "13:69F-2.26(d)" in run("cite", "2.26(d)", "reading 8")
    assert {"in-between", "free bet"} <= {wager["name"] for wager in json.loads(run("wagers", "--json"))["wagers"]}
    Path("round.toml").write_text(ROUND, encoding="utf-8")
    assert "seat 1: +$25.00" in run("deal", "--round", "round.toml")
    run("deal", "blackjack", "--seed", "7", "--transcript", "played.toml", given="10\ns\nq\n")
    assert "seat 1: " in run("deal", "--round", "played.toml")
    assert "free-bet" in run("completion", "bash")
    run("layout", "free-bet", "-o", "felt.svg")
    assert "Dealer Must Hit Soft 17 and Will Push with a Total of 22" in Path("felt.svg").read_text(encoding="utf-8")


def analysis() -> dict[str, object]:
    """Price, find the best play and simulate; return what does not depend on the kernel."""
    assert "33954/626665" in run("price", "in-between", "--decks", "6", "--pay-table", "B")
    assert "blackjack, 6 decks: house advantage 0.46314%" in run("price", "blackjack")
    assert "push 22" in run("price", "free-bet", "--csv")
    assert "hard 16" in run("strategy", "blackjack")
    simulated = json.loads(run("simulate", "in-between", "--rounds", "20000", "--seed", "1", "--json"))
    means = {each["wager"]: each["mean"] for each in simulated["wagers"]}
    return {"cards": simulated["cards"], "shoes": simulated["shoes"], "means": means}


def main() -> None:
    """Run all; print the kernels that are installed, and what other installations must agree on."""
    os.chdir(sys.argv[1])
    assert list(Path().iterdir()) == []
    kernels = installation()
    tables()
    desk()
    rules_and_rounds()
    agreed = analysis()
    print(json.dumps({"python": sys.version.split()[0], "kernels": kernels, "agreed": agreed}))


if __name__ == "__main__":
    main()
