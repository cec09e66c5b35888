"""Sizes and numbers that stand both in the kernel's header and in Python."""

from upcard.exact.blackjack import programs
from upcard.exact.blackjack._kernel import lib
from upcard.exact.blackjack.play_values import Worth
from upcard.payoffs.hands import VALUES
from upcard.payoffs.plays import HAND_PLAYS
from upcard.payoffs.settlement import DOUBLINGS
from upcard.rules.enums import Play


def test_the_kernel_has_as_many_card_values() -> None:
    assert lib.VALUES == VALUES


def test_the_kernel_numbers_plays_as_arrays_do() -> None:
    assert len(HAND_PLAYS) == lib.PLAYS
    numbers = {
        Play.STAND: lib.STAND,
        Play.DRAW: lib.DRAW,
        Play.DOUBLE_DOWN: lib.DOUBLE,
        Play.FREE_DOUBLE_DOWN: lib.FREE_DOUBLE,
    }
    assert [numbers[play] for play in HAND_PLAYS] == list(range(len(HAND_PLAYS)))


def test_the_kernel_numbers_doublings_as_the_payoffs_do() -> None:
    assert DOUBLINGS == (None, Play.DOUBLE_DOWN, Play.FREE_DOUBLE_DOWN)
    assert len(DOUBLINGS) == lib.DOUBLINGS


def test_a_worth_has_as_many_parts_in_the_kernel() -> None:
    assert len(Worth._fields) == programs.WORTH_PARTS == lib.WORTH_PARTS
    assert programs.SPLIT_PARTS == lib.SPLIT_PARTS == 2 * lib.WORTH_PARTS


def test_sizes_in_python_are_those_of_the_kernel() -> None:
    for name in ("NOT_ALLOWED", "MOST_ENDS", "MOST_DRAWN", "MOST_SEVERAL", "MOST_DEGREE", "SHARED", "UNUSED"):
        assert getattr(programs, name) == getattr(lib, name), name
    assert programs.SHOES_AT_ONCE == lib.FOUR
