"""Verbs of the law: check a table, list what it needs, rule on a round, answer by a law folder."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from upcard.api.days import asked
from upcard.api.table import Table, config_of
from upcard.api.table_keys import round_value
from upcard.game.ruling import rule
from upcard.game.written_round import WrittenRound, described_round, load_round, loads_round
from upcard.law.folder import LawFolder, in_force
from upcard.results.arguments import BadArguments
from upcard.results.findings import Findings, findings_of
from upcard.results.needs import TableNeeds, needs_of
from upcard.results.rulings import RoundRuling, ruled_round
from upcard.table import TableConfig
from upcard.table.law_folder import read_law_folder
from upcard.table.notation import in_python


def check(table: Table) -> Findings:
    """Check a table against the law of its date, or of today if it states none; return every finding.

    >>> findings = check(Table(decks=1, wagers=[{"name": "in-between", "pay_table": "B"}]))
    >>> findings.lawful, [str(each.cite) for each in findings if "deck" in each.message]
    (False, ['13:69F-2.2(a)2'])
    """
    return findings_of(asked(config_of(table)))


def needs(table: Table) -> TableNeeds:
    """Return everything that a table must have on its date, or today, and whether its file states it.

    >>> table = Table(decks=6, wagers=[{"name": "in-between", "pay_table": "B"}])
    >>> [need.says for need in needs(table) if need.kind == "sign"]
    [('the payout odds', 'the card rankings: 2 to 10, jack, queen, king, ace')]
    """
    return needs_of(asked(config_of(table)))


def deal(table: Table, round: str | Path | Mapping[str, Any]) -> RoundRuling:  # noqa: A002  # the regulation's word
    """Rule on a round: deal the cards it lists, decide as it says, and settle every wager.

    `round` has the keys of a written round, or is its file or its text. Raises BadConfig if it cannot be read; a
    round that the rules do not allow comes back with its refusals.

    >>> seat = {"number": 1, "wagers": {"blackjack": "10.00"}, "decisions": ["double down"]}
    >>> table = Table(decks=6, minimum="10.00", maximum="500.00")
    >>> deal(table, {"shoe": "6h 9s 5d Tc 8c", "seat": [seat]})
    <round at table: seat 1 +20.00>
    """
    config = config_of(table)
    config.require_one_game()
    written = _written(config, round)
    return ruled_round(rule(written), config)


def _written(table: TableConfig, given: object) -> WrittenRound:
    if isinstance(given, Mapping):
        with in_python():
            return described_round(table, round_value(given))
    if isinstance(given, str) and ("\n" in given or "=" in given):
        return loads_round(table, given)
    if isinstance(given, str | Path):
        return load_round(given, table)
    kind = type(given).__name__
    raise BadArguments((f"round: must be a written round as a file, its text or a mapping, not {kind}",))


@contextmanager
def law_folder(folder: str | Path) -> Iterator[LawFolder]:
    """Read tables and cite the law by a licensee's law folder within a `with` block.

    A table read within the block keeps the folder, whatever is asked about it later. Raises BadConfig with every
    fault of the folder.

    >>> import upcard
    >>> try:
    ...     with law_folder("no-such-folder"):
    ...         pass
    ... except upcard.BadConfig as bad:
    ...     print(bad)
    no-such-folder: there is no such folder: name a law folder
    """
    read = read_law_folder(folder)
    with in_force(read):
        yield read
