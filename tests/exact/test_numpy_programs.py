"""Every dynamic program in NumPy gives what the compiled one gives, on tables of every kind."""

from dataclasses import replace
from typing import Any

import pytest

from tests.exact.both_programs import PROGRAMS, BothPrograms
from tests.exact.given import FREE_BET, READER, UP, Case, case, fresh
from upcard.exact.blackjack import blackjack_covariances, compiled_programs, multiple, numpy_programs, programs
from upcard.exact.blackjack._programs import lib
from upcard.exact.blackjack.blackjack_covariances import SideWagerCovariance
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
from upcard.exact.blackjack.box_terms import Boxes
from upcard.exact.blackjack.chart import by_total
from upcard.exact.blackjack.nets import SplitOnce
from upcard.exact.blackjack.numpy_programs import several as numpy_several
from upcard.exact.blackjack.solve import Decision, Solution, best
from upcard.exact.blackjack.split_boxes import SplitBox
from upcard.exact.blackjack.structures import numbers
from upcard.exact.observed_facts import observe
from upcard.exact.shoe import Shoe
from upcard.rules.enums import DealerBlackjackTakes, Play, Soft17, Surrender
from upcard.wagers.buster import BUSTER

TABLES = {
    "one deck": case(*fresh(1)),
    "six decks": case(*fresh(6)),
    "eight decks, resplit": case(*fresh(8), splits=3, resplit_aces=True, hole_card=READER),
    "free bet": case(*fresh(6), splits=3, hole_card=READER, **FREE_BET),
    "hole card up": case(*fresh(6), splits=2, hole_card=UP),
    "charlie, draw to soft 17": case(*fresh(2), charlie=5, dealer_soft_17=Soft17.DRAW),
    "early surrender, all wagers": case(
        *fresh(4), surrender=Surrender.EARLY, dealer_blackjack_takes=DealerBlackjackTakes.ALL_WAGERS
    ),
    "cards removed": case(20, 24, 23, 0, 24, 21, 24, 1, 24, 90, hole_card=READER),
}
OF_ONE_HAND = {
    "dealer_pass",
    "set_pass",
    "play_pass",
    "split_pass",
    "reach_pass",
    "class_pass",
    "allow_pass",
    "choose_pass",
}
OF_SEVERAL_HANDS = {"pairs_pass", "net_pass", "single_pass", "bounds_pass"}

Played = tuple[BlackjackKernel, int, Solution]


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> BothPrograms:
    both = BothPrograms()
    monkeypatch.setattr(programs, "backend", lambda: both)
    return both


def played(monkeypatch: pytest.MonkeyPatch, table: Case, *shown: int) -> Played:
    """Return a table, cards of the dealer, and the best play, which the compiled programs alone have found."""
    with monkeypatch.context() as compiled:
        compiled.setattr(programs, "backend", lambda: compiled_programs)
        solution = best(BlackjackKernel(*table))
    kernel = BlackjackKernel(*table)
    return kernel, [tree.shown for tree in kernel.dealer.trees].index(shown), solution


def pair(played: Played, value: int) -> Decision:
    """Return the decision to split a pair, whether or not that is the best play."""
    _, showing, solution = played
    (decision,) = (one for one in solution.decisions[showing] if one.hand == (value, value))
    return replace(decision, play=Play.FREE_SPLIT if Play.FREE_SPLIT in decision.worth else Play.SPLIT_PAIR)


