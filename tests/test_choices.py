"""A choice is a choice and results are results: neither implies the other, whatever wagers there will be."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.dealing import wagered
from tests.sim.engine import Engine, simulated
from tests.sim.making import LANES, quotas, states
from tests.sim.test_engine import Lane, counted
from tests.sim.ways import WAYS
from tests.tables import offer, read, text, toml
from upcard.cards import Rank, cards
from upcard.cli.play import play_in_terminal
from upcard.cli.print_prices import print_prices
from upcard.game import TableState, at, play, refusals
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.ruling import Ruling, rule
from upcard.game.transcript import transcript
from upcard.game.written_round import load_round
from upcard.money import Cents, Odds
from upcard.results.prices import Hourly, PricedWager, PriceReport, price, price_report
from upcard.results.simulated_table import simulated_table
from upcard.results.simulation import simulate
from upcard.rules.enums import Play
from upcard.rules.facts import BOX_ACES, UPCARD_RANK, LeadingAces, chosen, wins_in_a_row
from upcard.rules.wager import LOSE, STANDS, Outcome, Point, Wager
from upcard.sim.compiled_kernel import CompiledKernel, dealt_shoes
from upcard.table import BadConfig, Offer, Posted, TableConfig
from upcard.wagers import ALL
from upcard.wagers.streak import STREAK

HIT, ACES, THREE = Outcome("Number hit"), Outcome("That many aces"), Outcome("Three wins in a row")


def _hit(number: int, upcard: Rank) -> Outcome:
    return HIT if int(upcard) == number else LOSE


def _aces(many: int, began: LeadingAces) -> Outcome:
    return ACES if began.aces >= many else LOSE


def _three(wins: int | None) -> Outcome:
    return LOSE if wins is None else THREE if wins == 3 else STANDS


# Wagers that no section has: with a choice and no results, with results and no choice, and with results and a choice
# that is no number of wins.
NUMBER = replace(
    STREAK,
    name="lucky number",
    sees=(chosen("number", *range(-1, 10)), UPCARD_RANK),
    outcomes=(HIT, LOSE),
    resolve=_hit,
    demands=(),
)
BEGINNING = replace(
    NUMBER, name="aces", sees=(chosen("how many", 1, 2, 3), BOX_ACES), outcomes=(ACES, LOSE), resolve=_aces
)
RUN = replace(STREAK, name="hat trick", sees=(wins_in_a_row(3),), outcomes=(THREE, LOSE, STANDS), resolve=_three)
SPOTS = replace(RUN, name="two spots", sees=(chosen("spot", 1, 2), wins_in_a_row(3)), resolve=lambda _, w: _three(w))
PAYS = {HIT: Odds(10), ACES: Odds(5), THREE: Odds(7)}
WIN, LOSS = "Th 6c Td Tc Kc", "Th 9c 6d Tc"


def table_with(*wagers: Wager, streak: bool = True, **keys: Any) -> TableConfig:
    """Return a table with wagers that no section has, beside the streak wager or not."""
    accepted = {"streak_wagers_after_a_win": "accepted"}  # reading 67
    config = read(text(*([offer("streak")] if streak else []), **{"house": accepted, **keys}))
    offers = [
        Offer(
            wager=wager,
            posted=Posted(pays={one: pays for one, pays in PAYS.items() if one in wager.outcomes}),
            minimum=Cents(100),
            maximum=Cents(2500),
        )
        for wager in wagers
    ]
    return replace(config, offers=(*config.offers, *offers))


def opened(config: TableConfig) -> TableState:
    return play(at(config), do.OpenTable())[0]


def dealt_round(table: TableState, shoe: str) -> tuple[TableState, list[ev.Event]]:
    """Deal a round to seat 1, which stands."""
    table, _ = play(table, wagered(1))
    return dealt_on(table, shoe)


def dealt_on(table: TableState, shoe: str) -> tuple[TableState, list[ev.Event]]:
    table, _ = play(table, do.ShuffleShoe(cards(shoe)))
    table, happened = play(table, do.CloseBetting())
    table, more = play(table, do.Decide(1, Play.STAND))
    assert table.point is Point.BEFORE_FIRST_CARD
    return table, [*happened, *more]


def won(config: TableConfig, rounds: int) -> TableState:
    """Return a table at which seat 1 has won rounds."""
    table = opened(config)
    for _ in range(rounds):
        table, _ = dealt_round(table, WIN)
    return table


def on(wager: Wager, choice: int | None, amount: int = 500) -> do.PlaceWager:
    return do.PlaceWager(1, wager.name, (Cents(amount),), choice)


def ruled(config: TableConfig, wagers: dict[str, Any], file: Path, **more: Any) -> Ruling:
    """Rule on a round that seat 1 wins."""
    lines = [f"shoe = {toml(WIN)}", *(f"{key} = {toml(value)}" for key, value in more.items())]
    lines += ["[[seat]]", "number = 1", f"wagers = {toml(wagers)}", 'decisions = ["stand"]']
    file.write_text("\n".join(lines), encoding="utf-8")
    return rule(load_round(file, config))


def test_a_wager_follows_as_many_wins_as_change_what_it_sees() -> None:
    assert [wager.longest_run for wager in (STREAK, RUN, SPOTS, NUMBER, BEGINNING)] == [5, 3, 3, 0, 0]
    assert {wager.name for wager in ALL if wager.longest_run} == {"streak"}


@pytest.mark.parametrize("beside", [(), (NUMBER,), (RUN,), (NUMBER, RUN)], ids=len)
def test_the_fifth_win_begins_the_count_again_whatever_is_offered_beside(beside: tuple[Wager, ...]) -> None:
    table, counts = opened(table_with(*beside)), []
    for _ in range(7):
        table, _ = dealt_round(table, WIN)
        counts.append(table.wins_of(1))
    assert counts == [1, 2, 3, 4, 0, 1, 2]


def test_nothing_is_counted_where_no_wager_sees_results() -> None:
    assert won(table_with(NUMBER, streak=False), 3).wins == ()


def test_a_wager_that_sees_results_and_has_no_choice_is_paid_when_it_is_won() -> None:
    table = opened(table_with(RUN, NUMBER, streak=False))
    table, _ = play(table, wagered(1))
    table, _ = play(table, on(RUN, None))
    table, first = dealt_on(table, WIN)
    table, second = dealt_round(table, WIN)
    table, third = dealt_round(table, WIN)
    assert [_ends(events, RUN) for events in (first, second, third)] == [["stands"], ["stands"], [THREE.label]]
    assert table.wins == ()


def _ends(events: list[ev.Event], wager: Wager) -> list[str]:
    kinds = ev.WagerPaid | ev.WagerCollected | ev.WagerLeft
    return [event.outcome for event in events if isinstance(event, kinds) and event.wager == wager.name]


@pytest.mark.parametrize(
    ("wager", "choice", "rounds", "reasons"),
    [
        (STREAK, 2, 1, []),
        (STREAK, 2, 2, ["seat 1 has already won 2 in a row, which decides that streak wager"]),
        (STREAK, 2, 4, ["seat 1 has already won 2 in a row, which decides that streak wager"]),
        (STREAK, 5, 4, []),
        (STREAK, 6, 4, ["the streak wager has no choice 6; choices: 2, 3, 4, 5"]),
        (STREAK, 1, 4, ["the streak wager has no choice 1; choices: 2, 3, 4, 5"]),
        (STREAK, None, 4, ["the streak wager needs a choice; choices: 2, 3, 4, 5"]),
        (NUMBER, 1, 4, []),
        (NUMBER, 10, 4, ["the lucky number wager has no choice 10; choices: -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"]),
        (RUN, None, 2, []),
        (RUN, None, 3, ["seat 1 has already won 3 in a row, which decides that hat trick wager"]),
        (RUN, None, 4, ["seat 1 has already won 3 in a row, which decides that hat trick wager"]),
        (SPOTS, 1, 2, []),
        (SPOTS, 1, 3, ["seat 1 has already won 3 in a row, which decides that two spots wager"]),
    ],
)
def test_a_wager_is_refused_when_the_rounds_won_have_decided_it_and_a_plain_choice_never_is(
    wager: Wager, choice: int | None, rounds: int, reasons: list[str]
) -> None:
    table, _ = play(won(table_with(NUMBER, RUN, SPOTS), rounds), wagered(1))
    assert [refusal.message for refusal in refusals(table, on(wager, choice))] == reasons


def test_a_plain_choice_is_written_by_choice_and_stays_the_one_written(tmp_path: Path) -> None:
    wagers = {"blackjack": "10.00", "lucky number": {"-1": "1.00", "1": "2.00", "6": "3.00"}, "streak": "5.00"}
    ruling = ruled(table_with(NUMBER), wagers, tmp_path / "round.toml", streaks={"1": 3})
    placed = [(event.wager, event.choice) for event in ruling.events if isinstance(event, ev.WagerPlaced)]
    assert placed[1:] == [("lucky number", -1), ("lucky number", 1), ("lucky number", 6), ("streak", 4)]
    paid = [event.choice for event in ruling.events if isinstance(event, ev.WagerPaid) and event.wager == NUMBER.name]
    assert paid == [6]


def test_an_amount_without_its_choice_is_no_plain_choice(tmp_path: Path) -> None:
    with pytest.raises(BadConfig) as bad:
        ruled(table_with(NUMBER), {"blackjack": "10.00", "lucky number": "5.00"}, tmp_path / "round.toml")
    assert [problem.message for problem in bad.value.problems] == [
        'needs a choice: write the amount for each, such as { "-1" = "5.00" }'
    ]


def test_a_wager_without_a_choice_that_stands_is_written_and_ruled_alike(tmp_path: Path) -> None:
    config = table_with(RUN)
    table, _ = play(opened(config), wagered(1))
    table, _ = play(table, on(RUN, None))
    table, _ = play(table, on(STREAK, 3))
    before, _ = dealt_on(table, WIN)
    table, placed = play(before, wagered(1))
    _, happened = dealt_on(table, WIN)
    file = tmp_path / "round.toml"
    file.write_text(transcript(before, [*placed, *happened], "table.toml"), encoding="utf-8")
    ruling = rule(load_round(file, config))
    assert not ruling.refusals
    settled = (ev.WagerLeft, ev.WagerPaid, ev.WagerCollected)
    assert [one for one in ruling.events if isinstance(one, settled)] == [
        one for one in happened if isinstance(one, settled)
    ]
    assert _ends(list(ruling.events), RUN) == ["stands"]


def test_the_terminal_offers_every_plain_choice_and_only_what_the_rounds_won_leave_open(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prompts: list[str] = []
    shoes = iter([cards(WIN)] * 4)

    def answers(prompt: str) -> str:
        prompts.append(prompt.strip())
        if "blackjack [" in prompt:
            if len(list(_with_words(prompts, "blackjack ["))) > 4:
                raise EOFError
            return "10"
        return "s" if "S stand" in prompt else "0"

    monkeypatch.setattr("builtins.input", answers)
    monkeypatch.setattr("upcard.cli.game_session.new_shoe", lambda *_: do.ShuffleShoe(next(shoes)))
    assert play_in_terminal(table_with(NUMBER, RUN), seed=1, seats=1, transcript=None) == 0
    capsys.readouterr()
    assert len(list(_with_words(prompts, "lucky number on 1 "))) == 4
    assert len(list(_with_words(prompts, "lucky number on -1 "))) == 4
    assert [len(list(_with_words(prompts, f"streak on {length} "))) for length in (2, 3, 4, 5)] == [2, 3, 4, 4]
    assert len(list(_with_words(prompts, "hat trick ["))) == 3


def _with_words(prompts: list[str], words: str) -> Iterator[str]:
    return (prompt for prompt in prompts if words in prompt)


def optional_wagers(report: PriceReport) -> dict[tuple[str, int | None], PricedWager]:
    return {(wager.wager, wager.choice): wager for wager in report.wagers}


def test_a_plain_choice_is_priced_exactly_for_each_and_says_nothing_of_rounds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = price_report(price(table_with(NUMBER, BEGINNING)), Hourly())
    wagers = optional_wagers(report)
    assert wagers["lucky number", 6].hit_frequency == Fraction(1, 13)
    assert wagers["lucky number", 1].hit_frequency == 0
    assert wagers["aces", 1].hit_frequency == Fraction(1, 13)
    assert wagers["aces", 2].hit_frequency == Fraction(24 * 23, 312 * 311)
    streaks = [("streak", length) for length in (2, 3, 4, 5)]
    assert [name for name, wager in wagers.items() if "mean_rounds" in wager.to_dict()] == streaks
    print_prices(report)
    out = " ".join(capsys.readouterr().out.split())
    assert out.count("rounds on average") == 4
    assert "lucky number 6, 6 decks" in out


def test_a_wager_that_sees_results_and_has_no_choice_is_priced_over_its_rounds() -> None:
    wagers = optional_wagers(price_report(price(table_with(RUN)), Hourly()))
    run, three = wagers[RUN.name, None], wagers["streak", 3]
    assert "choice" not in run.to_dict()
    assert run.mean_rounds is not None
    assert run.mean_rounds == three.mean_rounds
    assert run.hit_frequency == three.hit_frequency


def test_a_simulation_reports_choices_and_rounds_apart() -> None:
    simulation = simulate(table_with(NUMBER, RUN), rounds=20_000, seed=5, fresh=True)
    wagers = {(wager.wager, wager.choice): wager for wager in simulated_table(simulation).in_order}
    assert "mean_rounds" not in wagers["lucky number", 6].to_dict()
    assert (wagers["hat trick", None].mean_rounds or 0) > 1
    assert (wagers["streak", 2].mean_rounds or 0) > 1
    assert abs(simulation.wagers["lucky number 6"].mean + 1 - 11 / 13) < 0.1


@pytest.mark.parametrize(
    "wagers", [(NUMBER,), (RUN,), (RUN, NUMBER)], ids=lambda wagers: " and ".join(wager.name for wager in wagers)
)
@pytest.mark.parametrize("streak", [True, False], ids=["beside streak", "alone"])
def test_engine_and_simulator_count_the_same_rounds_won(wagers: tuple[Wager, ...], streak: bool) -> None:
    table, rounds = table_with(*wagers, streak=streak), 60
    strategy = WAYS["best play"](table, random.Random(1))
    made = simulated(table, strategy, seats=1)
    tally = CompiledKernel(made.plan).play(states(), quotas(rounds))
    letters = dealt_shoes(made.plan, states(), 12, made.limit - 1 + made.dealt_ahead, portable=False)
    engine = Engine(made, strategy)
    opened = engine.table
    outcomes: list[Any] = []
    for lane in range(LANES):
        engine.table = opened
        for _, of_seats in Lane(made, letters[:, lane]).play(engine, rounds):
            outcomes += of_seats
    assert {outcome: outcomes.count(outcome) for outcome in outcomes} == counted(made, tally)
    for number, line in enumerate(engine.over_rounds):
        ends = [engine.decided[(line.name, line.choice), outcome.label] for outcome in line.outcomes]
        assert sum(ends)
        assert ends == tally.decided[number, : len(ends)].tolist()
        assert engine.lasted[line.name, line.choice] == tally.lasted[number]
