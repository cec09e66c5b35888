"""The day asked about: --date, else that of the file, else today; no text that has ended makes a table lawful."""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import upcard
from tests.command import ROOT, misused, within
from tests.tables import OFFERS, offer, read, text
from upcard.api import days
from upcard.law import CODE, Edition, edition_on, life_of, newest_text
from upcard.table import BadConfig, FindingKind, Status, check, load, shipped_tables, status_of
from upcard.table.config import Authority

TODAY = date(2027, 3, 4)
LONG_AFTER = date(2040, 1, 1)
ENDED = {order.name: order for order in CODE.orders if order.last_day is not None and order.kept_by is None}
SHIPPED = {shipped.name: shipped.path for shipped in shipped_tables()}
USES = {
    (name, table)
    for name in ENDED
    for table in SHIPPED
    for option in load(table).options
    if option.cite.paragraph.since.name == name and option.cite.paragraph.began is None  # else an earlier text stands
}
STATEMENT = {"rule": "13:69F-2.30", "register": "48 N.J.R. 1(a)", "number": "R.2016 d.1", "date": "2016-09-19"}
IN_WORDS = "the licensee states that 13:69F-2.30 is in force by R.2016 d.1, 48 N.J.R. 1(a), of 2016-09-19"


@pytest.fixture(autouse=True)
def _on_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(days, "today", lambda: TODAY)


def words(*arguments: str, cwd: Path = ROOT) -> str:
    """Return what a command prints, in one line."""
    return " ".join(within(*arguments, cwd=cwd).out.split())


def answer(*arguments: str) -> dict[str, Any]:
    read_back: dict[str, Any] = json.loads(within(*arguments, "--json").out)
    return read_back


@pytest.mark.parametrize("table", ["buster", "free-bet"])
def test_a_table_without_a_date_is_answered_for_today_and_not_called_lawful(table: str) -> None:
    said = answer("check", table)
    assert (said["date"], said["status"], said["lawful"]) == ("2027-03-04", "not shown", None)
    assert within("check", table, "--strict").code == 1
    assert f"is not shown to be lawful under 13:69F on {TODAY}" in words("check", table)
    shown = upcard.check(upcard.load(table))
    assert (shown.status, shown.lawful) == (Status.NOT_SHOWN, None)
    needs = answer("needs", table)
    assert needs["date"] == "2027-03-04"
    assert "not verifiable" in {need["standing"] for need in needs["needs"]}
    assert upcard.needs(upcard.load(table)).to_dict() == needs


def test_a_new_table_is_made_for_today_and_says_what_is_not_known_of_its_law() -> None:
    made = answer("new", "--wager", "buster")
    assert [one["verdict"] for one in made["findings"]] == ["not verifiable"]
    head = " ".join(made["text"].split("\n\n")[0].replace("# ", "").split())
    assert head.startswith(f"Blackjack with buster, not shown to be lawful under 13:69F on {TODAY}")
    assert "the buster wager known only up to 2016-10-06" in head
    assert "lawful as it stands" not in head
    assert "\ndate = " not in made["text"]  # the next question is about another day
    assert upcard.new("buster") == made["text"]
    on = answer("new", "--wager", "buster", "--date", "today")["text"]
    assert f'\ndate = "{TODAY}"' in on
    lawful = answer("new", "--wager", "buster", "--date", "newest")
    assert (lawful["findings"], "lawful as it stands" in lawful["text"]) == ([], True)
    assert "The 19:47 edition was in effect until 2011-11-13" in " ".join(within("new", "--law", "19:47").err.split())


def test_two_tables_without_a_date_are_compared_today() -> None:
    said = answer("diff", "blackjack", "buster")
    assert {said[side]["date"] for side in ("before", "after")} == {"2027-03-04"}
    assert "13:69F-2.30" in {one["cite"] for one in said["came"]}
    assert "the buster wager known only up to 2016-10-06" in words("diff", "blackjack", "buster")
    change = upcard.diff(upcard.load("blackjack"), upcard.load("buster"))
    assert change.to_dict() == said


@pytest.mark.parametrize(
    ("file", "day", "asked"),
    [
        ({}, None, TODAY),
        ({"date": "2016-02-01"}, None, date(2016, 2, 1)),
        ({"date": "2016-02-01"}, "2016-03-01", date(2016, 3, 1)),
        ({"date": "2016-02-01"}, "today", TODAY),
        ({}, "newest", date(2016, 1, 11)),
        ({"date": "2004-06-01"}, "newest", date(2016, 1, 11)),
        ({"law": "19:47"}, "newest", date(2001, 1, 16)),
    ],
)
def test_the_day_is_that_of_the_option_or_of_the_file_or_today(
    file: dict[str, str], day: str | None, asked: date, tmp_path: Path
) -> None:
    (tmp_path / "table.toml").write_text(text(**file), encoding="utf-8")
    more = () if day is None else ("--date", day)
    for verb in ("check", "needs", "sign"):
        done = within(verb, "table.toml", *more, "--json", cwd=tmp_path)
        assert done.err.count("table.toml") <= 1  # a warning at most
        if verb != "sign":
            assert json.loads(done.out)["date"] == str(asked)
    assert f" on {asked}" in words("check", "table.toml", *more, cwd=tmp_path)
    assert f" on {asked}" in words("needs", "table.toml", *more, cwd=tmp_path)