@pytest.mark.parametrize("name", TABLES)
def test_values_charts_and_splits(name: str, both: BothPrograms) -> None:
    kernel = BlackjackKernel(*TABLES[name])
    some = slice(2, None, len(kernel.dealer.trees) // 3)  # of the dealer's cards on the table
    kernel.dealer = replace(kernel.dealer, trees=kernel.dealer.trees[some])
    by_total(kernel, best(kernel))
    assert set(both.calls) >= OF_ONE_HAND - {"choose_pass"}


@pytest.mark.parametrize(("name", "shown"), [("one deck", 10), ("six decks", 7), ("cards removed", 9)])
@pytest.mark.parametrize("value", [1, 2, 9])
def test_two_hands_of_a_pair(
    name: str, shown: int, value: int, both: BothPrograms, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = played(monkeypatch, TABLES[name], shown)
    assert sum(chance for _, chance, _ in SplitOnce(*of, pair(of, value)).nets()) == pytest.approx(1)
    assert {"end_pass", "two_hands_pass"} <= set(both.calls)


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [("eight decks, resplit", 8, (9,)), ("free bet", 9, (6,)), ("free bet", 4, (10,)), ("hole card up", 7, (6, 10))],
)
def test_pairs_that_are_split_again(
    name: str, value: int, shown: tuple[int, ...], both: BothPrograms, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = played(monkeypatch, TABLES[name], *shown)
    box = SplitBox(*of, pair(of, value))
    box.draw_two()
    assert sum(chance for _, chance, _ in box.nets()) == pytest.approx(1)
    assert set(both.calls) >= OF_SEVERAL_HANDS


@pytest.mark.parametrize("rules", [{}, FREE_BET], ids=["chips", "free bet"])
def test_several_hands_drawn_together(
    rules: dict[str, Any], both: BothPrograms, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = played(monkeypatch, case(0, 2, 2, 0, 2, 3, 4, 8, 0, 6, splits=3, **rules), 6)
    box = SplitBox(*of, pair(of, 8))
    for _ in range(4):
        box.draw()
    assert box.together == 4
    assert sum(chance for _, chance, _ in box.nets()) == pytest.approx(1)
    assert both.calls["several_pass"] >= 4


def test_too_many_sets_of_cards_are_refused(both: BothPrograms, monkeypatch: pytest.MonkeyPatch) -> None:
    of = played(monkeypatch, TABLES["one deck"], 10)
    box = SplitBox(*of, pair(of, 9))
    box.draw()
    monkeypatch.setattr(numpy_several, "MOST_PLACES", 10)
    hands = box.hands
    with monkeypatch.context() as numpy:
        numpy.setattr(programs, "backend", lambda: numpy_programs)
        tree, shoe = hands.kernel.tree(hands.showing), numbers(hands.kernel.cards)
        assert programs.several_hands(tree, hands.categories, shoe, hands.lists, hands.symbols, b"") is None
    assert both.calls["several_pass"]


def test_several_dealers_hands(both: BothPrograms, monkeypatch: pytest.MonkeyPatch) -> None:
    of = played(monkeypatch, TABLES["six decks"], 8)
    multiple._split_product(*of, pair(of, 9))
    assert both.calls["opposing_pass"]


def test_two_seats(both: BothPrograms, monkeypatch: pytest.MonkeyPatch) -> None:
    of = played(monkeypatch, case(*fresh(6)), 10)
    blackjack_covariances._product_of_seats(Boxes(*of))
    assert both.calls["product_pass"]


def test_a_wager_on_the_dealers_hand(both: BothPrograms, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, only, solution = played(monkeypatch, case(*fresh(6), dealer_soft_17=Soft17.DRAW), 9)
    solution = replace(solution, chances=tuple(float(showing == only) for showing in range(len(solution.chances))))
    beside = SideWagerCovariance(kernel=kernel, solution=solution, shoe=Shoe.fresh(6))
    beside.mean_product(observe(BUSTER, None), BUSTER.name, lambda outcome: float(outcome in BUSTER.wins))
    assert both.calls["joint_pass"]


def test_those_are_all_programs() -> None:
    others = {"end_pass", "two_hands_pass", "joint_pass", "several_pass", "opposing_pass", "product_pass"}
    declared = {name for name in dir(lib) if name.endswith("_pass")}
    assert set(PROGRAMS) == declared == OF_ONE_HAND | OF_SEVERAL_HANDS | others
