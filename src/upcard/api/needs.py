"""upcard.needs: everything that a table must have, and whether its file states it."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from upcard.api.days import asked
from upcard.api.findings import law_json
from upcard.api.table import Table, config_of
from upcard.law import Cite, Edition, Effect, in_edition
from upcard.results.rows import Kind, ListedData, RowSet
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


class TableNeed:
    """One thing that a table must have, by its paragraph; `stated` says whether the file states it.

    >>> need = needs(Table(decks=6))[0]
    >>> need.kind, need.what, need.cite, need.stated
    ('cards', 'at least 1 deck', '13:69F-2.2(a)', 'stated')
    """

    def __init__(self, table: TableConfig, requirement: Requirement) -> None:
        self._table, self._requirement = table, requirement

    @property
    def kind(self) -> str:
        """Return what it is about, such as "inscription" or "sign"."""
        return self._requirement.kind.value

    @property
    def what(self) -> str:
        """Return what is required, in words."""
        return in_edition(self._requirement.what, self._table.law)

    @property
    def cite(self) -> str:
        """Return the number of the paragraph that requires it."""
        return str(self._citation)

    @property
    def standing(self) -> str:
        """Return how the paragraph is known; "not verifiable" where it is not known whether it was in effect."""
        on = self._table.on_its_day(self._requirement.cite)
        known = self._table.standing(self._requirement.cite)
        return "not verifiable" if on and on.effect is Effect.NOT_KNOWN else known.value

    @property
    def stated(self) -> str:
        """Return whether the file states it: "stated", "not stated" or "stated differently"."""
        return self._requirement.state.value

    @property
    def states(self) -> str | None:
        """Return what the file states, where that says more than the requirement."""
        return self._requirement.states

    @property
    def reading(self) -> int | None:
        """Return the Reading on which it rests, if the paragraph leaves a doubt."""
        return self._requirement.reading

    @property
    def says(self) -> tuple[str, ...]:
        """Return what a sign must say."""
        return self._requirement.says

    @property
    def text(self) -> str | None:
        """Return the literal text of an inscription."""
        return self._requirement.text

    @property
    def key(self) -> str:
        """Return the key of the table file that states it."""
        return key_words(self._table, self._requirement.at)

    @property
    def needed_for(self) -> str:
        """Return the wager, game or way of dealing that needs it, or "every table"."""
        option = self._requirement.option
        return option.name if option else EVERY_TABLE

    @property
    def _citation(self) -> Cite:
        return self._requirement.cite.as_of(self._table.law)

    def to_dict(self) -> dict[str, Any]:
        """Return it as `upcard needs --json` writes it."""
        return {
            "kind": self.kind,
            "what": self.what,
            "cite": self.cite,
            "standing": self.standing,
            "reading": self.reading,
            "needed_for": self.needed_for,
            "stated": self.stated,
            "states": self.states,
            "says": list(self.says),
            "text": self.text,
            "key": self.key,
        }

    def __str__(self) -> str:
        return f"{self.stated}: {self.what} [{self.cite}]"

    def __repr__(self) -> str:
        return f"<{self.kind}, {self.stated}: {self.what} [{self.cite}]>"


class TableNeeds(ListedData[TableNeed]):
    """Everything that a table must have, in the order of kinds: cards, rules, areas, inscriptions, signs and so on.

    >>> needs(Table(decks=6, licensee="Demo")).complete
    False
    """

    def __init__(self, table: TableConfig, items: Iterable[TableNeed]) -> None:
        super().__init__(items)
        self._table = table

    @property
    def complete(self) -> bool:
        """Whether the file states everything as it is required."""
        return all(need.stated == StatedAs.STATED.value for need in self)

    def to_dict(self) -> dict[str, Any]:
        """Return the list as `upcard needs --json` writes it."""
        counts = Counter(need.stated for need in self)
        return {
            "file": self._table.file,
            "set": list(self._table.changes),
            "table": self._table.table,
            **law_json(self._table),
            "complete": self.complete,
            "counts": {state.value: counts[state.value] for state in StatedAs},
            "needs": [need.to_dict() for need in self],
        }

    def _row_set(self) -> RowSet:
        names = ("kind", "what", "cite", "standing", "needed_for", "stated", "states", "text", "key")
        columns: dict[str, Kind] = dict.fromkeys(names, str)
        return RowSet(columns=columns, values=[[getattr(need, name) for name in names] for need in self])

    def __repr__(self) -> str:
        stated = sum(need.stated == StatedAs.STATED.value for need in self)
        return f"<{self._table.table}: {stated} of {len(self)} needs stated>"


def needs(table: Table) -> TableNeeds:
    """Return everything that a table must have on its date, or today, and whether its file states it.

    >>> table = Table(decks=6, wagers=[{"name": "in-between", "pay_table": "B"}])
    >>> [need.says for need in needs(table) if need.kind == "sign"]
    [('the payout odds', 'the card rankings: 2 to 10, jack, queen, king, ace')]
    """
    return needs_of(asked(config_of(table)))


def needs_of(table: TableConfig) -> TableNeeds:
    """Return everything that a table must have."""
    return TableNeeds(table, (TableNeed(table, requirement) for requirement in requirements_of(table)))


def key_words(table: TableConfig, at: Path) -> str:
    """Return the path of a key as `--set` writes it, wagers by their names."""
    words = list(map(str, at))
    if len(at) > 1 and at[0] == "wager":
        index = next(place for place, offer in enumerate(table.offers) if offer.at == at[:2])
        words[1] = table.offers[index].wager.name.replace(" ", "-")
    return ".".join(words)


def needs_of_option(option: Option, edition: Edition) -> TableNeeds:
    """Return what an option by itself requires of a table, its rider included."""
    table = described(option.name, {"decks": ALL_DECKS, "law": edition.value, **_chosen(option)})
    requirements = [
        each
        for each in requirements_of(table)
        if each.option and each.option.name == option.name and each.kind in LISTED
    ]
    odds = _cites_of_odds(option)
    own = [each for each in requirements if each.kind is not RequirementKind.POSTING or each.cite not in odds]
    return TableNeeds(table, (TableNeed(table, requirement) for requirement in own))


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
