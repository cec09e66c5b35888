"""13:69F-2.17: over or under 13, same suit and sevens, each for one dollar."""

import pytest

from tests.law.rounds import RefusedBy, outcome, refused_by
from tests.tables import found, offer, read, text
from upcard.law import cite
from upcard.money import Odds
from upcard.rules.wager import LOSE, Order, Outcome, Point, Settled, Wager
from upcard.wagers.additional import (
    ONE_SEVEN,
    OVER,
    OVER_13,
    SAME_SUIT,
    SEVENS,
    SUITED,
    SUITED_KING_QUEEN,
    THREE_SEVENS,
    THREE_SUITED_SEVENS,
    TWO_SEVENS,
    TWO_SUITED_SEVENS,
    UNDER,
    UNDER_13,
)

ALL_FOUR = pytest.mark.parametrize("name", ["over 13", "under 13", "same suit", "sevens"])
BOTH_EDITIONS = pytest.mark.parametrize("law", ["13:69F", "19:47"])


@pytest.mark.cite("13:69F-2.17(a)")
@ALL_FOUR
@pytest.mark.parametrize("key", ["minimum", "maximum"])
@pytest.mark.parametrize(("amount", "verdicts"), [("0.99", ["violates"]), ("1.00", []), ("1.01", ["violates"])])
def test_the_wager_is_exactly_one_dollar(name: str, key: str, amount: str, verdicts: list[str]) -> None:
    assert found("13:69F-2.17(a)", offer(name, **{key: amount})) == verdicts


@pytest.mark.cite("13:69F-2.17(a)")
@ALL_FOUR
def test_no_limits_need_be_posted_for_a_wager_of_one_dollar(name: str) -> None:
    assert found("13:69F-2.17(a)", offer(name, minimum=None, maximum=None)) == []


@pytest.mark.cite("13:69F-2.17(a)", "19:47-2.17(a)")
@BOTH_EDITIONS
@ALL_FOUR
def test_the_wager_is_barred_at_a_table_with_the_progressive_wager(name: str, law: str) -> None:
    assert found(f"{law}-2.17(a)", offer(name), offer("progressive"), law=law) == ["violates"]


@pytest.mark.cite("13:69F-2.17(a)", "19:47-2.17(a)")
@BOTH_EDITIONS
@pytest.mark.parametrize(
    "partner", ["blackjack bonus", "streak", "match-the-dealer", "20 point bonus", "optional bonus", "in-between"]
)
@ALL_FOUR
def test_no_other_optional_wager_is_named(name: str, partner: str, law: str) -> None:
    assert found(f"{law}-2.17(a)", offer(name), offer(partner), law=law) == []


@pytest.mark.cite("13:69F-2.17(a)", "19:47-2.17(a)")
@BOTH_EDITIONS
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("over 13", "same suit"),
        ("over 13", "sevens"),
        ("under 13", "same suit"),
        ("under 13", "sevens"),
        ("same suit", "sevens"),
    ],
)
def test_a_table_offers_one_of_the_three_kinds_only(one: str, other: str, law: str) -> None:
    # each of the two wagers is reported
    assert found(f"{law}-2.17(a)", offer(one), offer(other), law=law) == ["violates", "violates"]


@pytest.mark.cite("13:69F-2.17(a)1", "13:69F-2.17(b)")
@BOTH_EDITIONS
def test_over_and_under_are_one_kind_between_which_the_player_chooses(law: str) -> None:
    assert found(f"{law}-2.17(a)", offer("over 13"), offer("under 13"), law=law) == []


@pytest.mark.cite("13:69F-2.17(a)1", "13:69F-2.17(b)1", "13:69F-2.17(b)2", "13:69F-2.17(c)", "13:69F-2.2(b)3ii")
@pytest.mark.parametrize(
    ("hand", "over", "under"),
    [
        ("6h 6c", LOSE, UNDER),
        ("6h 7c", LOSE, LOSE),
        ("7h 7c", OVER, LOSE),
        ("Kh 2c", LOSE, UNDER),
        ("Kh 3c", LOSE, LOSE),
        ("Kh 4c", OVER, LOSE),
        ("Kh Qc", OVER, LOSE),
        ("Ah 2c", LOSE, UNDER),  # an ace is one here, so this is 3 and not 13
        ("Ah 3c", LOSE, UNDER),
        ("Ah Kc", LOSE, UNDER),
        ("Ah Ac", LOSE, UNDER),
    ],
)
def test_more_than_13_wins_over_less_wins_under_and_exactly_13_loses_both(
    hand: str, over: Outcome, under: Outcome
) -> None:
    assert outcome(OVER_13, player=hand) is over
    assert outcome(UNDER_13, player=hand) is under


@pytest.mark.cite("13:69F-2.17(b)1", "13:69F-2.17(b)2")
def test_only_the_first_two_cards_count_for_over_and_under() -> None:
    assert outcome(OVER_13, player="6h 6c Kd") is LOSE
    assert outcome(UNDER_13, player="6h 6c Kd") is UNDER


