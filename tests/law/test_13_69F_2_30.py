"""13:69F-2.30: the Buster wager and its Free Bonus."""

from typing import Any

import pytest

from tests.law.rounds import RefusedBy, outcome, refused_by
from tests.tables import findings, found, offer, read, text
from upcard.cards import cards
from upcard.law import Edition, cite
from upcard.money import Fixed, parse_money
from upcard.rules.facts import DEALER_CARDS, DEALER_TOTAL, INITIAL_HAND
from upcard.rules.wager import LOSE, Demand, Limits, Outcome, Point
from upcard.table import Status, status_of
from upcard.wagers import as_of
from upcard.wagers.buster import BUSTER, EIGHT, FIVE, FOUR, FREE_BONUS, SEVEN, SIX, THREE

BONUS_LINES = ("8 or more cards", "7 cards")
BONUS_TABLES = {"B1": ("8000.00", "1000.00"), "B3": ("5000.00", "1000.00")}
BLACKJACK = "Ac Kd"


def bonus_of(player: str, dealer: str) -> Outcome:
    """Resolve the Free Bonus on the player's first two cards and the dealer's completed hand."""
    dealt = cards(dealer)
    return FREE_BONUS.resolve(INITIAL_HAND.of(cards(player)), DEALER_TOTAL.of(dealt), DEALER_CARDS.of(dealt))


@pytest.mark.cite("13:69F-2.30(a)")
@pytest.mark.parametrize(
    ("dealer", "busts"),
    [("Kc 6d 4h", False), ("Kc 6d 5h", False), ("Kc 6d 6h", True), ("Kc 6d Th", True), ("Ac 6d Kh 4s", False)],
)
def test_the_dealer_busts_with_a_total_greater_than_21(dealer: str, busts: bool) -> None:
    assert (outcome(BUSTER, dealer=dealer) is not LOSE) is busts


@pytest.mark.cite("13:69F-2.30(a)")
def test_the_wager_came_with_the_current_code() -> None:
    assert BUSTER not in as_of(Edition.FORMER)
    assert found("13:69F-2.30", offer("buster"), law="19:47") == ["violates"]
    assert findings(offer("buster"), law="13:69F") == ()


@pytest.mark.cite("13:69F-2.30(b)")
def test_a_player_with_a_blackjack_wager_makes_it_before_the_first_card() -> None:
    assert refused_by(BUSTER) == RefusedBy(alone=["13:69F-2.30(b)"], beside=[], late=["13:69F-2.3(d)"])


@pytest.mark.cite("13:69F-2.30(b)")
@pytest.mark.parametrize("key", ["coupons", "spoken_wagers"])
def test_with_what_else_it_may_be_made_is_not_known(key: str) -> None:
    assert found("13:69F-2.30(b)", offer("buster", **{key: True})) == ["not verifiable"]
    assert found("13:69F-2.30(b)", offer("buster", **{key: False})) == []


@pytest.mark.cite("13:69F-2.30(c)")
@pytest.mark.parametrize(
    ("minimum", "verdicts"), [("0.99", ["violates"]), ("1.00", []), ("1.01", []), ("5.00", []), (None, [])]
)
def test_it_is_at_least_one_dollar(minimum: str | None, verdicts: list[str]) -> None:
    assert found("13:69F-2.30(c)", offer("buster", minimum=minimum)) == verdicts


@pytest.mark.cite("13:69F-2.30(c)")
def test_a_maximum_below_one_dollar_leaves_no_wager_to_make() -> None:
    assert found("13:69F-2.30(c)", offer("buster", minimum=None, maximum="0.99")) == ["violates"]


@pytest.mark.cite("13:69F-2.30(c)")
@pytest.mark.parametrize(
    ("maximum", "verdicts"), [("999.99", []), ("1000.00", []), ("1000.01", ["not verifiable"]), (None, [])]
)
def test_a_maximum_above_that_of_the_blackjack_wager_is_remarked_on(maximum: str | None, verdicts: list[str]) -> None:
    assert found("13:69F-2.30(c)", offer("buster", maximum=maximum), maximum="1000.00") == verdicts


