"""Rule on a round in the browser: the same ruling as the command's, in a link that holds all of it."""

import json
from pathlib import Path

import pytest

import upcard
from tests.law_folders import ADOPTED, law_folder
from tests.web.browsing import Site, visit
from tests.web.pages.paging import Pages, text_of
from upcard.law.folder import law_file_words
from upcard.table.law_folder import read_law_folder
from upcard.web.pages.rulings import LONGEST, packed, unpacked

ROUND = Path("tests/golden/buster-player-blackjack.toml").read_text(encoding="utf-8")


def test_a_round_that_is_entered_has_a_link_with_its_ruling(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages = await Pages.of(site).as_demo()
        entered = await pages.send("/rulings", of="/rulings", table="buster", round=ROUND)
        assert entered.status_code == 303
        page = await pages.get(entered.headers["location"])
        assert page.status_code == 200
        words = text_of(page.text)
        for event in upcard.deal(upcard.load("buster"), ROUND).to_dict()["events"]:
            assert f"{event['text']} {event['cite']}" in words
        assert "1 Blackjack blackjack $10.00 $0.00 $15.00 +$15.00" in words
        other = await Pages.of(site).as_demo("sam")
        again = await other.get(entered.headers["location"])
        assert text_of(again.text).count("Event by event") == 1

    visit(folder, main)


@pytest.mark.parametrize(
    ("table", "text", "words"),
    [
        ("buster", "shoe = 3", "shoe"),
        ("buster", "[", "line 1"),
        ("buster", "", "shoe is missing"),
        ("none", ROUND, "choose a table"),
        ("buster", "x" * (LONGEST + 1), "enter the round again"),
        ("buster", 'shoe = "Ah"\n<script>alert(1)</script>', "line 2"),
    ],
)
def test_what_cannot_be_read_is_named_and_the_text_is_kept(folder: Path, table: str, text: str, words: str) -> None:
    async def main(site: Site) -> None:
        pages = await Pages.of(site).as_demo()
        entered = await pages.send("/rulings", of="/rulings", table=table, round=text)
        page = await pages.get(entered.headers["location"])
        assert page.status_code == 422
        assert words in text_of(page.text)
        assert "<script>alert" not in page.text

    visit(folder, main)


def test_a_round_that_the_rules_refuse_names_the_paragraph(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages = await Pages.of(site).as_demo()
        text = ROUND.replace('"5.00"', '"0.01"')
        page = await pages.get(f"/rulings?table=buster&round={packed(text)}")
        refusals = upcard.deal(upcard.load("buster"), text).to_dict()["refusals"]
        assert json.dumps(refusals) != "[]"
        assert refusals[0]["cite"] in text_of(page.text)

    visit(folder, main)


def test_a_step_that_was_not_done_is_shown_with_its_paragraph_and_what_follows(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages = await Pages.of(site).as_demo()
        text = f'not_done = ["settlement in time"]\n{ROUND}'
        page = await pages.get(f"/rulings?table=buster&round={packed(text)}")
        words = text_of(page.text)
        assert "Procedure stated as not followed." in words
        for each in upcard.deal(upcard.load("buster"), text).to_dict()["procedure"]:
            assert f"{each['verdict']}: {each['message']} {each['cite']} Reading {each['reading']}" in words

    visit(folder, main)


def test_a_ruling_by_the_licensees_law_folder_says_so(folder: Path) -> None:
    law = read_law_folder(law_folder(folder, ADOPTED))

    async def main(site: Site) -> None:
        page = await (await Pages.of(site).as_demo()).get(f"/rulings?table=buster&round={packed(ROUND)}")
        assert f"{law_file_words(law.fingerprint)}." in text_of(page.text)

    visit(folder, main, law)


def test_a_link_is_never_unpacked_beyond_its_limit() -> None:
    assert unpacked(packed("x" * LONGEST)) == "x" * LONGEST
    for word in (packed("x" * (LONGEST + 1)), packed("x" * 50_000_000)[:6000], "é", "!", packed("x")[:-3]):
        assert unpacked(word) is None
