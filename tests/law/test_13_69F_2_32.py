"""13:69F-2.32: the Push 22 wager."""

import pytest

from tests.law.rounds import RefusedBy, outcome, refused_by
from tests.tables import findings, found, offer, read, text
from upcard.law import Edition, cite
from upcard.money import Odds
from upcard.rules.wager import LOSE, Demand, Limits, Outcome, Point
from upcard.wagers import as_of
from upcard.wagers.push_22 import COLORED, OTHER, PUSH_22, SUITED


@pytest.mark.cite("13:69F-2.32(a)")
@pytest.mark.parametrize(
    ("game", "verdicts"), [("free bet", []), ("blackjack", ["violates"]), ("multiple action", ["violates"])]
)
def test_it_is_offered_at_a_free_bet_table_only(game: str, verdicts: list[str]) -> None:
    assert found("13:69F-2.32(a)", offer("push 22"), game=game) == verdicts


@pytest.mark.cite("13:69F-2.32(a)")
def test_it_came_with_free_bet() -> None:
    assert PUSH_22 not in as_of(Edition.FORMER)
    assert found("13:69F-2.32", offer("push 22"), law="19:47") == ["violates"]
    assert findings(offer("push 22"), law="13:69F") == ()


@pytest.mark.cite("13:69F-2.32(a)")
def test_a_free_bet_table_may_do_without_it() -> None:
    assert findings(game="free bet", dealer_soft_17="draw") == ()


@pytest.mark.cite("13:69F-2.32(c)")
def test_a_player_with_a_blackjack_wager_makes_it_before_the_first_card() -> None:
    assert refused_by(PUSH_22) == RefusedBy(alone=["13:69F-2.32(c)"], beside=[], late=["13:69F-2.3(d)"])


@pytest.mark.cite("13:69F-2.32(c)")
def test_it_is_made_with_chips_plaques_or_a_match_play_coupon() -> None:
    assert findings(offer("push 22", coupons=True)) == ()


@pytest.mark.cite("13:69F-2.32(c)")
@pytest.mark.parametrize("confirmed", [False, True, "dealer", "dealer and supervisor"])
def test_the_dealer_alone_confirms_a_spoken_wager(confirmed: bool | str) -> None:
    assert findings(offer("push 22", spoken_wagers=confirmed)) == ()


@pytest.mark.cite("13:69F-2.32(c)")
@pytest.mark.parametrize(
    ("minimum", "maximum", "verdicts"),
    [
        ("1.00", "100.00", []),
        (None, "100.00", ["violates"]),
        ("1.00", None, ["violates"]),
        (None, None, ["violates", "violates"]),
    ],
)
def test_its_minimum_and_maximum_are_posted(minimum: str | None, maximum: str | None, verdicts: list[str]) -> None:
    assert found("13:69F-2.32(c)", offer("push 22", minimum=minimum, maximum=maximum)) == verdicts


@pytest.mark.cite("13:69F-2.32(c)")
@pytest.mark.parametrize(("minimum", "maximum"), [("0.01", "0.01"), ("2000.00", "5000.00")])
def test_the_licensee_sets_those_limits_freely(minimum: str, maximum: str) -> None:
    assert PUSH_22.limits == cite("13:69F-2.32(c)").says(Limits(posted=True))
    assert findings(offer("push 22", minimum=minimum, maximum=maximum)) == ()


@pytest.mark.cite("13:69F-2.32(e)")
def test_a_paid_blackjack_stays_under_the_wager_until_the_end() -> None:
    assert cite("13:69F-2.32(e)").says(Demand.CARDS_UNDER_AFTER_BLACKJACK) in PUSH_22.demands
    assert Point.AFTER_SECOND_CARDS < Point.PLAYER_BLACKJACKS < PUSH_22.settled.value.pay