@pytest.mark.cite("13:69F-2.30(c)")
def test_the_licensee_need_not_post_a_maximum() -> None:
    limits = Limits(posted=False, least=parse_money("1.00"), within_blackjack_wager=True)
    assert BUSTER.limits == cite("13:69F-2.30(c)").says(limits)
    assert findings(offer("buster", minimum=None, maximum=None)) == ()


@pytest.mark.cite("13:69F-2.30(d)", "13:69F-2.30(d)1")
@pytest.mark.parametrize("dealer", ["Ac Kd", "Tc Ad", "Jc Ad", "Ac Qd"])
def test_a_dealers_blackjack_loses_the_wager(dealer: str) -> None:
    assert outcome(BUSTER, dealer=dealer) is LOSE


@pytest.mark.cite("13:69F-2.30(d)", "13:69F-2.30(d)2")
@pytest.mark.parametrize("dealer", ["Kc 7d", "Kc Qd", "Kc 6d 5h", "7c 7d 7h", "2c 2d 2h 2s 3c 3d 3h 4s"])
def test_a_completed_hand_that_does_not_exceed_21_loses_the_wager(dealer: str) -> None:
    assert outcome(BUSTER, dealer=dealer) is LOSE


@pytest.mark.cite("13:69F-2.30(d)")
@pytest.mark.parametrize(("game", "doubts"), [("multiple action", [("likely", 10)]), ("blackjack", [])])
def test_beside_multiple_action_with_its_several_dealers_hands_it_is_likely_unlawful(
    game: str, doubts: list[tuple[str, int]]
) -> None:
    reported = findings(offer("buster"), game=game)
    assert [
        (finding.verdict.value, finding.reading) for finding in reported if str(finding.cite) == "13:69F-2.30(d)"
    ] == doubts


@pytest.mark.cite("13:69F-2.30(e)")
@pytest.mark.parametrize(
    ("dealer", "ends"),
    [
        ("Kc 6d 6h", THREE),
        ("Kc 2d 4h 6s", FOUR),
        ("Kc 2d 2h 2s 6c", FIVE),
        ("2c 2d 2h Ks Ac 5d", SIX),
        ("2c 2d 2h 2s 2c 2d Th", SEVEN),
        ("2c 2d 2h 2s 2c 2d 3h Ts", EIGHT),
        ("Ac Ad Ah As Ac Ad Kh Ts", EIGHT),
        ("Ac Ad Ah As Ac Ad Kh Ac Ts", EIGHT),
        ("Ac Ad Ah As Ac Ad Kh Ac Ac Ts", EIGHT),
    ],
)
def test_a_completed_hand_that_exceeds_21_wins_by_its_number_of_cards(dealer: str, ends: Outcome) -> None:
    assert outcome(BUSTER, dealer=dealer) is ends


@pytest.mark.cite("13:69F-2.30(e)")
def test_it_is_settled_when_the_dealers_hand_is_complete() -> None:
    settled = BUSTER.settled
    assert settled.cite == cite("13:69F-2.30(e)")
    assert (settled.value.collect, settled.value.pay) == (Point.DEALER_COMPLETED, Point.DEALER_COMPLETED)


@pytest.mark.cite("13:69F-2.30(f)")
@pytest.mark.parametrize(("dealt_from", "decks"), [("shoe", 6), ("hand", 2)])
def test_it_is_dealt_from_a_shoe_or_from_the_hand(dealt_from: str, decks: int) -> None:
    assert findings(offer("buster"), dealt_from=dealt_from, decks=decks) == ()
    assert BUSTER.foresees == (cite("13:69F-2.30(f)").says(cite("13:69F-2.6A")),)


@pytest.mark.cite("13:69F-2.30(f)1")
def test_after_a_players_blackjack_the_cards_stay_under_the_wager() -> None:
    assert cite("13:69F-2.30(f)1").says(Demand.CARDS_UNDER_AFTER_BLACKJACK) in BUSTER.demands
    assert BUSTER.settled.value.pay > Point.PLAYER_BLACKJACKS


