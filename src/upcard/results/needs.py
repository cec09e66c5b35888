"""Needs: everything that a table must have, and whether its file states it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from upcard.law import Cite, Edition, Effect, in_edition
from upcard.results.law_basis import AskedTable, asked_table
from upcard.results.result import Result, inline
from upcard.results.rows import ListedData, RowSet, columns_of, row_set
from upcard.rules.option import Option
from upcard.rules.rule_fields import written
from upcard.rules.wager import Game, Wager
from upcard.table import Requirement, StatedAs, TableConfig, described, requirements_of
from upcard.table.line_numbers import Path
from upcard.table.requirement import RequirementKind
from upcard.wagers import GAMES

HEADINGS = {
    "cards": "Cards and seats",
    "rule": "Rules",
    "betting area": "Betting areas",
    "inscription": "Inscriptions",
    "sign": "Signs",
    "equipment": "Equipment",
    "appearance": "Appearance",
    "approval": "Approvals",
    "notice": "Notices",
    "posting": "Postings",
    "limit": "Limits",
}
EVERY_TABLE = "every table"
ALL_DECKS = 6  # of the table at which an option is listed by itself: any will do


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TableNeed(Result):
    """One thing that a table must have, by its paragraph; `stated` says whether the file states it.

    >>> import upcard
    >>> need = upcard.needs(upcard.Table(decks=6))[0]
    >>> need.kind, need.what, need.cite, need.stated
    ('cards', 'at least 1 deck', '13:69F-2.2(a)', 'stated')
    """

    kind: str  # what it is about, such as "inscription" or "sign"
    what: str  # what is required, in words
    cite: str  # the number of the paragraph that requires it
    standing: str  # how the paragraph is known; "not verifiable" where it is not known whether it was in effect
    reading: int | None  # on which it rests, if the paragraph leaves a doubt
    needed_for: str  # the wager, game or way of dealing that needs it, or "every table"
    stated: str  # "stated", "not stated" or "stated differently"
    states: str | None  # what the file states, where that says more than the requirement
    says: tuple[str, ...]  # what a sign must say
    text: str | None  # the literal text of an inscription
    key: str  # the key of the table file that states it

    def __str__(self) -> str:
        return f"{self.stated}: {self.what} [{self.cite}]"

    def __repr__(self) -> str:
        return f"<{self.kind}, {self.stated}: {self.what} [{self.cite}]>"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TableNeeds(ListedData[TableNeed], Result):
    """Everything that a table must have, in the order of kinds: cards, rules, areas, inscriptions, signs and so on.

    >>> import upcard
    >>> upcard.needs(upcard.Table(decks=6, licensee="Demo")).complete
    False
    """

    asked: AskedTable = inline()
    complete: bool  # whether the file states everything as it is required
    counts: Mapping[StatedAs, int]
    needs: tuple[TableNeed, ...]

    def _listed(self) -> tuple[TableNeed, ...]:
        return self.needs

    def _row_set(self) -> RowSet:
        return row_set(columns_of(TableNeed), self.needs)

    def __repr__(self) -> str:
        return f"<{self.asked.table}: {self.counts[StatedAs.STATED]} of {len(self)} needs stated>"


def needs_of(table: TableConfig, requirements: Iterable[Requirement] | None = None) -> TableNeeds:
    """Return everything that a table must have, or some of it."""
    required = tuple(requirements_of(table) if requirements is None else requirements)
    counts = Counter(each.state for each in required)
    return TableNeeds(
        asked=asked_table(table),
        complete=all(each.state is StatedAs.STATED for each in required),
        counts={state: counts[state] for state in StatedAs},
        needs=tuple(need_of(table, each) for each in required),
    )


def need_of(table: TableConfig, required: Requirement) -> TableNeed:
    """Return a requirement of a table, in words."""
    on = table.on_its_day(required.cite)
    standing = "not verifiable" if on and on.effect is Effect.NOT_KNOWN else table.standing(required.cite).value
    return TableNeed(
        kind=required.kind.value,
        what=in_edition(required.what, table.law),
        cite=str(required.cite.as_of(table.law)),
        standing=standing,
        reading=required.reading,
        needed_for=required.option.name if required.option else EVERY_TABLE,
        stated=required.state.value,
        states=required.states,
        says=required.says,
        text=required.text,
        key=key_words(table, required.at),
    )


def key_words(table: TableConfig, at: Path) -> str:
    """Return the path of a key as `--set` writes it, wagers by their names."""
    words = list(map(str, at))
    if len(at) > 1 and at[0] == "wager":
        index = next(place for place, offer in enumerate(table.offers) if offer.at == at[:2])
        words[1] = table.offers[index].wager.name.replace(" ", "-")
    return ".".join(words)


def needs_of_option(option: Option, edition: Edition) -> TableNeeds:
    """Return what an option by itself requires of a table, its rider included."""
    table = table_with(option, edition)
    requirements = [
        each
        for each in requirements_of(table)
        if each.option and each.option.name == option.name and each.kind in LISTED
    ]
    odds = _cites_of_odds(option)
    own = [each for each in requirements if each.kind is not RequirementKind.POSTING or each.cite not in odds]
    return needs_of(table, own)


def table_with(option: Option, edition: Edition) -> TableConfig:
    """Return a table that has an option, and nothing else that is not usual."""
    return described(option.name, {"decks": ALL_DECKS, "law": edition.value, **_chosen(option)})


def _cites_of_odds(option: Option) -> tuple[Cite, ...]:
    """Return the paragraphs on pay tables, which are listed line by line."""
    if not isinstance(option, Wager):
        return ()
    return (option.pay_tables.cite, *((option.rider.pay_tables.cite,) if option.rider else ()))


def need_of_option_json(need: TableNeed) -> dict[str, Any]:
    """Return a requirement of an option as JSON values: that of a table, without what a file states."""
    return {key: value for key, value in need.to_dict().items() if key not in ("stated", "states", "needed_for")}


LISTED = frozenset(RequirementKind) - {RequirementKind.CARDS, RequirementKind.RULE, RequirementKind.LIMIT}


def _chosen(option: Option) -> dict[str, Any]:
    """Return the keys of a table file that choose an option."""
    if isinstance(option, Wager):
        rider = {option.rider.key: next(iter(option.rider.pay_tables.value.tables))} if option.rider else {}
        return {"wager": [{"name": option.name, **rider}]}
    if isinstance(option, Game):
        return {"game": option.name}
    if option.chosen_by is None:
        return {}
    key, value, *_ = option.chosen_by
    games = [game for game in GAMES if any(setting.key == key for setting in game.settings)]
    return {key: written(value), **({"game": games[0].name} if games else {})}
