"""`upcard sign`, `upcard layout` to PDF and `upcard check --report`: whole files or none, JSON, plain refusals."""

import hashlib
import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.command import ROOT, misused, within
from tests.paper.documents import pages_of, pdf_of, squeezed
from tests.tables import TODAY
from upcard.paper.document_head import table_fingerprint
from upcard.paper.filing import filing
from upcard.table import load

UNLAWFUL = "tables/unlawful/buster-stands.toml"


def answered(*arguments: str) -> dict[str, Any]:
    done = within(*arguments, "--json")
    assert done.code == 0, done
    answer: dict[str, Any] = json.loads(done.out)
    return answer


@pytest.mark.parametrize(
    ("verb", "kind"),
    [
        (("layout", "buster", "-o"), "felt"),
        (("layout", "buster", "--plan", "-o"), "plan"),
        (("sign", "buster", "-o"), "sign"),
        (("sign", "buster", "--size", "rail", "-o"), "rail sign"),
    ],
)
def test_a_verb_writes_the_document_and_says_what_it_wrote(verb: tuple[str, ...], kind: str, tmp_path: Path) -> None:
    file = tmp_path / "made.pdf"
    answer = answered(*verb, str(file))
    data = file.read_bytes()
    assert data == pdf_of(kind, "buster")
    digest = hashlib.sha256(data).hexdigest()
    assert answer["written"] == [{"file": str(file), "bytes": len(data), "sha256": digest}]
    assert answer["fingerprint"] == table_fingerprint(load("buster").on(TODAY))
    assert [each.name for each in tmp_path.iterdir()] == ["made.pdf"]


def test_pictures_of_several_pages_are_numbered(tmp_path: Path) -> None:
    answer = answered("sign", "buster", "-o", str(tmp_path / "sign.png"))
    names = ["sign.png", "sign-2.png", "sign-3.png", "sign-4.png"]
    assert [Path(each["file"]).name for each in answer["written"]] == names
    assert {each.name for each in tmp_path.iterdir()} == set(names)
    assert all(each.read_bytes().startswith(b"\x89PNG") for each in tmp_path.iterdir())


def test_signs_are_printed_as_text_and_one_wager_can_be_chosen() -> None:
    everything = within("sign", "seven-seats").out
    one = within("sign", "seven-seats", "--wager", "In Between").out
    assert "Table " in everything
    assert "Buster (payout odds)" in everything
    assert one.startswith("In-between (payout odds)\n")
    assert "Buster" not in one
    assert "Card rankings: 2 to 10, jack, queen, king, ace" in one


@pytest.mark.cite("13:69F-2.12(f)", "13:69F-2.30(f)3ii", "13:69F-2.8(a)3")
@pytest.mark.parametrize(
    ("table", "changed", "cites"),
    [
        ("free-bet", [], {"Drawing to soft 17": "13:69F-2.12(f)"}),
        ("buster", [], {"Drawing to soft 17": "13:69F-2.30(f)3ii"}),
        ("blackjack", ["dealer_soft_17=draw"], {"Drawing to soft 17": "13:69F-2.12(b)"}),
        ("free-bet", ["surrender=true"], {"Surrender": "13:69F-2.8(a)3"}),
        ("blackjack", ["surrender=true"], {"Surrender": "13:69F-2.8(a)"}),
    ],
)
def test_the_sign_of_the_rules_cites_the_paragraph_that_has_the_dealer_draw_to_soft_17(
    table: str, changed: list[str], cites: dict[str, str]
) -> None:
    signs = answered("sign", table, *(part for change in changed for part in ("--set", change)))["signs"]
    (rules,) = [sign for sign in signs if sign["kind"] == "rules and options in force"]
    assert cites.items() <= dict(rules["lines"]).items()
    assert ("13:69F-2.12(b)" in " ".join(rules["standing"])) is ("13:69F-2.12(b)" in cites.values())


@pytest.mark.cite("13:69E-1.10(x)4", "13:69F-2.30(h)i", "13:69F-2.30(h)ii", "13:69F-2.30(h)iii")
def test_the_sign_of_the_free_bonus_states_every_condition() -> None:
    (sign,) = [each for each in answered("sign", "buster")["signs"] if each["heading"] == "Free Bonus"]
    (note,) = sign["notes"]
    for condition in ("has a blackjack", "at least $5.00", "busts with at least seven cards"):
        assert condition in note


def test_notices_of_a_change_are_dated_and_new_odds_come_as_the_sign() -> None:
    changed = ("--set", "minimum=25.00", "--set", "wager.buster.pay_table=C", "--before", "buster")
    signs = answered("sign", "buster", *changed, "--date", "2016-03-01")["signs"]
    notice = next(each for each in signs if each["kind"] == "notice")
    assert notice["texts"] == ["The minimum of the blackjack wager changes from $10.00 to $25.00."]
    assert ["In effect from", "2016-03-01"] in notice["lines"]
    assert ["Notice given on", ""] in notice["lines"]
    assert notice["cites"] == ["13:69F-8.3(a)", "13:69F-8.3(c)"]
    assert [each["heading"] for each in signs if each["kind"] == "payout odds"] == ["Buster"]


def test_a_stated_notice_gives_its_day() -> None:
    changed = ("--set", "splits=3", "--set", 'notices=[{name = "splits", given = 2016-02-01, posted = "rail"}]')
    (notice,) = answered("sign", "blackjack", *changed, "--before", "blackjack", "--date", "2016-03-01")["signs"]
    assert notice["texts"] == ["A pair may be split 3 times."]
    assert ["Notice given on", "2016-02-01"] in notice["lines"]
    assert ["Posted at", "rail"] in notice["lines"]


