"""Rounds for the tests: a table, the cards in the order dealt, and what each seat does."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.tables import text, toml
from upcard.cards import Card, cards
from upcard.game import TableState, at, play
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.round_report import results
from upcard.game.ruling import Ruling, rule
from upcard.game.written_round import load_round
from upcard.money import Cents, plain_money
from upcard.table import load


def seat(number: int, wagers: dict[str, Any], *decisions: str, **more: Any) -> dict[str, Any]:
    """Return a seat of a written round."""
    return {"number": number, "wagers": wagers, "decisions": list(decisions), **more}


def ruled(shoe: str, *seats: dict[str, Any], table: str | None = None, **more: Any) -> Ruling:
    """Return the ruling on a round at a table given by its text."""
    lines = [f"shoe = {toml(shoe)}", *(f"{key} = {toml(value)}" for key, value in more.items())]
    for written in seats:
        lines += ["[[seat]]", *(f"{key} = {toml(value)}" for key, value in written.items())]
    with TemporaryDirectory() as folder:
        (Path(folder) / "table.toml").write_text(table or text(), encoding="utf-8")
        (Path(folder) / "round.toml").write_text("\n".join(lines), encoding="utf-8")
        return rule(load_round(Path(folder) / "round.toml", load(Path(folder) / "table.toml")))


def nets(ruling: Ruling) -> dict[str, str]:
    """Return the net of each wager, by seat and name."""
    assert not ruling.refusals, ruling.refusals
    return {
        f"{result.number} {wager.wager}{f' {wager.spot + 1}' if wager.spot else ''}": plain_money(wager.net)
        for result in results(ruling.events)
        for wager in result.wagers
    }


def dealers_cards(ruling: Ruling) -> tuple[Card, ...]:
    """Return the cards that the dealer took."""
    return tuple(event.card for event in ruling.events if isinstance(event, ev.CardDealt) and event.seat == 0)


def opened(table_text: str, shoe: str = "", *wagers: do.PlaceWager) -> TableState:
    """Return an open table with cards in the shoe and wagers made."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "table.toml"
        file.write_text(table_text, encoding="utf-8")
        table, _ = play(at(load(file)), do.OpenTable())
    if shoe:
        table, _ = play(table, do.ShuffleShoe(cards(shoe)))
    for wager in wagers:
        table, _ = play(table, wager)
    return table


def wagered(number: int, amount: int = 1000) -> do.PlaceWager:
    """Return the command for a blackjack wager."""
    return do.PlaceWager(number, ev.BLACKJACK, (Cents(amount),))
