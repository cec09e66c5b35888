"""A licensee's law folder: texts beside our words, and amendments as data, on the day before, on and after them."""

import json
import pickle
import re
import shutil
from datetime import date
from html import unescape
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

import upcard
from tests.command import within
from tests.law_folders import ADOPTED, ODDS, PAYS_LESS, kept_and_changed, law_folder
from upcard.law import Effect, Standing, TextForm, cite, paragraph_on
from upcard.law.folder import LawFolder, in_force, law_folder_in_force
from upcard.table import BadConfig, Status, Verdict, check, loads, status_of
from upcard.table.law_folder import law_folder_of, read_law_folder

BUSTER = """
table = "BJ-7"
decks = 6
minimum = "10.00"
maximum = "500.00"
licensee = "Invented Casino"
dealer_soft_17 = "draw"
inscriptions = ["Blackjack pays 3 to 2", "Insurance pays 2 to 1", "Dealer Must Draw to Soft 17"]
equipment = ["drop box", "tip box", "discard rack"]
cutting_cards = 1
appearance = { "alike decks" = true, "opaque cutting cards" = true }

[[wager]]
name = "buster"
pay_table = "B"
betting_area = true
sign = true
"""


def asked(text: str, day: str, folder: Path) -> tuple[Status, list[str]]:
    """Return what a table amounts to on a day, and the findings about it."""
    with in_force(read_law_folder(folder)):
        findings = check(loads(text, [f"date={day}"]))
    return status_of(findings), [f"{each.verdict.value} {each.cite}" for each in findings]


def test_a_table_of_today_is_not_supported_without_a_law_folder() -> None:
    (finding,) = check(loads(BUSTER, ["date=2026-11-18"]))
    assert finding.verdict is Verdict.NOT_VERIFIABLE


# Each kind of amendment, on the day before, on and after the day of it.


ENDED_AND_AGAIN = """
[[order]]
name = "ended"
from = 2016-09-26
did = "invented: ends the Buster rules"
number = "R.1"

[[order]]
name = "again"
from = 2020-01-01
did = "invented: adopts them again"
number = "R.2"
"""


def amended(number: str, became: str, since: str) -> str:
    rule = 'rule = "Invented."\n' if became == "changed" else ""
    return f'[[paragraph]]\nnumber = "{number}"\nis = "{became}"\nsince = "{since}"\n{rule}'


@pytest.mark.cite("13:69F-2.30(g)")
@pytest.mark.parametrize("again", ["kept", "changed"])
def test_odds_below_those_of_a_section_that_is_adopted_again_are_not_lawful(again: str, tmp_path: Path) -> None:
    section = amended("", "ended", "ended") + amended("", again, "again")
    layout = amended("(x)", "kept", "again")
    folder = law_folder(
        tmp_path,
        ENDED_AND_AGAIN,
        a='section = "13:69F-2.30"\n' + section,
        b='section = "13:69E-1.10"\n' + layout,
    )
    lines = ", ".join(f'"{cards} cards" = "1 to 1"' for cards in ("8 or more", 7, 6, 5, 4, 3))
    cheap = BUSTER.replace('pay_table = "B"', f"pays = {{ {lines} }}")
    assert asked(cheap, "2020-01-01", folder) == (Status.UNLAWFUL, ["violates 13:69F-2.30(g)"])
    assert asked(BUSTER, "2020-01-01", folder) == (Status.LAWFUL, [])
    assert asked(BUSTER, "2019-12-31", folder)[0] is Status.UNLAWFUL


@pytest.mark.parametrize("turned", [False, True])
def test_of_a_section_and_its_paragraph_on_one_day_the_paragraph_decides_in_whatever_order(
    *, turned: bool, tmp_path: Path
) -> None:
    rows = [amended("", "kept", "ended"), amended("(g)", "ended", "ended")]
    section = 'section = "13:69F-2.30"\n' + "".join(reversed(rows) if turned else rows)
    orders = ENDED_AND_AGAIN.split("\n\n")[0]
    code = read_law_folder(law_folder(tmp_path, orders, a=section)).code
    on = [paragraph_on(code.by_number[number], date(2026, 1, 1)) for number in ("13:69F-2.30", "13:69F-2.30(g)")]
    assert [each.effect for each in on] == [Effect.IN_EFFECT, Effect.ENDED]


@pytest.mark.cite("13:69E-1.10(x)", "13:69F-2.12(f)")
@pytest.mark.parametrize(("table", "section"), [("buster", "2.30"), ("free-bet-push-22-closed", "2.31")])
def test_a_table_is_not_lawful_while_the_layout_and_rules_it_must_have_are_in_a_text_that_has_ended(
    table: str, section: str, tmp_path: Path
) -> None:
    orders = ENDED_AND_AGAIN.split("\n\n")[0]
    kept = f'section = "13:69F-{section}"\n' + amended("", "kept", "ended")
    with in_force(read_law_folder(law_folder(tmp_path, orders, a=kept))):
        read = upcard.load(table).with_(date="2026-11-18")
        found = upcard.check(read)
        assert {each.verdict for each in found} == {Verdict.NOT_VERIFIABLE}
        assert any(each.cite.section == "13:69E-1.10" for each in found)
        assert found.status is Status.NOT_SHOWN
    assert len(upcard.check(upcard.load(table).with_(date="2026-11-18"))) == 1  # without the folder: what has ended


