"""The switches of a licensee: keys of `house` in a table file, each the other side of a Reading."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from upcard.law import Reading, reading

House = Mapping[str, str]


class Switch(NamedTuple):
    """A key of `house`; the first value is the default, unless an option of the table sets another."""

    reading: Reading
    key: str
    default: str
    other: str

    def is_other(self, house: House) -> bool:
        """Whether a table takes the other side."""
        return house.get(self.key, self.default) == self.other


def _of(number: int) -> Switch:
    switched = reading(number)
    assert switched.switch is not None
    return Switch(switched, switched.switch, *switched.choices)


INSURANCE_OF_A_BUST = _of(23)  # other: it stays
REGISTERED_CHIP = _of(26)  # other: returned
BLACKJACKS_BEFORE_SECOND_CARD = _of(41)  # other: at once
ADDED_WAGERS_OF_A_BUST = _of(61)  # other: they wait for the dealer's second card
FIXED_METER_LINES = _of(66)  # other: paid from the meter
WAGERS_AFTER_A_WIN = _of(67)  # other: accepted


def switched_rules(house: House) -> dict[str, Any]:
    """Return the rules of the base game that a switch sets, by the name of each rule."""
    return {"busts_wait": ADDED_WAGERS_OF_A_BUST.is_other(house)}
