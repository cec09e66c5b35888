"""13:69F-2.26: the in-between wager."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.law.rounds import RefusedBy, outcome, refused_by, settlements
from tests.tables import findings, found, offer
from upcard.cards import Rank
from upcard.law import Edition, cite
from upcard.rules.facts import FIRST_RANK, SECOND_RANK, UPCARD_RANK
from upcard.rules.wager import LOSE, Limits, Outcome, Point
from upcard.wagers.in_between import (
    ALL_OTHER,
    IN_BETWEEN,
    ONE_CARD,
    THREE_CARD,
    TRIPLE_MATCH,
    TWO_CARD,
)


@pytest.mark.cite("13:69F-2.26(a)")
@pytest.mark.parametrize(
    ("hand", "upcard", "wins"),
    [
        ("4c 8d", "4h", False),
        ("4c 8d", "5h", True),
        ("4c 8d", "7h", True),
        ("4c 8d", "8h", False),
        ("4c 8d", "3h", False),
        ("4c 8d", "9h", False),
        ("8d 4c", "6h", True),
        ("4c 5d", "4h", False),
        ("4c 5d", "5h", False),
        ("4c 4d", "5h", False),
        ("4c 4d", "3h", False),
    ],
)
def test_the_wager_wins_when_the_upcard_ranks_between_the_players_first_two_cards(
    hand: str, upcard: str, wins: bool
) -> None:
    assert (outcome(IN_BETWEEN, player=hand, dealer=upcard) is not LOSE) is wins


@pytest.mark.cite("13:69F-2.26(a)")
def test_the_wager_sees_the_players_first_two_cards_and_the_upcard_and_no_other() -> None:
    assert IN_BETWEEN.sees == (FIRST_RANK, SECOND_RANK, UPCARD_RANK)


@pytest.mark.cite("13:69F-2.26(b)")
@pytest.mark.parametrize(
    ("low", "middle", "high"),
    [
        ("2c", "3c", "4c"),
        ("3c", "4c", "5c"),
        ("4c", "5c", "6c"),
        ("5c", "6c", "7c"),
        ("6c", "7c", "8c"),
        ("7c", "8c", "9c"),
        ("8c", "9c", "Tc"),
        ("9c", "Tc", "Jc"),
        ("Tc", "Jc", "Qc"),
        ("Jc", "Qc", "Kc"),
        ("Qc", "Kc", "Ac"),
    ],
)
def test_the_ranks_run_from_2_to_10_jack_queen_king_and_ace(low: str, middle: str, high: str) -> None:
    assert outcome(IN_BETWEEN, player=f"{low} {high}", dealer=middle) is ONE_CARD
    assert outcome(IN_BETWEEN, player=f"{high} {low}", dealer=middle) is ONE_CARD
    assert outcome(IN_BETWEEN, player=f"{low} {middle}", dealer=high) is LOSE
    assert outcome(IN_BETWEEN, player=f"{middle} {high}", dealer=low) is LOSE


@pytest.mark.cite("13:69F-2.26(b)")
@pytest.mark.parametrize(("hand", "upcard"), [("Ac 3d", "2h"), ("2c 4d", "Ah"), ("Kc 2d", "Ah"), ("Tc Kd", "Th")])
def test_an_ace_is_never_low_and_cards_worth_ten_are_of_different_ranks(hand: str, upcard: str) -> None:
    assert outcome(IN_BETWEEN, player=hand, dealer=upcard) is LOSE


@pytest.mark.cite("13:69F-2.26(d)")
def test_a_player_with_a_blackjack_wager_makes_it_before_the_first_card() -> None:
    assert refused_by(IN_BETWEEN) == RefusedBy(alone=["13:69F-2.26(d)"], beside=[], late=["13:69F-2.3(d)"])


@pytest.mark.cite("13:69F-2.26(d)")
def test_it_is_made_with_chips_plaques_or_a_match_play_coupon() -> None:
    assert findings(offer("in-between", coupons=True)) == ()


@pytest.mark.cite("13:69F-2.26(d)")
@pytest.mark.parametrize(
    ("confirmed", "verdicts"),
    [(False, []), (True, []), ("dealer and supervisor", []), ("dealer", ["violates"])],
)
def test_dealer_and_supervisor_both_confirm_a_spoken_wager(confirmed: bool | str, verdicts: list[str]) -> None:
    assert found("13:69F-2.26(d)", offer("in-between", spoken_wagers=confirmed)) == verdicts


@pytest.mark.cite("13:69F-2.26(d)", "19:47-2.26(d)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69F-2.26(d)"), ("19:47", "19:47-2.26(d)")])
@pytest.mark.parametrize(
    ("minimum", "maximum", "verdicts"),
    [
        ("1.00", "100.00", []),
        (None, "100.00", ["violates"]),
        ("1.00", None, ["violates"]),
        (None, None, ["violates", "violates"]),
    ],
)
def test_its_minimum_and_maximum_are_posted(
    law: str, number: str, minimum: str | None, maximum: str | None, verdicts: list[str]
) -> None:
    assert found(number, offer("in-between", minimum=minimum, maximum=maximum), law=law) == verdicts


@pytest.mark.cite("13:69F-2.26(d)")
@pytest.mark.parametrize(("minimum", "maximum"), [("0.01", "0.01"), ("2000.00", "5000.00")])
def test_the_licensee_sets_those_limits_freely(minimum: str, maximum: str) -> None:
    assert IN_BETWEEN.limits == cite("13:69F-2.26(d)").says(Limits(posted=True))
    assert findings(offer("in-between", minimum=minimum, maximum=maximum)) == ()


@pytest.mark.cite("13:69F-2.26(e)")
def test_it_is_settled_from_the_dealers_right_after_the_second_cards_and_before_the_card_reader() -> None:
    assert settlements(IN_BETWEEN, "5.00", "9h 2c 4d 9s 9d Th 7c 5s 6h") == [
        (Point.AFTER_SECOND_CARDS, "collected", 3, "13:69F-2.26(e)"),
        (Point.AFTER_SECOND_CARDS, "paid", 2, "13:69F-2.26(e)"),
        (Point.AFTER_SECOND_CARDS, "paid", 1, "13:69F-2.26(e)"),
    ]
    assert Point.NO_MORE_BETS < Point.AFTER_SECOND_CARDS < Point.CARD_READER < Point.DECISIONS


@pytest.mark.cite("13:69F-2.26(e)")
@pytest.mark.parametrize(
    "keys",
    [
        {"hole_card": "after players"},
        {"hole_card": "down, card reader"},
        {"hole_card": "up", "notices": ["hole card"]},
    ],
)
def test_the_three_ways_of_dealing_from_a_shoe_are_provided_for(keys: dict[str, Any]) -> None:
    assert not [one for one in findings(offer("in-between"), **keys) if str(one.cite) != "13:69F-2.6(k)1"]
    assert IN_BETWEEN.foresees == (cite("13:69F-2.26(e)").says(cite("13:69F-2.6(k)")),)


@pytest.mark.cite("13:69F-2.26(e)", "19:47-2.26(e)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69F-2.26(e)"), ("19:47", "19:47-2.26(e)")])
@pytest.mark.parametrize(("dealt_from", "doubts"), [("hand", [("likely", 11)]), ("shoe", [])])
def test_dealt_from_the_hand_it_is_doubtful(
    law: str, number: str, dealt_from: str, doubts: list[tuple[str, int]]
) -> None:
    reported = findings(offer("in-between"), dealt_from=dealt_from, decks=2, law=law)
    assert [(finding.verdict.value, finding.reading) for finding in reported if str(finding.cite) == number] == doubts


@pytest.mark.cite("13:69F-2.26(f)1", "19:47-2.26(g)1")
@pytest.mark.parametrize(
    ("hand", "upcard", "match"),
    [
        ("Jc Jd", "Jh", True),  # the rule's own example
        ("Js Js", "Js", True),
        ("Ac Ad", "Ah", True),
        ("2c 2d", "2h", True),
        ("Jc Jd", "Qh", False),
        ("Jc Qd", "Jh", False),
        ("Tc Jd", "Qh", False),
        ("Kc Kd", "Th", False),
    ],
)
def test_three_cards_of_one_rank_are_a_triple_match(hand: str, upcard: str, match: bool) -> None:
    assert (outcome(IN_BETWEEN, player=hand, dealer=upcard) is TRIPLE_MATCH) is match


@pytest.mark.cite("13:69F-2.26(f)2", "19:47-2.26(g)2")
@pytest.mark.parametrize(
    ("upcard", "ends"),
    [("4h", LOSE), ("5h", ONE_CARD), ("6h", LOSE)],  # the 5 is the rule's own example
)
def test_one_rank_between_the_players_cards_is_a_one_card_spread(upcard: str, ends: Outcome) -> None:
    assert outcome(IN_BETWEEN, player="4c 6d", dealer=upcard) is ends


@pytest.mark.cite("13:69F-2.26(f)3", "19:47-2.26(g)3")
@pytest.mark.parametrize(
    ("upcard", "ends"),
    [("4h", LOSE), ("5h", TWO_CARD), ("6h", TWO_CARD), ("7h", LOSE)],  # 5 and 6 are the rule's own examples
)
def test_two_ranks_between_the_players_cards_are_a_two_card_spread(upcard: str, ends: Outcome) -> None:
    assert outcome(IN_BETWEEN, player="4c 7d", dealer=upcard) is ends


@pytest.mark.cite("13:69F-2.26(f)4", "19:47-2.26(g)4")
@pytest.mark.parametrize(
    ("upcard", "ends"),
    [("4h", LOSE), ("5h", THREE_CARD), ("6h", THREE_CARD), ("7h", THREE_CARD), ("8h", LOSE)],
    # 5, 6 and 7 are the rule's own examples
)
def test_three_ranks_between_the_players_cards_are_a_three_card_spread(upcard: str, ends: Outcome) -> None:
    assert outcome(IN_BETWEEN, player="4c 8d", dealer=upcard) is ends


@pytest.mark.cite("13:69F-2.26(f)5", "19:47-2.26(g)5")
@pytest.mark.parametrize(
    ("hand", "upcard", "ends"),
    [
        ("4c Ad", "Jh", ALL_OTHER),  # the rule's own example
        ("4c 8d", "5h", THREE_CARD),
        ("4c 9d", "4h", LOSE),
        ("4c 9d", "5h", ALL_OTHER),
        ("4c 9d", "8h", ALL_OTHER),
        ("4c 9d", "9h", LOSE),
        ("4c Td", "5h", ALL_OTHER),
        ("2c Ad", "3h", ALL_OTHER),
        ("2c Ad", "Kh", ALL_OTHER),
        ("Ac 2d", "8h", ALL_OTHER),
    ],
)
def test_four_ranks_or_more_between_the_players_cards_are_all_other_spreads(
    hand: str, upcard: str, ends: Outcome
) -> None:
    assert outcome(IN_BETWEEN, player=hand, dealer=upcard) is ends


@pytest.mark.cite(
    "13:69F-2.26(a)",
    "13:69F-2.26(b)",
    "13:69F-2.26(f)1",
    "13:69F-2.26(f)2",
    "13:69F-2.26(f)3",
    "13:69F-2.26(f)4",
    "13:69F-2.26(f)5",
)
@pytest.mark.parametrize(
    ("decks", "ways"),
    [
        (1, (312, 1408, 2560, 3456, 29184, 95680)),
        (6, (157872, 304128, 552960, 746496, 6303744, 22014720)),
        (8, (386880, 720896, 1310720, 1769472, 14942208, 52342784)),
    ],
)
def test_the_ways_to_deal_each_outcome_are_those_of_the_reference(decks: int, ways: tuple[int, ...]) -> None:
    counted: Counter[Outcome] = Counter()
    for first, second, upcard in product(Rank, repeat=3):
        left = 4 * decks
        thirds = left - (upcard == first) - (upcard == second)
        counted[IN_BETWEEN.resolve(first, second, upcard)] += left * (left - (second == first)) * thirds
    outcomes = (TRIPLE_MATCH, ONE_CARD, TWO_CARD, THREE_CARD, ALL_OTHER, LOSE)
    assert tuple(counted[ends] for ends in outcomes) == ways


@pytest.mark.cite("13:69F-2.26(f)", "13:69F-2.26(g)")
@pytest.mark.parametrize(
    ("former", "current"),
    [
        ("19:47-2.26(f)", "13:69F-2.26(f)"),
        ("19:47-2.26(g)", "13:69F-2.26(f)"),
        ("19:47-2.26(g)1", "13:69F-2.26(f)1"),
        ("19:47-2.26(g)5", "13:69F-2.26(f)5"),
        ("19:47-2.26(h)", "13:69F-2.26(g)"),
    ],
)
def test_the_spreads_and_the_list_of_bans_have_moved_by_a_letter(former: str, current: str) -> None:
    assert str(cite(former).as_of(Edition.CURRENT)) == current
