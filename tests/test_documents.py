"""The documents and indexes made from the definitions are current."""

import pytest

from tests.command import ROOT
from tests.documents import GENERATED, round_of_play
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
