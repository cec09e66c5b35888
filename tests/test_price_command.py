"""upcard price as a user meets it."""

import json
import shutil
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from tests.command import Done, misused, upcard, within
from upcard import disk_cache
from upcard.results.prices import price
from upcard.table import load

WHOLE = pytest.approx(1, abs=1e-12)


@pytest.fixture(autouse=True)
def no_answers_of_other_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))


def answer(*arguments: str) -> dict[str, Any]:
    done = within("price", *arguments, "--json")
    assert done.code == 0, done.err
    report: dict[str, Any] = json.loads(done.out)
    return report


def of(report: dict[str, Any], name: str) -> dict[str, Any]:
    (wager,) = (wager for wager in report["wagers"] if wager["wager"] == name)
    return dict(wager)


def test_a_wager_at_a_pay_table_is_priced_as_a_fraction() -> None:
    (wager,) = answer("in-between", "--decks", "6", "--pay-table", "A")["wagers"]
    assert wager["wager"] == "in-between"
    assert wager["decks"] == 6
    assert wager["pay_table"] == "A"
    assert wager["house_advantage"]["fraction"] == "21282/626665"
    assert wager["house_advantage"]["percent"] == pytest.approx(3.396073, abs=1e-6)
    assert {line["outcome"] for line in wager["outcomes"]} >= {"Triple match", "lose"}
    assert sum(Fraction(line["probability"]["fraction"]) for line in wager["outcomes"]) == 1
    assert wager["hit_frequency"]["fraction"]
    assert wager["variance"]["fraction"]


@pytest.mark.parametrize(
    ("wager", "fraction"),
    [("sevens", "1321888247/4970080115"), ("progressive", "811629169219/1301666217579")],
)
def test_a_box_is_played_against_both_cards_where_the_hole_card_is_up(
    wager: str, fraction: str, tmp_path: Path
) -> None:
    text = Path(f"tables/{wager}.toml").read_text(encoding="utf-8")
    file = tmp_path / "up.toml"
    file.write_text(text.replace("\n[[wager]]", 'hole_card = "up"\nnotices = ["hole card up"]\n\n[[wager]]', 1))
    priced = of(answer(str(file)), wager)
    assert priced["convention"] == "the box draws a third and a fourth card by the best play of the blackjack wager"
    assert priced["house_advantage"]["fraction"] == fraction


def test_a_table_file_is_priced_wager_by_wager_with_the_keys_that_others_rely_on() -> None:
    report = answer("tables/in-between.toml")
    assert [wager["wager"] for wager in report["wagers"]] == ["blackjack", "insurance", "in-between"]
    blackjack = of(report, "blackjack")
    assert blackjack["value"]["composition_dependent"] == pytest.approx(-0.0045688629729337234, abs=1e-12)
    assert set(blackjack["value"]) >= {"composition_dependent", "total_dependent"}
    assert "CDZ-" in blackjack["convention"]
    assert sum(line["probability"]["decimal"] for line in blackjack["outcomes"]) == WHOLE
    for of_upcard in blackjack["dealer"].values():
        assert sum(Fraction(chance["fraction"]) for chance in of_upcard.values()) == 1
    insurance = of(report, "insurance")
    assert insurance["house_advantage"]["fraction"] == "23/311"
    assert insurance["even_money"]["refused"]["decimal"] == pytest.approx(1.5 * (1 - 95 / 309))


def test_an_hour_is_priced_at_the_rounds_and_amount_asked_for() -> None:
    (wager,) = answer("in-between", "--pay-table", "A", "--rounds", "100", "--amount", "25.00")["wagers"]
    assert wager["per_hour"]["amount"] == "25.00"
    assert wager["per_hour"]["loss"] == f"{100 * 25 * 21282 / 626665:.2f}"


def test_cards_known_to_be_gone_change_the_price() -> None:
    full = of(answer("tables/in-between.toml"), "in-between")["house_advantage"]["fraction"]
    gone = of(answer("tables/in-between.toml", "--removed", "Ah 5c"), "in-between")["house_advantage"]["fraction"]
    assert full != gone


def test_insurance_is_good_for_the_player_when_enough_small_cards_are_gone() -> None:
    small = " ".join(f"{rank}{suit}" for rank in "23456" for suit in "cdhs" for _ in range(3))
    insurance = of(answer("tables/in-between.toml", "--removed", small), "insurance")
    assert insurance["house_advantage"]["percent"] < 0


