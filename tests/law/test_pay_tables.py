"""What each optional wager pays: by the tables of the rules, or of the trade where the rules are not held."""

import pytest

from tests.second_wagers import PAY_TABLES
from tests.tables import findings, found, offer, read, text
from upcard.law import Unknown
from upcard.money import Odds
from upcard.rules.wager import PayTable
from upcard.wagers import ALL

PARAGRAPHS = {"in-between": "13:69F-2.26(f)", "buster": "13:69F-2.30(g)", "push 22": "13:69F-2.32(j)"}
NOT_HELD = {
    "over 13": "2.17(e)",
    "under 13": "2.17(e)",
    "same suit": "2.17(e)",
    "sevens": "2.17(e)",
    "streak": "2.22(h)",
    "match-the-dealer": "2.23(f)",
    "20 point bonus": "2.24(e)",
    "optional bonus": "2.25(e)",
}
OF_LAW = [(wager, table) for wager, table in PAY_TABLES if wager in PARAGRAPHS]
LINES = {wager: lines for (wager, _), (lines, _) in PAY_TABLES.items()}
SEVENS = ("Three 7s of the same suit", "Three 7s", "Two 7s of the same suit", "Two 7s", "One 7")


def by_label(pays: PayTable) -> dict[str, object]:
    return {outcome.label: odds for outcome, odds in pays.items()}


def is_reached(wager: str, hundredths: list[float]) -> bool:
    """Whether every line is at least that of some pay table of the rule."""
    tables = [pays for (name, _), (_, pays) in PAY_TABLES.items() if name == wager]
    return any(all(posted >= 100 * least for posted, least in zip(hundredths, pays, strict=True)) for pays in tables)


@pytest.mark.cite("13:69F-2.26(f)", "13:69F-2.30(g)", "13:69F-2.32(j)")
@pytest.mark.parametrize(("wager", "table"), OF_LAW)
def test_the_licensee_chooses_one_of_the_pay_tables(wager: str, table: str) -> None:
    lines, pays = PAY_TABLES[wager, table]
    chosen = read(text(offer(wager, pay_table=table))).offers[0].posted.pays
    assert by_label(chosen) == {line: Odds(int(odds)) for line, odds in zip(lines, pays, strict=True)}
    assert findings(offer(wager, pay_table=table)) == ()


@pytest.mark.cite("13:69F-2.26(f)", "13:69F-2.30(g)", "13:69F-2.32(j)", "19:47-2.26(f)")
def test_a_pay_table_is_chosen() -> None:
    for wager, paragraph in PARAGRAPHS.items():
        assert found(paragraph, offer(wager, pay_table=None)) == ["violates"]
    assert found("19:47-2.26(f)", offer("in-between", pay_table=None), law="19:47") == ["violates"]


@pytest.mark.cite("13:69F-2.26(f)", "13:69F-2.30(g)", "13:69F-2.32(j)")
@pytest.mark.parametrize(("wager", "table", "line"), [(*of, line) for of in OF_LAW for line in LINES[of[0]]])
@pytest.mark.parametrize("by", [-1, 0, 1], ids=["below", "at", "above"])
def test_each_line_pays_no_less_than_its_table_or_another(wager: str, table: str, line: str, by: int) -> None:
    lines, pays = PAY_TABLES[wager, table]
    hundredths = [100 * odds + by * (name == line) for name, odds in zip(lines, pays, strict=True)]
    posted = {name: f"{odds} to 100" for name, odds in zip(lines, hundredths, strict=True)}
    verdicts = [] if is_reached(wager, hundredths) else ["violates"]
    assert found(PARAGRAPHS[wager], offer(wager, pay_table=None, pays=posted)) == verdicts


@pytest.mark.cite("13:69F-2.26(f)", "13:69F-2.30(g)", "13:69F-2.32(j)")
@pytest.mark.parametrize(("wager", "line"), [(wager, line) for wager in PARAGRAPHS for line in LINES[wager]])
def test_no_line_of_the_table_may_be_left_out(wager: str, line: str) -> None:
    posted = {name: "300 to 1" for name in LINES[wager] if name != line}
    assert found(PARAGRAPHS[wager], offer(wager, pay_table=None, pays=posted)) == ["violates"]


@pytest.mark.cite("13:69F-2.17(e)", "13:69F-2.22(h)", "13:69F-2.23(f)", "13:69F-2.24(e)", "13:69F-2.25(e)")
@pytest.mark.parametrize("law", ["13:69F", "19:47"])
@pytest.mark.parametrize("wager", NOT_HELD)
def test_posted_odds_are_not_verifiable_where_the_odds_are_not_held(wager: str, law: str) -> None:
    reported = [(str(one.cite), one.verdict.value) for one in findings(offer(wager), law=law)]
    assert reported == [(f"{law}-{NOT_HELD[wager]}", "not verifiable")]


@pytest.mark.cite("13:69F-2.17(e)", "13:69F-2.22(h)", "13:69F-2.24(c)", "13:69F-2.24(e)", "13:69F-2.25(e)")
@pytest.mark.parametrize("name", NOT_HELD)
def test_odds_usual_in_the_trade_are_named_as_house_tables_and_never_as_law(name: str) -> None:
    (wager,) = (each for each in ALL if each.name == name)
    assert isinstance(wager.pay_tables, Unknown)
    usual = {
        table: {line: Odds(*as_odds(odds)) for line, odds in zip(lines, pays, strict=True)}
        for (of, table), (lines, pays) in PAY_TABLES.items()
        if of == name
    }
    assert {table: by_label(pays) for table, pays in wager.house_pay_tables.items()} == usual


def as_odds(to_one: float) -> tuple[int, int]:
    return to_one.as_integer_ratio()


@pytest.mark.cite(
    "13:69F-2.17(a)1",
    "13:69F-2.17(a)2",
    "13:69F-2.17(a)3",
    "13:69F-2.23(c)",
    "13:69F-2.23(d)",
    "13:69F-2.24(c)1",
    "13:69F-2.24(c)2",
    "13:69F-2.24(c)3",
    "13:69F-2.24(c)4",
    "13:69F-2.24(c)5",
    "13:69F-2.25(c)",
)
@pytest.mark.parametrize("wager", NOT_HELD)
def test_a_table_posts_its_odds_under_the_names_of_the_lines(wager: str) -> None:
    lines = SEVENS if wager == "sevens" else LINES[wager]
    pays = {line: f"{odds} to 1" for odds, line in enumerate(lines, start=2)}
    posted = read(text(offer(wager, pay_table=None, pays=pays))).offers[0].posted
    assert by_label(posted.pays) == {line: Odds(odds) for odds, line in enumerate(lines, start=2)}
