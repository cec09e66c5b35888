"""Notices and signs with when, where and by whom: read, contradicted, in time."""

from datetime import date, timedelta
from typing import Any

import pytest

from tests.tables import findings, offer, read, text
from upcard.table import BadConfig, Finding, StatedRecord, Verdict, requirements_of

ASKED = date(2016, 2, 1)
DAY = timedelta(days=1)
SMITH = {"given": date(2016, 1, 20), "posted": "table sign", "by": "J. Smith"}
# What needs each notice, with the paragraph that says so.
NOTICED: dict[str, tuple[str, dict[str, Any]]] = {
    "splits": ("13:69F-2.11(e)", {"splits": 2}),
    "surrender": ("13:69F-2.8(c)", {"surrender": True}),
    "hole card": ("13:69F-2.6(k)", {"hole_card": "up"}),
    "free double": (
        "13:69F-2.10(f)",
        {"game": "free bet", "dealer_soft_17": "draw", "free_double": "any number of cards"},
    ),
}


def about(number: str, *wagers: dict[str, Any], **keys: Any) -> list[Finding]:
    return [one for one in findings(*wagers, **keys) if str(one.cite) == number]


def test_a_record_is_read_and_a_word_is_a_record_by_name_alone() -> None:
    table = read(text(splits=2, notices=[{"name": "splits", **SMITH}, "surrender"]))
    assert table.notices == (
        StatedRecord(name="splits", given=date(2016, 1, 20), posted="table sign", by="J. Smith"),
        StatedRecord(name="surrender"),
    )
    assert table.notices[0].words == "given 2016-01-20, posted: table sign, by J. Smith"
    as_text = read(text(splits=2, notices=[{"name": "splits", "given": "2016-01-20"}]))
    assert as_text.notices[0].given == date(2016, 1, 20)


@pytest.mark.cite("13:69F-2.11(e)", "13:69F-2.8(c)", "13:69F-2.6(k)", "13:69F-2.10(f)", "13:69F-8.3(c)")
@pytest.mark.parametrize("notice", NOTICED)
@pytest.mark.parametrize(
    ("given", "late"), [(ASKED - DAY, False), (ASKED, False), (ASKED + DAY, True)], ids=["before", "on", "after"]
)
def test_a_notice_must_be_given_before_the_day_asked_about(notice: str, given: date, late: bool) -> None:
    number, keys = NOTICED[notice]
    stated = {**keys, "date": ASKED, "notices": [{"name": notice, "given": given}]}
    assert [one.message.endswith("it must come before") for one in about(number, **stated)] == [True] * late
    unknown = about("13:69F-8.3(d)", **stated)
    assert [one.verdict for one in unknown] == [Verdict.NOT_VERIFIABLE] * (given == ASKED)
    assert not about(number, **{**stated, "date": None})  # no day is asked about


@pytest.mark.cite("13:69F-8.3(d)")
def test_how_long_before_is_not_held_so_that_the_day_itself_cannot_be_verified() -> None:
    (doubt,) = about("13:69F-8.3(d)", splits=2, date=ASKED, notices=[{"name": "splits", "given": ASKED}])
    assert "how long before it must come is not held" in doubt.message


@pytest.mark.cite("13:69E-1.10(r)", "13:69E-1.10(aa)1ii")
@pytest.mark.parametrize(("given", "late"), [(ASKED - DAY, 0), (ASKED, 0), (ASKED + DAY, 1)])
def test_a_sign_must_be_up_on_the_day_asked_about(given: date, late: int) -> None:
    wager = offer("in-between", sign={"given": given, "by": "J. Smith"}, betting_area=True)
    assert len(about("13:69E-1.10(r)", wager, date=ASKED)) == late
    keys: dict[str, Any] = {"game": "free bet", "dealer_soft_17": "draw", "signs": {"push 22": {"given": given}}}
    assert len(about("13:69E-1.10(aa)1ii", **keys, date=ASKED)) == late
    assert not about("13:69E-1.10(r)", wager)


def test_needs_shows_when_where_and_by_whom() -> None:
    table = read(text(splits=2, notices=[{"name": "splits", **SMITH}]))
    (notice,) = [each for each in requirements_of(table) if each.kind.value == "notice"]
    assert notice.states == "given 2016-01-20, posted: table sign, by J. Smith"


BAD: dict[str, tuple[Any, str]] = {
    "no name": ([{"given": date(2016, 1, 20)}], "notices 1, name: is missing"),
    "unknown key": ([{"name": "splits", "when": 1}], "notices 1, when: unknown key"),
    "no day": ([{"name": "splits", "given": "soon"}], 'notices 1, given: must be a day such as 2016-01-11, not "soon"'),
    "no such day": ([{"name": "splits", "given": "2016-02-30"}], "notices 1, given: must be a day"),
    "no place": ([{"name": "splits", "posted": True}], "notices 1, posted: must be text"),
    "nobody": ([{"name": "splits", "by": ""}], "notices 1, by: may not be empty"),
    "a number": ([3], "notices: must be text"),
    "no list": ("splits", "notices: must be a list"),
    "contradicting": (
        [{"name": "splits", "given": date(2016, 1, 20)}, {"name": "split", "given": date(2016, 1, 21)}],
        'notices 2: the notice "split" is stated twice, and the two contradict each other',
    ),
    "a word and a record": (
        ["splits", {"name": "splits", **SMITH}],
        "and the two contradict each other: remove one of them",
    ),
    "the same twice": ([{"name": "splits", **SMITH}] * 2, "is stated twice, alike: remove one of them"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_record_that_cannot_be_read_is_a_problem(name: str) -> None:
    notices, words = BAD[name]
    with pytest.raises(BadConfig) as bad:
        read(text(notices=notices))
    assert words in str(bad.value)
    assert all(problem.line == 7 for problem in bad.value.problems)


@pytest.mark.parametrize(
    ("sign", "words"),
    [
        ({}, "sign: is an empty record: state given, posted or by, or write true"),
        ({"given": 3}, "sign, given: must be a day"),
        ("yes", "sign: must be true, false, or a record such as"),
        ({"name": "x"}, "sign, name: unknown key"),
    ],
)
def test_a_sign_that_cannot_be_read_is_a_problem(sign: Any, words: str) -> None:
    with pytest.raises(BadConfig) as bad:
        read(text(offer("in-between", sign=sign)))
    assert words in str(bad.value)
    assert len(bad.value.problems) == 1


def test_the_sign_of_a_wager_and_that_of_its_game_may_not_contradict() -> None:
    keys: dict[str, Any] = {"game": "free bet", "dealer_soft_17": "draw"}
    for own, of_game in ((SMITH, False), (False, SMITH), (SMITH, {**SMITH, "by": "another"})):
        with pytest.raises(BadConfig, match="signs states otherwise for push 22"):
            read(text(offer("push 22", sign=own), signs={"push 22": of_game}, **keys))
    assert read(text(offer("push 22", sign=SMITH), signs={"push 22": True}, **keys))


def test_plain_words_may_still_be_repeated() -> None:
    assert len(read(text(notices=["splits", "splits"])).notices) == 2
