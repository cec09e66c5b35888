"""The whole matrix of what may stand together: every pair, in both orders, in both editions."""

from itertools import combinations
from typing import Any

import pytest

from tests.tables import offer, read, text
from upcard.table import Finding, FindingKind, Verdict
from upcard.table import check as findings_of
from upcard.table.requirements.offered import excluded_together

# X written ban, D follows from decks, dependency or payout, D3 only for the sevens wager, S structural doubt,
# R requires, ok foreseen, - no ban in the texts held. Rows and columns in the same order.
MATRIX = """
     MA  AW  PB  BB  ST  MD  20  OB  IB  BU  FB  P22 HU  HD  65
MA   .   -   X   X   X   X   X   X   X   S   X   X   D   S   -
AW   -   .   X   -   -   -   -   -   -   -   -   -   -   D3  -
PB   X   X   .   X   X   -   X   X   X   -   -   -   X   D   -
BB   X   -   X   .   X   -   X   X   X   -   X   X   -   S   -
ST   X   -   X   X   .   -   X   X   X   -   X   X   -   -   -
MD   X   -   -   -   -   .   -   X   X   -   X   X   -   D   -
20   X   -   X   X   X   -   .   X   X   -   X   X   -   -   -
OB   X   -   X   X   X   X   X   .   X   -   X   X   -   D   -
IB   X   -   X   X   X   X   X   X   .   -   X   X   ok  S   -
BU   S   -   -   -   -   -   -   -   -   .   -   -   -   ok  -
FB   X   -   -   X   X   X   X   X   X   -   .   R   X   S   D
P22  X   -   -   X   X   X   X   X   X   -   R   .   D   S   D
HU   D   -   X   -   -   -   -   -   ok  -   X   D   .   -   -
HD   S   D3  D   S   -   D   -   D   S   ok  S   S   -   .   ok
65   -   -   -   -   -   -   -   -   -   -   D   D   -   ok  .
"""

# Who says it: the ban lists as written.
BANS = {
    "MA": ("2.18(a)", "PB BB ST MD 20 OB IB FB P22"),  # reading 4: also where another chapter is printed
    "AW": ("2.17(a)", "PB"),
    "BB": ("2.20(l)", "MA PB ST 20 OB IB FB P22"),
    "ST": ("2.22(l)", "MA PB BB 20 OB IB FB P22"),
    "MD": ("2.23(g)", "OB IB FB P22"),
    "20": ("2.24(i)", "MA PB BB ST OB IB FB P22"),
    "OB": ("2.25(h)", "MA PB BB ST MD 20 IB FB P22"),
    "IB": ("2.26(g)", "MA PB BB ST MD 20 OB FB P22"),
    "HU": ("2.6(k)", "PB FB"),
}
FORMER_LETTERS = {"2.26(g)": "2.26(h)"}
NEW_SINCE = {"BU", "FB", "P22"}

WAGERS = {
    "PB": "progressive",
    "BB": "blackjack bonus",
    "ST": "streak",
    "MD": "match-the-dealer",
    "20": "20 point bonus",
    "OB": "optional bonus",
    "IB": "in-between",
    "BU": "buster",
    "P22": "push 22",
}
KEYS: dict[str, dict[str, Any]] = {
    "MA": {"game": "multiple action"},
    "FB": {"game": "free bet", "dealer_soft_17": "draw", "hole_card": "down, card reader"},
    "BU": {"dealer_soft_17": "draw"},
    "P22": {"game": "free bet", "dealer_soft_17": "draw", "hole_card": "down, card reader"},
    "HU": {"hole_card": "up", "notices": ["hole card up"]},
    "HD": {"dealt_from": "hand"},
    "65": {"blackjack_pays": "6 to 5"},
}


def grid() -> dict[tuple[str, str], str]:
    header, *rows = (line.split() for line in MATRIX.strip().splitlines())
    return {(row[0], column): mark for row in rows for column, mark in zip(header, row[1:], strict=True)}


PAIRS = grid()
CODES = list(dict.fromkeys(row for row, _ in PAIRS))
ORDERED = [pair for pair in PAIRS if pair[0] != pair[1]]
ADDITIONAL = (("over 13", "under 13"), ("same suit",), ("sevens",))


def of_mark(*marks: str) -> list[tuple[str, str]]:
    return [pair for pair in ORDERED if PAIRS[pair] in marks]


