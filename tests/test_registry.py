"""What holds for every wager there is, and for every one there will be."""

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from tests import new_wagers
from upcard.drawing.postings import area_of
from upcard.law import Cited, Unknown
from upcard.rules.wager import Demand, Outcome, PayTable, Wager
from upcard.wagers import ALL, GAMES, OPTIONS, display_name, heading

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "upcard"


def pay_tables(wager: Wager) -> Iterator[PayTable]:
    if isinstance(wager.pay_tables, Cited):
        yield from wager.pay_tables.value.tables.values()
    yield from wager.house_pay_tables.values()


@pytest.mark.parametrize("wager", ALL, ids=lambda wager: wager.name)
def test_every_combination_of_facts_resolves_and_every_outcome_can_happen(wager: Wager) -> None:
    reached: set[Outcome] = {wager.resolve(*facts) for facts in product(*(fact.completed for fact in wager.sees))}
    assert reached == set(wager.outcomes)


@pytest.mark.parametrize("wager", [wager for wager in ALL if wager.rider], ids=lambda wager: wager.name)
def test_every_outcome_of_a_rider_can_happen_and_every_win_is_priced(wager: Wager) -> None:
    rider = wager.rider
    assert rider is not None
    reached = {rider.resolve(*facts) for facts in product(*(fact.completed for fact in rider.sees))}
    assert reached == set(rider.outcomes)
    for table in rider.pay_tables.value.tables.values():
        assert set(table) < reached
        assert len(table) == len(rider.outcomes) - 1


@pytest.mark.parametrize("wager", ALL, ids=lambda wager: wager.name)
def test_every_pay_table_prices_exactly_the_winning_outcomes(wager: Wager) -> None:
    for table in pay_tables(wager):
        assert set(table) == set(wager.wins)


@pytest.mark.parametrize("wager", ALL, ids=lambda wager: wager.name)
def test_every_word_for_an_outcome_means_one_outcome_and_groups_hold_wins_only(wager: Wager) -> None:
    labels = [label.lower() for outcome in wager.wins for label in (outcome.label, *outcome.also)]
    assert len(labels) == len(set(labels))
    assert all(set(outcomes) <= set(wager.wins) for outcomes in wager.groups.values())


@pytest.mark.parametrize(
    "wager", [wager for wager in ALL if isinstance(wager.pay_tables, Unknown)], ids=lambda wager: wager.name
)
def test_odds_that_are_not_held_are_never_called_law(wager: Wager) -> None:
    assert isinstance(wager.pay_tables, Unknown)
    assert wager.pay_tables.cite.paragraph.section == wager.cite.paragraph.section
    assert all(name.startswith("house") for name in wager.house_pay_tables)


NAMED = [option for option in OPTIONS if isinstance(option, Wager) or (option in GAMES and option.name != "blackjack")]
SECTIONS = {option.cite.number for option in NAMED}
# Keys of one word, such as rate, are plain English too.
KEYS = {setting.key for option in NAMED for setting in option.settings if "_" in setting.key} | {
    wager.rider.key for wager in ALL if wager.rider
}


EXAMPLE = re.compile(r"^\s*>>> .*(?:\n.+)*", re.MULTILINE)  # of a docstring: it names wagers as a program does
TYPED_KEYS = "api/table_keys.py"  # for type checkers; tests/api/test_table.py compares them with those declared


@cache
def words_outside() -> tuple[tuple[str, str], ...]:
    """Return every name, text and comment of the code outside wagers/ and law/, once for each file."""
    return tuple(dict.fromkeys((str(path.relative_to(SOURCE)), word.lower()) for path, word in _words_outside()))


def _words_outside() -> Iterator[tuple[Path, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        if path.relative_to(SOURCE).parts[0] in ("wagers", "law") or path == SOURCE / TYPED_KEYS:
            continue
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
            if token.type in (tokenize.NAME, tokenize.STRING, tokenize.COMMENT, tokenize.NUMBER):
                yield path, EXAMPLE.sub("", token.string)


def mentions(word: str) -> list[str]:
    # A key is written as it stands; a name may be written with spaces, hyphens or underscores.
    name = re.escape(word.lower()).replace(r"\ ", "[-_ ]").replace(r"\-", "[-_ ]")
    pattern = re.compile(rf"(?<![a-z0-9.]){name}(?![a-z0-9.{'_' if '_' in word else ''}])")
    return [f"{path}: {text}" for path, text in words_outside() if pattern.search(text)]


@pytest.mark.parametrize("name", sorted({option.name for option in NAMED} | KEYS))
def test_no_wager_game_or_key_of_one_is_named_outside_wagers_and_law(name: str) -> None:
    assert mentions(name) == []


@pytest.mark.parametrize("number", sorted(SECTIONS))
def test_no_section_of_a_wager_is_numbered_outside_wagers_and_law(number: str) -> None:
    assert mentions(number) == []


def test_the_search_for_names_would_find_one() -> None:
    assert mentions("notices")
    assert mentions("2.11")


def test_every_demand_is_declared_by_some_wager() -> None:
    tried = [wager for wager in vars(new_wagers).values() if isinstance(wager, Wager)]
    assert {demand.value for wager in (*ALL, *tried) for demand in wager.demands} == set(Demand)


def test_the_core_needs_the_standard_library_only() -> None:
    core = "import upcard.law, upcard.rules, upcard.wagers, upcard.table, upcard.game, upcard.drawing.felt"
    command = [sys.executable, "-S", "-c", core]
    done = subprocess.run(command, env={"PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_wager_has_one_name_on_the_layout_its_sign_and_the_page() -> None:
    for wager in ALL:
        assert area_of(wager).label == wager.heading == heading(wager.name)
        assert wager.heading.lower() == wager.name  # as a table file names it


@pytest.mark.parametrize(
    ("wager", "within", "first"),
    [
        ("match-the-dealer", "match-the-dealer", "Match-the-dealer"),
        ("push 22", "Push 22", "Push 22"),
        ("20 point bonus", "20 point bonus", "20 point bonus"),
        ("blackjack", "blackjack", "Blackjack"),
        ("insurance", "insurance", "Insurance"),
    ],
)
def test_a_wager_is_written_as_the_regulation_writes_it(wager: str, within: str, first: str) -> None:
    assert (display_name(wager), heading(wager)) == (within, first)