def test_what_is_no_day_is_refused_with_the_words_that_are() -> None:
    assert "--date: must be a day such as 2016-01-11, today or newest, not" in misused("check", "buster", "--date", "1")
    assert "both state the day" in misused("check", "buster", "--date", "today", "--set", "date=2016-02-01")


@pytest.mark.parametrize(
    ("table", "day", "known"),
    [
        ("buster", "2016-10-07", ", newest text held 2016-01-11; the buster wager known only up to 2016-10-06 ("),
        ("buster", "2016-10-06", ", newest text held 2016-01-11 ("),
        ("buster", "2016-01-11", " (no findings)"),
        ("blackjack", "2026-11-18", ", newest text held 2016-01-11 (no findings)"),
        ("free-bet", "2016-02-05", ", newest text held 2016-01-11; free bet known only up to 2016-02-04; the Push"),
        ("in-between-19-47", "2004-06-01", ", newest text held 2001-01-16 ("),
    ],
)
def test_what_is_known_only_up_to_an_earlier_day_stands_in_the_headline(table: str, day: str, known: str) -> None:
    headline = words("check", table, "--date", day).split(" line ")[0]
    assert f" on {day}{known}" in headline
    said = answer("check", table, "--date", day)
    assert said["newest_text"] == str(newest_text(Edition(said["law"])))
    assert bool(said["ended"]) == ("known only" in known)


@pytest.mark.parametrize("day", [0, 1, 5000])
@pytest.mark.parametrize(("order", "table"), sorted(USES))
def test_no_table_is_lawful_by_a_text_after_its_end(order: str, table: str, day: int) -> None:
    last = ENDED[order].last_day
    assert last is not None
    after = last + timedelta(days=1 + day)
    findings = check(load(table).on(after))
    assert status_of(findings) is not Status.LAWFUL
    assert any(one.cite.paragraph.since.name == order for one in findings)
    assert answer("check", table, "--date", str(after))["lawful"] is not True


def test_every_text_that_has_ended_is_used_by_a_shipped_table() -> None:
    assert {order for order, _ in USES} == set(ENDED) == {"free bet", "buster"}


@pytest.mark.parametrize("table", SHIPPED)
@pytest.mark.parametrize("edition", Edition)
def test_no_table_is_lawful_by_an_edition_after_its_end(table: str, edition: Edition) -> None:
    _, last = life_of(edition)
    stated = load(table, [f"law={edition.value}"])
    for option in stated.options:
        for day in (LONG_AFTER, (last or LONG_AFTER) + timedelta(days=1)):
            asked = stated.on(day)
            on = asked.on_its_day(option.cite)
            if edition_on(day) is not edition or (on is not None and on.ended):
                assert status_of(check(asked)) is not Status.LAWFUL


@pytest.mark.parametrize("table", ["blackjack", "multiple-action"])
@pytest.mark.parametrize(
    ("day", "known"), [("2012-08-09", True), ("2012-08-10", False), ("2015-05-10", False), ("2015-05-11", True)]
)
def test_no_table_is_lawful_between_the_end_of_the_recodification_and_the_text_that_shows_it_kept(
    table: str, day: str, known: bool
) -> None:
    said = answer("check", table, "--date", day)
    assert said["status"] == ("lawful" if known else "not shown")
    assert [one["name"] for one in said["ended"]] == ["13:69F edition"] * (not known)
    headline = words("check", table, "--date", day)
    assert ("the 13:69F edition known only up to 2012-08-09 (" in headline) is not known
    assert ("no text held shows it kept before 2015-05-11" in headline) is not known
    assert [one["verdict"] for one in answer("new", "--date", day)["findings"]] == ["not verifiable"] * (not known)


def test_a_requirement_whose_text_has_ended_leaves_no_table_lawful() -> None:
    # whatever a table must have by a text that has ended is needed for an option that came with it
    for table in SHIPPED:
        asked = load(table).on(LONG_AFTER)
        ends = {each.cite for each in upcard.table.requirements_of(asked) if _has_ended(asked, each.cite)}
        assert not ends or status_of(check(asked)) is not Status.LAWFUL


def _has_ended(table: Any, cite: Any) -> bool:
    on = table.on_its_day(cite)
    return on is not None and on.ended is not None


def stated(**keys: Any) -> str:
    return text(offer("buster", **OFFERS["buster"]), dealer_soft_17="draw", authorities=[{**STATEMENT, **keys}])


