"""What is sent before a power loss, and what must be true after it, on either database."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from random import Random

from tests.store.making import new_row
from upcard.errors import StoreError
from upcard.store.journal import Appended, Duplicate
from upcard.store.opening import open_journal
from upcard.store.rows import NewRow
from upcard.store.verify import verify_journal


@dataclass
class Report:
    """What became of the losses: how many, what was wrong with them, and how far transactions in flight had come."""

    losses: int = 0
    problems: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)


def batches(random: Random, first: int, number: int) -> Iterator[list[NewRow]]:
    """Yield batches of one stream, from the row after `first`."""
    for _ in range(number):
        size = random.randint(1, 6)
        # Commands of several sizes: some rows fill more than a page.
        yield [
            new_row(n, ("table 1", n - 1), events=f'["{"x" * Random(n).choice((10, 300, 6000))}"]')
            for n in range(first + 1, first + 1 + size)
        ]
        first += size


def check(place: str, acknowledged: int, sent: int, report: Report) -> int:
    """Open what is left, look for what must be there, send again what was in flight; return how many rows were left."""
    try:
        with closing(open_journal(place)) as journal:
            result = verify_journal(journal)
            rows = result.rows
            report.problems += [str(problem) for problem in result.problems]
            if rows < acknowledged:
                report.problems.append(f"{acknowledged} rows were acknowledged, {rows} are left")
            elif rows not in (acknowledged, sent):
                report.problems.append(f"half a batch: {acknowledged} rows were acknowledged, {sent} sent, {rows} left")
            elif sent > acknowledged:
                report.kinds["kept" if rows == sent else "dropped"] += 1
                again = [new_row(n, ("table 1", n - 1), events="[]") for n in range(acknowledged + 1, sent + 1)]
                kinds = {type(outcome) for outcome in journal.append(again)}
                if kinds not in ({Appended}, {Duplicate}) or verify_journal(journal).rows != sent:
                    report.problems.append(f"rows sent again were {kinds}")
            return rows
    except StoreError as error:
        report.problems.append(str(error))
        return 0
