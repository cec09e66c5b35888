"""Read a table file: every problem at once, each with its line and key."""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path as FilePath
from typing import Any, TypeVar

from upcard.cards import DECK
from upcard.errors import Misuse
from upcard.law import READINGS, Edition, Unknown
from upcard.law.folder import LawFolder, in_force, law_folder_in_force
from upcard.rules import base
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import DealtFrom, WagerName
from upcard.rules.option import Kind, Setting, StatedUnder
from upcard.rules.switches import switched_rules
from upcard.rules.wager import Confirmed, Game, PayTable, Rider, Wager
from upcard.table import value_readers
from upcard.table.amended_values import OptionT, amended_option, read_pays, rider_pays, rider_wins
from upcard.table.changes import Change, change_at, changed, read_change
from upcard.table.config import (
    MOST_DECKS,
    MOST_SEATS_STATED,
    RULES,
    BadConfig,
    Offer,
    Posted,
    StatedRecord,
    TableConfig,
    chosen_edition,
    number_of_areas,
)
from upcard.table.keys import Keys, close_to, keys_in, keys_of
from upcard.table.layout_measures import MEASURES, FeltColor, LayoutMeasures, length, length_between
from upcard.table.line_numbers import Path
from upcard.table.notation import FILE, notation
from upcard.table.records import read_authorities, read_notices, read_sign
from upcard.table.shipped import located
from upcard.wagers import ALL, GAMES, OPTIONS


def read_layout(keys: Keys) -> LayoutMeasures:
    """Read the keys under [layout]."""
    stated = Keys(keys.take("layout", value_readers.keyed, {}), (*keys.at, "layout"), keys.problems)
    lengths = {key: stated.take(key, length_between(of), length(of.default)) for key, of in MEASURES.items()}
    felt = stated.take("felt", value_readers.one_of(FeltColor), FeltColor.GREEN)
    stated.report_unknown_keys()
    half = lengths["width"] / 2
    if "radius" not in stated.raw:
        lengths["radius"] = max(lengths["radius"], half)
    elif lengths["radius"] < half:
        stated.problem("must be at least half the width of the felt", "radius")
    if lengths["spot"] < lengths["chip"]:
        stated.problem("must be at least the diameter of a chip", "spot" if "spot" in stated.raw else "chip")
    return LayoutMeasures(**lengths, felt=felt)


EMPTY_TABLE_FILE = f"state at least the number of decks, such as {FILE.decks}"

T = TypeVar("T")

_GAMES_BY_NAME = {game.name: game for game in GAMES}
_WAGERS_BY_NAME = {wager.name: wager for wager in ALL}
_WAGERS_IN_LOWER_CASE = {wager.name.casefold(): wager for wager in ALL}
_STATEMENTS = {
    under: [
        each.value.name
        for each in (*base.STATEMENTS, *(each for option in OPTIONS for each in option.statements))
        if each.value.under is under
    ]
    for under in StatedUnder
}
_SWITCHES = {reading.switch: reading.choices for reading in READINGS.values() if reading.switch}


def load(file: str | FilePath, changes: Iterable[str] = ()) -> TableConfig:
    """Read a table file, or the table of a name that comes with upcard; raise BadConfig with every problem.

    A word without a slash that does not end in .toml is a name first; a `Path` never is.
    `changes` are values that differ from those of the file, such as "dealer_soft_17=draw".
    """
    return load_variants(file, (changes,))[0]


def load_variants(file: str | FilePath, variants: Iterable[Iterable[str]]) -> tuple[TableConfig, ...]:
    """Read a table once, with the changes of each variant; raise BadConfig with every problem."""
    name, path = located(file)
    return _variants(name, *keys_of(path, EMPTY_TABLE_FILE), variants)


def loads(text: str, changes: Iterable[str] = (), *, name: str = "table") -> TableConfig:
    """Read the text of a table file; raise BadConfig with every problem if it cannot be read."""
    return _variants(name, *keys_in(name, text), (changes,))[0]


