"""What a finding rests on, and what the findings of a table amount to: lawful, unlawful or not shown."""

import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import upcard
from tests.command import within
from tests.tables import all_findings, findings, offer, read, text
from upcard.table import BadConfig, Finding, FindingKind, Status, Verdict, check, not_stated, status_of
from upcard.table.findings import FindingIdentity

FREE_BET: dict[str, Any] = {"game": "free bet", "dealer_soft_17": "draw", "hole_card": "down, card reader"}
MULTIPLE_ACTION: dict[str, Any] = {"game": "multiple action"}
EDITIONS = pytest.mark.parametrize("law", ["13:69F", "19:47"])
AREAS_OF_HANDS = {"dealer's second hand": True, "dealer's third hand": True}


def by_kind(kind: FindingKind, *wagers: dict[str, Any], **keys: Any) -> list[Finding]:
    return [one for one in all_findings(*wagers, **keys) if one.kind is kind]


def unstated(*wagers: dict[str, Any], **keys: Any) -> set[tuple[str, str]]:
    """Return which areas and signs are not stated, with their paragraphs."""
    others = ("inscriptions", "equipment", "cutting_cards", "appearance", "approvals")
    missing = by_kind(FindingKind.NOT_STATED, *wagers, **keys)
    return {(str(one.cite), one.message) for one in missing if one.at[0] not in others}


def checked(tmp_path: Path, written: str) -> str:
    (tmp_path / "table.toml").write_text(written, encoding="utf-8")
    return within("check", "table.toml", cwd=tmp_path).out


def test_a_breach_rests_on_the_text_and_a_doubt_on_its_reading() -> None:
    # 13:69F-2.2(a)2: the in-between wager with one deck; 13:69F-2.30(d), reading 10: Buster at multiple action
    assert [(one.kind, one.reading) for one in findings(offer("in-between"), decks=1)] == [(FindingKind.TEXT, None)]
    doubts = by_kind(FindingKind.READING, offer("buster"), **MULTIPLE_ACTION)
    assert [(one.verdict, one.reading) for one in doubts] == [(Verdict.LIKELY, 10)]


def test_a_text_not_held_is_a_finding_on_the_text() -> None:
    # 13:69F-2.22(h): the odds of the streak wager
    assert [(one.kind.value, one.verdict.value) for one in findings(offer("streak"))] == [("text", "not verifiable")]


def test_every_finding_with_a_reading_is_of_that_kind_and_no_other() -> None:
    tables = [
        all_findings(offer("push 22"), offer("buster"), offer("progressive"), dealt_from="hand", decks=2),
        all_findings(offer("in-between"), dealt_from="hand", decks=2, **MULTIPLE_ACTION, surrender=True),
    ]
    for one in (one for table in tables for one in table):
        assert (one.kind is FindingKind.READING) == (one.reading is not None)


