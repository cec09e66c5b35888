"""How the stored events of a row differ from those of its command on replay, in words."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from upcard.english import key_words
from upcard.law import Cite

Event = dict[str, Any]  # as a row carries it
_MARKS = ("seat", "wager")  # fields that say which event of its kind it is


def first_difference(stored: list[Event], decided: list[Event]) -> str:
    """Return which event differs first, and how, in words."""
    for number, (was, now) in enumerate(zip(stored, decided, strict=False), 1):
        if was != now:
            return f"event {number}{_how(was, now)}"
    number = 1 + min(len(stored), len(decided))
    if len(stored) < len(decided):
        return f"event {number}, {_named(decided[number - 1])}, is missing"
    return f"event {number}, {_named(stored[number - 1])}, should not be there"


def _how(was: Event, now: Event) -> str:
    if was.get("event") != now.get("event"):
        return f" is {_named(was)} but should be {_named(now)}"
    keys = [key for key in now if was.get(key) != now[key]] + [key for key in was if key not in now]
    parts = [_field(key, was, now) for key in keys]
    return f", {_named(now)}: {'; '.join(parts)}"


def _field(key: str, was: Event, now: Event) -> str:
    if key not in was:
        return f"{_words(key)} is missing; it should be {_value(now[key])}"
    if key not in now:
        return f"{_words(key)} is not known there"
    if key == "card":
        return f"the card is {_value(was[key])}, but the shoe as sealed and cut has {_value(now[key])} there"
    return f"{_words(key)} is {_value(was[key])} but should be {_value(now[key])}"


def _named(event: Event) -> str:
    marks = [f"{mark} {event[mark]}" for mark in _MARKS if event.get(mark) not in (None, "")]
    source = f" [{event['cite']}]" if event.get("cite") else ""
    return f"{event.get('event')}{' of ' * bool(marks)}{', '.join(marks)}{source}"


def _words(key: str) -> str:
    return key_words(key)


def _value(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def differing(stored: list[Event], decided: list[Event]) -> Iterator[Event]:
    """Yield every event that stands on one side only, after the events that both have are put side by side."""
    was, now = [_key(event) for event in stored], [_key(event) for event in decided]
    for kind, first, last, start, end in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from stored[first:last]
            yield from decided[start:end]


def _key(event: Event) -> str:
    return repr(sorted(event.items(), key=lambda item: item[0]))


_NUMBERS = re.compile(r"[0-9]+")


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownChange:
    """A settlement that came out differently: in which releases, which event, by which paragraph, and why."""

    since: str  # the first release that settled it as it was
    until: str  # the last one
    event: str
    cite: Cite
    because: str  # a sentence

    def explains(self, event: Event, engine: str) -> bool:
        """Whether an event of a row that an engine wrote may differ because of this."""
        written = version(engine)
        return (
            version(self.since) <= written <= version(self.until)
            and event.get("event") == self.event
            and event.get("cite") == str(self.cite)
        )


def version(text: str) -> tuple[int, ...]:
    """Return the version of a release as numbers that can be compared.

    >>> version("0.10.2") > version("0.9.11")
    True
    """
    return tuple(int(number) for number in _NUMBERS.findall(text))


KNOWN_CHANGES: tuple[KnownChange, ...] = ()


def explanation(events: Iterable[Event], engine: str) -> KnownChange | None:
    """Return the known change that explains why events differ; None unless every one of them is explained."""
    first: KnownChange | None = None
    for event in events:
        known = next((change for change in KNOWN_CHANGES if change.explains(event, engine)), None)
        if known is None:
            return None
        first = first or known
    return first
