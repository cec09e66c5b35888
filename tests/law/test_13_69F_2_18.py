"""13:69F-2.18: multiple action."""

from pathlib import Path

import pytest

from tests.command import misused, within
from tests.dealing import opened
from tests.tables import findings, found, offer, read, text
from upcard.game import commands as do
from upcard.game.refuse import refusals
from upcard.money import Cents
from upcard.table import BadConfig
from upcard.wagers.multiple_action import MULTIPLE_ACTION

BOTH_EDITIONS = pytest.mark.parametrize("law", ["13:69F", "19:47"])


@pytest.mark.cite("13:69F-2.18(a)")
@pytest.mark.parametrize(("wagers", "verdicts"), [(1, ["violates"]), (2, []), (3, []), (4, ["violates"])])
def test_a_player_may_make_two_or_three_wagers_on_one_hand(wagers: int, verdicts: list[str]) -> None:
    assert found("13:69F-2.18(a)", game="multiple action", multiple_action_wagers=wagers) == verdicts


@pytest.mark.cite("13:69F-2.18(b)")
@pytest.mark.parametrize(("required", "verdicts"), [(1, ["violates"]), (2, []), (3, []), (4, ["violates"])])
def test_each_player_must_make_two_wagers_or_three(required: int, verdicts: list[str]) -> None:
    assert found("13:69F-2.18(b)", game="multiple action", multiple_action_required=required) == verdicts


@pytest.mark.cite("13:69F-2.18(b)")
@pytest.mark.parametrize(
    ("required", "allowed", "verdicts"),
    [(2, 2, []), (2, 3, []), (3, 3, []), (3, 2, ["violates"]), (2, 1, ["violates"])],
)
def test_no_more_wagers_may_be_required_than_a_player_may_make(
    required: int, allowed: int, verdicts: list[str]
) -> None:
    keys = {"multiple_action_required": required, "multiple_action_wagers": allowed}
    assert found("13:69F-2.18(b)", game="multiple action", **keys) == verdicts


@pytest.mark.cite("13:69F-2.18(b)")
def test_unless_the_file_says_otherwise_two_wagers_are_required_and_three_allowed() -> None:
    assert read(text(game="multiple action", multiple_action_required=None)).spots == (2, 3)
    assert findings(game="multiple action") == ()


@pytest.mark.cite("13:69F-2.18(b)")
@pytest.mark.parametrize("key", ["minimum", "maximum"])
def test_the_limits_of_the_wagers_are_posted(key: str) -> None:
    assert found("13:69F-2.18(b)", game="multiple action", **{key: None}) == ["violates"]


@pytest.mark.cite("13:69F-2.18(b)", "13:69F-2.18(g)", "13:69F-2.18(h)")
def test_the_layout_has_an_area_for_each_wager_and_for_the_second_and_third_hand_of_the_dealer() -> None:
    assert [(str(area.cite), area.value.name) for area in MULTIPLE_ACTION.areas] == [("13:69F-2.18(b)", "each wager")]
    assert {str(area.cite): area.value.name for area in MULTIPLE_ACTION.dealer_areas} == {
        "13:69F-2.18(g)": "dealer's second hand",
        "13:69F-2.18(h)": "dealer's third hand",
    }


@pytest.mark.cite("13:69F-2.18(c)", "19:47-2.18(c)")
@BOTH_EDITIONS
@pytest.mark.parametrize(("dealt_from", "doubted"), [("hand", [("likely", 49)]), ("shoe", [])])
def test_the_cards_are_dealt_under_2_6_e_so_dealing_from_the_hand_is_doubtful(
    dealt_from: str, doubted: list[tuple[str, int]], law: str
) -> None:
    reported = findings(game="multiple action", dealt_from=dealt_from, decks=2, law=law)
    assert [
        (finding.verdict.value, finding.reading) for finding in reported if str(finding.cite) == f"{law}-2.18(c)"
    ] == doubted


@pytest.mark.cite("13:69F-2.18(e)", "19:47-2.18(e)")
@BOTH_EDITIONS
@pytest.mark.parametrize(
    ("hole_card", "verdicts"), [("after players", []), ("up", ["violates"]), ("down, card reader", ["violates"])]
)
def test_the_dealers_second_card_comes_after_all_decisions(hole_card: str, verdicts: list[str], law: str) -> None:
    assert found(f"{law}-2.18(e)", game="multiple action", hole_card=hole_card, law=law) == verdicts


