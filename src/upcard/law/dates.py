"""The law on a day: which edition, whether a paragraph was in effect, and in which form."""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum

from upcard.law.citation import Cite
from upcard.law.code import CODE, Edition, LawOrder, Paragraph
from upcard.law.editions import rule_in

ONE_DAY = timedelta(days=1)


class Effect(Enum):
    """Whether a paragraph was in effect on a day."""

    IN_EFFECT = "in effect"
    NOT_YET = "not yet in effect"
    NOT_KNOWN = "not known"


class TextForm(Enum):
    """In which form a paragraph was in effect."""

    PRESENT = "as it is now"
    EARLIER = "in an earlier form"
    EITHER = "as it is now or in an earlier form"


@dataclass(frozen=True, kw_only=True)
class OnDay:
    """A paragraph on a day; `why` says what is not known."""

    effect: Effect
    form: TextForm = TextForm.PRESENT
    why: str | None = None
    ended: date | None = None  # the last day on which the text held is known to have been in effect


def edition_on(day: date) -> Edition:
    """Return the edition of the code that was in effect on a day.

    >>> edition_on(date(2011, 11, 13)).value, edition_on(date(2011, 11, 14)).value
    ('19:47', '13:69F')
    """
    first, _ = life_of(Edition.CURRENT)
    return Edition.FORMER if first is not None and day < first else Edition.CURRENT


def life_of(edition: Edition) -> tuple[date | None, date | None]:
    """Return the first and the last day of an edition; None where it is not held, or has not come."""
    moved = min(
        order.first_day for order in CODE.orders if order.first_day is not None and order.edition is Edition.CURRENT
    )
    return (None, moved - ONE_DAY) if edition is Edition.FORMER else (moved, None)


def life_words(edition: Edition) -> str:
    """Return in words when an edition was in effect."""
    first, last = life_of(edition)
    return f"from {first} on" if last is None else f"until {last}"


def newest_text(edition: Edition) -> date:
    """Return the day from which the newest dated text of an edition is in effect.

    >>> newest_text(Edition.CURRENT), newest_text(Edition.FORMER)
    (datetime.date(2016, 1, 11), datetime.date(2001, 1, 16))
    """
    return max(order.first_day for order in CODE.orders if order.edition is edition and order.first_day is not None)


def order_on(order: LawOrder, day: date) -> OnDay:
    """Return whether a rulemaking was in effect on a day; a temporary one ends, unless a later text shows it kept."""
    if order.first_day is None:
        if order.known_by is not None and day >= order.known_by:
            return OnDay(effect=Effect.IN_EFFECT)
        return OnDay(effect=Effect.NOT_KNOWN, why=f"the day from which it is in effect is not held ({order.effective})")
    if day < order.first_day:
        return OnDay(effect=Effect.NOT_YET)
    last = order.last_day
    if last is None or day <= last or (order.kept_by is not None and day >= order.kept_by):
        return OnDay(effect=Effect.IN_EFFECT)
    why = f"the temporary rule of {order.first_day} ended on {last} at the latest, and no text held shows it kept"
    return OnDay(effect=Effect.NOT_KNOWN, why=why, ended=last)


def paragraph_on(paragraph: Paragraph, day: date) -> OnDay:
    """Return whether a paragraph was in effect on a day, and in which form."""
    present = order_on(paragraph.since, day)
    if paragraph.began is None or present.effect is Effect.IN_EFFECT:
        return present
    earlier = order_on(paragraph.began, day)
    if present.effect is Effect.NOT_YET:
        return OnDay(effect=earlier.effect, form=TextForm.EARLIER, why=earlier.why)
    if earlier.effect is Effect.IN_EFFECT:
        return OnDay(effect=Effect.IN_EFFECT, form=TextForm.EITHER, why=present.why)
    return present


def rule_on(citation: Cite, day: date) -> str:
    """Return what a paragraph said on a day, by the numbers of the edition of that day."""
    paragraph, edition = citation.paragraph, edition_on(day)
    is_earlier = paragraph_on(paragraph, day).form is TextForm.EARLIER
    if is_earlier and edition is Edition.CURRENT and paragraph.former_rule:
        return paragraph.former_rule
    return rule_in(paragraph, edition)


def stands_on(citation: Cite, edition: Edition, day: date | None) -> bool:
    """Whether a paragraph is part of an edition, and on a day in effect or at least not known to come later."""
    if not citation.stands_in(edition):
        return False
    return day is None or paragraph_on(citation.paragraph, day).effect is not Effect.NOT_YET
