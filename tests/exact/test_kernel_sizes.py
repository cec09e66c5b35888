"""Sizes and numbers of the programs that follow from the rules."""

from upcard.exact.blackjack import program_constants
from upcard.exact.blackjack.programs import Worth
from upcard.payoffs.hands import VALUES
from upcard.payoffs.plays import HAND_PLAYS
from upcard.payoffs.settlement import DOUBLINGS
from upcard.rules.enums import Play


def test_the_programs_have_as_many_card_values() -> None:
    assert program_constants.VALUES == VALUES


def test_the_programs_number_plays_as_arrays_do() -> None:
    assert len(HAND_PLAYS) == program_constants.PLAYS
    numbers = {
        Play.STAND: program_constants.STAND,
        Play.DRAW: program_constants.DRAW,
        Play.DOUBLE_DOWN: program_constants.DOUBLE,
        Play.FREE_DOUBLE_DOWN: program_constants.DOUBLE_FREE,
    }
    assert [numbers[play] for play in HAND_PLAYS] == list(range(len(HAND_PLAYS)))


def test_the_programs_number_doublings_as_the_payoffs_do() -> None:
    assert DOUBLINGS == (None, Play.DOUBLE_DOWN, Play.FREE_DOUBLE_DOWN)
    assert len(DOUBLINGS) == program_constants.DOUBLINGS


def test_a_worth_has_as_many_parts_in_the_programs() -> None:
    assert len(Worth._fields) == program_constants.WORTH_PARTS
