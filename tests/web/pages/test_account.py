"""Account and history in the browser, with a round that was really played."""

import asyncio
import json
import re
from datetime import timedelta
from pathlib import Path

import pytest

from tests.acting import acting
from tests.command import ROOT
from tests.service.making import QUICK
from tests.web.browsing import Site, visit
from tests.web.pages.paging import Pages, text_of
from tests.web.rigged import RiggedSource
from upcard.game import commands as do
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.service.casino_service import CasinoService, OneThread, ServiceSettings
from upcard.service.pace import Pace

MOMENT = timedelta(milliseconds=5)
AT_ONCE = Pace(
    card=MOMENT, pause=MOMENT, cut=MOMENT, betting=MOMENT, betting_early=MOMENT, insurance=MOMENT, turn=MOMENT
)


def test_limits_money_and_password_are_changed_by_forms(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages = await Pages.of(site).as_demo()
        page = text_of((await pages.get("/account")).text)
        assert "You have not set any limits" in page
        assert "You have no seat" in page
        fields = {"limit": "spend", "period": "day", "amount": "$1,000"}
        assert (await pages.send("/account/limits", of="/account", key="1", **fields)).status_code == 303
        fields = {"limit": "time", "period": "week", "amount": "90"}
        assert (await pages.send("/account/limits", of="/account", key="2", **fields)).status_code == 303
        page = text_of((await pages.get("/account?done=limit")).text)
        assert "spend day $1,000.00" in page
        assert "time week 90 minutes" in page
        assert "Your limit is set" in page
        for key in ("3", "3"):  # sent twice, done once
            assert (await pages.send("/account/deposit", of="/account", key=key, amount="50")).status_code == 303
        assert (await pages.send("/account/withdraw", of="/account", key="4", amount="25.5")).status_code == 303
        assert "$10,024.50" in text_of((await pages.get("/account")).text)
        wrong = await pages.send("/account/password", of="/account", old="no", new="an even longer password")
        assert wrong.status_code == 422
        assert "Back to your account" in wrong.text

    visit(folder, main)


@pytest.mark.parametrize(
    ("path", "fields", "words"),
    [
        ("/account/deposit", {"amount": "ten"}, "Enter an amount in dollars"),
        ("/account/deposit", {"amount": "10000.01"}, "At most $10,000.00 of play money"),
        ("/account/withdraw", {"amount": "-1"}, "Enter an amount"),
        ("/account/limits", {"limit": "x", "period": "day", "amount": "1"}, "Enter the limit as dollars"),
        ("/account/pause", {"days": "7", "confirm": "ben"}, "Type the name of the account, ada"),
        ("/account/pause", {"days": "x", "confirm": "ada"}, "Choose the number of days"),
    ],
)
def test_a_form_that_is_wrong_says_what_to_do_and_leads_back(
    folder: Path, path: str, fields: dict[str, str], words: str
) -> None:
    async def main(site: Site) -> None:
        pages = await Pages.of(site).as_demo()
        answer = await pages.send(path, of="/account", key="k", **fields)
        assert 400 <= answer.status_code < 500
        assert words in text_of(answer.text)
        assert "Back to your account" in answer.text

    visit(folder, main)


def test_a_pause_signs_out_and_cannot_be_ended_early(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages = await Pages.of(site).as_demo()
        done = await pages.send("/account/pause", of="/account", key="p", days="7", confirm="ada")
        assert done.headers["location"] == "/signed-out"
        assert (await pages.get("/lobby")).status_code == 303
        assert "Ada" not in text_of((await pages.get("/sign-in")).text)

    visit(folder, main)


def test_a_supervisor_has_no_wallet_page(folder: Path) -> None:
    async def main(site: Site) -> None:
        sam = await Pages.of(site).as_demo("sam")
        assert (await sam.get("/account")).status_code == 403
        assert "Account" not in text_of((await sam.get("/lobby")).text)

    visit(folder, main)


@pytest.mark.parametrize(
    ("cards", "result"),
    [
        ("Th 6c 9s Td Kc", "won $10.00"),  # the dealer exceeds 21
        ("Th 9c 7s Td", "lost $10.00"),
        ("Th 9c 9s Td", "broke even"),
    ],
)
def test_the_page_of_a_round_says_what_was_won_or_lost(folder: Path, cards: str, result: str) -> None:
    settings = ServiceSettings(folder=folder / "data", hashing=QUICK, pace=AT_ONCE, random=RiggedSource(6, cards))

    async def run() -> None:
        house = CasinoService(settings, OneThread())
        first = await house.start()
        try:
            pages = await Pages.of(Site(house, first)).as_demo()
            await house.send(acting("patron ada"), "sit", pc.BuyIn("ada", "blackjack", 1, Cents(500_00)))
            wager = pc.AtTable("blackjack", do.PlaceWager(1, "blackjack", (Cents(10_00),)))
            await house.send(acting("patron ada"), "wager", wager)
            for _ in range(400):
                if house.floor.group("blackjack").at("blackjack").round > 1:
                    break
                await asyncio.sleep(0.02)
            game = (await pages.get("/history/blackjack/1?seat=1")).text
            assert f"seat 1: wagered $10.00, {result}." in text_of(game)
        finally:
            await house.close()

    asyncio.run(run())


def test_a_round_that_was_played_opens_card_by_card_and_its_shoe_can_be_verified(folder: Path) -> None:
    async def run() -> None:
        house = CasinoService(ServiceSettings(folder=folder / "data", hashing=QUICK, pace=AT_ONCE), OneThread())
        first = await house.start()
        try:
            await played(Site(house, first))
        finally:
            await house.close()

    async def played(site: Site) -> None:
        house, pages = site.house, await Pages.of(site).as_demo()
        assert "You have not finished a round yet" in (await pages.get("/history")).text
        assert (await pages.get("/shoes/blackjack")).status_code == 404
        await house.send(acting("patron ada"), "sit", pc.BuyIn("ada", "blackjack", 1, Cents(500_00)))
        wager = pc.AtTable("blackjack", do.PlaceWager(1, "blackjack", (Cents(10_00),)))
        await house.send(acting("patron ada"), "wager", wager)
        for _ in range(400):
            if house.floor.group("blackjack").at("blackjack").round > 1:
                break
            await asyncio.sleep(0.02)
        history = (await pages.get("/history")).text
        assert 'href="/history/blackjack/1?seat=1"' in history
        assert "BJ-1, round 1" in text_of(history)
        game = (await pages.get("/history/blackjack/1?seat=1")).text
        assert 'href="/shoes/blackjack/1"' in game
        assert (await pages.get("/history/blackjack/1?seat=2")).status_code == 404
        assert game.count('<svg viewBox="0 0 250 350"') >= 3
        assert "13:69F-2.6" in text_of(game)
        assert "the cards are picked up 13:69F" in text_of(game)
        assert 'id="uc-' in game
        shoe = await pages.get((await pages.get("/shoes/blackjack")).headers["location"])
        export = await pages.get("/shoes/blackjack/1/export")
        assert json.loads(export.text)["root"] in shoe.text
        verifier = re.search(r'href="([^"]+verify_shoe.py)"', shoe.text)
        assert verifier is not None
        assert (await pages.get(verifier[1])).text == (ROOT / "docs" / "verify_shoe.py").read_text(encoding="utf-8")
        assert "attachment" in export.headers["content-disposition"]
        assert (await pages.get("/history/blackjack/99")).status_code == 404
        other = await Pages.of(site).as_demo("ben")
        assert (await other.get("/history/blackjack/1")).status_code == 404

    asyncio.run(run())