@pytest.mark.cite("13:69F-2.30")
@pytest.mark.parametrize(
    ("day", "status"),
    [
        ("2016-01-10", Status.UNLAWFUL),  # not yet in effect: the folder keeps, it does not begin
        ("2016-10-06", Status.LAWFUL),  # the last day of the temporary rule, kept before it
        ("2016-10-07", Status.LAWFUL),
        ("2026-11-18", Status.LAWFUL),
    ],
)
def test_a_rulemaking_that_is_kept(day: str, status: Status, tmp_path: Path) -> None:
    assert asked(BUSTER, day, law_folder(tmp_path, ADOPTED))[0] is status


@pytest.mark.cite("13:69F-2.30")
@pytest.mark.parametrize(
    ("day", "status"), [("2017-01-02", Status.NOT_SHOWN), ("2017-01-03", Status.LAWFUL), ("2017-01-04", Status.LAWFUL)]
)
def test_a_section_that_is_kept_after_a_gap_is_not_known_in_the_gap(day: str, status: Status, tmp_path: Path) -> None:
    orders = '[[order]]\nname = "late"\nfrom = 2017-01-03\ndid = "invented"\nnumber = "R.2017 d.9003"\n'
    rows = '[[paragraph]]\nnumber = ""\nis = "kept"\nsince = "late"\n'
    folder = law_folder(
        tmp_path,
        orders,
        buster=f'section = "13:69F-2.30"\n{rows}',
        layout='section = "13:69E-1.10"\n[[paragraph]]\nnumber = "(x)"\nis = "kept"\nsince = "late"\n',
    )
    assert asked(BUSTER, day, folder)[0] is status


@pytest.mark.cite("13:69F-2.30(g)")
@pytest.mark.parametrize(
    ("day", "found"), [("2019-03-03", False), ("2019-03-04", True), ("2019-03-05", True), ("2026-11-18", True)]
)
def test_odds_that_are_changed_are_the_floor_from_that_day_on(day: str, *, found: bool, tmp_path: Path) -> None:
    orders = ADOPTED + ODDS
    more = PAYS_LESS.replace('"100 to 1"', '"300 to 1"')
    status, findings = asked(BUSTER, day, law_folder(tmp_path, orders, buster=more))
    assert findings == (["violates 13:69F-2.30(g)"] if found else [])
    assert status is (Status.UNLAWFUL if found else Status.LAWFUL)


def test_a_pay_table_of_the_same_name_pays_by_the_law_of_the_day(tmp_path: Path) -> None:
    text = BUSTER.replace('pay_table = "B"', 'pay_table = "A"')
    with in_force(read_law_folder(kept_and_changed(tmp_path))):
        before, after = (loads(text, [f"date={day}"]) for day in ("2019-03-03", "2019-03-04"))
    assert [str(next(iter(table.offers[0].pays.values()))) for table in (before, after)] == ["250 to 1", "100 to 1"]
    again = before.on(date(2019, 3, 4))
    assert again.offers == after.offers
    assert not check(after)
    with in_force(read_law_folder(kept_and_changed(tmp_path))):
        assert upcard.price(upcard.loads(text + "\n"))["buster"].house_advantage > 0


@pytest.mark.cite("13:69F-2.30(c)")
@pytest.mark.parametrize(("day", "least"), [("2019-03-03", 100), ("2019-03-04", 250), ("2019-03-05", 250)])
@pytest.mark.parametrize("cents", [99, 100, 249, 250])
def test_a_minimum_that_is_changed(day: str, least: int, cents: int, tmp_path: Path) -> None:
    row = '[[paragraph]]\nnumber = "(c)"\nis = "changed"\nsince = "buster odds"\nrule = "Invented: at least $2.50."\n'
    folder = law_folder(tmp_path, ADOPTED + ODDS, b=f'section = "13:69F-2.30"\n{row}values = {{ least = "2.50" }}\n')
    text = f'{BUSTER}\nminimum = "{cents // 100}.{cents % 100:02}"\nmaximum = "50.00"'
    status, findings = asked(text, day, folder)
    assert findings == (["violates 13:69F-2.30(c)"] if cents < least else [])
    assert status is (Status.UNLAWFUL if cents < least else Status.LAWFUL)