def test_odds_of_ones_own_are_priced() -> None:
    lines = ["Triple match=40 to 1", "One card spread=12 to 1", "Two card spread=6 to 1"]
    lines += ["Three card spread=4 to 1", "All other spreads=1 to 1"]
    (wager,) = answer("in-between", *(word for line in lines for word in ("--pays", line)))["wagers"]
    assert Fraction(wager["house_advantage"]["fraction"]) == Fraction(21282, 626665) - 10 * Fraction(253, 48205)


def test_the_grid_holds_every_pay_table_and_1_to_8_decks() -> None:
    wagers = answer("in-between", "--all")["wagers"]
    assert {(wager["decks"], wager["pay_table"]) for wager in wagers} == {
        (decks, table) for decks in range(1, 9) for table in "ABCD"
    }
    printed = upcard("price", "in-between", "--all").out
    assert "9.4066" in printed  # eight decks, table C: the owner's sheet prints 9.410


def test_a_number_of_decks_that_the_rules_do_not_allow_is_priced_with_a_word_about_it() -> None:
    (wager,) = answer("in-between", "--pay-table", "B", "--decks", "1")["wagers"]
    assert "13:69F-2.2(a)2" in wager["note"]


def test_the_progressive_reports_its_break_even_and_how_often_it_is_won() -> None:
    wager = of(answer("tables/progressive.toml"), "progressive")
    meter = wager["meter"]
    at_break_even = of(answer("tables/progressive.toml", "--meter", meter["break_even"]), "progressive")
    assert abs(at_break_even["house_advantage"]["percent"]) < 1e-5
    assert Fraction(meter["mean_rounds_between_jackpots"]["fraction"]) > 100_000
    assert meter["house_advantage_in_the_long_run"]["fraction"]


def test_without_some_cards_the_long_run_of_a_meter_is_not_given() -> None:
    question = ("tables/progressive.toml", "--removed", "As Ah")
    meter = of(answer(*question), "progressive")["meter"]
    keys = ("mean_rounds_between_jackpots", "mean_when_first_won", "mean_when_won", "house_advantage_in_the_long_run")
    assert [meter[key] for key in keys] == [None] * len(keys)
    assert meter["break_even"]
    shown = within("price", *question).out
    assert "the long run is not given" in shown
    assert "won once in" not in shown


def test_the_free_bonus_is_worth_something_from_five_dollars_on() -> None:
    rider = of(answer("tables/buster.toml"), "buster")["rider"]
    assert rider["least_wager"] == "5.00"
    assert Fraction(rider["value"]["fraction"]) > 0
    advantages = [one["house_advantage"]["percent"] for one in rider["by_wager"]]
    assert advantages == sorted(advantages)  # a fixed amount weighs less the more is wagered


def test_a_wager_over_several_rounds_is_priced_for_each_choice() -> None:
    wagers = [wager for wager in answer("tables/streak.toml")["wagers"] if wager["wager"] == "streak"]
    assert [wager["choice"] for wager in wagers] == [2, 3, 4, 5]
    for wager in wagers:
        assert sum(line["probability"]["decimal"] for line in wager["outcomes"]) == WHOLE
        assert wager["house_advantage"]["fraction"] is None  # it rests on numbers found in double precision


def test_what_is_assumed_of_the_table_is_said_and_is_what_the_wager_and_its_game_require() -> None:
    (wager,) = answer("push 22", "--pay-table", "1")["wagers"]
    assert wager["house_advantage"]["percent"] == pytest.approx(5.854, abs=5e-4)  # published; drawing to soft 17
    assert "draws on soft 17" in wager["assumes"]


def test_a_wager_of_one_amount_is_priced_by_the_hour_at_that_amount() -> None:
    wager = of(answer("tables/progressive.toml", "--amount", "25"), "progressive")
    assert wager["per_hour"]["amount"] == "1.00"


def test_the_hour_of_a_streak_counts_that_results_and_durations_go_together() -> None:
    streaks = [wager for wager in answer("tables/streak.toml")["wagers"] if wager["wager"] == "streak"]
    deviations = {wager["choice"]: wager["per_hour"]["standard_deviation"] for wager in streaks}
    assert deviations == {2: "10.30", 3: "14.27", 4: "21.92", 5: "31.82"}


