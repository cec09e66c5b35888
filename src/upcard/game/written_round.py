"""The file of a written round, read and checked."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from typing import Any

from upcard.cards import Card, cards
from upcard.errors import Misuse
from upcard.game import events as ev
from upcard.game.confirmation import Confirmation, by
from upcard.game.irregularities import Irregularity
from upcard.game.payout_review import Part, ReportedPayout
from upcard.game.reported_payouts import (
    Made,
    read_done,
    read_irregularities,
    read_order,
    read_steps,
    read_steps_of_seat,
)
from upcard.game.steps import StatedStep, declared_steps
from upcard.money import Cents
from upcard.rules.apply import SPLITS
from upcard.rules.enums import Play
from upcard.rules.play_names import play_named
from upcard.rules.wager import Confirmed, Demand, Person, Wager
from upcard.table import TableConfig, load, shipped_table, value_readers
from upcard.table.keys import Keys, keys_in, keys_of
from upcard.table.line_numbers import Path
from upcard.table.notation import notation
from upcard.wagers import ALL

COUPONS, SPOKEN, NOT_FROM_RACK = "coupons", "spoken", "not_from_rack"
NOBODY = "nobody"
_WORDS = {
    NOBODY: by(),
    **{each.value: by(*each.persons) for each in Confirmed},
    Person.SUPERVISOR.value: by(Person.SUPERVISOR),
}

Spoken = Mapping[str, tuple[Confirmation, ...]]  # by the name of the wager: who confirmed it


def read_spoken(keys: Keys, made: Iterable[str]) -> Spoken:
    """Read who confirmed each spoken wager of a seat."""
    known = {name.casefold(): name for name in made}
    inner = Keys(keys.take(SPOKEN, value_readers.keyed, {}), (*keys.at, SPOKEN), keys.problems)
    spoken: dict[str, tuple[Confirmation, ...]] = {}
    for word in inner.raw:
        name = known.get(" ".join(word.casefold().split()))
        inner.known[word] = None
        if name is None:
            inner.problem(f"is no wager of this seat; its wagers: {', '.join(known.values())}", word)
        elif name in spoken:
            inner.problem(f"the {name} wager is written twice: write who confirmed it once", word)
        else:
            spoken[name] = inner.take(word, read_confirmations, ())
    return spoken


def read_confirmations(value: Any) -> tuple[Confirmation, ...]:
    """Read who confirmed a spoken wager: in words, or with names."""
    if isinstance(value, str) and (words := " ".join(value.casefold().split())) in _WORDS:
        return _WORDS[words]
    persons = {person.value: person for person in Person}
    if not isinstance(value, dict) or not value or not value.keys() <= persons.keys():
        known = ", ".join(f'"{each}"' for each in _WORDS)
        named = '{ dealer = "J. Smith", supervisor = "A. Jones" }'
        raise Misuse(f"must be who confirmed it, {known}, or with names {named}, not {value_readers.shown(value)}")
    confirmed = ((person, value[word]) for word, person in persons.items() if word in value)
    return tuple(Confirmation(person, value_readers.text(name)) for person, name in confirmed)


def read_not_from_rack(keys: Keys, made: Iterable[str], table: TableConfig) -> tuple[str, ...]:
    """Read the wagers whose payout was not made from the rack; only their sections can have the cards held."""
    held = [offer.wager.name for offer in table.offers if _may_be_held(offer.wager.demands)]
    known = {name.casefold(): name for name in made if name in held}
    names = []
    for place, word in enumerate(keys.take(NOT_FROM_RACK, value_readers.texts, ())):
        name = known.get(" ".join(word.casefold().split()))
        if name is None:
            listed = ", ".join(known.values()) or "none"
            message = f"no rule has the cards held if {value_readers.shown(word)} is not paid from the rack"
            keys.problem(f"{message}; wagers of this seat with such a rule: {listed}", NOT_FROM_RACK, place)
        else:
            names.append(name)
    return tuple(dict.fromkeys(names))


def _may_be_held(demands: Iterable[Any]) -> bool:
    return any(demand.value is Demand.CARDS_HELD_FOR_DOCUMENTS for demand in demands)


def spoken_text(confirmations: tuple[Confirmation, ...]) -> str:
    """Return who confirmed a spoken wager as a written round says it."""
    if any(each.name for each in confirmations):
        names = ((each.person.value, json.dumps(each.name, ensure_ascii=False)) for each in confirmations)
        return f"{{ {', '.join(f'{person} = {name}' for person, name in names)} }}"
    return next(f'"{word}"' for word, persons in _WORDS.items() if persons == confirmations)


FIRST_OPEN = -1  # no choice is written: the first that the rounds won so far leave open
INSURANCE_OPEN, SURRENDER_OPEN, DECISION_OPEN, DISPLAY_OPEN = STANDS_AT = (
    ev.INSURANCE,
    Play.SURRENDER.value,
    "decision",
    "display",
)  # what an unfinished round waits for
EMPTY_ROUND_FILE = 'list the cards in the order dealt, such as shoe = "9h 6s 9d", and at least one [[seat]]'


@dataclass(frozen=True, kw_only=True)
class WrittenSeat:
    """The wagers and decisions of a seat, as written."""

    number: int
    blackjack: tuple[Cents, ...]
    wagers: tuple[tuple[str, int | None, Cents], ...]
    decisions: tuple[tuple[Play, tuple[Cents, ...] | None], ...]  # amounts where it was for less, one or one a spot
    insurance: tuple[Cents, ...] = ()
    even_money: bool = False
    displayed: Cents | None = None
    coupons: Mapping[tuple[str, int | None], Cents] = field(default_factory=dict)  # by wager and choice
    spoken: Mapping[str, tuple[Confirmation, ...]] = field(default_factory=dict)  # by wager: who confirmed it
    not_from_rack: tuple[str, ...] = ()  # wagers whose payout was not made from the rack
    done: tuple[ReportedPayout, ...] = ()  # what was really paid and collected
    steps: tuple[StatedStep, ...] = ()  # of the procedure, that were done or not for its wagers


@dataclass(frozen=True, kw_only=True)
class WrittenRound:
    """A round as written: the cards, the seats, and the meters and streaks before it."""

    table: TableConfig
    shoe: tuple[Card, ...]
    seats: tuple[WrittenSeat, ...]
    meters: Mapping[str, Cents] = field(default_factory=dict)
    streaks: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    unfinished: str | None = None  # what the round waited for when it was left, one of STANDS_AT
    order: tuple[Part, ...] = ()  # in which wagers were really settled
    irregularities: tuple[Irregularity, ...] = ()
    steps: tuple[StatedStep, ...] = ()  # of the procedure, that were done or not at the table


def load_round(file: str | FilePath, table: TableConfig | None = None, changes: Iterable[str] = ()) -> WrittenRound:
    """Read a written round from its file; raise BadConfig with every problem if it cannot be read.

    `changes` are values of its table that differ from those of the table file, as those of `set` in the round do.
    """
    name = str(file)
    keys, lines = keys_of(name, EMPTY_ROUND_FILE)
    if "shoe" not in keys.raw and "seat" not in keys.raw:
        for key in [key for key in ("decks", "game", "wager") if key in keys.raw][:1]:
            keys.problem("is a key of a table, not of a written round, which has a shoe and seats", key)
            keys.raise_problems(name, lines)
    table_file, own_changes = keys.take("table", value_readers.text, None), keys.take("set", value_readers.texts, ())
    if table is None:
        if table_file is None:
            keys.problem('is missing: name the table file, such as table = "blackjack.toml"', "table")
            keys.raise_problems(name, lines)
        table = load(_table_file(str(table_file), FilePath(name).parent), (*own_changes, *changes))
    return _read(name, keys, lines, table)


def described_round(table: TableConfig, content: Mapping[str, Any], name: str = "round") -> WrittenRound:
    """Read a round at a table, described by keys and values as in its file; raise BadConfig with every problem."""
    keys = Keys(content, (), [])
    keys.known |= {"table": None, "set": None}
    return _read(name, keys, {}, table)


def loads_round(table: TableConfig, text: str, name: str = "round") -> WrittenRound:
    """Read the text of a written round at a table; raise BadConfig with every problem."""
    keys, lines = keys_in(name, text)
    keys.known |= {"table": None, "set": None}
    return _read(name, keys, lines, table)


def _read(name: str, keys: Keys, lines: Mapping[Path, int], table: TableConfig) -> WrittenRound:
    if "shoe" not in keys.raw:
        keys.problem('is missing: list the cards in the order dealt, such as "9h 6s 9d"', "shoe")
    shoe, seats = keys.take("shoe", _shoe, ()), tuple(_seats(keys, table))
    written = WrittenRound(
        table=table,
        shoe=shoe,
        seats=seats,
        meters=_meters(keys, table),
        streaks=_streaks(keys, table),
        unfinished=keys.take("unfinished", value_readers.word(*STANDS_AT), None),
        order=read_order(keys, {seat.number: _made(seat) for seat in seats}),
        irregularities=read_irregularities(keys, [seat.number for seat in seats], len(shoe)),
        steps=read_steps(keys, declared_steps(table)),
    )
    keys.report_unknown_keys()
    keys.raise_problems(name, lines)
    return written


def _table_file(word: str, folder: FilePath) -> str | FilePath:
    """Return the name of a table that comes with upcard as it is; a path is taken from the folder of the round."""
    return word if shipped_table(word) else folder / word


def _shoe(value: Any) -> tuple[Card, ...]:
    return cards(value_readers.text(value))


def _meters(keys: Keys, table: TableConfig) -> dict[str, Cents]:
    """Read the amounts on the meters: a key for each wager that has a meter."""
    names = [offer.wager.name for offer in table.offers if offer.wager.meter]
    amounts = {name: keys.take(f"{name.replace(' ', '_')}_meter", value_readers.money, None) for name in names}
    return {name: amount for name, amount in amounts.items() if amount is not None}


def _streaks(keys: Keys, table: TableConfig) -> dict[str, dict[int, int]]:
    """Read how many rounds each seat has won in a row: a key for each wager that counts them."""
    streaks = {}
    for offer in table.offers:
        if offer.wager.sees_results:
            key = f"{offer.wager.name.replace(' ', '_')}s"
            inner = Keys(keys.take(key, value_readers.keyed, {}), (*keys.at, key), keys.problems)
            seats = [seat for seat in inner.raw if seat.isdecimal() and len(seat) < 4]
            streaks[offer.wager.name] = {int(seat): inner.take(seat, value_readers.count(0, 100), 0) for seat in seats}
            inner.report_unknown_keys()
    return streaks


def _seats(keys: Keys, table: TableConfig) -> Iterator[WrittenSeat]:
    keys.known["seat"] = None
    raw = keys.raw.get("seat", [])
    if not isinstance(raw, list) or not raw or not all(isinstance(item, dict) for item in raw):
        keys.problem(f"a round needs at least one seat, {notation().seats}", "seat")
        return
    numbers: set[int] = set()
    for index, item in enumerate(raw):
        seat = _seat(Keys(item, ("seat", index), keys.problems), table)
        if seat.number in numbers:
            keys.problem(
                f"seat {seat.number} is written twice: write all its wagers in one [[seat]]", "seat", index, "number"
            )
        numbers.add(seat.number)
        yield seat


def _seat(keys: Keys, table: TableConfig) -> WrittenSeat:
    if "number" not in keys.raw:
        keys.problem("is missing: write the seat's number, counted from the dealer's left", "number")
    number = keys.take("number", value_readers.count(1, 100), 1)
    blackjack, wagers = _wagers(keys, table, "wagers")
    on_blackjack, coupons = _wagers(keys, table, COUPONS)
    of_coupons = {(name, choice): amount for name, choice, amount in coupons}
    of_coupons |= {(ev.BLACKJACK, None): Cents(sum(on_blackjack))} if any(on_blackjack) else {}
    made = [(name, choice) for name, choice, _ in wagers]
    alone = [(name, choice, Cents(0)) for name, choice, _ in coupons if (name, choice) not in made]
    names = dict.fromkeys([ev.BLACKJACK, *(name for name, _, _ in (*wagers, *coupons))])
    seat = WrittenSeat(
        number=number,
        blackjack=blackjack,
        wagers=(*wagers, *alone),
        decisions=tuple(keys.take("decisions", _decisions, ())),
        insurance=keys.take("insurance", _amounts, ()),
        even_money=keys.take("even_money", value_readers.flag, False),
        displayed=keys.take("displayed", value_readers.money, None),
        coupons=of_coupons,
        spoken=read_spoken(keys, names),
        not_from_rack=read_not_from_rack(keys, names, table),
    )
    done = read_done(keys, number, _made(seat))
    steps = read_steps_of_seat(keys, number, names, declared_steps(table))
    keys.report_unknown_keys()
    return replace(seat, done=done, steps=steps)


def _made(seat: WrittenSeat) -> dict[str, Made]:
    """Return the wagers that a seat made, by name."""
    hands = 1 + sum(play in SPLITS for play, _ in seat.decisions)
    made = {ev.BLACKJACK: Made(len(seat.blackjack), hands)} if seat.blackjack else {}
    if seat.insurance:
        made[ev.INSURANCE] = Made(len(seat.insurance))
    for name in dict.fromkeys(name for name, _, _ in seat.wagers):
        choices = [choice for wager, choice, _ in seat.wagers if wager == name and choice is not None]
        made[name] = Made(choices=tuple(choices), chosen=FIRST_OPEN not in choices)
    return made


def _amounts(value: Any) -> tuple[Cents, ...]:
    items = value if isinstance(value, list) else [value]
    return tuple(value_readers.money(item) for item in items)


def _decisions(value: Any) -> list[tuple[Play, tuple[Cents, ...] | None]]:
    decisions: list[tuple[Play, tuple[Cents, ...] | None]] = []
    for text in value_readers.texts(value):
        words, _, amounts = text.casefold().partition(" for ")
        play = play_named(words)
        if play is None:
            known = ", ".join(each.value for each in Play)
            raise Misuse(f'there is no decision "{text}"; decisions: {known}')
        for_less = tuple(value_readers.money(amount) for amount in amounts.split(" and ")) if amounts else None
        decisions.append((play, for_less))
    return decisions


def _wagers(
    keys: Keys, table: TableConfig, under: str
) -> tuple[tuple[Cents, ...], tuple[tuple[str, int | None, Cents], ...]]:
    """Read amounts by wager under a key: of the blackjack wager, and of the others with their choices."""
    inner = Keys(keys.take(under, value_readers.keyed, {}), (*keys.at, under), keys.problems)
    blackjack: tuple[Cents, ...] = ()
    wagers: list[tuple[str, int | None, Cents]] = []
    offered = {offer.wager.name: offer.wager for offer in table.offers}
    names: set[str] = set()
    for key in inner.raw:
        name = _declared_name(key)
        inner.known[key] = None
        if name in names:
            inner.problem(f"the {name} wager is written twice: write its amounts once", key)
        elif name == ev.BLACKJACK:
            blackjack = inner.take(key, _amounts, ())
        elif name in offered:
            wagers += [(name, choice, amount) for choice, amount in _by_choice(inner, key, offered[name])]
        elif not name.isprintable():
            inner.problem("may not contain control characters", key)
        else:
            wagers.append((name, None, inner.take(key, value_readers.money, Cents(0))))
        names.add(name)
    return blackjack, tuple(wagers)


def _declared_name(key: str) -> str:
    """Return the name of a wager as the rules declare it, whatever the case of its letters in the file."""
    words = " ".join(key.casefold().split())
    return next((name for name in (ev.BLACKJACK, *(wager.name for wager in ALL)) if name.casefold() == words), key)


def _in_order_of_choices(
    keys: Keys, key: str, wager: Wager, amounts: tuple[Cents, ...]
) -> list[tuple[int | None, Cents]]:
    """Return the amounts of a list, one for each choice in order."""
    if len(amounts) > len(wager.choices):
        keys.problem(f"has {len(amounts)} amounts for {len(wager.choices)} choices: write one for each", key)
    return list(zip(wager.choices, amounts, strict=False))


def _by_choice(keys: Keys, key: str, wager: Wager) -> list[tuple[int | None, Cents]]:
    """Read the amount of a wager, or the amount of each choice it has."""
    if not wager.choices:
        amount = keys.take(key, value_readers.money, None)
        return [] if amount is None else [(None, amount)]
    raw = keys.raw[key]
    if isinstance(raw, dict):
        inner = Keys(raw, (*keys.at, key), keys.problems)
        by_choice = {choice: inner.take(str(choice), value_readers.money, None) for choice in wager.choices}
        inner.report_unknown_keys()
        return [(choice, amount) for choice, amount in by_choice.items() if amount is not None]
    amounts = keys.take(key, _amounts, ())
    if isinstance(raw, list):
        return _in_order_of_choices(keys, key, wager, amounts)
    if amounts and not wager.sees_results:
        example = f'{{ "{wager.choices[0]}" = "5.00" }}'
        keys.problem(f"needs a choice: write the amount for each, such as {example}", key)
        return []
    return [(FIRST_OPEN, amount) for amount in amounts]
