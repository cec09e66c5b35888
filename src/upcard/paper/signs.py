"""What is posted at a table: odds and rankings, limits, rules and options in force, and the notices of a change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from upcard.drawing.postings import PostedSign, inscriptions, limits, limits_line, signs_of
from upcard.english import sentence
from upcard.law import Cite, Standing, in_edition
from upcard.rules import base
from upcard.rules.enums import WagerName
from upcard.rules.hand import times_words
from upcard.rules.option import Option
from upcard.rules.wager import Game, Wager
from upcard.table import Offer, TableConfig, requirements_of
from upcard.table.comparison import Comparison, NoticeNeeded
from upcard.table.requirement import Requirement, RequirementKind, required_by
from upcard.wagers import heading

ODDS, LIMITS, RULES, NOTICE = "payout odds", "limits", "rules and options in force", "notice"
IN_EFFECT, GIVEN, POSTED = "In effect from", "Notice given on", "Posted at"


@dataclass(frozen=True, kw_only=True)
class PrintedSign:
    """A sign as it is printed: what it posts, and by which paragraphs.

    How these are known where no text is held is for the licensee: it is in the JSON, and not on the sign.
    """

    kind: str
    posting: PostedSign
    wager: str | None = None
    texts: tuple[str, ...] = ()  # sentences before the lines
    cites: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the sign as JSON values."""
        return {
            "kind": self.kind,
            "heading": self.posting.heading,
            "wager": self.wager,
            "texts": list(self.texts),
            "lines": [list(line) for line in self.posting.lines],
            "notes": list(self.posting.notes),
            "cites": list(self.cites),
            "standing": list(self.standing),
        }


def signs(table: TableConfig) -> tuple[PrintedSign, ...]:
    """Return every sign of a table: its limits, its rules and options, and the odds of each wager."""
    required = requirements_of(table)
    odds = (sign for offer in table.offers for sign in _odds(table, offer, required))
    return (_limits(table, required), _rules(table, required), *odds)


def _odds(table: TableConfig, offer: Offer, required: Sequence[Requirement]) -> Iterator[PrintedSign]:
    """Yield the sign of a wager and that of its rider, with the paragraphs that ask for them."""
    kinds = (RequirementKind.SIGN, RequirementKind.POSTING)
    own = [each for each in required if each.option is offer.wager and each.kind in kinds]
    of_rider = {offer.wager.rider.sign.cite, offer.wager.rider.pay_tables.cite} if offer.wager.rider else set()
    for posting in signs_of(offer):
        is_rider = bool(offer.wager.rider) and posting.heading == getattr(offer.wager.rider, "name", None)
        asked_by = [each for each in own if (each.cite in of_rider) is is_rider]
        yield PrintedSign(
            kind=ODDS,
            posting=posting,
            wager=offer.wager.name,
            cites=_numbers(table, [each.cite for each in asked_by]),
            standing=_standing(table, [each.cite for each in asked_by]),
        )


def _limits(table: TableConfig, required: Sequence[Requirement]) -> PrintedSign:
    """Return the sign of the limits of every wager."""  # 13:69F-8.3(a), (b)
    blackjack = heading(WagerName.BLACKJACK.value)
    lines = [(f"{blackjack} {words.lower()}", value) for words, value in limits(table).lines]
    for offer in table.offers:
        label = offer.wager.heading
        lines += [(f"{label} {words.lower()}", value) for words, value in limits_line(offer)]
    cites = [each.cite for each in required if each.kind is RequirementKind.LIMIT]
    return PrintedSign(
        kind=LIMITS,
        posting=PostedSign(heading=f"Table {table.table}", lines=tuple(lines)),
        cites=_numbers(table, cites),
        standing=_standing(table, cites),
    )


def _rules(table: TableConfig, required: Sequence[Requirement]) -> PrintedSign:
    """Return the sign of what the layout says, and of the options in force, each with its paragraph."""
    options = [option for option in table.options if not isinstance(option, Wager) and not _is_plain(option)]
    authorities = [required_by(table, option) or (option.cite,) for option in options]
    in_force = zip(options, authorities, strict=True)
    lines = [(sentence(option.name), ", ".join(_numbers(table, cites))) for option, cites in in_force]
    if table.rules.splits > base.UNNOTICED_SPLITS:
        lines.append((f"A pair may be split {table.rules.splits} times", str(base.SPLITS_NOTICE.cite.as_of(table.law))))
    if table.rules.splits_free is not None:
        times = times_words(table.rules.splits_free)
        lines.append((f"A pair may be split free {times}", str(base.MAY_SPLIT_FREE.cite.as_of(table.law))))
    inscribed = [each.cite for each in required if each.kind is RequirementKind.INSCRIPTION and each.text]
    cites = [*inscribed, *(cite for cites in authorities for cite in cites)]
    return PrintedSign(
        kind=RULES,
        posting=PostedSign(heading=table.game.heading, lines=tuple(lines)),
        texts=inscriptions(table).texts,
        cites=_numbers(table, inscribed),
        standing=_standing(table, cites),
    )


def _is_plain(option: Option) -> bool:
    return isinstance(option, Game) and option.name == WagerName.BLACKJACK.value


def notices(comparison: Comparison) -> tuple[PrintedSign, ...]:
    """Return a dated notice for everything in a change that needs one, and each sign that must say something new."""
    table = comparison.after
    dated = [_notice(table, notice) for notice in comparison.notices if notice.name is not None]
    cites = {
        str(cite.as_of(table.law)) for notice in comparison.notices if notice.name is None for cite in notice.cites
    }
    return (*dated, *(sign for sign in signs(table) if sign.kind == ODDS and cites & set(sign.cites)))


def _notice(table: TableConfig, notice: NoticeNeeded) -> PrintedSign:
    """Return a notice; a date that the file does not state is left to be filled in."""
    record = next((each for each in table.notices if each.name == notice.name), None)
    begins = table.date if "date" in table.content else None
    dates: list[tuple[str, date | None]] = [(IN_EFFECT, begins), (GIVEN, record.given if record else None)]
    lines = [(words, "" if day is None else day.isoformat()) for words, day in dates]
    return PrintedSign(
        kind=NOTICE,
        posting=PostedSign(heading=f"Table {table.table}", lines=(*lines, (POSTED, (record and record.posted) or ""))),
        texts=(sentence(in_edition(notice.what, table.law)) + ".",),
        cites=_numbers(table, notice.cites),
        standing=_standing(table, notice.cites),
    )


def _numbers(table: TableConfig, cites: Sequence[Cite]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(each.as_of(table.law)) for each in cites))


def _standing(table: TableConfig, cites: Sequence[Cite]) -> tuple[str, ...]:
    """Return how each paragraph is known whose text is not held, so that its wording cannot be vouched for."""
    by_standing: dict[Standing, dict[str, None]] = {}
    for each in cites:
        if (standing := table.standing(each)) is not Standing.HELD:
            by_standing.setdefault(standing, {})[str(each.as_of(table.law))] = None
    return tuple(
        f"The literal wording of {', '.join(numbers)} is not held ({standing.value})."
        for standing, numbers in by_standing.items()
    )
