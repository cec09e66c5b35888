"""Transcripts: a round that was played, as a written round that `upcard deal --round` can rule on."""

import json
from collections.abc import Iterable, Iterator

from upcard.english import listed
from upcard.errors import Misuse
from upcard.game import events as ev
from upcard.game import procedure
from upcard.game.state import Seat, TableState
from upcard.game.written_round import (
    COUPONS,
    DECISION_OPEN,
    DISPLAY_OPEN,
    INSURANCE_OPEN,
    NOT_FROM_RACK,
    SPOKEN,
    SURRENDER_OPEN,
    spoken_text,
)
from upcard.money import Cents, plain_money
from upcard.rules.enums import Play
from upcard.rules.wager import Point

WrittenWager = tuple[str, int | None, tuple[Cents, ...]]  # name, choice and amounts
UNFINISHED = "# unfinished: the player left the table in this round; upcard deal --round rules on it up to there"


def stands_at(table: TableState) -> str | None:
    """Return what a round in progress waits for; None between rounds."""
    if table.point is Point.BEFORE_FIRST_CARD:
        return None
    if procedure.is_insurance_offered(table):
        return INSURANCE_OPEN
    if table.point is Point.EARLY_SURRENDER:
        return SURRENDER_OPEN
    return DECISION_OPEN if procedure.turn(table) else DISPLAY_OPEN


def transcript(
    before: TableState, events: Iterable[ev.Event], table_file: str, *, unfinished: str | None = None
) -> str:
    """Return the written round of the events that followed at a table; `unfinished`: what it waits for.

    Raise Misuse for a round that was voided: nothing in it was won or lost, so that there is nothing to rule on.
    """
    history = list(events)
    if any(isinstance(event, ev.RoundVoided) for event in history):
        raise Misuse("a voided round cannot be written as a round to rule on: every wager was returned")
    cards = [event.card for event in history if isinstance(event, ev.CardDealt)]
    lines = [UNFINISHED, f'unfinished = "{unfinished}"'] if unfinished else []
    # Not in ASCII: TOML has no surrogate pairs, which JSON would write for some signs.
    lines.append(f"table = {json.dumps(table_file, ensure_ascii=False)}")
    if changes := before.felt.config.changes:
        lines.append(f"set = {json.dumps(changes, ensure_ascii=False)}")
    lines.append(f'shoe = "{" ".join(map(str, cards))}"')
    for name, meter in before.meters:
        lines.append(f'{name.replace(" ", "_")}_meter = "{plain_money(meter.amount)}"')
    lines += _streaks(before)
    seats = sorted({event.seat for event in history if isinstance(event, ev.WagerPlaced)})
    for number in seats:
        lines += ["", "[[seat]]", f"number = {number}", *_seat_lines(number, before, history)]
    return "\n".join(lines) + "\n"


def _streaks(before: TableState) -> list[str]:
    wins = ", ".join(f"{seat} = {count}" for seat, count in before.wins)
    names = [name for name, offer in before.felt.offers.items() if offer.wager.sees_results]
    return [f"{name.replace(' ', '_')}s = {{ {wins} }}" for name in names if wins]


def _quoted(amounts: tuple[Cents, ...]) -> str:
    if len(amounts) == 1:
        return f'"{plain_money(amounts[0])}"'
    return "[" + ", ".join(f'"{plain_money(amount)}"' for amount in amounts) + "]"


def _seat_lines(number: int, before: TableState, history: list[ev.Event]) -> list[str]:
    events = [event for event in history if getattr(event, "seat", None) == number]
    seat = before.seat(number)
    placed = [event for event in events if isinstance(event, ev.WagerPlaced)]
    decisions = ", ".join(f'"{_decision(event, events)}"' for event in events if isinstance(event, ev.PlayMade))
    return [*_wager_lines(seat, placed), f"decisions = [{decisions}]", *_other_keys(events)]


def _wager_lines(before: Seat | None, placed: list[ev.WagerPlaced]) -> Iterator[str]:
    """Yield the wagers of a seat, those that stood before the round first; then what they were made with."""
    stood = before.placed if before else ()
    chips: list[WrittenWager] = [(each.wager, each.choice, (each.chips,)) for each in stood]
    chips += [(event.wager, event.choice, event.amounts) for event in placed]
    coupons: list[WrittenWager] = [(each.wager, each.choice, (each.coupon,)) for each in stood if each.coupon]
    coupons += [(event.wager, event.choice, (event.coupon,)) for event in placed if event.coupon]
    with_coupon = {(name, choice) for name, choice, _ in coupons}
    yield f"wagers = {{ {_wagers([each for each in chips if any(each[2]) or each[:2] not in with_coupon])} }}"
    if coupons:
        yield f"{COUPONS} = {{ {_wagers(coupons)} }}"
    spoken = {event.wager: spoken_text(event.spoken) for event in placed if event.spoken is not None}
    if spoken:
        listed = ", ".join(f'"{name}" = {words}' for name, words in spoken.items())
        yield f"{SPOKEN} = {{ {listed} }}"


def _wagers(wagers: list[WrittenWager]) -> str:
    """Return the wagers of a seat, those without a choice first."""
    amounts: dict[str, str] = {}
    choices: dict[str, dict[int, Cents]] = {}
    for name, choice, placed in wagers:
        if choice is None:
            amounts[name] = _quoted(placed)
        else:
            choices.setdefault(name, {})[choice] = placed[0]
    for name, by_choice in choices.items():
        listed = ", ".join(f'"{choice}" = "{plain_money(amount)}"' for choice, amount in by_choice.items())
        amounts[name] = f"{{ {listed} }}"
    return ", ".join(f'"{name}" = {amount}' for name, amount in amounts.items())


def _other_keys(events: list[ev.Event]) -> Iterator[str]:
    for event in events:
        match event:
            case ev.InsurancePlaced():
                yield f"insurance = {_quoted(event.amounts)}"
            case ev.WagerPaid(outcome="even money"):
                yield "even_money = true"
            case ev.ButtonPressed():
                yield f'displayed = "{plain_money(event.shown)}"'
            case _:
                pass
    names = [event.wager for event in events if isinstance(event, ev.PayoutValidated) and event.not_from_rack]
    if names:
        yield f"{NOT_FROM_RACK} = {json.dumps(names)}"


def _decision(event: ev.PlayMade, events: list[ev.Event]) -> str:
    """Return a decision of a seat in words; a double down for less with its amount."""
    placed = (other for other in events if isinstance(other, ev.WagerPlaced) and other.wager == ev.BLACKJACK)
    less = event.play is Play.DOUBLE_DOWN and event.amounts != next(placed).amounts
    amounts = event.amounts[:1] if len(set(event.amounts)) == 1 else event.amounts
    return f"{event.play.value} for {listed(map(plain_money, amounts))}" if less else event.play.value
