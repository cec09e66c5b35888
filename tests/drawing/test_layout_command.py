"""`upcard layout`: a whole file or none, JSON with the areas, and plain refusals."""

import json
import os
import stat
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from tests.command import ROOT, misused, upcard, within
from tests.drawing.felts import plan_of, svg_of, texts
from upcard.cli.arguments import table_question
from upcard.table import load

UNLAWFUL = "tables/unlawful/excluded-together.toml"


def test_the_felt_is_written_to_a_file(tmp_path: Path) -> None:
    done = within("layout", "blackjack", "-o", str(tmp_path / "felt.svg"))
    assert (done.code, done.out, done.err) == (0, "", "")
    assert (tmp_path / "felt.svg").read_text(encoding="utf-8") == svg_of("blackjack")
    assert [file.name for file in tmp_path.iterdir()] == ["felt.svg"]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((tmp_path / "felt.svg").stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize("arguments", [(), ("-o", "-")])
def test_without_a_file_the_felt_is_printed_in_ascii(arguments: tuple[str, ...]) -> None:
    done = within("layout", "blackjack-bonus", *arguments)
    assert done.code == 0
    assert done.out.isascii()
    assert ET.canonicalize(done.out) == ET.canonicalize(svg_of("blackjack-bonus"))


def test_json_says_where_the_areas_are(tmp_path: Path) -> None:
    file = tmp_path / "felt.svg"
    done = within("layout", "seven-seats", "--json", "-o", str(file))
    answer = json.loads(done.out)
    assert (done.code, answer["drawing"], answer["unit"], answer["seats"]) == (0, str(file), "mm", 7)
    assert file.exists()
    assert len(answer["areas"]) == len(plan_of("seven-seats").areas)
    (area,) = [each for each in answer["areas"] if each["name"] == "buster" and each["seat"] == 4]
    assert (area["use"], area["label"], area["shape"], area["angle"]) == ("wager", "Buster", "round", 0)
    assert "Dealer Must Draw to Soft 17" in answer["inscriptions"]
    assert {"In-between", "Buster", "limits"} == {each["name"] for each in answer["signs"]}
    (written,) = answer["written"]
    assert (written["file"], written["bytes"]) == (str(file), file.stat().st_size)
    assert json.loads(within("layout", "seven-seats", "--json").out) == {**answer, "drawing": None, "written": []}


def test_a_theme_and_changes_are_drawn() -> None:
    dark = within("layout", "blackjack", "--theme", "dark", "--set", "layout.felt=blue", "--set", "seats=3").out
    assert "#16456c" in dark
    assert {"1", "2", "3"} <= set(texts(dark))
    assert "4" not in texts(dark)


def test_a_table_that_may_not_be_opened_is_drawn_with_a_warning(tmp_path: Path) -> None:
    done = within("layout", UNLAWFUL, "-o", str(tmp_path / "felt.svg"))
    assert done.code == 1
    assert done.err == f"upcard: {UNLAWFUL}: not lawful as configured, and the drawing says so: upcard check\n"
    assert "Not lawful as configured" in texts((tmp_path / "felt.svg").read_text(encoding="utf-8"))
    assert json.loads(within("layout", UNLAWFUL, "--json").out)["lawful"] is False


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("felt.jpg", "-o: felt.jpg: the layout is made as .svg, .pdf or .png: name a file that ends so"),
        ("felt", "-o: felt: the layout is made as .svg, .pdf or .png: name a file that ends so"),
        ("", '-o: "" is not the name of a file: name one, such as layout.svg'),
        ("tables/", '-o: "tables/" is not the name of a file'),
        ("tables", '-o: "tables" is not the name of a file'),
        ("no-folder/felt.svg", "-o: the folder no-folder does not exist: make it first, or name another"),
        pytest.param("x" * 300 + ".svg", "cannot be written: File name too long", id="long"),
    ],
)
def test_a_file_that_cannot_be_made_is_refused(output: str, message: str) -> None:
    before = sorted(ROOT.iterdir())
    assert message in misused("layout", "blackjack", "-o", output)
    assert sorted(ROOT.iterdir()) == before


def test_an_older_file_stays_whole_when_there_is_no_room_for_the_new_one(tmp_path: Path) -> None:
    file = tmp_path / "felt.svg"
    file.write_text("older", encoding="utf-8")
    line = f"ulimit -f 4; {sys.executable} -m upcard layout blackjack -o {file}"
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (2, f"upcard: -o: {file} cannot be written: File too large\n")
    assert file.read_text(encoding="utf-8") == "older"
    assert [each.name for each in tmp_path.iterdir()] == ["felt.svg"]


def test_a_link_keeps_pointing_to_the_file_that_is_written(tmp_path: Path) -> None:
    (tmp_path / "real.svg").write_text("older", encoding="utf-8")
    (tmp_path / "link.svg").symlink_to("real.svg")
    assert within("layout", "blackjack", "-o", str(tmp_path / "link.svg")).code == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").read_text(encoding="utf-8") == svg_of("blackjack")


def test_the_command_works_in_a_process_of_its_own_with_a_poor_encoding(tmp_path: Path) -> None:
    table = 'decks = 6\nlicensee = "Océan"\nminimum = "5.00"\nmaximum = "10.00"\n'
    done = upcard("layout", "-", cwd=tmp_path, given=table.encode())
    assert done.code == 0
    assert "Oc&#233;an" in done.out


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("[layout]\nwidth = 76\n", "x.toml:3: layout, width: must be text in quotes, not 76"),
        ('[layout]\nwidth = "76"\n', 'layout, width: must be a length such as "72 in" or "1829 mm", not "76"'),
        ('[layout]\nwidth = "-76 in"\n', "layout, width: must be a length such as"),
        ('[layout]\nwidth = "59.9 in"\n', 'layout, width: must be from "60 in" to "120 in", not "59.9 in"'),
        ('[layout]\nwidth = "120.1 in"\n', 'layout, width: must be from "60 in" to "120 in", not "120.1 in"'),
        ('[layout]\nheight = "3 in"\n', "x.toml:3: layout, height: unknown key"),
        ('[layout]\nfelt = "pink"\n', 'layout, felt: must be "green", "blue", "burgundy" or "charcoal", not "pink"'),
        ('[layout]\nradius = "37.9 in"\n', "layout, radius: must be at least half the width of the felt"),
        ('[layout]\nspot = "1.6 in"\nchip = "41 mm"\n', "layout, spot: must be at least the diameter of a chip"),
        ('layout = "wide"\n', "layout: must be a table of keys"),
    ],
)
def test_what_is_wrong_in_the_layout_is_reported_with_its_line(lines: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(f"decks = 6\n{lines}", encoding="utf-8")
    for verb in ("layout", "check"):
        done = within(verb, "x.toml", cwd=tmp_path)
        assert done.code == 2
        assert message in done.err


@pytest.mark.parametrize("width", ["60 in", "1524 mm", "120 in", "76in", "76.125 in"])
def test_a_measure_at_its_bounds_is_read(width: str, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(f'decks = 6\n[layout]\nwidth = "{width}"\n', encoding="utf-8")
    assert "layout" not in within("check", "x.toml", cwd=tmp_path).err
    assert within("check", "x.toml", cwd=tmp_path).code in (0, 1)


def test_an_answer_that_is_kept_is_found_whatever_the_measures_are() -> None:
    question = table_question("price", replace(load("blackjack", ["layout.width=80 in"]), changes=()))
    assert question == table_question("price", load("blackjack"))
