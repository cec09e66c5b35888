"""upcard diff: what changed between two tables, or for one table between two editions or days."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from fractions import Fraction

from upcard.api.days import load_asked, read_day
from upcard.api.new_table import edition_given
from upcard.cli.arguments import progress_bar
from upcard.cli.render import print_json, styled, wrap
from upcard.cli.shared_arguments import A_TABLE, add_law_or_edition, add_set
from upcard.english import format_number, format_percent
from upcard.errors import Misuse
from upcard.results.diff import Costs, WagerCost, came_unlawful, costs, diff_answer, notice_words
from upcard.table import BadConfig, StatedAs, TableConfig, law_words
from upcard.table.changes import OPTION, read_change
from upcard.table.comparison import Comparison, KeyChange, compare
from upcard.table.findings import Finding
from upcard.table.toml_text import toml_value

EMPTY_ANSWER: dict[str, object] = {
    "unlawful": False,
    "changes": [],
    "came": [],
    "went": [],
    "notices": [],
    "costs": {"together": [], "alone": [], "added": [], "removed": []},
}
SIDES = 2


ABOUT = """\
What changed, key by key; which findings appear or disappear; which notices and postings the change needs
(13:69F-8.3), and whether the second file states them; and what it costs: the house advantage of every wager that both
tables have, with all changes together and with each alone. A wager that only one of them offers is named with its
price. --set, and --law and --date given once, hold for both sides.
Exit code 0: the change adds no violation, and every notice and sign it needs is stated; 1: otherwise; 2: misuse.

  upcard diff A.toml B.toml                      from A to B
  upcard diff TABLE.toml --date 2015-06-01 --date 2016-02-01      one table on two days
  upcard diff TABLE.toml --date 2011-11-13 --date 2011-11-14      and under both editions"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard diff."""
    verb.add_argument("tables", nargs="+", metavar="TABLE.toml", help=f"{A_TABLE}; one or two of them")
    add_law_or_edition(verb, "edition, 13:69F or 19:47; once for each side")
    verb.add_argument(
        "--date", action="append", default=[], metavar="DAY", help="the law of this day (as check); once for each side"
    )
    add_set(verb)


def run(arguments: Namespace) -> int:
    """Compare two tables; the exit code says whether a violation came, or a notice that is needed is not stated."""
    comparison = compare(*_tables(arguments))
    with progress_bar() as progress:
        cost = costs(comparison, progress)
    if arguments.json:
        print_json(diff_answer(comparison, cost).to_dict())
    else:
        _print(comparison, cost)
    is_noticed = all(notice.state is StatedAs.STATED for notice in comparison.notices)
    return 1 if came_unlawful(comparison) or not is_noticed else 0


def _tables(arguments: Namespace) -> list[TableConfig]:
    """Read both tables: two files, or one file under two editions or days."""
    files: Sequence[str] = arguments.tables
    laws, days = _per_side(arguments.law, "--law"), _per_side(arguments.date, "--date")
    for day in arguments.date:
        read_day(day)
    if len(files) > SIDES:
        raise Misuse("name two tables, or one with two --law or two --date")
    if len(files) == 1 and laws[0] == laws[1] and days[0] == days[1]:
        raise Misuse("one table is compared with itself: name another, or give two different --law or --date")
    if set(files) == {"-"}:
        raise Misuse("standard input can be one of two tables, not both: name a file")
    sides, problems = [], {}
    for side in range(SIDES):
        try:
            changes = _with_law(arguments.changes, laws[side])
            sides.append(load_asked(files[side % len(files)], changes, days[side]))
        except BadConfig as bad:
            problems.update(dict.fromkeys(bad.problems))
    if problems:
        raise BadConfig(tuple(problems))
    return sides


