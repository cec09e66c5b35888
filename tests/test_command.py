"""The command line as a user meets it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import upcard as package
from tests.command import ROOT, upcard, within
from upcard.law import citing_code


def test_version() -> None:
    assert upcard("--version").out == f"upcard {package.__version__}\n"


def test_no_verb_and_an_unknown_verb_are_misuse() -> None:
    assert upcard().code == 2
    assert upcard("pray").code == 2


@pytest.mark.parametrize(
    "verb",
    [
        "check",
        "needs",
        "diff",
        "new",
        "cite",
        "wagers",
        "deal",
        "price",
        "strategy",
        "simulate",
        "layout",
        "par",
        "plot",
        "serve",
        "completion",
        "tables",
    ],
)
def test_every_verb_has_a_help_text(verb: str) -> None:
    done = upcard(verb, "--help")
    assert done.code == 0
    assert "--json" in done.out


def test_check_answers_in_json_with_the_keys_that_others_rely_on() -> None:
    done = upcard("check", "tables/unlawful/one-deck-in-between.toml", "--json")
    answer = json.loads(done.out)
    assert done.code == 1
    assert answer["lawful"] is False
    assert [one for one in answer["findings"] if one["kind"] != "not stated"] == [
        {
            "verdict": "violates",
            "kind": "text",
            "cite": "13:69F-2.2(a)2",
            "message": "The in-between wager requires at least 2 decks; the table uses 1",
            "line": 4,
            "reading": None,
            "authority": None,
        }
    ]


def test_check_exits_with_0_when_no_finding_violates() -> None:
    done = upcard("check", "tables/streak.toml")
    assert done.code == 0
    assert "1 not verifiable" in " ".join(done.out.split())


def test_check_reads_standard_input() -> None:
    done = upcard("check", "-", "--json", given=b"decks = 6\nseats = 8\n")
    cites = {one["cite"] for one in json.loads(done.out)["findings"]}
    assert "13:69E-1.10(a)" in cites


def test_the_keys_of_a_check_are_those_that_others_rely_on() -> None:
    answer = json.loads(within("check", "tables/in-between.toml", "--json").out)
    assert {"file", "status", "lawful", "findings", "not_stated", "not_known"} <= answer.keys()


def test_several_tables_are_answered_in_their_order() -> None:
    done = upcard("check", "tables/blackjack.toml", "tables/streak.toml", "--json", "--date", "2026-11-18")
    answer = json.loads(done.out)
    assert [file["file"] for file in answer["files"]] == ["tables/blackjack.toml", "tables/streak.toml"]
    assert [file["status"] for file in answer["files"]] == ["lawful", "not shown"]
    assert (answer["status"], answer["lawful"]) == ("not shown", None)


def test_cite_shows_the_rule_its_standing_both_numbers_and_what_cites_it() -> None:
    answer = json.loads(upcard("cite", "19:47-2.26(h)", "--json").out)
    assert (answer["current"], answer["former"]) == ("13:69F-2.26(g)", "19:47-2.26(h)")
    assert answer["standing"] == "text held"
    assert "2.31" in answer["current_rule"]
    assert "2.31" not in answer["rule"]
    assert answer["former_rule"] == answer["rule"]
    assert "wagers/in_between.py" in answer["code"]
    assert any(test.startswith("tests/law/test_13_69F_2_26.py::") for test in answer["tests"])


def test_cite_lists_the_tests_when_asked_in_a_source_tree() -> None:
    answer = json.loads(upcard("cite", "19:47-2.26(h)", "--tests", "--json").out)
    assert any(test.startswith("tests/law/test_13_69F_2_26.py::") for test in answer["tests"])
    assert "tests/law/test_13_69F_2_26.py::" in upcard("cite", "19:47-2.26(h)", "--tests").out
    assert "tests" not in upcard("cite", "19:47-2.26(h)").out


def test_an_installed_package_lists_the_code_but_not_the_tests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(citing_code, "TEST_INDEX", tmp_path / "citing_tests.json")
    done = within("cite", "2.26(d)", "--tests")
    assert done.code == 0
    assert "wagers/in_between.py" in done.out.partition("cited by code:")[2].partition("cited by tests:")[0]
    assert "tests are listed in a source tree of upcard only" in " ".join(done.out.split())
    assert json.loads(within("cite", "2.26(d)", "--tests", "--json").out)["tests"] is None


def test_no_file_of_the_package_names_a_test() -> None:
    for file in (ROOT / "src" / "upcard").rglob("*.json"):
        assert "test" not in file.read_text(encoding="utf-8"), file


def test_cite_shows_the_text_of_the_edition_of_the_citation_first() -> None:
    former, current = upcard("cite", "19:47-2.26(h)").out, upcard("cite", "13:69F-2.26(g)").out
    assert "Now, as 13:69F-2.26(g)" in former
    assert "Formerly, as 19:47-2.26(h)" in current


@pytest.mark.parametrize(
    ("number", "hint"), [("2.99", "sections held"), ("2.26(z)", "2.26 has (a)"), ("x", "write it")]
)
def test_a_citation_of_nothing_is_misuse_with_a_hint(number: str, hint: str) -> None:
    done = upcard("cite", number)
    assert (done.code, done.out) == (2, "")
    assert hint in done.err


@pytest.mark.parametrize("words", [("reading", "10"), ("reading 10",), ("2.26(e)", "reading", "10")])
def test_a_reading_is_shown(words: tuple[str, ...]) -> None:
    assert "Buster has no ban list" in upcard("cite", *words).out


@pytest.mark.parametrize("number", ["0", "999"])
def test_a_reading_that_is_not_there_is_misuse(number: str) -> None:
    done = upcard("cite", "reading", number)
    assert done.code == 2
    assert "there is no reading" in done.err


def test_wagers_lists_the_editions_apart() -> None:
    current = {one["name"] for one in json.loads(upcard("wagers", "--json").out)["wagers"]}
    former = {one["name"] for one in json.loads(upcard("wagers", "--json", "--law", "19:47").out)["wagers"]}
    assert current - former == {"buster", "push 22", "free bet", "free double down on any number of cards"}


def test_wagers_shows_pay_tables_and_exclusions_by_paragraph() -> None:
    (answer,) = json.loads(upcard("wagers", "in-between", "--json").out)["wagers"]
    assert answer["pay_tables"]["D"]["Triple match"] == "40 to 1"
    assert {"name": "progressive", "cites": ["13:69F-2.26(g)"]} in answer["excludes"]
    assert answer["decks"] == {"rule": "at least 2", "cite": "13:69F-2.2(a)2"}


def test_an_unknown_wager_is_misuse() -> None:
    done = upcard("wagers", "roulette")
    assert done.code == 2
    assert "there is no wager" in done.err


def test_text_output_of_every_wager_names_what_is_not_held() -> None:
    out = upcard("wagers").out
    assert out.count("pay table: not held") == 9
    assert out.count("made with: not held") == out.count("spoken: not held") > 0
    assert "not law" in out


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m upcard wagers | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_color_only_where_a_terminal_shows_it() -> None:
    assert "\x1b" not in upcard("check", "tables/buster.toml").out


def test_verbs_of_the_package_are_those_documented() -> None:
    assert set(package.__all__) <= set(dir(package))
    assert all(getattr(package, name) is not None for name in package.__all__)
    assert not hasattr(package, "nothing")