def test_the_hour_of_multiple_action_is_for_the_wagers_that_must_be_made(tmp_path: Path) -> None:
    prices = price(load("tables/multiple-action.toml"))
    both = prices.blackjack.together
    hour = of(answer("tables/multiple-action.toml"), "blackjack")["per_hour"]
    assert (hour["amount"], hour["wagers"]) == ("10.00", ["5.00", "5.00"])
    assert hour["loss"] == f"{60 * 10 * -both.mean:.2f}" == "2.78"
    deviation = 5 * sqrt(60 * (2 * both.variance + 2 * both.covariance))
    assert hour["standard_deviation"] == f"{deviation:.2f}" == "74.04"
    shown = " ".join(within("price", "tables/multiple-action.toml").out.split())
    assert "60 rounds an hour at $5.00 + $5.00: loses $2.78 on average, standard deviation $74.04" in shown
    three = of(answer("tables/multiple-action.toml", "--amount", "25"), "blackjack")["per_hour"]
    assert three["wagers"] == ["25.00", "25.00"]

    text = Path("tables/multiple-action.toml").read_text(encoding="utf-8")
    limits = 'multiple_action_limits = [["5.00", "500.00"], ["10.00", "500.00"], ["15.00", "500.00"]]\n'
    file = tmp_path / "limits.toml"
    file.write_text(text.replace('game = "', limits + 'game = "'), encoding="utf-8")
    hour = of(answer(str(file)), "blackjack")["per_hour"]
    assert hour["wagers"] == ["5.00", "10.00"]
    deviation = sqrt(60 * (5**2 * both.variance + 10**2 * both.variance + 2 * 5 * 10 * both.covariance))
    assert hour["standard_deviation"] == f"{deviation:.2f}"

    file.write_text(text.replace('game = "', 'hole_card = "down, card reader"\ngame = "'), encoding="utf-8")
    assert of(answer(str(file)), "blackjack")["per_hour"]["standard_deviation"] is None
    assert "on average, standard deviation not known" in " ".join(within("price", str(file)).out.split())


def test_an_hour_of_one_blackjack_wager_names_no_wagers() -> None:
    assert "wagers" not in of(answer("tables/blackjack.toml"), "blackjack")["per_hour"]


def test_the_house_advantage_is_that_of_the_net_results() -> None:
    for table in ("blackjack", "in-between", "blackjack-hole-card-up"):
        wager = of(answer(f"tables/{table}.toml"), "blackjack")
        words = {"wins": 1, "loses": -1}
        mean = sum(
            words[line["outcome"].split()[0]] * float(line["outcome"].split()[1]) * line["probability"]["decimal"]
            for line in wager["outcomes"]
            if line["outcome"] != "even"
        )
        assert wager["house_advantage"]["percent"] == pytest.approx(-100 * mean, abs=1e-10)


def test_even_money_is_reported_only_where_it_is_offered() -> None:
    assert "even_money" in of(answer("tables/blackjack.toml"), "insurance")
    assert "even_money" not in of(answer("tables/multiple-action.toml"), "insurance")
    assert "even_money" not in of(answer("tables/blackjack-from-the-hand.toml"), "insurance")


def test_a_shoe_that_may_run_out_is_refused_and_one_without_aces_has_no_insurance() -> None:
    suits = "cdhs"
    few = " ".join(f"{rank}{suit}" for rank in "23456789TJQK" for suit in suits for _ in range(6))
    assert "may run out of cards" in misused("price", "tables/blackjack.toml", "--removed", few)
    aces = " ".join(f"A{suit}" for suit in suits for _ in range(6))
    assert [wager["wager"] for wager in answer("tables/blackjack.toml", "--removed", aces)["wagers"]] == ["blackjack"]


