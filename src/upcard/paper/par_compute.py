"""Compute the PAR sheet of a table: prices, simulated rounds, bounds, hold and sources."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from upcard import __version__
from upcard.api.table import Table, config_of
from upcard.english import format_percent
from upcard.paper.document_head import table_fingerprint
from upcard.paper.par_build import StatedPlay
from upcard.paper.par_sheet import (
    ParFinding,
    ParHold,
    ParPlay,
    ParSetting,
    ParSheet,
    ParSimulation,
    ParSource,
    ParStrategy,
)
from upcard.paper.par_wagers import par_wagers
from upcard.paper.submission_checklist import submission_checklist
from upcard.results.amounts import Money
from upcard.results.best_play import best_play
from upcard.results.prices import (
    BLACKJACK,
    BUY_IN_WAGERS,
    INSURANCE,
    Hourly,
    PricedWager,
    PriceReport,
    Prices,
    price,
    price_report,
)
from upcard.results.result import Progress, is_exact, like
from upcard.results.simulated_table import SimulatedTable, simulated_table
from upcard.results.simulation import run
from upcard.results.simulation_request import LEAST_BLACKJACK_WAGER, SimulationRequest
from upcard.results.strategies import OPTIMUM
from upcard.rules.base import INSURANCE_ODDS
from upcard.table import TableConfig, check, not_stated, status_of
from upcard.table.toml_text import toml_value

KEYS_VERSION = 1
SIMULATED_ROUNDS = 10_000_000
SEED = 1
# Stated apart.
NOT_LISTED = (
    "appearance",
    "approvals",
    "betting_areas",
    "house",
    "layout",
    "law",
    "table",
    "licensee",
    "date",
    "signs",
    "wagers",
)


def computed_sheet(table: Table, play: StatedPlay, progress: Progress) -> ParSheet:
    """Return the PAR sheet of a table, computed."""
    config = config_of(table)
    prices = price(config, amount=play.amount)
    report = price_report(prices, Hourly(rounds=play.rounds, amount=play.amount), progress=progress)
    progress(f"simulating {SIMULATED_ROUNDS:,} rounds", 0, 1)
    simulation = _simulation(config, play, insured=INSURANCE in prices)
    findings = check(config)
    status = status_of(findings)
    return ParSheet(
        par=KEYS_VERSION,
        fingerprint=table_fingerprint(config),
        version=__version__,
        date=config.day.isoformat(),
        newest_text=config.newest_text.isoformat(),
        table=config.table,
        licensee=config.licensee,
        law=config.law.value,
        law_file=config.law_folder.fingerprint if config.law_folder else None,
        game=config.game.name,
        decks=config.decks,
        set_=config.changes,
        status=status.value,
        lawful=status.lawful,
        findings=tuple(
            ParFinding(verdict=each.verdict.value, kind=each.kind.value, cite=str(each.cite), message=each.message)
            for each in findings
        ),
        not_stated=not_stated(config),
        configuration=tuple(_configuration(table)),
        wagers=par_wagers(prices, report.wagers, simulation),
        simulation=ParSimulation(
            rounds=simulation.rounds, seed=simulation.seed, shoe=simulation.shoe, strategy=simulation.strategy
        ),
        strategy=_strategy(prices),
        play=_play(config, report, play),
        readings=report.readings,
        checklist=submission_checklist(),
        sources=tuple(_sources(config)),
        conventions={each.wager: each.convention for each in report.wagers if each.convention},
    )


def _simulation(config: TableConfig, play: StatedPlay, *, insured: bool) -> SimulatedTable:
    """Simulate the wagers of a table from fresh shoes, as the exact figures have them."""
    request = SimulationRequest(
        rounds=SIMULATED_ROUNDS,
        seed=SEED,
        fresh=True,
        strategy=OPTIMUM,
        insurance=insured,
        amounts={BLACKJACK: play.amount} if play.amount else None,
        beyond_limits=True,
    )
    return simulated_table(run(config, request))


def _configuration(table: Table) -> Iterator[ParSetting]:
    """Yield every key of the table with its value, and those of its wagers."""
    content = config_of(table).content
    for key in table:
        value = table[key]
        if key not in NOT_LISTED and value is not None and value != ():
            yield ParSetting(key=key, value=_text(value), stated=key in content)
    for wager in content.get("wager", ()):
        for key, value in wager.items():
            if key != "name":
                yield ParSetting(key=f"{wager.get('name')}: {key}", value=_text(value), stated=True)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Fraction):
        return format_percent(value)
    if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
        return "; ".join(value)
    return str(value) if isinstance(value, Money) else toml_value(value)


def _strategy(prices: Prices) -> ParStrategy:
    report = best_play(prices.blackjack, prices.table)
    return ParStrategy(
        upcards=report.upcards,
        chart=report.first_plays,
        otherwise=report.later_plays,
        exceptions=report.exceptions,
        chart_of_free_hands=report.chart_of_free_hands,
        otherwise_of_free_hands=report.otherwise_of_free_hands,
    )


def _play(config: TableConfig, report: PriceReport, play: StatedPlay) -> ParPlay:
    amount = Money(play.amount or config.least_blackjack_wager or LEAST_BLACKJACK_WAGER)
    buy_in = Money(play.buy_in) if play.buy_in else BUY_IN_WAGERS * amount
    holds = [
        _hold(wager, play.rounds, buy_in, _amount(wager, config, amount))
        for wager in report.wagers
        if wager.wager != INSURANCE
    ]
    win = sum((each.hold for each in holds), Fraction(0)) * buy_in.cents
    exact = all(is_exact(each.hold) for each in holds)
    return ParPlay(
        rounds=play.rounds,
        amount=amount,
        buy_in=buy_in,
        holds=tuple(holds),
        win=float(win / 100),
        hold=like(win / buy_in.cents, holds[0].hold if exact or not holds else report.wagers[0].house_advantage),
    )


def _amount(wager: PricedWager, config: TableConfig, blackjack: Money) -> Money:
    """Return what is wagered of this wager in each round; of blackjack, all wagers that must be made."""
    if wager.wager == BLACKJACK:
        return blackjack * config.spots[0]
    return wager.per_hour.amount if wager.per_hour else blackjack


def _hold(wager: PricedWager, rounds: int, buy_in: Money, amount: Money) -> ParHold:
    lasts = Fraction(1) if wager.mean_rounds is None else wager.mean_rounds
    bonus = wager.rider.value * 100 if wager.rider and amount >= wager.rider.least_wager else Fraction(0)
    decided = rounds / lasts
    win = decided * (amount.cents * wager.house_advantage - bonus)
    return ParHold(
        wager=wager.key,
        amount=amount,
        decided=float(decided),
        house_advantage=like(win / decided / amount.cents, wager.house_advantage),
        win=float(win / 100),
        hold=like(win / buy_in.cents, wager.house_advantage),
    )


def _sources(config: TableConfig) -> Iterator[ParSource]:
    """Yield the paragraphs of the game, its ways of dealing and its wagers."""
    cites = [option.cite for option in config.options]
    for cite in sorted({config.game.cite, INSURANCE_ODDS.cite, *cites}):
        number = config.by_its_law(cite)
        yield ParSource(cite=str(number), standing=config.standing(cite).value, rule=number.rule)
