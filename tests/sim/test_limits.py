"""A simulation keeps to the limits of its table, by the dealing engine's own refusals."""

import json
from pathlib import Path

import pytest

from tests.command import misused, within
from tests.tables import offer, read, text
from upcard.errors import UpcardError
from upcard.money import Cents
from upcard.results.prices import Hourly, price, price_report
from upcard.results.simulation import simulate
from upcard.results.simulation_request import BeyondLimits
from upcard.table import load, shipped_tables

BUSTER = "tables/buster.toml"
COUNT = "[tags]\n5 = 1\nA = -1\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--amount", "9.99"), "the blackjack wager must be at least $10.00, not $9.99 [13:69F-8.3(a)]"),
        (("--amount", "1000.01"), "the blackjack wager may be at most $1,000.00, not $1,000.01 [13:69F-8.3(a)]"),
        (("--amount", "buster=0.99"), "the buster wager must be at least $1.00, not $0.99 [13:69F-2.30(c)]"),
        (
            ("--amount", "buster=101.00", "--amount", "500.00"),
            "the buster wager may be at most $100.00, not $101.00 [13:69F-2.30(c)]",
        ),
        (
            ("--amount", "buster=10.01"),
            "the buster wager may not exceed the blackjack wager of $10.00, not $10.01 [13:69F-2.30(c)]",
        ),
        (("--seats", "7"), "there is no seat 7: the table has seats 1 to 6 [13:69F-2.3(a)]"),
        (
            ("--session", "100", "--bankroll", "10.99"),
            "the bankroll of $10.99 does not cover the wagers of the first round, $11.00 [13:69F-2.3(a)]",
        ),
    ],
)
@pytest.mark.cite("13:69F-8.3(a)", "13:69F-2.30(c)", "13:69F-2.3(a)")
def test_a_wager_seat_or_bankroll_beyond_the_table_is_refused_with_its_paragraph(
    arguments: tuple[str, ...], words: str
) -> None:
    asked = ("simulate", BUSTER, "--rounds", "1000", *arguments)
    assert words in misused(*asked)
    done = within(*asked, "--beyond-limits", "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["beyond_limits"] == [words]
    shown = " ".join(within(*asked, "--beyond-limits").out.split())
    assert f"beyond the limits of the table: {words}" in shown


@pytest.mark.parametrize(
    "arguments",
    [
        ("--amount", "10.00"),
        ("--amount", "1000.00"),
        ("--amount", "buster=10.00"),
        ("--amount", "buster=100.00", "--amount", "100.00"),
        ("--seats", "6"),
        ("--session", "100", "--bankroll", "11.00"),
    ],
)
@pytest.mark.cite("13:69F-8.3(a)", "13:69F-2.30(c)")
def test_a_wager_at_the_limit_is_simulated(arguments: tuple[str, ...]) -> None:
    done = within("simulate", BUSTER, "--rounds", "1000", *arguments, "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["beyond_limits"] == []


def test_everything_beyond_the_limits_is_named_at_once(tmp_path: Path) -> None:
    file = tmp_path / "schedule.toml"
    steps = '[[step]]\nblackjack = "5.00"\n[[step]]\nfrom = 1\nblackjack = "2000.00"\nbuster = "200.00"\n'
    file.write_text(COUNT + steps, encoding="utf-8")
    arguments = ("simulate", BUSTER, "--schedule", str(file), "--seats", "7")
    printed = misused(*arguments)
    problems = [problem["message"] for problem in json.loads(within(*arguments, "--json").out)["problems"]]
    assert len(problems) == 4
    assert all(problem in printed for problem in problems)
    assert "step 1 of the schedule: the blackjack wager must be at least $10.00" in printed
    assert "step 2 of the schedule: the blackjack wager may be at most $1,000.00" in printed
    assert "step 2 of the schedule: the buster wager may be at most $100.00" in printed
    assert "there is no seat 7" in printed


def test_a_bankroll_covers_the_step_that_a_fresh_count_begins_with(tmp_path: Path) -> None:
    file = tmp_path / "schedule.toml"
    steps = '[[step]]\n[[step]]\nfrom = 0\nblackjack = "50.00"\n[[step]]\nfrom = 1\nblackjack = "500.00"\n'
    file.write_text(COUNT + steps, encoding="utf-8")
    table = load("tables/blackjack.toml")
    simulate(table, rounds=10, schedule=str(file), session=10, bankroll=Cents(5000))
    with pytest.raises(BeyondLimits, match=r"bankroll of \$49.99 does not cover .* \$50.00"):
        simulate(table, rounds=10, schedule=str(file), session=10, bankroll=Cents(4999))


def test_limits_are_those_of_the_edition_of_the_table() -> None:
    with pytest.raises(BeyondLimits, match=r"\[19:47-8\.3\(a\)\]"):
        simulate(load("tables/in-between-19-47.toml"), rounds=10, amounts={"blackjack": Cents(1)})


def test_the_amounts_of_a_table_without_posted_limits_go_together() -> None:
    """A buster wager may not exceed the blackjack wager."""
    table = read(text(offer("buster", free_bonus="B1"), minimum=None, maximum=None))
    found = simulate(table, rounds=100)
    assert found.wagers["buster"].amount == found.wagers["blackjack"].amount == 100
    assert found.exceeded == ()


@pytest.mark.parametrize("table", [each.name for each in shipped_tables()])
def test_without_amounts_every_verb_takes_the_smallest_allowed(table: str) -> None:
    """As `price`, of which `par` and `plot` are made, so `simulate`: a bonus that needs more is not made."""
    config = load(f"tables/{table}.toml")
    least = {offered.wager.name: offered.least for offered in config.offers}
    made = [each for each in simulate(config, rounds=100).wagers.values() if each.wager in least]
    assert {each.wager: each.amount for each in made} == least
    assert [each.key for each in made if each.rider] == []
    for wager in price_report(price(config), Hourly(), only=tuple(least)).wagers:
        hour = wager.per_hour
        assert (Cents(hour.amount.cents) if hour else None) == least[wager.wager]


def test_a_display_says_what_an_amount_wins_beyond_every_limit() -> None:
    table = load("tables/blackjack-bonus.toml")
    with pytest.raises(UpcardError, match="blackjack bonus"):
        simulate(table, rounds=10, amounts={"blackjack bonus": Cents(700)}, beyond_limits=True)


def test_names_of_wagers_are_matched_without_regard_to_case() -> None:
    arguments = ("simulate", BUSTER, "--rounds", "1000", "--wager", "BUSTER", "--amount", "Buster=7.00")
    report = json.loads(within(*arguments, "--json").out)
    assert [(wager["wager"], wager["amount"]) for wager in report["wagers"]][:2] == [
        ("blackjack", "10.00"),
        ("buster", "7.00"),
    ]
