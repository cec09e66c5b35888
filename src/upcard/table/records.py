"""Notices and signs of a table file: a word or true, or a record of when, where and by whom."""

from collections.abc import Iterator
from typing import Any

from upcard.errors import Misuse
from upcard.law import Cite, cite
from upcard.rules import base
from upcard.rules.enums import WagerName
from upcard.rules.option import Notice, Option
from upcard.table import value_readers
from upcard.table.config import Authority, StatedRecord
from upcard.table.keys import Keys
from upcard.wagers import ALL, OPTIONS

NOTICES = "notices"
AUTHORITIES = "authorities"


def known_notices() -> Iterator[Notice]:
    """Yield every notice that a paragraph may demand before an option is offered, changed or withdrawn."""
    yield base.SPLITS_NOTICE.value
    yield from (notice.value for option in OPTIONS for notice in option.notices)
    yield from map(notice_of_end, OPTIONS)
    for name in (WagerName.BLACKJACK.value, *(wager.name for wager in ALL)):
        yield notice_of_change("limits", name)
        yield notice_of_change("pay table", name)


def notice_of_change(what: str, wager: str) -> Notice:
    """Return the notice of a change of a wager's limits or pay table, by that name or with the wager's."""
    return Notice(words=(f"{what} of {wager}", what))


def notice_of_end(option: Option) -> Notice:
    """Return the notice before an option is withdrawn."""
    return Notice(words=(f"end of {option.name}", f"withdrawal of {option.name}"))


def read_notices(keys: Keys) -> tuple[StatedRecord, ...]:
    """Read the notices given, each a word or a record; note those that contradict each other."""
    stated = keys.take(NOTICES, _listed, ())
    records = []
    for place, item in enumerate(stated):
        if isinstance(item, dict):
            record = Keys(item, (*keys.at, NOTICES, place), keys.problems)
            name = record.take("name", value_readers.text, None)
            if "name" not in item:
                record.problem('is missing: name the notice, such as name = "splits"', "name")
            records.append(_record(record, name or ""))
        else:
            name = Keys({NOTICES: item}, keys.at, keys.problems).take(NOTICES, value_readers.text, "")
            records.append(StatedRecord(name=name))
    _note_contradictions(keys, records)
    return tuple(record for record in records if record.name)


def read_authorities(keys: Keys) -> tuple[Authority, ...]:
    """Read by what the licensee states that rules are in force whose held text has ended: a full record for each."""
    authorities = []
    for place, item in enumerate(keys.take(AUTHORITIES, _listed, ())):
        at = (*keys.at, AUTHORITIES, place)
        if not isinstance(item, dict):
            message = 'must be a record: { rule = "…", register = "…", number = "…", date = … }'
            keys.problem(message, AUTHORITIES, place)
            continue
        record = Keys(item, at, keys.problems)
        rule = record.take("rule", _rule, None)
        register = record.take("register", value_readers.text, None)
        number = record.take("number", value_readers.text, None)
        day = record.take("date", value_readers.day, None)
        for key in record.known:
            if key not in item:
                record.problem("is missing: a statement names the rule, the register, the number and the date", key)
        record.report_unknown_keys()
        if rule and register and number and day:
            authorities.append(Authority(rule=rule, register=register, number=number, date=day, at=at))
    return tuple(authorities)


def _rule(value: Any) -> Cite:
    return cite(value_readers.text(value))


def read_sign(keys: Keys, key: str) -> bool | StatedRecord | None:
    """Read whether there is a sign: true, false, or a record of it; None if the file does not say."""
    stated = keys.raw.get(key)
    if not isinstance(stated, dict):
        return keys.take(key, _flag_or_record, None)
    keys.take(key, value_readers.keyed, None)
    record = _record(Keys(stated, (*keys.at, key), keys.problems), key)
    if not record.words and not any(at[: len(keys.at) + 1] == (*keys.at, key) for at, _ in keys.problems):
        keys.problem("is an empty record: state given, posted or by, or write true", key)
    return record


def _record(keys: Keys, name: str) -> StatedRecord:
    record = StatedRecord(
        name=name,
        given=keys.take("given", value_readers.day, None),
        posted=keys.take("posted", value_readers.text, None),
        by=keys.take("by", value_readers.text, None),
    )
    keys.report_unknown_keys()
    return record


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list):
        return list(value_readers.texts(value))  # raises what is wrong
    return value


def _flag_or_record(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise Misuse(f"must be true, false, or a record such as {{ given = 2016-01-20 }}, not {value_readers.shown(value)}")


def _note_contradictions(keys: Keys, records: list[StatedRecord]) -> None:
    """Note a notice that is stated twice, where at least one of the two says more than its name."""
    earlier: dict[str, StatedRecord] = {}
    for place, record in enumerate(records):
        name = _meant(record.name)
        before = earlier.setdefault(name, record)
        if before is not record and (before.words or record.words):
            how = "alike" if before.words == record.words else "and the two contradict each other"
            message = f'the notice "{record.name}" is stated twice, {how}: remove one of them'
            keys.problem(message, NOTICES, place)


def _meant(word: str) -> str:
    """Return one word for all the words that name the same notice."""
    return next((notice.words[0] for notice in known_notices() if notice.is_named(word)), word.lower())
