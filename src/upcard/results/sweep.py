"""A sweep: the prices of a table in every variant of some of its keys."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from upcard.errors import Misuse
from upcard.results.prices import PricedWager, PriceReport

MOST_VARIANTS = 10_000
VALUE = re.compile(r"""(?:"[^"]*"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|[^,"'\[{])+""")


@dataclass(frozen=True, kw_only=True)
class SweptKey:
    """A key of a table file, and the values that it takes."""

    key: str
    values: tuple[str, ...]


def read_sweep(text: str) -> SweptKey:
    """Read KEY=VALUES: values between commas, or a range of whole numbers.

    >>> read_sweep("decks=1,6-8").values
    ('1', '6', '7', '8')
    """
    key, equals, values = text.partition("=")
    words = [word.strip() for word in VALUE.findall(values)]
    if not equals or not key.strip() or not words or not all(words):
        raise Misuse(f'--sweep: "{text}" is not a key with values: write decks=1-8, or dealer_soft_17=stand,draw')
    return SweptKey(key=key.strip(), values=tuple(value for word in words for value in _range(word)))


def _range(word: str) -> Sequence[str]:
    numbers = re.fullmatch(r"(\d{1,4})-(\d{1,4})", word, re.ASCII)
    if numbers is None:
        return (word,)
    first, last = int(numbers[1]), int(numbers[2])
    if first > last:
        raise Misuse(f"--sweep: {word}: a range goes up, as in {last}-{first}")
    return [str(number) for number in range(first, last + 1)]


def variants(sweeps: Sequence[SweptKey]) -> tuple[Mapping[str, str], ...]:
    """Return every combination of the values of the keys."""
    keys = [swept.key for swept in sweeps]
    if twice := [key for place, key in enumerate(keys) if key in keys[:place]]:
        raise Misuse(f"--sweep: {twice[0]} is swept twice: write all its values in one --sweep")
    number = 1
    for swept in sweeps:
        number *= len(swept.values)
    if number > MOST_VARIANTS:
        raise Misuse(f"--sweep: {number:,} variants are too many: the limit is {MOST_VARIANTS:,}")
    return tuple(dict(zip(keys, values, strict=True)) for values in product(*(swept.values for swept in sweeps)))


def swept_json(wager: PricedWager, variant: Mapping[str, object]) -> dict[str, object]:
    """Return a wager of a variant as JSON values: its price, and what was set."""
    return {**wager.to_dict(), "set": {key: str(value) for key, value in variant.items()}}


@dataclass(frozen=True, kw_only=True)
class SweepReport:
    """The wagers of every variant of a table."""

    file: str
    set_: tuple[str, ...]
    sweeps: tuple[SweptKey, ...]
    rows: tuple[tuple[Mapping[str, str], PricedWager], ...]
    law_file: str | None = None  # the fingerprint of the licensee's law folder

    def to_dict(self) -> dict[str, object]:
        """Return the report as JSON values: that of prices, each wager with its variant."""
        return {
            "file": self.file,
            "set": list(self.set_),
            "law_file": self.law_file,
            "sweep": {swept.key: list(swept.values) for swept in self.sweeps},
            "wagers": [swept_json(wager, variant) for variant, wager in self.rows],
        }


def sweep_report(
    file: str,
    changes: Iterable[str],
    sweeps: Sequence[SweptKey],
    reports: Iterable[tuple[Mapping[str, str], PriceReport]],
) -> SweepReport:
    """Return the report of a sweep from that of each variant."""
    known = tuple(reports)
    rows = tuple((variant, wager) for variant, report in known for wager in report.wagers)
    law_file = next((report.law_file for _, report in known), None)
    return SweepReport(file=file, set_=tuple(changes), sweeps=tuple(sweeps), rows=rows, law_file=law_file)
