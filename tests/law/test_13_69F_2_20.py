"""13:69F-2.20: the blackjack bonus wager."""

from typing import Any

import pytest

from tests.dealing import opened, wagered
from tests.law.rounds import outcome, refused_by, settlements
from tests.tables import findings, found, offer, read, text
from upcard.errors import Misuse
from upcard.game import commands as do
from upcard.game.refuse import refusals
from upcard.law import cite
from upcard.money import Cents
from upcard.results.prices import price
from upcard.results.simulation import simulate
from upcard.rules.fact_type import Stream
from upcard.rules.wager import LOSE, Demand, Outcome, Point
from upcard.sim.wager_lines import amount_of
from upcard.table import BadConfig
from upcard.wagers.blackjack_bonus import BLACKJACK_BONUS, PLAYER_BLACKJACK

BOTH_EDITIONS = pytest.mark.parametrize("law", ["13:69F", "19:47"])
EVERY_TABLE = ["drop box", "tip box", "discard rack"]
ITS_OWN = ["blackjack bonus button", "blackjack bonus display"]


@pytest.mark.cite("13:69F-2.20(a)")
@pytest.mark.parametrize("key", ["minimum", "maximum"])
@pytest.mark.parametrize(
    ("amount", "verdicts"),
    [
        ("0.99", ["violates"]),
        ("1.00", []),
        ("1.01", ["violates"]),
        ("3.00", ["violates"]),
        ("4.99", ["violates"]),
        ("5.00", []),
        ("5.01", ["violates"]),
    ],
)
def test_the_wager_is_one_dollar_or_five_and_no_other_amount(key: str, amount: str, verdicts: list[str]) -> None:
    assert found("13:69F-2.20(a)", offer("blackjack bonus", **{key: amount})) == verdicts


@pytest.mark.cite("13:69F-2.20(a)")
@pytest.mark.parametrize("size", ["1.00", "5.00"])
def test_the_display_may_show_other_amounts_for_each_size_of_wager(size: str) -> None:
    assert found("13:69F-2.20(a)", offer("blackjack bonus", display={size: [["5.00", "1"]]})) == []


@pytest.mark.cite("13:69F-2.20(a)")
def test_there_is_no_display_for_a_wager_of_two_dollars() -> None:
    with pytest.raises(BadConfig, match=r"\$2\.00"):
        findings(offer("blackjack bonus", display={"2.00": [["5.00", "1"]]}))


@pytest.mark.cite("13:69F-2.20(b)")
def test_the_wager_is_made_with_chips_before_the_first_card() -> None:
    assert refused_by(BLACKJACK_BONUS).beside == []
    assert refused_by(BLACKJACK_BONUS).late == ["13:69F-2.3(d)"]


@pytest.mark.cite("13:69F-2.20(b)", "19:47-2.20(b)")
@BOTH_EDITIONS
@pytest.mark.parametrize(
    ("key", "setting", "verdicts"),
    [
        ("coupons", True, ["violates"]),
        ("coupons", False, []),
        ("spoken_wagers", "dealer", ["violates"]),
        ("spoken_wagers", "dealer and supervisor", []),
        ("spoken_wagers", True, []),
        ("spoken_wagers", False, []),
    ],
)
def test_a_coupon_is_not_accepted_and_a_spoken_wager_if_dealer_and_supervisor_confirm_it(
    key: str, setting: bool | str, verdicts: list[str], law: str
) -> None:
    assert found(f"{law}-2.20(b)", offer("blackjack bonus", **{key: setting}), law=law) == verdicts


@pytest.mark.cite("13:69F-2.20(b)")
@pytest.mark.parametrize(
    ("areas", "verdicts"), [(False, ["violates"]), (5, ["violates"]), (6, []), (7, []), (True, [])]
)
def test_each_of_six_positions_has_a_betting_area_for_the_wager(areas: bool | int, verdicts: list[str]) -> None:
    assert found("13:69F-2.20(b)", offer("blackjack bonus", betting_area=areas), seats=6) == verdicts


