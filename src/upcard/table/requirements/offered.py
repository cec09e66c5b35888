"""What is in effect, what may be offered together at one table, and what no text settles."""

from collections.abc import Iterator
from itertools import permutations

from upcard.law import Edition, Effect, Standing, current_edition_on, life_words
from upcard.rules.bound import OneOf
from upcard.table.config import RULES, LawChosenBy, TableConfig, chosen_edition
from upcard.table.findings import Check, Finding, FindingKind, finding
from upcard.table.readings import BEARS_ON
from upcard.table.requirement import place, required_by, standing_options, title, word_of
from upcard.table.requirements import requirements_of
from upcard.table.requirements.rules import set_to


def in_force(table: TableConfig) -> Iterator[Finding]:
    """Report an option that came into the code after the table's edition or day, or whose day is not known."""
    for option in table.options:
        at, since, on = place(table, option), option.cite.paragraph.since, table.on_its_day(option.cite)
        if not option.cite.stands_in(table.law):
            message = f"{title(option)} is not in the {table.law.value} edition; it took effect on {since.effective}"
            yield finding(table, option.cite, message, *at)
        elif on and on.effect is Effect.NOT_YET:
            message = f"{title(option)} is not in effect on {table.date}; it took effect on {since.effective}"
            yield finding(table, option.cite, message, *at, standing=Standing.HELD)
        elif not table.stands(option.cite):
            message = f"{title(option)} is no longer in effect"
            yield finding(table, option.cite, message, *at, standing=Standing.HELD)
        elif on and on.effect is Effect.NOT_KNOWN:
            message = f"it is not known whether {title(option)} was in effect on {table.date}: {on.why}"
            yield finding(table, option.cite, message, *at, standing=Standing.UNKNOWN)


def edition_in_effect(table: TableConfig) -> Iterator[Finding]:
    """Report a day on which the edition was not in effect, or is not known to have been."""
    if table.date is None:
        return
    edition, _ = chosen_edition(None, table.date)
    if edition is table.law is Edition.CURRENT:
        on = current_edition_on(table.date)
        if on.effect is Effect.NOT_KNOWN:
            message = f"it is not known whether the {edition.value} edition was in effect on {table.date}: {on.why}"
            yield finding(table, table.game.cite, message, "date", standing=Standing.UNKNOWN)
    elif edition is not table.law and table.law_chosen_by is LawChosenBy.LAW:
        words = f"the {table.law.value} edition was in effect {life_words(table.law)}, not on {table.date}"
        message = f"{words}: remove law, set it to {edition.value}, or ask about another day"
        key = "date" if ("date",) in table.lines else "law"
        yield finding(table, table.game.cite, message, key, standing=Standing.HELD)


def required_by_ended_text(table: TableConfig) -> Iterator[Finding]:
    """Report what a table must have by a text that has ended, though what it offers is known to be in effect."""
    on_options = ((option, table.on_its_day(option.cite)) for option in table.options)
    reported = {option.cite.paragraph.since for option, on in on_options if on and on.effect is Effect.NOT_KNOWN}
    for each in requirements_of(table):
        on = table.on_its_day(each.cite)
        if on and on.ended and not each.breaches and each.cite.paragraph.since not in reported:
            message = f"{each.what}: it is not known whether this paragraph was in effect on {table.date}: {on.why}"
            yield finding(table, each.cite, message, *each.at, standing=Standing.UNKNOWN)


def authorities_without_effect(table: TableConfig) -> Iterator[Finding]:
    """Remark on a statement by what a rule is in force that no finding on an option of the table shows."""
    for stated in table.authorities:
        if table.date is not None and stated.date > table.date:
            message = f"the licensee's statement on {stated.rule} is of {stated.date}, after {table.date}: remove it"
        elif stated.date < stated.took_effect:
            before = f"before the rule took effect on {stated.took_effect}"
            message = f"the licensee's statement on {stated.rule} is of {stated.date}, {before}: correct or remove it"
        elif by := table.amended_by(stated.rule):
            if by.by.number is None or by.by.number == stated.number:
                continue  # the licensee's law folder supports it
            named = f"names {stated.number}, the law file {by.by.where}"
            message = f"the licensee's statement on {stated.rule} {named}: remove it"
        elif any(table.authority(option.cite) is stated for option in table.options):
            continue
        elif any(table.authority(each.cite) is stated for each in requirements_of(table)):
            message = f"the licensee's statement on {stated.rule} is on what the table must have, not on what it offers"
        else:
            message = f"the licensee's statement on {stated.rule} has no effect at this table: remove it"
        yield finding(table, stated.rule, message, *stated.at, kind=FindingKind.REMARK)


def excluded_together(table: TableConfig) -> Iterator[Finding]:
    """Report two options that the rules keep apart, by each paragraph that says so."""  # reading 8
    for one, other in permutations(standing_options(table), 2):
        for partner, source in one.excludes.items():
            if partner.covers(other.cite):
                message = f"{title(one)} and {title(other)} may not be offered at one table: remove one of them"
                yield finding(table, source, message, *place(table, one))


def doubtful_together(table: TableConfig) -> Iterator[Finding]:
    """Report two options about which, together, the text leaves a doubt."""
    for one, other in permutations(standing_options(table), 2):
        for doubt in one.doubts:
            if doubt.partner.covers(other.cite):
                message = f"the rules do not say how {title(one)} and {title(other)} are offered together"
                where = place(table, one)
                yield finding(table, doubt.cite, message, *where, reading=doubt.reading)


def elsewhere(table: TableConfig) -> Iterator[Finding]:
    """Report a rule of the base game that other places have and the regulation does not allow."""
    for key, rule in RULES.items():
        value = getattr(table.rules, key)
        for law in rule.laws:
            if not law.bound.value.admits(value):
                advice = set_to(law.bound.value) if isinstance(law.bound.value, OneOf) else ""
                message = f"{law.because}; {key} is {word_of(value)}{advice}"
                yield finding(table, law.bound.cite, message, key, elsewhere=True)


def unsettled(table: TableConfig) -> Iterator[Finding]:
    """Report an option that no text held settles, unless another option requires or foresees it.

    That another option foresees it says that it may be offered, and nothing of the rules by which it is then played.
    """
    for option in table.options:
        if option.unknown is None or required_by(table, option):
            continue
        may_be_offered = any(partner.value.covers(option.cite) for other in table.options for partner in other.foresees)
        if option.unknown.cite != option.cite or not may_be_offered:
            message = f"it is not known {option.unknown.what}"
            where = place(table, option)
            yield finding(table, option.unknown.cite, message, *where, standing=Standing.UNKNOWN)


def without_effect(table: TableConfig) -> Iterator[Finding]:
    """Remark on a licensee's switch that nothing at the table depends on."""
    for switch, bears in BEARS_ON.items():
        if ("house", switch.key) in table.lines and not bears(table):
            source = switch.reading.where[0]
            message = f"the switch {switch.key} has no effect at this table: remove it"
            yield finding(table, source, message, "house", switch.key, kind=FindingKind.REMARK)


CHECKS: tuple[Check, ...] = (
    in_force,
    edition_in_effect,
    required_by_ended_text,
    excluded_together,
    doubtful_together,
    elsewhere,
    unsettled,
    without_effect,
    authorities_without_effect,
)