@pytest.mark.cite("13:69F-2.32(f)")
@pytest.mark.parametrize("demand", [Demand.CARDS_UNDER_AFTER_BUST, Demand.DEALER_COMPLETES])
def test_after_a_bust_the_cards_stay_and_the_dealer_draws(demand: Demand) -> None:
    assert cite("13:69F-2.32(f)").says(demand) in PUSH_22.demands


@pytest.mark.cite("13:69F-2.32(f)")
def test_it_is_settled_after_all_other_wagers() -> None:
    settled = PUSH_22.settled
    assert settled.cite == cite("13:69F-2.32(g)")
    last = Point.AFTER_ALL_OTHER_WAGERS
    assert (settled.value.collect, settled.value.pay) == (last, last)


@pytest.mark.cite("13:69F-2.32(f)")
@pytest.mark.parametrize(
    ("dealer", "wins"),
    [("Kc 6d 5h", False), ("Kc 6d 6h", True), ("Kc 6d 7h", False), ("Kc 2d 4h 6s", True), ("7c 7d 8h", True)],
)
def test_it_wins_when_the_dealer_ends_on_22(dealer: str, wins: bool) -> None:
    assert (outcome(PUSH_22, dealer=dealer) is not LOSE) is wins


@pytest.mark.cite("13:69F-2.32(h)1")
def test_the_22_and_the_wager_are_verified_before_payment() -> None:
    assert cite("13:69F-2.32(h)1").says(Demand.HAND_AND_WAGER_VERIFIED) in PUSH_22.demands


@pytest.mark.cite("13:69F-2.32(h)2")
def test_the_amount_is_announced_before_payment() -> None:
    assert cite("13:69F-2.32(h)2").says(Demand.AMOUNT_ANNOUNCED) in PUSH_22.demands


@pytest.mark.cite("13:69F-2.32(j)")
@pytest.mark.parametrize(
    ("dealer", "ends"),
    [
        ("Kc 6c 6c", SUITED),
        ("Kd 6d 6d", SUITED),
        ("Kh 2h 4h 6h", SUITED),
        ("Ks 6s 6s", SUITED),
        ("Kc 6c 6s", COLORED),
        ("Ks 6c 6s", COLORED),
        ("Kd 6h 6d", COLORED),
        ("Kh 2d 4h 6d", COLORED),
        ("Kc 6c 6d", OTHER),
        ("Kd 6c 6c", OTHER),
        ("Ks 6h 6s", OTHER),
        ("Kh 2h 4h 6s", OTHER),
        ("Kc 6d 6h", OTHER),
        ("Kc 2d 4h 6s", OTHER),
        ("Kc 6c 5c", LOSE),
        ("Kc 6c 7c", LOSE),
    ],
)
def test_a_22_is_of_one_suit_of_one_color_or_another(dealer: str, ends: Outcome) -> None:
    assert outcome(PUSH_22, dealer=dealer) is ends


@pytest.mark.cite("13:69F-2.32(j)")
@pytest.mark.parametrize(
    ("odds", "verdicts"),
    [("10 to 1", ["violates"]), ("1099 to 100", ["violates"]), ("11 to 1", []), ("1101 to 100", []), ("12 to 1", [])],
)
def test_one_line_for_every_22_pays_no_less_than_11_to_1(odds: str, verdicts: list[str]) -> None:
    posted = {"Dealer 22": odds}
    assert found("13:69F-2.32(j)", offer("push 22", pay_table=None, pays=posted)) == verdicts


@pytest.mark.cite("13:69F-2.32(j)")
def test_a_table_posts_its_odds_in_the_words_of_the_rule() -> None:
    words = ("Dealer Same Suited-22", "Dealer Same Colored-22", "Dealer Any Other Combination of-22")
    pays = {line: f"{odds} to 1" for line, odds in zip(words, (60, 30, 12), strict=True)}
    posted = read(text(offer("push 22", pay_table=None, pays=pays))).offers[0].posted
    assert posted.pays == {SUITED: Odds(60), COLORED: Odds(30), OTHER: Odds(12)}