def check(
    pair: tuple[str, str], decks: int, law: str = "13:69F", additional: tuple[str, ...] = ("same suit",)
) -> tuple[Finding, ...]:
    """Check a table that offers the pair, in the order given, and is lawful otherwise if it can be."""
    names = [name for code in pair for name in (additional if code == "AW" else [WAGERS.get(code)]) if name]
    keys: dict[str, Any] = {}
    for code in pair[::-1] if "MA" in pair else pair:
        keys |= KEYS.get(code, {}) if not (code == "P22" and "MA" in pair) else {"dealer_soft_17": "draw"}
    keys |= {"hole_card": "up"} if "HU" in pair and "MA" not in pair else {}
    return findings_of(read(text(*(offer(name) for name in names), **keys, decks=decks, law=law)))


def violating(findings: tuple[Finding, ...]) -> set[str]:
    return {str(one.cite) for one in findings if one.verdict is Verdict.VIOLATES}


def expected_cites(pair: tuple[str, str], law: str) -> set[str]:
    """Return the paragraphs that keep a pair apart, by the written lists."""
    numbers = {BANS[one][0] for one, other in (pair, pair[::-1]) if one in BANS and other in BANS[one][1].split()}
    prefix = "19:47-" if law == "19:47" else "13:69F-"
    return {prefix + (FORMER_LETTERS.get(number, number) if law == "19:47" else number) for number in numbers}


def test_the_matrix_is_symmetric_and_has_the_counts_of_its_legend() -> None:
    assert all(PAIRS[one, other] == PAIRS[other, one] for one, other in combinations(CODES, 2))
    marks = [PAIRS[pair] for pair in combinations(CODES, 2)]
    counts = {mark: marks.count(mark) for mark in ("X", "D", "D3", "S", "R", "ok", "-")}
    assert counts == {"X": 41, "D": 7, "D3": 1, "S": 6, "R": 1, "ok": 3, "-": 46}


def in_edition(pairs: list[tuple[str, str]], law: str) -> list[tuple[str, tuple[str, str]]]:
    return [(law, pair) for pair in pairs if law == "13:69F" or NEW_SINCE.isdisjoint(pair)]


BOTH_GAMES = [("MA", "FB"), ("FB", "MA")]
WRITTEN = [pair for pair in of_mark("X") if pair not in BOTH_GAMES]


@pytest.mark.cite(
    "13:69F-2.17(a)",
    "13:69F-2.18(a)",
    "13:69F-2.20(l)",
    "13:69F-2.22(l)",
    "13:69F-2.23(g)",
    "13:69F-2.24(i)",
    "13:69F-2.25(h)",
    "13:69F-2.26(g)",
    "13:69F-2.6(k)",
    "19:47-2.18(a)",
    "19:47-2.20(l)",
    "19:47-2.22(l)",
    "19:47-2.23(g)",
    "19:47-2.24(i)",
    "19:47-2.25(h)",
    "19:47-2.26(h)",
)
@pytest.mark.parametrize(("law", "pair"), [*in_edition(WRITTEN, "13:69F"), *in_edition(WRITTEN, "19:47")])
def test_a_written_ban_is_reported_by_every_paragraph_that_says_it_and_by_no_other(
    law: str, pair: tuple[str, str]
) -> None:
    with_both = violating(check(pair, decks=6, law=law))
    assert expected_cites(pair, law)
    assert expected_cites(pair, law) <= with_both
    lists = {"13:69F-" + number for number, _ in BANS.values()} | {"19:47-2.26(h)"}
    helpers = expected_cites(("FB", pair[1 - pair.index("P22")]), law) if "P22" in pair else set()
    assert with_both & lists <= expected_cites(pair, law) | helpers


@pytest.mark.cite("13:69F-2.18(a)")
@pytest.mark.parametrize("games", [["multiple action", "free bet"], ["free bet", "multiple action"]], ids=str)
def test_multiple_action_and_free_bet_are_kept_apart(games: list[str]) -> None:
    table = read(text(game=games, multiple_action_required=2, dealer_soft_17="draw"))
    assert [game.name for game in table.games] == games
    assert (table.game.name, [str(one.cite) for one in excluded_together(table)]) == (games[0], ["13:69F-2.18(a)"])
    assert violating(findings_of(table)) == {"13:69F-2.18(a)"}


NEW_IN_LISTS = [(code, new) for code, (_, named) in BANS.items() for new in named.split() if new in NEW_SINCE]