def answered(tmp_path: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    done = within("check", *arguments, "--json", cwd=tmp_path)
    return done.code, json.loads(done.out)


def test_a_table_whose_file_does_not_state_something_is_not_called_lawful(tmp_path: Path) -> None:
    # 13:69F-2.30(c): a posted maximum above that of the table has no effect
    written = text(offer("buster", maximum="2000.00"), dealer_soft_17="draw", date=date(2016, 2, 1))
    findings = check(read(written))
    assert {one.kind for one in findings} == {FindingKind.REMARK, FindingKind.NOT_STATED}
    assert status_of(findings) is Status.NOT_SHOWN
    out = " ".join(checked(tmp_path, written).split())
    assert "may be opened" not in out
    assert re.search(r"BJ-1 is not shown to be lawful under .* \(no violation found; \d+ not stated; 1 remark\) ", out)
    code, answer = answered(tmp_path, "table.toml")
    assert (code, answer["status"], answer["lawful"]) == (0, "not shown", None)
    assert answer["not_stated"] == list(not_stated(read(written)))
    assert answered(tmp_path, "table.toml", "--strict")[0] == 1
    shown = upcard.check(upcard.loads(written))
    assert (shown.status, shown.lawful) == (Status.NOT_SHOWN, None)
    assert repr(shown).startswith("<BJ-1: not shown, ")


def test_remarks_never_change_the_status() -> None:
    findings = check(read(text(offer("buster", maximum="2000.00"), dealer_soft_17="draw")))
    remarks = [one for one in findings if one.kind is FindingKind.REMARK]
    assert remarks
    assert status_of(remarks) is Status.LAWFUL


@pytest.mark.parametrize("verdict", list(Verdict))
def test_whatever_is_in_doubt_is_not_shown_and_whatever_violates_is_unlawful(verdict: Verdict) -> None:
    one, *_ = findings(offer("in-between"), decks=1)
    status = Status.UNLAWFUL if verdict is Verdict.VIOLATES else Status.NOT_SHOWN
    assert status_of([replace(one, verdict=verdict)]) is status
    assert status_of([]) is Status.LAWFUL


def test_the_answer_for_several_files_is_that_of_the_worst(tmp_path: Path) -> None:
    files = {
        "unlawful": text(offer("in-between"), decks=1),  # 13:69F-2.2(a)2: at least two decks
        "unstated": text(),
        "broken": "decks = ",
    }
    for name, written in files.items():
        (tmp_path / f"{name}.toml").write_text(written, encoding="utf-8")
    code, answer = answered(tmp_path, "unstated.toml", "unstated.toml")
    assert (code, answer["status"], answer["lawful"]) == (0, "not shown", None)
    code, answer = answered(tmp_path, "unstated.toml", "unstated.toml", "--strict")
    assert (code, answer["status"]) == (1, "not shown")
    code, answer = answered(tmp_path, "unstated.toml", "unlawful.toml")
    assert (code, answer["status"], answer["lawful"]) == (1, "unlawful", False)
    code, answer = answered(tmp_path, "unstated.toml", "broken.toml", "unlawful.toml")
    assert (code, answer["status"], answer["lawful"]) == (2, None, False)


def test_a_finding_is_the_same_on_another_line_and_another_day() -> None:
    def of(written: str) -> set[FindingIdentity]:
        return {one.identity for one in check(read(written))}

    written = text(offer("streak", minimum=None))  # 13:69F-2.22(h), its odds, and what the file does not state
    assert of(written) == of("# a comment\n\n" + written) == of(written + "\n# another\n")
    assert of(text(offer("streak"))) < of(written)


def test_the_first_line_counts_what_is_not_stated(tmp_path: Path) -> None:
    # 13:69F-2.2(a)2: at least two decks
    out = checked(tmp_path, text(offer("in-between"), decks=1))
    assert re.search(r"may not be opened as configured under .* \(1 violating, \d+ not stated\)", " ".join(out.split()))


# 13:69E-1.10(g), 13:69E-1.10(r), 13:69E-1.10(x)2 to 4: an area for each wager, a sign for its odds
@pytest.mark.cite("13:69E-1.10(r)", "19:46-1.10(r)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69E-1.10(r)"), ("19:47", "19:46-1.10(r)")])
def test_an_area_or_a_sign_that_no_file_states_is_not_assumed(law: str, number: str) -> None:
    area = (number, "The betting area of the in-between wager is not stated, so not checked")
    sign = (number, "The sign of the in-between wager is not stated, so not checked")
    assert unstated(offer("in-between"), law=law) == {area, sign}
    assert unstated(offer("in-between", betting_area=True), law=law) == {sign}
    assert unstated(offer("in-between", betting_area=False, sign=False), law=law) == set()


@pytest.mark.cite("13:69E-1.10(x)4")
def test_the_sign_of_the_free_bonus_is_not_assumed_either() -> None:
    assert unstated(offer("buster", free_bonus="B1", betting_area=True)) == {
        ("13:69E-1.10(x)3", "The sign of the buster wager is not stated, so not checked"),
        ("13:69E-1.10(x)4", "The sign of the Free Bonus is not stated, so not checked"),
    }


@pytest.mark.cite("13:69E-1.10(x)", "13:69E-1.10(aa)")
def test_the_former_edition_requires_nothing_that_came_later() -> None:
    assert unstated(offer("buster"), **FREE_BET, law="19:47") == set()


@pytest.mark.cite("13:69E-1.10(aa)1i", "13:69E-1.10(aa)1ii")
def test_every_free_bet_table_has_the_area_and_the_sign_though_the_wager_stays_closed() -> None:
    area = ("13:69E-1.10(aa)1i", "The betting area for push 22 is not stated, so not checked")
    sign = ("13:69E-1.10(aa)1ii", "The sign for push 22 is not stated, so not checked")
    assert unstated(**FREE_BET) == {area, sign}  # reading 40
    assert unstated(**FREE_BET, betting_areas={"push 22": True}) == {sign}
    assert unstated(**FREE_BET, betting_areas={"push 22": 6}, signs={"push 22": True}) == set()


@pytest.mark.cite("13:69E-1.10(aa)1i", "13:69E-1.10(aa)1ii")
@pytest.mark.parametrize(("area", "verdicts"), [(True, []), (False, ["violates"]), (5, ["violates"]), (6, []), (7, [])])
def test_a_closed_area_is_counted_as_an_open_one(area: bool | int, verdicts: list[str]) -> None:
    answer = findings(**FREE_BET, betting_areas={"push 22": area}, signs={"push 22": True})
    assert [one.verdict.value for one in answer if str(one.cite) == "13:69E-1.10(aa)1i"] == verdicts
    lacking = findings(**FREE_BET, betting_areas={"push 22": True}, signs={"push 22": False})
    assert [str(one.cite) for one in lacking] == ["13:69E-1.10(aa)1ii"]


@pytest.mark.cite("13:69E-1.10(aa)1i")
def test_the_area_of_an_offered_wager_may_be_stated_in_either_place_but_not_differently() -> None:
    keys = {**FREE_BET, "betting_areas": {"push 22": True}, "signs": {"push 22": True}}
    assert unstated(offer("push 22"), **keys) == set()
    assert findings(offer("push 22", betting_area=6, sign=True), **keys) == ()
    lacking = findings(offer("push 22"), **{**keys, "betting_areas": {"push 22": 5}})
    assert [str(one.cite) for one in lacking] == ["13:69E-1.10(aa)1i"]
    with pytest.raises(BadConfig, match="wager 1, betting_area: betting_areas states otherwise for push 22"):
        read(text(offer("push 22", betting_area=5), **keys))
    with pytest.raises(BadConfig, match="wager 1, sign: signs states otherwise for push 22"):
        read(text(offer("push 22", sign=False), **keys))