@pytest.mark.cite("13:69F-2.18(e)")
@pytest.mark.parametrize("hole_card", ["up", "down, card reader"])
def test_only_multiple_action_forbids_a_hole_card(hole_card: str) -> None:
    assert found("13:69F-2.18(e)", hole_card=hole_card) == []


@pytest.mark.cite("13:69F-2.18(c)", "19:47-2.18(c)")
@BOTH_EDITIONS
def test_surrender_is_no_decision_of_multiple_action_so_it_is_doubtful(law: str) -> None:
    (doubt,) = findings(game="multiple action", surrender=True, notices=["surrender"], law=law)
    assert (doubt.verdict.value, str(doubt.cite), doubt.reading) == ("likely", f"{law}-2.18(c)", 63)
    assert findings(surrender=True, notices=["surrender"], law=law) == ()


@pytest.mark.cite("13:69F-2.18(b)", "19:47-2.18(b)")
@BOTH_EDITIONS
def test_the_minimum_number_of_wagers_is_posted(law: str) -> None:
    (missing,) = findings(game="multiple action", multiple_action_required=None, law=law)
    assert (missing.verdict.value, missing.kind.value, str(missing.cite)) == ("violates", "text", f"{law}-2.18(b)")
    assert "multiple_action_required" in missing.message


@pytest.mark.cite("13:69F-2.18(b)")
def test_without_a_posted_minimum_the_game_is_dealt_with_two_wagers() -> None:
    table = opened(text(game="multiple action", multiple_action_required=None))
    refused = refusals(table, do.PlaceWager(1, "blackjack", (Cents(1000),)))
    assert [refusal.message for refusal in refused] == ["seat 1 must make 2 to 3 blackjack wagers, not 1"]
    assert not refusals(table, do.PlaceWager(1, "blackjack", (Cents(1000), Cents(1000))))


LIMITS = [["10.00", "500.00"], ["5.00", "200.00"], ["5.00", "200.00"]]


@pytest.mark.cite("13:69F-2.18(b)", "19:47-2.18(b)")
@BOTH_EDITIONS
@pytest.mark.parametrize(
    ("limits", "wagers", "verdicts"),
    [
        (LIMITS, 3, []),
        (LIMITS[:2], 2, []),
        (LIMITS[:2], 3, ["violates"]),
        (LIMITS, 2, ["violates"]),
        ([["5.00", "5.00"], *LIMITS[1:]], 3, []),
        ([["5.01", "5.00"], *LIMITS[1:]], 3, ["violates"]),
        ([["5.01", "5.00"], ["6.00", "5.99"]], 3, ["violates", "violates", "violates"]),
    ],
)
def test_the_limits_of_each_wager_may_be_posted(
    limits: list[list[str]], wagers: int, verdicts: list[str], law: str
) -> None:
    keys = {"game": "multiple action", "multiple_action_wagers": wagers, "multiple_action_limits": limits, "law": law}
    assert found(f"{law}-2.18(b)", **keys) == verdicts
    assert found(f"{law}-8.3(a)", **keys, minimum=None, maximum=None) == []


@pytest.mark.cite("13:69F-2.18(b)")
def test_each_wager_has_its_own_limits_and_otherwise_those_of_the_table() -> None:
    table = read(text(game="multiple action", multiple_action_limits=LIMITS))
    assert [table.spot_limits(spot) for spot in range(3)] == [(1000, 50000), (500, 20000), (500, 20000)]
    assert table.least_blackjack_wager == 1000  # in every spot
    assert table.most_blackjack_wager == table.spot_limits(0)[1]  # of the first wager, reading 68
    plain = read(text(game="multiple action", minimum="5.00", maximum="50.00"))
    assert [plain.spot_limits(spot) for spot in range(3)] == [(500, 5000)] * 3
    assert read(text()).spot_limits(0) == (1000, 100000)


@pytest.mark.cite("13:69F-2.18(b)", "13:69F-2.30(c)")
@pytest.mark.parametrize(("maximum", "remarks"), [("499.99", 0), ("500.00", 0), ("500.01", 1)])
def test_a_wager_within_the_blackjack_wager_is_compared_with_the_first_one(maximum: str, remarks: int) -> None:
    # reading 68
    buster = offer("buster", minimum="5.00", maximum=maximum)
    every = findings(buster, game="multiple action", multiple_action_limits=LIMITS, maximum="100.00")
    assert (
        sum("may not exceed the blackjack wager, whose maximum is $500.00" in one.message for one in every) == remarks
    )