def varied(table: TableConfig, changes: Iterable[Change]) -> TableConfig:
    """Return a table with other values for some of its keys; raise BadConfig with every problem."""
    made = list(changes)
    after = _with_changes(table.file, table.content, table.lines, made, table.law_folder)
    replaced = {".".join(change.path) for change in made}
    kept = (change for change in table.changes if change.partition("=")[0] not in replaced)
    return replace(after, changes=(*kept, *after.changes))


def _variants(
    name: str, content: Keys, lines: Mapping[Path, int], variants: Iterable[Iterable[str]]
) -> tuple[TableConfig, ...]:
    if "shoe" in content.raw and "seat" in content.raw and "decks" not in content.raw:
        content.problem("is a key of a written round, not of a table: rule on it with upcard deal --round", "shoe")
        content.raise_problems(name, lines)
    tables, problems = [], {}
    for changes in variants:
        try:
            made = [read_change(change) for change in changes]
            tables.append(_with_changes(name, content.raw, lines, made, law_folder_in_force()))
        except BadConfig as bad:
            problems.update(dict.fromkeys(bad.problems))
    if problems:
        raise BadConfig(tuple(problems))
    return tuple(tables)


def _with_changes(
    name: str, content: Mapping[str, Any], lines: Mapping[Path, int], made: list[Change], folder: LawFolder | None
) -> TableConfig:
    if wrong := _wrong_changes(name, content, made, folder):
        as_text = [change.as_text if change in wrong else change for change in made]
        still_wrong = _wrong_changes(name, content, as_text, folder)
        made = [text if text not in still_wrong else change for change, text in zip(made, as_text, strict=True)]
    raw, places = changed(content, made)
    keys = Keys(raw, (), [])
    table = _table(name, keys, lines, folder)
    keys.raise_problems(name, lines, table.law, places)
    return replace(table, changes=tuple(map(str, made))) if made else table


def _wrong_changes(
    name: str, raw: Mapping[str, Any], changes: list[Change], folder: LawFolder | None
) -> set[Change | None]:
    """Return the changes whose values cannot be read; some, such as minimum=25.00, can be read as text."""
    if not changes:
        return set()
    content, places = changed(raw, changes)
    keys = Keys(content, (), [])
    _table(name, keys, {}, folder)
    return {change_at(at, places) for at, _ in keys.problems} - {None}


def known_keys() -> tuple[str, ...]:
    """Return every key that a table file may state, those of wagers as paths."""
    keys: dict[str, None] = {}
    for game in GAMES:
        of_table = Keys({"decks": 1, "game": game.name}, (), [])
        _table("", of_table, {}, None)
        keys.update(of_table.known)
    keys.pop("wager")
    keys.update({f"house.{switch}": None for switch in _SWITCHES})
    keys.update({f"layout.{measure.name}": None for measure in fields(LayoutMeasures)})
    for wager in ALL:
        of_wager = Keys({"name": wager.name}, (), [])
        _offer(of_wager, lambda wager: wager)
        name = wager.name.replace(" ", "-")
        keys.update({f"wager.{name}.{key}": None for key in of_wager.known if key != "name"})
    return tuple(keys)


def described(name: str, content: Mapping[str, Any]) -> TableConfig:
    """Read a table described by keys and values as in a file; raise BadConfig with every problem."""
    keys = Keys(content, (), [])
    table = _table(name, keys, {}, law_folder_in_force())
    keys.raise_problems(name, {}, table.law)
    return table


def read_on(table: TableConfig, day: datetime.date) -> TableConfig:
    """Read a table again as asked about on a day, with the odds and amounts that its law folder has for that day."""
    with in_force(table.law_folder):
        asked = described(table.file, {**table.content, "date": day.isoformat()})
    return replace(asked, content=table.content, lines=table.lines, changes=table.changes)


