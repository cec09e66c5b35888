"""The numbered Readings: where the text is misprinted, silent or ambiguous, and what we chose."""

from collections.abc import Mapping
from dataclasses import dataclass

from upcard.law.citation import Cite, cite
from upcard.law.code import Standing
from upcard.law.files import law_files

# A slip leaves the text plain; a choice between readings is our inference; a gap is not known at all.
_STANDINGS = {"slip": Standing.HELD, "choice": Standing.INFERRED, "gap": Standing.UNKNOWN}


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One numbered choice, with the paragraphs it bears on."""

    number: int
    where: tuple[Cite, ...]
    problem: str
    choice: str
    standing: Standing
    switch: str | None  # a key of `house` in the table file by which a licensee may choose otherwise
    choices: tuple[str, ...]  # the values of the switch; the first is our choice


def _read() -> Mapping[int, Reading]:
    return {
        row["number"]: Reading(
            number=row["number"],
            where=tuple(cite(number) for number in row["where"]),
            problem=row["problem"],
            choice=row["choice"],
            standing=_STANDINGS[row["kind"]],
            switch=row.get("switch"),
            choices=tuple(row.get("choices", ())),
        )
        for row in law_files()["readings.toml"]["reading"]
    }


READINGS = _read()


def reading(number: int) -> Reading:
    """Return a Reading; raise KeyError, at import, if there is none of that number."""
    return READINGS[number]