@pytest.mark.cite("13:69F-2.17(a)2", "13:69F-2.17(b)3")
@pytest.mark.parametrize(
    ("hand", "ended"),
    [
        ("2h 9h", SUITED),
        ("9c 9c", SUITED),
        ("Kd Jd", SUITED),
        ("Qs Js", SUITED),
        ("Ks Ks", SUITED),
        ("Ks Qs", SUITED_KING_QUEEN),
        ("Qd Kd", SUITED_KING_QUEEN),
        ("Ks Qc", LOSE),
        ("9h 9d", LOSE),  # one colour is not one suit
        ("2h 9h 4c", SUITED),
        ("2h 9c 4h", LOSE),
    ],
)
def test_same_suit_wins_when_the_first_two_cards_share_a_suit(hand: str, ended: Outcome) -> None:
    assert outcome(SAME_SUIT, player=hand) is ended


@pytest.mark.cite("13:69F-2.17(a)3", "13:69F-2.17(b)4")
@pytest.mark.parametrize(
    ("hand", "ended"),
    [
        ("6h 8c 9d", LOSE),
        ("7h 8c 9d", ONE_SEVEN),
        ("8c 7h 9d", ONE_SEVEN),
        ("8c 9d 7h", ONE_SEVEN),
        ("8c 2d 3s 7h", LOSE),  # the fourth card does not count
        ("7h 2d 3s 7d", ONE_SEVEN),
        ("7h 9c", ONE_SEVEN),
        ("Kh 9c", LOSE),
        ("7h 7c 2d", TWO_SEVENS),
        ("7h 2d 7h", TWO_SUITED_SEVENS),
        ("7h 7c 7h", THREE_SEVENS),
        ("7h 7c 7d", THREE_SEVENS),
        ("7s 7s 7s", THREE_SUITED_SEVENS),
    ],
)
def test_sevens_wins_with_at_least_one_7_among_the_first_three_cards(hand: str, ended: Outcome) -> None:
    assert outcome(SEVENS, player=hand) is ended


@pytest.mark.cite("13:69F-2.17(a)1", "13:69F-2.17(a)2", "13:69F-2.17(a)3")
@pytest.mark.parametrize(
    ("wager", "kind"),
    [
        (OVER_13, "13:69F-2.17(a)1"),
        (UNDER_13, "13:69F-2.17(a)1"),
        (SAME_SUIT, "13:69F-2.17(a)2"),
        (SEVENS, "13:69F-2.17(a)3"),
    ],
)
def test_each_wager_stands_on_the_paragraph_of_its_kind(wager: Wager, kind: str) -> None:
    assert str(wager.cite) == kind


@pytest.mark.cite("13:69F-2.17(b)")
@pytest.mark.parametrize("wager", [OVER_13, UNDER_13, SAME_SUIT, SEVENS])
def test_the_wager_is_made_beside_a_blackjack_wager_before_the_first_card(wager: Wager) -> None:
    assert refused_by(wager) == RefusedBy(alone=["13:69F-2.17(b)"], beside=[], late=["13:69F-2.3(d)"])


@pytest.mark.cite("13:69F-2.17(b)")
@ALL_FOUR
@pytest.mark.parametrize("key", ["coupons", "spoken_wagers"])
def test_whether_coupons_and_spoken_wagers_are_accepted_is_not_known(name: str, key: str) -> None:
    assert found("13:69F-2.17(b)", offer(name, **{key: True})) == ["not verifiable"]
    assert found("13:69F-2.17(b)", offer(name, **{key: False})) == []


@pytest.mark.cite("13:69F-2.17(d)", "13:69F-2.17(e)")
@pytest.mark.parametrize("wager", [OVER_13, UNDER_13, SAME_SUIT])
def test_losers_are_collected_and_winners_paid_right_after_the_second_cards(wager: Wager) -> None:
    assert wager.settled == cite("13:69F-2.17(d)").says(
        Settled(
            collect=Point.AFTER_SECOND_CARDS,
            pay=Point.AFTER_SECOND_CARDS,
            order=Order.FROM_DEALERS_RIGHT,  # reading 52
        )
    )


@pytest.mark.cite("13:69F-2.17(d)")
def test_sevens_is_collected_only_when_a_third_card_can_no_longer_come() -> None:
    assert SEVENS.settled.cite == cite("13:69F-2.17(d)")
    assert SEVENS.settled.value.collect is Point.AFTER_DECISIONS  # reading 18


@pytest.mark.cite("13:69F-2.17(a)2")
def test_odds_of_the_suited_king_and_queen_go_before_those_of_any_same_suit() -> None:
    pays = {"King and queen of the same suit": "25 to 1", "Same suit": "5 to 2"}
    posted = read(text(offer("same suit", pays=pays))).offers[0].posted
    assert posted.pays == {SUITED_KING_QUEEN: Odds(25), SUITED: Odds(5, 2)}


@pytest.mark.cite("13:69F-2.17(a)3", "13:69F-2.17(b)4")
def test_one_price_for_at_least_one_7_covers_every_line_of_sevens() -> None:
    posted = read(text(offer("sevens", pays={"At least one 7": "3 to 1"}))).offers[0].posted
    assert posted.pays == dict.fromkeys(SEVENS.wins, Odds(3))
