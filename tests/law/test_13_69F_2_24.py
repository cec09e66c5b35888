"""13:69F-2.24: the 20 point bonus wager."""

import pytest

from tests.law.rounds import RefusedBy, outcome, refused_by, settlements
from tests.tables import findings, found, offer, read, text
from upcard.law import Unknown
from upcard.money import Odds
from upcard.rules.wager import LOSE, Outcome, Point
from upcard.wagers.twenty_point_bonus import (
    ANY,
    MATCHED,
    QUEENS_AND_BLACKJACK,
    QUEENS_OF_HEARTS,
    SUITED,
    TWENTY_POINT_BONUS,
)

BOTH_EDITIONS = pytest.mark.parametrize("law", ["13:69F", "19:47"])


@pytest.mark.cite(
    "13:69F-2.24(a)", "13:69F-2.24(c)", "13:69F-2.24(c)1", "13:69F-2.24(c)2", "13:69F-2.24(c)3", "13:69F-2.24(c)4"
)
@pytest.mark.parametrize(
    ("hand", "ended"),
    [
        ("Kh 9c", LOSE),  # 19
        ("Kh 9h", LOSE),
        ("Kh Qc", ANY),  # 20
        ("Th Jd", ANY),
        ("Kh Kd", ANY),  # a pair of two suits
        ("Ah 9c", ANY),
        ("Ah Kc", LOSE),  # 21
        ("Ah Ah", LOSE),
        ("Kh Qh", SUITED),
        ("9d Ad", SUITED),
        ("Ts Ts", MATCHED),
        ("Qd Qd", MATCHED),
        ("9c 9c", LOSE),  # matched, but 18
        ("Qh Qh", QUEENS_OF_HEARTS),
        ("Qh Qd", ANY),
        ("Qh Kh", SUITED),
        ("5h 5c Td", LOSE),  # the third card does not count
        ("Kh Qc 5d", ANY),
    ],
)
def test_two_cards_that_total_20_are_paid_by_the_highest_of_five_lines(hand: str, ended: Outcome) -> None:
    assert outcome(TWENTY_POINT_BONUS, player=hand, dealer="9s 8d") is ended


@pytest.mark.cite("13:69F-2.24(c)4", "13:69F-2.24(c)5")
@pytest.mark.parametrize(
    ("hand", "dealer", "ended"),
    [
        ("Qh Qh", "As Kd", QUEENS_AND_BLACKJACK),
        ("Qh Qh", "Td Ac", QUEENS_AND_BLACKJACK),
        ("Qh Qh", "Th 9c", QUEENS_OF_HEARTS),
        ("Qh Qh", "7h 7c 7d", QUEENS_OF_HEARTS),  # 21, but no blackjack
        ("Qh Qh", "Kh 5c 6d", QUEENS_OF_HEARTS),
        ("Qd Qd", "As Kd", MATCHED),
        ("Kh Qh", "As Kd", SUITED),
        ("Kh Qc", "As Kd", ANY),
        ("Kh 9c", "As Kd", LOSE),
    ],
)
def test_a_dealers_blackjack_raises_a_pair_of_queens_of_hearts_and_nothing_else(
    hand: str, dealer: str, ended: Outcome
) -> None:
    assert outcome(TWENTY_POINT_BONUS, player=hand, dealer=dealer) is ended


@pytest.mark.cite("13:69F-2.24(b)")
def test_the_wager_is_taken_to_be_made_beside_a_blackjack_wager_before_the_first_card() -> None:
    assert refused_by(TWENTY_POINT_BONUS) == RefusedBy(alone=["13:69F-2.24(b)"], beside=[], late=["13:69F-2.3(d)"])


@pytest.mark.cite("13:69F-2.24(b)")
@pytest.mark.parametrize("key", ["coupons", "spoken_wagers"])
def test_whether_coupons_and_spoken_wagers_are_accepted_is_not_known(key: str) -> None:
    assert found("13:69F-2.24(b)", offer("20 point bonus", **{key: True})) == ["not verifiable"]
    assert found("13:69F-2.24(b)", offer("20 point bonus", **{key: False})) == []


@pytest.mark.cite("13:69F-2.24(d)")
def test_winners_are_paid_only_when_the_dealers_second_card_is_known() -> None:
    assert settlements(TWENTY_POINT_BONUS, "5.00", "Th Tc 4d 9s Jd Kh Kc 5s 6h") == [
        (Point.AFTER_SECOND_CARDS, "collected", 3, "13:69F-2.24(d)"),
        (Point.DEALER_COMPLETED, "paid", 2, "13:69F-2.24(d)"),
        (Point.DEALER_COMPLETED, "paid", 1, "13:69F-2.24(d)"),
    ]


