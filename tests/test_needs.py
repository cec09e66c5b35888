"""upcard needs: everything that a table must have, from the declarations that check reads."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import ROOT, misused, within
from tests.tables import NEEDS, offer, read, text
from upcard.law import Cited, Edition
from upcard.rules import base
from upcard.rules.option import AreaKind
from upcard.table import FindingKind, Requirement, RequirementKind, StatedAs, TableConfig, check, load, requirements_of
from upcard.wagers import ALL, OPTIONS

LAWFUL = sorted((ROOT / "tables").glob("*.toml"))
ANY = sorted((ROOT / "tables").rglob("*.toml"))


def of_kind(table: TableConfig, kind: RequirementKind) -> list[Requirement]:
    return [each for each in requirements_of(table) if each.kind is kind]


@pytest.mark.parametrize("file", ANY, ids=lambda file: file.stem)
def test_what_is_not_met_is_exactly_what_check_reports_of_it(file: Path) -> None:
    table = load(file)
    reported = set(check(table))
    of_needs = {finding for each in requirements_of(table) for finding in each.findings(table)}
    assert of_needs <= reported
    for each in requirements_of(table):
        weighs = [one for one in each.findings(table) if one.kind is not FindingKind.NOT_STATED]
        assert each.state is not StatedAs.DIFFERENTLY or weighs, each
    assert [one for one in reported - of_needs if one.kind is FindingKind.NOT_STATED] == []


@pytest.mark.parametrize("file", LAWFUL, ids=lambda file: file.stem)
def test_at_a_lawful_table_nothing_is_stated_differently(file: Path) -> None:
    assert [each for each in requirements_of(load(file)) if each.state is StatedAs.DIFFERENTLY] == []


@pytest.mark.parametrize("law", [edition.value for edition in Edition])
def test_multiple_action_is_not_told_two_limits_of_splits(law: str) -> None:
    table = read(text(game="multiple action", law=law))
    said = [each.what for each in requirements_of(table) if each.at == ("splits",)]
    assert said == ["a pair may be split at least once", "a pair may not be split again in multiple action"]


def test_a_free_bet_table_needs_a_limit_of_free_splits_and_no_notice_of_it() -> None:
    table = read(text(game="free bet", dealer_soft_17="draw", hole_card="down, card reader", free_splits=3))
    limits = {each.at[0]: str(each.cite) for each in requirements_of(table) if "split free" in each.what}
    assert limits == {"free_splits": "13:69F-2.11(e)"}
    assert not [each for each in of_kind(table, RequirementKind.NOTICE) if "split" in each.what]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_wagers_lists_everything_declared_of_an_option(option: Any) -> None:
    (listed,) = json.loads(within("wagers", option.name, "--json").out)["wagers"]
    needs = listed["needs"]
    assert [one["text"] for one in needs if one["kind"] == "inscription"] == [
        each.value.text for each in option.inscriptions
    ]
    assert [one["what"] for one in needs if one["kind"] == "equipment"] == [
        each.value.name for each in option.equipment
    ]
    assert len([one for one in needs if one["kind"] == "notice"]) == len(option.notices)
    assert {one["cite"] for one in needs if one["kind"] == "betting area"} >= {
        str(each.cite) for each in option.areas if each.value.kind is not AreaKind.CHIP_ACCEPTOR
    }
    sign = getattr(option, "sign", None)
    if isinstance(sign, Cited):
        assert list(sign.value) in [one["says"] for one in needs if one["kind"] == "sign"]
    printed = " ".join(within("wagers", option.name).out.split())
    assert all(f"[{one['cite']}" in printed and one["what"] in printed for one in needs)


@pytest.mark.parametrize("wager", ALL, ids=lambda wager: wager.name)
@pytest.mark.parametrize("key", ["betting_area", "sign"])
def test_an_area_and_a_sign_are_stated_not_stated_or_stated_differently(wager: Any, key: str) -> None:
    kind = RequirementKind.AREA if key == "betting_area" else RequirementKind.SIGN
    states = {True: StatedAs.STATED, False: StatedAs.DIFFERENTLY, None: StatedAs.NOT_STATED}
    for stated, state in states.items():
        table = read(text(offer(wager.name, **{key: stated}), **NEEDS.get(wager.name, {})))
        own = [each for each in of_kind(table, kind) if each.option is wager]
        assert {each.state for each in own} <= {state}
        areas = [area for area in wager.areas if area.value.kind is not AreaKind.CHIP_ACCEPTOR]  # that is equipment
        assert bool(own) == bool(areas if kind is RequirementKind.AREA else isinstance(wager.sign, Cited))


@pytest.mark.cite("13:69E-1.10(x)1", "13:69E-1.10(c)2")
def test_an_inscription_is_literal_and_one_that_replaces_another_stands_alone() -> None:
    def texts(*inscriptions: str) -> dict[str | None, StatedAs]:
        table = read(text(offer("buster"), dealer_soft_17="draw", inscriptions=list(inscriptions)))
        return {each.text: each.state for each in of_kind(table, RequirementKind.INSCRIPTION)}

    literal = "Dealer Must Draw to Soft 17"
    assert texts(literal)[literal] is StatedAs.STATED
    assert texts(literal.lower())[literal] is StatedAs.DIFFERENTLY
    assert texts()[literal] is StatedAs.NOT_STATED
    assert base.STANDS_ON_SOFT_17.value.text not in texts()


def test_the_limits_of_every_kind_are_listed() -> None:
    table = read(text(offer("in-between"), offer("buster"), dealer_soft_17="draw"))
    limits = {(each.what, str(each.cite), each.states) for each in of_kind(table, RequirementKind.LIMIT)}
    assert ("minimum of the blackjack wager, posted", "13:69F-8.3(a)", "$10.00") in limits
    assert ("maximum of the in-between wager, posted", "13:69F-2.26(d)", "$100.00") in limits
    assert any("at least $1.00, not more than the blackjack wager" in what for what, _, _ in limits)


@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69E-1.10(r)"), ("19:47", "19:46-1.10(r)")])
def test_needs_are_those_of_the_edition(law: str, number: str) -> None:
    answer = json.loads(within("needs", "in-between", "--set", f"law={law}", "--json").out)
    assert number in {one["cite"] for one in answer["needs"]}
    assert Edition(law).value == answer["law"]


def test_needs_are_those_of_the_day() -> None:
    def signs(day: str) -> list[tuple[str, str]]:
        answer = json.loads(within("needs", "seven-seats", "--date", day, "--json").out)
        return [(one["cite"], one["standing"]) for one in answer["needs"] if one["kind"] == "sign"]

    assert signs("2004-06-01") == [("19:46-1.10(r)", "not verifiable")]
    assert signs("2016-01-10") == [("13:69E-1.10(r)", "text held")]
    assert signs("2016-01-11") == [("13:69E-1.10(r)", "text held"), ("13:69E-1.10(x)3", "text held")]
    assert ("13:69E-1.10(x)3", "not verifiable") in signs("2026-01-01")


def test_the_answer_of_needs() -> None:
    done = within("needs", "tables/unlawful/nothing-posted.toml", "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["complete"]) == (1, False)
    law = {"law", "law_chosen_by", "date", "newest_text", "ended", "law_file"}
    assert {"file", "set", "table", *law, "complete", "counts", "needs"} == answer.keys()
    assert sum(answer["counts"].values()) == len(answer["needs"])
    keys = {"kind", "what", "cite", "standing", "reading", "needed_for", "stated", "states", "says", "text", "key"}
    assert all(one.keys() == keys for one in answer["needs"])
    (minimum,) = [one for one in answer["needs"] if one["key"] == "minimum"]
    assert minimum["stated"] == "not stated"


def test_the_key_of_a_need_is_one_that_set_takes() -> None:
    answer = json.loads(within("needs", "tables/unlawful/nothing-posted.toml", "--json").out)
    wager = [one["key"] for one in answer["needs"] if one["key"].startswith("wager.")]
    assert wager
    done = within("needs", "seven-seats", "--set", "wager.buster.sign=false", "--json")
    differing = [one for one in json.loads(done.out)["needs"] if one["stated"] == "stated differently"]
    assert [one["key"] for one in differing] == ["wager.buster.sign"]
    assert done.code == 1


@pytest.mark.parametrize("table", ["seven-seats", "free-bet", "multiple-action"])
def test_the_list_fits_the_terminal(table: str) -> None:
    done = within("needs", table)
    assert max(map(len, done.out.splitlines())) <= 80
    assert "Inscriptions" in done.out


def test_several_games_and_unreadable_files() -> None:
    assert within("needs", "blackjack", "--set", 'game=["free bet", "multiple action"]').code == 1
    assert "did you mean" in misused("needs", "busterr")
    assert "no wager" in misused("needs", "blackjack", "--set", 'wager=[{name="x"}]')