@pytest.mark.cite("13:69F-2.5(d)", "13:69F-2.2(a)2")
@pytest.mark.parametrize(("day", "found"), [("2019-03-03", False), ("2019-03-04", True), ("2019-03-05", True)])
def test_bounds_of_every_table_and_of_an_option_that_are_changed(day: str, *, found: bool, tmp_path: Path) -> None:
    row = '[[paragraph]]\nnumber = "{}"\nis = "changed"\nsince = "buster odds"\nrule = "Invented."\nvalues = {}\n'
    folder = law_folder(
        tmp_path,
        ODDS,
        shuffle='section = "13:69F-2.5"\n' + row.format("(d)", '{ at_most = "60%" }'),
        decks='section = "13:69F-2.2"\n' + row.format("(a)2", "{ at_least = 8 }"),
    )
    text = 'decks = 6\ncutting_card = "70%"\n[[wager]]\nname = "in-between"\npay_table = "A"\n'
    _, findings = asked(text, day, folder)
    for number in ("13:69F-2.5(d)", "13:69F-2.2(a)2"):
        assert any(number in each for each in findings) is found


@pytest.mark.cite("13:69F-2.30")
@pytest.mark.parametrize(("day", "ended"), [("2019-03-03", False), ("2019-03-04", True), ("2019-03-05", True)])
def test_a_section_that_is_ended(day: str, *, ended: bool, tmp_path: Path) -> None:
    row = '[[paragraph]]\nnumber = ""\nis = "ended"\nsince = "buster odds"\n'
    folder = law_folder(tmp_path, ADOPTED + ODDS, b=f'section = "13:69F-2.30"\n{row}')
    status, findings = asked(BUSTER, day, folder)
    assert (status is Status.UNLAWFUL) is ended
    assert ("violates 13:69F-2.30" in findings) is ended
    if ended:
        with in_force(read_law_folder(folder)):
            messages = [each.message for each in check(loads(BUSTER, [f"date={day}"]))]
        assert any("no longer in effect" in each and "ended on 2019-03-04" in each for each in messages)


@pytest.mark.cite("13:69F-2.26(g)")
@pytest.mark.parametrize(("day", "apart"), [("2019-03-03", True), ("2019-03-04", False), ("2019-03-05", False)])
def test_a_paragraph_that_is_ended_forbids_nothing(day: str, *, apart: bool, tmp_path: Path) -> None:
    row = '[[paragraph]]\nnumber = "(g)"\nis = "ended"\nsince = "buster odds"\n'
    folder = law_folder(tmp_path, ODDS, b=f'section = "13:69F-2.26"\n{row}')
    text = 'decks = 6\ngame = "multiple action"\n[[wager]]\nname = "in-between"\npay_table = "A"\n'
    _, findings = asked(text, day, folder)
    assert ("violates 13:69F-2.26(g)" in findings) is apart


@pytest.mark.parametrize(
    ("day", "effect"),
    [("2019-03-03", Effect.NOT_YET), ("2019-03-04", Effect.IN_EFFECT), ("2019-03-05", Effect.IN_EFFECT)],
)
def test_a_paragraph_that_is_added(day: str, effect: Effect, tmp_path: Path) -> None:
    row = '[[paragraph]]\nnumber = "(k)"\nis = "added"\nsince = "buster odds"\nrule = "Invented: a new paragraph."\n'
    folder = law_folder(tmp_path, ODDS, b=f'section = "13:69F-2.30"\n{row}')
    code = read_law_folder(folder).code
    added = cite("13:69F-2.30(k)", code)
    assert paragraph_on(added.paragraph, date.fromisoformat(day)).effect is effect
    assert (added.rule, added.standing) == ("Invented: a new paragraph.", Standing.HELD)
    with pytest.raises(upcard.UnknownCite):
        cite("13:69F-2.30(k)")
    done = within("cite", "2.30(k)", "--law", str(folder), "--date", day)
    assert f"on {day}: {effect.value}" in done.out


def test_a_new_section_with_its_title(tmp_path: Path) -> None:
    row = '[[paragraph]]\nnumber = "(a)"\nis = "added"\nsince = "buster odds"\nrule = "Invented."\n'
    folder = law_folder(tmp_path, ODDS, b=f'section = "13:69F-2.77"\ntitle = "An invented wager"\n{row}')
    done = within("cite", "2.77", "--law", str(folder))
    assert done.out.startswith("13:69F-2.77  An invented wager")
    assert "(a) Invented." in done.out


def test_an_order_that_is_temporary_ends_too(tmp_path: Path) -> None:
    folder = law_folder(tmp_path, ADOPTED.replace("keeps =", "temporary = true\nkeeps ="))
    last = date(2016, 9, 26).toordinal() + 269
    for days, status in ((0, Status.LAWFUL), (1, Status.NOT_SHOWN)):
        assert asked(BUSTER, date.fromordinal(last + days).isoformat(), folder)[0] is status


