"""Settlements that a later release changed on purpose: rows of older releases keep what was right at the time.

An audit names such a difference and does not call it an error; any other difference is one. Add an entry with the
release that changes a settlement, and the changelog's words for it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from upcard.audit.differences import Event
from upcard.law import Cite

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


def explanation(
    events: Iterable[Event], engine: str, changes: tuple[KnownChange, ...] | None = None
) -> KnownChange | None:
    """Return the known change that explains why events differ; None unless every one of them is explained."""
    first: KnownChange | None = None
    for event in events:
        listed = KNOWN_CHANGES if changes is None else changes
        known = next((change for change in listed if change.explains(event, engine)), None)
        if known is None:
            return None
        first = first or known
    return first
