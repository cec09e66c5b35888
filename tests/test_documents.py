"""The documents generated from the definitions are current."""

from tests.command import ROOT
from tests.documents import how_a_round_is_dealt, with_rules
from upcard.law import READINGS
from upcard.wagers import ALL

FILE = ROOT / "docs" / "round-of-play.md"
TABLES = ROOT / "docs" / "tables.md"


def test_how_a_round_is_dealt_is_current() -> None:
    current = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    made = how_a_round_is_dealt()
    FILE.write_text(made, encoding="utf-8")
    assert current == made, (
        "docs/round-of-play.md was out of date and has been rewritten: run the tests again, commit it"
    )


def test_every_wager_and_reading_is_in_it() -> None:
    made = how_a_round_is_dealt()
    assert all(f"### {wager.name} [" in made for wager in ALL)
    assert all(f"\n{number}. " in made for number in READINGS)


def test_the_rules_in_the_document_of_the_table_file_are_current() -> None:
    current = TABLES.read_text(encoding="utf-8")
    made = with_rules(current)
    TABLES.write_text(made, encoding="utf-8")
    assert current == made, "docs/tables.md was out of date and has been rewritten: run the tests again, commit it"
