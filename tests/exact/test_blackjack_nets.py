"""The net results of a round: all together are one, and their mean is the value."""

from collections import defaultdict
from dataclasses import replace
from itertools import combinations

import pytest

from tests.exact.given import FREE_BET, READER, UP, Case, case, fresh
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
from upcard.exact.blackjack.end_powers import HandOfBox
from upcard.exact.blackjack.nets import NetResults, nets
from upcard.exact.blackjack.solve import best
from upcard.exact.blackjack.split_boxes import SplitBox, patterns
from upcard.rules.apply import SPLITS
from upcard.rules.enums import BlackjackPays, DealerBlackjackTakes, DoubleOn, Play, Soft17, Surrender

CLOSE = 1e-12
NEAR = 1e-14
ONCE = {
    "one deck": case(*fresh(1)),
    "six decks": case(*fresh(6), dealer_soft_17=Soft17.DRAW),
    "card reader, surrender": case(
        *fresh(6), hole_card=READER, surrender=Surrender.LATE, blackjack_pays=BlackjackPays.SIX_TO_FIVE
    ),
    "no hole card, surrender": case(*fresh(2), surrender=Surrender.LATE),
    "hole card up": case(*fresh(1), hole_card=UP),
    "free bet": case(*fresh(6), **FREE_BET),
    "free bet, any number of cards": case(*fresh(1), hole_card=READER, free_on_any_number=True, **FREE_BET),
    "no double after a split": case(*fresh(1), double_after_split=False),
    "all wagers, five-card charlie, early surrender": case(
        *fresh(1),
        dealer_blackjack_takes=DealerBlackjackTakes.ALL_WAGERS,
        charlie=5,
        surrender=Surrender.EARLY,
    ),
    "double on 10 or 11, six-card charlie, early surrender, not against an ace, card reader": case(
        *fresh(6),
        hole_card=READER,
        double_on=DoubleOn.HARD_10_TO_11,
        charlie=6,
        surrender=Surrender.EARLY_NOT_AGAINST_ACE,
    ),
    "free bet, all wagers, seven-card charlie": case(
        *fresh(2), dealer_blackjack_takes=DealerBlackjackTakes.ALL_WAGERS, charlie=7, **FREE_BET
    ),
}
AGAIN = {
    "one deck": case(*fresh(1), splits=3),
    "eight decks, aces too": case(*fresh(8), splits=3, resplit_aces=True, hole_card=READER, surrender=Surrender.LATE),
    "free bet": case(*fresh(6), splits=3, **FREE_BET),
    "all wagers, five-card charlie, no double after a split": case(
        *fresh(2),
        splits=3,
        dealer_blackjack_takes=DealerBlackjackTakes.ALL_WAGERS,
        charlie=5,
        double_after_split=False,
    ),
}


def summed(given: Case) -> tuple[NetResults, float]:
    """Return the net results, and the difference of their mean from the value as settled."""
    kernel = BlackjackKernel(*given)
    found = best(kernel)
    results = nets(kernel, found)
    assert sum(results.chances.values()) == pytest.approx(1, abs=CLOSE)
    assert all(chance >= -CLOSE - results.errors[net] for net, chance in results.chances.items())
    return results, results.mean - (found.value - found.busts_before_blackjack)


@pytest.mark.parametrize("given", list(ONCE.values()), ids=list(ONCE))
def test_net_results_are_exact_where_pairs_are_split_once(given: Case) -> None:
    results, missed = summed(given)
    assert results.exact
    assert missed == pytest.approx(0, abs=CLOSE)


@pytest.mark.parametrize("given", list(AGAIN.values()), ids=list(AGAIN))
def test_the_mean_of_the_net_results_is_the_value_where_pairs_are_split_again(given: Case) -> None:
    results, missed = summed(given)
    assert not results.exact
    assert max(results.errors.values()) < 2e-6
    assert missed == pytest.approx(0, abs=CLOSE)


def box_against(upcard: int, value: int, decks: int) -> SplitBox:
    """Return the box of a pair that is split up to three times."""
    kernel = BlackjackKernel(*case(*fresh(decks), splits=3, hole_card=READER))
    solution = best(kernel)
    (decision,) = (one for one in solution.decisions[upcard - 1] if one.hand == (value, value))
    return SplitBox(kernel, upcard - 1, solution, decision)


