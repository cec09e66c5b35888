"""What the wagers of a written round were made with: coupons, spoken wagers; what was not paid from the rack."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from upcard.errors import Misuse
from upcard.game.confirmation import Confirmation, by
from upcard.rules.wager import Confirmed, Demand, Person
from upcard.table import TableConfig, value_readers
from upcard.table.keys import Keys

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
