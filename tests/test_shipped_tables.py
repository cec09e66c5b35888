"""The tables that come with upcard: the lawful ones are lawful, the unlawful ones give the findings they name."""

from pathlib import Path

import pytest

from upcard.table import FindingKind, Status, Verdict, check, load, not_stated, status_of
from upcard.wagers import ALL, GAMES

FOLDER = Path(__file__).parent.parent / "tables"
LAWFUL = sorted(FOLDER.glob("*.toml"))
UNLAWFUL = sorted((FOLDER / "unlawful").glob("*.toml"))


@pytest.mark.parametrize("file", LAWFUL, ids=lambda file: file.stem)
def test_a_lawful_table_has_no_finding_but_on_what_is_not_held(file: Path) -> None:
    findings = check(load(file))
    assert status_of(findings) is not Status.UNLAWFUL
    doubted = {41, 62} if file.stem == "free-bet" else set()  # dealt without a hole card
    assert {one.verdict for one in findings if one.reading not in doubted} <= {Verdict.NOT_VERIFIABLE}


@pytest.mark.parametrize("file", LAWFUL, ids=lambda file: file.stem)
def test_a_lawful_table_states_everything_but_the_approvals_that_no_authority_gave_it(file: Path) -> None:
    table = load(file)
    assert all("approval" in name for name in not_stated(table))
    findings = check(table)
    assert {one.at[0] for one in findings if one.kind is FindingKind.NOT_STATED} <= {"approvals"}
    assert FindingKind.REMARK not in {one.kind for one in findings}


def test_there_is_a_lawful_table_for_every_game_and_wager_in_both_editions() -> None:
    tables = [load(file) for file in LAWFUL]
    assert {table.game.name for table in tables} == {game.name for game in GAMES}
    assert {offer.wager.name for table in tables for offer in table.offers} == {wager.name for wager in ALL}
    assert {table.law.value for table in tables} == {"13:69F", "19:47"}


@pytest.mark.parametrize("file", UNLAWFUL, ids=lambda file: file.stem)
def test_an_unlawful_table_gives_exactly_the_findings_it_names(file: Path) -> None:
    _, _, named = file.read_text(encoding="utf-8").partition("# must find:\n")
    expected = [" ".join(line.removeprefix("#").split()) for line in named.splitlines()]
    findings = [one for one in check(load(file)) if one.kind is not FindingKind.NOT_STATED]
    assert [f"line {one.line} {one.verdict.value} {one.cite}" for one in findings] == expected
    assert status_of(findings) is Status.UNLAWFUL
