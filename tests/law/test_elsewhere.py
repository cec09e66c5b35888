"""Rules of other places that a table file may state: what check says of each value, and that deal deals it."""

from typing import Any

import pytest

from tests.dealing import nets, opened, ruled, seat, wagered
from tests.tables import findings, read, text
from upcard.game import commands as do
from upcard.game import play, procedure
from upcard.game.refuse import Refused
from upcard.rules.enums import Play
from upcard.rules.rule_fields import written
from upcard.table import BadConfig, Status, status_of
from upcard.table.config import RULES

pytestmark = pytest.mark.cite(
    "13:69F-2.3(b)", "13:69F-2.8(a)2", "13:69F-2.10(a)", "13:69F-2.10(b)", "13:69F-2.11(c)", "13:69F-2.11(d)"
)

EDITIONS = ["13:69F", "19:47"]
NOTICE = {"notices": ["surrender"]}
LINE = 8  # of the key in question: behind six that every table has, and the law
FREE_BET = {"game": "free bet", "dealer_soft_17": "draw"}

# Each value that New Jersey does not have, and what check says of it, in the order of its findings.
ELSEWHERE: list[tuple[str, Any, list[tuple[str, str]]]] = [
    ("double_after_split", False, [("2.11(c)", "violates")]),
    ("double_on", "hard 9 to 11", [("2.10(a)", "likely")]),
    ("double_on", "hard 10 to 11", [("2.10(a)", "likely")]),
    ("dealer_blackjack_takes", "all wagers", [("2.10(b)", "likely"), ("2.11(d)", "violates")]),
    ("surrender", "early", [("2.8(a)2", "not verifiable")]),
    ("surrender", "early, not against an ace", [("2.8(a)2", "not verifiable")]),
    ("charlie", 5, [("2.3(b)", "likely")]),
    ("charlie", 6, [("2.3(b)", "likely")]),
    ("charlie", 7, [("2.3(b)", "likely")]),
]
# Each value that New Jersey has; None: the file does not say.
HERE: list[tuple[str, Any]] = [
    ("double_after_split", True),
    ("double_after_split", None),
    ("double_on", "any two cards"),
    ("double_on", None),
    ("dealer_blackjack_takes", "original wager"),
    ("dealer_blackjack_takes", None),
    ("surrender", False),
    ("surrender", True),
    ("surrender", None),
    ("charlie", None),
]


@pytest.mark.parametrize("law", EDITIONS)
@pytest.mark.parametrize(("key", "value", "expected"), ELSEWHERE)
def test_check_reports_a_rule_of_another_place_on_its_line(
    law: str, key: str, value: Any, expected: list[tuple[str, str]]
) -> None:
    reported = findings(law=law, **{key: value}, **NOTICE)
    assert [(str(finding.cite), finding.verdict.value) for finding in reported] == [
        (f"{law}-{number}", verdict) for number, verdict in expected
    ]
    assert {finding.line for finding in reported} == {LINE}


@pytest.mark.parametrize("law", EDITIONS)
@pytest.mark.parametrize(("key", "value"), HERE)
def test_check_says_nothing_of_a_rule_that_new_jersey_has(law: str, key: str, value: Any) -> None:
    assert findings(law=law, **{key: value}, **NOTICE) == ()


@pytest.mark.parametrize(("key", "value", "expected"), ELSEWHERE)
def test_a_table_is_unlawful_only_where_the_text_that_it_breaks_is_held(
    key: str, value: Any, expected: list[tuple[str, str]]
) -> None:
    lawful = "violates" not in [verdict for _, verdict in expected]
    assert (status_of(findings(**{key: value}, **NOTICE)) is not Status.UNLAWFUL) is lawful


@pytest.mark.parametrize(("key", "value", "_"), ELSEWHERE)
def test_a_finding_names_the_key_its_value_and_the_remedy(key: str, value: Any, _: object) -> None:
    word = "false" if value is False else str(value)
    for finding in findings(**{key: value}, **NOTICE):
        state, remedy = finding.message.rsplit(": ", 1)
        assert state.endswith(f"; {key} is {word}")
        assert remedy == "remove it" or remedy.startswith("set it to ")


@pytest.mark.cite("13:69F-2.8(a)3")
@pytest.mark.parametrize("value", ["early", "early, not against an ace"])
def test_a_free_bet_table_has_no_surrender_before_the_check(value: str) -> None:
    reported = findings(surrender=value, **NOTICE, **FREE_BET)
    assert [(str(finding.cite), finding.verdict.value, finding.line) for finding in reported] == [
        ("13:69F-2.8(a)2", "not verifiable", 8),
        ("13:69F-2.8(a)3", "violates", 8),
    ]


@pytest.mark.cite("13:69F-2.8(c)", "19:47-2.8(c)")
@pytest.mark.parametrize("law", EDITIONS)
@pytest.mark.parametrize("value", ["early", "early, not against an ace"])
def test_early_surrender_begins_after_notice_too(law: str, value: str) -> None:
    reported = [(str(finding.cite), finding.verdict.value) for finding in findings(law=law, surrender=value)]
    assert reported == [(f"{law}-2.8(a)2", "not verifiable"), (f"{law}-2.8(c)", "likely")]


