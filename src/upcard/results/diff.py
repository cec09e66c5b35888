"""Two tables compared: keys, findings, the notices that the change needs, and what it costs, alone and together."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from upcard.errors import Misuse
from upcard.law import Cite, in_edition
from upcard.law.folder import in_force
from upcard.results.findings import ReportedFinding, reported
from upcard.results.law_basis import AskedTable, asked_table
from upcard.results.prices import BLACKJACK, INSURANCE, Prices, no_progress, price
from upcard.results.result import Approximate, Progress, Result, Share, is_exact, like
from upcard.table import BadConfig, Finding, StatedAs, TableConfig, Verdict, described
from upcard.table.comparison import ODDS, OF_GAMES, WAGER, Comparison, KeyChange, NoticeNeeded

GAME = "game"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class WagerCost(Result):
    """The house advantage of a wager before and after; None where there is none, with the reason."""

    wager: str
    choice: int | None
    before: Share | None
    after: Share | None
    difference: Share | None  # how much more the player loses of each unit wagered
    why: str | None  # why a price is not known


def wager_cost(
    wager: str,
    choice: int | None = None,
    *,
    before: Fraction | None = None,
    after: Fraction | None = None,
    why: str | None = None,
) -> WagerCost:
    """Return the cost of a wager; the difference is exact if both house advantages are."""
    difference = None
    if before is not None and after is not None:
        difference = like(after - before, before if is_exact(after) else after)
    return WagerCost(wager=wager, choice=choice, before=before, after=after, difference=difference, why=why)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ChangeCost(Result):
    """What some keys, changed alone, cost in each wager that both tables have."""

    keys: tuple[str, ...]
    why: str | None  # why they cannot be changed alone
    wagers: tuple[WagerCost, ...]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Costs(Result):
    """What all changes cost together, what each costs alone, and the wagers that only one of the tables offers."""

    together: tuple[WagerCost, ...]
    alone: tuple[ChangeCost, ...]
    added: tuple[WagerCost, ...]
    removed: tuple[WagerCost, ...]


class _Pricer:
    """Prices of wagers, each found once for all tables at which it depends on the same things."""

    def __init__(self) -> None:
        self._prices: dict[str, tuple[WagerCost, ...]] = {}

    def of(self, table: TableConfig, name: str) -> tuple[WagerCost, ...]:
        """Return the house advantage of a wager under `after`, one for each choice that a player has."""
        question = _question(table, name)
        if question not in self._prices:
            self._prices[question] = tuple(_priced(table, name))
        return self._prices[question]


def _question(table: TableConfig, name: str) -> str:
    """Return everything that the price of a wager depends on."""
    game = (table.games, table.decks, table.rules, sorted(table.house.items()), table.settings)
    offers = [offer for offer in table.offers if offer.wager.name == name]
    posted = [(offer.pays, offer.rider, offer.settings, offer.minimum, offer.maximum) for offer in offers]
    return repr((name, [each.name for each in game[0]], *map(repr, game[1:]), posted))


def _priced(table: TableConfig, name: str) -> Iterator[WagerCost]:
    try:
        prices: Prices = price(table)
        if name in (BLACKJACK, INSURANCE):
            advantage = prices[name].house_advantage
            yield wager_cost(name, after=advantage if name == INSURANCE else Approximate(advantage))
            return
        for each in prices.of(name):
            advantage = each.house_advantage
            yield wager_cost(name, each.choice, after=advantage if each.exact else Approximate(advantage))
    except Misuse as wrong:
        yield wager_cost(name, why=str(wrong))


def costs(comparison: Comparison, progress: Progress = no_progress) -> Costs:
    """Return what the changes between two tables cost in house advantage."""
    before, after, pricer = comparison.before, comparison.after, _Pricer()
    first, second = _names(before), _names(after)
    both = [name for name in first if name in second]
    groups = [group for group in _groups(comparison.changes) if _may_cost(comparison, group)]
    alone = []
    for done, group in enumerate(groups):
        progress("pricing changes", done, len(groups))
        alone.append(_alone(comparison, group, both, pricer))
    return Costs(
        together=_differences(before, after, both, pricer),
        alone=tuple(alone),
        added=tuple(cost for name in second if name not in first for cost in pricer.of(after, name)),
        removed=tuple(_as_before(cost) for name in first if name not in second for cost in pricer.of(before, name)),
    )


def _names(table: TableConfig) -> list[str]:
    """Return the wagers of a table; where it cannot be priced, those of its file."""
    try:
        return list(price(table))
    except Misuse:
        return [BLACKJACK, *(offer.wager.name for offer in table.offers)]


def _as_before(cost: WagerCost) -> WagerCost:
    return wager_cost(cost.wager, cost.choice, before=cost.after, why=cost.why)


def _differences(
    before: TableConfig, after: TableConfig, names: Sequence[str], pricer: _Pricer
) -> tuple[WagerCost, ...]:
    rows = []
    for name in names:
        one = {cost.choice: cost for cost in pricer.of(before, name)}
        other = {cost.choice: cost for cost in pricer.of(after, name)}
        for choice in dict.fromkeys([*one, *other]):
            first, second = one.get(choice), other.get(choice)
            why = next((each.why for each in (first, second) if each and each.why), None)
            rows.append(
                wager_cost(
                    name,
                    choice,
                    before=first.after if first else None,
                    after=second.after if second else None,
                    why=why,
                )
            )
    return tuple(rows)


def _groups(changes: Sequence[KeyChange]) -> list[tuple[KeyChange, ...]]:
    """Return the changes that can be made alone; a change of the game takes the keys of games with it."""
    of_game = tuple(change for change in changes if change.path[0] == GAME)
    with_it = tuple(change for change in changes if change.path[0] in OF_GAMES) if of_game else ()
    others = [(change,) for change in changes if change not in (*of_game, *with_it)]
    return [*([of_game + with_it] if of_game else []), *others]


def _may_cost(comparison: Comparison, group: Sequence[KeyChange]) -> bool:
    """Whether changes can change the price of a wager: not where everything that prices depend on stays the same."""
    if any(len(change.path) == 2 and change.path[0] == WAGER for change in group):
        return False  # a wager that begins or ends is priced apart
    table = _with_changes(comparison, group)
    if isinstance(table, str):
        return True
    names = [*_names(comparison.before)]
    return any(_question(table, name) != _question(comparison.before, name) for name in names)


def _alone(comparison: Comparison, group: Sequence[KeyChange], names: Sequence[str], pricer: _Pricer) -> ChangeCost:
    keys = tuple(change.key for change in group)
    table = _with_changes(comparison, group)
    if isinstance(table, str):
        return ChangeCost(keys=keys, wagers=(), why=table)
    there = [name for name in names if name in _names(table)]
    return ChangeCost(keys=keys, why=None, wagers=_differences(comparison.before, table, there, pricer))


def _with_changes(comparison: Comparison, group: Sequence[KeyChange]) -> TableConfig | str:
    """Return the first table with some keys as the second has them; why not, if they cannot be changed alone."""
    content = deepcopy(dict(comparison.before.content))
    for change in group:
        _take(content, comparison.after.content, change.path)
    try:
        with in_force(comparison.before.law_folder):
            return described(comparison.before.file, content)
    except BadConfig as bad:
        return "; ".join(dict.fromkeys(problem.message for problem in bad.problems))


def _take(content: dict[str, Any], source: Mapping[str, Any], path: tuple[str, ...]) -> None:
    """Copy the value of a key from another content, or remove it if that has none."""
    here, there = content, source
    *above, key = path
    if path[0] == WAGER:
        here, there = (_wager(each, path[1]) for each in (content, source))
        above = []
        if key in ODDS:
            for each in ODDS:
                _copy(here, there, each)
            return
    for part in above:
        here, there = here.setdefault(part, {}), there.get(part, {})
    _copy(here, there, key)


def _copy(here: dict[str, Any], there: Mapping[str, Any], key: str) -> None:
    if key in there:
        here[key] = there[key]
    else:
        here.pop(key, None)


def _wager(content: Mapping[str, Any], name: str) -> dict[str, Any]:
    wager: dict[str, Any] = next(each for each in content[WAGER] if str(each["name"]).casefold() == name.casefold())
    return wager


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ChangedKey(Result):
    """A key whose value differs; None where a table does not state it."""

    key: str
    before: Any
    after: Any
    default: Any  # what holds where a table does not state it
    added: tuple[str, ...]  # the items that a list has more
    removed: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ReportedNotice(Result):
    """A notice or a posting that a change needs, and whether the second file states it."""

    what: str
    cites: tuple[Cite, ...]
    standing: str
    stated: StatedAs
    states: str | None
    name: str | None  # by which `notices` of the file states it; None: a sign says it
    problem: str | None  # where it came too late


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class DiffAnswer(Result):
    """What changed between two tables, and what that needs and costs."""

    before: AskedTable
    after: AskedTable
    unlawful: bool  # whether a finding came that violates a paragraph whose text is held
    changes: tuple[ChangedKey, ...]
    came: tuple[ReportedFinding, ...]
    went: tuple[ReportedFinding, ...]
    notices: tuple[ReportedNotice, ...]
    costs: Costs


def diff_answer(comparison: Comparison, cost: Costs) -> DiffAnswer:
    """Return what changed between two tables, with what it costs."""
    return DiffAnswer(
        before=asked_table(comparison.before),
        after=asked_table(comparison.after),
        unlawful=came_unlawful(comparison),
        changes=tuple(map(_changed, comparison.changes)),
        came=tuple(map(reported, comparison.came)),
        went=tuple(map(reported, comparison.went)),
        notices=tuple(_reported(comparison, notice) for notice in comparison.notices),
        costs=cost,
    )


def _changed(change: KeyChange) -> ChangedKey:
    return ChangedKey(
        key=change.key,
        before=_plain(change.before),
        after=_plain(change.after),
        default=_plain(change.default),
        added=change.added,
        removed=change.removed,
    )


def _plain(value: Any) -> Any:
    """Return a value of a file as JSON has it; a decimal number as text."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, str | int) else str(value)


