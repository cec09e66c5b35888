"""The Readings that move money at a table, each with the licensee's switch and the side the table takes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from upcard.law import Reading
from upcard.rules import switches
from upcard.rules.blackjack import busts_may_wait
from upcard.rules.bound import either
from upcard.rules.switches import Switch
from upcard.table.config import TableConfig


@dataclass(frozen=True, kw_only=True)
class ReadingFollowed:
    """A Reading that moves money at a table, and the side that the table takes."""

    reading: Reading
    switch: str
    chosen: str

    @property
    def others(self) -> tuple[str, ...]:
        """Return what the licensee may choose instead."""
        return tuple(choice for choice in self.reading.choices if choice != self.chosen)

    def __str__(self) -> str:
        return side_taken(self.reading.number, self.switch, self.chosen, self.others)


def side_taken(number: int, switch: str, chosen: str, others: tuple[str, ...]) -> str:
    """Return in words which side of a Reading a table takes, and what the licensee may choose instead."""
    return f'reading {number}: {switch} = "{chosen}"; a licensee may choose {either(map(_quoted, others))}'


def _quoted(choice: str) -> str:
    return f'"{choice}"'


def _has_meter(table: TableConfig) -> bool:
    return any(offer.wager.meter for offer in table.offers)


BEARS_ON: Mapping[Switch, Callable[[TableConfig], bool]] = {
    switches.INSURANCE_OF_A_BUST: lambda table: table.game.dealer_hands is not None,
    switches.REGISTERED_CHIP: _has_meter,
    switches.BLACKJACKS_BEFORE_SECOND_CARD: lambda table: (
        table.game.blackjacks_at_once is not None and not table.rules.hole_card.dealt_first
    ),
    switches.ADDED_WAGERS_OF_A_BUST: lambda table: busts_may_wait(table.rules),
    switches.FIXED_METER_LINES: _has_meter,
    switches.WAGERS_AFTER_A_WIN: lambda table: any(offer.wager.sees_results for offer in table.offers),
}


def readings_followed(table: TableConfig) -> tuple[ReadingFollowed, ...]:
    """Return the Readings that move money at a table, by number."""
    followed = [
        ReadingFollowed(reading=switch.reading, switch=switch.key, chosen=table.house[switch.key])
        for switch, bears in BEARS_ON.items()
        if bears(table)
    ]
    return tuple(sorted(followed, key=lambda one: one.reading.number))
