"""The documents of a table in the browser: linked for those who may see them, the bytes of the command line."""

import asyncio
import re
from pathlib import Path

import pytest

from tests.acting import acting
from tests.command import within
from tests.web.browsing import Site, visit
from tests.web.pages.paging import Pages, text_of
from upcard.api import days
from upcard.game import commands as do
from upcard.pit import commands as pc
from upcard.pit.draws import KeyedShoes
from upcard.pit.ledger import Done
from upcard.service.floor import Floor
from upcard.store.journal import all_rows
from upcard.web import document_maker, document_worker
from upcard.web.document_maker import BROKEN, KEPT, DocumentMaker
from upcard.web.document_question import DocumentQuestion
from upcard.web.pages.table_documents import DOCUMENTS
from upcard.web.problems import RequestRefused

TABLE = "in-between"
VERBS = {
    "sign.pdf": ("sign", TABLE, "-o"),
    "felt.pdf": ("layout", TABLE, "-o"),
    "plan.pdf": ("layout", TABLE, "--plan", "-o"),
    "filing.pdf": ("check", TABLE, "--report"),
    "par.pdf": ("par", TABLE, "-o"),
    "par.xlsx": ("par", TABLE, "-o"),
}


def links(page: str) -> set[str]:
    return set(re.findall(rf'href="/tables/{TABLE}/([a-z.]+)"', page))


def test_the_page_of_a_table_links_what_its_reader_may_see(folder: Path) -> None:
    async def main(site: Site) -> None:
        patron, supervisor = await Pages.of(site).as_demo(), await Pages.of(site).as_demo("sam")
        assert links((await patron.get(f"/tables/{TABLE}")).text) == {"sign.pdf", "felt.pdf"}
        assert links((await supervisor.get(f"/tables/{TABLE}")).text) == {each.file for each in DOCUMENTS}
        denied = await patron.get(f"/tables/{TABLE}/par.pdf")
        assert denied.status_code == 403
        assert "ViewFilings is for auditor, compliance, supervisor" in text_of(denied.text)
        assert (await supervisor.get("/tables/no-such-table/sign.pdf")).status_code == 404
        assert (await Pages.of(site).get(f"/tables/{TABLE}/sign.pdf")).headers["location"].startswith("/sign-in")

    visit(folder, main)


def test_a_document_is_what_the_command_line_makes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the byte, by a process of its own; the second time from what was kept."""
    monkeypatch.setenv("UPCARD_CACHE", str(folder / "cache"))  # PAR sheets of two formats are computed once
    assert set(VERBS) == {each.file for each in DOCUMENTS} == set(document_worker._MAKERS)

    async def main(site: Site) -> None:
        monkeypatch.setattr(days, "today", lambda: site.house.today)
        pages = await Pages.of(site).as_demo("sam")
        for document in DOCUMENTS:
            answer = await pages.get(f"/tables/{TABLE}/{document.file}")
            assert (answer.status_code, answer.headers["content-type"]) == (200, document.kind), answer.text
            assert f'filename="{TABLE}-{document.file}"' in answer.headers["content-disposition"]
            file = folder / document.file
            assert within(*VERBS[document.file], str(file)).code == 0
            assert answer.content == file.read_bytes(), document.file
        monkeypatch.setattr(document_maker, "WORKER", "no.such.module")
        for document in DOCUMENTS:
            assert (await pages.get(f"/tables/{TABLE}/{document.file}")).status_code == 200

    visit(folder, main)


def test_a_new_file_of_a_table_has_new_documents_and_the_floor_knows_it_after_a_restart(folder: Path) -> None:
    async def main(site: Site) -> None:
        floor, text = site.house.floor, "decks = 6\nminimum = '15.00'\nmaximum = '500.00'\n"
        before = floor.file("blackjack")
        assert before.startswith("#")
        assert "15.00" not in before
        while not floor.group("blackjack").at("blackjack").open:  # it opens by itself
            await asyncio.sleep(0.01)
        closed = await site.house.send(acting("supervisor sam"), "close", pc.AtTable("blackjack", do.CloseTable()))
        assert isinstance(closed, Done), closed
        installed = await site.house.send(acting("administrator a"), "install", pc.InstallTable("blackjack", text))
        assert isinstance(installed, Done), installed
        assert floor.file("blackjack") == text
        shoes = KeyedShoes(site.house.folder.shoe_keys(), site.house.journal.info.identity)
        again = Floor(shoes, {}, site.house.settings.pace)
        again.fold(tuple(all_rows(site.house.journal)))
        assert {name: again.file(name) for name in again.tables} == {name: floor.file(name) for name in floor.tables}

    visit(folder, main)


def question(number: int = 0, text: str = "decks = 6") -> DocumentQuestion:
    return DocumentQuestion(f"t{number}", text, "sign.pdf", "2026-07-01")


def test_a_table_that_cannot_be_printed_is_refused_by_a_sentence() -> None:
    async def main() -> None:
        maker = DocumentMaker()
        with pytest.raises(RequestRefused) as problem:
            await maker.document(question(text='decks = 6\nlicensee = "\u5927"'))
        assert (problem.value.status, problem.value.retry) == (409, None)
        assert "cannot be printed: no font of upcard has it" in problem.value.refusals[0].message

    asyncio.run(main())


@pytest.mark.parametrize("worker", ["no.such.module", "keyword"])
def test_a_process_that_fails_is_a_problem_for_now_and_the_next_request_tries_again(
    worker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        maker = DocumentMaker()
        with monkeypatch.context() as patched:
            patched.setattr(document_maker, "WORKER", worker)
            with pytest.raises(RequestRefused) as problem:
                await maker.document(question())
        assert (problem.value.status, problem.value.retry) == (503, 5)
        assert problem.value.refusals[0].message == BROKEN
        assert (await maker.document(question())).startswith(b"%PDF")

    asyncio.run(main())


def test_whoever_asks_at_once_waits_for_one_process_and_who_goes_away_stops_nothing() -> None:
    async def main() -> None:
        maker, going, started = DocumentMaker(), asyncio.Event(), []

        async def slow(asked: DocumentQuestion) -> bytes:
            started.append(asked)
            await going.wait()
            return asked.table.encode()

        maker.make = slow
        first, second, other = (
            asyncio.create_task(maker.document(each)) for each in (question(), question(), question(1))
        )
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert started == [question()]  # one at a time
        first.cancel()
        going.set()
        assert list(await asyncio.gather(second, other)) == [b"t0", b"t1"]
        assert started == [question(), question(1)]
        for number in range(KEPT + 5):
            await maker.document(question(number))
        assert len(maker._made) == KEPT
        going.clear()
        waiting = asyncio.create_task(maker.document(question(999)))
        await asyncio.sleep(0)
        await maker.close()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(main())


def test_a_process_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_maker, "LONGEST", 0.01)

    async def main() -> None:
        with pytest.raises(RequestRefused, match="503"):
            await DocumentMaker().document(question())

    asyncio.run(main())
