"""Arguments of every function: checked as strictly as the command line's, all problems at once, in Python's words."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, cast

import pytest

import upcard
from tests.command import ROOT

LAWFUL = upcard.load(ROOT / "tables" / "in-between.toml")
UNTYPED = cast(Any, upcard)  # what a program without types can do
SEAT = {"number": 1, "wagers": {"blackjack": "10.00"}}


def problems(call: Callable[[], object]) -> tuple[str, ...]:
    with pytest.raises(upcard.BadArguments) as wrong:
        call()
    assert str(wrong.value) == "\n".join(wrong.value.problems)
    assert isinstance(wrong.value, ValueError)
    for problem in wrong.value.problems:
        assert "--" not in problem
        assert not any(word in problem for word in ("ndarray", "distributed", "toml", "object has no attribute"))
    return wrong.value.problems


def arguments_named(call: Callable[[], object]) -> list[str]:
    return [problem.partition(":")[0] for problem in problems(call)]


@pytest.mark.parametrize("verb", ["check", "price", "sweep", "strategy", "simulate"])
@pytest.mark.parametrize("table", [None, "tables/in-between.toml", 5, {"decks": 6}])
def test_every_verb_takes_a_table(verb: str, table: Any) -> None:
    assert arguments_named(lambda: getattr(UNTYPED, verb)(table)) == ["table"]
    assert arguments_named(lambda: UNTYPED.deal(table, {})) == ["table"]


def test_price_names_everything_that_is_wrong() -> None:
    wrong = {"decks": 0, "removed": "Xx", "amount": 10, "meter": 1.5, "rounds_an_hour": 0, "rational": 1, "joint": "y"}
    assert arguments_named(lambda: UNTYPED.price(LAWFUL, **wrong)) == list(wrong)


@pytest.mark.parametrize("decks", [0, 9, 6.0, "6", True, Decimal(6)])
def test_decks_are_a_whole_number(decks: Any) -> None:
    for verb in (UNTYPED.price, UNTYPED.strategy):
        assert problems(lambda verb=verb: verb(LAWFUL, decks=decks)) == (  # type: ignore[misc]  # bound now
            f"decks: must be a whole number from 1 to 8, not {decks!r}",
        )


@pytest.mark.parametrize("amount", [10, 10.0, True, Decimal("NaN"), b"10.00", "10.0", "-1.00", upcard.cents(-1)])
def test_an_amount_is_no_number(amount: Any) -> None:
    assert arguments_named(lambda: UNTYPED.price(LAWFUL, amount=amount)) == ["amount"]
    assert arguments_named(lambda: UNTYPED.simulate(LAWFUL, rounds=1, bankroll=amount)) == ["bankroll"]
    named = arguments_named(lambda: UNTYPED.simulate(LAWFUL, rounds=1, amounts={"blackjack": amount}))
    assert named == ["amounts['blackjack']"]
    with pytest.raises(upcard.BadConfig, match="money"):
        upcard.deal(LAWFUL, {"shoe": "Ah", "seat": [{"number": 1, "wagers": {"blackjack": amount}}]})


def test_nothing_is_no_amount() -> None:
    assert problems(lambda: upcard.price(LAWFUL, amount="0.00")) == ("amount: must be more than zero",)
    assert arguments_named(lambda: upcard.simulate(LAWFUL, rounds=1, bankroll="0.00")) == ["bankroll"]
    named = arguments_named(lambda: upcard.simulate(LAWFUL, rounds=1, amounts={"blackjack": "0.00"}))
    assert named == ["amounts['blackjack']"]
    nothing = {"number": 1, "wagers": {"blackjack": "0.00"}}
    (refusal,) = upcard.deal(LAWFUL, {"shoe": "Ah 6c Kh", "seat": [nothing]}).refusals
    assert str(refusal.cite) == "13:69F-8.3(a)"


@pytest.mark.parametrize("removed", [5, None, {"Ah": 1}, ["Ah", 5], "Ah Xx", [["Ah"]]])
def test_removed_cards_are_cards(removed: Any) -> None:
    assert arguments_named(lambda: UNTYPED.price(LAWFUL, removed=removed)) == ["removed"]
    assert arguments_named(lambda: UNTYPED.strategy(LAWFUL, removed=removed)) == ["removed"]


def test_cards_are_text_or_cards() -> None:
    values = {upcard.strategy(LAWFUL, removed=cards).value for cards in ("Ah Ts", "Ah, Ts", ["Ah", "Ts"], ["Ah Ts"])}
    assert len(values) == 1
    five = upcard.Card.of("5c")
    for cards in (five, [five], (card for card in [five])):
        assert upcard.strategy(LAWFUL, removed=cards).value == upcard.strategy(LAWFUL, removed="5c").value
    assert "30 Ah" in problems(lambda: upcard.price(LAWFUL, removed="Ah " * 30))[0]


def test_a_meter_needs_a_wager_with_one() -> None:
    assert arguments_named(lambda: upcard.price(LAWFUL, meter="1.00", joint=True)) == ["joint", "meter"]


def test_simulate_names_everything_that_is_wrong() -> None:
    wrong: dict[str, Any] = {
        "until": 0,
        "rounds": 0,
        "seed": -1,
        "seats": 99,
        "fresh": 1,
        "strategy": 5,
        "wagers": [3],
        "amounts": {"blackjack": 10},
        "schedule": 5,
        "insurance": "no",
        "session": 0,
        "bankroll": 10,
        "penetration": "x",
        "beyond_limits": 2,
        "workers": 0,
        "kernel": "x",
        "cluster": 5,
    }
    named = arguments_named(lambda: UNTYPED.simulate(LAWFUL, **wrong))
    assert [name.partition("[")[0] for name in named] == list(wrong)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"rounds": 1e6}, "rounds: must be a whole number"),
        ({"strategy": "nope"}, "strategy: nope: there is no such file"),
        ({"strategy": None}, "strategy: must be text or a Path, not None"),
        ({"wagers": ["nope"]}, "the table does not offer nope"),
        ({"wagers": 5}, "wagers: must be text, not 5"),
        ({"amounts": [1]}, "amounts: must be amounts by wager"),
        ({"amounts": {5: "5.00"}}, "amounts: must be text, not 5"),
        ({"amounts": {"nope": "5.00"}}, "amounts: nope: this wager is not made here"),
        ({"amounts": {"blackjack": "5.00"}}, "at least $10.00, not $5.00 [13:69F-8.3(a)]"),
        ({"seats": 7}, "there is no seat 7"),
        ({"penetration": 1.5}, "penetration: '1.5' is more than 100%"),
        ({"penetration": 313}, "penetration: must be a share of the shoe, or a position from 1 to 312 cards, not 313"),
        ({"penetration": float("nan")}, "penetration: 'NaN' is not a share"),
        ({"bankroll": "100.00"}, "bankroll: there are no sessions"),
        ({"kernel": "avx512"}, "kernel: must be one of 'auto'"),
        ({"cluster": 5}, "cluster: must be text, not 5"),
    ],
)
def test_a_simulation_that_cannot_be_run_is_refused(keys: dict[str, Any], words: str) -> None:
    assert any(words in problem for problem in problems(lambda: UNTYPED.simulate(LAWFUL, **{"rounds": 10, **keys})))


def test_limits_may_be_exceeded_by_name() -> None:
    assert problems(lambda: upcard.simulate(LAWFUL, rounds=10, amounts={"blackjack": "5.00"}))[-1].startswith(
        "beyond_limits=True"
    )
    beyond = upcard.simulate(LAWFUL, rounds=10, amounts={"blackjack": Decimal(5)}, beyond_limits=True)
    assert beyond.wagers["blackjack"].amount == upcard.cents(500)


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({"decks": 6}, ["decks"]),
        ({"decks": (), "seats": {1: 2}}, ["decks", "seats"]),
        ({"decks": (6,), "only": 5, "workers": 0}, ["workers", "only"]),
        ({"decks": (6,), "only": ()}, ["only"]),
        ({"decks": (6,), "only": ["x", "in-between", "y"]}, ["only"]),
        ({"decks": range(1, 9), "seats": range(1, 10**6 + 1)}, ["8,000,000 variants are too many"]),
    ],
)
def test_a_sweep_that_cannot_be_made_is_refused(keys: dict[str, Any], named: list[str]) -> None:
    assert arguments_named(lambda: UNTYPED.sweep(LAWFUL, **keys)) == named


def test_a_sweep_names_every_wager_that_is_not_there_and_every_value_that_cannot_be() -> None:
    (problem,) = problems(lambda: upcard.sweep(LAWFUL, decks=(6,), only=["x", "in-between", "y"]))
    assert problem.startswith("only: 'x' and 'y': not priced here")
    assert arguments_named(lambda: UNTYPED.sweep(LAWFUL, 5)) == ["keys"]
    assert arguments_named(lambda: UNTYPED.sweep(LAWFUL, {5: (1,)})) == ["keys"]
    with pytest.raises(upcard.BadConfig) as wrong:
        upcard.sweep(LAWFUL, decks=(6, 0, 99), deks=(1,))
    assert {problem.file for problem in wrong.value.problems} == {
        "sweep(decks=0)",
        "sweep(decks=99)",
        "sweep(deks=1)",
    }


def test_wagers_are_named_and_of_an_edition() -> None:
    (problem,) = problems(lambda: upcard.wagers("nope", "buster", "nix"))
    assert problem.startswith('there is no wager "nope" or "nix" in 13:69F; known: ')
    assert arguments_named(lambda: UNTYPED.wagers(5, law=3)) == ["law", "name"]
    assert problems(lambda: upcard.wagers("buster", law="19:47"))[0].startswith('there is no wager "buster" in 19:47')
    with pytest.raises(KeyError, match="nope"):
        upcard.wagers()["nope"]


@pytest.mark.parametrize(
    ("hand", "against", "named"),
    [
        (3, 10, ["hand", "upcard"]),
        ("zz", "10", ["hand"]),
        ("Ah Kh", "10", ["A-10 against 10"]),
        ("Ah", "10", ["A against 10"]),
        ("Kh Kd 5h", "10", ["5-10-10 against 10"]),
        ("5h 6h", "11", ["5-6 against 11"]),
    ],
)
def test_a_hand_without_a_decision_is_refused(hand: Any, against: Any, named: list[str]) -> None:
    best = cast(Any, upcard.strategy(LAWFUL))
    assert arguments_named(lambda: best.values(hand, against)) == named
    assert arguments_named(lambda: best.play(hand, against)) == named


def test_an_upcard_is_written_as_a_card_or_its_value() -> None:
    best = upcard.strategy(LAWFUL)
    words = ("10", "T", "t", "K", "Kh", "10h", upcard.Card.of("Kd"))
    assert len({tuple(best.values("5h 6h", word).items()) for word in words}) == 1
    assert best.values("5h 6h", "A") != best.values("5h 6h", "10")


def test_a_written_round_is_a_file_its_text_or_a_mapping() -> None:
    written = {"shoe": "Ah 6c Kh Ts Ts", "seat": [SEAT]}
    cents = {
        "shoe": ["Ah", "6c", "Kh", "Ts", "Ts"],
        "seat": [{"number": 1, "wagers": {"blackjack": upcard.cents(1000)}}],
    }
    decimal = {"shoe": "Ah 6c Kh Ts Ts", "seat": [{"number": 1, "wagers": {"blackjack": Decimal(10)}}]}
    text = 'shoe = "Ah 6c Kh Ts Ts"\n[[seat]]\nnumber = 1\nwagers = {blackjack = "10.00"}\n'
    rulings = [upcard.deal(LAWFUL, given).to_dict() for given in (written, cents, decimal, text)]
    assert rulings[0]["seats"][0]["net"] == "15.00"
    assert all(ruling == rulings[0] for ruling in rulings)
    assert arguments_named(lambda: UNTYPED.deal(LAWFUL, 5)) == ["round"]
    with pytest.raises(upcard.BadConfig) as wrong:
        upcard.deal(LAWFUL, {"shoe": 5, "seat": [{"number": "x", "wagers": {"blackjack": 10}}], "more": 1})
    named = {problem.key for problem in wrong.value.problems}
    assert named == {"shoe", "seat 1, number", "seat 1, wagers, blackjack", "more"}
    assert "quotes" not in str(wrong.value)


def test_a_paragraph_is_cited_by_text() -> None:
    assert arguments_named(lambda: UNTYPED.cite(5)) == ["number"]
    for number in ("13:69F-9.99", "", "reading 3"):
        with pytest.raises(upcard.UnknownCite):
            upcard.cite(number)
    assert arguments_named(lambda: UNTYPED.load(5)) == ["file"]
    assert arguments_named(lambda: UNTYPED.loads(b"decks = 6")) == ["text"]