def _reported(comparison: Comparison, notice: NoticeNeeded) -> ReportedNotice:
    law = comparison.after.law
    cites = tuple(cite.as_of(law) for cite in notice.cites)
    return ReportedNotice(
        what=in_edition(notice.what, law),
        cites=cites,
        standing=comparison.after.standing(cites[0]).value,
        stated=notice.state,
        states=notice.states,
        name=notice.name,
        problem=notice.problem,
    )


def came_unlawful(comparison: Comparison) -> bool:
    """Whether a finding came that violates a paragraph whose text is held."""
    return any(finding.verdict is Verdict.VIOLATES for finding in comparison.came)


def notice_words(comparison: Comparison, notice: NoticeNeeded) -> str:
    """Return a notice that a change needs, with its paragraphs."""
    law = comparison.after.law
    return f"{in_edition(notice.what, law)} [{', '.join(str(cite.as_of(law)) for cite in notice.cites)}]"


class TableDiff:
    """What changed between two tables: keys, findings, the notices that the change needs, and what it costs.

    >>> import upcard
    >>> table = upcard.Table(decks=6, wagers=[{"name": "in-between", "pay_table": "B"}])
    >>> change = upcard.diff(table, table.with_({"wager.in-between.pay_table": "C"}))
    >>> change.changes
    {'wager.in-between.pay_table': ('B', 'C')}
    >>> change.costs["in-between"]
    Fraction(27072, 626665)
    """

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison

    @property
    def changes(self) -> dict[str, tuple[Any, Any]]:
        """Return the keys that differ, each with its value before and after; None where it is not stated."""
        return {change.key: (change.before, change.after) for change in self._comparison.changes}

    @property
    def came(self) -> tuple[Finding, ...]:
        """Return the findings that only the second table has."""
        return self._comparison.came

    @property
    def went(self) -> tuple[Finding, ...]:
        """Return the findings that only the first table has."""
        return self._comparison.went

    @property
    def notices(self) -> tuple[str, ...]:
        """Return the notices and postings that the change needs, in words."""
        return tuple(notice_words(self._comparison, notice) for notice in self._comparison.notices)

    @property
    def unlawful(self) -> bool:
        """Whether a finding came that violates a paragraph whose text is held."""
        return came_unlawful(self._comparison)

    @property
    def costs(self) -> dict[str, Any]:
        """Return by how much the house advantage of each wager that both tables have rises, all changes together."""
        return {cost.wager: cost.difference for cost in self._costs.together if cost.difference is not None}

    @cached_property
    def _costs(self) -> Costs:
        return costs(self._comparison)

    def to_dict(self) -> dict[str, Any]:
        """Return the differences as `upcard diff --json` writes them."""
        return diff_answer(self._comparison, self._costs).to_dict()

    def __repr__(self) -> str:
        changes, came = len(self.changes), len(self.came)
        names = f"{self._comparison.before.table} and {self._comparison.after.table}"
        return f"<{names}: {changes} change{'s' * (changes != 1)}, {came} finding{'s' * (came != 1)} came>"