@pytest.mark.cite("13:69F-2.18(b)", "13:69F-2.18(g)", "13:69F-2.18(h)", "19:47-2.18(b)")
@EDITIONS
def test_multiple_action_needs_areas_for_each_wager_and_hand_and_a_posting(law: str) -> None:
    due = {
        (f"{law}-2.18(b)", "The betting area for each wager is not stated, so not checked"),
        (f"{law}-2.18(b)", "The sign for wagers and limits is not stated, so not checked"),
        (f"{law}-2.18(g)", "The area for the dealer's second hand is not stated, so not checked"),
        (f"{law}-2.18(h)", "The area for the dealer's third hand is not stated, so not checked"),
    }
    assert unstated(**MULTIPLE_ACTION, law=law) == due
    areas = {"each wager": 6, **AREAS_OF_HANDS}
    assert unstated(**MULTIPLE_ACTION, law=law, betting_areas=areas, signs={"wagers and limits": True}) == set()


@pytest.mark.cite("13:69F-2.18(h)", "19:47-2.18(h)")
@EDITIONS
def test_two_wagers_need_no_area_for_a_third_hand(law: str) -> None:
    cites = {cite for cite, _ in unstated(**MULTIPLE_ACTION, law=law, multiple_action_wagers=2)}
    assert cites == {f"{law}-2.18(b)", f"{law}-2.18(g)"}


@pytest.mark.cite("13:69F-2.18(b)", "13:69F-2.18(g)", "13:69F-2.18(h)", "19:47-2.18(g)")
@EDITIONS
@pytest.mark.parametrize(
    ("area", "stated", "path"),
    [
        ("each wager", False, "2.18(b)"),
        ("each wager", 5, "2.18(b)"),
        ("dealer's second hand", False, "2.18(g)"),
        ("dealer's third hand", 0, "2.18(h)"),
    ],
)
def test_areas_of_multiple_action_that_are_missing_are_reported(
    law: str, area: str, stated: bool | int, path: str
) -> None:
    areas = {"each wager": True, **AREAS_OF_HANDS, area: stated}
    answer = findings(**MULTIPLE_ACTION, law=law, betting_areas=areas)
    assert [(one.verdict.value, str(one.cite)) for one in answer] == [("violates", f"{law}-{path}")]


@pytest.mark.cite("13:69F-2.18(b)", "19:47-2.18(b)")
@EDITIONS
def test_the_number_of_wagers_and_their_limits_are_on_a_sign(law: str) -> None:
    (lacking,) = findings(**MULTIPLE_ACTION, law=law, signs={"wagers and limits": False})
    assert (lacking.verdict.value, str(lacking.cite)) == ("violates", f"{law}-2.18(b)")


@pytest.mark.parametrize("key", ["betting_areas", "signs"])
def test_areas_and_signs_that_no_game_of_the_table_knows_are_problems(key: str) -> None:
    with pytest.raises(BadConfig, match=f"{key}: the game requires none"):
        read(text(**{key: {"push 22": True}}))
    with pytest.raises(BadConfig, match=f"{key}, push22: unknown key; did you mean push 22?"):
        read(text(**FREE_BET, **{key: {"push22": True}}))
    with pytest.raises(BadConfig, match=f"{key}, push 22: must be"):
        read(text(**FREE_BET, **{key: {"push 22": "yes"}}))


@pytest.mark.cite("13:69E-1.10(c)", "13:69E-1.10(d)", "19:46-1.10(c)")
@pytest.mark.parametrize(("law", "prefix"), [("13:69F", "13:69E"), ("19:47", "19:46")])
def test_inscriptions_and_equipment_are_not_assumed(law: str, prefix: str) -> None:
    stated = {"cutting_cards": 1, "appearance": {"alike decks": True, "opaque cutting cards": True}}
    approved = {"color of the cutting cards": True}
    assert [
        (str(one.cite), one.message) for one in by_kind(FindingKind.NOT_STATED, law=law, approvals=approved, **stated)
    ] == [
        (f"{prefix}-1.10(c)", "The inscriptions are not stated, so not checked"),
        (f"{prefix}-1.10(d)", "The equipment is not stated, so not checked"),
    ]


def test_a_list_of_wagers_says_what_is_doubtful_and_by_which_reading() -> None:
    # 13:69F-2.18(c), reading 63
    assert "[13:69F-2.18(c), reading 63]" in " ".join(within("wagers", "multiple action").out.split())
    (listed,) = json.loads(within("wagers", "multiple action", "--json").out)["wagers"]
    assert [(doubt["cite"], doubt["reading"]) for doubt in listed["doubts"]] == [("13:69F-2.18(c)", 63)]
    assert "13:69F-2.18(c)" not in {one["cite"] for one in listed["requires"]}