def test_the_form_of_a_paragraph_that_is_changed(tmp_path: Path) -> None:
    paragraph = cite("13:69F-2.30(g)", read_law_folder(kept_and_changed(tmp_path)).code).paragraph
    assert paragraph_on(paragraph, date(2019, 3, 3)).form is TextForm.PRESENT
    assert paragraph_on(paragraph, date(2019, 3, 4)).form is TextForm.AMENDED


def test_odds_that_are_not_held_are_taken_from_the_folder(tmp_path: Path) -> None:
    table = 'decks = 6\n[[wager]]\nname = "match-the-dealer"\npays = { }\n'
    lines = {str(outcome): "9 to 1" for outcome in _wins("match-the-dealer")}
    pays = ", ".join(f'"{line}" = "{odds}"' for line, odds in lines.items())
    row = '[[paragraph]]\nnumber = "(f)"\nis = "changed"\nsince = "buster odds"\nrule = "Invented."\n'
    values = f"values = {{ pay_tables = {{ X = {{ {pays} }} }} }}\n"
    section = _cite_of("match-the-dealer")
    folder = law_folder(tmp_path, ODDS, b=f'section = "{section}"\n{row}{values}')
    posted = table.replace("pays = { }", f"pays = {{ {pays} }}")
    with in_force(read_law_folder(folder)):
        after = check(loads(posted, ["date=2026-11-18"]))
    before = check(loads(posted, ["date=2026-11-18"]))
    unheld = "the odds of the match-the-dealer wager is not held"
    assert any(unheld in each.message for each in before)
    assert not any(unheld in each.message for each in after)
    with in_force(read_law_folder(folder)):
        lower = loads(posted.replace("9 to 1", "8 to 1"), ["date=2026-11-18"])
    assert any(str(each.cite) == f"{section}(f)" and "pays less" in each.message for each in check(lower))


def _wins(name: str) -> tuple[object, ...]:
    from upcard.wagers import ALL

    return next(wager.wins for wager in ALL if wager.name == name)


def _cite_of(name: str) -> str:
    from upcard.wagers import ALL

    return next(str(wager.cite) for wager in ALL if wager.name == name)


@pytest.mark.cite("13:69F-2.12(b)")
@pytest.mark.parametrize(("day", "settled"), [("2019-03-03", False), ("2019-03-04", True), ("2019-03-05", True)])
def test_what_no_text_held_settles_may_be_allowed(day: str, *, settled: bool, tmp_path: Path) -> None:
    row = '[[paragraph]]\nnumber = "(b)"\nis = "changed"\nsince = "buster odds"\nrule = "Invented."\n'
    folder = law_folder(tmp_path, ODDS, b=f'section = "13:69F-2.12"\n{row}values = {{ allowed = true }}\n')
    _, findings = asked('decks = 6\ndealer_soft_17 = "draw"\n', day, folder)
    assert ("not verifiable 13:69F-2.12(b)" in findings) is not settled


def test_a_table_under_the_former_edition_is_not_amended(tmp_path: Path) -> None:
    folder = kept_and_changed(tmp_path)
    text = 'decks = 6\nlaw = "19:47"\n[[wager]]\nname = "in-between"\npay_table = "A"\n'
    with in_force(read_law_folder(folder)):
        assert check(loads(text)) == check(loads(text))
        amended = check(loads(text))
    assert [str(each) for each in amended] == [str(each) for each in check(loads(text))]


# Texts beside our words.

LETTER = """
section = "13:69F-2.12"

[[paragraph]]
number = "(b)"
letter = '''
Invented words about how the dealer draws,
over two lines.'''
standing = "text held"
source = ["our copy"]
"""
COPY = """
[[source]]
name = "our copy"
where = "48 N.J.R. 9001(a), page 9003, paragraph (b)"
"""


def test_a_letter_stands_beside_our_words_with_where_it_stands(tmp_path: Path) -> None:
    folder = law_folder(tmp_path, "", draws=LETTER)
    (folder / "sources.toml").write_text(COPY, encoding="utf-8")
    done = within("cite", "2.12(b)", "--law", str(folder))
    ours = within("cite", "2.12(b)")
    told = " ".join(done.out.split())
    assert "the letter: Invented words about how the dealer draws, over two lines." in told
    assert "the letter stands in: our copy, as 13:69F-2.12(b): 48 N.J.R. 9001(a), page 9003, paragraph (b)" in told
    assert "The dealer draws to 16 and stands on every 17" in told
    assert "standing: text held" in told
    assert "standing: inferred" in " ".join(ours.out.split())
    answer = json.loads(within("cite", "2.12(b)", "--law", str(folder), "--json").out)
    assert answer["law_file"]["letter"].startswith("Invented words")
    assert answer["law_file"]["fingerprint"] == read_law_folder(folder).fingerprint
    assert json.loads(within("cite", "2.12(b)", "--json").out)["law_file"] is None


