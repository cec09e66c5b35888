"""13:69F-2.23: the match-the-dealer wager."""

import pytest

from tests.law.rounds import RefusedBy, outcome, refused_by, settlements
from tests.tables import findings, found, offer, read, text
from upcard.law import Unknown
from upcard.money import Odds
from upcard.rules.fact_type import Stream
from upcard.rules.wager import LOSE, Outcome, Point
from upcard.wagers.match_the_dealer import (
    MATCH_THE_DEALER,
    ONE,
    ONE_OF_EACH,
    ONE_SUITED,
    TWO,
    TWO_SUITED,
)

BOTH_EDITIONS = pytest.mark.parametrize("law", ["13:69F", "19:47"])


@pytest.mark.cite("13:69F-2.23(a)", "13:69F-2.23(c)", "13:69F-2.23(c)1", "13:69F-2.23(c)2", "13:69F-2.23(d)")
@pytest.mark.parametrize(
    ("hand", "upcard", "ended"),
    [
        ("9h 4d", "9c", ONE),
        ("4d 9h", "9c", ONE),
        ("9c 4d", "9c", ONE_SUITED),
        ("4d 9c", "9c", ONE_SUITED),
        ("9h 9d", "9c", TWO),
        ("9h 9h", "9c", TWO),
        ("9c 9d", "9c", ONE_OF_EACH),
        ("9d 9c", "9c", ONE_OF_EACH),
        ("9c 9c", "9c", TWO_SUITED),
        ("Ah 4d", "As", ONE),
        ("8c 4c", "9c", LOSE),  # a suit alone is no match
        ("Kc Jc", "Qc", LOSE),  # ten points each, but of other ranks
        ("Th 4d", "Kh", LOSE),
        ("8h 8d", "9c", LOSE),  # a pair, but not of the upcard's rank
    ],
)
def test_each_of_the_first_two_cards_is_compared_with_the_upcard_by_itself(
    hand: str, upcard: str, ended: Outcome
) -> None:
    assert outcome(MATCH_THE_DEALER, player=hand, dealer=upcard) is ended


@pytest.mark.cite("13:69F-2.23(a)")
def test_only_the_first_two_cards_and_the_upcard_count() -> None:
    assert [fact.stream for fact in MATCH_THE_DEALER.sees] == [Stream.FIRST, Stream.SECOND, Stream.UPCARD]
    assert outcome(MATCH_THE_DEALER, player="9h 4d 9s", dealer="9c 4h") is ONE


@pytest.mark.cite("13:69F-2.23(b)")
def test_the_wager_is_taken_to_be_made_beside_a_blackjack_wager_before_the_first_card() -> None:
    assert refused_by(MATCH_THE_DEALER) == RefusedBy(alone=["13:69F-2.23(b)"], beside=[], late=["13:69F-2.3(d)"])


@pytest.mark.cite("13:69F-2.23(b)")
@pytest.mark.parametrize("key", ["coupons", "spoken_wagers"])
def test_whether_coupons_and_spoken_wagers_are_accepted_is_not_known(key: str) -> None:
    assert found("13:69F-2.23(b)", offer("match-the-dealer", **{key: True})) == ["not verifiable"]
    assert found("13:69F-2.23(b)", offer("match-the-dealer", **{key: False})) == []


@pytest.mark.cite("13:69F-2.23(c)1", "13:69F-2.23(c)2", "13:69F-2.23(d)", "13:69F-2.23(f)")
@pytest.mark.parametrize(
    ("hand", "upcard", "pays"),
    [
        ("9h 4d", "9c", 4),
        ("9c 4d", "9c", 11),
        ("9h 9d", "9c", 8),
        ("9c 9d", "9c", 15),
        ("9c 9c", "9c", 22),
    ],
)
def test_two_matches_are_both_paid_and_add_up(hand: str, upcard: str, pays: int) -> None:
    (table,) = MATCH_THE_DEALER.house_pay_tables.values()
    assert table[outcome(MATCH_THE_DEALER, player=hand, dealer=upcard)] == Odds(pays)