def _per_side(values: Sequence[str], option: str) -> Sequence[str | None]:
    """Return a value for each side: none, one for both, or one each."""
    if len(values) > SIDES:
        raise Misuse(f"{option}: give it once for both sides, or once for each")
    return list(values) * (SIDES // len(values)) if values else [None] * SIDES


def _with_law(changes: Sequence[str], law: str | None) -> Sequence[str]:
    if law is None:
        return changes
    if any(read_change(change).path == ("law",) for change in changes):
        raise Misuse(f"--law and {OPTION} law both state the edition: leave one of them out")
    edition = edition_given(law)
    assert edition is not None
    return [*changes, f"law={edition.value}"]


def _print(comparison: Comparison, cost: Costs) -> None:
    before, after = comparison.before, comparison.after
    heading = f"{before.name} ({law_words(before)}) against {after.name} ({law_words(after)})"
    print(styled(wrap(heading, indent="  ", first=""), "bold"))
    _print_changes(comparison.changes)
    _print_findings("New findings", comparison.came)
    _print_findings("Findings that no longer apply", comparison.went)
    _print_notices(comparison)
    _print_costs(cost, changed=bool(comparison.changes))


def _heading(text: str) -> None:
    print(styled(text, "bold"))


def _print_changes(changes: Sequence[KeyChange]) -> None:
    if not changes:
        print("No key differs.")
        return
    _heading("Changes")
    for change in changes:
        print(wrap(f"{change.key}: {_change_words(change)}", indent="    ", first="  "))


def _change_words(change: KeyChange) -> str:
    if change.added or change.removed:
        parts = [f"+ {item}" for item in change.added] + [f"- {item}" for item in change.removed]
        return ", ".join(parts)
    default = "" if change.default is None else f" ({toml_value(change.default)})"
    before, after = (
        f"not stated{default}" if value is None else toml_value(value) for value in (change.before, change.after)
    )
    return f"{before} -> {after}"


def _print_findings(title: str, findings: Sequence[Finding]) -> None:
    if findings:
        _heading(title)
    for finding in findings:
        print(wrap(f"{finding.mark:<15}{finding.text}", indent=" " * 17, first="  "))


def _print_notices(comparison: Comparison) -> None:
    if not comparison.notices:
        return
    _heading("Notices that the change needs")
    for notice in comparison.notices:
        words = notice_words(comparison, notice)
        if notice.states:
            words += f"; {notice.states}"
        if notice.problem:
            words += f"; {notice.problem}"
        if notice.state is StatedAs.NOT_STATED:
            words += f'; add "{notice.name}" to notices' if notice.name else "; add sign = { given = YYYY-MM-DD }"
        print(wrap(f"{notice.state.value:<20}{words}", indent=" " * 22, first="  "))


def _print_costs(cost: Costs, *, changed: bool) -> None:
    if cost.alone or any(row.difference for row in cost.together):
        _heading("House advantage, all changes together")
        _print_rows(cost.together)
    elif changed:
        print("No change of the house advantage of a wager that both tables have.")
    for change in cost.alone if len(cost.alone) > 1 or any(each.why for each in cost.alone) else ():
        _heading(wrap(f"House advantage, {', '.join(change.keys)} alone", indent="  ", first=""))
        if change.why:
            print(wrap(f"cannot be changed alone: {change.why}", indent="    ", first="  "))
        _print_rows(row for row in change.wagers if row.difference or row.why)
    for title, rows in (("Wagers added", cost.added), ("Wagers removed", cost.removed)):
        if rows:
            _heading(title)
            _print_rows(rows)


def _print_rows(rows: Iterable[WagerCost]) -> None:
    for row in rows:
        name = row.wager if row.choice is None else f"{row.wager} ({row.choice})"
        if row.why:
            print(wrap(f"{name}: {row.why}", indent="    ", first="  "))
        elif row.difference is None:
            print(f"  {name:<20}{_percent(row.after if row.before is None else row.before)}")
        else:
            points = f"{format_number(100 * row.difference, 4, signed=True)} points"
            print(f"  {name:<20}{_percent(row.before)} -> {_percent(row.after)}  {points}")


def _percent(share: Fraction | None) -> str:
    return "not known" if share is None else f"{format_percent(share, 4):>9}"
