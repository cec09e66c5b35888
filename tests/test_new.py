"""upcard new: lawful as it stands for every game and wager, refused with the paragraphs where it cannot be."""

import json
import resource
import tomllib
from datetime import date
from itertools import combinations
from pathlib import Path

import pytest

from tests.command import misused, within
from upcard.law import Edition
from upcard.table import FindingKind, StatedAs, Verdict, check, loads, requirements_of
from upcard.table.new_table import NewTable, UnlawfulTable, new_table
from upcard.wagers import ALL, GAMES

NAMES = [wager.name for wager in ALL]
CHOICES = [(), *((name,) for name in NAMES), *combinations(NAMES, 2)]
TODAY = date(2016, 2, 1)  # every text of the current edition is in effect
AS_OF = {None: TODAY, Edition.FORMER: date(2011, 11, 13)}
GAME_NAMES = [None, *(game.name for game in GAMES)]


def made(game: str | None, wagers: tuple[str, ...], law: Edition | None) -> NewTable | UnlawfulTable:
    try:
        return new_table(game, wagers, law=law, today=AS_OF[law])
    except UnlawfulTable as unlawful:
        return unlawful


@pytest.mark.parametrize("law", [None, Edition.FORMER], ids=str)
@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_new_table_is_lawful_and_complete_or_refused_with_the_paragraphs(
    game: str | None, law: Edition | None
) -> None:
    lawful = 0
    for wagers in CHOICES:
        new = made(game, wagers, law)
        if isinstance(new, UnlawfulTable):
            assert {one.verdict for one in new.findings} <= {Verdict.VIOLATES, Verdict.LIKELY}
            continue
        table = loads(new.text).on(AS_OF[law])
        assert {"wager": [], **table.content} == new.table.content
        assert tuple(offer.wager.name for offer in table.offers) == wagers
        assert {one.verdict for one in check(table)} <= {Verdict.NOT_VERIFIABLE}
        assert not {one.kind for one in check(table)} & {FindingKind.NOT_STATED, FindingKind.REMARK}
        assert {each.state for each in requirements_of(table)} == {StatedAs.STATED}
        lawful += 1
    assert lawful or (game, law) == ("free bet", Edition.FORMER)


def test_check_finds_nothing_where_the_odds_are_held() -> None:
    for names in ((), ("in-between",), ("buster",), ("in-between", "buster"), ("progressive",), ("push 22",)):
        assert check(loads(new_table(None, names, today=TODAY).text)) == ()


def test_a_wager_that_needs_a_game_chooses_it_unless_another_is_named() -> None:
    assert new_table(None, ["push 22"], today=TODAY).table.game.name == "free bet"
    with pytest.raises(UnlawfulTable) as refused:
        new_table("blackjack", ["push 22"], today=TODAY)
    assert "13:69F-2.32(a)" in {str(one.cite) for one in refused.value.findings}


@pytest.mark.parametrize("names", [("in-between", "buster"), ("push 22",), ("blackjack bonus",), ("sevens",)])
def test_every_key_is_explained_in_a_line(names: tuple[str, ...]) -> None:
    text = new_table(None, names, today=TODAY).text
    content = tomllib.loads(text)
    lines = text.splitlines()
    for key in [key for key in content if key != "wager"] + [key for wager in content["wager"] for key in wager]:
        places = [place for place, line in enumerate(lines) if line.startswith(f"{key} = ")]
        assert places, key
        assert all(lines[place - 1].startswith("# ") for place in places), key


def test_an_edition_and_a_day_are_written_and_held_against() -> None:
    former = new_table(None, ["in-between"], law=Edition.FORMER, today=AS_OF[Edition.FORMER])
    assert tomllib.loads(former.text)["law"] == "19:47"
    assert "[19:46-1.10(r)]" in former.text
    assert "13:69" not in former.text.replace('"19:47" or "13:69F"', "")
    done = within("new", "--wager", "buster", "--date", "2016-01-10")
    assert (done.code, done.out) == (1, "")
    assert "not in effect on 2016-01-10" in " ".join(done.err.split())
    assert within("new", "--wager", "buster", "--date", "2016-01-11").code == 0


def test_a_file_is_written_once_and_never_overwritten(tmp_path: Path) -> None:
    on = ("--date", str(TODAY))
    done = within("new", "--wager", "buster", *on, "-o", "mine.toml", cwd=tmp_path)
    assert (done.code, done.out) == (0, "mine.toml is written\n")
    written = (tmp_path / "mine.toml").read_text(encoding="utf-8")
    assert written == new_table(None, ["buster"], date=TODAY, today=TODAY).text
    again = within("new", "-o", "mine.toml", cwd=tmp_path)
    assert again.code == 2
    assert "mine.toml exists and is not overwritten" in again.err
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == written
    assert within("check", "mine.toml", cwd=tmp_path).code == within("needs", "mine.toml", cwd=tmp_path).code == 0
    nowhere = within("new", "-o", "no/such/folder.toml", cwd=tmp_path)
    assert (nowhere.code, nowhere.out) == (2, "")
    assert "cannot be written" in nowhere.err


def test_a_disk_without_room_leaves_no_half_of_a_file(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        wrong = misused("new", "-o", str(tmp_path / "mine.toml"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "mine.toml cannot be written: File too large" in wrong
    assert list(tmp_path.iterdir()) == []


@pytest.mark.cite("13:69F-2.26(g)", "13:69F-2.20(l)")
def test_a_combination_that_is_not_lawful_is_refused_with_its_paragraphs(tmp_path: Path) -> None:
    arguments = ("new", "--wager", "in-between", "--wager", "blackjack-bonus", "-o", "mine.toml")
    done = within(*arguments, cwd=tmp_path)
    assert (done.code, done.out) == (1, "")
    assert "[13:69F-2.26(g)]" in done.err
    assert "[13:69F-2.20(l)]" in done.err
    assert not list(tmp_path.iterdir())
    answer = json.loads(within(*arguments, "--json", cwd=tmp_path).out)
    assert answer["text"] is answer["file"] is None
    assert {one["cite"] for one in answer["findings"]} == {"13:69F-2.26(g)", "13:69F-2.20(l)"}


def test_the_answer_of_new() -> None:
    answer = json.loads(within("new", "--wager", "Streak", "--json").out)
    assert answer.keys() == {"file", "text", "findings"}
    assert [one["verdict"] for one in answer["findings"]] == ["not verifiable"]
    assert loads(answer["text"]).offers[0].wager.name == "streak"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--wager", "roulette"), '--wager: there is no wager "roulette"; wagers: over 13'),
        (("--wager", "buster", "--wager", "Buster"), '--wager: "buster" is named twice'),
        (("--wager", "in-between", "--wager", "In Between"), '--wager: "in-between" is named twice'),
        (("--game", "craps"), '--game: there is no game "craps"; games: blackjack'),
        (("--law", "1:1"), '--law: there is no edition "1:1"'),
        (("--date", "soon"), "--date: must be a day such as 2016-01-11"),
    ],
)
def test_what_cannot_be_read_is_misuse(arguments: tuple[str, ...], words: str) -> None:
    assert words in misused("new", *arguments)
