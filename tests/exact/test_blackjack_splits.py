"""The second cards of a split box: counting hands by inclusion and exclusion agrees with dealing them one by one."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as some

from upcard.exact.blackjack.splits import SplitHand, mean_value, most_removed, split_hands


class Dealt:
    """The second cards of a box dealt in turn, until every hand has one: what is counted on average."""

    def __init__(self, most_hands: int, *, again: bool) -> None:
        self.most_hands = most_hands if again else 2
        self.mean = cache(self._mean)

    def _mean(self, same: int, marked: int, others: int, waiting: int, hands: int) -> tuple[Fraction, Fraction]:
        """Return the mean number of hands, and of second cards that are marked, with these cards left."""
        if not waiting:
            return Fraction(hands), Fraction(0)
        left = same + marked + others
        may_split = hands < self.most_hands
        counted, found = Fraction(0), Fraction(0)
        for count, after, is_marked, splits in (
            (same, (same - 1, marked, others), False, may_split),
            (marked, (same, marked - 1, others), True, False),
            (others, (same, marked, others - 1), False, False),
        ):
            if count:
                more, of_marked = self.mean(*after, waiting + (1 if splits else -1), hands + splits)
                counted += Fraction(count, left) * more
                found += Fraction(count, left) * (of_marked + is_marked)
        return counted, found


Box = tuple[int, int, int, int, bool]


@some.composite
def boxes(draw: some.DrawFn) -> Box:
    """Draw cards of the pair's value left after the pair, marked ones, others; hands at most; whether split again."""
    return (
        draw(some.integers(0, 12)),
        draw(some.integers(0, 12)),
        draw(some.integers(16, 40)),
        draw(some.integers(2, 8)),
        draw(some.booleans()),
    )


def chance_of(same: int, size: int) -> Callable[[int], Fraction]:
    """Return the probability of one more card of the pair's value; the pair is among the cards removed."""
    return lambda removed: Fraction(max(same + 2 - removed, 0), size + 2 - removed)


@given(boxes())
def test_the_parts_count_as_many_hands_as_are_dealt(box: Box) -> None:
    same, marked, others, most_hands, again = box
    chance = chance_of(same, same + marked + others)

    def present(removed: int, other: bool) -> Fraction:
        return 1 - chance(removed) if other else Fraction(1)

    counted = sum(many * mean_value(part, chance, present) for part, many in split_hands(most_hands, again))
    assert counted == Dealt(most_hands, again=again).mean(same, marked, others, 2, 2)[0]
    original = sum(
        many * mean_value(part, chance, present) for part, many in split_hands(most_hands, again) if part.original
    )
    assert original == 1  # one hand bears the original wager, whatever comes


@given(boxes())
def test_the_parts_count_as_many_second_cards_of_another_value_as_are_dealt(
    box: Box,
) -> None:
    same, marked, others, most_hands, again = box
    size = same + marked + others
    chance = chance_of(same, size)

    def is_marked(removed: int, other: bool) -> Fraction:
        assert other in (True, False)
        return Fraction(marked, size + 2 - removed)

    counted = sum(many * mean_value(part, chance, is_marked) for part, many in split_hands(most_hands, again))
    assert counted == Dealt(most_hands, again=again).mean(same, marked, others, 2, 2)[1]


@given(some.integers(2, 8))
def test_a_pair_that_is_not_split_again_is_two_hands_that_know_nothing(most_hands: int) -> None:
    both = split_hands(most_hands, again=False)
    assert [(part.other, part.same, part.others, many) for part, many in both] == [(False, 0, 0, 1)] * 2
    assert [part.original for part, _ in both] == [True, False]
    assert most_removed(most_hands, again=False) == 2


@pytest.mark.parametrize("most_hands", range(2, 9))
def test_no_part_needs_more_cards_out_than_are_said(most_hands: int) -> None:
    most, asked = most_removed(most_hands, again=True), set[int]()

    def value(removed: int, other: bool) -> Fraction:
        asked.add(removed)
        return Fraction(int(other))

    for part, _ in split_hands(most_hands, again=True):
        mean_value(part, lambda removed: Fraction(1, removed), value)
    assert (min(asked), max(asked)) == (2, most)


def test_four_hands_at_most_are_these_parts() -> None:
    """Two hands stay two if neither gets another of the pair; each third and fourth comes of one such card."""
    found = dict(split_hands(4, again=True))
    assert found[SplitHand(original=True, other=True, same=0, others=1)] == 1
    assert found[SplitHand(original=False, other=True, same=0, others=1)] == 1
    assert {part.same for part in found} == {0, 1, 2}
    assert all(part.other for part in found if part.same < 2)