@pytest.mark.cite("13:69F-2.20(c)")
def test_the_player_must_first_have_made_a_blackjack_wager() -> None:
    assert refused_by(BLACKJACK_BONUS).alone == ["13:69F-2.20(c)"]
    assert refused_by(BLACKJACK_BONUS).beside == []


@pytest.mark.cite("13:69F-2.20(d)")
@pytest.mark.parametrize(
    ("hand", "ended"),
    [
        ("Ah Kc", PLAYER_BLACKJACK),
        ("Td Ad", PLAYER_BLACKJACK),
        ("As Js", PLAYER_BLACKJACK),
        ("Qc Ah", PLAYER_BLACKJACK),
        ("Ah Kc 5d", PLAYER_BLACKJACK),  # whatever comes after the first two cards
        ("Ah 9c", LOSE),
        ("Ah Ac", LOSE),
        ("Kh Qc", LOSE),
        ("7h 7c 7d", LOSE),
        ("Kh 5c 6d", LOSE),
        ("Ah 5c 5d", LOSE),
    ],
)
def test_a_blackjack_in_the_first_two_cards_wins(hand: str, ended: Outcome) -> None:
    assert outcome(BLACKJACK_BONUS, player=hand) is ended


@pytest.mark.cite("13:69F-2.20(d)")
def test_the_dealers_hand_does_not_matter() -> None:
    assert [fact.stream for fact in BLACKJACK_BONUS.sees] == [Stream.INITIAL]
    assert outcome(BLACKJACK_BONUS, player="Ah Kc", dealer="Ad Ks") is PLAYER_BLACKJACK


@pytest.mark.cite("13:69F-2.20(e)1", "13:69F-2.20(f)")
def test_losers_are_collected_after_the_second_cards_and_winners_paid_last_from_the_dealers_left() -> None:
    winner = {"decisions": [], "displayed": "5.00"}
    assert settlements(BLACKJACK_BONUS, "1.00", "Ah Ac 4d 9s Kd Kh 7c 5s 6h", winner, winner, {}) == [
        (Point.AFTER_SECOND_CARDS, "collected", 3, "13:69F-2.20(e)1"),
        (Point.AFTER_ALL_OTHER_WAGERS, "paid", 1, "13:69F-2.20(f)"),
        (Point.AFTER_ALL_OTHER_WAGERS, "paid", 2, "13:69F-2.20(f)"),
    ]


@pytest.mark.cite("13:69F-2.20(e)2", "13:69F-2.20(f)", "13:69F-2.20(g)1")
@pytest.mark.parametrize(
    ("number", "demand"),
    [
        ("13:69F-2.20(e)2", Demand.CARDS_UNDER_WHEN_WON),
        ("13:69F-2.20(f)", Demand.PLAYER_PRESSES_BUTTON),
        ("13:69F-2.20(g)1", Demand.HAND_VERIFIED),
    ],
)
def test_the_procedure_of_a_round_is_asked_for_what_the_paragraph_demands(number: str, demand: Demand) -> None:
    assert [stated.value for stated in BLACKJACK_BONUS.demands if stated.cite == cite(number)] == [demand]


@pytest.mark.cite("13:69F-2.20(a)", "13:69F-2.20(f)")
@BOTH_EDITIONS
@pytest.mark.parametrize(
    ("there", "verdicts"),
    [
        (ITS_OWN, []),
        (["blackjack bonus button"], ["violates"]),
        (["blackjack bonus display"], ["violates"]),
        ([], ["violates", "violates"]),
    ],
)
def test_the_table_needs_a_button_and_a_display(there: list[str], verdicts: list[str], law: str) -> None:
    equipment = [*EVERY_TABLE, *there]
    assert found(f"{law}-2.20(f)", offer("blackjack bonus"), equipment=equipment, law=law) == verdicts


@pytest.mark.cite("13:69F-2.20(i)")
@BOTH_EDITIONS
@pytest.mark.parametrize("display", [None, [["5.00", "0.9"], ["100.00", "0.1"]]])
def test_the_amounts_on_the_display_are_not_verifiable_stated_or_not(display: list[list[str]] | None, law: str) -> None:
    reported = findings(offer("blackjack bonus", display=display), law=law)
    assert [(str(finding.cite), finding.verdict.value) for finding in reported] == [
        (f"{law}-2.20(i)", "not verifiable")
    ]