def test_a_licensee_states_by_what_authority_a_rule_is_in_force_and_the_finding_stays(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(stated(), encoding="utf-8")
    printed = words("check", "table.toml", "--date", "2026-11-18", cwd=tmp_path)
    assert f"no text held shows it kept; {IN_WORDS} [13:69F-2.30]" in printed
    said = json.loads(within("check", "table.toml", "--date", "2026-11-18", "--json", cwd=tmp_path).out)
    (one,) = [one for one in said["findings"] if one["authority"]]
    assert (one["verdict"], one["cite"], one["authority"]) == ("not verifiable", "13:69F-2.30", STATEMENT)
    assert said["lawful"] is None
    report = ("--report", "filing.html", "--date", "2026-11-18")
    assert within("check", "table.toml", *report, cwd=tmp_path).code == 0
    filed = (tmp_path / "filing.html").read_text(encoding="utf-8")
    assert f"no text held shows it kept; {IN_WORDS}</td>" in filed
    assert f"<td>Statement of the licensee</td><td>{IN_WORDS}</td>" in filed


def test_a_statement_on_a_section_supports_its_paragraphs_and_no_other_section() -> None:
    table = read(stated()).on(date(2026, 11, 18))
    assert table.authorities == (
        Authority(
            rule=upcard.law.cite("13:69F-2.30"),
            register=STATEMENT["register"],
            number=STATEMENT["number"],
            date=date(2016, 9, 19),
            at=("authorities", 0),
        ),
    )
    assert table.authority(upcard.law.cite("13:69F-2.30(f)3")) is table.authorities[0]
    assert table.authority(upcard.law.cite("13:69E-1.10(x)1")) is None
    assert table.on(date(2016, 10, 6)).authority(upcard.law.cite("13:69F-2.30")) is None  # its text is held


@pytest.mark.parametrize(
    ("day", "keys", "remark"),
    [
        ("2016-10-06", {}, "on 13:69F-2.30 has no effect at this table"),
        ("2026-11-18", {"rule": "2.31"}, "on 13:69F-2.31 has no effect at this table"),
        ("2026-11-18", {"date": "2027-01-01"}, "on 13:69F-2.30 is of 2027-01-01, after 2026-11-18"),
        ("2026-11-18", {"date": "2016-01-11"}, None),
        ("2026-11-18", {}, None),
    ],
)
def test_a_statement_that_supports_nothing_is_remarked(day: str, keys: dict[str, str], remark: str | None) -> None:
    remarks = [one for one in check(read(stated(**keys)).on(date.fromisoformat(day))) if one.cite.number != "1.10"]
    said = [one.message for one in remarks if one.kind is FindingKind.REMARK]
    assert said == ([f"The licensee's statement {remark}: remove it"] if remark else [])


def test_a_statement_of_a_day_before_the_rule_came_is_not_taken_for_its_authority() -> None:
    findings = check(read(stated(date="2016-01-10")).on(date(2026, 11, 18)))
    assert [one.authority for one in findings] == [None] * len(findings)
    (remark,) = [one.message for one in findings if one.kind is FindingKind.REMARK]
    assert remark.endswith("is of 2016-01-10, before the rule took effect on 2016-01-11: correct or remove it")


@pytest.mark.parametrize("rule", ["13:69F-2.30(g)", "13:69E-1.10(x)"])
def test_a_statement_on_what_a_table_must_have_is_printed_though_no_finding_is_on_it(rule: str) -> None:
    findings = check(read(stated(rule=rule)).on(date(2026, 11, 18)))
    (remark,) = [one for one in findings if one.kind is FindingKind.REMARK]
    assert "is on what the table must have, not on what it offers" in remark.message
    assert f"the licensee states that {rule} is in force by R.2016 d.1" in remark.statement
    assert status_of(findings) is not Status.LAWFUL


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        ({"rule": "13:69F-9.99"}, "authorities 1, rule"),
        ({"date": "soon"}, "authorities 1, date: must be a day"),
        ({"page": "1"}, "authorities 1, page: unknown key"),
    ],
)
def test_a_statement_that_cannot_be_read_is_a_problem(keys: dict[str, str], wrong: str) -> None:
    with pytest.raises(BadConfig, match=wrong):
        read(stated(**keys))
    with pytest.raises(BadConfig, match="authorities 1, number: is missing"):
        read(text(authorities=[{key: STATEMENT[key] for key in ("rule", "register", "date")}]))
    with pytest.raises(BadConfig, match="authorities 1: must be a record"):
        read(text(authorities=["13:69F-2.30"]))


@pytest.mark.parametrize(
    "verb",
    [
        ("check", "--report", "made.html"),
        ("check", "--report", "made.pdf"),
        ("sign", "-o", "made.pdf"),
        ("layout", "-o", "made.pdf"),
    ],
)
def test_a_document_has_the_date_asked_about_and_that_of_the_newest_text_and_the_same_bytes(
    verb: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, option, file = verb
    made = []
    for today in (TODAY, LONG_AFTER):
        monkeypatch.setattr(days, "today", lambda today=today: today)
        assert within(name, "buster", option, file, "--date", "2026-11-18", cwd=tmp_path).code == 0
        made.append((tmp_path / file).read_bytes())
    assert made[0] == made[1]
    if file.endswith(".html"):
        assert "date asked about 2026-11-18, newest text held 2016-01-11" in made[0].decode()
    within(name, "buster", option, file, cwd=tmp_path)
    assert (tmp_path / file).read_bytes() != made[0]