@pytest.mark.cite("13:69F-2.30(f)2")
def test_after_a_players_bust_the_cards_stay_under_the_wager() -> None:
    assert cite("13:69F-2.30(f)2").says(Demand.CARDS_UNDER_AFTER_BUST) in BUSTER.demands
    assert BUSTER.settled.value.collect > Point.DECISIONS


@pytest.mark.cite("13:69F-2.30(f)3")
def test_the_dealer_completes_the_hand_while_the_wager_is_in_play() -> None:
    assert cite("13:69F-2.30(f)3").says(Demand.DEALER_COMPLETES) in BUSTER.demands


@pytest.mark.cite("13:69F-2.30(f)3i")
@pytest.mark.parametrize("dealer", ["Kc 7d", "Kc 8d", "Kc 9d", "Kc Qd", "Kc 6d 5h", "Ac 6d Kh"])
def test_a_hand_completed_on_hard_17_to_21_has_not_bust(dealer: str) -> None:
    total = DEALER_TOTAL.of(cards(dealer))
    assert total.points in range(17, 22)
    assert (total.soft, total.bust) == (False, False)
    assert outcome(BUSTER, dealer=dealer) is LOSE


@pytest.mark.cite("13:69F-2.30(f)3ii")
@pytest.mark.parametrize("dealer", ["Ac 7d", "Ac 8d", "Ac 9d", "Ac Kd", "Ac 6d 4h"])
def test_a_hand_completed_on_soft_18_to_21_has_not_bust(dealer: str) -> None:
    total = DEALER_TOTAL.of(cards(dealer))
    assert total.points in range(18, 22)
    assert (total.soft, total.bust) == (True, False)
    assert outcome(BUSTER, dealer=dealer) is LOSE


@pytest.mark.cite("13:69F-2.30(f)3ii")
@pytest.mark.parametrize(("soft_17", "verdicts"), [("draw", []), ("stand", ["violates"]), (None, ["violates"])])
def test_the_dealer_draws_to_soft_17(soft_17: str | None, verdicts: list[str]) -> None:
    assert found("13:69F-2.30(f)3ii", offer("buster"), dealer_soft_17=soft_17) == verdicts


@pytest.mark.cite("13:69F-2.30(f)3iii")
@pytest.mark.parametrize(("dealer", "points"), [("Kc 6d 6h", 22), ("Kc 6d Th", 26), ("Kc 6d 6h 5s", 22)])
def test_a_hand_that_busts_is_complete(dealer: str, points: int) -> None:
    total = DEALER_TOTAL.of(cards(dealer))
    assert (total.points, total.bust) == (points, True)


@pytest.mark.cite("13:69F-2.30(h)")
@pytest.mark.parametrize("bonus", [None, "B1", "B3", {"8 or more": "9000.00", "7": "2000.00"}])
def test_the_licensee_may_offer_the_free_bonus(bonus: str | dict[str, str] | None) -> None:
    assert findings(offer("buster", free_bonus=bonus)) == ()


@pytest.mark.cite("13:69F-2.30(h)")
def test_the_free_bonus_comes_on_top_of_the_wager_that_is_won() -> None:
    dealer = "2c 2d 2h 2s 2c 2d Th"
    assert (outcome(BUSTER, dealer=dealer), bonus_of(BLACKJACK, dealer)) == (SEVEN, SEVEN)
    assert BUSTER.rider is FREE_BONUS


@pytest.mark.cite("13:69F-2.30(h)i")
@pytest.mark.parametrize(
    ("player", "wins"), [("Ac Kd", True), ("Td Ah", True), ("Kc Qd", False), ("Ac 9d", False), ("Ac Ad", False)]
)
def test_the_free_bonus_asks_for_a_players_blackjack(player: str, wins: bool) -> None:
    assert (bonus_of(player, "2c 2d 2h 2s 2c 2d Th") is not LOSE) is wins


