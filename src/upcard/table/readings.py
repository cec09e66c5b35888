"""The Readings that a table relies on; of those that move money, the licensee's switch and the side the table takes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from itertools import permutations

from upcard.english import either
from upcard.law import READINGS, Cite, Cited, Reading
from upcard.rules import switches
from upcard.rules.blackjack import busts_may_wait
from upcard.rules.rule_fields import written
from upcard.rules.switches import Switch
from upcard.table.config import RULES, TableConfig
from upcard.table.requirement import RequirementKind, standing_options
from upcard.table.requirements import requirements_of
from upcard.wagers import OPTIONS
from upcard.wagers.base_game import BLACKJACK_GAME


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


def readings_relied_on(table: TableConfig) -> tuple[Reading, ...]:
    """Return every Reading on a paragraph that the table's rules, game, wagers and requirements follow, by number.

    A Reading of a case counts only where the table has it: two options together, a value of a key, a switch.
    """
    chosen, required = standing_options(table), requirements_of(table)
    cases = {each.reading for each in required} | {one.reading.number for one in readings_followed(table)}
    cases |= {
        doubt.reading
        for one, other in permutations(chosen, 2)
        for doubt in one.doubts
        if doubt.partner.covers(other.cite)
    }
    declared = {paragraph for option in (BLACKJACK_GAME, *chosen) for paragraph in _paragraphs(option)}
    followed = {each.cite for each in required if each.kind is not RequirementKind.RULE}
    followed |= {rule.cite for key, rule in RULES.items() if written(getattr(table.rules, key)) not in (False, None)}

    def follows(paragraph: Cite) -> bool:
        if paragraph in declared or paragraph in followed:
            return True
        if paragraph in _OF_OPTIONS:  # of one that the table does not have
            return False
        is_near = any(cited.covers(paragraph) or paragraph.covers(cited) for cited in declared)
        return is_near or _is_of_every_table(paragraph)

    return tuple(
        reading
        for number, reading in sorted(READINGS.items())
        if reading.stands_in(table.law)
        and (number in cases or (number not in OF_CASES and any(map(follows, reading.where))))
    )


# object: whatever a declaration holds.
def _paragraphs(declared: object) -> Iterator[Cite]:
    """Yield the paragraphs that a declaration cites for itself, not those on which it meets other options."""
    match declared:
        case Cite():
            yield declared
        case Cited():
            yield declared.cite
            yield from _paragraphs(declared.value)
        case Mapping():
            yield from (paragraph for value in declared.values() for paragraph in _paragraphs(value))
        case tuple() if not isinstance(declared, Switch):
            yield from (paragraph for value in declared for paragraph in _paragraphs(value))
        case _ if is_dataclass(declared):
            own = (each.name for each in fields(declared) if each.name not in ("excludes", "foresees", "doubts"))
            yield from (paragraph for name in own for paragraph in _paragraphs(getattr(declared, name)))


_OF_OPTIONS = frozenset(paragraph for option in OPTIONS for paragraph in _paragraphs(option))


def _is_of_every_table(paragraph: Cite) -> bool:
    """Whether a paragraph is as old as the code, and no option declares it."""
    return paragraph.paragraph.since is BLACKJACK_GAME.cite.paragraph.since and not any(
        cited.covers(paragraph) for cited in _OF_OPTIONS
    )


# The Readings of a case: of two options together, of a bound, of an inscription, of a switch.
OF_CASES = frozenset(
    number
    for option in OPTIONS
    for number in (
        *(doubt.reading for doubt in option.doubts),
        *(required.value.reading for required in option.requires),
        *(each.value.otherwise.reading for each in option.inscriptions if each.value.otherwise),
    )
) | frozenset(switch.reading.number for switch in BEARS_ON)