def test_every_rule_of_another_place_is_reported_where_a_table_has_them_all() -> None:
    reported = findings(
        double_after_split=False,
        double_on="hard 10 to 11",
        dealer_blackjack_takes="all wagers",
        surrender="early",
        charlie=7,
        notices=["surrender"],
    )
    assert [(str(finding.cite), finding.line) for finding in reported] == [
        ("13:69F-2.11(c)", 7),
        ("13:69F-2.10(a)", 8),
        ("13:69F-2.10(b)", 9),
        ("13:69F-2.11(d)", 9),
        ("13:69F-2.8(a)2", 10),
        ("13:69F-2.3(b)", 11),
    ]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("charlie", 4, "must be 5, 6 or 7, not 4"),
        ("charlie", 8, "must be 5, 6 or 7, not 8"),
        ("charlie", "5", 'must be 5, 6 or 7, not "5"'),
        ("charlie", True, "must be 5, 6 or 7, not true"),
        ("charlie", False, "must be 5, 6 or 7, not false"),
        ("charlie", 5.5, "must be 5, 6 or 7, not 5.5"),
        ("double_on", "hard 8", 'must be "any two cards", "hard 9 to 11" or "hard 10 to 11", not "hard 8"'),
        ("double_on", "hard 11", 'must be "any two cards", "hard 9 to 11" or "hard 10 to 11", not "hard 11"'),
        ("double_on", 9, 'must be "any two cards", "hard 9 to 11" or "hard 10 to 11", not 9'),
        ("surrender", "late", 'must be false, true, "early" or "early, not against an ace", not "late"'),
        ("surrender", 1, 'must be false, true, "early" or "early, not against an ace", not 1'),
        ("double_after_split", "no", 'must be true or false, not "no"'),
        ("double_after_split", 0, "must be true or false, not 0"),
        ("dealer_blackjack_takes", "all", 'must be "original wager" or "all wagers", not "all"'),
        ("dealer_blackjack_takes", True, 'must be "original wager" or "all wagers", not true'),
    ],
)
def test_a_value_that_no_table_has_is_a_problem_on_its_line(key: str, value: Any, message: str) -> None:
    with pytest.raises(BadConfig) as bad:
        read(text(**{key: value}))
    assert [(problem.line, problem.key, problem.message) for problem in bad.value.problems] == [(7, key, message)]


@pytest.mark.parametrize("law", EDITIONS)
@pytest.mark.parametrize(("key", "value", "_"), ELSEWHERE)
def test_deal_deals_a_table_of_another_place(law: str, key: str, value: Any, _: object) -> None:
    table = text(law=law, **{key: value}, **NOTICE)
    ruling = ruled("Th 6s 9h Td 2c", seat(1, {"blackjack": "10.00"}, "stand"), table=table)
    assert nets(ruling) == {"1 blackjack": "10.00"}  # 19 beats 18


@pytest.mark.cite("13:69F-2.11(a)", "19:47-2.11(a)")
@pytest.mark.parametrize("law", EDITIONS)
@pytest.mark.parametrize(("key", "value", "_"), ELSEWHERE)
def test_a_table_of_another_place_may_not_be_opened_for_what_else_it_violates(
    law: str, key: str, value: Any, _: object
) -> None:
    table = text(law=law, **{key: value}, **NOTICE, splits=0)
    with pytest.raises(Refused) as refused:
        opened(table)
    assert [str(refusal.cite) for refusal in refused.value.refusals] == [f"{law}-2.11(a)"]
    assert refused.value.refusals[0].message.startswith("the table may not be opened: ")
    ruling = ruled("Th 6s 9h Td 2c", seat(1, {"blackjack": "10.00"}, "stand"), table=table)
    assert nets(ruling) == {"1 blackjack": "10.00"}
    assert f"{law}-2.11(a)" in [str(finding.cite) for finding in ruling.warnings]


@pytest.mark.cite("13:69F-2.8(a)")
@pytest.mark.parametrize("shown", ["Kd", "Ad"])
def test_a_hand_is_not_surrendered_once_the_dealer_has_looked_for_a_blackjack(shown: str) -> None:
    table = opened(text(surrender="early", hole_card="down, card reader", **NOTICE), f"Th {shown} 6h 8c", wagered(1))
    table, _ = play(table, do.CloseBetting())
    if procedure.is_insurance_offered(table):
        table, _ = play(table, do.CloseInsurance())
    assert [seat.number for seat in procedure.may_surrender_early(table)] == [1]
    table, _ = play(table, do.CloseSurrender())
    with pytest.raises(Refused) as refused:
        play(table, do.Decide(1, Play.SURRENDER))
    assert [str(refusal) for refusal in refused.value.refusals] == [
        "at this table a hand is surrendered before the dealer looks for a blackjack [13:69F-2.8(a)]"
    ]


@pytest.mark.cite("13:69F-2.6(j)")
@pytest.mark.parametrize("decided", [play for play in Play if play is not Play.SURRENDER])
def test_no_hand_is_played_before_the_dealer_looks_for_a_blackjack(decided: Play) -> None:
    table = opened(text(surrender="early", hole_card="down, card reader", **NOTICE), "8h Kd 8d 8c", wagered(1))
    table, _ = play(table, do.CloseBetting())
    with pytest.raises(Refused) as refused:
        play(table, do.Decide(1, decided))
    first = refused.value.refusals[0]
    assert str(first) == "the dealer looks for a blackjack before any hand is played [13:69F-2.6(j)]"


def test_every_value_of_every_rule_that_the_law_bounds_is_listed() -> None:
    lawful, others = set[tuple[str, Any]](), set[tuple[str, Any]]()
    for key, rule in RULES.items():
        for value in (*rule.values, rule.default) if rule.laws else ():
            (lawful if rule.is_lawful(value) else others).add((key, written(value)))
    assert {(key, value) for key, value, _ in ELSEWHERE} == others
    assert set(HERE) == lawful | {(key, None) for key, _ in lawful}
