"""13:69F-2.11: splitting pairs, and how often."""

from typing import Any

import pytest

from tests.dealing import ruled, seat
from tests.tables import findings, found, read, text
from upcard.game import events as ev
from upcard.table import BadConfig
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
        ({"seats": 6, "free_splits": 3}, []),
        ({"seats": 6, "free_splits": 4}, [("likely", 37)]),
        ({"seats": 7, "free_splits": 2}, []),
        ({"seats": 7, "free_splits": 3}, [("likely", 37)]),
        ({"seats": 6, "splits": 4, "free_splits": 3}, [("violates", None)]),
        ({"seats": 6, "splits": 4}, [("violates", None), ("likely", 37)]),
    ],
)
def test_more_free_splits_than_the_boxes_allow_are_likely_unlawful(
    keys: dict[str, Any], limits: list[tuple[str, int | None]]
) -> None:
    keys = {**FREE_BET, **keys, "notices": ["splits"]}
    reported = [finding for finding in findings(**keys) if str(finding.cite) == "13:69F-2.11(e)"]
    assert [(finding.verdict.value, finding.reading) for finding in reported] == limits


@pytest.mark.cite("13:69F-2.11(g)", "13:69F-2.11(e)")
@pytest.mark.parametrize("free_splits", [1, 2, 3])
def test_no_notice_is_demanded_for_free_splits(free_splits: int) -> None:
    # reading 74
    assert findings(**FREE_BET, free_splits=free_splits) == ()
    table = read(text(**FREE_BET, free_splits=free_splits))
    assert (table.rules.splits, table.rules.splits_free, table.value("free_splits")) == (1, free_splits, free_splits)


@pytest.mark.cite("13:69F-2.11(g)")
def test_a_pair_may_be_split_free_at_least_once() -> None:
    assert found("13:69F-2.11(g)", **FREE_BET, free_splits=0) == ["violates"]


@pytest.mark.cite("13:69F-2.11(g)")
@pytest.mark.parametrize("splits", [1, 2, 3])
def test_without_a_key_of_its_own_the_limit_of_free_splits_is_that_of_splits(splits: int) -> None:
    assert read(text(**FREE_BET, splits=splits)).rules.splits_free == splits


@pytest.mark.cite("13:69F-2.11(g)")
@pytest.mark.parametrize("game", ["blackjack", "multiple action"])
def test_free_splits_are_a_key_of_free_bet_only(game: str) -> None:
    with pytest.raises(BadConfig, match='is a key of the game "free bet"'):
        read(text(game=game, free_splits=2))


EIGHTS, TENS = "8h 6s 8d {}8s 8c Th 9c Td 9h Tc", "Kh 6s Qd {}Js Tc 7h 9c 7d 9h Tc"


@pytest.mark.cite("13:69F-2.11(g)", "13:69F-2.11(e)", "13:69F-2.11(c)1")
@pytest.mark.parametrize(
    ("splits", "free_splits", "shoe", "play", "refused"),
    [
        (1, 3, EIGHTS, "free split", {}),
        (1, 3, TENS, "split pair", {"13:69F-2.11(c)1": "a pair of this value is split once at most"}),
        (3, 1, TENS, "split pair", {}),
        (3, 1, EIGHTS, "free split", {"13:69F-2.11(g)": "a pair of this value is split once at most"}),
        (3, 1, EIGHTS, "split pair", {"13:69F-2.11(g)": "a pair of this value is split once at most"}),  # reading 73
        (1, 3, EIGHTS, "split pair", {"13:69F-2.11(c)1": "a pair of this value is split once at most"}),
        (2, 3, EIGHTS, "split pair", {"13:69F-2.11(e)": "a pair of this value is split 2 times at most"}),
    ],
)
def test_a_pair_that_is_split_free_has_a_limit_of_its_own(
    splits: int, free_splits: int, shoe: str, play: str, refused: dict[str, str]
) -> None:
    keys = {**FREE_BET, "hole_card": "down, card reader", "notices": ["splits"]}
    table = text(**keys, splits=splits, free_splits=free_splits)
    dealt = seat(1, {"blackjack": "10.00"}, *[play] * 3, *["stand"] * 4)
    ruling = ruled(shoe.format("Kc "), dealt, table=table)
    reasons = {str(one.cite): one.message for one in ruling.refusals}
    assert reasons.keys() == refused.keys()
    assert all(words in reasons[number] for number, words in refused.items())
    made = [event for event in ruling.events if isinstance(event, ev.PlayMade) and event.play.value == play]
    assert len(made) == (3 if not refused else splits if play == "split pair" and splits < free_splits else 1)


@pytest.mark.cite("13:69F-2.11(c)1")
@pytest.mark.parametrize(("splits", "verdicts"), [(1, ["violates"]), (2, [])])
def test_aces_are_split_again_only_where_pairs_are(splits: int, verdicts: list[str]) -> None:
    assert found("13:69F-2.11(c)1", splits=splits, resplit_aces=True, notices=["splits"]) == verdicts
