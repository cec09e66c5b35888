"""The law on a day: every paragraph before, on and after its date; editions, temporary rules, what is not known."""

import json
import tomllib
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from tests.command import ROOT, misused, within
from tests.tables import NEEDS, TODAY, all_findings, offer, read, text
from upcard.api.paragraphs import paragraph_on_json
from upcard.law import CODE, Edition, Effect, Paragraph, TextForm, cite, edition_on, life_of, paragraph_on, rule_on
from upcard.law.code import TEMPORARY_DAYS, LawOrder
from upcard.law.dates import order_on
from upcard.rules.option import Option
from upcard.rules.rule_fields import written
from upcard.rules.wager import Game, Wager
from upcard.table import Finding, LawChosenBy, Verdict, check
from upcard.wagers import GAMES, OPTIONS

DAY = timedelta(days=1)
MOVED = date(2011, 11, 14)
DATED = [paragraph for paragraph in CODE.paragraphs if paragraph.since.first_day is not None]
BEGAN = [paragraph for paragraph in DATED if paragraph.began is not None]
TEMPORARY = [order for order in CODE.orders if order.last_day is not None]
BOUNDED = [order for order in CODE.orders if order.known_by is not None]
UNDATED = [paragraph for paragraph in CODE.paragraphs if paragraph.since.first_day is None]


def numbers(paragraphs: list[Paragraph]) -> list[str]:
    return [paragraph.number for paragraph in paragraphs]


def first_day(order: LawOrder) -> date:
    assert order.first_day is not None
    return order.first_day


@pytest.mark.parametrize("paragraph", DATED, ids=numbers(DATED))
def test_a_dated_paragraph_before_on_and_after_its_day(paragraph: Paragraph) -> None:
    day = first_day(paragraph.since)
    before = paragraph_on(paragraph, day - DAY)
    assert before.form is (TextForm.PRESENT if paragraph.began is None else TextForm.EARLIER)
    assert before.effect is (Effect.NOT_YET if paragraph.began is None else order_on(paragraph.began, day - DAY).effect)
    for on in (paragraph_on(paragraph, day), paragraph_on(paragraph, day + DAY)):
        assert (on.effect, on.form) == (Effect.IN_EFFECT, TextForm.PRESENT)


def test_there_are_dated_paragraphs_of_every_dated_rulemaking_and_most_have_a_day() -> None:
    assert {paragraph.since.name for paragraph in DATED} == {
        order.name for order in CODE.orders if order.first_day is not None
    }
    assert len(DATED) > 100
    assert {paragraph.number for paragraph in BEGAN} >= {"13:69F-2.18(a)", "13:69F-2.26(g)", "13:69F-2.6(k)"}


def dated_in_files() -> Iterator[tuple[str, dict[str, Any], dict[str, Any] | None]]:
    """Yield every paragraph of the text files with the entry of its rulemaking, and that of its earlier form."""
    law = ROOT / "src" / "upcard" / "law"
    orders = {each["name"]: each for each in tomllib.loads((law / "orders.toml").read_text(encoding="utf-8"))["order"]}
    for file in sorted((law / "text").glob("*.toml")):
        section = tomllib.loads(file.read_text(encoding="utf-8"))
        for paragraph in section["paragraph"]:
            since = paragraph.get("since", section["since"])
            began = paragraph.get("began", section["since"] if since != section["since"] else None)
            number = section["section"] + paragraph["number"]
            yield number, orders[since], orders[began] if began and began != since else None


IN_FILES = tuple(dated_in_files())


def effect(number: str, day: date) -> str:
    return str(paragraph_on_json(cite(number), day)["effect"])


@pytest.mark.parametrize(("number", "order", "earlier"), IN_FILES, ids=[number for number, _, _ in IN_FILES])
def test_a_paragraph_before_on_and_after_every_day_that_the_files_state(
    number: str, order: dict[str, Any], earlier: dict[str, Any] | None
) -> None:
    if "from" in order:
        first = date.fromisoformat(order["from"])
        answers = [effect(number, first + days * DAY) for days in (-1, 0, 1)]
        assert answers[1:] == ["in effect"] * 2
        assert answers[0] == "not yet in effect" or earlier is not None
        if order.get("temporary"):
            kept = date.fromisoformat(order["kept_by"]) if "kept_by" in order else None
            last = first + 269 * DAY
            after = "in effect" if earlier is not None else "not known"
            assert [effect(number, last + days * DAY) for days in (-1, 0)] == ["in effect"] * 2
            assert effect(number, last + DAY) in (after, "not known")
            if kept:
                assert [effect(number, kept + days * DAY) for days in (0, 1)] == ["in effect"] * 2
    elif "known_by" in order:
        known = date.fromisoformat(order["known_by"])
        assert [effect(number, known + days * DAY) for days in (0, 1)] == ["in effect"] * 2
        assert effect(number, known - DAY) == "not known" or earlier is not None
    elif earlier is None:
        assert {effect(number, day) for day in (date(1993, 1, 1), date(2015, 5, 11), date(2030, 1, 1))} == {"not known"}


