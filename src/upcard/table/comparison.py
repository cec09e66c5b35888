"""Two tables, or one under two editions or days: what changed, which findings came or went, which notices it needs."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from upcard.law import Cite, Cited
from upcard.money import Cents, format_money
from upcard.rules import base
from upcard.rules.enums import WagerName
from upcard.rules.option import Notice
from upcard.rules.rule_fields import written
from upcard.table.compliance import check
from upcard.table.config import Offer, StatedRecord, TableConfig
from upcard.table.findings import Finding
from upcard.table.records import notice_of_change, notice_of_end
from upcard.table.requirement import StatedAs, title
from upcard.table.requirements.notices import stated_notice
from upcard.table.toml_text import toml_value
from upcard.wagers import GAMES

WAGER = "wager"
ODDS = ("pay_table", "pays")  # one or the other states what a wager pays
LISTS = frozenset({"notices", "inscriptions", "equipment"})
OF_GAMES = frozenset({"betting_areas", "signs", *(setting.key for game in GAMES for setting in game.settings)})
_NUMBER = re.compile(r"(?:13:69[DEF]|19:4[567])-\S+|\b\d+\.\d+[A-Z]?\([a-z]\S*")


class KeyChange(NamedTuple):
    """A key whose value differs; None where a table does not state it. Wagers stand in the path by their names."""

    path: tuple[str, ...]
    before: Any
    after: Any
    default: Any = None  # what holds where a table does not state it

    @property
    def key(self) -> str:
        """Return the path as `--set` writes it."""
        first, *rest = self.path
        if first == WAGER:
            rest[0] = rest[0].replace(" ", "-")
        return ".".join((first, *rest))

    @property
    def added(self) -> tuple[str, ...]:
        """Return the items that a list has more."""
        return _items_without(self.after, self.before) if self.path[-1] in LISTS else ()

    @property
    def removed(self) -> tuple[str, ...]:
        """Return the items that a list has no more."""
        return _items_without(self.before, self.after) if self.path[-1] in LISTS else ()


def _items_without(items: Any, others: Any) -> tuple[str, ...]:
    return tuple(toml_value(item) for item in items or () if item not in (others or ()))


@dataclass(frozen=True, kw_only=True)
class NoticeNeeded:
    """A notice or a posting by 13:69F-8.3 that a change needs, and whether the second file states it."""

    what: str
    cites: tuple[Cite, ...]
    state: StatedAs
    states: str | None
    name: str | None  # by which `notices` of the file states it; None: a sign says it
    problem: str | None = None  # where it came too late


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Two tables side by side."""

    before: TableConfig
    after: TableConfig
    changes: tuple[KeyChange, ...]
    came: tuple[Finding, ...]
    went: tuple[Finding, ...]
    notices: tuple[NoticeNeeded, ...]


def compare(before: TableConfig, after: TableConfig) -> Comparison:
    """Compare two tables: key by key, finding by finding."""
    of_first, of_second = check(before), check(after)
    first, second = {_same(one) for one in of_first}, {_same(one) for one in of_second}
    return Comparison(
        before=before,
        after=after,
        changes=tuple(changed_keys(before, after)),
        came=tuple(one for one in of_second if _same(one) not in first),
        went=tuple(one for one in of_first if _same(one) not in second),
        notices=tuple(notices_needed(before, after)),
    )


def _same(finding: Finding) -> tuple[object, ...]:
    """Return what makes two findings the same, on whatever line and by the numbers of whichever edition."""
    return finding.verdict, finding.kind, finding.cite.paragraph.number, _NUMBER.sub("", finding.message)


def changed_keys(before: TableConfig, after: TableConfig) -> Iterator[KeyChange]:
    """Yield the keys whose values differ; a default counts as the value that it is."""
    keys = dict.fromkeys([*before.content, *after.content])
    for key in keys:
        if key == WAGER:
            continue
        one, other = before.content.get(key), after.content.get(key)
        if one != other and _value(before, key) != _value(after, key):
            yield from _flat((key,), one, other, _default(before, after, key))
    yield from _changed_wagers(before, after)


def _value(table: TableConfig, key: str) -> Any:
    """Return what holds at a table for a key, stated or by default."""
    return [game.name for game in table.games] if key == "game" else table.value(key)


def _default(before: TableConfig, after: TableConfig, key: str) -> Any:
    """Return what holds where one of two tables does not state a key, as a file writes it."""
    for table in (before, after):
        if key not in table.content:
            value = _value(table, key)
            value = value[0] if key == "game" else written(value)
            return value if isinstance(value, str | int) else None
    return None


