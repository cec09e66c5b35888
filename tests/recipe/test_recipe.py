"""A wager and a rule are added as CONTRIBUTING says, and every verb follows; `make test-recipe` tests much more."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.recipe.copied import RULE, make_copy, python, run_tests

PLAIN = 'licensee = "x"\ndecks = 2\nminimum = "5.00"\nmaximum = "500.00"\n'
ROUND = """
table = "{table}.toml"
shoe = "{shoe}"
[[seat]]
number = 1
wagers = {{ blackjack = "10.00" }}
decisions = ["stand"]
"""
BESIDE_IN_BETWEEN = """
[[wager]]
name = "matched aces"
pays = { "Two aces of spades" = "999 to 1", "Any other two aces" = "100 to 1" }
[[wager]]
name = "in-between"
pay_table = "A"
"""
SAMPLE = (
    "tests/law/test_13_69F_2_33.py",
    "tests/test_shipped_tables.py",
    "tests/test_needs.py",
    "tests/test_editions.py",
    "tests/test_registry.py",
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recipe") / "copy"
    make_copy(folder)
    (folder / "plain.toml").write_text(PLAIN, encoding="utf-8")
    (folder / "added.toml").write_text(f"{PLAIN}{RULE} = true\n", encoding="utf-8")
    (folder / "unlawful.toml").write_text(PLAIN + BESIDE_IN_BETWEEN, encoding="utf-8")
    return folder


def answer(copy: Path, *arguments: str) -> Any:
    """Run a verb of the copy."""
    done = python(copy, "-m", "upcard", *arguments, "--json")
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def weighty(copy: Path, name: str) -> list[Any]:
    return [one for one in answer(copy, "check", name)["findings"] if one["kind"] != "not stated"]


def test_check_follows_the_wager(copy: Path) -> None:
    assert weighty(copy, "matched-aces") == []
    assert {one["cite"] for one in weighty(copy, "unlawful.toml")} >= {"13:69F-2.33(d)", "13:69F-2.33(e)"}


def test_deal_price_and_simulate_follow_the_wager_and_agree(copy: Path) -> None:
    seats = answer(copy, "deal", "--round", "tests/golden/matched-aces.toml")["seats"]
    nets = [one["net"] for seat in seats for one in seat["wagers"] if one["wager"] == "matched aces"]
    assert nets == ["1000.00", "100.00", "-1.00"]
    of_wager = next(one for one in answer(copy, "price", "matched-aces")["wagers"] if one["wager"] == "matched aces")
    spades, aces = Fraction(6 * 5, 312 * 311), Fraction(24 * 23, 312 * 311)
    assert Fraction(of_wager["house_advantage"]["fraction"]) == 1 - 1001 * spades - 101 * (aces - spades)
    simulated = answer(copy, "simulate", "matched-aces", "--rounds", "1e6", "--seed", "3", "--fresh")["wagers"]
    assert all(abs(one["z"]) < 4.5 for one in simulated)


def test_felt_sign_and_documents_follow_both(copy: Path) -> None:
    felt = python(copy, "-m", "upcard", "layout", "matched-aces", "-o", "felt.svg")
    assert felt.returncode == 0, felt.stderr
    assert "Matched aces" in (copy / "felt.svg").read_text(encoding="utf-8")
    assert "Two aces of spades" in python(copy, "-m", "upcard", "sign", "matched-aces").stdout
    listed = python(copy, "-c", f"import upcard; print(dict(upcard.load('added.toml'))[{RULE!r}])")  # as on a PAR sheet
    assert listed.stdout == "True\n", listed.stderr


def test_check_follows_the_rule(copy: Path) -> None:
    assert weighty(copy, "plain.toml") == []
    (finding,) = weighty(copy, "added.toml")
    assert (finding["cite"], finding["verdict"], finding["line"]) == ("13:69F-2.3(c)", "likely", 5)
    assert finding["message"] == f"Equal totals push; {RULE} is true: set it to false"


def test_deal_follows_the_rule(copy: Path) -> None:
    def net(table: str, shoe: str) -> str:
        (copy / "round.toml").write_text(ROUND.format(table=table, shoe=shoe), encoding="utf-8")
        (seat,) = answer(copy, "deal", "--round", "round.toml")["seats"]
        return str(seat["net"])

    assert (net("plain", "Th 9c 7h 8c"), net("added", "Th 9c 7h 8c")) == ("0.00", "-10.00")
    assert (net("plain", "Th 9c 8h 9d"), net("added", "Th 9c 8h 9d")) == ("0.00", "0.00")  # a tie at 18


def test_price_strategy_and_simulate_follow_the_rule_and_agree(copy: Path) -> None:
    def value(name: str) -> float:
        priced = answer(copy, "price", f"{name}.toml", "--no-cache")["wagers"]
        return float(priced[0]["value"]["composition_dependent"])

    def of_17(name: str) -> float:
        return float(answer(copy, "strategy", f"{name}.toml", "--no-cache")["values"]["hard 17"]["7"]["stand"])

    assert -0.03 < value("added") - value("plain") < -0.01
    assert -0.5 < of_17("added") - of_17("plain") < -0.3  # the dealer has 17 with a seven up more often than not
    asked = ("simulate", "added.toml", "--rounds", "3e6", "--seed", "5", "--fresh")
    simulated = answer(copy, *asked)["wagers"][0]
    assert abs(simulated["z"]) < 4.5
    assert abs(simulated["mean"] - value("added")) < 0.004


def test_a_sample_of_the_tests_passes_on_the_copy(copy: Path) -> None:
    done = run_tests(copy, "-n", "0", *SAMPLE)
    assert done.returncode == 0, done.stdout
