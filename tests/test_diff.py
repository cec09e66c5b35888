"""upcard diff: keys, findings, notices and the house advantage of two tables, or of one under two laws."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.command import misused, within
from tests.tables import offer, read, text
from upcard.results.diff import WagerCost, costs
from upcard.results.prices import price
from upcard.results.result import is_exact
from upcard.table import StatedAs, TableConfig
from upcard.table.comparison import Comparison, NoticeNeeded, compare

OLD = offer("in-between", betting_area=True, sign=True)
NEW = {**OLD, "pay_table": "C"}
FREE_BET: dict[str, Any] = {"game": "free bet", "dealer_soft_17": "draw", "hole_card": "down, card reader"}
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, *wagers: dict[str, Any], **keys: Any) -> str:
        (tmp_path / name).write_text(text(*wagers, **keys), encoding="utf-8")
        return str(tmp_path / name)

    return written


def compared(before: str, after: str) -> Comparison:
    return compare(read(before), read(after))


def keys(comparison: Comparison) -> dict[str, tuple[Any, Any]]:
    return {change.key: (change.before, change.after) for change in comparison.changes}


def notices(before: str, after: str) -> dict[str, NoticeNeeded]:
    return {notice.what: notice for notice in compared(before, after).notices}


def advantage(table: TableConfig, name: str) -> Fraction:
    return price(table)[name].house_advantage


def test_a_table_does_not_differ_from_itself_nor_from_one_that_states_the_defaults() -> None:
    plain = text(OLD)
    full = text({**OLD, "coupons": False}, law="13:69F", splits=1, dealer_soft_17="stand", cutting_card="75%")
    for before, after in ((plain, plain), (plain, full), (full, plain)):
        comparison = compared(before, after)
        assert (comparison.changes, comparison.came, comparison.went, comparison.notices) == ((), (), (), ())
        assert {row.difference for row in costs(comparison).together} == {0}
        assert costs(comparison).alone == ()


def test_changes_are_named_key_by_key() -> None:
    before = text(OLD, equipment=["drop box"], house={"added_wagers_of_a_bust": "collected"})
    after = text(
        {**NEW, "maximum": "50.00"},
        offer("buster"),
        splits=2,
        equipment=["drop box", "tip box"],
        house={"added_wagers_of_a_bust": "wait for the dealer's second card"},
    )
    assert keys(compared(before, after)) == {
        "equipment": (["drop box"], ["drop box", "tip box"]),
        "house.added_wagers_of_a_bust": ("collected", "wait for the dealer's second card"),
        "splits": (None, 2),
        "wager.in-between.pay_table": ("B", "C"),
        "wager.in-between.maximum": ("100.00", "50.00"),
        "wager.buster": (None, "offered"),
    }
    (equipment,) = [change for change in compared(before, after).changes if change.key == "equipment"]
    assert (equipment.added, equipment.removed) == (('"tip box"',), ())
    (splits,) = [change for change in compared(before, after).changes if change.key == "splits"]
    assert splits.default == 1


def test_findings_that_came_and_went_are_compared_without_their_lines() -> None:
    before, after = text(OLD, decks=1), text(licensee=None, appearance={"alike decks": True})
    comparison = compared(before, after)
    assert "13:69F-2.2(a)2" in {str(one.cite) for one in comparison.went}
    assert [str(one.cite) for one in comparison.came] == ["13:69E-1.10(b)"]
    moved = compared(text(decks=1, seats=8), "# another first line\n" + text(decks=1, seats=8))
    assert (moved.came, moved.went) == ((), ())


@pytest.mark.cite("13:69E-1.10(aa)1v")
def test_the_inscription_on_free_doubles_that_goes_comes_back_as_a_violation(write: Write) -> None:
    inscription = "Free Doubles on Hard 9, 10 & 11 (First Two Cards Only)"
    keys = {**FREE_BET, "free_double": "any number of cards", "notices": ["free double", "hole card"]}
    before = write("before.toml", **keys, inscriptions=[inscription])
    after = write("after.toml", **keys, inscriptions=["Blackjack pays 3 to 2"])
    done = within("diff", before, after, "--date", "2016-02-01", "--json")
    came = {each["cite"]: each["verdict"] for each in json.loads(done.out)["came"]}
    assert (came["13:69E-1.10(aa)1v"], done.code) == ("violates", 1)


@pytest.mark.cite("13:69F-2.26(f)", "13:69F-8.3(b)", "13:69E-1.10(r)")
def test_a_change_of_pay_table_needs_a_posting_and_a_new_sign() -> None:
    posting, sign = compared(text(OLD), text(NEW)).notices
    assert list(map(str, posting.cites)) == ["13:69F-2.26(f)", "13:69F-8.3(b)"]
    assert (posting.state, posting.name) == (StatedAs.NOT_STATED, "pay table of in-between")
    assert (list(map(str, sign.cites)), sign.state) == (["13:69E-1.10(r)"], StatedAs.NOT_STATED)
    for word in ("pay table", "Pay table of in-between"):
        stated = {"name": word, "given": "2016-01-20", "by": "J. Smith"}
        now, _ = compared(text(OLD), text(NEW, notices=[stated])).notices
        assert (now.state, now.states) == (StatedAs.STATED, "given 2016-01-20, by J. Smith")


@pytest.mark.cite("13:69E-1.10(r)")
@pytest.mark.parametrize(
    ("before", "after", "state"),
    [
        (True, True, StatedAs.NOT_STATED),
        (True, {"posted": "beside the rack"}, StatedAs.NOT_STATED),
        (True, {"given": "2016-01-20"}, StatedAs.STATED),
        (False, {"given": "2016-01-20"}, StatedAs.STATED),
        ({"given": "2016-01-20"}, {"given": "2016-01-20"}, StatedAs.NOT_STATED),
        ({"given": "2016-01-20"}, {"given": "2016-01-19"}, StatedAs.NOT_STATED),
        ({"given": "2016-01-20"}, {"given": "2016-01-21"}, StatedAs.STATED),
        ({"given": "2016-01-20"}, True, StatedAs.NOT_STATED),
        (True, {"given": "2016-02-01"}, StatedAs.STATED),
        (True, {"given": "2016-02-02"}, StatedAs.DIFFERENTLY),
        (True, False, StatedAs.DIFFERENTLY),
    ],
)
def test_a_sign_is_changed_only_by_a_record_with_a_later_day(before: Any, after: Any, state: StatedAs) -> None:
    day = {"date": "2016-02-01"}
    _, sign = compared(text({**OLD, "sign": before}, **day), text({**NEW, "sign": after}, **day)).notices
    assert sign.state is state


@pytest.mark.cite("13:69F-8.3(b)", "13:69F-8.3(c)")
def test_a_notice_of_an_earlier_change_does_not_count_for_this_one() -> None:
    for word, change in (("limits", {**OLD, "minimum": "2.00"}), ("pay table", NEW)):
        notice, *_ = compared(text(OLD, notices=[word]), text(change, notices=[word])).notices
        assert notice.state is StatedAs.NOT_STATED
        assert "earlier change" in (notice.problem or "")
        given = [{"name": word, "given": "2016-01-20"}]
        assert compared(text(OLD), text(change, notices=given)).notices[0].state is StatedAs.STATED
        assert compared(text(OLD), text(change, notices=[word])).notices[0].state is StatedAs.STATED


@pytest.mark.cite("13:69F-8.3(c)", "13:69F-8.3(d)")
@pytest.mark.parametrize(
    ("given", "state", "problem"),
    [("2016-01-31", StatedAs.STATED, False), ("2016-02-01", StatedAs.STATED, True), ("2016-02-02", None, True)],
)
def test_a_notice_of_a_change_must_come_before_the_day(given: str, state: StatedAs | None, problem: bool) -> None:
    later = {"date": "2016-02-01", "notices": [{"name": "limits", "given": given}]}
    (notice,) = compared(text(date="2016-02-01"), text(minimum="25.00", **later)).notices
    assert (notice.state, bool(notice.problem)) == (state or StatedAs.DIFFERENTLY, problem)


@pytest.mark.cite("13:69F-8.3(a)", "13:69F-8.3(c)", "13:69F-2.26(d)", "13:69F-2.30(c)")
def test_a_change_of_limits_needs_notice() -> None:
    needed = notices(text(OLD), text({**OLD, "minimum": "2.00"}, maximum="500.00"))
    assert {what: list(map(str, notice.cites)) for what, notice in needed.items()} == {
        "the maximum of the blackjack wager changes from $1,000.00 to $500.00": ["13:69F-8.3(a)", "13:69F-8.3(c)"],
        "the minimum of the in-between wager changes from $1.00 to $2.00": ["13:69F-2.26(d)", "13:69F-8.3(c)"],
    }
    several = {"game": "multiple action", "multiple_action_required": 2}
    limits = [["10.00", "500.00"], ["5.00", "200.00"], ["5.00", "200.00"]]
    needed = notices(text(**several), text(**several, multiple_action_limits=limits))
    assert list(needed) == ["the limits of the blackjack wagers change"]


@pytest.mark.cite("13:69F-2.8(c)", "13:69F-2.11(e)", "13:69F-2.6(k)", "13:69F-2.10(f)")
@pytest.mark.parametrize(
    ("changes", "what", "number"),
    [
        ({"surrender": True}, "surrender begins", "13:69F-2.8(c)"),
        ({"splits": 3}, "a pair may be split 3 times", "13:69F-2.11(e)"),
        ({"hole_card": "up"}, "hole card face up begins", "13:69F-2.6(k)"),
    ],
)
def test_an_option_that_begins_needs_the_notice_of_its_section(changes: dict[str, Any], what: str, number: str) -> None:
    needed = notices(text(), text(**changes))
    assert {words: str(notice.cites[0]) for words, notice in needed.items()} == {what: number}
    free = notices(text(**FREE_BET), text(**FREE_BET, free_double="any number of cards"))
    assert [str(notice.cites[0]) for notice in free.values()] == ["13:69F-2.10(f)"]


@pytest.mark.cite("13:69F-2.11(g)")
def test_another_limit_of_free_splits_is_a_change_that_needs_no_notice() -> None:
    # reading 74
    one, other = text(**FREE_BET), text(**FREE_BET, free_splits=3)
    assert [(change.key, change.before, change.after, change.default) for change in compared(one, other).changes] == [
        ("free_splits", None, 3, 1)
    ]
    assert notices(one, other) == {}
    assert list(compared(one, text(**FREE_BET, free_splits=1)).changes) == []


@pytest.mark.cite("13:69F-2.17(a)", "13:69F-2.18(a)", "13:69F-2.8(c)")
@pytest.mark.parametrize(
    ("before", "what", "number"),
    [
        (text(offer("over 13")), "the over 13 wager is withdrawn", "13:69F-2.17(a)"),
        (text(game="multiple action"), "multiple action is withdrawn", "13:69F-2.18(a)"),
        (text(surrender=True, notices=["surrender"]), "surrender is withdrawn", "13:69F-2.8(c)"),
        (text(OLD), None, None),
        (text(splits=3), None, None),
    ],
)
def test_what_is_withdrawn_needs_notice_where_its_section_says_so(
    before: str, what: str | None, number: str | None
) -> None:
    needed = notices(before, text())
    assert {words: str(notice.cites[0]) for words, notice in needed.items()} == ({what: number} if what else {})
    ended = notices(before, text(notices=[f"end of {what.removesuffix(' is withdrawn')}"])) if what else {}
    assert all(notice.state is StatedAs.STATED for notice in ended.values()) or "the " in str(what)


@pytest.mark.cite("13:69F-2.11(e)")
def test_aces_held_to_one_split_need_notice_too() -> None:
    before, after = text(splits=3, resplit_aces=True), text(splits=3)
    assert list(notices(before, after)) == ["aces are held to one split"]
    assert notices(after, before) == {}
    assert notices(after, text(splits=1)) == {}


@pytest.mark.cite("13:69E-1.10(x)3", "13:69E-1.10(x)4")
def test_a_wager_whose_pay_table_is_on_a_sign_needs_a_new_sign_only() -> None:
    before = text(offer("buster"), dealer_soft_17="draw")
    after = text(offer("buster", pay_table="C", free_bonus="B1"), dealer_soft_17="draw")
    needed = compared(before, after).notices
    assert [str(notice.cites[0]) for notice in needed] == ["13:69E-1.10(x)3", "13:69E-1.10(x)4"]
    assert {notice.state for notice in needed} == {StatedAs.NOT_STATED}


def test_each_change_is_priced_alone_and_all_together_exactly() -> None:
    before, after = read(text(OLD)), read(text(NEW, decks=8))
    cost = costs(compare(before, after))
    together = {row.wager: row for row in cost.together}
    for name in ("blackjack", "insurance", "in-between"):
        assert together[name].before == advantage(before, name)
        assert together[name].after == advantage(after, name)
    alone = {change.keys: {row.wager: row.difference for row in change.wagers} for change in cost.alone}
    assert alone.keys() == {("decks",), ("wager.in-between.pay_table",)}
    odds, decks = read(text(NEW)), read(text(OLD, decks=8))
    assert alone["wager.in-between.pay_table",]["in-between"] == Fraction(27072, 626665)
    assert alone["wager.in-between.pay_table",] == {
        name: advantage(odds, name) - advantage(before, name) for name in together
    }
    assert alone["decks",] == {name: advantage(decks, name) - advantage(before, name) for name in together}
    assert [is_exact(together[name].difference or Fraction(0)) for name in ("in-between", "blackjack")] == [True, False]


def test_what_cannot_cost_anything_is_not_priced() -> None:
    after = text(OLD, minimum="25.00", licensee="Another", notices=["splits"], seats=7, date="2016-02-01")
    assert costs(compared(text(OLD), after)).alone == ()


def test_a_wager_that_begins_or_ends_is_named_with_its_price() -> None:
    without, beside = read(text(dealer_soft_17="draw")), read(text(offer("buster"), dealer_soft_17="draw"))
    added = costs(compare(without, beside))
    assert [(row.wager, row.after, row.difference) for row in added.added] == [
        ("buster", advantage(beside, "buster"), None)
    ]
    removed = costs(compare(beside, without))
    assert [(row.wager, row.before) for row in removed.removed] == [("buster", advantage(beside, "buster"))]
    assert {row.wager for row in (*added.together, *removed.together)} == {"blackjack", "insurance"}


def test_a_change_of_the_game_takes_its_keys_along() -> None:
    cost = costs(compared(text(), text(**FREE_BET, free_double="two cards")))
    alone = {change.keys: change for change in cost.alone}
    assert ("game", "free_double") in alone
    assert all(change.why is None for change in cost.alone)
    back = costs(compared(text(**FREE_BET, free_double="any number of cards", betting_areas={"push 22": True}), text()))
    assert ("game", "free_double", "betting_areas.push 22") in {change.keys for change in back.alone}


def test_what_has_no_price_says_why() -> None:
    def together(before: str, after: str) -> dict[str, WagerCost]:
        return {row.wager: row for row in costs(compared(before, after)).together}

    row = together(text(OLD), text({**OLD, "pay_table": None}))["in-between"]
    assert (row.difference, "nothing is posted" in str(row.why)) == (None, True)
    games = together(text(), text(game=["free bet", "multiple action"]))["blackjack"]
    assert "several games" in str(games.why)


def test_one_table_under_two_editions_and_on_two_days() -> None:
    days = ("--date", "2011-11-13", "--date", "2016-01-11")
    editions = within("diff", "seven-seats", "--law", "19:47", "--law", "13:69F", *days, "--json")
    answer = json.loads(editions.out)
    assert (answer["before"]["law"], answer["after"]["law"], editions.code) == ("19:47", "13:69F", 0)
    assert {(one["cite"], one["verdict"]) for one in answer["went"]} == {
        ("19:47-2.26", "not verifiable"),
        ("19:47-2.2(a)", "not verifiable"),  # the color of the cutting cards
        ("13:69F-2.30", "violates"),
    }
    assert answer["came"] == []
    back = within("diff", "seven-seats", "--date", "2016-01-11", "--date", "2016-01-10", "--json")
    assert back.code == 1
    answer = json.loads(back.out)
    assert answer["unlawful"] is True
    assert [one["cite"] for one in answer["came"]] == ["13:69F-2.30"]
    assert (answer["before"]["date"], answer["after"]["date"]) == ("2016-01-11", "2016-01-10")


def test_findings_by_the_numbers_of_both_editions_are_the_same() -> None:
    days = ("--date", "2011-11-13", "--date", "2011-11-14")
    done = within("diff", "blackjack", "--law", "19:47", "--law", "13:69F", *days, "--set", "seats=8", "--json")
    answer = json.loads(done.out)
    assert answer["came"] == []
    assert [one["cite"] for one in answer["went"]] == ["19:47-2.2(a)"]  # only the former code approves a color


def test_the_answer_and_the_exit_codes(write: Write) -> None:
    old, new = write("old.toml", OLD), write("new.toml", NEW, decks=1)
    done = within("diff", old, new, "--json")
    answer = json.loads(done.out)
    assert done.code == 1
    assert answer.keys() == {"before", "after", "unlawful", "changes", "came", "went", "notices", "costs"}
    assert answer["costs"].keys() == {"together", "alone", "added", "removed"}
    (row,) = [one for one in answer["costs"]["together"] if one["wager"] == "in-between"]
    assert row["before"]["fraction"] == "33954/626665"
    assert within("diff", new, old).code == 1  # the pay table changes, and no notice of it is stated
    assert within("diff", old, write("same.toml", OLD)).code == 0
    printed = within("diff", old, new).out
    assert max(map(len, printed.splitlines())) <= 80
    for heading in ("Changes", "New findings", "Notices that the change needs", "all changes together", "alone"):
        assert heading in printed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("buster",), "one table is compared with itself"),
        (("buster", "--law", "19:47"), "one table is compared with itself"),
        (("buster", "--date", "2016-02-01", "--date", "2016-02-01"), "one table is compared with itself"),
        (("buster", "streak", "sevens"), "name two tables"),
        (("buster", "--law", "19:47", "--law", "x"), 'there is no edition "x"'),
        (("buster", "streak", "--law", "19:47", "--law", "19:47", "--law", "19:47"), "--law: give it once for both"),
        (("buster", "--date", "2016-02-01", "--date", "soon"), "--date: must be a day"),
        (("buster", "--law", "19:47", "--law", "13:69F", "--set", "law=19:47"), "both state the edition"),
        (("-", "-"), "standard input can be one of two tables"),
        (("buster", "tests/golden/buster-3-cards.toml"), "is a key of a written round, not of a table"),
        (("no-such-table", "nor-this"), "no-such-table"),
    ],
)
def test_what_cannot_be_compared_is_misuse(arguments: tuple[str, ...], words: str) -> None:
    assert words in misused("diff", *arguments)


def test_both_files_that_cannot_be_read_are_named() -> None:
    wrong = misused("diff", "no-such-table", "nor-this")
    assert "no-such-table" in wrong
    assert "nor-this" in wrong