def _flat(path: tuple[str, ...], before: Any, after: Any, default: Any) -> Iterator[KeyChange]:
    """Yield a change of keys with keys of their own one by one."""
    if not (isinstance(before or {}, dict) and isinstance(after or {}, dict)):
        yield KeyChange(path, before, after, default)
        return
    one, other = before or {}, after or {}
    for key in dict.fromkeys([*one, *other]):
        if one.get(key) != other.get(key):
            yield KeyChange((*path, str(key)), one.get(key), other.get(key))


def _stated_wagers(table: TableConfig) -> dict[str, tuple[Offer, Mapping[str, Any]]]:
    return {
        offer.wager.name: (offer, stated)
        for offer, stated in zip(table.offers, table.content.get(WAGER, ()), strict=True)
    }


def _changed_wagers(before: TableConfig, after: TableConfig) -> Iterator[KeyChange]:
    first, second = _stated_wagers(before), _stated_wagers(after)
    for name in dict.fromkeys([*first, *second]):
        if name not in first or name not in second:
            offered = "offered"
            yield KeyChange((WAGER, name), *((offered, None) if name in first else (None, offered)))
            continue
        (one, stated), (other, restated) = first[name], second[name]
        if one.posted != other.posted:
            before_odds, after_odds = _odds(stated), _odds(restated)
            if before_odds == after_odds:  # a pay table of the same name that the law has changed
                before_odds, after_odds = _lines(one), _lines(other)
            yield KeyChange((WAGER, name, ODDS[0]), before_odds, after_odds)
        for key in dict.fromkeys([*stated, *restated]):
            if key not in (*ODDS, "name") and _offered(one, key) != _offered(other, key):
                yield KeyChange((WAGER, name, key), stated.get(key), restated.get(key))


def _odds(stated: Mapping[str, Any]) -> Any:
    return next((stated[key] for key in ODDS if key in stated), None)


def _lines(offer: Offer) -> dict[str, str]:
    return {outcome.label: str(paid) for outcome, paid in offer.posted.pays.items()}


def _offered(offer: Offer, key: str) -> Any:
    if key in offer.settings:
        return offer.settings[key]
    return offer.rider if offer.wager.rider and key == offer.wager.rider.key else getattr(offer, key, None)


def notices_needed(before: TableConfig, after: TableConfig) -> Iterator[NoticeNeeded]:
    """Yield the notices and postings that a change from one table to the other needs."""
    yield from _of_options(before, after)
    yield from _of_splits(before, after)
    yield from _of_limits(before, after)
    first = {offer.wager.name: offer for offer in before.offers}
    for offer in after.offers:
        if offer.wager.name in first:
            yield from _of_wager((before, after), first[offer.wager.name], offer)


def _needed(table: TableConfig, what: str, cites: tuple[Cite, ...], notice: Notice) -> NoticeNeeded:
    state, record, late = stated_notice(table, notice, what)
    return NoticeNeeded(
        what=what,
        cites=cites,
        state=state,
        states=record.words or None if record else None,
        name=notice.words[0],
        problem=late.message if late else None,
    )


def _changed(
    tables: tuple[TableConfig, TableConfig], what: str, cites: tuple[Cite, ...], notice: Notice
) -> NoticeNeeded:
    """Return the notice of another limit or pay table; a word that the first file has too may be of an older change."""
    needed = _needed(tables[1], what, cites, notice)
    record = next((each for each in tables[1].notices if notice.is_named(each.name)), None)
    if record is None or record.given or record not in tables[0].notices:
        return needed
    problem = "both files state it, without a day: it may be the notice of an earlier change"
    return replace(needed, state=StatedAs.NOT_STATED, problem=problem)


def _of_options(before: TableConfig, after: TableConfig) -> Iterator[NoticeNeeded]:
    """Yield the notices before an option is offered, and before it is withdrawn."""
    for option in after.options:
        if option not in before.options:
            for notice in option.notices:
                what = f"{title(option)} begins"
                yield _needed(after, what, (notice.cite, base.NOTICE_GIVEN), notice.value)
    for option in before.options:
        if option not in after.options and option.ended_after_notice:
            cites = (option.ended_after_notice, base.NOTICE_GIVEN)
            yield _needed(after, f"{title(option)} is withdrawn", cites, notice_of_end(option))


