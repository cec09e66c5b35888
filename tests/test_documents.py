"""The documents and indexes made from the definitions are current."""

import re

import pytest
from tools import readings_page
from tools.documents import GENERATED, round_of_play

from tests.command import ROOT
from upcard.law import READINGS
from upcard.wagers import ALL


@pytest.mark.parametrize("name", GENERATED)
def test_a_generated_file_is_current(name: str) -> None:
    current = (ROOT / name).read_text(encoding="utf-8")
    assert GENERATED[name](current) == current, f"{name} is out of date: run make docs"


def test_every_wager_and_reading_is_in_the_round_of_play() -> None:
    text = round_of_play()
    assert all(f"### {wager.name} [" in text for wager in ALL)
    assert all(f"\n{number}. " in text for number in READINGS)


def test_every_reading_stands_once_on_the_page_of_readings_and_those_that_move_money_first() -> None:
    text = readings_page.document()
    numbers = [int(number) for number in re.findall(r"^\| \*\*(\d+)\*\*", text, re.MULTILINE)]
    assert sorted(numbers) == sorted(READINGS)
    money = [number for number in numbers if READINGS[number].moves_money]
    assert numbers[: len(money)] == money
    assert {23, 26, 57} <= set(money)
    for reading in READINGS.values():
        assert f"| {reading.choice} |" in text
        assert (reading.letter or reading.problem) in text
        assert reading.switch is None or f"switch `{reading.switch}`" in text
        assert all(alternative.choice in text for alternative in reading.alternatives)


def test_no_cell_of_a_reading_breaks_its_row() -> None:
    for row in readings_page.document().splitlines():
        assert not row.startswith("|") or row.count("|") == 5, row