def _table(name: str, keys: Keys, lines: Mapping[Path, int], folder: LawFolder | None) -> TableConfig:
    day: datetime.date | None = keys.take("date", value_readers.day, None)
    edition, chosen_by = chosen_edition(keys.take("law", value_readers.one_of(Edition), None), day)
    if "decks" not in keys.raw:
        keys.problem(f"is missing: state the number of decks, such as {notation().decks}", "decks")
    decks = keys.take("decks", value_readers.count(1, MOST_DECKS), 1)

    def as_amended(option: OptionT) -> OptionT:
        return amended_option(option, folder, edition, day)

    named_games = keys.take("game", _games, (_GAMES_BY_NAME[WagerName.BLACKJACK.value],))
    games = tuple(map(as_amended, named_games))
    chosen: dict[str, Any] = {
        "table": keys.take("table", value_readers.text, FilePath(name).stem),
        "licensee": keys.take("licensee", value_readers.text, None),
        "decks": decks,
        "seats": keys.take("seats", value_readers.count(1, MOST_SEATS_STATED), 6),
        "dealt_from": keys.take("dealt_from", value_readers.one_of(DealtFrom), DealtFrom.SHOE),
        "minimum": keys.take("minimum", value_readers.amount, None),
        "maximum": keys.take("maximum", value_readers.amount, None),
        "cutting_card": keys.take("cutting_card", value_readers.cutting_card(decks * len(DECK)), Fraction(3, 4)),
        "cutting_cards": keys.take("cutting_cards", value_readers.count(0, 100), None),
        "notices": read_notices(keys),
        "authorities": read_authorities(keys),
        "inscriptions": keys.take("inscriptions", value_readers.texts, None),
        "equipment": keys.take("equipment", value_readers.texts, None),
        "layout": read_layout(keys),
        "betting_areas": _named(keys, "betting_areas", _areas(games), _area),
        "signs": _named(keys, "signs", [name for game in games for name in game.signs], read_sign),
    }
    chosen |= {under.value: _named(keys, under.value, names, read_sign) for under, names in _STATEMENTS.items()}
    rules = {key: keys.take(key, value_readers.rule(stated), stated.default) for key, stated in RULES.items()}
    settings = _settings(keys, (setting for game in games for setting in game.settings), (), rules)
    _keys_of_other_games(keys, games)
    offers = _offers(keys, as_amended)
    _stated_once(keys, chosen, offers)
    house = _house(keys, offers)
    keys.report_unknown_keys()
    values = {**chosen, **rules, **settings}
    options = (
        *(as_amended(option) for option in OPTIONS if option in named_games or option.is_chosen(values)),
        *(offer.wager for offer in offers),
    )
    return TableConfig(
        file=name,
        law=edition,
        law_chosen_by=chosen_by,
        date=day,
        games=games,
        rules=BlackjackRules(**rules, **games[0].rules(settings, house), **switched_rules(house)),
        house=house,
        settings=settings,
        options=options,
        offers=offers,
        content=value_readers.days_as_text(dict(keys.raw)),
        lines=lines,
        law_folder=folder,
        **chosen,
    )


def _house(keys: Keys, offers: Iterable[Offer]) -> dict[str, str]:
    """Read the licensee's switches; a wager offered may turn the default of one."""
    switches = Keys(keys.take("house", value_readers.keyed, {}), (*keys.at, "house"), keys.problems)
    turned = {switch.value.key: switch.value.other for offer in offers for switch in offer.wager.switches}
    house = {
        key: switches.take(key, value_readers.word(*choices), turned.get(key, choices[0]))
        for key, choices in _SWITCHES.items()
    }
    switches.report_unknown_keys()
    return house