@pytest.mark.cite("13:69F-2.24(e)", "19:47-2.24(e)")
@BOTH_EDITIONS
def test_posted_odds_are_not_verifiable_because_lines_and_odds_are_not_held(law: str) -> None:
    reported = findings(offer("20 point bonus"), law=law)
    assert [(str(finding.cite), finding.verdict.value) for finding in reported] == [
        (f"{law}-2.24(e)", "not verifiable")
    ]


@pytest.mark.cite("13:69F-2.24(c)", "13:69F-2.24(e)")
@pytest.mark.parametrize(
    ("name", "pays"), [("house 1000-125", (4, 9, 19, 125, 1000)), ("house 1000-200", (4, 10, 25, 200, 1000))]
)
def test_the_odds_usual_in_the_trade_are_named_as_house_tables_and_never_as_law(
    name: str, pays: tuple[int, ...]
) -> None:
    assert isinstance(TWENTY_POINT_BONUS.pay_tables, Unknown)
    lines = (ANY, SUITED, MATCHED, QUEENS_OF_HEARTS, QUEENS_AND_BLACKJACK)
    assert TWENTY_POINT_BONUS.house_pay_tables[name] == dict(zip(lines, map(Odds, pays), strict=True))


@pytest.mark.cite("13:69F-2.24(i)", "19:47-2.24(i)")
@BOTH_EDITIONS
@pytest.mark.parametrize("partner", ["progressive", "blackjack bonus", "streak", "optional bonus", "in-between"])
def test_the_wager_is_barred_beside_the_wagers_that_both_editions_name(partner: str, law: str) -> None:
    assert found(f"{law}-2.24(i)", offer("20 point bonus"), offer(partner), law=law) == ["violates"]


@pytest.mark.cite("13:69F-2.24(i)", "19:47-2.24(i)")
@BOTH_EDITIONS
def test_the_wager_is_barred_at_a_table_of_multiple_action_though_another_chapter_is_printed(law: str) -> None:
    assert found(f"{law}-2.24(i)", offer("20 point bonus"), game="multiple action", law=law) == [
        "violates"
    ]  # reading 4


@pytest.mark.cite("13:69F-2.24(i)", "19:47-2.24(i)")
@pytest.mark.parametrize(("law", "verdicts"), [("13:69F", ["violates"]), ("19:47", [])])
def test_free_bet_is_barred_since_it_came_into_the_code(law: str, verdicts: list[str]) -> None:
    assert found(f"{law}-2.24(i)", offer("20 point bonus"), game="free bet", law=law) == verdicts


@pytest.mark.cite("13:69F-2.24(i)", "19:47-2.24(i)")
@pytest.mark.parametrize(("law", "verdicts"), [("13:69F", ["violates"]), ("19:47", [])])
def test_push_22_is_barred_since_it_came_into_the_code(law: str, verdicts: list[str]) -> None:
    # away from a free bet table, so that push 22 alone is barred
    wagers = offer("20 point bonus"), offer("push 22")
    assert found(f"{law}-2.24(i)", *wagers, game="blackjack", law=law) == verdicts


@pytest.mark.cite("13:69F-2.24(i)", "19:47-2.24(i)")
@BOTH_EDITIONS
@pytest.mark.parametrize("partner", ["match-the-dealer", "over 13", "sevens"])
def test_match_the_dealer_and_the_wagers_of_one_dollar_are_not_named(partner: str, law: str) -> None:
    assert found(f"{law}-2.24(i)", offer("20 point bonus"), offer(partner), law=law) == []


@pytest.mark.cite("13:69F-2.24(c)1", "13:69F-2.24(c)2", "13:69F-2.24(c)3", "13:69F-2.24(c)4", "13:69F-2.24(c)5")
def test_a_table_posts_its_odds_under_the_names_of_the_lines() -> None:
    pays = {
        "Any 20": "4 to 1",
        "Suited 20": "10 to 1",
        "Matched 20": "20 to 1",
        "Pair of queens of hearts": "100 to 1",
        "Pair of queens of hearts with a dealer blackjack": "500 to 1",
    }
    posted = read(text(offer("20 point bonus", pay_table=None, pays=pays))).offers[0].posted
    assert posted.pays == {
        ANY: Odds(4),
        SUITED: Odds(10),
        MATCHED: Odds(20),
        QUEENS_OF_HEARTS: Odds(100),
        QUEENS_AND_BLACKJACK: Odds(500),
    }
