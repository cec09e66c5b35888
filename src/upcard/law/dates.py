"""The law on a day: which edition, whether a paragraph was in effect, and in which form."""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum

from upcard.law.citation import Cite
from upcard.law.code import CODE, Amendment, Became, Code, Edition, LawOrder, Paragraph, Standing
from upcard.law.editions import rule_in

ONE_DAY = timedelta(days=1)


class Effect(Enum):
    """Whether a paragraph was in effect on a day."""

    IN_EFFECT = "in effect"
    NOT_YET = "not yet in effect"
    NOT_KNOWN = "not known"
    ENDED = "no longer in effect"


class TextForm(Enum):
    """In which form a paragraph was in effect."""

    PRESENT = "as it is now"
    EARLIER = "in an earlier form"
    EITHER = "as it is now or in an earlier form"
    AMENDED = "as the licensee's law file changes it"


@dataclass(frozen=True, kw_only=True)
class OnDay:
    """A paragraph on a day; `why` says what is not known."""

    effect: Effect
    form: TextForm = TextForm.PRESENT
    why: str | None = None
    ended: date | None = None  # the last day on which the text held is known to have been in effect
    by: Amendment | None = None  # that of a licensee's law file on which this rests


def edition_on(day: date) -> Edition:
    """Return the edition of the code that was in effect on a day.

    >>> edition_on(date(2011, 11, 13)).value, edition_on(date(2011, 11, 14)).value
    ('19:47', '13:69F')
    """
    first, _ = life_of(Edition.CURRENT)
    return Edition.FORMER if first is not None and day < first else Edition.CURRENT


def life_of(edition: Edition) -> tuple[date | None, date | None]:
    """Return the first and the last day of an edition; None where it is not held, or has not come."""
    _, moved = _recodification()
    return (None, moved - ONE_DAY) if edition is Edition.FORMER else (moved, None)


def current_edition_on(day: date) -> OnDay:
    """Return whether the rulemaking that moved the code to its current numbers was in effect on a day."""
    order, _ = _recodification()
    return order_on(order, day)


def _recodification() -> tuple[LawOrder, date]:
    """Return the first rulemaking of the current edition, and its first day."""
    dated = ((order, order.first_day) for order in CODE.orders if order.edition is Edition.CURRENT)
    return min(((order, day) for order, day in dated if day is not None), key=lambda row: row[1])


def life_words(edition: Edition) -> str:
    """Return in words when an edition was in effect."""
    first, last = life_of(edition)
    return f"from {first} on" if last is None else f"until {last}"


def newest_text(edition: Edition, code: Code = CODE) -> date:
    """Return the day from which the newest dated text of an edition is in effect.

    >>> newest_text(Edition.CURRENT), newest_text(Edition.FORMER)
    (datetime.date(2016, 1, 11), datetime.date(2001, 1, 16))
    """
    return max(order.first_day for order in code.orders if order.edition is edition and order.first_day is not None)


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
    if order.kept_by is not None:
        why += f" before {order.kept_by}"
    return OnDay(effect=Effect.NOT_KNOWN, why=why, ended=last)


def amendments_on(paragraph: Paragraph, edition: Edition, day: date | None) -> tuple[Amendment, ...]:
    """Return what a licensee's law file says of a paragraph of an edition up to a day; None: all that it says."""
    if edition is Edition.FORMER:
        return ()
    return tuple(each for each in paragraph.amendments if day is None or each.day <= day)


def standing_on(citation: Cite, day: date | None) -> Standing:
    """Return how a paragraph is known as it was on a day; None: as the newest text has it."""
    amended = amendments_on(citation.paragraph, citation.edition, day)
    return next((each.standing for each in reversed(amended) if each.standing is not None), citation.standing)


def paragraph_on(paragraph: Paragraph, day: date) -> OnDay:
    """Return whether a paragraph was in effect on a day, and in which form."""
    amended = amendments_on(paragraph, Edition.CURRENT, day)
    return _amended_on(amended, day) if amended else _held_on(paragraph, day)


def _amended_on(amended: tuple[Amendment, ...], day: date) -> OnDay:
    """Return what follows from amendments up to a day: the last one decides whether the paragraph is in effect."""
    last = amended[-1]
    if last.became is Became.ENDED:
        return OnDay(effect=Effect.ENDED, by=last)
    on = order_on(last.by, day)
    form = TextForm.AMENDED if any(each.rule is not None for each in amended) else TextForm.PRESENT
    return OnDay(effect=on.effect, form=form, why=on.why, ended=on.ended, by=last)


def _held_on(paragraph: Paragraph, day: date) -> OnDay:
    """Return whether a paragraph was in effect on a day by the texts held."""
    present = order_on(paragraph.since, day)
    if paragraph.began is None or present.effect is Effect.IN_EFFECT:
        return present
    earlier = order_on(paragraph.began, day)
    if present.effect is Effect.NOT_YET:
        return OnDay(effect=earlier.effect, form=TextForm.EARLIER, why=earlier.why)
    if earlier.effect is Effect.IN_EFFECT:
        return OnDay(effect=Effect.IN_EFFECT, form=TextForm.EITHER, why=present.why)
    return present


def amended_rule(paragraph: Paragraph, edition: Edition, day: date | None) -> str | None:
    """Return what a paragraph says by a licensee's law file on a day; None if that does not change it."""
    rules = [each.rule for each in amendments_on(paragraph, edition, day) if each.rule is not None]
    return rules[-1] if rules else None


def rule_on(citation: Cite, day: date) -> str:
    """Return what a paragraph said on a day, by the numbers of the edition of that day."""
    paragraph, edition = citation.paragraph, edition_on(day)
    if rule := amended_rule(paragraph, edition, day):
        return rule
    is_earlier = paragraph_on(paragraph, day).form is TextForm.EARLIER
    if is_earlier and edition is Edition.CURRENT and paragraph.former_rule:
        return paragraph.former_rule
    return rule_in(paragraph, edition)


def stands_on(citation: Cite, edition: Edition, day: date | None) -> bool:
    """Whether a paragraph is part of an edition, and on a day in effect or at least not known to come later."""
    if not citation.stands_in(edition):
        return False
    if day is not None:
        return paragraph_on(citation.paragraph, day).effect not in (Effect.NOT_YET, Effect.ENDED)
    amended = amendments_on(citation.paragraph, edition, day)
    return not amended or amended[-1].became is not Became.ENDED