def test_the_files_have_every_paragraph() -> None:
    known = {paragraph.number for paragraph in CODE.paragraphs if paragraph.path}
    assert {number for number, _, _ in IN_FILES} == known


@pytest.mark.parametrize("paragraph", BEGAN, ids=numbers(BEGAN))
def test_an_amended_paragraph_is_shown_by_its_text_of_the_day(paragraph: Paragraph) -> None:
    citation, day = cite(paragraph.number), first_day(paragraph.since)
    assert rule_on(citation, day) == paragraph.rule or edition_on(day) is Edition.FORMER
    if paragraph.former_rule and edition_on(day - DAY) is Edition.CURRENT:
        assert rule_on(citation, day - DAY) == paragraph.former_rule != paragraph.rule


@pytest.mark.parametrize("order", TEMPORARY, ids=lambda order: order.name)
def test_a_temporary_rule_ends_after_270_days_unless_a_later_text_shows_it_kept(order: LawOrder) -> None:
    last = order.last_day
    assert last is not None
    assert (last - first_day(order)).days + 1 == TEMPORARY_DAYS == 270
    assert order_on(order, last - DAY).effect is order_on(order, last).effect is Effect.IN_EFFECT
    after = order_on(order, last + DAY)
    assert after.effect is Effect.NOT_KNOWN
    assert after.why is not None
    assert str(last) in after.why
    if order.kept_by:
        assert order_on(order, order.kept_by - DAY).effect is Effect.NOT_KNOWN
        assert order_on(order, order.kept_by).effect is order_on(order, order.kept_by + DAY).effect is Effect.IN_EFFECT


@pytest.mark.parametrize("order", BOUNDED, ids=lambda order: order.name)
def test_an_undated_rule_is_known_to_be_in_effect_from_a_day_on(order: LawOrder) -> None:
    assert order.known_by is not None
    assert order_on(order, order.known_by - DAY).effect is Effect.NOT_KNOWN
    assert order_on(order, order.known_by).effect is Effect.IN_EFFECT
    assert order_on(order, order.known_by + DAY).effect is Effect.IN_EFFECT


def test_a_rule_without_any_day_is_never_known_to_be_in_effect() -> None:
    unknown = [order for order in CODE.orders if order.first_day is None and order.known_by is None]
    assert [order.name for order in unknown] == ["since recodification"]
    assert order_on(unknown[0], date(2030, 1, 1)).effect is Effect.NOT_KNOWN
    assert UNDATED


def test_an_ended_temporary_amendment_leaves_the_paragraph_in_one_form_or_the_other() -> None:
    ban = cite("13:69F-2.18(a)").paragraph
    on = paragraph_on(ban, date(2016, 2, 5))
    assert (on.effect, on.form) == (Effect.IN_EFFECT, TextForm.EITHER)


@pytest.mark.parametrize(
    ("day", "edition"),
    [(MOVED - DAY, Edition.FORMER), (MOVED, Edition.CURRENT), (MOVED + DAY, Edition.CURRENT)],
)
def test_the_day_chooses_the_edition(day: date, edition: Edition) -> None:
    assert edition_on(day) is edition
    table = read(text(date=day))
    assert (table.law, table.law_chosen_by) == (edition, LawChosenBy.DATE)
    assert check(table) == check(read(text(date=day, law=edition.value)))


def test_the_editions_follow_each_other_without_a_gap() -> None:
    assert life_of(Edition.FORMER) == (None, MOVED - DAY)
    assert life_of(Edition.CURRENT) == (MOVED, None)


@pytest.mark.parametrize(
    ("law", "day", "wrong"),
    [
        ("19:47", MOVED - DAY, False),
        ("19:47", MOVED, True),
        ("19:47", MOVED + DAY, True),
        ("13:69F", MOVED - DAY, True),
        ("13:69F", MOVED, False),
        ("13:69F", MOVED + DAY, False),
    ],
)
def test_a_day_outside_the_life_of_the_stated_edition_is_a_finding(law: str, day: date, wrong: bool) -> None:
    edition = [one for one in all_findings(law=law, date=day) if "edition was in effect" in one.message]
    assert [one.verdict for one in edition] == [Verdict.VIOLATES] * wrong
    assert all(one.line == 7 + 1 for one in edition)  # that of date
    assert within("check", "in-between-19-47", "--date", str(day)).code == (1 if day >= MOVED else 0)


def test_without_law_the_day_asked_about_chooses_the_edition_and_the_answer_says_so() -> None:
    table = read(text())  # for an engine, which asks about no day
    assert (table.law, table.law_chosen_by) == (Edition.CURRENT, LawChosenBy.NEWEST)
    assert table.on(MOVED - DAY).law is Edition.FORMER
    answers = [json.loads(within("check", "buster", *more, "--json").out) for more in ((), ("--date", "2016-02-01"))]
    assert [(one["law"], one["law_chosen_by"], one["date"]) for one in answers] == [
        ("13:69F", "date", str(TODAY)),
        ("13:69F", "date", "2016-02-01"),
    ]


