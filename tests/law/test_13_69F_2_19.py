"""13:69F-2.19: the progressive wager."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.dealing import ruled, seat
from tests.law.rounds import outcome, refused_by, settlements
from tests.tables import findings, found, offer, read, text
from upcard.cards import BLACK, Card, Rank, cards
from upcard.game import events as ev
from upcard.game.chip_ledger import balances
from upcard.law import Cited, cite
from upcard.money import Cents, Fixed, MeterShare, Pays, parse_money
from upcard.rules.fact_type import Stream
from upcard.rules.wager import LOSE, Demand, Outcome, Point
from upcard.table import unrecognized_items
from upcard.wagers.progressive import (
    FOUR_OF_ONE_COLOR,
    PROGRESSIVE,
    THREE,
    THREE_SUITED,
    TWO,
    TWO_SUITED,
)

BOTH_EDITIONS = pytest.mark.parametrize("law", ["13:69F", "19:47"])
EVERY_TABLE = ["drop box", "tip box", "discard rack"]
ITS_OWN = ["chip acceptors", "acceptor lights", "progressive meter"]
# The law's own words and figures.
FOUR_ACES = "Four black or four red aces in the first four cards"
THREE_ACES_OF_A_SUIT = "Three aces of the same suit in the first three cards"
THREE_ACES = "Any three aces in the first three cards"
TWO_ACES_OF_A_SUIT = "Two aces in the same suit in the first two cards"
TWO_ACES = "Any two aces in the first two cards"
SPECIFIED = {
    FOUR_ACES: "100%",
    THREE_ACES_OF_A_SUIT: "2500.00",
    THREE_ACES: "250.00",
    TWO_ACES_OF_A_SUIT: "100.00",
    TWO_ACES: "25.00",
}


@pytest.mark.cite("13:69F-2.19(a)")
@pytest.mark.parametrize("key", ["minimum", "maximum"])
@pytest.mark.parametrize(("amount", "verdicts"), [("0.99", ["violates"]), ("1.00", []), ("1.01", ["violates"])])
def test_the_wager_is_exactly_one_dollar(key: str, amount: str, verdicts: list[str]) -> None:
    assert found("13:69F-2.19(a)", offer("progressive", **{key: amount})) == verdicts


@pytest.mark.cite("13:69F-2.19(a)")
@BOTH_EDITIONS
@pytest.mark.parametrize(
    "partner",
    [
        "over 13",
        "under 13",
        "same suit",
        "sevens",
        "blackjack bonus",
        "streak",
        "match-the-dealer",
        "20 point bonus",
        "optional bonus",
        "in-between",
        "buster",
        "push 22",
    ],
)
def test_the_section_has_no_ban_list_of_its_own(partner: str, law: str) -> None:
    reported = findings(offer("progressive"), offer(partner), law=law)
    assert {finding.reading for finding in reported if finding.cite.number == "2.19"} <= {9}  # a doubt, no ban


@pytest.mark.cite("13:69F-2.19(a)")
@pytest.mark.parametrize("partner", ["match-the-dealer", "buster", "push 22"])
def test_beside_a_wager_whose_section_names_it_not_the_progressive_wager_is_lawful(partner: str) -> None:
    reported = findings(offer("progressive"), offer(partner))  # reading 9; push 22 needs a free bet table
    assert [finding for finding in reported if finding.verdict.value != "not verifiable"] == []


@pytest.mark.cite("13:69F-2.19(b)")
def test_the_wager_is_one_chip_made_before_the_first_card() -> None:
    assert refused_by(PROGRESSIVE).beside == []
    assert refused_by(PROGRESSIVE).late == ["13:69F-2.3(d)"]


@pytest.mark.cite("13:69F-2.19(b)", "19:47-2.19(b)")
@BOTH_EDITIONS
@pytest.mark.parametrize(
    ("key", "setting", "verdicts"),
    [
        ("coupons", True, ["violates"]),
        ("coupons", False, []),
        ("spoken_wagers", True, ["violates"]),
        ("spoken_wagers", "dealer", ["violates"]),
        ("spoken_wagers", "dealer and supervisor", ["violates"]),
        ("spoken_wagers", False, []),
    ],
)
def test_neither_a_coupon_nor_a_spoken_wager_goes_into_the_acceptor(
    key: str, setting: bool | str, verdicts: list[str], law: str
) -> None:
    assert found(f"{law}-2.19(b)", offer("progressive", **{key: setting}), law=law) == verdicts


@pytest.mark.cite("13:69F-2.19(a)", "13:69F-2.19(b)")
@pytest.mark.parametrize("missing", ITS_OWN)
def test_the_table_needs_acceptors_lights_and_a_meter(missing: str) -> None:
    there = [*EVERY_TABLE, *(item for item in ITS_OWN if item != missing)]
    assert found("13:69F-2.19(b)", offer("progressive"), equipment=there) == ["violates"]


@pytest.mark.cite("13:69F-2.19(a)", "13:69F-2.19(b)")
def test_a_table_with_the_equipment_may_offer_the_wager() -> None:
    assert findings(offer("progressive"), equipment=[*EVERY_TABLE, *ITS_OWN]) == ()


@pytest.mark.cite(
    "13:69F-2.19(c)",
    "13:69F-2.19(c)1",
    "13:69F-2.19(c)2",
    "13:69F-2.19(c)3",
    "13:69F-2.19(c)4",
    "13:69F-2.19(c)5",
    "13:69F-2.19(e)",
)
@pytest.mark.parametrize(
    ("hand", "ended"),
    [
        # (c)1, of which every case holds three aces and two aces as well: only the highest line is paid
        ("Ac As Ac As", FOUR_OF_ONE_COLOR),
        ("As As As As", FOUR_OF_ONE_COLOR),
        ("Ah Ad Ad Ah", FOUR_OF_ONE_COLOR),
        ("Ah Ah Ah Ad", FOUR_OF_ONE_COLOR),
        ("Ac As Ac As 5d", FOUR_OF_ONE_COLOR),
        # four aces of both colours have no line, reading 25
        ("Ac As Ah Ad", THREE),
        ("Ac As As Ah", THREE),
        ("Ac Ac Ac Ad", THREE_SUITED),
        # (c)2
        ("Ac Ac Ac", THREE_SUITED),
        ("Ad Ad Ad 9d", THREE_SUITED),
        # (c)3
        ("Ac Ac As", THREE),
        ("As Ac Ac", THREE),
        ("Ac Ad Ah 2c", THREE),
        # (c)4
        ("Ah Ah", TWO_SUITED),
        ("Ah Ah Kh", TWO_SUITED),
        ("Ah Ah Kh Ah", TWO_SUITED),  # the third ace comes as the fourth card
        # (c)5
        ("Ah Ad", TWO),
        ("Ah As 5c", TWO),
        ("Ah As 5c As", TWO),
        # fewer, or later
        ("Ah Kh", LOSE),
        ("Kh Ah Ah Ah", LOSE),
        ("Ah Kh Ah Ah", LOSE),
        ("Kh Qh", LOSE),
        ("2c 2c 2c 2c", LOSE),
    ],
)
def test_the_aces_that_the_box_begins_with_decide_and_only_the_highest_line_wins(hand: str, ended: Outcome) -> None:
    assert outcome(PROGRESSIVE, player=hand) is ended


@pytest.mark.cite(
    "13:69F-2.19(c)",
    "13:69F-2.19(c)1",
    "13:69F-2.19(c)2",
    "13:69F-2.19(c)3",
    "13:69F-2.19(c)4",
    "13:69F-2.19(c)5",
)
@pytest.mark.parametrize(
    ("hand", "label", "pays"),
    [
        ("As Ac As Ac", FOUR_ACES, MeterShare(Fraction(1))),
        ("Ah Ah Ah 2c", THREE_ACES_OF_A_SUIT, Fixed(Cents(2_500_00))),
        ("Ah Ah Ad 2c", THREE_ACES, Fixed(Cents(250_00))),
        ("Ah Ah 3d 2c", TWO_ACES_OF_A_SUIT, Fixed(Cents(100_00))),
        ("Ah Ad 3d 2c", TWO_ACES, Fixed(Cents(25_00))),
    ],
)
def test_each_line_pays_the_payout_that_the_rule_specifies(hand: str, label: str, pays: Pays) -> None:
    assert isinstance(PROGRESSIVE.pay_tables, Cited)
    (table,) = PROGRESSIVE.pay_tables.value.tables.values()
    ended = outcome(PROGRESSIVE, player=hand)
    assert (ended.label, table[ended]) == (label, pays)


@pytest.mark.cite("13:69F-2.19(c)1", "13:69F-2.19(c)2", "13:69F-2.19(c)3", "13:69F-2.19(c)4", "13:69F-2.19(c)5")
@BOTH_EDITIONS
@pytest.mark.parametrize(
    ("label", "posted", "verdicts"),
    [
        (FOUR_ACES, "99.99%", ["violates"]),
        (FOUR_ACES, "100%", []),
        (FOUR_ACES, "5000.00", ["violates"]),
        (THREE_ACES_OF_A_SUIT, "2499.99", ["violates"]),
        (THREE_ACES_OF_A_SUIT, "2500.00", []),
        (THREE_ACES_OF_A_SUIT, "2500.01", ["violates"]),
        (THREE_ACES, "249.99", ["violates"]),
        (THREE_ACES, "250.00", []),
        (THREE_ACES, "250.01", ["violates"]),
        (TWO_ACES_OF_A_SUIT, "99.99", ["violates"]),
        (TWO_ACES_OF_A_SUIT, "100.00", []),
        (TWO_ACES_OF_A_SUIT, "100.01", ["violates"]),
        (TWO_ACES, "24.99", ["violates"]),
        (TWO_ACES, "25.00", []),
        (TWO_ACES, "25.01", ["violates"]),
        (TWO_ACES, "25 to 1", ["violates"]),  # odds are not the amount
    ],
)
def test_another_payout_than_the_specified_one_may_not_be_posted(
    label: str, posted: str, verdicts: list[str], law: str
) -> None:
    pays = {**SPECIFIED, label: posted}
    assert found(f"{law}-2.19(c)", offer("progressive", pays=pays), law=law) == verdicts


@pytest.mark.cite("13:69F-2.19(c)")
@pytest.mark.parametrize("label", list(SPECIFIED))
def test_no_line_may_be_left_out_of_what_is_posted(label: str) -> None:
    pays = {line: paid for line, paid in SPECIFIED.items() if line != label}
    assert found("13:69F-2.19(c)", offer("progressive", pays=pays)) == ["violates"]


REACHED: dict[str, Callable[[tuple[Card, ...]], bool]] = {
    FOUR_ACES: lambda box: _aces(box, 4) and len({card.suit in BLACK for card in box[:4]}) == 1,
    THREE_ACES_OF_A_SUIT: lambda box: _aces(box, 3) and len({card.suit for card in box[:3]}) == 1,
    THREE_ACES: lambda box: _aces(box, 3),
    TWO_ACES_OF_A_SUIT: lambda box: _aces(box, 2) and box[0].suit is box[1].suit,
    TWO_ACES: lambda box: _aces(box, 2),
}


def _aces(box: tuple[Card, ...], many: int) -> bool:
    return len(box) >= many and all(card.rank is Rank.ACE for card in box[:many])


@pytest.mark.cite("13:69F-2.19(e)")
@pytest.mark.parametrize("box", ["Ac As Ac As", "Ad Ad Ad Ah", "Ac Ac Ac Ad", "Ac Ac As 5d", "Ah Ah 8c", "Ah Ad 8c"])
def test_of_the_lines_that_a_box_reaches_one_is_paid_the_highest(box: str) -> None:
    first, second, *drawn = box.split()
    decisions = [*("draw" for _ in drawn), "stand"]
    ruling = ruled(
        f"{first} 6s {second} {' '.join(drawn)} Tc 5h",
        seat(1, {"blackjack": "10.00", "progressive": "1.00"}, *decisions),
        table=text(offer("progressive")),
    )
    paid = [event for event in ruling.events if isinstance(event, ev.WagerPaid) and event.wager == "progressive"]
    reached = [label for label, is_reached in REACHED.items() if is_reached(cards(box))]
    amounts = [500_070 if SPECIFIED[label] == "100%" else int(parse_money(SPECIFIED[label])) for label in reached]
    assert [(event.outcome, event.won) for event in paid] == [(reached[0], max(amounts))]


@pytest.mark.cite("13:69F-2.19(d)")
def test_the_wager_looks_at_the_cards_of_the_box_alone() -> None:
    assert [fact.stream for fact in PROGRESSIVE.sees] == [Stream.BOX]


@pytest.mark.cite("13:69F-2.19(d)")
@pytest.mark.parametrize("dealer", ["Ah Kd", "Th 9c", "Th 6c 8d", ""])
def test_the_wager_is_paid_whatever_the_dealer_has(dealer: str) -> None:
    assert outcome(PROGRESSIVE, player="Ah Ah 9c", dealer=dealer) is TWO_SUITED


@pytest.mark.cite("13:69F-2.19(f)")
def test_only_a_player_with_a_blackjack_wager_may_make_the_wager() -> None:
    assert refused_by(PROGRESSIVE).alone == ["13:69F-2.19(f)"]
    assert refused_by(PROGRESSIVE).beside == []


@pytest.mark.cite(
    "13:69F-2.19(b)",
    "13:69F-2.19(g)1",
    "13:69F-2.19(g)2",
    "13:69F-2.19(g)3",
    "13:69F-2.19(h)",
)
@pytest.mark.parametrize(
    ("number", "demands"),
    [
        ("13:69F-2.19(b)", {Demand.CHIPS_EQUAL_LIGHTS}),
        ("13:69F-2.19(g)1", {Demand.HAND_VERIFIED}),
        ("13:69F-2.19(g)2", {Demand.LIGHT_VERIFIED}),
        ("13:69F-2.19(g)3", {Demand.SUPERVISOR_VALIDATES}),
        ("13:69F-2.19(h)", {Demand.CARDS_HELD_FOR_DOCUMENTS}),
    ],
)
def test_the_procedure_of_a_round_is_asked_for_what_the_paragraph_demands(number: str, demands: set[Demand]) -> None:
    assert {demand.value for demand in PROGRESSIVE.demands if demand.cite == cite(number)} == demands


def chips_moved(shoe: str, plays: tuple[str, ...], paid_by: str) -> dict[str, int]:
    """Return what a round with a progressive wager moves, in cents, by account; none of it by the blackjack wager."""
    house = {"progressive_fixed_payouts": paid_by}
    table = text(offer("progressive"), house=house)
    events = ruled(shoe, seat(1, {"blackjack": "10.00", "progressive": "1.00"}, *plays), table=table).events
    optional = [event for event in events if getattr(event, "wager", "") == "progressive"]
    return {str(account): amount for account, amount in balances(optional).items() if amount}


@pytest.mark.cite("13:69F-2.19(h)")
@pytest.mark.parametrize("paid_by", ["besides the meter", "from the meter"])
def test_the_meter_is_the_licensees_and_its_winner_is_not_paid_from_the_table_inventory(paid_by: str) -> None:
    assert chips_moved("As 5c Ac As Ac Tc 6c", ("draw", "draw", "stand"), paid_by) == {
        "patron of seat 1": 500_070 - 100,
        "table inventory": 100,  # the chip, whole
        "licensee": -(70 + 500_000),  # what the chip added to the meter, and the amount it begins with again
    }


@pytest.mark.cite("13:69F-2.19(h)")
@pytest.mark.parametrize(
    ("paid_by", "inventory", "meter"),
    [("besides the meter", 100 - 2500, 70), ("from the meter", 100, 70 - 2500)],  # reading 66
)
def test_a_fixed_payout_comes_from_the_table_inventory_or_by_the_switch_from_the_meter(
    paid_by: str, inventory: int, meter: int
) -> None:
    assert chips_moved("Ah 9s Ac 8h 5s", ("stand",), paid_by) == {
        "patron of seat 1": 2500 - 100,
        "table inventory": inventory,
        "licensee": -70,
        "meter progressive": meter,
    }


@pytest.mark.cite("13:69F-2.19(h)")
def test_the_wager_is_paid_when_the_blackjack_wager_is_settled() -> None:
    assert settlements(PROGRESSIVE, "1.00", "Ah Ac 9d 9s Ad Ah 7c 5s 3h") == [  # reading 52
        (Point.DEALER_COMPLETED, "collected", 3, "13:69F-2.19(h)"),
        (Point.DEALER_COMPLETED, "paid", 2, "13:69F-2.19(h)"),
        (Point.DEALER_COMPLETED, "paid", 1, "13:69F-2.19(h)"),
    ]


@pytest.mark.cite("13:69F-2.19(i)", "19:47-2.19(i)")
@BOTH_EDITIONS
@pytest.mark.parametrize(
    ("rate", "reset_rate", "verdicts"),
    [
        ("69.99%", None, ["violates"]),
        ("70%", None, []),
        ("70.01%", None, []),
        ("69.99%", "0%", ["violates"]),
        ("60%", "9.99%", ["violates"]),
        ("60%", "10%", []),
        ("60%", "10.01%", []),
        ("0%", "70%", []),
        ("70%", "5%", []),
        ("100%", None, []),
    ],
)
def test_the_rate_of_progression_of_both_meters_together_is_no_less_than_70_percent(
    rate: str, reset_rate: str | None, verdicts: list[str], law: str
) -> None:
    meter = offer("progressive", rate=rate, reset_rate=reset_rate)
    assert found(f"{law}-2.19(i)", meter, law=law) == verdicts


@pytest.mark.cite("13:69F-2.19(i)", "19:47-2.19(i)")
@BOTH_EDITIONS
@pytest.mark.parametrize("key", ["initial", "reset"])
@pytest.mark.parametrize(
    ("amount", "verdicts"), [("0.00", ["violates"]), ("4999.99", ["violates"]), ("5000.00", []), ("5000.01", [])]
)
def test_neither_the_initial_nor_the_reset_amount_is_less_than_5000_dollars(
    key: str, amount: str, verdicts: list[str], law: str
) -> None:
    assert found(f"{law}-2.19(i)", offer("progressive", **{key: amount}), law=law) == verdicts


@pytest.mark.cite("13:69F-2.19(i)")
@pytest.mark.parametrize("key", ["initial", "reset", "rate"])
def test_the_licensee_establishes_both_amounts_and_the_rate(key: str) -> None:
    assert found("13:69F-2.19(i)", offer("progressive", **{key: None})) == ["violates"]


@pytest.mark.cite("13:69F-2.19(b)", "19:47-2.19(b)")
@pytest.mark.parametrize("law", ["13:69F", "19:47"])
@pytest.mark.parametrize(
    ("reset_rate", "there", "verdicts"),
    [
        (None, [], []),
        ("0%", [], []),
        ("0.01%", [], ["violates"]),
        ("10%", [], ["violates"]),
        ("10%", ["reset meter"], []),
    ],
)
def test_a_rate_of_the_reset_meter_needs_one(
    reset_rate: str | None, there: list[str], verdicts: list[str], law: str
) -> None:
    wager = offer("progressive", reset_rate=reset_rate)
    assert found(f"{law}-2.19(b)", wager, equipment=[*EVERY_TABLE, *ITS_OWN, *there], law=law) == verdicts


@pytest.mark.cite("13:69F-2.19(b)")
def test_the_reset_meter_is_known_equipment() -> None:
    assert unrecognized_items(read(text(equipment=["reset meter", "reset metre"]))) == ('equipment "reset metre"',)
