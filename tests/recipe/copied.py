"""A copy of the project with a wager and a rule of the base game added as CONTRIBUTING says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.command import ROOT

HERE = Path(__file__).parent
LEFT = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.egg-info", "kernel-ipc-*")
WAGER = {  # each file that a new wager needs, and where it goes
    "law.toml": "src/upcard/law/text/2.33.toml",
    "wager.py": "src/upcard/wagers/matched_aces.py",
    "law_cases.py": "tests/law/test_13_69F_2_33.py",
    "table.toml": "src/upcard/tables/matched-aces.toml",
    "round.toml": "tests/golden/matched-aces.toml",
}
OFFERS = "OFFERS: dict[str, dict[str, Any]] = {\n"
OFFER = '    "matched aces": {"pay_table": "A", "minimum": "1.00", "maximum": "25.00"},\n'
RULE = "dealer_wins_ties_at_17"
LAW_OF_RULE = "Equal totals push, and so do two blackjacks."


def make_copy(folder: Path) -> None:
    """Copy the project and add the wager and the rule; nothing is generated yet."""
    shutil.copytree(ROOT, folder, ignore=LEFT, symlinks=True)
    for name, place in WAGER.items():
        shutil.copy(HERE / name, folder / place)
    edit(folder / "tests/tables.py", OFFERS, OFFERS + OFFER)
    field, branch, case = _code_of_contributing()
    rules = folder / "src/upcard/rules/blackjack.py"
    edit(rules, "    # What the game adds;", f"    {field}\n    # What the game adds;")
    edit(rules, '    Branch("equal",', f'    {branch},\n    Branch("equal",')
    edit(folder / "tests/test_one_base_game.py", '    "equal": Switch', f'    {case}\n    "equal": Switch')
    law = f"{LAW_OF_RULE} A table elsewhere may have the dealer win ties at 17."
    edit(folder / "src/upcard/law/text/2.3.toml", LAW_OF_RULE, law)


def edit(file: Path, old: str, new: str) -> None:
    """Change the one place where a file says something."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file}: {old}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def _code_of_contributing() -> list[str]:
    """Return the pieces of code that CONTRIBUTING shows for a rule: its field, its branch, and its case in a test."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split("## How to add a rule of the base game")[1].split("\n## ")[0]
    return [code.strip() for code in re.findall(r"```python\n(.*?)```", section, re.DOTALL)]


def generate(folder: Path) -> None:
    """Generate what `make docs` and `make golden` generate."""
    for tool in ("tools.golden", "tools.typed_keys", "tools.docs"):
        done = python(folder, "-m", tool)
        assert done.returncode == 0, done.stderr


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python on the copy."""
    on_copy = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'src'}"}
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=on_copy, capture_output=True, text=True)


def run_tests(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run tests of the copy."""
    return python(folder, "-m", "pytest", "-p", "no:cacheprovider", "--tb=short", *arguments)
