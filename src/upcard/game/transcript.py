"""A round that was played, written down so that it can be ruled on again."""

import json
from collections.abc import Iterable, Iterator

from upcard.game import events as ev
from upcard.game.state import Table
from upcard.money import Cents, show
from upcard.rules.enums import Play


def transcript(before: Table, events: Iterable[ev.Event], table_file: str) -> str:
    """Write the round that began at a table, from its events, as a written round."""
    happened = list(events)
    cards = [event.card for event in happened if isinstance(event, ev.CardDealt)]
    lines = [f"table = {json.dumps(table_file)}", f'shoe = "{" ".join(map(str, cards))}"']
    for name, meter in before.meters:
        lines.append(f'{name.replace(" ", "_")}_meter = "{show(meter.amount)}"')
    lines += _streaks(before)
    seats = sorted({event.seat for event in happened if isinstance(event, ev.WagerPlaced)})
    for number in seats:
        lines += ["", "[[seat]]", f"number = {number}", *_seat(number, before, happened)]
    return "\n".join(lines) + "\n"


def _streaks(before: Table) -> list[str]:
    wins = ", ".join(f"{seat} = {count}" for seat, count in before.wins)
    names = [name for name, offer in before.felt.offers.items() if offer.wager.sees_results]
    return [f"{name.replace(' ', '_')}s = {{ {wins} }}" for name in names if wins]


def _quoted(amounts: tuple[Cents, ...]) -> str:
    if len(amounts) == 1:
        return f'"{show(amounts[0])}"'
    return "[" + ", ".join(f'"{show(amount)}"' for amount in amounts) + "]"


def _seat(number: int, before: Table, events: list[ev.Event]) -> list[str]:
    mine = [event for event in events if getattr(event, "seat", None) == number]
    wagers: dict[str, str] = {}
    choices: dict[str, dict[int, Cents]] = {}
    standing = before.seat(number)
    made: list[tuple[str, int | None, tuple[Cents, ...]]]
    made = [(one.wager, one.choice, (one.amount,)) for one in (standing.placed if standing else ())]
    made += [(event.wager, event.choice, event.amounts) for event in mine if isinstance(event, ev.WagerPlaced)]
    for name, choice, placed in made:
        if choice is None:
            wagers[name] = _quoted(placed)
        else:
            choices.setdefault(name, {})[choice] = placed[0]
    for name, by_choice in choices.items():
        amounts = ", ".join(f'"{choice}" = "{show(amount)}"' for choice, amount in by_choice.items())
        wagers[name] = f"{{ {amounts} }}"
    listed = ", ".join(f'"{name}" = {amount}' for name, amount in wagers.items())
    decisions = ", ".join(f'"{_decision(event, events)}"' for event in mine if isinstance(event, ev.PlayMade))
    return [f"wagers = {{ {listed} }}", f"decisions = [{decisions}]", *_more(mine)]


def _more(mine: list[ev.Event]) -> Iterator[str]:
    for event in mine:
        match event:
            case ev.InsurancePlaced():
                yield f"insurance = {_quoted(event.amounts)}"
            case ev.WagerPaid(outcome="even money"):
                yield "even_money = true"
            case ev.ButtonPressed():
                yield f'displayed = "{show(event.shown)}"'
            case _:
                pass


def _decision(event: ev.PlayMade, events: list[ev.Event]) -> str:
    """Write a decision; a double down for less with its amount."""
    placed = next(
        one for one in events if isinstance(one, ev.WagerPlaced) and (one.seat, one.wager) == (event.seat, ev.BLACKJACK)
    )
    less = event.play is Play.DOUBLE_DOWN and event.amounts != placed.amounts
    return f"{event.play.value} for {show(event.amounts[0])}" if less else event.play.value