def keys_of(option: Option) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the wagers and the keys of a table that chooses an option."""
    if isinstance(option, Wager):
        return [offer(option.name)], dict(NEEDS.get(option.name, {}))
    if isinstance(option, Game):
        return [], {"game": option.name}
    assert option.chosen_by is not None
    key, value, *_ = option.chosen_by
    game = [game.name for game in GAMES if any(setting.key == key for setting in game.settings)]
    return [], {key: written(value), **({"game": game[0]} if game else {})}


def on_effect(option: Option, day: date) -> list[Finding]:
    wagers, keys = keys_of(option)
    findings = all_findings(*wagers, **{**keys, "date": day})
    about = [one for one in findings if one.cite.paragraph is option.cite.paragraph and "in effect" in one.message]
    other = ("this paragraph", "13:69F edition")
    return [one for one in about if not any(words in one.message for words in other)]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_is_held_against_the_day(option: Option) -> None:
    order = option.cite.paragraph.began or option.cite.paragraph.since
    if order.first_day is None:
        assert order.known_by is not None
        day, effects = order.known_by, [[Verdict.NOT_VERIFIABLE], [], []]
    else:
        day, effects = order.first_day, [[Verdict.VIOLATES], [], []]
    days = (day - DAY, day, day + DAY)
    if option.cite.paragraph.former is None:
        assert edition_on(day) is Edition.CURRENT
    assert [[one.verdict for one in on_effect(option, each)] for each in days] == effects


@pytest.mark.cite("13:69F-2.26", "13:69F-2.2(a)2")
def test_a_breach_of_a_paragraph_whose_day_is_not_known_is_not_verifiable() -> None:
    def verdicts(**keys: Any) -> dict[str, str]:
        return {str(one.cite): one.verdict.value for one in all_findings(offer("in-between", minimum=None), **keys)}

    on_2004 = verdicts(decks=1, date=date(2004, 6, 1))
    assert on_2004["19:47-2.2(a)2"] == on_2004["19:47-2.26(d)"] == "not verifiable"
    on_2015 = verdicts(decks=1, date=date(2015, 6, 1))
    assert on_2015["13:69F-2.2(a)2"] == on_2015["13:69F-2.26(d)"] == "violates"


@pytest.mark.cite("13:69E-1.10(x)2", "13:69F-2.30")
def test_of_an_option_not_yet_in_effect_only_that_is_reported() -> None:
    before = all_findings(offer("buster", betting_area=False, sign=False, pay_table=None), date=date(2016, 1, 10))
    about = [one for one in before if "uster" in one.message]
    assert [(str(one.cite), one.verdict) for one in about] == [("13:69F-2.30", Verdict.VIOLATES)]
    on = all_findings(offer("buster", betting_area=False, sign=False, pay_table=None), date=date(2016, 1, 11))
    assert {str(one.cite) for one in on} >= {"13:69E-1.10(x)2", "13:69E-1.10(x)3", "13:69F-2.30(g)"}


@pytest.mark.cite("13:69F-2.18(a)")
def test_a_ban_binds_only_what_is_in_effect() -> None:
    def banned(day: date) -> bool:
        found = all_findings(offer("in-between"), game="free bet", dealer_soft_17="draw", date=day)
        return any("may not be offered at one table" in one.message for one in found)

    assert [banned(date(2015, 5, 11) + days * DAY) for days in (-1, 0, 1)] == [False, True, True]


def test_cite_shows_a_paragraph_on_a_day() -> None:
    earlier = json.loads(within("cite", "2.18(a)", "--date", "2015-05-10", "--json").out)["on"]
    assert (earlier["effect"], earlier["form"]) == ("in effect", "in an earlier form")
    assert "2.31" not in earlier["rule"]
    present = json.loads(within("cite", "2.18(a)", "--date", "2015-05-11", "--json").out)["on"]
    assert (present["effect"], present["form"], present["cite"]) == ("in effect", "as it is now", "13:69F-2.18(a)")
    former = json.loads(within("cite", "2.18(a)", "--date", "2011-11-13", "--json").out)["on"]
    assert former["cite"] == "19:47-2.18(a)"
    ended = "not known: the temporary rule of 2016-01-11 ended on 2016-10-06"
    for day, words in (("2016-01-10", "not yet in effect"), ("2016-10-07", ended)):
        assert f"on {day}: {words}" in " ".join(within("cite", "2.30", "--date", day).out.split())
    assert "on" not in json.loads(within("cite", "2.18(a)", "--json").out)


@pytest.mark.parametrize("day", ["", "2016", "2016-13-01", "2016-02-30", "01/11/2016", "2016-1-1", "soon", "20160111"])
def test_what_is_no_day_is_misuse(day: str) -> None:
    for arguments in (("check", "buster"), ("needs", "buster"), ("cite", "2.30"), ("diff", "buster"), ("new",)):
        assert "--date: must be a day such as 2016-01-11" in misused(*arguments, "--date", day)
    assert "date" in misused("needs", "buster", "--set", f"date={day or 0}")


def test_a_day_stated_twice_on_the_command_line_is_misuse() -> None:
    assert "leave one of them out" in misused("check", "buster", "--date", "2016-01-11", "--set", "date=2016-01-11")
