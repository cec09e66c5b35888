"""13:69F-2.18: multiple action."""

import pytest

from tests.tables import findings, found, offer, read, text
from upcard.law import cite
from upcard.wagers.multiple_action import MULTIPLE_ACTION

BOTH_EDITIONS = pytest.mark.parametrize("law", ["13:69F", "19:47"])


@pytest.mark.cite("13:69F-2.18(a)")
@pytest.mark.parametrize(("wagers", "verdicts"), [(1, ["violates"]), (2, []), (3, []), (4, ["violates"])])
def test_a_player_may_make_two_or_three_wagers_on_one_hand(wagers: int, verdicts: list[str]) -> None:
    assert found("13:69F-2.18(a)", game="multiple action", multiple_action_wagers=wagers) == verdicts


@pytest.mark.cite("13:69F-2.18(a)", "19:47-2.18(a)")
@BOTH_EDITIONS
@pytest.mark.parametrize(
    "partner",
    [
        "progressive",
        "blackjack bonus",
        "streak",
        "match-the-dealer",
        "20 point bonus",
        "optional bonus",
        "in-between",
    ],
)
def test_multiple_action_is_barred_beside_the_wagers_that_both_editions_name(partner: str, law: str) -> None:
    assert found(f"{law}-2.18(a)", offer(partner), game="multiple action", law=law) == ["violates"]


@pytest.mark.cite("13:69F-2.18(a)", "19:47-2.18(a)")
@pytest.mark.parametrize(("law", "verdicts"), [("13:69F", ["violates"]), ("19:47", [])])
def test_push_22_is_barred_since_it_came_into_the_code(law: str, verdicts: list[str]) -> None:
    assert found(f"{law}-2.18(a)", offer("push 22"), game="multiple action", law=law) == verdicts


@pytest.mark.cite("13:69F-2.18(a)")
def test_free_bet_is_barred_too() -> None:
    assert MULTIPLE_ACTION.excludes[cite("13:69F-2.31")] == cite("13:69F-2.18(a)")


@pytest.mark.cite("13:69F-2.18(a)", "19:47-2.18(a)")
@BOTH_EDITIONS
@pytest.mark.parametrize("partner", ["over 13", "under 13", "same suit", "sevens"])
def test_the_wagers_of_one_dollar_are_not_named(partner: str, law: str) -> None:
    assert found(f"{law}-2.18(a)", offer(partner), game="multiple action", law=law) == []


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


@pytest.mark.cite("13:69F-2.18(b)", "13:69F-8.3(a)")
@pytest.mark.parametrize("key", ["minimum", "maximum"])
def test_the_limits_of_the_wagers_are_posted(key: str) -> None:
    assert found("13:69F-8.3(a)", game="multiple action", **{key: None}) == ["violates"]


@pytest.mark.cite("13:69F-2.18(b)", "13:69F-2.18(g)", "13:69F-2.18(h)")
def test_the_layout_has_an_area_for_each_wager_and_for_the_second_and_third_hand_of_the_dealer() -> None:
    assert [(str(area.cite), area.value) for area in MULTIPLE_ACTION.areas] == [("13:69F-2.18(b)", "each wager")]
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