def _of_splits(before: TableConfig, after: TableConfig) -> Iterator[NoticeNeeded]:
    """Yield the notice of splitting pairs more than once, or of aces that are held to one split."""
    notice, cites = base.SPLITS_NOTICE, (base.SPLITS_NOTICE.cite, base.NOTICE_GIVEN)
    one, other = before.rules, after.rules
    if other.splits > base.UNNOTICED_SPLITS and other.splits != one.splits:
        yield _needed(after, f"a pair may be split {other.splits} times", cites, notice.value)
    elif other.splits > base.UNNOTICED_SPLITS and one.resplit_aces and not other.resplit_aces:
        yield _needed(after, "aces are held to one split", cites, notice.value)


def _of_limits(before: TableConfig, after: TableConfig) -> Iterator[NoticeNeeded]:
    name, spots = WagerName.BLACKJACK.value, max(before.spots[1], after.spots[1])
    notice, cites = notice_of_change("limits", name), (base.LIMITS_POSTED, base.NOTICE_GIVEN)
    if before.stated_spot_limits or after.stated_spot_limits:
        limits = [[table.spot_limits(spot) for spot in range(spots)] for table in (before, after)]
        if limits[0] != limits[1]:
            yield _changed((before, after), "the limits of the blackjack wagers change", cites, notice)
        return
    for key, one, other in (
        ("minimum", before.minimum, after.minimum),
        ("maximum", before.maximum, after.maximum),
    ):
        if one != other:
            yield _changed((before, after), _limit_words(key, f"the {name} wager", one, other), cites, notice)


def _limit_words(key: str, wager: str, before: Cents | None, after: Cents | None) -> str:
    amounts = [f"{format_money(amount)}" if amount is not None else "none posted" for amount in (before, after)]
    return f"the {key} of {wager} changes from {amounts[0]} to {amounts[1]}"


def _of_wager(tables: tuple[TableConfig, TableConfig], before: Offer, after: Offer) -> Iterator[NoticeNeeded]:
    """Yield what a change of a wager's limits and odds needs: notice, posting, sign."""
    wager, name, offers = after.wager, title(after.wager), (before, after)
    for key in ("minimum", "maximum"):
        one, other = getattr(before, key), getattr(after, key)
        if one != other:
            cites = (wager.limits.cite, base.NOTICE_GIVEN)
            yield _changed(tables, _limit_words(key, name, one, other), cites, notice_of_change("limits", wager.name))
    if before.pays != after.pays:
        law = wager.pay_tables
        if isinstance(law, Cited) and law.value.posted:
            what = f"the pay table of {name} changes{_names(before, after)}: the new one is posted before it is used"
            cites = (law.cite, base.WAGER_LIMITS_POSTED)
            yield _changed(tables, what, cites, notice_of_change("pay table", wager.name))
        if isinstance(wager.sign, Cited):
            yield _sign(tables, offers, f"the sign of {name} must state the new odds", wager.sign.cite)
    if wager.rider and before.rider != after.rider and after.rider:
        rider = wager.rider
        yield _sign(tables, offers, f"the sign of the {rider.name} must state its amounts", rider.sign.cite)


def _names(before: Offer, after: Offer) -> str:
    one, other = before.posted.pay_table, after.posted.pay_table
    return f" from {one} to {other}" if one and other else ""


def _sign(tables: tuple[TableConfig, TableConfig], offers: tuple[Offer, Offer], what: str, cite: Cite) -> NoticeNeeded:
    """Return whether the second file states that a sign was replaced: by a record with a day, unlike the first's."""
    before, after = (
        offer.sign if offer.sign is not None else table.signs.get(offer.wager.name)
        for table, offer in zip(tables, offers, strict=True)
    )
    day, earlier = (sign.given if isinstance(sign, StatedRecord) else None for sign in (after, before))
    state, problem = StatedAs.STATED, None
    if not after:
        state = StatedAs.NOT_STATED if after is None else StatedAs.DIFFERENTLY
    elif day is None or (earlier is not None and day <= earlier):
        state, problem = StatedAs.NOT_STATED, "the file does not say that it was replaced"
    elif tables[1].date and day > tables[1].date:
        state, problem = StatedAs.DIFFERENTLY, f"it was put up on {day}, after {tables[1].date}"
    states = after.words if isinstance(after, StatedRecord) else None
    return NoticeNeeded(what=what, cites=(cite,), state=state, states=states, name=None, problem=problem)