@pytest.mark.cite("13:69F-2.20(b)", "19:47-2.20(b)")
@BOTH_EDITIONS
@pytest.mark.parametrize(("dealt_from", "doubts"), [("hand", [("likely", 65)]), ("shoe", [])])
def test_dealt_from_the_hand_it_is_doubtful(dealt_from: str, doubts: list[tuple[str, int]], law: str) -> None:
    answer = findings(offer("blackjack bonus"), dealt_from=dealt_from, decks=2, law=law)
    reported = [one for one in answer if str(one.cite) == f"{law}-2.20(b)"]
    assert [(one.verdict.value, one.reading) for one in reported] == doubts


ROWS = [["5.00", "0.9"], ["100.00", "0.1"]]
SIZES = [
    ({}, [100, 500]),
    ({"display": {"1.00": ROWS}}, [100]),
    ({"display": {"5.00": ROWS}}, [500]),
    ({"minimum": "1.00", "maximum": "5.00"}, [100, 500]),
    ({"minimum": "5.00"}, [500]),
    ({"maximum": "1.00"}, [100]),
    ({"display": {"5.00": ROWS}, "maximum": "1.00"}, []),
    ({"display": {"1.00": ROWS}, "minimum": "5.00", "maximum": "5.00"}, []),
]


@pytest.mark.cite("13:69F-2.20(a)")
@pytest.mark.parametrize(("keys", "sizes"), SIZES, ids=str)
@pytest.mark.parametrize("amount", [99, 100, 101, 499, 500, 501])
def test_a_wager_is_of_a_size_that_is_displayed_and_posted(keys: dict[str, Any], sizes: list[int], amount: int) -> None:
    table = opened(text(offer("blackjack bonus", **keys)), "", wagered(1))
    refused = refusals(table, do.PlaceWager(1, "blackjack bonus", (Cents(amount),)))
    assert [str(refusal.cite) for refusal in refused] == ([] if amount in sizes else ["13:69F-2.20(a)"])
    assert all("$" in refusal.message or "no size" in refusal.message for refusal in refused)


@pytest.mark.cite("13:69F-2.20(a)", "19:47-2.20(a)")
@BOTH_EDITIONS
@pytest.mark.parametrize(("keys", "sizes"), SIZES, ids=str)
def test_a_wager_for_which_no_size_is_left_is_remarked_on(keys: dict[str, Any], sizes: list[int], law: str) -> None:
    answer = findings(offer("blackjack bonus", **keys), law=law)
    remarks = [(one.kind.value, one.verdict.value) for one in answer if str(one.cite) == f"{law}-2.20(a)"]
    assert remarks == ([] if sizes else [("remark", "not verifiable")])


@pytest.mark.cite("13:69F-2.20(a)")
@pytest.mark.parametrize(("keys", "sizes"), SIZES, ids=str)
def test_prices_and_simulations_use_the_least_size_left(keys: dict[str, Any], sizes: list[int]) -> None:
    table = read(text(offer("blackjack bonus", **keys)))
    (offered,) = table.offers
    assert list(offered.sizes) == sizes
    if not sizes:
        for find in (lambda: amount_of(offered, None), lambda: price(table).of("blackjack bonus")):
            with pytest.raises(Misuse, match="leaves no size"):
                find()
        return
    assert (amount_of(offered, None), price(table).of("blackjack bonus")[0].amount) == (sizes[0], sizes[0])
    for amount in (Cents(100), Cents(500)):
        priced = price(table, amount=amount).of("blackjack bonus")[0].amount
        assert priced == (amount if amount in sizes else sizes[0])
        if amount in sizes:
            assert amount_of(offered, amount) == amount
        else:
            with pytest.raises(Misuse, match="is not offered: the display and the posted limits of this table leave"):
                simulate(table, rounds=1, amounts={"blackjack bonus": amount})