def test_a_paragraph_that_the_licensee_holds_is_judged_as_held(tmp_path: Path) -> None:
    letter = LETTER.replace('source = ["our copy"]\n', "").replace("13:69F-2.12", "13:69E-1.10")
    folder = law_folder(tmp_path, "", layout=letter)

    def verdicts() -> set[Verdict]:
        return {each.verdict for each in check(loads("decks = 6\n")) if str(each.cite) == "13:69E-1.10(b)"}

    assert verdicts() == {Verdict.LIKELY}
    with in_force(read_law_folder(folder)):
        assert verdicts() == {Verdict.VIOLATES}


# What is wrong with a folder: everything at once, with file and line.


def faults(folder: Path) -> list[str]:
    with pytest.raises(BadConfig) as bad:
        read_law_folder(folder)
    return [str(each).removeprefix(f"{folder}/") for each in bad.value.problems]


def test_every_fault_of_every_file_is_reported_at_once(tmp_path: Path) -> None:
    orders = '[[order]]\nname = "one"\nfrom = "someday"\n\n[[order]]\nfrom = 2019-01-01\ndid = "x"\nnumber = "R.1"\n'
    folder = law_folder(
        tmp_path,
        orders,
        a='section = "13:69F-2.30"\n[[paragraph]]\nnumber = "(zz)"\nis = "changed"\nsince = "two"\nrle = "x"\n',
        b="not toml",
    )
    (folder / "notes.toml").write_text("x = 1", encoding="utf-8")
    found = "\n".join(faults(folder))
    for line in (
        r"orders.toml:3: order 1, from: must be a day such as 2016-01-11",
        r"orders.toml:\d: order 1, did: is missing",
        r"orders.toml:2: order 1, name: its number or its place in the register is missing",
        r"orders.toml:5: order 2, name: is missing",
        r"text/a.toml:3: paragraph 1, number: 13:69F-2.30\(zz\) is not a paragraph of the code held",
        r'text/a.toml:5: paragraph 1, since: "two" is not a rulemaking of this folder',
        r"text/a.toml:6: paragraph 1, rle: unknown key; did you mean rule\?",
        r"text/b.toml:1: ",
        r"notes.toml: is not a file of a law folder",
    ):
        assert re.search(line, found), (line, found)


ROW = '[[paragraph]]\nnumber = "(g)"\nis = "changed"\nsince = "buster odds"\nrule = "Invented."\n'


@pytest.mark.parametrize(
    ("orders", "section", "fault"),
    [
        (ODDS, "", "buster odds.*|no paragraph names it and it keeps nothing"),
        (ADOPTED.replace('"buster"]', '"no such"]'), "", '"no such" is not a temporary rulemaking whose end is open'),
        (ADOPTED.replace('"buster"]', '"recodification"]'), "", "is not a temporary rulemaking whose end is open"),
        (ADOPTED.replace("2016-09-26", "2016-01-11"), "", "took effect on 2016-01-11: it cannot be kept"),
        (ADOPTED.replace("2016-09-26", "2001-01-11"), "", "amends the code in effect since 2011-11-14"),
        (ADOPTED.replace('"buster kept"', '"buster"'), "", 'there is a rulemaking "buster" already'),
        (ADOPTED + ADOPTED, "", 'there is a rulemaking "buster kept" already'),
        (ADOPTED + ADOPTED.replace("buster kept", "again"), "", '"buster" is kept by "buster kept" already'),
        (ADOPTED + "kept_by = 2017-01-01\n", "", "only a temporary rulemaking is kept later"),
        (ODDS, 'section = "19:47-2.26"\n' + ROW, "must be a section of the current code"),
        (ODDS, ROW, "section: is missing"),
        (ODDS, 'section = "13:69F-2.30"\n', "states no paragraph"),
        (
            ODDS,
            'section = "13:69F-2.30"\n' + ROW.replace('"changed"', '"dropped"'),
            'must be "kept", "changed", "added" or',
        ),
        (ODDS, 'section = "13:69F-2.30"\n' + ROW.replace("changed", "added"), 'it was "changed" or "kept"'),
        (ODDS, 'section = "13:69F-2.30"\n' + ROW.replace("changed", "kept"), 'only a paragraph that was "changed" or'),
        (ODDS, 'section = "13:69F-2.30"\n' + ROW.replace('rule = "Invented."\n', ""), "rule: is missing"),
        (ODDS, 'section = "13:69F-2.30"\n' + ROW.replace('is = "changed"\n', ""), "state what became of the paragraph"),
        (ODDS, 'section = "13:69F-2.30"\n' + ROW.replace('since = "buster odds"\n', ""), "since: is missing"),
        (ODDS, 'section = "13:69F-2.30"\n[[paragraph]]\nnumber = "(g)"\n', "says nothing of the paragraph"),
        (ODDS, 'section = "13:69F-2.30"\n' + ROW + ROW, "is stated twice on 2019-03-04"),
        (ODDS, 'section = "13:69F-2.30"\n' + ROW.replace('"(g)"', '"g"'), 'such as "(g)" or'),
        (ODDS, 'section = "13:69F-2.99"\n' + ROW.replace("changed", "added"), "add title at the head"),
        (ODDS, 'section = "13:69F-2.30"\n' + ROW + 'source = ["a dream"]\n', 'there is no source "a dream"'),
        (ODDS, 'section = "13:69F-2.30"\n' + ROW + 'standing = "held"\n', "must be"),
        (ODDS, 'section = "13:69F-2.30"\n' + ROW + 'values = { least = "1.00" }\n', "least: unknown key"),
        (ODDS, 'section = "13:69F-2.30"\n' + ROW + "values = { pay_tables = { A = { } } }\n", "states nothing for"),
        (
            ODDS,
            'section = "13:69F-2.30"\n' + ROW + 'values = { pay_tables = { A = { "9 cards" = "1 to 1" } } }\n',
            "there is no such outcome",
        ),
        (
            ODDS,
            'section = "13:69F-2.30"\n' + ROW.replace('"(g)"', '"(b)"') + 'values = { least = "1.00" }\n',
            "no definition takes odds or amounts from 13:69F-2.30(b)",
        ),
    ],
)
def test_what_is_wrong_with_a_folder(orders: str, section: str, fault: str, tmp_path: Path) -> None:
    folder = law_folder(tmp_path, orders, **({"section": section} if section else {}))
    found = faults(folder)
    assert any(re.search(fault if "|" in fault else re.escape(fault), each) for each in found), found
    assert all(re.match(r"(orders|text/section)\.toml:\d+: ", each) for each in found), found


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    assert faults(tmp_path / "none") == [f"{tmp_path / 'none'}: there is no such folder: name a law folder"]
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "is not a folder" in faults(tmp_path / "file")[0]
    (tmp_path / "empty").mkdir()
    assert "is empty" in faults(tmp_path / "empty")[0]


