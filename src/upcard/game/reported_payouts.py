"""What a written round says was done: amounts paid and collected, order and steps at the table, irregularities."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from upcard.errors import Misuse
from upcard.game.events import BLACKJACK
from upcard.game.irregularities import Irregularity
from upcard.game.payout_review import Part, ReportedPayout
from upcard.game.steps import Declared, StatedStep, steps_called
from upcard.money import Cents
from upcard.table import value_readers
from upcard.table.keys import Keys

PAID, COLLECTED, ORDER, IRREGULARITIES = "paid", "collected", "order", "irregularities"
DONE, NOT_DONE = "done", "not_done"
_ITEM = re.compile(r"(\d{1,3}) (.+)")
_REST = re.compile(r"(?: (\d{1,3}))?(?: on (\d{1,3}))?(?:,? hand (\d{1,3}))?")
NOTHING = Cents(0)


class Made(NamedTuple):
    """A wager that a seat made: on how many spots, on how many hands, or with which choices."""

    spots: int = 1
    hands: int = 1  # after the splits that the seat decided on
    choices: tuple[int, ...] = ()  # by number; empty: the wager has none
    chosen: bool = True  # by the file; not: the first that is open


SeatWagers = Mapping[str, Made]  # by name


def read_done(keys: Keys, seat: int, made: SeatWagers) -> tuple[ReportedPayout, ...]:
    """Read what was paid to a seat and collected from it; a wager written under one key alone is nothing under both."""
    amounts = {key: _amounts(keys, key, made) for key in (PAID, COLLECTED)}
    done: dict[str, dict[tuple[int | None, int | None], list[Cents]]] = {}
    for place, key in enumerate((PAID, COLLECTED)):
        for name, parts in amounts[key].items():
            before = done.setdefault(name, {part: [NOTHING, NOTHING] for part in parts})
            if _are_whole(before) != _are_whole(parts):
                keys.problem("is one amount under paid and several under collected: write both alike", key, name)
                continue
            for part, amount in parts.items():
                before.setdefault(part, [NOTHING, NOTHING])[place] = amount
    return tuple(
        ReportedPayout(part=Part(seat, name, spot, choice), paid=paid, collected=collected)
        for name, parts in done.items()
        for (spot, choice), (paid, collected) in parts.items()
    )


def _are_whole(parts: Iterable[tuple[int | None, int | None]]) -> bool:
    """Whether an amount is for a whole wager, and not for each spot or choice."""
    return (None, None) in parts


def _amounts(keys: Keys, key: str, made: SeatWagers) -> dict[str, dict[tuple[int | None, int | None], Cents]]:
    """Read the amounts under a key by wager: for the whole wager, for each spot, or for each choice."""
    inner = Keys(keys.take(key, value_readers.keyed, {}), (*keys.at, key), keys.problems)
    amounts: dict[str, dict[tuple[int | None, int | None], Cents]] = {}
    for word, value in inner.raw.items():
        name = next((name for name in made if name.casefold() == " ".join(word.casefold().split())), None)
        if name is None:
            inner.problem(_not_made(made), word)
        elif name in amounts:
            inner.problem(f"the {name} wager is written twice: write its amounts once", word)
        else:
            amounts[name] = dict(_parts(inner, word, value, made[name]))
    return amounts


def _not_made(made: SeatWagers) -> str:
    return f"is no wager of this seat, so nothing can be paid or collected for it; its wagers: {', '.join(made)}"


def _parts(keys: Keys, key: str, value: Any, made: Made) -> Iterator[tuple[tuple[int | None, int | None], Cents]]:
    if isinstance(value, list) and not made.choices:
        amounts = keys.take(key, _list_of_money, ())
        if len(amounts) != made.spots:
            wagers = _counted(made.spots, "wager")
            keys.problem(f"has {len(amounts)} amounts for {wagers}: write one for each, or their sum", key)
        yield from (((spot, None), amount) for spot, amount in enumerate(amounts))
    elif isinstance(value, dict) and made.choices and made.chosen:
        inner = Keys(value, (*keys.at, key), keys.problems)
        for choice in made.choices:
            amount = inner.take(str(choice), value_readers.money, None)
            if amount is not None:
                yield (None, choice), amount
        inner.report_unknown_keys()
    else:
        yield (None, None), keys.take(key, value_readers.money, NOTHING)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _list_of_money(value: list[Any]) -> tuple[Cents, ...]:
    return tuple(value_readers.money(item) for item in value)


def read_order(keys: Keys, seats: Mapping[int, SeatWagers]) -> tuple[Part, ...]:
    """Read the order in which wagers were settled at the table."""
    order: list[Part] = []
    for place, text in enumerate(keys.take(ORDER, value_readers.texts, ())):
        try:
            part = _item(text, seats)
            if part in order:
                raise Misuse(
                    f'"{text}" is written twice: each wager is settled once; name the hand, such as "{text} hand 2"'
                )
            order.append(part)
        except Misuse as wrong:
            keys.problem(str(wrong), ORDER, place)
    return tuple(order)


def _item(text: str, seats: Mapping[int, SeatWagers]) -> Part:
    words = _ITEM.fullmatch(" ".join(text.casefold().split()))
    if words is None:
        raise Misuse(f'must be a seat and a wager, such as "1 blackjack", not {value_readers.shown(text)}')
    seat = int(words[1])
    if seat not in seats:
        raise Misuse(f"{value_readers.shown(text)}: there is no seat {seat} in this round")
    for name in sorted(seats[seat], key=len, reverse=True):
        rest = _REST.fullmatch(words[2].removeprefix(name.casefold())) if words[2].startswith(name.casefold()) else None
        if rest is not None:
            return _part(text, seat, name, seats[seat][name], *(int(each) if each else None for each in rest.groups()))
    raise Misuse(f"{value_readers.shown(text)}: seat {seat} has no such wager; its wagers: {', '.join(seats[seat])}")


def _part(text: str, seat: int, name: str, made: Made, spot: int | None, choice: int | None, hand: int | None) -> Part:
    if spot is not None and not 1 <= spot <= made.spots:
        raise Misuse(f"{value_readers.shown(text)}: seat {seat} has {_counted(made.spots, f'{name} wager')}")
    if choice is not None and choice not in made.choices:
        raise Misuse(f"{value_readers.shown(text)}: seat {seat} has no {name} wager on {choice}")
    if hand is not None and not 1 <= hand <= made.hands:
        hands = _counted(made.hands, "hand")
        raise Misuse(f"{value_readers.shown(text)}: the {name} wager of seat {seat} has {hands}")
    if len(made.choices) > 1 and made.chosen and choice is None:
        raise Misuse(f'{value_readers.shown(text)}: name the choice, such as "{text} on {made.choices[0]}"')
    return Part(seat, name, None if spot is None else spot - 1, choice, None if hand is None else hand - 1)


def read_steps(keys: Keys, declared: tuple[Declared, ...]) -> tuple[StatedStep, ...]:
    """Read which steps of the procedure were done at the table, and which were not."""
    stated: list[StatedStep] = []
    for key, done in ((DONE, True), (NOT_DONE, False)):
        for place, word in enumerate(keys.take(key, value_readers.texts, ())):
            _add_step(keys, stated, _step(keys, word, declared, key, place), done=done, at=(key, place))
    return tuple(stated)


def read_steps_of_seat(
    keys: Keys, seat: int, made: Iterable[str], declared: tuple[Declared, ...]
) -> tuple[StatedStep, ...]:
    """Read which steps of the procedure were done for the wagers of a seat, and which were not."""
    names = {name.casefold(): name for name in made}
    stated: list[StatedStep] = []
    for key, done in ((DONE, True), (NOT_DONE, False)):
        inner = Keys(keys.take(key, value_readers.keyed, {}), (*keys.at, key), keys.problems)
        for written in inner.raw:
            wager = names.get(" ".join(written.casefold().split()))
            words = inner.take(written, value_readers.texts, ())
            if wager is None:
                inner.problem(f"is no wager of this seat; its wagers: {', '.join(names.values())}", written)
                continue
            of_wager = tuple(each for each in declared if (each.wager or BLACKJACK) == wager)
            for place, word in enumerate(words):
                found = _step(inner, word, of_wager, written, place)
                one = found and replace(found, seat=seat, wager=wager)
                _add_step(inner, stated, one, done=done, at=(written, place))
    return tuple(stated)


def _add_step(
    keys: Keys, stated: list[StatedStep], one: StatedStep | None, *, done: bool, at: tuple[str | int, ...]
) -> None:
    if one is None:
        return
    if any(replace(each, done=True) == replace(one, done=True) and each.done is not done for each in stated):
        keys.problem(f"{one.step.name} is written as done and as not done: write one of them", *at)
    else:
        stated.append(replace(one, done=done))


def _step(keys: Keys, word: str, declared: tuple[Declared, ...], *at: str | int) -> StatedStep | None:
    """Return the step that a word names; note a problem if there is none."""
    called = steps_called(word, declared)
    if not called:
        known = ", ".join(dict.fromkeys(each.step.name for each in declared)) or "none"
        keys.problem(f"there is no step {value_readers.shown(word)} here; steps: {known}", *at)
        return None
    return StatedStep(step=called[0].step, done=True)


def read_irregularities(keys: Keys, seats: Iterable[int], cards: int) -> tuple[Irregularity, ...]:
    """Read the irregularities of a round: each a few words, or a record with its seat and card."""
    known = [0, *seats]
    raw = keys.take(IRREGULARITIES, _listed, [])
    records = []
    for place, item in enumerate(raw):
        record = Keys(
            item if isinstance(item, dict) else {"what": item}, (*keys.at, IRREGULARITIES, place), keys.problems
        )
        if "what" not in record.raw:
            record.problem('is missing: say what happened, such as what = "exposed card"', "what")
        what = record.take("what", value_readers.text, None)
        seat = record.take("seat", value_readers.count(0, 100), None)
        if seat is not None and seat not in known:
            record.problem(f"there is no seat {seat} in this round; the dealer is 0", "seat")
        card = record.take("card", value_readers.count(1, 10_000), None)
        if card is not None and card > cards:
            record.problem(f"the round has {cards} cards, so there is no card {card}", "card")
        record.report_unknown_keys()
        if what is not None:
            records.append(Irregularity(what=what, seat=seat, card=card))
    return tuple(records)


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list):
        example = '["exposed card"] or [{ what = "exposed card", seat = 2, card = 5 }]'
        raise Misuse(f"must be a list such as {example}, not {value_readers.shown(value)}")
    return value