@pytest.mark.cite("13:69F-2.23(e)")
def test_the_wager_is_settled_when_all_players_have_a_second_card() -> None:
    assert settlements(MATCH_THE_DEALER, "5.00", "9h 9c 4d 9s 9d 8h 7c 5s 6h") == [
        (Point.AFTER_SECOND_CARDS, "collected", 3, "13:69F-2.23(e)"),
        (Point.AFTER_SECOND_CARDS, "paid", 2, "13:69F-2.23(e)"),
        (Point.AFTER_SECOND_CARDS, "paid", 1, "13:69F-2.23(e)"),
    ]


@pytest.mark.cite("13:69F-2.23(f)", "19:47-2.23(f)")
@BOTH_EDITIONS
def test_posted_odds_are_not_verifiable_because_the_odds_are_not_held(law: str) -> None:
    assert isinstance(MATCH_THE_DEALER.pay_tables, Unknown)
    reported = findings(offer("match-the-dealer"), law=law)
    assert [(str(finding.cite), finding.verdict.value) for finding in reported] == [
        (f"{law}-2.23(f)", "not verifiable")
    ]


@pytest.mark.cite("13:69F-2.23(g)", "19:47-2.23(g)")
@BOTH_EDITIONS
@pytest.mark.parametrize("partner", ["optional bonus", "in-between"])
def test_the_wager_is_barred_beside_the_wagers_that_both_editions_name(partner: str, law: str) -> None:
    assert found(f"{law}-2.23(g)", offer("match-the-dealer"), offer(partner), law=law) == ["violates"]


@pytest.mark.cite("13:69F-2.23(g)", "19:47-2.23(g)")
@pytest.mark.parametrize(("law", "verdicts"), [("13:69F", ["violates"]), ("19:47", [])])
def test_free_bet_is_barred_since_it_came_into_the_code(law: str, verdicts: list[str]) -> None:
    assert found(f"{law}-2.23(g)", offer("match-the-dealer"), game="free bet", law=law) == verdicts


@pytest.mark.cite("13:69F-2.23(g)", "19:47-2.23(g)")
@pytest.mark.parametrize(("law", "verdicts"), [("13:69F", ["violates"]), ("19:47", [])])
def test_push_22_is_barred_since_it_came_into_the_code(law: str, verdicts: list[str]) -> None:
    # away from a free bet table, so that push 22 alone is barred
    wagers = offer("match-the-dealer"), offer("push 22")
    assert found(f"{law}-2.23(g)", *wagers, game="blackjack", law=law) == verdicts


@pytest.mark.cite("13:69F-2.23(g)", "19:47-2.23(g)")
@BOTH_EDITIONS
@pytest.mark.parametrize("partner", ["progressive", "blackjack bonus", "streak", "20 point bonus", "over 13", "sevens"])
def test_the_other_wagers_are_not_named(partner: str, law: str) -> None:
    assert found(f"{law}-2.23(g)", offer("match-the-dealer"), offer(partner), law=law) == []


@pytest.mark.cite("13:69F-2.23(g)", "13:69F-2.18(a)")
@BOTH_EDITIONS
def test_multiple_action_is_barred_by_its_own_section_and_not_by_this_one(law: str) -> None:
    assert found(f"{law}-2.23(g)", offer("match-the-dealer"), game="multiple action", law=law) == []
    assert found(f"{law}-2.18(a)", offer("match-the-dealer"), game="multiple action", law=law) == ["violates"]


@pytest.mark.cite("13:69F-2.23(c)", "13:69F-2.23(d)")
def test_a_table_posts_its_odds_under_the_names_of_the_matches() -> None:
    pays = {
        "One match": "3 to 1",
        "One suited match": "12 to 1",
        "Two matches": "6 to 1",
        "One match and one suited match": "15 to 1",
        "Two suited matches": "24 to 1",
    }
    posted = read(text(offer("match-the-dealer", pay_table=None, pays=pays))).offers[0].posted
    assert posted.pays == {
        ONE: Odds(3),
        ONE_SUITED: Odds(12),
        TWO: Odds(6),
        ONE_OF_EACH: Odds(15),
        TWO_SUITED: Odds(24),
    }
