"""upcard strategy as a user meets it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import upcard, within


@pytest.fixture(autouse=True)
def no_answers_of_other_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))


def answer(*arguments: str) -> dict[str, Any]:
    done = within("strategy", *arguments, "--json")
    assert done.code == 0, done.err
    report: dict[str, Any] = json.loads(done.out)
    return report


# The six-deck chart of a dealer who stands on soft 17, as every textbook prints it: doubling on any two cards and after
# splits, one split. H hit, S stand, D double down, P split; by upcard 2 to 10, then ace.
TEXTBOOK = {
    "hard 8": "HHHHHHHHHH",
    "hard 9": "HDDDDHHHHH",
    "hard 10": "DDDDDDDDHH",
    "hard 11": "DDDDDDDDDH",
    "hard 12": "HHSSSHHHHH",
    "hard 13": "SSSSSHHHHH",
    "hard 16": "SSSSSHHHHH",
    "hard 17": "SSSSSSSSSS",
    "soft 13": "HHHDDHHHHH",
    "soft 15": "HHDDDHHHHH",
    "soft 17": "HDDDDHHHHH",
    "soft 18": "SDDDDSSHHH",
    "soft 19": "SSSSSSSSSS",
    "pair 2": "PPPPPPHHHH",
    "pair 4": "HHHPPHHHHH",
    "pair 5": "DDDDDDDDHH",
    "pair 6": "PPPPPHHHHH",
    "pair 7": "PPPPPPHHHH",
    "pair 8": "PPPPPPPPPP",
    "pair 9": "PPPPPSPPSS",
    "pair 10": "SSSSSSSSSS",
    "pair A": "PPPPPPPPPP",
}
SIGNS = {"stand": "S", "draw": "H", "double down": "D", "split pair": "P"}
UPCARDS = [*map(str, range(2, 11)), "A"]


def test_the_chart_of_six_decks_is_that_of_the_textbooks() -> None:
    chart = answer("tables/blackjack.toml")["chart"]
    rows = {hand: "".join(SIGNS[chart[hand][up]] for up in UPCARDS) for hand in TEXTBOOK}
    assert rows == TEXTBOOK


def test_every_play_of_every_hand_has_a_value_and_the_chart_names_the_best_of_a_pair() -> None:
    report = answer("tables/blackjack.toml")
    for hand, row in report["chart"].items():
        for upcard_, play in row.items():
            values = report["values"][hand][upcard_]
            assert play in values
            if hand.startswith("pair"):
                assert values[play] == max(values.values())


@pytest.mark.parametrize("table", ["blackjack", "blackjack-resplit", "blackjack-hole-card-up", "free-bet"])
def test_two_aces_that_may_not_be_split_take_the_better_of_a_card_and_none(table: str) -> None:
    report = answer(f"tables/{table}.toml")
    for upcard_, values in report["values"]["pair A"].items():
        assert values["draw"] > values["stand"]
        assert report["otherwise"]["soft 12"][upcard_] == "draw"


def test_values_are_given_with_and_without_a_dealers_blackjack() -> None:
    report = answer("tables/blackjack.toml")
    assert report["values"]["hard 16"]["10"]["stand"] == pytest.approx(-0.5758, abs=1e-4)
    assert report["values_if_no_dealer_blackjack"]["hard 16"]["10"]["stand"] == pytest.approx(-0.5404, abs=1e-3)


def test_hands_whose_cards_matter_are_listed() -> None:
    listed = answer("tables/blackjack.toml")["exceptions"]
    assert {
        "hand": "2-4-10",
        "total": "hard 16",
        "upcard": "10",
        "play": "stand",
        "chart": "draw",
    } in listed
    assert (
        "hard 16 against 10: stand, where the chart says hit"
        in upcard("strategy", "tables/blackjack.toml", "--exceptions").out
    )


def test_a_hand_is_shown_against_every_upcard() -> None:
    done = upcard("strategy", "tables/blackjack.toml", "--hand", "6-T")
    assert done.code == 0
    assert "6-10: what each play is worth" in done.out
    assert len(done.out.splitlines()) == 12


def test_free_hands_have_a_chart_of_their_own() -> None:
    report = answer("tables/free-bet.toml")
    assert report["chart"]["hard 11"]["6"] == "free double down"
    assert report["chart"]["pair 8"]["10"] == "free split"
    assert report["chart"]["pair 10"]["6"] == "stand"
    assert report["chart_of_free_hands"]["hard 17"]["10"] in ("draw", "stand")
    assert "risks nothing" in upcard("strategy", "tables/free-bet.toml").out


def test_with_the_hole_card_up_the_chart_is_by_both_cards() -> None:
    report = answer("tables/blackjack-hole-card-up.toml")
    assert len(report["upcards"]) == 55
    assert report["chart"]["hard 12"]["10-10"] == "draw"  # a dealer's twenty beats it
    assert "10-10" in upcard("strategy", "tables/blackjack-hole-card-up.toml").out


def test_insurance_is_judged_by_the_tens_left() -> None:
    insurance = answer("tables/blackjack.toml")["insurance"]
    assert insurance["2-3"]["dealer_blackjack"]["fraction"] == "32/103"  # 96 of 309
    assert insurance["10-10"]["value"]["decimal"] < insurance["2-3"]["value"]["decimal"] < 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tables/nowhere.toml",), "cannot be read"),
        (("tables/blackjack.toml", "--hand", "6"), "two cards or more"),
        (("tables/blackjack.toml", "--hand", "6-x"), "is not a hand"),
        (("tables/blackjack.toml", "--hand", "A-T"), "nothing to decide"),
        (("tables/blackjack.toml", "--decks", "0"), "1 to 8 decks"),
        (("tables/blackjack.toml", "--decks", "1-8"), "one number of decks"),
        (("tables/blackjack.toml", "--removed", "Zz"), "is not a card"),
    ],
)
def test_bad_input_is_refused_and_exits_with_2(arguments: tuple[str, ...], words: str) -> None:
    assert upcard("strategy", *arguments, "--json").code == 2
    done = upcard("strategy", *arguments)
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err