@pytest.mark.cite("13:69F-2.30(h)ii")
def test_the_free_bonus_asks_for_a_wager_of_five_dollars() -> None:
    assert FREE_BONUS.least == cite("13:69F-2.30(h)ii").says(parse_money("5.00"))


@pytest.mark.cite("13:69F-2.30(h)iii")
@pytest.mark.parametrize(
    ("dealer", "ends"),
    [
        ("Kc 6d 6h", LOSE),
        ("2c 2d 2h Ks Ac 5d", LOSE),
        ("2c 2d 2h 2s 2c 2d Th", SEVEN),
        ("2c 2d 2h 2s 2c 2d 3h Ts", EIGHT),
        ("Ac Ad Ah As Ac Ad Kh Ac Ts", EIGHT),
        ("2c 2d 2h 2s 2c 2d 9h", LOSE),  # seven cards, 21
        ("2c 2d 2h 2s 2c 2d 2h 7s", LOSE),  # eight cards, 21
    ],
)
def test_the_free_bonus_asks_for_a_dealers_bust_with_at_least_seven_cards(dealer: str, ends: Outcome) -> None:
    assert bonus_of(BLACKJACK, dealer) is ends


@pytest.mark.cite("13:69F-2.30(i)")
@pytest.mark.parametrize("table", BONUS_TABLES)
def test_the_free_bonus_pays_fixed_amounts_by_one_of_two_tables(table: str) -> None:
    posted = read(text(offer("buster", free_bonus=table))).offers[0].rider
    assert posted is not None
    amounts = (Fixed(parse_money(amount)) for amount in BONUS_TABLES[table])
    assert {line.label: pays for line, pays in posted.pays.items()} == dict(zip(BONUS_LINES, amounts, strict=True))


@pytest.mark.cite("13:69F-2.30(i)")
@pytest.mark.parametrize(
    ("eight", "seven", "verdicts"),
    [
        ("7999.99", "1000.00", []),  # B3 is still reached
        ("8000.00", "999.99", ["violates"]),
        ("8000.00", "1000.00", []),
        ("8000.00", "1000.01", []),
        ("8000.01", "1000.00", []),
        ("4999.99", "1000.00", ["violates"]),
        ("5000.00", "999.99", ["violates"]),
        ("5000.00", "1000.00", []),
        ("5000.01", "1000.00", []),
        ("5000.00", "1000.01", []),
    ],
)
def test_the_free_bonus_pays_no_less_than_its_table(eight: str, seven: str, verdicts: list[str]) -> None:
    amounts = dict(zip(BONUS_LINES, (eight, seven), strict=True))
    assert found("13:69F-2.30(i)", offer("buster", free_bonus=amounts)) == verdicts


@pytest.mark.cite("13:69F-2.30(i)")
@pytest.mark.parametrize("amounts", [{"8 or more cards": "9000.00"}, {"7 cards": "9000.00"}])
def test_no_line_of_the_free_bonus_may_be_left_out(amounts: dict[str, Any]) -> None:
    assert found("13:69F-2.30(i)", offer("buster", free_bonus=amounts)) == ["violates"]


@pytest.mark.cite("13:69F-2.30(c)")
@pytest.mark.parametrize(
    ("minimum", "maximum", "effects"),
    [
        ("1.00", "999.99", []),
        ("1.00", "1000.00", []),
        ("1.00", "1000.01", ["it has no effect"]),
        ("1000.00", "1000.00", []),
        ("1000.01", "2000.00", ["it has no effect", "no player can make it"]),
    ],
)
def test_a_limit_above_the_maximum_of_the_table_is_a_remark(minimum: str, maximum: str, effects: list[str]) -> None:
    answer = findings(offer("buster", minimum=minimum, maximum=maximum), maximum="1000.00")
    assert sorted(one.message.rsplit(": ", 1)[1] for one in answer) == effects
    assert {(one.kind.value, one.verdict.value) for one in answer} <= {("remark", "not verifiable")}
    assert status_of(answer) is not Status.UNLAWFUL