def test_an_unlawful_table_is_printed_marked_with_exit_code_1(tmp_path: Path) -> None:
    for number, verb in enumerate((("sign",), ("layout",), ("layout", "--plan"), ("check", "--report"))):
        file = tmp_path / f"made-{number}.pdf"
        output = () if verb[-1] == "--report" else ("-o",)
        done = within(verb[0], UNLAWFUL, *verb[1:], *output, str(file))
        assert done.code == 1
        assert all("Notlawfulasconfigured" in page for page in pages_of(file.read_bytes()))


def test_a_filing_is_written_as_pdf_with_the_digest_of_its_file(tmp_path: Path) -> None:
    table = ROOT / "tables/in-between.toml"
    answer = answered("check", str(table), "--report", str(tmp_path / "filing.pdf"), "--set", "decks=8")
    assert answer["status"] == "not shown"  # the approval of its sign
    assert answer["fingerprint"] == table_fingerprint(load(table, ["decks=8"]).on(TODAY))
    text = "".join(pages_of((tmp_path / "filing.pdf").read_bytes()))
    for words in (hashlib.sha256(table.read_bytes()).hexdigest(), "decks=8", answer["fingerprint"], "signature"):
        assert words in text
    assert squeezed(filing(load(table, ["decks=8"]).on(TODAY)).verdict) in text


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.text, self.open, self.problems = "", list[str](), list[str]()

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open.pop() != tag:
            self.problems.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_filing_in_html_says_the_same_escaped_and_loads_nothing(tmp_path: Path) -> None:
    file = tmp_path / "filing.html"
    within("check", "buster", "--report", str(file), "--set", "licensee=<b>Dice & Co</b>")
    html = file.read_text(encoding="utf-8")
    page = _Text()
    page.feed(html)
    assert (page.open, page.problems) == ([], [])
    assert "<b>Dice & Co</b>" in page.text
    assert not any(words in html for words in ("<script", "<link", "<img", "http", "url("))
    report = filing(load("buster").on(TODAY))
    words = [report.verdict, *report.nothing_found, *(need.what for _, needs in report.passed for need in needs)]
    assert [each for each in words if squeezed(each) not in squeezed(page.text)] == []


def test_a_filing_is_the_same_wherever_its_file_is(tmp_path: Path) -> None:
    made = []
    for folder in ("one", "another/of/them"):
        (tmp_path / folder).mkdir(parents=True)
        copy = tmp_path / folder / "mine.toml"
        copy.write_bytes((ROOT / "tables/buster.toml").read_bytes())
        assert within("check", str(copy), "--report", str(tmp_path / folder / "filing.pdf")).code == 0
        made.append((tmp_path / folder / "filing.pdf").read_bytes())
    assert made[0] == made[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sign", "buster", "-o", "sign.docx"), "-o: sign.docx: the sign is made as .pdf, .png or .svg"),
        (
            ("sign", "buster", "-o", "-"),
            "-o: the sign is not written to standard output: name a file",
        ),
        (("sign", "buster", "-o", "no/such/sign.pdf"), "-o: the folder no/such does not exist"),
        (("sign", "buster", "--wager", "streak"), '--wager: the table offers no wager "streak"; it offers buster'),
        (("sign", "buster", "--before", "buster"), "no notice is needed for the change from buster to buster"),
        (("sign", "buster", "--before", "streak", "--wager", "buster"), "give one of them"),
        (("sign", "buster", "--set", "licensee=大"), 'the character "大" cannot be printed'),
        (("layout", "buster", "-o", "felt.docx"), "-o: felt.docx: the layout is made as .svg, .pdf or .png"),
        (("check", "buster", "--report", "x.xlsx"), "--report: x.xlsx: the report is made as .pdf or .html"),
        (("check", "buster", "--report", "-"), "--report: the report is not written to standard output"),
        (("check", "buster", "streak", "--report", "x.pdf"), "--report: a report is of one table, and 2 are named"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_line(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    if "licensee=大" in arguments:
        arguments = (*arguments, "-o", str(tmp_path / "sign.png"))
    err = misused(*arguments)
    assert message in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def limited(largest: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command that can write no file larger than this."""
    program = f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({largest}, {largest}))\n"
    program += "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nfrom upcard.cli import main; main()"
    environment = {**os.environ, "UPCARD_CACHE": ""}
    words = [sys.executable, "-c", program, *arguments]
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)


def test_a_full_disk_leaves_the_older_file(tmp_path: Path) -> None:
    (tmp_path / "sign.pdf").write_bytes(b"older")
    done = limited(1000, "sign", "buster", "-o", str(tmp_path / "sign.pdf"))
    assert done.returncode == 2
    assert "sign.pdf cannot be written: File too large" in done.stderr
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("sign.pdf", b"older")]


def test_a_disk_that_is_full_at_the_last_page_leaves_no_page(tmp_path: Path) -> None:
    whole, empty = tmp_path / "whole", tmp_path / "empty"
    whole.mkdir()
    empty.mkdir()
    sign = "sign", "buster", "--date", "2026-11-18", "-o"  # the same pages within this process and outside it
    assert within(*sign, str(whole / "sign.png")).code == 0
    sizes = [file.stat().st_size for file in whole.iterdir()]
    assert len(sizes) == 4
    assert limited(max(sizes) - 1, *sign, str(empty / "sign.png")).returncode == 2
    assert list(empty.iterdir()) == []