def test_the_wagers_of_one_paragraph_have_pay_tables_of_their_own(tmp_path: Path) -> None:
    names = ("under 13", "same suit", "over 13")
    lines = {name: ", ".join(f'"{outcome}" = "4 to 1"' for outcome in _wins(name)) for name in names}
    pays = {name: f"{{ X = {{ {each} }} }}" for name, each in lines.items()}
    tables = ", ".join(f'"{name}" = {each}' for name, each in pays.items())
    row = ROW.replace('"(g)"', '"(e)"')
    folder = law_folder(tmp_path, ODDS, a=f'section = "13:69F-2.17"\n{row}values = {{ pay_tables = {{ {tables} }} }}')
    with in_force(read_law_folder(folder)):
        table = loads('decks = 6\n[[wager]]\nname = "over 13"\npay_table = "X"\n')
    assert [str(paid) for paid in table.offers[0].pays.values()] == ["4 to 1"]
    wrong = tables.replace('"over 13"', '"above 13"')
    law_folder(tmp_path, ODDS, a=f'section = "13:69F-2.17"\n{row}values = {{ pay_tables = {{ {wrong} }} }}')
    assert any("is not a wager of 13:69F-2.17(e)" in each for each in faults(folder))


# The fingerprint.


def test_the_fingerprint_is_of_what_the_folder_says(tmp_path: Path) -> None:
    folder = kept_and_changed(tmp_path)
    first = read_law_folder(folder)
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    (copy / "text" / "buster.toml").rename(copy / "text" / "2.30.toml")
    text = (copy / "text" / "2.30.toml").read_text(encoding="utf-8")
    (copy / "text" / "2.30.toml").write_text(f"# a remark\n\n{text}", encoding="utf-8")
    assert read_law_folder(copy).fingerprint == first.fingerprint
    assert read_law_folder(copy) == first
    (copy / "text" / "2.30.toml").write_text(text.replace("40 to 1", "41 to 1"), encoding="utf-8")
    assert read_law_folder(copy).fingerprint != first.fingerprint


def test_a_letter_counts_in_the_fingerprint_and_is_not_in_what_is_recorded(tmp_path: Path) -> None:
    folder = law_folder(tmp_path, "", draws=LETTER.replace('source = ["our copy"]\n', ""))
    first = read_law_folder(folder)
    assert "Invented words" not in first.content
    path = folder / "text" / "draws.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("two lines", "three lines"), encoding="utf-8")
    assert read_law_folder(folder).fingerprint != first.fingerprint


def test_a_folder_is_read_again_from_what_it_says(tmp_path: Path) -> None:
    folder = read_law_folder(kept_and_changed(tmp_path))
    again = law_folder_of(folder.content)
    assert (again, again.fingerprint) == (folder, folder.fingerprint)
    assert again.code.paragraphs == folder.code.paragraphs
    with pytest.raises(BadConfig):
        law_folder_of("[]")