def _games(value: Any) -> tuple[Game, ...]:
    if not isinstance(value, list):
        return (_GAMES_BY_NAME[value_readers.word(*_GAMES_BY_NAME)(value)],)
    names = [value_readers.word(*_GAMES_BY_NAME)(name) for name in value]
    if not names:
        raise Misuse('names no game: name one, such as game = "blackjack"')
    if len(set(names)) < len(names):
        raise Misuse("names a game twice: remove one of the two")
    if len(names) > 1 and WagerName.BLACKJACK.value in names:
        raise Misuse(f'"{WagerName.BLACKJACK.value}" is the game without another: remove it from the list')
    return tuple(_GAMES_BY_NAME[name] for name in names)


def _areas(games: tuple[Game, ...]) -> list[str]:
    return [area.value.name for game in games for area in game.areas] + [
        area.value.name for game in games for area in game.dealer_areas
    ]


def _area(keys: Keys, key: str) -> bool | int | None:
    return keys.take(key, value_readers.flag_or_count, None)


def _named(keys: Keys, key: str, names: list[str], read: Callable[[Keys, str], T | None]) -> dict[str, T]:
    """Read what is stated of areas or signs that a game requires, by their names."""
    stated = Keys(keys.take(key, value_readers.keyed, {}), (*keys.at, key), keys.problems)
    values = {name: value for name in names if (value := read(stated, name)) is not None}
    if names:
        stated.report_unknown_keys()
    elif stated.raw:
        keys.problem("the game requires none: remove it, or choose another game", key)
    return values


def _stated_once(keys: Keys, chosen: Mapping[str, Any], offers: tuple[Offer, ...]) -> None:
    """Report areas and signs of which the file states one thing for the game and another for its wager."""
    for offer in offers:
        for key, stated in (("betting_area", offer.betting_area), ("sign", offer.sign)):
            of_game = chosen[f"{key}s"].get(offer.wager.name)
            if stated is None or of_game is None:
                continue
            if _differ(stated, of_game, chosen["seats"]):
                keys.problem(f"{key}s states otherwise for {offer.wager.name}: remove one of the two", *offer.at, key)


def _differ(one: bool | int | StatedRecord, other: bool | int | StatedRecord, seats: int) -> bool:
    """Whether two statements of an area or a sign contradict each other; a record says that there is a sign."""
    if isinstance(one, StatedRecord) and isinstance(other, StatedRecord):
        return one.words != other.words
    one, other = (True if isinstance(each, StatedRecord) else each for each in (one, other))
    return number_of_areas(one, seats) != number_of_areas(other, seats)


def _keys_of_other_games(keys: Keys, games: tuple[Game, ...]) -> None:
    own = [setting for game in games for setting in game.settings]
    for other in GAMES:
        for setting in other.settings:
            if setting.key in keys.raw and setting not in own:
                keys.known[setting.key] = None
                keys.problem(f'is a key of the game "{other.name}": choose that game, or remove the key', setting.key)


def _settings(
    keys: Keys, settings: Iterable[Setting], sizes: tuple[Any, ...], rules: Mapping[str, Any]
) -> dict[str, Any]:
    """Read the keys that an option adds; a default may be the value of a rule."""
    readers: dict[Kind, Any] = {
        Kind.MONEY: value_readers.money,
        Kind.SHARE: value_readers.share,
        Kind.COUNT: value_readers.count(0, 100),
        Kind.DISPLAY: value_readers.display(sizes),
        Kind.LIMITS: value_readers.limits,
    }
    return {
        setting.key: keys.take(
            setting.key,
            value_readers.one_of(setting.choices) if setting.choices else readers[setting.kind],
            rules[setting.default_of] if setting.default_of else setting.default,
        )
        for setting in settings
    }


def _offers(keys: Keys, as_amended: Callable[[Wager], Wager]) -> tuple[Offer, ...]:
    keys.known["wager"] = None
    raw = keys.raw.get("wager", [])
    if not isinstance(raw, list) or not all(isinstance(item, dict) for item in raw):
        keys.problem(f"must be {notation().list_of_wagers}", "wager")
        return ()
    read = [_offer(Keys(item, ("wager", index), keys.problems), as_amended) for index, item in enumerate(raw)]
    offers = [offer for offer in read if offer is not None]
    for index, offer in enumerate(offers):
        if any(earlier.wager is offer.wager for earlier in offers[:index]):
            keys.problem(f'"{offer.wager.name}" is offered twice: remove one of the two', *offer.at, "name")
    return tuple(offers)