def test_the_joint_distribution_of_several_dealers_hands_is_reported_with_joint() -> None:
    hands = of(answer("tables/multiple-action.toml", "--joint"), "blackjack")["dealers_hands"]
    assert 0 < hands["correlation_of_two"] < 1
    assert hands["variance_of_three"] > 3 * hands["variance_of_one"]
    for joint in (hands["two_hands"], hands["three_hands"]):
        for of_upcard in joint.values():
            assert sum(of_upcard.values()) == WHOLE
    assert "one dealer's hand" in misused("price", "tables/blackjack.toml", "--joint")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("in-between", "--decks", "0"), "1 to 8 decks"),
        (("in-between", "--decks", "9"), "1 to 8 decks"),
        (("in-between", "--decks", "six"), "neither a number"),
        (("in-between", "--decks", "5-3"), "1 to 8 decks"),
        (("tables/in-between.toml", "--decks", "9"), "1 to 8 decks"),
        (("in-between", "--pay-table", "Z"), 'no pay table "Z"; known: A, B, C, D'),
        (("in-between", "--pays", "Quadruple match=30 to 1"), "there is no such outcome"),
        (("in-between", "--pays", "Triple match=30 for 1"), "never with 'for'"),
        (("in-between", "--pays", "Triple match"), "a line and its odds"),
        (("in-between", "--pays", "Triple match=30 to 1"), "nothing is posted for One card spread"),
        (("pair-square",), "there is no wager"),
        ((), "a table file, a wager's name, or --all"),
        (("tables/nowhere.toml",), "cannot be read"),
        (("tables/in-between.toml", "--removed", "Ah Ah Ah Ah Ah Ah Ah"), "7 Ah cannot be taken out"),
        (("tables/in-between.toml", "--removed", "1h"), "'1h' is not a card"),
        (("in-between", "--pay-table", "A", "--decks", "1", "--removed", "5c 5c"), "cannot be taken out"),
        (("in-between", "--rounds", "0"), "at least one round"),
        (("in-between", "--rounds", "1" + "0" * 400), "at least one round"),
        (("in-between", "--amount", "0"), "more than zero"),
        (("x" * 300,), "there is no wager"),
        (("insurance",), "give a table file"),
        (("in-between", "--joint"), "give a table file"),
        (("in-between", "--pay-table", "A", "--pays", "Double match=30 to 1"), "no line"),
        (("in-between", "--pays", "Triple match=30 to 1", "--pays", "Triple match=9 to 1"), "posted twice"),
        (("tables/blackjack.toml", "--meter", "5000"), "paid from a meter"),
        (
            ("tables/blackjack.toml", "--removed", " ".join(f"{r}{s}" for r in "5678" for s in "cdhs") * 6),
            "is not a card",
        ),
        (("in-between", "--amount", "ten"), "not an amount of money"),
        (("tables/progressive.toml", "--meter", "-1"), "may not be negative"),
        (("sevens",), "what the sevens wager pays is the licensee's"),
        (("blackjack bonus",), "what its display shows"),
        (("tables/in-between.toml", "--pay-table", "A"), "a table file posts its own"),
    ],
)
def test_bad_input_is_refused_and_exits_with_2(arguments: tuple[str, ...], words: str) -> None:
    message = misused("price", *arguments)
    assert words in message
    assert "Traceback" not in message


def test_a_file_that_cannot_be_read_is_a_problem_in_json_too(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('decks = 6\n[[wager]]\nname = "in-between"\npays = { "No such line" = "3 to 1" }\n')
    done = upcard("price", str(bad), "--json")
    assert done.code == 2
    (problem,) = json.loads(done.out)["problems"]
    assert problem["line"] == 4


def timed(*arguments: str) -> Done:
    return upcard("price", *arguments)


def test_an_answer_is_kept_on_disk_by_the_content_of_the_question(tmp_path: Path) -> None:
    first = timed("tables/in-between.toml")
    (kept,) = tmp_path.glob("*.json")
    entry = disk_cache.read(kept.stem)
    assert entry is not None
    disk_cache.write(kept.stem, {**entry, "table": "BJ-999"})
    assert "BJ-999" in timed("tables/in-between.toml").out  # answered from disk
    assert timed("tables/in-between.toml", "--no-cache").out == first.out
    timed("tables/in-between.toml", "--rounds", "61")
    assert len(list(tmp_path.glob("*.json"))) == 2


def test_a_broken_or_forbidden_cache_is_no_failure(tmp_path: Path) -> None:
    first = timed("in-between")
    (kept,) = tmp_path.glob("*.json")
    kept.write_text("{broken")
    assert timed("in-between").out == first.out
    shutil.rmtree(tmp_path)
    tmp_path.write_text("a file where a folder should be")
    assert timed("in-between").out == first.out


def test_python_gives_the_same_numbers() -> None:
    priced = price(load("tables/in-between.toml"))
    assert priced["in-between"].house_advantage == Fraction(33954, 626665)
    assert list(priced) == ["blackjack", "insurance", "in-between"]
    with pytest.raises(KeyError):
        priced["buster"]
