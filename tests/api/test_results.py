"""What the functions return is what the command line prints."""

import json
from pathlib import Path
from typing import Any

import pytest

import upcard
from tests.command import ROOT, within

TABLES = ("in-between", "blackjack-bonus", "streak")
STATUSES = {
    "blackjack": (upcard.Status.LAWFUL, True),
    "in-between": (upcard.Status.NOT_SHOWN, None),
    "blackjack-bonus": (upcard.Status.NOT_SHOWN, None),
    "streak": (upcard.Status.NOT_SHOWN, None),
    "unlawful/short-odds": (upcard.Status.UNLAWFUL, False),
    "unlawful/one-deck-in-between": (upcard.Status.UNLAWFUL, False),
}


def path(name: str) -> str:
    return f"tables/{name}.toml"


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def printed(*arguments: str) -> Any:
    return json.loads(within(*arguments, "--json").out)


def plain(value: Any) -> Any:
    """Return a value as JSON reads it."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("name", STATUSES)
def test_check(name: str) -> None:
    findings = upcard.check(upcard.load(path(name)))
    assert plain(findings.to_dict()) == printed("check", path(name))
    assert (findings.status, findings.lawful) == STATUSES[name]
    assert len(findings) == len(list(findings)) == len(findings.to_dict()["findings"])
    assert repr(findings).startswith(f"<{upcard.load(path(name)).table}: {findings.status.value}, ")


def test_findings_are_read_in_order() -> None:
    findings = upcard.check(upcard.load(path("unlawful/short-odds")))
    (violates,) = [finding for finding in findings if finding.verdict is upcard.Verdict.VIOLATES]
    assert violates.kind is upcard.FindingKind.TEXT
    assert violates in findings
    assert findings[-1:] == (findings[-1],)
    assert isinstance(findings.not_stated, tuple)
    assert not upcard.check(upcard.load(path("blackjack")))


@pytest.mark.parametrize("number", ["13:69F-2.26(e)", "19:47-2.26(e)", "13:69F-2.3"])
def test_cite(number: str) -> None:
    paragraph = upcard.cite(number)
    assert plain(paragraph.to_dict()) == printed("cite", number)
    assert (str(paragraph), paragraph.number) == (number, number)
    assert paragraph == upcard.cite(number)
    assert hash(paragraph) == hash(upcard.cite(number))
    assert paragraph.current.startswith("13:69F")
    assert paragraph.title
    assert [str(below) for below in paragraph.paragraphs] == [
        below["cite"] for below in paragraph.to_dict()["paragraphs"]
    ]
    assert "\n" not in repr(paragraph)


@pytest.mark.parametrize("names", [(), ("buster",), ("in-between", "Push 22")])
def test_wagers(names: tuple[str, ...]) -> None:
    registry = upcard.wagers(*names)
    assert plain(registry.to_dict()) == printed("wagers", *names)
    assert len(registry) == len(names) or not names


def test_wagers_of_the_former_edition() -> None:
    registry = upcard.wagers(law="19:47")
    assert plain(registry.to_dict()) == printed("wagers", "--law", "19:47")
    assert registry["IN BETWEEN"].cite == "19:47-2.26"
    assert registry["in-between"].kind == "wager"
    assert registry["in-between"].pay_tables["A"]["Triple match"] == "30 to 1"
    assert registry[0].to_dict() == registry.to_dict()["wagers"][0]


@pytest.mark.parametrize("name", TABLES)
def test_price(name: str) -> None:
    prices = upcard.price(upcard.load(path(name)))
    assert plain(prices.to_dict()) == printed("price", path(name))
    assert [plain(price.to_dict()) for price in prices.values()] == plain(prices.to_dict())["wagers"]
    for key, price in prices.items():
        assert price.key == key
        assert price.value == -price.house_advantage
        assert sum(outcome.probability for outcome in price.outcomes) == pytest.approx(1)
        assert "\n" not in repr(price)


def test_a_price_varies_with_its_arguments() -> None:
    table = upcard.load(path("progressive"))
    given = upcard.price(table, decks=8, removed="Ah", meter="20000.00", amount="25.00", rounds_an_hour=80)
    arguments = (
        "--decks",
        "8",
        "--removed",
        "Ah",
        "--meter",
        "20000.00",
        "--amount",
        "25.00",
        "--rounds",
        "80",
    )
    assert plain(given.to_dict()) == printed("price", path("progressive"), *arguments)
    hour = given["blackjack"].per_hour
    assert hour is not None
    assert (hour.rounds, hour.amount) == (80, upcard.cents(2500))
    with pytest.raises(KeyError, match="buster"):
        given["buster"]
    assert "buster" not in given


def test_sweep() -> None:
    table = upcard.load(path("in-between"))
    variants = upcard.sweep(table, {"wager.in-between.pay_table": "AB"}, decks=(6, 8), only=["in-between"])
    answer = printed("price", path("in-between"), "--sweep", "wager.in-between.pay_table=A,B", "--sweep", "decks=6,8")
    assert plain(variants.to_dict())["wagers"] == [
        wager for wager in answer["wagers"] if wager["wager"] == "in-between"
    ]
    assert len(variants) == 4
    assert variants[3].values == {"wager.in-between.pay_table": "B", "decks": 8}
    assert variants[3].table == table.with_(decks=8)
    assert variants[1:2] == (variants[1],)
    assert repr(variants) == "<4 variants by wager.in-between.pay_table, decks>"
    assert repr(variants[0]) == "<wager.in-between.pay_table=A, decks=6: in-between>"


def test_a_sweep_gives_the_figures_of_price() -> None:
    table = upcard.load(path("in-between"))
    for variant in upcard.sweep(table, decks=(2, 8)):
        prices = upcard.price(table.with_(decks=variant.values["decks"]))
        assert {key: wager.house_advantage for key, wager in variant.wagers.items()} == {
            key: wager.house_advantage for key, wager in prices.items()
        }


@pytest.mark.parametrize("name", ["in-between", "blackjack-resplit"])
def test_strategy(name: str) -> None:
    best = upcard.strategy(upcard.load(path(name)), removed="5h 6h")
    answer = printed("strategy", path(name), "--removed", "5h 6h")
    assert plain(best.to_dict()) == answer
    assert best.chart["hard 16"] == answer["chart"]["hard 16"]
    assert best.otherwise["soft 18"] == answer["otherwise"]["soft 18"]
    assert set(best.upcards) >= set(best.chart["hard 16"])
    assert best.convention == answer["convention"]
    against = best.upcards[0]
    assert best.play("Th 6c", against) == max(
        best.values("Th 6c", against), key=best.values("Th 6c", against).__getitem__
    )
    assert "\n" not in repr(best)


@pytest.mark.parametrize("name", TABLES)
def test_simulate(name: str) -> None:
    simulated = upcard.simulate(upcard.load(path(name)), rounds=20_000, seed=7, workers=1)
    answer = printed("simulate", path(name), "--rounds", "20000", "--seed", "7", "--workers", "1")
    given = plain(simulated.to_dict())
    for timed in ("seconds", "rounds_per_second"):
        given.pop(timed, None)
        answer.pop(timed, None)
    assert given == answer
    assert (simulated.rounds, simulated.seed, simulated.complete, simulated.reached) == (20_000, 7, True, None)
    for wager in simulated.wagers.values():
        assert sum(wager.counts.values()) >= wager.made > 0
        assert "\n" not in repr(wager)


@pytest.mark.parametrize("name", ["buster-player-blackjack", "base-insurance-won", "base-hole-up-surrender"])
def test_deal(name: str) -> None:
    file = ROOT / "tests" / "golden" / f"{name}.toml"
    table = upcard.load(file.parent / _table_of(file))
    ruling = upcard.deal(table, file)
    assert plain(ruling.to_dict()) == printed("deal", "--round", str(file))
    assert ruling.refusals == ()
    assert [str(seat.net) for seat in ruling.seats] == [seat["net"] for seat in ruling.to_dict()["seats"]]
    assert [line.split(" [")[0] for line in ruling.lines()] == [event["text"] for event in ruling.to_dict()["events"]]
    assert "\n" not in repr(ruling)


def _table_of(file: Path) -> str:
    (line,) = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("table")]
    return line.split('"')[1]


def test_a_refused_round() -> None:
    table = upcard.load(path("in-between"))
    seat = {"number": 1, "wagers": {"blackjack": "5.00"}, "decisions": ["stand"]}
    ruling = upcard.deal(table, {"shoe": "Th 6c 9h Tc 5c", "seat": [seat]})
    assert [str(refusal.cite) for refusal in ruling.refusals] == ["13:69F-8.3(a)"]
    assert (ruling.seats, ruling.rows(), ruling.lines(), ruling.events) == ((), [], [], ())
    assert repr(ruling).startswith("<refused: ")
    assert set(ruling.to_dict()) == {"events", "irregularities", "law_file", "refusals", "warnings"}
