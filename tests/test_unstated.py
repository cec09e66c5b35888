"""Nothing is lawful by silence: a table that leaves out anything a paragraph requires is never called lawful."""

from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from typing import Any

import pytest

from tests.command import ROOT, within
from tests.tables import offer, read, text
from upcard.law import Edition
from upcard.rules import base
from upcard.rules.option import Statement
from upcard.table import (
    Finding,
    FindingKind,
    Requirement,
    RequirementKind,
    StatedAs,
    Status,
    TableConfig,
    Verdict,
    check,
    described,
    load,
    not_stated,
    requirements_of,
    status_of,
)
from upcard.table.comparison import compare
from upcard.table.new_table import LISTS, UnlawfulTable, new_table
from upcard.wagers import ALL, GAMES, OPTIONS

DAY = "2016-01-20"  # on which every rule that is held was in effect
DAYS = {Edition.CURRENT: DAY, Edition.FORMER: "2005-06-01"}
SHIPPED = sorted((ROOT / "tables").glob("*.toml"))
STATEMENTS = [each.value for each in (*base.STATEMENTS, *(each for option in OPTIONS for each in option.statements))]


CHOSEN = ("game", "name", "decks", 0, 1, 2)  # what the table is, or a whole wager; the rest is required of it


def status(table: TableConfig) -> Status:
    return status_of(check(table))


def without(table: TableConfig, required: Requirement) -> TableConfig | None:
    """Return a table whose file leaves out what a requirement asks for; None where there is nothing to leave out."""
    content = deepcopy(dict(table.content))
    *above, key = required.at
    here: Any = content
    for part in above:
        if isinstance(here, dict) and part not in here:
            return None
        here = here[part]
    if isinstance(here, dict) and key not in here:
        return None
    if key not in LISTS:
        del here[key]
    else:
        stated = here[key]
        here[key] = [item for item in stated if item != required.remedy]
        if here[key] == stated:
            return None
    return described(table.file, content)


def left_out(table: TableConfig) -> Iterator[tuple[Requirement, TableConfig]]:
    for required in requirements_of(table):
        if required.at[-1] not in CHOSEN and (bare := without(table, required)) is not None:
            yield required, bare


def is_default(required: Requirement, bare: TableConfig) -> bool:
    """Whether the key chose an offer that is made no more, or has a documented default that meets the requirement."""
    same = {each.state for each in requirements_of(bare) if (each.what, each.at) == (required.what, required.at)}
    of_a_key = required.kind in (RequirementKind.CARDS, RequirementKind.RULE)
    return same == set() or (of_a_key and same == {StatedAs.NOT_STATED})


def of_every_kind(table: TableConfig) -> None:
    lawful = status(table) is Status.LAWFUL
    for required, bare in left_out(table):
        if status(bare) is Status.LAWFUL:
            assert is_default(required, bare), required
            assert required.at != ("cutting_cards",)
            assert lawful
    for key in (*LISTS, "betting_areas", "signs", "appearance", "approvals"):
        if key in table.content:
            bare = described(table.file, {name: value for name, value in table.content.items() if name != key})
            needed = any(each.at[0] == key for each in requirements_of(table))
            assert status(bare) is not Status.LAWFUL or not needed, key


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_no_shipped_table_is_lawful_without_something_that_a_paragraph_requires(file: Any) -> None:
    table = load(file)
    of_every_kind(load(file, [f"date={DAYS[table.law]}"]))


@pytest.mark.parametrize("law", Edition, ids=lambda edition: edition.value)
@pytest.mark.parametrize("name", [*(game.name for game in GAMES), *(wager.name for wager in ALL)])
def test_no_new_table_is_lawful_without_something_that_a_paragraph_requires(name: str, law: Edition) -> None:
    games = {game.name for game in GAMES}
    try:
        new = new_table(
            *((name, []) if name in games else (None, [name])), law=law, today=date.fromisoformat(DAYS[law])
        )
    except UnlawfulTable:
        assert not next(each for each in OPTIONS if each.name == name).cite.stands_in(law)
        return
    table = described("new", {**new.table.content, "date": DAYS[law]})
    assert not [one for one in check(table) if one.kind is FindingKind.NOT_STATED]
    of_every_kind(table)


def test_the_property_is_about_tables_that_are_lawful_as_they_stand() -> None:
    lawful = {file.stem for file in SHIPPED if status(load(file, [f"date={DAY}", "law=13:69F"])) is Status.LAWFUL}
    assert lawful >= {"blackjack", "free-bet", "buster", "multiple-action", "blackjack-resplit"}


