"""upcard.diff: what changed between two tables, and what that needs and costs."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from upcard.api.days import asked
from upcard.api.findings import finding_json, law_json
from upcard.api.table import Table, config_of
from upcard.law import in_edition
from upcard.results.change_costs import ChangeCost, Costs, WagerCost, costs
from upcard.table import Finding, TableConfig, Verdict
from upcard.table.comparison import Comparison, KeyChange, NoticeNeeded, compare


class TableDiff:
    """What changed between two tables: keys, findings, the notices that the change needs, and what it costs.

    >>> table = Table(decks=6, wagers=[{"name": "in-between", "pay_table": "B"}])
    >>> change = diff(table, table.with_({"wager.in-between.pay_table": "C"}))
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
        return diff_json(self._comparison, self._costs)

    def __repr__(self) -> str:
        changes, came = len(self.changes), len(self.came)
        names = f"{self._comparison.before.table} and {self._comparison.after.table}"
        return f"<{names}: {changes} change{'s' * (changes != 1)}, {came} finding{'s' * (came != 1)} came>"


def diff(before: Table, after: Table) -> TableDiff:
    """Compare two tables, or one under two editions or days: keys, findings, notices, house advantage.

    >>> table = Table(decks=6, wagers=[{"name": "buster", "pay_table": "A"}], dealer_soft_17="draw")
    >>> [str(finding.cite) for finding in diff(table.with_(date="2016-01-11"), table.with_(date="2016-01-10")).came]
    ['13:69F-2.30']
    """
    return TableDiff(compare(asked(config_of(before)), asked(config_of(after))))


def came_unlawful(comparison: Comparison) -> bool:
    """Whether a finding came that violates a paragraph whose text is held."""
    return any(finding.verdict is Verdict.VIOLATES for finding in comparison.came)


def notice_words(comparison: Comparison, notice: NoticeNeeded) -> str:
    """Return a notice that a change needs, with its paragraphs."""
    law = comparison.after.law
    return f"{in_edition(notice.what, law)} [{', '.join(str(cite.as_of(law)) for cite in notice.cites)}]"


def diff_json(comparison: Comparison, cost: Costs) -> dict[str, Any]:
    """Return a comparison as JSON values."""
    return {
        "before": _side_json(comparison.before),
        "after": _side_json(comparison.after),
        "unlawful": came_unlawful(comparison),
        "changes": [_change_json(change) for change in comparison.changes],
        "came": [finding_json(one) for one in comparison.came],
        "went": [finding_json(one) for one in comparison.went],
        "notices": [_notice_json(comparison, notice) for notice in comparison.notices],
        "costs": {
            "together": _costs_json(cost.together),
            "alone": [_alone_json(each) for each in cost.alone],
            "added": _costs_json(cost.added),
            "removed": _costs_json(cost.removed),
        },
    }


def _side_json(table: TableConfig) -> dict[str, Any]:
    return {"file": table.file, "set": list(table.changes), "table": table.table, **law_json(table)}


def _change_json(change: KeyChange) -> dict[str, Any]:
    plain = {"key": change.key, "before": _plain(change.before), "after": _plain(change.after)}
    plain["default"] = _plain(change.default)
    return {**plain, "added": list(change.added), "removed": list(change.removed)}


def _plain(value: Any) -> Any:
    """Return a value of a file as JSON has it; a decimal number as text."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, str | int) else str(value)


def _notice_json(comparison: Comparison, notice: NoticeNeeded) -> dict[str, Any]:
    law = comparison.after.law
    cites = [cite.as_of(law) for cite in notice.cites]
    return {
        "what": in_edition(notice.what, law),
        "cites": [str(cite) for cite in cites],
        "standing": comparison.after.standing(cites[0]).value,
        "stated": notice.state.value,
        "states": notice.states,
        "name": notice.name,
        "problem": notice.problem,
    }


def _alone_json(change: ChangeCost) -> dict[str, Any]:
    return {"keys": list(change.keys), "why": change.why, "wagers": _costs_json(change.wagers)}


def _costs_json(rows: Iterable[WagerCost]) -> list[dict[str, Any]]:
    return [row.to_dict() for row in rows]