def distribution(box: SplitBox) -> tuple[dict[int, float], dict[int, float]]:
    """Return the probabilities of a box's net results, and the bounds of their errors."""
    chances: dict[int, float] = defaultdict(float)
    errors: dict[int, float] = defaultdict(float)
    for net, chance, error in box.nets():
        chances[net] += chance
        errors[net] += error
    return chances, errors


def moment(chances: dict[int, float], power: int) -> float:
    """Return the mean of a power of the net result."""
    return sum(float(net) ** power * chance for net, chance in chances.items())


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize(("upcard", "value"), [(2, 9), (4, 8), (5, 7), (5, 6)])
def test_what_is_not_drawn_together_is_within_its_bound(decks: int, upcard: int, value: int) -> None:
    box = box_against(upcard, value, decks)
    for _ in range(4):
        box.draw()
    exact, no_errors = distribution(box)
    assert not any(no_errors.values())
    for together in (2, 3):
        box.together = together
        chances, errors = distribution(box)
        assert max(errors.values()) > 0
        for net, chance in exact.items():
            assert abs(chances[net] - chance) <= errors[net] / 1.5 + CLOSE, (together, net)
        for power in range(together + 1):  # what any two or three hands bring together is exact
            assert moment(chances, power) == pytest.approx(moment(exact, power), abs=CLOSE)


def test_hands_of_a_pair_are_listed_by_whether_their_second_card_is_alike() -> None:
    assert sum(number for hands, number in patterns(4) if len(hands) == 4) == 5
    assert all(hands[0].original and not any(hand.original for hand in hands[1:]) for hands, _ in patterns(4))


PAIRS = {
    "aces, a low value": (case(*fresh(6), splits=3, resplit_aces=True, hole_card=READER), 0, 1),
    "fours at free bet": (case(*fresh(6), splits=3, **FREE_BET), 4, 4),
    "sevens at free bet, a high value": (case(*fresh(4), splits=3, **FREE_BET), 1, 7),
    "nines of one deck": (case(*fresh(1), splits=2), 5, 9),
    "twos against two cards that are up": (case(*fresh(2), splits=2, hole_card=UP), 40, 2),
}


def pairs_of_boxes(most_hands: int) -> set[tuple[tuple[HandOfBox, HandOfBox], int]]:
    """Return any two hands of boxes of three and more, and how many cards of the pair's value may be out."""
    return {
        ((hands[one], hands[other]), len(hands) + like)
        for hands, _ in patterns(most_hands)
        for one, other in combinations(range(len(hands)), 2)
        for like in range(1 + sum(hand.other for place, hand in enumerate(hands) if place not in (one, other)))
        if len(hands) > 2
    }


def test_pairs_of_boxes_are_those_of_second_cards() -> None:
    two = HandOfBox(original=True, other=True), HandOfBox(original=False, other=True)
    assert {removed for hands, removed in pairs_of_boxes(4) if hands == two} == {3, 4}
    assert len(pairs_of_boxes(3)) == 4


@pytest.mark.parametrize(("given", "showing", "value"), list(PAIRS.values()), ids=list(PAIRS))
def test_pairs_of_hands_bring_what_hands_drawn_together_bring(given: Case, showing: int, value: int) -> None:
    kernel = BlackjackKernel(*given)
    solution = best(kernel)
    (decision,) = (one for one in solution.decisions[showing] if one.hand == (value, value))
    if decision.play not in SPLITS:
        decision = replace(decision, play=Play.SPLIT_PAIR)
    one, other = (SplitBox(kernel, showing, solution, decision) for _ in range(2))
    one.draw_two()
    other.draw()
    other.draw()
    hands = HandOfBox(original=True, other=True), HandOfBox(original=False, other=True)
    for found, known in zip(one.hands.polynomial(hands, 2), other.hands.polynomial(hands, 2), strict=True):
        assert found == pytest.approx(known, abs=NEAR)
    for pair, removed in pairs_of_boxes(kernel.rules.splits + 1):
        known_product = other.hands.mean_product(pair, removed)
        assert one.hands.mean_product(pair, removed) == pytest.approx(known_product, abs=NEAR)
