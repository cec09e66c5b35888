"""13:69F-2.11: splitting pairs, and how often."""

from typing import Any

import pytest

from tests.tables import findings, found, read, text
from upcard.wagers.free_bet import FREE_BET as FREE_BET_GAME

FREE_BET = {"game": "free bet", "dealer_soft_17": "draw"}
EDITIONS = [("13:69F", "13:69F-2.11(e)"), ("19:47", "19:47-2.11(e)")]


@pytest.mark.cite("13:69F-2.11(a)", "19:47-2.11(a)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69F-2.11(a)"), ("19:47", "19:47-2.11(a)")])
@pytest.mark.parametrize(("splits", "verdicts"), [(0, ["violates"]), (1, []), (2, [])])
def test_a_player_may_split_a_pair(law: str, number: str, splits: int, verdicts: list[str]) -> None:
    assert found(number, splits=splits, law=law) == verdicts


@pytest.mark.cite("13:69F-2.11(c)1")
@pytest.mark.parametrize("seats", [6, 7])
def test_unless_the_licensee_says_otherwise_a_hand_is_not_split_again(seats: int) -> None:
    assert read(text(splits=None)).rules.splits == 1
    assert findings(splits=None, seats=seats) == ()


@pytest.mark.cite("13:69F-2.11(c)1", "13:69F-2.11(e)", "19:47-2.11(e)")
@pytest.mark.parametrize(("law", "number"), EDITIONS)
@pytest.mark.parametrize(
    ("splits", "notices", "verdicts"),
    [
        (1, [], []),
        (2, [], ["violates"]),
        (2, ["surrender"], ["violates"]),
        (2, ["splits"], []),
        (2, ["Split"], []),
        (2, ["splitting"], []),
        (3, [], ["violates"]),
        (3, ["splits"], []),
    ],
)
def test_a_hand_is_split_again_after_notice_only(
    law: str, number: str, splits: int, notices: list[str], verdicts: list[str]
) -> None:
    assert found(number, splits=splits, notices=notices, law=law) == verdicts


@pytest.mark.cite("13:69F-2.11(e)", "19:47-2.11(e)")
@pytest.mark.parametrize(("law", "number"), EDITIONS)
@pytest.mark.parametrize(
    ("seats", "splits", "verdicts"),
    [
        (1, 3, []),
        (5, 3, []),
        (5, 4, ["violates"]),
        (6, 2, []),
        (6, 3, []),
        (6, 4, ["violates"]),
        (7, 1, []),
        (7, 2, []),
        (7, 3, ["violates"]),
    ],
)
def test_with_six_boxes_a_pair_is_split_three_times_and_with_seven_twice(
    law: str, number: str, seats: int, splits: int, verdicts: list[str]
) -> None:
    assert found(number, seats=seats, splits=splits, notices=["splits"], law=law) == verdicts


@pytest.mark.cite("13:69F-2.11(e)", "19:47-2.11(e)")
@pytest.mark.parametrize(("law", "number"), EDITIONS)
@pytest.mark.parametrize(
    ("game", "splits", "verdicts"),
    [("multiple action", 1, []), ("multiple action", 2, ["violates"]), ("blackjack", 2, [])],
)
def test_in_multiple_action_a_hand_is_not_split_again(
    law: str, number: str, game: str, splits: int, verdicts: list[str]
) -> None:
    assert found(number, game=game, splits=splits, notices=["splits"], law=law) == verdicts


@pytest.mark.cite("13:69F-2.11(g)")
@pytest.mark.parametrize(("seats", "splits"), [(6, 1), (6, 2), (6, 3), (7, 1), (7, 2)])
def test_at_a_free_bet_table_the_licensee_sets_the_limit(seats: int, splits: int) -> None:
    assert findings(**FREE_BET, seats=seats, splits=splits, notices=["splits"]) == ()


@pytest.mark.cite("13:69F-2.11(e)", "13:69F-2.11(g)")
@pytest.mark.parametrize(("splits", "verdicts"), [(1, []), (2, ["violates"]), (3, ["violates"])])
def test_at_a_free_bet_table_too_a_pair_is_split_again_with_a_wager_only_after_notice(
    splits: int, verdicts: list[str]
) -> None:
    assert found("13:69F-2.11(e)", **FREE_BET, splits=splits) == verdicts


@pytest.mark.cite("13:69F-2.11(g)")
def test_the_limit_of_free_splits_is_by_the_paragraph_on_free_splits() -> None:
    assert FREE_BET_GAME.free_split_except is not None
    assert str(FREE_BET_GAME.free_split_except.cite) == "13:69F-2.11(g)"


@pytest.mark.cite("13:69F-2.11(g)", "13:69F-2.11(e)")
@pytest.mark.parametrize(
    ("keys", "limits"),
    [
        ({"seats": 6, "splits": 3}, []),
        ({"seats": 6, "splits": 4}, [("likely", 37)]),
        ({"seats": 7, "splits": 2}, []),
        ({"seats": 7, "splits": 3}, [("likely", 37)]),
    ],
)
def test_more_free_splits_than_the_boxes_allow_are_likely_unlawful(
    keys: dict[str, Any], limits: list[tuple[str, int]]
) -> None:
    keys = {**FREE_BET, **keys, "notices": ["splits"]}
    reported = [finding for finding in findings(**keys) if str(finding.cite) == "13:69F-2.11(e)"]
    assert [(finding.verdict.value, finding.reading) for finding in reported] == limits


@pytest.mark.cite("13:69F-2.11(c)1")
@pytest.mark.parametrize(("splits", "verdicts"), [(1, ["violates"]), (2, [])])
def test_aces_are_split_again_only_where_pairs_are(splits: int, verdicts: list[str]) -> None:
    assert found("13:69F-2.11(c)1", splits=splits, resplit_aces=True, notices=["splits"]) == verdicts