@pytest.mark.parametrize(("code", "new"), [pair for pair in NEW_IN_LISTS if pair not in BOTH_GAMES])
def test_what_the_former_edition_did_not_know_is_named_now_and_bans_nothing_there(code: str, new: str) -> None:
    number = BANS[code][0]
    wagers = [offer(WAGERS[one]) for one in (code, new) if one in WAGERS]
    # Push 22 away from a free bet table, so that it alone is barred.
    keys = {**({"dealer_soft_17": "draw"} if new == "P22" else KEYS[new]), **KEYS.get(code, {})}

    def by_the_list(law: str, number: str) -> bool:
        return f"{law}-{number}" in violating(findings_of(read(text(*wagers, **keys, law=law))))

    assert by_the_list("13:69F", number)
    assert not by_the_list("19:47", FORMER_LETTERS.get(number, number))
    assert violating(findings_of(read(text(*wagers, **keys, law="19:47")))) & {"13:69F-2.31", "13:69F-2.32"}


DERIVED = of_mark("D")


@pytest.mark.cite("13:69F-2.2(a)1", "13:69F-2.2(a)3", "13:69F-2.2(a)4", "13:69F-2.7(d)", "13:69F-2.18(e)")
@pytest.mark.parametrize("decks", range(1, 9))
@pytest.mark.parametrize("pair", DERIVED)
def test_a_derived_ban_holds_for_every_number_of_decks(pair: tuple[str, str], decks: int) -> None:
    assert violating(check(pair, decks))


@pytest.mark.parametrize("decks", range(1, 9))
@pytest.mark.parametrize("pair", [pair for pair in DERIVED if NEW_SINCE.isdisjoint(pair)])
def test_a_derived_ban_is_at_least_likely_in_the_former_edition(pair: tuple[str, str], decks: int) -> None:
    # The former text of 2.2(a)1 is not held, so four or more decks dealt from the hand are only likely unlawful there.
    verdicts = {one.verdict for one in check(pair, decks, law="19:47")}
    assert verdicts & {Verdict.VIOLATES, Verdict.LIKELY}


@pytest.mark.cite("13:69F-2.2(a)3")
@pytest.mark.parametrize("pair", of_mark("D3"))
@pytest.mark.parametrize("kind", ADDITIONAL)
def test_of_the_one_dollar_wagers_only_sevens_cannot_be_dealt_from_the_hand(
    pair: tuple[str, str], kind: tuple[str, ...]
) -> None:
    lawful = [decks for decks in range(1, 9) if not violating(check(pair, decks, additional=kind))]
    assert lawful == ([] if kind == ("sevens",) else [1, 2])


DOUBTFUL = [*in_edition(of_mark("S"), "13:69F"), *in_edition(of_mark("S"), "19:47")]


@pytest.mark.parametrize(("law", "pair"), DOUBTFUL)
def test_a_structural_doubt_is_reported_with_its_reading_and_never_as_a_violation(
    law: str, pair: tuple[str, str]
) -> None:
    findings = check(pair, decks=2, law=law)
    doubts = [one for one in findings if one.reading]
    assert doubts
    assert {(one.verdict, one.kind) for one in doubts} == {(Verdict.LIKELY, FindingKind.READING)}
    assert not violating(findings)


@pytest.mark.cite("13:69F-2.32(a)")
def test_push_22_needs_free_bet() -> None:
    keys: dict[str, Any] = {"dealer_soft_17": "draw"}
    assert violating(findings_of(read(text(offer("push 22"), **keys)))) == {"13:69F-2.32(a)"}
    for pair in of_mark("R"):
        assert not violating(check(pair, decks=6))


FREE = [
    (law, pair, kind)
    for law in ("13:69F", "19:47")
    for _, pair in in_edition(of_mark("-", "ok"), law)
    for kind in (ADDITIONAL if "AW" in pair else ADDITIONAL[:1])
]


@pytest.mark.parametrize(("law", "pair", "kind"), FREE)
def test_whatever_no_text_keeps_apart_may_stand_together(
    law: str, pair: tuple[str, str], kind: tuple[str, ...]
) -> None:
    tables = [check(pair, decks, law, kind) for decks in range(1, 9)]
    assert any(not violating(findings) and {one.reading for one in findings} <= {None, 9} for findings in tables)


@pytest.mark.cite("13:69F-2.17(a)")
@pytest.mark.parametrize("kinds", [(one, other) for one in ADDITIONAL for other in ADDITIONAL if one != other], ids=str)
def test_one_kind_of_the_one_dollar_wagers_for_the_table(kinds: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    wagers = [offer(name) for kind in kinds for name in kind]
    assert violating(findings_of(read(text(*wagers)))) == {"13:69F-2.17(a)"}


def test_over_and_under_are_one_kind() -> None:
    assert not violating(findings_of(read(text(offer("over 13"), offer("under 13")))))