# Every verb says on what its answer rests.

TODAY = "date=2026-11-18"
VERBS = {
    "check": ("check", "TABLE", "--set", TODAY),
    "needs": ("needs", "TABLE", "--set", TODAY),
    "diff": ("diff", "TABLE", "--date", "2019-03-03", "--date", "2019-03-04"),
    "price": ("price", "TABLE", "--set", TODAY),
    "price of a wager": ("price", "buster", "--pay-table", "A", "--decks", "6"),
    "cite": ("cite", "2.30(g)"),
    "new": ("new", "--wager", "buster", "--date", "2026-11-18"),
    "sign": ("sign", "TABLE"),
    "strategy": ("strategy", "TABLE"),
    "simulate": ("simulate", "TABLE", "--rounds", "1000"),
    "wagers": ("wagers", "buster"),
    "sweep": ("price", "TABLE", "--sweep", "wager.buster.pay_table=A,B"),
    "grid": ("price", "buster", "--all", "--decks", "6"),
    "deal": ("deal", "TABLE", "--round", "ROUND"),
}


@pytest.fixture
def at(tmp_path: Path) -> Path:
    (tmp_path / "table.toml").write_text(BUSTER, encoding="utf-8")
    rounds = 'shoe = "Th 6s 9d Tc 8c"\n[[seat]]\nnumber = 1\nwagers = { blackjack = "10.00" }\ndecisions = ["stand"]\n'
    (tmp_path / "round.toml").write_text(rounds, encoding="utf-8")
    kept_and_changed(tmp_path)
    return tmp_path


@pytest.mark.parametrize("words", VERBS.values(), ids=VERBS)
def test_every_verb_says_that_it_answers_by_the_law_file(words: tuple[str, ...], at: Path) -> None:
    files = {"TABLE": "table.toml", "ROUND": "round.toml"}
    command = [files.get(word, word) for word in words]
    folder = read_law_folder(at / "law")
    done = within(*command, "--law", "law/", cwd=at)
    assert done.code in (0, 1), done
    assert folder.words in " ".join(done.out.replace("#", " ").split())
    assert folder.fingerprint in within(*command, "--law", "law/", "--json", cwd=at).out or words[0] == "new"
    assert folder.words not in " ".join(within(*command, cwd=at).out.split())


@pytest.mark.parametrize("words", [("par", "table.toml"), ("layout", "table.toml"), ("sign", "table.toml")])
def test_every_document_names_the_law_file(words: tuple[str, ...], at: Path) -> None:
    folder = read_law_folder(at / "law")
    written = within(*words, "--date", "2026-11-18", "--law", "law/", "-o", "paper.pdf", cwd=at)
    assert written.code == 0, written
    pages = " ".join(" ".join(page.extract_text() for page in PdfReader(at / "paper.pdf").pages).split())
    assert folder.words.replace("'", "\u2019") in pages.replace("'", "\u2019")


def test_a_par_sheet_and_a_workbook_of_it_have_the_whole_fingerprint(at: Path) -> None:
    folder = read_law_folder(at / "law")
    for name in ("par.json", "par.xlsx"):
        done = within("par", "table.toml", "--date", "2026-11-18", "--law", "law/", "-o", name, cwd=at)
        assert done.code == 0, done
    assert json.loads((at / "par.json").read_text(encoding="utf-8"))["law_file"] == folder.fingerprint
    cells = load_workbook(at / "par.xlsx").worksheets[0].iter_rows(values_only=True)
    assert folder.fingerprint in {cell for row in cells for cell in row}


def test_a_plot_and_a_layout_name_the_law_file(at: Path) -> None:
    folder = read_law_folder(at / "law")
    plot = json.loads(within("plot", "price", "table.toml", "--law", "law/", "--json", cwd=at).out)
    assert folder.words in plot["note"]
    layout = json.loads(within("layout", "table.toml", "--law", "law/", "--json", cwd=at).out)
    assert layout["law_file"] == folder.fingerprint