def _offer(keys: Keys, as_amended: Callable[[Wager], Wager]) -> Offer | None:
    named = keys.take("name", _wager, None)
    if named is None:
        if "name" not in keys.raw:
            keys.problem(f"is missing; known wagers: {', '.join(_WAGERS_BY_NAME)}", "name")
        return None
    wager = as_amended(named)
    offer = Offer(
        wager=wager,
        posted=_posted(keys, wager, {**pay_tables(named), **pay_tables(wager)}),
        rider=_rider(keys, wager.rider, _rider_tables(named, wager)) if wager.rider else None,
        minimum=keys.take("minimum", value_readers.amount, None),
        maximum=keys.take("maximum", value_readers.amount, None),
        spoken_wagers=keys.take("spoken_wagers", value_readers.one_of((False, True, *Confirmed)), False),
        coupons=keys.take("coupons", value_readers.flag, False),
        betting_area=keys.take("betting_area", value_readers.flag_or_count, None),
        sign=read_sign(keys, "sign"),
        settings=_settings(keys, wager.settings, wager.limits.value.exactly, {}),
        at=keys.at,
    )
    keys.report_unknown_keys()
    return offer


def _wager(value: Any) -> Wager:
    name = value_readers.text(value)
    if name.casefold() in _WAGERS_IN_LOWER_CASE:
        return _WAGERS_IN_LOWER_CASE[name.casefold()]
    meant = close_to(name, _WAGERS_BY_NAME)
    hint = f'did you mean "{meant[0]}"?' if meant else f"known wagers: {', '.join(_WAGERS_BY_NAME)}"
    raise Misuse(f'there is no wager "{name[:60]}"; {hint}')


def _posted(keys: Keys, wager: Wager, tables: Mapping[str, PayTable]) -> Posted:
    if wager.displayed:  # its display says what is paid
        return Posted()
    if "pay_table" in keys.raw and "pays" in keys.raw:
        keys.problem("pay_table and pays are both stated: remove one of them", "pays")
    name = keys.take("pay_table", _table_name(tables), None)
    pays = read_pays(keys, "pays", wager.wins, wager.groups, value_readers.pays)
    return Posted(pay_table=name, pays=tables[name] if name else pays)


def pay_tables(wager: Wager) -> Mapping[str, PayTable]:
    """Return the law's pay tables for a wager and those usual in the trade, by name."""
    lawful = {} if isinstance(wager.pay_tables, Unknown) else wager.pay_tables.value.tables
    return {**lawful, **wager.house_pay_tables}


def _table_name(tables: Mapping[str, PayTable]) -> value_readers.Read[str]:
    def read(value: Any) -> str:
        if not tables:
            raise Misuse("this wager has no known pay table: post its odds with pays = { … }")
        return value_readers.word(*tables)(str(value) if type(value) is int else value)

    return read


def _rider_tables(*wagers: Wager) -> dict[str, PayTable]:
    """Return the pay tables of a rider by name, as the code has them and as it is amended."""
    riders = [wager.rider for wager in wagers if wager.rider]
    return {name: table for rider in riders for name, table in rider.pay_tables.value.tables.items()}


def _rider(keys: Keys, rider: Rider, tables: Mapping[str, PayTable]) -> Posted | None:
    if isinstance(keys.raw.get(rider.key), dict):
        return Posted(pays=read_pays(keys, rider.key, rider_wins(rider), {}, rider_pays))
    name = keys.take(rider.key, value_readers.word(*tables), None)
    return Posted(pay_table=name, pays=tables[name]) if name else None
