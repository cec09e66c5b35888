"""The tables that come with upcard: listed, printed, and taken by name wherever a table file is."""

import csv
import io
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import upcard
from tests.command import ROOT, misused, within
from upcard.table import load, plain_name, shipped_tables
from upcard.wagers import ALL

FOLDER = Path(upcard.__file__).parent / "tables"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
BOTH = sorted({plain_name(name) for name in NAMES} & {plain_name(wager.name) for wager in ALL})


def test_the_folder_of_the_repository_leads_to_the_tables_of_the_package() -> None:
    assert (ROOT / "tables").resolve() == FOLDER
    assert [table.name for table in shipped_tables()] == NAMES


def test_every_table_is_listed_with_game_wagers_and_description() -> None:
    done = within("tables", "--json")
    assert done.code == 0
    listed = {table["name"]: table for table in json.loads(done.out)["tables"]}
    assert sorted(listed) == NAMES
    for name, table in listed.items():
        config = load(FOLDER / f"{name}.toml")
        assert [game.name for game in config.games] == [table["game"]]
        assert table["wagers"] == [offer.wager.name for offer in config.offers]
        assert table["toml"] == (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
        assert table["toml"].startswith(f"# {table['description']}\n")
        assert table["description"].endswith(".")
    rows = list(csv.DictReader(io.StringIO(within("tables", "--csv").out)))
    assert [(row["name"], row["description"]) for row in rows] == [
        (name, listed[name]["description"]) for name in listed
    ]
    text = within("tables").out
    assert "free-bet  (free bet; push 22)\n" in text
    assert "blackjack  (blackjack)\n" in text


def test_a_table_printed_is_a_file_to_begin_with(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(within("tables", "Free bet").out)
    assert (tmp_path / "mine.toml").read_bytes() == (FOLDER / "free-bet.toml").read_bytes()
    assert within("check", "mine.toml", cwd=tmp_path).code == 0


@pytest.mark.parametrize("name", ["nothing", "tables/free-bet.toml", "unlawful/short-odds", "", "\x00"])
def test_a_name_that_no_table_has_is_refused(name: str) -> None:
    assert "there is no table" in misused("tables", name)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_read_as_the_file_is(name: str) -> None:
    by_name, by_path = load(name), load(FOLDER / f"{name}.toml")
    assert by_name == replace(by_path, file=name)
    assert upcard.load(name).name == name


def test_every_verb_takes_a_name(tmp_path: Path) -> None:
    for verb, *options in (("check",), ("price",), ("strategy",), ("simulate", "--rounds", "1000")):
        by_name, by_path = (
            json.loads(within(verb, table, *options, "--json", cwd=tmp_path).out)
            for table in ("free-bet", str(FOLDER / "free-bet.toml"))
        )
        assert by_name == {**by_path, "file": "free-bet"}
        assert "problems" not in by_name


def test_a_path_is_never_a_name(tmp_path: Path) -> None:
    for path in ("free-bet.toml", "./free-bet"):
        missing = within("check", path, cwd=tmp_path)
        assert (missing.code, missing.err) == (2, f"{path}:1: cannot be read: No such file or directory\n")
    shutil.copy(FOLDER / "blackjack.toml", tmp_path / "free-bet")
    assert "./free-bet: BJ-1 " in within("check", "./free-bet", cwd=tmp_path).out
    assert "free-bet: FB-1 " in within("check", "free-bet", cwd=tmp_path).out
    assert load(tmp_path / "free-bet").table == "BJ-1"


def test_a_file_without_toml_in_its_name_is_read_where_no_table_has_the_name(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "blackjack.toml", tmp_path / "mine")
    for verb in ("check", "price"):
        assert "mine: BJ-1" in within(verb, "mine", cwd=tmp_path).out


def test_a_name_almost_right_is_suggested() -> None:
    assert 'did you mean "free-bet"?' in misused_table("fre-bet")
    assert "`upcard tables` lists the tables" in misused_table("xyz")
    assert "`upcard tables` lists the tables" in misused("price", "fre-bet")


def misused_table(name: str) -> str:
    done = within("check", name)
    assert (done.code, done.out) == (2, "")
    return done.err


def test_price_takes_a_name_that_both_have_as_the_wagers_and_with_table_as_the_tables() -> None:
    assert "in between" in BOTH
    wager = json.loads(within("price", "in-between", "--json").out)
    assert {each["pay_table"] for each in wager["wagers"]} == {"A", "B", "C", "D"}
    table = json.loads(within("price", "in-between", "--table", "--json").out)
    by_path = json.loads(within("price", "tables/in-between.toml", "--json").out)
    assert table == {**by_path, "file": "in-between"}


@pytest.mark.parametrize("option", [("--set", "decks=8"), ("--sweep", "decks=6,8"), ("--joint",), ("--rational",)])
def test_an_option_for_tables_says_how_the_table_of_a_wagers_name_is_meant(option: tuple[str, ...]) -> None:
    assert "with --table, in-between is the table of that name" in misused("price", "in-between", *option)
    assert "--table" not in misused("price", "push-22", *option)


def test_table_without_a_name_is_refused() -> None:
    assert "--table: no table is named" in misused("price", "--all", "--table")


def test_a_wagers_name_is_the_wagers_even_beside_a_file_of_that_name(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "blackjack.toml", tmp_path / "buster")
    assert within("price", "buster", cwd=tmp_path).out.startswith("buster wager (A)")


def test_a_written_round_names_its_table(tmp_path: Path) -> None:
    golden = (ROOT / "tests" / "golden" / "buster-player-blackjack.toml").read_text(encoding="utf-8")
    by_path = within("deal", "--round", "tests/golden/buster-player-blackjack.toml")
    (tmp_path / "round.toml").write_text(golden.replace("../../tables/buster.toml", "buster"))
    assert within("deal", "--round", str(tmp_path / "round.toml")) == by_path
    assert by_path.code == 0
