"""Shoes as counts of cards."""

from collections import Counter

import pytest

from upcard.cards import DECK, cards
from upcard.errors import Misuse
from upcard.exact.classes import CLASSES_BY_VALUE, common_refinement, count_by_class, distinguished_classes
from upcard.exact.shoe import Shoe, falling_factorial
from upcard.rules.facts import BOX_ACES, DEALER_CARDS, DEALER_SUITS, DEALER_TOTAL, FIRST_CARD, FIRST_RANK


@pytest.mark.parametrize("decks", range(1, 9))
def test_a_fresh_shoe_holds_every_card_of_its_decks(decks: int) -> None:
    shoe = Shoe.fresh(decks)
    assert shoe.counts == (decks,) * 52
    assert shoe.size == 52 * decks
    assert shoe.values == (*(4 * decks,) * 9, 16 * decks)


@pytest.mark.parametrize("decks", [0, 9, -1, True, 1.0, "6", None])
def test_other_numbers_of_decks_are_refused(decks: int) -> None:
    with pytest.raises(Misuse, match="a shoe holds 1 to 8 decks, not"):
        Shoe.fresh(decks)


def test_cards_are_taken_out_one_for_each_time_they_are_named() -> None:
    shoe = Shoe.fresh(2).without(cards("Ah Ah Ts"))
    assert Counter(dict(zip(DECK, shoe.counts, strict=True))) == Counter(DECK * 2) - Counter(cards("Ah Ah Ts"))
    assert shoe.size == 101
    assert shoe.values == (6, *(8,) * 8, 31)
    assert shoe.without([]) == shoe


@pytest.mark.parametrize(
    ("decks", "taken", "message"),
    [
        (1, "Ah Ah", "2 Ah cannot be taken out of a shoe that holds 1 of it"),
        (2, "7c Ts Ts Ts", "3 Ts cannot be taken out of a shoe that holds 2 of it"),
    ],
)
def test_cards_that_are_not_there_cannot_be_taken_out(decks: int, taken: str, message: str) -> None:
    with pytest.raises(Misuse, match=message):
        Shoe.fresh(decks).without(cards(taken))


def test_a_card_that_is_all_gone_is_named_too() -> None:
    with pytest.raises(Misuse, match="one 5d cannot be taken out of a shoe that holds 0 of it"):
        Shoe.fresh(1).without(cards("5d")).without(cards("5d"))


@pytest.mark.parametrize("counts", [(1,) * 51, (1,) * 53, (*(1,) * 51, -1)])
def test_a_shoe_is_52_counts_none_below_zero(counts: tuple[int, ...]) -> None:
    with pytest.raises(Misuse, match="52 counts"):
        Shoe(counts=counts)


def test_orders_of_cards_are_falling_factorials() -> None:
    assert [falling_factorial(4, cards) for cards in range(6)] == [1, 4, 12, 24, 24, 0]


def test_cards_that_no_fact_tells_apart_are_one_class() -> None:
    sizes = {
        fact.name: sorted(map(len, distinguished_classes([fact])))
        for fact in (FIRST_CARD, FIRST_RANK, BOX_ACES, DEALER_CARDS, DEALER_SUITS)
    }
    assert sizes == {
        FIRST_CARD.name: [1] * 52,
        FIRST_RANK.name: [4] * 13,
        BOX_ACES.name: [1, 1, 1, 1, 48],
        DEALER_CARDS.name: [52],
        DEALER_SUITS.name: [13] * 4,
    }
    assert set(distinguished_classes([DEALER_TOTAL])) == set(CLASSES_BY_VALUE)
    both = distinguished_classes([DEALER_TOTAL, DEALER_SUITS])
    assert sorted(map(len, both)) == [1] * 36 + [4] * 4
    assert set(both) == set(
        common_refinement(distinguished_classes([DEALER_TOTAL]), distinguished_classes([DEALER_SUITS]))
    )
    assert count_by_class(CLASSES_BY_VALUE, Shoe.fresh(3).counts) == [3 * len(places) for places in CLASSES_BY_VALUE]