@pytest.mark.cite("13:69F-2.18(b)", "13:69F-8.3(a)")
@pytest.mark.parametrize(
    ("amounts", "messages"),
    [
        ((1000, 500, 500), []),
        ((999, 500), ["blackjack wager 1 must be at least $10.00, not $9.99"]),
        ((1000, 499), ["blackjack wager 2 must be at least $5.00, not $4.99"]),
        ((50000, 20000, 20000), []),
        ((50001, 20000), ["blackjack wager 1 may be at most $500.00, not $500.01"]),
        ((50000, 500, 20001), ["blackjack wager 3 may be at most $200.00, not $200.01"]),
    ],
)
def test_a_wager_outside_the_limits_of_its_spot_is_refused(amounts: tuple[int, ...], messages: list[str]) -> None:
    table = opened(text(game="multiple action", multiple_action_limits=LIMITS))
    refused = refusals(table, do.PlaceWager(1, "blackjack", tuple(map(Cents, amounts))))
    assert [refusal.message for refusal in refused] == messages


@pytest.mark.parametrize("limits", ["10.00", [["10.00"]], [["10.00", "0.00"]], [10]], ids=str)
def test_limits_that_cannot_be_read_are_problems(limits: object) -> None:
    with pytest.raises(BadConfig, match="multiple_action_limits: must be"):
        read(text(game="multiple action", multiple_action_limits=limits))


BOTH_GAMES = {"game": ["free bet", "multiple action"], "multiple_action_required": 2, "dealer_soft_17": "draw"}


@pytest.mark.cite("13:69F-2.18(a)")
def test_a_table_of_both_games_is_reported() -> None:
    assert found("13:69F-2.18(a)", **BOTH_GAMES) == ["violates"]
    assert found("13:69F-2.18(a)", game=["free bet"], dealer_soft_17="draw") == []


@pytest.mark.cite("13:69F-2.18(a)", "19:47-2.18(a)")
def test_the_former_edition_bars_free_bet_by_not_knowing_it() -> None:
    answer = findings(**BOTH_GAMES, law="19:47")
    assert [str(one.cite) for one in answer if one.verdict.value == "violates"] == ["13:69F-2.31"]


@pytest.mark.cite("13:69F-2.18(a)", "13:69F-2.32(a)")
def test_push_22_has_its_free_bet_table_wherever_that_game_is_named() -> None:
    games = {**BOTH_GAMES, "game": ["multiple action", "free bet"]}
    assert found("13:69F-2.32(a)", offer("push 22"), **games) == []


@pytest.mark.parametrize(
    ("games", "problem"),
    [
        ([], "names no game"),
        (["free bet", "free bet"], "names a game twice"),
        (["blackjack", "free bet"], '"blackjack" is the game without another'),
        (["free bet", "poker"], "must be "),
        (["free bet", 1], "must be "),
    ],
)
def test_a_list_of_games_that_cannot_be_is_a_problem(games: list[object], problem: str) -> None:
    with pytest.raises(BadConfig, match=f"game: {problem}"):
        read(text(game=games))


def test_the_keys_of_every_game_named_are_accepted_and_those_of_no_other() -> None:
    read(text(**BOTH_GAMES, free_double="two cards", multiple_action_wagers=2))
    with pytest.raises(BadConfig, match="free_double: is a key of the game"):
        read(text(game=["multiple action"], free_double="two cards"))


@pytest.mark.parametrize("verb", ["deal", "price", "strategy", "simulate"])
def test_a_table_of_several_games_is_dealt_priced_and_simulated_by_nobody(verb: str, tmp_path: Path) -> None:
    (tmp_path / "both.toml").write_text(text(**BOTH_GAMES), encoding="utf-8")
    done = within(verb, "both.toml", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    line = "both.toml: this table has several games (free bet, multiple action): name one of them under game"
    assert done.err.count("\n") == 1
    assert line in done.err


def test_a_round_at_a_table_of_several_games_is_not_ruled_on(tmp_path: Path) -> None:
    (tmp_path / "both.toml").write_text(text(**BOTH_GAMES), encoding="utf-8")
    (tmp_path / "round.toml").write_text('shoe = "9h 6s 9d Tc"\n[[seat]]\nnumber = 1\n', encoding="utf-8")
    assert "several games" in misused("deal", str(tmp_path / "both.toml"), "--round", str(tmp_path / "round.toml"))
