"""Random table files: check never raises, and what it says does not depend on how the file is written."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import LAWFUL, OFFERS, read, text
from upcard.rules.option import Kind
from upcard.rules.rule_fields import written
from upcard.table import BadConfig, FindingKind, Verdict, check, load
from upcard.table.config import RULES
from upcard.wagers import ALL, GAMES

MONEY = st.integers(1, 10**6).map(lambda cents: f"{cents // 100}.{cents % 100:02d}")
SHARE = st.integers(0, 100).map(lambda percent: f"{percent}%")
ODDS = st.tuples(st.integers(1, 300), st.integers(1, 5)).map(lambda pair: f"{pair[0]} to {pair[1]}")
JUNK = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=10) | st.lists(st.text(max_size=5), max_size=3) | MONEY
)

SETTINGS: dict[Kind, st.SearchStrategy[Any]] = {
    Kind.MONEY: MONEY,
    Kind.SHARE: SHARE,
    Kind.COUNT: st.integers(0, 5),
    Kind.LIMITS: st.lists(st.lists(MONEY, min_size=2, max_size=2), max_size=4),
    Kind.DISPLAY: st.just([["5.00", "0.9"], ["100.00", "0.1"]]),
}


def setting(kind: Kind, choices: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    return st.sampled_from([written(choice) for choice in choices]) if choices else SETTINGS[kind]


@st.composite
def wagers(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a wager that can be read, lawful or not."""
    wager = draw(st.sampled_from(ALL))
    keys: dict[str, Any] = {"name": wager.name}
    optional: dict[str, st.SearchStrategy[Any]] = {
        "minimum": MONEY,
        "maximum": MONEY,
        "coupons": st.booleans(),
        "spoken_wagers": st.sampled_from([True, False, "dealer", "dealer and supervisor"]),
        "betting_area": st.booleans() | st.integers(0, 12),
        "sign": st.booleans(),
        **{one.key: setting(one.kind, one.choices) for one in wager.settings},
    }
    if not wager.displayed:
        labels = st.sampled_from([outcome.label for outcome in wager.wins])
        tables = OFFERS[wager.name].get("pay_table")
        pays = st.dictionaries(labels, ODDS)
        keys |= draw(st.fixed_dictionaries({}, optional={"pays": pays}))
        if tables and "pays" not in keys:
            optional["pay_table"] = st.just(tables)
    if wager.rider:
        optional[wager.rider.key] = st.sampled_from(sorted(wager.rider.pay_tables.value.tables))
    return keys | draw(st.fixed_dictionaries({}, optional=optional))


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Draw a table that can be read, lawful or not."""
    game = draw(st.sampled_from(GAMES))
    areas = [*(area.value.name for area in game.areas), *(area.value.name for area in game.dealer_areas)]
    optional: dict[str, st.SearchStrategy[Any]] = {
        "licensee": st.none(),
        "law": st.sampled_from(["13:69F", "19:47"]),
        "decks": st.integers(1, 8),
        "seats": st.integers(1, 12),
        "dealt_from": st.sampled_from(["shoe", "hand"]),
        **{key: st.sampled_from([written(value) for value in rule.values]) for key, rule in RULES.items()},
        "minimum": MONEY | st.none(),
        "maximum": MONEY | st.none(),
        "cutting_card": SHARE,
        "cutting_cards": st.integers(0, 3),
        "notices": st.lists(st.sampled_from(["splits", "surrender", "hole card", "free double"])),
        "inscriptions": st.lists(st.sampled_from(["Blackjack pays 3 to 2", "Dealer Must Draw to Soft 17", "x"])),
        "equipment": st.lists(st.sampled_from(["drop box", "chip acceptors", "x"])),
        **{one.key: setting(one.kind, one.choices) for one in game.settings},
    }
    offered = draw(st.lists(wagers(), max_size=4, unique_by=lambda wager: wager["name"]))
    if areas and not any(wager["name"] in areas for wager in offered):  # these state their own areas and signs
        optional["betting_areas"] = st.dictionaries(st.sampled_from(areas), st.booleans() | st.integers(0, 12))
        optional["signs"] = st.dictionaries(st.sampled_from(sorted(game.signs)), st.booleans())
    return offered, {"game": game.name, **draw(st.fixed_dictionaries({}, optional=optional))}


@given(tables())
@settings(max_examples=300)
def test_check_answers_for_every_table_that_can_be_read(table: tuple[list[dict[str, Any]], dict[str, Any]]) -> None:
    offered, keys = table
    written = text(*offered, **keys)
    config = read(written)
    lines = len(written.splitlines())
    for finding in check(config):
        assert 1 <= finding.line <= lines
        assert finding.message[0].isupper() or finding.message[0] in '"2' or "_" in finding.message.split()[0]
        assert str(finding.cite) in str(finding)
        assert (finding.kind is FindingKind.READING) == (finding.reading is not None)
        judged = finding.kind not in (FindingKind.REMARK, FindingKind.NOT_STATED)
        assert judged or finding.verdict is Verdict.NOT_VERIFIABLE
        standing = finding.cite.standing.value
        assert finding.verdict is not Verdict.VIOLATES or standing == "text held"


@given(tables(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_the_order_of_the_wagers_changes_no_finding(
    table: tuple[list[dict[str, Any]], dict[str, Any]], random: Any
) -> None:
    offered, keys = table
    shuffled = list(offered)
    random.shuffle(shuffled)

    def cites(wagers: list[dict[str, Any]]) -> list[tuple[str, str]]:
        return sorted((str(one.cite), one.message) for one in check(read(text(*wagers, **keys))))

    assert cites(offered) == cites(shuffled)


@given(tables(), st.sampled_from(["minimum", "maximum", "decks", "licensee"]))
@settings(max_examples=50)
def test_checking_twice_gives_the_same(table: tuple[list[dict[str, Any]], dict[str, Any]], key: str) -> None:
    offered, keys = table
    config = read(text(*offered, **{key: LAWFUL[key]}, **{k: v for k, v in keys.items() if k != key}))
    assert check(config) == check(config)


def answered(content: bytes) -> bool:
    """Whether a file is answered with findings or with problems; anything else that is raised goes through."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "table.toml"
        file.write_bytes(content)
        try:
            return isinstance(check(load(file)), tuple)
        except BadConfig as bad:
            return bool(bad.problems)


KEYS = [*LAWFUL, "law", "game", "hole_card", "cutting_card", "notices", "house", "splits", "surrender", "x"]
WAGER_KEYS = ["name", "pays", "pay_table", "minimum", "display", "rate", "free_bonus", "betting_area", "spoken_wagers"]
NAMES = st.sampled_from([wager.name for wager in ALL])


@given(
    st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=6),
    st.lists(st.dictionaries(st.sampled_from(WAGER_KEYS), JUNK | NAMES, max_size=4), max_size=3),
)
@settings(max_examples=300)
def test_whatever_the_keys_hold_loading_answers_with_a_table_or_with_problems(
    keys: dict[str, Any], offered: list[dict[str, Any]]
) -> None:
    assert answered(text(*offered, **keys).encode())


@given(st.binary(max_size=200) | st.text(st.characters(codec="utf-8"), max_size=200).map(str.encode))
@settings(max_examples=300)
def test_whatever_the_bytes_loading_answers_with_a_table_or_with_problems(content: bytes) -> None:
    assert answered(content)