def test_the_variable_names_the_folder_for_every_verb(at: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_LAW", str(at / "law"))
    done = within("check", "table.toml", "--set", TODAY, cwd=at)
    assert "by the licensee's law file" in " ".join(done.out.split())
    assert law_folder_in_force() is None


def test_a_search_says_which_paragraphs_are_those_of_the_law_file(at: Path) -> None:
    asked = ("cite", "--search", "invented", "--law", "law")
    said = json.loads(within(*asked, "--json", cwd=at).out)["results"]
    assert said
    assert {len(each["law_file"]) for each in said} == {64}
    printed = " ".join(within(*asked, cwd=at).out.split())
    assert f"by the licensee's law file, fingerprint {said[0]['law_file'][:16]}, changed on 20" in printed
    others = json.loads(within("cite", "--search", "surrender", "--law", "law", "--json", cwd=at).out)["results"]
    assert {each["law_file"] for each in others} == {None}


def test_all_tables_are_checked_again_in_one_command(at: Path) -> None:
    (at / "other.toml").write_text(BUSTER.replace("BJ-7", "BJ-8"), encoding="utf-8")
    done = within("check", "table.toml", "other.toml", "--date", "2026-11-18", "--law", "law", cwd=at)
    assert (done.code, done.out.count("may be opened")) == (0, 2)


def test_a_bad_folder_is_misuse_in_words_and_json(at: Path) -> None:
    done = within("check", "table.toml", "--law", "no/law", cwd=at)
    assert (done.code, done.err.strip()) == (2, "no/law: there is no such folder: name a law folder")
    answer = json.loads(within("check", "table.toml", "--law", "no/law", "--json", cwd=at).out)
    assert answer["problems"][0]["file"] == "no/law"


def test_an_empty_name_of_a_folder_is_not_answered_without_one(at: Path) -> None:
    done = within("check", "table.toml", "--law", "", cwd=at)
    assert (done.code, done.err) == (2, "upcard: --law: name a law folder, or leave it out\n")


def test_an_edition_and_a_folder_are_told_apart(at: Path) -> None:
    done = within(
        "diff", "table.toml", "--law", "19:47", "--law", "13:69F", "--law", "law", "--date", "2026-11-18", cwd=at
    )
    assert "19:47 on 2026-11-18, by the licensee's law file" in " ".join(done.out.split())
    assert "there is no edition" in within("new", "--law", "nonsense", cwd=at).err


def test_the_filing_says_that_it_rests_on_the_law_file(at: Path) -> None:
    done = within("check", "table.toml", "--date", "2026-11-18", "--law", "law", "--report", "f.html", cwd=at)
    assert done.code == 0
    assert read_law_folder(at / "law").words in unescape((at / "f.html").read_text(encoding="utf-8"))
    first = (at / "f.html").read_bytes()
    within("check", "table.toml", "--date", "2026-11-18", "--law", "law", "--report", "f.html", cwd=at)
    assert (at / "f.html").read_bytes() == first


# The Python API.


def test_a_table_keeps_the_folder_it_was_read_by(at: Path) -> None:
    with upcard.law_folder(at / "law") as law:
        assert isinstance(law, LawFolder)
        table = upcard.load(at / "table.toml").with_(date="2026-11-18")
        assert upcard.cite("2.30(g)").rule.startswith("Invented")
    assert upcard.cite("2.30(g)").rule.startswith("Winners")
    assert upcard.check(table).lawful
    assert upcard.check(table).to_dict()["law_file"] == law.fingerprint
    assert upcard.check(table.with_(decks=8)).lawful
    assert upcard.check(pickle.loads(pickle.dumps(table))).lawful
    assert upcard.load(at / "table.toml").with_(date="2026-11-18") != table


def test_a_live_table_keeps_the_folder_when_it_is_saved(at: Path) -> None:
    with upcard.law_folder(at / "law") as law:
        live = upcard.LiveTable(upcard.load(at / "table.toml").with_(date="2026-11-18"))
    again = upcard.LiveTable.resume(live.save())
    assert again.state.felt.config.law_folder == law
    assert again.state == live.state
    with pytest.raises(upcard.BadJson, match="is not JSON"):
        upcard.LiveTable.resume(re.sub(r'("law": ?")[{]', r"\1", live.save()))


# The licensee's statement in the table file, which the folder supports.


@pytest.mark.parametrize(
    ("number", "by_folder", "status", "marks"),
    [
        ("R.2016 d.9001", False, Status.NOT_SHOWN, ["not verifiable"]),
        ("R.2016 d.9001", True, Status.LAWFUL, []),
        ("R.2016 d.1", True, Status.LAWFUL, ["remark"]),
    ],
)
def test_a_statement_of_authority_is_supported_by_the_law_folder(
    number: str, *, by_folder: bool, status: Status, marks: list[str], tmp_path: Path
) -> None:
    record = f'{{ rule = "13:69F-2.30", register = "48 N.J.R. 9001(a)", number = "{number}", date = 2016-09-26 }}'
    text = f"authorities = [{record}]\n{BUSTER}"
    with in_force(read_law_folder(law_folder(tmp_path, ADOPTED)) if by_folder else None):
        findings = check(loads(text, ["date=2026-11-18"]))
    assert (status_of(findings), [each.mark for each in findings]) == (status, marks)


def test_the_list_of_wagers_has_the_odds_and_amounts_of_the_folder(at: Path) -> None:
    printed = within("wagers", "buster", "--law", "law/", cwd=at).out
    assert "8 or more cards 100 to 1" in " ".join(printed.split())
    assert "pay table B" not in printed