# Keys with which each statement is required.
REQUIRED_WITH: dict[str, dict[str, Any]] = {
    "color of the cutting cards": {"law": "19:47"},
    "in-between sign": {"wager": "in-between"},
    "meter amounts": {"wager": "progressive"},
    "validation of progressive payouts": {"wager": "progressive"},
    "name or logo on free bet buttons": {"game": "free bet", "dealer_soft_17": "draw"},
}


def asked(statement: Statement, stated: Any = None, **keys: Any) -> tuple[Requirement, list[Finding]]:
    """Return the requirement of a statement and what is found of it, at a table that states it so."""
    needed = {**REQUIRED_WITH.get(statement.name, {}), **keys}
    wagers = [offer(needed.pop("wager"))] if "wager" in needed else []
    values = {} if stated is None else {statement.under.value: {statement.name: stated}}
    table = read(text(*wagers, **needed, **values))
    (required,) = [each for each in requirements_of(table) if each.at == (statement.under.value, statement.name)]
    return required, [one for one in check(table) if one.at == required.at]


@pytest.mark.cite(
    "13:69F-2.2(a)", "13:69E-1.10(r)", "13:69E-1.10(aa)2i", "13:69F-2.19(i)", "13:69F-2.19(g)3", "13:69D-1.39B(b)"
)
@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: statement.name)
def test_what_only_the_licensee_can_state_is_stated_not_stated_or_missing(statement: Statement) -> None:
    required, found = asked(statement)
    assert required.state is StatedAs.NOT_STATED
    assert [(one.kind, one.verdict) for one in found] == [(FindingKind.NOT_STATED, Verdict.NOT_VERIFIABLE)]
    assert asked(statement, stated=True)[1] == []
    assert asked(statement, stated=True)[0].state is StatedAs.STATED
    missing, (breach,) = asked(statement, stated=False)
    assert missing.state is StatedAs.DIFFERENTLY
    assert (breach.kind, breach.verdict) == (FindingKind.TEXT, Verdict.VIOLATES)


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: statement.name)
def test_a_record_of_it_must_not_be_of_a_later_day(statement: Statement) -> None:
    day = "2005-06-01" if REQUIRED_WITH.get(statement.name, {}).get("law") == "19:47" else DAY
    record = {"given": day, "by": "the casino's file 12"}
    required, found = asked(statement, stated=record, date=day)
    assert (required.states, found) == (f"given {day}, by the casino's file 12", [])
    late, (breach,) = asked(statement, stated={"given": "2016-01-21", "by": "x"}, date=day)
    assert (late.state, breach.verdict) == (StatedAs.DIFFERENTLY, Verdict.VIOLATES)


def test_one_deck_is_alike_by_itself_and_the_color_is_approved_in_the_former_edition_only() -> None:
    def asked_at(**keys: Any) -> set[str]:
        return {
            str(each.at[-1])
            for each in requirements_of(read(text(**keys)))
            if each.at[0] in ("appearance", "approvals")
        }

    assert asked_at() == {"alike decks", "opaque cutting cards"}
    assert asked_at(decks=1) == {"opaque cutting cards"}
    assert asked_at(law="19:47") == {"alike decks", "opaque cutting cards", "color of the cutting cards"}


@pytest.mark.cite("13:69F-2.2(a)")
def test_a_number_of_cutting_cards_that_is_not_stated_is_not_taken_for_one() -> None:
    assert "number of cutting cards" in not_stated(read(text()))
    assert "number of cutting cards" not in not_stated(read(text(cutting_cards=1)))


def test_every_verb_follows_a_statement() -> None:
    stated = ("--set", 'approvals={"in-between sign"={given="2016-01-20", by="Division"}}')
    assert "approval of the in-between sign" in " ".join(within("check", "in-between").out.split())
    assert "approval of the in-between sign" not in " ".join(within("check", "in-between", *stated).out.split())
    listed = " ".join(within("needs", "in-between", *stated).out.split())
    assert "stated approval of the in-between sign [13:69E-1.10(r); text held]; the file: given 2016-01-20" in listed
    compared = compare(load("in-between"), load("in-between", [stated[1]]))
    assert [(each.key, each.before) for each in compared.changes] == [("approvals.in-between sign", None)]
    assert [one.kind for one in compared.went] == [FindingKind.NOT_STATED]
    assert 'approvals = { "in-between sign" = true }' in within("new", "--wager", "in-between").out
    unknown = within("check", "in-between", "--set", 'approvals={"in-between sgn"=true}')
    assert (unknown.code, "did you mean in-between sign?" in unknown.err) == (2, True)
