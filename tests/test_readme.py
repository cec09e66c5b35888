"""The examples in the documentation are what the commands really print."""

import doctest
import json
import re
from pathlib import Path

import pytest
from tools.console_examples import DOCUMENTS, GUIDES, examples, run, with_session

from tests.command import ROOT, within

EXAMPLES = list(examples())


@pytest.mark.parametrize(("document", "command", "printed"), EXAMPLES, ids=[command for _, command, _ in EXAMPLES])
def test_a_documented_command_prints_what_is_documented(document: str, command: str, printed: str) -> None:
    assert run(command) == printed, f"{document} is out of date: run make docs"


@pytest.mark.parametrize("guide", GUIDES)
def test_the_commands_of_a_guide_print_what_it_shows(guide: str) -> None:
    text = (ROOT / guide).read_text(encoding="utf-8")
    assert text.count("```console\n$ ") > 3
    assert with_session(text) == text, f"{guide} is out of date: run make docs"


def test_the_readme_shows_the_two_commands_and_a_check_first() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.index("make run") < readme.index("make test") < readme.index("$ upcard check")


def test_every_link_of_the_documentation_leads_somewhere() -> None:
    for name in (*DOCUMENTS, *GUIDES):
        file = ROOT / name
        for target in re.findall(r"\]\(([^)#:]+)\)", file.read_text(encoding="utf-8")):
            assert (file.parent / target).exists(), f"{name}: {target}"


@pytest.mark.parametrize("document", ["README.md", "docs/desk.md"])
def test_the_python_examples_run(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / document), module_relative=False)
    assert tried
    assert not failed


def test_every_key_of_a_table_file_is_documented(tmp_path: Path) -> None:
    document = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
    wagers = [wager["name"] for wager in json.loads(run("upcard wagers --json"))["wagers"] if wager["kind"] == "wager"]
    known: set[str] = set()
    for game in ("blackjack", "multiple action", "free bet"):
        offers = "".join(f'[[wager]]\nname = "{name}"\n"?" = 1\n' for name in wagers)
        (tmp_path / "all.toml").write_text(f'decks = 6\ngame = "{game}"\n"?" = 1\n{offers}')
        answer = json.loads(within("check", "--json", str(tmp_path / "all.toml")).out)
        for problem in answer["problems"]:
            known |= set(problem["message"].split("known here: ")[1].split(", "))
    assert {"decks", "display", "free_bonus", "multiple_action_wagers"} < known
    assert {key for key in known if f"`{key}`" not in document} == set()
