"""upcard strategy as a user meets it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.command import upcard, within
from upcard.english import MINUS


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
        in within("strategy", "tables/blackjack.toml", "--exceptions").out
    )


def test_a_hand_is_shown_against_every_upcard() -> None:
    done = upcard("strategy", "tables/blackjack.toml", "--hand", "6-T")
    assert done.code == 0
    assert "6-10: what each play is worth" in done.out
    assert len(done.out.splitlines()) == 12


def row(out: str, hand: str) -> str:
    """Return the cells of a row of the first chart."""
    return next(line for line in out.split("\n") if line.startswith(f"{hand} ")).removeprefix(hand).strip()


def test_the_chart_has_the_letters_of_charts_and_a_legend_of_those_it_has() -> None:
    out = within("strategy", "tables/blackjack.toml").out
    assert row(out, "hard 16").split() == [*"SSSSSHHHHH"]
    assert row(out, "soft 18").split() == ["S", "Ds", "Ds", "Ds", "Ds", "S", "S", "H", "H", "H"]
    assert "\nH hit, S stand, D double down, P split pair\n" in out
    free = within("strategy", "tables/free-bet.toml").out
    assert row(free, "hard 11").split() == ["Fh"] * 10
    assert row(free, "pair 8").split() == ["G"] * 10
    assert "\nH hit, S stand, D double down, F free double down, G free split\n" in free
    assert [line for line in free.split("\n") if len(line) > 80] == []


def test_the_legend_names_a_play_that_stands_only_after_another() -> None:
    out = within("strategy", "tests/golden/tables/early-surrender-reader.toml").out
    shown = {letter.upper() for hand in TEXTBOOK for letter in row(out, hand) if letter != " "}
    legend = next(line for line in out.split("\n") if line.startswith("H hit, "))
    assert {item.split()[0] for item in legend.split(", ")} == shown
    assert "R surrender" in legend


@pytest.mark.parametrize(
    "arguments",
    [
        ("tables/blackjack.toml",),
        ("tables/blackjack-hole-card-up.toml",),
        ("tables/blackjack.toml", "--exceptions"),
        ("tables/blackjack.toml", "--hand", "8-8"),
    ],
    ids=" ".join,
)
def test_no_line_is_wider_than_80_columns(arguments: tuple[str, ...]) -> None:
    done = within("strategy", *arguments)
    assert done.code == 0, done.err
    assert [line for line in done.out.split("\n") if len(line) > 80] == []


def test_a_hand_with_more_plays_than_a_page_has_room_for_shows_them_all() -> None:
    out = within("strategy", "tables/free-bet.toml", "--hand", "8-8", "--set", "surrender=true").out
    shown = ("hit", "stand", "double down", "split pair", "surrender", "free split")
    assert all(re.search(f"  {play}(  |$)", out, re.MULTILINE) for play in shown)
    assert len(re.findall(rf"[{MINUS}+]\d\.\d{{12}}", out)) == 6 * 10
    assert [line for line in out.split("\n") if len(line) > 80] == []


TABLES_BY_HOLE_CARD = ("tables/blackjack.toml", "tests/golden/tables/card-reader.toml")
SIX_DECKS = [24] * 9 + [96]  # aces first


def values_against(hand: tuple[int, ...], table: str, upcard_: str) -> dict[str, float]:
    words = "-".join("A" if value == 1 else str(value) for value in hand)
    values: dict[str, float] = answer(table, "--hand", words)["compositions"][words][upcard_]
    return values


def chance_of_no_blackjack(hand: tuple[int, ...], upcard_: int) -> float:
    """Return the probability that the card under an ace or a ten makes no blackjack."""
    needed = {1: 10, 10: 1}[upcard_]
    return 1 - (SIX_DECKS[needed - 1] - hand.count(needed)) / (sum(SIX_DECKS) - 1 - len(hand))


@pytest.mark.parametrize("table", TABLES_BY_HOLE_CARD)
@pytest.mark.parametrize(("hand", "upcard_"), [((2, 3, 4), 10), ((2, 2, 4), 1), ((2, 2, 2, 3), 10)])
def test_a_draw_is_worth_the_best_play_of_the_hands_that_it_leads_to(
    table: str, hand: tuple[int, ...], upcard_: int
) -> None:
    known = table != "tables/blackjack.toml"  # that the dealer has no blackjack
    left = [n - hand.count(value) - (value == upcard_) for value, n in enumerate(SIX_DECKS, 1)]
    name = "A" if upcard_ == 1 else str(upcard_)
    worth = 0.0
    for value, cards in enumerate(left, 1):
        longer = tuple(sorted((*hand, value)))
        weight = chance_of_no_blackjack(longer, upcard_) if known else 1
        worth += cards / sum(left) * weight * max(values_against(longer, table, name).values())
    weight = chance_of_no_blackjack(hand, upcard_) if known else 1
    assert values_against(hand, table, name)["draw"] * weight == pytest.approx(worth, abs=1e-12)


def test_a_hand_of_many_cards_has_its_values_and_only_against_upcards_that_the_shoe_holds() -> None:
    out = within("strategy", "tables/blackjack.toml", "--decks", "1", "--hand", "2,2 22").out
    assert out.startswith("2-2-2-2: what each play is worth")
    assert re.findall(r"^  (\w+) ", out, re.MULTILINE) == ["A", *"3456789", "10"]
    for_all = within("strategy", "tables/blackjack.toml", "--hand", "2-3-4-7").out
    assert len(for_all.splitlines()) == 12


def test_the_exceptions_of_more_cards_are_the_best_plays_of_those_hands() -> None:
    listed = answer("tables/blackjack.toml")["exceptions"]
    longer = [each for each in listed if each["hand"].count("-") > 1]
    assert len(longer) > 20
    for each in longer[::10]:
        hand = tuple(1 if card == "A" else int(card) for card in each["hand"].split("-"))
        values = values_against(hand, "tables/blackjack.toml", each["upcard"])
        assert max(values, key=values.__getitem__) == each["play"]


def test_free_hands_have_a_chart_of_their_own() -> None:
    report = answer("tables/free-bet.toml")
    assert report["chart"]["hard 11"]["6"] == "free double down"
    assert report["chart"]["pair 8"]["10"] == "free split"
    assert report["chart"]["pair 10"]["6"] == "stand"
    assert report["chart_of_free_hands"]["hard 17"]["10"] in ("draw", "stand")
    assert "risks nothing" in within("strategy", "tables/free-bet.toml").out


def test_with_the_hole_card_up_the_chart_is_by_both_cards() -> None:
    report = answer("tables/blackjack-hole-card-up.toml")
    assert len(report["upcards"]) == 55
    assert report["chart"]["hard 12"]["10-10"] == "draw"  # a dealer's twenty beats it
    assert "10-10" in within("strategy", "tables/blackjack-hole-card-up.toml").out


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
        (("tables/blackjack.toml", "--hand", "A-T"), "A-10 is a blackjack: there is nothing to decide"),
        (("tables/blackjack.toml", "--hand", "6-5-T"), "5-6-10 is 21: there is nothing to decide"),
        (("tables/blackjack.toml", "--hand", "A-3-7"), "A-3-7 is 21: there is nothing to decide"),
        (("tables/blackjack.toml", "--hand", "6-7-T"), "6-7-10 is 23, a bust: there is nothing to decide"),
        (("tables/blackjack.toml", "--hand", "A-A-A-A-A", "--decks", "1"), "the shoe holds 4 cards of value A, not 5"),
        (("tests/golden/tables/charlie-5.toml", "--hand", "2-2-2-3-4"), "leave nothing to decide with these cards"),
        (("tables/blackjack.toml", "--hand", "8-8", "--exceptions"), "give one of them"),
        (("tables/blackjack.toml", "--decks", "0"), "1 to 8 decks"),
        (("tables/blackjack.toml", "--decks", "1-8"), "one number of decks"),
        (("tables/blackjack.toml", "--removed", "Zz"), "is not a card"),
    ],
)
def test_bad_input_is_refused_and_exits_with_2(arguments: tuple[str, ...], words: str) -> None:
    assert within("strategy", *arguments, "--json").code == 2
    done = within("strategy", *arguments)
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err
