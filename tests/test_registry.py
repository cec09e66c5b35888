"""What holds for every wager there is, and for every one there will be."""

import io
import json
import re
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests import new_wagers
from tests.tables import offer, text
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


NEW_WAGERS = '''
"""A wager on a pair and one on the color of the upcard, for a test."""
from upcard.law import cite, Unknown
from upcard.cards import RED
from upcard.rules.facts import FIRST_RANK, SECOND_RANK, UPCARD, chosen
from upcard.rules.option import by
from upcard.rules.wager import *

LAW = cite("13:69F-2.99")
PAIR, COLOR = Outcome("Pair"), Outcome("Color")
DECLARED = dict(
    needs=LAW.sub("(a)").says(Need.BLACKJACK_WAGER), placed=LAW.sub("(a)").says(Point.BEFORE_FIRST_CARD),
    limits=LAW.sub("(a)").says(Limits()), media=Unknown("?", LAW), spoken=Unknown("?", LAW), sign=Unknown("?", LAW),
    settled=LAW.sub("(a)").says(Settled(
        collect=Point.AFTER_SECOND_CARDS, pay=Point.AFTER_SECOND_CARDS, order=Order.FROM_DEALERS_LEFT)),
)

LUCKY_PAIR = Wager(
    name="lucky pair", cite=LAW.sub("(a)"), **DECLARED,
    sees=(FIRST_RANK, SECOND_RANK), outcomes=(PAIR, LOSE),
    resolve=lambda first, second: PAIR if first == second else LOSE,
    pay_tables=LAW.sub("(b)").says(PayTables(tables={"only": pay_table((PAIR,), 11)})),
    excludes=by(LAW.sub("(c)"), "PARTNER"),
)
UPCARD_COLOR = Wager(
    name="upcard color", cite=LAW.sub("(d)"), **DECLARED,
    sees=(chosen("red or black", 1, 2), UPCARD), outcomes=(COLOR, LOSE),
    resolve=lambda color, upcard: COLOR if (upcard.suit in RED) == (color == 1) else LOSE,
    pay_tables=LAW.sub("(b)").says(PayTables(tables={"only": pay_table((COLOR,), 1)})),
)
'''
NEW_LAW = """
section = "13:69F-2.99"
title = "Lucky pair and upcard color"
since = "buster"
standing = "text held"
source = ["public page"]
about = "A wager on a pair, and one on a color."
[[paragraph]]
number = "(a)"
rule = "A wager on a pair may be offered."
[[paragraph]]
number = "(b)"
rule = "They pay at least 11 to 1 and 1 to 1."
[[paragraph]]
number = "(c)"
rule = "Not beside another."
[[paragraph]]
number = "(d)"
rule = "A wager on the color of the upcard, red (1) or black (2), may be offered."
"""
NEW_TABLE = """
licensee = "x"
decks = 6
minimum = "5.00"
maximum = "10.00"
[[wager]]
name = "lucky pair"
pays = { Pair = "ODDS to 1" }
minimum = "1.00"
maximum = "5.00"
[[wager]]
name = "upcard color"
pay_table = "only"
minimum = "1.00"
maximum = "5.00"
"""
NEW_ROUND = """
table = "table.toml"
shoe = "8h Td 8c 9c"
[[seat]]
number = 1
wagers = { blackjack = "5.00", "lucky pair" = "2.00", "upcard color" = { "1" = "1.00", "2" = "3.00" } }
decisions = ["stand"]
"""


def test_a_new_wager_is_added_by_one_file_and_its_law_text_and_every_verb_follows(tmp_path: Path) -> None:
    copy = tmp_path / "upcard"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    partner = next(wager for wager in ALL if not wager.requires and not wager.displayed and not wager.cite.path)
    (copy / "wagers" / "lucky_pair.py").write_text(NEW_WAGERS.replace("PARTNER", partner.cite.number))
    (copy / "law" / "text" / "2.99.toml").write_text(NEW_LAW)
    table = NEW_TABLE.replace("ODDS", "12")
    (tmp_path / "table.toml").write_text(table)
    (tmp_path / "unlawful.toml").write_text(text(offer(partner.name), decks=6) + NEW_TABLE.split('10.00"\n')[1])
    (tmp_path / "round.toml").write_text(NEW_ROUND)

    def upcard(*arguments: str) -> Any:
        done = subprocess.run(
            [sys.executable, "-m", "upcard", *arguments, "--json"], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.stderr == ""
        return json.loads(done.stdout)

    (listed,) = upcard("wagers", "lucky pair")["wagers"]
    assert listed["pay_tables"] == {"only": {"Pair": "11 to 1"}}
    on = ("--date", "2016-02-01")
    assert {one["kind"] for one in upcard("check", "table.toml", *on)["findings"]} == {"not stated"}
    unlawful = tmp_path / "unlawful.toml"
    unlawful.write_text(unlawful.read_text().replace("ODDS", "10"))
    cites = {one["cite"] for one in upcard("check", "unlawful.toml")["findings"]}
    assert {"13:69F-2.99(b)", "13:69F-2.99(c)"} <= cites
    (seat,) = upcard("deal", "--round", "round.toml")["seats"]
    nets = {(one["wager"], one.get("choice")): one["net"] for one in seat["wagers"]}
    assert nets["lucky pair", None] == "24.00"
    assert (nets["upcard color", 1], nets["upcard color", 2]) == ("1.00", "-3.00")
    priced = [one for one in upcard("price", "table.toml", "--no-cache")["wagers"] if one["wager"] != "blackjack"]
    pair = Fraction(23, 311)
    edges = {
        one["wager"]: Fraction(one["house_advantage"]["fraction"]) for one in priced if one["wager"] != "insurance"
    }
    assert edges == {"lucky pair": 1 - 13 * pair, "upcard color": 0}
    simulated = upcard("simulate", "table.toml", "--rounds", "1e6", "--seed", "3", "--fresh")["wagers"]
    scores = {(one["wager"], one.get("choice")): one["z"] for one in simulated}
    assert set(scores) == {("blackjack", None), ("lucky pair", None), ("upcard color", 1), ("upcard color", 2)}
    assert all(abs(z) < 4.5 for z in scores.values())


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
